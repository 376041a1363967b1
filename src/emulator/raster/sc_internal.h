/* SPDX-License-Identifier: MIT
 *
 * What the files of the back end (SC, SPI, DB, CB) share. Words used here:
 *
 *   block   8x8 pixels. Its 64 pixels are numbered in the order x0 y0 x1 y1 x2 y2 of coordinate bits: the
 * order of the hardware's depth micro tiles, in which every aligned group of four is a quad. A coverage mask
 *           has one bit per pixel in this order.
 *   tile    SC_TILE_PX square of blocks, the unit that one thread owns.
 *   wave    16 quads, from one or more primitives of one draw state; lane = quad * 4 + pixel in quad.
 *
 * Everything in a tile happens in the order of the primitives as far as anyone can see; tiles are
 * independent.
 */
#ifndef SC_INTERNAL_H
#define SC_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "emulator/simd/levels.h"

enum {
   SC_TILE_SHIFT = 6,
   SC_TILE_PX = 1 << SC_TILE_SHIFT,
   SC_TILE_BLOCKS = SC_TILE_PX / 8, /* in a row */
   SC_BLOCKS = SC_TILE_BLOCKS * SC_TILE_BLOCKS,
   SC_MAX_PX = 16384,
   SC_GRID = SC_MAX_PX / SC_TILE_PX,
   SC_PAGE_B = 256 << 10,
};

/** What the back end asks of the shader block; tests replace it. */
struct sc_shader_ops {
   struct sq_ctx *(*ctx_create)(struct emulator *e);
   void (*ctx_destroy)(struct sq_ctx *c);
   struct emu_row *(*gprs)(struct sq_ctx *c);
   struct sq_wave *(*wave)(struct sq_ctx *c);
   void (*run)(struct sq_ctx *c, const struct sq_stage_state *s);
   bool (*is_uniform)(const struct sq_stage_state *s);
   unsigned (*certain_targets)(const struct sq_stage_state *s);
   void (*for_each_range)(const struct sq_stage_state *s,
                          void (*fn)(void *data, uint64_t addr, uint64_t size_B), void *data);
};

/* ---- surfaces in use ---- */

/** A bound colour, depth or stencil surface, checked against memory. */
struct sc_surf {
   bool valid;
   bool pairs;         /* pixels x, x+1 of a quad are neighbours in memory */
   bool lane_order;    /* a block is contiguous and its pixels stand in lane order */
   bool display_order; /* the same in the order of displayable 32-bit pixels, x0 x1 y0 x2 y1 y2 */
   bool contiguous;    /* a block is contiguous */
   bool has_table;
   bool split; /* quads stand together, blocks do not: off_B is that of a quad's pixels alone */
   uint8_t log2_parts, log2_part_B, log2_quad_B; /* then: pieces of a block that are contiguous */
   uint8_t log2_bytes;                           /* of a pixel */
   uint8_t *base;
   struct emu_surface surf;
   uint32_t slice;
   uint32_t width_px, height_px;
   uint32_t off_B[64];     /* of pixels in a block, lane order */
   uint64_t first, size_B; /* GPU address range */
   /* blocks (or their parts): a table of offsets / 16, row-major, owned by the sc; or constant steps; or
    * neither */
   uint32_t *block_off;
   uint32_t blocks_per_row;
   uint64_t slice_off_B, block_dx_B, block_dy_B;
};

/** The surfaces that pending bins refer to, of one sample. */
struct sc_fb {
   struct sc_surf cb[EMU_MAX_CB];
   struct sc_surf z, s;
};

/* ---- state of a draw as the back end wants it ---- */

/** How raw pixels of a colour format are made; see cb_formats.c. */
struct cb_format {
   uint8_t bytes;   /* of a pixel, 0 = not a colour format */
   uint8_t comps;   /* number of components */
   uint8_t bits[4]; /* from the least significant bit on */
   bool is_float;
};
extern const struct cb_format cb_formats[64];
/** RGBA channel (0..3) that component comp of a format with n components stores, by COMP_SWAP. */
extern const uint8_t cb_swaps[4][4][4]; /* [comps - 1][swap][component] */

enum cb_path {
   CB_PATH_GENERIC,
   CB_PATH_8888, /* four 8-bit unorm components, no raster operation */
};

struct sc_cb {
   uint8_t target; /* PS export and surface index */
   uint8_t path;   /* enum cb_path */
   uint8_t pos[4]; /* 8888: bit position of R, G, B, A */
   bool blend, need_dst, rop;
   bool dual;            /* blends with the shader's colour 1 as second source */
   uint32_t raw_mask[4]; /* bits of the raw pixel that may be written */
   bool full_mask;
   const struct emu_cb_state *cb;
   const struct cb_format *fmt;
};

