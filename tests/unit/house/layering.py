#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Arrows point down only: reads every #include of src/ and fails where a room includes one that it may not know, and where
src/terascale asks which generation or family a chip is: that is for chip_ops and for columns of db/terascale/chips.xml.

usage: layering.py SRC
"""
import os
import re
import sys

# room -> rooms whose headers it may include, beside its own and the generated db headers
ALLOWED = {
    'util': set(),
    'pipe': {'format', 'util'},
    'format': {'pipe', 'util'}, # p_defines.h is an enumeration and includes nothing
    'compiler': {'util'},
    'compiler/ir': {'util'},
    'compiler/glsl': {'compiler', 'compiler/ir', 'util'},
    'compiler/terascale': {'compiler/ir', 'util'},
    'emulator': {'format', 'util'},
    'kernel/radeon/checker': {'util'},
    'gbm': set(),  # a module of libgbm's; EGL knows its header
    'capture': {'util'},
    'kernel': {'kernel/radeon/checker', 'emulator', 'winsys', 'capture', 'util'},
    'libemulator': {'kernel/radeon/checker', 'emulator'},
    'winsys': {'kernel/radeon/checker', 'emulator', 'capture', 'util'},
    'target': {'winsys', 'util'},
    'terascale': {'format', 'pipe', 'winsys', 'compiler/ir', 'compiler/terascale', 'util'},
    'r600': {'terascale', 'format', 'pipe', 'winsys', 'compiler/ir', 'compiler/terascale', 'util'},
    'evergreen': {'terascale', 'format', 'pipe', 'winsys', 'compiler/ir', 'compiler/terascale', 'util'},
    'state_tracker': {'format', 'pipe', 'compiler', 'compiler/ir', 'util'},
    'api/gles': {'state_tracker', 'format', 'pipe', 'compiler', 'compiler/ir', 'util'},
    # EGL opens the screen: the one place above the state tracker that names the driver and the winsys
    'api/egl': {'api/gles', 'state_tracker', 'terascale', 'winsys', 'format', 'pipe', 'gbm', 'util'},
}
CHIP_CLASS = re.compile(r'\bDB_(R600|R700|EVERGREEN|CAYMAN|FAMILY_\w+)\b|chip->(gen|family)\s*[=!<>]')
OPS_BY_GENERATION = re.compile(r'\s*\[DB_\w+\] = &\w+_chip_ops,')
ALLOWED['compiler'] |= {'compiler/ir'}


def room_of(path):
    """The longest room that holds the path (relative to src)."""
    parts = path.split('/')
    for n in (3, 2, 1):
        if '/'.join(parts[:n]) in ALLOWED and len(parts) > n:
            return '/'.join(parts[:n])
    return None


def main(src):
    bad, files, edges = [], 0, set()
    for folder, _, names in os.walk(src):
        for name in sorted(names):
            if not name.endswith(('.c', '.h')):
                continue
            path = os.path.relpath(os.path.join(folder, name), src)
            room = room_of(path)
            files += 1
            if room is None:
                bad.append('%s stands in no known room' % path)
                continue
            for n, line in enumerate(open(os.path.join(src, path), errors='replace'), 1):
                if room == 'terascale' and CHIP_CLASS.search(line) and not OPS_BY_GENERATION.match(line):
                    bad.append('%s:%d: src/terascale may not test the chip class' % (path, n))
                m = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
                if not m:
                    continue
                target = room_of(m.group(1))
                if target is None:
                    continue  # generated (db/..., api/...), or beside the file
                edges.add((room, target))
                if target != room and target not in ALLOWED[room]:
                    bad.append('%s:%d: %s may not include %s' % (path, n, room, m.group(1)))
    for b in bad:
        print(b)
    print('%d files, %d kinds of includes between rooms, %d not allowed' % (files, len(edges), len(bad)))
    return 1 if bad or files < 100 else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
