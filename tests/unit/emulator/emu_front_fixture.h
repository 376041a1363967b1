/* SPDX-License-Identifier: MIT
 *
 * Streams written by hand against a shader block and a rasteriser that only record (emu_front_fixture.c): the front
 * of the emulator alone.
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
struct record {
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
};
extern struct record rec;
extern struct raster the_sc;

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
