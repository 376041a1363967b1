/* SPDX-License-Identifier: MIT
 *
 * Figures over folders of shaders, for teragl-compile: the files of a folder, and two runs of --stats side by
 * side.
 */
#ifndef COMPILE_STATS_H
#define COMPILE_STATS_H

#include <stdbool.h>

#include "util/u_vec.h"

struct file_list {
   char **data; /* malloc'ed names */
   size_t count, capacity;
};

/** Appends \p path, or, if it is a folder, all files below it whose names end with \p ending, sorted. False
 * if memory runs out or a folder cannot be read. */
bool find_files(const char *path, const char *ending, struct file_list *list);

/** Prints which shaders have fewer or more of each figure in \p after than in \p before, and the sums. False
 * with a message if a file cannot be read or they have no shader in common. */
bool compare_stats(const char *before, const char *after);

#endif
