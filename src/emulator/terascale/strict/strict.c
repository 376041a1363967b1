/* SPDX-License-Identifier: MIT
 *
 * Strict hardware: its life, and which part looks at what.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/terascale/strict/memory_unit.h"
#include "emulator/terascale/strict/strict_priv.h"

bool
strict_mode_parse(const char *name, enum strict_mode *mode)
{
   static const char *const names[] = {
      [STRICT_OFF] = "", [STRICT_REPORT] = "report", [STRICT_FAIL] = "fail", [STRICT_ACT] = "act"};
   for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
      if (!strcmp(name ? name : "", names[i])) {
         *mode = (enum strict_mode)i;
         return true;
      }
   }
   return false;
}

struct strict *
strict_create(struct front *f, enum strict_mode mode, bool exit_fails)
{
   assert(mode != STRICT_OFF);
   struct strict *s = calloc(1, sizeof *s);
   if (!s)
      return NULL;
   s->mode = mode;
   s->exit_fails = exit_fails;
   s->memory = strict_memory_create(f, mode == STRICT_ACT);
   if (!strict_registers_init(f, s) || !s->memory) {
      strict_destroy(s);
      return NULL;
   }
   return s;
}

void
strict_destroy(struct strict *s)
{
   if (s) {
      strict_registers_fini(s);
      strict_memory_destroy(s->memory);
   }
   free(s);
}

void
strict_stream_begin(struct front *f)
{
   struct strict *s = f->strict;
   s->stream++;
   s->draw = 0;
   s->stopped = false;
   strict_registers_begin(f);
   strict_memory_begin(f);
   strict_order_begin(f);
}

void
strict_stream_end(struct front *f)
{
   strict_memory_end(f);
}

bool
strict_packet(struct front *f, unsigned op, const uint32_t *body, uint32_t n)
{
   strict_order_packet(f, op, body, n);
   strict_memory_packet(f, op, body, n);
   return !strict_stopped(f);
}

void
strict_registers(struct front *f, enum front_set set, uint32_t first, uint32_t count)
{
   strict_registers_written(f, set, first, count);
   strict_order_registers(f, set, first, count);
}

void
strict_draw_begin(struct front *f)
{
   f->strict->draw++;
}

void
strict_draw(struct front *f, const struct front_draw *d)
{
   static void (*const rules[DB_GEN_COUNT])(struct front *, const struct front_draw *) = {
      [DB_R600] = strict_draw_R6,
      [DB_R700] = strict_draw_R6,
      [DB_EVERGREEN] = strict_draw_EG,
      [DB_CAYMAN] = strict_draw_CM,
   };
   strict_live_registers(f);
   strict_shader_registers(f);
   if (!strict_draws_nothing(f))
      rules[f->e->chip->gen](f, d);
   strict_programs(f);
   strict_order_draw(f, d);
   strict_memory_draw(f, d);
}

void
strict_drawn(struct front *f)
{
   strict_memory_drawn(f);
}

bool
strict_stopped(const struct front *f)
{
   return f->strict->stopped;
}
