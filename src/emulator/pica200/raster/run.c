/* SPDX-License-Identifier: MIT
 *
 * A triangle on the target, tile by tile: coverage of 64 pixels by three edge functions in integers, interpolation, shading, merging. A
 * value over a tile is its plane at the tile's first pixel in doubles, then steps in floats, so that it does not depend on where a
 * triangle began. Attributes are divided by w at every pixel, colours too.
 */
#include "emulator/pica200/raster/draw.h"

#include <string.h>

#include "emulator/pica200/om/mask.h"

typedef struct pica_floats row;

/* Columns and rows of a tile's pixels. */
#define LANE_X                                                                                               \
   {                                                                                                         \
      0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7, 0, 1,  \
         0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7            \
   }
#define LANE_Y                                                                                               \
   {                                                                                                         \
      0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3, 4, 4,  \
         5, 5, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7, 4, 4, 5, 5, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7            \
   }
static const _Alignas(64) int32_t lane_x[PICA_LANES] = LANE_X, lane_y[PICA_LANES] = LANE_Y;
static const _Alignas(64) float lane_fx[PICA_LANES] = LANE_X, lane_fy[PICA_LANES] = LANE_Y;

/* Bits of a tile's pixels in columns x0..x1 and rows y0..y1, counted from the tile's first. */
static uint64_t
box_bits(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
   struct pica_words m;
   if (x0 <= 0 && y0 <= 0 && x1 >= 7 && y1 >= 7)
      return UINT64_MAX;
   for (unsigned i = 0; i < PICA_LANES; i++)
      m.v[i] = lane_x[i] >= x0 && lane_x[i] <= x1 && lane_y[i] >= y0 && lane_y[i] <= y1 ? UINT32_MAX : 0;
   return pica_mask_bits(&m);
}

/* Pixels of the tile at (x, y) that the triangle covers. */
static uint64_t
covered(const struct pica_draw *d, const struct pica_triangle *t, int32_t x, int32_t y)
{
   int32_t at[3];
   bool whole = true;
   for (unsigned e = 0; e < 3; e++) {
      int64_t v = t->edge[e] + (int64_t)t->edge_dx[e] * x + (int64_t)t->edge_dy[e] * y;
      int64_t dx = 7 * (int64_t)t->edge_dx[e], dy = 7 * (int64_t)t->edge_dy[e];
      if (v + MAX2(dx, 0) + MAX2(dy, 0) < 0)
         return 0;
      whole &= v + MIN2(dx, 0) + MIN2(dy, 0) >= 0;
      /* steps inside of a tile are below 2^30, even of 7 bits of sub-pixels: the sign survives */
      at[e] = (int32_t)CLAMP(v, -(1 << 30), 1 << 30);
   }
   uint64_t bits = UINT64_MAX;
   if (!whole) {
      struct pica_words m;
      for (unsigned i = 0; i < PICA_LANES; i++) {
         int32_t e0 = at[0] + t->edge_dx[0] * lane_x[i] + t->edge_dy[0] * lane_y[i];
         int32_t e1 = at[1] + t->edge_dx[1] * lane_x[i] + t->edge_dy[1] * lane_y[i];
         int32_t e2 = at[2] + t->edge_dx[2] * lane_x[i] + t->edge_dy[2] * lane_y[i];
         m.v[i] = (e0 | e1 | e2) < 0 ? 0 : UINT32_MAX;
      }
      bits = pica_mask_bits(&m);
   }
   bits &= box_bits(t->first[0] - x, t->first[1] - y, t->last[0] - x, t->last[1] - y);
   if (d->excludes)
      bits &= ~box_bits(d->exclude_first[0] - x, d->exclude_first[1] - y, d->exclude_last[0] - x,
                        d->exclude_last[1] - y);
   return bits;
}

static void
plane_row(const struct pica_plane *p, int32_t x, int32_t y, row *restrict out)
{
   float base = (float)(p->at + p->dx * x + p->dy * y), dx = (float)p->dx, dy = (float)p->dy;
   for (unsigned i = 0; i < PICA_LANES; i++)
      out->v[i] = base + (dx * lane_fx[i] + dy * lane_fy[i]);
}

struct tile {
   struct pica_raster_thread *thread;
   const struct pica_draw *d;
   const struct pica_triangle *t;
   int32_t x, y;
   uint64_t live;
   row w, depth; /* w; the depth map's result, 0..1 */
   struct pica_color texture[PICA_UNITS], primary, light[2], out;
};

static void
attribute_row(const struct tile *k, unsigned attribute, row *restrict out)
{
   plane_row(&k->t->plane[attribute], k->x, k->y, out);
   for (unsigned i = 0; i < PICA_LANES; i++)
      out->v[i] *= k->w.v[i];
}

static void
find_depth(struct tile *k)
{
   const vf scale = v_splat(k->d->depth_scale), offset = v_splat(k->d->depth_offset);
   const bool w_buffer = k->d->w_buffer;
   row z, rw;
   plane_row(&k->t->plane[PICA_AT_Z], k->x, k->y, &z);
   plane_row(&k->t->plane[PICA_AT_W], k->x, k->y, &rw);
   for (unsigned i = 0; i < PICA_LANES; i += EMU_VEC_LANES) {
      const vf w = v_splat(1) / v_load(&rw.v[i]);
      vf v = v_load(&z.v[i]) * scale + offset;
      if (w_buffer)
         v = v * w;
      *(vf *)&k->w.v[i] = w;
      *(vf *)&k->depth.v[i] = v_min(v_max(v, v_splat(0)), v_splat(1));
   }
}

