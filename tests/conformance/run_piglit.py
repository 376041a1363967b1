#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the OpenGL ES tests of the installed piglit and compares the results with the recorded ones.

The list is made at run time from piglit's profile "all": every command that uses a *_gles2 program; of the shader parser's
those for GLSL ES 1.00. With --gles3 it is every command that uses a *_gles3 program and the parser's texts of GLSL ES 3.00, without
shader_runner's files that require 3.10 or later, and the lists of results are piglit-<chip>-gles3-fails.txt. The peer is held to
OpenGL ES 3.0 there, as what it does beyond is no measure of a driver of 3.0.

A test with subtests counts as its subtests. tests/conformance/piglit-<chip>-fails.txt names
what does not pass yet, in deqp-runner's format "test,Status"; it may only shrink: a test that does not pass and is not in it,
or with another status, fails, and so does a recorded one that passes now. One that ends as recorded is counted as failed as
expected, a recorded "Skip" (an extension that is missing) as skipped. piglit-llvmpipe-fails.txt has the same for Mesa's llvmpipe (--record-llvmpipe makes it), the peer for the percentage.

With --profile quick_gl or quick_shader it runs that profile's tests of OpenGL 2.1 and below (piglit_desktop.py says which) with Mesa's
r600 on the virtual radeon, or with llvmpipe. Their lists are piglit-mesa-<chip>-<profile>-fails.txt, without the skipped tests; how
many passed stands in the first line, and fewer are a failure.
"""
import argparse
import concurrent.futures
import functools
import json
import os
import re
import shlex
import shutil
import sys

import harness
import piglit_desktop

TIMEOUT_S = 60
MESA_CHIPS = ('rv670', 'rv770', 'cypress', 'barts', 'cayman')
GOOD = ('pass', 'warn')
PARSER = 'glslparsertest_gles2'


def of_gles2(program, argv):
    """Is it OpenGL ES 2.0's? argv is piglit's command."""
    return program.endswith('_gles2') and (program != PARSER or argv[3] in ('1.0', '1.00'))


def of_gles3(program, argv):
    """Is it OpenGL ES 3.0's? argv is piglit's command."""
    if program == PARSER:
        return argv[3] in ('3.0', '3.00')
    if program == 'shader_runner_gles3':
        with open(argv[1], encoding='utf-8', errors='replace') as f:
            needs = re.search(r'^GLSL ES >= (\d)\.(\d+)', f.read(), re.M)
        return not needs or (int(needs[1]), int(needs[2])) <= (3, 0)
    return program.endswith('_gles3')


@functools.lru_cache(None)
def commands(piglit):
    """-> [(name, argv)] of the whole profile; it takes piglit seconds to say."""
    status, out = harness.run([piglit, 'print-cmd', '--format', '{name} ::: {command}', 'all'], harness.base_env(), 300, merge=False)
    if status != 0:
        sys.exit('piglit print-cmd failed: %s' % status)
    lines = (line.partition(' ::: ') for line in out.splitlines())
    return [(name, argv) for name, argv in ((n, shlex.split(command)) for n, _, command in lines) if argv]


def tests(wanted):
    """-> [(name, argv)] of the tests for which wanted(program, argv)"""
    piglit = shutil.which('piglit')
    if not piglit:
        sys.exit('piglit is missing (Debian package piglit)')
    result = {}
    for name, command in commands(piglit):
        argv, program = list(command), os.path.basename(command[0])
        if not wanted(program, argv):
            continue
        argv[0] = os.path.normpath(os.path.join(os.path.dirname(os.path.realpath(piglit)), argv[0]))
        if program != PARSER:  # without a window
            argv += [a for a in ('-auto', '-fbo') if a not in argv]
        result[name] = argv
    return sorted(result.items())


def outcome(name, argv, env):
    """-> {name or name@subtest: status}, output"""
    env = dict(env, PIGLIT_SOURCE_DIR=os.path.dirname(os.path.dirname(argv[0])))  # where tests find their data
    status, out = harness.run(argv, env, TIMEOUT_S)
    if status == 'timeout':
        return {name: 'Timeout'}, out
    whole, sub = None, {}
    for m in re.finditer(r'^PIGLIT: (\{.*\})\s*$', out, re.M):
        try:
            data = json.loads(m.group(1))
        except ValueError:
            continue
        whole = data.get('result', whole)
        for k, v in data.get('subtest', {}).items():
            sub[re.sub(r'[,\s]+', ' ', k)] = v
    if status < 0 or whole is None:
        return {name: 'Crash'}, out
    word = lambda r: 'Pass' if r in GOOD else r.capitalize()
    if not sub:
        return {name: word(whole)}, out
    return {'%s@%s' % (name, k): word(v) for k, v in sub.items()}, out


def run_all(env, a):
    results, logs = {}, {}
    todo = [t for t in tests(of_gles3 if a.gles3 else of_gles2) if not a.only or re.search(a.only, t[0])]
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        futures = [(name, pool.submit(outcome, name, argv, env)) for name, argv in todo]
        for name, f in futures:
            r, out = f.result()
            results.update(r)
            for k in r:
                logs[k] = out
    return results, logs


def fails_file(which):
    return os.path.join(harness.HERE, 'piglit-%s-fails.txt' % which)


def read_fails(which):
    """-> {test: status}; lines that start with # are comments."""
    result = {}
    if os.path.exists(fails_file(which)):
        with open(fails_file(which)) as f:
            for line in f:
                line = line.strip()
                if line and not line.startswith('#'):
                    name, _, status = line.rpartition(',')
                    result[name] = status
    return result


