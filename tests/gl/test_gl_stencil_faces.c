/* SPDX-License-Identifier: MIT
 *
 * Stencil references, masks and operations of front and back faces that lie over one another in one draw: the order of triangles
 * counts. Random lists, strips and fans, with and without indices, against a model. OpenGL ES 2.0.25 2.8.1, 4.1.4. R300 and R400 have one
 * reference for both faces, PICA200 one of everything.
 */
#define GL_CHIPS "rv770", "cypress", "rv530", "r300", "r420", "rs690", "pica200"
#include "gl_chip.h"

#include <stdlib.h>

enum {
   DRAWS = 120,
   VERTICES = 10,
   MANY = 65536 + 40, /* more than 16 bits name */
   NEAR = 65536 - 16, /* ... around where such draws are cut */
};

/* Any three of them that follow each other in the cycle are a triangle that covers all. */
static const float corner[3][2] = {
   {-1, -1},
   {3,  -1},
   {-1, 3 }
};
static const char fs_faces[] =
   "precision mediump float; uniform vec4 c; void main() { gl_FragColor = gl_FrontFacing ? c : c.bgra; }";

struct face {
   GLenum func, fail, pass;
   uint8_t ref, mask, writemask;
};

struct model {
   uint8_t stencil;
   int color; /* 0: none, 1: a front face's, 2: a back face's */
};

static unsigned
below(unsigned n)
{
   return (unsigned)rand() % n;
}

static struct face
random_face(void)
{
   static const GLenum funcs[] = {GL_ALWAYS, GL_EQUAL, GL_NOTEQUAL, GL_LESS, GL_GEQUAL};
   static const GLenum ops[] = {GL_KEEP, GL_REPLACE, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP, GL_ZERO};
   return (struct face){funcs[below(5)],        ops[below(6)],
                        ops[below(6)],          (uint8_t)below(4) * 5,
                        (uint8_t)below(4) * 85, (uint8_t)(below(2) ? 255 : below(256))};
}

static bool
holds(GLenum func, unsigned a, unsigned b)
{
   return func == GL_ALWAYS     ? true
          : func == GL_EQUAL    ? a == b
          : func == GL_NOTEQUAL ? a != b
          : func == GL_LESS     ? a < b
                                : a >= b;
}

static uint8_t
after(GLenum op, uint8_t s, uint8_t ref)
{
   return (uint8_t)(op == GL_REPLACE     ? ref
                    : op == GL_INVERT    ? ~s
                    : op == GL_INCR_WRAP ? s + 1
                    : op == GL_DECR_WRAP ? s - 1
                    : op == GL_ZERO      ? 0
                                         : s);
}

static void
model_triangle(struct model *m, const struct face *f, int color)
{
   const bool passes = holds(f->func, f->ref & f->mask, m->stencil & f->mask);
   const uint8_t to = after(passes ? f->pass : f->fail, m->stencil, f->ref);
   m->stencil = (uint8_t)((to & f->writemask) | (m->stencil & ~f->writemask));
   if (passes)
      m->color = color;
}

/** Triangles of \p n corners; those that have one twice draw nothing. */
static void
model_draw(struct model *m, const struct face faces[2], GLenum cull, GLenum mode, const uint8_t *at,
           unsigned n)
{
   for (unsigned i = 0; i + 2 < n; i += mode == GL_TRIANGLES ? 3 : 1) {
      const bool odd = mode == GL_TRIANGLE_STRIP && i % 2;
      const unsigned a = mode == GL_TRIANGLE_FAN ? at[0] : at[i + odd], b = at[i + !odd], c = at[i + 2];
      const bool back = (a + 1) % 3 != b;
      if (a != b && b != c && a != c && cull != (back ? GL_BACK : GL_FRONT))
         model_triangle(m, &faces[back], 1 + back);
   }
}

/** A draw, and what the model makes of it. */
static void
draw(struct model *m, const struct face faces[2], GLenum cull)
{
   static const GLenum modes[] = {GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN};
   const GLenum mode = modes[below(3)];
   const unsigned n = mode == GL_TRIANGLES ? 3 * (1 + below(3)) : 3 + below(VERTICES - 3), how = below(3);
   float pos[VERTICES][2];
   uint8_t bytes[VERTICES];
   uint16_t shorts[VERTICES];
   uint8_t at[VERTICES]; /* corners */
   for (unsigned i = 0; i < n; i++) {
      const unsigned turn =
         1 + below(2); /* a corner that is none of the last two, or of fans none of the first and the last */
      if (mode == GL_TRIANGLES)
         at[i] =
            (uint8_t)(i % 3 ? i % 3 == 1 ? (at[i - 1] + turn) % 3 : 3u - at[i - 1] - at[i - 2] : below(3));
      else if (i < 2)
         at[i] = (uint8_t)(i ? (at[0] + turn) % 3 : below(3));
      else
         at[i] = (uint8_t)(3u - at[i - 1] - at[mode == GL_TRIANGLE_FAN ? 0 : i - 2]);
      bytes[i] = (uint8_t)(n - 1 - i);
      shorts[i] = bytes[i];
      memcpy(pos[how ? n - 1 - i : i], corner[at[i]], sizeof pos[0]);
   }
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, pos);
   glEnableVertexAttribArray(0);
   if (!how)
      glDrawArrays(mode, 0, (GLsizei)n);
   else
      glDrawElements(mode, (GLsizei)n, how == 1 ? GL_UNSIGNED_BYTE : GL_UNSIGNED_SHORT,
                     how == 1 ? (void *)bytes : shorts);
   model_draw(m, faces, cull, mode, at, n);
}

