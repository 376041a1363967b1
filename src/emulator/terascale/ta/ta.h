/* SPDX-License-Identifier: MIT
 *
 * TA from the inside: texture views (resource and sampler words decoded together) and what samples them.
 *
 * How a sample is defined, for every path and SIMD level:
 *   - u = s * width. Nearest takes floor(u); linear rounds (u - 1/2) to 1/256 texel and weighs with 8-bit
 * fractions.
 *   - a filtered component is ((t00*w00 + t10*w10) + (t01*w01 + t11*w11)) * scale, in binary32, with the
 * texels' components before normalisation (exact for integer formats) and integer weights that sum to 65536;
 *   - slices of 3D textures and mip levels are mixed as a + (b - a) * f;
 *   - the level of detail is rounded to 1/256; halfway between two levels is the lower;
 *   - with anisotropy n samples lie along the longer derivative of a 2D texture's coordinates, n the ratio of
 * the derivatives' lengths rounded up (at most MAX_ANISO_RATIO, 1 where the longer one is below a texel), the
 * level is that of the longer length / n; their sum in order, divided by n
 * (EXT_texture_filter_anisotropic, 3.8.5).
 */
#ifndef EMULATOR_TERASCALE_TA_TA_H
#define EMULATOR_TERASCALE_TA_TA_H

#include "emulator/core/perf.h"
#include "emulator/core/wave.h"
#include "emulator/simd/levels.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/surface.h"

enum { TA_MAX_LEVELS = 15 };

/** Added to a level of detail, which is a multiple of 1/256, before it is cut to the nearest level: halfway
 * between two is the lower (ES 2.0.25 3.7.7). */
#define TA_NEAREST_LEVEL (0.5f - 1.0f / 256)

enum ta_dim { TA_1D, TA_2D, TA_3D, TA_CUBE, TA_1D_ARRAY, TA_2D_ARRAY, TA_2D_MSAA, TA_2D_ARRAY_MSAA };

/** Wrap modes, the hardware's numbers. */
enum ta_clamp {
   TA_WRAP,
   TA_MIRROR,
   TA_CLAMP_EDGE,
   TA_MIRROR_ONCE_EDGE,
   TA_CLAMP_HALF_BORDER,
   TA_MIRROR_ONCE_HALF_BORDER,
   TA_CLAMP_BORDER,
   TA_MIRROR_ONCE_BORDER
};

/** How the bits of a texel become components. */
enum ta_kind {
   TA_NONE,      /* unknown format: reads as 0 */
   TA_PACKED,    /* integers inside one element of at most 4 bytes */
   TA_WORDS16,   /* 16-bit integers */
   TA_WORDS32,   /* 32-bit integers */
   TA_HALVES,    /* binary16 */
   TA_FLOATS,    /* binary32 */
   TA_F11,       /* 10_11_11F, 11_11_10F */
   TA_F24,       /* 8_24F, 24_8F: depth of 4 bits of exponent, 20 of mantissa; stencil as a number */
   TA_SHAREDEXP, /* 5_9_9_9 */
   TA_BC1,
   TA_BC2,
   TA_BC3,
   TA_BC4,
   TA_BC5,
   TA_BC6,
   TA_BC7
};

struct ta_level {
   const uint8_t *base; /* host address of slice 0 */
   uint32_t w, h, d;    /* texels; d is layers of arrays, 6 of cubes */
   float fw, fh, fd;
   /* Linear and 1D tiled: offset = sum of (x & xmask[i]) << xshift[i] and (y & ymask[i]) << yshift[i], plus
    * (y >> row_shift) * row_B. 2D tiled: see ta_texel_offset. x, y count elements (blocks of compressed
    * formats). */
   uint32_t xmask[4], ymask[4];
   uint8_t xshift[4], yshift[4];
   uint8_t row_shift;
   uint32_t row_B;
   uint64_t slice_B;
   bool macro_tiled;
   /* 2D tiled: per column and row the bytes inside a (pipe, bank), and the (pipe, bank) bits; per slice both
    */
   const uint32_t *xtotal, *ytotal;
   const uint8_t *xpb, *ypb;
   struct emu_surface surf;
};

