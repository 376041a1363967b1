/* SPDX-License-Identifier: MIT
 *
 * US, the fragment shader: a program decoded to operations that R300, R400 and R500 share, and what runs it over the
 * 64 lanes of a wave. Two decoders make it (us/decode_r3.c, us/decode_r5.c), one interpreter reads it.
 *
 * Arithmetic is binary32 with denormals flushed, a product before a sum, each rounded. R300 and R400 compute with 16
 * bits of mantissa and 7 of exponent: there each result is cut to these, toward zero, without infinities and NaN
 * (measured by others on an RS485M); the order of roundings inside of an operation is inferred.
 */
#ifndef EMULATOR_R300_US_US_H
#define EMULATOR_R300_US_US_H

#include "emulator/core/wave.h"
#include "emulator/r300/codes.h"
#include "emulator/r300/tx/tx.h"
#include "emulator/r300/us/lookup.h"
#include "emulator/texture/taps.h"

enum {
   US_MAX_INSTS = 1024,
   US_TEMPS = 128,
   US_CONSTS = 256,
   US_TARGETS = 4,
   US_LOOPS = 32,
   US_CALLS = 32,
   US_PLANES = 128
};

/* What a wave may cost before it is stopped: a lookup is made lane by lane, other instructions count as one. */
enum { US_BUDGET = 1 << 20, US_COST_TEX = 64 };

/** Why a program was stopped, in pixel_outputs::stopped. */
enum us_stop { US_STOP_NONE, US_STOP_BUDGET, US_STOP_STACK };

enum us_kind { US_TEMP, US_CONST, US_LITERAL, US_PRESUB };

/** One component that an operation reads. */
struct us_operand {
   uint8_t kind;   /* enum us_kind */
   uint8_t comp;   /* 0..3; of the pre-subtraction: its result's */
   uint8_t mod;    /* 0 none, 1 negative, 2 absolute, 3 negative of that */
   bool relative;  /* the loop register is added to index */
   uint16_t index; /* register, constant */
   float value;    /* US_LITERAL */
};

enum us_op {
   US_MAD,
   US_DP3,
   US_DP4,
   US_D2A,
   US_MIN,
   US_MAX,
   US_CND,
   US_CMP,
   US_FRC,
   US_SOP, /* RGB: what the alpha unit makes */
   US_MDH,
   US_MDV,
   US_DP, /* alpha: what the colour unit's dot product is; the operations from here on are alpha's alone */
   US_EX2,
   US_LN2,
   US_RCP,
   US_RSQ,
   US_SIN,
   US_COS
};

/** Two operations: one of three components, one of alpha. Arrays of four are by component. */
struct us_alu {
   struct us_operand a[4], b[4], c[4];
   struct us_operand pre[2][4]; /* what the pre-subtraction takes */
   struct us_operand near[4];   /* MDH, MDV: source 0, whose differences in the quad count */
   bool presub;
   uint8_t pre_op[2]; /* of RGB and alpha: 0 1-2*s0, 1 s1-s0, 2 s1+s0, 3 1-s0 */
   uint8_t op[2];     /* enum us_op */
   uint8_t omod[2];   /* 0..6 factor, 7 none at all, no clamp either */
   bool clamp[2];
   uint8_t dst[2];
   bool dst_relative[2];
   uint8_t write, output; /* components, to the register and to the render target */
   uint8_t target[2];     /* render target */
   bool depth;            /* alpha is the fragment's depth */
   uint8_t direct;     /* components whose result is made in the register: nothing else needs or reads it */
   uint8_t predicates; /* predicate bits that are updated */
   uint8_t predicate_if[2]; /* enum us_condition, of RGB and alpha */
   bool sets_result;
   uint8_t result_comp, result_if;
};

/** Comparisons with zero, the hardware's numbers. */
enum us_condition { US_IF_EQUAL, US_IF_LESS, US_IF_GEQUAL, US_IF_NOTEQUAL };

struct us_tex {
   uint8_t op; /* enum us_tex_op */
   bool tap;   /* one of several of a texture that tx/taps_vec.h may do */
   uint8_t unit, src, dst, write;
   bool src_relative, dst_relative, unscaled;
   uint8_t coord[4], result[4]; /* swizzles */
   uint8_t grad_reg[2];         /* registers of the gradients */
   bool grad_relative[2];
   uint8_t grad[2][4];
};
enum us_tex_op { US_TEX_NOP, US_TEX_LD, US_TEX_KIL, US_TEX_PROJ, US_TEX_BIAS, US_TEX_LOD, US_TEX_GRAD };

enum us_flow_op { US_JUMP, US_LOOP, US_ENDLOOP, US_REP, US_ENDREP, US_BREAKLOOP, US_BREAKREP, US_CONTINUE };