def write_fails(which, results):
    with open(fails_file(which), 'w') as f:
        f.write('# piglit tests that do not pass: "test,Status". See run_piglit.py.\n')
        for name, status in sorted(results.items()):
            if status != 'Pass':
                f.write('%s,%s\n' % (name, status))


def judge(which, peer, results, logs, a):
    t = harness.Tally('piglit-' + which)
    fails, peer = read_fails(which), read_fails(peer)
    log_path = None
    for name, status in sorted(results.items()):
        known = fails.get(name)
        if status == 'Pass':
            t.ok(not known, '%s passes now: remove "%s,%s" from %s' % (name, name, known, os.path.basename(fails_file(which))))
        elif status == 'Skip' and known == status:
            t.skip()
        elif status == known:
            t.expect()
        else:
            t.ok(False, '%s: %s%s' % (name, status, ', recorded: ' + known if known else ''))
        if a.verbose and status not in ('Pass', 'Skip'):
            print('---- %s: %s\n%s' % (name, status, logs[name]))
    if not a.only:
        for name in sorted(set(fails) - set(results)):
            t.ok(False, '%s is recorded but did not run: remove it, or find out why' % name)
    # a test that ends before its subtests, as the peer's subtests
    passes = [n for n in results if n not in peer and not any(k.startswith(n + '@') for k in peer)]
    both = sum(results[n] == 'Pass' for n in passes)
    every = sum(s == 'Pass' for s in results.values())
    print('piglit-%s: %d of %d tests pass, %d of the %d (%.1f%%) that llvmpipe passes' %
          (which, every, len(results), both, len(passes), 100.0 * both / max(len(passes), 1)))
    return t


class Journal:
    """Results of a long run, a line for each batch, so that an interrupted run goes on where it was."""

    def __init__(self, path, keys):
        self.path, self.results, self.logs = path, {}, {}
        self.done = set()
        if path and os.path.exists(path):
            with open(path) as f:
                for line in f:
                    entry = json.loads(line)
                    if entry[0] in keys:
                        self.add(*entry, write=False)

    def add(self, key, results, logs, write=True):
        self.done.add(key)
        self.results.update(results)
        self.logs.update(logs)
        if write and self.path:
            with open(self.path, 'a') as f:
                f.write(json.dumps([key, results, logs]) + '\n')


def run_desktop(env, a):
    """-> results, logs"""
    env = dict(env, **piglit_desktop.ENVIRONMENT)
    batches = piglit_desktop.batches(a.profile, a.only, a.shard)
    journal = Journal(a.journal, {b[0][0] for b in batches})
    todo = [b for b in batches if b[0][0] not in journal.done]
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        futures = {pool.submit(piglit_desktop.run_batch, b, env, a.timeout): b for b in todo}
        for n, f in enumerate(concurrent.futures.as_completed(futures), 1):
            journal.add(futures[f][0][0], *f.result())
            if n % 100 == 0:
                harness.progress('%d of %d processes, %d tests, %d not good' % (n, len(todo), len(journal.results), len(journal.logs)))
    return journal.results, journal.logs


def passes_of(which):
    """Passes in the first line of a desktop list; 0 if there is none."""
    if os.path.exists(fails_file(which)):
        with open(fails_file(which)) as f:
            m = re.match(r'# (\d+) pass', f.readline())
            return int(m.group(1)) if m else 0
    return 0


def record_desktop(which, results):
    count = lambda s: sum(v == s for v in results.values())
    with open(fails_file(which), 'w') as f:
        f.write('# %d pass, %d skip; what does neither: "test,Status". See run_piglit.py.\n' % (count('Pass'), count('Skip')))
        for name, status in sorted(results.items()):
            if status not in ('Pass', 'Skip'):
                f.write('%s,%s\n' % (name, status))


