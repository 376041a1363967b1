/* SPDX-License-Identifier: MIT
 *
 * Windows of a Wayland compositor (EGL_PLATFORM_WAYLAND_KHR): pictures go through shared memory (wl_shm).
 *
 * Each window has an event queue of its own, so that threads with different windows do not wait for each
 * other. With a swap interval of 1 a swap waits until the compositor asks for the next frame, but no longer
 * than a second: hidden windows get no frame events. libwayland-client is opened when the first such display
 * is initialised, not linked; it stays open for the rest of the process, as its objects may.
 *
 * Left out: linux-dmabuf, which would spare a copy (a surface has one colour buffer here, and a compositor reads
 * a picture while the next one is drawn), and libwayland-egl from before 1.15 (2018).
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"

#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client-core.h>
#include <wayland-client-protocol.h>

#include "util/u_math.h"

/* X(return type, function, parameters) of libwayland-client.so.0; the last one takes a variable list */
#define WL_FUNCTIONS(X)                                                                                      \
   X(struct wl_display *, wl_display_connect, (const char *))                                                \
   X(void, wl_display_disconnect, (struct wl_display *))                                                     \
   X(int, wl_display_get_fd, (struct wl_display *))                                                          \
   X(int, wl_display_get_error, (struct wl_display *))                                                       \
   X(int, wl_display_flush, (struct wl_display *))                                                           \
   X(int, wl_display_roundtrip_queue, (struct wl_display *, struct wl_event_queue *))                        \
   X(int, wl_display_dispatch_queue_pending, (struct wl_display *, struct wl_event_queue *))                 \
   X(int, wl_display_prepare_read_queue, (struct wl_display *, struct wl_event_queue *))                     \
   X(int, wl_display_read_events, (struct wl_display *))                                                     \
   X(void, wl_display_cancel_read, (struct wl_display *))                                                    \
   X(struct wl_event_queue *, wl_display_create_queue, (struct wl_display *))                                \
   X(void, wl_event_queue_destroy, (struct wl_event_queue *))                                                \
   X(void *, wl_proxy_create_wrapper, (void *))                                                              \
   X(void, wl_proxy_wrapper_destroy, (void *))                                                               \
   X(void, wl_proxy_set_queue, (struct wl_proxy *, struct wl_event_queue *))                                 \
   X(void, wl_proxy_destroy, (struct wl_proxy *))                                                            \
   X(int, wl_proxy_add_listener, (struct wl_proxy *, void (**)(void), void *))                               \
   X(uint32_t, wl_proxy_get_version, (struct wl_proxy *))                                                    \
   X(struct wl_proxy *, wl_proxy_marshal_flags,                                                              \
     (struct wl_proxy *, uint32_t, const struct wl_interface *, uint32_t, uint32_t, ...))

#define WL_INTERFACES(X)                                                                                     \
   X(wl_registry_interface)                                                                                  \
   X(wl_callback_interface)                                                                                  \
   X(wl_shm_interface)                                                                                       \
   X(wl_shm_pool_interface)                                                                                  \
   X(wl_buffer_interface)

/* The library's functions; filled once with egl_lock held, constant afterwards. */
static struct {
   void *handle;
#define X(ret, name, params) ret(*name) params;
   WL_FUNCTIONS(X)
#undef X
#define X(name) const struct wl_interface *name;
   WL_INTERFACES(X)
#undef X
} lib;

/** What wl_egl_window_create returns: version 3 of the interface between libwayland-egl and EGL libraries. */
struct wl_egl_window {
   const intptr_t version;
   int width, height, dx, dy, attached_width, attached_height;
   void *driver_private;
   void (*resize_callback)(struct wl_egl_window *, void *);
   void (*destroy_window_callback)(void *);
   struct wl_surface *surface;
};

#define FOURCC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define NUM_BUFFERS        4
#define WAIT_NS            UINT64_C(1000000000)

struct wayland {
   struct wl_display *display;
   bool own_connection;
   struct wl_event_queue *queue;
   struct wl_registry *registry;
   struct wl_shm *shm;
   bool rgb565;
};

struct buffer {
   struct wl_buffer *wl;
   void *map;
   size_t size_B;
   uint32_t w, h, stride_B;
   bool busy; /* the compositor may read it */
};

