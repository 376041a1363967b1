#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A text file as a C array of bytes that ends with a 0: embed.py FILE HEADER NAME"""
import sys

data = open(sys.argv[1], 'rb').read() + b'\0'
with open(sys.argv[2], 'w') as f:
   f.write('static const char %s[] = {\n' % sys.argv[3])
   for at in range(0, len(data), 24):
      f.write('   %s,\n' % ', '.join('%d' % (b - 256 if b > 127 else b) for b in data[at:at + 24]))
   f.write('};\n')
