/* SPDX-License-Identifier: MIT
 *
 * From registers to what a stage executes: finds or decodes its program, resolves constant buffers, vertex
 * buffers and textures. Programs are cached by content: a cached one is used only if memory still holds the
 * bytes it was decoded from.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "db/terascale/cm_regs.h"
#include "db/terascale/db_formats.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/core/memory.h"
#include "emulator/core/wave.h"
#include "emulator/emulator.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/regs.h"
#include "emulator/terascale/sq/places.h"
#include "emulator/terascale/sq/sq.h"
#include "emulator/terascale/sq/stage.h"
#include "emulator/terascale/ta/ta.h"
#include "util/u_arena.h"
#include "util/u_pages.h"

enum { PROGRAM_SLOTS = 1024, VIEW_SLOTS = 2048 };

struct sq_cache {
   struct sq_program *programs[PROGRAM_SLOTS]; /* by the first bytes */
   struct {
      uint64_t addr;
      const struct sq_program *p;
   } recent[PROGRAM_SLOTS]; /* by address */
   struct ta_view *views[VIEW_SLOTS];
};

static uint32_t
stage_reg(const struct emulator *e, uint16_t dw)
{
   return e->regs.ts.ctx.raw[dw];
}

/* Resource words; all zero (invalid) beyond the last slot. */
static void
resource_words(const struct emulator *e, unsigned slot, uint32_t w[8])
{
   const struct emu_regs *r = &e->regs;
   memset(w, 0, 8 * sizeof *w);
   if (e->chip->gen >= DB_EVERGREEN) {
      if (slot < ARRAY_SIZE(r->eg.resource.SQ_TEX_RESOURCE))
         memcpy(w, &r->eg.resource.SQ_TEX_RESOURCE[slot], sizeof r->eg.resource.SQ_TEX_RESOURCE[slot]);
   } else if (slot < ARRAY_SIZE(r->r6.resource.SQ_TEX_RESOURCE)) {
      memcpy(w, &r->r6.resource.SQ_TEX_RESOURCE[slot], sizeof r->r6.resource.SQ_TEX_RESOURCE[slot]);
   }
}

/* The three words of sampler slot \p slot, which the stages' own numbers cannot leave. */
static const uint32_t *
sampler_words(const struct emulator *e, unsigned slot)
{
   const struct emu_regs *r = &e->regs;
   assert(slot < ARRAY_SIZE(r->r6.sampler.SQ_TEX_SAMPLER));
   return e->chip->gen >= DB_EVERGREEN ? &r->eg.sampler.raw[slot * DB_R6_SAMPLER_STRIDE_B / 4]
                                       : &r->r6.sampler.raw[slot * DB_R6_SAMPLER_STRIDE_B / 4];
}

/* ---- programs ---- */

uint64_t
sq_program_address(const struct emulator *e, enum sq_stage stage)
{
   return (uint64_t)stage_reg(e, sq_places_of(e, stage)->start) << 8;
}

uint32_t
sq_program_key(const struct emulator *e, enum sq_stage stage)
{
   const uint32_t res = stage_reg(e, sq_places_of(e, stage)->resources);
   uint32_t key = (uint32_t)e->chip->gen | (uint32_t)stage << 2;
   if (e->chip->gen >= DB_EVERGREEN)
      return key | SQ_KEY_PREFER_VECTOR |
             (EG_SQ_PGM_RESOURCES_PS_get_DX10_CLAMP(res) ? SQ_KEY_DX10_CLAMP : 0);
   const uint32_t cfg = e->regs.r6.config.SQ_CONFIG;
   if (R6_SQ_PGM_RESOURCES_PS_get_DX10_CLAMP(res) || R6_SQ_CONFIG_get_DX10_CLAMP(cfg))
      key |= SQ_KEY_DX10_CLAMP;
   if (R6_SQ_CONFIG_get_ALU_INST_PREFER_VECTOR(cfg))
      key |= SQ_KEY_PREFER_VECTOR;
   return key;
}

