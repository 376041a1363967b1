/* SPDX-License-Identifier: MIT
 *
 * The mock driver from the inside: what its parts share.
 */
#ifndef TESTS_UNIT_API_PIPE_MOCK_PRIV_H
#define TESTS_UNIT_API_PIPE_MOCK_PRIV_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "pipe_mock.h"

struct mock_resource {
   struct pipe_resource base;
   uint8_t *data;
   size_t offset_B[PIPE_MAX_TEXTURE_LEVELS];
};

struct mock_view {
   struct pipe_sampler_view base;
   struct pipe_sampler_view_desc desc;
};

struct mock_cso {
   uint8_t state[512];
   unsigned n;
};

struct mock_context {
   struct pipe_context base;
   struct mock *m;
   struct mock_cso *blend, *dsa, *rast, *elements, *samplers[2][PIPE_MAX_SAMPLERS];
   struct mock_view *views[2][PIPE_MAX_SAMPLERS];
   unsigned num_views[2];
   struct pipe_framebuffer_state fb;
   struct pipe_viewport_state viewport;
   struct pipe_scissor_state scissor;
   struct pipe_vertex_buffer vb[PIPE_MAX_ATTRIBS];
   float constants[2][64][4];
   uint32_t constants_B[2];
   void *vs, *fs;
};

static inline struct mock *
mock_of(struct pipe_context *c)
{
   return ((struct mock_context *)c)->m;
}

/** State objects and what is bound: fills these functions of a context in. */
void mock_state_functions(struct pipe_context *c);
void mock_gles3_functions(struct pipe_context *c);
void mock_set_framebuffer(struct pipe_context *c, const struct pipe_framebuffer_state *s);
void mock_set_vertex_buffers(struct pipe_context *c, unsigned n, const struct pipe_vertex_buffer *vb);

#endif
