/* SPDX-License-Identifier: MIT
 *
 * What every emulator does before it runs: memory, threads, the CPU's vectors, a clock.
 */
#ifndef EMULATOR_CORE_START_H
#define EMULATOR_CORE_START_H

#include "emulator/core/memory.h"

/** Reserves memory of the emulator's own, \p want_B or 2 GiB if that is 0; less if the host refuses so much. False:
 * it refuses even 16 MiB. */
bool emu_memory_reserve(struct emu_mem *m, uint64_t want_B);
/** Gives back what emu_memory_reserve() made. */
void emu_memory_release(struct emu_mem *m);
/** Pages of own memory go back to the host and read as zero. */
void emu_memory_discard(const struct emu_mem *m, uint64_t gpu_addr, uint64_t size_B);
/** Rendering threads that \p cfg, TERAGL_THREADS or the host asks for; at least 1. */
unsigned emu_thread_count(const struct emu_config *cfg);
/** Has this CPU what the SIMD level \p name (EMU_LEVELS in simd/levels.h) needs? */
bool emu_cpu_has_level(const char *name);
/** Time in units of a clock of \p khz. */
uint64_t emu_clock_now(uint64_t khz);

#endif
