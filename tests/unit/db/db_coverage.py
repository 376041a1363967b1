# SPDX-License-Identifier: MIT
"""Does db hold everything that the documents name? db_coverage.py DBDIR

DBDIR/coverage/ indexes the documents: register headings with offsets, packets, instruction words. Prints the count of each and fails when
something is missing, stands elsewhere, appears twice, or when fields of one register overlap without saying so. Opcode tables are held
against the enums that the documents print for the words' opcode fields."""
import glob
import os
import re
import sys
import xml.etree.ElementTree as ET

db = sys.argv[1]
sys.path.insert(0, os.path.join(db, '..', 'gen'))
import dbxml  # noqa: E402

problems = []


def complain(*words):
   problems.append(' '.join(str(w) for w in words))


def index(name):
   for line in open(os.path.join(db, 'coverage', name)):
      if line.strip() and not line.startswith('#'):
         yield line.split()


def expand(tokens):
   """One line of a register index -> [(full name, offset or None)]; '[0-7]' spans first and last offset evenly."""
   name, first = tokens[0], int(tokens[1], 0)
   last = int(tokens[2], 0) if len(tokens) > 2 else first
   m = re.match(r'(.*)\[(\d+)-(\d+)\](.*)', name)
   if m:
      a, b = int(m.group(2)), int(m.group(3))
      step = (last - first) // (b - a)
      return [(m.group(1) + str(i) + m.group(4), first + step * (i - a)) for i in range(a, b + 1)]
   return [(name, first)] + ([(None, last)] if last != first else [])


def check_registers(label, index_file, xml):
   f = dbxml.registers(os.path.join(db, xml))
   have = {}
   for r in f.records:
      for i in range(r.count):
         have.setdefault(r.instance_name(i), []).append(r.instance_offset(i))
         if r.count == 1 or i == 0:
            have.setdefault(r.name, []).append(r.offset)
   offsets = {o for l in have.values() for o in l}
   found = total = 0
   for tokens in index(index_file):
      ok = True
      for name, offset in expand(tokens):
         if name is None:
            ok &= offset in offsets
         elif name not in have:
            complain(label, 'lacks', name)
            ok = False
         elif offset not in have[name]:
            complain(label, name, 'stands at', hex(have[name][0]), 'instead of', hex(offset))
            ok = False
      total += 1
      found += ok
   names = [r.name for r in f.records]
   for n in sorted({n for n in names if names.count(n) > 1}):
      complain(label, 'has', n, 'twice')
   return found, total


def check_overlap(f):
   for r in f.records:
      seen = set()
      for i, a in enumerate(r.fields):
         if a.hi > 31 or a.lo > a.hi:
            complain(f.prefix, r.name, a.name, 'has bits', a.hi, a.lo)
         for n in [a.name] + a.aka:
            if n in seen:
               complain(f.prefix, r.name, 'has field', n, 'twice')
            seen.add(n)
         for b in r.fields[i + 1:]:
            if a.overlaps(b) and not (a.overlay or b.overlay):
               complain(f.prefix, r.name, a.name, 'and', b.name, 'overlap')
         for n, v in a.values:
            if v > a.mask:
               complain(f.prefix, r.name, a.name, n, 'does not fit its field')


def check_words(isa):
   f = dbxml.words(os.path.join(db, 'isa-words-%s.xml' % isa))
   check_overlap(f)
   have = {r.name for r in f.records}
   found = total = 0
   for name, in index('%s-words.txt' % isa):
      total += 1
      if name.replace('_OP2_V2', '_OP2') in have:
         found += 1
      else:
         complain(isa, 'lacks word', name)
   return f, found, total


def check_packets():
   root = ET.parse(os.path.join(db, 'packets.xml')).getroot()
   gens = {'R7xx': 'r700', 'Evergreen': 'evergreen', 'Cayman': 'cayman'}
   have = {p.get('name'): (p.get('gens') or ' '.join(dbxml.ISAS)).split() for p in root.findall('packet')}
   found = total = 0
   for name, chips in index('packets.txt'):
      total += 1
      missing = [c for c in chips.split('/') if gens[c] not in have.get(name, [])]
      if missing:
         complain('packet', name, 'is missing on', ', '.join(missing))
      found += not missing
   seen = {}
   for p in root.findall('packet'):
      for g in (p.get('gens') or ' '.join(dbxml.ISAS)).split():
         key = (g, int(p.get('op'), 0))
         if key in seen and key != ('r700', 0x29):  # the documents disagree there
            complain('packets', seen[key], 'and', p.get('name'), 'share', hex(key[1]), 'on', g)
         seen.setdefault(key, p.get('name'))
   return found, total


# Documents' names of opcodes that the tables call otherwise.
RENAMED = {'TC': 'TEX', 'VC': 'VTX', 'TC_ACK': 'TEX_ACK', 'VC_ACK': 'VTX_ACK', 'RETURN': 'RET', 'GLOBAL_WAVE_SYNC': 'WAVE_SYNC',
           'MEM_RAT_CACHELESS': 'MEM_RAT_NOCACHE', 'MEM_EXPORT_COMBINED': 'MEM_MEM_COMBINED',
           'MEM_RAT_COMBINED_CACHELESS': 'MEM_RAT_COMBINED_NOCACHE', 'EXPORT_DONE_END_IS_NEXT': 'EXPORT_DONE_END', 'END': 'CF_END',
           'ALU_EXTENDED': 'ALU_EXT', 'MEM_REDUCTION': 'MEM_REDUCT', 'FETCH': 'VFETCH', 'SEMANTIC': 'SEMFETCH'}


