/* SPDX-License-Identifier: MIT
 * Sentences and relocations. A relocation is a NOP of any length behind what needs it, whose first body
 * dword is 4 * index (radeon_cs_packet_next_reloc; a multiple of 4 is asked for here alone); what it is asked
 * for is said with packet, dword and register, as the kernel's log does not. */
#include "kernel/radeon/checker/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "db/terascale/db_print.h"
#include "db/terascale/db_tables.h"

/* radeon_cs_packet_next_is_pkt3_nop. */
bool
check_has_reloc_next(struct checker *c)
{
   if (!c->asked)
      c->first_asker = c->at;
   c->asked = true;
   if (c->next >= c->ndw)
      return false;
   uint32_t h = c->dw[c->next];
   return DB_PKT_TYPE(h) == 3 && DB_PKT3_OP(h) == DB_PKT3_NOP && DB_PKT3_BODY_DW(h) < c->ndw - c->next;
}

static void
put_sentence(struct checker *c, uint32_t dw, const char *format, va_list args)
{
   assert(c->at <= c->ndw && dw <= c->ndw);
   *c->err = (struct check_error){.packet = c->packet, .packet_dw = c->at, .dw = dw, .reg = c->reg};
   const struct db_packet *p = c->at < c->ndw && DB_PKT_TYPE(c->dw[c->at]) == 3
                                  ? db_packet(c->chip->gen, DB_PKT3_OP(c->dw[c->at]))
                                  : NULL;
   int n = snprintf(c->err->text, sizeof c->err->text, "packet %u (%s) at dword %u: ", c->packet,
                    p ? p->name : "?", c->at);
   n += vsnprintf(c->err->text + n, sizeof c->err->text - (size_t)n, format, args);
   char name[64];
   if (c->reg && n < (int)sizeof c->err->text) {
      db_reg_full_name(c->chip->gen, c->reg, name, sizeof name);
      if (!strstr(c->err->text, name))
         snprintf(c->err->text + n, sizeof c->err->text - (size_t)n, " (%s)", name);
   }
}

bool
check_fail(struct checker *c, uint32_t dw, const char *format, ...)
{
   if (!c->err)
      return false;
   va_list args;
   va_start(args, format);
   put_sentence(c, dw, format, args);
   va_end(args);
   return false;
}

bool
check_fail_reg(struct checker *c, uint32_t reg, const char *format, ...)
{
   c->reg = reg;
   if (!c->err)
      return false;
   va_list args;
   va_start(args, format);
   put_sentence(c, c->at, format, args);
   va_end(args);
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
   c->next += 1 + DB_PKT3_BODY_DW(c->dw[c->next]);
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
