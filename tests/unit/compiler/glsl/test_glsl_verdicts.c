/* SPDX-License-Identifier: MIT
 *
 * Small shaders that GLSL ES 1.00 (glsl-verdicts.txt) and 3.00 (glsl-300-verdicts.txt) allow or forbid, chapter by
 * chapter: does the compiler accept the one and refuse the other, with a message for each refusal?
 */
#include "glsl_fixture.h"

#include <stdio.h>

static const char *path, *path_300;

/* What is accepted although the specification forbids or reserves it, because applications rely on it. */
static const char *const lenient[] = {
   "pp_define_dunder",  "pp_define_dunder2", "id_dunder",    "array_type_size",
   "sampler_array_uni", "param_dup_proto",   "ternary_void", "fragdata_dyn",
};

/* ... and of 3.00: comments and empty lines around #version, which other drivers take, and piglit asks for. */
static const char *const lenient_300[] = {
   "version_second_line",    "version_after_comment",  "version_after_line_comment",
   "version_comment_behind", "version_after_comments",
};

static char *
read_file(const char *name)
{
   FILE *f = fopen(name, "rb");
   if (!f)
      fail_msg("%s cannot be opened", name);
   char *text = calloc(1, 1 << 20);
   assert_non_null(text);
   size_t n = fread(text, 1, (1 << 20) - 1, f);
   fclose(f);
   assert_true(n > 1000 && n < (1 << 20) - 1);
   return text;
}

/** A language: where a table's shaders are judged. */
struct judge {
   struct glsl_options opt;
   const char *version; /* goes in front of all shaders but those of the kinds raw... */
   const char *const *lenient;
   unsigned num_lenient;
};

static bool
compiles(const struct judge *j, bool raw, enum ir_stage stage, const char *text, struct glsl_shader **out,
         const char **log)
{
   char *whole = malloc(strlen(text) + 64);
   assert_non_null(whole);
   snprintf(whole, strlen(text) + 64, "%s%s", raw ? "" : j->version, text);
   *out = glsl_compile(stage, whole, strlen(whole), &j->opt);
   free(whole);
   assert_non_null(*out);
   *log = glsl_shader_log(*out);
   return glsl_shader_ok(*out);
}

/** The verdict on one block; \p log lives as long as the shaders. */
static bool
verdict(const struct judge *j, const char *name, const char *kind, char *body)
{
   const bool raw = !strncmp(kind, "raw", 3);
   struct glsl_shader *v = NULL, *f = NULL;
   const char *log = "";
   bool ok;
   kind += raw ? 3 : 0;
   if (strcmp(kind, "link")) {
      ok = compiles(j, raw, strcmp(kind, "vs") ? IR_FRAGMENT : IR_VERTEX, body, &v, &log);
      if (ok == (strstr(log, "ERROR") != NULL))
         fail_msg("%s: verdict %d, log: %s", name, ok, log);
   } else {
      char *fs = strstr(body, "////fs\n");
      assert_non_null(fs);
      *fs = 0;
      ok = compiles(j, raw, IR_VERTEX, body, &v, &log) && compiles(j, raw, IR_FRAGMENT, fs + 7, &f, &log);
      if (!ok && strstr(log, "ERROR") == NULL)
         fail_msg("%s: refused without a message", name);
      if (ok) {
         struct glsl_program *p = glsl_link(v, f, NULL, 0, &j->opt);
         assert_non_null(p);
         ok = p->ok;
         if (ok == (strstr(p->log, "ERROR") != NULL))
            fail_msg("%s: verdict %d, log: %s", name, ok, p->log);
         glsl_program_destroy(p);
      }
   }
   glsl_shader_unref(v);
   glsl_shader_unref(f);
   return ok;
}

/** Is the name in the list of what is accepted all the same? */
static unsigned
is_lenient(const struct judge *j, const char *name)
{
   for (unsigned i = 0; i < j->num_lenient; i++)
      if (!strcmp(j->lenient[i], name))
         return 1;
   return 0;
}

/** Judges all blocks of a file; the numbers of them, of wrong verdicts, and of names in the list. */
static void
judge_file(const struct judge *j, const char *file, bool sections, unsigned *n, unsigned *wrong,
           unsigned *seen)
{
   char *text = read_file(file);
   for (char *p = strstr(text, "\n//// "); p; (*n)++) {
      char *next = strstr(p + 6, "\n//// ");
      if (next)
         *next = 0;
      char name[128], kind[8], want[8], section[16] = "";
      assert_int_equal(sscanf(p, "\n//// %127s %7s %7s%15[^\n]", name, kind, want, section),
                       sections ? 4 : 3);
      char *body = strchr(p + 1, '\n');
      assert_non_null(body);
      bool ok = verdict(j, name, kind, body + 1);
      *seen += is_lenient(j, name);
      if (ok != !strcmp(want, "ok")) {
         print_error("%s is %s, should be %s (%s)\n", name, ok ? "accepted" : "refused", want, section);
         ++*wrong;
      }
      p = next;
      if (next)
         *next = '\n';
   }
   free(text);
}

static void
test_verdicts(void **state)
{
   struct judge j = {
      .opt = glsl_test_options, .version = "", .lenient = lenient, .num_lenient = ARRAY_SIZE(lenient)};
   unsigned n = 0, wrong = 0, seen = 0;
   j.opt.ext_draw_buffers = true;
   judge_file(&j, path, false, &n, &wrong, &seen);
   assert_true(n > 600);
   assert_int_equal(seen, ARRAY_SIZE(lenient));
   assert_int_equal(wrong, 0);
}

static void
test_verdicts_300(void **state)
{
   struct judge j = {.opt = glsl_all_options,
                     .version = "#version 300 es\n",
                     .lenient = lenient_300,
                     .num_lenient = ARRAY_SIZE(lenient_300)};
   unsigned n = 0, wrong = 0, seen = 0;
   j.opt.max_draw_buffers = 4;
   judge_file(&j, path_300, true, &n, &wrong, &seen);
   assert_true(n > 2000);
   assert_int_equal(seen, ARRAY_SIZE(lenient_300));
   assert_int_equal(wrong, 0);
}

int
main(int argc, char **argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_verdicts), cmocka_unit_test(test_verdicts_300)};
   if (argc != 3)
      return 2;
   path = argv[1];
   path_300 = argv[2];
   return cmocka_run_group_tests(tests, NULL, NULL);
}
