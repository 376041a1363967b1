/* SPDX-License-Identifier: MIT
 *
 * Fragments to memory: textures, lights, TexEnv, fog, then tests and merging. Blocks that are not a tile of the target are merged in a copy.
 */
#include "emulator/pica200/raster/draw.h"

#include <string.h>

#include "emulator/simd/halves.h"
#include "emulator/simd/lanes.h"

typedef struct pica_floats row;

struct run {
   struct pica_raster_thread *thread;
   const struct pica_draw *d;
   struct pica_fragments *f;
   struct pica_color texture[PICA_UNITS], primary, light[2], stage[PICA_TEXENV_STAGES], fogged;
   struct pica_channels out;
};

/* Of 0 to 1. */
ALWAYS_INLINE vi
byte_of(vf x)
{
   return v_int(v_min(v_max(x, v_splat(0)), v_splat(1)) * v_splat(255) + v_splat(0.5f));
}

static void
shade_primary(struct run *k)
{
   for (unsigned left = k->d->texenv.primary; left; left &= left - 1) {
      const unsigned c = (unsigned)__builtin_ctz(left);
      const float *restrict v = k->f->value[PICA_AT_COLOR + c].v;
      uint16_t *restrict out = k->primary.c[c].v;
#pragma GCC unroll 1
      for (unsigned i = 0; i < PICA_LANES; i += 2 * EMU_VEC_LANES)
         v_store_two_halves(&out[i], byte_of(v_load(&v[i])), byte_of(v_load(&v[i + EMU_VEC_LANES])));
   }
}

static void
shade_proctex(struct run *k, const row uv[2])
{
   struct pica_color *out = &k->texture[PICA_TEXTURES];
   if (!k->d->proctex_on) {
      memset(out, 0, sizeof *out);
      return;
   }
   EMU_FN(pica_proctex_run)
   (&k->d->proctex, &k->thread->noise, uv, k->f->lines, k->f->has_line ? k->f->line : NULL, k->f->live, out);
}

static void
shade_textures(struct run *k)
{
   const struct pica_draw *d = k->d;
   for (unsigned u = 0; u < PICA_UNITS; u++) {
      if (!(d->units >> u & 1))
         continue;
      const row *uv = &k->f->value[d->unit_coords[u]];
      if (u == PICA_TEXTURES) {
         shade_proctex(k, uv);
         continue;
      }
      const bool has_w = !u && d->attributes >> PICA_AT_TEXCOORD0_W & 1;
      const row *w = has_w ? &k->f->value[PICA_AT_TEXCOORD0_W] : &uv[1]; /* else it is not looked at */
      EMU_FN(pica_texture_run)(&d->texture[u], &k->thread->cache[u], uv, w, k->f->live, &k->texture[u]);
   }
}

static void
shade_lights(struct run *k)
{
   const struct pica_color *tex[PICA_UNITS];
   for (unsigned c = 0; c < PICA_UNITS; c++)
      tex[c] = k->d->units >> c & 1 ? &k->texture[c] : NULL;
   EMU_FN(pica_light_run)
   (&k->d->lighting, &k->f->value[PICA_AT_QUATERNION], &k->f->value[PICA_AT_VIEW], tex, k->f->live,
    &k->light[0], &k->light[1]);
}

static void
shade(struct run *k)
{
   const struct pica_draw *d = k->d;
   shade_primary(k);
   shade_textures(k);
   if (d->lights)
      shade_lights(k);
   static const struct pica_color none;
   const struct pica_color *const in[PICA_SRC_INPUTS] = {
      [PICA_SRC_PRIMARY] = &k->primary,
      [PICA_SRC_LIGHT_PRIMARY] = d->lights ? &k->light[0] : &none,
      [PICA_SRC_LIGHT_SECONDARY] = d->lights ? &k->light[1] : &none,
      [PICA_SRC_TEXTURE0] = &k->texture[0],
      [PICA_SRC_TEXTURE1] = &k->texture[1],
      [PICA_SRC_TEXTURE2] = &k->texture[2],
      [PICA_SRC_TEXTURE3] = &k->texture[3],
   };
   EMU_FN(pica_texenv_run)(&d->texenv, in, k->stage, &k->out);
   k->thread->num_pixels += (uint64_t)__builtin_popcountll(k->f->live);
}

