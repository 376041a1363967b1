/* SPDX-License-Identifier: MIT
 *
 * PICA200 behind target/gpu.h. A submission is one command of the system's GPU queue, as captures of the emulator's own interface
 * have it (libemulator/pica200/record.h): the kind of the call, then eight words. Command lists, vertices and textures are in
 * memory at addresses that their owners know, so that nothing is put in place of anything.
 *
 * Left out: what tools want to look at after a draw. Captures of this family have a player (target/pica200/player.c).
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/pica200/engines/engines.h"
#include "emulator/pica200/engines/gx.h"
#include "emulator/pica200/raster/back.h"
#include "target/gpu.h"

/* Indices are not looked at by whoever draws: 65536 elements of 255 bytes behind the last buffer are memory, too. */
#define SLACK_B (UINT32_C(16) << 20)

enum {
   CALL_COMMAND = 2, /* PICA_CALL_COMMAND of captures */
   CALL_DW = 9,
   LIST = 1, /* commands of the queue */
   FILL,
   TRANSFER,
   COPY,
};

struct emulator {
   const struct emu_ops *ops; /* NULL: emulator/emulator.h does not run this one */
   struct pica_gpu *gpu;
};

static struct emulator *
create(const struct emu_config *cfg, char *error, size_t error_B)
{
   struct emulator *e = calloc(1, sizeof *e);
   if (e)
      e->gpu = pica_gpu_create(PICA_FCRAM_MAX_B, &pica_back_pixels, cfg->simd);
   if (e && e->gpu)
      return e;
   free(e);
   snprintf(error, error_B, "there is no memory, or '%s' is not a SIMD level of this CPU",
            cfg->simd ? cfg->simd : "TERAGL_SIMD");
   return NULL;
}

static void
destroy(struct emulator *e)
{
   if (!e)
      return;
   pica_gpu_destroy(e->gpu);
   free(e);
}

static void *
memory(struct emulator *e, uint64_t *size_B)
{
   *size_B = e->gpu->fcram_size_B - SLACK_B;
   return e->gpu->fcram;
}

static void *
video_memory(struct emulator *e, uint64_t *base, uint64_t *size_B)
{
   *base = PICA_VRAM_BASE;
   *size_B = PICA_VRAM_SIZE_B;
   return e->gpu->vram;
}

/* Pages of both memories stay: zeros are written. */
static void
discard(struct emulator *e, uint64_t address, uint64_t size_B)
{
   uint8_t *p = pica_mem(e->gpu, (uint32_t)address, size_B);
   if (p)
      memset(p, 0, size_B);
}

static uint64_t
no_clock(struct emulator *e)
{
   (void)e;
   return 0;
}

static void
print_stats(struct emulator *e, char *text, size_t text_B)
{
   const struct pica_gpu *g = e->gpu;
   snprintf(text, text_B,
            "%" PRIu64 " packets, %" PRIu64 " vertices, %" PRIu64 " triangles, %" PRIu64 " pixels",
            g->num_packets, g->num_vertices, g->num_triangles, pica_pixels_shaded(g));
}

static bool
print(FILE *f, const struct db_chip *chip, enum emu_ring ring, const uint32_t *dw, uint32_t ndw)
{
   static const char *const names[] = {[LIST] = "command list",
                                       [FILL] = "memory fill",
                                       [TRANSFER] = "display transfer",
                                       [COPY] = "texture copy"};
   (void)chip;
   (void)ring;
   const unsigned id = ndw == CALL_DW ? dw[1] & 255 : 0;
   fprintf(f, "GPU queue: %s", id >= LIST && id <= COPY ? names[id] : "no command");
   for (uint32_t i = 1; i < ndw; i++)
      fprintf(f, " %08" PRIx32, dw[i]);
   fputc('\n', f);
   return id >= LIST && id <= COPY;
}

static bool
check(const struct db_chip *chip, const struct emu_submission *how, const uint32_t *dw, uint32_t ndw,
      uint32_t *out, struct emu_error *error)
{
   (void)chip;
   const unsigned id = ndw == CALL_DW ? dw[1] & 255 : 0;
   *error = (struct emu_error){.packet = ndw ? dw[0] : 0};
   if (how->ring != EMU_RING_GFX || ndw != CALL_DW || dw[0] != CALL_COMMAND || id < LIST || id > COPY) {
      snprintf(error->reason, sizeof error->reason,
               "a submission is one command of the GPU's queue: a list, a fill, a transfer or a copy");
      return false;
   }
   memmove(out, dw, CALL_DW * sizeof *dw);
   return true;
}

static bool
submit(struct emulator *e, enum emu_ring ring, const uint32_t *dw, uint32_t ndw, struct emu_error *error)
{
   (void)ring;
   (void)ndw;
   struct pica_gpu *g = e->gpu;
   memset(&g->error, 0, sizeof g->error);
   if (pica_gx(g, dw + 1))
      return true;
   *error = (struct emu_error){
      .dword = g->error.offset_B / 4, .packet = dw[1], .reg = g->error.reg < PICA_REGS ? g->error.reg : 0};
   _Static_assert(sizeof error->reason >= sizeof g->error.reason, "sentences fit");
   memcpy(error->reason, g->error.reason, sizeof g->error.reason);
   return false;
}

const struct emu_gpu target_pica200_gpu = {
   .create = create,
   .destroy = destroy,
   .memory = memory,
   .discard = discard,
   .clock = no_clock,
   .print_stats = print_stats,
   .base = PICA_FCRAM_BASE,
   .video_memory = video_memory,
   .print = print,
   .check = check,
   .submit = submit,
};
