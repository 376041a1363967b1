/* SPDX-License-Identifier: MIT
 *
 * GLSL programs through the whole compiler: the words run on a machine of the test (r300_ref.h), and each output must
 * lie in the interval that interval arithmetic computes of the shader as the front end made it (ir_interval.c; floats
 * of 16 bits of mantissa, which is wider than the errors of these machines' exponentials and sines).
 *
 *    test_r300_random CHIP            the project's own shaders and random programs (tests/fuzz/random_glsl.c)
 *    test_r300_random CHIP --random A B  random programs A to B
 *    test_r300_random CHIP FILE...    .shader_test files; prints what compiles, what is refused, and the slots
 *
 * An invocation that interval arithmetic calls undecided, and a component whose interval is wider than WIDEST of the
 * greater of 1 and its middle, are not judged; MIN_JUDGED of all must be. Nor is an invocation whose loops run more often
 * than the chip's can.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../fuzz/random_glsl.h"
#include "../../random_share.h"
#include "../ir/ir_interval.h"
#include "compiler/compiler.h"
#include "compiler/ir/target.h"
#include "compiler/r300/binary.h"
#include "r300_ref.h"
#include "util/u_math.h"

#define RUNS       16
#define WIDEST     (1.0 / 16)
#define MIN_JUDGED 0.4
#define RANDOM     90
#define BEYOND_WINDOW                                                                                        \
   1533              /* R500: all that the scheduler looks at waits for a lookup that stands further behind */
#define PLAIN_EACH 3 /* of them are compiled without the optimiser, too */
#define PVS_ROUNDS 12 /* the vertex engine runs all of them, of three loops in one another, too */

static const struct ir_float_format bound = {.mantissa = 16, .max_exponent = 127, .min_exponent = -126};
static const struct r300_chip *chip;
static struct {
   unsigned stages[2], refused[2], wrong, invocations, undecided, guessed, lost, components, judged, unbuilt;
   unsigned instrs[2], loops, jumps, alu[2], tex[2], temps[2], consts[2];
} sum;
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
   float f = ((float)rnd(1 << 12) / 2048.0f - 1.0f) * (float)(1 << rnd(4)) / 2;
   return eighths ? rintf(f * 8) / 8 : f;
}

/** What a shader reads, as bits for the IR and as the floats that the chip has. */
struct given {
   struct ir_eval wide;
   float uniforms[256][4], inputs[32][4];
};

static void
make_uniforms(const struct glsl_program *p, unsigned stage, bool eighths, struct given *g)
{
   for (unsigned i = 0; i < 256; i++)
      for (unsigned c = 0; c < 4; c++) {
         g->uniforms[i][c] = some_float(eighths);
         g->wide.uniforms[i][c] = fui(g->uniforms[i][c]);
      }
   for (unsigned i = 0; i < p->num_uniforms; i++) {
      const struct glsl_uniform *u = &p->uniforms[i];
      const bool is_int = u->base == GLSL_INT;
      for (unsigned e = 0; u->slot[stage] >= 0 && (is_int || u->base == GLSL_BOOL) && e < u->array_len; e++)
         for (unsigned c = 0; c < 4; c++) {
            uint32_t slot = ((uint32_t)u->slot[stage] + e) & 255, v = rnd(is_int ? 4 : 2);
            g->uniforms[slot][c] = (float)v;
            g->wide.uniforms[slot][c] = is_int ? v : 0 - v;
         }
   }
}

static void
make_inputs(const struct ir_shader *s, bool eighths, struct given *g)
{
   for (unsigned i = 0; i < s->inputs.count && i < 32; i++)
      for (unsigned c = 0; c < 4; c++) {
         float f = some_float(eighths);
         g->inputs[i][c] = f;
         g->wide.inputs[i][c] = fui(f);
         if (s->inputs.data[i].semantic == IR_SEM_FACE) { /* R500 says 1 for back faces */
            uint32_t back = rnd(2);
            g->inputs[i][c] = (float)(chip->gen == R300_GEN_R500 ? back : !back);
            g->wide.inputs[i][c] = back - 1;
         }
         if (s->inputs.data[i].semantic == IR_SEM_FRAG_COORD) { /* scale 1 and offset 0, w 2: halved */
            g->wide.inputs[i][c] = fui(c == 3 ? 0.5f : f / 2);
            g->inputs[i][c] = c == 3 ? 2 : f;
         }
      }
}

