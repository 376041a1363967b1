/* SPDX-License-Identifier: MIT
 *
 * Branches that pixels of one quad take differently, on the emulated R500: what each pixel gets is computed here once more.
 */
#include "r300_pictures.h"

#include "compiler/compiler.h"
#include "compiler/ir/target.h"
#include "compiler/r300/binary.h"
#include "db/r300/r5_regs.h"

#define SIZE  64
#define STEPS 5 /* of four small whole numbers: two arms of them are more than what becomes selects */

static const char vs_text[] = "attribute vec4 p, q; varying vec4 v; void main() { gl_Position = p; v = q; }";
static const char fs_text[] =
   "precision highp float; varying vec4 v;\n"
   "vec4 steps(vec4 r, float k) {\n"
   "   for (int i = 0; i < 5; i++) { r = r.yzwx * 3.0 + k; r -= floor(r / 64.0) * 64.0; }\n"
   "   return r; }\n"
   "void main() {\n"
   "   float x = floor(v.x), y = floor(v.y); vec4 r = x + vec4(0, 1, 2, 3);\n"
   "   if (mod(x, 3.0) < 0.5) {\n"
   "      r = steps(r, y);\n"
   "      if (mod(y, 2.0) < 0.5) r = steps(r + 1.0, x);\n"
   "      else { if (x > 40.0) discard; r = steps(r, 5.0); }\n"
   "   } else { r = steps(r, 7.0); if (y > 20.0) r = steps(steps(r, x), y); }\n"
   "   gl_FragColor = (r + vec4(0, 0, 0, 100)) / 255.0; }";

static void
steps(unsigned r[4], unsigned k)
{
   for (unsigned i = 0; i < STEPS; i++) {
      const unsigned first = r[0];
      for (unsigned c = 0; c < 4; c++)
         r[c] = ((c < 3 ? r[c + 1] : first) * 3 + k) % 64;
   }
}

/** What the shader makes of pixel (x, y); 0: it is discarded. */
static uint32_t
expected(unsigned x, unsigned y)
{
   unsigned r[4] = {x, x + 1, x + 2, x + 3};
   steps(r, x % 3 ? 7 : y);
   if (x % 3 && y > 20) {
      steps(r, x);
      steps(r, y);
   } else if (!(x % 3) && y % 2) {
      if (x > 40)
         return 0;
      steps(r, 5);
   } else if (!(x % 3)) {
      for (unsigned c = 0; c < 4; c++)
         r[c]++;
      steps(r, x);
   }
   return r[0] | r[1] << 8 | r[2] << 16 | (r[3] + 100) << 24;
}

static void *
shader(struct fix *f, struct ir_shader *ir)
{
   char error[300] = "";
   void *cso = ir->stage == IR_VERTEX ? f->c->create_vs_state(f->c, ir, error, sizeof error)
                                      : f->c->create_fs_state(f->c, ir, error, sizeof error);
   if (!cso)
      fail_msg("%s: %s", f->chip, error);
   return cso;
}

static unsigned
ifs_of(struct ir_shader *s)
{
   unsigned n = 0;
   for (struct ir_node *i = ir_first_node(s); i; i = ir_next_node(i))
      n += i->kind == IR_NODE_IF;
   return n;
}

static void
draw(struct fix *f, struct drv_blit_objects *o, void *vs, void *fs)
{
   struct pipe_context *c = f->c;
   float vertices[24];
   drv_blit_vertices(vertices, 0, 0, 0, SIZE, SIZE);
   const struct pipe_vertex_buffer vb = {.user = vertices, .stride_B = 32};
   const struct pipe_viewport_state vp = {
      .scale = {SIZE / 2, SIZE / 2, 1},
        .translate = {SIZE / 2, SIZE / 2, 0}
   };
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   c->bind_blend_state(c, drv_blit_blend(o, c, 15));
   c->bind_dsa_state(c, drv_blit_dsa(o, c, false, false, 0));
   c->bind_rasterizer_state(c, o->rast[0]);
   c->bind_vertex_elements_state(c, o->velems);
   c->bind_vs_state(c, vs);
   c->bind_fs_state(c, fs);
   c->set_viewport_state(c, &vp);
   c->set_sample_mask(c, ~0u);
   c->set_vertex_buffers(c, 1, &vb);
   c->draw(c, &info);
}

