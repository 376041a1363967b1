/* SPDX-License-Identifier: MIT
 *
 * Windows of an X server, through XCB: EGL_PLATFORM_X11 (an Xlib Display) and EGL_PLATFORM_XCB (an XCB
 * connection). Pictures are sent with PutImage; the server needs no extension.
 *
 * The X libraries are opened when the first X display is initialised, not linked: a headless machine needs
 * none of them.
 */
#include "api/egl/egl_internal.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xcb.h>

#include "util/u_math.h"

/* X(return type, function, parameters) of libxcb.so.1 */
#define XCB_FUNCTIONS(X)                                                                                     \
   X(xcb_connection_t *, xcb_connect, (const char *, int *))                                                 \
   X(void, xcb_disconnect, (xcb_connection_t *))                                                             \
   X(int, xcb_connection_has_error, (xcb_connection_t *))                                                    \
   X(const xcb_setup_t *, xcb_get_setup, (xcb_connection_t *))                                               \
   X(xcb_screen_iterator_t, xcb_setup_roots_iterator, (const xcb_setup_t *))                                 \
   X(void, xcb_screen_next, (xcb_screen_iterator_t *))                                                       \
   X(xcb_depth_iterator_t, xcb_screen_allowed_depths_iterator, (const xcb_screen_t *))                       \
   X(void, xcb_depth_next, (xcb_depth_iterator_t *))                                                         \
   X(xcb_visualtype_iterator_t, xcb_depth_visuals_iterator, (const xcb_depth_t *))                           \
   X(void, xcb_visualtype_next, (xcb_visualtype_iterator_t *))                                               \
   X(uint32_t, xcb_generate_id, (xcb_connection_t *))                                                        \
   X(uint32_t, xcb_get_maximum_request_length, (xcb_connection_t *))                                         \
   X(xcb_get_geometry_cookie_t, xcb_get_geometry, (xcb_connection_t *, xcb_drawable_t))                      \
   X(xcb_get_geometry_reply_t *, xcb_get_geometry_reply,                                                     \
     (xcb_connection_t *, xcb_get_geometry_cookie_t, xcb_generic_error_t **))                                \
   X(xcb_void_cookie_t, xcb_create_gc,                                                                       \
     (xcb_connection_t *, xcb_gcontext_t, xcb_drawable_t, uint32_t, const void *))                           \
   X(xcb_void_cookie_t, xcb_free_gc, (xcb_connection_t *, xcb_gcontext_t))                                   \
   X(xcb_void_cookie_t, xcb_put_image,                                                                       \
     (xcb_connection_t *, uint8_t, xcb_drawable_t, xcb_gcontext_t, uint16_t, uint16_t, int16_t, int16_t,     \
      uint8_t, uint8_t, uint32_t, const uint8_t *))                                                          \
   X(int, xcb_flush, (xcb_connection_t *))

struct x11 {
   void *lib, *lib_x11_xcb;
   xcb_connection_t *conn;
   bool own_connection;
   int screen_nr;
#define X(ret, name, params) ret(*name) params;
   XCB_FUNCTIONS(X)
#undef X
};

struct x11_window {
   xcb_gcontext_t gc;
   uint8_t depth;
   uint8_t *rows; /* of one PutImage request */
   size_t rows_B;
};

static void
x11_close(struct egl_display *d)
{
   struct x11 *x = d->platform_data;
   if (!x)
      return;
   if (x->conn && x->own_connection)
      x->xcb_disconnect(x->conn);
   if (x->lib_x11_xcb)
      dlclose(x->lib_x11_xcb);
   if (x->lib)
      dlclose(x->lib);
   free(x);
   d->platform_data = NULL;
}

