#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kinds of drawing (bench/passes.c) on TeraGL beside llvmpipe: CPU milliseconds a pass and the ratio, one Markdown row each.

Each kind runs on every driver before the next one starts. Above 1: TeraGL is faster. Figures are CPU time of all threads, so they
hold on a busy machine; ratios of one run hold, absolute figures do not. --threads 1 leaves out what threads cost each other on both sides."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'tests', 'conformance'))
import harness


def run(binary, env, kind, args):
    p = subprocess.run([binary, '--seconds', str(args.seconds), '--samples', str(args.samples), '--only', kind], env=env,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    for line in p.stdout.splitlines():
        name, value = line.split('\t')
        if name == kind:
            return value
    return 'exit status %d' % p.returncode


def kinds(binary, env, only):
    """Names of all kinds, without measuring long."""
    out = subprocess.run([binary, '--seconds', '0', '--only', only], env=env, stdout=subprocess.PIPE, universal_newlines=True).stdout
    return [line.split('\t')[0] for line in out.splitlines()]


def main():
    p = harness.parser(__doc__)
    p.add_argument('--seconds', type=float, default=0.3, help='per kind and driver (default 0.3)')
    p.add_argument('--samples', type=int, default=0, help='samples of the surface (default 0)')
    p.add_argument('--only', default='', help='kinds whose name contains this')
    harness.add_threads(p)
    args = p.parse_args()
    ours, peer = harness.threads(args.threads)
    chips = args.chip or harness.CHIPS
    binary = os.path.join(os.path.abspath(args.build), 'bench', 'passes')
    if not os.path.exists(binary):
        sys.exit('%s is missing: build first, with the headers of libEGL and libGLESv2 installed' % binary)
    drivers = {c: harness.teragl_env(args.build, c, EGL_PLATFORM='surfaceless', **ours) for c in chips}
    drivers['llvmpipe'] = harness.mesa_env('llvmpipe', EGL_PLATFORM='surfaceless', **peer)
    print('| kind | ' + ' | '.join(drivers) + ' | ' + ' | '.join('llvmpipe / ' + c for c in chips) + ' |')
    print('|' + ' --- |' * (1 + len(drivers) + len(chips)))
    slower = 0
    for kind in kinds(binary, drivers[chips[0]], args.only):
        value = {d: run(binary, env, kind, args) for d, env in drivers.items()}
        ratio = {}
        for c in chips:
            try:
                ratio[c] = float(value['llvmpipe']) / float(value[c])
            except (ValueError, ZeroDivisionError):
                ratio[c] = None
            slower += ratio[c] is not None and ratio[c] < 1
        print('| %s | %s | %s |' % (kind, ' | '.join(value.values()), ' | '.join('-' if r is None else '%.2f' % r for r in ratio.values())),
              flush=True)
    print('\nSlower than llvmpipe: %d rows' % slower)


if __name__ == '__main__':
    main()
