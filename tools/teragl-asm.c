/* SPDX-License-Identifier: MIT
 *
 * teragl-dis and teragl-asm: machine code <-> the text of docs/isa-text.md. One program under two names;
 * which way it goes is decided at build time. Machine code is read and written as hexadecimal dwords (white
 * space between, # comments), or raw with --binary. Exit status: 0 done, 1 the input is no program or can't
 * be read, 2 wrong usage.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "target/compiler.h"
#include "target/target.h"
#include "util/u_math.h"
#include "util/u_vec.h"

#ifdef TERAGL_ASM
#define NAME "teragl-asm"
#else
#define NAME "teragl-dis"
#endif

struct tool {
   const struct db_chip *chip;
   const char *kind_name; /* NULL: the chip's first */
   unsigned kind;
   bool binary;
};

static int
say_why(int status, const char *what, const char *detail)
{
   fprintf(stderr, NAME ": %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
   return status;
}

/** The whole file, NUL-terminated. */
static char *
read_file(FILE *f, size_t *size)
{
   U_VEC(char) v = {0};
   int c;
   while ((c = fgetc(f)) != EOF)
      if (!u_vec_push(&v, (char)c))
         goto oom;
   *size = v.count;
   if (!u_vec_push(&v, 0))
      goto oom;
   return v.data;
oom:
   u_vec_fini(&v);
   return NULL;
}

#ifdef TERAGL_ASM
static int
convert(const struct tool *t, const char *text, size_t size)
{
   char error[300] = "";
   uint32_t n = 0, *dw = target_compiler(t->chip)->assemble(text, t->chip, t->kind, &n, error, sizeof error);
   if (!dw)
      return say_why(1, error, NULL);
   if (t->binary)
      fwrite(dw, 4, n, stdout);
   else
      for (uint32_t i = 0; i < n; i++)
         printf("%08x%c", dw[i], i % 4 == 3 || i + 1 == n ? '\n' : ' ');
   free(dw);
   return 0;
}
#else
static int
convert(const struct tool *t, const char *text, size_t size)
{
   const bool binary = t->binary;
   U_VEC(uint32_t) dw = {0};
   if (binary && size % 4)
      return say_why(1, "the file's size is no multiple of four bytes", NULL);
   for (size_t at = 0; binary && at < size; at += 4) {
      uint32_t v;
      memcpy(&v, text + at, 4);
      u_vec_push(&dw, v);
   }
   unsigned line = 1;
   for (const char *p = text; !binary && *p;) {
      char *end;
      if (*p == '#') {
         p += strcspn(p, "\n");
         continue;
      }
      if (isspace((unsigned char)*p)) {
         line += *p++ == '\n';
         continue;
      }
      unsigned long long v = strtoull(p, &end, 16);
      if (end == p || v > UINT32_MAX || (*end && !isspace((unsigned char)*end))) {
         char where[80];
         snprintf(where, sizeof where, "line %u, found '%.*s'", line, (int)MIN2(strcspn(p, " \t\r\n"), 20),
                  p);
         u_vec_fini(&dw);
         return say_why(1, "hexadecimal dword expected", where);
      }
      u_vec_push(&dw, (uint32_t)v);
      p = end;
   }
   target_compiler(t->chip)->disassemble(stdout, t->chip, t->kind, dw.data, (uint32_t)dw.count);
   u_vec_fini(&dw);
   return 0;
}
#endif

/* ---- the command line ---- */

static int
set_chip(void *tool, const char *value)
{
   struct tool *t = tool;
   t->chip = target_chip_find(value);
   if (t->chip)
      return OPTIONS_GO_ON;
   char names[512];
   target_list_chips(names, sizeof names);
   fprintf(stderr, NAME ": unknown chip '%s'; the chips are: %s\n", value, names);
   return 2;
}

static int
set_kind(void *tool, const char *value)
{
   ((struct tool *)tool)->kind_name = value;
   return OPTIONS_GO_ON;
}

/** False: it has said that the chip has no such kind of code. */
static bool
find_kind(struct tool *t)
{
   const char *const *names = target_compiler(t->chip)->kinds(t->chip);
   for (t->kind = 0; t->kind_name && names[t->kind]; t->kind++)
      if (!strcmp(names[t->kind], t->kind_name))
         return true;
   if (!t->kind_name)
      return true;
   fprintf(stderr, NAME ": %s has no code of kind '%s'; there is", t->chip->name, t->kind_name);
   for (; *names; names++)
      fprintf(stderr, " %s", *names);
   fputs("\n", stderr);
   return false;
}

static int
set_binary(void *tool, const char *value)
{
   ((struct tool *)tool)->binary = true;
   return OPTIONS_GO_ON;
}

static const struct options options = {
   .tool = NAME,
   .intro = "usage: " NAME " --chip NAME [--kind NAME] [--binary] [FILE]\n"
#ifdef TERAGL_ASM
            "Assembles FILE (or standard input), in the syntax of docs/isa-text.md, to hexadecimal dwords.\n",
#else
            "Disassembles FILE (or standard input): hexadecimal dwords with white space between.\n",
#endif
   .rows =
      (const struct option_row[]){
                                  {"--chip", "NAME", "whose code it is", set_chip},
                                  {"--kind", "NAME", "pvs, us, alu or tex, where the chip has several kinds of code; else the first",
          set_kind},
#ifdef TERAGL_ASM
                                  {"--binary", NULL, "write raw little-endian dwords instead", set_binary},
#else
         {"--binary", NULL, "read raw little-endian dwords instead", set_binary},
#endif
                                  {0},
                                  },
   .outro =
      "Exit status: 0 if done, 1 if the input is no program or cannot be read, 2 for a wrong command line.\n",
   .wrong_usage = 2,
};

int
main(int argc, char **argv)
{
   struct tool t = {0};
   int operands, status = options_parse(&options, &t, argc, argv, &operands);
   if (status != OPTIONS_GO_ON)
      return status;
   if (!t.chip)
      return options_wrong(&options, "--chip is missing", NULL);
   if (!find_kind(&t))
      return 2;
   if (operands > 1)
      return options_wrong(&options, "one file at a time, not also", argv[2]);
   const char *path = argv[1];
   FILE *f = path && strcmp(path, "-") ? fopen(path, "rb") : stdin;
   if (!f)
      return say_why(1, path, strerror(errno));
   size_t size = 0;
   char *text = read_file(f, &size);
   if (f != stdin)
      fclose(f);
   if (!text)
      return say_why(1, "out of memory", NULL);
   status = convert(&t, text, size);
   free(text);
   return status;
}
