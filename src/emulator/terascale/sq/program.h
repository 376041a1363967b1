/* SPDX-License-Identifier: MIT
 *
 * SQ from the inside: what a decoded program looks like and what a thread executes it in.
 *
 * A program is decoded once (sq_decode*.c) to control-flow steps whose ALU clauses are ranges of micro-ops.
 * Every operand of a micro-op is a byte offset from the execution context: a row of 64 lanes, or a constant
 * that sq_run has broadcast before (one vector, bit 0 of the offset set). Operations of one group are ordered
 * at decode time so that none reads what another has already written; where that is impossible a temporary
 * row is used ("All reads of a group happen before its writes").
 */
#ifndef EMU_SQ_H
#define EMU_SQ_H

#include "db/terascale/isa.h"
#include "emulator/simd/levels.h"

enum {
   SQ_GPRS = 128,
   SQ_MAX_CONSTS = 4096,   /* of a program */
   SQ_MAX_FS_CONSTS = 256, /* of a fetch shader */
   SQ_CONST_B = 64,        /* a broadcast constant */
   SQ_TMP_ROWS = 64,
   SQ_STACK = 512,
   SQ_MAX_CF = 1 << 16,   /* control-flow instructions of a program */
   SQ_BUDGET = 1 << 22,   /* micro-ops and fetches of a wave before it is stopped */
   SQ_SCRATCH_VEC4 = 8192 /* MEM_SCRATCH elements of a lane: what ITEMSIZE can hold */
};

/* ---- micro-ops ---- */

struct sq_uop;
typedef void (*sq_uop_fn)(struct sq_ctx *c, const struct sq_uop *u, struct emu_row *dst);

/** Source modifiers, applied in this order. */
enum { SQ_MOD_ABS = 1, SQ_MOD_NEG = 2 };

enum sq_uop_kind {
   SQ_U_VALUE,  /* one result row; the interpreter masks it */
   SQ_U_EFFECT, /* looks at the masks itself: predicates, kills, relative stores */
};

struct sq_uop {
   sq_uop_fn fn;
   uint32_t dst;     /* byte offset of the destination row from the context */
   uint32_t src[8];  /* byte offsets; bit 0 set: broadcast constant */
   uint8_t mod[8];   /* SQ_MOD_* */
   uint8_t kind;     /* enum sq_uop_kind */
   uint8_t pred_sel; /* 0 always, 2 where the predicate is false, 3 where it is true */
   uint8_t clamp;    /* 0 no, 1 to [0,1], NaN stays, 2 to [0,1], NaN becomes 0 */
   uint8_t op;       /* index in its table, for printing */
   float omod;       /* factor, 1 = none */
   uint32_t arg[2];
};

/** Operations of the micro-op interpreter that are no opcode of the ISA. */
enum sq_special {
   SQ_S_MODIFY,    /* dst = src0 with modifiers, omod, clamp; bits otherwise */
   SQ_S_REL_LOAD,  /* dst = GPR[arg0 + index] channel arg1, index in src0 */
   SQ_S_REL_STORE, /* GPR[arg0 + index] channel arg1 = src1, index in src0 */
   SQ_S_KREL_LOAD, /* dst = buffer arg0 of the stage, dword arg1 + 4 * index, index in src0 */
   SQ_S_COMMIT,    /* makes a predicate's result the predicate (arg0 & 1) and the execute mask (arg0 & 2) */
   SQ_S_INTERP,    /* dst = P0 + I * P10 + J * P20; arg0 = input, arg1 = channel; src0 = I, src1 = J */
   SQ_S_INTERP_P,  /* dst = P0, P10 or P20 by arg1 >> 2 */
   SQ_S_CUBE_T,
   SQ_S_CUBE_S,
   SQ_S_CUBE_MA,
   SQ_S_CUBE_FACE,  /* src = x, y, z */
   SQ_S_SET_CF_IDX, /* CF index arg0 = src0 of the first active lane */
   SQ_S_COUNT
};

/* ---- programs ---- */

/** Where a broadcast constant comes from. */
struct sq_const_ref {
   enum { SQ_C_LITERAL, SQ_C_KCACHE, SQ_C_FILE } kind;
   uint32_t value; /* literal bits; kcache: bank; file: register 0..511 of the stage */
   uint32_t dw;    /* kcache: dword in the buffer; file: channel */
   uint8_t mod;    /* SQ_MOD_*, folded */
};

