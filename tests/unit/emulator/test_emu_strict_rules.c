/* SPDX-License-Identifier: MIT
 *
 * Rules of strict hardware about state and order: each is silent about a stream that keeps it, and speaks about that
 * stream with one thing changed.
 */
#include "emu_strict_fixture.h"
#include "isa/terascale/words.h"

enum { MAX_CHANGES = 8, TRIANGLES = 4, LINES = 2 };

struct change {
   uint32_t offset, value;
};

struct row {
   const char *chip;
   enum strict_rule_id rule;
   struct change keeps[MAX_CHANGES]; /* ended by an offset of 0: on top of whole_state() */
   struct change breaks[3];          /* on top of these */
   uint32_t prim;                    /* 0: triangles; of the stream that breaks the rule */
   const char *says;                 /* in the error of mode fail; NULL: a remark, which stops nothing */
};

#define R6_INFO(...)  R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 1, __VA_ARGS__)
#define EG_INFO(...)  EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 1, __VA_ARGS__)
#define EG_MODE(mode) EG_CB_COLOR_CONTROL(.MODE = mode, .ROP3 = 0xcc)
#define EG_FAST(...)  EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .FAST_CLEAR = 1, __VA_ARGS__)

/* A 64 x 64 depth buffer. */
#define R6_DEPTH(mode, ...)                                                                                  \
   {                                                                                                         \
      R6_DB_DEPTH_INFO_OFFSET, R6_DB_DEPTH_INFO(.FORMAT = 1, .ARRAY_MODE = mode, __VA_ARGS__)                \
   }

static const char *
error_of(const struct row *r, bool breaks, uint64_t *n, bool *ok, struct stream *s)
{
   struct emulator *e = new_strict_emulator(r->chip, breaks ? "fail" : "report");
   begin(s, e);
   rec.pos = circle;
   rec.num_pos = 16;
   whole_state(s);
   event(s, DB_EVENT_PS_PARTIAL_FLUSH); /* there may be config registers */
   for (unsigned i = 0; i < MAX_CHANGES && r->keeps[i].offset; i++)
      reg(s, r->keeps[i].offset, r->keeps[i].value);
   draw_auto(s, TRIANGLES, 3);
   event(s, DB_EVENT_PS_PARTIAL_FLUSH);
   before_r600_draw(s);
   for (unsigned i = 0; breaks && i < 3 && r->breaks[i].offset; i++)
      reg(s, r->breaks[i].offset, r->breaks[i].value);
   if (breaks)
      draw_auto(s, r->prim ? r->prim : TRIANGLES, 3);
   whole_end(s);
   *ok = submit(s);
   *n = strict_count(emu_front(e), r->rule);
   emu_destroy(e);
   return s->err.reason;
}

static void
check(const struct row *rows, unsigned num_rows)
{
   static struct stream s;
   for (unsigned i = 0; i < num_rows; i++) {
      const struct row *r = &rows[i];
      const char *id = strict_rules[r->rule].id;
      uint64_t n;
      bool ok;
      const char *error = error_of(r, false, &n, &ok, &s);
      if (!ok || n)
         fail_msg("%s on %s: the stream that keeps it: %llu reports, '%s'", id, r->chip,
                  (unsigned long long)n, error);
      error = error_of(r, true, &n, &ok, &s);
      const bool stops = strict_rules[r->rule].severity == STRICT_FAULT;
      if (n != 1 || ok == stops || (stops && r->says && !strstr(error, r->says)))
         fail_msg("%s on %s: the stream that breaks it: %llu reports, '%s'", id, r->chip,
                  (unsigned long long)n, error);
   }
}

