/* SPDX-License-Identifier: MIT
 *
 * TexEnv on a row of fragments. Every operand is a channel's row and a mask that inverts it. The formulas are those of the combiner table in the description of TexEnv; a division by 255 cuts off or rounds
 * as pixel_params.h says.
 */
#include "emulator/pica200/texenv/texenv.h"

struct operand {
   const uint16_t *v;
   uint16_t flip; /* 255: 255 - x */
};

static void
combine(unsigned func, struct operand a, struct operand b, struct operand c, uint16_t bias, unsigned shift,
        uint16_t *restrict out)
{
#define EACH(expression)                                                                                     \
   for (unsigned i = 0; i < PICA_LANES; i++) {                                                               \
      uint16_t x = a.v[i] ^ a.flip, y = b.v[i] ^ b.flip, z = c.v[i] ^ c.flip;                                \
      (void)x, (void)y, (void)z;                                                                             \
      out[i] = (uint16_t)(expression);                                                                       \
   }                                                                                                         \
   break
#define CLAMPED(expression) (int16_t)(expression)<0 ? 0 : (int16_t)(expression)> 255 ? 255 : (expression)
   switch (func) {
   case PICA_TEXENV_REPLACE:
      EACH(x);
   case PICA_TEXENV_MODULATE:
      EACH(pica_div255((uint16_t)(x * y + bias)));
   case PICA_TEXENV_ADD:
      EACH(x + y > 255 ? 255 : x + y);
   case PICA_TEXENV_ADD_SIGNED:
      EACH(CLAMPED(x + y - 128));
   case PICA_TEXENV_INTERPOLATE:
      EACH(pica_div255((uint16_t)(x * z + y * (255 - z) + bias)));
   case PICA_TEXENV_SUBTRACT:
      EACH(x > y ? x - y : 0);
   case PICA_TEXENV_MULTIPLY_ADD: /* 255 z / 255 needs no division */
      EACH(CLAMPED(pica_div255((uint16_t)(x * y + bias)) + z));
   case PICA_TEXENV_ADD_MULTIPLY:
      EACH(pica_div255((uint16_t)((x + y > 255 ? 255 : x + y) * z + bias)));
   default:
      EACH(0);
   }
#undef CLAMPED
#undef EACH
   if (shift)
      for (unsigned i = 0; i < PICA_LANES; i++) {
         uint16_t r = (uint16_t)(out[i] << shift);
         out[i] = r > 255 ? 255 : r;
      }
}

/* The dot product of three channels, 0..255. */
static void
dot3(const struct operand o[6], unsigned shift, uint16_t *restrict out)
{
   for (unsigned i = 0; i < PICA_LANES; i++) {
      int32_t sum = 0;
      for (unsigned c = 0; c < 3; c++) {
         int32_t x = 2 * (o[c].v[i] ^ o[c].flip) - 255, y = 2 * (o[3 + c].v[i] ^ o[3 + c].flip) - 255;
         sum += (x * y + 128) / 256;
      }
      sum = (sum < 0 ? 0 : sum) << shift;
      out[i] = (uint16_t)(sum > 255 ? 255 : sum);
   }
}

static const struct pica_channel *
channel_at(const struct pica_texenv *t, const struct pica_color *const in[PICA_SRC_INPUTS],
           const struct pica_color *room, unsigned place)
{
   const unsigned group = place / 4;
   const struct pica_color *color = group < PICA_GROUP_FIXED  ? in[group]
                                    : group < PICA_GROUP_MADE ? &t->fixed[group - PICA_GROUP_FIXED]
                                                              : &room[group - PICA_GROUP_MADE];
   return &color->c[place % 4];
}

void
EMU_FN(pica_texenv_run)(const struct pica_texenv *t, const struct pica_color *const in[PICA_SRC_INPUTS],
                        struct pica_color room[PICA_TEXENV_STAGES], struct pica_channels *out)
{
   for (unsigned n = 0; n < t->num_ops; n++) {
      const struct pica_texenv_op *op = &t->op[n];
      const bool dot = op->func == PICA_TEXENV_DOT3_RGB;
      uint16_t *to = room[op->to / 4 - PICA_GROUP_MADE].c[op->to % 4].v;
      struct operand o[6];
      for (unsigned i = 0; i < (dot ? 6 : 3); i++)
         o[i] = (struct operand){channel_at(t, in, room, op->at[i])->v, op->flip[i]};
      if (dot)
         dot3(o, op->shift, to);
      else
         combine(op->func, o[0], o[1], o[2], t->bias, op->shift, to);
   }
   for (unsigned c = 0; c < 4; c++)
      out->c[c] = channel_at(t, in, room, t->out[c]);
}
