/* SPDX-License-Identifier: MIT
 *
 * Fixed-function state on the emulated GPU, by pictures: depth, stencil, blending, queries, mip levels and cube faces,
 * uniforms, buffers rewritten between draws.
 */
#include "ts_rig.h"

static void
test_depth(void **state)
{
   FOR_EACH_CHIP(r, 32, 32)
   {
      for (unsigned func = 0; func < 8; func++) {
         struct pipe_depth_stencil_alpha_state d = {
            .depth_enabled = true, .depth_writemask = true, .depth_func = (uint8_t)func};
         void *dsa = r.c->create_dsa_state(r.c, &d);
         struct pipe_clear_info ci = {
            .buffers = PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH,
            .colormask = 15,
            .color.f = {0, 0, 0, 1},
            .depth = 0.5
         };
         r.c->clear(r.c, &ci);
         r.c->bind_dsa_state(r.c, dsa);
         rect(&r, -1, -1, 0, 1, -0.5f, red); /* window depth 0.25: less */
         rect(&r, 0, -1, 1, 1, 0.5f, green); /* 0.75: greater */
         static const uint8_t less[8] = {0, 1, 0, 1, 0, 1, 0, 1}, greater[8] = {0, 0, 0, 0, 1, 1, 1, 1};
         expect(&r, 5, 5, less[func] ? RED : BLACK);
         expect(&r, 25, 25, greater[func] ? GREEN : BLACK);
         /* What was drawn also stands in the depth buffer. */
         uint32_t z = scene_pixel(&r.s, r.s.depth, 5, 5) & 0xffffff;
         assert_in_range(z, less[func] ? 0x3ffff0 : 0x7ffff0, less[func] ? 0x400010 : 0x800010);
         r.c->bind_dsa_state(r.c, r.s.dsa);
         r.c->delete_dsa_state(r.c, dsa);
      }
   }
}

static void
test_stencil(void **state)
{
   FOR_EACH_CHIP(r, 32, 32)
   {
      scene_clear(&r.s, 0, 0, 0, 1);
      struct pipe_depth_stencil_alpha_state w = {0}, t = {0};
      w.stencil[0] =
         (struct pipe_stencil_state){true, PIPE_FUNC_ALWAYS, 0, PIPE_STENCIL_OP_REPLACE, 0, 0xff, 0x0f};
      t.stencil[0] =
         (struct pipe_stencil_state){true, PIPE_FUNC_EQUAL, 0, PIPE_STENCIL_OP_INCR, 0, 0xff, 0xff};
      void *wd = r.c->create_dsa_state(r.c, &w), *td = r.c->create_dsa_state(r.c, &t);
      struct pipe_stencil_ref ref = {
         {0xf3, 0xf3}
      };
      r.c->bind_dsa_state(r.c, wd);
      r.c->set_stencil_ref(r.c, &ref);
      rect(&r, -1, -1, 0, 1, 0, red); /* writes 3 */
      ref.ref[0] = ref.ref[1] = 3;
      r.c->bind_dsa_state(r.c, td);
      r.c->set_stencil_ref(r.c, &ref);
      rect(&r, -1, -1, 1, 1, 0, green); /* passes on the left, makes it 4 */
      rect(&r, -1, -1, 1, 1, 0, blue);  /* nowhere */
      expect(&r, 3, 3, GREEN);
      expect(&r, 28, 28, BLACK);
      assert_int_equal(scene_pixel(&r.s, r.s.depth, 3, 3) >> 24, 4);
      assert_int_equal(scene_pixel(&r.s, r.s.depth, 28, 3) >> 24, 0);
      r.c->bind_dsa_state(r.c, r.s.dsa);
      r.c->delete_dsa_state(r.c, wd);
      r.c->delete_dsa_state(r.c, td);
   }
}

