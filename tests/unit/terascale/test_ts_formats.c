/* SPDX-License-Identifier: MIT
 *
 * Formats on the emulated GPU: what a clear leaves in every renderable format, what a shader samples from
 * every texture format, what it fetches from every vertex format, aligned and not.
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

static const char *const chips[] = {"rv630", "rv770", "cypress", "caicos", "cayman"};

static struct pipe_screen *
open_screen(const char *chip)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   return ts_screen_create(ws);
}

/** First bytes of texel (x, y). */
static void
read_texel(struct pipe_context *c, struct pipe_resource *r, int x, int y, void *out, unsigned n)
{
   struct pipe_box box = {x, y, 0, 1, 1, 1};
   struct pipe_transfer *t;
   const void *p = c->texture_map(c, r, 0, PIPE_MAP_READ, &box, &t);
   assert_non_null(p);
   memcpy(out, p, n);
   c->texture_unmap(c, t);
}

/* (1, 0.5, 0.25, 0.75) as each format stores it; norms of 0.5 may round either way: tolerance in the last
 * unit of each component is the format's own, so the clear uses values that are exact. */
static const struct {
   uint16_t format;
   uint8_t bytes;
   float color[4];
   uint8_t want[16];
} targets[] = {
   {PIPE_FORMAT_R8G8B8A8_UNORM,     4, {1, 0.2f, 0.4f, 0.6f},  {255, 51, 102, 153}              },
   {PIPE_FORMAT_B8G8R8A8_UNORM,     4, {1, 0.2f, 0.4f, 0.6f},  {102, 51, 255, 153}              },
   {PIPE_FORMAT_B5G6R5_UNORM,       2, {1, 0, 1.0f / 31, 0},   {0x01, 0xf8}                     },
   {PIPE_FORMAT_A4B4G4R4_UNORM,     2, {1, 0.2f, 0.4f, 0.6f},  {0x69, 0xf3}                     },
   {PIPE_FORMAT_A1B5G5R5_UNORM,     2, {1, 0, 1.0f / 31, 1},   {0x03, 0xf8}                     },
   {PIPE_FORMAT_R10G10B10A2_UNORM,  4, {1, 0, 1.0f / 1023, 1}, {0xff, 0x03, 0x10, 0xc0}         },
   {PIPE_FORMAT_R8_UNORM,           1, {0.2f, 1, 1, 1},        {51}                             },
   {PIPE_FORMAT_R8G8_UNORM,         2, {0.2f, 0.4f, 1, 1},     {51, 102}                        },
   {PIPE_FORMAT_R16G16B16A16_FLOAT, 8, {1, 0.5f, -2, 0},       {0, 0x3c, 0, 0x38, 0, 0xc0, 0, 0}},
   {PIPE_FORMAT_R32G32B32A32_FLOAT,
    16,                                {1, 0.5f, -2, 0},
    {0, 0, 0x80, 0x3f, 0, 0, 0, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0}                                },
   {PIPE_FORMAT_R16_FLOAT,          2, {-2, 0, 0, 0},          {0, 0xc0}                        },
   {PIPE_FORMAT_R16G16_FLOAT,       4, {1, -2, 0, 0},          {0, 0x3c, 0, 0xc0}               },
   {PIPE_FORMAT_R32_FLOAT,          4, {1.5f, 0, 0, 0},        {0, 0, 0xc0, 0x3f}               },
   {PIPE_FORMAT_R32G32_FLOAT,       8, {1.5f, -2, 0, 0},       {0, 0, 0xc0, 0x3f, 0, 0, 0, 0xc0}},
};

