/* SPDX-License-Identifier: MIT
 *
 * Shaders on a target without integers, loops, branches and dynamic elements, with floats of 24 bits: the pipeline
 * lowers them, an interpreter with such floats runs them, and each output must lie in the interval that interval
 * arithmetic computes of the unlowered shader for the same inputs (ir_interval.c states the bound of an operation).
 *
 *    test_ir_narrow                 this file's shaders and random programs (tests/fuzz/random_glsl.c)
 *    test_ir_narrow --random A B    random programs A to B
 *    test_ir_narrow FILE...         .shader_test files with a [vertex shader] and a [fragment shader] section
 *
 * What is not judged, by rule: an invocation that interval arithmetic calls undecided, and a component whose interval
 * is wider than WIDEST of the greater of 1 and its middle. Both are counted, and enough must be left: MIN_JUDGED of
 * all components. A shader whose loop ends nobody knows when is refused with this reason, and counted; on a second target,
 * which is the same but for loops of one exit, it is not.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../fuzz/random_glsl.h"
#include "compiler/compiler.h"
#include "ir_interval.h"
#include "ir_targets.h"
#include "util/u_math.h"
#include "../../random_share.h"

#define RUNS       16
#define WIDEST     (1.0 / 16)
#define MIN_JUDGED 0.5

static struct {
   unsigned stages, refused, wrong, invocations, undecided, components, judged, wide, unbuilt, rolled;
} sum;
static uint32_t state;
static bool eighths;

static uint32_t
rnd(uint32_t n)
{
   state = state * 1664525u + 1013904223u;
   return (uint32_t)((uint64_t)(state >> 8) * n >> 24);
}

/** A float of the format, mostly a small one. */
static float
random_float(void)
{
   static const float scale[] = {1, 1, 1, 4, 0.25f, 16};
   float f = ((float)rnd(1 << 16) / 32768.0f - 1.0f) * scale[rnd(ARRAY_SIZE(scale))];
   if (eighths)
      f = rintf(f * 8) / 8; /* conversions to int, comparisons and indices are decided more often */
   return ir_eval_round(&ir_test_narrow.fp, f);
}

/** Uniforms by their types: \p wide as bits for the IR as it is, \p narrow as floats. */
static void
random_uniforms(const struct glsl_program *p, enum ir_stage stage, struct ir_eval *wide,
                struct ir_eval *narrow)
{
   for (unsigned i = 0; i < 256; i++)
      for (unsigned c = 0; c < 4; c++)
         wide->uniforms[i][c] = narrow->uniforms[i][c] = fui(random_float());
   for (unsigned i = 0; i < p->num_uniforms; i++) {
      const struct glsl_uniform *u = &p->uniforms[i];
      if (u->slot[stage] < 0 || (u->base != GLSL_INT && u->base != GLSL_BOOL))
         continue;
      for (unsigned e = 0; e < u->array_len; e++)
         for (unsigned c = 0; c < 4; c++) {
            uint32_t slot = ((uint32_t)u->slot[stage] + e) & 255, v = rnd(u->base == GLSL_INT ? 4 : 2);
            wide->uniforms[slot][c] = u->base == GLSL_INT ? v : v ? ~0u : 0;
            narrow->uniforms[slot][c] = fui((float)v);
         }
   }
}

static void
random_inputs(const struct ir_shader *s, struct ir_eval *wide, struct ir_eval *narrow)
{
   for (unsigned i = 0; i < 32; i++)
      for (unsigned c = 0; c < 4; c++)
         wide->inputs[i][c] = narrow->inputs[i][c] = fui(random_float());
   for (unsigned i = 0; i < s->inputs.count && i < 32; i++) {
      const uint8_t semantic = s->inputs.data[i].semantic;
      if (semantic == IR_SEM_FACE) {
         bool front = rnd(2);
         wide->inputs[i][0] = front ? ~0u : 0;
         narrow->inputs[i][0] = fui(front);
      }
      for (unsigned c = 0; c < 4 && semantic == IR_SEM_FRAG_COORD; c++)
         wide->inputs[i][c] = narrow->inputs[i][c] = c < 2 ? fui((float)rnd(200) + 0.5f) : fui(0.75f);
   }
   for (unsigned i = 0; i < 2; i++)
      wide->sysvals[i] = narrow->sysvals[i] = rnd(10);
}

/** False: the component lies outside of its interval. */
static bool
judge_component(const struct ir_interval *i, float got)
{
   sum.components++;
   const double most = WIDEST * fmax(1, fabs(i->lo + i->hi) / 2);
   if (!(i->hi - i->lo <= most)) {
      sum.wide++;
      return true;
   }
   sum.judged++;
   return (double)got >= i->lo && (double)got <= i->hi;
}

