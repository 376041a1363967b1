/* SPDX-License-Identifier: MIT
 *
 * Enumerations of the contract between the state tracker and the drivers, in Gallium's vocabulary. Values of
 * pipe_func and pipe_stencil_op are dense and in GL's order so that drivers can translate them with small
 * tables.
 */
#ifndef P_DEFINES_H
#define P_DEFINES_H

#include <stdint.h>

enum pipe_shader_type { PIPE_SHADER_VERTEX, PIPE_SHADER_FRAGMENT, PIPE_SHADER_TYPES };

enum pipe_prim_type {
   PIPE_PRIM_POINTS,
   PIPE_PRIM_LINES,
   PIPE_PRIM_LINE_LOOP,
   PIPE_PRIM_LINE_STRIP,
   PIPE_PRIM_TRIANGLES,
   PIPE_PRIM_TRIANGLE_STRIP,
   PIPE_PRIM_TRIANGLE_FAN,
};

enum pipe_texture_target {
   PIPE_BUFFER,
   PIPE_TEXTURE_2D,
   PIPE_TEXTURE_CUBE,
   PIPE_TEXTURE_3D,
   PIPE_TEXTURE_2D_ARRAY
};

/** Bits of pipe_resource::bind. */
enum {
   PIPE_BIND_VERTEX_BUFFER = 1 << 0,
   PIPE_BIND_INDEX_BUFFER = 1 << 1,
   PIPE_BIND_CONSTANT_BUFFER = 1 << 2,
   PIPE_BIND_SAMPLER_VIEW = 1 << 3,
   PIPE_BIND_RENDER_TARGET = 1 << 4,
   PIPE_BIND_DEPTH_STENCIL = 1 << 5,
   PIPE_BIND_DISPLAY_TARGET = 1 << 6, /* the CPU or another process reads it: linear */
   PIPE_BIND_SHARED = 1 << 7,
   PIPE_BIND_STREAM_OUTPUT = 1 << 8,
};

enum pipe_usage {
   PIPE_USAGE_DEFAULT, /* GPU reads and writes */
   PIPE_USAGE_STATIC,  /* written once */
   PIPE_USAGE_DYNAMIC, /* CPU writes often, GPU reads */
   PIPE_USAGE_STREAM,  /* CPU writes each time, GPU reads once */
   PIPE_USAGE_STAGING, /* CPU reads */
};

/** Bits of a map. */
enum {
   PIPE_MAP_READ = 1 << 0,
   PIPE_MAP_WRITE = 1 << 1,
   PIPE_MAP_DISCARD_RANGE = 1 << 2,  /* the old contents of the box may be lost */
   PIPE_MAP_DISCARD_WHOLE = 1 << 3,  /* of the whole resource: the driver may give it new storage */
   PIPE_MAP_UNSYNCHRONIZED = 1 << 4, /* do not wait for the GPU */
};

/** Bits of what clear touches. */
enum { PIPE_CLEAR_DEPTH = 1 << 0, PIPE_CLEAR_STENCIL = 1 << 1, PIPE_CLEAR_COLOR0 = 1 << 2 };
#define PIPE_CLEAR_COLOR(i) (PIPE_CLEAR_COLOR0 << (i))

enum pipe_func {
   PIPE_FUNC_NEVER,
   PIPE_FUNC_LESS,
   PIPE_FUNC_EQUAL,
   PIPE_FUNC_LEQUAL,
   PIPE_FUNC_GREATER,
   PIPE_FUNC_NOTEQUAL,
   PIPE_FUNC_GEQUAL,
   PIPE_FUNC_ALWAYS,
};

enum pipe_stencil_op {
   PIPE_STENCIL_OP_KEEP,
   PIPE_STENCIL_OP_ZERO,
   PIPE_STENCIL_OP_REPLACE,
   PIPE_STENCIL_OP_INCR,
   PIPE_STENCIL_OP_DECR,
   PIPE_STENCIL_OP_INVERT,
   PIPE_STENCIL_OP_INCR_WRAP,
   PIPE_STENCIL_OP_DECR_WRAP,
};

