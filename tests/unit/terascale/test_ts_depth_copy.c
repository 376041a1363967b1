/* SPDX-License-Identifier: MIT
 *
 * 24-bit depth before Evergreen: samplers and the CPU see a copy that the depth block draws. When it is drawn and
 * how, in streams under the kernel's rules; and on the emulator, that depth and stencil come and go unchanged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "db/terascale/db_format_numbers.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "target/screen.h"
#include "terascale/public.h"
#include "ts_replay.h"
#include "ts_scene.h"
#include "util/u_math.h"

/* ---- streams -------------------------------------------------------------------------------------------- */

struct seen {
   bool r6;
   uint32_t resource_at;                 /* of the texture in unit 0 of fragment shaders, dwords */
   uint32_t depth_base, tile_type, base; /* where depth was drawn; the texture's order and address */
   unsigned copies, stencil_copies, exports;
   bool wrong;
};

/** What a copying draw has to be: the colour of 8_24 as it is, nothing tested, nothing written but the copy. */
static bool
is_right_copy(const struct regs *r)
{
   const uint32_t info = reg(r, R6_CB_COLOR_INFO_OFFSET(0)), control = reg(r, R6_DB_RENDER_CONTROL_OFFSET);
   return R6_DB_RENDER_CONTROL_get_COPY_CENTROID(control) &&
          R6_CB_COLOR_INFO_get_FORMAT(info) == DB_FMT_8_24 && R6_CB_COLOR_INFO_get_BLEND_BYPASS(info) &&
          !R6_CB_COLOR_INFO_get_BLEND_CLAMP(info) &&
          R6_CB_COLOR_INFO_get_SOURCE_FORMAT(info) == R6_CB_COLOR_INFO__SOURCE_FORMAT__EXPORT_FULL &&
          R6_CB_TARGET_MASK_get_TARGET0_ENABLE(reg(r, R6_CB_TARGET_MASK_OFFSET)) == 15 &&
          !R6_DB_DEPTH_CONTROL_get_Z_WRITE_ENABLE(reg(r, R6_DB_DEPTH_CONTROL_OFFSET)) &&
          reg(r, R6_CB_COLOR_BASE_OFFSET(0)) != reg(r, R6_DB_DEPTH_BASE_OFFSET);
}

static void
look(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   struct seen *s = data;
   if (op == DB_PKT3_SET_RESOURCE && body[0] == s->resource_at) {
      s->tile_type = R6_SQ_TEX_RESOURCE_WORD0_get_TILE_TYPE(body[1]);
      s->base = body[3];
   }
   if (!is_draw(op) || !s->r6)
      return;
   const uint32_t control = reg(r, R6_DB_RENDER_CONTROL_OFFSET);
   if (R6_DB_DEPTH_INFO_get_FORMAT(reg(r, R6_DB_DEPTH_INFO_OFFSET)))
      s->depth_base = reg(r, R6_DB_DEPTH_BASE_OFFSET);
   if (R6_DB_RENDER_CONTROL_get_DEPTH_COPY(control)) {
      s->copies++;
      s->wrong |= !is_right_copy(r);
   }
   s->stencil_copies += R6_DB_RENDER_CONTROL_get_STENCIL_COPY(control);
   s->exports += R6_DB_SHADER_CONTROL_get_Z_EXPORT_ENABLE(reg(r, R6_DB_SHADER_CONTROL_OFFSET));
   s->exports += R6_DB_SHADER_CONTROL_get_STENCIL_REF_EXPORT_ENABLE(reg(r, R6_DB_SHADER_CONTROL_OFFSET));
}

static struct seen
last_stream(const struct mock_ws *m)
{
   struct seen s = {.r6 = terascale_chip(m->base.info.chip)->gen <= DB_R700};
   s.resource_at = VLIW_TEX_RESOURCE_BASE * (s.r6 ? DB_R6_RESOURCE_STRIDE_B : DB_EG_RESOURCE_STRIDE_B) / 4;
   replay(m, look, &s);
   return s;
}

/* A scene that draws to a depth texture, and a second target into which that texture is drawn. */
struct env {
   struct scene s;
   struct pipe_resource *depth, *small;
   struct pipe_framebuffer_state draw_to, show_on;
   void *fs, *sampler, *write;
   struct pipe_sampler_view *view;
   uint32_t w, h;
};

