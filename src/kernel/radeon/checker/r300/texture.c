/* SPDX-License-Identifier: MIT
 * Textures: formats, and sizes of all levels together. After the radeon kernel's r100_cs_track_texture_check,
 * r100_track_compress_size and r300_packet0_check. Where a texture begins in its buffer does not count, and with TXFORMAT_MSB the
 * low bits of the format are judged as if they were the whole.
 *
 * Stricter than the kernel: sizes are counted in 64 bits. */
#include "db/r300/rx_regs.h"
#include "kernel/radeon/checker/r300/rules.h"
#include "util/u_math.h"

enum { KIND_2D, KIND_3D, KIND_CUBE }; /* TEX_COORD_TYPE */

bool
check_r300_texture_format(struct r300_checker *c, struct r300_texture *t, uint32_t dw)
{
   enum { DXT1 = 15, DXT3 = 16, DXT5 = 17, ATI2N = 31 };
   /* Bytes of a texel; 0: refused. Compressed formats count blocks instead. */
   static const uint8_t bytes[32] = {1, 2, 1, 2, 4, 1, 2, 2, 4, 4, 2, 2, 4, 4,  8, 1,
                                     1, 1, 2, 0, 2, 2, 0, 4, 2, 4, 8, 4, 8, 16, 4, 1};
   const uint32_t format = RX_TX_FORMAT1_get_TXFORMAT(c->dw[dw]);
   t->kind = RX_TX_FORMAT1_get_TEX_COORD_TYPE(c->dw[dw]);
   if (!bytes[format] || (format == ATI2N && c->chip->gen == R300_GEN_R300))
      return check_r300_fail(c, dw, "%u is no texture format of %s", format, c->chip->base.name);
   t->texel_B = bytes[format];
   t->blocks = format == DXT1                                        ? R300_BLOCKS_8
               : format == DXT3 || format == DXT5 || format == ATI2N ? R300_BLOCKS_16
                                                                     : R300_NO_BLOCKS;
   return true;
}

static uint64_t
next_power_of_two(uint64_t v)
{
   uint64_t p = 1;
   while (p < v)
      p *= 2;
   return p;
}

/* Texels, or bytes with blocks. The kernel has rows of at least four, or two, blocks. */
static uint64_t
level_size(const struct r300_checker *c, const struct r300_texture *t, unsigned level)
{
   const bool r500 = check_r300_is_r500(c);
   uint64_t w = t->use_pitch ? t->pitch_px : t->width_px | (r500 ? t->width_11 : 0);
   uint64_t h = t->height_px | (r500 ? t->height_11 : 0);
   w >>= level;
   h >>= level;
   if (!t->use_pitch && t->round_w)
      w = next_power_of_two(w);
   if (t->round_h)
      h = next_power_of_two(h);
   const uint64_t d = t->kind == KIND_3D ? MAX2(UINT64_C(1) << t->log2_depth >> level, 1) : 1;
   if (t->blocks == R300_NO_BLOCKS)
      return w * h * d;
   const uint64_t block_B = t->blocks == R300_BLOCKS_8 ? 8 : 16;
   return MAX2((w + 3) / 4, 32 / block_B) * ((h + 3) / 4) * block_B * d;
}

static bool
check_texture(struct r300_checker *c, unsigned u)
{
   const struct r300_texture *t = &c->texture[u];
   c->reg = RX_TX_OFFSET_OFFSET(u);
   if (!t->bo)
      return check_r300_fail(c, c->at, "texture unit %u is on without a texture", u);
   if (t->kind > KIND_CUBE)
      return check_r300_fail(c, c->at, "texture unit %u: 3 is no kind of texture", u);
   uint64_t need_B = 0;
   for (unsigned level = 0; level <= t->last_level; level++)
      need_B += level_size(c, t, level);
   need_B *= t->texel_B * (t->kind == KIND_CUBE ? 6u : 1u);
   return need_B <= t->bo->size_B ||
          check_r300_fail(c, c->at, "the texture of unit %u needs %llu bytes of a buffer of %llu bytes", u,
                          (unsigned long long)need_B, (unsigned long long)t->bo->size_B);
}

bool
check_r300_textures(struct r300_checker *c)
{
   for (unsigned u = 0; u < R300_TEXTURES; u++)
      if (c->texture[u].enabled && !check_texture(c, u))
         return false;
   return true;
}