static void
test_targets(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct pipe_screen *screen = open_screen(chips[k]);
      struct pipe_context *c = screen->context_create(screen);
      for (unsigned i = 0; i < ARRAY_SIZE(targets); i++) {
         assert_true(screen->is_format_supported(screen, targets[i].format, PIPE_TEXTURE_2D, 1,
                                                 PIPE_BIND_RENDER_TARGET));
         for (unsigned linear = 0; linear < 2; linear++) {
            struct pipe_resource *r =
               scene_texture(screen, targets[i].format, 21, 13,
                             PIPE_BIND_RENDER_TARGET | (linear ? PIPE_BIND_DISPLAY_TARGET : 0));
            assert_non_null(r);
            struct pipe_framebuffer_state fb = {.width = 21, .height = 13, .nr_cbufs = 1};
            fb.cbufs[0] = (struct pipe_surface){r, targets[i].format, 0, 0};
            c->set_framebuffer_state(c, &fb);
            struct pipe_clear_info ci = {.buffers = PIPE_CLEAR_COLOR0, .colormask = 15};
            memcpy(ci.color.f, targets[i].color, 16);
            c->clear(c, &ci);
            static const int at[][2] = {
               {0,  0 },
               {20, 12},
               {9,  5 }
            };
            for (unsigned p = 0; p < 3; p++) {
               uint8_t got[16];
               read_texel(c, r, at[p][0], at[p][1], got, targets[i].bytes);
               if (memcmp(got, targets[i].want, targets[i].bytes))
                  fail_msg("%s: format %u, linear %u, pixel %u: %02x %02x %02x %02x", chips[k],
                           targets[i].format, linear, p, got[0], got[1], got[2], got[3]);
            }
            pipe_resource_unref(r);
         }
      }
      c->destroy(c);
      screen->destroy(screen);
   }
}

/** Draws a quad over the scene's RGBA8 target and returns the pixel in its middle. */
static uint32_t
quad_pixel(struct scene *s)
{
   struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLE_STRIP, .count = 4, .instance_count = 1};
   s->ctx->draw(s->ctx, &info);
   return scene_pixel(s, s->color, 5, 3);
}

static const float quad[4][8] = {
   {-1, -1, 0, 1, 0.5f, 0.5f, 0, 1},
   {1,  -1, 0, 1, 0.5f, 0.5f, 0, 1},
   {-1, 1,  0, 1, 0.5f, 0.5f, 0, 1},
   {1,  1,  0, 1, 0.5f, 0.5f, 0, 1}
};

static const struct {
   uint16_t format;
   uint8_t bytes;
   uint8_t texel[16];
   uint32_t want;
} textures[] = {
   {PIPE_FORMAT_R8G8B8A8_UNORM,     4,  {1, 2, 3, 4},                                                  0x04030201},
   {PIPE_FORMAT_R8G8B8X8_UNORM,     4,  {1, 2, 3, 4},                                                  0xff030201},
   {PIPE_FORMAT_B8G8R8A8_UNORM,     4,  {1, 2, 3, 4},                                                  0x04010203},
   {PIPE_FORMAT_B8G8R8X8_UNORM,     4,  {1, 2, 3, 4},                                                  0xff010203},
   {PIPE_FORMAT_B5G6R5_UNORM,       2,  {0x00, 0xf8},                                                  0xff0000ff},
   {PIPE_FORMAT_B5G6R5_UNORM,       2,  {0x1f, 0x00},                                                  0xffff0000},
   {PIPE_FORMAT_A4B4G4R4_UNORM,     2,  {0x69, 0xf3},                                                  0x996633ff},
   {PIPE_FORMAT_A1B5G5R5_UNORM,     2,  {0x00, 0xf8},                                                  0x000000ff},
   {PIPE_FORMAT_A1B5G5R5_UNORM,     2,  {0x3f, 0x00},                                                  0xffff0000},
   {PIPE_FORMAT_R10G10B10A2_UNORM,  4,  {0xff, 0x03, 0x00, 0x40},                                      0x550000ff},
   {PIPE_FORMAT_R8_UNORM,           1,  {51},                                                          0xff000033},
   {PIPE_FORMAT_R8G8_UNORM,         2,  {51, 102},                                                     0xff006633},
   {PIPE_FORMAT_L8_UNORM,           1,  {51},                                                          0xff333333},
   {PIPE_FORMAT_A8_UNORM,           1,  {51},                                                          0x33000000},
   {PIPE_FORMAT_L8A8_UNORM,         2,  {51, 102},                                                     0x66333333},
   {PIPE_FORMAT_R16G16B16A16_FLOAT, 8,  {0, 0x3c, 0, 0x00, 0, 0x40, 0, 0x3c},                          0xffff00ff},
   {PIPE_FORMAT_R32_FLOAT,          4,  {0, 0, 0x80, 0x3f},                                            0xff0000ff},
   {PIPE_FORMAT_L16_FLOAT,          2,  {0, 0x3c},                                                     0xffffffff},
   {PIPE_FORMAT_A16_FLOAT,          2,  {0, 0x3c},                                                     0xff000000},
   {PIPE_FORMAT_L16A16_FLOAT,       4,  {0, 0x3c, 0, 0},                                               0x00ffffff},
   {PIPE_FORMAT_L32A32_FLOAT,       8,  {0, 0, 0x80, 0x3f, 0, 0, 0, 0},                                0x00ffffff},
   {PIPE_FORMAT_Z16_UNORM,          2,  {0xff, 0xff},                                                  0xffffffff},
   {PIPE_FORMAT_DXT1_RGBA,          8,  {0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0},                          0xff0000ff},
   {PIPE_FORMAT_DXT5_RGBA,          16, {51, 0, 0, 0, 0, 0, 0, 0, 0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0}, 0x330000ff},
};

