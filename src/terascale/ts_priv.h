/* SPDX-License-Identifier: MIT
 *
 * The driver's inside: screen, context, resources, state objects and the table of what differs between
 * generations (struct chip_ops). Only src/terascale, src/r600 and src/evergreen include this.
 *
 * Draw flow: binding calls store pointers and set bits in ts_context::dirty; ts_draw emits the atoms
 * whose bit is set, lowest first, then the draw packet. A state object carries its packet dwords, made when
 * it was created. Submitting a stream sets all bits: each stream starts with the full state.
 */
#ifndef TS_PRIV_H
#define TS_PRIV_H

#include <pthread.h>

#include "compiler/terascale/vliw.h"
#include "db/terascale/isa.h"
#include "pipe/p_context.h"
#include "terascale/cs.h"
#include "terascale/format.h"
#include "terascale/surface.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

struct ts_context;
struct chip_ops;

/* ---- screen and resources ------------------------------------------------------------------------------ */

#define TS_BO_BUCKETS 64

struct ts_screen {
   struct pipe_screen base;
   struct winsys *ws;
   const struct db_chip *chip;
   const struct chip_ops *ops;
   struct ts_tiling tiling;
   char renderer[64];
   uint32_t next_bo_id;     /* atomic */
   uint32_t storage_serial; /* counts resources that got new storage: contexts compare */
   struct ts_bo *dummy;     /* zeros but for w = 1.0 at its start: stands in for what is not bound */
   pthread_mutex_t bo_lock;
   struct ts_bo *bo_cache[TS_BO_BUCKETS]; /* newest first */
   uint64_t bo_cached_B;
   uint32_t num_contexts;     /* atomic */
   pthread_mutex_t fast_lock; /* guards changes of ts_fast::owner */
   bool fast_color, fast_depth;
   uint64_t fast_min_samples; /* smaller surfaces are drawn over */
   uint64_t stream_bos_B; /* a stream whose buffers are larger than this is submitted before the next draw */
};

/** What stands beside a surface for its fast clears: CMASK of colour, HTILE of depth and stencil. Only the
 * owner reads and writes the rest; see ts_fast.c. */
struct ts_fast {
   struct ts_bo *bo;
   uint64_t size_B;          /* of CMASK or HTILE */
   uint64_t fmask_B;         /* colour with samples: where FMASK is in bo */
   uint32_t fmask_tiles;     /* 8x8 pixels */
   struct ts_context *owner; /* atomic; NULL: nothing about it waits in any context's stream */
   struct ts_resource *next; /* that the owner has */
   bool active;              /* it counts: the surface alone does not hold what was drawn */
   uint32_t word[2];         /* colour of marked blocks, a pixel as it is in memory */
   float color[4];           /* the same */
   float depth;
   uint8_t stencil;
};

struct ts_resource {
   struct pipe_resource base;
   struct ts_bo *bo;
   uint64_t size_B;
   const struct ts_format *fmt;
   struct ts_surface surf;
   /* Evergreen keeps stencil in a plane of its own behind the depth levels. */
   bool has_stencil_plane;
   uint64_t stencil_offset_B;
   struct ts_surface stencil;
   struct ts_fast *fast; /* atomic; NULL until the first fast clear */
};

static inline struct ts_resource *
ts_resource(struct pipe_resource *r)
{
   return (struct ts_resource *)r;
}

/** Storage for the resource's layout, its old one let go. False: out of memory. */
bool ts_resource_alloc_bo(struct ts_screen *s, struct ts_resource *r);
/** Fills the screen's resource functions. */
void ts_screen_init_resources(struct ts_screen *s);
void ts_screen_init_sharing(struct ts_screen *s); /* after winsys */

struct pipe_fence {
   int32_t refcount;
   struct ws_fence *ws; /* NULL: nothing was ever submitted */
};

/* ---- state objects ------------------------------------------------------------------------------------- */

struct ts_blend {
   uint32_t control[2]
                   [PIPE_MAX_COLOR_BUFS]; /* CB_BLENDn_CONTROL; [1]: the target has no alpha, it reads as 1 */
   uint32_t target_mask;                  /* CB_TARGET_MASK of all eight targets */
   uint32_t blend_mask;                   /* bit per target that blends */
   bool alpha_to_mask;
   bool dual_source; /* target 0 blends with a second colour, which takes the place of output 1 */
};

