/* SPDX-License-Identifier: MIT
 *
 * Stream-out on the emulated GPU: what is written where, in one buffer and in four, behind an offset; pauses, what is
 * drawn between, ends of streams; buffers that are full; counts; buffers that were written as vertices, constants and
 * for the CPU.
 */
#include "ts_rig.h"

static const float canary = -77.0f;

/** Attributes 0 and 1 to position and varying 0, and what is captured of them. Position: 4 components; varying 0: z, x
 * and y as \p layout says. */
enum layout { INTERLEAVED, SEPARATE };

static void
capture(struct ir_shader *s, unsigned output, unsigned comp, unsigned ncomp, unsigned buffer,
        unsigned offset_dw)
{
   const struct ir_captured x = {.output = (uint8_t)output,
                                 .comp = (uint8_t)comp,
                                 .ncomp = (uint8_t)ncomp,
                                 .buffer = (uint8_t)buffer,
                                 .offset_dw = (uint16_t)offset_dw};
   (void)u_vec_push(&s->captured, x);
   s->outputs.data[output].captured = true;
}

static void *
make_vs(struct rig *r, enum layout layout)
{
   static const struct ir_options opt = {0};
   char error[200] = "";
   struct ir_shader *s = ir_shader_create(IR_VERTEX);
   struct ir_builder b = ir_builder_at_end(s);
   const uint32_t a0 = scene_io(s, false, IR_SEM_GENERIC, 0, 4),
                  a1 = scene_io(s, false, IR_SEM_GENERIC, 1, 4);
   const uint32_t pos = scene_io(s, true, IR_SEM_POSITION, 0, 4),
                  v0 = scene_io(s, true, IR_SEM_GENERIC, 0, 4);
   const uint32_t v1 = scene_io(s, true, IR_SEM_GENERIC, 1, 4);
   for (unsigned i = 0; i < 4; i++) {
      ir_store_output(&b, pos, i, ir_load_input(&b, a0, i));
      ir_store_output(&b, v0, i, ir_load_input(&b, a1, i));
      ir_store_output(&b, v1, i,
                      ir_alu2(&b, IR_IADD, ir_alu1(&b, IR_F2I, ir_load_input(&b, a1, i)), ir_imm(i)));
   }
   if (layout ==
       INTERLEAVED) { /* 9 dwords: z y of the varying; an integer; position; x y of the varying, y x apart */
      capture(s, v0, 2, 1, 0, 0);
      capture(s, v1, 1, 1, 0, 1);
      capture(s, pos, 0, 4, 0, 2);
      capture(s, v0, 0, 3, 0, 6);
   } else {
      capture(s, pos, 0, 4, 0, 0);
      capture(s, v0, 1, 2, 1, 0);
      capture(s, v1, 0, 1, 2, 0);
      capture(s, v0, 0, 4, 3, 0);
   }
   ir_run_pipeline(s, vliw_ir_target(), &opt);
   void *cso = r->c->create_vs_state(r->c, s, error, sizeof error);
   ir_shader_destroy(s);
   if (!cso)
      fail_msg("%s: %s", r->chip, error);
   return cso;
}

enum { VERTICES = 12, STRIDE = 9 };

/** Vertex i: position (i, i + 0.25, 0, 1), attribute (10 i, 10 i + 1, ...). */
static struct pipe_resource *
bind_vertices(struct rig *r)
{
   float v[VERTICES][8];
   for (unsigned i = 0; i < VERTICES; i++) {
      const float f = (float)i;
      const float one[8] = {f, f + 0.25f, 0, 1, 10 * f, 10 * f + 1, 10 * f + 2, 10 * f + 3};
      memcpy(v[i], one, sizeof one);
   }
   struct pipe_resource *vb = scene_buffer(r->c, v, sizeof v, PIPE_BIND_VERTEX_BUFFER);
   const struct pipe_vertex_buffer b = {vb, 0, 32};
   r->c->set_vertex_buffers(r->c, 1, &b);
   return vb;
}

