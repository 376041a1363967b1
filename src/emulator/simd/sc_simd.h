/* SPDX-License-Identifier: MIT
 *
 * Vector helpers of the back end and what its hot files call of each other. Included only by files that are
 * compiled once per SIMD level.
 */
#ifndef EMULATOR_SIMD_SC_SIMD_H
#define EMULATOR_SIMD_SC_SIMD_H

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "emulator/core/wave.h"
#include "emulator/pixel/target.h"
#include "emulator/pixel/surface.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/raster/worker.h"
#include "emulator/simd/levels.h"
#include "util/u_math.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* doubles; never wider than the machine's vectors, since GCC takes the others through memory */
#define VD_LANES (EMU_VEC_B / 8)
#define VD_VECS  (EMU_LANES / VD_LANES)
typedef double vd __attribute__((vector_size(EMU_VEC_B), may_alias));
/* a quad */
typedef float v4f __attribute__((vector_size(16), may_alias));
typedef int32_t v4i __attribute__((vector_size(16), may_alias));
#define HAVE_V4D (EMU_VEC_B >= 32)
#if HAVE_V4D
typedef double v4d __attribute__((vector_size(32), may_alias));
#endif

ALWAYS_INLINE vf *
row_f(struct emu_row *r, unsigned v)
{
   return (vf *)&r->u[v * EMU_VEC_LANES];
}
ALWAYS_INLINE vi *
row_i(struct emu_row *r, unsigned v)
{
   return (vi *)&r->u[v * EMU_VEC_LANES];
}
ALWAYS_INLINE vf
splat_f(float f)
{
   return f - (vf){0};
}
ALWAYS_INLINE vi
splat_i(int32_t i)
{
   return i + (vi){0};
}
ALWAYS_INLINE vf
select_f(vi m, vf a, vf b)
{
   return (vf)(((vi)a & m) | ((vi)b & ~m));
}
ALWAYS_INLINE vi
select_i(vi m, vi a, vi b)
{
   return (a & m) | (b & ~m);
}
#if !defined(__SSE2__)
/* What x86's minimum and maximum do to a denormal, in an environment that flushes. */
ALWAYS_INLINE vf
flush_f(vf a)
{
   return (vf)((vi)a & ~(vi)((vu)(a == splat_f(0)) >> 1));
}
#endif
/* a > b ? a : b, so b if a is NaN; a denormal becomes a zero of its sign */
ALWAYS_INLINE vf
max_f(vf a, vf b)
{
#if EMU_VEC_B == 64
   return (vf)_mm512_max_ps((__m512)a, (__m512)b);
#elif EMU_VEC_B == 32
   return (vf)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
   return (vf)_mm_max_ps((__m128)a, (__m128)b);
#else
   return flush_f(select_f(a > b, a, b));
#endif
}
ALWAYS_INLINE vf
min_f(vf a, vf b)
{
#if EMU_VEC_B == 64
   return (vf)_mm512_min_ps((__m512)a, (__m512)b);
#elif EMU_VEC_B == 32
   return (vf)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
   return (vf)_mm_min_ps((__m128)a, (__m128)b);
#else
   return flush_f(select_f(a < b, a, b));
#endif
}
/* NaN becomes lo */
ALWAYS_INLINE vf
clamp_f(vf x, float lo, float hi)
{
   return min_f(max_f(x, splat_f(lo)), splat_f(hi));
}
ALWAYS_INLINE vd
splat_d(double d)
{
   return d - (vd){0};
}
ALWAYS_INLINE vd
clamp_d(vd x, double lo, double hi)
{
   vd l = splat_d(lo), h = splat_d(hi);
#if EMU_VEC_B == 64
   return (vd)_mm512_min_pd(_mm512_max_pd((__m512d)x, (__m512d)l), (__m512d)h);
#elif EMU_VEC_B == 32
   return (vd)_mm256_min_pd(_mm256_max_pd((__m256d)x, (__m256d)l), (__m256d)h);
#elif defined(__SSE2__)
   return (vd)_mm_min_pd(_mm_max_pd((__m128d)x, (__m128d)l), (__m128d)h);
#else
   for (unsigned i = 0; i < VD_LANES; i++) {
      x[i] = x[i] > l[i] ? x[i] : l[i];
      x[i] = x[i] < h[i] ? x[i] : h[i];
   }
   return x;
#endif
}
/** VD_LANES doubles to floats, rounded to nearest. */
ALWAYS_INLINE void
store_floats(uint32_t *out, vd x)
{
#if EMU_VEC_B == 64
   _mm256_store_ps((float *)out, _mm512_cvtpd_ps((__m512d)x));
#elif EMU_VEC_B == 32
   _mm_store_ps((float *)out, _mm256_cvtpd_ps((__m256d)x));
#elif defined(__SSE2__)
   _mm_storel_pi((__m64 *)out, _mm_cvtpd_ps((__m128d)x));
#else
   for (unsigned i = 0; i < VD_LANES; i++)
      out[i] = fui((float)x[i]);
#endif
}
/** VD_LANES doubles to ints, truncated; INT32_MIN outside of the range. */
ALWAYS_INLINE void
store_ints(uint32_t *out, vd x)
{
#if EMU_VEC_B == 64
   _mm256_store_si256((__m256i *)out, _mm512_cvttpd_epi32((__m512d)x));
#elif EMU_VEC_B == 32
   _mm_store_si128((__m128i *)out, _mm256_cvttpd_epi32((__m256d)x));
#elif defined(__SSE2__)
   _mm_storel_epi64((__m128i *)out, _mm_cvttpd_epi32((__m128d)x));
#else
   for (unsigned i = 0; i < VD_LANES; i++)
      out[i] = (uint32_t)(x[i] > -2147483649.0 && x[i] < 2147483648.0 ? (int32_t)x[i] : INT32_MIN);
#endif
}
ALWAYS_INLINE vd
load_floats(const uint32_t *in)
{
#if EMU_VEC_B == 64
   return (vd)_mm512_cvtps_pd(_mm256_load_ps((const float *)in));
#elif EMU_VEC_B == 32
   return (vd)_mm256_cvtps_pd(_mm_load_ps((const float *)in));
#else
   vd x;
   for (unsigned i = 0; i < VD_LANES; i++)
      x[i] = (double)uif(in[i]);
   return x;
#endif
}