static void
test_textures(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct pipe_screen *screen = open_screen(chips[k]);
      struct scene s;
      assert_true(scene_init(&s, screen, 16, 8, PIPE_BIND_RENDER_TARGET));
      struct pipe_context *c = s.ctx;
      char error[200];
      struct ir_shader *ir = scene_fs(true);
      void *fs = c->create_fs_state(c, ir, error, sizeof error);
      ir_shader_destroy(ir);
      c->bind_fs_state(c, fs);
      struct pipe_resource *vb = scene_buffer(c, quad, sizeof quad, PIPE_BIND_VERTEX_BUFFER);
      struct pipe_vertex_buffer b = {vb, 0, 32};
      c->set_vertex_buffers(c, 1, &b);
      struct pipe_sampler_state ss = {.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
                                      .wrap_t = PIPE_TEX_WRAP_CLAMP_TO_EDGE};
      void *sampler = c->create_sampler_state(c, &ss);
      c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 1, &sampler);
      for (unsigned i = 0; i < ARRAY_SIZE(textures); i++) {
         bool block =
            textures[i].format >= PIPE_FORMAT_DXT1_RGB && textures[i].format <= PIPE_FORMAT_DXT5_RGBA;
         int n = block ? 4 : 1;
         struct pipe_resource *r =
            scene_texture(screen, textures[i].format, (uint32_t)n, (uint32_t)n, PIPE_BIND_SAMPLER_VIEW);
         assert_non_null(r);
         struct pipe_box box = {0, 0, 0, n, n, 1};
         struct pipe_transfer *t;
         void *p = c->texture_map(c, r, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE, &box, &t);
         memcpy(p, textures[i].texel, textures[i].bytes);
         c->texture_unmap(c, t);
         struct pipe_sampler_view_desc d = {
            r, textures[i].format, 0, 0, {0, 1, 2, 3}
         };
         struct pipe_sampler_view *v = c->create_sampler_view(c, &d);
         c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 1, &v);
         uint32_t got = quad_pixel(&s);
         if (got != textures[i].want)
            fail_msg("%s: texture format %u reads as %08x, not %08x", chips[k], textures[i].format, got,
                     textures[i].want);
         c->sampler_view_destroy(c, v);
         pipe_resource_unref(r);
      }
      c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 0, NULL);
      c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 0, NULL);
      c->delete_sampler_state(c, sampler);
      c->bind_fs_state(c, NULL);
      c->delete_fs_state(c, fs);
      pipe_resource_unref(vb);
      scene_fini(&s);
      screen->destroy(screen);
   }
}

