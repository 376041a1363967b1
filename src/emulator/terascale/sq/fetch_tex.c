/* SPDX-License-Identifier: MIT
 *
 * Texture instructions of a wave: where each opcode has its coordinates, level, bias and reference,
 * derivative instructions, and the way of the result into registers. Sampling itself is TA's. Operand places:
 * AMD's R600-family ISA manuals and the conventions of the public drivers.
 */
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/sq/ops.h"
#include "emulator/terascale/ta/ta.h"

static const struct {
   uint8_t lod_mode;
   int8_t lod; /* coordinate channel with level or bias, -1 none */
   int8_t ref; /* coordinate channel with the reference, -1 none */
} sample_ops[DB_TEX_OP_COUNT] = {
   [DB_TEX_SAMPLE] = {TA_LOD_IMPLICIT,  -1, -1},
     [DB_TEX_SAMPLE_L] = {TA_LOD_EXPLICIT,  3,  -1},
   [DB_TEX_SAMPLE_LB] = {TA_LOD_BIAS,      3,  -1},
     [DB_TEX_SAMPLE_LZ] = {TA_LOD_ZERO,      -1, -1},
   [DB_TEX_SAMPLE_G] = {TA_LOD_GRAD,      -1, -1},
     [DB_TEX_SAMPLE_G_L] = {TA_LOD_EXPLICIT,  3,  -1},
   [DB_TEX_SAMPLE_G_LB] = {TA_LOD_GRAD_BIAS, 3,  -1},
     [DB_TEX_SAMPLE_G_LZ] = {TA_LOD_ZERO,      -1, -1},
   [DB_TEX_SAMPLE_C] = {TA_LOD_IMPLICIT,  -1, 3 },
     [DB_TEX_SAMPLE_C_L] = {TA_LOD_EXPLICIT,  3,  2 },
   [DB_TEX_SAMPLE_C_LB] = {TA_LOD_BIAS,      3,  2 },
     [DB_TEX_SAMPLE_C_LZ] = {TA_LOD_ZERO,      -1, 3 },
   [DB_TEX_SAMPLE_C_G] = {TA_LOD_GRAD,      -1, 3 },
     [DB_TEX_SAMPLE_C_G_L] = {TA_LOD_EXPLICIT,  3,  2 },
   [DB_TEX_SAMPLE_C_G_LB] = {TA_LOD_GRAD_BIAS, 3,  2 },
     [DB_TEX_SAMPLE_C_G_LZ] = {TA_LOD_ZERO,      -1, 3 },
   [DB_TEX_GATHER4] = {TA_LOD_ZERO,      -1, -1},
     [DB_TEX_GATHER4_O] = {TA_LOD_ZERO,      -1, -1},
   [DB_TEX_GATHER4_C] = {TA_LOD_ZERO,      -1, 3 },
     [DB_TEX_GATHER4_C_O] = {TA_LOD_ZERO,      -1, 3 },
};

/* Rows of the four coordinates, swizzled. */
static void
coordinates(struct sq_ctx *c, const struct sq_fetch *f, const struct emu_row *row[4])
{
   unsigned reg = f->src_gpr + (f->src_rel ? c->al_row.u[0] : 0);
   for (unsigned k = 0; k < 4; k++) {
      if (f->src_sel[k] < 4 && reg < SQ_GPRS)
         row[k] = &c->gpr[reg * 4 + f->src_sel[k]];
      else
         row[k] = f->src_sel[k] == 5 ? &c->ones : &c->zeros;
   }
}

/* Differences inside each quad: right minus left, lower minus upper; coarse forms take the first row or
 * column. */
static void
gradients(struct sq_ctx *c, const struct emu_row *const row[4], bool vertical, bool fine)
{
   for (unsigned k = 0; k < 4; k++) {
      for (uint32_t i = 0; i < c->row_B; i += EMU_VEC_B) {
         vf a = v_load((const char *)row[k] + i), d;
         vf first = v_quad(a, vertical ? 2 : 1) - v_quad(a, 0);
         d = first;
         if (fine) {
            vf other = v_quad(a, 3) - v_quad(a, vertical ? 1 : 2);
            /* lanes 1, 3 are the right column, lanes 2, 3 the lower row */
            d = v_sel(v_mask(vertical ? 0xaaaa : 0xcccc), other, first);
         }
         *(vf *)((char *)&c->tex_out[k] + i) = d;
      }
   }
}

