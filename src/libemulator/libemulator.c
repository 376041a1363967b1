/* SPDX-License-Identifier: MIT
 *
 * The public face of the emulator (include/teragl/emulator.h): chips by name, plain types, and the stream
 * checker. What is behind it may change; this interface and its structures may only grow at their ends, with
 * the soname.
 */
#include <teragl/emulator.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/radeon/checker/check.h"
#include "emulator/emulator.h"

struct teragl_emu {
   struct emulator *e;
   const struct db_chip *chip;
};

const char *
teragl_emu_chip(unsigned index)
{
   const struct db_chip *c = db_chip_by_index(index);
   return c ? c->lname : NULL;
}

static void
list_chips(const char *wrong, char *error, size_t error_B)
{
   int n = snprintf(error, error_B, "there is no chip '%s'; the chips are", wrong ? wrong : "(null)");
   for (unsigned i = 0; teragl_emu_chip(i) && n >= 0 && (size_t)n < error_B; i++)
      n += snprintf(error + n, error_B - (size_t)n, " %s", teragl_emu_chip(i));
}

struct teragl_emu *
teragl_emu_create(const char *chip, uint64_t memory_size, unsigned threads, char *error, size_t error_size)
{
   const struct db_chip *c = db_chip_find(chip);
   if (!c) {
      list_chips(chip, error, error_size);
      return NULL;
   }
   struct teragl_emu *gpu = calloc(1, sizeof *gpu);
   if (!gpu) {
      snprintf(error, error_size, "out of memory");
      return NULL;
   }
   const struct emu_config config = {
      .chip = c, .vram_B = (memory_size + 4095) / 4096 * 4096, .threads = threads};
   gpu->chip = c;
   gpu->e = emu_create(&config, error, error_size);
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
      emu_destroy(gpu->e);
   free(gpu);
}

void *
teragl_emu_memory(struct teragl_emu *gpu, uint64_t *address, uint64_t *size)
{
   *address = EMU_VRAM_BASE;
   return emu_vram(gpu->e, size);
}

void
teragl_emu_discard(struct teragl_emu *gpu, uint64_t address, uint64_t size)
{
   uint64_t total;
   emu_vram(gpu->e, &total);
   if (address >= EMU_VRAM_BASE && address - EMU_VRAM_BASE <= total &&
       size <= total - (address - EMU_VRAM_BASE) && !(address % 4096) && !(size % 4096))
      emu_vram_discard(gpu->e, address, size);
}

bool
teragl_emu_check(struct teragl_emu *gpu, enum teragl_emu_ring ring, bool virtual_memory,
                 const uint32_t *stream, uint32_t ndw, const struct teragl_emu_buffer *buffers,
                 uint32_t nbuffers, uint32_t *out, struct teragl_emu_error *error)
{
   struct check_error e = {0};
   struct check_reloc *relocs = calloc(nbuffers + (size_t)1, sizeof *relocs);
   bool ok = false;
   if (!relocs) {
      snprintf(e.text, sizeof e.text, "out of memory");
   } else if (virtual_memory && !gpu->chip->virtual_memory) {
      snprintf(e.text, sizeof e.text, "%s has no virtual memory", gpu->chip->name);
   } else {
      for (uint32_t i = 0; i < nbuffers; i++)
         relocs[i] = (struct check_reloc){.gpu_addr = buffers[i].address, .size_B = buffers[i].size};
      ok = (ring == TERAGL_EMU_RING_DMA ? check_dma_stream : check_stream_va)(
         gpu->chip, virtual_memory, stream, ndw, relocs, nbuffers, out, &e);
   }
   free(relocs);
   if (error && !ok) {
      *error = (struct teragl_emu_error){
         .dword = e.packet_dw, .packet = e.packet_dw < ndw ? stream[e.packet_dw] : 0, .reg = e.reg};
      snprintf(error->reason, sizeof error->reason, "%s", e.text);
   }
   return ok;
}

bool
teragl_emu_submit(struct teragl_emu *gpu, enum teragl_emu_ring ring, const uint32_t *stream, uint32_t ndw,
                  struct teragl_emu_error *error)
{
   struct emu_error e = {0};
   bool ok = (ring == TERAGL_EMU_RING_DMA ? emu_submit_dma : emu_submit)(gpu->e, stream, ndw, &e);
   if (error && !ok) {
      *error = (struct teragl_emu_error){.dword = e.dword, .packet = e.packet};
      snprintf(error->reason, sizeof error->reason, "%s", e.reason);
   }
   return ok;
}

uint64_t
teragl_emu_clock(struct teragl_emu *gpu)
{
   return emu_clock(gpu->e);
}

void
teragl_emu_stats(struct teragl_emu *gpu, char *text, size_t text_size)
{
   emu_print_stats(gpu->e, text, text_size);
}