static void
load(const struct ir_shader *s, const struct r300_binary *b, const struct given *g, struct r300_ref *r)
{
   memset(r, 0, sizeof *r);
   r->num_inputs = b->num_inputs;
   r->num_temps = b->num_temps;
   r->num_consts = b->num_consts;
   for (uint32_t i = 0; i < b->num_consts; i++)
      for (unsigned c = 0; c < 4; c++) {
         const struct r300_const *k = &b->consts[i];
         r->consts[i][c] = k->kind == R300_CONST_UNIFORM          ? g->uniforms[k->slot][c]
                           : k->kind == R300_CONST_IMMEDIATE      ? uif(k->value[c])
                           : k->kind == R300_CONST_VIEWPORT_SCALE ? 1
                                                                  : 0;
      }
   for (uint32_t i = 0; i < b->num_inputs; i++)
      for (unsigned k = 0; k < s->inputs.count; k++)
         if (s->inputs.data[k].semantic == b->inputs[i].semantic &&
             s->inputs.data[k].sem_index == b->inputs[i].sem_index)
            memcpy(r->inputs[b->inputs[i].index], g->inputs[k], sizeof r->inputs[0]);
}

static const float *
output_of(const struct ir_io *io, unsigned stage, const struct r300_binary *b, const struct r300_ref *r,
          unsigned c)
{
   if (stage == IR_FRAGMENT) {
      unsigned at = io->semantic == IR_SEM_DEPTH ? 8 : io->sem_index,
               k = io->semantic == IR_SEM_DEPTH ? 3 : c;
      return r->written[at] >> k & 1 ? &r->outputs[at][k] : NULL;
   }
   for (uint32_t i = 0; i < b->num_outputs; i++)
      if (b->outputs[i].semantic == io->semantic && b->outputs[i].sem_index == io->sem_index)
         return r->written[i] >> c & 1 ? &r->outputs[i][c] : NULL;
   return NULL;
}

/** NULL, or what is wrong. */
static const char *
judge(const struct ir_shader *raw, const struct r300_binary *b, const struct ir_interval_run *iv,
      const struct r300_ref *r)
{
   static char text[200];
   if (r->discarded != iv->discarded)
      return "discarded by one of the two";
   for (unsigned o = 0; o < raw->outputs.count && o < 32 && !iv->discarded; o++)
      for (unsigned c = 0; c < 4; c++) {
         const struct ir_interval *i = &iv->outputs[o][c];
         if (!iv->stored[o][c])
            continue;
         const float *got = output_of(&raw->outputs.data[o], raw->stage, b, r, c);
         sum.components++;
         if (got && !(i->hi - i->lo <= WIDEST * fmax(1, fabs(i->lo + i->hi) / 2)))
            continue;
         sum.judged++;
         if (got && (double)*got >= i->lo && (double)*got <= i->hi)
            continue;
         snprintf(text, sizeof text, "output %u.%c is %.9g, not in [%.9g, %.9g]", o, "xyzw"[c],
                  got ? (double)*got : (double)NAN, i->lo, i->hi);
         return text;
      }
   return NULL;
}

static bool
run_pvs(const struct r300_binary *b, struct r300_ref *r)
{
   struct r300_ref_loop loops[R300_MAX_LOOPS];
   for (uint32_t i = 0; i < b->num_loops; i++)
      loops[i] = (struct r300_ref_loop){b->loops[i].first, b->loops[i].last, PVS_ROUNDS};
   sum.loops += b->num_loops;
   return r300_ref_pvs(r, b->dw, b->num_instrs, loops, b->num_loops);
}

