/* SPDX-License-Identifier: MIT
 *
 * SQ from the inside: what a stage has bound, what a thread executes it in, and what each SIMD level provides.
 */
#ifndef EMULATOR_TERASCALE_SQ_SQ_H
#define EMULATOR_TERASCALE_SQ_SQ_H

#include "emulator/core/wave.h"
#include "emulator/simd/levels.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/sq/program.h"
#include "emulator/terascale/sq/stage.h"
#include "emulator/terascale/ta/taps.h"

enum {
   SQ_GPRS = 128,
   SQ_MAX_CONSTS = 1 << 15, /* of a program: 4096 vectors, as they are and negated */
   SQ_MAX_FS_CONSTS = 256,  /* of a fetch shader */
   SQ_CONST_B = 64,         /* a broadcast constant */
   SQ_TMP_ROWS = 64,
   SQ_STACK = 512,
   SQ_MAX_CF = 1 << 16,   /* control-flow instructions of a program */
   SQ_BUDGET = 1 << 22,   /* micro-ops and fetches of a wave before it is stopped */
   SQ_SCRATCH_VEC4 = 8192 /* MEM_SCRATCH elements of a lane: what ITEMSIZE can hold */
};

/* ---- stage state ---- */

struct ta_view;

/** A vertex buffer view: resource and format of fetch instructions, which may differ in OFFSET, resolved. */
struct sq_vtx_view {
   const uint8_t *base; /* NULL: nothing to read */
   uint64_t addr;
   uint64_t size_B; /* readable bytes from base */
   uint32_t stride_B;
   uint32_t index_offset[3]; /* by fetch type */
   uint8_t el_B;             /* bytes of an element */
   uint8_t ncomp;
   uint8_t shift[4], bits[4]; /* packed formats of at most 32 bits */
   uint8_t kind;              /* enum sq_vtx_kind */
   uint8_t num_format;        /* 0 norm, 1 int, 2 scaled */
   bool is_signed, srf_no_zero;
   bool unsigned_w; /* for all that is_signed says */
   uint8_t endian;
   uint32_t one;  /* bits of a 1 in DST_SEL */
   bool swizzled; /* the resource's DST_SEL (Evergreen and later) is not XYZW */
   uint8_t sel[4];
};

enum sq_vtx_kind {
   SQ_V_NONE,
   SQ_V_F32,    /* 32-bit floats, or 32-bit ints taken as bits */
   SQ_V_I32,    /* 32-bit norm or scaled */
   SQ_V_F16,    /* halves */
   SQ_V_I16,    /* 16-bit ints */
   SQ_V_PACKED, /* components inside one dword (8-bit, 10_10_10_2, 5_6_5 ...) */
   SQ_V_F11,    /* 10_11_11F, 11_11_10F */
};

struct sq_kbuf {
   const uint32_t *dw; /* NULL = outside of memory: reads as 0 */
   uint32_t num_dw;
   uint64_t addr;
};

struct sq_bound {
   const struct sq_program *prog;
   const uint32_t **consts; /* where each constant's dword is now */
   const struct ta_view **tex;
   struct sq_vtx_view *vtx;
};

struct sq_stage_state {
   const struct emulator *emu;
   enum sq_stage stage;
   struct sq_bound main, fs; /* fs.prog is NULL without a fetch shader */
   struct sq_kbuf kbuf[32];  /* as sq_program::kcache_banks */
   uint32_t banks;           /* of these that the programs use */
   uint32_t bool_const;
   uint32_t loop_const[32];
   uint32_t scratch_vec4;  /* a lane's scratch memory: SQ_xSTMP_RING_ITEMSIZE */
   struct sq_rows exposed; /* that a wave may read before it writes them */
};

/* ---- the context of a thread ---- */

struct sq_frame {
   enum { SQ_FRAME_MASK, SQ_FRAME_LOOP } kind;
   uint64_t mask; /* pushed active mask, or lanes that entered the loop */
   uint64_t broken, continued;
   int32_t al, al_inc;
   uint32_t left; /* iterations left, counted loops */
};

