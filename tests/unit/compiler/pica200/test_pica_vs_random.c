/* SPDX-License-Identifier: MIT
 *
 * GLSL vertex shaders through the whole compiler: the program runs on the emulator's shader unit, and each component of position and varyings must lie in
 * the interval that interval arithmetic computes of the shader as the front end made it (ir_interval.c; floats of 16 bits of mantissa).
 *
 *    test_pica_vs_random                 the project's own shaders and random programs (tests/fuzz/random_glsl.c)
 *    test_pica_vs_random --random A B    random programs A to B
 *    test_pica_vs_random --verdicts FILE...   .shader_test files: what compiles, what is refused and why
 *
 * An invocation that interval arithmetic calls undecided, and a component whose interval is wider than WIDEST of the
 * greater of 1 and its middle, are not judged; MIN_JUDGED of all must be. Nor is an invocation whose loops run more often than the chip's can.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../fuzz/random_glsl.h"
#include "../ir/ir_interval.h"
#include "compiler/compiler.h"
#include "compiler/ir/target.h"
#include "pica_vs_run.h"
#include "util/u_math.h"
#include "../../random_share.h"

#define RUNS       16
#define WIDEST     (1.0 / 16)
#define MIN_JUDGED 0.4
#define RANDOM     100
#define ROUNDS     255

static const struct ir_float_format bound = {.mantissa = 16, .max_exponent = 63, .min_exponent = -62};
static struct {
   unsigned shaders, refused, wrong, invocations, undecided, lost, components, judged, unbuilt;
   unsigned instrs, temps, consts, descs, flow;
} sum;
static bool verbose;
static uint32_t state;

static uint32_t
rnd(uint32_t n)
{
   state = state * 1664525u + 1013904223u;
   return (uint32_t)((uint64_t)(state >> 8) * n >> 24);
}

static float
some_float(bool eighths)
{
   const float f = ((float)rnd(1 << 12) / 2048.0f - 1.0f) * (float)(1 << rnd(4)) / 2;
   return eighths ? rintf(f * 8) / 8 : f;
}

/** What a shader reads, as bits for the IR and as the floats that the chip has. */
static struct ir_eval wide;
static struct pica_vs_given given;

static void
make_uniforms(const struct glsl_program *p, bool eighths)
{
   for (unsigned i = 0; i < 256; i++)
      for (unsigned c = 0; c < 4; c++) {
         given.uniforms[i][c] = some_float(eighths);
         wide.uniforms[i][c] = fui(given.uniforms[i][c]);
      }
   for (unsigned i = 0; i < p->num_uniforms; i++) {
      const struct glsl_uniform *u = &p->uniforms[i];
      const bool is_int = u->base == GLSL_INT;
      for (unsigned e = 0; u->slot[IR_VERTEX] >= 0 && (is_int || u->base == GLSL_BOOL) && e < u->array_len;
           e++)
         for (unsigned c = 0; c < 4; c++) {
            const uint32_t slot = ((uint32_t)u->slot[IR_VERTEX] + e) & 255, v = rnd(is_int ? 4 : 2);
            given.uniforms[slot][c] = (float)v;
            wide.uniforms[slot][c] = is_int ? v : 0 - v;
         }
   }
}

static void
make_inputs(const struct ir_shader *s, bool eighths)
{
   for (unsigned i = 0; i < s->inputs.count && i < 32; i++)
      for (unsigned c = 0; c < 4; c++) {
         const float f = some_float(eighths);
         given.attributes[s->inputs.data[i].sem_index & 15][c] = f;
         wide.inputs[i][c] = fui(f);
      }
}

/** NULL, or what is wrong with a component. */
static const char *
judge_one(const char *name, const struct ir_interval *i, float got)
{
   static char text[200];
   sum.components++;
   if (!(i->hi - i->lo <= WIDEST * fmax(1, fabs(i->lo + i->hi) / 2)))
      return NULL;
   sum.judged++;
   if ((double)got >= i->lo && (double)got <= i->hi)
      return NULL;
   snprintf(text, sizeof text, "%s is %.9g, not in [%.9g, %.9g]", name, (double)got, i->lo, i->hi);
   return text;
}

