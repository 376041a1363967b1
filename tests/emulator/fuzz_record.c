/* SPDX-License-Identifier: MIT
 *
 * The GL scenes whose submissions fuzz_stream.c mutates.
 */
#define GL_GLEXT_PROTOTYPES 1
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include "fuzz_record.h"

static void
program(const char *vs, const char *fs)
{
   const GLuint p = record_program(vs, fs);
   GLfloat numbers[32];
   for (unsigned i = 0; i < 32; i++)
      numbers[i] = (GLfloat)(i % 7) / 7.0f;
   glUniform4fv(glGetUniformLocation(p, "u"), 8, numbers);
}

static void
quad(GLenum mode)
{
   static const GLfloat v[6][8] = {
      {-0.9f, -0.8f, 0.1f,  1,     1,    0,    0,    1   },
      {0.8f,  -0.9f, 0.2f,  1,     0,    1,    0,    1   },
      {-0.7f, 0.9f,  0.9f,  1,     0,    0,    1,    1   },
      {0.9f,  0.7f,  -0.5f, 1,     1,    1,    0,    0.5f},
      {3.0f,  -2.0f, 1.5f,  2,     0.5f, 0.5f, 0.5f, 1   },
      {-2.0f, 0.0f,  0.0f,  -0.5f, 1,    0,    1,    0   },
   };
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 32, v);
   glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 32, v[0] + 4);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glDrawArrays(mode, 0, 6);
}

#define VS                                                                                                   \
   "attribute vec4 pos, a; varying vec4 v; uniform vec4 u[8]; void main() { gl_Position = pos; v = a + "     \
   "u[1];"                                                                                                   \
   "gl_PointSize = 5.0; }"

static void
scene_depth(void)
{
   program(VS, "precision mediump float; varying vec4 v; void main() { gl_FragColor = v; }");
   glEnable(GL_DEPTH_TEST);
   glClearColor(0.1f, 0.2f, 0.3f, 1);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   quad(GL_TRIANGLE_STRIP);
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_ALWAYS, 3, 0xff);
   glStencilOp(GL_KEEP, GL_INVERT, GL_INCR_WRAP);
   quad(GL_TRIANGLES);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
   glEnable(GL_SCISSOR_TEST);
   glScissor(5, 5, 40, 40);
   quad(GL_LINE_LOOP);
   quad(GL_POINTS);
   glDisable(GL_SCISSOR_TEST);
   glDisable(GL_BLEND);
   glDisable(GL_STENCIL_TEST);
   glDisable(GL_DEPTH_TEST);
}

static GLuint
texture(GLenum target, GLenum face, GLsizei size, GLenum format)
{
   static GLubyte texels[32 * 32 * 4];
   GLuint t;
   for (unsigned i = 0; i < sizeof texels; i++)
      texels[i] = (GLubyte)(i * 7);
   glGenTextures(1, &t);
   glBindTexture(target, t);
   for (unsigned i = 0; i < (target == GL_TEXTURE_CUBE_MAP ? 6 : 1); i++)
      glTexImage2D(face + i, 0, (GLint)format, size, size, 0, format, GL_UNSIGNED_BYTE, texels);
   glGenerateMipmap(target);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   return t;
}

static void
scene_textures(void)
{
   GLuint a = texture(GL_TEXTURE_2D, GL_TEXTURE_2D, 32, GL_RGBA);
   program(VS, "precision mediump float; varying vec4 v; uniform sampler2D s;"
               "void main() { gl_FragColor = texture2D(s, v.xy * 3.0) + texture2DProj(s, v, 1.0); }");
   quad(GL_TRIANGLE_STRIP);
   GLuint b = texture(GL_TEXTURE_2D, GL_TEXTURE_2D, 16, GL_LUMINANCE);
   quad(GL_TRIANGLE_STRIP);
   GLuint c = texture(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 16, GL_RGBA);
   program(VS, "precision mediump float; varying vec4 v; uniform samplerCube s;"
               "void main() { gl_FragColor = textureCube(s, v.xyz - 0.5); }");
   quad(GL_TRIANGLE_STRIP);
   const GLuint all[3] = {a, b, c};
   glDeleteTextures(3, all);
}

static void
scene_flow(void)
{
   program(
      "attribute vec4 pos, a; varying vec4 v; uniform vec4 u[8];"
      "void main() { gl_Position = pos; v = a; for (int i = 0; i < 4; i++) v += u[i] * u[int(a.x * 7.0)]; }",
      "precision highp float; varying vec4 v; uniform vec4 u[8]; void main() { vec4 c = v; float n = v.x * "
      "9.0;"
      "for (int i = 0; i < 12; i++) { if (float(i) > n) break; c = fract(c * 1.7 + u[2]);"
      "if (c.x > 0.9) { c.y = sin(c.z); continue; } c.w = exp2(c.x) / (c.y + 0.1); }"
      "if (c.z > 0.95) discard; gl_FragColor = c; }");
   quad(GL_TRIANGLE_FAN);
}

static void
scene_target(void)
{
   static const GLushort indices[] = {0, 1, 2, 2, 1, 3, 0, 5, 4};
   GLuint fbo, t;
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 32, 32, 0, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, NULL);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
   glViewport(0, 0, 32, 32);
   program(VS, "precision mediump float; varying vec4 v; void main() { gl_FragColor = v.wzyx; }");
   glClear(GL_COLOR_BUFFER_BIT);
   quad(GL_TRIANGLES);
   glDrawElements(GL_TRIANGLES, 9, GL_UNSIGNED_SHORT, indices);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glViewport(0, 0, RECORD_SIZE, RECORD_SIZE);
   program(VS, "precision mediump float; varying vec4 v; uniform sampler2D s;"
               "void main() { gl_FragColor = texture2D(s, v.xy); }");
   quad(GL_TRIANGLES);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &t);
}

const struct recorded *
fuzz_record(size_t *count)
{
   static const char *const chips[] = {"rv670", "rv770", "cypress", "cayman", "rv610"};
   static const struct record_scene scenes[] = {
      {"depth",    scene_depth   },
      {"textures", scene_textures},
      {"flow",     scene_flow    },
      {"target",   scene_target  },
   };
   for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++)
      record_scenes(chips[i], RECORD_MEMORY_B, scenes, sizeof scenes / sizeof *scenes);
   return record_cases(count);
}
