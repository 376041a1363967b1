/* SPDX-License-Identifier: MIT
 *
 * Front of the emulator: streams written by hand against a shader block and a rasteriser that only record.
 * What is checked: packets and their errors with offsets, memory packets, register windows, index handling
 * and primitive assembly of every type, clipping, culling, and when state is derived again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "db/cm_regs.h"
#include "db/eg_regs.h"
#include "db/pm4.h"
#include "db/r6_regs.h"
#include "emulator/emu_internal.h"
#include "emulator/emu_simd.h"

/* ---- the recording back
 * ------------------------------------------------------------------------------------- */

enum { MAX_PRIMS = 8192 };
struct recorded {
   struct emu_prim p;
   struct emu_vertex v[3];
   float params[3][4];
   int8_t input; /* the parameter that the pixel shader's first input takes; -1: none */
};
struct sc {
   struct u_arena arena;
   const struct emu_draw_state *state;
   unsigned states, flushes;
   uint64_t target_addr;
   bool pending;
};
static struct {
   struct recorded prim[MAX_PRIMS];
   unsigned num_prims, stages[SQ_NUM_STAGES], waves;
   float (*pos)[4]; /* by vertex index */
   unsigned num_pos;
   bool streams;     /* index + 1000 and index + 2000 at dwords 1 and 2 of stream-out buffer 1 */
   bool sizes;       /* export 3 * index as point size */
   unsigned vecs;    /* position vectors behind those: 1 - index, 2 - index, ... in x, y, ... of each */
   uint32_t no_edge; /* with sizes, a bit an index: no edge begins there */
   uint64_t read_addr, read_B;
} rec;
static struct sc the_sc;

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
   extern const struct pa_kernels pa_kernels_sse2;
   static const struct emu_kernels k = {.name = "test", .pa = &pa_kernels_sse2};
   return &k;
}
struct sc *
sc_create(struct emulator *e, unsigned threads)
{
   memset(&the_sc, 0, sizeof the_sc);
   u_arena_init(&the_sc.arena);
   return &the_sc;
}
void
sc_destroy(struct sc *sc)
{
   u_arena_fini(&sc->arena);
}
struct u_arena *
sc_arena(struct sc *sc)
{
   return &sc->arena;
}
bool
sc_needs_flush(const struct sc *sc, const struct emu_draw_state *next)
{
   return sc->target_addr != next->cb[0].surf.addr;
}
void
sc_set_state(struct sc *sc, const struct emu_draw_state *state)
{
   sc->state = state;
   sc->states++;
   sc->target_addr = state->cb[0].surf.addr;
   sc->pending = true;
}
void
sc_add_prim(struct sc *sc, const struct emu_prim *p)
{
   assert_true(rec.num_prims < MAX_PRIMS);
   struct recorded *r = &rec.prim[rec.num_prims++];
   r->p = *p;
   r->input = sc->state->ps_in[0].param;
   for (unsigned i = 0; i < 3; i++) {
      r->v[i] = *p->v[i];
      memcpy(r->params[i], p->v[i]->params, 16);
   }
}
bool
sc_is_full(const struct sc *sc)
{
   return false;
}
bool
sc_pending_overlaps(const struct sc *sc, uint64_t addr, uint64_t size_B, bool write)
{
   return sc->pending && addr < sc->target_addr + 4096 && sc->target_addr < addr + size_B;
}
void
sc_parallel(struct sc *sc, void (*fn)(void *data, struct sq_ctx *ctx), void *data)
{
   for (unsigned i = 0; i < 3; i++) {
      struct sq_ctx *c = sq_ctx_create(NULL);
      fn(data, c);
      sq_ctx_destroy(c);
   }
}
void
sc_flush(struct sc *sc)
{
   u_arena_reset(&sc->arena);
   sc->flushes++;
   sc->pending = false;
}
uint64_t
sc_zpass_count(const struct sc *sc)
{
   return 77;
}
bool
sc_take_timeout(struct sc *sc)
{
   return false;
}
bool
sc_take_starved(struct sc *sc)
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
void
sq_stage_for_each_range(const struct sq_stage_state *s,
                        void (*fn)(void *data, uint64_t addr, uint64_t size_B), void *data)
{
   if (rec.read_B)
      fn(data, rec.read_addr, rec.read_B);
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

/* ---- streams
 * ------------------------------------------------------------------------------------------------- */

struct stream {
   uint32_t dw[4096];
   uint32_t n;
   struct emulator *e;
   struct emu_error err;
};

static struct emulator *
new_emulator(const char *chip)
{
   char error[200] = "";
   struct emu_config cfg = {.chip = db_chip_find(chip), .vram_B = 16 << 20, .threads = 1};
   struct emulator *e = emu_create(&cfg, error, sizeof error);
   assert_non_null(e);
   memset(&rec, 0, sizeof rec);
   return e;
}

static void
begin(struct stream *s, struct emulator *e)
{
   memset(s, 0, sizeof *s);
   s->e = e;
}

static void
dw(struct stream *s, uint32_t v)
{
   assert_true(s->n < ARRAY_SIZE(s->dw));
   s->dw[s->n++] = v;
}

static void
reg(struct stream *s, uint32_t offset, uint32_t value)
{
   bool config = offset < 0x28000;
   dw(s, DB_PKT3(config ? DB_PKT3_SET_CONFIG_REG : DB_PKT3_SET_CONTEXT_REG, 2));
   dw(s, (offset - (config ? 0x8000 : 0x28000)) / 4);
   dw(s, value);
}

static bool
submit(struct stream *s)
{
   return emu_submit(s->e, s->dw, s->n, &s->err);
}

static void
submit_ok(struct stream *s)
{
   if (!submit(s))
      fail_msg("dword %u: %s", s->err.dword, s->err.reason);
   s->n = 0;
}

static void
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
static void
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

static void
draw_auto(struct stream *s, uint32_t type, uint32_t count)
{
   reg(s, R6_VGT_PRIMITIVE_TYPE_OFFSET, type);
   dw(s, DB_PKT3(DB_PKT3_DRAW_INDEX_AUTO, 2));
   dw(s, count);
   dw(s, 2);
}

/* Indices as packet data. */
static void
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

/* ---- tests
 * --------------------------------------------------------------------------------------------------- */

static void
memory_packets(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      uint64_t size;
      uint8_t *vram = emu_vram(e, &size);
      uint32_t v[4];
      assert_int_equal(size, 16 << 20);
      begin(&s, e);
      uint32_t lo = (uint32_t)EMU_VRAM_BASE;
      dw(&s, DB_PKT2);
      dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
      dw(&s, lo + 16);
      dw(&s, 1 << 18);
      dw(&s, 0x11223344);
      dw(&s, 0x55667788);
      dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
      dw(&s, lo + 32);
      dw(&s, 0);
      dw(&s, 0xaabbccdd);
      dw(&s, 0x99887766);
      dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE_EOP, 5));
      dw(&s, DB_EVENT_CACHE_FLUSH_AND_INV_TS_EVENT | 5 << 8);
      dw(&s, lo + 64);
      dw(&s, 1u << 29 | 2 << 24);
      dw(&s, 4711);
      dw(&s, 4712);
      dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE_EOP, 5));
      dw(&s, DB_EVENT_BOTTOM_OF_PIPE_TS | 5 << 8);
      dw(&s, lo + 72);
      dw(&s, 3u << 29);
      dw(&s, 0);
      dw(&s, 0);
      /* copy what was just written 4 KiB further */
      dw(&s, DB_PKT3(DB_PKT3_CP_DMA, 5));
      dw(&s, lo + 16);
      dw(&s, 1u << 31);
      dw(&s, lo + 4096);
      dw(&s, 0);
      dw(&s, 32);
      dw(&s, DB_PKT3(DB_PKT3_WAIT_REG_MEM, 6));
      dw(&s, 3 | 1 << 4);
      dw(&s, lo + 64);
      dw(&s, 0);
      dw(&s, 0x67);
      dw(&s, 0xff);
      dw(&s, 10);
      /* memory to register to memory */
      dw(&s, DB_PKT3(DB_PKT3_COPY_DW, 5));
      dw(&s, 1);
      dw(&s, lo + 16);
      dw(&s, 0);
      dw(&s, R6_CB_BLEND_RED_OFFSET / 4);
      dw(&s, 0);
      dw(&s, DB_PKT3(DB_PKT3_COPY_DW, 5));
      dw(&s, 2);
      dw(&s, R6_CB_BLEND_RED_OFFSET / 4);
      dw(&s, 0);
      dw(&s, lo + 20);
      dw(&s, 0);
      submit_ok(&s);
      memcpy(v, vram + 16, 8);
      assert_int_equal(v[0], 0x11223344);
      assert_int_equal(v[1], 0x11223344);
      memcpy(v, vram + 32, 8);
      assert_int_equal(v[0], 0xaabbccdd);
      assert_int_equal(v[1], 0x99887766);
      memcpy(v, vram + 64, 16);
      assert_int_equal(v[0], 4711);
      assert_int_equal(v[1], 0);
      assert_true(v[2] || v[3]);
      memcpy(v, vram + 4096, 16);
      assert_int_equal(v[0], 0x11223344);
      memcpy(v, vram + 4096 + 16, 8);
      assert_int_equal(v[0], 0xaabbccdd);
      emu_destroy(e);
   }
}