static void
exports_and_formats(void **state)
{
   const struct row rows[] = {
      {"CYPRESS",
       STRICT_S1,            {{0}},
       {{EG_CB_SHADER_MASK_OFFSET, 0}},
       0,                                                                                                                                                               "0 targets, the shader exports 1 colours"    },
      {"CAYMAN",
       STRICT_S1,            {{0}},
       {{EG_CB_SHADER_MASK_OFFSET, 0xff}},
       0,                                                                                                                                                               "2 targets, the shader exports 1 colours"    },
      {"RV770",
       STRICT_S1,            {{R6_CB_SHADER_MASK_OFFSET, 0xff}},
       {{R6_CB_SHADER_MASK_OFFSET, 0xf0}},
       0,                                                                                                                                                               "target 0 is none"                           },
      {"RV670",   STRICT_S2, {{0}},                                                                                              {{R6_SQ_PGM_EXPORTS_PS_OFFSET, 0}}, 0, "exports nothing"                            },

      {"RV770",
       STRICT_S3A,           {{R6_CB_COLOR_CONTROL_OFFSET, R6_CB_COLOR_CONTROL(.ROP3 = 0x66)}},
       {{R6_CB_COLOR_CONTROL_OFFSET, R6_CB_COLOR_CONTROL(.ROP3 = 0x66, .TARGET_BLEND_ENABLE = 1)}},
       0,                                                                                                                                                               "ROP3 while a target blends"                 },
      {"CAYMAN",
       STRICT_S3A,           {{EG_CB_COLOR_CONTROL_OFFSET, EG_CB_COLOR_CONTROL(.MODE = 1, .ROP3 = 0x66)}},
       {{EG_CB_BLEND_CONTROL_OFFSET(0), EG_CB_BLEND_CONTROL(.ENABLE = 1)}},
       0,                                                                                                                                                               "ROP3 while a target blends"                 },
      {"RV670",
       STRICT_S3B,           {{R6_CB_COLOR_INFO_OFFSET(0), R6_INFO(.NUMBER_TYPE = 4, .BLEND_BYPASS = 1)}},
       {{R6_CB_COLOR_INFO_OFFSET(0), R6_INFO(.NUMBER_TYPE = 4)}},
       0,                                                                                                                                                               "BLEND_BYPASS is 0"                          },
      {"CYPRESS",
       STRICT_S3B,           {{EG_CB_COLOR_INFO_OFFSET(0), EG_CB_COLOR_INFO(.FORMAT = 17, .ARRAY_MODE = 1, .BLEND_BYPASS = 1)}},
       {{EG_CB_COLOR_INFO_OFFSET(0), EG_CB_COLOR_INFO(.FORMAT = 17, .ARRAY_MODE = 1)}},
       0,                                                                                                                                                               "BLEND_BYPASS is 0"                          },
      {"CYPRESS",
       STRICT_S3C,           {{EG_CB_COLOR_INFO_OFFSET(0), EG_INFO(.BLEND_CLAMP = 1)}},
       {{EG_CB_COLOR_INFO_OFFSET(0), EG_INFO(.BLEND_CLAMP = 1, .NUMBER_TYPE = 3)}},
       0,                                                                                                                                                               "BLEND_CLAMP is 1"                           },
      {"RV770",
       STRICT_S3D,           {{R6_CB_COLOR_INFO_OFFSET(0), R6_INFO(.FORMAT = 14, .NUMBER_TYPE = 7, .BLEND_FLOAT32 = 1)}},
       {{R6_CB_COLOR_INFO_OFFSET(0), R6_INFO(.FORMAT = 14, .NUMBER_TYPE = 7)}},
       0,                                                                                                                                                               NULL                                         },
      {"RV670",
       STRICT_S3E,           {{R6_CB_COLOR_INFO_OFFSET(0), R6_INFO(.SOURCE_FORMAT = 1, .BLEND_CLAMP = 1)}},
       {{R6_CB_COLOR_INFO_OFFSET(0), R6_INFO(.SOURCE_FORMAT = 1)}},
       0,                                                                                                                                                               "SOURCE_FORMAT 1"                            },
      {"CAYMAN",
       STRICT_S3E,           {{EG_CB_COLOR_INFO_OFFSET(0),
         EG_CB_COLOR_INFO(.FORMAT = 16, .ARRAY_MODE = 1, .NUMBER_TYPE = 7, .SOURCE_FORMAT = 1)}},
       {{EG_CB_COLOR_INFO_OFFSET(0),
         EG_CB_COLOR_INFO(.FORMAT = 14, .ARRAY_MODE = 1, .NUMBER_TYPE = 7, .SOURCE_FORMAT = 1)}},
       0,                                                                                                                                                               "SOURCE_FORMAT 1"                            },

      {"CYPRESS",
       STRICT_S4,            {{EG_CB_BLEND_CONTROL_OFFSET(0), EG_CB_BLEND_CONTROL(.ENABLE = 1, .COLOR_DESTBLEND = 15)},
        {EG_SQ_PGM_EXPORTS_PS_OFFSET, 4},
        {EG_CB_COLOR_INFO_OFFSET(0), EG_INFO(.SOURCE_FORMAT = 1)},
        {EG_CB_COLOR_INFO_OFFSET(1), EG_INFO(.SOURCE_FORMAT = 1)}},
       {{EG_CB_COLOR_INFO_OFFSET(1), EG_INFO(.SOURCE_FORMAT = 0)}},
       0,                                                                                                                                                               "SOURCE_FORMAT is not that of CB_COLOR0_INFO"},
   };
   check(rows, ARRAY_SIZE(rows));
}