static bool
run_code(const struct ir_shader *s, const struct r300_binary *b, struct r300_ref *r)
{
   if (s->stage == IR_VERTEX)
      return run_pvs(b, r);
   if (chip->gen == R300_GEN_R500) {
      r->zero_wins = b->zero_wins;
      const bool good = r300_ref_us500(r, b->dw, b->num_instrs, R300_ROUNDS);
      sum.jumps += r->jumps;
      return good;
   }
   struct r300_ref_nodes us = {.config = b->us.config,
                               .code_ext = b->us.code_ext,
                               .extended = b->us.extended,
                               .ext_addr = b->us.ext_addr};
   memcpy(us.code_addr, b->us.code_addr, sizeof us.code_addr);
   return r300_ref_us300(r, b->dw, b->num_alu, b->num_tex, &us);
}

/** \p rounds: those that loops have. */
static const char *
run_binary(const struct glsl_program *p, const struct ir_shader *raw, const struct r300_binary *b,
           uint32_t rounds)
{
   static struct given g;
   static struct ir_interval_run iv;
   static struct r300_ref r;
   state = 1;
   for (unsigned k = 0; k < RUNS; k++) {
      make_uniforms(p, raw->stage, k & 1, &g);
      make_inputs(raw, k & 1, &g);
      iv.in = &g.wide;
      iv.fp = bound;
      iv.composed = raw->stage == IR_FRAGMENT && chip->gen != R300_GEN_R500;
      load(raw, b, &g, &r);
      if (!run_code(raw, b, &r))
         return r.error;
      sum.invocations++;
      if (!ir_interval_run(raw, &iv) || iv.undecided) {
         sum.undecided++;
         continue;
      }
      if (iv.rounds > rounds) {
         sum.lost++;
         continue;
      }
      const char *what = judge(raw, b, &iv, &r);
      if (what)
         return what;
   }
   return NULL;
}

static void
run_for(const char *name, const struct glsl_program *p, const struct ir_shader *raw,
        const struct ir_target *target, const struct ir_options *opt)
{
   const unsigned stage = raw->stage;
   const char *const stage_name = stage == IR_VERTEX ? "vertex" : "fragment";
   char error[200];
   struct r300_binary b;
   struct ir_shader *low = ir_shader_clone(raw);
   ir_run_pipeline(low, target, opt);
   sum.stages[stage]++;
   if (!r300_compile(low, chip, NULL, &b, error, sizeof error)) {
      printf("%s, %s: refused: %s\n", name, stage_name, error);
      sum.refused[stage]++;
      ir_shader_destroy(low);
      return;
   }
   sum.guessed += low->guessed_rounds != 0;
   const uint32_t rounds = stage == IR_VERTEX           ? PVS_ROUNDS
                           : chip->gen == R300_GEN_R500 ? R300_PIXEL_ROUNDS
                                                        : R300_ROUNDS;
   const char *what =
      run_binary(p, raw, &b, low->guessed_rounds ? MIN2(low->guessed_rounds, rounds) : rounds);
   if (what) {
      printf("%s, %s: %s\n", name, stage_name, what);
      sum.wrong++;
   }
   if (getenv("VERBOSE")) {
      printf("%s, %s: %u instructions (%u ALU, %u TEX), %u temporaries, %u constants\n", name, stage_name,
             b.num_instrs, b.num_alu, b.num_tex, b.num_temps, b.num_consts);
      if (what)
         ir_print(stdout, low);
   }
   sum.instrs[stage] += b.num_instrs;
   sum.alu[stage] += b.num_alu;
   sum.tex[stage] += b.num_tex;
   sum.temps[stage] += b.num_temps;
   sum.consts[stage] += b.num_consts;
   r300_binary_fini(&b);
   ir_shader_destroy(low);
}

/** Random programs once more without the optimiser, which hides what the lowerings and the back end get wrong; R500's pixel
 * shader once more with all the branches that may stay, which are not worth it. */
static void
run_stage(const char *name, const struct glsl_program *p, const struct ir_shader *raw, bool plain)
{
   const struct ir_options opt = {.no_optimise = plain};
   const unsigned before = sum.alu[IR_FRAGMENT];
   run_for(name, p, raw, r300_ir_target(chip), &opt);
   if (raw->stage != IR_FRAGMENT || chip->gen != R300_GEN_R500)
      return;
   struct ir_target branches = *r300_ir_target(chip);
   const unsigned alu = sum.alu[IR_FRAGMENT] - before;
   branches.stage[IR_FRAGMENT].branch_weight = 1;
   run_for(name, p, raw, &branches, &opt);
   sum.alu[IR_FRAGMENT] = before + alu; /* run_sums counts the code that is used */
}

