# SPDX-License-Identifier: MIT
"""db/r300/kernel-registers.xml -> a bit per dword register for each of the kernel's lists: gen_r300_kernel_regs.py OUT.c IN.xml"""
import sys
import xml.etree.ElementTree as ET
import dbxml

READER = '''
static uint32_t free_regs[R300_SAFE_COUNT][0x100];
static pthread_once_t expanded = PTHREAD_ONCE_INIT;

static void
expand(void)
{
   for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++)
      for (uint32_t dword = runs[i].first; dword <= runs[i].last; dword++)
         free_regs[runs[i].list][dword >> 5] |= 1u << (dword & 31);
}

const uint32_t *
r300_kernel_free_regs(enum r300_safe_list list)
{
   pthread_once(&expanded, expand);
   return free_regs[list];
}'''


def runs_of(lists, name):
   """[(first, last)] in dwords of a list and those that it stands on."""
   own = [(int(run.get('first'), 0) // 4, int(run.get('last'), 0) // 4) for run in lists[name].findall('run')]
   base = lists[name].get('base')
   return own + (runs_of(lists, base) if base else [])


def main(dst, src):
   lists = {l.get('name'): l for l in ET.parse(src).getroot().findall('list')}
   out = [dbxml.banner('Registers that the kernel lets a user write unexamined.', 'kernel-registers.xml'),
          '#include "db/r300/r300_kernel_regs.h"\n\n#include <pthread.h>\n',
          'static const struct {\n   uint16_t first, last; /* dwords */\n   uint8_t list;\n} runs[] = {']
   for name in ('r300', 'r420', 'rs600', 'rv515'):
      for first, last in runs_of(lists, name):
         assert first <= last < 0x2000
         out.append('   {0x%x, 0x%x, R300_SAFE_%s},' % (first, last, name.upper()))
   out.append('};')
   open(dst, 'w').write('\n'.join(out) + '\n' + READER + '\n')


main(*sys.argv[1:3])
