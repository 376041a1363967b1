/* SPDX-License-Identifier: MIT
 *
 * Pictures of fast clears on the emulator: pixels are those of a drawn clear, to the bit, in every format,
 * with several targets of different clear colours, with samples. TERAGL_DEBUG=fastclear, so that small
 * surfaces and all generations take part.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "target/screen.h"
#include "terascale/public.h"
#include "ts_scene.h"
#include "format/format.h"
#include "util/u_math.h"

static struct pipe_screen *
open_screen(const char *chip)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   return ts_screen_create(ws);
}

enum { W = 150, H = 67 };

/** A clear with a scissor that cuts nothing is drawn. */
static void
clear(struct scene *s, bool fast, unsigned buffers, const float color[4])
{
   struct pipe_clear_info ci = {
      .buffers = buffers,
      .colormask = 15,
      .scissor_enable = !fast,
      .scissor = {0, 0, W, H},
   };
   memcpy(ci.color.f, color, sizeof ci.color.f);
   s->ctx->clear(s->ctx, &ci);
}

/** All bytes of a surface with one sample. */
static uint8_t *
read_back(struct scene *s, struct pipe_resource *r, size_t *size_B)
{
   const struct pipe_box all = {0, 0, 0, W, H, 1};
   struct pipe_transfer *tr;
   uint8_t *p = s->ctx->texture_map(s->ctx, r, 0, PIPE_MAP_READ, &all, &tr);
   const size_t row_B = (size_t)W * u_format_block_B((enum pipe_format)r->format);
   *size_B = row_B * H;
   uint8_t *copy = malloc(*size_B);
   for (unsigned y = 0; y < H; y++)
      memcpy(copy + y * row_B, p + y * (size_t)tr->stride_B, row_B);
   s->ctx->texture_unmap(s->ctx, tr);
   return copy;
}

static struct pipe_resource *
make(struct pipe_screen *screen, unsigned format, unsigned samples)
{
   struct pipe_resource t = {.target = PIPE_TEXTURE_2D,
                             .format = (uint16_t)format,
                             .width0 = W,
                             .height0 = H,
                             .depth0 = 1,
                             .array_size = 1,
                             .nr_samples = (uint8_t)samples,
                             .bind = PIPE_BIND_RENDER_TARGET};
   struct pipe_resource *r = screen->resource_create(screen, &t);
   assert_non_null(r);
   return r;
}

static void
same(const char *what, uint8_t *a, size_t a_B, uint8_t *b, size_t b_B)
{
   assert_int_equal(a_B, b_B);
   for (size_t k = 0; k < a_B; k++)
      if (a[k] != b[k])
         fail_msg("%s: byte %zu is %02x, %02x in a drawn clear", what, k, a[k], b[k]);
   free(a);
   free(b);
}

/** Clears, draws, and gives all bytes of the colour target. */
static uint8_t *
picture(const char *chip, bool fast, unsigned format, unsigned samples, const float color[4], size_t *size_B)
{
   struct pipe_screen *screen = open_screen(chip);
   struct scene s;
   assert_true(scene_init(&s, screen, W, H, PIPE_BIND_RENDER_TARGET));
   struct pipe_resource *r = make(screen, format, samples);
   struct pipe_framebuffer_state fb = {.width = W, .height = H, .samples = (uint8_t)samples, .nr_cbufs = 1};
   fb.cbufs[0] = (struct pipe_surface){r, (uint16_t)format, 0, 0};
   s.ctx->set_framebuffer_state(s.ctx, &fb);
   clear(&s, fast, PIPE_CLEAR_COLOR0, color);
   scene_draw(&s);
   s.ctx->flush(s.ctx, NULL); /* a draw more, when it has been submitted once */
   scene_draw(&s);
   struct pipe_resource *shown = samples ? make(screen, format, 0) : r;
   if (samples) {
      const struct pipe_box all = {0, 0, 0, W, H, 1};
      const struct pipe_blit_info blit = {
         .dst = {shown, (uint16_t)format, 0, all},
         .src = {r,     (uint16_t)format, 0, all},
         .mask = PIPE_BLIT_COLOR,
      };
      s.ctx->blit(s.ctx, &blit);
   }
   uint8_t *copy = read_back(&s, shown, size_B);
   if (shown != r)
      pipe_resource_unref(shown);
   pipe_resource_unref(r);
   assert_false(s.ctx->get_oom(s.ctx)); /* no stream was refused */
   scene_fini(&s);
   screen->destroy(screen);
   return copy;
}

