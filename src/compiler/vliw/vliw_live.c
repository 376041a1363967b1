/* SPDX-License-Identifier: MIT
 *
 * Liveness: for every register and array the ranges of positions where it holds a value somebody reads.
 *
 * Per-lane liveness over the structured control flow is enough: inactive lanes do not write. An access list
 * per block, in execution order, is the common form for both users: operations before scheduling, groups and
 * fetches after it. Arrays are never killed by a write; they live from the first access to the last.
 */
#include "compiler/vliw/vliw_mir.h"

#include "util/u_math.h"

struct access {
   int pos;     /* operation, group or fetch */
   uint32_t id; /* register, or number of registers + array */
   bool write;
   bool kills; /* a write that defines the whole value */
};

struct live {
   struct vliw_ctx *c;
   bool scheduled;
   uint32_t num_ids, words;
   uint32_t *global; /* id -> bit number in the sets; VLIW_NONE = never lives at a block's border */
   uint32_t *ids;    /* bit number -> id */
   uint32_t num_global;
   U_VEC(struct access) * acc; /* per block */
};

typedef U_VEC(struct access) access_list;

bool
vliw_ranges_overlap(const vliw_ranges *a, const vliw_ranges *b)
{
   size_t i = 0, j = 0;
   while (i < a->count && j < b->count) {
      if (a->data[i].end < b->data[j].start)
         i++;
      else if (b->data[j].end < a->data[i].start)
         j++;
      else
         return true;
   }
   return false;
}

void
vliw_ranges_merge(vliw_ranges *into, const vliw_ranges *from)
{
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
      else if (!u_vec_push(&r, x))
         break;
   }
   u_vec_fini(into);
   *into = r;
}

static void
add(access_list *l, int pos, uint32_t id, bool write, bool kills)
{
   struct access a = {pos, id, write, kills};
   (void)u_vec_push(l, a);
}

static void
add_src(struct live *v, access_list *l, int pos, const struct vliw_src *s)
{
   if (s->kind == VLIW_SRC_REG)
      add(l, pos, vliw_find(v->c, s->v), false, false);
   else if (s->kind == VLIW_SRC_ARRAY)
      add(l, pos, (uint32_t)v->c->regs.count + s->v, false, false);
}

static void
add_dst(struct live *v, access_list *l, int pos, uint32_t reg)
{
   if (reg != VLIW_NONE)
      add(l, pos, vliw_find(v->c, reg), true, true);
}

static void
add_op(struct live *v, access_list *l, int pos, const struct vliw_op *op)
{
   for (unsigned j = 0; j < vliw_op_num_src(op); j++)
      add_src(v, l, pos, &op->src[j]);
   if (op->ar != VLIW_NONE)
      add(l, pos, vliw_find(v->c, op->ar), false, false);
   for (unsigned k = 0; k < vliw_op_num_dst(op); k++)
      add_dst(v, l, pos, op->dst[k]);
   if (op->dst_array != VLIW_NONE)
      add(l, pos, (uint32_t)v->c->regs.count + op->dst_array, true, false);
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
         add(l, pos, (uint32_t)c->regs.count + s->op->dst_array, true, false);
      if (!s->write)
         continue;
      uint32_t dst = s->op->dst[s->op->nslots == 1 || s->op->op == DB_ALU_DOT4_IEEE ? 0 : s->k];
      if (dst == VLIW_NONE)
         continue;
      dst = vliw_find(c, dst);
      /* a value that is only forwarded needs no register, except that three-operand encodings cannot mask */
      if (!c->regs.data[dst].no_write || db_alu_info((enum db_alu_op)s->op->op)->op3)
         add(l, pos, dst, true, true);
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
      access_list *l = (access_list *)&v->acc[bi];
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
      b->end = 2 * pos;
      pos++;
   }
   c->num_pos = pos;
}

static inline bool
test(const uint32_t *set, uint32_t i)
{
   return set[i / 32] >> (i % 32) & 1;
}

