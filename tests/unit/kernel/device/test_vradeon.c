/* SPDX-License-Identifier: MIT
 *
 * The virtual radeon through the kernel's interface: device nodes and sysfs, versions, infos, buffers,
 * streams, virtual addresses, memory of the program.
 */
#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "vradeon_fixture.h"
#include "util/u_math.h"

static void
read_file(const char *path, char *buf, size_t size)
{
   FILE *f = fopen(path, "r");
   assert_non_null(f);
   size_t n = fread(buf, 1, size - 1, f);
   buf[n] = 0;
   fclose(f);
}

static void
nodes(void **state)
{
   unsigned seen = 0;
   DIR *d = opendir("/dev/dri");
   assert_non_null(d);
   for (struct dirent *e; (e = readdir(d));)
      seen |= !strcmp(e->d_name, "card0") ? 1 : !strcmp(e->d_name, "renderD128") ? 2 : 0;
   closedir(d);
   assert_int_equal(seen, 3);

   struct stat st;
   assert_int_equal(stat("/dev/dri/renderD128", &st), 0);
   assert_true(S_ISCHR(st.st_mode) && major(st.st_rdev) == 226 && minor(st.st_rdev) == 128);
   FAILS(ENOENT, stat("/dev/dri/renderD129", &st));
   assert_int_equal(stat("/dev/dri/.", &st), 0); /* as ls -a asks */
   assert_true(S_ISDIR(st.st_mode));
   struct statx x;
   assert_int_equal(statx(AT_FDCWD, "/dev/dri/card0", AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &x), 0);
   assert_true(S_ISCHR(x.stx_mode) && x.stx_rdev_major == 226 && x.stx_rdev_minor == 0);
   FAILS(ENOENT, statx(AT_FDCWD, "/dev/dri/card1", 0, STATX_BASIC_STATS, &x));
   assert_int_equal(statx(AT_FDCWD, "/dev/null", 0, STATX_BASIC_STATS, &x), 0);
   assert_true(x.stx_rdev_major == 1 && x.stx_rdev_minor == 3);
   assert_int_equal(faccessat(AT_FDCWD, "/dev/dri/renderD128", R_OK | W_OK, AT_EACCESS), 0);
   FAILS(ENOENT, faccessat(AT_FDCWD, "/dev/dri/card1", R_OK, 0));
   FAILS(ENOENT, open("/dev/dri/card1", O_RDWR));
   int fd = open_render();
   assert_int_equal(fstat(fd, &st), 0);
   assert_true(S_ISCHR(st.st_mode) && minor(st.st_rdev) == 128);
   assert_int_equal(statx(fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &x), 0);
   assert_true(S_ISCHR(x.stx_mode) && x.stx_rdev_minor == 128);
   close(fd);

   char buf[512], want[64], path[PATH_MAX];
   read_file("/sys/dev/char/226:128/device/vendor", buf, sizeof buf);
   assert_string_equal(buf, "0x1002\n");
   snprintf(want, sizeof want, "0x%04x\n", chip->base.pci_ids[0]);
   read_file("/sys/bus/pci/devices/0000:01:00.0/device", buf, sizeof buf);
   assert_string_equal(buf, want);
   read_file("/sys/dev/char/226:0/device/uevent", buf, sizeof buf);
   assert_non_null(strstr(buf, "PCI_SLOT_NAME=0000:01:00.0\n"));
   assert_non_null(realpath("/sys/dev/char/226:128/device", path));
   assert_true(readlink("/sys/dev/char/226:128/device/subsystem", buf, sizeof buf) == 12 &&
               !memcmp(buf, "/sys/bus/pci", 12));
   assert_int_equal(stat("/sys/dev/char/226:128/device/drm", &st), 0);
   assert_true(S_ISDIR(st.st_mode));
   /* whoever looks through the bus finds the card, once, among what is really there */
   struct dirent **list;
   int n = scandir("/sys/bus/pci/devices/", &list, NULL, alphasort), found = 0;
   assert_true(n > 0);
   for (int i = 0; i < n; i++) {
      assert_true(i == 0 || strcmp(list[i - 1]->d_name, list[i]->d_name) < 0);
      found += !strcmp(list[i]->d_name, "0000:01:00.0");
   }
   while (n)
      free(list[--n]);
   free(list);
   assert_int_equal(found, 1);
   assert_int_equal(scandir("/sys/bus/pci/devices/0000:01:00.0/drm/controlD64/none", &list, NULL, NULL), -1);
   d = opendir("/sys/bus/pci/devices");
   assert_non_null(d);
   for (unsigned round = 0; round < 2; round++, rewinddir(d)) {
      found = 0;
      for (struct dirent *e; (e = readdir(d));)
         found += !strcmp(e->d_name, "0000:01:00.0");
      assert_int_equal(found, 1);
   }
   closedir(d);
   /* everything else is the system's */
   assert_int_equal(stat("/dev/null", &st), 0);
   assert_int_equal(major(st.st_rdev), 1);
}

