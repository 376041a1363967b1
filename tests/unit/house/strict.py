#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/strict.md has the rules of strict hardware as src/emulator/terascale/strict/rules.c and src/emulator/r300/strict/rules.c have them.

usage: strict.py TOP [--write]     --write puts the table into the document
"""
import os
import re
import sys

ROW = re.compile(r'\[STRICT_(\w+)\] =\s*\{\s*"(\w+)",\s*([A-Z0-9_ |]+?),\s*STRICT_(FAULT|REMARK),\s*'
                 r'((?:"(?:\\.|[^"\\])*"\s*)+),\s*((?:"(?:\\.|[^"\\])*"\s*)+)\}')
CHIPS = {'ALL': 'all', 'OLD': 'R6xx, R7xx', 'NEW': 'Evergreen, Cayman', 'R6XX': 'R6xx', 'R7XX': 'R7xx', 'EG': 'Evergreen',
         'CM': 'Cayman', 'OLD | EG': 'R6xx to Evergreen', 'R7XX | NEW': 'from R7xx on'}
R300_ROW = re.compile(r'\[R300_RULE_(\w+)\] =\s*\{\s*"(\w+)",\s*((?:"(?:\\.|[^"\\])*"\s*)+),\s*((?:"(?:\\.|[^"\\])*"\s*)+)\}')
BEGIN, END = '| rule | chips | what has to be | source |\n| --- | --- | --- | --- |\n', '\n\n'


def text(literals):
    return ''.join(re.findall(r'"((?:\\.|[^"\\])*)"', literals)).replace('\\"', '"').replace('|', '\\|')


def order(name):
    letters, number, rest = re.match(r'(\D+)(\d*)(.*)', name).groups()
    return 'SRXM'.find(letters[0]), letters, int(number or 0), rest


def rows(source):
    found = []
    if len(ROW.findall(source)) != len(re.findall(r'^ *\[STRICT_\w+\] =', source, re.M)):
        sys.exit('rules.c has rows that this script does not understand')
    for _, name, chips, severity, what, where in ROW.findall(source):
        remark = ' *(remark)*' if severity == 'REMARK' else ''
        found.append((order(name), '| %s | %s | %s%s | %s |' % (name, CHIPS.get(chips, chips), text(what), remark, text(where))))
    return [line for _, line in sorted(found)]


def r300_rows(source):
    if len(R300_ROW.findall(source)) != len(re.findall(r'^ *\[R300_RULE_\w+\] =', source, re.M)):
        sys.exit('rules.c of R300 has rows that this script does not understand')
    return ['| %s | R300 to R500 | %s | %s |' % (name, text(what), text(where)) for _, name, what, where in R300_ROW.findall(source)]


def main(top, *options):
    with open(os.path.join(top, 'src/emulator/terascale/strict/rules.c')) as f:
        source = f.read()
    with open(os.path.join(top, 'src/emulator/r300/strict/rules.c')) as f:
        lines = rows(source) + r300_rows(f.read())
    path = os.path.join(top, 'docs/strict.md')
    with open(path) as f:
        doc = f.read()
    before, _, rest = doc.partition(BEGIN)
    table, _, behind = rest.partition(END)
    if options == ('--write',):
        with open(path, 'w') as f:
            f.write(before + BEGIN + '\n'.join(lines) + END + behind)
        return 0
    there = table.split('\n')
    for line in sorted(set(lines) - set(there)):
        print('not in docs/strict.md: %s' % line)
    for line in sorted(set(there) - set(lines)):
        print('no longer a rule: %s' % line)
    print('%d rules, %d rows' % (len(lines), len(there)))
    return 0 if lines == there else 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