static const char *
judge(const struct ir_shader *raw, const struct ir_interval_run *iv, const struct pica_vs_result *r)
{
   unsigned n = 0;
   const char *what = NULL;
   for (unsigned o = 0; o < raw->outputs.count && o < 32 && !what; o++) {
      const struct ir_io *io = &raw->outputs.data[o];
      for (unsigned c = 0; c < io->ncomp && !what; c++) {
         unsigned semantic = PICA200_UNUSED;
         if (io->semantic == IR_SEM_GENERIC)
            semantic = pica200_plain_semantic(n++);
         else if (io->semantic == IR_SEM_POSITION)
            semantic = PICA200_POSITION_X + c;
         if (semantic != PICA200_UNUSED && iv->stored[o][c])
            what = judge_one(io->name, &iv->outputs[o][c], r->semantic[semantic]);
         else if (io->semantic == IR_SEM_POINT_SIZE && iv->stored[o][c])
            what = judge_one(io->name, &iv->outputs[o][c], r->point_size);
      }
   }
   return what;
}

static const char *
run_binary(const struct glsl_program *p, const struct ir_shader *raw, const struct pica200_vertex *v)
{
   static struct ir_interval_run iv;
   struct pica_vs_result r;
   const char *why;
   state = 1;
   for (unsigned k = 0; k < RUNS; k++) {
      make_uniforms(p, k & 1);
      make_inputs(raw, k & 1);
      iv.in = &wide;
      iv.fp = bound;
      iv.composed = true;
      if (!pica_vs_run(v, &given, &r, &why))
         return why;
      sum.invocations++;
      if (!ir_interval_run(raw, &iv) || iv.undecided) {
         sum.undecided++;
         continue;
      }
      if (iv.rounds > ROUNDS) {
         sum.lost++;
         continue;
      }
      const char *what = judge(raw, &iv, &r);
      if (what)
         return what;
   }
   return NULL;
}

static void
run_shader(const char *name, const struct glsl_program *p, const struct ir_shader *raw)
{
   static const struct ir_options opt;
   static const struct pica200_vertex_key key = {.raw_position = true, .point_size = true};
   static struct pica200_vertex v;
   char error[200];
   struct ir_shader *low = ir_shader_clone(raw);
   struct pica200_fragment f = {.tail = pica200_plain_tail(raw)};
   ir_run_pipeline(low, pica200_ir_target(), &opt);
   sum.shaders++;
   if (!pica200_compile_vs(low, &f, &key, &v, error, sizeof error)) {
      printf("%s: refused: %s\n", name, error);
      sum.refused++;
   } else {
      const char *what = run_binary(p, raw, &v);
      if (what) {
         printf("%s: %s\n", name, what);
         sum.wrong++;
      }
      if (verbose) {
         printf("%s: %u instructions, %u temporaries, %u constants, %u descriptors\n", name, v.num_instrs,
                v.num_temps, v.num_consts, v.code.num_descs);
         if (what) {
            ir_print(stdout, low);
            pica_disassemble(stdout, &v.code);
         }
      }
      sum.instrs += v.num_instrs;
      sum.temps += v.num_temps;
      sum.consts += v.num_consts;
      sum.descs += v.code.num_descs;
   }
   ir_shader_destroy(f.tail);
   ir_shader_destroy(low);
}

static void
run_pair(const char *name, const char *vs, size_t vs_B, const char *fs, size_t fs_B)
{
   struct glsl_shader *v = glsl_compile(IR_VERTEX, vs, vs_B, &glsl_all_options);
   struct glsl_shader *f = glsl_compile(IR_FRAGMENT, fs, fs_B, &glsl_all_options);
   struct glsl_program *p = glsl_link(v, f, NULL, 0, &glsl_all_options);
   if (p->ok)
      run_shader(name, p, p->ir[IR_VERTEX]);
   sum.unbuilt += !p->ok; /* a test of the front end's errors */
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
}

