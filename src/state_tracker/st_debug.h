/* SPDX-License-Identifier: MIT
 *
 * Debug output (KHR_debug): messages, their filters, groups and the log. Sources, types and severities are
 * GL's enums here and must be valid; the API checks them.
 */
#ifndef ST_DEBUG_H
#define ST_DEBUG_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

struct st_context;

#define ST_DEBUG_MAX_MESSAGE_B 1024 /* with NUL */
#define ST_DEBUG_MAX_LOGGED    64
#define ST_DEBUG_MAX_GROUPS    64 /* the default one included */
#define ST_DEBUG_MAX_LABEL_B   256

struct st_debug_message {
   GLenum source, type, severity;
   GLuint id;
   char *text; /* malloc'ed */
};

struct st_debug;

/** The context's debug state, made when first asked for; NULL: out of memory. */
struct st_debug *st_debug_get(struct st_context *ctx);
void st_debug_destroy(struct st_debug *d); /* NULL is fine */

/** Does DEBUG_OUTPUT hold? Cheap. */
bool st_debug_enabled(const struct st_context *ctx);
void st_debug_enable(struct st_context *ctx, bool on);
void st_debug_set_synchronous(struct st_context *ctx, bool on);
bool st_debug_synchronous(const struct st_context *ctx);
void st_debug_set_callback(struct st_context *ctx, GLDEBUGPROCKHR callback, const void *user);
void st_debug_get_callback(const struct st_context *ctx, GLDEBUGPROCKHR *callback, const void **user);

/** Hands a message to the callback or the log if output is on and its filter lets it through. */
void st_debug_message(struct st_context *ctx, GLenum source, GLenum type, GLuint id, GLenum severity,
                      const char *text);
/** pipe_context::performance, for a struct st_context: a warning that something is slower than it could be. \p fmt
 * also names the message. */
void st_debug_performance(void *context, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** A number for messages that are made from \p fmt: the same in every run. */
GLuint st_debug_id(const char *fmt);

/** GL_DONT_CARE stands for all sources, types, severities. */
void st_debug_control(struct st_context *ctx, GLenum source, GLenum type, GLenum severity, bool on);
/** False: out of memory. */
bool st_debug_control_id(struct st_context *ctx, GLenum source, GLenum type, GLuint id, bool on);

/** Depth of the stack, 1 at first. */
unsigned st_debug_group_depth(const struct st_context *ctx);
/** There must be room. False: out of memory. */
bool st_debug_push_group(struct st_context *ctx, GLenum source, GLuint id, const char *text);
/** There must be a group. */
void st_debug_pop_group(struct st_context *ctx);

/** Messages that wait in the log. */
unsigned st_debug_num_logged(const struct st_context *ctx);
/** The oldest message or NULL; st_debug_drop_oldest removes it. */
const struct st_debug_message *st_debug_oldest(const struct st_context *ctx);
void st_debug_drop_oldest(struct st_context *ctx);

#endif