static void
run_pair(const char *name, const char *vs, size_t vs_B, const char *fs, size_t fs_B, bool plain)
{
   struct glsl_shader *v = glsl_compile(IR_VERTEX, vs, vs_B, &glsl_all_options);
   struct glsl_shader *f = glsl_compile(IR_FRAGMENT, fs, fs_B, &glsl_all_options);
   struct glsl_program *p = glsl_link(v, f, NULL, 0, &glsl_all_options);
   for (unsigned k = 0; k < 2 && p->ok; k++)
      if (k == IR_FRAGMENT || chip->tcl)
         run_stage(name, p, p->ir[k], plain);
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
   size_t n = in ? fread(text, 1, sizeof text - 1, in) : 0;
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
   run_pair(name, v, v_end ? (size_t)(v_end - v) : strlen(v), f, f_end ? (size_t)(f_end - f) : strlen(f),
            false);
}

/* ---- this project's own ---- */

#define HEAD                                                                                                 \
   "precision highp float; precision highp int; uniform float uf[4]; uniform vec4 uv[4]; uniform int ui[4];" \
   "uniform bool ub; uniform mat4 um; vec4 f(vec4 a, vec4 b) {"
/* clang-format off */
static const struct {
   const char *name, *body;
} own[] = {
   {"matrix",         "return um * a + um * (um * b); }"                                                        },
   {"rounding",
    "return floor(a * 5.0) + ceil(b * 3.0) + fract(a) + vec4(int(b.x * 4.0)) + sign(a) * mod(b, 0.7); }"        },
   {"waves",          "return vec4(sin(a.x * 3.0), cos(b.y), sin(uf[0]) + cos(uf[1] * 2.0), tan(b.z * 0.25)); }"},
   {"exponentials",
    "vec4 p = abs(a) + 0.5; return vec4(pow(p.x, b.y), log2(p.y), exp(b.z), inversesqrt(p.w)) + sqrt(p); }"     },
   {"dots",           "return vec4(dot(a, b), dot(a.xyz, b.zyx), length(a.xy - b.zw), dot(normalize(a.xyz + 9.0), "
            "uv[1].xyz)); }"                                                                         },
   {"mixed dots",
    "return vec4(dot(vec4(a.x * b.x, uv[0].y, b.z, 1.0), vec4(uv[2].xy, a.w, 0.5)), dot(uv[0], uv[3]), "
    "dot(-a.xyz, abs(b.xyw)), dot(vec2(exp2(a.x), exp2(b.y)), vec2(-a.z, b.z))); }"                             },
   {"powers",         "vec3 r = pow(abs(a.xyz) + 0.5, vec3(uf[1])); float d = dot(r, b.xyz); return vec4(d, d * a.x, "
              "1.0, a.x); }"                                                                       },
   {"comparisons",    "return vec4(a.x < b.x, a.y >= b.y, a.z == b.z, a.w != b.w) + (a.x > b.y ? a : b) + (ub ? "
                   "a.yxwz : uv[0]); }"                                                       },
   {"bools",
    "bool p = a.x > 0.25, q = ui[0] > 1; return vec4(p ^^ q, p || ub, !p && q, any(bvec3(p, q, ub))) + a; }"    },
   {"branches",       "vec4 r = b; if (a.x > 0.0) { r = a * 2.0; if (b.y > 0.5) r.xy += uv[0].zw; else r = r.wzyx; "
                "} return r; }"                                                                  },
   {"loop",
    "vec4 r = vec4(0.0); for (int i = 0; i < 4; i++) { if (i == ui[0]) break; r += a * uf[i]; } return r; }"    },
   {"indices",        "return uv[ui[0]] * a + vec4(uf[ui[1]]) + uv[ui[2]].wzyx * uv[ui[0]]; }"                  },
   {"clamps",
    "return clamp(a, 0.0, 1.0) + clamp(b.yxwz * uv[0], 0.0, 1.0) + smoothstep(0.0, 1.0, a) + min(a, b); }"      },
   {"numbers",        "return a * vec4(0.1, 0.2, 0.3, 0.4) + b * vec4(1.5, -0.7, 11.0, 0.1) + uv[0] * 0.3 + "
               "vec4(-1, 1, 0, 0.5); }"                                                           },
   {"arms not taken", "vec4 r = b, s = a; if (ui[3] != 0) r = a * 9.0 / float(ui[3]); if (ui[2] == 0) s = b; "
                      "else s = b * 9.0 / float(ui[2]); return r + s.yxwz; }"              },
   {"many values",    "vec4 r[34], t = b, o = a; for (int i = 0; i < 34; i++) { r[i] = a * (float(i) * 0.37 + "
                   "1.1) + b.yzwx; t += r[i]; }"
                   "for (int i = 0; i < 34; i++) o += r[i] * (t + r[i]); return o; }"         },
   {"mixtures",
    "vec4 m = mix(a, b, uf[0]), n = 1.0 - m * b; vec3 t = normalize(a.xyz * 2.0 - 1.0 + uv[0].xyz) * (1.0 - b.w);"
    "return vec4(mix(t, n.wzy, m.x), 1.0 - t.x) * (n.xxyz - uv[1]) + (m - n.wxyz) * a + (uv[0].x + a.y) * (m.zwxy + n); }"},
   {"arcs",           "return atan(atan(a)) + 1.0 / (abs(b) + 0.5); }"                                          },
   {"uniform loop",
    "vec4 r = a; for (int i = 0; i < ui[0]; i++) { r += b * float(i); if (r.x > 3.0) r.y = uf[i]; } return r; }"},
   {"loops in branches",
    "vec4 r = b; if (a.x > 0.0) { for (int i = 0; i < ui[0]; i++) { r += a; if (r.y > 2.0) break; } r *= 2.0; } else "
    "if (ub) { int i = 0; do { i++; r = r.yzwx - a; } while (i < ui[1]); } return r; }"                         },
   {"loops in loops",
    "vec4 r = b; for (int i = 0; i < ui[0]; i++) { if (i == ui[3]) continue; for (int j = i; j < ui[1]; j++) {"
    "if (a.x > float(j)) { r.x += 1.0; if (ub) break; continue; } for (int k = 0; k < ui[2]; k++) r.yz += a.zw; }"
    "r.w += 1.0; if (r.x > 2.0) return r; } return r.wzyx; }"                                                   },
   {"what a loop leaves",
    "vec4 r = a, s = b, t; int i = 0; do { t = r; r = s; s = t; i++; } while (i < ui[0]); float w = dot(r, t);"
    "return vec4(r.x, s.y, t.z, float(i) + w); }"                                                               },
   {"elements in a loop",
    "float t[4]; for (int i = 0; i < 4; i++) t[i] = a[i]; for (int i = 0; i < ui[0]; i++) t[i] = uf[i] + b[i];"
    "return vec4(t[0], t[1], t[2], t[ui[1]]); }"                                                                },
   {"long loops",
    "vec4 r = a; float n = 0.0; for (int i = 0; i < ui[0] * 200; i++) { n += 0.125; if (i > ui[1] * 150) break; }"
    "for (int i = 0; i < 300; i++) { if (r.x > 100.0) break; r += vec4(0.25, ub ? 0.5 : 0.125, 1.0, -1.0); }"
    "int i = ui[2] * 130; do { i--; } while (i > 0); return r + n + float(i); }"                                },
   {"integers",
    "int p = ui[0] * 30 + ui[1], q = ui[2] * 7 - 3; return vec4(p / q, p - p / q * q, -p, p == q); }"           },
};
/* clang-format on */

