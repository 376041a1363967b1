/* SPDX-License-Identifier: MIT
 *
 * Rasterisation on the emulated GPU, by pictures: culling and the scissor, points and lines, polygon offset, the depth
 * range.
 */
#include "ts_rig.h"

static void
test_cull_and_scissor(void **state)
{
   FOR_EACH_CHIP(r, 32, 32)
   {
      /* rect's strip is counter-clockwise with y up. */
      for (unsigned k = 0; k < 8; k++) {
         struct pipe_rasterizer_state rs = {.front_ccw = k & 1,
                                            .cull_face = (uint8_t)(k >> 1),
                                            .scissor = true,
                                            .point_size = 1,
                                            .line_width = 1};
         struct pipe_scissor_state sc = {4, 6, 20, 18};
         void *rast = r.c->create_rasterizer_state(r.c, &rs);
         scene_clear(&r.s, 0, 0, 0, 1);
         r.c->bind_rasterizer_state(r.c, rast);
         r.c->set_scissor_state(r.c, &sc);
         rect(&r, -1, -1, 1, 1, 0, red);
         unsigned facing = k & 1 ? PIPE_FACE_FRONT : PIPE_FACE_BACK;
         uint32_t want = (k >> 1) & facing ? BLACK : RED;
         expect(&r, 4, 6, want);
         expect(&r, 19, 17, want);
         expect(&r, 3, 6, BLACK);
         expect(&r, 20, 17, BLACK);
         expect(&r, 10, 5, BLACK);
         expect(&r, 10, 18, BLACK);
         r.c->bind_rasterizer_state(r.c, r.s.rast);
         r.c->delete_rasterizer_state(r.c, rast);
      }
   }
}

static struct ir_shader *
point_coord_fs(void)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   struct ir_builder b = ir_builder_at_end(s);
   uint32_t in = scene_io(s, false, IR_SEM_POINT_COORD, 0, 2),
            out = scene_io(s, true, IR_SEM_COLOR_ALL, 0, 4);
   ir_store_output(&b, out, 0, ir_load_input(&b, in, 0));
   ir_store_output(&b, out, 1, ir_load_input(&b, in, 1));
   ir_store_output(&b, out, 2, ir_immf(0));
   ir_store_output(&b, out, 3, ir_immf(1));
   static const struct ir_options opt = {0};
   ir_run_pipeline(s, vliw_ir_target(), &opt);
   return s;
}

static void
test_points(void **state)
{
   FOR_EACH_CHIP(r, 32, 32)
   {
      char error[200];
      struct ir_shader *ir = point_coord_fs();
      void *fs = r.c->create_fs_state(r.c, ir, error, sizeof error);
      ir_shader_destroy(ir);
      if (!fs)
         fail_msg("%s: %s", r.chip, error);
      struct pipe_rasterizer_state rs = {.point_size = 10, .line_width = 1, .point_sprite_upper_left = true};
      void *rast = r.c->create_rasterizer_state(r.c, &rs);
      scene_clear(&r.s, 0, 0, 0, 1);
      r.c->bind_rasterizer_state(r.c, rast);
      r.c->bind_fs_state(r.c, fs);
      static const float v[8] = {0, 0, 0, 1};
      r.vb = scene_buffer(r.c, v, sizeof v, PIPE_BIND_VERTEX_BUFFER);
      struct pipe_vertex_buffer vb = {r.vb, 0, 32};
      r.c->set_vertex_buffers(r.c, 1, &vb);
      struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS, .count = 1, .instance_count = 1};
      r.c->draw(r.c, &info);
      /* 11..20 on both axes; s grows with x, t with falling y. */
      expect(&r, 10, 16, BLACK);
      expect(&r, 21, 16, BLACK);
      expect(&r, 16, 10, BLACK);
      expect(&r, 16, 21, BLACK);
      for (unsigned k = 0; k < 4; k++) {
         int x = k & 1 ? 20 : 11, y = k & 2 ? 20 : 11;
         uint32_t got = scene_pixel(&r.s, r.s.color, x, y);
         int s = (int)(got & 255), t = (int)(got >> 8 & 255);
         int want_s = k & 1 ? 242 : 13, want_t = k & 2 ? 13 : 242;
         if (abs(s - want_s) > 3 || abs(t - want_t) > 3)
            fail_msg("%s: point coordinate at (%d, %d) is %d, %d", r.chip, x, y, s, t);
      }
      /* A point whose centre lies outside the viewport shows the part that reaches into it. */
      static const struct pipe_viewport_state vp = {
         {8, 8, 0.5f},
         {8, 8, 0.5f}
      };
      static const float out[8] = {1.25f, 0, 0, 1}; /* x = 18 */
      scene_clear(&r.s, 0, 0, 0, 1);
      r.c->set_viewport_state(r.c, &vp);
      void *m = r.c->buffer_map(r.c, r.vb, 0, sizeof out, PIPE_MAP_WRITE);
      memcpy(m, out, sizeof out);
      r.c->buffer_unmap(r.c, r.vb);
      r.c->draw(r.c, &info);
      assert_int_not_equal(scene_pixel(&r.s, r.s.color, 14, 8), BLACK);
      expect(&r, 12, 8, BLACK);
      expect(&r, 16, 8, BLACK);
      r.c->bind_fs_state(r.c, r.s.fs);
      r.c->delete_fs_state(r.c, fs);
      r.c->bind_rasterizer_state(r.c, r.s.rast);
      r.c->delete_rasterizer_state(r.c, rast);
   }
}

