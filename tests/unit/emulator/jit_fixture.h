/* SPDX-License-Identifier: MIT
 *
 * Tests of machine code: each is run by every writer of this host whose vectors the CPU has. Whoever includes this has
 * struct context before.
 */
#ifndef JIT_FIXTURE_H
#define JIT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "emulator/jit/nodes.h"
#include "emulator/jit/writer.h"
#include "emulator/simd/levels.h"
#include "emulator/terascale/sq/sq.h"

static struct context *c;
static struct jit_block *b;

/* A test by every writer; where there is none, none may be found. */
static inline void
each_writer(void **state)
{
   void (*const test)(const struct jit_writer *) = *state;
   unsigned tried = 0;
   for (unsigned i = 0; emu_level_name(i); i++) {
      const struct emu_kernels *k = emu_kernels_find(emu_level_name(i));
      const struct jit_writer *w = k ? jit_writer_find(k->sq->vec_B) : NULL;
      if (w) {
         test(w);
         tried++;
      }
   }
#if defined(__aarch64__)
   assert_int_equal(tried, 1);
#else
   assert_true(tried || !emu_kernels_find("avx2"));
#endif
}

static int
setup(void **state)
{
   c = aligned_alloc(64, u_align(sizeof *c, 64));
   b = malloc(sizeof *b);
   return c && b ? 0 : -1;
}

static int
teardown(void **state)
{
   free(c);
   free(b);
   return 0;
}

#define TEST(f)                                                                                              \
   {                                                                                                         \
#f, each_writer, NULL, NULL, (void *)(f)                                                               \
   }

#endif
