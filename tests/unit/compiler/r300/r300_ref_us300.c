/* SPDX-License-Identifier: MIT
 *
 * R300's and R400's pixel shader: nodes of lookups and ALU instructions, floats of 16 bits of mantissa rounded toward
 * zero. Refuses registers that nobody wrote, outputs before the last node, nodes that are not one behind the other.
 */
#include "r300_ref.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct machine {
   struct r300_ref *r;
   float temp[64][4];
   uint8_t known[64];
   uint32_t upper; /* bits of the ALU instruction's registers */
   bool failed, last_node;
   uint32_t at;
   uint32_t rgb_addr, alpha_addr;
   uint32_t presub[2]; /* of the colour and of the alpha unit */
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

/** s1e7m16, toward zero: too large becomes the largest, too small 0, which has no sign. */
static float
narrow(float v)
{
   int e;
   if (v != v || v == 0)
      return 0;
   const float most = ldexpf(2 - ldexpf(1, -16), 63);
   if (fabsf(v) >= most)
      return v < 0 ? -most : most;
   const float f = frexpf(v, &e); /* in [0.5, 1) */
   if (e - 1 < -62)
      return 0;
   return ldexpf(truncf(f * 131072), e - 17);
}

/** Component \p c of source \p n. */
static float
fetch(struct machine *m, unsigned n, unsigned c)
{
   const unsigned address = bits(c == 3 ? m->alpha_addr : m->rgb_addr, 6 * n + 5, 6 * n),
                  index = (address & 31) | (m->upper >> (c == 3 ? 4 + n : n) & 1) << 5;
   if (address >> 5) {
      if (index >= m->r->num_consts)
         fail(m, "a constant that is not there");
      return narrow(m->r->consts[index & 31][c]);
   }
   if (index >= m->r->num_temps || !(m->known[index] >> c & 1))
      fail(m, "reads what nobody wrote");
   return m->temp[index][c];
}

static float
modified(float v, unsigned mod)
{
   v = mod & 2 ? fabsf(v) : v;
   return mod & 1 ? -v : v;
}

/** 1 - 2a, b - a, b + a, 1 - a of sources 0 and 1, by bits 22 and 21 of the instruction words. */
static float
presubtraction(struct machine *m, unsigned c)
{
   const unsigned op = m->presub[c == 3];
   const float a = fetch(m, 0, c), b = op == 1 || op == 2 ? fetch(m, 1, c) : 0;
   return narrow(op == 0 ? 1 - 2 * a : op == 1 ? b - a : op == 2 ? b + a : 1 - a);
}

/** Lane \p lane of what seven bits of a colour operand select. */
static float
rgb_operand(struct machine *m, unsigned w, unsigned lane)
{
   static const float numbers[] = {0, 1, 0.5f};
   const unsigned sel = w & 31, mod = w >> 5;
   float v = 0;
   if (sel < 12)
      v = fetch(m, sel / 4, sel % 4 ? sel % 4 - 1 : lane);
   else if (sel < 15)
      v = fetch(m, sel - 12, 3);
   else if (sel < 20)
      v = presubtraction(m, sel == 15 ? lane : sel - 16);
   else if (sel < 23)
      v = numbers[sel - 20];
   else if (sel < 26)
      v = fetch(m, sel - 23, (lane + 1) % 3);
   else if (sel < 29)
      v = fetch(m, sel - 26, (lane + 2) % 3);
   else
      v = fetch(m, sel - 29, 3 - lane);
   return modified(v, mod);
}

static float
alpha_operand(struct machine *m, unsigned w)
{
   static const float numbers[] = {0, 1, 0.5f};
   const unsigned sel = w & 31, mod = w >> 5;
   float v = 0;
   if (sel < 9)
      v = fetch(m, sel / 3, sel % 3);
   else if (sel < 12)
      v = fetch(m, sel - 9, 3);
   else if (sel < 16)
      v = presubtraction(m, sel - 12);
   else if (sel < 19)
      v = numbers[sel - 16];
   else
      fail(m, "a selection that is not there");
   return modified(v, mod);
}

