/* SPDX-License-Identifier: MIT
 *
 * src/driver on the winsys that runs nothing: reuse of buffers, a submission's list of them, pieces of upload
 * memory, fences.
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
#include "target/target.h"

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

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reuse),
      cmocka_unit_test(test_list),
      cmocka_unit_test(test_upload),
      cmocka_unit_test(test_fence),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
