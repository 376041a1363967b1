/* SPDX-License-Identifier: MIT
 *
 * The state of one GL context (ES 2.0.25 chapter 6.2), kept as the pipe contract wants it where that is a
 * one-to-one translation, and the dirty bits that say which part of it the pipe context has not seen.
 */
#ifndef ST_CONTEXT_H
#define ST_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include "compiler/compiler.h"
#include "pipe/p_context.h"
#include "state_tracker/st_api.h"
#include "state_tracker/draw/st_blend.h"
#include "state_tracker/draw/st_cso.h"
#include "state_tracker/draw/st_feedback.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/st_limits.h"
#include "state_tracker/st_names.h"
#include "state_tracker/st_share.h"
#include "state_tracker/texture/st_texture.h"
#include "state_tracker/texture/st_upload.h"
#include "state_tracker/draw/st_vertex.h"
#include "util/u_thread_local.h"
#include "util/u_vec.h"

struct st_buffer;
struct st_debug;
struct st_pipeline;
struct st_program;
struct st_query;
struct st_renderbuffer;

/** What changed since the last draw. */
enum {
   ST_NEW_FB = 1 << 0,
   ST_NEW_BLEND = 1 << 1,
   ST_NEW_DSA = 1 << 2,
   ST_NEW_RAST = 1 << 3,
   ST_NEW_VIEWPORT = 1 << 4,
   ST_NEW_SCISSOR = 1 << 5,
   ST_NEW_STENCIL_REF = 1 << 6,
   ST_NEW_BLEND_COLOR = 1 << 7,
   ST_NEW_SAMPLE_MASK = 1 << 8,
   ST_NEW_PROGRAM = 1 << 9,
   ST_NEW_TEXTURES = 1 << 10,
   ST_NEW_VERTEX = 1 << 11,   /* arrays: where they stand */
   ST_NEW_CURRENT = 1 << 12,  /* current attribute values */
   ST_NEW_BLOCKS = 1 << 13,   /* buffers of uniform blocks */
   ST_NEW_ELEMENTS = 1 << 14, /* formats, enables and divisors of arrays */
   ST_NEW_ALL = (1 << 15) - 1,
};

struct st_stencil_side {
   GLenum func, fail, zfail, zpass;
   GLint ref;
   GLuint value_mask, write_mask;
};

struct st_context {
   /* What most calls look at, within the 128 bytes that a short instruction reaches. */
   struct pipe_context *pipe;
   struct st_share *share;
   struct pipe_screen *screen;
   uint8_t version; /* of OpenGL ES: 20 or 30 */
   bool in_call;    /* between st_enter and st_leave, without the lock */
   bool locked;     /* the share group's lock is held by the current call */
   bool lost;       /* a GPU reset ended it (KHR_robustness): calls do nothing but raise GL_CONTEXT_LOST */
   uint32_t dirty;
   struct st_exec *exec;          /* what draws use */
   struct st_vao *vao;            /* never NULL */
   struct st_fbo *fbo, *fbo_read; /* NULL = the window-system framebuffer */
   struct st_debug *debug;        /* NULL until KHR_debug is used */
   struct st_feedback *feedback;  /* never NULL */
   struct st_program *program;
   unsigned active_unit;
   uint32_t features; /* ST_HAS_x of st_format.h */
   GLenum error;
   enum pipe_reset_status reset_status; /* not told to the application yet */

   struct st_context *share_next;
   struct st_context_attribs attribs;
   struct st_limits limits;
   struct glsl_options glsl_options;
   const char *extensions;       /* GL_EXTENSIONS, built when first asked for */
   const char **extension_names; /* the same one by one, for glGetStringi; they end with NULL */

