/* SPDX-License-Identifier: MIT
 *
 * The VLIW back end end to end on small shaders built by hand: every chip compiles them, and the interface it
 * reports (GPRs, stack, parameters, exports) is what the driver contract says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/terascale/passes.h"
#include "compiler/terascale/vliw.h"
#include "util/u_math.h"

static struct ir_io
io(const char *name, enum ir_semantic sem, unsigned index)
{
   return (struct ir_io){.name = name, .semantic = (uint8_t)sem, .sem_index = (uint8_t)index, .ncomp = 4};
}

/** One varying, one texture, a branch with a discard, transcendental functions, a uniform. */
static struct ir_shader *
fragment_shader(void)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   assert_true(u_vec_push(&s->inputs, io("v", IR_SEM_GENERIC, 5)));
   assert_true(u_vec_push(&s->outputs, io("c", IR_SEM_COLOR_ALL, 0)));
   struct ir_builder b = ir_builder_at_end(s);
   struct ir_src v[4], c[4];
   for (unsigned i = 0; i < 4; i++)
      v[i] = ir_load_input(&b, 0, i);
   struct ir_src u = ir_load_uniform(&b, 3, ir_undef(), 1);
   struct ir_tex tex = {IR_TEX_SAMPLE, IR_TEX_2D, 2};
   struct ir_src coord[2] = {ir_alu2(&b, IR_FMUL, v[0], u), v[1]};
   uint32_t t = ir_emit_tex(&b, tex, coord, 2);
   for (unsigned i = 0; i < 4; i++)
      c[i] = ir_alu3(&b, IR_FMAD, ir_ssa(t + i), v[2], ir_immf(0.3f * (float)i));
   struct ir_node *n = ir_push_if(&b, ir_alu2(&b, IR_FLT, c[0], u));
   ir_emit(&b, IR_DISCARD, 0, 0);
   ir_push_else(&b, n);
   ir_pop_if(&b, n);
   struct ir_src q = ir_alu1(&b, IR_FRCP, ir_alu1(&b, IR_FSIN, c[1]));
   for (unsigned i = 0; i < 4; i++)
      ir_store_output(&b, 0, i, i == 3 ? ir_immf(1.0f) : ir_alu2(&b, IR_FMUL, c[i], q));
   ir_update_preds(s);
   return s;
}

static void
every_chip_compiles(void **state)
{
   struct ir_shader *s = fragment_shader();
   for (unsigned i = 0; terascale_chip_by_index(i); i++) {
      const struct terascale_chip *chip = terascale_chip_by_index(i);
      struct vliw_binary b;
      char error[200] = "";
      struct vliw_key key = {.num_color_targets = 2};
      if (!vliw_compile(s, chip, &key, &b, error, sizeof error))
         fail_msg("%s: %s", chip->base.name, error);
      assert_int_equal(b.num_params, 1);
      assert_int_equal(b.params[0].semantic, IR_SEM_GENERIC);
      assert_int_equal(b.params[0].sem_index, 5);
      assert_int_equal(b.params[0].mask, 0xf);
      assert_int_equal(b.num_color_exports, 2);
      assert_int_equal(b.color_export_mask, 0xff);
      assert_true(b.uses_kill);
      assert_false(b.exports_depth);
      assert_int_equal(b.position_gpr, -1);
      assert_int_equal(b.face_gpr, -1);
      assert_int_equal(b.num_tex_instrs, 1);
      assert_int_equal(b.stack_size, 1);
      assert_true(b.num_gprs >= 2 && b.num_gprs <= 4);
      vliw_binary_fini(&b);
      assert_null(b.dw);
   }
   ir_shader_destroy(s);
}

