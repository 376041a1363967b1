/* SPDX-License-Identifier: MIT
 *
 * From programs to functions: where stretches begin and end, their code, and which programs are worth it.
 */
#include <stdlib.h>
#include <string.h>

#include "db/pica200/pica_tables.h"
#include "emulator/jit/code.h"
#include "emulator/jit/flow.h"
#include "emulator/jit/mem.h"
#include "emulator/jit/writer.h"
#include "emulator/pica200/sh/code.h"
#include "util/u_debug.h"

enum {
   WORTH =
      128, /* instructions interpreted for each of a program's: what code saves in as many, making it costs */
   SHORTEST = 2, /* instructions of a stretch that a call is worth */
   MAX_CODE_B = 1 << 20
};

static void
mark(bool *at, const struct sh_program *p, unsigned address)
{
   if (address < p->count)
      at[address] = true;
}

/* Where control flow can come to, or looks at the ends of blocks: no stretch goes over such a place. Addresses that a call returns to and those
 * behind loops follow flow instructions. */
static void
find_places(const struct sh_program *p, unsigned entry, bool *at)
{
   mark(at, p, entry);
   for (unsigned n = 0; n < p->count; n++) {
      const struct sh_inst *i = &p->inst[n];
      if (i->op < 0 || !pica_ops[i->op].flow)
         continue;
      mark(at, p, n + 1);
      mark(at, p, i->target);
      mark(at, p, i->target + 1u);
      mark(at, p, (unsigned)i->target + i->num);
   }
}

static void
print_line(void *data, const char *line)
{
   (void)data;
   u_log("%s", line);
}

struct making {
   const struct jit_writer *writer;
   const struct sh_program *p;
   const struct pica_shader_params *params;
   struct jit_code code;
   struct jit_pool pool;
};

/* Appends a stretch to the code. Returns where; UINT32_MAX: it could not. */
static uint32_t
write_stretch(struct making *m, unsigned first, unsigned count, unsigned bank)
{
   struct jit_flow flow;
   uint32_t at = UINT32_MAX;
   jit_flow_init(&flow, offsetof(struct sh_ctx, row_B), offsetof(struct sh_ctx, params));
   if (sh_build_stretch(&flow, m->p, first, count, bank, m->params)) {
      if (u_debug(U_DEBUG_JIT))
         jit_flow_print(&flow, print_line, NULL);
      at = m->writer->flow(&flow, &m->code, &m->pool);
   }
   jit_flow_fini(&flow);
   return m->code.failed || m->code.size > MAX_CODE_B ? UINT32_MAX : at;
}

static bool
emits(const struct sh_program *p)
{
   for (unsigned n = 0; n < p->count; n++)
      if (p->inst[n].op == PICA_OP_EMIT)
         return true;
   return false;
}

/* All stretches of a program; offset[address][bank] says where in the code. */
static bool
write_all(struct making *m, struct sh_code *c, const bool *place, uint32_t (*offset)[2])
{
   const struct sh_program *p = m->p;
   const unsigned banks = emits(p) ? 2 : 1;
   for (unsigned first = 0; first < p->count;) {
      unsigned end = first;
      while (end < p->count && sh_is_straight(&p->inst[end]) && (end == first || !place[end]))
         end++;
      if (end - first >= SHORTEST) {
         for (unsigned bank = 0; bank < banks; bank++) {
            offset[first][bank] = write_stretch(m, first, end - first, bank);
            if (offset[first][bank] == UINT32_MAX)
               return false;
         }
         offset[first][1] = offset[first][banks - 1];
         c->stretch[first].count = (uint16_t)(end - first);
      }
      first = end > first ? end : first + 1;
   }
   return true;
}

static bool
put_in_memory(struct making *m, struct sh_code *c, uint32_t (*offset)[2])
{
   m->writer->patch(&m->code, jit_code_put_pool(&m->code, &m->pool, m->writer->fill));
   c->memory_B = m->code.size;
   c->memory = m->code.failed ? NULL : jit_mem_create(m->code.bytes, m->code.size);
   if (!c->memory)
      return false;
   for (unsigned n = 0; n < m->p->count; n++)
      for (unsigned bank = 0; bank < 2 && c->stretch[n].count; bank++)
         c->stretch[n].run[bank] = (sh_stretch_fn)(uintptr_t)((char *)c->memory + offset[n][bank]);
   return true;
}

struct sh_code *
sh_code_create(const struct sh_program *p, const struct sh_code_how *how)
{
   struct making m = {.writer = jit_writer_find(how->vec_B), .p = p, .params = how->params};
   if (!m.writer)
      return NULL;
   struct sh_code *c = calloc(1, sizeof *c + p->count * sizeof c->stretch[0]);
   bool *place = calloc(p->count + 1, sizeof *place), done = false;
   uint32_t(*offset)[2] = calloc(p->count + 1, sizeof *offset);
   if (c && place && offset) {
      find_places(p, how->entry, place);
      done = write_all(&m, c, place, offset) && put_in_memory(&m, c, offset);
   }
   jit_code_fini(&m.code);
   free(place);
   free(offset);
   if (done)
      return c;
   sh_code_destroy(c);
   return NULL;
}

void
sh_code_destroy(struct sh_code *code)
{
   if (code)
      jit_mem_destroy(code->memory, code->memory_B);
   free(code);
}

/* ---- tables ---- */

static uint64_t
key_of(const struct sh_program *p, const struct sh_code_how *how)
{
   const uint64_t more = how->entry | (uint64_t)how->params->rounding << 16 |
                         (uint64_t)how->params->max_takes_minus_inf << 20 |
                         (uint64_t)how->params->mova_rounds << 21;
   return p->hash ^ (more + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

const struct sh_code *
sh_codes_find(struct sh_codes *c, const struct sh_program *p, const struct sh_code_how *how)
{
   if (c->mode == EMU_JIT_OFF)
      return NULL;
   const uint64_t key = key_of(p, how);
   if (c->last >= c->n || c->entry[c->last].key != key) {
      for (c->last = 0; c->last < c->n && c->entry[c->last].key != key;)
         c->last++;
      if (c->last == SH_CODES)
         sh_codes_clear(c);
      if (c->last == c->n)
         c->entry[c->n++] = (struct sh_code_entry){.key = key};
   }
   struct sh_code_entry *e = &c->entry[c->last];
   if (!e->tried && (e->work > (uint64_t)WORTH * p->count || c->mode == EMU_JIT_ALWAYS)) {
      e->code = sh_code_create(p, how);
      e->tried = true;
   }
   return e->code;
}

void
sh_codes_count(struct sh_codes *c, unsigned executed)
{
   if (c->last < c->n)
      c->entry[c->last].work += executed;
}

void
sh_codes_clear(struct sh_codes *c)
{
   for (unsigned i = 0; i < c->n; i++)
      sh_code_destroy(c->entry[i].code);
   c->n = c->last = 0;
}
