/* SPDX-License-Identifier: MIT
 *
 * SQ to its neighbours: programs bound to their constants and resources, and waves run through them.
 */
#ifndef EMULATOR_TERASCALE_SQ_STAGE_H
#define EMULATOR_TERASCALE_SQ_STAGE_H

#include <stdbool.h>
#include "emulator/core/wave.h"
#include "emulator/emulator.h"
#include "emulator/pixel/pipeline.h"
#include "emulator/terascale/emulator_priv.h"
#include "util/u_arena.h"

enum sq_stage { SQ_PS, SQ_VS, SQ_FS, SQ_NUM_STAGES };

/** Stage state for the current registers: program decoded (cached by content), kcache buffers, resources and
 * samplers that it uses pre-decoded. Allocated from \p arena. The fetch shader is part of the VS stage state.
 * NULL and a sentence in err if the program is broken or out of memory's bounds. */
const struct sq_stage_state *sq_stage_state_create(struct emulator *e, struct u_arena *arena,
                                                   enum sq_stage stage, struct emu_error *err);
/** Stage state as \p old, which lives in \p arena, too, with the constant buffers of now: no other register of the stage has
 * changed since, and nobody wrote its programs. NULL: out of memory. */
const struct sq_stage_state *sq_stage_state_of_buffers(struct emulator *e, struct u_arena *arena,
                                                       const struct sq_stage_state *old);
/** True if both run the same programs, so that sq_stage_clear() of both is the same. */
bool sq_stage_same_programs(const struct sq_stage_state *a, const struct sq_stage_state *b);
/** True if the stage reads the resource in this slot of the window. */
bool sq_stage_uses_resource(const struct sq_stage_state *s, uint32_t slot);
/** Calls fn for every memory range the stage may read (textures, vertex and constant buffers), for hazard
 * tracking. */
void sq_stage_for_each_range(const struct sq_stage_state *s,
                             void (*fn)(void *data, uint64_t addr, uint64_t size_B), void *data);
/** Which way a stage reads memory. */
enum sq_read { SQ_READ_TEXTURE, SQ_READ_VERTEX, SQ_READ_CONST, SQ_READ_CODE };
/** True if the stage has a texture that can have a shadow (ta/shadow.h). */
bool sq_stage_has_shadows(const struct sq_stage_state *s);
/** Calls fn for what the stage can read and by which way, as closely as resources and samplers tell: levels and layers
 * of textures apart, and its programs' own bytes. */
void sq_stage_for_each_read(const struct sq_stage_state *s,
                            void (*fn)(void *data, enum sq_read how, uint64_t addr, uint64_t size_B),
                            void *data);
/** True if the stage has an instruction that writes scratch memory. */
bool sq_stage_writes_scratch(const struct sq_stage_state *s);
/** False if no wave of the stage can be stopped, whatever it is run for: it has no loops, branches, calls or scratch memory.
 */
bool sq_stage_may_stop(const struct sq_stage_state *s);
/** How long a wave takes, roughly, in operations on all of its lanes. */
uint32_t sq_stage_cost(const struct sq_stage_state *s);
/** A register that a stage depends on. */
enum sq_use_kind {
   SQ_USE_CONTEXT,   /* dwords of the context window */
   SQ_USE_TEXTURE,   /* of the resource window: a texture's words, */
   SQ_USE_VERTICES,  /* a buffer's */
   SQ_USE_SAMPLER,   /* of the sampler window, */
   SQ_USE_LOOP,      /* of that of loop constants, */
   SQ_USE_BOOL,      /* of boolean constants, */
   SQ_USE_CONST_FILE /* and of R6xx' and R7xx' constant file */
};
struct sq_use {
   enum sq_use_kind kind;
   uint32_t first, count; /* dwords from the window's beginning */
};
/** Calls fn for each, some more than once. What instructions index is not among them. */
void sq_stage_for_each_use(const struct sq_stage_state *s, void (*fn)(void *data, const struct sq_use *use),
                           void *data);
/** A bound stage's program: its code in memory, and what it exports. */
struct sq_code {
   const void *program; /* the same for the same code */
   uint64_t addr;
   const uint32_t *dw; /* as far as it can be reached; NULL: not in memory any more */
   uint32_t num_dw, scratch_B;
   uint32_t colors, params; /* targets and parameters that it exports to, a bit each */
   bool z;                  /* or to depth, stencil, mask */
};
struct sq_code sq_stage_code(const struct sq_stage_state *s);
/** True: an instruction names a dword of constant buffer *bank that lies behind its end. */
bool sq_stage_reads_beyond(const struct sq_stage_state *s, unsigned *bank, uint32_t *dword);
/** Parameters (a bit each) that a pixel shader interpolates itself: Evergreen and later. */
uint32_t sq_stage_inputs(const struct sq_stage_state *s);
/** True if a pixel shader's state depends on the vertex shader's constant buffers (ALT_CONST). */
bool sq_stage_reads_vs_constants(const struct sq_stage_state *s);
/** True if every lane of every wave is known to export the same: the stage runs once instead of per pixel. */
bool sq_stage_is_uniform(const struct sq_stage_state *s);
/** Colour targets (a bit each) that a pixel shader certainly exports for every lane it runs for; 0 also where
 * that can't be told. */
