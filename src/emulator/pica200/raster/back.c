/* SPDX-License-Identifier: MIT
 *
 * The pixel half: decodes the state when a register has changed, and draws triangles at once. Decoded texture tiles live until the state
 * changes or somebody else may have written memory.
 */
#include "emulator/pica200/raster/back.h"

#include <stdlib.h>
#include <string.h>

#include "emulator/pica200/kernels.h"
#include "emulator/pica200/raster/draw.h"
#include "emulator/pica200/tx/surface.h"
#include "util/u_fpenv.h"

enum { QUEUE = 2 * PICA_BATCH };

struct pixels {
   struct pica_vertex queue[QUEUE][3]; /* triangles of the draw, which go to pixels together */
   unsigned queued;
   struct pica_draw draw;
   struct pica_pixel_params params;
   const struct pica_level *level;
   bool decoded;                                              /* draw is what the registers say */
   uint32_t lut_words[PICA_LIGHT_TABLES][PICA_LIGHT_ENTRIES]; /* that luts were made of */
   struct pica_light_lut luts[PICA_LIGHT_TABLES];
   struct pica_raster_thread thread;
};

static bool
start(struct pica_gpu *gpu, const char *simd)
{
   struct pixels *p = aligned_alloc(64, u_align(sizeof *p, 64));
   if (!p)
      return false;
   memset(p, 0, sizeof *p);
   p->params = (struct pica_pixel_params)PICA_PARAMS_DEFAULT;
   p->level = pica_level_find(simd);
   gpu->back_data = p;
   return true;
}

static void
stop(struct pica_gpu *gpu)
{
   struct pixels *p = gpu->back_data;
   for (unsigned u = 0; p && u < PICA_TEXTURES; u++)
      pica_surface_free(&p->thread.cache[u].surface);
   free(p);
   gpu->back_data = NULL;
}

static void
forget_tiles(struct pixels *p)
{
   for (unsigned u = 0; u < PICA_TEXTURES; u++) {
      memset(p->thread.cache[u].tile, 0, sizeof p->thread.cache[u].tile);
      pica_surface_forget(&p->thread.cache[u].surface);
   }
}

/* Tables that the draw reads, if their words are others than when they were made. */
static void
make_luts(struct pixels *p, const struct pica_gpu *gpu)
{
   for (uint32_t left = p->draw.lights ? p->draw.lighting.tables : 0; left; left &= left - 1) {
      unsigned n = (unsigned)__builtin_ctz(left);
      if (!memcmp(p->lut_words[n], gpu->tables.light[n], sizeof p->lut_words[n]))
         continue;
      memcpy(p->lut_words[n], gpu->tables.light[n], sizeof p->lut_words[n]);
      pica_light_lut_decode(&p->luts[n], p->lut_words[n]);
   }
}

static void
draw_queue(struct pixels *p)
{
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_KEEP);
   const unsigned step = p->draw.feedback ? 1 : QUEUE;
   for (unsigned i = 0; i < p->queued; i += step) {
      if (p->draw.feedback)
         forget_tiles(p);
      p->level->raster(&p->thread, &p->draw, (const struct pica_vertex(*)[3])p->queue + i,
                       MIN2(step, p->queued - i));
   }
   u_fpenv_leave(env);
   p->queued = 0;
}

/* What waits is of the draw as it was decoded. */
static void
draw_waiting(struct pixels *p)
{
   if (!p->decoded)
      return;
   draw_queue(p);
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_KEEP);
   p->level->flush(&p->thread, &p->draw);
   u_fpenv_leave(env);
}

static bool
decode(struct pixels *p, struct pica_gpu *gpu)
{
   draw_waiting(p);
   gpu->state_changed = false;
   p->decoded = pica_draw_decode(&p->draw, gpu, p->luts, &p->params);
   forget_tiles(p);
   for (unsigned c = 0; c < PICA_KEPT_COLUMNS; c++)
      p->thread.lines.column[c].key[1] = 0;
   p->thread.lines.row.key[1] = 0;
   if (p->decoded)
      make_luts(p, gpu);
   for (unsigned u = 0; p->decoded && u < PICA_TEXTURES;
        u++) /* without room for all levels tiles are decoded one by one */
      if (p->draw.units >> u & 1 && p->draw.texture[u].quick)
         p->draw.texture[u].quick = pica_surface_reserve(&p->thread.cache[u].surface, &p->draw.texture[u]);
   return p->decoded;
}

static bool
triangle(struct pica_gpu *gpu, const struct pica_vertex v[3])
{
   struct pixels *p = gpu->back_data;
   if ((gpu->state_changed || !p->decoded) && !decode(p, gpu))
      return false;
   if (p->draw.nothing)
      return true;
   memcpy(p->queue[p->queued++], v, sizeof p->queue[0]);
   if (p->queued == QUEUE)
      draw_queue(p);
   return true;
}

static void
flush(struct pica_gpu *gpu)
{
   struct pixels *p = gpu->back_data;
   draw_waiting(p);
   p->decoded = false; /* memory may change before the next triangle */
}

const struct pica_back pica_back_pixels = {
   .start = start, .stop = stop, .triangle = triangle, .flush = flush};

struct pica_pixel_params *
pica_pixels_params(struct pica_gpu *gpu)
{
   return &((struct pixels *)gpu->back_data)->params;
}

void
pica_pixels_set_level(struct pica_gpu *gpu, const struct pica_level *level)
{
   if (level)
      ((struct pixels *)gpu->back_data)->level = level;
}

const struct pica_level *
pica_pixels_level(const struct pica_gpu *gpu)
{
   return ((const struct pixels *)gpu->back_data)->level;
}

uint64_t
pica_pixels_shaded(const struct pica_gpu *gpu)
{
   return ((const struct pixels *)gpu->back_data)->thread.num_pixels;
}
