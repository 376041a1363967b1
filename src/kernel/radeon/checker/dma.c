/* SPDX-License-Identifier: MIT
 *
 * Streams of the asynchronous DMA ring: lengths, bounds and addresses as the kernel's r600_dma_cs_parse and
 * evergreen_dma_cs_parse have them; with virtual memory only the lengths, as in evergreen_dma_ib_parse. There are
 * no NOPs: each address takes the next buffer of the relocation list. Before RV770 the kernel takes no such streams
 * (radeon_cs_get_ring).
 *
 * Stricter than the kernel: a command may not be longer than the stream.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel/radeon/checker/state.h"
#include "util/u_math.h"

/* Commands are the same on all generations; R7xx's flag "tiled" becomes the sub-command. */
#define CMD(x) DB_DMA_EG_HEADER__CMD__##x
#define SUB(x) DB_DMA_EG_HEADER__SUB_CMD__##x

enum { SRC, DST, DST2, SIDES };

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

/* Where the parts of an address stand in a command: low dword, the dword of bits 39:32 and their shift there.
 * lo only (hi = 0): a 256-byte address. */
struct address {
   uint8_t lo, hi, hi_shift;
};

#define TILED(lo)                                                                                            \
   {                                                                                                         \
      (lo), 0, 0                                                                                             \
   }
#define LINEAR(lo, hi)                                                                                       \
   {                                                                                                         \
      (lo), (hi), 0                                                                                          \
   }

/* What a command moves. unit_B: what its count counts; 0: the kernel does not look at the bounds. */
struct command {
   uint8_t cmd, sub;
   uint8_t len;   /* dwords; beside them the count's, if data follow */
   uint8_t sides; /* the buffers that it takes, in this order: source, destination, second destination */
   uint8_t unit_B;
   bool data;
   bool two_ways;    /* DETILE exchanges the first two sides' addresses */
   bool tiles_only;  /* DETILE is refused */
   bool cayman_only; /* without virtual memory */
   struct address side[SIDES];
};

#define ONE   (1 << DST)
#define TWO   (1 << SRC | 1 << DST)
#define THREE (TWO | 1 << DST2)
#define TO_TWO_TILED                                                                                         \
   .sides = THREE, .unit_B = 4, .tiles_only = true, .side = {LINEAR(8, 9), TILED(1), TILED(2)}

static const struct command r7_commands[] = {
   {CMD(WRITE),  SUB(LINEAR), 3,            .sides = ONE, .unit_B = 4,      .data = true,                         .side = {[DST] = LINEAR(1, 2)}},
   {CMD(WRITE),  SUB(TILED),  5,            .sides = ONE, .unit_B = 4,      .data = true,                         .side = {[DST] = TILED(1)}    },
   {CMD(COPY),   SUB(LINEAR), 5,            .sides = TWO, .unit_B = 4,      .side = {LINEAR(2, 4), LINEAR(1, 3)}},
   {CMD(COPY), SUB(TILED),           7, .sides = TWO,  .unit_B = 4, .two_ways = true,     .side = {TILED(1), LINEAR(5, 6)}                              },
};

static const struct command eg_commands[] = {
   {CMD(WRITE),        SUB(LINEAR),                      3,                .sides = ONE,                                                       .unit_B = 4, .data = true, .side = {[DST] = LINEAR(1, 2)}},
   {CMD(WRITE),     SUB(TILED),       7,                       .sides = ONE,                                                                                .unit_B = 4, .data = true, .side = {[DST] = TILED(1)}},
   {CMD(COPY),                SUB(LINEAR),                              5,             .sides = TWO,.unit_B = 4, .side = {LINEAR(2, 4), LINEAR(1, 3)}},
   {CMD(COPY),                 SUB(BYTES),                                         5,                               .sides = TWO,                                                                   .unit_B = 1, .side = {LINEAR(2, 4), LINEAR(1, 3)}},
   {CMD(COPY),      SUB(TILED),  9,                  .sides = TWO,                                                                                         .unit_B = 4, .two_ways = true, .side = {TILED(1), LINEAR(7, 8)}},
   {CMD(COPY),                SUB(TILED_UNITS),9,.sides = TWO,.unit_B = 4, .two_ways = true,
    .side = {TILED(1), LINEAR(7, 8)}},
   {CMD(COPY),         SUB(TILED_PARTIAL),                          12,                                        .sides = TWO,                                                                             .two_ways = true, .cayman_only = true,
    .side = {TILED(1), LINEAR(7, 8)}},
   {CMD(COPY), SUB(PARTIAL), 9,                 .sides = TWO,                                                                           .cayman_only = true, .side = {LINEAR(1, 2), LINEAR(4, 5)}},
   {CMD(COPY),                SUB(TILED_TO_TILED),                                         13,                                                                            .sides = TWO,                                                                                                                                                                                                .cayman_only = true, .side = {TILED(1), TILED(4)}},
   {CMD(COPY),                 SUB(BROADCAST),                                         7,                               .sides = THREE,                                                                      .unit_B = 4,
    .side = {LINEAR(3, 6), LINEAR(1, 4), LINEAR(2, 5)}},
   {CMD(COPY), SUB(TILED_FIELDS),              10,                                      TO_TWO_TILED                                                                                                       },
   {CMD(COPY),     SUB(TILED_BROADCAST),                                    10,                        TO_TWO_TILED},
   {CMD(COPY),                 SUB(TILED_BROADCAST_UNITS),                                         10,                       TO_TWO_TILED                                              },
};

