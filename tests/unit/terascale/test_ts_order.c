/* SPDX-License-Identifier: MIT
 *
 * What a card asks of the order of packets: the table "What a card asks" of docs/driver.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "ts_card.h"

struct order {
   const struct terascale_chip *chip;
   bool idle;        /* since the last draw the pipe was waited for */
   unsigned flushes; /* of colour and depth, behind draws */
};

static bool
waits_for_idle(unsigned op, const uint32_t *body, unsigned n)
{
   return op == DB_PKT3_SET_CONFIG_REG && set_base(op, body) == R6_WAIT_UNTIL_OFFSET && n == 2 &&
          R6_WAIT_UNTIL_get_WAIT_3D_IDLE(body[1]);
}

static void
flush_when_idle(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   struct order *o = data;
   if (is_draw(op))
      o->idle = false;
   if (waits_for_idle(op, body, n))
      o->idle = true;
   if (is_event(op, body, DB_EVENT_CACHE_FLUSH_AND_INV_EVENT)) {
      o->flushes++;
      assert_true(o->idle || o->chip->gen != DB_R600);
   }
}

/** Colour = element varying 0 says of an array that is too large for registers. */
static struct ir_shader *
scratch_fs(void)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   struct ir_builder b = ir_builder_at_end(s);
   uint32_t v0 = scene_io(s, false, IR_SEM_GENERIC, 0, 4), color = scene_io(s, true, IR_SEM_COLOR_ALL, 0, 4);
   struct ir_var *a = ir_var_create(s, "a", 200, 4);
   struct ir_src at = ir_alu1(&b, IR_F2I, ir_load_input(&b, v0, 0));
   for (unsigned i = 0; i < 4; i++)
      ir_store_var(&b, a, 0, at, i, ir_load_input(&b, v0, i));
   struct ir_src from = ir_alu1(&b, IR_F2I, ir_load_input(&b, v0, 1));
   for (unsigned i = 0; i < 4; i++)
      ir_store_output(&b, color, i, ir_load_var(&b, a, 0, from, i));
   static const struct ir_options opt = {0};
   ir_run_pipeline(s, vliw_ir_target(), &opt);
   return s;
}

struct atoms {
   const struct terascale_chip *chip;
   unsigned at, draws;
   unsigned color, constants, samplers, textures, programs,
      cube_wrap; /* last of each before the first draw */
};

static bool
sets(unsigned op, const uint32_t *body, unsigned n, uint32_t offset)
{
   const uint32_t base = set_base(op, body);
   return base && offset >= base && offset < base + (n - 1) * 4;
}

static void
order_of_atoms(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   struct atoms *o = data;
   const bool r6 = o->chip->gen <= DB_R700;
   o->at++;
   o->draws += is_draw(op);
   if (o->draws) { /* TA_CNTL_AUX is a config register: it does not move under draws */
      assert_false(r6 && sets(op, body, n, R6_TA_CNTL_AUX_OFFSET));
      return;
   }
   if (sets(op, body, n, r6 ? R6_CB_COLOR_INFO_OFFSET(0) : EG_CB_COLOR_INFO_OFFSET(0)))
      o->color = o->at;
   if (sets(op, body, n, R6_SQ_ALU_CONST_CACHE_VS_OFFSET(0)) ||
       sets(op, body, n, R6_SQ_ALU_CONST_CACHE_PS_OFFSET(0)))
      o->constants = o->at;
   if (op == DB_PKT3_SET_SAMPLER)
      o->samplers = o->at;
   if (op == DB_PKT3_SET_RESOURCE && body[0] == (r6 ? DB_R6_RESOURCE_PS + VLIW_TEX_RESOURCE_BASE
                                                    : DB_EG_RESOURCE_PS + VLIW_TEX_RESOURCE_BASE) *
                                                   (n - 1))
      o->textures = o->at;
   if (sets(op, body, n, r6 ? R6_SQ_PGM_START_PS_OFFSET : EG_SQ_PGM_START_PS_OFFSET))
      o->programs = o->at;
   if (r6 && sets(op, body, n, R6_TA_CNTL_AUX_OFFSET))
      o->cube_wrap = o->at;
}

/** Targets, constants, samplers, textures, programs, in this order; R6xx's and R7xx's mode of cube edges behind the
 * samplers, which else keep the one that an older stream left, and when nothing is drawn yet. */
