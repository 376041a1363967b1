/* SPDX-License-Identifier: MIT
 *
 * Streams written by hand against a shader block and a rasteriser that only record: the front of the emulator
 * alone. One program includes it once.
 */
#ifndef TESTS_UNIT_EMULATOR_EMU_FRONT_FIXTURE_H
#define TESTS_UNIT_EMULATOR_EMU_FRONT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "db/terascale/cm_regs.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "emulator/raster/raster.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/spi/spi.h"
#include "emulator/terascale/sq/lookup.h"
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/public.h"

enum { MAX_PRIMS = 8192 };
struct recorded {
   struct raster_prim p;
   struct raster_vertex v[3];
   float params[3][4];
   uint32_t slice; /* of target 0; UINT32_MAX: it is not enabled */
   uint32_t db_slice;
   int32_t scissor_x1;
   float z_max;
   bool last_pixel; /* of lines */
   int8_t input;    /* the parameter that the pixel shader's first input takes; -1: none */
};
struct raster {
   struct u_arena arena;
   const struct emu_draw_state *state;
   unsigned states, flushes, executions;
   uint64_t target_addr;
   bool pending;
};
static struct {
   struct recorded prim[MAX_PRIMS];
   unsigned num_prims, stages[SQ_NUM_STAGES], waves;
   const float (*pos)[4]; /* by vertex index */
   unsigned num_pos;
   bool streams;     /* index + 1000 and index + 2000 at dwords 1 and 2 of stream-out buffer 1 */
   bool sizes;       /* export 3 * index as point size */
   unsigned vecs;    /* position vectors behind those: 1 - index, 2 - index, ... in x, y, ... of each */
   uint32_t no_edge; /* with sizes, a bit an index: no edge begins there */
   const uint8_t (*chosen)[2]; /* with sizes: layer and viewport by vertex index */
   bool may_stop;              /* the vertex shader */
   uint32_t unused_slot;       /* of resources; 0: all are used */
   uint64_t read_addr, read_B; /* what the shaders read, */
   enum sq_read read_how;      /* and how, */
   unsigned read_prims;        /* until so many primitives have come; 0: always */
   bool scratch;               /* they write scratch memory */
   struct sq_use uses[4];      /* of the pixel shader */
   unsigned num_uses;
   uint32_t inputs, beyond;
   struct sq_code ps, vs;                /* program is NULL: none to look at */
   void (*binned)(void), (*drawn)(void); /* called when a primitive comes, and when bins are executed */
} rec;
static struct raster the_sc;

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

struct stream {
   uint32_t dw[4096];
   uint32_t n;
   struct emulator *e;
   struct emu_error err;
};

static inline struct emulator *
new_strict_emulator(const char *chip, const char *strict)
{
   char error[200] = "";
   struct emu_config cfg = {.chip = &terascale_chip_find(chip)->base,
                            .ops = &terascale_emulator,
                            .vram_B = 16 << 20,
                            .threads = 1,
                            .strict = strict};
   struct emulator *e = emu_create(&cfg, error, sizeof error);
   assert_non_null(e);
   memset(&rec, 0, sizeof rec);
   return e;
}

/* Hand-made streams rely on registers that start as 0. */
static inline struct emulator *
new_emulator(const char *chip)
{
   return new_strict_emulator(chip, "");
}

static inline void
begin(struct stream *s, struct emulator *e)
{
   memset(s, 0, sizeof *s);
   s->e = e;
}

static inline void
dw(struct stream *s, uint32_t v)
{
   assert_true(s->n < ARRAY_SIZE(s->dw));
   s->dw[s->n++] = v;
}

static inline void
reg(struct stream *s, uint32_t offset, uint32_t value)
{
   bool config = offset < 0x28000;
   dw(s, DB_PKT3(config ? DB_PKT3_SET_CONFIG_REG : DB_PKT3_SET_CONTEXT_REG, 2));
   dw(s, (offset - (config ? 0x8000 : 0x28000)) / 4);
   dw(s, value);
}

static inline bool
submit(struct stream *s)
{
   return emu_submit(s->e, s->dw, s->n, &s->err);
}

static inline void
submit_ok(struct stream *s)
{
   if (!submit(s))
      fail_msg("dword %u: %s", s->err.dword, s->err.reason);
   s->n = 0;
}

static inline void
submit_fails(struct stream *s, uint32_t dword, const char *reason)
{
   assert_false(submit(s));
   assert_int_equal(s->err.dword, dword);
   assert_int_equal(s->err.packet, s->dw[dword]);
   if (!strstr(s->err.reason, reason))
      fail_msg("'%s' says nothing of '%s'", s->err.reason, reason);
   s->n = 0;
}

#define TARGET_ADDR (EMU_VRAM_BASE + 0x100000)

