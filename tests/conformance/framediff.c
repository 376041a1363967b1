/* SPDX-License-Identifier: MIT
 *
 * Compares two pictures as framedump.c writes them (PAM, RGBA of 8 bits; alpha is left out, it can't be
 * seen).
 *
 * usage: framediff A.pam B.pam [THRESHOLD [OUT]]
 * Prints "pixels WIDTHxHEIGHT over N worst D rmse R": N pixels have a channel that differs by more than
 * THRESHOLD (of 255, default 3), D is the largest difference of any channel, R the root of the mean square
 * difference of all channels, in 1/255. With OUT also writes OUT-a.png, OUT-b.png and OUT-diff.png (the
 * difference, times 8). With OUT and A = B there is just the picture. Status: 0 if both could be read and
 * have one size, else 2.
 */
#include <math.h>
#include <png.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct picture {
   unsigned w, h;
   uint8_t *rgba;
};

static bool
read_pam(const char *path, struct picture *p)
{
   FILE *f = fopen(path, "rb");
   memset(p, 0, sizeof *p);
   bool ok =
      f &&
      fscanf(f, "P7 WIDTH %u HEIGHT %u DEPTH 4 MAXVAL 255 TUPLTYPE RGB_ALPHA ENDHDR", &p->w, &p->h) == 2 &&
      fgetc(f) == '\n' && p->w && p->h && p->w <= 16384 && p->h <= 16384;
   if (ok) {
      p->rgba = malloc((size_t)p->w * p->h * 4);
      ok = p->rgba && fread(p->rgba, (size_t)p->w * 4, p->h, f) == p->h;
   }
   if (!ok)
      fprintf(stderr, "framediff: %s: not a whole PAM picture of RGBA bytes\n", path);
   if (f)
      fclose(f);
   return ok;
}

static bool
write_png(const char *prefix, const char *suffix, unsigned w, unsigned h, const uint8_t *rgba)
{
   char path[4096];
   snprintf(path, sizeof path, "%s%s", prefix, suffix);
   png_image image = {.version = PNG_IMAGE_VERSION, .width = w, .height = h, .format = PNG_FORMAT_RGB};
   uint8_t *rgb = malloc((size_t)w * h * 3);
   bool ok = rgb != NULL;
   for (size_t i = 0; ok && i < (size_t)w * h; i++)
      memcpy(rgb + i * 3, rgba + i * 4, 3);
   ok = ok && png_image_write_to_file(&image, path, 0, rgb, 0, NULL);
   if (!ok)
      fprintf(stderr, "framediff: %s can't be written: %s\n", path, image.message);
   free(rgb);
   return ok;
}

int
main(int argc, char **argv)
{
   if (argc < 3 || argc > 5) {
      fputs("usage: framediff A.pam B.pam [THRESHOLD [OUT]]\n", stderr);
      return 2;
   }
   int threshold = argc > 3 ? atoi(argv[3]) : 3;
   const char *out = argc > 4 ? argv[4] : NULL;
   struct picture a = {0}, b = {0};
   uint8_t *diff = NULL;
   int status = 2;
   if (!read_pam(argv[1], &a) || !read_pam(argv[2], &b))
      goto end;
   if (a.w != b.w || a.h != b.h) {
      fprintf(stderr, "framediff: %ux%u and %ux%u pixels\n", a.w, a.h, b.w, b.h);
      goto end;
   }
   size_t n = (size_t)a.w * a.h, over = 0;
   int worst = 0;
   double squares = 0;
   diff = calloc(n, 4);
   if (!diff)
      goto end;
   for (size_t i = 0; i < n; i++) {
      bool beyond = false;
      for (unsigned c = 0; c < 3; c++) {
         int d = abs(a.rgba[i * 4 + c] - b.rgba[i * 4 + c]);
         beyond |= d > threshold;
         worst = d > worst ? d : worst;
         squares += (double)d * d;
         diff[i * 4 + c] = (uint8_t)(d * 8 > 255 ? 255 : d * 8);
      }
      over += beyond;
   }
   printf("pixels %ux%u over %zu worst %d rmse %.4f\n", a.w, a.h, over, worst,
          sqrt(squares / ((double)n * 3)));
   status = 0;
   if (out) {
      bool same = !strcmp(argv[1], argv[2]);
      if (!write_png(out, same ? ".png" : "-a.png", a.w, a.h, a.rgba) ||
          (!same &&
           (!write_png(out, "-b.png", b.w, b.h, b.rgba) || !write_png(out, "-diff.png", b.w, b.h, diff))))
         status = 2;
   }
end:
   free(a.rgba);
   free(b.rgba);
   free(diff);
   return status;
}
