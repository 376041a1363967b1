/* SPDX-License-Identifier: MIT
 *
 * The entry points. Every EGL function is written as egl_Foo, an ordinary function with eglFoo's signature.
 * libEGL.so.1 and the glvnd vendor library find them through egl_get_proc; nothing calls eglFoo by its public
 * name, so that both can live in one process.
 */
#ifndef EGL_ENTRY_H
#define EGL_ENTRY_H

#include <EGL/egl.h>
#include <EGL/eglext.h>

typedef void (*egl_proc)(void);
/** egl_Foo (wrapped: messages know the command) for "eglFoo", GL functions too; NULL for unknown names. */
egl_proc egl_get_proc(const char *name);

#define EGL_DECL(ret, name, params, args) ret egl_##name params;
#include "api/egl_functions.h"
#undef EGL_DECL

#endif
