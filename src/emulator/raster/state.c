/* SPDX-License-Identifier: MIT
 *
 * From a draw's state to what the back end's loops want to know: checked surfaces, which tests are on,
 * whether depth can be tested before the shader (R6xx/R7xx guide, DB_SHADER_CONTROL), which colour path
 * applies.
 */
#include "emulator/raster/sc_internal.h"

#include <stdlib.h>

static bool
same_surface(const struct emu_surface *a, const struct emu_surface *b)
{
   return a->chip == b->chip && a->addr == b->addr && a->array_mode == b->array_mode &&
          a->tile_type == b->tile_type && a->bytes_per_el == b->bytes_per_el &&
          a->log2_samples == b->log2_samples && a->sample == b->sample &&
          a->depth_samples == b->depth_samples && a->bank_width == b->bank_width &&
          a->bank_height == b->bank_height && a->macro_aspect == b->macro_aspect &&
          a->num_banks == b->num_banks && a->tile_split_B == b->tile_split_B && a->pitch_el == b->pitch_el &&
          a->height_el == b->height_el && a->slice_B == b->slice_B;
}

static bool
conflict(const struct sc_surf *bound, const struct emu_surface *s, uint32_t slice)
{
   return bound->valid && (bound->slice != slice || !same_surface(&bound->surf, s));
}

bool
sc_fb_conflicts(const struct sc_fb *fb, const struct emu_draw_state *ds)
{
   for (unsigned i = 0; i < ds->num_cb; i++)
      if (ds->cb[i].enabled && conflict(&fb->cb[i], &ds->cb[i].surf, ds->cb[i].slice))
         return true;
   return (ds->db.has_z && conflict(&fb->z, &ds->db.z_surf, ds->db.slice)) ||
          (ds->db.has_s && ds->db.s_separate && conflict(&fb->s, &ds->db.s_surf, ds->db.slice));
}

/* No map for what is larger than this. */
enum { MAX_MAP = 2048 * 2048 };

/* Where the quads of a block are. */
static const uint8_t quad_x[16] = {0, 2, 0, 2, 4, 6, 4, 6, 0, 2, 0, 2, 4, 6, 4, 6};
static const uint8_t quad_y[16] = {0, 0, 2, 2, 0, 0, 2, 2, 4, 4, 6, 6, 4, 4, 6, 6};

/* Where the blocks of a 2D tiled surface stand, remembered from draw to draw. NULL: to be computed each time.
 */
static uint32_t *
block_map(struct sc *sc, const struct sc_surf *s)
{
   if (s->surf.array_mode != EMU_2D_THIN1 || !(s->has_table || s->split))
      return NULL;
   uint32_t w = DIV_ROUND_UP(s->width_px, 8), h = DIV_ROUND_UP(s->height_px, 8);
   if ((uint64_t)w * h << s->log2_parts > MAX_MAP)
      return NULL;
   unsigned oldest = 0;
   struct emu_surface key = s->surf;
   key.addr = 0;
   for (unsigned i = 0; i < ARRAY_SIZE(sc->block_maps); i++) {
      if (sc->block_maps[i].off && sc->block_maps[i].slice == s->slice &&
          same_surface(&sc->block_maps[i].surf, &key)) {
         sc->block_maps[i].last_use = ++sc->use_clock;
         return sc->block_maps[i].off;
      }
      if (sc->block_maps[i].last_use < sc->block_maps[oldest].last_use)
         oldest = i;
   }
   /* a map that the current framebuffer uses stays */
   uint32_t *old = sc->block_maps[oldest].off;
   for (unsigned k = 0; old && k < MAX2(sc->num_fb, 1); k++) {
      const struct sc_fb *fb = &sc->fb[k];
      for (unsigned i = 0; i < EMU_MAX_CB; i++)
         if (fb->cb[i].valid && fb->cb[i].block_off == old)
            return NULL;
      if ((fb->z.valid && fb->z.block_off == old) || (fb->s.valid && fb->s.block_off == old))
         return NULL;
   }
   uint32_t *off = malloc(((size_t)w * h << s->log2_parts) * sizeof *off), *o = off;
   if (!off)
      return NULL;
   for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++)
         for (uint32_t part = 0; part < 1u << s->log2_parts; part++) {
            uint32_t quad = s->split ? part << s->log2_part_B >> s->log2_quad_B : 0;
            *o++ =
               (uint32_t)(emu_surface_offset(&s->surf, x * 8 + quad_x[quad], y * 8 + quad_y[quad], s->slice) /
                          16);
         }
   free(old);
   sc->block_maps[oldest].surf = key;
   sc->block_maps[oldest].slice = s->slice;
   sc->block_maps[oldest].off = off;
   sc->block_maps[oldest].last_use = ++sc->use_clock;
   return off;
}

