/* SPDX-License-Identifier: MIT
 *
 * Expressions of uniforms and constants have one value for a whole draw: they move into the shader's
 * preamble, which the CPU runs when uniforms change, and become further constants. The CPU computes them by
 * ir_eval_alu, with the arithmetic of ir.h, so that an expression has the same bits whether it moved or
 * not. Of exp2, log2, sin and cos a chip's last bits may be others: where an output is invariant they stay on the
 * GPU, with what depends on them, because how much moves depends on the rest of the shader.
 *
 * Only values that something else reads become constants; and plain uniforms where copies in one slot can be
 * read by one group. Nothing that moves can trap or have effects, so it
 * may be computed even where the shader would have branched around it.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/opt/tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

#define NO_NUMBER UINT32_MAX

enum { VARIES, LEAF, COMPUTED }; /* what a value is */

/** A result, and what its first reader is like: constants that are read alike, at the same time, should share
 * a slot, because a group of operations reads few slots. */
struct result {
   uint32_t value;      /* in the preamble */
   struct ir_instr *in; /* becomes the load */
   uint32_t level;      /* the reader's: operations before it */
   uint32_t factor;     /* what it multiplies the constant with; IR_NO_VALUE = something else */
   uint32_t operand;    /* which operand it is */
   uint32_t order;
};

/** A uniform that is read from another place too. */
struct copy {
   uint32_t of; /* value */
   const struct ir_block *block;
   struct ir_instr *load;
};

struct hoist {
   struct ir_shader *s;
   struct ir_defs d;
   uint8_t *kind;
   uint32_t *level;
   uint32_t *number; /* value in the preamble */
   U_VEC(struct ir_instr *) instrs;
   U_VEC(struct result) results;
   U_VEC(struct copy) copies;
   uint32_t num_values; /* before this pass */
   bool oom;
};

static bool
is_uniform(const struct hoist *h, const struct ir_src *s)
{
   return s->kind != IR_SRC_SSA || h->kind[s->bits] != VARIES;
}

static uint8_t
kind_of(const struct hoist *h, const struct ir_instr *in)
{
   if (in->op == IR_LOAD_UNIFORM)
      return in->indirect ? VARIES : LEAF;
   if (!ir_can_eval((enum ir_op)in->op) || (h->s->invariant && ir_is_elementary((enum ir_op)in->op)))
      return VARIES;
   for (unsigned k = 0; k < in->nsrc; k++)
      if (!is_uniform(h, &in->src[k]))
         return VARIES;
   return COMPUTED;
}