/** Bits of a mask vector (all ones or zero per lane). */
ALWAYS_INLINE uint32_t
bits_of(vi m)
{
#if EMU_VEC_B == 64
   return _mm512_movepi32_mask((__m512i)m);
#elif EMU_VEC_B == 32
   return (uint32_t)_mm256_movemask_ps((__m256)m);
#elif defined(__SSE2__)
   return (uint32_t)_mm_movemask_ps((__m128)m);
#elif defined(__aarch64__)
   const vi bit = {1, 2, 4, 8};
   return vaddvq_u32((uint32x4_t)((m >> 31) & bit));
#else
   uint32_t b = 0;
   for (unsigned i = 0; i < EMU_VEC_LANES; i++)
      b |= (uint32_t)(m[i] < 0) << i;
   return b;
#endif
}

/** Mask vector of lanes v * EMU_VEC_LANES... */
ALWAYS_INLINE vi
lanes_of(uint64_t mask, unsigned v)
{
   static const union {
      int32_t i[16];
      vi v;
   } bit = {
      {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768}
   };
   int32_t chunk = (int32_t)(mask >> (v * EMU_VEC_LANES) & 0xffff);
   return ((splat_i(chunk) & bit.v) != 0);
}
#define VEC_BITS (EMU_VEC_LANES == 16 ? 0xffffull : EMU_VEC_LANES == 8 ? 0xffull : 0xfull)

/** Coordinates of a block's pixels in lane order. */
extern const double EMU_FN(simd_lane_x)[EMU_LANES], EMU_FN(simd_lane_y)[EMU_LANES];

ALWAYS_INLINE vd
lane_x(unsigned v)
{
   return *(const vd *)&EMU_FN(simd_lane_x)[v * VD_LANES];
}
ALWAYS_INLINE vd
lane_y(unsigned v)
{
   return *(const vd *)&EMU_FN(simd_lane_y)[v * VD_LANES];
}
ALWAYS_INLINE vd
plane_at(const struct simd_plane *p, vd x, vd y)
{
   return (p->c + p->dy * y) + p->dx * x;
}
/** The plane at all pixels of the block at (x, y): vector v of the result is lanes v * VD_LANES... Terms that
 * vectors share are computed once; every pixel gets the same operations as plane_at(). */
