/* SPDX-License-Identifier: MIT
 *
 * Nothing that a shader's text says may crash, hang or corrupt the front end: random mutations of valid
 * shaders are compiled, linked and, where that works, validated. Deterministic. For longer runs:
 * test_glsl_fuzz SEED COUNT [FILE...] mutates the files' text as well.
 */
#include <stdio.h>

#include <math.h>

#include "glsl_fixture.h"
#include "../ir/ir_eval.h"
#include "compiler/ir/target.h"
#include "glsl_seeds_300.h"

static const char *const seeds[] = {
   "#version 100\n#extension GL_OES_standard_derivatives : enable\nprecision mediump float;\n"
   "#define SQ(x) ((x)*(x))\n#define N 4\n#if N > 3 && defined(GL_ES)\nuniform vec4 u[N];\n#else\n#error "
   "no\n#endif\n"
   "struct S { vec3 a; float b[2]; mat2 m; };\nuniform S s[2]; uniform sampler2D t[2]; varying vec2 uv;\n"
   "float f(float x, inout vec2 v, const in int n) {\n  if (x < 0.5) return 1.0;\n  for (int i = 0; i < N; "
   "i++) {\n"
   "    if (v.x > float(i)) return v.x; if (i == 2) continue; v.yx += x; }\n  while (v.x < 3.0) { v.x++; "
   "break; }\n"
   "  do { v.y--; } while (v.y > 0.0 && x > 1.0);\n  return n > 3 ? dot(v, uv) : 2.0;\n}\n"
   "void main() {\n  S l; l.b[1] = SQ(uv.x); l.m = mat2(1.0); l.a = s[1].a;\n  vec2 q = uv; int k = "
   "int(q.x);\n"
   "  float r = f(uv.x, q, k) + dFdx(uv.y);\n  vec4 c = texture2D(t[0], uv, 0.5) * u[k];\n  l.m[k][1] = r;\n"
   "  if (l.a == s[0].a) discard;\n  gl_FragColor = vec4(l.m[0], c.zw) + vec4(ivec4(1, 2, k, -k)) / "
   "3.0;\n}\n",
   "attribute vec4 p; attribute mat3 m; varying vec2 uv; uniform mat4 mvp; const float k = sin(0.5) + 1e-3;\n"
   "invariant gl_Position;\nvec3 g(vec3 a);\nvoid main() { gl_Position = mvp * p; uv = g(m * p.xyz).xy * k;\n"
   "gl_PointSize = mod(p.x, 3.0); bvec2 b = lessThan(uv, p.zw); if (any(b)) uv = -uv; }\n"
   "vec3 g(vec3 a) { return normalize(reflect(a, vec3(0.0, 1.0, 0.0))); }\n",
   "precision highp float; varying vec4 V; int n; int next() { return ++n; }\n"
   "void f(out float a[3], float b[3]) { for (int i = 0; i < 3; i++) a[i] = b[2 - i]; }\n"
   "void main() { n = 0; float x[3]; float y[3]; x[0] = x[1] = x[2] = V.x; f(y, x);\n"
   "int d[3]; d[0] = d[1] = d[2] = next(); d[n - 1] += next(); bool a = n > 2 && next() < 4 || V.y == 1.0 ^^ "
   "!(V.z != 2.0);\n"
   "gl_FragData[0] = vec4(y[0], d[1], a, (V + 1.0)[n]); gl_FragData[0].zx = V.xy; }\n",
   GLSL_SEEDS_300};