static void
wrong(const char *name, const struct ir_shader *s, const char *what)
{
   printf("%s, %s: %s\n", name, s->stage == IR_VERTEX ? "vertex" : "fragment", what);
   sum.wrong++;
}

/** One invocation. False: it went wrong. */
static bool
judge(const char *name, const struct ir_shader *raw, const struct ir_shader *low, struct ir_interval_run *iv,
      struct ir_eval *narrow)
{
   char text[200];
   sum.invocations++;
   if (!ir_interval_run(raw, iv) || iv->undecided) {
      sum.undecided++;
      if (getenv("VERBOSE"))
         printf("%s: undecided: %s\n", name, iv->why ? iv->why : "does not end");
      return true;
   }
   if (!ir_eval_run(low, narrow)) {
      wrong(name, raw, narrow->error);
      return false;
   }
   if (narrow->discarded != iv->discarded) {
      wrong(name, raw, "discarded by one of the two");
      return false;
   }
   for (unsigned o = 0; o < raw->outputs.count && o < 32 && !iv->discarded; o++)
      for (unsigned c = 0; c < 4; c++) {
         const struct ir_interval *i = &iv->outputs[o][c];
         float got = ir_eval_round(&ir_test_narrow.fp, uif(narrow->outputs[o][c]));
         if (!iv->stored[o][c] || judge_component(i, got))
            continue;
         snprintf(text, sizeof text, "output %u.%c is %.9g, not in [%.9g, %.9g]", o, "xyzw"[c], (double)got,
                  i -> lo, i -> hi);
         wrong(name, raw, text);
         return false;
      }
   return true;
}

/** The reasons for which a shader may be refused: those of its loops, where they may not stay. */
static bool
may_refuse(const struct ir_target *target, const char *why)
{
   return !target->stage[0].rolled_loops &&
          (strstr(why, "how often it runs") || strstr(why, "unrolled loops may have"));
}

static void
run_stage(const char *name, const struct glsl_program *p, const struct ir_shader *raw,
          const struct ir_target *target, bool no_optimise)
{
   static struct ir_eval wide, narrow;
   static struct ir_interval_run iv;
   const struct ir_options opt = {.no_optimise = no_optimise};
   char error[200] = "";
   struct ir_shader *low = ir_shader_clone(raw);
   ir_run_pipeline(low, target, &opt);
   sum.stages++;
   for (struct ir_node *n = ir_first_node(low); n; n = ir_next_node(n))
      sum.rolled += n->kind == IR_NODE_LOOP;
   if (low->refused) {
      printf("%s, %s: refused: %s\n", name, raw->stage == IR_VERTEX ? "vertex" : "fragment", low->refused);
      sum.refused++;
      if (getenv("VERBOSE"))
         ir_print(stdout, low);
      if (!may_refuse(target, low->refused))
         wrong(name, raw, "refused for want of something that passes make up for");
   } else if (!ir_validate(low, error, sizeof error)) {
      wrong(name, raw, error);
   } else {
      iv.in = &wide;
      iv.fp = ir_test_narrow.fp;
      narrow.target = target;
      state = 1;
      for (unsigned k = 0; k < RUNS; k++) {
         eighths = k & 1;
         random_uniforms(p, (enum ir_stage)raw->stage, &wide, &narrow);
         random_inputs(raw, &wide, &narrow);
         if (!judge(name, raw, low, &iv, &narrow)) {
            if (getenv("VERBOSE")) {
               ir_print(stdout, raw);
               ir_print(stdout, low);
            }
            break;
         }
      }
   }
   ir_shader_destroy(low);
}

static void
run_pair(const char *name, const char *vs, size_t vs_B, const char *fs, size_t fs_B)
{
   struct glsl_shader *v = glsl_compile(IR_VERTEX, vs, vs_B, &glsl_all_options);
   struct glsl_shader *f = glsl_compile(IR_FRAGMENT, fs, fs_B, &glsl_all_options);
   struct glsl_program *p = glsl_link(v, f, NULL, 0, &glsl_all_options);
   if (p->ok) {
      const struct ir_target *const targets[] = {&ir_test_narrow, &ir_test_rolled};
      for (unsigned i = 0; i < 2 * ARRAY_SIZE(targets);
           i++) { /* with all passes, and with those that are required */
         run_stage(name, p, p->ir[IR_VERTEX], targets[i / 2], i & 1);
         run_stage(name, p, p->ir[IR_FRAGMENT], targets[i / 2], i & 1);
      }
   } else {
      sum.unbuilt++; /* a test of the front end's errors */
   }
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
}

