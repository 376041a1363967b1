#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""libteragl-emulator as another project would use it: installs into an empty folder, compiles examples/emulator_triangle.c against that
through pkg-config, runs it and looks at the picture. The library exports what its headers declare and nothing else; they are good
C++, too."""
import glob
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib

import harness


def read_png(path):
    """-> (width, height, rows of RGBA bytes); 8 bits, no interlace"""
    data = open(path, 'rb').read()
    if data[:8] != b'\x89PNG\r\n\x1a\n':
        raise ValueError('no PNG')
    at, body, width, height = 8, b'', 0, 0
    while at < len(data):
        size, kind = struct.unpack_from('>I4s', data, at)
        if kind == b'IHDR':
            width, height = struct.unpack_from('>II', data, at + 8)
        elif kind == b'IDAT':
            body += data[at + 8:at + 8 + size]
        at += size + 12
    raw, stride, rows, last = zlib.decompress(body), width * 4, [], bytes(width * 4)
    for y in range(height):
        line = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        how = raw[y * (stride + 1)]
        for i in range(stride):
            a, b, c = (line[i - 4] if i >= 4 else 0), last[i], (last[i - 4] if i >= 4 else 0)
            p = a + b - c
            paeth = min((a, b, c), key=lambda v: abs(p - v))
            line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[how]) & 255
        last = bytes(line)
        rows.append(last)
    return width, height, rows


def looks_right(path):
    width, height, rows = read_png(path)
    at = lambda x, y: tuple(rows[y][x * 4:x * 4 + 4])
    red, green, blue, out = at(36, 222), at(219, 222), at(128, 36), at(4, 4)
    return (width, height) == (256, 256) and red[0] > 230 and green[1] > 230 and blue[2] > 230 and out == (51, 51, 51, 255)


def main():
    a = harness.parser(__doc__).parse_args()
    t = harness.Tally('emulator-library')
    with tempfile.TemporaryDirectory() as root:
        r = subprocess.run(['meson', 'install', '-C', a.build, '--no-rebuild'], env=dict(harness.base_env(), DESTDIR=root),
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if r.returncode:
            sys.exit(r.stdout.decode() + 'meson install failed')
        found = glob.glob(os.path.join(root, '**', 'teragl-emulator.pc'), recursive=True)
        if not t.ok(len(found) == 1, 'teragl-emulator.pc is installed once: %s' % found):
            t.finish()
        env = dict(harness.base_env(), PKG_CONFIG_PATH=os.path.dirname(found[0]), PKG_CONFIG_SYSROOT_DIR=root,
                   PKG_CONFIG_ALLOW_SYSTEM_CFLAGS='1', PKG_CONFIG_ALLOW_SYSTEM_LIBS='1')
        flags = subprocess.run(['pkg-config', '--cflags', '--libs', 'teragl-emulator'], env=env, check=True,
                               stdout=subprocess.PIPE).stdout.decode().split()
        library = glob.glob(os.path.join(root, '**', 'libteragl-emulator.so.0'), recursive=True)[0]
        headers = [glob.glob(os.path.join(root, '**', 'teragl', h), recursive=True)[0] for h in ('emulator.h', 'pica200.h')]
        exe, picture = os.path.join(root, 'triangle'), os.path.join(root, 'triangle.png')
        source = os.path.join(harness.TOP, 'examples', 'emulator_triangle.c')
        status, out = harness.run(['cc', '-Wall', '-Wextra', '-Werror', source, '-o', exe] + flags + ['-lpng'], env, 60)
        t.ok(status == 0, 'the example compiles: ' + out)
        run_env = dict(harness.base_env(), LD_LIBRARY_PATH=os.path.dirname(library))
        status, out = harness.run([exe], run_env, 30)
        t.ok(status == 2 and 'usage' in out, 'without arguments it says its usage: ' + out)
        status, out = harness.run([exe, picture], run_env, 60)
        t.ok(status == 0, 'it runs: ' + out)
        t.ok(os.path.exists(picture) and looks_right(picture), 'its picture')
        names = subprocess.run(['nm', '-D', '--defined-only', library], check=True, stdout=subprocess.PIPE).stdout.decode()
        exported = set(re.findall(r' [A-Z] (\w+)$', names, re.M))
        texts = [re.sub(r'/\*.*?\*/', '', open(h).read(), flags=re.S) for h in headers]
        declared = set(f for text in texts for f in re.findall(r'\b(teragl_(?:emu|pica)_\w+)\(', text))
        t.ok(exported == declared, 'exported %s, declared %s' % (sorted(exported - declared), sorted(declared - exported)))
        for header in headers:
            status, out = harness.run(['c++', '-std=c++11', '-Wall', '-Werror', '-fsyntax-only', '-x', 'c++', header], env, 60)
            t.ok(status == 0, '%s is C++: %s' % (os.path.basename(header), out))
    t.finish()


if __name__ == '__main__':
    main()
