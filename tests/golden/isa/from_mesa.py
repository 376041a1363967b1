#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns a log of Mesa's r600 driver (R600_DEBUG=vs,ps,nosb) into golden files: the program's words and, as facts,
what each instruction is. usage: from_mesa.py CHIP LOG OUTPUT-FOLDER NAME...

The log must separate programs by lines "@@ begin NAME" and "@@ end NAME". One file per program and stage; the last
variant of each stage is taken. See README.md for the format."""
import re
import sys

CF = re.compile(r'^(\d{4}) ([0-9A-F]{8}) ([0-9A-F]{8})  (\S.*)$')
ALU = re.compile(r'^ (\d{4}) ([0-9A-F]{8}) ([0-9A-F]{8})\s+(?:\d+ )?([xyzwt]):(.)\s+(\S+)\s+(.*)$')
LIT = re.compile(r'^ (\d{4}) ([0-9A-F]{8})\s+-?[0-9.naif]+ \(')
FETCH = re.compile(r'^ (\d{4}) ([0-9A-F]{8}) ([0-9A-F]{8}) ([0-9A-F]{8})\s+(\S+)\s+(.*)$')


def operands(text):
    text = re.sub(r'\[0x([0-9A-F]{8}) [^\]]*\]', r'0x\1', text)
    text = text.replace('__.', '_.')
    return ' '.join(text.replace(',', ' ').split())


def convert(block):
    words, facts = {}, []
    stage = None
    for line in block:
        m = re.match(r'^bytecode (\d+) dw -- (\d+) gprs -- (\d+) nstack', line)
        if m:
            words, facts, head = {}, [], m.groups()
            continue
        m = FETCH.match(line)
        if m:
            at = int(m[1])
            for i in range(3):
                words[at + i] = m[2 + i]
            words[at + 3] = '00000000'
            facts.append(('vtx' if 'FETCH' in m[5] else 'tex', at, m[5], operands(m[6])))
            continue
        m = ALU.match(line)
        if m:
            at = int(m[1])
            words[at], words[at + 1] = m[2], m[3]
            op = m[6].replace('ALU_NOP', 'NOP') + (' ' + m[5] if m[5] != ' ' else '')
            facts.append(('alu', at, m[4] + ' ' + op, operands(m[7])))
            continue
        m = LIT.match(line)
        if m:
            words[int(m[1])] = m[2]
            continue
        m = CF.match(line)
        if m:
            at = int(m[1])
            words[at], words[at + 1] = m[2], m[3]
            facts.append(('cf', at, ' '.join(m[4].split()), ''))
            continue
        m = re.search(r'processor_type=(\d)', line)
        if m:
            stage = m[1]
        if line.startswith('}') and words:
            # a vertex shader's type is 0, which is not printed
            if stage in (None, '4'):
                yield 'fs' if stage else 'vs', head, words, facts
            words, stage = {}, None


def main():
    chip, log, folder, names = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    blocks, name = {}, None
    for line in open(log, errors='replace'):
        line = line.rstrip('\n')
        if line.startswith('@@ begin '):
            name = line[9:].split('/')[-1]
            blocks[name] = []
        elif line.startswith('@@ end '):
            name = None
        elif name:
            blocks[name].append(line)
    for n in names:
        last = {stage: (head, words, facts) for stage, head, words, facts in convert(blocks[n])}
        for stage, (head, words, facts) in last.items():
            size = int(head[0])
            with open('%s/%s-%s-%s.txt' % (folder, chip, n, stage), 'w') as f:
                f.write('chip %s\nsize %d\n' % (chip, size))
                for i in range(0, size, 8):
                    f.write(' '.join(words.get(k, '00000000') for k in range(i, min(size, i + 8))) + '\n')
                f.write('facts\n')
                for kind, at, what, ops in facts:
                    f.write(' '.join(('%s %d %s %s' % (kind, at, what, ops)).split()) + '\n')


main()
