/* SPDX-License-Identifier: MIT
 *
 * From a draw's state to what the back end's loops want to know: checked surfaces, which tests are on,
 * whether depth can be tested before the shader (R6xx/R7xx guide, DB_SHADER_CONTROL), which colour path
 * applies.
 */

#include "emulator/core/memory.h"
#include "emulator/pixel/target.h"
#include "emulator/pixel/surface.h"
#include "emulator/raster/raster_priv.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "util/u_math.h"
#include <string.h>
#include <assert.h>
#include <stdlib.h>

static bool
conflict(const struct pixel_surf *bound, const struct pixel_surface *s)
{
   return bound->valid && s->bytes && memcmp(&bound->surface, s, sizeof *s) != 0;
}

bool
pixel_fb_conflicts(const struct pixel_fb *fb, const struct raster_draw *ds)
{
   for (unsigned i = 0; i < ds->pixel.num_targets; i++)
      if (ds->pixel.target[i].enabled && conflict(&fb->cb[i], &ds->surfaces.color[i]))
         return true;
   return conflict(&fb->z, &ds->surfaces.depth) || conflict(&fb->s, &ds->surfaces.stencil);
}

/* No map for what is larger than this. */
enum { MAX_MAP = 2048 * 2048 };

/* Where the quads of a block are. */
static const uint8_t quad_x[16] = {0, 2, 0, 2, 4, 6, 4, 6, 0, 2, 0, 2, 4, 6, 4, 6};
static const uint8_t quad_y[16] = {0, 0, 2, 2, 0, 0, 2, 2, 4, 4, 6, 6, 4, 4, 6, 6};

/* Where the blocks of a 2D tiled surface stand, remembered from draw to draw. NULL: to be computed each time.
 */
static uint32_t *
block_map(struct raster *raster, const struct pixel_surf *s)
{
   if (!s->map)
      return NULL;
   uint32_t w = DIV_ROUND_UP(s->width_px, 8), h = DIV_ROUND_UP(s->height_px, 8);
   if ((uint64_t)w * h << s->log2_parts > MAX_MAP)
      return NULL;
   unsigned oldest = 0;
   for (unsigned i = 0; i < ARRAY_SIZE(raster->block_maps); i++) {
      if (raster->block_maps[i].off && !memcmp(raster->block_maps[i].key, s->map_key, sizeof s->map_key)) {
         raster->block_maps[i].last_use = ++raster->use_clock;
         return raster->block_maps[i].off;
      }
      if (raster->block_maps[i].last_use < raster->block_maps[oldest].last_use)
         oldest = i;
   }
   /* a map that the current framebuffer uses stays */
   uint32_t *old = raster->block_maps[oldest].off;
   for (unsigned k = 0; old && k < MAX2(raster->num_fb, 1); k++) {
      const struct pixel_fb *fb = &raster->fb[k];
      for (unsigned i = 0; i < PIXEL_MAX_TARGETS; i++)
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
            *o++ = (uint32_t)(s->offset_B(s, x * 8 + quad_x[quad], y * 8 + quad_y[quad]) / 16);
         }
   free(old);
   memcpy(raster->block_maps[oldest].key, s->map_key, sizeof s->map_key);
   raster->block_maps[oldest].off = off;
   raster->block_maps[oldest].last_use = ++raster->use_clock;
   return off;
}

/* What the offsets of a block's pixels allow. */
static void
find_orders(struct pixel_surf *s)
{
   const uint32_t bytes = 1u << s->log2_bytes;
   assert(s->has_table);
   s->pairs = s->lane_order = s->contiguous = s->display_order = s->eights = s->rows = true;
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++) {
         unsigned lane = pixel_lane(x, y);
         s->lane_order &= s->off_B[lane] == lane * bytes;
         s->contiguous &= s->off_B[lane] < 64u * bytes;
         unsigned display = (x & 3) | (y & 1) << 2 | (x & 4) << 1 | (y & 6) << 3;
         s->display_order &= s->off_B[lane] == display * 4;
         s->eights &= s->off_B[lane] == s->off_B[lane & ~7u] + (lane & 7) * bytes;
         s->rows &= s->off_B[lane] == s->off_B[pixel_lane(0, y)] + x * bytes;
      }
   for (unsigned i = 0; i < 64; i += 2)
      s->pairs &= s->off_B[i + 1] == s->off_B[i] + bytes;
   s->tiles_8x2 = s->pairs && bytes == 4;
   for (unsigned i = 0; i < 64; i += 8)
      for (unsigned k = 2; k < 8; k += 2) /* of a quad the lower pair, then the next quad */
         s->tiles_8x2 &= s->off_B[i + k] == s->off_B[i] + (k == 4 ? 8u : k == 2 ? 16u : 24u);
   for (unsigned i = 0; i < 64; i += 8)
      s->tiles_8x2 &= s->off_B[i | 16] == s->off_B[i & ~16u] + 32;
   if (!s->aligned)
      s->lane_order = s->contiguous = s->display_order = false; /* vectors are loaded and stored aligned */
}