static void
shade_primary(struct tile *k)
{
   for (unsigned c = 0; c < 4; c++) {
      row v;
      attribute_row(k, PICA_AT_COLOR + c, &v);
      uint16_t *restrict out = k->primary.c[c].v;
      for (unsigned i = 0; i < PICA_LANES; i += EMU_VEC_LANES) {
         const vf x = v_min(v_max(v_load(&v.v[i]), v_splat(0)), v_splat(1));
         v_store_halves(&out[i], v_int(x * v_splat(255) + v_splat(0.5f)));
      }
   }
}

static void
shade_textures(struct tile *k)
{
   const struct pica_draw *d = k->d;
   for (unsigned u = 0; u < PICA_UNITS; u++) {
      if (!(d->units >> u & 1))
         continue;
      row uvw[3];
      attribute_row(k, d->unit_coords[u], &uvw[0]);
      attribute_row(k, d->unit_coords[u] + 1u, &uvw[1]);
      if (!u && d->attributes >> PICA_AT_TEXCOORD0_W & 1)
         attribute_row(k, PICA_AT_TEXCOORD0_W, &uvw[2]);
      else
         uvw[2] = uvw[1]; /* not looked at */
      if (u < PICA_TEXTURES)
         EMU_FN(pica_texture_run)(&d->texture[u], &k->thread->cache[u], uvw, k->live, &k->texture[u]);
      else if (d->proctex_on)
         EMU_FN(pica_proctex_run)(&d->proctex, &uvw[0], &uvw[1], k->live, &k->texture[u]);
      else
         memset(&k->texture[u], 0, sizeof k->texture[u]);
   }
}

static void
shade_lights(struct tile *k)
{
   row quaternion[4], view[3];
   const struct pica_color *tex[PICA_UNITS];
   for (unsigned c = 0; c < 4; c++) {
      attribute_row(k, PICA_AT_QUATERNION + c, &quaternion[c]);
      tex[c] = k->d->units >> c & 1 ? &k->texture[c] : NULL;
   }
   for (unsigned c = 0; c < 3; c++)
      attribute_row(k, PICA_AT_VIEW + c, &view[c]);
   EMU_FN(pica_light_run)(&k->d->lighting, quaternion, view, tex, &k->light[0], &k->light[1]);
}

static void
shade(struct tile *k)
{
   const struct pica_draw *d = k->d;
   if (d->texenv.inputs & 1u << PICA_SRC_PRIMARY)
      shade_primary(k);
   shade_textures(k);
   if (d->lights)
      shade_lights(k);
   const struct pica_color *in[PICA_SRC_INPUTS] = {
      [PICA_SRC_PRIMARY] = &k->primary,
      [PICA_SRC_LIGHT_PRIMARY] = d->lights ? &k->light[0] : NULL,
      [PICA_SRC_LIGHT_SECONDARY] = d->lights ? &k->light[1] : NULL,
      [PICA_SRC_TEXTURE0] = &k->texture[0],
      [PICA_SRC_TEXTURE1] = &k->texture[1],
      [PICA_SRC_TEXTURE2] = &k->texture[2],
      [PICA_SRC_TEXTURE3] = &k->texture[3],
   };
   EMU_FN(pica_texenv_run)(&d->texenv, in, &k->out);
   k->thread->num_pixels += (uint64_t)__builtin_popcountll(k->live);
}

static void
draw_tile(struct tile *k)
{
   const struct pica_draw *d = k->d;
   const struct pica_om *om = &d->om;
   uint64_t number = (uint64_t)(k->y / 8) * d->tiles_per_row + (uint32_t)k->x / 8;
   find_depth(k);
   if (om->mode == PICA_FRAGMENT_SHADOW) {
      shade(k);
      EMU_FN(pica_om_shadow)(om, d->color + number * 256, &k->depth, &k->out, k->live);
      return;
   }
   uint8_t *color = d->color ? d->color + number * 64 * pica_color_bytes[om->color_format] : NULL;
   uint8_t *depth = d->depth ? d->depth + number * 64 * pica_depth_bytes[om->depth_format] : NULL;
   /* without an alpha test, nothing that shading finds changes what depth and stencil do */
   bool early = om->alpha_func == PICA_CMP_ALWAYS;
   if (early)
      k->live = EMU_FN(pica_om_depth)(om, depth, &k->depth, k->live);
   if (!k->live || (early && !color))
      return;
   shade(k);
   if (!early) {
      EMU_FN(pica_om_alpha)(om, &k->out, &k->live);
      k->live = EMU_FN(pica_om_depth)(om, depth, &k->depth, k->live);
   }
   if (d->has_fog)
      EMU_FN(pica_fog_run)(&d->fog, &k->depth, &k->out);
   EMU_FN(pica_om_color)(om, color, &k->out, k->live);
}

void
EMU_FN(pica_raster_run)(struct pica_raster_thread *thread, const struct pica_draw *d,
                        const struct pica_triangle *t)
{
   struct tile k;
   k.thread = thread;
   k.d = d;
   k.t = t;
   for (int32_t y = t->first[1] & ~7; y <= t->last[1]; y += 8)
      for (int32_t x = t->first[0] & ~7; x <= t->last[0]; x += 8) {
         k.x = x;
         k.y = y;
         k.live = covered(d, t, x, y);
         if (k.live)
            draw_tile(&k);
      }
}
