/* SPDX-License-Identifier: MIT
 *
 * TeraScale's packets in a command stream (cs_*), and in dwords made in advance (pm4_*): driver/cs.h.
 */
#ifndef TERASCALE_CS_H
#define TERASCALE_CS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "db/terascale/pm4.h"
#include "driver/cs.h"

#define TS_CS_DW          16384 /* what the kernel takes without virtual memory, and what Mesa never exceeds */
#define TS_CS_TAIL_DW     96    /* kept free for the closing flush */
#define TS_CS_MAX_DRAW_DW 4096  /* full state of one draw, generously */
#define TS_CS_PREAMBLE_DW 1024  /* what a stream begins with, generously */
#define TS_CS_QUERY_DW    64    /* a query's begin or end, generously */
#define TS_SYNC_POLL      10    /* SURFACE_SYNC looks again after this many times 16 clocks */
_Static_assert(TS_CS_PREAMBLE_DW + 2 * TS_CS_MAX_DRAW_DW + 512 /* stream-out */ + TS_CS_TAIL_DW <= TS_CS_DW,
               "whatever is asked for fits into an empty stream");

/** The NOP that carries relocation \p i of the list, after the packet that holds the address: two dwords. */
static inline void
cs_put_reloc(uint32_t *dw, uint32_t i)
{
   dw[0] = DB_PKT3(DB_PKT3_NOP, 1);
   dw[1] = i * 4;
}

static inline void
cs_reloc(struct drv_cs *cs, struct drv_bo *bo, bool write)
{
   const uint32_t i = drv_bo_list_use(&cs->list, bo, write);
   cs_put_reloc(cs_room(cs, 2), i);
}

/* Headers of the SET packets: n registers from byte offset reg. One place for both kinds of destination. */
#define TS_SET_CONFIG_REG(reg, n) DB_PKT3(DB_PKT3_SET_CONFIG_REG, (n) + 1), ((reg)-DB_R6_CONFIG_REG_BASE) / 4
#define TS_SET_CONTEXT_REG(reg, n)                                                                           \
   DB_PKT3(DB_PKT3_SET_CONTEXT_REG, (n) + 1), ((reg)-DB_R6_CONTEXT_REG_BASE) / 4

static inline void
cs_set_config_regs(struct drv_cs *cs, uint32_t reg, unsigned n)
{
   const uint32_t h[] = {TS_SET_CONFIG_REG(reg, n)};
   assert(reg % 4 == 0 && reg >= DB_R6_CONFIG_REG_BASE && reg + 4 * n <= DB_R6_CONFIG_REG_END);
   uint32_t *const dw = cs_room(cs, 2);
   dw[0] = h[0];
   dw[1] = h[1];
}

static inline void
cs_set_config_reg(struct drv_cs *cs, uint32_t reg, uint32_t v)
{
   const uint32_t h[] = {TS_SET_CONFIG_REG(reg, 1)};
   assert(reg % 4 == 0 && reg >= DB_R6_CONFIG_REG_BASE && reg + 4 <= DB_R6_CONFIG_REG_END);
   uint32_t *const dw = cs_room(cs, 3);
   dw[0] = h[0];
   dw[1] = h[1];
   dw[2] = v;
}

/** The header of a packet with \p n context registers, whose values the caller writes to what is returned. */
static inline uint32_t *
cs_room_context_regs(struct drv_cs *cs, uint32_t reg, unsigned n)
{
   const uint32_t h[] = {TS_SET_CONTEXT_REG(reg, n)};
   assert(reg % 4 == 0 && reg >= DB_R6_CONTEXT_REG_BASE && reg + 4 * n <= DB_R6_CONTEXT_REG_END);
   uint32_t *const dw = cs_room(cs, 2 + n);
   dw[0] = h[0];
   dw[1] = h[1];
   return dw + 2;
}

static inline void
cs_set_context_regs(struct drv_cs *cs, uint32_t reg, unsigned n)
{
   const uint32_t h[] = {TS_SET_CONTEXT_REG(reg, n)};
   assert(reg % 4 == 0 && reg >= DB_R6_CONTEXT_REG_BASE && reg + 4 * n <= DB_R6_CONTEXT_REG_END);
   uint32_t *const dw = cs_room(cs, 2);
   dw[0] = h[0];
   dw[1] = h[1];
}

static inline void
cs_set_context_reg(struct drv_cs *cs, uint32_t reg, uint32_t v)
{
   *cs_room_context_regs(cs, reg, 1) = v;
}

/** A context register that holds a 256-byte unit address of \p bo plus \p offset_B. */
static inline void
cs_set_context_base(struct drv_cs *cs, uint32_t reg, struct drv_bo *bo, uint64_t offset_B, bool write)
{
   assert((bo->va + offset_B) % 256 == 0);
   cs_set_context_reg(cs, reg, (uint32_t)((bo->va + offset_B) >> 8));
   cs_reloc(cs, bo, write);
}

static inline void
pm4_set_context_regs(struct drv_pm4 *p, uint32_t reg, unsigned n)
{
   const uint32_t h[] = {TS_SET_CONTEXT_REG(reg, n)};
   assert(reg % 4 == 0 && reg >= DB_R6_CONTEXT_REG_BASE && reg + 4 * n <= DB_R6_CONTEXT_REG_END);
   pm4_dw(p, h[0]);
   pm4_dw(p, h[1]);
}

static inline void
pm4_set_context_reg(struct drv_pm4 *p, uint32_t reg, uint32_t v)
{
   pm4_set_context_regs(p, reg, 1);
   pm4_dw(p, v);
}

static inline void
cs_packet3(struct drv_cs *cs, unsigned op, unsigned body_dw)
{
   cs_dw(cs, DB_PKT3(op, body_dw));
}

static inline void
cs_event(struct drv_cs *cs, enum db_event e, unsigned index)
{
   cs_packet3(cs, DB_PKT3_EVENT_WRITE, 1);
   cs_dw(cs, DB_PKT3_EVENT_WRITE_DW0(.EVENT_TYPE = e, .EVENT_INDEX = index));
}

/** 0 into the context registers from byte offset \p first to \p last. */
static inline void
cs_zero_context_regs(struct drv_cs *cs, uint32_t first, uint32_t last)
{
   assert(first <= last);
   unsigned n = (last - first) / 4 + 1;
   cs_set_context_regs(cs, first, n);
   for (unsigned i = 0; i < n; i++)
      cs_dw(cs, 0);
}

#endif
