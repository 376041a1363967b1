/* SPDX-License-Identifier: MIT
 * Families and chips by name, and what TERAGL_WINSYS and TERAGL_CHIP choose among. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "emulator/emulator.h"
#include "target/gpu.h"
#include "target/screen.h"
#include "target/stream.h"
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
   assert_int_equal(n, 49);
   assert_non_null(strstr(list, " aruba (TeraScale) r300 r350 "));
   assert_non_null(strstr(list, " rv570 (R300 to R500) pica200 (Nintendo 3DS)"));
   assert_null(target_chip_find("voodoo2"));
   assert_string_equal(target_chip_find(NULL)->name, "CYPRESS");
   /* A short buffer is cut, not overrun. */
   memset(list, '?', sizeof list);
   target_list_chips(list, 9);
   assert_string_equal(list, "r600 rv6");
   assert_int_equal(list[9], '?');
}

/* Every family's emulator looks at the SIMD level that it is asked for. */
static void
test_simd_names(void **state)
{
   for (unsigned f = 0; f < TARGET_FAMILIES; f++) {
      const struct target_family *family = target_family((enum target_family_id)f);
      const struct emu_config cfg = {
         .chip = family->chip_find(family->default_chip), .vram_B = 1 << 20, .simd = "altivec"};
      char error[600] = "";
      assert_null(target_gpu(cfg.chip)->create(&cfg, error, sizeof error));
      assert_non_null(strstr(error, "altivec"));
   }
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
   setenv("TERAGL_WINSYS", "emulator", 1);
   setenv("TERAGL_CHIP", "rv770", 1);
   struct winsys *ws = target_winsys_open(error, sizeof error);
   assert_non_null(ws);
   assert_string_equal(ws->info.chip->name, "RV770");
   assert_non_null(strstr(ws->info.name, ", emulated"));
   ws->destroy(ws);
   setenv("TERAGL_CHIP", "rv515", 1);
   ws = target_winsys_open(error, sizeof error);
   assert_non_null(ws);
   assert_string_equal(ws->info.chip->name, "RV515");
   ws->destroy(ws);
   setenv("TERAGL_CHIP", "pica200", 1);
   ws = target_winsys_open(error, sizeof error);
   assert_non_null(ws);
   assert_string_equal(ws->info.chip->name, "PICA200");
   ws->destroy(ws);
}

/* Streams of R300 to R500 for people: where a draw ends, what changed before it, what it draws. */
static void
test_r300_stream(void **state)
{
   const struct db_chip *chip = target_chip_find("r300");
   const struct target_stream *s = target_stream(chip);
   static const uint32_t registers[3] = {0x00011381, 0x00000004, 0x00000001}; /* BLENDCNTL, ABLENDCNTL */
   static const uint32_t upload[4] = {0x00028881, 1, 2, 3};          /* three values to one register */
   static const uint32_t immediate[3] = {0xC0013500, 0x00010031, 7}; /* a point in the stream */
   static const uint32_t indexed[2] = {0xC0003600, 0x00030014}, indices[4] = {0xC0023300, 0x80000810, 0, 2};
   assert_int_equal(s->packet_dw(registers[0]), 3);
   assert_int_equal(s->packet_dw(0x80000000), 1);
   assert_int_equal(s->packet_dw(indices[0]), 4);
   assert_false(s->is_draw(registers[0]));
   assert_true(s->is_draw(immediate[0]));
   assert_false(s->is_draw(indexed[0])); /* its indices come in the packet behind */
   assert_true(s->is_draw(indices[0]));
   assert_true(s->is_draw(0xC0013600)); /* these are in its body */
   /* Programs that are uploaded are shown as such, constants are not. */
   static const uint32_t program[] = {0x00000880, 0,          0x00038882, 0x00F00203, 0x00D10001,
                                      0x01248001, 0x01248001, 0x00000880, 512,        0x00038882,
                                      1,          2,          3,          4};
   char *printed = NULL;
   size_t printed_B = 0;
   FILE *out = open_memstream(&printed, &printed_B);
   assert_true(s->print(out, chip, EMU_RING_GFX, program, sizeof program / 4));
   fclose(out);
   assert_non_null(strstr(
      printed, "     2: 4 dwords to VAP_PVS_VECTOR_DATA_REG_128\n# 0 PVS\n   PVS_OP_DST DST_OPCODE_VE=ADD"));
   assert_non_null(strstr(printed, "     9: 4 dwords to VAP_PVS_VECTOR_DATA_REG_128\n      0x00000001\n"));
   free(printed);
   struct target_registers *r = s->registers_create(chip);
   assert_non_null(r);
   assert_string_equal(s->registers_primitive(r), "NONE");
   s->registers_packet(r, registers, 3);
   s->registers_packet(r, upload, 4);
   char *text = NULL;
   size_t size = 0;
   FILE *f = open_memstream(&text, &size);
   assert_int_equal(s->registers_print_changes(r, f), 2);
   assert_int_equal(s->registers_print_changes(r, f), 0);
   fclose(f);
   assert_memory_equal(text, "RB3D_BLENDCNTL = 0x00000004\n   READ_ENABLE = 1 ENABLE\n", 52);
   assert_non_null(strstr(text, "RB3D_ABLENDCNTL = 0x00000001\n"));
   free(text);
   s->registers_packet(r, immediate, 3);
   assert_string_equal(s->registers_primitive(r), "POINT_LIST");
   s->registers_packet(r, indexed, 2);
   assert_string_equal(s->registers_primitive(r), "TRIANGLE_LIST");
   s->registers_destroy(r);
}

/* Each process of a program records into a file of its own. */
static void
test_capture_of_process(void **state)
{
   char error[600], path[100];
   setenv("TERAGL_CHIP", "cypress", 1);
   setenv("TERAGL_WINSYS", "null", 1);
   setenv("TERAGL_CAPTURE", P_tmpdir "/teragl-target-%p", 1);
   struct winsys *ws = target_winsys_open(error, sizeof error);
   assert_non_null(ws);
   snprintf(path, sizeof path, P_tmpdir "/teragl-target-%d", (int)getpid());
   assert_int_equal(unlink(path), 0);
   ws->destroy(ws);
   unsetenv("TERAGL_CAPTURE");
   unsetenv("TERAGL_WINSYS");
   unsetenv("TERAGL_CHIP");
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_families),    cmocka_unit_test(test_chips),
      cmocka_unit_test(test_simd_names),  cmocka_unit_test(test_winsys_names),
      cmocka_unit_test(test_r300_stream), cmocka_unit_test(test_capture_of_process),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
