/* SPDX-License-Identifier: MIT
 *
 * What a stream has said, word by word, and whether all atoms together would say the same now. Not looked at: registers
 * that are no state (caches, waits), and the draw packets.
 */
#include "r300/verify.h"

#include <stdlib.h>

#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "driver/verify.h"
#include "r300/context.h"
#include "r300/emit.h"
#include "util/u_debug.h"
#include "util/u_math.h"

enum {
   SLOTS = 16384,      /* of a table: two programs and their constants are some 10,000 words */
   RELOCATION = 0x8000 /* added to the register whose address it is */
};

/* Where a reader of packets is. */
struct reader {
   struct drv_words *words;
   uint32_t at[2];    /* where the ports to the vertex engine's memory and the pixel shader's lead */
   uint32_t last_reg; /* to which relocations belong; 0: to a packet's */
   unsigned relocs;   /* behind it */
};

struct r300_verify {
   struct drv_verify v;
   struct reader reader; /* of the stream */
   uint32_t stream;      /* r300_context::num_streams of the one that is read; 0: none */
};

struct r300_verify *
r300_verify_create(bool always)
{
   struct r300_verify *v = calloc(1, sizeof *v);
   if (v && !drv_verify_init(&v->v, SLOTS, always)) {
      free(v);
      v = NULL;
   }
   return v;
}

void
r300_verify_destroy(struct r300_verify *v)
{
   if (v)
      drv_verify_fini(&v->v);
   free(v);
}

static void
set(struct reader *t, uint32_t reg, uint32_t at, uint32_t value)
{
   drv_words_set(t->words, (uint64_t)reg << 32 | at, value);
}

/** Does a write to the register do something instead of setting state? */
static bool
is_action(uint32_t reg)
{
   static const uint16_t actions[] = {RX_WAIT_UNTIL_OFFSET, RX_RB3D_DSTCACHE_CTLSTAT_OFFSET,
                                      RX_ZB_ZCACHE_CTLSTAT_OFFSET, RX_TX_INVALTAGS_OFFSET,
                                      RX_VAP_PVS_STATE_FLUSH_REG_OFFSET};
   for (unsigned i = 0; i < ARRAY_SIZE(actions); i++)
      if (actions[i] == reg)
         return true;
   return false;
}

static void
set_reg(struct reader *t, uint32_t reg, uint32_t value)
{
   switch (reg) {
   case RX_VAP_PVS_VECTOR_INDX_REG_OFFSET:
      t->at[0] = value * 4;
      break;
   case R5_GA_US_VECTOR_INDEX_OFFSET:
      t->at[1] = value << 12; /* instructions and constants differ in the higher bits */
      break;
   case RX_VAP_PVS_VECTOR_DATA_REG_128_OFFSET:
      set(t, reg, t->at[0]++, value);
      break;
   case R5_GA_US_VECTOR_DATA_OFFSET:
      set(t, reg, t->at[1]++, value);
      break;
   default:
      if (!is_action(reg))
         set(t, reg, 0, value);
   }
   t->last_reg = reg;
   t->relocs = 0;
}

static void
read_packets(const struct r300_context *c, struct reader *t, uint32_t from, uint32_t to)
{
   const uint32_t *dw = c->base.cs.dw;
   while (from < to) {
      const uint32_t h = dw[from], type = R300_PKT_TYPE(h);
      if (type == R300_PKT_TYPE(R300_PKT2)) {
         from++;
         continue;
      }
      const uint32_t n = R300_PKT_BODY_DW(h);
      assert(from + 1 + n <= to);
      for (uint32_t i = 0; type == 0 && i < n; i++)
         set_reg(t, R300_PKT0_OFFSET(h) + (h & R300_PKT0_ONE_REG_WR ? 0 : 4 * i), dw[from + 1 + i]);
      if (type != 0 && R300_PKT3_OP(h) == R300_PKT3_NOP && t->last_reg)
         set(t, RELOCATION + t->last_reg, t->relocs++, dw[from + 1]);
      if (type != 0 && R300_PKT3_OP(h) == R300_PKT3_3D_LOAD_VBPNTR) {
         for (uint32_t i = 0; i < n; i++)
            set(t, RX_VAP_VTX_NUM_ARRAYS_OFFSET, i, dw[from + 1 + i]);
         t->last_reg = RX_VAP_VTX_NUM_ARRAYS_OFFSET;
         t->relocs = 0;
      } else if (type != 0 && R300_PKT3_OP(h) != R300_PKT3_NOP) {
         t->last_reg = 0; /* what follows belongs to a draw */
      }
      from += 1 + n;
   }
}

/** Fills v->v.says, and leaves the stream and the context as they were. */
static void
emit_aside(struct r300_context *c, struct r300_verify *v)
{
   const uint32_t ndw = c->base.cs.ndw, end_dw = c->base.cs.end_dw, dirty = c->base.dirty, flush = c->flush;
   const uint32_t count = c->base.cs.list.count;
   struct reader reader = {.words = &v->v.says};
   drv_words_clear(&v->v.says);
   cs_expect(&c->base.cs, R300_CS_MAX_DRAW_DW);
   for (unsigned i = 0; i < R300_ATOM_COUNT; i++)
      r300_emitters[i](c);
   read_packets(c, &reader, ndw, c->base.cs.ndw);
   assert(c->base.cs.list.count == count && "a clean atom names a buffer that the stream does not have");
   (void)count;
   c->base.cs.ndw = ndw;
   c->base.cs.end_dw = end_dw;
   c->base.dirty = dirty;
   c->flush = flush;
}

bool
r300_verify_draw(struct r300_context *c, struct r300_stale *out)
{
   struct r300_verify *v = c->verify;
   struct drv_stale s;
   if (v && v->stream != c->num_streams) {
      drv_verify_begin(&v->v);
      v->stream = c->num_streams;
      v->reader = (struct reader){.words = &v->v.said};
   }
   if (!v || !v->v.watches)
      return true;
   read_packets(c, &v->reader, v->v.pos, c->base.cs.ndw);
   v->v.pos = c->base.cs.ndw;
   if (!drv_verify_counts(&v->v) || c->base.cs.ndw + R300_CS_MAX_DRAW_DW + R300_CS_TAIL_DW > R300_CS_DW ||
       c->base.cs.list.count + 128 > DRV_BO_LIST_MAX)
      return true;
   emit_aside(c, v);
   if (drv_verify_same(&v->v, 0, &s))
      return true;
   *out = (struct r300_stale){(uint32_t)(s.key >> 32), (uint32_t)s.key, s.is, s.should_be};
   return false;
}

bool
r300_verify_holds(struct r300_context *c)
{
   struct r300_stale s;
   if (r300_verify_draw(c, &s))
      return true;
   u_log("internal error: register 0x%04x, word %u: the stream has 0x%08x, the context means 0x%08x", s.reg,
         s.at, s.is, s.should_be);
   return false;
}
