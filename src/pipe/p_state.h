/* SPDX-License-Identifier: MIT
 *
 * State structures of the pipe contract. Everything handed to create_*_state is copied or encoded at once:
 * the caller keeps ownership of what it passes. Window coordinates: origin lower left, y up, exactly as GL;
 * drivers never flip.
 */
#ifndef P_STATE_H
#define P_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pipe/p_defines.h"
#include "format/pipe_format.h"

struct pipe_screen;
struct pipe_context;
struct ir_shader;

/** Reference-counted storage: buffer or texture with all its levels. Created by pipe_screen::resource_create.
 */
struct pipe_resource {
   int32_t refcount; /* atomic; see pipe_resource_ref / _unref in p_screen.h */
   struct pipe_screen *screen;
   uint8_t target; /* enum pipe_texture_target */
   uint8_t last_level;
   uint8_t nr_samples; /* 0 or 1: single sampled */
   uint8_t usage;      /* enum pipe_usage */
   uint16_t format;    /* enum pipe_format; PIPE_FORMAT_R8_UNORM for buffers */
   uint32_t bind;
   uint32_t width0;     /* texels; bytes for buffers */
   uint32_t height0;    /* 1 for buffers */
   uint32_t depth0;     /* 3D depth, else 1 */
   uint32_t array_size; /* 6 for cubes, layers of 2D arrays, else 1 */
};

/** x, y, z in texels (z: layer, cube face or slice); bytes for buffers. */
struct pipe_box {
   int32_t x, y, z;
   int32_t width, height, depth;
};

/** One level and layer of a texture as a render target. By value inside framebuffer state. */
struct pipe_surface {
   struct pipe_resource *texture; /* NULL = none */
   uint16_t format;               /* enum pipe_format */
   uint16_t level, layer;
};

struct pipe_framebuffer_state {
   uint32_t width, height; /* of the intersection of the attachments */
   uint8_t samples;
   uint8_t nr_cbufs;
   struct pipe_surface cbufs[PIPE_MAX_COLOR_BUFS];
   struct pipe_surface zsbuf;
};

struct pipe_rt_blend_state {
   bool blend_enable;
   uint8_t rgb_func, rgb_src_factor, rgb_dst_factor; /* enum pipe_blend_func, enum pipe_blendfactor */
   uint8_t alpha_func, alpha_src_factor, alpha_dst_factor;
   uint8_t colormask; /* PIPE_MASK_x */
};

struct pipe_blend_state {
   bool independent_blend_enable; /* false: rt[0] rules all targets */
   bool dither, alpha_to_coverage;
   struct pipe_rt_blend_state rt[PIPE_MAX_COLOR_BUFS];
};

struct pipe_stencil_state {
   bool enabled;
   uint8_t func;                        /* enum pipe_func */
   uint8_t fail_op, zpass_op, zfail_op; /* enum pipe_stencil_op */
   uint8_t valuemask, writemask;
};

struct pipe_depth_stencil_alpha_state {
   bool depth_enabled, depth_writemask;
   uint8_t depth_func;
   struct pipe_stencil_state stencil[2]; /* front, back; [1].enabled = two-sided */
};

struct pipe_rasterizer_state {
   bool front_ccw;    /* as seen with y upwards, i.e. with row 0 of the surfaces at the bottom */
   uint8_t cull_face; /* enum pipe_face */
   bool offset_tri;   /* polygon offset */
   float offset_units, offset_scale;
   float offset_clamp; /* limit of the offset (its sign says which one); 0 = none */
   bool scissor;       /* use set_scissor_state; otherwise the framebuffer */
   bool multisample;
   bool point_size_per_vertex;   /* the VS writes point size */
   bool point_sprite_upper_left; /* gl_PointCoord origin: top of the window's picture, i.e. at larger y */
   float point_size, line_width;
   bool rasterizer_discard;
   uint8_t clip_distances; /* mask: which of the IR_SEM_CLIP_DIST outputs clip */
   bool clip_halfz;        /* the near plane is z = 0, not z = -w; see pipe_viewport_state::halfz */
   bool depth_clamp;       /* no clipping at the near and far planes; depth is clamped to the viewport's */
};

/** As the format of a texture or target has it. */
union pipe_color {
   float f[4];
   int32_t i[4];
   uint32_t ui[4];
};

struct pipe_sampler_state {
   uint8_t wrap_s, wrap_t, wrap_r;         /* enum pipe_tex_wrap */
   uint8_t min_img_filter, mag_img_filter; /* enum pipe_tex_filter */
   uint8_t min_mip_filter;                 /* enum pipe_tex_mipfilter */
   uint8_t max_anisotropy;                 /* 0 or 1 = off, up to 16 */
   bool seamless_cube_map;
   /* c of ES 2.0.25 3.7.8: magnified up to level 1/2. A driver whose units end it at 0 keeps it for explicit levels. */
   bool magnify_to_half;
   uint8_t compare_func; /* enum pipe_func: reference to texel, for lookups that compare */
   float lod_bias, min_lod, max_lod;
   union pipe_color border_color;
};