/** Depth and the reference of the stencil test leave in one export, x and y of 61; no colour is needed beside it. */
static void
depth_and_stencil(void **state)
{
   static const enum ir_semantic semantics[2] = {IR_SEM_DEPTH, IR_SEM_STENCIL};
   for (unsigned set = 1; set < 4; set++) {
      struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
      struct ir_builder builder = ir_builder_at_end(s);
      for (unsigned i = 0; i < 2; i++) {
         if (!(set >> i & 1))
            continue;
         assert_true(u_vec_push(&s->outputs, io("o", semantics[i], 0)));
         ir_store_output(&builder, (uint32_t)s->outputs.count - 1, 0,
                         ir_load_uniform(&builder, i, ir_undef(), i));
      }
      ir_update_preds(s);
      for (unsigned i = 0; terascale_chip_by_index(i); i++) {
         struct vliw_binary b;
         char error[200] = "";
         const struct vliw_key key = {.num_color_targets = 1};
         if (!vliw_compile(s, terascale_chip_by_index(i), &key, &b, error, sizeof error))
            fail_msg("%s", error);
         assert_int_equal(b.exports_depth, set & 1);
         assert_int_equal(b.exports_stencil, set >> 1);
         assert_int_equal(b.num_color_exports, 0);
         vliw_binary_fini(&b);
      }
      ir_shader_destroy(s);
   }
}

/** What reads the framebuffer needs the pixel, in a shader that runs for each sample the sample too. */
static void
framebuffer_reads(void **state)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   assert_true(u_vec_push(&s->inputs, io("v", IR_SEM_GENERIC, 0)));
   assert_true(u_vec_push(&s->inputs, io("d", IR_SEM_FB_FETCH, 1)));
   assert_true(u_vec_push(&s->outputs, io("c", IR_SEM_COLOR_ALL, 0)));
   struct ir_builder b = ir_builder_at_end(s);
   for (unsigned i = 0; i < 4; i++)
      ir_store_output(&b, 0, i, ir_alu2(&b, IR_FADD, ir_load_input(&b, 0, i), ir_load_input(&b, 1, i)));
   ir_update_preds(s);
   for (unsigned i = 0; terascale_chip_by_index(i); i++)
      for (unsigned sample = 0; sample < 2; sample++) {
         const struct terascale_chip *chip = terascale_chip_by_index(i);
         struct vliw_binary bin;
         char error[200] = "";
         struct vliw_key key = {.num_color_targets = 1, .per_sample = sample};
         if (!vliw_compile(s, chip, &key, &bin, error, sizeof error))
            fail_msg("%s: %s", chip->base.name, error);
         if (!vliw_validate(&bin, IR_FRAGMENT, chip, error, sizeof error))
            fail_msg("%s: %s", chip->base.name, error);
         assert_int_equal(bin.fb_fetch_mask, 2);
         assert_int_equal(bin.num_tex_instrs, 1);
         assert_int_equal(bin.position_gpr, sample ? -1 : 1);
         assert_int_equal(bin.fixed_gpr, sample ? 1 : -1);
         bool slot = chip->gen < DB_EVERGREEN; /* there it takes one of the interpolated inputs */
         assert_int_equal(bin.num_params, 1 + slot);
         if (slot)
            assert_int_equal(bin.params[1].gpr, 1);
         vliw_binary_fini(&bin);
      }
   ir_shader_destroy(s);
}

