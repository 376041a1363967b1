/* SPDX-License-Identifier: MIT
 *
 * Memory of the front end: everything lives in an arena, a shader's own or one that dies with a step.
 */
#ifndef COMPILER_GLSL_MEMORY_H
#define COMPILER_GLSL_MEMORY_H

#include <setjmp.h>

#include "compiler/compiler.h"

/** An arena that is left by longjmp when the host is out of memory: compile.c, link.c and lower.c begin a step each,
 * and own nothing but arenas and the IR until it ends. A sticky flag, as the IR has it, would not do here: a parser that
 * goes on without the node it just asked for needs a check at each of its hundred allocations. */
struct glsl_mem {
   struct u_arena *arena;
   jmp_buf *oom;
};

/** Leaves the step that \p m is of: it returns NULL to whoever began it. Everything it made hangs off arenas. */
_Noreturn void glsl_out_of_memory(struct glsl_mem *m);
/** Zeroed memory; does not return if there is none. */
void *glsl_alloc(struct glsl_mem *m, size_t size_B);
char *glsl_strndup(struct glsl_mem *m, const char *s, size_t n);
char *glsl_format(struct glsl_mem *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
#define glsl_new(m, type)      ((type *)glsl_alloc((m), sizeof(type)))
#define glsl_array(m, type, n) ((type *)glsl_alloc((m), sizeof(type) * (size_t)(n)))

/** Growable array in an arena. */
#define GLSL_VEC(type)                                                                                       \
   struct {                                                                                                  \
      type *data;                                                                                            \
      uint32_t count, capacity;                                                                              \
   }
void *glsl_vec_grow_(struct glsl_mem *m, void *data, uint32_t count, uint32_t *capacity, size_t elem_B);
#define glsl_push(m, v, x)                                                                                   \
   ((v)->count == (v)->capacity                                                                              \
       ? (void)((v)->data = glsl_vec_grow_((m), (v)->data, (v)->count, &(v)->capacity, sizeof *(v)->data))   \
       : (void)0,                                                                                            \
    (void)((v)->data[(v)->count++] = (x)))

#endif