/* Which card it is and who drives it, as the driver says. */
static void
card(void **state)
{
   char buf[512], path[PATH_MAX], want[64];
   struct stat st;
   const char *driver = "/sys/bus/pci/drivers/radeon";
   const ssize_t n = (ssize_t)strlen(driver);
   assert_int_equal(readlink("/sys/dev/char/226:128/device/driver", buf, sizeof buf), n);
   assert_memory_equal(buf, driver, (size_t)n);
   assert_non_null(realpath("/sys/class/drm/card0/device/driver", path));
   assert_string_equal(path, driver);
   assert_int_equal(stat(driver, &st), 0);
   assert_true(S_ISDIR(st.st_mode));
   FAILS(ENOENT, stat("/sys/bus/pci/drivers/radeon/none", &st));
   FAILS(ENOENT, stat("/sys/bus/pci/drivers/rad", &st));
   FAILS(ENOENT, stat("/sys/bus/pci/drivers/%", &st));
   read_file("/sys/class/drm/card0/device/uevent", buf, sizeof buf);
   snprintf(want, sizeof want, "DRIVER=radeon\nPCI_CLASS=30000\nPCI_ID=1002:%04x\n", chip->base.pci_ids[0]);
   assert_memory_equal(buf, want, strlen(want));
   FILE *f = fopen("/sys/class/drm/card0/device/config", "rb");
   assert_non_null(f);
   assert_int_equal(fread(buf, 1, sizeof buf, f), 256);
   fclose(f);
   const uint8_t id[4] = {0x02, 0x10, (uint8_t)chip->base.pci_ids[0], (uint8_t)(chip->base.pci_ids[0] >> 8)};
   assert_memory_equal(buf, id, sizeof id);
   assert_memory_equal(buf + 0x2c, id, 2);
}

static void
versions(void **state)
{
   int fd = open_render(), card = open("/dev/dri/card0", O_RDWR);
   char name[16] = "";
   struct drm_version v = {.name_len = sizeof name, .name = name};
   assert_int_equal(ioctl(fd, DRM_IOCTL_VERSION, &v), 0);
   assert_string_equal(name, "radeon");
   assert_int_equal(v.name_len, 6);
   assert_true(v.version_major == 2 && v.version_minor == 50);
   struct drm_unique u = {0};
   FAILS(EACCES, ioctl(fd, DRM_IOCTL_GET_UNIQUE, &u));
   assert_int_equal(ioctl(card, DRM_IOCTL_GET_UNIQUE, &u), 0);
   FAILS(EINVAL, ioctl(fd, _IOWR('d', 0xf0, uint64_t), &u));
   FAILS(EFAULT, ioctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, NULL));
   close(fd);
   close(card);
   FAILS(EBADF, ioctl(fd, DRM_IOCTL_VERSION, &v));
}

