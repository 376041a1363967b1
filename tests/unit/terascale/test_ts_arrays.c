/* SPDX-License-Identifier: MIT
 *
 * Arrays of 2D textures on the emulated GPU: levels and layers where the texture unit looks for them, layers as targets,
 * copies and blits between them, depth; and cube maps whose faces join.
 */
#include "ts_lookup.h"

enum { LAYERS = 5, LEVELS = 4, W = 57, H = 44 };

static const struct pipe_sampler_state nearest = {
   .wrap_s = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
   .wrap_t = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
   .wrap_r = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
   .min_mip_filter = PIPE_TEX_MIPFILTER_NEAREST,
   .max_lod = 15.0f,
};

static uint32_t
texel(unsigned level, unsigned layer)
{
   return 0xff000000 | (40 * layer + 10) | (50 * level + 5) << 8;
}

static struct pipe_resource *
make_array(struct rig *r)
{
   struct pipe_resource *t = lookup_texture(r, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, W, H,
                                            LAYERS, LEVELS, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
   for (unsigned level = 0; level < LEVELS; level++)
      for (unsigned layer = 0; layer < LAYERS; layer++) {
         const uint32_t v = texel(level, layer);
         lookup_fill(r, t, level, layer, &v, 4);
      }
   return t;
}

static const struct ir_tex lod_2d_array = {.op = IR_TEX_LOD, .target = IR_TEX_2D_ARRAY};

/** The array at (x, y, layer) of a level. */
static void
look(struct rig *r, float x, float y, float layer, float level, uint32_t want)
{
   const float at[4] = {x, y, layer, level};
   rect(r, -1, -1, 1, 1, 0, at);
   expect(r, 8, 8, want);
}

static void
test_levels_and_layers(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      assert_true(r.screen->caps.max_array_layers >= 256);
      struct pipe_resource *t = make_array(&r);
      void *fs = lookup_fs(&r, lod_2d_array, SHOW_FLOATS);
      r.c->bind_fs_state(r.c, fs);
      for (unsigned linear = 0; linear < 2; linear++) {
         struct pipe_sampler_state s = nearest;
         s.min_img_filter = s.mag_img_filter = (uint8_t)linear;
         struct lookup_bound b = lookup_bind(&r, t, t->format, &s);
         for (unsigned level = 0; level < LEVELS; level++)
            for (unsigned layer = 0; layer < LAYERS; layer++)
               look(&r, 0.3f, 0.7f, (float)layer, (float)level, texel(level, layer));
         /* ES 3.0.6, 3.8.10: the nearest layer there is; no filter goes over layers */
         look(&r, 0.5f, 0.5f, 2.4f, 0, texel(0, 2));
         look(&r, 0.5f, 0.5f, 2.6f, 0, texel(0, 3));
         look(&r, 0.5f, 0.5f, -3, 1, texel(1, 0));
         look(&r, 0.5f, 0.5f, 77, 1, texel(1, LAYERS - 1));
         lookup_unbind(&r, b);
      }
      r.c->bind_fs_state(r.c, r.s.fs);
      r.c->delete_fs_state(r.c, fs);
      pipe_resource_unref(t);
   }
}

static void
test_fetch_and_size(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      struct pipe_resource *t = make_array(&r);
      struct lookup_bound b = lookup_bind(&r, t, t->format, &nearest);
      void *fetch =
         lookup_fs(&r, (struct ir_tex){.op = IR_TEX_FETCH, .target = IR_TEX_2D_ARRAY}, SHOW_FLOATS);
      void *size = lookup_fs(&r, (struct ir_tex){.op = IR_TEX_SIZE, .target = IR_TEX_2D_ARRAY}, SHOW_INTS);
      r.c->bind_fs_state(r.c, fetch);
      for (unsigned level = 0; level < LEVELS; level++)
         for (unsigned layer = 0; layer < LAYERS; layer++)
            look(&r, (float)(W >> level) - 0.5f, (float)(H >> level) - 0.5f, (float)layer + 0.25f,
                 (float)level, texel(level, layer));
      r.c->bind_fs_state(r.c, size);
      for (unsigned level = 0; level < LEVELS; level++) {
         const float at[4] = {0, 0, 0, (float)level};
         rect(&r, -1, -1, 1, 1, 0, at);
         const uint32_t got = scene_pixel(&r.s, r.s.color, 8, 8);
         assert_int_equal(got & 0xffffff,
                          (100 + (W >> level)) | (100 + (H >> level)) << 8 | (100 + LAYERS) << 16);
      }
      r.c->bind_fs_state(r.c, r.s.fs);
      r.c->delete_fs_state(r.c, fetch);
      r.c->delete_fs_state(r.c, size);
      lookup_unbind(&r, b);
      pipe_resource_unref(t);
   }
}

