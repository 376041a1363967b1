/* SPDX-License-Identifier: MIT
 *
 * pica_map_fixture.h. A varying that becomes primary colour is interpolated to what the tail says and rounded to 8 bits, as the rasteriser
 * does; coordinates are not looked at here, since samples are given.
 */
#include "pica_map_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/core/util.h"
#include "emulator/pica200/kernels.h"
#include "util/u_math.h"

#define FIRST_SAMPLE 16

/** "varying vec4 a;" lines as a vertex shader that writes them. */
static char *
vertex_text(const char *frag)
{
   const size_t size = strlen(frag) * 2 + 400;
   char *text = malloc(size), *at = text;
   at += sprintf(at, "attribute vec4 p;\n");
   for (unsigned pass = 0; pass < 2; pass++) {
      for (const char *line = frag; (line = strstr(line, "varying ")); line++) {
         const char *end = strchr(line, ';');
         const char *name = end;
         while (name > line && name[-1] != ' ')
            name--;
         if (!end)
            break;
         if (!pass)
            at += sprintf(at, "%.*s;\n", (int)(end - line), line);
         else if (strstr(line, "float ") && strstr(line, "float ") < end)
            at += sprintf(at, "%.*s = p.x;\n", (int)(end - name), name);
         else {
            const char *vec = strstr(line, "vec");
            at += sprintf(at, "%.*s = p.%.*s;\n", (int)(end - name), name,
                          vec && vec < end ? vec[3] - '0' : 4, "xyzw");
         }
      }
      at += sprintf(at, pass ? "gl_Position = p;\n}\n" : "void main() {\n");
   }
   return text;
}

/** Lookups read inputs instead. */
static void
samples_are_inputs(struct ir_shader *s)
{
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         if (in->op != IR_TEX)
            continue;
         in->op = IR_LOAD_INPUT;
         in->nsrc = 0;
         in->index = FIRST_SAMPLE + in->tex.sampler;
         in->comp = 0;
      }
}

bool
pm_map(struct pm *m, const char *frag, const struct pica200_fragment_key *key)
{
   memset(m, 0, sizeof *m);
   char *vert = vertex_text(frag);
   struct glsl_shader *v = glsl_compile(IR_VERTEX, vert, strlen(vert), &glsl_all_options);
   struct glsl_shader *f = glsl_compile(IR_FRAGMENT, frag, strlen(frag), &glsl_all_options);
   m->program = glsl_link(v, f, NULL, 0, &glsl_all_options);
   bool ok = m->program && m->program->ok;
   if (!ok)
      fprintf(stderr, "%s%s%s\n%s\n%s", glsl_shader_log(v), glsl_shader_log(f),
              m->program ? m->program->log : "", vert, frag);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
   free(vert);
   if (!ok)
      return false;
   m->meaning = ir_shader_clone(m->program->ir[IR_FRAGMENT]);
   samples_are_inputs(m->meaning);
   m->lowered = ir_shader_clone(m->program->ir[IR_FRAGMENT]);
   ir_run_pipeline(m->lowered, pica200_ir_target(), &(struct ir_options){0});
   if (m->lowered->refused)
      snprintf(m->error, sizeof m->error, "%s", m->lowered->refused);
   else
      m->mapped = pica200_map(m->lowered, key, &m->map, m->error, sizeof m->error);
   return true;
}

void
pm_fini(struct pm *m)
{
   if (m->mapped)
      pica200_fragment_fini(&m->map);
   ir_shader_destroy(m->meaning);
   ir_shader_destroy(m->lowered);
   glsl_program_destroy(m->program);
}

static uint32_t
byte_of(uint32_t bits)
{
   const float f = uif(bits), x = f < 0 ? -f : f;
   return (uint32_t)((x >= 1 ? 1 : x) * 255 + 0.5f);
}

/** A result of the preamble as a register's 8 bits: no absolute values here. */
static uint32_t
color_word(const uint32_t v[4])
{
   uint32_t word = 0;
   for (unsigned c = 0; c < 4; c++)
      word |= (uif(v[c]) > 0 ? byte_of(v[c]) : 0) << 8 * c;
   return word;
}

static void
set_uniforms(const struct pm *m, const struct pm_run *r, struct ir_eval *e, bool as_float)
{
   memset(e, 0, sizeof *e);
   for (unsigned i = 0; i < 16; i++)
      for (unsigned c = 0; c < 4; c++)
         e->uniforms[i][c] = fui(r->uniforms[i][c]);
   for (unsigned i = 0; i < m->program->num_uniforms; i++) {
      const struct glsl_uniform *u = &m->program->uniforms[i];
      if (u->base == GLSL_BOOL && u->slot[IR_FRAGMENT] >= 0)
         for (unsigned c = 0; c < 4; c++) {
            const bool yes = r->uniforms[u->slot[IR_FRAGMENT] & 15][c] > 0.5f;
            e->uniforms[u->slot[IR_FRAGMENT] & 15][c] = as_float ? fui(yes) : yes ? ~0u : 0;
         }
   }
}

