/* SPDX-License-Identifier: MIT
 *
 * libFuzzer target: any text through the GLSL front end, and what it accepts through the linker, all passes
 * and the back end of one chip. The first byte chooses stage and chip. A text of 3.00 is linked with one of 3.00.
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
static const char other_vs_300[] = "#version 300 es\nin vec4 p; out vec4 v; out vec2 uv; flat out ivec4 fi;\n"
                                   "layout(std140) uniform B { mat4 q; ivec3 w[2]; };\n"
                                   "void main() { gl_Position = q * p; v = p; uv = p.xy; fi = w[1].xyzz; }\n";
static const char other_fs_300[] = "#version 300 es\nprecision highp float; in vec4 v; in vec2 uv; flat in "
                                   "highp ivec4 fi; uniform sampler2D t;\n"
                                   "out vec4 o; void main() { o = v + texture(t, uv) + vec4(fi); }\n";

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
   if (glsl_shader_ok(s)) {
      bool es3 = n > 13 && !memcmp(data + 1, "#version 300", 12);
      const char *text = stage == IR_VERTEX ? es3 ? other_fs_300 : other_fs : es3 ? other_vs_300 : other_vs;
      struct glsl_shader *o =
         glsl_compile(stage == IR_VERTEX ? IR_FRAGMENT : IR_VERTEX, text, strlen(text), &glsl_all_options);
      struct glsl_program *p = stage == IR_VERTEX ? glsl_link(s, o, NULL, 0, &glsl_all_options)
                                                  : glsl_link(o, s, NULL, 0, &glsl_all_options);
      for (unsigned i = 0; p && p->ok && i < 2; i++)
         fuzz_back_end(p->ir[i], data[0] >> 1);
      glsl_program_destroy(p);
      glsl_shader_unref(o);
   }
   glsl_shader_unref(s);
   return 0;
}
