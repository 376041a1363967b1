/* SPDX-License-Identifier: MIT
 *
 * Pictures of programs as a file, and two such files compared.
 *
 * Components of pixels are the same within STEP of 255: what is interpolated, filtered and blended is rounded at several
 * places (ES 2.0.25 2.1.1 asks for about one in 10^5, and 4.1.6 and 4.2 do not say how results are rounded), and what
 * is drawn again and again over a target adds that up. STRAY pixels of a picture may be anything: an edge that meets a
 * pixel's centre by rounding (3.5.1), a texel that is picked at a border by rounding (3.7.7).
 */
enum { STEP = 12, STRAY = 8 };

static struct {
   uint8_t *data;
   size_t count, room;
} pictures;

static void
keep(const uint8_t *rgba, unsigned bytes)
{
   if (pictures.count + bytes > pictures.room) {
      pictures.room = (pictures.room + bytes) * 2;
      pictures.data = realloc(pictures.data, pictures.room);
      if (!pictures.data)
         abort();
   }
   memcpy(pictures.data + pictures.count, rgba, bytes);
   pictures.count += bytes;
}

/** What stands before the pictures of a program. */
struct head {
   uint32_t seed, bytes, errors;
};

static void
write_pictures(uint32_t seed)
{
   const struct head h = {seed, (uint32_t)pictures.count, world.errors};
   fwrite(&h, sizeof h, 1, stdout);
   fwrite(pictures.data, 1, pictures.count, stdout);
   fflush(stdout);
   pictures.count = 0;
}

static bool
differs(const uint8_t *a, const uint8_t *b)
{
   for (unsigned c = 0; c < 4; c++)
      if (abs(a[c] - b[c]) > STEP)
         return true;
   return false;
}

/** How many pixels of the worst picture are beyond STEP. Queries are pictures of one pixel, whose value is 0 or 1. */
static unsigned
worst(const uint8_t *a, const uint8_t *b, uint32_t bytes)
{
   unsigned most = 0, n = 0;
   for (uint32_t i = 0; i < bytes; i += 4) {
      if (i % sizeof picture == 0)
         n = 0;
      n += differs(a + i, b + i);
      most = n > most ? n : most;
   }
   return most;
}

static uint8_t *
read_pictures(FILE *f, struct head *h)
{
   if (!f || fread(h, sizeof *h, 1, f) != 1)
      return NULL;
   uint8_t *data = malloc(h->bytes + 1);
   if (!data || fread(data, 1, h->bytes, f) != h->bytes) {
      free(data);
      return NULL;
   }
   return data;
}

/** Prints "seed pixels errors" of each program that both files have: pixels beyond the bounds in its worst picture, at most
 * STRAY of which are no difference; errors of both. */
static int
compare_files(const char *name_a, const char *name_b)
{
   FILE *a = fopen(name_a, "rb"), *b = fopen(name_b, "rb");
   struct head x, y;
   uint8_t *p = read_pictures(a, &x), *q = read_pictures(b, &y);
   while (p && q) {
      const int64_t ahead = (int64_t)x.seed - y.seed;
      if (!ahead)
         printf("%u %u %u\n", x.seed, x.bytes != y.bytes ? ~0u : worst(p, q, x.bytes), x.errors + y.errors);
      if (ahead <= 0) {
         free(p);
         p = read_pictures(a, &x);
      }
      if (ahead >= 0) {
         free(q);
         q = read_pictures(b, &y);
      }
   }
   free(p);
   free(q);
   if (a)
      fclose(a);
   if (b)
      fclose(b);
   return 0;
}
