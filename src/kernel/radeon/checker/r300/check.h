/* SPDX-License-Identifier: MIT
 *
 * Command-stream checker with the radeon kernel's rules for R300 to R500 (r300_cs_parse, r100_cs_track), and the patcher that
 * turns buffer offsets into GPU addresses as the kernel does. These chips have one ring and no virtual memory.
 */
#ifndef KERNEL_RADEON_CHECKER_R300_CHECK_H
#define KERNEL_RADEON_CHECKER_R300_CHECK_H

#include "db/r300/r300_chips.h"
#include "kernel/radeon/checker/check.h"

/** How a stream was submitted. */
struct check_r300_how {
   /* without RADEON_CS_KEEP_TILING_FLAGS: surfaces are tiled as their buffers, and registers of pitches have
    * a relocation, too */
   bool buffer_tiling;
   bool owns_hyperz; /* the kernel has lent the on-chip depth memory to who submits */
   bool owns_cmask;  /* the on-chip memory of fast colour clears */
};

/**
 * Checks \p ndw dwords for \p chip. \p out_dw (may be NULL, may be \p dw) gets the same stream with addresses
 * patched in; on failure its contents are unspecified. False when the kernel would refuse the stream: \p err
 * (may be NULL) says why; an empty stream is refused. Never reads outside \p dw and \p relocs; keeps nothing.
 */
bool check_r300_stream(const struct r300_chip *chip, const struct check_r300_how *how, const uint32_t *dw,
                       uint32_t ndw, const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw,
                       struct check_error *err);

#endif
