/* SPDX-License-Identifier: MIT
 *
 * What the driver and the CPU do with resources, on the emulated GPU behind its kernel's rules: clears, maps, copies, blits,
 * resolves, occlusion queries.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/ir/ir.h"
#include "driver/blit.h"
#include "format/format.h"
#include "pipe/p_context.h"
#include "r300/public.h"
#include "target/screen.h"
#include "util/u_math.h"

static const char *const chips[] = {"rv515", "rv530", "r580", "r300", "rv350", "r420"};

struct fix {
   const char *chip;
   struct pipe_screen *screen;
   struct pipe_context *c;
};

static struct fix
open_chip(const char *chip)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   struct fix f = {chip, r300_screen_create(ws), NULL};
   assert_non_null(f.screen);
   f.c = f.screen->context_create(f.screen);
   assert_non_null(f.c);
   return f;
}

static void
close_chip(struct fix *f)
{
   assert_false(f->c->get_oom(f->c)); /* nor was a stream refused */
   f->c->destroy(f->c);
   f->screen->destroy(f->screen);
}

static struct pipe_resource *
texture(struct fix *f, enum pipe_texture_target target, unsigned format, uint32_t w, uint32_t h,
        uint8_t last_level, uint32_t bind)
{
   const struct pipe_resource t = {.target = (uint8_t)target,
                                   .format = (uint16_t)format,
                                   .width0 = w,
                                   .height0 = h,
                                   .depth0 = 1,
                                   .array_size = target == PIPE_TEXTURE_CUBE ? 6 : 1,
                                   .last_level = last_level,
                                   .bind = bind};
   struct pipe_resource *r = f->screen->resource_create(f->screen, &t);
   assert_non_null(r);
   return r;
}

static void
read_box(struct fix *f, struct pipe_resource *r, unsigned level, struct pipe_box box, void *out, size_t row_B)
{
   struct pipe_transfer *t;
   const uint8_t *p = f->c->texture_map(f->c, r, level, PIPE_MAP_READ, &box, &t);
   assert_non_null(p);
   for (int y = 0; y < box.height; y++)
      memcpy((uint8_t *)out + (size_t)y * row_B, p + (size_t)y * t->stride_B, row_B);
   f->c->texture_unmap(f->c, t);
}

static uint32_t
read_dword(struct fix *f, struct pipe_resource *r, int x, int y)
{
   uint32_t v = 0;
   read_box(f, r, 0, (struct pipe_box){x, y, 0, 1, 1, 1}, &v, u_format_block_B((enum pipe_format)r->format));
   return v;
}

/** Fills a box with bytes that grow from \p seed on; whole blocks. */
static void
write_box(struct fix *f, struct pipe_resource *r, unsigned level, struct pipe_box box, uint8_t seed)
{
   const struct u_format_desc *d = u_format_desc((enum pipe_format)r->format);
   struct pipe_transfer *t;
   uint8_t *p = f->c->texture_map(f->c, r, level, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &box, &t);
   assert_non_null(p);
   for (int y = 0; y < DIV_ROUND_UP(box.height, d->block_h); y++)
      for (int x = 0; x < DIV_ROUND_UP(box.width, d->block_w) * d->block_B; x++)
         p[(size_t)y * t->stride_B + (size_t)x] = (uint8_t)(seed + y * 37 + x * 3);
   f->c->texture_unmap(f->c, t);
}

static void
bind_target(struct fix *f, struct pipe_resource *color, struct pipe_resource *zs)
{
   const struct pipe_resource *any = color ? color : zs;
   struct pipe_framebuffer_state fb = {
      .width = any->width0, .height = any->height0, .samples = any->nr_samples, .nr_cbufs = color != NULL};
   if (color)
      fb.cbufs[0] = (struct pipe_surface){color, color->format, 0, 0};
   if (zs)
      fb.zsbuf = (struct pipe_surface){zs, zs->format, 0, 0};
   f->c->set_framebuffer_state(f->c, &fb);
}

static void
clear_color(struct fix *f, float r, float g, float b, float a)
{
   const struct pipe_clear_info ci = {
      .buffers = PIPE_CLEAR_COLOR0, .colormask = PIPE_MASK_RGBA, .color.f = {r, g, b, a}
   };
   f->c->clear(f->c, &ci);
}

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

/* ---- maps and copies ---- */

