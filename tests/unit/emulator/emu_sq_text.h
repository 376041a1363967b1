/* SPDX-License-Identifier: MIT
 *
 * Shaders of the rig as text: docs/isa-text.md without what a listing counts. A line that begins at the margin is a
 * control-flow instruction, perhaps with a label ("again:") before it; indented lines behind it are its clause;
 * "@again" in its fields is the number of the instruction with that label. Numbers, the clauses' places and counts and
 * the size are put in here, then the compiler's assembler reads the text. "END" ends the program as the generation
 * wants it.
 *
 * The compiler's encoder and the emulator's decoder share no code but the tables of db: a program that runs right is
 * read right by both.
 */
#ifndef TESTS_UNIT_EMULATOR_EMU_SQ_TEXT_H
#define TESTS_UNIT_EMULATOR_EMU_SQ_TEXT_H

#include <stdio.h>

#include "compiler/terascale/vliw.h"
#include "emu_sq_fixture.h"
#include "emulator/terascale/sq/jit/jit.h"

enum { RIG_TEXT_CF = 64, RIG_TEXT_B = 32 << 10 };

/** A control-flow instruction of a text. */
struct rig_line {
   const char *label, *name, *clause; /* in the text; where each begins */
   unsigned label_len, name_len, clause_len;
   unsigned at, count; /* of the clause: in 64-bit words from the program's beginning, in entries */
};

/** Entries of an ALU clause: instructions, and literals in pairs behind their group. */
static inline unsigned
rig_alu_entries(const char *p, const char *end)
{
   unsigned entries = 0, lits = 0;
   while (p < end) {
      const char *eol = memchr(p, '\n', (size_t)(end - p));
      eol = eol ? eol : end;
      const bool raw = eol - p > 6 && memmem(p, (size_t)(eol - p), "raw ", 4);
      for (const char *x = p; x + 2 < eol && !raw; x++)
         if (x[0] == '0' && x[1] == 'x') {
            x = (const char *)memchr(x, '.', (size_t)(eol - x));
            assert_non_null(x);
            lits = MAX2(lits, (unsigned)(strchr("xyzw", x[1]) - "xyzw") + 1);
         }
      entries++;
      if (eol - p >= 5 && !memcmp(eol - 5, " last", 5)) {
         entries += (lits + 1) / 2;
         lits = 0;
      }
      p = eol + 1;
   }
   return entries;
}

static inline unsigned
rig_fetch_entries(const char *p, const char *end)
{
   unsigned entries = 0;
   for (; p < end; p++)
      entries += *p == '\n';
   return entries;
}

/** Splits a text into instructions; every line ends with a newline. */
static inline unsigned
rig_split(const char *p, struct rig_line lines[RIG_TEXT_CF])
{
   unsigned n = 0;
   while (*p) {
      const char *eol = strchr(p, '\n');
      assert_non_null(eol);
      if (*p == ' ') {
         assert_true(n > 0);
         struct rig_line *l = &lines[n - 1];
         if (!l->clause)
            l->clause = p;
         l->clause_len = (unsigned)(eol + 1 - l->clause);
      } else {
         assert_true(n < RIG_TEXT_CF);
         struct rig_line *l = &lines[n++];
         *l = (struct rig_line){.label = p, .name = p};
         const unsigned word = (unsigned)strspn(p, "abcdefghijklmnopqrstuvwxyz");
         if (word && p[word] == ':') {
            l->label_len = word;
            l->name = p + word + 1 + strspn(p + word + 1, " ");
         }
         l->name_len = (unsigned)(eol - l->name);
      }
      p = eol + 1;
   }
   return n;
}

static inline unsigned
rig_label(const char *name, const struct rig_line *lines, unsigned n)
{
   const unsigned len = (unsigned)strspn(name, "abcdefghijklmnopqrstuvwxyz");
   for (unsigned i = 0; i < n; i++)
      if (lines[i].label_len == len && !memcmp(lines[i].label, name, len))
         return i;
   fail_msg("no label '%.*s'", (int)len, name);
   return 0;
}

