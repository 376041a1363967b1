/* SPDX-License-Identifier: MIT
 *
 * The scenes of planted_scenes.h. Each is one stream: what it reads it has read before in that stream, so that caches
 * have something to be wrong about.
 */
#define GL_GLEXT_PROTOTYPES 1
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <stdio.h>

#include "planted_scenes.h"

enum { SIZE = RECORD_SIZE };

#define VS       "attribute vec4 pos; varying vec2 v; void main() { gl_Position = pos; v = pos.xy * 0.5 + 0.5; }"
#define FS_COLOR "precision mediump float; uniform vec4 u; void main() { gl_FragColor = u; }"
#define FS_TEX                                                                                               \
   "precision mediump float; uniform sampler2D s; varying vec2 v; void main() { gl_FragColor = "             \
   "texture2D(s, v); }"

static void
triangle(float z)
{
   const GLfloat v[3][4] = {
      {-1, -1, z, 1},
      {3,  -1, z, 1},
      {-1, 3,  z, 1}
   };
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 16, v);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void
colored(GLuint p, float x, float z)
{
   glUseProgram(p);
   glUniform4f(glGetUniformLocation(p, "u"), x, 1 - x, 0.5f, 1);
   triangle(z);
}

static GLuint
texture(GLenum format, GLenum type)
{
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, SIZE, SIZE, 0, format, type, NULL);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return t;
}

static GLuint
target(GLuint t, GLenum attachment)
{
   GLuint fbo;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, t, 0);
   return fbo;
}

/* Uniforms, vertices and programs change; depth, stencil, blending. */
static void
plain(void)
{
   static const GLushort indices[] = {0, 1, 2};
   const GLuint a = record_program(VS, FS_COLOR),
                b = record_program(VS, "void main() { gl_FragColor = vec4(0.25); }");
   glEnable(GL_DEPTH_TEST);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   for (unsigned i = 0; i < 4; i++) {
      colored(a, (float)i / 4, 0.5f - (float)i / 8);
      glUseProgram(b);
      glEnable(GL_BLEND);
      glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, indices);
      glDisable(GL_BLEND);
   }
   glEnable(GL_STENCIL_TEST);
   glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
   colored(a, 1, 0);
   glDisable(GL_STENCIL_TEST);
   glDisable(GL_DEPTH_TEST);
   glDeleteProgram(a);
   glDeleteProgram(b);
}

/* Two textures, each the other's source, several times. */
static void
ping_pong(void)
{
   const GLuint p = record_program(VS, FS_COLOR), q = record_program(VS, FS_TEX);
   GLuint t[2], fbo[2];
   for (unsigned i = 0; i < 2; i++) {
      t[i] = texture(GL_RGBA, GL_UNSIGNED_BYTE);
      fbo[i] = target(t[i], GL_COLOR_ATTACHMENT0);
      colored(p, 0.5f, 0);
   }
   glUseProgram(q);
   for (unsigned i = 0; i < 5; i++) {
      glBindFramebuffer(GL_FRAMEBUFFER, fbo[i % 2]);
      glBindTexture(GL_TEXTURE_2D, t[(i + 1) % 2]);
      triangle(0);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   triangle(0);
   glDeleteFramebuffers(2, fbo);
   glDeleteTextures(2, t);
   glDeleteProgram(p);
   glDeleteProgram(q);
}

/* Levels made from what was drawn, seen, drawn again. */
static void
mipmaps(void)
{
   const GLuint p = record_program(VS, FS_COLOR), q = record_program(VS, FS_TEX);
   GLuint t = texture(GL_RGBA, GL_UNSIGNED_BYTE), fbo = target(t, GL_COLOR_ATTACHMENT0);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   for (unsigned i = 0; i < 2; i++) {
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      colored(p, (float)i, 0);
      glGenerateMipmap(GL_TEXTURE_2D);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      glUseProgram(q);
      triangle(0);
   }
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &t);
   glDeleteProgram(p);
   glDeleteProgram(q);
}

static void
copies(void)
{
   const GLuint p = record_program(VS, FS_COLOR), q = record_program(VS, FS_TEX);
   GLuint t = texture(GL_RGBA, GL_UNSIGNED_BYTE);
   for (unsigned i = 0; i < 2; i++) {
      colored(p, (float)i, 0);
      glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, SIZE, SIZE);
      glUseProgram(q);
      triangle(0);
   }
   glDeleteTextures(1, &t);
   glDeleteProgram(p);
   glDeleteProgram(q);
}

static void
depth_texture(void)
{
   const GLuint p = record_program(VS, FS_COLOR), q = record_program(VS, FS_TEX);
   GLuint c = texture(GL_RGBA, GL_UNSIGNED_BYTE), d = texture(GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT);
   GLuint fbo = target(c, GL_COLOR_ATTACHMENT0);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, d, 0);
   glEnable(GL_DEPTH_TEST);
   for (unsigned i = 0; i < 2; i++) {
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      colored(p, 0.25f, (float)i / 2);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      glUseProgram(q);
      triangle(0);
   }
   glDisable(GL_DEPTH_TEST);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &c);
   glDeleteTextures(1, &d);
   glDeleteProgram(p);
   glDeleteProgram(q);
}