/* Samples of pixels are neighbours and the tile is split: whole quads have to be in a part. */
static bool
split_quads(struct sc_surf *s)
{
   const struct emu_surface *surf = &s->surf;
   uint32_t pixel_B = (uint32_t)surf->bytes_per_el << surf->log2_samples;
   if (!surf->depth_samples || !surf->tile_type || 4 * pixel_B > surf->tile_split_B)
      return false;
   s->split = true;
   uint32_t part_B = MAX2(MIN2(surf->tile_split_B, surf->chip->group_bytes), 4 * pixel_B);
   s->log2_quad_B = (uint8_t)u_log2(4 * pixel_B);
   s->log2_part_B = (uint8_t)u_log2(part_B);
   s->log2_parts = (uint8_t)(u_log2(64 * pixel_B) - s->log2_part_B);
   for (unsigned i = 0; i < 4; i++)
      s->off_B[i] = i * pixel_B;
   return true;
}

/* Checks a surface against memory and prepares addressing of one sample; s->valid tells whether it can be
 * drawn to. */
static void
bind(struct sc *sc, struct sc_surf *s, const struct emu_surface *all, uint32_t slice, unsigned sample)
{
   if (s->valid)
      return;
   memset(s, 0, sizeof *s);
   struct emu_surface one = *all, *surf = &one;
   uint64_t shift_B;
   surf->sample = (uint8_t)sample;
   surf->sample = (uint8_t)emu_surface_first_sample(surf, &shift_B);
   if (!surf->pitch_el || !surf->height_el || surf->pitch_el > SC_MAX_PX || surf->height_el > SC_MAX_PX ||
       slice > 8192 || !u_is_pow2(surf->bytes_per_el) || surf->bytes_per_el > 16)
      return;
   s->surf = *surf;
   s->slice = slice;
   s->width_px = surf->pitch_el;
   s->height_px = surf->height_el;
   if (surf->array_mode < EMU_1D_THIN1)
      s->surf.height_el = (uint32_t)u_align(surf->height_el, 2); /* whole quads are read */
   uint64_t end = emu_surface_end(&s->surf, slice);
   s->base = end >> 40 ? NULL : emu_mem_ptr(&sc->e->mem, surf->addr, end);
   s->surf = *surf;
   if (!s->base)
      return;
   s->base += shift_B;
   s->first = surf->addr;
   s->size_B = end;
   s->log2_bytes = (uint8_t)u_log2(surf->bytes_per_el);
   uint32_t table[64];
   s->has_table = emu_surface_tile_table(surf, table);
   if (!s->has_table) {
      s->valid = split_quads(s);
      s->blocks_per_row = DIV_ROUND_UP(s->width_px, 8);
      s->block_off = s->valid ? block_map(sc, s) : NULL;
      return;
   }
   s->pairs = s->lane_order = s->contiguous = s->display_order = true;
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++) {
         unsigned lane = sc_lane(x, y);
         s->off_B[lane] = table[y * 8 + x];
         s->lane_order &= s->off_B[lane] == lane * surf->bytes_per_el;
         s->contiguous &= s->off_B[lane] < 64u * surf->bytes_per_el;
         unsigned display = (x & 3) | (y & 1) << 2 | (x & 4) << 1 | (y & 6) << 3;
         s->display_order &= s->off_B[lane] == display * 4;
      }
   for (unsigned i = 0; i < 64; i += 2)
      s->pairs &= s->off_B[i + 1] == s->off_B[i] + surf->bytes_per_el;
   if (((uintptr_t)s->base | surf->slice_B) % 64)
      s->lane_order = s->contiguous = s->display_order = false; /* vectors are loaded and stored aligned */
   s->blocks_per_row = DIV_ROUND_UP(s->width_px, 8);
   s->block_off = block_map(sc, s);
   if (surf->array_mode != EMU_2D_THIN1) {
      s->slice_off_B = emu_surface_offset(surf, 0, 0, slice);
      s->block_dx_B = emu_surface_offset(surf, 8, 0, 0);
      s->block_dy_B = emu_surface_offset(surf, 0, 8, 0);
   }
   s->valid = true;
}

