/* SPDX-License-Identifier: MIT
 *
 * Instruction words from and to their parts, by the formats of db/pica200/words.xml.
 */
#include "isa/pica200/words.h"

#include <string.h>

#include "db/pica200/pica_words.h"

unsigned
pica_wide_source(int op)
{
   switch (pica_ops[op].format) {
   case PICA_FORMAT_1I:
   case PICA_FORMAT_5:
      return 1;
   case PICA_FORMAT_5I:
      return 2;
   default:
      return 0;
   }
}

bool
pica_has_descriptor(int op)
{
   return pica_ops[op].sources != 0;
}

/* Components of the sources' selectors that count, bit 3: the first. */
static unsigned
components_read(const struct pica_instruction *i)
{
   const unsigned reads = pica_ops[i->op].reads;
   return reads ? (reads & 1) << 3 | (reads & 2) << 1 | (reads & 4) >> 1 | reads >> 3 : i->mask;
}

static unsigned
selector_of(unsigned components)
{
   unsigned selector = 0;
   for (unsigned k = 0; k < 4; k++)
      selector |= components >> k & 1 ? 3u << (2 * k) : 0;
   return selector;
}

uint32_t
pica_descriptor_care(const struct pica_instruction *i)
{
   const unsigned sources = pica_ops[i->op].sources, read = components_read(i);
   const bool has_one = i->op == PICA_OP_DPH || i->op == PICA_OP_DPHI; /* for w of the first source */
   uint32_t care = i->op == PICA_OP_CMP ? 0 : PICAW_SH_DESC(.MASK = 15);
   care |= PICAW_SH_DESC(.SEL1 = selector_of(has_one ? 14 : read), .NEG1 = 1);
   if (sources > 1)
      care |= PICAW_SH_DESC(.SEL2 = selector_of(read), .NEG2 = 1);
   if (sources > 2)
      care |= PICAW_SH_DESC(.SEL3 = selector_of(read), .NEG3 = 1);
   return care;
}

uint32_t
pica_descriptor(const struct pica_instruction *i)
{
   return PICAW_SH_DESC(.MASK = i->mask, .SEL1 = i->src[0].selector, .NEG1 = i->src[0].negate,
                        .SEL2 = i->src[1].selector, .NEG2 = i->src[1].negate, .SEL3 = i->src[2].selector,
                        .NEG3 = i->src[2].negate);
}

uint32_t
pica_encode(const struct pica_instruction *i, unsigned desc)
{
   const struct pica_op_info *info = &pica_ops[i->op];
   const struct pica_src *s = i->src;
   const unsigned idx = pica_has_descriptor(i->op) ? s[pica_wide_source(i->op)].index : 0;
   switch (info->format) {
   case PICA_FORMAT_1:
   case PICA_FORMAT_1U:
      return PICAW_SH_1(.OP = info->code, .DST = i->dst, .IDX = idx, .SRC1 = s[0].reg, .SRC2 = s[1].reg,
                        .DESC = desc);
   case PICA_FORMAT_1I:
      return PICAW_SH_1I(.OP = info->code, .DST = i->dst, .IDX = idx, .SRC1 = s[0].reg, .SRC2 = s[1].reg,
                         .DESC = desc);
   case PICA_FORMAT_1C:
      return PICAW_SH_1C(.OP = info->code >> 1, .CMPX = i->cmp[0], .CMPY = i->cmp[1], .IDX = idx,
                         .SRC1 = s[0].reg, .SRC2 = s[1].reg, .DESC = desc);
   case PICA_FORMAT_2:
      return PICAW_SH_2(.OP = info->code, .REFX = i->refx, .REFY = i->refy, .CONDOP = i->condop,
                        .DST = i->target, .NUM = i->num);
   case PICA_FORMAT_3:
      return PICAW_SH_3(.OP = info->code, .ID = i->id, .DST = i->target, .NUM = i->num);
   case PICA_FORMAT_4:
      return PICAW_SH_4(.OP = info->code, .VTXID = i->vertex, .PRIMEMIT = i->primitive,
                        .WINDING = i->winding);
   case PICA_FORMAT_5:
      return PICAW_SH_5(.OP = info->code >> 3, .DST = i->dst, .IDX = idx, .SRC1 = s[0].reg, .SRC2 = s[1].reg,
                        .SRC3 = s[2].reg, .DESC = desc);
   case PICA_FORMAT_5I:
      return PICAW_SH_5I(.OP = info->code >> 3, .DST = i->dst, .IDX = idx, .SRC1 = s[0].reg, .SRC2 = s[1].reg,
                         .SRC3 = s[2].reg, .DESC = desc);
   default:
      return PICAW_SH_1(.OP = info->code);
   }
}

