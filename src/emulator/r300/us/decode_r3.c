/* SPDX-License-Identifier: MIT
 *
 * R300's and R400's fragment shader words: db/r300/registers-r300.xml has their fields. A program is one to four nodes, each
 * its texture instructions and then its ALU slots; the last node's descriptor is always the last entry. With R400's extension
 * node k's upper bits stand in field 3 - k of US_CODE_EXT, as Mesa writes them (inferred; a chip that numbers them by
 * entry would refute it where there are several nodes).
 */
#include <string.h>

#include "db/r300/r3_regs.h"
#include "emulator/r300/us/decode.h"

enum { NODES = 4, UPPER = 32, EXT_FIELD = 6 };

struct source {
   uint8_t address;
   bool constant;
};

struct sources {
   struct source rgb[3], alpha[3];
};

static struct us_operand
from_source(const struct source *s, unsigned comp)
{
   return (struct us_operand){
      .kind = s->constant ? US_CONST : US_TEMP, .comp = (uint8_t)comp, .index = s->address};
}

static struct us_operand
literal(float value)
{
   return (struct us_operand){.kind = US_LITERAL, .value = value};
}

static struct us_operand
presub(unsigned comp)
{
   return (struct us_operand){.kind = US_PRESUB, .comp = (uint8_t)comp};
}

static const float values[4] = {0, 1, 0.5f, 0};

/* Component k of what a colour operand selects. */
static struct us_operand
rgb_operand(const struct sources *s, unsigned select, unsigned k)
{
   static const uint8_t gbr[3] = {1, 2, 0}, brg[3] = {2, 0, 1};
   if (select < 12)
      return from_source(&s->rgb[select / 4], select % 4 ? select % 4 - 1 : k);
   if (select < 15)
      return from_source(&s->alpha[select - 12], 3);
   if (select == 15)
      return presub(k);
   if (select < 20)
      return presub(select - 16);
   if (select < 23)
      return literal(values[select - 20]);
   if (select < 26)
      return from_source(&s->rgb[select - 23], gbr[k]);
   if (select < 29)
      return from_source(&s->rgb[select - 26], brg[k]);
   return k == 0 ? from_source(&s->alpha[select - 29], 3) : from_source(&s->rgb[select - 29], 3 - k);
}

static struct us_operand
alpha_operand(const struct sources *s, unsigned select)
{
   if (select < 9)
      return from_source(&s->rgb[select / 3], select % 3);
   if (select < 12)
      return from_source(&s->alpha[select - 9], 3);
   return select < 16 ? presub(select - 12) : literal(values[(select - 16) & 3]);
}

static struct us_operand
with_mod(struct us_operand o, unsigned mod)
{
   o.mod = (uint8_t)mod;
   return o;
}

#define RGB(field)   R3_US_ALU_RGB_INST_get_RGB_##field(rgb)
#define ALPHA(field) R3_US_ALU_ALPHA_INST_get_ALPHA_##field(alpha)

static void
decode_operands(const struct sources *s, uint32_t rgb, uint32_t alpha, struct us_alu *a)
{
   for (unsigned k = 0; k < 4; k++) {
      const bool last = k == 3;
      a->a[k] = last ? with_mod(alpha_operand(s, ALPHA(SEL_A)), ALPHA(MOD_A))
                     : with_mod(rgb_operand(s, RGB(SEL_A), k), RGB(MOD_A));
      a->b[k] = last ? with_mod(alpha_operand(s, ALPHA(SEL_B)), ALPHA(MOD_B))
                     : with_mod(rgb_operand(s, RGB(SEL_B), k), RGB(MOD_B));
      a->c[k] = last ? with_mod(alpha_operand(s, ALPHA(SEL_C)), ALPHA(MOD_C))
                     : with_mod(rgb_operand(s, RGB(SEL_C), k), RGB(MOD_C));
      a->presub |= a->a[k].kind == US_PRESUB || a->b[k].kind == US_PRESUB || a->c[k].kind == US_PRESUB;
      a->pre[0][k] = from_source(last ? &s->alpha[0] : &s->rgb[0], k);
      a->pre[1][k] = from_source(last ? &s->alpha[1] : &s->rgb[1], k);
   }
}