static const char *const words[] = {
   GLSL_WORDS_300 "(",
   ")",
   "{",
   "}",
   "[",
   "]",
   ";",
   ",",
   ".",
   "=",
   "+=",
   "++",
   "--",
   "-",
   "*",
   "/",
   "<",
   "==",
   "&&",
   "||",
   "^^",
   "?",
   ":",
   "!",
   "#",
   "##",
   "\n",
   "\\\n",
   "//",
   "/*",
   "*/",
   "0",
   "1",
   "1.0",
   "1e9",
   "2147483647",
   "-1",
   "0x7fffffff",
   "float",
   "int",
   "bool",
   "void",
   "vec2",
   "vec3",
   "vec4",
   "ivec3",
   "bvec4",
   "mat2",
   "mat3",
   "mat4",
   "sampler2D",
   "samplerCube",
   "struct",
   "S",
   "const",
   "uniform",
   "varying",
   "attribute",
   "in",
   "out",
   "inout",
   "precision",
   "highp",
   "if",
   "else",
   "for",
   "while",
   "do",
   "return",
   "break",
   "continue",
   "discard",
   "true",
   "invariant",
   "#define A(x) x A(x)\n",
   "A(",
   "#if ",
   "#ifdef N\n",
   "#endif\n",
   "#else\n",
   "#line 3\n",
   "#extension all : warn\n",
   "#version 100\n",
   "main",
   "gl_Position",
   "gl_FragColor",
   "gl_FragData",
   "gl_FragCoord",
   "gl_DepthRange",
   "u",
   "s",
   "t",
   "uv",
   "V",
   "x",
   "y",
   "k",
   "f",
   "texture2D",
   "sin",
   "dot",
   "[1000000]",
   ".xyzw",
   ".b",
   ".m",
   "\xc3\xa9",
   "\"",
};

static uint32_t rng = 1;

static uint32_t
next_random(uint32_t n)
{
   rng ^= rng << 13;
   rng ^= rng >> 17;
   rng ^= rng << 5;
   return rng % n;
}

#define MAX_TEXT 65536

/** One random edit of text[0..n), which has room for MAX_TEXT bytes; returns the new length. */
static size_t
mutate(char *text, size_t n)
{
   size_t at = n ? next_random((uint32_t)n) : 0;
   size_t len = 1 + next_random(next_random(8) ? 6 : 80);
   len = MIN2(len, n - at);
   switch (next_random(5)) {
   case 0: /* delete */
      memmove(text + at, text + at + len, n - at - len);
      return n - len;
   case 1: /* repeat */
      if (n + len > MAX_TEXT)
         return n;
      memmove(text + at + len, text + at, n - at);
      return n + len;
   case 2: /* a random byte */
      if (n)
         text[at] = (char)next_random(256);
      return n;
   case 3: { /* copy from elsewhere */
      size_t from = n ? next_random((uint32_t)n) : 0;
      memmove(text + at, text + from, MIN2(len, n - MAX2(at, from)));
      return n;
   }
   default: { /* insert a word */
      const char *w = words[next_random(ARRAY_SIZE(words))];
      size_t k = strlen(w);
      if (n + k + 2 > MAX_TEXT)
         return n;
      memmove(text + at + k + 2, text + at, n - at);
      text[at] = text[at + k + 1] = ' ';
      memcpy(text + at + 1, w, k);
      return n + k + 2;
   }
   }
}

static unsigned num_ok, num_linked, num_compared;

static bool
same_value(uint32_t a, uint32_t b)
{
   float x = uif(a), y = uif(b);
   return a == b || x == y || (isnan(x) && isnan(y)) || fabsf(x - y) <= 1e-4f * fmaxf(1, fabsf(x));
}

static void
random_uniforms(const struct glsl_program *p, unsigned stage, struct ir_eval *e)
{
   for (unsigned i = 0; i < p->num_uniforms; i++) {
      const struct glsl_uniform *u = &p->uniforms[i];
      for (unsigned k = 0; k < u->array_len * u->cols * 4 && u->base <= GLSL_BOOL && u->slot[stage] >= 0;
           k++) {
         uint32_t value = u->base == GLSL_FLOAT  ? fui((float)((int)next_random(64) - 16) * 0.25f)
                          : u->base <= GLSL_UINT ? next_random(6) - 1
                                                 : 0u - next_random(2);
         unsigned slot = (unsigned)u->slot[stage] + k / 4;
         if (slot < ARRAY_SIZE(e->uniforms))
            e->uniforms[slot][k % 4] = value;
      }
   }
}

