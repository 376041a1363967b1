/* SPDX-License-Identifier: MIT
 *
 * Textures of the driver's own, which compare varyings and clamp them (compiler/pica200/binary.h, PICA200_TABLE).
 */
#include <assert.h>

#include "compiler/pica200/binary.h"
#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/resource.h"
#include "pica200/shader.h"

_Static_assert(PICA200_TABLES == PICA200_MAX_TABLES, "a context has room for each");

static void
fill(struct pica200_resource *r, const struct pica200_unit *unit)
{
   const struct pica200_function *f = unit->function;
   const unsigned width = r->base.width0, height = r->base.height0;
   uint32_t row[PICA200_TABLE_MOST];
   assert(f || width <= PICA200_TABLE_MOST);
   for (unsigned y = 0; y < height; y++) {
      const struct pipe_box box = {0, (int32_t)y, 0, (int32_t)width, 1, 1};
      for (unsigned x = 0; x < width && !f; x++)
         row[x] = pica200_table_texel(unit->table, x, y);
      const uint32_t *from = f ? &f->texel[y * width] : row;
      pica200_tile(r, 0, r->bo->map, &box, (const uint8_t *)from, 4 * width);
   }
   r->written = true;
}

struct pica200_resource *
pica200_need_table(struct pica200_context *c, unsigned u)
{
   const struct pica200_unit *unit = &c->pair->fragment.unit[u];
   const struct pica200_function *f = unit->function;
   const struct pipe_resource templ = {.target = PIPE_TEXTURE_2D,
                                       .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                       .bind = PIPE_BIND_SAMPLER_VIEW,
                                       .width0 = f ? f->width : pica200_table_size(unit->table),
                                       .height0 = f ? f->height : pica200_table_size(unit->table),
                                       .depth0 = 1,
                                       .array_size = 1};
   assert(f || (unit->table & PICA200_TABLE && unit->table >> 1 < PICA200_MAX_TABLES));
   struct pica200_resource **r = f ? &c->pair->functions[u] : &c->tables[unit->table >> 1];
   if (*r)
      return *r;
   *r = pica200_resource(c->screen->base.resource_create(&c->screen->base, &templ));
   if (*r) {
      fill(*r, unit);
      c->stale_textures = true;
      c->base.dirty |= PICA200_DIRTY(TEXTURES);
   }
   return *r;
}

uint32_t
pica200_table_param(const struct pica200_unit *unit)
{
   static const uint8_t wrap[2] = {PICA_TEXUNIT_PARAM__WRAP_S__CLAMP_TO_EDGE,
                                   PICA_TEXUNIT_PARAM__WRAP_S__REPEAT};
   const struct pica200_function *f = unit->function;
   return PICA_TEXUNIT_PARAM(.MAG_FILTER = f && f->linear, .MIN_FILTER = f && f->linear,
                             .WRAP_S = wrap[f && f->repeat[0]], .WRAP_T = wrap[f && f->repeat[1]]);
}

void
pica200_drop_tables(struct pica200_context *c)
{
   for (unsigned i = 0; i < PICA200_MAX_TABLES; i++)
      if (c->tables[i])
         pipe_resource_unref(&c->tables[i]->base);
}
