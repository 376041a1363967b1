/* SPDX-License-Identifier: MIT
 *
 * Inside the linker: its context, and what its files do in turn.
 */
#ifndef COMPILER_GLSL_LINK_LINK_H
#define COMPILER_GLSL_LINK_LINK_H

#include "compiler/glsl/lower/lower.h"

struct glsl_link {
   struct glsl_mem mem; /* the program's arena */
   struct glsl_mem tmp;
   struct glsl_program *p;
   const struct glsl_options *opt;
   const struct glsl_shader *sh[2];
   struct glsl_layout layout[2];
   GLSL_VEC(char) log;
   const struct glsl_program_info *info;
   const struct glsl_feedback *feedback; /* NULL: nothing is captured */
   bool failed;
   bool separate; /* the stages are of two programs: of one of them (the other is NULL), or meeting for a draw
                   */
};

/** Appends a line to the log and makes the link fail. */
void glsl_link_error(struct glsl_link *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/** Checks the call graph of a stage (main, definitions) and marks what main can reach. */
void glsl_link_calls(struct glsl_link *k, unsigned stage);
/** Matches, checks and packs varyings; fills places, VS outputs and FS inputs. */
void glsl_link_varyings(struct glsl_link *k);
/** ... of ESSL 3.00 (link/interface.c). */
void glsl_link_interface(struct glsl_link *k);
/** ... of a stage alone: do its inputs or outputs fit? */
void glsl_check_stage_interface(struct glsl_link *k, unsigned stage);
/** Of a stage alone: do its varyings' locations and their number fit? */
void glsl_check_varyings(struct glsl_link *k, unsigned stage);
/** Assigns locations to the active attributes; fills places and VS inputs. */
void glsl_link_attributes(struct glsl_link *k, const struct glsl_attrib_binding *bindings, unsigned n);
/** Merges the uniforms of both stages, assigns slots, samplers and locations. */
void glsl_link_uniforms(struct glsl_link *k);

/** Matches the stages' uniform blocks and gives them constant buffers; before the IR is made. */
void glsl_link_blocks(struct glsl_link *k);
/** The members of blocks, behind the other uniforms. */
void glsl_list_block_members(struct glsl_link *k);
/** Places the outputs of a fragment shader of ESSL 3.00; fills outputs_at and p->frag_outputs. */
void glsl_link_outputs(struct glsl_link *k);
/** Finds the varyings that are captured; fills p->feedback and the vertex shader's. */
void glsl_link_feedback_varyings(struct glsl_link *k);

/** One varying, or the part of it that is captured. */
struct glsl_captured {
   const struct glsl_var *var;   /* of the vertex shader */
   const struct glsl_type *type; /* of an element, or of the member of a structure */
   uint32_t first, count;        /* vectors of the variable; how many elements */
};
/** The varying that a name of transform feedback means; var NULL: none. */
struct glsl_captured glsl_find_captured(const struct glsl_shader *vs, const char *name);
/** Is (a part of) this output of the vertex shader captured? */
bool glsl_is_captured(const struct glsl_link *k, const struct glsl_var *out);

/** Something to be packed into rows of four components: `rows` consecutive rows of `comps` columns. */
struct glsl_pack_item {
   uint32_t rows;
   uint8_t comps;
   uint32_t row; /* result */
   uint8_t col;
};
/** Places all items in \p max_rows rows (in any order); false if they do not fit. At least as good as the
 * algorithm of ESSL 1.00 Appendix A.7. */
bool glsl_pack(struct glsl_mem *tmp, struct glsl_pack_item *items, uint32_t n, uint32_t max_rows);

#endif