static void
run_own(void)
{
   char vs[2000], fs[2000];
   static const char plain[] =
      "attribute vec4 p, q; varying vec4 v, w; void main() { gl_Position = v = p; w = q; }";
   static const char grad[] =
      "#extension GL_EXT_shader_texture_lod : require\nprecision highp float; varying vec4 v, w;"
      "uniform sampler2D t; uniform samplerCube u; void main() { gl_FragColor = "
      "texture2DGradEXT(t, v.xy, w.xy, w.zw) + textureCubeGradEXT(u, v.yzw, v.xyz * 2.0, w.zxy).wzyx; }";
   run_pair("gradients", plain, strlen(plain), grad, strlen(grad), false);
   for (unsigned i = 0; i < ARRAY_SIZE(own); i++) {
      snprintf(vs, sizeof vs,
               "attribute vec4 p, q; varying vec4 v, w;" HEAD
               "%s void main() { v = p; w = q.wzyx; gl_Position = f(p, q); }",
               own[i].body);
      snprintf(fs, sizeof fs,
               "precision highp float; varying vec4 v, w;" HEAD "%s void main() { gl_FragColor = f(v, w); }",
               own[i].body);
      run_pair(own[i].name, vs, strlen(vs), fs, strlen(fs), false);
   }
}

/** Sums that are operands of the pixel shader's units take no instruction of their own. */
static void
run_sums(void)
{
   static const struct {
      const char *name, *text;
   } sums[] = {
      {"1 - a",            "gl_FragColor = (1.0 - v) * w;"          },
      {"a - 1",            "gl_FragColor = (v - 1.0) * w + u;"      },
      {"1 - 2a",           "gl_FragColor = (v * 2.0 - 1.0) * w;"    },
      {"b + a",            "gl_FragColor = (v + w) * u;"            },
      {"b - a",            "gl_FragColor = (w - v) * u.y + v;"      },
      {"taken away",       "gl_FragColor = u - (1.0 - v) * w;"      },
      {"of one component", "gl_FragColor = vec4((1.0 - v.w) * w.x);"},
   };
   static const char vs[] =
      "attribute vec4 p, q; varying vec4 v, w; void main() { gl_Position = v = p; w = q; }";
   for (unsigned i = 0; i < ARRAY_SIZE(sums); i++) {
      char fs[300];
      const unsigned before = sum.alu[IR_FRAGMENT];
      snprintf(fs, sizeof fs, "precision highp float; varying vec4 v, w; uniform vec4 u; void main() { %s }",
               sums[i].text);
      run_pair(sums[i].name, vs, strlen(vs), fs, strlen(fs), false);
      if (sum.alu[IR_FRAGMENT] != before + 1) {
         printf("%s: %u instructions\n", sums[i].name, sum.alu[IR_FRAGMENT] - before);
         sum.wrong++;
      }
   }
}

