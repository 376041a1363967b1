/* SPDX-License-Identifier: MIT
 *
 * TERAGL_SCREENSHOT: which picture is kept (egl_screenshot.c).
 */
#ifndef EGL_SCREENSHOT_H
#define EGL_SCREENSHOT_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdbool.h>
#include <stdint.h>

struct egl_config;

bool egl_screenshot_wanted(void);
/** Keeps a picture whose first row is the bottom one, in the config's colour format. */
void egl_screenshot_take(const struct egl_config *c, const void *rows, uint32_t stride_B, uint32_t w,
                         uint32_t h);
/** Writes the picture that is kept, if it is newer than the file. */
void egl_screenshot_save(void);

#endif
