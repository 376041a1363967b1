/* SPDX-License-Identifier: MIT
 *
 * R300's and R400's pixel shaders: nodes, each its lookups and then its arithmetic, and the operands of both.
 */
#include "isa/r300/validate_priv.h"

#include "db/r300/r3_regs.h"

#define RGB(name)   R3_US_ALU_RGB_INST__RGB_OP__##name
#define ALPHA(name) R3_US_ALU_ALPHA_INST__ALPHA_OP__##name

enum { NODES = 4, ALU_BANK = 64, TEX_BANK = 32, UPPER = 32, ALPHA_SELECTIONS = 19 };

struct source {
   uint32_t address;
   bool constant;
};

struct us300 {
   struct check *c;
   struct source of[2][3]; /* RGB, alpha */
   uint32_t presub[2];
   /* the slot before in this node: registers that it wrote without an empty slot behind it */
   uint32_t wrote[2];
   unsigned wrote_mask[2];
};

struct node {
   uint32_t alu, num_alu, tex, num_tex;
   bool writes_color, writes_depth;
};

/* ---- operands ---- */

static void
read_source(struct us300 *v, unsigned unit, unsigned n, unsigned comp)
{
   const struct source *s = &v->of[unit][n];
   if (!s->constant)
      r300_check_read(v->c, s->address, comp);
   else if (s->address >= v->c->chip->us_constants)
      r300_check_fail(v->c, "reads constant %u; %s has %u", s->address, v->c->chip->base.name,
                      v->c->chip->us_constants);
   else
      r300_check_const(v->c, s->address);
}

static void
read_presub(struct us300 *v, unsigned comp)
{
   const unsigned unit = comp == 3, op = v->presub[unit];
   const bool two =
      op == R3_US_ALU_RGB_INST__SRCP_OP__SRC1_MINUS_SRC0 || op == R3_US_ALU_RGB_INST__SRCP_OP__SRC1_PLUS_SRC0;
   for (unsigned n = 0; n <= two; n++) {
      const struct source *s = &v->of[unit][n];
      read_source(v, unit, n, comp);
      if (!s->constant && v->wrote_mask[unit] >> comp & 1 && v->wrote[unit] == s->address)
         r300_check_fail_rule(
            v->c, R300_ISA_SLOT,
            "a pre-subtraction of temporary %u, which the slot before it writes: no empty slot between",
            s->address);
   }
}

/** What a lane of a colour operand reads. */
static void
read_rgb(struct us300 *v, unsigned select, unsigned lane)
{
   if (select < 12)
      read_source(v, 0, select / 4, select % 4 ? select % 4 - 1 : lane);
   else if (select < 15)
      read_source(v, 1, select - 12, 3);
   else if (select < 20)
      read_presub(v, select == 15 ? lane : select - 16);
   else if (select >= 23 && select < 29) /* gbr, brg */
      read_source(v, 0, (select - 23) % 3, (lane + (select < 26 ? 1 : 2)) % 3);
   else if (select >= 29) /* abg */
      read_source(v, lane == 0, select - 29, 3 - lane);
}

static void
read_alpha(struct us300 *v, unsigned select)
{
   if (select < 9)
      read_source(v, 0, select / 3, select % 3);
   else if (select < 12)
      read_source(v, 1, select - 9, 3);
   else if (select < 16)
      read_presub(v, select - 12);
   else if (select >= ALPHA_SELECTIONS)
      r300_check_fail(v->c, "%u selects nothing for the alpha unit", select);
}

/* ---- arithmetic ---- */

static const uint8_t rgb_operands[16] = {[RGB(MAD)] = 3, [RGB(DP3)] = 2, [RGB(DP4)] = 2,
                                         [RGB(D2A)] = 3, [RGB(MIN)] = 2, [RGB(MAX)] = 2,
                                         [RGB(CND)] = 3, [RGB(CMP)] = 3, [RGB(FRC)] = 1};
