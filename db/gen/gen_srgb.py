# SPDX-License-Identifier: MIT
"""The sRGB curve of IEC 61966-2-1 as exact floats: gen_srgb.py OUT"""
import sys
from decimal import Decimal, getcontext
from fractions import Fraction
import struct

getcontext().prec = 60  # far more than a float needs, so that the nearest one is certain


def linear(code):
   c = Decimal(code) / 255
   return c / Decimal('12.92') if c <= Decimal('0.04045') else (((c + Decimal('0.055')) / Decimal('1.055')).ln() * Decimal('2.4')).exp()


def nearest_float(value):
   bits = struct.unpack('<I', struct.pack('<f', float(value)))[0]
   near = [struct.unpack('<f', struct.pack('<I', b))[0] for b in (max(bits - 1, 0), bits, bits + 1)]
   return min(near, key=lambda f: abs(Fraction(f) - Fraction(value)))


def table(name, values):
   return ['const float %s[256] = {' % name] + ['   %sf,' % nearest_float(v).hex() for v in values] + ['};', '']


def main(dst):
   half = Decimal('0.5')
   lines = ['/* Made by db/gen/gen_srgb.py. */', '#include "format/srgb.h"', '']
   lines += table('format_srgb_linear', [linear(n) for n in range(256)])
   lines += table('format_srgb_threshold', [Decimal(0)] + [linear(n - half) for n in range(1, 256)])
   with open(dst, 'w') as f:
      f.write('\n'.join(lines))


main(sys.argv[1])
