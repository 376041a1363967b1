/* SPDX-License-Identifier: MIT
 *
 * Transfers of textures on boards whose VRAM the CPU reads slowly: the packets of the copies to GTT, what is drawn
 * in place of waiting, and on the emulator that the bytes are the same as read and written in place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "compiler/terascale/vliw.h"
#include "db/terascale/pm4.h"
#include "db/terascale/ts_regs.h"
#include "target/screen.h"
#include "terascale/cs.h"
#include "terascale/public.h"
#include "terascale/resource/resource.h"
#include "ts_mock.h"
#include "ts_scene.h"

#define RGBA8 PIPE_FORMAT_R8G8B8A8_UNORM
#define W     100
#define H     60

struct env {
   struct mock_ws *m;
   struct pipe_screen *screen;
   struct scene s;
};

static void
env_init(struct env *e, const struct terascale_chip *chip, bool slow)
{
   e->m = mock_create(chip);
   e->m->base.info.vram_uncached = slow;
   e->screen = ts_screen_create(&e->m->base);
   assert_non_null(e->screen);
   assert_true(scene_init(&e->s, e->screen, W, H, PIPE_BIND_RENDER_TARGET));
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

/** Dword of the next packet \p op behind \p at in the last stream, 0: there is none. */
static uint32_t
find(const struct mock_ws *m, uint32_t op, uint32_t at)
{
   for (; at < m->ndw; at += (m->dw[at] >> 30) == 3 ? (m->dw[at] >> 16 & 0x3fff) + 2 : 1)
      if ((m->dw[at] >> 30) == 3 && (m->dw[at] >> 8 & 0xff) == op)
         return at;
   return 0;
}

static unsigned
count(const struct mock_ws *m, uint32_t op)
{
   unsigned n = 0;
   for (uint32_t at = find(m, op, 0); at; at = find(m, op, at + 1))
      n++;
   return n;
}

static void
map(struct scene *s, struct pipe_resource *r, uint32_t usage, struct pipe_box box)
{
   struct pipe_transfer *t;
   assert_non_null(s->ctx->texture_map(s->ctx, r, 0, usage, &box, &t));
   s->ctx->texture_unmap(s->ctx, t);
}

static const struct pipe_box some = {.x = 50, .y = 20, .width = 3, .height = 10, .depth = 1},
                             whole = {.width = W, .height = H, .depth = 1};

#define FOR_EACH_CHIP(chip)                                                                                  \
   const struct terascale_chip *chip;                                                                        \
   for (unsigned ci = 0; (chip = terascale_chip_by_index(ci)); ci++)

/* ---- the packets --------------------------------------------------------------------------------------- */

/** One copy of the rows of tiles that the box touches, behind a flush of what was drawn. */
static void
test_copy(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, true);
      scene_draw(&e.s);
      map(&e.s, e.s.color, PIPE_MAP_READ, some);
      assert_int_equal(e.m->submits, 1);
      assert_int_equal(count(e.m, DB_PKT3_CP_DMA), 1);
      const struct ts_resource *r = ts_resource(e.s.color);
      const uint32_t row_B = r->surf.level[0].pitch_bl * 4, at = find(e.m, DB_PKT3_CP_DMA, 0);
      const uint32_t *body = e.m->dw + at + 1;
      const uint64_t from = body[0] | (uint64_t)(body[1] & 0xff) << 32,
                     to = body[2] | (uint64_t)body[3] << 32;
      assert_int_equal(e.m->dw[at], DB_PKT3(DB_PKT3_CP_DMA, 5));
      assert_int_equal(from, r->bo->ws->gpu_addr + 16 * row_B);
      assert_int_equal(body[1] & ~0xffu, 1u << 31); /* CP_SYNC, addresses on both sides */
      assert_int_equal(body[4], 16 * row_B);
      assert_true(to % 256 == 0 && (to >= from + body[4] || to + body[4] <= from));
      /* between the draw and the copy colour and depth go to memory */
      uint32_t draw = 0, flush = 0;
      for (uint32_t i = find(e.m, DB_PKT3_DRAW_INDEX_AUTO, 0); i && i < at;
           i = find(e.m, DB_PKT3_DRAW_INDEX_AUTO, i + 1))
         draw = i;
      for (uint32_t i = find(e.m, DB_PKT3_EVENT_WRITE, draw); i && i < at;
           i = find(e.m, DB_PKT3_EVENT_WRITE, i + 1))
         if ((e.m->dw[i + 1] & 0x3f) == DB_EVENT_CACHE_FLUSH_AND_INV_EVENT)
            flush = i;
      assert_true(draw && flush > draw && flush < at);
      /* and, on chips where no SURFACE_SYNC says when that is over, idleness does */
      if (chip->gen < DB_EVERGREEN) {
         const uint32_t wait[] = {TS_SET_CONFIG_REG(TS_WAIT_UNTIL_OFFSET, 1)};
         uint32_t idle = 0;
         for (uint32_t i = find(e.m, DB_PKT3_SET_CONFIG_REG, flush); i && i < at;
              i = find(e.m, DB_PKT3_SET_CONFIG_REG, i + 1))
            if (e.m->dw[i + 1] == wait[1] && TS_WAIT_UNTIL_get_WAIT_3D_IDLE(e.m->dw[i + 2]))
               idle = i;
         assert_true(idle);
      }
      env_fini(&e);
   }
}

