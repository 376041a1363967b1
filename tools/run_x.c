/* SPDX-License-Identifier: MIT
 *
 * Xorg as it comes on the virtual card, with the modesetting driver and glamor or with the radeon driver (EXA and DRI2 on
 * R300 to R500), which glamor's limits do not keep away: it wants 128 instructions of a pixel shader, before R420 there are
 * 64. No terminal, no input devices, a display number of its
 * own choice. It runs on another seat than the machine's, which is how Xorg is told to leave the console
 * alone (Xorg(1), -seat). It ends with teragl-run, however that ends.
 */
#include "run_x.h"
#include "run_program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define START_MS 60000

static const char configuration[] = "Section \"ServerFlags\"\n"
                                    "   Option \"AutoAddGPU\" \"false\"\n"
                                    "   Option \"AutoAddDevices\" \"false\"\n"
                                    "   Option \"AutoEnableDevices\" \"false\"\n"
                                    "   Option \"BlankTime\" \"0\"\n"
                                    "   Option \"StandbyTime\" \"0\"\n"
                                    "   Option \"SuspendTime\" \"0\"\n"
                                    "   Option \"OffTime\" \"0\"\n"
                                    "EndSection\n"
                                    "Section \"Device\"\n"
                                    "   Identifier \"virtual radeon\"\n"
                                    "   Driver \"%s\"\n"
                                    "%s"
                                    "EndSection\n"
                                    "Section \"Screen\"\n"
                                    "   Identifier \"screen\"\n"
                                    "   Device \"virtual radeon\"\n"
                                    "EndSection\n";

static const char *
find_xorg(void)
{
   /* The server itself: a wrapper that changes users would lose the preloaded device. */
   static const char *const places[] = {"/usr/lib/xorg/Xorg", "/usr/libexec/Xorg", "/usr/lib/Xorg",
                                        "/usr/bin/Xorg"};
   for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
      if (access(places[i], X_OK) == 0)
         return places[i];
   }
   return NULL;
}

static bool
write_configuration(const char *path, const char *driver)
{
   /* radeon finds its card on the PCI bus and knows no such option */
   const bool names_card = !strcmp(driver, RUN_X_MODESETTING);
   FILE *f = fopen(path, "w");
   bool ok = f && fprintf(f, configuration, driver,
                          names_card ? "   Option \"kmsdev\" \"/dev/dri/card0\"\n" : "") >= 0;
   return f && fclose(f) == 0 && ok;
}

static void
exec_server(const char *xorg, const char *conf, const char *log, int display_fd, pid_t parent)
{
   char fd[12];
   snprintf(fd, sizeof fd, "%d", display_fd);
   run_release_signals();
   setpgid(0, 0); /* the terminal's ^C is the program's */
   prctl(PR_SET_PDEATHSIG, SIGTERM);
   int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
   if (getppid() != parent || out < 0)
      _exit(125);
   dup2(out, 1);
   dup2(out, 2);
   execl(xorg, xorg, "-displayfd", fd, "-config", conf, "-logfile", "/dev/null", "-verbose", "3", "-seat",
         "seat-teragl", "-novtswitch", "-noreset", "-nolisten", "tcp", (char *)NULL);
   fprintf(stderr, "%s can't be started: %s\n", xorg, strerror(errno));
   _exit(125);
}

/** The display number that the server writes when it is ready. */
static bool
read_display(int fd, char display[16])
{
   size_t n = 0;
   display[n++] = ':';
   for (;;) {
      struct pollfd p = {.fd = fd, .events = POLLIN};
      if (poll(&p, 1, START_MS) <= 0 || n == 15 || read(fd, display + n, 1) != 1)
         return false;
      if (display[n] == '\n')
         break;
      n++;
   }
   display[n] = 0;
   return n > 1;
}

/** What the server itself calls errors, and glamor's reasons, which are warnings to it; or all it said if there is none. */
static void
print_errors(const char *log)
{
   char line[512];
   for (int all = 0; all < 2; all++) {
      FILE *f = fopen(log, "r");
      bool any = false;
      while (f && fgets(line, sizeof line, f)) {
         if (all || strstr(line, "(EE)") || strstr(line, "(WW) glamor")) {
            fputs(line, stderr);
            any = true;
         }
      }
      if (f)
         fclose(f);
      if (any)
         return;
   }
}

bool
run_x_start(struct run_x *x, const char *driver)
{
   char conf[64], log[64], display[16];
   int pipe_fd[2];
   const char *xorg = find_xorg();
   *x = (struct run_x){.dir = "/tmp/teragl-x-XXXXXX"};
   if (!xorg) {
      fprintf(stderr, "teragl-run: no Xorg is installed (Debian: xserver-xorg-core)\n");
      return false;
   }
   if (!mkdtemp(x->dir)) {
      fprintf(stderr, "teragl-run: no temporary folder: %s\n", strerror(errno));
      return false;
   }
   snprintf(conf, sizeof conf, "%s/xorg.conf", x->dir);
   snprintf(log, sizeof log, "%s/log", x->dir);
   if (!write_configuration(conf, driver) || pipe(pipe_fd)) {
      fprintf(stderr, "teragl-run: %s can't be written: %s\n", x->dir, strerror(errno));
      run_x_stop(x);
      return false;
   }
   fcntl(pipe_fd[0], F_SETFD, FD_CLOEXEC);
   pid_t parent = getpid();
   x->pid = fork();
   if (x->pid == 0)
      exec_server(xorg, conf, log, pipe_fd[1], parent);
   close(pipe_fd[1]);
   bool ok = x->pid > 0 && read_display(pipe_fd[0], display);
   close(pipe_fd[0]);
   if (!ok) {
      fprintf(stderr, "teragl-run: the X server did not start:\n");
      print_errors(log);
      run_x_stop(x);
      return false;
   }
   setenv("DISPLAY", display, 1);
   unsetenv("WAYLAND_DISPLAY");
   unsetenv("XAUTHORITY"); /* of another server */
   return true;
}

void
run_x_stop(struct run_x *x)
{
   char path[64];
   if (x->pid > 0) {
      kill(x->pid, SIGTERM);
      while (waitpid(x->pid, NULL, 0) < 0 && errno == EINTR)
         ;
   }
   static const char *const files[] = {"xorg.conf", "log"};
   for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
      snprintf(path, sizeof path, "%s/%s", x->dir, files[i]);
      unlink(path);
   }
   rmdir(x->dir);
}