static void
infos(void **state)
{
   int fd = open_render(), other = open_render();
   uint32_t v = 0, wide[2];
   assert_int_equal(info(fd, RADEON_INFO_DEVICE_ID, &v), 0);
   assert_int_equal(v, chip->base.pci_ids[0]);
   assert_int_equal(info(fd, RADEON_INFO_TILING_CONFIG, &v), 0);
   assert_int_equal(v, chip->tiling_config);
   assert_int_equal(info(fd, RADEON_INFO_NUM_BACKENDS, &v), 0);
   assert_int_equal(v, chip->render_backends);
   assert_int_equal(info(fd, RADEON_INFO_TIMESTAMP, wide), 0);
   FAILS(EINVAL, info(fd, RADEON_INFO_SI_TILE_MODE_ARRAY, &v));
   FAILS(EFAULT, info(fd, RADEON_INFO_DEVICE_ID, NULL));
   if (chip->base.virtual_memory) {
      assert_int_equal(info(fd, RADEON_INFO_VA_START, &v), 0);
      assert_int_equal(v, 8 << 20);
   } else {
      FAILS(EINVAL, info(fd, RADEON_INFO_VA_START, &v));
   }
   /* Hyper-Z is one file's at a time, and free again when that is closed */
   v = 1;
   assert_int_equal(info(fd, RADEON_INFO_WANT_HYPERZ, &v), 0);
   assert_int_equal(v, 1);
   assert_int_equal(info(other, RADEON_INFO_WANT_HYPERZ, &v), 0);
   assert_int_equal(v, 0);
   close(fd);
   v = 1;
   assert_int_equal(info(other, RADEON_INFO_WANT_HYPERZ, &v), 0);
   assert_int_equal(v, 1);
   close(other);
}

static void
buffers(void **state)
{
   int fd = open_render(), card = open("/dev/dri/card0", O_RDWR), card2 = open("/dev/dri/card0", O_RDWR);
   struct drm_radeon_gem_create bad = {.size = 0};
   FAILS(EINVAL, ioctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &bad));
   bad.size = UINT64_C(1) << 40;
   FAILS(ENOMEM, ioctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &bad));
   struct drm_gem_close none = {.handle = 4711};
   FAILS(EINVAL, ioctl(fd, DRM_IOCTL_GEM_CLOSE, &none));
   struct drm_radeon_gem_mmap no_map = {.handle = 4711};
   FAILS(ENOENT, ioctl(fd, DRM_IOCTL_RADEON_GEM_MMAP, &no_map));

   uint32_t h = create(fd, 10000);
   uint32_t *a = map(fd, h, 12288), *b = map(fd, h, 12288);
   for (unsigned i = 0; i < 3072; i++)
      assert_int_equal(a[i], 0);
   a[7] = 1234;
   assert_int_equal(b[7], 1234);
   int copy = dup(fd);
   struct drm_radeon_gem_busy busy = {.handle = h};
   assert_int_equal(ioctl(copy, DRM_IOCTL_RADEON_GEM_BUSY, &busy), 0);
   assert_int_equal(busy.domain, RADEON_GEM_DOMAIN_VRAM);
   close(copy);
   FAILS(ENOENT, ioctl(card, DRM_IOCTL_RADEON_GEM_BUSY, &busy)); /* handles belong to files */
   /* what is freed reads as zero when it comes back */
   munmap(a, 12288);
   munmap(b, 12288);
   close_handle(fd, h);
   h = create(fd, 12288);
   a = map(fd, h, 12288);
   assert_int_equal(a[7], 0);
   a[7] = 99;

   struct drm_radeon_gem_set_tiling tiling = {h, RADEON_TILING_MACRO, 256};
   assert_int_equal(ioctl(fd, DRM_IOCTL_RADEON_GEM_SET_TILING, &tiling), 0);
   struct drm_radeon_gem_get_tiling got = {.handle = h};
   assert_int_equal(ioctl(fd, DRM_IOCTL_RADEON_GEM_GET_TILING, &got), 0);
   assert_true(got.tiling_flags == RADEON_TILING_MACRO && got.pitch == 256);
   tiling.tiling_flags = 3 << RADEON_TILING_EG_BANKW_SHIFT;
   if (chip->gen >= DB_EVERGREEN)
      FAILS(EINVAL, ioctl(fd, DRM_IOCTL_RADEON_GEM_SET_TILING, &tiling));

   /* prime: one handle a file, contents through the dma-buf itself, its size at its end */
   struct drm_prime_handle p = {.handle = h, .flags = O_CLOEXEC | O_RDWR};
   assert_int_equal(ioctl(fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &p), 0);
   assert_int_equal(lseek(p.fd, 0, SEEK_END), 12288);
   b = mmap(NULL, 4096, PROT_READ, MAP_SHARED, p.fd, 0);
   assert_ptr_not_equal(b, MAP_FAILED);
   assert_int_equal(b[7], 99);
   munmap(b, 4096);
   struct drm_prime_handle in = {.fd = p.fd};
   assert_int_equal(ioctl(fd, DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), 0);
   assert_int_equal(in.handle, h);
   assert_int_equal(ioctl(card, DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), 0);
   close(p.fd);
   close_handle(fd, h);
   b = map(card, in.handle, 4096); /* lives on */
   assert_int_equal(b[7], 99);
   munmap(b, 4096);
   in.fd = 0;
   FAILS(EINVAL, ioctl(card, DRM_IOCTL_PRIME_FD_TO_HANDLE, &in));
   /* flink, on card nodes alone */
   struct drm_gem_flink link = {.handle = in.handle};
   struct drm_gem_open by_name;
   FAILS(EACCES, ioctl(fd, DRM_IOCTL_GEM_FLINK, &link));
   h = create(card, 4096);
   link.handle = h;
   assert_int_equal(ioctl(card, DRM_IOCTL_GEM_FLINK, &link), 0);
   by_name = (struct drm_gem_open){.name = link.name};
   assert_int_equal(ioctl(card2, DRM_IOCTL_GEM_OPEN, &by_name), 0);
   assert_int_equal(by_name.size, 4096);
   close_handle(card, h);
   close(card2); /* and with it the last handle */
   card2 = open("/dev/dri/card0", O_RDWR);
   FAILS(ENOENT, ioctl(card2, DRM_IOCTL_GEM_OPEN, &by_name));
   close(fd);
   close(card);
   close(card2);
}

