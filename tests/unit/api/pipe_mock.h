/* SPDX-License-Identifier: MIT
 *
 * A driver for tests: resources in host memory, clears, copies and blits by the CPU, and a record of what was
 * asked. It draws nothing, but fetches the vertices of each draw as the hardware would.
 */
#ifndef TESTS_UNIT_API_PIPE_MOCK_H
#define TESTS_UNIT_API_PIPE_MOCK_H

#include "pipe/p_context.h"

#define MOCK_MAX_VERTICES 64

/** One draw as the driver saw it. */
struct mock_draw {
   struct pipe_draw_info info;
   unsigned num_vertices;
   float attribs[MOCK_MAX_VERTICES][PIPE_MAX_ATTRIBS][4]; /* in the order of the draw's vertices or indices */
   uint32_t indices[MOCK_MAX_VERTICES];
   float constants[2][64][4];
   uint32_t constants_B[2];
   struct pipe_blend_state blend;
   struct pipe_depth_stencil_alpha_state dsa;
   struct pipe_rasterizer_state rast;
   struct pipe_framebuffer_state fb;
   struct pipe_viewport_state viewport;
   struct pipe_scissor_state scissor;
   struct pipe_sampler_view_desc views[2][PIPE_MAX_SAMPLERS];
   struct pipe_sampler_state samplers[2][PIPE_MAX_SAMPLERS];
   unsigned num_views[2];
};

struct mock {
   struct pipe_screen screen;
   /* what the screen can do; all true at first */
   bool format_ok[PIPE_FORMAT_COUNT];
   /* counts */
   _Atomic unsigned resources, contexts, shaders, csos, views; /* alive */
   _Atomic unsigned draws, clears, blits, copies, flushes, maps;
   _Atomic unsigned state_calls; /* create, bind and set */
   uint32_t last_map_usage;
   int fail_resources_in; /* > 0: the n-th resource_create from now fails */
   struct mock_draw last;
   struct pipe_clear_info last_clear;
   /* of mock_gles3() */
   bool gles3;
   unsigned queries, open_queries; /* alive; between begin and end */
   uint64_t query_result;          /* what all of them give */
   unsigned targets, targets_made; /* of stream-out: alive; ever */
   unsigned num_targets;
   struct pipe_stream_output_target *bound_targets[PIPE_MAX_SO_BUFFERS];
   bool append_targets;
   struct pipe_vertex_element last_elements[PIPE_MAX_ATTRIBS];    /* of the last draw */
   struct pipe_constant_buffer blocks[2][PIPE_MAX_CONST_BUFFERS]; /* set last; [0] is in the draws */
};

void mock_init(struct mock *m);
/** Adds all that contexts of OpenGL ES 3.0 need. */
void mock_gles3(struct mock *m);
/** Fails the test if anything is still alive. */
void mock_fini(struct mock *m);

#endif