/* A 64 x 64 colour buffer, viewport over it, everything drawn. */
static inline void
basic_state(struct stream *s)
{
   bool eg = s->e->chip->gen >= DB_EVERGREEN;
   bool cm = s->e->chip->gen == DB_CAYMAN;
   const struct {
      uint32_t offset, value;
   } common[] = {
      {R6_PA_CL_VTE_CNTL_OFFSET,            0x43f                                  },
      {R6_PA_SU_SC_MODE_CNTL_OFFSET,        1 << 19                                },
      {R6_PA_SC_SCREEN_SCISSOR_BR_OFFSET,   64 | 64 << 16                          },
      {R6_PA_SC_WINDOW_SCISSOR_BR_OFFSET,   64 | 64 << 16                          },
      {R6_PA_SC_GENERIC_SCISSOR_BR_OFFSET,  64 | 64 << 16                          },
      {R6_PA_SC_VPORT_SCISSOR_BR_OFFSET(0), 64 | 64 << 16                          },
      {R6_PA_SC_CLIPRECT_RULE_OFFSET,       0xffff                                 },
      {R6_PA_SC_VPORT_ZMAX_OFFSET(0),       0x3f800000                             },
      {R6_VGT_MAX_VTX_INDX_OFFSET,          0xffffffff                             },
      {R6_CB_TARGET_MASK_OFFSET,            15                                     },
      {R6_CB_SHADER_MASK_OFFSET,            15                                     },
      {R6_PA_SU_POINT_SIZE_OFFSET,          16 << 16 | 8                           },
      {R6_PA_SU_POINT_MINMAX_OFFSET,        8 | 80 << 16                           },
      {R6_PA_SU_LINE_CNTL_OFFSET,           16                                     },
      {R6_SPI_PS_INPUT_CNTL_OFFSET(0),      R6_SPI_PS_INPUT_CNTL(.SEMANTIC = 9)    },
      {R6_SPI_PS_IN_CONTROL_0_OFFSET,       R6_SPI_PS_IN_CONTROL_0(.NUM_INTERP = 1)},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(common); i++)
      reg(s, common[i].offset, common[i].value);
   const float vport[6] = {32, 32, -32, 32, 0.5f, 0.5f};
   for (unsigned i = 0; i < 6; i++)
      reg(s, R6_PA_CL_VPORT_XSCALE_OFFSET(0) + 4 * i, fui(vport[i]));
   uint32_t gb = cm ? CM_PA_CL_GB_VERT_CLIP_ADJ_OFFSET : R6_PA_CL_GB_VERT_CLIP_ADJ_OFFSET;
   for (unsigned i = 0; i < 4; i++)
      reg(s, gb + 4 * i, fui(i & 1 ? 1.0f : 4.0f));
   reg(s, cm ? CM_PA_SU_VTX_CNTL_OFFSET : R6_PA_SU_VTX_CNTL_OFFSET,
       R6_PA_SU_VTX_CNTL(.PIX_CENTER = 1, .QUANT_MODE = 5));
   reg(s, eg ? EG_SPI_VS_OUT_ID_OFFSET(0) : R6_SPI_VS_OUT_ID_OFFSET(0), 9);
   if (eg) {
      reg(s, EG_CB_COLOR_CONTROL_OFFSET, EG_CB_COLOR_CONTROL(.MODE = 1, .ROP3 = 0xcc));
      reg(s, EG_CB_COLOR_BASE_OFFSET(0), TARGET_ADDR >> 8);
      reg(s, EG_CB_COLOR_PITCH_OFFSET(0), 7);
      reg(s, EG_CB_COLOR_SLICE_OFFSET(0), 63);
      reg(s, EG_CB_COLOR_INFO_OFFSET(0), EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 1));
   } else {
      reg(s, R6_CB_COLOR_CONTROL_OFFSET, R6_CB_COLOR_CONTROL(.ROP3 = 0xcc));
      reg(s, R6_CB_COLOR_BASE_OFFSET(0), TARGET_ADDR >> 8);
      reg(s, R6_CB_COLOR_SIZE_OFFSET(0), R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = 63));
      reg(s, R6_CB_COLOR_INFO_OFFSET(0), R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 1));
   }
}

static inline void
draw_auto(struct stream *s, uint32_t type, uint32_t count)
{
   reg(s, R6_VGT_PRIMITIVE_TYPE_OFFSET, type);
   dw(s, DB_PKT3(DB_PKT3_DRAW_INDEX_AUTO, 2));
   dw(s, count);
   dw(s, 2);
}

/* Indices as packet data. */
static inline void
draw_immd(struct stream *s, uint32_t type, const uint16_t *index, uint32_t count)
{
   reg(s, R6_VGT_PRIMITIVE_TYPE_OFFSET, type);
   dw(s, DB_PKT3(DB_PKT3_DRAW_INDEX_IMMD, 2 + (count + 1) / 2));
   dw(s, count);
   dw(s, 1);
   for (uint32_t i = 0; i < count; i += 2)
      dw(s, index[i] | (i + 1 < count ? (uint32_t)index[i + 1] << 16 : 0));
}

static const char *const chips[] = {"RV670", "RV770", "CYPRESS", "CAYMAN"};

/* Vertices on a circle so that no triangle degenerates. */
static const float circle[16][4] = {
   {0.9f,  0.0f,  0, 1},
   {0.8f,  0.3f,  0, 1},
   {0.6f,  0.6f,  0, 1},
   {0.3f,  0.8f,  0, 1},
   {0.0f,  0.9f,  0, 1},
   {-0.3f, 0.8f,  0, 1},
   {-0.6f, 0.6f,  0, 1},
   {-0.8f, 0.3f,  0, 1},
   {-0.9f, 0.0f,  0, 1},
   {-0.8f, -0.3f, 0, 1},
   {-0.6f, -0.6f, 0, 1},
   {-0.3f, -0.8f, 0, 1},
   {0.0f,  -0.9f, 0, 1},
   {0.3f,  -0.8f, 0, 1},
   {0.6f,  -0.6f, 0, 1},
   {0.8f,  -0.3f, 0, 1},
};

#endif
