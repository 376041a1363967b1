# SPDX-License-Identifier: MIT
"""Readers of the XML files in db/ and helpers that the generators share: one small class per thing described.

Leaves out any output format: each generator writes its own file."""
import collections
import lzma
import re
import xml.etree.ElementTree as ET

ISAS = ['r600', 'r700', 'evergreen', 'cayman']  # enum db_gen order
R300_GENS = ['r300', 'r400', 'r500']  # enum r300_gen order
PICA_GENS = ['pica200']
ISA_PREFIX = {'r600': 'R6', 'r700': 'R7', 'evergreen': 'EG', 'cayman': 'CM'}


def gens_mask(text, default):
   """'r600 r700' -> bit mask by the family's enumeration of generations; empty means default."""
   names = (text or '').split() or default
   family = next(f for f in (ISAS, R300_GENS, PICA_GENS) if names[0] in f)
   return sum(1 << family.index(n) for n in names)


class Field:
   def __init__(self, node, enums):
      self.name = node.get('name')
      hi, _, lo = node.get('bits').partition(':')
      self.hi, self.lo = int(hi), int(lo or hi)
      self.width = self.hi - self.lo + 1
      self.mask = (1 << self.width) - 1
      self.aka = (node.get('aka') or '').split()
      self.gens = node.get('gens')
      self.overlay = node.get('overlay') == '1'
      self.values = [(v.get('name'), int(v.get('v'), 0)) for v in node.findall('value')]
      if node.get('enum'):
         self.values = enums[node.get('enum')]

   def overlaps(self, other):
      return self.lo <= other.hi and other.lo <= self.hi


class Record:
   """A register or an instruction word."""

   def __init__(self, node, enums):
      self.name = node.get('name')
      self.base = node.get('base')
      self.block = node.get('block', '')
      self.gens = node.get('gens')
      self.doc = node.get('doc')
      self.offset = int(node.get('offset', '0'), 0)
      self.pattern = node.get('pattern')
      self.stride = int(node.get('stride', '0'), 0)
      self.count = int(node.get('count', '1'))
      self.first = int(node.get('first', '0'))
      self.split = int(node.get('split', '0'))
      self.stride2 = int(node.get('stride2', '0'), 0)
      self.live = node.get('live') == 'draw'
      self.live_gens = node.get('live_gens')
      self.fields = [Field(f, enums) for f in node.findall('field')]

   def instance_offset(self, i):
      if self.split and i >= self.split:
         return self.offset + self.split * self.stride + (i - self.split) * self.stride2
      return self.offset + i * self.stride

   def instance_name(self, i):
      return self.pattern.replace('%u', str(i + self.first)) if self.pattern else self.name


class RecordFile:
   def __init__(self, path, tag):
      root = ET.parse(path).getroot()
      self.prefix = root.get('prefix')
      self.isas = root.get('isa').split()
      self.doc = root.get('doc')
      enums = {e.get('name'): [(v.get('name'), int(v.get('v'), 0)) for v in e.findall('value')]
               for e in root.findall('enum')}
      self.records = [Record(n, enums) for n in root.findall(tag)]
      by_name = {r.name: r for r in self.records}
      for r in self.records:  # a form inherits what it does not replace
         chain = r.base
         while chain:
            base = by_name[chain]
            for f in base.fields:
               if not any(f.overlaps(g) for g in r.fields):
                  r.fields.append(f)
            chain = base.base
         r.fields.sort(key=lambda f: (f.lo, f.hi))


def registers(path):
   return RecordFile(path, 'register')


def words(path):
   return RecordFile(path, 'word')


def records(path):
   """Of a file of registers or of words."""
   return (words if ET.parse(path).getroot().tag == 'words' else registers)(path)


