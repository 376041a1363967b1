/* SPDX-License-Identifier: MIT
 *
 * teragl-run: starts an unmodified program with TeraGL as its libEGL and libGLESv2.
 *
 * It finds the libraries beside itself (build tree or installation), puts them in front of LD_LIBRARY_PATH,
 * sets the TERAGL_* variables that its options stand for, waits for the program and turns the picture that
 * the library left behind into a PNG. Signals that would end it go to the program. A virtual radeon lives in this process, so that all that the program
 * starts shares it. Exit status: the program's own; 125 for wrong usage or a program that can't be started;
 * 128 + n if it died of signal n.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/device/client.h"
#include "options.h"
#include "run_picture.h"
#include "run_program.h"
#include "run_watch.h"
#include "run_x.h"
#include "target/target.h"

static int
refuse(const char *what, const char *detail)
{
   fprintf(stderr, "teragl-run: %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
   return 125;
}

/** Directory that holds our \p library: \p build_dir of a build tree, or \p installed_dir of an installation,
 * a folder of our own (never the system's library folder: its libEGL.so.1 is somebody else's). */
static bool
library_dir(char *dir, size_t dir_B, const char *build_dir, const char *installed_dir, const char *library)
{
   char self[PATH_MAX];
   ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
   if (n <= 0)
      return false;
   self[n] = 0;
   *strrchr(self, '/') = 0;
   const char *const places[] = {build_dir, installed_dir};
   for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
      char path[PATH_MAX + 64];
      snprintf(path, sizeof path, "%s/%s/%s", self, places[i], library);
      if (access(path, R_OK) == 0) {
         snprintf(dir, dir_B, "%s/%s", self, places[i]);
         return true;
      }
   }
   return false;
}

static void
put_in_front(const char *variable, const char *value)
{
   char list[4 * PATH_MAX];
   const char *old = getenv(variable);
   snprintf(list, sizeof list, "%s%s%s", value, old ? ":" : "", old ? old : "");
   setenv(variable, list, 1);
}

static int
set_virtual_device(void)
{
   char dir[PATH_MAX + 32], path[PATH_MAX + 64];
   if (!library_dir(dir, sizeof dir, "../src/kernel", "../" TERAGL_LIBDIR "/teragl", "libteragl-vradeon.so"))
      return refuse("libteragl-vradeon.so is neither in ../src/kernel nor in ../" TERAGL_LIBDIR
                    "/teragl, seen from this program",
                    NULL);
   snprintf(path, sizeof path, "%s/libteragl-vradeon.so", dir);
   put_in_front("LD_PRELOAD", path);
   char server[VR_NAME_B];
   if (!vr_start_server(server))
      return 125; /* it has said why */
   setenv(VR_SERVER_VARIABLE, server, 1);
   return 0;
}

/** Fills in the folder of the libraries. */
static int
set_libraries(char *libraries, size_t libraries_B)
{
   char dir[PATH_MAX + 32];
   if (!library_dir(dir, sizeof dir, "../src/api", "../" TERAGL_LIBDIR "/teragl", "libEGL.so.1"))
      return refuse("libEGL.so.1 of TeraGL is neither in ../src/api nor in ../" TERAGL_LIBDIR
                    "/teragl, seen from this program",
                    NULL);
   put_in_front("LD_LIBRARY_PATH", dir);
   char *real = realpath(dir, NULL); /* as the kernel names what is mapped */
   snprintf(libraries, libraries_B, "%s", real ? real : dir);
   free(real);
   /* libgbm's back end, which a build may lack */
   if (library_dir(dir, sizeof dir, "../src/gbm", "../" TERAGL_LIBDIR "/gbm", "teragl_gbm.so")) {
      setenv("GBM_BACKEND", "teragl", 1);
      setenv("GBM_BACKENDS_PATH", dir, 1);
   }
   return 0;
}

/* ---- the command line ---- */

