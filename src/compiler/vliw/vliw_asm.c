/* SPDX-License-Identifier: MIT
 *
 * Assembler for the disassembler's text (docs/isa-text.md). One line is one instruction; addresses and counts
 * are explicit, so that a listing assembles to the very bytes it came from.
 */
#include "compiler/vliw/vliw_words.h"
#include "compiler/vliw/vliw.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

#define MAX_DW (1u << 20)

struct as {
   const struct db_chip *chip;
   enum db_gen gen;
   const char *p;   /* cursor */
   const char *end; /* of the line */
   unsigned line;
   uint32_t *dw;
   uint32_t num_dw;
   /* open clause: next and last dword */
   uint32_t at, limit;
   bool alu;
   /* open ALU group */
   uint32_t group_at;
   unsigned group_n;
   uint32_t lit[4];
   bool failed;
   char *error;
   size_t error_B;
};

static bool
fail(struct as *a, const char *fmt, ...)
{
   if (a->failed)
      return false;
   a->failed = true;
   char what[160];
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(what, sizeof what, fmt, ap);
   va_end(ap);
   if (a->error_B)
      snprintf(a->error, a->error_B, "line %u: %s", a->line, what);
   return false;
}

static void
blanks(struct as *a)
{
   while (a->p < a->end && (*a->p == ' ' || *a->p == '\t' || *a->p == '\r'))
      a->p++;
}

/** Takes \p word if it stands here, no blanks skipped. */
static bool
take(struct as *a, const char *word)
{
   size_t n = strlen(word);
   if ((size_t)(a->end - a->p) < n || strncmp(a->p, word, n))
      return false;
   a->p += n;
   return true;
}

/** The same as a whole blank-separated word. */
static bool
flag(struct as *a, const char *word)
{
   blanks(a);
   const char *save = a->p;
   if (take(a, word) && (a->p == a->end || strchr(" \t\r,", *a->p)))
      return true;
   a->p = save;
   return false;
}

static uint32_t
number(struct as *a, uint32_t max)
{
   uint64_t v = 0;
   const char *start = a->p;
   if (take(a, "0x")) {
      start = a->p;
      for (; a->p < a->end && isxdigit((unsigned char)*a->p) && v <= UINT32_MAX; a->p++) {
         int ch = tolower((unsigned char)*a->p);
         v = v * 16 + (uint64_t)(ch <= '9' ? ch - '0' : ch - 'a' + 10);
      }
   } else {
      for (; a->p < a->end && isdigit((unsigned char)*a->p) && v <= UINT32_MAX; a->p++)
         v = v * 10 + (uint64_t)(*a->p - '0');
   }
   if (a->p == start)
      fail(a, "a number is expected at '%.*s'", (int)MIN2(a->end - a->p, 20), a->p);
   else if (v > max)
      fail(a, "%llu is too large, the largest value is %u", (unsigned long long)v, max);
   return a->failed ? 0 : (uint32_t)v;
}

/** "KEY:number" with this key, as a word of its own. */
static bool
keyed(struct as *a, const char *key, uint32_t max, uint32_t *v)
{
   blanks(a);
   if (!take(a, key))
      return false;
   *v = number(a, max);
   return true;
}

static void
expect(struct as *a, const char *word)
{
   blanks(a);
   if (!take(a, word))
      fail(a, "'%s' is expected at '%.*s'", word, (int)MIN2(a->end - a->p, 20), a->p);
}

static unsigned
component(struct as *a)
{
   static const char names[] = "xyzw01?_";
   const char *f = a->p < a->end && *a->p ? strchr(names, *a->p) : NULL;
   if (!f) {
      fail(a, "a component is expected at '%.*s'", (int)MIN2(a->end - a->p, 20), a->p);
      return 0;
   }
   a->p++;
   return (unsigned)(f - names);
}

static unsigned
channel(struct as *a)
{
   unsigned c = component(a);
   if (c > 3)
      fail(a, "one of x, y, z, w is expected");
   return c & 3;
}

static void
sel4(struct as *a, uint8_t sel[4])
{
   for (unsigned i = 0; i < 4; i++)
      sel[i] = (uint8_t)component(a);
}

