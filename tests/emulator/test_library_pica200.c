/* SPDX-License-Identifier: MIT
 *
 * PICA200 behind its public header alone: a frame as a 3DS program makes one. Fill by the GPU queue, a list with a shader and immediate
 * vertices, a display transfer, pixels.
 */
#include <teragl/pica200.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

enum { W = 64, H = 32, LIST = 0x20000000, LINEAR = 0x20100000, COLOR = 0x18000000, DEPTH = 0x18100000 };

struct list {
   uint32_t *words, size_dw;
};

static void
put(struct list *l, unsigned reg, uint32_t value)
{
   l->words[l->size_dw++] = value;
   l->words[l->size_dw++] = 0xf0000 | reg;
}

static uint32_t
float24(float f)
{
   uint32_t b;
   memcpy(&b, &f, 4);
   return f == 0 ? 0 : b >> 31 << 23 | ((b >> 23 & 255) - 127 + 63) << 16 | (b >> 7 & 0xffff);
}

static void
put_vector(struct list *l, float x, float y, float z, float w)
{
   uint32_t fx = float24(x), fy = float24(y), fz = float24(z), fw = float24(w);
   put(l, 0x233, fw << 8 | fz >> 16);
   put(l, 0x234, fz << 16 | fy >> 8);
   put(l, 0x235, fy << 24 | fx);
}

static void
put_state(struct list *l)
{
   static const struct {
      uint16_t reg;
      uint32_t value;
   } state[] = {
  /* target and tests */
      {0x11c, DEPTH / 8                  },
      {0x11d, COLOR / 8                  },
      {0x11e, 1 << 24 | (H - 1) << 12 | W},
      {0x06e, 1 << 24 | (H - 1) << 12 | W},
      {0x116, 3                          },
      {0x117, 2                          },
      {0x112, 15                         },
      {0x113, 15                         },
      {0x114, 3                          },
      {0x115, 3                          },
      {0x107, 0x1f41                     }, /* less */
      {0x100, 0x00e40100                 },
      {0x101, 0x01010000                 },
      {0x06d, 1                          },
 /* TexEnv: the vertex' colour */
      {0x0c8, 0x000f000f                 },
      {0x0d0, 0x000f000f                 },
      {0x0d8, 0x000f000f                 },
      {0x0f0, 0x000f000f                 },
      {0x0f8, 0x000f000f                 },
      {0x1c6, 1                          },
 /* the shader: mov o0, v0; mov o1, v1; end */
      {0x2cb, 0                          },
      {0x2cc, 0x4c000000                 },
      {0x2cc, 0x4c201000                 },
      {0x2cc, 0x88000000                 },
      {0x2bf, 1                          },
      {0x2d5, 0                          },
      {0x2d6, 0x0000036f                 },
      {0x2ba, 0x7fff0000                 },
      {0x2bd, 3                          },
      {0x24a, 1                          },
      {0x251, 1                          },
      {0x04f, 2                          },
      {0x050, 0x03020100                 },
      {0x051, 0x0b0a0908                 },
      {0x242, 1                          },
      {0x2b9, 0xa0000001                 },
      {0x2bb, 0x00000010                 },
      {0x2bc, 0                          },
 /* triangles by immediate vertices */
      {0x25e, 1                          },
      {0x25f, 1                          },
      {0x253, 1                          },
      {0x245, 0                          },
      {0x232, 15                         },
   };
   put(l, 0x041, float24(W / 2.0f));
   put(l, 0x043, float24(H / 2.0f));
   put(l, 0x04d, float24(-1));
   for (unsigned i = 0; i < sizeof state / sizeof state[0]; i++)
      put(l, state[i].reg, state[i].value);
}

/* The lower left half of the target, green, in front of what was filled; then a triangle behind it. */
static uint32_t
make_list(struct teragl_pica *gpu)
{
   struct list l = {.words = teragl_pica_memory(gpu, LIST, 65536)};
   assert_non_null(l.words);
   put_state(&l);
   for (unsigned behind = 0; behind < 2; behind++)
      for (unsigned i = 0; i < 3; i++) {
         put_vector(&l, i == 1 ? 1.0f : -1.0f, i == 2 ? 1.0f : -1.0f, behind ? -0.75f : -0.25f, 1);
         put_vector(&l, (float)behind, (float)!behind, 0, 1);
      }
   put(&l, 0x245, 1);
   put(&l, 0x253, 0);
   put(&l, 0x111, 1);
   put(&l, 0x010, 0x12345678);
   if (l.size_dw % 4)
      put(&l, 0x010, 0x12345678);
   return l.size_dw * 4;
}

static void
frame(void **state)
{
   (void)state;
   char why[240];
   struct teragl_pica_error error;
   struct teragl_pica *gpu = teragl_pica_create(4 << 20, why, sizeof why);
   assert_non_null(gpu);
   /* virtual addresses of VRAM and of the linear heap */
   const uint32_t fill[8] = {2,
                             0x1f000000,
                             0x336699ff,
                             0x1f000000 + 4 * W * H,
                             0x1f100000,
                             0x00ffffff,
                             0x1f100000 + 4 * W * H,
                             0x02010201};
   assert_true(teragl_pica_command(gpu, fill, &error));
   const uint32_t run[8] = {1, 0x14000000, make_list(gpu)};
   assert_true(teragl_pica_command(gpu, run, &error));
   const uint32_t transfer[8] = {3, 0x1f000000, 0x14100000, H << 16 | W, H << 16 | W, 0x1000};
   assert_true(teragl_pica_command(gpu, transfer, &error));
   const uint8_t *rgb = teragl_pica_memory(gpu, LINEAR, 3 * W * H);
   static uint32_t pixels[W * H];
   assert_true(teragl_pica_pixels(gpu, COLOR, TERAGL_PICA_RGBA8, true, W, H, pixels, &error));
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         /* below the diagonal from upper left to lower right, whose pixels are outside */
         bool in = (x + 0.5) / W + (H - 1 - y + 0.5) / H < 1;
         assert_int_equal(pixels[y * W + x], in ? 0xff00ff00 : 0xff996633);
         const uint8_t *p = rgb + 3 * (y * W + x);
         assert_int_equal(p[0] | p[1] << 8 | p[2] << 16, in ? 0x00ff00 : 0x336699);
      }
   char stats[200];
   teragl_pica_stats(gpu, stats, sizeof stats);
   assert_non_null(strstr(stats, "6 vertices, 2 triangles"));
   teragl_pica_destroy(gpu);
   teragl_pica_destroy(NULL);
}

