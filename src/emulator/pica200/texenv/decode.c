/* SPDX-License-Identifier: MIT
 *
 * TexEnv's registers to struct pica_texenv (registers 0C0 to 0FD). Which stages hand on the previous colour is found here, so that most
 * of six stages cost nothing. What stage 0 reads as PREVIOUS, and sources 7 to 12, no document says: params.h.
 */
#include "emulator/pica200/texenv/texenv.h"

#include <string.h>

#include "db/pica200/pica_regs.h"
#include "util/u_math.h"

static void
splat_color(struct pica_color *out, uint32_t word)
{
   const uint32_t rgba[4] = {PICA_TEXENV_COLOR_get_RED(word), PICA_TEXENV_COLOR_get_GREEN(word),
                             PICA_TEXENV_COLOR_get_BLUE(word), PICA_TEXENV_COLOR_get_ALPHA(word)};
   for (unsigned c = 0; c < 4; c++)
      for (unsigned i = 0; i < PICA_LANES; i++)
         out->c[c].v[i] = (uint16_t)rgba[c];
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

/* Sources of the three inputs, fields of four bits behind each other. */
static void
sources_of(const uint8_t field[3], bool first, const struct pica_pixel_params *params, uint8_t out[3])
{
   unsigned third = field[2]; /* field may be out */
   for (unsigned i = 0; i < 3; i++) {
      unsigned s = field[i];
      if (first)
         s = first_stage_source(s, i, third, params);
      if (s >= PICA_SRC_INPUTS && s < PICA_SRC_BUFFER)
         s = params->texenv_undefined ? PICA_SRC_ZERO : PICA_SRC_PRIMARY;
      out[i] = (uint8_t)s;
   }
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

static uint8_t
primary_of(const struct pica_texenv_operand *operand, unsigned func)
{
   unsigned channels = 0;
   for (unsigned i = 0; i < num_operands(func); i++)
      if (operand[i].source == PICA_SRC_PRIMARY)
         channels |= operand[i].take == PICA_TAKE_COLOR  ? 7
                     : operand[i].take == PICA_TAKE_NONE ? 0
                                                         : 1u << operand[i].take;
   return (uint8_t)channels;
}

static bool
keeps_previous(const struct pica_texenv_operand *o, unsigned func, unsigned shift, unsigned take)
{
   return func == PICA_TEXENV_REPLACE && !shift && o->source == PICA_SRC_PREVIOUS && o->take == take &&
          !o->invert;
}

/* Fields of inputs repeat: those of the first serve all, moved. */
static void
decode_operands(struct pica_texenv_stage *s, const struct pica_texenv_words *w, bool first,
                const struct pica_pixel_params *params)
{
   uint8_t rgb[3], a[3];
   for (unsigned i = 0; i < 3; i++) {
      rgb[i] = (uint8_t)PICA_TEXENV_SOURCE_get_RGB_SRC0(w->source >> 4 * i);
      a[i] = (uint8_t)PICA_TEXENV_SOURCE_get_A_SRC0(w->source >> 4 * i);
   }
   sources_of(rgb, first, params, rgb);
   sources_of(a, first, params, a);
   for (unsigned i = 0; i < 3; i++) {
      s->rgb[i] = rgb_operand(rgb[i], PICA_TEXENV_OPERAND_get_RGB_OP0(w->operand >> 4 * i));
      s->a[i] = a_operand(a[i], PICA_TEXENV_OPERAND_get_A_OP0(w->operand >> 4 * i));
   }
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
      decode_operands(s, w, !n, params);
      s->rgb_func = (uint8_t)PICA_TEXENV_COMBINER_get_RGB_FUNC(w->combiner);
      s->a_func = (uint8_t)PICA_TEXENV_COMBINER_get_A_FUNC(w->combiner);
      s->rgb_shift = shift[PICA_TEXENV_SCALE_get_RGB_SCALE(w->scale)];
      s->a_shift = shift[PICA_TEXENV_SCALE_get_A_SCALE(w->scale)];
      s->rgb_keeps = keeps_previous(&s->rgb[0], s->rgb_func, s->rgb_shift, PICA_TAKE_COLOR);
      s->a_keeps = s->rgb_func != PICA_TEXENV_DOT3_RGBA &&
                   keeps_previous(&s->a[0], s->a_func, s->a_shift, PICA_TAKE_ALPHA);
      splat_color(&s->constant, w->color);
      t->inputs |= inputs_of(s->rgb, s->rgb_func);
      t->primary |= primary_of(s->rgb, s->rgb_func);
      if (s->rgb_func != PICA_TEXENV_DOT3_RGBA) {
         t->inputs |= inputs_of(s->a, s->a_func);
         t->primary |= primary_of(s->a, s->a_func);
      }
   }
   for (unsigned i = 0; i < 4; i++) {
      t->update_rgb |= (uint8_t)(PICA_TEXENV_UPDATE_BUFFER_get_RGB_BUF_INPUT1(update >> i) << i);
      t->update_a |= (uint8_t)(PICA_TEXENV_UPDATE_BUFFER_get_A_BUF_INPUT1(update >> i) << i);
   }
   t->bias = params->texenv_bias;
   splat_color(&t->buffer, buffer);
}