/** Draws into one layer of a level, clears another, copies and blits between them; no neighbour changes. */
static void
test_targets(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      struct pipe_resource *t = make_array(&r);
      struct pipe_framebuffer_state fb = {.width = W >> 1, .height = H >> 1, .nr_cbufs = 1};
      fb.cbufs[0] = (struct pipe_surface){t, t->format, 1, 3};
      r.c->set_framebuffer_state(r.c, &fb);
      const struct pipe_viewport_state vp = {
         {(float)fb.width / 2, (float)fb.height / 2, 0.5f},
         {(float)fb.width / 2, (float)fb.height / 2, 0.5f}
      };
      r.c->set_viewport_state(r.c, &vp);
      rect(&r, -1, -1, 1, 1, 0, blue);
      fb.cbufs[0].layer = 1;
      r.c->set_framebuffer_state(r.c, &fb);
      const struct pipe_clear_info ci = {
         .buffers = PIPE_CLEAR_COLOR0, .colormask = 15, .color.f = {0, 1, 0, 1}
      };
      r.c->clear(r.c, &ci);
      r.c->set_framebuffer_state(r.c, &r.s.fb);
      const struct pipe_box two = {0, 0, 3, W >> 1, H >> 1, 2};
      r.c->resource_copy_region(r.c, t, 0, 2, 3, 0, t, 1,
                                &two); /* layers 3, 4 of level 1 to 0, 1 of level 0 */
      struct pipe_blit_info bi = {
         .dst = {t, t->format, 2, {0, 0, 4, W >> 2, H >> 2, 1}},
         .src = {t, t->format, 1, {0, 0, 1, W >> 1, H >> 1, 1}},
         .mask = PIPE_BLIT_COLOR
      };
      r.c->blit(r.c, &bi);
      for (unsigned level = 0; level < LEVELS; level++)
         for (unsigned layer = 0; layer < LAYERS; layer++) {
            uint32_t want = texel(level, layer), got;
            if (level == 1 && layer == 3)
               want = BLUE;
            else if ((level == 1 && layer == 1) || (level == 2 && layer == 4))
               want = GREEN;
            else if (level == 0 && layer < 2)
               want = layer ? texel(1, 4) : BLUE;
            lookup_read(&r, t, level, layer, 4, 4, &got, 4);
            if (got != want)
               fail_msg("%s: layer %u of level %u has %08x, not %08x", r.chip, layer, level, got, want);
         }
      pipe_resource_unref(t);
   }
}

/** Depth is drawn to layers, and compared with; by the CPU it is read and written. */
static void
test_depth(void **state)
{
   static const uint16_t formats[] = {PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z24X8_UNORM,
                                      PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_FORMAT_Z32_FLOAT};
   FOR_EACH_CHIP(r, 16, 16)
   {
      for (unsigned f = 0; f < ARRAY_SIZE(formats); f++) {
         struct pipe_resource *t = lookup_texture(&r, PIPE_TEXTURE_2D_ARRAY, formats[f], 40, 24, 9, 2,
                                                  PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_DEPTH_STENCIL);
         for (unsigned i = 0; i < 9; i++) {
            struct pipe_framebuffer_state fb = {.width = 40, .height = 24};
            fb.zsbuf = (struct pipe_surface){t, t->format, 0, (uint16_t)i};
            r.c->set_framebuffer_state(r.c, &fb);
            const struct pipe_clear_info ci = {.buffers = PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL,
                                               .depth = (double)i / 10.0,
                                               .stencil_writemask = 0xff};
            r.c->clear(r.c, &ci);
         }
         r.c->set_framebuffer_state(r.c, &r.s.fb);
         struct pipe_sampler_state s = nearest;
         struct lookup_bound b = lookup_bind(&r, t, t->format, &s);
         void *fs = lookup_fs(&r, lod_2d_array, SHOW_FLOATS);
         r.c->bind_fs_state(r.c, fs);
         for (unsigned i = 0; i < 9; i++) {
            const float at[4] = {0.5f, 0.5f, (float)i, 0};
            rect(&r, -1, -1, 1, 1, 0, at);
            const int got = (int)(scene_pixel(&r.s, r.s.color, 8, 8) & 255),
                      want = (int)(25.5f * (float)i + 0.5f);
            if (got < want - 1 || got > want + 1)
               fail_msg("%s: format %u, layer %u is %d, not %d", r.chip, formats[f], i, got, want);
         }
         lookup_unbind(&r, b);
         s.compare_func = PIPE_FUNC_LEQUAL;
         b = lookup_bind(&r, t, t->format, &s);
         void *shadow = lookup_fs(&r, (struct ir_tex){.op = IR_TEX_SAMPLE, .target = IR_TEX_2D_ARRAY_SHADOW},
                                  SHOW_FLOATS);
         r.c->bind_fs_state(r.c, shadow);
         for (unsigned i = 0; i < 9; i++) {
            const float at[4] = {0.5f, 0.5f, (float)i, 0.45f};
            rect(&r, -1, -1, 1, 1, 0, at);
            assert_int_equal(scene_pixel(&r.s, r.s.color, 8, 8) & 255, i >= 5 ? 255 : 0);
         }
         lookup_unbind(&r, b);
         r.c->bind_fs_state(r.c, r.s.fs);
         r.c->delete_fs_state(r.c, fs);
         r.c->delete_fs_state(r.c, shadow);
         pipe_resource_unref(t);
      }
   }
}

