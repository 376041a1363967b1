/* SPDX-License-Identifier: MIT
 *
 * Blend equations that no colour block knows (KHR_blend_equation_advanced, "Advanced Blending Equations"):
 * the fragment shader reads the colour that it is about to replace and stores the blended one. Everything is
 * straight code behind the stores of colour 0, which stand in the last block and then move behind it. Left
 * out: targets but the first, and colours outside of [0, 1], which are clamped.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>

/* Where code goes: in front of instruction `at`. */
struct place {
   struct ir_shader *s;
   struct ir_block *b;
   size_t at;
};

struct vec3 {
   struct ir_src c[3];
};

static struct ir_src
emit(struct place *p, enum ir_op op, unsigned n, struct ir_src a, struct ir_src b, struct ir_src c, bool sat)
{
   struct ir_instr *in = ir_instr_create(p->s, op, n, 1);
   if (!in || !ir_block_insert(p->b, p->at, in)) {
      p->s->arena.out_of_memory = true;
      return ir_immf(0);
   }
   p->at++;
   const struct ir_src src[3] = {a, b, c};
   for (unsigned i = 0; i < n; i++)
      in->src[i] = src[i];
   in->sat = sat;
   return ir_ssa(in->dst);
}

static struct ir_src
op1(struct place *p, enum ir_op op, struct ir_src a)
{
   return emit(p, op, 1, a, a, a, false);
}

static struct ir_src
op2(struct place *p, enum ir_op op, struct ir_src a, struct ir_src b)
{
   return emit(p, op, 2, a, b, b, false);
}

static struct ir_src
neg(struct ir_src a)
{
   a.neg = !a.neg;
   return a;
}

static struct ir_src
add(struct place *p, struct ir_src a, struct ir_src b)
{
   return op2(p, IR_FADD, a, b);
}

static struct ir_src
sub(struct place *p, struct ir_src a, struct ir_src b)
{
   return op2(p, IR_FADD, a, neg(b));
}

static struct ir_src
mul(struct place *p, struct ir_src a, struct ir_src b)
{
   return op2(p, IR_FMUL, a, b);
}

static struct ir_src
div_(struct place *p, struct ir_src a, struct ir_src b)
{
   return mul(p, a, op1(p, IR_FRCP, b));
}

/** cond (bool) ? a : b */
static struct ir_src
choose(struct place *p, struct ir_src cond, struct ir_src a, struct ir_src b)
{
   struct ir_src otherwise = op1(p, IR_MOV, b), then = op1(p, IR_MOV, a);
   return emit(p, IR_CSEL, 3, cond, then, otherwise, false);
}

/** 1 - a */
static struct ir_src
rest(struct place *p, struct ir_src a)
{
   return sub(p, ir_immf(1), a);
}

/* ---- one component at a time: source s, destination d, neither multiplied by its alpha -------------------
 */

static struct ir_src
f_multiply(struct place *p, struct ir_src s, struct ir_src d)
{
   return mul(p, s, d);
}

static struct ir_src
f_screen(struct place *p, struct ir_src s, struct ir_src d)
{
   struct ir_src product = mul(p, s, d), sum = add(p, s, d);
   return sub(p, sum, product);
}

static struct ir_src
f_hardlight(struct place *p, struct ir_src s, struct ir_src d)
{
   struct ir_src dark = mul(p, mul(p, ir_immf(2), s), d);
   struct ir_src rest_d = rest(p, d), rest_s = rest(p, s);
   struct ir_src light = rest(p, mul(p, mul(p, ir_immf(2), rest_s), rest_d));
   return choose(p, op2(p, IR_FGE, ir_immf(0.5f), s), dark, light);
}

static struct ir_src
f_overlay(struct place *p, struct ir_src s, struct ir_src d)
{
   return f_hardlight(p, d, s);
}

static struct ir_src
f_darken(struct place *p, struct ir_src s, struct ir_src d)
{
   return op2(p, IR_FMIN, s, d);
}

static struct ir_src
f_lighten(struct place *p, struct ir_src s, struct ir_src d)
{
   return op2(p, IR_FMAX, s, d);
}

static struct ir_src
f_colordodge(struct place *p, struct ir_src s, struct ir_src d)
{
   struct ir_src q = op2(p, IR_FMIN, ir_immf(1), div_(p, d, rest(p, s)));
   struct ir_src lit = choose(p, op2(p, IR_FLT, s, ir_immf(1)), q, ir_immf(1));
   return choose(p, op2(p, IR_FGE, ir_immf(0), d), ir_immf(0), lit);
}

static struct ir_src
f_colorburn(struct place *p, struct ir_src s, struct ir_src d)
{
   struct ir_src q = rest(p, op2(p, IR_FMIN, ir_immf(1), div_(p, rest(p, d), s)));
   struct ir_src burnt = choose(p, op2(p, IR_FLT, ir_immf(0), s), q, ir_immf(0));
   return choose(p, op2(p, IR_FGE, d, ir_immf(1)), ir_immf(1), burnt);
}