/** By the alpha unit's numbers. */
static float
basic(struct machine *m, unsigned op, const float *s)
{
   switch (op) {
   case 0:
      return narrow(s[0] * s[1]) + s[2];
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
   }
   fail(m, "an unknown operation");
   return 0;
}

static float
factor(struct machine *m, unsigned omod)
{
   static const float factors[8] = {1, 2, 4, 8, 0.5f, 0.25f, 0.125f};
   if (omod == 7)
      fail(m, "a factor that is not there");
   return factors[omod];
}

static float
dot_product(struct machine *m, const uint32_t *d, unsigned op)
{
   float sum = 0;
   for (unsigned lane = 0; lane < (op == 3 ? 2 : 3); lane++)
      sum += rgb_operand(m, bits(d[2], 6, 0), lane) * rgb_operand(m, bits(d[2], 13, 7), lane);
   if (op == 2)
      sum += alpha_operand(m, bits(d[3], 6, 0)) * alpha_operand(m, bits(d[3], 13, 7));
   if (op == 3)
      sum += rgb_operand(m, bits(d[2], 20, 14), 2);
   return sum;
}

static void
store(struct machine *m, unsigned c, bool reg, unsigned index, bool out, unsigned target, float v, bool clamp)
{
   v = narrow(clamp ? fminf(fmaxf(v, 0), 1) : v);
   if (reg && index >= m->r->num_temps)
      fail(m, "writes a register that is not there");
   if (reg) {
      m->temp[index][c] = v;
      m->known[index] |= (uint8_t)(1u << c);
   }
   if (out && !m->last_node)
      fail(m, "an output before the last node");
   if (out) {
      m->r->outputs[target][c] = v;
      m->r->written[target] |= (uint8_t)(1u << c);
   }
}

static void
run_alu(struct machine *m, const uint32_t *d)
{
   static const uint8_t as_alpha[16] = {[4] = 2, [5] = 3, [7] = 5, [8] = 6, [9] = 7};
   const unsigned op = bits(d[2], 26, 23), alpha_op = bits(d[3], 26, 23), wmask = bits(d[0], 25, 23),
                  omask = bits(d[0], 28, 26);
   const bool is_dot = op >= 1 && op <= 3, awrite = bits(d[1], 23, 23), aout = bits(d[1], 24, 24),
              depth = bits(d[1], 27, 27);
   m->presub[0] = bits(d[2], 22, 21);
   m->presub[1] = bits(d[3], 22, 21);
   m->rgb_addr = d[0];
   m->alpha_addr = d[1];
   const bool replicate = op == 10;
   if ((wmask || omask) && !is_dot && !replicate && op && !as_alpha[op])
      fail(m, "an unknown colour operation");
   float dot = is_dot ? dot_product(m, d, op) : 0, result[4];
   for (unsigned c = 0; c < 3; c++) {
      if (!((wmask | omask) >> c & 1))
         continue;
      float s[3] = {0};
      for (unsigned k = 0; k < 3 && !is_dot && !replicate; k++)
         s[k] = rgb_operand(m, bits(d[2], 7 * k + 6, 7 * k), c);
      result[c] = (is_dot ? dot : basic(m, as_alpha[op], s)) * factor(m, bits(d[2], 29, 27));
   }
   if (awrite || aout || depth || replicate) {
      float s[3] = {0};
      for (unsigned k = 0; k < 3 && alpha_op != 1; k++)
         s[k] = alpha_operand(m, bits(d[3], 7 * k + 6, 7 * k));
      if (alpha_op == 1 && !is_dot)
         fail(m, "an alpha dot product without the colour unit's");
      result[3] = (alpha_op == 1 ? dot : basic(m, alpha_op, s)) * factor(m, bits(d[3], 29, 27));
   }
   for (unsigned c = 0; c < 3; c++) {
      if (replicate)
         result[c] = result[3];
      if ((wmask | omask) >> c & 1)
         store(m, c, wmask >> c & 1, bits(d[0], 22, 18) | (m->upper >> 3 & 1) << 5, omask >> c & 1,
               bits(d[0], 30, 29), result[c], bits(d[2], 30, 30));
   }
   if (awrite || aout)
      store(m, 3, awrite, bits(d[1], 22, 18) | (m->upper >> 7 & 1) << 5, aout, bits(d[1], 26, 25), result[3],
            bits(d[3], 30, 30));
   if (depth)
      store(m, 3, false, 0, true, 8, result[3], bits(d[3], 30, 30));
}

