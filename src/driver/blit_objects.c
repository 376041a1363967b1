/* SPDX-License-Identifier: MIT
 *
 * What blitters draw with: shaders made by the IR builder, and state objects that are kept as long as the context.
 */
#include "compiler/ir/ir.h"
#include "driver/blit.h"

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

struct ir_shader *
drv_blit_fs_tex(unsigned semantic)
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

struct ir_shader *
drv_blit_fs_stencil_dword(void)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   if (!s)
      return NULL;
   struct ir_builder b = ir_builder_at_end(s);
   const uint32_t in = add_io(s, false, IR_SEM_GENERIC, 0, 4), out = add_io(s, true, IR_SEM_STENCIL, 0, 1);
   struct ir_src coord[2] = {ir_load_input(&b, in, 0), ir_load_input(&b, in, 1)};
   const uint32_t v =
      ir_emit_tex(&b, (struct ir_tex){.op = IR_TEX_SAMPLE, .target = IR_TEX_2D, .sampler = 0}, coord, 2);
   s->samplers_used = 1;
   ir_store_output(&b, out, 0, ir_alu2(&b, IR_IAND, ir_ssa(v + 1), ir_imm(0xff)));
   return s;
}

void *
drv_blit_shader(struct pipe_context *p, struct ir_shader *ir)
{
   if (!ir)
      return NULL;
   char error[200];
   static const struct ir_options opt = {0};
   void *cso = NULL;
   ir_run_pipeline(ir, p->screen->ir_target, &opt);
   if (!ir->arena.out_of_memory)
      cso = ir->stage == IR_VERTEX ? p->create_vs_state(p, ir, error, sizeof error)
                                   : p->create_fs_state(p, ir, error, sizeof error);
   ir_shader_destroy(ir);
   return cso;
}

/* ---- objects ---- */

void
drv_blit_objects_fini(struct drv_blit_objects *o, struct pipe_context *p)
{
   p->delete_vertex_elements_state(p, o->velems);
   p->delete_vs_state(p, o->vs);
   p->delete_fs_state(p, o->fs_color);
   p->delete_fs_state(p, o->fs_tex);
   for (unsigned i = 0; i < 2; i++) {
      p->delete_rasterizer_state(p, o->rast[i]);
      p->delete_sampler_state(p, o->sampler[i]);
   }
   for (unsigned i = 0; i < DRV_BLIT_CACHED; i++) {
      p->delete_blend_state(p, o->blend[i].cso);
      p->delete_dsa_state(p, o->dsa[i].cso);
   }
}

bool
drv_blit_objects_init(struct drv_blit_objects *o, struct pipe_context *p)
{
   const struct pipe_vertex_element e[2] = {
      {0,  PIPE_FORMAT_R32G32B32A32_FLOAT, 0, 0},
      {16, PIPE_FORMAT_R32G32B32A32_FLOAT, 0, 0},
   };
   o->velems = p->create_vertex_elements_state(p, 2, e);
   o->vs = drv_blit_shader(p, build_vs());
   o->fs_color = drv_blit_shader(p, build_fs_color());
   o->fs_tex = drv_blit_shader(p, drv_blit_fs_tex(IR_SEM_COLOR_ALL));
   for (unsigned i = 0; i < 2; i++) {
      struct pipe_rasterizer_state r = {.scissor = i, .point_size = 1.0f, .line_width = 1.0f};
      o->rast[i] = p->create_rasterizer_state(p, &r);
      struct pipe_sampler_state s = {
         .wrap_s = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
         .wrap_t = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
         .wrap_r = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
         .min_img_filter = i ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST,
         .mag_img_filter = i ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST,
      };
      o->sampler[i] = p->create_sampler_state(p, &s);
   }
   return o->velems && o->vs && o->fs_color && o->fs_tex && o->rast[0] && o->rast[1] && o->sampler[0] &&
          o->sampler[1];
}

void *
drv_blit_blend(struct drv_blit_objects *o, struct pipe_context *p, uint32_t masks)
{
   for (unsigned i = 0; i < DRV_BLIT_CACHED; i++)
      if (o->blend[i].cso && o->blend[i].key == masks)
         return o->blend[i].cso;
   unsigned n = o->next_blend++ % DRV_BLIT_CACHED;
   struct pipe_blend_state s = {.independent_blend_enable = true};
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      s.rt[i].colormask = masks >> (4 * i) & 15;
   p->delete_blend_state(p, o->blend[n].cso);
   o->blend[n].cso = p->create_blend_state(p, &s);
   o->blend[n].key = masks;
   return o->blend[n].cso;
}

void *
drv_blit_dsa(struct drv_blit_objects *o, struct pipe_context *p, bool depth, bool stencil, uint8_t writemask)
{
   uint32_t key = (uint32_t)depth | (uint32_t)stencil << 1 | (stencil ? (uint32_t)writemask << 8 : 0);
   for (unsigned i = 0; i < DRV_BLIT_CACHED; i++)
      if (o->dsa[i].cso && o->dsa[i].key == key)
         return o->dsa[i].cso;
   unsigned n = o->next_dsa++ % DRV_BLIT_CACHED;
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
   p->delete_dsa_state(p, o->dsa[n].cso);
   o->dsa[n].cso = p->create_dsa_state(p, &s);
   o->dsa[n].key = key;
   return o->dsa[n].cso;
}