static struct ir_src
f_softlight(struct place *p, struct ir_src s, struct ir_src d)
{
   struct ir_src k = sub(p, mul(p, ir_immf(2), s), ir_immf(1)); /* 2 s - 1 */
   struct ir_src dark = mul(p, d, rest(p, d));
   struct ir_src quartic = sub(p, mul(p, ir_immf(16), d), ir_immf(12));
   struct ir_src mid = mul(p, d, add(p, mul(p, quartic, d), ir_immf(3)));
   struct ir_src high = sub(p, op1(p, IR_FSQRT, d), d);
   struct ir_src light = choose(p, op2(p, IR_FGE, ir_immf(0.25f), d), mid, high);
   struct ir_src how = choose(p, op2(p, IR_FGE, ir_immf(0.5f), s), dark, light);
   return add(p, d, mul(p, k, how));
}

static struct ir_src
f_difference(struct place *p, struct ir_src s, struct ir_src d)
{
   struct ir_src x = sub(p, d, s);
   x.abs = true;
   return op1(p, IR_MOV, x);
}

static struct ir_src
f_exclusion(struct place *p, struct ir_src s, struct ir_src d)
{
   struct ir_src twice = mul(p, mul(p, ir_immf(2), s), d), sum = add(p, s, d);
   return sub(p, sum, twice);
}

/* ---- hue, saturation, luminosity ------------------------------------------------------------------------
 */

static struct ir_src
least(struct place *p, struct vec3 v)
{
   return op2(p, IR_FMIN, op2(p, IR_FMIN, v.c[0], v.c[1]), v.c[2]);
}

static struct ir_src
most(struct place *p, struct vec3 v)
{
   return op2(p, IR_FMAX, op2(p, IR_FMAX, v.c[0], v.c[1]), v.c[2]);
}

static struct ir_src
luminosity(struct place *p, struct vec3 v)
{
   struct ir_src blue = mul(p, v.c[2], ir_immf(0.11f)), green = mul(p, v.c[1], ir_immf(0.59f)),
                 red = mul(p, v.c[0], ir_immf(0.30f));
   return add(p, add(p, red, green), blue);
}

/** The colour with the luminosity of \p lum, moved towards its grey where it leaves [0, 1]. */
static struct vec3
set_luminosity(struct place *p, struct vec3 color, struct vec3 lum)
{
   struct ir_src is = luminosity(p, color), wanted = luminosity(p, lum);
   struct ir_src diff = sub(p, wanted, is);
   struct vec3 v;
   for (unsigned i = 0; i < 3; i++)
      v.c[i] = add(p, color.c[i], diff);
   struct ir_src grey = luminosity(p, v), lo = least(p, v), hi = most(p, v);
   struct ir_src below = op2(p, IR_FLT, lo, ir_immf(0)), above = op2(p, IR_FLT, ir_immf(1), hi);
   struct ir_src down = div_(p, grey, sub(p, grey, lo));
   struct ir_src above_grey = sub(p, hi, grey), rest_grey = rest(p, grey);
   struct ir_src up = div_(p, rest_grey, above_grey);
   for (unsigned i = 0; i < 3; i++) {
      struct ir_src x = choose(p, below, add(p, grey, mul(p, sub(p, v.c[i], grey), down)), v.c[i]);
      v.c[i] = choose(p, above, add(p, grey, mul(p, sub(p, x, grey), up)), x);
   }
   return v;
}

/** The hue of \p base, the saturation of \p sat, the luminosity of \p lum. */
static struct vec3
set_all(struct place *p, struct vec3 base, struct vec3 sat, struct vec3 lum)
{
   struct ir_src lo = least(p, base), span = sub(p, most(p, base), lo);
   struct ir_src sat_lo = least(p, sat), sat_hi = most(p, sat);
   struct ir_src scale = div_(p, sub(p, sat_hi, sat_lo), span);
   struct ir_src colored = op2(p, IR_FLT, ir_immf(0), span);
   struct vec3 v;
   for (unsigned i = 0; i < 3; i++)
      v.c[i] = choose(p, colored, mul(p, sub(p, base.c[i], lo), scale), ir_immf(0));
   return set_luminosity(p, v, lum);
}