def judge_desktop(chip, results, logs, a):
    which, peer_file = 'mesa-%s-%s' % (chip, a.profile), 'llvmpipe-' + a.profile
    t = harness.Tally('piglit-' + which)
    fails, peer = read_fails(which), read_fails(peer_file)
    for name, status in sorted(results.items()):
        known = fails.get(name)
        if status == 'Skip':
            t.skip()
        elif status == 'Pass':
            t.ok(not known, '%s passes now: remove "%s,%s" from %s' % (name, name, known, os.path.basename(fails_file(which))))
        elif status == known:
            t.expect()
        else:
            t.ok(False, '%s: %s%s%s' % (name, status, ', recorded: ' + known if known else '',
                                        ' (llvmpipe does not pass it)' if name in peer else ''))
        if a.verbose and name in logs:
            print('---- %s: %s\n%s' % (name, status, logs[name]))
    passed = sum(s == 'Pass' for s in results.values())
    if not a.only and a.shard == (1, 1):
        t.ok(passed >= passes_of(which), '%d pass, %d did when the list was made' % (passed, passes_of(which)))
    bad = [n for n, s in results.items() if s not in ('Pass', 'Skip')]
    print('piglit-%s: %d tests: %d pass, %d skip, %d do not pass, %d of these pass with llvmpipe or skip there' %
          (which, len(results), passed, t.skipped, len(bad), sum(n not in peer for n in bad)))
    return t


def desktop(a):
    if a.record_llvmpipe:
        results, _ = run_desktop(harness.mesa_env('llvmpipe'), a)
        record_desktop('llvmpipe-' + a.profile, results)
        print('llvmpipe: %d of %d tests pass' % (sum(s == 'Pass' for s in results.values()), len(results)))
        return
    total = harness.Tally('piglit')
    for chip in a.chip or MESA_CHIPS:
        results, logs = run_desktop(harness.virtual_radeon_env(a.build, chip), a)
        if a.record:
            record_desktop('mesa-%s-%s' % (chip, a.profile), results)
        t = judge_desktop(chip, results, logs, a)
        total.add(t)
    total.finish()


def shard(text):
    m = re.fullmatch(r'(\d+)/(\d+)', text)
    if not m or not 1 <= int(m.group(1)) <= int(m.group(2)):
        raise argparse.ArgumentTypeError('K/N with 1 <= K <= N')
    return int(m.group(1)), int(m.group(2))


def main():
    p = harness.parser(__doc__)
    p.add_argument('--record-llvmpipe', action='store_true', help='run with llvmpipe and record what does not pass there')
    p.add_argument('--record', action='store_true', help="write the chips' lists anew")
    p.add_argument('--virtual-radeon', action='store_true',
                   help="Mesa's r600 on the virtual radeon instead of TeraGL; lists are piglit-mesa-<chip>-fails.txt")
    p.add_argument('--gles3', action='store_true', help="OpenGL ES 3.0's tests instead of 2.0's")
    p.add_argument('--only', help='regular expression: tests to run')
    p.add_argument('-v', '--verbose', action='store_true', help='print the output of the tests that fail')
    p.add_argument('--profile', choices=piglit_desktop.PROFILES,
                   help="that profile's tests of OpenGL 2.1 and below, with Mesa's r600 on the virtual radeon (or --record-llvmpipe)")
    p.add_argument('--shard', type=shard, default=(1, 1), help='K/N: with --profile, the K-th of N parts of the list')
    p.add_argument('--journal', help='with --profile: file of results; what it has already is not run again')
    p.add_argument('--timeout', type=int, default=300, help='with --profile: seconds for a process (default: 300)')
    a = p.parse_args()
    if a.profile and not a.record_llvmpipe:
        a.virtual_radeon = True
    platform = {'PIGLIT_PLATFORM': 'surfaceless_egl'}
    suffix = '-gles3' if a.gles3 else ''
    if a.profile and a.record_llvmpipe:
        desktop(a)
        return
    if a.record_llvmpipe:
        if a.gles3:
            platform['MESA_GLES_VERSION_OVERRIDE'] = '3.0'
        results, _ = run_all(harness.mesa_env('llvmpipe', **platform), a)
        write_fails('llvmpipe' + suffix, results)
        print('llvmpipe: %d of %d tests pass' % (sum(s == 'Pass' for s in results.values()), len(results)))
        return
    if a.virtual_radeon and not harness.r600_driver():
        print("Mesa's r600_dri.so (Debian package libgl1-mesa-dri) is not installed")
        print('piglit: 0 passed, 0 failed, 1 skipped')
        return
    if a.profile:
        desktop(a)
        return
    total = harness.Tally('piglit')
    for chip in a.chip or (MESA_CHIPS if a.virtual_radeon else harness.CHIPS):
        if a.virtual_radeon:
            which, env = 'mesa-' + chip + suffix, harness.virtual_radeon_env(a.build, chip, **platform)
        else:
            # piglit looks extension functions up in libglvnd's libraries, so TeraGL is its EGL vendor here
            which, env = chip + suffix, harness.teragl_env(a.build, chip, **platform)
            del env['LD_LIBRARY_PATH']
            env['__EGL_VENDOR_LIBRARY_FILENAMES'] = os.path.join(os.path.abspath(a.build), 'src', 'api', '40_teragl.json')
        results, logs = run_all(env, a)
        if a.record:
            write_fails(which, results)
        total.add(judge(which, 'llvmpipe' + suffix, results, logs, a))
    total.finish()


if __name__ == '__main__':
    main()