   /* framebuffers */
   struct st_framebuffer *win_draw, *win_read;
   uint32_t win_draw_stamp, win_read_stamp;
   bool ever_current;
   bool ms_pending; /* st_ms_end has something to do */
   struct st_renderbuffer *renderbuffer;
   struct st_names fbos;
   GLenum win_draw_buffer;           /* of the window-system framebuffer: GL_BACK or GL_NONE */
   GLenum win_read_buffer;           /* the same */
   struct st_surface_info draw_info; /* of the draw framebuffer, valid if !(dirty & ST_NEW_FB) */

   /* per-fragment state */
   struct st_blend blend;
   uint8_t advanced_blend;    /* of the bound fragment shader, as in struct st_exec_cso */
   struct st_yuv_key yuv_key; /* of the textures that update_textures set */
   bool dither;
   bool blend_coherent;   /* KHR_blend_equation_advanced_coherent */
   bool framebuffer_srgb; /* EXT_sRGB_write_control */
   bool depth_test, depth_mask;
   GLenum depth_func;
   bool stencil_test;
   struct st_stencil_side stencil[2];
   bool scissor_test;
   GLint scissor[4];
   bool alpha_to_coverage, sample_coverage;
   float coverage_value;
   bool coverage_invert;
   float clear_color[4], clear_depth;
   GLint clear_stencil;

   /* rasterisation */
   GLint viewport[4];
   float depth_near, depth_far;
   bool cull_face, polygon_offset;
   bool upper_left, zero_to_one; /* EXT_clip_control */
   bool depth_clamp;             /* EXT_depth_clamp */
   uint32_t base_instance;       /* of this draw: EXT_base_instance */
   bool rasterizer_discard, primitive_restart;
   uint8_t clip_distances; /* mask of those that are enabled */
   GLenum cull_mode, front_face;
   float offset_factor, offset_units, offset_clamp, line_width;

   /* hints and pixel storage */
   GLenum mipmap_hint, derivative_hint;
   GLint pack_alignment, unpack_alignment;
   GLint unpack_row_length, unpack_skip_rows, unpack_skip_pixels;
   GLint unpack_image_height, unpack_skip_images;
   GLint pack_row_length, pack_skip_rows, pack_skip_pixels;
   bool pack_reverse; /* ANGLE_pack_reverse_row_order */

   /* textures */
   struct st_unit units[ST_MAX_UNITS];
   struct st_texture *default_tex[ST_TEX_TARGETS];

   /* vertices */
   struct st_buffer *array_buffer;
   struct st_buffer *pack_buffer, *unpack_buffer; /* NV_pixel_buffer_object */
   struct st_buffer *copy_read_buffer, *copy_write_buffer;
   struct st_buffer *uniform_buffer, *feedback_buffer; /* not those that are used */
   struct st_buffer_range uniform_buffers[ST_MAX_UNIFORM_BUFFERS];
   struct st_vao default_vao;
   struct st_names vaos;
   union pipe_color current[PIPE_MAX_ATTRIBS]; /* of attributes without an array */
   uint8_t current_kind[PIPE_MAX_ATTRIBS];     /* enum st_current_kind: what was given */

   /* queries */
   struct st_names queries;
   struct st_query *active_query[3]; /* occlusion, elapsed time, captured primitives */

   /* transform feedback */
   struct st_names feedbacks;
   struct st_feedback *default_feedback;

   /* programs */
   struct st_names pipelines;
   struct st_pipeline *pipeline; /* bound; in force while there is no current program */
   const char *pipeline_problem; /* why ->exec is NULL although a pipeline is in force; NULL: no error */
   bool blackhole;               /* INTEL_blackhole_render: nothing is drawn */
   GLuint max_compiler_threads;  /* KHR_parallel_shader_compile; compiling is done when its call returns */

