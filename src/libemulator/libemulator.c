/* SPDX-License-Identifier: MIT
 *
 * The public face of the emulator (include/teragl/emulator.h): chips by name, plain types, and the stream
 * checker. What is behind it may change; this interface and its structures may only grow at their ends, with
 * the soname.
 */
#include <teragl/emulator.h>

#include <stdio.h>
#include <stdlib.h>

#include "target/gpu.h"
#include "target/target.h"

struct teragl_emu {
   const struct emu_gpu *gpu;
   struct emulator *e;
   const struct db_chip *chip;
};

_Static_assert((int)TERAGL_EMU_RING_GFX == EMU_RING_GFX && (int)TERAGL_EMU_RING_DMA == EMU_RING_DMA, "");

const char *
teragl_emu_chip(unsigned index)
{
   const struct db_chip *c;
   unsigned n = 0;
   for (unsigned i = 0; (c = target_chip_by_index(i)); i++)
      if (target_family(target_family_of(c))->has_kernel && n++ == index)
         return c->lname;
   return NULL;
}

struct teragl_emu *
teragl_emu_create(const char *chip, uint64_t memory_size, unsigned threads, char *error, size_t error_size)
{
   const struct db_chip *c = chip ? target_chip_find(chip) : NULL;
   if (!c) {
      char names[512];
      target_list_chips(names, sizeof names);
      snprintf(error, error_size, "there is no chip '%s'; the chips are %s", chip ? chip : "(null)", names);
      return NULL;
   }
   if (!target_family(target_family_of(c))->has_kernel) {
      snprintf(error, error_size, "%s takes no streams: this library has another header for it", c->name);
      return NULL;
   }
   struct teragl_emu *gpu = calloc(1, sizeof *gpu);
   if (!gpu) {
      snprintf(error, error_size, "out of memory");
      return NULL;
   }
   const struct emu_config config = {
      .chip = c, .vram_B = (memory_size + 4095) / 4096 * 4096, .threads = threads};
   gpu->gpu = target_gpu(c);
   gpu->chip = c;
   gpu->e = gpu->gpu->create(&config, error, error_size);
   if (!gpu->e) {
      free(gpu);
      return NULL;
   }
   return gpu;
}

void
teragl_emu_destroy(struct teragl_emu *gpu)
{
   if (gpu)
      gpu->gpu->destroy(gpu->e);
   free(gpu);
}

void *
teragl_emu_memory(struct teragl_emu *gpu, uint64_t *address, uint64_t *size)
{
   *address = gpu->gpu->base;
   return gpu->gpu->memory(gpu->e, size);
}

void
teragl_emu_discard(struct teragl_emu *gpu, uint64_t address, uint64_t size)
{
   const uint64_t base = gpu->gpu->base;
   uint64_t total;
   gpu->gpu->memory(gpu->e, &total);
   if (address >= base && address - base <= total && size <= total - (address - base) && !(address % 4096) &&
       !(size % 4096))
      gpu->gpu->discard(gpu->e, address, size);
}

static void
give_error(struct teragl_emu_error *to, const struct emu_error *from)
{
   if (!to)
      return;
   *to = (struct teragl_emu_error){.dword = from->dword, .packet = from->packet, .reg = from->reg};
   snprintf(to->reason, sizeof to->reason, "%s", from->reason);
}

bool
teragl_emu_check(struct teragl_emu *gpu, enum teragl_emu_ring ring, bool virtual_memory,
                 const uint32_t *stream, uint32_t ndw, const struct teragl_emu_buffer *buffers,
                 uint32_t nbuffers, uint32_t *out, struct teragl_emu_error *error)
{
   struct emu_error e = {.packet = ndw ? stream[0] : 0};
   struct emu_buffer *list = calloc(nbuffers + (size_t)1, sizeof *list);
   bool ok = false;
   if (!list) {
      snprintf(e.reason, sizeof e.reason, "out of memory");
   } else if (virtual_memory && !gpu->chip->virtual_memory) {
      snprintf(e.reason, sizeof e.reason, "%s has no virtual memory", gpu->chip->name);
   } else {
      for (uint32_t i = 0; i < nbuffers; i++)
         list[i] = (struct emu_buffer){.address = buffers[i].address, .size_B = buffers[i].size};
      const struct emu_submission how = {.ring = (enum emu_ring)ring,
                                         .virtual_addresses = virtual_memory,
                                         .buffers = list,
                                         .num_buffers = nbuffers};
      ok = gpu->gpu->check(gpu->chip, &how, stream, ndw, out, &e);
   }
   free(list);
   if (!ok)
      give_error(error, &e);
   return ok;
}

bool
teragl_emu_submit(struct teragl_emu *gpu, enum teragl_emu_ring ring, const uint32_t *stream, uint32_t ndw,
                  struct teragl_emu_error *error)
{
   struct emu_error e = {0};
   bool ok = gpu->gpu->submit(gpu->e, (enum emu_ring)ring, stream, ndw, &e);
   if (!ok)
      give_error(error, &e);
   return ok;
}

uint64_t
teragl_emu_clock(struct teragl_emu *gpu)
{
   return gpu->gpu->clock(gpu->e);
}

void
teragl_emu_stats(struct teragl_emu *gpu, char *text, size_t text_size)
{
   gpu->gpu->print_stats(gpu->e, text, text_size);
}
