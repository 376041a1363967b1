/* SPDX-License-Identifier: MIT
 *
 * The last stream of a mock winsys, packet by packet, with the registers as it has written them so far. At its
 * start nothing is known: no register survives from the stream before. Header only.
 */
#ifndef TESTS_UNIT_TERASCALE_RADEON_REPLAY_H
#define TESTS_UNIT_TERASCALE_RADEON_REPLAY_H

#include "db/terascale/pm4.h"
#include "ts_mock.h"

/** Config and context registers, by byte offset / 4. */
struct regs {
   uint32_t value[0x29000 / 4];
   bool written[0x29000 / 4];
};

/** The value of a register that the stream must have given before. */
static inline uint32_t
reg(const struct regs *r, uint32_t offset)
{
   if (!r->written[offset / 4])
      fail_msg("register %05x is relied upon, but the stream has not written it", offset);
   return r->value[offset / 4];
}

/** The first of a SET packet's registers; 0: it is none, or one of other values. */
static inline uint32_t
set_base(unsigned op, const uint32_t *body)
{
   if (op == DB_PKT3_SET_CONTEXT_REG)
      return DB_R6_CONTEXT_REG_BASE + body[0] * 4;
   return op == DB_PKT3_SET_CONFIG_REG ? DB_R6_CONFIG_REG_BASE + body[0] * 4 : 0;
}

static inline bool
is_draw(unsigned op)
{
   return op == DB_PKT3_DRAW_INDEX_AUTO || op == DB_PKT3_DRAW_INDEX;
}

/** Is it the event \p type? */
static inline bool
is_event(unsigned op, const uint32_t *body, unsigned type)
{
   return op == DB_PKT3_EVENT_WRITE && DB_PKT3_EVENT_WRITE_DW0_get_EVENT_TYPE(body[0]) == type;
}

/** Calls \p packet for each packet, before what it writes has an effect. Returns the number of draws. */
static inline unsigned
replay(const struct mock_ws *m,
       void (*packet)(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data),
       void *data)
{
   struct regs *r = calloc(1, sizeof *r);
   unsigned draws = 0;
   for (uint32_t i = 0; i < m->ndw;) {
      const uint32_t h = m->dw[i], *body = m->dw + i + 1;
      const uint32_t n = DB_PKT_TYPE(h) == 2 ? 0 : DB_PKT3_BODY_DW(h);
      i += 1 + n;
      if (!n)
         continue;
      packet(r, DB_PKT3_OP(h), body, n, data);
      draws += is_draw(DB_PKT3_OP(h));
      const uint32_t base = set_base(DB_PKT3_OP(h), body) / 4;
      for (uint32_t k = 0; base && k < n - 1 && base + k < ARRAY_SIZE(r->value); k++) {
         r->value[base + k] = body[1 + k];
         r->written[base + k] = true;
      }
   }
   free(r);
   return draws;
}

#endif
