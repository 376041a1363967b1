/* SPDX-License-Identifier: MIT
 *
 * The shader's interface: attributes, system values, interpolation, exports.
 *
 * R600 and R700 fragment shaders start with their inputs in GPRs, in the order of SPI_PS_INPUT_CNTL; later
 * chips start with barycentrics in R0.xy and interpolate with INTERP_ZW and INTERP_XY (ISA notes,
 * "Interpolation"). A vertex shader calls the fetch shader, which leaves attribute i in attrib_gpr[i].
 */
#include "compiler/terascale/isel/isel.h"

#include <assert.h>

#include "util/u_math.h"

static void
vertex_inputs(struct vliw_isel *s)
{
   struct vliw_ctx *c = s->c;
   int gpr = 1;
   for (unsigned loc = 0; loc < 16; loc++) {
      for (size_t i = 0; i < s->ir->inputs.count; i++) {
         const struct ir_io *io = &s->ir->inputs.data[i];
         if (io->semantic != IR_SEM_GENERIC || io->sem_index != loc || !s->in_mask[i])
            continue;
         if (!c->out->attrib_gpr[loc])
            c->out->attrib_gpr[loc] = (uint8_t)gpr++;
         uint32_t vec = c->num_vecs++;
         for (int k = 0; k < 4; k++) {
            uint32_t r = vliw_reg_pinned(c, c->out->attrib_gpr[loc], k);
            c->regs.data[r].vec = vec;
            s->in_regs[i * 4 + (size_t)k] = r;
         }
      }
   }
   c->reserved_gprs = gpr;
}

static void
interpolate(struct vliw_isel *s, size_t input, unsigned param, bool flat, const uint32_t ij[2])
{
   assert(s->in_mask[input] && param < ARRAY_SIZE(s->c->out->params));
   struct vliw_ctx *c = s->c;
   unsigned mask = s->in_mask[input];
   for (int half = 1; half >= 0; half--) { /* zw first, as every known driver does */
      if (!(mask & 3u << (2 * half)))
         continue;
      /* x or z alone needs the units of its pair only */
      const bool alone = !flat && (mask >> (2 * half) & 3) == 1;
      struct vliw_op *op = vliw_op_new(c, VLIW_OP_ALU,
                                       flat    ? DB_ALU_INTERP_LOAD_P0
                                       : alone ? (half ? DB_ALU_INTERP_Z : DB_ALU_INTERP_X)
                                       : half  ? DB_ALU_INTERP_ZW
                                               : DB_ALU_INTERP_XY);
      op->nslots = 4;
      op->no_slots = !alone ? 0 : half ? 0x3 : 0xc;
      op->nsrc = flat ? 1 : 2;
      for (unsigned k = 0; k < 4; k++) {
         struct vliw_src p = {.kind = VLIW_SRC_PARAM, .v = param, .chan = (uint8_t)k};
         if (op->no_slots & 1u << k)
            continue;
         if (flat) {
            op->src[k] = p;
         } else {
            op->src[2 * k] = vliw_src_reg(ij[k & 1 ? 0 : 1]);
            op->src[2 * k + 1] = p;
         }
         if ((mask & 1u << k) && (flat || k / 2 == (unsigned)half)) {
            op->dst[k] = vliw_reg_new(c);
            c->regs.data[op->dst[k]].chan = (int8_t)k;
            s->in_regs[input * 4 + k] = op->dst[k];
         }
      }
      vliw_op_append(c, s->cur, op);
      if (flat)
         break;
   }
}