static void
locate(struct raster *raster, struct pixel_surf *s, const struct pixel_surface *surface, unsigned sample)
{
   memset(s, 0, sizeof *s);
   if (!surface->bytes || !raster->ops.locate(raster->gpu, surface, sample, s))
      return;
   assert(s->base && s->width_px && s->height_px && s->width_px <= RASTER_MAX_PX &&
          s->height_px <= RASTER_MAX_PX && s->log2_bytes <= 4);
   assert(s->has_table != s->split);
   s->surface = *surface;
   if (s->has_table)
      find_orders(s);
   s->blocks_per_row = DIV_ROUND_UP(s->width_px, 8);
   s->located = true;
}

/* Has a surface located and prepares addressing of one sample; s->valid tells whether it can be drawn to. A
 * place in struct pixel_fb is always for the same sample, so what was located there before the last flush still is. */
static void
bind(struct raster *raster, struct pixel_surf *s, const struct pixel_surface *surface, unsigned sample)
{
   if (s->valid)
      return;
   if (!s->located || memcmp(&s->surface, surface, sizeof *surface) != 0)
      locate(raster, s, surface, sample);
   if (!s->located)
      return;
   s->block_off = block_map(raster, s);
   s->valid = true;
   raster->fb_first = MIN2(raster->fb_first, s->first);
   raster->fb_end = MAX2(raster->fb_end, s->first + s->size_B);
}

void
raster_unbind_surfaces(struct raster *raster)
{
   for (unsigned k = 0; k < MAX2(raster->num_fb, 1); k++) {
      struct pixel_fb *fb = &raster->fb[k];
      for (unsigned i = 0; i < PIXEL_MAX_TARGETS; i++)
         fb->cb[i].valid = false;
      fb->z.valid = fb->s.valid = false;
   }
   raster->num_fb = 0;
   raster->fb_first = UINT64_MAX;
   raster->fb_end = 0;
}

static void
clip_to(struct raster_bound *st, const struct pixel_surf *s)
{
   st->clip[2] = MIN2(st->clip[2], (int32_t)s->width_px);
   st->clip[3] = MIN2(st->clip[3], (int32_t)s->height_px);
}

/* Bits of the raw pixel that the RGBA write mask lets through. */
static void
raw_mask(struct pixel_cb *cb)
{
   unsigned bit = 0;
   memset(cb->raw_mask, 0, sizeof cb->raw_mask);
   bool full = true;
   for (unsigned c = 0; c < cb->fmt->comps; c++) {
      bool on = cb->cb->write_mask >> cb->fmt->channel[c] & 1;
      full &= on;
      for (unsigned i = 0; i < cb->fmt->bits[c]; i++, bit++)
         if (on)
            cb->raw_mask[bit / 32] |= 1u << bit % 32;
   }
   assert(bit <= cb->fmt->bytes * 8u);
   cb->full_mask = full;
}

static bool
second_source(unsigned f)
{
   return f >= PIXEL_FACTOR_SRC1_COLOR && f <= PIXEL_FACTOR_INV_SRC1_ALPHA;
}
_Static_assert(PIXEL_FACTOR_INV_SRC1_ALPHA == PIXEL_FACTOR_SRC1_COLOR + 3,
               "factors of a second source are in a row");

/* Blending that gives the source whatever the destination holds. */
static bool
equation_is_copy(const struct pixel_equation *e)
{
   return e->func == PIXEL_ADD && e->src == PIXEL_FACTOR_ONE && e->dst == PIXEL_FACTOR_ZERO;
}

