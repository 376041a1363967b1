/* SPDX-License-Identifier: MIT
 *
 * A program on the virtual radeon, as far as the kernel's interface goes: it runs with libteragl-vradeon.so
 * preloaded (tests/unit/meson.build) and knows nothing of TeraGL but packet headers and chips. TERAGL_CHIP
 * says which chip it should find.
 */
#ifndef TESTS_UNIT_KERNEL_DEVICE_VRADEON_FIXTURE_H
#define TESTS_UNIT_KERNEL_DEVICE_VRADEON_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <libdrm/drm.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "db/terascale/db_chips.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"

static const struct terascale_chip *chip;

static inline int
open_render(void)
{
   int fd = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
   assert_true(fd >= 0);
   return fd;
}

/* Fails with this errno. */
#define FAILS(err, call)                                                                                     \
   do {                                                                                                      \
      errno = 0;                                                                                             \
      assert_int_equal(call, -1);                                                                            \
      assert_int_equal(errno, err);                                                                          \
   } while (0)

static inline uint32_t
create(int fd, uint64_t size_B)
{
   struct drm_radeon_gem_create a = {.size = size_B, .initial_domain = RADEON_GEM_DOMAIN_VRAM};
   assert_int_equal(ioctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &a), 0);
   assert_int_not_equal(a.handle, 0);
   return a.handle;
}

static inline void *
map(int fd, uint32_t handle, size_t size_B)
{
   struct drm_radeon_gem_mmap a = {.handle = handle, .size = size_B};
   assert_int_equal(ioctl(fd, DRM_IOCTL_RADEON_GEM_MMAP, &a), 0);
   void *p = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)a.addr_ptr);
   assert_ptr_not_equal(p, MAP_FAILED);
   return p;
}

static inline void
close_handle(int fd, uint32_t handle)
{
   struct drm_gem_close a = {.handle = handle};
   assert_int_equal(ioctl(fd, DRM_IOCTL_GEM_CLOSE, &a), 0);
}

static inline int
submit(int fd, const uint32_t *ib, uint32_t n, const uint32_t *handles, uint32_t num_handles, uint32_t flags,
       uint32_t ring)
{
   struct drm_radeon_cs_reloc relocs[4] = {{0}};
   uint32_t flag_dw[2] = {flags, ring};
   for (uint32_t i = 0; i < num_handles; i++)
      relocs[i] = (struct drm_radeon_cs_reloc){handles[i], RADEON_GEM_DOMAIN_VRAM, RADEON_GEM_DOMAIN_VRAM, 0};
   struct drm_radeon_cs_chunk chunks[3] = {
      {RADEON_CHUNK_ID_IB,     n,               (uintptr_t)ib     },
      {RADEON_CHUNK_ID_RELOCS, 4 * num_handles, (uintptr_t)relocs },
      {RADEON_CHUNK_ID_FLAGS,  2,               (uintptr_t)flag_dw},
   };
   uint64_t list[3] = {(uintptr_t)&chunks[0], (uintptr_t)&chunks[1], (uintptr_t)&chunks[2]};
   struct drm_radeon_cs a = {.num_chunks = 3, .chunks = (uintptr_t)list};
   return ioctl(fd, DRM_IOCTL_RADEON_CS, &a);
}

/* Copies size_B from the first buffer to the second, at most 13 dwords; addresses are added by relocations, or given. */
static inline uint32_t
copy_stream(uint32_t *ib, uint64_t src, uint64_t dst, uint32_t size_B, bool va)
{
   uint32_t n = 0;
   ib[n++] = DB_PKT3(DB_PKT3_CP_DMA, 5);
   ib[n++] = (uint32_t)src;
   ib[n++] = 1u << 31 | (uint32_t)(src >> 32);
   ib[n++] = (uint32_t)dst;
   ib[n++] = (uint32_t)(dst >> 32);
   ib[n++] = size_B;
   for (uint32_t i = 0; i < 2 && !va; i++) {
      ib[n++] = 0xC0001000;
      ib[n++] = 4 * i;
   }
   if (chip->gen == DB_R600) { /* where CP_SYNC does not wait */
      ib[n++] = DB_PKT3(DB_PKT3_SET_CONFIG_REG, 2);
      ib[n++] = (R6_WAIT_UNTIL_OFFSET - DB_R6_CONFIG_REG_BASE) / 4;
      ib[n++] = R6_WAIT_UNTIL(.WAIT_CP_DMA_IDLE = 1);
   }
   return n;
}

static inline int
info(int fd, uint32_t request, uint32_t *v)
{
   struct drm_radeon_info a = {.request = request, .value = (uintptr_t)v};
   return ioctl(fd, DRM_IOCTL_RADEON_INFO, &a);
}

/** For main: false, with a sentence, where TERAGL_CHIP names no chip. */
static inline bool
find_chip(void)
{
   const char *name = getenv("TERAGL_CHIP");
   chip = terascale_chip_find(name ? name : "");
   if (!chip)
      fprintf(stderr, "TERAGL_CHIP must name a chip\n");
   return chip;
}

#endif
