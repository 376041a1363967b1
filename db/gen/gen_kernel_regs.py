# SPDX-License-Identifier: MIT
"""kernel-registers.xml -> db_kernel_regs.c: one bit per dword register up to 0x40000: gen_kernel_regs.py OUT.c IN.xml"""
import sys
import xml.etree.ElementTree as ET
import dbxml


def main(dst, src):
   out = [dbxml.banner('Registers that the kernel lets through.', 'kernel-registers.xml'), '#include "db/db_kernel_regs.h"\n',
          'static const uint32_t free_regs[3][0x800] = {']
   for c in ET.parse(src).getroot().findall('checker'):
      words = {}
      for r in c.findall('run'):
         for o in range(int(r.get('first'), 0), int(r.get('last'), 0) + 4, 4):
            words[o >> 7] = words.get(o >> 7, 0) | 1 << (o >> 2 & 31)
      out.append('   /* %s */ {%s},' % (c.get('name'), ', '.join('[0x%x] = 0x%08x' % kv for kv in sorted(words.items()))))
   out.append('''};

bool
db_kernel_reg_free(enum db_gen gen, uint32_t offset)
{
   static const uint8_t checker[DB_GEN_COUNT] = {[DB_R600] = 0, [DB_R700] = 0, [DB_EVERGREEN] = 1, [DB_CAYMAN] = 2};
   return offset < 0x40000 && !(offset & 3) && (free_regs[checker[gen]][offset >> 7] >> (offset >> 2 & 31) & 1);
}''')
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:3])
