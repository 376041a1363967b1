/* SPDX-License-Identifier: MIT
 *
 * 32-bit float depth with stencil on the emulated GPU: cleared, drawn, tested, sampled, written and read by the CPU,
 * and copied, both together and one alone; depth of every format out of surfaces with samples.
 */
#include "ts_lookup.h"

#include "format/format.h"

enum { W = 24, H = 20 };

struct pixel {
   float depth;
   uint32_t stencil;
};
_Static_assert(sizeof(struct pixel) == 8, "as the format has it");

static void
set_depth(struct rig *r, struct pipe_resource *t, unsigned layer)
{
   struct pipe_framebuffer_state fb = {.width = W, .height = H, .nr_cbufs = 1};
   fb.cbufs[0] = (struct pipe_surface){r->s.color, r->s.color->format, 0, 0};
   fb.zsbuf = (struct pipe_surface){t, t->format, 0, (uint16_t)layer};
   r->c->set_framebuffer_state(r->c, &fb);
}

static void
expect_pixel(struct rig *r, struct pipe_resource *t, unsigned layer, int x, int y, float depth,
             unsigned stencil)
{
   struct pixel p;
   lookup_read(r, t, 0, layer, x, y, &p, sizeof p);
   if (p.depth != depth || (p.stencil & 255) != stencil)
      fail_msg("%s: layer %u, (%d, %d): %g and %u, not %g and %u", r->chip, layer, x, y, (double)p.depth,
               p.stencil & 255, (double)depth, stencil);
}

static struct pipe_resource *
make(struct rig *r, unsigned target, unsigned layers)
{
   return lookup_texture(r, target, PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, W, H, layers, 1,
                         PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_DEPTH_STENCIL);
}

static void
clear(struct rig *r, unsigned buffers, double depth, unsigned stencil)
{
   const struct pipe_clear_info ci = {
      .buffers = buffers, .depth = depth, .stencil = (uint8_t)stencil, .stencil_writemask = 0xff};
   r->c->clear(r->c, &ci);
}

/** The CPU's pixels are tested against, and those that pass are seen by the CPU; layer by layer. */
static void
test_tested(void **state)
{
   FOR_EACH_CHIP(r, W, H)
   {
      assert_true(r.screen->is_format_supported(r.screen, PIPE_FORMAT_Z32_FLOAT_S8X24_UINT,
                                                PIPE_TEXTURE_2D_ARRAY, 0,
                                                PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_DEPTH_STENCIL));
      struct pipe_resource *t = make(&r, PIPE_TEXTURE_2D_ARRAY, 2);
      const struct pipe_box left = {0, 0, 1, W / 2, H, 1};
      struct pipe_transfer *tr;
      set_depth(&r, t, 1);
      clear(&r, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, 0.1, 7);
      set_depth(&r, t, 0);
      clear(&r, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, 0.3f, 0x5a);
      expect_pixel(&r, t, 0, 3, 3, 0.3f, 0x5a);
      uint8_t *rows = r.c->texture_map(r.c, t, 0, PIPE_MAP_READ | PIPE_MAP_WRITE, &left, &tr);
      for (int y = 0; y < H; y++)
         for (int x = 0; x < W / 2; x++) {
            const struct pixel p = {x < W / 4 ? 0.7f : 0.1f, (uint32_t)(y < H / 2 ? 3 : 9)};
            memcpy(rows + (size_t)y * tr->stride_B + (size_t)x * 8, &p, 8);
         }
      r.c->texture_unmap(r.c, tr);
      expect_pixel(&r, t, 1, 2, 2, 0.7f, 3);
      expect_pixel(&r, t, 1, W - 1, 2, (float)0.1, 7);
      struct pipe_depth_stencil_alpha_state d = {
         .depth_enabled = true, .depth_writemask = true, .depth_func = PIPE_FUNC_LESS};
      d.stencil[0] =
         (struct pipe_stencil_state){true, PIPE_FUNC_EQUAL, 0, PIPE_STENCIL_OP_INCR, 0, 0xff, 0xff};
      void *dsa = r.c->create_dsa_state(r.c, &d);
      const struct pipe_stencil_ref ref = {
         {3, 3}
      };
      set_depth(&r, t, 1);
      r.c->bind_dsa_state(r.c, dsa);
      r.c->set_stencil_ref(r.c, &ref);
      rect(&r, -1, -1, 1, 1, 0.0f, red); /* depth 0.5: less than 0.7 alone, where stencil is 3 */
      expect_pixel(&r, t, 1, 2, 2, 0.5f, 4);
      expect_pixel(&r, t, 1, 2, H - 2, 0.7f, 9);
      expect_pixel(&r, t, 1, W / 2 - 1, 2, 0.1f, 3);
      expect_pixel(&r, t, 0, 2, 2, 0.3f, 0x5a);
      r.c->bind_dsa_state(r.c, r.s.dsa);
      r.c->delete_dsa_state(r.c, dsa);
      r.c->set_framebuffer_state(r.c, &r.s.fb);
      pipe_resource_unref(t);
   }
}

