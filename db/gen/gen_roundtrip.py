# SPDX-License-Identifier: MIT
"""Test source: every field of every register, word and packet dword goes through pack, get and set, and every register array through its
offset macro: gen_roundtrip.py OUT.c DBDIR"""
import os
import sys
import dbxml

HEAD = '''#include "tests/unit/db/db_roundtrip.h"
#include "db/terascale/cm_regs.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/isa.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"

/* one field: packs of 0, 1, max and the value read back; the bit mask it may touch */
#define F(P, FIELD, MASK, LO) \\
   roundtrip(#P "." #FIELD, (uint32_t[]){P(.FIELD = 0), P(.FIELD = 1), P(.FIELD = MASK)}, \\
             (uint32_t[]){P##_get_##FIELD(P(.FIELD = MASK)), P##_get_##FIELD(~P(.FIELD = MASK)), P##_get_##FIELD(P##_set_##FIELD(0, MASK))}, \\
             P##_set_##FIELD(0xffffffffu, 0u), MASK, LO)
'''


def add(out, calls, rows, n):
   name = 'roundtrip_%d' % len(calls)
   out.append('static void\n%s(void)\n{\n%s\n}\n' % (name, '\n'.join(rows)))
   calls.append((name, n))


def main(dst, d):
   out = [dbxml.banner('Round trips through every pack.', 'the XML files of db'), HEAD]
   calls = []
   sources = [dbxml.registers(os.path.join(d, 'registers-%s.xml' % n)) for n in ('r6xx', 'evergreen', 'cayman')]
   gens = ['DB_R700', 'DB_EVERGREEN', 'DB_CAYMAN']
   sources += [dbxml.words(os.path.join(d, 'isa-words-%s.xml' % i)) for i in dbxml.ISAS]
   for k, f in enumerate(sources):
      rows, n = [], 0
      for r in f.records:
         p = '%s_%s' % (f.prefix, r.name)
         for fl in r.fields:
            for name in [fl.name] + fl.aka:
               rows.append('   F(%s, %s, 0x%xu, %d);' % (p, name, fl.mask, fl.lo))
               n += 1
         if k < 3 and not (r.gens and 'r700' not in r.gens and k == 0):
            for i in range(r.count):
               arg = '(%d)' % (i + r.first) if r.pattern else ''
               rows.append('   offset_of("%s", %s, %s_OFFSET%s, %d);' % (r.name, gens[k], p, arg, i))
               if i == 40:
                  break
      add(out, calls, rows, n)
   rows = ['   F(DB_%s, %s, 0x%xu, %d);' % (r.name, name, fl.mask, fl.lo)
           for _, _, r in dbxml.packet_words(os.path.join(d, 'packets.xml')) for fl in r.fields for name in [fl.name] + fl.aka]
   add(out, calls, rows, len(rows))
   out.append('const unsigned roundtrip_fields = %d;\n' % sum(n for _, n in calls))
   out.append('void\nroundtrip_all(void)\n{\n%s\n}' % '\n'.join('   %s();' % c for c, _ in calls))
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:3])
