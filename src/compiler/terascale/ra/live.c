/* SPDX-License-Identifier: MIT
 *
 * Liveness: for every register and array the ranges of positions where it holds a value somebody reads.
 *
 * Per-lane liveness over the structured control flow is enough: inactive lanes do not write. A list of
 * accesses, in execution order, is the common form for both users: operations before scheduling, groups and
 * fetches after it. One register after the other: from its reads up to its writes, through the blocks where
 * it lives and no others, so that time and memory follow the length of the ranges, not blocks times
 * registers. Arrays are never killed by a write; they live from the first access to the last.
 */
#include "compiler/terascale/passes.h"

#include <assert.h>

#include "util/u_math.h"

struct access {
   int pos;     /* operation, group or fetch */
   uint32_t id; /* register, or number of registers + array */
   uint32_t block;
   bool write;
   bool kills; /* a write that defines the whole value */
};

typedef U_VEC(struct access) access_list;

struct live {
   struct vliw_ctx *c;
   bool scheduled;
   uint32_t num_ids;
   access_list acc;        /* of all blocks, in order of positions; reads come before writes of a position */
   uint32_t *first, *list; /* accesses list[first[id]] .. list[first[id + 1] - 1] are of id, in this order */
   uint32_t *first_pred, *pred; /* the same for the blocks before a block */
   /* by block, for the id at hand: numbers of the id (plus one) for which it is so */
   uint32_t *killed_in, *live_in, *live_out, *seen;
   U_VEC(uint32_t) work, touched; /* blocks */
};

/** Where the list's first range stands that ends at or behind \p pos. */
static size_t
first_behind(const vliw_ranges *r, int pos)
{
   size_t lo = 0, hi = r->count;
   if (hi && r->data[hi - 1].end < pos)
      return hi;
   while (lo < hi) {
      size_t mid = lo + (hi - lo) / 2;
      if (r->data[mid].end < pos)
         lo = mid + 1;
      else
         hi = mid;
   }
   return lo;
}

bool
vliw_ranges_overlap(const vliw_ranges *a, const vliw_ranges *b)
{
   if (a->count > b->count) {
      const vliw_ranges *t = a;
      a = b;
      b = t;
   }
   if (!a->count)
      return false;
   size_t i = 0, j = first_behind(b, a->data[0].start);
   bool search = b->count > 16 * a->count;
   while (i < a->count && j < b->count) {
      if (a->data[i].end < b->data[j].start)
         i++;
      else if (b->data[j].end >= a->data[i].start)
         return true;
      else if (search)
         j = first_behind(b, a->data[i].start);
      else
         j++;
   }
   return false;
}

bool
vliw_ranges_add(vliw_ranges *r, struct vliw_range x)
{
   size_t i = first_behind(r, x.start - 1), n = i;
   assert(x.start <= x.end);
   while (n < r->count && r->data[n].start <= x.end + 1)
      n++;
   if (n == i) { /* touches none */
      if (!u_vec_reserve(r, r->count + 1))
         return false;
      memmove(r->data + i + 1, r->data + i, (r->count - i) * sizeof *r->data);
      r->data[i] = x;
      r->count++;
      return true;
   }
   r->data[i].start = MIN2(r->data[i].start, x.start);
   r->data[i].end = MAX2(r->data[n - 1].end, x.end);
   memmove(r->data + i + 1, r->data + n, (r->count - n) * sizeof *r->data);
   assert(n <= r->count && r->data[i].start <= r->data[i].end);
   r->count -= n - i - 1;
   return true;
}

bool
vliw_ranges_merge(vliw_ranges *into, const vliw_ranges *from)
{
   if (from->count * 8 <= into->count || from->count == 1) {
      for (size_t i = 0; i < from->count; i++)
         if (!vliw_ranges_add(into, from->data[i]))
            return false;
      return true;
   }
   vliw_ranges r = {0};
   size_t i = 0, j = 0;
   while (i < into->count || j < from->count) {
      struct vliw_range x;
      if (j == from->count || (i < into->count && into->data[i].start <= from->data[j].start))
         x = into->data[i++];
      else
         x = from->data[j++];
      if (r.count && r.data[r.count - 1].end + 1 >= x.start)
         r.data[r.count - 1].end = MAX2(r.data[r.count - 1].end, x.end);
      else if (!u_vec_push(&r, x)) {
         u_vec_fini(&r);
         return false;
      }
   }
   u_vec_fini(into);
   *into = r;
   return true;
}