/** A fetch instruction. */
struct sq_fetch {
   bool is_vtx;
   uint8_t op;   /* enum db_tex_op or db_vtx_op */
   uint8_t view; /* index in the stage state's tex[] or vtx[] */
   uint8_t src_gpr, dst_gpr;
   bool src_rel, dst_rel;
   uint8_t src_sel[4]; /* 0..3 channel, 4 zero, 5 one */
   uint8_t dst_sel[4]; /* 0..3, 4 zero, 5 one, 7 keep */
   /* textures */
   float lod_bias;
   uint8_t coord_norm; /* bit per coordinate: normalised */
   int8_t offset[3];   /* half texels */
   uint8_t gather;     /* GATHER4*: the component */
   uint16_t resource, sampler;
   uint8_t resource_index_mode, sampler_index_mode; /* 0 none, 1, 2: CF index 0, 1 added */
   /* vertices */
   uint8_t fetch_type; /* 0 vertex, 1 instance, 2 no offset */
   bool use_const_fields, no_stride, srf_no_zero, is_signed;
   uint8_t data_format, num_format, endian;
   uint32_t offset_B;
   uint8_t semantic; /* SEMFETCH */
   /* scratch reads */
   uint16_t array_base, array_size;
   bool indexed;
   uint8_t burst;
};

enum sq_export_type { SQ_X_PIXEL, SQ_X_POS, SQ_X_PARAM };

struct sq_export {
   uint8_t type, gpr, index_gpr, burst, elem_size;
   bool rel, indexed, reads; /* reads: R600's scratch read */
   uint8_t sel[4];
   uint16_t array_base, array_size;
   uint8_t comp_mask;
};

enum sq_step_kind {
   SQ_CF_NOP,
   SQ_CF_ALU,   /* with push / after */
   SQ_CF_FETCH, /* texture and vertex clauses */
   SQ_CF_EXPORT,
   SQ_CF_SCRATCH,
   SQ_CF_STREAM, /* export.type: buffer */
   SQ_CF_MEM_IGNORED,
   SQ_CF_LOOP_START,
   SQ_CF_LOOP_END,
   SQ_CF_LOOP_CONTINUE,
   SQ_CF_LOOP_BREAK,
   SQ_CF_JUMP,
   SQ_CF_PUSH,
   SQ_CF_PUSH_ELSE,
   SQ_CF_ELSE,
   SQ_CF_POP,
   SQ_CF_POP_JUMP,
   SQ_CF_POP_PUSH,
   SQ_CF_POP_PUSH_ELSE,
   SQ_CF_CALL,
   SQ_CF_CALL_FS,
   SQ_CF_RET,
   SQ_CF_KILL,
   SQ_CF_END
};

/** What an ALU clause does around its groups. */
enum sq_alu_after {
   SQ_ALU_PLAIN,
   SQ_ALU_PUSH_BEFORE,
   SQ_ALU_POP_AFTER,
   SQ_ALU_POP2_AFTER,
   SQ_ALU_CONTINUE,
   SQ_ALU_BREAK,
   SQ_ALU_ELSE_AFTER
};

struct sq_step {
   uint8_t kind; /* enum sq_step_kind */
   uint8_t alu;  /* enum sq_alu_after */
   uint8_t cond; /* 0 active, 1 false, 2 bool, 3 not bool */
   uint8_t cf_const, pop_count;
   bool end;              /* END_OF_PROGRAM */
   bool simple;           /* ALU: only SQ_U_VALUE micro-ops without pred_sel */
   bool valid_pixel_mode; /* helper pixels do not take part */
   uint8_t loop_form;     /* LOOP_START: 0 counted with aL, 1 no aL, 2 DX10 (uncounted) */
   uint32_t target;       /* index of the step that ADDR names; equals num_steps for the end */
   uint32_t next;         /* index of the step that follows in memory */
   uint32_t first, count; /* micro-ops, fetches, or index of an export */
   uint32_t cf_addr;      /* where it stood, in 64-bit units */
};

/** Bytes of the program's memory that were decoded, for verification of cached programs. */
struct sq_extent {
   uint32_t off_B, size_B; /* in the program; the bytes follow each other in sq_program.bytes */
};

struct sq_jit;

/** How often a program ran, and the machine code that it earned by that (sq_jit.h). Threads share it. */
struct sq_hot {
   struct sq_jit *jit; /* atomic */
   uint32_t waves;     /* atomic, approximately */
   bool taken;         /* atomic: a thread compiles it or has done so */
};