/* Wide points and lines whose vertices are outside the viewport reach into it, and not out of it. */
static void
test_wide_at_viewport(void **state)
{
   static const struct {
      unsigned mode;
      float v[2][2];
      int in_x, in_y;
   } cases[] = {
      {PIPE_PRIM_POINTS, {{1.125f, 0}, {1.125f, 0}},          23, 16},
      {PIPE_PRIM_POINTS, {{0, -1.125f}, {0, -1.125f}},        16, 8 },
      {PIPE_PRIM_LINES,  {{-0.5f, 1.125f}, {0.5f, 1.125f}},   16, 23},
      {PIPE_PRIM_LINES,  {{-1.125f, -0.5f}, {-1.125f, 0.5f}}, 8,  16},
   };
   FOR_EACH_CHIP(r, 32, 32)
   {
      struct pipe_viewport_state vp = {
         {8,  8,  0.5f},
         {16, 16, 0.5f}
      };
      r.c->set_viewport_state(r.c, &vp);
      for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
         for (unsigned wide = 0; wide < 2; wide++) {
            /* a pixel outside: half of six pixels reaches in, half of one does not */
            struct pipe_rasterizer_state rs = {.point_size = wide ? 6 : 1, .line_width = wide ? 6 : 1};
            void *rast = r.c->create_rasterizer_state(r.c, &rs);
            scene_clear(&r.s, 0, 0, 0, 1);
            r.c->bind_rasterizer_state(r.c, rast);
            float v[2][8];
            for (unsigned k = 0; k < 2; k++)
               memcpy(v[k], (float[8]){cases[i].v[k][0], cases[i].v[k][1], 0, 1, 1, 0, 0, 1}, 32);
            struct pipe_resource *b = scene_buffer(r.c, v, sizeof v, PIPE_BIND_VERTEX_BUFFER);
            struct pipe_vertex_buffer vb = {b, 0, 32};
            r.c->set_vertex_buffers(r.c, 1, &vb);
            struct pipe_draw_info info = {.mode = (uint8_t)cases[i].mode, .count = 2, .instance_count = 1};
            r.c->draw(r.c, &info);
            expect(&r, cases[i].in_x, cases[i].in_y, wide ? RED : BLACK);
            for (int p = 0; p < 32; p++) {
               expect(&r, p, 7, BLACK);
               expect(&r, p, 24, BLACK);
               expect(&r, 7, p, BLACK);
               expect(&r, 24, p, BLACK);
            }
            r.c->bind_rasterizer_state(r.c, r.s.rast);
            r.c->delete_rasterizer_state(r.c, rast);
            pipe_resource_unref(b);
         }
      }
   }
}