static void
refusals(void **state)
{
   (void)state;
   char why[240];
   struct teragl_pica_error error;
   assert_null(teragl_pica_create(0xffffffff, why, sizeof why));
   struct teragl_pica *gpu = teragl_pica_create(1 << 20, why, sizeof why);
   assert_non_null(gpu);
   assert_null(teragl_pica_memory(gpu, 0x20000000, (1 << 20) + 1));
   assert_null(teragl_pica_memory(gpu, 0, 1));
   assert_false(teragl_pica_submit(gpu, 0x30000000, 64, &error));
   assert_true(error.reason[0]);
   assert_int_equal(error.reg, UINT32_MAX);
   /* a fill that ends where VRAM ends, which is no address of VRAM's */
   const uint32_t to_the_end[8] = {2, 0x1f5ffff0, 0x01020304, 0x1f600000, 0, 0, 0, 0x201};
   assert_true(teragl_pica_command(gpu, to_the_end, &error));
   assert_int_equal(*(uint32_t *)teragl_pica_memory(gpu, 0x185ffffc, 4), 0x01020304);
   const uint32_t unknown[8] = {9};
   assert_false(teragl_pica_command(gpu, unknown, &error));
   assert_false(teragl_pica_command(gpu, unknown, NULL));
   assert_false(teragl_pica_write(gpu, 0x10500000, 1, &error));
   uint32_t pixel;
   assert_false(teragl_pica_pixels(gpu, 0x18000000, TERAGL_PICA_RGBA8, true, 1, 1, &pixel, &error));
   assert_false(teragl_pica_pixels(gpu, 0, TERAGL_PICA_RGBA8, false, 1, 1, &pixel, &error));
   assert_false(teragl_pica_pixels(gpu, 0x18000000, (enum teragl_pica_format)5, false, 1, 1, &pixel, &error));
   /* linear pixels of three bytes, blue first, as many in a row as no group of them has; the next one of \p row stays */
   uint8_t *bytes = teragl_pica_memory(gpu, 0x20000000, 3 * 7 * 2);
   uint32_t row[15];
   for (unsigned i = 0; i < 3 * 7 * 2; i++)
      bytes[i] = (uint8_t)(i + 1);
   row[14] = 0x12345678;
   assert_true(teragl_pica_pixels(gpu, 0x20000000, TERAGL_PICA_RGB8, false, 7, 2, row, &error));
   for (unsigned i = 0; i < 14; i++)
      assert_int_equal(row[i], 0xff000000 | (3 * i + 1) << 16 | (3 * i + 2) << 8 | (3 * i + 3));
   assert_int_equal(row[14], 0x12345678);
   /* a bad register in a list: where, and which */
   struct list l = {.words = teragl_pica_memory(gpu, LIST, 65536)};
   put_state(&l);
   put(&l, 0x11d, 0);
   for (unsigned i = 0; i < 3; i++) {
      put_vector(&l, i == 1, i == 2, 0, 1);
      put_vector(&l, 0, 0, 0, 0);
   }
   l.size_dw = (l.size_dw + 3) / 4 * 4;
   assert_false(teragl_pica_submit(gpu, LIST, l.size_dw * 4, &error));
   assert_int_equal(error.reg, 0x11d);
   assert_true(error.address == LIST + error.offset && error.offset > 0);
   assert_non_null(strstr(error.reason, "not in memory"));
   teragl_pica_destroy(gpu);
}

static void
parameters(void **state)
{
   (void)state;
   char why[240];
   struct teragl_pica *gpu = teragl_pica_create(1 << 20, why, sizeof why);
   assert_non_null(gpu);
   unsigned n = 0, value, largest;
   const char *name, *reason;
   for (; (name = teragl_pica_parameter(gpu, n, &value, &largest, &reason)); n++) {
      assert_true(value <= largest && reason[0]);
      assert_true(teragl_pica_set_parameter(gpu, name, largest));
      assert_false(teragl_pica_set_parameter(gpu, name, largest + 1));
      teragl_pica_parameter(gpu, n, &value, NULL, NULL);
      assert_int_equal(value, largest);
   }
   assert_true(n > 10);
   assert_false(teragl_pica_set_parameter(gpu, "no such", 0));
   teragl_pica_destroy(gpu);
}

/* With an argument only the frame is drawn: tests/unit/tools/pica_capture.py records that. */
int
main(int argc, char **argv)
{
   (void)argv;
   const struct CMUnitTest tests[] = {cmocka_unit_test(frame), cmocka_unit_test(refusals),
                                      cmocka_unit_test(parameters)};
   const struct CMUnitTest one[] = {cmocka_unit_test(frame)};
   return argc > 1 ? cmocka_run_group_tests(one, NULL, NULL) : cmocka_run_group_tests(tests, NULL, NULL);
}