unsigned sq_stage_certain_targets(const struct sq_stage_state *s);
void sq_cache_fini(struct emulator *e);

/** Execution context of one thread: GPRs, stack, exports. Created once per worker. */
struct sq_ctx;
struct sq_ctx *sq_ctx_create(struct emulator *e);
void sq_ctx_destroy(struct sq_ctx *c);

/** A MEM_STREAM instruction of a vertex shader: dwords base_dw ... of each lane's vertex in a stream-out
 * buffer. */
struct sq_stream_write {
   uint8_t buffer, comp_mask;
   uint16_t base_dw;
   uint64_t lanes;
   struct emu_row rows[4];
};
enum { SQ_STREAM_WRITES = 128 }; /* at most so many in a program's run; more are lost */

/** Why a wave was stopped. */
enum sq_stop {
   SQ_STOP_NONE,
   SQ_STOP_TIME,   /* after too many instructions */
   SQ_STOP_STACK,  /* branches and loops nest deeper than the stack */
   SQ_STOP_CALLS,  /* calls nest too deep */
   SQ_STOP_MEMORY, /* none for scratch elements or stream-out */
};
/** What the shader did, as the end of a sentence. */
const char *sq_stop_text(enum sq_stop why);

/** What a wave starts with and what it leaves behind. Rows are owned by the sq_ctx. */
struct sq_wave {
   uint64_t exec;   /* in: lanes that run (PS: whole quads) */
   uint32_t epoch;  /* in, PS: what shadows of textures hold in, 0: there are none */
   uint64_t killed; /* out: lanes that were killed */
   /* PS: P0, P1 - P0 and P2 - P0 of its inputs for INTERP_*, four channels each: of the one primitive that all quads belong
    * to, [input][3][4], or, where they belong to several, by quad, [input][3], channel n of a quad in its lane n. */
   bool one_prim;
   const float *params;
   struct emu_row (*quad_params)[3];
   /* exports: rows [4] per target; *_mask: bit per target/slot that was exported */
   uint32_t color_mask, param_mask;
   uint8_t pos_mask; /* bit i: position vector i was exported */
   bool z_done;
   /* four rows each, the context's own or the registers that were exported */
   struct emu_row *color[PIXEL_MAX_TARGETS];
   struct emu_row *pos;            /* [EMU_POS_VECS * 4]: the position and what emu_draw_state says */
   struct emu_row (*param)[4];     /* [32][4] */
   struct emu_row *z;              /* [4] x = depth, y = stencil, z = mask */
   struct sq_stream_write *stream; /* [num_stream]; NULL before the first */
   uint32_t num_stream;
   uint8_t stopped; /* out: enum sq_stop, why the program did not come to its end */
};
/** What has to be the same in each wave of a stage, though the program may read it before it writes it: rows to clear. A
 * caller that loads GPR rows itself says so, a bit each. Lives in \p arena; NULL: no memory. */
struct sq_clear;
enum { SQ_LOADED_WORDS = 8 };
const struct sq_clear *sq_stage_clear(struct u_arena *arena, const struct sq_stage_state *s,
                                      const uint64_t loaded[SQ_LOADED_WORDS]);
/** The GPR rows that a wave of the stage may read before it writes them, a bit each: no others need be loaded. */
void sq_stage_read_rows(const struct sq_stage_state *s, uint64_t rows[SQ_LOADED_WORDS]);
/** Clears them, before GPRs are loaded: to 0, in strict hardware's mode `act` to garbage. */
void sq_ctx_clear(struct sq_ctx *c, const struct sq_clear *clear);
/** The GPR rows [reg * 4 + chan] to preload, valid until sq_run returns; at least 128 registers. */
struct emu_row *sq_ctx_gprs(struct sq_ctx *c);
struct sq_wave *sq_ctx_wave(struct sq_ctx *c);
/** Runs the context's wave through the stage's program (VS: including its fetch shader). */
void sq_run(struct sq_ctx *c, const struct sq_stage_state *s);

#endif
