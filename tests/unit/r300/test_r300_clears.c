/* SPDX-License-Identifier: MIT
 *
 * What draws fill, on the emulated GPU behind its kernel's rules: clears, occlusion queries, samples and their resolves.
 */
#include "r300_pictures.h"

/* ---- clears ---- */

/* Values that every format has. */
static const float colors[][4] = {
   {1, 0, 0, 1},
   {0, 1, 0, 0},
   {0, 0, 1, 1},
   {0, 0, 0, 0}
};

static void
check_target(struct fix *f, enum pipe_format format, uint32_t bind)
{
   struct pipe_resource *r = texture(f, PIPE_TEXTURE_2D, format, 21, 13, 0, PIPE_BIND_RENDER_TARGET | bind);
   const struct u_format_desc *d = u_format_desc(format);
   static const int at[][2] = {
      {0,  0 },
      {20, 12},
      {9,  5 }
   };
   bind_target(f, r, NULL);
   for (unsigned i = 0; i < ARRAY_SIZE(colors); i++) {
      clear_color(f, colors[i][0], colors[i][1], colors[i][2], colors[i][3]);
      for (unsigned p = 0; p < ARRAY_SIZE(at); p++) {
         uint8_t raw[16];
         float got[1][4], want[1][4];
         uint8_t packed[16];
         read_box(f, r, 0, (struct pipe_box){at[p][0], at[p][1], 0, 1, 1, 1}, raw, d->block_B);
         u_format_pack_float(format, packed, &colors[i], 1);
         u_format_unpack_float(format, want, packed, 1);
         u_format_unpack_float(format, got, raw, 1);
         if (memcmp(got, want, sizeof got))
            fail_msg("%s, %s, colour %u, pixel %u: %g %g %g %g", f->chip, d->name, i, p, (double)got[0][0],
                     (double)got[0][1], (double)got[0][2], (double)got[0][3]);
      }
   }
   pipe_resource_unref(r);
}

static void
test_targets(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      unsigned n = 0;
      for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
         if (!f.screen->is_format_supported(f.screen, (enum pipe_format)i, PIPE_TEXTURE_2D, 1,
                                            PIPE_BIND_RENDER_TARGET))
            continue;
         n++;
         check_target(&f, (enum pipe_format)i, 0);
         check_target(&f, (enum pipe_format)i, PIPE_BIND_DISPLAY_TARGET);
      }
      assert_int_equal(n, strstr(chips[k], "r5") || strstr(chips[k], "v5") ? 14 : 7);
      close_chip(&f);
   }
}

/** Surfaces of many sizes, cleared whole in colours at random: every pixel, and none of the next face. With macro tiles such clears are
 * made by halves, which have to meet and to end where the surface does. */
