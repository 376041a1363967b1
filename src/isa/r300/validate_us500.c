/* SPDX-License-Identifier: MIT
 *
 * R500's pixel shaders: operands, the texture semaphore and empty slots in the order of the words, and flow control. Lookups
 * run in the background: what they read and write is theirs until an instruction has waited for the semaphore that the last
 * lookup of a run of them took.
 */
#include "isa/r300/validate_priv.h"

#include <string.h>

#include "db/r300/r5_regs.h"

#define CMN(name)   R5_US_CMN_INST__TYPE__US_INST_TYPE_##name
#define RGB(name)   R5_US_ALU_RGBA_INST__RGB_OP__OP_##name
#define ALPHA(name) R5_US_ALU_ALPHA_INST__ALPHA_OP__OP_##name
#define FC(name)    R5_US_FC_INST__OP__US_FC_OP_##name

enum {
   PRESUB = 3,
   SWIZZLE_ALPHA = 3,
   SWIZZLE_UNUSED = 7,
   INLINE = 0x80,
   MAX_NESTING = 32,
   JUMP_INCREMENT = 2
};

/* A lookup's hold on a register: while it runs, and from when the semaphore stands for it. */
enum { READING = 1, WRITING = 2, LOOKUP = 3, TAKEN = 2 /* bits to shift */ };

struct us500 {
   struct check *c;
   uint8_t lookups[CHECK_TEMPS]; /* READING, WRITING; shifted by TAKEN: the semaphore stands for it */
   /* the instruction before: registers that it wrote without an empty slot behind it */
   uint32_t wrote[2];
   uint8_t wrote_mask[2];
   bool has_result; /* of the ALU, for flow control */
   uint32_t loop[MAX_NESTING], depth;
};

struct source {
   uint32_t address;
   bool constant, relative;
};

/* The three sources of RGB and of alpha; both words have the same fields. */
struct sources {
   struct source of[2][3];
   uint32_t presub[2];
};

static struct sources
sources_of(const uint32_t *dw)
{
   struct sources s;
   for (unsigned u = 0; u < 2; u++) {
      for (unsigned n = 0; n < 3; n++) { /* they follow each other, with 10 bits each */
         const uint32_t w = dw[1 + u] >> (10 * n);
         s.of[u][n] = (struct source){R5_US_ALU_RGB_ADDR_get_ADDR0(w), R5_US_ALU_RGB_ADDR_get_ADDR0_CONST(w),
                                      R5_US_ALU_RGB_ADDR_get_ADDR0_REL(w)};
      }
      s.presub[u] = R5_US_ALU_RGB_ADDR_get_SRCP_OP(dw[1 + u]);
   }
   return s;
}

/* ---- registers ---- */

static void
read_temp(struct us500 *v, uint32_t reg, unsigned comp)
{
   r300_check_read(v->c, reg, comp);
   if (reg < CHECK_TEMPS && v->lookups[reg] & (WRITING | WRITING << TAKEN))
      r300_check_fail_rule(v->c, R300_ISA_LOOKUP, "reads temporary %u while a lookup may still write it",
                           reg);
}

static void
write_temp(struct us500 *v, uint32_t reg, unsigned mask)
{
   if (!mask)
      return;
   const unsigned ours = READING | READING << TAKEN;
   r300_check_write(v->c, reg, mask);
   if (reg < CHECK_TEMPS && v->lookups[reg] & ~(v->c->p->compiled ? 0 : ours))
      r300_check_fail_rule(v->c, R300_ISA_LOOKUP, "writes temporary %u while a lookup may still use it", reg);
}

static void
read_source(struct us500 *v, const struct source *s, unsigned comp)
{
   if (s->relative && v->c->p->compiled)
      r300_check_fail(v->c, "an address by the loop register");
   if (s->constant)
      r300_check_const(v->c, s->address);
   else if (!(s->address & INLINE) && !s->relative)
      read_temp(v, s->address, comp);
}

/** What the instruction before this one wrote must have arrived. */
static void
want_slot(struct us500 *v, const struct source *s, unsigned comps, const char *what)
{
   for (unsigned u = 0; u < 2; u++)
      if (v->wrote_mask[u] & comps && !s->constant && !(s->address & INLINE) && s->address == v->wrote[u])
         r300_check_fail_rule(
            v->c, R300_ISA_SLOT,
            "%s of temporary %u, which the instruction before it writes: no empty slot between", what,
            s->address);
}

