#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""AddressSanitizer and UBSan: the unit suite of a sanitised build, and glmark2's build scene on both chips.

Leaks are looked for in the unit suite only; the X libraries and glmark2 have their own."""
import json
import os
import subprocess

import frames
import harness


def main():
    a = harness.parser(__doc__).parse_args()
    t = harness.Tally('sanitizers')
    build = os.path.abspath(a.build)
    env = harness.base_env()
    env.update(ASAN_OPTIONS='abort_on_error=0', UBSAN_OPTIONS='halt_on_error=1:print_stacktrace=1')
    status, out = harness.run(['meson', 'test', '-C', build, '--no-rebuild', '--suite', 'unit', '--timeout-multiplier', '10',
                               '--num-processes', str(a.jobs), '--quiet'], env, 1500)
    log = os.path.join(build, 'meson-logs', 'testlog.json')
    for line in open(log) if os.path.exists(log) else []:
        r = json.loads(line)
        if r['result'] != 'SKIP':
            t.ok(r['result'] == 'OK', '%s: %s\n%s' % (r['name'], r['result'], (r.get('stdout', '') + r.get('stderr', ''))[-3000:]))
    t.ok(status == 0, 'meson test ended with %s' % status)
    libasan = subprocess.run(['gcc', '-print-file-name=libasan.so'], stdout=subprocess.PIPE, check=True).stdout.decode().strip()
    with harness.xvfb() as display:
        for chip in a.chip or harness.CHIPS:
            env = harness.teragl_env(build, chip, DISPLAY=display, LD_PRELOAD=os.path.realpath(libasan),
                                     ASAN_OPTIONS='detect_leaks=0', UBSAN_OPTIONS='halt_on_error=1:print_stacktrace=1')
            path = os.path.join(a.out, 'sanitizers-%s.pam' % chip)
            os.makedirs(a.out, exist_ok=True)
            wrong = frames.dump('build', env, build, path, frame=3)
            t.ok(not wrong, '%s: glmark2 build scene: %s' % (chip, wrong))
    t.finish()


if __name__ == '__main__':
    main()
