/* SPDX-License-Identifier: MIT
 *
 * An X server on the virtual radeon for the length of one program.
 */
#ifndef RUN_X_H
#define RUN_X_H

#include <stdbool.h>
#include <sys/types.h>

struct run_x {
   pid_t pid;
   char dir[32]; /* holds its configuration and log */
};

/* Drivers of Xorg. */
#define RUN_X_MODESETTING "modesetting" /* part of the server; draws by glamor */
#define RUN_X_RADEON      "radeon"      /* xf86-video-ati */

/** Starts Xorg with \p driver (one of the above) on /dev/dri/card0, waits until it takes clients and sets DISPLAY.
 * False: it did not start; why is said on stderr. */
bool run_x_start(struct run_x *x, const char *driver);
/** Ends the server and deletes its files. */
void run_x_stop(struct run_x *x);

#endif
