/* SPDX-License-Identifier: MIT
 *
 * The six words of an instruction of R500's pixel shader, in the order of upload ("R5xx Acceleration"). Lookups run
 * in the background: the last of a run of them takes the semaphore, and what touches a register of theirs waits.
 */
#include "compiler/r300/us/us.h"
#include "db/r300/r5_regs.h"

#include <string.h>

#define RGB_OP(name)   R5_US_ALU_RGBA_INST__RGB_OP__OP_##name
#define ALPHA_OP(name) R5_US_ALU_ALPHA_INST__ALPHA_OP__OP_##name

static const uint8_t rgb_op[] = {
   [R300_OP_MIN] = RGB_OP(MIN), [R300_OP_MAX] = RGB_OP(MAX), [R300_OP_FRC] = RGB_OP(FRC),
   [R300_OP_CMP] = RGB_OP(CMP), [R300_OP_CND] = RGB_OP(CND), [R300_OP_DDX] = RGB_OP(MDH),
   [R300_OP_DDY] = RGB_OP(MDV),
};
static const uint8_t alpha_op[] = {
   [R300_OP_MIN] = ALPHA_OP(MIN), [R300_OP_MAX] = ALPHA_OP(MAX), [R300_OP_FRC] = ALPHA_OP(FRC),
   [R300_OP_CMP] = ALPHA_OP(CMP), [R300_OP_CND] = ALPHA_OP(CND), [R300_OP_RCP] = ALPHA_OP(RCP),
   [R300_OP_RSQ] = ALPHA_OP(RSQ), [R300_OP_EX2] = ALPHA_OP(EX2), [R300_OP_LG2] = ALPHA_OP(LN2),
   [R300_OP_SIN] = ALPHA_OP(SIN), [R300_OP_COS] = ALPHA_OP(COS), [R300_OP_DDX] = ALPHA_OP(MDH),
   [R300_OP_DDY] = ALPHA_OP(MDV),
};

/* ---- the semaphore ---- */

/** Does the instruction have to wait for lookups that run? After it none does. */
static bool
must_wait(struct r300_ctx *c, bool touches)
{
   if (touches)
      memset(c->in_flight, 0, sizeof c->in_flight);
   return touches;
}

static bool
touches_key(const struct r300_ctx *c, uint32_t key)
{
   return (key & US_KEY_FILES) == US_KEY_TEMP && c->in_flight[key & 127] & R300_IN_FLIGHT_WRITTEN;
}

/* ---- ALU ---- */

/** Chooses the constant that an operand's numbers stand in. */
static void
resolve(struct r300_ctx *c, struct us_instr *in, struct us_operand *o, unsigned n)
{
   uint8_t comp[4];
   if (!o->num_numbers)
      return;
   uint32_t key = US_KEY_CONST | r300_const_numbers(c, o->number, o->num_numbers, comp);
   in->rgb_key[o->slot] = in->alpha_key[o->slot] = key;
   for (unsigned i = 0; i < n; i++)
      if (o->swizzle[i] & US_NUMBER)
         o->swizzle[i] = comp[o->swizzle[i] & ~US_NUMBER];
}

/** Address of a source; one that is not read is the inline constant 0. */
static uint32_t
address(uint32_t key)
{
   switch (key & US_KEY_FILES) {
   case US_KEY_TEMP:
   case US_KEY_CONST:
      return key & 0xff;
   default:
      return 0x80 | (key & 0x7f);
   }
}

static bool
is_const(uint32_t key)
{
   return (key & US_KEY_FILES) == US_KEY_CONST;
}

enum { SEL_PRESUB = 3 }; /* of RGB_SEL_A and its like */

static uint32_t
srcp_op(unsigned presub)
{
   return presub ? presub - R300_PRESUB_1_MINUS_2A : 0;
}

struct operand_bits {
   uint32_t sel, swizzle[3], mod;
};

static struct operand_bits
operand_bits(const struct us_unit *u, unsigned k, bool dot)
{
   struct operand_bits b = {
      .swizzle = {4, 4, 4}
   }; /* zero */
   if (k >= u->num_operands)
      return b;
   const struct us_operand *o = &u->operand[k];
   b.sel = o->presub ? SEL_PRESUB : o->slot;
   b.mod = (uint32_t)o->neg | (uint32_t)o->abs << 1;
   for (unsigned i = 0; i < (dot ? 3 : u->n); i++)
      b.swizzle[dot ? i : u->lane[i] == 3 ? 0 : u->lane[i]] = o->swizzle[i];
   return b;
}

