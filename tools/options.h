/* SPDX-License-Identifier: MIT
 *
 * Command lines of the tools as tables, from which --help is made, too. Options are "--name", "--name VALUE" or
 * "--name=VALUE"; "--" ends them; "-" is an operand.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

enum {
   OPTIONS_GO_ON = -1, /* of a handler and of options_parse: no exit status yet */
};

struct option_row {
   const char *name; /* "--chip" */
   /* what --help calls it ("NAME"); in brackets ("[=NAME]"): may be left out, and stands
    * behind a "=" if it is given; NULL: there is none */
   const char *argument;
   const char *help; /* lines, with \n between; NULL: not in --help, an older name */
   /** \p value: NULL without an argument. The exit status if the program ends here, else OPTIONS_GO_ON. */
   int (*handle)(void *tool, const char *value);
};

struct options {
   const char *tool;              /* "teragl-run" */
   const char *intro;             /* usage lines and what it does; ends with \n */
   const struct option_row *rows; /* ended by a NULL name; --help is added */
   const char *outro;             /* behind the options; ends with \n; may be NULL */
   int wrong_usage;               /* exit status */
   bool stop_at_operand;          /* options behind the first operand are its own */
};

/** Runs the handlers of a command line in its order, with \p tool. Operands are moved to the front of
 * argv[1] and further; *num_operands gets their number. OPTIONS_GO_ON, or the exit status with everything
 * said. */
int options_parse(const struct options *o, void *tool, int argc, char **argv, int *num_operands);

/** "TOOL: what: detail; see --help" to stderr; \p detail may be NULL. Returns the status of wrong usage. */
int options_wrong(const struct options *o, const char *what, const char *detail);

#endif
