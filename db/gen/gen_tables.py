# SPDX-License-Identifier: MIT
"""registers-*.xml, isa-words-*.xml -> tables of registers or words for printing, checking and tests: gen_tables.py OUT.c TABLES.h IN.xml...

TABLES.h: the family's header that declares the tables."""
import os
import sys
import dbxml


def main(dst, tables, *srcs):
   pool, out = dbxml.Pool(), []
   for s in srcs:
      f = dbxml.records(s)
      px = f.prefix.lower()
      rows = []
      for r in f.records:
         rows.append('   {0x%05X, %s, %s, %d, %d, %d, %d, %d, %d, 0x%x, 0x%x, %d},' % (
            r.offset, pool.name(r.name), pool.name(r.pattern or r.name), pool.place_fields(r.fields, f.isas), r.stride, r.count, r.first,
            r.split, r.stride2, dbxml.gens_mask(r.gens, f.isas), r.live and dbxml.gens_mask(r.live_gens or r.gens, f.isas) or 0,
            len(r.fields)))
      out.append('static const struct db_reg %s_regs[] = {\n%s\n};\n' % (px, '\n'.join(rows)))
      out.append('const struct db_reg_table db_%s_reg_table = {%s_regs, %d, &pool};\n' % (px, px, len(rows)))
   head = dbxml.banner('Register tables: every register, field and enum value.', ', '.join(os.path.basename(s) for s in srcs))
   open(dst, 'w').write(head + '#include "%s"\n\n' % tables + pool.text(out) + '\n')


main(*sys.argv[1:])
