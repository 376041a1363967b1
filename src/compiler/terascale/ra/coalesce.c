/* SPDX-License-Identifier: MIT
 *
 * Removes copies by merging registers whose live ranges do not overlap, and lays out the vecs: the registers
 * that a fetch or an export reads or writes together share one GPR, each in a channel of its own.
 *
 * Merging a member of one vec with a member of another joins the vecs. A vec is legal if its members can be
 * given channels such that members with overlapping ranges differ; members that get the same channel become
 * one register, so that the scheduler keeps their order. Copies in deeper loops go first.
 *
 * A copy of an SSA value holds the same bits for as long as both live, so their ranges may overlap: only
 * different values interfere.
 */
#include "compiler/terascale/passes.h"

#include <assert.h>

#include "util/u_math.h"

#define MAX_MEMBERS 24

struct members {
   uint32_t reg[MAX_MEMBERS];
   int8_t chan[MAX_MEMBERS];
   unsigned n;
   int gpr; /* -1 = free */
   /* of the search for channels, a bit a member: who has a channel; of each member, which earlier ones it has been compared
    * with, and which of them it cannot share a channel with */
   uint32_t in_chan[4], compared[MAX_MEMBERS], apart[MAX_MEMBERS];
};
_Static_assert(MAX_MEMBERS <= 32, "a bit a member");

/** A stretch in which a register, or what was merged into it, holds one value. */
struct segment {
   int start, end;
   uint32_t value;
};

typedef U_VEC(struct segment) segments;

struct coalesce {
   struct vliw_ctx *c;
   U_VEC(uint32_t) * vec; /* member registers of each vec; stale entries point to merged ones */
   segments *seg;         /* of each representative, sorted and disjoint */
   uint32_t *value;       /* per register: the value it holds; representatives: VLIW_NONE = several */
   uint32_t trial[2];     /* representatives that are one as long as their merging is tried */
   unsigned budget;       /* steps that the search for channels may still take */
};

static bool
plain_copy(const struct vliw_op *op)
{
   return op->copy && !op->clamp && op->src[0].kind == VLIW_SRC_REG && !op->src[0].neg && !op->src[0].abs;
}

/** Which registers are copies of which value. */
static void
number_values(struct coalesce *k)
{
   struct vliw_ctx *c = k->c;
   uint32_t n = (uint32_t)c->regs.count;
   uint32_t *defs = u_arena_array(&c->arena, uint32_t, n);
   bool *in_loop = u_arena_array(&c->arena, bool, n);
   if (!defs || !in_loop) {
      vliw_out_of_memory(c);
      return;
   }
   for (size_t bi = 0; bi < c->blocks.count; bi++) {
      const struct vliw_block *b = c->blocks.data[bi];
      for (size_t i = 0; i < b->ops.count; i++)
         for (unsigned j = 0; j < vliw_op_num_dst(b->ops.data[i]); j++)
            if (b->ops.data[i]->dst[j] != VLIW_NONE) {
               defs[b->ops.data[i]->dst[j]]++;
               in_loop[b->ops.data[i]->dst[j]] |= b->loop_depth != 0;
            }
   }
   for (uint32_t i = 0; i < n; i++)
      k->value[i] = i;
   for (size_t ni = 0; ni < c->nodes.count; ni++) {
      if (c->nodes.data[ni].kind != VLIW_NODE_BLOCK)
         continue;
      const struct vliw_block *b = c->blocks.data[c->nodes.data[ni].block];
      for (size_t i = 0; i < b->ops.count; i++) {
         const struct vliw_op *op = b->ops.data[i];
         if (!plain_copy(op))
            continue;
         uint32_t d = op->dst[0], s = op->src[0].v;
         /* a mutable register that is written once, outside loops, is as good as a value */
         bool d_ok = !c->regs.data[d].is_mutable || (defs[d] == 1 && !in_loop[d]);
         bool s_ok = !c->regs.data[s].is_mutable || (defs[s] == 1 && !in_loop[s]);
         if (d_ok && s_ok)
            k->value[d] = k->value[s];
      }
   }
}

/** Where the first segment stands, from number \p lo on, that ends at or behind \p pos. */
static size_t
first_behind(const segments *l, size_t lo, int pos)
{
   size_t hi = l->count;
   while (lo < hi) {
      size_t mid = lo + (hi - lo) / 2;
      if (l->data[mid].end < pos)
         lo = mid + 1;
      else
         hi = mid;
   }
   return lo;
}

/** Do they hold different values at one place? */
static bool
clash(const segments *a, const segments *b)
{
   if (a->count > b->count) {
      const segments *t = a;
      a = b;
      b = t;
   }
   size_t first = 0;
   for (size_t i = 0; i < a->count && first < b->count; i++) {
      const struct segment *x = &a->data[i];
      first = first_behind(b, first, x->start);
      for (size_t j = first; j < b->count && b->data[j].start <= x->end; j++)
         if (b->data[j].value != x->value)
            return true;
   }
   return false;
}

