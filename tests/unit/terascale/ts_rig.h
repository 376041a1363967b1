/* SPDX-License-Identifier: MIT
 *
 * The driver on emulated chips, a scene of its own for each, for tests that look at pictures of rectangles.
 */
#ifndef TESTS_UNIT_TERASCALE_TS_RIG_H
#define TESTS_UNIT_TERASCALE_TS_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "target/screen.h"
#include "terascale/public.h"
#include "ts_scene.h"
#include "util/u_math.h"
#include "../chip_share.h"

static const char *const chips[] = {"rv610", "rv770", "cypress", "palm", "cayman"};

struct rig {
   const char *chip;
   struct pipe_screen *screen;
   struct scene s;
   struct pipe_context *c;
   struct pipe_resource *vb;
};

static void
rig_init(struct rig *r, const char *chip, uint32_t w, uint32_t h)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   r->chip = chip;
   r->screen = ts_screen_create(ws);
   assert_true(scene_init(&r->s, r->screen, w, h, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW));
   r->c = r->s.ctx;
   r->vb = NULL;
}

static void
rig_fini(struct rig *r)
{
   pipe_resource_unref(r->vb);
   scene_fini(&r->s);
   r->screen->destroy(r->screen);
}

#define FOR_EACH_CHIP(r, w, h)                                                                               \
   struct rig r;                                                                                             \
   for (struct chip_share of_ = chip_share(ARRAY_SIZE(chips), __LINE__);                                     \
        of_.at < of_.end && (rig_init(&r, chips[of_.at], w, h), true); rig_fini(&r), of_.at++)

/** A rectangle in clip space with depth z and one colour. */
static inline void
rect(struct rig *r, float x0, float y0, float x1, float y1, float z, const float color[4])
{
   float v[4][8];
   for (unsigned i = 0; i < 4; i++) {
      float p[8] = {i & 1 ? x1 : x0, i & 2 ? y1 : y0, z, 1, color[0], color[1], color[2], color[3]};
      memcpy(v[i], p, sizeof p);
   }
   pipe_resource_unref(r->vb);
   r->vb = scene_buffer(r->c, v, sizeof v, PIPE_BIND_VERTEX_BUFFER);
   struct pipe_vertex_buffer vb = {r->vb, 0, 32};
   r->c->set_vertex_buffers(r->c, 1, &vb);
   struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLE_STRIP, .count = 4, .instance_count = 1};
   r->c->draw(r->c, &info);
}

static const float red[4] = {1, 0, 0, 1}, green[4] = {0, 1, 0, 1}, blue[4] = {0, 0, 1, 1};
enum { RED = 0xff0000ff, GREEN = 0xff00ff00, BLUE = 0xffff0000, BLACK = 0xff000000 };

static inline void
expect(struct rig *r, int x, int y, uint32_t want)
{
   uint32_t got = scene_pixel(&r->s, r->s.color, x, y);
   if (got != want)
      fail_msg("%s: pixel (%d, %d) is %08x, not %08x", r->chip, x, y, got, want);
}

#endif