/** One triangle that is a front face. */
static void
fill(void)
{
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corner);
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void
check(struct gl *g, const struct model *m, unsigned i)
{
   static const uint32_t colors[] = {0xFF000000, 0xFF0000FF, 0xFFFF0000};
   const uint32_t color = colors[m->color];
   uint32_t got[SIZE][SIZE];
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, got);
   for (unsigned k = 0; k < SIZE * SIZE; k++)
      if (got[k / SIZE][k % SIZE] != color)
         fail_msg("%s: draw %u: pixel %u is %08x, not %08x", g->chip, i, k, got[k / SIZE][k % SIZE], color);
   glClear(GL_COLOR_BUFFER_BIT);
   glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
   glEnable(GL_SCISSOR_TEST);
   for (unsigned bit = 0; bit < 8; bit++) {
      glScissor((GLint)bit * 8, 0, 8, SIZE);
      glStencilFunc(GL_EQUAL, 255, 1u << bit);
      fill();
   }
   glDisable(GL_SCISSOR_TEST);
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, got);
   for (unsigned x = 0; x < SIZE; x++)
      if (got[x][x] != colors[m->stencil >> x / 8 & 1])
         fail_msg("%s: draw %u: bit %u of stencil 0x%02x", g->chip, i, x / 8, m->stencil);
}

static void
use_faces(void)
{
   const GLuint program = gl_program_with(VS_POS, fs_faces);
   glUniform4f(glGetUniformLocation(program, "c"), 1, 0, 0, 1);
   glEnable(GL_STENCIL_TEST);
}

static void
set_faces(const struct model *m, const struct face faces[2])
{
   glStencilMask(255);
   glClearStencil(m->stencil);
   gl_clear(0, 0, 0, 1);
   for (unsigned k = 0; k < 2; k++) {
      const GLenum face = k ? GL_BACK : GL_FRONT;
      glStencilFuncSeparate(face, faces[k].func, faces[k].ref, faces[k].mask);
      glStencilOpSeparate(face, faces[k].fail, faces[k].fail, faces[k].pass);
      glStencilMaskSeparate(face, faces[k].writemask);
   }
}

static void
random_faces(struct gl *g)
{
   srand(1);
   use_faces();
   for (unsigned i = 0; i < DRAWS; i++) {
      static const GLenum culls[] = {GL_NONE, GL_NONE, GL_FRONT, GL_BACK};
      const struct face faces[2] = {random_face(), random_face()};
      const GLenum cull = culls[below(4)];
      struct model m = {.stencil = (uint8_t)below(256)};
      set_faces(&m, faces);
      if (cull)
         glCullFace(cull);
      (cull ? glEnable : glDisable)(GL_CULL_FACE);
      draw(&m, faces, cull);
      glDisable(GL_CULL_FACE);
      check(g, &m, i);
   }
}

/* Draws without indices of more vertices than 16 bits name: those around the cut, the first and the last draw something. */
static void
many_vertices(struct gl *g)
{
   static const GLenum modes[] = {GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN};
   static const struct face faces[2] = {
      {GL_GEQUAL, GL_KEEP, GL_INCR_WRAP, 255, 255, 255},
      {GL_ALWAYS, GL_KEEP, GL_INVERT,    0,   255, 255}
   };
   float(*pos)[2] = malloc(MANY * sizeof *pos);
   uint8_t *at = malloc(MANY);
   GLuint buffer;
   srand(2);
   use_faces();
   glGenBuffers(1, &buffer);
   for (unsigned i = 0; i < 6; i++) {
      struct model m = {.stencil = 5};
      set_faces(&m, faces);
      for (unsigned k = 0; k < MANY; k++) {
         at[k] = (uint8_t)(k < 8 || (k >= NEAR && k < NEAR + 32) || k >= MANY - 6 ? below(3) : 1);
         memcpy(pos[k], corner[at[k]], sizeof pos[k]);
      }
      glBindBuffer(GL_ARRAY_BUFFER, i % 2 ? buffer : 0);
      if (i % 2)
         glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(MANY * sizeof *pos), pos, GL_STATIC_DRAW);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, i % 2 ? NULL : pos);
      glEnableVertexAttribArray(0);
      glDrawArrays(modes[i / 2], 0, MANY);
      glBindBuffer(GL_ARRAY_BUFFER, 0);
      model_draw(&m, faces, GL_NONE, modes[i / 2], at, MANY);
      check(g, &m, i);
   }
   glDeleteBuffers(1, &buffer);
   free(at);
   free(pos);
}

static void
stencil_faces_many(void **state)
{
   (void)state;
   ON_EVERY_CHIP(many_vertices);
}

static void
stencil_faces(void **state)
{
   (void)state;
   ON_EVERY_CHIP(random_faces);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(stencil_faces), cmocka_unit_test(stencil_faces_many)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
