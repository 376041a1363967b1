/* SPDX-License-Identifier: MIT
 *
 * Pictures of programs as a file, and two such files compared.
 *
 * Components of pixels are the same within STEP of 255: what is interpolated, filtered and blended is rounded at several
 * places (ES 2.0.25 2.1.1 asks for about one in 10^5, and 4.1.6 and 4.2 do not say how results are rounded), and what
 * is drawn again and again over a target adds that up. STRAY pixels of a picture may be anything: an edge that meets a
 * pixel's centre by rounding (3.5.1), a texel that is picked at a border by rounding (3.7.7). Where vertices snap to sixteenths
 * of a pixel, as R300's to R500's do, edges go past more centres: there a pixel may be what one beside it is, in both pictures, and
 * twice as many may be anything.
 */
enum { STEP = 12, STRAY = 8, STRAY_SNAPS = 16 };

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

/** No pixel of \p b within \p reach of the one at \p at is what that of \p a is. */
static bool
is_strange(const uint8_t *a, const uint8_t *b, int64_t bytes, int64_t at, int reach)
{
   for (int y = -reach; y <= reach; y++)
      for (int x = -reach; x <= reach; x++) {
         const int64_t k = at + ((int64_t)y * SIDE + x) * 4;
         if (k >= 0 && k < bytes && !differs(a + at, b + k))
            return false;
      }
   return true;
}

/** How many pixels of the worst picture are beyond STEP. Queries are pictures of one pixel, whose value is 0 or 1. */
static unsigned
worst(const uint8_t *a, const uint8_t *b, uint32_t bytes, int reach)
{
   unsigned most = 0, n = 0;
   for (uint32_t i = 0; i < bytes; i += 4) {
      if (i % sizeof picture == 0)
         n = 0;
      n += is_strange(a, b, bytes, i, reach) || is_strange(b, a, bytes, i, reach);
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
 * STRAY of which are no difference; errors of both. \p reach: how far
 * edges may be apart, in pixels. */
static int
compare_files(const char *name_a, const char *name_b, int reach)
{
   FILE *a = fopen(name_a, "rb"), *b = fopen(name_b, "rb");
   struct head x, y;
   uint8_t *p = read_pictures(a, &x), *q = read_pictures(b, &y);
   while (p && q) {
      const int64_t ahead = (int64_t)x.seed - y.seed;
      if (!ahead)
         printf("%u %u %u\n", x.seed, x.bytes != y.bytes ? ~0u : worst(p, q, x.bytes, reach),
                x.errors + y.errors);
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
