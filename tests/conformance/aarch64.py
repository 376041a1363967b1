#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""TeraGL built for AArch64 and run under qemu-user does what this machine's build does: the unit suite passes, shaders become the same
machine code, a program on libEGL draws the same triangle, and every draw of captured glmark2 frames leaves the same picture, interpreted
and as machine code, with any number of threads.

The frames are captures made here and replayed on both: a program's own libm may differ between hosts. scripts/test makes the build and the
folder with Debian's libraries."""
import concurrent.futures
import glob
import os
import re
import tempfile

import determinism
import frames
import harness
import run_unit

# The frames: determinism.py's scenes and one with a large convolution.
SCENES = determinism.SCENES + ('effect2d:kernel=1,1,1,1,1;1,1,1,1,1;1,1,1,1,1;',)
# What a replay may complain of: framedump.so ends the program in the middle of its next frame.
REFUSED = re.compile(r'^teragl-replay: (?!the capture ends early)', re.M)
PICTURE = re.compile(r'^submission \d+ draw \d+: .*picture ([0-9a-f]{16})$', re.M)

# Unit tests that say nothing about the host, or that qemu-user cannot run, and why.
HERE = 'reads files of the source: this machine has done that'
STARTS = 'starts programs of the build, which needs qemu registered with the kernel (binfmt_misc)'
MEMORY = 'gives the device bad pointers on purpose, which process_vm_readv finds and qemu-user 7.2 has not got'
SETTING = 'a test that is run, with another setting of the driver'
SLOW = 'takes a minute under qemu; the tests of OpenGL draw with the same driver and emulator'
ANOTHER = re.compile('_(staging|tile2d|fastclear)$')
LEFT_OUT = {
    'db_coverage': HERE, 'layering': HERE, 'circles': HERE, 'paths': HERE, 'status': HERE, 'run_deqp': HERE, 'environment': HERE,
    'strict_rules': HERE, 'extensions': HERE, 'pictures': HERE, 'db_r300_coverage': HERE, 'db_pica_coverage': HERE, 'layering_rules': HERE,
    'bench_run': HERE, 'pica_params': HERE, 'expectations': HERE, 'compare_frames': HERE,
    'run': STARTS, 'trace': STARTS, 'replay': STARTS, 'replay_page': STARTS, 'options': STARTS, 'drirc_files': STARTS, 'egl_x11': STARTS,
    'vradeon_rv670': MEMORY, 'vradeon_rv770': MEMORY, 'vradeon_cypress': MEMORY, 'vradeon_cayman': MEMORY,
    'emulator_planted': 'takes many minutes under qemu; emu_strict_memory has the model that it judges by',
    'glsl_large': 'limits the seconds that a compilation takes',
    'egl_lifetime': 'forks while threads run, and the child goes on with them',
    'gl_perf': 'reads what a test that is run says of its draws',
    'ts_draw': SLOW, 'ts_fast_pictures': SLOW, 'ts_verify': SLOW,
    'gl_chip_torture': 'takes minutes; random draws like those of the other tests',
}


# Of the random cases of the tests that take longest (tests/unit/random_share.h), in percent: a host shows its faults in few. Of the chips
# each case of the drivers' tests takes one (tests/unit/chip_share.h).
SHARE = '5'


def outputs(jobs, tasks):
    """{key: (command, environment, timeout)} -> {key: (status, output)}"""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {k: pool.submit(harness.run, *task) for k, task in tasks.items()}
        return {k: f.result() for k, f in running.items()}


def digest(result):
    """A short form of (status, output) for messages."""
    status, out = result
    return 'status %s, %s' % (status, out[-300:].strip() or 'no output')


class Hosts:
    """How a program of either build is started."""

    def __init__(self, build, cross, root):
        self.build = {'x86-64': os.path.abspath(build), 'aarch64': os.path.abspath(cross)}
        self.start = {'x86-64': [], 'aarch64': ['qemu-aarch64', '-L', os.path.abspath(root)]}
        self.compiler = {'x86-64': ['cc'], 'aarch64': ['aarch64-linux-gnu-gcc', '--sysroot=' + os.path.abspath(root)]}

    def tool(self, host, name, *args):
        return self.start[host] + [os.path.join(self.build[host], 'tools', name), *args]


def same_code(t, hosts, chips, jobs):
    """Piglit's GLSL ES shaders become the same machine code."""
    folders = glob.glob('/usr/lib/*/piglit/tests/spec/glsl-es-1.00')
    if not folders:
        raise SystemExit('piglit is missing (Debian package piglit)')
    env = harness.base_env()
    done = outputs(jobs, {(h, c): (hosts.tool(h, 'teragl-compile', '--chip', c, '--isa', '--link', folders[0]), env, 600)
                          for h in hosts.build for c in chips})
    for c in chips:
        here, there = done['x86-64', c], done['aarch64', c]
        if t.ok(here == there and here[1].count('EXPORT') > 20, '%s: other code: %s; %s' % (c, digest(here), digest(there))):
            print('%-8s %d lines of machine code' % (c, here[1].count('\n')), flush=True)


def same_random_shaders(t, hosts, jobs, seeds=range(1, 9)):
    """A seed of the random shaders is the same text, so that what one host finds can be seen on the other."""
    program = os.path.join('tests', 'fuzz', 'glsl_random')
    done = outputs(jobs, {(h, es3, s): (hosts.start[h] + [os.path.join(hosts.build[h], program)] + es3.split() + ['--print', str(s)],
                                        harness.base_env(), 60)
                          for h in hosts.build for es3 in ('', '--es3') for s in seeds})
    for es3 in ('', '--es3'):
        for s in seeds:
            here, there = done['x86-64', es3, s], done['aarch64', es3, s]
            t.ok(here == there and here[0] == 0 and 'void main()' in here[1], 'random shaders %s %d: other texts: %s; %s' %
                 (es3, s, digest(here), digest(there)))