struct sc_state {
   const struct emu_draw_state *ds;
   struct sc_state *next; /* list of pending states */
   struct sc_fb *fb;
   int32_t clip[4]; /* minx, miny, maxx, maxy: scissor and all surfaces */
   /* DB */
   bool db_test; /* anything to read or write in DB */
   bool early;   /* DB before the shader */
   bool z_test;  /* reads or writes depth */
   bool z_blind; /* depth is written without a look at what is there */
   bool stencil; /* stencil test on */
   bool count;   /* occlusion */
   bool two_faces;
   double z_lo, z_hi; /* clamp */
   double z_scale;    /* 2^n - 1, 0 for float depth */
   bool z_float24;    /* floats that are compared as the integers they look like, and z_scale is not used */
   /* shader */
   bool shade;   /* the shader must run */
   bool ordered; /* pixels of a wave must be distinct */
   bool copy;    /* from DB to target 0, in place of colours */
   bool clears;  /* no shader: pixels get the clear colours of their targets */
   bool uniform; /* the shader gives all pixels the same colours */
   bool fill;    /* all pixels get the same colours and need nothing of what is there */
   /* sc_overwrite.c: what primitives change, and what they change whatever was there; bits of enum sc_changes
    */
   uint16_t changes, overwrites;
   uint8_t num_cb;
   struct sc_cb cb[EMU_MAX_CB];
   /* Samples. A state of one sample at the pixel's centre is all there is; else samples[i] is a copy of the
    * state that refers to the surfaces of sample i, and the loops above DB and CB go over them. */
   bool ms;
   bool iterate; /* the shader runs for each */
   bool resolve; /* pixels of target 1 become the mean of target 0's samples */
   uint8_t num_samples, sample;
   double sample_x, sample_y;    /* of this sample, in pixels from the centre */
   uint64_t aa_mask;             /* pixels of a block whose sample is not masked off */
   struct sc_state *samples;     /* [num_samples] */
   const struct sc_state *whole; /* the state that this is a copy for a sample of, or this */
};

/* ---- primitives ---- */

/** A value linear in window space: at pixel centre (x + .5, y + .5) it is (c + dy * y) + dx * x, in this
 * order. */
struct sc_plane {
   _Alignas(32) double c;
   double dx, dy, unused;
};

enum {
   SC_FLAT_W = 1,     /* all vertices have the same w: barycentrics need no division */
   SC_Z_IN_RANGE = 2, /* depth needs no clamp */
   SC_HAS_PLANES = 4, /* lin1, lin2 and z are computed */
   SC_HAS_PERSP = 8,  /* n1, n2 and den are computed */
};

/** What a primitive may change. A bit for each colour target comes first. */
enum sc_changes {
   SC_CHANGES_DEPTH = 1 << EMU_MAX_CB,
   SC_CHANGES_STENCIL = 2 << EMU_MAX_CB,
   SC_CHANGES_MORE = 4 << EMU_MAX_CB, /* counters, samples, copies, resolves */
};

struct sc_prim {
   const struct sc_state *st;
   uint8_t kind, provoking, flags;
   double z_offset; /* lines and points: see emu_prim */
   bool front;
   int32_t x0, y0, x1, y1; /* pixels that may be covered, exclusive ends */
   /* triangles: pixel (x, y) is inside edge i if a * x + b * y + c >= 0 */
   int32_t a[4], b[4];
   int64_t c[4];
   int64_t c_fine[4]; /* with samples: c before it was rounded, times 256 */
   uint8_t num_edges; /* with samples: 3 or 4; 0: the rectangle lx0, ly0 - lx1, ly1 in 1/256 pixel */
   /* n1 = b1 / w1, n2 = b2 / w2, den = 1 / w; lin: b1, b2 */
   struct sc_plane n1, n2, den, lin1, lin2, z;
   double inv_area; /* until SC_HAS_PLANES: factor that lin1 and lin2 lack */
   const struct emu_vertex *v[3];
   /* lines, in 1/256 pixel: see sc_line.c */
   int32_t lx0, ly0, lx1, ly1;
   int32_t width; /* in pixels; with samples in 1/256 pixel, too */
   uint32_t stipple_at;
};

/** What a bin refers to; set up by the thread that draws the tile. */
struct sc_ref {
   const struct sc_state *st;
   struct emu_prim prim;
};

struct sc_chunk {
   struct sc_chunk *next;
   uint32_t count;
   const struct sc_ref *ref[60];
};
struct sc_bin {
   struct sc_chunk *head, *tail;
   uint16_t x, y;    /* in tiles */
   uint16_t changes; /* by all its primitives */
};

