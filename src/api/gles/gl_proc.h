/* SPDX-License-Identifier: MIT
 *
 * Entry points by name, for eglGetProcAddress.
 */
#ifndef API_GLES_GL_PROC_H
#define API_GLES_GL_PROC_H

typedef void (*gl_proc)(void);

/** The function "glFoo", also for every extension function that TeraGL knows, and of OpenGL ES 3.1 and 3.2 those that an extension has;
 * NULL for other names. */
gl_proc gl_get_proc(const char *name);

#endif