struct ts_dsa {
   uint32_t depth_control;
   uint32_t no_depth_mask, no_stencil_mask; /* bits of depth_control to drop without such a buffer */
   uint8_t valuemask[2], writemask[2];
};

struct ts_rast {
   struct ts_pm4 pm4;
   uint32_t su_sc_mode; /* PA_SU_SC_MODE_CNTL */
   /* the register with PS_ITER_SAMPLE, and its value without and with that */
   uint32_t sc_mode_reg, sc_mode[2];
   struct pipe_rasterizer_state s;
};

struct ts_sampler {
   uint32_t word[3];
   bool border_register, cube_no_wrap;
   float border[4];
};

struct pipe_sampler_view {
   int32_t refcount;
   struct ts_resource *res; /* referenced */
   uint32_t word[8];        /* 2 and 3 are addresses: offsets in 256 bytes */
   uint8_t sel[4];          /* DST_SEL: which stored component each of RGBA is */
};

static inline void
ts_view_assign(struct pipe_sampler_view **dst, struct pipe_sampler_view *v)
{
   struct pipe_sampler_view *old = *dst;
   if (old == v)
      return;
   if (v)
      v->refcount++;
   *dst = v;
   if (old && --old->refcount == 0) {
      pipe_resource_unref(&old->res->base);
      free(old);
   }
}

/** What a view shows. layer >= 0: that layer of first_level alone, as a 2D texture. */
struct ts_view_desc {
   struct ts_resource *res;
   const struct ts_format *fmt;
   uint8_t first_level, last_level;
   uint8_t sel[4]; /* DST_SEL, format and swizzle combined */
   int32_t layer;
};

struct ts_fetch_shader {
   struct ts_fetch_shader *next;
   uint8_t attrib_gpr[16];
   struct ts_bo *bo;
   uint32_t offset_B;
};

struct ts_scratch {
   struct ts_bo *bo;
   uint64_t per_engine_B;
};

enum ts_fetch_kind {
   TS_FETCH_DIRECT,
   TS_FETCH_RELAID,          /* element k alone in buffer k at offset 0 */
   TS_FETCH_RELAID_INSTANCE, /* and the number of the instance is fetched, too */
   TS_FETCH_KINDS
};

struct ts_velems {
   unsigned count;
   struct pipe_vertex_element e[PIPE_MAX_ATTRIBS];
   uint32_t buffers_used;
   bool unaligned;     /* an offset or format the fetch unit cannot take: the CPU re-lays the vertices */
   bool with_instance; /* the number of the instance stands behind element 0 of re-laid vertices */
   /* By enum ts_fetch_kind. One per mapping of attributes to GPRs that was met. */
   struct ts_fetch_shader *fetch[TS_FETCH_KINDS];
};

/** One compiled form of a shader. */
struct ts_variant {
   struct ts_variant *next;
   struct vliw_key key;
   struct vliw_binary bin; /* without code once uploaded */
   struct ts_bo *bo;
   uint32_t offset_B;
   struct ts_pm4 pm4;                       /* everything but the program address */
   uint32_t db_shader_control, shader_mask; /* FS */
   uint32_t vs_out_cntl;                    /* VS: PA_CL_VS_OUT_CNTL with per-vertex point size */
};

struct ts_shader {
   struct ir_shader *ir;
   uint8_t stage; /* enum pipe_shader_type */
   bool color_all, color_secondary;
   uint8_t fb_fetch_mask; /* colour targets that are read */
   bool uses_instance_id;
   struct ts_variant *variants;
};

struct ts_const {
   struct ts_bo *bo;
   uint32_t offset_B, size_B;
};

/** A vertex buffer as the fetch unit gets it. */
struct ts_vbuf {
   struct ts_bo *bo; /* not referenced: the stream or the bound buffer does */
   uint64_t offset_B;
   uint32_t size_B, stride_B;
};

/* A colour target's words, made by chip_ops::encode_color when the framebuffer is set. */
struct ts_target {
   struct ts_resource *res; /* referenced; NULL = none */
   uint32_t reg[8];
   uint64_t offset_B, stencil_offset_B;
   uint8_t channels;
   bool blendable;
   bool export_16; /* 16 bits a component are enough for the shader's exports */
};

/* ---- atoms: in the order they are emitted ----------------------------------------------------------------
 */

