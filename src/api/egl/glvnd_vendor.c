/* SPDX-License-Identifier: MIT
 *
 * libEGL_teragl.so.0, the library that libglvnd's vendor file names: libteragl.so.0, which has all code, stands in a folder
 * where no linker looks.
 */
#include "api/egl/egl_glvnd.h"

__attribute__((visibility("default"))) EGLBoolean
__egl_Main(uint32_t version, const __EGLapiExports *exports, __EGLvendorInfo *vendor,
           __EGLapiImports *imports)
{
   return teragl_glvnd_main(version, exports, vendor, imports);
}
