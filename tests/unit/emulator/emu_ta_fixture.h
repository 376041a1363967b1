/* SPDX-License-Identifier: MIT
 *
 * A texture unit for tests: views are made from the resource and sampler words of each generation, samples
 * taken for a whole wave.
 */
#ifndef TESTS_UNIT_EMULATOR_EMU_TA_FIXTURE_H
#define TESTS_UNIT_EMULATOR_EMU_TA_FIXTURE_H

#include "db/terascale/db_formats.h"
#include <math.h>

#include "db/terascale/cm_regs.h"
#include "emu_sq_fixture.h"
#include "emulator/terascale/ta/ta.h"

#define F(x) uif(x)

enum { TEX_AT = 0x100000, MIP_AT = 0x300000, SLOTS = 64 };

/** A texture resource; zero fields have defaults. */
struct tex {
   unsigned w, h, d, dim, format, mode, tile_type, levels, num_format, pitch;
   unsigned comp; /* FORMAT_COMP of all components */
   bool degamma;
   uint8_t sel[4];
   uint64_t base, mip;
};

/** A sampler. */
struct samp {
   unsigned clamp[3], mag, min, z, mip, compare, border;
   float min_lod, max_lod, bias;
   bool faces_apart; /* DISABLE_CUBE_WRAP */
};

/** A texture unit, and one request with its rows of coordinates and results. */
struct tex_rig {
   struct rig r;
   struct ta_view *table[SLOTS];
   struct ta_request rq;
   struct emu_row s, t, q, w, ref, gh[3], gv[3], out[4];
};

static inline bool
tex_rig_init(struct tex_rig *x, enum db_gen gen, const char *level)
{
   memset(x, 0, sizeof *x);
   if (!rig_init(&x->r, gen, level))
      return false;
   x->rq = (struct ta_request){.s = &x->s,
                               .t = &x->t,
                               .r = &x->q,
                               .lod = &x->w,
                               .grad_h = x->gh,
                               .grad_v = x->gv,
                               .coord_norm = 7,
                               .lanes = UINT64_MAX,
                               .row_B = 256,
                               .out = x->out};
   return true;
}

static inline void
tex_rig_fini(struct tex_rig *x)
{
   for (unsigned i = 0; i < SLOTS; i++)
      for (struct ta_view *v = x->table[i], *n; v; v = n) {
         n = v->hash_next;
         ta_view_destroy(v);
      }
   rig_fini(&x->r);
}