static bool
still_there(const struct emulator *e, const struct sq_program *p, uint64_t addr)
{
   const uint8_t *saved = p->bytes;
   for (uint32_t i = 0; i < p->num_extents; i++) {
      const void *m = emu_mem_ptr(&e->mem, addr + p->extents[i].off_B, p->extents[i].size_B);
      if (!m || memcmp(m, saved, p->extents[i].size_B) != 0)
         return false;
      saved += p->extents[i].size_B;
   }
   return true;
}

static const struct sq_program *
find_program(struct emulator *e, struct sq_cache *cache, uint64_t addr, uint32_t key, struct emu_error *err)
{
   unsigned recent = (unsigned)((addr >> 8) * 3 + (key >> 2)) % PROGRAM_SLOTS;
   const struct sq_program *q = cache->recent[recent].p;
   if (q && cache->recent[recent].addr == addr && q->key == key && still_there(e, q, addr))
      return q;
   uint64_t first = 0;
   const void *m = emu_mem_ptr(&e->mem, addr, 8);
   if (m)
      memcpy(&first, m, 8);
   uint64_t hash = (first ^ key) * UINT64_C(0x9e3779b97f4a7c15);
   unsigned slot = (unsigned)(hash >> 40) % PROGRAM_SLOTS;
   for (q = cache->programs[slot]; q; q = q->hash_next) {
      if (q->hash == hash && q->key == key && still_there(e, q, addr))
         break;
   }
   if (!q) {
      struct sq_program *p = sq_decode(e, addr, key, err);
      if (!p)
         return NULL;
      p->hash = hash;
      p->hash_next = cache->programs[slot];
      cache->programs[slot] = p;
      q = p;
   }
   cache->recent[recent].addr = addr;
   cache->recent[recent].p = q;
   return q;
}

/* ---- vertex buffers ---- */

static void
vertex_format(struct sq_vtx_view *v, unsigned format)
{
   const struct db_format *f = db_format(format);
   if (!f || !f->vertex)
      return;
   v->el_B = f->bytes_per_el;
   v->ncomp = f->ncomp;
   memcpy(v->bits, f->bits, sizeof(v->bits));
   for (unsigned c = 1; c < f->ncomp; c++)
      v->shift[c] = (uint8_t)(v->shift[c - 1] + v->bits[c - 1]);
   if (f->is_float)
      v->kind = v->bits[0] == 32 ? SQ_V_F32 : v->bits[0] == 16 ? SQ_V_F16 : SQ_V_F11;
   else if (v->bits[0] == 32)
      v->kind = v->num_format == 1 ? SQ_V_F32 : SQ_V_I32;
   else if (v->bits[0] == 16)
      v->kind = SQ_V_I16;
   else
      v->kind = SQ_V_PACKED;
   v->one = !f->is_float && v->num_format == 1 ? 1 : 0x3f800000u;
}