/** Most registers live and die within a block: only those that a block reads before it writes them take part
 * in the sets, which are quadratic otherwise. */
static bool
number_globals(struct live *v)
{
   struct vliw_ctx *c = v->c;
   v->global = malloc((v->num_ids + 1) * sizeof *v->global);
   v->ids = malloc((v->num_ids + 1) * sizeof *v->ids);
   uint32_t *killed_in = calloc(v->num_ids + 1, sizeof *killed_in); /* 1 + block */
   bool ok = v->global && v->ids && killed_in;
   for (uint32_t i = 0; ok && i < v->num_ids; i++)
      v->global[i] = VLIW_NONE;
   for (uint32_t bi = 0; ok && bi < c->blocks.count; bi++) {
      const access_list *l = (const access_list *)&v->acc[bi];
      /* within one position all reads come before all writes, as add_op and the two passes here keep it */
      for (size_t i = 0; i < l->count;) {
         size_t e = i;
         while (e < l->count && l->data[e].pos == l->data[i].pos)
            e++;
         for (size_t k = i; k < e; k++) {
            uint32_t id = l->data[k].id;
            if (!l->data[k].write && killed_in[id] != bi + 1 && v->global[id] == VLIW_NONE) {
               v->ids[v->num_global] = id;
               v->global[id] = v->num_global++;
            }
         }
         for (size_t k = i; k < e; k++)
            if (l->data[k].write && l->data[k].kills)
               killed_in[l->data[k].id] = bi + 1;
         i = e;
      }
   }
   free(killed_in);
   v->words = v->num_global / 32 + 1;
   return ok;
}

static void
set_bit(uint32_t *set, uint32_t i)
{
   set[i / 32] |= 1u << (i % 32);
}

static inline uint32_t
live_out(const struct live *v, const struct vliw_block *b, uint32_t w)
{
   uint32_t out = 0;
   for (unsigned k = 0; k < 2; k++)
      if (b->succ[k] != VLIW_NONE)
         out |= v->c->blocks.data[b->succ[k]]->live_in[w];
   return out;
}

/** live_in starts as what the block itself reads, and grows. */
static void
dataflow(struct live *v)
{
   struct vliw_ctx *c = v->c;
   for (size_t bi = 0; bi < c->blocks.count; bi++) {
      struct vliw_block *b = c->blocks.data[bi];
      const access_list *l = (const access_list *)&v->acc[bi];
      for (size_t i = 0; i < l->count;) {
         size_t e = i;
         while (e < l->count && l->data[e].pos == l->data[i].pos)
            e++;
         for (size_t k = i; k < e; k++) {
            uint32_t g = v->global[l->data[k].id];
            if (g != VLIW_NONE && !l->data[k].write && !test(b->def, g))
               set_bit(b->live_in, g);
         }
         for (size_t k = i; k < e; k++) {
            uint32_t g = v->global[l->data[k].id];
            if (g != VLIW_NONE && l->data[k].write && l->data[k].kills && !test(b->live_in, g))
               set_bit(b->def, g);
         }
         i = e;
      }
   }
   bool again = true;
   while (again) {
      again = false;
      for (size_t bi = c->blocks.count; bi-- > 0;) {
         struct vliw_block *b = c->blocks.data[bi];
         for (uint32_t w = 0; w < v->words; w++) {
            uint32_t in = b->live_in[w] | (live_out(v, b, w) & ~b->def[w]);
            again |= in != b->live_in[w];
            b->live_in[w] = in;
         }
      }
   }
}

static void
extend(struct live *v, uint32_t id, int start, int end)
{
   struct vliw_ctx *c = v->c;
   vliw_ranges *r =
      id < c->regs.count ? &c->regs.data[id].ranges : &c->arrays.data[id - c->regs.count].ranges;
   /* blocks are walked forward, ranges inside a block backward: keep the list sorted by merging */
   struct vliw_range x = {start, end};
   vliw_ranges one = {.data = &x, .count = 1, .capacity = 1};
   if (r->count && r->data[r->count - 1].end < start - 1) {
      if (!u_vec_push(r, x))
         vliw_fail(c, "out of memory");
   } else if (!r->count) {
      if (!u_vec_push(r, x))
         vliw_fail(c, "out of memory");
   } else {
      vliw_ranges_merge(r, &one);
   }
}

