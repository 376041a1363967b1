/* SPDX-License-Identifier: MIT
 *
 * Pictures of the driver on the emulated GPU, through real streams and shader code, without GL: what a clear,
 * a triangle, a texture, depth, stencil, blending, points and copies leave in memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "target/screen.h"
#include "terascale/public.h"
#include "ts_scene.h"
#include "util/u_math.h"

static const char *const chips[] = {"r600",  "rv610", "rv670", "rs880",  "rv770",  "rv710", "cypress",
                                    "cedar", "palm",  "barts", "caicos", "cayman", "aruba"};

static struct pipe_screen *
open_screen(const char *chip)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   return ts_screen_create(ws);
}

#define ASSERT_PIXEL(s, x, y, want)                                                                          \
   do {                                                                                                      \
      uint32_t got_ = scene_pixel(s, (s)->color, x, y);                                                      \
      if (got_ != (want))                                                                                    \
         fail_msg("%s: pixel (%d, %d) is %08x, not %08x", chip, x, y, got_, (uint32_t)(want));               \
   } while (0)

static bool
near(uint32_t a, uint32_t b, int tolerance)
{
   for (unsigned i = 0; i < 32; i += 8) {
      int d = (int)(a >> i & 255) - (int)(b >> i & 255);
      if (d > tolerance || d < -tolerance)
         return false;
   }
   return true;
}

static void
triangle(const char *chip, uint32_t bind)
{
   struct pipe_screen *screen = open_screen(chip);
   struct scene s;
   assert_true(scene_init(&s, screen, 64, 48, bind));
   scene_clear(&s, 0, 0.2f, 0, 1);
   scene_draw(&s);
   ASSERT_PIXEL(&s, 63, 47, 0xff003300);
   ASSERT_PIXEL(&s, 40, 40, 0xff003300);
   /* The corners' colours, and their mean in the middle of the diagonal. */
   assert_true(near(scene_pixel(&s, s.color, 0, 0), 0xff0000ff, 8));
   assert_true(near(scene_pixel(&s, s.color, 62, 0), 0xff00ff00, 8));
   assert_true(near(scene_pixel(&s, s.color, 0, 46), 0xffff0000, 8));
   assert_true(near(scene_pixel(&s, s.color, 31, 23), 0xff808000, 8));
   scene_fini(&s);
   screen->destroy(screen);
}

static void
test_triangle(void **state)
{
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
      triangle(chips[i], PIPE_BIND_RENDER_TARGET);
      triangle(chips[i], PIPE_BIND_RENDER_TARGET | PIPE_BIND_DISPLAY_TARGET);
   }
}

static void
test_clear(void **state)
{
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
      const char *chip = chips[i];
      struct pipe_screen *screen = open_screen(chip);
      struct scene s;
      assert_true(scene_init(&s, screen, 70, 50, PIPE_BIND_RENDER_TARGET));
      scene_clear(&s, 1, 0, 0.4f, 0.2f);
      for (int y = 0; y < 50; y += 7)
         for (int x = 0; x < 70; x += 3)
            ASSERT_PIXEL(&s, x, y, 0x336600ff);
      /* A scissored clear of green only. */
      struct pipe_clear_info ci = {
         .buffers = PIPE_CLEAR_COLOR0,
         .scissor_enable = true,
         .scissor = {10, 5, 20, 9},
         .colormask = PIPE_MASK_G,
         .color.f = {0,  1, 1,  1}
      };
      s.ctx->clear(s.ctx, &ci);
      ASSERT_PIXEL(&s, 10, 5, 0x3366ffff);
      ASSERT_PIXEL(&s, 19, 8, 0x3366ffff);
      ASSERT_PIXEL(&s, 20, 8, 0x336600ff);
      ASSERT_PIXEL(&s, 9, 5, 0x336600ff);
      ASSERT_PIXEL(&s, 10, 9, 0x336600ff);
      /* Depth and stencil. */
      struct pipe_clear_info zs = {.buffers = PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL,
                                   .stencil_writemask = 0x0f,
                                   .depth = 0.5,
                                   .stencil = 0xa5};
      s.ctx->clear(s.ctx, &zs);
      uint32_t v = scene_pixel(&s, s.depth, 33, 22);
      assert_int_equal(v >> 24, 0x05);
      assert_in_range(v & 0xffffff, 0x7fffff, 0x800000);
      scene_fini(&s);
      screen->destroy(screen);
   }
}

