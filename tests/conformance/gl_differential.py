#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random valid programs of OpenGL ES 2.0 or 3.0 calls (tests/fuzz/gl_differential): whatever is done between the calls, the pictures stay.

usage: gl_differential.py [--build DIR] [--first SEED] [--count N] [--seconds N] [--chip CHIP ...] [--peer DRIVER] [--es3] [--out DIR] [--all]

Without --peer each program is drawn plainly and with a variation of vary.h (all state set to other values and back, streams ended, other
contexts, ...), on four chips, each with another one; with all of them if --all is given. All must draw the same bits; chips as far as what is drawn does not depend on the chip (R300 to R500
have floats and steps of vertices of their own). With --peer the four chips
and Mesa's DRIVER (softpipe or llvmpipe) draw programs of the rules of generate.h, and pictures are compared within the bounds of compare.h.
A program that differs is cut down, call by call, while it does, and written as a C program to DIR (out/differential). --seconds ends early.
"""
import argparse
import concurrent.futures
import os
import re
import struct
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
SOURCE = os.path.join(TOP, 'tests/fuzz/gl_differential')
STANDALONE = ['extensions.h', 'world.h', 'es3_state.h', 'shaders.h', 'objects.h', 'results.h', 'calls.h', 'commands.h', 'es3_commands.h', 'vary.h', 'vary_set.h', 'vary_context.h']
CHIPS = ['rv670', 'rv770', 'cypress', 'cayman']
R300 = ['rv530', 'r300', 'r420', 'rs690']
BATCH = 400  # of one process: Mesa takes a third of a second to start
MAX_CALLS = 400
STRAY, STRAY_SNAPS = 8, 16  # as in compare.h
HEAD = struct.Struct('=III')
HAS_ES3 = 1 << 14  # of extensions.h


class Library:
    """The program with one library, which is TeraGL on a chip or Mesa's driver of that name."""

    def __init__(self, build, name, mode, turn=None, es3=False):
        self.name, self.mode, self.turn = name, mode, [] if turn is None else [turn]
        self.program = [os.path.join(build, 'tests/fuzz/gl_differential/gl_differential')] + (['--es3'] if es3 else [])
        self.env = {k: v for k, v in os.environ.items() if not k.startswith('TERAGL_') or k == 'TERAGL_STRICT'}
        if name in CHIPS + R300:
            self.env.update(LD_LIBRARY_PATH=os.path.join(build, 'src/api'), TERAGL_WINSYS='emulator', TERAGL_CHIP=name, TERAGL_SHADER_CACHE='0',
                            TERAGL_THREADS='1')
        else:
            self.env.update(LIBGL_ALWAYS_SOFTWARE='1', GALLIUM_DRIVER=name)
            # Softpipe clears megabytes of tiles in each context: with memory that stays in the process, a third less time.
            self.env.update(MALLOC_TRIM_THRESHOLD_='1000000000', MALLOC_MMAP_THRESHOLD_='1000000000', MALLOC_TOP_PAD_='100000000')
        self.extensions = None
        self.stray = STRAY_SNAPS if name in R300 else STRAY

    def call(self, *args):
        """Output and what went wrong."""
        try:
            r = subprocess.run(self.program + [str(a) for a in args], env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
        except subprocess.TimeoutExpired:
            return b'', 'does not end'
        text = r.stderr.decode(errors='replace')
        bad = next((s for s in text.splitlines() if 'internal error' in s or 'Assert' in s or 'runtime error' in s), '')
        return r.stdout, bad or ('ended with status %d' % r.returncode if r.returncode else '')

    def draw_one(self, seed, drop, path):
        """Writes the program's pictures. False: it ended otherwise than well."""
        out, problem = self.call('--one', 'draw', seed, self.extensions, 'plain', numbers(drop))
        with open(path, 'wb') as f:
            f.write(out)
        return not problem

    def draw_batch(self, first, count, path):
        """Writes the pictures of programs to a file; returns what went wrong, a text a program. Those behind it are drawn."""
        problems, end = [], first + count
        with open(path, 'wb') as f:
            while first < end:
                out, problem = self.call('--draw', first, end - first, self.extensions)
                f.write(out)
                if not problem:
                    break
                first = behind(out, first)
                problems.append('seed %d: %s' % (first, problem))
                first += 1
        return problems

    def one(self, seed, vary, drop):
        """(hash, clean): what the program draws without the calls of drop, and whether without an error."""
        out, problem = self.call('--one', self.mode, seed, self.extensions, vary, numbers(drop))
        words = out.decode().split()
        return (problem, False) if problem or len(words) != 3 else (words[0], words[2] == '0')

    def self_batch(self, first, count):
        """By seed: (hash, whether it depends on the chip, problems)."""
        out, problem = self.call('--self', first, count, self.extensions, *self.turn)
        seen = {}
        for line in out.decode().splitlines():
            w = line.split()
            seen[int(w[0])] = (w[1], w[4] == '1', w[5:] + ([] if w[3] == '0' else ['error']))
        for seed in range(first, first + count):
            if seed not in seen:
                out, problem = self.call('--self', seed, 1, self.extensions, *self.turn)
                w = out.decode().split()
                seen[seed] = (w[1], w[4] == '1', w[5:]) if not problem and len(w) > 4 else ('nothing', True, [problem or 'nothing'])
        return seen


def behind(pictures, first):
    """The seed behind those that have pictures: struct head of compare.h."""
    at = 0
    while at + HEAD.size <= len(pictures):
        seed, size, _ = HEAD.unpack_from(pictures, at)
        at += HEAD.size + size
        first = seed + 1
    return first


def numbers(drop):
    return ','.join(map(str, sorted(drop))) or str(MAX_CALLS)


def reduced(differs):
    """Drops calls in ever smaller runs while the program still differs."""
    drop, chunk = set(), 64
    while chunk:
        again = False
        for i in range(0, MAX_CALLS, chunk):
            more = drop | set(range(i, i + chunk))
            if more != drop and differs(more):
                drop, again = more, chunk == 1
        if not again:
            chunk //= 2
    return drop


def write_program(path, library, seed, vary, drop, note):
    """The reduced program in C, without what only the generator needs. Returns its calls."""
    calls = subprocess.run(library.program + ['--print', library.mode, str(seed), str(library.extensions), numbers(drop)], stdout=subprocess.PIPE,
                           universal_newlines=True, check=True).stdout
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as f:
        f.write('/* %s\n * cc %s -lEGL -lGLESv2; prints a hash of each picture. */\n' % (note, os.path.basename(path)))
        for name in STANDALONE:
            f.write(open(os.path.join(SOURCE, name)).read())
        f.write('static void\nshow(const uint8_t *rgba, unsigned bytes)\n{\n   uint32_t h = 1;\n   for (unsigned i = 0; i < bytes; i++)\n'
                '      h = (h ^ rgba[i]) * 16777619u;\n   printf("%08x\\n", h);\n}\n\n')
        f.write('int\nmain(int argc, char **argv)\n{\n   world.es3 = %d;\n   if (!open_world())\n      return 2;\n   begin_world(CONTEXTS);\n'
                '   vary = argc > 1 ? (enum vary)atoi(argv[1]) : %s;\n%s   end_world();\n   return 0;\n}\n' % (bool(library.extensions & HAS_ES3), vary, calls))
    return calls


def report_self(libraries, seed, a, b, out):
    """a, b: (library, variation). A reduced program has no GL errors, unless the whole one has."""
    def differs(drop, clean=True):
        x, y = a[0].one(seed, a[1], drop), b[0].one(seed, b[1], drop)
        return x[0] != y[0] and (not clean or (x[1] and y[1]))
    clean = differs(set())
    if not clean and not differs(set(), False):
        print('seed %d: differs in a batch, not alone' % seed)
        return
    drop = reduced(lambda d: differs(d, clean))
    note = 'seed %d: %s %s against %s %s' % (seed, a[0].name, a[1], b[0].name, b[1])
    vary = 'VARY_NOT' if b[1] == 'plain' else 'VARY_' + b[1].upper().replace('-', '_')
    path = os.path.join(out, 'seed-%d.c' % seed)
    print('%s; %s\n%s' % (note, path, re.sub(r'static const int32_t a\[10\] = |\(void\)a; ', '', write_program(path, b[0], seed, vary, drop, note))))


class Count:
    def __init__(self):
        self.passed = self.failed = 0


def compare_self(libraries, results, first, count, n, out):
    for seed in range(first, first + count):
        bad = next(((k, r[seed][2]) for k, r in enumerate(results) if r[seed][2]), None)
        other = next((k for k in range(1, len(results)) if results[k][seed][0] != results[0][seed][0] and not results[0][seed][1]
                      and not any(libraries[i].name in R300 for i in (0, k))), None)
        if bad is None and other is None:
            n.passed += 1
            continue
        n.failed += 1
        if n.failed > 5:
            continue
        if bad is not None:
            library, names = libraries[bad[0]], bad[1]
            print('seed %d on %s: %s' % (seed, library.name, ' '.join(names)))
            report_self(libraries, seed, (library, 'plain'), (library, names[0] if re.match('^[a-z-]+$', names[0]) else 'plain'), out)
        else:
            report_self(libraries, seed, (libraries[0], 'plain'), (libraries[other], 'plain'), out)


def compared(library, a, b):
    """By seed: pixels beyond the bounds, and GL errors of both."""
    snaps = ['--snaps'] if library.name in R300 else []
    out = subprocess.run(library.program + ['--compare', a, b] + snaps, stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout
    return {int(w[0]): (int(w[1]), int(w[2])) for w in map(str.split, out.splitlines())}


def report_peer(library, peer, seed, folder, out):
    paths = [os.path.join(folder, name) for name in ('one-a', 'one-b')]

    def differs(drop):
        if not library.draw_one(seed, drop, paths[0]) or not peer.draw_one(seed, drop, paths[1]):
            return False
        pixels, errors = compared(library, *paths).get(seed, (0, 1))
        return pixels > library.stray and not errors
    if not differs(set()):
        print('seed %d: differs in a batch, not alone' % seed)
        return
    drop = reduced(differs)
    note = 'seed %d: %s against %s' % (seed, library.name, peer.name)
    path = os.path.join(out, 'peer-%d.c' % seed)
    calls = write_program(path, library, seed, 'VARY_NOT', drop, note)
    print('%s; %s\n%s' % (note, path, re.sub(r'static const int32_t a\[10\] = |\(void\)a; ', '', calls)))


def compare_peer(libraries, peer, first, count, n, pool, out):
    """One more batch: each seed on each of TeraGL's libraries and on the peer."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, library.name) for library in libraries + [peer]]
        problems = list(pool.map(lambda k: k[0].draw_batch(first, count, k[1]), zip(libraries + [peer], paths)))
        for library, texts in zip(libraries + [peer], problems):
            for text in texts:
                print('%s, %s' % (library.name, text))
        seen = [compared(library, path, paths[-1]) for library, path in zip(libraries, paths)]
        for seed in range(first, first + count):
            results = [s.get(seed, (0, 1)) for s in seen]
            bad = next((k for k, r in enumerate(results) if r[0] > libraries[k].stray or r[1]), None)
            if bad is None:
                n.passed += 1
                continue
            n.failed += 1
            print('seed %d on %s: %d pixels, %d errors' % (seed, libraries[bad].name, *results[bad]))
            if n.failed <= 5 and not results[bad][1]:
                report_peer(libraries[bad], peer, seed, folder, out)


def common_extensions(libraries):
    """What all of them have. None: one does not start."""
    all_of = ~0
    for library in libraries:
        out, problem = library.call('--extensions')
        if problem:
            print('%s: %s' % (library.name, problem))
            return False
        all_of &= int(out)
    for library in libraries:
        library.extensions = all_of
    return True


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--build', default=os.path.join(TOP, 'build'))
    p.add_argument('--first', type=int, default=1)
    p.add_argument('--count', type=int, default=100)
    p.add_argument('--seconds', type=float, default=0)
    p.add_argument('--chip', action='append', choices=CHIPS + R300)
    p.add_argument('--peer', choices=['softpipe', 'llvmpipe'])
    p.add_argument('--all', action='store_true', help='every variation on every chip, not one by turns')
    p.add_argument('--es3', action='store_true', help='contexts of OpenGL ES 3.0')
    p.add_argument('--jobs', type=int, default=2)
    p.add_argument('--out', default=os.path.join(TOP, 'out/differential'))
    a = p.parse_args()
    build = os.path.abspath(a.build)
    mode = 'draw' if a.peer else 'self'
    libraries = [Library(build, chip, mode, None if a.all else k, a.es3) for k, chip in enumerate(a.chip or CHIPS)]
    peer = Library(build, a.peer, mode, es3=a.es3) if a.peer else None
    n = Count()
    started = time.time()
    if not common_extensions(libraries + ([peer] if peer else [])):
        n.failed = 1
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        for first in range(a.first, a.first + a.count, BATCH):
            if n.failed and not n.passed or a.seconds and time.time() - started > a.seconds:
                break
            count = min(BATCH, a.first + a.count - first)
            if peer:
                compare_peer(libraries, peer, first, count, n, pool, a.out)
                print('%d programs, %d differ' % (n.passed + n.failed, n.failed), flush=True)
                continue
            results = list(pool.map(lambda library: library.self_batch(first, count), libraries))
            compare_self(libraries, results, first, count, n, a.out)
            print('%d programs, %d differ' % (n.passed + n.failed, n.failed), flush=True)
    print('gl-differential: %d passed, %d failed' % (n.passed, n.failed))
    return 1 if n.failed or not n.passed else 0


if __name__ == '__main__':
    sys.exit(main())
