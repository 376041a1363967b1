/* SPDX-License-Identifier: MIT
 *
 * TexEnv's registers to struct pica_texenv (registers 0C0 to 0FD). Which stages hand on the previous colour is found here, so that most
 * of six stages cost nothing. What stage 0 reads as PREVIOUS, and sources 7 to 12, no document says: params.h.
 */
#include "emulator/pica200/texenv/texenv.h"

#include <string.h>

#include "util/u_math.h"

static void
splat_color(struct pica_color *out, uint32_t rgba)
{
   for (unsigned c = 0; c < 4; c++)
      for (unsigned i = 0; i < PICA_LANES; i++)
         out->c[c].v[i] = (uint16_t)(rgba >> 8 * c & 255);
}

static struct pica_texenv_operand
rgb_operand(unsigned source, unsigned op)
{
   static const uint8_t take[8] = {PICA_TAKE_COLOR, PICA_TAKE_ALPHA, PICA_TAKE_RED,  PICA_TAKE_NONE,
                                   PICA_TAKE_GREEN, PICA_TAKE_NONE,  PICA_TAKE_BLUE, PICA_TAKE_NONE};
   return (struct pica_texenv_operand){(uint8_t)source, take[op >> 1 & 7], op & 1};
}

static struct pica_texenv_operand
a_operand(unsigned source, unsigned op)
{
   static const uint8_t take[4] = {PICA_TAKE_ALPHA, PICA_TAKE_RED, PICA_TAKE_GREEN, PICA_TAKE_BLUE};
   return (struct pica_texenv_operand){(uint8_t)source, take[op >> 1 & 3], op & 1};
}

/* What source number `s` of the first stage's input `input` is; `third`: that of input 3. */
static unsigned
first_stage_source(unsigned s, unsigned input, unsigned third, const struct pica_pixel_params *params)
{
   if (s == PICA_SRC_BUFFER)
      return PICA_SRC_ZERO;
   if (s != PICA_SRC_PREVIOUS)
      return s;
   switch (params->texenv_first_previous) {
   case 0:
      return input == 2 || third == PICA_SRC_PREVIOUS || third == PICA_SRC_BUFFER ? PICA_SRC_ZERO : third;
   case 1:
      return PICA_SRC_PRIMARY;
   default:
      return PICA_SRC_BUFFER; /* whose colour is the register's, as no stage has stored another yet */
   }
}

static unsigned
source_of(uint32_t word, unsigned at, unsigned input, bool first, const struct pica_pixel_params *params)
{
   unsigned s = word >> (at + 4 * input) & 15;
   if (first)
      s = first_stage_source(s, input, word >> (at + 8) & 15, params);
   if (s >= PICA_SRC_INPUTS && s < PICA_SRC_BUFFER)
      s = params->texenv_undefined ? PICA_SRC_ZERO : PICA_SRC_PRIMARY;
   return s;
}

static unsigned
num_operands(unsigned func)
{
   switch (func) {
   case PICA_TEXENV_REPLACE:
      return 1;
   case PICA_TEXENV_INTERPOLATE:
   case PICA_TEXENV_MULTIPLY_ADD:
   case PICA_TEXENV_ADD_MULTIPLY:
      return 3;
   default:
      return 2;
   }
}

static uint32_t
inputs_of(const struct pica_texenv_operand *operand, unsigned func)
{
   uint32_t inputs = 0;
   for (unsigned i = 0; i < num_operands(func); i++)
      if (operand[i].source < PICA_SRC_INPUTS)
         inputs |= 1u << operand[i].source;
   return inputs;
}

static bool
keeps_previous(const struct pica_texenv_operand *o, unsigned func, unsigned shift, unsigned take)
{
   return func == PICA_TEXENV_REPLACE && !shift && o->source == PICA_SRC_PREVIOUS && o->take == take &&
          !o->invert;
}

void
pica_texenv_decode(struct pica_texenv *t, const struct pica_texenv_words words[PICA_TEXENV_STAGES],
                   uint32_t update, uint32_t buffer, const struct pica_pixel_params *params)
{
   memset(t, 0, sizeof *t);
   static const uint8_t shift[4] = {0, 1, 2, 0};
   for (unsigned n = 0; n < PICA_TEXENV_STAGES; n++) {
      const struct pica_texenv_words *w = &words[n];
      struct pica_texenv_stage *s = &t->stage[n];
      for (unsigned i = 0; i < 3; i++) {
         s->rgb[i] = rgb_operand(source_of(w->source, 0, i, !n, params), w->operand >> 4 * i & 15);
         s->a[i] = a_operand(source_of(w->source, 16, i, !n, params), w->operand >> (12 + 4 * i) & 7);
      }
      s->rgb_func = w->combiner & 15;
      s->a_func = w->combiner >> 16 & 15;
      s->rgb_shift = shift[w->scale & 3];
      s->a_shift = shift[w->scale >> 16 & 3];
      s->rgb_keeps = keeps_previous(&s->rgb[0], s->rgb_func, s->rgb_shift, PICA_TAKE_COLOR);
      s->a_keeps = s->rgb_func != PICA_TEXENV_DOT3_RGBA &&
                   keeps_previous(&s->a[0], s->a_func, s->a_shift, PICA_TAKE_ALPHA);
      splat_color(&s->constant, w->color);
      t->inputs |= inputs_of(s->rgb, s->rgb_func);
      if (s->rgb_func != PICA_TEXENV_DOT3_RGBA)
         t->inputs |= inputs_of(s->a, s->a_func);
   }
   t->update_rgb = update >> 8 & 15;
   t->update_a = update >> 12 & 15;
   t->bias = params->texenv_bias;
   splat_color(&t->buffer, buffer);
}