/** position = attribute 3; point size; one varying with two components. */
static void
vertex_interface(void **state)
{
   struct ir_shader *s = ir_shader_create(IR_VERTEX);
   assert_true(u_vec_push(&s->inputs, io("a", IR_SEM_GENERIC, 3)));
   assert_true(u_vec_push(&s->outputs, io("v", IR_SEM_GENERIC, 7)));
   assert_true(u_vec_push(&s->outputs, io("gl_Position", IR_SEM_POSITION, 0)));
   assert_true(u_vec_push(&s->outputs, io("gl_PointSize", IR_SEM_POINT_SIZE, 0)));
   struct ir_builder b = ir_builder_at_end(s);
   for (unsigned i = 0; i < 4; i++)
      ir_store_output(&b, 1, i, ir_load_input(&b, 0, i));
   ir_store_output(&b, 0, 0, ir_load_input(&b, 0, 1));
   ir_store_output(&b, 0, 1, ir_load_uniform(&b, 0, ir_undef(), 0));
   ir_store_output(&b, 2, 0, ir_immf(4.0f));
   ir_update_preds(s);
   for (unsigned i = 0; terascale_chip_by_index(i); i++) {
      struct vliw_binary bin;
      char error[200] = "";
      if (!vliw_compile(s, terascale_chip_by_index(i), NULL, &bin, error, sizeof error))
         fail_msg("%s: %s", terascale_chip_by_index(i)->base.name, error);
      assert_int_equal(bin.attrib_gpr[3], 1);
      assert_int_equal(bin.attrib_gpr[0], 0);
      assert_int_equal(bin.num_params, 1);
      assert_int_equal(bin.params[0].sem_index, 7);
      assert_int_equal(bin.params[0].mask, 3);
      assert_true(bin.exports_point_size);
      assert_false(bin.uses_vertex_id);
      assert_int_equal(bin.stack_size, 1); /* CALL_FS */
      vliw_binary_fini(&bin);
   }
   ir_shader_destroy(s);
}

/** The disassembler must not read outside whatever it is given. */
static void
disassemble_garbage(void **state)
{
   FILE *f = fopen("/dev/null", "w");
   assert_non_null(f);
   uint32_t seed = 12345;
   for (unsigned n = 0; n < 300; n++) {
      uint32_t size = n % 61;
      uint32_t *dw = malloc(size * 4 + 1); /* exact, for the address sanitizer */
      for (uint32_t i = 0; i < size; i++) {
         seed = seed * 1664525 + 1013904223;
         dw[i] = i % 2 ? seed : seed >> 26;
      }
      vliw_disassemble(f, terascale_chip_by_index(n % 24), dw, size);
      free(dw);
   }
   fclose(f);
}

/** A row of nine samples: nine sums for x, and what they share is copied for every third of them at most. The
 * code is the same every time, and never has fewer groups than its bound. */
static void
samples_share_coordinates(void **state)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   assert_true(u_vec_push(&s->inputs, io("v", IR_SEM_GENERIC, 0)));
   assert_true(u_vec_push(&s->outputs, io("c", IR_SEM_COLOR, 0)));
   struct ir_builder b = ir_builder_at_end(s);
   struct ir_src x = ir_load_input(&b, 0, 0), y = ir_load_input(&b, 0, 1), sum = ir_immf(0.5f);
   struct ir_tex tex = {IR_TEX_SAMPLE, IR_TEX_2D, 0};
   struct ir_src at[9];
   for (unsigned i = 0; i < 9; i++)
      at[i] = ir_alu2(&b, IR_FADD, x, ir_immf(0.1f * (float)(i + 1)));
   for (unsigned i = 0; i < 9; i++) {
      struct ir_src coord[2] = {at[i], y};
      sum = ir_alu2(&b, IR_FADD, sum, ir_ssa(ir_emit_tex(&b, tex, coord, 2)));
   }
   ir_store_output(&b, 0, 0, sum);
   ir_update_preds(s);
   static const char *const chips[] = {"rv670", "rv770", "cypress", "cayman"};
   for (unsigned i = 0; i < 4; i++) {
      const struct terascale_chip *chip = terascale_chip_find(chips[i]);
      struct vliw_binary bin[2];
      struct vliw_key key = {.num_color_targets = 1};
      char error[200] = "";
      for (unsigned k = 0; k < 2; k++)
         if (!vliw_compile(s, chip, &key, &bin[k], error, sizeof error))
            fail_msg("%s: %s", chip->base.name, error);
      unsigned interpolation = chip->gen >= DB_EVERGREEN ? 4 : 0;
      assert_in_range(bin[0].num_alu_instrs, 18, 18 + 3 + interpolation);
      assert_true(bin[0].num_alu_groups >= bin[0].min_alu_groups);
      assert_int_equal(bin[0].num_dw, bin[1].num_dw);
      assert_memory_equal(bin[0].dw, bin[1].dw, bin[0].num_dw * 4);
      vliw_binary_fini(&bin[0]);
      vliw_binary_fini(&bin[1]);
      /* where registers are short, too: neighbours in the text share, whose lifetimes meet anyway */
      const struct vliw_plan plan = {.window = 24};
      if (!vliw_compile_once(s, chip, &key, plan, &bin[0], error, sizeof error))
         fail_msg("%s: %s", chip->base.name, error);
      assert_in_range(bin[0].num_alu_instrs, 18, 18 + 3 + interpolation);
      vliw_binary_fini(&bin[0]);
   }
   ir_shader_destroy(s);
}

