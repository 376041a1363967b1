/* SPDX-License-Identifier: MIT
 *
 * A radeon kernel driver for tests: libdrm's ioctls end here instead of in the kernel, because the
 * executable's ioctl() comes before libc's. It has the memory of a memfd, which is also the "device",
 * remembers what it was asked, and fails when told to. No stream runs; with fake.paint a submission leaves that
 * byte all over the buffers that it may write, and the CPU sees it as on a card: at once in GTT, in VRAM when
 * GEM_WAIT_IDLE has flushed the host data path. Header only.
 */
#ifndef TESTS_UNIT_WINSYS_DRM_FAKE_H
#define TESTS_UNIT_WINSYS_DRM_FAKE_H

#include <errno.h>
#include <radeon_drm.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>

#include "db/terascale/db_chips.h"

#define FAKE_OBJECTS  256
#define FAKE_RADEON   0x40 /* DRM_COMMAND_BASE: ioctl numbers of the driver start here */
#define FAKE_VA_START 0x800000

struct fake_object {
   bool open;
   uint64_t size_B, at_B, alignment, va;
   uint32_t domain, tiling, pitch;
   unsigned busy; /* counts down with every look; UINT_MAX: for ever */
   bool hidden;   /* the GPU wrote to it, and the CPU still sees what was there before */
   unsigned waits;
};

static struct fake_drm {
   int fd;
   uint16_t pci_id;
   uint32_t tiling_config, backends, resets;
   bool virtual_memory;
   int version_minor;
   struct fake_object object[FAKE_OBJECTS]; /* by handle; 0 is none */
   uint64_t next_at_B;
   int exported_fd;
   uint32_t exported_handle;
   /* what is asked */
   unsigned calls[256];
   int fail_nr, fail_errno; /* fail_nr: number with FAKE_RADEON where it has it */
   unsigned fail_times;
   /* the last submission */
   uint32_t ib[64], ib_dw, flags[3], num_relocs;
   struct drm_radeon_cs_reloc relocs[FAKE_OBJECTS];
   unsigned cs_busy; /* how long its buffers are busy */
   uint8_t paint;    /* 0: nothing is written */
} fake;

static inline void
fake_open(const struct terascale_chip *chip)
{
   if (fake.fd > 0)
      close(fake.fd);
   memset(&fake, 0, sizeof fake);
   fake.fd = memfd_create("fake radeon", MFD_CLOEXEC);
   if (ftruncate(fake.fd, 1 << 30))
      fake.fd = -1;
   fake.pci_id = chip->base.pci_ids[0];
   fake.tiling_config = chip->tiling_config;
   fake.backends = chip->render_backends;
   fake.virtual_memory = chip->base.virtual_memory;
   fake.version_minor = 50;
}

static inline void
fake_fail(int nr, int error, unsigned times)
{
   fake.fail_nr = nr;
   fake.fail_errno = error;
   fake.fail_times = times;
}

static inline unsigned
fake_open_handles(void)
{
   unsigned n = 0;
   for (unsigned h = 1; h < FAKE_OBJECTS; h++)
      n += fake.object[h].open;
   return n;
}

static inline struct fake_object *
fake_object(uint32_t handle)
{
   return handle && handle < FAKE_OBJECTS && fake.object[handle].open ? &fake.object[handle] : NULL;
}

static inline int
fake_info(const struct drm_radeon_info *info)
{
   uint32_t *v = (uint32_t *)(uintptr_t)info->value;
   switch (info->request) {
   case RADEON_INFO_DEVICE_ID:
      *v = fake.pci_id;
      return 0;
   case RADEON_INFO_ACCEL_WORKING2:
      *v = 1;
      return 0;
   case RADEON_INFO_TILING_CONFIG:
      *v = fake.tiling_config;
      return 0;
   case RADEON_INFO_NUM_BACKENDS:
      *v = fake.backends;
      return 0;
   case RADEON_INFO_VA_START:
      *v = FAKE_VA_START;
      return fake.virtual_memory ? 0 : EINVAL;
   case RADEON_INFO_IB_VM_MAX_SIZE:
      *v = 65536;
      return fake.virtual_memory ? 0 : EINVAL;
   case RADEON_INFO_GPU_RESET_COUNTER:
      *v = fake.resets;
      return 0;
   default:
      return EINVAL;
   }
}

