/* SPDX-License-Identifier: MIT
 * Checker and relocation patcher: each case is a stream that breaks one rule, or shows how one kind of
 * address is patched. Streams are assembled here from the packet descriptions; expected words are written out
 * by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check/check.h"
#include "db/eg_regs.h"
#include "db/pm4.h"
#include "db/r6_regs.h"

struct stream {
   const struct db_chip *chip;
   uint32_t n;
   uint32_t dw[512];
   struct check_reloc bo[3];
};

static void
put(struct stream *s, uint32_t v)
{
   s->dw[s->n++] = v;
}

static void
put_packet(struct stream *s, uint32_t op, uint32_t count, const uint32_t *body)
{
   put(s, DB_PKT3(op, count));
   for (uint32_t i = 0; i < count; i++)
      put(s, body[i]);
}

#define PACKET(s, op, ...) put_packet(s, op, sizeof((uint32_t[]){__VA_ARGS__}) / 4, (uint32_t[]){__VA_ARGS__})

static void
ctx(struct stream *s, uint32_t reg, uint32_t v)
{
   PACKET(s, DB_PKT3_SET_CONTEXT_REG, (reg - 0x28000) / 4, v);
}

static void
config(struct stream *s, uint32_t reg, uint32_t v)
{
   PACKET(s, DB_PKT3_SET_CONFIG_REG, (reg - 0x8000) / 4, v);
}

static void
nop_reloc(struct stream *s, uint32_t bo)
{
   put(s, 0xC0001000);
   put(s, 4 * bo);
}

static void
init(struct stream *s, const char *chip)
{
   memset(s, 0, sizeof *s);
   s->chip = db_chip_find(chip);
   s->bo[0] = (struct check_reloc){.gpu_addr = 0x12340000, .size_B = 64 * 64 * 4};
   s->bo[1] = (struct check_reloc){.gpu_addr = 0x1ABCD0000, .size_B = 1024 * 1024};
   s->bo[2] = (struct check_reloc){.gpu_addr = 0xFF00000100, .size_B = 256};
}

static void
draw(struct stream *s)
{
   PACKET(s, DB_PKT3_DRAW_INDEX_AUTO, 3, 2);
}

/* 64x64 RGBA8 in 1D tiles fills buffer 0 exactly; no depth. */
static void
r6_target(struct stream *s, uint32_t pitch_max, uint32_t slice_max, uint32_t array_mode, uint32_t format)
{
   ctx(s, R6_DB_DEPTH_CONTROL_OFFSET, 0);
   ctx(s, R6_CB_TARGET_MASK_OFFSET, 0xf);
   ctx(s, R6_CB_COLOR_SIZE_OFFSET(0),
       R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = pitch_max, .SLICE_TILE_MAX = slice_max));
   ctx(s, R6_CB_COLOR_VIEW_OFFSET(0), 0);
   ctx(s, R6_CB_COLOR_INFO_OFFSET(0), R6_CB_COLOR_INFO(.FORMAT = format, .ARRAY_MODE = array_mode));
   ctx(s, R6_CB_COLOR_BASE_OFFSET(0), 0);
   nop_reloc(s, 0);
}

static void
eg_target(struct stream *s, uint32_t pitch_max, uint32_t slice_max, uint32_t array_mode, uint32_t format)
{
   ctx(s, EG_DB_DEPTH_CONTROL_OFFSET, 0);
   ctx(s, EG_CB_TARGET_MASK_OFFSET, 0xf);
   PACKET(s, DB_PKT3_SET_CONTEXT_REG, (EG_CB_COLOR_BASE_OFFSET(0) - 0x28000) / 4, 0, pitch_max, slice_max, 0,
          EG_CB_COLOR_INFO(.FORMAT = format, .ARRAY_MODE = array_mode), 0x10, 0, 0, 0, 0, 0);
   for (int i = 0; i < 4; i++) /* BASE, ATTRIB, CMASK, FMASK */
      nop_reloc(s, 0);
}

/* ---- cases: NULL text = legal ---- */

static void
target_fits(struct stream *s)
{
   r6_target(s, 7, 63, 2, 26);
   draw(s);
}

static void
target_too_large(struct stream *s)
{
   r6_target(s, 7, 71, 2, 26);
   draw(s);
}

static void
target_too_large_but_masked(struct stream *s)
{
   r6_target(s, 7, 71, 2, 26);
   ctx(s, R6_CB_TARGET_MASK_OFFSET, 0);
   draw(s);
}

static void
target_too_large_without_draw(struct stream *s)
{
   r6_target(s, 7, 71, 2, 26);
}

static void
target_two_layers(struct stream *s)
{
   r6_target(s, 7, 63, 2, 26);
   ctx(s, R6_CB_COLOR_VIEW_OFFSET(0), R6_CB_COLOR_VIEW(.SLICE_MAX = 1));
   draw(s);
}

static void
target_bad_format(struct stream *s)
{
   r6_target(s, 7, 63, 2, 44);
   draw(s);
}

static void
target_bad_mode(struct stream *s)
{
   r6_target(s, 7, 63, 3, 26);
   draw(s);
}

static void
target_pitch(struct stream *s)
{
   r6_target(s, 6, 55, 1, 26);
   draw(s);
}

static void
target_base_alignment(struct stream *s)
{
   r6_target(s, 7, 63, 4, 26); /* 2D on RV770: 64 * 8 * 8 * 4 bytes, larger than the buffer */
   s->bo[0].gpu_addr += 0x100;
   draw(s);
}

static void
target_without_buffer(struct stream *s)
{
   ctx(s, R6_DB_DEPTH_CONTROL_OFFSET, 0);
   ctx(s, R6_CB_COLOR_INFO_OFFSET(0), R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2));
   draw(s);
}

static void
depth_never_set(struct stream *s)
{
   draw(s);
}

static void
r6_depth(struct stream *s, uint32_t array_mode, uint32_t slice_max)
{
   ctx(s, R6_DB_DEPTH_CONTROL_OFFSET, R6_DB_DEPTH_CONTROL(.Z_ENABLE = 1));
   ctx(s, R6_DB_DEPTH_SIZE_OFFSET, R6_DB_DEPTH_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = slice_max));
   ctx(s, R6_DB_DEPTH_VIEW_OFFSET, 0);
   ctx(s, R6_DB_DEPTH_INFO_OFFSET, R6_DB_DEPTH_INFO(.FORMAT = 3, .ARRAY_MODE = array_mode));
   ctx(s, R6_DB_DEPTH_BASE_OFFSET, 0);
   nop_reloc(s, 0);
   draw(s);
}

static void
depth_fits(struct stream *s)
{
   r6_depth(s, 2, 63);
}

static void
depth_too_large(struct stream *s)
{
   r6_depth(s, 2, 71);
}

static void
depth_linear(struct stream *s)
{
   r6_depth(s, 1, 63);
}

/* HTILE of 64x64 pixels on RV770 (8 pipes): 512x512 pixels of padding, 16384 bytes. */
static void
r6_htile(struct stream *s, bool with_bo, uint32_t offset_256B)
{
   ctx(s, R6_DB_HTILE_SURFACE_OFFSET, 0);
   if (with_bo) {
      ctx(s, R6_DB_HTILE_DATA_BASE_OFFSET, offset_256B);
      nop_reloc(s, 0);
   }
   ctx(s, R6_CB_TARGET_MASK_OFFSET, 0);
   r6_depth(s, 2, 63);
   s->n -= 3; /* the draw */
   ctx(s, R6_DB_DEPTH_INFO_OFFSET, R6_DB_DEPTH_INFO(.FORMAT = 3, .ARRAY_MODE = 2, .TILE_SURFACE_ENABLE = 1));
   draw(s);
}

