/* SPDX-License-Identifier: MIT
 *
 * A GPU in software: all that is needed to run one of any family. (What a tool needs to show what a stream did is the
 * family's own: emulator/gpu.h.) Streams are what the hardware's command processor gets, i.e. after the kernel has put
 * addresses in place of relocations.
 *
 * Memory is one linear GPU address space of `vram_B` bytes starting at EMU_VRAM_BASE, backed by reserved host
 * memory that is touched lazily. The owner hands out ranges itself, and may map other pages into a range that
 * no stream is using. Nothing a stream contains can reach outside of it.
 */
#ifndef EMULATOR_H
#define EMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/db_chip.h"

#define EMU_VRAM_BASE UINT64_C(0x800000) /* where the radeon kernel driver's GPU virtual addresses start */
/** Readable host bytes behind the end of a caller's memory: vector loads may run into them. */
#define EMU_VRAM_SLACK_B (UINT64_C(64) << 10)

struct emulator;
struct emu_error;
struct emu_mem;
struct emu_ops;

struct emu_config {
   const struct db_chip *chip;
   const struct emu_ops *ops; /* of the chip's family: src/target knows which */
   /** 0: what the family's addresses reach, at most 16 GiB; less if the host refuses to reserve it. */
   uint64_t vram_B;
   unsigned threads; /* rendering threads including the caller; 0 = TERAGL_THREADS or the number of CPUs (at
                        most 16) */
   /** Memory of vram_B bytes and EMU_VRAM_SLACK_B behind them that the caller owns and may map anew between
    * submissions; NULL = the emulator reserves its own. */
   void *memory;
   const char *simd;   /* "sse2", "avx2", "avx512", "neon"; NULL = TERAGL_SIMD or the best of this CPU */
   const char *strict; /* "report", "fail", "act" (docs/strict.md); "" = off; NULL = TERAGL_STRICT or off */
};

/** Why a stream was refused or stopped. All zero when fine. */
struct emu_error {
   uint32_t dword;   /* offset in the stream, where the packet begins */
   uint32_t packet;  /* its header dword */
   uint32_t reg;     /* byte offset of the register concerned, if it was refused for one; else 0 */
   char reason[240]; /* one sentence */
};

/** A family's emulator, behind the functions below. Its struct emulator begins with a pointer to this. */
struct emu_ops {
   struct emulator *(*create)(const struct emu_config *cfg, char *error, size_t error_B);
   void (*destroy)(struct emulator *e);
   struct emu_mem *(*memory)(struct emulator *e); /* stays while the emulator does */
   bool (*submit)(struct emulator *e, const uint32_t *dw, uint32_t ndw, struct emu_error *err);
   bool (*submit_dma)(struct emulator *e, const uint32_t *dw, uint32_t ndw, struct emu_error *err);
   uint64_t (*clock)(struct emulator *e);
   void (*print_stats)(struct emulator *e, char *buf, size_t size_B);
};

/** NULL: out of memory or unknown name of simd or strict; one sentence in \p error. */
struct emulator *emu_create(const struct emu_config *cfg, char *error, size_t error_B);
void emu_destroy(struct emulator *e); /* NULL is fine; waits until idle */

/** Host address of GPU address EMU_VRAM_BASE and the size of the space. */
void *emu_vram(struct emulator *e, uint64_t *size_B);
/** Tells that [gpu_addr, +size_B) is free again: its pages are given back to the host and read as zero. Page
 * aligned. Only for memory of the emulator's own. */
void emu_vram_discard(struct emulator *e, uint64_t gpu_addr, uint64_t size_B);

/** Executes a stream of the GFX ring. Returns when everything in it has been drawn and is visible in memory.
 * On an error what came before the offending packet stands, the rest is dropped, and the GPU is ready for the
 * next stream. */
bool emu_submit(struct emulator *e, const uint32_t *dw, uint32_t ndw, struct emu_error *err);
/** Executes a stream of the asynchronous DMA ring, with emu_submit()'s promises. */
bool emu_submit_dma(struct emulator *e, const uint32_t *dw, uint32_t ndw, struct emu_error *err);

/** GPU clock counter, in units of the chip's clock_khz. */
uint64_t emu_clock(struct emulator *e);
/** One line of counters since creation (draws, vertices, waves, quads, pixels, texels). */
void emu_print_stats(struct emulator *e, char *buf, size_t size_B);

#endif
