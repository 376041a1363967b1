/* SPDX-License-Identifier: MIT
 *
 * Draws of chips without a vertex engine in the stream: those between which nothing changes share a packet and an array, and their
 * indices name the vertices that were drawn.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "db/r300/r300_chips.h"
#include "db/r300/r300_pm4.h"
#include "db/r300/rx_regs.h"
#include "driver/blit.h"
#include "pipe/p_context.h"
#include "r300/public.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

enum { PACKETS = 64, INDICES = 70000 };

/* The streams since it was cleared. */
static struct {
   unsigned packets, arrays;
   uint32_t count[PACKETS], primitive[PACKETS];
   float x[INDICES]; /* of the vertices that the indices name */
   uint32_t n;
} seen;

/* Where the stream's arrays and indices are. */
struct reader {
   struct winsys *ws;
   const struct ws_reloc *relocs;
   uint32_t offset_B, stride_dw, count, max_index;
   const uint8_t *array;
   bool wants_array;
};

static const uint8_t *
mapped(const struct reader *r, uint32_t reloc)
{
   return r->ws->bo_map(r->ws, r->relocs[reloc / 4].bo);
}

static void
read_draw(struct reader *r, const uint8_t *indices)
{
   for (uint32_t i = 0; i < r->count; i++) {
      uint16_t index;
      assert_true(seen.n < INDICES && r->array);
      memcpy(&index, indices + (size_t)i * 2, 2);
      assert_true(index <= r->max_index);
      memcpy(&seen.x[seen.n++], r->array + r->offset_B + (size_t)index * r->stride_dw * 4, 4);
   }
}

static void
read_packet3(struct reader *r, const uint32_t *dw, uint32_t n)
{
   static uint32_t indices_B;
   static bool wants_indices;
   switch (R300_PKT3_OP(dw[0])) {
   case R300_PKT3_3D_LOAD_VBPNTR:
      assert_int_equal(n, 3);
      seen.arrays++;
      r->stride_dw = RX_VAP_VTX_AOS_ATTR_get_VTX_AOS_STRIDE0(dw[2]);
      r->offset_B = dw[3];
      r->wants_array = true;
      break;
   case R300_PKT3_3D_DRAW_INDX_2:
      assert_true(seen.packets < PACKETS);
      r->count = RX_VAP_VF_CNTL_get_NUM_VERTICES(dw[1]);
      seen.primitive[seen.packets] = RX_VAP_VF_CNTL_get_PRIM_TYPE(dw[1]);
      seen.count[seen.packets++] = r->count;
      break;
   case R300_PKT3_INDX_BUFFER:
      indices_B = dw[2];
      assert_int_equal(dw[3], DIV_ROUND_UP(r->count, 2));
      assert_int_equal(indices_B % 4, 0);
      wants_indices = true;
      break;
   case R300_PKT3_NOP:
      if (r->wants_array)
         r->array = mapped(r, dw[1]);
      if (wants_indices)
         read_draw(r, mapped(r, dw[1]) + indices_B);
      r->wants_array = wants_indices = false;
      break;
   default:
      fail_msg("a packet that draws of such chips do not have: 0x%x", dw[0]);
   }
}

static bool
capture(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw, const struct ws_reloc *relocs,
        uint32_t num_relocs, struct ws_fence **fence)
{
   struct reader r = {.ws = ws, .relocs = relocs};
   for (uint32_t i = 0; i < ndw;) {
      const uint32_t h = dw[i], n = R300_PKT_BODY_DW(h);
      if (h == R300_PKT2) {
         i++;
         continue;
      }
      if (R300_PKT_TYPE(h) == 0 && R300_PKT0_OFFSET(h) == RX_VAP_VF_MAX_VTX_INDX_OFFSET)
         r.max_index = dw[i + 1];
      if (R300_PKT_TYPE(h) == 3)
         read_packet3(&r, dw + i, n);
      i += 1 + n;
   }
   if (fence)
      *fence = NULL;
   return true;
}

/* ---- a context in which triangles can be drawn ---- */

struct scene {
   struct pipe_screen *screen;
   struct pipe_context *c;
   struct drv_blit_objects o;
   struct pipe_resource *target;
   void *blend[2], *dsa, *rast;
   float numbers; /* that vertices had so far */
};

static void
begin(struct scene *s)
{
   struct winsys *ws = ws_null_create(&r300_chip_find("rs690")->base);
   assert_non_null(ws);
   ws->cs_submit = capture;
   memset(s, 0, sizeof *s);
   memset(&seen, 0, sizeof seen);
   s->screen = r300_screen_create(ws);
   struct pipe_context *c = s->c = s->screen->context_create(s->screen);
   assert_true(drv_blit_objects_init(&s->o, c));
   const struct pipe_resource t = {.target = PIPE_TEXTURE_2D,
                                   .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                   .width0 = 64,
                                   .height0 = 32,
                                   .depth0 = 1,
                                   .array_size = 1,
                                   .bind = PIPE_BIND_RENDER_TARGET};
   s->target = s->screen->resource_create(s->screen, &t);
   const struct pipe_framebuffer_state fb = {
      .width = 64, .height = 32, .nr_cbufs = 1, .cbufs = {{s->target, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0}}};
   const struct pipe_viewport_state viewport = {
      {1, 1, 1},
      {0, 0, 0},
      false
   };
   const struct pipe_depth_stencil_alpha_state dsa = {0};
   const struct pipe_rasterizer_state rast = {.point_size = 1, .line_width = 1};
   for (unsigned i = 0; i < 2; i++) {
      const struct pipe_blend_state blend = {.rt[0].colormask = i ? PIPE_MASK_RGBA : PIPE_MASK_R};
      s->blend[i] = c->create_blend_state(c, &blend);
   }
   s->dsa = c->create_dsa_state(c, &dsa);
   s->rast = c->create_rasterizer_state(c, &rast);
   c->set_framebuffer_state(c, &fb);
   c->bind_blend_state(c, s->blend[1]);
   c->bind_dsa_state(c, s->dsa);
   c->bind_rasterizer_state(c, s->rast);
   c->set_viewport_state(c, &viewport);
   c->bind_vertex_elements_state(c, s->o.velems);
   c->bind_vs_state(c, s->o.vs);
   c->bind_fs_state(c, s->o.fs_color);
}

