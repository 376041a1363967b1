# SPDX-License-Identifier: MIT
"""db/r300/packets.xml -> r300_pm4.h and the packet table: gen_r300_pm4.py H|C OUT packets.xml"""
import sys
import xml.etree.ElementTree as ET
import dbxml

MACROS = '''
/* Headers. Type 0 writes body_dw (1..0x4000) dwords to registers from a byte offset (below 0x8000) on, or all to that one; type 2 fills one
 * dword; type 3 has a body of body_dw (1..0x4000) dwords. */
#define R300_PKT0(offset, body_dw) ((((uint32_t)(body_dw) - 1u) & 0x3FFFu) << 16 | ((uint32_t)(offset) >> 2 & 0x1FFFu))
#define R300_PKT0_ONE_REG_WR (1u << 15) /* or into the header of type 0 */
#define R300_PKT2 0x80000000u
#define R300_PKT3(op, body_dw) (0xC0000000u | (((uint32_t)(body_dw) - 1u) & 0x3FFFu) << 16 | (uint32_t)(op) << 8)
#define R300_PKT_TYPE(header) ((uint32_t)(header) >> 30)
#define R300_PKT_BODY_DW(header) (((uint32_t)(header) >> 16 & 0x3FFFu) + 1u) /* of types 0 and 3 */
#define R300_PKT0_OFFSET(header) (((uint32_t)(header) & 0x1FFFu) << 2)
#define R300_PKT3_OP(header) ((uint32_t)(header) >> 8 & 0xFFu)
'''


def header(dst, src):
   root = ET.parse(src).getroot()
   out = [dbxml.banner('Packets of R300 to R500.', 'packets.xml'), '#ifndef DB_R300_PM4_H\n#define DB_R300_PM4_H\n#include "db/db_pack.h"\n',
          'enum r300_pkt3 {']
   out += ['   R300_PKT3_%s = %s,' % (p.get('name'), p.get('op')) for p in root.findall('packet')]
   out += ['};', MACROS, '/* body dwords that have fields: R300_PKT3_<packet>_DW<i>(...), i = position in the body from 0 */']
   for _, _, rec in dbxml.packet_words(src):
      if rec.fields:
         dbxml.emit_record(out, 'R300', rec)
   open(dst, 'w').write('\n'.join(out + ['\n#endif']) + '\n')


def source(dst, src):
   out = [dbxml.banner('Packet table.', 'packets.xml'), '#include "db/r300/r300_tables.h"\n']
   open(dst, 'w').write('\n'.join(out + dbxml.packet_table(src, 'r300', dbxml.R300_GENS)) + '\n')


(header if sys.argv[1] == 'H' else source)(*sys.argv[2:4])