static void
submissions(void **state)
{
   int fd = open_render();
   uint32_t ib[32], h[2] = {create(fd, 4096), create(fd, 4096)}, keep = RADEON_CS_KEEP_TILING_FLAGS;
   uint32_t *src = map(fd, h[0], 4096), *dst = map(fd, h[1], 4096);
   for (unsigned i = 0; i < 1024; i++)
      src[i] = i * 7;
   uint32_t n = copy_stream(ib, 0, 64, 2048, false);
   assert_int_equal(submit(fd, ib, n, h, 2, keep, RADEON_CS_RING_GFX), 0);
   struct drm_radeon_gem_wait_idle wait = {.handle = h[1]};
   assert_int_equal(ioctl(fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &wait), 0);
   assert_memory_equal(dst + 16, src, 2048);
   assert_int_equal(dst[16 + 512], 0);
   src[0] = 4321; /* drivers of before 2011 leave tiling to the kernel */
   assert_int_equal(submit(fd, ib, n, h, 2, 0, RADEON_CS_RING_GFX), 0);
   assert_int_equal(dst[16], 4321);

   FAILS(EINVAL, submit(fd, ib, 0, h, 2, keep, RADEON_CS_RING_GFX));
   FAILS(EINVAL, submit(fd, ib, n, h, 2, keep, RADEON_CS_RING_UVD));
   FAILS(EINVAL, submit(fd, ib, n, h, 1, keep, RADEON_CS_RING_GFX)); /* the checker's: no such relocation */
   uint32_t unknown[2] = {h[0], 4711};
   FAILS(ENOENT, submit(fd, ib, n, unknown, 2, keep, RADEON_CS_RING_GFX));
   FAILS(EFAULT, submit(fd, NULL, n, h, 2, keep, RADEON_CS_RING_GFX));
   if (!chip->base.virtual_memory)
      FAILS(EINVAL, submit(fd, ib, n, h, 2, RADEON_CS_USE_VM, RADEON_CS_RING_GFX));

   /* the DMA ring fills; addresses take buffers in order; R6xx have none for users */
   uint32_t fill[] = {13u << 28 | 8, 1024, 0xabcdef, 0};
   if (chip->gen > DB_R600) {
      assert_int_equal(submit(fd, fill, 4, h + 1, 1, 0, RADEON_CS_RING_DMA), 0);
      assert_true(dst[255] != 0xabcdef && dst[256] == 0xabcdef && dst[263] == 0xabcdef &&
                  dst[264] != 0xabcdef);
      fill[1] = 4092;
   }
   FAILS(EINVAL, submit(fd, fill, 4, h + 1, 1, 0, RADEON_CS_RING_DMA));
   close(fd);
}