/* Whatever the sub-command says. */
static const struct command fill = {CMD(FILL), 0, 4, .sides = ONE, .unit_B = 4, .side = {[DST] = {1, 3, 16}}},
                            nop = {CMD(NOP), 0, 1};

static bool __attribute__((format(printf, 2, 3))) fail_dma(struct dma *c, const char *format, ...)
{
   if (!c->err)
      return false;
   *c->err = (struct check_error){.packet_dw = c->at, .dw = c->at};
   int n = snprintf(c->err->text, sizeof c->err->text, "DMA command 0x%08x at dword %u ",
                    c->at < c->ndw ? c->dw[c->at] : 0, c->at);
   va_list args;
   va_start(args, format);
   vsnprintf(c->err->text + n, sizeof c->err->text - (size_t)n, format, args);
   va_end(args);
   return false;
}

/* NULL: there is none. */
static const struct command *
find_command(const struct dma *c, unsigned cmd, unsigned sub)
{
   bool eg = c->chip->gen >= DB_EVERGREEN;
   const struct command *list = eg ? eg_commands : r7_commands;
   const size_t n = eg ? ARRAY_SIZE(eg_commands) : ARRAY_SIZE(r7_commands);
   if (cmd == CMD(FILL))
      return &fill;
   if (cmd == CMD(NOP))
      return &nop;
   for (size_t i = 0; i < n; i++) {
      if (list[i].cmd == cmd && list[i].sub == sub)
         return &list[i];
   }
   return NULL;
}

/* The kernel adds halves of an address without a carry between them. */
static void
patch_dma_address(struct dma *c, struct address a, uint64_t gpu_addr)
{
   if (!c->out)
      return;
   uint32_t *out = c->out + c->at;
   if (!a.hi) {
      out[a.lo] += (uint32_t)(gpu_addr >> 8);
      return;
   }
   out[a.lo] += (uint32_t)gpu_addr;
   out[a.hi] += ((uint32_t)(gpu_addr >> 32) & 0xff) << a.hi_shift;
}

static bool
take_dma_address(struct dma *c, struct address a, uint64_t size_B, bool bounded, const char *what)
{
   if (c->next_reloc >= c->nrelocs)
      return fail_dma(c, "needs a relocation for its %s, and all %u are taken", what, c->nrelocs);
   assert(c->at + a.lo < c->ndw && c->at + a.hi < c->ndw); /* lengths have been checked */
   const struct check_reloc *r = &c->relocs[c->next_reloc++];
   const uint32_t *dw = c->dw + c->at;
   uint64_t offset =
      a.hi ? dw[a.lo] | (uint64_t)(dw[a.hi] >> a.hi_shift & 0xff) << 32 : (uint64_t)dw[a.lo] << 8;
   if (bounded && offset + size_B > r->size_B)
      return fail_dma(c, "reaches byte %llu of its %s of %llu bytes", (unsigned long long)(offset + size_B),
                      what, (unsigned long long)r->size_B);
   patch_dma_address(c, a, r->gpu_addr);
   return true;
}

static bool
take_dma_addresses(struct dma *c, const struct command *k, uint32_t count)
{
   static const char *const names[SIDES] = {"source", "destination", "second destination"};
   bool detile =
      (k->two_ways || k->tiles_only) && DB_DMA_EG_TILED_DW2_get_DETILE(c->dw[c->at + 2]); /* R7xx, too */
   if (k->tiles_only && detile)
      return fail_dma(c, "copies from tiles, but is for copies to tiles");
   for (unsigned i = 0; i < SIDES; i++) {
      unsigned side = k->two_ways && !detile ? (unsigned)DST - i : i;
      if ((k->sides & 1u << i) &&
          !take_dma_address(c, k->side[side], (uint64_t)count * k->unit_B, k->unit_B, names[i]))
         return false;
   }
   return true;
}

/** Checks the command at c->at; *len gets its length. */
static bool
check_dma_command(struct dma *c, uint32_t *len)
{
   bool eg = c->chip->gen >= DB_EVERGREEN;
   const uint32_t h = c->dw[c->at];
   const uint32_t count = eg ? DB_DMA_EG_HEADER_get_COUNT(h) : DB_DMA_R6_HEADER_get_COUNT(h);
   const unsigned sub = eg                              ? DB_DMA_EG_HEADER_get_SUB_CMD(h)
                        : DB_DMA_R6_HEADER_get_TILED(h) ? SUB(TILED)
                                                        : SUB(LINEAR);
   const struct command *k = find_command(c, DB_DMA_EG_HEADER_get_CMD(h), sub);
   if (!k)
      return fail_dma(c, "is unknown");
   *len = k->len + (k->data ? count : 0);
   if (*len > c->ndw - c->at)
      return fail_dma(c, "has %u dwords, but the stream ends after %u", *len, c->ndw - c->at);
   if (c->va)
      return true;
   if (k->cayman_only && c->chip->gen < DB_CAYMAN)
      return fail_dma(c, "is not for %s", c->chip->base.name);
   return take_dma_addresses(c, k, count);
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
   if (chip->gen == DB_R600)
      return fail_dma(&c, "is not taken: users' streams for this ring are not for %s", chip->base.name);
   if (!ndw)
      return fail_dma(&c, "is not there: the stream is empty");
   if (out_dw && out_dw != dw)
      memcpy(out_dw, dw, (size_t)ndw * 4);
   for (uint32_t len = 1; c.at < ndw; c.at += len) {
      if (!check_dma_command(&c, &len))
         return false;
      assert(len && len <= ndw - c.at);
   }
   return true;
}
