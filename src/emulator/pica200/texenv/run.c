/* SPDX-License-Identifier: MIT
 *
 * TexEnv on a row of fragments. Every operand is a channel's row and a mask that inverts it; a stage that stores nothing new
 * moves pointers only. The formulas are those of the combiner table in the description of TexEnv; a division by 255 cuts off or rounds
 * as pixel_params.h says.
 */
#include "emulator/pica200/texenv/texenv.h"

#include <assert.h>

struct operand {
   const uint16_t *v;
   uint16_t flip; /* 255: 255 - x */
};

static const struct pica_channel zeros;

static void
combine(unsigned func, struct operand a, struct operand b, struct operand c, uint16_t bias, unsigned shift,
        uint16_t *restrict out)
{
#define EACH(expression)                                                                                     \
   for (unsigned i = 0; i < PICA_LANES; i++) {                                                               \
      uint16_t x = a.v[i] ^ a.flip, y = b.v[i] ^ b.flip, z = c.v[i] ^ c.flip;                                \
      (void)x, (void)y, (void)z;                                                                             \
      int16_t r = (int16_t)(expression);                                                                     \
      out[i] = (uint16_t)(r < 0 ? 0 : r > 255 ? 255 : r);                                                    \
   }                                                                                                         \
   break
   switch (func) {
   case PICA_TEXENV_REPLACE:
      EACH(x);
   case PICA_TEXENV_MODULATE:
      EACH(pica_div255((uint16_t)(x * y + bias)));
   case PICA_TEXENV_ADD:
      EACH(x + y);
   case PICA_TEXENV_ADD_SIGNED:
      EACH(x + y - 128);
   case PICA_TEXENV_INTERPOLATE:
      EACH(pica_div255((uint16_t)(x * z + y * (255 - z) + bias)));
   case PICA_TEXENV_SUBTRACT:
      EACH(x - y);
   case PICA_TEXENV_MULTIPLY_ADD: /* 255 z / 255 needs no division */
      EACH(pica_div255((uint16_t)(x * y + bias)) + z);
   case PICA_TEXENV_ADD_MULTIPLY:
      EACH(pica_div255((uint16_t)((x + y > 255 ? 255 : x + y) * z + bias)));
   default:
      EACH(0);
   }
#undef EACH
   if (shift)
      for (unsigned i = 0; i < PICA_LANES; i++) {
         uint16_t r = (uint16_t)(out[i] << shift);
         out[i] = r > 255 ? 255 : r;
      }
}

