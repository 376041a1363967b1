/* SPDX-License-Identifier: MIT
 *
 * A command stream of dwords with its list of buffers, and dwords made in advance. What packets look like is the family's to know
 * (terascale/cs.h, r300/cs.h). cs_* append to a stream, pm4_* to a state object's dwords; neither checks for room (the context does,
 * once a draw), but debug builds assert that what is appended was asked for.
 */
#ifndef DRIVER_CS_H
#define DRIVER_CS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "driver/bo_list.h"

struct drv_cs {
   uint32_t *dw;
   uint32_t ndw, max_dw;
   uint32_t end_dw;         /* up to here it was asked for */
   struct drv_bo_list list; /* relocations */
};

/** An empty stream of up to \p max_dw dwords. False: out of memory; drv_cs_fini is still due. */
bool drv_cs_init(struct drv_cs *cs, uint32_t max_dw);
void drv_cs_fini(struct drv_cs *cs);
/** Forgets the recorded stream and its references. */
void drv_cs_reset(struct drv_cs *cs);

/** Asks for \p ndw dwords behind those that are there; the room is the caller's to know. */
static inline void
cs_expect(struct drv_cs *cs, uint32_t ndw)
{
   assert(ndw <= cs->max_dw - cs->ndw);
   if (cs->ndw + ndw > cs->end_dw)
      cs->end_dw = cs->ndw + ndw;
}

static inline void
cs_dw(struct drv_cs *cs, uint32_t v)
{
   assert(cs->ndw < cs->end_dw);
   cs->dw[cs->ndw++] = v;
}

static inline void
cs_array(struct drv_cs *cs, const uint32_t *v, unsigned n)
{
   assert(n <= cs->end_dw - cs->ndw);
   memcpy(cs->dw + cs->ndw, v, n * 4u);
   cs->ndw += n;
}

/** Room for \p n dwords, which the caller fills: cheaper than one by one. */
static inline uint32_t *
cs_room(struct drv_cs *cs, unsigned n)
{
   assert(n <= cs->end_dw - cs->ndw);
   uint32_t *const dw = cs->dw + cs->ndw;
   cs->ndw += n;
   return dw;
}

/** Packet dwords made in advance. */
#define DRV_PM4_MAX 96
struct drv_pm4 {
   uint16_t ndw;
   uint32_t dw[DRV_PM4_MAX];
};

static inline void
pm4_dw(struct drv_pm4 *p, uint32_t v)
{
   assert(p->ndw < DRV_PM4_MAX);
   p->dw[p->ndw++] = v;
}

static inline void
cs_pm4(struct drv_cs *cs, const struct drv_pm4 *p)
{
   cs_array(cs, p->dw, p->ndw);
}

#endif
