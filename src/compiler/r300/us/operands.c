/* SPDX-License-Identifier: MIT
 *
 * Operands of the pixel shader's units and the three sources that they share, as far as all chips are the same.
 */
#include "compiler/r300/us/native.h"
#include "compiler/r300/us/us.h"

#include <string.h>

static const struct r300_src zero = {.value = R300_NONE};
static const struct r300_src one = {.value = R300_NONE, .imm = 0x3f800000};

/** Operand k of an operation; moves, sums and products as a * b + c. */
struct r300_src
us_source(const struct r300_op *op, unsigned k)
{
   switch (op->code) {
   case R300_OP_MOV:
      if (op->added)
         return k == 0 ? zero : k == 1 ? one : op->src[0];
      return k == 0 ? op->src[0] : k == 1 ? one : zero;
   case R300_OP_ADD:
      return k == 0 ? op->src[0] : k == 1 ? one : op->src[1];
   case R300_OP_MUL:
      return k < 2 ? op->src[k] : zero;
   default:
      return op->src[k];
   }
}

/** The operand's sign: that of the registers it reads; else of the first number. */
bool
us_common_sign(const struct r300_src *s, unsigned n, struct us_operand *o)
{
   const struct r300_src *sign = NULL;
   for (unsigned i = 0; i < n; i++)
      if (s[i].value != R300_NONE) {
         if (sign && (sign->neg != s[i].neg || sign->abs != s[i].abs))
            return false;
         sign = &s[i];
      }
   for (unsigned i = 0; i < n && !sign; i++)
      if (s[i].imm)
         sign = &s[i];
   o->neg = sign && sign->neg;
   o->abs = sign && sign->value != R300_NONE && sign->abs;
   return true;
}

static uint32_t
key_of(const struct r300_value *v)
{
   return (v->file == R300_FILE_CONST ? US_KEY_CONST : US_KEY_TEMP) | v->index;
}

static bool
add_key(uint32_t *of, uint32_t key)
{
   if (*of && *of != key)
      return false;
   *of = key;
   return true;
}

static bool
has_b(const struct r300_src *s)
{
   return s->presub == R300_PRESUB_B_MINUS_A || s->presub == R300_PRESUB_B_PLUS_A;
}

bool
us_add_value(const struct r300_ctx *c, const struct r300_src *s, struct us_operand *o, unsigned i)
{
   const struct r300_value *v = &c->values[s->value];
   if ((o->rgb || o->alpha) && o->presub != s->presub)
      return false;
   o->presub = s->presub;
   o->swizzle[i] = v->comp;
   if (!add_key(v->comp == 3 ? &o->alpha : &o->rgb, key_of(v)))
      return false;
   const struct r300_value *b = has_b(s) ? &c->values[s->imm] : NULL;
   return !b || (b->comp == v->comp && add_key(v->comp == 3 ? &o->alpha_b : &o->rgb_b, key_of(b)));
}

/** Is the key in the place, or is there room for it? Puts it there. */
static bool
takes(uint32_t *place, uint32_t key)
{
   if (key && *place && *place != key)
      return false;
   *place = key ? key : *place;
   return true;
}

static bool
assign(struct us_instr *in, struct us_operand *const *o, unsigned n)
{
   if (!n)
      return true;
   const struct us_operand *first = *o;
   for (unsigned s = 0; s < (first->presub ? 1 : 3); s++) {
      uint32_t rgb[3], alpha[3];
      memcpy(rgb, in->rgb_key, sizeof rgb);
      memcpy(alpha, in->alpha_key, sizeof alpha);
      (*o)->slot = (uint8_t)s;
      if (takes(&in->rgb_key[s], first->rgb) && takes(&in->alpha_key[s], first->alpha) &&
          takes(&in->rgb_key[1], first->rgb_b) && takes(&in->alpha_key[1], first->alpha_b) &&
          assign(in, o + 1, n - 1))
         return true;
      memcpy(in->rgb_key, rgb, sizeof rgb);
      memcpy(in->alpha_key, alpha, sizeof alpha);
   }
   return false;
}

/** One pre-subtraction for r, g, b, one for alpha. */
static bool
assign_presub(struct us_instr *in, struct us_operand *const *o, unsigned n)
{
   in->presub[0] = in->presub[1] = R300_PRESUB_NONE;
   for (unsigned k = 0; k < n; k++)
      for (unsigned unit = 0; unit < 2 && o[k]->presub; unit++) {
         if (!(unit ? o[k]->alpha : o[k]->rgb))
            continue;
         if (in->presub[unit] && in->presub[unit] != o[k]->presub)
            return false;
         in->presub[unit] = o[k]->presub;
      }
   return true;
}

static unsigned
all_operands(struct us_instr *in, struct us_operand **all)
{
   unsigned n = 0;
   for (unsigned k = 0; k < in->rgb.num_operands; k++)
      all[n++] = &in->rgb.operand[k];
   for (unsigned k = 0; k < in->alpha.num_operands; k++)
      all[n++] = &in->alpha.operand[k];
   return n;
}

/** The place of a number in the pool, where it may be new; 4: there is no room. */
static unsigned
pool_index(struct us_instr *in, uint32_t bits)
{
   unsigned i = 0;
   while (i < in->num_pool && in->pool[i] != bits)
      i++;
   if (i == in->num_pool && i < 4)
      in->pool[in->num_pool++] = bits;
   return i;
}

