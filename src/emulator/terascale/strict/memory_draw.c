/* SPDX-License-Identifier: MIT
 *
 * Strict hardware: the accesses of a draw. Of targets those with a write mask, of resources those that the decoded
 * programs fetch from, levels and slices that the words let them reach. Collected anew only when state was derived, and
 * looked at again only then or after a packet that touches caches, so that small draws with the same targets cost a
 * comparison; those that read what they draw to are looked at each time. Left out: which rows and columns a draw
 * reaches; scratch reads, which name their own cache rules in the program; fetches through the texture cache on chips
 * that have a vertex cache.
 */
#include <assert.h>

#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/terascale/regs.h"
#include "emulator/terascale/sq/stage.h"
#include "emulator/terascale/strict/memory_unit.h"

static void
add_write(struct strict_memory *u, enum memory_client who, uint64_t addr, uint64_t size_B)
{
   assert(u->num_writes < MEMORY_DRAW_WRITES);
   if (size_B)
      u->write[u->num_writes++] = (struct memory_access){
         {addr, addr + size_B},
         (uint8_t)who
      };
}

static void
add_read(struct strict_memory *u, enum memory_client who, uint64_t addr, uint64_t size_B)
{
   if (size_B && u->num_reads < MEMORY_DRAW_READS)
      u->read[u->num_reads++] = (struct memory_access){
         {addr, addr + size_B},
         (uint8_t)who
      };
}

/* Slices [first, last] of a surface. */
static void
add_slices(struct strict_memory *u, enum memory_client who, bool write, const struct emu_surface *s,
           uint32_t first, uint32_t last)
{
   const uint64_t from = emu_surface_start(s, first), size_B = emu_surface_end(s, MAX2(first, last)) - from;
   if (write)
      add_write(u, who, s->addr + from, size_B);
   else
      add_read(u, who, s->addr + from, size_B);
}

/* ---- targets ---- */

/* Base and bytes of a target's FMASK; 0 bytes: it has none. */
static uint64_t
fmask(const struct emulator *e, unsigned i, uint64_t *addr)
{
   enum { TILE_B = 64 }; /* a byte or more an element; which is not told, so the least */
   if (e->chip->gen >= DB_EVERGREEN) {
      const union eg_ctx_regs *r = &e->regs.eg.ctx;
      *addr = (uint64_t)r->EG_CB_COLOR_FMASK_AT(i) << 8;
      return EG_CB_COLOR_INFO_get_COMPRESSION(r->EG_CB_COLOR_INFO_AT(i))
                ? (EG_CB_COLOR_FMASK_SLICE_get_TILE_MAX(r->EG_CB_COLOR_FMASK_SLICE_AT(i)) + 1ull) * TILE_B
                : 0;
   }
   const union r6_ctx_regs *r = &e->regs.r6.ctx;
   *addr = (uint64_t)r->R6_CB_COLOR_FRAG_AT(i) << 8;
   return R6_CB_COLOR_INFO_get_TILE_MODE(r->R6_CB_COLOR_INFO_AT(i)) ==
                R6_CB_COLOR_INFO__TILE_MODE__TILE_FRAG_ENABLE
             ? (R6_CB_COLOR_MASK_get_FMASK_TILE_MAX(r->R6_CB_COLOR_MASK_AT(i)) + 1ull) * TILE_B
             : 0;
}

static void
color(struct strict_memory *u, const struct emu_draw_state *s)
{
   for (unsigned i = 0; i < s->num_cb; i++) {
      const struct emu_cb_state *cb = &s->cb[i];
      const bool source = s->cb_special == EMU_CB_RESOLVE && i == 0; /* of a resolve: read only */
      if (!cb->enabled || (!cb->write_mask && s->cb_special != EMU_CB_NOTHING))
         continue;
      const uint32_t last = s->vs_layer ? cb->last_slice : cb->slice;
      add_slices(u, MEMORY_CB, !source, &cb->surf, cb->slice, last);
      uint64_t addr, size_B = fmask(u->f->e, i, &addr);
      if (cb->fast_clear && !source)
         add_write(u, MEMORY_CB_META, cb->cmask_addr + (uint64_t)cb->slice * cb->cmask_slice_B,
                   cb->cmask_slice_B);
      if (!source)
         add_write(u, MEMORY_CB_META, addr, size_B);
   }
}

static bool
has_htile(const struct emulator *e)
{
   return e->chip->gen >= DB_EVERGREEN
             ? EG_DB_Z_INFO_get_TILE_SURFACE_ENABLE(e->regs.eg.ctx.DB_Z_INFO)
             : R6_DB_DEPTH_INFO_get_TILE_SURFACE_ENABLE(e->regs.r6.ctx.DB_DEPTH_INFO);
}

static void
depth(struct strict_memory *u, const struct emu_draw_state *s)
{
   const struct emu_db_state *db = &s->db;
   const struct emu_regs *r = &u->f->e->regs;
   const uint32_t control =
      u->f->e->chip->gen >= DB_EVERGREEN ? r->eg.ctx.DB_RENDER_CONTROL : r->r6.ctx.DB_RENDER_CONTROL;
   const bool expand_z = TS_DB_RENDER_CONTROL_get_DEPTH_COMPRESS_DISABLE(control);
   const bool expand_s = TS_DB_RENDER_CONTROL_get_STENCIL_COMPRESS_DISABLE(control);
   const bool z = db->has_z && (db->z_enable || db->copy_z || expand_z);
   const bool st = db->has_s && (db->stencil_enable || db->copy_s || expand_s);
   const bool write_z = z && (db->z_write || expand_z);
   const bool write_s =
      st && (expand_s || (db->stencil_enable && (db->face[0].writemask || db->face[1].writemask)));
   const uint32_t last = s->vs_layer ? db->last_slice : db->slice;
   const bool one = !db->s_separate || db->s_in_pair;
   if (z || (st && one))
      add_slices(u, MEMORY_DB, write_z || (one && write_s), &db->z_surf, db->slice, last);
   if (st && !one)
      add_slices(u, MEMORY_DB, write_s, &db->s_surf, db->slice, last);
   if ((write_z || write_s) && has_htile(u->f->e)) {
      const uint64_t tiles = (uint64_t)db->z_surf.pitch_el / 8 * (db->z_surf.height_el / 8);
      add_write(u, MEMORY_DB_META, (uint64_t)r->ts.ctx.DB_HTILE_DATA_BASE << 8, tiles * 4);
   }
}