static void
zpass_counters(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      uint64_t size, v[2];
      uint8_t *vram = emu_vram(e, &size);
      begin(&s, e);
      for (unsigned i = 0; i < 2; i++) {
         dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 3));
         dw(&s, DB_EVENT_ZPASS_DONE | 1 << 8);
         dw(&s, (uint32_t)EMU_VRAM_BASE + 256 + 8 * i);
         dw(&s, 0);
      }
      submit_ok(&s);
      memcpy(v, vram + 256, 16);
      assert_true(v[0] == (77 | UINT64_C(1) << 63) && v[1] == v[0]);
      for (unsigned i = 1; i < e->chip->render_backends; i++) {
         memcpy(v, vram + 256 + 16 * i, 16);
         assert_true(v[0] == UINT64_C(1) << 63 && v[1] == v[0]);
      }
      memcpy(v, vram + 256 + 16 * e->chip->render_backends, 16);
      assert_true(v[0] == 0 && v[1] == 0);
      emu_destroy(e);
   }
}

static void
fill(void **state)
{
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   uint64_t size;
   uint8_t *vram = emu_vram(e, &size);
   begin(&s, e);
   dw(&s, DB_PKT3(DB_PKT3_CP_DMA, 5));
   dw(&s, 0x01020304);
   dw(&s, 2u << 29);
   dw(&s, (uint32_t)EMU_VRAM_BASE + 8);
   dw(&s, 0);
   dw(&s, 12);
   submit_ok(&s);
   static const uint8_t want[24] = {[8] = 4, 3, 2, 1, 4, 3, 2, 1, 4, 3, 2, 1};
   assert_memory_equal(vram, want, sizeof want);
   emu_destroy(e);
}

static void
errors(void **state)
{
   struct emulator *e = new_emulator("RV770");
   struct stream s;
   begin(&s, e);
   dw(&s, DB_PKT2);
   dw(&s, 0x00001234);
   submit_fails(&s, 1, "type-0");
   dw(&s, 0x40000000);
   submit_fails(&s, 0, "type-1");
   dw(&s, DB_PKT2);
   dw(&s, DB_PKT3(0x05, 1));
   dw(&s, 0);
   submit_fails(&s, 1, "opcode 0x05");
   dw(&s, DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 3));
   dw(&s, 0);
   submit_fails(&s, 0, "2 dwords behind");
   dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 3));
   dw(&s, 0);
   dw(&s, 0);
   dw(&s, 0);
   submit_fails(&s, 0, "3 dwords instead of 4");
   dw(&s, DB_PKT3(DB_PKT3_INDIRECT_BUFFER, 3));
   dw(&s, 0);
   dw(&s, 0);
   dw(&s, 0);
   submit_fails(&s, 0, "not allowed");
   dw(&s, DB_PKT3(DB_PKT3_MODE_CONTROL, 1)); /* Evergreen's */
   dw(&s, 1);
   submit_fails(&s, 0, "does not exist on RV770");
   dw(&s, DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 3));
   dw(&s, 0x3ff);
   dw(&s, 0);
   dw(&s, 0);
   submit_fails(&s, 0, "leaves its window");
   dw(&s, DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 2));
   dw(&s, 0xffffffff);
   dw(&s, 0);
   submit_fails(&s, 0, "leaves its window");
   reg(&s, R6_CB_BLEND_RED_OFFSET, 1);
   dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
   dw(&s, (uint32_t)EMU_VRAM_BASE + (16 << 20) - 4);
   dw(&s, 0);
   dw(&s, 1);
   dw(&s, 1);
   submit_fails(&s, 3, "outside of memory");
   dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
   dw(&s, 16); /* below memory */
   dw(&s, 1 << 18);
   dw(&s, 1);
   dw(&s, 1);
   submit_fails(&s, 0, "outside of memory");
   dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 1));
   dw(&s, 63);
   submit_fails(&s, 0, "event 63");
   dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 1));
   dw(&s, DB_EVENT_ZPASS_DONE | 1 << 8);
   submit_fails(&s, 0, "needs an address");
   dw(&s, DB_PKT3(DB_PKT3_WAIT_REG_MEM, 6));
   dw(&s, 3);
   dw(&s, R6_CB_BLEND_RED_OFFSET / 4);
   dw(&s, 0);
   dw(&s, 2);
   dw(&s, 0xff);
   dw(&s, 10);
   submit_fails(&s, 0, "for ever");
   /* after all that it still works */
   dw(&s, DB_PKT3(DB_PKT3_NOP, 3));
   dw(&s, 1);
   dw(&s, 2);
   dw(&s, 3);
   submit_ok(&s);
   submit_ok(&s); /* empty */
   emu_destroy(e);
}

static void
draw_errors(void **state)
{
   static const uint16_t index[4] = {0, 1, 2, 3};
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   begin(&s, e);
   basic_state(&s);
   submit_ok(&s);
   draw_auto(&s, 12, 3); /* adjacency */
   submit_fails(&s, 3, "VGT_PRIMITIVE_TYPE 12");
   draw_auto(&s, 4, 0xffffffff);
   submit_fails(&s, 3, "too long");
   draw_immd(&s, 4, index, 4);
   s.dw[4] = 5; /* count beyond the data */
   submit_fails(&s, 3, "carries only 2 dwords");
   draw_auto(&s, 4, 3);
   s.dw[5] = 0;
   submit_fails(&s, 3, "SOURCE_SELECT");
   dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
   dw(&s, 0);
   dw(&s, 0);
   dw(&s, 3);
   dw(&s, 0);
   submit_fails(&s, 0, "index buffer 0x0");
   reg(&s, EG_CB_COLOR_BASE_OFFSET(0), (uint32_t)((EMU_VRAM_BASE + (16 << 20) - 256) >> 8));
   draw_auto(&s, 4, 3);
   submit_fails(&s, 6, "colour buffer 0");
   reg(&s, EG_CB_COLOR_BASE_OFFSET(0), (uint32_t)(TARGET_ADDR >> 8));
   reg(&s, EG_CB_COLOR_INFO_OFFSET(0), EG_CB_COLOR_INFO(.FORMAT = 49, .ARRAY_MODE = 1));
   draw_auto(&s, 4, 3);
   submit_fails(&s, 9, "not a colour format");
   assert_int_equal(rec.num_prims, 0);
   emu_destroy(e);
}

