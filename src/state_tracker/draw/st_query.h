/* SPDX-License-Identifier: MIT
 *
 * Query objects (EXT_occlusion_query_boolean, EXT_disjoint_timer_query).
 */
#ifndef ST_QUERY_H
#define ST_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include "pipe/p_context.h"

struct st_context;

struct st_query {
   int refcount; /* name + being active */
   GLuint name;
   char *label;
   GLenum target;
   bool active;
   struct pipe_query *q;
};

/** Gives up one reference; an active query ends first. */
void st_query_unref(struct st_context *ctx, struct st_query *q);
/** The GPU's clock behind all commands so far. False: out of memory. */
bool st_timestamp(struct st_context *ctx, uint64_t *ns);

#endif
