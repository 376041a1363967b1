#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A build with AddressSanitizer and UBSan: the unit suite, with fewer random cases and chips, and frames of glmark2's build scene, without a report.

glmark2 itself is not built with the sanitizers, so their run time library is preloaded, and leaks, which would be glmark2's and
libX11's too, are looked for in the unit tests only. Tests that preload a library of ours put it in front of the run time; that is meant.
"""
import json
import os
import re
import subprocess
import sys

import harness

# Eight functions of where memory was taken say who took it; thirty, the default, make a compiler's allocations 1.4 times as slow.
OPTIONS = {'ASAN_OPTIONS': 'detect_leaks=%d:malloc_context_size=8:abort_on_error=0:exitcode=86:verify_asan_link_order=0', 'UBSAN_OPTIONS': 'print_stacktrace=1:halt_on_error=1:exitcode=86'}
# Of the random cases of the tests that take longest, in percent (tests/unit/random_share.h), and of the chips of each case of the drivers'
# tests one (tests/unit/chip_share.h): the plain suite judges what all of them compute.
SHARE = {'TERAGL_TEST_SHARE': '10', 'TERAGL_TEST_CHIPS': '1'}
# What reads files of the source and runs nothing of the build.
SOURCES = 'tests/unit/(house|conformance)/|/db_[a-z0-9_]*coverage[.]py'
SCENES = ('build', 'desktop:effect=blur:blur-radius=5:passes=1:separable=true:windows=4', 'shadow')


def main():
    a = harness.parser(__doc__).parse_args()
    t = harness.Tally('sanitizers')
    env = {k: v % 1 if '%' in v else v for k, v in OPTIONS.items()}
    r = subprocess.run([sys.executable, os.path.join(harness.HERE, 'run_unit.py'), '--build', a.build, '--name', 'unit-sanitized',
                        '--timeout-multiplier', '10', '--jobs', str(a.jobs), '--leave-out', SOURCES],
                       env=dict(os.environ, TERAGL_TEST_ENV=json.dumps(SHARE), **env), stdout=subprocess.PIPE,
                       universal_newlines=True)
    print(r.stdout, end='', flush=True)
    m = re.search(r'^unit-sanitized: (\d+) passed, (\d+) failed', r.stdout, re.M)
    if m:
        t.passed += int(m.group(1))
        t.failed += int(m.group(2))
    else:
        t.ok(False, 'the unit suite gave no result')
    runtime = [subprocess.run(['gcc', '-print-file-name=' + lib], stdout=subprocess.PIPE, universal_newlines=True).stdout.strip()
               for lib in ('libasan.so', 'libubsan.so')]
    with harness.xvfb() as display:
        for scene in SCENES:
            for chip in a.chip or harness.CHIPS:
                e = harness.teragl_env(a.build, chip, DISPLAY=display, LD_PRELOAD=':'.join(runtime))
                e.update({k: v % 0 if '%' in v else v for k, v in OPTIONS.items()})
                # without framedump: its dlsym and clock_gettime would serve the sanitizers' own start
                status, out = harness.run(['glmark2-es2', '-s', '400x300', '-b', scene + ':nframes=4:duration=100000'], e, 240)
                t.ok(status == 0 and 'FPS:' in out and 'runtime error' not in out,
                     '%s on %s: status %s\n%s' % (scene, chip, status, out[-4000:]))
    t.finish()


if __name__ == '__main__':
    main()
