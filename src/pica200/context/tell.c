/* SPDX-License-Identifier: MIT
 *
 * What the context tells the application: why a draw was left out, what is slow, and what is drawn otherwise than OpenGL has it because the chip
 * cannot do it. Of the last each program and each texture tells once.
 */
#include <stdarg.h>
#include <stdio.h>

#include "pica200/context.h"
#include "pica200/resource.h"
#include "pica200/shader.h"
#include "util/u_debug.h"
#include "util/u_math.h"

void
pica200_refuse(struct pica200_context *c, const char *fmt, ...)
{
   va_list args;
   va_start(args, fmt);
   vsnprintf(c->refusal, sizeof c->refusal, fmt, args);
   va_end(args);
   c->refused = true;
}

void
pica200_tell(const struct pica200_context *c, const char *fmt, ...)
{
   char text[256];
   va_list args;
   va_start(args, fmt);
   vsnprintf(text, sizeof text, fmt, args);
   va_end(args);
   if (u_debug(U_DEBUG_API))
      u_log("%s", text);
   if (c->base.base.performance)
      c->base.base.performance(c->base.base.performance_data, "%s", text);
}

const char *
pica200_get_refusal(struct pipe_context *pc)
{
   struct pica200_context *c = pica200_context(pc);
   const bool refused = c->refused;
   c->refused = false;
   return refused ? c->refusal : NULL;
}

/* A stage with 8 bits is off by a half of a step at least: no news. */
#define ONE_STEP 1.0f

void
pica200_tell_of_pair(struct pica200_context *c)
{
   struct pica200_pair *p = c->pair;
   const struct pica200_fragment *f = &p->fragment;
   if (p->told)
      return;
   p->told = true;
   if (f->takes & PICA200_TAKES_VARYINGS)
      pica200_tell(c, "not exact: the fragment shader's varyings that are colours are clamped to 0..1 at the "
                      "vertices");
   if (f->takes & PICA200_TAKES_DIRECTIONS)
      pica200_tell(c, "not exact: a dot product in the fragment shader is taken for -1..1");
   if (f->takes & PICA200_TAKES_RANGES)
      pica200_tell(
         c,
         "not exact: functions of varyings in the fragment shader are tables for a range that was guessed");
   if (f->error > ONE_STEP)
      pica200_tell(c, "not exact: the fragment shader's colours may be %.1f/255 off", (double)f->error);
}

/** Is a component of a result outside of what a register holds? */
static bool
is_clamped(const struct pica200_pair *p, int result, float *value)
{
   for (unsigned k = 0; result >= 0 && k < 4; k++) {
      *value = p->results[result][k];
      if (!(*value >= -0.5f / 255 && *value <= 1 + 0.5f / 255))
         return true;
   }
   return false;
}

void
pica200_tell_of_constants(struct pica200_context *c)
{
   struct pica200_pair *p = c->pair;
   const struct pica200_fragment *f = &p->fragment;
   float value = 0;
   if (p->told_clamp)
      return;
   bool clamped = is_clamped(p, f->buffer_constant, &value);
   for (unsigned i = 0; i < f->num_stages && !clamped; i++)
      clamped = is_clamped(p, f->stage[i].constant, &value);
   if (!clamped)
      return;
   p->told_clamp = true;
   pica200_tell(c, "not exact: a uniform of the fragment shader makes a constant of %g, clamped to 0..1",
                (double)value);
}

void
pica200_tell_of_texture(struct pica200_context *c, struct pica200_resource *r, unsigned levels, bool linear)
{
   if (levels > r->sampled_levels && !r->told_levels) {
      r->told_levels = true;
      pica200_tell(c, "not exact: a texture of %ux%u has %u levels; units sample no level below 8x8",
                   r->base.width0, r->base.height0, levels);
   }
   const bool exact = !linear && u_is_pow2(r->base.width0); /* each texel so many times */
   if (!exact && r->padded && r->base.target == PIPE_TEXTURE_CUBE && !r->told_magnified) {
      r->told_magnified = true;
      pica200_tell(c, "not exact: a cube map of %ux%u is magnified before it is sampled", r->base.width0,
                   r->base.height0);
   }
}
