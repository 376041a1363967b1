/* SPDX-License-Identifier: MIT
 *
 * What a stream has said, word by word, and whether all atoms together would say the same now. Not looked at: what
 * ts_emit_draw says itself, and events, which leave no state.
 */
#include "terascale/verify.h"

#include <stdlib.h>

#include "db/terascale/pm4.h"
#include "db/terascale/ts_regs.h"
#include "driver/verify.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/screen.h"
#include "util/u_debug.h"

enum {
   SLOTS = 4096, /* of a table: a stream sets some 1500 words of state */
   BORDER_COLOR_REGS =
      5, /* a packet of so many config registers, of a chip that has them by index: an index, and what it selects */
};

/* Where a reader of packets is. */
struct reader {
   struct drv_words *words;
   uint32_t engine; /* that config registers go to, as the index register says */
   uint64_t last;   /* key of the last word of state, to which relocations belong */
   unsigned relocs; /* behind it */
};

struct ts_verify {
   struct drv_verify v;
   struct reader reader; /* of the stream */
};

struct ts_verify *
ts_verify_create(bool always)
{
   struct ts_verify *v = calloc(1, sizeof *v);
   if (v && !drv_verify_init(&v->v, SLOTS, always)) {
      free(v);
      v = NULL;
   }
   return v;
}

void
ts_verify_destroy(struct ts_verify *v)
{
   if (v)
      drv_verify_fini(&v->v);
   free(v);
}

void
ts_verify_begin(struct ts_verify *v)
{
   if (!v)
      return;
   drv_verify_begin(&v->v);
   v->reader = (struct reader){.words = &v->v.said};
}

static void
set(struct reader *t, uint32_t op, uint64_t where, uint32_t value)
{
   drv_words_set(t->words, (uint64_t)op << 56 | where, value);
}

static void
set_words(const struct ts_context *c, struct reader *t, uint32_t op, const uint32_t *body, unsigned n)
{
   const bool config = op == DB_PKT3_SET_CONFIG_REG;
   uint64_t where = body[0];
   if (config && c->ops->reg.engine_index &&
       body[0] == (c->ops->reg.engine_index - DB_R6_CONFIG_REG_BASE) / 4) {
      t->engine = body[1];
      return;
   }
   if (config)
      where |= (uint64_t)(t->engine & 0xff) << 32;
   if (config && c->ops->border_indexed && n == BORDER_COLOR_REGS + 1)
      where |= (uint64_t)(body[1] + 1) << 40;
   for (unsigned i = 1; i < n; i++)
      set(t, op, where + i - 1, body[i]);
   t->last = (uint64_t)op << 40 | (where + n - 2);
   t->relocs = 0;
}

static void
read_packets(const struct ts_context *c, struct reader *t, uint32_t from, uint32_t to)
{
   const uint32_t *dw = c->base.cs.dw;
   while (from < to) {
      const uint32_t h = dw[from];
      if (h >> 30 != 3) { /* type 2, which is one dword */
         from++;
         continue;
      }
      const uint32_t op = h >> 8 & 0xff, n = (h >> 16 & 0x3fff) + 1;
      assert(from + 1 + n <= to);
      if (op >= DB_PKT3_SET_CONFIG_REG && op <= DB_PKT3_SET_CTL_CONST)
         set_words(c, t, op, dw + from + 1, n);
      else if (op == DB_PKT3_NOP && t->last)
         set(t, op, t->last << 4 | (t->relocs++ & 15), dw[from + 1]);
      else
         t->last = 0; /* what follows belongs to another packet */
      from += 1 + n;
   }
}

/** Key of the word that draws may say once more; 0: there is none. */
static uint64_t
word_of_draws(const struct ts_context *c)
{
   const uint64_t mode =
      (uint64_t)DB_PKT3_SET_CONTEXT_REG << 56 | (c->ops->reg.draw_mode - DB_R6_CONTEXT_REG_BASE) / 4;
   return c->ops->reg.draw_mode ? mode : 0;
}

/** Appends all atoms, in order and whole. */
static void
emit_all(struct ts_context *c)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      c->stage[i].views_dirty = c->stage[i].views_bound;
      c->stage[i].samplers_dirty = c->stage[i].samplers_bound;
   }
   ts_consts_dirty(c);
   c->stream_samples = 0;
   for (unsigned i = 0; i < TS_ATOM_COUNT; i++)
      if (!(c->ops->no_atoms >> i & 1))
         c->ops->emit[i](c);
}

/** Fills v->v.says, and leaves the stream and the context as they were. */
static void
emit_aside(struct ts_context *c, struct ts_verify *v)
{
   const uint32_t ndw = c->base.cs.ndw, end_dw = c->base.cs.end_dw, dirty = c->base.dirty, flush = c->flush;
   const uint32_t count = c->base.cs.list.count;
   uint32_t views[PIPE_SHADER_TYPES], samplers[PIPE_SHADER_TYPES];
   uint16_t consts[PIPE_SHADER_TYPES], named[PIPE_SHADER_TYPES];
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      views[i] = c->stage[i].views_dirty;
      samplers[i] = c->stage[i].samplers_dirty;
      consts[i] = c->stage[i].consts_dirty;
      named[i] = c->stage[i].consts_named;
   }
   struct reader reader = {.words = &v->v.says};
   drv_words_clear(&v->v.says);
   cs_expect(&c->base.cs, TS_CS_MAX_DRAW_DW);
   emit_all(c);
   read_packets(c, &reader, ndw, c->base.cs.ndw);
   assert(c->base.cs.list.count == count && "a clean atom names a buffer that the stream does not have");
   (void)count;
   c->base.cs.ndw = ndw;
   c->base.cs.end_dw = end_dw;
   c->base.dirty = dirty;
   c->flush = flush;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      c->stage[i].views_dirty = views[i];
      c->stage[i].samplers_dirty = samplers[i];
      c->stage[i].consts_dirty = consts[i];
      c->stage[i].consts_named = named[i];
   }
}

bool
ts_verify_draw(struct ts_context *c, struct ts_stale *out)
{
   struct ts_verify *v = c->verify;
   struct drv_stale s;
   if (!v || !v->v.watches)
      return true;
   read_packets(c, &v->reader, v->v.pos, c->base.cs.ndw);
   v->v.pos = c->base.cs.ndw;
   if (!drv_verify_counts(&v->v) || c->base.cs.ndw + 2 * TS_CS_MAX_DRAW_DW + TS_CS_TAIL_DW > TS_CS_DW ||
       c->base.cs.list.count + 128 > DRV_BO_LIST_MAX)
      return true;
   emit_aside(c, v);
   if (drv_verify_same(&v->v, word_of_draws(c), &s))
      return true;
   *out = (struct ts_stale){(uint32_t)(s.key >> 56), (uint32_t)s.key, s.is, s.should_be};
   return false;
}

bool
ts_verify_holds(struct ts_context *c)
{
   struct ts_stale s;
   if (ts_verify_draw(c, &s))
      return true;
   u_log("internal error: packet 0x%02x, dword 0x%x: the stream has 0x%08x, the context means 0x%08x", s.op,
         s.at, s.is, s.should_be);
   return false;
}
