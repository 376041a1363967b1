/* SPDX-License-Identifier: MIT
 *
 * Instruction words with their operand descriptors to what the interpreter runs: 3dbrew, "GPU/Shader Instruction Set". Knows nothing of what is legal:
 * src/isa/pica200 has the rules.
 */
#include <string.h>

#include "db/pica200/pica_tables.h"
#include "db/pica200/pica_words.h"
#include "emulator/pica200/sh/sh.h"
#include "util/u_disk_cache.h"

static void
decode_register(struct sh_source *src, unsigned number, unsigned relative)
{
   if (number < 0x10) {
      src->file = SH_INPUT;
      src->index = (uint8_t)number;
   } else if (number < 0x20) {
      src->file = SH_TEMP;
      src->index = (uint8_t)(number - 0x10);
   } else {
      src->file = SH_CONST;
      src->index = (uint8_t)(number - 0x20);
      src->relative = (uint8_t)relative;
   }
}

static void
decode_selector(struct sh_source *src, unsigned selector, unsigned negate)
{
   src->negate = negate;
   for (unsigned i = 0; i < 4; i++)
      src->swizzle[i] = selector >> (6 - 2 * i) & 3;
}

static void
decode_descriptor(struct sh_inst *i, uint32_t d)
{
   const unsigned mask = PICAW_SH_DESC_get_MASK(d);
   i->mask = (uint8_t)((mask >> 3 & 1) | (mask >> 1 & 2) | (mask << 1 & 4) | (mask << 3 & 8));
   decode_selector(&i->src[0], PICAW_SH_DESC_get_SEL1(d), PICAW_SH_DESC_get_NEG1(d));
   decode_selector(&i->src[1], PICAW_SH_DESC_get_SEL2(d), PICAW_SH_DESC_get_NEG2(d));
   decode_selector(&i->src[2], PICAW_SH_DESC_get_SEL3(d), PICAW_SH_DESC_get_NEG3(d));
}

static void
decode_destination(struct sh_inst *i, unsigned number)
{
   i->dst_file = number < 0x10 ? SH_OUTPUT : SH_TEMP;
   i->dst_index = number & 15;
}

/* The index applies to the wide source alone. */
static void
decode_operands(struct sh_inst *i, unsigned format, uint32_t w, const uint32_t *desc)
{
   switch (format) {
   case PICA_FORMAT_1:
   case PICA_FORMAT_1U:
   case PICA_FORMAT_1C:
      decode_register(&i->src[0], PICAW_SH_1_get_SRC1(w), PICAW_SH_1_get_IDX(w));
      decode_register(&i->src[1], PICAW_SH_1_get_SRC2(w), 0);
      decode_destination(i, PICAW_SH_1_get_DST(w));
      decode_descriptor(i, desc[PICAW_SH_1_get_DESC(w)]);
      break;
   case PICA_FORMAT_1I:
      decode_register(&i->src[0], PICAW_SH_1I_get_SRC1(w), 0);
      decode_register(&i->src[1], PICAW_SH_1I_get_SRC2(w), PICAW_SH_1I_get_IDX(w));
      decode_destination(i, PICAW_SH_1I_get_DST(w));
      decode_descriptor(i, desc[PICAW_SH_1I_get_DESC(w)]);
      break;
   case PICA_FORMAT_5:
      decode_register(&i->src[0], PICAW_SH_5_get_SRC1(w), 0);
      decode_register(&i->src[1], PICAW_SH_5_get_SRC2(w), PICAW_SH_5_get_IDX(w));
      decode_register(&i->src[2], PICAW_SH_5_get_SRC3(w), 0);
      decode_destination(i, PICAW_SH_5_get_DST(w));
      decode_descriptor(i, desc[PICAW_SH_5_get_DESC(w)]);
      break;
   default:
      decode_register(&i->src[0], PICAW_SH_5I_get_SRC1(w), 0);
      decode_register(&i->src[1], PICAW_SH_5I_get_SRC2(w), 0);
      decode_register(&i->src[2], PICAW_SH_5I_get_SRC3(w), PICAW_SH_5I_get_IDX(w));
      decode_destination(i, PICAW_SH_5I_get_DST(w));
      decode_descriptor(i, desc[PICAW_SH_5I_get_DESC(w)]);
      break;
   }
}

static void
decode_flow(struct sh_inst *i, unsigned format, uint32_t w)
{
   i->target = PICAW_SH_2_get_DST(w);
   i->num = PICAW_SH_2_get_NUM(w);
   if (format == PICA_FORMAT_2) {
      i->condop = PICAW_SH_2_get_CONDOP(w);
      i->refx = PICAW_SH_2_get_REFX(w);
      i->refy = PICAW_SH_2_get_REFY(w);
   } else {
      i->id = PICAW_SH_3_get_ID(w);
   }
}

static void
decode_word(struct sh_inst *i, uint32_t w, const uint32_t *desc)
{
   memset(i, 0, sizeof *i);
   i->op = pica_op_of_code[w >> 26];
   i->dst_file = SH_NOWHERE;
   if (i->op < 0)
      return;
   const struct pica_op_info *info = &pica_ops[i->op];
   i->sources = info->sources;
   switch (info->format) {
   case PICA_FORMAT_0:
      break;
   case PICA_FORMAT_2:
   case PICA_FORMAT_3:
      decode_flow(i, info->format, w);
      break;
   case PICA_FORMAT_4:
      i->vertex = PICAW_SH_4_get_VTXID(w);
      i->primitive = PICAW_SH_4_get_PRIMEMIT(w);
      i->winding = PICAW_SH_4_get_WINDING(w);
      break;
   default:
      decode_operands(i, info->format, w, desc);
      break;
   }
   if (i->op == PICA_OP_CMP) {
      i->cmp[0] = PICAW_SH_1C_get_CMPX(w);
      i->cmp[1] = PICAW_SH_1C_get_CMPY(w);
   }
   if (i->op == PICA_OP_CMP || i->op == PICA_OP_MOVA)
      i->dst_file = SH_NOWHERE;
}

void
sh_decode(struct sh_program *p, const uint32_t *code, unsigned count, const uint32_t desc[PICA_DESCRIPTORS],
          uint32_t generation)
{
   if (p->generation == generation && p->count == count)
      return;
   for (unsigned i = 0; i < count; i++)
      decode_word(&p->inst[i], code[i], desc);
   p->count = count;
   p->hash = u_hash64(code, count * sizeof *code) * 3 + u_hash64(desc, PICA_DESCRIPTORS * sizeof *desc);
   p->generation = generation;
}

const char *
sh_stop_reason(enum sh_stop stop)
{
   switch (stop) {
   case SH_STOP_LIMIT:
      return "runs longer than the limit of instructions";
   case SH_STOP_LEFT:
      return "goes to an address where no code was written";
   case SH_STOP_OPCODE:
      return "has an instruction that no source knows";
   case SH_STOP_BREAK:
      return "has a BREAK outside of a loop, where the chip hangs";
   case SH_STOP_EMIT:
      return "has EMIT or SETEMIT, which are the geometry unit's";
   default:
      return "is well";
   }
}