static void
fragment_inputs(struct vliw_isel *s)
{
   struct vliw_ctx *c = s->c;
   struct vliw_binary *out = c->out;
   int gpr = c->t.interp ? 1 : 0;
   uint32_t ij[2] = {VLIW_NONE, VLIW_NONE};
   if (c->t.interp) {
      uint32_t vec = c->num_vecs++;
      for (int k = 0; k < 2; k++) {
         ij[k] = vliw_reg_pinned(c, 0, k);
         c->regs.data[ij[k]].vec = vec;
      }
   }
   for (unsigned pass = 0; pass < 2; pass++) { /* interpolated inputs first, then position and face */
      for (size_t i = 0; i < s->ir->inputs.count; i++) {
         const struct ir_io *io = &s->ir->inputs.data[i];
         bool special = io->semantic == IR_SEM_FRAG_COORD || io->semantic == IR_SEM_FACE;
         if (!s->in_mask[i] || special != (pass == 1) || io->semantic == IR_SEM_FB_FETCH)
            continue;
         if (out->num_params == 32) {
            vliw_fail(c, "the fragment shader reads more than 32 inputs");
            return;
         }
         bool slot = !special || !c->t.interp;
         if (slot) {
            out->params[out->num_params] = (struct vliw_param){.semantic = io->semantic,
                                                               .sem_index = io->sem_index,
                                                               .gpr = (uint8_t)gpr,
                                                               .flat = io->flat,
                                                               .centroid = io->centroid,
                                                               .mask = s->in_mask[i]};
         }
         if (!special && c->t.interp) {
            interpolate(s, i, out->num_params, io->flat, ij);
         } else {
            uint32_t vec = c->num_vecs++;
            for (int k = 0; k < 4; k++) {
               uint32_t r = vliw_reg_pinned(c, gpr, k);
               c->regs.data[r].vec = vec;
               s->in_regs[i * 4 + (size_t)k] = r;
            }
            if (io->semantic == IR_SEM_FRAG_COORD) {
               out->position_gpr = (int8_t)gpr;
               out->position_param = slot ? (int8_t)out->num_params : -1;
               out->reads_frag_coord_z_w = (s->in_mask[i] & 12) != 0;
               if (s->in_mask[i] & 8) { /* the hardware gives w, GL wants 1/w */
                  struct vliw_src w = vliw_src_reg(s->in_regs[i * 4 + 3]);
                  s->in_regs[i * 4 + 3] = vliw_alu1(s, DB_ALU_RECIP_IEEE, w).v;
               }
            } else if (io->semantic == IR_SEM_FACE) {
               out->face_gpr = (int8_t)gpr;
               out->face_param = slot ? (int8_t)out->num_params : -1;
               /* the sign bit: 0 = front */
               struct vliw_src f = vliw_src_reg(s->in_regs[i * 4]);
               s->in_regs[i * 4] = vliw_alu2(s, DB_ALU_SETGE_INT, f, vliw_src_imm(0)).v;
            }
            gpr++;
         }
         out->num_params += slot;
      }
   }
   c->reserved_gprs = gpr;
}

/** Window x and y for fetches from the framebuffer, whether the shader reads them itself or not. */
static void
window_position(struct vliw_isel *s, uint32_t xy[2])
{
   struct vliw_ctx *c = s->c;
   struct vliw_binary *out = c->out;
   for (size_t i = 0; i < s->ir->inputs.count; i++) {
      if (s->ir->inputs.data[i].semantic != IR_SEM_FRAG_COORD || !s->in_mask[i])
         continue;
      memcpy(xy, &s->in_regs[i * 4], 2 * sizeof *xy);
      return;
   }
   uint32_t vec = c->num_vecs++;
   for (int k = 0; k < 2; k++) {
      xy[k] = vliw_reg_pinned(c, c->reserved_gprs, k);
      c->regs.data[xy[k]].vec = vec;
   }
   out->position_gpr = (int8_t)c->reserved_gprs++;
   if (c->t.interp)
      return;
   if (out->num_params == 32) {
      vliw_fail(c, "the fragment shader reads more than 32 inputs");
      return;
   }
   out->position_param = (int8_t)out->num_params;
   out->params[out->num_params++] =
      (struct vliw_param){.semantic = IR_SEM_FRAG_COORD, .gpr = (uint8_t)out->position_gpr, .mask = 3};
}