static uint32_t
rgb_code(const struct r300_ctx *c, const struct us_instr *in)
{
   if (in->dot)
      return in->dot4 ? RGB_OP(DP4) : RGB_OP(DP3);
   if (!in->rgb.n || us_is_mad(c->ops[in->rgb.op[0]].code))
      return RGB_OP(MAD);
   return rgb_op[c->ops[in->rgb.op[0]].code];
}

static uint32_t
alpha_code(const struct r300_ctx *c, const struct us_instr *in, const struct us_results *r)
{
   if (in->dot4 || in->dot_alpha || (in->dot && r->alpha.out && !in->alpha.n))
      return ALPHA_OP(DP);
   if (!in->alpha.n || us_is_mad(c->ops[in->alpha.op[0]].code))
      return ALPHA_OP(MAD);
   return alpha_op[c->ops[in->alpha.op[0]].code];
}

static void
write_operands(const struct us_instr *in, uint32_t *dw)
{
   const uint32_t *r = in->rgb_key, *a = in->alpha_key;
   const struct operand_bits ra = operand_bits(&in->rgb, 0, in->dot), rb = operand_bits(&in->rgb, 1, in->dot),
                             rc = operand_bits(&in->rgb, 2, in->dot);
   struct us_unit alpha = in->alpha;
   alpha.n = alpha.num_operands ? 1 : 0; /* the fourth term of a dot product is no operation of its own */
   alpha.lane[0] = 3;
   const struct operand_bits aa = operand_bits(&alpha, 0, false), ab = operand_bits(&alpha, 1, false),
                             ac = operand_bits(&alpha, 2, false);
   dw[1] |= R5_US_ALU_RGB_ADDR(.ADDR0 = address(r[0]), .ADDR0_CONST = is_const(r[0]), .ADDR1 = address(r[1]),
                               .ADDR1_CONST = is_const(r[1]), .ADDR2 = address(r[2]),
                               .ADDR2_CONST = is_const(r[2]), .SRCP_OP = srcp_op(in->presub[0]));
   dw[2] |=
      R5_US_ALU_ALPHA_ADDR(.ADDR0 = address(a[0]), .ADDR0_CONST = is_const(a[0]), .ADDR1 = address(a[1]),
                           .ADDR1_CONST = is_const(a[1]), .ADDR2 = address(a[2]),
                           .ADDR2_CONST = is_const(a[2]), .SRCP_OP = srcp_op(in->presub[1]));
   dw[3] |=
      R5_US_ALU_RGB_INST(.RGB_SEL_A = ra.sel, .RED_SWIZ_A = ra.swizzle[0], .GREEN_SWIZ_A = ra.swizzle[1],
                         .BLUE_SWIZ_A = ra.swizzle[2], .RGB_MOD_A = ra.mod, .RGB_SEL_B = rb.sel,
                         .RED_SWIZ_B = rb.swizzle[0], .GREEN_SWIZ_B = rb.swizzle[1],
                         .BLUE_SWIZ_B = rb.swizzle[2], .RGB_MOD_B = rb.mod);
   dw[4] |= R5_US_ALU_ALPHA_INST(.ALPHA_SEL_A = aa.sel, .ALPHA_SWIZ_A = aa.swizzle[0], .ALPHA_MOD_A = aa.mod,
                                 .ALPHA_SEL_B = ab.sel, .ALPHA_SWIZ_B = ab.swizzle[0], .ALPHA_MOD_B = ab.mod);
   dw[5] |=
      R5_US_ALU_RGBA_INST(.RGB_SEL_C = rc.sel, .RED_SWIZ_C = rc.swizzle[0], .GREEN_SWIZ_C = rc.swizzle[1],
                          .BLUE_SWIZ_C = rc.swizzle[2], .RGB_MOD_C = rc.mod, .ALPHA_SEL_C = ac.sel,
                          .ALPHA_SWIZ_C = ac.swizzle[0], .ALPHA_MOD_C = ac.mod);
}

