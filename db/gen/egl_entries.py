#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists of entry points (one C prototype a line) -> C.

egl_entries.py functions LIST OUT.h   EGL_DECL(ret, Name, (params)) for every function "eglName" of the list
egl_entries.py shim LIST GETTER OUT.c exported functions that call what GETTER("name") returns: libEGL.so.1 and
                                      libGLESv2.so.2, whose code lives in libteragl. Only core versions are exported.
"""
import re
import sys

PROTO = re.compile(r'^(.*?[\s*])((?:egl|gl)\w+)\((.*)\)$')


def entries(path):
    """Yields (section, return type, name, parameter text)."""
    section = ''
    for line in open(path):
        line = line.strip()
        if not line or line.startswith('#'):
            continue
        if line.startswith('['):
            section = line[1:-1]
            continue
        m = PROTO.match(line)
        if not m:
            sys.exit(f'{path}: not a prototype: {line}')
        yield section, m.group(1).strip(), m.group(2), m.group(3).strip()


def functions(src, out):
    with open(out, 'w') as f:
        f.write('/* Generated from the list of entry points. */\n')
        for _, ret, name, params in entries(src):
            f.write(f'EGL_DECL({ret}, {name[3:]}, ({params}))\n')


def shim(src, getter, out):
    core = [e for e in entries(src) if 'VERSION' in e[0]]
    egl = core[0][2].startswith('egl')
    with open(out, 'w') as f:
        f.write('/* Generated from the list of entry points. */\n')
        f.write('#include <EGL/egl.h>\n' if egl else '#include <GLES2/gl2.h>\n')
        f.write(f'void (*{getter}(const char *name))(void);\n')
        f.write('static struct {\n')
        for _, ret, name, params in core:
            f.write(f'   {ret} (*{name})({params});\n')
        f.write('} p;\n')
        f.write('static void __attribute__((constructor))\nresolve(void)\n{\n')
        for _, ret, name, params in core:
            f.write(f'   p.{name} = ({ret} (*)({params})){getter}("{name}");\n')
        f.write('}\n')
        for _, ret, name, params in core:
            args = []
            for a in ([] if params == 'void' else params.split(',')):
                args.append(re.search(r'(\w+)(\[\d*\])?$', a.strip()).group(1))
            f.write(f'__attribute__((visibility("default"))) {ret}\n{name}({params})\n{{\n')
            f.write(f'   {"" if ret == "void" else "return "}p.{name}({", ".join(args)});\n}}\n')


if __name__ == '__main__':
    if len(sys.argv) == 4 and sys.argv[1] == 'functions':
        functions(*sys.argv[2:])
    elif len(sys.argv) == 5 and sys.argv[1] == 'shim':
        shim(*sys.argv[2:])
    else:
        sys.exit(__doc__)