struct run {
   const char *screenshot; /* NULL: none is wanted */
   bool virtual_gpu, virtual_display;
   const char *x_driver; /* of the X server; NULL: none is wanted */
};

static int
set_chip(void *tool, const char *value)
{
   char names[512];
   target_list_chips(names, sizeof names);
   if (!strcmp(value, "help")) {
      puts(names);
      return 0;
   }
   if (!target_chip_find(value)) {
      fprintf(stderr, "teragl-run: unknown chip '%s'; the chips are: %s\n", value, names);
      return 125;
   }
   setenv("TERAGL_CHIP", value, 1);
   return OPTIONS_GO_ON;
}

#define SET_VARIABLE(name, variable)                                                                         \
   static int set_##name(void *tool, const char *value)                                                      \
   {                                                                                                         \
      setenv(variable, value, 1);                                                                            \
      return OPTIONS_GO_ON;                                                                                  \
   }
SET_VARIABLE(winsys, "TERAGL_WINSYS")
SET_VARIABLE(threads, "TERAGL_THREADS")
SET_VARIABLE(capture, "TERAGL_CAPTURE")
SET_VARIABLE(debug, "TERAGL_DEBUG")

static int
set_screenshot(void *tool, const char *value)
{
   ((struct run *)tool)->screenshot = value;
   return OPTIONS_GO_ON;
}

static int
set_virtual_gpu(void *tool, const char *value)
{
   ((struct run *)tool)->virtual_gpu = true;
   return value ? set_chip(tool, value) : OPTIONS_GO_ON;
}

static int
want_x(void *tool, const char *value)
{
   static const char *const drivers[] = {RUN_X_MODESETTING, RUN_X_RADEON};
   for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
      if (!value || !strcmp(value, drivers[i])) {
         ((struct run *)tool)->x_driver = drivers[i];
         return OPTIONS_GO_ON;
      }
   return refuse("--x: neither modesetting nor radeon", value);
}

static int
want_virtual_display(void *tool, const char *value)
{
   ((struct run *)tool)->virtual_display = true;
   return OPTIONS_GO_ON;
}

static const struct options options = {
   .tool = "teragl-run",
   .intro = "usage: teragl-run [options] PROGRAM [ARGUMENT ...]\n"
            "Runs PROGRAM with TeraGL as its OpenGL ES 2.0 and EGL.\n"
            "\n",
   .rows =
      (const struct option_row[]){
                                  {"--chip", "NAME", "chip to emulate (TERAGL_CHIP); --chip help lists them", set_chip},
                                  {"--winsys", "NAME", "emulator, drm or null (TERAGL_WINSYS); default here: emulator", set_winsys},
                                  {"--threads", "N", "rendering threads of the emulator (TERAGL_THREADS)", set_threads},
                                  {"--screenshot", "FILE",
          "PNG of the last picture that the program showed or finished; with a\n"
          "virtual display that of the display, without its cursor",
          set_screenshot},
                                  {"--capture", "FILE",
          "record every command stream and buffer; see teragl-replay and teragl-dump (TERAGL_CAPTURE)",
          set_capture},
                                  {"--debug", "FLAGS", "TERAGL_DEBUG; --debug help lists the flags", set_debug},
                                  {"--virtual-gpu", "[=CHIP]",
          "give PROGRAM a GPU's kernel device in place of TeraGL's libraries, for another driver\n"
          "(Mesa's) to draw on; needs no CHIP if --chip or TERAGL_CHIP names one.\n"
          "--virtual-radeon is its older name",
          set_virtual_gpu},
                                  {"--virtual-radeon", "[=CHIP]", NULL, set_virtual_gpu},
                                  {"--x", "[=DRIVER]",
          "with --virtual-gpu: start an X server (Xorg) on the device, for PROGRAM to draw on through it;\n"
          "its driver is modesetting, or radeon, which R300 to RV380 and RS480 want",
          want_x},
                                  {"--virtual-display", NULL,
          "give PROGRAM a card node with a display in memory (/dev/dri/card0) beside TeraGL's libraries,\n"
          "for programs that draw to the screen through GBM; of the chip that is emulated",
          want_virtual_display},
                                  {0},
                                  },
   .outro = "Exit status: the program's own; 125 for a wrong option or a program that cannot be started; 128 "
            "+ n if it\n"
            "died of signal n.\n",
   .wrong_usage = 125,
   .stop_at_operand = true,
};

