/* SPDX-License-Identifier: MIT
 *
 * Primitive restart on the emulated GPU: indices of all sizes, from buffers, from memory of the application's, at odd
 * offsets, of vertices that the CPU has to look at; every kind of primitive.
 */
#include "ts_rig.h"

#include "util/u_indices.h"

enum { N = 9 };

/** Two triangles, left and right, with a gap: of a strip, fan, list or two line loops. R: restart. */
#define R UINT32_MAX
static const uint32_t strip[N] = {0, 1, 2, R, 3, 4, 5, R, 5};
#undef R

/** 32 bits to indices of \p size_B, \p pad_B behind the buffer's beginning. */
static void
indices(uint8_t *to, unsigned size_B, unsigned pad_B)
{
   for (unsigned i = 0; i < N; i++)
      memcpy(to + pad_B + (size_t)i * size_B, &strip[i], size_B);
}

struct vertex {
   float pos[4], color[4];
};

static void
vertices(struct vertex v[6])
{
   static const float x[6] = {-1, -0.5f, -1, 0.5f, 1, 0.5f}, y[6] = {-1, -1, 1, -1, -1, 1};
   for (unsigned i = 0; i < 6; i++)
      v[i] = (struct vertex){
         {x[i], y[i], 0, 1},
         {1,    0,    0, 1}
      };
}

static bool
is_drawn(struct rig *r, int x, int y)
{
   return scene_pixel(&r->s, r->s.color, x, y) == RED;
}

static void
draw(struct rig *r, unsigned mode, unsigned size_B, const uint8_t *user, struct pipe_resource *buffer,
     unsigned offset_B, bool restart)
{
   scene_clear(&r->s, 0, 0, 0, 1);
   const struct pipe_draw_info info = {
      .mode = (uint8_t)mode,
      .index_size_B = (uint8_t)size_B,
      .count = N,
      .instance_count = 1,
      .index_buffer = buffer,
      .index_offset_B = offset_B,
      .index_user = user,
      .max_index = UINT32_MAX,
      .primitive_restart = restart,
   };
   r->c->draw(r->c, &info);
}

static void
test_sizes(void **state)
{
   static const uint8_t modes[] = {PIPE_PRIM_TRIANGLES, PIPE_PRIM_TRIANGLE_STRIP, PIPE_PRIM_TRIANGLE_FAN};
   FOR_EACH_CHIP(r, 32, 32)
   {
      assert_true(r.screen->caps.primitive_restart);
      uint8_t v[6 * sizeof(struct vertex) + 1];
      vertices((struct vertex *)v);
      for (unsigned odd = 0; odd < 2; odd++) { /* odd: the CPU copies vertices, of those that are named */
         if (odd)
            memmove(v + 1, v, 6 * sizeof(struct vertex));
         struct pipe_resource *vb = scene_buffer(r.c, v, sizeof v, PIPE_BIND_VERTEX_BUFFER);
         const struct pipe_vertex_buffer b = {vb, odd, sizeof(struct vertex)};
         r.c->set_vertex_buffers(r.c, 1, &b);
         for (unsigned size_B = 1; size_B <= 4; size_B *= 2)
            for (unsigned m = 0; m < ARRAY_SIZE(modes); m++)
               for (unsigned pad_B = 0; pad_B < 2; pad_B++)
                  for (unsigned user = 0; user < 2; user++) {
                     uint8_t i[N * 4 + 1];
                     indices(i, size_B, pad_B);
                     struct pipe_resource *ib = scene_buffer(r.c, i, sizeof i, PIPE_BIND_INDEX_BUFFER);
                     draw(&r, modes[m], size_B, user ? i + pad_B : NULL, ib, pad_B, true);
                     if (!is_drawn(&r, 1, 8) || !is_drawn(&r, 25, 8) || is_drawn(&r, 16, 8) ||
                         is_drawn(&r, 12, 20))
                        fail_msg("%s: mode %u, %u bytes", r.chip, modes[m], size_B);
                     pipe_resource_unref(ib);
                  }
         pipe_resource_unref(vb);
      }
   }
}

/** Loops close at a restart; a draw without it, and one without indices, behind one with it. */
static void
test_switched(void **state)
{
   FOR_EACH_CHIP(r, 32, 32)
   {
      struct vertex v[6];
      vertices(v);
      struct pipe_resource *vb = scene_buffer(r.c, v, sizeof v, PIPE_BIND_VERTEX_BUFFER);
      const struct pipe_vertex_buffer b = {vb, 0, sizeof(struct vertex)};
      r.c->set_vertex_buffers(r.c, 1, &b);
      uint8_t i[N * 4];
      indices(i, 2, 0);
      draw(&r, PIPE_PRIM_LINE_LOOP, 2, i, NULL, 0, true);
      unsigned lit = 0;
      for (int x = 9; x < 23; x++) /* between the triangles is no line */
         lit += is_drawn(&r, x, 16);
      assert_int_equal(lit, 0);
      static const uint16_t whole[N] = {0, 1, 2, 3, 4, 5, 5, 5, 5};
      draw(&r, PIPE_PRIM_TRIANGLE_STRIP, 2, (const uint8_t *)whole, NULL, 0, true);
      assert_true(is_drawn(&r, 12, 12));
      draw(&r, PIPE_PRIM_TRIANGLE_STRIP, 2, (const uint8_t *)whole, NULL, 0, false);
      assert_true(is_drawn(&r, 12, 12));
      scene_clear(&r.s, 0, 0, 0, 1);
      const struct pipe_draw_info plain = {.mode = PIPE_PRIM_TRIANGLE_STRIP, .count = 6, .instance_count = 1};
      r.c->draw(r.c, &plain);
      assert_true(is_drawn(&r, 12, 12));
      pipe_resource_unref(vb);
   }
}

static void
test_bounds(void **state)
{
   uint32_t min, max;
   static const uint8_t some[] = {255, 7, 255, 255, 3, 9}, none[] = {255, 255};
   assert_true(u_index_bounds_restart(some, 6, 1, &min, &max));
   assert_int_equal(min, 3);
   assert_int_equal(max, 9);
   assert_false(u_index_bounds_restart(none, 2, 1, &min, &max));
   assert_int_equal(u_index_run(some + 1, 5, 1), 1);
   assert_int_equal(u_index_run(some + 4, 2, 1), 2);
   assert_int_equal(u_index_restart(2), 0xffff);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_switched),
      cmocka_unit_test(test_bounds),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
