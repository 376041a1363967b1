/* SPDX-License-Identifier: MIT
 *
 * A solution as registers have it (0C0 to 0FD), without constants' values, which a draw fills in. Inputs that a formula does not read name
 * the first one's source: in stage 0 PREVIOUS must not be named, as nobody knows what it reads.
 */
#include "compiler/pica200/fragment/search.h"

#include <string.h>

#include "util/u_math.h"

enum {
   SOURCE_PRIMARY = PICA_TEXENV_SOURCE__RGB_SRC0__PRIMARY_COLOR,
   SOURCE_TEXTURE0 = PICA_TEXENV_SOURCE__RGB_SRC0__TEXTURE0,
   SOURCE_BUFFER = PICA_TEXENV_SOURCE__RGB_SRC0__PREVIOUS_BUFFER,
   SOURCE_CONSTANT = PICA_TEXENV_SOURCE__RGB_SRC0__CONSTANT,
   SOURCE_PREVIOUS = PICA_TEXENV_SOURCE__RGB_SRC0__PREVIOUS,
};

int
pf_const(struct pf *m, struct pf_consts *k, const uint32_t poly[4])
{
   for (unsigned i = 0; i <= k->count && i < PICA200_PREAMBLE; i++) {
      bool fits = true;
      if (i == k->count)
         memset(k->poly[i], 0xff, sizeof k->poly[i]);
      for (unsigned c = 0; c < 4; c++)
         fits &= poly[c] == PF_NONE || k->poly[i][c] == PF_NONE || k->poly[i][c] == poly[c];
      if (!fits)
         continue;
      for (unsigned c = 0; c < 4; c++)
         k->poly[i][c] = poly[c] == PF_NONE ? k->poly[i][c] : poly[c];
      k->count = MAX2(k->count, i + 1);
      return (int)i;
   }
   pf_refuse(m, 0, "more than %u vectors of constants", PICA200_PREAMBLE);
   return -1;
}

/** Components of the primary colour whose place was left open. */
static void
settle_colour(const struct pf_colour *c, uint32_t colour[4])
{
   memcpy(colour, c->rgb, sizeof c->rgb);
   colour[3] = PF_NONE;
   for (unsigned i = 0; i < c->num; i++) {
      static const uint8_t order[4] = {3, 2, 1, 0};
      unsigned at = 4;
      for (unsigned k = 0; k < 4; k++)
         if (colour[order[k]] == c->scalar[i])
            at = order[k];
      for (unsigned k = 0; k < 4 && at == 4; k++)
         if (colour[order[k]] == PF_NONE)
            at = order[k];
      assert(at < 4); /* the search left room */
      colour[at & 3] = c->scalar[i];
   }
}

struct input {
   uint32_t source, operand;
};

static struct input
input_of(const struct pf *m, const struct pf_place *place, uint32_t poly, const uint32_t colour[4],
         bool alpha)
{
   static const uint8_t rgb_operand[5] = {
      PICA_TEXENV_OPERAND__RGB_OP0__SRC_R, PICA_TEXENV_OPERAND__RGB_OP0__SRC_G,
      PICA_TEXENV_OPERAND__RGB_OP0__SRC_B, PICA_TEXENV_OPERAND__RGB_OP0__SRC_ALPHA,
      PICA_TEXENV_OPERAND__RGB_OP0__SRC_COLOR};
   static const uint8_t alpha_operand[4] = {
      PICA_TEXENV_OPERAND__A_OP0__SRC_R, PICA_TEXENV_OPERAND__A_OP0__SRC_G, PICA_TEXENV_OPERAND__A_OP0__SRC_B,
      PICA_TEXENV_OPERAND__A_OP0__SRC_ALPHA};
   static const uint8_t sources[] = {[PF_FROM_PRIMARY] = SOURCE_PRIMARY,
                                     [PF_FROM_CONSTANT] = SOURCE_CONSTANT,
                                     [PF_FROM_PREVIOUS] = SOURCE_PREVIOUS,
                                     [PF_FROM_BUFFER] = SOURCE_BUFFER};
   unsigned take = place->take;
   struct input in = {.source = sources[place->from]};
   if (place->from == PF_FROM_SAMPLE)
      in.source = SOURCE_TEXTURE0 + (uint32_t)m->sample[place->sample].unit;
   if (take > PF_COLOUR) { /* a component of the primary colour */
      for (take = 0; take < 3 && colour[take] != poly;)
         take++;
   }
   assert(take < (alpha ? 4 : 5));
   in.operand = (alpha ? alpha_operand[take & 3] : rgb_operand[take]) | place->invert;
   return in;
}

