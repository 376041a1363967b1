/* SPDX-License-Identifier: MIT
 *
 * The packets of a draw, in the order that libctru's and citro3d's lists have.
 */
#include "pica200/context.h"
#include "pica200/draw.h"

#define FCRAM 0x20000000u

enum {
   TOPOLOGY = 2, /* the byte of PRIMITIVE_CONFIG */
   LOW = 1,      /* bytes of START_DRAW_FUNC0, GEOSTAGE_CONFIG2 */
   SECOND = 2,
   LISTS = 0x100, /* GEOSTAGE_CONFIG's and CONFIG2's TRIANGLE_ELEMENTS */
};

static void
set_mode(struct drv_cs *cs, unsigned mode)
{
   cs_bytes(cs, PICA_ID(START_DRAW_FUNC0), LOW, PICA_START_DRAW_FUNC0(.MODE = mode));
}

static void
begin(struct drv_cs *cs, const struct pica200_draw *d, unsigned topology)
{
   cs_bytes(cs, PICA_ID(PRIMITIVE_CONFIG), TOPOLOGY, PICA_PRIMITIVE_CONFIG(.TOPOLOGY = topology));
   CS_SET(cs, RESTART_PRIMITIVE, PICA_RESTART_PRIMITIVE(.RESTART = 1));
   CS_SET(cs, INDEXBUFFER_CONFIG,
          d->index_size_B ? PICA_INDEXBUFFER_CONFIG(.OFFSET = (d->index_address - FCRAM) & 0xfffffff,
                                                    .TYPE = d->index_size_B == 2)
                          : PICA_INDEXBUFFER_CONFIG(.TYPE = 1));
   CS_SET(cs, NUMVERTICES, PICA_NUMVERTICES(.COUNT = d->count));
   CS_SET(cs, VERTEX_OFFSET, PICA_VERTEX_OFFSET(.FIRST = 0));
}

static void
draw_arrays(struct drv_cs *cs, const struct pica200_draw *d)
{
   begin(cs, d, d->topology);
   cs_bytes(cs, PICA_ID(GEOSTAGE_CONFIG2), LOW, PICA_GEOSTAGE_CONFIG2(.FUNCTION = 1));
   set_mode(cs, PICA_START_DRAW_FUNC0__MODE__DRAWING);
   CS_SET(cs, DRAWARRAYS, PICA_DRAWARRAYS(.TRIGGER = 1));
   set_mode(cs, PICA_START_DRAW_FUNC0__MODE__CONFIGURATION);
   cs_bytes(cs, PICA_ID(GEOSTAGE_CONFIG2), LOW, PICA_GEOSTAGE_CONFIG2(.FUNCTION = 0));
   CS_SET(cs, VTX_FUNC, PICA_VTX_FUNC(.TRIGGER = 1));
}

static void
draw_elements(struct drv_cs *cs, const struct pica200_draw *d)
{
   const bool lists = d->topology == PICA_PRIMITIVE_CONFIG__TOPOLOGY__TRIANGLES;
   begin(cs, d, lists ? PICA_PRIMITIVE_CONFIG__TOPOLOGY__GEOMETRY : d->topology);
   if (lists) {
      cs_bytes(cs, PICA_ID(GEOSTAGE_CONFIG), SECOND, LISTS);
      cs_bytes(cs, PICA_ID(GEOSTAGE_CONFIG2), SECOND, LISTS);
   }
   set_mode(cs, PICA_START_DRAW_FUNC0__MODE__DRAWING);
   CS_SET(cs, DRAWELEMENTS, PICA_DRAWELEMENTS(.TRIGGER = 1));
   set_mode(cs, PICA_START_DRAW_FUNC0__MODE__CONFIGURATION);
   if (lists) {
      cs_bytes(cs, PICA_ID(GEOSTAGE_CONFIG), SECOND, 0);
      cs_bytes(cs, PICA_ID(GEOSTAGE_CONFIG2), SECOND, 0);
   }
   CS_SET(cs, VTX_FUNC, PICA_VTX_FUNC(.TRIGGER = 1));
   for (unsigned i = 0; i < 2; i++) /* citro3d: needed behind indexed draws */
      cs_bytes(cs, PICA_ID(PRIMITIVE_CONFIG), 8, 0);
}

void
pica200_emit_draw(struct pica200_context *c, const struct pica200_draw *d)
{
   struct drv_cs *cs = &c->base.cs;
   if (d->index_size_B)
      (void)drv_bo_list_use(&cs->list, d->index_bo, false);
   if (d->index_size_B)
      draw_elements(cs, d);
   else
      draw_arrays(cs, d);
   c->drew = true;
   c->list_vertices += d->count;
}
