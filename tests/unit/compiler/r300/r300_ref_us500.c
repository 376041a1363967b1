/* SPDX-License-Identifier: MIT
 *
 * R500's pixel shader: code without predicates and pre-subtraction, with loops that are left by BREAKLOOP, and branches.
 * Lookups are done at once, but a register that one writes may not be touched before an instruction has waited for the
 * semaphore that it or a later one took.
 */
#include "r300_ref.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct machine {
   struct r300_ref *r;
   float temp[128][4];
   uint8_t known[128];
   bool running[128]; /* a lookup's source or destination */
   bool taken;        /* the semaphore */
   bool failed;
   uint32_t at, steps;
   bool result, result_known; /* of the last comparison */
   struct {
      uint32_t begin, left;
   } loop[32];
   unsigned num_loops, branches, jumps;
   uint32_t rgb_addr, alpha_addr;
   const uint32_t *before; /* the instruction before this one, if there is one */
};

static unsigned
bits(uint32_t w, unsigned high, unsigned low)
{
   return w >> low & ((2u << (high - low)) - 1);
}

static void
fail(struct machine *m, const char *what)
{
   if (!m->failed)
      snprintf(m->r->error, sizeof m->r->error, "instruction %u: %s", m->at, what);
   m->failed = true;
}

/** Component \p c of source \p n: r, g, b of the colour address, a of the alpha address. */
static float
fetch(struct machine *m, unsigned n, unsigned c)
{
   const unsigned address = bits(c == 3 ? m->alpha_addr : m->rgb_addr, 10 * n + 9, 10 * n);
   const unsigned index = address & 0xff;
   if (address >> 9)
      fail(m, "a relative address");
   if (address >> 8 & 1) {
      if (index >= m->r->num_consts)
         fail(m, "a constant that is not there");
      return m->r->consts[index][c];
   }
   if (index & 0x80) {
      unsigned e = index >> 3 & 15, f = index & 7;
      return e ? ldexpf(1 + (float)f / 8, (int)e - 7) : ldexpf((float)f / 8, -6);
   }
   if (index >= m->r->num_temps || !(m->known[index] >> c & 1))
      fail(m, "reads what nobody wrote");
   if (m->running[index])
      fail(m, "does not wait for a lookup");
   return m->temp[index][c];
}

/** 1 - 2a, b - a, b + a, 1 - a of sources 0 and 1, by bits 31 and 30 of the address words. */
static float
presubtraction(struct machine *m, unsigned c)
{
   const unsigned op = bits(c == 3 ? m->alpha_addr : m->rgb_addr, 31, 30);
   const float a = fetch(m, 0, c), b = op == 1 || op == 2 ? fetch(m, 1, c) : 0;
   return op == 0 ? 1 - 2 * a : op == 1 ? b - a : op == 2 ? b + a : 1 - a;
}

static float
operand(struct machine *m, unsigned sel, unsigned swizzle, unsigned mod)
{
   float v = 0;
   if (sel == 3 && swizzle < 4)
      v = presubtraction(m, swizzle);
   else
      v = swizzle < 4 ? fetch(m, sel, swizzle) : swizzle == 5 ? 0.5f : swizzle == 6 ? 1.0f : 0.0f;
   if (mod & 2)
      v = fabsf(v);
   return mod & 1 ? -v : v;
}

/** By US_CONFIG 0 times anything is 0. */
static float
mul(const struct machine *m, float a, float b)
{
   return m->r->zero_wins && (a == 0 || b == 0) ? 0 : a * b;
}

static float
basic(struct machine *m, unsigned op, const float *s)
{
   switch (op) {
   case 0:
      return mul(m, s[0], s[1]) + s[2];
   case 2:
      return s[0] < s[1] ? s[0] : s[1];
   case 3:
      return s[0] > s[1] ? s[0] : s[1];
   case 5:
      return s[2] > 0.5f ? s[0] : s[1];
   case 6:
      return s[2] >= 0 ? s[0] : s[1];
   case 7:
      return s[0] - floorf(s[0]);
   case 8:
      return exp2f(s[0]);
   case 9:
      return log2f(s[0]);
   case 10:
      return 1 / s[0];
   case 11:
      return 1 / sqrtf(s[0]);
   case 12:
      return sinf(s[0] * 6.2831853f);
   case 13:
      return cosf(s[0] * 6.2831853f);
   }
   fail(m, "an unknown operation");
   return 0;
}

