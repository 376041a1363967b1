/* SPDX-License-Identifier: MIT
 *
 * The floating-point environment of what a GPU would compute: round to nearest even, nothing traps. It
 * belongs to a thread. Whoever computes for a GPU enters it and leaves it again, since the application may
 * have set its own.
 *
 * Shaders and pixels flush: denormal operands and results are zeros of their sign. One difference between
 * hosts is left there: whether a result is denormal is decided after rounding on x86 and before rounding on
 * AArch64 (Intel SDM volume 1, 4.9.1.5; Arm ARM, FPCR.FZ). A product, quotient or conversion whose exact
 * value is below 2^-126 by at most 2^-151 is 2^-126 on x86 and 0 on AArch64. The compiler keeps denormals and
 * flushes by itself (compiler/ir/core/eval.c): its code is the same on every host.
 */
#ifndef U_FPENV_H
#define U_FPENV_H

#include <fenv.h>
#include <stdint.h>

enum u_fpenv_denormals { U_FPENV_KEEP, U_FPENV_FLUSH };

/** What u_fpenv_leave puts back: modes and raised flags. */
struct u_fpenv {
#if defined(__SSE2__)
   uint32_t mxcsr;
#elif defined(__aarch64__)
   uint64_t fpcr, fpsr;
#else
   fenv_t env;
#endif
};

struct u_fpenv u_fpenv_enter(enum u_fpenv_denormals denormals);
void u_fpenv_leave(struct u_fpenv old);

#endif
