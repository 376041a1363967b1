/* SPDX-License-Identifier: MIT
 *
 * A GPU in software as those see it who run one of any family, with what stands in front of it: the rules by
 * which its kernel driver takes streams, and puts addresses into them. Which one is a chip's: target/gpu.h.
 */
#ifndef EMULATOR_GPU_H
#define EMULATOR_GPU_H

#include <stdio.h>

#include "emulator/emulator.h"

enum emu_ring { EMU_RING_GFX = 0, EMU_RING_DMA = 2 }; /* as captures number them */

/** A buffer that a stream names by its index. */
struct emu_buffer {
   uint64_t address, size_B;
   uint32_t domains;               /* read and written, as its kernel driver numbers them */
   uint32_t tiling_flags, pitch_B; /* as told to the kernel */
};

/** How a stream was submitted. */
struct emu_submission {
   enum emu_ring ring;
   bool virtual_addresses; /* the stream has addresses; buffers are only listed */
   bool buffer_tiling;     /* surfaces are tiled as their buffers, whatever the stream says */
   bool owns_hyperz;       /* the kernel has lent the memory of hierarchical depth to who submits */
   bool owns_cmask;        /* and that of fast colour clears */
   const struct emu_buffer *buffers;
   uint32_t num_buffers;
};

/** The surface that the last draw went to. */
struct emu_picture {
   uint64_t address;
   uint32_t w_px, h_px;
   const char *format;
   bool multisampled;
};

/** Memory that a program of the last draw could read. */
struct emu_seen {
   const char *stage, *kind; /* "pixel", ...; "texture", "vertices", "constants" */
   unsigned number;          /* of the resource, as its program names it */
   char text[96];            /* its shape in words */
   uint64_t address, size_B;
   uint32_t w_px, h_px; /* of a texture's base level; 0: nothing to show */
};

struct emu_gpu {
   const struct emu_ops *ops; /* the emulator itself, for emu_create(); create() knows it */
   struct emulator *(*create)(const struct emu_config *cfg, char *error, size_t error_B);
   void (*destroy)(struct emulator *e); /* NULL is fine */
   /** Host address of address \p base, and the size of the memory. */
   void *(*memory)(struct emulator *e, uint64_t *size_B);
   void (*discard)(struct emulator *e, uint64_t address, uint64_t size_B);
   uint64_t (*clock)(struct emulator *e);
   void (*print_stats)(struct emulator *e, char *text, size_t text_B);
   uint64_t base; /* first address of the memory */
   /** NULL: all domains are the memory above. Else that is the system's, and video memory is here: host address, first
    * address, size. Neither can be mapped anew, so that no buffer can be shared. */
   void *(*video_memory)(struct emulator *e, uint64_t *base, uint64_t *size_B);
   /** A stream for people, every packet by name. False: it is broken, and the last line says how. */
   bool (*print)(FILE *f, const struct db_chip *chip, enum emu_ring ring, const uint32_t *dw, uint32_t ndw);

   /** Checks a stream by the kernel's rules; \p out (may be \p dw) is what the hardware gets. False: refused,
    * and \p error says why. */
   bool (*check)(const struct db_chip *chip, const struct emu_submission *how, const uint32_t *dw,
                 uint32_t ndw, uint32_t *out, struct emu_error *error);
   /** Runs a stream with addresses. False: it stopped, and \p error says why. */
   bool (*submit)(struct emulator *e, enum emu_ring ring, const uint32_t *dw, uint32_t ndw,
                  struct emu_error *error);

   /** Colour target 0 of the last draw. False: there is none. */
   bool (*look_target)(const struct emulator *e, struct emu_picture *out);
   /** Its first \p w_px by \p h_px pixels, R, G, B, A from the lowest byte up. */
   void (*look_pixels)(const struct emulator *e, uint32_t w_px, uint32_t h_px, uint32_t *rgba);
   /** The programs of the last draw by number, until the name is NULL: *name, what kind of code it is (as the family's
    * disassembler counts them), and the dwords in host memory, NULL where the stage has none. */
   const uint32_t *(*look_program)(const struct emulator *e, unsigned i, const char **name, unsigned *kind,
                                   uint32_t *ndw);
   /** Memory that they could read, by number. False: there is no more. NULL: the family does not tell. */
   bool (*look_memory)(struct emulator *e, unsigned i, struct emu_seen *out);
   /** Every \p step-th texel of every step-th row of such a texture's first layer, \p w by \p h of them as look_pixels
    * has them; outside of the texture they are 0. */
   void (*look_texels)(struct emulator *e, unsigned i, uint32_t step, uint32_t w, uint32_t h, uint32_t *rgba);
};

#endif