static void
test_blend(void **state)
{
   static const struct {
      uint8_t func, src, dst;
      uint32_t want; /* of (1, 0.4, 0, 0.6) over (0.2, 0.2, 0.2, 1) */
   } rows[] = {
      {PIPE_BLEND_ADD,              PIPE_BLENDFACTOR_ONE,         PIPE_BLENDFACTOR_ONE,           0xff3399ff},
      {PIPE_BLEND_ADD,              PIPE_BLENDFACTOR_SRC_ALPHA,   PIPE_BLENDFACTOR_INV_SRC_ALPHA, 0xc21452ad},
      {PIPE_BLEND_SUBTRACT,         PIPE_BLENDFACTOR_ONE,         PIPE_BLENDFACTOR_ONE,           0x000033cc},
      {PIPE_BLEND_REVERSE_SUBTRACT, PIPE_BLENDFACTOR_ONE,         PIPE_BLENDFACTOR_ONE,           0x66330000},
      {PIPE_BLEND_MIN,              PIPE_BLENDFACTOR_ZERO,        PIPE_BLENDFACTOR_ZERO,          0x99003333},
      {PIPE_BLEND_MAX,              PIPE_BLENDFACTOR_ZERO,        PIPE_BLENDFACTOR_ZERO,          0xff3366ff},
      {PIPE_BLEND_ADD,              PIPE_BLENDFACTOR_CONST_COLOR, PIPE_BLENDFACTOR_ZERO,          0x99006600},
      {PIPE_BLEND_ADD,              PIPE_BLENDFACTOR_ZERO,        PIPE_BLENDFACTOR_SRC_COLOR,     0x99001433},
   };
   FOR_EACH_CHIP(r, 16, 16)
   {
      static const float c[4] = {1, 0.4f, 0, 0.6f};
      for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
         struct pipe_blend_state b = {
            .rt[0] = {true, rows[i].func, rows[i].src, rows[i].dst, rows[i].func, rows[i].src, rows[i].dst,
                      15}
         };
         void *blend = r.c->create_blend_state(r.c, &b);
         struct pipe_blend_color bc = {
            {0, 1, 0, 1}
         };
         scene_clear(&r.s, 0.2f, 0.2f, 0.2f, 1);
         r.c->bind_blend_state(r.c, blend);
         r.c->set_blend_color(r.c, &bc);
         rect(&r, -1, -1, 1, 1, 0, c);
         uint32_t got = scene_pixel(&r.s, r.s.color, 8, 8);
         for (unsigned k = 0; k < 32; k += 8) {
            int d = (int)(got >> k & 255) - (int)(rows[i].want >> k & 255);
            if (d > 1 || d < -1)
               fail_msg("%s: blend row %u gives %08x, not %08x", r.chip, i, got, rows[i].want);
         }
         r.c->bind_blend_state(r.c, r.s.blend);
         r.c->delete_blend_state(r.c, blend);
      }
   }
}

static void
test_queries(void **state)
{
   FOR_EACH_CHIP(r, 32, 32)
   {
      struct pipe_query *q = r.c->create_query(r.c, PIPE_QUERY_OCCLUSION_COUNTER),
                        *p = r.c->create_query(r.c, PIPE_QUERY_OCCLUSION_PREDICATE),
                        *ts = r.c->create_query(r.c, PIPE_QUERY_TIMESTAMP),
                        *el = r.c->create_query(r.c, PIPE_QUERY_TIME_ELAPSED);
      uint64_t v, t0, t1;
      scene_clear(&r.s, 0, 0, 0, 1);
      r.c->end_query(r.c, ts);
      assert_true(r.c->get_query_result(r.c, ts, true, &t0));
      assert_true(r.c->begin_query(r.c, ts)); /* has no beginning */
      assert_true(r.c->begin_query(r.c, q));
      assert_false(r.c->begin_query(r.c, q)); /* runs already, and goes on */
      assert_true(r.c->begin_query(r.c, p));
      assert_true(r.c->begin_query(r.c, el));
      rect(&r, -1, -1, 0, 1, 0, red);
      scene_clear(&r.s, 0, 0, 0, 1); /* does not count */
      r.c->flush(r.c, NULL);         /* the query goes on in the next stream */
      rect(&r, -1, -1, 0, 0, 0, red);
      r.c->end_query(r.c, q);
      r.c->end_query(r.c, p);
      r.c->end_query(r.c, el);
      assert_true(r.c->get_query_result(r.c, q, true, &v));
      assert_int_equal(v, 16 * 32 + 16 * 16);
      assert_true(r.c->get_query_result(r.c, p, true, &v));
      assert_int_equal(v, 1);
      r.c->end_query(r.c, ts);
      assert_true(r.c->get_query_result(r.c, ts, true, &t1));
      assert_true(t1 > t0);
      assert_true(r.c->get_query_result(r.c, el, true, &v));
      assert_true(v <= t1 - t0);
      assert_true(r.c->begin_query(r.c, p));
      r.c->end_query(r.c, p);
      assert_true(r.c->get_query_result(r.c, p, true, &v));
      assert_int_equal(v, 0);
      r.c->destroy_query(r.c, q);
      r.c->destroy_query(r.c, p);
      r.c->destroy_query(r.c, ts);
      r.c->destroy_query(r.c, el);
   }
}