/** A box of every format moves: within a level, to another level, to another face. */
static void
check_copy(struct fix *f, enum pipe_format format)
{
   const struct u_format_desc *d = u_format_desc(format);
   const struct pipe_box from = {4, 8, 1, 20, 12, 1}, to = {8, 4, 5, 20, 12, 1};
   const size_t row_B = DIV_ROUND_UP(20u, d->block_w) * d->block_B, rows = DIV_ROUND_UP(12u, d->block_h);
   uint8_t *a = calloc(rows, row_B), *b = calloc(rows, row_B);
   struct pipe_resource *src = texture(f, PIPE_TEXTURE_CUBE, format, 64, 64, 0, PIPE_BIND_SAMPLER_VIEW);
   struct pipe_resource *dst = texture(f, PIPE_TEXTURE_CUBE, format, 128, 128, 1, PIPE_BIND_SAMPLER_VIEW);
   write_box(f, src, 0, from, 11);
   write_box(f, dst, 1, (struct pipe_box){0, 0, 5, 64, 64, 1}, 99);
   f->c->resource_copy_region(f->c, dst, 1, 8, 4, 5, src, 0, &from);
   struct pipe_transfer *t;
   const struct pipe_box *boxes[2] = {&from, &to};
   for (unsigned i = 0; i < 2; i++) {
      const uint8_t *p = f->c->texture_map(f->c, i ? dst : src, i, PIPE_MAP_READ, boxes[i], &t);
      assert_non_null(p);
      for (size_t y = 0; y < rows; y++)
         memcpy((i ? b : a) + y * row_B, p + y * t->stride_B, row_B);
      f->c->texture_unmap(f->c, t);
   }
   if (memcmp(a, b, rows * row_B))
      fail_msg("%s: a copy of %s differs", f->chip, d->name);
   assert_int_equal(a[0], 11);
   uint8_t around[16];
   read_box(f, dst, 1, (struct pipe_box){0, 0, 5, d->block_w, 1, 1}, around, d->block_B);
   assert_int_equal(around[0], 99);
   pipe_resource_unref(src);
   pipe_resource_unref(dst);
   free(a);
   free(b);
}

static void
test_copies(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++)
         if (f.screen->is_format_supported(f.screen, (enum pipe_format)i, PIPE_TEXTURE_2D, 1,
                                           PIPE_BIND_SAMPLER_VIEW))
            check_copy(&f, (enum pipe_format)i);
      close_chip(&f);
   }
}

static void
test_buffers(void **state)
{
   struct fix f = open_chip("rv530");
   const struct pipe_resource t = {.target = PIPE_BUFFER,
                                   .format = PIPE_FORMAT_R8_UNORM,
                                   .width0 = 1000,
                                   .height0 = 1,
                                   .depth0 = 1,
                                   .array_size = 1,
                                   .bind = PIPE_BIND_VERTEX_BUFFER};
   struct pipe_resource *a = f.screen->resource_create(f.screen, &t),
                        *b = f.screen->resource_create(f.screen, &t);
   uint8_t *p = f.c->buffer_map(f.c, a, 0, 1000, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE);
   for (unsigned i = 0; i < 1000; i++)
      p[i] = (uint8_t)i;
   f.c->buffer_unmap(f.c, a);
   const struct pipe_box box = {100, 0, 0, 200, 1, 1};
   f.c->resource_copy_region(f.c, b, 0, 3, 0, 0, a, 0, &box);
   p = f.c->buffer_map(f.c, b, 3, 200, PIPE_MAP_READ);
   for (unsigned i = 0; i < 200; i++)
      assert_int_equal(p[i], (uint8_t)(100 + i));
   f.c->buffer_unmap(f.c, b);
   pipe_resource_unref(a);
   pipe_resource_unref(b);
   close_chip(&f);
}

/* ---- blits ---- */

static void
blit_2d(struct fix *f, struct pipe_resource *dst, unsigned dst_level, struct pipe_box db,
        struct pipe_resource *src, unsigned src_level, struct pipe_box sb, bool linear)
{
   const struct pipe_blit_info info = {
      .dst = {dst, dst->format, (uint16_t)dst_level, db},
      .src = {src, src->format, (uint16_t)src_level, sb},
      .filter_linear = linear,
      .mask = PIPE_BLIT_COLOR
   };
   f->c->blit(f->c, &info);
}