static bool
is_8888(const struct pixel_format *f)
{
   return f->number == PIXEL_UNORM && f->comps == 4 && f->bits[0] == 8 && f->bits[1] == 8 &&
          f->bits[2] == 8 && f->bits[3] == 8;
}

/* Normalised components of at most 6 bits, each a colour of its own, in pixels of 16. */
static bool
is_unorm16(const struct pixel_format *f)
{
   bool is = f->number == PIXEL_UNORM && f->bytes == 2;
   for (unsigned c = 0; c < f->comps; c++)
      is &= f->bits[c] <= 6;
   return is;
}

static bool
is_halves(const struct pixel_format *f)
{
   bool is = f->number == PIXEL_FLOAT && f->bytes == 8 && f->comps == 4;
   for (unsigned c = 0; c < f->comps; c++)
      is &= f->bits[c] == 16 && f->channel[c] == c;
   return is;
}

/* The way that pixels of a target are written; \p pairs: its neighbours x, x + 1 are those in memory. */
static void
choose_path(struct pixel_cb *cb, bool pairs)
{
   const struct pixel_format *f = cb->fmt;
   unsigned bit = 0;
   cb->path = PIXEL_PATH_GENERIC;
   if (cb->rop || cb->dual || cb->cb->dither || cb->cb->alpha_of || !pairs)
      return;
   if (is_8888(f))
      cb->path = PIXEL_PATH_8888;
   else if (is_unorm16(f))
      cb->path = PIXEL_PATH_UNORM16;
   else if (is_halves(f))
      cb->path = PIXEL_PATH_HALVES;
   for (unsigned c = 0; c < f->comps && cb->path != PIXEL_PATH_GENERIC; c++) {
      cb->pos[f->channel[c]] = (uint8_t)bit;
      cb->max[f->channel[c]] = (uint8_t)(cb->path == PIXEL_PATH_UNORM16 ? (1u << f->bits[c]) - 1 : 0);
      bit += f->bits[c];
   }
}

static bool
equation_is(struct pixel_equation e, unsigned src, unsigned dst)
{
   return e.func == PIXEL_ADD && e.src == src && e.dst == dst;
}

static enum pixel_usual
usual_of(struct pixel_equation rgb, struct pixel_equation a)
{
   static const struct {
      uint8_t usual, src, dst, alpha_src, alpha_dst;
   } known[] = {
      {PIXEL_USUAL_ALPHA,         PIXEL_FACTOR_SRC_ALPHA, PIXEL_FACTOR_INV_SRC_ALPHA, PIXEL_FACTOR_SRC_ALPHA,
       PIXEL_FACTOR_INV_SRC_ALPHA                                                                                             },
      {PIXEL_USUAL_PREMULTIPLIED, PIXEL_FACTOR_ONE,       PIXEL_FACTOR_INV_SRC_ALPHA, PIXEL_FACTOR_ONE,
       PIXEL_FACTOR_INV_SRC_ALPHA                                                                                             },
      {PIXEL_USUAL_ALPHA_OVER,    PIXEL_FACTOR_SRC_ALPHA, PIXEL_FACTOR_INV_SRC_ALPHA, PIXEL_FACTOR_ONE,
       PIXEL_FACTOR_INV_SRC_ALPHA                                                                                             },
      {PIXEL_USUAL_ADD,           PIXEL_FACTOR_ONE,       PIXEL_FACTOR_ONE,           PIXEL_FACTOR_ONE,       PIXEL_FACTOR_ONE},
      {PIXEL_USUAL_MODULATE,      PIXEL_FACTOR_DST_COLOR, PIXEL_FACTOR_ZERO,          PIXEL_FACTOR_DST_COLOR,
       PIXEL_FACTOR_ZERO                                                                                                      },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(known); i++)
      if (equation_is(rgb, known[i].src, known[i].dst) &&
          equation_is(a, known[i].alpha_src, known[i].alpha_dst))
         return known[i].usual;
   return PIXEL_USUAL_NONE;
}

static struct pixel_blender
blender_of(const struct raster_draw *ds, const struct pixel_target *c)
{
   struct pixel_blender b = {.rgb = c->rgb, .a = c->alpha, .usual = (uint8_t)usual_of(c->rgb, c->alpha)};
   for (unsigned i = 0; i < 4; i++) {
      const float k = ds->constants.blend_color[i];
      b.k[i] = c->blend_clamp ? CLAMP(k, 0.0f, 1.0f) : k;
   }
   return b;
}