static inline int
fake_create(struct drm_radeon_gem_create *c)
{
   uint32_t h = 1;
   while (h < FAKE_OBJECTS && fake.object[h].open)
      h++;
   if (h == FAKE_OBJECTS || !c->size || (c->alignment & (c->alignment - 1)))
      return EINVAL;
   fake.object[h] = (struct fake_object){.open = true,
                                         .size_B = c->size,
                                         .at_B = fake.next_at_B,
                                         .alignment = c->alignment,
                                         .domain = c->initial_domain};
   fake.next_at_B += c->size;
   c->handle = h;
   return 0;
}

static inline int
fake_va(struct drm_radeon_gem_va *va)
{
   struct fake_object *o = fake_object(va->handle);
   uint32_t operation = va->operation;
   va->operation = RADEON_VA_RESULT_ERROR;
   if (!o || !fake.virtual_memory || va->flags & (RADEON_VM_PAGE_VALID | RADEON_VM_PAGE_SYSTEM) ||
       va->offset % 4096 || va->offset < FAKE_VA_START)
      return EINVAL;
   if (operation == RADEON_VA_UNMAP) {
      o->va = 0;
   } else if (o->va) {
      va->operation = RADEON_VA_RESULT_VA_EXIST;
      va->offset = o->va;
      return 0;
   } else {
      for (unsigned h = 1; h < FAKE_OBJECTS; h++) /* no two at one place */
         if (fake.object[h].open && fake.object[h].va &&
             va->offset < fake.object[h].va + fake.object[h].size_B &&
             fake.object[h].va < va->offset + o->size_B)
            return EINVAL;
      o->va = va->offset;
   }
   va->operation = RADEON_VA_RESULT_OK;
   return 0;
}

/** What the GPU wrote becomes what the CPU sees. */
static inline bool
fake_show(struct fake_object *o)
{
   uint8_t *p = mmap(NULL, o->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fake.fd, (off_t)o->at_B);
   if (p == MAP_FAILED)
      return false;
   memset(p, fake.paint, o->size_B);
   o->hidden = false;
   return munmap(p, o->size_B) == 0;
}

static inline int
fake_cs(const struct drm_radeon_cs *cs)
{
   const uint64_t *list = (const uint64_t *)(uintptr_t)cs->chunks;
   fake.ib_dw = fake.num_relocs = 0;
   memset(fake.flags, 0, sizeof fake.flags);
   for (uint32_t i = 0; i < cs->num_chunks; i++) {
      const struct drm_radeon_cs_chunk *c = (const struct drm_radeon_cs_chunk *)(uintptr_t)list[i];
      const void *data = (const void *)(uintptr_t)c->chunk_data;
      size_t size_B = c->length_dw * 4;
      if (c->chunk_id == RADEON_CHUNK_ID_IB) { /* the start of a long one is kept */
         memcpy(fake.ib, data, size_B < sizeof fake.ib ? size_B : sizeof fake.ib);
         fake.ib_dw = c->length_dw;
      } else if (c->chunk_id == RADEON_CHUNK_ID_RELOCS && size_B <= sizeof fake.relocs) {
         memcpy(fake.relocs, data, size_B);
         fake.num_relocs = c->length_dw / 4;
      } else if (c->chunk_id == RADEON_CHUNK_ID_FLAGS && size_B <= sizeof fake.flags) {
         memcpy(fake.flags, data, size_B);
      } else {
         return EINVAL;
      }
   }
   for (uint32_t i = 0; i < fake.num_relocs; i++) {
      struct fake_object *o = fake_object(fake.relocs[i].handle);
      if (!o)
         return ENOENT;
      if (fake.flags[0] & RADEON_CS_USE_VM && !o->va)
         return EINVAL;
      o->busy = fake.cs_busy;
      o->hidden |= fake.relocs[i].write_domain == RADEON_GEM_DOMAIN_VRAM;
      if (fake.paint && fake.relocs[i].write_domain == RADEON_GEM_DOMAIN_GTT && !fake_show(o))
         return ENOMEM;
   }
   return 0;
}

static inline int
fake_busy(uint32_t handle, bool forget)
{
   struct fake_object *o = fake_object(handle);
   if (!o)
      return ENOENT;
   if (!o->busy)
      return 0;
   if (forget)
      o->busy = 0;
   else if (o->busy != UINT32_MAX)
      o->busy--;
   return forget ? 0 : EBUSY;
}

static inline int
fake_wait_idle(uint32_t handle)
{
   int e = fake_busy(handle, true);
   if (e)
      return e;
   struct fake_object *o = fake_object(handle);
   o->waits++;
   if (fake.paint && o->hidden && !fake_show(o))
      return ENOMEM;
   o->hidden = false;
   return 0;
}