static void
run_file(const char *name)
{
   static char text[1 << 20];
   FILE *in = fopen(name, "rb");
   size_t n = in ? fread(text, 1, sizeof text - 1, in) : 0;
   if (in)
      fclose(in);
   text[n] = 0;
   static const char *const heads[] = {"[vertex shader]", "[fragment shader]"};
   const char *part[2];
   size_t part_B[2];
   for (unsigned k = 0; k < 2; k++) {
      const char *at = strstr(text, heads[k]);
      if (!at) {
         sum.unbuilt++;
         return;
      }
      part[k] = at + strlen(heads[k]);
      const char *end = strstr(part[k], "\n[");
      part_B[k] = end ? (size_t)(end - part[k]) : strlen(part[k]);
   }
   run_pair(name, part[0], part_B[0], part[1], part_B[1]);
}

/* ---- this project's own ---- */

#define VERT "attribute vec4 pos; attribute vec4 a; varying vec4 v; void main() { gl_Position = pos; v = a; }"
#define FRAG                                                                                                 \
   "precision highp float; precision highp int; varying vec4 v; uniform float uf[4]; uniform vec4 uv[4];"    \
   "uniform int ui[4]; uniform bool ub; uniform mat4 um;"
static const struct {
   const char *name, *frag;
} own[] = {
   {"int arithmetic",
    FRAG "void main() { int a = ui[0] * 300 + ui[1], b = ui[2] * 7 - 3; int q = a / b; int r = a - q * b;"
         "gl_FragColor = vec4(float(q), float(r), float(-a), float(a == b)); }"                                                 },
   {"division",                   FRAG "void main() { int a = int(v.x * 4000.0), b = int(v.y * 50.0); if (b == 0) b = 3;"
                     "gl_FragColor = vec4(float(a / b), float(a - a / b * b), float(a), float(b)); }"            },
   {"bools",
    FRAG "void main() { bool a = v.x > 0.25, b = ui[0] > 1; bool c = a ^^ b, d = a || ub, e = !a && b;"
         "gl_FragColor = vec4(c, d, e, float(any(bvec3(c, d, e))) + float(int(ub) + ui[1])); }"                                 },
   {"several exits",
    FRAG "void main() { float s = 0.0; for (int i = 0; i < 9; i++) { if (v.x * float(i) > 2.0) break;"
         "if (v.y < 0.0 && i == 3) continue; s += uf[1] + float(i); } gl_FragColor = vec4(s, v.xyz); }"                         },
   {"loop in loop",
    FRAG "void main() { float s = 0.0; for (int i = 1; i < 5; i++) for (int j = 0; j < i; j++) {"
         "if (v.z > 0.5 * float(j)) break; s += v.x * float(i) + float(j); } gl_FragColor = vec4(s); }"                         },
   {"dynamic elements",           FRAG
    "void main() { float t[5]; for (int i = 0; i < 5; i++) t[i] = v.x * float(i);"
    "t[ui[0]] = v.y; t[ui[1] + 1] += 2.0; gl_FragColor = vec4(t[ui[2]], t[4], uf[ui[3]], uv[ui[0]].y); }"},
   {"discard",                    FRAG "void main() { if (v.x > 0.0) { if (v.y > 0.5) discard; gl_FragColor = v; } else {"
                    "gl_FragColor = v * 2.0; if (ub) discard; } }"                                                },
   {"early return",
    FRAG "float f(float x) { if (x > 1.0) return x * 3.0; if (x < -1.0) { if (ub) return 5.0; return x; }"
         "return x + 1.0; } void main() { gl_FragColor = vec4(f(v.x), f(v.y * 4.0), f(uf[0]), f(f(v.z))); }"                    },
   {"waves",                      FRAG "void main() { gl_FragColor = vec4(sin(v.x * 3.0), cos(v.y), sin(uf[0]) + cos(uf[1] * "
                  "2.0), tan(v.z * 0.5)); }"                                                                        },
   {"functions",
    FRAG "void main() { vec3 n = normalize(v.xyz + vec3(3.0)); gl_FragColor = vec4(pow(abs(v.x) + 0.5, 2.5),"
         "smoothstep(0.0, 1.0, v.y), dot(n, uv[0].xyz), mod(v.w, 0.7)) + um * v; }"                                             },
   {"uniform loop",
    FRAG "void main() { float s = 0.0; for (int i = 0; i < 4; i++) { if (i == ui[0]) break; s += v.x; }"
         "gl_FragColor = vec4(s); }"                                                                                            },
   {"no end in sight",
    FRAG "void main() { float s = v.x; while (s < 100.0) { s = s * 2.0 + 1.0; } gl_FragColor = vec4(s); }"                      },
   {"loops in branches",
    FRAG "void main() { float s = 0.0; if (v.x > 0.0) { s = 1.0; for (int i = 0; i < ui[0]; i++) { s += v.y;"
         "if (s > 2.0) break; } s *= 2.0; } else if (ub) { for (int i = 0; i < ui[1]; i++) s -= v.z; }"
         "gl_FragColor = vec4(s, v.xyz); }"                                                                                     },
   {"loops in loops",
    FRAG "void main() { float s = 0.0, t = 1.0; for (int i = 0; i < ui[0]; i++) { if (i == ui[3]) continue;"
         "for (int j = i; j < ui[1]; j++) { if (v.x > float(j)) { t += 1.0; if (ub) break; continue; }"
         "for (int k = 0; k < ui[2]; k++) s += v.y; } s += 1.0; if (s > 9.0) return; }"
         "gl_FragColor = vec4(s, t, v.xy); }"                                                                                   },
   {"discard in a loop",          FRAG
    "void main() { gl_FragColor = v; for (int i = 0; i < ui[0]; i++) { if (v.x * float(i) > 0.5) discard;"
    "gl_FragColor.y += v.z; } if (v.y > 0.9) discard; }"                                                },
   {"what a loop leaves",         FRAG
    "void main() { float a = v.x, b = v.y, c; int i = 0; do { c = a; a = b; b = c; i++; } while (i < ui[0]);"
    "gl_FragColor = vec4(a, b, c, float(i)); }"                                                        },
   {"dynamic elements in a loop",
    FRAG "void main() { float t[4]; for (int i = 0; i < 4; i++) t[i] = v.x; for (int i = 0; i < ui[0]; i++) {"
         "t[i] = uf[i] + float(i); } gl_FragColor = vec4(t[0], t[1], t[2], t[ui[1]]); }"                                        },
   {"constant bools",
    FRAG "void main() { bvec2 b[3]; b[1] = lessThan(ivec2(2, 3), ivec2(3, 2)); b[2] = bvec2(true);"
         "if (!b[2].y) b[ui[0]].x = ub; gl_FragColor = vec4(b[1], b[2]); }"                                                     },
   {"maybe another trip",
    FRAG "void main() { int i = 0; do { i++; if (i < ui[0]) continue; break; } while (i < 3);"
         "int j = 0; while (j < 3) { j++; if (j < ui[1]) { if (ub) continue; } if (j > -1) break; }"
         "gl_FragColor = vec4(float(i), float(j), v.xy); }"                                                                     },
   {"clamped index",
    FRAG "void main() { vec4 t[3]; t[0] = v; t[1] = uv[0]; t[2] = uv[1]; int i = int(v.x * 2.0);"
         "if (i < 0) i = 0; if (i > 2) i = 2; gl_FragColor = t[i]; }"                                                           },
};

