/* SPDX-License-Identifier: MIT
 *
 * Shader and program objects (ES 2.0.25 2.10).
 */
#ifndef ST_PROGRAM_H
#define ST_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include "compiler/compiler.h"
#include "util/u_vec.h"

struct st_context;
struct st_exec;
struct u_cache_key;

enum st_shader_kind { ST_SHADER, ST_PROGRAM };

struct st_shader {
   uint8_t kind; /* ST_SHADER; shaders and programs have names in common */
   int refcount; /* name + attachments */
   GLuint name;
   char *label;
   bool delete_pending;
   GLenum type;
   char *source;
   size_t source_B;
   /* of the last glCompileShader. NULL although ok: the cache knows that pending_source compiles, with what
    * pending_log says; st_shader_finish compiles it if it turns out to be needed */
   struct glsl_shader *compiled;
   bool ok;
   uint64_t source_id[2]; /* names the text, the stage and all that the result depends on; 0, 0 = no cache */
   char *pending_source, *pending_log; /* the former also if glShaderSource came after compiling */
   size_t pending_source_B;
};

struct st_program {
   uint8_t kind; /* ST_PROGRAM */
   int refcount; /* name + contexts where it is current */
   GLuint name;
   char *label;
   bool delete_pending;
   bool separable; /* GL_PROGRAM_SEPARABLE_EXT, for the next link */
   bool link_status, validate_status;
   char *log;
   U_VEC(struct st_shader *) shaders; /* attached, in order */
   U_VEC(struct glsl_attrib_binding) bindings;
   U_VEC(struct glsl_frag_binding) frag_bindings;
   /* glTransformFeedbackVaryings, for the next link */
   char **feedback_names;
   unsigned num_feedback_names;
   bool feedback_separate;
   bool retrievable;     /* GL_PROGRAM_BINARY_RETRIEVABLE_HINT */
   unsigned captured_by; /* transform feedbacks that are active with it: it must not be linked */
   struct st_exec *exec; /* of the last successful link */
};

/** With one reference and no text; \p type: GL_VERTEX_SHADER or GL_FRAGMENT_SHADER. NULL: out of memory. */
struct st_shader *st_shader_create(GLuint name, GLenum type);
void st_shader_unref(struct st_context *ctx, struct st_shader *s);
/** False: out of memory. */
bool st_shader_compile(struct st_context *ctx, struct st_shader *s);
/** Its info log, owned by the shader. */
const char *st_shader_log(const struct st_shader *s);
struct st_program *st_program_create(GLuint name);
void st_program_unref(struct st_context *ctx, struct st_program *p);
/** False: out of memory. Success or failure of the link itself is p->link_status. */
bool st_program_link(struct st_context *ctx, struct st_program *p);
#define ST_PROGRAM_BINARY_FORMAT 0x54454741 /* the one format of program binaries */
/** What the next link captures; nothing is kept of \p names. False: out of memory, nothing changed. */
bool st_program_set_feedback(struct st_program *p, unsigned n, const char *const *names, bool separate);
/** Bytes of a successfully linked program, malloc'ed; NULL: out of memory. */
void *st_program_get_binary(const struct st_context *ctx, const struct st_program *p, size_t *size_B);
/** Loads such bytes, which may be anything: the link status tells. False: out of memory. */
bool st_program_set_binary(struct st_context *ctx, struct st_program *p, const void *data, size_t size_B);

/** Tells what passes make for one GPU from what they make for another. */
uint64_t st_program_target_id(const struct st_context *ctx);
/** Passes of a program with both stages. False: out of memory. */
bool st_program_optimise(const struct st_context *ctx, struct glsl_program *g);
/** Makes a linked program, which it takes over, the one that is used. \p stage and its text: of a separable
 * program of one stage, else NULL. False: out of memory. */
bool st_program_install(struct st_context *ctx, struct st_program *p, struct glsl_program *g,
                        struct glsl_shader *stage, const char *source);
void st_program_set_log(struct st_program *p, const char *text);
void st_program_set_cache_id(struct glsl_program *g, const struct u_cache_key *key);

#endif
