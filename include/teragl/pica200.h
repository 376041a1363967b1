/* SPDX-License-Identifier: MIT
 *
 * libteragl-emulator's second door: PICA200, the GPU of the Nintendo 3DS, in software. For programs that make its
 * command lists: engines and homebrew in CI, tools, tests. It runs lists, vertex and geometry shaders, and the engines
 * beside the 3D unit, as a console's system drives them.
 *
 *    cc program.c $(pkg-config --cflags --libs teragl-emulator)
 *
 * Addresses are physical: VRAM 0x18000000 (6 MiB), FCRAM 0x20000000, registers of the engines 0x10400000, and of the
 * 3D unit 0x10401000 + 4 * number. Memory is the host's, little endian, and lives as long as the GPU. Nothing that a list, a
 * register or a shader says can reach outside of it. Every call returns when its work is done and stands in memory.
 *
 * One GPU must not be used by two threads at once; several GPUs are independent.
 */
#ifndef TERAGL_PICA200_H
#define TERAGL_PICA200_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TERAGL_PICA_API __attribute__((visibility("default")))
#else
#define TERAGL_PICA_API
#endif

struct teragl_pica;

/** Why something was refused or stopped. */
struct teragl_pica_error {
   uint32_t address; /* physical, of the offending word of a list; 0: it was no list */
   uint32_t offset;  /* the same from the start of the list, in bytes */
   uint32_t reg;     /* number of the register; UINT32_MAX: none */
   char reason[240]; /* one sentence */
};

/** Pixels as the transfer engine numbers them. */
enum teragl_pica_format {
   TERAGL_PICA_RGBA8,
   TERAGL_PICA_RGB8,
   TERAGL_PICA_RGB565,
   TERAGL_PICA_RGB5A1,
   TERAGL_PICA_RGBA4
};

/** Switches a GPU on. \p fcram_size: bytes of FCRAM, at most 256 MiB; 0 = 128 MiB. NULL: \p error says why. */
TERAGL_PICA_API struct teragl_pica *teragl_pica_create(uint32_t fcram_size, char *error, size_t error_size);
/** Switches it off and frees its memory. NULL is fine. */
TERAGL_PICA_API void teragl_pica_destroy(struct teragl_pica *gpu);

/** Host address of \p size bytes at a physical address; NULL unless all of them are in VRAM or all in FCRAM. */
TERAGL_PICA_API void *teragl_pica_memory(struct teragl_pica *gpu, uint32_t address, uint32_t size);

/** The physical address of one that 3DS programs use (linear heap, VRAM); others as they are. */
TERAGL_PICA_API uint32_t teragl_pica_physical(uint32_t address);

/** Writes a register by its physical address. Starting an engine runs it; 0x104018f0 runs a list. False: refused, and
 * \p error (may be NULL) says why. */
TERAGL_PICA_API bool teragl_pica_write(struct teragl_pica *gpu, uint32_t address, uint32_t value,
                                       struct teragl_pica_error *error);
/** Reads one; 0 where there is none. */
TERAGL_PICA_API uint32_t teragl_pica_read(const struct teragl_pica *gpu, uint32_t address);

/** Runs the command list of \p size bytes at a physical address. On an error (false) what came before the offending
 * packet stands, the rest is dropped, and the GPU is ready for the next list. */
TERAGL_PICA_API bool teragl_pica_submit(struct teragl_pica *gpu, uint32_t address, uint32_t size,
                                        struct teragl_pica_error *error);

/** Runs one command of the system's GPU queue (eight words, as libctru's gxCommands has them; virtual addresses): 0 DMA,
 * 1 command list, 2 memory fill, 3 display transfer, 4 texture copy, 5 cache flush (nothing to do). */
TERAGL_PICA_API bool teragl_pica_command(struct teragl_pica *gpu, const uint32_t words[8],
                                         struct teragl_pica_error *error);

/** Reads \p width x \p height pixels in rows from memory's first on: red in the lowest byte of a word, alpha in the highest.
 * Tiled: widths and heights are multiples of 8. A tiled picture that was drawn has its upper row first. */
TERAGL_PICA_API bool teragl_pica_pixels(struct teragl_pica *gpu, uint32_t address,
                                        enum teragl_pica_format format, bool tiled, uint32_t width,
                                        uint32_t height, uint32_t *rgba, struct teragl_pica_error *error);

/** What no public source knows of the chip is a parameter. Number \p index: its name, NULL behind the last; \p value, \p largest and
 * \p reason (each may be NULL) get its value, the largest one, and what it means. */
TERAGL_PICA_API const char *teragl_pica_parameter(const struct teragl_pica *gpu, unsigned index,
                                                  unsigned *value, unsigned *largest, const char **reason);
/** Sets one by name. False: there is none of this name, or the value is too large. */
TERAGL_PICA_API bool teragl_pica_set_parameter(struct teragl_pica *gpu, const char *name, unsigned value);

/** One line of counters since the GPU was switched on: packets, vertices, triangles, pixels. */
TERAGL_PICA_API void teragl_pica_stats(const struct teragl_pica *gpu, char *text, size_t text_size);

#ifdef __cplusplus
}
#endif

#endif