/* ---- workers ---- */

/** A wave being put together and run. */
struct sc_build {
   const struct sc_state *st;
   uint64_t live;
   unsigned num_quads;
   const struct sc_prim *prim[EMU_QUADS];
   uint16_t x[EMU_QUADS], y[EMU_QUADS];   /* quad origin in pixels */
   uint8_t block[EMU_QUADS];              /* in the tile */
   uint8_t quad[EMU_QUADS];               /* in the block */
   bool whole_block;                      /* quads 0..15 of one block, one primitive */
   uint64_t sample_live[EMU_MAX_SAMPLES]; /* with samples: live is their union */
   uint64_t covered[EMU_MAX_SAMPLES];     /* of each sample before DB; only for shaders that want to know */
   uint8_t sample[EMU_QUADS];             /* that a quad is shaded for, if the shader runs for each */
};

/* Primitives that quads in a wave can refer to, the current one, and a spare. */
enum { SC_PRIM_RING = EMU_QUADS + 2 };

struct sc_worker {
   struct sc *sc;
   struct sq_ctx *ctx;
   struct emu_row *gprs;
   struct sq_wave *wave;

   uint32_t tile_x, tile_y; /* in pixels */
   struct sc_build build, direct;
   struct sc_prim ring[SC_PRIM_RING];
   unsigned ring_at;
   bool ring_used;              /* ring[ring_at] is referred to by build */
   uint32_t prim_serial;        /* of ring[ring_at]; tells primitives apart */
   uint64_t pending[SC_BLOCKS]; /* live pixels in build */
   /* rows of the current wave */
   struct emu_row i, j, lin_i, lin_j, z_frag, z_old, s_old, raw[4], dst_raw[4], dst[4], color[4], color1[4];
   const struct sq_stage_state *uniform_ps; /* uniform shader whose results the wave still holds, or NULL */
   /* the last state that fills, and the raw pixels of its targets */
   const struct sc_state *fill_st;
   uint32_t fill_mask;
   struct emu_row fill_raw[EMU_MAX_CB][4];

   float *params;          /* EMU_QUADS + 1 sets of EMU_MAX_PARAMS inputs * 4 channels * 3 */
   uint32_t params_serial; /* of the primitive whose parameters the last set holds */
   uint64_t line_mask[SC_BLOCKS];
   /* counters, merged by sc_flush */
   uint64_t zpass, waves, quads, pixels;
   bool timeout;
   pthread_t thread;
   unsigned index;
};

/** Kernels of one SIMD level. */
struct sc_kernels {
   /** Draws all primitives of a bin. */
   void (*run_tile)(struct sc_worker *w, const struct sc_bin *bin);
   /** sc_pack_color */
   void (*pack_color)(const struct sc_cb *cb, const float color[4], uint32_t raw[4]);
};

/** Memory that survives a flush. */
struct sc_page {
   struct sc_page *next;
   _Alignas(64) unsigned char data[SC_PAGE_B - 64];
};

struct sc {
   struct emulator *e;
   struct sc_shader_ops ops;
   unsigned num_threads;
   struct u_arena arena;

   /* memory for primitives, states and chunks */
   struct sc_page *pages, *page;
   size_t page_used_B;
   size_t total_B;

   struct sc_fb fb[EMU_MAX_SAMPLES]; /* [0] stands for all as long as there is no other sample */
   unsigned num_fb;                  /* that hold something */
   struct sc_state *state, *states;
   int32_t drawn[4]; /* bounds of the states' clips: x0, y0, x1, y1 */
   bool out_of_memory;

   struct sc_bin *bins; /* SC_GRID * SC_GRID, row-major */
   uint32_t *touched;   /* indices of bins with content */
   uint32_t num_touched;
   uint64_t num_prims;

   struct {
      struct emu_surface surf;
      uint32_t slice;
      uint64_t last_use;
      uint32_t *off;
      uint32_t blocks_w, blocks_h;
   } block_maps[32];
   uint64_t use_clock;

   uint64_t zpass;
   bool timeout;
   bool starved; /* no memory for the first worker: what was to be drawn is lost */

   struct sc_worker **workers; /* [num_threads], created when first needed */
   atomic_uint next_bin;
   void (*job)(struct sc_worker *w); /* what the threads run now */
   void (*parallel_fn)(void *data, struct sq_ctx *ctx);
   void *parallel_data;
   pthread_mutex_t lock;
   pthread_cond_t start, done;
   uint64_t generation;
   unsigned running;
   bool quit, threads_started;
   pid_t pid; /* the process that has the threads: a fork leaves them behind */
};