/** An opcode name: capitals, digits, '_'. */
static size_t
identifier(struct as *a, char name[40])
{
   size_t n = 0;
   blanks(a);
   while (a->p < a->end && n < 39 &&
          (isupper((unsigned char)*a->p) || isdigit((unsigned char)*a->p) || *a->p == '_'))
      name[n++] = *a->p++;
   name[n] = 0;
   return n;
}

static void
end_of_line(struct as *a)
{
   blanks(a);
   if (a->p < a->end)
      fail(a, "unexpected '%.*s'", (int)MIN2(a->end - a->p, 20), a->p);
}

static void
put(struct as *a, uint32_t dw)
{
   if (a->at >= a->limit) {
      fail(a, "more instructions than the clause's CNT says");
      return;
   }
   a->dw[a->at++] = dw;
}

/* ---- ALU */

/** Writes the literals of the group that has just ended. */
static void
close_group(struct as *a)
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
         put(a, a->lit[i]);
   a->group_n = 0;
   memset(a->lit, 0, sizeof a->lit);
}

static bool
rel(struct as *a)
{
   return take(a, "[AR]");
}

static void
alu_src(struct as *a, struct vliw_w_alu *w, unsigned j)
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
   blanks(a);
   if (!(a->end - a->p >= 3 && !strncmp(a->p, "-1i", 3)))
      w->neg[j] = take(a, "-");
   bool abs = take(a, "|");
   if (j < 2)
      w->abs[j] = abs;
   else if (abs)
      fail(a, "the third operand takes no absolute value");
   bool found = false;
   if (take(a, "KC")) {
      uint32_t set = number(a, 3);
      expect(a, "[");
      w->sel[j] = (uint16_t)((set < 2 ? 128 + 32 * set : 256 + 32 * (set - 2)) + number(a, 31));
      expect(a, "]");
      w->rel[j] = rel(a);
      expect(a, ".");
      w->chan[j] = (uint8_t)channel(a);
      found = true;
   } else if (a->end - a->p > 2 && !strncmp(a->p, "0x", 2)) {
      uint32_t v = number(a, UINT32_MAX);
      if (take(a, "("))
         while (a->p < a->end && *a->p++ != ')')
            ;
      expect(a, ".");
      unsigned ch = channel(a);
      w->sel[j] = 253;
      w->chan[j] = (uint8_t)ch;
      w->rel[j] = rel(a);
      a->lit[ch] = v;
      found = true;
   }
   for (unsigned i = 0; i < ARRAY_SIZE(named) && !found; i++)
      if (take(a, named[i].name)) {
         w->sel[j] = named[i].sel;
         w->rel[j] = rel(a);
         found = true;
      }
   for (unsigned i = 0; i < ARRAY_SIZE(files) && !found; i++)
      if (take(a, files[i].name)) {
         w->sel[j] = files[i].sel;
         if (files[i].max)
            w->sel[j] = (uint16_t)(w->sel[j] + number(a, files[i].max));
         w->rel[j] = rel(a);
         expect(a, ".");
         w->chan[j] = (uint8_t)channel(a);
         found = true;
      }
   if (!found)
      fail(a, "no operand: '%.*s'", (int)MIN2(a->end - a->p, 20), a->p);
   if (abs)
      expect(a, "|");
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
bank(struct as *a)
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
      if (flag(a, names[i].name))
         return names[i].bank;
   return UINT32_MAX;
}

