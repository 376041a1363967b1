/* SPDX-License-Identifier: MIT
 *
 * Command lines by table. Names are matched whole: an abbreviation would change its meaning with the next
 * option.
 */
#include "options.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

int
options_wrong(const struct options *o, const char *what, const char *detail)
{
   fprintf(stderr, "%s: %s%s%s; see --help\n", o->tool, what, detail ? ": " : "", detail ? detail : "");
   return o->wrong_usage;
}

static void
print_row(const char *name, const char *argument, const char *help, int width)
{
   const char *space = argument && argument[0] != '[' ? " " : "";
   int used = printf("  %s%s%s", name, space, argument ? argument : "");
   for (const char *line = help; *line; used = 0) {
      const size_t n = strcspn(line, "\n");
      printf("%*s%.*s\n", width - used, "", (int)n, line);
      line += n + (line[n] == '\n');
   }
}

static void
print_help(const struct options *o)
{
   size_t width = strlen("--help");
   for (const struct option_row *r = o->rows; r->name; r++) {
      size_t n = strlen(r->name) + (r->argument ? strlen(r->argument) + (r->argument[0] != '[') : 0);
      if (r->help && n > width)
         width = n;
   }
   fputs(o->intro, stdout);
   for (const struct option_row *r = o->rows; r->name; r++)
      if (r->help)
         print_row(r->name, r->argument, r->help, (int)width + 4);
   print_row("--help", NULL, "this text", (int)width + 4);
   if (o->outro)
      fputs(o->outro, stdout);
}

/** The row of an option; *value is what stands behind its "=", or NULL. */
static const struct option_row *
find_row(const struct options *o, const char *word, const char **value)
{
   const size_t n = strcspn(word, "=");
   *value = word[n] ? word + n + 1 : NULL;
   for (const struct option_row *r = o->rows; r->name; r++) {
      assert(!strncmp(r->name, "--", 2) && r->handle);
      if (strlen(r->name) == n && !strncmp(r->name, word, n))
         return r;
   }
   return NULL;
}

/** Handles the option argv[*i], and moves *i to the last word that belongs to it. */
static int
handle_option(const struct options *o, void *tool, int argc, char **argv, int *i)
{
   const char *word = argv[*i], *value;
   if (!strcmp(word, "--help")) {
      print_help(o);
      return 0;
   }
   const struct option_row *r = find_row(o, word, &value);
   if (!r)
      return options_wrong(o, "unknown option", word);
   if (!r->argument && value)
      return options_wrong(o, "no value is wanted by", r->name);
   if (r->argument && r->argument[0] != '[' && !value) {
      if (*i + 1 >= argc)
         return options_wrong(o, "a value is missing after", r->name);
      value = argv[++*i];
   }
   return r->handle(tool, value);
}

int
options_parse(const struct options *o, void *tool, int argc, char **argv, int *num_operands)
{
   int n = 0, i = 1;
   assert(o->wrong_usage > 0);
   for (; i < argc; i++) {
      if (!strcmp(argv[i], "--")) {
         i++;
         break;
      }
      if (argv[i][0] == '-' && argv[i][1]) {
         int status = handle_option(o, tool, argc, argv, &i);
         if (status != OPTIONS_GO_ON)
            return status;
      } else if (o->stop_at_operand) {
         break;
      } else {
         argv[1 + n++] = argv[i];
      }
   }
   for (; i < argc; i++)
      argv[1 + n++] = argv[i];
   argv[1 + n] = NULL;
   *num_operands = n;
   return OPTIONS_GO_ON;
}