def packet_words(path):
   """[(packet node or None, position in its body, Record)]: dwords of packets, then words of the DMA ring, by their C names."""
   root = ET.parse(path).getroot()
   enums = {'EVENT': []}
   words = []
   for p in root.findall('packet'):
      for i, node in enumerate(p.findall('dw')):
         rec = Record(node, enums)
         rec.name = 'PKT3_%s_DW%d' % (p.get('name'), i)
         words.append((p, i, rec))
   for node in root.findall('dma'):
      rec = Record(node, enums)
      rec.name = 'DMA_' + rec.name
      words.append((None, 0, rec))
   return words


class Pool:
   """The names, fields and values of a file of tables: struct db_pool. Equal lists stand there once, and a name that ends another is its end."""

   def __init__(self):
      self.names, self.fields, self.values = set(), [], []
      self.lists = {}

   def place(self, array, items):
      """The position of a list of items in an array, put there unless it is."""
      key = id(array), tuple(items)
      if key not in self.lists:
         self.lists[key] = len(array)
         array.extend(items)
      return self.lists[key]

   def place_fields(self, fields, gens):
      """The position of the first of a record's fields. gens: those that a field has which names none."""
      rows = []
      for f in fields:
         for n, _ in f.values:
            self.names.add(n)
         self.names.add(f.name)
         values = self.place(self.values, [(v, n) for n, v in f.values]) if f.values else 0
         rows.append((f.name, values, len(f.values), gens_mask(f.gens, gens), f.lo, f.width | f.overlay << 7))
      return self.place(self.fields, rows) if rows else 0

   def place_names(self):
      """The names behind each other, and where each begins: a dictionary."""
      backwards = sorted(n[::-1] for n in self.names)
      whole = sorted(n[::-1] for n, after in zip(backwards, backwards[1:] + ['']) if not after.startswith(n))
      at, offsets = 0, {}
      for n in whole:
         for i in range(len(n)):
            offsets.setdefault(n[i:], at + i)
         at += len(n) + 1
      assert at < 65536 and len(self.fields) < 65536 and len(self.values) < 65536
      return whole, offsets

   def rows(self, offsets):
      """The fields and the values as numbers, in the order of the members of struct db_pooled_field and struct db_enum_value."""
      return [(offsets[f[0]],) + f[1:] for f in self.fields], [(v, offsets[n]) for v, n in self.values]

   def text(self, lines):
      """C: the pool, then the lines that were made with it."""
      whole, offsets = self.place_names()
      fields, values = self.rows(offsets)
      row = '   {%s},\n'.__mod__
      pool = ['static const char names[] =\n%s;' % ('\n'.join('   "%s\\0"' % n for n in whole) or '   ""'),
              'static const struct db_pooled_field fields[] = {\n%s};' % ''.join(row(', '.join(map(str, f))) for f in fields or [(0,)]),
              'static const struct db_enum_value values[] = {\n%s};' % ''.join(row(', '.join(map(str, v))) for v in values or [(0,)]),
              'static const struct db_pool pool = {names, fields, values};']
      return '\n\n'.join(pool) + '\n\n' + '\n'.join(lines)


def columns(rows, sizes):
   """Rows of numbers as bytes: all lowest bytes of the first member, then its next bytes, then the second member ..., as db_unpack() reads them."""
   assert all(len(row) == len(sizes) for row in rows)
   assert all(0 <= v < 1 << 8 * size for row in rows for v, size in zip(row, sizes))
   return b''.join(bytes(row[i] >> 8 * k & 255 for row in rows) for i, size in enumerate(sizes) for k in range(size))


def pack(data):
   """LZMA as db_lzma.c reads it: without contexts by position or by the byte before."""
   filters = [{'id': lzma.FILTER_LZMA1, 'preset': 9 | lzma.PRESET_EXTREME, 'lc': 0, 'lp': 0, 'pb': 0, 'dict_size': 1 << 18}]
   return lzma.compress(data, format=lzma.FORMAT_RAW, filters=filters)