static void
htile_fits(struct stream *s)
{
   r6_htile(s, true, 0);
}

static void
htile_too_large(struct stream *s)
{
   r6_htile(s, true, 1);
}

static void
htile_without_buffer(struct stream *s)
{
   r6_htile(s, false, 0);
}

static void
r6_masks(struct stream *s, uint32_t tile_mode, uint32_t cmask_blocks, uint32_t fmask_tiles)
{
   ctx(s, R6_PA_SC_AA_CONFIG_OFFSET, R6_PA_SC_AA_CONFIG(.MSAA_NUM_SAMPLES = 1));
   r6_target(s, 7, 31, 2, 26);
   ctx(s, R6_CB_COLOR_TILE_OFFSET(0), 0);
   nop_reloc(s, 0);
   ctx(s, R6_CB_COLOR_FRAG_OFFSET(0), 0);
   nop_reloc(s, 0);
   ctx(s, R6_CB_COLOR_MASK_OFFSET(0),
       R6_CB_COLOR_MASK(.CMASK_BLOCK_MAX = cmask_blocks - 1, .FMASK_TILE_MAX = fmask_tiles - 1));
   ctx(s, R6_CB_COLOR_INFO_OFFSET(0),
       R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .TILE_MODE = tile_mode));
   draw(s);
}

static void
masks_fit(struct stream *s)
{
   r6_masks(s, 2, 128, 1024);
}

static void
cmask_too_large(struct stream *s)
{
   r6_masks(s, 1, 129, 1);
}

static void
fmask_too_large(struct stream *s)
{
   r6_masks(s, 2, 128, 1025);
}

static void
masks_off(struct stream *s)
{
   r6_masks(s, 0, 129, 1025);
}

static void
tile_mode_3(struct stream *s)
{
   r6_masks(s, 3, 1, 1);
}

static void
eg_target_fits(struct stream *s)
{
   eg_target(s, 7, 63, 2, 26);
   draw(s);
}

static void
eg_target_too_large(struct stream *s)
{
   eg_target(s, 7, 71, 2, 26);
   draw(s);
}

static void
eg_target_2d_pitch(struct stream *s)
{
   eg_target(s, 6, 55, 4, 26);
   draw(s);
}

static void
eg_depth(struct stream *s, uint32_t height_max)
{
   ctx(s, EG_DB_DEPTH_CONTROL_OFFSET, EG_DB_DEPTH_CONTROL(.Z_ENABLE = 1));
   ctx(s, EG_CB_TARGET_MASK_OFFSET, 0);
   ctx(s, EG_DB_DEPTH_VIEW_OFFSET, 0);
   PACKET(s, DB_PKT3_SET_CONTEXT_REG, (EG_DB_Z_INFO_OFFSET - 0x28000) / 4,
          EG_DB_Z_INFO(.FORMAT = 3, .ARRAY_MODE = 2), 0, 0, 0, 0, 0,
          EG_DB_DEPTH_SIZE(.PITCH_TILE_MAX = 7, .HEIGHT_TILE_MAX = height_max),
          EG_DB_DEPTH_SLICE(.SLICE_TILE_MAX = (height_max + 1) * 8 - 1));
   for (int i = 0; i < 4; i++)
      nop_reloc(s, 0);
   draw(s);
}

static void
eg_depth_fits(struct stream *s)
{
   eg_depth(s, 7);
}

static void
eg_depth_too_large(struct stream *s)
{
   eg_depth(s, 8);
}

/* A resolve reads a target that the mask hides. */
static void
resolve_checks_all(struct stream *s)
{
   r6_target(s, 7, 71, 2, 26);
   ctx(s, R6_CB_TARGET_MASK_OFFSET, 0xf0);
   ctx(s, R6_CB_COLOR_CONTROL_OFFSET, R6_CB_COLOR_CONTROL(.SPECIAL_OP = 7));
   draw(s);
}

static void
low_1d_target(struct stream *s)
{
   r6_target(s, 7, 3, 2, 26); /* 64x4: not rounded down to nothing, and 4 is no multiple of 8 */
   draw(s);
}

static void
multipass_hides(struct stream *s)
{
   r6_target(s, 7, 71, 2, 26);
   ctx(s, R6_SX_MISC_OFFSET, 1);
   draw(s);
}

static void
second_draw_counts(struct stream *s)
{
   r6_target(s, 7, 63, 2, 26);
   draw(s);
   ctx(s, R6_CB_COLOR_VIEW_OFFSET(0), R6_CB_COLOR_VIEW(.SLICE_MAX = 1));
   draw(s);
}

static void
other_buffer_counts(struct stream *s)
{
   r6_target(s, 7, 63, 2, 26);
   draw(s);
   ctx(s, R6_CB_COLOR_BASE_OFFSET(0), 0);
   nop_reloc(s, 2);
   draw(s);
}

static void
eg_linear_7_rows_too_high(struct stream *s)
{
   eg_target(s, 7, 70, 0, 26);
   draw(s);
}

static void
eg_linear_8_rows_too_high(struct stream *s)
{
   eg_target(s, 7, 71, 0, 26);
   draw(s);
}

static void
eg_tile_split_7(struct stream *s)
{
   eg_target(s, 63, 511, 4, 26);
   s->dw[s->n - 14] = EG_CB_COLOR_ATTRIB(.TILE_SPLIT = 7);
   draw(s);
}

static void
eg_stencil(struct stream *s, uint32_t slice_max, bool htile)
{
   ctx(s, EG_DB_DEPTH_CONTROL_OFFSET, EG_DB_DEPTH_CONTROL(.STENCIL_ENABLE = 1));
   ctx(s, EG_CB_TARGET_MASK_OFFSET, 0);
   ctx(s, EG_DB_DEPTH_VIEW_OFFSET, 0);
   PACKET(s, DB_PKT3_SET_CONTEXT_REG, (EG_DB_Z_INFO_OFFSET - 0x28000) / 4,
          EG_DB_Z_INFO(.ARRAY_MODE = 2, .TILE_SURFACE_ENABLE = htile), EG_DB_STENCIL_INFO(.FORMAT = 1), 0, 0,
          0, 0, EG_DB_DEPTH_SIZE(.PITCH_TILE_MAX = 31), EG_DB_DEPTH_SLICE(.SLICE_TILE_MAX = slice_max));
   for (int i = 0; i < 4; i++)
      nop_reloc(s, 0);
   draw(s);
}

/* 104 pixels: a multiple of 8, which four bytes want, not of 32. */
static void
eg_stencil_pitch(struct stream *s)
{
   eg_stencil(s, 13 * 8 - 1, false);
   for (uint32_t i = 0; i < s->n; i++)
      if (s->dw[i] == EG_DB_DEPTH_SIZE(.PITCH_TILE_MAX = 31))
         s->dw[i] = EG_DB_DEPTH_SIZE(.PITCH_TILE_MAX = 12);
}

static void
eg_stencil_fits(struct stream *s)
{
   eg_stencil(s, 255, false); /* 256x64 bytes */
}

static void
eg_stencil_too_large(struct stream *s)
{
   eg_stencil(s, 287, false);
}

static void
eg_stencil_htile(struct stream *s)
{
   eg_stencil(s, 255, true);
}

static void
eg_stencil_without_buffer(struct stream *s)
{
   ctx(s, EG_DB_DEPTH_CONTROL_OFFSET, EG_DB_DEPTH_CONTROL(.STENCIL_ENABLE = 1));
   ctx(s, EG_CB_TARGET_MASK_OFFSET, 0);
   draw(s);
}

