/* SPDX-License-Identifier: MIT
 *
 * ALU instructions and groups in the assembler's text (docs/isa-text.md).
 */
#include "compiler/terascale/asm/asm.h"

#include <string.h>

#include "util/u_math.h"

/** Writes the literals of the group that has just ended. */
void
vliw_as_close_group(struct vliw_as *a)
{
   unsigned lits = 0;
   for (unsigned i = 0; i < a->group_n; i++) {
      struct vliw_w_alu w;
      vliw_dec_alu(a->gen, a->dw + a->group_at + 2 * i, &w);
      for (unsigned j = 0; j < w.nsrc; j++)
         if (w.sel[j] == 253)
            lits = MAX2(lits, w.chan[j] + 1u);
   }
   lits = (unsigned)u_align(lits, 2);
   if (lits > a->limit - a->at)
      a->at = a->limit; /* cut off by the clause's end */
   else
      for (unsigned i = 0; i < lits; i++)
         vliw_as_put(a, a->lit[i]);
   a->group_n = 0;
   memset(a->lit, 0, sizeof a->lit);
}

static void
alu_src(struct vliw_as *a, struct vliw_w_alu *w, unsigned j)
{
   static const struct {
      const char *name;
      uint16_t sel;
   } named[] = {
      {"0.5", 252},
      {"1.0", 249},
      {"-1i", 251},
      {"1",   250},
      {"0",   248}
   };
   static const struct {
      const char *name;
      uint16_t sel, max;
   } files[] = {
      {"Param", 448, 63 },
      {"PV",    254, 0  },
      {"PS",    255, 0  },
      {"R",     0,   127},
      {"C",     256, 255},
      {"S",     0,   511}
   };
   vliw_as_blanks(a);
   if (!(a->end - a->p >= 3 && !strncmp(a->p, "-1i", 3)))
      w->neg[j] = vliw_as_take(a, "-");
   bool abs = vliw_as_take(a, "|");
   if (j < 2)
      w->abs[j] = abs;
   else if (abs)
      vliw_as_fail(a, "the third operand takes no absolute value");
   bool found = false;
   if (vliw_as_take(a, "KC")) {
      uint32_t set = vliw_as_number(a, 3);
      vliw_as_expect(a, "[");
      w->sel[j] = (uint16_t)((set < 2 ? 128 + 32 * set : 256 + 32 * (set - 2)) + vliw_as_number(a, 31));
      vliw_as_expect(a, "]");
      w->rel[j] = vliw_as_rel(a);
      vliw_as_expect(a, ".");
      w->chan[j] = (uint8_t)vliw_as_channel(a);
      found = true;
   } else if (a->end - a->p > 2 && !strncmp(a->p, "0x", 2)) {
      uint32_t v = vliw_as_number(a, UINT32_MAX);
      if (vliw_as_take(a, "("))
         while (a->p < a->end && *a->p++ != ')')
            ;
      vliw_as_expect(a, ".");
      unsigned ch = vliw_as_channel(a);
      w->sel[j] = 253;
      w->chan[j] = (uint8_t)ch;
      w->rel[j] = vliw_as_rel(a);
      a->lit[ch] = v;
      found = true;
   }
   for (unsigned i = 0; i < ARRAY_SIZE(named) && !found; i++)
      if (vliw_as_take(a, named[i].name)) {
         w->sel[j] = named[i].sel;
         w->rel[j] = vliw_as_rel(a);
         found = true;
      }
   for (unsigned i = 0; i < ARRAY_SIZE(files) && !found; i++)
      if (vliw_as_take(a, files[i].name)) {
         w->sel[j] = files[i].sel;
         if (files[i].max)
            w->sel[j] = (uint16_t)(w->sel[j] + vliw_as_number(a, files[i].max));
         w->rel[j] = vliw_as_rel(a);
         vliw_as_expect(a, ".");
         w->chan[j] = (uint8_t)vliw_as_channel(a);
         found = true;
      }
   if (!found)
      vliw_as_fail(a, "no operand: '%.*s'", (int)MIN2(a->end - a->p, 20), a->p);
   if (abs)
      vliw_as_expect(a, "|");
}