static void
env_init(struct env *e, struct pipe_screen *screen, unsigned format, uint32_t w, uint32_t h)
{
   char error[200];
   assert_true(scene_init(&e->s, screen, w, h, PIPE_BIND_RENDER_TARGET));
   struct pipe_context *c = e->s.ctx;
   e->w = w;
   e->h = h;
   e->depth = scene_texture(screen, format, w, h, PIPE_BIND_DEPTH_STENCIL | PIPE_BIND_SAMPLER_VIEW);
   e->small = scene_texture(screen, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, PIPE_BIND_RENDER_TARGET);
   assert_non_null(e->depth);
   e->draw_to = e->s.fb;
   e->draw_to.zsbuf = (struct pipe_surface){e->depth, (uint16_t)format, 0, 0};
   e->show_on = (struct pipe_framebuffer_state){.width = 16, .height = 16, .nr_cbufs = 1};
   e->show_on.cbufs[0] = (struct pipe_surface){e->small, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
   struct ir_shader *ir = scene_fs(true);
   e->fs = c->create_fs_state(c, ir, error, sizeof error);
   ir_shader_destroy(ir);
   const struct pipe_sampler_state ss = {0};
   e->sampler = c->create_sampler_state(c, &ss);
   const struct pipe_sampler_view_desc d = {
      .texture = e->depth, .format = (uint16_t)format, .swizzle = {0, 1, 2, 3}
   };
   e->view = c->create_sampler_view(c, &d);
   const struct pipe_depth_stencil_alpha_state z = {
      .depth_enabled = true, .depth_writemask = true, .depth_func = PIPE_FUNC_ALWAYS};
   e->write = c->create_dsa_state(c, &z);
   c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 1, &e->sampler);
}

static void
env_fini(struct env *e)
{
   struct pipe_context *c = e->s.ctx;
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   c->bind_fs_state(c, NULL);
   c->bind_dsa_state(c, NULL);
   c->sampler_view_destroy(c, e->view);
   c->delete_fs_state(c, e->fs);
   c->delete_sampler_state(c, e->sampler);
   c->delete_dsa_state(c, e->write);
   pipe_resource_unref(e->depth);
   pipe_resource_unref(e->small);
   scene_fini(&e->s);
}

/** The scene's triangle into the depth texture: with or without writing depth. */
static void
draw(struct env *e, bool write)
{
   struct pipe_context *c = e->s.ctx;
   c->set_framebuffer_state(c, &e->draw_to);
   c->bind_fs_state(c, e->s.fs);
   c->bind_dsa_state(c, write ? e->write : e->s.dsa);
   scene_draw(&e->s);
}

/** The texture, into the small target. */
static void
show(struct env *e)
{
   struct pipe_context *c = e->s.ctx;
   c->set_framebuffer_state(c, &e->show_on);
   c->bind_fs_state(c, e->fs);
   c->bind_dsa_state(c, e->s.dsa);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 1, &e->view);
   scene_draw(&e->s);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 0, NULL);
}

static void
map(struct env *e, uint32_t usage, int x, int w)
{
   const struct pipe_box box = {x, 0, 0, w, (int32_t)e->h, 1};
   struct pipe_transfer *t;
   assert_non_null(e->s.ctx->texture_map(e->s.ctx, e->depth, 0, usage, &box, &t));
   e->s.ctx->texture_unmap(e->s.ctx, t);
}

static void
check_streams(const struct terascale_chip *chip, unsigned format)
{
   struct mock_ws *m = mock_create(chip);
   struct pipe_screen *screen = ts_screen_create(&m->base);
   struct env e;
   env_init(&e, screen, format, 64, 64);
   struct pipe_context *c = e.s.ctx;
   const bool copied =
      chip->gen <= DB_R700 && (format == PIPE_FORMAT_Z24X8_UNORM || format == PIPE_FORMAT_Z24_UNORM_S8_UINT);
   for (unsigned i = 0; i < 4; i++) {
      const bool drawn = i == 0 || i == 3;
      draw(&e, drawn);
      show(&e);
      c->flush(c, NULL);
      const struct seen s = last_stream(m);
      assert_int_equal(s.copies, copied && drawn);
      assert_int_equal(s.stencil_copies, copied && drawn && format == PIPE_FORMAT_Z24_UNORM_S8_UINT);
      assert_int_equal(s.exports, 0);
      assert_false(s.wrong);
      if (s.r6) {
         assert_int_equal(s.tile_type, !copied);
         assert_int_equal(s.base != s.depth_base, copied);
      }
   }
   /* the CPU: reads what is copied already, replaces a part, then all of it */
   const uint32_t before = m->submits;
   map(&e, PIPE_MAP_READ, 0, 64);
   assert_int_equal(m->submits, before);
   const unsigned planes = format == PIPE_FORMAT_Z24_UNORM_S8_UINT ? 2 : 1;
   for (unsigned i = 0; i < 2; i++) {
      draw(&e, true);
      map(&e, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, 0, i ? 64 : 32);
      draw(&e, false);
      c->flush(c, NULL);
      const struct seen s = last_stream(m);
      assert_int_equal(s.exports, copied ? planes : 0);
      assert_false(s.wrong);
   }
   env_fini(&e);
   screen->destroy(screen);
   assert_int_equal(m->refused, 0);
   assert_int_equal(m->live_bos, 0);
   mock_free(m);
}

