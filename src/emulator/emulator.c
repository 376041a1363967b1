/* SPDX-License-Identifier: MIT
 *
 * The door of all emulators: each call goes to the family that made the emulator. emulator/core/start.h has what they
 * share in getting ready.
 */
#include "emulator/emulator.h"

#include <assert.h>

#include "emulator/core/perf.h"
#include "emulator/core/start.h"

static const struct emu_ops *
ops_of(const struct emulator *e)
{
   return *(const struct emu_ops *const *)e; /* every family's struct emulator begins with it */
}

struct emulator *
emu_create(const struct emu_config *cfg, char *error, size_t error_B)
{
   assert(cfg->ops && cfg->chip);
   struct emulator *e = cfg->ops->create(cfg, error, error_B);
   assert(!e || ops_of(e) == cfg->ops);
   return e;
}

void
emu_destroy(struct emulator *e)
{
   if (e)
      ops_of(e)->destroy(e);
}

void *
emu_vram(struct emulator *e, uint64_t *size_B)
{
   const struct emu_mem *m = ops_of(e)->memory(e);
   *size_B = m->size_B;
   return m->base;
}

void
emu_vram_discard(struct emulator *e, uint64_t gpu_addr, uint64_t size_B)
{
   emu_memory_discard(ops_of(e)->memory(e), gpu_addr, size_B);
}

bool
emu_submit(struct emulator *e, const uint32_t *dw, uint32_t ndw, struct emu_error *err)
{
   emu_perf_begin(EMU_PERF_STREAM);
   const bool ok = ops_of(e)->submit(e, dw, ndw, err);
   emu_perf_end();
   return ok;
}

bool
emu_submit_dma(struct emulator *e, const uint32_t *dw, uint32_t ndw, struct emu_error *err)
{
   emu_perf_begin(EMU_PERF_COPY);
   const bool ok = ops_of(e)->submit_dma(e, dw, ndw, err);
   emu_perf_end();
   return ok;
}

uint64_t
emu_clock(struct emulator *e)
{
   return ops_of(e)->clock(e);
}

void
emu_print_stats(struct emulator *e, char *buf, size_t size_B)
{
   ops_of(e)->print_stats(e, buf, size_B);
}
