/* SPDX-License-Identifier: MIT
 *
 * Streams for the kernel's rules of R300 to R500, and what is done with a list of them: each is taken or refused with its
 * sentence, and however it is cut nothing crashes.
 */
#ifndef CHECK_R300_FIXTURE_H
#define CHECK_R300_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "db/r300/r300_pm4.h"
#include "db/r300/r3_regs.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "kernel/radeon/checker/r300/check.h"

/* Buffer 0 is 64x64 pixels of 4 bytes, buffer 1 large, buffer 2 small. */
enum { PICTURE, LARGE, SMALL, BUFFERS };

struct stream {
   const struct r300_chip *chip;
   struct check_r300_how how;
   uint32_t n;
   uint32_t dw[512];
   struct check_reloc bo[BUFFERS];
};

static inline void
put(struct stream *s, uint32_t v)
{
   s->dw[s->n++] = v;
}

static inline void
nop(struct stream *s, uint32_t bo)
{
   put(s, R300_PKT3(R300_PKT3_NOP, 1));
   put(s, 4 * bo);
}

static inline void
put_body(struct stream *s, uint32_t header, const uint32_t *body, uint32_t n)
{
   put(s, header);
   for (uint32_t i = 0; i < n; i++)
      put(s, body[i]);
}

#define COUNT(...) (sizeof((uint32_t[]){__VA_ARGS__}) / 4)
#define REGS(s, offset, ...)                                                                                 \
   put_body(s, R300_PKT0(offset, COUNT(__VA_ARGS__)), (uint32_t[]){__VA_ARGS__}, COUNT(__VA_ARGS__))
#define PACKET(s, op, ...)                                                                                   \
   put_body(s, R300_PKT3(op, COUNT(__VA_ARGS__)), (uint32_t[]){__VA_ARGS__}, COUNT(__VA_ARGS__))

static inline bool
is_r500(const struct stream *s)
{
   return s->chip->gen == R300_GEN_R500;
}

/* Rows 0 .. rows - 1 may be drawn to. */
static inline void
scissor(struct stream *s, uint32_t rows)
{
   REGS(s, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = 63, .YS1 = rows - 1 + (is_r500(s) ? 0 : 1440)));
}

static inline void
color(struct stream *s, unsigned i, uint32_t bo, uint32_t offset, uint32_t pitch, uint32_t format)
{
   REGS(s, RX_RB3D_COLOROFFSET_OFFSET(i), offset);
   nop(s, bo);
   REGS(s, RX_RB3D_COLORPITCH_OFFSET(i), RX_RB3D_COLORPITCH(.COLORPITCH = pitch / 2, .COLORFORMAT = format));
   if (s->how.buffer_tiling)
      nop(s, bo);
}

/* One colour buffer of 64x64 that fills its buffer, no depth. */
static inline void
target(struct stream *s)
{
   scissor(s, 64);
   REGS(s, RX_RB3D_CCTL_OFFSET, 0);
   REGS(s, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 0xf);
   REGS(s, RX_ZB_CNTL_OFFSET, 0);
   color(s, 0, PICTURE, 0, 64, RX_RB3D_COLORPITCH__COLORFORMAT__ARGB8888);
}

static inline void
depth(struct stream *s, uint32_t bo, uint32_t format, uint32_t pitch)
{
   REGS(s, RX_ZB_CNTL_OFFSET, RX_ZB_CNTL(.Z_ENABLE = 1));
   REGS(s, RX_ZB_FORMAT_OFFSET, format);
   REGS(s, RX_ZB_DEPTHOFFSET_OFFSET, 0);
   nop(s, bo);
   REGS(s, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = pitch / 4));
   if (s->how.buffer_tiling)
      nop(s, bo);
}

/* Three vertices of two dwords in the stream. */
static inline void
draw(struct stream *s)
{
   REGS(s, RX_VAP_VTX_SIZE_OFFSET, 2);
   PACKET(s, R300_PKT3_3D_DRAW_IMMD_2, RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 3, .NUM_VERTICES = 3), 1,
          2, 3, 4, 5, 6);
}

static inline void
texture(struct stream *s, uint32_t w, uint32_t h, uint32_t format0, uint32_t format1, uint32_t format2,
        uint32_t bo)
{
   REGS(s, RX_TX_FORMAT0_OFFSET(3), format0 | RX_TX_FORMAT0(.TXWIDTH = w - 1, .TXHEIGHT = h - 1));
   REGS(s, RX_TX_FORMAT1_OFFSET(3), format1);
   REGS(s, RX_TX_FORMAT2_OFFSET(3), format2);
   REGS(s, RX_TX_OFFSET_OFFSET(3), 0);
   nop(s, bo);
   REGS(s, RX_TX_ENABLE_OFFSET, 1 << 3);
}

