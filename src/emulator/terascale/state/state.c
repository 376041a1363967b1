/* SPDX-License-Identifier: MIT
 *
 * When the state of draws is derived from registers again, and the hazards that this finds: a texture or
 * buffer that pending bins still write must be complete before a draw that reads it.
 */
#include "emulator/core/perf.h"
#include "emulator/raster/raster.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/state/describe.h"
#include "emulator/terascale/spi/spi.h"
#include "emulator/terascale/sq/stage.h"
#include "util/u_arena.h"

struct hazard {
   struct front *f;
   bool hit;
};

static void
check_range(void *data, uint64_t addr, uint64_t size_B)
{
   struct hazard *h = data;
   h->hit = h->hit || raster_pending_overlaps(h->f->e->raster, addr, size_B, false);
}

/* The vertex shader's state; *fresh: it was stale. */
static bool
vertex_stage(struct front *f, bool *fresh)
{
   static const uint64_t loaded[SQ_LOADED_WORDS] = {0xf}; /* the index and its companions */
   struct emulator *e = f->e;
   struct u_arena *arena = raster_arena(e->raster);
   const struct sq_stage_state *old = f->vs;
   *fresh = !old || (f->dirty & (FRONT_DIRTY_VS | FRONT_DIRTY_VS_CONST));
   if (!*fresh)
      return true;
   if (old && !(f->dirty & FRONT_DIRTY_VS)) {
      f->vs = sq_stage_state_of_buffers(e, arena, old);
      return f->vs || front_error(f, "out of memory for a shader's state");
   }
   f->vs = sq_stage_state_create(e, arena, SQ_VS, f->err);
   if (!f->vs)
      return false;
   if (!old || !sq_stage_same_programs(old, f->vs))
      f->vs_clear = sq_stage_clear(arena, f->vs, loaded);
   return f->vs_clear || front_error(f, "out of memory for a shader's state");
}

/* The pixel shader's state, whose constants may be the vertex shader's. */
static bool
pixel_stage(struct front *f, bool *fresh)
{
   struct emulator *e = f->e;
   struct u_arena *arena = raster_arena(e->raster);
   const struct sq_stage_state *old = f->draft.ps;
   const uint32_t const_too =
      (f->dirty & (FRONT_DIRTY_VS | FRONT_DIRTY_VS_CONST)) && old && sq_stage_reads_vs_constants(old)
         ? FRONT_DIRTY_PS_CONST
         : 0;
   const uint32_t dirty = f->dirty | const_too;
   *fresh = !old || (dirty & (FRONT_DIRTY_PS | FRONT_DIRTY_PS_CONST));
   if (!*fresh)
      return true;
   if (old && !(dirty & FRONT_DIRTY_PS)) {
      f->draft.ps = sq_stage_state_of_buffers(e, arena, old);
      return f->draft.ps || front_error(f, "out of memory for a shader's state");
   }
   f->draft.ps = sq_stage_state_create(e, arena, SQ_PS, f->err);
   return f->draft.ps != NULL;
}

static bool
stages(struct front *f)
{
   struct hazard h = {f, false};
   bool vs_fresh, ps_fresh;
   if (!vertex_stage(f, &vs_fresh) || !pixel_stage(f, &ps_fresh))
      return false;
   if (f->bound && vs_fresh)
      sq_stage_for_each_range(f->vs, check_range, &h);
   if (f->bound && ps_fresh)
      sq_stage_for_each_range(f->draft.ps, check_range, &h);
   if (!h.hit)
      return true;
   front_flush(f);
   return stages(f); /* nothing is pending now */
}

static bool
fixed_function(struct front *f)
{
   static bool (*const derive[DB_GEN_COUNT])(struct front *, struct emu_draw_state *) = {
      [DB_R600] = front_state_R6,
      [DB_R700] = front_state_R6,
      [DB_EVERGREEN] = front_state_EG,
      [DB_CAYMAN] = front_state_CM,
   };
   const struct sq_stage_state *ps = f->draft.ps;
   memset(&f->draft, 0, sizeof f->draft);
   f->draft.chip = f->e->chip;
   f->draft.ps = ps;
   f->dirty |= FRONT_DIRTY_FIXED; /* also if this fails */
   if (!derive[f->e->chip->gen](f, &f->draft))
      return false;
   f->draft.draw.raster.clip_disable |= f->rectangles;
   f->dirty &= ~(uint32_t)(FRONT_DIRTY_FIXED | FRONT_DIRTY_FIXED_REGS);
   f->changes.n = 0;
   state_describe_draw(&f->draft);
   f->rebind = true;
   if (f->bound && raster_needs_flush(f->e->raster, &f->draft.draw))
      front_flush(f);
   return true;
}

/* What has changed since the last draw. */
static bool
bind_state(struct front *f)
{
   struct raster *raster = f->e->raster;
   f->states++;
   if ((f->dirty & (FRONT_DIRTY_FIXED | FRONT_DIRTY_FIXED_REGS)) && !fixed_function(f))
      return false;
   if (!front_expand_clears(f) || !stages(f))
      return false;
   if (f->bound && !f->rebind &&
       f->bound->ps == f->draft.ps) { /* only vertices change: SC has all that it needs */
      f->dirty = 0;
      return true;
   }
   struct emu_draw_state *s = u_arena_alloc_raw(raster_arena(raster), sizeof *s);
   if (!s)
      return front_error(f, "out of memory for the state of a draw");
   uint64_t loaded[SQ_LOADED_WORDS];
   spi_loaded(&f->draft, loaded);
   spi_find_reads(&f->draft);
   f->draft.ps_clear = sq_stage_clear(raster_arena(raster), f->draft.ps, loaded);
   if (!f->draft.ps_clear)
      return front_error(f, "out of memory for the state of a draw");
   f->draft.lookup = spi_lookup(raster_arena(raster), &f->draft);
   *s = f->draft;
   s->draw.program = s->ps;
   s->draw.inputs = s;
   raster_set_state(raster, &s->draw);
   f->bound = s;
   f->dirty = 0;
   f->rebind = false;
   return true;
}

/* Whether the registers that changed have the values that the state was derived from: those before the first change. */
static bool
changed_back(const struct front *f)
{
   const struct front_changes *k = &f->changes;
   for (unsigned i = 0; i < k->n && k->n <= FRONT_MAX_CHANGES; i++) {
      unsigned first = 0;
      while (k->change[first].reg != k->change[i].reg)
         first++;
      if (first == i && f->e->regs.ts.ctx.raw[k->change[i].reg] != k->change[i].old)
         return false;
   }
   return k->n <= FRONT_MAX_CHANGES;
}

bool
front_prepare_state(struct front *f)
{
   if ((f->dirty & (FRONT_DIRTY_FIXED | FRONT_DIRTY_FIXED_REGS)) == FRONT_DIRTY_FIXED_REGS &&
       changed_back(f)) {
      f->dirty &= ~(uint32_t)FRONT_DIRTY_FIXED_REGS;
      f->changes.n = 0;
   }
   struct raster *raster = f->e->raster;
   if (f->bound && raster_is_full(raster))
      front_flush(f);
   if (f->bound && !f->dirty && !f->rebind)
      return true;
   const unsigned before = emu_perf_enter(EMU_PERF_STATE);
   const bool ok = bind_state(f);
   emu_perf_leave(before);
   return ok;
}