/* ---- stream-out ---- */

static void
r6_strmout(struct stream *s, bool buffer, uint32_t offset_256B, uint32_t size_dw)
{
   ctx(s, R6_CB_TARGET_MASK_OFFSET, 0);
   ctx(s, R6_DB_DEPTH_CONTROL_OFFSET, 0);
   ctx(s, R6_VGT_STRMOUT_EN_OFFSET, 1);
   ctx(s, R6_VGT_STRMOUT_BUFFER_EN_OFFSET, 4);
   ctx(s, R6_VGT_STRMOUT_BUFFER_SIZE_2_OFFSET, size_dw);
   if (buffer) {
      ctx(s, R6_VGT_STRMOUT_BUFFER_BASE_2_OFFSET, offset_256B);
      nop_reloc(s, 0);
   }
   draw(s);
}

static void
strmout_fits(struct stream *s)
{
   r6_strmout(s, true, 1, (64 * 64 * 4 - 256) / 4);
}

static void
strmout_too_large(struct stream *s)
{
   r6_strmout(s, true, 1, (64 * 64 * 4 - 256) / 4 + 1);
}

static void
strmout_without_buffer(struct stream *s)
{
   r6_strmout(s, false, 0, 1);
}

static void
eg_strmout(struct stream *s, uint32_t streams)
{
   ctx(s, EG_CB_TARGET_MASK_OFFSET, 0);
   ctx(s, EG_DB_DEPTH_CONTROL_OFFSET, 0);
   ctx(s, EG_VGT_STRMOUT_CONFIG_OFFSET, streams);
   ctx(s, EG_VGT_STRMOUT_BUFFER_CONFIG_OFFSET, 0x0020); /* stream 1 goes to buffer 1 */
   draw(s);
}

static void
eg_strmout_other_stream(struct stream *s)
{
   eg_strmout(s, 1);
}

static void
eg_strmout_without_buffer(struct stream *s)
{
   eg_strmout(s, 2);
}

static void
strmout_base(struct stream *s, uint32_t i, uint32_t base, uint32_t bo)
{
   ctx(s, R6_VGT_STRMOUT_BUFFER_BASE_2_OFFSET, 4);
   nop_reloc(s, 1);
   PACKET(s, DB_PKT3_STRMOUT_BASE_UPDATE, i, base);
   nop_reloc(s, bo);
}

static void
strmout_base_same(struct stream *s)
{
   strmout_base(s, 2, 4, 1);
}

static void
strmout_base_other_place(struct stream *s)
{
   strmout_base(s, 2, 5, 1);
}

static void
strmout_base_other_buffer(struct stream *s)
{
   strmout_base(s, 2, 4, 0);
}

static void
strmout_base_index(struct stream *s)
{
   strmout_base(s, 4, 4, 1);
}

static void
strmout_filled_size_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_STRMOUT_BUFFER_UPDATE, 1, 256, 0, 0, 0);
   nop_reloc(s, 2);
}

static void
strmout_source_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_STRMOUT_BUFFER_UPDATE, 2 << 1, 0, 0, 256, 0);
   nop_reloc(s, 2);
}

/* ---- packets ---- */

static void
missing_nop_at_end(struct stream *s)
{
   ctx(s, R6_SQ_PGM_START_PS_OFFSET, 0);
}

static void
missing_nop_other_packet(struct stream *s)
{
   ctx(s, R6_SQ_PGM_START_PS_OFFSET, 0);
   PACKET(s, DB_PKT3_NUM_INSTANCES, 1);
}

static void
nop_beyond_list(struct stream *s)
{
   ctx(s, R6_SQ_PGM_START_PS_OFFSET, 0);
   nop_reloc(s, 3);
}

static void
nop_not_of_four(struct stream *s)
{
   ctx(s, R6_SQ_PGM_START_PS_OFFSET, 0);
   put(s, 0xC0001000);
   put(s, 2);
}

static void
stray_nop(struct stream *s)
{
   nop_reloc(s, 77); /* nobody asks for it: payload */
}

static void
forbidden_config(struct stream *s)
{
   config(s, 0x8010, 0);
}

static void
forbidden_context(struct stream *s)
{
   ctx(s, R6_VGT_OUT_DEALLOC_CNTL_OFFSET, 16);
}

static void
window_overrun(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_CONTEXT_REG, 0x3ff, 0, 0);
}

static void
window_high_bits(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_CONTEXT_REG, 0x10000, 0);
}

static void
truncated(struct stream *s)
{
   PACKET(s, DB_PKT3_DRAW_INDEX_AUTO, 3, 2);
   s->n--;
}

static void
short_packet(struct stream *s)
{
   PACKET(s, DB_PKT3_DRAW_INDEX_AUTO, 3);
}

static void
long_packet(struct stream *s)
{
   PACKET(s, DB_PKT3_NUM_INSTANCES, 1, 1);
}

static void
type0(struct stream *s)
{
   put(s, 0x2000);
   put(s, 0);
}

static void
unknown_opcode(struct stream *s)
{
   PACKET(s, 0x19, 0);
}

static void
kernel_only_packet(struct stream *s)
{
   PACKET(s, DB_PKT3_INDIRECT_BUFFER, 0, 0, 0);
}

static void
fillers(struct stream *s)
{
   put(s, 0x80000000);
   put(s, 0x80000000);
}

static void
event_two_dwords(struct stream *s)
{
   PACKET(s, DB_PKT3_EVENT_WRITE, DB_EVENT_ZPASS_DONE | 1 << 8, 0);
}

static void
event_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_EVENT_WRITE, DB_EVENT_ZPASS_DONE | 1 << 8, 256, 0);
   nop_reloc(s, 2);
}

static void
mem_write_unaligned(struct stream *s)
{
   PACKET(s, DB_PKT3_MEM_WRITE, 4, 0, 1, 2);
   nop_reloc(s, 2);
}

static void
dma_source_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 0, 0, 0, 260);
   nop_reloc(s, 2);
   nop_reloc(s, 1);
}

static void
dma_registers(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 0, 0, 0, 4 | 1u << 26);
   nop_reloc(s, 2);
   nop_reloc(s, 1);
}

static void
dma_destination_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 0, 0, 0, 260);
   nop_reloc(s, 1);
   nop_reloc(s, 2);
}

static void
dma_fixed_address(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 0, 0, 0, 4 | 1u << 29);
   nop_reloc(s, 1);
   nop_reloc(s, 1);
}

static void
dma_fill_odd(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 2u << 29, 0, 0, 6);
   nop_reloc(s, 1);
}

static void
dma_share(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 1u << 29, 0, 0, 4);
   nop_reloc(s, 1);
}

static void
index_buffer_outside(struct stream *s)
{
   r6_target(s, 7, 63, 2, 26);
   PACKET(s, DB_PKT3_DRAW_INDEX, 257, 0, 3, 0);
   nop_reloc(s, 2);
}

static void
index_buffer_no_nop(struct stream *s)
{
   r6_target(s, 7, 63, 2, 26);
   PACKET(s, DB_PKT3_DRAW_INDEX, 0, 0, 3, 0);
}

static void
eg_index_base_no_nop(struct stream *s)
{
   PACKET(s, DB_PKT3_INDEX_BASE, 0, 0);
}

static void
predication_3(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_PREDICATION, 0, 3 << 16);
   nop_reloc(s, 1);
}

static void
predication_off(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_PREDICATION, 0, 0);
}

static void
predication_no_nop(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_PREDICATION, 0, 1 << 16);
}