struct sq_program {
   struct u_arena arena;
   struct sq_hot *hot;
   struct sq_program *hash_next;
   uint64_t hash;
   uint32_t key; /* generation, stage and mode bits */
   struct sq_step *steps;
   uint32_t num_steps;
   struct sq_uop *uops;
   uint32_t num_uops;
   struct sq_fetch *fetches;
   uint32_t num_fetches;
   struct sq_export *exports;
   uint32_t num_exports;
   struct sq_const_ref *consts;
   uint32_t num_consts;
   uint32_t const_base; /* byte offset of constant 0 in the context */
   /* distinct (resource, sampler) pairs and vertex buffers that fetches name */
   struct {
      uint16_t resource, sampler;
      bool needs_sampler;
   } tex[64];
   uint32_t num_tex;
   uint32_t vtx_fetch[64]; /* views: index of the first fetch with this buffer and format */
   uint32_t num_vtx;
   uint32_t kcache_banks;    /* banks it reads; from 16 on a pixel shader's of the vertex shader */
   uint32_t krel_banks;      /* relatively */
   bool calls_fs, uses_grad; /* uses derivatives */
   bool kills;               /* pixels */
   bool indexes_resources;   /* resource or sampler numbers depend on CF indices */
   uint32_t num_gprs;        /* highest register named + 1 */
   /* what was decoded */
   struct sq_extent *extents;
   uint32_t num_extents;
   uint8_t *bytes;
   uint32_t num_bytes;
};

/* Bits of sq_program.key beside the generation (bits 0-1) and the stage (bits 2-3). */
enum {
   SQ_KEY_DX10_CLAMP = 1 << 4,
   SQ_KEY_PREFER_VECTOR = 1 << 5,
   SQ_KEY_R600_AR = 1 << 6, /* relative operands with INDEX_MODE 4 after MOVA_GPR_INT are per lane */
};

/** The key of the program that the registers of a stage describe. */
uint32_t sq_program_key(const struct emulator *e, enum sq_stage stage);
/** Decodes the program at GPU address \p addr. NULL and a sentence (with the CF address) on anything broken.
 */
struct sq_program *sq_decode(const struct emulator *e, uint64_t addr, uint32_t key, struct emu_error *err);
void sq_program_destroy(struct sq_program *p);

/* ---- stage state ---- */

struct ta_view;

/** A vertex buffer view: resource and format of one fetch instruction resolved. */
struct sq_vtx_view {
   const uint8_t *base; /* NULL: nothing to read */
   uint64_t addr;
   uint64_t size_B; /* readable bytes from base */
   uint32_t stride_B, offset_B;
   uint32_t index_offset[3]; /* by fetch type */
   uint8_t el_B;             /* bytes of an element */
   uint8_t ncomp;
   uint8_t shift[4], bits[4]; /* packed formats of at most 32 bits */
   uint8_t kind;              /* enum sq_vtx_kind */
   uint8_t num_format;        /* 0 norm, 1 int, 2 scaled */
   bool is_signed, srf_no_zero;
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
   uint32_t bool_const;
   uint32_t loop_const[32];
   uint32_t scratch_vec4; /* a lane's scratch memory: SQ_xSTMP_RING_ITEMSIZE */
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
   struct emu_row merge;  /* results before they are masked */
   struct emu_row grad_h[4], grad_v[4];
   struct emu_row offsets[3]; /* SET_TEXTURE_OFFSETS: texels, as integers */
   struct emu_row tex_out[4];
   struct emu_row coord[4];
   struct emu_row color[EMU_MAX_CB][4];
   struct emu_row param[EMU_MAX_PARAMS][4];
   struct emu_row pos[EMU_POS_VECS * 4], z[4];
   _Alignas(64) uint8_t consts[SQ_MAX_CONSTS][SQ_CONST_B];
   _Alignas(64) uint8_t fs_consts[SQ_MAX_FS_CONSTS][SQ_CONST_B];

   struct sq_wave wave;
   const struct sq_stage_state *stage;
   const struct sq_bound *bound; /* program that runs: main or fetch shader */
   const struct emulator *emu;
   struct emu_row *scratch; /* [scratch_vec4 * 4], allocated when first used */
   uint32_t scratch_vec4;

   uint64_t live;    /* lanes that the wave has */
   uint64_t active;  /* lanes that execute */
   uint64_t pred;    /* predicate bits */
   uint64_t pending; /* result of the group's PRED_SET */
   uint32_t row_B;   /* bytes of a row that must be computed: whole vectors that hold live lanes */
   uint32_t steps_left;
   int32_t cf_idx[2];
   uint32_t depth, calls;
   struct sq_frame stack[SQ_STACK];
   uint32_t return_to[32];
};

#define SQ_OFF(member) ((uint32_t)offsetof(struct sq_ctx, member))

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
   sq_uop_fn
      mod[DB_ALU_OP_COUNT]; /* with modifiers, omod, clamp; NULL = use SQ_S_MODIFY around the plain one */
   sq_uop_fn special[SQ_S_COUNT];
};

#endif