/* Vertices on a circle so that no triangle degenerates. */
static float circle[16][4] = {
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

static void
primitive_types(void **state)
{
   static const struct {
      uint8_t type, count, kind, n;
      bool first;      /* PROVOKING_VTX_LAST off */
      uint8_t v[8][4]; /* vertices, flat value */
   } cases[] = {
      {1,    3, EMU_PRIM_POINT,    3, false, {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}}              },
      {2,    5, EMU_PRIM_LINE,     2, false, {{0, 1, 1, 1}, {2, 3, 3, 3}}                            },
      {2,    4, EMU_PRIM_LINE,     2, true,  {{0, 1, 1, 0}, {2, 3, 3, 2}}                            },
      {3,    4, EMU_PRIM_LINE,     3, false, {{0, 1, 1, 1}, {1, 2, 2, 2}, {2, 3, 3, 3}}              },
      {0x12, 4, EMU_PRIM_LINE,     4, false, {{0, 1, 1, 1}, {1, 2, 2, 2}, {2, 3, 3, 3}, {3, 0, 0, 0}}},
      {4,    7, EMU_PRIM_TRIANGLE, 2, false, {{0, 1, 2, 2}, {3, 4, 5, 5}}                            },
      {4,    6, EMU_PRIM_TRIANGLE, 2, true,  {{0, 1, 2, 0}, {3, 4, 5, 3}}                            },
      {6,    5, EMU_PRIM_TRIANGLE, 3, false, {{0, 1, 2, 2}, {2, 1, 3, 3}, {2, 3, 4, 4}}              },
      {6,    5, EMU_PRIM_TRIANGLE, 3, true,  {{0, 1, 2, 0}, {2, 1, 3, 1}, {2, 3, 4, 2}}              },
      {5,    5, EMU_PRIM_TRIANGLE, 3, false, {{0, 1, 2, 2}, {0, 2, 3, 3}, {0, 3, 4, 4}}              },
      {5,    4, EMU_PRIM_TRIANGLE, 2, true,  {{0, 1, 2, 1}, {0, 2, 3, 2}}                            },
      {0x15, 5, EMU_PRIM_TRIANGLE, 3, false, {{0, 1, 2, 0}, {0, 2, 3, 0}, {0, 3, 4, 0}}              },
      {0x13, 8, EMU_PRIM_TRIANGLE, 4, false, {{0, 1, 3, 3}, {1, 2, 3, 3}, {4, 5, 7, 7}, {5, 6, 7, 7}}},
      {0x13, 4, EMU_PRIM_TRIANGLE, 2, true,  {{0, 1, 2, 0}, {0, 2, 3, 0}}                            },
      {0x14, 6, EMU_PRIM_TRIANGLE, 4, false, {{2, 0, 3, 3}, {0, 1, 3, 3}, {4, 2, 5, 5}, {2, 3, 5, 5}}},
      {0x14, 4, EMU_PRIM_TRIANGLE, 2, true,  {{0, 1, 3, 0}, {0, 3, 2, 0}}                            },
      {0x11, 6, EMU_PRIM_RECT,     2, false, {{0, 1, 2, 2}, {3, 4, 5, 5}}                            },
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      rec.pos = circle;
      rec.num_pos = 16;
      for (unsigned t = 0; t < ARRAY_SIZE(cases); t++) {
         struct stream s;
         begin(&s, e);
         basic_state(&s);
         reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET, cases[t].first ? 0 : 1 << 19);
         rec.num_prims = 0;
         draw_auto(&s, cases[t].type, cases[t].count);
         submit_ok(&s);
         assert_int_equal(rec.num_prims, cases[t].n);
         for (unsigned i = 0; i < cases[t].n; i++) {
            const struct recorded *r = &rec.prim[i];
            assert_int_equal(r->p.kind, cases[t].kind);
            for (unsigned k = 0; k < 3; k++)
               assert_int_equal((int)r->params[k][0], cases[t].v[i][k]);
            assert_int_equal((int)r->params[r->p.provoking][0], cases[t].v[i][3]);
         }
      }
      emu_destroy(e);
   }
}

static void
indices(void **state)
{
   struct emulator *e = new_emulator("RV770");
   struct stream s;
   uint64_t size;
   uint8_t *vram = emu_vram(e, &size);
   rec.pos = circle;
   rec.num_pos = 16;
   /* 32-bit indices in memory with restart, offset and clamp */
   static const uint32_t index[] = {0, 1, 2, 0xffffffff, 3, 4, 5, 6};
   memcpy(vram + 0x2000, index, sizeof index);
   begin(&s, e);
   basic_state(&s);
   reg(&s, R6_VGT_MULTI_PRIM_IB_RESET_EN_OFFSET, 1);
   reg(&s, R6_VGT_MULTI_PRIM_IB_RESET_INDX_OFFSET, 0xffffffff);
   reg(&s, R6_VGT_IND_OFFSET_OFFSET, 2);
   reg(&s, R6_VGT_MIN_VTX_INDX_OFFSET, 3);
   reg(&s, R6_VGT_MAX_VTX_INDX_OFFSET, 7);
   reg(&s, R6_VGT_PRIMITIVE_TYPE_OFFSET, 3);
   dw(&s, DB_PKT3(DB_PKT3_INDEX_TYPE, 1));
   dw(&s, 1);
   dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
   dw(&s, (uint32_t)EMU_VRAM_BASE + 0x2000);
   dw(&s, 0);
   dw(&s, 8);
   dw(&s, 0);
   submit_ok(&s);
   static const uint8_t want[5][2] = {
      {3, 3},
      {3, 4},
      {5, 6},
      {6, 7},
      {7, 7}
   };
   assert_int_equal(rec.num_prims, 5);
   for (unsigned i = 0; i < 5; i++) {
      assert_int_equal((int)rec.prim[i].params[0][0], want[i][0]);
      assert_int_equal((int)rec.prim[i].params[1][0], want[i][1]);
   }
   /* 16-bit indices; the last ones lie behind the end of memory and read as 0 */
   rec.num_prims = 0;
   memcpy(vram + size - 4, (uint16_t[]){4, 5}, 4);
   reg(&s, R6_VGT_MULTI_PRIM_IB_RESET_EN_OFFSET, 0);
   reg(&s, R6_VGT_IND_OFFSET_OFFSET, 0);
   reg(&s, R6_VGT_MIN_VTX_INDX_OFFSET, 0);
   dw(&s, DB_PKT3(DB_PKT3_INDEX_TYPE, 1));
   dw(&s, 0);
   dw(&s, DB_PKT3(DB_PKT3_NUM_INSTANCES, 1));
   dw(&s, 3);
   dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
   dw(&s, (uint32_t)(EMU_VRAM_BASE + size - 4));
   dw(&s, 0);
   dw(&s, 4);
   dw(&s, 0);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 9); /* strip of 4, three times */
   for (unsigned i = 0; i < 9; i++) {
      static const uint8_t line[3][2] = {
         {4, 5},
         {5, 0},
         {0, 0}
      };
      assert_int_equal((int)rec.prim[i].params[0][0], line[i % 3][0]);
      assert_int_equal((int)rec.prim[i].params[1][0], line[i % 3][1]);
      assert_int_equal(fui(rec.prim[i].params[0][1]), i / 3); /* instance in R0.w */
   }
   emu_destroy(e);
}

/* A grid of 60 x 60 vertices as one indexed list: each vertex is shaded about once although six triangles use
 * it. */
