/* SPDX-License-Identifier: MIT
 *
 * GL objects and the share group that owns their names (ES 2.0.25 appendix C). Reference counts are plain
 * integers: objects of a group with more than one context are only touched under the group's lock, which
 * every GL entry point takes (st_enter).
 */
#ifndef ST_OBJECTS_H
#define ST_OBJECTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include "compiler/compiler.h"
#include "pipe/p_context.h"
#include "state_tracker/st_api.h"

struct st_context;

#define ST_MAX_LEVELS   PIPE_MAX_TEXTURE_LEVELS
#define ST_MAX_UNITS    (2 * PIPE_MAX_SAMPLERS)
#define ST_INDEX_RANGES 8

/* ---- names --------------------------------------------------------------------------------------------- */

/** Map from names to objects: open addressing, linear probing. A name that Gen made but nobody bound maps to
 * ST_RESERVED. */
struct st_names {
   GLuint *keys; /* 0 = free */
   void **values;
   uint32_t capacity, count; /* capacity: power of two or 0 */
   GLuint next;              /* where to look for a fresh name */
};
extern char st_reserved_;
#define ST_RESERVED ((void *)&st_reserved_)

/** Frees the table, not the objects. */
void st_names_fini(struct st_names *t);
/** The object, ST_RESERVED, or NULL for a name that is not in use. */
void *st_names_get(const struct st_names *t, GLuint name);
/** The object; NULL also for reserved names. */
static inline void *
st_names_object(const struct st_names *t, GLuint name)
{
   void *p = name ? st_names_get(t, name) : NULL;
   return p == ST_RESERVED ? NULL : p;
}
/** Sets or replaces; false: out of memory. */
bool st_names_put(struct st_names *t, GLuint name, void *value);
void st_names_remove(struct st_names *t, GLuint name);
/** Reserves \p n fresh names; false: out of memory (none reserved). */
bool st_names_gen(struct st_names *t, GLsizei n, GLuint *names);

/* ---- buffers ------------------------------------------------------------------------------------------- */

struct st_buffer {
   int refcount;
   GLuint name;
   char *label;
   uint32_t size_B;
   GLenum usage;
   struct pipe_resource *res; /* NULL while size_B is 0 */
   bool orphaned;             /* the contents are undefined: the next write need not wait for the GPU */
   /* a mapping (OES_mapbuffer, EXT_map_buffer_range) */
   void *map;
   uint32_t map_offset_B, map_length_B;
   GLbitfield map_access; /* GL_MAP_x_BIT_EXT */
   struct pipe_context *map_pipe;
   struct st_buffer *map_next, **map_link; /* in st_share::mapped while it is mapped */
   /* bounds of index ranges that were drawn from since the contents changed */
   struct {
      uint32_t offset_B, count, min, max;
      uint8_t index_size_B;
   } ranges[ST_INDEX_RANGES];
   uint8_t num_ranges;
};

/** With one reference, empty. NULL: out of memory. Unref: NULL is fine. */
struct st_buffer *st_buffer_create(GLuint name);
void st_buffer_unref(struct st_buffer *b);
/** glBufferData. False: out of memory (the buffer keeps its contents). */
bool st_buffer_data(struct st_context *ctx, struct st_buffer *b, uint32_t size_B, const void *data,
                    GLenum usage);
bool st_buffer_sub_data(struct st_context *ctx, struct st_buffer *b, uint32_t offset_B, uint32_t size_B,
                        const void *data);
void *st_buffer_map(struct st_context *ctx, struct st_buffer *b, uint32_t offset_B, uint32_t length_B,
                    GLbitfield access);
void st_buffer_unmap(struct st_buffer *b);
/** Smallest and largest of \p count indices; false if they cannot be read. */
bool st_buffer_index_range(struct st_context *ctx, struct st_buffer *b, uint32_t offset_B, uint32_t count,
                           unsigned index_size_B, uint32_t *min, uint32_t *max);
void st_index_range(const void *indices, uint32_t count, unsigned index_size_B, uint32_t *min, uint32_t *max);

