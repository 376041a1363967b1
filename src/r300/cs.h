/* SPDX-License-Identifier: MIT
 *
 * The command stream with its relocation list, and packet dwords made in advance. cs_* append to a stream, pm4_*
 * to a state object's dwords; neither checks for room (r300_need_space does, once a draw), but debug builds assert
 * that what is appended was asked for. All state is type-0 packets; an address is followed by a NOP that names its
 * buffer.
 */
#ifndef R300_CS_H
#define R300_CS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "db/r300/r300_pm4.h"
#include "driver/bo_list.h"

#define R300_CS_DW      16384 /* what the kernel takes */
#define R300_CS_TAIL_DW 64    /* kept free for the closing flush */
#define R300_CS_MAX_DRAW_DW                                                                                  \
   10240 /* full state of one draw: two programs and twice 256 vectors of constants */
#define R300_CS_DRAW_PACKETS_DW 32  /* a draw's packets without state, generously */
#define R300_CS_QUERY_DW        64  /* a query's begin or end, generously */
#define R300_CS_PREAMBLE_DW     256 /* what a stream begins with, generously */
_Static_assert(R300_CS_PREAMBLE_DW + R300_CS_MAX_DRAW_DW + R300_CS_TAIL_DW <= R300_CS_DW,
               "whatever is asked for fits into an empty stream");

struct r300_cs {
   uint32_t *dw;
   uint32_t ndw;
   uint32_t end_dw;         /* up to here it was asked for */
   struct drv_bo_list list; /* relocations */
};

/** An empty stream. False: out of memory. */
bool r300_cs_init(struct r300_cs *cs);
void r300_cs_fini(struct r300_cs *cs);
/** Forgets the recorded stream and its references. */
void r300_cs_reset(struct r300_cs *cs);

/** Asks for \p ndw dwords behind those that are there; the room is the caller's to know. */
static inline void
cs_expect(struct r300_cs *cs, uint32_t ndw)
{
   assert(ndw <= R300_CS_DW - cs->ndw);
   if (cs->ndw + ndw > cs->end_dw)
      cs->end_dw = cs->ndw + ndw;
}

static inline void
cs_dw(struct r300_cs *cs, uint32_t v)
{
   assert(cs->ndw < cs->end_dw);
   cs->dw[cs->ndw++] = v;
}

static inline void
cs_array(struct r300_cs *cs, const uint32_t *v, unsigned n)
{
   assert(n <= cs->end_dw - cs->ndw);
   memcpy(cs->dw + cs->ndw, v, n * 4u);
   cs->ndw += n;
}

/** Room for \p n dwords, which the caller fills: cheaper than one by one. */
static inline uint32_t *
cs_room(struct r300_cs *cs, unsigned n)
{
   assert(n <= cs->end_dw - cs->ndw);
   uint32_t *const dw = cs->dw + cs->ndw;
   cs->ndw += n;
   return dw;
}

static inline void
cs_packet3(struct r300_cs *cs, enum r300_pkt3 op, unsigned body_dw)
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
cs_reloc(struct r300_cs *cs, struct drv_bo *bo, bool write)
{
   const uint32_t i = drv_bo_list_use(&cs->list, bo, write);
   cs_packet3(cs, R300_PKT3_NOP, 1);
   cs_dw(cs, cs_reloc_value(i));
}

/** Header of a packet that writes \p n registers from byte offset \p reg on; their values are to follow. */
static inline void
cs_regs(struct r300_cs *cs, uint32_t reg, unsigned n)
{
   cs_dw(cs, R300_PKT0(reg, n));
}

static inline void
cs_reg(struct r300_cs *cs, uint32_t reg, uint32_t v)
{
   cs_regs(cs, reg, 1);
   cs_dw(cs, v);
}

/** Header of a packet that writes \p n dwords to the one register at \p reg. */
static inline void
cs_port(struct r300_cs *cs, uint32_t reg, unsigned n)
{
   cs_dw(cs, R300_PKT0(reg, n) | R300_PKT0_ONE_REG_WR);
}

/** A register that holds the byte address of \p bo plus \p v's address bits; \p v may have flags in its low bits. */
static inline void
cs_reg_reloc(struct r300_cs *cs, uint32_t reg, uint32_t v, struct drv_bo *bo, bool write)
{
   cs_reg(cs, reg, v);
   cs_reloc(cs, bo, write);
}

/** Packet dwords made in advance. */
#define R300_PM4_MAX 64
struct r300_pm4 {
   uint16_t ndw;
   uint32_t dw[R300_PM4_MAX];
};

static inline void
pm4_dw(struct r300_pm4 *p, uint32_t v)
{
   assert(p->ndw < R300_PM4_MAX);
   p->dw[p->ndw++] = v;
}

static inline void
pm4_reg(struct r300_pm4 *p, uint32_t reg, uint32_t v)
{
   pm4_dw(p, R300_PKT0(reg, 1));
   pm4_dw(p, v);
}

static inline void
cs_pm4(struct r300_cs *cs, const struct r300_pm4 *p)
{
   cs_array(cs, p->dw, p->ndw);
}

#endif
