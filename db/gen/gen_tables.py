# SPDX-License-Identifier: MIT
"""registers-*.xml, isa-words-*.xml -> packed tables of registers or words for printing, checking and tests: gen_tables.py OUT.c TABLES.h IN.xml...

TABLES.h: the family's header that declares the functions that find a table."""
import os
import sys
import dbxml

# The members of struct db_reg, struct db_pooled_field and struct db_enum_value in bytes, as db_packed.c has them.
REG, FIELD, VALUE = (4, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1), (2, 2, 1, 1, 1, 1), (4, 4)


def rows_of(f, pool):
   """The members of struct db_reg with names instead of their offsets."""
   rows = []
   for r in f.records:
      pool.names |= {r.name, r.pattern or r.name}
      gens = dbxml.gens_mask(r.gens, f.isas)
      live = dbxml.gens_mask(r.live_gens or r.gens, f.isas) if r.live else 0
      rows.append((r.offset, r.name, r.pattern or r.name, pool.place_fields(r.fields, f.isas), r.stride, r.count, r.first, r.split, r.stride2,
                   gens, live, len(r.fields)))
   return rows


def main(dst, tables, *srcs):
   pool, lists = dbxml.Pool(), {}
   for s in srcs:
      f = dbxml.records(s)
      lists[f.prefix.lower()] = rows_of(f, pool)
   whole, offsets = pool.place_names()
   fields, values = pool.rows(offsets)
   arrays = [('%s_regs' % px, 'REGS', 'struct db_reg', REG, [r[:1] + (offsets[r[1]], offsets[r[2]]) + r[3:] for r in rows])
             for px, rows in lists.items()]
   arrays += [('fields', 'FIELDS', 'struct db_pooled_field', FIELD, fields), ('values', 'VALUES', 'struct db_enum_value', VALUE, values)]
   arrays = [a for a in arrays if a[4]]
   columns = b''.join(dbxml.columns(rows, sizes) for _, _, _, sizes, rows in arrays)
   data = columns + b''.join(n.encode() + b'\0' for n in whole)
   packed = dbxml.pack(data)

   out = [dbxml.banner('Register tables: every register, field and enum value.', ', '.join(os.path.basename(s) for s in srcs)) +
          '#include "db/db_packed.h"\n#include "%s"\n' % tables]
   out.append('static const uint8_t packed[] = {\n%s\n};' % '\n'.join(
      '   ' + ''.join('%d,' % b for b in packed[i:i + 32]) for i in range(0, len(packed), 32)))
   out.append('static uint8_t columns[%d];' % len(data))
   out += ['static %s %s[%d];' % (c, name, len(rows)) for name, _, c, _, rows in arrays]
   out.append('static const struct db_packed_array arrays[] = {\n%s\n};' % '\n'.join(
      '   {%s, %d, DB_PACKED_%s},' % (name, len(rows), kind) for name, kind, _, _, rows in arrays))
   out.append('static struct db_packed tables = {packed, sizeof packed, columns, sizeof columns, arrays, %d, false};' % len(arrays))
   out.append('static const struct db_pool pool = {(const char *)columns + %d, %s, %s};\n' % (
      len(columns), 'fields' if fields else '0', 'values' if values else '0'))
   for px, rows in lists.items():
      out.append('const struct db_reg_table *\ndb_%s_regs(void)\n{\n'
                 '   static const struct db_reg_table table = {%s_regs, %d, &pool};\n'
                 '   db_unpack(&tables);\n   return &table;\n}\n' % (px, px, len(rows)))
   open(dst, 'w').write('\n'.join(out))


main(*sys.argv[1:])
