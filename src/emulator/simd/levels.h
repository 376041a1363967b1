/* SPDX-License-Identifier: MIT
 *
 * Hot code is written once with GCC's vector types and compiled per SIMD level: meson builds every file of
 * `simd_loops` and of the lists behind it once for each level of the host, on x86 three times, with
 * -DEMU_SIMD=sse2|avx2|avx512 and -DEMU_VEC_B=16|32|64 (and the matching -m flags, never -mfma contraction), on
 * AArch64 as neon with 16 bytes, elsewhere as plain. Non-static names are written EMU_FN(name) and become
 * name_sse2 and so on.
 * A room's files export one table of function pointers, which its family's kernels.c (compiled once) collects, as
 * terascale/kernels.c does: e->kernels->sq, ->vertex, ->raster, ->spi, ->ta.
 *
 * Since every level performs the same IEEE operations per lane, results are identical; tests compare them.
 */
#ifndef EMULATOR_SIMD_LEVELS_H
#define EMULATOR_SIMD_LEVELS_H

#include <string.h>

#include "emulator/core/wave.h"
#include "util/u_math.h"

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

/** X(name) for each level of this host (what its CPUs can have), from the plainest to the widest. A build of one level alone (meson's
 * option simd) says so. */
#if defined(EMU_LEVELS)
#elif defined(__x86_64__) || defined(__i386__)
#define EMU_LEVELS(X)   X(sse2) X(avx2) X(avx512)
#define EMU_FIRST_LEVEL sse2
#elif defined(__aarch64__)
#define EMU_LEVELS(X)   X(neon)
#define EMU_FIRST_LEVEL neon
#else
#define EMU_LEVELS(X)   X(plain)
#define EMU_FIRST_LEVEL plain
#endif
/** The table \p name of the plainest level. */
#define EMU_FIRST_FN(name) EMU_CAT(name, EMU_FIRST_LEVEL)

#endif
