/* SPDX-License-Identifier: MIT
 *
 * See run_picture.h.
 */
#include "run_picture.h"

#include <dirent.h>
#include <limits.h>
#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct picture {
   char whose[80]; /* "glmark2-es2, process 12" */
   unsigned w, h;
   uint8_t *rgba; /* top row first */
};

/** PAM of 4 bytes a pixel, as egl_screenshot.c writes it. */
static bool
read_pam(const char *path, struct picture *p)
{
   FILE *f = fopen(path, "rb");
   bool ok = f &&
             fscanf(f, "P7 # %79[^\n] WIDTH %u HEIGHT %u DEPTH 4 MAXVAL 255 TUPLTYPE RGB_ALPHA ENDHDR",
                    p->whose, &p->w, &p->h) == 3 &&
             p->w && p->h && p->w <= 65535 && p->h <= 65535 && fgetc(f) == '\n';
   p->rgba = ok ? malloc((size_t)p->w * p->h * 4) : NULL;
   ok = p->rgba && fread(p->rgba, (size_t)p->w * 4, p->h, f) == p->h;
   if (f)
      fclose(f);
   return ok;
}

static bool
write_png(const char *path, const struct picture *p)
{
   png_image image = {.version = PNG_IMAGE_VERSION, .width = p->w, .height = p->h, .format = PNG_FORMAT_RGB};
   /* alpha means nothing to who looks at a window */
   uint8_t *rgb = malloc((size_t)p->w * p->h * 3);
   if (!rgb)
      return false;
   for (size_t i = 0; i < (size_t)p->w * p->h; i++)
      memcpy(rgb + i * 3, p->rgba + i * 4, 3);
   const bool ok = png_image_write_to_file(&image, path, 0, rgb, 0, NULL);
   free(rgb);
   return ok;
}

/** Path of the newest picture in the folder, or that of a display, which is then the only one; the number of pictures. */
static unsigned
newest(const char *dir, char *path, size_t path_B)
{
   unsigned n = 0;
   struct timespec best = {0};
   DIR *d = opendir(dir);
   for (const struct dirent *e; d && (e = readdir(d));) {
      const char *end = strrchr(e->d_name, '.');
      char at[PATH_MAX];
      struct stat st;
      snprintf(at, sizeof at, "%s/%s", dir, e->d_name);
      if (!strcmp(e->d_name, RUN_PICTURE_DISPLAY)) {
         snprintf(path, path_B, "%s", at);
         n = 1;
         break;
      }
      if (!end || strcmp(end, ".pam") || stat(at, &st))
         continue;
      /* the time of its last name: pictures change names when they are whole */
      if (!n++ || st.st_ctim.tv_sec > best.tv_sec ||
          (st.st_ctim.tv_sec == best.tv_sec && st.st_ctim.tv_nsec > best.tv_nsec)) {
         best = st.st_ctim;
         snprintf(path, path_B, "%s", at);
      }
   }
   if (d)
      closedir(d);
   return n;
}

bool
run_picture_save(const char *dir, const char *png)
{
   char path[PATH_MAX];
   struct picture p = {0};
   const unsigned n = newest(dir, path, sizeof path);
   const bool read = n && read_pam(path, &p), ok = read && write_png(png, &p);
   if (!read)
      fprintf(stderr, "teragl-run: no screenshot: the program showed no picture\n");
   else if (!ok)
      fprintf(stderr, "teragl-run: no screenshot: %s can't be written\n", png);
   else if (n > 1)
      fprintf(stderr, "teragl-run: %u processes showed pictures; %s is the last one, of %s\n", n, png,
              p.whose);
   free(p.rgba);
   return ok;
}
