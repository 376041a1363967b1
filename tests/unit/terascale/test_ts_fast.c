/* SPDX-License-Identifier: MIT
 *
 * Fast clears of the driver: which clears leave pixels alone, and that what others look at is expanded first,
 * once, whoever meets it. Streams run under the kernel's rules.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "terascale/public.h"
#include "terascale/screen.h"
#include "ts_mock.h"
#include "ts_scene.h"

enum { W = 1024, H = 512 };

/** Writes of a context register in the last stream whose value has bits \p value under \p mask. */
static unsigned
count_writes(const struct mock_ws *m, uint32_t reg, uint32_t mask, uint32_t value)
{
   unsigned found = 0;
   for (uint32_t i = 0; i < m->ndw;) {
      uint32_t h = m->dw[i], n = DB_PKT_TYPE(h) == 2 ? 0 : DB_PKT3_BODY_DW(h);
      if (n && DB_PKT3_OP(h) == DB_PKT3_SET_CONTEXT_REG) {
         uint32_t first = DB_R6_CONTEXT_REG_BASE + m->dw[i + 1] * 4;
         if (reg >= first && reg < first + (n - 1) * 4)
            found += (m->dw[i + 2 + (reg - first) / 4] & mask) == value;
      }
      i += 1 + n;
   }
   return found;
}

static unsigned
count_packets(const struct mock_ws *m, unsigned op)
{
   unsigned found = 0;
   for (uint32_t i = 0; i < m->ndw;) {
      uint32_t h = m->dw[i], n = DB_PKT_TYPE(h) == 2 ? 0 : DB_PKT3_BODY_DW(h);
      found += n && DB_PKT3_OP(h) == op;
      i += 1 + n;
   }
   return found;
}

static bool
is_r6(const struct mock_ws *m)
{
   return terascale_chip(m->base.info.chip)->gen <= DB_R700;
}

static unsigned
count_expanded_color(const struct mock_ws *m)
{
   return count_writes(m, EG_CB_COLOR_CONTROL_OFFSET, EG_CB_COLOR_CONTROL(.MODE = 7),
                       EG_CB_COLOR_CONTROL(.MODE = EG_CB_COLOR_CONTROL__MODE__CB_ELIMINATE_FAST_CLEAR));
}

static unsigned
count_expanded_depth(const struct mock_ws *m)
{
   /* the same bits everywhere */
   const uint32_t both = EG_DB_RENDER_CONTROL(.DEPTH_COMPRESS_DISABLE = 1, .STENCIL_COMPRESS_DISABLE = 1);
   return count_writes(m, is_r6(m) ? R6_DB_RENDER_CONTROL_OFFSET : EG_DB_RENDER_CONTROL_OFFSET, both, both);
}

/** R6xx, R7xx: 24-bit depth is drawn into a copy, cleared tiles and all, and stays as it is. */
static unsigned
count_copied_depth(const struct mock_ws *m)
{
   const uint32_t copy = R6_DB_RENDER_CONTROL(.DEPTH_COPY = 1);
   return is_r6(m) ? count_writes(m, R6_DB_RENDER_CONTROL_OFFSET, copy, copy) : 0;
}

static unsigned
count_htile(const struct mock_ws *m, bool on)
{
   const uint32_t bit = is_r6(m) ? R6_DB_DEPTH_INFO(.TILE_SURFACE_ENABLE = 1)
                                 : EG_DB_Z_INFO(.TILE_SURFACE_ENABLE = 1),
                  format = is_r6(m) ? R6_DB_DEPTH_INFO(.FORMAT = 7) : EG_DB_Z_INFO(.FORMAT = 3),
                  reg = is_r6(m) ? R6_DB_DEPTH_INFO_OFFSET : EG_DB_Z_INFO_OFFSET;
   unsigned n = count_writes(m, reg, bit, on ? bit : 0);
   return on ? n : n - count_writes(m, reg, format, 0);
}

/* ---- binding things -------------------------------------------------------------------------------------
 */

struct env {
   struct mock_ws *m;
   struct pipe_screen *screen;
   struct scene s;
};

static void
env_init(struct env *e, const struct terascale_chip *chip, uint32_t w, uint32_t h, uint32_t bind)
{
   e->m = mock_create(chip);
   e->screen = ts_screen_create(&e->m->base);
   assert_non_null(e->screen);
   assert_true(scene_init(&e->s, e->screen, w, h, bind));
}