/** Pixel and sample of a shader that runs for each sample. */
static void
sample_position(struct vliw_isel *s, struct vliw_src coord[4])
{
   struct vliw_ctx *c = s->c;
   struct vliw_binary *out = c->out;
   uint32_t vec = c->num_vecs++;
   coord[2] = vliw_src_imm(0); /* layer */
   for (int k = 0; k < 4; k += 1 + (k == 1)) {
      uint32_t r = vliw_reg_pinned(c, c->reserved_gprs, k);
      c->regs.data[r].vec = vec;
      coord[k] = vliw_src_reg(r);
   }
   out->fixed_gpr = (int8_t)c->reserved_gprs++;
   if (c->t.interp)
      return;
   if (out->num_params == 32) {
      vliw_fail(c, "the fragment shader reads more than 32 inputs");
      return;
   }
   out->params[out->num_params++] =
      (struct vliw_param){.semantic = IR_SEM_FRAG_COORD, .gpr = (uint8_t)out->fixed_gpr, .mask = 11};
}

/** gl_LastFragData: the texel of the colour target under the fragment. */
static void
framebuffer_inputs(struct vliw_isel *s)
{
   struct vliw_ctx *c = s->c;
   struct vliw_src coord[12] = {0};
   for (size_t i = 0; i < s->ir->inputs.count; i++) {
      const struct ir_io *io = &s->ir->inputs.data[i];
      if (io->semantic != IR_SEM_FB_FETCH || !s->in_mask[i])
         continue;
      if (io->sem_index >= 8) {
         vliw_fail(c, "there are eight colour targets");
         return;
      }
      if (!c->out->fb_fetch_mask && c->key->per_sample) {
         sample_position(s, coord);
      } else if (!c->out->fb_fetch_mask) {
         uint32_t xy[2];
         window_position(s, xy);
         for (unsigned k = 0; k < 2; k++) {
            struct vliw_src x = vliw_alu1(s, DB_ALU_TRUNC, vliw_src_reg(xy[k]));
            coord[k] = vliw_alu1(s, DB_ALU_FLT_TO_INT, x);
         }
         coord[2] = coord[3] = vliw_src_imm(0); /* layer, level */
      }
      struct vliw_op *o = vliw_op_new(c, VLIW_OP_TEX, DB_TEX_LD);
      struct vliw_src src[12];
      memcpy(src, coord, sizeof src);
      vliw_isel_vec(s, src);
      memcpy(o->src, src, sizeof src);
      for (unsigned k = 0; k < 2; k++)
         c->regs.data[src[k].v].is_coord = true;
      o->resource = (uint8_t)(VLIW_TEX_RESOURCE_BASE + VLIW_FB_FETCH_UNIT + io->sem_index);
      o->whole_quad = s->helped_inputs[i];
      for (unsigned k = 0; k < 4; k++) {
         o->dst[k] = vliw_reg_new(c);
         s->in_regs[i * 4 + k] = o->dst[k];
      }
      vliw_isel_fetch(s, o);
      c->out->fb_fetch_mask |= (uint8_t)(1u << io->sem_index);
   }
}

void
vliw_isel_inputs(struct vliw_isel *s)
{
   s->c->out->position_gpr = s->c->out->face_gpr = s->c->out->fixed_gpr = -1;
   s->c->out->position_param = s->c->out->face_param = -1;
   if (s->ir->stage == IR_VERTEX)
      vertex_inputs(s);
   else {
      fragment_inputs(s);
      framebuffer_inputs(s);
   }
}

void
vliw_isel_load_input(struct vliw_isel *s, const struct ir_instr *in)
{
   struct vliw_ctx *c = s->c;
   if (in->op == IR_LOAD_SYSVAL) {
      bool inst = in->index == IR_SYSVAL_INSTANCE_ID;
      if (inst)
         c->out->uses_instance_id = true;
      else
         c->out->uses_vertex_id = true;
      if (s->sysval[inst] == VLIW_NONE)
         s->sysval[inst] = vliw_reg_pinned(c, 0, inst ? 3 : 0);
      for (unsigned k = 0; k < in->ndst; k++)
         s->val[in->dst + k] = vliw_src_reg(s->sysval[inst]);
      return;
   }
   for (unsigned k = 0; k < in->ndst; k++) {
      uint32_t r = s->in_regs[(uint32_t)in->index * 4 + in->comp + k];
      s->val[in->dst + k] = r == VLIW_NONE ? vliw_src_imm(0) : vliw_src_reg(r);
   }
}

