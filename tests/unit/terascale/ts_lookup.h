/* SPDX-License-Identifier: MIT
 *
 * For driver tests that look at textures: a rectangle whose colour is one lookup. Header only.
 */
#ifndef TESTS_UNIT_TERASCALE_TS_LOOKUP_H
#define TESTS_UNIT_TERASCALE_TS_LOOKUP_H

#include "ts_rig.h"

/** What a lookup gives, and what of it is shown. */
enum shown {
   SHOW_FLOATS,
   SHOW_INTS /* of -100 as 0, each step 1/255 */,
   SHOW_BITS /* to a target of integers */
};

/** Colour = \p tex at varying 0: coordinates from x on, level or bias in w; fetches take them as whole numbers. */
static inline void *
lookup_fs(struct rig *r, struct ir_tex tex, enum shown shown)
{
   static const struct ir_options opt = {0};
   char error[200] = "";
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   struct ir_builder b = ir_builder_at_end(s);
   const uint32_t v0 = scene_io(s, false, IR_SEM_GENERIC, 0, 4),
                  out = scene_io(s, true, IR_SEM_COLOR_ALL, 0, 4);
   struct ir_src src[5], in[4];
   const unsigned n = ir_tex_sources(&tex);
   assert_true(n <= ARRAY_SIZE(src));
   for (unsigned i = 0; i < 4; i++)
      in[i] = ir_load_input(&b, v0, i);
   for (unsigned i = 0; i < n; i++) {
      const bool last = i + 1 == n && n > ir_tex_coords(&tex);
      src[i] = last ? in[3] : in[i];
      if (tex.op == IR_TEX_FETCH || tex.op == IR_TEX_SIZE)
         src[i] = ir_alu1(&b, IR_F2I, src[i]);
   }
   if (tex.op == IR_TEX_SIZE)
      src[0] = ir_alu1(&b, IR_F2I, in[3]);
   const uint32_t v = ir_emit_tex(&b, tex, src, n);
   s->samplers_used = 1u << tex.sampler;
   for (unsigned i = 0; i < 4; i++) {
      struct ir_src c = ir_ssa(v + i);
      if (shown == SHOW_INTS) {
         c = ir_alu1(&b, IR_I2F, ir_alu2(&b, IR_IADD, c, ir_imm(100)));
         c = ir_alu2(&b, IR_FMUL, c, ir_immf(1.0f / 255.0f));
      }
      ir_store_output(&b, out, i, c);
   }
   ir_run_pipeline(s, vliw_ir_target(), &opt);
   void *cso = r->c->create_fs_state(r->c, s, error, sizeof error);
   ir_shader_destroy(s);
   if (!cso)
      fail_msg("%s: %s", r->chip, error);
   return cso;
}

/** A texture with all its levels; \p layers: depth of volumes. */
static inline struct pipe_resource *
lookup_texture(struct rig *r, unsigned target, unsigned format, uint32_t w, uint32_t h, uint32_t layers,
               unsigned levels, uint32_t bind)
{
   const struct pipe_resource t = {
      .target = (uint8_t)target,
      .format = (uint16_t)format,
      .width0 = w,
      .height0 = h,
      .depth0 = target == PIPE_TEXTURE_3D ? layers : 1,
      .array_size = target == PIPE_TEXTURE_3D ? 1 : layers,
      .last_level = (uint8_t)(levels - 1),
      .bind = bind,
   };
   struct pipe_resource *p = r->screen->resource_create(r->screen, &t);
   if (!p)
      fail_msg("%s: no texture of format %u", r->chip, format);
   return p;
}

/** Fills a layer of a level with one texel of \p size_B bytes. */
static inline void
lookup_fill(struct rig *r, struct pipe_resource *t, unsigned level, unsigned layer, const void *texel,
            unsigned size_B)
{
   const struct pipe_box box = {
      0, 0, (int32_t)layer, (int32_t)u_minify(t->width0, level), (int32_t)u_minify(t->height0, level), 1};
   struct pipe_transfer *tr;
   uint8_t *p = r->c->texture_map(r->c, t, level, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &box, &tr);
   assert_non_null(p);
   for (int y = 0; y < box.height; y++)
      for (int x = 0; x < box.width; x++)
         memcpy(p + (size_t)y * tr->stride_B + (size_t)x * size_B, texel, size_B);
   r->c->texture_unmap(r->c, tr);
}

/** Texel (x, y) of a layer of a level, into \p out. */
static inline void
lookup_read(struct rig *r, struct pipe_resource *t, unsigned level, unsigned layer, int x, int y, void *out,
            unsigned size_B)
{
   const struct pipe_box box = {x, y, (int32_t)layer, 1, 1, 1};
   struct pipe_transfer *tr;
   const void *p = r->c->texture_map(r->c, t, level, PIPE_MAP_READ, &box, &tr);
   assert_non_null(p);
   memcpy(out, p, size_B);
   r->c->texture_unmap(r->c, tr);
}

/** A view of all of \p t in unit 0 of fragment shaders, with \p s. lookup_unbind lets both go. */
struct lookup_bound {
   struct pipe_sampler_view *view;
   void *sampler;
};

static inline struct lookup_bound
lookup_bind(struct rig *r, struct pipe_resource *t, unsigned format, const struct pipe_sampler_state *s)
{
   const struct pipe_sampler_view_desc d = {
      .texture = t, .format = (uint16_t)format, .last_level = t->last_level, .swizzle = {0, 1, 2, 3}
   };
   struct lookup_bound b = {r->c->create_sampler_view(r->c, &d), r->c->create_sampler_state(r->c, s)};
   r->c->bind_sampler_states(r->c, PIPE_SHADER_FRAGMENT, 1, &b.sampler);
   r->c->set_sampler_views(r->c, PIPE_SHADER_FRAGMENT, 1, &b.view);
   return b;
}

static inline void
lookup_unbind(struct rig *r, struct lookup_bound b)
{
   r->c->bind_sampler_states(r->c, PIPE_SHADER_FRAGMENT, 0, NULL);
   r->c->set_sampler_views(r->c, PIPE_SHADER_FRAGMENT, 0, NULL);
   r->c->sampler_view_destroy(r->c, b.view);
   r->c->delete_sampler_state(r->c, b.sampler);
}

#endif
