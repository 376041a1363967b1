/* SPDX-License-Identifier: MIT
 *
 * Options of an application out of drirc files, whose format and places are Mesa's (docs/environment.md):
 *
 *   <driconf> <device driver="teragl"> <application name="..." executable="..."> <option name="..." value="..."/>
 *
 * A device or an application without the attribute that would choose it means all; one with an attribute that is
 * not known here means none. Of several values the last counts.
 */
#ifndef U_DRIRC_H
#define U_DRIRC_H

#include <stdbool.h>
#include <stddef.h>

/** Options that drirc files may set, ended by a NULL name. */
struct u_drirc_option {
   const char *name, *help;
};
extern const struct u_drirc_option u_drirc_options[];

/** The value of one of u_drirc_options for this process, NULL: no file sets it. Lives as long as the process. The files are
 * read when the first option is asked for: the .conf files of /usr/share/drirc.d in the order of their names, /etc/drirc, ~/.drirc (not in a
 * process with raised rights); or, if DRIRC_CONFIGDIR is set, the .conf files of that folder alone. What is wrong in a file is
 * logged with file and line, and the file does not count. NULL in a build without expat. */
const char *u_drirc_value(const char *name);

/** Values by the index of u_drirc_options, malloc'ed or NULL. */
struct u_drirc {
   char *values[4];
};

/** Adds what one file says to an executable, in place of older values. False: the file is there and does not count,
 * *why (256 bytes) says so: "line N: ...". */
bool u_drirc_read(struct u_drirc *d, const char *path, const char *executable, char why[256]);
void u_drirc_fini(struct u_drirc *d);

#endif
