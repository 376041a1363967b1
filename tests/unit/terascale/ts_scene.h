/* SPDX-License-Identifier: MIT
 *
 * The smallest things a driver test draws with: two shaders made with the IR builder, a render target, plain
 * state. Header only.
 */
#ifndef TESTS_UNIT_TERASCALE_RADEON_SCENE_H
#define TESTS_UNIT_TERASCALE_RADEON_SCENE_H

#include <string.h>

#include "compiler/terascale/vliw.h"
#include "pipe/p_context.h"

struct scene {
   struct pipe_screen *screen;
   struct pipe_context *ctx;
   struct pipe_resource *color, *depth, *vb;
   void *vs, *fs, *blend, *dsa, *rast, *velems;
   struct pipe_framebuffer_state fb;
};

static inline uint32_t
scene_io(struct ir_shader *s, bool out, unsigned semantic, unsigned index, unsigned ncomp)
{
   struct ir_io io = {
      .name = "x", .semantic = (uint8_t)semantic, .sem_index = (uint8_t)index, .ncomp = (uint8_t)ncomp};
   if (out) {
      (void)u_vec_push(&s->outputs, io);
      return (uint32_t)s->outputs.count - 1;
   }
   (void)u_vec_push(&s->inputs, io);
   return (uint32_t)s->inputs.count - 1;
}

/** Position = attribute 0, varying 0 = attribute 1; or, with \p uniform, the varying is uniform 0. */
static inline struct ir_shader *
scene_vs(bool uniform)
{
   struct ir_shader *s = ir_shader_create(IR_VERTEX);
   struct ir_builder b = ir_builder_at_end(s);
   uint32_t a0 = scene_io(s, false, IR_SEM_GENERIC, 0, 4), a1 = scene_io(s, false, IR_SEM_GENERIC, 1, 4);
   uint32_t pos = scene_io(s, true, IR_SEM_POSITION, 0, 4), v0 = scene_io(s, true, IR_SEM_GENERIC, 0, 4);
   if (uniform)
      s->num_uniform_slots = 1;
   for (unsigned i = 0; i < 4; i++) {
      ir_store_output(&b, pos, i, ir_load_input(&b, a0, i));
      ir_store_output(&b, v0, i, uniform ? ir_load_uniform(&b, 0, ir_undef(), i) : ir_load_input(&b, a1, i));
   }
   static const struct ir_options opt = {0};
   ir_run_pipeline(s, vliw_ir_target(), &opt);
   return s;
}

/** Colour = varying 0, or the texture at it. */
static inline struct ir_shader *
scene_fs(bool textured)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   struct ir_builder b = ir_builder_at_end(s);
   uint32_t v0 = scene_io(s, false, IR_SEM_GENERIC, 0, 4), color = scene_io(s, true, IR_SEM_COLOR_ALL, 0, 4);
   if (textured) {
      struct ir_src st[2] = {ir_load_input(&b, v0, 0), ir_load_input(&b, v0, 1)};
      struct ir_tex tex = {.op = IR_TEX_SAMPLE, .target = IR_TEX_2D, .sampler = 0};
      uint32_t v = ir_emit_tex(&b, tex, st, 2);
      s->samplers_used = 1;
      for (unsigned i = 0; i < 4; i++)
         ir_store_output(&b, color, i, ir_ssa(v + i));
   } else {
      for (unsigned i = 0; i < 4; i++)
         ir_store_output(&b, color, i, ir_load_input(&b, v0, i));
   }
   static const struct ir_options opt = {0};
   ir_run_pipeline(s, vliw_ir_target(), &opt);
   return s;
}

static inline struct pipe_resource *
scene_texture(struct pipe_screen *screen, unsigned format, uint32_t w, uint32_t h, uint32_t bind)
{
   struct pipe_resource t = {.target = PIPE_TEXTURE_2D,
                             .format = (uint16_t)format,
                             .width0 = w,
                             .height0 = h,
                             .depth0 = 1,
                             .array_size = 1,
                             .bind = bind};
   return screen->resource_create(screen, &t);
}

static inline struct pipe_resource *
scene_buffer(struct pipe_context *ctx, const void *data, uint32_t size_B, uint32_t bind)
{
   struct pipe_resource t = {.target = PIPE_BUFFER,
                             .format = PIPE_FORMAT_R8_UNORM,
                             .width0 = size_B,
                             .height0 = 1,
                             .depth0 = 1,
                             .array_size = 1,
                             .bind = bind};
   struct pipe_resource *r = ctx->screen->resource_create(ctx->screen, &t);
   void *p = ctx->buffer_map(ctx, r, 0, size_B, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE);
   memcpy(p, data, size_B);
   ctx->buffer_unmap(ctx, r);
   return r;
}

