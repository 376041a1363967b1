#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""X programs on the virtual radeon: Xorg with glamor through Mesa's r600 (r300 with --chip rv530 and its kin), and clients that draw through the same driver (DRI3).
--server radeon: Xorg with the radeon driver in place of modesetting and glamor, which R300 to RV380 and RS480 are too small for.

On each chip: glxinfo, es2_info and eglinfo find the card; glxgears and es2gears show as much of each gear's colour as with llvmpipe in the same
server; glmark2-es2 and glmark2 (desktop OpenGL) validate; children of a program may use the device. --quick leaves glmark2's out.
"""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time

import glmark2_validate
import harness

CHIPS = ('rv670', 'rv770', 'cypress', 'barts', 'cayman')
PROGRAMS = {'Xorg': 'xserver-xorg-core', 'glxinfo': 'mesa-utils', 'xwd': 'x11-apps', 'glmark2': 'glmark2-x11', 'glmark2-es2': 'glmark2-es2-x11'}
RADEON = '/usr/lib/xorg/modules/drivers/radeon_drv.so'
COMPLAINT = re.compile(r'virtual radeon: .*')
NAMES = {'r600': 'AMD %s (DRM', 'r300': 'ATI %s'}  # what Mesa's drivers call their chips
GEARS = {'glxgears': ['glxgears', '-geometry', '300x300+0+0'], 'es2gears': ['es2gears_x11']}


def installed(program):
    return shutil.which(program) or os.path.exists('/usr/lib/xorg/' + program) or os.path.exists('/usr/libexec/' + program)


# ---- inside: a client of the server ----------------------------------------------------------------------------------------------------

def read_xwd(path):
    """-> rows of (red, green, blue), of a 24 or 32 bit TrueColor dump"""
    data = open(path, 'rb').read()
    h = struct.unpack('>25I', data[:100])
    width, height, order, row_B, colors = h[4], h[5], h[7], h[12], h[19]
    assert row_B == 4 * width, (row_B, width)
    at = h[0] + 12 * colors
    for y in range(height):
        row = struct.unpack(('>' if order else '<') + '%dI' % width, data[at + y * row_B:at + y * row_B + 4 * width])
        yield [(p >> 16 & 255, p >> 8 & 255, p & 255) for p in row]


def shares(path):
    """How many pixels are mostly red, green, blue."""
    n = [0, 0, 0]
    for row in read_xwd(path):
        for c in row:
            if max(c) > 2 * sorted(c)[1] and max(c) > 60:
                n[c.index(max(c))] += 1
    return n


def show(command, software, path):
    """A picture of the screen while a program is running. -> shares, what it said"""
    e = dict(os.environ, vblank_mode='0')
    if software:
        e.update(LIBGL_ALWAYS_SOFTWARE='1', GALLIUM_DRIVER='llvmpipe')
    with open(path + '.txt', 'w+') as out:
        p = subprocess.Popen(command, env=e, stdout=out, stderr=subprocess.STDOUT)
        n = [0, 0, 0]
        for _ in range(100): # until all gears are there
            time.sleep(0.3)
            subprocess.run(['xwd', '-root', '-silent', '-out', path], check=True)
            n = shares(path)
            if min(n) > 100 or p.poll() is not None:
                break
        p.terminate()
        p.wait()
        out.seek(0)
        print('GEARS %d %d %d' % tuple(n), out.read(), flush=True)


def inside(folder):
    for name in ('glxinfo -B', 'es2_info', 'eglinfo', 'sh -c "sh -c es2_info & wait"'):
        print('PROGRAM', name, flush=True)
        subprocess.run(name, shell=True, check=False)
    for name, command in GEARS.items():
        for software in (False, True):
            print('PROGRAM', name, 'llvmpipe' if software else 'r600', flush=True)
            show(command, software, os.path.join(folder, 'root.xwd'))


# ---- outside ---------------------------------------------------------------------------------------------------------------------------

def on_server(a, chip, command, timeout):
    run = os.path.join(os.path.abspath(a.build), 'tools', 'teragl-run')
    e = dict(harness.base_env(), MESA_SHADER_CACHE_DISABLE='true')
    return harness.run([run, '--virtual-radeon=' + chip, '--x=' + a.server] + command, e, timeout)


def check(t, a, chip, folder):
    status, out = on_server(a, chip, [sys.executable, os.path.abspath(__file__), '--inside', folder], 300)
    if not t.ok(status == 0, '%s: status %s\n%s' % (chip, status, out[-3000:])):
        return
    said = dict(s.split('\n', 1) for s in re.split('^PROGRAM ', out, flags=re.M)[1:])
    x11 = said['eglinfo'].partition('X11 platform:')[2]
    driver = re.search(r'EGL driver name: (\w+)', x11.partition('platform:')[0])
    driver = driver and driver.group(1)
    t.ok(driver in NAMES, '%s: eglinfo: %s' % (chip, x11[:1000]))
    name = NAMES.get(driver, 'Radeon %s') % chip.upper()
    for program in ('glxinfo -B', 'es2_info', 'sh -c "sh -c es2_info & wait"'):
        t.ok(name in said[program], '%s: %s does not name the chip:\n%s' % (chip, program, said[program][:2000]))
    for gears in GEARS:
        r600, peer = ([int(n) for n in re.search(r'^GEARS (\d+) (\d+) (\d+)', said['%s %s' % (gears, who)], re.M).groups()]
                      for who in ('r600', 'llvmpipe'))
        alike = all(p > 100 and abs(r - p) <= 0.06 * p for r, p in zip(r600, peer))
        t.ok(alike, '%s: %s: red, green and blue pixels: %s, with llvmpipe %s' % (chip, gears, r600, peer))
    t.ok(not COMPLAINT.search(out), '%s: %s' % (chip, COMPLAINT.search(out)))
    for program in () if a.quick else ('glmark2-es2', 'glmark2'):
        status, out = on_server(a, chip, [program, '--validate'], 600)
        good = re.findall(r'Validation: Success', out)
        t.ok(status == 0 and len(good) >= glmark2_validate.VALIDATIONS and name in out and not COMPLAINT.search(out),
             '%s: %s --validate: status %s, %d succeed\n%s' % (chip, program, status, len(good), out[-2000:]))


def main():
    if sys.argv[1:2] == ['--inside']:
        return inside(sys.argv[2])
    p = harness.parser(__doc__)
    p.add_argument('--quick', action='store_true', help='without glmark2')
    p.add_argument('--server', choices=('modesetting', 'radeon'), default='modesetting', help='the driver of the X server')
    a = p.parse_args()
    t = harness.Tally('x-programs')
    missing = [package for program, package in PROGRAMS.items() if not installed(program)] + ([] if harness.r600_driver() else ['libgl1-mesa-dri'])
    if a.server == 'radeon' and not os.path.exists(RADEON):
        missing.append('xserver-xorg-video-radeon')
    for chip in a.chip or CHIPS:
        if missing:
            t.skip('%s: not installed: %s' % (chip, ' '.join(missing)))
            continue
        with tempfile.TemporaryDirectory() as folder:
            check(t, a, chip, folder)
    t.finish()


if __name__ == '__main__':
    main()
