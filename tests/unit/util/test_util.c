/* SPDX-License-Identifier: MIT
 *
 * Half floats (every one of the 65,536 survives the round trip; rounding cases by hand) and the arena.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "util/u_arena.h"
#include "util/u_math.h"
#include "util/u_vec.h"

static void
half_round_trip(void **state)
{
   for (uint32_t h = 0; h < 65536; h++) {
      bool nan = (h & 0x7c00) == 0x7c00 && (h & 0x3ff);
      uint16_t back = u_float_to_half(u_half_to_float((uint16_t)h));
      if (nan)
         assert_true((back & 0x7c00) == 0x7c00 && (back & 0x3ff));
      else
         assert_int_equal(back, h);
   }
}

static void
half_rounding(void **state)
{
   assert_int_equal(u_float_to_half(1.0f + 1.0f / 2048), 0x3c00); /* tie to even */
   assert_int_equal(u_float_to_half(1.0f + 3.0f / 2048), 0x3c02); /* tie to even, up */
   assert_int_equal(u_float_to_half(65504.0f), 0x7bff);
   assert_int_equal(u_float_to_half(65519.0f), 0x7bff);
   assert_int_equal(u_float_to_half(65520.0f), 0x7c00);
   assert_int_equal(u_float_to_half(uif(0x33000000)), 0x0000); /* 2^-25 ties to zero */
   assert_int_equal(u_float_to_half(uif(0x33000001)), 0x0001);
   assert_int_equal(u_float_to_half(-0.0f), 0x8000);
}

static void
arena_keeps_objects(void **state)
{
   struct u_arena a;
   u_arena_init(&a);
   uint32_t *p[1000];
   for (unsigned i = 0; i < 1000; i++) {
      p[i] = u_arena_array(&a, uint32_t, i + 1);
      assert_int_equal(p[i][i], 0);
      assert_int_equal((uintptr_t)p[i] & 15, 0);
      p[i][0] = p[i][i] = i;
   }
   for (unsigned i = 0; i < 1000; i++)
      assert_int_equal(p[i][0], i);
   assert_null(u_arena_alloc(&a, SIZE_MAX));
   assert_true(a.out_of_memory);
   u_arena_fini(&a);
}

static void
vec_grows(void **state)
{
   U_VEC(int) v = {0};
   for (int i = 0; i < 100; i++)
      assert_true(u_vec_push(&v, i));
   assert_int_equal(v.count, 100);
   assert_int_equal(v.data[99], 99);
   u_vec_fini(&v);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(half_round_trip),
      cmocka_unit_test(half_rounding),
      cmocka_unit_test(arena_keeps_objects),
      cmocka_unit_test(vec_grows),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
