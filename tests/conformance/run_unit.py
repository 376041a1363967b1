#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a suite of meson's tests (--suite, else unit) and counts the cases in its log: cmocka's where the program prints them, else one per program."""
import json
import os
import re
import subprocess
import sys

import harness


def run_tests(t, build, chosen, jobs, multiplier='3', **more):
    """Runs the chosen tests (names, or options of meson's), with more in their environment, and counts their cases into the tally."""
    log = os.path.join(build, 'meson-logs', 'testlog.json')
    if os.path.exists(log):
        os.unlink(log)
    env = dict(harness.base_env(), **more)
    if os.environ.get('TERAGL_TEST_ENV'):
        env.update(json.loads(os.environ['TERAGL_TEST_ENV']))
    status = subprocess.call(['meson', 'test', '-C', build, '--no-rebuild', '--print-errorlogs', '-q', '--num-processes', str(jobs),
                              '--timeout-multiplier', multiplier] + chosen, env=env)
    with open(log) as f:
        results = [json.loads(line) for line in f if line.strip()]
    for r in results:
        text = (r.get('stdout') or '') + (r.get('stderr') or '')
        m = re.search(r'\[  PASSED  \] (\d+) test', text)
        cases = int(m.group(1)) if m else 1
        if r['result'] == 'OK':
            t.passed += cases
        elif r['result'] == 'EXPECTEDFAIL':
            t.expect()
        elif r['result'] == 'SKIP':
            t.skip(r['name'])
        else:
            bad = re.findall(r'^\[  FAILED  \] (\w+)$', text, re.M)
            t.passed += cases if m and bad else 0
            for case in sorted(set(bad)) or ['(%s)' % r['result']]:
                t.ok(False, '%s %s' % (r['name'], case))
    if status and not t.failed:
        t.ok(False, 'meson test ended with status %d' % status)


def named(build, suite, pattern, but=None):
    """Names of the suite's tests that fit the first pattern and not the second (None: any)."""
    tests = json.loads(subprocess.run(['meson', 'introspect', '--tests', build], stdout=subprocess.PIPE, check=True).stdout)
    names = set()
    for x in tests:
        words = [x['name']] + [os.path.relpath(c, os.path.abspath(build)) for c in x['cmd']]
        if any(s.split(':')[-1] == suite for s in x['suite']) and any(re.search(pattern or '', w) for w in words) and \
                not (but and any(re.search(but, w) for w in words)):
            names.add(x['name'])
    if not names:
        sys.exit('no test of the suite %s fits "%s"%s' % (suite, pattern or '', but and ' and not "%s"' % but or ''))
    return sorted(names)


def main():
    p = harness.parser(__doc__)
    p.add_argument('--name', default='unit', help='name in the closing line')
    p.add_argument('--suite', default='unit', help="meson's suite (default: unit)")
    p.add_argument('--only', help="regular expression, searched in each test's name and in its command: tests/unit/emulator, ^ir_")
    p.add_argument('--leave-out', help='regular expression, searched likewise: these tests are not run')
    p.add_argument('--timeout-multiplier', default='3', help="factor on each test's own limit")
    a = p.parse_args()
    t = harness.Tally(a.name)
    run_tests(t, a.build, named(a.build, a.suite, a.only, a.leave_out) if a.only or a.leave_out else ['--suite', a.suite], a.jobs, a.timeout_multiplier)
    t.finish()


if __name__ == '__main__':
    main()