void
us_write(struct r300_ctx *c, struct us_instr *in)
{
   uint32_t dw[6] = {0};
   bool touches = false;
   us_settle_pool(c, in);
   for (unsigned k = 0; k < in->rgb.num_operands; k++)
      resolve(c, in, &in->rgb.operand[k], in->dot ? 3 : in->rgb.n);
   for (unsigned k = 0; k < in->alpha.num_operands; k++)
      resolve(c, in, &in->alpha.operand[k], 1);
   write_operands(in, dw);
   const struct us_results results = us_results_of(c, in);
   const struct us_result rgb = results.rgb, alpha = results.alpha;
   if (us_wants_empty_slot(c, in)) {
      c->out->dw[c->out->num_dw - 6] = R5_US_CMN_INST_set_NOP(c->out->dw[c->out->num_dw - 6], 1);
      c->out->num_empty++;
   }
   us_note_results(c, &results);
   for (unsigned s = 0; s < 3; s++)
      touches |= touches_key(c, in->rgb_key[s]) || touches_key(c, in->alpha_key[s]);
   touches |= (rgb.write && c->in_flight[rgb.reg]) || (alpha.write && c->in_flight[alpha.reg]);
   const bool out = rgb.out || alpha.out || alpha.depth;
   dw[0] = R5_US_CMN_INST(.TYPE = out ? R5_US_CMN_INST__TYPE__US_INST_TYPE_OUT
                                      : R5_US_CMN_INST__TYPE__US_INST_TYPE_ALU,
                          .TEX_SEM_WAIT = must_wait(c, touches), .RGB_WMASK = rgb.write,
                          .ALPHA_WMASK = alpha.write >> 3, .RGB_OMASK = rgb.out,
                          .ALPHA_OMASK = alpha.out >> 3, .RGB_CLAMP = rgb.sat, .ALPHA_CLAMP = alpha.sat);
   dw[3] |= R5_US_ALU_RGB_INST(.TARGET = rgb.target, .OMOD = rgb.omod);
   dw[4] |= R5_US_ALU_ALPHA_INST(.ALPHA_OP = alpha_code(c, in, &results), .ALPHA_ADDRD = alpha.reg,
                                 .TARGET = alpha.target, .OMOD = alpha.omod, .W_OMASK = alpha.depth);
   dw[5] |=
      R5_US_ALU_RGBA_INST(.RGB_OP = results.replicate ? RGB_OP(SOP) : rgb_code(c, in), .RGB_ADDRD = rgb.reg);
   r300_append(c, dw, 6);
   c->out->num_alu++;
   c->in_lookups = false;
}

/** A * 1 + C, where A is minus the quad's first pixel and C its neighbour. The neighbours' values must have arrived: a slot
 * stays empty before, unless a lookup stands there ("R5xx Acceleration"; Mesa's rule). */
void
us_write_derivative(struct r300_ctx *c, struct us_instr *in, const uint32_t *from)
{
   struct us_unit *const units[2] = {&in->rgb, &in->alpha};
   if (!c->in_lookups && c->out->num_dw)
      c->out->dw[c->out->num_dw - 6] = R5_US_CMN_INST_set_NOP(c->out->dw[c->out->num_dw - 6], 1);
   for (unsigned k = 0; k < 2; k++) {
      struct us_unit *u = units[k];
      u->num_operands = u->n ? 3 : 0;
      for (unsigned o = 0; o < u->num_operands; o++)
         for (unsigned i = 0; i < u->n; i++)
            u->operand[o].swizzle[i] = o == 1 ? 6 : u->lane[i];
      u->operand[0].neg = true;
      if (u->n)
         *(k ? in->alpha_key : in->rgb_key) = US_KEY_TEMP | from[k];
   }
   us_write(c, in);
}

/* ---- lookups ---- */

static uint32_t
tex_opcode(const struct r300_op *op)
{
   if (op->code == R300_OP_KIL)
      return R5_US_TEX_INST__INST__TEXKILL;
   return op->tex.op == IR_TEX_BIAS   ? R5_US_TEX_INST__INST__LODBIAS
          : op->tex.op == IR_TEX_LOD  ? R5_US_TEX_INST__INST__LOD
          : op->tex.op == IR_TEX_GRAD ? R5_US_TEX_INST__INST__DXDY
                                      : R5_US_TEX_INST__INST__LD;
}

/** Where an operand of up to four components stands, from source \p first on: what is not read repeats another one. */
struct place {
   uint32_t reg, comp[4];
};

static struct place
place_of(const struct r300_ctx *c, const struct r300_op *op, unsigned first, unsigned n)
{
   uint32_t some = R300_NONE;
   for (unsigned k = first; k < first + n; k++)
      if (op->src[k].value != R300_NONE)
         some = op->src[k].value;
   struct place p = {.reg = c->values[some].index};
   for (unsigned k = 0; k < 4; k++) {
      const bool read = k < n && op->src[first + k].value != R300_NONE;
      p.comp[k] = c->values[read ? op->src[first + k].value : some].comp;
   }
   return p;
}