static void
classify(struct hoist *h)
{
   for (struct ir_node *n = ir_first_node(h->s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         uint8_t kind = kind_of(h, in);
         uint32_t level = 0;
         for (unsigned k = 0; k < in->nsrc && kind == VARIES; k++)
            if (in->src[k].kind == IR_SRC_SSA)
               level = MAX2(level, h->level[in->src[k].bits] + 1);
         for (unsigned k = 0; k < in->ndst; k++) {
            h->kind[in->dst + k] = kind;
            h->level[in->dst + k] = level;
         }
      }
}

/** Instructions that value \p v needs and that are not in the preamble yet; more than \p max stop the count.
 */
static unsigned
count_new(const struct hoist *h, uint32_t v, unsigned max)
{
   assert(v < h->num_values && h->kind[v] != VARIES);
   if (h->number[v] != NO_NUMBER)
      return 0;
   const struct ir_instr *in = h->d.instr[v];
   unsigned n = 1;
   for (unsigned k = 0; k < in->nsrc && n <= max; k++)
      if (in->src[k].kind == IR_SRC_SSA)
         n += count_new(h, in->src[k].bits, max - n);
   return n;
}

/** Copies the instruction that defines \p v, after those it needs. */
static uint32_t
add(struct hoist *h, uint32_t v)
{
   assert(v < h->num_values);
   if (h->number[v] != NO_NUMBER || h->oom)
      return h->number[v];
   const struct ir_instr *in = h->d.instr[v];
   struct ir_instr *c = u_arena_new(&h->s->arena, struct ir_instr);
   struct ir_src *src = u_arena_array(&h->s->arena, struct ir_src, in->nsrc + 1u);
   if (!c || !src) {
      h->oom = true;
      return 0;
   }
   *c = *in;
   c->src = src;
   for (unsigned k = 0; k < in->nsrc; k++) {
      src[k] = in->src[k];
      if (src[k].kind == IR_SRC_SSA)
         src[k].bits = add(h, src[k].bits);
   }
   if (in->op == IR_LOAD_UNIFORM)
      c->comp = (uint8_t)(in->comp + (v - in->dst));
   for (unsigned k = 0; k < in->nsrc; k++)
      assert(h->oom || src[k].kind != IR_SRC_SSA || src[k].bits < h->instrs.count); /* it stands before */
   c->ndst = 1;
   c->dst = (uint32_t)h->instrs.count;
   h->number[v] = c->dst;
   h->oom |= !u_vec_push(&h->instrs, c);
   return c->dst;
}

/** Something that stays on the GPU reads \p s: the instruction behind it becomes a load of a new constant. */
static void
root(struct hoist *h, const struct ir_src *s, const struct ir_instr *reader, unsigned operand)
{
   if (s->kind != IR_SRC_SSA || s->bits >= h->num_values || h->kind[s->bits] != COMPUTED || h->oom)
      return;
   struct ir_instr *in = h->d.instr[s->bits];
   size_t room = IR_PREAMBLE_INSTRS - h->instrs.count;
   if (h->results.count == IR_PREAMBLE_RESULTS / 2 || count_new(h, s->bits, (unsigned)room) > room)
      return;
   struct result r = {.in = in, .level = UINT32_MAX, .factor = IR_NO_VALUE, .operand = operand};
   r.value = add(h, s->bits);
   r.order = (uint32_t)h->results.count;
   if (reader && reader->ndst == 1)
      r.level = h->level[reader->dst];
   if (reader && (reader->op == IR_FMUL || reader->op == IR_FMAD))
      for (unsigned k = 0; k < 2; k++)
         if (k != operand && reader->src[k].kind == IR_SRC_SSA && h->kind[reader->src[k].bits] == VARIES)
            r.factor = reader->src[k].bits;
   if (h->oom || !u_vec_push(&h->results, r)) {
      h->oom = true;
      return;
   }
   h->kind[s->bits] = LEAF; /* read from now on, not computed */
}

static int
by_reader(const void *pa, const void *pb)
{
   const struct result *a = pa, *b = pb;
   if (a->level != b->level)
      return a->level < b->level ? -1 : 1;
   if (a->factor != b->factor)
      return a->factor < b->factor ? -1 : 1;
   if (a->operand != b->operand)
      return a->operand < b->operand ? -1 : 1;
   return a->order < b->order ? -1 : 1;
}

/** Gives every result its component; fills \p value_at by component, returns how many components there are.
 */
static uint32_t
lay_out(struct hoist *h, uint32_t *value_at)
{
   struct result *r = h->results.data;
   uint32_t n = (uint32_t)h->results.count, at = 0;
   if (n) /* there is no array before the first */
      qsort(r, n, sizeof *r, by_reader);
   for (uint32_t first = 0, next; first < n; first = next) {
      for (next = first + 1; next < n && r[next].level == r[first].level &&
                             r[next].factor == r[first].factor && r[next].operand == r[first].operand;)
         next++;
      uint32_t free = 3 - (at + 3) % 4, wanted = MIN2(next - first, 4);
      if (wanted > free && free < 4)
         while (at % (wanted > 2 ? 4 : 2))
            value_at[at++] =
               r[first].value; /* a gap: any value will do; there are at most as many as results */
      for (uint32_t i = first; i < next; i++) {
         value_at[at] = r[i].value;
         struct ir_instr *in = r[i].in;
         in->op = IR_LOAD_UNIFORM;
         in->sat = false;
         in->nsrc = 0;
         in->index = (int32_t)(h->s->num_uniform_slots + at / 4);
         in->comp = (uint8_t)(at % 4);
         at++;
      }
   }
   assert(at <= 2 * n && at <= IR_PREAMBLE_RESULTS);
   return at;
}

/** Constants of a dot product that lie in more slots than a group can read become copies in one slot.
 * \p at is the instruction's place in its block and moves with it. */
static void
gather_row(struct hoist *h, struct ir_block *b, size_t *at, unsigned first)
{
   struct ir_instr *in = b->instrs.data[*at];
   uint32_t slot[4], n = 0;
   for (unsigned k = 0; k < 4; k++) {
      const struct ir_src *s = &in->src[first + k];
      if (s->kind != IR_SRC_SSA)
         continue;
      if (s->bits >= h->num_values || h->kind[s->bits] != LEAF || h->d.instr[s->bits]->op != IR_LOAD_UNIFORM)
         return; /* results of the preamble lie together anyway */
      uint32_t place = (uint32_t)h->d.instr[s->bits]->index * 2 + h->d.instr[s->bits]->comp / 2, i = 0;
      while (i < n && slot[i] != place)
         i++;
      assert(i < 4);
      slot[i] = place;
      n = MAX2(n, i + 1);
   }
   if (n < 3 || h->results.count + 4 > IR_PREAMBLE_RESULTS / 2 || h->instrs.count + 4 > IR_PREAMBLE_INSTRS)
      return;
   for (unsigned k = 0; k < 4; k++) {
      struct ir_src *s = &in->src[first + k];
      if (s->kind != IR_SRC_SSA)
         continue;
      struct ir_instr *copy = NULL;
      for (size_t i = 0; i < h->copies.count && !copy; i++)
         if (h->copies.data[i].of == s->bits && h->copies.data[i].block == b)
            copy = h->copies.data[i].load;
      if (!copy) {
         copy = ir_instr_create(h->s, IR_LOAD_UNIFORM, 0, 1);
         struct copy c = {s->bits, b, copy};
         struct result r = {.in = copy, .level = 0, .factor = in->dst, .operand = first};
         r.value = add(h, s->bits);
         r.order = (uint32_t)h->results.count;
         if (!copy || h->oom || !u_vec_push(&h->copies, c) || !u_vec_push(&h->results, r) ||
             !ir_block_insert(b, *at, copy)) {
            h->oom = true;
            return;
         }
         ++*at;
      }
      s->bits = copy->dst;
   }
}

static void
find_roots(struct hoist *h)
{
   for (struct ir_node *n = ir_first_node(h->s); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF)
         root(h, &n->cond, NULL, 0);
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if (in->ndst && h->kind[in->dst] != VARIES)
            continue;
         if (in->op == IR_FDOT4 && !h->oom) {
            gather_row(h, n->block, &i, 0);
            gather_row(h, n->block, &i, 4);
         }
         for (unsigned k = 0; k < in->nsrc; k++)
            root(h, &in->src[k], in, k);
      }
   }
}