static const struct {
   uint16_t format;
   uint8_t bytes;
   uint8_t data[16];
   uint32_t want; /* RGBA8 of the fetched value */
} attribs[] = {
   {PIPE_FORMAT_R8G8B8A8_UNORM,       4,  {51, 102, 153, 204},                              0xcc996633},
   {PIPE_FORMAT_R8G8B8_UNORM,         3,  {51, 102, 153},                                   0xff996633},
   {PIPE_FORMAT_R8G8_UNORM,           2,  {51, 102},                                        0xff006633},
   {PIPE_FORMAT_R8_UNORM,             1,  {51},                                             0xff000033},
 /* (2c + 1) / 255, ES 2.0.25 2.1.2: no zero */
   {PIPE_FORMAT_R8G8B8A8_SNORM,       4,  {127, 0, 127, 0x81},                              0x00ff01ff},
   {PIPE_FORMAT_R8G8B8_SNORM,         3,  {127, 0, 0x81},                                   0xff0001ff},
   {PIPE_FORMAT_R8G8B8A8_USCALED,     4,  {1, 0, 1, 0},                                     0x00ff00ff},
   {PIPE_FORMAT_R8G8B8_USCALED,       3,  {0, 200, 1},                                      0xffffff00},
   {PIPE_FORMAT_R8G8B8A8_SSCALED,     4,  {1, 0xff, 1, 0},                                  0x00ff00ff},
   {PIPE_FORMAT_R16G16B16A16_UNORM,   8,  {0xff, 0xff, 0, 0, 0x33, 0x33, 0xff, 0xff},       0xff3300ff},
   {PIPE_FORMAT_R16G16B16_UNORM,      6,  {0xff, 0xff, 0, 0, 0x33, 0x33},                   0xff3300ff},
   {PIPE_FORMAT_R16G16_SNORM,         4,  {0xff, 0x7f, 0x01, 0x80},                         0xff0000ff},
   {PIPE_FORMAT_R16G16B16_USCALED,    6,  {1, 0, 0, 0, 9, 0},                               0xffff00ff},
   {PIPE_FORMAT_R16_SSCALED,          2,  {1, 0},                                           0xff0000ff},
   {PIPE_FORMAT_R16G16B16A16_SSCALED, 8,  {0xff, 0xff, 1, 0, 0, 0, 1, 0},                   0xff00ff00},
   {PIPE_FORMAT_R16G16B16A16_FLOAT,   8,  {0, 0x3c, 0, 0, 0, 0x3c, 0, 0},                   0x00ff00ff},
   {PIPE_FORMAT_R16G16B16_FLOAT,      6,  {0, 0x3c, 0, 0, 0, 0x3c},                         0xffff00ff},
   {PIPE_FORMAT_R32_FLOAT,            4,  {0, 0, 0x80, 0x3f},                               0xff0000ff},
   {PIPE_FORMAT_R32G32_FLOAT,         8,  {0, 0, 0, 0, 0, 0, 0x80, 0x3f},                   0xff00ff00},
   {PIPE_FORMAT_R32G32B32_FLOAT,      12, {0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0x80, 0x3f}, 0xffff00ff},
   {PIPE_FORMAT_R32_FIXED,            4,  {0, 0, 1, 0},                                     0xff0000ff},
   {PIPE_FORMAT_R32G32_FIXED,         8,  {0, 0, 0xff, 0xff, 0, 0, 1, 0},                   0xff00ff00},
   {PIPE_FORMAT_R32G32B32_FIXED,      12, {0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0},             0xffff00ff},
   {PIPE_FORMAT_R32G32B32A32_FIXED,   16, {0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}, 0x00ff00ff},
};