static void
add(struct live *v, access_list *l, int pos, uint32_t id, bool write, bool kills)
{
   struct access a = {.pos = pos, .id = id, .write = write, .kills = kills};
   if (!u_vec_push(l, a))
      vliw_out_of_memory(v->c);
}

static void
add_src(struct live *v, access_list *l, int pos, const struct vliw_src *s)
{
   if (s->kind == VLIW_SRC_REG)
      add(v, l, pos, vliw_find(v->c, s->v), false, false);
   else if (s->kind == VLIW_SRC_ARRAY)
      add(v, l, pos, (uint32_t)v->c->regs.count + s->v, false, false);
}

static void
add_dst(struct live *v, access_list *l, int pos, uint32_t reg)
{
   if (reg != VLIW_NONE)
      add(v, l, pos, vliw_find(v->c, reg), true, true);
}

static void
add_op(struct live *v, access_list *l, int pos, const struct vliw_op *op)
{
   for (unsigned j = 0; j < vliw_op_num_src(op); j++)
      add_src(v, l, pos, &op->src[j]);
   if (op->ar != VLIW_NONE)
      add(v, l, pos, vliw_find(v->c, op->ar), false, false);
   for (unsigned k = 0; k < vliw_op_num_dst(op); k++)
      add_dst(v, l, pos, op->dst[k]);
   if (op->dst_array != VLIW_NONE)
      add(v, l, pos, (uint32_t)v->c->regs.count + op->dst_array, true, false);
}

/** What a group reads from registers (not through PV/PS) and writes to them. */
static void
add_group(struct live *v, access_list *l, int pos, const struct vliw_group *g)
{
   struct vliw_ctx *c = v->c;
   for (unsigned i = 0; i < 5; i++) {
      const struct vliw_slot *s = &g->slot[i];
      if (!s->op)
         continue;
      for (unsigned j = 0; j < s->op->nsrc; j++)
         if (!s->fwd[j])
            add_src(v, l, pos, &s->op->src[s->k * s->op->nsrc + j]);
      if (s->op->dst_array != VLIW_NONE)
         add(v, l, pos, (uint32_t)c->regs.count + s->op->dst_array, true, false);
      if (!s->write)
         continue;
      uint32_t dst = s->op->dst[s->op->nslots == 1 || s->op->op == DB_ALU_DOT4_IEEE ? 0 : s->k];
      if (dst == VLIW_NONE)
         continue;
      dst = vliw_find(c, dst);
      /* a value that is only forwarded needs no register, except that three-operand encodings cannot mask */
      if (!c->regs.data[dst].no_write || db_alu_info((enum db_alu_op)s->op->op)->op3)
         add(v, l, pos, dst, true, true);
   }
}

static void
collect(struct live *v)
{
   struct vliw_ctx *c = v->c;
   int pos = 0;
   for (size_t n = 0; n < c->nodes.count; n++) {
      if (c->nodes.data[n].kind != VLIW_NODE_BLOCK)
         continue;
      uint32_t bi = c->nodes.data[n].block;
      struct vliw_block *b = c->blocks.data[bi];
      access_list *l = &v->acc;
      size_t first = l->count;
      b->start = 2 * pos;
      pos++; /* an edge of its own, so that entry and exit are distinct even if the block is empty */
      if (v->scheduled) {
         for (size_t k = 0; k < b->clauses.count; k++) {
            struct vliw_clause *cl = b->clauses.data[k];
            cl->pos = pos;
            for (size_t i = 0; i < cl->groups.count; i++)
               add_group(v, l, pos++, &cl->groups.data[i]);
            for (size_t i = 0; i < cl->fetches.count; i++)
               add_op(v, l, pos++, cl->fetches.data[i]);
         }
      } else {
         for (size_t i = 0; i < b->ops.count; i++)
            add_op(v, l, pos++, b->ops.data[i]);
      }
      if (bi == c->blocks.count - 1)
         for (size_t i = 0; i < c->exports.count; i++)
            for (unsigned k = 0; k < 4; k++)
               add_src(v, l, pos, &c->exports.data[i].src[k]);
      for (size_t i = first; i < l->count; i++)
         l->data[i].block = bi;
      b->end = 2 * pos;
      pos++;
   }
   c->num_pos = pos;
}