static void
read_operand(struct us500 *v, const struct sources *s, unsigned select, unsigned swizzle)
{
   const unsigned unit = swizzle == SWIZZLE_ALPHA;
   if (swizzle == SWIZZLE_UNUSED)
      r300_check_fail(v->c, "a component that is used has no swizzle");
   if (swizzle > SWIZZLE_ALPHA)
      return;
   if (select != PRESUB) {
      read_source(v, &s->of[unit][select], swizzle);
      return;
   }
   const bool two = s->presub[unit] == R5_US_ALU_RGB_ADDR__SRCP_OP__SUB ||
                    s->presub[unit] == R5_US_ALU_RGB_ADDR__SRCP_OP__ADD;
   for (unsigned n = 0; n <= two; n++) {
      read_source(v, &s->of[unit][n], swizzle);
      want_slot(v, &s->of[unit][n], 1u << swizzle, "a pre-subtraction");
   }
}

/* ---- arithmetic ---- */

struct alu {
   uint32_t rgb, alpha; /* opcodes */
   unsigned lanes;      /* of RGB whose results somebody wants */
   bool wants_alpha;
};

static const uint8_t rgb_operands[16] = {[RGB(MAD)] = 3, [RGB(DP3)] = 2, [RGB(DP4)] = 2, [RGB(D2A)] = 3,
                                         [RGB(MIN)] = 2, [RGB(MAX)] = 2, [RGB(CND)] = 3, [RGB(CMP)] = 3,
                                         [RGB(FRC)] = 1, [RGB(MDH)] = 1, [RGB(MDV)] = 1};
static const uint8_t alpha_operands[16] = {
   [ALPHA(MAD)] = 3, [ALPHA(MIN)] = 2, [ALPHA(MAX)] = 2, [ALPHA(CND)] = 3, [ALPHA(CMP)] = 3,
   [ALPHA(FRC)] = 1, [ALPHA(EX2)] = 1, [ALPHA(LN2)] = 1, [ALPHA(RCP)] = 1, [ALPHA(RSQ)] = 1,
   [ALPHA(SIN)] = 1, [ALPHA(COS)] = 1, [ALPHA(MDH)] = 1, [ALPHA(MDV)] = 1};

static bool
is_dot(uint32_t rgb)
{
   return rgb == RGB(DP3) || rgb == RGB(DP4) || rgb == RGB(D2A);
}

static struct alu
alu_of(const uint32_t *dw)
{
   const bool sets = R5_US_ALU_RGB_INST_get_ALU_WMASK(dw[3]),
              by_alpha = R5_US_CMN_INST_get_ALU_RESULT_SEL(dw[0]);
   struct alu a = {.rgb = R5_US_ALU_RGBA_INST_get_RGB_OP(dw[5]),
                   .alpha = R5_US_ALU_ALPHA_INST_get_ALPHA_OP(dw[4])};
   a.lanes = R5_US_CMN_INST_get_RGB_WMASK(dw[0]) | R5_US_CMN_INST_get_RGB_OMASK(dw[0]) | (sets && !by_alpha);
   a.wants_alpha = R5_US_CMN_INST_get_ALPHA_WMASK(dw[0]) || R5_US_CMN_INST_get_ALPHA_OMASK(dw[0]) ||
                   R5_US_ALU_ALPHA_INST_get_W_OMASK(dw[4]) || (sets && by_alpha) ||
                   (a.lanes && a.rgb == RGB(SOP));
   return a;
}

static void
check_opcodes(struct check *c, const uint32_t *dw, const struct alu *a)
{
   if (a->rgb > RGB(MDV) || (!rgb_operands[a->rgb] && a->rgb != RGB(SOP)))
      r300_check_fail(c, "%u is no opcode of the colour unit", a->rgb);
   if (!alpha_operands[a->alpha] && a->alpha != ALPHA(DP))
      r300_check_fail(c, "%u is no opcode of the alpha unit", a->alpha);
   if (a->alpha == ALPHA(DP) && !is_dot(a->rgb))
      r300_check_fail(c, "the alpha unit takes a dot product that the colour unit does not make");
   const bool exact = R5_US_ALU_RGB_INST_get_OMOD(dw[3]) == R5_US_ALU_RGB_INST__OMOD__DISABLED_EXACT_COPY,
              exact_alpha =
                 R5_US_ALU_ALPHA_INST_get_OMOD(dw[4]) == R5_US_ALU_RGB_INST__OMOD__DISABLED_EXACT_COPY;
   const bool copies = a->rgb == RGB(MIN) || a->rgb == RGB(MAX) || a->rgb == RGB(CMP) || a->rgb == RGB(CND);
   const bool copies_alpha =
      a->alpha == ALPHA(MIN) || a->alpha == ALPHA(MAX) || a->alpha == ALPHA(CMP) || a->alpha == ALPHA(CND);
   if ((exact && !copies) || (exact_alpha && !copies_alpha))
      r300_check_fail(c, "only MIN, MAX, CMP and CND can copy exactly");
}