static void
vertex_reuse(void **state)
{
   enum { N = 50 };
   static float grid[N * N][4];
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   uint64_t size;
   uint16_t *index = (uint16_t *)((uint8_t *)emu_vram(e, &size) + 0x10000);
   unsigned n = 0;
   for (unsigned i = 0; i < N * N; i++) {
      grid[i][0] = (float)(i % N) / N * 2 - 1;
      grid[i][1] = (float)(i / N) / N * 2 - 1;
      grid[i][3] = 1;
   }
   for (unsigned y = 0; y + 1 < N; y++) {
      for (unsigned x = 0; x + 1 < N; x++) {
         unsigned i = y * N + x;
         const unsigned quad[6] = {i, i + 1, i + N, i + 1, i + N + 1, i + N};
         for (unsigned k = 0; k < 6; k++)
            index[n++] = (uint16_t)quad[k];
      }
   }
   e->threads = 3;
   rec.pos = grid;
   rec.num_pos = N * N;
   begin(&s, e);
   basic_state(&s);
   reg(&s, R6_VGT_PRIMITIVE_TYPE_OFFSET, 4);
   dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
   dw(&s, (uint32_t)EMU_VRAM_BASE + 0x10000);
   dw(&s, 0);
   dw(&s, n);
   dw(&s, 0);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, n / 3);
   for (unsigned i = 0; i < n; i++)
      assert_int_equal((int)rec.prim[i / 3].params[i % 3][0], index[i]);
   assert_true(rec.waves * 64 < N * N + 256);
   emu_destroy(e);
}

static void
state_reuse(void **state)
{
   struct emulator *e = new_emulator("RV770");
   struct stream s;
   rec.pos = circle;
   rec.num_pos = 16;
   begin(&s, e);
   basic_state(&s);
   draw_auto(&s, 4, 3);
   draw_auto(&s, 4, 3);
   reg(&s, R6_CB_BLEND_RED_OFFSET, 0); /* the value it has */
   draw_auto(&s, 6, 3);
   submit_ok(&s);
   assert_int_equal(the_sc.states, 1);
   assert_int_equal(rec.stages[SQ_VS], 1);
   assert_int_equal(rec.stages[SQ_PS], 1);
   assert_int_equal(rec.num_prims, 3);

   /* constants of one stage, then a fixed-function register */
   basic_state(&s);
   draw_auto(&s, 4, 3);
   reg(&s, R6_SQ_ALU_CONST_CACHE_VS_OFFSET(0), 5);
   draw_auto(&s, 4, 3);
   reg(&s, R6_CB_BLEND_RED_OFFSET, 0x3f800000);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(the_sc.states, 1 + 3);
   assert_int_equal(rec.stages[SQ_VS], 1 + 2);
   assert_int_equal(rec.stages[SQ_PS], 1 + 1);

   /* another target flushes, and so does reading what is being drawn */
   unsigned flushes = the_sc.flushes;
   basic_state(&s);
   draw_auto(&s, 4, 3);
   reg(&s, R6_CB_COLOR_BASE_OFFSET(0), (uint32_t)(TARGET_ADDR >> 8) + 0x100);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(the_sc.flushes, flushes + 2);
   flushes = the_sc.flushes;
   basic_state(&s);
   draw_auto(&s, 4, 3);
   dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
   dw(&s, (uint32_t)TARGET_ADDR);
   dw(&s, 0);
   dw(&s, 1);
   dw(&s, 1);
   submit_ok(&s);
   assert_int_equal(the_sc.flushes, flushes + 2);
   rec.read_addr = TARGET_ADDR;
   rec.read_B = 16;
   flushes = the_sc.flushes;
   draw_auto(&s, 4, 3);
   reg(&s, R6_SQ_ALU_CONST_CACHE_PS_OFFSET(0), 6);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(the_sc.flushes, flushes + 2);
   emu_destroy(e);
}

static void
window_positions(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      float pos[3][4] = {
         {-2,     2,      0,    2},
         {1,      -1,     0.5f, 1},
         {0.001f, 0.001f, -4,   4}
      };
      rec.pos = pos;
      rec.num_pos = 3;
      begin(&s, e);
      basic_state(&s);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 1);
      const struct emu_vertex *v = rec.prim[0].v;
      assert_true(v[0].x == 0 && v[0].y == 0 && v[0].z == 0.5f && v[0].rw == 0.5f);
      assert_true(v[1].x == 64 && v[1].y == 64 && v[1].z == 0.75f && v[1].rw == 1);
      /* 32 + 0.008 and 32 - 0.008 towards minus infinity on a grid of 1/256 */
      assert_true(v[2].x == 32 + 2 / 256.0f && v[2].y == 32 - 3 / 256.0f && v[2].z == 0);
      assert_int_equal(emu_to_fixed(v[2].x), 32 * 256 + 2);
      emu_destroy(e);
   }
}

static void
facing(void **state)
{
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   rec.pos = circle; /* counter-clockwise in GL; the viewport turns y around as for a window */
   rec.num_pos = 16;
   static const struct {
      bool cw, cull_front, cull_back;
      int front; /* -1: culled */
   } cases[] = {
      {false, false, false, 1 },
      {true,  false, false, 0 },
      {false, true,  false, -1},
      {false, false, true,  1 },
      {true,  false, true,  -1},
      {true,  true,  false, 0 },
      {false, true,  true,  -1},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      begin(&s, e);
      basic_state(&s);
      reg(&s, EG_PA_SU_SC_MODE_CNTL_OFFSET,
          EG_PA_SU_SC_MODE_CNTL(.FACE = cases[i].cw, .CULL_FRONT = cases[i].cull_front,
                                .CULL_BACK = cases[i].cull_back));
      rec.num_prims = 0;
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, cases[i].front >= 0);
      if (rec.num_prims)
         assert_int_equal(rec.prim[0].p.front, cases[i].front);
   }
   /* between pixel centres: nothing; a hair wider on the left: the centre is in; on the right it is not */
   for (unsigned i = 0; i < 3; i++) {
      static const float x[3][2] = {
         {10.6f, 11.4f},
         {10.5f, 11.4f},
         {10.6f, 11.5f}
      };
      float tri[3][4];
      for (unsigned k = 0; k < 3; k++)
         memcpy(tri[k], (float[4]){(x[i][k == 2] - 32) / 32, k == 1 ? 0.5f : -0.5f, 0, 1}, 16);
      rec.pos = tri;
      rec.num_prims = 0;
      begin(&s, e);
      basic_state(&s);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, i == 1);
   }
   /* no area */
   float flat[3][4] = {
      {0,     0,     0, 1},
      {0.5f,  0.5f,  0, 1},
      {0.25f, 0.25f, 0, 1}
   };
   rec.pos = flat;
   rec.num_prims = 0;
   begin(&s, e);
   basic_state(&s);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 0);
   emu_destroy(e);
}

static double
window_area(const struct recorded *r)
{
   double x1 = (double)r->v[1].x - r->v[0].x, y1 = (double)r->v[1].y - r->v[0].y;
   double x2 = (double)r->v[2].x - r->v[0].x, y2 = (double)r->v[2].y - r->v[0].y;
   return (x1 * y2 - x2 * y1) / 2;
}