static const char *
decode_ops(uint32_t rgb, uint32_t alpha, struct us_alu *a)
{
   enum { NOT = 255 };
   static const uint8_t rgb_ops[16] = {US_MAD, US_DP3, US_DP4, US_D2A, US_MIN, US_MAX, NOT, US_CND,
                                       US_CMP, US_FRC, US_SOP, NOT,    NOT,    NOT,    NOT, NOT};
   static const uint8_t alpha_ops[16] = {US_MAD, US_DP,  US_MIN, US_MAX, NOT, US_CND, US_CMP, US_FRC,
                                         US_EX2, US_LN2, US_RCP, US_RSQ, NOT, NOT,    NOT,    NOT};
   a->op[0] = rgb_ops[RGB(OP) & 15];
   a->op[1] = alpha_ops[ALPHA(OP) & 15];
   if (a->op[0] == NOT || a->op[1] == NOT)
      return "has a reserved opcode";
   if (a->op[1] == US_DP && a->op[0] != US_DP3 && a->op[0] != US_DP4 && a->op[0] != US_D2A)
      return "takes a dot product that its colour half does not make";
   return NULL;
}

/* The three sources of an address word; msb: R400's sixth bits, a bit each. */
static void
decode_sources(uint32_t word, unsigned msb, struct source out[3])
{
   for (unsigned n = 0; n < 3; n++) { /* ADDR0, ADDR0_CONST, ADDR1, ... follow each other */
      const uint32_t dw = word >> (6 * n);
      out[n].constant = R3_US_ALU_RGB_ADDR_get_ADDR0_CONST(dw);
      out[n].address = (uint8_t)(R3_US_ALU_RGB_ADDR_get_ADDR0(dw) | (msb >> n & 1 ? UPPER : 0));
   }
}

static const char *
decode_alu(const struct us_r3_memory *m, unsigned slot, bool extended, struct us_alu *a)
{
   const uint32_t rgb_addr = m->rgb_addr[slot], alpha_addr = m->alpha_addr[slot], rgb = m->rgb_inst[slot],
                  alpha = m->alpha_inst[slot], ext = extended ? m->ext[slot] : 0;
   struct sources s;
   decode_sources(rgb_addr, ext, s.rgb);
   decode_sources(alpha_addr, ext >> 4, s.alpha); /* four bits of RGB come first */
   decode_operands(&s, rgb, alpha, a);
   a->pre_op[0] = (uint8_t)R3_US_ALU_RGB_INST_get_SRCP_OP(rgb);
   a->pre_op[1] = (uint8_t)R3_US_ALU_ALPHA_INST_get_SRCP_OP(alpha);
   a->omod[0] = (uint8_t)R3_US_ALU_RGB_INST_get_OMOD(rgb);
   a->omod[1] = (uint8_t)R3_US_ALU_ALPHA_INST_get_OMOD(alpha);
   a->clamp[0] = RGB(CLAMP);
   a->clamp[1] = ALPHA(CLAMP);
   a->dst[0] = (uint8_t)(R3_US_ALU_RGB_ADDR_get_ADDRD(rgb_addr) |
                         (R3_US_ALU_EXT_ADDR_get_RGB_ADDRD_MSB(ext) ? UPPER : 0));
   a->dst[1] = (uint8_t)(R3_US_ALU_ALPHA_ADDR_get_ADDRD(alpha_addr) |
                         (R3_US_ALU_EXT_ADDR_get_ALPHA_ADDRD_MSB(ext) ? UPPER : 0));
   a->write =
      (uint8_t)(R3_US_ALU_RGB_ADDR_get_WMASK(rgb_addr) | R3_US_ALU_ALPHA_ADDR_get_WMASK(alpha_addr) << 3);
   a->output =
      (uint8_t)(R3_US_ALU_RGB_ADDR_get_OMASK(rgb_addr) | R3_US_ALU_ALPHA_ADDR_get_OMASK(alpha_addr) << 3);
   a->target[0] = (uint8_t)R3_US_ALU_RGB_ADDR_get_TARGET(rgb_addr);
   a->target[1] = (uint8_t)R3_US_ALU_ALPHA_ADDR_get_TARGET(alpha_addr);
   a->depth = R3_US_ALU_ALPHA_ADDR_get_OMASK_W(alpha_addr);
   return decode_ops(rgb, alpha, a);
}

