/* SPDX-License-Identifier: MIT
 *
 * The radeon kernel's rules for R300 to R500: colour and depth buffers, resolves, what the kernel lends. A legal stream and what breaks it, rule by
 * rule.
 */
#include "check_r300_fixture.h"

STREAM(color_small)
{
   target(s);
   scissor(s, 65);
   draw(s);
}

STREAM(color_offset)
{
   target(s);
   color(s, 0, PICTURE, 32, 64, RX_RB3D_COLORPITCH__COLORFORMAT__ARGB8888);
   draw(s);
}

STREAM(color_none)
{
   target(s);
   REGS(s, RX_RB3D_CCTL_OFFSET, RX_RB3D_CCTL(.NUM_MULTIWRITES = 1));
   draw(s);
}

/* Nothing is written: nobody asks for the buffer. */
STREAM(color_masked)
{
   target(s);
   scissor(s, 65);
   REGS(s, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 0);
   draw(s);
}

STREAM(color_read)
{
   color_masked(s);
   REGS(s, RX_RB3D_BLENDCNTL_OFFSET, RX_RB3D_BLENDCNTL(.READ_ENABLE = 1));
   draw(s);
}

STREAM(color_cleared_by_depth)
{
   color_masked(s);
   REGS(s, RX_ZB_BW_CNTL_OFFSET, RX_ZB_BW_CNTL(.ZB_CB_CLEAR = 1));
   draw(s);
}

STREAM(color_format)
{
   target(s);
   color(s, 0, PICTURE, 0, 64, 8);
}

STREAM(color_2101010)
{
   target(s);
   color(s, 0, PICTURE, 0, 64, RX_RB3D_COLORPITCH__COLORFORMAT__ARGB2101010);
   draw(s);
}

STREAM(color_not_set)
{
   draw(s);
}

STREAM(depth_small)
{
   target(s);
   depth(s, PICTURE, 2, 68);
   draw(s);
}

STREAM(depth_16)
{
   target(s);
   depth(s, PICTURE, 1, 128);
   draw(s);
}

STREAM(depth_none)
{
   target(s);
   REGS(s, RX_ZB_CNTL_OFFSET, RX_ZB_CNTL(.Z_ENABLE = 1));
   draw(s);
}

STREAM(depth_format)
{
   REGS(s, RX_ZB_FORMAT_OFFSET, 3);
}

static void
resolve(struct stream *s, uint32_t pitch)
{
   target(s);
   REGS(s, RX_RB3D_AARESOLVE_OFFSET_OFFSET, 0, RX_RB3D_AARESOLVE_PITCH(.AARESOLVE_PITCH = pitch / 2),
        RX_RB3D_AARESOLVE_CTL(.AARESOLVE_MODE = 1));
   nop(s, PICTURE);
   draw(s);
}

STREAM(resolve_fits)
{
   resolve(s, 64);
}

STREAM(resolve_small)
{
   resolve(s, 66);
}

STREAM(resolve_none)
{
   target(s);
   REGS(s, RX_RB3D_AARESOLVE_CTL_OFFSET, 1);
   draw(s);
}

STREAM(clear_zmask)
{
   PACKET(s, R300_PKT3_3D_CLEAR_ZMASK, 0, 1, 0);
}

STREAM(clear_hiz)
{
   PACKET(s, R300_PKT3_3D_CLEAR_HIZ, 0, 1, 0);
}

STREAM(clear_cmask)
{
   PACKET(s, R300_PKT3_3D_CLEAR_CMASK, 0, 1, 0);
}

STREAM(hyperz_offset)
{
   REGS(s, RX_ZB_ZMASK_OFFSET_OFFSET, 0, 0);
   REGS(s, RX_ZB_HIZ_PITCH_OFFSET, 4);
}

STREAM(hyperz_fast_fill)
{
   REGS(s, RX_ZB_BW_CNTL_OFFSET, RX_ZB_BW_CNTL(.FAST_FILL = 1));
}

STREAM(cmask_enable)
{
   REGS(s, RX_RB3D_CCTL_OFFSET, RX_RB3D_CCTL(.CMASK_ENABLE = 1));
}