/* ---- shaders ---- */

static void
stage_read(void *data, enum sq_read how, uint64_t addr, uint64_t size_B)
{
   struct strict_memory *u = data;
   static const uint8_t who[] = {[SQ_READ_TEXTURE] = MEMORY_TC,
                                 [SQ_READ_VERTEX] = MEMORY_VC,
                                 [SQ_READ_CONST] = MEMORY_CONST,
                                 [SQ_READ_CODE] = MEMORY_CODE};
   const bool shared = how == SQ_READ_VERTEX && !u->f->e->chip->vertex_cache;
   add_read(u, shared ? MEMORY_TC : (enum memory_client)who[how], addr, size_B);
}

static void
stage(struct strict_memory *u, const struct sq_stage_state *s, uint32_t ring, uint32_t size)
{
   sq_stage_for_each_read(s, stage_read, u);
   if (sq_stage_writes_scratch(s))
      add_write(u, MEMORY_SMX, (uint64_t)ring << 8, (uint64_t)size << 8);
}

/* ---- draws ---- */

/* Is a range among the accesses of some clients (a bit each)? */
static bool
in_any(const struct memory_access *a, unsigned n, uint32_t clients, struct memory_range at)
{
   for (unsigned i = 0; i < n; i++)
      if (clients >> a[i].who & 1 && memory_overlap(a[i].at, at))
         return true;
   return false;
}

bool
strict_memory_is_loop(const struct strict_memory *u, struct memory_range at)
{
   return in_any(u->read, u->num_reads, MEMORY_ALL_READERS, at) &&
          in_any(u->write, u->num_writes, MEMORY_TARGETS, at);
}

static void
collect(struct strict_memory *u)
{
   const struct front *f = u->f;
   const struct emu_draw_state *s = f->bound;
   u->num_writes = u->num_reads = 0;
   if (!s->draw.raster.rasterizer_kill) {
      color(u, s);
      depth(u, s);
   }
   for (unsigned i = 0; i < VGT_STREAMS; i++)
      if (f->strmout.buffer[i].enabled)
         add_write(u, MEMORY_STRMOUT, f->strmout.buffer[i].addr, (uint64_t)f->strmout.buffer[i].size_dw * 4);
   const union ts_config_regs *r = &f->e->regs.ts.config;
   stage(u, f->vs, r->SQ_VSTMP_RING_BASE, r->SQ_VSTMP_RING_SIZE);
   stage(u, s->ps, r->SQ_PSTMP_RING_BASE, r->SQ_PSTMP_RING_SIZE);
   u->loop = false;
   for (unsigned i = 0; i < u->num_reads && !u->loop; i++)
      u->loop = strict_memory_is_loop(u, u->read[i].at);
}

static bool
same_writes(const struct strict_memory *u, const struct memory_access *old, unsigned n)
{
   if (u->num_writes != n)
      return false;
   for (unsigned i = 0; i < n; i++)
      if (u->write[i].who != old[i].who || u->write[i].at.addr != old[i].at.addr ||
          u->write[i].at.end != old[i].at.end)
         return false;
   return true;
}

/* Reads come before writes: a draw that reads what it writes is no fault by itself. */
static void
look(struct strict_memory *u, bool writes_too)
{
   struct memory_model *m = &u->model;
   u->drawing = true;
   for (unsigned i = 0; i < u->num_reads; i++)
      memory_check_read(m, (enum memory_client)u->read[i].who, u->read[i].at);
   for (unsigned i = 0; writes_too && i < u->num_writes; i++)
      memory_write(m, (enum memory_client)u->write[i].who, u->write[i].at);
   for (unsigned i = 0; i < u->num_reads; i++)
      memory_note_read(m, (enum memory_client)u->read[i].who, u->read[i].at);
   u->drawing = false;
}

void
strict_memory_draw(struct front *f, const struct front_draw *d)
{
   struct strict_memory *u = f->strict->memory;
   const uint64_t in_memory = (uint64_t)(d->indices - f->e->mem.base);
   if (d->idx != FRONT_IDX_AUTO && d->room_B && in_memory < f->e->mem.size_B)
      memory_read(&u->model, MEMORY_VGT,
                  (struct memory_range){EMU_VRAM_BASE + in_memory, EMU_VRAM_BASE + in_memory + d->room_B});
   u->pixels_busy = u->pipe_busy = true;
   u->vgt_flushed = false;
   const bool still = u->changes == u->model.changes;
   if (still && u->states == f->states && !f->strmout.enabled && !u->loop)
      return;
   struct memory_access old[MEMORY_DRAW_WRITES];
   const unsigned num_old = u->num_writes;
   memcpy(old, u->write, num_old * sizeof *old);
   collect(u);
   look(u, !still || !same_writes(u, old, num_old));
   if (!strict_memory_act(f))
      f->strict->stopped = true;
   u->changes = u->model.changes;
   u->states = f->states;
}
