/* SPDX-License-Identifier: MIT
 *
 * Windows and pixmaps of an X server, through XCB: EGL_PLATFORM_X11 (an Xlib Display) and EGL_PLATFORM_XCB
 * (an XCB connection). Pictures go through memory shared with the server where it has MIT-SHM and is on this
 * machine, else through the socket by PutImage.
 *
 * The X libraries are opened when the first X display is initialised, not linked: a headless machine needs
 * none of them.
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
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
   X(xcb_get_image_cookie_t, xcb_get_image,                                                                  \
     (xcb_connection_t *, uint8_t, xcb_drawable_t, int16_t, int16_t, uint16_t, uint16_t, uint32_t))          \
   X(xcb_get_image_reply_t *, xcb_get_image_reply,                                                           \
     (xcb_connection_t *, xcb_get_image_cookie_t, xcb_generic_error_t **))                                   \
   X(uint8_t *, xcb_get_image_data, (const xcb_get_image_reply_t *))                                         \
   X(xcb_get_window_attributes_cookie_t, xcb_get_window_attributes, (xcb_connection_t *, xcb_window_t))      \
   X(xcb_get_window_attributes_reply_t *, xcb_get_window_attributes_reply,                                   \
     (xcb_connection_t *, xcb_get_window_attributes_cookie_t, xcb_generic_error_t **))                       \
   X(xcb_get_input_focus_cookie_t, xcb_get_input_focus, (xcb_connection_t *))                                \
   X(xcb_get_input_focus_reply_t *, xcb_get_input_focus_reply,                                               \
     (xcb_connection_t *, xcb_get_input_focus_cookie_t, xcb_generic_error_t **))                             \
   X(const xcb_query_extension_reply_t *, xcb_get_extension_data, (xcb_connection_t *, xcb_extension_t *))   \
   X(xcb_generic_error_t *, xcb_request_check, (xcb_connection_t *, xcb_void_cookie_t))                      \
   X(int, xcb_flush, (xcb_connection_t *))

/* of libxcb-shm.so.0, which may be missing */
#define SHM_FUNCTIONS(X)                                                                                     \
   X(xcb_void_cookie_t, xcb_shm_attach_checked, (xcb_connection_t *, uint32_t, uint32_t, uint8_t))           \
   X(xcb_void_cookie_t, xcb_shm_detach, (xcb_connection_t *, uint32_t))                                      \
   X(xcb_void_cookie_t, xcb_shm_put_image,                                                                   \
     (xcb_connection_t *, xcb_drawable_t, xcb_gcontext_t, uint16_t, uint16_t, uint16_t, uint16_t, uint16_t,  \
      uint16_t, int16_t, int16_t, uint8_t, uint8_t, uint8_t, uint32_t, uint32_t))

struct x11 {
   void *lib, *lib_x11_xcb, *lib_shm;
   xcb_connection_t *conn;
   bool has_shm;
   bool own_connection;
   int screen_nr;
#define X(ret, name, params) ret(*name) params;
   XCB_FUNCTIONS(X)
   SHM_FUNCTIONS(X)
#undef X
};

/** Memory that the server reads too. Before it is written again the server must be done with the last
 * picture. */
struct segment {
   uint32_t id;
   uint8_t *map;
   size_t size_B;
   bool busy;
   xcb_get_input_focus_cookie_t done; /* answered behind the last use */
};

struct x11_window {
   xcb_gcontext_t gc;
   uint8_t depth;
   uint8_t *rows; /* of one PutImage request */
   size_t rows_B;
   struct segment segment[2]; /* used in turn */
   unsigned turn;
};

static void
x11_close(struct egl_display *d)
{
   struct x11 *x = d->platform_data;
   if (!x)
      return;
   if (x->conn && x->own_connection)
      x->xcb_disconnect(x->conn);
   if (x->lib_shm)
      dlclose(x->lib_shm);
   if (x->lib_x11_xcb)
      dlclose(x->lib_x11_xcb);
   if (x->lib)
      dlclose(x->lib);
   free(x);
   d->platform_data = NULL;
}