static void
test_whole_clears(void **state)
{
   static const uint16_t formats[] = {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_B8G8R8A8_UNORM,
                                      PIPE_FORMAT_B5G6R5_UNORM, PIPE_FORMAT_R8G8_UNORM};
   static const uint16_t sides[][2] = {
      {64,  32 },
      {64,  64 },
      {128, 31 },
      {100, 70 },
      {65,  129},
      {33,  97 },
      {200, 150}
   };
   static uint8_t rows[200 * 150 * 4];
   uint32_t seed = 7;
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      for (unsigned i = 0; i < ARRAY_SIZE(formats) * ARRAY_SIZE(sides); i++) {
         const enum pipe_format format = (enum pipe_format)formats[i / ARRAY_SIZE(sides)];
         if (!f.screen->is_format_supported(f.screen, format, PIPE_TEXTURE_2D, 1, PIPE_BIND_RENDER_TARGET))
            continue;
         const unsigned w = sides[i % ARRAY_SIZE(sides)][0], h = sides[i % ARRAY_SIZE(sides)][1];
         const unsigned block_B = u_format_block_B(format);
         struct pipe_resource *r = texture(&f, PIPE_TEXTURE_2D, format, w, h, 0, PIPE_BIND_RENDER_TARGET);
         float color[1][4];
         uint8_t want[4];
         for (unsigned c = 0; c < 4; c++) {
            seed = seed * 1664525 + 1013904223;
            color[0][c] = (float)(seed >> 24) / 255;
         }
         u_format_pack_float(format, want, color, 1);
         bind_target(&f, r, NULL);
         clear_color(&f, 1, 0, 1, 0);
         clear_color(&f, color[0][0], color[0][1], color[0][2], color[0][3]);
         read_box(&f, r, 0, (struct pipe_box){0, 0, 0, (int)w, (int)h, 1}, rows, (size_t)w * block_B);
         for (unsigned p = 0; p < w * h; p++)
            if (memcmp(rows + (size_t)p * block_B, want, block_B))
               fail_msg("%s, %s of %u x %u: pixel %u, %u", f.chip, u_format_desc(format)->name, w, h, p % w,
                        p / w);
         pipe_resource_unref(r);
      }
      struct pipe_resource *cube =
         texture(&f, PIPE_TEXTURE_CUBE, PIPE_FORMAT_R8G8B8A8_UNORM, 64, 64, 0, PIPE_BIND_RENDER_TARGET);
      for (unsigned face = 0; face < 6; face++) {
         const struct pipe_framebuffer_state fb = {.width = 64,
                                                   .height = 64,
                                                   .nr_cbufs = 1,
                                                   .cbufs = {{cube, cube->format, 0, (uint16_t)(5 - face)}}};
         f.c->set_framebuffer_state(f.c, &fb);
         clear_color(&f, (float)(5 - face) / 255, 0, 0, 0);
      }
      for (int p = 0; p < 6 * 4; p++) {
         uint32_t got;
         read_box(&f, cube, 0, (struct pipe_box){p & 1 ? 63 : 0, p & 2 ? 63 : 0, p / 4, 1, 1, 1}, &got, 4);
         assert_int_equal(got, p / 4);
      }
      pipe_resource_unref(cube);
      close_chip(&f);
   }
}

static void
test_partial_clears(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct pipe_resource *r =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 40, 40, 0, PIPE_BIND_RENDER_TARGET);
      bind_target(&f, r, NULL);
      clear_color(&f, 0.2f, 0.2f, 0.2f, 0.2f);
      const struct pipe_clear_info ci = {
         .buffers = PIPE_CLEAR_COLOR0,
         .scissor_enable = true,
         .scissor = {3, 5, 11, 6},
         .colormask = PIPE_MASK_R | PIPE_MASK_A,
         .color.f = {1, 1, 1,  1}
      };
      f.c->clear(f.c, &ci);
      for (int y = 0; y < 10; y++)
         for (int x = 0; x < 20; x++) {
            const bool in = x >= 3 && x < 11 && y == 5;
            assert_int_equal(read_dword(&f, r, x, y), in ? 0xff3333ff : 0x33333333);
         }
      pipe_resource_unref(r);
      close_chip(&f);
   }
}

/** Some of several targets, the first of which is missing. */
static void
test_targets_apart(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct pipe_framebuffer_state fb = {.width = 20, .height = 20, .nr_cbufs = 3};
      for (unsigned i = 0; i < 3; i++)
         fb.cbufs[i] = (struct pipe_surface){
            texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 20, 20, 0, PIPE_BIND_RENDER_TARGET),
            PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
      struct pipe_clear_info ci = {.buffers = PIPE_CLEAR_COLOR(0) | PIPE_CLEAR_COLOR(1) | PIPE_CLEAR_COLOR(2),
                                   .colormask = 15};
      f.c->set_framebuffer_state(f.c, &fb);
      f.c->clear(f.c, &ci);
      struct pipe_framebuffer_state two = fb;
      two.cbufs[0] = (struct pipe_surface){NULL};
      f.c->set_framebuffer_state(f.c, &two);
      ci.buffers = PIPE_CLEAR_COLOR(2);
      memcpy(ci.color.f, (const float[4]){1, 1, 1, 1}, sizeof ci.color.f);
      f.c->clear(f.c, &ci);
      for (unsigned i = 0; i < 3; i++) {
         assert_int_equal(read_dword(&f, fb.cbufs[i].texture, 9, 9), i == 2 ? 0xffffffff : 0);
         pipe_resource_unref(fb.cbufs[i].texture);
      }
      close_chip(&f);
   }
}