/** What the passes make of the shader computes what it did before. */
static void
compare_optimised(const struct glsl_program *p, unsigned stage)
{
   const struct ir_shader *s = p->ir[stage];
   static struct ir_eval before, after;
   memset(&before, 0, sizeof before);
   random_uniforms(p, stage, &before);
   for (unsigned i = 0; i < ARRAY_SIZE(before.inputs); i++)
      for (unsigned c = 0; c < 4; c++)
         before.inputs[i][c] = fui((float)next_random(64) * 0.125f - 2.0f);
   for (unsigned b = 0; b < IR_MAX_BLOCKS; b++)
      for (unsigned i = 0; i < 16; i++)
         before.blocks[b][i][next_random(4)] = fui((float)next_random(64) * 0.125f - 2.0f);
   before.max_steps = 20000;
   memcpy(after.uniforms, before.uniforms, sizeof after.uniforms);
   memcpy(after.blocks, before.blocks, sizeof after.blocks);
   memcpy(after.inputs, before.inputs, sizeof after.inputs);
   bool ended = ir_eval_run(s, &before);
   struct ir_shader *clone = ir_shader_clone(s);
   struct ir_options opt = {0};
   ir_run_pipeline(clone, &ir_target_any, &opt);
   char error[200] = "";
   if (!ir_validate(clone, error, sizeof error))
      fail_msg("invalid IR behind the passes: %s", error);
   bool ended_too = ir_eval_run(clone, &after);
   if (ended && ended_too && !before.undefined) {
      num_compared++;
      if (before.discarded != after.discarded)
         fail_msg("discard differs behind the passes");
      for (unsigned i = 0; i < 16 && !before.discarded; i++)
         for (unsigned c = 0; c < 4; c++)
            if (!same_value(before.outputs[i][c], after.outputs[i][c]))
               fail_msg("output %u.%u is %g, behind the passes %g", i, c, uif(before.outputs[i][c]),
                        uif(after.outputs[i][c]));
   } else if (ended && !before.undefined) {
      fail_msg("behind the passes: %s", after.error);
   }
   ir_shader_destroy(clone);
}

static bool
is_300(const char *text)
{
   return !strncmp(text, "#version 300", 12);
}

static const struct glsl_options *
options_of(const char *text)
{
   return is_300(text) ? &glsl_all_options : &glsl_test_options;
}

static void
try_link(struct glsl_shader *s, enum ir_stage stage, const char *text)
{
   static const char *const partner[] = {
      [IR_FRAGMENT] =
         "varying highp vec2 uv; varying highp vec4 V; void main() { uv = vec2(0.5); V = vec4(1.0); }",
      [IR_VERTEX] =
         "precision mediump float; varying vec2 uv; void main() { gl_FragColor = vec4(uv, 0.0, 1.0); }",
   };
   bool vertex = stage == IR_VERTEX;
   const char *with = is_300(text) ? glsl_partner_300[stage] : partner[stage];
   struct glsl_shader *other =
      glsl_compile(vertex ? IR_FRAGMENT : IR_VERTEX, with, strlen(with), options_of(with));
   assert_non_null(other);
   struct glsl_program *p = glsl_link(vertex ? s : other, vertex ? other : s, NULL, 0, options_of(text));
   assert_non_null(p);
   for (unsigned i = 0; i < 2 && p->ok; i++) {
      char error[200] = "";
      if (!ir_validate(p->ir[i], error, sizeof error))
         fail_msg("invalid IR: %s", error);
      compare_optimised(p, i);
   }
   num_linked += p->ok;
   glsl_program_destroy(p);
   glsl_shader_unref(other);
}