/** Sampled, and copied as a whole, depth alone, and stencil alone. */
static void
test_copied(void **state)
{
   FOR_EACH_CHIP(r, W, H)
   {
      static const struct pipe_sampler_state s = {.min_mip_filter = PIPE_TEX_MIPFILTER_NEAREST};
      struct pipe_resource *t = make(&r, PIPE_TEXTURE_2D, 1), *to = make(&r, PIPE_TEXTURE_2D, 1);
      set_depth(&r, t, 0);
      clear(&r, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, 0.6f, 0x81);
      set_depth(&r, to, 0);
      clear(&r, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, 0.2f, 1);
      r.c->set_framebuffer_state(r.c, &r.s.fb);
      void *fs = lookup_fs(&r, (struct ir_tex){.op = IR_TEX_SAMPLE, .target = IR_TEX_2D}, SHOW_FLOATS);
      struct lookup_bound b = lookup_bind(&r, t, t->format, &s);
      r.c->bind_fs_state(r.c, fs);
      const float at[4] = {0.5f, 0.5f, 0, 0};
      rect(&r, -1, -1, 1, 1, 0, at);
      assert_int_equal(scene_pixel(&r.s, r.s.color, 8, 8) & 255, 153);
      lookup_unbind(&r, b);
      struct pipe_blit_info bi = {
         .dst = {to, to->format, 0, {0, 0, 0, W / 2, H, 1}},
         .src = {t,  t->format,  0, {0, 0, 0, W / 2, H, 1}},
         .mask = PIPE_BLIT_DEPTH
      };
      r.c->blit(r.c, &bi);
      expect_pixel(&r, to, 0, 2, 2, 0.6f, 1);
      expect_pixel(&r, to, 0, W - 2, 2, 0.2f, 1);
      bi.mask = PIPE_BLIT_STENCIL;
      bi.dst.box.x = bi.src.box.x = W / 2;
      r.c->blit(r.c, &bi);
      expect_pixel(&r, to, 0, 2, 2, 0.6f, 1);
      expect_pixel(&r, to, 0, W - 2, 2, 0.2f, 0x81);
      const struct pipe_box box = {0, 0, 0, W, H / 2, 1};
      r.c->resource_copy_region(r.c, to, 0, 0, 0, 0, t, 0, &box);
      expect_pixel(&r, to, 0, W - 2, 2, 0.6f, 0x81);
      expect_pixel(&r, to, 0, 2, H - 2, 0.6f, 1);
      r.c->bind_fs_state(r.c, r.s.fs);
      r.c->delete_fs_state(r.c, fs);
      pipe_resource_unref(t);
      pipe_resource_unref(to);
   }
}

