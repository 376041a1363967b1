#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a dEQP binary over a list of cases and compares with what is expected of the chip.

    run_deqp.py --chip rv770 --jobs 2 path/to/deqp-gles2 cases.txt

The list has one case a line; '#' begins a comment. Any binary of the suite will do (deqp-gles2, deqp-egl, glcts), built for the
target "surfaceless" or, with --platform x11, for an X server, which is started here. Crashes and hangs cost their case only
(deqp_process.py). The results are compared with the lists in the folder expectations/ (expectations.py); an unexpected failure is
run once more by itself, and is a Flake if it passes then. The exit status is 1 if anything differs.
--shard K/N takes every N-th case of the list from the K-th on, so that N machines share the work evenly.
--peer softpipe runs the same cases with the distribution's Mesa afterwards and compares CPU time and failures.
"""
import argparse
import collections
import contextlib
import os
import re
import sys

import deqp_process
import deqp_report
import harness
from deqp_process import FINE, Result
from expectations import FOLDER, Expectations

CONFIG = 'rgba8888d24s8ms0'


def read_list(path):
    with open(path) as f:
        return list(dict.fromkeys(c for c in (line.split('#')[0].strip() for line in f) if c))


def shard(cases, text):
    m = re.fullmatch(r'(\d+)/(\d+)', text)
    if not m or not 1 <= int(m[1]) <= int(m[2]):
        sys.exit('--shard %s: K/N with 1 <= K <= N is expected' % text)
    return cases[int(m[1]) - 1::int(m[2])]


def arguments(args):
    """The binary's arguments but those that name files."""
    m = re.fullmatch(r'(\d+)x(\d+)', args.size)
    if not m:
        sys.exit('--size %s: WIDTHxHEIGHT is expected' % args.size)
    out = ['--deqp-surface-width=' + m[1], '--deqp-surface-height=' + m[2], '--deqp-surface-type=' + args.surface_type,
           '--deqp-gl-config-name=' + args.config, '--deqp-visibility=hidden', '--deqp-log-images=disable',
           '--deqp-log-shader-sources=disable']
    if args.platform == 'x11' and 'egl' in os.path.basename(args.binary):
        out.append('--deqp-egl-display-type=x11')
    if args.seed is not None:
        out.append('--deqp-base-seed=%d' % args.seed)
    return out + args.option


def parse():
    p = argparse.ArgumentParser(description=__doc__.strip().split('\n')[0])
    p.add_argument('binary', help='deqp-gles2, deqp-egl or glcts')
    p.add_argument('list', help='file with one case a line')
    p.add_argument('--build', default=os.path.join(harness.TOP, 'build'), help='build directory (default: build)')
    p.add_argument('--chip', default='rv770', help='chip to emulate (default: rv770)')
    p.add_argument('--jobs', type=int, default=2, help='processes at a time (default: 2)')
    p.add_argument('--shard', default='1/1', help='K/N: the K-th of N parts of the list')
    p.add_argument('--timeout', type=float, default=60, help='seconds without a word after which a case hangs')
    p.add_argument('--platform', choices=('surfaceless', 'x11'), default='surfaceless', help='what the binary was built for')
    p.add_argument('--config', default=CONFIG, help='the framebuffer configuration (default: %s)' % CONFIG)
    p.add_argument('--surface-type', default='pbuffer', choices=('pbuffer', 'fbo', 'window', 'pixmap'))
    p.add_argument('--size', default='256x256', help='of the surface (default: 256x256)')
    p.add_argument('--seed', type=int, help='for the random cases')
    p.add_argument('--option', action='append', default=[], help='one more argument for the binary')
    p.add_argument('--expected', default=FOLDER, help='folder with the lists, or a list of failures alone')
    p.add_argument('--retry', type=int, default=1, help='how often an unexpected failure is run again (default: 1)')
    p.add_argument('--peer', choices=('softpipe', 'llvmpipe'), help='compare with this driver of Mesa')
    p.add_argument('--fails', help='write the failures here, in the format of the lists')
    p.add_argument('--results', help='write a CSV file with all results here')
    p.add_argument('--junit', help='write a JUnit file here')
    p.add_argument('--html', help='write a page with the pictures of what differs here')
    args = p.parse_args()
    if args.jobs < 1:
        p.error('at least one job')
    return args