#define RGBA8 RX_TX_FORMAT1(.TXFORMAT = 12)

/* n arrays of 4 dwords; the third is in bo. */
static inline void
arrays(struct stream *s, uint32_t n, uint32_t stride_dw, uint32_t bo)
{
   uint32_t body[25] = {n};
   const uint32_t attr = RX_VAP_VTX_AOS_ATTR(.VTX_AOS_COUNT0 = 4, .VTX_AOS_STRIDE0 = stride_dw,
                                             .VTX_AOS_COUNT1 = 4, .VTX_AOS_STRIDE1 = stride_dw);
   for (uint32_t i = 0; i < n && i < 16; i++) {
      body[1 + i / 2 * 3] = attr;
      body[2 + i / 2 * 3 + i % 2] = 16 * i;
   }
   const uint32_t body_dw = n <= 16 ? 1 + (3 * n + 1) / 2 : 25;
   put_body(s, R300_PKT3(R300_PKT3_3D_LOAD_VBPNTR, body_dw), body, body_dw);
   for (uint32_t i = 0; i < n; i++)
      nop(s, i == 2 ? bo : LARGE);
}

static inline void
draw_vbuf(struct stream *s, uint32_t vertices)
{
   PACKET(s, R300_PKT3_3D_DRAW_VBUF_2,
          RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 2, .NUM_VERTICES = vertices));
}

static inline void
draw_indices(struct stream *s, uint32_t max_index)
{
   REGS(s, RX_VAP_VF_MAX_VTX_INDX_OFFSET, max_index, 0);
   PACKET(s, R300_PKT3_3D_DRAW_INDX_2, RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 1, .NUM_VERTICES = 3));
   PACKET(s, R300_PKT3_INDX_BUFFER, R300_PKT3_INDX_BUFFER_DW0(.REG_DW = 0x810, .ONE_REG_WR = 1), 0x20, 2);
   nop(s, LARGE);
}

/* A stream, and a part of the sentence that refuses it; NULL: it is legal. */
struct rule {
   const char *name, *chip;
   void (*build)(struct stream *s);
   const char *text;
};

#define STREAM(name) static void name(struct stream *s)

static inline void
init(struct stream *s, const char *chip)
{
   memset(s, 0, sizeof *s);
   s->chip = r300_chip_find(chip);
   assert_non_null(s->chip);
   s->bo[PICTURE] = (struct check_reloc){.gpu_addr = 0x12340000, .size_B = 64 * 64 * 4};
   s->bo[LARGE] = (struct check_reloc){.gpu_addr = 0x20000000, .size_B = 1 << 20};
   s->bo[SMALL] = (struct check_reloc){.gpu_addr = 0x30000000, .size_B = 256};
}

static inline bool
check(struct stream *s, uint32_t *out, struct check_error *err)
{
   return check_r300_stream(s->chip, &s->how, s->dw, s->n, s->bo, BUFFERS, out, err);
}

static inline void
hold_rules(const struct rule *rules, size_t num_rules)
{
   for (size_t i = 0; i < num_rules; i++) {
      struct stream s;
      struct check_error err = {0};
      init(&s, rules[i].chip);
      rules[i].build(&s);
      const bool ok = check(&s, NULL, &err);
      if (ok != !rules[i].text)
         fail_msg("%s: %s", rules[i].name, ok ? "accepted" : err.text);
      if (!ok && !strstr(err.text, rules[i].text))
         fail_msg("%s: says \"%s\", expected \"%s\"", rules[i].name, err.text, rules[i].text);
   }
}

/* Each stream cut at every length: no crash, nothing read behind it. */
static inline void
cut_anywhere(const struct rule *rules, size_t num_rules)
{
   for (size_t i = 0; i < num_rules; i++) {
      struct stream s;
      init(&s, rules[i].chip);
      rules[i].build(&s);
      for (uint32_t n = 0; n < s.n; n++) {
         uint32_t *copy = malloc(n * 4 + 1); /* exact size, for AddressSanitizer */
         struct check_error err;
         memcpy(copy, s.dw, n * 4);
         check_r300_stream(s.chip, &s.how, copy, n, s.bo, BUFFERS, NULL, &err);
         free(copy);
      }
   }
}

/* Patching in place does what patching into a copy does. */
static inline void
patch_in_place(const struct rule *rules, size_t num_rules)
{
   for (size_t i = 0; i < num_rules; i++) {
      struct stream s;
      struct check_error err;
      uint32_t out[512];
      init(&s, rules[i].chip);
      rules[i].build(&s);
      const bool ok = check(&s, out, &err);
      if (check(&s, s.dw, &err) != ok)
         fail_msg("%s: in place %s", rules[i].name, ok ? err.text : "accepted");
      if (ok)
         assert_memory_equal(s.dw, out, s.n * 4);
   }
}

#endif