static bool
in_pool(const struct us_operand *o)
{
   return o->num_numbers && !o->ordered;
}

/** One source for the numbers of all operands, if a constant has room for them. */
static void
pool_numbers(struct us_instr *in, struct us_operand *const *o, unsigned n)
{
   bool room = true;
   in->num_pool = 0;
   for (unsigned k = 0; k < n; k++)
      for (unsigned i = 0; in_pool(o[k]) && i < o[k]->num_numbers; i++)
         room &= pool_index(in, o[k]->number[i]) < 4;
   if (!room)
      in->num_pool = 0;
   for (unsigned k = 0; k < n && in->num_pool; k++)
      if (in_pool(o[k]))
         o[k]->rgb = o[k]->alpha = US_KEY_POOL;
}

void
us_settle_pool(struct r300_ctx *c, struct us_instr *in)
{
   struct us_operand *all[6];
   const unsigned n = all_operands(in, all);
   uint8_t comp[4];
   if (!in->num_pool)
      return;
   const uint32_t key = US_KEY_CONST | r300_const_numbers(c, in->pool, in->num_pool, comp);
   for (unsigned s = 0; s < 3; s++) {
      in->rgb_key[s] = in->rgb_key[s] == US_KEY_POOL ? key : in->rgb_key[s];
      in->alpha_key[s] = in->alpha_key[s] == US_KEY_POOL ? key : in->alpha_key[s];
   }
   for (unsigned k = 0; k < n; k++) {
      struct us_operand *o = all[k];
      if (!in_pool(o))
         continue;
      for (unsigned i = 0; i < 3 && !r300_is_native(c); i++)
         if (o->swizzle[i] & US_NUMBER)
            o->swizzle[i] = comp[pool_index(in, o->number[o->swizzle[i] & ~US_NUMBER])];
      if (r300_is_native(c)) {
         o->swizzle[0] = comp[pool_index(in, o->number[0])];
         o->pattern = (uint8_t)(NATIVE_RRR + o->swizzle[0]);
      }
      o->num_numbers = 0;
   }
}

bool
us_assign_sources(struct us_instr *in)
{
   struct us_operand *all[6];
   const unsigned n = all_operands(in, all);
   pool_numbers(in, all, n);
   memset(in->rgb_key, 0, sizeof in->rgb_key);
   memset(in->alpha_key, 0, sizeof in->alpha_key);
   return assign_presub(in, all, n) && assign(in, all, n);
}

static struct us_result
result_of(const struct r300_ctx *c, const struct us_unit *u)
{
   struct us_result r = {0};
   if (!u->n)
      return r;
   const struct r300_op *first = &c->ops[u->op[0]];
   uint32_t mask = 0;
   for (unsigned i = 0; i < u->n; i++)
      mask |= 1u << u->lane[i];
   r.sat = first->sat;
   r.omod = first->omod < 0 ? 3u + (uint32_t)-first->omod : (uint32_t)first->omod; /* *2 *4 *8 /2 /4 /8 */
   r.depth = first->out == R300_OUT_DEPTH;
   if (first->out < 0) {
      r.write = mask;
      r.reg = u->reg;
   } else if (!r.depth) {
      r.out = mask;
      r.target = (uint32_t)first->out;
   }
   return r;
}

/** What goes to a target besides, in the units that have the result. */
static void
add_also(struct us_results *r, const struct r300_op *op, bool dot)
{
   r->rgb.out |= op->also_out & 7u;
   r->alpha.out |= op->also_out & 8u;
   if (op->also_out & 7)
      r->rgb.target = op->also_target;
   if (op->also_out & 8)
      r->alpha.target = op->also_target;
   r->replicate |= !dot && op->also_out & 7;
}

struct us_results
us_results_of(const struct r300_ctx *c, const struct us_instr *in)
{
   struct us_results r = {.rgb = result_of(c, &in->rgb), .alpha = result_of(c, &in->alpha)};
   if (in->dot_alpha) { /* the one operation's result is the alpha unit's */
      r.alpha = r.rgb;
      r.rgb = (struct us_result){0};
   }
   if (r.alpha.write & 7) { /* a scalar in the colour unit's lane */
      r.rgb = r.alpha;
      r.alpha = (struct us_result){0};
      r.replicate = true;
   }
   if (in->dot)
      add_also(&r, &c->ops[in->rgb.op[0]], true);
   if (in->alpha.n && c->ops[in->alpha.op[0]].also_out)
      add_also(&r, &c->ops[in->alpha.op[0]], false);
   return r;
}

bool
us_wants_empty_slot(const struct r300_ctx *c, const struct us_instr *in)
{
   for (unsigned unit = 0; unit < 2; unit++) {
      const uint32_t *keys = unit ? in->alpha_key : in->rgb_key;
      for (unsigned n = 0; n < 2 && in->presub[unit]; n++)
         if (c->written_mask[unit] && keys[n] == (US_KEY_TEMP | c->written_reg[unit]))
            return true;
   }
   return false;
}

void
us_note_results(struct r300_ctx *c, const struct us_results *r)
{
   c->written_mask[0] = r ? (uint8_t)(r->rgb.write & 7) : 0;
   c->written_mask[1] = r ? (uint8_t)r->alpha.write : 0;
   c->written_reg[0] = r ? r->rgb.reg : 0;
   c->written_reg[1] = r ? r->alpha.reg : 0;
}