static void
read_rgb(struct us500 *v, const uint32_t *dw, const struct sources *s, const struct alu *a)
{
   const uint32_t i = dw[3], k = dw[5];
   const uint32_t select[3] = {R5_US_ALU_RGB_INST_get_RGB_SEL_A(i), R5_US_ALU_RGB_INST_get_RGB_SEL_B(i),
                               R5_US_ALU_RGBA_INST_get_RGB_SEL_C(k)};
   const uint32_t swizzle[3][3] = {
      {R5_US_ALU_RGB_INST_get_RED_SWIZ_A(i),  R5_US_ALU_RGB_INST_get_GREEN_SWIZ_A(i),
       R5_US_ALU_RGB_INST_get_BLUE_SWIZ_A(i) },
      {R5_US_ALU_RGB_INST_get_RED_SWIZ_B(i),  R5_US_ALU_RGB_INST_get_GREEN_SWIZ_B(i),
       R5_US_ALU_RGB_INST_get_BLUE_SWIZ_B(i) },
      {R5_US_ALU_RGBA_INST_get_RED_SWIZ_C(k), R5_US_ALU_RGBA_INST_get_GREEN_SWIZ_C(k),
       R5_US_ALU_RGBA_INST_get_BLUE_SWIZ_C(k)}
   };
   const bool dot = is_dot(a->rgb) && (a->lanes || (a->wants_alpha && a->alpha == ALPHA(DP)));
   const unsigned lanes = !dot ? a->lanes : a->rgb == RGB(D2A) ? 3 : 7;
   const bool near = a->rgb == RGB(MDH) || a->rgb == RGB(MDV);
   for (unsigned o = 0; o < rgb_operands[a->rgb]; o++)
      for (unsigned lane = 0; lane < 3; lane++)
         if ((dot && o == 2 ? 4u : lanes) >> lane & 1)
            read_operand(v, s, select[near ? 1 : o], swizzle[near ? 1 : o][lane]);
   for (unsigned lane = 0; lane < 3 && near && lanes; lane++)
      if (lanes >> lane & 1)
         read_source(v, &s->of[0][0], lane);
   if (near && lanes)
      want_slot(v, &s->of[0][0], lanes, "a derivative");
}

static void
read_alpha(struct us500 *v, const uint32_t *dw, const struct sources *s, const struct alu *a)
{
   const uint32_t i = dw[4], k = dw[5];
   const uint32_t select[3] = {R5_US_ALU_ALPHA_INST_get_ALPHA_SEL_A(i),
                               R5_US_ALU_ALPHA_INST_get_ALPHA_SEL_B(i),
                               R5_US_ALU_RGBA_INST_get_ALPHA_SEL_C(k)};
   const uint32_t swizzle[3] = {R5_US_ALU_ALPHA_INST_get_ALPHA_SWIZ_A(i),
                                R5_US_ALU_ALPHA_INST_get_ALPHA_SWIZ_B(i),
                                R5_US_ALU_RGBA_INST_get_ALPHA_SWIZ_C(k)};
   const bool fourth = a->rgb == RGB(DP4) && (a->lanes || (a->wants_alpha && a->alpha == ALPHA(DP)));
   const unsigned own = a->wants_alpha ? alpha_operands[a->alpha] : 0;
   const bool near = a->wants_alpha && (a->alpha == ALPHA(MDH) || a->alpha == ALPHA(MDV));
   for (unsigned o = 0; o < 3; o++)
      if (near ? o == 1 : o < own || (fourth && o < 2))
         read_operand(v, s, select[o], swizzle[o]);
   if (near) {
      read_source(v, &s->of[1][0], 3);
      want_slot(v, &s->of[1][0], 8, "a derivative");
   }
}