/** Lays arrays of constants behind the results, as far as there is room. */
static void
add_tables(struct hoist *h, struct ir_table *t, uint32_t *value_at, uint32_t *at)
{
   for (size_t v = 0; t && v < h->s->vars.count; v++) {
      const uint32_t start = (*at + 3) & ~3u, n = t[v].len * 4;
      if (!n || start + n > IR_PREAMBLE_RESULTS || h->instrs.count + n > IR_PREAMBLE_INSTRS)
         continue;
      for (uint32_t i = *at; i < start + n && !h->oom; i++) {
         struct ir_instr *in = ir_instr_create(h->s, IR_MOV, 1, 1);
         value_at[i] = (uint32_t)h->instrs.count;
         h->oom |= !in || !u_vec_push(&h->instrs, in);
         if (h->oom)
            return;
         in->src[0] = ir_imm(i < start ? 0 : t[v].bits[i - start]);
         in->dst = value_at[i];
      }
      t[v].slot = h->s->num_uniform_slots + start / 4;
      t[v].placed = true;
      *at = start + n;
   }
}

/** The preamble, of what was found. */
static bool
make_preamble(struct hoist *h, struct ir_table *tables)
{
   struct ir_preamble *p = &h->s->preamble;
   uint32_t at;
   p->results = u_arena_array(&h->s->arena, uint32_t, IR_PREAMBLE_RESULTS);
   if (!p->results)
      return false;
   at = lay_out(h, p->results);
   add_tables(h, tables, p->results, &at);
   p->instrs = u_arena_array(&h->s->arena, struct ir_instr *, h->instrs.count + 1);
   if (!p->instrs || h->oom || !at)
      return false;
   for (size_t i = 0; i < h->instrs.count; i++)
      p->instrs[i] = h->instrs.data[i];
   p->num_instrs = (uint32_t)h->instrs.count;
   p->num_results = at;
   assert(p->num_instrs <= IR_PREAMBLE_INSTRS && p->num_results <= IR_PREAMBLE_RESULTS);
   p->first_slot = h->s->num_uniform_slots;
   h->s->num_uniform_slots += (p->num_results + 3) / 4;
   if (tables)
      ir_use_tables(h->s, tables);
   return true;
}

bool
ir_opt_uniform_exprs(struct ir_shader *s)
{
   struct hoist h = {.s = s};
   bool progress = false;
   if (s->preamble.num_results || !ir_defs_init(&h.d, s))
      return false;
   struct ir_table *tables = ir_find_tables(s);
   h.num_values = s->num_values;
   h.kind = calloc(s->num_values + 1, 1);
   h.number = malloc((s->num_values + 1) * sizeof *h.number);
   h.level = calloc(s->num_values + 1, sizeof *h.level);
   if (!h.kind || !h.number || !h.level) {
      h.oom = true;
      goto out;
   }
   memset(h.number, 0xff, (s->num_values + 1) * sizeof *h.number);
   classify(&h);
   find_roots(&h);
   if (h.oom || (!h.results.count && !tables))
      goto out;
   progress = make_preamble(&h, tables);
out:
   if (h.oom)
      s->arena.out_of_memory = true;
   free(h.kind);
   free(h.number);
   free(h.level);
   u_vec_fini(&h.instrs);
   u_vec_fini(&h.results);
   u_vec_fini(&h.copies);
   ir_defs_fini(&h.d);
   return progress;
}