/** Four texels, 1.0 and 0.2 of the first component: twice as large and mirrored, and their mean. */
static void
test_blits(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      static const uint32_t texels[4] = {0xff0000ff, 0x00ff00ff, 0xff330033, 0x00cc33cc};
      struct pipe_resource *src = texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 2, 2, 1,
                                          PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
      struct pipe_resource *dst = texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_B8G8R8A8_UNORM, 16, 16, 0,
                                          PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
      struct pipe_transfer *t;
      const struct pipe_box all = {0, 0, 0, 2, 2, 1};
      uint8_t *p = f.c->texture_map(f.c, src, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE, &all, &t);
      memcpy(p, texels, 8);
      memcpy(p + t->stride_B, texels + 2, 8);
      f.c->texture_unmap(f.c, t);
      blit_2d(&f, dst, 0, (struct pipe_box){4, 6, 0, 4, 4, 1}, src, 0, (struct pipe_box){2, 0, 0, -2, 2, 1},
              false);
      for (int y = 0; y < 4; y++)
         for (int x = 0; x < 4; x++) {
            const uint32_t v = texels[y / 2 * 2 + 1 - x / 2];
            const uint32_t bgra = (v & 0xff00ff00) | (v & 0xff) << 16 | (v >> 16 & 0xff);
            if (read_dword(&f, dst, 4 + x, 6 + y) != bgra)
               fail_msg("%s: pixel %d, %d is %08x, not %08x", chips[k], x, y,
                        read_dword(&f, dst, 4 + x, 6 + y), bgra);
         }
      blit_2d(&f, src, 1, (struct pipe_box){0, 0, 0, 1, 1, 1}, src, 0, all, true);
      uint32_t mean;
      read_box(&f, src, 1, (struct pipe_box){0, 0, 0, 1, 1, 1}, &mean, 4);
      for (unsigned c = 0; c < 32; c += 8) {
         unsigned sum = 0;
         for (unsigned i = 0; i < 4; i++)
            sum += texels[i] >> c & 0xff;
         assert_true(abs((int)(mean >> c & 0xff) - (int)(sum / 4)) <= 1); /* 127.5 rounds either way */
      }
      pipe_resource_unref(src);
      pipe_resource_unref(dst);
      close_chip(&f);
   }
}

/** L8, A8 and L8A8 are written as red and green. */
static void
test_blits_to_twins(void **state)
{
   static const struct {
      uint16_t format;
      uint32_t want;
   } cases[] = {
      {PIPE_FORMAT_L8_UNORM,   0x33  },
      {PIPE_FORMAT_A8_UNORM,   0x99  },
      {PIPE_FORMAT_L8A8_UNORM, 0x9933},
   };
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct pipe_resource *src =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 8, 8, 0, PIPE_BIND_RENDER_TARGET);
      bind_target(&f, src, NULL);
      clear_color(&f, 0.2f, 1, 1, 0.6f);
      for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
         struct pipe_resource *dst =
            texture(&f, PIPE_TEXTURE_2D, cases[i].format, 8, 8, 0, PIPE_BIND_SAMPLER_VIEW);
         const struct pipe_box all = {0, 0, 0, 8, 8, 1};
         blit_2d(&f, dst, 0, all, src, 0, all, false);
         assert_int_equal(read_dword(&f, dst, 7, 7), cases[i].want);
         pipe_resource_unref(dst);
      }
      pipe_resource_unref(src);
      close_chip(&f);
   }
}

/* ---- lookups ---- */

/** Fills a target of 100 x 100 with what a sampler has from (0, 0) or \p from on, \p size more per picture. */
static void
draw_texture(struct fix *f, struct drv_blit_objects *o, struct pipe_sampler_view *v,
             const struct pipe_sampler_state *state, float from, float size)
{
   struct pipe_context *c = f->c;
   float vertices[24];
   void *sampler = c->create_sampler_state(c, state);
   drv_blit_vertices(vertices, 0, from, from, from + size, from + size);
   const struct pipe_vertex_buffer vb = {.user = vertices, .stride_B = 32};
   const struct pipe_viewport_state vp = {
      .scale = {50, 50, 1},
        .translate = {50, 50, 0}
   };
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   c->bind_blend_state(c, drv_blit_blend(o, c, 15));
   c->bind_dsa_state(c, drv_blit_dsa(o, c, false, false, 0));
   c->bind_rasterizer_state(c, o->rast[0]);
   c->bind_vertex_elements_state(c, o->velems);
   c->bind_vs_state(c, o->vs);
   c->bind_fs_state(c, o->fs_tex);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 1, &v);
   c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 1, &sampler);
   c->set_viewport_state(c, &vp);
   c->set_sample_mask(c, ~0u);
   c->set_vertex_buffers(c, 1, &vb);
   c->draw(c, &info);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   c->delete_sampler_state(c, sampler);
}

