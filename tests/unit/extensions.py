#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/extensions.md lists the extensions of the code, no others, and names tests that exist.

usage: extensions.py TOP
"""
import os
import re
import sys

# test name -> folder and file, longest prefix first
PLACES = (('gl_chip_', 'tests/gl/test_gl_%s.c'), ('egl_', 'tests/egl/test_egl_%s.c'), ('', 'tests/unit/test_%s.c'))


def test_file(top, name):
    for prefix, path in PLACES:
        if name.startswith(prefix):
            return os.path.join(top, path % name[len(prefix):])


def main(top):
    code = set(re.findall(r'\{"(GL_\w+)", \w+\}', open(os.path.join(top, 'src/api/gles2/gl_extensions.c')).read()))
    rows = re.findall(r'^\| (GL_\w+) \| ([^|]+) \| ([^|]+) \|$', open(os.path.join(top, 'docs/extensions.md')).read(), re.M)
    text = {r[0] for r in rows}
    bad = len(rows) - len(text)
    for name in sorted(code - text):
        print('%s is not in docs/extensions.md' % name)
    for name in sorted(text - code):
        print('%s is documented, but not in the code' % name)
    bad += len(code ^ text)
    for name, _, tests in rows:
        for t in tests.split(', '):
            if not os.path.exists(test_file(top, t)):
                print('%s: there is no test %s' % (name, t))
                bad += 1
    print('%d extensions' % len(code))
    return 1 if bad or not code else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