static const uint8_t alpha_operands[16] = {
   [ALPHA(MAD)] = 3, [ALPHA(MIN)] = 2, [ALPHA(MAX)] = 2, [ALPHA(CND)] = 3, [ALPHA(CMP)] = 3,
   [ALPHA(FRC)] = 1, [ALPHA(EX2)] = 1, [ALPHA(LN2)] = 1, [ALPHA(RCP)] = 1, [ALPHA(RSQ)] = 1};

static bool
is_dot(uint32_t rgb)
{
   return rgb == RGB(DP3) || rgb == RGB(DP4) || rgb == RGB(D2A);
}

/** Both address words have the same fields; R400's upper bits stand in a word of their own, three of RGB first, then the
 * destination's, then alpha's. */
static void
find_sources(struct us300 *v, const uint32_t *dw, uint32_t ext)
{
   for (unsigned u = 0; u < 2; u++)
      for (unsigned n = 0; n < 3; n++) {
         const uint32_t w = dw[u] >> (6 * n), upper = ext >> (4 * u + n) & 1 ? UPPER : 0;
         v->of[u][n] =
            (struct source){R3_US_ALU_RGB_ADDR_get_ADDR0(w) | upper, R3_US_ALU_RGB_ADDR_get_ADDR0_CONST(w)};
      }
   v->presub[0] = R3_US_ALU_RGB_INST_get_SRCP_OP(dw[2]);
   v->presub[1] = R3_US_ALU_ALPHA_INST_get_SRCP_OP(dw[3]);
}

static void
check_opcodes(struct check *c, const uint32_t *dw, uint32_t rgb, uint32_t alpha)
{
   if (!rgb_operands[rgb] && rgb != RGB(SOP_REPL_ALPHA))
      r300_check_fail(c, "%u is no opcode of the colour unit", rgb);
   if (!alpha_operands[alpha] && alpha != ALPHA(DP))
      r300_check_fail(c, "%u is no opcode of the alpha unit", alpha);
   if (alpha == ALPHA(DP) && !is_dot(rgb))
      r300_check_fail(c, "the alpha unit takes a dot product that the colour unit does not make");
   if (R3_US_ALU_RGB_INST_get_OMOD(dw[2]) > R3_US_ALU_RGB_INST__OMOD__DIV_8 ||
       R3_US_ALU_ALPHA_INST_get_OMOD(dw[3]) > R3_US_ALU_RGB_INST__OMOD__DIV_8)
      r300_check_fail(c, "7 is no factor");
}

static void
check_outputs(struct check *c, const uint32_t *dw, const struct node *n)
{
   const bool color = R3_US_ALU_RGB_ADDR_get_OMASK(dw[0]) || R3_US_ALU_ALPHA_ADDR_get_OMASK(dw[1]);
   if (color && !n->writes_color)
      r300_check_fail(c, "a colour in a node without RGBA_OUT");
   if (R3_US_ALU_ALPHA_ADDR_get_OMASK_W(dw[1]) && !n->writes_depth)
      r300_check_fail(c, "a depth in a node without W_OUT");
}

/** The lanes of RGB that somebody wants, and whether the alpha unit's result is. */
struct wanted {
   unsigned lanes;
   bool alpha, dot;
};

static void
read_operands(struct us300 *v, const uint32_t *dw, uint32_t rgb, uint32_t alpha, const struct wanted *w)
{
   const uint32_t select[3] = {R3_US_ALU_RGB_INST_get_RGB_SEL_A(dw[2]),
                               R3_US_ALU_RGB_INST_get_RGB_SEL_B(dw[2]),
                               R3_US_ALU_RGB_INST_get_RGB_SEL_C(dw[2])};
   const uint32_t alpha_select[3] = {R3_US_ALU_ALPHA_INST_get_ALPHA_SEL_A(dw[3]),
                                     R3_US_ALU_ALPHA_INST_get_ALPHA_SEL_B(dw[3]),
                                     R3_US_ALU_ALPHA_INST_get_ALPHA_SEL_C(dw[3])};
   const unsigned lanes = !w->dot ? w->lanes : rgb == RGB(D2A) ? 3 : 7;
   for (unsigned o = 0; o < rgb_operands[rgb]; o++)
      for (unsigned lane = 0; lane < 3; lane++)
         if ((w->dot && o == 2 ? 4u : lanes) >> lane & 1)
            read_rgb(v, select[o], lane);
   for (unsigned o = 0; o < 3; o++)
      if ((w->alpha && o < alpha_operands[alpha]) || (w->dot && rgb == RGB(DP4) && o < 2))
         read_alpha(v, alpha_select[o]);
}