/** loop { x += u; if (x >= u) break; y += x } */
static struct ir_shader *
loop_shader(bool floats)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   assert_true(u_vec_push(&s->outputs, io("c", IR_SEM_COLOR_ALL, 0)));
   s->num_uniform_slots = 1;
   struct ir_builder b = ir_builder_at_end(s);
   struct ir_var *x = ir_var_create(s, "x", 1, 1), *y = ir_var_create(s, "y", 1, 1);
   ir_store_var(&b, x, 0, ir_undef(), 0, ir_imm(0));
   ir_store_var(&b, y, 0, ir_undef(), 0, ir_imm(0));
   struct ir_node *l = ir_push_loop(&b);
   struct ir_src v = ir_load_var(&b, x, 0, ir_undef(), 0);
   v = ir_alu2(&b, floats ? IR_FADD : IR_IADD, v, ir_load_uniform(&b, 0, ir_undef(), 0));
   ir_store_var(&b, x, 0, ir_undef(), 0, v);
   struct ir_src u = ir_load_uniform(&b, 0, ir_undef(), 1);
   struct ir_node *n = ir_push_if(&b, ir_alu2(&b, floats ? IR_FGE : IR_IGE, v, u));
   ir_jump(&b, IR_BREAK);
   ir_push_else(&b, n);
   ir_pop_if(&b, n);
   struct ir_src w = ir_load_var(&b, y, 0, ir_undef(), 0);
   ir_store_var(&b, y, 0, ir_undef(), 0, ir_alu2(&b, IR_IADD, w, v));
   ir_pop_loop(&b, l);
   for (unsigned i = 0; i < 4; i++)
      ir_store_output(&b, 0, i, ir_load_var(&b, y, 0, ir_undef(), 0));
   ir_run_pipeline(s, vliw_ir_target(), &(struct ir_options){0});
   return s;
}

/* A break that depends on integers is one ALU_BREAK where the chip has it and keeps the mask: neither cedar
 * nor Cayman. Of floats the opposite comparison does not exist. */
