/* SPDX-License-Identifier: MIT
 * Sentences and relocations. A relocation is a NOP behind what needs it, whose body is 4 * index; what it is
 * asked for is said with packet, dword and register, as the kernel's log does not. */
#include "kernel/radeon/checker/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "db/terascale/db_print.h"
#include "db/terascale/db_tables.h"

bool
check_has_reloc_next(const struct checker *c)
{
   return c->next < c->ndw && c->ndw - c->next >= 2 && c->dw[c->next] == RELOC_NOP;
}

bool
check_fail(struct checker *c, uint32_t dw, const char *format, ...)
{
   assert(c->at <= c->ndw && dw <= c->ndw);
   if (!c->err)
      return false;
   *c->err = (struct check_error){.packet = c->packet, .packet_dw = c->at, .dw = dw, .reg = c->reg};
   const struct db_packet *p = c->at < c->ndw && DB_PKT_TYPE(c->dw[c->at]) == 3
                                  ? db_packet(c->chip->gen, DB_PKT3_OP(c->dw[c->at]))
                                  : NULL;
   int n = snprintf(c->err->text, sizeof c->err->text, "packet %u (%s) at dword %u: ", c->packet,
                    p ? p->name : "?", c->at);
   va_list args;
   va_start(args, format);
   n += vsnprintf(c->err->text + n, sizeof c->err->text - (size_t)n, format, args);
   va_end(args);
   char name[64];
   if (c->reg && n < (int)sizeof c->err->text) {
      db_reg_full_name(c->chip->gen, c->reg, name, sizeof name);
      if (!strstr(c->err->text, name))
         snprintf(c->err->text + n, sizeof c->err->text - (size_t)n, " (%s)", name);
   }
   return false;
}

/* Names are looked up only for those who need them. */
static const struct check_reloc *
fail_reloc(struct checker *c, uint32_t dw, const char *what, const char *problem, uint32_t value)
{
   char name[64];
   if (!what)
      db_reg_full_name(c->chip->gen, c->reg, name, sizeof name);
   check_fail(c, dw, problem, what ? what : name, value, c->nrelocs);
   return NULL;
}

const struct check_reloc *
check_take_reloc(struct checker *c, const char *what)
{
   if (!check_has_reloc_next(c))
      return fail_reloc(c, c->next, what, "%s needs a relocation NOP at dword %u, and there is none",
                        c->next);
   uint32_t k = c->dw[c->next + 1];
   if (k % 4 || k / 4 >= c->nrelocs)
      return fail_reloc(c, c->next + 1, what, "%s: relocation %u is not in the list of %u buffers", k);
   c->next += 2;
   return &c->relocs[k / 4];
}

const struct check_reloc *
check_take_address_256(struct checker *c, uint32_t dw, const char *what)
{
   const struct check_reloc *r = check_take_reloc(c, what);
   if (r)
      patch(c, dw, c->dw[dw] + (uint32_t)(r->gpu_addr >> 8));
   return r;
}
