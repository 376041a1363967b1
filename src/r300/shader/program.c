/* SPDX-License-Identifier: MIT
 *
 * Programs and constants in the stream. Both engines have memories of vectors that are written through ports: an index,
 * then dwords.
 */
#include <stdlib.h>
#include <string.h>

#include "db/r300/r3_regs.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "r300/context.h"
#include "r300/emit.h"
#include "r300/shader.h"
#include "r300/view.h"
#include "util/u_math.h"

/* First vectors of constants in the vertex engine's memory. */
#define PVS_CONSTS_R300 512
#define PVS_CONSTS_R500 1024
#define PVS_FLOW_SLOTS  16
/* What the vertex engine shares between the vertices that it works on, in vectors. */
#define PVS_MEMORY_R300 72
#define PVS_MEMORY_R500 128

/* Instructions of pixel shaders that have registers at a time, before R500. */
#define US_BANK_ALU 64
#define US_BANK_TEX 32

/** Packets as they are made: the caller asked for enough. */
struct writer {
   uint32_t *dw;
   uint32_t ndw;
};

static void
reg(struct writer *w, uint32_t offset, uint32_t v)
{
   w->dw[w->ndw++] = R300_PKT0(offset, 1);
   w->dw[w->ndw++] = v;
}

static void
port(struct writer *w, uint32_t offset, const uint32_t *dw, uint32_t n)
{
   w->dw[w->ndw++] = R300_PKT0(offset, n) | R300_PKT0_ONE_REG_WR;
   memcpy(w->dw + w->ndw, dw, n * 4u);
   w->ndw += n;
}

static void
zeros(struct writer *w, uint32_t offset, uint32_t n)
{
   w->dw[w->ndw++] = R300_PKT0(offset, n);
   memset(w->dw + w->ndw, 0, n * 4u);
   w->ndw += n;
}

/** How many vertices are in work at once: as many as their vectors have room for. */
static uint32_t
vap_cntl(const struct r300_chip *chip, const struct r300_binary *b)
{
   if (!chip->tcl) /* as Mesa has it */
      return RX_VAP_CNTL(.PVS_NUM_SLOTS = 10, .PVS_NUM_CNTLRS = 5, .PVS_NUM_FPUS = 2, .VF_MAX_VTX_NUM = 5);
   const bool r500 = chip->gen == R300_GEN_R500;
   const uint32_t memory = r500 ? PVS_MEMORY_R500 : PVS_MEMORY_R300;
   const uint32_t in = MAX2(b->num_inputs, 1), out = MAX2(b->num_outputs, 1), temps = MAX2(b->num_temps, 1);
   const uint32_t cntl = RX_VAP_CNTL(.PVS_NUM_SLOTS = MIN2(MIN2(memory / in, memory / out), 10),
                                     .PVS_NUM_CNTLRS = MIN2(memory / temps, 5),
                                     .PVS_NUM_FPUS = chip->vertex_units, .VF_MAX_VTX_NUM = 12);
   return r500 ? cntl | R5_VAP_CNTL(.TCL_STATE_OPTIMIZATION = 1) : cntl;
}

/** Slots of flow control: behind the instruction in front of a loop its body runs so many times. */
static void
encode_loops(const struct r300_chip *chip, const struct r300_binary *b, struct writer *w)
{
#define OPC(i) .PVS_FC_OPC_##i = (i) < b->num_loops ? RX_VAP_PVS_FLOW_CNTL_OPC__PVS_FC_OPC_0__LOOP : 0
   reg(w, RX_VAP_PVS_FLOW_CNTL_OPC_OFFSET,
       RX_VAP_PVS_FLOW_CNTL_OPC(OPC(0), OPC(1), OPC(2), OPC(3), OPC(4), OPC(5), OPC(6), OPC(7), OPC(8),
                                OPC(9), OPC(10), OPC(11), OPC(12), OPC(13), OPC(14), OPC(15)));
#undef OPC
   const bool r500 = chip->gen == R300_GEN_R500;
   zeros(w, r500 ? R5_VAP_PVS_FLOW_CNTL_ADDRS_LW_OFFSET(0) : RX_VAP_PVS_FLOW_CNTL_ADDRS_OFFSET(0),
         r500 ? 2 * PVS_FLOW_SLOTS : PVS_FLOW_SLOTS);
   uint32_t *to = &w->dw[w->ndw - (r500 ? 2 * PVS_FLOW_SLOTS : PVS_FLOW_SLOTS)];
   for (uint32_t i = 0; i < b->num_loops; i++) {
      const uint32_t first = b->loops[i].first, last = b->loops[i].last;
      if (!r500) {
         to[i] = RX_VAP_PVS_FLOW_CNTL_ADDRS(.PVS_FC_ACT_ADRS_0 = first - 1,
                                            .PVS_FC_LOOP_CNT_JMP_INST_0 = R300_ROUNDS,
                                            .PVS_FC_LAST_INST_0 = last, .PVS_FC_RTN_INST_0 = first);
         continue;
      }
      to[2 * i] = R5_VAP_PVS_FLOW_CNTL_ADDRS_LW(.PVS_FC_ACT_ADRS_0 = first - 1,
                                                .PVS_FC_LOOP_CNT_JMP_INST_0 = R300_ROUNDS);
      to[2 * i + 1] = R5_VAP_PVS_FLOW_CNTL_ADDRS_UW(.PVS_FC_LAST_INST_0 = last, .PVS_FC_RTN_INST_0 = first);
   }
}

