# SPDX-License-Identifier: MIT
"""registers-*.xml, isa-words-*.xml -> tables of registers or words for printing, checking and tests: gen_tables.py OUT.c TABLES.h IN.xml...

TABLES.h: the family's header that declares the tables."""
import os
import sys
import dbxml


def main(dst, tables, *srcs):
   out = [dbxml.banner('Register tables: every register, field and enum value.', ', '.join(os.path.basename(s) for s in srcs)),
          '#include "%s"\n' % tables]
   values = {}  # identical value lists share one array

   def value_array(vals):
      key = tuple(vals)
      if key not in values:
         values[key] = 'values_%d' % len(values)
         out.append('static const struct db_enum_value %s[] = {%s};' % (
            values[key], ', '.join('{"%s", %d}' % nv for nv in vals)))
      return values[key]

   for s in srcs:
      f = dbxml.records(s)
      px = f.prefix.lower()
      rows = []
      for r in f.records:
         fields = []
         for fl in r.fields:
            arr = value_array(fl.values) if fl.values else 'NULL'
            fields.append('{"%s", %s, %d, %d, %d, %d, %d}' % (fl.name, arr, len(fl.values), fl.lo, fl.width,
                                                             dbxml.gens_mask(fl.gens, f.isas), fl.overlay))
         out.append('static const struct db_field %s_%s[] = {%s};' % (px, r.name, ', '.join(fields)))
         rows.append('   {"%s", "%s", %s_%s, 0x%05X, %d, %d, %d, %d, %d, 0x%x, 0x%x, %d},' % (
            r.name, r.pattern or r.name, px, r.name, r.offset, r.stride, r.count, r.first, r.split, r.stride2,
            dbxml.gens_mask(r.gens, f.isas), r.live and dbxml.gens_mask(r.live_gens or r.gens, f.isas) or 0, len(r.fields)))
      out.append('static const struct db_reg %s_regs[] = {\n%s\n};\n' % (px, '\n'.join(rows)))
      out.append('const struct db_reg_table db_%s_reg_table = {%s_regs, %d};\n' % (px, px, len(rows)))
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:])
