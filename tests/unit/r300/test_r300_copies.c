/* SPDX-License-Identifier: MIT
 *
 * What moves between resources, on the emulated GPU behind its kernel's rules: maps, copies, buffers, blits.
 */
#include "r300_pictures.h"

/* ---- maps and copies ---- */

/** A box of every format moves: within a level, to another level, to another face. */
static void
check_copy(struct fix *f, enum pipe_format format)
{
   const struct u_format_desc *d = u_format_desc(format);
   const struct pipe_box from = {4, 8, 1, 20, 12, 1}, to = {8, 4, 5, 20, 12, 1};
   const size_t row_B = DIV_ROUND_UP(20u, d->block_w) * d->block_B, rows = DIV_ROUND_UP(12u, d->block_h);
   uint8_t *a = calloc(rows, row_B), *b = calloc(rows, row_B);
   struct pipe_resource *src = texture(f, PIPE_TEXTURE_CUBE, format, 64, 64, 0, PIPE_BIND_SAMPLER_VIEW);
   struct pipe_resource *dst = texture(f, PIPE_TEXTURE_CUBE, format, 128, 128, 1, PIPE_BIND_SAMPLER_VIEW);
   write_box(f, src, 0, from, 11);
   write_box(f, dst, 1, (struct pipe_box){0, 0, 5, 64, 64, 1}, 99);
   f->c->resource_copy_region(f->c, dst, 1, 8, 4, 5, src, 0, &from);
   struct pipe_transfer *t;
   const struct pipe_box *boxes[2] = {&from, &to};
   for (unsigned i = 0; i < 2; i++) {
      const uint8_t *p = f->c->texture_map(f->c, i ? dst : src, i, PIPE_MAP_READ, boxes[i], &t);
      assert_non_null(p);
      for (size_t y = 0; y < rows; y++)
         memcpy((i ? b : a) + y * row_B, p + y * t->stride_B, row_B);
      f->c->texture_unmap(f->c, t);
   }
   if (memcmp(a, b, rows * row_B))
      fail_msg("%s: a copy of %s differs", f->chip, d->name);
   assert_int_equal(a[0], 11);
   uint8_t around[16];
   read_box(f, dst, 1, (struct pipe_box){0, 0, 5, d->block_w, 1, 1}, around, d->block_B);
   assert_int_equal(around[0], 99);
   pipe_resource_unref(src);
   pipe_resource_unref(dst);
   free(a);
   free(b);
}

static void
test_copies(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++)
         if (f.screen->is_format_supported(f.screen, (enum pipe_format)i, PIPE_TEXTURE_2D, 1,
                                           PIPE_BIND_SAMPLER_VIEW))
            check_copy(&f, (enum pipe_format)i);
      close_chip(&f);
   }
}

static void
test_buffers(void **state)
{
   struct fix f = open_chip("rv530");
   const struct pipe_resource t = {.target = PIPE_BUFFER,
                                   .format = PIPE_FORMAT_R8_UNORM,
                                   .width0 = 1000,
                                   .height0 = 1,
                                   .depth0 = 1,
                                   .array_size = 1,
                                   .bind = PIPE_BIND_VERTEX_BUFFER};
   struct pipe_resource *a = f.screen->resource_create(f.screen, &t),
                        *b = f.screen->resource_create(f.screen, &t);
   uint8_t *p = f.c->buffer_map(f.c, a, 0, 1000, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE);
   for (unsigned i = 0; i < 1000; i++)
      p[i] = (uint8_t)i;
   f.c->buffer_unmap(f.c, a);
   const struct pipe_box box = {100, 0, 0, 200, 1, 1};
   f.c->resource_copy_region(f.c, b, 0, 3, 0, 0, a, 0, &box);
   p = f.c->buffer_map(f.c, b, 3, 200, PIPE_MAP_READ);
   for (unsigned i = 0; i < 200; i++)
      assert_int_equal(p[i], (uint8_t)(100 + i));
   f.c->buffer_unmap(f.c, b);
   pipe_resource_unref(a);
   pipe_resource_unref(b);
   close_chip(&f);
}

/* ---- blits ---- */

/** Four texels, 1.0 and 0.2 of the first component: twice as large and mirrored, and their mean. */
static void
test_blits(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      static const uint32_t texels[4] = {0xff0000ff, 0x00ff00ff, 0xff330033, 0x00cc33cc};
      struct pipe_resource *src = texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 2, 2, 1,
                                          PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
      struct pipe_resource *dst = texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_B8G8R8A8_UNORM, 16, 16, 0,
                                          PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
      struct pipe_transfer *t;
      const struct pipe_box all = {0, 0, 0, 2, 2, 1};
      uint8_t *p = f.c->texture_map(f.c, src, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE, &all, &t);
      memcpy(p, texels, 8);
      memcpy(p + t->stride_B, texels + 2, 8);
      f.c->texture_unmap(f.c, t);
      blit_2d(&f, dst, 0, (struct pipe_box){4, 6, 0, 4, 4, 1}, src, 0, (struct pipe_box){2, 0, 0, -2, 2, 1},
              false);
      for (int y = 0; y < 4; y++)
         for (int x = 0; x < 4; x++) {
            const uint32_t v = texels[y / 2 * 2 + 1 - x / 2];
            const uint32_t bgra = (v & 0xff00ff00) | (v & 0xff) << 16 | (v >> 16 & 0xff);
            if (read_dword(&f, dst, 4 + x, 6 + y) != bgra)
               fail_msg("%s: pixel %d, %d is %08x, not %08x", chips[k], x, y,
                        read_dword(&f, dst, 4 + x, 6 + y), bgra);
         }
      blit_2d(&f, src, 1, (struct pipe_box){0, 0, 0, 1, 1, 1}, src, 0, all, true);
      uint32_t mean;
      read_box(&f, src, 1, (struct pipe_box){0, 0, 0, 1, 1, 1}, &mean, 4);
      for (unsigned c = 0; c < 32; c += 8) {
         unsigned sum = 0;
         for (unsigned i = 0; i < 4; i++)
            sum += texels[i] >> c & 0xff;
         assert_true(abs((int)(mean >> c & 0xff) - (int)(sum / 4)) <= 1); /* 127.5 rounds either way */
      }
      pipe_resource_unref(src);
      pipe_resource_unref(dst);
      close_chip(&f);
   }
}

/** L8, A8 and L8A8 are written as red and green. */
static void
test_blits_to_twins(void **state)
{
   static const struct {
      uint16_t format;
      uint32_t want;
   } cases[] = {
      {PIPE_FORMAT_L8_UNORM,   0x33  },
      {PIPE_FORMAT_A8_UNORM,   0x99  },
      {PIPE_FORMAT_L8A8_UNORM, 0x9933},
   };
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct pipe_resource *src =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 8, 8, 0, PIPE_BIND_RENDER_TARGET);
      bind_target(&f, src, NULL);
      clear_color(&f, 0.2f, 1, 1, 0.6f);
      for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
         struct pipe_resource *dst =
            texture(&f, PIPE_TEXTURE_2D, cases[i].format, 8, 8, 0, PIPE_BIND_SAMPLER_VIEW);
         const struct pipe_box all = {0, 0, 0, 8, 8, 1};
         blit_2d(&f, dst, 0, all, src, 0, all, false);
         assert_int_equal(read_dword(&f, dst, 7, 7), cases[i].want);
         pipe_resource_unref(dst);
      }
      pipe_resource_unref(src);
      close_chip(&f);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_buffers),
      cmocka_unit_test(test_blits),
      cmocka_unit_test(test_blits_to_twins),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
