/* SPDX-License-Identifier: MIT
 *
 * What a stage can read of memory, for who models caches. Of textures the levels that the sampler lets a program reach
 * and the layers that the resource has; of buffers all; of programs the bytes that were decoded.
 */
#include "emulator/core/memory.h"
#include "emulator/terascale/sq/sq.h"
#include "emulator/terascale/ta/ta.h"

struct reads {
   const struct emulator *e;
   void (*fn)(void *data, enum sq_read how, uint64_t addr, uint64_t size_B);
   void *data;
};

static void
reachable(const struct ta_view *v, unsigned *first, unsigned *last)
{
   *first = 0;
   *last = v->num_levels - 1u;
   if (!v->has_sampler)
      return;
   if (!v->mip) {
      *last = 0;
      return;
   }
   *first = MIN2((unsigned)v->min_lod, *last);
   *last = CLAMP((unsigned)v->max_lod + 1, *first, *last);
}

static void
texture(const struct reads *r, const struct ta_view *v)
{
   const struct emu_mem *mem = &r->e->mem;
   unsigned first, last;
   reachable(v, &first, &last);
   for (unsigned i = first; i <= last; i++) {
      const struct ta_level *l = &v->level[i];
      if (l->base < mem->base || l->base >= mem->base + mem->size_B)
         continue; /* reads as zero */
      const uint64_t addr = EMU_VRAM_BASE + (uint64_t)(l->base - mem->base);
      const uint64_t from = emu_surface_start(&l->surf, v->base_layer);
      const uint64_t end = emu_surface_end(&l->surf, v->base_layer + MAX2(l->d, 1) - 1);
      r->fn(r->data, SQ_READ_TEXTURE, addr + from, end - from);
   }
}

static void
bound(const struct reads *r, const struct sq_bound *b, enum sq_stage stage)
{
   if (!b->prog)
      return;
   r->fn(r->data, SQ_READ_CODE, sq_program_address(r->e, stage), b->prog->num_bytes);
   for (uint32_t i = 0; i < b->prog->num_tex; i++)
      texture(r, b->tex[i]);
   for (uint32_t i = 0; i < b->prog->num_vtx; i++)
      if (b->vtx[i].size_B)
         r->fn(r->data, SQ_READ_VERTEX, b->vtx[i].addr, b->vtx[i].size_B);
}

void
sq_stage_for_each_read(const struct sq_stage_state *s,
                       void (*fn)(void *data, enum sq_read how, uint64_t addr, uint64_t size_B), void *data)
{
   const struct reads r = {s->emu, fn, data};
   for (unsigned i = 0; i < ARRAY_SIZE(s->kbuf); i++)
      if (s->kbuf[i].num_dw)
         fn(data, SQ_READ_CONST, s->kbuf[i].addr, (uint64_t)s->kbuf[i].num_dw * 4);
   bound(&r, &s->main, s->stage);
   bound(&r, &s->fs, SQ_FS);
}

bool
sq_stage_writes_scratch(const struct sq_stage_state *s)
{
   for (uint32_t i = 0; i < s->main.prog->num_steps; i++)
      if (s->main.prog->steps[i].kind == SQ_CF_SCRATCH)
         return true;
   return false;
}
