/* SPDX-License-Identifier: MIT
 *
 * R300's packets in a command stream (cs_*), and in dwords made in advance (pm4_*): driver/cs.h. All state is type-0 packets; an
 * address is followed by a NOP that names its buffer.
 */
#ifndef R300_CS_H
#define R300_CS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "db/r300/r300_pm4.h"
#include "driver/cs.h"

#define R300_CS_DW      16384 /* what the kernel takes */
#define R300_CS_TAIL_DW 64    /* kept free for the closing flush */
#define R300_CS_MAX_DRAW_DW                                                                                  \
   10240 /* full state of one draw: two programs and twice 256 vectors of constants */
#define R300_CS_STATE_DW        1024 /* state of one draw without programs and constants, generously */
#define R300_CS_DRAW_PACKETS_DW 32   /* a draw's packets without state, generously */
#define R300_CS_QUERY_DW        64   /* a query's begin or end, generously */
#define R300_CS_PREAMBLE_DW     256  /* what a stream begins with, generously */
_Static_assert(R300_CS_PREAMBLE_DW + R300_CS_MAX_DRAW_DW + R300_CS_TAIL_DW <= R300_CS_DW,
               "whatever is asked for fits into an empty stream");

static inline void
cs_packet3(struct drv_cs *cs, enum r300_pkt3 op, unsigned body_dw)
{
   cs_dw(cs, R300_PKT3(op, body_dw));
}

/** What the NOP of a relocation says: dwords of the list in front of number \p i. */
static inline uint32_t
cs_reloc_value(uint32_t i)
{
   return i * 4;
}

/** The NOP that carries a relocation, behind the packet that holds the address. */
static inline void
cs_reloc(struct drv_cs *cs, struct drv_bo *bo, bool write)
{
   const uint32_t i = drv_bo_list_use(&cs->list, bo, write);
   cs_packet3(cs, R300_PKT3_NOP, 1);
   cs_dw(cs, cs_reloc_value(i));
}

/** Header of a packet that writes \p n registers from byte offset \p reg on; their values are to follow. */
static inline void
cs_regs(struct drv_cs *cs, uint32_t reg, unsigned n)
{
   cs_dw(cs, R300_PKT0(reg, n));
}

static inline void
cs_reg(struct drv_cs *cs, uint32_t reg, uint32_t v)
{
   cs_regs(cs, reg, 1);
   cs_dw(cs, v);
}

/** Header of a packet that writes \p n dwords to the one register at \p reg. */
static inline void
cs_port(struct drv_cs *cs, uint32_t reg, unsigned n)
{
   cs_dw(cs, R300_PKT0(reg, n) | R300_PKT0_ONE_REG_WR);
}

/** A register that holds the byte address of \p bo plus \p v's address bits; \p v may have flags in its low bits. */
static inline void
cs_reg_reloc(struct drv_cs *cs, uint32_t reg, uint32_t v, struct drv_bo *bo, bool write)
{
   cs_reg(cs, reg, v);
   cs_reloc(cs, bo, write);
}

static inline void
pm4_reg(struct drv_pm4 *p, uint32_t reg, uint32_t v)
{
   pm4_dw(p, R300_PKT0(reg, 1));
   pm4_dw(p, v);
}

#endif
