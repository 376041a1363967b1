# SPDX-License-Identifier: MIT
"""db/pica200/isa.xml, formats.xml -> tables of instructions and formats: gen_pica.py H|C OUT isa.xml formats.xml"""
import sys
import xml.etree.ElementTree as ET
import dbxml

KINDS = {'texture': 16, 'color': 8, 'depth': 4, 'transfer': 8}  # numbers that each kind's field holds
FORMATS = ['0', '1', '1u', '1i', '1c', '2', '3', '4', '5', '5i']


def header(dst, ops):
   out = [dbxml.banner('Opcodes of the shader units.', 'isa.xml'), '#ifndef DB_PICA_ISA_H\n#define DB_PICA_ISA_H\n',
          'enum pica_op {\n%s\n   PICA_OP_COUNT,\n};\n' % '\n'.join('   PICA_OP_%s,' % o.get('name') for o in ops),
          '/* words.xml has each format as SH_<number>; 1u is SH_1 without SRC2, 0 is SH_1 with an opcode only */',
          'enum pica_op_format {\n%s\n};\n' % '\n'.join('   PICA_FORMAT_%s,' % f.upper() for f in FORMATS), '#endif']
   open(dst, 'w').write('\n'.join(out) + '\n')


def width(node, letters):
   return next((node.get(c) for c in letters if node.get(c)), '0')


def source(dst, ops, formats):
   out = [dbxml.banner('Tables of instructions and formats.', 'isa.xml, formats.xml'), '#include "db/pica200/pica_tables.h"\n',
          'const struct pica_op_info pica_ops[PICA_OP_COUNT] = {']
   codes = ['-1'] * 64
   for o in ops:
      name, code = o.get('name'), int(o.get('code'), 0)
      for i in range(int(o.get('codes', '1'))):
         assert codes[code + i] == '-1', name
         codes[code + i] = 'PICA_OP_' + name
      reads = sum(1 << 'xyzw'.index(c) for c in o.get('reads', ''))
      out.append('   [PICA_OP_%s] = {"%s", 0x%02x, %s, PICA_FORMAT_%s, %s, %d, %s},' % (
         name, name.lower(), code, o.get('codes', '1'), o.get('format').upper(), o.get('src', '0'), reads, 'true' if o.get('flow') else 'false'))
   out.append('};\n\nconst int8_t pica_op_of_code[64] = {%s};\n' % ', '.join(codes))
   for kind, size in KINDS.items():
      out.append('static const struct pica_format %s_formats[%d] = {' % (kind, size))
      for f in formats.findall(kind):
         widths = [width(f, 'rld'), width(f, 'gs'), width(f, 'b'), width(f, 'a')]
         out.append('   [%s] = {"%s", %s, {%s}, %s},' % (f.get('n'), f.get('name'), f.get('bits'), ', '.join(widths), 'true' if f.get('l') else 'false'))
      out.append('};\n')
      out.append('const struct pica_format *\npica_%s_format(unsigned number)\n{\n   return number < %d && %s_formats[number].name ? &%s_formats[number] : NULL;\n}\n' % (
         kind, size, kind, kind))
   open(dst, 'w').write('\n'.join(out) + '\n')


def main(what, dst, isa, formats):
   ops = ET.parse(isa).getroot().findall('op')
   if what == 'H':
      header(dst, ops)
   else:
      source(dst, ops, ET.parse(formats).getroot())


main(*sys.argv[1:5])