static void
test_order_of_atoms(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 32, 32);
      char error[200];
      struct ir_shader *ir = scene_fs(true);
      void *fs = e.c->create_fs_state(e.c, ir, error, sizeof error);
      ir_shader_destroy(ir);
      assert_non_null(fs);
      struct pipe_resource *tex =
         scene_texture(e.screen, PIPE_FORMAT_R8G8B8A8_UNORM, 8, 8, PIPE_BIND_SAMPLER_VIEW);
      const struct pipe_sampler_view_desc d = {
         .texture = tex, .format = PIPE_FORMAT_R8G8B8A8_UNORM, .swizzle = {0, 1, 2, 3}
      };
      struct pipe_sampler_view *v = e.c->create_sampler_view(e.c, &d);
      void *sampler[2];
      for (unsigned i = 0; i < 2; i++)
         sampler[i] =
            e.c->create_sampler_state(e.c, &(const struct pipe_sampler_state){.min_img_filter = (uint8_t)i});
      e.c->bind_fs_state(e.c, fs);
      e.c->set_sampler_views(e.c, PIPE_SHADER_FRAGMENT, 1, &v);
      for (unsigned i = 0; i < 2; i++) {
         e.c->bind_sampler_states(e.c, PIPE_SHADER_FRAGMENT, 1, &sampler[0]);
         scene_draw(&e.s);
         e.c->bind_sampler_states(e.c, PIPE_SHADER_FRAGMENT, 1, &sampler[1]);
         scene_draw(&e.s);
         e.c->flush(e.c, NULL);
         struct atoms o = {.chip = chip};
         assert_int_equal(replay(e.m, order_of_atoms, &o), 2);
         assert_true(o.color && o.color < o.constants && o.constants < o.samplers &&
                     o.samplers < o.textures && o.textures < o.programs);
         assert_int_equal(o.cube_wrap > o.samplers, chip->gen <= DB_R700);
      }
      e.c->set_sampler_views(e.c, PIPE_SHADER_FRAGMENT, 0, NULL);
      e.c->bind_sampler_states(e.c, PIPE_SHADER_FRAGMENT, 0, NULL);
      e.c->bind_fs_state(e.c, e.s.fs);
      e.c->sampler_view_destroy(e.c, v);
      for (unsigned i = 0; i < 2; i++)
         e.c->delete_sampler_state(e.c, sampler[i]);
      e.c->delete_fs_state(e.c, fs);
      pipe_resource_unref(tex);
      env_fini(&e);
   }
}

struct rings {
   const struct terascale_chip *chip;
   bool idle, flushed; /* since the last draw or change of rings */
   bool changed;       /* and neither since */
   unsigned changes;
};

static void
rings_are_free(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   struct rings *o = data;
   const bool r6 = o->chip->gen <= DB_R700;
   const uint32_t first = r6 ? R6_SQ_PSTMP_RING_BASE_OFFSET : EG_SQ_PSTMP_RING_BASE_OFFSET;
   const uint32_t base = op == DB_PKT3_SET_CONFIG_REG ? set_base(op, body) : 0;
   if (is_draw(op)) {
      assert_true(!o->changed || (o->idle && o->flushed));
      o->changed = o->idle = o->flushed = false;
   } else if (base == first || base == first + 4) { /* base, size */
      assert_true(o->changed || (o->idle && o->flushed));
      o->changes += base == first;
      o->changed = true;
      o->idle = o->flushed = false;
   }
   if (waits_for_idle(op, body, n))
      o->idle = true;
   if (is_event(op, body, DB_EVENT_VGT_FLUSH))
      o->flushed = o->idle;
}

/** Scratch rings move while nothing draws, and nothing draws before they have. */
static void
test_rings(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 32, 32);
      char error[200];
      struct ir_shader *ir = scratch_fs();
      void *fs = e.c->create_fs_state(e.c, ir, error, sizeof error);
      ir_shader_destroy(ir);
      assert_non_null(fs);
      for (unsigned i = 0; i < 4; i++) {
         e.c->bind_fs_state(e.c, i & 1 ? fs : e.s.fs);
         scene_draw(&e.s);
      }
      e.c->bind_fs_state(e.c, e.s.fs);
      e.c->flush(e.c, NULL);
      struct rings o = {.chip = chip};
      assert_int_equal(replay(e.m, rings_are_free, &o), 4);
      assert_int_equal(o.changes, 2 * chip->shader_engines);
      e.c->delete_fs_state(e.c, fs);
      env_fini(&e);
   }
}

/** On R6xx, where nothing waits for the end of a flush, it begins when all is drawn. */
static void
test_flush(void **state)
{
   FOR_EACH_CHIP(chip)
   {
      struct env e;
      env_init(&e, chip, 32, 32);
      struct pipe_resource *second =
         scene_texture(e.screen, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, PIPE_BIND_RENDER_TARGET);
      struct pipe_framebuffer_state fb = {.width = 16, .height = 16, .nr_cbufs = 1};
      fb.cbufs[0] = (struct pipe_surface){second, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
      scene_draw(&e.s);
      e.c->set_framebuffer_state(e.c, &fb);
      scene_draw(&e.s);
      e.c->set_framebuffer_state(e.c, &e.s.fb);
      scene_draw(&e.s);
      e.c->flush(e.c, NULL);
      struct order o = {.chip = chip};
      assert_int_equal(replay(e.m, flush_when_idle, &o), 3);
      assert_int_equal(o.flushes, 3);
      pipe_resource_unref(second);
      env_fini(&e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_flush),
      cmocka_unit_test(test_rings),
      cmocka_unit_test(test_order_of_atoms),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
