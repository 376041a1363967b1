/* SPDX-License-Identifier: MIT
 *
 * Colour with samples on R6xx and R7xx: CMASK and FMASK from the first draw on, where and how large; the words of a
 * resolve; what shaders fetch is expanded first and stays so.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "db/terascale/r6_regs.h"
#include "driver/bo.h"
#include "terascale/public.h"
#include "terascale/resource/resource.h"
#include "ts_replay.h"
#include "ts_scene.h"

enum { FRAG_ENABLE = R6_CB_COLOR_INFO__TILE_MODE__TILE_FRAG_ENABLE };

struct env {
   struct mock_ws *m;
   struct pipe_screen *screen;
   struct scene s;
   struct pipe_resource *ms;
   struct pipe_framebuffer_state fb;
};

static struct pipe_resource *
texture(struct pipe_screen *screen, uint32_t w, uint32_t h, unsigned samples)
{
   struct pipe_resource t = {.target = PIPE_TEXTURE_2D,
                             .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                             .width0 = w,
                             .height0 = h,
                             .depth0 = 1,
                             .array_size = 1,
                             .nr_samples = (uint8_t)samples,
                             .bind = PIPE_BIND_RENDER_TARGET};
   struct pipe_resource *r = screen->resource_create(screen, &t);
   assert_non_null(r);
   return r;
}

static void
env_init(struct env *e, const struct terascale_chip *chip, uint32_t w, uint32_t h, unsigned samples)
{
   e->m = mock_create(chip);
   e->screen = ts_screen_create(&e->m->base);
   assert_non_null(e->screen);
   assert_true(scene_init(&e->s, e->screen, 64, 64, PIPE_BIND_RENDER_TARGET));
   e->ms = texture(e->screen, w, h, samples);
   e->fb =
      (struct pipe_framebuffer_state){.width = w, .height = h, .samples = (uint8_t)samples, .nr_cbufs = 1};
   e->fb.cbufs[0] = (struct pipe_surface){e->ms, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
   e->s.ctx->set_framebuffer_state(e->s.ctx, &e->fb);
}

static void
env_fini(struct env *e)
{
   e->s.ctx->set_framebuffer_state(e->s.ctx, &e->s.fb);
   pipe_resource_unref(e->ms);
   scene_fini(&e->s);
   e->screen->destroy(e->screen);
   assert_int_equal(e->m->refused, 0);
   assert_int_equal(e->m->live_bos, 0);
   mock_free(e->m);
}

/* What the draws of a stream have, the last 16 of them. */
struct seen {
   unsigned draws;
   struct {
      uint32_t mode, op, target_mask, shader_mask, control, shader_control, mask, base, frag, tile;
   } d[16];
};

static void
look(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   struct seen *s = data;
   if (!is_draw(op) || s->draws == ARRAY_SIZE(s->d))
      return;
   const uint32_t control = reg(r, R6_CB_COLOR_CONTROL_OFFSET);
   s->d[s->draws].mode = R6_CB_COLOR_INFO_get_TILE_MODE(reg(r, R6_CB_COLOR_INFO_OFFSET(0)));
   s->d[s->draws].op = R6_CB_COLOR_CONTROL_get_SPECIAL_OP(control);
   s->d[s->draws].control = control;
   s->d[s->draws].target_mask = reg(r, R6_CB_TARGET_MASK_OFFSET);
   s->d[s->draws].shader_mask = reg(r, R6_CB_SHADER_MASK_OFFSET);
   s->d[s->draws].shader_control = r->value[R6_CB_SHADER_CONTROL_OFFSET / 4];
   s->d[s->draws].mask = reg(r, R6_CB_COLOR_MASK_OFFSET(0));
   s->d[s->draws].base = reg(r, R6_CB_COLOR_BASE_OFFSET(0));
   s->d[s->draws].frag = reg(r, R6_CB_COLOR_FRAG_OFFSET(0));
   s->d[s->draws].tile = reg(r, R6_CB_COLOR_TILE_OFFSET(0));
   s->draws++;
}