static void
vertex_view(const struct emulator *e, const struct sq_places *pl, const struct sq_fetch *f,
            struct sq_vtx_view *v)
{
   uint32_t w[8];
   resource_words(e, pl->resource0 + f->resource, w);
   bool eg = e->chip->gen >= DB_EVERGREEN;
   unsigned type = eg ? EG_SQ_VTX_CONSTANT_WORD7_get_TYPE(w[7]) : R6_SQ_VTX_CONSTANT_WORD6_get_TYPE(w[6]);
   uint64_t hi = R6_SQ_VTX_CONSTANT_WORD2_get_BASE_ADDRESS_HI(w[2]);
   v->addr = hi << 32 | w[0];
   v->size_B = (uint64_t)w[1] + 1;
   v->stride_B = e->chip->gen == DB_CAYMAN ? CM_SQ_VTX_CONSTANT_WORD2_get_STRIDE(w[2])
                                           : R6_SQ_VTX_CONSTANT_WORD2_get_STRIDE(w[2]);
   if (f->no_stride)
      v->stride_B = 0;
   v->index_offset[0] =
      eg ? e->regs.eg.ctl_const.SQ_VTX_BASE_VTX_LOC : e->regs.r6.ctl_const.SQ_VTX_BASE_VTX_LOC;
   v->index_offset[1] =
      eg ? e->regs.eg.ctl_const.SQ_VTX_START_INST_LOC : e->regs.r6.ctl_const.SQ_VTX_START_INST_LOC;
   unsigned format = f->data_format;
   v->num_format = f->num_format;
   v->is_signed = f->is_signed;
   v->srf_no_zero = f->srf_no_zero;
   v->endian = f->endian;
   if (f->use_const_fields) {
      format = R6_SQ_VTX_CONSTANT_WORD2_get_DATA_FORMAT(w[2]);
      v->num_format = R6_SQ_VTX_CONSTANT_WORD2_get_NUM_FORMAT_ALL(w[2]);
      v->is_signed = R6_SQ_VTX_CONSTANT_WORD2_get_FORMAT_COMP_ALL(w[2]);
      v->srf_no_zero = R6_SQ_VTX_CONSTANT_WORD2_get_SRF_MODE_ALL(w[2]);
      v->endian = (uint8_t)R6_SQ_VTX_CONSTANT_WORD2_get_ENDIAN_SWAP(w[2]);
   }
   v->one = 0x3f800000u;
   if (eg) {
      v->sel[0] = EG_SQ_VTX_CONSTANT_WORD3_get_DST_SEL_X(w[3]);
      v->sel[1] = EG_SQ_VTX_CONSTANT_WORD3_get_DST_SEL_Y(w[3]);
      v->sel[2] = EG_SQ_VTX_CONSTANT_WORD3_get_DST_SEL_Z(w[3]);
      v->sel[3] = EG_SQ_VTX_CONSTANT_WORD3_get_DST_SEL_W(w[3]);
      v->swizzled = v->sel[0] != 0 || v->sel[1] != 1 || v->sel[2] != 2 || v->sel[3] != 3;
   }
   vertex_format(v, format);
   v->unsigned_w = e->chip->vertex_alpha2_unsigned && v->ncomp == 4 && v->bits[3] == 2;
   uint64_t room_B = emu_mem_room(&e->mem, v->addr);
   v->size_B = MIN2(v->size_B, room_B);
   v->base = type == 3 && v->size_B ? emu_mem_ptr(&e->mem, v->addr, v->size_B) : NULL;
   if (!v->base)
      v->size_B = 0;
}

/* ---- binding ---- */

static const uint32_t zero_dw;

static bool
bind_consts(const struct emulator *e, struct sq_stage_state *s, struct sq_bound *b, struct u_arena *arena,
            bool vs)
{
   const struct sq_program *p = b->prog;
   b->consts = u_arena_array(arena, const uint32_t *, p->num_consts + 1);
   if (!b->consts)
      return false;
   for (uint32_t i = 0; i < p->num_consts; i++) {
      const struct sq_const_ref *r = &p->consts[i];
      switch (r->kind) {
      case SQ_C_LITERAL:
         b->consts[i] = &r->value;
         break;
      case SQ_C_KCACHE: {
         const struct sq_kbuf *k = &s->kbuf[r->value];
         b->consts[i] = r->dw < k->num_dw ? k->dw + r->dw : &zero_dw;
         break;
      }
      case SQ_C_FILE: { /* registers change under way: keep the value */
         uint32_t *copy = u_arena_new(arena, uint32_t);
         if (!copy)
            return false;
         *copy = e->regs.r6.alu_const.raw[(r->value + (vs ? 256 : 0)) * 4 + r->dw];
         b->consts[i] = copy;
         break;
      }
      }
   }
   return true;
}

static bool
bind(struct emulator *e, struct sq_cache *cache, struct sq_stage_state *s, struct sq_bound *b,
     struct u_arena *arena, const struct sq_places *pl)
{
   const struct sq_program *p = b->prog;
   b->tex = u_arena_array(arena, const struct ta_view *, p->num_tex + 1);
   b->vtx = u_arena_array(arena, struct sq_vtx_view, p->num_vtx + 1);
   if (!b->tex || !b->vtx || !bind_consts(e, s, b, arena, s->stage != SQ_PS))
      return false;
   b->tex[p->num_tex] = NULL; /* of instructions that use no resource, if there are no others */
   for (uint32_t i = 0; i < p->num_tex; i++) {
      uint32_t w[8];
      resource_words(e, pl->resource0 + p->tex[i].resource, w);
      unsigned n = p->tex[i].sampler % DB_R6_SAMPLERS_PER_STAGE;
      bool has = p->tex[i].needs_sampler;
      b->tex[i] = ta_view_find(e, cache->views, VIEW_SLOTS, w,
                               has ? sampler_words(e, pl->sampler0 + n) : NULL, e->regs.border[pl->stage][n]);
      if (!b->tex[i])
         return false;
   }
   for (uint32_t i = 0; i < p->num_vtx; i++)
      vertex_view(e, pl, &p->fetches[p->vtx_fetch[i]], &b->vtx[i]);
   return true;
}

