/* SPDX-License-Identifier: MIT
 *
 * Streams of the driver under the kernel's rules, on every chip: the start-up state, a draw, state changes,
 * clears, textures; and that nothing is left behind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "terascale/public.h"
#include "ts_mock.h"
#include "ts_scene.h"

/** Last value that the stream gives a context or config register; false if it gives none. */
static bool
last_write(const struct mock_ws *m, uint32_t reg, uint32_t *value)
{
   bool found = false;
   for (uint32_t i = 0; i < m->ndw;) {
      uint32_t h = m->dw[i];
      if (DB_PKT_TYPE(h) == 2) {
         i++;
         continue;
      }
      uint32_t n = DB_PKT3_BODY_DW(h), base = 0;
      if (DB_PKT3_OP(h) == DB_PKT3_SET_CONTEXT_REG)
         base = DB_R6_CONTEXT_REG_BASE;
      if (DB_PKT3_OP(h) == DB_PKT3_SET_CONFIG_REG)
         base = DB_R6_CONFIG_REG_BASE;
      if (base) {
         uint32_t first = base + m->dw[i + 1] * 4;
         if (reg >= first && reg < first + (n - 1) * 4) {
            *value = m->dw[i + 2 + (reg - first) / 4];
            found = true;
         }
      }
      i += 1 + n;
   }
   return found;
}

static unsigned
count_packets(const struct mock_ws *m, unsigned op)
{
   unsigned n = 0;
   for (uint32_t i = 0; i < m->ndw;) {
      uint32_t h = m->dw[i];
      if (DB_PKT_TYPE(h) == 2) {
         i++;
         continue;
      }
      n += DB_PKT3_OP(h) == op;
      i += 1 + DB_PKT3_BODY_DW(h);
   }
   return n;
}

#define FOR_EACH_CHIP(chip)                                                                                  \
   const struct terascale_chip *chip;                                                                        \
   for (unsigned ci = 0; (chip = terascale_chip_by_index(ci)); ci++)

static void
test_triangle_every_chip(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct mock_ws *m = mock_create(chip);
      struct pipe_screen *screen = ts_screen_create(&m->base);
      assert_non_null(screen);
      assert_non_null(strstr(screen->caps.renderer, chip->base.name));
      struct scene s;
      assert_true(scene_init(&s, screen, 100, 60, PIPE_BIND_RENDER_TARGET));
      scene_clear(&s, 0, 0, 0, 1);
      scene_draw(&s);
      s.ctx->flush(s.ctx, NULL);
      assert_int_equal(m->submits, 1);
      assert_string_equal(m->error, "");
      assert_int_equal(m->refused, 0);
      assert_int_equal(count_packets(m, DB_PKT3_DRAW_INDEX_AUTO), 2);
      /* A second flush has nothing to submit. */
      s.ctx->flush(s.ctx, NULL);
      assert_int_equal(m->submits, 1);
      scene_fini(&s);
      screen->destroy(screen);
      assert_int_equal(m->live_bos, 0);
      mock_free(m);
   }
}