static struct vec3
blend(struct place *p, enum ir_blend eq, struct vec3 s, struct vec3 d)
{
   static struct ir_src (*const separable[])(struct place *, struct ir_src, struct ir_src) = {
      [IR_BLEND_MULTIPLY] = f_multiply,   [IR_BLEND_SCREEN] = f_screen,
      [IR_BLEND_OVERLAY] = f_overlay,     [IR_BLEND_DARKEN] = f_darken,
      [IR_BLEND_LIGHTEN] = f_lighten,     [IR_BLEND_COLORDODGE] = f_colordodge,
      [IR_BLEND_COLORBURN] = f_colorburn, [IR_BLEND_HARDLIGHT] = f_hardlight,
      [IR_BLEND_SOFTLIGHT] = f_softlight, [IR_BLEND_DIFFERENCE] = f_difference,
      [IR_BLEND_EXCLUSION] = f_exclusion, [IR_BLEND_COUNT] = NULL,
   };
   switch (eq) {
   case IR_BLEND_HSL_HUE:
      return set_all(p, s, d, d);
   case IR_BLEND_HSL_SATURATION:
      return set_all(p, d, s, d);
   case IR_BLEND_HSL_COLOR:
      return set_luminosity(p, s, d);
   case IR_BLEND_HSL_LUMINOSITY:
      return set_luminosity(p, d, s);
   default: {
      struct vec3 v;
      for (unsigned i = 0; i < 3; i++)
         v.c[i] = separable[eq](p, s.c[i], d.c[i]);
      return v;
   }
   }
}

/** Not multiplied by its alpha: 0 where that is 0. */
static struct vec3
straight(struct place *p, const struct ir_src c[4])
{
   struct ir_src opaque = op2(p, IR_FLT, ir_immf(0), c[3]), r = op1(p, IR_FRCP, c[3]);
   struct vec3 v;
   for (unsigned i = 0; i < 3; i++)
      v.c[i] = choose(p, opaque, mul(p, c[i], r), ir_immf(0));
   return v;
}

/** Number of the input that is colour target 0. */
static size_t
target_input(struct ir_shader *s)
{
   for (size_t i = 0; i < s->inputs.count; i++)
      if (s->inputs.data[i].semantic == IR_SEM_FB_FETCH && s->inputs.data[i].sem_index == 0)
         return i;
   const struct ir_io io = {.name = "target", .semantic = IR_SEM_FB_FETCH, .ncomp = 4};
   if (!u_vec_push(&s->inputs, io))
      s->arena.out_of_memory = true;
   return s->inputs.count - 1;
}

bool
ir_lower_blend(struct ir_shader *s, enum ir_blend eq)
{
   assert(eq < IR_BLEND_COUNT && s->stage == IR_FRAGMENT);
   struct ir_instr *store[4] = {NULL};
   struct place p = {.s = s};
   for (struct ir_node *node = ir_first_node(s); node; node = ir_next_node(node)) {
      struct ir_block *b = node->kind == IR_NODE_BLOCK ? node->block : NULL;
      for (size_t i = 0; b && i < b->instrs.count; i++) {
         struct ir_instr *in = b->instrs.data[i];
         if (in->op != IR_STORE_OUTPUT)
            continue;
         const struct ir_io *out = &s->outputs.data[in->index];
         if (out->semantic != IR_SEM_COLOR_ALL && (out->semantic != IR_SEM_COLOR || out->sem_index))
            continue;
         store[in->comp & 3] = in;
         p.b = b;
         p.at = i + 1;
      }
   }
   if (!p.b)
      return false; /* no colour is written: what is blended is undefined */
   const size_t input = target_input(s);
   struct ir_src src[4], dst[4];
   for (unsigned i = 0; i < 4; i++) {
      src[i] = store[i] ? store[i]->src[0] : ir_immf(0);
      src[i] = emit(&p, IR_MOV, 1, src[i], src[i], src[i], true);
      struct ir_instr *in = ir_instr_create(s, IR_LOAD_INPUT, 0, 1);
      if (!in || !ir_block_insert(p.b, p.at, in)) {
         s->arena.out_of_memory = true;
         return true;
      }
      p.at++;
      in->index = (int32_t)input;
      in->comp = (uint8_t)i;
      dst[i] = emit(&p, IR_MOV, 1, ir_ssa(in->dst), ir_ssa(in->dst), ir_ssa(in->dst), true);
   }
   struct vec3 cs = straight(&p, src), cd = straight(&p, dst), f = blend(&p, eq, cs, cd);
   /* weights of both, the source alone, the destination alone */
   struct ir_src both = mul(&p, src[3], dst[3]), only_s = sub(&p, src[3], both),
                 only_d = sub(&p, dst[3], both);
   for (unsigned i = 0; i < 4; i++) {
      if (!store[i])
         continue;
      struct ir_src r = add(&p, both, add(&p, only_s, only_d));
      if (i < 3) {
         struct ir_src of_d = mul(&p, cd.c[i], only_d), of_s = mul(&p, cs.c[i], only_s);
         struct ir_src alone = add(&p, of_s, of_d), mixed = mul(&p, f.c[i], both);
         r = add(&p, mixed, alone);
      }
      for (size_t k = 0; k < p.at; k++)
         if (p.b->instrs.data[k] == store[i]) {
            ir_block_remove(p.b, k);
            p.at--;
            break;
         }
      store[i]->src[0] = op1(&p, IR_MOV, r);
      if (!ir_block_insert(p.b, p.at++, store[i]))
         s->arena.out_of_memory = true;
   }
   return true;
}
