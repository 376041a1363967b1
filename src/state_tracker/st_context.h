/* SPDX-License-Identifier: MIT
 *
 * The state of one GL context (ES 2.0.25 chapter 6.2), kept as the pipe contract wants it where that is a
 * one-to-one translation, and the dirty bits that say which part of it the pipe context has not seen.
 */
#ifndef ST_CONTEXT_H
#define ST_CONTEXT_H

#include "state_tracker/st_api.h"
#include "state_tracker/st_cso.h"
#include "state_tracker/st_objects.h"
#include "state_tracker/st_upload.h"

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
   ST_NEW_VERTEX = 1 << 11,      /* arrays: pointers, formats, enables */
   ST_NEW_CURRENT = 1 << 12,     /* current attribute values */
   ST_NEW_DEPTH_RANGE = 1 << 13, /* gl_DepthRange */
   ST_NEW_ALL = (1 << 14) - 1,
};

struct st_attrib {
   bool enabled, normalized;
   bool orphan; /* its buffer was deleted: reads as (0, 0, 0, 1) until specified again */
   uint8_t size;
   uint32_t divisor; /* 0: advances with each vertex */
   GLenum type;
   GLsizei stride;      /* as given */
   uint32_t stride_B;   /* effective */
   const void *pointer; /* client pointer, or offset if there is a buffer */
   struct st_buffer *buffer;
   uint16_t format;    /* enum pipe_format of the source */
   uint16_t hw_format; /* what the driver fetches; != format: converted */
};

struct st_vao {
   GLuint name;
   char *label; /* KHR_debug, malloc'ed or NULL; so in all objects */
   struct st_attrib attribs[PIPE_MAX_ATTRIBS];
   struct st_buffer *element_buffer;
   uint32_t enabled;   /* mask */
   uint32_t instanced; /* arrays with a divisor */
   uint32_t client;    /* enabled arrays in client memory */
   uint32_t convert;   /* enabled arrays that the driver cannot fetch as they are */
};

/** What is bound to a texture unit, by enum st_tex. */
/** A query object (EXT_occlusion_query_boolean, EXT_disjoint_timer_query). */
struct st_query {
   int refcount; /* name + being active */
   GLuint name;
   char *label;
   GLenum target;
   bool active;
   struct pipe_query *q;
};

struct st_unit {
   struct st_texture *tex[ST_TEX_TARGETS];
};

struct st_limits {
   GLint max_texture_size, max_cube_size, max_3d_size, max_renderbuffer_size;
   GLint max_viewport[2];
   GLint max_attribs, max_varyings, max_vs_uniforms, max_fs_uniforms;
   GLint max_vs_samplers, max_fs_samplers, max_units;
   GLint max_samples, subpixel_bits;
   GLint max_clip_distances;
   GLint max_draw_buffers; /* <= PIPE_MAX_COLOR_BUFS; as many colour attachments */
   float line_width[2], point_size[2];
};

struct st_stencil_side {
   GLenum func, fail, zfail, zpass;
   GLint ref;
   GLuint value_mask, write_mask;
};

struct st_context {
   struct pipe_screen *screen;
   struct pipe_context *pipe;
   struct st_share *share;
   struct st_context *share_next;
   struct st_context_attribs attribs;
   struct st_limits limits;
   uint32_t features; /* ST_HAS_x of st_format.h */
   struct glsl_options glsl_options;
   bool in_call; /* between st_enter and st_leave, without the lock */
   bool locked;  /* the share group's lock is held by the current call */
   bool lost;    /* a GPU reset ended it (KHR_robustness): calls do nothing but raise GL_CONTEXT_LOST */
   enum pipe_reset_status reset_status; /* not told to the application yet */
   GLenum error;
   uint32_t dirty;
   struct st_debug *debug; /* NULL until KHR_debug is used */
   const char *extensions; /* GL_EXTENSIONS, built when first asked for */

