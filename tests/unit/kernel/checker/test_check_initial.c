/* SPDX-License-Identifier: MIT
 *
 * The stream checker on state that a stream does not write: the kernel takes it for enabled, large and nowhere.
 * Each case is a stream that leaves one register out, or writes it.
 */
#include "check_fixture.h"

enum { ALL = 0, VIEW = 1, SAMPLES = 2, MASK = 4, DEPTH_VIEW = 8, DEPTH_INFO = 16, DEPTH_SIZE = 32 };

/* 64x64 RGBA8 in 1D tiles, without what left_out names. */
static void
r6_color(struct stream *s, unsigned left_out, uint32_t tile_mode)
{
   ctx(s, R6_DB_DEPTH_CONTROL_OFFSET, 0);
   if (!(left_out & SAMPLES))
      ctx(s, R6_PA_SC_AA_CONFIG_OFFSET, 0);
   ctx(s, R6_CB_COLOR_SIZE_OFFSET(0), R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = 63));
   if (!(left_out & VIEW))
      ctx(s, R6_CB_COLOR_VIEW_OFFSET(0), 0);
   if (!(left_out & MASK))
      ctx(s, R6_CB_COLOR_MASK_OFFSET(0), 0);
   ctx(s, R6_CB_COLOR_BASE_OFFSET(0), 0);
   nop_reloc(s, 0);
   ctx(s, R6_CB_COLOR_TILE_OFFSET(0), 0);
   nop_reloc(s, 0);
   ctx(s, R6_CB_COLOR_INFO_OFFSET(0),
       R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .TILE_MODE = tile_mode));
   draw(s);
}

static void
r6_all(struct stream *s)
{
   r6_color(s, ALL, 1);
}

static void
r6_no_view(struct stream *s)
{
   r6_color(s, VIEW, 0);
}

static void
r6_no_samples(struct stream *s)
{
   r6_color(s, SAMPLES, 0);
}

static void
r6_no_mask(struct stream *s)
{
   r6_color(s, MASK, 1);
}

static void
r6_no_mask_unused(struct stream *s)
{
   r6_color(s, MASK, 0);
}

static void
r6_no_size(struct stream *s)
{
   ctx(s, R6_DB_DEPTH_CONTROL_OFFSET, 0);
   ctx(s, R6_PA_SC_AA_CONFIG_OFFSET, 0);
   ctx(s, R6_CB_COLOR_VIEW_OFFSET(0), 0);
   ctx(s, R6_CB_COLOR_INFO_OFFSET(0), R6_CB_COLOR_INFO(.FORMAT = 26));
   ctx(s, R6_CB_COLOR_BASE_OFFSET(0), 0);
   nop_reloc(s, 0);
   draw(s);
}

/* 64x64, 24 bits and stencil. */
static void
r6_depth(struct stream *s, unsigned left_out)
{
   ctx(s, R6_DB_DEPTH_CONTROL_OFFSET, R6_DB_DEPTH_CONTROL(.Z_ENABLE = 1));
   ctx(s, R6_PA_SC_AA_CONFIG_OFFSET, 0);
   if (!(left_out & DEPTH_SIZE))
      ctx(s, R6_DB_DEPTH_SIZE_OFFSET, R6_DB_DEPTH_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = 63));
   if (!(left_out & DEPTH_VIEW))
      ctx(s, R6_DB_DEPTH_VIEW_OFFSET, 0);
   if (!(left_out & DEPTH_INFO))
      ctx(s, R6_DB_DEPTH_INFO_OFFSET, R6_DB_DEPTH_INFO(.FORMAT = 3, .ARRAY_MODE = 2));
   ctx(s, R6_DB_DEPTH_BASE_OFFSET, 0);
   nop_reloc(s, 0);
   draw(s);
}

static void
r6_depth_all(struct stream *s)
{
   r6_depth(s, ALL);
}

static void
r6_depth_no_view(struct stream *s)
{
   r6_depth(s, DEPTH_VIEW);
}

static void
r6_depth_no_info(struct stream *s)
{
   r6_depth(s, DEPTH_INFO);
}

static void
r6_depth_no_size(struct stream *s)
{
   r6_depth(s, DEPTH_SIZE);
}

static void
eg_color(struct stream *s, bool view)
{
   ctx(s, EG_DB_DEPTH_CONTROL_OFFSET, 0);
   ctx(s, EG_CB_COLOR_PITCH_OFFSET(0), 7);
   ctx(s, EG_CB_COLOR_SLICE_OFFSET(0), 63);
   if (view)
      ctx(s, EG_CB_COLOR_VIEW_OFFSET(0), 0);
   ctx(s, EG_CB_COLOR_INFO_OFFSET(0), EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2));
   ctx(s, EG_CB_COLOR_BASE_OFFSET(0), 0);
   nop_reloc(s, 0);
   draw(s);
}

static void
eg_all(struct stream *s)
{
   eg_color(s, true);
}

static void
eg_no_view(struct stream *s)
{
   eg_color(s, false);
}

static void
eg_depth(struct stream *s, bool view)
{
   ctx(s, EG_DB_DEPTH_CONTROL_OFFSET, EG_DB_DEPTH_CONTROL(.Z_ENABLE = 1));
   if (view)
      ctx(s, EG_DB_DEPTH_VIEW_OFFSET, 0);
   PACKET(s, DB_PKT3_SET_CONTEXT_REG, (EG_DB_Z_INFO_OFFSET - 0x28000) / 4,
          EG_DB_Z_INFO(.FORMAT = 3, .ARRAY_MODE = 2), 0, 0, 0, 0, 0, EG_DB_DEPTH_SIZE(.PITCH_TILE_MAX = 7),
          EG_DB_DEPTH_SLICE(.SLICE_TILE_MAX = 63));
   for (int i = 0; i < 4; i++)
      nop_reloc(s, 0);
   draw(s);
}

static void
eg_depth_all(struct stream *s)
{
   eg_depth(s, true);
}

static void
eg_depth_no_view(struct stream *s)
{
   eg_depth(s, false);
}

static const struct test_case cases[] = {
   {"colour",                   "RV770",   r6_all,            NULL                                          },
   {"colour without a view",    "RV770",   r6_no_view,        "ends at byte 33554432"                       },
   {"colour without samples",   "RV770",   r6_no_samples,     "ends at byte 262144"                         },
   {"CMASK without a size",     "RV770",   r6_no_mask,        "CMASK of colour buffer 0 ends at byte 524288"},
   {"no CMASK, no size",        "RV770",   r6_no_mask_unused, NULL                                          },
   {"colour without a size",    "RV770",   r6_no_size,        "its size is not in the stream"               },
   {"depth",                    "RV770",   r6_depth_all,      NULL                                          },
   {"depth without a view",     "RV770",   r6_depth_no_view,  "depth buffer 0: ends at byte 33538048"       },
   {"depth without a format",   "RV770",   r6_depth_no_info,  "array mode 0, but only"                      },
   {"depth without a size",     "RV770",   r6_depth_no_size,  "its size is not in the stream"               },
   {"eg colour",                "CYPRESS", eg_all,            NULL                                          },
   {"eg colour without a view", "CYPRESS", eg_no_view,        "ends at byte 33554432"                       },
   {"eg depth",                 "CYPRESS", eg_depth_all,      NULL                                          },
   {"eg depth without a view",  "CYPRESS", eg_depth_no_view,  "depth buffer 0: ends at byte 33538048"       },
};

CHECK_CASES_MAIN