/** What it overlaps has its value. */
static bool
add_segment(segments *l, struct segment x)
{
   assert(x.start <= x.end);
   size_t i = first_behind(l, 0, x.start), n = i;
   if (i && l->data[i - 1].end + 1 == x.start && l->data[i - 1].value == x.value)
      i--;
   while (n < l->count &&
          (l->data[n].start <= x.end || (l->data[n].start == x.end + 1 && l->data[n].value == x.value)))
      n++;
   if (n == i) {
      if (!u_vec_reserve(l, l->count + 1))
         return false;
      memmove(l->data + i + 1, l->data + i, (l->count - i) * sizeof *l->data);
      l->count++;
   } else {
      x.start = MIN2(l->data[i].start, x.start);
      x.end = MAX2(l->data[n - 1].end, x.end);
      memmove(l->data + i + 1, l->data + n, (l->count - n) * sizeof *l->data);
      l->count -= n - i - 1;
   }
   l->data[i] = x;
   return true;
}

static bool
interfere(const struct coalesce *k, uint32_t a, uint32_t b)
{
   if (clash(&k->seg[a], &k->seg[b]))
      return true;
   if (a == k->trial[0] || b == k->trial[0]) {
      uint32_t other = a == k->trial[0] ? b : a;
      return clash(&k->seg[k->trial[1]], &k->seg[other]);
   }
   return false;
}

static bool
add_member(struct coalesce *k, struct members *m, uint32_t reg)
{
   struct vliw_ctx *c = k->c;
   reg = vliw_find(c, reg);
   for (unsigned i = 0; i < m->n; i++)
      if (m->reg[i] == reg)
         return true;
   if (m->n == MAX_MEMBERS)
      return false;
   const struct vliw_reg *r = &c->regs.data[reg];
   if (r->gpr >= 0) {
      if (m->gpr >= 0 && m->gpr != r->gpr)
         return false;
      m->gpr = r->gpr;
   }
   m->reg[m->n++] = reg;
   return true;
}

static bool
add_vec(struct coalesce *k, struct members *m, uint32_t vec)
{
   for (size_t i = 0; i < k->vec[vec].count; i++)
      if (!add_member(k, m, k->vec[vec].data[i]))
         return false;
   return true;
}

static bool
same_value(const struct coalesce *k, uint32_t a, uint32_t b)
{
   uint32_t v = k->value[a];
   if (a == k->trial[0] || b == k->trial[0])
      v = k->value[k->trial[1]] == v ? v : VLIW_NONE;
   return v != VLIW_NONE && k->value[b] == v;
}

/** May two members of a vec have one channel, that is, become one register? */
static bool
may_share(struct coalesce *k, uint32_t a, uint32_t b)
{
   if (interfere(k, a, b))
      return false;
   /* coordinates in one register would force their fetches apart, into clauses of their own: a copy is less,
    * unless registers are short */
   return k->c->plan.window || !k->c->regs.data[a].is_coord || !k->c->regs.data[b].is_coord ||
          same_value(k, a, b);
}

/** May member \p i have the channel, as far as the members before it are concerned? */
static bool
is_free(struct coalesce *k, struct members *m, unsigned i, unsigned chan)
{
   for (uint32_t new = m->in_chan[chan] & ~m->compared[i]; new && !(m->apart[i] & m->in_chan[chan]);
        new &= new - 1) {
      const unsigned j = (unsigned)__builtin_ctz(new);
      m->compared[i] |= 1u << j;
      if (!may_share(k, m->reg[i], m->reg[j]))
         m->apart[i] |= 1u << j;
   }
   return !(m->apart[i] & m->in_chan[chan]);
}

/** Gives channels to members i.. so that overlapping ones differ; pinned ones first. */
static bool
colour_from(struct coalesce *k, struct members *m, unsigned i)
{
   if (i == m->n)
      return true;
   if (!k->budget)
      return false; /* the search is exponential at worst: what is not found soon stays apart */
   k->budget--;
   const struct vliw_reg *r = &k->c->regs.data[m->reg[i]];
   const unsigned first = r->chan >= 0 ? (unsigned)r->chan : r->pref >= 0 ? (unsigned)r->pref : i & 3;
   for (unsigned t = 0; t < (r->chan >= 0 ? 1 : 4); t++) {
      const unsigned ch = (first + t) & 3;
      if (!is_free(k, m, i, ch))
         continue;
      m->chan[i] = (int8_t)ch;
      m->in_chan[ch] |= 1u << i;
      if (colour_from(k, m, i + 1))
         return true;
      m->in_chan[ch] &= ~(1u << i);
   }
   return false;
}

