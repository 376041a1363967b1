/* SPDX-License-Identifier: MIT
 *
 * The growing bytes of machine code and their constants, see code.h.
 */
#include "emulator/jit/code.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

void
jit_code_put(struct jit_code *c, const void *bytes, unsigned n)
{
   if (c->failed)
      return;
   if (c->size + n > c->cap) {
      uint32_t cap = MAX2(c->cap * 2, 1024u);
      uint8_t *p = realloc(c->bytes, cap);
      if (!p) {
         c->failed = true;
         return;
      }
      c->bytes = p;
      c->cap = cap;
   }
   memcpy(c->bytes + c->size, bytes, n);
   c->size += n;
}

void
jit_code_fixup(struct jit_code *c, uint32_t at, uint32_t end)
{
   if (c->failed)
      return;
   if (c->num_fixups == c->cap_fixups) {
      uint32_t cap = MAX2(c->cap_fixups * 2, 64u);
      void *p = realloc(c->fixups, cap * sizeof *c->fixups);
      if (!p) {
         c->failed = true;
         return;
      }
      c->fixups = p;
      c->cap_fixups = cap;
   }
   c->fixups[c->num_fixups].at = at;
   c->fixups[c->num_fixups++].end = end;
}

uint32_t
jit_code_put_pool(struct jit_code *c, const struct jit_pool *pool, uint8_t fill)
{
   uint32_t v[JIT_CONST_B / 4];
   while (c->size % JIT_CONST_B && !c->failed)
      jit_code_put(c, &fill, 1);
   const uint32_t start = c->size;
   for (unsigned l = 0; l < ARRAY_SIZE(v); l++)
      v[l] = 1u << l;
   jit_code_put(c, v, sizeof v);
   for (uint32_t i = 0; i < pool->num; i++) {
      for (unsigned l = 0; l < ARRAY_SIZE(v); l++)
         v[l] = pool->bits[i];
      jit_code_put(c, v, sizeof v);
   }
   return start;
}

void
jit_code_fini(struct jit_code *c)
{
   free(c->bytes);
   free(c->fixups);
}

uint32_t
jit_pool_offset(struct jit_pool *pool, uint32_t bits)
{
   uint32_t i = 0;
   while (i < pool->num && pool->bits[i] != bits)
      i++;
   if (i == pool->num) {
      if (i == JIT_POOL_MAX)
         return UINT32_MAX;
      pool->bits[pool->num++] = bits;
   }
   return (1 + i) * JIT_CONST_B;
}
