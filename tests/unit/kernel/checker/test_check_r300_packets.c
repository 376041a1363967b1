/* SPDX-License-Identifier: MIT
 *
 * The radeon kernel's rules for R300 to R500: packets, registers, relocations, vertices and indices, waits for scan lines, 2D. A legal stream and what breaks it, rule by
 * rule.
 */
#include "check_r300_fixture.h"

STREAM(all_legal)
{
   target(s);
   depth(s, LARGE, 2, 64);
   texture(s, 64, 64, 0, RGBA8, 0, PICTURE);
   draw(s);
   arrays(s, 3, 4, SMALL);
   draw_vbuf(s, 17); /* 16 elements of 16 bytes fill the small buffer */
   draw_indices(s, 16);
   put(s, R300_PKT2);
}

STREAM(type_1)
{
   put(s, 1u << 30);
}

STREAM(too_long)
{
   put(s, R300_PKT0(RX_TX_BORDER_COLOR_OFFSET(0), 3));
   put(s, 0);
}

STREAM(forbidden)
{
   REGS(s, RX_GB_TILE_CONFIG_OFFSET, 0);
}

STREAM(below)
{
   REGS(s, 0x40, 0);
}

STREAM(beyond)
{
   REGS(s, 0x7ff8, 0, 0, 0, 0);
}

/* One of several: all before are free. */
STREAM(runs_into)
{
   REGS(s, RX_GB_SELECT_OFFSET, 0, 0, 0, 0, 0);
}

STREAM(one_reg_free)
{
   put(s, R300_PKT0(RX_VAP_PVS_VECTOR_DATA_REG_128_OFFSET, 3) | R300_PKT0_ONE_REG_WR);
   put(s, 1);
   put(s, 2);
   put(s, 3);
}

STREAM(one_reg_relocs)
{
   put(s, R300_PKT0(RX_TX_OFFSET_OFFSET(0), 2) | R300_PKT0_ONE_REG_WR);
   put(s, 0);
   put(s, 0);
   nop(s, LARGE);
}

STREAM(code_bank)
{
   REGS(s, R3_US_CODE_BANK_OFFSET, 0);
}

STREAM(alt_num_vertices)
{
   REGS(s, R5_VAP_ALT_NUM_VERTICES_OFFSET, 3);
}

STREAM(bitblt)
{
   PACKET(s, R300_PKT3_BITBLT_MULTI, 0, 0, 0);
}

STREAM(no_packet)
{
   PACKET(s, 0x7f, 0);
}

STREAM(no_reloc)
{
   REGS(s, RX_ZB_DEPTHOFFSET_OFFSET, 0);
   REGS(s, RX_ZB_DEPTHPITCH_OFFSET, 0);
}

STREAM(reloc_range)
{
   REGS(s, RX_ZB_DEPTHOFFSET_OFFSET, 0);
   nop(s, BUFFERS);
}

STREAM(reloc_odd)
{
   REGS(s, RX_ZB_DEPTHOFFSET_OFFSET, 0);
   PACKET(s, R300_PKT3_NOP, 2);
}

STREAM(immediate_short)
{
   target(s);
   draw(s);
   REGS(s, RX_VAP_VTX_SIZE_OFFSET, 3);
   PACKET(s, R300_PKT3_3D_DRAW_IMMD_2, RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 3, .NUM_VERTICES = 3), 1,
          2, 3);
}

STREAM(immediate_walk)
{
   target(s);
   PACKET(s, R300_PKT3_3D_DRAW_IMMD_2, RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 2, .NUM_VERTICES = 3));
}

STREAM(immediate_old)
{
   target(s);
   REGS(s, RX_VAP_VTX_SIZE_OFFSET, 1);
   PACKET(s, R300_PKT3_3D_DRAW_IMMD, 0, RX_VAP_VF_CNTL(.PRIM_TYPE = 1, .PRIM_WALK = 3, .NUM_VERTICES = 2), 1,
          2);
}

STREAM(draw_no_body)
{
   target(s);
   PACKET(s, R300_PKT3_3D_DRAW_VBUF, 0);
}

STREAM(state_walk)
{
   target(s);
   PACKET(s, R300_PKT3_3D_DRAW_VBUF_2, RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .NUM_VERTICES = 3));
}