/** Fills `first` and `list`, `first_pred` and `pred`. */
static bool
index_accesses(struct live *v)
{
   struct vliw_ctx *c = v->c;
   uint32_t n = (uint32_t)v->acc.count, nb = (uint32_t)c->blocks.count;
   v->first = calloc(v->num_ids + 2, sizeof *v->first);
   v->list = malloc((n + 1) * sizeof *v->list);
   v->first_pred = calloc(nb + 2, sizeof *v->first_pred);
   v->pred = malloc((2 * nb + 1) * sizeof *v->pred);
   if (!v->first || !v->list || !v->first_pred || !v->pred)
      return false;
   /* counting sort: first[id + 1] is where the next one of id goes, and at the end where those of id + 1
    * begin
    */
   for (uint32_t i = 0; i < n; i++)
      v->first[v->acc.data[i].id + 2]++;
   for (uint32_t i = 2; i < v->num_ids + 2; i++)
      v->first[i] += v->first[i - 1];
   for (uint32_t i = 0; i < n; i++)
      v->list[v->first[v->acc.data[i].id + 1]++] = i;
   for (uint32_t b = 0; b < nb; b++)
      for (unsigned k = 0; k < 2; k++)
         if (c->blocks.data[b]->succ[k] != VLIW_NONE)
            v->first_pred[c->blocks.data[b]->succ[k] + 2]++;
   for (uint32_t b = 2; b < nb + 2; b++)
      v->first_pred[b] += v->first_pred[b - 1];
   for (uint32_t b = 0; b < nb; b++)
      for (unsigned k = 0; k < 2; k++)
         if (c->blocks.data[b]->succ[k] != VLIW_NONE)
            v->pred[v->first_pred[c->blocks.data[b]->succ[k] + 1]++] = b;
   return true;
}

static void
note(struct live *v, uint32_t block, uint32_t mark)
{
   if (v->seen[block] == mark)
      return;
   v->seen[block] = mark;
   if (!u_vec_push(&v->touched, block))
      vliw_out_of_memory(v->c);
}

/** Which blocks does the value live in? Up from each block that reads it before it writes it, until it is
 * written. `touched`: these blocks and those with an access. */
static void
find_blocks(struct live *v, uint32_t id)
{
   uint32_t mark = id + 1;
   v->work.count = v->touched.count = 0;
   for (uint32_t i = v->first[id]; i < v->first[id + 1];) {
      uint32_t block = v->acc.data[v->list[i]].block;
      bool exposed = false, killed = false;
      for (; i < v->first[id + 1] && v->acc.data[v->list[i]].block == block; i++) {
         const struct access *a = &v->acc.data[v->list[i]];
         exposed |= !a->write && !killed;
         if (a->kills && !killed) {
            /* reads of the same position come first, but may be listed behind */
            for (uint32_t k = i + 1; k < v->first[id + 1] && v->acc.data[v->list[k]].pos == a->pos; k++)
               exposed |= !v->acc.data[v->list[k]].write;
            killed = true;
         }
      }
      note(v, block, mark);
      if (killed)
         v->killed_in[block] = mark;
      if (exposed && v->live_in[block] != mark) {
         v->live_in[block] = mark;
         if (!u_vec_push(&v->work, block))
            vliw_out_of_memory(v->c);
      }
   }
   while (v->work.count) {
      uint32_t b = v->work.data[--v->work.count];
      for (uint32_t k = v->first_pred[b]; k < v->first_pred[b + 1]; k++) {
         uint32_t p = v->pred[k];
         if (v->live_out[p] == mark)
            continue;
         v->live_out[p] = mark;
         note(v, p, mark);
         if (v->killed_in[p] != mark && v->live_in[p] != mark) {
            v->live_in[p] = mark;
            if (!u_vec_push(&v->work, p))
               vliw_out_of_memory(v->c);
         }
      }
   }
}

static int
by_number(const void *pa, const void *pb)
{
   uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;
   return a < b ? -1 : a > b;
}