static void
alu_line(struct as *a)
{
   uint32_t dw[2];
   if (!a->group_n)
      a->group_at = a->at;
   if (flag(a, "raw")) {
      for (unsigned i = 0; i < 2; i++) {
         blanks(a);
         dw[i] = number(a, UINT32_MAX);
      }
   } else {
      struct vliw_w_alu w = {0};
      char name[40];
      size_t n = identifier(a, name);
      static const char *const omod[] = {"*2", "*4", "/2"};
      if (n && name[n - 1] == '_' && take(a, "sat")) {
         name[n - 1] = 0;
         w.clamp = true;
      }
      for (unsigned i = 0; i < 3 && !w.clamp; i++)
         if (take(a, omod[i])) {
            w.omod = (uint8_t)(i + 1);
            w.clamp = take(a, "_sat");
         }
      w.op = find_alu(a->gen, name);
      if (w.op < 0) {
         fail(a, "%s has no ALU instruction '%s'", a->chip->name, name);
         return;
      }
      const struct db_alu_info *info = db_alu_info((enum db_alu_op)w.op);
      w.nsrc = info->nsrc;
      blanks(a);
      w.write = !take(a, "_");
      expect(a, "R");
      w.dst_gpr = (uint8_t)number(a, 127);
      w.dst_rel = rel(a);
      expect(a, ".");
      w.dst_chan = (uint8_t)channel(a);
      for (unsigned j = 0; j < (info->op3 ? 3u : 2u) && !a->failed; j++) {
         blanks(a);
         if (j >= w.nsrc && (a->p == a->end || *a->p != ','))
            break;
         expect(a, ",");
         alu_src(a, &w, j);
      }
      uint32_t v;
      unsigned b;
      for (blanks(a); a->p < a->end && !a->failed; blanks(a)) {
         if (flag(a, "EXEC"))
            w.update_exec = true;
         else if (flag(a, "PRED"))
            w.update_pred = true;
         else if (flag(a, "FOG"))
            w.fog_merge = true;
         else if (flag(a, "last"))
            w.last = true;
         else if (keyed(a, "PSEL_", 3, &v))
            w.pred_sel = (uint8_t)v;
         else if (keyed(a, "IDX_", 7, &v))
            w.index_mode = (uint8_t)v;
         else if (keyed(a, "BANK_", 7, &v))
            w.bank = (uint8_t)v;
         else if ((b = bank(a)) != UINT32_MAX)
            w.bank = (uint8_t)b;
         else
            end_of_line(a);
      }
      if (a->failed)
         return;
      vliw_enc_alu(a->gen, &w, dw);
   }
   end_of_line(a);
   if (a->failed)
      return;
   put(a, dw[0]);
   put(a, dw[1]);
   a->group_n++;
}

/* ---- fetches */

static int
find_fetch(enum db_gen gen, const char *name, bool vtx)
{
   for (int i = 0; i < (vtx ? (int)DB_VTX_OP_COUNT : (int)DB_TEX_OP_COUNT); i++) {
      const struct db_fetch_info *f = vtx ? db_vtx_info((enum db_vtx_op)i) : db_tex_info((enum db_tex_op)i);
      if (!strcmp(f->name, name) && f->inst[gen] >= 0)
         return i;
   }
   return -1;
}

static void
fetch_dst(struct as *a, uint8_t *gpr, bool *r, uint8_t sel[4])
{
   expect(a, "R");
   *gpr = (uint8_t)number(a, 127);
   *r = rel(a);
   expect(a, ".");
   sel4(a, sel);
   expect(a, ",");
}

static void
tex_line(struct as *a, int op, uint32_t dw[4])
{
   struct vliw_w_tex w = {
      .op = op, .norm = {true, true, true, true}
   };
   uint32_t v;
   fetch_dst(a, &w.dst_gpr, &w.dst_rel, w.dst_sel);
   expect(a, "R");
   w.src_gpr = (uint8_t)number(a, 127);
   w.src_rel = rel(a);
   expect(a, ".");
   sel4(a, w.src_sel);
   expect(a, ",");
   expect(a, "t");
   w.resource = (uint8_t)number(a, 255);
   expect(a, ",");
   expect(a, "s");
   w.sampler = (uint8_t)number(a, 31);
   for (blanks(a); a->p < a->end && !a->failed; blanks(a)) {
      if (take(a, "CT:")) {
         for (unsigned i = 0; i < 4; i++) {
            w.norm[i] = take(a, "N");
            if (!w.norm[i])
               expect(a, "U");
         }
      } else if (keyed(a, "LB:", 127, &v)) {
         w.lod_bias = (uint8_t)v;
      } else if (keyed(a, "OX:", 31, &v)) {
         w.offset[0] = (uint8_t)v;
      } else if (keyed(a, "OY:", 31, &v)) {
         w.offset[1] = (uint8_t)v;
      } else if (keyed(a, "OZ:", 31, &v)) {
         w.offset[2] = (uint8_t)v;
      } else if (keyed(a, "RIM:", 3, &v)) {
         w.resource_index = (uint8_t)v;
      } else if (keyed(a, "SIM:", 3, &v)) {
         w.sampler_index = (uint8_t)v;
      } else if (flag(a, "FWQ")) {
         w.whole_quad = true;
      } else if (flag(a, "ALT")) {
         w.alt_const = true;
      } else if (flag(a, "BCF")) {
         w.bc_frac = true;
      } else {
         end_of_line(a);
      }
   }
   if (!a->failed)
      vliw_enc_tex(a->gen, &w, dw);
}