static void
check_alu(struct us300 *v, const struct node *n)
{
   struct check *c = v->c;
   const uint32_t *dw = c->p->dw + 4 * c->at,
                  ext = c->p->extended && c->p->ext_addr ? c->p->ext_addr[c->at] : 0,
                  rgb = R3_US_ALU_RGB_INST_get_RGB_OP(dw[2]),
                  alpha = R3_US_ALU_ALPHA_INST_get_ALPHA_OP(dw[3]);
   struct wanted w = {.lanes = R3_US_ALU_RGB_ADDR_get_WMASK(dw[0]) | R3_US_ALU_RGB_ADDR_get_OMASK(dw[0])};
   w.alpha = R3_US_ALU_ALPHA_ADDR_get_WMASK(dw[1]) || R3_US_ALU_ALPHA_ADDR_get_OMASK(dw[1]) ||
             R3_US_ALU_ALPHA_ADDR_get_OMASK_W(dw[1]) || (w.lanes && rgb == RGB(SOP_REPL_ALPHA));
   w.dot = is_dot(rgb) && (w.lanes || (w.alpha && alpha == ALPHA(DP)));
   check_opcodes(c, dw, rgb, alpha);
   if (c->failed)
      return;
   find_sources(v, dw, ext);
   read_operands(v, dw, rgb, alpha, &w);
   check_outputs(c, dw, n);
   v->wrote[0] =
      R3_US_ALU_RGB_ADDR_get_ADDRD(dw[0]) | (R3_US_ALU_EXT_ADDR_get_RGB_ADDRD_MSB(ext) ? UPPER : 0);
   v->wrote[1] =
      R3_US_ALU_ALPHA_ADDR_get_ADDRD(dw[1]) | (R3_US_ALU_EXT_ADDR_get_ALPHA_ADDRD_MSB(ext) ? UPPER : 0);
   v->wrote_mask[0] = R3_US_ALU_RGB_ADDR_get_WMASK(dw[0]);
   v->wrote_mask[1] = R3_US_ALU_ALPHA_ADDR_get_WMASK(dw[1]) << 3;
   for (unsigned u = 0; u < 2; u++)
      if (v->wrote_mask[u])
         r300_check_write(c, v->wrote[u], v->wrote_mask[u]);
   if (R3_US_ALU_RGB_INST_get_NOP(dw[2]))
      v->wrote_mask[0] = v->wrote_mask[1] = 0;
}

/* ---- lookups ---- */

/** Those of a node run side by side: none reads what another writes. */
static void
check_lookups(struct check *c, const struct node *n)
{
   uint64_t written = 0;
   for (uint32_t i = 0; i < n->num_tex && !c->failed; i++) {
      const uint32_t w = c->p->tex[n->tex + i], op = R3_US_TEX_INST_get_INST(w);
      uint32_t src = R3_US_TEX_INST_get_SRC_ADDR(w), dst = R3_US_TEX_INST_get_DST_ADDR(w);
      c->at = n->tex + i;
      if (c->p->extended) {
         src |= R3_US_TEX_INST_get_SRC_ADDR_EXT(w) ? UPPER : 0;
         dst |= R3_US_TEX_INST_get_DST_ADDR_EXT(w) ? UPPER : 0;
      }
      if (op > R3_US_TEX_INST__INST__LODBIAS)
         r300_check_fail(c, "%u is no texture operation", op);
      for (unsigned k = 0; k < 4 && op == R3_US_TEX_INST__INST__TEXKILL; k++)
         r300_check_read(c, src,
                         k); /* a lookup's operand may have components that its texture does not want */
      if (written >> src & 1)
         r300_check_fail(c, "a lookup by temporary %u, which another of its node writes", src);
      if (op == R3_US_TEX_INST__INST__TEXKILL || op == R3_US_TEX_INST__INST__NOP)
         continue;
      r300_check_write(c, dst, 15);
      written |= UINT64_C(1) << dst;
   }
}