/** Depth and stencil of surfaces with samples, of every format, where samplers know how they lie. */
static void
test_samples(void **state)
{
   static const uint16_t formats[] = {PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT,
                                      PIPE_FORMAT_Z32_FLOAT, PIPE_FORMAT_Z32_FLOAT_S8X24_UINT};
   FOR_EACH_CHIP(r, W, H)
   {
      if (!strcmp(r.chip, "rv610") || !strcmp(r.chip, "rv770"))
         continue;
      for (unsigned i = 0; i < 2 * ARRAY_SIZE(formats); i++) {
         const unsigned format = formats[i / 2], samples = i & 1 ? 8 : 4;
         struct pipe_resource templ = {.target = PIPE_TEXTURE_2D,
                                       .format = (uint16_t)format,
                                       .width0 = W,
                                       .height0 = H,
                                       .depth0 = 1,
                                       .array_size = 1,
                                       .nr_samples = (uint8_t)samples,
                                       .bind = PIPE_BIND_DEPTH_STENCIL};
         struct pipe_resource *from = r.screen->resource_create(r.screen, &templ);
         assert_non_null(from);
         templ.nr_samples = 0;
         struct pipe_resource *to = r.screen->resource_create(r.screen, &templ);
         struct pipe_framebuffer_state fb = {.width = W, .height = H, .samples = (uint8_t)samples};
         fb.zsbuf = (struct pipe_surface){from, from->format, 0, 0};
         r.c->set_framebuffer_state(r.c, &fb);
         clear(&r, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, 0.25, 0x42);
         struct pipe_clear_info ci = {.buffers = PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL,
                                      .depth = 0.75,
                                      .stencil = 0x17,
                                      .stencil_writemask = 0xff};
         ci.scissor_enable = true;
         ci.scissor = (struct pipe_scissor_state){W / 2, 0, W, H};
         r.c->clear(r.c, &ci);
         fb.samples = 0;
         fb.zsbuf.texture = to;
         r.c->set_framebuffer_state(r.c, &fb);
         clear(&r, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, 0.5, 0);
         r.c->set_framebuffer_state(r.c, &r.s.fb);
         const struct pipe_blit_info bi = {
            .dst = {to,   to->format,   0, {1, 0, 0, W - 1, H, 1}},
            .src = {from, from->format, 0, {1, 0, 0, W - 1, H, 1}},
            .mask = PIPE_BLIT_DEPTH | PIPE_BLIT_STENCIL
         };
         r.c->blit(r.c, &bi);
         static const struct {
            int x;
            float depth;
            unsigned stencil;
         } at[] = {
            {0,     0.5f,  0   },
            {3,     0.25f, 0x42},
            {W - 2, 0.75f, 0x17},
         };
         for (unsigned k = 0; k < ARRAY_SIZE(at); k++) {
            uint8_t px[8] = {0};
            float depth;
            lookup_read(&r, to, 0, 0, at[k].x, 5, px, u_format_block_B((enum pipe_format)format));
            memcpy(&depth, px, 4);
            unsigned stencil = at[k].stencil;
            if (format == PIPE_FORMAT_Z16_UNORM)
               depth = (float)(px[0] | px[1] << 8) / 65535.0f;
            else if (format == PIPE_FORMAT_Z24_UNORM_S8_UINT) {
               depth = (float)(px[0] | px[1] << 8 | px[2] << 16) / 16777215.0f;
               stencil = px[3];
            } else if (format == PIPE_FORMAT_Z32_FLOAT_S8X24_UINT)
               stencil = px[4];
            if (depth < at[k].depth - 1e-4f || depth > at[k].depth + 1e-4f || stencil != at[k].stencil)
               fail_msg("%s: format %u, %u samples, x %d: %g and %u", r.chip, format, samples, at[k].x,
                        (double)depth, stencil);
         }
         pipe_resource_unref(from);
         pipe_resource_unref(to);
      }
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tested),
      cmocka_unit_test(test_copied),
      cmocka_unit_test(test_samples),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