/** Each plane its own; large ones in parts, the last of which the CP waits for. */
static void
test_planes_and_parts(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, true);
      scene_draw(&e.s);
      map(&e.s, e.s.depth, PIPE_MAP_READ, some);
      assert_int_equal(count(e.m, DB_PKT3_CP_DMA), ts_resource(e.s.depth)->has_stencil_plane ? 2 : 1);
      struct pipe_resource *large = scene_texture(e.screen, RGBA8, 1024, 1024, PIPE_BIND_SAMPLER_VIEW);
      map(&e.s, large, PIPE_MAP_READ, (struct pipe_box){.width = 1024, .height = 1024, .depth = 1});
      assert_int_equal(count(e.m, DB_PKT3_CP_DMA), 3);
      uint32_t sum = 0;
      for (uint32_t at = find(e.m, DB_PKT3_CP_DMA, 0); at; at = find(e.m, DB_PKT3_CP_DMA, at + 1)) {
         sum += e.m->dw[at + 5];
         assert_int_equal(e.m->dw[at + 2] >> 31, sum == 4u << 20);
      }
      assert_int_equal(sum, 4 << 20);
      pipe_resource_unref(large);
      env_fini(&e);
   }
}

/** Nothing of it where VRAM is ordinary memory, nor for what is replaced anyhow. */
static void
test_in_place(void **state)
{
   struct env e;
   env_init(&e, terascale_chip_find("cypress"), false);
   scene_draw(&e.s);
   map(&e.s, e.s.color, PIPE_MAP_READ, some);
   assert_int_equal(e.m->submits, 1);
   assert_int_equal(count(e.m, DB_PKT3_CP_DMA), 0);
   env_fini(&e);
   env_init(&e, terascale_chip_find("cypress"), true);
   scene_draw(&e.s);
   map(&e.s, e.s.color, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, some);
   e.s.ctx->flush(e.s.ctx, NULL);
   assert_int_equal(count(e.m, DB_PKT3_CP_DMA), 0);
   env_fini(&e);
}

/** A texture in use is written by a draw where its format can be copied by one. */
static void
test_write_in_use(void **state)
{
   static const struct {
      uint8_t format;
      bool slow, busy, drawn;
   } cases[] = {
      {PIPE_FORMAT_R8G8B8A8_UNORM,     true,  true,  true },
      {PIPE_FORMAT_L8_UNORM,           true,  true,  true },
      {PIPE_FORMAT_B5G6R5_UNORM,       true,  true,  true },
      {PIPE_FORMAT_R32_FLOAT,          true,  true,  true },
      {PIPE_FORMAT_R8G8B8A8_UNORM,     true,  false, false},
      {PIPE_FORMAT_R8G8B8A8_UNORM,     false, true,  false},
      {PIPE_FORMAT_R16G16B16A16_FLOAT, true,  true,  false},
      {PIPE_FORMAT_DXT1_RGB,           true,  true,  false},
      {PIPE_FORMAT_Z24_UNORM_S8_UINT,  true,  true,  false},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      FOR_EACH_CHIP(chip)
      {
         struct env e;
         env_init(&e, chip, cases[i].slow);
         struct pipe_resource *t = scene_texture(e.screen, cases[i].format, W, H, PIPE_BIND_SAMPLER_VIEW);
         e.m->busy = cases[i].busy;
         map(&e.s, t, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, whole);
         e.m->busy = false;
         assert_int_equal(e.m->submits, 0); /* a draw waits for nobody */
         e.s.ctx->flush(e.s.ctx, NULL);
         assert_int_equal(e.m->submits ? count(e.m, DB_PKT3_DRAW_INDEX_AUTO) : 0, cases[i].drawn);
         pipe_resource_unref(t);
         env_fini(&e);
      }
   }
}