/** Uploads a 4x4 texture, draws it over the target, reads it back. */
static void
test_texture(void **state)
{
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
      const char *chip = chips[i];
      struct pipe_screen *screen = open_screen(chip);
      struct scene s;
      assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET));
      struct pipe_context *c = s.ctx;
      struct pipe_resource *tex =
         scene_texture(screen, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4, PIPE_BIND_SAMPLER_VIEW);
      struct pipe_box box = {0, 0, 0, 4, 4, 1};
      struct pipe_transfer *t;
      uint8_t *p = c->texture_map(c, tex, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE, &box, &t);
      for (uint32_t y = 0; y < 4; y++)
         for (uint32_t x = 0; x < 4; x++) {
            uint32_t v = 0xff000000 | x << 4 | y << 12;
            memcpy(p + y * t->stride_B + x * 4, &v, 4);
         }
      c->texture_unmap(c, t);
      char error[200];
      struct ir_shader *ir = scene_fs(true);
      void *fs = c->create_fs_state(c, ir, error, sizeof error);
      ir_shader_destroy(ir);
      assert_non_null(fs);
      struct pipe_sampler_view_desc d = {
         tex, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, {0, 1, 2, 3}
      };
      struct pipe_sampler_view *v = c->create_sampler_view(c, &d);
      c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 1, &v);
      struct pipe_sampler_state ss = {0};
      void *sampler = c->create_sampler_state(c, &ss);
      c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 1, &sampler);
      c->bind_fs_state(c, fs);
      static const float quad[4][8] = {
         {-1, -1, 0, 1, 0, 0, 0, 1},
         {1,  -1, 0, 1, 1, 0, 0, 1},
         {-1, 1,  0, 1, 0, 1, 0, 1},
         {1,  1,  0, 1, 1, 1, 0, 1}
      };
      struct pipe_resource *vb = scene_buffer(c, quad, sizeof quad, PIPE_BIND_VERTEX_BUFFER);
      struct pipe_vertex_buffer b = {vb, 0, 32};
      c->set_vertex_buffers(c, 1, &b);
      static const uint8_t idx[6] = {0, 1, 2, 2, 1, 3};
      struct pipe_resource *ib = scene_buffer(c, idx, sizeof idx, PIPE_BIND_INDEX_BUFFER);
      struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES,
                                    .index_size_B = 1,
                                    .count = 6,
                                    .instance_count = 1,
                                    .index_buffer = ib,
                                    .max_index = ~0u};
      c->draw(c, &info);
      for (int y = 0; y < 64; y += 5)
         for (int x = 0; x < 64; x += 5)
            ASSERT_PIXEL(&s, x, y, 0xff000000u | (uint32_t)(x / 16) << 4 | (uint32_t)(y / 16) << 12);
      c->bind_fs_state(c, NULL);
      c->delete_fs_state(c, fs);
      c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 0, NULL);
      c->sampler_view_destroy(c, v);
      c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 0, NULL);
      c->delete_sampler_state(c, sampler);
      pipe_resource_unref(tex);
      pipe_resource_unref(vb);
      pipe_resource_unref(ib);
      scene_fini(&s);
      screen->destroy(screen);
   }
}

static unsigned told;

static void
tell(void *data, const char *fmt, ...)
{
   told++;
}

/** A quad in the lower left quarter, its vertices and indices wherever an application may have them: each way
 * draws what the plainest draws, and only what has to be copied out of buffers is told to be slow. */