enum ts_atom {
   TS_ATOM_FB,
   TS_ATOM_BLEND,
   TS_ATOM_BLEND_COLOR,
   TS_ATOM_CB_MISC,
   TS_ATOM_DSA,
   TS_ATOM_STENCIL_REF,
   TS_ATOM_DB_MISC,
   TS_ATOM_RAST,
   TS_ATOM_POLY_OFFSET,
   TS_ATOM_VIEWPORT,
   TS_ATOM_SCISSOR,
   TS_ATOM_SAMPLE_MASK,
   TS_ATOM_VS,
   TS_ATOM_FS,
   TS_ATOM_FETCH,
   TS_ATOM_VERTEX_BUFFERS,
   TS_ATOM_CONST_VS,
   TS_ATOM_CONST_FS,
   TS_ATOM_TEX_VS,
   TS_ATOM_TEX_FS,
   TS_ATOM_SAMP_VS,
   TS_ATOM_SAMP_FS,
   TS_ATOM_COUNT
};

#define TS_DIRTY(x)  (1u << TS_ATOM_##x)
#define TS_DIRTY_ALL ((1u << TS_ATOM_COUNT) - 1)

/** Bits of ts_context::flush: what has to happen before the next draw. */
enum {
   TS_FLUSH_WAIT_PS = 1 << 0,
   TS_FLUSH_WAIT_IDLE = 1 << 1,
   TS_FLUSH_CB = 1 << 2,
   TS_FLUSH_DB = 1 << 3,
   TS_FLUSH_INV_TEX = 1 << 4,
   TS_FLUSH_INV_VERTEX = 1 << 5,
   TS_FLUSH_INV_CONST = 1 << 6, /* shader code and constants */
   TS_FLUSH_END = 1 << 7,       /* end of the stream: everything goes to memory */
};

/** What a draw packet needs, after validation. */
struct ts_draw {
   uint32_t prim; /* VGT_PRIMITIVE_TYPE */
   uint32_t count, instances;
   uint32_t index_size_B; /* 0, 2 or 4 */
   struct ts_bo *index_bo;
   uint64_t index_offset_B;
   uint32_t index_bias; /* VGT_INDX_OFFSET */
};

/** Texture units, and the colour targets behind them (VLIW_FB_FETCH_UNIT). */
#define TS_MAX_VIEWS (PIPE_MAX_SAMPLERS + PIPE_MAX_COLOR_BUFS)

struct ts_stage {
   struct ts_const cb;
   struct pipe_sampler_view *views[TS_MAX_VIEWS];
   struct ts_sampler *samplers[PIPE_MAX_SAMPLERS];
   uint32_t views_dirty, samplers_dirty; /* which slots */
   uint32_t views_bound, samplers_bound;
};

struct pipe_query {
   uint8_t type; /* enum pipe_query_type */
   bool active;
   struct ts_bo *bo;
   uint32_t used_B;  /* results written so far, active pair excluded */
   uint64_t carried; /* results of buffers that ran full */
   struct pipe_query *next_active;
};

struct ts_context {
   struct pipe_context base;
   struct ts_screen *screen;
   const struct chip_ops *ops;
   struct winsys *ws;
   struct ts_cs cs;
   uint32_t dirty; /* TS_DIRTY */
   uint32_t flush; /* TS_FLUSH */
   bool in_stream; /* the preamble of the current stream stands */
   bool oom, drew_since_flush;
   uint32_t resets_seen;
   uint32_t storage_serial;
   struct ts_upload upload, code;
   struct pipe_fence *last_fence;

   struct ts_blend *blend;
   struct ts_dsa *dsa;
   struct ts_rast *rast;
   struct ts_velems *velems;
   uint32_t first_instance; /* of a draw that was split; it has one instance if this is not 0 */
   struct ts_shader *vs, *fs;
   struct ts_variant *vs_var, *fs_var;
   struct ts_fetch_shader *fetch;
   bool shaders_stale; /* variants may have to be chosen again */