def peer(args, plan, cases, results, cpu):
    env = harness.mesa_env(args.peer)
    env.update({k: plan.env[k] for k in ('EGL_PLATFORM', 'DISPLAY') if k in plan.env})
    theirs, their_cpu, _ = deqp_process.run(deqp_process.Plan(args.binary, plan.arguments, env, args.timeout, args.jobs), cases,
                                            args.peer + ': ')
    print('%s: %s' % (args.peer, counts(theirs)))
    worse = [c for c, r in sorted(results.items()) if r.status not in FINE and theirs[c].status in FINE]
    better = sum(r.status in FINE and theirs[c].status not in FINE for c, r in results.items())
    for c in worse:
        print('%s passes on %s' % (c, args.peer))
    print('CPU time: %.1f s, %s %.1f s (%.2f of it); %d cases fail here only, %d there only' %
          (cpu, args.peer, their_cpu, cpu / max(their_cpu, 0.01), len(worse), better))


def counts(results):
    return ', '.join('%s %d' % x for x in collections.Counter(r.status for r in results.values()).most_common())


def retry(args, plan, results, different, expected):
    """Runs the unexpected failures again, one a process: one that passes is a Flake."""
    plan = deqp_process.Plan(plan.binary, plan.arguments, plan.env, plan.timeout, 1)
    again = [c for c in different if results[c].status not in FINE and results[c].status != 'Missing']
    if len(again) > 200:  # not flakes: something is broken
        return
    for case in again:
        for _ in range(args.retry):
            new = {}
            deqp_process.run_once(plan, [case], new.__setitem__)
            if new[case].status in FINE:
                results[case] = Result('Flake', 'first: %s (%s)' % results[case][:2], results[case].seconds)
                different[case] = expected.difference(case, results[case])
                break


def main():
    args = parse()
    alone = os.path.isfile(args.expected)
    # What is not supported depends on the configuration, where the binary has one only; the list is about the usual one.
    usual = not alone and ('egl' in os.path.basename(args.binary) or (args.config == CONFIG and args.surface_type == 'pbuffer'))
    expected = Expectations(FOLDER if alone else args.expected, args.chip, args.expected if alone else None, usual)
    listed = shard(read_list(args.list), args.shard)
    cases = [c for c in listed if not expected.skipped(c)]
    with contextlib.ExitStack() as stack:
        if args.platform == 'x11':
            env = harness.teragl_env(args.build, args.chip, DISPLAY=stack.enter_context(harness.xvfb()), EGL_PLATFORM='x11')
        else:
            env = harness.teragl_env(args.build, args.chip, EGL_PLATFORM='surfaceless')
        env.setdefault('TERAGL_THREADS', '1')
        plan = deqp_process.Plan(args.binary, arguments(args), env, args.timeout, args.jobs)
        results, cpu, seconds = deqp_process.run(plan, cases)
        different = {c: d for c, d in ((c, expected.difference(c, r)) for c, r in results.items()) if d}
        retry(args, plan, results, different, expected)
        name = os.path.basename(args.binary)
        title = '%s on %s' % (name, args.chip)
        if args.fails:
            with open(args.fails, 'w') as f:
                f.writelines('%s,%s\n' % (c, r.status) for c, r in sorted(results.items()) if r.status not in FINE)
        if args.results:
            deqp_report.write_csv(args.results, results)
        if args.junit:
            deqp_report.write_junit(args.junit, title, results, different, seconds)
        if args.html:
            deqp_report.write_html(args.html, plan, title, results, different)
        for case in sorted(different):
            print(different[case])
        print('%s, %d s, CPU %.1f s: %s' % (title, seconds, cpu, counts(results)))
        if len(cases) < len(listed):
            print('%d cases are in a list of skips and were not run' % (len(listed) - len(cases)))
        if args.peer:
            peer(args, plan, cases, results, cpu)
    skipped = sum(r.status == 'NotSupported' and c not in different for c, r in results.items())
    failures = sum(expected.failure(c, r) for c, r in results.items())
    missing = len(cases) - len(results)
    print(harness.summary('run_deqp', len(results) - skipped - failures - len(different), len(different) + missing, failures,
                          skipped + len(listed) - len(cases)))
    return 1 if different or missing or not results else 0


if __name__ == '__main__':
    sys.exit(main())
