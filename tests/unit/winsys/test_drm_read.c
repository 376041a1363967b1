/* SPDX-License-Identifier: MIT
 *
 * What the CPU reads of buffers that the GPU wrote, on the kernel of drm_fake.h: of one in VRAM nothing new until
 * GEM_WAIT_IDLE was called on that very buffer, as the kernel flushes the host data path for no other call. First
 * the winsys alone, then the driver on it.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../terascale/ts_scene.h"
#include "db/terascale/pm4.h"
#include "drm_fake.h"
#include "terascale/public.h"
#include "terascale/resource/resource.h"
#include "util/u_math.h"
#include "winsys/radeon/priv.h"

#define R(n)   (FAKE_RADEON + DRM_RADEON_##n)
#define PAINT  0xa5
#define FORMAT PIPE_FORMAT_R8G8B8A8_UNORM

static struct winsys *
make(const char *name)
{
   char error[200] = "";
   fake_open(terascale_chip_find(name));
   fake.paint = PAINT;
   struct winsys *ws = ws_drm_create_fd(fake.fd, &terascale_chip_find(name)->base, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   return ws;
}

static void
end(struct winsys *ws)
{
   ws->destroy(ws);
   assert_int_equal(fake_open_handles(), 0);
   fake.fd = 0; /* the winsys has closed it */
}

static const uint32_t stream[] = {DB_PKT2, DB_PKT2, DB_PKT2, DB_PKT2};

static void
write_by_gpu(struct winsys *ws, enum ws_ring ring, struct ws_bo *bo)
{
   struct ws_fence *f = NULL;
   struct ws_reloc r = {bo, WS_DOMAIN_VRAM | WS_DOMAIN_GTT, WS_DOMAIN_VRAM};
   memset(ws->bo_map(ws, bo), 0, 4096);
   assert_true(ws->cs_submit(ws, ring, stream, 4, &r, 1, &f));
   assert_true(ws->fence_wait(ws, f, UINT64_MAX)); /* as glFinish does; it flushes nothing */
   ws->fence_unref(ws, f);
}

/* ---- the winsys --------------------------------------------------------------------------------------- */

static void
test_wait(void **state)
{
   static const uint64_t timeouts[] = {0, 1000000, UINT64_MAX};
   for (unsigned i = 0; i < ARRAY_SIZE(timeouts) * 2; i++) {
      struct winsys *ws = make("rv770");
      struct ws_bo *bo = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM);
      struct ws_bo *other = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM);
      const uint8_t *p = ws->bo_map(ws, bo);
      write_by_gpu(ws, i & 1 ? WS_RING_DMA : WS_RING_GFX, bo);
      write_by_gpu(ws, WS_RING_GFX, other);
      assert_true(ws->bo_wait(ws, other, UINT64_MAX, false));
      assert_int_equal(p[0], 0); /* neither the fence nor another buffer's call helped */
      assert_true(ws->bo_wait(ws, bo, timeouts[i / 2], false));
      assert_int_equal(p[0], PAINT);
      assert_int_equal(fake.object[bo->handle].waits, 1);
      ws->bo_unref(ws, bo);
      ws->bo_unref(ws, other);
      end(ws);
   }
}

/** Once after a submission; not for what lies in GTT; never for a buffer that is still busy when the time is up. */
static void
test_once(void **state)
{
   struct winsys *ws = make("cayman");
   struct ws_bo *bo = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM);
   struct ws_bo *gtt = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_GTT);
   for (unsigned i = 1; i <= 3; i++) {
      write_by_gpu(ws, WS_RING_GFX, bo);
      for (unsigned k = 0; k < 3; k++)
         assert_true(ws->bo_wait(ws, bo, k ? 0 : UINT64_MAX, true));
      assert_int_equal(fake.object[bo->handle].waits, i);
   }
   write_by_gpu(ws, WS_RING_GFX, gtt);
   assert_true(ws->bo_wait(ws, gtt, 0, false));
   assert_int_equal(fake.object[gtt->handle].waits, 0);
   assert_int_equal(*(uint8_t *)ws->bo_map(ws, gtt), PAINT);
   write_by_gpu(ws, WS_RING_GFX, bo);
   fake.object[bo->handle].busy = UINT_MAX;
   unsigned waits = fake.object[bo->handle].waits;
   struct ws_bo *late = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM);
   struct ws_reloc r = {late, 0, WS_DOMAIN_VRAM};
   fake.cs_busy = UINT_MAX;
   assert_true(ws->cs_submit(ws, WS_RING_GFX, stream, 4, &r, 1, NULL));
   assert_false(ws->bo_wait(ws, late, 0, false));
   assert_int_equal(fake.object[late->handle].waits, 0);
   assert_int_equal(fake.object[bo->handle].waits, waits);
   /* a call that fails flushed nothing, and is made again */
   fake_fail(R(GEM_WAIT_IDLE), EDEADLK, 1);
   assert_false(ws->bo_wait(ws, late, UINT64_MAX, false));
   assert_true(ws->bo_wait(ws, late, UINT64_MAX, false));
   assert_int_equal(fake.object[late->handle].waits, 1);
   ws->bo_unref(ws, late);
   ws->bo_unref(ws, gtt);
   ws->bo_unref(ws, bo);
   end(ws);
}