/* ---- memory ---- */

/* The pixels of fragments in a buffer: where a whole tile stands, or a copy of their blocks. */
struct pixels {
   uint8_t *buffer, *tile; /* NULL: there is none */
   unsigned block_B;
   _Alignas(64) uint8_t copy[4 * PICA_LANES];
};

/* In pieces that are as large as what reads them: of two, four or three bytes a pixel. */
ALWAYS_INLINE void
copy_block(uint8_t *restrict to, const uint8_t *restrict from, unsigned block_B)
{
   if (block_B == 4 * PICA_BLOCK)
      memcpy(to, from, 4 * PICA_BLOCK);
   else if (block_B == 2 * PICA_BLOCK)
      memcpy(to, from, 2 * PICA_BLOCK);
   else
      memcpy(to, from, 3 * PICA_BLOCK);
}

static void
open_pixels(struct pixels *p, uint8_t *buffer, unsigned pixel_B, const struct pica_fragments *f)
{
   p->buffer = buffer;
   p->block_B = pixel_B * PICA_BLOCK;
   p->tile = NULL;
   if (!buffer)
      return;
   if (f->whole) {
      p->tile = buffer + (uint64_t)f->block[0] * p->block_B;
      return;
   }
   p->tile = p->copy;
   for (unsigned j = 0; j < f->blocks; j++)
      copy_block(p->copy + j * p->block_B, buffer + (uint64_t)f->block[j] * p->block_B, p->block_B);
   if (f->blocks < PICA_BLOCKS)
      memset(p->copy + f->blocks * p->block_B, 0, (PICA_BLOCKS - f->blocks) * p->block_B);
}

static void
close_pixels(struct pixels *p, const struct pica_fragments *f)
{
   if (p->tile == p->copy)
      for (unsigned j = 0; j < f->blocks; j++)
         copy_block(p->buffer + (uint64_t)f->block[j] * p->block_B, p->copy + j * p->block_B, p->block_B);
}

static uint64_t
depth_test(const struct run *k, uint64_t live)
{
   const struct pica_om *om = &k->d->om;
   struct pixels p;
   open_pixels(&p, om->reads_ds || om->writes_ds ? k->d->depth : NULL, pica_depth_bytes[om->depth_format],
               k->f);
   live = EMU_FN(pica_om_depth)(om, p.tile, &k->f->depth, live);
   if (om->writes_ds)
      close_pixels(&p, k->f);
   return live;
}

static void
shade_and_merge(struct run *k)
{
   const struct pica_draw *d = k->d;
   const struct pica_om *om = &d->om;
   struct pixels p;
   if (om->mode == PICA_FRAGMENT_SHADOW) {
      shade(k);
      open_pixels(&p, d->color, 4, k->f);
      EMU_FN(pica_om_shadow)(om, p.tile, &k->f->depth, &k->out, k->f->live);
      close_pixels(&p, k->f);
      return;
   }
   /* without an alpha test, nothing that shading finds changes what depth and stencil do */
   bool early = om->alpha_func == PICA_CMP_ALWAYS;
   if (early)
      k->f->live = depth_test(k, k->f->live);
   if (!k->f->live || (early && !d->color))
      return;
   shade(k);
   if (!early) {
      EMU_FN(pica_om_alpha)(om, &k->out, &k->f->live);
      k->f->live = depth_test(k, k->f->live);
   }
   if (d->has_fog) {
      for (unsigned c = 0; c < 4; c++) /* it changes them where they stand, and they may stand anywhere */
         k->fogged.c[c] = *k->out.c[c];
      k->out = pica_channels_of(&k->fogged);
      EMU_FN(pica_fog_run)(&d->fog, &k->f->depth, &k->fogged);
   }
   if (!d->color || !k->f->live)
      return;
   open_pixels(&p, d->color, pica_color_bytes[om->color_format], k->f);
   EMU_FN(pica_om_color)(om, p.tile, &k->out, k->f->live);
   close_pixels(&p, k->f);
}

void
EMU_FN(pica_fragments_run)(struct pica_raster_thread *thread, const struct pica_draw *d,
                           struct pica_fragments *f)
{
   struct run k;
   k.thread = thread;
   k.d = d;
   k.f = f;
   shade_and_merge(&k);
   f->live = 0;
   f->blocks = 0;
}
