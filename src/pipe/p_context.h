/* SPDX-License-Identifier: MIT
 *
 * The context: one stream of commands. Used by one thread at a time. Bound objects are referenced by the
 * context until unbound or the context is destroyed; resources in set_* calls are referenced by the driver.
 */
#ifndef P_CONTEXT_H
#define P_CONTEXT_H

#include "pipe/p_screen.h"

struct pipe_context {
   struct pipe_screen *screen;
   void (*destroy)(struct pipe_context *c);

   /* Constant state objects: encoded when created, bound by pointer. create returns NULL when out of memory.
    * bind NULL is allowed. delete of a bound object is the caller's mistake. */
   void *(*create_blend_state)(struct pipe_context *c, const struct pipe_blend_state *s);
   void (*bind_blend_state)(struct pipe_context *c, void *cso);
   void (*delete_blend_state)(struct pipe_context *c, void *cso);
   void *(*create_dsa_state)(struct pipe_context *c, const struct pipe_depth_stencil_alpha_state *s);
   void (*bind_dsa_state)(struct pipe_context *c, void *cso);
   void (*delete_dsa_state)(struct pipe_context *c, void *cso);
   void *(*create_rasterizer_state)(struct pipe_context *c, const struct pipe_rasterizer_state *s);
   void (*bind_rasterizer_state)(struct pipe_context *c, void *cso);
   void (*delete_rasterizer_state)(struct pipe_context *c, void *cso);
   void *(*create_sampler_state)(struct pipe_context *c, const struct pipe_sampler_state *s);
   void (*bind_sampler_states)(struct pipe_context *c, enum pipe_shader_type sh, unsigned n, void **csos);
   void (*delete_sampler_state)(struct pipe_context *c, void *cso);
   void *(*create_vertex_elements_state)(struct pipe_context *c, unsigned n,
                                         const struct pipe_vertex_element *e);
   void (*bind_vertex_elements_state)(struct pipe_context *c, void *cso);
   void (*delete_vertex_elements_state)(struct pipe_context *c, void *cso);

   /** Shaders: \p ir is optimised SSA (ir_run_pipeline done); the driver clones what it keeps. Attribute k of
    * the vertex elements feeds the input with sem_index k. Varyings match by sem_index. NULL and one sentence
    * in \p error (error_B bytes) if the hardware cannot run it. */
   void *(*create_vs_state)(struct pipe_context *c, const struct ir_shader *ir, char *error, size_t error_B);
   void (*bind_vs_state)(struct pipe_context *c, void *cso);
   void (*delete_vs_state)(struct pipe_context *c, void *cso);
   void *(*create_fs_state)(struct pipe_context *c, const struct ir_shader *ir, char *error, size_t error_B);
   void (*bind_fs_state)(struct pipe_context *c, void *cso);
   void (*delete_fs_state)(struct pipe_context *c, void *cso);
   /** Can these two be drawn with together? False and one sentence in \p error if not. NULL where any two can. */
   bool (*link_shaders)(struct pipe_context *c, void *vs, void *fs, char *error, size_t error_B);

   /* Parameters */
   void (*set_framebuffer_state)(struct pipe_context *c, const struct pipe_framebuffer_state *fb);
   void (*set_viewport_state)(struct pipe_context *c, const struct pipe_viewport_state *v);
   void (*set_scissor_state)(struct pipe_context *c, const struct pipe_scissor_state *s);
   void (*set_stencil_ref)(struct pipe_context *c, const struct pipe_stencil_ref *r);
   void (*set_blend_color)(struct pipe_context *c, const struct pipe_blend_color *b);
   void (*set_sample_mask)(struct pipe_context *c, uint32_t mask);
   void (*set_constant_buffer)(struct pipe_context *c, enum pipe_shader_type sh, unsigned index,
                               const struct pipe_constant_buffer *cb); /* NULL = none */
   void (*set_vertex_buffers)(struct pipe_context *c, unsigned n, const struct pipe_vertex_buffer *vb);