static void
fast_clears_and_resolves(void **state)
{
   const struct row rows[] = {
      {"CYPRESS",
       STRICT_S5, {{EG_CB_COLOR_INFO_OFFSET(0), EG_INFO(.COMPRESSION = 1)}, {EG_CB_COLOR_CONTROL_OFFSET, EG_MODE(4)}},
       {{EG_CB_COLOR_INFO_OFFSET(0), EG_INFO(.COMPRESSION = 0)}},
       0, "target 0 is not compressed"                     },

      {"CYPRESS",
       STRICT_S6, {{EG_CB_COLOR_INFO_OFFSET(0), EG_INFO(.ARRAY_MODE = 2, .FAST_CLEAR = 1)},
        {EG_CB_COLOR_CMASK_OFFSET(0), (TARGET_ADDR + 0x10000) >> 8},
        {EG_CB_COLOR_FMASK_OFFSET(0), TARGET_ADDR >> 8},
        {EG_CB_COLOR_FMASK_SLICE_OFFSET(0), 63}},
       {{EG_CB_COLOR_FMASK_OFFSET(0), 0}},
       0, "there is no FMASK, and it is not CB_COLOR0_BASE"},
      {"CAYMAN",
       STRICT_S6, {{CM_CB_COLOR_INFO_OFFSET(0), EG_INFO(.ARRAY_MODE = 2, .FAST_CLEAR = 1)},
        {CM_CB_COLOR_CMASK_OFFSET(0), (TARGET_ADDR + 0x10000) >> 8},
        {CM_CB_COLOR_FMASK_OFFSET(0), TARGET_ADDR >> 8},
        {CM_CB_COLOR_FMASK_SLICE_OFFSET(0), 63}},
       {{CM_CB_COLOR_FMASK_SLICE_OFFSET(0), 3}},
       0, "it is not CB_COLOR0_SLICE"                      },
      {"CYPRESS",
       STRICT_S6, {{EG_CB_COLOR_CONTROL_OFFSET, EG_MODE(2)}},
       {{EG_CB_TARGET_MASK_OFFSET, 7}},
       0, "mode 2 wants target 0 fully enabled"            },
   };
   check(rows, ARRAY_SIZE(rows));
}

