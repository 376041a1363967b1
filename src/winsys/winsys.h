/* SPDX-License-Identifier: MIT
 *
 * Where a driver gets memory and sends command streams: its chip's kernel driver or an emulator. Thread safe.
 * A submission is dwords and the list of the buffers that they name; how a stream names one is its family's
 * matter, as is what stands behind the chip and in a buffer's tiling flags.
 */
#ifndef WINSYS_H
#define WINSYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/db_chip.h"

struct capture_chip;
struct emu_gpu;

enum ws_domain { WS_DOMAIN_GTT = 2, WS_DOMAIN_VRAM = 4 }; /* values of the kernel's RADEON_GEM_DOMAIN_* */
enum ws_ring { WS_RING_GFX = 0, WS_RING_DMA = 2 };

/** Whose stream caused the last GPU reset. */
enum ws_blame { WS_BLAME_NOBODY, WS_BLAME_SELF, WS_BLAME_OTHER, WS_BLAME_UNKNOWN };

struct ws_info {
   /** As this board is made: where its kernel driver reports other numbers than the family's database, those
    * stand behind it. Lives as long as the winsys. */
   const struct db_chip *chip;
   int drm_fd;                 /* the GPU's DRM node, the winsys' own; -1: no kernel driver draws */
   char name[32];              /* of the GPU, as users see it: "RV770", "RV770, emulated" */
   bool no_hierarchical_depth; /* the kernel refuses streams that use it */
   bool has_va;                /* streams carry GPU addresses, relocations only list buffers */
   bool vram_uncached;         /* mappings of VRAM bypass the CPU's caches: reading them is slow */
   uint64_t vram_B, gart_B;
   uint32_t clock_khz; /* of the GPU's timestamp counter; 0: it has none */
};

struct ws_bo; /* a buffer object; opaque beyond these fields */
struct ws_fence;

/** One entry of a submission's relocation list. */
struct ws_reloc {
   struct ws_bo *bo;
   uint32_t read_domains, write_domain; /* enum ws_domain bits */
};

struct winsys {
   struct ws_info info;
   void (*destroy)(struct winsys *ws);

   /** \p align is a power of two >= 256. Contents undefined (the emulator's are zero). NULL: out of memory.
    */
   struct ws_bo *(*bo_create)(struct winsys *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain);
   void (*bo_ref)(struct winsys *ws, struct ws_bo *bo);
   void (*bo_unref)(struct winsys *ws,
                    struct ws_bo *bo); /* NULL is fine; storage lives until the GPU is done with it */
   /** Persistent CPU mapping; does not wait. NULL: out of memory. */
   void *(*bo_map)(struct winsys *ws, struct ws_bo *bo);
   /** GPU virtual address; 0 without has_va. */
   uint64_t (*bo_va)(struct winsys *ws, struct ws_bo *bo);
   /** Tells kernel (and checker) how the buffer is tiled: flags as the chip's kernel driver has them
    * (RADEON_TILING_*), and pitch. */
   void (*bo_set_tiling)(struct winsys *ws, struct ws_bo *bo, uint32_t flags, uint32_t pitch_B);
   /** Waits until the GPU no longer uses it (at most \p timeout_ns); true if idle, and then the CPU sees what the
    * GPU wrote. A mapping may show old bytes until this said true after the submission that wrote them.
    * \p for_write: readers count too. */
   bool (*bo_wait)(struct winsys *ws, struct ws_bo *bo, uint64_t timeout_ns, bool for_write);

   /** Sends \p ndw dwords. False if refused (reason logged once, and kept for cs_error). *fence may be NULL.
    */
   bool (*cs_submit)(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw,
                     const struct ws_reloc *relocs, uint32_t num_relocs, struct ws_fence **fence);
   bool (*fence_wait)(struct winsys *ws, struct ws_fence *f, uint64_t timeout_ns);
   void (*fence_ref)(struct winsys *ws, struct ws_fence *f);
   void (*fence_unref)(struct winsys *ws, struct ws_fence *f); /* NULL is fine */
   /** Number of GPU resets since the winsys was opened, and who caused the last one. */
   uint32_t (*reset_count)(struct winsys *ws, enum ws_blame *blame);

   /** R300 to R500: asks the kernel for the chip's memory of hierarchical depth (\p want), which one process has at a
    * time, or gives it back. True: streams may use it from now on. NULL: there is none to ask. */
   bool (*lend_hyperz)(struct winsys *ws, bool want);

   /* Sharing with other processes and devices; NULL where there is no way to. */

   /** A dma-buf file descriptor for \p bo (the emulator's: a memfd where /dev/udmabuf is missing), which the
    * caller closes; -1 and errno on failure. */
   int (*bo_export)(struct winsys *ws, struct ws_bo *bo);
   /** The buffer behind a dma-buf, which the caller keeps; the same ws_bo (and a reference more) as long as
    * this winsys has it. NULL and errno on failure. */
   struct ws_bo *(*bo_import)(struct winsys *ws, int fd, uint64_t *size_B);
   /** What the owner told by bo_set_tiling. False: the kernel doesn't know the buffer. NULL without a kernel.
    */
   bool (*bo_get_tiling)(struct winsys *ws, struct ws_bo *bo, uint32_t *flags, uint32_t *pitch_B);
};

/** The emulator of a chip, which \p gpu (emulator/gpu.h) is, behind its kernel's rules. NULL and one sentence in
 * \p error. */
struct winsys *ws_emulator_create(const struct db_chip *chip, const struct emu_gpu *gpu, char *error,
                                  size_t error_B);
/** Takes streams and draws nothing. NULL: out of memory. */
struct winsys *ws_null_create(const struct db_chip *chip);
/** Wraps \p inner (takes it over; destroyed on failure) and records everything into \p path. \p chip: whose
 * streams these are (target/capture.h), read at once. */
struct winsys *ws_trace_create(struct winsys *inner, const struct capture_chip *chip, const char *path,
                               char *error, size_t error_B);

#endif