static void
init_cb(struct raster *raster, struct raster_bound *st, unsigned target)
{
   struct pixel_surf *surf = &raster->fb[0].cb[target];
   const struct raster_draw *ds = st->ds;
   const struct pixel_target *c = &ds->pixel.target[target];
   const struct pixel_format *fmt = &c->format;
   if (!c->enabled || !fmt->bytes || fmt->bytes != ds->surfaces.color[target].bytes)
      return;
   if (!surf->valid)
      bind(raster, surf, &ds->surfaces.color[target], 0);
   if (!surf->valid || surf->split)
      return;
   clip_to(st, surf);
   if (!c->write_mask)
      return;
   assert(st->num_cb < PIXEL_MAX_TARGETS);
   struct pixel_cb *cb = &st->cb[st->num_cb];
   memset(cb, 0, sizeof *cb);
   cb->target = (uint8_t)target;
   cb->output = c->output;
   cb->cb = c;
   cb->fmt = fmt;
   cb->blend = c->blend && !(equation_is_copy(&c->rgb) && equation_is_copy(&c->alpha));
   cb->rop = ds->pixel.logic_op != 0xc && fmt->number != PIXEL_FLOAT;
   raw_mask(cb);
   cb->need_dst = cb->blend || cb->rop || !cb->full_mask;
   cb->dual = cb->blend && (second_source(c->rgb.src) || second_source(c->rgb.dst) ||
                            second_source(c->alpha.src) || second_source(c->alpha.dst));
   if (cb->blend)
      cb->blender = blender_of(ds, c);
   choose_path(cb, surf->pairs);
   st->num_cb++;
}

static bool
target_takes_bytes(const struct pixel_cb *cb)
{
   return cb->path == PIXEL_PATH_8888 &&
          (!cb->blend || (cb->blender.usual != PIXEL_USUAL_NONE && !cb->cb->dst_alpha_1));
}

static bool
face_writes_stencil(const struct pixel_stencil_face *f)
{
   return f->writemask && (f->fail || f->zpass || f->zfail);
}

static void
init_db(struct raster *raster, struct raster_bound *st)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   const struct pixel_surfaces *surfaces = &st->ds->surfaces;
   struct pixel_fb *fb = &raster->fb[0];
   bool has_z = db->depth_format != PIXEL_Z_NONE && surfaces->depth.bytes;
   if (has_z) {
      bind(raster, &fb->z, &surfaces->depth, 0);
      has_z = fb->z.valid && fb->z.log2_bytes == (db->depth_format == PIXEL_Z_16 ? 1 : 2);
      if (has_z)
         clip_to(st, &fb->z);
   }
   bool has_s = db->stencil_place == PIXEL_STENCIL_APART && surfaces->stencil.bytes;
   if (has_s) {
      bind(raster, &fb->s, &surfaces->stencil, 0);
      has_s = fb->s.valid && fb->s.log2_bytes == 0;
      if (has_s)
         clip_to(st, &fb->s);
   } else if (db->stencil_place == PIXEL_STENCIL_PACKED) {
      has_s = has_z && (db->depth_format == PIXEL_Z_24 || db->depth_format == PIXEL_Z_24F);
   }
   st->stencil = db->stencil_enable && has_s;
   /* writes without a test are not possible: Z_WRITE_ENABLE works on pixels that pass, Z_ENABLE off passes
    * all */
   st->z_test = has_z && ((db->z_enable && db->z_func != PIXEL_ALWAYS) || (db->z_enable && db->z_write));
   st->db_test = st->z_test || st->stencil;
   /* the top bits of Z24 are stencil, or nothing */
   st->z_blind = st->z_test && db->z_write && db->z_func == PIXEL_ALWAYS && !st->stencil &&
                 db->stencil_place != PIXEL_STENCIL_PACKED;
   st->count = db->count_passed;
   st->two_faces = st->stencil && memcmp(&db->face[0], &db->face[1], sizeof db->face[0]) != 0;
   st->z_float24 = db->depth_format == PIXEL_Z_24F;
   st->z_scale = db->depth_format == PIXEL_Z_16    ? 65535.0
                 : db->depth_format == PIXEL_Z_32F ? 0.0
                                                   : 16777215.0;
   float lo = st->ds->constants.z_min, hi = st->ds->constants.z_max;
   if (!(hi > lo)) {
      lo = MIN2(lo, hi);
      hi = MAX2(st->ds->constants.z_min, st->ds->constants.z_max);
   }
   st->z_lo = st->z_scale > 0 ? CLAMP(lo, 0.0f, 1.0f) : lo;
   st->z_hi = st->z_scale > 0 ? CLAMP(hi, 0.0f, 1.0f) : hi;
}