static void
clear_depth(struct fix *f, uint32_t buffers, double depth, uint8_t stencil, uint8_t mask)
{
   const struct pipe_clear_info ci = {
      .buffers = buffers, .depth = depth, .stencil = stencil, .stencil_writemask = mask};
   f->c->clear(f->c, &ci);
}

static void
test_depth_clears(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct pipe_resource *z =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, 35, 17, 0, PIPE_BIND_DEPTH_STENCIL);
      bind_target(&f, NULL, z);
      clear_depth(&f, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, 1.0, 0xa5, 0xff);
      assert_int_equal(read_dword(&f, z, 34, 16), 0xa5ffffff);
      assert_int_equal(read_dword(&f, z, 28, 3), 0xa5ffffff); /* a block inside of a triangle */
      clear_depth(&f, PIPE_CLEAR_STENCIL, 0, 0x0f, 0x3c);
      assert_int_equal(read_dword(&f, z, 0, 0), 0x8dffffff);
      clear_depth(&f, PIPE_CLEAR_DEPTH, 0, 0, 0xff);
      assert_int_equal(read_dword(&f, z, 7, 7), 0x8d000000);
      clear_depth(&f, PIPE_CLEAR_DEPTH, 0.5, 0, 0xff);
      const uint32_t half = read_dword(&f, z, 7, 7);
      assert_true(half == 0x8d7fffff || half == 0x8d800000);
      pipe_resource_unref(z);
      z = texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z16_UNORM, 35, 17, 0, PIPE_BIND_DEPTH_STENCIL);
      bind_target(&f, NULL, z);
      clear_depth(&f, PIPE_CLEAR_DEPTH, 1, 0, 0xff);
      assert_int_equal(read_dword(&f, z, 34, 16), 0xffff);
      pipe_resource_unref(z);
      close_chip(&f);
   }
}

/* ---- queries and samples ---- */

/** A rectangle of the blitter's shaders, as an application would draw it. */
static void
draw_rect(struct fix *f, struct drv_blit_objects *o, int x, int y, int w, int h)
{
   struct pipe_context *c = f->c;
   float v[24];
   drv_blit_vertices(v, 0.5f, 0, 0, 1, 1);
   const struct pipe_vertex_buffer vb = {.user = v, .stride_B = 32};
   const struct pipe_viewport_state vp = {
      .scale = {(float)w * 0.5f,            (float)h * 0.5f,            1},
      .translate = {(float)x + (float)w * 0.5f, (float)y + (float)h * 0.5f, 0},
   };
   static const float color[4] = {1, 1, 1, 1};
   const struct pipe_constant_buffer cb = {.user = color, .size_B = sizeof color};
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   c->bind_blend_state(c, drv_blit_blend(o, c, 15));
   c->bind_dsa_state(c, drv_blit_dsa(o, c, true, false, 0));
   c->bind_rasterizer_state(c, o->rast[0]);
   c->bind_vertex_elements_state(c, o->velems);
   c->bind_vs_state(c, o->vs);
   c->bind_fs_state(c, o->fs_color);
   c->set_constant_buffer(c, PIPE_SHADER_FRAGMENT, 0, &cb);
   c->set_viewport_state(c, &vp);
   c->set_sample_mask(c, ~0u);
   c->set_vertex_buffers(c, 1, &vb);
   c->draw(c, &info);
}

