/* SPDX-License-Identifier: MIT
 *
 * Memory of bins: what lives until they have been drawn. Pages are kept and used again.
 */
#include <assert.h>
#include <stdlib.h>

#include "emulator/raster/raster_priv.h"

void *
raster_alloc(struct raster *raster, size_t size_B)
{
   size_B = (size_B + 63) & ~(size_t)63;
   assert(size_B && size_B <= sizeof raster->page->data);
   if (!raster->page || sizeof raster->page->data - raster->page_used_B < size_B) {
      struct raster_page *next = raster->page ? raster->page->next : raster->pages;
      if (!next) {
         next = aligned_alloc(64, sizeof *next);
         if (!next) {
            raster->out_of_memory = true;
            return NULL;
         }
         next->next = NULL;
         if (raster->page)
            raster->page->next = next;
         else
            raster->pages = next;
      }
      raster->page = next;
      raster->page_used_B = 0;
      raster->total_B += sizeof *next;
   }
   void *p = raster->page->data + raster->page_used_B;
   raster->page_used_B += size_B;
   return p;
}

void
raster_pages_reset(struct raster *raster)
{
   raster->page = NULL;
   raster->page_used_B = 0;
   raster->total_B = 0;
   raster->out_of_memory = false;
}

void
raster_pages_fini(struct raster *raster)
{
   for (struct raster_page *p = raster->pages; p;) {
      struct raster_page *next = p->next;
      free(p);
      p = next;
   }
}
