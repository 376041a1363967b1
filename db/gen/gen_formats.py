# SPDX-License-Identifier: MIT
"""formats.xml -> format number enum (H) or table (C): gen_formats.py H|C OUT formats.xml"""
import sys
import xml.etree.ElementTree as ET
import dbxml


def main(kind, dst, src):
   fmts = ET.parse(src).getroot().findall('format')
   if kind == 'H':
      out = [dbxml.banner('Element format numbers.', 'formats.xml'), '#ifndef DB_FORMAT_NUMBERS_H\n#define DB_FORMAT_NUMBERS_H\n', 'enum db_format_number {',
             '   DB_FMT_INVALID = 0,']
      out += ['   DB_FMT_%s = %s,' % (f.get('name'), f.get('n')) for f in fmts]
      out += ['   DB_FMT_COUNT = 64', '};\n', '#endif']
   else:
      out = [dbxml.banner('Element format table.', 'formats.xml'), '#include "db/terascale/db_formats.h"\n', 'const struct db_format db_format_table[DB_FMT_COUNT] = {']
      for f in fmts:
         bits = f.get('bits').split()
         w, _, h = (f.get('block') or '1x1').partition('x')
         use = f.get('use').split()
         t = lambda x: 'true' if x else 'false'
         out.append('   [%s] = {"%s", %s, %d, {%s}, %s, %s, %s, %s, %s, %s},' % (
            f.get('n'), f.get('name'), f.get('bytes'), len(bits), ', '.join(bits + ['0'] * (4 - len(bits))), t(f.get('float')), w, h,
            t('color' in use), t('texture' in use), t('vertex' in use)))
      out.append('};')
   open(dst, 'w').write('\n'.join(out) + '\n')


main(*sys.argv[1:4])