static void
test_queries(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct drv_blit_objects o = {0};
      assert_true(drv_blit_objects_init(&o, f.c));
      struct pipe_resource *r =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 64, 64, 0, PIPE_BIND_RENDER_TARGET);
      struct pipe_resource *z =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, 64, 64, 0, PIPE_BIND_DEPTH_STENCIL);
      struct pipe_query *outer = f.c->create_query(f.c, PIPE_QUERY_OCCLUSION_COUNTER),
                        *inner = f.c->create_query(f.c, PIPE_QUERY_OCCLUSION_COUNTER),
                        *any = f.c->create_query(f.c, PIPE_QUERY_OCCLUSION_PREDICATE);
      assert_null(f.c->create_query(f.c, PIPE_QUERY_TIME_ELAPSED));
      uint64_t n;
      bind_target(&f, r, z);
      assert_true(f.c->begin_query(f.c, outer));
      draw_rect(&f, &o, 3, 4, 10, 7);
      assert_true(f.c->begin_query(f.c, inner));
      draw_rect(&f, &o, 30, 4, 5, 5);
      clear_color(&f, 0, 0, 0, 0); /* which does not count */
      f.c->end_query(f.c, inner);
      f.c->flush(f.c, NULL); /* what is left of the outer one goes on in another stream */
      draw_rect(&f, &o, 0, 0, 2, 2);
      f.c->end_query(f.c, outer);
      assert_true(f.c->get_query_result(f.c, outer, true, &n));
      assert_int_equal(n, 70 + 25 + 4);
      assert_true(f.c->get_query_result(f.c, inner, true, &n));
      assert_int_equal(n, 25);
      assert_true(f.c->begin_query(f.c, any));
      f.c->end_query(f.c, any);
      assert_true(f.c->get_query_result(f.c, any, true, &n));
      assert_int_equal(n, 0);
      f.c->destroy_query(f.c, outer);
      f.c->destroy_query(f.c, inner);
      f.c->destroy_query(f.c, any);
      drv_blit_objects_fini(&o, f.c);
      pipe_resource_unref(r);
      pipe_resource_unref(z);
      close_chip(&f);
   }
}

/** Half of a pixel's samples are drawn over; the resolve is their mean, into a tiled and a linear texture. */
static void
check_resolve(struct fix *f, struct drv_blit_objects *o, uint8_t samples)
{
   struct pipe_resource t = {.target = PIPE_TEXTURE_2D,
                             .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                             .width0 = 40,
                             .height0 = 24,
                             .depth0 = 1,
                             .array_size = 1,
                             .nr_samples = samples,
                             .bind = PIPE_BIND_RENDER_TARGET};
   struct pipe_resource *ms = f->screen->resource_create(f->screen, &t);
   assert_non_null(ms);
   const struct pipe_box all = {0, 0, 0, 40, 24, 1};
   bind_target(f, ms, NULL);
   clear_color(f, 0, 0, 0, 1);
   draw_rect(f, o, 8, 8, 16, 8);
   for (unsigned linear = 0; linear < 2; linear++) {
      struct pipe_resource *dst = texture(f, PIPE_TEXTURE_2D, t.format, 40, 24, 0,
                                          PIPE_BIND_RENDER_TARGET | (linear ? PIPE_BIND_DISPLAY_TARGET : 0));
      blit_2d(f, dst, 0, all, ms, 0, all, false);
      assert_int_equal(read_dword(f, dst, 7, 8), 0xff000000);
      assert_int_equal(read_dword(f, dst, 8, 8), 0xffffffff);
      assert_int_equal(read_dword(f, dst, 23, 15), 0xffffffff);
      assert_int_equal(read_dword(f, dst, 39, 23), 0xff000000);
      pipe_resource_unref(dst);
   }
   bind_target(f, ms, NULL);
   clear_color(f, 0, 0, 0, 0);
   pipe_resource_unref(ms);
}

static void
test_samples(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct drv_blit_objects o = {0};
      assert_true(drv_blit_objects_init(&o, f.c));
      for (uint8_t n = 2; n <= f.screen->caps.max_samples; n += 2)
         check_resolve(&f, &o, n);
      drv_blit_objects_fini(&o, f.c);
      close_chip(&f);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_targets),      cmocka_unit_test(test_partial_clears),
      cmocka_unit_test(test_whole_clears), cmocka_unit_test(test_targets_apart),
      cmocka_unit_test(test_depth_clears), cmocka_unit_test(test_queries),
      cmocka_unit_test(test_samples),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