static void
wait_memory_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_WAIT_REG_MEM, 3 | 1 << 4, 256, 0, 0, 0, 4);
   nop_reloc(s, 2);
}

static void
copy_from_forbidden(struct stream *s)
{
   PACKET(s, DB_PKT3_COPY_DW, 2, 0x8010 / 4, 0, 0, 0);
   nop_reloc(s, 1);
}

static void
copy_to_forbidden(struct stream *s)
{
   PACKET(s, DB_PKT3_COPY_DW, 1, 0, 0, 0x8010 / 4, 0);
   nop_reloc(s, 1);
}

static void
set_base_0(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_BASE, 0, 0, 0);
   nop_reloc(s, 1);
}

static void
append_count_register(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_APPEND_CNT, 1, 0, 0);
   nop_reloc(s, 1);
}

static void
bool_constants_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_BOOL_CONST, 6, 0);
}

static void
loop_constants_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_LOOP_CONST, 0x60, 0);
}

static void
alu_constants_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_ALU_CONST, 0x800, 0);
}

static void
full_sync(struct stream *s)
{
   PACKET(s, DB_PKT3_SURFACE_SYNC, 1 << 23, 0xffffffff, 0, 10);
}

static void
partial_sync_no_nop(struct stream *s)
{
   PACKET(s, DB_PKT3_SURFACE_SYNC, 1 << 23, 4, 0, 10);
}

static void
wait_register_pfp(struct stream *s)
{
   PACKET(s, DB_PKT3_WAIT_REG_MEM, 3 | 1 << 8, 0x2000, 0, 0, 0, 4);
}

static void
sampler_not_of_three(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_SAMPLER, 0, 1, 2);
}

static void
resource_not_of_seven(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0, 1, 2, 3, 4, 5, 6);
}

static void
resource_bad_type(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0, 0, 0, 0, 0, 0, 0, 1u << 30);
}

static void
vertex_buffer_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 160 * 7, 256, 15, 16 << 8, 0, 0, 0, 3u << 30);
   nop_reloc(s, 2);
}

/* 2D texture, RGBA8, 1D tiles, all of buffer bo. */
static void
r6_texture(struct stream *s, uint32_t w, uint32_t h, uint32_t levels, uint32_t bo)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0,
          R6_SQ_TEX_RESOURCE_WORD0(.DIM = 1, .TILE_MODE = 2, .PITCH = w / 8 - 1, .TEX_WIDTH = w - 1),
          R6_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = h - 1, .DATA_FORMAT = 26), 0, 0, 0,
          R6_SQ_TEX_RESOURCE_WORD5(.LAST_LEVEL = levels - 1), R6_SQ_TEX_RESOURCE_WORD6(.TYPE = 2));
   nop_reloc(s, bo);
   nop_reloc(s, bo);
}

static void
texture_fits(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 0);
}

static void
texture_too_large(struct stream *s)
{
   r6_texture(s, 64, 65, 1, 0);
}

static void
texture_mips_only_warned(struct stream *s)
{
   r6_texture(s, 64, 64, 7, 0);
}

static void
texture_one_nop(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 0);
   s->n -= 2;
}

static void
eg_texture(struct stream *s, uint32_t w, uint32_t h, uint32_t levels, uint32_t mip_256B)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0,
          EG_SQ_TEX_RESOURCE_WORD0(.DIM = 1, .PITCH = w / 8 - 1, .TEX_WIDTH = w - 1),
          EG_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = h - 1, .ARRAY_MODE = 2), 0, mip_256B, 0,
          EG_SQ_TEX_RESOURCE_WORD5(.LAST_LEVEL = levels - 1), 0,
          EG_SQ_TEX_RESOURCE_WORD7(.DATA_FORMAT = 26, .TYPE = 2));
   nop_reloc(s, 0);
   nop_reloc(s, 0);
}

static void
eg_texture_fits(struct stream *s)
{
   eg_texture(s, 32, 32, 2, 16); /* 4096 bytes, then 16x16 */
}

static void
eg_texture_mips_outside(struct stream *s)
{
   eg_texture(s, 64, 64, 2, 61);
}

static void
eg_texture_2d(struct stream *s, uint32_t base_256B, uint32_t mip_256B, uint32_t tile_split)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0, EG_SQ_TEX_RESOURCE_WORD0(.DIM = 1, .PITCH = 7, .TEX_WIDTH = 63),
          EG_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = 63, .ARRAY_MODE = 4), base_256B, mip_256B, 0, 0,
          EG_SQ_TEX_RESOURCE_WORD6(.TILE_SPLIT = tile_split),
          EG_SQ_TEX_RESOURCE_WORD7(.DATA_FORMAT = 26, .TYPE = 2, .NUM_BANKS = 2));
   nop_reloc(s, 1);
   nop_reloc(s, 1);
}

static void
eg_texture_2d_fits(struct stream *s)
{
   eg_texture_2d(s, 64, 128, 4);
}

static void
eg_texture_2d_base(struct stream *s)
{
   eg_texture_2d(s, 65, 128, 4);
}

static void
eg_texture_2d_mip(struct stream *s)
{
   eg_texture_2d(s, 64, 129, 4);
}

static void
eg_texture_2d_split(struct stream *s)
{
   eg_texture_2d(s, 64, 128, 7);
}

static void
texture_format(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 0);
   s->dw[3] = R6_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = 63, .DATA_FORMAT = 63);
}

static void
texture_pitch(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 1);
   s->dw[2] = R6_SQ_TEX_RESOURCE_WORD0(.DIM = 1, .TILE_MODE = 1, .PITCH = 6, .TEX_WIDTH = 50);
}

static void
texture_array_mode(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 1);
   s->dw[2] = R6_SQ_TEX_RESOURCE_WORD0(.DIM = 1, .TILE_MODE = 3, .PITCH = 7, .TEX_WIDTH = 63);
}

static void
r6_cube(struct stream *s)
{
   r6_texture(s, 24, 16, 1, 0); /* 1536 bytes a face... */
   s->dw[2] = R6_SQ_TEX_RESOURCE_WORD0(.DIM = 3, .TILE_MODE = 2, .PITCH = 2, .TEX_WIDTH = 23);
   s->bo[0].size_B = 6 * 24 * 16 * 4; /* ... and room for six */
}

static void
resource_bursts(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 3, 0, 0, 0, 0, 0, 0, 3u << 30);
}

static void
cm_eqaa(struct stream *s)
{
   ctx(s, 0x28804, 0);
}

static void
surface_base_update(struct stream *s)
{
   PACKET(s, DB_PKT3_SURFACE_BASE_UPDATE, 2);
}

static void
start_3d(struct stream *s)
{
   PACKET(s, DB_PKT3_START_3D_CMDBUF, 0);
}

static void
draw_offset_2(struct stream *s)
{
   PACKET(s, DB_PKT3_DRAW_INDEX_OFFSET_2, 3, 0, 3, 0);
}

static void
indirect_without_base(struct stream *s)
{
   PACKET(s, DB_PKT3_DRAW_INDIRECT, 0, 2);
}

static void
indirect_outside(struct stream *s)
{
   eg_target(s, 7, 63, 2, 26);
   PACKET(s, DB_PKT3_SET_BASE, 1, 0, 0);
   nop_reloc(s, 2);
   PACKET(s, DB_PKT3_DRAW_INDIRECT, 244, 2);
}

static void
va_alu_const(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_ALU_CONST, 0, 0);
}