static void
write_component(struct machine *m, uint32_t w, unsigned c, unsigned reg, unsigned target, float v)
{
   const bool out = bits(w, 1, 0) == 1;
   if (bits(w, 11 + c, 11 + c)) {
      if (reg >= m->r->num_temps)
         fail(m, "writes a register that is not there");
      if (m->running[reg])
         fail(m, "overwrites what a lookup uses");
      m->temp[reg][c] = v;
      m->known[reg] |= (uint8_t)(1u << c);
   }
   if (bits(w, 15 + c, 15 + c)) {
      if (!out)
         fail(m, "writes a predicate");
      m->r->outputs[target][c] = v;
      m->r->written[target] |= (uint8_t)(1u << c);
   }
}

/** MDH, MDV: all pixels of the quad have the same value, so that the two terms have to cancel. */
static float
derivative(struct machine *m, unsigned c, unsigned mod_a, float b, unsigned mod_c)
{
   const float x = fetch(m, 0, c), signs[2] = {mod_a & 1 ? -1 : 1, mod_c & 1 ? -1 : 1};
   if (mod_a == mod_c || (mod_a | mod_c) & 2 || b != 1)
      fail(m, "a derivative that is no difference");
   if (m->at && bits(m->before[0], 1, 0) != 3 && !bits(m->before[0], 9, 9))
      fail(m, "a derivative without an empty slot before it");
   return signs[0] * x * b + signs[1] * x;
}

static float
factor(struct machine *m, unsigned omod)
{
   static const float factors[8] = {1, 2, 4, 8, 0.5f, 0.25f, 0.125f};
   if (omod == 7)
      fail(m, "a result that is copied as it is");
   return factors[omod];
}

static void
run_alu(struct machine *m, const uint32_t *d)
{
   /* of select and first swizzle: where A, B and C stand */
   const unsigned rgb_op = bits(d[5], 3, 0), alpha_op = bits(d[4], 3, 0);
   static const uint8_t as_alpha[] = {[0] = 0, [4] = 2, [5] = 3, [7] = 5, [8] = 6, [9] = 7};
   float rgb[3][3], alpha[3], result[4], dot = 0;
   const bool replicate = bits(d[5], 3, 0) == 10;
   const bool writes_alpha = (bits(d[3], 31, 31) && bits(d[0], 21, 21)) || bits(d[0], 14, 14) ||
                             bits(d[0], 18, 18) || bits(d[4], 31, 31) || replicate;
   const bool writes_rgb = bits(d[0], 13, 11) || bits(d[0], 17, 15), is_dot = rgb_op == 1 || rgb_op == 2;
   m->rgb_addr = d[1];
   m->alpha_addr = d[2];
   for (unsigned c = 0; c < 3; c++) {
      const bool reads =
         replicate ? false : is_dot || bits(d[0], 11 + c, 11 + c) || bits(d[0], 15 + c, 15 + c);
      for (unsigned k = 0; k < 3 && reads; k++) {
         uint32_t w = k < 2 ? d[3] : d[5];
         unsigned low = k == 0 ? 0 : k == 1 ? 13 : 12;
         unsigned mod = k == 2 ? bits(d[5], 24, 23) : bits(w, low + 12, low + 11);
         rgb[k][c] = k == 2 && is_dot
                        ? 0
                        : operand(m, bits(w, low + 1, low), bits(w, low + 4 + 3 * c, low + 2 + 3 * c), mod);
      }
   }
   for (unsigned k = 0; k < 3 && (writes_alpha || rgb_op == 2); k++) {
      uint32_t w = k < 2 ? d[4] : d[5];
      unsigned low = k == 0 ? 12 : k == 1 ? 19 : 25;
      alpha[k] = k == 2 && is_dot && alpha_op == 1
                    ? 0
                    : operand(m, bits(w, low + 1, low), bits(w, low + 4, low + 2), bits(w, low + 6, low + 5));
   }
   if (is_dot)
      dot = (mul(m, rgb[0][0], rgb[1][0]) + mul(m, rgb[0][1], rgb[1][1])) +
            (mul(m, rgb[0][2], rgb[1][2]) + (rgb_op == 2 ? mul(m, alpha[0], alpha[1]) : 0));
   if (alpha_op == 1 && !is_dot)
      fail(m, "an alpha dot product without the colour unit's");
   const bool quad = rgb_op == 11 || rgb_op == 12, quad_alpha = alpha_op >= 14;
   if (writes_rgb && !is_dot && !quad && !replicate && (rgb_op >= 10 || (rgb_op && !as_alpha[rgb_op])))
      fail(m, "an unknown colour operation");
   for (unsigned c = 0; c < 3; c++) {
      const float s[3] = {rgb[0][c], rgb[1][c], rgb[2][c]};
      bool writes = bits(d[0], 11 + c, 11 + c) || bits(d[0], 15 + c, 15 + c);
      result[c] = is_dot                  ? dot
                  : writes && quad        ? derivative(m, c, bits(d[3], 12, 11), s[1], bits(d[5], 24, 23))
                  : writes && rgb_op < 10 ? basic(m, as_alpha[rgb_op], s)
                                          : 0;
      result[c] *= factor(m, writes ? bits(d[3], 28, 26) : 0);
      if (bits(d[0], 19, 19))
         result[c] = fminf(fmaxf(result[c], 0), 1);
   }
   result[3] = alpha_op == 1 ? dot
               : writes_alpha && quad_alpha
                  ? derivative(m, 3, bits(d[4], 18, 17), alpha[1], bits(d[5], 31, 30))
               : writes_alpha ? basic(m, alpha_op, alpha)
                              : 0;
   result[3] *= factor(m, writes_alpha ? bits(d[4], 28, 26) : 0);
   if (bits(d[0], 20, 20))
      result[3] = fminf(fmaxf(result[3], 0), 1);
   for (unsigned c = 0; c < 3 && replicate; c++)
      result[c] = result[3];
   for (unsigned c = 0; c < 3; c++)
      write_component(m, d[0], c, bits(d[5], 10, 4), bits(d[3], 30, 29), result[c]);
   write_component(m, d[0], 3, bits(d[4], 10, 4), bits(d[4], 30, 29), result[3]);
   if (bits(d[3], 31, 31)) {
      const float x = result[bits(d[0], 21, 21) ? 3 : 0];
      const unsigned cmp = bits(d[0], 24, 23);
      m->result = cmp == 0 ? x == 0 : cmp == 1 ? x < 0 : cmp == 2 ? x >= 0 : x != 0;
      m->result_known = true;
   }
   if (bits(d[4], 31, 31)) {
      m->r->outputs[8][3] = result[3];
      m->r->written[8] |= 8;
   }
}

