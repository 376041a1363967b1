/* SPDX-License-Identifier: MIT
 *
 * What a card asks of the registers at each draw, as far as nothing else here would feel it: the table "What a
 * card asks" of docs/driver.md. Each stream is read with registers of which nothing is known at its start.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "db/terascale/cm_regs.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "ts_card.h"

/* ---- exports and CB_SHADER_MASK --------------------------------------------------------------------------
 */

enum output { OUTPUT_NONE, OUTPUT_COLOR, OUTPUT_DEPTH, OUTPUT_BOTH, OUTPUTS };

/** Reads varying 0 and writes what \p what says of it. */
static struct ir_shader *
output_fs(enum output what)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   struct ir_builder b = ir_builder_at_end(s);
   uint32_t v0 = scene_io(s, false, IR_SEM_GENERIC, 0, 4);
   if (what == OUTPUT_COLOR || what == OUTPUT_BOTH) {
      uint32_t color = scene_io(s, true, IR_SEM_COLOR_ALL, 0, 4);
      for (unsigned i = 0; i < 4; i++)
         ir_store_output(&b, color, i, ir_load_input(&b, v0, i));
   }
   if (what == OUTPUT_DEPTH || what == OUTPUT_BOTH)
      ir_store_output(&b, scene_io(s, true, IR_SEM_DEPTH, 0, 1), 0, ir_load_input(&b, v0, 0));
   static const struct ir_options opt = {0};
   ir_run_pipeline(s, vliw_ir_target(), &opt);
   return s;
}

static void
exports_agree(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   const struct terascale_chip *chip = data;
   if (!is_draw(op))
      return;
   const bool r6 = chip->gen <= DB_R700;
   const uint32_t exports = reg(r, r6 ? R6_SQ_PGM_EXPORTS_PS_OFFSET : EG_SQ_PGM_EXPORTS_PS_OFFSET);
   const uint32_t mask = reg(r, EG_CB_SHADER_MASK_OFFSET); /* the same place everywhere */
   unsigned fields = 0;
   for (unsigned i = 0; i < 8; i++)
      fields += (mask >> (4 * i) & 0xF) != 0;
   assert_true(exports); /* neither depth nor colour: the exporter hangs */
   if (r6)
      assert_true(mask & 0xF);
   else if (fields != EG_SQ_PGM_EXPORTS_PS_get_EXPORT_COLORS(exports))
      fail_msg("%s: %u colours exported, CB_SHADER_MASK is %08x", chip->base.name,
               EG_SQ_PGM_EXPORTS_PS_get_EXPORT_COLORS(exports), mask);
}

/** As many fields of CB_SHADER_MASK are not zero as colours are exported, for every kind of fragment shader, with a
 * colour buffer, two and none. */
static void
test_shader_mask(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 32, 32);
      for (unsigned what = 0; what < OUTPUTS; what++) {
         char error[200];
         struct ir_shader *ir = output_fs(what);
         void *fs = e.c->create_fs_state(e.c, ir, error, sizeof error);
         ir_shader_destroy(ir);
         assert_non_null(fs);
         e.c->bind_fs_state(e.c, fs);
         for (uint8_t targets = 0; targets < 3; targets++) {
            struct pipe_framebuffer_state fb = e.s.fb;
            fb.nr_cbufs = targets;
            for (unsigned i = 0; i < targets; i++)
               fb.cbufs[i] = e.s.fb.cbufs[0];
            e.c->set_framebuffer_state(e.c, &fb);
            scene_draw(&e.s);
            e.c->flush(e.c, NULL);
            assert_int_equal(replay(e.m, exports_agree, (void *)chip), 1);
         }
         e.c->bind_fs_state(e.c, e.s.fs);
         e.c->delete_fs_state(e.c, fs);
      }
      env_fini(&e);
   }
}

struct precision {
   bool exact;
};