/** Of a shared buffer others' submissions count, which nobody tells of: each time. */
static void
test_shared(void **state)
{
   struct winsys *ws = make("rv770");
   uint64_t size;
   struct ws_bo *bo = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM);
   int fd = ws->bo_export(ws, bo);
   for (unsigned i = 0; i < 4; i++) {
      fake.object[bo->handle].hidden = true; /* by another process */
      memset(ws->bo_map(ws, bo), 0, 4096);
      assert_true(ws->bo_wait(ws, bo, i & 1 ? 0 : UINT64_MAX, false));
      assert_int_equal(*(uint8_t *)ws->bo_map(ws, bo), PAINT);
   }
   struct drm_radeon_gem_create theirs = {
      .size = 4096, .alignment = 4096, .initial_domain = RADEON_GEM_DOMAIN_VRAM};
   assert_int_equal(fake_create(&theirs), 0);
   fake.exported_handle = theirs.handle;
   struct ws_bo *in = ws->bo_import(ws, fd, &size);
   assert_non_null(in);
   fake.object[in->handle].hidden = true;
   assert_true(ws->bo_wait(ws, in, UINT64_MAX, false));
   assert_int_equal(*(uint8_t *)ws->bo_map(ws, in), PAINT);
   ws->bo_unref(ws, in);
   ws->bo_unref(ws, bo);
   close(fd);
   end(ws);
}

/* ---- the driver --------------------------------------------------------------------------------------- */

static void
finish(struct scene *s)
{
   struct pipe_fence *f = NULL;
   s->ctx->flush(s->ctx, &f);
   assert_non_null(f);
   assert_true(s->screen->fence_finish(s->screen, f, UINT64_MAX));
   s->screen->fence_unref(s->screen, f);
}

/** How many of the texels that a map shows the GPU wrote. */
static unsigned
painted(struct scene *s, struct pipe_resource *r, uint32_t usage)
{
   struct pipe_box box = {0, 0, 0, (int32_t)r->width0, (int32_t)r->height0, 1};
   struct pipe_transfer *t;
   const uint8_t *p = s->ctx->texture_map(s->ctx, r, 0, usage, &box, &t);
   unsigned n = 0;
   for (uint32_t y = 0; p && y < r->height0; y++)
      for (uint32_t x = 0; x < r->width0; x++)
         n += p[y * t->stride_B + x * 4] == PAINT;
   s->ctx->texture_unmap(s->ctx, t);
   return n;
}

/** glReadPixels of VRAM in place or of a copy in GTT, with and without glFinish before it; of windows and shared
 * buffers (linear), others are tiled. */
static void
read_textures(const char *chip, uint32_t bind, bool in_place, bool finished)
{
   struct winsys *ws = make(chip);
   assert_true(ws->info.vram_uncached);
   ws->info.vram_uncached = !in_place;
   struct pipe_screen *screen = ts_screen_create(ws);
   struct scene s;
   assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET | bind));
   assert_int_equal(ts_resource(s.color)->bo->domain, WS_DOMAIN_VRAM);
   for (unsigned pass = 0; pass < 3; pass++) {
      memset(ts_resource(s.color)->bo->map, 0, ts_resource(s.color)->size_B);
      scene_draw(&s);
      if (finished)
         finish(&s);
      assert_int_equal(painted(&s, s.color, PIPE_MAP_READ | (pass == 1 ? PIPE_MAP_WRITE : 0)), 64 * 64);
   }
   scene_fini(&s);
   screen->destroy(screen);
   fake.fd = 0;
}

static void
test_textures(void **state)
{
   static const uint32_t binds[] = {0, PIPE_BIND_DISPLAY_TARGET, PIPE_BIND_SHARED};
   for (unsigned i = 0; i < ARRAY_SIZE(binds) * 8; i++)
      read_textures(i & 1 ? "rv670" : "cypress", binds[i / 8], i & 2, i & 4);
}