static uint8_t
domain(const struct pipe_resource *r)
{
   return ts_resource((struct pipe_resource *)(uintptr_t)r)->bo->domain;
}

/** A buffer that the CPU reads moves to GTT with its contents; one that it only writes stays. */
static void
test_buffers(void **state)
{
   for (unsigned slow = 0; slow < 2; slow++) {
      struct env e;
      env_init(&e, terascale_chip_find("rv770"), slow);
      const uint8_t moved = slow ? WS_DOMAIN_GTT : WS_DOMAIN_VRAM;
      static const uint8_t bytes[4] = {0, 1, 2, 0};
      struct pipe_context *c = e.s.ctx;
      struct pipe_resource *mapped = scene_buffer(c, bytes, 4, PIPE_BIND_VERTEX_BUFFER);
      struct pipe_resource *indices = scene_buffer(c, bytes, 4, PIPE_BIND_INDEX_BUFFER);
      struct pipe_resource *part = scene_buffer(c, bytes, 4, PIPE_BIND_VERTEX_BUFFER);
      assert_int_equal(domain(mapped), WS_DOMAIN_VRAM);
      assert_memory_equal(c->buffer_map(c, mapped, 0, 4, PIPE_MAP_READ), bytes, 4);
      c->buffer_unmap(c, mapped);
      assert_int_equal(domain(mapped), moved);
      /* indices of eight bits are converted */
      const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES,
                                          .count = 3,
                                          .instance_count = 1,
                                          .index_size_B = 1,
                                          .index_buffer = indices,
                                          .max_index = UINT32_MAX};
      c->draw(c, &info);
      assert_int_equal(domain(indices), moved);
      assert_int_equal(domain(e.s.vb), WS_DOMAIN_VRAM); /* fetched as it is */
      /* vertices at an odd offset are copied */
      const struct pipe_vertex_buffer odd = {e.s.vb, 1, 32}, even = {e.s.vb, 0, 32};
      c->set_vertex_buffers(c, 1, &odd);
      scene_draw(&e.s);
      assert_int_equal(domain(e.s.vb), moved);
      c->set_vertex_buffers(c, 1, &even);
      scene_draw(&e.s);
      /* of one that is written in part while it is in use, the rest is read once */
      e.m->busy = true;
      uint8_t *p = c->buffer_map(c, part, 1, 1, PIPE_MAP_WRITE);
      p[0] = 9;
      c->buffer_unmap(c, part);
      e.m->busy = false;
      assert_int_equal(domain(part), moved);
      static const uint8_t want[4] = {0, 9, 2, 0};
      assert_memory_equal(ts_resource(part)->bo->map, want, 4);
      c->flush(c, NULL);
      assert_int_equal(e.m->refused, 0);
      pipe_resource_unref(mapped);
      pipe_resource_unref(indices);
      pipe_resource_unref(part);
      env_fini(&e);
   }
}

/* ---- the bytes, on the emulator ------------------------------------------------------------------------- */

static const char *const chips[] = {"rv610", "rv670", "rv770", "cypress", "cedar", "cayman"};

static void
open_emulator(struct scene *s, const char *chip, bool slow, uint32_t bind)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   ws->info.vram_uncached = slow;
   assert_true(scene_init(s, ts_screen_create(ws), W, H, bind | PIPE_BIND_RENDER_TARGET));
}

static void
close_emulator(struct scene *s)
{
   struct pipe_screen *screen = s->screen;
   scene_fini(s);
   screen->destroy(screen);
}

