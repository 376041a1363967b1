#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a process pays before and for its first triangle: wall time, CPU time and peak memory of examples/offscreen.c, from exec to exit, on
TeraGL without and with a warm shader cache and on Mesa's llvmpipe, the median of several runs that take turns; and the sizes of the files.

usage: bench/startup.py [--build DIR] [--runs N]"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TOP, 'tests', 'conformance'))
import harness


def measure(command, env):
    """-> wall ms, CPU ms, peak MiB of one run"""
    started = time.monotonic()
    p = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    if p.returncode:
        sys.exit('%s ended with %s' % (command, p.returncode))
    return ((time.monotonic() - started) * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_maxrss / 1024)


def build(folder):
    """examples/offscreen.c as a program in the folder -> its path"""
    exe = os.path.join(folder, 'offscreen')
    subprocess.run(['cc', os.path.join(TOP, 'examples', 'offscreen.c'), '-o', exe, '-lEGL', '-lGLESv2'], check=True)
    return exe


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--build', default=os.path.join(TOP, 'build'))
    p.add_argument('--runs', type=int, default=15)
    a = p.parse_args()
    with tempfile.TemporaryDirectory() as root:
        exe = build(root)
        base = dict(harness.base_env(), EGL_PLATFORM='surfaceless')
        tera = dict(base, LD_LIBRARY_PATH=os.path.join(a.build, 'src', 'api'), TERAGL_WINSYS='emulator', TERAGL_CHIP='cypress')
        ways = {
            'TeraGL, no cache': dict(tera, TERAGL_SHADER_CACHE='0'),
            'TeraGL, warm cache': dict(tera, TERAGL_SHADER_CACHE='1', TERAGL_SHADER_CACHE_DIR=os.path.join(root, 'cache')),
            'llvmpipe': dict(base, LIBGL_ALWAYS_SOFTWARE='1', MESA_SHADER_CACHE_DIR=os.path.join(root, 'mesa')),
        }
        figures = {way: [] for way in ways}
        for turn in range(a.runs + 1):
            for way, env in ways.items():
                figure = measure([exe, os.path.join(root, 'picture.pam')], env)
                if turn:  # the first fills the caches
                    figures[way].append(figure)
        print('%-20s %10s %10s %10s' % ('', 'wall ms', 'CPU ms', 'peak MiB'))
        for way in ways:
            print('%-20s %10.1f %10.1f %10.1f' % ((way,) + tuple(statistics.median(f[i] for f in figures[way]) for i in range(3))))
        stripped = os.path.join(root, 'stripped.so')
        for name in ('libteragl.so.0', 'libEGL.so.1', 'libGLESv2.so.2'):
            subprocess.run(['strip', '-o', stripped, os.path.join(a.build, 'src', 'api', name)], check=True)
            print('%s, stripped: %.2f MiB' % (name, os.path.getsize(stripped) / 2**20))


if __name__ == '__main__':
    main()
