/* SPDX-License-Identifier: MIT
 *
 * TexEnv's registers to struct pica_texenv (registers 0C0 to 0FD). Stages become a list of what is to be made; copies are found here, so that
 * most of six stages cost nothing. What stage 0 reads as PREVIOUS, and sources 7 to 12, no document says: params.h.
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

/* Of a source: what an operand takes of it. */
enum take { TAKE_RED, TAKE_GREEN, TAKE_BLUE, TAKE_ALPHA, TAKE_COLOR, TAKE_NONE };

struct operand {
   uint8_t source; /* enum pica_texenv_source */
   uint8_t take;   /* enum take; COLOR: each channel its own */
   bool invert;    /* 255 - x */
};

struct stage {
   struct operand rgb[3], a[3];
   uint8_t rgb_func, a_func, rgb_shift, a_shift;
};

static struct operand
rgb_operand(unsigned source, unsigned op)
{
   static const uint8_t take[8] = {TAKE_COLOR, TAKE_ALPHA, TAKE_RED,  TAKE_NONE,
                                   TAKE_GREEN, TAKE_NONE,  TAKE_BLUE, TAKE_NONE};
   return (struct operand){(uint8_t)source, take[op >> 1 & 7], op & 1};
}

static struct operand
a_operand(unsigned source, unsigned op)
{
   static const uint8_t take[4] = {TAKE_ALPHA, TAKE_RED, TAKE_GREEN, TAKE_BLUE};
   return (struct operand){(uint8_t)source, take[op >> 1 & 3], op & 1};
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

/* Fields of inputs repeat: those of the first serve all, moved. */
static void
decode_operands(struct stage *s, const struct pica_texenv_words *w, bool first,
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

/* On the way through the stages. */
struct walk {
   struct pica_texenv *t;
   unsigned stage;
   uint8_t previous[4], buffer[4]; /* places */
   const uint8_t *as;
};

static uint8_t
place(unsigned group, unsigned channel)
{
   return (uint8_t)(4 * group + channel);
}

static uint8_t
place_of(const struct walk *w, const struct operand *o, unsigned channel)
{
   const unsigned take = o->take == TAKE_COLOR ? channel : o->take;
   if (take == TAKE_NONE || o->source == PICA_SRC_ZERO)
      return place(PICA_GROUP_FIXED + PICA_FIXED_ZERO, 0);
   switch (o->source) {
   case PICA_SRC_BUFFER:
      return w->buffer[take];
   case PICA_SRC_PREVIOUS:
      return w->previous[take];
   case PICA_SRC_CONSTANT:
      return place(PICA_GROUP_FIXED + w->stage, take);
   case PICA_SRC_TEXTURE3:
      return place(PICA_SRC_TEXTURE3, w->as ? w->as[take] : take);
   default:
      return place(o->source, take);
   }
}

/* Where an operation's result is: where it is already, or where it will be. */
static uint8_t
make(const struct walk *w, struct pica_texenv_op *op, unsigned channel)
{
   struct pica_texenv *t = w->t;
   for (unsigned n = 0; n < t->num_ops; n++) {
      const struct pica_texenv_op *o = &t->op[n];
      if (o->func == op->func && o->shift == op->shift && !memcmp(o->at, op->at, sizeof o->at) &&
          !memcmp(o->flip, op->flip, sizeof o->flip))
         return o->to;
   }
   op->to = place(PICA_GROUP_MADE + w->stage, channel);
   t->op[t->num_ops++] = *op;
   return op->to;
}

static uint8_t
combine(const struct walk *w, const struct operand o[3], unsigned func, unsigned shift, unsigned channel)
{
   struct pica_texenv_op op = {.func = (uint8_t)func, .shift = (uint8_t)shift};
   for (unsigned i = 0; i < 3; i++) {
      const bool has = i < num_operands(func);
      op.at[i] = has ? place_of(w, &o[i], channel) : place(PICA_GROUP_FIXED + PICA_FIXED_ZERO, 0);
      op.flip[i] = has && o[i].invert ? 255 : 0;
   }
   if (func == PICA_TEXENV_REPLACE && !shift && !op.flip[0])
      return op.at[0];
   return make(w, &op, channel);
}

static uint8_t
dot3(const struct walk *w, const struct operand o[3], unsigned shift, unsigned channel)
{
   struct pica_texenv_op op = {.func = PICA_TEXENV_DOT3_RGB, .shift = (uint8_t)shift};
   for (unsigned i = 0; i < 6; i++) {
      op.at[i] = place_of(w, &o[i / 3], i % 3);
      op.flip[i] = o[i / 3].invert ? 255 : 0;
   }
   return make(w, &op, channel);
}

static void
add_stage(struct walk *w, const struct stage *s)
{
   uint8_t now[4];
   const bool dot = s->rgb_func == PICA_TEXENV_DOT3_RGB || s->rgb_func == PICA_TEXENV_DOT3_RGBA;
   for (unsigned c = 0; c < 3; c++)
      now[c] = dot ? dot3(w, s->rgb, s->rgb_shift, c) : combine(w, s->rgb, s->rgb_func, s->rgb_shift, c);
   now[3] = s->rgb_func == PICA_TEXENV_DOT3_RGBA ? dot3(w, s->rgb, s->a_shift, 3)
                                                 : combine(w, s->a, s->a_func, s->a_shift, 3);
   memcpy(w->previous, now, sizeof now);
}

/* Takes out of the list what nobody takes, and notes what is taken of others. \p colors: the fixed ones. */
static void
keep_wanted(struct pica_texenv *t, const uint32_t colors[PICA_TEXENV_FIXED])
{
   bool wanted[4 * (PICA_GROUP_MADE + PICA_TEXENV_STAGES)] = {false};
   unsigned kept = ARRAY_SIZE(t->op);
   for (unsigned c = 0; c < 4; c++)
      wanted[t->out[c]] = true;
   for (unsigned n = t->num_ops; n-- > 0;) {
      const struct pica_texenv_op op = t->op[n];
      if (!wanted[op.to])
         continue;
      for (unsigned i = 0; i < (op.func == PICA_TEXENV_DOT3_RGB ? 6 : num_operands(op.func)); i++)
         wanted[op.at[i]] = true;
      t->op[--kept] = op;
   }
   t->num_ops = (uint8_t)(ARRAY_SIZE(t->op) - kept);
   memmove(t->op, t->op + kept, t->num_ops * sizeof t->op[0]);
   for (unsigned n = 0; n < 4 * PICA_GROUP_MADE; n++) {
      const unsigned group = n / 4;
      if (!wanted[n])
         continue;
      if (group < PICA_SRC_INPUTS)
         t->inputs |= 1u << group;
      if (group == PICA_SRC_PRIMARY)
         t->primary |= (uint8_t)(1u << n % 4);
      if (group >= PICA_GROUP_FIXED)
         splat_color(&t->fixed[group - PICA_GROUP_FIXED], colors[group - PICA_GROUP_FIXED]);
   }
}

void
pica_texenv_decode(struct pica_texenv *t, const struct pica_texenv_words words[PICA_TEXENV_STAGES],
                   uint32_t update, uint32_t buffer, const uint8_t as[4],
                   const struct pica_pixel_params *params)
{
   static const uint8_t shift[4] = {0, 1, 2, 0};
   struct walk w = {.t = t, .as = as};
   uint32_t colors[PICA_TEXENV_FIXED] = {[PICA_FIXED_BUFFER] = buffer};
   memset(t, 0, sizeof *t);
   for (unsigned c = 0; c < 4; c++) {
      w.previous[c] = place(PICA_GROUP_FIXED + PICA_FIXED_ZERO, 0);
      w.buffer[c] = place(PICA_GROUP_FIXED + PICA_FIXED_BUFFER, c);
   }
   for (unsigned n = 0; n < PICA_TEXENV_STAGES; n++) {
      struct stage s = {
         .rgb_func = (uint8_t)PICA_TEXENV_COMBINER_get_RGB_FUNC(words[n].combiner),
         .a_func = (uint8_t)PICA_TEXENV_COMBINER_get_A_FUNC(words[n].combiner),
         .rgb_shift = shift[PICA_TEXENV_SCALE_get_RGB_SCALE(words[n].scale)],
         .a_shift = shift[PICA_TEXENV_SCALE_get_A_SCALE(words[n].scale)],
      };
      uint8_t before[4];
      decode_operands(&s, &words[n], !n, params);
      colors[n] = words[n].color;
      w.stage = n;
      memcpy(before, w.previous, sizeof before);
      add_stage(&w, &s);
      /* the next stage sees what the stage before this one gave, if that one's bit is set */
      for (unsigned c = 0; c < 4; c++)
         if (n && n < 5 &&
             (c < 3 ? PICA_TEXENV_UPDATE_BUFFER_get_RGB_BUF_INPUT1(update >> (n - 1))
                    : PICA_TEXENV_UPDATE_BUFFER_get_A_BUF_INPUT1(update >> (n - 1))))
            w.buffer[c] = before[c];
   }
   memcpy(t->out, w.previous, sizeof t->out);
   t->bias = params->texenv_bias;
   keep_wanted(t, colors);
}
