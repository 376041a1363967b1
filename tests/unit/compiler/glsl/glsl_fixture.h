/* SPDX-License-Identifier: MIT
 *
 * What the tests of the GLSL front end share: options, compile and link in one call.
 */
#ifndef TESTS_UNIT_COMPILER_GLSL_GLSL_FIXTURE_H
#define TESTS_UNIT_COMPILER_GLSL_GLSL_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/compiler.h"
#include "util/u_math.h"

static const struct glsl_options glsl_test_options = {
   .max_vertex_attribs = 16,
   .max_varying_vectors = 8,
   .max_vertex_uniform_vectors = 128,
   .max_fragment_uniform_vectors = 64,
   .max_vertex_texture_image_units = 4,
   .max_texture_image_units = 8,
   .max_combined_texture_image_units = 8,
   .max_draw_buffers = 4,
   .oes_standard_derivatives = true,
   .oes_texture_3d = true,
   .oes_egl_image_external = true,
   .ext_shader_texture_lod = true,
   .ext_frag_depth = true,
   .ext_draw_buffers = true,
   .ext_draw_instanced = true,
   .max_dual_source_draw_buffers = 1,
   .ext_blend_func_extended = true,
   .max_clip_distances = 8,
   .apple_clip_distance = true,
   .ext_shader_framebuffer_fetch = true,
   .ext_shader_framebuffer_fetch_non_coherent = true,
   .ext_separate_shader_objects = true,
   .ext_shadow_samplers = true,
};

static inline struct glsl_shader *
glsl_test_compile(enum ir_stage stage, const char *text)
{
   struct glsl_shader *s = glsl_compile(stage, text, strlen(text), &glsl_test_options);
   assert_non_null(s);
   return s;
}

/** Links two texts with bindings; the program's IR has been validated. */
static inline struct glsl_program *
glsl_test_link_bound(const char *vert, const char *frag, const struct glsl_attrib_binding *b, unsigned n)
{
   struct glsl_shader *v = glsl_test_compile(IR_VERTEX, vert), *f = glsl_test_compile(IR_FRAGMENT, frag);
   if (!glsl_shader_ok(v) || !glsl_shader_ok(f))
      print_error("%s%s", glsl_shader_log(v), glsl_shader_log(f));
   struct glsl_program *p = glsl_link(v, f, b, n, &glsl_test_options);
   assert_non_null(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
   for (unsigned s = 0; s < 2 && p->ok; s++) {
      char error[200] = "";
      bool valid = ir_validate(p->ir[s], error, sizeof error);
      if (!valid)
         print_error("%s\n%s\n%s\n", error, vert, frag);
      assert_true(valid);
   }
   return p;
}

static inline struct glsl_program *
glsl_test_link(const char *vert, const char *frag)
{
   return glsl_test_link_bound(vert, frag, NULL, 0);
}

#endif