/* Surfaces of another sample. What is bound of sample 0 may be an older draw's whose surfaces this one does not have. */
static bool
bind_sample(struct raster *raster, const struct raster_draw *ds, unsigned i)
{
   const struct pixel_fb *first = &raster->fb[0];
   assert(i && i < PIXEL_MAX_SAMPLES);
   struct pixel_fb *fb = &raster->fb[i];
   bool ok = true;
   for (unsigned t = 0; t < PIXEL_MAX_TARGETS; t++) {
      if (!first->cb[t].valid || ds->surfaces.color[t].log2_samples == 0)
         continue;
      bind(raster, &fb->cb[t], &ds->surfaces.color[t], i);
      ok &= fb->cb[t].valid;
   }
   if (first->z.valid && ds->surfaces.depth.bytes) {
      bind(raster, &fb->z, &ds->surfaces.depth, i);
      ok &= fb->z.valid;
   }
   if (first->s.valid && ds->surfaces.stencil.bytes) {
      bind(raster, &fb->s, &ds->surfaces.stencil, i);
      ok &= fb->s.valid;
   }
   return ok;
}

/* Copies of the state for each sample. */
static bool
init_samples(struct raster *raster, struct raster_bound *st)
{
   const struct raster_draw *ds = st->ds;
   unsigned n = (1u << ds->raster.log2_samples) - ds->raster.samples_unused, all = (1u << n) - 1;
   st->num_samples = (uint8_t)n;
   unsigned off =
      (ds->raster.aa_off[0] | ds->raster.aa_off[1] | ds->raster.aa_off[2] | ds->raster.aa_off[3]) & all;
   st->ms = n > 1 || off || st->resolve || ds->pixel.alpha_to_mask || ds->pixel.mask_export;
   st->iterate = n > 1 && ds->raster.iterate_samples;
   assert(n <= PIXEL_MAX_SAMPLES);
   raster->num_fb = MAX2(raster->num_fb, n);
   if (!st->ms)
      return true;
   st->samples = raster_alloc(raster, n * sizeof *st->samples);
   if (!st->samples)
      return false;
   for (unsigned i = 0; i < n; i++) {
      struct raster_bound *s = &st->samples[i];
      if (i && !bind_sample(raster, ds, i))
         return false;
      *s = *st;
      s->fb = &raster->fb[i];
      s->sample = (uint8_t)i;
      s->sample_x = ds->raster.sample_pos[i][0] / 256.0;
      s->sample_y = ds->raster.sample_pos[i][1] / 256.0;
      for (unsigned p = 0; p < 4; p++)
         s->aa_mask |= (ds->raster.aa_off[p] >> i & 1) ? 0 : UINT64_C(0x1111111111111111) << p;
   }
   return true;
}

/* Is depth all that is looked at before the shader, and do quads of it stand in memory as they are tested? */
static bool
takes_small(const struct raster_bound *st)
{
   const struct raster_draw *ds = st->ds;
   const struct pixel_surf *z = &st->fb->z;
   if (st->ms || st->fill || st->copy || st->clears || st->resolve || ds->raster.clip_rects_hide ||
       ds->raster.offset_front || ds->raster.offset_back)
      return false;
   return !st->early || !st->db_test ||
          (!st->stencil && (z->lane_order || z->tiles_8x2) && z->log2_bytes == 2 &&
           ds->pixel.depth_format == PIXEL_Z_24 && !ds->pixel.clear_z);
}

static bool
has_strips(const struct raster *raster, const struct raster_bound *st)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   bool has =
      st->shade && st->early && !st->fill && !st->copy && !st->ms && !db->alpha_test &&
      !st->ds->raster.clip_rects_hide &&
      (st->uniform ? st->num_cb == 1 : raster->ops.shade_strip && raster->ops.has_strips(st->ds->inputs));
   for (unsigned i = 0; i < st->num_cb; i++)
      has &= st->cb[i].path != PIXEL_PATH_GENERIC;
   return has;
}