static void
env_fini(struct env *e)
{
   scene_fini(&e->s);
   e->screen->destroy(e->screen);
   assert_int_equal(e->m->refused, 0);
   assert_int_equal(e->m->live_bos, 0);
   mock_free(e->m);
}

/** One triangle of \p r as texture into a small target; the scene's things are bound again. */
static void
sample(struct scene *s, struct pipe_context *c, struct pipe_resource *r)
{
   char error[200];
   struct ir_shader *ir = scene_fs(true);
   void *fs = c->create_fs_state(c, ir, error, sizeof error);
   ir_shader_destroy(ir);
   assert_non_null(fs);
   const struct pipe_sampler_state ss = {0};
   void *samp = c->create_sampler_state(c, &ss);
   struct pipe_sampler_view_desc d = {
      .texture = r, .format = r->format, .swizzle = {0, 1, 2, 3}
   };
   struct pipe_sampler_view *v = c->create_sampler_view(c, &d);
   struct pipe_resource *small =
      scene_texture(c->screen, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, PIPE_BIND_RENDER_TARGET);
   struct pipe_framebuffer_state fb = {.width = 16, .height = 16, .nr_cbufs = 1};
   fb.cbufs[0] = (struct pipe_surface){small, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
   c->set_framebuffer_state(c, &fb);
   c->bind_fs_state(c, fs);
   c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 1, &samp);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 1, &v);
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   c->draw(c, &info);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   c->sampler_view_destroy(c, v);
   c->bind_fs_state(c, c == s->ctx ? s->fs : NULL);
   c->delete_fs_state(c, fs);
   c->delete_sampler_state(c, samp);
   if (c == s->ctx)
      c->set_framebuffer_state(c, &s->fb);
   pipe_resource_unref(small);
}

#define FOR_EACH_CHIP(chip)                                                                                  \
   const struct terascale_chip *chip;                                                                        \
   for (unsigned ci = 0; (chip = terascale_chip_by_index(ci)); ci++)

/** Clear, draw, sample, sample: what stands in the streams. */
static void
test_every_chip(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      const bool color = chip->gen >= DB_EVERGREEN;
      struct env e;
      env_init(&e, chip, W, H, PIPE_BIND_RENDER_TARGET);
      struct pipe_context *c = e.s.ctx;
      scene_clear(&e.s, 1, 0.5f, 0, 0.25f);
      scene_draw(&e.s);
      c->flush(c, NULL);
      assert_int_equal(count_packets(e.m, DB_PKT3_CP_DMA), color);
      assert_int_equal(count_packets(e.m, DB_PKT3_DRAW_INDEX_AUTO), 2); /* the clear of depth, the triangle */
      assert_true(count_htile(e.m, true) > 0);
      assert_int_equal(count_htile(e.m, false), 0);
      if (color) {
         const uint32_t fast = EG_CB_COLOR_INFO(.FAST_CLEAR = 1);
         assert_true(count_writes(e.m, EG_CB_COLOR_INFO_OFFSET(0), fast, fast) > 0);
         assert_int_equal(count_writes(e.m, EG_CB_COLOR_INFO_OFFSET(0), fast, 0), 0);
         assert_true(count_writes(e.m, EG_CB_COLOR_CLEAR_WORD0_OFFSET(0), ~0u, 0x400080ff) > 0);
         assert_true(count_writes(e.m, EG_CB_COLOR_CMASK_SLICE_OFFSET(0), ~0u, W * H / (128 * 128) - 1) > 0);
      }
      sample(&e.s, c, e.s.color);
      c->flush(c, NULL);
      assert_int_equal(count_expanded_depth(e.m), 0);
      if (color)
         assert_int_equal(count_expanded_color(e.m), 1);
      sample(&e.s, c, e.s.depth);
      c->flush(c, NULL);
      assert_int_equal(count_expanded_depth(e.m), color);
      assert_int_equal(count_copied_depth(e.m), !color);
      sample(&e.s, c, e.s.color);
      sample(&e.s, c, e.s.depth);
      scene_draw(&e.s);
      c->flush(c, NULL);
      if (color) {
         assert_int_equal(count_expanded_color(e.m), 0);
         assert_int_equal(count_writes(e.m, EG_CB_COLOR_INFO_OFFSET(0), EG_CB_COLOR_INFO(.FAST_CLEAR = 1),
                                       EG_CB_COLOR_INFO(.FAST_CLEAR = 1)),
                          0);
      }
      assert_int_equal(count_expanded_depth(e.m), 0);
      assert_int_equal(count_copied_depth(e.m), 0);
      assert_int_equal(count_htile(e.m, color), 0);
      env_fini(&e);
   }
}

