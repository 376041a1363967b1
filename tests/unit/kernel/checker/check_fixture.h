/* SPDX-License-Identifier: MIT
 *
 * Streams for the tests of the checker, assembled from the packet descriptions, and what is asked of every
 * table of cases.
 */
#ifndef TESTS_UNIT_KERNEL_CHECKER_CHECK_FIXTURE_H
#define TESTS_UNIT_KERNEL_CHECKER_CHECK_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kernel/radeon/checker/check.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"

struct stream {
   const struct terascale_chip *chip;
   uint32_t n;
   uint32_t dw[512];
   struct check_reloc bo[3];
};

static inline void
put(struct stream *s, uint32_t v)
{
   s->dw[s->n++] = v;
}

static inline void
put_packet(struct stream *s, uint32_t op, uint32_t count, const uint32_t *body)
{
   put(s, DB_PKT3(op, count));
   for (uint32_t i = 0; i < count; i++)
      put(s, body[i]);
}

#define PACKET(s, op, ...) put_packet(s, op, sizeof((uint32_t[]){__VA_ARGS__}) / 4, (uint32_t[]){__VA_ARGS__})

static inline void
ctx(struct stream *s, uint32_t reg, uint32_t v)
{
   PACKET(s, DB_PKT3_SET_CONTEXT_REG, (reg - 0x28000) / 4, v);
}

static inline void
config(struct stream *s, uint32_t reg, uint32_t v)
{
   PACKET(s, DB_PKT3_SET_CONFIG_REG, (reg - 0x8000) / 4, v);
}

static inline void
nop_reloc(struct stream *s, uint32_t bo)
{
   put(s, 0xC0001000);
   put(s, 4 * bo);
}

static inline void
init(struct stream *s, const char *chip)
{
   memset(s, 0, sizeof *s);
   s->chip = terascale_chip_find(chip);
   s->bo[0] = (struct check_reloc){.gpu_addr = 0x12340000, .size_B = 64 * 64 * 4};
   s->bo[1] = (struct check_reloc){.gpu_addr = 0x1ABCD0000, .size_B = 1024 * 1024};
   s->bo[2] = (struct check_reloc){.gpu_addr = 0xFF00000100, .size_B = 256};
}

static inline void
draw(struct stream *s)
{
   PACKET(s, DB_PKT3_DRAW_INDEX_AUTO, 3, 2);
}

/* 64x64 RGBA8 in 1D tiles fills buffer 0 exactly; no depth. */
static inline void
r6_target(struct stream *s, uint32_t pitch_max, uint32_t slice_max, uint32_t array_mode, uint32_t format)
{
   ctx(s, R6_DB_DEPTH_CONTROL_OFFSET, 0);
   ctx(s, R6_PA_SC_AA_CONFIG_OFFSET, 0);
   ctx(s, R6_CB_TARGET_MASK_OFFSET, 0xf);
   ctx(s, R6_CB_COLOR_SIZE_OFFSET(0),
       R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = pitch_max, .SLICE_TILE_MAX = slice_max));
   ctx(s, R6_CB_COLOR_VIEW_OFFSET(0), 0);
   ctx(s, R6_CB_COLOR_INFO_OFFSET(0), R6_CB_COLOR_INFO(.FORMAT = format, .ARRAY_MODE = array_mode));
   ctx(s, R6_CB_COLOR_BASE_OFFSET(0), 0);
   nop_reloc(s, 0);
}

static inline void
eg_target(struct stream *s, uint32_t pitch_max, uint32_t slice_max, uint32_t array_mode, uint32_t format)
{
   ctx(s, EG_DB_DEPTH_CONTROL_OFFSET, 0);
   ctx(s, EG_CB_TARGET_MASK_OFFSET, 0xf);
   PACKET(s, DB_PKT3_SET_CONTEXT_REG, (EG_CB_COLOR_BASE_OFFSET(0) - 0x28000) / 4, 0, pitch_max, slice_max, 0,
          EG_CB_COLOR_INFO(.FORMAT = format, .ARRAY_MODE = array_mode), 0x10, 0, 0, 0, 0, 0);
   for (int i = 0; i < 4; i++) /* BASE, ATTRIB, CMASK, FMASK */
      nop_reloc(s, 0);
}

static inline void
target_fits(struct stream *s)
{
   r6_target(s, 7, 63, 2, 26);
   draw(s);
}

