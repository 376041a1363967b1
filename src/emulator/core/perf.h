/* SPDX-License-Identifier: MIT
 *
 * TERAGL_DEBUG=perf: where an emulator's time goes, by block, and what of a stream takes a slow way and why. Printed when
 * the process ends. While it is off, a block costs a look at one variable when it is entered and left.
 */
#ifndef EMULATOR_CORE_PERF_H
#define EMULATOR_CORE_PERF_H

#include <stdbool.h>
#include <stdint.h>

enum emu_perf_block {
   EMU_PERF_STREAM,
   EMU_PERF_STATE,
   EMU_PERF_INDICES,
   EMU_PERF_VERTEX_FETCH,
   EMU_PERF_VERTEX_SHADER,
   EMU_PERF_CULL,
   EMU_PERF_BINS,
   EMU_PERF_TILES,
   EMU_PERF_INTERPOLATION,
   EMU_PERF_PIXEL_SHADER,
   EMU_PERF_TEX_NEAREST,
   EMU_PERF_TEX_LINEAR,
   EMU_PERF_TEX_MIPMAP,
   EMU_PERF_TEX_ANISOTROPIC,
   EMU_PERF_TEX_COMPRESSED,
   EMU_PERF_TEX_LANES,
   EMU_PERF_TEX_SHADOW,
   EMU_PERF_DEPTH,
   EMU_PERF_COLOR,
   EMU_PERF_FILL,
   EMU_PERF_COPY,
   EMU_PERF_COMPILE,
   EMU_PERF_WAIT, /* for other threads: no time of a CPU */
   EMU_PERF_BLOCKS
};

enum emu_perf_count {
   EMU_PERF_DRAWS,
   EMU_PERF_VERTICES,
   EMU_PERF_PRIMITIVES, /* that are left to be drawn */
   EMU_PERF_WAVES,      /* of pixels */
   EMU_PERF_PIXELS,
   EMU_PERF_COUNTS
};

/** Whether a thread of the process ever began while TERAGL_DEBUG=perf was on. */
extern bool emu_perf_on __attribute__((visibility("hidden")));

/** The calling thread begins to work for an emulator, in \p block, and ends; both do nothing while it is off. */
void emu_perf_begin(enum emu_perf_block block);
void emu_perf_end(void);

/* For the functions below, where it is on; they do nothing in threads that have not begun. */
unsigned emu_perf_switch(unsigned block);
void emu_perf_back(unsigned block);
void emu_perf_add(enum emu_perf_count what, uint64_t n);
void emu_perf_add_slow(const char *what, const char *why);

static inline bool
emu_perf_is_on(void)
{
   return __builtin_expect(__atomic_load_n(&emu_perf_on, __ATOMIC_RELAXED), false);
}

/** From now on the thread's time is \p block's; returns whose it was, for emu_perf_leave(). */
static inline unsigned
emu_perf_enter(enum emu_perf_block block)
{
   return emu_perf_is_on() ? emu_perf_switch(block) : 0;
}

static inline void
emu_perf_leave(unsigned before)
{
   if (emu_perf_is_on())
      emu_perf_back(before);
}

static inline void
emu_perf_note(enum emu_perf_count what, uint64_t n)
{
   if (emu_perf_is_on())
      emu_perf_add(what, n);
}

/** Something took a slow way once more: what it was, and why; both are constants. */
static inline void
emu_perf_slow(const char *what, const char *why)
{
   if (emu_perf_is_on())
      emu_perf_add_slow(what, why);
}

#endif