static int
va(int fd, uint32_t handle, uint32_t operation, uint64_t offset, struct drm_radeon_gem_va *out)
{
   *out = (struct drm_radeon_gem_va){.handle = handle,
                                     .operation = operation,
                                     .offset = offset,
                                     .flags = RADEON_VM_PAGE_READABLE | RADEON_VM_PAGE_WRITEABLE};
   return ioctl(fd, DRM_IOCTL_RADEON_GEM_VA, out);
}

/* Chunks in unusual company: of one kind the last counts, of an unknown kind none; empty ones are refused. */
static void
chunks(void **state)
{
   const int fd = open_render();
   const uint32_t h[2] = {create(fd, 4096), create(fd, 4096)};
   uint32_t ib[16], noise[4] = {~0u, ~0u, ~0u, ~0u},
                    flags[2] = {RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX};
   const uint32_t n = copy_stream(ib, 0, 0, 64, false);
   struct drm_radeon_cs_reloc relocs[2] = {
      {h[0], RADEON_GEM_DOMAIN_VRAM, RADEON_GEM_DOMAIN_VRAM, 0},
      {h[1], RADEON_GEM_DOMAIN_VRAM, RADEON_GEM_DOMAIN_VRAM, 0}
   };
   struct drm_radeon_cs_chunk c[] = {
      {RADEON_CHUNK_ID_IB,       4, (uintptr_t)noise },
      {RADEON_CHUNK_ID_RELOCS,   4, (uintptr_t)noise },
      {RADEON_CHUNK_ID_FLAGS,    2, (uintptr_t)noise },
      {RADEON_CHUNK_ID_CONST_IB, 4, (uintptr_t)noise },
      {0x77,                     4, (uintptr_t)noise },
      {RADEON_CHUNK_ID_RELOCS,   8, (uintptr_t)relocs},
      {RADEON_CHUNK_ID_FLAGS,    2, (uintptr_t)flags },
      {RADEON_CHUNK_ID_IB,       n, (uintptr_t)ib    },
   };
   uint64_t list[ARRAY_SIZE(c)];
   for (unsigned i = 0; i < ARRAY_SIZE(c); i++)
      list[i] = (uintptr_t)&c[i];
   struct drm_radeon_cs a = {.num_chunks = ARRAY_SIZE(c), .chunks = (uintptr_t)list};
   uint8_t *p = map(fd, h[0], 4096), *q = map(fd, h[1], 4096);
   memset(p, 0x5a, 4096);
   memset(q, 0, 4096);
   assert_int_equal(ioctl(fd, DRM_IOCTL_RADEON_CS, &a), 0);
   struct drm_radeon_gem_wait_idle wait = {.handle = h[1]};
   assert_int_equal(ioctl(fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &wait), 0);
   assert_int_equal(q[63], 0x5a);
   for (unsigned i = 0; i < ARRAY_SIZE(c); i++) {
      const uint32_t length = c[i].length_dw;
      c[i].length_dw = 0;
      if (c[i].chunk_id == RADEON_CHUNK_ID_RELOCS || c[i].chunk_id == 0x77) {
         c[i].length_dw = length;
         continue;
      }
      FAILS(EINVAL, ioctl(fd, DRM_IOCTL_RADEON_CS, &a));
      c[i].length_dw = length;
   }
   a.num_chunks = 0; /* nothing to do */
   assert_int_equal(ioctl(fd, DRM_IOCTL_RADEON_CS, &a), 0);
   munmap(p, 4096);
   munmap(q, 4096);
   close(fd);
}