/** What a box holds, row by row without gaps. */
static void
read_box(struct scene *s, struct pipe_resource *r, const struct pipe_box *box, uint32_t block_B, uint8_t *out)
{
   struct pipe_transfer *t;
   const uint8_t *p = s->ctx->texture_map(s->ctx, r, 0, PIPE_MAP_READ, box, &t);
   assert_non_null(p);
   const uint32_t w_B = (uint32_t)box->width * block_B;
   for (int z = 0; z < box->depth; z++)
      for (int y = 0; y < box->height; y++, out += w_B)
         memcpy(out, p + (size_t)z * t->layer_stride_B + (size_t)y * t->stride_B, w_B);
   s->ctx->texture_unmap(s->ctx, t);
}

/** Draws, overwrites parts while the draws are still to come, and reads it all: pixels, depth and stencil, 3D. */
static void
play(const char *chip, bool slow, uint32_t bind, uint8_t *out)
{
   struct scene s;
   open_emulator(&s, chip, slow, bind);
   scene_clear(&s, 0.25f, 0.5f, 0.75f, 1);
   scene_draw(&s);
   static const struct pipe_box odd = {.x = 13, .y = 7, .width = 29, .height = 18, .depth = 1};
   struct pipe_transfer *t;
   for (unsigned k = 0; k < 2; k++) { /* all of the box; a part of what it held */
      const uint32_t usage = PIPE_MAP_WRITE | (k ? PIPE_MAP_READ : PIPE_MAP_DISCARD_RANGE);
      uint8_t *p = s.ctx->texture_map(s.ctx, s.color, 0, usage, &odd, &t);
      for (int y = 0; y < odd.height; y++)
         for (int x = 0; x < odd.width * 4; x++)
            if (!k || (x + y) % 5 == 0)
               p[(uint32_t)y * t->stride_B + (uint32_t)x] = (uint8_t)(x * 7 + y * 31 + (int)k);
      s.ctx->texture_unmap(s.ctx, t);
      scene_draw(&s);
   }
   read_box(&s, s.color, &whole, 4, out);
   read_box(&s, s.depth, &whole, 4, out + W * H * 4);
   read_box(&s, s.color, &odd, 4, out + W * H * 8);
   const struct pipe_resource templ = {.target = PIPE_TEXTURE_3D,
                                       .format = RGBA8,
                                       .width0 = 20,
                                       .height0 = 9,
                                       .depth0 = 6,
                                       .array_size = 1,
                                       .bind = PIPE_BIND_SAMPLER_VIEW};
   struct pipe_resource *r = s.screen->resource_create(s.screen, &templ);
   const struct pipe_box all = {.width = 20, .height = 9, .depth = 6},
                         middle = {.x = 3, .y = 2, .z = 2, .width = 9, .height = 5, .depth = 3};
   uint8_t *p = s.ctx->texture_map(s.ctx, r, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &all, &t);
   for (uint32_t z = 0; z < 6; z++)
      for (uint32_t y = 0; y < 9; y++)
         memset(p + z * t->layer_stride_B + y * t->stride_B, (int)(z * 16 + y), 20 * 4);
   s.ctx->texture_unmap(s.ctx, t);
   read_box(&s, r, &middle, 4, out + W * H * 12);
   pipe_resource_unref(r);
   close_emulator(&s);
}

static void
test_same_bytes(void **state)
{
   static uint8_t want[W * H * 13], got[W * H * 13];
   static const uint32_t binds[] = {0, PIPE_BIND_DISPLAY_TARGET};
   for (unsigned i = 0; i < ARRAY_SIZE(chips) * ARRAY_SIZE(binds); i++) {
      memset(want, 0, sizeof want);
      memset(got, 0, sizeof got);
      play(chips[i / 2], false, binds[i & 1], want);
      play(chips[i / 2], true, binds[i & 1], got);
      for (size_t k = 0; k < sizeof want; k++)
         if (want[k] != got[k])
            fail_msg("%s, bind %x: byte %zu is %02x, not %02x", chips[i / 2], binds[i & 1], k, got[k],
                     want[k]);
      assert_int_equal(want[W * H * 12], 2 * 16 + 2);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_copy),     cmocka_unit_test(test_planes_and_parts),
      cmocka_unit_test(test_in_place), cmocka_unit_test(test_write_in_use),
      cmocka_unit_test(test_buffers),  cmocka_unit_test(test_same_bytes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
