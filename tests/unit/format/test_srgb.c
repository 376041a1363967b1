/* SPDX-License-Identifier: MIT
 *
 * The sRGB curve against its formula in long double, computed here: all codes and all thresholds, to the last bit.
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "format/srgb.h"

_Static_assert(LDBL_MANT_DIG >= 64, "long double is the reference");

static float
formula(long double code)
{
   const long double c = code / 255;
   return (float)(c <= 0.04045L ? c / 12.92L : powl((c + 0.055L) / 1.055L, 2.4L));
}

static void
codes(void **state)
{
   for (unsigned n = 0; n < 256; n++)
      if (format_srgb_linear[n] != formula(n))
         fail_msg("code %u: %a, not %a", n, (double)format_srgb_linear[n], (double)formula(n));
   assert_true(format_srgb_linear[0] == 0 && format_srgb_linear[255] == 1);
}

static void
thresholds(void **state)
{
   assert_true(format_srgb_threshold[0] == 0);
   for (unsigned n = 1; n < 256; n++) {
      if (format_srgb_threshold[n] != formula(n - 0.5L))
         fail_msg("threshold %u: %a, not %a", n, (double)format_srgb_threshold[n], (double)formula(n - 0.5L));
      assert_true(format_srgb_linear[n - 1] < format_srgb_threshold[n] &&
                  format_srgb_threshold[n] < format_srgb_linear[n]);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(codes), cmocka_unit_test(thresholds)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
