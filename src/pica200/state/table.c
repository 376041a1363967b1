/* SPDX-License-Identifier: MIT
 *
 * Textures of the driver's own, which compare varyings and clamp them (compiler/pica200/binary.h, PICA200_TABLE).
 */
#include <assert.h>

#include "compiler/pica200/binary.h"
#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/resource.h"

_Static_assert(PICA200_TABLES == PICA200_MAX_TABLES, "a context has room for each");

static void
fill(struct pica200_resource *r, unsigned table)
{
   uint32_t row[PICA200_TABLE_MOST];
   const unsigned size = pica200_table_size(table);
   for (unsigned y = 0; y < size; y++) {
      const struct pipe_box box = {0, (int32_t)y, 0, (int32_t)size, 1, 1};
      for (unsigned x = 0; x < size; x++)
         row[x] = pica200_table_texel(table, x, y);
      pica200_tile(r, 0, r->bo->map, &box, (const uint8_t *)row, sizeof row);
   }
   r->written = true;
}

struct pica200_resource *
pica200_need_table(struct pica200_context *c, unsigned table)
{
   const struct pipe_resource templ = {.target = PIPE_TEXTURE_2D,
                                       .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                       .bind = PIPE_BIND_SAMPLER_VIEW,
                                       .width0 = pica200_table_size(table),
                                       .height0 = pica200_table_size(table),
                                       .depth0 = 1,
                                       .array_size = 1};
   assert(table & PICA200_TABLE && table >> 1 < PICA200_MAX_TABLES);
   struct pica200_resource **r = &c->tables[table >> 1];
   if (*r)
      return *r;
   *r = pica200_resource(c->screen->base.resource_create(&c->screen->base, &templ));
   if (*r) {
      fill(*r, table);
      c->stale_textures = true;
      c->base.dirty |= PICA200_DIRTY(TEXTURES);
   }
   return *r;
}

void
pica200_drop_tables(struct pica200_context *c)
{
   for (unsigned i = 0; i < PICA200_MAX_TABLES; i++)
      if (c->tables[i])
         pipe_resource_unref(&c->tables[i]->base);
}
