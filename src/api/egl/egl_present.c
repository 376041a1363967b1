/* SPDX-License-Identifier: MIT
 *
 * Pictures of surfaces on their way to windows, pixmaps and screenshots: mapped without the lock, since mapping
 * waits for the GPU.
 */
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/egl/egl_core.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"
#include "api/egl/egl_present.h"
#include "api/egl/egl_screenshot.h"
#include "api/egl/egl_surface.h"
#include "pipe/p_context.h"
#include "state_tracker/st_api.h"

static pid_t present_pid; /* the process that shows its last picture when it ends; 0: none does */

/** Maps the colour buffer of a surface; false: out of memory. It may wait for the GPU. */
static bool
map_color(struct egl_context *c, struct pipe_resource *color, unsigned usage, struct egl_picture *pic,
          struct pipe_transfer **t)
{
   assert(!egl_lock_held());
   struct pipe_context *pipe = st_context_pipe(c->st);
   const struct pipe_box box = {
      .width = (int32_t)color->width0, .height = (int32_t)color->height0, .depth = 1};
   *t = NULL;
   const void *rows = pipe->texture_map(pipe, color, 0, usage, &box, t);
   if (!rows)
      return false;
   *pic =
      (struct egl_picture){.rows = rows, .stride_B = (*t)->stride_B, .w = color->width0, .h = color->height0};
   return true;
}

static void
unmap_color(struct egl_context *c, struct pipe_transfer *t)
{
   struct pipe_context *pipe = st_context_pipe(c->st);
   pipe->texture_unmap(pipe, t);
}

bool
egl_surface_present(struct egl_context *c, struct egl_surface *s, bool show, const EGLint *rects,
                    EGLint num_rects)
{
   assert(!egl_lock_held());
   bool shot = egl_screenshot_wanted();
   if (!show && !shot)
      return true;
   struct egl_picture pic;
   struct pipe_transfer *t;
   st_framebuffer_resolve(c->st, s->fb);
   if (!map_color(c, st_framebuffer_color(s->fb), PIPE_MAP_READ, &pic, &t))
      return false;
   if (shot)
      egl_screenshot_take(s->config, pic.rows, pic.stride_B, pic.w, pic.h);
   pic.rects = rects;
   pic.num_rects = num_rects;
   bool ok = !show || s->display->platform->present(s, &pic);
   unmap_color(c, t);
   return ok;
}

EGLBoolean
egl_surface_copy(struct egl_context *c, struct egl_surface *s, uintptr_t pixmap)
{
   assert(egl_lock_held());
   struct egl_display *d = s->display;
   st_framebuffer_resolve(c->st, s->fb);
   st_flush(c->st, NULL);
   /* The surface may not be bound here: without the lock others may destroy it, bind it, make it larger. */
   struct pipe_resource *color = pipe_resource_ref(st_framebuffer_color(s->fb));
   s->refs++;
   egl_begin_use(d);
   struct egl_picture pic;
   struct pipe_transfer *t;
   const bool mapped = map_color(c, color, PIPE_MAP_READ, &pic, &t);
   bool copied = false;
   if (mapped) {
      copied = d->platform->pixmap_copy(s, pixmap, &pic);
      unmap_color(c, t);
   }
   pipe_resource_unref(color);
   egl_end_use(d);
   const EGLint config = s->config->id;
   egl_surface_unref(s);
   if (!mapped)
      return egl_error(EGL_BAD_ALLOC, "out of memory");
   return copied
             ? egl_ok()
             : egl_error(EGL_BAD_MATCH, "pixmap 0x%lx does not fit config %d", (unsigned long)pixmap, config);
}

void
egl_pixmap_load(struct egl_context *c, struct egl_surface *s)
{
   assert(egl_lock_held());
   if (s->type != EGL_PIXMAP_BIT || s->native_gone)
      return;
   assert(s->current == c);
   egl_begin_use(s->display);
   struct egl_picture pic;
   struct pipe_transfer *t;
   if (map_color(c, st_framebuffer_color(s->fb), PIPE_MAP_READ | PIPE_MAP_WRITE, &pic, &t)) {
      s->display->platform->pixmap_read(s, (void *)pic.rows, pic.stride_B, pic.w, pic.h);
      unmap_color(c, t);
   }
   egl_end_use(s->display);
}

/** Presents a surface that is bound to a context of this thread. */
static void
present_unlocked(struct egl_context *c, struct egl_surface *s, bool show)
{
   assert(s->current == c);
   egl_begin_use(s->display);
   egl_surface_present(c, s, show, NULL, 0);
   egl_end_use(s->display);
}

void
egl_pixmap_store(struct egl_context *c, struct egl_surface *s)
{
   assert(egl_lock_held());
   if (s->type == EGL_PIXMAP_BIT && !s->native_gone)
      present_unlocked(c, s, true);
}

bool
egl_present_last(struct egl_context *c)
{
   assert(egl_lock_held());
   struct egl_surface *s = c->draw;
   if (!s)
      return false;
   /* A program that draws one picture and leaves: that is its screenshot. */
   const bool pixmap = s->type == EGL_PIXMAP_BIT;
   if (pixmap ? s->native_gone : s->swapped || !egl_screenshot_wanted())
      return false;
   present_unlocked(c, s, pixmap);
   return true;
}

/** The program ends with a picture in its surface that it neither showed nor let go of. */
static void
show_at_exit(void)
{
   if (getpid() != present_pid) /* a child: its parent's threads, the GPU's among them, are not here */
      return;
   struct egl_context *c = egl_thread()->ctx;
   /* With the lock held it was a debug callback that called exit(). */
   if (c && c->draw && c->draw->type != EGL_PIXMAP_BIT && !c->draw->swapped && !egl_lock_held())
      egl_surface_present(c, c->draw, false, NULL, 0);
   egl_screenshot_end();
}

void
egl_present_at_exit(void)
{
   assert(egl_lock_held());
   if (present_pid || !egl_screenshot_wanted())
      return;
   present_pid = getpid();
   atexit(show_at_exit);
}