/* Depth and stencil of a pixel are neighbours: one part of an element of 8 bytes. */
static void
bind_part(struct sc_surf *s, unsigned at_B, unsigned log2_bytes)
{
   if (!s->valid || s->log2_bytes != 3)
      return;
   s->base += at_B;
   s->log2_bytes = (uint8_t)log2_bytes;
   s->pairs = s->lane_order = s->contiguous = s->display_order = false;
}

static void
clip_to(struct sc_state *st, const struct sc_surf *s)
{
   st->clip[2] = MIN2(st->clip[2], (int32_t)s->width_px);
   st->clip[3] = MIN2(st->clip[3], (int32_t)s->height_px);
}

/* Bits of the raw pixel that the RGBA write mask lets through. */
static void
raw_mask(struct sc_cb *cb)
{
   unsigned bit = 0;
   memset(cb->raw_mask, 0, sizeof cb->raw_mask);
   bool full = true;
   for (unsigned c = 0; c < cb->fmt->comps; c++) {
      unsigned channel = cb_swaps[cb->fmt->comps - 1][cb->cb->comp_swap & 3][c];
      bool on = cb->cb->write_mask >> channel & 1;
      full &= on;
      for (unsigned i = 0; i < cb->fmt->bits[c]; i++, bit++)
         if (on)
            cb->raw_mask[bit / 32] |= 1u << bit % 32;
   }
   cb->full_mask = full;
}

static bool
factor_reads_dst(unsigned f)
{
   return f >= 6 && f <= 10; /* DST_ALPHA .. SRC_ALPHA_SATURATE */
}

static bool
second_source(unsigned f)
{
   return f >= 15 && f <= 18; /* SRC1_COLOR .. ONE_MINUS_SRC1_ALPHA */
}

/* Blending that gives the source whatever the destination holds. */
static bool
blend_is_noop(const struct emu_cb_state *c)
{
   return c->color_func == 0 && c->color_src == 1 && c->color_dst == 0 && c->alpha_func == 0 &&
          c->alpha_src == 1 && c->alpha_dst == 0 && !factor_reads_dst(c->color_src);
}

static void
init_cb(struct sc *sc, struct sc_state *st, unsigned target)
{
   struct sc_surf *surf = &sc->fb[0].cb[target];
   const struct emu_draw_state *ds = st->ds;
   const struct emu_cb_state *c = &ds->cb[target];
   const struct cb_format *fmt = &cb_formats[c->format & 63];
   if (!c->enabled || !fmt->bytes || fmt->bytes != c->surf.bytes_per_el)
      return;
   if (!surf->valid)
      bind(sc, surf, &c->surf, c->slice, 0);
   if (!surf->valid || surf->split)
      return;
   clip_to(st, surf);
   if (!c->write_mask)
      return;
   struct sc_cb *cb = &st->cb[st->num_cb];
   memset(cb, 0, sizeof *cb);
   cb->target = (uint8_t)target;
   cb->cb = c;
   cb->fmt = fmt;
   bool integer = c->number_type == 4 || c->number_type == 5;
   cb->blend = c->blend_enable && !c->blend_bypass && !integer && !blend_is_noop(c);
   cb->rop = ds->rop3 != 0xcc && !fmt->is_float;
   raw_mask(cb);
   cb->need_dst = cb->blend || cb->rop || !cb->full_mask;
   cb->path = CB_PATH_GENERIC;
   cb->dual = cb->blend && (second_source(c->color_src) || second_source(c->color_dst) ||
                            second_source(c->alpha_src) || second_source(c->alpha_dst));
   if (c->format == 26 && c->number_type == 0 && !cb->rop && !cb->dual) {
      for (unsigned i = 0; i < 4; i++)
         cb->pos[cb_swaps[3][c->comp_swap & 3][i]] = (uint8_t)(8 * i);
      if (surf->pairs)
         cb->path = CB_PATH_8888;
   }
   st->num_cb++;
}

