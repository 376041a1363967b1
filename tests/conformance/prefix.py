#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An installation in a prefix of one's own, used word by word as the README says, without DESTDIR, sysroot or rewritten files.

The build folder is copied, told of the prefix and linked again (no object has the prefix in it: nothing is compiled, unless this Python is
another one than meson found when the folder was configured); the copy is removed."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

import harness
from emulator_library import looks_right as triangle_looks_right
from install import looks_right

EXAMPLES = os.path.join(harness.TOP, 'examples')


def must(*command):
    r = subprocess.run(command, env=harness.base_env(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if r.returncode:
        sys.exit(r.stdout + 'failed: ' + ' '.join(command))
    return r.stdout


def install(build, prefix):
    """Beside the build folder, so that the sources stay where its rules look for them."""
    copy = build.rstrip('/') + '-prefix'
    shutil.rmtree(copy, ignore_errors=True)
    try:
        must('cp', '-a', build, copy)
        must('meson', 'setup', '--reconfigure', '-Dprefix=' + prefix, copy, harness.TOP)
        print(must('ninja', '-C', copy).splitlines()[-1])
        must('meson', 'install', '-C', copy, '--no-rebuild')
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def flags(folder, *modules):
    env = dict(harness.base_env(), PKG_CONFIG_PATH=folder)
    return subprocess.run(['pkg-config', '--cflags', '--libs'] + list(modules), env=env, stdout=subprocess.PIPE, check=True).stdout.decode().split()


def opengl(prefix, libdir, work, chip, t):
    plain, built = os.path.join(work, 'plain'), os.path.join(work, 'built')
    source = os.path.join(EXAMPLES, 'offscreen.c')
    must('cc', source, '-o', plain, '-lEGL', '-lGLESv2')
    must('cc', source, '-o', built, *flags(os.path.join(libdir, 'teragl', 'pkgconfig'), 'egl', 'glesv2'))
    chosen = dict(harness.base_env(), TERAGL_CHIP=chip, TERAGL_WINSYS='emulator')
    vendor = os.path.join(prefix, 'share', 'glvnd', 'egl_vendor.d', '40_teragl.json')
    ways = {
        'teragl-run': ([os.path.join(prefix, 'bin', 'teragl-run'), '--chip', chip, plain], harness.base_env()),
        'LD_LIBRARY_PATH': ([plain], dict(chosen, LD_LIBRARY_PATH=os.path.join(libdir, 'teragl'))),
        'glvnd': ([plain], dict(chosen, __EGL_VENDOR_LIBRARY_FILENAMES=vendor)),
        'pkg-config': ([built], chosen),
    }
    for way, (command, env) in ways.items():
        picture = os.path.join(work, way + '.pam')
        status, out = harness.run(command + [picture], env, 60)
        good = t.ok(status == 0 and 'TeraGL (%s, emulated)' % chip.upper() in out, '%s: %s' % (way, out))
        t.ok(good and looks_right(picture), 'the picture by ' + way)
    if harness.r600_driver():
        run = [ways['teragl-run'][0][0], '--virtual-radeon=' + chip, plain, os.path.join(work, 'radeon.pam')]
        status, out = harness.run(run, dict(harness.base_env(), EGL_PLATFORM='surfaceless'), 120)
        t.ok(status == 0 and chip.upper() in out and 'TeraGL' not in out, 'Mesa on the virtual radeon: ' + out)
    else:
        t.skip('the virtual radeon: no r600_dri.so')


def emulator(libdir, work, t):
    """A program that uses the emulator finds its library by itself."""
    exe, picture = os.path.join(work, 'triangle'), os.path.join(work, 'triangle.png')
    must('cc', os.path.join(EXAMPLES, 'emulator_triangle.c'), '-o', exe, *flags(os.path.join(libdir, 'pkgconfig'), 'teragl-emulator', 'libpng'))
    status, out = harness.run([exe, picture], harness.base_env(), 60)
    t.ok(status == 0 and triangle_looks_right(picture), 'the emulator in a program of its own: ' + out)


def main():
    a = harness.parser(__doc__).parse_args()
    t = harness.Tally('prefix')
    with tempfile.TemporaryDirectory() as folder:
        prefix, work = os.path.join(folder, 'gl'), os.path.join(folder, 'work')
        os.mkdir(work)
        install(os.path.abspath(a.build), prefix)
        found = glob.glob(os.path.join(prefix, '**', 'teragl', 'libEGL.so.1'), recursive=True)
        if t.ok(len(found) == 1, 'libEGL.so.1 is installed once: %s' % found):
            libdir = os.path.dirname(os.path.dirname(found[0]))
            opengl(prefix, libdir, work, (a.chip or ['rv770'])[0], t)
            emulator(libdir, work, t)
            status, out = harness.run([os.path.join(prefix, 'bin', 'teragl-info')], harness.base_env(), 60)
            t.ok(status == 0 and 'TeraGL' in out, 'teragl-info: ' + out)
    t.finish()


if __name__ == '__main__':
    main()