static void
va_no_nops(struct stream *s)
{
   ctx(s, EG_SQ_PGM_START_PS_OFFSET, 0x1234);
   PACKET(s, DB_PKT3_EVENT_WRITE, DB_EVENT_ZPASS_DONE | 1 << 8, 0x1000, 0);
}

static const struct test_case {
   const char *name, *chip;
   void (*build)(struct stream *s);
   const char *text; /* part of the error; NULL: the stream is legal */
} cases[] = {
   {"target fits",                  "RV770",   target_fits,                   NULL                                                       },
   {"target too large",             "RV770",   target_too_large,
    "colour buffer 0: ends at byte 18432 of a buffer of 16384"                                                                           },
   {"masked target",                "RV770",   target_too_large_but_masked,   NULL                                                       },
   {"no draw, no surface",          "RV770",   target_too_large_without_draw, NULL                                                       },
   {"two layers in one",            "RV770",   target_two_layers,             "ends at byte 32768"                                       },
   {"format no colour",             "RV770",   target_bad_format,             "format 44 is none of a colour buffer"                     },
   {"array mode",                   "RV770",   target_bad_mode,               "has array mode 3"                                         },
   {"pitch",                        "RV770",   target_pitch,                  "pitch 56 is no multiple of 64"                            },
   {"base alignment",               "RV770",   target_base_alignment,         "is not aligned to 16384 bytes"                            },
   {"target without buffer",        "RV770",   target_without_buffer,
    "colour buffer 0: enabled but has no buffer (CB_COLOR0_BASE)"                                                                        },
   {"depth never set",              "RV770",   depth_never_set,               "depth buffer 0: enabled but has no buffer (DB_DEPTH_BASE)"},
   {"depth fits",                   "RV770",   depth_fits,                    NULL                                                       },
   {"depth too large",              "RV770",   depth_too_large,               "depth buffer 0: ends at byte 18432"                       },
   {"depth linear",                 "RV770",   depth_linear,                  "depth buffer 0: array mode 1, but only"                   },
   {"HTILE fits",                   "RV770",   htile_fits,                    NULL                                                       },
   {"HTILE too large",              "RV770",   htile_too_large,               "HTILE ends at byte 16640 of a buffer of 16384"            },
   {"HTILE without buffer",         "RV770",   htile_without_buffer,          "HTILE is enabled but has no buffer"                       },
   {"masks fit",                    "RV770",   masks_fit,                     NULL                                                       },
   {"CMASK too large",              "RV770",   cmask_too_large,               "CMASK of colour buffer 0 ends at byte 16512"              },
   {"FMASK too large",              "RV770",   fmask_too_large,               "FMASK of colour buffer 0 ends at byte 16400"              },
   {"masks off",                    "RV770",   masks_off,                     NULL                                                       },
   {"tile mode 3",                  "RV770",   tile_mode_3,                   "tile mode 3"                                              },
   {"eg target fits",               "CYPRESS", eg_target_fits,                NULL                                                       },
   {"eg target too large",          "CYPRESS", eg_target_too_large,           "colour buffer 0: ends at byte 18432"                      },
   {"eg 2D pitch",                  "CYPRESS", eg_target_2d_pitch,            "pitch 56 is no multiple of 64"                            },
   {"eg depth fits",                "CYPRESS", eg_depth_fits,                 NULL                                                       },
   {"eg depth too large",           "CYPRESS", eg_depth_too_large,            "depth buffer 0: ends at byte 18432"                       },
   {"resolve checks all",           "RV770",   resolve_checks_all,            "colour buffer 0: ends at byte 18432"                      },
   {"1D target of 4 rows",          "RV770",   low_1d_target,                 "height 4 is no multiple of 8"                             },
   {"multipass hides",              "RV770",   multipass_hides,               NULL                                                       },
   {"second draw",                  "RV770",   second_draw_counts,            "ends at byte 32768"                                       },
   {"other buffer",                 "RV770",   other_buffer_counts,           "of a buffer of 256 bytes"                                 },
   {"eg linear, 7 rows more",       "CYPRESS", eg_linear_7_rows_too_high,     NULL                                                       },
   {"eg linear, 8 rows more",       "CYPRESS", eg_linear_8_rows_too_high,     "ends at byte 18432"                                       },
   {"eg tile split",                "CYPRESS", eg_tile_split_7,               "array mode 4 with a tile split beyond"                    },
   {"eg stencil pitch",             "CYPRESS", eg_stencil_pitch,              NULL                                                       },
   {"eg stencil fits",              "CYPRESS", eg_stencil_fits,               NULL                                                       },
   {"eg stencil too large",         "CYPRESS", eg_stencil_too_large,          "stencil buffer 0: ends at byte 18432"                     },
   {"eg stencil HTILE",             "CYPRESS", eg_stencil_htile,
    "HTILE is enabled but has no buffer (DB_HTILE_DATA_BASE)"                                                                            },
   {"eg stencil no buffer",         "CYPRESS", eg_stencil_without_buffer,
    "enabled but has no buffer (DB_STENCIL_READ_BASE)"                                                                                   },
   {"stream-out fits",              "RV770",   strmout_fits,                  NULL                                                       },
   {"stream-out too large",         "RV770",   strmout_too_large,
    "stream-out buffer 2 ends at byte 16388 of a buffer of 16384"                                                                        },
   {"stream-out no buffer",         "RV770",   strmout_without_buffer,
    "stream-out buffer 2 is enabled but has no buffer"                                                                                   },
   {"eg other stream",              "CYPRESS", eg_strmout_other_stream,       NULL                                                       },
   {"eg stream-out no buffer",      "CYPRESS", eg_strmout_without_buffer,
    "stream-out buffer 1 is enabled but has no buffer"                                                                                   },
   {"stream-out base",              "RV770",   strmout_base_same,             NULL                                                       },
   {"stream-out base on RV670",     "RV670",   strmout_base_same,             "is not for RV670"                                         },
   {"stream-out base on RS880",     "RS880",   strmout_base_same,             NULL                                                       },
   {"stream-out base place",        "RV770",   strmout_base_other_place,      "names another place than the register"                    },
   {"stream-out base buffer",       "RV770",   strmout_base_other_buffer,     "names another place than the register"                    },
   {"stream-out base index",        "RV770",   strmout_base_index,            "stream-out buffer 4 does not exist"                       },
   {"filled size outside",          "RV770",   strmout_filled_size_outside,
    "the filled size's destination: 4 bytes at byte 256"                                                                                 },
   {"stream-out source",            "CYPRESS", strmout_source_outside,
    "the buffer offset's source: 4 bytes at byte 256"                                                                                    },
   {"DMA to outside",               "RV770",   dma_destination_outside,       "the copy's destination: 260 bytes at byte 0"              },
   {"DMA fixed address",            "RV770",   dma_fixed_address,             "keeps an address of memory fixed"                         },
   {"DMA fill",                     "CYPRESS", dma_fill_odd,                  "fills 6 bytes"                                            },
   {"DMA from GDS",                 "CYPRESS", dma_share,                     "global data share"                                        },
   {"index buffer outside",         "RV770",   index_buffer_outside,          "the index buffer: 0 bytes at byte 257"                    },
   {"index buffer",                 "RV770",   index_buffer_no_nop,           "the index buffer needs a relocation"                      },
   {"index base",                   "CYPRESS", eg_index_base_no_nop,          "the index buffer needs a relocation"                      },
   {"predication 3",                "RV770",   predication_3,                 "predication operation 3 does not exist"                   },
   {"predication off",              "RV770",   predication_off,               NULL                                                       },
   {"predication",                  "RV770",   predication_no_nop,            "the predicate needs a relocation"                         },
   {"wait outside",                 "CYPRESS", wait_memory_outside,           "the polled address: 4 bytes at byte 256"                  },
   {"copy from register",           "RV770",   copy_from_forbidden,           "may not touch register GRBM_STATUS"                       },
   {"copy to register",             "CYPRESS", copy_to_forbidden,             "may not touch register"                                   },
   {"base 0",                       "CYPRESS", set_base_0,                    "sets base 0"                                              },
   {"append count",                 "CYPRESS", append_count_register,         "from elsewhere than memory"                               },
   {"bool constants",               "CYPRESS", bool_constants_outside,        "outside of the window"                                    },
   {"loop constants",               "RV770",   loop_constants_outside,        "outside of the window"                                    },
   {"ALU constants",                "RV770",   alu_constants_outside,         "outside of the window"                                    },
   {"eg 2D texture fits",           "CYPRESS", eg_texture_2d_fits,            NULL                                                       },
   {"eg 2D texture base",           "CYPRESS", eg_texture_2d_base,            "texture base 0x4100 is not aligned to 16384"              },
   {"eg 2D texture mips",           "CYPRESS", eg_texture_2d_mip,             "texture mip base 0x8100 is not aligned to 16384"          },
   {"eg 2D texture split",          "CYPRESS", eg_texture_2d_split,           "a tile split beyond"                                      },
   {"texture format",               "RV770",   texture_format,                "has a format that is none"                                },
   {"texture pitch",                "RV770",   texture_pitch,                 "texture pitch of 56 blocks is no multiple of 64"          },
   {"texture mode",                 "RV770",   texture_array_mode,            "an array mode that the kernel does not know"              },
   {"cube of six",                  "RV670",   r6_cube,                       NULL                                                       },
   {"cube of eight",                "RV770",   r6_cube,                       "ends at byte 12288 of a buffer of 9216"                   },
   {"resource slot",                "RV770",   resource_bursts,               "slots have 7 dwords"                                      },
   {"DB_EQAA on Cypress",           "CYPRESS", cm_eqaa,                       "may not be written"                                       },
   {"no NOP: end",                  "RV770",   missing_nop_at_end,            "SQ_PGM_START_PS needs a relocation NOP at dword 3"        },
   {"no NOP: other packet",         "RV770",   missing_nop_other_packet,      "needs a relocation NOP"                                   },
   {"NOP beyond list",              "RV770",   nop_beyond_list,               "relocation 12 is not in the list of 3 buffers"            },
   {"NOP odd",                      "RV770",   nop_not_of_four,               "relocation 2 is not in the list"                          },
   {"stray NOP",                    "RV770",   stray_nop,                     NULL                                                       },
   {"forbidden config",             "RV770",   forbidden_config,              "GRBM_STATUS may not be written"                           },
   {"forbidden context",            "RV770",   forbidden_context,             "VGT_OUT_DEALLOC_CNTL may not be written"                  },
   {"window overrun",               "RV770",   window_overrun,                "outside of the window 0x28000..0x29000"                   },
   {"window high bits",             "RV770",   window_high_bits,              "outside of the window"                                    },
   {"truncated",                    "RV770",   truncated,                     "needs 2 body dwords, but the stream ends after 1"         },
   {"short packet",                 "RV770",   short_packet,                  "DRAW_INDEX_AUTO has 1 body dwords instead of 2"           },
   {"long packet",                  "RV770",   long_packet,                   "NUM_INSTANCES has 2 body dwords instead of 1"             },
   {"type 0",                       "RV770",   type0,                         "type-0 packet"                                            },
   {"unknown opcode",               "RV770",   unknown_opcode,                "opcode 0x19 is no packet of RV770"                        },
   {"kernel's packet",              "RV770",   kernel_only_packet,            "INDIRECT_BUFFER is not for users' streams"                },
   {"fillers",                      "RV770",   fillers,                       NULL                                                       },
   {"event length",                 "RV770",   event_two_dwords,              "2 body dwords instead of 1 or 3"                          },
   {"event outside",                "CYPRESS", event_outside,                 "8 bytes at byte 256 do not fit in a buffer of 256"        },
   {"MEM_WRITE alignment",          "CYPRESS", mem_write_unaligned,           "not aligned to 8 bytes"                                   },
   {"DMA outside",                  "RV770",   dma_source_outside,            "the copy's source: 260 bytes at byte 0"                   },
   {"DMA registers",                "CYPRESS", dma_registers,                 "copies from or to registers"                              },
   {"full sync",                    "RV770",   full_sync,                     NULL                                                       },
   {"partial sync",                 "RV770",   partial_sync_no_nop,           "the synchronised range needs a relocation"                },
   {"PFP waits for register",       "RV770",   wait_register_pfp,             "PFP cannot wait"                                          },
   {"sampler size",                 "RV770",   sampler_not_of_three,          "samplers have 3"                                          },
   {"resource size",                "RV770",   resource_not_of_seven,         "slots have 7 dwords"                                      },
   {"resource type",                "RV770",   resource_bad_type,             "resource slot 0 has type 1"                               },
   {"vertex buffer outside",        "RV770",   vertex_buffer_outside,         "starts at byte 256 of a buffer of 256"                    },
   {"texture fits",                 "RV770",   texture_fits,                  NULL                                                       },
   {"texture too large",            "RV770",   texture_too_large,             "texture level 0 (64x65) ends at byte 18432"               },
   {"R7xx mips overrun",            "RV770",   texture_mips_only_warned,      NULL                                                       },
   {"texture, one NOP",             "RV770",   texture_one_nop,               "a texture's mip address needs a relocation"               },
   {"eg texture fits",              "CYPRESS", eg_texture_fits,               NULL                                                       },
   {"eg mips outside",              "CYPRESS", eg_texture_mips_outside,       "texture levels end at byte 19712"                         },
   {"SURFACE_BASE_UPDATE on RV670", "RV670",   surface_base_update,           NULL                                                       },
   {"SURFACE_BASE_UPDATE on R600",  "R600",    surface_base_update,           "is not for R600"                                          },
   {"SURFACE_BASE_UPDATE on RV770", "RV770",   surface_base_update,           "no packet of RV770"                                       },
   {"START_3D_CMDBUF on R600",      "R600",    start_3d,                      NULL                                                       },
   {"START_3D_CMDBUF on RV770",     "RV770",   start_3d,                      "no packet of RV770"                                       },
   {"DRAW_INDEX_OFFSET_2 on RV770", "RV770",   draw_offset_2,                 "is not for R6xx and R7xx"                                 },
   {"indirect without base",        "CYPRESS", indirect_without_base,         "without a SET_BASE"                                       },
   {"indirect outside",             "CYPRESS", indirect_outside,              "arguments end at byte 260"                                },
   {"VA: ALU constants",            "CAYMAN",  va_alu_const,                  "refused with virtual memory"                              },
   {"VA: no NOPs",                  "CAYMAN",  va_no_nops,                    NULL                                                       },
   {"VA: forbidden config",         "CAYMAN",  forbidden_config,              "GRBM_STATUS may not be written"                           },
};

