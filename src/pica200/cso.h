/* SPDX-License-Identifier: MIT
 *
 * Constant state objects: their words are made when the state tracker creates them, binding stores a pointer.
 */
#ifndef PICA200_CSO_H
#define PICA200_CSO_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_state.h"

struct pica200_context;
struct pica200_unit;
struct pica200_resource;

struct pica200_blend {
   bool blends, reads_source_alpha;
   uint32_t func;     /* BLEND_FUNC */
   uint8_t colormask; /* PIPE_MASK_x */
};

/** One side of the stencil test. */
struct pica200_stencil {
   bool on;
   uint32_t test, op; /* STENCIL_TEST without the reference, STENCIL_OP */
   bool writes;
};

struct pica200_dsa {
   bool depth_test, depth_write;
   uint8_t depth_func;             /* DEPTH_COLOR_MASK.DEPTH_FUNC */
   struct pica200_stencil side[2]; /* front, back; the same if not two-sided */
   bool two_sided;
};

struct pica200_rast {
   struct pipe_rasterizer_state s;
};

struct pica200_sampler {
   uint32_t param;         /* TEXUNIT_PARAM without the kind of texture */
   uint8_t wrap_s, wrap_t; /* enum pipe_tex_wrap */
   bool mipmaps, linear;
   uint8_t min_level, max_level; /* behind the view's first */
   float bias;
};

struct pica200_sampler_view {
   struct pipe_sampler_view base;
   uint8_t first_level, last_level;
   uint16_t layer;  /* the first, or the only one */
   uint8_t texture; /* TEXUNIT_TYPE.FORMAT */
   bool swizzled;   /* components are asked for in another order than the chip has: it cannot be drawn with */
};

struct pica200_velems {
   unsigned count;
   struct pipe_vertex_element e[PIPE_MAX_ATTRIBS];
};

/** What reads a number of the enum pipe_func as the chip has it. */
unsigned pica200_func(unsigned func);

/** Fills the functions of pipe_context that create, bind and set. */
void pica200_init_state_functions(struct pica200_context *c);
/** Those of them that are about textures. */
void pica200_init_texture_functions(struct pica200_context *c);
/** Drops everything that is bound. */
void pica200_release_bindings(struct pica200_context *c);

/* Encoders: pipe's words into registers'. */
void pica200_encode_blend(const struct pipe_blend_state *s, struct pica200_blend *out);
void pica200_encode_dsa(const struct pipe_depth_stencil_alpha_state *s, struct pica200_dsa *out);

/* Atoms. The caller has made room. */
void pica200_emit_invariant(struct pica200_context *c);
void pica200_emit_fb(struct pica200_context *c);
void pica200_emit_viewport(struct pica200_context *c);
void pica200_emit_scissor(struct pica200_context *c);
void pica200_emit_cull(struct pica200_context *c);
void pica200_emit_output(struct pica200_context *c);
void pica200_emit_textures(struct pica200_context *c);

/** Before a draw: targets get the storage that they need together. False: they cannot be drawn to, and the context says why. */
bool pica200_prepare_targets(struct pica200_context *c);
/** Before a draw: what of the textures the CPU has to make. Fills c->coord_scale. False: likewise. */
bool pica200_prepare_textures(struct pica200_context *c);
/** The texture of the table that the compiler asks for in unit \p u of the pair. NULL: out of memory. */
struct pica200_resource *pica200_need_table(struct pica200_context *c, unsigned u);
/** TEXUNIT_PARAM of a unit that has a table. */
uint32_t pica200_table_param(const struct pica200_unit *unit);
void pica200_drop_tables(struct pica200_context *c);
/** The rectangle that is drawn to, max exclusive. False: it is empty. */
bool pica200_scissor_rect(const struct pica200_context *c, struct pipe_scissor_state *out);
/** FACECULLING_CONFIG.MODE of the pass. False: there is nothing to draw. */
bool pica200_cull_mode(const struct pica200_context *c, unsigned *mode);
/** Is the alpha that fragments have looked at by nobody but an alpha test? */
bool pica200_alpha_is_unused(const struct pica200_context *c);

#endif