static struct pipe_resource *
make_buffer(struct rig *r, uint32_t floats)
{
   float *data = malloc(floats * 4);
   assert_non_null(data);
   for (uint32_t i = 0; i < floats; i++)
      data[i] = canary;
   struct pipe_resource *b =
      scene_buffer(r->c, data, floats * 4, PIPE_BIND_STREAM_OUTPUT | PIPE_BIND_VERTEX_BUFFER);
   free(data);
   return b;
}

static void
draw(struct rig *r, unsigned mode, uint32_t first, uint32_t count)
{
   const struct pipe_draw_info info = {
      .mode = (uint8_t)mode, .start = first, .count = count, .instance_count = 1};
   r->c->draw(r->c, &info);
}

/** Vertex \p i, INTERLEAVED, at dword \p at. */
static void
expect_vertex(struct rig *r, const float *data, unsigned at, unsigned i)
{
   const float f = (float)i;
   const float want[STRIDE] = {10 * f + 2, 0, f, f + 0.25f, 0, 1, 10 * f, 10 * f + 1, 10 * f + 2};
   int32_t number;
   memcpy(&number, &data[at + 1], 4);
   for (unsigned k = 0; k < STRIDE; k++)
      if (k != 1 && data[at + k] != want[k])
         fail_msg("%s: vertex %u at %u: %u is %g, not %g", r->chip, i, at, k, (double)data[at + k],
                  (double)want[k]);
   assert_int_equal(number, 10 * (int)i + 2);
}

static void
expect_canary(const float *data, unsigned first, unsigned end)
{
   for (unsigned i = first; i < end; i++)
      assert_true(data[i] == canary);
}

static void
set_target(struct rig *r, struct pipe_stream_output_target *t, bool append)
{
   r->c->set_stream_output_targets(r->c, t ? 1 : 0, &t, append);
}

static void
test_interleaved(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      assert_true(r.screen->caps.max_stream_output_buffers >= 4);
      assert_true(r.screen->caps.max_stream_output_components >= 64);
      struct pipe_resource *vb = bind_vertices(&r), *out = make_buffer(&r, 400);
      void *vs = make_vs(&r, INTERLEAVED);
      r.c->bind_vs_state(r.c, vs);
      struct pipe_query *q = r.c->create_query(r.c, PIPE_QUERY_PRIMITIVES_EMITTED);
      struct pipe_stream_output_target *t = r.c->create_stream_output_target(r.c, out, 20 * 4, 300 * 4);
      uint64_t n;
      assert_true(r.c->begin_query(r.c, q));
      set_target(&r, t, false);
      draw(&r, PIPE_PRIM_TRIANGLES, 0, 6);
      draw(&r, PIPE_PRIM_POINTS, 6, 2);
      set_target(&r, NULL, false); /* a pause, in which is drawn and cleared */
      draw(&r, PIPE_PRIM_TRIANGLES, 0, 3);
      scene_clear(&r.s, 0, 0, 0, 1);
      set_target(&r, t, true);
      draw(&r, PIPE_PRIM_LINES, 8, 2);
      scene_clear(&r.s, 0, 0, 0, 1); /* within, too */
      r.c->flush(r.c, NULL);         /* and a stream ends */
      draw(&r, PIPE_PRIM_POINTS, 10, 2);
      set_target(&r, NULL, false);
      r.c->end_query(r.c, q);
      assert_true(r.c->get_query_result(r.c, q, true, &n));
      assert_int_equal(n, 2 + 2 + 1 + 2);
      const float *data = r.c->buffer_map(r.c, out, 0, 1600, PIPE_MAP_READ);
      expect_canary(data, 0, 20);
      for (unsigned i = 0; i < 12; i++)
         expect_vertex(&r, data, 20 + i * STRIDE, i);
      expect_canary(data, 20 + 12 * STRIDE, 400);
      /* from the beginning on again */
      set_target(&r, t, false);
      draw(&r, PIPE_PRIM_POINTS, 5, 1);
      set_target(&r, NULL, false);
      data = r.c->buffer_map(r.c, out, 0, 1600, PIPE_MAP_READ);
      expect_vertex(&r, data, 20, 5);
      expect_vertex(&r, data, 20 + STRIDE, 1);
      r.c->stream_output_target_destroy(r.c, t);
      r.c->destroy_query(r.c, q);
      r.c->bind_vs_state(r.c, r.s.vs);
      r.c->delete_vs_state(r.c, vs);
      pipe_resource_unref(vb);
      pipe_resource_unref(out);
   }
}

