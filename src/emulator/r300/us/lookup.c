/* SPDX-License-Identifier: MIT
 *
 * Is a fragment shader one lookup? Its program is followed with names in place of numbers: a component of a register holds what
 * the rasteriser left, a component of the texel, a product of these or a constant, or something else. Anything unknown on the
 * way, and it is not.
 */
#include "emulator/r300/us/lookup.h"

#include <string.h>

#include "emulator/r300/us/us.h"

/* What is known of a component: UNKNOWN, what is there when the program begins, or a channel. */
enum known { UNKNOWN, LEFT, CHANNEL };
struct name {
   enum known known;
   struct us_left left;
   struct us_channel channel;
};

struct names {
   const struct us_program *p;
   struct name of[US_TEMPS][4], out[4];
   bool fetched;
   unsigned shown; /* components of the colour that are there */
};

static bool
is_number(const struct us_operand *o, float value)
{
   return o->kind == US_LITERAL && o->value == value && !o->mod;
}

/* The operand, if it is no product already. */
static struct name
name_of(const struct names *n, const struct us_operand *o)
{
   struct name r = {.known = UNKNOWN};
   if (o->mod || o->relative)
      return r;
   if (o->kind == US_TEMP)
      return n->of[o->index % US_TEMPS][o->comp & 3];
   if (o->kind == US_PRESUB)
      return r;
   r.known = CHANNEL;
   r.channel = (struct us_channel){.texel = US_NO_TEXEL,
                                   .factor = o->kind == US_CONST ? US_TIMES_CONSTANT : US_TIMES_NUMBER,
                                   .number = o->value,
                                   .constant = (uint16_t)(o->index % US_CONSTS),
                                   .comp = o->comp};
   return r;
}

/* What is left as a channel: that times 1. */
static struct us_channel
channel_of(const struct name *n)
{
   if (n->known == LEFT)
      return (struct us_channel){.texel = US_NO_TEXEL, .factor = US_TIMES_LEFT, .left = n->left};
   return n->channel;
}

static bool
is_texel(const struct name *n)
{
   return n->known == CHANNEL && n->channel.texel != US_NO_TEXEL && n->channel.factor == US_TIMES_ONE;
}

/* A number that a texel may be multiplied with. What a register holds of constants and products is rounded already. */
static bool
is_factor(const struct name *n, const struct us_operand *o)
{
   return n->known == LEFT || (n->known == CHANNEL && n->channel.texel == US_NO_TEXEL && o->kind != US_TEMP);
}

/* A component of a * b + 0. */
static struct name
follow_product(const struct names *n, const struct us_operand *a, const struct us_operand *b, bool clamp)
{
   const struct name x = name_of(n, a), y = name_of(n, b);
   struct name r = {.known = CHANNEL};
   if (is_texel(&x) && is_factor(&y, b)) {
      r.channel = channel_of(&y);
      r.channel.texel = x.channel.texel;
   } else if (is_texel(&y) && is_factor(&x, a)) {
      r.channel = channel_of(&x);
      r.channel.texel = y.channel.texel;
   } else if (x.known != UNKNOWN && is_number(b, 1)) {
      r.channel = channel_of(&x);
   } else if (y.known != UNKNOWN && is_number(a, 1)) {
      r.channel = channel_of(&y);
   } else {
      r.known = UNKNOWN;
   }
   if (r.channel.texel != US_NO_TEXEL && r.channel.factor == US_TIMES_NUMBER && r.channel.number == 1)
      r.channel.factor = US_TIMES_ONE;
   r.channel.clamp |= clamp;
   return r;
}

static bool
follow_alu(const struct us_inst *i, struct names *n, struct us_lookup *out)
{
   const struct us_alu *a = &i->alu;
   const unsigned need = a->write | a->output;
   struct name r[4];
   if (a->predicates || a->depth || a->sets_result)
      return false;
   for (unsigned k = 0; k < 4; k++) {
      const unsigned unit = k == 3;
      if (!(need >> k & 1))
         continue;
      r[k].known = UNKNOWN;
      if (i->pred_sel[unit] || a->dst_relative[unit])
         return false;
      if (a->op[unit] == US_MAD && (a->omod[unit] == 0 || a->omod[unit] == 7) && is_number(&a->c[k], 0))
         r[k] = follow_product(n, &a->a[k], &a->b[k], a->clamp[unit] && a->omod[unit] == 0);
   }
   for (unsigned k = 0; k < 4; k++) {
      const unsigned unit = k == 3;
      if (a->write >> k & 1)
         n->of[a->dst[unit] % US_TEMPS][k] = r[k];
      if (!(a->output >> k & 1))
         continue;
      if (n->shown && out->target != (a->target[unit] & 3))
         return false;
      out->target = a->target[unit] & 3;
      n->shown |= 1u << k;
      n->out[k] = r[k];
   }
   return true;
}

static bool
follow_tex(const struct us_inst *i, struct names *n, struct us_lookup *out)
{
   const struct us_tex *t = &i->tex;
   if (t->op == US_TEX_NOP)
      return true;
   if (t->op != US_TEX_LD || n->fetched || t->src_relative || t->dst_relative || t->unscaled ||
       i->pred_sel[0] || i->pred_sel[1])
      return false;
   for (unsigned axis = 0; axis < 3; axis++) {
      const struct name *c = &n->of[t->src % US_TEMPS][t->coord[axis] & 3];
      out->coord[axis] = c->known == LEFT ? c->left : (struct us_left){.comp = US_ANYTHING};
   }
   if (out->coord[0].comp == US_ANYTHING || out->coord[1].comp == US_ANYTHING)
      return false;
   out->unit = t->unit & 15;
   n->fetched = true;
   for (unsigned k = 0; k < 4; k++)
      if (t->write >> k & 1)
         n->of[t->dst % US_TEMPS][k] = (struct name){
            .known = CHANNEL, .channel = {.texel = t->result[k] & 3, .factor = US_TIMES_ONE}
         };
   return true;
}

static bool
follow(struct names *n, struct us_lookup *out)
{
   for (unsigned pc = n->p->first; pc <= n->p->last; pc++) {
      const struct us_inst *i = &n->p->inst[pc];
      if (i->type == US_FLOW || !(i->type == US_TEX ? follow_tex(i, n, out) : follow_alu(i, n, out)))
         return false;
   }
   for (unsigned k = 0; k < 4; k++) {
      if (!(n->shown >> k & 1) || n->out[k].known == UNKNOWN)
         return false;
      out->out[k] = n->out[k].channel;
   }
   return n->fetched;
}

void
us_find_lookup(const struct us_program *p, struct us_lookup *out)
{
   enum { MOST = 8 }; /* instructions */
   struct names n;
   memset(out, 0, sizeof *out);
   if (!p->straight || p->kills || p->writes_depth || p->last - p->first >= MOST)
      return;
   memset(&n, 0, sizeof n);
   n.p = p;
   for (unsigned reg = 0; reg < US_TEMPS; reg++)
      for (unsigned k = 0; k < 4; k++) {
         n.of[reg][k].known = LEFT;
         n.of[reg][k].left = (struct us_left){(uint8_t)reg, (uint8_t)k};
      }
   out->is = follow(&n, out);
}