static struct pipe_sampler_view *
view_of(struct fix *f, struct pipe_resource *tex)
{
   const struct pipe_sampler_view_desc desc = {
      .texture = tex, .format = tex->format, .last_level = tex->last_level, .swizzle = {0, 1, 2, 3}
   };
   struct pipe_sampler_view *v = f->c->create_sampler_view(f->c, &desc);
   assert_non_null(v);
   return v;
}

/** Just above half of a level the coarser one is nearer. */
static void
test_nearest_level(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct drv_blit_objects o = {0};
      assert_true(drv_blit_objects_init(&o, f.c));
      struct pipe_resource *tex = texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8_UNORM, 256, 256, 1,
                                          PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
      struct pipe_resource *r =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 100, 100, 0, PIPE_BIND_RENDER_TARGET);
      for (unsigned level = 0; level < 2; level++) { /* 0 and 1 */
         struct pipe_framebuffer_state fb = {.width = 256u >> level, .height = 256u >> level, .nr_cbufs = 1};
         fb.cbufs[0] = (struct pipe_surface){tex, tex->format, (uint16_t)level, 0};
         f.c->set_framebuffer_state(f.c, &fb);
         clear_color(&f, (float)level, 0, 0, 0);
      }
      const struct pipe_sampler_state ss = {.min_mip_filter = PIPE_TEX_MIPFILTER_NEAREST, .max_lod = 1};
      struct pipe_sampler_view *v = view_of(&f, tex);
      bind_target(&f, r, NULL);
      for (unsigned i = 0; i < 2; i++) {
         const float texels = i ? 142.9f : 139.9f; /* 2 to the power of 0.515 and 0.484 a pixel */
         draw_texture(&f, &o, v, &ss, 0, texels / 256);
         assert_int_equal(read_dword(&f, r, 50, 50), i ? 0xff0000ff : 0xff000000);
      }
      f.c->sampler_view_destroy(f.c, v);
      drv_blit_objects_fini(&o, f.c);
      pipe_resource_unref(tex);
      pipe_resource_unref(r);
      close_chip(&f);
   }
}

static int
channel_difference(uint32_t a, uint32_t b)
{
   int most = 0;
   for (unsigned c = 0; c < 32; c += 8)
      most = MAX2(most, abs((int)(a >> c & 0xff) - (int)(b >> c & 0xff)));
   return most;
}

/** What a border of 0.2, 0.4, 0.6, 0.8 is in a format. */
static uint32_t
border_in(enum pipe_format format)
{
   static const float color[1][4] = {
      {0.2f, 0.4f, 0.6f, 0.8f}
   };
   const struct u_format_desc *d = u_format_desc(format);
   uint8_t texel[16], out[1][4];
   float v[1][4];
   memcpy(v, color, sizeof v);
   if (!d->compressed && !d->depth) {
      u_format_pack_float(format, texel, color, 1);
      u_format_unpack_float(format, v, texel, 1);
   } else {
      for (unsigned c = 0; c < 4; c++)
         v[0][c] = d->swizzle[c] <= PIPE_SWIZZLE_W ? color[0][d->depth ? 0 : c] : (float)(d->swizzle[c] - 4);
   }
   u_format_pack_float(PIPE_FORMAT_R8G8B8A8_UNORM, out, (const float(*)[4])v, 1);
   uint32_t dw;
   memcpy(&dw, out, 4);
   return dw;
}

static void
test_borders(void **state)
{
   const struct pipe_sampler_state ss = {
      .wrap_s = PIPE_TEX_WRAP_CLAMP_TO_BORDER,
      .wrap_t = PIPE_TEX_WRAP_CLAMP_TO_BORDER,
      .border_color = {0.2f, 0.4f, 0.6f, 0.8f}
   };
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct drv_blit_objects o = {0};
      assert_true(drv_blit_objects_init(&o, f.c));
      struct pipe_resource *r =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 100, 100, 0, PIPE_BIND_RENDER_TARGET);
      for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
         if (!f.screen->is_format_supported(f.screen, (enum pipe_format)i, PIPE_TEXTURE_2D, 1,
                                            PIPE_BIND_SAMPLER_VIEW))
            continue;
         struct pipe_resource *tex =
            texture(&f, PIPE_TEXTURE_2D, (enum pipe_format)i, 4, 4, 0, PIPE_BIND_SAMPLER_VIEW);
         struct pipe_sampler_view *v = view_of(&f, tex);
         uint32_t want = border_in((enum pipe_format)i);
         if (u_format_desc((enum pipe_format)i)->depth)
            want = 0xff333333; /* as luminance */
         bind_target(&f, r, NULL);
         draw_texture(&f, &o, v, &ss, -0.5f, 0.1f);
         if (channel_difference(read_dword(&f, r, 50, 50), want) > 1)
            fail_msg("%s, %s: %08x, not %08x", chips[k], u_format_desc((enum pipe_format)i)->name,
                     read_dword(&f, r, 50, 50), want);
         f.c->sampler_view_destroy(f.c, v);
         pipe_resource_unref(tex);
      }
      drv_blit_objects_fini(&o, f.c);
      pipe_resource_unref(r);
      close_chip(&f);
   }
}