static void
check_alu(struct us500 *v, const uint32_t *dw)
{
   struct check *c = v->c;
   const struct sources s = sources_of(dw);
   const struct alu a = alu_of(dw);
   const bool out = R5_US_CMN_INST_get_TYPE(dw[0]) == CMN(OUT),
              sets = R5_US_ALU_RGB_INST_get_ALU_WMASK(dw[3]);
   check_opcodes(c, dw, &a);
   if (c->failed)
      return;
   read_rgb(v, dw, &s, &a);
   read_alpha(v, dw, &s, &a);
   if (out && sets)
      r300_check_fail(c, "an output and the ALU's result in one instruction");
   if (!out && R5_US_ALU_ALPHA_INST_get_W_OMASK(dw[4]))
      r300_check_fail(c, "a depth in what is no output");
   if (c->p->compiled &&
       (R5_US_ALU_RGBA_INST_get_RGB_ADDRD_REL(dw[5]) || R5_US_ALU_ALPHA_INST_get_ALPHA_ADDRD_REL(dw[4])))
      r300_check_fail(c, "an address by the loop register");
   v->has_result |= sets;
   v->wrote[0] = R5_US_ALU_RGBA_INST_get_RGB_ADDRD(dw[5]);
   v->wrote[1] = R5_US_ALU_ALPHA_INST_get_ALPHA_ADDRD(dw[4]);
   v->wrote_mask[0] = (uint8_t)R5_US_CMN_INST_get_RGB_WMASK(dw[0]);
   v->wrote_mask[1] = (uint8_t)(R5_US_CMN_INST_get_ALPHA_WMASK(dw[0]) << 3);
   for (unsigned u = 0; u < 2; u++)
      write_temp(v, v->wrote[u], v->wrote_mask[u]);
   if (R5_US_CMN_INST_get_NOP(dw[0]))
      v->wrote_mask[0] = v->wrote_mask[1] = 0;
}

/* ---- lookups ---- */

static void
read_coords(struct us500 *v, uint32_t word, unsigned n)
{
   const uint32_t reg = R5_US_TEX_ADDR_get_SRC_ADDR(word);
   const uint32_t swizzle[4] = {R5_US_TEX_ADDR_get_SRC_S_SWIZ(word), R5_US_TEX_ADDR_get_SRC_T_SWIZ(word),
                                R5_US_TEX_ADDR_get_SRC_R_SWIZ(word), R5_US_TEX_ADDR_get_SRC_Q_SWIZ(word)};
   if (R5_US_TEX_ADDR_get_SRC_ADDR_REL(word))
      return;
   for (unsigned k = 0; k < n; k++)
      read_temp(v, reg, swizzle[k]);
   v->lookups[reg] |= READING;
}

static void
check_tex(struct us500 *v, const uint32_t *dw)
{
   struct check *c = v->c;
   const uint32_t op = R5_US_TEX_INST_get_INST(dw[1]), dst = R5_US_TEX_ADDR_get_DST_ADDR(dw[2]);
   const unsigned mask = R5_US_CMN_INST_get_RGB_WMASK(dw[0]) | R5_US_CMN_INST_get_ALPHA_WMASK(dw[0]) << 3;
   v->wrote_mask[0] = v->wrote_mask[1] = 0; /* a lookup is slot enough */
   if (op > R5_US_TEX_INST__INST__DXDY)
      r300_check_fail(c, "%u is no texture operation", op);
   if (op == R5_US_TEX_INST__INST__NOP)
      return;
   if (R5_US_TEX_INST_get_TEX_ID(dw[1]) >= c->chip->textures)
      r300_check_fail(c, "texture unit %u of %u", R5_US_TEX_INST_get_TEX_ID(dw[1]), c->chip->textures);
   if (c->p->compiled && (R5_US_TEX_ADDR_get_SRC_ADDR_REL(dw[2]) || R5_US_TEX_ADDR_get_DST_ADDR_REL(dw[2])))
      r300_check_fail(c, "an address by the loop register");
   read_coords(v, dw[2], 4);
   if (op ==
       R5_US_TEX_INST__INST__DXDY) { /* both words have the coordinates' fields, the second 16 bits up */
      read_coords(v, dw[3], 3);
      read_coords(v, dw[3] >> 16, 3);
   }
   if (op == R5_US_TEX_INST__INST__TEXKILL || R5_US_TEX_ADDR_get_DST_ADDR_REL(dw[2]))
      return;
   if (mask && v->lookups[dst] & (WRITING | WRITING << TAKEN))
      r300_check_fail_rule(c, R300_ISA_LOOKUP, "writes temporary %u while a lookup may still write it", dst);
   r300_check_write(c, mask ? dst : 0, mask);
   v->lookups[dst] |= mask ? WRITING : 0;
}

/** The semaphore: who waits for it, and which lookups it stands for from here on. */
static void
wait(struct us500 *v)
{
   for (unsigned r = 0; r < CHECK_TEMPS; r++)
      v->lookups[r] &= LOOKUP;
}

static void
acquire(struct us500 *v)
{
   bool taken = false;
   for (unsigned r = 0; r < CHECK_TEMPS; r++)
      taken |= v->lookups[r] >> TAKEN;
   if (taken && v->c->p->compiled)
      r300_check_fail_rule(v->c, R300_ISA_LOOKUP,
                           "takes the semaphore, which stands for lookups that nobody waited for");
   for (unsigned r = 0; r < CHECK_TEMPS; r++)
      v->lookups[r] = (uint8_t)(((v->lookups[r] | v->lookups[r] >> TAKEN) & LOOKUP) << TAKEN);
}

