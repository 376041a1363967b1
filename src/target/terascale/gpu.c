/* SPDX-License-Identifier: MIT
 *
 * TeraScale's emulator behind target/gpu.h, and the radeon kernel driver's rules in front of it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "db/terascale/db_formats.h"
#include "emulator/terascale/look.h"
#include "emulator/terascale/public.h"
#include "kernel/radeon/checker/check.h"
#include "target/gpu.h"
#include "target/stream.h"

_Static_assert(sizeof((struct emu_error){0}.reason) >= sizeof((struct check_error){0}.text), "sentences fit");

/* A small submission does without malloc. */
enum { FEW_RELOCS = 32 };

static bool
check_submission(const struct db_chip *base, const struct emu_submission *how, const uint32_t *dw,
                 uint32_t ndw, uint32_t *out, struct emu_error *error)
{
   const struct terascale_chip *chip = terascale_chip(base);
   struct check_error why = {0};
   uint32_t n = how->num_buffers;
   bool ok = false, va = how->virtual_addresses;
   struct check_reloc few[FEW_RELOCS];
   struct check_reloc *relocs = n <= FEW_RELOCS ? few : malloc(n * sizeof *relocs);
   for (uint32_t i = 0; relocs && i < n; i++) {
      const struct emu_buffer *b = &how->buffers[i];
      relocs[i] = (struct check_reloc){b->address, b->size_B, b->domains, b->tiling_flags, b->pitch_B};
   }
   if (!relocs)
      snprintf(why.text, sizeof why.text, "out of memory");
   else if (how->ring == EMU_RING_DMA)
      ok = check_dma_stream(chip, va, dw, ndw, relocs, n, out, &why);
   else if (how->buffer_tiling)
      ok = check_stream_buffer_tiling(chip, dw, ndw, relocs, n, out, &why);
   else
      ok = check_stream_va(chip, va, dw, ndw, relocs, n, out, &why);
   if (relocs != few)
      free(relocs);
   if (!ok) {
      *error = (struct emu_error){
         .dword = why.packet_dw, .packet = why.packet_dw < ndw ? dw[why.packet_dw] : 0, .reg = why.reg};
      snprintf(error->reason, sizeof error->reason, "%s", why.text);
   }
   return ok;
}

static bool
submit_ring(struct emulator *e, enum emu_ring ring, const uint32_t *dw, uint32_t ndw, struct emu_error *error)
{
   return (ring == EMU_RING_DMA ? emu_submit_dma : emu_submit)(e, dw, ndw, error);
}

static bool
look_target(const struct emulator *e, struct emu_picture *out)
{
   struct emu_target t;
   if (!emu_look_target(e, 0, &t))
      return false;
   const struct db_format *format = db_format(t.format);
   *out = (struct emu_picture){t.address, t.w_px, t.h_px, format ? format->name : "?", t.samples > 1};
   return true;
}

static void
look_pixels(const struct emulator *e, uint32_t w_px, uint32_t h_px, uint32_t *rgba)
{
   emu_look_pixels(e, 0, w_px, h_px, rgba);
}

static const uint32_t *
look_program(const struct emulator *e, unsigned i, const char **name, unsigned *kind, uint32_t *ndw)
{
   static const char *const names[] = {
      [EMU_LOOK_PS] = "pixel", [EMU_LOOK_VS] = "vertex", [EMU_LOOK_FS] = "fetch"};
   *name = i < sizeof names / sizeof *names ? names[i] : NULL;
   *kind = 0; /* there is one */
   return *name ? emu_look_program(e, (enum emu_look_program)i, ndw) : NULL;
}

static struct emulator *
create(const struct emu_config *cfg, char *error, size_t error_B)
{
   struct emu_config ours = *cfg;
   ours.ops = &terascale_emulator;
   return emu_create(&ours, error, error_B);
}

const struct emu_gpu target_terascale_gpu = {
   .ops = &terascale_emulator,
   .create = create,
   TARGET_GPU_CALLS,
   .print = target_terascale_print,
   .check = check_submission,
   .submit = submit_ring,
   .look_target = look_target,
   .look_pixels = look_pixels,
   .look_program = look_program,
   .look_memory = emu_look_memory,
   .look_texels = emu_look_texels,
};