static void
encode_vs(const struct r300_chip *chip, const struct r300_binary *b, struct writer *w)
{
   reg(w, RX_VAP_PVS_STATE_FLUSH_REG_OFFSET, 0);
   reg(w, RX_VAP_PVS_CODE_CNTL_0_OFFSET,
       RX_VAP_PVS_CODE_CNTL_0(.PVS_FIRST_INST = 0, .PVS_XYZW_VALID_INST = b->last_position,
                              .PVS_LAST_INST = b->num_instrs - 1));
   reg(w, RX_VAP_PVS_CODE_CNTL_1_OFFSET, RX_VAP_PVS_CODE_CNTL_1(.PVS_LAST_VTX_SRC_INST = b->last_input));
   reg(w, RX_VAP_PVS_VECTOR_INDX_REG_OFFSET, RX_VAP_PVS_VECTOR_INDX_REG(.OCTWORD_OFFSET = 0));
   port(w, RX_VAP_PVS_VECTOR_DATA_REG_128_OFFSET, b->dw, b->num_dw);
   encode_loops(chip, b, w);
   zeros(w, RX_VAP_PVS_FLOW_CNTL_LOOP_INDEX_OFFSET(0), PVS_FLOW_SLOTS);
}

static void
encode_depth(const struct r300_binary *b, struct writer *w)
{
   reg(w, RX_FG_DEPTH_SRC_OFFSET, RX_FG_DEPTH_SRC(.DEPTH_SRC = b->writes_depth));
   reg(w, RX_US_W_FMT_OFFSET, RX_US_W_FMT(.W_FMT = b->writes_depth, .W_SRC = 0));
}

static void
encode_fs_r500(const struct r300_binary *b, struct writer *w)
{
   const uint32_t last = b->num_instrs - 1;
   encode_depth(b, w);
   reg(w, R5_US_CONFIG_OFFSET, R5_US_CONFIG(.ZERO_TIMES_ANYTHING_EQUALS_ZERO = b->zero_wins));
   reg(w, R5_US_PIXSIZE_OFFSET, R5_US_PIXSIZE(.PIX_SIZE = b->num_temps - 1));
   reg(w, R5_US_FC_CTRL_OFFSET, R5_US_FC_CTRL(.FULL_FC_EN = b->flow_control));
   if (b->flow_control)
      reg(w, R5_US_FC_INT_CONST_OFFSET(0), R5_US_FC_INT_CONST(.KR = R300_ROUNDS));
   reg(w, R5_US_CODE_RANGE_OFFSET, R5_US_CODE_RANGE(.CODE_ADDR = 0, .CODE_SIZE = last));
   reg(w, R5_US_CODE_OFFSET_OFFSET, 0);
   reg(w, R5_US_CODE_ADDR_OFFSET, R5_US_CODE_ADDR(.START_ADDR = 0, .END_ADDR = last));
   reg(w, R5_GA_US_VECTOR_INDEX_OFFSET,
       R5_GA_US_VECTOR_INDEX(.INDEX = 0, .TYPE = R5_GA_US_VECTOR_INDEX__TYPE__INSTRUCTION));
   port(w, R5_GA_US_VECTOR_DATA_OFFSET, b->dw, b->num_dw);
}

/** \p n registers from \p offset on: every \p step-th dword. */
static void
regs(struct writer *w, uint32_t offset, const uint32_t *dw, unsigned step, uint32_t n)
{
   w->dw[w->ndw++] = R300_PKT0(offset, n);
   for (uint32_t i = 0; i < n; i++)
      w->dw[w->ndw++] = dw[i * step];
}