   struct pipe_sampler_view *(*create_sampler_view)(struct pipe_context *c,
                                                    const struct pipe_sampler_view_desc *d);
   void (*set_sampler_views)(struct pipe_context *c, enum pipe_shader_type sh, unsigned n,
                             struct pipe_sampler_view **v);
   void (*sampler_view_destroy)(struct pipe_context *c,
                                struct pipe_sampler_view *v); /* NULL is fine; may still be bound */

   /* Stream-out: while targets are set, draws append the vertices of whole primitives to them as
    * ir_shader::captured says; what does not fit in one target is written to none. */
   struct pipe_stream_output_target *(*create_stream_output_target)(struct pipe_context *c,
                                                                    struct pipe_resource *buffer,
                                                                    uint32_t offset_B, uint32_t size_B);
   void (*stream_output_target_destroy)(struct pipe_context *c, struct pipe_stream_output_target *t);
   /** \p n 0: no stream-out. \p append: behind what each has, else from its beginning. */
   void (*set_stream_output_targets)(struct pipe_context *c, unsigned n, struct pipe_stream_output_target **t,
                                     bool append);

   /* Work. Errors (out of memory) are sticky in get_oom until read. */
   void (*draw)(struct pipe_context *c, const struct pipe_draw_info *info);
   void (*clear)(struct pipe_context *c, const struct pipe_clear_info *info); /* the bound framebuffer */
   void (*resource_copy_region)(struct pipe_context *c, struct pipe_resource *dst, unsigned dst_level,
                                unsigned dstx, unsigned dsty, unsigned dstz, struct pipe_resource *src,
                                unsigned src_level,
                                const struct pipe_box *src_box); /* same format size; may overlap not */
   void (*blit)(struct pipe_context *c, const struct pipe_blit_info *info);

   /** CPU access. buffer_map: pointer to the first byte of the range. texture_map: *t filled, rows
    * t->stride_B apart, always linear (the driver detiles through a staging copy when needed). NULL: out of
    * memory. */
   void *(*buffer_map)(struct pipe_context *c, struct pipe_resource *r, uint32_t offset_B, uint32_t size_B,
                       uint32_t usage);
   void (*buffer_unmap)(struct pipe_context *c, struct pipe_resource *r);
   void *(*texture_map)(struct pipe_context *c, struct pipe_resource *r, unsigned level, uint32_t usage,
                        const struct pipe_box *box, struct pipe_transfer **t);
   void (*texture_unmap)(struct pipe_context *c, struct pipe_transfer *t);

   /** What was drawn before is seen by the IR_SEM_FB_FETCH inputs of later draws. Shaders with
    * ir_shader::fb_fetch_coherent need no such call, not even between the primitives of a draw. */
   void (*framebuffer_barrier)(struct pipe_context *c);

   /** Submits what was recorded; *fence (may be NULL) gets a reference to a fence behind it. */
   void (*flush)(struct pipe_context *c, struct pipe_fence **fence);

   struct pipe_query *(*create_query)(struct pipe_context *c, enum pipe_query_type t);
   void (*destroy_query)(struct pipe_context *c, struct pipe_query *q);
   bool (*begin_query)(struct pipe_context *c, struct pipe_query *q);
   void (*end_query)(struct pipe_context *c, struct pipe_query *q);
   bool (*get_query_result)(struct pipe_context *c, struct pipe_query *q, bool wait, uint64_t *result);

   /** Set by the context's owner or NULL: told, as printf, of what the driver does slowly. */
   void (*performance)(void *data, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
   void *performance_data;

   bool (*get_oom)(struct pipe_context *c); /* true once after an allocation failed */
   /** Once after a draw that the hardware cannot do in the state that is bound: why, in words that live until the next draw.
    * NULL else. The function is NULL where there are no such draws. */
   const char *(*get_refusal)(struct pipe_context *c);
   enum pipe_reset_status (*get_reset_status)(struct pipe_context *c);
};

#endif
