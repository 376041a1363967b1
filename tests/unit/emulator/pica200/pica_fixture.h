/* SPDX-License-Identifier: MIT
 *
 * A PICA200 whose triangles are recorded instead of drawn, and command lists for it.
 */
#ifndef PICA_FIXTURE_H
#define PICA_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "db/pica200/pica_words.h"
#include "emulator/pica200/pica_gpu.h"
#include "emulator/pica200/sh/float24.h"
#include "isa/pica200/isa.h"
#include "util/u_math.h"

enum {
   FIX_FCRAM_B = 1 << 20,
   FIX_TRIANGLES = 4096,
   FIX_LIST_AT = PICA_FCRAM_BASE + 0x1000, /* room for 64 KiB */
   FIX_DATA_AT = PICA_FCRAM_BASE + 0x20000,
};

struct fix {
   struct pica_gpu *gpu;
   uint32_t dw[0x4000];
   unsigned n;
};

struct fix_seen {
   struct pica_vertex triangle[FIX_TRIANGLES][3];
   unsigned triangles, flushes;
   bool refuse;
};

static struct fix_seen fix_seen;

static inline bool
fix_back_start(struct pica_gpu *gpu, const char *simd)
{
   (void)simd;
   gpu->back_data = &fix_seen;
   memset(&fix_seen, 0, sizeof fix_seen);
   return true;
}
static inline void
fix_back_stop(struct pica_gpu *gpu)
{
   gpu->back_data = NULL;
}
static inline bool
fix_back_triangle(struct pica_gpu *gpu, const struct pica_vertex v[3])
{
   (void)gpu;
   if (fix_seen.refuse)
      return false;
   memcpy(fix_seen.triangle[fix_seen.triangles % FIX_TRIANGLES], v, sizeof fix_seen.triangle[0]);
   fix_seen.triangles++;
   return true;
}
static inline void
fix_back_flush(struct pica_gpu *gpu)
{
   (void)gpu;
   fix_seen.flushes++;
}

static const struct pica_back fix_back = {fix_back_start, fix_back_stop, fix_back_triangle, fix_back_flush};

static inline void
fix_open(struct fix *f)
{
   f->gpu = pica_gpu_create(FIX_FCRAM_B, &fix_back, NULL);
   f->n = 0;
   assert_non_null(f->gpu);
}

static inline void
fix_close(struct fix *f)
{
   pica_gpu_destroy(f->gpu);
}

static inline void
fix_word(struct fix *f, uint32_t w)
{
   assert_true(f->n < ARRAY_SIZE(f->dw));
   f->dw[f->n++] = w;
}

/* A packet. */
static inline void
fix_packet(struct fix *f, unsigned id, unsigned mask, bool consecutive, const uint32_t *value, unsigned count)
{
   fix_word(f, value[0]);
   fix_word(f, PICAW_CMD_HEADER(.ID = id, .MASK = mask, .EXTRA = count - 1, .CONSECUTIVE = consecutive));
   for (unsigned i = 1; i < count; i++)
      fix_word(f, value[i]);
   if (!(count & 1))
      fix_word(f, 0xdeadbeef); /* padding, which nothing reads */
}

static inline void
fix_set(struct fix *f, unsigned id, uint32_t value)
{
   fix_packet(f, id, 15, false, &value, 1);
}

#define FIX_SET(f, name, value) fix_set(f, PICA_ID(name), value)

/* FINALIZE, and what fills the list to 16 bytes; puts it into memory. Returns its size. */
static inline uint32_t
fix_end_at(struct fix *f, uint32_t at, bool finalize)
{
   if (finalize)
      FIX_SET(f, FINALIZE, 0x12345678);
   while (f->n % 4)
      fix_word(f, 0);
   uint8_t *to = pica_mem(f->gpu, at, 4 * f->n);
   assert_non_null(to);
   memcpy(to, f->dw, 4 * f->n);
   const uint32_t bytes = 4 * f->n;
   f->n = 0;
   return bytes;
}

static inline void
fix_run(struct fix *f)
{
   const uint32_t bytes = fix_end_at(f, FIX_LIST_AT, true);
   if (!pica_submit(f->gpu, FIX_LIST_AT, bytes))
      fail_msg("0x%08x + 0x%x, register 0x%03x: %s", f->gpu->error.address - f->gpu->error.offset_B,
               f->gpu->error.offset_B, f->gpu->error.reg, f->gpu->error.reason);
}

/* Runs a list that has to be refused for this reason. */
static inline void
fix_refused(struct fix *f, uint32_t offset_B, uint32_t reg, const char *reason)
{
   const uint32_t bytes = fix_end_at(f, FIX_LIST_AT, true);
   assert_false(pica_submit(f->gpu, FIX_LIST_AT, bytes));
   assert_string_equal(f->gpu->error.reason, reason);
   assert_int_equal(f->gpu->error.reg, reg);
   assert_int_equal(f->gpu->error.offset_B, offset_B);
}

/* Words through a FIFO, in runs of 128 as libctru does it. */
static inline void
fix_fifo(struct fix *f, unsigned id, const uint32_t *word, unsigned count)
{
   for (unsigned i = 0; i < count; i += 128)
      fix_packet(f, id, 15, false, word + i, MIN2(count - i, 128u));
}

/* A program, to the vertex unit or to the geometry unit, which stands 0x30 registers before it. */
static inline void
fix_program(struct fix *f, bool geometry, const char *text)
{
   static struct pica_program p;
   char error[200] = "";
   const unsigned down = geometry ? PICA_ID(VSH_BOOLUNIFORM) - PICA_ID(GSH_BOOLUNIFORM) : 0;
   if (!pica_assemble(text, &p, error, sizeof error))
      fail_msg("%s\nin\n%s", error, text);
   fix_set(f, PICA_ID(VSH_CODETRANSFER_CONFIG) - down, 0);
   fix_fifo(f, PICA_ID_AT(VSH_CODETRANSFER_DATA, 0) - down, p.word, p.count);
   fix_set(f, PICA_ID(VSH_CODETRANSFER_END) - down, 1);
   fix_set(f, PICA_ID(VSH_OPDESCS_CONFIG) - down, 0);
   if (p.num_descs)
      fix_fifo(f, PICA_ID_AT(VSH_OPDESCS_DATA, 0) - down, p.desc, p.num_descs);
   fix_set(f, PICA_ID(VSH_ENTRYPOINT) - down, 0x7fff0000 | p.entry);
}

static inline void
fix_pack24(uint32_t word[3], const float v[4])
{
   const uint32_t x = pica_float24_bits(v[0]), y = pica_float24_bits(v[1]), z = pica_float24_bits(v[2]),
                  w = pica_float24_bits(v[3]);
   word[0] = w << 8 | z >> 16;
   word[1] = z << 16 | y >> 8;
   word[2] = y << 24 | x;
}

#endif
