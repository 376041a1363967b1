/* SPDX-License-Identifier: MIT
 *
 * GBM windows through libgbm and our back end: what is drawn is what the buffer holds, top row first; buffers
 * go round between EGL and who shows them; devices with and without a display. The device is the virtual
 * radeon's card node (this test runs with it preloaded).
 */
#include <errno.h>
#include <fcntl.h>
#include <gbm.h>
#include <drm_fourcc.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

#include "egl_fixture.h"

#define W 70 /* no multiple of what pitches are aligned to */
#define H 40

struct g {
   int fd;
   struct gbm_device *gbm;
   EGLDisplay d;
   EGLContext ctx;
   EGLConfig config; /* of XRGB8888 */
};

static EGLConfig
config_of(EGLDisplay d, uint32_t format)
{
   const EGLint wish[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                          EGL_NONE};
   EGLConfig c[200];
   EGLint n, visual;
   assert_true(eglChooseConfig(d, wish, c, 200, &n));
   for (EGLint i = 0; i < n; i++)
      if (eglGetConfigAttrib(d, c[i], EGL_NATIVE_VISUAL_ID, &visual) && (uint32_t)visual == format)
         return c[i];
   fail_msg("no window config of format 0x%08x", format);
   return NULL;
}

static void
g_open(struct g *g, const char *node)
{
   g->fd = open(node, O_RDWR | O_CLOEXEC);
   if (g->fd < 0)
      fail_msg("%s: %s", node, strerror(errno));
   assert_non_null(g->gbm = gbm_create_device(g->fd));
   assert_string_equal(gbm_device_get_backend_name(g->gbm), "teragl");
   g->d = eglGetPlatformDisplay(EGL_PLATFORM_GBM_KHR, g->gbm, NULL);
   assert_ptr_not_equal(g->d, EGL_NO_DISPLAY);
   assert_true(eglInitialize(g->d, NULL, NULL));
   g->config = config_of(g->d, GBM_FORMAT_XRGB8888);
   const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   g->ctx = eglCreateContext(g->d, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   assert_ptr_not_equal(g->ctx, EGL_NO_CONTEXT);
}

static void
g_close(struct g *g)
{
   eglMakeCurrent(g->d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   assert_true(eglTerminate(g->d));
   gbm_device_destroy(g->gbm);
   close(g->fd);
}

/** Colour \p bottom with a stripe of \p top in the uppermost quarter. */
static void
draw(unsigned bottom, unsigned top)
{
   for (int i = 0; i < 2; i++) {
      unsigned c = i ? top : bottom;
      glEnable(GL_SCISSOR_TEST);
      glScissor(0, i ? H * 3 / 4 : 0, W, H);
      glClearColor((float)(c >> 16 & 255) / 255, (float)(c >> 8 & 255) / 255, (float)(c & 255) / 255, 1);
      glClear(GL_COLOR_BUFFER_BIT);
   }
}

static uint32_t
bo_pixel(struct gbm_bo *b, uint32_t x, uint32_t y)
{
   uint32_t stride, v = 0;
   void *data = NULL;
   uint8_t *p = gbm_bo_map(b, x, y, 1, 1, GBM_BO_TRANSFER_READ, &stride, &data);
   assert_non_null(p);
   memcpy(&v, p, gbm_bo_get_bpp(b) / 8);
   gbm_bo_unmap(b, data);
   return gbm_bo_get_bpp(b) == 32 ? v & 0xffffff : v;
}

static int gone;

static void
count_gone(struct gbm_bo *b, void *data)
{
   gone += data == &gone;
}

static void
windows(void **state)
{
   static const struct {
      uint32_t format, bottom, top;
   } formats[] = {
      {GBM_FORMAT_XRGB8888, 0x112233, 0xff8040},
      {GBM_FORMAT_ARGB8888, 0x112233, 0xff8040},
      {GBM_FORMAT_RGB565,   0x001f,   0xf800  },
   };
   for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
      struct g g;
      g_open(&g, "/dev/dri/card0");
      assert_ptr_equal(eglGetDisplay((EGLNativeDisplayType)g.gbm), g.d);
      struct gbm_surface *s =
         gbm_surface_create(g.gbm, W, H, formats[f].format, GBM_BO_USE_SCANOUT | GBM_BO_USE_RENDERING);
      assert_non_null(s);
      EGLSurface e = eglCreatePlatformWindowSurface(g.d, config_of(g.d, formats[f].format), s, NULL);
      assert_ptr_not_equal(e, EGL_NO_SURFACE);
      assert_true(eglMakeCurrent(g.d, e, e, g.ctx));
      EGLint w = 0, h = 0;
      assert_true(eglQuerySurface(g.d, e, EGL_WIDTH, &w) && eglQuerySurface(g.d, e, EGL_HEIGHT, &h));
      assert_true(w == W && h == H);
      assert_null(gbm_surface_lock_front_buffer(s)); /* nothing was shown yet */
      bool rgb565 = formats[f].format == GBM_FORMAT_RGB565;
      draw(rgb565 ? 0x0000ff : formats[f].bottom, rgb565 ? 0xff0000 : formats[f].top);
      assert_true(eglSwapBuffers(g.d, e));
      struct gbm_bo *b = gbm_surface_lock_front_buffer(s);
      assert_non_null(b);
      assert_null(gbm_surface_lock_front_buffer(s));
      assert_int_equal(gbm_bo_get_width(b), W);
      assert_int_equal(gbm_bo_get_height(b), H);
      assert_int_equal(gbm_bo_get_format(b), formats[f].format);
      assert_int_equal(gbm_bo_get_modifier(b), DRM_FORMAT_MOD_LINEAR);
      assert_int_equal(gbm_bo_get_stride(b) % 256, 0);
      assert_int_equal(bo_pixel(b, 3, 0), formats[f].top);
      assert_int_equal(bo_pixel(b, W - 1, H / 4 - 1), formats[f].top);
      assert_int_equal(bo_pixel(b, 3, H / 4), formats[f].bottom);
      assert_int_equal(bo_pixel(b, W - 1, H - 1), formats[f].bottom);
      /* the display takes it */
      uint32_t fb = 0, handles[4] = {gbm_bo_get_handle(b).u32}, pitches[4] = {gbm_bo_get_stride(b)},
               zero[4] = {0};
      assert_int_equal(drmModeAddFB2(g.fd, W, H, formats[f].format, handles, pitches, zero, &fb, 0), 0);
      drmModeRmFB(g.fd, fb);
      gone = 0;
      gbm_bo_set_user_data(b, &gone, count_gone);
      gbm_surface_release_buffer(s, b);
      assert_true(eglMakeCurrent(g.d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
      assert_true(eglDestroySurface(g.d, e));
      gbm_surface_destroy(s);
      assert_int_equal(gone, 1);
      g_close(&g);
   }
}

/** Four buffers: one can be drawn to as long as not all are locked, and none is overwritten. */
static void
swap_chain(void **state)
{
   struct g g;
   struct gbm_bo *held[4];
   g_open(&g, "/dev/dri/card0");
   struct gbm_surface *s = gbm_surface_create(g.gbm, W, H, GBM_FORMAT_XRGB8888, GBM_BO_USE_SCANOUT);
   EGLSurface e = eglCreateWindowSurface(g.d, g.config, (EGLNativeWindowType)s, NULL);
   assert_true(eglMakeCurrent(g.d, e, e, g.ctx));
   for (unsigned i = 0; i < 4; i++) {
      assert_true(gbm_surface_has_free_buffers(s));
      draw(i + 1, i + 1);
      assert_true(eglSwapBuffers(g.d, e));
      assert_non_null(held[i] = gbm_surface_lock_front_buffer(s));
   }
   assert_false(gbm_surface_has_free_buffers(s));
   ASSERT_FAILS(eglSwapBuffers(g.d, e), EGL_BAD_NATIVE_WINDOW);
   for (unsigned i = 0; i < 4; i++)
      assert_int_equal(bo_pixel(held[i], 5, 5), i + 1);
   gbm_surface_release_buffer(s, held[2]);
   assert_true(gbm_surface_has_free_buffers(s));
   draw(77, 77);
   assert_true(eglSwapBuffers(g.d, e));
   assert_ptr_equal(gbm_surface_lock_front_buffer(s), held[2]);
   assert_int_equal(bo_pixel(held[2], 5, 5), 77);
   assert_int_equal(bo_pixel(held[3], 5, 5), 4);
   /* pictures that nobody locks replace each other */
   gbm_surface_release_buffer(s, held[0]);
   gbm_surface_release_buffer(s, held[1]);
   for (unsigned i = 0; i < 6; i++) {
      draw(100 + i, 100 + i);
      assert_true(eglSwapBuffers(g.d, e));
   }
   struct gbm_bo *b = gbm_surface_lock_front_buffer(s);
   assert_int_equal(bo_pixel(b, 5, 5), 105);
   /* eglTerminate lets go of the window; the gbm_surface is the application's */
   eglMakeCurrent(g.d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   assert_true(eglTerminate(g.d));
   gbm_surface_destroy(s);
   gbm_device_destroy(g.gbm);
   close(g.fd);
}

static void
errors(void **state)
{
   struct g g, other;
   g_open(&g, "/dev/dri/card0");
   g_open(&other, "/dev/dri/card0");
   assert_null(gbm_surface_create(g.gbm, W, H, GBM_FORMAT_R8, GBM_BO_USE_RENDERING));
   assert_null(gbm_surface_create(g.gbm, 0, H, GBM_FORMAT_XRGB8888, 0));
   assert_false(gbm_device_is_format_supported(g.gbm, GBM_FORMAT_NV12, 0));
   assert_true(gbm_device_is_format_supported(g.gbm, GBM_BO_FORMAT_ARGB8888, GBM_BO_USE_RENDERING));
   assert_int_equal(gbm_device_get_format_modifier_plane_count(g.gbm, GBM_FORMAT_XRGB8888, 0), 1);
   assert_int_equal(gbm_device_get_format_modifier_plane_count(g.gbm, GBM_FORMAT_XRGB8888, 5), -1);
   const uint64_t tiled[2] = {5, DRM_FORMAT_MOD_LINEAR};
   assert_null(gbm_bo_create_with_modifiers2(g.gbm, W, H, GBM_FORMAT_XRGB8888, tiled, 1, 0));
   struct gbm_bo *b = gbm_bo_create_with_modifiers2(g.gbm, W, H, GBM_FORMAT_XRGB8888, tiled, 2, 0);
   assert_non_null(b);
   gbm_bo_destroy(b);
   struct gbm_surface *s = gbm_surface_create(g.gbm, W, H, GBM_FORMAT_RGB565, 0);
   ASSERT_FAILS(eglCreatePlatformWindowSurface(g.d, g.config, s, NULL), EGL_BAD_NATIVE_WINDOW);
   EGLConfig c = config_of(g.d, GBM_FORMAT_RGB565);
   ASSERT_FAILS(eglCreatePlatformWindowSurface(other.d, config_of(other.d, GBM_FORMAT_RGB565), s, NULL),
                EGL_BAD_NATIVE_WINDOW);
   ASSERT_FAILS(eglCreatePlatformWindowSurface(g.d, c, NULL, NULL), EGL_BAD_NATIVE_WINDOW);
   EGLSurface e = eglCreatePlatformWindowSurface(g.d, c, s, NULL);
   assert_ptr_not_equal(e, EGL_NO_SURFACE);
   ASSERT_FAILS(eglCreatePlatformWindowSurface(g.d, c, s, NULL), EGL_BAD_ALLOC);
   assert_true(eglDestroySurface(g.d, e));
   gbm_surface_destroy(s);
   g_close(&other);
   g_close(&g);
   /* EGL_DEFAULT_DISPLAY is the first card */
   EGLDisplay d = eglGetPlatformDisplay(EGL_PLATFORM_GBM_KHR, EGL_DEFAULT_DISPLAY, NULL);
   assert_true(eglInitialize(d, NULL, NULL));
   assert_true(eglTerminate(d));
}

/** Buffers of a node with a display, of one without, and of no DRM device at all. */
static void
buffers(void **state)
{
   static const char *const nodes[] = {"/dev/dri/card0", "/dev/dri/renderD128", "/dev/null"};
   for (unsigned i = 0; i < 3; i++) {
      struct g g;
      g_open(&g, nodes[i]);
      struct gbm_bo *b =
         gbm_bo_create(g.gbm, W, H, GBM_FORMAT_ARGB8888, GBM_BO_USE_RENDERING | GBM_BO_USE_LINEAR);
      assert_non_null(b);
      uint32_t row[H * 64 * 2];
      size_t size = (size_t)gbm_bo_get_stride(b) * H;
      assert_true(size <= sizeof row);
      for (unsigned p = 0; p < size / 4; p++)
         row[p] = p;
      assert_int_equal(gbm_bo_write(b, row, size), 0);
      assert_int_not_equal(gbm_bo_write(b, row, (size_t)1 << 30), 0);
      uint32_t per_row = gbm_bo_get_stride(b) / 4;
      assert_int_equal(bo_pixel(b, 7, 9), 9 * per_row + 7);
      uint32_t stride;
      void *data = NULL;
      assert_null(gbm_bo_map(b, W - 1, 0, 2, 1, GBM_BO_TRANSFER_READ, &stride, &data));
      /* an import is the same memory */
      int fd = gbm_bo_get_fd(b);
      assert_true(fd >= 0);
      struct gbm_import_fd_data in = {
         .fd = fd, .width = W, .height = H, .stride = gbm_bo_get_stride(b), .format = GBM_FORMAT_ARGB8888};
      struct gbm_bo *b2 = gbm_bo_import(g.gbm, GBM_BO_IMPORT_FD, &in, 0);
      assert_non_null(b2);
      row[per_row + 2] = 0x123456;
      assert_int_equal(gbm_bo_write(b2, row, size), 0);
      assert_int_equal(bo_pixel(b, 2, 1), 0x123456);
      assert_int_equal(gbm_bo_get_handle(b2).u32, gbm_bo_get_handle(b).u32);
      gbm_bo_destroy(b);
      assert_int_equal(bo_pixel(b2, 2, 1), 0x123456);
      in.height = 100000;
      assert_null(gbm_bo_import(g.gbm, GBM_BO_IMPORT_FD, &in, 0));
      gbm_bo_destroy(b2);
      close(fd);
      /* a window without a display */
      struct gbm_surface *s = gbm_surface_create(g.gbm, W, H, GBM_FORMAT_XRGB8888, GBM_BO_USE_RENDERING);
      EGLSurface e = eglCreatePlatformWindowSurface(g.d, g.config, s, NULL);
      assert_true(eglMakeCurrent(g.d, e, e, g.ctx));
      draw(1, 2);
      assert_true(eglSwapBuffers(g.d, e));
      b = gbm_surface_lock_front_buffer(s);
      assert_int_equal(bo_pixel(b, W - 1, 0), 2);
      gbm_surface_release_buffer(s, b);
      assert_true(eglDestroySurface(g.d, e));
      assert_true(eglMakeCurrent(g.d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
      gbm_surface_destroy(s);
      g_close(&g);
   }
}

/** The card's one plane, as compositors look for it: only for those that ask for all planes. */
static void
planes(void **state)
{
   int fd = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);
   assert_true(fd >= 0);
   drmModePlaneRes *r = drmModeGetPlaneResources(fd);
   assert_true(r && r->count_planes == 0);
   drmModeFreePlaneResources(r);
   assert_int_equal(drmSetClientCap(fd, DRM_CLIENT_CAP_UNIVERSAL_PLANES, 1), 0);
   assert_int_not_equal(drmSetClientCap(fd, DRM_CLIENT_CAP_ATOMIC, 1), 0);
   r = drmModeGetPlaneResources(fd);
   assert_true(r && r->count_planes == 1);
   drmModePlane *p = drmModeGetPlane(fd, r->planes[0]);
   assert_true(p && p->possible_crtcs == 1 && p->count_formats == 2);
   assert_int_equal(p->formats[0], GBM_FORMAT_XRGB8888);
   drmModeObjectProperties *o = drmModeObjectGetProperties(fd, p->plane_id, DRM_MODE_OBJECT_PLANE);
   assert_true(o && o->count_props == 1);
   drmModePropertyRes *type = drmModeGetProperty(fd, o->props[0]);
   assert_true(type && type->flags & DRM_MODE_PROP_ENUM && type->count_enums == 3);
   assert_string_equal(type->name, "type");
   for (int i = 0; i < type->count_enums; i++)
      if (type->enums[i].value == o->prop_values[0])
         assert_string_equal(type->enums[i].name, "Primary");
   drmModeFreeProperty(type);
   drmModeFreeObjectProperties(o);
   drmModeFreePlane(p);
   drmModeFreePlaneResources(r);
   /* the connector's power state */
   drmModeRes *res = drmModeGetResources(fd);
   drmModeConnector *c = drmModeGetConnector(fd, res->connectors[0]);
   assert_true(c && c->count_props == 1 && c->prop_values[0] == DRM_MODE_DPMS_ON);
   assert_int_equal(drmModeConnectorSetProperty(fd, c->connector_id, c->props[0], DRM_MODE_DPMS_OFF), 0);
   assert_int_not_equal(drmModeConnectorSetProperty(fd, c->connector_id, c->props[0], 9), 0);
   o = drmModeObjectGetProperties(fd, c->connector_id, DRM_MODE_OBJECT_CONNECTOR);
   assert_true(o && o->count_props == 1 && o->prop_values[0] == DRM_MODE_DPMS_OFF);
   drmModeFreeObjectProperties(o);
   drmModeFreeConnector(c);
   drmModeFreeResources(res);
   assert_null(drmModeGetPlane(fd, 77));
   assert_null(drmModeGetProperty(fd, 77));
   close(fd);
}

/** The device of a display is that of its DRM node: EXT_device_drm, EXT_device_drm_render_node. */
static void
nodes(void **state)
{
   static const char *const paths[] = {"/dev/dri/card0", "/dev/dri/renderD128"};
   PROC(PFNEGLQUERYDEVICESEXTPROC, eglQueryDevicesEXT);
   PROC(PFNEGLQUERYDEVICESTRINGEXTPROC, eglQueryDeviceStringEXT);
   PROC(PFNEGLQUERYDISPLAYATTRIBEXTPROC, eglQueryDisplayAttribEXT);
   EGLAttrib device = 0, same = 0;
   EGLDeviceEXT all[16];
   EGLint n = 0;
   for (unsigned i = 0; i < 2; i++) {
      struct g g;
      g_open(&g, paths[i]);
      assert_true(eglQueryDisplayAttribEXT(g.d, EGL_DEVICE_EXT, i ? &same : &device));
      g_close(&g);
   }
   assert_true(device == same); /* two nodes of one GPU */
   assert_true(eglQueryDevicesEXT(16, all, &n) && n == 2);
   assert_true(all[0] != (EGLDeviceEXT)device && all[1] == (EGLDeviceEXT)device);
   EGLDeviceEXT d = (EGLDeviceEXT)device;
   assert_string_equal(eglQueryDeviceStringEXT(d, EGL_DRM_DEVICE_FILE_EXT), paths[0]);
   assert_string_equal(eglQueryDeviceStringEXT(d, EGL_DRM_RENDER_NODE_FILE_EXT), paths[1]);
   const char *names = eglQueryDeviceStringEXT(d, EGL_EXTENSIONS);
   assert_true(strstr(names, "EGL_EXT_device_drm ") && strstr(names, "EGL_EXT_device_drm_render_node"));
   const bool software = !strcmp(getenv("TERAGL_WINSYS"), "emulator");
   assert_true((strstr(names, "EGL_MESA_device_software") != NULL) == software);
   names = eglQueryDeviceStringEXT(all[0], EGL_EXTENSIONS); /* the emulator alone has no nodes */
   assert_null(strstr(names, "device_drm"));
   ASSERT_FAILS(eglQueryDeviceStringEXT(all[0], EGL_DRM_DEVICE_FILE_EXT), EGL_BAD_PARAMETER);
   ASSERT_FAILS(eglQueryDeviceStringEXT(all[0], EGL_DRM_RENDER_NODE_FILE_EXT), EGL_BAD_PARAMETER);
   EGLAttrib master[] = {EGL_DRM_MASTER_FD_EXT, 0, EGL_NONE};
   EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, d, master);
   assert_true(dpy != EGL_NO_DISPLAY && eglInitialize(dpy, NULL, NULL));
   assert_true(eglQueryDisplayAttribEXT(dpy, EGL_DEVICE_EXT, &same) && device == same);
   assert_true(eglTerminate(dpy));
   master[1] = -1;
   ASSERT_FAILS(eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, d, master), EGL_BAD_ATTRIBUTE);
   master[1] = 0;
   ASSERT_FAILS(eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, all[0], master), EGL_BAD_ATTRIBUTE);
   ASSERT_FAILS(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, master), EGL_BAD_ATTRIBUTE);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(windows), cmocka_unit_test(swap_chain), cmocka_unit_test(errors),
      cmocka_unit_test(buffers), cmocka_unit_test(planes),     cmocka_unit_test(nodes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