static void
run_file(const char *name)
{
   static char text[1 << 20];
   FILE *in = fopen(name, "rb");
   const size_t n = in ? fread(text, 1, sizeof text - 1, in) : 0;
   if (in)
      fclose(in);
   text[n] = 0;
   const char *v = strstr(text, "[vertex shader]\n"), *f = strstr(text, "[fragment shader]\n");
   if (!v || !f) {
      sum.unbuilt++;
      return;
   }
   v = strchr(v, '\n') + 1;
   f = strchr(f, '\n') + 1;
   const char *v_end = strstr(v, "\n["), *f_end = strstr(f, "\n[");
   run_pair(name, v, v_end ? (size_t)(v_end - v) : strlen(v), f, f_end ? (size_t)(f_end - f) : strlen(f));
}

/* ---- this project's own ---- */

#define HEAD                                                                                                 \
   "precision highp float; precision highp int; uniform float uf[4]; uniform vec4 uv[4]; uniform int ui[4];" \
   "uniform bool ub; uniform mat4 um; vec4 f(vec4 a, vec4 b) {"
/* clang-format off */
static const struct {
   const char *name, *body;
} own[] = {
   {"copy", "return a; }"},
   {"matrix", "return um * a + um * (um * b); }"},
   {"rounding", "return floor(a * 5.0) + ceil(b * 3.0) + fract(a) + vec4(int(b.x * 4.0)) + sign(a) * mod(b, 0.7); }"},
   {"waves", "return vec4(sin(a.x * 3.0), cos(b.y), sin(uf[0]) + cos(uf[1] * 2.0), tan(b.z * 0.25)); }"},
   {"exponentials", "vec4 p = abs(a) + 0.5; return vec4(pow(p.x, b.y), log2(p.y), exp(b.z), inversesqrt(p.w)) + sqrt(p); }"},
   {"dots", "return vec4(dot(a, b), dot(a.xyz, b.zyx), length(a.xy - b.zw), dot(normalize(a.xyz + 9.0), uv[1].xyz)); }"},
   {"mixed dots", "return vec4(dot(vec4(a.x * b.x, uv[0].y, b.z, 1.0), vec4(uv[2].xy, a.w, 0.5)), dot(uv[0], uv[3]), "
                  "dot(-a.xyz, abs(b.xyw)), dot(vec2(exp2(a.x), exp2(b.y)), vec2(-a.z, b.z))); }"},
   {"homogeneous dots", "vec4 p = vec4(a.xyz * b.x, 1.0); return vec4(dot(p, uv[0]), dot(uv[1], p), dot(vec4(b.xyz, 1.0), uv[2]), "
                        "dot(uv[3], vec4(-a.xyz, 1.0))); }"},
   {"comparisons", "return vec4(a.x < b.x, a.y >= b.y, a.z == b.z, a.w != b.w) + (a.x > b.y ? a : b) + (ub ? a.yxwz : uv[0]); }"},
   {"constants compared", "return vec4(a.x < uf[1], uf[2] >= a.y, uf[3] < 0.5, uf[0] < uf[1]); }"},
   {"bools", "bool p = a.x > 0.25, q = ui[0] > 1; return vec4(p ^^ q, p || ub, !p && q, any(bvec3(p, q, ub))) + a; }"},
   {"branches", "vec4 r = b; if (a.x > 0.0) { r = a * 2.0; if (b.y > 0.5) r.xy += uv[0].zw; else r = r.wzyx; } return r; }"},
   {"long branches", "vec4 r = b; if (a.x > 0.0) { for (int i = 0; i < 4; i++) r = exp2(r * uf[i]) + sin(a); } else if (ub) { r = sin(r + b); "
                     "r = r.wzyx * log2(abs(a) + 1.5); } return r; }"},
   {"only else", "vec4 r = b, s = a; if (a.x > 0.0) { } else { r = sin(a * 2.0) + exp2(a) * cos(b); s = r + cos(b) * log2(abs(r) + 1.5); } "
                 "return r + s; }"},
   {"nested", "vec4 r = b; if (a.x > 0.0) { r = sin(r); if (a.y > 0.0) { r += cos(r); if (a.z > 0.0) { r = exp2(r * 0.1); if (a.w > 0.0) r = "
              "sin(r * 2.0) + cos(r); } } } return r; }"},
   {"deep branches", "float r = b.x;\n#define D(n) if (r + a.y * n > -9.0) { r = sin(r + n) + exp2(r * 0.1);\n"
                     "#define E } else r += cos(a.x);\nD(1.0) D(2.0) D(3.0) D(4.0) D(5.0) D(6.0) D(7.0) D(8.0) D(9.0) D(10.0)"
                     "E E E E E E E E E E return vec4(r, a.xyz); }"},
   {"long else part", "float r = b.x; if (a.x > 0.0) { r = sin(a.y) + exp2(b.z * 0.1); } else {\n#define R r = sin(r + a.y) + fract(r * 3.0);\n"
                      "#define S R R R R R R R R\n S } return vec4(r, a.xyz); }"},
   {"loop", "vec4 r = vec4(0.0); for (int i = 0; i < 4; i++) { if (i == ui[0]) break; r += a * uf[i]; } return r; }"},
   {"indices", "return uv[ui[0]] * a + vec4(uf[ui[1]]) + uv[ui[2]].wzyx * uv[ui[0]]; }"},
   {"many indices", "vec4 r = a; r += uv[ui[0]] * uv[ui[1]]; r = r * uv[ui[2]] + uv[ui[3]]; return r * uf[ui[0]] + uf[ui[1]] * b; }"},
   {"clamps", "return clamp(a, 0.0, 1.0) + clamp(b.yxwz * uv[0], 0.0, 1.0) + smoothstep(0.0, 1.0, a) + min(a, b); }"},
   {"numbers", "return a * vec4(0.1, 0.2, 0.3, 0.4) + b * vec4(1.5, -0.7, 11.0, 0.1) + uv[0] * 0.3 + vec4(-1, 1, 0, 0.5); }"},
   {"arms not taken", "vec4 r = b, s = a; if (ui[3] != 0) r = a * 9.0 / float(ui[3]); if (ui[2] == 0) s = b; "
                      "else s = b * 9.0 / float(ui[2]); return r + s.yxwz; }"},
   {"roots not taken", "return vec4(a.x > 0.0 ? sqrt(a.x) : b.x, a.y > 0.25 ? log2(a.y) * b.y : 1.0, a.z < 0.0 ? 0.0 : pow(a.z + 0.5, 1.5), 1.0); }"},
   {"mixtures", "vec4 m = mix(a, b, uf[0]), n = 1.0 - m * b; vec3 t = normalize(a.xyz * 2.0 - 1.0 + uv[0].xyz) * (1.0 - b.w);"
                "return vec4(mix(t, n.wzy, m.x), 1.0 - t.x) * (n.xxyz - uv[1]) + (m - n.wxyz) * a + (uv[0].x + a.y) * (m.zwxy + n); }"},
   {"arcs", "return atan(atan(a)) + 1.0 / (abs(b) + 0.5); }"},
   {"uniform loop", "vec4 r = a; for (int i = 0; i < ui[0]; i++) { r += b * float(i); if (r.x > 3.0) r.y = uf[i]; } return r; }"},
   {"loops in branches", "vec4 r = b; if (a.x > 0.0) { for (int i = 0; i < ui[0]; i++) { r += a; if (r.y > 2.0) break; } r *= 2.0; } else "
                         "{ for (int i = 0; i < ui[1]; i++) r -= a; } return r; }"},
   {"loops in loops", "vec4 r = a; for (int i = 0; i < ui[0]; i++) { for (int j = 0; j < ui[1]; j++) { r = r.yzwx + b * float(i - j); } r.x += 1.0; } "
                      "return r; }"},
   {"what a loop leaves", "vec4 r = a, s = b, t; int i = 0; do { t = r; r = s; s = t; i++; } while (i < ui[0]); float w = dot(r, t);"
                          "return vec4(r.x, s.y, t.z, float(i) + w); }"},
   {"branches in loops", "vec4 r = a; for (int i = 0; i < ui[0]; i++) { if (r.x > b.x) r = sin(r) * 2.0 + cos(r); else { r = r.yzwx * 0.5 + "
                         "exp2(b * 0.25); r.w += float(i); } } return r; }"},
   {"long loop", "vec4 r = a; for (int i = 0; i < 100; i++) { r = sin(r) + b * 0.0625; r.xy = fract(r.yx * float(i)) + uv[0].xy * r.zw; } "
                 "return r * 0.0625 + float(ui[0]); }"},
   {"elements in a loop", "float t[4]; for (int i = 0; i < 4; i++) t[i] = a[i]; for (int i = 0; i < ui[0]; i++) t[i] = uf[i] + b[i];"
                          "return vec4(t[0], t[1], t[2], t[ui[1]]); }"},
   {"integers", "int p = ui[0] * 30 + ui[1], q = ui[2] * 7 - 3; return vec4(p / q, p - p / q * q, -p, p == q); }"},
};
/* clang-format on */