static void
find_kbufs(const struct emulator *e, struct sq_stage_state *s)
{
   for (uint32_t banks = s->banks; banks; banks &= banks - 1) {
      const unsigned i = (unsigned)__builtin_ctz(banks);
      const struct sq_places *pl = sq_places_of(e, i < 16 ? s->stage : SQ_VS);
      struct sq_kbuf *k = &s->kbuf[i];
      uint32_t units =
         TS_SQ_ALU_CONST_BUFFER_SIZE_PS_get_DATA(stage_reg(e, (uint16_t)(pl->const_size + i % 16)));
      k->addr = (uint64_t)stage_reg(e, (uint16_t)(pl->const_base + i % 16)) << 8;
      uint64_t size_B = MIN2((uint64_t)units * 256, emu_mem_room(&e->mem, k->addr));
      k->dw = size_B ? emu_mem_ptr(&e->mem, k->addr, size_B) : NULL;
      k->num_dw = k->dw ? (uint32_t)(size_B / 4) : 0;
   }
}

static const struct sq_program *
stage_program(struct emulator *e, struct sq_cache *cache, enum sq_stage stage, struct emu_error *err)
{
   return find_program(e, cache, sq_program_address(e, stage), sq_program_key(e, stage), err);
}

/* What a wave of the stage may read first; the fetch shader writes some of it. */
static void
find_exposed(struct sq_stage_state *s)
{
   const struct sq_program *p = s->main.prog, *fs = s->fs.prog;
   for (unsigned i = 0; i < ARRAY_SIZE(s->exposed.bits); i++)
      s->exposed.bits[i] = p->exposed.bits[i] |
                           (p->exposed_behind_fs.bits[i] & ~(fs ? fs->written.bits[i] : 0)) |
                           (fs ? fs->exposed.bits[i] : 0);
}

const struct sq_stage_state *
sq_stage_state_create(struct emulator *e, struct u_arena *arena, enum sq_stage stage, struct emu_error *err)
{
   if (!e->sq_cache)
      e->sq_cache = calloc(1, sizeof(struct sq_cache));
   struct sq_cache *cache = e->sq_cache;
   struct sq_stage_state *s = u_arena_new(arena, struct sq_stage_state);
   if (!cache || !s)
      goto out_of_memory;
   const struct sq_places *pl = sq_places_of(e, stage);
   s->emu = e;
   s->stage = stage;
   s->main.prog = stage_program(e, cache, stage, err);
   if (!s->main.prog)
      return NULL;
   if (s->main.prog->calls_fs) {
      s->fs.prog = stage_program(e, cache, SQ_FS, err);
      if (!s->fs.prog)
         return NULL;
   }
   s->banks = s->main.prog->kcache_banks | (s->fs.prog ? s->fs.prog->kcache_banks : 0u);
   find_kbufs(e, s);
   s->scratch_vec4 = TS_SQ_PSTMP_RING_ITEMSIZE_get_ITEMSIZE(stage_reg(e, pl->item_size)) / 4;
   assert(s->scratch_vec4 <= SQ_SCRATCH_VEC4);
   const bool eg = e->chip->gen >= DB_EVERGREEN;
   s->bool_const =
      eg ? e->regs.eg.bool_const.SQ_BOOL_CONST[pl->stage] : e->regs.r6.bool_const.SQ_BOOL_CONST[pl->stage];
   memcpy(s->loop_const,
          eg ? &e->regs.eg.loop_const.SQ_LOOP_CONST[pl->loop0]
             : &e->regs.r6.loop_const.SQ_LOOP_CONST[pl->loop0],
          sizeof(s->loop_const));
   find_exposed(s);
   if (!bind(e, cache, s, &s->main, arena, pl) ||
       (s->fs.prog && !bind(e, cache, s, &s->fs, arena, sq_places_of(e, SQ_FS))))
      goto out_of_memory;
   return s;

out_of_memory:
   if (err)
      snprintf(err->reason, sizeof(err->reason), "out of memory for a shader's state");
   return NULL;
}

