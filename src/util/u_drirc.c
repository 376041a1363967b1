/* SPDX-License-Identifier: MIT
 *
 * drirc files, by expat. Elements come one at a time; the depth in the tree says what may stand there:
 * driconf, device, application or engine, option. Inside of a device or an application that is not meant nothing is looked at.
 */
#include "util/u_drirc.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <regex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_debug.h"
#include "util/u_math.h"
#include "util/u_vec.h"

/* clang-format off */
const struct u_drirc_option u_drirc_options[] = {
   {"teragl_hide", "OpenGL ES extensions, separated by commas, that GL_EXTENSIONS shall not name"},
   {NULL, NULL},
};
/* clang-format on */

_Static_assert(ARRAY_SIZE(u_drirc_options) - 1 <= ARRAY_SIZE(((struct u_drirc *)0)->values), "a value each");

void
u_drirc_fini(struct u_drirc *d)
{
   for (size_t i = 0; i < ARRAY_SIZE(d->values); i++)
      free(d->values[i]);
   *d = (struct u_drirc){0};
}

#ifdef TERAGL_DRIRC
#include <expat.h>

#define MAX_FILE_B (1u << 20) /* Mesa's own has 60 KB */

struct reader {
   XML_Parser parser;
   const char *executable;
   unsigned depth,
      ignored;   /* elements around; those of them, counted from the innermost, in what is not meant */
   bool ours;    /* the device names this driver */
   bool grouped; /* inside of an application or engine */
   struct u_drirc found;
   char *why; /* 256 bytes; empty while all is well */
};

/** Stops at the line that the parser is at. The first reason counts. */
static void
refuse(struct reader *r, const char *what, const char *detail)
{
   if (!r->why[0])
      snprintf(r->why, 256, "line %lu: %s%s%s", (unsigned long)XML_GetCurrentLineNumber(r->parser), what,
               detail ? " " : "", detail ? detail : "");
   XML_StopParser(r->parser, XML_FALSE);
}

static bool
names_executable(struct reader *r, const char *pattern)
{
   regex_t re;
   if (regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB)) {
      refuse(r, "executable_regexp is no regular expression:", pattern);
      return false;
   }
   bool fits = !regexec(&re, r->executable, 0, NULL, 0);
   regfree(&re);
   return fits;
}

static bool
device_is_meant(struct reader *r, const char **attr)
{
   bool meant = true;
   r->ours = false;
   for (; *attr; attr += 2) {
      const bool driver = !strcmp(attr[0], "driver") && !strcmp(attr[1], "teragl");
      r->ours |= driver;
      meant &= driver || (!strcmp(attr[0], "screen") && !strcmp(attr[1], "0"));
   }
   return meant;
}

static bool
application_is_meant(struct reader *r, const char **attr)
{
   bool meant = true;
   for (; *attr; attr += 2) {
      if (!strcmp(attr[0], "executable"))
         meant &= !strcmp(attr[1], r->executable);
      else if (!strcmp(attr[0], "executable_regexp"))
         meant &= names_executable(r, attr[1]);
      else
         meant &= !strcmp(attr[0], "name"); /* for people */
   }
   return meant;
}

static void
take_option(struct reader *r, const char **attr)
{
   const char *name = NULL, *value = NULL;
   for (; *attr; attr += 2) {
      if (!strcmp(attr[0], "name"))
         name = attr[1];
      else if (!strcmp(attr[0], "value"))
         value = attr[1];
   }
   if (!name || !value) {
      refuse(r, "an option wants a name and a value", NULL);
      return;
   }
   for (size_t i = 0; u_drirc_options[i].name; i++) {
      if (strcmp(u_drirc_options[i].name, name) != 0)
         continue;
      char *copy = strdup(value);
      if (!copy) {
         refuse(r, "out of memory", NULL);
         return;
      }
      free(r->found.values[i]);
      r->found.values[i] = copy;
      return;
   }
   if (r->ours) /* what stands there for all drivers may be another one's */
      refuse(r, "teragl has no option", name);
}

static void
start(void *data, const char *element, const char **attr)
{
   struct reader *r = data;
   const unsigned depth = r->depth++;
   bool known = true, meant = true;
   if (r->ignored) {
      r->ignored++;
      return;
   }
   if (depth == 0)
      known = !strcmp(element, "driconf");
   else if (depth == 1 && (known = !strcmp(element, "device")))
      meant = device_is_meant(r, attr);
   else if (depth == 2 && !strcmp(element, "application"))
      meant = application_is_meant(r, attr);
   else if (depth == 2 && !strcmp(element, "engine"))
      meant = false; /* chosen by what a program tells Vulkan */
   else if (depth == 3 && (known = !strcmp(element, "option")))
      take_option(r, attr);
   else if (depth > 1)
      known = false;
   if (!known)
      refuse(r, "there is no place here for", element);
   else if (!meant)
      r->ignored = 1;
}

