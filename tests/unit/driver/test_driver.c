/* SPDX-License-Identifier: MIT
 *
 * src/driver on the winsys that runs nothing: reuse of buffers, a submission's list of them, pieces of upload
 * memory, fences; copies of vertices and indices.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "driver/bo_list.h"
#include "driver/fence.h"
#include "driver/upload.h"
#include "driver/vertices.h"
#include "target/target.h"
#include "util/u_indices.h"
#include "util/u_math.h"

static struct winsys *ws, real;
static unsigned created, freed, out_of_memory;
static bool busy;

static struct ws_bo *
count_create(struct winsys *w, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   if (out_of_memory) {
      out_of_memory--;
      return NULL;
   }
   created++;
   return real.bo_create(w, size_B, align_B, domain);
}

static void
count_unref(struct winsys *w, struct ws_bo *bo)
{
   freed += bo != NULL;
   real.bo_unref(w, bo);
}

static bool
told_wait(struct winsys *w, struct ws_bo *bo, uint64_t timeout_ns, bool for_write)
{
   return !busy;
}

static void
begin(struct drv_bo_pool *pool)
{
   ws = ws_null_create(target_chip_find("cayman")); /* has addresses */
   assert_non_null(ws);
   real = *ws;
   ws->bo_create = count_create;
   ws->bo_unref = count_unref;
   ws->bo_wait = told_wait;
   created = freed = out_of_memory = 0;
   busy = false;
   drv_bo_pool_init(pool, ws);
}

static void
end(struct drv_bo_pool *pool)
{
   drv_bo_pool_fini(pool);
   assert_int_equal(created, freed);
   ws->destroy(ws);
}

static void
test_reuse(void **state)
{
   struct drv_bo_pool pool;
   begin(&pool);
   struct drv_bo *a = drv_bo_create(&pool, 5000, 256, WS_DOMAIN_GTT), *b = drv_bo_ref(a);
   assert_true(a->size_B >= 5000 && a->map && a->va && a->va % a->align_B == 0);
   const uint32_t id = a->id;
   drv_bo_unref(a);
   assert_int_equal(pool.idle_B, 0); /* b holds it */
   drv_bo_unref(b);
   assert_int_equal(pool.idle_B, 5 * 1024);

   /* nothing but what fits and is idle */
   struct drv_bo *other[] = {drv_bo_create(&pool, 5000, 8192, WS_DOMAIN_GTT),
                             drv_bo_create(&pool, 5000, 256, WS_DOMAIN_VRAM),
                             drv_bo_create(&pool, 6000, 256, WS_DOMAIN_GTT)};
   for (unsigned i = 0; i < 3; i++)
      assert_int_not_equal(other[i]->id, id);
   busy = true;
   b = drv_bo_create(&pool, 5120, 4096, WS_DOMAIN_GTT);
   assert_int_not_equal(b->id, id);
   busy = false;
   a = drv_bo_create(&pool, 5120, 4096, WS_DOMAIN_GTT);
   assert_int_equal(a->id, id);
   assert_int_equal(created, 5);

   /* a shared one and a large one go back at once */
   a->shared = true;
   drv_bo_unref(a);
   drv_bo_unref(drv_bo_create(&pool, 40 << 20, 4096, WS_DOMAIN_GTT));
   assert_int_equal(freed, 2);

   /* what waits is given back where memory is short */
   drv_bo_unref(b);
   for (unsigned i = 0; i < 3; i++)
      drv_bo_unref(other[i]);
   out_of_memory = 1;
   a = drv_bo_create(&pool, 100000, 4096, WS_DOMAIN_GTT);
   assert_non_null(a);
   assert_int_equal(freed, 6);
   out_of_memory = 2;
   assert_null(drv_bo_create(&pool, 200000, 4096, WS_DOMAIN_GTT));
   drv_bo_unref(a);
   end(&pool);
}