/** Clears that are drawn. */
static void
test_not_fast(void **state)
{
   enum { SMALL, SCISSOR, MASK, LINEAR, DEPTH_ONLY, CASES };
   for (unsigned k = 0; k < CASES; k++) {
      struct env e;
      env_init(&e, terascale_chip_find("cypress"), k == SMALL ? 256 : W, H,
               PIPE_BIND_RENDER_TARGET | (k == LINEAR ? PIPE_BIND_DISPLAY_TARGET : 0));
      struct pipe_context *c = e.s.ctx;
      struct pipe_clear_info ci = {
         .buffers = PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH | (k == DEPTH_ONLY ? 0 : PIPE_CLEAR_STENCIL),
         .colormask = k == MASK ? 7 : 15,
         .stencil_writemask = k == MASK ? 0x7f : 0xff,
         .scissor_enable = k == SCISSOR,
         .scissor = {0, 0, W, H},
         .depth = 1.0,
      };
      c->clear(c, &ci);
      c->flush(c, NULL);
      assert_int_equal(count_packets(e.m, DB_PKT3_CP_DMA), k == DEPTH_ONLY);
      /* beside linear colour depth is as good as ever */
      assert_int_equal(count_htile(e.m, true) > 0, k == LINEAR);
      env_fini(&e);
   }
}

/** HTILE clears depth; stencil is drawn in the same draw, unless fast clears of it are asked for. */
static void
test_stencil(void **state)
{
   FOR_EACH_CHIP(chip)
   for (unsigned fast = 0; fast < 2; fast++) {
      struct env e;
      env_init(&e, chip, W, H, PIPE_BIND_RENDER_TARGET);
      ts_screen(e.screen)->fast_stencil |= fast;
      scene_clear(&e.s, 0, 0, 0, 0);
      e.s.ctx->flush(e.s.ctx, NULL);
      const uint32_t both = R6_DB_RENDER_CONTROL(.DEPTH_CLEAR_ENABLE = 1, .STENCIL_CLEAR_ENABLE = 1),
                     reg = is_r6(e.m) ? R6_DB_RENDER_CONTROL_OFFSET : EG_DB_RENDER_CONTROL_OFFSET;
      const uint32_t depth = R6_DB_RENDER_CONTROL(.DEPTH_CLEAR_ENABLE = 1), /* the same bits everywhere */
         stencil = R6_DB_DEPTH_CONTROL(.STENCIL_ENABLE = 1, .STENCILFUNC = PIPE_FUNC_ALWAYS,
                                       .STENCILZPASS = R6_DB_DEPTH_CONTROL__STENCILZPASS__STENCIL_REPLACE);
      assert_int_equal(count_writes(e.m, reg, both, fast ? both : depth), 1);
      assert_int_equal(count_writes(e.m, R6_DB_DEPTH_CONTROL_OFFSET, stencil, stencil), 1);
      env_fini(&e);
   }
}

/** A part of the two planes is cleared while HTILE counts. */
static void
test_depth_alone(void **state)
{
   struct env e;
   env_init(&e, terascale_chip_find("cayman"), W, H, PIPE_BIND_RENDER_TARGET);
   ts_screen(e.screen)->fast_stencil = true;
   struct pipe_context *c = e.s.ctx;
   scene_clear(&e.s, 0, 0, 0, 0);
   struct pipe_clear_info ci = {.buffers = PIPE_CLEAR_DEPTH, .depth = 0.5};
   c->clear(c, &ci);
   c->flush(c, NULL);
   assert_int_equal(count_writes(e.m, EG_DB_RENDER_CONTROL_OFFSET, 3, 3), 1);
   assert_int_equal(count_writes(e.m, EG_DB_RENDER_CONTROL_OFFSET, 3, 1), 1);
   assert_true(count_writes(e.m, EG_DB_DEPTH_CLEAR_OFFSET, ~0u, fui(0.5f)) > 0);
   /* what the CPU writes is not in HTILE */
   struct pipe_box box = {0, 0, 0, 1, 1, 1};
   struct pipe_transfer *t;
   assert_non_null(c->texture_map(c, e.s.depth, 0, PIPE_MAP_WRITE, &box, &t));
   c->texture_unmap(c, t);
   assert_int_equal(count_expanded_depth(e.m), 1);
   scene_draw(&e.s);
   c->flush(c, NULL);
   assert_int_equal(count_htile(e.m, true), 0);
   env_fini(&e);
}