struct ta_shadow;

struct ta_view {
   bool faces_join;   /* filters go over the edges of a cube's faces */
   bool filters_join; /* and there are some */
   struct ta_view *hash_next;
   uint64_t hash;
   uint32_t key[16];

   uint8_t dim; /* enum ta_dim */
   uint8_t format, kind;
   uint8_t el_B;
   uint8_t ncomp;
   uint8_t shift[4], bits[4];
   bool is_signed[4];
   uint8_t num_format; /* 0 norm, 1 int, 2 scaled */
   bool srgb;
   float scale[4]; /* applied after filtering; 1 for floats */
   /* 1 / (2^n - 1) is 2^-n + 2^-2n and a bit. Numbers of 23 and 24 bits, which floats have no digit to spare
    * for, are multiplied by both, so that they come out correctly rounded and go back into a depth buffer as
    * they were. */
   float scale_low[4];
   uint8_t dst_sel[4];  /* 0..3, 4 zero, 5 one */
   uint8_t block_shift; /* 2 for 4x4 blocks */
   uint8_t endian;

   uint8_t base_level, num_levels; /* levels are counted from base_level */
   uint32_t base_layer, num_layers;
   struct ta_level level[TA_MAX_LEVELS]; /* with samples: one of each */
   void *tables;

   /* sampler */
   bool has_sampler;
   uint8_t clamp[3];
   bool mag_linear, min_linear, z_linear, z_follows;
   uint8_t mip; /* 0 none, 1 point, 2 linear */
   float min_lod, max_lod, lod_bias;
   float border[4];
   uint8_t compare; /* function of SAMPLE_C */
   uint8_t log2_aniso;
   bool force_unnormalized;
   bool layers_mix; /* the filter goes over the layers of an array as over the slices of a volume */

   bool needs_lod;     /* level or filter depend on it */
   bool direct;        /* texels are read by vectors */
   bool fast;          /* and sampled, if coordinates are normalised */
   bool bytes;         /* and its texels are four normalised bytes, the first one lowest, of one scale each */
   bool nearest_bytes; /* a lookup takes the nearest texel of the base level, whose components are n / 255 */
   bool row_of_four; /* and of those that begin at a multiple of four, four side by side follow each other */
   bool taps;        /* lookups take the base level's bytes by rows, or its shadow's: ta/taps.h */
   bool margin;   /* and they stand in rows, with a margin of one texel around each slice: ta/margin_vec.h */
   uint8_t used;  /* components that DST_SEL shows */
   bool in_order; /* all of them, in their order */
   uint32_t fast_slices; /* faces or layers that such lookups choose from */
   /* per level, for lookups by lane: size, bytes of a row and a slice, offset of the level from fast_base */
   const uint8_t *fast_base;
   _Alignas(64) float lv_fw[16], lv_fh[16], lv_fd[16];
   int32_t lv_row_B[16], lv_slice_B[16], lv_off[16];
   /* tiled in one dimension: offsets inside of a tile by the low bits of x and y, twice in a row; x / 8 is shifted by
    * x_tile_shift */
   _Alignas(64) int32_t x_low_B[16], y_low_B[16];
   uint8_t x_tile_shift;
   bool any_address; /* uses half-border or border modes */

   struct ta_shadow *shadow; /* ta/shadow.h; NULL: it has no use of one */

   /* memory that sampling reads */
   struct {
      uint64_t addr, size_B;
   } range[2];
};

enum ta_lod_mode {
   TA_LOD_IMPLICIT,
   TA_LOD_BIAS,
   TA_LOD_EXPLICIT,
   TA_LOD_ZERO,
   TA_LOD_GRAD,
   TA_LOD_GRAD_BIAS
};