static void
test_list(void **state)
{
   struct drv_bo_pool pool;
   struct drv_bo_list list;
   begin(&pool);
   assert_true(drv_bo_list_init(&list));
   struct drv_bo *a = drv_bo_create(&pool, 4096, 4096, WS_DOMAIN_VRAM);
   pool.next_id = a->id + DRV_BO_LIST_LOOKUP; /* the same place in the table */
   struct drv_bo *b = drv_bo_create(&pool, 4096, 4096, WS_DOMAIN_GTT);
   assert_false(drv_bo_list_has(&list, a));
   for (unsigned i = 0; i < 3; i++) {
      assert_int_equal(drv_bo_list_use(&list, a, false), 0);
      assert_int_equal(drv_bo_list_use(&list, b, i == 1), 1);
   }
   assert_int_equal(list.count, 2);
   assert_int_equal(list.size_B, a->size_B + b->size_B);
   assert_true(list.relocs[0].bo == a->ws && list.relocs[1].bo == b->ws);
   assert_int_equal(list.relocs[0].read_domains, WS_DOMAIN_VRAM);
   assert_int_equal(list.relocs[0].write_domain, 0);
   assert_int_equal(list.relocs[1].write_domain, WS_DOMAIN_GTT);

   /* the list keeps them */
   drv_bo_unref(a);
   drv_bo_unref(b);
   assert_int_equal(pool.idle_B, 0);
   assert_true(drv_bo_list_has(&list, a) && drv_bo_list_has(&list, b));
   drv_bo_list_clear(&list);
   assert_int_equal(pool.idle_B, 8192);
   assert_int_equal(list.count + list.size_B, 0);
   drv_bo_list_fini(&list);
   end(&pool);
}

static void
test_upload(void **state)
{
   struct drv_bo_pool pool;
   struct drv_upload up;
   uint32_t at;
   begin(&pool);
   drv_upload_init(&up, &pool, WS_DOMAIN_GTT, 8192);
   assert_true(drv_upload_alloc(&up, 10, 4, &at));
   assert_int_equal(at, 0);
   assert_true(drv_upload_alloc(&up, 100, 256, &at));
   assert_int_equal(at, 256);
   assert_true(drv_upload_alloc(&up, 8192 - 356, 4, &at)); /* to the last byte */
   assert_int_equal(at, 356);
   assert_int_equal(created, 1);
   struct drv_bo *first = drv_bo_ref(up.bo);
   assert_true(drv_upload_alloc(&up, 1, 1, &at));
   assert_int_equal(at, 0);
   assert_ptr_not_equal(up.bo, first);
   assert_true(drv_upload_alloc(&up, 100000, 4, &at)); /* more than a chunk */
   assert_true(up.bo->size_B >= 100000);
   out_of_memory = 2;
   assert_false(drv_upload_alloc(&up, 1 << 20, 4, &at));
   assert_true(drv_upload_alloc(&up, 4, 4, &at)); /* where there was room */
   drv_bo_unref(first);
   drv_upload_fini(&up);
   end(&pool);
}

static void
test_fence(void **state)
{
   struct drv_bo_pool pool;
   begin(&pool);
   struct pipe_screen screen = {0};
   struct ws_fence *inner = NULL;
   assert_true(ws->cs_submit(ws, WS_RING_GFX, NULL, 0, NULL, 0, &inner));
   struct drv_fence *f[] = {drv_fence_create(ws, inner), drv_fence_create(ws, NULL)};
   for (unsigned i = 0; i < 2; i++) {
      drv_fence_ref(&screen, &f[i]->base);
      drv_fence_unref(&screen, &f[i]->base);
      assert_true(drv_fence_finish(&screen, &f[i]->base, 0));
      drv_fence_unref(&screen, &f[i]->base);
   }
   drv_fence_unref(&screen, NULL);
   end(&pool);
}