/* ---- textures ------------------------------------------------------------------------------------------ */

/** Texture targets that a unit has; the order of enum glsl_base's samplers. */
enum st_tex { ST_TEX_2D, ST_TEX_CUBE, ST_TEX_3D, ST_TEX_EXTERNAL, ST_TEX_TARGETS };

/** One image of a texture. It lives in layer `layer` (and, of 3D textures, the following ones) of level
 * `level` of `res`, which is the texture's main resource or one of its own. */
struct st_image {
   uint32_t width, height; /* 0 = not defined */
   uint32_t depth;         /* of 3D textures, else 1 */
   GLenum internal_format; /* GL_RGBA, ... */
   GLenum type;            /* as specified; 0 for CopyTexImage */
   uint16_t format;        /* enum pipe_format */
   uint16_t layer;
   uint8_t level;
   bool foreign; /* the storage is an EGLImage or a pbuffer: it must not be moved */
   bool shared;  /* an EGLImage was made of it: respecifying it needs new storage */
   struct pipe_resource *res;
};

/** What one context made of a texture. */
struct st_texture_view {
   struct st_texture_view *next;
   struct st_context *ctx;
   struct pipe_sampler_view_desc desc;
   struct pipe_sampler_view *view;
   uint8_t plane; /* of images of luma and chroma, else 0 */
};

struct st_texture {
   int refcount;
   GLuint name;
   char *label;
   GLenum target; /* 0 until first bound */
   bool named;    /* still in the name table */
   GLenum min_filter, mag_filter, wrap_s, wrap_t, wrap_r;
   GLenum srgb_decode;                /* GL_DECODE_EXT or GL_SKIP_DECODE_EXT */
   GLenum compare_mode, compare_func; /* EXT_shadow_samplers */
   GLint max_level;                   /* APPLE_texture_max_level */
   float max_anisotropy;              /* >= 1 */
   float border_color[4];
   uint8_t immutable_levels; /* of glTexStorage; 0: not immutable */
   struct st_image *images;  /* faces x ST_MAX_LEVELS */
   struct pipe_resource *res;
   bool checked;                    /* the following two are up to date */
   bool complete;                   /* ES 2.0.25 3.7.10 and 3.8.2 */
   uint8_t last_level;              /* that sampling uses */
   struct pipe_resource *tex_image; /* bound by eglBindTexImage */
   struct st_egl_image *yuv;        /* the external image of luma and chroma that it is, or NULL */
   struct st_texture_view *views;
   struct st_texture *prev, *next; /* all textures of the share group */
};

/** With one reference and no target yet. NULL: out of memory. Unref: NULL is fine. */
struct st_texture *st_texture_create(struct st_context *ctx, GLuint name);
void st_texture_unref(struct st_context *ctx, struct st_texture *t);
/** First binding decides the target. False: out of memory. */
bool st_texture_set_target(struct st_texture *t, GLenum target);
static inline unsigned
st_texture_faces(const struct st_texture *t)
{
   return t->target == GL_TEXTURE_CUBE_MAP ? 6 : 1;
}
static inline struct st_image *
st_texture_image(const struct st_texture *t, unsigned face, unsigned level)
{
   return &t->images[face * ST_MAX_LEVELS + level];
}
/** To be called after images or parameters changed. */
void st_texture_changed(struct st_context *ctx, struct st_texture *t);
/** The last level that a mipmap of this texture has, by its size, GL_TEXTURE_MAX_LEVEL and glTexStorage. */
unsigned st_texture_last_level(const struct st_texture *t);
/** Storage of all \p levels at once (glTexStorage); what the texture had before goes. False: out of memory,
 * nothing changed. */
bool st_texture_storage(struct st_context *ctx, struct st_texture *t, unsigned levels, uint32_t width,
                        uint32_t height, uint32_t depth, GLenum internal_format, GLenum type,
                        enum pipe_format format);
