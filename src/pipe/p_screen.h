/* SPDX-License-Identifier: MIT
 *
 * The screen: one GPU (or one emulated GPU). Shared by all contexts and threads; its functions are thread
 * safe.
 */
#ifndef P_SCREEN_H
#define P_SCREEN_H

#include "pipe/p_state.h"

/** Limits and abilities, filled once by the driver. */
struct pipe_caps {
   const char *renderer; /* "TeraGL (RV770, emulated)" */
   uint32_t max_texture_2d_size, max_texture_cube_size, max_texture_3d_size, max_renderbuffer_size;
   uint32_t max_viewport_dims[2];
   uint8_t max_vertex_attribs;                /* <= PIPE_MAX_ATTRIBS */
   uint8_t max_varyings;                      /* vec4 */
   uint16_t max_vs_uniforms, max_fs_uniforms; /* vec4 */
   /* of a shader that create_vs_state and create_fs_state take, and refuse if it reads more than fit; 0: the same */
   uint16_t max_linked_uniforms;
   uint8_t max_vs_samplers, max_fs_samplers; /* <= PIPE_MAX_SAMPLERS */
   uint8_t max_render_targets;
   uint8_t max_samples;
   float max_line_width, max_aa_line_width, max_point_size;
   uint8_t max_anisotropy;
   uint8_t subpixel_bits;
   bool border_color; /* PIPE_TEX_WRAP_CLAMP_TO_BORDER */
   bool npot_textures, index_uint;
   bool occlusion_query, timer_query;
   uint8_t max_clip_distances; /* 0 or 8 */
   bool dual_source_blend;
   bool independent_blend; /* pipe_blend_state::rt may differ in all */
   /** Levels below the first of textures with depth and stencil that are narrower are drawn to without stencil. */
   uint16_t min_stencil_level_width;
   bool framebuffer_fetch; /* IR_SEM_FB_FETCH */
   /* of fragment shaders: IR_FDDX and IR_FDDY; IR_TEX_LOD and IR_TEX_GRAD; IR_TEX_2D_SHADOW */
   bool derivatives, texture_lod, shadow_samplers;
   bool instance_id; /* of vertex shaders: IR_LOAD_SYSVAL */
   /* Numbers that shaders compute with, where they are no floats of ir_target::fp (of fragments) and of binary32 (of vertices): fragments'
    * are fractions from 0 to 1 of so many bits, and there is no highp; vertices' are those of ir_target::fp. */
   uint8_t fragment_fraction_bits;
   bool small_vertex_floats;
   bool float_linear;              /* linear filters for textures of floats */
   bool depth_clamp, offset_clamp; /* these fields of pipe_rasterizer_state */

   /* What OpenGL ES 3.0 asks for beyond; a driver without it leaves 0. */
   uint16_t max_array_layers;  /* PIPE_TEXTURE_2D_ARRAY */
   uint8_t max_uniform_blocks; /* of a stage: constant buffers 1 and on; < PIPE_MAX_CONST_BUFFERS */
   uint32_t max_const_buffer_size_B, const_buffer_offset_alignment_B;
   uint8_t max_stream_output_buffers;     /* <= PIPE_MAX_SO_BUFFERS; 0: none, and its functions are NULL */
   uint16_t max_stream_output_components; /* dwords of a vertex, in all buffers together */
   int8_t min_texel_offset, max_texel_offset;
   bool primitive_restart; /* pipe_draw_info::primitive_restart */
   bool seamless_cube_map; /* pipe_sampler_state::seamless_cube_map */
};

/** Why storage of somebody else's can't be used. */
enum pipe_import_error {
   PIPE_IMPORT_FORMAT, /* format or size */
   PIPE_IMPORT_LAYOUT, /* the pitch or offset is none that the hardware can step, or the buffer ends before */
   PIPE_IMPORT_FD,     /* the descriptor is no dma-buf */
   PIPE_IMPORT_MEMORY
};

struct ir_target;
struct u_disk_cache;

struct pipe_screen {
   struct pipe_caps caps;
   const struct ir_target *ir_target; /* what shaders must be lowered to */
   struct u_disk_cache *disk_cache;   /* of compiled shaders; NULL = none. Whoever set it closes it. */
   void (*destroy)(struct pipe_screen *s);
   struct pipe_context *(*context_create)(struct pipe_screen *s); /* NULL: out of memory */

   /** All of \p bind together possible for this format, target and sample count? */
   bool (*is_format_supported)(struct pipe_screen *s, enum pipe_format f, enum pipe_texture_target t,
                               unsigned samples, uint32_t bind);

   /** New storage, contents undefined (zero on first use); refcount 1. NULL: out of memory or not supported.
    */
   struct pipe_resource *(*resource_create)(struct pipe_screen *s, const struct pipe_resource *templ);
   void (*resource_destroy)(struct pipe_screen *s, struct pipe_resource *r); /* use pipe_resource_unref */

   /* Storage shared with other processes and devices; both NULL where there is no way to. */

   /** A 2D texture of one level in the rows of a dma-buf, whose descriptor the caller keeps. NULL: *error. */
   struct pipe_resource *(*resource_import)(struct pipe_screen *s, const struct pipe_resource *templ, int fd,
                                            uint32_t stride_B, uint32_t offset_B,
                                            enum pipe_import_error *error);
   /** A dma-buf of a texture's rows, which the caller closes. Only linear ones (PIPE_BIND_SHARED) of one
    * level have rows: false for others, or without memory. \p fd NULL: only asks. */
   bool (*resource_export)(struct pipe_screen *s, struct pipe_resource *r, int *fd, uint32_t *stride_B,
                           uint32_t *offset_B);

   /** Waits up to \p timeout_ns (UINT64_MAX = for ever); true if signalled. */
   bool (*fence_finish)(struct pipe_screen *s, struct pipe_fence *f, uint64_t timeout_ns);
   void (*fence_ref)(struct pipe_screen *s, struct pipe_fence *f);
   void (*fence_unref)(struct pipe_screen *s, struct pipe_fence *f); /* NULL is fine */
};

static inline struct pipe_resource *
pipe_resource_ref(struct pipe_resource *r)
{
   if (r)
      __atomic_fetch_add(&r->refcount, 1, __ATOMIC_RELAXED);
   return r;
}

static inline void
pipe_resource_unref(struct pipe_resource *r)
{
   if (r && __atomic_sub_fetch(&r->refcount, 1, __ATOMIC_ACQ_REL) == 0)
      r->screen->resource_destroy(r->screen, r);
}

/** Points *dst at r, holding references right. */
static inline void
pipe_resource_assign(struct pipe_resource **dst, struct pipe_resource *r)
{
   struct pipe_resource *old = *dst;
   if (old == r)
      return;
   *dst = pipe_resource_ref(r);
   pipe_resource_unref(old);
}

#endif
