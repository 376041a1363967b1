/* SPDX-License-Identifier: MIT
 * Packed tables: the decoder against Python's encoder, and tables that several threads ask for at once. What the tables hold is
 * the other tests' matter. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "db/db_lzma.h"
#include "db/terascale/db_tables.h"
#include "db/terascale/eg_regs.h"
#include "tests/unit/db/db_packed.h"

static void
test_decoder(void **state)
{
   (void)state;
   assert_true(num_packed_cases > 5);
   for (unsigned i = 0; i < num_packed_cases; i++) {
      const struct packed_case *c = &packed_cases[i];
      uint8_t *out = malloc(c->size_B + 1);
      assert_non_null(out);
      out[c->size_B] = 0xa5;
      db_lzma_unpack(c->data, c->data_B, out, c->size_B);
      uint32_t h = 0x811c9dc5;
      for (size_t k = 0; k < c->size_B; k++)
         h = (h ^ out[k]) * 0x01000193;
      assert_int_equal(h, c->fnv);
      assert_int_equal(out[c->size_B], 0xa5);
      free(out);
   }
}

enum { THREADS = 8 };
static pthread_barrier_t barrier;

static void *
ask(void *arg)
{
   (void)arg;
   pthread_barrier_wait(&barrier);
   const struct db_reg *reg = db_reg_at(DB_EVERGREEN, EG_CB_COLOR_PITCH_OFFSET(11), 0, NULL);
   return (void *)(reg ? db_reg_base_name(db_regs(DB_EVERGREEN), reg) : "nothing");
}

static void
test_threads(void **state)
{
   (void)state;
   pthread_t threads[THREADS];
   assert_int_equal(pthread_barrier_init(&barrier, NULL, THREADS), 0);
   for (unsigned i = 0; i < THREADS; i++)
      assert_int_equal(pthread_create(&threads[i], NULL, ask, NULL), 0);
   for (unsigned i = 0; i < THREADS; i++) {
      void *name;
      assert_int_equal(pthread_join(threads[i], &name), 0);
      assert_string_equal(name, "CB_COLOR_PITCH");
   }
   pthread_barrier_destroy(&barrier);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads), cmocka_unit_test(test_decoder)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
