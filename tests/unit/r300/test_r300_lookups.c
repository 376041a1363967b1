/* SPDX-License-Identifier: MIT
 *
 * What pixel shaders read of textures, on the emulated GPU behind its kernel's rules: levels, borders, volumes.
 */
#include "r300_pictures.h"

#include "compiler/ir/ir.h"

/* ---- lookups ---- */

/** Fills a target of 100 x 100 with what a sampler has from (0, 0) or \p from on, \p size more per picture. */
static void
draw_texture(struct fix *f, struct drv_blit_objects *o, struct pipe_sampler_view *v,
             const struct pipe_sampler_state *state, float from, float size)
{
   struct pipe_context *c = f->c;
   float vertices[24];
   void *sampler = c->create_sampler_state(c, state);
   drv_blit_vertices(vertices, 0, from, from, from + size, from + size);
   const struct pipe_vertex_buffer vb = {.user = vertices, .stride_B = 32};
   const struct pipe_viewport_state vp = {
      .scale = {50, 50, 1},
        .translate = {50, 50, 0}
   };
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   c->bind_blend_state(c, drv_blit_blend(o, c, 15));
   c->bind_dsa_state(c, drv_blit_dsa(o, c, false, false, 0));
   c->bind_rasterizer_state(c, o->rast[0]);
   c->bind_vertex_elements_state(c, o->velems);
   c->bind_vs_state(c, o->vs);
   c->bind_fs_state(c, o->fs_tex);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 1, &v);
   c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 1, &sampler);
   c->set_viewport_state(c, &vp);
   c->set_sample_mask(c, ~0u);
   c->set_vertex_buffers(c, 1, &vb);
   c->draw(c, &info);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   c->delete_sampler_state(c, sampler);
}

static struct pipe_sampler_view *
view_of(struct fix *f, struct pipe_resource *tex)
{
   const struct pipe_sampler_view_desc desc = {
      .texture = tex, .format = tex->format, .last_level = tex->last_level, .swizzle = {0, 1, 2, 3}
   };
   struct pipe_sampler_view *v = f->c->create_sampler_view(f->c, &desc);
   assert_non_null(v);
   return v;
}

/** Just above half of a level the coarser one is nearer. */
static void
test_nearest_level(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct drv_blit_objects o = {0};
      assert_true(drv_blit_objects_init(&o, f.c));
      struct pipe_resource *tex = texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8_UNORM, 256, 256, 1,
                                          PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
      struct pipe_resource *r =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 100, 100, 0, PIPE_BIND_RENDER_TARGET);
      for (unsigned level = 0; level < 2; level++) { /* 0 and 1 */
         struct pipe_framebuffer_state fb = {.width = 256u >> level, .height = 256u >> level, .nr_cbufs = 1};
         fb.cbufs[0] = (struct pipe_surface){tex, tex->format, (uint16_t)level, 0};
         f.c->set_framebuffer_state(f.c, &fb);
         clear_color(&f, (float)level, 0, 0, 0);
      }
      const struct pipe_sampler_state ss = {.min_mip_filter = PIPE_TEX_MIPFILTER_NEAREST, .max_lod = 1};
      struct pipe_sampler_view *v = view_of(&f, tex);
      bind_target(&f, r, NULL);
      for (unsigned i = 0; i < 2; i++) {
         const float texels = i ? 142.9f : 139.9f; /* 2 to the power of 0.515 and 0.484 a pixel */
         draw_texture(&f, &o, v, &ss, 0, texels / 256);
         assert_int_equal(read_dword(&f, r, 50, 50), i ? 0xff0000ff : 0xff000000);
      }
      f.c->sampler_view_destroy(f.c, v);
      drv_blit_objects_fini(&o, f.c);
      pipe_resource_unref(tex);
      pipe_resource_unref(r);
      close_chip(&f);
   }
}

static int
channel_difference(uint32_t a, uint32_t b)
{
   int most = 0;
   for (unsigned c = 0; c < 32; c += 8)
      most = MAX2(most, abs((int)(a >> c & 0xff) - (int)(b >> c & 0xff)));
   return most;
}

/** What a border of 0.2, 0.4, 0.6, 0.8 is in a format. */
static uint32_t
border_in(enum pipe_format format)
{
   static const float color[1][4] = {
      {0.2f, 0.4f, 0.6f, 0.8f}
   };
   const struct u_format_desc *d = u_format_desc(format);
   uint8_t texel[16], out[1][4];
   float v[1][4];
   memcpy(v, color, sizeof v);
   if (!d->compressed && !d->depth) {
      u_format_pack_float(format, texel, color, 1);
      u_format_unpack_float(format, v, texel, 1);
   } else {
      for (unsigned c = 0; c < 4; c++)
         v[0][c] = d->swizzle[c] <= PIPE_SWIZZLE_W ? color[0][d->depth ? 0 : c] : (float)(d->swizzle[c] - 4);
   }
   u_format_pack_float(PIPE_FORMAT_R8G8B8A8_UNORM, out, (const float(*)[4])v, 1);
   uint32_t dw;
   memcpy(&dw, out, 4);
   return dw;
}

