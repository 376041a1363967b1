# SPDX-License-Identifier: MIT
"""registers-*.xml -> the emulator's register file with named positions: gen_regfile.py IN.xml packets.xml OUT.h

One union per register window: named members over raw[]. Arrays with stride 4 become arrays; interleaved arrays (PA_CL_VPORT_XSCALE_0,
PA_CL_VPORT_XOFFSET_0, ...) become an array of structs named by what their names share. Second readings of one position are left out."""
import os
import re
import sys
import xml.etree.ElementTree as ET
import dbxml


class Item:
   def __init__(self, offset, size, text, checks):
      self.offset, self.size, self.text, self.checks = offset, size, text, checks


def group_items(regs, taken):
   """regs: same stride and count, interleaved."""
   regs = sorted(regs, key=lambda r: r.offset)
   pre = os.path.commonprefix([r.name for r in regs])
   if not pre.endswith('_') and '_' in pre:
      pre = pre[:pre.rfind('_') + 1] if any(r.name != pre for r in regs) else pre
   gname = pre.rstrip('_')
   base, stride, count = regs[0].offset, regs[0].stride, regs[0].count
   if regs[0].split:
      count = regs[0].split
   while gname in taken:
      gname += '_'
   taken.add(gname)

   def struct(regs, stride, count, name, base):
      members, pos, k = [], 0, 0
      for r in regs:
         at = r.offset - regs[0].offset
         if at > pos:
            members.append('uint32_t gap%d[%d];' % (k, (at - pos) // 4))
            k += 1
         m = r.name[len(pre):] or r.name
         if m[0].isdigit():
            m = r.name
         members.append('uint32_t %s;' % m)
         pos = at + 4
      if pos < stride:
         members.append('uint32_t gap%d[%d];' % (k, (stride - pos) // 4))
      return Item(base, stride * count, 'struct {%s} %s[%d];' % (' '.join(members), name, count), [(name, base)])

   items = [struct(regs, stride, count, gname, base)]
   if regs[0].split:
      rest = [r for r in regs if r.split]
      n = rest[0].count - rest[0].split
      items.append(struct(rest, rest[0].stride2, n, '%s%d' % (gname, rest[0].split), rest[0].instance_offset(rest[0].split)))
   return items


def items_of(regs):
   taken, items, done = {r.name for r in regs}, [], set()
   singles = [r for r in regs if r.count == 1 or r.stride == 4]
   arrays = [r for r in regs if r not in singles]
   for r in arrays:
      if r.name in done:
         continue
      fam = [s for s in arrays if s.stride == r.stride and s.name not in done and (s.count == r.count or r.split or s.split) and
             abs(s.offset - r.offset) < r.stride]
      done |= {s.name for s in fam}
      items += group_items(fam, taken)
   for r in singles:
      dim = '[%d]' % r.count if r.count > 1 else ''
      items.append(Item(r.offset, 4 * r.count, 'uint32_t %s%s;' % (r.name, dim), [(r.name, r.offset)]))
   return sorted(items, key=lambda i: (i.offset, -i.size))


def window_union(name, regs, base, end):
   lines, checks, pos, gap = [], [], base, 0
   for it in items_of([r for r in regs if base <= r.offset < end]):
      if it.offset < pos:  # a second reading of these bits
         continue
      if it.offset > pos:
         lines.append('      uint32_t hole%d[%d];' % (gap, (it.offset - pos) // 4))
         gap += 1
      lines.append('      ' + it.text)
      checks += it.checks
      pos = it.offset + it.size
   assert pos <= end, name
   out = ['union %s {' % name, '   struct {'] + lines + ['   };', '   uint32_t raw[0x%x];' % ((end - base) // 4), '};']
   for n, o in checks:
      out.append('_Static_assert(offsetof(union %s, %s) == 0x%x, "%s");' % (name, n, o - base, n))
   return out


def main(src, packets, dst):
   f = dbxml.registers(src)
   px = f.prefix.lower()
   root = ET.parse(packets).getroot()
   key = 'r6' if px == 'r6' else 'eg'
   win = {w.get('name'): [int(x, 0) for x in w.get(key).split()] for w in root.find('windows') if w.get(key)}
   out = [dbxml.banner('Register file of %s chips: what packets and the emulator\'s blocks share.' % f.prefix, os.path.basename(src)),
          '#ifndef DB_%s_REGFILE_H\n#define DB_%s_REGFILE_H\n#include <stddef.h>\n#include <stdint.h>\n' % (f.prefix, f.prefix)]
   out += window_union('%s_config_regs' % px, f.records, *win['CONFIG_REG'])
   out.append('')
   out += window_union('%s_context_regs' % px, f.records, *win['CONTEXT_REG'])
   out.append('\n/* every SET_* window; members count dwords from the window\'s base */\nstruct %s_regfile {' % px)
   out.append('   union %s_config_regs config;\n   union %s_context_regs ctx;' % (px, px))
   for n in ('ALU_CONST', 'RESOURCE', 'SAMPLER', 'CTL_CONST', 'LOOP_CONST', 'BOOL_CONST'):
      if n in win:
         a, b = win[n]
         out.append('   uint32_t %s[0x%x]; /* 0x%05X..0x%05X */' % (n.lower(), (b - a) // 4, a, b))
   out.append('};\n\n#endif')
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:4])