static void
virtual_memory(void **state)
{
   int fd = open_render(), other = open_render();
   struct drm_radeon_gem_va a;
   uint32_t h[2] = {create(fd, 4096), create(fd, 8192)};
   const uint64_t at = 16 << 20;
   if (!chip->base.virtual_memory) {
      FAILS(ENOTTY, va(fd, h[0], RADEON_VA_MAP, at, &a));
      close(fd);
      close(other);
      return;
   }
   FAILS(EINVAL, va(fd, h[0], RADEON_VA_MAP, 4096, &a));
   assert_int_equal(a.operation, RADEON_VA_RESULT_ERROR);
   FAILS(EINVAL, va(fd, h[0], RADEON_VA_MAP, at + 16, &a));
   FAILS(ENOENT, va(fd, 4711, RADEON_VA_MAP, at, &a));
   assert_int_equal(va(fd, h[0], RADEON_VA_MAP, at, &a), 0);
   assert_int_equal(a.operation, RADEON_VA_RESULT_OK);
   assert_int_equal(va(fd, h[0], RADEON_VA_MAP, at + 65536, &a), 0);
   assert_true(a.operation == RADEON_VA_RESULT_VA_EXIST && a.offset == at);
   FAILS(EINVAL, va(fd, h[1], RADEON_VA_MAP, at - 4096, &a)); /* overlaps */
   assert_int_equal(va(fd, h[1], RADEON_VA_MAP, UINT64_C(5) << 30, &a), 0);
   /* an address space of its own */
   uint32_t there = create(other, 4096);
   assert_int_equal(va(other, there, RADEON_VA_MAP, at, &a), 0);
   uint32_t *src = map(fd, h[0], 4096), *dst = map(fd, h[1], 8192), *wrong = map(other, there, 4096), ib[16];
   src[5] = 55;
   wrong[5] = 66;
   uint32_t n = copy_stream(ib, at, (UINT64_C(5) << 30) + 4096, 4096, true);
   assert_int_equal(submit(fd, ib, n, h, 2, RADEON_CS_USE_VM, RADEON_CS_RING_GFX), 0);
   assert_int_equal(dst[1024 + 5], 55);
   /* the same addresses with relocations, which chips with virtual memory take, too */
   n = copy_stream(ib, 0, 0, 4096, false);
   assert_int_equal(submit(fd, ib, n, h, 2, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX), 0);
   assert_int_equal(dst[5], 55);
   assert_int_equal(va(fd, h[0], RADEON_VA_UNMAP, at, &a), 0);
   assert_int_equal(va(fd, h[0], RADEON_VA_MAP, at + 65536, &a), 0);
   assert_int_equal(a.operation, RADEON_VA_RESULT_OK);
   close(fd);
   close(other);
}

/* What the device says on stderr meanwhile; its server is a thread here. */
static void
listen_stderr(int *saved, char **buf, size_t *len)
{
   if (!*buf) {
      char path[] = "/tmp/test_vradeon-XXXXXX";
      int fd = mkstemp(path);
      assert_true(fd >= 0);
      unlink(path);
      *saved = dup(2);
      dup2(fd, 2);
      close(fd);
      *buf = calloc(1, *len);
      return;
   }
   assert_true(pread(2, *buf, *len - 1, 0) >= 0);
   dup2(*saved, 2);
   close(*saved);
}