static bool
colour(struct coalesce *k, struct members *m, unsigned budget)
{
   k->budget = budget;
   memset(m->in_chan, 0, sizeof m->in_chan);
   memset(m->compared, 0, sizeof m->compared);
   memset(m->apart, 0, sizeof m->apart);
   return colour_from(k, m, 0);
}

static void
pinned_first(struct vliw_ctx *c, struct members *m)
{
   assert(m->n <= MAX_MEMBERS);
   unsigned n = 0;
   for (unsigned i = 0; i < m->n; i++)
      if (c->regs.data[m->reg[i]].chan >= 0) {
         uint32_t t = m->reg[i];
         m->reg[i] = m->reg[n];
         m->reg[n++] = t;
      }
}

/** vliw_find that shortens the way for the next search. Not while a trial merge may be taken back. */
static uint32_t
find_for_good(struct vliw_ctx *c, uint32_t r)
{
   assert(r != VLIW_NONE);
   uint32_t rep = vliw_find(c, r);
   while (r != rep) {
      uint32_t up = c->regs.data[r].parent;
      c->regs.data[r].parent = rep;
      r = up;
   }
   return rep;
}

static void
merge_segments(struct coalesce *k, uint32_t a, uint32_t b)
{
   assert(a != b);
   if (k->seg[a].count < k->seg[b].count) {
      segments t = k->seg[a];
      k->seg[a] = k->seg[b];
      k->seg[b] = t;
   }
   for (size_t i = 0; i < k->seg[b].count; i++)
      if (!add_segment(&k->seg[a], k->seg[b].data[i]))
         vliw_out_of_memory(k->c);
   u_vec_fini(&k->seg[b]);
   if (k->value[a] != k->value[b])
      k->value[a] = VLIW_NONE;
}

/** b disappears into a. */
static void
merge_regs(struct coalesce *k, uint32_t a, uint32_t b)
{
   struct vliw_ctx *c = k->c;
   assert(a != b && c->regs.data[a].parent == a && c->regs.data[b].parent == b);
   merge_segments(k, a, b);
   struct vliw_reg *ra = &c->regs.data[a], *rb = &c->regs.data[b];
   assert(ra->chan < 0 || rb->chan < 0 || ra->chan == rb->chan);
   assert(ra->gpr < 0 || rb->gpr < 0 || ra->gpr == rb->gpr);
   rb->parent = a;
   if (ra->chan < 0)
      ra->chan = rb->chan;
   if (ra->gpr < 0)
      ra->gpr = rb->gpr;
   if (ra->pref < 0)
      ra->pref = rb->pref;
   if (ra->vec == VLIW_NONE)
      ra->vec = rb->vec;
   ra->is_coord |= rb->is_coord;
}

static bool
try_merge(struct coalesce *k, uint32_t a, uint32_t b)
{
   struct vliw_ctx *c = k->c;
   a = find_for_good(c, a);
   b = find_for_good(c, b);
   if (a == b)
      return true;
   struct vliw_reg *ra = &c->regs.data[a], *rb = &c->regs.data[b];
   if (interfere(k, a, b))
      return false;
   if (ra->chan >= 0 && rb->chan >= 0 && ra->chan != rb->chan)
      return false;
   if (ra->gpr >= 0 && rb->gpr >= 0 && ra->gpr != rb->gpr)
      return false;
   uint32_t va = ra->vec, vb = rb->vec;
   if (va == VLIW_NONE && vb == VLIW_NONE) {
      merge_regs(k, a, b);
      return true;
   }
   /* try it: the merged register takes a's place */
   struct vliw_reg save = *ra;
   if (ra->chan < 0)
      ra->chan = rb->chan;
   if (ra->gpr < 0)
      ra->gpr = rb->gpr;
   if (ra->pref < 0)
      ra->pref = rb->pref;
   ra->is_coord |= rb->is_coord;
   rb->parent = a;
   k->trial[0] = a;
   k->trial[1] = b;
   struct members m = {.gpr = -1};
   bool ok = add_member(k, &m, a) && (va == VLIW_NONE || add_vec(k, &m, va)) &&
             (vb == VLIW_NONE || add_vec(k, &m, vb));
   if (ok) {
      pinned_first(c, &m);
      ok = colour(k, &m, 300);
   }
   k->trial[0] = k->trial[1] = VLIW_NONE;
   if (!ok) {
      *ra = save;
      rb->parent = b;
      return false;
   }
   merge_segments(k, a, b);
   uint32_t v = va != VLIW_NONE ? va : vb;
   if (vb != VLIW_NONE)
      k->vec[vb].count = 0;
   k->vec[v].count = 0;
   for (unsigned i = 0; i < m.n; i++) {
      c->regs.data[m.reg[i]].vec = v;
      c->regs.data[m.reg[i]].gpr = (int16_t)m.gpr;
      if (!u_vec_push(&k->vec[v], m.reg[i]))
         vliw_out_of_memory(c);
   }
   return true;
}

