#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Installs into an empty folder and uses what is there the three ways the README names, with examples/offscreen.c.

teragl-run, LD_LIBRARY_PATH and libglvnd's vendor file have to lead to TeraGL on the chip asked for and to the same picture, which has
to be a triangle with its corner colours where the program puts them; the system's own library folder has to stay free of a
libEGL.so.1 of ours."""
import glob
import os
import re
import subprocess
import sys
import tempfile

import harness


def pixels(path):
    """-> {(x, y): (r, g, b)} of a few places in the example's picture, y from the top"""
    data = open(path, 'rb').read()
    head, body = data.split(b'ENDHDR\n', 1)
    width = int(re.search(rb'WIDTH (\d+)', head).group(1))
    height = int(re.search(rb'HEIGHT (\d+)', head).group(1))
    if len(body) != width * height * 4:
        raise ValueError('%d bytes of pixels for %d x %d' % (len(body), width, height))
    return lambda x, y: tuple(body[(y * width + x) * 4:(y * width + x) * 4 + 3])


def looks_right(path):
    at = pixels(path)
    red, green, blue, out = at(32, 226), at(223, 226), at(128, 32), at(4, 4)
    return (red[0] > 230 and max(red[1:]) < 20 and green[1] > 230 and max(green[0], green[2]) < 20 and
            blue[2] > 230 and max(blue[:2]) < 20 and out == (51, 51, 51))


def main():
    p = harness.parser(__doc__)
    a = p.parse_args()
    t = harness.Tally('install')
    with tempfile.TemporaryDirectory() as root:
        env = dict(harness.base_env(), DESTDIR=root)
        r = subprocess.run(['meson', 'install', '-C', a.build, '--no-rebuild'], env=env, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
        if r.returncode:
            sys.exit(r.stdout.decode() + 'meson install failed')

        def find(name):
            found = glob.glob(os.path.join(root, '**', name), recursive=True)
            return found[0] if found else sys.exit('%s was not installed' % name)
        run, vendor = find('teragl-run'), find('libEGL_teragl.so.0')
        own = os.path.dirname(find('libEGL.so.1'))
        t.ok(not os.path.exists(os.path.join(os.path.dirname(vendor), 'libEGL.so.1')), 'libEGL.so.1 is in a folder of its own')

        exe = os.path.join(root, 'offscreen')
        source = os.path.join(harness.TOP, 'examples', 'offscreen.c')
        subprocess.run(['cc', '-Wall', '-Werror', source, '-o', exe, '-lEGL', '-lGLESv2'], check=True)
        status, out = harness.run([exe], harness.base_env(), 30)
        t.ok(status == 2 and 'usage' in out, 'the example without arguments says its usage: ' + out)
        # a program that is built against the installation finds it without any variable
        pc = dict(env, PKG_CONFIG_PATH=os.path.dirname(find('egl.pc')), PKG_CONFIG_SYSROOT_DIR=root)
        flags = subprocess.run(['pkg-config', '--cflags', '--libs', 'egl', 'glesv2'], env=pc, stdout=subprocess.PIPE,
                               check=True).stdout.decode().replace('-rpath,/', '-rpath,%s/' % root).split()
        subprocess.run(['cc', source, '-o', exe + '-pc'] + flags, check=True)
        status, out = harness.run([exe + '-pc', os.path.join(root, 'pc.pam')],
                                  dict(harness.base_env(), TERAGL_CHIP='rv770', TERAGL_WINSYS='emulator'), 60)
        t.ok(status == 0 and 'TeraGL (RV770, emulated)' in out, 'a program built with pkg-config: ' + out)
        vendor_file = os.path.join(root, 'vendor.json')
        with open(vendor_file, 'w') as f:
            f.write(re.sub(r'"[^"]*(libEGL_teragl[^"]*)"', r'"%s/\1"' % os.path.dirname(vendor), open(find('40_teragl.json')).read()))
        for chip in a.chip or harness.CHIPS:
            base = dict(harness.base_env(), TERAGL_CHIP=chip, TERAGL_WINSYS='emulator')
            ways = {
                'teragl-run': ([run, '--chip', chip, exe], harness.base_env()),
                'LD_LIBRARY_PATH': ([exe], dict(base, LD_LIBRARY_PATH=own)),
                'glvnd': ([exe], dict(base, __EGL_VENDOR_LIBRARY_FILENAMES=vendor_file)),
            }
            pictures = set()
            for way, (command, env) in ways.items():
                picture = os.path.join(root, '%s-%s.pam' % (chip, way))
                status, out = harness.run(command + [picture], env, 60)
                renderer = 'TeraGL (%s, emulated)' % chip.upper()
                ok = status == 0 and renderer in out
                t.ok(ok, '%s on %s: %s' % (way, chip, out))
                if ok:
                    pictures.add(open(picture, 'rb').read())
                    t.ok(looks_right(picture), 'the picture by %s on %s' % (way, chip))
            t.ok(len(pictures) == 1, 'one picture on %s' % chip)
        status, out = harness.run([find('teragl-info')], harness.base_env(), 60)
        t.ok(status == 0 and 'TeraGL' in out, 'teragl-info finds its library: ' + out)
    t.finish()


if __name__ == '__main__':
    main()
