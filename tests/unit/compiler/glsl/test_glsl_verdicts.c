/* SPDX-License-Identifier: MIT
 *
 * Several hundred small shaders that GLSL ES 1.00 allows or forbids, chapter by chapter (glsl-verdicts.txt):
 * does the compiler accept the one and refuse the other, with a message for each refusal?
 */
#include "glsl_fixture.h"

#include <stdio.h>

static const char *path;

/* What is accepted although the specification forbids or reserves it, because applications rely on it. */
static const char *const lenient[] = {
   "pp_define_dunder",  "pp_define_dunder2", "id_dunder",    "array_type_size",
   "sampler_array_uni", "param_dup_proto",   "ternary_void", "fragdata_dyn",
};

static char *
read_file(void)
{
   FILE *f = fopen(path, "rb");
   if (!f)
      fail_msg("%s cannot be opened", path);
   char *text = calloc(1, 1 << 20);
   assert_non_null(text);
   size_t n = fread(text, 1, (1 << 20) - 1, f);
   fclose(f);
   assert_true(n > 1000 && n < (1 << 20) - 1);
   return text;
}

static bool
compiles(enum ir_stage stage, const char *text, struct glsl_shader **out, const char **log)
{
   struct glsl_options opt = glsl_test_options;
   opt.ext_draw_buffers = true;
   *out = glsl_compile(stage, text, strlen(text), &opt);
   assert_non_null(*out);
   *log = glsl_shader_log(*out);
   return glsl_shader_ok(*out);
}

/** The verdict on one block; \p log lives as long as the shaders. */
static bool
verdict(const char *name, const char *kind, char *body)
{
   struct glsl_shader *v = NULL, *f = NULL;
   const char *log = "";
   bool ok;
   if (strcmp(kind, "link")) {
      ok = compiles(strcmp(kind, "vs") ? IR_FRAGMENT : IR_VERTEX, body, &v, &log);
      if (ok == (strstr(log, "ERROR") != NULL))
         fail_msg("%s: verdict %d, log: %s", name, ok, log);
   } else {
      char *fs = strstr(body, "////fs\n");
      assert_non_null(fs);
      *fs = 0;
      ok = compiles(IR_VERTEX, body, &v, &log) && compiles(IR_FRAGMENT, fs + 7, &f, &log);
      if (ok) {
         struct glsl_program *p = glsl_link(v, f, NULL, 0, &glsl_test_options);
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

static void
test_verdicts(void **state)
{
   char *text = read_file();
   unsigned n = 0, wrong = 0, seen = 0;
   for (char *p = strstr(text, "\n//// "); p;) {
      char *next = strstr(p + 6, "\n//// ");
      if (next)
         *next = 0;
      char name[64], kind[8], want[8];
      assert_int_equal(sscanf(p, "\n//// %63s %7s %7s", name, kind, want), 3);
      char *body = strchr(p + 1, '\n');
      assert_non_null(body);
      bool ok = verdict(name, kind, body + 1);
      for (unsigned i = 0; i < ARRAY_SIZE(lenient); i++)
         seen += !strcmp(lenient[i], name);
      if (ok != !strcmp(want, "ok")) {
         print_error("%s is %s, should be %s\n", name, ok ? "accepted" : "refused", want);
         wrong++;
      }
      n++;
      p = next;
      if (next)
         *next = '\n';
   }
   free(text);
   assert_true(n > 600);
   assert_int_equal(seen, ARRAY_SIZE(lenient));
   assert_int_equal(wrong, 0);
}

int
main(int argc, char **argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_verdicts)};
   if (argc != 2)
      return 2;
   path = argv[1];
   return cmocka_run_group_tests(tests, NULL, NULL);
}