const struct sq_stage_state *
sq_stage_state_of_buffers(struct emulator *e, struct u_arena *arena, const struct sq_stage_state *old)
{
   struct sq_stage_state *s = u_arena_alloc_raw(arena, sizeof *s);
   if (!s)
      return NULL;
   *s = *old;
   find_kbufs(e, s);
   const bool vs = s->stage != SQ_PS;
   return bind_consts(e, s, &s->main, arena, vs) && (!s->fs.prog || bind_consts(e, s, &s->fs, arena, vs))
             ? s
             : NULL;
}

bool
sq_stage_same_programs(const struct sq_stage_state *a, const struct sq_stage_state *b)
{
   return a->main.prog == b->main.prog && a->fs.prog == b->fs.prog;
}

static bool
uses_resource(const struct emulator *e, const struct sq_bound *b, enum sq_stage stage, uint32_t slot)
{
   const struct sq_program *p = b->prog;
   if (!p)
      return false;
   const uint32_t first = sq_places_of(e, stage)->resource0;
   for (uint32_t i = 0; i < p->num_tex; i++)
      if (first + p->tex[i].resource == slot)
         return true;
   for (uint32_t i = 0; i < p->num_vtx; i++)
      if (first + p->fetches[p->vtx_fetch[i]].resource == slot)
         return true;
   return false;
}

bool
sq_stage_uses_resource(const struct sq_stage_state *s, uint32_t slot)
{
   return uses_resource(s->emu, &s->main, s->stage, slot) || uses_resource(s->emu, &s->fs, SQ_FS, slot);
}

/* ---- rows that are cleared before each wave ---- */

struct sq_clear {
   uint32_t n;
   uint16_t row[];
};

const struct sq_clear *
sq_stage_clear(struct u_arena *arena, const struct sq_stage_state *s, const uint64_t loaded[SQ_LOADED_WORDS])
{
   struct sq_rows rows = s->exposed;
   _Static_assert(SQ_GPRS * 4 == SQ_LOADED_WORDS * 64 && SQ_OFF(gpr) == sizeof(struct emu_row),
                  "GPRs from row 1 on");
   for (unsigned i = 0; i < SQ_LOADED_WORDS; i++) {
      rows.bits[i] &= ~(loaded[i] << 1);
      rows.bits[i + 1] &= ~(loaded[i] >> 63);
   }
   uint32_t n = 0;
   for (unsigned i = 0; i < ARRAY_SIZE(rows.bits); i++)
      n += rows.bits[i] ? (uint32_t)__builtin_popcountll(rows.bits[i]) : 0; /* most are 0, and it is a call */
   struct sq_clear *c = u_arena_alloc_raw(arena, sizeof *c + n * sizeof *c->row);
   if (!c)
      return NULL;
   c->n = 0;
   for (unsigned i = 0; i < ARRAY_SIZE(rows.bits); i++)
      for (uint64_t m = rows.bits[i]; m; m &= m - 1)
         c->row[c->n++] = (uint16_t)(i * 64 + (unsigned)__builtin_ctzll(m));
   assert(c->n == n);
   return c;
}

void
sq_stage_read_rows(const struct sq_stage_state *s, uint64_t rows[SQ_LOADED_WORDS])
{
   for (unsigned i = 0; i < SQ_LOADED_WORDS; i++) /* GPRs from row 1 on: see sq_stage_clear() */
      rows[i] = s->exposed.bits[i] >> 1 | s->exposed.bits[i + 1] << 63;
}