ALWAYS_INLINE void
plane_at_block(const struct simd_plane *p, double bx, double by, vd out[VD_VECS])
{
   /* pixel bits x0 y0 x1 y1 x2 y2; those below the vector's width are inside of it, the others choose v */
   enum { X1 = VD_LANES < 8 ? 1 : 0, Y0 = VD_LANES < 4 ? 1 : 0 };
   vd tx[4], ty[8];
#pragma GCC unroll 8
   for (unsigned i = 0; i < (X1 ? 4 : 2); i++) {
      unsigned lane = X1 ? (i & 1) << 2 | (i & 2) << 3 : i << 4;
      tx[i] = p->dx * (lane_x(lane / VD_LANES) + bx);
   }
#pragma GCC unroll 8
   for (unsigned i = 0; i < (Y0 ? 8 : 4); i++) {
      unsigned lane = Y0 ? (i & 1) << 1 | (i & 2) << 2 | (i & 4) << 3 : (i & 1) << 3 | (i & 2) << 4;
      ty[i] = p->c + p->dy * (lane_y(lane / VD_LANES) + by);
   }
#pragma GCC unroll 32
   for (unsigned v = 0; v < VD_VECS; v++) {
      unsigned lane = v * VD_LANES;
      unsigned xi = X1 ? (lane >> 2 & 1) | (lane >> 3 & 2) : lane >> 4 & 1;
      unsigned yi =
         Y0 ? (lane >> 1 & 1) | (lane >> 2 & 2) | (lane >> 3 & 4) : (lane >> 3 & 1) | (lane >> 4 & 2);
      out[v] = ty[yi] + tx[xi];
   }
}
ALWAYS_INLINE void
plane_row_block(const struct simd_plane *p, uint32_t x, uint32_t y, struct emu_row *out)
{
   vd r[VD_VECS];
   plane_at_block(p, x, y, r);
#pragma GCC unroll 32
   for (unsigned v = 0; v < VD_VECS; v++)
      store_floats(&out->u[v * VD_LANES], r[v]);
}
/** The plane at the four pixels of a quad. */
ALWAYS_INLINE void
plane_row_quad(const struct simd_plane *p, unsigned x, unsigned y, uint32_t out[4])
{
#if HAVE_V4D
   v4d vx = (double)x + (v4d){0, 1, 0, 1}, vy = (double)y + (v4d){0, 0, 1, 1};
   v4d r = (p->c + p->dy * vy) + p->dx * vx;
   _mm_store_ps((float *)out, _mm256_cvtpd_ps((__m256d)r));
#else
   vd vx = (double)x + (vd){0, 1};
   vd tx = p->dx * vx;
   store_floats(out, splat_d(p->c + p->dy * (double)y) + tx);
   store_floats(out + 2, splat_d(p->c + p->dy * (double)(y + 1)) + tx);
#endif
}
ALWAYS_INLINE void
plane_doubles_quad(const struct simd_plane *p, double x, double y, double out[4])
{
   for (unsigned i = 0; i < 4; i++)
      out[i] = (p->c + p->dy * (y + i / 2)) + p->dx * (x + i % 2);
}

/* Pixels with a * x + b * y + e >= 0, relative to the block. */
ALWAYS_INLINE uint64_t
edge_mask(int32_t e, int32_t a, int32_t b)
{
   static const union {
      int32_t i[16];
      vi v;
   } x0 =
      {
         {0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1}
   },
     y0 = {{0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1}},
     x1 = {{0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, -1, -1, -1, -1}},
     y1 = {{0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1}};
   /* bits of the lane number below the vector width are inside a vector, the others choose the vector */
   vi in = splat_i(e) + (x0.v & splat_i(a)) + (y0.v & splat_i(b));
   if (EMU_VEC_LANES > 4)
      in += x1.v & splat_i(2 * a);
   if (EMU_VEC_LANES > 8)
      in += y1.v & splat_i(2 * b);
   uint64_t outside = 0;
#pragma GCC unroll 16
   for (unsigned v = 0; v < EMU_VECS; v++) {
      unsigned lane = v * EMU_VEC_LANES;
      int32_t x = (int32_t)((lane >> 1 & 2) | (lane >> 2 & 4)),
              y = (int32_t)((lane >> 2 & 2) | (lane >> 3 & 4));
      outside |= (uint64_t)bits_of((in + splat_i(a * x + b * y)) < 0) << lane;
   }
   return ~outside;
}

