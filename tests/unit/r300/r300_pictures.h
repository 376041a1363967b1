/* SPDX-License-Identifier: MIT
 *
 * What tests of the driver's pictures share: chips behind their kernels' rules, textures, boxes of them, clears and blits.
 */
#ifndef TEST_R300_PICTURES_H
#define TEST_R300_PICTURES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

static inline struct fix
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

static inline void
close_chip(struct fix *f)
{
   assert_false(f->c->get_oom(f->c)); /* nor was a stream refused */
   f->c->destroy(f->c);
   f->screen->destroy(f->screen);
}

static inline struct pipe_resource *
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

static inline void
read_box(struct fix *f, struct pipe_resource *r, unsigned level, struct pipe_box box, void *out, size_t row_B)
{
   struct pipe_transfer *t;
   const uint8_t *p = f->c->texture_map(f->c, r, level, PIPE_MAP_READ, &box, &t);
   assert_non_null(p);
   for (int y = 0; y < box.height; y++)
      memcpy((uint8_t *)out + (size_t)y * row_B, p + (size_t)y * t->stride_B, row_B);
   f->c->texture_unmap(f->c, t);
}

static inline uint32_t
read_dword(struct fix *f, struct pipe_resource *r, int x, int y)
{
   uint32_t v = 0;
   read_box(f, r, 0, (struct pipe_box){x, y, 0, 1, 1, 1}, &v, u_format_block_B((enum pipe_format)r->format));
   return v;
}

/** Fills a box with bytes that grow from \p seed on; whole blocks. */
static inline void
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

static inline void
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

static inline void
clear_color(struct fix *f, float r, float g, float b, float a)
{
   const struct pipe_clear_info ci = {
      .buffers = PIPE_CLEAR_COLOR0, .colormask = PIPE_MASK_RGBA, .color.f = {r, g, b, a}
   };
   f->c->clear(f->c, &ci);
}
static inline void
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

#endif