static void
test_pictures(void **state)
{
   static const struct {
      const char *chip;
      unsigned format, samples;
      float color[4];
   } cases[] = {
      {"cypress", PIPE_FORMAT_R8G8B8A8_UNORM,     0, {0.3f, -1, 2, 0.501f}      },
      {"cypress", PIPE_FORMAT_B8G8R8A8_UNORM,     0, {0.1f, 0.2f, 0.3f, 0.4f}   },
      {"cayman",  PIPE_FORMAT_R8G8B8X8_UNORM,     0, {0.1f, 0.2f, 0.3f, 0.4f}   },
      {"cayman",  PIPE_FORMAT_B5G6R5_UNORM,       0, {0.15f, 0.55f, 0.95f, 1}   },
      {"cedar",   PIPE_FORMAT_A1B5G5R5_UNORM,     0, {0.15f, 0.55f, 0.95f, 1}   },
      {"cypress", PIPE_FORMAT_A4B4G4R4_UNORM,     0, {0.15f, 0.55f, 0.95f, 0.4f}},
      {"cypress", PIPE_FORMAT_R10G10B10A2_UNORM,  0, {0.15f, 0.55f, 0.95f, 0.4f}},
      {"barts",   PIPE_FORMAT_R8_UNORM,           0, {0.77f, 0, 0, 0}           },
      {"barts",   PIPE_FORMAT_R8G8_UNORM,         0, {0.77f, 0.11f, 0, 0}       },
      {"cypress", PIPE_FORMAT_R16G16B16A16_FLOAT, 0, {0.3f, -7, 1e9f, 1e-6f}    },
      {"cypress", PIPE_FORMAT_R32_FLOAT,          0, {0.3f, 0, 0, 0}            },
      {"cypress", PIPE_FORMAT_R32G32_FLOAT,       0, {0.3f, -8, 0, 0}           },
      {"cypress", PIPE_FORMAT_R32G32B32A32_FLOAT, 0, {0.3f, -8, 0, 1}           },
      {"cypress", PIPE_FORMAT_R8G8B8A8_SRGB,      0, {0.3f, 0.5f, 0.7f, 0.5f}   },
      {"cypress", PIPE_FORMAT_R8G8B8A8_UNORM,     4, {0.3f, 0.5f, 0.7f, 0.5f}   },
      {"cayman",  PIPE_FORMAT_B8G8R8A8_UNORM,     8, {0.3f, 0.5f, 0.7f, 0.5f}   },
      {"rv770",   PIPE_FORMAT_R8G8B8A8_UNORM,     0, {0.3f, 0.5f, 0.7f, 0.5f}   },
      {"rv670",   PIPE_FORMAT_B5G6R5_UNORM,       0, {0.3f, 0.5f, 0.7f, 0.5f}   },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      char what[60];
      size_t a_B, b_B;
      snprintf(what, sizeof what, "%s, format %u", cases[i].chip, cases[i].format);
      uint8_t *a = picture(cases[i].chip, true, cases[i].format, cases[i].samples, cases[i].color, &a_B);
      uint8_t *b = picture(cases[i].chip, false, cases[i].format, cases[i].samples, cases[i].color, &b_B);
      same(what, a, a_B, b, b_B);
   }
}

/** Three targets that are cleared to two colours, in several orders; drawn to together and alone. */
static void
test_several_targets(void **state)
{
   static const char *const chips[] = {"r600", "rv670", "rv770", "cypress", "cayman"};
   static const float colors[3][4] = {
      {0.2f, 0.4f, 0.6f, 0.8f},
      {0.9f, 0.7f, 0.5f, 0.3f},
      {0.2f, 0.4f, 0.6f, 0.8f}
   };
   enum { TARGETS = 3, ORDERS = 6 };
   static const uint8_t orders[ORDERS][TARGETS] = {
      {0, 1, 2},
      {0, 2, 1},
      {1, 0, 2},
      {1, 2, 0},
      {2, 0, 1},
      {2, 1, 0}
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++)
      for (unsigned order = 0; order < ORDERS; order++) {
         uint8_t *got[2][TARGETS];
         size_t size_B[2][TARGETS];
         for (unsigned fast = 0; fast < 2; fast++) {
            struct pipe_screen *screen = open_screen(chips[c]);
            struct scene s;
            assert_true(scene_init(&s, screen, W, H, PIPE_BIND_RENDER_TARGET));
            struct pipe_resource *r[TARGETS];
            struct pipe_framebuffer_state all = {.width = W, .height = H, .nr_cbufs = TARGETS}, one = all;
            one.nr_cbufs = 1;
            for (unsigned i = 0; i < TARGETS; i++) {
               r[i] = make(screen, PIPE_FORMAT_R8G8B8A8_UNORM, 0);
               all.cbufs[i] = (struct pipe_surface){r[i], PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
            }
            /* each alone, then with all of them bound */
            for (unsigned i = 0; i < TARGETS; i++) {
               one.cbufs[0] = all.cbufs[orders[order][i]];
               s.ctx->set_framebuffer_state(s.ctx, &one);
               clear(&s, fast, PIPE_CLEAR_COLOR0, colors[orders[order][i]]);
            }
            s.ctx->set_framebuffer_state(s.ctx, &all);
            scene_draw(&s);
            for (unsigned i = 0; i < 2; i++)
               clear(&s, fast, PIPE_CLEAR_COLOR(orders[order][i]), colors[orders[order][i + 1]]);
            scene_draw(&s);
            for (unsigned i = 0; i < TARGETS; i++)
               got[fast][i] = read_back(&s, r[i], &size_B[fast][i]);
            for (unsigned i = 0; i < TARGETS; i++)
               pipe_resource_unref(r[i]);
            assert_false(s.ctx->get_oom(s.ctx));
            scene_fini(&s);
            screen->destroy(screen);
         }
         for (unsigned i = 0; i < TARGETS; i++)
            same(chips[c], got[1][i], size_B[1][i], got[0][i], size_B[0][i]);
      }
}

int
main(void)
{
   setenv("TERAGL_DEBUG", "fastclear", 1);
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pictures),
      cmocka_unit_test(test_several_targets),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
