/* SPDX-License-Identifier: MIT
 *
 * What every emulator does before it runs: memory, threads, the CPU's vectors, a clock.
 */
#ifndef EMULATOR_CORE_START_H
#define EMULATOR_CORE_START_H

#include "emulator/core/memory.h"

/** The memory that \p cfg brings, or memory of the emulator's own, cfg->vram_B bytes or \p default_B if that is 0; less if
 * the host refuses so much. False: it refuses even 16 MiB. */
bool emu_memory_open(struct emu_mem *m, const struct emu_config *cfg, uint64_t default_B);
/** Gives back what is the emulator's own. Zeros are fine. */
void emu_memory_close(struct emu_mem *m);
/** Pages of own memory go back to the host and read as zero; others stay. */
void emu_memory_discard(const struct emu_mem *m, uint64_t gpu_addr, uint64_t size_B);
/** Rendering threads that \p cfg, TERAGL_THREADS or the host asks for; at least 1. */
unsigned emu_thread_count(const struct emu_config *cfg);
/** Shaders as machine code: never, those that run often, all. */
enum emu_jit { EMU_JIT_OFF, EMU_JIT_HOT, EMU_JIT_ALWAYS };
/** By TERAGL_JIT. */
enum emu_jit emu_jit_mode(void);
/** Has this CPU what the SIMD level \p name (EMU_LEVELS in simd/levels.h) needs? */
bool emu_cpu_has_level(const char *name);
/** Time in units of a clock of \p khz. */
uint64_t emu_clock_now(uint64_t khz);

#endif
