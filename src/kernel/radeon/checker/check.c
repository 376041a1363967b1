/* SPDX-License-Identifier: MIT
 * Whose rules a stream is checked by, and what it is checked from: the first packet, or what begin.c remembers. */
#include "kernel/radeon/checker/check.h"

#include <string.h>

#include "kernel/radeon/checker/rules.h"

/* Whose streams: with addresses, or with relocations, then perhaps with the buffers' tiling. */
struct how {
   bool va, buffer_tiling;
};

static bool
check_all(const struct terascale_chip *chip, struct how how, const uint32_t *dw, uint32_t ndw,
          const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw, struct check_error *err)
{
   struct checker c;
   memset(&c, 0, offsetof(struct checker, ctx)); /* the rest by check_begin_again() or check_regs_init() */
   c.chip = chip;
   c.va = how.va;
   c.buffer_tiling = how.buffer_tiling;
   c.dw = dw;
   c.ndw = ndw;
   c.relocs = relocs;
   c.nrelocs = nrelocs;
   c.out = out_dw;
   c.err = err;
   if (!ndw)
      return check_fail(&c, 0, "the stream is empty");
   if (out_dw && out_dw != dw)
      memcpy(out_dw, dw, (size_t)ndw * 4);
   if (check_begin_again(&c))
      return check_packets(&c);
   check_regs_init(&c);
   const bool ok = check_packets(&c);
   check_begin_seen(&c);
   return ok;
}

bool
check_stream(const struct terascale_chip *chip, const uint32_t *dw, uint32_t ndw,
             const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw, struct check_error *err)
{
   return check_stream_va(chip, chip->base.virtual_memory, dw, ndw, relocs, nrelocs, out_dw, err);
}

bool
check_stream_va(const struct terascale_chip *chip, bool va, const uint32_t *dw, uint32_t ndw,
                const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw, struct check_error *err)
{
   return check_all(chip, (struct how){.va = va}, dw, ndw, relocs, nrelocs, out_dw, err);
}

bool
check_stream_buffer_tiling(const struct terascale_chip *chip, const uint32_t *dw, uint32_t ndw,
                           const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw,
                           struct check_error *err)
{
   return check_all(chip, (struct how){.buffer_tiling = true}, dw, ndw, relocs, nrelocs, out_dw, err);
}