static void
shares_and_constants(void **state)
{
   const struct row rows[] = {
      {"RV770",
       STRICT_S9,  {{R6_SQ_GPR_RESOURCE_MGMT_1_OFFSET,
         R6_SQ_GPR_RESOURCE_MGMT_1(.NUM_PS_GPRS = 192, .NUM_CLAUSE_TEMP_GPRS = 4)},
        {R6_SQ_PGM_RESOURCES_PS_OFFSET, 40}},
       {{R6_SQ_GPR_RESOURCE_MGMT_1_OFFSET, R6_SQ_GPR_RESOURCE_MGMT_1(.NUM_PS_GPRS = 39)}},
       0, "the stage's share of 39"},
      {"CYPRESS",
       STRICT_S9,  {{EG_SQ_GPR_RESOURCE_MGMT_1_OFFSET,
         EG_SQ_GPR_RESOURCE_MGMT_1(.NUM_PS_GPRS = 248, .NUM_CLAUSE_TEMP_GPRS = 4)}},
       {{EG_SQ_GPR_RESOURCE_MGMT_1_OFFSET,
         EG_SQ_GPR_RESOURCE_MGMT_1(.NUM_PS_GPRS = 249, .NUM_CLAUSE_TEMP_GPRS = 4)}},
       0, "the shares are 257 GPRs"},
      {"RV670",
       STRICT_S9,  {{R6_SQ_STACK_RESOURCE_MGMT_1_OFFSET, R6_SQ_STACK_RESOURCE_MGMT_1(.NUM_VS_STACK_ENTRIES = 2)},
        {R6_SQ_PGM_RESOURCES_VS_OFFSET, R6_SQ_PGM_RESOURCES_VS(.STACK_SIZE = 2)}},
       {{R6_SQ_PGM_RESOURCES_VS_OFFSET, R6_SQ_PGM_RESOURCES_VS(.STACK_SIZE = 3)}},
       0, "more stack"             },

      {"RV770",
       STRICT_S10, {{R6_SQ_ALU_CONST_BUFFER_SIZE_VS_OFFSET(2), 0}},
       {{R6_SQ_ALU_CONST_CACHE_PS_OFFSET(3), 1}},
       0, NULL                     },
   };
   check(rows, ARRAY_SIZE(rows));
}

static void
depth_and_rasteriser(void **state)
{
   const struct row rows[] = {
      {"CYPRESS",
       STRICT_S8,   {{EG_PA_SC_MODE_CNTL_0_OFFSET, 0}},
       {{EG_PA_SC_MODE_CNTL_0_OFFSET, 1}},
       0,     "MSAA_ENABLE"                  },
      {"RV670",
       STRICT_S8,   {{R6_PA_SC_MODE_CNTL_OFFSET, 0}},
       {{R6_PA_SC_MODE_CNTL_OFFSET, 1}},
       0,     "MSAA_ENABLE"                  },

      {"CAYMAN",
       STRICT_S12,  {{CM_CB_COLOR_INFO_OFFSET(0), CM_CB_COLOR_INFO(.FORMAT = 35, .ARRAY_MODE = 2, .NUMBER_TYPE = 7)},
        {CM_CB_COLOR_ATTRIB_OFFSET(0), CM_CB_COLOR_ATTRIB(.NON_DISP_TILING_ORDER = 1)}},
       {{CM_CB_COLOR_ATTRIB_OFFSET(0), 0}},
       0,     "NON_DISP_TILING_ORDER is 0"   },
      {"CAYMAN",
       STRICT_S13,  {{CM_PA_SC_WINDOW_SCISSOR_BR_OFFSET, 2 | 1 << 16}},
       {{CM_PA_SC_WINDOW_SCISSOR_BR_OFFSET, 1 | 1 << 16}},
       0,     "ends at 1, 1"                 },
      {"CYPRESS",
       STRICT_S13,  {{EG_PA_SC_WINDOW_SCISSOR_BR_OFFSET, 1 | 1 << 16}},
       {{EG_PA_SC_WINDOW_SCISSOR_BR_OFFSET, 0 | 1 << 16}},
       0,     "begins at 0"                  },
      {"RV670",
       STRICT_S18B, {{R6_PA_SU_SC_MODE_CNTL_OFFSET, 1 << 19 | 1}},
       {{0}},
       LINES, "CULL_FRONT with points, lines"},
      {"RV770",
       STRICT_S20,  {{R6_DB_DEPTH_BASE_OFFSET, (TARGET_ADDR + 0x20000) >> 8},
        {R6_DB_DEPTH_SIZE_OFFSET, R6_DB_DEPTH_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = 63)},
        R6_DEPTH(2)},
       {R6_DEPTH(1)},
       0,     "ARRAY_MODE 1"                 },
   };
   check(rows, ARRAY_SIZE(rows));
}

