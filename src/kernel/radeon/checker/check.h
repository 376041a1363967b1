/* SPDX-License-Identifier: MIT
 *
 * Command-stream checker with the radeon kernel's rules, and the patcher that turns buffer offsets into GPU
 * addresses as the kernel does. Stands in front of the emulator, and in tools.
 *
 * Rules follow the kernel's r600 and evergreen stream checkers. Chips with
 * virtual memory (Cayman, Aruba) get the kernel's light check instead: streams carry addresses, nothing is
 * patched, NOPs are skipped.
 */
#ifndef KERNEL_RADEON_CHECKER_CHECK_H
#define KERNEL_RADEON_CHECKER_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "db/terascale/db_chips.h"

/** Tiling of a buffer as GEM_SET_TILING takes it: RADEON_TILING_* of radeon_drm.h. */
enum check_tiling {
   CHECK_TILING_MACRO = 1 << 0,
   CHECK_TILING_MICRO = 1 << 1,
   CHECK_TILING_MICRO_SQUARE = 1 << 5, /* R300 to R500 */
};

/** One buffer of the submission. A stream names it by a NOP packet whose body is 4 * index. */
struct check_reloc {
   uint64_t gpu_addr; /* bytes */
   uint64_t size_B;
   uint32_t domains;      /* read and write domains, RADEON_GEM_DOMAIN_* */
   uint32_t tiling_flags; /* enum check_tiling; more on Evergreen */
   uint32_t pitch_B;
};

/** The only CRTC whose scan lines a stream may wait for. */
#define CHECK_CRTC_ID 1u

struct check_error {
   uint32_t packet;    /* index of the packet in the stream, from 0 */
   uint32_t packet_dw; /* dword offset of its header */
   uint32_t dw;        /* dword offset of what is wrong */
   uint32_t reg;       /* byte offset of the register concerned; 0 = none */
   char text[240];     /* one sentence, with packet, offset and register in words */
};

/**
 * Checks \p ndw dwords for \p chip. \p out_dw (may be NULL, may be \p dw) gets the same stream with addresses
 * patched in; on failure its contents are unspecified. False when the kernel would refuse the stream: \p err
 * (may be NULL) says why; an empty stream is refused. Never reads outside \p dw and \p relocs; keeps copies only.
 */
bool check_stream(const struct terascale_chip *chip, const uint32_t *dw, uint32_t ndw,
                  const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw,
                  struct check_error *err);

/** check_stream() with the choice that the kernel leaves to whoever submits on chips with virtual memory:
 * \p va streams carry addresses, others relocations as on the chips before. check_stream() takes what the
 * chip can do. */
bool check_stream_va(const struct terascale_chip *chip, bool va, const uint32_t *dw, uint32_t ndw,
                     const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw,
                     struct check_error *err);

/** check_stream() for a stream with relocations and without RADEON_CS_KEEP_TILING_FLAGS: the tiling of surfaces is
 * their buffers', put into CB_COLOR*_INFO, CB_COLOR*_ATTRIB, DB_DEPTH_INFO, DB_Z_INFO (which have a
 * relocation for it) and textures. The other functions leave tiling fields as they stand in the stream. */
bool check_stream_buffer_tiling(const struct terascale_chip *chip, const uint32_t *dw, uint32_t ndw,
                                const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw,
                                struct check_error *err);

/** check_stream() for the asynchronous DMA ring, whose relocations are taken in the order of the list. */
bool check_dma_stream(const struct terascale_chip *chip, bool va, const uint32_t *dw, uint32_t ndw,
                      const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw,
                      struct check_error *err);

#endif