static inline void
fillers(struct stream *s)
{
   put(s, 0x80000000);
   put(s, 0x80000000);
}

/* 2D texture, RGBA8, 1D tiles, all of buffer bo. */
static inline void
r6_texture(struct stream *s, uint32_t w, uint32_t h, uint32_t levels, uint32_t bo)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0,
          R6_SQ_TEX_RESOURCE_WORD0(.DIM = 1, .TILE_MODE = 2, .PITCH = w / 8 - 1, .TEX_WIDTH = w - 1),
          R6_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = h - 1, .DATA_FORMAT = 26), 0, 0, 0,
          R6_SQ_TEX_RESOURCE_WORD5(.LAST_LEVEL = levels - 1), R6_SQ_TEX_RESOURCE_WORD6(.TYPE = 2));
   nop_reloc(s, bo);
   nop_reloc(s, bo);
}

static inline void
va_no_nops(struct stream *s)
{
   ctx(s, EG_SQ_PGM_START_PS_OFFSET, 0x1234);
   PACKET(s, DB_PKT3_EVENT_WRITE, DB_EVENT_ZPASS_DONE | 1 << 8, 0x1000, 0);
}

static inline void
run_ok(struct stream *s, uint32_t *out)
{
   struct check_error err;
   if (!check_stream(s->chip, s->dw, s->n, s->bo, 3, out, &err))
      fail_msg("%s", err.text);
}

struct test_case {
   const char *name, *chip;
   void (*build)(struct stream *s);
   const char *text; /* part of the error; NULL: the stream is legal */
};

/* Each stream has its verdict. */
static inline void
check_rules(const struct test_case *cases, size_t n)
{
   struct stream s;
   uint32_t out[512];
   struct check_error err;
   for (size_t i = 0; i < n; i++) {
      init(&s, cases[i].chip);
      cases[i].build(&s);
      memset(&err, 0, sizeof err);
      bool ok = check_stream(s.chip, s.dw, s.n, s.bo, 3, out, &err);
      if (ok != !cases[i].text)
         fail_msg("%s: %s", cases[i].name, ok ? "accepted" : err.text);
      if (!ok && !strstr(err.text, cases[i].text))
         fail_msg("%s: says \"%s\", expected \"%s\"", cases[i].name, err.text, cases[i].text);
   }
}

/* Each stream cut at every length: no crash. */
static inline void
check_cut_anywhere(const struct test_case *cases, size_t n)
{
   struct stream s;
   for (size_t i = 0; i < n; i++) {
      init(&s, cases[i].chip);
      cases[i].build(&s);
      for (uint32_t len = 0; len < s.n; len++) {
         uint32_t *copy = malloc(len * 4 + 1); /* exact size, for AddressSanitizer */
         struct check_error err;
         memcpy(copy, s.dw, len * 4);
         check_stream(s.chip, copy, len, s.bo, 3, NULL, &err);
         free(copy);
      }
   }
}

/* Patching in place does what patching into a copy does. */
static inline void
check_in_place(const struct test_case *cases, size_t n)
{
   struct stream s;
   uint32_t out[512];
   for (size_t i = 0; i < n; i++) {
      if (cases[i].text)
         continue;
      init(&s, cases[i].chip);
      cases[i].build(&s);
      run_ok(&s, out);
      run_ok(&s, s.dw);
      assert_memory_equal(out, s.dw, s.n * 4);
   }
}

/* The three of them and main() of a program whose table is called cases. */
#define CHECK_CASES_MAIN                                                                                     \
   static void rules(void **state)                                                                           \
   {                                                                                                         \
      check_rules(cases, sizeof cases / sizeof cases[0]);                                                    \
   }                                                                                                         \
   static void cut_anywhere(void **state)                                                                    \
   {                                                                                                         \
      check_cut_anywhere(cases, sizeof cases / sizeof cases[0]);                                             \
   }                                                                                                         \
   static void in_place(void **state)                                                                        \
   {                                                                                                         \
      check_in_place(cases, sizeof cases / sizeof cases[0]);                                                 \
   }                                                                                                         \
   int main(void)                                                                                            \
   {                                                                                                         \
      const struct CMUnitTest tests[] = {cmocka_unit_test(rules), cmocka_unit_test(cut_anywhere),            \
                                         cmocka_unit_test(in_place)};                                        \
      return cmocka_run_group_tests(tests, NULL, NULL);                                                      \
   }

#endif
