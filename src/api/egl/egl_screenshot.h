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
/** Makes a picture the content of TERAGL_SCREENSHOT's file; \p rows: its first row is the bottom one, in the config's
 * colour format; \p w, \p h > 0. A file that cannot be written is said once in the log. Any thread, without the lock. */
void egl_screenshot_take(const struct egl_config *c, const void *rows, uint32_t stride_B, uint32_t w,
                         uint32_t h);
/** The process ends: nothing but the picture stays behind. */
void egl_screenshot_end(void);

#endif