   /* framebuffers */
   struct st_framebuffer *win_draw, *win_read;
   uint32_t win_draw_stamp, win_read_stamp;
   bool ever_current;
   struct st_fbo *fbo, *fbo_read; /* NULL = the window-system framebuffer */
   bool ms_pending;               /* st_ms_end has something to do */
   struct st_renderbuffer *renderbuffer;
   struct st_names fbos;
   GLenum win_draw_buffer;           /* of the window-system framebuffer: GL_BACK or GL_NONE */
   struct st_surface_info draw_info; /* of the draw framebuffer, valid if !(dirty & ST_NEW_FB) */

   /* per-fragment state */
   struct {
      bool enabled;
      bool dual_source; /* a factor is of the second source */
      GLenum eq_rgb, eq_alpha, src_rgb, dst_rgb, src_alpha, dst_alpha;
      float color[4];
   } blend;
   uint8_t color_mask;        /* PIPE_MASK_x */
   uint8_t advanced_blend;    /* of the bound fragment shader, as in struct st_exec_cso */
   struct st_yuv_key yuv_key; /* of the textures that update_textures set */
   bool dither;
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
   uint8_t clip_distances;       /* mask of those that are enabled */
   GLenum cull_mode, front_face;
   float offset_factor, offset_units, offset_clamp, line_width;

   /* hints and pixel storage */
   GLenum mipmap_hint, derivative_hint;
   GLint pack_alignment, unpack_alignment;
   GLint unpack_row_length, unpack_skip_rows, unpack_skip_pixels;
   GLint pack_row_length, pack_skip_rows, pack_skip_pixels;
   bool pack_reverse; /* ANGLE_pack_reverse_row_order */

   /* textures */
   unsigned active_unit;
   struct st_unit units[ST_MAX_UNITS];
   struct st_texture *default_tex[ST_TEX_TARGETS];

   /* vertices */
   struct st_buffer *array_buffer;
   struct st_buffer *pack_buffer, *unpack_buffer; /* NV_pixel_buffer_object */
   struct st_vao default_vao, *vao;
   struct st_names vaos;
   float current[PIPE_MAX_ATTRIBS][4];

   /* queries */
   struct st_names queries;
   struct st_query *active_query[2]; /* occlusion, elapsed time */

   /* programs */
   struct st_program *program;
   struct st_names pipelines;
   struct st_pipeline *pipeline; /* bound; in force while there is no current program */
   const char *pipeline_problem; /* why ->exec is NULL although a pipeline is in force; NULL: no error */
   struct st_exec *exec;         /* what draws use */
   bool blackhole;               /* INTEL_blackhole_render: nothing is drawn */
   GLuint max_compiler_threads;  /* KHR_parallel_shader_compile; compiling is done when its call returns */

   /* what the pipe context has */
   struct st_cso_cache cso;
   struct st_upload upload; /* vertices and constants */
   struct st_upload index_upload;
   uint64_t seen_tex_stamp, seen_buffer_stamp, seen_program_stamp;
   uint64_t seen_const_stamp[2], seen_sampler_stamp;
   void *bound_vs, *bound_fs;
   uint8_t num_views[2];
   struct pipe_vertex_buffer vertex_buffers[PIPE_MAX_ATTRIBS];
   unsigned num_vertex_buffers;
   struct pipe_resource *current_res; /* the current values in upload memory, 16 bytes each */
   uint32_t current_offset_B;
   bool vertex_hw_formats[PIPE_FORMAT_COUNT]; /* that the driver can fetch */
   struct pipe_sampler_view *black_view[ST_TEX_TARGETS];
   /* objects of this context that another one let go; freed when this context is used next */
   U_VEC(void *) zombie_vs;
   U_VEC(void *) zombie_fs;
   U_VEC(struct pipe_sampler_view *) zombie_views;
};

extern __thread struct st_context *st_tls_context __attribute__((tls_model("initial-exec")));

/** The share group's lock, taken and given back; st_enter does it around calls that need it. */
void st_lock(struct st_context *ctx);
void st_unlock(struct st_context *ctx);
/** st_lock for a GL call. False: the context is lost, nothing is locked, the error is raised. */
bool st_lock_call(struct st_context *ctx);
/** Looks for a GPU reset, if this context wants to know. A reset ends all such contexts of the share group.
 */
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
/** The same for the calls of the application that a lost context refuses: then false, and no st_leave. A lost
 * context's group is always `shared`, so that this costs nothing as long as all is well. */
