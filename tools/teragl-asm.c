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

#include "compiler/terascale/vliw.h"
#include "util/u_math.h"

#ifdef TERAGL_ASM
#define NAME "teragl-asm"
static const char usage[] =
   "usage: teragl-asm --chip NAME [--binary] [FILE]\n"
   "Assembles FILE (or standard input), in the syntax of docs/isa-text.md, to hexadecimal dwords.\n"
   "  --binary   write raw little-endian dwords instead\n";
#else
#define NAME "teragl-dis"
static const char usage[] =
   "usage: teragl-dis --chip NAME [--binary] [FILE]\n"
   "Disassembles FILE (or standard input): hexadecimal dwords with white space between.\n"
   "  --binary   read raw little-endian dwords instead\n";
#endif

static int
fail(int status, const char *what, const char *detail)
{
   fprintf(stderr, NAME ": %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
   return status;
}

/** The whole file, NUL-terminated. */
static char *
read_all(FILE *f, size_t *size)
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
run(const struct db_chip *chip, const char *text, size_t size, bool binary)
{
   char error[300] = "";
   uint32_t n = 0, *dw = vliw_assemble(text, chip, &n, error, sizeof error);
   if (!dw)
      return fail(1, error, NULL);
   if (binary)
      fwrite(dw, 4, n, stdout);
   else
      for (uint32_t i = 0; i < n; i++)
         printf("%08x%c", dw[i], i % 4 == 3 || i + 1 == n ? '\n' : ' ');
   free(dw);
   return 0;
}
#else
static int
run(const struct db_chip *chip, const char *text, size_t size, bool binary)
{
   U_VEC(uint32_t) dw = {0};
   if (binary && size % 4)
      return fail(1, "the file's size is no multiple of four bytes", NULL);
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
         return fail(1, "hexadecimal dword expected", where);
      }
      u_vec_push(&dw, (uint32_t)v);
      p = end;
   }
   vliw_disassemble(stdout, chip, dw.data, (uint32_t)dw.count);
   u_vec_fini(&dw);
   return 0;
}
#endif

int
main(int argc, char **argv)
{
   const struct db_chip *chip = NULL;
   const char *path = NULL;
   bool binary = false;
   for (int i = 1; i < argc; i++) {
      if (!strcmp(argv[i], "--help")) {
         fputs(usage, stdout);
         return 0;
      } else if (!strcmp(argv[i], "--binary")) {
         binary = true;
      } else if (!strcmp(argv[i], "--chip") && i + 1 < argc) {
         chip = db_chip_find(argv[++i]);
         if (!chip) {
            fprintf(stderr, NAME ": unknown chip '%s'; the chips are:", argv[i]);
            const struct db_chip *c;
            for (unsigned k = 0; (c = db_chip_by_index(k)); k++)
               fprintf(stderr, " %s", c->lname);
            fputc('\n', stderr);
            return 2;
         }
      } else if (argv[i][0] == '-' && argv[i][1]) {
         return fail(2, "unknown option (see --help)", argv[i]);
      } else {
         path = argv[i];
      }
   }
   if (!chip)
      return fail(2, "--chip is missing (see --help)", NULL);
   FILE *f = path && strcmp(path, "-") ? fopen(path, "rb") : stdin;
   if (!f)
      return fail(1, path, strerror(errno));
   size_t size = 0;
   char *text = read_all(f, &size);
   if (f != stdin)
      fclose(f);
   if (!text)
      return fail(1, "out of memory", NULL);
   int status = run(chip, text, size, binary);
   free(text);
   return status;
}
