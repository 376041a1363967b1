/* SPDX-License-Identifier: MIT
 *
 * Kinds of GL objects for tests of how long they live: each is made with contents that draw in a colour, and
 * used by a draw that shows it.
 */
#ifndef GL_KINDS_H
#define GL_KINDS_H

#include "gl_chip.h"

#define GREEN 0xff00ff00u
#define BLUE  0xffff0000u

static const float full[] = {-1, -1, 3, -1, -1, 3};
static const float none[] = {2, 2, 3, 2, 2, 3};

static inline GLint
integer(GLenum pname)
{
   GLint v = -1;
   glGetIntegerv(pname, &v);
   return v;
}

static inline void
texture_image(GLenum target, uint32_t color)
{
   glTexImage2D(target, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, &color);
}

/* ---- kinds of objects: made and used by a draw --------------------------------------------------------- */

enum {
   KEEPS_NAME = 1, /* while it is in use: shaders and programs */
   CONTAINER = 2,  /* is not shared */
   DRAWS_OTHER =
      4, /* after it was deleted where it is bound, a draw is defined and does not show its colour */
};

/* What an object is used for. */
struct kind {
   const char *name;
   GLuint (*create)(uint32_t color); /* and its contents, which draw in that colour */
   void (*use)(GLuint);              /* all state of a draw with it */
   void (*draw)(void);
   GLboolean (*is)(GLuint);
   void (*del)(GLuint);
   GLint (*bound)(void);
   unsigned rules;
};

static inline GLuint
program_of_color(uint32_t color)
{
   char fs[100];
   snprintf(fs, sizeof fs, "void main() { gl_FragColor = vec4(0, %d, %d, 1); }", color == GREEN,
            color == BLUE);
   return gl_program_with(VS_POS, fs);
}

static inline void
draw_triangle(void)
{
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static inline void
client_triangle(void)
{
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, full);
   glEnableVertexAttribArray(0);
}

/* a buffer of corners, each with its colour */
static inline GLuint
buffer_create(uint32_t color)
{
   GLuint b;
   float v[3][6];
   for (unsigned i = 0; i < 3; i++)
      memcpy(v[i], (const float[6]){full[2 * i], full[2 * i + 1], 0, color == GREEN, color == BLUE, 1},
             sizeof v[i]);
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, sizeof v, v, GL_STATIC_DRAW);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   return b;
}

static inline void
buffer_use(GLuint b)
{
   glBindBuffer(GL_ARRAY_BUFFER, b);
   gl_program_with(
      "attribute vec4 pos; attribute vec4 a; varying vec4 v; void main() { v = a; gl_Position = pos; }",
      "precision mediump float; varying vec4 v; void main() { gl_FragColor = v; }");
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 24, NULL);
   glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 24, (void *)8);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
}

static inline void
buffer_del(GLuint b)
{
   glDeleteBuffers(1, &b);
}

static inline GLint
buffer_bound(void)
{
   return integer(GL_ARRAY_BUFFER_BINDING);
}

/* indices: vertex 0 to 2 are outside, 3 to 5 all over the window in the colour that follows from the first */
static inline GLuint
element_create(uint32_t color)
{
   GLuint b;
   const uint16_t i[3] = {color == BLUE ? 6 : 3, color == BLUE ? 7 : 4, color == BLUE ? 8 : 5};
   glGenBuffers(1, &b);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof i, i, GL_STATIC_DRAW);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
   return b;
}

static inline void
element_use(GLuint b)
{
   static float v[9][3];
   for (unsigned i = 0; i < 9; i++) {
      memcpy(v[i], i < 3 ? &none[2 * i] : &full[2 * (i % 3)], 2 * sizeof(float));
      v[i][2] = i < 6 ? 0 : 1;
   }
   gl_program_with(
      "attribute vec4 pos; varying float v; void main() { v = pos.z; gl_Position = vec4(pos.xy, 0, 1); }",
      "precision mediump float; varying float v; void main() { gl_FragColor = vec4(0, 1.0 - v, v, 1); }");
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, v);
   glEnableVertexAttribArray(0);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b);
}

static inline void
element_draw(void)
{
   static const uint16_t outside[3] = {0, 1, 2}; /* for when there is no buffer */
   glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT,
                  integer(GL_ELEMENT_ARRAY_BUFFER_BINDING) ? NULL : outside);
}

