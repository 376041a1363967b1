/* SPDX-License-Identifier: MIT
 *
 * The shader cache's folder: what is put is found, by other objects and processes too; damaged files are
 * none; the size bound holds; several processes at once do no harm.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/u_blob.h"
#include "util/u_disk_cache.h"
#include "util/u_math.h"

static char dir[64];

/** The descriptor that the next open() gives: one more than before where somebody forgot to close. */
static int
next_descriptor(void)
{
   int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
   close(fd);
   return fd;
}

static int descriptor_before;

static int
setup(void **state)
{
   descriptor_before = next_descriptor();
   strcpy(dir, "/tmp/teragl-cache-XXXXXX");
   return mkdtemp(dir) ? 0 : 1;
}

/** Calls fn for each file of the cache. */
static unsigned
each_file(void (*fn)(const char *path), uint64_t *sum)
{
   unsigned n = 0;
   for (unsigned i = 0; i < 256; i++) {
      char sub[128];
      snprintf(sub, sizeof sub, "%s/%02x", dir, i);
      DIR *d = opendir(sub);
      for (const struct dirent *e; d && (e = readdir(d));) {
         char path[512];
         struct stat st;
         if (e->d_name[0] == '.')
            continue;
         snprintf(path, sizeof path, "%s/%s", sub, e->d_name);
         if (stat(path, &st))
            continue;
         n++;
         if (sum)
            *sum += (uint64_t)st.st_blocks * 512;
         if (fn)
            fn(path);
      }
      if (d)
         closedir(d);
   }
   return n;
}

static void
remove_file(const char *path)
{
   unlink(path);
}

static int
teardown(void **state)
{
   if (next_descriptor() != descriptor_before) {
      print_error("a file is still open\n");
      return 1;
   }
   each_file(remove_file, NULL);
   for (unsigned i = 0; i < 256; i++) {
      char sub[128];
      snprintf(sub, sizeof sub, "%s/%02x", dir, i);
      rmdir(sub);
   }
   return rmdir(dir);
}

static struct u_cache_key
key_of(uint32_t i)
{
   const void *part[] = {&i};
   const size_t size[] = {sizeof i};
   return u_cache_key_of("test", part, size, 1);
}

static void
put(struct u_disk_cache *c, uint32_t i, size_t n)
{
   struct u_cache_key k = key_of(i);
   uint8_t *data = malloc(n + 1);
   uint32_t x = i * 2654435761u + 1;
   for (size_t k2 = 0; k2 < n; k2++)
      data[k2] = (uint8_t)((x = x * 1664525 + 1013904223) >> 24);
   u_disk_cache_put(c, &k, data, n);
   free(data);
}

/** 1: as it was put; 0: absent. Anything else fails. */
static int
get(struct u_disk_cache *c, uint32_t i, size_t n)
{
   struct u_cache_key k = key_of(i);
   size_t size = 0;
   uint8_t *data = u_disk_cache_get(c, &k, &size);
   if (!data)
      return 0;
   assert_int_equal(size, n);
   uint32_t x = i * 2654435761u + 1;
   for (size_t k2 = 0; k2 < n; k2++)
      if (data[k2] != (uint8_t)((x = x * 1664525 + 1013904223) >> 24))
         fail_msg("entry %u holds something else", i);
   free(data);
   return 1;
}

static void
test_entries(void **state)
{
   struct u_disk_cache *a = u_disk_cache_open_in(dir, 1 << 20);
   assert_non_null(a);
   static const size_t sizes[] = {0, 1, 5, 1000, 100000};
   for (uint32_t i = 0; i < ARRAY_SIZE(sizes); i++) {
      assert_int_equal(get(a, i, sizes[i]), 0);
      put(a, i, sizes[i]);
      assert_int_equal(get(a, i, sizes[i]), 1);
   }
   put(a, 3, 1000); /* again */
   struct u_disk_cache *b = u_disk_cache_open_in(dir, 1 << 20);
   for (uint32_t i = 0; i < ARRAY_SIZE(sizes); i++)
      assert_int_equal(get(b, i, sizes[i]), 1);
   assert_int_equal(each_file(NULL, NULL), ARRAY_SIZE(sizes));
   u_disk_cache_close(a);
   u_disk_cache_close(b);
   u_disk_cache_close(NULL);
}

static void
test_keys(void **state)
{
   const void *part[] = {"ab", "c"};
   const size_t s1[] = {2, 1}, s2[] = {1, 1};
   struct u_cache_key k[4] = {u_cache_key_of("x", part, s1, 2), u_cache_key_of("y", part, s1, 2),
                              u_cache_key_of("x", part, s2, 2), u_cache_key_of("x", part, s1, 1)};
   for (unsigned i = 0; i < 4; i++)
      for (unsigned j = 0; j < i; j++)
         assert_true(memcmp(&k[i], &k[j], sizeof k[i]));
   struct u_cache_key same = u_cache_key_of("x", part, s1, 2);
   assert_memory_equal(&same, &k[0], sizeof same);
}

static unsigned flip_at;