static void
clipping(void **state)
{
   struct emulator *e = new_emulator("RV770");
   struct stream s;
   float pos[3][4];
   rec.pos = pos;
   rec.num_pos = 3;
   begin(&s, e);

   /* half of the triangle lies in front of the near plane */
   memcpy(pos,
          (float[3][4]){
             {-0.5f, -0.5f, 0,  1},
             {0.5f,  -0.5f, 0,  1},
             {-0.5f, 0.5f,  -2, 1}
   },
          sizeof pos);
   basic_state(&s);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 2);
   double area = window_area(&rec.prim[0]) + window_area(&rec.prim[1]);
   assert_true(area > -32 * 32 / 2 * 0.76 && area < -32 * 32 / 2 * 0.74); /* three quarters of it */
   for (unsigned i = 0; i < 2; i++) {
      for (unsigned k = 0; k < 3; k++) {
         const struct emu_vertex *v = &rec.prim[i].v[k];
         assert_true(v->z >= 0 && v->z <= 1);
         /* params[2] = 10 * index: linear over the original triangle, where index is 0, 1, 2 at the corners
          */
         double b1 = (v->x - 16) / 32, b2 = (48 - v->y) / 32;
         double want = 10 * b1 + 20 * b2;
         assert_true(rec.prim[i].params[k][2] > want - 0.2 && rec.prim[i].params[k][2] < want + 0.2);
      }
   }

   /* beyond the screen but inside the guard band: untouched; beyond that: cut, same side */
   rec.num_prims = 0;
   memcpy(pos,
          (float[3][4]){
             {-0.5f, -0.5f, 0, 1},
             {3.5f,  -0.5f, 0, 1},
             {-0.5f, 0.5f,  0, 1}
   },
          sizeof pos);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 1);
   assert_true(rec.prim[0].v[1].x == 32 + 3.5f * 32);
   rec.num_prims = 0;
   pos[1][0] = 1000;
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 2);
   for (unsigned i = 0; i < 6; i++)
      assert_true(rec.prim[i / 3].v[i % 3].x <= 32 + 4 * 32 + 1 / 256.0f);

   /* wholly outside of one plane */
   rec.num_prims = 0;
   memcpy(pos,
          (float[3][4]){
             {1.5f, 0,     0, 1},
             {2,    0.5f,  0, 1},
             {2,    -0.5f, 0, 1}
   },
          sizeof pos);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 0);

   /* behind the eye, degenerate, not numbers: nothing happens, nothing breaks */
   static const float bad[][3][4] = {
      {{0, 0, 0, -1}, {1, 0, 0, -1}, {0, 1, 0, -1}},
      {{0, 0, 0, 0},  {0, 0, 0, 0},  {0, 0, 0, 0} },
      {{0, 0, 0, 0},  {1, 0, 0, 1},  {0, 1, 0, 0} },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
      memcpy(pos, bad[i], sizeof pos);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      for (unsigned k = 0; k < rec.num_prims * 3; k++)
         assert_true(rec.prim[k / 3].v[k % 3].x - rec.prim[k / 3].v[k % 3].x == 0);
   }
   rec.num_prims = 0;
   static const uint32_t odd[] = {0x7fc00000, 0x7f800000, 0xff800000};
   for (unsigned i = 0; i < 12 * ARRAY_SIZE(odd); i++) {
      memcpy(pos,
             (float[3][4]){
                {-0.5f, -0.5f, 0, 1},
                {0.5f,  -0.5f, 0, 1},
                {-0.5f, 0.5f,  0, 1}
      },
             sizeof pos);
      pos[i % 3][i / 3 % 4] = uif(odd[i / 12]);
      draw_auto(&s, 4, 3);
      draw_auto(&s, 2, 2);
      submit_ok(&s);
   }
   for (unsigned k = 0; k < rec.num_prims; k++)
      assert_int_equal(rec.prim[k].p.kind, EMU_PRIM_LINE); /* those of untouched vertices */

   /* a line through the near plane ends on it */
   rec.num_prims = 0;
   memcpy(pos,
          (float[2][4]){
             {-0.5f, 0, -3, 1},
             {0.5f,  0, 1,  1}
   },
          32);
   draw_auto(&s, 2, 2);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 1);
   assert_true(rec.prim[0].v[0].x == 32 && rec.prim[0].v[0].z == 0 && rec.prim[0].v[1].x == 48);
   assert_true(rec.prim[0].params[0][2] == 5 && rec.prim[0].p.line_width == 2);
   emu_destroy(e);
}

static void
flat_inputs_survive_clipping(void **state)
{
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   float pos[3][4] = {
      {-0.5f, -0.5f, 0,  1},
      {0.5f,  -0.5f, 0,  1},
      {-0.5f, 0.5f,  -2, 1}
   };
   rec.pos = pos;
   rec.num_pos = 3;
   begin(&s, e);
   basic_state(&s);
   reg(&s, EG_SPI_INTERP_CONTROL_0_OFFSET, EG_SPI_INTERP_CONTROL_0(.FLAT_SHADE_ENA = 1));
   reg(&s, EG_SPI_PS_INPUT_CNTL_OFFSET(0), EG_SPI_PS_INPUT_CNTL(.SEMANTIC = 9, .FLAT_SHADE = 1));
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 2);
   for (unsigned i = 0; i < 2; i++)
      assert_true(rec.prim[i].params[rec.prim[i].p.provoking][0] == 2);
   emu_destroy(e);
}

/* Zero is a semantic like the others (X's radeon driver numbers from there), and matches nothing but zero. */
static void
semantic_zero(void **state)
{
   float pos[3][4] = {
      {-0.5f, -0.5f, 0, 1},
      {0.5f,  -0.5f, 0, 1},
      {-0.5f, 0.5f,  0, 1}
   };
   for (unsigned k = 0; k < 4; k++) {
      bool eg = k & 1, same = k & 2;
      struct emulator *e = new_emulator(eg ? "CYPRESS" : "RV770");
      struct stream s;
      rec.pos = pos;
      rec.num_pos = 3;
      rec.num_prims = 0;
      begin(&s, e);
      basic_state(&s);
      reg(&s, eg ? EG_SPI_VS_OUT_ID_OFFSET(0) : R6_SPI_VS_OUT_ID_OFFSET(0), same ? 0 : 9);
      reg(&s, eg ? EG_SPI_PS_INPUT_CNTL_OFFSET(0) : R6_SPI_PS_INPUT_CNTL_OFFSET(0), 0);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 1);
      assert_int_equal(rec.prim[0].input, same ? 0 : -1);
      emu_destroy(e);
   }
}

static void
points(void **state)
{
   struct emulator *e = new_emulator("RV770");
   struct stream s;
   float pos[4][4] = {
      {0,     0, 0,    1},
      {1.01f, 0, 0,    1},
      {0,     0, 0,    1},
      {0,     0, 1.5f, 1}
   };
   rec.pos = pos;
   rec.num_pos = 4;
   begin(&s, e);
   basic_state(&s);
   draw_auto(&s, 1, 4);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 2); /* centres outside of the clip volume are not drawn */
   assert_true(rec.prim[0].p.half_w == 1 && rec.prim[0].p.half_h == 0.5f);
   rec.num_prims = 0;
   rec.sizes = true;
   reg(&s, R6_PA_CL_VS_OUT_CNTL_OFFSET,
       R6_PA_CL_VS_OUT_CNTL(.USE_VTX_POINT_SIZE = 1, .VS_OUT_MISC_VEC_ENA = 1));
   draw_auto(&s, 1, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 2);
   assert_true(rec.prim[0].p.half_w == 0.5f && rec.prim[0].p.half_h == 0.5f); /* 0 clamped to the minimum */
   assert_true(rec.prim[1].p.half_w == 3 && rec.prim[1].p.half_h == 3);
   emu_destroy(e);
}

/* What PA_CL_VS_OUT_CNTL names follows the position without gaps. */
static void
position_vectors(void **state)
{
   static const struct {
      bool sizes;
      uint8_t vec; /* bit 0, 1: VS_OUT_CCDIST0, 1 */
      uint8_t ena;
      float cut; /* index at which the distance that clips is 0; 0: none clips */
   } cases[] = {
      {false, 1, 0x01, 1},
      {false, 1, 0x02, 2},
      {false, 2, 0x10, 1},
      {false, 3, 0x20, 6},
      {true,  1, 0x01, 1},
      {true,  3, 0x02, 2},
      {true,  3, 0x10, 5},
      {true,  2, 0x20, 2},
      {true,  2, 0x01, 0},
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      float pos[8][4] = {{0}};
      for (unsigned i = 0; i < 8; i++) {
         pos[i][0] = -0.5f + 0.1f * (float)i;
         pos[i][3] = 1;
      }
      rec.pos = pos;
      rec.num_pos = 8;
      for (unsigned t = 0; t < ARRAY_SIZE(cases); t++) {
         rec.sizes = cases[t].sizes;
         rec.vecs = (cases[t].vec & 1) + (cases[t].vec >> 1);
         rec.num_prims = 0;
         begin(&s, e);
         basic_state(&s);
         reg(&s, R6_PA_CL_VS_OUT_CNTL_OFFSET,
             R6_PA_CL_VS_OUT_CNTL(.USE_VTX_POINT_SIZE = rec.sizes, .VS_OUT_MISC_VEC_ENA = rec.sizes,
                                  .VS_OUT_CCDIST0_VEC_ENA = cases[t].vec & 1,
                                  .VS_OUT_CCDIST1_VEC_ENA = cases[t].vec >> 1) |
                cases[t].ena);
         draw_auto(&s, 1, 8);
         submit_ok(&s);
         assert_int_equal(rec.num_prims, cases[t].cut ? (unsigned)cases[t].cut + 1 : 8);
      }
      rec.vecs = 0;
      emu_destroy(e);
   }
}