static void
vtx_line(struct as *a, int op, uint32_t dw[4])
{
   struct vliw_w_vtx w = {.op = op};
   uint32_t v;
   fetch_dst(a, &w.dst_gpr, &w.dst_rel, w.dst_sel);
   expect(a, "R");
   w.src_gpr = (uint8_t)number(a, 127);
   w.src_rel = rel(a);
   expect(a, ".");
   w.src_sel[0] = (uint8_t)channel(a);
   if (a->p < a->end && *a->p != ',')
      w.src_sel[1] = (uint8_t)channel(a);
   expect(a, ",");
   expect(a, "b");
   w.buffer = (uint8_t)number(a, 255);
   expect(a, "+");
   w.offset = (uint16_t)number(a, 65535);
   for (blanks(a); a->p < a->end && !a->failed; blanks(a)) {
      if (keyed(a, "FT:", 3, &v)) {
         w.fetch_type = (uint8_t)v;
      } else if (keyed(a, "FMT:", 63, &v)) {
         w.data_format = (uint8_t)v;
      } else if (keyed(a, "NUM:", 3, &v)) {
         w.num_format = (uint8_t)v;
      } else if (keyed(a, "COMP:", 1, &v)) {
         w.comp_signed = v;
      } else if (keyed(a, "SRF:", 1, &v)) {
         w.srf_mode = v;
      } else if (keyed(a, "MEGA:", 1, &v)) {
         w.mega = v;
         expect(a, ":");
         w.mega_count = (uint8_t)number(a, 63);
      } else if (keyed(a, "ENDIAN:", 3, &v)) {
         w.endian = (uint8_t)v;
      } else if (keyed(a, "BIM:", 3, &v)) {
         w.buffer_index = (uint8_t)v;
      } else if (keyed(a, "STRUCT:", 3, &v)) {
         w.structured = (uint8_t)v;
      } else if (flag(a, "UCF")) {
         w.use_const = true;
      } else if (flag(a, "FWQ")) {
         w.whole_quad = true;
      } else if (flag(a, "NOSTRIDE")) {
         w.no_stride = true;
      } else if (flag(a, "ALT")) {
         w.alt_const = true;
      } else if (flag(a, "LDS")) {
         w.lds_req = true;
      } else if (flag(a, "COAL")) {
         w.coalesced = true;
      } else {
         end_of_line(a);
      }
   }
   if (!a->failed)
      vliw_enc_vtx(a->gen, &w, dw);
}

static void
fetch_line(struct as *a)
{
   uint32_t dw[4] = {0};
   if (flag(a, "raw")) {
      for (unsigned i = 0; i < 4; i++) {
         blanks(a);
         dw[i] = number(a, UINT32_MAX);
      }
      end_of_line(a);
   } else {
      char name[40];
      identifier(a, name);
      int op = find_fetch(a->gen, name, false);
      if (op >= 0)
         tex_line(a, op, dw);
      else if ((op = find_fetch(a->gen, name, true)) >= 0)
         vtx_line(a, op, dw);
      else
         fail(a, "%s has no fetch instruction '%s'", a->chip->name, name);
   }
   for (unsigned i = 0; i < 4 && !a->failed; i++)
      put(a, dw[i]);
}

/* ---- control flow */

static void
export_operands(struct as *a, struct vliw_w_cf *w)
{
   static const char *const types[] = {"PIXEL", "POS", "PARAM", "TYPE3"};
   uint32_t v;
   blanks(a);
   if (keyed(a, "T:", 3, &v)) {
      w->type = (uint8_t)v;
   } else {
      unsigned t = 0;
      while (t < 4 && !flag(a, types[t]))
         t++;
      if (t == 4) {
         fail(a, "the kind of export is expected");
         return;
      }
      w->type = (uint8_t)t;
   }
   blanks(a);
   w->array_base = (uint16_t)number(a, 0x1fff);
   expect(a, ",");
   expect(a, "R");
   w->gpr = (uint8_t)number(a, 127);
   w->rel = rel(a);
   w->swiz = w->op == DB_CF_EXPORT || w->op == DB_CF_EXPORT_DONE;
   if (w->swiz) {
      expect(a, ".");
      sel4(a, w->sel);
   }
}