struct window {
   struct wl_egl_window *native; /* NULL: the application destroyed it */
   struct wl_event_queue *queue;
   struct wl_surface *surface; /* wrappers of our queue */
   struct wl_shm *shm;
   struct wl_callback *frame; /* not NULL: the compositor has not asked for the next frame yet */
   uint32_t format;           /* enum wl_shm_format */
   struct buffer buffer[NUM_BUFFERS];
};

static bool
load(char *why, size_t why_B)
{
   if (lib.handle)
      return true;
   void *h = dlopen("libwayland-client.so.0", RTLD_NOW | RTLD_LOCAL);
   if (!h) {
      snprintf(why, why_B, "libwayland-client.so.0 can't be loaded: %s", dlerror());
      return false;
   }
#define X(ret, name, params)                                                                                 \
   lib.name = (ret(*) params)dlsym(h, #name);                                                                \
   if (!lib.name) {                                                                                          \
      snprintf(why, why_B, "libwayland-client.so.0 lacks " #name " (1.20 is needed)");                       \
      dlclose(h);                                                                                            \
      return false;                                                                                          \
   }
   WL_FUNCTIONS(X)
#undef X
#define X(name)                                                                                              \
   lib.name = dlsym(h, #name);                                                                               \
   if (!lib.name) {                                                                                          \
      snprintf(why, why_B, "libwayland-client.so.0 lacks " #name);                                           \
      dlclose(h);                                                                                            \
      return false;                                                                                          \
   }
   WL_INTERFACES(X)
#undef X
   lib.handle = h;
   return true;
}

/* ---- the display --------------------------------------------------------------------------------------- */

static void
shm_format(void *data, struct wl_shm *shm, uint32_t format)
{
   struct wayland *w = data;
   w->rgb565 |= format == WL_SHM_FORMAT_RGB565;
}

static const struct wl_shm_listener shm_listener = {.format = shm_format};

static void
global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
   struct wayland *w = data;
   if (strcmp(interface, "wl_shm") || w->shm)
      return;
   w->shm = (struct wl_shm *)lib.wl_proxy_marshal_flags((struct wl_proxy *)registry, WL_REGISTRY_BIND,
                                                        lib.wl_shm_interface, 1, 0, name,
                                                        lib.wl_shm_interface->name, 1, NULL);
   if (w->shm)
      lib.wl_proxy_add_listener((struct wl_proxy *)w->shm, (void (**)(void)) & shm_listener, w);
}

static void
global_remove(void *data, struct wl_registry *registry, uint32_t name)
{
}

static const struct wl_registry_listener registry_listener = {.global = global,
                                                              .global_remove = global_remove};

static void
wayland_close(struct egl_display *d)
{
   struct wayland *w = d->platform_data;
   if (!w)
      return;
   if (w->shm)
      lib.wl_proxy_destroy((struct wl_proxy *)w->shm);
   if (w->registry)
      lib.wl_proxy_destroy((struct wl_proxy *)w->registry);
   if (w->queue)
      lib.wl_event_queue_destroy(w->queue);
   if (w->display && w->own_connection)
      lib.wl_display_disconnect(w->display);
   free(w);
   d->platform_data = NULL;
}

static bool
wayland_open(struct egl_display *d, char *why, size_t why_B)
{
   if (!load(why, why_B))
      return false;
   struct wayland *w = d->platform_data = calloc(1, sizeof *w);
   if (!w) {
      snprintf(why, why_B, "out of memory");
      return false;
   }
   w->own_connection = !d->native;
   w->display = d->native ? d->native : lib.wl_display_connect(NULL);
   if (!w->display) {
      const char *name = getenv("WAYLAND_DISPLAY");
      snprintf(why, why_B,
               "no connection to the Wayland compositor '%s'; without one use EGL_PLATFORM=surfaceless",
               name ? name : "wayland-0");
      goto fail;
   }
   w->queue = lib.wl_display_create_queue(w->display);
   struct wl_proxy *wrapper = w->queue ? lib.wl_proxy_create_wrapper(w->display) : NULL;
   if (wrapper) {
      lib.wl_proxy_set_queue(wrapper, w->queue);
      w->registry = (struct wl_registry *)lib.wl_proxy_marshal_flags(
         wrapper, WL_DISPLAY_GET_REGISTRY, lib.wl_registry_interface, lib.wl_proxy_get_version(wrapper), 0,
         NULL);
      lib.wl_proxy_wrapper_destroy(wrapper);
   }
   if (!w->registry ||
       lib.wl_proxy_add_listener((struct wl_proxy *)w->registry, (void (**)(void)) & registry_listener, w)) {
      snprintf(why, why_B, "out of memory for the Wayland registry");
      goto fail;
   }
   /* the globals, then wl_shm's formats */
   if (lib.wl_display_roundtrip_queue(w->display, w->queue) < 0 ||
       lib.wl_display_roundtrip_queue(w->display, w->queue) < 0) {
      snprintf(why, why_B, "the Wayland compositor broke the connection");
      goto fail;
   }
   if (!w->shm) {
      snprintf(why, why_B, "the Wayland compositor offers no wl_shm");
      goto fail;
   }
   return true;
fail:
   wayland_close(d);
   return false;
}

/** The DRM code of the pixel format, as kernel mode setting clients expect it. */
static EGLint
wayland_native_visual(struct egl_display *d, EGLint red, EGLint alpha, EGLint *visual_type)
{
   struct wayland *w = d->platform_data;
   *visual_type = EGL_NONE;
   if (red == 10)
      return 0;
   if (red == 8)
      return (EGLint)(alpha ? FOURCC('A', 'R', '2', '4') : FOURCC('X', 'R', '2', '4'));
   return w->rgb565 ? (EGLint)FOURCC('R', 'G', '1', '6') : 0;
}

/* ---- windows ------------------------------------------------------------------------------------------- */

static bool
wayland_window_size(struct egl_surface *s, uint32_t *w, uint32_t *h)
{
   struct window *win = s->platform_data;
   if (!win || !win->native)
      return false;
   *w = (uint32_t)MAX2(win->native->width, 1);
   *h = (uint32_t)MAX2(win->native->height, 1);
   return true;
}

/** The application destroys the window before the surface. */
static void
native_destroyed(void *data)
{
   struct window *win = data;
   win->native = NULL;
}

static void
buffer_fini(struct buffer *b)
{
   if (b->wl)
      lib.wl_proxy_marshal_flags((struct wl_proxy *)b->wl, WL_BUFFER_DESTROY, NULL, 1,
                                 WL_MARSHAL_FLAG_DESTROY);
   if (b->map)
      munmap(b->map, b->size_B);
   *b = (struct buffer){0};
}

static void
wayland_window_destroy(struct egl_surface *s)
{
   struct wayland *w = s->display->platform_data;
   struct window *win = s->platform_data;
   if (!win)
      return;
   if (win->native) {
      win->native->driver_private = NULL;
      win->native->destroy_window_callback = NULL;
   }
   for (unsigned i = 0; i < NUM_BUFFERS; i++)
      buffer_fini(&win->buffer[i]);
   if (win->frame)
      lib.wl_proxy_destroy((struct wl_proxy *)win->frame);
   if (win->surface)
      lib.wl_proxy_wrapper_destroy(win->surface);
   if (win->shm)
      lib.wl_proxy_wrapper_destroy(win->shm);
   if (win->queue)
      lib.wl_event_queue_destroy(win->queue);
   lib.wl_display_flush(w->display);
   free(win);
   s->platform_data = NULL;
}

static bool
wayland_window_create(struct egl_surface *s, char *why, size_t why_B)
{
   struct wayland *w = s->display->platform_data;
   struct wl_egl_window *native = (struct wl_egl_window *)s->window;
   if (!native || native->version < 3 || native->version > 0xffff || !native->surface) {
      snprintf(why, why_B, "it is no wl_egl_window of libwayland-egl 1.15 or later");
      return false;
   }
   if (native->driver_private) {
      snprintf(why, why_B, "it already has a surface");
      return false;
   }
   struct window *win = s->platform_data = calloc(1, sizeof *win);
   if (!win) {
      snprintf(why, why_B, "out of memory");
      return false;
   }
   win->format = s->config->red != 8                      ? WL_SHM_FORMAT_RGB565
                 : s->config->alpha && !s->present_opaque ? WL_SHM_FORMAT_ARGB8888
                                                          : WL_SHM_FORMAT_XRGB8888;
   win->queue = lib.wl_display_create_queue(w->display);
   win->surface = lib.wl_proxy_create_wrapper(native->surface);
   win->shm = lib.wl_proxy_create_wrapper(w->shm);
   if (!win->queue || !win->surface || !win->shm) {
      wayland_window_destroy(s);
      snprintf(why, why_B, "out of memory");
      return false;
   }
   lib.wl_proxy_set_queue((struct wl_proxy *)win->surface, win->queue);
   lib.wl_proxy_set_queue((struct wl_proxy *)win->shm, win->queue);
   win->native = native;
   native->driver_private = win;
   native->destroy_window_callback = native_destroyed;
   return true;
}

/* ---- presenting ---------------------------------------------------------------------------------------- */

/** Handles events of the window's queue, waiting for some until \p deadline_ns. False: none came, or the
 * connection is broken. */
static bool
pump(struct wayland *w, struct window *win, uint64_t deadline_ns)
{
   while (lib.wl_display_prepare_read_queue(w->display, win->queue)) {
      int n = lib.wl_display_dispatch_queue_pending(w->display, win->queue);
      if (n)
         return n > 0;
   }
   lib.wl_display_flush(w->display);
   uint64_t now = egl_now_ns();
   struct pollfd p = {.fd = lib.wl_display_get_fd(w->display), .events = POLLIN};
   int ms = now >= deadline_ns ? 0 : (int)((deadline_ns - now + 999999) / 1000000);
   if (poll(&p, 1, ms) <= 0) {
      lib.wl_display_cancel_read(w->display);
      return false;
   }
   if (lib.wl_display_read_events(w->display) < 0)
      return false;
   return lib.wl_display_dispatch_queue_pending(w->display, win->queue) >= 0;
}

static void
released(void *data, struct wl_buffer *wl)
{
   struct buffer *b = data;
   b->busy = false;
}

static const struct wl_buffer_listener buffer_listener = {.release = released};

static void
frame_done(void *data, struct wl_callback *cb, uint32_t time_ms)
{
   struct window *win = data;
   win->frame = NULL;
   lib.wl_proxy_destroy((struct wl_proxy *)cb);
}

static const struct wl_callback_listener frame_listener = {.done = frame_done};

static bool
buffer_init(struct window *win, struct buffer *b, uint32_t w, uint32_t h)
{
   *b = (struct buffer){.w = w, .h = h};
   b->stride_B = (uint32_t)u_align((size_t)w * (win->format == WL_SHM_FORMAT_RGB565 ? 2 : 4), 4);
   b->size_B = (size_t)b->stride_B * h;
   int fd = memfd_create("teragl", MFD_CLOEXEC);
   if (fd < 0)
      return false;
   if (b->size_B > INT32_MAX || ftruncate(fd, (off_t)b->size_B)) {
      close(fd);
      return false;
   }
   b->map = mmap(NULL, b->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   if (b->map == MAP_FAILED)
      b->map = NULL;
   struct wl_proxy *pool = NULL;
   if (b->map)
      pool = lib.wl_proxy_marshal_flags((struct wl_proxy *)win->shm, WL_SHM_CREATE_POOL,
                                        lib.wl_shm_pool_interface, 1, 0, NULL, fd, (int32_t)b->size_B);
   if (pool) {
      b->wl = (struct wl_buffer *)lib.wl_proxy_marshal_flags(
         pool, WL_SHM_POOL_CREATE_BUFFER, lib.wl_buffer_interface, 1, 0, NULL, 0, (int32_t)w, (int32_t)h,
         (int32_t)b->stride_B, win->format);
      lib.wl_proxy_marshal_flags(pool, WL_SHM_POOL_DESTROY, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
   }
   close(fd);
   if (!b->wl) {
      buffer_fini(b);
      return false;
   }
   lib.wl_proxy_add_listener((struct wl_proxy *)b->wl, (void (**)(void)) & buffer_listener, b);
   return true;
}

/** A buffer that the compositor does not read; NULL: it keeps all of them, or out of memory. */
static struct buffer *
free_buffer(struct wayland *wl, struct window *win, uint32_t w, uint32_t h)
{
   uint64_t deadline_ns = egl_now_ns() + WAIT_NS;
   do {
      for (unsigned i = 0; i < NUM_BUFFERS; i++) {
         struct buffer *b = &win->buffer[i];
         if (b->busy)
            continue;
         if (b->wl && (b->w != w || b->h != h))
            buffer_fini(b);
         return b->wl || buffer_init(win, b, w, h) ? b : NULL;
      }
   } while (pump(wl, win, deadline_ns));
   return NULL;
}

static void
send_damage(struct window *win, const struct egl_picture *p)
{
   struct wl_proxy *surface = (struct wl_proxy *)win->surface;
   uint32_t version = lib.wl_proxy_get_version(surface);
   if (version < WL_SURFACE_DAMAGE_BUFFER_SINCE_VERSION || !p->num_rects) {
      lib.wl_proxy_marshal_flags(surface, WL_SURFACE_DAMAGE, NULL, version, 0, 0, 0, INT32_MAX, INT32_MAX);
      return;
   }
   for (EGLint i = 0; i < p->num_rects; i++) {
      const EGLint *r = p->rects + (size_t)i * 4;
      int64_t y = (int64_t)p->h - r[1] - r[3];
      lib.wl_proxy_marshal_flags(surface, WL_SURFACE_DAMAGE_BUFFER, NULL, version, 0, r[0],
                                 (int32_t)CLAMP(y, INT32_MIN, INT32_MAX), r[2], r[3]);
   }
}

static bool
wayland_present(struct egl_surface *s, const struct egl_picture *p)
{
   struct wayland *w = s->display->platform_data;
   struct window *win = s->platform_data;
   if (!win->native || lib.wl_display_get_error(w->display))
      return false;
   uint64_t deadline_ns = egl_now_ns() + WAIT_NS;
   while (s->swap_interval && win->frame && pump(w, win, deadline_ns))
      ;
   lib.wl_display_dispatch_queue_pending(w->display, win->queue);
   struct buffer *b = free_buffer(w, win, p->w, p->h);
   if (!b)
      return !lib.wl_display_get_error(w->display); /* the picture is skipped */
   size_t row_B = (size_t)p->w * (win->format == WL_SHM_FORMAT_RGB565 ? 2 : 4);
   for (uint32_t y = 0; y < p->h; y++)
      memcpy((uint8_t *)b->map + (size_t)y * b->stride_B,
             (const uint8_t *)p->rows + (size_t)(p->h - 1 - y) * p->stride_B, row_B);
   struct wl_proxy *surface = (struct wl_proxy *)win->surface;
   uint32_t version = lib.wl_proxy_get_version(surface);
   if (s->swap_interval && !win->frame) {
      win->frame = (struct wl_callback *)lib.wl_proxy_marshal_flags(
         surface, WL_SURFACE_FRAME, lib.wl_callback_interface, version, 0, NULL);
      if (win->frame)
         lib.wl_proxy_add_listener((struct wl_proxy *)win->frame, (void (**)(void)) & frame_listener, win);
   }
   lib.wl_proxy_marshal_flags(surface, WL_SURFACE_ATTACH, NULL, version, 0, b->wl, win->native->dx,
                              win->native->dy);
   win->native->attached_width = (int)p->w;
   win->native->attached_height = (int)p->h;
   win->native->dx = win->native->dy = 0;
   send_damage(win, p);
   lib.wl_proxy_marshal_flags(surface, WL_SURFACE_COMMIT, NULL, version, 0);
   b->busy = true;
   lib.wl_display_flush(w->display);
   return !lib.wl_display_get_error(w->display);
}

bool
egl_is_wayland_display(const void *native)
{
   /* A wl_display begins with a pointer to its interface's description (wl_proxy, wl_object). */
   void *h = dlopen("libwayland-client.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
   if (!h)
      return false;
   const void *interface = dlsym(h, "wl_display_interface");
   bool yes = interface && egl_readable(native) && *(const void *const *)native == interface;
   dlclose(h);
   return yes;
}

const struct egl_platform egl_platform_wayland = {
   .id = EGL_PLATFORM_WAYLAND_KHR,
   .name = "wayland",
   .open = wayland_open,
   .close = wayland_close,
   .native_visual = wayland_native_visual,
   .window_size = wayland_window_size,
   .window_create = wayland_window_create,
   .window_destroy = wayland_window_destroy,
   .present = wayland_present,
};
