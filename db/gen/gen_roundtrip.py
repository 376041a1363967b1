# SPDX-License-Identifier: MIT
"""Test source: every field of every register, word and packet dword goes through pack, get and set, and every register array through its
offset macro: gen_roundtrip.py OUT.c DBDIR FAMILY"""
import os
import sys
import dbxml

# Headers to include; register lists with a generation that has each, and the function that finds its table (None: the lists name it, and there is one
# generation); lists of words; packets' prefix (None: there are no packets).
FAMILIES = {
   'terascale': (['cm_regs.h', 'db_tables.h', 'eg_regs.h', 'isa.h', 'pm4.h', 'r6_regs.h'],
                 [('r6xx', 'r700', 'DB_R700'), ('evergreen', 'evergreen', 'DB_EVERGREEN'), ('cayman', 'cayman', 'DB_CAYMAN')], 'db_regs',
                 ['isa-words-%s.xml' % i for i in dbxml.ISAS], 'DB'),
   'r300': (['r300_pm4.h', 'r300_tables.h', 'r3_regs.h', 'r5_regs.h', 'rx_pvs.h'],
            [('r300', 'r400', 'R300_GEN_R400'), ('r500', 'r500', 'R300_GEN_R500')], 'r300_regs', ['isa-words-pvs.xml'], 'R300'),
   'pica200': (['pica_regs.h', 'pica_tables.h', 'pica_words.h', 'picax_regs.h'],
               [('gpu', 'pica200', 'db_pica_regs()'), ('mmio', 'pica200', 'db_picax_regs()')], None, ['words.xml'], None),
}

HEAD = '''
/* one field: packs of 0, 1, max and the value read back; the bit mask it may touch */
#define F(P, FIELD, MASK, LO) \\
   do { \\
      const uint32_t max = P(.FIELD = MASK); \\
      roundtrip(#P "." #FIELD, P(.FIELD = 0), P(.FIELD = 1), max, P##_get_##FIELD(max), P##_get_##FIELD(~max), \\
                P##_get_##FIELD(P##_set_##FIELD(0, MASK)), P##_set_##FIELD(0xffffffffu, 0u), MASK, LO); \\
   } while (0)
'''


def add(out, calls, rows, n):
   name = 'roundtrip_%d' % len(calls)
   out.append('static void\n%s(void)\n{\n%s\n}\n' % (name, '\n'.join(rows)))
   calls.append((name, n))


def main(dst, d, family):
   headers, lists, table_of, words, px = FAMILIES[family]
   out = [dbxml.banner('Round trips through every pack.', 'the XML files of db'), '#include "tests/unit/db/db_roundtrip.h"']
   out += ['#include "db/%s/%s"' % (family, h) for h in headers] + [HEAD]
   calls = []
   sources = [dbxml.registers(os.path.join(d, 'registers-%s.xml' % n)) for n, _, _ in lists]
   sources += [dbxml.words(os.path.join(d, n)) for n in words]
   for k, f in enumerate(sources):
      rows, n = [], 0
      for r in f.records:
         p = '%s_%s' % (f.prefix, r.name)
         for fl in r.fields:
            for name in [fl.name] + fl.aka:
               rows.append('   F(%s, %s, 0x%xu, %d);' % (p, name, fl.mask, fl.lo))
               n += 1
         if k < len(lists) and lists[k][1] in (r.gens or ' '.join(f.isas)).split():
            gen = lists[k][2]
            for i in range(r.count):
               arg = '(%d)' % (i + r.first) if r.pattern else ''
               table, n_gen = ('%s(%s)' % (table_of, gen), gen) if table_of else (gen, '0')
               rows.append('   offset_of("%s", %s, %s, %s_OFFSET%s, %d);' % (r.name, table, n_gen, p, arg, i))
               if i == 40:
                  break
      add(out, calls, rows, n)
   packets = dbxml.packet_words(os.path.join(d, 'packets.xml')) if px else []
   rows = ['   F(%s_%s, %s, 0x%xu, %d);' % (px, r.name, name, fl.mask, fl.lo)
           for _, _, r in packets for fl in r.fields for name in [fl.name] + fl.aka]
   add(out, calls, rows, len(rows))
   out.append('const unsigned roundtrip_fields = %d;\n' % sum(n for _, n in calls))
   out.append('void\nroundtrip_all(void)\n{\n%s\n}' % '\n'.join('   %s();' % c for c, _ in calls))
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:4])
