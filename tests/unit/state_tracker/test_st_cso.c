/* SPDX-License-Identifier: MIT
 *
 * The cache of state objects lets none go that is about to be bound.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "state_tracker/draw/st_cso.h"
#include "util/u_math.h"

static unsigned alive, unbound;

static void *
create_sampler(struct pipe_context *p, const struct pipe_sampler_state *s)
{
   (void)p, (void)s;
   alive++;
   return malloc(1);
}

static void
delete_sampler(struct pipe_context *p, void *s)
{
   (void)p;
   alive--;
   free(s);
}

static void
bind_samplers(struct pipe_context *p, enum pipe_shader_type stage, unsigned n, void **s)
{
   (void)p, (void)stage, (void)s;
   assert_int_equal(n, 0);
   unbound++;
}

/** Samplers are found one after another and bound together: none may be gone by then, however many there were before. */
static void
test_samplers_of_a_draw(void **state)
{
   (void)state;
   struct pipe_context p = {
      .create_sampler_state = create_sampler,
      .delete_sampler_state = delete_sampler,
      .bind_sampler_states = bind_samplers,
   };
   struct st_cso_cache c;
   st_cso_init(&c, &p);
   float key = 0;
   for (unsigned draw = 0; draw < 5000; draw++) {
      st_cso_make_room(&c, ST_CSO_SAMPLER);
      const unsigned before = alive;
      const void *first = NULL;
      for (unsigned i = 0; i < 3; i++) {
         key++;
         void *s = st_cso_get(&c, ST_CSO_SAMPLER, &key, sizeof key);
         assert_non_null(s);
         first = i ? first : s;
      }
      assert_int_equal(alive, before + 3);
      const float again = key - 2;
      assert_ptr_equal(st_cso_get(&c, ST_CSO_SAMPLER, &again, sizeof again), first);
   }
   assert_true(unbound > 0 && alive < 5000); /* they do not grow without bound */
   st_cso_fini(&c);
   assert_int_equal(alive, 0);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_samplers_of_a_draw),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