static void
alu_break(void **state)
{
   static const struct {
      const char *chip;
      bool has;
   } cases[] = {
      {"rv670",   true },
      {"rv770",   true },
      {"cypress", true },
      {"juniper", true },
      {"cedar",   false},
      {"turks",   false},
      {"cayman",  false},
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
      for (unsigned floats = 0; floats < 2; floats++) {
         const struct terascale_chip *chip = terascale_chip_find(cases[i].chip);
         struct vliw_key key = {.num_color_targets = 1};
         struct vliw_binary b;
         char error[200] = "", *text = NULL;
         size_t size;
         struct ir_shader *s = loop_shader(floats);
         if (!vliw_compile(s, chip, &key, &b, error, sizeof error))
            fail_msg("%s: %s", chip->base.name, error);
         FILE *f = open_memstream(&text, &size);
         assert_non_null(f);
         vliw_disassemble(f, chip, b.dw, b.num_dw);
         fclose(f);
         if ((strstr(text, "ALU_BREAK") != NULL) != (cases[i].has && !floats) ||
             (strstr(text, "LOOP_BREAK") != NULL) == (cases[i].has && !floats))
            fail_msg("%s, %s:\n%s", chip->base.name, floats ? "floats" : "integers", text);
         if (!vliw_validate(&b, IR_FRAGMENT, chip, error, sizeof error))
            fail_msg("%s: %s", chip->base.name, error);
         if (cases[i].has && !floats) {
            /* the same code is refused where the instruction loses the mask */
            const struct terascale_chip *broken = terascale_chip_find("cedar");
            if (chip->gen == broken->gen && vliw_validate(&b, IR_FRAGMENT, broken, error, sizeof error))
               fail_msg("%s: accepted for cedar", chip->base.name);
         }
         free(text);
         vliw_binary_fini(&b);
         ir_shader_destroy(s);
      }
}

/* A factor of 2, 4 or 1/2 belongs to the operation that nobody else reads; saturation comes behind it. */
static void
output_modifiers(void **state)
{
   static const struct {
      enum ir_op op;
      float factor;
      bool sat, shared;
      const char *want; /* in the code, on every chip */
      const char *never;
   } cases[] = {
      {IR_FADD,  0.5f,  false, false, "ADD/2 ",      "MUL_IEEE" },
      {IR_FADD,  2.0f,  true,  false, "ADD*2_sat ",  "MUL_IEEE" },
      {IR_FMUL,  4.0f,  false, false, "MUL_IEEE*4 ", "MUL_IEEE "},
      {IR_FADD,  4.0f,  false, true,  "MUL_IEEE ",   "*4"       },
      {IR_FADD,  3.0f,  false, false, "MUL_IEEE ",   "*"        },
      {IR_FADD,  -2.0f, false, false, "MUL_IEEE ",   "*"        },
      {IR_FSQRT, 0.5f,  false, false, "/2 ",         "MUL_IEEE" },
   };
   static const char *const chips[] = {"rv670", "rv770", "cypress", "cayman"};
   for (unsigned i = 0; i < 4 * sizeof cases / sizeof cases[0]; i++) {
      const struct terascale_chip *chip = terascale_chip_find(chips[i % 4]);
      struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
      assert_true(u_vec_push(&s->inputs, io("v", IR_SEM_GENERIC, 0)));
      assert_true(u_vec_push(&s->outputs, io("c", IR_SEM_COLOR_ALL, 0)));
      struct ir_builder b = ir_builder_at_end(s);
      struct ir_src x = ir_load_input(&b, 0, 0), y = ir_load_input(&b, 0, 1);
      struct ir_src r =
         cases[i / 4].op == IR_FSQRT ? ir_alu1(&b, IR_FSQRT, x) : ir_alu2(&b, cases[i / 4].op, x, y);
      struct ir_instr *mul = ir_emit(&b, IR_FMUL, 2, 1);
      mul->src[0] = ir_immf(cases[i / 4].factor);
      mul->src[1] = r;
      mul->sat = cases[i / 4].sat;
      for (unsigned k = 0; k < 4; k++)
         ir_store_output(&b, 0, k, k == 1 && cases[i / 4].shared ? r : ir_ssa(mul->dst));
      ir_update_preds(s);
      struct vliw_binary bin;
      char error[200] = "", *text = NULL;
      size_t size;
      if (!vliw_compile(s, chip, NULL, &bin, error, sizeof error))
         fail_msg("%s: %s", chip->base.name, error);
      FILE *f = open_memstream(&text, &size);
      assert_non_null(f);
      vliw_disassemble(f, chip, bin.dw, bin.num_dw);
      fclose(f);
      if (!strstr(text, cases[i / 4].want) || strstr(text, cases[i / 4].never))
         fail_msg("%s: expected \"%s\" and no \"%s\":\n%s", chip->base.name, cases[i / 4].want,
                  cases[i / 4].never, text);
      free(text);
      vliw_binary_fini(&bin);
      ir_shader_destroy(s);
   }
}

/** \p n dot products of \p products products each, of \p n inputs' components with constants; each is stored. */
static struct ir_shader *
dot_products(unsigned n, unsigned products)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   s->num_uniform_slots = n;
   struct ir_builder b = ir_builder_at_end(s);
   for (unsigned i = 0; i < n; i++) {
      assert_true(u_vec_push(&s->inputs, io("v", IR_SEM_GENERIC, i)));
      if (i % 4 == 0)
         assert_true(u_vec_push(&s->outputs, io("c", IR_SEM_COLOR, i / 4)));
      struct ir_src v[8];
      for (unsigned k = 0; k < 4; k++) {
         v[k] = k < products ? ir_load_input(&b, i, k) : ir_immf(0);
         v[4 + k] = k < products ? ir_load_uniform(&b, i, ir_undef(), k) : ir_immf(0);
      }
      struct ir_instr *dot = ir_emit(&b, IR_FDOT4, 8, 1);
      memcpy(dot->src, v, sizeof v);
      ir_store_output(&b, i / 4, i % 4, ir_ssa(dot->dst));
   }
   ir_update_preds(s);
   return s;
}

