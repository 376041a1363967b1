/* SPDX-License-Identifier: MIT
 *
 * drirc files: whom an option is for, which value counts, and what becomes of files that are wrong.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/u_drirc.h"

#define HEAD      "<?xml version=\"1.0\" standalone=\"yes\"?>\n<driconf>\n"
#define HIDE(v)   "<option name=\"teragl_hide\" value=\"" v "\"/>"
#define APP(a, o) "<application name=\"A\" " a ">" o "</application>"
#define DEV(d, o) "<device " d ">" o "</device>"
#define TAIL      "</driconf>\n"

static char path[] = "/tmp/test_drirc.XXXXXX";

static int
make_path(void **state)
{
   int fd = mkstemp(path);
   return fd < 0 ? -1 : close(fd);
}

static int
remove_path(void **state)
{
   return unlink(path);
}

/** What reading a text says. */
static bool
read_text(struct u_drirc *d, const char *text, size_t size_B, char why[256])
{
   FILE *f = fopen(path, "wb");
   assert_non_null(f);
   assert_int_equal(fwrite(text, 1, size_B, f), size_B);
   assert_int_equal(fclose(f), 0);
   return u_drirc_read(d, path, "program", why);
}

static void
chosen(void **state)
{
   /* clang-format off */
   static const struct {
      const char *text, *value;
   } rows[] = {
      {HEAD DEV("driver=\"teragl\"", APP("executable=\"program\"", HIDE("x"))) TAIL,                 "x" },
      {HEAD DEV("driver=\"teragl\" screen=\"0\"", APP("executable=\"program\"", HIDE("x"))) TAIL,    "x" },
      {HEAD DEV("driver=\"teragl\" screen=\"1\"", APP("executable=\"program\"", HIDE("x"))) TAIL,    NULL},
      {HEAD DEV("", APP("", HIDE("x"))) TAIL,                                                        "x" },
      {HEAD DEV("driver=\"r600\"", APP("executable=\"program\"", HIDE("x"))) TAIL,                   NULL},
      {HEAD DEV("driver=\"teragl\" later=\"y\"", APP("", HIDE("x"))) TAIL,                           NULL},
      {HEAD DEV("", APP("executable=\"programs\"", HIDE("x"))) TAIL,                                 NULL},
      {HEAD DEV("", APP("executable_regexp=\"^pro.*m$\"", HIDE("x"))) TAIL,                          "x" },
      {HEAD DEV("", APP("executable_regexp=\"^gram\"", HIDE("x"))) TAIL,                             NULL},
      {HEAD DEV("", APP("executable=\"program\" sha1=\"00\"", HIDE("x"))) TAIL,                      NULL},
      {HEAD DEV("", "<engine engine_name_match=\"e\">" HIDE("x") "</engine>") TAIL,                  NULL},
      {HEAD DEV("driver=\"r600\"", "<what><ever/></what>") DEV("", APP("", HIDE("x"))) TAIL,         "x" },
      {HEAD DEV("", APP("", HIDE("x")) APP("executable=\"program\"", HIDE("y"))) TAIL,               "y" },
      {HEAD DEV("", APP("executable=\"other\"", HIDE("x")) APP("", HIDE("y")))
          DEV("driver=\"i915\"", APP("", HIDE("z"))) TAIL,                                           "y" },
      {HEAD DEV("", APP("", "<option name=\"vblank_mode\" value=\"1\"/>" HIDE("x"))) TAIL,           "x" },
      {HEAD DEV("", APP("", HIDE("a&amp;&#98;"))) TAIL,                                              "a&b"},
      {HEAD TAIL,                                                                                    NULL},
   };
   /* clang-format on */
   for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct u_drirc d = {0};
      char why[256];
      if (!read_text(&d, rows[i].text, strlen(rows[i].text), why))
         fail_msg("%s: %s", rows[i].text, why);
      if (rows[i].value ? !d.values[0] || strcmp(d.values[0], rows[i].value) != 0 : d.values[0] != NULL)
         fail_msg("%s gives %s", rows[i].text, d.values[0]);
      u_drirc_fini(&d);
   }
}