static int
find_alu(enum db_gen gen, const char *name)
{
   for (int i = 0; i < DB_ALU_OP_COUNT; i++)
      if (!strcmp(db_alu_info((enum db_alu_op)i)->name, name) &&
          db_alu_info((enum db_alu_op)i)->code[gen] >= 0)
         return i;
   return -1;
}

static unsigned
bank(struct vliw_as *a)
{
   static const struct {
      const char *name;
      uint8_t bank;
   } names[] = {
      {"VEC_012", 0},
      {"VEC_021", 1},
      {"VEC_120", 2},
      {"VEC_102", 3},
      {"VEC_201", 4},
      {"VEC_210", 5},
      {"SCL_210", 0},
      {"SCL_122", 1},
      {"SCL_212", 2},
      {"SCL_221", 3}
   };
   for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
      if (vliw_as_flag(a, names[i].name))
         return names[i].bank;
   return UINT32_MAX;
}

void
vliw_as_alu_line(struct vliw_as *a)
{
   uint32_t dw[2];
   if (!a->group_n)
      a->group_at = a->at;
   if (vliw_as_flag(a, "raw")) {
      for (unsigned i = 0; i < 2; i++) {
         vliw_as_blanks(a);
         dw[i] = vliw_as_number(a, UINT32_MAX);
      }
   } else {
      struct vliw_w_alu w = {0};
      char name[40];
      size_t n = vliw_as_identifier(a, name);
      static const char *const omod[] = {"*2", "*4", "/2"};
      if (n && name[n - 1] == '_' && vliw_as_take(a, "sat")) {
         name[n - 1] = 0;
         w.clamp = true;
      }
      for (unsigned i = 0; i < 3 && !w.clamp; i++)
         if (vliw_as_take(a, omod[i])) {
            w.omod = (uint8_t)(i + 1);
            w.clamp = vliw_as_take(a, "_sat");
         }
      w.op = find_alu(a->gen, name);
      if (w.op < 0) {
         vliw_as_fail(a, "%s has no ALU instruction '%s'", a->chip->base.name, name);
         return;
      }
      const struct db_alu_info *info = db_alu_info((enum db_alu_op)w.op);
      w.nsrc = info->nsrc;
      vliw_as_blanks(a);
      w.write = !vliw_as_take(a, "_");
      vliw_as_expect(a, "R");
      w.dst_gpr = (uint8_t)vliw_as_number(a, 127);
      w.dst_rel = vliw_as_rel(a);
      vliw_as_expect(a, ".");
      w.dst_chan = (uint8_t)vliw_as_channel(a);
      for (unsigned j = 0; j < (info->op3 ? 3u : 2u) && !a->failed; j++) {
         vliw_as_blanks(a);
         if (j >= w.nsrc && (a->p == a->end || *a->p != ','))
            break;
         vliw_as_expect(a, ",");
         alu_src(a, &w, j);
      }
      uint32_t v;
      unsigned b;
      for (vliw_as_blanks(a); a->p < a->end && !a->failed; vliw_as_blanks(a)) {
         if (vliw_as_flag(a, "EXEC"))
            w.update_exec = true;
         else if (vliw_as_flag(a, "PRED"))
            w.update_pred = true;
         else if (vliw_as_flag(a, "FOG"))
            w.fog_merge = true;
         else if (vliw_as_flag(a, "last"))
            w.last = true;
         else if (vliw_as_keyed(a, "PSEL_", 3, &v))
            w.pred_sel = (uint8_t)v;
         else if (vliw_as_keyed(a, "IDX_", 7, &v))
            w.index_mode = (uint8_t)v;
         else if (vliw_as_keyed(a, "BANK_", 7, &v))
            w.bank = (uint8_t)v;
         else if ((b = bank(a)) != UINT32_MAX)
            w.bank = (uint8_t)b;
         else
            vliw_as_end_of_line(a);
      }
      if (a->failed)
         return;
      vliw_enc_alu(a->gen, &w, dw);
   }
   vliw_as_end_of_line(a);
   if (a->failed)
      return;
   vliw_as_put(a, dw[0]);
   vliw_as_put(a, dw[1]);
   a->group_n++;
}