static void
load_texels(struct sq_ctx *c, const struct ta_view *v, const struct sq_fetch *f,
            const struct emu_row *const row[4])
{
   const struct emu_row *const at[4] = {row[0],
                                        v->dim == TA_1D_ARRAY ? row[2] : row[1], /* its layer is in Z */
                                        row[2], row[3]};
   const int32_t offset[3] = {f->offset[0] / 2, f->offset[1] / 2, f->offset[2] / 2};
   c->emu->kernels->ta->load(v, at, offset, c->active, c->row_B, c->tex_out);
}

static void
resource_info(struct sq_ctx *c, const struct ta_view *v, const struct emu_row *lod)
{
   for (unsigned l = 0; l < EMU_LANES; l++) {
      uint32_t n = lod->u[l];
      const struct ta_level *lv = n < v->num_levels ? &v->level[n] : NULL;
      c->tex_out[0].u[l] = lv ? lv->w : 0;
      c->tex_out[1].u[l] = !lv ? 0 : v->dim == TA_1D_ARRAY ? v->num_layers : lv->h;
      bool layers = v->dim == TA_2D_ARRAY || v->dim == TA_2D_ARRAY_MSAA;
      c->tex_out[2].u[l] = !lv ? 0 : v->dim == TA_3D ? lv->d : layers ? v->num_layers : 1;
      c->tex_out[3].u[l] = v->num_levels;
   }
}

static bool
is_gather(enum db_tex_op op)
{
   return op == DB_TEX_GATHER4 || op == DB_TEX_GATHER4_O || op == DB_TEX_GATHER4_C ||
          op == DB_TEX_GATHER4_C_O;
}

/* Where the result of a sample can go at once, without a copy: the destination's rows, if all of it is written. They may be
 * those of the coordinates. NULL: not so. */
static struct emu_row *
whole_dst(struct sq_ctx *c, const struct ta_view *v, const struct sq_fetch *f)
{
   static const uint8_t xyzw[4] = {0, 1, 2, 3};
   if (c->live & ~c->active || f->dst_rel || f->dst_gpr >= SQ_GPRS || memcmp(f->dst_sel, xyzw, sizeof xyzw) ||
       v->log2_aniso || is_gather((enum db_tex_op)f->op))
      return NULL;
   return &c->gpr[f->dst_gpr * 4];
}

/* True: what was sampled has to go to the registers yet. */
static bool
sample(struct sq_ctx *c, const struct ta_view *v, const struct sq_fetch *f,
       const struct emu_row *const row[4])
{
   struct emu_row *const dst = whole_dst(c, v, f);
   struct ta_request rq = {
      .view = v,
      .s = row[0],
      .t = row[1],
      .r = row[2],
      .lod_mode = sample_ops[f->op].lod_mode,
      .coord_norm = f->coord_norm,
      .lod_bias = f->lod_bias,
      .offset = {(float)f->offset[0] * 0.5f, (float)f->offset[1] * 0.5f, (float)f->offset[2] * 0.5f},
      .grad_h = c->grad_h,
      .grad_v = c->grad_v,
      .lanes = c->active,
      .row_B = c->row_B,
      .epoch = c->stage->stage == SQ_PS ? c->wave.epoch : 0,
      .out = dst ? dst : c->tex_out,
   };
   if (is_gather((enum db_tex_op)f->op)) {
      rq.gather = true;
      rq.component = f->gather;
      if (f->op == DB_TEX_GATHER4_O || f->op == DB_TEX_GATHER4_C_O)
         rq.offsets = c->offsets;
   }
   if (sample_ops[f->op].lod >= 0)
      rq.lod = row[sample_ops[f->op].lod];
   if (sample_ops[f->op].ref >= 0)
      rq.ref = row[sample_ops[f->op].ref];
   if (v->dim == TA_1D_ARRAY && sample_ops[f->op].ref != 2)
      rq.t = row[2]; /* the layer of a 1D array is in Z as everybody's, unless that holds the reference */
   /* vertices have no neighbours */
   if (c->stage->stage != SQ_PS && (rq.lod_mode == TA_LOD_IMPLICIT || rq.lod_mode == TA_LOD_BIAS)) {
      if (rq.lod_mode == TA_LOD_IMPLICIT)
         rq.lod_mode = TA_LOD_ZERO;
      else
         rq.lod_mode = TA_LOD_EXPLICIT;
   }
   c->emu->kernels->ta->sample(&rq);
   return !dst;
}