/** The number of the instance is a constant that the driver fills. */
static void
run_instance(void)
{
   static const char vs[] =
      "#extension GL_EXT_draw_instanced : require\n attribute vec4 p; void main() { gl_Position "
      "= p + float(gl_InstanceIDEXT * 2); }";
   static const char fs[] = "void main() { gl_FragColor = vec4(1.0); }";
   static const struct ir_options opt;
   struct glsl_shader *v = glsl_compile(IR_VERTEX, vs, strlen(vs), &glsl_all_options);
   struct glsl_shader *f = glsl_compile(IR_FRAGMENT, fs, strlen(fs), &glsl_all_options);
   struct glsl_program *p = glsl_link(v, f, NULL, 0, &glsl_all_options);
   static struct r300_ref r;
   struct r300_binary b;
   char error[200] = "it does not link";
   if (p->ok)
      ir_run_pipeline(p->ir[IR_VERTEX], r300_ir_target(chip), &opt);
   bool good = p->ok && r300_compile(p->ir[IR_VERTEX], chip, NULL, &b, error, sizeof error);
   r = (struct r300_ref){.num_inputs = 1, .inputs = {{1, 2, 3, 4}}};
   if (good) {
      r.num_temps = b.num_temps;
      r.num_consts = b.num_consts;
      for (uint32_t i = 0; i < b.num_consts; i++)
         for (unsigned c = 0; c < 4; c++)
            r.consts[i][c] = b.consts[i].kind == R300_CONST_INSTANCE ? 5 : uif(b.consts[i].value[c]);
      good = run_pvs(&b, &r);
      for (unsigned c = 0; c < 4; c++)
         good &= r.outputs[0][c] == 11.0f + (float)c;
      r300_binary_fini(&b);
   }
   if (!good)
      printf("number of the instance: %s %s\n", error, r.error);
   sum.wrong += !good;
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
}