static void
close_range(struct live *v, uint32_t id, int start, int *end)
{
   if (end[id] >= 0)
      extend(v, id, start, end[id]);
   end[id] = -1;
}

static void
build_ranges(struct live *v)
{
   struct vliw_ctx *c = v->c;
   int *end = u_arena_array(&c->arena, int, v->num_ids + 1); /* open range's end, -1 = closed */
   for (uint32_t i = 0; i < v->num_ids; i++)
      end[i] = -1;
   for (size_t n = 0; n < c->nodes.count; n++) {
      if (c->nodes.data[n].kind != VLIW_NODE_BLOCK)
         continue;
      uint32_t bi = c->nodes.data[n].block;
      struct vliw_block *b = c->blocks.data[bi];
      const access_list *l = (const access_list *)&v->acc[bi];
      for (uint32_t w = 0; w < v->words; w++)
         for (uint32_t m = live_out(v, b, w); m; m &= m - 1)
            end[v->ids[w * 32 + (uint32_t)__builtin_ctz(m)]] = b->end;
      for (size_t i = l->count; i > 0;) {
         size_t s = i;
         while (s > 0 && l->data[s - 1].pos == l->data[i - 1].pos)
            s--;
         for (size_t k = s; k < i; k++) {
            const struct access *a = &l->data[k];
            if (!a->write)
               continue;
            if (a->kills) {
               extend(v, a->id, 2 * a->pos + 1, MAX2(end[a->id], 2 * a->pos + 1));
               end[a->id] = -1;
            } else if (end[a->id] < 0) {
               end[a->id] = 2 * a->pos + 1;
            }
         }
         for (size_t k = s; k < i; k++) {
            const struct access *a = &l->data[k];
            if (!a->write && end[a->id] < 2 * a->pos)
               end[a->id] = 2 * a->pos;
         }
         i = s;
      }
      /* what is still open: lives from before, or is an array that was written to */
      for (uint32_t w = 0; w < v->words; w++)
         for (uint32_t m = b->live_in[w]; m; m &= m - 1)
            close_range(v, v->ids[w * 32 + (uint32_t)__builtin_ctz(m)], b->start, end);
      for (size_t i = 0; i < l->count; i++)
         close_range(v, l->data[i].id, b->start, end);
   }
}

static void
live(struct vliw_ctx *c, bool scheduled)
{
   struct live v = {.c = c, .scheduled = scheduled};
   v.num_ids = (uint32_t)(c->regs.count + c->arrays.count);
   v.acc = calloc(c->blocks.count + 1, sizeof *v.acc);
   if (!v.acc) {
      vliw_fail(c, "out of memory");
      return;
   }
   for (size_t i = 0; i < c->regs.count; i++)
      c->regs.data[i].ranges.count = 0;
   for (size_t i = 0; i < c->arrays.count; i++)
      c->arrays.data[i].ranges.count = 0;
   collect(&v);
   uint32_t *sets = NULL;
   if (number_globals(&v))
      sets = calloc(c->blocks.count + 1, 2 * v.words * sizeof *sets);
   if (sets) {
      for (size_t i = 0; i < c->blocks.count; i++) {
         c->blocks.data[i]->def = sets + 2 * i * v.words;
         c->blocks.data[i]->live_in = c->blocks.data[i]->def + v.words;
      }
      dataflow(&v);
      build_ranges(&v);
   } else {
      vliw_fail(c, "out of memory");
   }
   free(sets);
   free(v.global);
   free(v.ids);
   for (size_t i = 0; i < c->blocks.count; i++)
      u_vec_fini(&v.acc[i]);
   free(v.acc);
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
