# SPDX-License-Identifier: MIT
"""registers-*.xml -> the pack header of one register list, or of what all of them share.

gen_regs.py IN.xml OUT.h
gen_regs.py --common PREFIX OUT.h IN.xml...   fields with one place in every list; an offset where all agree on it"""
import os
import sys
import dbxml


def emit_offset(out, px, r, names):
   """names: of all registers; RS_INST_COUNT is one, not how many RS_INST there are."""
   p = '%s_%s' % (px, r.name)
   if not r.pattern:
      out.append('#define %s_OFFSET 0x%05Xu' % (p, r.offset))
      return
   first = ' - %d' % r.first if r.first else ''
   if r.split:
      out.append('#define %s_OFFSET(i) ((i) < %d ? 0x%05Xu + (i) * 0x%Xu : 0x%05Xu + ((i) - %d) * 0x%Xu)' % (
         p, r.split, r.offset, r.stride, r.instance_offset(r.split), r.split, r.stride2))
   else:
      out.append('#define %s_OFFSET(i) (0x%05Xu + ((i)%s) * %du)' % (p, r.offset, first, r.stride))
   if r.name + '_COUNT' not in names:
      out.append('#define %s_COUNT %d' % (p, r.count))


def start(px, what, source):
   guard = 'DB_%s_REGS_H' % px
   return [dbxml.banner(what, source), '#ifndef %s\n#define %s\n#include "db/db_pack.h"\n' % (guard, guard)]


def finish(out, dst):
   out.append('\n#endif')
   open(dst, 'w').write('\n'.join(out) + '\n')


def one_list(src, dst):
   f = dbxml.registers(src)
   px = f.prefix
   out = start(px, 'Offsets, packs, getters and enum values of the %s registers (%s).' % (px, f.doc), os.path.basename(src))
   taken = {r.name for r in f.records}
   for r in f.records:
      emit_offset(out, px, r, taken)
      dbxml.emit_record(out, px, r)
   out.append('\n/* names that mean the same value wherever they occur */')
   for n, v in dbxml.short_values(f, taken).items():
      out.append('#define %s_%s %d' % (px, n, v))
   finish(out, dst)


def common_fields(records):
   """Fields of the first record that have the same name and bits in each, with the values that all give them."""
   fields = []
   for f in records[0].fields:
      same = [next((g for g in r.fields if (g.name, g.hi, g.lo) == (f.name, f.hi, f.lo)), None) for r in records]
      if all(g and not g.gens and not g.overlay for g in same):
         f.values = [v for v in f.values if all(v in g.values for g in same)]
         f.aka = []
         fields.append(f)
   return fields


def common(px, dst, *sources):
   lists = [{r.name: r for r in dbxml.registers(s).records} for s in sources]
   out = start(px, 'What is the same in %s.\n * No offset: the register moved, and each list has its own.'
               % ', '.join(os.path.basename(s) for s in sources), 'them')
   for name, r in lists[0].items():
      if r.gens or not all(name in l and not l[name].gens for l in lists):
         continue
      records = [l[name] for l in lists]
      place = [(x.offset, x.stride, x.first, x.split, x.stride2, bool(x.pattern)) for x in records]
      r.count = min(x.count for x in records)
      if all(p == place[0] for p in place):
         emit_offset(out, px, r, lists[0])
      r.fields = common_fields(records)
      if r.fields:
         dbxml.emit_record(out, px, r)
   finish(out, dst)


if sys.argv[1] == '--common':
   common(*sys.argv[2:])
else:
   one_list(*sys.argv[1:3])