static void
end(void *data, const char *element __attribute__((unused)))
{
   struct reader *r = data;
   assert(r->depth > 0);
   r->depth--;
   if (r->ignored)
      r->ignored--;
}

/** The file's bytes, malloc'ed. NULL and *why: it is there and cannot be read, or is too large; NULL alone: there is none. */
static char *
load(const char *path, size_t *size_B, char why[256])
{
   FILE *f = fopen(path, "rbe");
   if (!f) {
      if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
         snprintf(why, 256, "line 1: %s", strerror(errno));
      return NULL;
   }
   char *text = malloc(MAX_FILE_B + 1);
   *size_B = text ? fread(text, 1, MAX_FILE_B + 1, f) : 0;
   const bool bad = !text || ferror(f) || *size_B > MAX_FILE_B;
   if (bad)
      snprintf(why, 256, "line 1: %s",
               !text       ? "out of memory"
               : ferror(f) ? "it cannot be read"
                           : "more than a megabyte");
   fclose(f);
   if (!bad)
      return text;
   free(text);
   return NULL;
}

bool
u_drirc_read(struct u_drirc *d, const char *path, const char *executable, char why[256])
{
   size_t size_B = 0;
   why[0] = 0;
   char *text = load(path, &size_B, why);
   if (!text)
      return !why[0];
   struct reader r = {.parser = XML_ParserCreate(NULL), .executable = executable, .why = why};
   if (r.parser) {
      XML_SetUserData(r.parser, &r);
      XML_SetElementHandler(r.parser, start, end);
      if (XML_Parse(r.parser, text, (int)size_B, 1) != XML_STATUS_OK && !why[0])
         refuse(&r, XML_ErrorString(XML_GetErrorCode(r.parser)), NULL);
      XML_ParserFree(r.parser);
   } else {
      snprintf(why, 256, "line 1: out of memory");
   }
   free(text);
   for (size_t i = 0; i < ARRAY_SIZE(d->values) && !why[0]; i++) {
      if (r.found.values[i]) {
         free(d->values[i]);
         d->values[i] = r.found.values[i];
         r.found.values[i] = NULL;
      }
   }
   u_drirc_fini(&r.found);
   return !why[0];
}

/* ---- this process ---- */

static struct u_drirc process;

static void
read_file(const char *dir, const char *name)
{
   char path[PATH_MAX], why[256];
   if (snprintf(path, sizeof path, "%s/%s", dir, name) < (int)sizeof path &&
       !u_drirc_read(&process, path, program_invocation_short_name, why))
      u_log("%s: %s; the file does not count", path, why);
}

static int
by_name(const void *a, const void *b)
{
   return strcmp(*(char *const *)a, *(char *const *)b);
}

/** The .conf files of a folder, in the order of their names. */
static void
read_folder(const char *dir)
{
   U_VEC(char *) names = {0};
   DIR *folder = opendir(dir);
   for (const struct dirent *e; folder && (e = readdir(folder));) {
      char *name = fnmatch("*.conf", e->d_name, FNM_PERIOD) ? NULL : strdup(e->d_name);
      if (name && !u_vec_push(&names, name))
         free(name);
   }
   if (folder)
      closedir(folder);
   if (names.count)
      qsort(names.data, names.count, sizeof *names.data, by_name);
   for (size_t i = 0; i < names.count; i++) {
      read_file(dir, names.data[i]);
      free(names.data[i]);
   }
   u_vec_fini(&names);
}

static void
read_all(void)
{
   const char *dir = secure_getenv("DRIRC_CONFIGDIR"), *home = secure_getenv("HOME");
   if (dir && *dir) {
      read_folder(dir);
      return;
   }
   read_folder("/usr/share/drirc.d");
   read_file("/etc", "drirc");
   if (home)
      read_file(home, ".drirc");
}

const char *
u_drirc_value(const char *name)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, read_all);
   size_t i = 0;
   while (u_drirc_options[i].name && strcmp(u_drirc_options[i].name, name) != 0)
      i++;
   assert(u_drirc_options[i].name); /* of the table */
   return process.values[i];
}

#else
#define UNUSED __attribute__((unused))

bool
u_drirc_read(struct u_drirc *d UNUSED, const char *path UNUSED, const char *executable UNUSED, char why[256])
{
   why[0] = 0;
   return true;
}

const char *
u_drirc_value(const char *name UNUSED)
{
   return NULL;
}

#endif
