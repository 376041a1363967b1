#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which vertex shaders of others fit PICA200, and which limit stops the rest.

    pica_vertex_verdicts.py --build build [--qpa LOG ...] [FOLDER-OR-FILE.shader_test ...]

The shaders are those of dEQP logs (--deqp-log-shader-sources=enable, which is the default; TERAGL_WINSYS=null suffices) and of .shader_test files. Each different
vertex shader is compiled once, with the fragment shader that it was linked with, by test_pica_vs_random, which runs the program, too. Prints a
line for each refused shader, then how often each reason was given. Exit status 1: a program computed something wrong.
"""
import argparse
import collections
import html
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = re.compile(r'<ShaderProgram LinkStatus="OK">(.*?)</ShaderProgram>', re.S)
STAGE = r'<%sShader CompileStatus="OK">\s*<ShaderSource>(.*?)</ShaderSource>'


def of_log(path):
    """Yields (vertex, fragment) of a dEQP log."""
    with open(path, encoding='utf-8', errors='replace') as f:
        text = f.read()
    for m in PROGRAM.finditer(text):
        v = re.search(STAGE % 'Vertex', m[1], re.S)
        f = re.search(STAGE % 'Fragment', m[1], re.S)
        if v and f:
            yield html.unescape(v[1]), html.unescape(f[1])


def of_file(path):
    with open(path, encoding='utf-8', errors='replace') as f:
        text = f.read()
    v = re.search(r'^\[vertex shader\]\n(.*?)(?=^\[|\Z)', text, re.S | re.M)
    f = re.search(r'^\[fragment shader\]\n(.*?)(?=^\[|\Z)', text, re.S | re.M)
    if v and f:
        yield v[1], f[1]


def pairs(args):
    seen = set()
    files = []
    for path in args.paths:
        if os.path.isdir(path):
            files += [os.path.join(d, n) for d, _, names in os.walk(path) for n in names if n.endswith('.shader_test')]
        else:
            files.append(path)
    sources = [of_log(p) for p in args.qpa] + [of_file(p) for p in sorted(files)]
    for source in sources:
        for v, f in source:
            if v not in seen:
                seen.add(v)
                yield v, f


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('--build', required=True)
    p.add_argument('--qpa', action='append', default=[], help='log of a dEQP run')
    p.add_argument('paths', nargs='*')
    args = p.parse_args()
    test = os.path.join(args.build, 'tests', 'unit', 'compiler', 'pica200', 'test_pica_vs_random')
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for n, (v, f) in enumerate(pairs(args)):
            names.append(os.path.join(folder, '%05d.shader_test' % n))
            with open(names[-1], 'w', encoding='utf-8') as out:
                out.write('[vertex shader]\n%s\n[fragment shader]\n%s\n' % (v, f))
        if not names:
            sys.exit('no shaders')
        out, wrong = '', False
        for i in range(0, len(names), 500):
            done = subprocess.run([test, '--verdicts'] + names[i:i + 500], stdout=subprocess.PIPE, text=True, check=False)
            out += done.stdout
            wrong |= done.returncode not in (0, 1) or not re.search(r'^0 wrong;', done.stdout, re.M)
        reasons = collections.Counter()
        for line in out.splitlines():
            m = re.match(r'.*: refused: (.*)', line)
            if m:
                reasons[re.sub(r'\d+', 'N', m[1])] += 1
            if not re.match(r'\d+ (of|wrong)|too little', line):
                print(line.replace(folder + '/', ''))
    refused = sum(reasons.values())
    unlinked = sum(int(n) for n in re.findall(r'wrong; (\d+) programs do not link', out))
    print('%d different vertex shaders, %d of programs that do not link here; %d fit, %d do not' %
          (len(names), unlinked, len(names) - unlinked - refused, refused))
    print('%d instructions in all' % sum(int(n) for n in re.findall(r'refused; (\d+) instructions', out)))
    for reason, n in reasons.most_common():
        print('%6d %s' % (n, reason))
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
