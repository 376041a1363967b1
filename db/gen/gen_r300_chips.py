# SPDX-License-Identifier: MIT
"""db/r300/chips.xml -> enum r300_family (H) or the chip table (C): gen_r300_chips.py H|C OUT chips.xml"""
import sys
import xml.etree.ElementTree as ET
import dbxml

NUMBERS = ['pipes', 'z-pipes', 'vertex-units', 'pvs-instructions', 'pvs-constants', 'pvs-temps', 'pvs-loops', 'us-alu', 'us-tex', 'us-nodes',
           'us-temps', 'us-constants', 'texture-size', 'target-size', 'textures', 'targets', 'zmask', 'hiz']
FLAGS = ['rv350', 'tcl', 'cmask', 'zmask-8x8', 'us-format', 'dxtc-swizzle', 'depth24-texture', 'fp16-blend-msaa', 'igp']
MEMBERS = {'texture-size': 'texture_size_px', 'target-size': 'target_size_px', 'zmask': 'zmask_dw', 'hiz': 'hiz_dw', 'rv350': 'from_rv350'}


def member(name):
   return MEMBERS.get(name, name.replace('-', '_'))


def main(kind, dst, src):
   root = ET.parse(src).getroot()
   chips = root.findall('chip')
   names = [c.get('name') for c in chips]
   if kind == 'H':
      out = [dbxml.banner('Chips of the family.', 'chips.xml'), '#ifndef DB_R300_FAMILIES_H\n#define DB_R300_FAMILIES_H\n', 'enum r300_family {']
      out += ['   R300_FAMILY_%s,' % n for n in names] + ['   R300_FAMILY_COUNT', '};\n', '#endif']
   else:
      out = [dbxml.banner('Chip table.', 'chips.xml'), '#include "db/r300/r300_chips.h"\n']
      out += ['static const uint16_t pci_%s[] = {%s, 0};' % (c.get('name'), ', '.join(c.get('pci').split())) for c in chips]
      out.append('\nconst struct r300_chip r300_chip_table[R300_FAMILY_COUNT] = {')
      for c in chips:
         n, flags = c.get('name'), c.get('flags').split()
         assert not set(flags) - set(FLAGS), n
         out.append('   {.base = {.name = "%s", .lname = "%s", .family = R300_FAMILY, .pci_ids = pci_%s, .clock_khz = %s},' % (
            n, n.lower(), n, root.get('clock-khz')))
         out.append('    .family = R300_FAMILY_%s, .gen = R300_GEN_%s, .kernel_family = "%s", .safe_list = R300_SAFE_%s, .one_pipe_id = %s,' % (
            n, c.get('gen').upper(), c.get('kernel'), c.get('safe-list').upper(), c.get('one-pipe') or 0))
         out.append('    %s,' % ', '.join('.%s = %s' % (member(k), c.get(k)) for k in NUMBERS))
         out.append('    %s},' % ', '.join('.%s = %s' % (member(k), 'true' if k in flags else 'false') for k in FLAGS))
      out.append('};')
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:4])
