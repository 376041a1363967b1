# SPDX-License-Identifier: MIT
"""registers-*.xml -> the pack header of one register list: gen_regs.py IN.xml OUT.h"""
import os
import sys
import dbxml


def main(src, dst):
   f = dbxml.registers(src)
   px = f.prefix
   guard = 'DB_%s_REGS_H' % px
   out = [dbxml.banner('Offsets, packs, getters and enum values of the %s registers (%s).' % (px, f.doc), os.path.basename(src)),
          '#ifndef %s\n#define %s\n#include "db/db_pack.h"\n' % (guard, guard)]
   for r in f.records:
      p = '%s_%s' % (px, r.name)
      if r.pattern:
         first = ' - %d' % r.first if r.first else ''
         if r.split:
            out.append('#define %s_OFFSET(i) ((i) < %d ? 0x%05Xu + (i) * 0x%Xu : 0x%05Xu + ((i) - %d) * 0x%Xu)' % (
               p, r.split, r.offset, r.stride, r.instance_offset(r.split), r.split, r.stride2))
         else:
            out.append('#define %s_OFFSET(i) (0x%05Xu + ((i)%s) * %du)' % (p, r.offset, first, r.stride))
         out.append('#define %s_COUNT %d' % (p, r.count))
      else:
         out.append('#define %s_OFFSET 0x%05Xu' % (p, r.offset))
      dbxml.emit_record(out, px, r)
   taken = {r.name for r in f.records}
   out.append('\n/* names that mean the same value wherever they occur */')
   for n, v in dbxml.short_values(f, taken).items():
      out.append('#define %s_%s %d' % (px, n, v))
   out.append('\n#endif')
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:3])