static void
run_tex(struct machine *m, uint32_t d, uint8_t needs)
{
   const unsigned op = bits(d, 17, 15), src = bits(d, 4, 0) | bits(d, 19, 19) << 5,
                  dst = bits(d, 10, 6) | bits(d, 20, 20) << 5;
   float s[4] = {0};
   needs = op == 2 ? 15 : op == 4 ? needs | 8 : needs;
   if (src >= m->r->num_temps || (m->known[src] & needs) != needs)
      fail(m, "looks up what nobody wrote");
   else
      memcpy(s, m->temp[src], sizeof s);
   for (unsigned k = 0; k < 4 && op == 2; k++)
      m->r->discarded |= s[k] < 0;
   if (op == 2)
      return;
   if ((op != 1 && op != 4) || dst >= m->r->num_temps) {
      fail(m, "an unknown lookup, or one into a register that is not there");
      return;
   }
   const float texel[4] = {s[0], s[1], (float)bits(d, 14, 11) + (op == 4 ? 10 : 0), op == 4 ? s[3] : 0};
   memcpy(m->temp[dst], texel, sizeof texel); /* enum ir_tex_op: a bias is 1 */
   m->known[dst] = 15;
}

/** Start and number of a node's instructions, and the whole program's. */
struct range {
   unsigned alu, num_alu, tex, num_tex;
};

static struct range
node_range(const struct r300_ref_nodes *us, unsigned k, unsigned nodes)
{
   const uint32_t w = us->code_addr[4 - nodes + k], ext = us->extended ? us->code_ext >> (6 * (3 - k)) : 0;
   struct range n = {bits(w, 5, 0) + 64 * bits(ext, 8, 6), bits(w, 11, 6) + 1 + 64 * bits(ext, 11, 9),
                     bits(w, 16, 12), bits(w, 21, 17) + 1};
   if (us->extended) {
      n.tex += 32 * bits(w, 27, 24);
      n.num_tex += 32 * bits(w, 31, 28);
   }
   return n;
}

bool
r300_ref_us300(struct r300_ref *r, const uint32_t *dw, uint32_t num_alu, uint32_t num_tex,
               const struct r300_ref_nodes *us)
{
   static struct machine m;
   const unsigned nodes = bits(us->config, 1, 0) + 1;
   unsigned alu = 0, tex = 0;
   memset(&m, 0, sizeof m);
   m.r = r;
   r->discarded = false;
   memset(r->written, 0, sizeof r->written);
   for (uint32_t i = 0; i < r->num_inputs; i++) {
      memcpy(m.temp[i], r->inputs[i], sizeof m.temp[i]);
      m.known[i] = 15;
   }
   for (unsigned k = 0; k < nodes && !m.failed; k++) {
      struct range n = node_range(us, k, nodes);
      if (k == 0 && !bits(us->config, 3, 3))
         n.num_tex = 0;
      m.last_node = k + 1 == nodes;
      if (n.alu != alu || (n.num_tex && n.tex != tex) || alu + n.num_alu > num_alu ||
          tex + n.num_tex > num_tex)
         fail(&m, "a node that does not begin where the one before it ends");
      if ((bool)bits(us->code_addr[4 - nodes + k], 22, 22) != m.last_node)
         fail(&m, "a node that has outputs in front, or the last without");
      for (unsigned i = 0; i < n.num_tex && !m.failed; i++, tex++)
         run_tex(&m, dw[4 * num_alu + tex], 3);
      for (unsigned i = 0; i < n.num_alu && !m.failed; i++, alu++) {
         m.at = alu;
         m.upper = us->ext_addr ? dw[4 * num_alu + num_tex + alu] : 0;
         run_alu(&m, &dw[4 * alu]);
      }
   }
   if (!m.failed && (alu != num_alu || tex != num_tex))
      fail(&m, "instructions that no node has");
   return !m.failed;
}