/* ---- flow control ---- */

static void
check_loop(struct us500 *v, uint32_t op, uint32_t target)
{
   struct check *c = v->c;
   if (op == FC(LOOP) || op == FC(REP)) {
      if (v->depth == MAX_NESTING)
         r300_check_fail(c, "more than %u loops in one another", MAX_NESTING);
      else
         v->loop[v->depth++] = c->at;
      return;
   }
   if (!v->depth) {
      r300_check_fail(c, "ends or leaves a loop that it is not in");
      return;
   }
   const uint32_t begin = v->loop[v->depth - 1], end = R5_US_FC_ADDR_get_JUMP_ADDR(c->p->dw[6 * begin + 3]);
   const bool ends = op == FC(ENDLOOP) || op == FC(ENDREP);
   if (c->p->compiled && end != c->at && ends)
      r300_check_fail(c, "ends the loop at %u, which ends at %u", begin, end);
   if (c->p->compiled && target != (ends ? begin + 1 : op == FC(CONTINUE) ? end : end + 1))
      r300_check_fail(c, "goes to %u out of the loop from %u to %u", target, begin, end);
   v->depth -= ends;
}

static void
check_flow(struct us500 *v, const uint32_t *dw)
{
   struct check *c = v->c;
   const uint32_t op = R5_US_FC_INST_get_OP(dw[2]), func = R5_US_FC_INST_get_JUMP_FUNC(dw[2]),
                  target = R5_US_FC_ADDR_get_JUMP_ADDR(dw[3]);
   const bool by_result = (func & 15) != func >> 4;
   v->wrote_mask[0] = v->wrote_mask[1] = 0;
   if (by_result && !v->has_result && c->p->compiled)
      r300_check_fail(c, "goes by an ALU result that nothing has set since the last flow control");
   if (by_result && !R5_US_CMN_INST_get_ALU_WAIT(dw[0]))
      r300_check_fail(c, "does not wait for the ALU result that it goes by");
   if (!R5_US_FC_ADDR_get_JUMP_GLOBAL(dw[3]) && target > c->p->num)
      r300_check_fail(c, "jumps to %u of %u instructions", target, c->p->num);
   if (op != FC(JUMP))
      check_loop(v, op, target);
   v->has_result = false;
   if (c->p->compiled && !R5_US_CMN_INST_get_TEX_SEM_WAIT(dw[0]))
      r300_check_fail(c, "does not wait for lookups that run");
   if (!c->p->compiled) /* which lookups run depends on the way that leads here */
      memset(v->lookups, 0, sizeof v->lookups);
}

/* ---- the program ---- */

static void
check_end(struct us500 *v)
{
   struct check *c = v->c;
   const uint32_t *last = c->p->dw + 6 * (c->p->num - 1);
   c->at = c->p->num - 1;
   if (v->depth)
      r300_check_fail(c, "the program ends within %u loops", v->depth);
   if (R5_US_CMN_INST_get_TYPE(last[0]) != CMN(OUT) || !R5_US_CMN_INST_get_TEX_SEM_WAIT(last[0]))
      r300_check_fail_rule(c, R300_ISA_END, "the last one is no output that waits for lookups");
   for (unsigned r = 0; r < CHECK_TEMPS; r++)
      if (v->lookups[r] && c->p->compiled)
         r300_check_fail_rule(c, R300_ISA_LOOKUP, "the program ends before a lookup of temporary %u", r);
}

void
r300_check_us500(struct check *c)
{
   struct us500 v = {.c = c};
   if (c->p->num > c->chip->us_alu)
      r300_check_fail(c, "the program has %u; %s has %u", c->p->num, c->chip->base.name, c->chip->us_alu);
   for (c->at = 0; c->at < c->p->num && !c->failed; c->at++) {
      const uint32_t *dw = c->p->dw + 6 * c->at;
      if (R5_US_CMN_INST_get_TEX_SEM_WAIT(dw[0]))
         wait(&v);
      switch (R5_US_CMN_INST_get_TYPE(dw[0])) {
      case CMN(FC):
         check_flow(&v, dw);
         break;
      case CMN(TEX):
         check_tex(&v, dw);
         if (R5_US_TEX_INST_get_TEX_SEM_ACQUIRE(dw[1]))
            acquire(&v);
         break;
      default:
         check_alu(&v, dw);
      }
   }
   if (!c->failed)
      check_end(&v);
}