static void
user_clip_planes(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      bool eg = e->chip->gen >= DB_EVERGREEN;
      struct stream s;
      float pos[3][4] = {
         {-1, -1, 0, 2},
         {1,  -1, 0, 2},
         {-1, 1,  0, 2}
      };
      rec.pos = pos;
      rec.num_pos = 3;
      begin(&s, e);
      basic_state(&s);
      /* plane 1 keeps x >= 0: a quarter of the triangle; plane 4, everything, would keep nothing */
      const float x_positive[4] = {1, 0, 0, 0}, nothing[4] = {0, 0, 0, -1};
      uint32_t at = eg ? EG_PA_CL_UCP_X_OFFSET(0) : R6_PA_CL_UCP_X_OFFSET(0);
      for (unsigned k = 0; k < 4; k++) {
         reg(&s, at + 16 + 4 * k, fui(x_positive[k]));
         reg(&s, at + 64 + 4 * k, fui(nothing[k]));
      }
      reg(&s, R6_PA_CL_CLIP_CNTL_OFFSET, 1 << 1);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      double area = 0;
      for (unsigned i = 0; i < rec.num_prims; i++) {
         area += window_area(&rec.prim[i]);
         for (unsigned k = 0; k < 3; k++)
            assert_true(rec.prim[i].v[k].x >= 32);
      }
      assert_true(area > -128.5 && area < -127.5);
      rec.num_prims = 0;
      reg(&s, R6_PA_CL_CLIP_CNTL_OFFSET, 1 << 1 | 1 << 4);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 0);
      /* CLIP_DISABLE */
      reg(&s, R6_PA_CL_CLIP_CNTL_OFFSET, 1 << 1 | 1 << 4 | 1 << 16);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 1);
      emu_destroy(e);
   }
}

static void
polygon_mode(void **state)
{
   static const struct {
      uint8_t type, count, ptype; /* of front faces; back faces are triangles */
      uint8_t no_edge, n;
      uint8_t v[8][2]; /* lines: from, to */
   } cases[] = {
      {4,    3, 1, 0, 3, {{0, 1}, {1, 2}, {2, 0}}                },
      {4,    3, 0, 0, 3, {{0}, {1}, {2}}                         },
      {4,    3, 1, 2, 2, {{0, 1}, {2, 0}}                        },
      {4,    3, 0, 5, 1, {{1}}                                   },
      {0x13, 4, 1, 0, 4, {{0, 1}, {3, 0}, {1, 2}, {2, 3}}        },
      {0x13, 4, 0, 0, 4, {{0}, {3}, {1}, {2}}                    },
      {0x15, 5, 1, 0, 5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}},
      {0x15, 3, 1, 0, 3, {{0, 1}, {1, 2}, {2, 0}}                },
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      rec.pos = circle;
      rec.num_pos = 16;
      rec.sizes = true;
      for (unsigned t = 0; t < ARRAY_SIZE(cases); t++) {
         begin(&s, e);
         basic_state(&s);
         reg(&s, R6_PA_CL_VS_OUT_CNTL_OFFSET,
             R6_PA_CL_VS_OUT_CNTL(.USE_VTX_EDGE_FLAG = 1, .VS_OUT_MISC_VEC_ENA = 1));
         rec.no_edge = cases[t].no_edge;
         reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET,
             EG_PA_SU_SC_MODE_CNTL(.POLY_MODE = 1, .POLYMODE_FRONT_PTYPE = cases[t].ptype,
                                   .POLYMODE_BACK_PTYPE = 2, .PROVOKING_VTX_LAST = 1));
         rec.num_prims = 0;
         draw_auto(&s, cases[t].type, cases[t].count);
         submit_ok(&s);
         assert_int_equal(rec.num_prims, cases[t].n);
         for (unsigned i = 0; i < cases[t].n; i++) {
            const struct recorded *r = &rec.prim[i];
            assert_int_equal(r->p.kind, cases[t].ptype ? EMU_PRIM_LINE : EMU_PRIM_POINT);
            assert_true(r->p.front);
            assert_int_equal((int)r->params[0][0], cases[t].v[i][0]);
            if (cases[t].ptype)
               assert_int_equal((int)r->params[1][0], cases[t].v[i][1]);
         }
         /* from behind it is a triangle, or nothing */
         begin(&s, e);
         reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET,
             EG_PA_SU_SC_MODE_CNTL(.POLY_MODE = 1, .FACE = 1, .POLYMODE_FRONT_PTYPE = cases[t].ptype,
                                   .POLYMODE_BACK_PTYPE = 2, .PROVOKING_VTX_LAST = 1));
         rec.num_prims = 0;
         draw_auto(&s, 4, 3);
         submit_ok(&s);
         assert_true(rec.num_prims == 1 && rec.prim[0].p.kind == EMU_PRIM_TRIANGLE && !rec.prim[0].p.front);
      }
      emu_destroy(e);
   }
}

/* Lines of a polygon lie as deep as the polygon with its offset does. */
static void
polygon_mode_offset(void **state)
{
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   float pos[3][4] = {
      {-0.5f, -0.5f, 0,    1},
      {0.5f,  -0.5f, 0.5f, 1},
      {-0.5f, 0.5f,  0,    1}
   };
   rec.pos = pos;
   rec.num_pos = 3;
   begin(&s, e);
   basic_state(&s);
   reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET,
       EG_PA_SU_SC_MODE_CNTL(.POLY_MODE = 1, .POLYMODE_FRONT_PTYPE = 1, .POLYMODE_BACK_PTYPE = 1,
                             .POLY_OFFSET_FRONT_ENABLE = 1, .PROVOKING_VTX_LAST = 1));
   reg(&s, EG_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET, fui(2 * 16.0f));
   reg(&s, EG_PA_SU_POLY_OFFSET_FRONT_OFFSET_OFFSET, fui(4));
   reg(&s, EG_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET, (uint8_t)-10);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 3);
   double want = 2 * (0.25 / 32) + 4.0 / 1024;
   for (unsigned i = 0; i < 3; i++)
      assert_true(rec.prim[i].p.z_offset > want - 1e-9 && rec.prim[i].p.z_offset < want + 1e-9);
   emu_destroy(e);
}

static void
predication(void **state)
{
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   uint64_t size, v[2] = {UINT64_C(1) << 63, UINT64_C(1) << 63};
   uint8_t *vram = emu_vram(e, &size);
   rec.pos = circle;
   rec.num_pos = 16;
   for (unsigned visible = 0; visible < 2; visible++) {
      v[1] += visible;
      memcpy(vram + 0x40, v, 16);
      rec.num_prims = 0;
      begin(&s, e);
      basic_state(&s);
      dw(&s, DB_PKT3(DB_PKT3_SET_PREDICATION, 2));
      dw(&s, (uint32_t)EMU_VRAM_BASE + 0x40);
      dw(&s, 1 << 16 | 1 << 8);
      draw_auto(&s, 4, 3);
      s.dw[s.n - 3] |= DB_PKT3_PREDICATE;
      draw_auto(&s, 4, 3);
      dw(&s, DB_PKT3(DB_PKT3_SET_PREDICATION, 2));
      dw(&s, 0);
      dw(&s, 0);
      draw_auto(&s, 4, 3);
      s.dw[s.n - 3] |= DB_PKT3_PREDICATE;
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 2 + visible);
   }
   emu_destroy(e);
}

