/* SPDX-License-Identifier: MIT
 *
 * Transform feedback objects (ES 3.0.6 2.14), and buffers that are bound to numbered points.
 */
#ifndef ST_FEEDBACK_H
#define ST_FEEDBACK_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>

#include "pipe/p_context.h"

struct st_buffer;
struct st_context;
struct st_program;

/** A buffer, or part of one, behind an index of GL_UNIFORM_BUFFER or GL_TRANSFORM_FEEDBACK_BUFFER. */
struct st_buffer_range {
   struct st_buffer *buffer;  /* referenced; NULL: none */
   uint64_t offset_B, size_B; /* as given; a size of 0: all that there is (glBindBufferBase) */
};

/** Binds; the reference to what was bound is given back. NULL: nothing. */
void st_buffer_range_set(struct st_buffer_range *r, struct st_buffer *b, uint64_t offset_B, uint64_t size_B);
/** Bytes that exist of it now; *offset_B: where they begin. */
uint32_t st_buffer_range_B(const struct st_buffer_range *r, uint32_t *offset_B);

struct st_feedback {
   int refcount; /* name + binding */
   GLuint name;
   char *label;
   struct st_buffer_range buffers[PIPE_MAX_SO_BUFFERS];
   bool active, paused;
   GLenum mode;                /* GL_POINTS, GL_LINES or GL_TRIANGLES, while it is active */
   struct st_program *program; /* referenced while it is active */
   uint64_t room;              /* vertices that fit in behind those that were captured */
   unsigned num_targets;
   struct pipe_stream_output_target *targets[PIPE_MAX_SO_BUFFERS];
};

/** With one reference. NULL: out of memory. Unref: NULL is fine; an active one ends first. */
struct st_feedback *st_feedback_create(GLuint name);
void st_feedback_unref(struct st_context *ctx, struct st_feedback *f);
/** The program whose vertex shader is captured: the current one, or the current pipeline's; NULL: there is none. */
struct st_program *st_feedback_source(const struct st_context *ctx);
/** Begins to capture from st_feedback_source(), whose buffers are all bound. False: out of memory. */
bool st_feedback_begin(struct st_context *ctx, struct st_feedback *f, GLenum mode);
void st_feedback_end(struct st_context *ctx, struct st_feedback *f);
void st_feedback_pause(struct st_context *ctx, struct st_feedback *f);
void st_feedback_resume(struct st_context *ctx, struct st_feedback *f);
/** Vertices of the whole primitives that a draw captures. */
uint64_t st_feedback_vertices(GLenum mode, uint32_t count, uint32_t instances);

#endif
