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

#include "db/terascale/db_chips.h"
#include "run_x.h"
#include "kernel/device/device.h"

static const char usage[] =
   "usage: teragl-run [options] PROGRAM [ARGUMENT ...]\n"
   "Runs PROGRAM with TeraGL as its OpenGL ES 2.0 and EGL.\n"
   "\n"
   "  --chip NAME          chip to emulate (TERAGL_CHIP); --chip help lists them\n"
   "  --winsys NAME        emulator, drm or null (TERAGL_WINSYS); default here: emulator\n"
   "  --threads N          rendering threads of the emulator (TERAGL_THREADS)\n"
   "  --screenshot FILE    PNG of the last picture that the program showed or finished\n"
   "  --capture FILE       record every command stream and buffer; see teragl-replay and teragl-dump "
   "(TERAGL_CAPTURE)\n"
   "  --debug FLAGS        TERAGL_DEBUG; --debug help lists the flags\n"
   "  --virtual-radeon[=CHIP]  give PROGRAM a radeon kernel device in place of TeraGL's libraries, for "
   "another driver\n"
   "                       (Mesa's r600) to draw on; needs no CHIP if --chip or TERAGL_CHIP names one\n"
   "  --x                  with --virtual-radeon: start an X server (Xorg) on the device, for PROGRAM to "
   "draw on through it\n"
   "  --virtual-display    give PROGRAM a card node with a display in memory (/dev/dri/card0) beside "
   "TeraGL's libraries,\n"
   "                       for programs that draw to the screen through GBM; of the chip that is emulated\n"
   "  --help               this text\n"
   "Exit status: the program's own; 125 for a wrong option or a program that cannot be started; 128 + n if "
   "it\n"
   "died of signal n.\n";

static int
fail(const char *what, const char *detail)
{
   fprintf(stderr, "teragl-run: %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
   return 125;
}

static void
list_chips(FILE *f)
{
   const struct db_chip *c;
   for (unsigned i = 0; (c = db_chip_by_index(i)); i++)
      fprintf(f, "%s%s", i ? " " : "", c->lname);
   fputc('\n', f);
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
wrong_chip(const char *name)
{
   fprintf(stderr, "teragl-run: unknown chip '%s'; the chips are: ", name);
   list_chips(stderr);
   return 125;
}

static int
set_virtual_device(void)
{
   char dir[PATH_MAX + 32], path[PATH_MAX + 64];
   if (!library_dir(dir, sizeof dir, "../src/kernel", "../" TERAGL_LIBDIR "/teragl", "libteragl-vradeon.so"))
      return fail("libteragl-vradeon.so is neither in ../src/kernel nor in ../" TERAGL_LIBDIR
                  "/teragl, seen from this program",
                  NULL);
   snprintf(path, sizeof path, "%s/libteragl-vradeon.so", dir);
   put_in_front("LD_PRELOAD", path);
   char server[VR_NAME_B];
   if (!vr_serve(server))
      return 125; /* it has said why */
   setenv(VR_SERVER_VARIABLE, server, 1);
   return 0;
}

static int
set_libraries(void)
{
   char dir[PATH_MAX + 32];
   if (!library_dir(dir, sizeof dir, "../src/api", "../" TERAGL_LIBDIR "/teragl", "libEGL.so.1"))
      return fail("libEGL.so.1 of TeraGL is neither in ../src/api nor in ../" TERAGL_LIBDIR
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

int
main(int argc, char **argv)
{
   const char *screenshot = NULL;
   bool virtual_radeon = false, virtual_display = false, want_x = false;
   int i = 1;
   setenv("TERAGL_WINSYS", "emulator", 0);
   for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
      const char *o = argv[i];
      if (!strcmp(o, "--")) {
         i++;
         break;
      }
      if (!strcmp(o, "--help")) {
         fputs(usage, stdout);
         return 0;
      }
      if (!strncmp(o, "--virtual-radeon", 16) && (o[16] == 0 || o[16] == '=')) {
         virtual_radeon = true;
         if (o[16] && !db_chip_find(o + 17))
            return wrong_chip(o + 17);
         if (o[16])
            setenv("TERAGL_CHIP", o + 17, 1);
         continue;
      }
      if (!strcmp(o, "--x")) {
         want_x = true;
         continue;
      }
      if (!strcmp(o, "--virtual-display")) {
         virtual_display = true;
         continue;
      }
      static const struct {
         const char *option, *variable;
      } values[] = {
         {"--chip",       "TERAGL_CHIP"   },
         {"--winsys",     "TERAGL_WINSYS" },
         {"--threads",    "TERAGL_THREADS"},
         {"--capture",    "TERAGL_CAPTURE"},
         {"--debug",      "TERAGL_DEBUG"  },
         {"--screenshot", NULL            },
      };
      size_t k;
      for (k = 0; k < sizeof values / sizeof *values && strcmp(values[k].option, o); k++)
         ;
      if (k == sizeof values / sizeof *values)
         return fail("unknown option (see --help)", o);
      const char *v = ++i < argc ? argv[i] : NULL;
      if (!v)
         return fail("a value is missing after", o);
      if (k == 0 && !strcmp(v, "help")) {
         list_chips(stdout);
         return 0;
      }
      if (k == 0 && !db_chip_find(v))
         return wrong_chip(v);
      if (values[k].variable)
         setenv(values[k].variable, v, 1);
      else
         screenshot = v;
   }
   if (i >= argc)
      return fail("no program is named; see --help", NULL);
   if (want_x && !virtual_radeon)
      return fail("--x wants --virtual-radeon", NULL);
   int status = virtual_radeon || virtual_display ? set_virtual_device() : 0;
   if (!status && !virtual_radeon)
      status = set_libraries();
   if (status)
      return status;
   char pam[] = "/tmp/teragl-run-XXXXXX";
   if (screenshot) {
      int fd = mkstemp(pam);
      if (fd < 0)
         return fail("no temporary file", strerror(errno));
      close(fd);
      setenv("TERAGL_SCREENSHOT", pam, 1);
   }
   struct run_x x = {0};
   if (want_x && !run_x_start(&x))
      return 125;
   pid_t pid = fork();
   if (pid < 0)
      return fail("fork", strerror(errno));
   if (!pid) {
      execvp(argv[i], argv + i);
      fprintf(stderr, "teragl-run: %s can't be started: %s\n", argv[i], strerror(errno));
      _exit(125);
   }
   signal(SIGINT, SIG_IGN); /* the program decides */
   while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
      ;
   if (want_x)
      run_x_stop(&x);
   int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
   if (screenshot) {
      if (!pam_to_png(pam, screenshot)) {
         fprintf(stderr, "teragl-run: no screenshot: the program showed no picture, or %s can't be written\n",
                 screenshot);
         code = code ? code : 1;
      }
      unlink(pam);
   }
   return code;
}