/* What a driver that runs on cards works around on one chip. */
static void
workarounds(void **state)
{
   const uint32_t depth_base = (uint32_t)((TARGET_ADDR + 0x40000) >> 8);
   const uint32_t square = R6_DB_DEPTH_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = 63);
   const uint32_t wide = R6_DB_DEPTH_SIZE(.PITCH_TILE_MAX = 961, .SLICE_TILE_MAX = 8 * 962 - 1);
   const struct change depth = {R6_DB_DEPTH_BASE_OFFSET, depth_base},
                       size = {R6_DB_DEPTH_SIZE_OFFSET, square};
   const struct change htile = R6_DEPTH(2, .TILE_SURFACE_ENABLE = 1);
   const struct change tiled = {R6_CB_COLOR_INFO_OFFSET(0), R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 4)};
   const struct row rows[] = {
      {"RV770",
       STRICT_S16A,         {tiled,
        {R6_DB_RENDER_OVERRIDE_OFFSET, R6_DB_RENDER_OVERRIDE(.MAX_TILES_IN_DTT = 6)},
        {R6_PA_SC_AA_CONFIG_OFFSET, 3}},
       {{R6_DB_RENDER_OVERRIDE_OFFSET, 0}},
       0,                                                                                                                                                       NULL                             },
      {"RV770",
       STRICT_S16B,         {depth,
        size,
        htile,
        {R6_PA_SC_MODE_CNTL_OFFSET, R6_PA_SC_MODE_CNTL(.PS_ITER_SAMPLE = 1, .TILE_COVER_DISABLE = 1)}},
       {{R6_PA_SC_MODE_CNTL_OFFSET, R6_PA_SC_MODE_CNTL(.PS_ITER_SAMPLE = 1)}},
       0,                                                                                                                                                       "TILE_COVER_DISABLE is 0"        },
      {"RV770", STRICT_S17, {tiled},                                                                                       {{R6_PA_SC_AA_CONFIG_OFFSET, 1}}, 0, NULL                             },
      {"RV670",
       STRICT_S19,          {depth, {R6_DB_DEPTH_SIZE_OFFSET, wide}, R6_DEPTH(2)},
       {htile},
       0,                                                                                                                                                       "hierarchical depth of 7696 x 64"},
      {"RV770",
       STRICT_S22,          {depth, size, htile},
       {R6_DEPTH(2, .TILE_SURFACE_ENABLE = 1, .ZRANGE_PRECISION = 1)},
       0,                                                                                                                                                       NULL                             },
   };
   check(rows, ARRAY_SIZE(rows));
}

/* A stream in two parts: what stands before each of its two draws. */
static void
orders(void **state)
{
   static struct stream s;
   struct emulator *e = new_strict_emulator("RV670", "report");
   begin(&s, e);
   rec.pos = circle;
   rec.num_pos = 16;
   whole_state(&s);
   draw_auto(&s, TRIANGLES, 3);
   before_r600_draw(&s);
   reg(&s, R6_TA_CNTL_AUX_OFFSET, 1);
   draw_auto(&s, TRIANGLES, 3);
   submit_ok(&s);
   assert_int_equal(count(e, STRICT_S18A), 0);
   assert_int_equal(count(e, STRICT_S21), 0);
   whole_state(&s);
   draw_auto(&s, TRIANGLES, 3);
   reg(&s, R6_CB_TARGET_MASK_OFFSET, 15);
   draw_auto(&s, TRIANGLES, 3); /* no flush */
   dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 1));
   dw(&s, DB_EVENT_PS_PARTIAL_FLUSH | 4 << 8);
   draw_auto(&s, TRIANGLES, 3); /* no CB register */
   submit_ok(&s);
   assert_int_equal(count(e, STRICT_S18A), 2);
   const uint32_t sampler[3] = {0};
   for (unsigned behind = 0; behind < 2; behind++) {
      whole_state(&s);
      if (behind)
         reg(&s, R6_TA_CNTL_AUX_OFFSET, 1);
      dw(&s, DB_PKT3(DB_PKT3_SET_SAMPLER, 4));
      dw(&s, 0);
      for (unsigned i = 0; i < 3; i++)
         dw(&s, sampler[i]);
      if (!behind)
         reg(&s, R6_TA_CNTL_AUX_OFFSET, 1);
      draw_auto(&s, TRIANGLES, 3);
      submit_ok(&s);
      assert_int_equal(count(e, STRICT_S21), behind);
   }
   emu_destroy(e);
}

