/* SPDX-License-Identifier: MIT
 *
 * TERAGL_STRICT on the virtual radeon: a process that reads what the GPU wrote to VRAM, before GEM_WAIT_IDLE on that
 * buffer has made its CPU see it, is told so and, in mode fail, ends with a failure. Each case is a process of its own.
 */
#include <sys/wait.h>

#include "vradeon_fixture.h"

enum { SIZE_B = 3 * 4096 };

struct buffers {
   int fd;
   uint32_t src, dst;
   volatile uint8_t *p; /* dst's */
};

static void
wait_idle(const struct buffers *b, uint32_t handle)
{
   struct drm_radeon_gem_wait_idle a = {.handle = handle};
   assert_int_equal(ioctl(b->fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &a), 0);
}

static void
copy(const struct buffers *b)
{
   uint32_t ib[16];
   const uint32_t n = copy_stream(ib, 0, 0, SIZE_B, false), handles[] = {b->src, b->dst};
   assert_int_equal(submit(b->fd, ib, n, handles, 2, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX), 0);
}

static void
read_byte(const struct buffers *b)
{
   assert_int_equal(b->p[4096 + 7], 0x5a);
}

/* ---- what is wrong ---- */

static void
read_at_once(struct buffers *b)
{
   read_byte(b);
}

static void
read_after_busy(struct buffers *b)
{
   struct drm_radeon_gem_busy a = {.handle = b->dst};
   assert_int_equal(ioctl(b->fd, DRM_IOCTL_RADEON_GEM_BUSY, &a), 0);
   read_byte(b);
}

static void
read_after_set_domain(struct buffers *b)
{
   struct drm_radeon_gem_set_domain a = {.handle = b->dst, .read_domains = RADEON_GEM_DOMAIN_CPU};
   assert_int_equal(ioctl(b->fd, DRM_IOCTL_RADEON_GEM_SET_DOMAIN, &a), 0);
   read_byte(b);
}

static void
read_after_another(struct buffers *b)
{
   wait_idle(b, b->src);
   read_byte(b);
}

static void
read_after_next(struct buffers *b)
{
   wait_idle(b, b->dst);
   read_byte(b);
   copy(b);
   read_byte(b);
   wait_idle(b, b->dst);
   read_byte(b);
}

static void
read_new_mapping(struct buffers *b)
{
   b->p = map(b->fd, b->dst, SIZE_B);
   read_byte(b);
}

static void
read_dma_buf(struct buffers *b)
{
   struct drm_prime_handle a = {.handle = b->dst, .flags = O_CLOEXEC | O_RDWR};
   assert_int_equal(ioctl(b->fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &a), 0);
   b->p = mmap(NULL, SIZE_B, PROT_READ | PROT_WRITE, MAP_SHARED, a.fd, 0);
   assert_ptr_not_equal(b->p, MAP_FAILED);
   read_byte(b);
}

static void
read_and_unmap(struct buffers *b)
{
   read_byte(b);
   assert_int_equal(munmap((void *)(uintptr_t)b->p, SIZE_B), 0);
}

/* ---- what is right ---- */

static void
read_after_wait(struct buffers *b)
{
   wait_idle(b, b->dst);
   read_byte(b);
   copy(b);
   wait_idle(b, b->dst);
   read_byte(b);
}

static void
write_only(struct buffers *b)
{
   b->p[0] = 1;
   copy(b);
   b->p[4096] = 2;
   b->p[8192] = 3;
   wait_idle(b, b->dst);
   read_byte(b);
}

static void
nothing(struct buffers *b)
{
}

/** A mapping outlives its buffer; another buffer's writes are none of its business. */
static void
old_mapping(struct buffers *b)
{
   wait_idle(b, b->dst);
   close_handle(b->fd, b->dst);
   struct buffers next = {.fd = b->fd, .src = b->src, .dst = create(b->fd, SIZE_B)};
   copy(&next);
   read_byte(b);
   assert_int_equal(munmap((void *)(uintptr_t)b->p, SIZE_B), 0);
}

/** Whether a process that does \p what ends with a failure. */
static bool
fails(void (*what)(struct buffers *b))
{
   fflush(NULL);
   const pid_t child = fork();
   assert_true(child >= 0);
   if (!child) {
      struct buffers b = {.fd = open_render()};
      b.src = create(b.fd, SIZE_B);
      b.dst = create(b.fd, SIZE_B);
      memset(map(b.fd, b.src, SIZE_B), 0x5a, SIZE_B);
      b.p = map(b.fd, b.dst, SIZE_B);
      copy(&b);
      what(&b);
      exit(0);
   }
   int status;
   assert_int_equal(waitpid(child, &status, 0), child);
   assert_true(WIFEXITED(status));
   return WEXITSTATUS(status) != 0;
}

static void
test_faults(void **state)
{
   assert_true(fails(read_at_once));
   assert_true(fails(read_after_busy));
   assert_true(fails(read_after_set_domain));
   assert_true(fails(read_after_another));
   assert_true(fails(read_after_next));
   assert_true(fails(read_new_mapping));
   assert_true(fails(read_dma_buf));
   assert_true(fails(read_and_unmap));
}

static void
test_silence(void **state)
{
   assert_false(fails(read_after_wait));
   assert_false(fails(write_only));
   assert_false(fails(nothing));
   assert_false(fails(old_mapping));
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_faults), cmocka_unit_test(test_silence)};
   return find_chip() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