static void
blends_exactly(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   const struct precision *p = data;
   if (!is_draw(op))
      return;
   const uint32_t info = reg(r, R6_CB_COLOR_INFO_OFFSET(0));
   const bool narrow =
      R6_CB_COLOR_INFO_get_SOURCE_FORMAT(info) == R6_CB_COLOR_INFO__SOURCE_FORMAT__EXPORT_NORM;
   assert_int_equal(R6_CB_COLOR_INFO_get_BLEND_FLOAT32(info), p->exact);
   assert_false(p->exact && narrow);
   assert_int_equal(R6_CB_COLOR_CONTROL_get_ROP3(reg(r, R6_CB_COLOR_CONTROL_OFFSET)), 0xCC);
}

/** R6xx, R7xx: components wider than 16 bits of float or 12 of others are not cut to 12 bits of mantissa. */
static void
test_blend_precision(void **state)
{
   static const struct {
      uint16_t format;
      bool exact;
   } formats[] = {
      {PIPE_FORMAT_R8G8B8A8_UNORM,     false},
      {PIPE_FORMAT_R10G10B10A2_UNORM,  false},
      {PIPE_FORMAT_R11G11B10_FLOAT,    false},
      {PIPE_FORMAT_R16G16B16A16_FLOAT, false},
      {PIPE_FORMAT_R16_UNORM,          true },
      {PIPE_FORMAT_R16G16_SNORM,       true },
      {PIPE_FORMAT_R32_FLOAT,          true },
      {PIPE_FORMAT_R32G32B32A32_FLOAT, true },
   };
   FOR_EACH_CHIP(chip)
   {
      if (chip->gen > DB_R700)
         continue;
      struct env e;
      env_init(&e, chip, 8, 8);
      for (unsigned i = 0; i < ARRAY_SIZE(formats); i++) {
         struct pipe_resource *t = scene_texture(e.screen, formats[i].format, 8, 8, PIPE_BIND_RENDER_TARGET);
         struct pipe_framebuffer_state fb = {.width = 8, .height = 8, .nr_cbufs = 1};
         fb.cbufs[0] = (struct pipe_surface){t, formats[i].format, 0, 0};
         e.c->set_framebuffer_state(e.c, &fb);
         scene_draw(&e.s);
         e.c->flush(e.c, NULL);
         struct precision p = {.exact = formats[i].exact};
         assert_int_equal(replay(e.m, blends_exactly, &p), 1);
         e.c->set_framebuffer_state(e.c, &e.s.fb);
         pipe_resource_unref(t);
      }
      env_fini(&e);
   }
}

/* ---- what no draw changes ---------------------------------------------------------------------------------
 */

struct fixed {
   uint32_t reg, value;
};

static void
has_fixed(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   const struct fixed *f = data;
   for (; is_draw(op) && f->reg; f++)
      if (reg(r, f->reg) != f->value)
         fail_msg("register %05x is %08x, not %08x", f->reg, reg(r, f->reg), f->value);
}

