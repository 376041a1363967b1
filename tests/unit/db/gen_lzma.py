# SPDX-License-Identifier: MIT
"""Data and what dbxml.pack() makes of it, as C for test_db_packed.c: gen_lzma.py OUT.c"""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../db/gen'))
import dbxml  # noqa: E402


def noise(n, most=256):
   return bytes(random.randrange(most) for _ in range(n))


def mixed(n):
   """Literals, matches near and far, the same distance again, an older one, single bytes of it."""
   data = bytearray(noise(64))
   while len(data) < n:
      at = random.choice((1, 2, 3, 5, 100, 1000, random.randrange(1, len(data) + 1)))
      at = min(at, len(data))
      for _ in range(random.choice((1, 2, 3, 4, 9, 10, 17, 18, 273, 600))):
         data.append(data[-at])
      if random.random() < 0.5:
         data += noise(random.choice((1, 2, 5)))
      if random.random() < 0.3:
         data.append(data[-at] ^ 1 << random.randrange(8))
   return bytes(data[:n])


def fnv(data):
   h = 0x811c9dc5
   for b in data:
      h = (h ^ b) * 0x01000193 & 0xffffffff
   return h


def main(dst):
   random.seed(1)
   far = noise(100)
   cases = [noise(1), b'a' * 5000, noise(3000), noise(4000, 3), b'ab' * 3000 + b'abc' * 2000, far + noise(150000, 2) + far, mixed(30000), mixed(100000)]
   out = ['#include "tests/unit/db/db_packed.h"\n']
   rows = []
   for i, data in enumerate(cases):
      packed = dbxml.pack(data)
      out.append('static const uint8_t case_%d[] = {%s};' % (i, ', '.join(map(str, packed))))
      rows.append('{case_%d, sizeof case_%d, %d, 0x%xu}' % (i, i, len(data), fnv(data)))
   out.append('const struct packed_case packed_cases[] = {%s};' % ', '.join(rows))
   out.append('const unsigned num_packed_cases = %d;\n' % len(rows))
   open(dst, 'w').write('\n'.join(out))


main(sys.argv[1])