/** Complete? If so all images that sampling uses are in t->res afterwards. */
bool st_texture_validate(struct st_context *ctx, struct st_texture *t);
/** Makes the main resource one that has the levels 0..last_level of the base image's size and format and
 * holds the base images (which must be complete). False: out of memory. */
bool st_texture_reserve(struct st_context *ctx, struct st_texture *t, unsigned last_level);
/** The view of a complete texture for this context; NULL: out of memory. */
struct pipe_sampler_view *st_texture_get_view(struct st_context *ctx, struct st_texture *t);
/** Of plane 0, 1 or 2 of a texture that is luma and chroma (st_texture::yuv). */
struct pipe_sampler_view *st_texture_get_plane_view(struct st_context *ctx, struct st_texture *t,
                                                    unsigned plane);
/** Drops what \p ctx made of the textures of its group. */
void st_texture_forget_context(struct st_context *ctx);

/** Gives an image new storage with undefined contents; a size of 0 undefines it. False: out of memory (image
 * is undefined). */
bool st_image_alloc(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level,
                    uint32_t width, uint32_t height, uint32_t depth, GLenum internal_format, GLenum type,
                    enum pipe_format format);

/** Client pixels as glTexImage2D and glReadPixels describe them. */
struct st_pixels {
   GLenum format, type;
   void *data;
   int64_t stride_B, image_B; /* from row to row, from slice to slice */
};
/** Bytes of one pixel, 0 for a pair that ES does not know. */
unsigned st_pixel_B(GLenum format, GLenum type);
/** A part of an image, in texels. */
struct st_region {
   uint32_t x, y, z, width, height, depth;
};
/** Writes part of an image. False: out of memory. */
bool st_image_upload(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level,
                     const struct st_region *r, const struct st_pixels *src);
/** The same with blocks of the image's compressed format (or of ETC1, decoded), packed without gaps. */
bool st_image_upload_blocks(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level,
                            const struct st_region *r, const void *blocks);
struct st_surface_info;
/** Copies from a surface to part of an image; parts outside the surface are left alone. False: out of memory.
 */
bool st_image_copy(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level, int x, int y,
                   int z, const struct st_surface_info *s, int src_x, int src_y, int width, int height);
bool st_generate_mipmap(struct st_context *ctx, struct st_texture *t);

/* ---- renderbuffers and framebuffers -------------------------------------------------------------------- */

struct st_renderbuffer {
   int refcount;
   GLuint name;
   char *label;
   bool named;
   GLenum internal_format;
   uint16_t format;
   uint32_t width, height;
   uint8_t samples;
   bool implicit_resolve; /* EXT_multisampled_render_to_texture: can be read although it has samples */
   uint8_t level;         /* of res: 0, but for EGLImages */
   uint16_t layer;
   bool foreign; /* the storage is an EGLImage */
   bool shared;  /* an EGLImage was made of the storage, which must not be moved since */
   struct pipe_resource *res;
};

/** With one reference and no storage. NULL: out of memory. Unref: NULL is fine. */
struct st_renderbuffer *st_renderbuffer_create(GLuint name);
void st_renderbuffer_unref(struct st_renderbuffer *r);
/** New storage, or none for a size of 0. False: out of memory, and the old storage stays. */
bool st_renderbuffer_storage(struct st_context *ctx, struct st_renderbuffer *r, GLenum internal_format,
                             enum pipe_format format, uint32_t width, uint32_t height, unsigned samples);

/** st_zs_pair.c: may these two, complete on their own and of one size, be attached side by side? And makes
 * them share a surface, with what they held; false: out of memory, nothing has changed. */
bool st_zs_can_pair(const struct st_context *ctx, const struct st_renderbuffer *depth,
                    const struct st_renderbuffer *stencil);
bool st_zs_pair(struct st_context *ctx, struct st_renderbuffer *depth, struct st_renderbuffer *stencil);

struct st_attachment {
   GLenum type; /* GL_NONE, GL_RENDERBUFFER or GL_TEXTURE */
   struct st_renderbuffer *rb;
   struct st_texture *tex;
   uint8_t level;
   uint16_t face; /* or slice of a 3D texture */
   /* a texture that is drawn to with samples: see st_multisample.c */
   uint8_t samples;
   bool ms_current; /* what is in ms is newer than the texture */
   struct pipe_resource *ms;
};

