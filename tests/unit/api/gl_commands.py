#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes C of the table of GL commands and their errors; fails if a command of OpenGL ES 2.0 has no row.

usage: gl_commands.py TABLE ENTRY_POINTS OUTPUT
"""
import re
import sys

# what the rows name: members of struct names
NAMES = re.compile(r'\b(T|C|R|B|F|P|Q|VS|FS|S|junk|zero|names|uf|u[234]|ui[234]?|ub|us|ufa|um[234]|iv|minus|fv|bv|ev|pv|px|text|sources)\b'
                   r'(?=([^"]*"[^"]*")*[^"]*$)')
ERRORS = {'NONE': 'GL_NO_ERROR', 'ENUM': 'GL_INVALID_ENUM', 'VALUE': 'GL_INVALID_VALUE', 'OPERATION': 'GL_INVALID_OPERATION',
          'FRAMEBUFFER': 'GL_INVALID_FRAMEBUFFER_OPERATION', 'MEMORY': 'GL_OUT_OF_MEMORY'}


def core_commands(path):
    core, section = [], None
    for line in open(path):
        if line.startswith('['):
            section = line.strip()
        elif section == '[GL_ES_VERSION_2_0]' and '(' in line:
            core.append(line.split('(')[0].split()[-1].lstrip('*'))
    return core


def rows(path):
    command, scene = None, 'plain'
    for number, line in enumerate(open(path), 1):
        words = line.split(None, 1)
        if line.startswith('#') or not words:
            continue
        if not line[0].isspace():
            command, scene = words[0], (words[1].strip() if len(words) > 1 else 'plain')
        elif words[0] in ERRORS:
            yield number, command, scene, ERRORS[words[0]], (words[1].strip() if len(words) > 1 else '')
        else:
            sys.exit('%s:%d: %s is no error' % (path, number, words[0]))


def main(table, entry_points, output):
    all_rows = list(rows(table))
    missing = sorted(set(core_commands(entry_points)) - {r[1] for r in all_rows})
    if missing:
        sys.exit('no row: %s' % ' '.join(missing))
    with open(output, 'w') as f:
        for number, command, _, _, arguments in all_rows:
            f.write('static void\nrow_%d(struct names *e)\n{\n   %s(%s);\n}\n' % (number, command, NAMES.sub(r'e->\1', arguments)))
        f.write('static const struct row rows[] = {\n')
        for number, command, scene, error, arguments in all_rows:
            text = '%s(%s)' % (command, arguments)
            f.write('   {%d, "%s", SCENE_%s, %s, row_%d},\n' % (number, text.replace('"', '\\"'), scene.upper(), error, number))
        f.write('};\n')


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 4 else __doc__)
