#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""TERAGL_CAPTURE on PICA200: a frame that test_library_pica200 draws is recorded, printed and drawn again. The sum of the picture is computed here
from what the frame is: a green half below a diagonal on what the fill left.

usage: pica_capture.py TEST_LIBRARY_PICA200 TERAGL_DUMP TERAGL_REPLAY
"""
import os
import shlex
import subprocess
import sys
import tempfile

W, H = 64, 32


def morton(x, y):
    return sum((x >> b & 1) << 2 * b | (y >> b & 1) << 2 * b + 1 for b in range(3))


def expected_sum():
    """FNV-1a of the tiled picture's bytes; the first row is the upper one."""
    picture = bytearray(4 * W * H)
    for y in range(H):
        for x in range(W):
            inside = (x + 0.5) / W + (H - 1 - y + 0.5) / H < 1
            at = ((y >> 3) * (W >> 3) + (x >> 3)) * 64 + morton(x & 7, y & 7)
            picture[4 * at:4 * at + 4] = bytes((255, 0, 255, 0) if inside else (0xff, 0x99, 0x66, 0x33))
    total = 0xcbf29ce484222325
    for byte in picture:
        total = (total ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return f'{total:016x}'


def run(*command, **env):
    command = shlex.split(os.environ.get('MESON_EXE_WRAPPER', '')) + list(command)  # what runs another host's programs
    return subprocess.run(command, env={**os.environ, **env}, capture_output=True, text=True, timeout=60, check=False)


def main():
    program, dump, replay = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        capture = os.path.join(folder, 'frame.cap')
        drawn = run(program, 'frame', TERAGL_CAPTURE=capture)
        assert drawn.returncode == 0, drawn.stderr
        text = run(dump, capture)
        assert text.returncode == 0 and not text.stderr, text.stderr
        lines = text.stdout.splitlines()
        assert lines[0] == 'chip pica200' and lines[1].startswith('call 0: command fill '), lines[:2]
        for wanted in ('   COLORBUFFER_LOC = 0x03000000', '      HEIGHT_M1 = 31', '   FINALIZE = 0x12345678'):
            assert wanted in lines, wanted
        assert any(line.startswith('call 2: command display transfer ') for line in lines)
        again = run(replay, capture)
        assert again.returncode == 0 and not again.stderr, again.stderr
        lines = again.stdout.splitlines()
        assert len(lines) == 3, lines
        assert lines[1] == f'call 1: 2 triangles, {W}x{H} RGBA8 at 18000000, picture {expected_sum()}', lines[1]
        page = run(replay, '--html', os.path.join(folder, 'page.html'), capture)
        assert page.returncode == 1 and 'no pages' in page.stderr, page.stderr
        with open(capture, 'rb') as f:
            whole = f.read()
        with open(capture, 'wb') as f:
            f.write(whole[:len(whole) // 2])
        for tool in (dump, replay):
            broken = run(tool, capture)
            assert broken.returncode == 1 and broken.stderr, tool
    print('a frame was recorded, printed and drawn again')


if __name__ == '__main__':
    main()