/* What is mapped nowhere reads as zero and is told of; its neighbours and what is unmapped again, too. */
static void
unmapped_addresses(void **state)
{
   if (!chip->base.virtual_memory)
      return;
   int fd = open_render(), saved;
   struct drm_radeon_gem_va a;
   uint32_t h = create(fd, 8192), ib[16], *p = map(fd, h, 8192);
   const uint64_t at = 16 << 20;
   assert_int_equal(va(fd, h, RADEON_VA_MAP, at, &a), 0);
   p[1024] = 7;
   char *said = NULL;
   size_t len = 4096;
   listen_stderr(&saved, &said, &len);
   uint32_t n = copy_stream(ib, at + 4096, at, 2048, true);
   assert_int_equal(submit(fd, ib, n, &h, 1, RADEON_CS_USE_VM, RADEON_CS_RING_GFX), 0);
   n = copy_stream(ib, 0x123456000, at + 4096, 2048, true);
   assert_int_equal(submit(fd, ib, n, &h, 1, RADEON_CS_USE_VM, RADEON_CS_RING_GFX), 0);
   listen_stderr(&saved, &said, &len);
   assert_true(p[0] == 7 && p[1024] == 0);
   assert_non_null(strstr(said, "no buffer is mapped at GPU address 0x123456000"));
   assert_ptr_equal(strstr(said, "GPU fault"), strstr(said, "GPU fault: no buffer"));
   free(said);
   said = NULL;
   listen_stderr(&saved, &said, &len);
   n = copy_stream(ib, at, 0x23456000, 2048, true); /* nor is anything kept there */
   assert_int_equal(submit(fd, ib, n, &h, 1, RADEON_CS_USE_VM, RADEON_CS_RING_GFX), 0);
   n = copy_stream(ib, 0x23456000, at + 4096, 2048, true);
   assert_int_equal(submit(fd, ib, n, &h, 1, RADEON_CS_USE_VM, RADEON_CS_RING_GFX), 0);
   listen_stderr(&saved, &said, &len);
   assert_int_equal(p[1024], 0);
   assert_non_null(strstr(said, "0x23456000"));
   free(said);
   close(fd);
}

static int
userptr(int fd, const void *at, uint64_t size_B, uint32_t flags, uint32_t *handle)
{
   struct drm_radeon_gem_userptr a = {.addr = (uintptr_t)at, .size = size_B, .flags = flags};
   int ret = ioctl(fd, DRM_IOCTL_RADEON_GEM_USERPTR, &a);
   *handle = a.handle;
   return ret;
}

static void
user_memory(void **state)
{
   int fd = open_render();
   const uint32_t all =
      RADEON_GEM_USERPTR_ANONONLY | RADEON_GEM_USERPTR_REGISTER | RADEON_GEM_USERPTR_VALIDATE;
   uint32_t *p = mmap(NULL, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), h[2], ib[16];
   for (uint32_t i = 0; i < 4096; i++)
      p[i] = i;
   FAILS(EINVAL, userptr(fd, p + 1, 4096, all, h));
   FAILS(EINVAL, userptr(fd, p, 4095, all, h));
   FAILS(EINVAL, userptr(fd, p, 4096, 0x100, h));
   FAILS(EACCES, userptr(fd, p, 4096, 0, h)); /* how drivers ask whether there is the ioctl */
   FAILS(EFAULT, userptr(fd, NULL, 4096, all, h));
   assert_int_equal(munmap(p + 3072, 4096), 0);
   FAILS(EFAULT, userptr(fd, p, 16384, all, h));
   assert_int_equal(userptr(fd, p, 8192, all, &h[0]), 0);
   assert_true(p[0] == 0 && p[2047] == 2047 && p[2048] == 2048);
   h[1] = create(fd, 8192);
   uint32_t *q = map(fd, h[1], 8192), n = copy_stream(ib, 0, 0, 8192, false);
   p[5] = 55;
   assert_int_equal(submit(fd, ib, n, h, 2, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX), 0);
   assert_true(q[5] == 55 && q[2047] == 2047);
   q[6] = 66;
   uint32_t back[2] = {h[1], h[0]};
   assert_int_equal(submit(fd, ib, n, back, 2, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX), 0);
   assert_int_equal(p[6], 66);
   close_handle(fd, h[0]); /* the memory stays the program's, and may be made a buffer again */
   p[7] = 77;
   assert_true(p[6] == 66 && p[2047] == 2047);
   assert_int_equal(userptr(fd, p, 4096, all, &h[0]), 0);
   assert_true(p[7] == 77 && p[1024] == 1024);
   munmap(p, 12288);
   close(fd);
}

int
main(void)
{
   if (!find_chip())
      return 1;
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(nodes),       cmocka_unit_test(card),           cmocka_unit_test(versions),
      cmocka_unit_test(infos),       cmocka_unit_test(buffers),        cmocka_unit_test(submissions),
      cmocka_unit_test(chunks),      cmocka_unit_test(virtual_memory), cmocka_unit_test(unmapped_addresses),
      cmocka_unit_test(user_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