static void
fuzz(const char *const *texts, const size_t *lens, unsigned num_texts, unsigned count, bool dump)
{
   static char text[MAX_TEXT + 1];
   for (unsigned i = 0; i < count; i++) {
      unsigned which = next_random(num_texts);
      size_t n = MIN2(lens[which], MAX_TEXT);
      memcpy(text, texts[which], n);
      for (unsigned k = next_random(4) ? 1 : 1 + next_random(16); k--;)
         n = mutate(text, n);
      if (dump) {
         FILE *f = fopen("fuzz-last.txt", "wb");
         if (f) {
            fwrite(text, 1, n, f);
            fclose(f);
         }
      }
      bool vertex = next_random(8) ? memmem(text, n, "gl_Position", 11) != NULL : next_random(2);
      enum ir_stage stage = vertex ? IR_VERTEX : IR_FRAGMENT;
      struct glsl_shader *s = glsl_compile(stage, text, n, options_of(text));
      assert_non_null(s);
      assert_true(glsl_shader_ok(s) || strstr(glsl_shader_log(s), "ERROR: "));
      num_ok += glsl_shader_ok(s);
      if (glsl_shader_ok(s))
         try_link(s, stage, text);
      glsl_shader_unref(s);
   }
}

static void
test_mutations(void **state)
{
   size_t lens[ARRAY_SIZE(seeds)];
   for (unsigned i = 0; i < ARRAY_SIZE(seeds); i++) {
      lens[i] = strlen(seeds[i]);
      enum ir_stage stage = strstr(seeds[i], "gl_Position") ? IR_VERTEX : IR_FRAGMENT;
      struct glsl_shader *s = glsl_compile(stage, seeds[i], lens[i], options_of(seeds[i]));
      assert_string_equal(glsl_shader_log(s), "");
      unsigned before = num_linked;
      try_link(s, stage, seeds[i]);
      assert_int_equal(num_linked, before + 1);
      glsl_shader_unref(s);
   }
   fuzz(seeds, lens, ARRAY_SIZE(seeds), 4000, false);
   assert_true(num_ok > 100 && num_linked > 20); /* the mutations are not all hopeless */
}

/** Repeats a text many times: nesting, length and expansion must end in an error or a result. */
static void
test_hostile(void **state)
{
   static const struct {
      const char *before, *repeated, *after;
      unsigned times;
   } cases[] = {
      {"void main() { int x = ",                                                        "(",                    "",                100000},
      {"void main() { int x = ",                                                        "-",                    "1; }",            100001},
      {"void main() { int x = ",                                                        "- -",                  "1; }",            100000},
      {"void main() { int x = 1",                                                       "+1",                   "; }",             100000},
      {"void main() { float x = 1.0; x = x",                                            "+x",                   "; }",             100000},
      {"void main() { int x; x",                                                        "=x",                   "; }",             100000},
      {"void main() { int x; x = ",                                                     "true ? 1 : ",          "2; }",            100000},
      {"void main() { ",                                                                "{",                    "",                100000},
      {"void main() { ",                                                                "if (true) ",           "; }",             100000},
      {"void main() { ",                                                                "if (true) ; else ",    "; }",             100000},
      {"void main() { ",                                                                "for (;;) ",            "; }",             100000},
      {"void main() { int x; x",                                                        "[0]",                  "; }",             100000},
      {"void main() { vec4 v; v",                                                       ".xyzw",                " = v; }",         100000},
      {"",                                                                              "}",                    "",                100000},
      {"",                                                                              "#if 1\n",              "",                100000},
      {"",                                                                              "#",                    "",                100000},
      {"#if ",                                                                          "(",                    "\n#endif\n",      100000},
      {"#if ",                                                                          "!",                    "1\n#endif\n",     100000},
      {"#define A A A A A A A A A\nvoid main() {",                                      " A",                   "}",               10000 },
      {"#define A(x) x x x x\nfloat ",                                                  "A(",                   "1",               1000  },
      {"#define A(x) x x\nfloat A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(y", ")",                    ";",               26    },
      {"struct S { ",                                                                   "int a;",               "};",              10000 },
      {"void main() { ",                                                                "int a;",               "}",               10000 },
      {"",                                                                              "void f(int a) {} ",    "",                2000  },
      {"",                                                                              "$",                    "",                100000},
      {"int x = 1",                                                                     "00000000000000000000", ";",               5000  },
      {"float x = 1.",                                                                  "00000000000000000000", "1e-99999999999;", 5000  },
      {"/*",                                                                            "*",                    "",                100000},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      size_t a = strlen(cases[i].before), b = strlen(cases[i].repeated), c = strlen(cases[i].after);
      char *text = malloc(a + b * cases[i].times + c + 1), *p = text + a;
      assert_non_null(text);
      memcpy(text, cases[i].before, a);
      for (unsigned k = 0; k < cases[i].times; k++, p += b)
         memcpy(p, cases[i].repeated, b);
      memcpy(p, cases[i].after, c + 1);
      struct glsl_shader *s = glsl_test_compile(IR_VERTEX, text);
      if (glsl_shader_ok(s))
         try_link(s, IR_VERTEX, text);
      glsl_shader_unref(s);
      free(text);
   }
}

