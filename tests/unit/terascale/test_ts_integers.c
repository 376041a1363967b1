/* SPDX-License-Identifier: MIT
 *
 * Integer textures, targets and attributes on the emulated GPU: clears with their own numbers, exports of bits, masks,
 * lookups, fetches, copies and blits; and the other formats that OpenGL ES 3.0 adds, of textures and of attributes.
 */
#include "ts_lookup.h"

#include "format/format.h"

static const uint16_t formats[] = {
   PIPE_FORMAT_R8_UINT,          PIPE_FORMAT_R8G8_UINT,   PIPE_FORMAT_R8G8B8A8_UINT,
   PIPE_FORMAT_R8_SINT,          PIPE_FORMAT_R8G8_SINT,   PIPE_FORMAT_R8G8B8A8_SINT,
   PIPE_FORMAT_R16_UINT,         PIPE_FORMAT_R16G16_UINT, PIPE_FORMAT_R16G16B16A16_UINT,
   PIPE_FORMAT_R16_SINT,         PIPE_FORMAT_R16G16_SINT, PIPE_FORMAT_R16G16B16A16_SINT,
   PIPE_FORMAT_R32_UINT,         PIPE_FORMAT_R32G32_UINT, PIPE_FORMAT_R32G32B32A32_UINT,
   PIPE_FORMAT_R32_SINT,         PIPE_FORMAT_R32G32_SINT, PIPE_FORMAT_R32G32B32A32_SINT,
   PIPE_FORMAT_R10G10B10A2_UINT,
};

static bool
is_signed(unsigned format)
{
   return u_format_desc((enum pipe_format)format)->ch[0].type == U_SINT;
}

/** Component \p c of a texel. */
static int64_t
component(unsigned format, const uint8_t *texel, unsigned c)
{
   const struct u_format_desc *d = u_format_desc((enum pipe_format)format);
   if (c >= d->channels)
      return c == 3;
   uint64_t bits = 0;
   const unsigned at = d->ch[c].shift, n = d->ch[c].bits;
   for (unsigned i = 0; i < n; i++)
      bits |= (uint64_t)(texel[(at + i) / 8] >> ((at + i) % 8) & 1) << i;
   if (is_signed(format) && bits >> (n - 1))
      return (int64_t)bits - ((int64_t)1 << n);
   return (int64_t)bits;
}

static void
set_target(struct rig *r, struct pipe_resource *t)
{
   struct pipe_framebuffer_state fb = {.width = t->width0, .height = t->height0, .nr_cbufs = 1};
   fb.cbufs[0] = (struct pipe_surface){t, t->format, 0, 0};
   r->c->set_framebuffer_state(r->c, &fb);
}

static void
expect_texel(struct rig *r, struct pipe_resource *t, int x, int y, const int64_t want[4], const char *what)
{
   uint8_t texel[16];
   lookup_read(r, t, 0, 0, x, y, texel, u_format_block_B((enum pipe_format)t->format));
   for (unsigned c = 0; c < u_format_desc((enum pipe_format)t->format)->channels; c++) {
      const int64_t got = component(t->format, texel, c);
      if (got != want[c])
         fail_msg("%s: %s of format %u: component %u at (%d, %d) is %lld, not %lld", r->chip, what, t->format,
                  c, x, y, (long long)got, (long long)want[c]);
   }
}

static struct pipe_resource *
target(struct rig *r, unsigned format)
{
   const uint32_t bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW;
   assert_true(r->screen->is_format_supported(r->screen, (enum pipe_format)format, PIPE_TEXTURE_2D, 0, bind));
   return lookup_texture(r, PIPE_TEXTURE_2D, format, 16, 16, 1, 1, bind);
}

static const union pipe_color some =
                                 {
                                    .i = {3, 77, 99, 2}
},
                              negative = {.i = {-3, 100, -128, 1}};

