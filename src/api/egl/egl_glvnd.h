/* SPDX-License-Identifier: MIT */
#ifndef API_EGL_GLVND_H
#define API_EGL_GLVND_H

#include <glvnd/libeglabi.h>

/** __egl_Main of glvnd/libeglabi.h, exported by libteragl.so.0. EGL_FALSE: the interface has another major version. */
EGLBoolean teragl_glvnd_main(uint32_t version, const __EGLapiExports *exports, __EGLvendorInfo *vendor,
                             __EGLapiImports *imports);

#endif