def same_triangle(t, hosts, chips, jobs, folder):
    """examples/offscreen.c, linked to the distribution's libraries and run with ours."""
    source, pictures = os.path.join(harness.TOP, 'examples', 'offscreen.c'), {}
    for h in hosts.build:
        exe = os.path.join(folder, 'offscreen-' + h)
        status, out = harness.run(hosts.compiler[h] + [source, '-o', exe, '-lEGL', '-lGLESv2'], harness.base_env(), 60)
        if not t.ok(status == 0, '%s: offscreen.c: %s' % (h, out)):
            return
        for c in chips:
            for jit in ('0', 'always'):
                path = '%s-%s-%s.pam' % (exe, c, jit)
                env = harness.teragl_env(hosts.build[h], c, EGL_PLATFORM='surfaceless', TERAGL_THREADS=2, TERAGL_JIT=jit)
                status, out = harness.run(hosts.start[h] + [exe, path], env, 120)
                if t.ok(status == 0, '%s on %s: offscreen: %s' % (h, c, out)):
                    with open(path, 'rb') as f:
                        pictures[h, c, jit] = f.read()
    t.ok(len(pictures) == 4 * len(chips) and len(set(pictures.values())) == 1, 'the triangle differs: ' +
         ', '.join('%s/%s/%s' % k for k in pictures))


def captures(t, hosts, chips, jobs, folder):
    """A frame of each scene -> {(scene, chip): path}"""
    def one(scene, chip, display):
        path = os.path.join(folder, '%s-%s' % (frames.file_name(scene), chip))
        env = harness.teragl_env(hosts.build['x86-64'], chip, DISPLAY=display, TERAGL_CAPTURE=path + '.cap', TERAGL_THREADS=2)
        error = frames.dump(scene, env, hosts.build['x86-64'], path + '.pam', frame=2, size='200x150')
        t.ok(not error, '%s on %s: %s' % (scene, chip, error))
        return path + '.cap' if not error else None

    with harness.xvfb() as display, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        found = {(s, c): pool.submit(one, s, c, display) for s in SCENES for c in chips}
        return {k: f.result() for k, f in found.items() if f.result()}


def same_frames(t, hosts, chips, jobs, folder):
    caps, tasks = captures(t, hosts, chips, jobs, folder), {}
    for (scene, chip), cap in caps.items():
        tasks[scene, chip, 'x86-64'] = (hosts.tool('x86-64', 'teragl-replay', cap), harness.base_env(), 300)
        for threads, jit in determinism.VARIANTS:
            env = dict(harness.base_env(), TERAGL_THREADS=str(threads), TERAGL_JIT=jit)
            tasks[scene, chip, (threads, jit)] = (hosts.tool('aarch64', 'teragl-replay', cap), env, 600)
    done = outputs(jobs, tasks)
    for scene, chip in caps:
        want = done[scene, chip, 'x86-64']
        pictures = PICTURE.findall(want[1])
        for v in determinism.VARIANTS:
            got = done[scene, chip, v]
            t.ok(want[0] in (0, 1) and not REFUSED.search(want[1]) and len(set(pictures)) > 1 and got == want,
                 '%s on %s with %d threads, TERAGL_JIT=%s: here %s; on aarch64 %s' % (scene, chip, *v, digest(want), digest(got)))
        print('%-8s %d draws  %s' % (chip, len(pictures), scene), flush=True)


def main():
    p = harness.parser(__doc__)
    p.add_argument('--cross', default=os.path.join(harness.TOP, 'build-aarch64'), help='the build for AArch64')
    p.add_argument('--root', default=os.path.join(harness.TOP, 'build-aarch64-root'), help='folder with the libraries for AArch64')
    p.add_argument('--only', choices=('unit', 'code', 'triangle', 'frames'), help='only this part')
    a = p.parse_args()
    t = harness.Tally('aarch64')
    chips = a.chip or harness.CHIPS
    hosts = Hosts(a.build, a.cross, a.root)
    with tempfile.TemporaryDirectory() as folder:
        if a.only in (None, 'code'):
            same_code(t, hosts, chips, a.jobs)
            same_random_shaders(t, hosts, a.jobs)
        if a.only in (None, 'triangle'):
            same_triangle(t, hosts, chips, a.jobs, folder)
        if a.only in (None, 'frames'):
            same_frames(t, hosts, chips, a.jobs, folder)
    if a.only in (None, 'unit'):
        every = run_unit.named(a.cross, 'unit', '')
        left_out = dict(LEFT_OUT, **{n: SETTING for n in every if ANOTHER.search(n) and ANOTHER.sub('', n) in every})
        for name, why in sorted(left_out.items()):
            print('left out: %s: %s' % (name, why), flush=True)
        for name in sorted(set(left_out) - set(every)):
            t.ok(False, 'there is no unit test %s to leave out' % name)
        run_unit.run_tests(t, a.cross, [name for name in every if name not in left_out], a.jobs, '20', TERAGL_TEST_SHARE=SHARE,
                           TERAGL_TEST_CHIPS='1')
    t.finish()


if __name__ == '__main__':
    main()
