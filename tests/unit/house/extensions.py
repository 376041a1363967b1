#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/extensions.md lists the extensions of the code, no others, and names tests that exist.

usage: extensions.py TOP
"""
import os
import re
import sys

# test names that are not their file's: prefix -> folder and file; the others are test_NAME.c in a folder of tests/unit
PLACES = (('gl_chip_', 'tests/gl/test_gl_%s.c'), ('egl_', 'tests/egl/test_egl_%s.c'))


def test_exists(top, name):
    for prefix, path in PLACES:
        if name.startswith(prefix):
            return os.path.exists(os.path.join(top, path % name[len(prefix):]))
    return any('test_%s.c' % name in names for _, _, names in os.walk(os.path.join(top, 'tests/unit')))


def main(top):
    code = set(re.findall(r'\{"(GL_\w+)", \w+\}', open(os.path.join(top, 'src/api/gles/state/gl_extensions.c')).read()))
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
            if not test_exists(top, t):
                print('%s: there is no test %s' % (name, t))
                bad += 1
    print('%d extensions' % len(code))
    return 1 if bad or not code else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
