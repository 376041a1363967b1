# SPDX-License-Identifier: MIT
"""kernel-registers.xml -> db_kernel_regs.c: runs of registers with one rule, which become, at first use, one byte per dword register of
the two windows, and one bit per dword register up to 0x40000 for what may be written unexamined: gen_kernel_regs.py OUT.c IN.xml DB_DIR"""
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


def runs_of(kinds):
   """[first dword, count, kind]"""
   runs = []
   for o, k in sorted(kinds.items()):
      if runs and runs[-1][2] == k and runs[-1][0] + runs[-1][1] == o // 4:
         runs[-1][1] += 1
      else:
         runs.append([o // 4, 1, k])
   return runs


READERS = '''
static const uint8_t checker[DB_GEN_COUNT] = {[DB_R600] = 0, [DB_R700] = 0, [DB_EVERGREEN] = 1, [DB_CAYMAN] = 2};

/* The runs as what is asked for, made when somebody asks first: a process that checks no stream carries the runs alone. */
static uint32_t free_regs[3][0x40000 / 4 / 32];
static uint8_t config_rules[3][CONFIG_COUNT], context_rules[3][CONTEXT_COUNT];
static pthread_once_t expanded = PTHREAD_ONCE_INIT;

static void
expand(void)
{
   for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
      const struct run r = runs[i];
      for (unsigned dword = r.first; dword < r.first + r.count; dword++) {
         if (r.rule == DB_KERNEL_FREE)
            free_regs[r.checker][dword / 32] |= 1u << dword % 32;
         if (dword - CONFIG_BASE < CONFIG_COUNT)
            config_rules[r.checker][dword - CONFIG_BASE] = r.rule;
         else if (dword - CONTEXT_BASE < CONTEXT_COUNT)
            context_rules[r.checker][dword - CONTEXT_BASE] = r.rule;
      }
   }
}

bool
db_kernel_reg_free(enum db_gen gen, uint32_t offset)
{
   pthread_once(&expanded, expand);
   return offset < 0x40000 && !(offset & 3) && (free_regs[checker[gen]][offset >> 7] >> (offset >> 2 & 31) & 1);
}

const uint8_t *
db_kernel_config_rules(enum db_gen gen)
{
   pthread_once(&expanded, expand);
   return config_rules[checker[gen]];
}

const uint8_t *
db_kernel_context_rules(enum db_gen gen)
{
   pthread_once(&expanded, expand);
   return context_rules[checker[gen]];
}'''


def main(dst, src, db_dir):
   out = [dbxml.banner('What the kernel does with a register that a user writes.', 'kernel-registers.xml'),
          '#include "db/terascale/db_kernel_regs.h"\n\n#include <pthread.h>\n']
   checkers = [(c.get('name'), rules_of(c, db_dir)) for c in ET.parse(src).getroot().findall('checker')]
   assert [n for n, _ in checkers] == ['r600', 'evergreen', 'cayman']
   out.append('/* Neighbours with one rule, of checkers r600, evergreen and cayman in turn. */')
   out.append('struct run {\n   uint16_t first, count; /* dwords */\n   uint8_t rule, checker;\n};\n')
   out.append('static const struct run runs[] = {')
   for number, (_, kinds) in enumerate(checkers):
      out += ['   {0x%x, %d, %d, %d},' % (first, count, kind, number) for first, count, kind in runs_of(kinds)]
   out.append('};\n')
   for window, first, end in WINDOWS:
      out.append('enum { %s_BASE = 0x%x, %s_COUNT = 0x%x };' % (window.upper(), first // 4, window.upper(), (end - first) // 4))
   out.append(READERS)
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:4])