/** One sampling instruction for a wave. */
struct ta_request {
   const struct ta_view *view;
   const struct emu_row *s, *t, *r;       /* coordinates; cube: s, t in [1,2], face in r */
   const struct emu_row *lod;             /* bias or level, by mode */
   const struct emu_row *ref;             /* SAMPLE_C, or NULL */
   const struct emu_row *grad_h, *grad_v; /* [3], TA_LOD_GRAD* */
   uint8_t lod_mode;
   uint8_t coord_norm;
   float lod_bias;
   float offset[3];               /* texels */
   bool gather;                   /* one component of the four texels that a linear filter would mix */
   uint8_t component;             /* of those: as DST_SEL shows it */
   const struct emu_row *offsets; /* [2] of each lane, integers, added to offset; or NULL */
   uint64_t lanes;                /* that want a result */
   uint32_t row_B;
   uint32_t epoch; /* in which shadows hold, 0: the texture itself is wanted */
   /* [4], DST_SEL of the resource applied; but with anisotropy or gather they may be rows of the coordinates */
   struct emu_row *out;
};

/** Where a result went. */
enum ta_answer { TA_NO_ANSWER, TA_ROWS /* ta_request::out */, TA_BYTES /* as sample_bytes() */ };

struct ta_strips;
struct ta_taps;

struct ta_kernels {
   void (*sample)(const struct ta_request *rq);
   /** Samples the base level for all of a wave, if that can be done by ta/taps.h; \p v->taps. Of the registers \p dst those are written
    * that \p dst_sel, as of struct sq_fetch, does not keep; \p s and \p t may be among them. False: nothing was done. */
   bool (*sample_tap)(struct ta_taps *taps, const struct ta_view *v, const struct emu_row *s,
                      const struct emu_row *t, const uint8_t dst_sel[4], struct emu_row dst[4]);
   /** The result of a plain request without offsets in all lanes as four bytes, n for n / 255, DST_SEL applied, the first one lowest. False:
    * it is no such numbers, sample() is to be asked. */
   bool (*sample_bytes)(const struct ta_request *rq, struct emu_row *out);
   /** A plain request without offsets for a block of 8x8 pixels in all lanes, without rq->s and rq->t. \p at, aligned as a vector: s of the
    * first row's pixels, then t of the first column's; s of pixels below, and t of those to the right, differ from them by
    * at most \p slack. \p bytes: NULL, or where it may go as bytes. No answer: the coordinates of all pixels are needed. */
   enum ta_answer (*sample_columns_and_rows)(const struct ta_request *rq, const float at[16],
                                             const float slack[2], struct emu_row *bytes);
   /** Places the columns and rows of \p p, whose request, size and coordinates (ta_places::x, y of place[0]: s of the pixels in the first
    * row, t of those in the first column) are there. Others differ from them by at most \p slack. \p bytes: results may be bytes.
    * \p open: pixels of the columns, and of the rows, that ta_strips_fall_apart() has to be asked for, a bit each. False: the
    * coordinates of all pixels are needed. */
   bool (*place_strips)(struct ta_strips *p, bool bytes, const float slack[2], uint64_t open[2]);
   /** Pixels of column \p entry, or \p y: of that row, with coordinates \p at, aligned as a vector, that do not fall where it does. */
   uint64_t (*strips_fall_apart)(const struct ta_strips *p, bool y, unsigned entry,
                                 const float at[EMU_LANES]);
   /** Blocks \p mask of a row of blocks: to \p bytes[column], or to \p colors[column], as p->bytes says. */
   void (*sample_strip)(struct ta_strips *p, unsigned row, unsigned mask, struct emu_row *bytes,
                        struct emu_row (*colors)[4]);
   /** ta_load() for lanes of a row: integers \p at[0..2], each plus an offset, and the level \p at[3]. */
   void (*load)(const struct ta_view *v, const struct emu_row *const at[4], const int32_t offset[3],
                uint64_t lanes, uint32_t row_B, struct emu_row out[4]);
   /** Level of detail: out[0] as computed from the coordinates, out[1] as sampling uses it. */
   void (*lod)(const struct ta_request *rq, struct emu_row *out);
};

