/* SPDX-License-Identifier: MIT
 * Families and chips by name, and what TERAGL_WINSYS and TERAGL_CHIP choose among. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "target/screen.h"
#include "target/target.h"

static void
test_families(void **state)
{
   for (unsigned f = 0; f < TARGET_FAMILIES; f++) {
      const struct target_family *family = target_family((enum target_family_id)f);
      assert_ptr_equal(target_family_find(family->name), family);
      assert_non_null(family->chip_find(family->default_chip));
   }
   assert_null(target_family_find("voodoo"));
   assert_null(target_family_find(""));
}

/* The chips of all families, each of one family, found by the name that the list gives. */
static void
test_chips(void **state)
{
   char list[512], word[32];
   const struct db_chip *chip;
   unsigned n = 0;
   target_list_chips(list, sizeof list);
   for (; (chip = target_chip_by_index(n)); n++) {
      assert_true(target_family_of(chip) < TARGET_FAMILIES);
      assert_ptr_equal(target_chip_find(chip->name), chip);
      assert_ptr_equal(target_chip_find(chip->lname), chip);
      snprintf(word, sizeof word, "%s ", chip->lname);
      assert_non_null(strstr(list, word));
   }
   assert_int_equal(n, 48);
   assert_non_null(strstr(list, " aruba (TeraScale) r300 r350 "));
   assert_non_null(strstr(list, " rv570 (R300 to R500)"));
   assert_null(target_chip_find("voodoo2"));
   assert_string_equal(target_chip_find(NULL)->name, "CYPRESS");
   /* A short buffer is cut, not overrun. */
   memset(list, '?', sizeof list);
   target_list_chips(list, 9);
   assert_string_equal(list, "r600 rv6");
   assert_int_equal(list[9], '?');
}

static void
test_winsys_names(void **state)
{
   char error[600];
   setenv("TERAGL_CHIP", "voodoo2", 1);
   assert_null(target_winsys_open(error, sizeof error));
   assert_non_null(strstr(error, "voodoo2"));
   assert_non_null(strstr(error, "rv770"));
   assert_non_null(strstr(error, "cypress"));
   assert_non_null(strstr(error, "aruba"));
   setenv("TERAGL_CHIP", "RV770", 1);
   setenv("TERAGL_WINSYS", "glide", 1);
   assert_null(target_winsys_open(error, sizeof error));
   assert_non_null(strstr(error, "glide"));
   assert_non_null(strstr(error, "emulator"));
   /* A short buffer is cut, not overrun. */
   char tiny[9] = "????????";
   assert_null(target_winsys_open(tiny, 8));
   assert_int_equal(tiny[7], 0);
   setenv("TERAGL_CHIP", "x", 1);
   assert_null(target_winsys_open(tiny, 8));
   /* A chip that TeraGL has no driver for. */
   setenv("TERAGL_CHIP", "rv515", 1);
   for (unsigned i = 0; i < 2; i++) {
      setenv("TERAGL_WINSYS", i ? "emulator" : "null", 1);
      assert_null(target_winsys_open(error, sizeof error));
      assert_non_null(strstr(error, "no driver for this family (R300 to R500)"));
   }
   setenv("TERAGL_WINSYS", "emulator", 1);
   setenv("TERAGL_CHIP", "rv770", 1);
   struct winsys *ws = target_winsys_open(error, sizeof error);
   assert_non_null(ws);
   assert_string_equal(ws->info.chip->name, "RV770");
   assert_non_null(strstr(ws->info.name, ", emulated"));
   ws->destroy(ws);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_families),
      cmocka_unit_test(test_chips),
      cmocka_unit_test(test_winsys_names),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