static void
test_polygon_offset(void **state)
{
   static const uint16_t formats[] = {PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z24X8_UNORM,
                                      PIPE_FORMAT_Z24_UNORM_S8_UINT};
   FOR_EACH_CHIP(r, 16, 16)
   {
      for (unsigned k = 0; k < ARRAY_SIZE(formats); k++) {
         struct pipe_resource *z = scene_texture(r.screen, formats[k], 16, 16, PIPE_BIND_DEPTH_STENCIL);
         struct pipe_framebuffer_state fb = r.s.fb;
         fb.zsbuf = (struct pipe_surface){z, formats[k], 0, 0};
         r.c->set_framebuffer_state(r.c, &fb);
         struct pipe_rasterizer_state rs = {
            .point_size = 1, .line_width = 1, .offset_tri = true, .offset_units = 16};
         struct pipe_depth_stencil_alpha_state d = {
            .depth_enabled = true, .depth_writemask = true, .depth_func = PIPE_FUNC_ALWAYS};
         void *rast = r.c->create_rasterizer_state(r.c, &rs), *dsa = r.c->create_dsa_state(r.c, &d);
         uint32_t v[2];
         for (unsigned i = 0; i < 2; i++) {
            r.c->bind_dsa_state(r.c, dsa);
            r.c->bind_rasterizer_state(r.c, i ? rast : r.s.rast);
            rect(&r, -1, -1, 1, 1, 0.25f, red);
            v[i] = scene_pixel(&r.s, z, 3, 3) & (k ? 0xffffff : 0xffff);
         }
         /* 16 units. Known-good drivers program twice the units for 24 bits, four times for 16, and the
          * register documents make one of those 2^-bits. */
         assert_in_range(v[1] - v[0], k ? 31 : 63, k ? 33 : 65);
         r.c->bind_rasterizer_state(r.c, r.s.rast);
         r.c->bind_dsa_state(r.c, r.s.dsa);
         r.c->delete_rasterizer_state(r.c, rast);
         r.c->delete_dsa_state(r.c, dsa);
         r.c->set_framebuffer_state(r.c, &r.s.fb);
         pipe_resource_unref(z);
      }
   }
}

/** An offset takes depth out of the depth range, unless depth is clamped to it (ES 2.0.25 3.5.2, EXT_depth_clamp). */
static void
test_offset_leaves_range(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      struct pipe_rasterizer_state rs = {
         .point_size = 1, .line_width = 1, .offset_tri = true, .offset_units = 1 << 20};
      const struct pipe_depth_stencil_alpha_state d = {
         .depth_enabled = true, .depth_writemask = true, .depth_func = PIPE_FUNC_ALWAYS};
      const struct pipe_viewport_state vp = {
         {8, 8, 0.125f},
         {8, 8, 0.375f},
      }; /* from 0.25 to 0.5 */
      void *dsa = r.c->create_dsa_state(r.c, &d);
      r.c->bind_dsa_state(r.c, dsa);
      r.c->set_viewport_state(r.c, &vp);
      for (unsigned clamp = 0; clamp < 2; clamp++) {
         rs.depth_clamp = clamp;
         void *rast = r.c->create_rasterizer_state(r.c, &rs);
         r.c->bind_rasterizer_state(r.c, rast);
         rect(&r, -1, -1, 1, 1, 1, red);
         const uint32_t z = scene_pixel(&r.s, r.s.depth, 3, 3) & 0xffffff;
         if (clamp)
            assert_in_range(z, 0x7fffff, 0x800001);
         else
            assert_in_range(z, 0x9fff00, 0xa00100); /* twice the units: see test_polygon_offset */
         r.c->bind_rasterizer_state(r.c, r.s.rast);
         r.c->delete_rasterizer_state(r.c, rast);
      }
      r.c->bind_dsa_state(r.c, r.s.dsa);
      r.c->delete_dsa_state(r.c, dsa);
   }
}