/** The CPU writes nothing into storage that the GPU still uses: it waits, or leaves the writing to a later draw. */
static void
write_in_use(unsigned format, bool in_place, bool waits)
{
   struct winsys *ws = make("cypress");
   ws->info.vram_uncached = !in_place;
   struct pipe_screen *screen = ts_screen_create(ws);
   struct scene s;
   assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET));
   struct pipe_resource *r = format == FORMAT ? s.color : s.depth;
   const struct ts_resource *t = ts_resource(r);
   struct fake_object *o = fake_object(t->bo->ws->handle);
   fake.cs_busy = UINT_MAX;
   scene_draw(&s);
   s.ctx->flush(s.ctx, NULL);
   assert_int_equal(o->busy, UINT_MAX);
   memset(t->bo->map, 0, t->size_B);
   const struct pipe_box box = {.width = 16, .height = 16, .depth = 1};
   struct pipe_transfer *x;
   uint8_t *p = s.ctx->texture_map(s.ctx, r, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &box, &x);
   assert_non_null(p);
   for (uint32_t y = 0; y < 16; y++)
      memset(p + y * x->stride_B, 0x11, 64);
   s.ctx->texture_unmap(s.ctx, x);
   unsigned written = 0;
   for (uint64_t i = 0; i < t->size_B; i++)
      written += t->bo->map[i] == 0x11;
   assert_int_equal(o->waits, waits);
   assert_int_equal(o->busy, waits ? 0 : UINT_MAX);
   assert_int_equal(written, waits ? 16 * 16 * (t->has_stencil_plane ? 5 : 4) : 0);
   fake.cs_busy = 0;
   for (unsigned h = 1; h < FAKE_OBJECTS; h++)
      fake.object[h].busy = 0;
   scene_fini(&s);
   screen->destroy(screen);
   fake.fd = 0;
}

static void
test_write_in_use(void **state)
{
   write_in_use(FORMAT, true, true);
   write_in_use(FORMAT, false, false);
   write_in_use(PIPE_FORMAT_Z24_UNORM_S8_UINT, true, true);
   write_in_use(PIPE_FORMAT_Z24_UNORM_S8_UINT, false, true);
}

/** A buffer object in storage that was a target before: what the CPU writes there it finds there. */
static void
test_reused_storage(void **state)
{
   struct pipe_screen *screen = ts_screen_create(make("rv770"));
   struct scene s;
   assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET));
   struct pipe_resource *target = scene_texture(screen, FORMAT, 128, 128, PIPE_BIND_RENDER_TARGET);
   const uint32_t handle = ts_resource(target)->bo->ws->handle;
   s.fb = (struct pipe_framebuffer_state){.width = 128, .height = 128, .nr_cbufs = 1};
   s.fb.cbufs[0] = (struct pipe_surface){target, FORMAT, 0, 0};
   s.ctx->set_framebuffer_state(s.ctx, &s.fb);
   scene_draw(&s);
   finish(&s);
   s.fb.cbufs[0].texture = s.color;
   s.ctx->set_framebuffer_state(s.ctx, &s.fb);
   const uint64_t size_B = ts_resource(target)->size_B;
   pipe_resource_unref(target);
   assert_true(fake.object[handle].hidden);
   struct pipe_resource t = {.target = PIPE_BUFFER,
                             .format = PIPE_FORMAT_R8_UNORM,
                             .width0 = (uint32_t)size_B - 16,
                             .height0 = 1,
                             .depth0 = 1,
                             .array_size = 1,
                             .bind = PIPE_BIND_VERTEX_BUFFER};
   struct pipe_resource *b = screen->resource_create(screen, &t);
   assert_int_equal(ts_resource(b)->bo->ws->handle, handle);
   assert_false(fake.object[handle].hidden);
   uint8_t *p = s.ctx->buffer_map(s.ctx, b, 0, 4, PIPE_MAP_WRITE);
   p[0] = 1;
   s.ctx->buffer_unmap(s.ctx, b);
   assert_int_equal(*(uint8_t *)s.ctx->buffer_map(s.ctx, b, 0, 4, PIPE_MAP_READ), 1);
   s.ctx->buffer_unmap(s.ctx, b);
   pipe_resource_unref(b);
   scene_fini(&s);
   screen->destroy(screen);
   fake.fd = 0;
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_wait),           cmocka_unit_test(test_once),
      cmocka_unit_test(test_shared),         cmocka_unit_test(test_textures),
      cmocka_unit_test(test_reused_storage), cmocka_unit_test(test_write_in_use),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
