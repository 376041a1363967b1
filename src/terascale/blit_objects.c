/* SPDX-License-Identifier: MIT
 *
 * What the blitter draws with: three fragment shaders and a vertex shader made by the IR builder, and state
 * objects that are kept as long as the context.
 */
#include <stdlib.h>

#include "compiler/ir/ir.h"
#include "pipe/p_context.h"
#include "terascale/blit.h"
#include "terascale/context.h"
#include "terascale/screen.h"

/* ---- shaders ---- */

static uint32_t
add_io(struct ir_shader *s, bool out, unsigned semantic, unsigned index, unsigned ncomp)
{
   struct ir_io io = {
      .name = "", .semantic = (uint8_t)semantic, .sem_index = (uint8_t)index, .ncomp = (uint8_t)ncomp};
   if (!(out ? u_vec_push(&s->outputs, io) : u_vec_push(&s->inputs, io))) {
      s->arena.out_of_memory = true;
      return 0;
   }
   return (uint32_t)(out ? s->outputs.count : s->inputs.count) - 1;
}

/** Position and one varying, both straight from the attributes. */
static struct ir_shader *
build_vs(void)
{
   struct ir_shader *s = ir_shader_create(IR_VERTEX);
   if (!s)
      return NULL;
   struct ir_builder b = ir_builder_at_end(s);
   static const uint8_t semantic[2] = {IR_SEM_POSITION, IR_SEM_GENERIC};
   for (unsigned i = 0; i < 2; i++) {
      uint32_t in = add_io(s, false, IR_SEM_GENERIC, i, 4), out = add_io(s, true, semantic[i], 0, 4);
      for (unsigned k = 0; k < 4; k++)
         ir_store_output(&b, out, k, ir_load_input(&b, in, k));
   }
   return s;
}

static struct ir_shader *
build_fs_color(void)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   if (!s)
      return NULL;
   struct ir_builder b = ir_builder_at_end(s);
   uint32_t out = add_io(s, true, IR_SEM_COLOR_ALL, 0, 4);
   s->num_uniform_slots = 1;
   for (unsigned k = 0; k < 4; k++)
      ir_store_output(&b, out, k, ir_load_uniform(&b, 0, ir_undef(), k));
   return s;
}

/** The texel as \p semantic: colour, depth, or (its alpha, a byte) the reference of the stencil test. */
static struct ir_shader *
build_fs_tex(unsigned semantic)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   if (!s)
      return NULL;
   struct ir_builder b = ir_builder_at_end(s);
   uint32_t in = add_io(s, false, IR_SEM_GENERIC, 0, 4);
   struct ir_src coord[2] = {ir_load_input(&b, in, 0), ir_load_input(&b, in, 1)};
   uint32_t v =
      ir_emit_tex(&b, (struct ir_tex){.op = IR_TEX_SAMPLE, .target = IR_TEX_2D, .sampler = 0}, coord, 2);
   s->samplers_used = 1;
   s->writes_depth = semantic == IR_SEM_DEPTH;
   const unsigned n = semantic == IR_SEM_COLOR_ALL ? 4 : 1;
   uint32_t out = add_io(s, true, semantic, 0, n);
   if (semantic == IR_SEM_STENCIL) {
      struct ir_src byte = ir_alu2(&b, IR_FMUL, ir_ssa(v + 3), ir_immf(255.0f));
      struct ir_src rounded = ir_alu2(&b, IR_FADD, byte, ir_immf(0.5f));
      ir_store_output(&b, out, 0, ir_alu1(&b, IR_F2I, rounded));
   } else {
      for (unsigned k = 0; k < n; k++)
         ir_store_output(&b, out, k, ir_ssa(v + k));
   }
   return s;
}

/** Takes \p ir, NULL too; NULL when memory is out. */
static void *
create_shader(struct ts_context *c, struct ir_shader *ir)
{
   if (!ir)
      return NULL;
   char error[200];
   static const struct ir_options opt = {0};
   ir_run_pipeline(ir, c->screen->base.ir_target, &opt);
   if (ir->arena.out_of_memory) {
      ir_shader_destroy(ir);
      return NULL;
   }
   void *cso = ir->stage == IR_VERTEX ? c->base.create_vs_state(&c->base, ir, error, sizeof error)
                                      : c->base.create_fs_state(&c->base, ir, error, sizeof error);
   ir_shader_destroy(ir);
   return cso;
}

/* ---- objects ---- */

void
ts_blitter_destroy(struct ts_context *c)
{
   struct ts_blitter *b = c->blitter;
   if (!b)
      return;
   struct pipe_context *p = &c->base;
   p->delete_vertex_elements_state(p, b->velems);
   p->delete_vs_state(p, b->vs);
   p->delete_fs_state(p, b->fs_color);
   p->delete_fs_state(p, b->fs_tex);
   p->delete_fs_state(p, b->fs_depth);
   p->delete_fs_state(p, b->fs_stencil);
   for (unsigned i = 0; i < 2; i++) {
      p->delete_rasterizer_state(p, b->rast[i]);
      p->delete_sampler_state(p, b->sampler[i]);
   }
   for (unsigned i = 0; i < TS_BLIT_CACHED; i++) {
      p->delete_blend_state(p, b->blend[i].cso);
      p->delete_dsa_state(p, b->dsa[i].cso);
   }
   p->delete_dsa_state(p, b->dsa_expand);
   free(b);
   c->blitter = NULL;
}

