/* SPDX-License-Identifier: MIT
 *
 * Packets of PICA200's command lists (3dbrew, "GPU/Internal Registers"): a parameter, a header, further parameters, padded to eight bytes.
 */
#ifndef PICA200_CS_H
#define PICA200_CS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "db/pica200/pica_regs.h"
#include "db/pica200/pica_tables.h"
#include "db/pica200/pica_words.h"
#include "driver/cs.h"

#define PICA200_CS_DW      65536 /* of a list */
#define PICA200_CS_TAIL_DW 32    /* kept free for the closing flush */
#define PICA200_CS_DRAW_DW 4096  /* the full state of one draw, a program and all constants among it */
#define PICA200_PACKET_MAX 256   /* parameters */
#define PICA200_ALL_BYTES  15    /* of a mask */

_Static_assert(PICA200_CS_DRAW_DW + PICA200_CS_TAIL_DW <= PICA200_CS_DW, "a draw fits into an empty list");

/** Writes the bytes of a register that \p mask (a bit each) lets through. */
static inline void
cs_bytes(struct drv_cs *cs, unsigned id, unsigned mask, uint32_t v)
{
   uint32_t *dw = cs_room(cs, 2);
   dw[0] = v;
   dw[1] = PICAW_CMD_HEADER(.ID = id, .MASK = mask);
}

static inline void
cs_set(struct drv_cs *cs, unsigned id, uint32_t v)
{
   cs_bytes(cs, id, PICA200_ALL_BYTES, v);
}

/** Up to 256 values. \p consecutive: to registers from \p id on; else all to this one. */
static inline void
cs_values(struct drv_cs *cs, unsigned id, bool consecutive, const uint32_t *v, unsigned n)
{
   assert(n && n <= PICA200_PACKET_MAX);
   uint32_t *dw = cs_room(cs, 2 + (n & ~1u));
   *dw++ = v[0];
   *dw++ = PICAW_CMD_HEADER(.ID = id, .MASK = PICA200_ALL_BYTES, .EXTRA = n - 1, .CONSECUTIVE = consecutive);
   for (unsigned i = 1; i < n; i++)
      *dw++ = v[i];
   if (!(n & 1))
      *dw = 0;
}

/** Any number of values for the one register of a port. */
static inline void
cs_port(struct drv_cs *cs, unsigned id, const uint32_t *v, unsigned n)
{
   for (unsigned done = 0, m; done < n; done += m) {
      m = n - done < PICA200_PACKET_MAX ? n - done : PICA200_PACKET_MAX;
      cs_values(cs, id, false, v + done, m);
   }
}

#define CS_SET(cs, name, v) cs_set(cs, PICA_ID(name), v)

#endif
