/* SPDX-License-Identifier: MIT
 *
 * Uniform blocks on the emulated GPU: every constant buffer of both stages, by constant and by computed index, parts of
 * resources, buffers rewritten between draws, blocks that nobody bound.
 */
#include "ts_rig.h"

enum { SLOTS = 40, PART_B = 1024 };

/** Shader whose colour, or the varying that becomes it, is the sum of \p n slots of a block: slot k is 3 * k, or the
 * attribute's (varying's) x behind that. */
static void *
block_shader(struct rig *r, bool vertex, unsigned buffer, unsigned n, bool indirect)
{
   static const struct ir_options opt = {0};
   char error[200] = "";
   struct ir_shader *s = ir_shader_create(vertex ? IR_VERTEX : IR_FRAGMENT);
   struct ir_builder b = ir_builder_at_end(s);
   const uint32_t a0 = scene_io(s, false, IR_SEM_GENERIC, 0, 4);
   const uint32_t a1 = vertex ? scene_io(s, false, IR_SEM_GENERIC, 1, 4) : a0;
   const uint32_t pos = vertex ? scene_io(s, true, IR_SEM_POSITION, 0, 4) : 0;
   const uint32_t out = scene_io(s, true, vertex ? IR_SEM_GENERIC : IR_SEM_COLOR_ALL, 0, 4);
   const struct ir_src dyn = indirect ? ir_alu1(&b, IR_F2I, ir_load_input(&b, a1, 0)) : ir_undef();
   for (unsigned i = 0; i < 4; i++) {
      struct ir_src sum = ir_immf(0.0f);
      for (unsigned k = 0; k < n; k++)
         sum = ir_alu2(&b, IR_FADD, sum, ir_load_block(&b, buffer, 3 * k, dyn, i));
      ir_store_output(&b, out, i, sum);
      if (vertex)
         ir_store_output(&b, pos, i, ir_load_input(&b, a0, i));
   }
   ir_run_pipeline(s, vliw_ir_target(), &opt);
   void *cso = vertex ? r->c->create_vs_state(r->c, s, error, sizeof error)
                      : r->c->create_fs_state(r->c, s, error, sizeof error);
   ir_shader_destroy(s);
   if (!cso)
      fail_msg("%s: %s", r->chip, error);
   return cso;
}

/** Bytes of a colour that says which block, slot and component it comes from, exactly a float. */
static float
value(unsigned block, unsigned slot, unsigned comp)
{
   return (float)(block * 4 + slot * 5 + comp) / 255.0f;
}

static uint32_t
color(unsigned block, unsigned first, unsigned n)
{
   uint32_t c = 0;
   for (unsigned i = 0; i < 4; i++) {
      uint32_t sum = 0;
      for (unsigned k = 0; k < n; k++)
         sum += block * 4 + (first + 3 * k) * 5 + i;
      c |= MIN2(sum, 255) << 8 * i;
   }
   return c;
}

static void
fill(float (*to)[4], unsigned block)
{
   for (unsigned s = 0; s < SLOTS; s++)
      for (unsigned i = 0; i < 4; i++)
         to[s][i] = value(block, s, i);
}

static void
bind_vs(struct rig *r, void *vs)
{
   r->c->bind_vs_state(r->c, vs ? vs : r->s.vs);
}

static void
bind_fs(struct rig *r, void *fs)
{
   r->c->bind_fs_state(r->c, fs ? fs : r->s.fs);
}

static void
test_all_buffers(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      static float data[IR_MAX_BLOCKS + 1][PART_B / 16][4];
      assert_true(r.screen->caps.max_uniform_blocks >= IR_MAX_BLOCKS);
      assert_true(r.screen->caps.max_const_buffer_size_B >= 16384);
      assert_true(PART_B % r.screen->caps.const_buffer_offset_alignment_B == 0);
      for (unsigned i = 1; i <= IR_MAX_BLOCKS; i++)
         fill(data[i], i);
      struct pipe_resource *buf = scene_buffer(r.c, data, sizeof data, PIPE_BIND_CONSTANT_BUFFER);
      for (unsigned vertex = 0; vertex < 2; vertex++) {
         const enum pipe_shader_type sh = vertex ? PIPE_SHADER_VERTEX : PIPE_SHADER_FRAGMENT;
         for (unsigned i = 1; i <= IR_MAX_BLOCKS; i++) {
            struct pipe_constant_buffer cb = {NULL, buf, i * PART_B, SLOTS * 16};
            r.c->set_constant_buffer(r.c, sh, i, &cb);
         }
         for (unsigned i = 1; i <= IR_MAX_BLOCKS; i++) {
            for (unsigned indirect = 0; indirect < 2; indirect++) {
               void *cso = block_shader(&r, vertex, i, 2, indirect);
               bind_vs(&r, vertex ? cso : NULL);
               bind_fs(&r, vertex ? NULL : cso);
               const float index[4] = {7, 0, 0, 0};
               rect(&r, -1, -1, 1, 1, 0, index);
               expect(&r, 8, 8, color(i, indirect ? 7 : 0, 2));
               bind_vs(&r, NULL);
               bind_fs(&r, NULL);
               vertex ? r.c->delete_vs_state(r.c, cso) : r.c->delete_fs_state(r.c, cso);
            }
         }
         for (unsigned i = 1; i <= IR_MAX_BLOCKS; i++)
            r.c->set_constant_buffer(r.c, sh, i, NULL);
      }
      pipe_resource_unref(buf);
   }
}

