# SPDX-License-Identifier: MIT
"""kernel-registers.xml -> db_kernel_regs.c: one byte per dword register of the two windows, and one bit per dword register up to
0x40000 for what may be written unexamined: gen_kernel_regs.py OUT.c IN.xml DB_DIR"""
import os
import sys
import xml.etree.ElementTree as ET
import dbxml

KINDS = ['refused', 'free', 'any', 'address', 'mark', 'target', 'target-mask', 'target-address', 'target-address-or-base', 'target-size',
         'samples', 'depth', 'depth-address', 'depth-size', 'htile-surface', 'stream-out', 'stream-out-address', 'constants-mode',
         'va-any', 'address-not-va']
WINDOWS = [('config', 0x8000, 0xAC00), ('context', 0x28000, 0x29000)]


def rules_of(checker, db_dir):
   """{byte offset: kind}"""
   records = {r.name: r for r in dbxml.registers(os.path.join(db_dir, checker.get('registers'))).records}
   kinds = {}
   for run in checker.findall('run'):
      for o in range(int(run.get('first'), 0), int(run.get('last'), 0) + 4, 4):
         kinds[o] = KINDS.index('free')
   for rule in checker.findall('rule'):
      for name in rule.get('registers').split():
         r = records[name]
         for i in range(r.count):
            o = r.instance_offset(i)
            assert kinds.get(o, 1) == 1, '%s at 0x%05X has two rules' % (name, o)
            kinds[o] = KINDS.index(rule.get('kind'))
   return kinds


def main(dst, src, db_dir):
   out = [dbxml.banner('What the kernel does with a register that a user writes.', 'kernel-registers.xml'),
          '#include "db/terascale/db_kernel_regs.h"\n']
   checkers = [(c.get('name'), rules_of(c, db_dir)) for c in ET.parse(src).getroot().findall('checker')]
   assert [n for n, _ in checkers] == ['r600', 'evergreen', 'cayman']
   out.append('static const uint32_t free_regs[3][0x800] = {')
   for name, kinds in checkers:
      words = {}
      for o, k in kinds.items():
         if k == 1:
            words[o >> 7] = words.get(o >> 7, 0) | 1 << (o >> 2 & 31)
      out.append('   /* %s */ {%s},' % (name, ', '.join('[0x%x] = 0x%08x' % kv for kv in sorted(words.items()))))
   out.append('};\n')
   for window, first, end in WINDOWS:
      out.append('static const uint8_t %s_rules[3][0x%x] = {' % (window, (end - first) // 4))
      for name, kinds in checkers:
         out.append('   /* %s */ {%s},' % (name, ', '.join('[0x%x] = %d' % ((o - first) // 4, k) for o, k in sorted(kinds.items())
                                                        if first <= o < end)))
      out.append('};\n')
   out.append('''static const uint8_t checker[DB_GEN_COUNT] = {[DB_R600] = 0, [DB_R700] = 0, [DB_EVERGREEN] = 1, [DB_CAYMAN] = 2};

bool
db_kernel_reg_free(enum db_gen gen, uint32_t offset)
{
   return offset < 0x40000 && !(offset & 3) && (free_regs[checker[gen]][offset >> 7] >> (offset >> 2 & 31) & 1);
}

const uint8_t *
db_kernel_config_rules(enum db_gen gen)
{
   return config_rules[checker[gen]];
}

const uint8_t *
db_kernel_context_rules(enum db_gen gen)
{
   return context_rules[checker[gen]];
}''')
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:4])