void
EMU_FN(sq_fetch_tex)(struct sq_ctx *c, const struct sq_fetch *f)
{
   const struct ta_view *v = c->bound->tex[f->view];
   const struct emu_row *row[4];
   uint32_t one = 0x3f800000u;
   coordinates(c, f, row);
   switch ((enum db_tex_op)f->op) {
   case DB_TEX_GET_GRADIENTS_H:
      gradients(c, row, false, false);
      break;
   case DB_TEX_GET_GRADIENTS_V:
      gradients(c, row, true, false);
      break;
   case DB_TEX_GET_GRADIENTS_H_FINE:
      gradients(c, row, false, true);
      break;
   case DB_TEX_GET_GRADIENTS_V_FINE:
      gradients(c, row, true, true);
      break;
   case DB_TEX_SET_GRADIENTS_H:
   case DB_TEX_SET_GRADIENTS_H_COARSE:
      for (unsigned k = 0; k < 3; k++)
         c->grad_h[k] = *row[k];
      return;
   case DB_TEX_SET_GRADIENTS_V:
   case DB_TEX_SET_GRADIENTS_V_COARSE:
      for (unsigned k = 0; k < 3; k++)
         c->grad_v[k] = *row[k];
      return;
   case DB_TEX_SET_TEXTURE_OFFSETS: /* six bits count, D3D's range of gather offsets */
      for (unsigned k = 0; k < 3; k++)
         for (unsigned l = 0; l < EMU_LANES; l++)
            c->offsets[k].u[l] = (uint32_t)((int32_t)(row[k]->u[l] << 26) >> 26);
      return;
   case DB_TEX_KEEP_GRADIENTS: {
      struct emu_row keep[4];
      gradients(c, row, false, false);
      memcpy(keep, c->tex_out, sizeof(keep));
      gradients(c, row, true, false);
      for (unsigned k = 0; k < 3; k++) {
         c->grad_h[k] = keep[k];
         c->grad_v[k] = c->tex_out[k];
      }
      return;
   }
   case DB_TEX_PASS:
      for (unsigned k = 0; k < 4; k++)
         c->tex_out[k] = *row[k];
      break;
   case DB_TEX_LD:
      load_texels(c, v, f, row);
      one = ta_one(v);
      break;
   case DB_TEX_LDFPTR: /* sample i is fragment i: state/cmask.c */
      for (unsigned k = 0; k < 4; k++)
         sq_fill(&c->tex_out[k], k ? 0 : 0x76543210);
      one = 1;
      break;
   case DB_TEX_GET_TEXTURE_RESINFO:
      resource_info(c, v, row[0]);
      one = 1;
      break;
   case DB_TEX_GET_NUMBER_OF_SAMPLES:
      for (unsigned k = 0; k < 4; k++)
         sq_fill(&c->tex_out[k], k ? 0 : 1u << v->level[0].surf.log2_samples);
      one = 1;
      break;
   case DB_TEX_GET_LOD: {
      struct ta_request rq = {.view = v,
                              .s = row[0],
                              .t = row[1],
                              .r = row[2],
                              .coord_norm = f->coord_norm,
                              .lod_bias = f->lod_bias,
                              .lanes = c->active,
                              .row_B = c->row_B};
      sq_fill(&c->tex_out[2], 0);
      sq_fill(&c->tex_out[3], 0);
      c->emu->kernels->ta->lod(&rq, c->tex_out);
      break;
   }
   default:
      if (!sample(c, v, f, row))
         return;
      one = ta_one(v);
      break;
   }
   EMU_FN(sq_write_dst)(c, f, c->tex_out, one);
}
