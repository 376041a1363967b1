/* SPDX-License-Identifier: MIT
 *
 * Program pipeline objects (EXT_separate_shader_objects).
 */
#ifndef ST_PIPELINE_H
#define ST_PIPELINE_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include "pipe/p_defines.h"

struct st_context;
struct st_exec;
struct st_program;

struct st_pipeline {
   GLuint name;
   char *label;
   struct st_program *stage[PIPE_SHADER_TYPES]; /* by enum ir_stage; NULL: none */
   struct st_program *active;                   /* that glUniform changes */
   bool validate_status;
   char *log;
};

/** Without programs. NULL: out of memory. */
struct st_pipeline *st_pipeline_create(GLuint name);
void st_pipeline_destroy(struct st_context *ctx, struct st_pipeline *pl); /* NULL is fine */
/** The executable of the pipeline's programs together, no reference added. NULL: nothing can be drawn; then
 * *problem says what is wrong, or is NULL if the result is just undefined. */
struct st_exec *st_pipeline_exec(struct st_context *ctx, const struct st_pipeline *pl, const char **problem);

#endif