/** A context with a w x h RGBA8 target and depth, everything bound, nothing drawn. False: a shader failed. */
static inline bool
scene_init(struct scene *s, struct pipe_screen *screen, uint32_t w, uint32_t h, uint32_t color_bind)
{
   char error[200] = "";
   memset(s, 0, sizeof *s);
   s->screen = screen;
   struct pipe_context *c = s->ctx = screen->context_create(screen);
   s->color = scene_texture(screen, PIPE_FORMAT_R8G8B8A8_UNORM, w, h, color_bind);
   s->depth = scene_texture(screen, PIPE_FORMAT_Z24_UNORM_S8_UINT, w, h, PIPE_BIND_DEPTH_STENCIL);
   struct ir_shader *vs = scene_vs(false), *fs = scene_fs(false);
   s->vs = c->create_vs_state(c, vs, error, sizeof error);
   s->fs = c->create_fs_state(c, fs, error, sizeof error);
   ir_shader_destroy(vs);
   ir_shader_destroy(fs);
   if (!s->vs || !s->fs || !s->color || !s->depth) {
      fprintf(stderr, "scene: %s\n", error);
      return false;
   }
   struct pipe_blend_state blend = {.rt[0].colormask = PIPE_MASK_RGBA};
   s->blend = c->create_blend_state(c, &blend);
   struct pipe_depth_stencil_alpha_state dsa = {0};
   s->dsa = c->create_dsa_state(c, &dsa);
   struct pipe_rasterizer_state rast = {.front_ccw = true,
                                        .point_size = 1.0f,
                                        .line_width = 1.0f,
                                        .point_size_per_vertex = true,
                                        .point_sprite_upper_left = true};
   s->rast = c->create_rasterizer_state(c, &rast);
   const struct pipe_vertex_element e[2] = {
      {0,  PIPE_FORMAT_R32G32B32A32_FLOAT, 0, 0},
      {16, PIPE_FORMAT_R32G32B32A32_FLOAT, 0, 0}
   };
   s->velems = c->create_vertex_elements_state(c, 2, e);
   s->fb = (struct pipe_framebuffer_state){.width = w, .height = h, .nr_cbufs = 1};
   s->fb.cbufs[0] = (struct pipe_surface){s->color, PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0};
   s->fb.zsbuf = (struct pipe_surface){s->depth, PIPE_FORMAT_Z24_UNORM_S8_UINT, 0, 0};
   c->set_framebuffer_state(c, &s->fb);
   struct pipe_viewport_state vp = {
      {(float)w / 2, (float)h / 2, 0.5f},
      {(float)w / 2, (float)h / 2, 0.5f}
   };
   c->set_viewport_state(c, &vp);
   c->bind_blend_state(c, s->blend);
   c->bind_dsa_state(c, s->dsa);
   c->bind_rasterizer_state(c, s->rast);
   c->bind_vertex_elements_state(c, s->velems);
   c->bind_vs_state(c, s->vs);
   c->bind_fs_state(c, s->fs);
   /* A triangle over the lower left half: red, green, blue corners. */
   static const float v[3][8] = {
      {-1, -1, 0, 1, 1, 0, 0, 1},
      {1,  -1, 0, 1, 0, 1, 0, 1},
      {-1, 1,  0, 1, 0, 0, 1, 1}
   };
   s->vb = scene_buffer(c, v, sizeof v, PIPE_BIND_VERTEX_BUFFER);
   struct pipe_vertex_buffer vb = {s->vb, 0, 32};
   c->set_vertex_buffers(c, 1, &vb);
   return true;
}

static inline void
scene_draw(struct scene *s)
{
   struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   s->ctx->draw(s->ctx, &info);
}

static inline void
scene_clear(struct scene *s, float r, float g, float b, float a)
{
   struct pipe_clear_info ci = {
      .buffers = PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL,
      .colormask = 15,
      .stencil_writemask = 0xff,
      .color.f = {r, g, b, a},
      .depth = 1.0
   };
   s->ctx->clear(s->ctx, &ci);
}

/** Pixel (x, y) of level 0 of an RGBA8 texture as 0xAABBGGRR. */
static inline uint32_t
scene_pixel(struct scene *s, struct pipe_resource *r, int x, int y)
{
   struct pipe_box box = {x, y, 0, 1, 1, 1};
   struct pipe_transfer *t;
   uint32_t v = 0;
   void *p = s->ctx->texture_map(s->ctx, r, 0, PIPE_MAP_READ, &box, &t);
   if (p)
      memcpy(&v, p, 4);
   s->ctx->texture_unmap(s->ctx, t);
   return v;
}

static inline void
scene_fini(struct scene *s)
{
   struct pipe_context *c = s->ctx;
   c->bind_vs_state(c, NULL);
   c->bind_fs_state(c, NULL);
   c->delete_vs_state(c, s->vs);
   c->delete_fs_state(c, s->fs);
   c->delete_blend_state(c, s->blend);
   c->delete_dsa_state(c, s->dsa);
   c->delete_rasterizer_state(c, s->rast);
   c->delete_vertex_elements_state(c, s->velems);
   pipe_resource_unref(s->vb);
   pipe_resource_unref(s->color);
   pipe_resource_unref(s->depth);
   c->destroy(c);
}

#endif