static void
border_colours(void **state)
{
   struct stream s;
   struct emulator *e = new_emulator("RV770");
   begin(&s, e);
   reg(&s, R6_TD_PS_SAMPLER_BORDER_GREEN_OFFSET(3), 7);
   reg(&s, R6_TD_VS_SAMPLER_BORDER_ALPHA_OFFSET(17), 8);
   submit_ok(&s);
   assert_int_equal(e->regs.border[0][3][1], 7);
   assert_int_equal(e->regs.border[1][17][3], 8);
   emu_destroy(e);
   e = new_emulator("CYPRESS");
   begin(&s, e);
   for (uint32_t i = 0; i < 3; i++) {
      dw(&s, DB_PKT3(DB_PKT3_SET_CONFIG_REG, 6));
      dw(&s, (EG_TD_VS_BORDER_COLOR_INDEX_OFFSET - 0x8000) / 4);
      dw(&s, 4 + i);
      for (uint32_t k = 0; k < 4; k++)
         dw(&s, 10 * i + k);
   }
   submit_ok(&s);
   for (uint32_t i = 0; i < 3; i++)
      for (uint32_t k = 0; k < 4; k++)
         assert_int_equal(e->regs.border[1][4 + i][k], 10 * i + k);
   emu_destroy(e);
}

static void
dma_ring(void **state)
{
   for (unsigned c = 1; c < 3; c++) {
      struct emulator *e = new_emulator(chips[c]);
      uint64_t size;
      uint8_t *vram = emu_vram(e, &size);
      uint32_t lo = (uint32_t)EMU_VRAM_BASE;
      const uint32_t good[] = {13u << 28 | 4, lo + 64, 0xabcd, 0, 3u << 28 | 2,
                               lo + 128,      lo + 72, 0,      0, 15u << 28};
      struct emu_error err;
      assert_true(emu_submit_dma(e, good, ARRAY_SIZE(good), &err));
      uint32_t v[4];
      memcpy(v, vram + 128, 16);
      assert_true(v[0] == 0xabcd && v[1] == 0xabcd && v[2] == 0);
      const uint32_t cut[] = {15u << 28, 3u << 28 | 2, 0};
      assert_false(emu_submit_dma(e, cut, ARRAY_SIZE(cut), &err));
      assert_int_equal(err.dword, 1);
      assert_int_equal(err.packet, cut[1]);
      const uint32_t outside[] = {13u << 28 | 4, 64, 0xabcd, 0};
      assert_false(emu_submit_dma(e, outside, ARRAY_SIZE(outside), &err));
      assert_non_null(strstr(err.reason, "outside of memory"));
      emu_destroy(e);
   }
}

/* Tiled copies put each element where the surface has it, and back. */
static void
dma_ring_tiles(void **state)
{
   enum { LINEAR = 0x10000, TILED = 0x40000, BACK = 0x80000, W = 64, ROWS = 16 };
   for (unsigned mode = EMU_1D_THIN1; mode <= EMU_2D_THIN1; mode += 2) {
      struct emulator *e = new_emulator("CYPRESS");
      uint64_t size;
      uint8_t *vram = emu_vram(e, &size);
      struct emu_error err;
      uint32_t *linear = (uint32_t *)(vram + LINEAR);
      const uint32_t height = 64;
      for (uint32_t i = 0; i < W * ROWS; i++)
         linear[i] = i * 2654435761u;
      uint32_t stream[18];
      for (unsigned back = 0; back < 2; back++) {
         const uint32_t copy[9] = {
            3u << 28 | 8u << 20 | W * ROWS,
            (uint32_t)(EMU_VRAM_BASE + TILED) >> 8,
            back << 31 | mode << 27 | 2 << 24 | 1 << 21,
            (W / 8 - 1) | (height - 1) << 16,
            W * height / 64 - 1,
            0,
            8 | 4 << 21 | 2 << 25,
            (uint32_t)EMU_VRAM_BASE + (back ? BACK : LINEAR),
            0,
         };
         memcpy(stream + 9 * back, copy, sizeof copy);
      }
      if (!emu_submit_dma(e, stream, ARRAY_SIZE(stream), &err))
         fail_msg("dword %u: %s", err.dword, err.reason);
      const struct emu_surface surf = {.chip = e->chip,
                                       .array_mode = (uint8_t)mode,
                                       .bytes_per_el = 4,
                                       .bank_width = 1,
                                       .bank_height = 2,
                                       .macro_aspect = 1,
                                       .num_banks = 8,
                                       .tile_split_B = 1024,
                                       .pitch_el = W,
                                       .height_el = height,
                                       .slice_B = W * height * 4};
      for (uint32_t i = 0; i < W * ROWS; i++) {
         uint32_t v;
         memcpy(&v, vram + TILED + emu_surface_offset(&surf, i % W, 8 + i / W, 0), 4);
         assert_int_equal(v, linear[i]);
      }
      assert_memory_equal(vram + BACK, vram + LINEAR, W * ROWS * 4);
      stream[2] |= 15 << 27;
      assert_false(emu_submit_dma(e, stream, 9, &err));
      assert_non_null(strstr(err.reason, "not implemented"));
      emu_destroy(e);
   }
}

/* Drivers draw rectangles in window coordinates, which are far outside of the clip volume. */
static void
rectangles_are_not_clipped(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      float pos[3][4] = {
         {3,  5,  0.25f, 1},
         {50, 5,  0.25f, 1},
         {3,  40, 0.25f, 1}
      };
      rec.pos = pos;
      rec.num_pos = 3;
      begin(&s, e);
      basic_state(&s);
      const float vport[6] = {1, 0, 1, 0, 1, 0};
      for (unsigned i = 0; i < 6; i++)
         reg(&s, R6_PA_CL_VPORT_XSCALE_OFFSET(0) + 4 * i, fui(vport[i]));
      draw_auto(&s, 4, 3); /* a triangle is, before and after */
      draw_auto(&s, 17, 3);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 1);
      assert_int_equal(rec.prim[0].p.kind, EMU_PRIM_RECT);
      assert_true(rec.prim[0].v[1].x == 50 && rec.prim[0].v[2].y == 40 && rec.prim[0].v[0].z == 0.25f);
      emu_destroy(e);
   }
}

/* A block that CMASK calls cleared gets the colour before the first draw, once, and nothing else does. */
static void
fast_clears(void **state)
{
   enum { CMASK = 0x200000 };
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   uint64_t size;
   uint8_t *vram = emu_vram(e, &size);
   uint32_t *target = (uint32_t *)(vram + (TARGET_ADDR - EMU_VRAM_BASE)), other = 0x55555555;
   begin(&s, e);
   basic_state(&s);
   reg(&s, EG_CB_COLOR_INFO_OFFSET(0), EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .FAST_CLEAR = 1));
   reg(&s, EG_CB_COLOR_CMASK_OFFSET(0), (uint32_t)(EMU_VRAM_BASE + CMASK) >> 8);
   reg(&s, EG_CB_COLOR_CMASK_SLICE_OFFSET(0), 0);
   reg(&s, EG_CB_COLOR_CLEAR_WORD0_OFFSET(0), 0x11223344);
   memset(target, 0x55, 64 * 64 * 4);
   memset(vram + CMASK, 0xff, 128);
   vram[CMASK + 1] = 0xf0; /* block 2 */
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   for (unsigned i = 0; i < 64 * 64; i++)
      assert_int_equal(target[i], i / 64 == 2 ? 0x11223344 : other);
   assert_int_equal(vram[CMASK + 1], 0xff);
   /* The GPU clears again: a copy to CMASK counts for the next draw; so does a pass that only eliminates. */
   memset(target, 0x55, 64 * 64 * 4);
   reg(&s, EG_CB_COLOR_CONTROL_OFFSET, EG_CB_COLOR_CONTROL(.MODE = 2, .ROP3 = 0xcc));
   draw_auto(&s, 4, 3);
   dw(&s, DB_PKT3(DB_PKT3_CP_DMA, 5));
   dw(&s, 0);
   dw(&s, 2u << 29);
   dw(&s, (uint32_t)(EMU_VRAM_BASE + CMASK));
   dw(&s, 0);
   dw(&s, 128);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   for (unsigned i = 0; i < 64 * 64; i++)
      assert_int_equal(target[i], 0x11223344);
   emu_destroy(e);
}

