#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Why cases of dEQP fail on PICA200, which cannot be conformant: the limit that forbids each, judged from its log.

    pica200_limits.py path/to/deqp-gles2 cases.txt --fails tests/conformance/expectations/pica200-fails.txt

A case is judged by what it said and what TeraGL said meanwhile (TERAGL_DEBUG=api): the link error, which names expression and reason; the GL error; or
what the driver says it draws otherwise than OpenGL has it ("not exact: ..."), since no wrong picture is drawn without. It belongs to the first class of
CLASSES whose expression is found, or whose function says so. What belongs to none is printed as unexplained, and the exit status is 1; so it
is for a crash or a hang. --fails writes the failures by class, in the format of expectations/. --texts keeps what was said; with it in place of the binary
(--judge) it is judged again without a run.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

import harness

FINE = ('Pass', 'NotSupported', 'QualityWarning', 'CompatibilityWarning', 'Waived')
CONFIG = 'rgba8888d24s8ms0'
BATCH = 200

MANTISSA = 2.0 ** -17  # what rounding to float24 changes, at most, of 1


def too_fine(text):
    """Positions whose rounding to float24 is more than a pixel: the case's log has coordinates and the viewport."""
    size = re.search(r'Viewport: left=\d+\tbottom=\d+\twidth=(\d+)', text)
    corners = re.findall(r'x=(-?[\d.e+]+)\s+y=(-?[\d.e+]+)\s+z=(-?[\d.e+]+)\s+w=(-?[\d.e+]+)', text)
    if not size or not corners:
        return False
    return any(max(abs(float(x)) for x in c[:3]) * MANTISSA / max(abs(float(c[3])), 1e-9) * float(size[1]) / 2 > 1 for c in corners)


# (title, regular expression or function of the text); the first that fits
LINK = r'(?:InfoLog>ERROR: |this GPU cannot draw )[^\n]*'
CLASSES = [
    ('No stage rounds: floor, fract, mod, and int() of what differs by fragment.', LINK + r'rounding of a value'),
    ('No stage has exponentials, logarithms and powers.', LINK + r'exponential, logarithm or power'),
    ('No stage has roots, and so neither lengths nor normalised vectors.', LINK + r'square root'),
    ('No stage has sines and what is made of them.', LINK + r'sine or cosine'),
    ('No stage divides by what differs by fragment.', LINK + r'a division by'),
    ('No stage sees its neighbours: derivatives.', LINK + r'a derivative'),
    ('No stage sees where a fragment is, nor how deep.', LINK + r'gl_FragCoord|' + LINK + r'gl_FragDepth'),
    ('There are no lookups at what was looked up, three units, one of them for cube maps and projections, at coordinates that are sums of varyings.',
     LINK + r'(depends on another lookup|three texture units|only unit 0|no sum of varyings|level or bias of a lookup|a lookup (with|in)|more lookups)'),
    ('Texture units answer six questions about varyings, less what lookups take.', LINK + r'more comparisons of varyings'),
    ('There are six stages, with one buffer beside them.',
     LINK + r'(six stages|one buffer|more products than|more than \d+ vectors of constants)'),
    ('No six stages were found in the time that a search may take.', LINK + r'(more expressions than a search|no stages were found)'),
    ('Stages have products, sums, differences, mixes and dot products of values in 0 to 1.', LINK + r'is not in the forms that stages compute'),
    ('A vertex has one colour: four components.', LINK + r'four components of the primary colour'),
    ('Stages compare values in 0 to 1.', LINK + r'outside of 0 to 1'),
    ('A fragment goes by the alpha test alone, which compares the alpha that is written.', LINK + r'discard: '),
    ('Stages have no branches, no loops, no indices and no integers.',
     LINK + r'(a condition that is no comparison|a branch or loop|an index that differs|integers or bits|loop in line|loops in one another)'),
    ('A fragment has one colour to write.', LINK + r'(one colour to write|second output)'),
    ('There are no textures for vertex shaders.', r'PICA200 has no textures for vertex shaders'),
    ('Vertex programs have 512 instructions, 96 constants, 16 temporaries, 128 operand descriptors.', LINK + r'the vertex shader (has|needs)'),
    ('Vertex shaders compute in floats alone.', LINK + r'(numbers neither|is not implemented for|on their bits)'),
    ('There are 4 vectors of varyings, 88 of vertex uniforms, 3 texture units: OpenGL ES wants 8, 128 and 8.',
     r'too many (varyings|uniforms|vertex uniform|samplers|attributes|texture units)|do not fit into 4 vectors|reported value is less than minimum required'
     r'|Got invalid (float|integer|boolean) value|GL_MAX_\w+[^\n]*(fail|less)'),
    ('Fragments have 8 bits of 0 to 1: lowp and mediump have range 0, highp is not there.', r'Got invalid precision/range'),
    ('There are no depth textures.', r'glTexImage2D\(format = 0x(1902|84f9)'),
    ('Textures have 1024 texels in a direction at most.', r'glTexImage2D: \d+ x \d+ x 1 at level|glCopyTexImage2D: \d+ x \d+'),
    ('Levels have sizes that are powers of two.', r'glTexImage2D: \d+ x \d+ at level'),
    ('Textures of other sizes than powers of two repeat nowhere.', r'this GPU cannot draw a texture of \d+ texels in a direction in which it repeats'),
    ('Viewports begin at -512 to 511.', r'this GPU cannot draw a viewport'),
    ('Units sample no level below 8x8.', r'not exact: a texture of \d+x\d+ has \d+ levels|this GPU cannot draw level \d+ of a texture'),
    ('Cube maps have sizes that are powers of two, 8 at least: others are magnified, and their texels have other borders.', r'not exact: a cube map'),
    ('Polygon offsets have no slope.', r'not exact: the slope of a polygon offset'),
    ('Colours that are factors of others are clamped to 0 to 1 at the vertices.', r'not exact: [^\n]*clamped to 0\.\.1 at the vertices'),
    ('Constants of stages are 0 to 1.', r'not exact: a uniform of the fragment shader makes a constant'),
    ('Dot products of stages are -1 to 1.', r'not exact: a dot product'),
    ('Vertices are floats of 24 bits: a coordinate of 10^5 is 1 off.', too_fine),
    ('Functions of varyings are tables, for a range that the driver guesses.', r'not exact: functions of varyings'),
    ('A stage has 8 bits, and errors add up.', r"not exact: the fragment shader's colours may be"),
    ('Memory: 6 MiB of VRAM.', r'GL_OUT_OF_MEMORY|out of memory'),
]
JUDGES = [(title, e if callable(e) else re.compile(e).search) for title, e in CLASSES]


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
    text = text.replace('&apos;', "'").replace('&quot;', '"')
    for title, fits in JUDGES:
        if fits(text):
            return title
    return None