   struct pipe_framebuffer_state fb; /* textures referenced through targets */
   struct ts_target cb[PIPE_MAX_COLOR_BUFS], zs;
   uint32_t fb_mask; /* 4 bits a bound target */
   struct pipe_viewport_state viewport;
   struct pipe_scissor_state scissor;
   struct pipe_stencil_ref stencil_ref;
   struct pipe_blend_color blend_color;
   uint32_t sample_mask;
   struct pipe_vertex_buffer vb[PIPE_MAX_ATTRIBS];
   unsigned num_vb;
   struct ts_vbuf vbuf[PIPE_MAX_ATTRIBS]; /* what VERTEX_BUFFERS emits */
   unsigned num_vbuf;
   bool vb_unaligned;   /* some bound buffer cannot be fetched as it is */
   uint8_t fetch_kind;  /* of vbuf and fetch */
   bool per_sample;     /* fragments are shaded for each sample */
   bool fb_views_stale; /* the views of the colour targets are those of an older framebuffer */
   struct ts_stage stage[PIPE_SHADER_TYPES];

   uint32_t last_prim, last_index_bias, last_index_type, last_instances; /* ~0 = unknown to the stream */
   uint8_t prim_class;                                                   /* TS_PRIM_x of the last draw */
   struct ts_scratch scratch[PIPE_SHADER_TYPES];
   /* what the preamble and the atoms made of the stream */
   uint32_t gpr_share[PIPE_SHADER_TYPES];
   uint32_t stream_samples;
   struct pipe_query *active_queries;
   unsigned num_occlusion_active;

   struct ts_blitter *blitter;
   bool in_blit;
   struct ts_bo *resolve_masks;     /* see r600/state_fb.c */
   bool resolving;                  /* the draw moves colour from target 0, averaged, to target 1 */
   struct ts_resource *fast_owned;  /* referenced; by ts_fast::next */
   bool fast_check;                 /* a bound texture or target may have to be expanded */
   bool fast_locked;                /* this context holds fast_lock */
   bool expanding;                  /* the draw makes fast clears real */
   bool clear_color;                /* the draw marks all of its targets in CMASK */
   bool clear_depth, clear_stencil; /* the draw clears whole tiles of HTILE */
};

/** Where a stage's state goes. */
struct ts_stage_regs {
   uint32_t start, resources;                     /* SQ_PGM_START_x, SQ_PGM_RESOURCES_x */
   uint32_t ring_base, ring_size, ring_item_size; /* scratch; item size: context register, in dwords */
   uint16_t resource_slot, sampler_slot;          /* the first of the stage's window */
};

static inline struct ts_context *
ts_context(struct pipe_context *c)
{
   return (struct ts_context *)c;
}

/* ---- what differs between generations --------------------------------------------------------------------
 */

struct chip_ops {
   unsigned max_texture_size;
   float max_coordinate;      /* of window space after the viewport transform: guard band */
   bool depth_stencil_planes; /* stencil in its own plane */
   bool bptc;                 /* BC6H and BC7 textures */

   uint8_t resource_dw;  /* dwords of a resource: 7 or 8 */
   uint16_t vertex_slot; /* resource of vertex buffer 0 */
   /* registers that moved between the generations */
   struct {
      uint32_t poly_offset_fmt, poly_offset_scale; /* PA_SU_POLY_OFFSET_ DB_FMT_CNTL and FRONT_SCALE */
      uint32_t vs_out_id;                          /* SPI_VS_OUT_ID_0 */
      uint32_t fetch_start;                        /* SQ_PGM_START_FS */
      uint32_t index_offset;                       /* VGT_INDX_OFFSET */
      uint32_t engine_index; /* which shader engine writes go to, if there are several */
   } reg;
   const struct ts_stage_regs *stage; /* by enum pipe_shader_type */
   uint8_t gpr_mgmt_regs;             /* SQ_GPR_RESOURCE_MGMT_1 and its followers */

   /** Tiling parameters that the winsys does not say. */
   void (*init_tiling)(const struct ws_info *info, struct ts_tiling *t);

