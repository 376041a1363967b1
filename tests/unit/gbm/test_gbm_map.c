/* SPDX-License-Identifier: MIT
 *
 * gbm_bo_map on the virtual radeon, with TERAGL_STRICT=fail: what the GPU wrote to a buffer is seen by whoever maps it
 * for reading. Each case is a process of its own, which ends with a failure if it reads what a card's CPU would not see.
 */
#include <gbm.h>
#include <sys/wait.h>

#include "../kernel/device/vradeon_fixture.h"

enum { W = 128, H = 16, SIZE_B = W * 4 * H };

struct t {
   int fd;
   struct gbm_device *gbm;
   struct gbm_bo *bo;
   uint32_t src, dst;
};

static void
copy(const struct t *t)
{
   uint32_t ib[16];
   const uint32_t n = copy_stream(ib, 0, 0, SIZE_B, false), handles[] = {t->src, t->dst};
   assert_int_equal(submit(t->fd, ib, n, handles, 2, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX), 0);
}

static const uint8_t *
gbm_map(const struct t *t, void **data)
{
   uint32_t stride;
   const uint8_t *p = gbm_bo_map(t->bo, 0, 0, W, H, GBM_BO_TRANSFER_READ, &stride, data);
   assert_non_null(p);
   return p;
}

/** The mapping is an old one the second time. */
static void
read_mapped(const struct t *t)
{
   for (unsigned i = 0; i < 2; i++) {
      void *data = NULL;
      copy(t);
      assert_int_equal(*(volatile const uint8_t *)gbm_map(t, &data), 0x5a);
      gbm_bo_unmap(t->bo, data);
   }
}

static void
read_afterwards(const struct t *t)
{
   void *data = NULL;
   const uint8_t *p = gbm_map(t, &data);
   copy(t);
   assert_int_equal(*(volatile const uint8_t *)p, 0x5a);
}

static bool
fails(void (*what)(const struct t *t))
{
   fflush(NULL);
   const pid_t child = fork();
   assert_true(child >= 0);
   if (!child) {
      struct t t = {.fd = open_render()};
      assert_non_null(t.gbm = gbm_create_device(t.fd));
      assert_non_null(t.bo = gbm_bo_create(t.gbm, W, H, GBM_FORMAT_ARGB8888, GBM_BO_USE_LINEAR));
      t.dst = gbm_bo_get_handle(t.bo).u32;
      t.src = create(t.fd, SIZE_B);
      memset(map(t.fd, t.src, SIZE_B), 0x5a, SIZE_B);
      what(&t);
      exit(0);
   }
   int status;
   assert_int_equal(waitpid(child, &status, 0), child);
   assert_true(WIFEXITED(status));
   return WEXITSTATUS(status) != 0;
}

static void
test_map(void **state)
{
   assert_false(fails(read_mapped));
   assert_true(fails(read_afterwards));
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_map)};
   return find_chip() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
