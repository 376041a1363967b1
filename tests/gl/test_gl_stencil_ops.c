/* SPDX-License-Identifier: MIT
 *
 * Stencil and depth tests against a model: random comparisons, operations, masks and references, in rectangles that cut blocks
 * anywhere, over stencils and depths of every kind. OpenGL ES 2.0.25 4.1.4, 4.1.5.
 */
#define GL_CHIPS "rv670", "rv770", "cypress", "cayman", "pica200"
#include "gl_chip.h"

#include <stdlib.h>

enum { DRAWS = 600 };

static uint8_t stencil[SIZE][SIZE], depth[SIZE][SIZE]; /* depth in steps of 1/4 */

static unsigned
below(unsigned n)
{
   return (unsigned)rand() % n;
}

static bool
holds(GLenum func, unsigned a, unsigned b)
{
   switch (func) {
   case GL_NEVER:
      return false;
   case GL_LESS:
      return a < b;
   case GL_EQUAL:
      return a == b;
   case GL_LEQUAL:
      return a <= b;
   case GL_GREATER:
      return a > b;
   case GL_NOTEQUAL:
      return a != b;
   case GL_GEQUAL:
      return a >= b;
   default:
      return true;
   }
}

static uint8_t
after(GLenum op, uint8_t s, uint8_t ref)
{
   switch (op) {
   case GL_ZERO:
      return 0;
   case GL_REPLACE:
      return ref;
   case GL_INCR:
      return (uint8_t)(s == 255 ? s : s + 1);
   case GL_DECR:
      return (uint8_t)(s == 0 ? s : s - 1);
   case GL_INVERT:
      return (uint8_t)~s;
   case GL_INCR_WRAP:
      return (uint8_t)(s + 1);
   case GL_DECR_WRAP:
      return (uint8_t)(s - 1);
   default:
      return s;
   }
}

/** One rectangle with everything at random, drawn and done by the model. */
static void
draw(void)
{
   static const GLenum ops[] = {GL_KEEP, GL_ZERO,   GL_REPLACE,   GL_INCR,
                                GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP};
   const GLenum func = GL_NEVER + below(8), z_func = GL_NEVER + below(8);
   const GLenum fail = ops[below(8)], zfail = below(3) ? ops[below(8)] : fail,
                zpass = below(3) ? ops[below(8)] : zfail;
   const uint8_t ref = (uint8_t)below(256), mask = (uint8_t)(below(2) ? 255 : below(256)),
                 writemask = (uint8_t)(below(2) ? 255 : below(256));
   const bool z_test = below(4), z_write = below(2), whole = !below(3);
   const unsigned z = below(5);
   const int x = whole ? 0 : (int)below(SIZE), y = whole ? 0 : (int)below(SIZE),
             w = whole ? SIZE : (int)below(SIZE), h = whole ? SIZE : (int)below(SIZE);
   glStencilFunc(func, ref, mask);
   glStencilOp(fail, zfail, zpass);
   glStencilMask(writemask);
   (z_test ? glEnable : glDisable)(GL_DEPTH_TEST);
   glDepthFunc(z_func);
   glDepthMask(z_write);
   glScissor(x, y, w, h);
   gl_rect(-1, -1, 1, 1, (float)z * 0.5f - 1);
   for (int j = y; j < y + h && j < SIZE; j++)
      for (int i = x; i < x + w && i < SIZE; i++) {
         uint8_t *s = &stencil[j][i];
         const bool s_pass = holds(func, ref & mask, *s & mask),
                    z_pass = !z_test || holds(z_func, z, depth[j][i]);
         const uint8_t to = after(!s_pass ? fail : z_pass ? zpass : zfail, *s, ref);
         *s = (uint8_t)((to & writemask) | (*s & ~writemask));
         if (s_pass && z_pass && z_test && z_write)
            depth[j][i] = (uint8_t)z;
      }
}

static void
check(struct gl *g, unsigned draws)
{
   static uint8_t got[SIZE][SIZE];
   glReadPixels(0, 0, SIZE, SIZE, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, got);
   for (int j = 0; j < SIZE; j++)
      for (int i = 0; i < SIZE; i++)
         if (got[j][i] != stencil[j][i])
            fail_msg("%s: draw %u: stencil of %d, %d is %u, not %u", g->chip, draws, i, j, got[j][i],
                     stencil[j][i]);
}

static void
random_states(struct gl *g)
{
   srand(1);
   glUseProgram(gl_program_with(VS_POS, "void main() { gl_FragColor = vec4(1.0); }"));
   glClearDepthf(0.5f);
   gl_clear(0, 0, 0, 1);
   glEnable(GL_SCISSOR_TEST);
   for (int i = 0; i < 256; i++) { /* every value, 16 pixels of each */
      const int x = i % 16 * 4, y = i / 16 * 4;
      glScissor(x, y, 4, 4);
      glClearStencil(i);
      glClear(GL_STENCIL_BUFFER_BIT);
      for (int k = 0; k < 16; k++)
         stencil[y + k / 4][x + k % 4] = (uint8_t)i;
   }
   memset(depth, 2, sizeof depth);
   glDisable(GL_SCISSOR_TEST);
   glClear(GL_DEPTH_BUFFER_BIT);
   check(g, 0);
   glEnable(GL_SCISSOR_TEST);
   glEnable(GL_STENCIL_TEST);
   for (unsigned i = 1; i <= DRAWS; i++) {
      draw();
      if (i % 4 == 0)
         check(g, i);
   }
   glDisable(GL_SCISSOR_TEST);
}

static void
stencil_ops(void **state)
{
   (void)state;
   ON_EVERY_CHIP(random_states);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(stencil_ops)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