static unsigned
decode_operands(uint32_t w, unsigned format, struct pica_instruction *i)
{
   struct pica_src *s = i->src;
   unsigned desc, idx;
   if (format == PICA_FORMAT_5 || format == PICA_FORMAT_5I) {
      const bool inverse = format == PICA_FORMAT_5I;
      i->dst = PICAW_SH_5_get_DST(w);
      s[0].reg = PICAW_SH_5_get_SRC1(w);
      s[1].reg = (uint8_t)(inverse ? PICAW_SH_5I_get_SRC2(w) : PICAW_SH_5_get_SRC2(w));
      s[2].reg = (uint8_t)(inverse ? PICAW_SH_5I_get_SRC3(w) : PICAW_SH_5_get_SRC3(w));
      desc = PICAW_SH_5_get_DESC(w);
      idx = PICAW_SH_5_get_IDX(w);
   } else {
      const bool inverse = format == PICA_FORMAT_1I;
      i->dst = format == PICA_FORMAT_1C ? 0 : PICAW_SH_1_get_DST(w);
      s[0].reg = (uint8_t)(inverse ? PICAW_SH_1I_get_SRC1(w) : PICAW_SH_1_get_SRC1(w));
      s[1].reg = (uint8_t)(inverse ? PICAW_SH_1I_get_SRC2(w) : PICAW_SH_1_get_SRC2(w));
      desc = PICAW_SH_1_get_DESC(w);
      idx = PICAW_SH_1_get_IDX(w);
   }
   s[pica_wide_source(i->op)].index = (uint8_t)idx;
   return desc;
}

unsigned
pica_decode(uint32_t w, const uint32_t desc[PICA_ISA_DESCS], struct pica_instruction *i)
{
   memset(i, 0, sizeof *i);
   i->op = pica_op_of_code[w >> 26];
   if (i->op < 0)
      return 0;
   const unsigned format = pica_ops[i->op].format;
   if (pica_has_descriptor(i->op)) {
      const unsigned n = decode_operands(w, format, i);
      const uint32_t d = desc[n];
      i->mask = PICAW_SH_DESC_get_MASK(d);
      i->src[0].selector = PICAW_SH_DESC_get_SEL1(d);
      i->src[0].negate = PICAW_SH_DESC_get_NEG1(d);
      i->src[1].selector = PICAW_SH_DESC_get_SEL2(d);
      i->src[1].negate = PICAW_SH_DESC_get_NEG2(d);
      i->src[2].selector = PICAW_SH_DESC_get_SEL3(d);
      i->src[2].negate = PICAW_SH_DESC_get_NEG3(d);
      if (format == PICA_FORMAT_1C) {
         i->cmp[0] = PICAW_SH_1C_get_CMPX(w);
         i->cmp[1] = PICAW_SH_1C_get_CMPY(w);
      }
      return n;
   }
   i->target = PICAW_SH_2_get_DST(w);
   i->num = PICAW_SH_2_get_NUM(w);
   i->condop = PICAW_SH_2_get_CONDOP(w);
   i->refx = PICAW_SH_2_get_REFX(w);
   i->refy = PICAW_SH_2_get_REFY(w);
   if (format == PICA_FORMAT_3)
      i->id = PICAW_SH_3_get_ID(w);
   i->vertex = PICAW_SH_4_get_VTXID(w);
   i->primitive = PICAW_SH_4_get_PRIMEMIT(w);
   i->winding = PICAW_SH_4_get_WINDING(w);
   return 0;
}
