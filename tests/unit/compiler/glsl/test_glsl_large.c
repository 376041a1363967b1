/* SPDX-License-Identifier: MIT
 *
 * Legal and unreasonable texts through the whole compiler, by kind of repetition: each is compiled for two
 * chips or refused with one clear sentence, in time and memory that follow its length. The limits are
 * generous; what is quadratic in these sizes goes far beyond them.
 */
#include "glsl_fixture.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "compiler/terascale/vliw.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOWER 10
#define PARTS  4 /* of what compiles a fourth, which is still unreasonable */
#else
#define SLOWER 1
#define PARTS  1
#endif
#define MAX_CPU_S  (8.0 * SLOWER)
#define MAX_MEM_KB (700l * 1024)

struct text {
   char *s;
   size_t n, cap;
};

static void
append(struct text *t, const char *s, size_t n)
{
   if (t->cap < t->n + n + 1) {
      t->cap = t->cap * 2 + n + 4096;
      t->s = realloc(t->s, t->cap);
      assert_non_null(t->s);
   }
   memcpy(t->s + t->n, s, n);
   t->n += n;
   t->s[t->n] = 0;
}

/** The pattern; @ is the number \p i, ^ the one before (4294967295 before 0). */
static void
put(struct text *t, const char *pattern, unsigned i)
{
   for (const char *p = pattern; p && *p; p++) {
      char number[16];
      int n = *p == '@' || *p == '^' ? snprintf(number, sizeof number, "%u", *p == '@' ? i : i - 1) : 0;
      append(t, n ? number : p, n ? (size_t)n : 1);
   }
}

static void
repeat(struct text *t, const char *pattern, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      put(t, pattern, i);
}

/** What is NULL is empty, but for `first`, then `vec4 v = u;`, and `last`, then END. In `first` ^ is the last repetition's number. */
struct large {
   const char *name;
   unsigned count;
   const char *head, *heads;                        /* in front of main: once, and count times */
   const char *first, *body, *middle, *tail, *last; /* in main: once, count times, once, count times, once */
   const char *refused;                             /* part of the log; NULL: compiles */
};

#define END       " gl_FragColor = v; "
#define TOO_LARGE "the shader is too large with all its function calls expanded"
#define TOKENS    "the shader has too many tokens"