static const char *
decode_tex(uint32_t dw, bool extended, struct us_tex *t)
{
   t->op = (uint8_t)R3_US_TEX_INST_get_INST(dw);
   t->unit = (uint8_t)R3_US_TEX_INST_get_TEX_ID(dw);
   t->src = (uint8_t)R3_US_TEX_INST_get_SRC_ADDR(dw);
   t->dst = (uint8_t)R3_US_TEX_INST_get_DST_ADDR(dw);
   if (extended) {
      t->src |= R3_US_TEX_INST_get_SRC_ADDR_EXT(dw) ? UPPER : 0;
      t->dst |= R3_US_TEX_INST_get_DST_ADDR_EXT(dw) ? UPPER : 0;
   }
   t->write = 15;
   for (unsigned c = 0; c < 4; c++)
      t->coord[c] = t->result[c] = (uint8_t)c;
   return t->op > US_TEX_BIAS ? "has a reserved texture operation" : NULL;
}

/* Where a node's instructions are. */
struct node {
   unsigned alu, num_alu, tex, num_tex;
};

static struct node
node_of(const struct us_r3_setup *s, unsigned k, unsigned num_nodes)
{
   const uint32_t addr = s->code_addr[NODES - num_nodes + k], all = s->code_offset, ext = s->code_ext;
   struct node n = {
      .alu = R3_US_CODE_ADDR_get_ALU_START(addr) + R3_US_CODE_OFFSET_get_ALU_CODE_OFFSET(all),
      .num_alu = R3_US_CODE_ADDR_get_ALU_SIZE(addr) + 1,
      .tex = R3_US_CODE_ADDR_get_TEX_START(addr) + R3_US_CODE_OFFSET_get_TEX_CODE_OFFSET(all),
      .num_tex = R3_US_CODE_ADDR_get_TEX_SIZE(addr) + 1,
   };
   if (s->extended) { /* the fields of nodes follow each other */
      const uint32_t own = ext >> (EXT_FIELD * (NODES - 1 - k));
      n.alu +=
         US_R3_ALU_BANK * (R3_US_CODE_EXT_get_ALU_START0_MSB(own) + R3_US_CODE_EXT_get_ALU_OFFSET_MSB(ext));
      n.num_alu += US_R3_ALU_BANK * R3_US_CODE_EXT_get_ALU_SIZE0_MSB(own);
      n.tex += US_R3_TEX_BANK *
               (R3_US_CODE_ADDR_get_TEX_START_MSB(addr) + R3_US_CODE_OFFSET_get_TEX_CODE_OFFSET_MSB(all));
      n.num_tex += US_R3_TEX_BANK * R3_US_CODE_ADDR_get_TEX_SIZE_MSB(addr);
   }
   if (k == 0 && !R3_US_CONFIG_get_FIRST_TEX(s->config))
      n.num_tex = 0;
   return n;
}

static const char *
decode_node(const struct us_r3_memory *m, const struct us_r3_setup *s, const struct node *n,
            struct us_program *p, unsigned *at)
{
   const char *why = NULL;
   if (n->alu + n->num_alu > US_R3_INSTS || n->tex + n->num_tex > US_R3_INSTS ||
       *at + n->num_alu + n->num_tex > US_MAX_INSTS)
      return "does not fit into memory";
   for (unsigned i = 0; i < n->num_tex + n->num_alu && !why; i++) {
      struct us_inst *inst = &p->inst[*at];
      memset(inst, 0, sizeof *inst);
      inst->type = i < n->num_tex ? US_TEX : US_ALU;
      why = i < n->num_tex ? decode_tex(m->tex[n->tex + i], s->extended, &inst->tex)
                           : decode_alu(m, n->alu + i - n->num_tex, s->extended, &inst->alu);
      us_note(p, inst);
      (*at)++;
   }
   return why;
}

const char *
us_decode_r3(const struct us_r3_memory *memory, const struct us_r3_setup *setup, struct us_program *p,
             unsigned *at)
{
   const unsigned nodes = (R3_US_CONFIG_get_NLEVEL(setup->config) & 3) + 1;
   *at = 0;
   for (unsigned k = 0; k < nodes; k++) {
      const struct node n = node_of(setup, k, nodes);
      const char *why = decode_node(memory, setup, &n, p, at);
      if (why)
         return why;
   }
   p->first = 0;
   p->last = (uint16_t)(*at - 1);
   p->float24 = p->zero_times = true;
   us_find_unset(p);
   return NULL;
}
