/* SPDX-License-Identifier: MIT
 * Look-ups in generated register tables of any family, and their printers. */
#include "db/db_reg.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "db/db_pack.h"

uint32_t
db_reg_offset(const struct db_reg *reg, unsigned i)
{
   if (reg->split && i >= reg->split)
      return reg->offset + reg->split * reg->stride + (i - reg->split) * reg->stride2;
   return reg->offset + i * reg->stride;
}

static bool
find_instance(const struct db_reg *reg, uint32_t offset, unsigned *index)
{
   unsigned i = 0;
   if (reg->count > 1 && offset >= reg->offset) {
      uint32_t d = offset - reg->offset;
      i = d / reg->stride;
      if (reg->split && i >= reg->split)
         i = reg->split + (d - reg->split * reg->stride) / reg->stride2;
   }
   if (i >= reg->count || db_reg_offset(reg, i) != offset)
      return false;
   *index = i;
   return true;
}

const struct db_reg *
db_table_reg_at(const struct db_reg_table *t, unsigned gen, uint32_t offset, unsigned n, unsigned *index)
{
   for (unsigned r = 0; r < t->count && t->regs[r].offset <= offset; r++) {
      const struct db_reg *reg = &t->regs[r];
      unsigned i;
      if ((reg->gens & 1u << gen) && find_instance(reg, offset, &i) && n-- == 0) {
         if (index)
            *index = i;
         return reg;
      }
   }
   return NULL;
}

const struct db_reg *
db_table_reg_by_name(const struct db_reg_table *t, unsigned gen, const char *name)
{
   for (unsigned r = 0; r < t->count; r++) {
      if ((t->regs[r].gens & 1u << gen) && !strcmp(db_reg_base_name(t, &t->regs[r]), name))
         return &t->regs[r];
   }
   return NULL;
}

const char *
db_reg_base_name(const struct db_reg_table *t, const struct db_reg *reg)
{
   return t->pool->names + reg->name;
}

struct db_fields
db_reg_fields(const struct db_reg_table *t, const struct db_reg *reg)
{
   return (struct db_fields){t->pool, reg->fields, reg->field_count};
}

void
db_reg_instance_name(const struct db_reg_table *t, const struct db_reg *reg, unsigned i, char *buf,
                     size_t size)
{
   const char *pattern = t->pool->names + reg->pattern, *mark = strstr(pattern, "%u");
   if (mark)
      snprintf(buf, size, "%.*s%u%s", (int)(mark - pattern), pattern, i + reg->first, mark + 2);
   else
      snprintf(buf, size, "%s", db_reg_base_name(t, reg));
}

bool
db_table_reg_full_name(const struct db_reg_table *t, unsigned gen, uint32_t offset, char *buf, size_t size)
{
   unsigned index = 0;
   const struct db_reg *reg = db_table_reg_at(t, gen, offset, 0, &index);
   if (reg)
      db_reg_instance_name(t, reg, index, buf, size);
   else
      snprintf(buf, size, "0x%05" PRIX32, offset);
   return reg != NULL;
}

struct db_field
db_field_at(struct db_fields fields, unsigned i)
{
   assert(i < fields.count);
   const struct db_pooled_field *f = &fields.pool->fields[fields.first + i];
   return (struct db_field){
      .name = fields.pool->names + f->name,
      .pool = fields.pool,
      .values = f->values,
      .value_count = f->value_count,
      .lo = f->lo,
      .width = (uint8_t)(f->width & ~DB_OVERLAY),
      .gens = f->gens,
      .overlay = f->width & DB_OVERLAY,
   };
}

const char *
db_field_value(const struct db_field *field, unsigned i, uint32_t *v)
{
   assert(i < field->value_count);
   const struct db_enum_value *e = &field->pool->values[field->values + i];
   *v = e->value;
   return field->pool->names + e->name;
}

const char *
db_field_value_name(const struct db_field *field, uint32_t v)
{
   for (unsigned i = 0; i < field->value_count; i++) {
      uint32_t value;
      const char *name = db_field_value(field, i, &value);
      if (value == v)
         return name;
   }
   return NULL;
}

void
db_print_fields(FILE *f, unsigned gen, struct db_fields fields, uint32_t value, const char *indent,
                const char *(*name)(unsigned gen, const struct db_field *field, uint32_t v))
{
   for (unsigned i = 0; i < fields.count; i++) {
      const struct db_field field = db_field_at(fields, i);
      if (!(field.gens & 1u << gen) || field.width == 32)
         continue;
      const uint32_t v = value >> field.lo & ((1u << field.width) - 1);
      const char *named = name(gen, &field, v);
      if (!v && (!named || field.overlay))
         continue;
      fprintf(f, "%s%s = %" PRIu32 "%s%s\n", indent, field.name, v, named ? " " : "", named ? named : "");
   }
}

static bool
looks_like_float(uint32_t v)
{
   const uint32_t e = v >> 23 & 0xff;
   return e > 0x60 && e < 0x9f;
}

void
db_print_reg_value(FILE *f, unsigned gen, const struct db_reg_table *t, const struct db_reg *reg,
                   unsigned index, uint32_t value, const char *indent,
                   const char *(*name)(unsigned gen, const struct db_field *field, uint32_t v))
{
   char full[64], deeper[16];
   const struct db_fields fields = db_reg_fields(t, reg);
   db_reg_instance_name(t, reg, index, full, sizeof full);
   snprintf(deeper, sizeof deeper, "%s   ", indent);
   fprintf(f, "%s%s = 0x%08" PRIX32, indent, full, value);
   if (fields.count == 1 && db_field_at(fields, 0).width == 32 && looks_like_float(value))
      fprintf(f, " (%g)", (double)db_as_float(value));
   fprintf(f, "\n");
   db_print_fields(f, gen, fields, value, deeper, name);
}

/* The fields of a dword of a packet: its own, or those of the register that it is laid out as. */
static struct db_fields
packet_dw_fields(const struct db_packet_table *t, const struct db_packet_dw *dw,
                 const struct db_reg_table *regs, unsigned gen)
{
   const struct db_reg *reg =
      dw->reg != DB_NO_NAME ? db_table_reg_by_name(regs, gen, t->pool->names + dw->reg) : NULL;
   return reg ? db_reg_fields(regs, reg) : (struct db_fields){t->pool, dw->fields, dw->field_count};
}

void
db_print_packet_dw(FILE *f, unsigned gen, const struct db_packet_table *t, const struct db_packet *p,
                   unsigned i, uint32_t value, const struct db_reg_table *regs,
                   const char *(*name)(unsigned gen, const struct db_field *field, uint32_t v))
{
   const unsigned listed = p ? p->dw_count : 0;
   if (i >= listed) {
      const char *rest = p && p->rest != DB_NO_NAME ? t->pool->names + p->rest : "DATA";
      fprintf(f, "      %s[%u] = 0x%08" PRIX32 "\n", rest, i - listed, value);
      return;
   }
   const struct db_packet_dw *dw = &t->dws[p->dws + i];
   fprintf(f, "      %s = 0x%08" PRIX32 "\n", t->pool->names + dw->name, value);
   db_print_fields(f, gen, packet_dw_fields(t, dw, regs, gen), value, "         ", name);
}
