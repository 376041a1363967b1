#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The picture of a program on an X server of its own. usage: window.py FILE COMMAND... (raw RGBA, 512 x 512 from the upper left corner)

The picture is taken when something is seen and has not changed for two seconds; a program whose picture goes on changing is no use here."""
import contextlib
import os
import signal
import struct
import subprocess
import sys
import time

SIDE, SECONDS = 512, 60


def root_window():
    """-> the corner of the X server's root window as RGBA (xwd's format: X11/XWDFile.h)"""
    data = subprocess.run(['xwd', '-root', '-silent'], check=True, stdout=subprocess.PIPE).stdout
    words = struct.unpack('>25I', data[:100])
    header, pixel_bits, little, row_B, colors = words[0], words[11], words[7] == 0, words[12], words[19]
    pixel_B = pixel_bits // 8
    if pixel_B not in (3, 4) or not little:
        sys.exit('the X server has %d bits a pixel' % pixel_bits)
    at, out = header + colors * 12, bytearray(b'\xff' * (SIDE * SIDE * 4))
    for y in range(SIDE):
        row = data[at + y * row_B:at + y * row_B + SIDE * pixel_B]
        for to, component in enumerate((2, 1, 0)):
            out[y * SIDE * 4 + to:(y + 1) * SIDE * 4:4] = row[component::pixel_B]
    return bytes(out)


def main():
    path, before, still = sys.argv[1], None, 0
    p = subprocess.Popen(sys.argv[2:], start_new_session=True, stdin=subprocess.DEVNULL)
    try:
        for _ in range(2 * SECONDS):
            time.sleep(0.5)
            if p.poll() is not None:
                sys.exit('%s ended with status %d' % (sys.argv[2], p.returncode))
            now = root_window()
            still = still + 1 if now == before and len(set(now[:-4])) > 2 else 0
            before = now
            if still == 4:
                break
        else:
            sys.exit('%s: the picture is empty or keeps changing' % sys.argv[2])
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(p.pid, signal.SIGKILL)
        p.wait()
    with open(path, 'wb') as f:
        f.write(before)


if __name__ == '__main__':
    main()