static void
run_own(void)
{
   char vs[2000], fs[2000];
   for (unsigned i = 0; i < ARRAY_SIZE(own); i++) {
      snprintf(vs, sizeof vs,
               "attribute vec4 p, q; varying vec4 v; varying vec3 w; " HEAD
               "%s void main() { v = f(q, p); w = q.wzy; gl_Position = f(p, q); gl_PointSize = p.x * 2.0; }",
               own[i].body);
      snprintf(
         fs, sizeof fs,
         "precision highp float; varying vec4 v; varying vec3 w; void main() { gl_FragColor = v + w.xyzz; }");
      run_pair(own[i].name, vs, strlen(vs), fs, strlen(fs));
   }
}

/** Vertex shaders have no textures: lookups become arithmetic. */
static const char no_textures[] = "#define texture2D(s, c) vec4((c).xy, (c).yx)\n"
                                  "#define texture2DProj(s, c) vec4((c).xyx, 1.0)\n"
                                  "#define textureCube(s, c) vec4((c).zyx, 1.0)\n"
                                  "#define texture2DLod(s, c, l) vec4((c).yx, l, 0.5)\n";

static void
run_random(uint32_t first, uint32_t last)
{
   for (uint32_t seed = first; seed <= last; seed++) {
      char *vs, *fs, name[40];
      unsigned statements;
      random_glsl(seed, RANDOM_GLSL_VERTEX_TEXTURES, NULL, 0, &vs, &fs, &statements);
      char *text = malloc(sizeof no_textures + strlen(vs));
      if (!text)
         abort();
      strcpy(text, no_textures);
      strcat(text, vs);
      snprintf(name, sizeof name, "random program %" PRIu32, seed);
      run_pair(name, text, strlen(text), fs, strlen(fs));
      free(text);
      free(vs);
      free(fs);
   }
}