static void
test_clears(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      for (unsigned i = 0; i < ARRAY_SIZE(formats); i++) {
         const union pipe_color *col = is_signed(formats[i]) ? &negative : &some;
         int64_t want[4], both[4];
         struct pipe_resource *t = target(&r, formats[i]);
         set_target(&r, t);
         struct pipe_clear_info ci = {.buffers = PIPE_CLEAR_COLOR0, .colormask = 15, .color = *col};
         for (unsigned c = 0; c < 4; c++) {
            want[c] = col->i[c];
            both[c] = c & 1 ? col->i[c] : 1;
         }
         r.c->clear(r.c, &ci);
         ci.colormask = PIPE_MASK_R | PIPE_MASK_B;
         ci.scissor_enable = true;
         ci.scissor = (struct pipe_scissor_state){8, 8, 12, 12};
         ci.color = (union pipe_color){
            .i = {1, 1, 1, 1}
         };
         r.c->clear(r.c, &ci);
         r.c->set_framebuffer_state(r.c, &r.s.fb);
         expect_texel(&r, t, 2, 3, want, "clear");
         expect_texel(&r, t, 9, 9, both, "masked clear");
         expect_texel(&r, t, 12, 12, want, "clear");
         pipe_resource_unref(t);
      }
   }
}

/** A fetched texel of 32-bit integers goes out as it is, with blending switched on. */
static void
test_exports(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      const struct pipe_sampler_state s = {0};
      struct pipe_blend_state bs = {
         .rt[0] = {true, PIPE_BLEND_ADD, PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_ONE, PIPE_BLEND_ADD,
                   PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_ONE, 15}
      };
      void *blend = r.c->create_blend_state(r.c, &bs);
      void *fs = lookup_fs(&r, (struct ir_tex){.op = IR_TEX_FETCH, .target = IR_TEX_2D}, SHOW_BITS);
      for (unsigned i = 0; i < ARRAY_SIZE(formats); i++) {
         const union pipe_color *col = is_signed(formats[i]) ? &negative : &some;
         struct pipe_resource *from =
            target(&r, is_signed(formats[i]) ? PIPE_FORMAT_R32G32B32A32_SINT : PIPE_FORMAT_R32G32B32A32_UINT);
         struct pipe_resource *t = target(&r, formats[i]);
         int64_t want[4];
         for (unsigned c = 0; c < 4; c++)
            want[c] = col->i[c];
         lookup_fill(&r, from, 0, 0, col->i, 16);
         struct lookup_bound b = lookup_bind(&r, from, from->format, &s);
         set_target(&r, t);
         const struct pipe_clear_info ci = {.buffers = PIPE_CLEAR_COLOR0, .colormask = 15};
         r.c->clear(r.c, &ci);
         r.c->bind_fs_state(r.c, fs);
         r.c->bind_blend_state(r.c, blend);
         const float at[4] = {5, 5, 0, 0};
         rect(&r, -1, -1, 1, 1, 0, at);
         r.c->bind_blend_state(r.c, r.s.blend);
         r.c->set_framebuffer_state(r.c, &r.s.fb);
         expect_texel(&r, t, 8, 8, want, "export");
         lookup_unbind(&r, b);
         pipe_resource_unref(t);
         pipe_resource_unref(from);
      }
      r.c->bind_fs_state(r.c, r.s.fs);
      r.c->delete_fs_state(r.c, fs);
      r.c->delete_blend_state(r.c, blend);
   }
}