# Values that the documents print although the unit does not run them: (isa, value's name): why.
NOT_RUN = {('r600', 'SQ_TEX_INST_VTX_FETCH'): 'a vertex fetch word in a TEX clause', ('r600', 'SQ_TEX_INST_VTX_SEMANTIC'): 'likewise',
           ('r700', 'SQ_TEX_INST_VTX_FETCH'): 'likewise', ('r700', 'SQ_TEX_INST_VTX_SEMANTIC'): 'likewise',
           ('cayman', 'SQ_OP2_INST_GROUP_SEQ_BEGIN'): 'removed (Evergreen/Northern Islands Acceleration)',
           ('cayman', 'SQ_OP2_INST_GROUP_SEQ_END'): 'removed', ('cayman', 'SQ_OP2_INST_SET_CF_IDX0'): 'MOVA_DST took its place',
           ('cayman', 'SQ_OP2_INST_SET_CF_IDX1'): 'MOVA_DST took its place', ('cayman', 'SQ_CF_INST_VC'): 'removed',
           ('cayman', 'SQ_CF_INST_VC_ACK'): 'removed', ('cayman', 'SQ_CF_INST_ALU_CONTINUE'): 'removed',
           ('cayman', 'SQ_CF_INST_ALU_BREAK'): 'removed'}


def check_opcodes(isa, f, rows):
   """rows: (document's prefix, field, forms, op nodes). Every enum value of the field must be an opcode with that code."""
   n = 0
   for prefix, word, field, ops in rows:
      rec = [r for r in f.records if r.name == word]
      if not rec:
         continue
      table = {o.get('name'): int(o.get(isa).split()[0].split('.')[0], 0) for o in ops if o.get(isa)}
      for fl in rec[0].fields:
         if fl.name != field:
            continue
         for name, v in fl.values:
            if 'RESERVED' in name or (isa, name) in NOT_RUN:
               continue
            short = name.replace(prefix, '')
            n += 1
            if v not in (table.get(short), table.get(RENAMED.get(short))):
               complain(isa, name, '= 0x%02X' % v, 'is', table.get(short, table.get(RENAMED.get(short))), 'in the opcode table')
   return n


alu = ET.parse(os.path.join(db, 'isa-alu.xml')).getroot().findall('op')
cf = ET.parse(os.path.join(db, 'isa-cf.xml')).getroot().findall('op')
fetch = ET.parse(os.path.join(db, 'isa-fetch.xml')).getroot().findall('op')
OPS = [('SQ_OP2_INST_', 'SQ_ALU_WORD1_OP2', 'ALU_INST', [o for o in alu if o.get('form') == 'op2']),
       ('SQ_OP3_INST_', 'SQ_ALU_WORD1_OP3', 'ALU_INST', [o for o in alu if o.get('form') == 'op3']),
       ('SQ_CF_INST_', 'SQ_CF_WORD1', 'CF_INST', [o for o in cf if o.get('form') == 'cf']),
       ('SQ_CF_INST_', 'SQ_CF_ALLOC_EXPORT_WORD1', 'CF_INST', [o for o in cf if o.get('form') == 'export']),
       ('SQ_CF_INST_', 'SQ_CF_ALU_WORD1', 'CF_INST', [o for o in cf if o.get('form') == 'alu']),
       ('SQ_TEX_INST_', 'SQ_TEX_WORD0', 'TEX_INST', [o for o in fetch if o.get('kind') == 'tex']),
       ('SQ_VTX_INST_', 'SQ_VTX_WORD0', 'VTX_INST', [o for o in fetch if o.get('kind') == 'vtx'])]

regs = [check_registers(*a) for a in (('R6xx/R7xx', 'r6xx-registers.txt', 'registers-r6xx.xml'),
                                      ('Evergreen', 'evergreen-registers.txt', 'registers-evergreen.xml'),
                                      ('Cayman', 'cayman-registers.txt', 'registers-cayman.xml'))]
for path in glob.glob(os.path.join(db, 'registers-*.xml')):
   check_overlap(dbxml.registers(path))
packets = check_packets()
words = [0, 0]
codes = 0
for isa in dbxml.ISAS:
   f, found, total = check_words(isa)
   words[0] += found
   words[1] += total
   codes += check_opcodes(isa, f, OPS)
print('registers %d of %d, packets %d of %d, ISA words %d of %d' % (
   sum(r[0] for r in regs), sum(r[1] for r in regs), *packets, *words))
print('registers: R6xx/R7xx %d of %d, Evergreen %d of %d, Cayman %d of %d; %d opcode values compared' % (
   *regs[0], *regs[1], *regs[2], codes))
for p in problems:
   print('error:', p)
sys.exit(1 if problems else 0)
