/* SPDX-License-Identifier: MIT
 *
 * The mapping of a fragment shader as people read it: a line for each half of a stage, in the words of the registers.
 */
#include <string.h>

#include "compiler/pica200/binary.h"
#include "db/pica200/pica_regs.h"
#include "util/u_math.h"

static const char *const sources[16] = {"primary", "light0", "light1", "tex0",    "tex1", "tex2",
                                        "tex3",    "?7",     "?8",     "?9",      "?10",  "?11",
                                        "?12",     "buffer", "const",  "previous"};
static const char *const rgb_operands[16] = {".rgb", "1-.rgb", ".aaa", "1-.aaa", ".rrr", "1-.rrr", "?", "?",
                                             ".ggg", "1-.ggg", "?",    "?",      ".bbb", "1-.bbb", "?", "?"};
static const char *const alpha_operands[8] = {".a", "1-.a", ".r", "1-.r", ".g", "1-.g", ".b", "1-.b"};

/** "tex0.rgb", "1-tex0.rgb" */
static const char *
operand(char text[24], unsigned source, const char *take)
{
   const bool invert = !strncmp(take, "1-", 2);
   snprintf(text, 24, "%s%s%s", invert ? "1-" : "", sources[source & 15], take + 2 * invert);
   return text;
}

static void
print_half(FILE *out, unsigned func, unsigned scale, char x[3][24])
{
   static const char *const scales[4] = {"", " * 2", " * 4", ""};
   const char *a = x[0], *b = x[1], *c = x[2];
   switch (func) {
   case PICA_TEXENV_COMBINER__RGB_FUNC__REPLACE:
      fprintf(out, "%s", a);
      break;
   case PICA_TEXENV_COMBINER__RGB_FUNC__MODULATE:
      fprintf(out, "%s * %s", a, b);
      break;
   case PICA_TEXENV_COMBINER__RGB_FUNC__ADD:
      fprintf(out, "(%s + %s)", a, b);
      break;
   case PICA_TEXENV_COMBINER__RGB_FUNC__ADD_SIGNED:
      fprintf(out, "(%s + %s - 1/2)", a, b);
      break;
   case PICA_TEXENV_COMBINER__RGB_FUNC__INTERPOLATE:
      fprintf(out, "mix(%s, %s, %s)", b, a, c);
      break;
   case PICA_TEXENV_COMBINER__RGB_FUNC__SUBTRACT:
      fprintf(out, "(%s - %s)", a, b);
      break;
   case PICA_TEXENV_COMBINER__RGB_FUNC__MULTIPLY_ADD:
      fprintf(out, "(%s * %s + %s)", a, b, c);
      break;
   case PICA_TEXENV_COMBINER__RGB_FUNC__ADD_MULTIPLY:
      fprintf(out, "min(%s + %s, 1) * %s", a, b, c);
      break;
   case PICA_TEXENV_COMBINER__RGB_FUNC__DOT3_RGB:
   case PICA_TEXENV_COMBINER__RGB_FUNC__DOT3_RGBA:
      fprintf(out, "dot3(%s, %s)", a, b);
      break;
   default:
      fprintf(out, "?");
   }
   fprintf(out, "%s\n", scales[scale & 3]);
}

static void
print_stage(FILE *out, unsigned n, const struct pica200_stage *s)
{
   char rgb[3][24], alpha[3][24];
   for (unsigned i = 0; i < 3; i++) {
      operand(rgb[i], s->source >> 4 * i & 15, rgb_operands[s->operand >> 4 * i & 15]);
      operand(alpha[i], s->source >> (16 + 4 * i) & 15, alpha_operands[s->operand >> (12 + 4 * i) & 7]);
   }
   const unsigned func = PICA_TEXENV_COMBINER_get_RGB_FUNC(s->combiner);
   const bool both = func == PICA_TEXENV_COMBINER__RGB_FUNC__DOT3_RGBA;
   fprintf(out, "stage %u  rgb   = ", n);
   print_half(out, func, PICA_TEXENV_SCALE_get_RGB_SCALE(s->scale), rgb);
   fprintf(out, "         alpha = ");
   if (both)
      fprintf(out, "the same\n");
   else
      print_half(out, PICA_TEXENV_COMBINER_get_A_FUNC(s->combiner), PICA_TEXENV_SCALE_get_A_SCALE(s->scale),
                 alpha);
   if (s->constant >= 0)
      fprintf(out, "         const = result %d\n", s->constant);
}

static void
print_units(FILE *out, const struct pica200_fragment *f)
{
   static const char *const types[] = {"2D", "cube map", "shadow map", "projection"};
   for (unsigned u = 0; u < PICA200_UNITS; u++) {
      const struct pica200_unit *t = &f->unit[u];
      if (!t->used)
         continue;
      if (t->function) {
         fprintf(out, "tex%u: functions of s and t, %u x %u%s%s%s\n", u, t->function->width,
                 t->function->height, t->function->linear ? ", filtered" : "",
                 t->function->repeat[0] ? ", s repeats" : "", t->function->repeat[1] ? ", t repeats" : "");
         continue;
      }
      if (t->table >= PICA200_TABLE_RAMP_RG) {
         fprintf(out, "tex%u: s and t as %s\n", u,
                 t->table == PICA200_TABLE_RAMP_RG ? "red and green" : "blue and alpha");
         continue;
      }
      if (t->table) {
         fprintf(out, "tex%u: comparisons: s %s, t %s\n", u,
                 t->table & PICA200_TABLE_BAND_S ? "between 1/4 and 3/4" : "from 1/2 on",
                 t->table & PICA200_TABLE_BAND_T ? "between 1/4 and 3/4" : "from 1/2 on");
         continue;
      }
      fprintf(out, "tex%u: sampler %u, %s, coordinate %u", u, t->sampler,
              t->type < ARRAY_SIZE(types) ? types[t->type] : "?", t->tc1 ? 1 : u);
      if (t->bias >= 0)
         fprintf(out, ", %s result %d", t->explicit_level ? "level" : "bias", t->bias);
      fprintf(out, "\n");
   }
}

void
pica200_print_fragment(FILE *out, const struct pica200_fragment *f)
{
   static const char *const funcs[8] = {"never", "<", "==", "<=", ">", "!=", ">=", "always"};
   fprintf(out, "%u stages, error at most %.1f/255\n", f->num_stages, (double)f->error);
   print_units(out, f);
   for (unsigned n = 0; n < f->num_stages; n++) {
      print_stage(out, n, &f->stage[n]);
      const bool rgb = n && f->buffer_rgb >> (n - 1) & 1, alpha = n && f->buffer_alpha >> (n - 1) & 1;
      if (rgb || alpha)
         fprintf(out, "         then buffer%s = what stage %u left\n",
                 !rgb     ? ".a"
                 : !alpha ? ".rgb"
                          : "",
                 n - 1);
   }
   if (f->buffer_constant >= 0)
      fprintf(out, "buffer at first: result %d\n", f->buffer_constant);
   if (f->alpha_test)
      fprintf(out, "fragments stay where alpha %s result %d\n", funcs[f->alpha_func & 7], f->alpha_ref);
   if (f->preamble) {
      fprintf(out, "preamble, %u results:\n", f->num_preamble);
      ir_print(out, f->preamble);
   }
   if (f->tail) {
      fprintf(out, "tail of the vertex shader:\n");
      ir_print(out, f->tail);
   }
}
