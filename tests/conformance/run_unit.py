#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a suite of meson's tests (--suite, else unit) and counts the cases in its log: cmocka's where the program prints them, else one per program."""
import json
import os
import re
import subprocess

import harness


def main():
    p = harness.parser(__doc__)
    p.add_argument('--name', default='unit', help='name in the closing line')
    p.add_argument('--suite', default='unit', help="meson's suite (default: unit)")
    p.add_argument('--timeout-multiplier', default='3', help="factor on each test's own limit")
    a = p.parse_args()
    t = harness.Tally(a.name)
    log = os.path.join(a.build, 'meson-logs', 'testlog.json')
    if os.path.exists(log):
        os.unlink(log)
    env = harness.base_env()
    if os.environ.get('TERAGL_TEST_ENV'):
        env.update(json.loads(os.environ['TERAGL_TEST_ENV']))
    status = subprocess.call(['meson', 'test', '-C', a.build, '--no-rebuild', '--suite', a.suite, '--print-errorlogs', '-q',
                              '--num-processes', str(a.jobs), '--timeout-multiplier', a.timeout_multiplier], env=env)
    with open(log) as f:
        results = [json.loads(line) for line in f if line.strip()]
    for r in results:
        out = r.get('stdout') or ''
        text = out + (r.get('stderr') or '')
        m = re.search(r'\[  PASSED  \] (\d+) test', text)
        cases = int(m.group(1)) if m else 1
        if r['result'] == 'OK':
            t.passed += cases
        elif r['result'] == 'SKIP':
            t.skip(r['name'])
        else:
            bad = re.findall(r'^\[  FAILED  \] (\w+)$', text, re.M)
            t.passed += cases if m and bad else 0
            for case in sorted(set(bad)) or ['(%s)' % r['result']]:
                t.ok(False, '%s %s' % (r['name'], case))
    if status and not t.failed:
        t.ok(False, 'meson test ended with status %d' % status)
    t.finish()


if __name__ == '__main__':
    main()
