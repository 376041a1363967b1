/* SPDX-License-Identifier: MIT
 *
 * Streams that begin alike: the third, whose beginning is remembered, has the verdict, the sentence and the patches of the
 * first, whatever differs in it and behind it.
 */
#include "check_fixture.h"

struct verdict {
   bool ok;
   struct check_error err;
   uint32_t out[512];
};

static struct verdict
check(const struct stream *s, bool buffer_tiling)
{
   struct verdict v = {0};
   uint32_t *exact = malloc(s->n * sizeof *exact); /* for AddressSanitizer */
   assert_non_null(exact);
   memcpy(exact, s->dw, s->n * sizeof *exact);
   v.ok = buffer_tiling ? check_stream_buffer_tiling(s->chip, exact, s->n, s->bo, 3, v.out, &v.err)
                        : check_stream(s->chip, exact, s->n, s->bo, 3, v.out, &v.err);
   free(exact);
   if (!v.ok)
      memset(v.out, 0, sizeof v.out); /* unspecified */
   return v;
}

/* Has another beginning remembered. */
static void
forget(void)
{
   struct stream s;
   init(&s, "CEDAR");
   for (unsigned i = 0; i < 20; i++)
      ctx(&s, EG_VGT_INDX_OFFSET_OFFSET, i);
   for (unsigned i = 0; i < 2; i++)
      assert_true(check(&s, false).ok);
}

/* Registers that are free, are patched, place what is drawn to, and refused ones, then a target and a draw. */
static void
build(struct stream *s, const char *chip)
{
   init(s, chip);
   const bool r6 = s->chip->gen <= DB_R700;
   for (unsigned i = 0; i < 12; i++)
      ctx(s, r6 ? R6_VGT_IND_OFFSET_OFFSET : EG_VGT_INDX_OFFSET_OFFSET, i);
   ctx(s, r6 ? R6_DB_HTILE_SURFACE_OFFSET : EG_DB_HTILE_SURFACE_OFFSET, 0);
   if (r6)
      r6_target(s, 7, 63, 2, 26);
   else
      eg_target(s, 7, 63, 2, 26);
   draw(s);
}

static void
same_again(const struct stream *s, bool buffer_tiling)
{
   forget();
   const struct verdict first = check(s, buffer_tiling);
   for (unsigned i = 0; i < 3; i++) {
      const struct verdict again = check(s, buffer_tiling);
      assert_memory_equal(&again, &first, sizeof first);
   }
}

static void
test_same_again(void **state)
{
   (void)state;
   static const char *const chips[] = {"RV670", "RV770", "CYPRESS"};
   for (unsigned i = 0; i < 6; i++) {
      struct stream s;
      build(&s, chips[i / 2]);
      assert_true((i & 1) || check(&s, false).ok);
      same_again(&s, i & 1);
   }
}

/* Every dword of a remembered stream changed, and the stream cut there. */
static void
test_changed_anywhere(void **state)
{
   (void)state;
   static const char *const chips[] = {"RV770", "CYPRESS"};
   static const uint32_t changes[] = {1, 8, 1u << 16, 1u << 31, 0xffffffff};
   unsigned refused = 0;
   for (unsigned i = 0; i < 2 * sizeof changes / 4; i++) {
      struct stream good;
      build(&good, chips[i & 1]);
      for (uint32_t at = 0; at < 2 * good.n; at++) {
         struct stream s = good;
         if (at < good.n)
            s.dw[at] ^= changes[i / 2];
         else
            s.n = at - good.n + 1;
         forget();
         const struct verdict fresh = check(&s, false);
         for (unsigned k = 0; k < 2; k++)
            assert_true(check(&good, false).ok);
         const struct verdict after = check(&s, false);
         assert_memory_equal(&after, &fresh, sizeof fresh);
         refused += !fresh.ok;
      }
   }
   assert_in_range(refused, 100, 10000);
}

/* The beginning is the chip's and the rules' of whoever had it. */
static void
test_other_rules(void **state)
{
   (void)state;
   struct stream s, other;
   build(&s, "CYPRESS");
   s.bo[0].tiling_flags = CHECK_TILING_MACRO;
   forget();
   const struct verdict plain = check(&s, false);
   forget();
   const struct verdict tiled = check(&s, true);
   assert_true(memcmp(&plain, &tiled, sizeof plain));
   other = s;
   other.chip = terascale_chip_find("RV770");
   forget();
   const struct verdict foreign = check(&other, false);
   assert_false(foreign.ok);
   for (unsigned i = 0; i < 2; i++) {
      check(&s, false);
      check(&s, false);
      const struct verdict v = check(&s, true), f = check(&other, false);
      assert_memory_equal(&v, &tiled, sizeof v);
      assert_memory_equal(&f, &foreign, sizeof f);
      check(&s, true);
      const struct verdict p = check(&s, false);
      assert_memory_equal(&p, &plain, sizeof p);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_again),
      cmocka_unit_test(test_changed_anywhere),
      cmocka_unit_test(test_other_rules),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