static void
run_tex(struct machine *m, const uint32_t *d)
{
   const unsigned op = bits(d[1], 24, 22), src = bits(d[2], 6, 0), dst = bits(d[2], 22, 16);
   float s[4];
   if (src >= m->r->num_temps || m->running[src])
      fail(m, "a lookup with a register that is not there yet");
   for (unsigned k = 0; k < 4; k++) {
      unsigned c = bits(d[2], 9 + 2 * k, 8 + 2 * k);
      if (!(m->known[src] >> c & 1))
         fail(m, "looks up what nobody wrote");
      s[k] = m->temp[src][c];
   }
   m->taken |= bits(d[1], 25, 25);
   if (op == 2) {
      for (unsigned k = 0; k < 4; k++)
         m->r->discarded |= s[k] < 0;
      return;
   }
   if (op != 1 && op != 4 && op != 5 && op != 6)
      fail(m, "an unknown lookup");
   const float kind = op == 4 ? 1 : op == 5 ? 2 : op == 6 ? 3 : 0; /* enum ir_tex_op */
   float last = op == 1 ? 0 : s[3];
   for (unsigned k = 0; k < 4 && op == 6;
        k++) { /* of the two gradients, the second first: the result has dx.s */
      const unsigned low = k < 2 ? 16 : 0, reg = bits(d[3], low + 6, low);
      const unsigned c = bits(d[3], low + 9 + 2 * (k & 1), low + 8 + 2 * (k & 1));
      if (reg >= m->r->num_temps || m->running[reg] || !(m->known[reg] >> c & 1))
         fail(m, "a gradient that is not there");
      last = k == 2 ? m->temp[reg & 127][c] : last;
   }
   const float texel[4] = {s[0], s[1], (float)bits(d[1], 19, 16) + 10 * kind, last};
   if (dst >= m->r->num_temps || m->running[dst])
      fail(m, "a lookup overwrites what another one uses");
   for (unsigned c = 0; c < 4; c++)
      if (bits(d[0], 11 + c, 11 + c)) {
         m->temp[dst][c] = texel[bits(d[2], 25 + 2 * c, 24 + 2 * c)];
         m->known[dst] |= (uint8_t)(1u << c);
         m->running[dst] = true;
      }
}