static void
set_inputs(const struct ir_shader *s, const struct pm_run *r, unsigned lane, struct ir_eval *e)
{
   for (unsigned i = 0; i < s->inputs.count && i < FIRST_SAMPLE; i++)
      for (unsigned c = 0; c < 4; c++)
         e->inputs[i][c] = s->inputs.data[i].semantic == IR_SEM_FACE
                              ? (r->front_facing ? ~0u : 0)
                              : fui(r->varyings[s->inputs.data[i].sem_index & 7][lane][c]);
   for (unsigned i = 0; i < PM_SAMPLERS; i++)
      for (unsigned c = 0; c < 4; c++)
         e->inputs[FIRST_SAMPLE + i][c] = fui((float)r->samples[i][lane][c] / 255.0f);
}

static void
run_meaning(const struct pm *m, struct pm_run *r)
{
   struct ir_eval e;
   set_uniforms(m, r, &e, false);
   for (unsigned i = 0; i < 64; i++) {
      set_inputs(m->meaning, r, i, &e);
      if (!ir_eval_run(m->meaning, &e)) {
         fprintf(stderr, "%s\n", e.error);
         abort();
      }
      r->expected_gone[i] = e.discarded;
      for (unsigned c = 0; c < 4; c++) {
         const double v = (double)uif(e.outputs[0][c]);
         r->expected[i][c] = v >= 1 ? 255 : v > 0 ? v * 255 : 0;
      }
   }
}

/** The unit whose coordinate a semantic is, and which; -1: none's. */
static int
unit_of(unsigned semantic, unsigned *k)
{
   static const uint8_t first[PICA200_UNITS] = {PICA200_TC0_U, PICA200_TC1_U, PICA200_TC2_U};
   for (unsigned u = 0; u < PICA200_UNITS; u++)
      if (semantic - first[u] < 2) {
         *k = semantic - first[u];
         return (int)u;
      }
   return -1;
}

/** A component of a function's texture, 0 to 255. */
static float
function_at(const struct pica200_function *f, const float coord[2], unsigned c)
{
   const int size[2] = {f->width, f->height};
   int at[2][2];
   float part[2] = {0, 0};
   for (unsigned k = 0; k < 2; k++) {
      const float repeated = coord[k] - floorf(coord[k]),
                  u = f->repeat[k] ? repeated : CLAMP(coord[k], -1.0f, 2.0f);
      const float x = u * (float)size[k] - (f->linear ? 0.5f : 0);
      const int whole = (int)floorf(x);
      part[k] = f->linear ? x - (float)whole : 0;
      for (int s = 0; s < 2; s++)
         at[k][s] = f->repeat[k] ? (whole + s + size[k]) % size[k] : CLAMP(whole + s, 0, size[k] - 1);
   }
#define TEXEL(s, t) (float)(f->texel[at[1][t] * size[0] + at[0][s]] >> 8 * c & 255)
   const float low = TEXEL(0, 0) + (TEXEL(1, 0) - TEXEL(0, 0)) * part[0],
               high = TEXEL(0, 1) + (TEXEL(1, 1) - TEXEL(0, 1)) * part[0];
#undef TEXEL
   return low + (high - low) * part[1];
}

/** Tables' samples, by their coordinates. */
static void
look_up(const struct pm *m, unsigned lane, float coord[PICA200_UNITS][2],
        struct pica_color in[PICA_SRC_INPUTS])
{
   for (unsigned u = 0; u < PICA200_UNITS; u++) {
      unsigned at[2];
      const float size = (float)pica200_table_size(m->map.unit[u].table);
      if (!m->map.unit[u].table)
         continue;
      for (unsigned c = 0; c < 4 && m->map.unit[u].function; c++)
         in[PICA_SRC_TEXTURE0 + u].c[c].v[lane] =
            (uint16_t)(function_at(m->map.unit[u].function, coord[u], c) + 0.5f);
      if (m->map.unit[u].function)
         continue;
      for (unsigned k = 0; k < 2; k++)
         at[k] = (unsigned)CLAMP(coord[u][k] * size, 0.0f, size - 1.0f);
      const uint32_t texel = pica200_table_texel(m->map.unit[u].table, at[0], at[1]);
      for (unsigned c = 0; c < 4; c++)
         in[PICA_SRC_TEXTURE0 + u].c[c].v[lane] = (uint16_t)(texel >> 8 * c & 255);
   }
}