   /* what the pipe context has */
   struct st_cso_cache cso;
   struct st_blend_object recent_blend[2]; /* with blending and without: programs go back and forth */
   struct st_sampler_object recent_sampler;
   struct st_upload upload; /* current values of attributes */
   uint64_t seen_tex_stamp, seen_buffer_stamp, seen_program_stamp;
   uint64_t seen_const_stamp[PIPE_SHADER_TYPES], seen_sampler_stamp;
   void *bound_vs, *bound_fs;
   uint8_t num_views[PIPE_SHADER_TYPES];
   struct pipe_vertex_buffer vertex_buffers[PIPE_MAX_ATTRIBS];
   unsigned num_vertex_buffers;
   bool current_in_use;               /* an attribute of them is a current value */
   bool rast_point_size;              /* st_exec::writes_point_size when the rasteriser's state was made */
   uint8_t num_elements;              /* what the bound vertex elements were made of: attributes, */
   uint32_t element_arrays;           /* and which of them are arrays */
   struct pipe_resource *current_res; /* the current values in upload memory, 16 bytes each */
   uint32_t current_offset_B;
   struct pipe_sampler_view *black_view[2][ST_TEX_TARGETS]; /* of floats, of integers */
   /* objects of this context that another one let go; freed when this context is used next */
   U_VEC(void *) zombie_vs;
   U_VEC(void *) zombie_fs;
   U_VEC(struct pipe_sampler_view *) zombie_views;
};

extern U_THREAD_LOCAL struct st_context *st_tls_context;

/** The share group's lock, taken and given back; st_enter does it around calls that need it. */
void st_lock(struct st_context *ctx);
void st_unlock(struct st_context *ctx);
/** st_lock for a GL call. False: the context is lost, nothing is locked, the error is raised. */
bool st_lock_call(struct st_context *ctx);
/** Looks for a GPU reset, if this context wants to know. It ends all such contexts of the share group. */
void st_check_reset(struct st_context *ctx);

/** Around every GL call: exclusive use of the share group's objects. The order of the first two lines is what
 * st_share_join relies on; it makes the processor keep it (see there). */
static inline void
st_enter(struct st_context *ctx)
{
   __atomic_store_n(&ctx->in_call, true, __ATOMIC_RELAXED);
   __atomic_signal_fence(__ATOMIC_SEQ_CST);
   if (__builtin_expect(__atomic_load_n(&ctx->share->shared, __ATOMIC_RELAXED), false))
      st_lock(ctx);
}
/** st_enter for the calls of the application that a lost context refuses: then false, and no st_leave. A lost
 * context's group is always `shared`, so that this costs nothing as long as all is well. Each entry point that is called
 * often has a copy: a compiler that sees a hundred of them would rather call one. */
__attribute__((always_inline)) static inline bool
st_enter_call(struct st_context *ctx)
{
   __atomic_store_n(&ctx->in_call, true, __ATOMIC_RELAXED);
   __atomic_signal_fence(__ATOMIC_SEQ_CST);
   if (__builtin_expect(__atomic_load_n(&ctx->share->shared, __ATOMIC_RELAXED), false))
      return st_lock_call(ctx);
   return true;
}
static inline void
st_leave(struct st_context *ctx)
{
   if (__builtin_expect(ctx->locked, false))
      st_unlock(ctx);
   __atomic_store_n(&ctx->in_call, false, __ATOMIC_RELEASE);
}

/** In a call: waits for a fence, whose reference is the caller's, while other contexts of the group go on. False: it is not signaled after
 * \p timeout_ns. Objects that the call has found before may be gone. */
bool st_wait(struct st_context *ctx, struct pipe_fence *fence, uint64_t timeout_ns);
/** st_flush in a call, which has entered the group. */
void st_flush_in_call(struct st_context *ctx, struct pipe_fence **fence);

/** Records a GL error if none is pending (ES 2.0.25 2.5); the text goes to TERAGL_DEBUG=api. */
void st_error(struct st_context *ctx, GLenum error, const char *fmt, ...)
   __attribute__((format(printf, 3, 4)));

/** To be called when the current program, the pipeline in force or its stages changed. */
static inline void
st_program_changed(struct st_context *ctx)
{
   ctx->seen_program_stamp = 0;
}

#endif