enum pipe_blend_func {
   PIPE_BLEND_ADD,
   PIPE_BLEND_SUBTRACT,         /* src - dst */
   PIPE_BLEND_REVERSE_SUBTRACT, /* dst - src */
   PIPE_BLEND_MIN,
   PIPE_BLEND_MAX,
};

enum pipe_blendfactor {
   PIPE_BLENDFACTOR_ZERO,
   PIPE_BLENDFACTOR_ONE,
   PIPE_BLENDFACTOR_SRC_COLOR,
   PIPE_BLENDFACTOR_INV_SRC_COLOR,
   PIPE_BLENDFACTOR_SRC_ALPHA,
   PIPE_BLENDFACTOR_INV_SRC_ALPHA,
   PIPE_BLENDFACTOR_DST_ALPHA,
   PIPE_BLENDFACTOR_INV_DST_ALPHA,
   PIPE_BLENDFACTOR_DST_COLOR,
   PIPE_BLENDFACTOR_INV_DST_COLOR,
   PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE,
   PIPE_BLENDFACTOR_CONST_COLOR,
   PIPE_BLENDFACTOR_INV_CONST_COLOR,
   PIPE_BLENDFACTOR_CONST_ALPHA,
   PIPE_BLENDFACTOR_INV_CONST_ALPHA,
   /* of the second colour of output 0 (IR_SEM_COLOR_SECONDARY); only with a single target */
   PIPE_BLENDFACTOR_SRC1_COLOR,
   PIPE_BLENDFACTOR_INV_SRC1_COLOR,
   PIPE_BLENDFACTOR_SRC1_ALPHA,
   PIPE_BLENDFACTOR_INV_SRC1_ALPHA,
};

enum { PIPE_MASK_R = 1, PIPE_MASK_G = 2, PIPE_MASK_B = 4, PIPE_MASK_A = 8, PIPE_MASK_RGBA = 15 };

enum pipe_face { PIPE_FACE_NONE, PIPE_FACE_FRONT, PIPE_FACE_BACK, PIPE_FACE_FRONT_AND_BACK };

enum pipe_tex_wrap {
   PIPE_TEX_WRAP_REPEAT,
   PIPE_TEX_WRAP_CLAMP_TO_EDGE,
   PIPE_TEX_WRAP_MIRROR_REPEAT,
   PIPE_TEX_WRAP_CLAMP_TO_BORDER,
   PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE,
};
enum pipe_tex_filter { PIPE_TEX_FILTER_NEAREST, PIPE_TEX_FILTER_LINEAR };
enum pipe_tex_mipfilter { PIPE_TEX_MIPFILTER_NONE, PIPE_TEX_MIPFILTER_NEAREST, PIPE_TEX_MIPFILTER_LINEAR };
enum pipe_swizzle {
   PIPE_SWIZZLE_X,
   PIPE_SWIZZLE_Y,
   PIPE_SWIZZLE_Z,
   PIPE_SWIZZLE_W,
   PIPE_SWIZZLE_0,
   PIPE_SWIZZLE_1
};

enum pipe_query_type {
   PIPE_QUERY_OCCLUSION_COUNTER,
   PIPE_QUERY_OCCLUSION_PREDICATE,
   PIPE_QUERY_TIME_ELAPSED,       /* ns */
   PIPE_QUERY_TIMESTAMP,          /* ns */
   PIPE_QUERY_PRIMITIVES_EMITTED, /* written by stream-out */
};

enum pipe_reset_status {
   PIPE_NO_RESET,
   PIPE_GUILTY_CONTEXT_RESET,
   PIPE_INNOCENT_CONTEXT_RESET,
   PIPE_UNKNOWN_CONTEXT_RESET
};

#define PIPE_MAX_COLOR_BUFS     8
#define PIPE_MAX_ATTRIBS        16
#define PIPE_MAX_SAMPLERS       16
#define PIPE_MAX_VARYINGS       32
#define PIPE_MAX_TEXTURE_LEVELS 15
#define PIPE_MAX_CONST_BUFFERS  15
#define PIPE_MAX_SO_BUFFERS     4

#endif
