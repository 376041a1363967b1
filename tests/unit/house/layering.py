#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Arrows point down only. Reads src/ and fails where

  include   a room includes one that it may not know (ALLOWED), or a family's database outside of its rooms
  register  a family's register, packet or ISA name stands outside of its rooms
  family    a family's name, or one of its generations', stands in code or a string outside of its rooms: only
            src/target names families (comments may)
  emulated  a room above the winsys asks whether the GPU is emulated
  class     src/terascale asks which generation or family a chip is: that is for chip_ops and for columns of
            db/chips.xml

layering.txt beside this file lists what is left, a rule and a file (or a folder, ended by /) a line, and may
only shrink: a line that is no longer needed fails, too.

usage: layering.py SRC
"""
import os
import re
import sys

SHARED_EMULATOR = {'emulator', 'emulator/core', 'emulator/simd', 'emulator/jit', 'emulator/raster', 'emulator/pixel',
                   'emulator/texture'}  # parts of any GPU
DRIVER = {'driver', 'pipe', 'winsys', 'compiler/ir', 'compiler/terascale', 'format', 'util'}

# room -> rooms whose headers it may include, beside its own
ALLOWED = {
    'util': set(),
    'format': {'pipe', 'util'},  # p_defines.h names the swizzles; it is an enumeration and includes nothing
    'pipe': {'format', 'util'},
    'compiler': {'compiler/ir', 'util'},
    'compiler/ir': {'util'},
    'compiler/glsl': {'compiler', 'compiler/ir', 'util'},
    'isa/terascale': {'util'},  # machine code as words, and its rules
    'isa/r300': {'util'},
    'isa/pica200': {'util'},
    'compiler/terascale': {'compiler/ir', 'isa/terascale', 'util'},
    'compiler/r300': {'compiler/ir', 'isa/r300', 'util'},
    'compiler/pica200': {'compiler/ir', 'isa/pica200', 'util'},
    **{room: SHARED_EMULATOR | {'format', 'util'} for room in SHARED_EMULATOR},
    'emulator/terascale': SHARED_EMULATOR | {'isa/terascale', 'format', 'util'},
    'emulator/r300': SHARED_EMULATOR | {'isa/r300', 'format', 'util'},
    'emulator/pica200': SHARED_EMULATOR | {'isa/pica200', 'format', 'util'},
    'kernel/device': {'util'},  # knows no GPU
    'kernel/radeon': {'kernel/device', 'kernel/radeon/checker', 'emulator', 'capture', 'util'},
    'kernel/radeon/checker': {'util'},
    'libemulator': {'target'},
    'libemulator/pica200': {'emulator/pica200', 'capture', 'util'},
    'capture': {'util'},
    'winsys': {'capture', 'emulator', 'util'},
    'winsys/radeon': {'winsys', 'kernel/radeon/checker', 'util'},
    'gbm': set(),  # a module of libgbm's; EGL knows its header
    'driver': {'pipe', 'winsys', 'compiler/ir', 'format', 'util'},  # what any driver needs
    'terascale': DRIVER,
    'r600': DRIVER | {'terascale'},
    'evergreen': DRIVER | {'terascale'},
    'r300': {'driver', 'pipe', 'winsys', 'compiler/ir', 'compiler/r300', 'format', 'util'},
    'pica200': {'driver', 'pipe', 'winsys', 'compiler/ir', 'compiler/pica200', 'format', 'util'},
    # the only room that knows every family
    'target': {'terascale', 'r300', 'pica200', 'compiler/pica200', 'isa/r300', 'isa/pica200', 'capture', 'winsys', 'winsys/radeon', 'pipe', 'compiler/ir', 'compiler/r300', 'compiler/terascale', 'emulator',
               'emulator/terascale', 'emulator/r300', 'emulator/pica200', 'kernel/device', 'kernel/radeon', 'kernel/radeon/checker', 'util'},
    'state_tracker': {'pipe', 'compiler', 'compiler/ir', 'format', 'util'},
    'api/gles': {'state_tracker', 'pipe', 'format', 'util'},  # entry points read no IR
    'api/egl': {'api/gles', 'state_tracker', 'target', 'pipe', 'gbm', 'format', 'util'},
}


class Family:
    def __init__(self, db, rooms, names, registers):
        self.db, self.rooms = db, rooms
        self.names, self.registers = re.compile(names, re.I), re.compile(registers)

    def owns(self, room):
        return room == 'target' or room in self.rooms


FAMILIES = [
    Family('db/terascale/',
           {'terascale', 'r600', 'evergreen', 'emulator/terascale', 'compiler/terascale', 'isa/terascale', 'kernel/radeon',
            'kernel/radeon/checker', 'winsys/radeon'},
           r'terascale|\br600|\br700|evergreen|cayman|\bvliw_',
           r'\b(?:R6|R7|EG|CM|TS)_[A-Z]\w*|\bDB_PKT3?_\w*|\bPKT3_\w+|\bDB_(?:R600|R700|EVERGREEN|CAYMAN)\b'),
    Family('db/r300/',
           {'r300', 'emulator/r300', 'compiler/r300', 'isa/r300', 'kernel/radeon', 'kernel/radeon/checker', 'winsys/radeon'},
           r'\br[345]00\b',
           r'\b(?:R3|R5|RX|R300)_[A-Z]\w*'),
    Family('db/pica200/', {'pica200', 'emulator/pica200', 'compiler/pica200', 'isa/pica200', 'libemulator/pica200'}, r'\bpica', r'\bPICA[WX]?_[A-Z]\w*'),
]
ABOVE_WINSYS = {'driver', 'terascale', 'r600', 'evergreen', 'r300', 'state_tracker', 'pipe', 'api/gles', 'api/egl', 'gbm', 'compiler',
                'compiler/ir', 'compiler/glsl', 'compiler/terascale', 'compiler/r300', 'pica200', 'compiler/pica200'}
EMULATED = re.compile(r'(?:\.|->)\s*emulated\b')
CHIP_CLASS = re.compile(r'\bDB_(R600|R700|EVERGREEN|CAYMAN|FAMILY_\w+)\b|chip->(gen|family)\s*[=!<>]')
OPS_BY_GENERATION = re.compile(r'\s*\[DB_\w+\] = &\w+_chip_ops,')
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def room_of(path):
    """The longest room that holds the path (relative to src); None: it stands in no room."""
    parts = path.split('/')
    for n in (3, 2, 1):
        if '/'.join(parts[:n]) in ALLOWED and len(parts) > n:
            return '/'.join(parts[:n])
    return None


def without_comments(text):
    """Comments become blanks, line by line; strings stay."""
    return COMMENT_OR_STRING.sub(lambda m: re.sub(r'[^\n]', ' ', m.group()) if m.group()[0] == '/' else m.group(), text)


def owns(family, room, path):
    return family.owns(room) or any(path.startswith(r + '/') for r in family.rooms)


def check_include(room, path, target_path):
    """The rule that an include breaks; None."""
    for family in FAMILIES:
        if target_path.startswith(family.db) and not owns(family, room, path):
            return 'include'
    target = room_of(target_path)
    return 'include' if target and target != room and target not in ALLOWED[room] else None


def check_line(room, path, line):
    """The rules that a line of code breaks, each with what breaks it."""
    for family in FAMILIES:
        if owns(family, room, path):
            continue
        m = family.registers.search(line)
        if m:
            yield 'register', m.group()
        m = family.names.search(family.registers.sub('', line))
        if m:
            yield 'family', m.group()
    if room in ABOVE_WINSYS and EMULATED.search(line):
        yield 'emulated', 'a question whether the GPU is emulated'
    if room == 'terascale' and CHIP_CLASS.search(line) and not OPS_BY_GENERATION.match(line):
        yield 'class', 'a test of the chip class'


def check_file(src, path):
    """(rule, line number, what) for everything that a file breaks."""
    room = room_of(path)
    if room is None:
        return [('room', 1, 'stands in no known room')]
    found = []
    with open(os.path.join(src, path), errors='replace') as f:
        text = f.read()
    for n, (raw, line) in enumerate(zip(text.split('\n'), without_comments(text).split('\n')), 1):
        m = INCLUDE.match(raw)
        if m:
            rule = check_include(room, path, m.group(1))
            if rule:
                found.append((rule, n, '%s may not include %s' % (room, m.group(1))))
        else:
            found += [(rule, n, what) for rule, what in check_line(room, path, line)]
    return found


def check_tree(src, exceptions):
    """Sentences about what is wrong, and how many files were read. exceptions: {(rule, path)}."""
    bad, files, used = [], 0, set()
    for folder, _, names in sorted(os.walk(src)):
        for name in sorted(names):
            if not name.endswith(('.c', '.h')):
                continue
            path = os.path.relpath(os.path.join(folder, name), src)
            files += 1
            for rule, n, what in check_file(src, path):
                excepted = {(rule, path), (rule, os.path.dirname(path) + '/')} & exceptions
                used |= excepted
                if not excepted:
                    bad.append('%s: %s:%d: %s' % (rule, path, n, what))
    bad += ['layering.txt: "%s %s" is no longer needed' % e for e in sorted(exceptions - used)]
    return bad, files


def read_exceptions(path):
    with open(path) as f:
        return {tuple(line.split()) for line in f if line.strip() and not line.startswith('#')}


def main(src):
    exceptions = read_exceptions(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'layering.txt'))
    bad, files = check_tree(src, exceptions)
    for b in bad:
        print(b)
    print('%d files, %d exceptions, %d not allowed' % (files, len(exceptions), len(bad)))
    return 1 if bad or files < 100 else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
