/* SPDX-License-Identifier: MIT
 *
 * libFuzzer target: any text through the GLSL front end, and what it accepts through the linker, all passes
 * and the back end of one chip. The first byte chooses stage and chip.
 */
#include <stdlib.h>
#include <string.h>

#include "compiler/compiler.h"
#include "fuzz.h"

static const struct glsl_options options = {
   .max_vertex_attribs = 16,
   .max_varying_vectors = 8,
   .max_vertex_uniform_vectors = 256,
   .max_fragment_uniform_vectors = 256,
   .max_vertex_texture_image_units = 16,
   .max_texture_image_units = 16,
   .max_combined_texture_image_units = 32,
   .max_draw_buffers = 4,
   .oes_standard_derivatives = true,
   .oes_texture_3d = true,
   .oes_egl_image_external = true,
   .ext_shader_texture_lod = true,
   .ext_frag_depth = true,
   .ext_draw_buffers = true,
};

static const char other_vs[] = "attribute vec4 p; varying vec4 v; varying vec2 uv; uniform mat4 m;\n"
                               "void main() { gl_Position = m * p; v = p; uv = p.xy; }\n";
static const char other_fs[] =
   "precision highp float; varying vec4 v; varying vec2 uv; uniform sampler2D t;\n"
   "void main() { gl_FragColor = v + texture2D(t, uv); }\n";

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
   if (n < 2)
      return 0;
   enum ir_stage stage = data[0] & 1 ? IR_VERTEX : IR_FRAGMENT;
   struct glsl_shader *s = glsl_compile(stage, (const char *)data + 1, n - 1, &options);
   if (!s)
      return 0;
   const char *log = glsl_shader_log(s);
   bool error = !strncmp(log, "ERROR: ", 7) || strstr(log, "\nERROR: ");
   fuzz_check(glsl_shader_ok(s) != error, "log and status differ");
   if (glsl_shader_ok(s)) {
      const char *text = stage == IR_VERTEX ? other_fs : other_vs;
      struct glsl_shader *o =
         glsl_compile(stage == IR_VERTEX ? IR_FRAGMENT : IR_VERTEX, text, strlen(text), &options);
      struct glsl_program *p =
         stage == IR_VERTEX ? glsl_link(s, o, NULL, 0, &options) : glsl_link(o, s, NULL, 0, &options);
      for (unsigned i = 0; p && p->ok && i < 2; i++)
         fuzz_back_end(p->ir[i], data[0] >> 1);
      glsl_program_destroy(p);
      glsl_shader_unref(o);
   }
   glsl_shader_unref(s);
   return 0;
}