/** Shaders beyond a limit: the sentence has what they want, the chip and what it has, which is less. */
static void
run_limits(void)
{
#define SHADER(uniforms, body)                                                                               \
   "precision highp float; attribute vec4 p; " uniforms " void main() { vec4 o = p; " body                   \
   " gl_Position = o; }"
   static const struct {
      const char *what, *text;
   } beyond[] = {
      {"temporaries",
       SHADER("",
       "vec4 r[40], t = p; for (int i = 0; i < 40; i++) { r[i] = p * (float(i) + 1.3); t += r[i]; }"
              "for (int i = 0; i < 40; i++) o += r[i] * (t + r[i]);")},
      {"instructions",
       "#define A o = exp2(fract(o * u[0]) + u[1]);\n#define B A A A A A A\n#define C B B B B B B\n" SHADER(
          "uniform vec4 u[4];", "C C C C C")                         },
   };
#undef SHADER
   static const char fs[] = "precision highp float; uniform vec4 k[40]; void main() { vec4 o = gl_FragCoord;"
                            "for (int i = 0; i < 40; i++) o *= k[i]; gl_FragColor = o; }";
   static const struct ir_options opt;
   const bool constants = chip->us_constants < 40; /* the fragment shader's turn is the last */
   for (unsigned i = 0; i < ARRAY_SIZE(beyond) + constants; i++) {
      const bool last = i == ARRAY_SIZE(beyond);
      const enum ir_stage stage = last ? IR_FRAGMENT : IR_VERTEX;
      const char *const what = last ? "vectors of constants" : beyond[i].what;
      const char *const vs = last ? "attribute vec4 p; void main() { gl_Position = p; }" : beyond[i].text;
      struct glsl_shader *v = glsl_compile(IR_VERTEX, vs, strlen(vs), &glsl_all_options);
      struct glsl_shader *f = glsl_compile(IR_FRAGMENT, fs, strlen(fs), &glsl_all_options);
      struct glsl_program *p = glsl_link(v, f, NULL, 0, &glsl_all_options);
      struct r300_binary b;
      char error[200] = "it does not link", of[64] = "", name[64] = "";
      unsigned wants = 0, has = 0;
      if (p->ok) {
         ir_run_pipeline(p->ir[stage], r300_ir_target(chip), &opt);
         if (r300_compile(p->ir[stage], chip, NULL, &b, error, sizeof error)) {
            snprintf(error, sizeof error, "it compiles");
            r300_binary_fini(&b);
         }
      }
      if (sscanf(error, "%u %63[^;]; %63s has %u", &wants, of, name, &has) != 4 || wants <= has ||
          strcmp(name, chip->base.name) || strncmp(of, what, strlen(what))) {
         printf("too many %s: %s\n", what, error);
         sum.wrong++;
      }
      glsl_program_destroy(p);
      glsl_shader_unref(v);
      glsl_shader_unref(f);
   }
}

