/* SPDX-License-Identifier: MIT
 *
 * A family's GPU in software and what stands in front of it: the rules by which its kernel driver takes
 * streams, and puts addresses into them. For tools and other projects; the winsys of the emulator and the
 * virtual device know theirs.
 */
#ifndef TARGET_GPU_H
#define TARGET_GPU_H

#include "emulator/emulator.h"

enum target_ring { TARGET_RING_GFX = 0, TARGET_RING_DMA = 2 }; /* as captures number them */

/** A buffer that a stream names by its index. */
struct target_buffer {
   uint64_t address, size_B;
   uint32_t domains;               /* read and written: RADEON_GEM_DOMAIN_* */
   uint32_t tiling_flags, pitch_B; /* as told to the kernel */
};

/** How a stream was submitted. */
struct target_submission {
   enum target_ring ring;
   bool virtual_addresses; /* the stream has addresses; buffers are only listed */
   bool buffer_tiling;     /* surfaces are tiled as their buffers, whatever the stream says */
   const struct target_buffer *buffers;
   uint32_t num_buffers;
};

/** Why a stream was refused or stopped. */
struct target_error {
   uint32_t dword;  /* where in the stream the packet begins */
   uint32_t packet; /* its header */
   uint32_t reg;    /* byte offset of the register concerned; 0 = none */
   char reason[240];
};

/** The surface that the last draw went to. */
struct target_surface {
   uint64_t address;
   uint32_t w_px, h_px;
   const char *format;
   bool multisampled;
};

struct target_gpu {
   struct emulator *(*create)(const struct emu_config *cfg, char *error, size_t error_B);
   void (*destroy)(struct emulator *e); /* NULL is fine */
   /** Host address of address \p base, and the size of the memory. */
   void *(*memory)(struct emulator *e, uint64_t *size_B);
   void (*discard)(struct emulator *e, uint64_t address, uint64_t size_B);
   uint64_t (*clock)(struct emulator *e);
   void (*print_stats)(struct emulator *e, char *text, size_t text_B);
   uint64_t base; /* first address of the memory */

   /** Checks a stream by the kernel's rules; \p out (may be \p dw) is what the hardware gets. False: refused,
    * and \p error says why. */
   bool (*check)(const struct db_chip *chip, const struct target_submission *how, const uint32_t *dw,
                 uint32_t ndw, uint32_t *out, struct target_error *error);
   /** Runs a stream with addresses. False: it stopped, and \p error says why. */
   bool (*submit)(struct emulator *e, enum target_ring ring, const uint32_t *dw, uint32_t ndw,
                  struct target_error *error);

   /** Colour target 0 of the last draw. False: there is none. */
   bool (*look_target)(const struct emulator *e, struct target_surface *out);
   /** Its first \p w_px by \p h_px pixels, R, G, B, A from the lowest byte up. */
   void (*look_pixels)(const struct emulator *e, uint32_t w_px, uint32_t h_px, uint32_t *rgba);
   /** The programs of the last draw by number, until the name is NULL: *name, and the dwords in host memory,
    * NULL where the stage has none. */
   const uint32_t *(*look_program)(const struct emulator *e, unsigned i, const char **name, uint32_t *ndw);
};

const struct target_gpu *target_gpu(const struct db_chip *chip);

extern const struct target_gpu target_terascale_gpu;

#endif