/** JUMP of the one pixel. It is in the arm that runs, so that the counter of branches is the depth of those around it: one more
 * where a branch begins without or with a second arm, none where the first arm ends and the pixel goes around the second. */
static void
run_jump(struct machine *m, const uint32_t *d)
{
   const unsigned func = bits(d[2], 15, 8), target = bits(d[3], 24, 16), pops = bits(d[2], 20, 16);
   const unsigned stay = bits(d[2], 25, 24), jump = bits(d[2], 27, 26);
   const bool with_else = bits(d[2], 4, 4), any = bits(d[2], 5, 5);
   const bool begins = func == 0x0f && stay == 2 && (jump == 0 || jump == 2) && !with_else && !any && !pops;
   const bool between = !func && !stay && jump == 1 && with_else && !any && pops == 1;
   const bool ends = !func && stay == 1 && !jump && !with_else && any && pops == 1;
   if (target <= m->at || (ends && target != m->at + 1))
      fail(m, "a branch that goes back");
   if (begins) {
      if (!m->result_known)
         fail(m, "a branch that nobody asked for");
      m->branches += m->result || jump == 2;
      m->at = m->result ? m->at : target - 1;
      m->jumps += !m->result;
   } else if (between && m->branches) { /* none is active behind the swap */
      m->branches--;
      m->at = target - 1;
      m->jumps++;
   } else if (ends && m->branches) {
      m->branches--;
   } else {
      fail(m, "a jump that is not expected");
   }
}

/** LOOP, ENDLOOP and BREAKLOOP of the one pixel, which none of them predicates. Changes m->at, behind which it goes on. */
static void
run_flow(struct machine *m, const uint32_t *d, uint32_t rounds)
{
   const unsigned op = bits(d[2], 2, 0), func = bits(d[2], 15, 8), target = bits(d[3], 24, 16);
   const bool pops = bits(d[2], 27, 24) || bits(d[2], 20, 16) || bits(d[2], 7, 4) & ~2u;
   if ((pops && op) || bits(d[2], 7, 6) || bits(d[3], 31, 31) || !bits(d[0], 10, 10))
      fail(m, "flow control of another kind");
   if (!op) {
      run_jump(m, d);
   } else if (op == 1 && m->num_loops < 32 && !func) {
      m->loop[m->num_loops].begin = m->at;
      m->loop[m->num_loops++].left = rounds;
   } else if (op == 2 && m->num_loops && func == 0xff) {
      if (target != m->loop[m->num_loops - 1].begin + 1)
         fail(m, "the end of another loop");
      if (--m->loop[m->num_loops - 1].left)
         m->at = target - 1;
      else
         m->num_loops--;
   } else if (op == 5 && m->num_loops && func == 0xf0) {
      if (!m->result_known)
         fail(m, "a condition that nobody asked");
      if (m->result) {
         m->num_loops--;
         m->at = target - 1;
      }
   } else {
      fail(m, "flow control that is not expected");
   }
   m->result_known = false;
}

bool
r300_ref_us500(struct r300_ref *r, const uint32_t *dw, uint32_t n, uint32_t rounds)
{
   static struct machine m;
   memset(&m, 0, sizeof m);
   m.r = r;
   r->discarded = false;
   memset(r->written, 0, sizeof r->written);
   for (uint32_t i = 0; i < r->num_inputs; i++) {
      memcpy(m.temp[i], r->inputs[i], sizeof m.temp[i]);
      m.known[i] = 15;
   }
   for (m.at = 0; m.at < n && !m.failed; m.at++) {
      const uint32_t *d = &dw[6 * m.at];
      m.before = m.at ? d - 6 : NULL;
      const unsigned type = bits(d[0], 1, 0);
      if (bits(d[0], 2, 2)) {
         memset(m.running, 0, sizeof m.running);
         m.taken = false;
      } else if (m.taken && type == 3 && m.at && bits(dw[6 * (m.at - 1)], 1, 0) != 3) {
         fail(&m, "takes the semaphore twice");
      }
      if (type == 3)
         run_tex(&m, d);
      else if (type < 2)
         run_alu(&m, d);
      else
         run_flow(&m, d, rounds);
      if (++m.steps > 1u << 20)
         fail(&m, "it does not end");
   }
   if (m.num_loops || m.branches)
      fail(&m, "it ends in a loop or branch");
   if (!m.failed && (bits(dw[6 * (n - 1)], 1, 0) != 1 || m.taken))
      fail(&m, "the last instruction is no output that waits");
   r->jumps = m.jumps;
   return !m.failed;
}