struct sq_ctx {
   struct emu_row unused_row; /* so that no operand has offset 0, which means none */
   struct emu_row gpr[SQ_GPRS * 4];
   struct emu_row tmp[SQ_TMP_ROWS];
   struct emu_row ar[4];
   struct emu_row al_row; /* aL for every lane */
   struct emu_row lane;   /* each lane's number, for machine code */
   struct emu_row merge;  /* results before they are masked */
   struct emu_row grad_h[4], grad_v[4];
   struct emu_row offsets[3]; /* SET_TEXTURE_OFFSETS: texels, as integers */
   struct emu_row tex_out[4];
   struct emu_row zeros, ones; /* coordinates that are constant */
   struct emu_row color[EMU_MAX_CB][4];
   struct emu_row param[EMU_MAX_PARAMS][4];
   struct emu_row pos[EMU_POS_VECS * 4], z[4];
   struct emu_row quad_params[EMU_MAX_PARAMS][3];
   _Alignas(64) uint8_t consts[SQ_MAX_CONSTS][SQ_CONST_B];
   _Alignas(64) uint8_t fs_consts[SQ_MAX_FS_CONSTS][SQ_CONST_B];

   struct ta_taps taps; /* of the wave's lookups */

   struct sq_wave wave;
   const struct sq_stage_state *stage;
   const struct sq_bound *bound; /* program that runs: main or fetch shader */
   const struct emulator *emu;
   struct emu_row *scratch; /* [scratch_vec4 * 4], allocated when first used */
   uint32_t scratch_vec4;

   uint64_t live;           /* lanes that the wave has */
   uint64_t active;         /* lanes that execute */
   uint64_t pred;           /* predicate bits */
   uint64_t pending;        /* result of the group's PRED_SET */
   uint64_t killing;        /* machine code: lanes that KILL* of a stretch are true for, active or not */
   struct sq_kbuf kbuf[32]; /* the stage's constant buffers that the program reads relatively */
   uint32_t row_B;          /* bytes of a row that must be computed: whole vectors that hold live lanes */
   uint32_t steps_left;
   int32_t cf_idx[2];
   uint32_t depth, calls;
   struct sq_frame stack[SQ_STACK];
   uint32_t return_to[32];
};

#define SQ_OFF(member) ((uint32_t)offsetof(struct sq_ctx, member))
_Static_assert(SQ_OFF(consts) <= SQ_ROWS * sizeof(struct emu_row), "a bit for each row");

static inline uint32_t
sq_gpr_off(unsigned gpr, unsigned chan)
{
   return SQ_OFF(gpr) + (gpr * 4 + chan) * (uint32_t)sizeof(struct emu_row);
}

static inline struct emu_row *
sq_row(struct sq_ctx *c, uint32_t off)
{
   return (struct emu_row *)((char *)c + off);
}

/* ---- what a SIMD level provides ---- */

struct sq_kernels {
   unsigned vec_B; /* bytes of a vector */
   void (*run)(struct sq_ctx *c, const struct sq_stage_state *s);
   sq_uop_fn plain[DB_ALU_OP_COUNT]; /* no modifiers; NULL = opcode not supported */
   /* with modifiers, omod, clamp; NULL = use SQ_S_MODIFY around the plain one */
   sq_uop_fn mod[DB_ALU_OP_COUNT];
   sq_uop_fn special[SQ_S_COUNT];
   /* what machine code calls */
   void (*interpret)(struct sq_ctx *c, const struct sq_uop *u, uint64_t n);
   void (*fetches)(struct sq_ctx *c, const struct sq_step *s);
   void (*export_)(struct sq_ctx *c, const struct sq_export *x);
   /** Any step but an ALU clause, a call or the end; true: execution goes on at its target. */
   uint64_t (*step)(struct sq_ctx *c, const struct sq_step *s);
   /** The lanes that the step is for. */
   uint64_t (*lanes)(struct sq_ctx *c, const struct sq_step *s);
};

#endif