static void
test_streams(void **state)
{
   static const unsigned formats[] = {PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z24X8_UNORM,
                                      PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_FORMAT_Z32_FLOAT};
   const struct terascale_chip *chip;
   for (unsigned i = 0; (chip = terascale_chip_by_index(i)); i++)
      for (unsigned k = 0; k < ARRAY_SIZE(formats); k++)
         check_streams(chip, formats[k]);
}

/** What another context draws, submitted after a copy was made, is seen at the next look. */
static void
test_other_context(void **state)
{
   struct mock_ws *m = mock_create(terascale_chip_find("rv770"));
   struct pipe_screen *screen = ts_screen_create(&m->base);
   struct env e;
   struct scene other;
   env_init(&e, screen, PIPE_FORMAT_Z24X8_UNORM, 64, 64);
   assert_true(scene_init(&other, screen, 64, 64, PIPE_BIND_RENDER_TARGET));
   draw(&e, true);
   for (unsigned i = 0; i < 2; i++) {
      show(&e);
      e.s.ctx->flush(e.s.ctx, NULL);
      assert_int_equal(last_stream(m).copies, 1);
   }
   scene_fini(&other);
   env_fini(&e);
   screen->destroy(screen);
   assert_int_equal(m->refused, 0);
   mock_free(m);
}

/* ---- pictures ------------------------------------------------------------------------------------------- */

static struct pipe_screen *
open_screen(const char *chip)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   return ts_screen_create(ws);
}

static void
transfer(struct env *e, uint32_t usage, uint32_t *pixels)
{
   const struct pipe_box box = {0, 0, 0, (int32_t)e->w, (int32_t)e->h, 1};
   struct pipe_transfer *t;
   uint8_t *p = e->s.ctx->texture_map(e->s.ctx, e->depth, 0, usage, &box, &t);
   assert_non_null(p);
   for (uint32_t y = 0; y < e->h; y++) {
      uint32_t *row = pixels + y * e->w;
      uint8_t *at = p + (size_t)y * t->stride_B;
      memcpy(usage & PIPE_MAP_READ ? (void *)row : at, usage & PIPE_MAP_READ ? at : (void *)row, e->w * 4);
   }
   e->s.ctx->texture_unmap(e->s.ctx, t);
}

/** What the CPU writes goes to the depth block, is drawn to in a corner, and comes back. */
static void
test_round_trip(void **state)
{
   static const char *const chips[] = {"r600", "rv610", "rv670", "rv770"};
   enum { W = 50, H = 37 };
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct pipe_screen *screen = open_screen(chips[k]);
      struct env e;
      env_init(&e, screen, PIPE_FORMAT_Z24_UNORM_S8_UINT, W, H);
      uint32_t in[W * H], out[W * H], random = 12345 + k;
      for (unsigned i = 0; i < W * H; i++) {
         random = random * 1664525 + 1013904223;
         in[i] = i < 2 ? i * 0xffffffffu : random;
      }
      transfer(&e, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, in);
      struct pipe_context *c = e.s.ctx;
      const struct pipe_scissor_state corner = {0, 0, 8, 4};
      const struct pipe_rasterizer_state cut = {.scissor = true, .point_size = 1.0f, .line_width = 1.0f};
      void *rast = c->create_rasterizer_state(c, &cut);
      c->bind_rasterizer_state(c, rast);
      c->set_scissor_state(c, &corner);
      draw(&e, true);
      c->bind_rasterizer_state(c, e.s.rast);
      c->delete_rasterizer_state(c, rast);
      transfer(&e, PIPE_MAP_READ, out);
      for (unsigned i = 0; i < W * H; i++) {
         const bool drawn = i % W < 8 && i / W < 4; /* depth 0.5, stencil as it was */
         const uint32_t want = drawn ? (in[i] & 0xff000000) | 0x800000 : in[i];
         if (out[i] != want)
            fail_msg("%s: pixel %u, %u is %08x, not %08x", chips[k], i % W, i / W, out[i], want);
      }
      env_fini(&e);
      screen->destroy(screen);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_streams),
      cmocka_unit_test(test_other_context),
      cmocka_unit_test(test_round_trip),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