/* A dot product that all wait for is DOT4; many of two products are multiply-adds, which take half the units. */
static void
short_dot_products(void **state)
{
   static const struct {
      unsigned n, products;
      enum vliw_dots dots;
      bool dot4;
   } cases[] = {
      {1, 2, VLIW_DOTS_BY_BLOCK, true },
      {8, 2, VLIW_DOTS_BY_BLOCK, false},
      {8, 4, VLIW_DOTS_BY_BLOCK, true },
      {8, 2, VLIW_DOTS_WHOLE,    true },
      {8, 3, VLIW_DOTS_CHAIN_2,  true },
      {8, 3, VLIW_DOTS_CHAIN_3,  false},
      {1, 2, VLIW_DOTS_CHAIN_2,  false},
   };
   static const char *const chips[] = {"rv670", "rv770", "cypress", "cayman"};
   for (unsigned i = 0; i < 4 * ARRAY_SIZE(cases); i++) {
      const struct terascale_chip *chip = terascale_chip_find(chips[i % 4]);
      struct ir_shader *s = dot_products(cases[i / 4].n, cases[i / 4].products);
      const struct vliw_key key = {.num_color_targets = 2};
      const struct vliw_plan plan = {.dots = cases[i / 4].dots};
      struct vliw_binary bin;
      char error[200] = "", *text = NULL;
      size_t size;
      if (!vliw_compile_once(s, chip, &key, plan, &bin, error, sizeof error))
         fail_msg("%s: %s", chip->base.name, error);
      FILE *f = open_memstream(&text, &size);
      assert_non_null(f);
      vliw_disassemble(f, chip, bin.dw, bin.num_dw);
      fclose(f);
      if (!strstr(text, "DOT4") == cases[i / 4].dot4 || !strstr(text, "MULADD") != cases[i / 4].dot4)
         fail_msg("case %u on %s: DOT4 or multiply-adds?\n%s", i / 4, chip->base.name, text);
      free(text);
      vliw_binary_fini(&bin);
      ir_shader_destroy(s);
   }
}

/* Dot products whose operands are one component of eight inputs each: five of the eight have to be copied, since a
 * channel is read three times a group. The copies fill groups as other operations do. */
