# SPDX-License-Identifier: MIT
"""packets.xml -> db/pm4.h and the packet table: gen_pm4.py H|C OUT packets.xml"""
import sys
import xml.etree.ElementTree as ET
import dbxml


def load(src):
   root = ET.parse(src).getroot()
   events = [(e.get('name'), int(e.get('v')), dbxml.gens_mask(e.get('gens'), dbxml.ISAS)) for e in root.findall('event')]
   return root, events


def header(dst, src):
   root, events = load(src)
   out = [dbxml.banner('PM4 opcodes, header macros, register windows, slots and events.', 'packets.xml'),
          '#ifndef DB_PM4_H\n#define DB_PM4_H\n#include "db/db_pack.h"\n',
          'enum db_pkt3 {']
   for p in root.findall('packet'):
      out.append('   DB_PKT3_%s = %s,' % (p.get('name'), p.get('op')))
   out.append('};\n/* All opcodes are below. */\n#define DB_PKT3_COUNT 0x%x\n' % (max(int(p.get('op'), 0) for p in root.findall('packet')) + 1))
   out.append('''/* Header of a type-3 packet with body_dw (1..0x4000) body dwords; the type-2 filler; the relocation marker (NOP, one dword). */
#define DB_PKT3(op, body_dw) (0xC0000000u | (((uint32_t)(body_dw) - 1u) & 0x3FFFu) << 16 | (uint32_t)(op) << 8)
#define DB_PKT2 0x80000000u
#define DB_PKT3_COMPUTE (1u << 1) /* or into the header: state of the compute shader (Evergreen on) */
#define DB_PKT3_PREDICATE (1u << 0) /* or into the header: skipped when the predicate says so */
#define DB_PKT_TYPE(header) ((uint32_t)(header) >> 30)
#define DB_PKT3_OP(header) ((uint32_t)(header) >> 8 & 0xFFu)
#define DB_PKT3_BODY_DW(header) (((uint32_t)(header) >> 16 & 0x3FFFu) + 1u)
''')
   out.append('/* SET_* windows: first byte offset and first one behind. R6: R6xx and R7xx; EG: Evergreen on. */')
   for w in root.find('windows'):
      for px in ('r6', 'eg'):
         if w.get(px):
            a, b = w.get(px).split()
            out.append('#define DB_%s_%s_BASE %su\n#define DB_%s_%s_END %su' % (px.upper(), w.get('name'), a, px.upper(), w.get('name'), b))
   out.append('\n/* first slot of each stage and strides in the resource and sampler windows */')
   for s in root.find('slots'):
      for px in ('r6', 'eg'):
         if s.get(px):
            out.append('#define DB_%s_%s %s' % (px.upper(), s.get('name'), s.get(px)))
   out.append('\nenum db_event {')
   for n, v, _ in events:
      out.append('   DB_EVENT_%s = %d,' % (n, v))
   out.append('};\n\n/* a 64-bit counter that an event wrote to memory has its top bit set once it is there */\n#define DB_COUNT_VALID (UINT64_C(1) << 63)')
   out.append('\n/* body dwords that have fields: DB_PKT3_<packet>_DW<i>(...), i = position in the body from 0; words of the DMA ring */')
   for _, _, rec in dbxml.packet_words(src):
      if rec.fields:
         dbxml.emit_record(out, 'DB', rec)
   out.append('\n#endif')
   open(dst, 'w').write('\n'.join(out) + '\n')


def source(dst, src):
   root, events = load(src)
   out = [dbxml.banner('Packet, window and event tables.', 'packets.xml'), '#include "db/terascale/db_tables.h"\n']
   out += dbxml.packet_table(src, 'db', dbxml.ISAS)
   out.append('/* packet + 1 by generation and opcode; the first listed where two share a number */\nconst uint8_t db_packet_index[DB_GEN_COUNT][256] = {')
   for g in range(4):
      index = {}
      for i, p in enumerate(root.findall('packet')):
         if dbxml.gens_mask(p.get('gens'), dbxml.ISAS) >> g & 1:
            index.setdefault(int(p.get('op'), 0), i + 1)
      out.append('   {%s},' % ', '.join('[0x%02X] = %d' % kv for kv in sorted(index.items())))
   out.append('};\n')
   out.append('static const struct db_window windows[] = {')
   n = 0
   for w in root.find('windows'):
      op = next(p.get('op') for p in root.findall('packet') if p.get('name') == w.get('packet'))
      for px, mask in (('r6', 3), ('eg', 12)):
         if w.get(px):
            a, b = w.get(px).split()
            out.append('   {"%s", %s, 0x%x, %s, %s},' % (w.get('name'), op, mask, a, b))
            n += 1
   out.append('};\n\nconst struct db_window_table db_window_table = {windows, %d};\n' % n)
   out.append('static const struct db_event_name events[] = {\n%s\n};\n' % '\n'.join('   {"%s", %d, 0x%x},' % e for e in events))
   out.append('const struct db_event_table db_event_table = {events, %d};' % len(events))
   open(dst, 'w').write('\n'.join(out) + '\n')


(header if sys.argv[1] == 'H' else source)(*sys.argv[2:4])
