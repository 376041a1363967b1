/* SPDX-License-Identifier: MIT
 *
 * The VLIW back end: optimised IR -> R600 / R700 / Evergreen / Cayman machine code plus what the driver must
 * program around it. Knows no packet and no register outside the ISA; the driver turns `struct vliw_binary`
 * into state.
 */
#ifndef COMPILER_TERASCALE_VLIW_H
#define COMPILER_TERASCALE_VLIW_H

#include "compiler/ir/ir.h"
#include "db/terascale/db_chips.h"

/* Conventions between the code and the driver, per stage:
 *   - uniforms: constant buffer 0 (kcache bank 0), blocks: constant buffer n (bank n); if the shader indexes them
 *     dynamically they are fetched through buffer resource VLIW_UNIFORM_RESOURCE + n (the same memory, 16-byte
 *     stride), so the driver binds both;
 *   - texture unit n: resource VLIW_TEX_RESOURCE_BASE + n, sampler n. */
#define VLIW_UNIFORM_RESOURCE  0
#define VLIW_TEX_RESOURCE_BASE 16
/* Colour target n as a texture, for IR_SEM_FB_FETCH: behind the texture units. */
#define VLIW_FB_FETCH_UNIT 16

/** What the code depends on besides the IR. Zero it, then fill: it is compared as bytes. */
struct vliw_key {
   uint8_t num_color_targets; /* FS: colour exports to make for IR_SEM_COLOR_ALL, 1..8 (0 is treated as 1) */
   bool dual_source;          /* FS: export 1 is IR_SEM_COLOR_SECONDARY, which else is dropped */
   bool per_sample;           /* FS: runs for each sample; IR_SEM_FB_FETCH reads its own */
   /* texture units, a bit each: an explicit level of detail up to 1/2 is made 0, at which the unit magnifies
    * (pipe_sampler_state::magnify_to_half) */
   uint16_t magnify_to_half;
};

/** One interpolated FS input or VS parameter export, in hardware order. */
struct vliw_param {
   uint8_t semantic, sem_index; /* as in struct ir_io */
   uint8_t gpr;                 /* R600/R700 FS: GPR the SPI preloads */
   bool flat, centroid;
   uint8_t mask; /* components read (FS) or written (VS) */
};

struct vliw_binary {
   uint32_t *dw; /* machine code, malloc'ed */
   uint32_t num_dw;
   uint8_t num_gprs;
   uint8_t stack_size; /* SQ_PGM_RESOURCES.STACK_SIZE */
   /* VS: attribute sem_index i is expected in GPR attrib_gpr[i] (0 = unused) after CALL_FS */
   uint8_t attrib_gpr[16];
   bool uses_instance_id, uses_vertex_id;
   /* VS: parameters exported, in PARAM order; at least one always (may be a dummy with mask 0).
    * FS: interpolated inputs in SPI_PS_INPUT_CNTL order */
   struct vliw_param params[32];
   uint8_t num_params;
   bool exports_point_size;
   uint8_t clip_dist_mask; /* VS: distances that are exported */
   uint8_t cull_dist_mask; /* VS: those among them that cull instead of clipping */
   /* FS; colour exports: at least one unless depth is exported (a dummy, which counts as any) */
   uint8_t num_color_exports;
   uint32_t color_export_mask; /* 4 bits per target */
   bool exports_depth, exports_stencil, uses_kill;
   int8_t position_gpr, face_gpr;     /* -1 = not read */
   int8_t position_param, face_param; /* R600/R700: their index among params (they take a slot); -1 = none */
   int8_t fixed_gpr; /* x, y of the pixel and (in w) the sample, as integers; -1 = not read */
   bool reads_frag_coord_z_w;
   uint8_t fb_fetch_mask; /* colour targets that are read */
   uint32_t scratch_B;    /* per-lane scratch, 0 = none */
   /* statistics, printed by teragl-compile */
   uint32_t num_alu_groups, num_alu_instrs, num_tex_instrs, num_vtx_instrs, num_cf_instrs;
   uint32_t min_alu_groups; /* a bound: no order of the same operations takes fewer groups */
   bool has_inputs;         /* several pairs are interpolated: struct vliw_plan has a choice */
   bool has_short_dots;     /* dot products of two or three products: struct vliw_plan has a choice */
   bool out_of_memory;      /* there is no code, and why */
};

/** What the code generator has, the same for all these chips: facts for ir_run_pipeline. */
const struct ir_target *vliw_ir_target(void);

/** Compiles. False and one sentence in \p error if the shader exceeds what the chip can do. The IR is not
 * changed. */
bool vliw_compile(const struct ir_shader *s, const struct terascale_chip *chip, const struct vliw_key *key,
                  struct vliw_binary *out, char *error, size_t error_B);
void vliw_binary_fini(struct vliw_binary *b);

struct u_blob;
/** Appends the shader for a reader of the same build. False: out of memory. */
bool vliw_binary_write(const struct vliw_binary *b, struct u_blob *to);
/** False: these bytes are no such shader, or out of memory. */
bool vliw_binary_read(const void *data, size_t size_B, struct vliw_binary *b);

/** Re-derives the hardware's rules from the machine code of a complete shader: formats, group and clause
 * rules, read ports, constants, forwarding, control flow and stack, exports, GPR limits. False and one
 * sentence with the place in \p error if one is broken. Never reads outside. */
bool vliw_validate(const struct vliw_binary *b, enum ir_stage stage, const struct terascale_chip *chip,
                   char *error, size_t error_B);

/** Disassembles \p num_dw dwords of a program (CF from 0, clauses where CF points) to \p f. Never reads
 * outside. */
void vliw_disassemble(FILE *f, const struct terascale_chip *chip, const uint32_t *dw, uint32_t num_dw);
/** Assembles the disassembler's text. Malloc'ed dwords; NULL and one sentence with line number on error. */
uint32_t *vliw_assemble(const char *text, const struct terascale_chip *chip, uint32_t *num_dw, char *error,
                        size_t error_B);

#endif