/** Results take channels where those of the export before ended: exports of few components, whose components can be picked, are
 * computed in all units and may share registers. */
static void
spread_channels(struct vliw_isel *s, const struct vliw_src src[4])
{
   for (unsigned k = 0; k < 4; k++) {
      unsigned j = 0;
      while (j < k && (src[j].kind != VLIW_SRC_REG || src[j].v != src[k].v))
         j++;
      if (src[k].kind == VLIW_SRC_REG && j == k)
         s->c->regs.data[src[k].v].pref = (int8_t)(s->next_export_chan++ & 3);
   }
}

static void
push_export(struct vliw_isel *s, unsigned type, unsigned base, struct vliw_src src[4])
{
   _Static_assert(VLIW_EXPORT_PIXEL == 0 && VLIW_EXPORT_POS == 1 && VLIW_EXPORT_PARAM == 2,
                  "TYPE of CF_ALLOC_EXPORT_WORD0");
   assert(type == VLIW_EXPORT_PIXEL ? base < 8 || base == 61
          : type == VLIW_EXPORT_POS ? base >= 60 && base < 64
                                    : base < ARRAY_SIZE(s->c->out->params));
   struct vliw_export e = {.type = (uint8_t)type, .base = (uint8_t)base};
   vliw_isel_vec(s, src);
   memcpy(e.src, src, sizeof e.src);
   if (type != VLIW_EXPORT_PARAM || !base) /* parameters among themselves */
      s->next_export_chan = 0;
   spread_channels(s, src);
   if (!u_vec_push(&s->c->exports, e))
      vliw_out_of_memory(s->c);
}

/** The four operands of an output; returns the mask of those that are stored. */
static unsigned
output_vec(struct vliw_isel *s, size_t o, struct vliw_src src[4], bool fill)
{
   unsigned mask = 0;
   for (unsigned k = 0; k < 4; k++) {
      src[k] = (struct vliw_src){0};
      if (s->out_stores[o * 4 + k]) {
         mask |= 1u << k;
         src[k] = vliw_isel_output(s, o, k);
      } else if (fill) {
         src[k] = vliw_src_imm(k == 3 ? 0x3f800000 : 0);
      }
   }
   return mask;
}

static void
vertex_outputs(struct vliw_isel *s)
{
   struct vliw_ctx *c = s->c;
   const struct ir_shader *ir = s->ir;
   struct vliw_src src[4] = {vliw_src_imm(0), vliw_src_imm(0), vliw_src_imm(0), vliw_src_imm(0x3f800000)};
   vliw_isel_streams(s);
   for (size_t i = 0; i < ir->outputs.count; i++)
      if (ir->outputs.data[i].semantic == IR_SEM_POSITION)
         output_vec(s, i, src, true);
   unsigned at = 60; /* position exports leave no gaps: PA_CL_VS_OUT_CNTL says what follows the position */
   push_export(s, VLIW_EXPORT_POS, at++, src);
   for (size_t i = 0; i < ir->outputs.count; i++) {
      if (ir->outputs.data[i].semantic != IR_SEM_POINT_SIZE || !output_vec(s, i, src, false))
         continue;
      push_export(s, VLIW_EXPORT_POS, at++, src);
      c->out->exports_point_size = true;
   }
   for (unsigned half = 0; half < 2; half++)
      for (size_t i = 0; i < ir->outputs.count; i++) {
         const struct ir_io *io = &ir->outputs.data[i];
         unsigned mask =
            io->semantic == IR_SEM_CLIP_DIST && io->sem_index == half ? output_vec(s, i, src, false) : 0;
         if (!mask)
            continue;
         push_export(s, VLIW_EXPORT_POS, at++, src);
         c->out->clip_dist_mask |= (uint8_t)(mask << (4 * half));
      }
   c->out->cull_dist_mask = c->out->clip_dist_mask & ir->cull_distances;
   for (size_t i = 0; i < ir->outputs.count; i++) {
      const struct ir_io *io = &ir->outputs.data[i];
      if (io->semantic != IR_SEM_GENERIC)
         continue;
      unsigned mask = output_vec(s, i, src, true);
      if (!mask)
         continue;
      if (c->out->num_params == 32) {
         vliw_fail(c, "the vertex shader writes more than 32 varying vectors");
         return;
      }
      push_export(s, VLIW_EXPORT_PARAM, c->out->num_params, src);
      c->out->params[c->out->num_params++] = (struct vliw_param){.semantic = io->semantic,
                                                                 .sem_index = io->sem_index,
                                                                 .flat = io->flat,
                                                                 .centroid = io->centroid,
                                                                 .mask = (uint8_t)mask};
   }
   if (!c->out->num_params) { /* the hardware wants one */
      struct vliw_src none[4] = {vliw_src_imm(0), vliw_src_imm(0), vliw_src_imm(0), vliw_src_imm(0x3f800000)};
      push_export(s, VLIW_EXPORT_PARAM, 0, none);
      c->out->params[c->out->num_params++] =
         (struct vliw_param){.semantic = IR_SEM_GENERIC, .sem_index = 255};
   }
}

