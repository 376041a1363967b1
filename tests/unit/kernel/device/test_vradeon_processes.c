/* SPDX-License-Identifier: MIT
 *
 * The virtual radeon used by several threads and processes: descriptors that are inherited or passed over a
 * socket, and programs that close what is not theirs.
 */
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "vradeon_fixture.h"

static void *
copy_many(void *data)
{
   int fd = open_render();
   uint32_t ib[32], h[2] = {create(fd, 65536), create(fd, 65536)};
   uint32_t *src = map(fd, h[0], 65536), *dst = map(fd, h[1], 65536), bad = 0;
   uint32_t n = copy_stream(ib, 0, 0, 65536, false);
   for (uint32_t round = 1; round <= 50; round++) {
      src[0] = src[16383] = round;
      bad += submit(fd, ib, n, h, 2, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX) != 0;
      bad += dst[0] != round || dst[16383] != round;
      uint32_t extra = create(fd, 4096 * (round % 7 + 1));
      close_handle(fd, extra);
   }
   close(fd);
   *(uint32_t *)data = bad;
   return NULL;
}

static void
threads(void **state)
{
   pthread_t t[4];
   uint32_t bad[4];
   for (unsigned i = 0; i < 4; i++)
      assert_int_equal(pthread_create(&t[i], NULL, copy_many, &bad[i]), 0);
   for (unsigned i = 0; i < 4; i++) {
      pthread_join(t[i], NULL);
      assert_int_equal(bad[i], 0);
   }
}

/* Sends or receives a descriptor over a socket. */
static int
pass(int sock, int fd)
{
   char byte = 0, control[CMSG_SPACE(sizeof(int))] = {0};
   struct iovec iov = {&byte, 1};
   struct msghdr h = {
      .msg_iov = &iov, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
   if (fd < 0) {
      if (recvmsg(sock, &h, 0) != 1 || !CMSG_FIRSTHDR(&h))
         return -1;
      memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&h)), sizeof fd);
      return fd;
   }
   struct cmsghdr *c = CMSG_FIRSTHDR(&h);
   *c = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof fd), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
   memcpy(CMSG_DATA(c), &fd, sizeof fd);
   return sendmsg(sock, &h, 0) == 1 ? 0 : -1;
}

/* What a child does with the parent's file, a file of its own and a buffer it is sent: the number of the
 * step that went wrong. */
static int
child(int inherited, uint32_t handle, int sock)
{
   uint32_t ib[16], v = 0;
   struct drm_radeon_info a = {.request = RADEON_INFO_DEVICE_ID, .value = (uintptr_t)&v};
   if (ioctl(inherited, DRM_IOCTL_RADEON_INFO, &a) || v != chip->base.pci_ids[0])
      return 1;
   struct drm_radeon_gem_mmap where = {.handle = handle};
   if (ioctl(inherited, DRM_IOCTL_RADEON_GEM_MMAP, &where)) /* handles are the file's, whoever has it */
      return 2;
   int fd = open("/dev/dri/renderD128", O_RDWR), buf = pass(sock, -1);
   struct drm_prime_handle in = {.fd = buf};
   struct stat st;
   if (fd < 0 || buf < 0 || fstat(buf, &st) || st.st_size != 8192)
      return 3;
   if (ioctl(fd, DRM_IOCTL_PRIME_FD_TO_HANDLE, &in))
      return 4;
   struct drm_radeon_gem_create c = {.size = 4096};
   if (ioctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &c))
      return 5;
   where.handle = c.handle;
   if (ioctl(fd, DRM_IOCTL_RADEON_GEM_MMAP, &where))
      return 6;
   uint32_t *src = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)where.addr_ptr);
   if (src == MAP_FAILED)
      return 7;
   for (uint32_t i = 0; i < 1024; i++)
      src[i] = i ^ 0x5555;
   uint32_t h[2] = {c.handle, in.handle}, n = copy_stream(ib, 0, 4096, 4096, false);
   return submit(fd, ib, n, h, 2, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX) ? 8 : 0;
}

/* A buffer of the parent's that the child's GPU work reaches, and a file that outlives its opener. */
static void
processes(void **state)
{
   int fd = open_render(), sock[2], status;
   uint32_t h = create(fd, 8192), *p = map(fd, h, 8192);
   struct drm_prime_handle out = {.handle = h, .flags = O_CLOEXEC | O_RDWR};
   assert_int_equal(ioctl(fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &out), 0);
   assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, sock), 0);
   pid_t pid = fork();
   if (!pid)
      _exit(child(fd, h, sock[1]));
   assert_true(pid > 0);
   assert_int_equal(pass(sock[0], out.fd), 0);
   assert_int_equal(waitpid(pid, &status, 0), pid);
   assert_int_equal(status, 0);
   assert_int_equal(p[0], 0);
   assert_true(p[1024] == 0x5555 && p[2047] == (1023 ^ 0x5555));
   close(out.fd);
   /* handles of a file that a child has inherited go with the last of the two */
   pid = fork();
   if (!pid) {
      char byte;
      _exit(read(sock[1], &byte, 1) != 1);
   }
   struct drm_radeon_info a = {.request = RADEON_INFO_VRAM_USAGE};
   uint64_t before, after;
   int other = open_render();
   close(fd);
   a.value = (uintptr_t)&before;
   assert_int_equal(ioctl(other, DRM_IOCTL_RADEON_INFO, &a), 0);
   assert_int_equal(write(sock[0], "", 1), 1);
   assert_int_equal(waitpid(pid, &status, 0), pid);
   assert_int_equal(status, 0);
   a.value = (uintptr_t)&after;
   assert_int_equal(ioctl(other, DRM_IOCTL_RADEON_INFO, &a), 0);
   assert_int_equal(before - after, 8192);
   p[3] = 33; /* and the mapping keeps the storage still */
   assert_int_equal(p[1024], 0x5555);
   uint32_t fresh = create(other, 8192), *q = map(other, fresh, 8192);
   assert_int_equal(q[3], 0);
   q[1024] = 1;
   assert_int_equal(p[1024], 0x5555);
   close(other);
   close(sock[0]);
   close(sock[1]);
}

/* A program that closes all that it does not know, and puts its own files there. */
static void
strangers_descriptors(void **state)
{
   int fd = open_render();
   uint32_t v = 0;
   for (int i = fd + 1; i < 1024; i++)
      close(i);
   for (int i = 0; i < 250; i++)
      assert_true(open("/dev/null", O_RDONLY) >= 0);
   assert_int_equal(info(fd, RADEON_INFO_DEVICE_ID, &v), 0);
   assert_int_equal(v, chip->base.pci_ids[0]);
   for (int i = fd + 1; i < 1024; i++)
      close(i);
   assert_int_equal(info(fd, RADEON_INFO_DEVICE_ID, &v), 0);
   close(fd);
}

int
main(void)
{
   if (!find_chip())
      return 1;
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads),
      cmocka_unit_test(processes),
      cmocka_unit_test(strangers_descriptors),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
