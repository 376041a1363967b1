/* SPDX-License-Identifier: MIT
 *
 * Streams of the asynchronous DMA ring: lengths, bounds and addresses as the kernel's r600 and evergreen DMA
 * parsers have them. There are no NOPs: each address takes the next buffer of the relocation list. With
 * virtual memory only the lengths are looked at.
 *
 * Left out: partial, broadcast and tiled-to-tiled copies of Evergreen and later, which no driver sends.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel/radeon/checker/state.h"

/* Commands are the same on all generations; R6xx's flag "tiled" becomes the sub-command. */
#define CMD(x) DB_DMA_EG_HEADER__CMD__##x
#define SUB(x) DB_DMA_EG_HEADER__SUB_CMD__##x

struct dma {
   const struct terascale_chip *chip;
   bool va;
   const uint32_t *dw;
   uint32_t *out;
   uint32_t at, ndw;
   const struct check_reloc *relocs;
   uint32_t nrelocs, next_reloc;
   struct check_error *err;
};

static bool
fail_dma(struct dma *c, const char *format, ...)
{
   if (!c->err)
      return false;
   *c->err = (struct check_error){.packet_dw = c->at, .dw = c->at};
   int n =
      snprintf(c->err->text, sizeof c->err->text, "DMA command 0x%08x at dword %u ", c->dw[c->at], c->at);
   va_list args;
   va_start(args, format);
   vsnprintf(c->err->text + n, sizeof c->err->text - (size_t)n, format, args);
   va_end(args);
   return false;
}

/* Where the parts of an address stand in a command: low dword, the dword of bits 39:32 and their shift there.
 * lo only (hi = 0): a 256-byte address. */
struct address {
   uint8_t lo, hi, hi_shift;
};

static bool
take_dma_address(struct dma *c, struct address a, uint64_t size_B, const char *what)
{
   if (c->va)
      return true;
   if (c->next_reloc >= c->nrelocs)
      return fail_dma(c, "needs a relocation for its %s, and all %u are taken", what, c->nrelocs);
   assert(c->at + a.lo < c->ndw && c->at + a.hi < c->ndw); /* lengths have been checked */
   const struct check_reloc *r = &c->relocs[c->next_reloc++];
   const uint32_t *dw = c->dw + c->at;
   uint64_t offset =
      a.hi ? dw[a.lo] | (uint64_t)(dw[a.hi] >> a.hi_shift & 0xff) << 32 : (uint64_t)dw[a.lo] << 8;
   if (offset > r->size_B || size_B > r->size_B - offset)
      return fail_dma(c, "reaches byte %llu of its %s of %llu bytes", (unsigned long long)(offset + size_B),
                      what, (unsigned long long)r->size_B);
   if (!c->out)
      return true;
   uint64_t addr = offset + r->gpu_addr;
   uint32_t *out = c->out + c->at;
   if (!a.hi) {
      out[a.lo] = (uint32_t)(addr >> 8);
   } else {
      out[a.lo] = (uint32_t)addr;
      out[a.hi] = (out[a.hi] & ~(0xffu << a.hi_shift)) | ((uint32_t)(addr >> 32) & 0xff) << a.hi_shift;
   }
   return true;
}

static bool
check_dma_copy(struct dma *c, unsigned sub, uint32_t count, bool eg)
{
   const uint32_t *dw = c->dw + c->at;
   const struct address tiled = {1, 0, 0},
                        linear = eg ? (struct address){7, 8, 0} : (struct address){5, 6, 0};
   uint64_t size_B = sub == SUB(BYTES) ? count : (uint64_t)count * 4;
   if (sub == SUB(TILED)) {
      bool detile = DB_DMA_EG_TILED_DW2_get_DETILE(dw[2]); /* the same bit on R6xx */
      return take_dma_address(c, detile ? tiled : linear, detile ? 0 : size_B, "source") &&
             take_dma_address(c, detile ? linear : tiled, detile ? size_B : 0, "destination");
   }
   bool packed = c->chip->gen == DB_R600; /* both high parts in one dword */
   return take_dma_address(c, packed ? (struct address){2, 3, 16} : (struct address){2, 4, 0}, size_B,
                           "source") &&
          take_dma_address(c, (struct address){1, 3, 0}, size_B, "destination");
}

/** Checks the command at c->at; *len gets its length. */
static bool
check_dma_command(struct dma *c, uint32_t *len)
{
   bool eg = c->chip->gen >= DB_EVERGREEN;
   const uint32_t h = c->dw[c->at], cmd = DB_DMA_EG_HEADER_get_CMD(h);
   const uint32_t count = eg ? DB_DMA_EG_HEADER_get_COUNT(h) : DB_DMA_R6_HEADER_get_COUNT(h);
   const unsigned sub = eg                              ? DB_DMA_EG_HEADER_get_SUB_CMD(h)
                        : DB_DMA_R6_HEADER_get_TILED(h) ? SUB(TILED)
                                                        : SUB(LINEAR);
   switch (cmd) {
   case CMD(NOP):
      *len = 1;
      break;
   case CMD(FILL):
      *len = 4;
      break;
   case CMD(WRITE):
      if (sub != SUB(LINEAR) && sub != SUB(TILED))
         return fail_dma(c, "is a write of unknown kind 0x%02x", sub);
      *len = count + (sub == SUB(LINEAR) ? 3 : eg ? 9 : 7);
      break;
   case CMD(COPY):
      if (sub != SUB(LINEAR) && sub != SUB(TILED) && sub != SUB(BYTES))
         return fail_dma(c, "is a copy of unknown kind 0x%02x", sub);
      *len = sub == SUB(TILED) ? (eg ? 9 : 7) : c->chip->gen == DB_R600 ? 4 : 5;
      break;
   default:
      return fail_dma(c, "is unknown");
   }
   if (*len > c->ndw - c->at)
      return fail_dma(c, "has %u dwords, but the stream ends after %u", *len, c->ndw - c->at);
   switch (cmd) {
   case CMD(FILL):
      return take_dma_address(c, (struct address){1, 3, 16}, (uint64_t)count * 4, "destination");
   case CMD(WRITE):
      return take_dma_address(c, sub == SUB(LINEAR) ? (struct address){1, 2, 0} : (struct address){1, 0, 0},
                              sub == SUB(LINEAR) ? (uint64_t)count * 4 : 0, "destination");
   case CMD(COPY):
      return check_dma_copy(c, sub, count, eg);
   default:
      return true;
   }
}

bool
check_dma_stream(const struct terascale_chip *chip, bool va, const uint32_t *dw, uint32_t ndw,
                 const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw,
                 struct check_error *err)
{
   struct dma c = {.chip = chip,
                   .va = va,
                   .dw = dw,
                   .ndw = ndw,
                   .relocs = relocs,
                   .nrelocs = nrelocs,
                   .out = out_dw,
                   .err = err};
   if (out_dw && out_dw != dw)
      memcpy(out_dw, dw, (size_t)ndw * 4);
   for (uint32_t len = 1; c.at < ndw; c.at += len) {
      if (!check_dma_command(&c, &len))
         return false;
      assert(len && len <= ndw - c.at);
   }
   return true;
}