/** Draws a level of a mip chain and a face of a cube, each by blits from and to single levels. */
static void
test_levels_and_faces(void **state)
{
   static const uint8_t targets[] = {PIPE_TEXTURE_2D, PIPE_TEXTURE_CUBE, PIPE_TEXTURE_3D};
   FOR_EACH_CHIP(r, 32, 32)
   {
      for (unsigned k = 0; k < ARRAY_SIZE(targets); k++) {
         struct pipe_resource t = {.target = targets[k],
                                   .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                   .last_level = 4,
                                   .width0 = 20,
                                   .height0 = 20,
                                   .depth0 = k == 2 ? 6 : 1,
                                   .array_size = k == 1 ? 6 : 1,
                                   .bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET};
         struct pipe_resource *tex = r.screen->resource_create(r.screen, &t);
         assert_non_null(tex);
         unsigned layers = k ? 6 : 1;
         /* A colour a layer, uploaded; each level made from the one above it. */
         for (unsigned z = 0; z < layers; z++) {
            struct pipe_box box = {0, 0, (int)z, 20, 20, 1};
            struct pipe_transfer *tr;
            uint8_t *p = r.c->texture_map(r.c, tex, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &box, &tr);
            for (unsigned y = 0; y < 20; y++)
               for (unsigned x = 0; x < 20; x++) {
                  uint32_t v = 0xff000000 | (z * 40 + 10);
                  memcpy(p + y * tr->stride_B + x * 4, &v, 4);
               }
            r.c->texture_unmap(r.c, tr);
         }
         for (unsigned l = 1; l <= 4; l++) {
            int w = (int)u_minify(20, l), sw = (int)u_minify(20, l - 1),
                d = k == 2 ? (int)u_minify(6, l) : (int)layers;
            for (int z = 0; z < d; z++) {
               struct pipe_blit_info bi = {
                  .dst = {tex, PIPE_FORMAT_R8G8B8A8_UNORM, (uint16_t)l,       {0, 0, z, w, w, 1}},
                  .src = {tex,
                          PIPE_FORMAT_R8G8B8A8_UNORM,      (uint16_t)(l - 1),
                          {0, 0, k == 2 ? 2 * z : z, sw, sw, 1}                                 },
                  .filter_linear = true,
                  .mask = PIPE_BLIT_COLOR
               };
               r.c->blit(r.c, &bi);
            }
         }
         for (unsigned l = 0; l <= 4; l++) {
            int w = (int)u_minify(20, l), d = k == 2 ? (int)u_minify(6, l) : (int)layers;
            for (int z = 0; z < d; z++) {
               struct pipe_box box = {w - 1, w - 1, z, 1, 1, 1};
               struct pipe_transfer *tr;
               uint32_t v;
               memcpy(&v, r.c->texture_map(r.c, tex, l, PIPE_MAP_READ, &box, &tr), 4);
               r.c->texture_unmap(r.c, tr);
               uint32_t src = k == 2 ? (uint32_t)z << l : (uint32_t)z;
               if (v != (0xff000000 | (src * 40 + 10)))
                  fail_msg("%s: target %u level %u layer %d is %08x", r.chip, k, l, z, v);
            }
         }
         pipe_resource_unref(tex);
      }
   }
}

/** Uniforms change between draws of one stream; so does a vertex buffer that is rewritten while in use. */
static void
test_rewritten_buffers(void **state)
{
   FOR_EACH_CHIP(r, 32, 32)
   {
      char error[200];
      struct ir_shader *ir = scene_vs(true);
      void *vs = r.c->create_vs_state(r.c, ir, error, sizeof error);
      ir_shader_destroy(ir);
      assert_non_null(vs);
      scene_clear(&r.s, 0, 0, 0, 1);
      r.c->bind_vs_state(r.c, vs);
      float v[4][8] = {{0}};
      r.vb = scene_buffer(r.c, v, sizeof v, PIPE_BIND_VERTEX_BUFFER);
      struct pipe_vertex_buffer vb = {r.vb, 0, 32};
      r.c->set_vertex_buffers(r.c, 1, &vb);
      static const float *const colors[3] = {red, green, blue};
      for (unsigned n = 0; n < 3; n++) {
         for (unsigned i = 0; i < 4; i++) {
            float p[8] = {(float)n * 0.5f - 1 + (i & 1 ? 0.5f : 0), i & 2 ? 1 : -1, 0, 1};
            memcpy(v[i], p, sizeof p);
         }
         void *m = r.c->buffer_map(r.c, r.vb, 0, sizeof v, PIPE_MAP_WRITE);
         memcpy(m, v, sizeof v);
         r.c->buffer_unmap(r.c, r.vb);
         struct pipe_constant_buffer cb = {.user = colors[n], .size_B = 16};
         r.c->set_constant_buffer(r.c, PIPE_SHADER_VERTEX, 0, &cb);
         struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLE_STRIP, .count = 4, .instance_count = 1};
         r.c->draw(r.c, &info);
      }
      expect(&r, 2, 9, RED);
      expect(&r, 10, 9, GREEN);
      expect(&r, 18, 9, BLUE);
      expect(&r, 26, 9, BLACK);
      r.c->bind_vs_state(r.c, r.s.vs);
      r.c->delete_vs_state(r.c, vs);
   }
}

