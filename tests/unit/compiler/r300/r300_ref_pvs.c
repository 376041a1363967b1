/* SPDX-License-Identifier: MIT
 *
 * The vertex engine: code without predicates, and loops that run all their rounds.
 */
#include "r300_ref.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct machine {
   struct r300_ref *r;
   float temp[128][4], alt[4][4];
   uint8_t known[128], alt_known[4];
   int address;
   bool failed;
};

static unsigned
bits(uint32_t w, unsigned high, unsigned low)
{
   return w >> low & ((2u << (high - low)) - 1);
}

static void
fail(struct machine *m, const char *what, uint32_t at)
{
   if (!m->failed)
      snprintf(m->r->error, sizeof m->r->error, "instruction %u: %s", at, what);
   m->failed = true;
}

/** One operand; \p mask: components that the instruction needs. */
static void
source(struct machine *m, uint32_t w, unsigned mask, uint32_t at, float *v)
{
   const unsigned file = bits(w, 1, 0), index = bits(w, 12, 5);
   static const float zero[4];
   const float *reg = zero;
   unsigned known = 15;
   bool rel = bits(w, 4, 4);
   if (file == 0 && index < m->r->num_temps) {
      reg = m->temp[index];
      known = m->known[index];
   } else if (file == 1 && index < m->r->num_inputs) {
      reg = m->r->inputs[index];
   } else if (file == 2 && (rel || index < m->r->num_consts)) {
      long i = (long)index + (rel ? m->address : 0);
      reg = i >= 0 && i < 256 ? m->r->consts[i] : zero;
   } else if (file == 3 && index < 4) {
      reg = m->alt[index];
      known = m->alt_known[index];
   } else if (file != 0 || index) {
      fail(m, "a register that is not there", at);
   }
   if (rel && file != 2)
      fail(m, "an address with something else than a constant", at);
   for (unsigned k = 0; k < 4; k++) {
      unsigned s = bits(w, 15 + 3 * k, 13 + 3 * k);
      if (s < 4 && mask >> k & 1 && !(known >> s & 1))
         fail(m, "reads what nobody wrote", at);
      v[k] = s < 4 ? reg[s] : s == 5 ? 1.0f : 0.0f;
      if (bits(w, 3, 3))
         v[k] = fabsf(v[k]);
      if (bits(w, 25 + k, 25 + k))
         v[k] = -v[k];
   }
}

/** One constant, one input, one of the other temporaries, and three temporaries only in the form of two clocks. */
static void
check_ports(struct machine *m, const uint32_t *dw, bool macro, uint32_t at)
{
   unsigned temps = 0;
   for (unsigned a = 1; a < 4; a++)
      for (unsigned b = 1; b < a; b++) {
         unsigned file = bits(dw[a], 1, 0);
         if (file != bits(dw[b], 1, 0) || bits(dw[a], 12, 5) == bits(dw[b], 12, 5))
            continue;
         if (file)
            fail(m, "two constants, two inputs or two of the other temporaries", at);
         temps++;
      }
   if (!macro && temps == 3)
      fail(m, "three temporaries", at);
   if (macro && (bits(dw[0], 5, 0) || temps != 3))
      fail(m, "a macro without need", at);
}

static float
scalar(struct machine *m, unsigned op, float x, uint32_t at)
{
   const float most = 3.4028234e38f;
   switch (op) {
   case 6:
      return x != 0 ? 1 / x : most;
   case 8:
      return x != 0 ? 1 / sqrtf(fabsf(x)) : most;
   case 11:
      return exp2f(x);
   case 12:
      return x != 0 ? log2f(fabsf(x)) : -most;
   case 16:
   case 17:
      if (!(fabsf(x) <= 3.1415927f))
         fail(m, "an angle outside of -pi..pi", at);
      return op == 16 ? sinf(x) : cosf(x);
   }
   fail(m, "an unknown scalar operation", at);
   return 0;
}

/** 0 times anything is 0, as in Direct3D 9. */
static float
mul(float a, float b)
{
   return a == 0 || b == 0 ? 0 : a * b;
}

static float
vector(struct machine *m, unsigned op, float (*s)[4], unsigned k, uint32_t at)
{
   const float a = s[0][k], b = s[1][k];
   switch (op) {
   case 1:
      return (mul(s[0][0], s[1][0]) + mul(s[0][1], s[1][1])) +
             (mul(s[0][2], s[1][2]) + mul(s[0][3], s[1][3]));
   case 2:
      return mul(a, b);
   case 3:
      return a + b;
   case 4:
      return mul(a, b) + s[2][k];
   case 6:
      return a - floorf(a);
   case 7:
      return a > b ? a : b;
   case 8:
      return a < b ? a : b;
   case 9:
      return a >= b;
   case 10:
      return a < b;
   case 27:
      return a == b;
   case 28:
      return a != b;
   }
   fail(m, "an unknown vector operation", at);
   return 0;
}