static void
index_types(void **state)
{
   static struct stream s;
   struct emulator *e = new_strict_emulator("CYPRESS", "report");
   static const uint16_t index[4] = {0, 1, 2};
   for (unsigned missing = 0; missing < 2; missing++) {
      begin(&s, e);
      rec.pos = circle;
      rec.num_pos = 16;
      whole_state(&s);
      dw(&s, DB_PKT3(missing ? DB_PKT3_NUM_INSTANCES : DB_PKT3_INDEX_TYPE, 1));
      dw(&s, missing);
      draw_immd(&s, TRIANGLES, index, 3);
      submit_ok(&s);
      assert_int_equal(count(e, STRICT_R4), missing);
   }
   emu_destroy(e);
}

/* What the shaders of a draw are: their constants and exports, and code that breaks rules. */
static void
programs(void **state)
{
   static struct stream s;
   static const uint32_t endless[4] = {0};
   for (unsigned broken = 0; broken < 5; broken++) {
      struct emulator *e = new_strict_emulator("CYPRESS", "report");
      begin(&s, e);
      rec.pos = circle;
      rec.num_pos = 16;
      rec.vs = (struct sq_code){.program = &rec.vs, .params = 1};
      rec.ps = (struct sq_code){.program = &rec.ps, .colors = 1};
      rec.beyond = broken == 1 ? 99 : 0;
      rec.vs.params = broken == 2 ? 2 : 1;
      rec.ps.z = broken == 3;
      rec.ps.dw = broken == 4 ? endless : NULL;
      rec.ps.num_dw = broken == 4 ? 4 : 0;
      whole_state(&s);
      draw_auto(&s, TRIANGLES, 3);
      draw_auto(&s, TRIANGLES, 3);
      submit_ok(&s);
      assert_int_equal(count(e, STRICT_X7), broken == 1 ? 4 : 0); /* both stages, both draws */
      assert_int_equal(count(e, STRICT_X8), broken == 2 || broken == 3 ? 2 : 0);
      assert_int_equal(count(e, STRICT_X10), broken == 4); /* once for a program */
      emu_destroy(e);
   }
}

/* A pixel shader that samples where a fetch says, made with FETCH_WHOLE_QUAD or without. */
static void
dependent_read(bool whole_quad, uint32_t dw[16])
{
   enum { MASKED = 7 };
   struct vliw_w_tex tex = {
      .op = DB_TEX_SAMPLE,
      .whole_quad = whole_quad,
      .src_sel = {0,    1,    1,    1   },
      .dst_sel = {0,    1,    2,    3   },
      .norm = {true, true, true, true}
   };
   memset(dw, 0, 16 * sizeof *dw);
   vliw_enc_cf(DB_EVERGREEN, &(struct vliw_w_cf){.op = DB_CF_TEX, .addr = 4, .barrier = true}, dw);
   vliw_enc_cf(DB_EVERGREEN, &(struct vliw_w_cf){.op = DB_CF_TEX, .addr = 6, .barrier = true}, dw + 2);
   vliw_enc_cf(DB_EVERGREEN,
               &(struct vliw_w_cf){
                  .op = DB_CF_EXPORT_DONE,
                  .sel = {0, MASKED, MASKED, MASKED},
                  .elem_size = 3,
                  .barrier = true,
                  .eop = true
   },
               dw + 4);
   vliw_enc_tex(DB_EVERGREEN, &tex, dw + 8);
   tex.whole_quad = false;
   vliw_enc_tex(DB_EVERGREEN, &tex, dw + 12);
}

