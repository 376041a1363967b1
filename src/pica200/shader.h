/* SPDX-License-Identifier: MIT
 *
 * Shaders, and the pairs that are drawn with: a fragment shader's set-up of the fixed stages and the vertex program that goes with it.
 */
#ifndef PICA200_SHADER_H
#define PICA200_SHADER_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler/pica200/binary.h"

struct ir_shader;
struct pica200_context;
struct tnl_program;

/** What a pair is made for. Zero it, then fill: it is compared as bytes. */
struct pica200_pair_key {
   struct pica200_fragment_key fragment;
   struct pica200_vertex_key vertex;
   uint8_t scaled_units; /* whose coordinates are multiplied, a bit each */
   bool expanded;        /* vertices come from the CPU: the vertex shader passes them on */
};

struct pica200_pair {
   struct pica200_pair *next; /* of the fragment shader */
   struct pica200_shader *vs;
   struct pica200_pair_key key;
   struct pica200_fragment fragment;
   struct pica200_vertex vertex;
   struct pica200_resource *functions[PICA200_UNITS]; /* the fragment's; NULL before the first use */
   float (*results)[4];                               /* of the preamble, and a scale for each unit */
   char *error;                                       /* malloc'ed: why there is none */
   bool told, told_clamp;                             /* the application knows what is not exact */
};

struct pica200_shader {
   struct pica200_shader *next; /* of the context's */
   struct ir_shader *ir;
   uint8_t stage; /* enum pipe_shader_type */
   bool reads_face;
   struct pica200_pair *pairs; /* FS */
   /* VS: for points and lines, whose vertices the CPU shades */
   struct tnl_program *tnl;
   struct pica200_shader *passes; /* ... and what passes their outputs on */
   char *tnl_error; /* malloc'ed: why it cannot be; neither is there before the first point or line */
};

/** Chooses the pair for the bound shaders and state. False: it cannot be drawn, and the context knows why. */
bool pica200_validate_pair(struct pica200_context *c);
/** The vertex shader as the CPU runs it. False: it cannot be drawn, and the context knows why. */
bool pica200_need_tnl(struct pica200_context *c);
/** Fills the shader functions of pipe_context. */
void pica200_init_shader_functions(struct pica200_context *c);

/** FRAGOP_ALPHA_TEST. */
uint32_t pica200_alpha_test(const struct pica200_context *c);
/** Tells, once a pair, what its stages do otherwise than the shader says. */
void pica200_tell_of_pair(struct pica200_context *c);
/** ... and of constants outside of 0 to 1. */
void pica200_tell_of_constants(struct pica200_context *c);
/** Results of the pair's preamble, by the uniforms as they are. */
void pica200_update_results(struct pica200_context *c);

/* Atoms. The caller has made room. */
void pica200_emit_program(struct pica200_context *c);
void pica200_emit_consts(struct pica200_context *c);
void pica200_emit_texenv(struct pica200_context *c);

#endif