/* clang-format off */
static const struct large cases[] = {
   /* statements and control flow */
   {"statements", 6000, .body = "v = v * v.yzwx + u;"},
   {"samples", 3000, .head = "uniform sampler2D t;", .body = "v += texture2D(t, v.xy);"},
   {"ifs in a row", 3000, .first = "vec4 v = gl_FragCoord;",
    .body = "if (v.x > @.0) { v.y = v.z + 1.0; v.x *= 2.0; }"},
   {"ifs with samples", 1500, .head = "uniform sampler2D t;",
    .body = "if (v.x > @.0) { v += texture2D(t, v.xy); v.z += sin(v.y); } else { v.z *= 2.0; }"},
   {"ifs in each other", 400, .body = "if (gl_FragCoord.x > @.0) { v.x += @.0;", .tail = "}"},
   {"too many ifs in each other", 20000, .body = "if (gl_FragCoord.x > @.0) { v.x += @.0;", .tail = "}",
    .refused = "the shader is nested too deeply here"},
   {"else ifs", 3000, .first = "vec4 v = u; if (k < 0) v.x = 1.0;",
    .body = "else if (gl_FragCoord.x < @.0) v.x = @.0 * u.y;"},
   {"loops in a row", 1500, .body = "for (int i = 0; i < 1000; i++) { if (i > k) break; v.x += v.y * v.x; }"},
   {"ifs that go on, in a loop", 1500,
    .first = "vec4 v = u; for (int i = 0; i < 100; i++) { if (i > k) break;",
    .body = "if (v.x > @.0) { v.x += gl_FragCoord.x; if (v.x < 3.0) continue; v.x *= 2.0; }", .last = "}" END},
   {"loops that unroll", 100,
    .body = "for (int i = 0; i < 64; i++) for (int j = 0; j < 64; j++) v = v * u + vec4(i, j, i, j);"},
   {"loops in each other", 12, .body = "for (int i@ = 0; i@ < 8; i@++) {", .tail = "}", .last = "v += u;" END},
   {"discards", 3000, .first = "vec4 v = gl_FragCoord;", .body = "if (v.x == @.0) discard; v.x += u.x;"},
   {"empty blocks", 100000, .body = "{}"},
   /* expressions */
   {"a long sum", 20000, .first = "vec4 v = u; v.x +=", .body = "v.y + ", .last = "1.0;" END},
   {"a long sum of vectors", 2000, .first = "vec4 v = ", .body = "gl_FragCoord * u - ", .last = "u;" END},
   {"commas", 20000, .first = "vec4 v = u; ", .body = "v.x += v.y, ", .last = "v.z = v.x;" END},
   {"parentheses", 400, .first = "vec4 v = u * ", .body = "(", .tail = ")", .last = ";" END, .middle = "u.x"},
   {"a row of signs", 50000, .first = "vec4 v = u * ", .body = "- ", .last = "1.0;" END,
    .refused = "the shader is nested too deeply here"},
   {"swizzles of swizzles", 900, .first = "vec4 v = gl_FragCoord", .body = ".yzwx", .last = ";" END},
   {"conditions in each other", 300, .first = "vec4 v = u; v.x = ", .body = "gl_FragCoord.x > @.0 ? @.0 : ",
    .last = "v.y;" END},
   {"built-in functions", 150, .first = "vec4 v = gl_FragCoord;",
    .body = "v = refract(v, u, v.x) + pow(v, u) + smoothstep(v, u, v) + atan(v, u) + mod(v, u);"},
   {"matrices", 300, .first = "mat4 m = mat4(gl_FragCoord.x); vec4 v = u;",
    .body = "m = m * m + mat4(u, u, u, u);", .last = "v = m[0];" END},
   /* variables and types */
   {"values that live long", 1500, .body = "float a@ = sin(gl_FragCoord.x * @.0);",
    .tail = "v.x = v.x * a@ + v.y;v.y += a@;"},
   {"values that live long, over ifs", 400, .head = "uniform sampler2D t;",
    .body = "vec4 a@ = u * gl_FragCoord.x + @.0; if (v.x > @.0) v += texture2D(t, v.xy) + a@;",
    .tail = "if (v.x < @.0) v += texture2D(t, a@.xy);"},
   {"variables", 20000, .body = "float a@ = v.x + @.0; v.x = a@ * v.y;"},
   {"variables without use", 60000, .heads = "float a@;"},
   {"constants of constants", 20000, .head = "const float a4294967295 = 1.0;",
    .heads = "const float a@ = a^ + 1.0;", .first = "vec4 v = u * a^;"},
   {"an array with moving index", 1500, .head = "float a[64];",
    .body = "a[k + 1] = a[int(v.x)] + @.0; v.x += a[k];"},
   {"an array of 4000", 1, .head = "float a[4000];",
    .first = "vec4 v = u; for (int i = 0; i < 4000; i++) a[i] = u.x;", .last = "v.x = a[k];" END},
   {"structs in structs", 20, .head = "struct S4294967295 { vec4 a; };", .heads = "struct S@ { S^ a; };",
    .first = "S^ s; vec4 v = u;"},
   {"too many structs in structs", 5000, .head = "struct S4294967295 { vec4 a; };",
    .heads = "struct S@ { S^ a; };", .refused = "too large"},
   {"structs that double", 40, .head = "struct S4294967295 { vec4 a; };", .heads = "struct S@ { S^ a, b; };",
    .refused = "too large"},
   {"uniforms without use", 60000, .heads = "uniform vec4 x@;"},
   {"uniforms in use", 20000, .heads = "uniform vec4 x@;", .body = "v += x@;", .refused = "too many uniforms"},
   /* functions */
   {"functions that double", 40, .head = "vec4 f4294967295(vec4 a) { return a + u; }",
    .heads = "vec4 f@(vec4 a) { return f^(a) + f^(a.yzwx); }", .first = "vec4 v = f^(u);",
    .refused = TOO_LARGE},
   {"empty functions that double", 40, .head = "void f4294967295() {}", .heads = "void f@() { f^(); f^(); }",
    .first = "vec4 v = u; f^();", .refused = TOO_LARGE},
   {"functions that call functions", 400, .head = "vec4 f4294967295(vec4 a) { return a + u; }",
    .heads = "vec4 f@(vec4 a) { return f^(a) * a; }", .first = "vec4 v = f^(u);"},
   {"too many that call each other", 5000, .head = "vec4 f4294967295(vec4 a) { return a + u; }",
    .heads = "vec4 f@(vec4 a) { return f^(a) * a; }", .first = "vec4 v = f^(u);",
    .refused = "are nested too deeply"},
   {"functions of one name", 4000, .head = "float f(float a) { return a; }",
    .heads = "struct S@ { float a; }; float f(S@ a) { return a.a; }", .first = "vec4 v = u * f(1.0);"},
   {"functions without use", 10000, .heads = "float f@(float a) { return a * 2.0; }"},
   /* preprocessor */
   {"macros", 40000, .head = "\n", .heads = "#define A@ 1\n"},
   {"macros of macros", 10000, .head = "\n#define M4294967295 2.0\n", .heads = "#define M@ M^\n",
    .first = "vec4 v = u * M^;"},
   {"macros that double", 40, .head = "\n#define M4294967295 2.0 +\n", .heads = "#define M@ M^ M^\n",
    .first = "vec4 v = u * ( M^ 1.0);", .refused = TOKENS},
   {"macros that double their argument", 40, .head = "\n#define F4294967295(x) x + x\n",
    .heads = "#define F@(x) F^(x) + F^(x)\n", .first = "vec4 v = u * (F^(1.0));", .refused = TOKENS},
   {"empty macros that double", 40, .head = "\n#define E4294967295\n", .heads = "#define E@ E^ E^\n",
    .first = "vec4 v = u; E^", .refused = TOKENS},
   {"#if in #if", 900, .head = "\n", .heads = "#if 1\n", .body = "\n#endif", .last = "\n" END},
   {"too many #if in #if", 60000, .head = "\n", .heads = "#if 0\n", .refused = "#if is nested too deeply"},
   {"#elif", 40000, .first = "vec4 v = u;\n#if 0\n", .body = "#elif 0\n", .last = "#endif\n" END},
   {"an #if of a long sum", 50000, .first = "vec4 v = u;\n#if 1", .body = "+1", .last = "\n#endif\n" END},
   {"mistakes", 20000, .body = "v = unknown@;", .refused = "too many errors"},
};
/* clang-format on */

