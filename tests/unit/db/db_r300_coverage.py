# SPDX-License-Identifier: MIT
"""Does db/r300 hold every field that its sources name? db_r300_coverage.py DBDIR

DBDIR/coverage/fields.txt indexes the sources: register, offset, count, field, bits, chips. Prints how many of its fields the database has and fails
when one is missing, stands elsewhere, has other bits, is not there on all its chips; when fields of one register overlap without saying so; when a
packet shares its number; when a PCI id is in two chips."""
import os
import sys
import xml.etree.ElementTree as ET

db = sys.argv[1]
sys.path.insert(0, os.path.join(db, '..', 'gen'))
import dbxml  # noqa: E402

LISTS = {'registers-r300.xml': ['r300', 'r400'], 'registers-r500.xml': ['r500']}
problems = []


def complain(*words):
   problems.append(' '.join(str(w) for w in words))


def check_overlap(f):
   for r in f.records:
      names = [fl.name for fl in r.fields]
      for n in {n for n in names if names.count(n) > 1}:
         complain(f.prefix, r.name, 'has field', n, 'twice')
      for i, a in enumerate(r.fields):
         if a.hi > 31 or a.lo > a.hi:
            complain(f.prefix, r.name, a.name, 'has bits', a.hi, a.lo)
         for b in r.fields[i + 1:]:
            if a.overlaps(b) and not (a.overlay or b.overlay):
               complain(f.prefix, r.name, a.name, 'and', b.name, 'overlap')
         for n, v in a.values:
            if v > a.mask:
               complain(f.prefix, r.name, a.name, n, 'does not fit its field')


def gens_of(text, default):
   return set((text or ' '.join(default)).split())


def has_field(records, field, hi, lo, gen, isas):
   """One of the records has the field on the chips; a field whose bits differ by chip has a reading with their name behind."""
   for r in records:
      if gen not in gens_of(r.gens, isas):
         continue
      for f in r.fields:
         if f.name in (field, '%s_%s' % (field, gen.upper())) and (f.hi, f.lo) == (hi, lo) and gen in gens_of(f.gens, isas):
            return True
   return False


def places(records, name):
   """{offset of an instance: [records]} of a register; the addresses of vertex arrays go in pairs."""
   at = {}
   for r in records:
      if r.name == name or name == 'VAP_VTX_AOS_ADDR' and r.name.startswith(name):
         for i in range(r.count):
            at.setdefault(r.instance_offset(i), []).append(r)
   return at


def check_fields():
   lists = [(dbxml.registers(os.path.join(db, n)), isas) for n, isas in LISTS.items()]
   words = dbxml.words(os.path.join(db, 'isa-words-pvs.xml'))
   for f in [l for l, _ in lists] + [words]:
      check_overlap(f)
   found = total = 0
   for line in open(os.path.join(db, 'coverage', 'fields.txt')):
      if not line.strip() or line.startswith('#'):
         continue
      name, offset, count, field, bits, gens = line.split()
      hi, lo = (int(x) for x in bits.split(':'))
      ok = True
      for gen in gens.split('+'):
         if offset == '-':
            ok &= has_field([r for r in words.records if r.name == name], field, hi, lo, gen, words.isas)
            continue
         f, isas = next(l for l in lists if gen in l[1])
         at = places(f.records, name)
         numbered = [field, field[:-1] + '1'] if name == 'VAP_VTX_AOS_ADDR' else [field]
         ok &= int(offset, 0) in at and len(at) == int(count) and any(
            has_field(at[int(offset, 0)], n, hi, lo, gen, isas) for n in numbered)
      total += 1
      found += ok
      if not ok:
         complain('lacks', line.strip())
   return found, total


def check_packets():
   seen = {}
   packets = ET.parse(os.path.join(db, 'packets.xml')).getroot().findall('packet')
   for p in packets:
      if seen.setdefault(p.get('op'), p.get('name')) != p.get('name'):
         complain('packets', seen[p.get('op')], 'and', p.get('name'), 'share', p.get('op'))
   return len(packets)


def check_chips():
   owner, chips = {}, ET.parse(os.path.join(db, 'chips.xml')).getroot().findall('chip')
   for c in chips:
      for i in c.get('pci').split():
         if owner.setdefault(int(i, 0), c.get('name')) != c.get('name'):
            complain('PCI id', i, 'is of', owner[int(i, 0)], 'and', c.get('name'))
   return len(chips), len(owner)


found, total = check_fields()
print('fields %d of %d, %d packets, %d chips with %d PCI ids' % (found, total, check_packets(), *check_chips()))
for p in problems:
   print('error:', p)
sys.exit(1 if problems else 0)