/** Instructions of R300 and R400 are registers, of which R400 has several banks. */
static void
encode_bank(const struct r300_binary *b, uint32_t bank, struct writer *w)
{
   const uint32_t alu = bank * US_BANK_ALU, tex = bank * US_BANK_TEX;
   const uint32_t num_alu = alu < b->num_alu ? MIN2(b->num_alu - alu, US_BANK_ALU) : 0;
   const uint32_t num_tex = tex < b->num_tex ? MIN2(b->num_tex - tex, US_BANK_TEX) : 0;
   const uint32_t *words = b->dw + 4 * alu; /* RGB_ADDR, ALPHA_ADDR, RGB_INST, ALPHA_INST */
   if (b->us.extended)
      reg(w, R3_US_CODE_BANK_OFFSET, R3_US_CODE_BANK(.BANK = bank, .R390_MODE_ENABLE = 1));
   if (num_alu) {
      regs(w, R3_US_ALU_RGB_INST_OFFSET(0), words + 2, 4, num_alu);
      regs(w, R3_US_ALU_RGB_ADDR_OFFSET(0), words, 4, num_alu);
      regs(w, R3_US_ALU_ALPHA_INST_OFFSET(0), words + 3, 4, num_alu);
      regs(w, R3_US_ALU_ALPHA_ADDR_OFFSET(0), words + 1, 4, num_alu);
      if (b->us.extended)
         zeros(w, R3_US_ALU_EXT_ADDR_OFFSET(0), num_alu); /* no register above 31 */
   }
   if (num_tex)
      regs(w, R3_US_TEX_INST_OFFSET(0), b->dw + 4 * b->num_alu + tex, 1, num_tex);
}

static void
encode_fs_r300(const struct r300_chip *chip, const struct r300_binary *b, struct writer *w)
{
   const bool r400 = chip->gen == R300_GEN_R400;
   encode_depth(b, w);
   reg(w, R3_US_CONFIG_OFFSET, b->us.config);
   reg(w, R3_US_PIXSIZE_OFFSET,
       r400 ? R3_US_PIXSIZE(.PIX_SIZE_R400 = b->num_temps - 1) : R3_US_PIXSIZE(.PIX_SIZE = b->num_temps - 1));
   reg(w, R3_US_CODE_OFFSET_OFFSET, b->us.code_offset);
   regs(w, R3_US_CODE_ADDR_OFFSET(0), b->us.code_addr, 1, 4);
   if (r400) {
      reg(w, R3_US_CODE_EXT_OFFSET, b->us.code_ext);
      reg(w, R3_US_CODE_BANK_OFFSET, R3_US_CODE_BANK(.R390_MODE_ENABLE = b->us.extended));
   }
   for (uint32_t bank = 0; bank * US_BANK_ALU < b->num_alu || bank * US_BANK_TEX < b->num_tex; bank++)
      encode_bank(b, bank, w);
   if (r400)
      reg(w, R3_US_CODE_BANK_OFFSET, R3_US_CODE_BANK(.R390_MODE_ENABLE = b->us.extended));
}

bool
r300_encode_program(const struct r300_chip *chip, struct r300_variant *v, enum pipe_shader_type stage)
{
   const uint32_t most_around = 1024; /* dwords beside the code: 8 banks of 64 zeros among them */
   struct writer w = {.dw = malloc((v->bin.num_dw + most_around) * 4)};
   if (!w.dw)
      return false;
   if (stage == PIPE_SHADER_VERTEX) {
      if (chip->tcl)
         encode_vs(chip, &v->bin, &w);
      v->vap_cntl = vap_cntl(chip, &v->bin);
   }
   if (stage == PIPE_SHADER_FRAGMENT && chip->gen == R300_GEN_R500)
      encode_fs_r500(&v->bin, &w);
   else if (stage == PIPE_SHADER_FRAGMENT)
      encode_fs_r300(chip, &v->bin, &w);
   assert(w.ndw <= v->bin.num_dw + most_around);
   v->dw = w.dw;
   v->ndw = w.ndw;
   free(v->bin.dw);
   v->bin.dw = NULL;
   return true;
}

void
r300_emit_vs(struct r300_context *c)
{
   cs_array(&c->base.cs, c->vs_var->dw, c->vs_var->ndw);
   cs_reg(&c->base.cs, RX_VAP_CNTL_OFFSET,
          RX_VAP_CNTL_set_DX_CLIP_SPACE_DEF(c->vs_var->vap_cntl, c->rast->s.clip_halfz));
}

void
r300_emit_fs(struct r300_context *c)
{
   cs_array(&c->base.cs, c->fs_var->dw, c->fs_var->ndw);
}

/* ---- constants ---- */

/** What ir_lower_tex_scale reads of the \p i-th vector. */
static void
texture_scale(const struct r300_context *c, uint32_t scaled, uint32_t i, uint32_t out[4])
{
   for (uint32_t n = i / 2; n; n--)
      scaled &= scaled - 1;
   const struct r300_sampler_view *v = c->views[__builtin_ctz(scaled)];
   memset(out, 0, 16);
   if (v)
      memcpy(out, i % 2 ? v->low : v->scale, 12);
}