static void
cf_fields(struct as *a, struct vliw_w_cf *w)
{
   uint32_t v;
   bool clause = w->clause != DB_CLAUSE_NONE;
   for (blanks(a); a->p < a->end && !a->failed; blanks(a)) {
      if (keyed(a, "@", 0xffffffff, &v)) {
         w->addr = v;
      } else if (keyed(a, "CNT:", 128, &v)) {
         if (clause && !v)
            fail(a, "an empty clause");
         w->count = v - clause;
      } else if (keyed(a, "POP:", 7, &v)) {
         w->pop_count = (uint8_t)v;
      } else if (keyed(a, "CONST:", 31, &v)) {
         w->cf_const = (uint8_t)v;
      } else if (keyed(a, "COND:", 3, &v)) {
         w->cond = (uint8_t)v;
      } else if (keyed(a, "CALLS:", 63, &v)) {
         w->call_count = (uint8_t)v;
      } else if (keyed(a, "TABLE:", 7, &v)) {
         w->jumptable = (uint8_t)v;
      } else if (keyed(a, "KC", 1, &v)) {
         expect(a, ":");
         w->kc[v].mode = (uint8_t)number(a, 3);
         expect(a, ":");
         w->kc[v].bank = (uint8_t)number(a, 15);
         expect(a, ":");
         w->kc[v].addr = (uint8_t)number(a, 255);
      } else if (keyed(a, "SIZE:", 0xfff, &v)) {
         w->array_size = (uint16_t)v;
      } else if (keyed(a, "MASK:", 15, &v)) {
         w->comp_mask = (uint8_t)v;
      } else if (keyed(a, "ES:", 3, &v)) {
         w->elem_size = (uint8_t)v;
      } else if (keyed(a, "IDX:", 127, &v)) {
         w->index_gpr = (uint8_t)v;
      } else if (keyed(a, "BURST:", 16, &v)) {
         w->burst = (uint8_t)(v ? v - 1 : 0);
      } else if (flag(a, "ALT")) {
         w->alt_const = true;
      } else if (flag(a, "MARK")) {
         w->mark = true;
      } else if (flag(a, "VPM")) {
         w->vpm = true;
      } else if (flag(a, "WQM")) {
         w->wqm = true;
      } else if (flag(a, "NB")) {
         w->barrier = false;
      } else if (flag(a, "EOP")) {
         w->eop = true;
      } else {
         end_of_line(a);
      }
   }
}

static int
find_cf(enum db_gen gen, const char *name)
{
   for (int i = 0; i < DB_CF_OP_COUNT; i++)
      if (!strcmp(db_cf_info((enum db_cf_op)i)->name, name) && db_cf_info((enum db_cf_op)i)->code[gen] >= 0)
         return i;
   return -1;
}

static void
cf_line(struct as *a)
{
   close_group(a);
   uint32_t at = number(a, MAX_DW) * 2;
   a->at = a->limit = 0;
   if (a->failed)
      return;
   if (at + 2 > a->num_dw) {
      fail(a, "the instruction lies outside .size");
      return;
   }
   if (flag(a, "raw")) {
      for (unsigned i = 0; i < 2; i++) {
         blanks(a);
         a->dw[at + i] = number(a, UINT32_MAX);
      }
      end_of_line(a);
      return;
   }
   char name[40];
   identifier(a, name);
   struct vliw_w_cf w = {.op = find_cf(a->gen, name), .barrier = true};
   if (w.op < 0) {
      fail(a, "%s has no control-flow instruction '%s'", a->chip->name, name);
      return;
   }
   w.form = db_cf_info((enum db_cf_op)w.op)->form;
   w.clause = db_cf_info((enum db_cf_op)w.op)->clause;
   if (w.form == DB_CF_FORM_EXPORT)
      export_operands(a, &w);
   cf_fields(a, &w);
   uint32_t max_count = w.form == DB_CF_FORM_ALU ? 127 : a->gen == DB_R600 ? 7 : a->gen == DB_R700 ? 15 : 63;
   uint32_t max_addr = w.form == DB_CF_FORM_ALU ? 0x3fffff : a->gen >= DB_EVERGREEN ? 0xffffff : 0xffffffff;
   if (w.count > max_count || w.addr > max_addr)
      fail(a, "the count or the address does not fit into the instruction");
   if (a->failed)
      return;
   vliw_enc_cf(a->gen, &w, a->dw + at);
   uint64_t first = (uint64_t)w.addr * 2,
            size = ((uint64_t)w.count + 1) * (w.clause == DB_CLAUSE_ALU ? 2 : 4);
   if ((w.clause == DB_CLAUSE_ALU || w.clause == DB_CLAUSE_TEX || w.clause == DB_CLAUSE_VTX) &&
       first + size <= a->num_dw) {
      a->at = (uint32_t)first;
      a->limit = (uint32_t)(first + size);
      a->alu = w.clause == DB_CLAUSE_ALU;
   }
}