def write_fails(path, classes):
    with open(path, 'w') as f:
        f.write('# What PICA200 fails: "case,Status", with the limit of the chip above it (pica200_limits.py).\n')
        for title, _ in CLASSES:
            if classes[title]:
                f.write('\n# %s\n' % title)
                f.writelines('%s,%s\n' % x for x in sorted(classes[title]))


def results_of(args):
    """-> (case, status, text) of each case, from a run or from what an earlier one kept"""
    if args.judge:
        with open(args.judge) as f:
            yield from (json.loads(line) for line in f)
        return
    with open(args.list) as f:
        cases = [c for c in (line.split('#')[0].strip() for line in f) if c]
    k, n = map(int, args.shard.split('/'))
    left = cases[k - 1::n]
    env = environment(args.build)
    with tempfile.TemporaryDirectory() as folder:
        while left:
            batch, left = left[:BATCH], left[BATCH:]
            results, rest = run(args, env, batch, folder)
            left = rest + left
            yield from results


def main():
    p = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    p.add_argument('binary', nargs='?')
    p.add_argument('list', nargs='?')
    p.add_argument('--build', default=os.path.join(harness.TOP, 'build'))
    p.add_argument('--shard', default='1/1', help='K/N: the K-th of N parts of the list')
    p.add_argument('--timeout', type=float, default=280, help='seconds for %d cases' % BATCH)
    p.add_argument('--fails', help='write the failures here, by class')
    p.add_argument('--texts', help='write what was said here, a JSON array a line')
    p.add_argument('--judge', help='a file of --texts: nothing is run')
    args = p.parse_args()
    if not args.judge and not args.list:
        p.error('a binary and a list of cases, or --judge')
    args.binary = os.path.abspath(args.binary) if args.binary else None
    statuses, classes, bad = collections.Counter(), collections.defaultdict(list), []
    with open(args.texts or os.devnull, 'w') as texts:
        for case, status, text in results_of(args):
            statuses[status] += 1
            texts.write(json.dumps([case, status, '' if status == 'Pass' else text]) + '\n')
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
        write_fails(args.fails, classes)
    print(harness.summary('pica200_limits', sum(statuses[s] for s in FINE), len(bad), sum(len(v) for t, v in classes.items() if t)))
    return 1 if bad or not statuses else 0


if __name__ == '__main__':
    sys.exit(main())
