/* SPDX-License-Identifier: MIT
 *
 * Files of a folder, and the comparison of two runs of teragl-compile --stats: for each figure the shaders
 * that got fewer (helped), more (hurt) or as many (unchanged). A line of a run is
 * "file,CHIP,stage,groups,instructions,gprs,stack,cf,tex,vtx,dwords"; the first three make the key.
 */
#include "compile_stats.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static char *
join_path(const char *folder, const char *name)
{
   size_t n = strlen(folder) + strlen(name) + 2;
   char *s = malloc(n);
   if (s)
      snprintf(s, n, "%s/%s", folder, name);
   return s;
}

static int
by_name(const void *a, const void *b)
{
   return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
ends_with(const char *s, const char *end)
{
   size_t a = strlen(s), b = strlen(end);
   return a >= b && !strcmp(s + a - b, end);
}

static bool
walk_folder(const char *path, const char *ending, struct file_list *list, unsigned depth)
{
   DIR *d = depth < 32 ? opendir(path) : NULL;
   if (!d) {
      if (!ends_with(path, ending))
         return true;
      char *copy = strdup(path);
      if (!copy)
         return false;
      if (u_vec_push(list, copy))
         return true;
      free(copy);
      return false;
   }
   bool ok = true;
   for (const struct dirent *e; ok && (e = readdir(d));) {
      if (e->d_name[0] == '.')
         continue;
      char *name = join_path(path, e->d_name);
      ok = name && walk_folder(name, ending, list, depth + 1);
      free(name);
   }
   closedir(d);
   return ok;
}

bool
find_files(const char *path, const char *ending, struct file_list *list)
{
   size_t first = list->count;
   if (!walk_folder(path, ending, list, 0))
      return false;
   if (list->count > first)
      qsort(list->data + first, list->count - first, sizeof *list->data, by_name);
   return true;
}

enum { FIGURES = 8 };
static const char *const figures[FIGURES] = {
   "ALU groups",      "ALU instructions", "GPRs",           "stack",
   "CF instructions", "texture fetches",  "vertex fetches", "dwords"};

struct shader {
   char *key; /* "file,CHIP,stage" */
   long v[FIGURES];
};

struct run {
   U_VEC(struct shader) s;
};

static int
by_key(const void *a, const void *b)
{
   return strcmp(((const struct shader *)a)->key, ((const struct shader *)b)->key);
}

/** Splits the figures off the line's end; what is left is the key. */
static bool
parse_line(char *line, long v[FIGURES])
{
   for (unsigned i = FIGURES; i-- > 0;) {
      char *comma = strrchr(line, ','), *end;
      if (!comma)
         return false;
      v[i] = strtol(comma + 1, &end, 10);
      if (end == comma + 1 || *end)
         return false;
      *comma = 0;
   }
   return *line != 0;
}

static bool
read_run(const char *name, struct run *r)
{
   FILE *f = fopen(name, "r");
   if (!f) {
      fprintf(stderr, "teragl-compile: %s cannot be opened\n", name);
      return false;
   }
   char line[4096];
   bool ok = true;
   while (ok && fgets(line, sizeof line, f)) {
      line[strcspn(line, "\r\n")] = 0;
      struct shader s;
      if (!parse_line(line, s.v))
         continue; /* messages */
      s.key = strdup(line);
      ok = s.key && u_vec_push(&r->s, s);
   }
   fclose(f);
   if (r->s.count)
      qsort(r->s.data, r->s.count, sizeof *r->s.data, by_key);
   return ok;
}

static void
free_run(struct run *r)
{
   for (size_t i = 0; i < r->s.count; i++)
      free(r->s.data[i].key);
   u_vec_fini(&r->s);
}

struct pair {
   const struct shader *a, *b;
};
typedef U_VEC(struct pair) pair_list;

static void
print_figure(const pair_list *pairs, unsigned k)
{
   long sum_a = 0, sum_b = 0;
   unsigned helped = 0, hurt = 0;
   for (size_t i = 0; i < pairs->count; i++) {
      long a = pairs->data[i].a->v[k], b = pairs->data[i].b->v[k];
      sum_a += a;
      sum_b += b;
      helped += b < a;
      hurt += b > a;
   }
   double percent = sum_a ? 100.0 * (double)(sum_b - sum_a) / (double)sum_a : 0;
   printf("%-17s %8ld -> %8ld (%+.2f%%)  helped %u, hurt %u, unchanged %zu\n", figures[k], sum_a, sum_b,
          percent, helped, hurt, pairs->count - helped - hurt);
}

bool
compare_stats(const char *before, const char *after)
{
   struct run a = {0}, b = {0};
   pair_list pairs = {0};
   bool ok = read_run(before, &a) && read_run(after, &b);
   size_t only_a = 0, only_b = 0;
   for (size_t i = 0, j = 0; ok && (i < a.s.count || j < b.s.count);) {
      int c = i == a.s.count ? 1 : j == b.s.count ? -1 : strcmp(a.s.data[i].key, b.s.data[j].key);
      if (c == 0) {
         struct pair p = {&a.s.data[i], &b.s.data[j]};
         ok = u_vec_push(&pairs, p);
      }
      only_a += c < 0;
      only_b += c > 0;
      i += c <= 0;
      j += c >= 0;
   }
   for (unsigned k = 0; ok && k < 2; k++) { /* groups decide; instructions where groups are equal */
      for (int hurt = 0; hurt < 2; hurt++)
         for (size_t i = 0; i < pairs.count; i++) {
            const struct pair *p = &pairs.data[i];
            long d = p->b->v[k] - p->a->v[k];
            if ((k && p->a->v[0] != p->b->v[0]) || (hurt ? d <= 0 : d >= 0))
               continue;
            printf("%-6s %s: %s %ld -> %ld\n", hurt ? "hurt" : "helped", p->a->key, figures[k], p->a->v[k],
                   p->b->v[k]);
         }
   }
   if (ok && !pairs.count) {
      fprintf(stderr, "teragl-compile: %s and %s have no shader in common\n", before, after);
      ok = false;
   }
   for (unsigned k = 0; ok && k < FIGURES; k++)
      print_figure(&pairs, k);
   if (ok && (only_a || only_b))
      printf("only in %s: %zu, only in %s: %zu\n", before, only_a, after, only_b);
   u_vec_fini(&pairs);
   free_run(&a);
   free_run(&b);
   return ok;
}
