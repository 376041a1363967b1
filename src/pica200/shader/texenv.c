/* SPDX-License-Identifier: MIT
 *
 * The fragment half in the list: six stages with their constants, and the alpha test. Constants are results of the preamble, which the CPU runs
 * when uniforms have changed.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/number.h"
#include "pica200/shader.h"
#include "util/u_math.h"

/** Half size and centre of the viewport, as gl_FragCoord asks. */
static void
find_viewport(const struct pica200_context *c, float out[4])
{
   const struct pipe_viewport_state *v = &c->base.viewport;
   for (unsigned i = 0; i < 2; i++) {
      const float half = (float)(i ? c->fb_height : c->fb_width) * 0.5f;
      out[i] = c->expanded ? half : v->scale[i];
      out[2 + i] = c->expanded ? half : v->translate[i];
   }
}

/** Runs the preamble; where it wants the viewport that is one more uniform. False: out of memory. */
static bool
run_preamble(const struct pica200_context *c)
{
   const struct pica200_fragment *f = &c->pair->fragment;
   const struct drv_consts *u = &c->uniforms[PIPE_SHADER_FRAGMENT];
   if (f->viewport < 0)
      return pica200_run_preamble(f->preamble, (const uint32_t(*)[4])u->dw, u->num_dw / 4, c->pair->results);
   const uint32_t own = c->fs->ir->num_uniform_slots;
   uint32_t(*slots)[4] = calloc(own + 1, sizeof *slots);
   if (!slots)
      return false;
   if (u->num_dw)
      memcpy(slots, u->dw, MIN2(own * sizeof *slots, u->num_dw * sizeof *u->dw));
   float viewport[4];
   find_viewport(c, viewport);
   memcpy(slots[own], viewport, sizeof viewport);
   const bool ok = pica200_run_preamble(f->preamble, (const uint32_t(*)[4])slots, own + 1, c->pair->results);
   free(slots);
   return ok;
}

void
pica200_update_results(struct pica200_context *c)
{
   struct pica200_pair *p = c->pair;
   const struct pica200_fragment *f = &p->fragment;
   if (f->viewport >= 0 && c->base.dirty & PICA200_DIRTY(VIEWPORT))
      c->results_stale = true;
   if (!c->results_stale)
      return;
   if (f->preamble && !run_preamble(c))
      c->base.oom = true;
   pica200_tell_of_constants(c);
   for (unsigned i = 0; i < PICA200_UNITS; i++) {
      float *scale = p->results[f->num_preamble + i];
      scale[0] = c->coord_scale[i][0];
      scale[1] = c->coord_scale[i][1];
   }
   c->results_stale = false;
   c->base.dirty |=
      PICA200_DIRTY(CONSTS) | PICA200_DIRTY(TEXENV) | PICA200_DIRTY(OUTPUT) | PICA200_DIRTY(TEXTURES);
}

/** A stage that gives what the one before gave. */
static const struct pica200_stage pass_on = {.source = PICA_TEXENV_SOURCE__RGB_SRC0__PREVIOUS |
                                                       PICA_TEXENV_SOURCE__A_SRC0__PREVIOUS << 16,
                                             .constant = -1};

static uint32_t
constant(const struct pica200_context *c, int result)
{
   if (result < 0)
      return 0;
   const float *v = c->pair->results[result];
   return PICA_TEXENV_COLOR(.RED = pica200_byte(v[0]), .GREEN = pica200_byte(v[1]),
                            .BLUE = pica200_byte(v[2]), .ALPHA = pica200_byte(v[3]));
}

void
pica200_emit_texenv(struct pica200_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct pica200_fragment *f = &c->pair->fragment;
   assert(f->num_stages);
   for (unsigned i = 0; i < PICA200_STAGES; i++) {
      const struct pica200_stage *s = i < f->num_stages ? &f->stage[i] : &pass_on;
      const uint32_t words[] = {s->source, s->operand, s->combiner, constant(c, s->constant), s->scale};
      cs_values(cs, i < 4 ? PICA_ID_AT(TEXENV_SOURCE, i) : PICA_ID_AT(TEXENV4_SOURCE, i), true, words,
                ARRAY_SIZE(words));
   }
   const unsigned rgb = f->buffer_rgb, a = f->buffer_alpha;
   cs_bytes(cs, PICA_ID(TEXENV_UPDATE_BUFFER), 7,
            PICA_TEXENV_UPDATE_BUFFER(.RGB_BUF_INPUT1 = rgb & 1, .RGB_BUF_INPUT2 = rgb >> 1 & 1,
                                      .RGB_BUF_INPUT3 = rgb >> 2 & 1, .RGB_BUF_INPUT4 = rgb >> 3 & 1,
                                      .A_BUF_INPUT1 = a & 1, .A_BUF_INPUT2 = a >> 1 & 1,
                                      .A_BUF_INPUT3 = a >> 2 & 1, .A_BUF_INPUT4 = a >> 3 & 1));
   CS_SET(cs, TEXENV_BUFFER_COLOR, constant(c, f->buffer_constant));
}

/** The byte that a fragment's alpha is compared with, so that it says the same as the fraction would. */
static uint32_t
reference(float fraction, unsigned func)
{
   const float v = CLAMP(fraction, 0.0f, 1.0f) * 255.0f, whole = floorf(v + 0.5f);
   if (fabsf(v - whole) < 1e-3f)
      return (uint32_t)whole;
   /* between two bytes: not less than it means from the next one on */
   const bool up = func == PIPE_FUNC_GEQUAL || func == PIPE_FUNC_LESS;
   return (uint32_t)(up ? ceilf(v) : floorf(v));
}

uint32_t
pica200_alpha_test(const struct pica200_context *c)
{
   const struct pica200_fragment *f = &c->pair->fragment;
   if (!f->alpha_test)
      return PICA_FRAGOP_ALPHA_TEST(.ENABLE = 0);
   return PICA_FRAGOP_ALPHA_TEST(.ENABLE = 1, .FUNC = pica200_func(f->alpha_func),
                                 .REF = reference(c->pair->results[f->alpha_ref][0], f->alpha_func));
}