static void
dots_of_one_channel(void **state)
{
   static const char *const chips[] = {"rv670", "rv770", "cypress", "cayman"};
   struct ir_shader *s = ir_shader_create(IR_VERTEX);
   struct ir_builder b = ir_builder_at_end(s);
   for (unsigned i = 0; i < 8; i++)
      assert_true(u_vec_push(&s->inputs, io("a", IR_SEM_GENERIC, i)));
   assert_true(u_vec_push(&s->outputs, io("p", IR_SEM_POSITION, 0)));
   for (unsigned k = 0; k < 4; k++) {
      struct ir_src v[8];
      for (unsigned i = 0; i < 8; i++)
         v[i] = ir_load_input(&b, i, k);
      struct ir_instr *dot = ir_emit(&b, IR_FDOT4, 8, 1);
      memcpy(dot->src, v, sizeof v);
      ir_store_output(&b, 0, k, ir_ssa(dot->dst));
   }
   ir_update_preds(s);
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
      const struct terascale_chip *chip = terascale_chip_find(chips[i]);
      static const struct vliw_key key;
      static const struct vliw_plan plan;
      struct vliw_binary bin;
      char error[200] = "";
      if (!vliw_compile_once(s, chip, &key, plan, &bin, error, sizeof error))
         fail_msg("%s: %s", chip->base.name, error);
      if (bin.num_alu_groups > 14)
         fail_msg("%s: %u groups for four dot products and 20 copies", chip->base.name, bin.num_alu_groups);
      assert_in_range(bin.num_cf_instrs, 4, 5); /* CALL_FS, one clause, two exports; END on Cayman */
      vliw_binary_fini(&bin);
   }
   ir_shader_destroy(s);
}

/* x or z without its neighbour is interpolated in the two units of the pair; the other two are free. */
static void
lone_components(void **state)
{
   static const char *const chips[] = {"cypress", "cayman"};
   for (unsigned i = 0; i < 2 * ARRAY_SIZE(chips); i++) {
      const struct terascale_chip *chip = terascale_chip_find(chips[i / 2]);
      const unsigned comp = i % 2 ? 2 : 0;
      struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
      assert_true(u_vec_push(&s->inputs, io("v", IR_SEM_GENERIC, 0)));
      assert_true(u_vec_push(&s->outputs, io("c", IR_SEM_COLOR, 0)));
      struct ir_builder b = ir_builder_at_end(s);
      ir_store_output(&b, 0, 0, ir_load_input(&b, 0, comp));
      ir_update_preds(s);
      static const struct vliw_key key;
      static const struct vliw_plan plan;
      struct vliw_binary bin;
      char error[200] = "";
      if (!vliw_compile_once(s, chip, &key, plan, &bin, error, sizeof error))
         fail_msg("%s: %s", chip->base.name, error);
      if (!vliw_validate(&bin, IR_FRAGMENT, chip, error, sizeof error))
         fail_msg("%s: %s", chip->base.name, error);
      assert_int_equal(bin.num_alu_instrs, 2);
      vliw_binary_fini(&bin);
      ir_shader_destroy(s);
   }
}

/* Components of a vector that an index picks come by one fetch, wherever they are read in a block: not those of another
 * vector, of another index or of a branch. */