static void
test_rules(void **state)
{
   (void)state;
   struct stream s;
   uint32_t out[512];
   struct check_error err;
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
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

/* Every stream above, cut at every length: no crash, and never a different verdict than "cut" or the one it
 * has. */
static void
test_cut_anywhere(void **state)
{
   (void)state;
   struct stream s;
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      init(&s, cases[i].chip);
      cases[i].build(&s);
      for (uint32_t n = 0; n < s.n; n++) {
         uint32_t *copy = malloc(n * 4 + 1); /* exact size, for AddressSanitizer */
         struct check_error err;
         memcpy(copy, s.dw, n * 4);
         check_stream(s.chip, copy, n, s.bo, 3, NULL, &err);
         free(copy);
      }
   }
}

static void
run_ok(struct stream *s, uint32_t *out)
{
   struct check_error err;
   if (!check_stream(s->chip, s->dw, s->n, s->bo, 3, out, &err))
      fail_msg("%s", err.text);
}

static void
test_patches(void **state)
{
   (void)state;
   struct stream s;
   uint32_t out[512];

   init(&s, "RV770");
   ctx(&s, R6_SQ_PGM_START_VS_OFFSET, 0x10); /* 0 header, 1 offset, 2 value, 3 NOP */
   nop_reloc(&s, 1);
   PACKET(&s, DB_PKT3_SET_CONTEXT_REG, (R6_SQ_ALU_CONST_CACHE_PS_OFFSET(0) - 0x28000) / 4, 1, 2); /* 5.. */
   nop_reloc(&s, 0);
   nop_reloc(&s, 2);
   run_ok(&s, out);
   assert_int_equal(out[2], 0x1ABCD00 + 0x10);
   assert_int_equal(out[7], 0x123400 + 1);
   assert_int_equal(out[8], 0xFF000001 + 2);
   assert_int_equal(out[3], 0xC0001000);

   init(&s, "RV770");
   PACKET(&s, DB_PKT3_SET_RESOURCE, 160 * 7, 0x20, 255, 16 << 8, 0, 0, 0, 3u << 30);
   nop_reloc(&s, 2);
   run_ok(&s, out);
   assert_int_equal(out[2], 0x120);
   assert_int_equal(out[3], 256 - 0x20 - 1); /* cut to the buffer */
   assert_int_equal(out[4], 16 << 8 | 0xFF);

   init(&s, "RV770");
   r6_texture(&s, 64, 64, 1, 0);
   run_ok(&s, out);
   assert_int_equal(out[4], 0x123400);
   assert_int_equal(out[5], 0x123400);

   init(&s, "RV770");
   target_fits(&s);
   s.n -= 3;
   PACKET(&s, DB_PKT3_DRAW_INDEX, 0x40, 0, 3, 0);
   nop_reloc(&s, 1);
   run_ok(&s, out);
   assert_int_equal(out[s.n - 6], 0xABCD0040);
   assert_int_equal(out[s.n - 5], 1);

   init(&s, "CYPRESS");
   PACKET(&s, DB_PKT3_EVENT_WRITE_EOP, DB_EVENT_BOTTOM_OF_PIPE_TS | 5 << 8, 8, 3u << 29, 0, 0);
   nop_reloc(&s, 2);
   PACKET(&s, DB_PKT3_SURFACE_SYNC, 1 << 23, 4, 1, 10);
   nop_reloc(&s, 1);
   run_ok(&s, out);
   assert_int_equal(out[2], 0x108);
   assert_int_equal(out[3], 3u << 29 | 0xFF);
   assert_int_equal(out[11], 0x1ABCD01);

   init(&s, "CYPRESS");
   PACKET(&s, DB_PKT3_CP_DMA, 0x10, 1u << 31, 0x20, 0, 0x40);
   nop_reloc(&s, 1);
   nop_reloc(&s, 2);
   run_ok(&s, out);
   assert_int_equal(out[1], 0xABCD0010);
   assert_int_equal(out[2], 1u << 31 | 1);
   assert_int_equal(out[3], 0x120);
   assert_int_equal(out[4], 0xFF);

   init(&s, "CAYMAN");
   va_no_nops(&s);
   run_ok(&s, out);
   assert_memory_equal(out, s.dw, s.n * 4);
}