void
sq_ctx_clear(struct sq_ctx *c, const struct sq_clear *clear)
{
   struct emu_row *rows = (struct emu_row *)c;
   const uint32_t with = c->emu->gpr_garbage;
   for (uint32_t i = 0; i < clear->n && !with; i++)
      memset(&rows[clear->row[i]], 0, sizeof *rows);
   for (uint32_t i = 0; i < clear->n && with; i++)
      for (unsigned l = 0; l < EMU_LANES; l++)
         rows[clear->row[i]].u[l] = with;
}

bool
sq_stage_reads_vs_constants(const struct sq_stage_state *s)
{
   return s->main.prog->kcache_banks >> 16;
}

static void
bound_ranges(const struct sq_bound *b, void (*fn)(void *data, uint64_t addr, uint64_t size_B), void *data)
{
   if (!b->prog)
      return;
   for (uint32_t i = 0; i < b->prog->num_tex; i++) {
      for (unsigned k = 0; k < 2; k++) {
         if (b->tex[i]->range[k].size_B)
            fn(data, b->tex[i]->range[k].addr, b->tex[i]->range[k].size_B);
      }
   }
   for (uint32_t i = 0; i < b->prog->num_vtx; i++) {
      if (b->vtx[i].size_B)
         fn(data, b->vtx[i].addr, b->vtx[i].size_B);
   }
}

bool
sq_stage_has_shadows(const struct sq_stage_state *s)
{
   bool any = false;
   for (uint32_t i = 0; i < s->main.prog->num_tex; i++)
      any |= s->main.tex[i]->shadow != NULL;
   return any;
}

void
sq_stage_for_each_range(const struct sq_stage_state *s,
                        void (*fn)(void *data, uint64_t addr, uint64_t size_B), void *data)
{
   for (uint32_t banks = s->banks; banks; banks &= banks - 1) {
      const struct sq_kbuf *k = &s->kbuf[__builtin_ctz(banks)];
      if (k->num_dw)
         fn(data, k->addr, (uint64_t)k->num_dw * 4);
   }
   bound_ranges(&s->main, fn, data);
   bound_ranges(&s->fs, fn, data);
}

void
sq_cache_fini(struct emulator *e)
{
   struct sq_cache *cache = e->sq_cache;
   if (!cache)
      return;
   for (unsigned i = 0; i < PROGRAM_SLOTS; i++) {
      for (struct sq_program *p = cache->programs[i], *next; p; p = next) {
         next = p->hash_next;
         sq_program_destroy(p);
      }
   }
   for (unsigned i = 0; i < VIEW_SLOTS; i++) {
      for (struct ta_view *v = cache->views[i], *next; v; v = next) {
         next = v->hash_next;
         ta_view_destroy(v);
      }
   }
   free(cache);
   e->sq_cache = NULL;
}

/* ---- contexts ---- */

struct sq_ctx *
sq_ctx_create(struct emulator *e)
{
   struct sq_ctx *c = u_pages_alloc(sizeof *c); /* two megabytes; a shader touches the rows that it has */
   if (!c)
      return NULL;
   c->emu = e;
   for (unsigned i = 0; i < EMU_MAX_CB; i++)
      c->wave.color[i] = c->color[i];
   c->wave.pos = c->pos;
   c->wave.param = c->param;
   c->wave.z = c->z;
   c->wave.quad_params = c->quad_params;
   for (unsigned l = 0; l < EMU_LANES; l++) {
      c->lane.u[l] = l;
      c->ones.u[l] = 0x3f800000u;
   }
   return c;
}

void
sq_ctx_destroy(struct sq_ctx *c)
{
   if (!c)
      return;
   free(c->scratch);
   free(c->wave.stream);
   u_pages_free(c, sizeof *c);
}

struct emu_row *
sq_ctx_gprs(struct sq_ctx *c)
{
   return c->gpr;
}

struct sq_wave *
sq_ctx_wave(struct sq_ctx *c)
{
   return &c->wave;
}

void
sq_run(struct sq_ctx *c, const struct sq_stage_state *s)
{
   static const float none[EMU_MAX_PARAMS * 12];
   if (s->stage != SQ_PS) { /* the last pixel wave's parameters are gone */
      c->wave.params = none;
      c->wave.one_prim = true;
   }
   s->emu->kernels->sq->run(c, s);
}