STREAM(peq_zero)
{
   REGS(s, RX_GB_Z_PEQ_CONFIG_OFFSET, 0);
}

STREAM(zbreg_dest)
{
   REGS(s, R5_FG_ZBREG_DEST_OFFSET, 1);
}

STREAM(owner)
{
   s->how.owns_hyperz = s->how.owns_cmask = true;
   clear_zmask(s);
   clear_hiz(s);
   clear_cmask(s);
   hyperz_offset(s);
   hyperz_fast_fill(s);
   cmask_enable(s);
   REGS(s, RX_GB_Z_PEQ_CONFIG_OFFSET, 1);
}

STREAM(pitch_reloc)
{
   s->how.buffer_tiling = true;
   REGS(s, RX_RB3D_COLORPITCH_OFFSET(0), RX_RB3D_COLORPITCH(.COLORFORMAT = 6));
}

static const struct rule rules[] = {
   {"colour too high",              "RV515", color_small,            "colour buffer 0 of 64 pixels by 65"},
   {"colour too high, R300",        "R300",  color_small,            "colour buffer 0 of 64 pixels by 65"},
   {"colour behind an offset",      "RV515", color_offset,           "ends at byte 16416"                },
   {"the second colour buffer",     "RV515", color_none,             "colour buffer 1 has no buffer"     },
   {"nothing is written",           "RV515", color_masked,           NULL                                },
   {"blending reads",               "RV515", color_read,             "colour buffer 0"                   },
   {"ZB_CB_CLEAR writes",           "RV515", color_cleared_by_depth, "colour buffer 0"                   },
   {"no colour format",             "RV515", color_format,           "8 is no format"                    },
   {"2:10:10:10 on R420",           "R420",  color_2101010,          "5 is no format"                    },
   {"2:10:10:10 on RV515",          "RV515", color_2101010,          NULL                                },
   {"depth is on at first",         "RV515", color_not_set,          "depth buffer 0 has no buffer"      },
   {"depth too wide",               "RV515", depth_small,            "depth buffer 0 of 68 pixels"       },
   {"depth of 16 bits",             "RV515", depth_16,               NULL                                },
   {"no depth buffer",              "RV515", depth_none,             "depth buffer 0 has no buffer"      },
   {"no depth format",              "RV515", depth_format,           "3 is no format of depth"           },
   {"resolve",                      "RV515", resolve_fits,           NULL                                },
   {"resolve too wide",             "RV515", resolve_small,          "resolve buffer 0 of 66"            },
   {"no resolve buffer",            "RV515", resolve_none,           "resolve buffer 0 has no buffer"    },
   {"a clear of ZMASK",             "RV515", clear_zmask,            "has not lent"                      },
   {"a clear of HiZ",               "RV515", clear_hiz,              "has not lent"                      },
   {"a clear of CMASK",             "RV515", clear_cmask,            "has not lent"                      },
   {"Hyper-Z's registers",          "RV515", hyperz_offset,          "ZB_HIZ_PITCH"                      },
   {"fast fill",                    "RV515", hyperz_fast_fill,       "ZB_BW_CNTL"                        },
   {"CMASK_ENABLE",                 "RV515", cmask_enable,           "CMASK_ENABLE"                      },
   {"GB_Z_PEQ_CONFIG on R350",      "R350",  peq_zero,               "RV350 and later"                   },
   {"GB_Z_PEQ_CONFIG on RV350",     "RV350", peq_zero,               NULL                                },
   {"FG_ZBREG_DEST on RV530",       "RV530", zbreg_dest,             NULL                                },
   {"FG_ZBREG_DEST elsewhere",      "RV560", zbreg_dest,             "RV530 alone"                       },
   {"who has been lent it",         "RV515", owner,                  NULL                                },
   {"a pitch without a relocation", "RV515", pitch_reloc,            "a colour buffer's pitch needs"     },
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
   return cmocka_run_group_tests_name("check_r300_targets", tests, NULL, NULL);
}