/** Lookups and fetches; what a format lacks is 0, 0, 1. Copies and blits to the same and to wider formats. */
static void
test_lookups(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      static const struct pipe_sampler_state s = {.min_mip_filter = PIPE_TEX_MIPFILTER_NEAREST,
                                                  .max_lod = 15};
      void *fs[2] = {lookup_fs(&r, (struct ir_tex){.op = IR_TEX_SAMPLE, .target = IR_TEX_2D}, SHOW_INTS),
                     lookup_fs(&r, (struct ir_tex){.op = IR_TEX_FETCH, .target = IR_TEX_2D}, SHOW_INTS)};
      for (unsigned i = 0; i < ARRAY_SIZE(formats); i++) {
         static const union pipe_color low = {
            .i = {-3, 100, -100, 1}
         };
         const union pipe_color *col = is_signed(formats[i]) ? &low : &some;
         const unsigned wide =
            is_signed(formats[i]) ? PIPE_FORMAT_R32G32B32A32_SINT : PIPE_FORMAT_R32G32B32A32_UINT;
         struct pipe_resource *t = target(&r, formats[i]), *same = target(&r, formats[i]),
                              *other = target(&r, wide);
         set_target(&r, t);
         const struct pipe_clear_info ci = {.buffers = PIPE_CLEAR_COLOR0, .colormask = 15, .color = *col};
         r.c->clear(r.c, &ci);
         set_target(&r, r.s.color);
         const unsigned channels = u_format_desc((enum pipe_format)formats[i])->channels;
         uint32_t shown = 0;
         int64_t want[4];
         for (unsigned c = 0; c < 4; c++) {
            want[c] = c < channels ? col->i[c] : c == 3;
            shown |= (uint32_t)(100 + want[c]) << 8 * c;
         }
         struct lookup_bound b = lookup_bind(&r, t, t->format, &s);
         for (unsigned k = 0; k < 2; k++) {
            r.c->bind_fs_state(r.c, fs[k]);
            const float at[4] = {k ? 5 : 0.5f, k ? 5 : 0.5f, 0, 0};
            rect(&r, -1, -1, 1, 1, 0, at);
            expect(&r, 8, 8, shown);
         }
         lookup_unbind(&r, b);
         const struct pipe_box box = {2, 2, 0, 10, 10, 1};
         r.c->resource_copy_region(r.c, same, 0, 4, 4, 0, t, 0, &box);
         expect_texel(&r, same, 13, 13, want, "copy");
         struct pipe_blit_info bi = {
            .dst = {other, other->format, 0, {0, 0, 0, 16, 16, 1}},
            .src = {t,     t->format,     0, {2, 2, 0, 10, 10, 1}},
            .mask = PIPE_BLIT_COLOR
         };
         r.c->blit(r.c, &bi);
         expect_texel(&r, other, 15, 0, want, "blit");
         pipe_resource_unref(t);
         pipe_resource_unref(same);
         pipe_resource_unref(other);
      }
      for (unsigned k = 0; k < 2; k++)
         r.c->delete_fs_state(r.c, fs[k]);
      r.c->bind_fs_state(r.c, r.s.fs);
   }
}

/** One texel each, and what a lookup shows of it. */
static void
test_sampled(void **state)
{
   static const struct {
      uint16_t format;
      uint8_t bytes, texel[4];
      uint32_t want;
   } rows[] = {
      {PIPE_FORMAT_R8_SNORM,       1, {127},                    0xff0000ff},
      {PIPE_FORMAT_R8G8_SNORM,     2, {0, 64},                  0xff008100},
      {PIPE_FORMAT_R8G8B8A8_SNORM, 4, {127, 0, 0x81, 1},        0x020000ff},
 /* (1, 0.5, 0.25) is 256, 128, 64 of 512 times two */
      {PIPE_FORMAT_R9G9B9E5_FLOAT, 4, {0x00, 0x01, 0x01, 0x81}, 0xff4080ff},
   };
   FOR_EACH_CHIP(r, 16, 16)
   {
      static const struct pipe_sampler_state s = {.min_img_filter = PIPE_TEX_FILTER_LINEAR,
                                                  .mag_img_filter = PIPE_TEX_FILTER_LINEAR};
      void *fs = lookup_fs(&r, (struct ir_tex){.op = IR_TEX_SAMPLE, .target = IR_TEX_2D}, SHOW_FLOATS);
      r.c->bind_fs_state(r.c, fs);
      for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
         struct pipe_resource *t =
            lookup_texture(&r, PIPE_TEXTURE_2D, rows[i].format, 8, 8, 1, 1, PIPE_BIND_SAMPLER_VIEW);
         lookup_fill(&r, t, 0, 0, rows[i].texel, rows[i].bytes);
         struct lookup_bound b = lookup_bind(&r, t, t->format, &s);
         rect(&r, -1, -1, 1, 1, 0, red);
         expect(&r, 8, 8, rows[i].want);
         lookup_unbind(&r, b);
         pipe_resource_unref(t);
      }
      r.c->bind_fs_state(r.c, r.s.fs);
      r.c->delete_fs_state(r.c, fs);
   }
}

/* ---- attributes ---- */

enum { INTS = 1, SYMMETRIC = 2 };