static void
test_arrays(void **state)
{
   enum { SKIPPED = 3, VERTICES = 4, SIZE_B = 1 + (SKIPPED + VERTICES) * 33 };
   static const struct {
      uint32_t pad_B, stride_B; /* of vertices */
      bool user, indices_user;
      unsigned index_B, index_pad_B;
      int32_t bias; /* what is added to indices; those are chosen so that vertices 0 to 3 are drawn */
      unsigned told;
   } cases[] = {
      {0, 32, false, false, 2, 0, 0,  0},
      {0, 32, false, false, 4, 0, 3,  0},
      {0, 32, false, false, 4, 0, -7, 0},
      {0, 32, false, false, 2, 0, -1, 0}, /* all bits of the register are set */
      {0, 32, true,  false, 2, 0, 0,  0},
      {0, 32, true,  true,  2, 0, 3,  0},
      {0, 32, true,  true,  1, 1, -7, 0},
      {1, 33, true,  true,  4, 1, 3,  0},
      {1, 33, true,  false, 1, 0, -7, 1},
      {1, 32, false, false, 2, 0, 0,  2}, /* two elements */
      {0, 33, false, true,  2, 0, 3,  2},
      {1, 33, false, false, 4, 2, -7, 3},
      {0, 32, false, false, 1, 1, 0,  1},
   };
   static const float quad[VERTICES][8] = {
      {-1, -1, 0, 1, 1, 0, 0, 1},
      {0,  -1, 0, 1, 1, 0, 0, 1},
      {-1, 0,  0, 1, 1, 0, 0, 1},
      {0,  0,  0, 1, 1, 0, 0, 1}
   };
   static const uint32_t order[6] = {0, 1, 2, 2, 1, 3};
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
      const char *chip = chips[i];
      struct pipe_screen *screen = open_screen(chip);
      struct scene s;
      assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET));
      s.ctx->performance = tell;
      for (unsigned k = 0; k < ARRAY_SIZE(cases); k++) {
         /* vertices begin behind SKIPPED others where the bias leads there, else at once */
         uint8_t vertices[SIZE_B], indices[2 + 6 * 4];
         const uint32_t skipped = cases[k].bias > 0 ? SKIPPED : 0;
         memset(vertices, 0x7f, sizeof vertices); /* NaN */
         for (unsigned v = 0; v < VERTICES; v++)
            memcpy(vertices + cases[k].pad_B + (skipped + v) * cases[k].stride_B, quad[v], 32);
         for (unsigned n = 0; n < 6; n++) {
            const uint32_t index = order[n] + skipped - (uint32_t)cases[k].bias;
            memcpy(indices + cases[k].index_pad_B + n * cases[k].index_B, &index, cases[k].index_B);
         }
         struct pipe_resource *vb = scene_buffer(s.ctx, vertices, sizeof vertices, PIPE_BIND_VERTEX_BUFFER);
         struct pipe_resource *ib = scene_buffer(s.ctx, indices, sizeof indices, PIPE_BIND_INDEX_BUFFER);
         const struct pipe_vertex_buffer b = {cases[k].user ? NULL : vb, cases[k].user ? 0 : cases[k].pad_B,
                                              cases[k].stride_B,
                                              cases[k].user ? vertices + cases[k].pad_B : NULL};
         const struct pipe_draw_info info = {
            .mode = PIPE_PRIM_TRIANGLES,
            .index_size_B = (uint8_t)cases[k].index_B,
            .count = 6,
            .instance_count = 1,
            .index_buffer = cases[k].indices_user ? NULL : ib,
            .index_user = cases[k].indices_user ? indices + cases[k].index_pad_B : NULL,
            .index_offset_B = cases[k].indices_user ? 0 : cases[k].index_pad_B,
            .index_bias = cases[k].bias,
            .max_index = UINT32_MAX};
         told = 0;
         scene_clear(&s, 0, 0, 1, 1);
         if (cases[k].bias < 0) /* the first draw of a stream */
            s.ctx->flush(s.ctx, NULL);
         s.ctx->set_vertex_buffers(s.ctx, 1, &b);
         s.ctx->draw(s.ctx, &info);
         memset(vertices, 0, sizeof vertices); /* the draw has read them */
         memset(indices, 0, sizeof indices);
         assert_int_equal(told, cases[k].told);
         for (int y = 1; y < 64; y += 6)
            for (int x = 1; x < 64; x += 6)
               ASSERT_PIXEL(&s, x, y, x < 32 && y < 32 ? 0xff0000ffu : 0xffff0000u);
         pipe_resource_unref(vb);
         pipe_resource_unref(ib);
      }
      scene_fini(&s);
      screen->destroy(screen);
   }
}

static void
test_blit(void **state)
{
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
      const char *chip = chips[i];
      struct pipe_screen *screen = open_screen(chip);
      struct scene s;
      assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW));
      struct pipe_context *c = s.ctx;
      struct pipe_resource *copy = scene_texture(screen, PIPE_FORMAT_R8G8B8A8_UNORM, 64, 64,
                                                 PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW);
      scene_clear(&s, 0, 0, 0, 1);
      scene_draw(&s);
      struct pipe_box all = {0, 0, 0, 64, 64, 1};
      c->resource_copy_region(c, copy, 0, 0, 0, 0, s.color, 0, &all);
      for (int y = 0; y < 64; y += 9)
         for (int x = 0; x < 64; x += 9)
            assert_int_equal(scene_pixel(&s, copy, x, y), scene_pixel(&s, s.color, x, y));
      /* Upside down. */
      struct pipe_blit_info bi = {
         .dst = {copy,    PIPE_FORMAT_R8G8B8A8_UNORM, 0, {0, 64, 0, 64, -64, 1}},
         .src = {s.color, PIPE_FORMAT_R8G8B8A8_UNORM, 0, all                   },
         .mask = PIPE_BLIT_COLOR
      };
      c->blit(c, &bi);
      for (int y = 0; y < 64; y += 9)
         for (int x = 0; x < 64; x += 9)
            assert_int_equal(scene_pixel(&s, copy, x, 63 - y), scene_pixel(&s, s.color, x, y));
      pipe_resource_unref(copy);
      scene_fini(&s);
      screen->destroy(screen);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_clear),  cmocka_unit_test(test_triangle), cmocka_unit_test(test_texture),
      cmocka_unit_test(test_arrays), cmocka_unit_test(test_blit),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
