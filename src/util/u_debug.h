/* SPDX-License-Identifier: MIT
 *
 * Environment: one table of TERAGL_DEBUG flags, one way to log. docs/environment.md documents every
 * variable and tests/unit compares it with the tables here.
 */
#ifndef U_DEBUG_H
#define U_DEBUG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum u_debug_flag {
   U_DEBUG_GLSL = 1 << 0,   /* print each shader's source and info log */
   U_DEBUG_IR = 1 << 1,     /* print the IR after each pass */
   U_DEBUG_ISA = 1 << 2,    /* print each shader's ISA */
   U_DEBUG_CS = 1 << 3,     /* print each command stream that is submitted */
   U_DEBUG_API = 1 << 4,    /* print each GL error with the call that raised it */
   U_DEBUG_EGL = 1 << 5,    /* print why EGL calls fail */
   U_DEBUG_EMU = 1 << 6,    /* emulator: statistics at exit */
   U_DEBUG_NOOPT = 1 << 7,  /* compiler: required passes only */
   U_DEBUG_TILE2D = 1 << 8, /* radeon: macro-tiled surfaces wherever they fit */
   U_DEBUG_FASTCLEAR =
      1 << 9, /* radeon: fast clears of surfaces of any size and, on R6xx and R7xx, of colour */
   U_DEBUG_NOFASTCLEAR = 1 << 10, /* radeon: clears draw */
   U_DEBUG_RA = 1 << 11,          /* compiler: the register file over the program */
   U_DEBUG_SCHED = 1 << 12,       /* compiler: each group as it was filled */
   U_DEBUG_JIT = 1 << 13,         /* emulator: what becomes machine code of the host */
   U_DEBUG_STAGING = 1 << 14,     /* radeon: transfers as if the CPU read VRAM slowly */
   U_DEBUG_PERF = 1 << 15,        /* emulator: where its time went, at exit */
};

struct u_debug_option {
   const char *name;
   uint32_t flag;
   const char *help;
};

/** All flags, ended by a NULL name. */
extern const struct u_debug_option u_debug_options[];

/** Flags of TERAGL_DEBUG, parsed once. "help" prints the table to stderr; an unknown name is reported once.
 */
uint32_t u_debug_flags(void);
static inline bool
u_debug(enum u_debug_flag f)
{
   return (u_debug_flags() & (uint32_t)f) != 0;
}

/** One line to stderr, prefixed "teragl: ". */
void u_log(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/** getenv that treats an empty value as unset. */
const char *u_getenv(const char *name);

/** A path out of a variable: "%p" in \p pattern becomes the number of this process. What is too long for \p path_B bytes
 * is cut. */
void u_path_of_process(char *path, size_t path_B, const char *pattern);

#endif