static void
test_arms(void **state)
{
   static const char *const r500[] = {"rv515", "rv530", "r580"};
   static const struct ir_options opt;
   for (unsigned k = 0; k < ARRAY_SIZE(r500); k++) {
      struct fix f = open_chip(r500[k]);
      struct drv_blit_objects o = {0};
      assert_true(drv_blit_objects_init(&o, f.c));
      struct glsl_shader *v = glsl_compile(IR_VERTEX, vs_text, strlen(vs_text), &glsl_all_options);
      struct glsl_shader *t = glsl_compile(IR_FRAGMENT, fs_text, strlen(fs_text), &glsl_all_options);
      struct glsl_program *p = glsl_link(v, t, NULL, 0, &glsl_all_options);
      assert_true(p->ok);
      ir_run_link_pipeline(p->ir[IR_VERTEX], p->ir[IR_FRAGMENT], f.screen->ir_target, &opt);
      assert_true(ifs_of(p->ir[IR_FRAGMENT]) >= 2);
      void *vs = shader(&f, p->ir[IR_VERTEX]), *fs = shader(&f, p->ir[IR_FRAGMENT]);
      struct pipe_resource *r =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, SIZE, SIZE, 0, PIPE_BIND_RENDER_TARGET);
      static uint32_t pixels[SIZE][SIZE];
      bind_target(&f, r, NULL);
      clear_color(&f, 0, 0, 0, 0);
      draw(&f, &o, vs, fs);
      read_box(&f, r, 0, (struct pipe_box){0, 0, 0, SIZE, SIZE, 1}, pixels, sizeof pixels[0]);
      for (unsigned y = 0; y < SIZE; y++)
         for (unsigned x = 0; x < SIZE; x++)
            if (pixels[y][x] != expected(x, y))
               fail_msg("%s: %08x at %u, %u, not %08x", f.chip, pixels[y][x], x, y, expected(x, y));
      f.c->delete_vs_state(f.c, vs);
      f.c->delete_fs_state(f.c, fs);
      drv_blit_objects_fini(&o, f.c);
      pipe_resource_unref(r);
      glsl_program_destroy(p);
      glsl_shader_unref(v);
      glsl_shader_unref(t);
      close_chip(&f);
   }
}

/* What a loop is left by is the result of the instruction that makes the number: none of a round's does nothing but compare. */
static void
test_round(void **state)
{
   static const char text[] = "precision highp float; varying vec4 v; uniform int rounds;"
                              "void main() { float d = v.x;"
                              "   for (int i = 0; i < rounds; i++) d = fract(3.0 * d);"
                              "   gl_FragColor = vec4(d); }";
   static const struct ir_options opt;
   static struct r300_binary b;
   const struct r300_key key = {.num_color_targets = 1};
   struct fix f = open_chip("rv530");
   struct glsl_shader *v = glsl_compile(IR_VERTEX, vs_text, strlen(vs_text), &glsl_all_options);
   struct glsl_shader *t = glsl_compile(IR_FRAGMENT, text, strlen(text), &glsl_all_options);
   struct glsl_program *p = glsl_link(v, t, NULL, 0, &glsl_all_options);
   char error[200];
   assert_true(p->ok);
   ir_run_link_pipeline(p->ir[IR_VERTEX], p->ir[IR_FRAGMENT], f.screen->ir_target, &opt);
   assert_true(r300_compile(p->ir[IR_FRAGMENT], r300_chip_find("rv530"), &key, &b, error, sizeof error));
   unsigned tests = 0, alone = 0;
   for (uint32_t i = 0; i < b.num_dw; i += 6) {
      const uint32_t *dw = &b.dw[i];
      if (R5_US_CMN_INST_get_TYPE(dw[0]) != R5_US_CMN_INST__TYPE__US_INST_TYPE_ALU ||
          !R5_US_ALU_RGB_INST_get_ALU_WMASK(dw[3]))
         continue;
      tests++;
      alone += !R5_US_CMN_INST_get_RGB_WMASK(dw[0]) && !R5_US_CMN_INST_get_ALPHA_WMASK(dw[0]);
   }
   assert_int_equal(tests, 2); /* of the round, and of the loop around it */
   assert_int_equal(alone, 1);
   r300_binary_fini(&b);
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(t);
   close_chip(&f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arms),
      cmocka_unit_test(test_round),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