/** The view of a resource (7 or 8 words) and sampler (3 words, NULL = none), decoded or found in the cache
 * that \p table roots. NULL: out of memory. */
const struct ta_view *ta_view_find(const struct emulator *e, struct ta_view **table, unsigned table_size,
                                   const uint32_t *resource, const uint32_t *sampler,
                                   const uint32_t border[4]);
void ta_view_destroy(struct ta_view *v);

/** Cube maps and arrays of them: the slice, counted from the base layer, and the face that a third coordinate
 * means, which is the face plus eight times the cube. */
static inline unsigned
ta_cube_slice(const struct ta_view *v, float r, unsigned *face)
{
   unsigned cubes = v->num_layers >= 12 ? v->num_layers / 6 : 1;
   float most = (float)(8 * cubes - 3), f = r + 0.5f;
   unsigned n = f > 0 ? (unsigned)(f < most ? f : most) : 0; /* NaN: 0 */
   *face = MIN2(n & 7, 5);
   return n / 8 * 6 + *face;
}

/** Whether texels are integers: they are never filtered, and floats that hold them are their bits. */
static inline bool
ta_is_int(const struct ta_view *v)
{
   return v->num_format == 1 && v->kind <= TA_WORDS32;
}
/** Is there no offset in texels? */
static inline bool
ta_is_unmoved(const struct ta_request *rq)
{
   return rq->offset[0] == 0 && rq->offset[1] == 0;
}
/** Does a request ask for nothing that views on the vector path lack? What is compared there are texels
 * of numbers, not blocks. */
static inline bool
ta_is_plain(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   const unsigned axes = v->dim == TA_3D ? 7 : 3;
   return (v->dim == TA_CUBE ? ta_is_unmoved(rq) : (rq->coord_norm & axes) == axes) &&
          !(rq->ref && (v->block_shift || ta_is_int(v)));
}
/** TERAGL_DEBUG=perf: whose time it is to answer a request; tells why it goes lane by lane, if it does. */
enum emu_perf_block ta_account(const struct ta_request *rq);

/** Byte offset of an element from the level's base. */
uint64_t ta_texel_offset(const struct ta_level *l, uint32_t x_el, uint32_t y_el, uint32_t slice);
/** Components of a texel before normalisation (see ta_view.scale), before DST_SEL. */
void ta_texel(const struct ta_view *v, const struct ta_level *l, uint32_t x, uint32_t y, uint32_t z,
              float out[4]);
/** The reference path: one lane; lod is relative to the base level and already clamped. Result before
 * DST_SEL. */
void ta_sample_lane(const struct ta_request *rq, unsigned lane, float lod, bool minify, float out[4]);
/** The reference path of gathers: texels (0, 1), (1, 1), (1, 0), (0, 0) of the base level in out[]. */
void ta_gather_lane(const struct ta_request *rq, unsigned lane, uint32_t out[4]);
/** LD: texel (x, y, z) of \p level - of a sample, where the view has samples -, 0 outside. Integers stay
 * integers. DST_SEL applied. */
void ta_load(const struct ta_view *v, int32_t x, int32_t y, int32_t z, int32_t level, uint32_t out[4]);
/** What DST_SEL one stands for. */
static inline uint32_t
ta_one(const struct ta_view *v)
{
   return v->num_format == 1 ? 1 : 0x3f800000u;
}
/** A component or weighted sum of components, normalised. Floats are what they are: no arithmetic that would flush a denormal. */
static inline float
ta_scaled(const struct ta_view *v, unsigned c, float x)
{
   if (v->kind == TA_FLOATS)
      return x;
   return v->scale_low[c] != 0 ? x * v->scale[c] + x * v->scale_low[c] : x * v->scale[c];
}
/** Value of a component with DST_SEL \p sel. */
static inline float
ta_select(const struct ta_view *v, const float c[4], unsigned sel)
{
   return sel < 4 ? c[sel] : sel == 5 ? uif(ta_one(v)) : 0.0f;
}

#endif