/** Registers that a chip lives on although no application's state is in them: in every stream. */
static void
test_fixed(void **state)
{
   static const struct fixed r600[] =
      {
         {R6_VC_ENHANCE_OFFSET,                   0         },
         {R6_DB_DEBUG_OFFSET,                     0x82000000},
         {R6_DB_WATERMARKS_OFFSET,                0x01020204},
         {R6_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ_OFFSET, 0         },
         {R6_SPI_THREAD_GROUPING_OFFSET,          1         },
         {R6_TA_CNTL_AUX_OFFSET,                  0x07000003},
         {0,                                      0         },
   },
                             r700[] =
                                {
                                   {R6_VC_ENHANCE_OFFSET, 0},
                                   {R6_DB_DEBUG_OFFSET, 0},
                                   {R6_DB_WATERMARKS_OFFSET, 0x00420204},
                                   {R6_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ_OFFSET, 0x4000},
                                   {R6_SPI_THREAD_GROUPING_OFFSET, 0},
                                   {R6_SX_SURFACE_SYNC_OFFSET, 0xF},
                                   {R6_TA_CNTL_AUX_OFFSET, 0x07000003},
                                   {0, 0},
                                },
                             eg[] = {
                                {EG_SPI_CONFIG_CNTL_OFFSET, 0},
                                {EG_SPI_CONFIG_CNTL_1_OFFSET, 4},
                                {EG_PA_CL_ENHANCE_OFFSET, 7},
                                {EG_SQ_STATIC_THREAD_MGMT1_OFFSET, 0xFFFFFFFF},
                                {EG_SQ_STATIC_THREAD_MGMT2_OFFSET, 0xFFFFFFFF},
                                {EG_SQ_STATIC_THREAD_MGMT3_OFFSET, 0xFFFFFFFE},
                                {0, 0},
                             };
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 8, 8);
      for (unsigned i = 0; i < 2; i++) {
         scene_draw(&e.s);
         e.c->flush(e.c, NULL);
         const struct fixed *f = chip->gen >= DB_EVERGREEN ? eg : chip->gen == DB_R700 ? r700 : r600;
         assert_int_equal(replay(e.m, has_fixed, (void *)f), 1);
      }
      env_fini(&e);
   }
}

/* ---- samples ---------------------------------------------------------------------------------------------
 */

/** What the depth and the scan converter know of samples; nothing here survives from one stream to the next. */
static void
samples_are(const struct regs *r, const struct terascale_chip *chip, unsigned log2)
{
   const bool cayman = chip->gen == DB_CAYMAN;
   const uint32_t aa = reg(r, cayman ? CM_PA_SC_AA_CONFIG_OFFSET : EG_PA_SC_AA_CONFIG_OFFSET);
   assert_int_equal(EG_PA_SC_AA_CONFIG_get_MSAA_NUM_SAMPLES(aa), log2);
   const uint32_t line = reg(r, cayman ? CM_PA_SC_LINE_CNTL_OFFSET : EG_PA_SC_LINE_CNTL_OFFSET);
   assert_int_equal(EG_PA_SC_LINE_CNTL_get_EXPAND_LINE_WIDTH(line), log2 > 0);
   assert_int_equal(EG_PA_SC_LINE_CNTL_get_LAST_PIXEL(line), !cayman);
   assert_int_equal(EG_PA_SC_LINE_CNTL_get_DX10_DIAMOND_TEST_ENA(line), cayman);
   if (chip->gen <= DB_R700 && chip->family != DB_FAMILY_R600)
      assert_int_equal(reg(r, R6_PA_SC_AA_SAMPLE_LOCS_MCTX_OFFSET) != 0, log2 > 0);
   if (cayman)
      assert_int_equal(reg(r, CM_DB_EQAA_OFFSET),
                       CM_DB_EQAA(.MAX_ANCHOR_SAMPLES = log2, .MASK_EXPORT_NUM_SAMPLES = log2,
                                  .ALPHA_TO_MASK_NUM_SAMPLES = log2, .HIGH_QUALITY_INTERSECTIONS = 1,
                                  .STATIC_ANCHOR_ASSOCIATIONS = 1));
}

static void
samples_as_drawn(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   const struct env *e = data;
   if (is_draw(op))
      samples_are(r, e->chip, e->samples_log2);
}

static struct pipe_resource *
samples_texture(struct pipe_screen *screen, unsigned log2)
{
   const struct pipe_resource t = {.target = PIPE_TEXTURE_2D,
                                   .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                   .width0 = 32,
                                   .height0 = 32,
                                   .depth0 = 1,
                                   .array_size = 1,
                                   .nr_samples = (uint8_t)(log2 ? 1u << log2 : 0),
                                   .bind = PIPE_BIND_RENDER_TARGET};
   return screen->resource_create(screen, &t);
}