static void
helper_pixels(void **state)
{
   static struct stream s;
   static uint32_t code[16];
   for (unsigned broken = 0; broken < 2; broken++) {
      struct emulator *e = new_strict_emulator("CYPRESS", "fail");
      begin(&s, e);
      rec.pos = circle;
      rec.num_pos = 16;
      dependent_read(!broken, code);
      rec.vs = (struct sq_code){.program = &rec.vs, .params = 1};
      rec.ps = (struct sq_code){.program = &rec.ps, .colors = 1, .dw = code, .num_dw = 16};
      whole_state(&s);
      reg(&s, EG_SQ_GPR_RESOURCE_MGMT_1_OFFSET, EG_SQ_GPR_RESOURCE_MGMT_1(.NUM_PS_GPRS = 1));
      reg(&s, EG_SQ_PGM_RESOURCES_PS_OFFSET, EG_SQ_PGM_RESOURCES_PS(.NUM_GPRS = 1));
      draw_auto(&s, TRIANGLES, 3);
      whole_end(&s);
      submit_ok(&s); /* a remark stops nothing */
      assert_int_equal(count(e, STRICT_X10), 0);
      assert_int_equal(count(e, STRICT_X4), broken);
      emu_destroy(e);
   }
   memset(&rec.ps, 0, sizeof rec.ps);
}

/* Textures are looked at when a shader samples them. */
static void
textures(void **state)
{
   static const struct {
      const char *chip;
      enum strict_rule_id rule;
      uint32_t kept[8], broken[8];
   } cases[] = {
      {"RV770",  STRICT_S11, {1 << 3, 17u << 26},                   {1 << 3 | 1 << 7, 17u << 26}    },
      {"CAYMAN", STRICT_S12, {1 << 4, 2u << 28, 0, 0, 0, 0, 0, 35}, {0, 2u << 28, 0, 0, 0, 0, 0, 35}},
   };
   for (unsigned c = 0; c < ARRAY_SIZE(cases); c++) {
      for (unsigned broken = 0; broken < 2; broken++) {
         static struct stream s;
         struct emulator *e = new_strict_emulator(cases[c].chip, "report");
         const uint32_t words = e->chip->gen >= DB_EVERGREEN ? 8 : 7;
         begin(&s, e);
         rec.pos = circle;
         rec.num_pos = 16;
         rec.num_uses = 1;
         rec.uses[0] = (struct sq_use){SQ_USE_TEXTURE, 3 * words, words};
         whole_state(&s);
         dw(&s, DB_PKT3(DB_PKT3_SET_RESOURCE, 1 + words));
         dw(&s, 3 * words);
         for (uint32_t i = 0; i < words; i++)
            dw(&s, (broken ? cases[c].broken : cases[c].kept)[i]);
         draw_auto(&s, TRIANGLES, 3);
         submit_ok(&s);
         assert_int_equal(count(e, cases[c].rule), broken);
         assert_int_equal(count(e, STRICT_R2), 0);
         whole_state(&s);
         draw_auto(&s, TRIANGLES, 3); /* the next stream does not write it */
         submit_ok(&s);
         assert_int_equal(count(e, STRICT_R2), 1);
         emu_destroy(e);
      }
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(exports_and_formats),
      cmocka_unit_test(fast_clears_and_resolves),
      cmocka_unit_test(shares_and_constants),
      cmocka_unit_test(depth_and_rasteriser),
      cmocka_unit_test(workarounds),
      cmocka_unit_test(orders),
      cmocka_unit_test(index_types),
      cmocka_unit_test(helper_pixels),
      cmocka_unit_test(programs),
      cmocka_unit_test(textures),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
