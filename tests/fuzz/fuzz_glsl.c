/* SPDX-License-Identifier: MIT
 *
 * libFuzzer target: any text through the GLSL front end, and what it accepts through the linker, all passes
 * and the back end of one chip. The first byte chooses stage and chip, and whether the program captures outputs and binds
 * colours, or is two programs that meet. A text is linked with one of 1.00 and one of 3.00, of which one fits.
 */
#include <stdlib.h>
#include <string.h>

#include "compiler/compiler.h"
#include "fuzz.h"

static const char other_vs[] = "attribute vec4 p; varying vec4 v; varying vec2 uv; uniform mat4 m;\n"
                               "void main() { gl_Position = m * p; v = p; uv = p.xy; }\n";
static const char other_fs[] =
   "precision highp float; varying vec4 v; varying vec2 uv; uniform sampler2D t;\n"
   "void main() { gl_FragColor = v + texture2D(t, uv); }\n";
static const char other_vs_300[] = "#version 300 es\n#extension GL_EXT_clip_cull_distance : enable\n"
                                   "in vec4 p; out vec4 v; out vec2 uv; flat out ivec4 fi;\n"
                                   "layout(std140) uniform B { mat4 q; ivec3 w[2]; };\n"
                                   "void main() { gl_Position = q * p; v = p; uv = p.xy; fi = w[1].xyzz;\n"
                                   " gl_ClipDistance[2] = gl_CullDistance[1] = p.x; }\n";
static const char other_fs_300[] =
   "#version 300 es\n#extension GL_EXT_clip_cull_distance : enable\n"
   "precision highp float; in vec4 v; in vec2 uv; flat in highp ivec4 fi;\n"
   "uniform sampler2D t; out vec4 o;\n"
   "void main() { o = v + texture(t, uv) + vec4(fi) + gl_ClipDistance[1]; }\n";

/** Ways to make a program of two stages, by bits of the input's first byte. */
static struct glsl_program *
link_two(unsigned way, const struct glsl_shader *vs, const struct glsl_shader *fs)
{
   static const char *const names[] = {"gl_Position", "v", "gl_ClipDistance"};
   static const struct glsl_frag_binding outputs[] = {
      {"o", 0, 0},
      {"b", 0, 1}
   };
   static const struct glsl_feedback feedback = {.names = names, .num_names = 3};
   static const struct glsl_program_info nothing,
      much = {.frag_bindings = outputs, .num_frag_bindings = 2, .feedback = &feedback};
   if (way == 3) {
      glsl_program_destroy(glsl_link_stage(vs, &nothing, &glsl_all_options));
      glsl_program_destroy(glsl_link_stage(fs, &nothing, &glsl_all_options));
      return glsl_link_pair(vs, fs, &nothing, &glsl_all_options);
   }
   return glsl_link_program(vs, fs, way == 2 ? &much : &nothing, &glsl_all_options);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
   if (n < 2)
      return 0;
   enum ir_stage stage = data[0] & 1 ? IR_VERTEX : IR_FRAGMENT;
   struct glsl_shader *s = glsl_compile(stage, (const char *)data + 1, n - 1, &glsl_all_options);
   if (!s)
      return 0;
   const char *log = glsl_shader_log(s);
   bool error = !strncmp(log, "ERROR: ", 7) || strstr(log, "\nERROR: ");
   fuzz_check(glsl_shader_ok(s) != error, "log and status differ");
   for (unsigned es3 = 0; es3 < 2 && glsl_shader_ok(s); es3++) {
      const char *text = stage == IR_VERTEX ? es3 ? other_fs_300 : other_fs : es3 ? other_vs_300 : other_vs;
      struct glsl_shader *o =
         glsl_compile(stage == IR_VERTEX ? IR_FRAGMENT : IR_VERTEX, text, strlen(text), &glsl_all_options);
      fuzz_check(o && glsl_shader_ok(o), "the other stage is wrong");
      struct glsl_program *p =
         stage == IR_VERTEX ? link_two(data[0] >> 6, s, o) : link_two(data[0] >> 6, o, s);
      for (unsigned i = 0; p && p->ok && i < 2; i++)
         fuzz_back_end(p->ir[i], data[0] >> 1);
      glsl_program_destroy(p);
      glsl_shader_unref(o);
   }
   glsl_shader_unref(s);
   return 0;
}