static void
test_borders(void **state)
{
   const struct pipe_sampler_state ss = {.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_BORDER,
                                         .wrap_t = PIPE_TEX_WRAP_CLAMP_TO_BORDER,
                                         .border_color = {.f = {0.2f, 0.4f, 0.6f, 0.8f}}};
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct drv_blit_objects o = {0};
      assert_true(drv_blit_objects_init(&o, f.c));
      struct pipe_resource *r =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 100, 100, 0, PIPE_BIND_RENDER_TARGET);
      for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
         if (!f.screen->is_format_supported(f.screen, (enum pipe_format)i, PIPE_TEXTURE_2D, 1,
                                            PIPE_BIND_SAMPLER_VIEW))
            continue;
         struct pipe_resource *tex =
            texture(&f, PIPE_TEXTURE_2D, (enum pipe_format)i, 4, 4, 0, PIPE_BIND_SAMPLER_VIEW);
         struct pipe_sampler_view *v = view_of(&f, tex);
         uint32_t want = border_in((enum pipe_format)i);
         if (u_format_desc((enum pipe_format)i)->depth)
            want = 0xff333333; /* as luminance */
         bind_target(&f, r, NULL);
         draw_texture(&f, &o, v, &ss, -0.5f, 0.1f);
         if (channel_difference(read_dword(&f, r, 50, 50), want) > 1)
            fail_msg("%s, %s: %08x, not %08x", chips[k], u_format_desc((enum pipe_format)i)->name,
                     read_dword(&f, r, 50, 50), want);
         f.c->sampler_view_destroy(f.c, v);
         pipe_resource_unref(tex);
      }
      drv_blit_objects_fini(&o, f.c);
      pipe_resource_unref(r);
      close_chip(&f);
   }
}

/** Sampler 0, a volume, at the varying. */
static struct ir_shader *
volume_shader(void)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   const struct ir_io in = {.name = "", .semantic = IR_SEM_GENERIC, .ncomp = 4},
                      out = {.name = "", .semantic = IR_SEM_COLOR_ALL, .ncomp = 4};
   assert_true(u_vec_push(&s->inputs, in) && u_vec_push(&s->outputs, out));
   struct ir_builder b = ir_builder_at_end(s);
   struct ir_src at[3];
   for (unsigned k = 0; k < 3; k++)
      at[k] = ir_load_input(&b, 0, k);
   const uint32_t v = ir_emit_tex(&b, (struct ir_tex){.op = IR_TEX_SAMPLE, .target = IR_TEX_3D}, at, 3);
   s->samplers_used = 1;
   for (unsigned k = 0; k < 4; k++)
      ir_store_output(&b, 0, k, ir_ssa(v + k));
   return s;
}

/** 5 x 3 x 3 texels, each another: at their centres, and beyond the edges of the volume. */
static void
test_volumes_of_any_size(void **state)
{
   const struct pipe_sampler_state ss = {.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
                                         .wrap_t = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
                                         .wrap_r = PIPE_TEX_WRAP_CLAMP_TO_EDGE};
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct fix f = open_chip(chips[k]);
      struct drv_blit_objects o = {0};
      assert_true(drv_blit_objects_init(&o, f.c));
      void *const plain = o.fs_tex;
      o.fs_tex = drv_blit_shader(f.c, volume_shader());
      assert_non_null(o.fs_tex);
      struct pipe_resource *r =
         texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 100, 100, 0, PIPE_BIND_RENDER_TARGET);
      const struct pipe_resource t = {.target = PIPE_TEXTURE_3D,
                                      .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                      .width0 = 5,
                                      .height0 = 3,
                                      .depth0 = 3,
                                      .array_size = 1,
                                      .bind = PIPE_BIND_SAMPLER_VIEW};
      struct pipe_resource *tex = f.screen->resource_create(f.screen, &t);
      assert_non_null(tex);
      for (int z = 0; z < 3; z++)
         write_box(&f, tex, 0, (struct pipe_box){0, 0, z, 5, 3, 1}, (uint8_t)(80 * z));
      struct pipe_sampler_view *v = view_of(&f, tex);
      bind_target(&f, r, NULL);
      for (int i = -1; i <= 15; i++) {
         const float at = ((float)i + 0.5f) / 15;
         const int x = CLAMP((int)(at * 5), 0, 4), y = CLAMP((int)(at * 3), 0, 2);
         draw_texture(&f, &o, v, &ss, at, 0);
         const uint32_t got =
            read_dword(&f, r, 50, 50) & 0xff; /* slice 0: the blitter's third coordinate is 0 */
         assert_int_equal(got, (uint8_t)(y * 37 + x * 4 * 3));
      }
      f.c->sampler_view_destroy(f.c, v);
      f.c->delete_fs_state(f.c, o.fs_tex);
      o.fs_tex = plain;
      drv_blit_objects_fini(&o, f.c);
      pipe_resource_unref(tex);
      pipe_resource_unref(r);
      close_chip(&f);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nearest_level),
      cmocka_unit_test(test_borders),
      cmocka_unit_test(test_volumes_of_any_size),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