/** Rewritten, with new storage and in place, and bound elsewhere, each between draws of one stream. */
static void
test_rewritten(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      float data[2 * PART_B / 16][4];
      fill(data, 1);
      fill(data + PART_B / 16, 2);
      struct pipe_resource *buf = scene_buffer(r.c, data, sizeof data, PIPE_BIND_CONSTANT_BUFFER);
      void *fs = block_shader(&r, false, 3, 2, false);
      bind_fs(&r, fs);
      for (unsigned pass = 0; pass < 4; pass++) {
         struct pipe_constant_buffer cb = {NULL, buf, pass & 1 ? PART_B : 0, SLOTS * 16};
         r.c->set_constant_buffer(r.c, PIPE_SHADER_FRAGMENT, 3, &cb);
         rect(&r, -1, -1, 0, 1, 0, red);
         /* before the draw below, behind the one above */
         float *p =
            r.c->buffer_map(r.c, buf, cb.offset_B, PART_B,
                            PIPE_MAP_WRITE | (pass < 2 ? PIPE_MAP_DISCARD_RANGE : PIPE_MAP_DISCARD_WHOLE));
         float more[PART_B / 16][4];
         fill(more, 5 + pass);
         memcpy(p, more, sizeof more);
         r.c->buffer_unmap(r.c, buf);
         rect(&r, 0, -1, 1, 1, 0, red);
         static const uint8_t was[] = {1, 2, 5, 6};
         if (pass < 3) /* the other half is lost then */
            expect(&r, 3, 8, color(was[pass], 0, 2));
         expect(&r, 12, 8, color(5 + pass, 0, 2));
      }
      /* copied by the call */
      fill(data, 9);
      struct pipe_constant_buffer cb = {data, NULL, 0, SLOTS * 16};
      r.c->set_constant_buffer(r.c, PIPE_SHADER_FRAGMENT, 3, &cb);
      memset(data, 0, sizeof data);
      rect(&r, -1, -1, 1, 1, 0, red);
      expect(&r, 3, 8, color(9, 0, 2));
      bind_fs(&r, NULL);
      r.c->delete_fs_state(r.c, fs);
      pipe_resource_unref(buf);
   }
}

/** A block that nobody bound, or lost, reads as something; indices beyond the bound part read as zero. */
static void
test_robust(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      void *direct = block_shader(&r, false, 14, 1, false), *indirect = block_shader(&r, false, 14, 1, true);
      float data[SLOTS][4];
      fill(data, 4);
      bind_fs(&r, direct);
      rect(&r, -1, -1, 1, 1, 0, red);
      (void)scene_pixel(&r.s, r.s.color, 8, 8);
      struct pipe_constant_buffer cb = {data, NULL, 0, 16};
      r.c->set_constant_buffer(r.c, PIPE_SHADER_FRAGMENT, 14, &cb);
      bind_fs(&r, indirect);
      const float beyond[4] = {1000, 0, 0, 0}, first[4] = {0, 0, 0, 0};
      rect(&r, -1, -1, 1, 1, 0, beyond);
      expect(&r, 8, 8, 0);
      rect(&r, -1, -1, 1, 1, 0, first);
      expect(&r, 8, 8, color(4, 0, 1));
      r.c->set_constant_buffer(r.c, PIPE_SHADER_FRAGMENT, 14, NULL);
      bind_fs(&r, direct);
      rect(&r, -1, -1, 1, 1, 0, red);
      (void)scene_pixel(&r.s, r.s.color, 8, 8);
      assert_int_equal(r.c->get_reset_status(r.c), PIPE_NO_RESET);
      bind_fs(&r, NULL);
      r.c->delete_fs_state(r.c, direct);
      r.c->delete_fs_state(r.c, indirect);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_buffers),
      cmocka_unit_test(test_rewritten),
      cmocka_unit_test(test_robust),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
