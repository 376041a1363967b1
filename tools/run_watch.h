/* SPDX-License-Identifier: MIT
 *
 * Whether a program drew with TeraGL, and if not, what it took in its place and how to change that.
 */
#ifndef RUN_WATCH_H
#define RUN_WATCH_H

#include <stdbool.h>
#include <sys/types.h>

struct run_watch {
   char gl[256];            /* a GL or EGL library of somebody else in the program, or "" */
   unsigned toolkits;       /* bit per row of the table of toolkits */
   const char *library_dir; /* where TeraGL's are */
};

/** Notes which libraries the process has mapped; \p watch: a struct run_watch. For run_program(). */
void run_watch_look(void *watch, pid_t program);

/** One sentence on stderr: the program never initialised TeraGL's EGL, and what to set. */
void run_watch_explain(const struct run_watch *w, const char *program);

#endif
