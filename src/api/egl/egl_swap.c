/* SPDX-License-Identifier: MIT
 *
 * Showing surfaces: swapping, damage and buffer age, pixmaps, copying to pixmaps (EGL 1.5 §3.10;
 * EXT_buffer_age, KHR_swap_buffers_with_damage, KHR_partial_update, NV_post_sub_buffer).
 *
 * There is one colour buffer per surface; it keeps its contents over a swap, which both values of
 * EGL_SWAP_BEHAVIOR allow: its age is 1 from the first swap on. Damage only limits what is sent to the
 * window.
 */
#include "api/egl/egl_internal.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

void
egl_begin_use(struct egl_display *d)
{
   d->in_use++;
}

void
egl_end_use(struct egl_display *d)
{
   d->in_use--;
   egl_wake();
}

/** Maps the colour buffer of a surface; false: out of memory. */
static bool
map(struct egl_context *c, struct egl_surface *s, unsigned usage, struct egl_picture *pic,
    struct pipe_transfer **t)
{
   struct pipe_context *pipe = st_context_pipe(c->st);
   struct pipe_resource *color = st_framebuffer_color(s->fb);
   struct pipe_box box = {.width = (int32_t)color->width0, .height = (int32_t)color->height0, .depth = 1};
   *t = NULL;
   const void *rows = pipe->texture_map(pipe, color, 0, usage, &box, t);
   if (!rows)
      return false;
   *pic =
      (struct egl_picture){.rows = rows, .stride_B = (*t)->stride_B, .w = color->width0, .h = color->height0};
   return true;
}

static void
unmap(struct egl_context *c, struct pipe_transfer *t)
{
   struct pipe_context *pipe = st_context_pipe(c->st);
   pipe->texture_unmap(pipe, t);
}

bool
egl_surface_present(struct egl_context *c, struct egl_surface *s, bool show, const EGLint *rects,
                    EGLint num_rects)
{
   bool shot = egl_screenshot_wanted();
   if (!show && !shot)
      return true;
   struct egl_picture pic;
   struct pipe_transfer *t;
   st_framebuffer_resolve(c->st, s->fb);
   if (!map(c, s, PIPE_MAP_READ, &pic, &t))
      return false;
   if (shot)
      egl_screenshot_take(s->config, pic.rows, pic.stride_B, pic.w, pic.h);
   pic.rects = rects;
   pic.num_rects = num_rects;
   bool ok = !show || s->display->platform->present(s, &pic);
   unmap(c, t);
   return ok;
}

void
egl_pixmap_load(struct egl_context *c, struct egl_surface *s)
{
   struct egl_picture pic;
   struct pipe_transfer *t;
   if (s->type != EGL_PIXMAP_BIT || s->native_gone || !map(c, s, PIPE_MAP_READ | PIPE_MAP_WRITE, &pic, &t))
      return;
   s->display->platform->pixmap_read(s, (void *)pic.rows, pic.stride_B, pic.w, pic.h);
   unmap(c, t);
}

bool
egl_pixmap_store(struct egl_context *c, struct egl_surface *s)
{
   if (!s || s->type != EGL_PIXMAP_BIT || s->native_gone)
      return true;
   return egl_surface_present(c, s, true, NULL, 0);
}

/** eglSwapBuffers and its relatives. */
static EGLBoolean
swap(EGLDisplay dpy, EGLSurface surface, const EGLint *rects, EGLint num_rects)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   struct egl_context *c = egl_thread()->ctx;
   bool ready = false;
   if (s && (!c || c->draw != s))
      egl_error(EGL_BAD_SURFACE, "the surface is not the calling thread's draw surface");
   else if (s && (num_rects < 0 || (num_rects > 0 && !rects)))
      egl_error(EGL_BAD_PARAMETER, "%d damage rectangles at %p", num_rects, (const void *)rects);
   else if (s && s->native_gone)
      egl_error(EGL_BAD_NATIVE_WINDOW, "the display was terminated since the surface was made");
   else
      ready = s != NULL;
   if (ready)
      egl_begin_use(d);
   egl_unlock();
   if (!ready)
      return EGL_FALSE;
   /* The surface is current in this thread: nobody else can take it away while the lock is released. On
    * pbuffers and pixmaps swapping has no effect (EGL 1.5 §3.10.1). */
   bool window = s->type == EGL_WINDOW_BIT;
   if (window) {
      st_framebuffer_resolve(c->st, s->fb);
      st_flush(c->st, NULL);
   }
   bool ok = egl_surface_present(c, s, window, rects, num_rects);
   egl_lock();
   egl_end_use(d);
   if (window)
      s->age = 1;
   s->age_queried = s->damage_set = false;
   egl_surface_follow_window(s);
   s->swapped = true;
   if (ok)
      egl_ok();
   else
      egl_error(EGL_BAD_NATIVE_WINDOW, "the window 0x%lx can't be drawn to", (unsigned long)s->window);
   egl_unlock();
   return ok;
}