/** Colour attachment i > 0 is ST_ATTACH_COLOR1 + i - 1. */
enum st_attach {
   ST_ATTACH_COLOR,
   ST_ATTACH_DEPTH,
   ST_ATTACH_STENCIL,
   ST_ATTACH_COLOR1,
   ST_ATTACHMENTS = ST_ATTACH_COLOR1 + PIPE_MAX_COLOR_BUFS - 1
};
static inline enum st_attach
st_attach_color(unsigned i)
{
   return i ? (enum st_attach)(ST_ATTACH_COLOR1 + i - 1) : ST_ATTACH_COLOR;
}
static inline bool
st_attach_is_color(enum st_attach a)
{
   return a != ST_ATTACH_DEPTH && a != ST_ATTACH_STENCIL;
}

struct st_fbo {
   int refcount;
   GLuint name;
   char *label;
   struct st_attachment att[ST_ATTACHMENTS];
   uint8_t draw_buffers;  /* bit i: colour output i goes to colour attachment i, else nowhere */
   GLenum status;         /* as of status_stamp */
   uint64_t status_stamp; /* 0 = not checked */
};

/** What rendering and reading go to; filled from an st_fbo or an st_framebuffer. */
struct st_surface_info {
   GLenum status;
   uint32_t width, height;
   uint8_t samples;
   bool has_depth, has_stencil;
   GLenum color_internal_format;  /* GL_RGBA, GL_RGB, GL_RGB565, ...: what CopyTexImage checks */
   struct pipe_surface color, zs; /* color: attachment 0, whatever is drawn to */
   /* where the fragment shader's outputs go; without a texture: nowhere */
   uint8_t num_cbufs;
   GLenum cbuf_formats[PIPE_MAX_COLOR_BUFS]; /* internal formats */
   struct pipe_surface cbufs[PIPE_MAX_COLOR_BUFS];
};

/** With one reference and nothing attached. NULL: out of memory. Unref: NULL is fine. */
struct st_fbo *st_fbo_create(GLuint name);
void st_fbo_unref(struct st_context *ctx, struct st_fbo *f);
/** Attaches \p rb, or face and level of \p tex, or nothing if both are NULL; references what it attaches. */
void st_fbo_attach(struct st_context *ctx, struct st_fbo *f, enum st_attach a, struct st_renderbuffer *rb,
                   struct st_texture *tex, unsigned face, unsigned level);
/** glCheckFramebufferStatus. */
GLenum st_fbo_status(struct st_context *ctx, struct st_fbo *f);

/** A window-system framebuffer (st_api.h). */
struct st_framebuffer {
   int refcount; /* atomic: contexts of other threads and groups may hold it */
   struct pipe_screen *screen;
   struct st_framebuffer_desc desc;
   struct pipe_resource *color;    /* single sampled */
   struct pipe_resource *color_ms; /* NULL if samples <= 1 */
   struct pipe_resource *zs;
   uint32_t stamp; /* grows when a resource is replaced */
};

/* ---- shaders and programs ------------------------------------------------------------------------------ */

enum st_shader_kind { ST_SHADER, ST_PROGRAM };

struct st_shader {
   uint8_t kind; /* ST_SHADER; shaders and programs have names in common */
   int refcount; /* name + attachments */
   GLuint name;
   char *label;
   bool delete_pending;
   GLenum type;
   char *source;
   size_t source_B;
   /* of the last glCompileShader. NULL although ok: the cache knows that pending_source compiles, with what
    * pending_log says; st_shader_finish compiles it if it turns out to be needed */
   struct glsl_shader *compiled;
   bool ok;
   uint64_t source_id[2]; /* names the text, the stage and all that the result depends on; 0, 0 = no cache */
   char *pending_source, *pending_log; /* the former also if glShaderSource came after compiling */
   size_t pending_source_B;
};