/** Streams with one sample, with four and with one again: each says what it works with. */
static void
test_samples(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 32, 32);
      struct pipe_resource *ms = samples_texture(e.screen, 2);
      struct pipe_framebuffer_state fb = {.width = 32, .height = 32, .samples = 4, .nr_cbufs = 1};
      fb.cbufs[0] = (struct pipe_surface){ms, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
      for (unsigned i = 0; i < 4; i++) {
         const bool four = i == 1;
         e.samples_log2 = four ? 2 : 0;
         e.c->set_framebuffer_state(e.c, four ? &fb : &e.s.fb);
         scene_draw(&e.s);
         e.c->flush(e.c, NULL);
         assert_int_equal(replay(e.m, samples_as_drawn, &e), 1);
      }
      pipe_resource_unref(ms);
      env_fini(&e);
   }
}

/** Shaders that read the framebuffer, which run for each sample. */
static struct ir_shader *
fetching_fs(void)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   struct ir_builder b = ir_builder_at_end(s);
   uint32_t v0 = scene_io(s, false, IR_SEM_GENERIC, 0, 4), last = scene_io(s, false, IR_SEM_FB_FETCH, 0, 4);
   uint32_t color = scene_io(s, true, IR_SEM_COLOR_ALL, 0, 4);
   for (unsigned i = 0; i < 4; i++)
      ir_store_output(&b, color, i,
                      ir_alu2(&b, IR_FADD, ir_load_input(&b, v0, i), ir_load_input(&b, last, i)));
   static const struct ir_options opt = {0};
   ir_run_pipeline(s, vliw_ir_target(), &opt);
   return s;
}

static void
sample_modes(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   const struct env *e = data;
   if (!is_draw(op))
      return;
   const bool rv770 = e->chip->family == DB_FAMILY_RV770, r6 = e->chip->gen <= DB_R700;
   if (r6 && R6_CB_COLOR_CONTROL_get_SPECIAL_OP(reg(r, R6_CB_COLOR_CONTROL_OFFSET)) ==
                R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_EXPAND_SAMPLES)
      return; /* what the shader reads is expanded first: no shader runs */
   if (r6) {
      const uint32_t override = reg(r, R6_DB_RENDER_OVERRIDE_OFFSET),
                     mode = reg(r, R6_PA_SC_MODE_CNTL_OFFSET);
      assert_int_equal(R6_DB_RENDER_OVERRIDE_get_MAX_TILES_IN_DTT(override),
                       rv770 && e->samples_log2 == 3 ? 6 : 0);
      assert_int_equal(R6_PA_SC_MODE_CNTL_get_PS_ITER_SAMPLE(mode), e->per_sample);
      assert_int_equal(R6_PA_SC_MODE_CNTL_get_TILE_COVER_DISABLE(mode), rv770 && e->per_sample);
   } else {
      assert_int_equal(EG_PA_SC_MODE_CNTL_1_get_PS_ITER_SAMPLE(reg(r, EG_PA_SC_MODE_CNTL_1_OFFSET)),
                       e->per_sample);
   }
   if (e->chip->gen == DB_CAYMAN)
      assert_int_equal(CM_DB_EQAA_get_PS_ITER_SAMPLES(reg(r, CM_DB_EQAA_OFFSET)),
                       e->per_sample ? e->samples_log2 : 0);
}

