# SPDX-License-Identifier: MIT
"""db/r300/formats.xml -> tables of formats by kind and number: gen_r300_formats.py OUT.c formats.xml"""
import sys
import xml.etree.ElementTree as ET
import dbxml

SIZE = {'texture': 32, 'msb': 32, 'color': 16, 'depth': 4}  # numbers that each kind's field holds


def main(dst, src):
   root = ET.parse(src).getroot()
   out = [dbxml.banner('Format tables.', 'formats.xml'), '#include "db/r300/r300_formats.h"\n']
   for kind, size in SIZE.items():
      out.append('static const struct r300_format %s_formats[%d] = {' % (kind, size))
      for f in root.findall(kind):
         bits = (f.get('bits') or '').split()
         w, _, h = (f.get('block') or '1x1').partition('x')
         out.append('   [%s] = {"%s", %s, %d, {%s}, %s, %s, %s, 0x%x},' % (
            f.get('n'), f.get('name'), f.get('bytes'), len(bits), ', '.join(bits + ['0'] * (4 - len(bits))), 'true' if f.get('float') else 'false',
            w, h, dbxml.gens_mask(f.get('gens'), dbxml.R300_GENS)))
      out.append('};\n')
   out.append('''static const struct r300_format *
find(const struct r300_format *table, unsigned count, enum r300_gen gen, unsigned number)
{
   return number < count && table[number].name && (table[number].gens >> gen & 1) ? &table[number] : NULL;
}

const struct r300_format *
r300_texture_format(enum r300_gen gen, unsigned number, bool msb)
{
   return find(msb ? msb_formats : texture_formats, 32, gen, number);
}

const struct r300_format *
r300_color_format(enum r300_gen gen, unsigned number)
{
   return find(color_formats, 16, gen, number);
}

const struct r300_format *
r300_depth_format(unsigned number)
{
   return find(depth_formats, 4, R300_GEN_R300, number);
}''')
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:3])