/** What the samplers of a program's stages see: 0, or a kind of YUV storage (st_yuv.c). */
struct st_yuv_key {
   uint8_t kind[2][PIPE_MAX_SAMPLERS];
};

struct st_exec_cso {
   struct st_exec_cso *next;
   struct st_context *ctx;
   struct st_yuv_key yuv;
   uint8_t blend; /* 1 + enum ir_blend of an equation that the fragment shader computes, or 0 */
   void *vs, *fs;
};

/** The result of a successful link; outlives its program while it is in use. */
struct st_exec {
   int refcount;
   struct glsl_program *glsl; /* with optimised IR */
   uint32_t (*consts[2])[4];  /* constant buffer 0 of each stage */
   uint32_t num_slots[2];
   uint64_t stamp[2];       /* of consts, grows with each change */
   uint64_t sampler_stamp;  /* of the samplers' units */
   uint64_t conflict_stamp; /* sampler_stamp that `conflict` was found for */
   bool conflict;
   struct {
      uint16_t uniform; /* index in glsl->uniforms */
      uint16_t unit;
      uint8_t base; /* enum glsl_base */
   } samplers[2][PIPE_MAX_SAMPLERS];
   uint8_t num_samplers[2];
   struct st_location {
      uint16_t uniform; /* UINT16_MAX = hole */
      uint16_t element;
   } * locations;
   uint32_t num_locations;
   int32_t *sampler_values; /* by location */
   int depth_range[3];      /* uniform index of gl_DepthRange.near, far, diff; -1 = not used */
   uint32_t attrib_mask;    /* locations that the vertex shader reads */
   uint8_t num_attribs;     /* highest + 1 */
   bool writes_point_size, uses_depth_range;
   bool samples_external; /* it has a samplerExternalOES */
   /* EXT_separate_shader_objects (st_pipeline.c) */
   bool separable;                                /* as GL_PROGRAM_SEPARABLE_EXT was when it was linked */
   bool is_pair;                                  /* of two programs, parts[] */
   uint8_t stages;                                /* mask by enum ir_stage; both: it can be drawn with */
   struct glsl_shader *shader;                    /* of one stage alone: to be linked with others */
   char *source;                                  /* its text, for program binaries */
   U_VEC(struct st_exec *) pairs;                 /* made with it; referenced by their vertex part */
   struct st_exec *parts[2];                      /* of a pair: where its uniforms are; NULL: gone */
   uint64_t part_stamp[2], part_sampler_stamp[2]; /* of what the pair has of them */
   struct st_exec_cso *csos;
   struct st_exec *prev, *list_next; /* all executables of the share group */
};

struct st_program {
   uint8_t kind; /* ST_PROGRAM */
   int refcount; /* name + contexts where it is current */
   GLuint name;
   char *label;
   bool delete_pending;
   bool separable; /* GL_PROGRAM_SEPARABLE_EXT, for the next link */
   bool link_status, validate_status;
   char *log;
   U_VEC(struct st_shader *) shaders; /* attached, in order */
   U_VEC(struct glsl_attrib_binding) bindings;
   struct st_exec *exec; /* of the last successful link */
};

/** With one reference and no text; \p type: GL_VERTEX_SHADER or GL_FRAGMENT_SHADER. NULL: out of memory. */
struct st_shader *st_shader_create(GLuint name, GLenum type);
void st_shader_unref(struct st_context *ctx, struct st_shader *s);
/** False: out of memory. */
bool st_shader_compile(struct st_context *ctx, struct st_shader *s);
/** Its info log, owned by the shader. */
const char *st_shader_log(const struct st_shader *s);
struct st_program *st_program_create(GLuint name);
void st_program_unref(struct st_context *ctx, struct st_program *p);
/** False: out of memory. Success or failure of the link itself is p->link_status. */
bool st_program_link(struct st_context *ctx, struct st_program *p);
#define ST_PROGRAM_BINARY_FORMAT 0x54454741 /* the one format of program binaries */
/** Bytes of a successfully linked program, malloc'ed; NULL: out of memory. */
void *st_program_get_binary(const struct st_program *p, size_t *size_B);
/** Loads such bytes, which may be anything: the link status tells. False: out of memory. */
bool st_program_set_binary(struct st_context *ctx, struct st_program *p, const void *data, size_t size_B);
void st_exec_unref(struct st_context *ctx, struct st_exec *e);
/** Two samplers of different types on one unit? (ES 2.0.25 2.10.4) */
bool st_exec_samplers_conflict(const struct st_exec *e, unsigned num_units);
/** The shader state objects of this context for such samplers (NULL: none of YUV) and such blending (see
 * struct st_exec_cso); false: out of memory. */
