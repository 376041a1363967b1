/* SPDX-License-Identifier: MIT
 *
 * Hot code is written once with GCC's vector types and compiled per SIMD level: meson builds every file of
 * `simd_sources` three times with -DEMU_SIMD=sse2|avx2|avx512 and -DEMU_VEC_B=16|32|64 (and the matching -m
 * flags, never -mfma contraction). Non-static names are written EMU_FN(name) and become name_sse2 and so on.
 * Each such file exports one table of function pointers which emu_kernels.c (compiled once) collects:
 * e->kernels->sq, ->ta, ->pa, ->sc.
 *
 * Since every level performs the same IEEE operations per lane, results are identical; tests compare them.
 */
#ifndef EMU_SIMD_H
#define EMU_SIMD_H

#include "emulator/terascale/emu_internal.h"

#define EMU_CAT2(a, b) a##_##b
#define EMU_CAT(a, b)  EMU_CAT2(a, b)

/** Elements of a, then of b, by constant indices: GCC from 12 on, and clang. */
#define EMU_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

#ifdef EMU_SIMD
#define EMU_FN(name)  EMU_CAT(name, EMU_SIMD)
#define EMU_VEC_LANES (EMU_VEC_B / 4)
#define EMU_VECS      (EMU_LANES / EMU_VEC_LANES) /* vectors a row */
typedef float vf __attribute__((vector_size(EMU_VEC_B), may_alias));
typedef int32_t vi __attribute__((vector_size(EMU_VEC_B), may_alias));
typedef uint32_t vu __attribute__((vector_size(EMU_VEC_B), may_alias));
#endif

struct emu_kernels {
   const char *name;
   const struct sq_kernels *sq;
   const struct ta_kernels *ta;
   const struct pa_kernels *pa;
   const struct sc_kernels *sc; /* rasterisation, SPI, DB and CB of a wave */
};

/** "sse2", "avx2" or "avx512"; NULL = the best this CPU has. NULL result: unknown name or not on this CPU. */
const struct emu_kernels *emu_kernels_find(const char *name);

#endif
