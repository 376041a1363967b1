/* SPDX-License-Identifier: MIT
 *
 * See run_program.h. One loop takes signals as they come: those of others for the program, SIGCHLD for its end.
 */
#include "run_program.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int handed_on[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

static sigset_t held, before;

void
run_hold_signals(void)
{
   sigemptyset(&held);
   sigaddset(&held, SIGCHLD);
   for (size_t i = 0; i < sizeof handed_on / sizeof *handed_on; i++)
      sigaddset(&held, handed_on[i]);
   sigprocmask(SIG_BLOCK, &held, &before);
}

void
run_release_signals(void)
{
   sigprocmask(SIG_SETMASK, &before, NULL);
}

static pid_t
start(char **argv)
{
   pid_t parent = getpid(), pid = fork();
   if (pid)
      return pid;
   run_release_signals();
   prctl(PR_SET_PDEATHSIG, SIGTERM);
   if (getppid() == parent) {
      execvp(argv[0], argv);
      fprintf(stderr, "teragl-run: %s can't be started: %s\n", argv[0], strerror(errno));
   }
   _exit(125);
}

int
run_program(char **argv, void (*look)(void *data, pid_t program), void *data)
{
   /* how long until the next look: libraries are loaded early, toolkits open displays later */
   struct timespec wait = {.tv_nsec = 20 * 1000 * 1000};
   pid_t pid = start(argv);
   if (pid < 0) {
      fprintf(stderr, "teragl-run: fork: %s\n", strerror(errno));
      return 125;
   }
   for (;;) {
      siginfo_t info;
      const int got = look ? sigtimedwait(&held, &info, &wait) : sigwaitinfo(&held, &info);
      int status;
      if (got < 0 && errno == EAGAIN) {
         look(data, pid);
         if (wait.tv_sec < 2) /* 20, 40, ... ms, then 2 s */
            wait = wait.tv_nsec < 600 * 1000 * 1000 ? (struct timespec){.tv_nsec = wait.tv_nsec * 2}
                                                    : (struct timespec){.tv_sec = 2};
      } else if (got == SIGCHLD) {
         if (waitpid(pid, &status, WNOHANG) == pid) /* else another child, such as an X server */
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      } else if (got > 0 &&
                 !(got == SIGINT && info.si_code == SI_KERNEL)) { /* ^C goes to the whole foreground group */
         kill(pid, got);
      }
   }
}