bool st_exec_get_csos(struct st_context *ctx, struct st_exec *e, const struct st_yuv_key *yuv, unsigned blend,
                      void **vs, void **fs);
void st_exec_forget_context(struct st_context *ctx);
/** Can it be drawn with? Otherwise it is one stage of a separable program. */
static inline bool
st_exec_is_whole(const struct st_exec *e)
{
   return e->stages == (1 << IR_VERTEX | 1 << IR_FRAGMENT);
}
/** Tables and constant memory of a linked program, which it takes over; NULL: *error says why ("": out of
 * memory). The driver's shaders are made if it has both stages. */
struct st_exec *st_exec_create(struct st_context *ctx, struct glsl_program *g, char *error, size_t error_B);
/** Passes of a program with both stages. False: out of memory. */
bool st_program_optimise(struct glsl_program *g);
/** Makes a linked program, which it takes over, the one that is used. \p stage and its text: of a separable
 * program of one stage, else NULL. False: out of memory. */
bool st_program_install(struct st_context *ctx, struct st_program *p, struct glsl_program *g,
                        struct glsl_shader *stage, const char *source);
void st_program_set_log(struct st_program *p, const char *text);
struct u_cache_key;
void st_program_set_cache_id(struct glsl_program *g, const struct u_cache_key *key);
/** Fills gl_DepthRange. */
void st_exec_set_depth_range(struct st_exec *e, float near, float far);

/* ---- program pipelines (EXT_separate_shader_objects) ----------------------------------------------------
 */

struct st_pipeline {
   GLuint name;
   char *label;
   struct st_program *stage[2]; /* by enum ir_stage; NULL: none */
   struct st_program *active;   /* that glUniform changes */
   bool validate_status;
   char *log;
};

/** Without programs. NULL: out of memory. */
struct st_pipeline *st_pipeline_create(GLuint name);
void st_pipeline_destroy(struct st_context *ctx, struct st_pipeline *pl); /* NULL is fine */
/** The executable of the pipeline's programs together, no reference added. NULL: nothing can be drawn; then
 * *problem says what is wrong, or is NULL if the result is just undefined. */
struct st_exec *st_pipeline_exec(struct st_context *ctx, const struct st_pipeline *pl, const char **problem);
/** Brings a pair's uniforms and samplers up to date. */
void st_exec_sync_parts(struct st_exec *e);
/** Before an executable goes: the pairs that it is in go, too. */
void st_exec_forget_pairs(struct st_context *ctx, struct st_exec *e);

/* ---- share group --------------------------------------------------------------------------------------- */

struct st_share {
   pthread_mutex_t lock;
   int refcount;
   bool shared; /* ever more than one context: lock */
   struct pipe_screen *screen;
   struct st_names buffers, textures, renderbuffers, programs;
   struct st_texture *all_textures;
   struct st_exec *all_execs;
   struct st_buffer *mapped; /* named or not any more */
   struct st_context *contexts;
   uint64_t tex_stamp;     /* grows when a texture's or renderbuffer's storage or completeness changes */
   uint64_t buffer_stamp;  /* ... when a buffer's storage is replaced */
   uint64_t program_stamp; /* ... when a program is linked */
   uint64_t next_stamp;    /* source of unique stamps */
   struct pipe_resource *black[ST_TEX_TARGETS]; /* 1 x 1 (0,0,0,1); made on first use */
};

#endif
