/* SPDX-License-Identifier: MIT
 *
 * Streams that are not run: see checked.h. Nothing is written to memory, and no stream is said to be done.
 */
#include "emulator/checked.h"

#include <stdio.h>
#include <stdlib.h>

#include "emulator/core/start.h"

struct emulator {
   const struct emu_ops *ops;
   const struct db_chip *chip;
   struct emu_mem mem;
   bool own_memory;
   uint64_t streams;
};

static struct emulator *
create(const struct emu_config *cfg, char *error, size_t error_B)
{
   struct emulator *e = calloc(1, sizeof *e);
   const bool own = e && !cfg->memory;
   if (!e || (own && !emu_memory_reserve(&e->mem, cfg->vram_B))) {
      snprintf(error, error_B, "the emulator is out of memory");
      free(e);
      return NULL;
   }
   if (!own)
      e->mem = (struct emu_mem){cfg->memory, cfg->vram_B};
   e->own_memory = own;
   e->ops = cfg->ops;
   e->chip = cfg->chip;
   return e;
}

static void
destroy(struct emulator *e)
{
   if (e->own_memory)
      emu_memory_release(&e->mem);
   free(e);
}

static void *
memory(struct emulator *e, uint64_t *size_B)
{
   *size_B = e->mem.size_B;
   return e->mem.base;
}

static void
discard(struct emulator *e, uint64_t gpu_addr, uint64_t size_B)
{
   emu_memory_discard(&e->mem, gpu_addr, size_B);
}

static bool
submit(struct emulator *e, const uint32_t *dw, uint32_t ndw, struct emu_error *err)
{
   (void)dw;
   (void)ndw;
   e->streams++;
   *err = (struct emu_error){0};
   snprintf(err->reason, sizeof err->reason,
            "streams of %s are checked, not run: its family has no emulator yet", e->chip->name);
   return false;
}

static uint64_t
clock_now(struct emulator *e)
{
   return emu_clock_now(e->chip->clock_khz);
}

static void
print_stats(struct emulator *e, char *buf, size_t size_B)
{
   snprintf(buf, size_B, "emulator %s: streams that were not run %llu", e->chip->name,
            (unsigned long long)e->streams);
}

const struct emu_ops emu_checked_ops = {
   .create = create,
   .destroy = destroy,
   .memory = memory,
   .discard = discard,
   .submit = submit,
   .submit_dma = submit,
   .clock = clock_now,
   .print_stats = print_stats,
};