static void
run_tail(const struct pm *m, const struct pm_run *r, uint32_t (*results)[4],
         struct pica_color in[PICA_SRC_INPUTS])
{
   struct pica_color *primary = &in[PICA_SRC_PRIMARY];
   struct ir_eval e = {0};
   memcpy(e.uniforms, results, sizeof e.uniforms[0] * PICA200_PREAMBLE);
   for (unsigned i = 0; i < 64; i++) {
      float coord[PICA200_UNITS][2] = {{0}};
      set_inputs(m->map.tail, r, i, &e);
      if (!ir_eval_run(m->map.tail, &e)) {
         fprintf(stderr, "%s\n", e.error);
         abort();
      }
      for (unsigned o = 0; o < m->map.tail->outputs.count; o++) {
         const unsigned to = m->map.tail->outputs.data[o].sem_index;
         if (to >= PICA200_COLOR_R && to < PICA200_COLOR_R + 4)
            primary->c[to - PICA200_COLOR_R].v[i] = (uint16_t)byte_of(e.outputs[o][0]);
         unsigned k = 0;
         const int u = unit_of(to, &k);
         if (u >= 0)
            coord[u][k] = uif(e.outputs[o][0]);
      }
      look_up(m, i, coord, in);
   }
}

static bool
passes(unsigned func, int alpha, int reference)
{
   return (func & 1 && alpha < reference) || (func & 2 && alpha == reference) ||
          (func & 4 && alpha > reference);
}

void
pm_run(const struct pm *m, struct pm_run *r)
{
   static struct ir_eval pre;
   const struct pica200_fragment *f = &m->map;
   uint32_t results[256][4] = {{0}};
   run_meaning(m, r);
   set_uniforms(m, r, &pre, true);
   if (f->preamble && !ir_eval_run(f->preamble, &pre)) {
      fprintf(stderr, "%s\n", pre.error);
      abort();
   }
   if (f->preamble)
      memcpy(results, pre.outputs, sizeof pre.outputs);
   struct pica_color in[PICA_SRC_INPUTS], room[PICA_TEXENV_STAGES];
   const struct pica_color *ins[PICA_SRC_INPUTS] = {0};
   memset(in, 0, sizeof in);
   for (unsigned i = 0; i < PICA_SRC_INPUTS; i++)
      ins[i] = &in[i];
   for (unsigned u = 0; u < PICA200_UNITS; u++)
      for (unsigned c = 0; c < 4; c++)
         for (unsigned i = 0; i < 64 && f->unit[u].used && !f->unit[u].table; i++)
            in[PICA_SRC_TEXTURE0 + u].c[c].v[i] = r->samples[f->unit[u].sampler & 7][i][c];
   if (f->tail)
      run_tail(m, r, results, in);
   struct pica_texenv_words words[6];
   for (unsigned n = 0; n < 6; n++) {
      const struct pica200_stage *s = &f->stage[n];
      words[n] = (struct pica_texenv_words){s->source, s->operand, s->combiner,
                                            s->constant < 0 ? 0 : color_word(results[s->constant]), s->scale};
   }
   struct pica_pixel_params params = PICA_PARAMS_DEFAULT;
   params.texenv_bias = r->bias;
   struct pica_texenv t;
   pica_texenv_decode(&t, words, (uint32_t)f->buffer_rgb << 8 | (uint32_t)f->buffer_alpha << 12,
                      f->buffer_constant < 0 ? 0 : color_word(results[f->buffer_constant]), NULL, &params);
   struct pica_channels out;
   pica_level_find(NULL)->texenv(&t, ins, room, &out);
   const int reference =
      f->alpha_test && f->alpha_ref >= 0 ? (int)(color_word(results[f->alpha_ref]) & 255) : 0;
   for (unsigned i = 0; i < 64; i++) {
      for (unsigned c = 0; c < 4; c++)
         r->got[i][c] = out.c[c]->v[i];
      r->gone[i] = f->alpha_test && !passes(f->alpha_func, r->got[i][3], reference);
   }
}

double
pm_worst(const struct pm *m, const struct pm_run *r)
{
   double worst = 0;
   for (unsigned i = 0; i < 64; i++)
      for (unsigned c = 0; c < 4 && !r->expected_gone[i] && !r->gone[i]; c++) {
         const double d = r->expected[i][c] - r->got[i][c];
         worst = MAX2(worst, d < 0 ? -d : d);
      }
   (void)m;
   return worst;
}