static double
cpu_seconds(void)
{
   return (double)clock() / CLOCKS_PER_SEC;
}

static char *
make(const struct large *k)
{
   struct text t = {0};
   const unsigned count = k->refused ? k->count : k->count / PARTS;
   repeat(&t, "precision highp float; uniform vec4 u; uniform int k;\n", 1);
   repeat(&t, k->head, 1);
   repeat(&t, k->heads, count);
   repeat(&t, "\nvoid main() {\n", 1);
   put(&t, k->first ? k->first : "vec4 v = u;", count);
   repeat(&t, k->body, count);
   repeat(&t, k->middle, 1);
   repeat(&t, k->tail, count);
   repeat(&t, k->last ? k->last : END, 1);
   repeat(&t, "\n}\n", 1);
   return t.s;
}

static void
compile_for(const struct large *k, const struct ir_shader *s, const char *chip)
{
   char error[200] = "";
   struct vliw_binary b;
   if (!vliw_compile(s, terascale_chip_find(chip), NULL, &b, error, sizeof error))
      fail_msg("%s: %s: %s", k->name, chip, error);
   vliw_binary_fini(&b);
}

static void
run(const struct large *k)
{
   char *text = make(k);
   const char *vert = "attribute vec4 p; void main() { gl_Position = p; }";
   struct glsl_shader *v = glsl_test_compile(IR_VERTEX, vert), *f = glsl_test_compile(IR_FRAGMENT, text);
   struct glsl_program *p = glsl_shader_ok(f) ? glsl_link(v, f, NULL, 0, &glsl_test_options) : NULL;
   const char *log = p ? p->log : glsl_shader_log(f);
   bool ok = p && p->ok;
   if (k->refused ? ok || !strstr(log, k->refused) : !ok)
      fail_msg("%s: %s: %.300s", k->name, ok ? "accepted" : "refused", log);
   if (ok) {
      const struct ir_options opt = {.hoist_uniforms = true};
      ir_run_link_pipeline(p->ir[IR_VERTEX], p->ir[IR_FRAGMENT], vliw_ir_target(), &opt);
      assert_false(p->ir[IR_FRAGMENT]->arena.out_of_memory);
      compile_for(k, p->ir[IR_FRAGMENT], "rv770");
      compile_for(k, p->ir[IR_FRAGMENT], "cayman");
   }
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
   free(text);
}

static void
test_large(void **state)
{
   (void)state;
   const bool verbose = getenv("TERAGL_TEST_VERBOSE") != NULL;
   for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
      double start = cpu_seconds();
      run(&cases[i]);
      double took = cpu_seconds() - start;
      struct rusage use;
      getrusage(RUSAGE_SELF, &use);
      if (verbose)
         print_message("%-36s %6.3f s, peak so far %ld KB\n", cases[i].name, took, use.ru_maxrss);
      if (took > MAX_CPU_S)
         fail_msg("%s: %.1f s", cases[i].name, took);
      if (SLOWER == 1 && use.ru_maxrss > MAX_MEM_KB)
         fail_msg("%s: %ld KB of memory", cases[i].name, use.ru_maxrss);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_large)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