static void
test_start_up_state(void **state)
{
   static const struct {
      uint32_t reg, value;
   } r7[] =
      {
         {R6_PA_SC_CLIPRECT_RULE_OFFSET,          0xFFFF                   },
         {R6_PA_SC_EDGERULE_OFFSET,               0xAAAAAAAA               },
         {R6_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ_OFFSET, 0x4000                   },
         {R6_DB_WATERMARKS_OFFSET,                0x00420204               },
         {R6_VGT_ENHANCE_OFFSET,                  4                        },
         {R6_CB_CLRCMP_CONTROL_OFFSET,            0x01000000               },
         {R6_CB_CLRCMP_MSK_OFFSET,                0xFFFFFFFF               },
         {R6_VGT_MAX_VTX_INDX_OFFSET,             0xFFFFFFFF               },
         {R6_VGT_MIN_VTX_INDX_OFFSET,             0                        },
         {R6_PA_CL_VTE_CNTL_OFFSET,               0x43F                    },
         {R6_PA_SC_SCREEN_SCISSOR_BR_OFFSET,      8192u << 16 | 8192       },
         {R6_SQ_VTX_SEMANTIC_CLEAR_OFFSET,        0xFFFFFFFF               },
         {R6_SQ_GPR_RESOURCE_MGMT_1_OFFSET,       4u << 28 | 56 << 16 | 130},
   },
     eg[] = {
        {EG_PA_SC_CLIPRECT_RULE_OFFSET, 0xFFFF},
        {EG_PA_SC_EDGERULE_OFFSET, 0xAAAAAAAA},
        {EG_PA_CL_ENHANCE_OFFSET, 7},
        {EG_SPI_CONFIG_CNTL_1_OFFSET, 4},
        {EG_VGT_HOS_REUSE_DEPTH_OFFSET, 16},
        {EG_PA_CL_VTE_CNTL_OFFSET, 0x43F},
        {EG_PA_SC_SCREEN_SCISSOR_BR_OFFSET, 16384u << 16 | 16384},
        {EG_SX_SURFACE_SYNC_OFFSET, 0xF},
        {EG_SQ_GPR_RESOURCE_MGMT_1_OFFSET, 4u << 28 | 46 << 16 | 93},
        {EG_SQ_LDS_RESOURCE_MGMT_OFFSET, 0x10001000},
        {EG_SQ_STATIC_THREAD_MGMT3_OFFSET, 0xFFFFFFFE},
        {EG_VGT_SHADER_STAGES_EN_OFFSET, 0},
     };
   for (unsigned k = 0; k < 2; k++) {
      struct mock_ws *m = mock_create(terascale_chip_find(k ? "cypress" : "rv770"));
      struct pipe_screen *screen = ts_screen_create(&m->base);
      struct scene s;
      assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET));
      scene_draw(&s);
      s.ctx->flush(s.ctx, NULL);
      for (unsigned i = 0; i < (k ? ARRAY_SIZE(eg) : ARRAY_SIZE(r7)); i++) {
         uint32_t reg = k ? eg[i].reg : r7[i].reg, v = ~1u;
         if (!last_write(m, reg, &v))
            fail_msg("register %05x is not written", reg);
         if (v != (k ? eg[i].value : r7[i].value))
            fail_msg("register %05x is %08x", reg, v);
      }
      scene_fini(&s);
      screen->destroy(screen);
      mock_free(m);
   }
}

/** A repeated draw costs its packet only; a changed scissor, its two dwords more. */
static void
test_only_dirty_state(void **state)
{
   static const char *const chips[] = {"rv770", "cypress", "cayman"};
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct mock_ws *m = mock_create(terascale_chip_find(chips[k]));
      struct pipe_screen *screen = ts_screen_create(&m->base);
      struct scene s;
      assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET));
      uint32_t size[3];
      for (unsigned i = 0; i < 3; i++) {
         scene_draw(&s);
         for (unsigned n = 0; n < 8 * i; n++)
            scene_draw(&s);
         s.ctx->flush(s.ctx, NULL);
         size[i] = m->ndw;
      }
      assert_int_equal(size[1] - size[0], 8 * 3);
      assert_int_equal(size[2] - size[1], 8 * 3);
      assert_int_equal(m->refused, 0);
      scene_fini(&s);
      screen->destroy(screen);
      mock_free(m);
   }
}

/** Many draws with new uniforms fill several streams, each complete by itself. */
static void
test_streams_split(void **state)
{
   static const char *const chips[] = {"rv610", "rv770", "cypress", "cayman"};
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct mock_ws *m = mock_create(terascale_chip_find(chips[k]));
      struct pipe_screen *screen = ts_screen_create(&m->base);
      struct scene s;
      assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET));
      float color[4] = {0};
      for (unsigned i = 0; i < 3000; i++) {
         color[0] = (float)i;
         struct pipe_constant_buffer cb = {.user = color, .size_B = 16};
         s.ctx->set_constant_buffer(s.ctx, PIPE_SHADER_VERTEX, 0, &cb);
         scene_draw(&s);
      }
      s.ctx->flush(s.ctx, NULL);
      assert_true(m->submits >= 3);
      assert_int_equal(m->refused, 0);
      scene_fini(&s);
      screen->destroy(screen);
      assert_int_equal(m->live_bos, 0);
      mock_free(m);
   }
}

