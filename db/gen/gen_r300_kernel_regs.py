# SPDX-License-Identifier: MIT
"""db/r300/kernel-registers.xml -> a bit per dword register for each of the kernel's lists: gen_r300_kernel_regs.py OUT.c IN.xml"""
import sys
import xml.etree.ElementTree as ET
import dbxml


def main(dst, src):
   lists = {l.get('name'): l for l in ET.parse(src).getroot().findall('list')}

   def offsets(name):
      if name is None:
         return set()
      own = {o for run in lists[name].findall('run') for o in range(int(run.get('first'), 0), int(run.get('last'), 0) + 4, 4)}
      return own | offsets(lists[name].get('base'))

   out = [dbxml.banner('Registers that the kernel lets a user write unexamined.', 'kernel-registers.xml'),
          '#include "db/r300/r300_kernel_regs.h"\n', 'static const uint32_t free_regs[R300_SAFE_COUNT][0x100] = {']
   for name in ('r300', 'r420', 'rs600', 'rv515'):
      words = {}
      for o in offsets(name):
         words[o >> 7] = words.get(o >> 7, 0) | 1 << (o >> 2 & 31)
      out.append('   [R300_SAFE_%s] = {%s},' % (name.upper(), ', '.join('[0x%x] = 0x%08x' % kv for kv in sorted(words.items()))))
   out.append('''};

bool
r300_kernel_reg_free(enum r300_safe_list list, uint32_t offset)
{
   return offset < 0x8000 && !(offset & 3) && (free_regs[list][offset >> 7] >> (offset >> 2 & 31) & 1);
}''')
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:3])