/** One export for both: depth in x, the stencil test's reference in y. */
static void
export_depth(struct vliw_isel *s)
{
   struct vliw_binary *out = s->c->out;
   struct vliw_src both[4] = {{0}, {0}, {0}, {0}}, src[4];
   for (size_t i = 0; i < s->ir->outputs.count; i++) {
      const unsigned semantic = s->ir->outputs.data[i].semantic;
      if ((semantic != IR_SEM_DEPTH && semantic != IR_SEM_STENCIL) || !output_vec(s, i, src, false))
         continue;
      both[semantic == IR_SEM_STENCIL] = src[0];
      *(semantic == IR_SEM_STENCIL ? &out->exports_stencil : &out->exports_depth) = true;
   }
   if (out->exports_depth || out->exports_stencil)
      push_export(s, VLIW_EXPORT_PIXEL, 61, both);
}

static void
fragment_outputs(struct vliw_isel *s)
{
   struct vliw_ctx *c = s->c;
   const struct ir_shader *ir = s->ir;
   unsigned targets = CLAMP(c->key->num_color_targets, 1, 8);
   struct vliw_src src[4], none[4] = {{0}, {0}, {0}, {0}};
   unsigned done = 0;
   for (unsigned t = 0; t < 8; t++) {
      for (size_t i = 0; i < ir->outputs.count; i++) {
         const struct ir_io *io = &ir->outputs.data[i];
         bool here = (io->semantic == IR_SEM_COLOR && io->sem_index == t) ||
                     (io->semantic == IR_SEM_COLOR_ALL && t < targets);
         if (c->key->dual_source && t > 0)
            here = t == 1 && io->semantic == IR_SEM_COLOR_SECONDARY;
         if (!here || (done & 1u << t) || !output_vec(s, i, src, true))
            continue;
         push_export(s, VLIW_EXPORT_PIXEL, t, src);
         done |= 1u << t;
         c->out->num_color_exports++;
         c->out->color_export_mask |= 0xfu << (4 * t);
      }
   }
   export_depth(s);
   if (!done && !c->out->exports_depth && !c->out->exports_stencil) { /* the hardware wants one */
      push_export(s, VLIW_EXPORT_PIXEL, 0, none);
      c->out->num_color_exports = 1;
      c->out->color_export_mask = 0xF;
   }
}

void
vliw_isel_outputs(struct vliw_isel *s)
{
   s->cur = s->c->blocks.data[s->c->blocks.count - 1];
   if (s->ir->stage == IR_VERTEX)
      vertex_outputs(s);
   else
      fragment_outputs(s);
}