static void
end(struct scene *s)
{
   struct pipe_context *c = s->c;
   c->bind_blend_state(c, NULL);
   c->bind_dsa_state(c, NULL);
   c->bind_rasterizer_state(c, NULL);
   for (unsigned i = 0; i < 2; i++)
      c->delete_blend_state(c, s->blend[i]);
   c->delete_dsa_state(c, s->dsa);
   c->delete_rasterizer_state(c, s->rast);
   drv_blit_objects_fini(&s->o, c);
   assert_false(c->get_oom(c));
   c->destroy(c);
   pipe_resource_unref(s->target);
   s->screen->destroy(s->screen);
}

/** Each vertex has the next number for its x, which the viewport (1) leaves as it is; w is large enough for all of them to be inside. */
static void
draw(struct scene *s, unsigned mode, uint32_t count)
{
   float(*v)[8] = calloc(count, sizeof *v);
   assert_non_null(v);
   for (uint32_t i = 0; i < count; i++) {
      v[i][0] = s->numbers++;
      v[i][3] = 1;
   }
   for (uint32_t i = 0; i < count; i++) /* x of numbers is within -1 and 1 */
      v[i][0] /= 131072;
   const struct pipe_vertex_buffer vb = {.stride_B = sizeof *v, .user = v};
   const struct pipe_draw_info info = {
      .mode = (uint8_t)mode, .count = count, .instance_count = 1, .max_index = ~0u};
   s->c->set_vertex_buffers(s->c, 1, &vb);
   s->c->draw(s->c, &info);
   s->c->set_vertex_buffers(s->c, 0, NULL);
   free(v);
}

/** Submits; all vertices so far came, in their order. */
static void
expect_all(struct scene *s)
{
   s->c->flush(s->c, NULL);
   assert_int_equal(seen.n, (uint32_t)s->numbers);
   for (uint32_t i = 0; i < seen.n; i++)
      assert_true(seen.x[i] == (float)i / 131072);
}

static void
test_same_state(void **state)
{
   struct scene s;
   begin(&s);
   for (unsigned i = 0; i < 5; i++)
      draw(&s, PIPE_PRIM_TRIANGLES, 3 + 6 * (i & 1)); /* odd and even numbers of indices */
   expect_all(&s);
   assert_int_equal(seen.packets, 1);
   assert_int_equal(seen.count[0], 27);
   assert_int_equal(seen.arrays, 1);
   /* another stream begins with a packet of its own */
   draw(&s, PIPE_PRIM_TRIANGLES, 3);
   draw(&s, PIPE_PRIM_TRIANGLES, 3);
   expect_all(&s);
   assert_int_equal(seen.packets, 2);
   assert_int_equal(seen.count[1], 6);
   end(&s);
}

static void
test_changes(void **state)
{
   struct scene s;
   begin(&s);
   draw(&s, PIPE_PRIM_TRIANGLES, 3);
   s.c->bind_blend_state(s.c, s.blend[0]);
   draw(&s, PIPE_PRIM_TRIANGLES, 9);
   draw(&s, PIPE_PRIM_POINTS, 7);
   draw(&s, PIPE_PRIM_POINTS, 1);
   draw(&s, PIPE_PRIM_LINES, 2);
   draw(&s, PIPE_PRIM_TRIANGLES, 3);
   struct pipe_query *q = s.c->create_query(s.c, PIPE_QUERY_OCCLUSION_PREDICATE);
   assert_true(q && s.c->begin_query(s.c, q));
   draw(&s, PIPE_PRIM_TRIANGLES, 3);
   draw(&s, PIPE_PRIM_TRIANGLES, 3);
   s.c->end_query(s.c, q);
   draw(&s, PIPE_PRIM_TRIANGLES, 3);
   expect_all(&s);
   static const uint32_t counts[] = {3, 9, 8, 2, 3, 6, 3};
   assert_int_equal(seen.packets, ARRAY_SIZE(counts));
   assert_memory_equal(seen.count, counts, sizeof counts);
   assert_int_equal(seen.primitive[2], RX_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST);
   assert_int_equal(seen.arrays, 1); /* no change was one of vertices */
   s.c->destroy_query(s.c, q);
   end(&s);
}

/* A packet counts to 65535, memory of an array ends before that. */
static void
test_many(void **state)
{
   struct scene s;
   begin(&s);
   while (s.numbers < 69000)
      draw(&s, PIPE_PRIM_TRIANGLES, 3 * (1 + (unsigned)s.numbers % 700));
   expect_all(&s);
   assert_true(seen.packets > 1 && seen.arrays > 1);
   end(&s);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_state),
      cmocka_unit_test(test_changes),
      cmocka_unit_test(test_many),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
