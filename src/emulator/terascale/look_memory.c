/* SPDX-License-Identifier: MIT
 *
 * What the last draw's programs could read, for tools: textures with a picture of their base level, vertex
 * buffers, constant buffers. The stages are bound once more from the registers, as the next draw would bind them.
 */
#include "emulator/terascale/look.h"

#include <assert.h>
#include <stdio.h>

#include "db/terascale/db_formats.h"
#include "emulator/terascale/sq/sq.h"
#include "emulator/terascale/sq/stage.h"
#include "emulator/terascale/ta/ta.h"
#include "util/u_arena.h"
#include "util/u_math.h"

/** One thing; the others are NULL. */
struct found {
   const char *stage;
   unsigned number;
   const struct ta_view *texture;
   const struct sq_vtx_view *vertices;
   const struct sq_kbuf *constants;
};

/** Takes number \p left of what comes; true: found. */
static bool
take(struct found *f, unsigned *left, struct found here)
{
   if ((*left)--)
      return false;
   *f = here;
   return true;
}

static bool
find_bound(struct found *f, unsigned *left, const struct sq_bound *b, const char *stage)
{
   const struct sq_program *p = b->prog;
   for (uint32_t i = 0; p && i < p->num_tex; i++)
      if (take(f, left, (struct found){stage, p->tex[i].resource, .texture = b->tex[i]}))
         return true;
   for (uint32_t i = 0; p && i < p->num_vtx; i++) {
      const unsigned number = p->fetches[p->vtx_fetch[i]].resource;
      if (take(f, left, (struct found){stage, number, .vertices = &b->vtx[i]}))
         return true;
   }
   return false;
}

/** The \p i-th thing; false: there are fewer. What it points to lives in \p arena and in the cache of views. */
static bool
find(struct emulator *e, struct u_arena *arena, unsigned i, struct found *f)
{
   static const struct {
      enum sq_stage stage;
      const char *name;
   } stages[] = {
      {SQ_PS, "pixel" },
      {SQ_VS, "vertex"}
   };
   for (unsigned k = 0; k < ARRAY_SIZE(stages); k++) {
      struct emu_error err = {0};
      const struct sq_stage_state *s = NULL;
      if (sq_program_address(e, stages[k].stage))
         s = sq_stage_state_create(e, arena, stages[k].stage, &err);
      if (!s)
         continue;
      if (find_bound(f, &i, &s->main, stages[k].name) || find_bound(f, &i, &s->fs, "fetch"))
         return true;
      for (unsigned bank = 0; bank < ARRAY_SIZE(s->kbuf); bank++)
         if (s->main.prog->kcache_banks >> bank & 1 &&
             take(f, &i, (struct found){stages[k].name, bank, .constants = &s->kbuf[bank]}))
            return true;
   }
   return false;
}

static void
describe_texture(const struct ta_view *v, struct emu_seen *out)
{
   static const char *const dims[] = {
      "1D", "2D", "3D", "cube", "1D array", "2D array", "2D with samples", "2D array with samples"};
   const struct ta_level *l = &v->level[0];
   const struct db_format *format = db_format(v->format);
   out->kind = "texture";
   out->address = v->range[0].addr;
   out->size_B = v->range[0].size_B;
   out->w_px = v->num_levels && l->base ? l->w : 0;
   out->h_px = v->num_levels && l->base ? l->h : 0;
   snprintf(out->text, sizeof out->text, "%s, %ux%ux%u, %s, %u level%s", v->dim < 8 ? dims[v->dim] : "?",
            l->w, l->h, l->d, format ? format->name : "?", v->num_levels, v->num_levels == 1 ? "" : "s");
}

static void
describe(const struct found *f, struct emu_seen *out)
{
   *out = (struct emu_seen){.stage = f->stage, .number = f->number};
   if (f->texture) {
      describe_texture(f->texture, out);
   } else if (f->vertices) {
      const struct sq_vtx_view *v = f->vertices;
      out->kind = "vertices";
      out->address = v->addr;
      out->size_B = v->size_B;
      snprintf(out->text, sizeof out->text, "%u x %u bits%s, stride %u bytes", v->ncomp, v->bits[0],
               v->kind == SQ_V_F32 || v->kind == SQ_V_F16 ? ", float" : "", v->stride_B);
   } else {
      out->kind = "constants";
      out->address = f->constants->addr;
      out->size_B = (uint64_t)f->constants->num_dw * 4;
   }
}

bool
emu_look_memory(struct emulator *e, unsigned i, struct emu_seen *out)
{
   struct u_arena arena;
   struct found f;
   u_arena_init(&arena);
   const bool found = find(e, &arena, i, &f);
   if (found)
      describe(&f, out);
   u_arena_fini(&arena);
   return found;
}

static uint32_t
texel(const struct ta_view *v, uint32_t x, uint32_t y)
{
   uint32_t bits[4], rgba = 0;
   ta_load(v, (int32_t)x, (int32_t)y, 0, 0, bits);
   for (unsigned c = 0; c < 4; c++) {
      const float f = uif(bits[c]), in = f > 0 ? MIN2(f, 1.0f) : 0; /* NaN is 0 */
      rgba |= (ta_is_int(v) ? bits[c] & 255 : (uint32_t)(in * 255 + 0.5f)) << 8 * c;
   }
   return rgba;
}

void
emu_look_texels(struct emulator *e, unsigned i, uint32_t step, uint32_t w, uint32_t h, uint32_t *rgba)
{
   struct u_arena arena;
   struct found f;
   u_arena_init(&arena);
   const bool found = find(e, &arena, i, &f) && f.texture;
   for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++)
         rgba[(size_t)y * w + x] = found ? texel(f.texture, x * step, y * step) : 0;
   u_arena_fini(&arena);
}