struct us_flow {
   uint8_t op; /* enum us_flow_op */
   bool jump_any, with_else;
   uint8_t address;                /* 0 none, 1 pops the target, 2 pushes where to return */
   uint8_t func;                   /* bit alu result << 2 | predicate << 1 | boolean: wants to jump */
   uint8_t pops, on_stay, on_jump; /* 0 none, 1 decrement, 2 increment */
   uint8_t boolean, integer;       /* constants */
   uint16_t target;
};

enum us_type { US_ALU, US_TEX, US_FLOW };

struct us_inst {
   uint8_t type;        /* enum us_type */
   uint8_t pred_sel[2]; /* whose bit: 0 none, 1 of the own component, 2..5 of R, G, B, A; RGB, alpha */
   bool pred_inv[2];
   bool write_inactive;
   union {
      struct us_alu alu;
      struct us_tex tex;
      struct us_flow flow;
   };
};

static inline unsigned
us_cost(const struct us_inst *i)
{
   return i->type == US_TEX ? US_COST_TEX : 1;
}

struct us_ctx;
struct us_program {
   r300_code code;       /* NULL: it is interpreted */
   uint16_t first, last; /* instructions that run; execution stops behind the last */
   bool float24;         /* R300, R400: results are cut */
   bool zero_times;      /* 0 times anything is 0 */
   bool kills, writes_depth;
   bool straight;          /* no flow control, no registers by the loop register */
   bool uniform;           /* every pixel gets the same: it reads constants alone */
   uint8_t targets;        /* that are written, a bit each */
   uint16_t units;         /* that are sampled */
   uint8_t num_temps;      /* registers that it may read or write */
   uint16_t num_constants; /* up to the last that it names itself */
   uint32_t cost;          /* how long a wave takes, roughly: instructions without flow control */
   struct us_lookup lookup;
   /* what it may read before it has written it, or leave alone: begins as zeros; components, a bit each */
   uint8_t unset_temp[US_TEMPS], unset_color[US_TARGETS];
   struct us_inst inst[];
};

/** A program with what it reads, for one draw. Lives until the bins are drawn. */
struct us_stage {
   const struct us_program *program;
   r300_code code;                 /* the program's for these constants alone; NULL: it has none */
   uint8_t targets;                /* whose colours somebody wants, a bit each */
   bool varies;                    /* fog or dither make pixels differ that the program makes the same */
   const struct tx_view *view[16]; /* NULL: the unit is off and reads as 0 */
   uint32_t booleans;
   uint32_t integers[32];
   float constant[US_CONSTS][4];
};

struct us_loop {
   uint64_t inside, broken, continued; /* lanes that went in, and those that left it or the round */
   uint8_t count, aL, step;
};

/** A thread's rows. */
struct us_ctx {
   struct emu_row temp[US_TEMPS][4];
   struct emu_row color[US_TARGETS][4];
   struct emu_row z[3];
   struct emu_row ij[2]; /* RS: barycentrics */
   struct emu_row fog;   /* GA's value, where the draw wants it */
   /* RS: planes of the last primitive that a whole wave was of, as rs/rs.h has them */
   uint32_t planes_serial;
   float planes[US_PLANES][3];
   struct emu_row presub[4], result[4], dot, coord[4], grad[2][3];
   struct emu_row broadcast[40]; /* constants; one vector of each is used */
   const float *params;          /* machine code: the stage's constants, and bytes of rows that it works on */
   uint32_t row_B;
   unsigned num_broadcast;
   const struct us_stage *stage;
   uint64_t loaded[US_TEMPS / 64]; /* registers that the rasteriser has filled, a bit each */
   uint64_t lanes, active, killed, alu_result, predicate[4];
   uint8_t inactive[EMU_LANES]; /* branch counters: 0: not inactive by a branch, else 1 + counter */
   unsigned aL;
   struct us_loop loop[US_LOOPS];
   uint16_t call[US_CALLS];
   unsigned num_loops, num_calls;
   enum us_stop stopped;
   bool z_done;
   bool no_taps;             /* lookups of this wave are none */
   struct texture_taps taps; /* of the wave's lookups */
};

struct us_kernels {
   unsigned vec_B;
   /** Runs one instruction of a program that has machine code: us/jit.h. */
   void (*call)(struct us_ctx *ctx, const struct us_inst *inst);
   /** Interprets the rest of such a program, from instruction \p pc on and with \p left of its budget. */
   void (*resume)(struct us_ctx *ctx, const void *unused, uint64_t pc, uint64_t left);
   /** Runs the stage for ctx->lanes; temporaries hold what the rasteriser put there. */
   void (*run)(struct us_ctx *ctx, const struct us_stage *stage);
};

/** us/flow.c: where to go on behind the instruction at \p pc. */
unsigned us_flow_step(struct us_ctx *c, const struct us_flow *f, unsigned pc);
/** Where the LOOP or REP at \p pc goes if it is not entered. */
unsigned us_past_loop(const struct us_program *p, unsigned pc);
/** One clause that ends "a fragment shader ...". */
const char *us_stop_text(enum us_stop stop);

#endif
