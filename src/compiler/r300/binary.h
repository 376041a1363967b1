/* SPDX-License-Identifier: MIT
 *
 * The back ends for R300 to R500: optimised IR -> instructions of the vertex engine (PVS) and of the pixel shader
 * (US), plus what the driver must program around them. Knows instruction words and no other register.
 */
#ifndef COMPILER_R300_BINARY_H
#define COMPILER_R300_BINARY_H

#include "compiler/ir/ir.h"
#include "db/r300/r300_chips.h"

#define R300_MAX_CONSTS 256 /* vectors that a shader of any of these chips may read */
#define R300_MAX_IO     32
#define R300_MAX_LOOPS  16  /* what the vertex engine has slots for */
#define R300_ROUNDS     255 /* of a loop: what its registers hold */
/* R500's pixel shader has a loop around one that may have more rounds */
#define R300_PIXEL_ROUNDS (R300_ROUNDS * R300_ROUNDS)

/** What the code depends on besides the IR. Zero it, then fill: it is compared as bytes. */
struct r300_key {
   bool frag_coord; /* VS: an output more, IR_SEM_FRAG_COORD, repeats the position */
   /* VS of R300 and R400: outputs IR_SEM_FACE 0 to 3 behind the point size, the front and back colours 1, 1, 0, 0, of which the
    * chip chooses; the red of the colour that it rasterises is then the pixel shader's input IR_SEM_FACE */
   bool front_facing;
   uint8_t num_color_targets; /* FS: targets that IR_SEM_COLOR_ALL goes to, 1..4 (0 is treated as 1) */
};

enum r300_const_kind {
   R300_CONST_UNIFORM,         /* vec4 slot `slot` of constant buffer 0 */
   R300_CONST_IMMEDIATE,       /* `value` */
   R300_CONST_VIEWPORT_SCALE,  /* x, y, z of the viewport's scale: window = scale * (clip / w) + offset */
   R300_CONST_VIEWPORT_OFFSET, /* x, y, z */
   R300_CONST_INSTANCE,        /* x: the number of the instance, as a float */
};

struct r300_const {
   uint8_t kind;  /* enum r300_const_kind */
   uint16_t slot; /* of numbers: components in use, a bit each */
   uint32_t value[4];
};

/** A vector of the interface and its place: an input or output number of the vertex engine, a temporary of the
 * pixel shader that the rasteriser writes before it starts, a colour target. */
struct r300_vector {
   uint8_t semantic, sem_index; /* as in struct ir_io */
   uint8_t index;
   uint8_t mask; /* components read or written */
};

/** What R300 and R400 are told of a pixel shader's nodes: the registers of these names. */
struct r300_us_nodes {
   uint32_t config, code_offset, code_addr[4];
   uint32_t code_ext; /* R400 ... */
   /* ... which needs it and US_CODE_BANK: more than 64 ALU or 32 texture instructions, or ... */
   bool extended;
   bool ext_addr; /* ... more than 32 temporaries */
};

/** A loop of the vertex engine, which runs R300_ROUNDS times: its instructions. The one in front of them starts it. */
struct r300_pvs_loop {
   uint16_t first, last;
};

struct r300_binary {
   /* malloc'ed: 4 dwords an instruction of the vertex engine; 6 of R500's pixel shader in the order of upload; of R300's
    * and R400's num_alu times US_ALU_RGB_ADDR, _ALPHA_ADDR, _RGB_INST and _ALPHA_INST, then num_tex times US_TEX_INST, then, if us.ext_addr says so, num_alu times US_ALU_EXT_ADDR */
   uint32_t *dw;
   uint32_t num_dw;
   uint32_t num_instrs, num_alu, num_tex; /* slots; num_tex counts kills */
   uint32_t num_empty;                    /* slots between them that stay empty */
   uint32_t num_temps; /* temporaries 0 .. num_temps-1, inputs of the pixel shader among them */
   struct r300_const consts[R300_MAX_CONSTS];
   uint32_t num_consts;
   struct r300_vector inputs[R300_MAX_IO], outputs[R300_MAX_IO];
   uint32_t num_inputs, num_outputs;
   /* VS: the last instructions that write the position and that read an input, for VAP_PVS_CODE_CNTL */
   uint32_t last_position, last_input;
   struct r300_pvs_loop loops[R300_MAX_LOOPS]; /* VS; inner ones come before those around them */
   uint32_t num_loops;
   /* FS: there are loops, whose rounds US_FC_INT_CONST 0 holds, or branches deep in one another: US_FC_CTRL says so */
   bool flow_control;
   /* FS: 0 times infinity has to be 0, as on R300 and R400 all that multiplies is finite: US_CONFIG says so */
   bool zero_wins;
   struct r300_us_nodes us;
   bool uses_kill, writes_depth;
   bool out_of_memory; /* there is no code, and why */
};

/** What the chip's engines have: facts for ir_run_pipeline. One object for each of the three generations. */
const struct ir_target *r300_ir_target(const struct r300_chip *chip);

/** Compiles a shader that the pipeline has lowered for r300_ir_target. False and one sentence in \p error, which names
 * the limit and by how much the shader exceeds it, if the chip cannot run it. The IR is not changed. */
bool r300_compile(const struct ir_shader *s, const struct r300_chip *chip, const struct r300_key *key,
                  struct r300_binary *out, char *error, size_t error_B);
void r300_binary_fini(struct r300_binary *b);

/** Does the code keep the chip's rules (isa/r300/validate.h), and what this back end never does? False and one sentence in
 * \p error if not; debug builds ask for all that r300_compile makes. */
bool r300_binary_validate(const struct r300_binary *b, enum ir_stage stage, const struct r300_chip *chip,
                          char *error, size_t error_B);

#endif
