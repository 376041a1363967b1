#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The manual page of a tool, made of what its --help prints (tools/options.c lays that out).

usage: manpage.py TOOL VERSION SAID PAGE

SAID is what TOOL --help printed. Its usage lines, description, options and exit status become the sections of PAGE. Text that
does not look like that is an error: no page leaves anything out."""
import re
import sys

# A name of another tool or of a variable in running text is bold.
NAMED = re.compile(r'(?<![\w-])(--[a-z][\w-]*|teragl-[a-z]+|TERAGL_[A-Z_]+)')


def escaped(text):
    return re.sub(r"^([.'])", r'\\&\1', text.replace('\\', '\\e').replace('-', '\\-'))


def prose(lines):
    """Lines for roff to fill, with names in bold."""
    return '\n'.join(''.join('\\fB%s\\fR' % escaped(part) if i % 2 else escaped(part) for i, part in enumerate(NAMED.split(line)))
                     for line in lines)


def option(text):
    """"--name ARGUMENT" or "--name[=ARGUMENT]" with the name bold and the argument slanted"""
    name, rest = re.fullmatch(r'(--[a-z-]+)(.*)', text).groups()
    return '\\fB%s\\fR%s' % (escaped(name), re.sub(r'([\w|]+)', r'\\fI\1\\fR', escaped(rest)))


def split(tool, text):
    """-> usage lines, description, [[option, line, ...]], lines behind the options"""
    lines = text.rstrip('\n').split('\n')
    usage, about, rows, outro = [], [], [], []
    for line in lines:
        row = re.fullmatch(r'  (--\S+(?: \S+)?) {2,}(\S.*)', line)
        if not about and re.match('(usage: |       )' + re.escape(tool), line):
            usage.append(line[7:])
        elif row and not outro:
            rows.append(list(row.groups()))
        elif rows and not outro and line.startswith('     '):
            rows[-1].append(line.strip())
        elif line.startswith(' '):
            sys.exit('manpage.py: %s --help: what is this line? "%s"' % (tool, line))
        else:
            (outro if rows else about).append(line)
    if not (usage and about and rows and outro and outro[0].startswith('Exit status: ')):
        sys.exit('manpage.py: %s --help lacks usage, description, options or exit status' % tool)
    return usage, about, rows, outro


def page(tool, version, text):
    usage, about, rows, outro = split(tool, text)
    summary = re.split(r'[.:]( |$)', ' '.join(about))[0]
    out = ['.TH %s 1 "" "TeraGL %s" "TeraGL"' % (escaped(tool.upper()), version), '.SH NAME',
           '%s \\- %s' % (escaped(tool), escaped(summary[0].lower() + summary[1:])), '.SH SYNOPSIS', '.nf']
    out += [re.sub('^' + re.escape(escaped(tool)), lambda m: '\\fB%s\\fR' % m.group(0), escaped(line)) for line in usage]
    out += ['.fi', '.SH DESCRIPTION', prose(line for line in about if line), '.SH OPTIONS']
    for name, *lines in rows:
        out += ['.TP', option(name), prose(lines)]
    status = outro[0][len('Exit status: '):]
    out += ['.SH EXIT STATUS', prose([status[0].upper() + status[1:]] + outro[1:])]
    return '\n'.join(out) + '\n'


def main(tool, version, said, path):
    with open(said) as f:
        text = page(tool, version, f.read())
    with open(path, 'w') as f:
        f.write(text)


if __name__ == '__main__':
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