/** Colours by instance: the last of four instances shows element 3, 1 or 0 by divisor. */
static void
test_instances(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      static const float pos[4][4] = {
         {-1, -1, 0, 1},
         {1,  -1, 0, 1},
         {-1, 1,  0, 1},
         {1,  1,  0, 1}
      };
      static const float colors[4][4] = {
         {1, 0, 0, 1},
         {0, 1, 0, 1},
         {0, 0, 0, 1},
         {0, 0, 1, 1}
      };
      struct pipe_resource *pb = scene_buffer(r.c, pos, sizeof pos, PIPE_BIND_VERTEX_BUFFER),
                           *cb = scene_buffer(r.c, colors, sizeof colors, PIPE_BIND_VERTEX_BUFFER);
      static const uint32_t want[5] = {0, BLUE, GREEN, GREEN, RED};
      for (unsigned div = 1; div < 5; div++) {
         const struct pipe_vertex_element e[2] = {
            {0, PIPE_FORMAT_R32G32B32A32_FLOAT, 0, 0  },
            {0, PIPE_FORMAT_R32G32B32A32_FLOAT, 1, div}
         };
         void *ve = r.c->create_vertex_elements_state(r.c, 2, e);
         struct pipe_vertex_buffer vb[2] = {
            {pb, 0, 16},
            {cb, 0, 16}
         };
         r.c->bind_vertex_elements_state(r.c, ve);
         r.c->set_vertex_buffers(r.c, 2, vb);
         scene_clear(&r.s, 0, 0, 0, 1);
         struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLE_STRIP, .count = 4, .instance_count = 4};
         r.c->draw(r.c, &info);
         expect(&r, 8, 8, want[div]);
         r.c->bind_vertex_elements_state(r.c, r.s.velems);
         r.c->delete_vertex_elements_state(r.c, ve);
      }
      pipe_resource_unref(pb);
      pipe_resource_unref(cb);
   }
}

/** Two targets, one colour to both, one of them masked. */
static void
test_two_targets(void **state)
{
   FOR_EACH_CHIP(r, 32, 32)
   {
      struct pipe_resource *second =
         scene_texture(r.screen, PIPE_FORMAT_R8G8B8A8_UNORM, 32, 32, PIPE_BIND_RENDER_TARGET);
      struct pipe_framebuffer_state fb = r.s.fb;
      fb.nr_cbufs = 2;
      fb.cbufs[1] = (struct pipe_surface){second, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
      r.c->set_framebuffer_state(r.c, &fb);
      struct pipe_clear_info ci = {
         .buffers = PIPE_CLEAR_COLOR(0) | PIPE_CLEAR_COLOR(1), .colormask = 15, .color.f = {0, 0, 0, 1}
      };
      r.c->clear(r.c, &ci);
      rect(&r, -1, -1, 0, 1, 0, green);
      struct pipe_clear_info one = {
         .buffers = PIPE_CLEAR_COLOR(1), .colormask = PIPE_MASK_R, .color.f = {1, 0, 0, 0}
      };
      r.c->clear(r.c, &one);
      expect(&r, 3, 3, GREEN);
      expect(&r, 28, 3, BLACK);
      assert_int_equal(scene_pixel(&r.s, second, 3, 3), 0xff00ffff);
      assert_int_equal(scene_pixel(&r.s, second, 28, 3), RED);
      /* what stands behind nr_cbufs is none */
      fb.nr_cbufs = 1;
      r.c->set_framebuffer_state(r.c, &fb);
      rect(&r, -1, -1, 1, 1, 0, green);
      expect(&r, 28, 3, GREEN);
      assert_int_equal(scene_pixel(&r.s, second, 28, 3), RED);
      r.c->set_framebuffer_state(r.c, &r.s.fb);
      pipe_resource_unref(second);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_depth),
      cmocka_unit_test(test_stencil),
      cmocka_unit_test(test_blend),
      cmocka_unit_test(test_queries),
      cmocka_unit_test(test_levels_and_faces),
      cmocka_unit_test(test_rewritten_buffers),
      cmocka_unit_test(test_instances),
      cmocka_unit_test(test_two_targets),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