/** What Mesa's r600 writes for the same surfaces. */
static void
test_layout(void **state)
{
   static const struct {
      const char *chip;
      uint32_t w, h;
      unsigned samples;
      uint32_t frag, tile, cmask_block_max, fmask_tile_max;
   } rows[] = {
      {"rv670", 64,  64,  4, 0x0100, 0x0140, 3, 127 },
      {"rv670", 300, 200, 8, 0x2300, 0x2D80, 7, 1343},
      {"rv670", 300, 200, 2, 0x08C0, 0x0B60, 7, 1343},
      {"rv770", 64,  64,  4, 0x0100, 0x0140, 7, 127 },
      {"rv770", 300, 200, 8, 0x2800, 0x3400, 7, 1535},
      {"rv770", 300, 200, 2, 0x0A00, 0x0D00, 7, 1535},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
      struct env e;
      env_init(&e, terascale_chip_find(rows[i].chip), rows[i].w, rows[i].h, rows[i].samples);
      const struct ts_resource *r = ts_resource(e.ms);
      for (uint64_t k = 0; k < r->masks.cmask_size_B; k++) /* all samples are there, nothing is cleared */
         assert_int_equal(r->bo->map[r->masks_B + r->masks.cmask_B + k], 0xCC);
      scene_draw(&e.s);
      e.s.ctx->flush(e.s.ctx, NULL);
      struct seen s = {0};
      assert_int_equal(replay(e.m, look, &s), 1);
      assert_int_equal(s.d[0].mode, FRAG_ENABLE);
      assert_int_equal(s.d[0].frag - s.d[0].base, rows[i].frag);
      assert_int_equal(s.d[0].tile - s.d[0].base, rows[i].tile);
      assert_int_equal(s.d[0].mask, R6_CB_COLOR_MASK(.CMASK_BLOCK_MAX = rows[i].cmask_block_max,
                                                     .FMASK_TILE_MAX = rows[i].fmask_tile_max));
      env_fini(&e);
   }
}

#define FOR_EACH_CHIP(chip)                                                                                  \
   const struct terascale_chip *chip;                                                                        \
   for (unsigned ci = 0; (chip = terascale_chip_by_index(ci)); ci++)                                         \
      if (chip->gen <= DB_R700)

/** R6xx: both targets, blended with factors of zero. R7xx: the first alone. */
static void
test_resolve(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 64, 64, 4);
      struct pipe_resource *one = texture(e.screen, 64, 64, 0);
      struct pipe_context *c = e.s.ctx;
      scene_clear(&e.s, 1, 0, 0, 0);
      scene_draw(&e.s);
      const struct pipe_box all = {0, 0, 0, 64, 64, 1};
      const struct pipe_blit_info blit = {
         .dst = {one,  PIPE_FORMAT_R8G8B8A8_UNORM, 0, all},
         .src = {e.ms, PIPE_FORMAT_R8G8B8A8_UNORM, 0, all},
         .mask = PIPE_BLIT_COLOR,
      };
      c->blit(c, &blit);
      c->flush(c, NULL);
      struct seen s = {0};
      assert_int_equal(replay(e.m, look, &s), 3);
      for (unsigned i = 0; i < 3; i++)
         assert_int_equal(s.d[i].mode, FRAG_ENABLE);
      assert_int_equal(s.d[2].op, R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_RESOLVE_BOX);
      const bool r6 = chip->gen == DB_R600;
      assert_int_equal(s.d[2].target_mask, r6 ? 0xFF : 0xF);
      assert_int_equal(s.d[2].shader_mask, r6 ? 0xFF : 0xF);
      assert_int_equal(R6_CB_COLOR_CONTROL_get_TARGET_BLEND_ENABLE(s.d[2].control), r6 ? 3 : 0);
      if (!r6)
         assert_int_equal(s.d[2].shader_control, 1);
      pipe_resource_unref(one);
      env_fini(&e);
   }
}

/** A fragment shader that reads target 0. */
static void *
fetching_fs(struct pipe_context *c)
{
   char error[200];
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   struct ir_builder b = ir_builder_at_end(s);
   const uint32_t in = scene_io(s, false, IR_SEM_FB_FETCH, 0, 4), out = scene_io(s, true, IR_SEM_COLOR, 0, 4);
   for (unsigned k = 0; k < 4; k++)
      ir_store_output(&b, out, k, ir_load_input(&b, in, k));
   static const struct ir_options opt = {0};
   ir_run_pipeline(s, vliw_ir_target(), &opt);
   void *fs = c->create_fs_state(c, s, error, sizeof error);
   ir_shader_destroy(s);
   assert_non_null(fs);
   return fs;
}

static void
test_fetched(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 64, 64, 4);
      struct pipe_context *c = e.s.ctx;
      void *fs = fetching_fs(c);
      for (unsigned k = 0; k < 2; k++) {
         c->bind_fs_state(c, e.s.fs);
         scene_draw(&e.s);
         c->bind_fs_state(c, fs);
         scene_draw(&e.s);
         scene_draw(&e.s);
      }
      c->flush(c, NULL);
      struct seen s = {0};
      /* drawn, expanded, fetched twice; and that again */
      static const bool expands[8] = {[1] = true, [5] = true}, with_masks[8] = {1, 1, 0, 0, 1, 1, 0, 0};
      assert_int_equal(replay(e.m, look, &s), 8);
      for (unsigned i = 0; i < 8; i++) {
         assert_int_equal(s.d[i].op == R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_EXPAND_SAMPLES, expands[i]);
         assert_int_equal(s.d[i].mode == FRAG_ENABLE, with_masks[i]);
      }
      c->bind_fs_state(c, NULL);
      c->delete_fs_state(c, fs);
      env_fini(&e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layout),
      cmocka_unit_test(test_resolve),
      cmocka_unit_test(test_fetched),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
