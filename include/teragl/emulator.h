/* SPDX-License-Identifier: MIT
 *
 * libteragl-emulator: an AMD TeraScale GPU (Radeon HD 2000 to 6900) in software, for programs that make
 * command streams: drivers, their tests, tools. It runs real PM4 packets and real shader code of the chip
 * named.
 *
 *    cc program.c $(pkg-config --cflags --libs teragl-emulator)
 *
 * A GPU has one linear address space, backed by host memory that is touched lazily. Whoever owns the GPU
 * hands out ranges of it, writes shaders, vertices and textures there through the host mapping, and finds
 * pictures there. Streams carry GPU addresses, as a command processor gets them; teragl_emu_check() turns
 * relocations into addresses as the radeon kernel driver does. Nothing a stream contains can reach outside of
 * the memory.
 *
 * One GPU must not be used by two threads at once; several GPUs are independent. All sizes are bytes unless
 * they say dwords.
 */
#ifndef TERAGL_EMULATOR_H
#define TERAGL_EMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TERAGL_EMU_API __attribute__((visibility("default")))
#else
#define TERAGL_EMU_API
#endif

struct teragl_emu;

/** Why a stream was refused or stopped. */
struct teragl_emu_error {
   uint32_t dword;   /* where in the stream the offending packet begins */
   uint32_t packet;  /* its header */
   uint32_t reg;     /* byte offset of the register concerned; 0 = none */
   char reason[240]; /* one sentence */
};

enum teragl_emu_ring {
   TERAGL_EMU_RING_GFX = 0,
   TERAGL_EMU_RING_DMA = 2 /* the asynchronous copy engine */
};

/** A buffer that a stream names by a NOP packet whose body is 4 * index. */
struct teragl_emu_buffer {
   uint64_t address; /* GPU address */
   uint64_t size;
};

/** The chips, family by family: "r600", "rv610", ... "aruba", "r300", ...
 * "rv570"; NULL behind the last. */
TERAGL_EMU_API const char *teragl_emu_chip(unsigned index);

/** Switches a GPU on. \p memory_size: 0 = 16 GiB (R300 to R500: nearly 4); it may become less where the
 * host can't reserve that much. \p threads: rendering threads, the caller included; 0 = one
 * a CPU. The picture does not depend on it. NULL: unknown chip (the sentence in \p error lists the names) or
 * out of memory. */
TERAGL_EMU_API struct teragl_emu *teragl_emu_create(const char *chip, uint64_t memory_size, unsigned threads,
                                                    char *error, size_t error_size);

/** Switches it off and frees its memory. NULL is fine. */
TERAGL_EMU_API void teragl_emu_destroy(struct teragl_emu *gpu);

/** Host address of the memory, which lives as long as the GPU and is zero at first; its GPU address and size.
 */
TERAGL_EMU_API void *teragl_emu_memory(struct teragl_emu *gpu, uint64_t *address, uint64_t *size);

/** Gives a range (whole pages of 4096) back to the host; it reads as zero again. */
TERAGL_EMU_API void teragl_emu_discard(struct teragl_emu *gpu, uint64_t address, uint64_t size);

/** Checks \p ndw dwords by the radeon kernel driver's rules for streams of users (RADEON_CS_KEEP_TILING_FLAGS
 * set), and writes the stream that the hardware gets, with the buffers' addresses put in, to \p out (same
 * length, may be \p stream). \p virtual_memory: the stream carries addresses already (Cayman and Aruba only)
 * and gets the light check of that mode. False: refused, and \p error (may be NULL) says why. */
TERAGL_EMU_API bool teragl_emu_check(struct teragl_emu *gpu, enum teragl_emu_ring ring, bool virtual_memory,
                                     const uint32_t *stream, uint32_t ndw,
                                     const struct teragl_emu_buffer *buffers, uint32_t nbuffers,
                                     uint32_t *out, struct teragl_emu_error *error);

/** Runs a stream; on return everything in it has been drawn and stands in memory. On an error (false) what
 * came before the offending packet stands, the rest is dropped, and the GPU is ready for the next stream. */
TERAGL_EMU_API bool teragl_emu_submit(struct teragl_emu *gpu, enum teragl_emu_ring ring,
                                      const uint32_t *stream, uint32_t ndw, struct teragl_emu_error *error);

/** The GPU's clock counter, in cycles of the 27 MHz reference. */
TERAGL_EMU_API uint64_t teragl_emu_clock(struct teragl_emu *gpu);

/** One line of counters since the GPU was switched on: draws, vertices, waves, quads, pixels, texels. */
TERAGL_EMU_API void teragl_emu_stats(struct teragl_emu *gpu, char *text, size_t text_size);

#ifdef __cplusplus
}
#endif

#endif