STREAM(array_none)
{
   target(s);
   draw_vbuf(s, 3);
}

STREAM(array_small)
{
   target(s);
   arrays(s, 3, 4, SMALL);
   draw_vbuf(s, 18);
}

STREAM(array_index)
{
   target(s);
   arrays(s, 3, 4, SMALL);
   draw_indices(s, 17);
}

/* No vertices are 2^32 - 1 of them, to the kernel. */
STREAM(array_no_vertices)
{
   target(s);
   arrays(s, 1, 4, LARGE);
   draw_vbuf(s, 0);
}

STREAM(array_alt)
{
   target(s);
   arrays(s, 3, 4, SMALL);
   REGS(s, R5_VAP_ALT_NUM_VERTICES_OFFSET, 18);
   PACKET(s, R300_PKT3_3D_DRAW_VBUF_2,
          R5_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 2, .USE_ALT_NUM_VERTS = 1));
}

STREAM(arrays_0)
{
   PACKET(s, R300_PKT3_3D_LOAD_VBPNTR, 0, 0, 0);
}

STREAM(arrays_17)
{
   arrays(s, 17, 4, LARGE);
}

STREAM(arrays_16)
{
   target(s);
   arrays(s, 16, 1, LARGE);
   draw_vbuf(s, 3);
}

STREAM(arrays_short)
{
   PACKET(s, R300_PKT3_3D_LOAD_VBPNTR, 2, 0, 0);
   nop(s, LARGE);
   nop(s, LARGE);
}

STREAM(indices_large)
{
   PACKET(s, R300_PKT3_INDX_BUFFER, 0, 0, 256);
   nop(s, SMALL);
}

STREAM(indices_fit)
{
   PACKET(s, R300_PKT3_INDX_BUFFER, 0, 0, 255);
   nop(s, SMALL);
}

static void
vline(struct stream *s, uint32_t lines, uint32_t wait, uint32_t crtc)
{
   REGS(s, lines, 0);
   REGS(s, RX_WAIT_UNTIL_OFFSET, wait);
   PACKET(s, R300_PKT3_NOP, crtc);
}

STREAM(vline_old)
{
   vline(s, 0x218, RX_WAIT_UNTIL(.WAIT_CRTC_VLINE = 1), CHECK_CRTC_ID);
}

STREAM(vline_avivo)
{
   vline(s, 0x6538, RX_WAIT_UNTIL(.WAIT_CRTC_VLINE = 1), CHECK_CRTC_ID);
}

STREAM(vline_idle)
{
   vline(s, 0x218, RX_WAIT_UNTIL(.WAIT_3D_IDLE = 1), CHECK_CRTC_ID);
}

STREAM(vline_crtc)
{
   vline(s, 0x218, RX_WAIT_UNTIL(.WAIT_CRTC_VLINE = 1), 7);
}

STREAM(vline_alone)
{
   REGS(s, 0x218, 0);
}

STREAM(blit_micro)
{
   s->how.buffer_tiling = true;
   s->bo[PICTURE].tiling_flags = CHECK_TILING_MICRO;
   REGS(s, RX_DST_PITCH_OFFSET_OFFSET, 0);
   nop(s, PICTURE);
   REGS(s, RX_SRC_PITCH_OFFSET_OFFSET, 0);
   nop(s, PICTURE);
}

STREAM(legal_buffer_tiling)
{
   s->how.buffer_tiling = true;
   all_legal(s);
}