   /* state objects -> dwords */
   void (*encode_blend)(const struct pipe_blend_state *s, struct ts_blend *out);
   void (*encode_rast)(struct ts_context *c, const struct pipe_rasterizer_state *s, struct ts_rast *out);
   /** Filters and levels; wrap modes and border stand in \p out. \p aniso: log2 of samples, at most 4. */
   void (*encode_sampler)(const struct pipe_sampler_state *s, unsigned aniso, struct ts_sampler *out);
   void (*encode_view)(struct ts_context *c, const struct ts_view_desc *d, struct pipe_sampler_view *out);
   /** Resource words of a buffer: resource_dw of them. */
   void (*encode_buffer)(uint64_t address, uint32_t size_B, uint32_t stride_B, uint32_t word[8]);
   void (*encode_color)(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out);
   void (*encode_depth)(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out);
   void (*encode_fs)(struct ts_context *c, struct ts_variant *v);
   /** Machine code of a fetch shader; returns dwords written, at most \p max_dw. */
   unsigned (*encode_fetch)(const struct db_chip *chip, const struct ts_velems *ve, const uint8_t *attrib_gpr,
                            uint32_t *dw, unsigned max_dw);

   void (*emit_preamble)(struct ts_context *c);
   void (*emit_flush)(struct ts_context *c, uint32_t flags);
   void (*emit[TS_ATOM_COUNT])(struct ts_context *c);
   void (*emit_draw)(struct ts_context *c, const struct ts_draw *d);
   /** Fills a range of \p bo with a dword, in order with the draws around it. NULL: CMASK is filled by a
    * special draw, and all targets share one clear colour. */
   void (*emit_fill)(struct ts_context *c, struct ts_bo *bo, uint64_t size_B, uint32_t value);
   /** Waits until the 3D pipe is idle: before config state that draws depend on. */
   void (*emit_wait_idle)(struct ts_cs *cs);
   /** Header of a packet whose four last values, which follow, are the sampler's border colour. */
   void (*open_border_color)(struct ts_cs *cs, enum pipe_shader_type stage, unsigned sampler);
   /** Value of reg.engine_index for one shader engine; ~0 = all. */
   uint32_t (*engine_index)(unsigned engine);
};

extern const struct chip_ops r600_chip_ops, eg_chip_ops;

/* ---- shared helpers ---- */

/** Space in the upload ring; *bo is the ring's (not referenced). NULL and c->oom: out of memory. */
void *ts_upload_alloc(struct ts_context *c, uint32_t size_B, uint32_t align_B, struct ts_bo **bo,
                      uint32_t *offset_B);
/** Shader code to GPU memory; *bo gets a reference. */
bool ts_upload_code(struct ts_context *c, const uint32_t *dw, uint32_t ndw, struct ts_bo **bo,
                    uint32_t *offset_B);

/** Submits the stream and starts a new one. */
void ts_flush(struct ts_context *c);
/** Makes sure that the stage's ring has room for items of \p item_B bytes a lane. False: out of memory. */
bool ts_scratch_prepare(struct ts_context *c, enum pipe_shader_type stage, uint32_t item_B);
/** Programs the stage's ring; nothing if \p item_B is 0. The pipe must be idle. */
void ts_scratch_emit(struct ts_context *c, enum pipe_shader_type stage, uint32_t item_B,
                     const struct ts_stage_regs *r);
/** Makes room for \p ndw dwords and opens the stream if needed. */
void ts_need_space(struct ts_context *c, uint32_t ndw);
/** Waits until the CPU may touch \p bo; submits the stream first if it uses it. */
void ts_bo_sync(struct ts_context *c, struct ts_bo *bo, bool for_write);
/** Is it used by the recorded stream or by the GPU? */
bool ts_bo_busy(struct ts_context *c, struct ts_bo *bo);

/** pipe_screen::context_create. NULL: out of memory. */
struct pipe_context *ts_context_create(struct pipe_screen *ps);
/** Drops everything that is bound. */
void ts_release_bindings(struct ts_context *c);
/** pipe_context::draw_vbo: see "Draw flow" above. */
void ts_draw_vbo(struct pipe_context *pc, const struct pipe_draw_info *info);

/** A view for the blitter: one layer of one level as 2D. */
struct pipe_sampler_view *ts_view_create(struct ts_context *c, struct ts_resource *res, unsigned format,
                                         unsigned first_level, unsigned last_level, const uint8_t swizzle[4],
                                         int32_t layer);
/** Each fills its part of pipe_context. */
void ts_init_state_functions(struct ts_context *c);
void ts_init_transfer_functions(struct ts_context *c);
void ts_init_query_functions(struct ts_context *c);
void ts_init_blit_functions(struct ts_context *c);
void ts_init_shader_functions(struct ts_context *c);
void ts_blitter_destroy(struct ts_context *c);