/* Blocks of which little is covered are written as a whole where that is done in registers, and what depth has before the
 * shader can be looked at apart. */
static void
find_own_waves(const struct raster *raster, struct raster_bound *st)
{
   const struct pixel_gpu_ops *ops = &raster->ops;
   bool fast = ops->quads_worth_wave && st->ds->program && st->shade && !st->uniform && !st->ms &&
               (st->early || !st->db_test);
   st->own_wave = EMU_QUADS;
   st->whole_end[0] = st->whole_end[1] = RASTER_MAX_PX;
   for (unsigned i = 0; i < st->num_cb; i++) {
      const struct pixel_surf *s = &st->fb->cb[st->cb[i].target];
      fast &= st->cb[i].path != PIXEL_PATH_GENERIC && (s->lane_order || s->display_order || s->tiles_8x2);
      st->whole_end[0] = MIN2(st->whole_end[0], (int32_t)s->width_px);
      st->whole_end[1] = MIN2(st->whole_end[1], (int32_t)s->height_px);
   }
   if (fast)
      st->own_wave = (uint8_t)ops->quads_worth_wave(st->ds->inputs);
   assert(st->own_wave >= 1 && st->own_wave <= EMU_QUADS);
}

bool
raster_bound_init(struct raster *raster, struct raster_bound *st, const struct raster_draw *ds)
{
   memset(st, 0, sizeof *st);
   st->ds = ds;
   st->fb = &raster->fb[0];
   st->whole = st;
   for (unsigned i = 0; i < 4; i++)
      st->clip[i] = CLAMP(ds->raster.scissor[i], 0, RASTER_MAX_PX);
   init_db(raster, st);
   st->clears = ds->pixel.mode >= PIXEL_MODE_CLEAR; /* or CLEAR_BLOCKS */
   assert(ds->pixel.num_targets <= PIXEL_MAX_TARGETS && !(ds->pixel.logic_op & ~15));
   if (ds->program || st->clears)
      for (unsigned i = 0; i < ds->pixel.num_targets; i++)
         init_cb(raster, st, i);

   const struct pixel_pipeline *db = &ds->pixel;
   bool writes_ds = (st->z_test && db->z_write) ||
                    (st->stencil && (face_writes_stencil(&db->face[0]) || face_writes_stencil(&db->face[1])));
   bool shader_decides = ds->program && (db->kill || db->z_export || db->stencil_export || db->mask_export ||
                                         db->alpha_to_mask || db->alpha_test);
   bool exports_ds = ds->program && ((db->z_export && st->z_test) || (db->stencil_export && st->stencil));
   st->early = !exports_ds && !(shader_decides && (writes_ds || st->count));
   st->resolve = db->mode == PIXEL_MODE_RESOLVE && st->num_cb == 2 && st->cb[1].target == 1;
   st->shade = (st->num_cb && db->mode != PIXEL_MODE_RESOLVE) || (shader_decides && (writes_ds || st->count));
   st->reads_targets = ds->program && raster_reads_targets(raster, st);
   st->ordered = !st->early || st->reads_targets;
   for (unsigned i = 0; i < st->num_cb; i++)
      st->ordered |= st->cb[i].need_dst;
   st->uniform = st->shade && raster->ops.is_uniform && raster->ops.is_uniform(ds->program);
   st->fill = st->num_cb && st->shade && !db->alpha_to_mask && !db->alpha_test && !db->mask_export &&
              st->early && !st->ordered && st->uniform;
   if (st->clears) { /* no shader runs */
      st->fill = st->num_cb > 0;
      st->early = true;
      st->ordered = false;
   }
   st->copy = (db->copy_z || db->copy_s) && st->num_cb && st->cb[0].target == 0 &&
              (raster->fb[0].z.valid || raster->fb[0].s.valid);
   /* nothing to do at all: bin nothing */
   if (!st->shade && !st->resolve && !writes_ds && !st->count)
      st->clip[2] = st->clip[0];
   if (!init_samples(raster, st))
      return false;
   st->small = takes_small(st);
   st->takes_bytes = !st->ms && !db->alpha_test;
   for (unsigned i = 0; i < st->num_cb; i++)
      st->takes_bytes &= target_takes_bytes(&st->cb[i]);
   st->strips = has_strips(raster, st);
   find_own_waves(raster, st);
   raster_bound_changes(raster, st);
   return true;
}
