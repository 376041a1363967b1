# SPDX-License-Identifier: MIT
"""registers-*.xml -> which part of the GPU reads each context and configuration register, as runs of dwords: gen_readers.py OUT.c IN.xml...

The names say it: VGT_ begins those of the vertex grouper, SQ_ those of shaders, whose end is the stage that they are of. A new register
needs nothing here."""
import os
import sys
import dbxml

WINDOWS = (0x08000, 0x0AC00), (0x28000, 0x29000)  # SET_CONFIG_REG's and SET_CONTEXT_REG's in bytes


def reader_of(name):
   stage = next((s for s in ('VS', 'FS', 'PS', 'GS', 'ES', 'HS', 'LS', 'CS') if name.endswith('_' + s)), None)
   if not name.startswith('SQ_'):
      return 'VGT' if name.startswith('VGT_') else 'FIXED'
   if name.startswith(('SQ_ALU_CONST_CACHE_', 'SQ_ALU_CONST_BUFFER_SIZE_')):
      return {'VS': 'VS_CONST', 'PS': 'PS_CONST'}.get(stage, 'OTHER_STAGE')
   if name.startswith('SQ_VTX_') or stage in ('VS', 'FS'):
      return 'VS'
   return 'PS' if stage == 'PS' else 'OTHER_STAGE' if stage else 'ANY_STAGE'


def runs_of(f, gen):
   """[(first dword, reader)] of a generation; a run ends where the next begins."""
   readers = {}
   for r in reversed(f.records):  # of two descriptions of an offset the first holds
      if dbxml.gens_mask(r.gens, f.isas) & dbxml.gens_mask(gen, None):
         readers.update((r.instance_offset(i) // 4, reader_of(r.name)) for i in range(r.count))
   runs = []
   for first, end in WINDOWS:
      for dword in range(first // 4, end // 4 + 1):
         reader = readers.get(dword, 'UNKNOWN') if dword < end // 4 else 'UNKNOWN'
         if (runs[-1][1] if runs else 'UNKNOWN') != reader:
            runs.append((dword, reader))
   return runs


def main(dst, *srcs):
   lists = [dbxml.registers(s) for s in srcs]
   out = [dbxml.banner('Who reads a register.', ', '.join(os.path.basename(s) for s in srcs)) + '#include "db/terascale/db_readers.h"\n']
   table = []
   for gen in dbxml.ISAS:
      runs = runs_of(next(f for f in lists if gen in f.isas), gen)
      out.append('static const struct db_reader_run %s_runs[] = {\n%s\n};' % (
         gen, '\n'.join('   {0x%x, DB_READER_%s},' % run for run in runs)))
      table.append('{%s_runs, %d}' % (gen, len(runs)))
   out.append('\nconst struct db_readers db_readers[DB_GEN_COUNT] = {%s};\n' % ', '.join(table))
   open(dst, 'w').write('\n'.join(out))


main(*sys.argv[1:])
