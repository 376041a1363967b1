/* SPDX-License-Identifier: MIT
 *
 * What has to be true of blocks: operands come before their use, and are masks where masks are wanted.
 */
#include <stddef.h>

#include "emulator/jit/ir.h"

enum { N = 0, V, M }; /* no operand, a vector, a mask */

static const uint8_t wants[JIT_OP_COUNT][3] = {
   [JIT_ADD] = {V,  V},
     [JIT_SUB] = {V,  V},
     [JIT_MUL] = {V,V},
     [JIT_DIV] = {V,  V},
   [JIT_MIN] = {V,  V},
     [JIT_MAX] = {V,V},
     [JIT_AND] = {V,  V},
     [JIT_OR] = {V,  V},
   [JIT_XOR] = {V,  V},
     [JIT_IADD] = {V,  V},
     [JIT_ISUB] = {V,  V},
     [JIT_IMUL] = {V,V},
   [JIT_IMIN] = {V,  V},
     [JIT_IMAX] = {V,  V},
     [JIT_UMIN] = {V,V},
     [JIT_UMAX] = {V,  V},
   [JIT_SHLV] = {V,  V},
     [JIT_SHRV] = {V,  V},
     [JIT_SARV] = {V,  V},
     [JIT_SQRT] = {V },
   [JIT_CVTT] = {V},
     [JIT_FLOAT] = {V },
     [JIT_ROUND] = {V },
     [JIT_SHL] = {V},
   [JIT_SHR] = {V },
     [JIT_SAR] = {V },
     [JIT_QUAD] = {V},
     [JIT_CMP] = {V,  V},
   [JIT_IEQ] = {V,  V},
     [JIT_IGT] = {V, V},
     [JIT_MAND] = {M,   M},
     [JIT_MOR] = {M, M},
   [JIT_SEL] = {M, V, V},
     [JIT_KEEP] = {M,   V},
     [JIT_MASKV] = {M},
     [JIT_GATHER] = {V, M},
   [JIT_STORE] = {V  },
     [JIT_BITS] = {M},
};

static const char *
immediate_fault(const struct jit_node *n)
{
   switch ((enum jit_op)n->op) {
   case JIT_CMP:
      return n->imm < JIT_CMP_COUNT ? NULL : "no such comparison";
   case JIT_ROUND:
      return n->imm < JIT_ROUND_COUNT ? NULL : "no such rounding";
   case JIT_SHL:
   case JIT_SHR:
   case JIT_SAR:
      return n->imm < 32 ? NULL : "shift too far";
   case JIT_QUAD:
      return n->imm < 4 ? NULL : "no such lane of a quad";
   case JIT_GATHER:
      return n->imm < 2 ? NULL : "neither an array nor a pointer";
   default:
      return NULL;
   }
}

static const char *
place_fault(const struct jit_node *n)
{
   switch ((enum jit_op)n->op) {
   case JIT_ROW:
   case JIT_STORE:
      return n->arg % JIT_ROW_B == 0 && n->arg / JIT_ROW_B < JIT_ROWS ? NULL : "no such row";
   case JIT_CONST:
      return n->arg % JIT_CONST_B == 0 && n->arg < 1u << 24 ? NULL : "no place of a constant";
   case JIT_PARAM:
      return n->arg % 4 == 0 && n->arg < 1u << 12 ? NULL : "no such parameter";
   case JIT_SPLAT:
      return n->arg % 4 == 0 && n->arg < 1u << 24 ? NULL : "dword not aligned or too far";
   case JIT_BITS:
   case JIT_GATHER:
      return n->arg % 4 == 0 && n->arg < 1u << 24 ? NULL : "offset not aligned or too far";
   default:
      return NULL;
   }
}

const char *
jit_block_fault(const struct jit_block *b)
{
   if (b->full || b->num_nodes > JIT_MAX_NODES)
      return "not complete";
   for (uint32_t i = 0; i < b->num_nodes; i++) {
      const struct jit_node *n = &b->nodes[i];
      if (n->op >= JIT_OP_COUNT)
         return "no such operation";
      if (n->op == JIT_DEAD)
         continue;
      for (unsigned s = 0; s < 3; s++) {
         const int src = n->src[s];
         if ((src != JIT_NONE) != (wants[n->op][s] != N))
            return "an operand too few or too many";
         if (src == JIT_NONE)
            continue;
         if (src < 0 || (uint32_t)src >= i)
            return "an operand that is not there yet";
         const struct jit_node *o = &b->nodes[src];
         if (o->op == JIT_DEAD || jit_is_effect(o->op))
            return "an operand without value";
         if (jit_is_mask(o->op) != (wants[n->op][s] == M))
            return "a mask for a vector, or a vector for a mask";
      }
      const char *fault = immediate_fault(n);
      if (!fault)
         fault = place_fault(n);
      if (fault)
         return fault;
   }
   return NULL;
}