/* Bases of what a driver makes, as pipe_resource is: its own structs begin with them. */

/** A point in the stream of a context; shared by threads. */
struct pipe_fence {
   int32_t refcount; /* atomic */
};

/** Where stream-out writes, and how far it came; belongs to a context. */
struct pipe_stream_output_target {
   struct pipe_resource *buffer; /* referenced */
   uint32_t offset_B, size_B;    /* whole dwords */
};

struct pipe_query {
   uint8_t type; /* enum pipe_query_type */
};

/** A texture as a shader sees it; belongs to a context. */
struct pipe_sampler_view {
   int32_t refcount;
   struct pipe_resource *texture; /* referenced */
};

/** A texture as a shader sees it. */
struct pipe_sampler_view_desc {
   struct pipe_resource *texture;
   uint16_t format;
   uint8_t first_level, last_level;
   uint8_t swizzle[4]; /* enum pipe_swizzle, on top of the format's own meaning (L8 already reads as LLL1) */
   bool one_layer;     /* `layer` alone, as a 2D texture; then first_level == last_level */
   uint16_t layer;
};

/** Any of the formats of vertices in pipe_format.h, at any offset: what its fetches cannot read the driver
 * converts. */
struct pipe_vertex_element {
   uint16_t src_offset_B;
   uint16_t format; /* enum pipe_format */
   uint8_t vertex_buffer_index;
   uint32_t instance_divisor; /* 0 = per vertex */
   uint8_t nr_components;     /* of them, 1 to 4; those behind read as 0, 0, 1. 0 = all that the format has */
   /* Signed normalised numbers of b bits: c / (2^(b-1) - 1), at least -1 (ES 3.0.6 2.1.6.1), else (2c + 1) / (2^b - 1)
    * (ES 2.0.25 2.1.2) */
   bool symmetric;
};

/** Any offset and stride. */
struct pipe_vertex_buffer {
   struct pipe_resource *buffer; /* NULL, and no user: reads give (0,0,0,1) */
   uint32_t offset_B;            /* in the buffer */
   uint32_t stride_B;            /* 0 = the same element for every vertex */
   /* instead of a buffer: memory of the application's, read by each draw until it returns */
   const void *user;
};

/** Constant buffer contents. Either a user pointer (copied during the call) or a resource. */
struct pipe_constant_buffer {
   const void *user;
   struct pipe_resource *buffer;
   uint32_t offset_B, size_B;
};

struct pipe_viewport_state {
   float scale[3], translate[3]; /* window = ndc * scale + translate */
   bool halfz;                   /* depth of the near plane is translate[2], not translate[2] - scale[2] */
};

struct pipe_scissor_state {
   uint16_t minx, miny, maxx, maxy; /* max exclusive */
};

struct pipe_stencil_ref {
   uint8_t ref[2]; /* front, back */
};

struct pipe_blend_color {
   float color[4];
};

struct pipe_draw_info {
   uint8_t mode;         /* enum pipe_prim_type */
   uint8_t index_size_B; /* 0 = not indexed, 1, 2 or 4 */
   uint32_t start;       /* first vertex, or first index in units of index_size_B */
   uint32_t count;
   uint32_t instance_count;            /* >= 1 */
   struct pipe_resource *index_buffer; /* if index_size_B; any offset. Indices behind its end are not drawn */
   uint32_t index_offset_B;
   const void *index_user; /* instead of a buffer: memory of the application's, read until the draw returns */
   int32_t index_bias; /* added to each index; vertices before the first and behind the last are undefined */
   uint32_t min_index, max_index; /* bounds of the indices when known, else 0, ~0 */
   bool primitive_restart;        /* the largest index of its size begins a new primitive; caps */
};

/** Whole-rectangle copy with optional scaling, format conversion and filtering. */
struct pipe_blit_info {
   struct {
      struct pipe_resource *resource;
      uint16_t format, level;
      struct pipe_box box; /* width or height may be negative: mirrored */
   } dst, src;
   bool filter_linear;
   uint8_t mask; /* PIPE_BLIT_x */
   bool scissor_enable;
   struct pipe_scissor_state scissor;
};
enum { PIPE_BLIT_COLOR = 1, PIPE_BLIT_DEPTH = 2, PIPE_BLIT_STENCIL = 4 };

/** A mapping of part of a texture. */
struct pipe_transfer {
   struct pipe_resource *resource;
   uint16_t level;
   uint32_t usage;
   struct pipe_box box;
   uint32_t stride_B, layer_stride_B;
};

/** What clear does: honours scissor and masks itself, with no state of the context disturbed. */
struct pipe_clear_info {
   uint32_t buffers; /* PIPE_CLEAR_x */
   bool scissor_enable;
   struct pipe_scissor_state scissor;
   uint8_t colormask; /* PIPE_MASK_x, of every colour buffer */
   uint8_t stencil_writemask;
   union pipe_color color;
   double depth;
   uint8_t stencil;
};

#endif
