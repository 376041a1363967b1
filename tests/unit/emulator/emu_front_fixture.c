/* SPDX-License-Identifier: MIT */
/* A shader block and a rasteriser that only record, in the place of the emulator's. */
#include "emu_front_fixture.h"

struct record rec;
struct raster the_sc;

struct sq_stage_state {
   int stage;
};
struct sq_ctx {
   struct sq_wave wave;
   struct emu_row gpr[128 * 4], pos[EMU_POS_VECS * 4], param[32][4];
};

const struct emu_kernels *
emu_kernels_find(const char *name)
{
   extern const struct raster_vertex_kernels EMU_FIRST_FN(raster_vertex_kernels);
   static const struct emu_kernels k = {.name = "test", .vertex = &EMU_FIRST_FN(raster_vertex_kernels)};
   return &k;
}
const char *
emu_level_name(unsigned i)
{
   return i ? NULL : "test";
}
struct raster *
raster_create(const struct raster_config *config)
{
   memset(&the_sc, 0, sizeof the_sc);
   u_arena_init(&the_sc.arena);
   return &the_sc;
}
void
raster_destroy(struct raster *raster)
{
   u_arena_fini(&raster->arena);
}
struct u_arena *
raster_arena(struct raster *raster)
{
   return &raster->arena;
}
bool
raster_needs_flush(const struct raster *raster, const struct raster_draw *next)
{
   return raster->target_addr != ((const struct emu_draw_state *)next->inputs)->cb[0].surf.addr;
}
void
raster_set_state(struct raster *raster, const struct raster_draw *ds)
{
   const struct emu_draw_state *state = ds->inputs;
   raster->state = state;
   raster->states++;
   raster->target_addr = state->cb[0].surf.addr;
}
void
raster_add_prim(struct raster *raster, const struct raster_prim *p)
{
   assert_true(rec.num_prims < MAX_PRIMS);
   raster->pending = true;
   if (rec.binned)
      rec.binned();
   struct recorded *r = &rec.prim[rec.num_prims++];
   r->p = *p;
   r->slice = raster->state->cb[0].enabled ? raster->state->cb[0].slice : UINT32_MAX;
   r->db_slice = raster->state->db.slice;
   r->scissor_x1 = raster->state->draw.raster.scissor[2];
   r->z_max = raster->state->draw.constants.z_max;
   r->last_pixel = raster->state->draw.raster.line_last_pixel;
   r->input = raster->state->ps_in[0].param;
   for (unsigned i = 0; i < 3; i++) {
      r->v[i] = *p->v[i];
      if (p->v[i]->params)
         memcpy(r->params[i], p->v[i]->params, 16);
   }
}
void
raster_add_triangle(struct raster *raster, const struct raster_prim *p, const int32_t *const fixed[3])
{
   for (unsigned i = 0; i < 3; i++) {
      assert_int_equal(fixed[i][0], raster_to_fixed(p->v[i]->x));
      assert_int_equal(fixed[i][1], raster_to_fixed(p->v[i]->y));
   }
   raster_add_prim(raster, p);
}
bool
raster_add_in_tile(struct raster *raster, const struct raster_triangle *t, uint32_t tx, uint32_t ty)
{
   for (unsigned i = 0; i < 3; i++) {
      assert_true(t->v[i]->x >= (float)tx * 64 - 0.5f && t->v[i]->x <= (float)tx * 64 + 64.5f);
      assert_true(t->v[i]->y >= (float)ty * 64 - 0.5f && t->v[i]->y <= (float)ty * 64 + 64.5f);
   }
   return false;
}
bool
raster_joins_pairs(const struct raster *raster)
{
   return false;
}
bool
raster_add_pair(struct raster *raster, const struct raster_prim *a, const int32_t *const fixed_a[3],
                const struct raster_prim *b, const int32_t *const fixed_b[3])
{
   return false;
}
void
raster_pack_color(const struct raster *raster, const struct pixel_target *target, const float color[4],
                  uint32_t raw[4])
{
   memcpy(raw, color, 4 * sizeof *raw);
}
bool
raster_is_full(const struct raster *raster)
{
   return false;
}
bool
raster_pending_overlaps(const struct raster *raster, uint64_t addr, uint64_t size_B, bool write)
{
   return raster->pending && addr < raster->target_addr + 4096 && raster->target_addr < addr + size_B;
}
void
raster_parallel(struct raster *raster, void (*fn)(void *data, void *ctx), void *data)
{
   for (unsigned i = 0; i < 3; i++) {
      struct spi_ctx c = {.sq = sq_ctx_create(NULL)};
      fn(data, &c);
      sq_ctx_destroy(c.sq);
   }
}
void
raster_execute(struct raster *raster)
{
   if (raster->pending && rec.drawn)
      rec.drawn();
   raster->pending = false;
   raster->state = NULL;
   raster->executions++;
}
void
raster_flush(struct raster *raster)
{
   raster_execute(raster);
   u_arena_reset(&raster->arena);
   raster->flushes++;
}
struct raster_stats
raster_statistics(const struct raster *raster)
{
   return (struct raster_stats){0};
}
uint64_t
raster_zpass_count(const struct raster *raster)
{
   return 77;
}
unsigned
raster_take_stopped(struct raster *raster)
{
   return 0;
}
bool
raster_take_starved(struct raster *raster)
{
   return false;
}
const struct sq_stage_state *
sq_stage_state_create(struct emulator *e, struct u_arena *arena, enum sq_stage stage, struct emu_error *err)
{
   struct sq_stage_state *s = u_arena_new(arena, struct sq_stage_state);
   s->stage = stage;
   rec.stages[stage]++;
   return s;
}
const struct sq_stage_state *
sq_stage_state_of_buffers(struct emulator *e, struct u_arena *arena, const struct sq_stage_state *old)
{
   return sq_stage_state_create(e, arena, old->stage, NULL);
}
bool
sq_stage_same_programs(const struct sq_stage_state *a, const struct sq_stage_state *b)
{
   return true;
}
bool
sq_stage_may_stop(const struct sq_stage_state *s)
{
   return rec.may_stop;
}
bool
sq_stage_uses_resource(const struct sq_stage_state *s, uint32_t slot)
{
   return !rec.unused_slot || slot != rec.unused_slot;
}
void
sq_stage_for_each_range(const struct sq_stage_state *s,
                        void (*fn)(void *data, uint64_t addr, uint64_t size_B), void *data)
{
   if (rec.read_B)
      fn(data, rec.read_addr, rec.read_B);
}
void
sq_stage_for_each_read(const struct sq_stage_state *s,
                       void (*fn)(void *data, enum sq_read how, uint64_t addr, uint64_t size_B), void *data)
{
   if (rec.read_B && (!rec.read_prims || rec.num_prims < rec.read_prims))
      fn(data, rec.read_how, rec.read_addr, rec.read_B);
}
bool
sq_stage_writes_scratch(const struct sq_stage_state *s)
{
   return rec.scratch;
}
void
sq_stage_for_each_use(const struct sq_stage_state *s, void (*fn)(void *data, const struct sq_use *use),
                      void *data)
{
   for (unsigned i = 0; i < rec.num_uses && s->stage == SQ_PS; i++)
      fn(data, &rec.uses[i]);
}
struct sq_clear {
   bool nothing;
};
const struct sq_clear *
sq_stage_clear(struct u_arena *arena, const struct sq_stage_state *s, const uint64_t loaded[SQ_LOADED_WORDS])
{
   static const struct sq_clear none;
   return &none;
}
void
sq_stage_read_rows(const struct sq_stage_state *s, uint64_t rows[SQ_LOADED_WORDS])
{
   memset(rows, 0xff, SQ_LOADED_WORDS * sizeof *rows);
}
uint32_t
sq_stage_cost(const struct sq_stage_state *s)
{
   return 0;
}
bool
sq_stage_is_lookup(const struct sq_stage_state *s, const uint8_t *input_gpr, unsigned num_inputs,
                   struct sq_lookup *out)
{
   return false;
}
void
sq_ctx_clear(struct sq_ctx *c, const struct sq_clear *clear)
{
}
struct sq_code
sq_stage_code(const struct sq_stage_state *s)
{
   return s->stage == SQ_PS ? rec.ps : rec.vs;
}
bool
sq_stage_reads_beyond(const struct sq_stage_state *s, unsigned *bank, uint32_t *dword)
{
   *bank = 0;
   *dword = rec.beyond;
   return rec.beyond;
}
uint32_t
sq_stage_inputs(const struct sq_stage_state *s)
{
   return rec.inputs;
}
bool
sq_stage_reads_vs_constants(const struct sq_stage_state *s)
{
   return false;
}
bool
sq_stage_has_shadows(const struct sq_stage_state *s)
{
   return false;
}
void
sq_cache_fini(struct emulator *e)
{
}
struct sq_ctx *
sq_ctx_create(struct emulator *e)
{
   struct sq_ctx *c = aligned_alloc(64, u_align(sizeof *c, 64));
   memset(c, 0, sizeof *c);
   c->wave.pos = c->pos;
   c->wave.param = c->param;
   return c;
}
void
sq_ctx_destroy(struct sq_ctx *c)
{
   if (c)
      free(c->wave.stream);
   free(c);
}
struct sq_wave *
sq_ctx_wave(struct sq_ctx *c)
{
   return &c->wave;
}
struct emu_row *
sq_ctx_gprs(struct sq_ctx *c)
{
   return c->gpr;
}
void
sq_run(struct sq_ctx *c, const struct sq_stage_state *s)
{
   assert_int_equal(s->stage, SQ_VS);
   rec.waves++;
   for (unsigned l = 0; l < EMU_LANES; l++) {
      uint32_t index = c->gpr[0].u[l];
      for (unsigned k = 0; k < 4; k++)
         c->pos[k].u[l] = index < rec.num_pos ? fui(rec.pos[index][k]) : fui(k == 3);
      unsigned vec = 1;
      if (rec.sizes) {
         c->pos[4].u[l] = fui(3.0f * (float)index);
         c->pos[6].u[l] = rec.chosen && index < rec.num_pos ? rec.chosen[index][0] : 0;
         c->pos[7].u[l] = rec.chosen && index < rec.num_pos ? rec.chosen[index][1] : 0;
         c->pos[5].u[l] = index > 31 || !(rec.no_edge >> index & 1);
         vec++;
      }
      for (unsigned k = 0; k < rec.vecs * 4; k++)
         c->pos[vec * 4 + k].u[l] = fui((float)(k + 1) - (float)index);
      c->param[0][0].u[l] = fui((float)index);
      c->param[0][1].u[l] = c->gpr[3].u[l];
      c->param[0][2].u[l] = fui((float)index * 10);
      c->param[0][3].u[l] = fui(1);
   }
   c->wave.num_stream = rec.streams;
   if (rec.streams) {
      if (!c->wave.stream)
         c->wave.stream = aligned_alloc(64, sizeof *c->wave.stream);
      *c->wave.stream = (struct sq_stream_write){.buffer = 1, .comp_mask = 6, .lanes = UINT64_MAX};
      for (unsigned l = 0; l < EMU_LANES; l++)
         for (unsigned k = 0; k < 4; k++)
            c->wave.stream->rows[k].u[l] = c->gpr[0].u[l] + 1000 * k;
   }
   c->wave.pos_mask = (uint8_t)((1u << (1 + rec.sizes + rec.vecs)) - 1);
   c->wave.param_mask = 1;
}