static const struct {
   uint16_t format;
   uint8_t flags, bytes, data[16];
   int16_t want[4]; /* of integers themselves, else in 1/255 */
} attribs[] = {
   {PIPE_FORMAT_R8_UINT,             INTS,      1,  {150},                                   {150, 0, 0, 1}    },
   {PIPE_FORMAT_R8G8_SINT,           INTS,      2,  {0x9c, 100},                             {-100, 100, 0, 1} },
   {PIPE_FORMAT_R8G8B8_UINT,         INTS,      3,  {1, 2, 155},                             {1, 2, 155, 1}    },
   {PIPE_FORMAT_R8G8B8A8_SINT,       INTS,      4,  {0xff, 2, 0xfd, 4},                      {-1, 2, -3, 4}    },
   {PIPE_FORMAT_R16_SINT,            INTS,      2,  {0xff, 0xff},                            {-1, 0, 0, 1}     },
   {PIPE_FORMAT_R16G16_UINT,         INTS,      4,  {7, 0, 100, 0},                          {7, 100, 0, 1}    },
   {PIPE_FORMAT_R16G16B16_SINT,      INTS,      6,  {7, 0, 0xf0, 0xff, 9, 0},                {7, -16, 9, 1}    },
   {PIPE_FORMAT_R16G16B16A16_UINT,   INTS,      8,  {7, 0, 1, 0, 2, 0, 3, 0},                {7, 1, 2, 3}      },
   {PIPE_FORMAT_R32_SINT,            INTS,      4,  {0xfe, 0xff, 0xff, 0xff},                {-2, 0, 0, 1}     },
   {PIPE_FORMAT_R32G32_UINT,         INTS,      8,  {3, 0, 0, 0, 4},                         {3, 4, 0, 1}      },
   {PIPE_FORMAT_R32G32B32_SINT,      INTS,      12, {3, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 5}, {3, -1, 5, 1}     },
   {PIPE_FORMAT_R32G32B32A32_UINT,   INTS,      16, {3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6}, {3, 4, 5, 6}      },
   {PIPE_FORMAT_R32G32_USCALED,      0,         8,  {1, 0, 0, 0, 0, 0, 0, 0},                {255, 0, 0, 255}  },
   {PIPE_FORMAT_R32_SSCALED,         0,         4,  {0xff, 0xff, 0xff, 0xff},                {0, 0, 0, 255}    },
 /* the low ten bits first: 1023, 0, 511; alpha 1, 2 (-2) and 3 (-1) */
   {PIPE_FORMAT_R10G10B10A2_UNORM,   0,         4,  {0xff, 0x03, 0xf0, 0x5f},                {255, 0, 127, 85} },
   {PIPE_FORMAT_R10G10B10A2_USCALED, 0,         4,  {0x01, 0x00, 0x10, 0x40},                {255, 0, 255, 255}},
   {PIPE_FORMAT_R10G10B10A2_SSCALED, 0,         4,  {0x01, 0xfc, 0x1f, 0xc0},                {255, 0, 255, 0}  },
   {PIPE_FORMAT_R10G10B10A2_SNORM,   SYMMETRIC, 4,  {0xff, 0x01, 0xf0, 0x5f},                {255, 0, 255, 255}},
   {PIPE_FORMAT_R10G10B10A2_SNORM,   SYMMETRIC, 4,  {0xff, 0x01, 0xf0, 0xdf},                {255, 0, 255, 0}  },
   {PIPE_FORMAT_R10G10B10A2_SNORM,   0,         4,  {0xff, 0x01, 0xf0, 0x1f},                {255, 0, 255, 85} },
   {PIPE_FORMAT_R8G8B8A8_SNORM,      SYMMETRIC, 4,  {127, 0, 64, 0x81},                      {255, 0, 129, 0}  },
   {PIPE_FORMAT_R8G8B8A8_SNORM,      0,         4,  {127, 0, 0, 0x81},                       {255, 1, 1, 0}    },
};