/** Contexts that share: whoever meets what an older flush left behind expands it for all. */
static void
test_contexts(void **state)
{
   for (unsigned first = 0; first < 2; first++) {
      struct env e;
      env_init(&e, terascale_chip_find("cypress"), W, H, PIPE_BIND_RENDER_TARGET);
      struct pipe_context *c = e.s.ctx;
      scene_clear(&e.s, 1, 0, 0, 0);
      c->flush(c, NULL);
      assert_int_equal(count_packets(e.m, DB_PKT3_CP_DMA), 1);
      struct scene other;
      assert_true(scene_init(&other, e.screen, 64, 64, PIPE_BIND_RENDER_TARGET));
      struct scene *s[2] = {&e.s, &other};
      uint32_t before = e.m->submits;
      sample(s[first], s[first]->ctx, e.s.color);
      assert_int_equal(e.m->submits, before + 1); /* not left to its next flush */
      assert_int_equal(count_expanded_color(e.m), 1);
      sample(s[!first], s[!first]->ctx, e.s.color);
      s[!first]->ctx->flush(s[!first]->ctx, NULL);
      assert_int_equal(count_expanded_color(e.m), 0);
      /* with two contexts clears draw */
      scene_clear(&e.s, 1, 0, 0, 0);
      c->flush(c, NULL);
      assert_int_equal(count_packets(e.m, DB_PKT3_CP_DMA), 0);
      scene_fini(&other);
      scene_clear(&e.s, 1, 0, 0, 0);
      c->flush(c, NULL);
      assert_int_equal(count_packets(e.m, DB_PKT3_CP_DMA), 1);
      env_fini(&e);
   }
}

/** A clear that is under way when a second context comes: it is expanded in the stream that holds it. */
static void
test_context_in_between(void **state)
{
   struct env e;
   env_init(&e, terascale_chip_find("cayman"), W, H, PIPE_BIND_RENDER_TARGET);
   scene_clear(&e.s, 1, 0, 0, 0);
   struct scene other;
   assert_true(scene_init(&other, e.screen, 64, 64, PIPE_BIND_RENDER_TARGET));
   e.s.ctx->flush(e.s.ctx, NULL);
   assert_int_equal(count_expanded_color(e.m), 1);
   assert_int_equal(count_expanded_depth(e.m), 1);
   sample(&other, other.ctx, e.s.color);
   other.ctx->flush(other.ctx, NULL);
   assert_int_equal(count_expanded_color(e.m), 0);
   scene_fini(&other);
   env_fini(&e);
}

