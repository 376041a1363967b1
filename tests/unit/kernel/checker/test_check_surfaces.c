/* SPDX-License-Identifier: MIT
 *
 * The stream checker on what a draw uses: colour and depth buffers, their metadata, stream-out. Each case is
 * a stream that keeps or breaks one rule.
 */
#include "check_fixture.h"

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
   ctx(s, R6_PA_SC_AA_CONFIG_OFFSET, 0);
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
   r6_target(s, 7, 31, 2, 26);
   ctx(s, R6_PA_SC_AA_CONFIG_OFFSET, R6_PA_SC_AA_CONFIG(.MSAA_NUM_SAMPLES = 1));
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

/* FMASK counts the rasteriser's samples, even of a resolve's destination, which has one. */
static void
resolve_destination_fmask(struct stream *s)
{
   r6_masks(s, 0, 1, 1);
   s->n -= 3; /* the draw */
   ctx(s, R6_CB_COLOR_CONTROL_OFFSET, R6_CB_COLOR_CONTROL(.SPECIAL_OP = 7));
   ctx(s, R6_CB_COLOR_SIZE_OFFSET(1), R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = 31));
   ctx(s, R6_CB_COLOR_VIEW_OFFSET(1), 0);
   ctx(s, R6_CB_COLOR_BASE_OFFSET(1), 0);
   nop_reloc(s, 0);
   ctx(s, R6_CB_COLOR_TILE_OFFSET(1), 0);
   nop_reloc(s, 0);
   ctx(s, R6_CB_COLOR_FRAG_OFFSET(1), 0);
   nop_reloc(s, 0);
   ctx(s, R6_CB_COLOR_MASK_OFFSET(1), R6_CB_COLOR_MASK(.FMASK_TILE_MAX = 1024));
   ctx(s, R6_CB_COLOR_INFO_OFFSET(1), R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .TILE_MODE = 2));
   draw(s);
}

/* The kernel looks at depth's samples when depth changes, and at no other time. */
static void
samples_after_depth(struct stream *s)
{
   ctx(s, R6_CB_TARGET_MASK_OFFSET, 0);
   depth_fits(s);
   ctx(s, R6_PA_SC_AA_CONFIG_OFFSET, R6_PA_SC_AA_CONFIG(.MSAA_NUM_SAMPLES = 1));
   draw(s);
}

static void
samples_before_depth(struct stream *s)
{
   samples_after_depth(s);
   s->n -= 3;
   ctx(s, R6_DB_DEPTH_VIEW_OFFSET, 0); /* the same value */
   draw(s);
}

static void
linear_aligned_too_large(struct stream *s)
{
   r6_target(s, 7, 64, 1, 26);
   draw(s);
}

static void
linear_general_too_large(struct stream *s)
{
   r6_target(s, 7, 640, 0, 26);
   draw(s);
}

/* The first layer of a linear one's view counts as a byte. */
static void
linear_view_start(struct stream *s)
{
   r6_target(s, 7, 63, 1, 26);
   ctx(s, R6_CB_COLOR_VIEW_OFFSET(0), 1);
   draw(s);
}

static void
eg_pitch_reserved_bits(struct stream *s)
{
   eg_target(s, 0x1fffffff, 63, 2, 26);
   draw(s);
}

static void
eg_slice_reserved_bits(struct stream *s)
{
   eg_target(s, 7, 1 << 22 | 63, 2, 26);
   draw(s);
}

static void
eg_depth_slice_reserved_bits(struct stream *s)
{
   eg_depth(s, 7);
   for (uint32_t i = 0; i < s->n; i++)
      if (s->dw[i] == EG_DB_DEPTH_SLICE(.SLICE_TILE_MAX = 63))
         s->dw[i] |= 1 << 22;
}

static void
eg_index_base_looks(struct stream *s)
{
   eg_target(s, 7, 71, 2, 26);
   PACKET(s, DB_PKT3_INDEX_BASE, 0, 0);
   nop_reloc(s, 1);
}

static void
fmask_without_buffer(struct stream *s)
{
   r6_target(s, 7, 31, 2, 26);
   ctx(s, R6_PA_SC_AA_CONFIG_OFFSET, R6_PA_SC_AA_CONFIG(.MSAA_NUM_SAMPLES = 1));
   ctx(s, R6_CB_COLOR_INFO_OFFSET(0), R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .TILE_MODE = 2));
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

