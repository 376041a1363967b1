/* SPDX-License-Identifier: MIT
 *
 * What the window-system layer (src/api/egl) may ask of the state tracker: contexts, window-system
 * framebuffers, make-current, flush. The GL entry points themselves are found by gl_get_proc in
 * api/gles2/gl_proc.h.
 *
 * The window-system framebuffer's origin is the lower left corner: row 0 of its resources is the bottom row
 * of the picture. Nothing here flips; who presents does.
 */
#ifndef ST_API_H
#define ST_API_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_context.h"

struct st_context;
struct st_framebuffer;

struct st_context_attribs {
   uint8_t version;    /* 20 or 30 (or 0: 20), of OpenGL ES; 30 only where st_gles3_missing() is NULL */
   bool debug;         /* EGL_CONTEXT_OPENGL_DEBUG / EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR */
   bool robust_access; /* accesses are always bounded; only reported back to the application */
   bool lose_context_on_reset;
   bool no_error;   /* KHR_no_error: only GL_OUT_OF_MEMORY is ever recorded */
   bool not_as_es3; /* GL_EXTENSIONS leaves out names by which a caller would take this for OpenGL ES 3 */
};

/** What a window-system framebuffer is made of. */
struct st_framebuffer_desc {
   uint32_t width, height;        /* pixels, >= 1 */
   enum pipe_format color_format; /* sRGB formats: drawing encodes unless GL_FRAMEBUFFER_SRGB_EXT is off */
   enum pipe_format zs_format;    /* PIPE_FORMAT_NONE, Z16, Z24X8, Z24_UNORM_S8_UINT or S8_UINT */
   uint8_t samples;               /* 0 or 1: single sampled */
   uint32_t color_bind;           /* PIPE_BIND_x added to RENDER_TARGET | SAMPLER_VIEW, e.g. DISPLAY_TARGET */
};

/** What the screen lacks for contexts of OpenGL ES 3.0, in a word or two; NULL: nothing. */
const char *st_gles3_missing(struct pipe_screen *screen);

/* ---- contexts ------------------------------------------------------------------------------------------ */

/** A context on \p screen that shares objects with \p share (may be NULL). The screen must outlive it. NULL:
 * out of memory. */
struct st_context *st_context_create(struct pipe_screen *screen, struct st_context *share,
                                     const struct st_context_attribs *attribs);

/** Must not be current in any thread (EGL defers the destruction of current contexts). NULL is fine. */
void st_context_destroy(struct st_context *ctx);

/** Binds \p ctx and its framebuffers to the calling thread, releasing (and flushing) what was current there.
 * ctx NULL releases; draw and read NULL is a surfaceless context. Takes references to both framebuffers until
 * the next call for this context. The first framebuffer that a context sees sets its viewport and scissor
 * box. */
void st_make_current(struct st_context *ctx, struct st_framebuffer *draw, struct st_framebuffer *read);

/** Do both contexts share their objects? */
bool st_same_group(const struct st_context *a, const struct st_context *b);

/** Submits everything recorded so far; \p fence (may be NULL) gets a reference to a fence behind it, for
 * pipe_screen::fence_finish and fence_unref. */
void st_flush(struct st_context *ctx, struct pipe_fence **fence);

/** st_flush and wait until the GPU has done it. */
void st_finish(struct st_context *ctx);

/** For maps, copies and blits of the window-system layer in the thread where \p ctx is current. Blits and
 * copies disturb no GL state. */
struct pipe_context *st_context_pipe(struct st_context *ctx);

/* ---- window-system framebuffers ------------------------------------------------------------------------ */

/** Allocates the resources. The caller owns one reference, given back by st_framebuffer_destroy; contexts
 * where it is current hold their own. NULL: out of memory or a format that the screen cannot render to. */
struct st_framebuffer *st_framebuffer_create(struct pipe_screen *screen,
                                             const struct st_framebuffer_desc *desc);
void st_framebuffer_destroy(struct st_framebuffer *fb); /* NULL is fine */

/** New size; contents become undefined. Contexts that have it current follow at their next command. Call it
 * from the thread that uses the framebuffer. False: out of memory, the old size stays. */
bool st_framebuffer_resize(struct st_framebuffer *fb, uint32_t width, uint32_t height);

/** What the framebuffer was made with; lives as long as it does. */
const struct st_framebuffer_desc *st_framebuffer_get_desc(const struct st_framebuffer *fb);

/** The single-sampled colour resource (no reference is added). With samples > 1 call st_framebuffer_resolve
 * before st_flush for its contents to be up to date. */
struct pipe_resource *st_framebuffer_color(struct st_framebuffer *fb);

/** Copies the multisampled colour into st_framebuffer_color; nothing to do (and free) for samples <= 1. */
void st_framebuffer_resolve(struct st_context *ctx, struct st_framebuffer *fb);

/** The format with the same bits and the sRGB curve, PIPE_FORMAT_NONE if there is none. */
enum pipe_format st_srgb_format(enum pipe_format f);

/* ---- textures and images of the window system ---------------------------------------------------------- */

/** eglBindTexImage: level 0 of the texture that is bound to GL_TEXTURE_2D becomes \p color (its own storage
 * is released). st_release_tex_image gives level 0 up again. False: out of memory. */
bool st_bind_tex_image(struct st_context *ctx, struct pipe_resource *color);
void st_release_tex_image(struct st_context *ctx, struct pipe_resource *color);

#endif
