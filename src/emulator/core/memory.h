/* SPDX-License-Identifier: MIT
 *
 * The GPU's memory as the emulator sees it: every address that a stream names is checked against it.
 */
#ifndef EMULATOR_CORE_MEMORY_H
#define EMULATOR_CORE_MEMORY_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "emulator/emulator.h"

struct emu_mem {
   uint8_t *base; /* host address of EMU_VRAM_BASE */
   uint64_t size_B;
   bool own; /* reserved by emu_memory_open(), not the caller's */
};

/** Host pointer to [addr, addr + size_B) or NULL if any byte of it lies outside the GPU's memory. */
static inline void *
emu_mem_ptr(const struct emu_mem *m, uint64_t addr, uint64_t size_B)
{
   assert(m->base || !m->size_B);
   uint64_t off = addr - EMU_VRAM_BASE;
   return addr >= EMU_VRAM_BASE && off <= m->size_B && size_B <= m->size_B - off ? m->base + off : NULL;
}

/** Bytes from addr to the end of memory, 0 if addr is outside. */
static inline uint64_t
emu_mem_room(const struct emu_mem *m, uint64_t addr)
{
   uint64_t off = addr - EMU_VRAM_BASE;
   return addr >= EMU_VRAM_BASE && off < m->size_B ? m->size_B - off : 0;
}

#endif