/* What is too large but let through must not reach beyond its buffer; HTILE is always 8x8. */
static void
test_cuts(void **state)
{
   (void)state;
   struct stream s;
   uint32_t out[512];
   init(&s, "RV770");
   r6_target(&s, 7, 127, 1, 26); /* linear, 128 rows of 64 in a buffer of 64 */
   draw(&s);
   run_ok(&s, out);
   assert_int_equal(out[8], R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = 63));
   assert_int_equal(s.dw[8], R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = 127));

   init(&s, "CYPRESS");
   eg_target(&s, 7, 67, 0, 26);
   draw(&s);
   run_ok(&s, out);
   assert_int_equal(out[10], 63);
   assert_int_equal(out[9], 7);

   init(&s, "CYPRESS");
   ctx(&s, EG_DB_HTILE_SURFACE_OFFSET, EG_DB_HTILE_SURFACE(.FULL_CACHE = 1));
   run_ok(&s, out);
   assert_int_equal(out[2], EG_DB_HTILE_SURFACE(.FULL_CACHE = 1, .HTILE_WIDTH = 1, .HTILE_HEIGHT = 1));
}

/* Cayman under a kernel without virtual memory: Evergreen's rules, and registers of its own. */
static void
test_cayman_relocs(void **state)
{
   (void)state;
   struct stream s;
   struct check_error err;
   init(&s, "CAYMAN");
   ctx(&s, 0x28804, 0); /* DB_EQAA */
   ctx(&s, EG_SQ_PGM_START_PS_OFFSET, 0);
   nop_reloc(&s, 1);
   assert_true(check_stream_va(s.chip, false, s.dw, s.n, s.bo, 3, NULL, &err));
   init(&s, "CAYMAN");
   config(&s, EG_SX_MEMORY_EXPORT_BASE_OFFSET, 0);
   nop_reloc(&s, 1);
   assert_false(check_stream_va(s.chip, false, s.dw, s.n, s.bo, 3, NULL, &err));
}

/* Waiting for the scan lines, the one use of a type-0 packet, becomes fillers. */
static void
test_scan_lines(void **state)
{
   (void)state;
   static const uint32_t registers[2][2] = {
      {0x6538, 0x653c},
      {0x6b08, 0x6bb8}
   };
   static const char *const chips[] = {"RV770", "CYPRESS"};
   for (unsigned k = 0; k < 2; k++) {
      struct stream s;
      struct check_error err;
      uint32_t out[512];
      init(&s, chips[k]);
      put(&s, registers[k][0] >> 2);
      put(&s, 10 | 200 << 16);
      PACKET(&s, DB_PKT3_WAIT_REG_MEM, 3, registers[k][1] >> 2, 0, 0, 1 << 12, 10);
      nop_reloc(&s, 77); /* a CRTC, no buffer */
      put(&s, 0x80000000);
      if (!check_stream_va(s.chip, false, s.dw, s.n, s.bo, 3, out, &err))
         fail_msg("%s", err.text);
      for (unsigned i = 0; i < 9; i++)
         assert_int_equal(out[i], 0x80000000);
      assert_int_equal(s.n, 12);
      for (uint32_t n = 1; n < 11; n++) /* all of it or nothing */
         assert_false(check_stream_va(s.chip, false, s.dw, n, s.bo, 3, out, &err));
      for (uint32_t dw = 0; dw < 10; dw++) {
         static const bool fixed[10] = {
            [0] = true, [2] = true, [3] = true, [4] = true, [7] = true, [9] = true};
         s.dw[dw] ^= 0x11;
         assert_int_equal(check_stream_va(s.chip, false, s.dw, s.n, s.bo, 3, out, &err), !fixed[dw]);
         s.dw[dw] ^= 0x11;
      }
   }
}