/** Workarounds that depend on the number of samples and on shading for each. */
static void
test_sample_modes(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 32, 32);
      char error[200];
      struct ir_shader *ir = fetching_fs();
      void *fs = e.c->create_fs_state(e.c, ir, error, sizeof error);
      ir_shader_destroy(ir);
      assert_non_null(fs);
      for (unsigned log2 = 0; log2 < 4; log2++) {
         struct pipe_resource *ms = samples_texture(e.screen, log2);
         struct pipe_framebuffer_state fb = {
            .width = 32, .height = 32, .samples = (uint8_t)(1u << log2), .nr_cbufs = 1};
         fb.cbufs[0] = (struct pipe_surface){ms, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
         e.c->set_framebuffer_state(e.c, &fb);
         for (unsigned i = 0; i < 2; i++) {
            e.samples_log2 = log2;
            e.per_sample = i && log2;
            e.c->bind_fs_state(e.c, i ? fs : e.s.fs);
            scene_draw(&e.s);
            e.c->flush(e.c, NULL);
            assert_int_equal(replay(e.m, sample_modes, &e), 1 + (e.per_sample && chip->gen <= DB_R700));
         }
         e.c->bind_fs_state(e.c, e.s.fs);
         e.c->set_framebuffer_state(e.c, &e.s.fb);
         pipe_resource_unref(ms);
      }
      e.c->delete_fs_state(e.c, fs);
      env_fini(&e);
   }
}

static void
counts_samples(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   const struct env *e = data;
   if (!is_draw(op))
      return;
   const uint32_t count = reg(r, CM_DB_COUNT_CONTROL_OFFSET);
   assert_int_equal(CM_DB_COUNT_CONTROL_get_PERFECT_ZPASS_COUNTS(count), 1);
   assert_int_equal(CM_DB_COUNT_CONTROL_get_SAMPLE_RATE(count),
                    e->chip->gen == DB_CAYMAN ? e->samples_log2 : 0);
}

/** Occlusion queries on Cayman count as many samples as there are. */
static void
test_sample_rate(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      if (chip->gen < DB_EVERGREEN)
         continue;
      struct env e;
      env_init(&e, chip, 32, 32);
      struct pipe_query *q = e.c->create_query(e.c, PIPE_QUERY_OCCLUSION_PREDICATE);
      for (unsigned log2 = 0; log2 < 4; log2++) {
         struct pipe_resource *ms = samples_texture(e.screen, log2);
         struct pipe_framebuffer_state fb = {
            .width = 32, .height = 32, .samples = (uint8_t)(1u << log2), .nr_cbufs = 1};
         fb.cbufs[0] = (struct pipe_surface){ms, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
         e.samples_log2 = log2;
         e.c->set_framebuffer_state(e.c, &fb);
         e.c->begin_query(e.c, q);
         scene_draw(&e.s);
         e.c->end_query(e.c, q);
         e.c->flush(e.c, NULL);
         assert_int_equal(replay(e.m, counts_samples, &e), 1);
         e.c->set_framebuffer_state(e.c, &e.s.fb);
         pipe_resource_unref(ms);
      }
      e.c->destroy_query(e.c, q);
      env_fini(&e);
   }
}

/** R6xx does not offer 11:11:10 floats with samples. */
static void
test_sample_formats(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 8, 8);
      for (unsigned samples = 0; samples <= 8; samples += 4)
         assert_int_equal(e.screen->is_format_supported(e.screen, PIPE_FORMAT_R11G11B10_FLOAT,
                                                        PIPE_TEXTURE_2D, samples, PIPE_BIND_RENDER_TARGET),
                          !samples || chip->gen != DB_R600);
      env_fini(&e);
   }
}

/* ---- depth -----------------------------------------------------------------------------------------------
 */

struct expansion {
   const struct terascale_chip *chip;
   unsigned found;
};

