# SPDX-License-Identifier: MIT
"""Does db/pica200 hold every register and field that its sources name? db_pica_coverage.py DBDIR

DBDIR/coverage/seed.txt lists the headings and bit rows of 3dbrew's register page, fields.txt what all sources together name. Prints how many of each the
database has and fails when one is missing or stands elsewhere, when the database has one that fields.txt lacks, when fields of one register overlap,
when two instructions share a code or a format's widths do not fit."""
import os
import sys
import xml.etree.ElementTree as ET

db = sys.argv[1]
sys.path.insert(0, os.path.join(db, '..', 'gen'))
import dbxml  # noqa: E402

IO_BASE = 0x10400000
problems = []


def complain(*words):
   problems.append(' '.join(str(w) for w in words))


def lines(name):
   with open(os.path.join(db, 'coverage', name)) as f:
      return [l.split() for l in f if l.strip() and not l.startswith('#')]


def check_record(r):
   for i, a in enumerate(r.fields):
      if a.hi > 31 or a.lo > a.hi:
         complain(r.name, a.name, 'has bits', a.hi, a.lo)
      for b in r.fields[i + 1:]:
         if a.overlaps(b) or a.name == b.name:
            complain(r.name, a.name, 'and', b.name, 'overlap')
      for n, v in a.values:
         if v > a.mask:
            complain(r.name, a.name, n, 'does not fit its field')


def check_seed(records):
   """A row's fields lie in its bits or contain them: the sources may disagree about the width, not about the place."""
   headings = rows = found = 0
   for heading, bits, where in (l for l in lines('seed.txt')):
      if bits == '-':
         headings += 1
         if where not in records:
            complain(heading, 'has no register')
         continue
      rows += 1
      hi, lo = (int(x) for x in bits.split(':'))
      ok = True
      for name in where.split('+'):
         record, field = name.split('.')
         f = next((f for f in records[record].fields if f.name == field), None)
         ok &= f is not None and (f.lo >= lo and f.hi <= hi or f.lo <= lo and f.hi >= hi)
      found += ok
      if not ok:
         complain('seed row', heading, bits, 'is not', where)
   return headings, found, rows


def check_fields(gpu, mmio):
   at = {}
   for f, unit, base in ((gpu, 4, 0), (mmio, 1, IO_BASE)):
      for r in f.records:
         for i in range(r.count):
            at[base + r.instance_offset(i) // unit] = r
   found, listed, registers = 0, {}, set()
   for name, number, field, bits in lines('fields.txt'):
      r = at.get(int(number, 0))
      registers.add(number)
      hi, lo = (int(x) for x in bits.split(':'))
      ok = r is not None and any((f.name, f.hi, f.lo) == (field, hi, lo) for f in r.fields)
      found += ok
      if ok:
         listed.setdefault(r.name, set()).add(field)
      else:
         complain('lacks', name, number, field, bits)
   for r in gpu.records + mmio.records:
      for f in r.fields:
         if f.name not in listed.get(r.name, ()):
            complain(r.name, f.name, 'is in no source')
   return found, len(lines('fields.txt')), len(registers)


def check_ops():
   owner = {}
   ops = ET.parse(os.path.join(db, 'isa.xml')).getroot().findall('op')
   for o in ops:
      for i in range(int(o.get('codes', '1'))):
         code = int(o.get('code'), 0) + i
         if owner.setdefault(code, o.get('name')) != o.get('name') or code > 63:
            complain('code', code, 'is of', owner[code], 'and', o.get('name'))
   return len(ops), len(owner)


def check_formats():
   n = 0
   for f in ET.parse(os.path.join(db, 'formats.xml')).getroot():
      widths = sum(int(f.get(c, '0')) for c in 'rgblads')
      n += 1
      if widths != int(f.get('bits')) and not f.get('name').startswith('ETC1'):
         complain('format', f.get('name'), 'has', widths, 'bits in', f.get('bits'))
   return n


gpu, mmio, words = (dbxml.records(os.path.join(db, n)) for n in ('registers-gpu.xml', 'registers-mmio.xml', 'words.xml'))
for r in gpu.records + mmio.records + words.records:
   check_record(r)
print('headings %d, bit rows %d of %d' % check_seed({r.name: r for r in gpu.records + words.records}))
print('fields %d of %d of %d registers' % check_fields(gpu, mmio))
print('%d instructions with %d codes, %d formats' % (*check_ops(), check_formats()))
for p in problems:
   print('error:', p)
sys.exit(1 if problems else 0)