static bool
face_writes_stencil(const struct emu_stencil_face *f)
{
   return f->writemask && (f->fail || f->zpass || f->zfail);
}

static void
init_db(struct sc *sc, struct sc_state *st)
{
   const struct emu_db_state *db = &st->ds->db;
   struct sc_fb *fb = &sc->fb[0];
   bool has_z = db->has_z && db->z_format != EMU_Z_NONE;
   if (has_z) {
      bind(sc, &fb->z, &db->z_surf, db->slice, 0);
      if (db->s_in_pair)
         bind_part(&fb->z, 0, 2);
      has_z = fb->z.valid && fb->z.log2_bytes == (db->z_format == EMU_Z_16 ? 1 : 2);
      if (has_z)
         clip_to(st, &fb->z);
   }
   bool has_s = db->has_s;
   if (has_s && db->s_separate) {
      bind(sc, &fb->s, &db->s_surf, db->slice, 0);
      if (db->s_in_pair)
         bind_part(&fb->s, 4, 0);
      has_s = fb->s.valid && fb->s.log2_bytes == 0;
      if (has_s)
         clip_to(st, &fb->s);
   } else if (has_s) {
      has_s = has_z && (db->z_format == EMU_Z_24 || db->z_format == EMU_Z_24F);
   }
   st->stencil = db->stencil_enable && has_s;
   /* writes without a test are not possible: Z_WRITE_ENABLE works on pixels that pass, Z_ENABLE off passes
    * all */
   st->z_test = has_z && ((db->z_enable && db->z_func != 7) || (db->z_enable && db->z_write));
   st->db_test = st->z_test || st->stencil;
   /* the top bits of Z24 are stencil, or nothing */
   st->z_blind =
      st->z_test && db->z_write && db->z_func == 7 && !st->stencil && (db->s_separate || !db->has_s);
   st->count = db->count_zpass;
   st->two_faces = st->stencil && memcmp(&db->face[0], &db->face[1], sizeof db->face[0]) != 0;
   st->z_float24 = db->z_format == EMU_Z_24F;
   st->z_scale = db->z_format == EMU_Z_16 ? 65535.0 : db->z_format == EMU_Z_32F ? 0.0 : 16777215.0;
   float lo = st->ds->z_min, hi = st->ds->z_max;
   if (!(hi > lo)) {
      lo = MIN2(lo, hi);
      hi = MAX2(st->ds->z_min, st->ds->z_max);
   }
   st->z_lo = st->z_scale > 0 ? CLAMP(lo, 0.0f, 1.0f) : lo;
   st->z_hi = st->z_scale > 0 ? CLAMP(hi, 0.0f, 1.0f) : hi;
}

/* Surfaces of another sample. */
static bool
bind_sample(struct sc *sc, const struct emu_draw_state *ds, unsigned i)
{
   const struct sc_fb *first = &sc->fb[0];
   struct sc_fb *fb = &sc->fb[i];
   bool ok = true;
   for (unsigned t = 0; t < EMU_MAX_CB; t++) {
      if (!first->cb[t].valid || ds->cb[t].surf.log2_samples == 0)
         continue;
      bind(sc, &fb->cb[t], &ds->cb[t].surf, ds->cb[t].slice, i);
      ok &= fb->cb[t].valid;
   }
   if (first->z.valid) {
      bind(sc, &fb->z, &ds->db.z_surf, ds->db.slice, i);
      if (ds->db.s_in_pair)
         bind_part(&fb->z, 0, 2);
      ok &= fb->z.valid;
   }
   if (first->s.valid) {
      bind(sc, &fb->s, &ds->db.s_surf, ds->db.slice, i);
      if (ds->db.s_in_pair)
         bind_part(&fb->s, 4, 0);
      ok &= fb->s.valid;
   }
   return ok;
}