/** Does a lookup have to wait? Registers in \p reads and the one that is written, if \p mask, are in use from here on. */
static bool
begin_lookup(struct r300_ctx *c, const uint32_t *reads, unsigned n, uint32_t dst, uint32_t mask)
{
   bool touches = mask && c->in_flight[dst];
   for (unsigned k = 0; k < n; k++)
      touches |= c->in_flight[reads[k]] & R300_IN_FLIGHT_WRITTEN;
   if (!c->in_lookups)
      for (unsigned i = 0; i < sizeof c->in_flight; i++)
         touches |= c->in_flight[i] != 0; /* the semaphore is taken */
   const bool wait = must_wait(c, touches);
   if (c->in_lookups && !wait) { /* this one takes the semaphore in place of the one before it */
      uint32_t *before = &c->out->dw[c->out->num_dw - 5];
      *before = R5_US_TEX_INST_set_TEX_SEM_ACQUIRE(*before, 0);
   }
   for (unsigned k = 0; k < n; k++)
      c->in_flight[reads[k]] |= R300_IN_FLIGHT_READ;
   c->in_flight[dst] |= mask ? R300_IN_FLIGHT_WRITTEN : 0;
   c->in_lookups = true;
   return wait;
}

void
us_write_tex(struct r300_ctx *c, const struct r300_op *op)
{
   uint32_t to[4] = {0}, dst = 0, mask = 0;
   const bool grad = op->nsrc == 9;
   const struct place from = place_of(c, op, 0, grad ? 3 : op->nsrc),
                      dx = grad ? place_of(c, op, 3, 3) : (struct place){0},
                      dy = grad ? place_of(c, op, 6, 3) : (struct place){0};
   for (unsigned k = 0; k < 4 && op->code == R300_OP_TEX; k++)
      if (c->values[op->dst[k]].placed) {
         dst = c->values[op->dst[k]].index;
         to[c->values[op->dst[k]].comp] = k;
         mask |= 1u << c->values[op->dst[k]].comp;
      }
   const uint32_t reads[] = {from.reg, dx.reg, dy.reg};
   const bool wait = begin_lookup(c, reads, grad ? 3 : 1, dst, mask);
   uint32_t dw[6] = {
      R5_US_CMN_INST(.TYPE = R5_US_CMN_INST__TYPE__US_INST_TYPE_TEX, .TEX_SEM_WAIT = wait,
                     .RGB_WMASK = mask & 7, .ALPHA_WMASK = mask >> 3),
      R5_US_TEX_INST(.TEX_ID = op->code == R300_OP_TEX ? op->tex.sampler : 0, .INST = tex_opcode(op),
                     .TEX_SEM_ACQUIRE = 1),
      R5_US_TEX_ADDR(.SRC_ADDR = from.reg, .SRC_S_SWIZ = from.comp[0], .SRC_T_SWIZ = from.comp[1],
                     .SRC_R_SWIZ = from.comp[2], .SRC_Q_SWIZ = from.comp[3], .DST_ADDR = dst,
                     .DST_R_SWIZ = to[0], .DST_G_SWIZ = to[1], .DST_B_SWIZ = to[2], .DST_A_SWIZ = to[3]),
      R5_US_TEX_ADDR_DXDY(.DX_ADDR = dx.reg, .DX_S_SWIZ = dx.comp[0], .DX_T_SWIZ = dx.comp[1],
                          .DX_R_SWIZ = dx.comp[2], .DX_Q_SWIZ = dx.comp[3], .DY_ADDR = dy.reg,
                          .DY_S_SWIZ = dy.comp[0], .DY_T_SWIZ = dy.comp[1], .DY_R_SWIZ = dy.comp[2],
                          .DY_Q_SWIZ = dy.comp[3]),
   };
   us_note_results(c, NULL);
   r300_append(c, dw, 6);
   c->out->num_tex++;
}

void
us_write_end(struct r300_ctx *c)
{
   uint32_t n = c->out->num_dw;
   if (!n || R5_US_CMN_INST_get_TYPE(c->out->dw[n - 6]) != R5_US_CMN_INST__TYPE__US_INST_TYPE_OUT) {
      struct us_instr nothing = {.dot = false};
      us_write(c, &nothing);
      n = c->out->num_dw;
      c->out->dw[n - 6] = R5_US_CMN_INST_set_TYPE(c->out->dw[n - 6], R5_US_CMN_INST__TYPE__US_INST_TYPE_OUT);
   }
   uint32_t *last = &c->out->dw[n - 6];
   *last = R5_US_CMN_INST_set_TEX_SEM_WAIT(*last, 1);
   *last = R5_US_CMN_INST_set_LAST(*last, 1);
}