static void
sort_touched(struct live *v, uint32_t mark)
{
   uint32_t *t = v->touched.data, low = UINT32_MAX, high = 0;
   size_t n = v->touched.count;
   bool sorted = true;
   for (size_t i = 0; i < n; i++) {
      sorted &= !i || t[i - 1] < t[i];
      low = MIN2(low, t[i]);
      high = MAX2(high, t[i]);
   }
   if (sorted)
      return;
   if (high - low > 8 * n) {
      qsort(t, n, sizeof *t, by_number);
      return;
   }
   for (uint32_t b = low, k = 0; b <= high && k < n; b++)
      if (v->seen[b] == mark)
         t[k++] = b;
}

static void
add_range(struct live *v, vliw_ranges *r, int start, int end)
{
   if (!vliw_ranges_add(r, (struct vliw_range){start, end}))
      vliw_out_of_memory(v->c);
}

/** The ranges of one block, whose accesses are list[from .. to - 1], added from its end to its start. */
static void
block_ranges(struct live *v, vliw_ranges *r, uint32_t id, const struct vliw_block *b, uint32_t from,
             uint32_t to)
{
   int end = v->live_out[b->index] == id + 1 ? b->end : -1;
   while (to > from) {
      uint32_t s = to;
      int pos = v->acc.data[v->list[to - 1]].pos;
      bool written = false, killed = false, read = false;
      for (; s > from && v->acc.data[v->list[s - 1]].pos == pos; s--) {
         written |= v->acc.data[v->list[s - 1]].write;
         killed |= v->acc.data[v->list[s - 1]].kills;
         read |= !v->acc.data[v->list[s - 1]].write;
      }
      if (killed) {
         add_range(v, r, 2 * pos + 1, MAX2(end, 2 * pos + 1));
         end = -1;
      } else if (written && end < 0) {
         end = 2 * pos + 1;
      }
      if (read && end < 2 * pos)
         end = 2 * pos;
      to = s;
   }
   /* what is still open: lives from before, or is an array that was written to */
   if (end >= 0)
      add_range(v, r, b->start, end);
}

static void
build_ranges(struct live *v, uint32_t id)
{
   struct vliw_ctx *c = v->c;
   vliw_ranges *r =
      id < c->regs.count ? &c->regs.data[id].ranges : &c->arrays.data[id - c->regs.count].ranges;
   find_blocks(v, id);
   sort_touched(v, id + 1);
   uint32_t i = v->first[id];
   for (size_t k = 0; k < v->touched.count; k++) {
      uint32_t bi = v->touched.data[k];
      uint32_t to = i;
      while (to < v->first[id + 1] && v->acc.data[v->list[to]].block == bi)
         to++;
      block_ranges(v, r, id, c->blocks.data[bi], i, to);
      i = to;
   }
}

static void
live(struct vliw_ctx *c, bool scheduled)
{
   struct live v = {.c = c, .scheduled = scheduled};
   v.num_ids = (uint32_t)(c->regs.count + c->arrays.count);
   for (size_t i = 0; i < c->regs.count; i++)
      c->regs.data[i].ranges.count = 0;
   for (size_t i = 0; i < c->arrays.count; i++)
      c->arrays.data[i].ranges.count = 0;
   uint32_t *marks = calloc(c->blocks.count + 1, 4 * sizeof *marks);
   collect(&v);
   if (marks && index_accesses(&v)) {
      v.killed_in = marks;
      v.live_in = marks + c->blocks.count;
      v.live_out = marks + 2 * c->blocks.count;
      v.seen = marks + 3 * c->blocks.count;
      for (uint32_t id = 0; id < v.num_ids && !c->failed; id++)
         build_ranges(&v, id);
   } else {
      vliw_out_of_memory(c);
   }
   free(marks);
   free(v.first);
   free(v.list);
   free(v.first_pred);
   free(v.pred);
   u_vec_fini(&v.acc);
   u_vec_fini(&v.work);
   u_vec_fini(&v.touched);
}

void
vliw_live_ops(struct vliw_ctx *c)
{
   live(c, false);
}

void
vliw_live_groups(struct vliw_ctx *c)
{
   live(c, true);
}
