/* SPDX-License-Identifier: MIT
 *
 * Framebuffer objects, the window system's framebuffers from the inside, and one description of what is drawn
 * to and read from.
 */
#ifndef ST_FRAMEBUFFER_H
#define ST_FRAMEBUFFER_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

#include "pipe/p_context.h"
#include "state_tracker/st_api.h"

struct st_context;
struct st_renderbuffer;
struct st_texture;

struct st_attachment {
   GLenum type; /* GL_NONE, GL_RENDERBUFFER or GL_TEXTURE */
   struct st_renderbuffer *rb;
   struct st_texture *tex;
   uint8_t level;
   uint16_t face; /* or slice of a 3D texture, layer of an array */
   /* a texture that is drawn to with samples: see st_multisample.c */
   uint8_t samples;
   bool ms_current; /* what is in ms is newer than the texture */
   struct pipe_resource *ms;
};

/** What an attachment is attached to. */
struct st_attached_image {
   uint32_t width, height;
   GLenum internal_format;
   struct pipe_surface surface;
   uint8_t samples;
};
/** False: there is none with storage. */
bool st_attached_image(const struct st_attachment *a, struct st_attached_image *out);

/** Colour attachment i > 0 is ST_ATTACH_COLOR1 + i - 1. */
enum st_attach {
   ST_ATTACH_COLOR,
   ST_ATTACH_DEPTH,
   ST_ATTACH_STENCIL,
   ST_ATTACH_COLOR1,
   ST_ATTACHMENTS = ST_ATTACH_COLOR1 + PIPE_MAX_COLOR_BUFS - 1
};
_Static_assert(ST_ATTACH_STENCIL == ST_ATTACH_DEPTH + 1, "loops over the two");
static inline enum st_attach
st_attach_color(unsigned i)
{
   assert(i < PIPE_MAX_COLOR_BUFS);
   return i ? (enum st_attach)(ST_ATTACH_COLOR1 + i - 1) : ST_ATTACH_COLOR;
}
static inline bool
st_attach_is_color(enum st_attach a)
{
   return a != ST_ATTACH_DEPTH && a != ST_ATTACH_STENCIL;
}

enum { ST_NO_BUFFER = 0xff };
struct st_fbo {
   int refcount;
   GLuint name;
   char *label;
   struct st_attachment att[ST_ATTACHMENTS];
   uint8_t read_buffer;   /* the colour attachment that is read; ST_NO_BUFFER: none */
   uint8_t draw_buffers;  /* bit i: colour output i goes to colour attachment i, else nowhere */
   GLenum status;         /* as of status_stamp */
   uint64_t status_stamp; /* 0 = not checked */
};

/** What rendering and reading go to; filled from an st_fbo or an st_framebuffer. */
struct st_surface_info {
   GLenum status;
   uint32_t width, height;
   uint8_t samples;
   bool has_depth, has_stencil;
   GLenum color_internal_format;  /* GL_RGBA, GL_RGB, GL_RGB565, ...: what CopyTexImage checks */
   struct pipe_surface color, zs; /* color: attachment 0 whatever is drawn to, or the one that is read */
   /* where the fragment shader's outputs go; without a texture: nowhere */
   uint8_t num_cbufs;
   GLenum cbuf_formats[PIPE_MAX_COLOR_BUFS]; /* internal formats */
   struct pipe_surface cbufs[PIPE_MAX_COLOR_BUFS];
};

/** With one reference and nothing attached. NULL: out of memory. Unref: NULL is fine. */
struct st_fbo *st_fbo_create(GLuint name);
void st_fbo_unref(struct st_context *ctx, struct st_fbo *f);
/** Attaches \p rb, or face and level of \p tex, or nothing if both are NULL; references what it attaches. */
void st_fbo_attach(struct st_context *ctx, struct st_fbo *f, enum st_attach a, struct st_renderbuffer *rb,
                   struct st_texture *tex, unsigned face, unsigned level);
/** glCheckFramebufferStatus. */
GLenum st_fbo_status(struct st_context *ctx, struct st_fbo *f);

/** A window-system framebuffer (st_api.h). */
struct st_framebuffer {
   int refcount; /* atomic: contexts of other threads and groups may hold it */
   struct pipe_screen *screen;
   struct st_framebuffer_desc desc;
   struct pipe_resource *color;    /* single sampled */
   struct pipe_resource *color_ms; /* NULL if samples <= 1 */
   struct pipe_resource *zs;
   uint32_t stamp; /* grows when a resource is replaced */
};
struct st_framebuffer *st_framebuffer_ref(struct st_framebuffer *fb);

/** The current draw (read) framebuffer; follows resizes of the window-system framebuffer. */
const struct st_surface_info *st_draw_surface(struct st_context *ctx);
void st_read_surface(struct st_context *ctx, struct st_surface_info *info);
/** A single-sampled texture of the size of a multisampled colour surface (a new reference), in which a
 * rectangle inside of the surface is that of the surface and the rest undefined; NULL: out of memory. */
struct pipe_resource *st_resolve_color(struct st_context *ctx, const struct st_surface_info *s, int x, int y,
                                       int width, int height);
void st_fbo_forget_texture(struct st_context *ctx, struct st_texture *t);
void st_fbo_forget_renderbuffer(struct st_context *ctx, struct st_renderbuffer *r);

/** A supported number of samples, at least \p samples and 2; 0: none. */
unsigned st_round_samples(struct st_context *ctx, enum pipe_format format, uint32_t bind, unsigned samples);
/** Puts the surfaces with samples that stand for textures into \p fb. False: out of memory. */
bool st_ms_begin(struct st_context *ctx, struct pipe_framebuffer_state *fb);
/** What was drawn to such surfaces of the draw framebuffer goes to the textures. */
void st_ms_end(struct st_context *ctx);

#endif