/** Three inputs of one half of a stage. */
static void
inputs_of(const struct pf *m, const struct pf_split *s, const struct pf_place *place,
          const uint32_t colour[4], bool alpha, struct input out[3])
{
   for (unsigned i = 0; i < 3; i++) {
      const unsigned k = i < s->num ? i : 0;
      uint32_t goal = PF_NONE;
      for (unsigned c = 0; c < 3; c++)
         goal = s->goal[k][c] != PF_NONE && goal == PF_NONE ? s->goal[k][c] : goal;
      out[i] = input_of(m, &place[k], pf_goal_poly(goal), colour, alpha);
   }
}

static bool
emit_stage(struct pf *m, const struct pf_plan *plan, unsigned n, struct pf_consts *k,
           const uint32_t colour[4], struct pica200_stage *out)
{
   const struct pf_split keep = {.func = PF_REPLACE, .num = 1};
   /* the first stage has nothing to hand on: any colour will do */
   const struct pf_place rgb_keep = {n ? PF_FROM_PREVIOUS : PF_FROM_CONSTANT, 0, PF_COLOUR, false};
   const struct pf_place alpha_keep = {n ? PF_FROM_PREVIOUS : PF_FROM_CONSTANT, 0, 3, false};
   const struct pf_split *rgb = plan->rgb_on ? &plan->rgb : &keep,
                         *alpha = plan->alpha_on ? &plan->alpha : &keep;
   struct input r[3], a[3];
   inputs_of(m, rgb, plan->rgb_on ? plan->rgb_place : &rgb_keep, colour, false, r);
   inputs_of(m, alpha, plan->alpha_on ? plan->alpha_place : &alpha_keep, colour, true, a);
   out->source = PICA_TEXENV_SOURCE(.RGB_SRC0 = r[0].source, .RGB_SRC1 = r[1].source, .RGB_SRC2 = r[2].source,
                                    .A_SRC0 = a[0].source, .A_SRC1 = a[1].source, .A_SRC2 = a[2].source);
   out->operand =
      PICA_TEXENV_OPERAND(.RGB_OP0 = r[0].operand, .RGB_OP1 = r[1].operand, .RGB_OP2 = r[2].operand,
                          .A_OP0 = a[0].operand, .A_OP1 = a[1].operand, .A_OP2 = a[2].operand);
   out->combiner = PICA_TEXENV_COMBINER(.RGB_FUNC = rgb->func, .A_FUNC = alpha->func);
   const bool both = plan->rgb_on && rgb->func == PF_DOT3_RGBA;
   out->scale = PICA_TEXENV_SCALE(.RGB_SCALE = rgb->scale, .A_SCALE = both ? rgb->scale : alpha->scale);
   out->constant = -1;
   bool any = false;
   for (unsigned c = 0; c < 4; c++)
      any |= plan->constant[c] != PF_NONE;
   if (any)
      out->constant = (int8_t)pf_const(m, k, plan->constant);
   return !m->failed;
}

bool
pf_emit(struct pf *m, const struct pf_solution *s, struct pf_consts *k, uint32_t colour[4],
        struct pica200_fragment *out)
{
   settle_colour(&s->colour, colour);
   struct pf_plan idle = {0};
   memset(idle.constant, 0xff, sizeof idle.constant);
   out->num_stages = s->stages;
   out->buffer_rgb = out->buffer_alpha = 0;
   out->buffer_constant = -1;
   bool buffer = false;
   for (unsigned c = 0; c < 4 && s->stages; c++)
      buffer |= s->buffer[c] != PF_NONE;
   if (buffer)
      out->buffer_constant = (int8_t)pf_const(m, k, s->buffer);
   for (unsigned n = 0; n < PICA200_STAGES; n++) {
      const struct pf_plan *plan = n < s->stages ? &s->plan[n] : &idle;
      if (!emit_stage(m, plan, n, k, colour, &out->stage[n]))
         return false;
      if (n) {
         out->buffer_rgb |= (uint8_t)(plan->update_rgb << (n - 1));
         out->buffer_alpha |= (uint8_t)(plan->update_alpha << (n - 1));
      }
   }
   return !m->failed;
}