/* Vertices in the order of primitives; one that does not fit is counted and nothing of it written. */
static void
stream_out(void **state)
{
   enum { BUFFER = 0x300000, STATS = 0x380000 };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      bool eg = e->chip->gen >= DB_EVERGREEN;
      struct stream s;
      uint64_t size;
      uint8_t *vram = emu_vram(e, &size);
      begin(&s, e);
      basic_state(&s);
      rec.streams = true;
      memset(vram + BUFFER, 0x5a, 128);
      reg(&s, eg ? EG_VGT_STRMOUT_CONFIG_OFFSET : R6_VGT_STRMOUT_EN_OFFSET, 1);
      reg(&s, eg ? EG_VGT_STRMOUT_BUFFER_CONFIG_OFFSET : R6_VGT_STRMOUT_BUFFER_EN_OFFSET, 2);
      reg(&s, R6_VGT_STRMOUT_BUFFER_SIZE_1_OFFSET, 3 + 2 * 3 * 3 + 4);
      reg(&s, R6_VGT_STRMOUT_VTX_STRIDE_1_OFFSET, 3);
      reg(&s, R6_VGT_STRMOUT_BUFFER_BASE_1_OFFSET, (uint32_t)(EMU_VRAM_BASE + BUFFER) >> 8);
      dw(&s, DB_PKT3(DB_PKT3_STRMOUT_BUFFER_UPDATE, 5));
      dw(&s, 1 << 8);
      dw(&s, 0);
      dw(&s, 0);
      dw(&s, 3);
      dw(&s, 0);
      draw_auto(&s, 6, 5); /* a strip: 0 1 2, 2 1 3, 2 3 4 */
      dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 3));
      dw(&s, DB_EVENT_SAMPLE_STREAMOUTSTATS | 3 << 8);
      dw(&s, (uint32_t)(EMU_VRAM_BASE + STATS));
      dw(&s, 0);
      dw(&s, DB_PKT3(DB_PKT3_STRMOUT_BUFFER_UPDATE, 5));
      dw(&s, 1 << 8 | 3 << 1 | 1);
      dw(&s, (uint32_t)(EMU_VRAM_BASE + STATS + 64));
      dw(&s, 0);
      dw(&s, 0);
      dw(&s, 0);
      submit_ok(&s);
      static const uint32_t order[] = {0, 1, 2, 2, 1, 3};
      const uint32_t *out = (const uint32_t *)(vram + BUFFER);
      for (unsigned i = 0; i < 3; i++)
         assert_int_equal(out[i], 0x5a5a5a5a);
      for (unsigned i = 0; i < 6; i++) {
         assert_int_equal(out[3 + 3 * i], 0x5a5a5a5a);          /* what the shader does not give stays */
         assert_int_equal(out[3 + 3 * i + 1], order[i] + 1000); /* components y and z, at dword 1 */
         assert_int_equal(out[3 + 3 * i + 2], order[i] + 2000);
      }
      for (unsigned i = 21; i < 32; i++)
         assert_int_equal(out[i], 0x5a5a5a5a);
      uint64_t stats[2];
      memcpy(stats, vram + STATS, sizeof stats);
      assert_int_equal(stats[0] & ~(UINT64_C(1) << 63), 3);
      assert_int_equal(stats[1] & ~(UINT64_C(1) << 63), 2);
      assert_int_equal(*(const uint32_t *)(vram + STATS + 64), 21);
      /* a draw of as many vertices as two strides of what is there; primitives are counted without buffers,
       * too */
      rec.num_prims = 0;
      s.n = 0;
      reg(&s, eg ? EG_VGT_STRMOUT_BUFFER_CONFIG_OFFSET : R6_VGT_STRMOUT_BUFFER_EN_OFFSET, 0);
      reg(&s, EG_VGT_STRMOUT_DRAW_OPAQUE_OFFSET_OFFSET, 3);
      reg(&s, EG_VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE_OFFSET, 3);
      dw(&s, DB_PKT3(DB_PKT3_COPY_DW, 5));
      dw(&s, 1);
      dw(&s, (uint32_t)(EMU_VRAM_BASE + STATS + 64));
      dw(&s, 0);
      dw(&s, EG_VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE_OFFSET / 4);
      dw(&s, 0);
      reg(&s, R6_VGT_PRIMITIVE_TYPE_OFFSET, 1);
      dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX_AUTO, 2));
      dw(&s, 0);
      dw(&s, 2 | 1 << 6);
      dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 3));
      dw(&s, DB_EVENT_SAMPLE_STREAMOUTSTATS | 3 << 8);
      dw(&s, (uint32_t)(EMU_VRAM_BASE + STATS));
      dw(&s, 0);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 6);
      memcpy(stats, vram + STATS, sizeof stats);
      assert_int_equal(stats[0] & ~(UINT64_C(1) << 63), 3 + 6);
      assert_int_equal(stats[1] & ~(UINT64_C(1) << 63), 2);
      rec.streams = false;
      emu_destroy(e);
   }
}

/* Any stream at all: random dwords with a bias to packets must neither crash nor hang. */
static void
random_streams(void **state)
{
   uint64_t seed = 0x9e3779b97f4a7c15;
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      for (unsigned t = 0; t < 3000; t++) {
         struct stream s;
         s.n = 0;
         s.e = e;
         for (unsigned i = 0; i < 64; i++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            uint32_t r = (uint32_t)(seed >> 32);
            if (seed % 3 == 0) {
               static const uint8_t ops[] = {0x10, 0x20, 0x26, 0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x2f, 0x34, 0x35,
                                             0x3b, 0x3d, 0x41, 0x46, 0x47, 0x68, 0x69, 0x6d, 0x6e, 0x6f};
               dw(&s, DB_PKT3(ops[r % sizeof ops], 1 + (r >> 8) % 6) | (r >> 31));
            } else {
               dw(&s, seed % 5 == 0 ? r : seed % 2 ? (uint32_t)EMU_VRAM_BASE + r % 4096 : r % 1024);
            }
         }
         rec.num_prims = 0;
         submit(&s);
      }
      emu_destroy(e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_packets),
      cmocka_unit_test(zpass_counters),
      cmocka_unit_test(fill),
      cmocka_unit_test(errors),
      cmocka_unit_test(draw_errors),
      cmocka_unit_test(primitive_types),
      cmocka_unit_test(indices),
      cmocka_unit_test(vertex_reuse),
      cmocka_unit_test(state_reuse),
      cmocka_unit_test(window_positions),
      cmocka_unit_test(facing),
      cmocka_unit_test(clipping),
      cmocka_unit_test(flat_inputs_survive_clipping),
      cmocka_unit_test(points),
      cmocka_unit_test(position_vectors),
      cmocka_unit_test(user_clip_planes),
      cmocka_unit_test(polygon_mode),
      cmocka_unit_test(polygon_mode_offset),
      cmocka_unit_test(predication),
      cmocka_unit_test(border_colours),
      cmocka_unit_test(dma_ring),
      cmocka_unit_test(dma_ring_tiles),
      cmocka_unit_test(rectangles_are_not_clipped),
      cmocka_unit_test(fast_clears),
      cmocka_unit_test(semantic_zero),
      cmocka_unit_test(stream_out),
      cmocka_unit_test(random_streams),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