/** The offset is one of polygons: points and lines stay where they are (ES 2.0.25 3.5.2). */
static void
test_offset_spares_lines(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      struct pipe_rasterizer_state rs = {
         .point_size = 4, .line_width = 4, .offset_tri = true, .offset_units = 16};
      struct pipe_depth_stencil_alpha_state d = {
         .depth_enabled = true, .depth_writemask = true, .depth_func = PIPE_FUNC_ALWAYS};
      void *rast = r.c->create_rasterizer_state(r.c, &rs), *dsa = r.c->create_dsa_state(r.c, &d);
      static const float v[2][8] = {
         {-0.5f, 0, 0.25f, 1, 1, 0, 0, 1},
         {0.5f,  0, 0.25f, 1, 1, 0, 0, 1}
      };
      r.vb = scene_buffer(r.c, v, sizeof v, PIPE_BIND_VERTEX_BUFFER);
      struct pipe_vertex_buffer vb = {r.vb, 0, 32};
      r.c->set_vertex_buffers(r.c, 1, &vb);
      r.c->bind_dsa_state(r.c, dsa);
      for (unsigned line = 0; line < 2; line++) {
         uint32_t z[2];
         for (unsigned i = 0; i < 2; i++) {
            rs.offset_tri = i;
            r.c->bind_rasterizer_state(r.c, r.s.rast);
            r.c->delete_rasterizer_state(r.c, rast);
            rast = r.c->create_rasterizer_state(r.c, &rs);
            r.c->bind_rasterizer_state(r.c, rast);
            scene_clear(&r.s, 0, 0, 0, 1);
            struct pipe_draw_info info = {
               .mode = line ? PIPE_PRIM_LINES : PIPE_PRIM_POINTS, .count = 2, .instance_count = 1};
            r.c->draw(r.c, &info);
            z[i] = scene_pixel(&r.s, r.s.depth, 4, 8) & 0xffffff;
         }
         assert_in_range(z[0], 0x9ffff0, 0xa00010); /* 0.625: it was drawn */
         assert_int_equal(z[0], z[1]);
      }
      r.c->bind_rasterizer_state(r.c, r.s.rast);
      r.c->bind_dsa_state(r.c, r.s.dsa);
      r.c->delete_rasterizer_state(r.c, rast);
      r.c->delete_dsa_state(r.c, dsa);
   }
}

/** Segments of a line strip in one direction share no fragment (ES 2.0.25 3.4.1). */
static void
test_line_strip(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      static const float v[4][8] = {
  /* from pixel 2.5 over 6.5 and 9.5 to 13.5, on row 8.5 */
         {-0.6875f, 0.0625f, 0, 1, 0, 0.25f, 0, 1},
         {-0.1875f, 0.0625f, 0, 1, 0, 0.25f, 0, 1},
         {0.1875f,  0.0625f, 0, 1, 0, 0.25f, 0, 1},
         {0.6875f,  0.0625f, 0, 1, 0, 0.25f, 0, 1}
      };
      struct pipe_blend_state b = {
         .rt[0] = {true, PIPE_BLEND_ADD, PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_ONE, PIPE_BLEND_ADD,
                   PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_ONE, 15}
      };
      void *blend = r.c->create_blend_state(r.c, &b);
      r.vb = scene_buffer(r.c, v, sizeof v, PIPE_BIND_VERTEX_BUFFER);
      struct pipe_vertex_buffer vb = {r.vb, 0, 32};
      scene_clear(&r.s, 0, 0, 0, 1);
      r.c->set_vertex_buffers(r.c, 1, &vb);
      r.c->bind_blend_state(r.c, blend);
      struct pipe_draw_info info = {.mode = PIPE_PRIM_LINE_STRIP, .count = 4, .instance_count = 1};
      r.c->draw(r.c, &info);
      for (int x = 0; x < 16; x++)
         expect(&r, x, 8, x >= 2 && x < 13 ? 0xff004000 : BLACK);
      r.c->bind_blend_state(r.c, r.s.blend);
      r.c->delete_blend_state(r.c, blend);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cull_and_scissor),    cmocka_unit_test(test_points),
      cmocka_unit_test(test_wide_at_viewport),    cmocka_unit_test(test_polygon_offset),
      cmocka_unit_test(test_offset_leaves_range), cmocka_unit_test(test_offset_spares_lines),
      cmocka_unit_test(test_line_strip),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