def packet_table(path, prefix, gens):
   """Lines of C: a table of struct db_packet, <prefix>_packet_table. gens: those that a packet has which names none."""
   root = ET.parse(path).getroot()
   records = {(p.get('name'), i): rec for p, i, rec in packet_words(path) if p is not None}
   pool, packets, dws = Pool(), [], []
   for p in root.findall('packet'):
      name = p.get('name')
      body = []
      for i, d in enumerate(p.findall('dw')):
         fields = records[name, i].fields
         body.append((d.get('name'), d.get('reg'), pool.place_fields(fields, gens), len(fields)))
      packets.append((name, p.get('op'), gens_mask(p.get('gens'), gens), 'false' if p.get('user') else 'true',
                      'false' if p.get('user') == '0' else 'true', p.get('min'), int(p.get('max') or 0x4000), p.get('rest'), len(dws), len(body)))
      dws += body
   pool.names |= {n for d in dws for n in d[:2] if n} | {p[7] for p in packets if p[7]}
   _, offsets = pool.place_names()
   at = lambda name: offsets[name] if name else 'DB_NO_NAME'
   out = ['static const struct db_packet_dw dws[] = {\n%s\n};' % '\n'.join(
      '   {%s, %s, %d, %d},' % (at(name), at(reg), *rest) for name, reg, *rest in dws)]
   out.append('static const struct db_packet packets[] = {\n%s\n};' % '\n'.join(
      '   {"%s", %s, 0x%x, %s, %s, %s, %d, %s, %d, %d},' % (p[:7] + (at(p[7]),) + p[8:]) for p in packets))
   out.append('const struct db_packet_table %s_packet_table = {packets, %d, dws, &pool};\n' % (prefix, len(packets)))
   return [pool.text(out)]


def banner(what, source):
   return ('/* SPDX-License-Identifier: MIT\n * %s\n * Generated from %s at build time; do not edit. */\n' % (what, source))


def c_ident(name):
   return re.sub(r'\W', '_', name)


def short_values(f, taken):
   """Enum names that mean one value in the whole file, as {name: value}."""
   seen = collections.OrderedDict()
   bad = set()
   for r in f.records:
      for fld in r.fields:
         for n, v in fld.values:
            if seen.setdefault(n, v) != v:
               bad.add(n)
   return collections.OrderedDict((n, v) for n, v in seen.items() if n not in bad and n not in taken)


def emit_record(out, prefix, r, with_values=True):
   """The pack struct, pack macro, getters and enum constants of one register or word."""
   p = '%s_%s' % (prefix, r.name)
   fields = r.fields
   members = []
   for f in fields:
      decl = ' '.join('uint32_t %s;' % n for n in [f.name] + f.aka)
      members.append('union {%s};' % decl if f.aka else decl)
   out.append('struct %s_fields {%s};' % (p, ' '.join(members)))
   terms = ['db_fit(f.%s, 0x%xu)%s' % (f.name, f.mask, ' << %d' % f.lo if f.lo else '') if f.width < 32 else 'f.%s' % f.name
            for f in fields]
   out.append('static inline uint32_t %s_pack(struct %s_fields f) {return %s;}' % (p, p, ' | '.join(terms) or '0'))
   out.append('#define %s(...) %s_pack((struct %s_fields){__VA_ARGS__})' % (p, p, p))
   for f in fields:
      for n in [f.name] + f.aka:
         if f.width == 32:
            out.append('#define %s_get_%s(dw) ((uint32_t)(dw))' % (p, n))
            out.append('#define %s_set_%s(dw, v) ((void)(dw), (uint32_t)(v))' % (p, n))
         else:
            out.append('#define %s_get_%s(dw) ((uint32_t)(dw) >> %d & 0x%xu)' % (p, n, f.lo, f.mask))
            out.append('#define %s_set_%s(dw, v) (((uint32_t)(dw) & ~(0x%xu << %d)) | db_fit(v, 0x%xu) << %d)'
                       % (p, n, f.mask, f.lo, f.mask, f.lo))
      if with_values and not f.name.endswith('_INST'):
         for n, v in f.values:
            out.append('#define %s__%s__%s %d' % (p, f.name, n, v))
