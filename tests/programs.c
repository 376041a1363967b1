/* SPDX-License-Identifier: MIT */
/*
 * The tests of a folder as one program, whose argument says which to run. Each is a file with a main() of its own and runs in a process of
 * its own; together they are linked to the house once. TESTS is T(name)T(name)...
 */
#include <stdio.h>
#include <string.h>

#define T(name) int main_##name(void);
TESTS
#undef T

static const struct {
   const char *name;
   int (*run)(void);
} tests[] = {
#define T(name) {#name, main_##name},
   TESTS
#undef T
};

int
main(int argc, char **argv)
{
   for (size_t i = 0; argc == 2 && i < sizeof tests / sizeof tests[0]; i++)
      if (!strcmp(argv[1], tests[i].name))
         return tests[i].run();
   fprintf(stderr, "usage: %s TEST, one of:\n", argv[0]);
   for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
      fprintf(stderr, "   %s\n", tests[i].name);
   return 2;
}
