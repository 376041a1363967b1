/* SPDX-License-Identifier: MIT
 *
 * Devices (EXT_device_base, EXT_device_query_name, MESA_device_software, EXT_device_drm, EXT_device_drm_render_node). The first is there
 * from the start: the emulator. A display whose buffers come from a DRM node has a device of that node, whoever draws.
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_display.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#ifdef TERAGL_GBM
#include <xf86drm.h>
#endif

#define MAX_DEVICES 16 /* of one process */

struct egl_device {
   bool hardware;
   char primary[32], render[32]; /* paths of the nodes; empty: there is none */
};

/* Devices are added, with the lock held, and never change: who has seen the number may read that many. */
static struct egl_device devices[MAX_DEVICES];
static atomic_uint num_devices = 1;

const struct egl_device *
egl_first_device(void)
{
   return &devices[0];
}

bool
egl_is_device(const void *device)
{
   for (unsigned i = 0; i < atomic_load_explicit(&num_devices, memory_order_acquire); i++)
      if (device == &devices[i])
         return true;
   return false;
}

static bool
has_nodes(const struct egl_device *device)
{
   return device->primary[0] || device->render[0];
}

bool
egl_device_has_nodes(const struct egl_device *device)
{
   assert(egl_is_device(device));
   return has_nodes(device);
}

#ifdef TERAGL_GBM

static void
take_node(char path[32], const drmDevice *d, int node)
{
   if (d->available_nodes >> node & 1 && strlen(d->nodes[node]) < 32)
      strcpy(path, d->nodes[node]);
}

static bool
find_nodes(struct egl_device *device, int fd)
{
   drmDevicePtr d = NULL;
   if (fd < 0 || drmGetDevice2(fd, 0, &d))
      return false;
   take_node(device->primary, d, DRM_NODE_PRIMARY);
   take_node(device->render, d, DRM_NODE_RENDER);
   drmFreeDevice(&d);
   return has_nodes(device);
}

const struct egl_device *
egl_device_of_node(int fd, bool hardware)
{
   assert(egl_lock_held());
   const unsigned n = atomic_load_explicit(&num_devices, memory_order_relaxed);
   struct egl_device wanted = {.hardware = hardware};
   if (!find_nodes(&wanted, fd))
      return egl_first_device();
   for (unsigned i = 1; i < n; i++)
      if (devices[i].hardware == hardware && !strcmp(devices[i].primary, wanted.primary) &&
          !strcmp(devices[i].render, wanted.render))
         return &devices[i];
   if (n == MAX_DEVICES)
      return egl_first_device();
   devices[n] = wanted;
   atomic_store_explicit(&num_devices, n + 1, memory_order_release);
   return &devices[n];
}

#else

const struct egl_device *
egl_device_of_node(int fd, bool hardware)
{
   return egl_first_device();
}

#endif

EGLBoolean
egl_QueryDevicesEXT(EGLint max, EGLDeviceEXT *out, EGLint *num)
{
   if (!num || (out && max <= 0))
      return egl_error(EGL_BAD_PARAMETER, "eglQueryDevicesEXT without room for an answer");
   EGLint n = (EGLint)atomic_load_explicit(&num_devices, memory_order_acquire);
   if (out && n > max)
      n = max;
   for (EGLint i = 0; out && i < n; i++)
      out[i] = &devices[i];
   *num = n;
   return egl_ok();
}

static const char *
device_extensions(const struct egl_device *d)
{
   static const char *const lists[2][2] = {
      {"EGL_MESA_device_software EGL_EXT_device_query_name",
       "EGL_EXT_device_drm EGL_EXT_device_drm_render_node EGL_MESA_device_software "
       "EGL_EXT_device_query_name"                                                  },
      {"EGL_EXT_device_query_name",
       "EGL_EXT_device_drm EGL_EXT_device_drm_render_node EGL_EXT_device_query_name"},
   };
   return lists[d->hardware][has_nodes(d)];
}

const char *
egl_QueryDeviceStringEXT(EGLDeviceEXT device, EGLint name)
{
   if (!egl_is_device(device)) {
      egl_error(EGL_BAD_DEVICE_EXT, "%p is no device", device);
      return NULL;
   }
   const struct egl_device *d = device;
   egl_ok();
   switch (name) {
   case EGL_EXTENSIONS:
      return device_extensions(d);
   case EGL_VENDOR:
      return "TeraGL";
   case EGL_RENDERER_EXT:
      return d->hardware ? "TeraGL" : "TeraGL, emulated GPU";
   case EGL_DRM_DEVICE_FILE_EXT:
   case EGL_DRM_RENDER_NODE_FILE_EXT:
      if (has_nodes(d)) {
         const char *path = name == EGL_DRM_DEVICE_FILE_EXT ? d->primary : d->render;
         return *path ? path : NULL; /* a GPU may have one node alone */
      }
      break;
   }
   egl_error(EGL_BAD_PARAMETER, "eglQueryDeviceStringEXT name 0x%x", name);
   return NULL;
}

EGLBoolean
egl_QueryDeviceAttribEXT(EGLDeviceEXT device, EGLint attribute, EGLAttrib *value)
{
   if (!egl_is_device(device))
      return egl_error(EGL_BAD_DEVICE_EXT, "%p is no device", device);
   return egl_error(EGL_BAD_ATTRIBUTE, "eglQueryDeviceAttribEXT attribute 0x%x", attribute);
}

EGLBoolean
egl_QueryDisplayAttribEXT(EGLDisplay dpy, EGLint attribute, EGLAttrib *value)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   egl_unlock();
   if (!d)
      return EGL_FALSE;
   if (attribute != EGL_DEVICE_EXT || !value)
      return egl_error(EGL_BAD_ATTRIBUTE, "eglQueryDisplayAttribEXT attribute 0x%x", attribute);
   *value = (EGLAttrib)d->device;
   return egl_ok();
}
