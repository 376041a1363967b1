/* SPDX-License-Identifier: MIT
 *
 * R300 to R500 behind target/gpu.h: the emulator, and the radeon kernel driver's rules in front of it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "emulator/r300/look.h"
#include "emulator/r300/public.h"
#include "isa/r300/text.h"
#include "kernel/radeon/checker/r300/check.h"
#include "target/gpu.h"
#include "target/stream.h"

_Static_assert(sizeof((struct emu_error){0}.reason) >= sizeof((struct check_error){0}.text), "sentences fit");

static bool
check_submission(const struct db_chip *chip, const struct emu_submission *how, const uint32_t *dw,
                 uint32_t ndw, uint32_t *out, struct emu_error *error)
{
   struct check_error why = {0};
   const struct check_r300_how rules = {
      .buffer_tiling = how->buffer_tiling, .owns_hyperz = how->owns_hyperz, .owns_cmask = how->owns_cmask};
   const uint32_t n = how->num_buffers;
   bool ok = false;
   struct check_reloc *relocs = calloc(n + (size_t)1, sizeof *relocs);
   for (uint32_t i = 0; relocs && i < n; i++) {
      const struct emu_buffer *b = &how->buffers[i];
      relocs[i] = (struct check_reloc){b->address, b->size_B, b->domains, b->tiling_flags, b->pitch_B};
   }
   if (!relocs)
      snprintf(why.text, sizeof why.text, "out of memory");
   else if (how->ring != EMU_RING_GFX || how->virtual_addresses)
      snprintf(why.text, sizeof why.text, "%s has neither a DMA ring nor virtual memory", chip->name);
   else
      ok = check_r300_stream(r300_chip(chip), &rules, dw, ndw, relocs, n, out, &why);
   free(relocs);
   if (!ok) {
      *error = (struct emu_error){
         .dword = why.packet_dw, .packet = why.packet_dw < ndw ? dw[why.packet_dw] : 0, .reg = why.reg};
      snprintf(error->reason, sizeof error->reason, "%s", why.text);
   }
   return ok;
}

static struct emulator *
create(const struct emu_config *cfg, char *error, size_t error_B)
{
   struct emu_config ours = *cfg;
   ours.ops = &r300_emulator;
   return emu_create(&ours, error, error_B);
}

static bool
submit(struct emulator *e, enum emu_ring ring, const uint32_t *dw, uint32_t ndw, struct emu_error *error)
{
   (void)ring; /* there is one */
   return emu_submit(e, dw, ndw, error);
}

/* Pixel shaders before R500 are registers, and among those that the draw shows. */
static const uint32_t *
look_program(const struct emulator *e, unsigned i, const char **name, unsigned *kind, uint32_t *ndw)
{
   *name = i == 0 ? "vertex" : i == 1 ? "pixel" : NULL;
   *kind = i == 0 ? R300_CODE_PVS : R300_CODE_US;
   return *name ? r300_look_program(e, i == 0, ndw) : NULL;
}

const struct emu_gpu target_r300_gpu = {
   .ops = &r300_emulator,
   .create = create,
   TARGET_GPU_CALLS,
   .print = target_r300_print,
   .check = check_submission,
   .submit = submit,
   .look_target = r300_look_target,
   .look_pixels = r300_look_pixels,
   .look_program = look_program,
   .look_memory = r300_look_memory,
   .look_texels = r300_look_texels,
};