/** Final channels: members of one channel become one register. */
static void
fix_channels(struct coalesce *k, uint32_t vec)
{
   struct vliw_ctx *c = k->c;
   struct members m = {.gpr = -1};
   if (!add_vec(k, &m, vec) || !m.n)
      return;
   struct vliw_reg *only = &c->regs.data[m.reg[0]];
   if (m.n == 1 && only->gpr < 0) {
      only->vec = VLIW_NONE; /* alone: the scheduler chooses */
      only->pref = -1;
      return;
   }
   pinned_first(c, &m);
   if (!colour(k, &m, 1000000)) {
      vliw_fail(c, "internal: a vector cannot be laid out");
      return;
   }
   for (unsigned i = 0; i < m.n; i++) {
      c->regs.data[m.reg[i]].chan = m.chan[i];
      for (unsigned j = 0; j < i; j++)
         if (m.chan[j] == m.chan[i] && vliw_find(c, m.reg[j]) != vliw_find(c, m.reg[i])) {
            merge_regs(k, vliw_find(c, m.reg[j]), vliw_find(c, m.reg[i]));
            break;
         }
   }
}

void
vliw_coalesce(struct vliw_ctx *c)
{
   struct coalesce k = {
      .c = c, .trial = {VLIW_NONE, VLIW_NONE}
   };
   k.vec = calloc(c->num_vecs + 1, sizeof *k.vec);
   k.seg = calloc(c->regs.count + 1, sizeof *k.seg);
   k.value = u_arena_array(&c->arena, uint32_t, c->regs.count + 1);
   if (!k.vec || !k.seg || !k.value) {
      free(k.vec);
      free(k.seg);
      vliw_out_of_memory(c);
      return;
   }
   number_values(&k);
   for (uint32_t i = 0; i < c->regs.count; i++)
      for (size_t j = 0; j < c->regs.data[i].ranges.count; j++) {
         const struct vliw_range *r = &c->regs.data[i].ranges.data[j];
         if (!add_segment(&k.seg[i], (struct segment){r->start, r->end, k.value[i]}))
            vliw_out_of_memory(c);
      }
   for (uint32_t i = 0; i < c->regs.count; i++)
      if (c->regs.data[i].vec != VLIW_NONE && !u_vec_push(&k.vec[c->regs.data[i].vec], i))
         vliw_out_of_memory(c);
   uint32_t deepest = 0;
   for (size_t i = 0; i < c->blocks.count; i++)
      deepest = MAX2(deepest, c->blocks.data[i]->loop_depth);
   for (uint32_t d = deepest + 1; d-- > 0;) {
      for (size_t bi = 0; bi < c->blocks.count; bi++) {
         struct vliw_block *b = c->blocks.data[bi];
         if (b->loop_depth != d)
            continue;
         for (size_t i = 0; i < b->ops.count; i++) {
            const struct vliw_op *op = b->ops.data[i];
            if (plain_copy(op))
               try_merge(&k, op->dst[0], op->src[0].v);
         }
      }
   }
   for (uint32_t v = 0; v < c->num_vecs; v++)
      fix_channels(&k, v);
   for (uint32_t v = 0; v < c->num_vecs; v++)
      u_vec_fini(&k.vec[v]);
   free(k.vec);
   for (uint32_t i = 0; i < c->regs.count; i++)
      u_vec_fini(&k.seg[i]);
   free(k.seg);

   /* from here on operands name representatives; copies onto themselves are gone */
   for (size_t bi = 0; bi < c->blocks.count; bi++) {
      struct vliw_block *b = c->blocks.data[bi];
      size_t n = 0;
      for (size_t i = 0; i < b->ops.count; i++) {
         struct vliw_op *op = b->ops.data[i];
         for (unsigned j = 0; j < vliw_op_num_src(op); j++)
            if (op->src[j].kind == VLIW_SRC_REG)
               op->src[j].v = find_for_good(c, op->src[j].v);
         if (op->ar != VLIW_NONE)
            op->ar = find_for_good(c, op->ar);
         for (unsigned j = 0; j < vliw_op_num_dst(op); j++)
            if (op->dst[j] != VLIW_NONE)
               op->dst[j] = find_for_good(c, op->dst[j]);
         if (plain_copy(op) && op->src[0].v == op->dst[0])
            continue;
         b->ops.data[n++] = op;
      }
      b->ops.count = n;
   }
   for (size_t i = 0; i < c->exports.count; i++)
      for (unsigned j = 0; j < 4; j++)
         if (c->exports.data[i].src[j].kind == VLIW_SRC_REG)
            c->exports.data[i].src[j].v = find_for_good(c, c->exports.data[i].src[j].v);
}