/** The operation in the third source word: of component x, to a component of another temporary. Its value, before anything is
 * written. */
static float
second(struct machine *m, const uint32_t *dw, uint32_t at)
{
   const uint32_t w = dw[3], x = bits(w, 15, 13);
   const unsigned op = bits(w, 24, 21) | bits(w, 2, 2) << 4, first = bits(dw[0], 5, 0);
   float v[4];
   if (bits(dw[0], 7, 6) || first == 4)
      fail(m, "a second operation beside one of three operands", at);
   if (bits(w, 18, 16) != x || bits(w, 25, 25) != bits(w, 26, 26))
      fail(m, "another second operand than the first", at);
   source(m, (w & 0x02001ffb) | x << 13 | 4 << 16 | 4 << 19 | 4 << 22, 1, at, v);
   const float r = scalar(m, op, v[0], at);
   return bits(dw[0], 25, 25) ? fminf(fmaxf(r, 0), 1) : r;
}

static void
run_one(struct machine *m, const uint32_t *dw, uint32_t at)
{
   const bool math = bits(dw[0], 6, 6), macro = bits(dw[0], 7, 7), sat = bits(dw[0], 24 + math, 24 + math);
   const unsigned op = macro ? 4 : bits(dw[0], 5, 0), file = bits(dw[0], 11, 8), index = bits(dw[0], 19, 13);
   const unsigned mask = bits(dw[0], 23, 20);
   const bool dual = bits(dw[0], 28, 28);
   float s[3][4] = {{0}}, result[4];
   const float other = dual ? second(m, dw, at) : 0;
   check_ports(m, dw, macro, at);
   for (unsigned k = 0; k < (dual ? 2 : 3); k++)
      source(m, dw[k + 1], math ? 8 : op == 1 ? 15 : mask, at, s[k]);
   if (!math && op == 13) {
      if (file != 1 || mask != 1)
         fail(m, "an address that is not A0.x", at);
      m->address = (int)floorf(s[0][0]);
      return;
   }
   float one = math ? scalar(m, op, s[0][3], at) : 0; /* of the w component */
   for (unsigned k = 0; k < 4; k++) {
      result[k] = math ? one : mask >> k & 1 ? vector(m, op, s, k, at) : 0;
      if (sat)
         result[k] = fminf(fmaxf(result[k], 0), 1);
   }
   float *to = file == 2 ? m->r->outputs[index & 31] : m->temp[index];
   if ((file != 0 && file != 2) || (file == 0 && index >= m->r->num_temps))
      fail(m, "writes a register that is not there", at);
   *(file == 2 ? &m->r->written[index & 31] : &m->known[index]) |= (uint8_t)mask;
   for (unsigned k = 0; k < 4; k++)
      if (mask >> k & 1)
         to[k] = result[k];
   if (dual) {
      m->alt[bits(dw[3], 20, 19)][bits(dw[3], 28, 27)] = other;
      m->alt_known[bits(dw[3], 20, 19)] |= (uint8_t)(1u << bits(dw[3], 28, 27));
   }
}

/** Instructions from \p i to \p last; loops that begin behind one of them, which are no longer than they are. */
static void
run_range(struct machine *m, const uint32_t *dw, uint32_t i, uint32_t last, const struct r300_ref_loop *loops,
          uint32_t num_loops)
{
   while (i <= last && !m->failed) {
      run_one(m, &dw[4 * i], i);
      i++;
      for (uint32_t k = 0; k < num_loops; k++) {
         const struct r300_ref_loop *l = &loops[k];
         if (l->first != i)
            continue;
         if (l->last < i || l->last > last || !l->rounds)
            fail(m, "a loop that is not within", i);
         for (uint32_t round = 0; round < l->rounds && !m->failed; round++)
            run_range(m, dw, i, l->last, loops, num_loops);
         i = l->last + 1;
         k = UINT32_MAX; /* another may begin there */
      }
   }
}

bool
r300_ref_pvs(struct r300_ref *r, const uint32_t *dw, uint32_t n, const struct r300_ref_loop *loops,
             uint32_t num_loops)
{
   struct machine m = {.r = r};
   memset(r->written, 0, sizeof r->written);
   run_range(&m, dw, 0, n - 1, loops, num_loops);
   return !m.failed;
}