static void
tests_while_expanding(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   struct expansion *x = data;
   if (!is_draw(op))
      return;
   const uint32_t control =
      reg(r, x->chip->gen <= DB_R700 ? R6_DB_RENDER_CONTROL_OFFSET : EG_DB_RENDER_CONTROL_OFFSET);
   if (!EG_DB_RENDER_CONTROL_get_DEPTH_COMPRESS_DISABLE(control) && /* the same bits everywhere */
       !EG_DB_RENDER_CONTROL_get_DEPTH_COPY(control))
      return;
   x->found++;
   const uint32_t tests =
      R6_DB_DEPTH_CONTROL(.Z_ENABLE = 1, .ZFUNC = R6_DB_DEPTH_CONTROL__ZFUNC__FRAG_LEQUAL,
                          .STENCIL_ENABLE = 1, .STENCILFUNC = R6_DB_DEPTH_CONTROL__STENCILFUNC__REF_ALWAYS,
                          .STENCILZFAIL = R6_DB_DEPTH_CONTROL__STENCILZFAIL__STENCIL_INCR_CLAMP);
   const bool needs = x->chip->family == DB_FAMILY_RV610 || x->chip->family == DB_FAMILY_RV620 ||
                      x->chip->family == DB_FAMILY_RV630 || x->chip->family == DB_FAMILY_RV635;
   assert_int_equal(reg(r, R6_DB_DEPTH_CONTROL_OFFSET), needs ? tests : 0);
   if (needs)
      assert_int_equal(R6_DB_STENCILREFMASK_get_STENCILWRITEMASK(reg(r, R6_DB_STENCILREFMASK_OFFSET)), 0xff);
}

/** RV610 to RV635 expand depth, be it into a copy, only while depth and stencil are tested. */
static void
test_expansion(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 1024, 512);
      scene_clear(&e.s, 0, 0, 0, 0);
      scene_draw(&e.s);
      struct pipe_box box = {0, 0, 0, 1, 1, 1};
      struct pipe_transfer *t;
      assert_non_null(e.c->texture_map(e.c, e.s.depth, 0, PIPE_MAP_READ | PIPE_MAP_WRITE, &box, &t));
      struct expansion x = {.chip = chip};
      replay(e.m, tests_while_expanding, &x);
      e.c->texture_unmap(e.c, t);
      assert_int_equal(x.found, 1);
      env_fini(&e);
   }
}

/* ---- scissors --------------------------------------------------------------------------------------------
 */

static void
scissor_draws(const struct regs *r, const struct terascale_chip *chip, uint32_t tl_offset)
{
   const uint32_t tl = reg(r, tl_offset), br = reg(r, tl_offset + 4);
   const uint32_t x1 = EG_PA_SC_WINDOW_SCISSOR_BR_get_BR_X(br), y1 = EG_PA_SC_WINDOW_SCISSOR_BR_get_BR_Y(br);
   if (chip->gen < DB_EVERGREEN)
      return;
   assert_true(x1 || EG_PA_SC_WINDOW_SCISSOR_TL_get_TL_X(tl));
   assert_true(y1 || EG_PA_SC_WINDOW_SCISSOR_TL_get_TL_Y(tl));
   assert_false(chip->gen == DB_CAYMAN && x1 == 1 && y1 == 1);
}

static void
scissors_draw(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   if (!is_draw(op))
      return;
   scissor_draws(r, data, EG_PA_SC_WINDOW_SCISSOR_TL_OFFSET);
   scissor_draws(r, data, EG_PA_SC_VPORT_SCISSOR_TL_OFFSET(0));
}

/** Framebuffers of one pixel, and a scissor of none. */
static void
test_scissor(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 1, 1);
      scene_draw(&e.s);
      struct pipe_viewport_state outside = {
         {0.5f,  0.5f,  0.5f},
         {-4.0f, -4.0f, 0.5f}
      };
      e.c->set_viewport_state(e.c, &outside);
      scene_draw(&e.s);
      struct pipe_framebuffer_state nothing = {0};
      e.c->set_framebuffer_state(e.c, &nothing);
      scene_draw(&e.s);
      e.c->flush(e.c, NULL);
      assert_int_equal(replay(e.m, scissors_draw, (void *)chip), 3);
      env_fini(&e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shader_mask),  cmocka_unit_test(test_blend_precision),
      cmocka_unit_test(test_fixed),        cmocka_unit_test(test_samples),
      cmocka_unit_test(test_sample_rate),  cmocka_unit_test(test_sample_formats),
      cmocka_unit_test(test_sample_modes), cmocka_unit_test(test_expansion),
      cmocka_unit_test(test_scissor),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