static const struct ta_view *
view(struct tex_rig *x, struct tex t, struct samp s)
{
   uint32_t w[8] = {0}, sw[3] = {0};
   static const uint32_t border[4] = {0x3f000000, 0x3e800000, 0x3f400000, 0x3f800000};
   uint64_t base = t.base ? t.base : EMU_VRAM_BASE + TEX_AT, mip = t.mip ? t.mip : EMU_VRAM_BASE + MIP_AT;
   unsigned pitch = t.pitch ? t.pitch
                            : (unsigned)u_align(t.w, t.mode == EMU_LINEAR_ALIGNED ? 64
                                                     : t.mode == EMU_2D_THIN1     ? 256
                                                                                  : 64);
   if (!(t.sel[0] | t.sel[1] | t.sel[2] | t.sel[3]))
      memcpy(t.sel, (uint8_t[]){0, 1, 2, 3}, 4);
   if (x->r.gen < DB_EVERGREEN) {
      w[0] = R6_SQ_TEX_RESOURCE_WORD0(.DIM = t.dim, .TILE_MODE = t.mode, .TILE_TYPE = t.tile_type,
                                      .PITCH = pitch / 8 - 1, .TEX_WIDTH = t.w - 1);
      w[1] = R6_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = t.h - 1, .TEX_DEPTH = t.d ? t.d - 1 : 0,
                                      .DATA_FORMAT = t.format);
      w[6] = R6_SQ_TEX_RESOURCE_WORD6(.TYPE = 2);
      sw[0] = R6_SQ_TEX_SAMPLER_WORD0(.CLAMP_X = s.clamp[0], .CLAMP_Y = s.clamp[1], .CLAMP_Z = s.clamp[2],
                                      .XY_MAG_FILTER = s.mag, .XY_MIN_FILTER = s.min, .Z_FILTER = s.z,
                                      .MIP_FILTER = s.mip, .BORDER_COLOR_TYPE = s.border,
                                      .DEPTH_COMPARE_FUNCTION = s.compare);
      sw[1] = R6_SQ_TEX_SAMPLER_WORD1(.MIN_LOD = (uint32_t)(s.min_lod * 64),
                                      .MAX_LOD = (uint32_t)((s.max_lod ? s.max_lod : 15) * 64),
                                      .LOD_BIAS = (uint32_t)(int32_t)(s.bias * 64) & 0xfff);
      x->r.e.regs.r6.config.TA_CNTL_AUX = R6_TA_CNTL_AUX(.DISABLE_CUBE_WRAP = s.faces_apart);
   } else {
      w[0] = EG_SQ_TEX_RESOURCE_WORD0(.DIM = t.dim, .NON_DISP_TILING_ORDER = t.tile_type,
                                      .PITCH = pitch / 8 - 1, .TEX_WIDTH = t.w - 1);
      if (x->r.gen == DB_CAYMAN)
         w[0] = CM_SQ_TEX_RESOURCE_WORD0(.DIM = t.dim, .NON_DISP_TILING_ORDER = t.tile_type,
                                         .PITCH = pitch / 8 - 1, .TEX_WIDTH = t.w - 1);
      w[1] = EG_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = t.h - 1, .TEX_DEPTH = t.d ? t.d - 1 : 0,
                                      .ARRAY_MODE = t.mode);
      w[6] = EG_SQ_TEX_RESOURCE_WORD6(.TILE_SPLIT = 4);
      w[7] = EG_SQ_TEX_RESOURCE_WORD7(.DATA_FORMAT = t.format, .MACRO_TILE_ASPECT = 0, .BANK_WIDTH = 0,
                                      .BANK_HEIGHT = 1, .NUM_BANKS = 2, .TYPE = 2);
      sw[0] = EG_SQ_TEX_SAMPLER_WORD0(.CLAMP_X = s.clamp[0], .CLAMP_Y = s.clamp[1], .CLAMP_Z = s.clamp[2],
                                      .XY_MAG_FILTER = s.mag, .XY_MIN_FILTER = s.min, .Z_FILTER = s.z,
                                      .MIP_FILTER = s.mip, .BORDER_COLOR_TYPE = s.border,
                                      .DEPTH_COMPARE_FUNCTION = s.compare);
      sw[1] = EG_SQ_TEX_SAMPLER_WORD1(.MIN_LOD = (uint32_t)(s.min_lod * 256),
                                      .MAX_LOD = (uint32_t)((s.max_lod ? s.max_lod : 15) * 256));
      sw[2] = EG_SQ_TEX_SAMPLER_WORD2(.LOD_BIAS = (uint32_t)(int32_t)(s.bias * 256) & 0x3fff,
                                      .DISABLE_CUBE_WRAP = s.faces_apart);
   }
   w[2] = (uint32_t)(base >> 8);
   w[3] = (uint32_t)(mip >> 8);
   w[4] = R6_SQ_TEX_RESOURCE_WORD4(.FORMAT_COMP_X = t.comp, .FORMAT_COMP_Y = t.comp, .FORMAT_COMP_Z = t.comp,
                                   .FORMAT_COMP_W = t.comp, .NUM_FORMAT_ALL = t.num_format,
                                   .FORCE_DEGAMMA = t.degamma, .DST_SEL_X = t.sel[0], .DST_SEL_Y = t.sel[1],
                                   .DST_SEL_Z = t.sel[2], .DST_SEL_W = t.sel[3]);
   w[5] = R6_SQ_TEX_RESOURCE_WORD5(.LAST_LEVEL = t.levels ? t.levels - 1 : 0,
                                   .LAST_ARRAY = t.dim == TA_CUBE       ? MAX2(t.d, 1) * 6 - 1
                                                 : t.dim == TA_2D_ARRAY ? t.d - 1
                                                                        : 0);
   const struct ta_view *v = ta_view_find(&x->r.e, x->table, SLOTS, w, sw, border);
   assert_non_null(v);
   assert_ptr_equal(v, ta_view_find(&x->r.e, x->table, SLOTS, w, sw, border));
   x->rq.view = v;
   return v;
}

static inline void
put_texel(const struct ta_view *v, unsigned level, unsigned x, unsigned y, unsigned z, const void *bytes,
          unsigned n)
{
   const struct ta_level *l = &v->level[level];
   memcpy((uint8_t *)l->base + emu_surface_offset(&l->surf, x, y, z), bytes, n);
}

static inline void
sample(struct tex_rig *x, unsigned mode)
{
   x->rq.lod_mode = (uint8_t)mode;
   x->r.e.kernels->ta->sample(&x->rq);
}

/* A generator of its own, so that runs are the same everywhere. */
static uint32_t seed = 5;
static inline uint32_t
rnd(void)
{
   seed = seed * 1664525u + 1013904223u;
   return seed >> 8 ^ seed << 13;
}

#endif