/* ---- what the program's processes leave behind ---- */

/** A folder with a file for each process that initialised EGL, and for each that showed a picture. */
static bool
make_folder(char *dir, size_t dir_B, bool screenshot)
{
   char value[PATH_MAX + 16];
   const char *tmp = getenv("TMPDIR");
   if ((size_t)snprintf(dir, dir_B, "%s/teragl-run-XXXXXX", tmp && *tmp ? tmp : "/tmp") >= dir_B) {
      errno = ENAMETOOLONG;
      return false;
   }
   if (!mkdtemp(dir))
      return false;
   snprintf(value, sizeof value, "%s/%%p.egl", dir);
   setenv("TERAGL_WITNESS", value, 1);
   if (screenshot) {
      snprintf(value, sizeof value, "%s/%%p.pam", dir);
      setenv("TERAGL_SCREENSHOT", value, 1);
   }
   return true;
}

/** Deletes it; whether any process had initialised EGL. */
static bool
delete_folder(const char *dir)
{
   bool used = false;
   DIR *d = opendir(dir);
   for (const struct dirent *e; d && (e = readdir(d));) {
      const char *end = strrchr(e->d_name, '.');
      used |= end && !strcmp(end, ".egl");
      unlinkat(dirfd(d), e->d_name, 0);
   }
   if (d)
      closedir(d);
   rmdir(dir);
   return used;
}

/** The picture of a display that showed one, else what a process finished last. */
static bool
save_picture(const struct run *r, const char *dir)
{
   char path[PATH_MAX + 32];
   snprintf(path, sizeof path, "%s/" RUN_PICTURE_DISPLAY, dir);
   const char *why = vr_save_picture(path);
   if (why && *why)
      fprintf(stderr, "teragl-run: no screenshot of the display: %s\n", why);
   return run_picture_save(dir, r->screenshot);
}

static int
run(const struct run *r, const char *library_dir, char **argv)
{
   char dir[PATH_MAX];
   struct run_x x = {0};
   struct run_watch watch = {.library_dir = library_dir};
   if (!make_folder(dir, sizeof dir, r->screenshot))
      return refuse("no temporary folder", strerror(errno));
   if (r->x_driver && !run_x_start(&x, r->x_driver)) {
      delete_folder(dir);
      return 125;
   }
   int status = run_program(argv, r->virtual_gpu ? NULL : run_watch_look, &watch);
   if (r->x_driver)
      run_x_stop(&x);
   const bool saved = !r->screenshot || save_picture(r, dir);
   const bool used = delete_folder(dir);
   if (!used && !r->virtual_gpu && status != 125)
      run_watch_explain(&watch, argv[0]);
   return saved || status ? status : 1;
}

int
main(int argc, char **argv)
{
   struct run r = {0};
   char libraries[PATH_MAX + 32] = "";
   setenv("TERAGL_WINSYS", "emulator", 0);
   int n, status = options_parse(&options, &r, argc, argv, &n);
   if (status != OPTIONS_GO_ON)
      return status;
   if (!n)
      return options_wrong(&options, "no program is named", NULL);
   if (r.x_driver && !r.virtual_gpu)
      return options_wrong(&options, "--x wants --virtual-gpu", NULL);
   run_hold_signals(); /* before the device starts threads */
   status = r.virtual_gpu || r.virtual_display ? set_virtual_device() : 0;
   if (!status && !r.virtual_gpu)
      status = set_libraries(libraries, sizeof libraries);
   return status ? status : run(&r, libraries, argv + 1);
}