/** Addresses of the quads of a wave on a surface, and of the four pixels in each. */
struct quad_ptrs {
   uint8_t *p[EMU_QUADS];
   uint32_t off_B[4];
};
ALWAYS_INLINE void
quad_ptrs_init(struct quad_ptrs *qp, const struct raster_worker *w, const struct pixel_quads *b,
               const struct pixel_surf *s)
{
   for (unsigned i = 0; i < 4; i++)
      qp->off_B[i] = s->off_B[i];
   unsigned block = ~0u;
   uint8_t *base = NULL;
   if (s->split && b->whole_block) { /* the quads of a part follow each other */
      const unsigned part = (1u << (s->log2_part_B - s->log2_quad_B)) - 1;
      for (unsigned q = 0; q < EMU_QUADS; q++) {
         if (!(q & part))
            base = pixel_quad_ptr(s, b->x[q], b->y[q]);
         qp->p[q] = base + ((q & part) << s->log2_quad_B);
      }
      return;
   }
   for (unsigned q = 0; q < b->num_quads; q++) {
      if (b->block[q] != block) {
         block = b->block[q];
         if (!s->split)
            base = pixel_block_ptr(s, w->tile_x + block % RASTER_TILE_BLOCKS * 8,
                                   w->tile_y + block / RASTER_TILE_BLOCKS * 8);
      }
      if (s->split) {
         qp->p[q] = pixel_quad_ptr(s, b->x[q], b->y[q]);
         continue;
      }
      qp->p[q] = base + s->off_B[b->quad[q] * 4];
   }
}

/** Finds what p may cover and its edges; false if it is nothing. */
bool EMU_FN(raster_setup_prim)(const struct raster_bound *st, const struct raster_prim *p,
                               struct raster_setup *out);
/** The corners of a line that setup left in lx0 .. ly1; false if it is nothing. */
bool EMU_FN(raster_setup_ms_line)(struct raster_setup *o);
/** A primitive of a state with samples in the worker's tile. */
void EMU_FN(raster_draw_ms)(struct raster_worker *w, struct raster_setup *p);
/** Pixels of a block that a primitive covers, by sample; changes \p cov. */
void EMU_FN(raster_draw_block_ms)(struct raster_worker *w, struct raster_setup *p, unsigned block,
                                  uint64_t cov[PIXEL_MAX_SAMPLES]);
/** Makes \p b the quads of one block. */
void EMU_FN(pixel_quads_of_block)(const struct raster_worker *w, struct pixel_quads *b,
                                  const struct raster_setup *p, unsigned block, uint64_t cov);
/** Computes what most primitives that are never seen do not need: planes of depth and linear barycentrics,
 * and of perspective ones. */
void EMU_FN(raster_setup_planes)(struct raster_setup *p);
void EMU_FN(raster_setup_perspective)(struct raster_setup *p);
/** DB on a block before the shader: the pixels of \p cov that pass. */
uint64_t EMU_FN(pixel_depth_block)(struct raster_worker *w, const struct raster_bound *st,
                                   const struct raster_setup *p, unsigned block, uint64_t cov);
/** DB on a wave after the shader. */
uint64_t EMU_FN(pixel_depth_wave)(struct raster_worker *w, const struct pixel_quads *b, uint64_t live);
/** CB: pixels of a block that all get what the shader exports for any of them. */
void EMU_FN(pixel_pack_color)(const struct pixel_cb *cb, const float color[4], uint32_t raw[4]);
void EMU_FN(pixel_fill)(struct raster_worker *w, const struct raster_bound *st, unsigned block, uint64_t cov);
/** CB: the mean of the samples of target 0 goes to target 1. */
void EMU_FN(pixel_resolve)(struct raster_worker *w, const struct raster_bound *st, unsigned block,
                           uint64_t cov);
/** CB: all targets of a wave. */
void EMU_FN(pixel_color_wave)(struct raster_worker *w, const struct pixel_quads *b, uint64_t live);

#endif
