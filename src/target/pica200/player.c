/* SPDX-License-Identifier: MIT
 *
 * Captures of PICA200 (libemulator/pica200/record.h has their calls). Lists are printed from memory as the capture has it at this point: a list that
 * the GPU itself wrote, or that a jump leads to, is not followed. Programs that use the emulator have VRAM and FCRAM as two
 * buffers; TeraGL's driver has many, each with its physical address.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "db/pica200/pica_regs.h"
#include "emulator/pica200/engines/engines.h"
#include "emulator/pica200/engines/gx.h"
#include "emulator/pica200/raster/back.h"
#include "target/player.h"
#include "util/u_vec.h"

enum call { CALL_WRITE, CALL_LIST, CALL_COMMAND, CALLS };
static const uint8_t call_words[CALLS] = {3, 3, 9};

struct buffer {
   uint32_t id, address;
   uint64_t size_B;
};

struct player {
   struct pica_gpu *gpu;
   U_VEC(struct buffer) buffers;
   unsigned calls;
};

static void *
create(void)
{
   return calloc(1, sizeof(struct player));
}

static void
destroy(void *player)
{
   struct player *p = player;
   if (!p)
      return;
   pica_gpu_destroy(p->gpu);
   u_vec_fini(&p->buffers);
   free(p);
}

static bool
fail(char *error, size_t error_B, const char *what)
{
   snprintf(error, error_B, "%s", what);
   return false;
}

static bool
is_in(const struct capture_bo *bo, uint64_t base, uint64_t size_B)
{
   return bo->va >= base && bo->size_B <= size_B && bo->va - base <= size_B - bo->size_B;
}

/* The first buffer says whose capture it is. All of VRAM comes before FCRAM, which has the size that the capture says. */
static bool
buffer(void *player, const struct capture_bo *bo, char *error, size_t error_B)
{
   struct player *p = player;
   const bool all_vram = bo->va == PICA_VRAM_BASE && bo->size_B == PICA_VRAM_SIZE_B;
   const bool fcram = p->buffers.count == 1 && !p->gpu;
   if (!is_in(bo, PICA_VRAM_BASE, PICA_VRAM_SIZE_B) && !is_in(bo, PICA_FCRAM_BASE, PICA_FCRAM_MAX_B))
      return fail(error, error_B, "a buffer is neither in VRAM nor in FCRAM");
   if (fcram && bo->va != PICA_FCRAM_BASE)
      return fail(error, error_B, "the capture has no FCRAM behind VRAM");
   if (!u_vec_push(&p->buffers, ((struct buffer){bo->id, (uint32_t)bo->va, bo->size_B})))
      return fail(error, error_B, "out of memory");
   if (!p->gpu && (fcram || !all_vram))
      p->gpu = pica_gpu_create(fcram ? (uint32_t)bo->size_B : PICA_FCRAM_MAX_B, &pica_back_pixels, NULL);
   return p->gpu || all_vram || fail(error, error_B, "out of memory");
}

static bool
fill(void *player, uint32_t id, uint64_t at_B, const void *data, uint64_t size_B, char *error, size_t error_B)
{
   struct player *p = player;
   const struct buffer *b = NULL;
   for (size_t i = p->buffers.count; i-- && !b;)
      b = p->buffers.data[i].id == id ? &p->buffers.data[i] : NULL;
   uint8_t *to = p->gpu && b && at_B <= b->size_B && size_B <= b->size_B - at_B
                    ? pica_mem(p->gpu, b->address + (uint32_t)at_B, size_B)
                    : NULL;
   if (!to)
      return fail(error, error_B, "the capture writes to memory that is no buffer's");
   memcpy(to, data, size_B);
   return true;
}

static bool
check(const struct player *p, const uint32_t *dw, uint32_t ndw, char *error, size_t error_B)
{
   if (!p->gpu)
      return fail(error, error_B, "the capture has a call before its memory");
   if (!ndw || dw[0] >= CALLS || ndw != call_words[dw[0]])
      return fail(error, error_B, "the capture has a call of no known kind");
   return true;
}

/* ---- as text ---- */

static const char *
value_name(unsigned gen, const struct db_field *field, uint32_t v)
{
   (void)gen;
   return db_field_value_name(field, v);
}

static void
print_register(FILE *f, uint32_t number, uint32_t value)
{
   unsigned index;
   const struct db_reg_table *regs = db_pica_regs();
   const struct db_reg *reg = db_table_reg_at(regs, PICA_GEN, number * 4, 0, &index);
   if (reg)
      db_print_reg_value(f, PICA_GEN, regs, reg, index, value, "   ", value_name);
   else
      fprintf(f, "   register %03" PRIX32 " = %08" PRIX32 "\n", number, value);
}