static void
size_line(struct as *a)
{
   blanks(a);
   uint32_t n = number(a, MAX_DW);
   end_of_line(a);
   if (a->dw)
      fail(a, "a second .size");
   if (a->failed)
      return;
   a->dw = calloc(n ? n : 1, 4);
   a->num_dw = n;
   if (!a->dw)
      fail(a, "out of memory");
}

static void
data_line(struct as *a)
{
   close_group(a);
   blanks(a);
   uint32_t i = number(a, MAX_DW);
   blanks(a);
   uint32_t v = number(a, UINT32_MAX);
   end_of_line(a);
   if (!a->failed && i >= a->num_dw)
      fail(a, "the data lies outside .size");
   if (!a->failed)
      a->dw[i] = v;
}

/** Is this "x: " behind an optional group number? Then the cursor is moved behind it. */
static bool
unit(struct as *a)
{
   const char *save = a->p;
   while (a->p < a->end && isdigit((unsigned char)*a->p))
      a->p++;
   blanks(a);
   if (a->end - a->p >= 2 && strchr("xyzwt", *a->p) && a->p[1] == ':') {
      a->p += 2;
      return true;
   }
   a->p = save;
   return false;
}

static void
line(struct as *a)
{
   const char *start = a->p;
   bool indented = a->p < a->end && (*a->p == ' ' || *a->p == '\t');
   blanks(a);
   if (a->p == a->end || *a->p == '#')
      return;
   if (flag(a, ".size")) {
      size_line(a);
      return;
   }
   if (!a->dw) {
      fail(a, "the text must begin with .size");
      return;
   }
   if (flag(a, ".data")) {
      data_line(a);
   } else if (!indented) {
      a->p = start;
      cf_line(a);
   } else if (a->limit == 0) {
      fail(a, "an instruction outside a clause");
   } else if (a->alu && take(a, "lit.")) {
      unsigned ch = channel(a);
      blanks(a);
      a->lit[ch] = number(a, UINT32_MAX);
      end_of_line(a);
   } else if (a->alu && unit(a)) {
      /* a group number, or a full group, starts a new one */
      struct vliw_w_alu w = {0};
      if (a->group_n)
         vliw_dec_alu(a->gen, a->dw + a->at - 2, &w);
      if (w.last)
         close_group(a);
      alu_line(a);
   } else if (a->alu) {
      fail(a, "an ALU instruction is expected");
   } else {
      fetch_line(a);
   }
}

uint32_t *
vliw_assemble(const char *text, const struct db_chip *chip, uint32_t *num_dw, char *error, size_t error_B)
{
   struct as a = {.chip = chip, .gen = chip->gen, .error = error, .error_B = error_B};
   const char *p = text;
   while (*p && !a.failed) {
      a.line++;
      a.p = p;
      a.end = p + strcspn(p, "\n");
      p = *a.end ? a.end + 1 : a.end;
      line(&a);
   }
   if (!a.failed && a.dw)
      close_group(&a);
   if (!a.dw)
      fail(&a, "there is no .size line");
   if (a.failed) {
      free(a.dw);
      return NULL;
   }
   *num_dw = a.num_dw;
   return a.dw;
}
