/* SPDX-License-Identifier: MIT
 *
 * The libglvnd EGL vendor interface (glvnd/libeglabi.h): what __egl_Main does, and the dispatch stubs of extension
 * functions that libEGL does not know itself.
 */
#include "api/egl/egl_glvnd.h"
#include "api/egl/egl_core.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"

#include <string.h>

#include "util/u_math.h"

static const __EGLapiExports *exports;

/* Extension functions that take an EGLDisplay first: the stub finds that display's vendor and calls its
 * function. Of those without one libEGL knows all that are listed here. */
enum {
#define EGL_EXTENSION_DECL(dpy, ret, name, params, args) INDEX_##name,
#include "api/egl_functions.h"
#undef EGL_EXTENSION_DECL
   NUM_DISPATCHED
};

static int dispatch_index[NUM_DISPATCHED];

#define EGL_EXTENSION_DECL(dpy, ret, name, params, args)                                                     \
   static ret stub_##name params                                                                             \
   {                                                                                                         \
      exports->threadInit();                                                                                 \
      __EGLvendorInfo *vendor = exports->getVendorFromDisplay(dpy);                                          \
      if (!vendor) {                                                                                         \
         exports->setEGLError(EGL_BAD_DISPLAY);                                                              \
         return (ret)0;                                                                                      \
      }                                                                                                      \
      exports->setLastVendor(vendor);                                                                        \
      ret(*fn) params = (ret(*) params)exports->fetchDispatchEntry(vendor, dispatch_index[INDEX_##name]);    \
      return fn ? fn args : (ret)0;                                                                          \
   }
#include "api/egl_functions.h"
#undef EGL_EXTENSION_DECL

static const struct {
   const char *name;
   egl_proc stub;
} stubs[NUM_DISPATCHED] = {
#define EGL_EXTENSION_DECL(dpy, ret, name, params, args)                                                     \
   [INDEX_##name] = {"egl" #name, (egl_proc)stub_##name},
#include "api/egl_functions.h"
#undef EGL_EXTENSION_DECL
};

static void *
get_dispatch_address(const char *name)
{
   for (unsigned i = 0; i < NUM_DISPATCHED; i++)
      if (!strcmp(stubs[i].name, name))
         return (void *)stubs[i].stub;
   return NULL;
}

static void
set_dispatch_index(const char *name, int index)
{
   for (unsigned i = 0; i < NUM_DISPATCHED; i++)
      if (!strcmp(stubs[i].name, name))
         dispatch_index[i] = index;
}

static EGLDisplay
get_platform_display(EGLenum platform, void *native, const EGLAttrib *attribs)
{
   if (platform == EGL_NONE)
      return egl_GetDisplay((EGLNativeDisplayType)native);
   return egl_GetPlatformDisplay(platform, native, attribs);
}

static EGLBoolean
get_supports_api(EGLenum api)
{
   return api == EGL_OPENGL_ES_API;
}

static const char *
get_vendor_string(int name)
{
   return name == __EGL_VENDOR_STRING_PLATFORM_EXTENSIONS
             ? "EGL_MESA_platform_surfaceless EGL_EXT_platform_device" EGL_WINDOW_PLATFORMS
             : NULL;
}

static void *
get_proc_address(const char *name)
{
   return (void *)egl_get_proc(name);
}

__attribute__((visibility("default"))) EGLBoolean
teragl_glvnd_main(uint32_t version, const __EGLapiExports *e, __EGLvendorInfo *vendor,
                  __EGLapiImports *imports)
{
   if (EGL_VENDOR_ABI_GET_MAJOR_VERSION(version) != EGL_VENDOR_ABI_MAJOR_VERSION)
      return EGL_FALSE;
   exports = e;
   imports->getPlatformDisplay = get_platform_display;
   imports->getSupportsAPI = get_supports_api;
   imports->getVendorString = get_vendor_string;
   imports->getProcAddress = get_proc_address;
   imports->getDispatchAddress = get_dispatch_address;
   imports->setDispatchIndex = set_dispatch_index;
   return EGL_TRUE;
}
