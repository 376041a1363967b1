/* SPDX-License-Identifier: MIT
 *
 * Vertex arrays and vertex array objects (ES 2.0.25 2.8, OES_vertex_array_object).
 */
#ifndef ST_VERTEX_H
#define ST_VERTEX_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include "pipe/p_context.h"

struct st_buffer;
struct st_context;

/** What a current value was given as (glVertexAttrib4f, glVertexAttribI4i, glVertexAttribI4ui). */
enum st_current_kind { ST_CURRENT_FLOAT, ST_CURRENT_INT, ST_CURRENT_UINT };

struct st_attrib {
   bool enabled, normalized;
   bool integer; /* glVertexAttribIPointer: the shader gets integers */
   bool orphan;  /* its buffer was deleted: reads as (0, 0, 0, 1) until specified again */
   uint8_t size;
   uint32_t divisor; /* 0: advances with each vertex */
   GLenum type;
   GLsizei stride;      /* as given */
   uint32_t stride_B;   /* effective */
   const void *pointer; /* client pointer, or offset if there is a buffer */
   struct st_buffer *buffer;
   uint16_t format; /* enum pipe_format: of */
   struct {
      GLenum type;
      uint32_t divisor;
      uint8_t size, elem_B;
      bool normalized, integer;
   } of; /* st_vertex.c: what the format and the masks of the vertex array were made of */
};

struct st_vao {
   GLuint name;
   char *label; /* KHR_debug, malloc'ed or NULL; so in all objects */
   struct st_attrib attribs[PIPE_MAX_ATTRIBS];
   struct st_buffer *element_buffer;
   uint32_t enabled;   /* mask */
   uint32_t instanced; /* arrays with a divisor */
   uint32_t client;    /* enabled arrays in client memory */
};

/** Formats and flags of an array after one of its fields changed. */
void st_attrib_changed(struct st_context *ctx, struct st_vao *vao, unsigned index);
void st_vao_init(struct st_vao *vao, GLuint name);
void st_vao_fini(struct st_vao *vao);
/** Tells the driver which vertex buffers and elements a draw has. False: out of memory. */
bool st_vertex_validate(struct st_context *ctx);

#endif
