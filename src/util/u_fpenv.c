/* SPDX-License-Identifier: MIT
 *
 * The environment as registers: MXCSR (Intel SDM volume 1, 10.2.3) and FPCR (Arm ARM, C5.2.8). Other hosts
 * get C's default environment, where nothing flushes denormals: the same pictures are not promised there.
 */
#include "util/u_fpenv.h"

#if defined(__SSE2__)
#include <xmmintrin.h>

enum {
   MXCSR_DAZ = 1 << 6,
   MXCSR_ALL_MASKED = 0x3f << 7,
   MXCSR_FTZ = 1 << 15,
};

struct u_fpenv
u_fpenv_enter(enum u_fpenv_denormals denormals)
{
   const struct u_fpenv old = {.mxcsr = _mm_getcsr()};
   _mm_setcsr(MXCSR_ALL_MASKED | (denormals == U_FPENV_FLUSH ? MXCSR_FTZ | MXCSR_DAZ : 0));
   return old;
}

void
u_fpenv_leave(struct u_fpenv old)
{
   _mm_setcsr(old.mxcsr);
}

#elif defined(__aarch64__)

#define FPCR_FZ (UINT64_C(1) << 24) /* zeros elsewhere: to nearest, no traps, NaN payloads are kept */

struct u_fpenv
u_fpenv_enter(enum u_fpenv_denormals denormals)
{
   struct u_fpenv old;
   __asm__ volatile("mrs %0, fpcr" : "=r"(old.fpcr));
   __asm__ volatile("mrs %0, fpsr" : "=r"(old.fpsr));
   __asm__ volatile("msr fpcr, %0" : : "r"(denormals == U_FPENV_FLUSH ? FPCR_FZ : 0));
   return old;
}

void
u_fpenv_leave(struct u_fpenv old)
{
   __asm__ volatile("msr fpcr, %0" : : "r"(old.fpcr));
   __asm__ volatile("msr fpsr, %0" : : "r"(old.fpsr));
}

#else

struct u_fpenv
u_fpenv_enter(enum u_fpenv_denormals denormals)
{
   struct u_fpenv old;
   fegetenv(&old.env);
   fesetenv(FE_DFL_ENV);
   return old;
}

void
u_fpenv_leave(struct u_fpenv old)
{
   fesetenv(&old.env);
}

#endif