/** Types and calls that double at each step stop at a limit. */
static void
test_doubling(void **state)
{
   static char text[20000];
   size_t n = (size_t)sprintf(text, "struct S0 { float a[2]; };\n");
   for (unsigned i = 1; i < 40; i++)
      n += (size_t)sprintf(text + n, "struct S%u { S%u a; S%u b; };\n", i, i - 1, i - 1);
   struct glsl_shader *s = glsl_test_compile(IR_VERTEX, text);
   assert_non_null(strstr(glsl_shader_log(s), "is too large"));
   glsl_shader_unref(s);

   n = (size_t)sprintf(text, "attribute vec4 p; vec4 f0(vec4 x) { return sin(x); }\n");
   for (unsigned i = 1; i < 40; i++)
      n += (size_t)sprintf(text + n, "vec4 f%u(vec4 x) { return f%u(x) + f%u(x.yxzw); }\n", i, i - 1, i - 1);
   sprintf(text + n, "void main() { gl_Position = f39(p); }");
   struct glsl_program *p = glsl_test_link(text, "void main() { gl_FragColor = vec4(1.0); }");
   assert_false(p->ok);
   assert_non_null(strstr(p->log, "too large with all its function calls expanded"));
   glsl_program_destroy(p);

   n = (size_t)sprintf(text, "uniform vec4 u[2]; struct L { float a[8000]; }; L g; void f(inout L x) { "
                             "x.a[1] += 1.0; }\nvoid main() {\n");
   for (unsigned i = 0; i < 400; i++)
      n += (size_t)sprintf(text + n, "f(g);\n");
   sprintf(text + n, "gl_Position = vec4(g.a[int(u[0].x)]); }");
   p = glsl_test_link(text, "void main() { gl_FragColor = vec4(1.0); }");
   assert_false(p->ok);
   glsl_program_destroy(p);
}

static char *
read_file(const char *name, size_t *n)
{
   FILE *f = fopen(name, "rb");
   char *text = malloc(MAX_TEXT);
   *n = f && text ? fread(text, 1, MAX_TEXT, f) : 0;
   if (f)
      fclose(f);
   return text;
}

int
main(int argc, char **argv)
{
   if (argc > 2) {
      unsigned n = argc > 3 ? (unsigned)argc - 3 : 0;
      const char **texts = calloc(n + ARRAY_SIZE(seeds), sizeof *texts);
      size_t *lens = calloc(n + ARRAY_SIZE(seeds), sizeof *lens);
      for (unsigned i = 0; i < n; i++)
         texts[i] = read_file(argv[3 + i], &lens[i]);
      for (unsigned i = 0; i < ARRAY_SIZE(seeds); i++) {
         texts[n + i] = seeds[i];
         lens[n + i] = strlen(seeds[i]);
      }
      rng = (uint32_t)strtoul(argv[1], NULL, 0) * 2654435761u | 1;
      fuzz(texts, lens, n + ARRAY_SIZE(seeds), (unsigned)strtoul(argv[2], NULL, 0), true);
      printf("%u compiled, %u linked, %u compared\n", num_ok, num_linked, num_compared);
      for (unsigned i = 0; i < n; i++)
         free((char *)texts[i]);
      free(texts);
      free(lens);
      return 0;
   }
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mutations),
      cmocka_unit_test(test_hostile),
      cmocka_unit_test(test_doubling),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