/** The outputs that tell R300's pixel shader the face: behind position and size, before the others. */
static void
run_faces(void)
{
   static const char vs[] = "attribute vec4 p; varying vec2 v; void main() { gl_Position = p; gl_PointSize = "
                            "p.x; v = p.yz; }";
   static const char fs[] = "precision highp float; varying vec2 v; void main() { gl_FragColor = "
                            "gl_FrontFacing ? v.xyxy : v.yxyx; }";
   static const struct r300_key key = {.front_facing = true};
   static const struct ir_options opt;
   struct glsl_shader *v = glsl_compile(IR_VERTEX, vs, strlen(vs), &glsl_all_options);
   struct glsl_shader *f = glsl_compile(IR_FRAGMENT, fs, strlen(fs), &glsl_all_options);
   struct glsl_program *p = glsl_link(v, f, NULL, 0, &glsl_all_options);
   struct r300_binary b;
   static struct r300_ref r;
   char error[200] = "it does not link";
   if (p->ok)
      ir_run_pipeline(p->ir[IR_VERTEX], r300_ir_target(chip), &opt);
   bool good = p->ok && r300_compile(p->ir[IR_VERTEX], chip, &key, &b, error, sizeof error);
   r = (struct r300_ref){.num_inputs = 1};
   if (good) {
      r.num_temps = b.num_temps;
      r.num_consts = b.num_consts;
      good = run_pvs(&b, &r) && b.num_outputs == 7;
      for (unsigned n = 0; good && n < 4; n++)
         for (unsigned c = 0; c < 4; c++)
            good &= b.outputs[2 + n].semantic == IR_SEM_FACE && b.outputs[2 + n].sem_index == n &&
                    r.written[2 + n] == 15 && r.outputs[2 + n][c] == (n < 2 ? 1.0f : 0.0f);
      r300_binary_fini(&b);
   }
   if (!good)
      printf("outputs of the face: %s %s\n", error, r.error);
   sum.wrong += !good;
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
}

/** Without lookups in the vertex shader, which the chips do not have. Of short ones most fit R300; R500 runs long ones. */
static void
run_random(uint32_t first, uint32_t last)
{
   const unsigned kind = chip->gen == R300_GEN_R500 ? 0 : RANDOM_GLSL_SMALL;
   for (uint32_t seed = first; seed <= last; seed++) {
      char *vs, *fs, name[60];
      unsigned statements;
      random_glsl(seed, kind, NULL, 0, &vs, &fs, &statements);
      snprintf(name, sizeof name, "random program %" PRIu32, seed);
      run_pair(name, vs, strlen(vs), fs, strlen(fs), false);
      if (seed % PLAIN_EACH == 0) {
         strcat(name, ", not optimised");
         run_pair(name, vs, strlen(vs), fs, strlen(fs), true);
      }
      free(vs);
      free(fs);
   }
}

int
main(int argc, char **argv)
{
   chip = argc > 1 ? r300_chip_find(argv[1]) : NULL;
   if (!chip) {
      fprintf(stderr, "usage: %s CHIP [--random FIRST LAST | FILE...]\n", argv[0]);
      return 2;
   }
   const bool some = argc == 5 && !strcmp(argv[2], "--random");
   if (some)
      run_random((uint32_t)atoi(argv[3]), (uint32_t)atoi(argv[4]));
   for (int i = 2; i < argc && !some; i++)
      run_file(argv[i]);
   if (argc == 2) {
      run_own();
      if (chip->gen == R300_GEN_R500) /* none is too long, or loops too often */
         sum.wrong += sum.refused[IR_FRAGMENT];
      run_sums();
      if (chip->tcl) {
         run_faces();
         run_instance();
         run_limits();
      }
      run_random(1, random_share(RANDOM));
      run_random(BEYOND_WINDOW, BEYOND_WINDOW);
   }
   for (unsigned k = 0; k < 2; k++)
      printf("%s: %u of %u refused; %u instructions (%u ALU, %u TEX), %u temporaries, %u constants\n",
             k == IR_VERTEX ? "vertex" : "fragment", sum.refused[k], sum.stages[k], sum.instrs[k], sum.alu[k],
             sum.tex[k], sum.temps[k], sum.consts[k]);
   printf("%u loops of vertex shaders that stay; %u shaders with guessed loops, %u invocations beyond these; "
          "%u jumps\n",
          sum.loops, sum.guessed, sum.lost, sum.jumps);
   printf("%u wrong; %u programs do not link; %u invocations, %u undecided; %u components, %u judged\n",
          sum.wrong, sum.unbuilt, sum.invocations, sum.undecided, sum.components, sum.judged);
   bool enough = sum.invocations && sum.undecided <= sum.invocations * (1 - MIN_JUDGED) &&
                 sum.judged >= sum.components * MIN_JUDGED;
   if (argc == 2 && chip->gen == R300_GEN_R500)
      enough &= sum.jumps > random_share(1000);
   if (!enough)
      printf("too little was judged\n");
   return sum.wrong || !enough;
}