static inline int
fake_tiling(uint32_t nr, struct drm_radeon_gem_set_tiling *t)
{
   struct fake_object *o = fake_object(t->handle);
   if (!o)
      return ENOENT;
   if (nr == DRM_RADEON_GEM_SET_TILING) {
      o->tiling = t->tiling_flags;
      o->pitch = t->pitch;
   } else {
      t->tiling_flags = o->tiling;
      t->pitch = o->pitch;
   }
   return 0;
}

static inline int
fake_radeon(uint32_t nr, void *arg)
{
   switch (nr) {
   case DRM_RADEON_INFO:
      return fake_info(arg);
   case DRM_RADEON_GEM_INFO:
      *(struct drm_radeon_gem_info *)arg = (struct drm_radeon_gem_info){
         .gart_size = 512 << 20, .vram_size = 256 << 20, .vram_visible = 256 << 20};
      return 0;
   case DRM_RADEON_GEM_CREATE:
      return fake_create(arg);
   case DRM_RADEON_GEM_MMAP: {
      struct drm_radeon_gem_mmap *m = arg;
      if (!fake_object(m->handle))
         return ENOENT;
      m->addr_ptr = fake_object(m->handle)->at_B;
      return 0;
   }
   case DRM_RADEON_GEM_VA:
      return fake_va(arg);
   case DRM_RADEON_GEM_BUSY:
      return fake_busy(((struct drm_radeon_gem_busy *)arg)->handle, false);
   case DRM_RADEON_GEM_WAIT_IDLE:
      return fake_wait_idle(((struct drm_radeon_gem_wait_idle *)arg)->handle);
   case DRM_RADEON_GEM_SET_TILING:
   case DRM_RADEON_GEM_GET_TILING:
      return fake_tiling(nr, arg);
   case DRM_RADEON_GEM_OP:
      ((struct drm_radeon_gem_op *)arg)->value = RADEON_GEM_DOMAIN_VRAM;
      return 0;
   case DRM_RADEON_CS:
      return fake_cs(arg);
   default:
      return EINVAL;
   }
}

static inline int
fake_prime(struct drm_prime_handle *p, bool to_fd)
{
   if (to_fd) {
      if (!fake_object(p->handle))
         return ENOENT;
      p->fd = fake.exported_fd = memfd_create("fake dma-buf", MFD_CLOEXEC);
      fake.exported_handle = p->handle;
      return ftruncate(p->fd, (off_t)fake.object[p->handle].size_B) ? errno : 0;
   }
   if (p->fd != fake.exported_fd)
      return EBADF;
   p->handle = fake.exported_handle;
   return 0;
}

/* What libdrm calls. */
__attribute__((visibility("default"))) int
ioctl(int fd, unsigned long request, ...)
{
   va_list args;
   va_start(args, request);
   void *arg = va_arg(args, void *);
   va_end(args);
   uint32_t nr = request & 0xff;
   int e = ENOTTY;
   fake.calls[nr]++;
   if (fake.fail_times && (int)nr == fake.fail_nr) {
      fake.fail_times--;
      e = fake.fail_errno;
   } else if (fd != fake.fd) {
      e = ENOTTY;
   } else if (request == DRM_IOCTL_VERSION) {
      struct drm_version *v = arg;
      char *const to[3] = {v->name, v->date, v->desc};
      for (unsigned i = 0; i < 3; i++)
         if (to[i])
            memcpy(to[i], "radeon", 6);
      v->version_major = 2;
      v->version_minor = fake.version_minor;
      v->name_len = v->date_len = v->desc_len = 6;
      e = 0;
   } else if (request == DRM_IOCTL_GEM_CLOSE) {
      uint32_t h = ((struct drm_gem_close *)arg)->handle;
      e = fake_object(h) ? 0 : EINVAL;
      if (!e)
         fake.object[h].open = false;
   } else if (request == DRM_IOCTL_PRIME_HANDLE_TO_FD || request == DRM_IOCTL_PRIME_FD_TO_HANDLE) {
      e = fake_prime(arg, request == DRM_IOCTL_PRIME_HANDLE_TO_FD);
   } else if (nr >= FAKE_RADEON) {
      e = fake_radeon(nr - FAKE_RADEON, arg);
   }
   errno = e;
   return e ? -1 : 0;
}

#endif