EGLBoolean
egl_SwapBuffers(EGLDisplay dpy, EGLSurface surface)
{
   return swap(dpy, surface, NULL, 0);
}

EGLBoolean
egl_SwapBuffersWithDamageKHR(EGLDisplay dpy, EGLSurface surface, const EGLint *rects, EGLint num_rects)
{
   return swap(dpy, surface, rects, num_rects);
}

EGLBoolean
egl_SwapBuffersWithDamageEXT(EGLDisplay dpy, EGLSurface surface, const EGLint *rects, EGLint num_rects)
{
   return swap(dpy, surface, rects, num_rects);
}

EGLBoolean
egl_PostSubBufferNV(EGLDisplay dpy, EGLSurface surface, EGLint x, EGLint y, EGLint w, EGLint h)
{
   const EGLint rect[4] = {x, y, w, h};
   if (x < 0 || y < 0 || w < 0 || h < 0)
      return egl_error(EGL_BAD_PARAMETER, "rectangle %d,%d %dx%d", x, y, w, h);
   return swap(dpy, surface, rect, 1);
}

EGLBoolean
egl_SetDamageRegionKHR(EGLDisplay dpy, EGLSurface surface, EGLint *rects, EGLint num_rects)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   struct egl_context *c = egl_thread()->ctx;
   if (!s)
      goto out;
   if (s->type != EGL_WINDOW_BIT || !c || c->draw != s)
      egl_error(EGL_BAD_MATCH, "the surface is not a window that is the calling thread's draw surface");
   else if (s->swap_behavior != EGL_BUFFER_DESTROYED)
      egl_error(EGL_BAD_MATCH, "the surface's swap behaviour is not EGL_BUFFER_DESTROYED");
   else if (num_rects < 0 || (num_rects > 0 && !rects))
      egl_error(EGL_BAD_PARAMETER, "%d rectangles at %p", num_rects, (void *)rects);
   else if (s->damage_set)
      egl_error(EGL_BAD_ACCESS, "the frame already has a damage region");
   else if (!s->age_queried)
      egl_error(EGL_BAD_ACCESS, "the buffer's age has not been queried in this frame");
   else {
      s->damage_set = true; /* a promise of the application that needs no use of it */
      ok = egl_ok();
   }
out:
   egl_unlock();
   return ok;
}

EGLBoolean
egl_SwapInterval(EGLDisplay dpy, EGLint interval)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_context *c = egl_thread()->ctx;
   EGLBoolean ok = EGL_FALSE;
   if (d && !c)
      egl_error(EGL_BAD_CONTEXT, "eglSwapInterval without a current context");
   else if (d && !c->draw)
      egl_error(EGL_BAD_SURFACE, "eglSwapInterval without a draw surface");
   else if (d) {
      c->draw->swap_interval = CLAMP(interval, 0, 1);
      ok = egl_ok();
   }
   egl_unlock();
   return ok;
}

/** With the lock held: the picture of a surface that is current nowhere else. */
static bool
copy_to_pixmap(struct egl_display *d, struct egl_surface *s, uintptr_t pixmap)
{
   struct egl_context *c = egl_thread()->ctx;
   struct egl_picture pic;
   struct pipe_transfer *t;
   if (!c || (s->current && s->current != c))
      return egl_error(EGL_BAD_SURFACE,
                       "eglCopyBuffers needs a current context and a surface of this thread");
   st_framebuffer_resolve(c->st, s->fb);
   st_flush(c->st, NULL);
   if (!map(c, s, PIPE_MAP_READ, &pic, &t))
      return egl_error(EGL_BAD_ALLOC, "out of memory");
   bool ok = d->platform->pixmap_copy(s, pixmap, &pic);
   unmap(c, t);
   return ok || egl_error(EGL_BAD_MATCH, "pixmap 0x%lx does not fit config %d", (unsigned long)pixmap,
                          s->config->id);
}

EGLBoolean
egl_CopyBuffers(EGLDisplay dpy, EGLSurface surface, EGLNativePixmapType target)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   if (s && (!d->platform->pixmap_copy || !d->platform->pixmap_depth(d, (uintptr_t)target)))
      egl_error(EGL_BAD_NATIVE_PIXMAP, "0x%lx is no native pixmap", (unsigned long)target);
   else if (s && copy_to_pixmap(d, s, (uintptr_t)target))
      ok = egl_ok();
   egl_unlock();
   return ok;
}
