#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes C of the tables of GL commands and their errors, one for OpenGL ES 2.0 and one for what 3.0 adds; fails if a
command has no row. Of the commands of 3.0 it also makes calls that contexts of 2.0 refuse.

usage: gl_commands.py TABLE TABLE_300 ENTRY_POINTS OUTPUT
"""
import re
import sys

# what the rows name: members of struct names
NAMES = re.compile(r'\b(lv|VA|SM|QU|XF|SY|P3|A3|M3|uu|um23|T|C|R|B|F|P|Q|VS|FS|S|junk|zero|names|uf|u[234]|ui[234]?|ub|us|ufa|um[234]|iv|minus|fv|bv|ev|pv|px|text|sources)\b'
                   r'(?=([^"]*"[^"]*")*[^"]*$)')
ERRORS = {'NONE': 'GL_NO_ERROR', 'ENUM': 'GL_INVALID_ENUM', 'VALUE': 'GL_INVALID_VALUE', 'OPERATION': 'GL_INVALID_OPERATION',
          'FRAMEBUFFER': 'GL_INVALID_FRAMEBUFFER_OPERATION', 'MEMORY': 'GL_OUT_OF_MEMORY'}


def core_commands(path, version):
    """Command -> (how many parameters it has, whether it is an extension's under another name)."""
    core, section = {}, None
    for line in open(path):
        if line.startswith('['):
            section = line.strip()
        elif section == version and '(' in line:
            parameters = line[line.index('(') + 1:line.index(')')]
            core[line.split('(')[0].split()[-1].lstrip('*')] = (
                0 if parameters == 'void' else parameters.count(',') + 1, ' = ' in line)
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


def write_rows(f, version, all_rows, commands):
    missing = sorted(set(commands) - {r[1] for r in all_rows})
    if missing:
        sys.exit('no row: %s' % ' '.join(missing))
    for number, command, _, _, arguments in all_rows:
        f.write('static void\nrow_%d_%d(struct names *e)\n{\n   %s(%s);\n}\n' %
                (version, number, command, NAMES.sub(r'e->\1', arguments)))
    f.write('static const struct row rows_%d[] = {\n' % version)
    for number, command, scene, error, arguments in all_rows:
        text = '%s(%s)' % (command, arguments)
        f.write('   {%d, "%s", SCENE_%s, %s, row_%d_%d},\n' %
                (number, text.replace('"', '\\"'), scene.upper(), error, version, number))
    f.write('};\n')


def main(table, table_300, entry_points, output):
    later = core_commands(entry_points, '[GL_ES_VERSION_3_0]')
    with open(output, 'w') as f:
        write_rows(f, 20, list(rows(table)), core_commands(entry_points, '[GL_ES_VERSION_2_0]'))
        write_rows(f, 30, list(rows(table_300)), later)
        own = sorted(c for c in later if not later[c][1])
        for c in own:
            f.write('static void\nrefused_%s(void)\n{\n   %s(%s);\n}\n' % (c, c, ', '.join(['0'] * later[c][0])))
        f.write('static const struct {\n   const char *name;\n   void (*make)(void);\n} refused[] = {\n')
        for c in own:
            f.write('   {"%s", refused_%s},\n' % (c, c))
        f.write('};\n')


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 5 else __doc__)
