/* SPDX-License-Identifier: MIT
 *
 * Levels of vectors that the host has: what the compiler's library finds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "emulator/core/start.h"

static void
test_levels(void **state)
{
   (void)state;
#if defined(__x86_64__) || defined(__i386__)
   __builtin_cpu_init();
   assert_int_equal(emu_cpu_has_level("avx2"), !!__builtin_cpu_supports("avx2"));
   assert_int_equal(emu_cpu_has_level("avx512"),
                    __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"));
#endif
   assert_true(emu_cpu_has_level("sse2"));
   assert_true(emu_cpu_has_level("plain"));
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_levels)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