/** Chooses shader variants and the fetch shader for the bound state. False: cannot draw. */
bool ts_validate_shaders(struct ts_context *c);
/** What a generation says of its fetch shaders. */
struct ts_fetch_words {
   unsigned per_clause;  /* fetches at most */
   enum db_cf_op clause; /* starts one */
   /** A CF instruction; \p addr in 64-bit words, \p count fetches or 0. */
   void (*cf)(const struct db_chip *chip, enum db_cf_op op, unsigned addr, unsigned count, uint32_t dw[2]);
   /** The fetch of one element into \p gpr; of the number of the instance if that is 0. */
   void (*element)(const struct db_chip *chip, const struct pipe_vertex_element *e, unsigned gpr,
                   uint32_t dw[4]);
};
/** chip_ops::encode_fetch with these words. */
unsigned ts_encode_fetch(const struct db_chip *chip, const struct ts_fetch_words *words,
                         const struct ts_velems *ve, const uint8_t *attrib_gpr, uint32_t *dw,
                         unsigned max_dw);
/** Lets the fetch shaders of all mappings go. */
void ts_velems_free_fetch(struct ts_velems *ve);
/** Fills vbuf from copies of vertices [min, max]; vertex min becomes number 0. Elements that advance every
 * few instances get a copy an instance, from first_instance on. False: out of memory. */
bool ts_relay_vertices(struct ts_context *c, uint32_t min_index, uint32_t max_index, uint32_t instances);

/* ts_fb_fetch.c */
/** Binds the colour targets as textures for a shader that reads them. False: out of memory. */
bool ts_bind_fb_views(struct ts_context *c);
/** A draw whose primitives must see each other's pixels: one at a time. False if it need not be split. */
bool ts_draw_split(struct ts_context *c, const struct pipe_draw_info *info);
/** pipe_context::framebuffer_barrier: what was drawn is seen by shaders that read the framebuffer. */
void ts_framebuffer_barrier(struct pipe_context *pc);

/* ts_fast.c */
/** May the stream use the surface's CMASK or HTILE? NULL: it must not, the surface alone counts. */
const struct ts_fast *ts_fast_used(struct ts_context *c, struct ts_resource *r);
/** Takes \p r, which has ts_fast, into this context's possession. False: another context has it. */
bool ts_fast_acquire(struct ts_context *c, struct ts_resource *r);
/** Before anything but the colour and depth blocks looks at \p r: makes it hold what was drawn. True if that
 * was put into the stream just now. */
bool ts_fast_expand(struct ts_context *c, struct ts_resource *r);
/** The same before it is drawn to, if other contexts may be waiting for it. */
void ts_fast_expand_shared(struct ts_context *c, struct ts_resource *r);
/** All of \p r is about to be replaced by the CPU. */
void ts_fast_forget(struct ts_context *c, struct ts_resource *r);
/** Expands what the next draw samples, reads or shares with other contexts. */
void ts_fast_before_draw(struct ts_context *c);
/** Around a submission that others may build upon. */
void ts_fast_before_flush(struct ts_context *c);
void ts_fast_after_flush(struct ts_context *c);
/** Lets surfaces go that nobody else has any more. */
void ts_fast_prune(struct ts_context *c);
void ts_fast_destroy(struct ts_resource *r);
/* ts_fast_clear.c */
#define TS_FMASK_BANK_H 4
void ts_fast_init(struct ts_screen *s);
/** Clears colour target \p i without drawing. False: somebody has to draw. */
bool ts_fast_clear_color(struct ts_context *c, unsigned i, const float color[4]);
/** CMASK of \p r in units of 128x128 pixels, less one. */
uint32_t ts_cmask_slice_max(const struct ts_context *c, const struct ts_resource *r);
/** Prepares a clear of all of the depth buffer by the tile; the caller draws, with c->clear_depth and
 * c->clear_stencil as they are left here. */
void ts_fast_clear_depth(struct ts_context *c, double depth, bool stencil, uint8_t value);

/** Around submissions: running queries end in one stream and go on in the next. */
void ts_queries_suspend(struct ts_context *c);
void ts_queries_resume(struct ts_context *c);

enum { TS_PRIM_TRIANGLES, TS_PRIM_LINES, TS_PRIM_POINTS };
/** Resolves a colour surface with samples, into any single-sampled one. */
void ts_resolve(struct ts_context *c, const struct pipe_blit_info *info);

#endif