static inline GLint
element_bound(void)
{
   return integer(GL_ELEMENT_ARRAY_BUFFER_BINDING);
}

static inline GLuint
texture_create(uint32_t color)
{
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   texture_image(GL_TEXTURE_2D, color);
   glBindTexture(GL_TEXTURE_2D, 0);
   return t;
}

static inline void
texture_use(GLuint t)
{
   gl_program_with(VS_POS, "precision mediump float; uniform sampler2D s;"
                           " void main() { gl_FragColor = texture2D(s, vec2(0.5)); }");
   client_triangle();
   glBindTexture(GL_TEXTURE_2D, t);
}

static inline void
texture_del(GLuint t)
{
   glDeleteTextures(1, &t);
}

static inline GLint
texture_bound(void)
{
   return integer(GL_TEXTURE_BINDING_2D);
}

static inline GLuint
cube_create(uint32_t color)
{
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_CUBE_MAP, t);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   for (GLenum i = 0; i < 6; i++)
      texture_image(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, color);
   glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
   return t;
}

static inline void
cube_use(GLuint t)
{
   gl_program_with(VS_POS, "precision mediump float; uniform samplerCube s;"
                           " void main() { gl_FragColor = textureCube(s, vec3(1, 0, 0)); }");
   client_triangle();
   glBindTexture(GL_TEXTURE_CUBE_MAP, t);
}

static inline GLint
cube_bound(void)
{
   return integer(GL_TEXTURE_BINDING_CUBE_MAP);
}

static inline void
program_use(GLuint p)
{
   client_triangle();
   glUseProgram(p);
}

static inline GLint
program_bound(void)
{
   return integer(GL_CURRENT_PROGRAM);
}

/* A vertex array object whose array lies in a buffer that only it knows. */
static inline GLuint
vao_create(uint32_t color)
{
   GLuint a, b = buffer_create(color);
   glGenVertexArraysOES(1, &a);
   glBindVertexArrayOES(a);
   buffer_use(b);
   glBindVertexArrayOES(0);
   glDeleteBuffers(1, &b);
   return a;
}

static inline void
vao_use(GLuint a)
{
   glBindVertexArrayOES(0);
   buffer_use(0);
   glDisableVertexAttribArray(0);
   glDisableVertexAttribArray(1);
   glVertexAttrib4f(0, 2, 2, 2, 1);
   glBindVertexArrayOES(a);
}

static inline void
vao_del(GLuint a)
{
   glDeleteVertexArraysOES(1, &a);
}

static inline GLint
vao_bound(void)
{
   return integer(GL_VERTEX_ARRAY_BINDING_OES);
}

static const struct kind kinds[] = {
   {"array buffer",         buffer_create,    buffer_use,  draw_triangle, glIsBuffer,         buffer_del,      buffer_bound,  0          },
   {"element array buffer", element_create,   element_use, element_draw,  glIsBuffer,         buffer_del,      element_bound,
    DRAWS_OTHER                                                                                                                          },
   {"2D texture",           texture_create,   texture_use, draw_triangle, glIsTexture,        texture_del,     texture_bound,
    DRAWS_OTHER                                                                                                                          },
   {"cube map",             cube_create,      cube_use,    draw_triangle, glIsTexture,        texture_del,     cube_bound,    DRAWS_OTHER},
   {"program",              program_of_color, program_use, draw_triangle, glIsProgram,        glDeleteProgram, program_bound,
    KEEPS_NAME                                                                                                                           },
   {"vertex array",         vao_create,       vao_use,     draw_triangle, glIsVertexArrayOES, vao_del,         vao_bound,
    CONTAINER | DRAWS_OTHER                                                                                                              },
};

#define CHECK(what, cond)                                                                                    \
   do {                                                                                                      \
      if (!(cond))                                                                                           \
         fail_msg("%s, %s: not so: %s (line %d)", g->chip, (what)->name, #cond, __LINE__);                   \
   } while (0)

static inline bool
shows(const struct kind *k, uint32_t color)
{
   gl_clear(1, 0, 0, 1);
   k->draw();
   return gl_pixel(20, 30) == color && glGetError() == GL_NO_ERROR;
}

#endif