/* Packets: a parameter, a header (number 15:0, mask 19:16, further ones 27:20, to following registers 31), parameters. */
static bool
print_list(const struct player *p, FILE *f, uint32_t address, uint32_t bytes)
{
   const uint8_t *list = pica_mem(p->gpu, address, bytes);
   fprintf(f, "list of %" PRIu32 " bytes at %08" PRIX32 "\n", bytes, address);
   for (uint32_t at = 0; list && at + 8 <= bytes;) {
      uint32_t word[2];
      memcpy(word, list + at, 8);
      uint32_t number = word[1] & 0xffff, mask = word[1] >> 16 & 15, more = word[1] >> 20 & 255;
      bool runs = word[1] >> 31;
      if (at + 8 + 4 * (uint64_t)more > bytes)
         return false;
      if (mask != 15)
         fprintf(f, "   bytes %" PRIX32 " of\n", mask);
      print_register(f, number, word[0]);
      for (uint32_t i = 0; i < more; i++) {
         memcpy(word, list + at + 8 + 4 * (size_t)i, 4);
         print_register(f, number + (runs ? i + 1 : 0), word[0]);
      }
      at += (8 + 4 * more + 7) & ~7u;
   }
   return list;
}

static bool
print(void *player, FILE *f, const uint32_t *dw, uint32_t ndw, char *error, size_t error_B)
{
   struct player *p = player;
   static const char *const commands[] = {"DMA",          "list",       "fill", "display transfer",
                                          "texture copy", "cache flush"};
   bool whole = true;
   if (!check(p, dw, ndw, error, error_B))
      return false;
   fprintf(f, "call %u: ", p->calls++);
   if (dw[0] == CALL_WRITE) {
      unsigned index;
      uint32_t offset = dw[1] - PICA_IO_BASE;
      const struct db_reg_table *regs = db_picax_regs();
      const struct db_reg *reg = db_table_reg_at(regs, PICA_GEN, offset, 0, &index);
      fprintf(f, "register %08" PRIX32 " = %08" PRIX32 "\n", dw[1], dw[2]);
      if (reg)
         db_print_reg_value(f, PICA_GEN, regs, reg, index, dw[2], "   ", value_name);
      else if (dw[1] - PICA_GPU_BASE < 4 * PICA_REGS)
         print_register(f, (dw[1] - PICA_GPU_BASE) / 4, dw[2]);
   } else if (dw[0] == CALL_LIST) {
      whole = print_list(p, f, dw[1], dw[2]);
   } else {
      unsigned command = dw[1] & 255;
      fprintf(f, "command %s", command < 6 ? commands[command] : "of no known kind");
      for (unsigned i = 0; i < 8; i++)
         fprintf(f, " %08" PRIX32, dw[1 + i]);
      fputc('\n', f);
      if (command == 1)
         whole = print_list(p, f, pica_physical(dw[2]), dw[3]);
   }
   return whole || fail(error, error_B, "a list is not in memory, or its last packet is longer than it");
}

/* ---- once more ---- */

/* The colour buffer that registers name, as a sum of its bytes. */
static void
tell_target(const struct player *p, FILE *f)
{
   const union pica_mmio_regs *r = &p->gpu->r;
   uint32_t width = PICA_FRAMEBUFFER_DIM_get_WIDTH(r->FRAMEBUFFER_DIM);
   uint32_t height = PICA_FRAMEBUFFER_DIM_get_HEIGHT_M1(r->FRAMEBUFFER_DIM) + 1;
   uint32_t address = PICA_COLORBUFFER_LOC_get_ADDR(r->COLORBUFFER_LOC) * 8;
   const struct pica_format *format =
      pica_color_format(PICA_COLORBUFFER_FORMAT_get_FORMAT(r->COLORBUFFER_FORMAT));
   uint64_t bytes = format ? (uint64_t)width * height * format->bits / 8 : 0;
   const uint8_t *pixels = bytes ? pica_mem(p->gpu, address, bytes) : NULL;
   uint64_t sum = UINT64_C(0xcbf29ce484222325);
   if (!pixels) {
      fprintf(f, "no colour buffer");
      return;
   }
   for (uint64_t i = 0; i < bytes; i++)
      sum = (sum ^ pixels[i]) * UINT64_C(0x100000001b3);
   fprintf(f, "%" PRIu32 "x%" PRIu32 " %s at %08" PRIX32 ", picture %016" PRIx64, width, height, format->name,
           address, sum);
}

static bool
run(void *player, FILE *f, const uint32_t *dw, uint32_t ndw, char *error, size_t error_B)
{
   struct player *p = player;
   if (!check(p, dw, ndw, error, error_B))
      return false;
   struct pica_gpu *g = p->gpu;
   uint64_t triangles = g->num_triangles;
   memset(&g->error, 0, sizeof g->error);
   bool ok = dw[0] == CALL_WRITE  ? pica_io_write(g, dw[1] - PICA_IO_BASE, dw[2])
             : dw[0] == CALL_LIST ? pica_submit(g, dw[1], dw[2])
                                  : pica_gx(g, dw + 1);
   fprintf(f, "call %u: %" PRIu64 " triangles, ", p->calls++, g->num_triangles - triangles);
   tell_target(p, f);
   if (!ok) /* it was refused when it was recorded, too: what came behind it is there */
      fprintf(f, ", refused at %08" PRIX32 ": %s", g->error.address, g->error.reason);
   fputc('\n', f);
   return true;
}

const struct target_player target_pica200_player = {
   .family = "pica200",
   .create = create,
   .destroy = destroy,
   .buffer = buffer,
   .fill = fill,
   .print = print,
   .run = run,
};