/* Copies of the state for each sample. */
static bool
init_samples(struct sc *sc, struct sc_state *st)
{
   const struct emu_draw_state *ds = st->ds;
   unsigned n = 1u << ds->log2_samples, all = (1u << n) - 1;
   st->num_samples = (uint8_t)n;
   unsigned off = (ds->aa_off[0] | ds->aa_off[1] | ds->aa_off[2] | ds->aa_off[3]) & all;
   st->ms = n > 1 || off || st->resolve || ds->db.alpha_to_mask || ds->db.mask_export;
   st->iterate = n > 1 && ds->iterate_samples;
   sc->num_fb = MAX2(sc->num_fb, n);
   if (!st->ms)
      return true;
   if (n > EMU_MAX_SAMPLES)
      return false;
   st->samples = sc_alloc(sc, n * sizeof *st->samples);
   if (!st->samples)
      return false;
   for (unsigned i = 0; i < n; i++) {
      struct sc_state *s = &st->samples[i];
      if (i && !bind_sample(sc, ds, i))
         return false;
      *s = *st;
      s->fb = &sc->fb[i];
      s->sample = (uint8_t)i;
      s->sample_x = ds->sample_pos[i][0] / 16.0;
      s->sample_y = ds->sample_pos[i][1] / 16.0;
      for (unsigned p = 0; p < 4; p++)
         s->aa_mask |= (ds->aa_off[p] >> i & 1) ? 0 : UINT64_C(0x1111111111111111) << p;
   }
   return true;
}

bool
sc_state_init(struct sc *sc, struct sc_state *st, const struct emu_draw_state *ds)
{
   memset(st, 0, sizeof *st);
   st->ds = ds;
   st->fb = &sc->fb[0];
   st->whole = st;
   for (unsigned i = 0; i < 4; i++)
      st->clip[i] = CLAMP(ds->scissor[i], 0, SC_MAX_PX);
   init_db(sc, st);
   st->clears = ds->cb_special >= EMU_CB_CLEAR;
   if (!ds->cb_disable && (ds->ps || st->clears))
      for (unsigned i = 0; i < MIN2(ds->num_cb, EMU_MAX_CB); i++)
         init_cb(sc, st, i);

   const struct emu_db_state *db = &ds->db;
   bool writes_ds = (st->z_test && db->z_write) ||
                    (st->stencil && (face_writes_stencil(&db->face[0]) || face_writes_stencil(&db->face[1])));
   bool shader_decides = ds->ps && (db->kill_enable || db->z_export || db->stencil_export ||
                                    db->mask_export || db->alpha_to_mask || ds->alpha_test);
   bool exports_ds = ds->ps && ((db->z_export && st->z_test) || (db->stencil_export && st->stencil));
   st->early = !exports_ds && !(shader_decides && (writes_ds || st->count));
   st->resolve = ds->cb_special == EMU_CB_RESOLVE && st->num_cb == 2 && st->cb[1].target == 1;
   st->shade =
      (st->num_cb && ds->cb_special != EMU_CB_RESOLVE) || (shader_decides && (writes_ds || st->count));
   st->ordered = !st->early;
   for (unsigned i = 0; i < st->num_cb; i++)
      st->ordered |= st->cb[i].need_dst;
   st->uniform = st->shade && sc->ops.is_uniform && sc->ops.is_uniform(ds->ps);
   st->fill = st->num_cb && st->shade && !db->alpha_to_mask && !ds->alpha_test && !db->mask_export &&
              st->early && !st->ordered && st->uniform;
   if (st->clears) { /* no shader runs */
      st->fill = st->num_cb > 0;
      st->early = true;
      st->ordered = false;
   }
   st->copy = (db->copy_z || db->copy_s) && st->num_cb && st->cb[0].target == 0 &&
              (sc->fb[0].z.valid || sc->fb[0].s.valid);
   /* nothing to do at all: bin nothing */
   if (!st->shade && !st->resolve && !writes_ds && !st->count)
      st->clip[2] = st->clip[0];
   if (!init_samples(sc, st))
      return false;
   sc_state_changes(sc, st);
   return true;
}