/** Levels of depth with stencil, which the CPU wrote, in all layers. */
static void
test_depth_levels(void **state)
{
   enum { D_LEVELS = 6 };
   FOR_EACH_CHIP(r, 16, 16)
   {
      struct pipe_resource *t =
         lookup_texture(&r, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_Z24_UNORM_S8_UINT, 32, 64, LAYERS, D_LEVELS,
                        PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_DEPTH_STENCIL);
      for (unsigned level = 0; level < D_LEVELS; level++)
         for (unsigned layer = 0; layer < LAYERS; layer++) {
            const uint32_t v = 0xffffffu / 255 * (30 * level + 6 * layer + 20);
            lookup_fill(&r, t, level, layer, &v, 4);
         }
      struct lookup_bound b = lookup_bind(&r, t, t->format, &nearest);
      void *fs = lookup_fs(&r, lod_2d_array, SHOW_FLOATS);
      r.c->bind_fs_state(r.c, fs);
      for (unsigned level = 0; level < D_LEVELS; level++)
         for (unsigned layer = 0; layer < LAYERS; layer++) {
            const float at[4] = {0.6f, 0.3f, (float)layer, (float)level};
            rect(&r, -1, -1, 1, 1, 0, at);
            const uint32_t got = scene_pixel(&r.s, r.s.color, 8, 8) & 255, want = 30 * level + 6 * layer + 20;
            if (got != want)
               fail_msg("%s: layer %u of level %u is %u, not %u", r.chip, layer, level, got, want);
         }
      lookup_unbind(&r, b);
      r.c->bind_fs_state(r.c, r.s.fs);
      r.c->delete_fs_state(r.c, fs);
      pipe_resource_unref(t);
   }
}

/** Between two faces of different colours a linear filter mixes them, where the sampler says so, in one stream. */
static void
test_seamless(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      assert_true(r.screen->caps.seamless_cube_map);
      struct pipe_resource *t = lookup_texture(&r, PIPE_TEXTURE_CUBE, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4, 6, 1,
                                               PIPE_BIND_SAMPLER_VIEW);
      for (unsigned i = 0; i < 6; i++) {
         const uint32_t v = i == 0 ? RED : BLACK;
         lookup_fill(&r, t, 0, i, &v, 4);
      }
      void *fs = lookup_fs(&r, (struct ir_tex){.op = IR_TEX_SAMPLE, .target = IR_TEX_CUBE}, SHOW_FLOATS);
      r.c->bind_fs_state(r.c, fs);
      const float edge[4] = {1.0f, 0.0f, 0.999f, 0}; /* on +x, next to +z */
      for (unsigned i = 0; i < 4; i++) {
         struct pipe_sampler_state s = nearest;
         s.min_img_filter = s.mag_img_filter = PIPE_TEX_FILTER_LINEAR;
         s.wrap_s = s.wrap_t = PIPE_TEX_WRAP_REPEAT;
         s.seamless_cube_map = i & 1;
         if (!s.seamless_cube_map)
            s.wrap_s = s.wrap_t = PIPE_TEX_WRAP_CLAMP_TO_EDGE;
         struct lookup_bound b = lookup_bind(&r, t, t->format, &s);
         const float x = (float)i / 2 - 1;
         rect(&r, x, -1, x + 0.5f, 1, 0, edge);
         lookup_unbind(&r, b);
      }
      for (int i = 0; i < 4; i++) {
         const uint32_t got = scene_pixel(&r.s, r.s.color, 4 * i + 2, 8) & 255;
         assert_in_range(got, i & 1 ? 120 : 255, i & 1 ? 136 : 255);
      }
      r.c->bind_fs_state(r.c, r.s.fs);
      r.c->delete_fs_state(r.c, fs);
      pipe_resource_unref(t);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_levels_and_layers), cmocka_unit_test(test_fetch_and_size),
      cmocka_unit_test(test_targets),           cmocka_unit_test(test_depth),
      cmocka_unit_test(test_seamless),          cmocka_unit_test(test_depth_levels),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
