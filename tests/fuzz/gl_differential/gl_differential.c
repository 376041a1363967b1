/* SPDX-License-Identifier: MIT
 *
 * Random valid programs of OpenGL ES 2.0 or, with --es3 as the first argument, 3.0 calls: differential.py runs them on several libraries, or on one in several
 * ways, and compares what they draw. The same seed makes the same calls everywhere.
 *
 * usage: gl_differential --extensions                          what this library has, as HAS_x of extensions.h
 *        gl_differential --self FIRST COUNT EXTENSIONS [TURN]  "seed hash draws errors wild VARIATION..." of each seed:
 *                                                              the variations that drew something else
 *        gl_differential --draw FIRST COUNT EXTENSIONS         pictures of programs by the peer's rules: compare.h
 *        gl_differential --one MODE SEED EXTENSIONS VARY DROP  one program without the calls of DROP ("3,17")
 *        gl_differential --print MODE SEED EXTENSIONS DROP     its calls as lines of C
 *        gl_differential --compare FILE FILE [--snaps]         "seed pixels errors" of two outputs of --draw, one of a chip with coarse vertices
 * MODE: self or draw.
 */
#include "extensions.h"
#include "world.h"
#include "es3_state.h"
#include "shaders.h"
#include "objects.h"
#include "results.h"
#include "calls.h"
#include "commands.h"
#include "es3_commands.h"
#include "vary.h"
#include "vary_set.h"
#include "vary_context.h"
#include "generate.h"
#include "generate_objects.h"
#include "generate_es3.h"
#include "generate_program.h"
#include "compare.h"

static struct call program_calls[MAX_CALLS];
static unsigned num_calls;
static uint8_t left_out[MAX_CALLS];
static uint64_t hash;

static void
add_to_hash(const uint8_t *rgba, unsigned bytes)
{
   for (unsigned i = 0; i < bytes; i += 4) {
      uint32_t w;
      memcpy(&w, rgba + i, 4);
      hash = (hash ^ w) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
   }
}

static void
execute(const struct call *c, void (*show)(const uint8_t *rgba, unsigned bytes))
{
   const int32_t *a = c->a;
#define CASE(name, text)                                                                                     \
   case CALL_##name:                                                                                         \
      text;                                                                                                  \
      break;
   switch (c->kind) {
      CALLS(CASE)
   }
#undef CASE
}

static void
run(enum vary how, void (*show)(const uint8_t *rgba, unsigned bytes))
{
   hash = 1;
   begin_world(g.two ? CONTEXTS : 1); /* one costs softpipe ten milliseconds */
   vary = how;
   for (unsigned i = 0; i < num_calls; i++) {
      if (left_out[i])
         continue;
      execute(&program_calls[i], show);
      if (getenv("GL_DIFFERENTIAL_CHECK")) {
         const GLenum e = glGetError();
         if (e)
            printf("call %u of kind %u: error 0x%04x\n", i, program_calls[i].kind, e);
      }
   }
   vary = VARY_NOT;
   end_world();
}

static uint32_t
number(const char *s)
{
   return (uint32_t)strtoul(s, NULL, 0);
}

/** \p turn: NULL, or which one variation is tried, by turns from seed to seed. */
static void
run_self(uint32_t first, uint32_t count, uint32_t extensions, const char *turn)
{
   for (uint32_t seed = first; seed < first + count; seed++) {
      num_calls = generate(seed, extensions, false, program_calls);
      run(VARY_NOT, add_to_hash);
      const uint64_t plain = hash;
      const unsigned draws = world.draws, errors = world.errors;
      printf("%u %016llx %u %u %u", seed, (unsigned long long)plain, draws, errors, g.wild);
      for (unsigned k = 1; k < VARIATIONS; k++) {
         if (turn && k != 1 + (seed + number(turn)) % (VARIATIONS - 1))
            continue;
         run(k, add_to_hash);
         if (hash != plain || world.errors != errors)
            printf(" %s", vary_names[k]);
      }
      printf("\n");
      fflush(stdout);
   }
}

static void
run_draw(uint32_t first, uint32_t count, uint32_t extensions)
{
   for (uint32_t seed = first; seed < first + count; seed++) {
      num_calls = generate(seed, extensions, true, program_calls);
      run(VARY_NOT, keep);
      write_pictures(seed);
   }
}

static void
print_calls(void)
{
#define TEXT(name, text) #text,
   static const char *const texts[] = {CALLS(TEXT)};
#undef TEXT
   for (unsigned i = 0; i < num_calls; i++) {
      const struct call *c = &program_calls[i];
      if (left_out[i])
         continue;
      unsigned n = 0;
      for (unsigned k = 0; k < 10; k++)
         n = c->a[k] ? k + 1 : n;
      printf("   { static const int32_t a[10] = {");
      for (unsigned k = 0; k < n; k++)
         printf(c->a[k] > 0x1ff ? "%s0x%04x" : "%s%d", k ? ", " : "", (unsigned)c->a[k]);
      printf("%s}; (void)a; %s; } /* %u */\n", n ? "" : "0", texts[c->kind], i);
   }
}

static void
leave_out(const char *s)
{
   while (s && *s) {
      char *end;
      const unsigned long k = strtoul(s, &end, 10);
      if (k < MAX_CALLS)
         left_out[k] = 1;
      s = *end ? end + 1 : end;
   }
}

int
main(int argc, char **argv)
{
   if (argc > 1 && !strcmp(argv[1], "--es3")) {
      world.es3 = true;
      argv++;
      argc--;
   }
   const bool print = argc > 5 && !strcmp(argv[1], "--print"), one = argc > 6 && !strcmp(argv[1], "--one");
   if (print || one) {
      num_calls = generate(number(argv[3]), number(argv[4]), !strcmp(argv[2], "draw"), program_calls);
      leave_out(argv[print ? 5 : 6]);
   }
   if (print) {
      print_calls();
      return 0;
   }
   if (argc > 3 && !strcmp(argv[1], "--compare"))
      return compare_files(argv[2], argv[3], argc > 4 && !strcmp(argv[4], "--snaps"));
   if (argc < 2 || !open_world()) {
      fprintf(stderr, "gl_differential: no arguments, or no display\n");
      return 2;
   }
   if (one) {
      unsigned how = 0;
      while (how < VARIATIONS && strcmp(argv[5], vary_names[how]))
         how++;
      if (how == VARIATIONS)
         return 2;
      const bool draw = !strcmp(argv[2], "draw");
      run(how, draw ? keep : add_to_hash);
      if (draw)
         write_pictures(number(argv[3]));
      else
         printf("%016llx %u %u\n", (unsigned long long)hash, world.draws, world.errors);
   } else if (argc > 4 && !strcmp(argv[1], "--self")) {
      run_self(number(argv[2]), number(argv[3]), number(argv[4]), argv[5]);
   } else if (argc > 4 && !strcmp(argv[1], "--draw")) {
      run_draw(number(argv[2]), number(argv[3]), number(argv[4]));
   } else {
      printf("%u\n", world.extensions);
   }
   return 0;
}