/** A file that is wrong anywhere changes nothing, and its line is named. */
static void
wrong(void **state)
{
   /* clang-format off */
   static const struct {
      const char *text, *why;
   } rows[] = {
      {HEAD DEV("", APP("", HIDE("x"))),                                                 "line 3: "},
      {HEAD DEV("", APP("", HIDE("x"))) "\n</drirc>",                                    "line 4: "},
      {"",                                                                               "line 1: "},
      {"teragl_hide=x\n",                                                                "line 1: "},
      {"<driinfo/>",                                                                     "line 1: there is no place here for driinfo"},
      {HEAD DEV("", APP("", HIDE("x"))) "\n<application/>" TAIL,                         "line 4: there is no place here for application"},
      {HEAD DEV("", APP("", HIDE("x")) "\n\n" HIDE("y")) TAIL,                           "line 5: there is no place here for option"},
      {HEAD DEV("", APP("", HIDE("x") "<option name=\"teragl_hide\"/>")) TAIL,           "line 3: an option wants"},
      {HEAD DEV("driver=\"teragl\"", APP("", HIDE("x") "<option name=\"b\" value=\"\"/>")) TAIL, "line 3: teragl has no option b"},
      {HEAD DEV("", APP("", HIDE("x")) APP("executable_regexp=\"(\"", "")) TAIL,         "line 3: executable_regexp"},
      {HEAD DEV("", APP("", HIDE("x") HIDE("\xff"))) TAIL,                               "line 3: "},
      {HEAD DEV("", APP("", HIDE("x") HIDE("&no;"))) TAIL,                               "line 3: "},
   };
   /* clang-format on */
   for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct u_drirc d = {0};
      char why[256];
      d.values[0] = strdup("before");
      if (read_text(&d, rows[i].text, strlen(rows[i].text), why))
         fail_msg("taken: %s", rows[i].text);
      if (strncmp(why, rows[i].why, strlen(rows[i].why)) != 0 || strlen(why) < 12)
         fail_msg("%s: %s", rows[i].text, why);
      assert_string_equal(d.values[0], "before");
      u_drirc_fini(&d);
   }
}

/** Every beginning of a file, and files with a byte changed: an answer, and never half of a file. */
static void
damaged(void **state)
{
   static const char whole[] = HEAD DEV("driver=\"teragl\"", APP("executable=\"program\"", HIDE("x"))) TAIL;
   char text[sizeof whole], why[256];
   for (size_t n = 0; n < sizeof whole - 1; n++) {
      struct u_drirc d = {0};
      if (read_text(&d, whole, n, why) && n + 1 < sizeof whole - 1) /* but the last newline */
         fail_msg("taken: the first %zu bytes", n);
      u_drirc_fini(&d);
      for (int byte = 1; byte < 256; byte += 31) {
         memcpy(text, whole, sizeof text);
         text[n] = (char)byte;
         if (!read_text(&d, text, sizeof whole - 1, why))
            assert_null(d.values[0]);
         u_drirc_fini(&d);
      }
   }
}

static void
files(void **state)
{
   struct u_drirc d = {0};
   char why[256], *large = malloc(1 << 21);
   assert_non_null(large);
   assert_true(u_drirc_read(&d, "/nonexistent/drirc", "program", why));
   assert_false(u_drirc_read(&d, "/", "program", why)); /* a folder */
   memset(large, ' ', 1 << 21);
   assert_false(read_text(&d, large, 1 << 21, why));
   assert_non_null(strstr(why, "megabyte"));
   free(large);
   /* Mesa's own, where it is installed */
   assert_true(u_drirc_read(&d, "/usr/share/drirc.d/00-mesa-defaults.conf", "glmark2", why));
   u_drirc_fini(&d);
}

/** Entities of entities of entities: an error, in no time and space. */
static void
entities(void **state)
{
   char text[4096] = "<?xml version=\"1.0\"?>\n<!DOCTYPE driconf [<!ENTITY a0 \"xxxxxxxxxxxxxxxx\">\n",
        why[256];
   size_t n = strlen(text);
   for (int i = 1; i < 12; i++) {
      n += (size_t)sprintf(text + n, "<!ENTITY a%d \"", i);
      for (int k = 0; k < 16; k++)
         n += (size_t)sprintf(text + n, "&a%d;", i - 1);
      n += (size_t)sprintf(text + n, "\">\n");
   }
   n += (size_t)sprintf(text + n, "]><driconf>" DEV("", APP("", HIDE("&a11;"))) TAIL);
   assert_true(n < sizeof text);
   struct u_drirc d = {0};
   assert_false(read_text(&d, text, n, why));
   assert_null(d.values[0]);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(chosen), cmocka_unit_test(wrong),    cmocka_unit_test(damaged),
      cmocka_unit_test(files),  cmocka_unit_test(entities),
   };
#ifndef TERAGL_DRIRC
   return 77; /* for meson: a build without expat reads nothing */
#endif
   return cmocka_run_group_tests(tests, make_path, remove_path);
}
