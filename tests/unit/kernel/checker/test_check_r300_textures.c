/* SPDX-License-Identifier: MIT
 *
 * The radeon kernel's rules for R300 to R500: textures: their sizes, formats, levels and pitches. A legal stream and what breaks it, rule by
 * rule.
 */
#include "check_r300_fixture.h"

STREAM(texture_none)
{
   target(s);
   REGS(s, RX_TX_ENABLE_OFFSET, 1);
   draw(s);
}

STREAM(texture_large)
{
   target(s);
   texture(s, 64, 65, 0, RGBA8, 0, PICTURE);
   draw(s);
}

/* Rounded up to 128 unless it is clamped. */
STREAM(texture_rounds)
{
   target(s);
   texture(s, 65, 16, 0, RGBA8, 0, SMALL);
   s->bo[SMALL].size_B = 65 * 16 * 4;
   draw(s);
}

STREAM(texture_clamps)
{
   REGS(s, RX_TX_FILTER0_OFFSET(3), RX_TX_FILTER0(.CLAMP_S = 2, .CLAMP_T = 6));
   texture_rounds(s);
}

STREAM(texture_levels)
{
   target(s);
   texture(s, 64, 64, RX_TX_FORMAT0(.NUM_LEVELS = 1), RGBA8, 0, PICTURE);
   draw(s);
}

STREAM(texture_levels_fit)
{
   s->bo[SMALL].size_B = (16 * 16 + 8 * 8 + 4 * 4 + 2 * 2 + 1) * 4;
   target(s);
   texture(s, 16, 16, RX_TX_FORMAT0(.NUM_LEVELS = 4), RGBA8, 0, SMALL);
   draw(s);
}

STREAM(texture_pitch)
{
   target(s);
   texture(s, 60, 64, RX_TX_FORMAT0(.TXPITCH_EN = 1), RGBA8, 64 - 1, PICTURE);
   draw(s);
}

STREAM(texture_pitch_large)
{
   target(s);
   texture(s, 60, 64, RX_TX_FORMAT0(.TXPITCH_EN = 1), RGBA8, 65 - 1, PICTURE);
   draw(s);
}

STREAM(texture_cube)
{
   target(s);
   texture(s, 32, 32, 0, RGBA8 | RX_TX_FORMAT1(.TEX_COORD_TYPE = 2), 0, PICTURE);
   draw(s);
}

STREAM(texture_3d)
{
   target(s);
   texture(s, 32, 32, RX_TX_FORMAT0(.TXDEPTH = 2), RGBA8 | RX_TX_FORMAT1(.TEX_COORD_TYPE = 1), 0, PICTURE);
   draw(s);
}

STREAM(texture_3d_large)
{
   target(s);
   texture(s, 32, 32, RX_TX_FORMAT0(.TXDEPTH = 3), RGBA8 | RX_TX_FORMAT1(.TEX_COORD_TYPE = 1), 0, PICTURE);
   draw(s);
}

STREAM(texture_kind)
{
   target(s);
   texture(s, 8, 8, 0, RGBA8 | RX_TX_FORMAT1(.TEX_COORD_TYPE = 3), 0, PICTURE);
   draw(s);
}

STREAM(texture_format)
{
   texture(s, 8, 8, 0, RX_TX_FORMAT1(.TXFORMAT = 19), 0, PICTURE);
}

STREAM(texture_ati2n)
{
   target(s);
   texture(s, 64, 64, 0, RX_TX_FORMAT1(.TXFORMAT = 31), 0, PICTURE);
   draw(s);
}

/* A row has four blocks at least. */
STREAM(texture_dxt1)
{
   s->bo[SMALL].size_B = 32;
   target(s);
   texture(s, 4, 4, 0, RX_TX_FORMAT1(.TXFORMAT = 15), 0, SMALL);
   draw(s);
}

STREAM(texture_dxt1_small)
{
   texture_dxt1(s);
   s->bo[SMALL].size_B = 31;
}

STREAM(texture_dxt5_small)
{
   s->bo[SMALL].size_B = 31;
   target(s);
   texture(s, 4, 4, 0, RX_TX_FORMAT1(.TXFORMAT = 17), 0, SMALL);
   draw(s);
}