static void
r6_strmout(struct stream *s, bool buffer, uint32_t offset_256B, uint32_t size_dw)
{
   ctx(s, R6_CB_TARGET_MASK_OFFSET, 0);
   ctx(s, R6_DB_DEPTH_CONTROL_OFFSET, 0);
   ctx(s, R6_VGT_STRMOUT_EN_OFFSET, 1);
   ctx(s, R6_VGT_STRMOUT_BUFFER_EN_OFFSET, 4);
   ctx(s, R6_VGT_STRMOUT_BUFFER_SIZE_OFFSET(2), size_dw);
   if (buffer) {
      ctx(s, R6_VGT_STRMOUT_BUFFER_BASE_OFFSET(2), offset_256B);
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
   ctx(s, R6_VGT_STRMOUT_BUFFER_BASE_OFFSET(2), 4);
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

static const struct test_case cases[] = {
   {"target fits",              "RV770",   target_fits,                   NULL                                                       },
   {"target too large",         "RV770",   target_too_large,
    "colour buffer 0: ends at byte 18432 of a buffer of 16384"                                                                       },
   {"masked target",            "RV770",   target_too_large_but_masked,   NULL                                                       },
   {"no draw, no surface",      "RV770",   target_too_large_without_draw, NULL                                                       },
   {"two layers in one",        "RV770",   target_two_layers,             "ends at byte 32768"                                       },
   {"format no colour",         "RV770",   target_bad_format,             "format 44 is none of a colour buffer"                     },
   {"array mode",               "RV770",   target_bad_mode,               "has array mode 3"                                         },
   {"pitch",                    "RV770",   target_pitch,                  "pitch 56 is no multiple of 64"                            },
   {"base alignment",           "RV770",   target_base_alignment,         "is not aligned to 16384 bytes"                            },
   {"target without buffer",    "RV770",   target_without_buffer,
    "colour buffer 0: enabled but has no buffer (CB_COLOR0_BASE)"                                                                    },
   {"depth never set",          "RV770",   depth_never_set,               "depth buffer 0: enabled but has no buffer (DB_DEPTH_BASE)"},
   {"depth fits",               "RV770",   depth_fits,                    NULL                                                       },
   {"depth too large",          "RV770",   depth_too_large,               "depth buffer 0: ends at byte 18432"                       },
   {"depth linear",             "RV770",   depth_linear,                  "depth buffer 0: array mode 1, but only"                   },
   {"HTILE fits",               "RV770",   htile_fits,                    NULL                                                       },
   {"HTILE too large",          "RV770",   htile_too_large,               "HTILE ends at byte 16640 of a buffer of 16384"            },
   {"HTILE without buffer",     "RV770",   htile_without_buffer,          "HTILE is enabled but has no buffer"                       },
   {"masks fit",                "RV770",   masks_fit,                     NULL                                                       },
   {"CMASK too large",          "RV770",   cmask_too_large,               "CMASK of colour buffer 0 ends at byte 16512"              },
   {"FMASK too large",          "RV770",   fmask_too_large,               "FMASK of colour buffer 0 ends at byte 16400"              },
   {"masks off",                "RV770",   masks_off,                     NULL                                                       },
   {"tile mode 3",              "RV770",   tile_mode_3,                   "tile mode 3"                                              },
   {"eg target fits",           "CYPRESS", eg_target_fits,                NULL                                                       },
   {"eg target too large",      "CYPRESS", eg_target_too_large,           "colour buffer 0: ends at byte 18432"                      },
   {"eg 2D pitch",              "CYPRESS", eg_target_2d_pitch,            "pitch 56 is no multiple of 64"                            },
   {"eg depth fits",            "CYPRESS", eg_depth_fits,                 NULL                                                       },
   {"eg depth too large",       "CYPRESS", eg_depth_too_large,            "depth buffer 0: ends at byte 18432"                       },
   {"resolve checks all",       "RV770",   resolve_checks_all,            "colour buffer 0: ends at byte 18432"                      },
   {"1D target of 4 rows",      "RV770",   low_1d_target,                 "height 4 is no multiple of 8"                             },
   {"multipass hides",          "RV770",   multipass_hides,               NULL                                                       },
   {"resolve's FMASK",          "RV770",   resolve_destination_fmask,     "FMASK of colour buffer 1 ends at byte 16400"              },
   {"samples after depth",      "RV770",   samples_after_depth,           NULL                                                       },
   {"samples before depth",     "RV770",   samples_before_depth,          "depth buffer 0: ends at byte 32768"                       },
   {"linear aligned, large",    "RV770",   linear_aligned_too_large,      "ends at byte 16640"                                       },
   {"linear general, large",    "RV770",   linear_general_too_large,      NULL                                                       },
   {"linear view",              "RV770",   linear_view_start,             "ends at byte 16385"                                       },
   {"FMASK without buffer",     "RV770",   fmask_without_buffer,
    "FMASK of colour buffer 0 is enabled but has no buffer"                                                                          },
   {"eg pitch's other bits",    "CYPRESS", eg_pitch_reserved_bits,        "has no pitch"                                             },
   {"eg slice's other bits",    "CYPRESS", eg_slice_reserved_bits,        "ends at byte 1073758208"                                  },
   {"eg depth slice's bits",    "CYPRESS", eg_depth_slice_reserved_bits,
    "depth buffer 0: ends at byte 1073758208"                                                                                        },
   {"eg INDEX_BASE looks",      "CYPRESS", eg_index_base_looks,           "colour buffer 0: ends at byte 18432"                      },
   {"second draw",              "RV770",   second_draw_counts,            "ends at byte 32768"                                       },
   {"other buffer",             "RV770",   other_buffer_counts,           "of a buffer of 256 bytes"                                 },
   {"eg linear, 7 rows more",   "CYPRESS", eg_linear_7_rows_too_high,     NULL                                                       },
   {"eg linear, 8 rows more",   "CYPRESS", eg_linear_8_rows_too_high,     "ends at byte 18432"                                       },
   {"eg tile split",            "CYPRESS", eg_tile_split_7,               "array mode 4 with a tile split beyond"                    },
   {"eg stencil pitch",         "CYPRESS", eg_stencil_pitch,              NULL                                                       },
   {"eg stencil fits",          "CYPRESS", eg_stencil_fits,               NULL                                                       },
   {"eg stencil too large",     "CYPRESS", eg_stencil_too_large,          "stencil buffer 0: ends at byte 18432"                     },
   {"eg stencil HTILE",         "CYPRESS", eg_stencil_htile,
    "HTILE is enabled but has no buffer (DB_HTILE_DATA_BASE)"                                                                        },
   {"eg stencil no buffer",     "CYPRESS", eg_stencil_without_buffer,
    "enabled but has no buffer (DB_STENCIL_READ_BASE)"                                                                               },
   {"stream-out fits",          "RV770",   strmout_fits,                  NULL                                                       },
   {"stream-out too large",     "RV770",   strmout_too_large,
    "stream-out buffer 2 ends at byte 16388 of a buffer of 16384"                                                                    },
   {"stream-out no buffer",     "RV770",   strmout_without_buffer,
    "stream-out buffer 2 is enabled but has no buffer"                                                                               },
   {"eg other stream",          "CYPRESS", eg_strmout_other_stream,       NULL                                                       },
   {"eg stream-out no buffer",  "CYPRESS", eg_strmout_without_buffer,
    "stream-out buffer 1 is enabled but has no buffer"                                                                               },
   {"stream-out base",          "RV770",   strmout_base_same,             NULL                                                       },
   {"stream-out base on RV670", "RV670",   strmout_base_same,             "is not for RV670"                                         },
   {"stream-out base on RS880", "RS880",   strmout_base_same,             NULL                                                       },
   {"stream-out base place",    "RV770",   strmout_base_other_place,      "names another place than the register"                    },
   {"stream-out base buffer",   "RV770",   strmout_base_other_buffer,     "names another place than the register"                    },
   {"stream-out base index",    "RV770",   strmout_base_index,            "stream-out buffer 4 does not exist"                       },
   {"filled size outside",      "RV770",   strmout_filled_size_outside,
    "the filled size's destination: 4 bytes at byte 256"                                                                             },
   {"stream-out source",        "CYPRESS", strmout_source_outside,
    "the buffer offset's source: 4 bytes at byte 256"                                                                                },
};

CHECK_CASES_MAIN