/** Varying 0 = attribute 1, integers as (n + 100) / 255. */
static void *
attrib_vs(struct rig *r, bool ints)
{
   static const struct ir_options opt = {0};
   char error[200] = "";
   struct ir_shader *s = ir_shader_create(IR_VERTEX);
   struct ir_builder b = ir_builder_at_end(s);
   const uint32_t a0 = scene_io(s, false, IR_SEM_GENERIC, 0, 4),
                  a1 = scene_io(s, false, IR_SEM_GENERIC, 1, 4);
   const uint32_t pos = scene_io(s, true, IR_SEM_POSITION, 0, 4),
                  v0 = scene_io(s, true, IR_SEM_GENERIC, 0, 4);
   for (unsigned i = 0; i < 4; i++) {
      struct ir_src v = ir_load_input(&b, a1, i);
      if (ints)
         v = ir_alu2(&b, IR_FMUL, ir_alu1(&b, IR_I2F, ir_alu2(&b, IR_IADD, v, ir_imm(100))),
                     ir_immf(1.0f / 255.0f));
      ir_store_output(&b, pos, i, ir_load_input(&b, a0, i));
      ir_store_output(&b, v0, i, v);
   }
   ir_run_pipeline(s, vliw_ir_target(), &opt);
   void *cso = r->c->create_vs_state(r->c, s, error, sizeof error);
   ir_shader_destroy(s);
   if (!cso)
      fail_msg("%s: %s", r->chip, error);
   return cso;
}

/** A triangle over everything whose attribute 1 is that of \p row, \p offset_B behind the beginning of its buffer. */
static uint32_t
attrib_pixel(struct rig *r, unsigned row, uint32_t offset_B)
{
   static const float pos[3][4] = {
      {-1, -1, 0, 1},
      {3,  -1, 0, 1},
      {-1, 3,  0, 1}
   };
   const struct pipe_vertex_element e[2] = {
      {.format = PIPE_FORMAT_R32G32B32A32_FLOAT    },
      { .format = attribs[row].format, .vertex_buffer_index = 1, .symmetric = attribs[row].flags & SYMMETRIC}
   };
   void *ve = r->c->create_vertex_elements_state(r->c, 2, e);
   uint8_t data[2 * 20 + 16 + 1] = {0};
   for (unsigned i = 0; i < 3; i++)
      memcpy(data + offset_B + i * 20, attribs[row].data, attribs[row].bytes);
   const struct pipe_vertex_buffer vb[2] = {
      {scene_buffer(r->c, pos,  sizeof pos,                         PIPE_BIND_VERTEX_BUFFER), 0,        16},
      {scene_buffer(r->c, data, offset_B + 40 + attribs[row].bytes, PIPE_BIND_VERTEX_BUFFER), offset_B, 20},
   };
   r->c->bind_vertex_elements_state(r->c, ve);
   r->c->set_vertex_buffers(r->c, 2, vb);
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   r->c->draw(r->c, &info);
   const uint32_t got = scene_pixel(&r->s, r->s.color, 8, 8);
   r->c->bind_vertex_elements_state(r->c, r->s.velems);
   r->c->set_vertex_buffers(r->c, 0, NULL);
   r->c->delete_vertex_elements_state(r->c, ve);
   pipe_resource_unref(vb[0].buffer);
   pipe_resource_unref(vb[1].buffer);
   return got;
}

static void
test_attributes(void **state)
{
   FOR_EACH_CHIP(r, 16, 16)
   {
      void *vs[2] = {attrib_vs(&r, false), attrib_vs(&r, true)};
      for (unsigned i = 0; i < ARRAY_SIZE(attribs); i++) {
         const bool ints = attribs[i].flags & INTS;
         uint32_t want = 0;
         for (unsigned c = 0; c < 4; c++)
            want |= (uint32_t)(attribs[i].want[c] + (ints ? 100 : 0)) << 8 * c;
         r.c->bind_vs_state(r.c, vs[ints]);
         for (unsigned odd = 0; odd < 2; odd++) {
            const uint32_t got = attrib_pixel(&r, i, odd);
            if (got != want)
               fail_msg("%s: format %u (row %u) at %u is %08x, not %08x", r.chip, attribs[i].format, i, odd,
                        got, want);
         }
      }
      r.c->bind_vs_state(r.c, r.s.vs);
      r.c->delete_vs_state(r.c, vs[0]);
      r.c->delete_vs_state(r.c, vs[1]);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_clears),  cmocka_unit_test(test_exports),    cmocka_unit_test(test_lookups),
      cmocka_unit_test(test_sampled), cmocka_unit_test(test_attributes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