/** Four buffers; and the third one full: whole primitives are written, or none. */
static void
test_separate(void **state)
{
   static const unsigned stride[4] = {4, 2, 1, 4};
   FOR_EACH_CHIP(r, 16, 16)
   {
      struct pipe_resource *vb = bind_vertices(&r), *out[4];
      struct pipe_stream_output_target *t[4];
      void *vs = make_vs(&r, SEPARATE);
      r.c->bind_vs_state(r.c, vs);
      struct pipe_query *q = r.c->create_query(r.c, PIPE_QUERY_PRIMITIVES_EMITTED);
      for (unsigned i = 0; i < 4; i++) {
         out[i] = make_buffer(&r, 100);
         t[i] = r.c->create_stream_output_target(r.c, out[i], 16, i == 2 ? 8 * 4 : 64 * 4);
      }
      uint64_t n;
      assert_true(r.c->begin_query(r.c, q));
      r.c->set_stream_output_targets(r.c, 4, t, false);
      draw(&r, PIPE_PRIM_TRIANGLES, 0, 12); /* 8 vertices of the third: two triangles */
      r.c->set_stream_output_targets(r.c, 0, NULL, false);
      r.c->end_query(r.c, q);
      assert_true(r.c->get_query_result(r.c, q, true, &n));
      assert_int_equal(n, 2);
      for (unsigned i = 0; i < 4; i++) {
         const float *data = r.c->buffer_map(r.c, out[i], 0, 400, PIPE_MAP_READ);
         expect_canary(data, 0, 4);
         for (unsigned v = 0; v < 6; v++) {
            const float f = (float)v, pos[4] = {f, f + 0.25f, 0, 1};
            for (unsigned k = 0; k < stride[i]; k++) {
               const unsigned at = 4 + v * stride[i] + k;
               int32_t number;
               memcpy(&number, &data[at], 4);
               if (i == 2 ? number != 10 * (int)v
                          : data[at] != (i == 0 ? pos[k] : 10 * f + (float)(k + (i == 1))))
                  fail_msg("%s: buffer %u, vertex %u: %u is %g (%d)", r.chip, i, v, k, (double)data[at],
                           number);
            }
         }
         expect_canary(data, 4 + 6 * stride[i], 100);
      }
      for (unsigned i = 0; i < 4; i++) {
         r.c->stream_output_target_destroy(r.c, t[i]);
         pipe_resource_unref(out[i]);
      }
      r.c->destroy_query(r.c, q);
      r.c->bind_vs_state(r.c, r.s.vs);
      r.c->delete_vs_state(r.c, vs);
      pipe_resource_unref(vb);
   }
}

/** Written without a picture, then drawn from as vertices and read as constants in the same stream; then rewritten by the
 * CPU in part. */
