/* SPDX-License-Identifier: MIT
 *
 * State in each type that a query can return (ES 3.0.6 6.1.2), before and after it was set.
 */
#ifndef TESTS_UNIT_API_GL_STATE_H
#define TESTS_UNIT_API_GL_STATE_H

#include "gl_fixture.h"

#include <math.h>

/* How a query converts. */
enum kind { PLAIN, COLOR /* [-1, 1] is the range of integers */, COUNT /* at most the largest integer */ };

struct values {
   unsigned n;
   double v[4];
};

static inline void
check(GLenum pname, enum kind kind, struct values values, int line)
{
   const unsigned n = values.n;
   const double *want = values.v;
   GLint i[5] = {-7, -7, -7, -7, -7};
   GLfloat f[5] = {-7, -7, -7, -7, -7};
   GLboolean b[5] = {77, 77, 77, 77, 77};
   GLint64 l[5] = {-7, -7, -7, -7, -7};
   glGetIntegerv(pname, i);
   glGetFloatv(pname, f);
   glGetBooleanv(pname, b);
   if (*(const char *)(glGetString(GL_VERSION) + strlen("OpenGL ES ")) == '3')
      glGetInteger64v(pname, l);
   for (unsigned c = 0; c < n; c++) {
      double as_int = kind == COLOR ? rint(want[c] * 2147483647.0) : rint(want[c]);
      const double clamped = kind == COUNT && as_int > INT32_MAX ? INT32_MAX : as_int;
      bool same_int = kind == COLOR ? fabs(i[c] - as_int) < 300 : (GLuint)i[c] == (GLuint)(int64_t)clamped;
      same_int &= l[c] == -7 || (kind == COLOR ? l[c] == i[c] : l[c] == (GLint64)as_int);
      if (f[c] != (GLfloat)want[c] || !same_int || b[c] != (want[c] != 0))
         fail_msg("line %d: value %u is %g, %d, %d, not %g", line, c, (double)f[c], i[c], b[c], want[c]);
   }
   assert_true(i[n] == -7 && l[n] == -7 && f[n] == -7 && b[n] == 77);
   if (glGetError())
      fail_msg("line %d: an error", line);
}

#define V(...) ((struct values){sizeof((double[]){__VA_ARGS__}) / sizeof(double), {__VA_ARGS__}})
/* pname, initial value, call, value behind it */
#define STATE_OF(kind, pname, initial, set, after)                                                           \
   do {                                                                                                      \
      check(pname, kind, initial, __LINE__);                                                                 \
      set;                                                                                                   \
      check(pname, kind, after, __LINE__);                                                                   \
   } while (0)
#define STATE(pname, initial, set, after) STATE_OF(PLAIN, pname, initial, set, after)
#define CAPABILITY(pname, initial)                                                                           \
   do {                                                                                                      \
      assert_int_equal(glIsEnabled(pname), initial);                                                         \
      STATE(pname, V(initial), (initial ? glDisable : glEnable)(pname), V(!(initial)));                      \
      assert_int_equal(glIsEnabled(pname), !(initial));                                                      \
      (initial ? glEnable : glDisable)(pname);                                                               \
      check(pname, PLAIN, V(initial), __LINE__);                                                             \
   } while (0)

#endif
