/* SPDX-License-Identifier: MIT
 *
 * Flows and their passes as text, a line an instruction or node.
 */
#include <stdio.h>

#include "emulator/jit/flow.h"

static const char *const node_names[JIT_OP_COUNT] = {
   [JIT_DEAD] = "dead",     [JIT_ROW] = "row",     [JIT_CONST] = "const", [JIT_IMM] = "imm",
   [JIT_PARAM] = "param",   [JIT_SPLAT] = "splat", [JIT_ADD] = "add",     [JIT_SUB] = "sub",
   [JIT_MUL] = "mul",       [JIT_DIV] = "div",     [JIT_MIN] = "min",     [JIT_MAX] = "max",
   [JIT_AND] = "and",       [JIT_OR] = "or",       [JIT_XOR] = "xor",     [JIT_IADD] = "iadd",
   [JIT_ISUB] = "isub",     [JIT_IMUL] = "imul",   [JIT_IMIN] = "imin",   [JIT_IMAX] = "imax",
   [JIT_UMIN] = "umin",     [JIT_UMAX] = "umax",   [JIT_SHLV] = "shlv",   [JIT_SHRV] = "shrv",
   [JIT_SARV] = "sarv",     [JIT_SQRT] = "sqrt",   [JIT_CVTT] = "cvtt",   [JIT_FLOAT] = "float",
   [JIT_ROUND] = "round",   [JIT_SHL] = "shl",     [JIT_SHR] = "shr",     [JIT_SAR] = "sar",
   [JIT_CMP] = "cmp",       [JIT_IEQ] = "ieq",     [JIT_IGT] = "igt",     [JIT_MAND] = "mand",
   [JIT_MOR] = "mor",       [JIT_SEL] = "sel",     [JIT_KEEP] = "keep",   [JIT_MASKV] = "maskv",
   [JIT_GATHER] = "gather", [JIT_STORE] = "store", [JIT_BITS] = "bits",   [JIT_QUAD] = "quad",
};

static const char *const inst_names[JIT_FLOW_OP_COUNT] = {
   [JIT_W_IMM] = "imm",     [JIT_W_MOVE] = "move",   [JIT_W_AND] = "and",       [JIT_W_ANDNOT] = "andnot",
   [JIT_W_OR] = "or",       [JIT_W_ADD] = "add",     [JIT_W_SUB] = "sub",       [JIT_W_LOAD] = "load",
   [JIT_W_STORE] = "store", [JIT_W_LABEL] = "label", [JIT_W_JUMP] = "jump",     [JIT_W_BRANCH] = "branch",
   [JIT_W_CALL] = "call",   [JIT_W_PASS] = "pass",   [JIT_W_RETURN] = "return",
};

static const char *const conditions[JIT_IF_COUNT] = {
   [JIT_IF_EQ] = "==", [JIT_IF_NE] = "!=", [JIT_IF_LE] = "<=", [JIT_IF_GT] = ">"};

struct line {
   char text[160];
   int len;
};

#define ADD(l, ...)                                                                                          \
   (l)->len += snprintf((l)->text + (l)->len, sizeof(l)->text - (size_t)(l)->len, __VA_ARGS__)

static void
print_node(const struct jit_node *n, uint32_t i, struct line *l)
{
   ADD(l, "      %%%u = %s", i, node_names[n->op]);
   for (unsigned s = 0; s < 3; s++)
      if (n->src[s] != JIT_NONE)
         ADD(l, " %%%d", n->src[s]);
   if (n->imm)
      ADD(l, " .%u", n->imm);
   if (jit_is_leaf(n->op) || jit_is_effect(n->op) || n->op == JIT_GATHER)
      ADD(l, " 0x%x", n->arg);
}

static void
print_inst(const struct jit_inst *n, struct line *l)
{
   if (n->op == JIT_W_LABEL) {
      ADD(l, "L%u:", n->arg);
      return;
   }
   ADD(l, "   ");
   if (n->dst != JIT_NONE)
      ADD(l, "w%d = ", n->dst);
   ADD(l, "%s", inst_names[n->op]);
   if (n->a != JIT_NONE)
      ADD(l, " w%d", n->a);
   if (n->op == JIT_W_BRANCH)
      ADD(l, " %s", conditions[n->how]);
   if (n->b != JIT_NONE)
      ADD(l, " w%d", n->b);
   else if (n->op <= JIT_W_SUB || n->op == JIT_W_BRANCH)
      ADD(l, " %lld", (long long)n->imm);
   if (n->op == JIT_W_LOAD || n->op == JIT_W_STORE)
      ADD(l, " [0x%x] %u bytes", n->arg, n->size_B);
   else if (n->op == JIT_W_JUMP || n->op == JIT_W_BRANCH)
      ADD(l, " L%u", n->arg);
   else if (n->op == JIT_W_PASS)
      ADD(l, " %u", n->arg);
}

void
jit_flow_print(const struct jit_flow *f, void (*put)(void *data, const char *line), void *data)
{
   for (uint32_t i = 0; i < f->num_insts; i++) {
      const struct jit_inst *n = &f->insts[i];
      struct line l = {.len = 0};
      print_inst(n, &l);
      put(data, l.text);
      if (n->op != JIT_W_PASS)
         continue;
      const struct jit_pass *pass = f->passes[n->arg];
      for (uint32_t k = 0; k < pass->num_nodes; k++) {
         l = (struct line){.len = 0};
         print_node(&pass->nodes[k], k, &l);
         put(data, l.text);
      }
   }
}