static void
open_shm(struct x11 *x)
{
   x->lib_shm = dlopen("libxcb-shm.so.0", RTLD_NOW | RTLD_LOCAL);
   if (!x->lib_shm)
      return;
#define X(ret, name, params)                                                                                 \
   x->name = (ret(*) params)dlsym(x->lib_shm, #name);                                                        \
   if (!x->name)                                                                                             \
      return;
   SHM_FUNCTIONS(X)
#undef X
   xcb_extension_t *id = dlsym(x->lib_shm, "xcb_shm_id");
   const xcb_query_extension_reply_t *e = id ? x->xcb_get_extension_data(x->conn, id) : NULL;
   x->has_shm = e && e->present;
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
   if (d->screen_nr >= 0)
      x->screen_nr = egl_clamp_attrib(d->screen_nr);
   open_shm(x);
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

/** A TrueColor visual: of depth 32 for alpha, else 24; 16 for 565, 30 for ten bits. An alpha config is better
 * shown without its alpha than not at all, so it falls back to depth 24. */
static EGLint
x11_native_visual(struct egl_display *d, EGLint red, EGLint alpha, EGLint *visual_type)
{
   struct x11 *x = d->platform_data;
   EGLint best = 0;
   unsigned best_depth = 0;
   for (xcb_depth_iterator_t i = x->xcb_screen_allowed_depths_iterator(x11_screen(x)); i.rem;
        x->xcb_depth_next(&i)) {
      unsigned depth = i.data->depth;
      if (red == 8 ? depth != 24 && !(alpha && depth == 32) : depth != (red == 10 ? 30 : 16))
         continue;
      for (xcb_visualtype_iterator_t v = x->xcb_depth_visuals_iterator(i.data); v.rem;
           x->xcb_visualtype_next(&v))
         if (v.data->_class == XCB_VISUAL_CLASS_TRUE_COLOR && depth > best_depth &&
             (red != 8 || (v.data->red_mask == 0xff0000 && v.data->blue_mask == 0xff)) &&
             (red != 10 || (v.data->red_mask == 0x3ff00000 && v.data->blue_mask == 0x3ff))) {
            best = (EGLint)v.data->visual_id;
            best_depth = depth;
         }
   }
   *visual_type = best ? XCB_VISUAL_CLASS_TRUE_COLOR : EGL_NONE;
   return best;
}

static xcb_get_geometry_reply_t *
geometry(struct x11 *x, uintptr_t drawable)
{
   return x->xcb_get_geometry_reply(x->conn, x->xcb_get_geometry(x->conn, (xcb_drawable_t)drawable), NULL);
}

static bool
is_window(struct x11 *x, uintptr_t drawable)
{
   xcb_get_window_attributes_reply_t *a = x->xcb_get_window_attributes_reply(
      x->conn, x->xcb_get_window_attributes(x->conn, (xcb_window_t)drawable), NULL);
   free(a);
   return a != NULL;
}

static bool
x11_window_size(struct egl_surface *s, uint32_t *w, uint32_t *h)
{
   xcb_get_geometry_reply_t *g = geometry(s->display->platform_data, s->window);
   if (!g)
      return false;
   *w = g->width;
   *h = g->height;
   free(g);
   return true;
}

/** Depth of the pixmaps that hold a config's pictures exactly. */
static unsigned
exact_depth(const struct egl_config *c)
{
   return (unsigned)(c->red + c->green + c->blue + c->alpha);
}

static bool
drawable_create(struct egl_surface *s, bool pixmap, char *why, size_t why_B)
{
   struct x11 *x = s->display->platform_data;
   xcb_get_geometry_reply_t *g = geometry(x, s->window);
   if (!g || is_window(x, s->window) == pixmap) {
      free(g);
      snprintf(why, why_B, "the X server knows no such %s", pixmap ? "pixmap" : "window");
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
   unsigned want = exact_depth(s->config);
   /* A window without an alpha channel may show the colours of a config that has one, and the reverse. */
   const EGLint window_red = w->depth == 30 ? 10 : w->depth == 24 || w->depth == 32 ? 8 : 0;
   if (w->depth != want && (pixmap || s->config->red != window_red)) {
      snprintf(why, why_B, "its depth %u does not fit a config of %u bits a pixel", w->depth, want);
      free(w);
      return false;
   }
   w->gc = x->xcb_generate_id(x->conn);
   const uint32_t no_exposures = 0;
   x->xcb_create_gc(x->conn, w->gc, (xcb_drawable_t)s->window, XCB_GC_GRAPHICS_EXPOSURES, &no_exposures);
   s->platform_data = w;
   return true;
}

static bool
x11_window_create(struct egl_surface *s, char *why, size_t why_B)
{
   return drawable_create(s, false, why, why_B);
}

static bool
x11_pixmap_create(struct egl_surface *s, char *why, size_t why_B)
{
   return drawable_create(s, true, why, why_B);
}

/* ---- shared memory ------------------------------------------------------------------------------------- */

static void
segment_wait(struct x11 *x, struct segment *g)
{
   if (g->busy)
      free(x->xcb_get_input_focus_reply(x->conn, g->done, NULL));
   g->busy = false;
}

static void
segment_free(struct x11 *x, struct segment *g)
{
   if (!g->map)
      return;
   segment_wait(x, g);
   x->xcb_shm_detach(x->conn, g->id);
   shmdt(g->map);
   *g = (struct segment){0};
}

/** Memory for \p size_B bytes that the server no longer reads; NULL: there is none, use the socket. */
static uint8_t *
segment_map(struct x11 *x, struct segment *g, size_t size_B)
{
   if (!x->has_shm)
      return NULL;
   if (g->map && g->size_B >= size_B && g->size_B / 4 <= size_B) {
      segment_wait(x, g);
      return g->map;
   }
   segment_free(x, g);
   int id = shmget(IPC_PRIVATE, size_B, IPC_CREAT | 0600);
   if (id < 0)
      return NULL;
   void *map = shmat(id, NULL, 0);
   if (map != (void *)-1) {
      g->id = x->xcb_generate_id(x->conn);
      xcb_generic_error_t *error =
         x->xcb_request_check(x->conn, x->xcb_shm_attach_checked(x->conn, g->id, (uint32_t)id, 1));
      if (error || x->xcb_connection_has_error(x->conn)) {
         free(error);
         shmdt(map);
         x->has_shm = false; /* a server on another machine, or in another container */
      } else {
         g->map = map;
         g->size_B = size_B;
      }
   }
   shmctl(id, IPC_RMID, NULL); /* lives until the last detach */
   return g->map;
}

/* ---- windows and pixmaps ------------------------------------------------------------------------------- */

static void
x11_window_destroy(struct egl_surface *s)
{
   struct x11 *x = s->display->platform_data;
   struct x11_window *w = s->platform_data;
   if (!w)
      return;
   x->xcb_free_gc(x->conn, w->gc);
   for (unsigned i = 0; i < 2; i++)
      segment_free(x, &w->segment[i]);
   x->xcb_flush(x->conn);
   free(w->rows);
   free(w);
   s->platform_data = NULL;
}

static unsigned
pixel_B(const struct egl_config *c)
{
   return c->red >= 8 ? 4 : 2;
}

/** A rectangle of the picture, in the window's coordinates (y down), inside it. */
struct rect {
   uint32_t x, y, w, h;
};

static bool
clip(const EGLint r[4], const struct egl_picture *p, struct rect *o)
{
   int64_t x0 = MAX2((int64_t)r[0], 0), y0 = MAX2((int64_t)r[1], 0);
   int64_t x1 = MIN2((int64_t)r[0] + r[2], (int64_t)p->w), y1 = MIN2((int64_t)r[1] + r[3], (int64_t)p->h);
   if (x1 <= x0 || y1 <= y0)
      return false;
   *o = (struct rect){(uint32_t)x0, (uint32_t)(p->h - y1), (uint32_t)(x1 - x0), (uint32_t)(y1 - y0)};
   return true;
}

static void
copy_rows(uint8_t *to, size_t to_stride_B, const struct egl_picture *p, struct rect r, unsigned bpp)
{
   for (uint32_t i = 0; i < r.h; i++)
      memcpy(to + i * to_stride_B,
             (const uint8_t *)p->rows + (size_t)(p->h - 1 - r.y - i) * p->stride_B + (size_t)r.x * bpp,
             (size_t)r.w * bpp);
}

/** Through the socket. */
static bool
put_rect(struct x11 *x, struct x11_window *win, xcb_drawable_t to, const struct egl_picture *p, struct rect r,
         unsigned bpp)
{
   uint32_t padded_B = (uint32_t)u_align(r.w * bpp, 4);
   size_t room = (size_t)x->xcb_get_maximum_request_length(x->conn) * 4 - 64;
   uint32_t batch = (uint32_t)MIN2(r.h, MAX2(room / padded_B, 1));
   if (win->rows_B < (size_t)batch * padded_B) {
      uint8_t *rows = realloc(win->rows, (size_t)batch * padded_B);
      if (!rows)
         return false;
      win->rows = rows;
      win->rows_B = (size_t)batch * padded_B;
   }
   for (uint32_t y = 0; y < r.h; y += batch) {
      uint32_t n = MIN2(batch, r.h - y);
      copy_rows(win->rows, padded_B, p, (struct rect){r.x, r.y + y, r.w, n}, bpp);
      x->xcb_put_image(x->conn, XCB_IMAGE_FORMAT_Z_PIXMAP, to, win->gc, (uint16_t)r.w, (uint16_t)n,
                       (int16_t)r.x, (int16_t)(r.y + y), 0, win->depth, n * padded_B, win->rows);
   }
   return true;
}

/** Through shared memory that holds the whole picture; \p seg_rows is its mapping. */
static void
put_rect_shm(struct x11 *x, struct x11_window *win, struct segment *g, xcb_drawable_t to,
             const struct egl_picture *p, struct rect r, unsigned bpp)
{
   size_t stride_B = u_align(p->w * bpp, 4);
   copy_rows(g->map + r.y * stride_B + (size_t)r.x * bpp, stride_B, p, r, bpp);
   x->xcb_shm_put_image(x->conn, to, win->gc, (uint16_t)(stride_B / bpp), (uint16_t)p->h, (uint16_t)r.x,
                        (uint16_t)r.y, (uint16_t)r.w, (uint16_t)r.h, (int16_t)r.x, (int16_t)r.y, win->depth,
                        XCB_IMAGE_FORMAT_Z_PIXMAP, 0, g->id, 0);
}

static bool
put(struct x11 *x, struct x11_window *win, xcb_drawable_t to, const struct egl_picture *p, unsigned bpp)
{
   const EGLint all[4] = {0, 0, (EGLint)p->w, (EGLint)p->h};
   const EGLint *rects = p->num_rects ? p->rects : all;
   EGLint n = p->num_rects ? p->num_rects : 1;
   struct segment *g = &win->segment[win->turn];
   bool shm = segment_map(x, g, u_align(p->w * bpp, 4) * p->h) != NULL, ok = true;
   for (EGLint i = 0; i < n; i++) {
      struct rect r;
      if (!clip(rects + (size_t)i * 4, p, &r))
         continue;
      if (shm)
         put_rect_shm(x, win, g, to, p, r, bpp);
      else
         ok = put_rect(x, win, to, p, r, bpp) && ok;
   }
   if (shm) {
      g->busy = true;
      g->done = x->xcb_get_input_focus(x->conn);
      win->turn ^= 1;
   }
   x->xcb_flush(x->conn);
   return ok && !x->xcb_connection_has_error(x->conn);
}

static bool
x11_present(struct egl_surface *s, const struct egl_picture *p)
{
   return put(s->display->platform_data, s->platform_data, (xcb_drawable_t)s->window, p, pixel_B(s->config));
}

static bool
x11_pixmap_read(struct egl_surface *s, void *rows, uint32_t stride_B, uint32_t w, uint32_t h)
{
   struct x11 *x = s->display->platform_data;
   xcb_get_image_reply_t *r =
      x->xcb_get_image_reply(x->conn,
                             x->xcb_get_image(x->conn, XCB_IMAGE_FORMAT_Z_PIXMAP, (xcb_drawable_t)s->window,
                                              0, 0, (uint16_t)w, (uint16_t)h, ~0u),
                             NULL);
   if (!r)
      return false;
   const uint8_t *from = x->xcb_get_image_data(r);
   size_t row_B = (size_t)w * pixel_B(s->config), from_B = u_align(row_B, 4);
   bool ok = (size_t)r->length * 4 >= from_B * h;
   for (uint32_t y = 0; ok && y < h; y++)
      memcpy((uint8_t *)rows + (size_t)(h - 1 - y) * stride_B, from + y * from_B, row_B);
   free(r);
   return ok;
}

static EGLint
x11_pixmap_depth(struct egl_display *d, uintptr_t pixmap)
{
   xcb_get_geometry_reply_t *g = geometry(d->platform_data, pixmap);
   EGLint depth = g && !is_window(d->platform_data, pixmap) ? g->depth : 0;
   free(g);
   return depth;
}

static bool
x11_pixmap_copy(struct egl_surface *s, uintptr_t pixmap, const struct egl_picture *p)
{
   struct x11 *x = s->display->platform_data;
   struct x11_window to = {.depth = (uint8_t)x11_pixmap_depth(s->display, pixmap)};
   if (to.depth != exact_depth(s->config))
      return false;
   to.gc = x->xcb_generate_id(x->conn);
   x->xcb_create_gc(x->conn, to.gc, (xcb_drawable_t)pixmap, 0, NULL);
   bool ok = put(x, &to, (xcb_drawable_t)pixmap, p, pixel_B(s->config));
   for (unsigned i = 0; i < 2; i++)
      segment_free(x, &to.segment[i]);
   x->xcb_free_gc(x->conn, to.gc);
   x->xcb_flush(x->conn);
   free(to.rows);
   return ok;
}

#define X11_FUNCTIONS                                                                                        \
   .open = x11_open, .close = x11_close, .native_visual = x11_native_visual, .window_size = x11_window_size, \
   .window_create = x11_window_create, .window_destroy = x11_window_destroy, .present = x11_present,         \
   .pixmap_create = x11_pixmap_create, .pixmap_read = x11_pixmap_read, .pixmap_copy = x11_pixmap_copy,       \
   .pixmap_depth = x11_pixmap_depth

const struct egl_platform egl_platform_x11 = {.id = EGL_PLATFORM_X11_KHR, .name = "x11", X11_FUNCTIONS};
const struct egl_platform egl_platform_xcb = {.id = EGL_PLATFORM_XCB_EXT, .name = "xcb", X11_FUNCTIONS};