/** Positions in buffer 0, the attribute in buffer 1 with the given offset and stride, drawn with
 * indices 2..5. */
static uint32_t
attrib_pixel(struct scene *s, unsigned i, uint32_t offset, uint32_t src_offset, uint32_t stride)
{
   struct pipe_context *c = s->ctx;
   const struct pipe_vertex_element e[2] = {
      {0,                    PIPE_FORMAT_R32G32B32A32_FLOAT, 0, 0},
      {(uint16_t)src_offset, attribs[i].format,              1, 0}
   };
   void *ve = c->create_vertex_elements_state(c, 2, e);
   float pos[6][8] = {{0}};
   memcpy(pos[2], quad, sizeof quad);
   /* The last element ends exactly with the buffer. */
   uint8_t data[2200 * 6] = {0};
   uint32_t size = offset + src_offset + 5 * stride + attribs[i].bytes;
   for (unsigned v = 2; v < 6; v++)
      memcpy(data + offset + src_offset + v * stride, attribs[i].data, attribs[i].bytes);
   static const uint16_t idx[4] = {2, 3, 4, 5};
   struct pipe_resource *pb = scene_buffer(c, pos, sizeof pos, PIPE_BIND_VERTEX_BUFFER),
                        *ab = scene_buffer(c, data, size, PIPE_BIND_VERTEX_BUFFER),
                        *ib = scene_buffer(c, idx, sizeof idx, PIPE_BIND_INDEX_BUFFER);
   struct pipe_vertex_buffer vb[2] = {
      {pb, 0,      32    },
      {ab, offset, stride}
   };
   c->set_vertex_buffers(c, 2, vb);
   c->bind_vertex_elements_state(c, ve);
   uint32_t both[2];
   for (unsigned indexed = 0; indexed < 2; indexed++) {
      scene_clear(s, 0, 0, 0, 0);
      struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLE_STRIP,
                                    .start = indexed ? 0 : 2,
                                    .count = 4,
                                    .instance_count = 1,
                                    .index_size_B = indexed ? 2 : 0,
                                    .index_buffer = indexed ? ib : NULL,
                                    .max_index = ~0u};
      c->draw(c, &info);
      both[indexed] = scene_pixel(s, s->color, 5, 3);
   }
   assert_int_equal(both[0], both[1]);
   c->bind_vertex_elements_state(c, s->velems);
   c->delete_vertex_elements_state(c, ve);
   pipe_resource_unref(pb);
   pipe_resource_unref(ab);
   pipe_resource_unref(ib);
   return both[0];
}

static void
test_attribs(void **state)
{
   static const struct {
      uint32_t offset, src_offset, stride;
   } layouts[] = {
      {0, 0, 16  },
      {4, 8, 32  },
      {1, 0, 16  },
      {0, 3, 17  },
      {0, 0, 0   },
      {2, 1, 2100}
   };
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct pipe_screen *screen = open_screen(chips[k]);
      struct scene s;
      assert_true(scene_init(&s, screen, 16, 8, PIPE_BIND_RENDER_TARGET));
      for (unsigned i = 0; i < ARRAY_SIZE(attribs); i++)
         for (unsigned l = 0; l < ARRAY_SIZE(layouts); l++) {
            if (!layouts[l].stride) /* one element for all vertices */
               continue;
            uint32_t got = attrib_pixel(&s, i, layouts[l].offset, layouts[l].src_offset, layouts[l].stride);
            if (got != attribs[i].want)
               fail_msg("%s: vertex format %u at %u + %u, stride %u reads as %08x, not %08x", chips[k],
                        attribs[i].format, layouts[l].offset, layouts[l].src_offset, layouts[l].stride, got,
                        attribs[i].want);
         }
      scene_fini(&s);
      screen->destroy(screen);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_targets),
      cmocka_unit_test(test_textures),
      cmocka_unit_test(test_attribs),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