static inline bool
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

/** Records a GL error if none is pending (ES 2.0.25 2.5); the text goes to TERAGL_DEBUG=api. */
void st_error(struct st_context *ctx, GLenum error, const char *fmt, ...)
   __attribute__((format(printf, 3, 4)));

/* st_framebuffer.c */
/** The current draw (read) framebuffer; follows resizes of the window-system framebuffer. */
const struct st_surface_info *st_draw_surface(struct st_context *ctx);
void st_read_surface(struct st_context *ctx, struct st_surface_info *info);
/** A single-sampled texture of the size of a multisampled colour surface (a new reference), in which a
 * rectangle inside of the surface is that of the surface and the rest undefined; NULL: out of memory. */
struct pipe_resource *st_resolve_color(struct st_context *ctx, const struct st_surface_info *s, int x, int y,
                                       int width, int height);
void st_fbo_forget_texture(struct st_context *ctx, struct st_texture *t);
void st_fbo_forget_renderbuffer(struct st_context *ctx, struct st_renderbuffer *r);
struct st_framebuffer *st_framebuffer_ref(struct st_framebuffer *fb);

/** Colour image behind an attachment, its size in info; false: none. */
bool st_fbo_color(const struct st_attachment *a, struct pipe_surface *s, struct st_surface_info *info);

/* st_multisample.c */
/** A supported number of samples, at least \p samples and 2; 0: none. */
unsigned st_round_samples(struct st_context *ctx, enum pipe_format format, uint32_t bind, unsigned samples);
/** Puts the surfaces with samples that stand for textures into \p fb. False: out of memory. */
bool st_ms_begin(struct st_context *ctx, struct pipe_framebuffer_state *fb);
/** What was drawn to such surfaces of the draw framebuffer goes to the textures. */
void st_ms_end(struct st_context *ctx);

/* st_atoms.c: brings the pipe context up to date for a draw. False: nothing can be drawn. */
bool st_validate(struct st_context *ctx);
/** The framebuffer alone, for clears; see the status of the result. */
const struct st_surface_info *st_validate_framebuffer(struct st_context *ctx);
/** Follows a relink of the current program and what happened to the pipeline in force. */
void st_refresh_program(struct st_context *ctx);
/** To be called when the current program, the pipeline in force or its stages changed. */
static inline void
st_program_changed(struct st_context *ctx)
{
   ctx->seen_program_stamp = 0;
}
/** The scissor box within the framebuffer; false if it is off. */
/** enum ir_blend of an equation of KHR_blend_equation_advanced, -1 for others. */
int st_advanced_blend(GLenum eq);
bool st_scissor(const struct st_context *ctx, uint32_t width, uint32_t height, struct pipe_scissor_state *s);

/* st_vertex.c */
/** Formats and flags of an array after one of its fields changed. */
void st_attrib_changed(struct st_context *ctx, struct st_vao *vao, unsigned index);
void st_vao_init(struct st_vao *vao, GLuint name);
void st_vao_fini(struct st_vao *vao);
/** Vertex buffers and elements for vertices min..max, with \p bias subtracted from the vertex number that the
 * draw uses, and that many instances. False: out of memory. */
bool st_vertex_validate(struct st_context *ctx, uint32_t min, uint32_t max, uint32_t bias,
                        uint32_t instances);

/* st_draw.c */
void st_draw_arrays(struct st_context *ctx, GLenum mode, uint32_t first, uint32_t count, uint32_t instances);
/** \p base_vertex is added to each index. */
void st_draw_elements(struct st_context *ctx, GLenum mode, uint32_t count, unsigned index_size_B,
                      const void *indices, uint32_t instances, int32_t base_vertex);
void st_clear(struct st_context *ctx, GLbitfield mask);
/** Reads the rectangle as far as it is inside the framebuffer. False: out of memory. */
bool st_read_pixels(struct st_context *ctx, const struct st_surface_info *s, int x, int y, int width,
                    int height, const struct st_pixels *dst);

#endif
