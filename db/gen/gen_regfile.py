# SPDX-License-Identifier: MIT
"""registers-*.xml -> the emulator's register file with named positions.

gen_regfile.py packets.xml OUT.h IN.xml                  the file of one register list
gen_regfile.py --common PREFIX packets.xml OUT.h IN.xml...   what all lists have in one place, in the windows of SHARED

One union per register window: named members over raw[]. Arrays with stride 4 become arrays; interleaved arrays (PA_CL_VPORT_XSCALE_0,
PA_CL_VPORT_XOFFSET_0, ...) become an array of structs named by what their names share. R6_X_AT(i) is the member that holds instance i of
register X, whichever shape its array has. Second readings of one position are left out."""
import os
import sys
import xml.etree.ElementTree as ET
import dbxml

WINDOWS = ('REG', 'CONFIG_REG', 'CONTEXT_REG', 'ALU_CONST', 'RESOURCE', 'SAMPLER', 'CTL_CONST', 'LOOP_CONST', 'BOOL_CONST')
MEMBER = {'REG': 'mmio', 'CONFIG_REG': 'config', 'CONTEXT_REG': 'ctx'}
SHARED = ('REG', 'CONFIG_REG', 'CONTEXT_REG')  # windows that lists may have in one place
KEYS = {'R6': 'r6', 'EG': 'eg', 'CM': 'eg', 'R3': 'r3', 'R5': 'r5', 'PICA': 'pica', 'PICAX': 'picax'}  # a register list's column of <windows>


class Item:
   """One member: its C text; where each register stands in it, as [(member of instance 0, offset)]; and {register: member of instance i}."""

   def __init__(self, offset, size, text, checks, at):
      self.offset, self.size, self.text, self.checks, self.at = offset, size, text, checks, at


def index_of(r):
   return '(i) - %d' % r.first if r.first else 'i'


def group_items(regs, taken):
   """regs: same stride and count, interleaved."""
   regs = sorted(regs, key=lambda r: r.offset)
   regs = [r for k, r in enumerate(regs) if k == 0 or r.offset != regs[k - 1].offset]
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

   def struct(regs, stride, count, name, base, with_at):
      members, checks, at, pos, gaps = [], [], {}, 0, 0
      for r in regs:
         where = r.offset - regs[0].offset
         if where > pos:
            members.append('uint32_t gap%d[%d];' % (gaps, (where - pos) // 4))
            gaps += 1
         m = r.name[len(pre):] or r.name
         if m[0].isdigit():
            m = r.name
         members.append('uint32_t %s;' % m)
         checks.append(('%s[0].%s' % (name, m), base + where))
         if with_at:
            at[r.name] = '%s[%s].%s' % (name, index_of(r), m)
         pos = where + 4
      if pos < stride:
         members.append('uint32_t gap%d[%d];' % (gaps, (stride - pos) // 4))
      return Item(base, stride * count, 'struct {%s} %s[%d];' % (' '.join(members), name, count), checks, at)

   items = [struct(regs, stride, count, gname, base, True)]
   if regs[0].split:
      rest = [r for r in regs if r.split]
      n = rest[0].count - rest[0].split
      items.append(struct(rest, rest[0].stride2, n, '%s%d' % (gname, rest[0].split), rest[0].instance_offset(rest[0].split), False))
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
      items.append(Item(r.offset, 4 * r.count, 'uint32_t %s%s;' % (r.name, dim), [(r.name, r.offset)],
                        {r.name: '%s[%s]' % (r.name, index_of(r))} if r.pattern else {}))
   return sorted(items, key=lambda i: (i.offset, -i.size))


def window_union(px, name, regs, base, end):
   lines, checks, at, pos, holes = [], [], [], base, 0
   for it in items_of([r for r in regs if base <= r.offset < end]):
      if it.offset < pos:  # a second reading of these bits
         continue
      if it.offset > pos:
         lines.append('      uint32_t hole%d[%d];' % (holes, (it.offset - pos) // 4))
         holes += 1
      lines.append('      ' + it.text)
      checks += it.checks
      at += it.at.items()
      pos = it.offset + it.size
   assert pos <= end, name
   out = ['union %s {' % name] + (['   struct {'] + lines + ['   };'] if lines else [])
   out += ['   uint32_t raw[0x%x]; /* 0x%05X..0x%05X */' % ((end - base) // 4, base, end), '};']
   for n, o in checks:
      out.append('_Static_assert(offsetof(union %s, %s) == 0x%x, "%s");' % (name, n, o - base, n))
   for n, member in at:
      out.append('#define %s_%s_AT(i) %s' % (px, n, member))
   return out + ['']


def write(dst, px, what, source, records, windows):
   low = px.lower()
   out = [dbxml.banner(what, source),
          '#ifndef DB_%s_REGFILE_H\n#define DB_%s_REGFILE_H\n#include <stddef.h>\n#include <stdint.h>\n' % (px, px)]
   members = []
   for n in WINDOWS:
      if n in windows:
         union = '%s_%s_regs' % (low, MEMBER.get(n, n.lower()))
         out += window_union(px, union, records, *windows[n])
         members.append('   union %s %s;' % (union, MEMBER.get(n, n.lower())))
   out += ['/* every window */', 'struct %s_regfile {' % low] + members + ['};', '\n#endif']
   open(dst, 'w').write('\n'.join(out) + '\n')


def windows_of(packets, key):
   return {w.get('name'): [int(x, 0) for x in w.get(key).split()] for w in ET.parse(packets).getroot().find('windows') if w.get(key)}


def one_list(packets, dst, src):
   f = dbxml.registers(src)
   write(dst, f.prefix, 'Register file of %s chips: what packets and the emulator\'s blocks share.' % f.prefix, os.path.basename(src),
         f.records, windows_of(packets, KEYS[f.prefix]))


def common(px, packets, dst, *sources):
   lists = [{r.name: r for r in dbxml.registers(s).records} for s in sources]
   place = lambda r: (r.offset, r.stride, r.first, r.split, r.stride2, bool(r.pattern), r.gens)
   records = []
   for name, r in lists[0].items():
      if r.gens is None and all(name in l and place(l[name]) == place(r) for l in lists):
         r.count = min(l[name].count for l in lists)
         records.append(r)
   windows = [windows_of(packets, KEYS[dbxml.registers(s).prefix]) for s in sources]
   same = {n: w for n, w in windows[0].items() if n in SHARED and all(o[n] == w for o in windows)}
   assert same
   write(dst, px, 'What the register files of %s have in one place.' % ', '.join(os.path.basename(s) for s in sources), 'them', records, same)


if sys.argv[1] == '--common':
   common(*sys.argv[2:])
else:
   one_list(*sys.argv[1:4])