int
main(int argc, char **argv)
{
   verbose = getenv("VERBOSE") != NULL;
   const bool some = argc == 4 && !strcmp(argv[1], "--random"),
              files = argc > 2 && !strcmp(argv[1], "--verdicts");
   if (argc > 1 && !some && !files) {
      fprintf(stderr, "usage: %s [--random FIRST LAST | --verdicts FILE...]\n", argv[0]);
      return 2;
   }
   if (some)
      run_random((uint32_t)atoi(argv[2]), (uint32_t)atoi(argv[3]));
   for (int i = 2; files && i < argc; i++)
      run_file(argv[i]);
   if (argc == 1) {
      run_own();
      run_random(1, random_share(RANDOM));
   }
   printf("%u of %u refused; %u instructions, %u temporaries, %u constants, %u descriptors\n", sum.refused,
          sum.shaders, sum.instrs, sum.temps, sum.consts, sum.descs);
   printf("%u wrong; %u programs do not link; %u invocations, %u undecided, %u beyond the chip's rounds; %u "
          "components, "
          "%u judged\n",
          sum.wrong, sum.unbuilt, sum.invocations, sum.undecided, sum.lost, sum.components, sum.judged);
   const bool enough = sum.invocations && sum.undecided <= sum.invocations * (1 - MIN_JUDGED) &&
                       sum.judged >= sum.components * MIN_JUDGED;
   if (!enough)
      printf("too little was judged\n");
   return sum.wrong || !enough;
}