/** A stream does not gather more buffers than the GPU's memory holds. */
static void
test_streams_fit_memory(void **state)
{
   for (unsigned small = 0; small < 2; small++) {
      struct mock_ws *m = mock_create(terascale_chip_find("rv770"));
      if (small)
         m->base.info.vram_B = m->base.info.gart_B = 16 << 10;
      struct pipe_screen *screen = ts_screen_create(&m->base);
      struct scene s;
      assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET));
      s.ctx->flush(s.ctx, NULL);
      uint32_t before = m->submits;
      for (unsigned i = 0; i < 10; i++)
         scene_draw(&s);
      s.ctx->flush(s.ctx, NULL);
      assert_int_equal(m->submits - before, small ? 10 : 1);
      assert_int_equal(m->refused, 0);
      scene_fini(&s);
      screen->destroy(screen);
      assert_int_equal(m->live_bos, 0);
      mock_free(m);
   }
}

/** Render to texture, then sample it: caches are flushed in between. */
static void
test_render_to_texture(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct mock_ws *m = mock_create(chip);
      struct pipe_screen *screen = ts_screen_create(&m->base);
      struct scene s;
      assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW));
      struct pipe_resource *second =
         scene_texture(screen, PIPE_FORMAT_B5G6R5_UNORM, 33, 17, PIPE_BIND_RENDER_TARGET);
      scene_draw(&s);
      char error[200];
      struct ir_shader *ir = scene_fs(true);
      void *fs = s.ctx->create_fs_state(s.ctx, ir, error, sizeof error);
      ir_shader_destroy(ir);
      assert_non_null(fs);
      struct pipe_framebuffer_state fb = {.width = 33, .height = 17, .nr_cbufs = 1};
      fb.cbufs[0] = (struct pipe_surface){second, PIPE_FORMAT_B5G6R5_UNORM, 0, 0};
      s.ctx->set_framebuffer_state(s.ctx, &fb);
      struct pipe_sampler_view_desc d = {
         s.color, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0, {0, 1, 2, 3}
      };
      struct pipe_sampler_view *v = s.ctx->create_sampler_view(s.ctx, &d);
      s.ctx->set_sampler_views(s.ctx, PIPE_SHADER_FRAGMENT, 1, &v);
      struct pipe_sampler_state ss = {.max_lod = 10};
      void *sampler = s.ctx->create_sampler_state(s.ctx, &ss);
      s.ctx->bind_sampler_states(s.ctx, PIPE_SHADER_FRAGMENT, 1, &sampler);
      s.ctx->bind_fs_state(s.ctx, fs);
      unsigned before = m->ndw;
      scene_draw(&s);
      s.ctx->flush(s.ctx, NULL);
      assert_true(m->ndw > before);
      assert_string_equal(m->error, "");
      assert_int_equal(m->submits, 1);
      /* open, between, end */
      assert_int_equal(count_packets(m, DB_PKT3_SURFACE_SYNC),
                       chip->gen == DB_R600 && chip->family != DB_FAMILY_RV670 &&
                             chip->family != DB_FAMILY_RS780 && chip->family != DB_FAMILY_RS880
                          ? 2
                          : 3);
      s.ctx->bind_fs_state(s.ctx, NULL);
      s.ctx->delete_fs_state(s.ctx, fs);
      s.ctx->sampler_view_destroy(s.ctx, v);
      void *none = NULL;
      s.ctx->bind_sampler_states(s.ctx, PIPE_SHADER_FRAGMENT, 1, &none);
      s.ctx->delete_sampler_state(s.ctx, sampler);
      pipe_resource_unref(second);
      scene_fini(&s);
      screen->destroy(screen);
      assert_int_equal(m->live_bos, 0);
      mock_free(m);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_triangle_every_chip), cmocka_unit_test(test_start_up_state),
      cmocka_unit_test(test_only_dirty_state),    cmocka_unit_test(test_streams_split),
      cmocka_unit_test(test_streams_fit_memory),  cmocka_unit_test(test_render_to_texture),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