static void
test_array_copy(void **state)
{
   const uint8_t src[] = {9, 1, 2, 3, 9, 4, 5, 6, 9, 7, 8, 9};
   uint8_t out[28];
   memset(out, 0xee, sizeof out);
   /* three bytes from odd places to dwords; the byte behind them stays */
   const struct drv_array plain = {src + 1, 4, 1, PIPE_FORMAT_R8G8B8_UNORM, PIPE_FORMAT_R8G8B8_UNORM};
   drv_array_copy(out, 4, &plain, 3);
   assert_memory_equal(out, ((const uint8_t[]){1, 2, 3, 0xee, 4, 5, 6, 0xee, 7, 8, 9, 0xee, 0xee}), 13);
   /* each for two instances, the last one's second is not wanted */
   const struct drv_array twice = {src + 1, 4, 2, PIPE_FORMAT_R8_UNORM, PIPE_FORMAT_R8_UNORM};
   drv_array_copy(out, 1, &twice, 5);
   assert_memory_equal(out, ((const uint8_t[]){1, 1, 4, 4, 7, 5}), 6);
   /* 16.16, and 10 bits a component without the two behind them */
   const int32_t fixed[] = {0x18000, -0x10000};
   const uint32_t packed = 511u << 22 | 512u << 12 | 1u << 2 | 1;
   float f[4] = {0};
   const struct drv_array sixteen = {(const uint8_t *)fixed, 8, 1, PIPE_FORMAT_R32G32_FIXED,
                                     drv_vertex_floats(2)};
   drv_array_copy((uint8_t *)f, 8, &sixteen, 1);
   assert_true(f[0] == 1.5f && f[1] == -1.0f && f[2] == 0.0f);
   const struct drv_array ten = {(const uint8_t *)&packed, 4, 1, PIPE_FORMAT_A2B10G10R10_SSCALED,
                                 drv_vertex_floats(3)};
   drv_array_copy((uint8_t *)f, 16, &ten, 1);
   assert_true(f[0] == 511.0f && f[1] == -512.0f && f[2] == 1.0f && f[3] == 0.0f);
}

static void
test_interleaved(void **state)
{
   static const uint8_t memory[256];
   const enum pipe_format f3 = PIPE_FORMAT_R32G32B32_FLOAT, b4 = PIPE_FORMAT_R8G8B8A8_UNORM;
   const struct drv_array a[] = {
      {memory + 20,  24, 1, f3, f3}, /* 0: 12 bytes */
      {memory + 16,  24, 1, b4, b4}, /* 1: before it */
      {memory + 34,  24, 1, b4, b4}, /* 2: two bytes off */
      {memory + 36,  24, 1, b4, b4}, /* 3: ends where the next vertex begins */
      {memory + 40,  24, 1, b4, b4}, /* 4: the next vertex' */
      {memory + 100, 24, 1, b4, b4}, /* 5: elsewhere */
      {memory + 32,  16, 1, b4, b4}, /* 6: another stride */
   };
   const uint8_t *begin;
   uint32_t span_B;
   assert_int_equal(drv_arrays_interleaved(a, 0x7f, 4, &begin, &span_B), 0x0b);
   assert_true(begin == memory + 16 && span_B == 24);
   assert_int_equal(drv_arrays_interleaved(a, 0x74, 4, &begin, &span_B), 0x04);
   assert_true(begin == memory + 34 && span_B == 4);
   assert_int_equal(drv_arrays_interleaved(a, 0x74, 2, &begin, &span_B), 0x14);
   assert_true(begin == memory + 34 && span_B == 10);
}

static void
test_indices(void **state)
{
   const uint32_t want[] = {200, 7, 255, 0, 254};
   for (unsigned src_B = 1; src_B <= 4; src_B *= 2) {
      uint8_t src[1 + sizeof want];
      uint32_t min, max;
      for (unsigned i = 0; i < ARRAY_SIZE(want); i++)
         memcpy(src + 1 + i * src_B, &want[i], src_B); /* at an odd address */
      u_index_bounds(src + 1, 3, src_B, &min, &max);
      assert_true(min == 7 && max == 255);
      for (unsigned dst_B = src_B; dst_B <= 4; dst_B *= 2) {
         uint32_t dst[ARRAY_SIZE(want) + 1];
         memset(dst, 0xee, sizeof dst);
         drv_indices_copy(dst, dst_B, src + 1, src_B, ARRAY_SIZE(want));
         for (unsigned i = 0; i < ARRAY_SIZE(want); i++) {
            uint32_t v = 0;
            memcpy(&v, (const uint8_t *)dst + i * dst_B, dst_B);
            assert_int_equal(v, want[i]);
         }
         assert_int_equal(((const uint8_t *)dst)[ARRAY_SIZE(want) * dst_B], 0xee);
      }
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reuse),   cmocka_unit_test(test_list),       cmocka_unit_test(test_upload),
      cmocka_unit_test(test_fence),   cmocka_unit_test(test_array_copy), cmocka_unit_test(test_interleaved),
      cmocka_unit_test(test_indices),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
