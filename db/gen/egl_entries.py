#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists of entry points (one C prototype a line) -> C.

egl_entries.py functions LIST OUT.h   EGL_DECL(ret, Name, (params), (arguments)) for every function "eglName" of the list;
                                      EGL_EXTENSION_DECL the same, with the display's name before, for those of
                                      extensions whose first parameter is a display
egl_entries.py shim LIST GETTER OUT.c exported functions that call what GETTER("name") returns: libEGL.so.1 and
                                      libGLESv2.so.2, whose code lives in libteragl. Only core versions are exported.
egl_entries.py later LIST GETTER OUT.c exported functions of versions that are not offered, for programs that are linked with their
                                      names: what GETTER does not know records GL_INVALID_OPERATION
"""
import re
import sys

PROTO = re.compile(r'^(.*?[\s*])((?:egl|gl)\w+)\((.*)\)(?: = \w+)?$')


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


def argument_names(params):
    return [re.search(r'(\w+)(\[\d*\])?$', a.strip()).group(1) for a in ([] if params == 'void' else params.split(','))]


def functions(src, out):
    with open(out, 'w') as f:
        f.write('/* Generated from the list of entry points. */\n#ifdef EGL_DECL\n')
        for _, ret, name, params in entries(src):
            f.write(f'EGL_DECL({ret}, {name[3:]}, ({params}), ({", ".join(argument_names(params))}))\n')
        f.write('#endif\n#ifdef EGL_EXTENSION_DECL\n')
        for section, ret, name, params in entries(src):
            names = argument_names(params)
            if 'VERSION' not in section and params.startswith('EGLDisplay '):
                f.write(f'EGL_EXTENSION_DECL({names[0]}, {ret}, {name[3:]}, ({params}), ({", ".join(names)}))\n')
        f.write('#endif\n')


def shim(src, getter, out):
    core = [e for e in entries(src) if 'VERSION' in e[0]]
    egl = core[0][2].startswith('egl')
    with open(out, 'w') as f:
        f.write('/* Generated from the list of entry points. */\n')
        f.write('#include <EGL/egl.h>\n' if egl else '#include <GLES3/gl3.h>\n')
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
            args = argument_names(params)
            f.write(f'__attribute__((visibility("default"))) {ret}\n{name}({params})\n{{\n')
            f.write(f'   {"" if ret == "void" else "return "}p.{name}({", ".join(args)});\n}}\n')


def later(src, getter, out):
    with open(out, 'w') as f:
        f.write('/* Generated from the list of entry points. */\n#include <GLES3/gl32.h>\n#include <stddef.h>\n')
        f.write(f'void (*{getter}(const char *name))(void);\n')
        functions = list(entries(src))
        f.write(f'typedef void (*proc)(void);\nstatic proc found[{len(functions)}];\n')
        f.write('/* Looked up when first called: few programs call any. NULL, and the error is raised, for what there is not. */\n'
                'static __attribute__((noinline)) proc\nresolve(unsigned i, const char *name)\n{\n'
                f'   const proc f = {getter}(name);\n   if (f)\n      __atomic_store_n(&found[i], f, __ATOMIC_RELAXED);\n'
                f'   else\n      ((void (*)(const char *)){getter}("teragl_unsupported"))(name);\n   return f;\n}}\n'
                'static inline proc\nlook(unsigned i, const char *name)\n{\n'
                '   const proc f = __atomic_load_n(&found[i], __ATOMIC_RELAXED);\n'
                '   return __builtin_expect(f != NULL, 1) ? f : resolve(i, name);\n}\n')
        for i, (_, ret, name, params) in enumerate(functions):
            call = f'(({ret} (*)({params}))f)({", ".join(argument_names(params))})'
            f.write(f'__attribute__((visibility("default"))) {ret}\n{name}({params})\n{{\n'
                    f'   const proc f = look({i}, "{name}");\n')
            if ret == 'void':
                f.write(f'   if (f)\n      {call};\n}}\n')
            else:
                f.write(f'   return f ? {call} : ({ret})0;\n}}\n')


if __name__ == '__main__':
    if len(sys.argv) == 4 and sys.argv[1] == 'functions':
        functions(*sys.argv[2:])
    elif len(sys.argv) == 5 and sys.argv[1] == 'shim':
        shim(*sys.argv[2:])
    elif len(sys.argv) == 5 and sys.argv[1] == 'later':
        later(*sys.argv[2:])
    else:
        sys.exit(__doc__)
