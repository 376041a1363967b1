#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/pica200.md lists every parameter of the PICA200 emulator's pixel half with its default.

usage: pica_params.py ROOT
"""
import os
import re
import sys


def parameters(header):
    """Names and defaults of the table PICA_PARAMS."""
    return dict(re.findall(r'X\((\w+),\s*(\d+),\s*\d+,', header.replace('\\\n', '')))


def rows(page):
    return dict(re.findall(r'^\| `(\w+)` \| (\d+) \|', page, re.M))


def main():
    root = sys.argv[1]
    with open(os.path.join(root, 'src/emulator/pica200/pixel_params.h')) as f:
        code = parameters(f.read())
    with open(os.path.join(root, 'docs/pica200.md')) as f:
        page = rows(f.read())
    for name in sorted(code.keys() | page.keys()):
        if code.get(name) != page.get(name):
            print(f'{name}: {code.get(name)} in pixel_params.h, {page.get(name)} in docs/pica200.md')
    wrong = sum(code.get(n) != page.get(n) for n in code.keys() | page.keys())
    print(f'{len(code)} parameters, {wrong} wrong')
    return 1 if wrong or len(code) < 10 else 0


if __name__ == '__main__':
    sys.exit(main())
