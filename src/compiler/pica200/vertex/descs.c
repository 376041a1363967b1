/* SPDX-License-Identifier: MIT
 *
 * Operand descriptors, which instructions share that look at the same bits of them.
 */
#include "compiler/pica200/vertex/code.h"

bool
pica_vs_find_desc(struct vs_desc *desc, unsigned *num, unsigned most, const struct pica_instruction *i,
                  uint16_t *at)
{
   const uint32_t care = pica_descriptor_care(i), bits = pica_descriptor(i) & care;
   unsigned k = 0;
   while (k < *num && k < most && (desc[k].bits ^ bits) & desc[k].care & care)
      k++;
   if (k == most)
      return false;
   if (k == *num)
      desc[(*num)++] = (struct vs_desc){0, 0};
   desc[k].bits |= bits;
   desc[k].care |= care;
   *at = (uint16_t)k;
   return true;
}