static void
queries(void)
{
   const GLuint p = record_program(VS, FS_COLOR);
   GLuint q;
   glGenQueriesEXT(1, &q);
   glBeginQueryEXT(GL_ANY_SAMPLES_PASSED_EXT, q);
   colored(p, 0.5f, 0);
   glEndQueryEXT(GL_ANY_SAMPLES_PASSED_EXT);
   colored(p, 0.25f, 0);
   glDeleteQueriesEXT(1, &q);
   glDeleteProgram(p);
}

static void
samples(void)
{
   const GLuint p = record_program(VS, FS_COLOR), q = record_program(VS, FS_TEX);
   GLuint t = texture(GL_RGBA, GL_UNSIGNED_BYTE), fbo;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0, 4);
   for (unsigned i = 0; i < 2; i++) {
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glClear(GL_COLOR_BUFFER_BIT);
      colored(p, (float)i, 0);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      glUseProgram(q);
      triangle(0);
   }
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &t);
   glDeleteProgram(p);
   glDeleteProgram(q);
}

/* Border colours, which there is one copy of. */
static void
borders(void)
{
   const GLuint q = record_program(
      "attribute vec4 pos; varying vec2 v; void main() { gl_Position = pos; v = pos.xy * 2.0; }", FS_TEX);
   GLuint t = texture(GL_RGBA, GL_UNSIGNED_BYTE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_EXT);
   for (unsigned i = 0; i < 3; i++) {
      const GLfloat c[4] = {(float)i / 4 + 0.1f, 0.2f, 0.3f, 1};
      glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR_EXT, c);
      triangle(0);
   }
   glDeleteTextures(1, &t);
   glDeleteProgram(q);
}

/* Clears without pixels, seen through a texture and cleared again. */
static void
fast_clears(void)
{
   const GLuint p = record_program(VS, FS_COLOR), q = record_program(VS, FS_TEX);
   GLuint t = texture(GL_RGBA, GL_UNSIGNED_BYTE), d = texture(GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT);
   GLuint fbo = target(t, GL_COLOR_ATTACHMENT0);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, d, 0);
   glEnable(GL_DEPTH_TEST);
   for (unsigned i = 0; i < 3; i++) {
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glClearColor((float)i / 4, 0.5f, 0.25f, 1);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      colored(p, 0.5f, (float)i / 4);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      glUseProgram(q);
      glBindTexture(GL_TEXTURE_2D, i & 1 ? t : d);
      triangle(0);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, fbo); /* and left as it is */
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
   colored(p, 0.5f, 0);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDisable(GL_DEPTH_TEST);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &t);
   glDeleteTextures(1, &d);
   glDeleteProgram(p);
   glDeleteProgram(q);
}

/* A fragment shader with \p n vectors that it indexes, more than there are registers. */
static GLuint
crowded(int n)
{
   char text[512];
   snprintf(
      text, sizeof text,
      "precision highp float;\nuniform int k;\nvoid main() {\n vec4 a[%d]; float x = floor(gl_FragCoord.x);\n"
      " for (int i = 0; i < %d; i++) a[i] = vec4(float(i), x, 1.0, 255.0);\n a[k].y = 77.0;\n"
      " gl_FragColor = a[k + int(x)] / 255.0;\n}\n",
      n, n);
   return record_program(VS, text);
}

/* Scratch memory, then more of it: the ring moves. */
static void
scratch(void)
{
   const GLuint few = crowded(140), many = crowded(280);
   glViewport(0, 0, 8, 8);
   for (unsigned i = 0; i < 2; i++) {
      glUseProgram(i ? many : few);
      triangle(0);
      triangle(0.5f);
   }
   glViewport(0, 0, SIZE, SIZE);
   glDeleteProgram(few);
   glDeleteProgram(many);
}

/* A shader that reads where it writes. */
static void
fetches(void)
{
   const GLuint p = record_program(
      VS, "#extension GL_EXT_shader_framebuffer_fetch : require\n"
          "precision highp float; void main() { gl_FragColor = gl_LastFragData[0] + vec4(0.1); }");
   for (unsigned i = 0; i < 3; i++)
      triangle(0);
   glDeleteProgram(p);
}

const struct record_scene planted_scenes[] = {
   {"plain",         plain        },
   {"ping-pong",     ping_pong    },
   {"mipmaps",       mipmaps      },
   {"copies",        copies       },
   {"depth texture", depth_texture},
   {"queries",       queries      },
   {"samples",       samples      },
   {"borders",       borders      },
   {"fast clears",   fast_clears  },
   {"scratch",       scratch      },
   {"fetches",       fetches      },
};
const size_t num_planted_scenes = sizeof planted_scenes / sizeof *planted_scenes;