/** sc_create with the shader block replaced. */
struct sc *sc_create_with(struct emulator *e, unsigned threads, const struct sc_shader_ops *ops);
/** Uninitialised, 64-byte aligned, at most a page, valid until sc_flush. NULL (and sc->out_of_memory) if the
 * host has no memory. */
void *sc_alloc(struct sc *sc, size_t size_B);
/** Fills w->line_mask for the part of a line in the tile at (tile_x, tile_y) and returns the blocks that are
 * not empty as a mask. */
uint64_t sc_line_cover(const struct sc_prim *p, uint32_t tile_x, uint32_t tile_y, uint64_t mask[SC_BLOCKS]);
/** Runs all touched bins on all threads. */
void sc_run_bins(struct sc *sc);
void sc_threads_fini(struct sc *sc);
/** Moves pixels of a block from the depth and stencil buffers to colour target 0. */
void db_copy(const struct sc_worker *w, const struct sc_state *st, unsigned block, uint64_t cov);
/** Builds what the back end wants to know of a draw state. */
bool sc_state_init(struct sc *sc, struct sc_state *st, const struct emu_draw_state *ds);
bool sc_surf_overlaps(const struct sc_surf *s, uint64_t addr, uint64_t size_B);
bool sc_fb_conflicts(const struct sc_fb *fb, const struct emu_draw_state *ds);
/** Fills st->changes and st->overwrites. */
void sc_state_changes(struct sc *sc, struct sc_state *st);
/** True if a primitive of a state that overwrites something covers whatever has been drawn in a tile. */
bool sc_covers_tile(const struct sc *sc, const struct emu_prim *p, uint32_t tx, uint32_t ty);

/** Vertices of a triangle in 1/256 pixel, ordered so that its area is positive; false if it has none. */
bool sc_triangle_fixed(const struct emu_prim *p, int32_t v[3][2]);

/** Pixel number in a block (0..63) of (x & 7, y & 7). */
static inline unsigned
sc_lane(unsigned x, unsigned y)
{
   return (x & 1) | (y & 1) << 1 | (x & 2) << 1 | (y & 2) << 2 | (x & 4) << 2 | (y & 4) << 3;
}

/** Address of the first pixel of a block; x_px, y_px multiples of 8. */
static inline uint8_t *
sc_block_ptr(const struct sc_surf *s, uint32_t x_px, uint32_t y_px)
{
   if (s->block_off)
      return s->base + (uint64_t)s->block_off[(y_px >> 3) * s->blocks_per_row + (x_px >> 3)] * 16;
   if (s->block_dx_B)
      return s->base + s->slice_off_B + (x_px >> 3) * s->block_dx_B + (y_px >> 3) * s->block_dy_B;
   return s->base + emu_surface_offset(&s->surf, x_px, y_px, s->slice);
}

/** Address of the first pixel of a quad of a surface that is split; x_px, y_px even. */
static inline uint8_t *
sc_split_ptr(const struct sc_surf *s, uint32_t x_px, uint32_t y_px)
{
   if (!s->block_off)
      return s->base + emu_surface_offset(&s->surf, x_px, y_px, s->slice);
   uint32_t at_B = sc_lane(x_px & 7, y_px & 7) / 4 << s->log2_quad_B;
   uint32_t block = (y_px >> 3) * s->blocks_per_row + (x_px >> 3);
   uint32_t part = block << s->log2_parts | at_B >> s->log2_part_B;
   return s->base + (uint64_t)s->block_off[part] * 16 + (at_B & ((1u << s->log2_part_B) - 1));
}

/** Pixels of a block with x in [x0, x1) and y in [y0, y1), relative to the block, ends may lie outside. */
static inline uint64_t
sc_rect_mask(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
   static const uint64_t x_lt[9] = {0x0000000000000000, 0x0000050500000505, 0x00000f0f00000f0f,
                                    0x00005f5f00005f5f, 0x0000ffff0000ffff, 0x0505ffff0505ffff,
                                    0x0f0fffff0f0fffff, 0x5f5fffff5f5fffff, 0xffffffffffffffff};
   static const uint64_t y_lt[9] = {0x0000000000000000, 0x0000000000330033, 0x0000000000ff00ff,
                                    0x0000000033ff33ff, 0x00000000ffffffff, 0x00330033ffffffff,
                                    0x00ff00ffffffffff, 0x33ff33ffffffffff, 0xffffffffffffffff};
   return x_lt[CLAMP(x1, 0, 8)] & ~x_lt[CLAMP(x0, 0, 8)] & y_lt[CLAMP(y1, 0, 8)] & ~y_lt[CLAMP(y0, 0, 8)];
}

#endif
