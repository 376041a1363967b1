#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/environment.md and the code name the same variables and the same TERAGL_DEBUG flags.

usage: environment.py TOP
"""
import os
import re
import sys


def read(path):
    return open(path, errors='replace').read()


def main(top):
    read_by_code = set()
    for room in ('src', 'tools'):
        for folder, _, names in os.walk(os.path.join(top, room)):
            for name in names:
                if name.endswith('.c'):
                    read_by_code |= set(re.findall(r'getenv\("((?:TERAGL|EGL)_\w+)"\)', read(os.path.join(folder, name))))
    flags = set(re.findall(r'\{"(\w+)",\s*U_DEBUG_\w+,', read(os.path.join(top, 'src/util/u_debug.c'))))
    doc = read(os.path.join(top, 'docs/environment.md'))
    documented = set(re.findall(r'^\| `((?:TERAGL|EGL)_\w+)', doc, re.M))
    documented_flags = set(re.findall(r'^\| `([a-z0-9]+)` \|', doc, re.M))
    bad = 0
    for what, code, text in (('variable', read_by_code, documented), ('flag', flags, documented_flags)):
        for name in sorted(code - text):
            print('%s %s is not in docs/environment.md' % (what, name))
        for name in sorted(text - code):
            print('%s %s is documented, but nothing reads it' % (what, name))
        bad += len(code ^ text)
        print('%d %ss in the code, %d in the document' % (len(code), what, len(text)))
    return 1 if bad or not read_by_code or not flags else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