/** Sampler 0, a volume, at the varying. */
static struct ir_shader *
volume_shader(void)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   const struct ir_io in = {.name = "", .semantic = IR_SEM_GENERIC, .ncomp = 4},
                      out = {.name = "", .semantic = IR_SEM_COLOR_ALL, .ncomp = 4};
   assert_true(u_vec_push(&s->inputs, in) && u_vec_push(&s->outputs, out));
   struct ir_builder b = ir_builder_at_end(s);
   struct ir_src at[3];
   for (unsigned k = 0; k < 3; k++)
      at[k] = ir_load_input(&b, 0, k);
   const uint32_t v = ir_emit_tex(&b, (struct ir_tex){.op = IR_TEX_SAMPLE, .target = IR_TEX_3D}, at, 3);
   s->samplers_used = 1;
   for (unsigned k = 0; k < 4; k++)
      ir_store_output(&b, 0, k, ir_ssa(v + k));
   return s;
}

/** 5 x 3 x 3 texels, each another: at their centres, and beyond the edges of the volume. */
static void
test_volumes_of_any_size(void **state)
{
   const struct pipe_sampler_state ss = {.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
                                         .wrap_t = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
                                         .wrap_r = PIPE_TEX_WRAP_CLAMP_TO_EDGE};
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct drv_blit_objects o = {0};
      assert_true(drv_blit_objects_init(&o, f.c));
      void *const plain = o.fs_tex;
      o.fs_tex = drv_blit_shader(f.c, volume_shader());
      assert_non_null(o.fs_tex);
      struct pipe_resource *r =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 100, 100, 0, PIPE_BIND_RENDER_TARGET);
      const struct pipe_resource t = {.target = PIPE_TEXTURE_3D,
                                      .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                      .width0 = 5,
                                      .height0 = 3,
                                      .depth0 = 3,
                                      .array_size = 1,
                                      .bind = PIPE_BIND_SAMPLER_VIEW};
      struct pipe_resource *tex = f.screen->resource_create(f.screen, &t);
      assert_non_null(tex);
      for (int z = 0; z < 3; z++)
         write_box(&f, tex, 0, (struct pipe_box){0, 0, z, 5, 3, 1}, (uint8_t)(80 * z));
      struct pipe_sampler_view *v = view_of(&f, tex);
      bind_target(&f, r, NULL);
      for (int i = -1; i <= 15; i++) {
         const float at = ((float)i + 0.5f) / 15;
         const int x = CLAMP((int)(at * 5), 0, 4), y = CLAMP((int)(at * 3), 0, 2);
         draw_texture(&f, &o, v, &ss, at, 0);
         const uint32_t got =
            read_dword(&f, r, 50, 50) & 0xff; /* slice 0: the blitter's third coordinate is 0 */
         assert_int_equal(got, (uint8_t)(y * 37 + x * 4 * 3));
      }
      f.c->sampler_view_destroy(f.c, v);
      f.c->delete_fs_state(f.c, o.fs_tex);
      o.fs_tex = plain;
      drv_blit_objects_fini(&o, f.c);
      pipe_resource_unref(tex);
      pipe_resource_unref(r);
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
      cmocka_unit_test(test_targets),
      cmocka_unit_test(test_partial_clears),
      cmocka_unit_test(test_targets_apart),
      cmocka_unit_test(test_depth_clears),
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_buffers),
      cmocka_unit_test(test_blits),
      cmocka_unit_test(test_blits_to_twins),
      cmocka_unit_test(test_nearest_level),
      cmocka_unit_test(test_borders),
      cmocka_unit_test(test_volumes_of_any_size),
      cmocka_unit_test(test_queries),
      cmocka_unit_test(test_samples),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