static void
flip(const char *path)
{
   int fd = open(path, O_RDWR);
   uint8_t b;
   struct stat st;
   assert_true(fd >= 0 && !fstat(fd, &st));
   off_t at = (off_t)(flip_at % (unsigned)st.st_size);
   assert_int_equal(pread(fd, &b, 1, at), 1);
   b ^= (uint8_t)(1u << flip_at % 8);
   assert_int_equal(pwrite(fd, &b, 1, at), 1);
   close(fd);
}

static void
cut(const char *path)
{
   assert_int_equal(truncate(path, flip_at), 0);
}

/** A flipped bit anywhere, a cut anywhere: the entry is absent, and can be put again. */
static void
test_damage(void **state)
{
   struct u_disk_cache *c = u_disk_cache_open_in(dir, 1 << 20);
   for (flip_at = 0; flip_at < 130; flip_at++) {
      put(c, 7, 100);
      assert_int_equal(get(c, 7, 100), 1);
      each_file(flip_at % 2 ? flip : cut, NULL);
      assert_int_equal(get(c, 7, 100), 0);
   }
   u_disk_cache_close(c);
}

static void
test_bound(void **state)
{
   const uint64_t max = 400 << 10;
   struct u_disk_cache *c = u_disk_cache_open_in(dir, max);
   for (uint32_t i = 0; i < 100; i++) {
      put(c, i, 20000);
      usleep(1000);
      assert_int_equal(get(c, 0, 20000), 1); /* used all the time: stays */
   }
   uint64_t sum = 0;
   unsigned n = each_file(NULL, &sum);
   assert_true(n > 4 && n < 40);
   assert_true(sum <= max + max / 8);
   assert_int_equal(get(c, 99, 20000), 1);
   assert_int_equal(get(c, 1, 20000), 0);
   u_disk_cache_close(c);
}

static void
test_processes(void **state)
{
   for (unsigned p = 0; p < 4; p++) {
      if (fork())
         continue;
      struct u_disk_cache *c = u_disk_cache_open_in(dir, 200 << 10);
      for (uint32_t i = 0; i < 400; i++) {
         put(c, (i * 7 + p) % 50, 3000);
         get(c, (i * 13) % 50, 3000);
      }
      u_disk_cache_close(c);
      _exit(0);
   }
   for (unsigned p = 0; p < 4; p++) {
      int status;
      assert_true(wait(&status) > 0);
      assert_int_equal(status, 0);
   }
   struct u_disk_cache *c = u_disk_cache_open_in(dir, 200 << 10);
   unsigned found = 0;
   for (uint32_t i = 0; i < 50; i++)
      found += (unsigned)get(c, i, 3000);
   assert_true(found > 10);
   assert_true(each_file(NULL, NULL) <= 50); /* no temporary file is left */
   u_disk_cache_close(c);
}

static void
test_open(void **state)
{
   setenv("TERAGL_SHADER_CACHE_DIR", dir, 1);
   setenv("TERAGL_SHADER_CACHE", "0", 1);
   assert_null(u_disk_cache_open());
   unsetenv("TERAGL_SHADER_CACHE");
   setenv("TERAGL_SHADER_CACHE_SIZE", "3M", 1);
   struct u_disk_cache *c = u_disk_cache_open();
   assert_non_null(c);
   put(c, 1, 10);
   assert_int_equal(each_file(NULL, NULL), 1);
   u_disk_cache_close(c);
   setenv("TERAGL_SHADER_CACHE_DIR", "/proc/no/such/place", 1);
   assert_null(u_disk_cache_open());
   unsetenv("TERAGL_SHADER_CACHE_DIR");
   unsetenv("TERAGL_SHADER_CACHE_SIZE");
}

/** A reader stops at the end of its bytes, wherever that is. */
static void
test_blob(void **state)
{
   struct u_blob b = {0};
   u_blob_u32(&b, 77);
   u_blob_str(&b, "text");
   u_blob_str(&b, NULL);
   u_blob_bytes(&b, "xyz", 3);
   for (size_t n = 0; n <= b.bytes.count; n++) {
      uint8_t *copy = malloc(n + 1);
      memcpy(copy, b.bytes.data, n);
      struct u_reader r = {copy, copy + n, false};
      uint32_t v = u_read_u32(&r);
      const char *s = u_read_str(&r), *e = u_read_str(&r);
      char t[3];
      bool last = u_read_bytes(&r, t, 3);
      assert_int_equal(last, n == b.bytes.count);
      assert_int_equal(r.bad, !last);
      assert_int_equal(v, n >= 4 ? 77 : 0);
      assert_string_equal(s, n >= 9 ? "text" : "");
      assert_string_equal(e, "");
      free(copy);
   }
   u_blob_fini(&b);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_entries, setup, teardown),
      cmocka_unit_test(test_keys),
      cmocka_unit_test_setup_teardown(test_damage, setup, teardown),
      cmocka_unit_test_setup_teardown(test_bound, setup, teardown),
      cmocka_unit_test_setup_teardown(test_processes, setup, teardown),
      cmocka_unit_test_setup_teardown(test_open, setup, teardown),
      cmocka_unit_test(test_blob),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