static void
test_feedback(void **state)
{
   FOR_EACH_CHIP(r, 32, 32)
   {
      static const float v[3][8] = {
         {-1, -1, 0, 1, 0, 1, 0, 1},
         {3,  -1, 0, 1, 0, 1, 0, 1},
         {-1, 3,  0, 1, 0, 1, 0, 1}
      };
      static const struct ir_options opt = {0};
      char error[200];
      struct ir_shader *s = scene_vs(false);
      capture(s, 0, 0, 4, 0, 0);
      capture(s, 1, 0, 4, 0, 4);
      ir_run_pipeline(s, vliw_ir_target(), &opt);
      void *vs = r.c->create_vs_state(r.c, s, error, sizeof error);
      ir_shader_destroy(s);
      struct pipe_resource *vb = scene_buffer(r.c, v, sizeof v, PIPE_BIND_VERTEX_BUFFER),
                           *out = make_buffer(&r, 64);
      const struct pipe_vertex_buffer from = {vb, 0, 32}, again = {out, 0, 32};
      struct pipe_rasterizer_state rs = {
         .front_ccw = true, .point_size = 1, .line_width = 1, .rasterizer_discard = true};
      void *discard = r.c->create_rasterizer_state(r.c, &rs);
      struct pipe_stream_output_target *t = r.c->create_stream_output_target(r.c, out, 0, 256);
      scene_clear(&r.s, 0, 0, 0, 1);
      r.c->set_vertex_buffers(r.c, 1, &from);
      r.c->bind_vs_state(r.c, vs);
      r.c->bind_rasterizer_state(r.c, discard);
      set_target(&r, t, false);
      draw(&r, PIPE_PRIM_TRIANGLES, 0, 3);
      set_target(&r, NULL, false);
      r.c->bind_rasterizer_state(r.c, r.s.rast);
      r.c->bind_vs_state(r.c, r.s.vs);
      r.c->set_vertex_buffers(r.c, 1, &again);
      draw(&r, PIPE_PRIM_TRIANGLES, 0, 3);
      expect(&r, 16, 16, GREEN);
      /* the CPU changes one vertex' colour: the rest is what the GPU wrote */
      float *p = r.c->buffer_map(r.c, out, 16, 16, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE);
      memcpy(p, red, 16);
      r.c->buffer_unmap(r.c, out);
      draw(&r, PIPE_PRIM_TRIANGLES, 0, 3);
      const uint32_t mixed = scene_pixel(&r.s, r.s.color, 1, 1);
      assert_true((mixed & 255) > 200 && (mixed >> 8 & 255) > 5);
      r.c->stream_output_target_destroy(r.c, t);
      r.c->delete_vs_state(r.c, vs);
      r.c->delete_rasterizer_state(r.c, discard);
      pipe_resource_unref(vb);
      pipe_resource_unref(out);
   }
}

/** Without rasterisation neither colour nor depth nor stencil changes, and behind it all do. */
static void
test_discard(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      struct pipe_rasterizer_state rs = {
         .front_ccw = true, .point_size = 1, .line_width = 1, .rasterizer_discard = true};
      void *discard = r.c->create_rasterizer_state(r.c, &rs);
      struct pipe_depth_stencil_alpha_state d = {
         .depth_enabled = true, .depth_writemask = true, .depth_func = PIPE_FUNC_ALWAYS};
      d.stencil[0] = (struct pipe_stencil_state){
         true, PIPE_FUNC_ALWAYS, PIPE_STENCIL_OP_INCR, PIPE_STENCIL_OP_INCR, PIPE_STENCIL_OP_INCR, 0xff,
         0xff};
      void *dsa = r.c->create_dsa_state(r.c, &d);
      r.c->bind_dsa_state(r.c, dsa);
      scene_clear(&r.s, 0, 0, 0, 1);
      for (unsigned i = 0; i < 2; i++) {
         r.c->bind_rasterizer_state(r.c, i ? r.s.rast : discard);
         rect(&r, -1, -1, 1, 1, -0.5f, red);
         expect(&r, 8, 8, i ? RED : BLACK);
         const uint32_t zs = scene_pixel(&r.s, r.s.depth, 8, 8);
         assert_int_equal(zs >> 24, i);
         assert_in_range(zs & 0xffffff, i ? 0x3ffff0 : 0xffffff, i ? 0x400010 : 0xffffff);
      }
      r.c->bind_dsa_state(r.c, r.s.dsa);
      r.c->delete_dsa_state(r.c, dsa);
      r.c->delete_rasterizer_state(r.c, discard);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_interleaved),
      cmocka_unit_test(test_separate),
      cmocka_unit_test(test_feedback),
      cmocka_unit_test(test_discard),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