static void
indexed_constants(void **state)
{
   static const char *const chips[] = {"rv670", "rv770", "cypress", "cayman"};
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
      const struct terascale_chip *chip = terascale_chip_find(chips[i]);
      struct ir_shader *s = ir_shader_create(IR_VERTEX);
      assert_true(u_vec_push(&s->inputs, io("p", IR_SEM_GENERIC, 0)));
      assert_true(u_vec_push(&s->outputs, io("gl_Position", IR_SEM_POSITION, 0)));
      s->num_uniform_slots = 64;
      struct ir_builder b = ir_builder_at_end(s);
      struct ir_src at[2], x[4];
      for (unsigned k = 0; k < 2; k++)
         at[k] = ir_alu1(&b, IR_F2I, ir_load_input(&b, 0, k));
      for (unsigned k = 0; k < 4; k++) /* one */
         x[k] = ir_load_uniform(&b, 3, at[0], k);
      x[1] = ir_alu2(&b, IR_FMUL, x[1], ir_load_uniform(&b, 4, at[0], 1)); /* two */
      x[2] = ir_alu2(&b, IR_FMUL, x[2], ir_load_uniform(&b, 3, at[1], 2)); /* three */
      ir_store_output(&b, 0, 0, x[0]);
      struct ir_node *n = ir_push_if(&b, ir_alu2(&b, IR_FLT, x[1], ir_immf(0)));
      ir_store_output(&b, 0, 1, ir_load_uniform(&b, 3, at[0], 1)); /* four */
      ir_push_else(&b, n);
      ir_store_output(&b, 0, 1, x[1]);
      ir_pop_if(&b, n);
      ir_store_output(&b, 0, 2, x[2]);
      ir_store_output(&b, 0, 3, x[3]);
      ir_update_preds(s);
      static const struct vliw_key key;
      static const struct vliw_plan plan;
      struct vliw_binary bin;
      char error[200] = "";
      if (!vliw_compile_once(s, chip, &key, plan, &bin, error, sizeof error))
         fail_msg("%s: %s", chip->base.name, error);
      if (!vliw_validate(&bin, IR_VERTEX, chip, error, sizeof error))
         fail_msg("%s: %s", chip->base.name, error);
      assert_int_equal(bin.num_vtx_instrs, 4);
      vliw_binary_fini(&bin);
      ir_shader_destroy(s);
   }
}

/* Sine of turns: FRACT and SIN; R600, which takes radians, adds a half, by the product itself where there is one, and
 * has one step more. */
static void
angles(void **state)
{
   static const struct {
      const char *chip;
      bool product, absolute;
      unsigned instrs;
   } cases[] = {
      {"rv670",   false, false, 4},
      {"rv670",   true,  false, 4},
      {"rv670",   true,  true,  5}, /* MULADD takes no |x| */
      {"rv770",   false, false, 2},
      {"rv770",   true,  false, 3},
      {"cypress", true,  true,  3},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      const struct terascale_chip *chip = terascale_chip_find(cases[i].chip);
      struct ir_shader *s = ir_shader_create(IR_VERTEX);
      assert_true(u_vec_push(&s->inputs, io("p", IR_SEM_GENERIC, 0)));
      assert_true(u_vec_push(&s->outputs, io("gl_Position", IR_SEM_POSITION, 0)));
      struct ir_builder b = ir_builder_at_end(s);
      struct ir_src x = ir_load_input(&b, 0, 0);
      if (cases[i].product)
         x = ir_alu2(&b, IR_FMUL, cases[i].absolute ? ir_abs(x) : x, ir_immf(0.3f));
      x = ir_alu1(&b, IR_FSIN, x);
      for (unsigned k = 0; k < 4; k++)
         ir_store_output(&b, 0, k, k ? ir_immf(1) : x);
      ir_update_preds(s);
      static const struct vliw_key key;
      static const struct vliw_plan plan;
      struct vliw_binary bin;
      char error[200] = "";
      if (!vliw_compile_once(s, chip, &key, plan, &bin, error, sizeof error))
         fail_msg("%s: %s", chip->base.name, error);
      assert_int_equal(bin.num_alu_instrs, cases[i].instrs);
      vliw_binary_fini(&bin);
      ir_shader_destroy(s);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_chip_compiles), cmocka_unit_test(framebuffer_reads),
      cmocka_unit_test(vertex_interface),    cmocka_unit_test(samples_share_coordinates),
      cmocka_unit_test(disassemble_garbage), cmocka_unit_test(alu_break),
      cmocka_unit_test(output_modifiers),    cmocka_unit_test(depth_and_stencil),
      cmocka_unit_test(short_dot_products),  cmocka_unit_test(dots_of_one_channel),
      cmocka_unit_test(lone_components),     cmocka_unit_test(angles),
      cmocka_unit_test(indexed_constants),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