/** Line \p i with its number, its clause's place, and numbers for labels. */
static inline size_t
rig_print_line(char *out, size_t out_B, const struct rig *r, const struct rig_line *lines, unsigned n,
               unsigned i)
{
   const struct rig_line *l = &lines[i];
   if (l->name_len == 3 && !memcmp(l->name, "END", 3))
      return (size_t)snprintf(out, out_B, "%04u %s\n", i, r->gen == DB_CAYMAN ? "CF_END" : "NOP EOP");
   const unsigned word = (unsigned)strcspn(l->name, " \n");
   size_t at = (size_t)snprintf(out, out_B, "%04u %.*s", i, (int)word, l->name);
   if (l->clause)
      at += (size_t)snprintf(out + at, out_B - at, " @%u CNT:%u", l->at, l->count);
   for (const char *p = l->name + word; p < l->name + l->name_len; p++) {
      if (*p == '@' && p[1] >= 'a' && p[1] <= 'z') {
         at += (size_t)snprintf(out + at, out_B - at, "@%u", rig_label(p + 1, lines, n));
         p += strspn(p + 1, "abcdefghijklmnopqrstuvwxyz");
      } else {
         at += (size_t)snprintf(out + at, out_B - at, "%c", *p);
      }
   }
   return at +
          (size_t)snprintf(out + at, out_B - at, "\n%.*s", (int)l->clause_len, l->clause ? l->clause : "");
}

/** The program as the stage's, in memory, with its registers pointing at it. */
static inline void
rig_text(struct rig *r, enum sq_stage stage, const char *text)
{
   static struct rig_line lines[RIG_TEXT_CF];
   static char listing[RIG_TEXT_B];
   char error[300];
   const unsigned n = rig_split(text, lines);
   unsigned size = (unsigned)u_align(n, 2);
   for (unsigned i = 0; i < n; i++) {
      struct rig_line *l = &lines[i];
      if (!l->clause)
         continue;
      const bool alu = !memcmp(l->name, "ALU", 3);
      l->at = size;
      l->count = (alu ? rig_alu_entries : rig_fetch_entries)(l->clause, l->clause + l->clause_len);
      size += (unsigned)u_align(l->count * (alu ? 1 : 2), 2);
   }
   size_t at = (size_t)snprintf(listing, sizeof listing, ".size %u\n", size * 2);
   for (unsigned i = 0; i < n; i++) {
      at += rig_print_line(listing + at, sizeof listing - at, r, lines, n, i);
      assert_true(at < sizeof listing);
   }
   uint32_t num_dw;
   uint32_t *dw = vliw_assemble(listing, r->e.chip, &num_dw, error, sizeof error);
   if (!dw)
      fail_msg("%s: %s in\n%s", rig_chips[r->gen], error, listing);
   uint8_t *to = rig_program_at(r, stage);
   memset(to, 0, 0x8000);
   memcpy(to, dw, num_dw * 4);
   free(dw);
   rig_point(r, stage);
}

/** Runs the text as a pixel shader in all lanes. */
static inline void
rig_run_text(struct rig *r, const char *text)
{
   rig_text(r, SQ_PS, text);
   rig_run_stage(r, SQ_PS, UINT64_MAX);
   const struct sq_program *p = rig_state(r, SQ_PS)->main.prog;
   const bool can = r->e.jit == EMU_JIT_ALWAYS && sq_jit_available(r->e.kernels->sq) && p->num_uops;
   assert_int_equal(p->hot->jit != NULL, can);
}

/** Runs \p fn on a fresh rig for every generation and SIMD level that this CPU has, interpreted and as machine code
 * from the first wave on. */
static inline void
each_engine(void (*fn)(struct rig *r))
{
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++)
      for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++)
         for (unsigned jit = 0; jit < 2; jit++) {
            struct rig r;
            if (!rig_init(&r, (enum db_gen)gen, rig_levels[lv]))
               continue;
            r.e.jit = jit ? EMU_JIT_ALWAYS : EMU_JIT_OFF;
            fn(&r);
            rig_fini(&r);
         }
}

#endif