static bool
x11_open(struct egl_display *d, char *why, size_t why_B)
{
   struct x11 *x = calloc(1, sizeof *x);
   d->platform_data = x;
   if (!x) {
      snprintf(why, why_B, "out of memory");
      return false;
   }
   x->lib = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
   if (!x->lib) {
      snprintf(why, why_B, "libxcb.so.1 can't be loaded: %s", dlerror());
      goto fail;
   }
#define X(ret, name, params)                                                                                 \
   x->name = (ret(*) params)dlsym(x->lib, #name);                                                            \
   if (!x->name) {                                                                                           \
      snprintf(why, why_B, "libxcb.so.1 lacks " #name);                                                      \
      goto fail;                                                                                             \
   }
   XCB_FUNCTIONS(X)
#undef X
   if (!d->native) {
      x->conn = x->xcb_connect(NULL, &x->screen_nr);
      x->own_connection = true;
   } else if (d->platform == &egl_platform_xcb) {
      x->conn = d->native;
   } else {
      x->lib_x11_xcb = dlopen("libX11-xcb.so.1", RTLD_NOW | RTLD_LOCAL);
      xcb_connection_t *(*get)(void *) = NULL;
      if (x->lib_x11_xcb)
         get = (xcb_connection_t * (*)(void *)) dlsym(x->lib_x11_xcb, "XGetXCBConnection");
      if (!get) {
         snprintf(why, why_B, "libX11-xcb.so.1 can't be loaded: %s", dlerror());
         goto fail;
      }
      x->conn = get(d->native);
   }
   if (!x->conn || x->xcb_connection_has_error(x->conn)) {
      const char *name = getenv("DISPLAY");
      snprintf(why, why_B, "no connection to the X server '%s'; without one use EGL_PLATFORM=surfaceless",
               name ? name : "");
      goto fail;
   }
   return true;
fail:
   x11_close(d);
   return false;
}

static xcb_screen_t *
x11_screen(struct x11 *x)
{
   xcb_screen_iterator_t i = x->xcb_setup_roots_iterator(x->xcb_get_setup(x->conn));
   for (int n = 0; n < x->screen_nr && i.rem > 1; n++)
      x->xcb_screen_next(&i);
   return i.data;
}

/** A TrueColor visual: of depth 32 for alpha, else 24; of depth 16 for 565. An alpha config is better shown
 * without its alpha than not at all, so it falls back to depth 24. */
static EGLint
x11_native_visual(struct egl_display *d, EGLint red, EGLint alpha, EGLint *visual_type)
{
   struct x11 *x = d->platform_data;
   EGLint best = 0;
   unsigned best_depth = 0;
   for (xcb_depth_iterator_t i = x->xcb_screen_allowed_depths_iterator(x11_screen(x)); i.rem;
        x->xcb_depth_next(&i)) {
      unsigned depth = i.data->depth;
      if (red == 8 ? depth != 24 && !(alpha && depth == 32) : depth != 16)
         continue;
      for (xcb_visualtype_iterator_t v = x->xcb_depth_visuals_iterator(i.data); v.rem;
           x->xcb_visualtype_next(&v))
         if (v.data->_class == XCB_VISUAL_CLASS_TRUE_COLOR && depth > best_depth &&
             (red != 8 || (v.data->red_mask == 0xff0000 && v.data->blue_mask == 0xff))) {
            best = (EGLint)v.data->visual_id;
            best_depth = depth;
         }
   }
   *visual_type = best ? XCB_VISUAL_CLASS_TRUE_COLOR : EGL_NONE;
   return best;
}

static xcb_get_geometry_reply_t *
geometry(struct egl_surface *s)
{
   struct x11 *x = s->display->platform_data;
   return x->xcb_get_geometry_reply(x->conn, x->xcb_get_geometry(x->conn, (xcb_drawable_t)s->window), NULL);
}

static bool
x11_window_size(struct egl_surface *s, uint32_t *w, uint32_t *h)
{
   xcb_get_geometry_reply_t *g = geometry(s);
   if (!g)
      return false;
   *w = g->width;
   *h = g->height;
   free(g);
   return true;
}

static bool
x11_window_create(struct egl_surface *s, char *why, size_t why_B)
{
   struct x11 *x = s->display->platform_data;
   xcb_get_geometry_reply_t *g = geometry(s);
   if (!g) {
      snprintf(why, why_B, "the X server knows no such window");
      return false;
   }
   struct x11_window *w = calloc(1, sizeof *w);
   if (!w) {
      free(g);
      snprintf(why, why_B, "out of memory");
      return false;
   }
   w->depth = g->depth;
   free(g);
   unsigned bits = s->config->red == 8 ? 32 : 16;
   if ((bits == 32 && w->depth != 24 && w->depth != 32) || (bits == 16 && w->depth != 16)) {
      snprintf(why, why_B, "its depth %u does not fit a config of %u bits a pixel", w->depth, bits);
      free(w);
      return false;
   }
   w->gc = x->xcb_generate_id(x->conn);
   const uint32_t no_exposures = 0;
   x->xcb_create_gc(x->conn, w->gc, (xcb_drawable_t)s->window, XCB_GC_GRAPHICS_EXPOSURES, &no_exposures);
   s->platform_data = w;
   return true;
}

static void
x11_window_destroy(struct egl_surface *s)
{
   struct x11 *x = s->display->platform_data;
   struct x11_window *w = s->platform_data;
   if (!w)
      return;
   x->xcb_free_gc(x->conn, w->gc);
   free(w->rows);
   free(w);
   s->platform_data = NULL;
}

static bool
x11_present(struct egl_surface *s, const void *rows, uint32_t stride_B, uint32_t w, uint32_t h)
{
   struct x11 *x = s->display->platform_data;
   struct x11_window *win = s->platform_data;
   uint32_t row_B = w * (s->config->red == 8 ? 4 : 2);
   uint32_t padded_B = (uint32_t)u_align(row_B, 4);
   size_t room = (size_t)x->xcb_get_maximum_request_length(x->conn) * 4 - 64;
   uint32_t batch = (uint32_t)MIN2(h, MAX2(room / padded_B, 1));
   if (win->rows_B < (size_t)batch * padded_B) {
      uint8_t *p = realloc(win->rows, (size_t)batch * padded_B);
      if (!p)
         return false;
      win->rows = p;
      win->rows_B = (size_t)batch * padded_B;
   }
   for (uint32_t y = 0; y < h; y += batch) { /* y counts from the top of the window */
      uint32_t n = MIN2(batch, h - y);
      for (uint32_t i = 0; i < n; i++)
         memcpy(win->rows + (size_t)i * padded_B, (const uint8_t *)rows + (size_t)(h - 1 - y - i) * stride_B,
                row_B);
      x->xcb_put_image(x->conn, XCB_IMAGE_FORMAT_Z_PIXMAP, (xcb_drawable_t)s->window, win->gc, (uint16_t)w,
                       (uint16_t)n, 0, (int16_t)y, 0, win->depth, n * padded_B, win->rows);
   }
   x->xcb_flush(x->conn);
   return !x->xcb_connection_has_error(x->conn);
}

#define X11_FUNCTIONS                                                                                        \
   .open = x11_open, .close = x11_close, .native_visual = x11_native_visual, .window_size = x11_window_size, \
   .window_create = x11_window_create, .window_destroy = x11_window_destroy, .present = x11_present

const struct egl_platform egl_platform_x11 = {.id = EGL_PLATFORM_X11_KHR, .name = "x11", X11_FUNCTIONS};
const struct egl_platform egl_platform_xcb = {.id = EGL_PLATFORM_XCB_EXT, .name = "xcb", X11_FUNCTIONS};
