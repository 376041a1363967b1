/* SPDX-License-Identifier: MIT
 *
 * A display's screen, on the device or emulator that src/target finds, its disk cache and its configs.
 */
#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/egl/egl_core.h"
#include "api/egl/egl_display.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"
#include "util/u_debug.h"
#include "util/u_disk_cache.h"
#include "target/screen.h"

static void
screen_close(struct egl_display *d)
{
   assert(!d->initialized && !d->in_use);
   struct u_disk_cache *cache = d->screen ? d->screen->disk_cache : NULL;
   if (d->screen)
      d->screen->destroy(d->screen);
   u_disk_cache_close(cache);
   d->screen = NULL;
   free(d->configs);
   d->configs = NULL;
   d->num_configs = 0;
}

/** TERAGL_WITNESS: an empty file says that a process draws with TeraGL, to teragl-run. */
static void
leave_witness(void)
{
   const char *pattern = u_getenv("TERAGL_WITNESS");
   if (!pattern)
      return;
   char path[PATH_MAX];
   u_path_of_process(path, sizeof path, pattern);
   int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
   if (fd >= 0)
      close(fd);
}

bool
egl_display_open(struct egl_display *d)
{
   assert(egl_lock_held() && !d->initialized);
   char why[400] = "";
   if (!d->platform->open(d, why, sizeof why)) {
      u_log("eglInitialize: %s: %s", d->platform->name, why);
      return egl_error(EGL_NOT_INITIALIZED, "%s: %s", d->platform->name, why);
   }
   if (d->screen)
      return true;
   struct winsys *ws = target_winsys_open(why, sizeof why);
   if (!ws) {
      u_log("eglInitialize: %s", why);
      egl_error(EGL_NOT_INITIALIZED, "%s", why);
      goto fail;
   }
   const int drm_fd = ws->info.drm_fd;
   d->screen = target_screen_create(ws);
   if (d->screen && !d->extensions)
      d->extensions = egl_display_extensions(d);
   if (!d->screen || !d->extensions || !egl_configs_init(d)) {
      egl_error(EGL_BAD_ALLOC, "out of memory for the screen");
      goto fail;
   }
   d->device = d->platform == &egl_platform_device
                  ? d->native
                  : egl_device_of_node(d->platform->drm_fd ? d->platform->drm_fd(d) : drm_fd, drm_fd >= 0);
   d->screen->disk_cache = u_disk_cache_open();
   leave_witness();
   return true;
fail:
   screen_close(d);
   d->platform->close(d);
   return false;
}

void
egl_display_close_if_unused(struct egl_display *d)
{
   assert(egl_lock_held());
   if (d->initialized || d->contexts || d->surfaces || d->in_use || !d->screen)
      return;
   screen_close(d);
}
