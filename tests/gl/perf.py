# SPDX-License-Identifier: MIT
"""TERAGL_DEBUG=perf: each block's time, which adds up; counts; what took a slow way. Nothing without it.

perf.py PROGRAM [ARGUMENT ...], which draws with textures that have borders
"""
import os
import re
import shlex
import subprocess
import sys

# what a build for another CPU runs its programs with; meson says it
WRAPPER = shlex.split(os.environ.get('MESON_EXE_WRAPPER', ''))


def run(program, **more):
    env = {k: v for k, v in os.environ.items() if k not in ('TERAGL_DEBUG', 'TERAGL_STRICT', 'TERAGL_JIT')}
    p = subprocess.run(WRAPPER + program, env=dict(env, **more), capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if p.returncode:
        sys.exit('perf.py: %s fails by itself: %s' % (' '.join(program), p.stderr))
    return [line[len('teragl: perf: '):] for line in p.stderr.splitlines() if line.startswith('teragl: perf: ')]


def check(ok, what):
    if not ok:
        sys.exit('perf.py: %s' % (what,))


def table(lines):
    """{block: (milliseconds, percent, times)}"""
    rows = {}
    for line in lines:
        m = re.match(r'(.+?) +([0-9.]+) ms +([0-9.]+)% +([0-9]+) times$', line)
        if m:
            rows[m[1]] = float(m[2]), float(m[3]), int(m[4])
    return rows


def main(program):
    check(not run(program), 'it is off, and something was printed')
    lines = run(program, TERAGL_DEBUG='perf', TERAGL_JIT='0')
    total = re.match(r'emulator: ([0-9.]+) ms of CPU on ([0-9]+) threads?; the rest of the process: ([0-9.]+) ms$', lines[0])
    check(total, lines[:1])
    rows = table(lines)
    for block in ('command stream, registers', 'state of draws', 'indices, batches', 'vertex shader', 'set-up, coverage, waves', 'pixel shader', 'blending, writing'):
        check(rows.get(block, (0, 0, 0))[2] > 0, '%s is missing: %s' % (block, lines))
    check(abs(sum(r[1] for r in rows.values()) - 100) < 0.06 * len(rows), 'shares do not add up: %s' % rows)
    check(abs(sum(r[0] for r in rows.values()) - float(total[1])) < 0.06 * (len(rows) + 1), 'times do not add up: %s' % rows)
    counts = [line for line in lines if line.startswith('draws ')]
    check(len(counts) == 1 and all(int(n) > 0 for n in re.findall(r'[0-9]+', counts[0])), 'a count is 0: %s' % counts)
    check(any(re.match(r"slow: a wave's pixel shader: interpreted, TERAGL_JIT=0: [1-9][0-9]* times$", line) for line in lines), lines)
    check(any(re.match(r'slow: a texture lookup, lane by lane: borders, or mirroring once: [1-9][0-9]* times$', line) for line in lines), lines)
    check(rows.get('textures: lane by lane', (0, 0, 0))[2] > 0, lines)
    lines = run(program, TERAGL_DEBUG='perf', TERAGL_JIT='always')
    check(lines and not any('TERAGL_JIT=0' in line for line in lines), lines)


if len(sys.argv) < 2:
    sys.exit(__doc__)
main(sys.argv[1:])