struct ts_blitter *
ts_blitter_get(struct ts_context *c)
{
   if (c->blitter)
      return c->blitter;
   struct ts_blitter *b = c->blitter = calloc(1, sizeof *b);
   if (!b)
      goto oom;
   struct pipe_context *p = &c->base;
   const struct pipe_vertex_element e[2] = {
      {0,  PIPE_FORMAT_R32G32B32A32_FLOAT, 0, 0},
      {16, PIPE_FORMAT_R32G32B32A32_FLOAT, 0, 0},
   };
   b->velems = p->create_vertex_elements_state(p, 2, e);
   b->vs = create_shader(c, build_vs());
   b->fs_color = create_shader(c, build_fs_color());
   b->fs_tex = create_shader(c, build_fs_tex(IR_SEM_COLOR_ALL));
   b->fs_depth = create_shader(c, build_fs_tex(IR_SEM_DEPTH));
   b->fs_stencil = create_shader(c, build_fs_tex(IR_SEM_STENCIL));
   /* Tests that change nothing: depth 0 passes always. */
   const bool tests = c->screen->chip->depth_expand_tests;
   const struct pipe_depth_stencil_alpha_state idle = {
      .depth_enabled = tests,
      .depth_func = PIPE_FUNC_LEQUAL,
      .stencil[0] = {.enabled = tests,
                     .func = PIPE_FUNC_ALWAYS,
                     .zfail_op = PIPE_STENCIL_OP_INCR,
                     .writemask = 0xff},
   };
   b->dsa_expand = p->create_dsa_state(p, &idle);
   for (unsigned i = 0; i < 2; i++) {
      struct pipe_rasterizer_state r = {.scissor = i, .point_size = 1.0f, .line_width = 1.0f};
      b->rast[i] = p->create_rasterizer_state(p, &r);
      struct pipe_sampler_state s = {
         .wrap_s = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
         .wrap_t = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
         .wrap_r = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
         .min_img_filter = i ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST,
         .mag_img_filter = i ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST,
      };
      b->sampler[i] = p->create_sampler_state(p, &s);
   }
   if (b->dsa_expand && b->velems && b->vs && b->fs_color && b->fs_tex && b->fs_depth && b->fs_stencil &&
       b->rast[0] && b->rast[1] && b->sampler[0] && b->sampler[1])
      return b;
   ts_blitter_destroy(c);
oom:
   c->oom = true;
   return NULL;
}

void *
ts_blit_blend(struct ts_context *c, struct ts_blitter *b, uint32_t masks)
{
   for (unsigned i = 0; i < TS_BLIT_CACHED; i++)
      if (b->blend[i].cso && b->blend[i].key == masks)
         return b->blend[i].cso;
   unsigned n = b->next_blend++ % TS_BLIT_CACHED;
   struct pipe_blend_state s = {.independent_blend_enable = true};
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      s.rt[i].colormask = masks >> (4 * i) & 15;
   c->base.delete_blend_state(&c->base, b->blend[n].cso);
   b->blend[n].cso = c->base.create_blend_state(&c->base, &s);
   b->blend[n].key = masks;
   c->oom |= !b->blend[n].cso;
   return b->blend[n].cso;
}

void *
ts_blit_dsa(struct ts_context *c, struct ts_blitter *b, bool depth, bool stencil, uint8_t writemask)
{
   uint32_t key = (uint32_t)depth | (uint32_t)stencil << 1 | (stencil ? (uint32_t)writemask << 8 : 0);
   for (unsigned i = 0; i < TS_BLIT_CACHED; i++)
      if (b->dsa[i].cso && b->dsa[i].key == key)
         return b->dsa[i].cso;
   unsigned n = b->next_dsa++ % TS_BLIT_CACHED;
   struct pipe_depth_stencil_alpha_state s = {
      .depth_enabled = depth,
      .depth_writemask = depth,
      .depth_func = PIPE_FUNC_ALWAYS,
   };
   if (stencil)
      s.stencil[0] = (struct pipe_stencil_state){
         .enabled = true,
         .func = PIPE_FUNC_ALWAYS,
         .fail_op = PIPE_STENCIL_OP_REPLACE,
         .zpass_op = PIPE_STENCIL_OP_REPLACE,
         .zfail_op = PIPE_STENCIL_OP_REPLACE,
         .valuemask = 0xff,
         .writemask = writemask,
      };
   c->base.delete_dsa_state(&c->base, b->dsa[n].cso);
   b->dsa[n].cso = c->base.create_dsa_state(&c->base, &s);
   b->dsa[n].key = key;
   c->oom |= !b->dsa[n].cso;
   return b->dsa[n].cso;
}
