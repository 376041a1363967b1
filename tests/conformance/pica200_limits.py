#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Why cases of dEQP fail on PICA200, which cannot be conformant: the limit that forbids each, judged from its log.

    pica200_limits.py path/to/deqp-gles2 cases.txt --fails out.txt

Each case that does not pass belongs to the first class of CLASSES whose expression is found in what the case said: its log (--deqp-log-filename,
with the programs' info logs), and what TeraGL said meanwhile (TERAGL_DEBUG=api). What belongs to none is printed as unexplained, and the exit
status is 1; so it is for a crash or a hang. --fails writes the failures by class, in the format of expectations/.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

import harness

FINE = ('Pass', 'NotSupported', 'QualityWarning', 'CompatibilityWarning', 'Waived')
CONFIG = 'rgba8888d24s8ms0'
BATCH = 200

# (title, expression)
CLASSES = [
    ('fragment shaders that are not in the forms of six stages',
     r'no stage computes it|six stages|forms that they do not have|differs by fragment|no sum of varyings|three texture units|depends on another lookup'
     r'|only unit 0 has them|no stage (reads|writes) depth|coordinate of a texture only|no stages were found|four components of the primary colour'
     r'|discard: |conditions of discard|more products than six|a condition that is no comparison|more than \d+ vectors of constants'
     r'|one colour to write|a second output|a lookup (with|in)|outside of 0 to 1'),
    ('vertex programs that are larger than the chip, or what it lacks',
     r'the vertex shader (has|needs)|PICA200 has no textures for vertex shaders|PICA200 numbers neither|is not implemented for PICA200|operates? on their bits'
     r'|of integers works on their bits'),
    ('loops and branches that do not end when the shader is compiled',
     r'the loop in line|loops in one another|PICA200 does not have|, which PICA200|does not have \(line'),
    ('more varyings or uniforms than there are',
     r'too many varyings|do not fit into 4 vectors|too many uniforms|too many vertex uniform|too many fragment uniform|too many attributes|too many samplers'
     r'|uniform vectors|too many texture units'),
    ('limits that are reported below what the standard asks for',
     r'(?i)(value|limit|minimum).{0,80}(less than|smaller than|below|too small)|GL_MAX_\w+.{0,60}(got|expected|fail)|invalid value|precision.{0,60}(range|format)'),
    ('draws that the chip cannot do: GL_INVALID_OPERATION', r'this GPU cannot draw'),
    ('extensions and formats that the chip lacks', r'is not supported|GL_INVALID_ENUM|NotSupported'),
    ('memory', r'GL_OUT_OF_MEMORY|out of memory'),
    ('pictures that differ: levels below 8x8, sizes that are no powers of two, 8 bits a stage, 24 bits a vertex',
     r'(?i)image (comparison|verification|compare|mismatch)|comparison failed|verification failed|compare failed|got unexpected|incorrect (pixel|colou?r|value)|Fail \(|invalid pixel|mismatch'),
]
COMPILED = [(title, re.compile(e)) for title, e in CLASSES]


def environment(build):
    env = harness.teragl_env(build, 'pica200', EGL_PLATFORM='surfaceless')
    env['TERAGL_DEBUG'] = 'api'
    env.setdefault('TERAGL_THREADS', '1')
    return env


def parts(text, begin):
    """{case: text} of what stands behind each line that begins one."""
    out, name = {}, None
    for line in text.splitlines():
        m = begin.match(line)
        if m:
            name = m[1]
            out[name] = ''
        elif name:
            out[name] += line + '\n'
    return out


def run(args, env, cases, folder):
    """-> [(case, status, text)] of a batch, and the cases behind one that ended the process"""
    names, log = os.path.join(folder, 'cases.txt'), os.path.join(folder, 'log.qpa')
    with open(names, 'w') as f:
        f.write('\n'.join(cases) + '\n')
    command = [args.binary, '--deqp-caselist-file=' + names, '--deqp-log-filename=' + log, '--deqp-watchdog=disable', '--deqp-surface-width=256',
               '--deqp-surface-height=256', '--deqp-surface-type=pbuffer', '--deqp-gl-config-name=' + CONFIG, '--deqp-visibility=hidden',
               '--deqp-log-images=disable', '--deqp-log-shader-sources=disable']
    hung = False
    try:
        p = subprocess.run(command, env=env, cwd=os.path.dirname(args.binary), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=args.timeout,
                           errors='replace')
        said = p.stdout
    except subprocess.TimeoutExpired as e:
        hung, said = True, (e.stdout or b'').decode(errors='replace')
    with open(log, errors='replace') as f:
        logged = parts(f.read(), re.compile(r'#beginTestCaseResult (\S+)'))
    told = parts(said, re.compile(r"Test case '(.*)'\.\."))
    out = []
    for case in cases:
        if case not in told:
            break
        status = re.search(r'^  (\w+) \((.*)\)', told[case], re.M)
        text = told[case] + logged.get(case, '')
        out.append((case, status[1] if status else 'Timeout' if hung else 'Crash', text))
        if not status:
            break
    return out, cases[len(out):] if out else []


def judge(text):
    for title, expression in COMPILED:
        if expression.search(text):
            return title
    return None


def main():
    p = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    p.add_argument('binary')
    p.add_argument('list')
    p.add_argument('--build', default=os.path.join(harness.TOP, 'build'))
    p.add_argument('--shard', default='1/1', help='K/N: the K-th of N parts of the list')
    p.add_argument('--timeout', type=float, default=280, help='seconds for %d cases' % BATCH)
    p.add_argument('--fails', help='write the failures here, by class')
    args = p.parse_args()
    args.binary = os.path.abspath(args.binary)
    with open(args.list) as f:
        cases = [c for c in (line.split('#')[0].strip() for line in f) if c]
    k, n = map(int, args.shard.split('/'))
    left = cases[k - 1::n]
    env = environment(args.build)
    statuses, classes, bad = collections.Counter(), collections.defaultdict(list), []
    with tempfile.TemporaryDirectory() as folder:
        while left:
            batch, left = left[:BATCH], left[BATCH:]
            results, rest = run(args, env, batch, folder)
            left = rest + left
            for case, status, text in results:
                statuses[status] += 1
                if status in FINE:
                    continue
                title = judge(text) if status not in ('Crash', 'Timeout') else None
                classes[title].append((case, status))
                if not title:
                    bad.append(case)
                    print('%s: %s, unexplained\n%s' % (case, status, text[-600:]))
    for title, _ in CLASSES:
        if classes[title]:
            print('%5d %s' % (len(classes[title]), title))
    print(', '.join('%s %d' % x for x in statuses.most_common()))
    if args.fails:
        with open(args.fails, 'w') as f:
            for title, _ in CLASSES:
                if classes[title]:
                    f.write('\n# %s\n' % (title[0].upper() + title[1:]))
                    f.writelines('%s,%s\n' % x for x in sorted(classes[title]))
    print(harness.summary('pica200_limits', sum(statuses[s] for s in FINE), len(bad), sum(len(v) for t, v in classes.items() if t)))
    return 1 if bad or not statuses else 0


if __name__ == '__main__':
    sys.exit(main())
