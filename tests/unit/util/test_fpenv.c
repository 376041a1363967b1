/* SPDX-License-Identifier: MIT
 *
 * The floating-point environment: what it does to denormals, that it rounds to nearest whatever the thread
 * did before, and that the thread gets its own back. Operands are volatile: the compiler must compute
 * nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fenv.h>
#include <pthread.h>

#include "util/u_fpenv.h"
#include "util/u_math.h"

#define MIN_NORMAL 0x00800000u
#define DENORMAL   0x00400000u /* 2^-127 */
#define SIGN       0x80000000u

static uint32_t
product(uint32_t a, uint32_t b)
{
   volatile float x = uif(a), y = uif(b), r = x * y;
   return fui(r);
}

static uint32_t
sum(uint32_t a, uint32_t b)
{
   volatile float x = uif(a), y = uif(b), r = x + y;
   return fui(r);
}

static bool
is_less(uint32_t a, uint32_t b)
{
   volatile float x = uif(a), y = uif(b);
   return x < y;
}

static uint32_t
narrowed(double d)
{
   volatile double x = d;
   volatile float r = (float)x;
   return fui(r);
}

static double
widened(uint32_t a)
{
   volatile float x = uif(a);
   volatile double r = x;
   return r;
}

static uint64_t
double_product(double a, double b)
{
   volatile double x = a, y = b, r = x * y;
   double d = r;
   uint64_t u;
   memcpy(&u, &d, 8);
   return u;
}

static void
flushes(void **state)
{
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_FLUSH);
   /* results, with their sign */
   assert_int_equal(product(MIN_NORMAL, fui(0.5f)), 0);
   assert_int_equal(product(MIN_NORMAL, fui(-0.5f)), SIGN);
   assert_int_equal(sum(MIN_NORMAL + 1, MIN_NORMAL | SIGN), 0);
   assert_int_equal(narrowed(0x1p-127), 0);
   assert_true(double_product(0x1p-1022, -0.5) == UINT64_C(1) << 63);
   /* operands, too large for a result to be flushed */
   assert_int_equal(product(DENORMAL, fui(0x1p100f)), 0);
   assert_int_equal(product(DENORMAL | SIGN, fui(0x1p100f)), SIGN);
   assert_int_equal(sum(DENORMAL, DENORMAL), 0);
   assert_false(is_less(0, DENORMAL));
   assert_false(is_less(DENORMAL | SIGN, 0));
   assert_true(widened(DENORMAL) == 0);
   /* and the least of what is no denormal stays */
   assert_int_equal(product(MIN_NORMAL, fui(1.0f)), MIN_NORMAL);
   assert_true(is_less(0, MIN_NORMAL));
   u_fpenv_leave(old);
}

static void
keeps(void **state)
{
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_KEEP);
   assert_int_equal(product(MIN_NORMAL, fui(0.5f)), DENORMAL);
   assert_int_equal(sum(DENORMAL, DENORMAL), MIN_NORMAL);
   assert_true(is_less(0, DENORMAL));
   u_fpenv_leave(old);
}

/* 1 + 2^-24 is a tie and goes to even, 1 + 2^-23 + 2^-24 too: neither upward nor downward does both. */
static void
check_nearest(void)
{
   assert_int_equal(sum(fui(1.0f), fui(0x1p-24f)), fui(1.0f));
   assert_int_equal(sum(fui(1.0f) + 1, fui(0x1p-24f)), fui(1.0f) + 2);
}

static void
puts_back(void **state)
{
   static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
   for (unsigned i = 0; i < ARRAY_SIZE(modes); i++) {
      assert_int_equal(fesetround(modes[i]), 0);
      const struct u_fpenv outer = u_fpenv_enter(U_FPENV_FLUSH);
      check_nearest();
      const struct u_fpenv inner = u_fpenv_enter(U_FPENV_KEEP);
      check_nearest();
      assert_int_equal(sum(DENORMAL, DENORMAL), MIN_NORMAL);
      u_fpenv_leave(inner);
      assert_int_equal(sum(DENORMAL, DENORMAL), 0);
      u_fpenv_leave(outer);
      assert_int_equal(fegetround(), modes[i]);
      assert_int_equal(sum(DENORMAL, DENORMAL), MIN_NORMAL);
   }
}

/* An exception inside is no exception of the application's. */
static void
hides_flags(void **state)
{
   feclearexcept(FE_ALL_EXCEPT);
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_FLUSH);
   assert_int_equal(product(fui(0x1p100f), fui(0x1p100f)), 0x7f800000);
   assert_true(fetestexcept(FE_OVERFLOW));
   u_fpenv_leave(old);
   assert_false(fetestexcept(FE_OVERFLOW));
}

static void *
other_thread(void *result)
{
   *(uint32_t *)result = sum(DENORMAL, DENORMAL);
   u_fpenv_enter(U_FPENV_KEEP);
   return NULL;
}

static void
is_of_a_thread(void **state)
{
   uint32_t there = 0;
   pthread_t t;
   assert_int_equal(pthread_create(&t, NULL, other_thread, &there), 0);
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_FLUSH);
   pthread_join(t, NULL);
   assert_int_equal(there, MIN_NORMAL);
   assert_int_equal(sum(DENORMAL, DENORMAL), 0);
   u_fpenv_leave(old);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(flushes),     cmocka_unit_test(keeps),          cmocka_unit_test(puts_back),
      cmocka_unit_test(hides_flags), cmocka_unit_test(is_of_a_thread),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