/* The dot product of three channels, 0..255. */
static void
dot3(const struct operand a[3], const struct operand b[3], uint16_t *restrict out)
{
   for (unsigned i = 0; i < PICA_LANES; i++) {
      int32_t sum = 0;
      for (unsigned c = 0; c < 3; c++) {
         int32_t x = 2 * (a[c].v[i] ^ a[c].flip) - 255, y = 2 * (b[c].v[i] ^ b[c].flip) - 255;
         sum += (x * y + 128) / 256;
      }
      out[i] = (uint16_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
   }
}

static void
scale_row(uint16_t *restrict v, unsigned shift)
{
   for (unsigned i = 0; i < PICA_LANES; i++) {
      uint16_t r = (uint16_t)(v[i] << shift);
      v[i] = r > 255 ? 255 : r;
   }
}

struct run {
   const struct pica_color *const *in;
   const struct pica_channel *previous[4], *buffer[4];
};

static const struct pica_channel *
channel_of(const struct run *r, const struct pica_texenv_stage *s, const struct pica_texenv_operand *o,
           unsigned channel)
{
   unsigned take = o->take == PICA_TAKE_COLOR ? channel : o->take;
   if (take == PICA_TAKE_NONE || o->source == PICA_SRC_ZERO)
      return &zeros;
   if (o->source == PICA_SRC_BUFFER)
      return r->buffer[take];
   if (o->source == PICA_SRC_PREVIOUS)
      return r->previous[take];
   if (o->source == PICA_SRC_CONSTANT)
      return &s->constant.c[take];
   assert(o->source < PICA_SRC_INPUTS);
   return r->in[o->source] ? &r->in[o->source]->c[take] : &zeros;
}

static struct operand
operand_of(const struct run *r, const struct pica_texenv_stage *s, const struct pica_texenv_operand *o,
           unsigned channel)
{
   return (struct operand){channel_of(r, s, o, channel)->v, o->invert ? 255 : 0};
}

/* Does an operation hand on its operand as it is? */
static bool
hands_on(unsigned func, unsigned shift, const struct pica_texenv_operand *o)
{
   return func == PICA_TEXENV_REPLACE && !shift && !o->invert;
}

static void
run_rgb(const struct run *r, const struct pica_texenv_stage *s, uint16_t bias, struct pica_color *out)
{
   struct operand o[3][3];
   for (unsigned c = 0; c < 3; c++)
      for (unsigned i = 0; i < 3; i++)
         o[i][c] = operand_of(r, s, &s->rgb[i], c);
   if (s->rgb_func != PICA_TEXENV_DOT3_RGB && s->rgb_func != PICA_TEXENV_DOT3_RGBA) {
      for (unsigned c = 0; c < 3; c++)
         combine(s->rgb_func, o[0][c], o[1][c], o[2][c], bias, s->rgb_shift, out->c[c].v);
      return;
   }
   dot3(o[0], o[1], out->c[0].v);
   if (s->rgb_func == PICA_TEXENV_DOT3_RGBA) {
      out->c[3] = out->c[0];
      scale_row(out->c[3].v, s->a_shift);
   }
   scale_row(out->c[0].v, s->rgb_shift);
   out->c[1] = out->c[2] = out->c[0];
}

void
EMU_FN(pica_texenv_run)(const struct pica_texenv *t, const struct pica_color *const in[PICA_SRC_INPUTS],
                        struct pica_color *out)
{
   struct pica_color result[PICA_TEXENV_STAGES];
   struct run r = {.in = in};
   unsigned last = PICA_TEXENV_STAGES - 1; /* that makes something, which goes to its place at once */
   while (last && t->stage[last].rgb_keeps && t->stage[last].a_keeps)
      last--;
   /* Stage 0 sees no colour of a stage before it: decoding has replaced these sources. */
   for (unsigned c = 0; c < 4; c++) {
      r.previous[c] = &zeros;
      r.buffer[c] = &t->buffer.c[c];
   }
   for (unsigned n = 0; n < PICA_TEXENV_STAGES; n++) {
      const struct pica_texenv_stage *s = &t->stage[n];
      /* The next stage sees what the stage before this one gave, if that one's bit is set. */
      const bool to_buffer = n && n < 5 && (t->update_rgb | t->update_a) >> (n - 1) & 1;
      if (s->rgb_keeps && s->a_keeps && !to_buffer)
         continue;
      const struct pica_channel *before[4] = {r.previous[0], r.previous[1], r.previous[2], r.previous[3]};
      const struct pica_channel *now[4] = {before[0], before[1], before[2], before[3]};
      struct pica_color *to = n == last ? out : &result[n];
      bool dot_alpha = s->rgb_func == PICA_TEXENV_DOT3_RGBA;
      if (!s->rgb_keeps) {
         const bool same = hands_on(s->rgb_func, s->rgb_shift, &s->rgb[0]);
         if (!same)
            run_rgb(&r, s, t->bias, to);
         for (unsigned c = 0; c < 3; c++)
            now[c] = same ? channel_of(&r, s, &s->rgb[0], c) : &to->c[c];
      }
      if (dot_alpha) {
         now[3] = &to->c[3];
      } else if (hands_on(s->a_func, s->a_shift, &s->a[0])) {
         now[3] = channel_of(&r, s, &s->a[0], 3);
      } else {
         struct operand o[3];
         for (unsigned i = 0; i < 3; i++)
            o[i] = operand_of(&r, s, &s->a[i], 3);
         combine(s->a_func, o[0], o[1], o[2], t->bias, s->a_shift, to->c[3].v);
         now[3] = &to->c[3];
      }
      for (unsigned c = 0; c < 4; c++) {
         r.previous[c] = now[c];
         if (to_buffer && (c < 3 ? t->update_rgb : t->update_a) >> (n - 1) & 1)
            r.buffer[c] = before[c];
      }
   }
   for (unsigned c = 0; c < 4; c++)
      if (r.previous[c] != &out->c[c])
         out->c[c] = *r.previous[c];
}