STREAM(texture_msb)
{
   target(s);
   texture(s, 8, 8, 0, RX_TX_FORMAT1(.TXFORMAT = 6), R5_TX_FORMAT2(.TXFORMAT_MSB = 1), PICTURE);
   draw(s);
}

STREAM(texture_wide)
{
   s->bo[LARGE].size_B = 4096 * 4;
   target(s);
   texture(s, 2048, 1, 0, RGBA8, R5_TX_FORMAT2(.TXWIDTH_11 = 1), LARGE);
   draw(s);
}

/* 2048 is 0x800, which bit 11 leaves as it is: the kernel's count of a texture of 4096. */
STREAM(texture_wider)
{
   texture_wide(s);
   s->bo[LARGE].size_B = 2048 * 4;
}

STREAM(texture_2049)
{
   s->bo[LARGE].size_B = 4096 * 4 - 1;
   target(s);
   texture(s, 1, 1, 0, RGBA8, R5_TX_FORMAT2(.TXWIDTH_11 = 1), LARGE);
   draw(s);
}

/* Once it was looked at it is not looked at again. */
STREAM(checked_once)
{
   target(s);
   draw(s);
   s->bo[PICTURE].size_B = 64 * 64 * 4;
   draw(s);
}

static const struct rule rules[] = {
   {"no texture",                 "RV515", texture_none,        "unit 0 is on without a texture" },
   {"texture too high, rounded",  "RV515", texture_large,       "needs 32768 bytes"              },
   {"texture rounded up",         "RV515", texture_rounds,      "needs 8192 bytes"               },
   {"texture clamped",            "RV515", texture_clamps,      NULL                             },
   {"two levels",                 "RV515", texture_levels,      "needs 20480 bytes"              },
   {"five levels",                "RV515", texture_levels_fit,  NULL                             },
   {"pitch",                      "RV515", texture_pitch,       NULL                             },
   {"pitch too large",            "RV515", texture_pitch_large, "needs 16640 bytes"              },
   {"six faces",                  "RV515", texture_cube,        "needs 24576 bytes"              },
   {"four slices",                "RV515", texture_3d,          NULL                             },
   {"eight slices",               "RV515", texture_3d_large,    "needs 32768 bytes"              },
   {"a fourth kind",              "RV515", texture_kind,        "3 is no kind"                   },
   {"no texture format",          "RV515", texture_format,      "19 is no texture format"        },
   {"ATI2N on R350",              "R350",  texture_ati2n,       "31 is no texture format of R350"},
   {"ATI2N on RV410",             "RV410", texture_ati2n,       NULL                             },
   {"DXT1",                       "RV515", texture_dxt1,        NULL                             },
   {"DXT1, a row of four blocks", "RV515", texture_dxt1_small,  "needs 32 bytes"                 },
   {"DXT5, a row of two blocks",  "RV515", texture_dxt5_small,  "needs 32 bytes"                 },
   {"TXFORMAT_MSB on R300",       "R300",  texture_msb,         "TXFORMAT_MSB"                   },
   {"TXFORMAT_MSB on R500",       "RV515", texture_msb,         NULL                             },
   {"width, bit 11",              "RV515", texture_wide,        NULL                             },
   {"width, bit 11 of 2048",      "RV515", texture_wider,       NULL                             },
   {"width, bit 11 of 1",         "RV515", texture_2049,        "needs 16384 bytes"              },
   {"two draws",                  "RV515", checked_once,        NULL                             },
};

static void
test_rules(void **state)
{
   (void)state;
   hold_rules(rules, sizeof rules / sizeof *rules);
}

static void
test_cut_anywhere(void **state)
{
   (void)state;
   cut_anywhere(rules, sizeof rules / sizeof *rules);
}

static void
test_in_place(void **state)
{
   (void)state;
   patch_in_place(rules, sizeof rules / sizeof *rules);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rules),
      cmocka_unit_test(test_cut_anywhere),
      cmocka_unit_test(test_in_place),
   };
   return cmocka_run_group_tests_name("check_r300_textures", tests, NULL, NULL);
}
