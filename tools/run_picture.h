/* SPDX-License-Identifier: MIT
 *
 * The pictures that processes left behind (TERAGL_SCREENSHOT), and the PNG that is made of the last one.
 */
#ifndef RUN_PICTURE_H
#define RUN_PICTURE_H

#include <stdbool.h>

/** A picture of this name goes before all others. */
#define RUN_PICTURE_DISPLAY "display.pam"

/** Makes \p png of the newest "*.pam" in \p dir. If several processes left one, a sentence on stderr says whose it is.
 * False, with a sentence: there is none, or it can't be written. */
bool run_picture_save(const char *dir, const char *png);

#endif
