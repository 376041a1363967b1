#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random valid GLSL shaders (tests/fuzz/random_glsl.c): every chip, with and without optimisation, draws the same pixels.

usage: random_shaders.py [--build DIR] [--es3] [--first SEED] [--count N] [--chip CHIP ...] [--peer [DRIVER]]

All values are fixed by the language to the bit, so any difference is a mistake somewhere. With --peer the system's own libEGL (Mesa's
llvmpipe, or another driver) draws them too and must agree: it shares no code with this project. With --es3 the shaders are of GLSL ES 3.00. A
program on which two disagree is cut down, statement by statement, as long as they do, and printed.

With a chip of R300 to R500 no vertex shader has textures; before R500 programs are short besides, and exact with the 17 significant bits that
pixel shaders have there. What is beyond a chip's limits (the link log says which) is left out there, and counted; half of a chip's, optimised, must be drawn,
and a tenth as they are.
"""
import argparse
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
CHIPS = ['rv670', 'rv770', 'cypress', 'cayman']
R500 = ['rv515', 'rv530', 'r580']
R300 = ['r300', 'rv350', 'r420', 'rs690']
LIMIT = re.compile(r'\d+ .*; .* (has|may have) \d+|there is room for \d+ rounds')
BATCH = 250


class Config:
    def __init__(self, build, name, noopt=False, kind=None):
        chip = name if name in CHIPS + R500 + R300 else None
        self.name = name + (' noopt' if noopt else '')
        self.beyond = self.drawn = 0
        self.share = 0.1 if noopt else 0.5  # of those within its limits, at least
        self.program = [os.path.join(build, 'tests/fuzz/glsl_random')] + ([kind] if kind else [])
        self.env = {k: v for k, v in os.environ.items() if not k.startswith('TERAGL_')}
        if chip:
            self.env.update(LD_LIBRARY_PATH=os.path.join(build, 'src/api'), TERAGL_WINSYS='emulator', TERAGL_CHIP=chip,
                            TERAGL_SHADER_CACHE='0', TERAGL_THREADS='1')
            if noopt:
                self.env['TERAGL_DEBUG'] = 'noopt'
        else:
            self.env.update(LIBGL_ALWAYS_SOFTWARE='1', GALLIUM_DRIVER=name)

    def call(self, *args):
        try:
            r = subprocess.run(self.program + [str(a) for a in args], env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               universal_newlines=True, timeout=600)
        except subprocess.TimeoutExpired:
            return {}, 'does not end'
        seen = {}
        for line in r.stdout.splitlines():
            w = line.split()
            if len(w) == 4:
                seen[int(w[0])] = (w[1] + ' ' + w[2], int(w[3]))
        for seed, log in re.findall(r'^seed (\d+): (.*)$', r.stderr, re.M):
            if int(seed) in seen and LIMIT.search(log):
                seen[int(seed)] = ('beyond ' + log, seen[int(seed)][1])
        problem = 'ended with status %d' % r.returncode if r.returncode else ''
        if 'internal error' in r.stderr:
            problem = next(s for s in r.stderr.splitlines() if 'internal error' in s)
        return seen, problem

    def one(self, seed, drop):
        seen, problem = self.call('--one', seed, ','.join(map(str, drop)) or '99999')
        return problem or seen.get(seed, ('nothing', 0))[0]

    def batch(self, first, count):
        """Result by seed; a seed that ends the process or breaks a rule inside is found and named."""
        seen, problem = self.call(first, count)
        if not problem and len(seen) == count:
            return {s: r[0] for s, r in seen.items()}
        return {s: self.one(s, []) for s in range(first, first + count)}


def reduce(seed, a, b):
    """Drops statements in ever smaller runs while the two configurations still disagree."""
    drop = []
    n = max(a.call('--one', seed, '99999')[0].get(seed, ('', 256))[1], 1)
    chunk = 64
    while chunk:
        for i in range(0, n, chunk):
            more = drop + [k for k in range(i, i + chunk) if k not in drop]
            x, y = a.one(seed, more), b.one(seed, more)
            if x != y and not any(r.startswith(('refused', 'unlinked', 'beyond')) for r in (x, y)):
                drop = more
        chunk //= 2
    out = subprocess.run(a.program + ['--print', str(seed), ','.join(map(str, drop))], stdout=subprocess.PIPE, universal_newlines=True)
    print('seed %d: %s: %s; %s: %s; without %s' % (seed, a.name, a.one(seed, drop), b.name, b.one(seed, drop), ','.join(map(str, drop))))
    print(out.stdout)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--build', default=os.path.join(TOP, 'build'))
    p.add_argument('--first', type=int, default=1)
    p.add_argument('--count', type=int, default=200)
    p.add_argument('--chip', action='append', choices=CHIPS + R500 + R300)
    p.add_argument('--peer', nargs='?', const='llvmpipe', choices=['llvmpipe', 'softpipe'])
    p.add_argument('--es3', action='store_true')
    a = p.parse_args()
    build = os.path.abspath(a.build)
    chips = a.chip or CHIPS
    kind = '--es3' if a.es3 else '--small' if any(c in R300 for c in chips) else '--plain' if any(c in R500 for c in chips) else None
    if a.es3 and any(c not in CHIPS for c in chips):
        p.error('chips of R300 to R500 have no OpenGL ES 3.0')
    configs = [Config(build, chip, noopt, kind) for chip in chips for noopt in (False, True)]
    if a.peer:
        configs.append(Config(build, a.peer, kind=kind))
    passed = failed = 0
    for first in range(a.first, a.first + a.count, BATCH):
        count = min(BATCH, a.first + a.count - first)
        results = [c.batch(first, count) for c in configs]
        for seed in range(first, first + count):
            for c, r in zip(configs, results):
                c.beyond += r[seed].startswith('beyond')
                c.drawn += r[seed].startswith('drawn')
            within = [k for k in range(len(configs)) if not results[k][seed].startswith('beyond')]
            if not within:
                continue
            one = within[0]
            other = next((k for k in within if results[k][seed] != results[one][seed]), None)
            if other is None and results[one][seed].startswith('drawn'):
                passed += 1
                continue
            failed += 1
            if failed <= 5:
                if other is None:
                    print('seed %d: %s' % (seed, results[one][seed]))
                else:
                    reduce(seed, configs[one], configs[other])
        print('%d programs, %d differ' % (passed + failed, failed), flush=True)
    for c in configs:
        if c.beyond:
            print('%s: %d are beyond its limits' % (c.name, c.beyond))
        if c.drawn < c.share * (c.beyond + c.drawn):
            print('%s: too few are left' % c.name)
            failed += 1
    print('random-shaders: %d passed, %d failed' % (passed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