/** The four dwords of a constant. */
static void
constant(const struct r300_context *c, const struct r300_variant *v, const struct drv_consts *k,
         const struct r300_const *what, uint32_t out[4])
{
   memset(out, 0, 16);
   switch ((enum r300_const_kind)what->kind) {
   case R300_CONST_UNIFORM:
      if (v->lowering.scaled && what->slot >= v->scale_slot)
         texture_scale(c, v->lowering.scaled, what->slot - v->scale_slot, out);
      else if (what->slot * 4u + 4 <= k->num_dw) /* else no buffer, or one that ends before */
         memcpy(out, k->dw + what->slot * 4u, 16);
      break;
   case R300_CONST_IMMEDIATE:
      memcpy(out, what->value, 16);
      break;
   case R300_CONST_VIEWPORT_SCALE:
      memcpy(out, c->base.viewport.scale, 12);
      break;
   case R300_CONST_VIEWPORT_OFFSET:
      memcpy(out, c->base.viewport.translate, 12);
      break;
   case R300_CONST_INSTANCE:
      out[0] = fui((float)c->instance);
      break;
   }
}

static void
constants(struct r300_context *c, enum pipe_shader_type stage, const struct r300_variant *var)
{
   const struct drv_consts *k = &c->consts[stage];
   const unsigned n = var->bin.num_consts;
   const bool scaled = var->lowering.scaled;
   uint32_t *out = cs_room(&c->base.cs, n * 4);
   for (unsigned i = 0; i < n; i++, out += 4) {
      const struct r300_const *what = &var->bin.consts[i];
      if (what->kind == R300_CONST_UNIFORM && !scaled && what->slot * 4u + 4 <= k->num_dw)
         memcpy(out, k->dw + what->slot * 4u, 16); /* mostly */
      else
         constant(c, var, k, what, out);
   }
}

void
r300_emit_const_vs(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct r300_binary *b = &c->vs_var->bin;
   if (!c->chip->tcl)
      return;
   cs_reg(cs, RX_VAP_PVS_STATE_FLUSH_REG_OFFSET, 0);
   cs_reg(
      cs, RX_VAP_PVS_CONST_CNTL_OFFSET,
      RX_VAP_PVS_CONST_CNTL(.PVS_CONST_BASE_OFFSET = 0, .PVS_MAX_CONST_ADDR = MAX2(b->num_consts, 1) - 1));
   if (!b->num_consts)
      return;
   cs_reg(cs, RX_VAP_PVS_VECTOR_INDX_REG_OFFSET,
          RX_VAP_PVS_VECTOR_INDX_REG(.OCTWORD_OFFSET =
                                        r300_is_r500(c->screen) ? PVS_CONSTS_R500 : PVS_CONSTS_R300));
   cs_port(cs, RX_VAP_PVS_VECTOR_DATA_REG_128_OFFSET, b->num_consts * 4);
   constants(c, PIPE_SHADER_VERTEX, c->vs_var);
}

/** A float as 24 bits: sign, 7 bits of exponent (bias 63), 16 of mantissa, the rest of which is cut off. What is too
 * large becomes the largest number, what is too small 0; there is neither infinity nor NaN. */
static uint32_t
float24(uint32_t bits)
{
   const uint32_t sign = bits >> 31 << 23, mantissa = bits >> 7 & 0xFFFF;
   const int exponent = (int)(bits >> 23 & 0xFF) - 127 + 63;
   if (exponent <= 0)
      return 0;
   return exponent > 127 ? sign | 0x7FFFFF : sign | (uint32_t)exponent << 16 | mantissa;
}

/** Before R500 constants of pixel shaders are registers of 24 bits. */
static void
emit_const_registers(struct r300_context *c)
{
   const struct r300_binary *b = &c->fs_var->bin;
   cs_regs(&c->base.cs, R3_US_ALU_CONST_R_OFFSET(0), b->num_consts * 4);
   for (unsigned i = 0; i < b->num_consts; i++) {
      uint32_t v[4];
      constant(c, c->fs_var, &c->consts[PIPE_SHADER_FRAGMENT], &b->consts[i], v);
      for (unsigned k = 0; k < 4; k++)
         cs_dw(&c->base.cs, R3_US_ALU_CONST_R(.CONST = float24(v[k])));
   }
}

void
r300_emit_const_fs(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct r300_binary *b = &c->fs_var->bin;
   if (!b->num_consts)
      return;
   if (!r300_is_r500(c->screen)) {
      emit_const_registers(c);
      return;
   }
   cs_reg(cs, R5_GA_US_VECTOR_INDEX_OFFSET,
          R5_GA_US_VECTOR_INDEX(.INDEX = 0, .TYPE = R5_GA_US_VECTOR_INDEX__TYPE__CONSTANT));
   cs_port(cs, R5_GA_US_VECTOR_DATA_OFFSET, b->num_consts * 4);
   constants(c, PIPE_SHADER_FRAGMENT, c->fs_var);
}