static void
run_random(uint32_t first, uint32_t last)
{
   for (uint32_t seed = first; seed <= last; seed++) {
      char *vs, *fs, name[40];
      unsigned statements;
      random_glsl(seed, RANDOM_GLSL_VERTEX_TEXTURES, NULL, 0, &vs, &fs, &statements);
      snprintf(name, sizeof name, "random program %" PRIu32, seed);
      run_pair(name, vs, strlen(vs), fs, strlen(fs));
      free(vs);
      free(fs);
   }
}

static void
run_own(void)
{
   for (unsigned i = 0; i < ARRAY_SIZE(own); i++)
      run_pair(own[i].name, VERT, strlen(VERT), own[i].frag, strlen(own[i].frag));
   run_random(1, random_share(60));
}

int
main(int argc, char **argv)
{
   if (argc == 4 && !strcmp(argv[1], "--random"))
      run_random((uint32_t)atoi(argv[2]), (uint32_t)atoi(argv[3]));
   else if (argc > 1)
      for (int i = 1; i < argc; i++)
         run_file(argv[i]);
   else
      run_own();
   const unsigned decided = sum.components;
   printf("%u stages, %u refused, %u wrong, %u loops that stay; %u programs that do not link\n", sum.stages,
          sum.refused, sum.wrong, sum.rolled, sum.unbuilt);
   printf("%u invocations, %u undecided; %u components, %u judged, %u with too wide an interval\n",
          sum.invocations, sum.undecided, decided, sum.judged, sum.wide);
   bool enough =
      sum.stages && sum.undecided <= sum.invocations * (1 - MIN_JUDGED) && sum.judged >= decided * MIN_JUDGED;
   if (!enough)
      printf("too little was judged\n");
   return sum.wrong || !enough;
}
