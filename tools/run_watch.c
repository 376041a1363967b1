/* SPDX-License-Identifier: MIT
 *
 * See run_watch.h. The kernel's list of what a process has mapped names its libraries (proc(5), /proc/PID/maps).
 */
#include "run_watch.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/** Libraries by which a toolkit is known, and what makes it take EGL and OpenGL ES on X11. */
static const struct {
   const char *library, *name, *advice;
} toolkits[] = {
   {"libSDL2-2",    "SDL 2",     "SDL_VIDEO_X11_FORCE_EGL=1"                                 },
   {"libSDL3",      "SDL 3",     "SDL_VIDEO_FORCE_EGL=1"                                     },
   {"libQt5Gui",    "Qt 5",
    "QT_XCB_GL_INTEGRATION=xcb_egl, with the packages of Qt that are built for OpenGL ES"    },
   {"libQt6Gui",    "Qt 6",
    "QT_XCB_GL_INTEGRATION=xcb_egl, and a default QSurfaceFormat of renderable type OpenGLES"},
   {"libgtk-4",     "GTK 4",     "GSK_RENDERER=gl GDK_DEBUG=gl-egl,gl-gles"                  },
   {"libgtk-3",     "GTK 3",     "GDK_BACKEND=wayland GDK_GL=gles; on X11 it takes GLX alone"},
   {"libgstgl-1.0", "GStreamer", "GST_GL_PLATFORM=egl GST_GL_API=gles2"                      },
   {"libcogl",      "Cogl",      "COGL_DRIVER=gles2"                                         },
   {"libmpv",       "mpv",       "--gpu-context=x11egl --opengl-es=yes"                      },
};
#define NUM_TOOLKITS (sizeof toolkits / sizeof *toolkits)

/** Libraries that draw, or lead to others that do. */
static const char *const gl_libraries[] = {"libGLX.so", "libGL.so", "libEGL.so", "libGLESv2.so",
                                           "libvulkan.so"};

static bool
begins(const char *text, const char *with)
{
   return !strncmp(text, with, strlen(with));
}

void
run_watch_look(void *watch, pid_t program)
{
   struct run_watch *w = watch;
   char path[32], line[PATH_MAX + 128];
   snprintf(path, sizeof path, "/proc/%d/maps", (int)program);
   FILE *f = fopen(path, "r");
   while (f && fgets(line, sizeof line, f)) {
      char *file = strchr(line, '/'), *name = file ? strrchr(file, '/') + 1 : NULL;
      if (!name)
         continue;
      line[strcspn(line, "\n")] = 0;
      for (unsigned i = 0; i < NUM_TOOLKITS; i++)
         w->toolkits |= begins(name, toolkits[i].library) ? 1u << i : 0;
      const bool ours = begins(file, w->library_dir);
      for (unsigned i = 0; i < sizeof gl_libraries / sizeof *gl_libraries && !ours && !w->gl[0]; i++)
         if (begins(name, gl_libraries[i]))
            snprintf(w->gl, sizeof w->gl, "%.255s", file);
   }
   if (f)
      fclose(f);
}

void
run_watch_explain(const struct run_watch *w, const char *program)
{
   fprintf(stderr, "teragl-run: as far as can be seen from here, %s never initialised TeraGL's EGL", program);
   if (w->gl[0])
      fprintf(stderr, "; it loaded %s", w->gl);
   const char *sep = "; try ";
   for (unsigned i = 0; i < NUM_TOOLKITS; i++) {
      if (w->toolkits & 1u << i) {
         fprintf(stderr, "%s%s (%s)", sep, toolkits[i].advice, toolkits[i].name);
         sep = " or ";
      }
   }
   fputc('\n', stderr);
}