static const struct rule rules[] = {
   {"all kinds of packets",          "RV515", all_legal,           NULL                                },
   {"all kinds of packets, R300",    "R300",  all_legal,           NULL                                },
   {"all kinds of packets, R420",    "R420",  all_legal,           NULL                                },
   {"tiling from buffers",           "RV515", legal_buffer_tiling, NULL                                },
   {"type 1",                        "RV515", type_1,              "type-1 packet"                     },
   {"end of the stream",             "RV515", too_long,            "needs 3 body dwords"               },
   {"a register of the kernel's",    "RV515", forbidden,           "GB_TILE_CONFIG"                    },
   {"a register of the display",     "RV515", below,               "may not write register 0x0040"     },
   {"registers behind the last",     "RV515", beyond,              "may not write"                     },
   {"a run of registers",            "RV515", runs_into,           "GB_PIPE_SELECT"                    },
   {"one register, free",            "RV515", one_reg_free,        NULL                                },
   {"one register with relocations", "RV515", one_reg_relocs,      "relocation NOP"                    },
   {"R400's code bank on R300",      "RV380", code_bank,           "0x46B8"                            },
   {"R400's code bank on RS690",     "RS690", code_bank,           NULL                                },
   {"R400's code bank on R500",      "R520",  code_bank,           "0x46B8"                            },
   {"VAP_ALT_NUM_VERTICES on R420",  "R420",  alt_num_vertices,    "R500 alone"                        },
   {"VAP_ALT_NUM_VERTICES on R580",  "R580",  alt_num_vertices,    NULL                                },
   {"a packet of 2D",                "RV515", bitblt,              "BITBLT_MULTI"                      },
   {"no packet",                     "RV515", no_packet,           "opcode 0x7F"                       },
   {"a relocation is missing",       "RV515", no_reloc,            "the depth buffer needs"            },
   {"a relocation without a buffer", "RV515", reloc_range,         "relocation 12 is not in the list"  },
   {"an odd relocation",             "RV515", reloc_odd,           "relocation 2 is not in the list"   },
   {"vertices missing",              "RV515", immediate_short,     "3 vertices of 3 dwords"            },
   {"vertices elsewhere",            "RV515", immediate_walk,      "PRIM_WALK 2"                       },
   {"the old packet",                "RV515", immediate_old,       NULL                                },
   {"a draw without control word",   "RV515", draw_no_body,        "1 body dwords where 2 are needed"  },
   {"PRIM_WALK 0",                   "RV515", state_walk,          "PRIM_WALK 0"                       },
   {"no vertex arrays",              "RV515", array_none,          "vertex array 0 has no buffer"      },
   {"a vertex array too small",      "RV515", array_small,         "vertex array 2 needs 272 bytes"    },
   {"the largest index",             "RV515", array_index,         "vertex array 2 needs 272 bytes"    },
   {"no vertices",                   "RV515", array_no_vertices,   "vertex array 0 needs"              },
   {"R500's number of vertices",     "RV515", array_alt,           "vertex array 2 needs 272 bytes"    },
   {"0 arrays",                      "RV515", arrays_0,            "names 0 vertex arrays"             },
   {"17 arrays",                     "RV515", arrays_17,           "names 17 vertex arrays"            },
   {"16 arrays",                     "RV515", arrays_16,           NULL                                },
   {"arrays that are not there",     "RV515", arrays_short,        "3 body dwords where 4 are needed"  },
   {"indices",                       "RV515", indices_fit,         NULL                                },
   {"too many indices",              "RV515", indices_large,       "counts 256 dwords"                 },
   {"scan lines",                    "R300",  vline_old,           NULL                                },
   {"scan lines, AVIVO",             "RV515", vline_avivo,         NULL                                },
   {"scan lines, AVIVO's on R420",   "R420",  vline_avivo,         "0x6538"                            },
   {"another wait",                  "R300",  vline_idle,          "something else than the scan lines"},
   {"another CRTC",                  "R300",  vline_crtc,          "CRTC 7"                            },
   {"no wait",                       "R300",  vline_alone,         "without a WAIT_UNTIL"              },
   {"2D reads micro tiles",          "RV515", blit_micro,          "cannot read a micro-tiled"         },
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

/* A wait for scan lines of a display that is off becomes fillers. */
static void
test_no_display(void **state)
{
   (void)state;
   struct stream s;
   uint32_t out[512];
   struct check_error err;
   init(&s, "R300");
   vline_old(&s);
   assert_true(check(&s, out, &err));
   assert_int_equal(out[2], R300_PKT2);
   assert_int_equal(out[3], R300_PKT2);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rules),
      cmocka_unit_test(test_cut_anywhere),
      cmocka_unit_test(test_in_place),
      cmocka_unit_test(test_no_display),
   };
   return cmocka_run_group_tests_name("check_r300_packets", tests, NULL, NULL);
}
