/* SPDX-License-Identifier: MIT
 *
 * Devices: one, in software (EXT_device_base, EXT_device_query_name, MESA_device_software).
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_display.h"
#include "api/egl/egl_entry.h"

/* A handle that is no pointer to anything the application could follow. */
static const char device_handle;
#define THE_DEVICE ((EGLDeviceEXT)&device_handle)

void *
egl_the_device(void)
{
   return THE_DEVICE;
}

bool
egl_is_device(const void *device)
{
   return device == THE_DEVICE;
}

EGLBoolean
egl_QueryDevicesEXT(EGLint max, EGLDeviceEXT *devices, EGLint *num)
{
   if (!num || (devices && max <= 0))
      return egl_error(EGL_BAD_PARAMETER, "eglQueryDevicesEXT without room for an answer");
   if (devices)
      devices[0] = THE_DEVICE;
   *num = 1;
   return egl_ok();
}

const char *
egl_QueryDeviceStringEXT(EGLDeviceEXT device, EGLint name)
{
   if (device != THE_DEVICE) {
      egl_error(EGL_BAD_DEVICE_EXT, "%p is no device", device);
      return NULL;
   }
   egl_ok();
   switch (name) {
   case EGL_EXTENSIONS:
      return "EGL_MESA_device_software EGL_EXT_device_query_name";
   case EGL_VENDOR:
      return "TeraGL";
   case EGL_RENDERER_EXT:
      return "TeraGL, emulated GPU";
   default:
      egl_error(EGL_BAD_PARAMETER, "eglQueryDeviceStringEXT name 0x%x", name);
      return NULL;
   }
}

EGLBoolean
egl_QueryDeviceAttribEXT(EGLDeviceEXT device, EGLint attribute, EGLAttrib *value)
{
   if (device != THE_DEVICE)
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
   *value = (EGLAttrib)THE_DEVICE;
   return egl_ok();
}