/** Surfaces that are cleared and deleted don't wait for a flush. */
static void
test_deleted(void **state)
{
   struct env e;
   env_init(&e, terascale_chip_find("cypress"), 64, 64, PIPE_BIND_RENDER_TARGET);
   struct pipe_context *c = e.s.ctx;
   int most = 0;
   for (unsigned i = 0; i < 300; i++) {
      struct pipe_resource *r =
         scene_texture(e.screen, PIPE_FORMAT_R8G8B8A8_UNORM, W, H, PIPE_BIND_RENDER_TARGET);
      struct pipe_framebuffer_state fb = {.width = W, .height = H, .nr_cbufs = 1};
      fb.cbufs[0] = (struct pipe_surface){r, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
      c->set_framebuffer_state(c, &fb);
      scene_clear(&e.s, 1, 0, 0, 0);
      scene_draw(&e.s);
      c->set_framebuffer_state(c, &e.s.fb);
      pipe_resource_unref(r);
      most = MAX2(most, e.m->live_bos);
   }
   assert_true(most < 300);
   env_fini(&e);
}

/** So many surfaces to expand for a second context that streams run full meanwhile; half of them are deleted.
 */
static void
test_many_for_others(void **state)
{
   enum { MANY = 60 };
   struct env e;
   env_init(&e, terascale_chip_find("cayman"), 64, 64, PIPE_BIND_RENDER_TARGET);
   struct pipe_context *c = e.s.ctx;
   struct pipe_resource *r[MANY];
   for (unsigned i = 0; i < MANY; i++) {
      r[i] = scene_texture(e.screen, PIPE_FORMAT_R8G8B8A8_UNORM, W, H, PIPE_BIND_RENDER_TARGET);
      struct pipe_framebuffer_state fb = {.width = W, .height = H, .nr_cbufs = 1};
      fb.cbufs[0] = (struct pipe_surface){r[i], PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
      c->set_framebuffer_state(c, &fb);
      scene_clear(&e.s, 1, 0, 0, 0);
   }
   c->set_framebuffer_state(c, &e.s.fb);
   struct scene other;
   assert_true(scene_init(&other, e.screen, 64, 64, PIPE_BIND_RENDER_TARGET));
   for (unsigned i = 0; i < MANY; i += 2)
      pipe_resource_unref(r[i]);
   const uint32_t before = e.m->submits;
   c->flush(c, NULL);
   assert_true(e.m->submits > before + 1);
   for (unsigned i = 1; i < MANY; i += 2) {
      sample(&other, other.ctx, r[i]);
      other.ctx->flush(other.ctx, NULL);
      assert_int_equal(count_expanded_color(e.m), 0);
      pipe_resource_unref(r[i]);
   }
   scene_fini(&other);
   env_fini(&e);
}

/** Samples are compressed while they are cleared fast; a resolve takes them as they are. */
static void
test_samples(void **state)
{
   static const char *const chips[] = {"rv770", "cypress", "cayman"};
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct env e;
      env_init(&e, terascale_chip_find(chips[k]), 64, 64, PIPE_BIND_RENDER_TARGET);
      struct pipe_context *c = e.s.ctx;
      struct pipe_resource t = {.target = PIPE_TEXTURE_2D,
                                .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                .width0 = 500,
                                .height0 = 300,
                                .depth0 = 1,
                                .array_size = 1,
                                .nr_samples = 4,
                                .bind = PIPE_BIND_RENDER_TARGET};
      struct pipe_resource *ms = e.screen->resource_create(e.screen, &t);
      t.nr_samples = 0;
      struct pipe_resource *one = e.screen->resource_create(e.screen, &t);
      struct pipe_framebuffer_state fb = {.width = 500, .height = 300, .samples = 4, .nr_cbufs = 1};
      fb.cbufs[0] = (struct pipe_surface){ms, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
      c->set_framebuffer_state(c, &fb);
      scene_clear(&e.s, 1, 0, 0, 0);
      scene_draw(&e.s);
      c->flush(c, NULL);
      assert_int_equal(count_packets(e.m, DB_PKT3_CP_DMA), !is_r6(e.m));
      if (!is_r6(e.m)) {
         const uint32_t both = EG_CB_COLOR_INFO(.FAST_CLEAR = 1, .COMPRESSION = 1);
         assert_true(count_writes(e.m, EG_CB_COLOR_INFO_OFFSET(0), both, both) > 0);
         assert_int_equal(count_writes(e.m, EG_CB_COLOR_FMASK_SLICE_OFFSET(0), ~0u, 0), 0);
         const struct pipe_box all = {0, 0, 0, 500, 300, 1};
         const struct pipe_blit_info blit = {
            .dst = {one, PIPE_FORMAT_R8G8B8A8_UNORM, 0, all},
            .src = {ms,  PIPE_FORMAT_R8G8B8A8_UNORM, 0, all},
            .mask = PIPE_BLIT_COLOR,
         };
         c->blit(c, &blit);
         c->flush(c, NULL);
         const uint32_t mode = EG_CB_COLOR_CONTROL(.MODE = 7),
                        decompress = EG_CB_COLOR_CONTROL(.MODE = EG_CB_COLOR_CONTROL__MODE__CB_DECOMPRESS);
         assert_int_equal(count_writes(e.m, EG_CB_COLOR_CONTROL_OFFSET, mode, decompress), 0);
         assert_true(count_writes(e.m, EG_CB_COLOR_INFO_OFFSET(0), both, both) > 0);
         sample(&e.s, c, ms); /* the kernel's rules do not look at it */
         c->flush(c, NULL);
         assert_int_equal(count_writes(e.m, EG_CB_COLOR_CONTROL_OFFSET, mode, decompress), 1);
         c->set_framebuffer_state(c, &fb);
         scene_draw(&e.s);
         c->flush(c, NULL);
         assert_int_equal(count_writes(e.m, EG_CB_COLOR_INFO_OFFSET(0), both, both), 0);
      }
      c->set_framebuffer_state(c, &e.s.fb);
      pipe_resource_unref(ms);
      pipe_resource_unref(one);
      env_fini(&e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_chip),      cmocka_unit_test(test_not_fast),
      cmocka_unit_test(test_stencil),         cmocka_unit_test(test_depth_alone),
      cmocka_unit_test(test_contexts),        cmocka_unit_test(test_context_in_between),
      cmocka_unit_test(test_deleted),         cmocka_unit_test(test_samples),
      cmocka_unit_test(test_many_for_others),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
