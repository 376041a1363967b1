/* SPDX-License-Identifier: MIT
 *
 * Surfaces: their life, and showing what was drawn to them. Lock held, but where it says otherwise.
 */
#ifndef EGL_SURFACE_H
#define EGL_SURFACE_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdbool.h>

#include "pipe/p_screen.h"

struct egl_context;
struct egl_display;
struct egl_surface;

void egl_surface_unref(struct egl_surface *s);
/** Resizes the framebuffer of a window surface whose window changed size. */
void egl_surface_follow_window(struct egl_surface *s);
/** Lets go of the native window or pixmap; further presents fail. */
void egl_surface_drop_native(struct egl_surface *s);
/** The sRGB twin of a format, PIPE_FORMAT_NONE if there is none that can be drawn to and sampled. */
enum pipe_format egl_srgb_format(const struct egl_display *d, enum pipe_format f);

#endif
