/* SPDX-License-Identifier: MIT
 *
 * teragl-run: starts an unmodified program with TeraGL as its libEGL and libGLESv2.
 *
 * It finds the libraries beside itself (build tree or installation), puts them in front of LD_LIBRARY_PATH,
 * sets the TERAGL_* variables that its options stand for, waits for the program and turns the picture that
 * the library left behind into a PNG. A virtual radeon lives in this process, so that all that the program
 * starts shares it. Exit status: the program's own; 125 for wrong usage or a program that can't be started;
 * 128 + n if it died of signal n.
 */
#include <errno.h>
#include <limits.h>
#include <png.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/device/client.h"
#include "options.h"
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

/** PAM of 4 bytes a pixel (what the library writes) -> PNG. */
static bool
pam_to_png(const char *pam, const char *png_path)
{
   FILE *in = fopen(pam, "rb"), *out = NULL;
   unsigned w = 0, h = 0;
   uint8_t *pixels = NULL;
   bool ok = false;
   png_structp png = NULL;
   png_infop info = NULL;
   if (!in || fscanf(in, "P7 WIDTH %u HEIGHT %u DEPTH 4 MAXVAL 255 TUPLTYPE RGB_ALPHA ENDHDR", &w, &h) != 2 ||
       !w || !h || w > 65535 || h > 65535 || fgetc(in) != '\n')
      goto out;
   pixels = malloc((size_t)w * h * 4);
   if (!pixels || fread(pixels, (size_t)w * 4, h, in) != h)
      goto out;
   out = fopen(png_path, "wb");
   png = out ? png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL) : NULL;
   info = png ? png_create_info_struct(png) : NULL;
   if (!info || setjmp(png_jmpbuf(png)))
      goto out;
   png_init_io(png, out);
   png_set_IHDR(png, info, w, h, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                PNG_FILTER_TYPE_DEFAULT);
   png_write_info(png, info);
   png_set_filler(png, 0, PNG_FILLER_AFTER);
   for (unsigned y = 0; y < h; y++)
      png_write_row(png, pixels + (size_t)y * w * 4);
   png_write_end(png, NULL);
   ok = true;
out:
   if (png)
      png_destroy_write_struct(&png, &info);
   if (out && fclose(out))
      ok = false;
   if (in)
      fclose(in);
   free(pixels);
   return ok;
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

static int
set_libraries(void)
{
   char dir[PATH_MAX + 32];
   if (!library_dir(dir, sizeof dir, "../src/api", "../" TERAGL_LIBDIR "/teragl", "libEGL.so.1"))
      return refuse("libEGL.so.1 of TeraGL is neither in ../src/api nor in ../" TERAGL_LIBDIR
                    "/teragl, seen from this program",
                    NULL);
   put_in_front("LD_LIBRARY_PATH", dir);
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
   bool virtual_gpu, virtual_display, x;
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
   ((struct run *)tool)->x = true;
   return OPTIONS_GO_ON;
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
                                  {"--screenshot", "FILE", "PNG of the last picture that the program showed or finished",
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
                                  {"--x", NULL,
          "with --virtual-gpu: start an X server (Xorg) on the device, for PROGRAM to draw on through it",
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

/* ---- the program ---- */

/** Runs the program and waits for it: the exit status to leave with. */
static int
run_program(char **argv)
{
   int status;
   pid_t pid = fork();
   if (pid < 0)
      return refuse("fork", strerror(errno));
   if (!pid) {
      execvp(argv[0], argv);
      fprintf(stderr, "teragl-run: %s can't be started: %s\n", argv[0], strerror(errno));
      _exit(125);
   }
   signal(SIGINT, SIG_IGN); /* the program decides */
   while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
      ;
   return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/** Makes the PNG of the picture that the library left at \p pam: the exit status to leave with. */
static int
take_screenshot(const char *pam, const char *png, int status)
{
   bool ok = pam_to_png(pam, png);
   unlink(pam);
   if (ok)
      return status;
   fprintf(stderr, "teragl-run: no screenshot: the program showed no picture, or %s can't be written\n", png);
   return status ? status : 1;
}

int
main(int argc, char **argv)
{
   struct run r = {0};
   struct run_x x = {0};
   char pam[] = "/tmp/teragl-run-XXXXXX";
   setenv("TERAGL_WINSYS", "emulator", 0);
   int n, status = options_parse(&options, &r, argc, argv, &n);
   if (status != OPTIONS_GO_ON)
      return status;
   if (!n)
      return options_wrong(&options, "no program is named", NULL);
   if (r.x && !r.virtual_gpu)
      return options_wrong(&options, "--x wants --virtual-gpu", NULL);
   status = r.virtual_gpu || r.virtual_display ? set_virtual_device() : 0;
   if (!status && !r.virtual_gpu)
      status = set_libraries();
   if (status)
      return status;
   if (r.screenshot) {
      int fd = mkstemp(pam);
      if (fd < 0)
         return refuse("no temporary file", strerror(errno));
      close(fd);
      setenv("TERAGL_SCREENSHOT", pam, 1);
   }
   if (r.x && !run_x_start(&x))
      return 125;
   status = run_program(argv + 1);
   if (r.x)
      run_x_stop(&x);
   return r.screenshot ? take_screenshot(pam, r.screenshot, status) : status;
}