/* Without RADEON_CS_KEEP_TILING_FLAGS the buffer's tiling is put in place of, or added to, the stream's. */
static void
test_buffer_tiling(void **state)
{
   (void)state;
   struct stream s;
   struct check_error err;
   uint32_t out[512];
   for (uint32_t tiling = 0; tiling < 3; tiling++) { /* linear, RADEON_TILING_MACRO, _MICRO */
      static const uint32_t modes[] = {0, 4, 2}, depth_modes[] = {2, 4, 2};
      init(&s, "RV770");
      s.bo[1].tiling_flags = tiling;
      ctx(&s, R6_CB_COLOR_INFO_OFFSET(3), 0x68); /* 0 header, 1 offset, 2 value, 3 NOP */
      nop_reloc(&s, 1);
      ctx(&s, R6_DB_DEPTH_INFO_OFFSET, 15u << 15 | 6);
      nop_reloc(&s, 1);
      ctx(&s, R6_DB_DEPTH_INFO_OFFSET, 6); /* 10.. */
      PACKET(&s, DB_PKT3_SET_RESOURCE, 0, 1 | 7 << 8 | 63u << 19, 63 | 26 << 26, 0, 0, 0, 0,
             2u << 30); /* 13.. */
      nop_reloc(&s, 1);
      nop_reloc(&s, 1);
      if (!check_stream_buffer_tiling(s.chip, s.dw, s.n, s.bo, 3, out, &err))
         fail_msg("%s", err.text);
      assert_int_equal(out[2], 0x68 | modes[tiling] << 8);
      assert_int_equal(out[7], 6 | depth_modes[tiling] << 15);
      assert_int_equal(out[12], 6);
      assert_int_equal(out[15], 1 | 7 << 8 | 63u << 19 | modes[tiling] << 3);
      assert_int_equal(out[17], 0x1ABCD00);
   }
   init(&s, "RV770"); /* what is too large in macro tiles is found so */
   s.bo[0].tiling_flags = 1;
   r6_target(&s, 0, 0, 0, 26);
   ctx(&s, R6_CB_COLOR_INFO_OFFSET(0), 26 << 2);
   nop_reloc(&s, 0);
   draw(&s);
   assert_false(check_stream_buffer_tiling(s.chip, s.dw, s.n, s.bo, 3, out, &err));

   init(&s, "CYPRESS"); /* 8 banks */
   s.bo[1].tiling_flags = 1 | 2 << 8 | 4 << 12 | 2 << 16 | 3 << 24;
   s.bo[1].gpu_addr = 0x1AB000000;
   const uint32_t split = 3, banks = 2, bank_w = 1, bank_h = 2, aspect = 1;
   ctx(&s, EG_DB_Z_INFO_OFFSET, 15 << 4 | 3);
   nop_reloc(&s, 1);
   ctx(&s, EG_CB_COLOR_INFO_OFFSET(9), 26 << 2);
   nop_reloc(&s, 1);
   ctx(&s, EG_CB_COLOR_ATTRIB_OFFSET(9), 0x10);
   nop_reloc(&s, 1);
   PACKET(&s, DB_PKT3_SET_RESOURCE, 0, 1 | 31 << 6 | 255u << 18, 255, 0, 0, 0, 0, 0,
          26 | 2u << 30); /* 15.. */
   nop_reloc(&s, 1);
   nop_reloc(&s, 1);
   if (!check_stream_buffer_tiling(s.chip, s.dw, s.n, s.bo, 3, out, &err))
      fail_msg("%s", err.text);
   assert_int_equal(out[2],
                    3 | 4 << 4 | split << 8 | banks << 12 | bank_w << 16 | bank_h << 20 | aspect << 24);
   assert_int_equal(out[7], 26 << 2 | 4 << 8);
   assert_int_equal(out[12], 0x10 | split << 5 | banks << 10 | bank_w << 13 | bank_h << 16 | aspect << 19);
   assert_int_equal(out[18], 255 | 4u << 28);
   assert_int_equal(out[23], split << 29);
   assert_int_equal(out[24], 26 | aspect << 6 | bank_w << 8 | bank_h << 10 | banks << 16 | 2u << 30);

   init(&s, "CYPRESS"); /* from Evergreen on the relocation has to be there */
   ctx(&s, EG_DB_Z_INFO_OFFSET, 3);
   assert_false(check_stream_buffer_tiling(s.chip, s.dw, s.n, s.bo, 3, out, &err));
   assert_true(check_stream(s.chip, s.dw, s.n, s.bo, 3, out, &err));
}

/* FRAG and TILE without NOPs fall back to the colour buffer's own buffer. */
static void
test_frag_fallback(void **state)
{
   (void)state;
   struct stream s;
   uint32_t out[512];
   init(&s, "RV670");
   ctx(&s, R6_CB_COLOR_BASE_OFFSET(1), 0);
   nop_reloc(&s, 1);
   ctx(&s, R6_CB_COLOR_FRAG_OFFSET(1), 3);
   ctx(&s, R6_CB_COLOR_TILE_OFFSET(1), 4);
   nop_reloc(&s, 0);
   run_ok(&s, out);
   assert_int_equal(out[7], 0x1ABCD00 + 3);
   assert_int_equal(out[10], 0x123400 + 4);
}

static void
test_in_place(void **state)
{
   (void)state;
   struct stream s;
   uint32_t out[512];
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      if (cases[i].text)
         continue;
      init(&s, cases[i].chip);
      cases[i].build(&s);
      run_ok(&s, out);
      run_ok(&s, s.dw);
      assert_memory_equal(out, s.dw, s.n * 4);
   }
}

static void
test_error_position(void **state)
{
   (void)state;
   struct stream s;
   struct check_error err;
   init(&s, "RV770");
   fillers(&s);
   ctx(&s, R6_VGT_OUT_DEALLOC_CNTL_OFFSET, 16);
   assert_false(check_stream(s.chip, s.dw, s.n, s.bo, 3, NULL, &err));
   assert_int_equal(err.packet, 2);
   assert_int_equal(err.packet_dw, 2);
   assert_int_equal(err.dw, 4);
   assert_int_equal(err.reg, R6_VGT_OUT_DEALLOC_CNTL_OFFSET);
   assert_false(check_stream(s.chip, s.dw, s.n, s.bo, 3, NULL, NULL));
}

/* Random dwords behind plausible headers, on each generation: only verdicts, no crash. */
static void
test_noise(void **state)
{
   (void)state;
   static const char *const chips[] = {"R600", "RV770", "CYPRESS", "CAYMAN"};
   struct stream s;
   uint32_t out[512], x = 12345;
   for (unsigned round = 0; round < 20000; round++) {
      init(&s, chips[round % 4]);
      while (s.n < 64) {
         x = x * 1664525 + 1013904223;
         uint32_t op = 0x10 + (x >> 16) % 0x70, count = 1 + (x >> 8) % 12;
         put(&s, DB_PKT3(op, count));
         for (uint32_t i = 0; i < count; i++) {
            x = x * 1664525 + 1013904223;
            put(&s, i == 0 && op >= 0x68 ? x >> 22 : x);
         }
         nop_reloc(&s, x >> 30);
         nop_reloc(&s, x >> 29 & 3);
      }
      struct check_error err;
      check_stream(s.chip, s.dw, s.n, s.bo, 3, out, &err);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rules),         cmocka_unit_test(test_cut_anywhere),
      cmocka_unit_test(test_patches),       cmocka_unit_test(test_frag_fallback),
      cmocka_unit_test(test_in_place),      cmocka_unit_test(test_error_position),
      cmocka_unit_test(test_noise),         cmocka_unit_test(test_cuts),
      cmocka_unit_test(test_cayman_relocs), cmocka_unit_test(test_buffer_tiling),
      cmocka_unit_test(test_scan_lines),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