/* ---- nodes ---- */

/** Node k of \p num: the last one's registers are the last entry's; R400's upper bits of it stand in field 3 - k. */
static struct node
node_of(const struct r300_program *p, unsigned k, unsigned num)
{
   const uint32_t addr = p->code_addr[NODES - num + k], ext = p->code_ext >> (6 * (NODES - 1 - k));
   struct node n = {.alu = R3_US_CODE_ADDR_get_ALU_START(addr),
                    .num_alu = R3_US_CODE_ADDR_get_ALU_SIZE(addr) + 1,
                    .tex = R3_US_CODE_ADDR_get_TEX_START(addr),
                    .num_tex = R3_US_CODE_ADDR_get_TEX_SIZE(addr) + 1,
                    .writes_color = R3_US_CODE_ADDR_get_RGBA_OUT(addr),
                    .writes_depth = R3_US_CODE_ADDR_get_W_OUT(addr)};
   if (p->extended) {
      n.alu += ALU_BANK * R3_US_CODE_EXT_get_ALU_START0_MSB(ext);
      n.num_alu += ALU_BANK * R3_US_CODE_EXT_get_ALU_SIZE0_MSB(ext);
      n.tex += TEX_BANK * R3_US_CODE_ADDR_get_TEX_START_MSB(addr);
      n.num_tex += TEX_BANK * R3_US_CODE_ADDR_get_TEX_SIZE_MSB(addr);
   }
   if (k == 0 && !R3_US_CONFIG_get_FIRST_TEX(p->config))
      n.num_tex = n.tex = 0;
   return n;
}

static bool
check_node(struct us300 *v, const struct node *n, bool last)
{
   struct check *c = v->c;
   c->at = n->alu;
   if (n->alu + n->num_alu > c->p->num || n->tex + n->num_tex > c->p->num_tex)
      return r300_check_fail(c, "a node of %u instructions and %u lookups, from %u on, is not in the program",
                             n->num_alu, n->num_tex, n->tex);
   if (c->p->compiled && n->writes_color != last)
      return r300_check_fail(c, "RGBA_OUT belongs to the last node");
   check_lookups(c, n);
   v->wrote_mask[0] = v->wrote_mask[1] = 0;
   for (uint32_t i = 0; i < n->num_alu && !c->failed; i++) {
      c->at = n->alu + i;
      check_alu(v, n);
   }
   return !c->failed;
}

void
r300_check_us300(struct check *c)
{
   struct us300 v = {.c = c};
   const struct r300_program *p = c->p;
   const unsigned num = R3_US_CONFIG_get_NLEVEL(p->config) + 1;
   uint32_t alu = 0, tex = 0;
   if (p->num > c->chip->us_alu || p->num_tex > c->chip->us_tex)
      r300_check_fail(c, "the program has %u and %u lookups; %s has %u and %u", p->num, p->num_tex,
                      c->chip->base.name, c->chip->us_alu, c->chip->us_tex);
   if (num > NODES)
      r300_check_fail(c, "%u nodes; there are %u", num, NODES);
   for (unsigned k = 0; k < num && !c->failed; k++) {
      const struct node n = node_of(p, k, num);
      c->at = n.alu;
      if (p->compiled && (n.alu != alu || (n.num_tex && n.tex != tex)))
         r300_check_fail(c, "node %u does not follow the one before it", k);
      check_node(&v, &n, k + 1 == num);
      alu = n.alu + n.num_alu;
      tex += n.num_tex;
   }
   if (p->compiled && (alu != p->num || tex != p->num_tex))
      r300_check_fail(c, "instructions behind the last node");
}
