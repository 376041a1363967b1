#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Toolkits that programs have between them and EGL, on X11: each draws the same with TeraGL and with llvmpipe, within a bound.

SDL 2, GStreamer's OpenGL elements, Qt 6 (Qt Quick from PyQt6), with the variables of docs/ci.md. A toolkit that is not installed fails.
That TeraGL drew is seen by what was captured of it."""
import glob
import os
import re
import shutil
import sys
import tempfile
import typing

import harness

SDL = dict(SDL_VIDEODRIVER='x11', SDL_VIDEO_X11_FORCE_EGL='1')
GST = dict(GST_GL_PLATFORM='egl', GST_GL_API='gles2', GST_GL_WINDOW='x11')
QT = dict(QT_QPA_PLATFORM='xcb', QT_XCB_GL_INTEGRATION='xcb_egl')
HERE = os.path.join(harness.HERE, 'toolkits')


def gst(effect):
    def command(path):
        return ['gst-launch-1.0', '-q', 'videotestsrc', 'num-buffers=1', '!', 'video/x-raw,width=128,height=128,format=RGBA', '!', 'glupload', '!',
                'glcolorconvert', '!', effect, '!', 'gldownload', '!', 'video/x-raw,format=RGBA', '!', 'filesink', 'location=' + path]
    return command


class Toolkit(typing.NamedTuple):
    variables: dict
    command: typing.Callable # of the file for the picture, RGBA
    bound: int               # how far components may be apart
    share: float = 0         # part of them that may be further apart
    side: int = 128          # pixels
    needs: tuple = ()        # programs
    peer: typing.Callable = None # another command for llvmpipe's picture


TOOLKITS = {
    'SDL 2': Toolkit(SDL, lambda path: [sys.executable, os.path.join(HERE, 'sdl.py'), path], 1),
    'SDL 2, OpenGL ES 3.0': Toolkit(SDL, lambda path: [sys.executable, os.path.join(HERE, 'sdl.py'), path, '3'], 1),
    'GStreamer, sepia': Toolkit(GST, gst('gleffects_sepia'), 2),
    'GStreamer, blur': Toolkit(GST, gst('gleffects_blur'), 2),
    'Qt 6': Toolkit(QT, lambda path: ['/usr/bin/python3', os.path.join(HERE, 'qt.py'), path], 2),
}


def picture(name, toolkit, env, folder, t):
    """-> its bytes, None if there is none"""
    path = os.path.join(folder, 'picture')
    if os.path.exists(path):
        os.unlink(path)
    command = toolkit.command(path)
    if not shutil.which(command[0]):
        t.ok(False, '%s: %s is not installed' % (name, command[0]))
        return None
    status, out = harness.run(command, dict(env, **toolkit.variables), 150, cwd=folder)
    data = open(path, 'rb').read() if os.path.exists(path) else b''
    good = t.ok(status == 0 and len(data) == toolkit.side ** 2 * 4 and len(set(data)) > 2,
                '%s: status %s, %d bytes: %s' % (name, status, len(data), out.strip()[-300:]))
    return data if good else None


def compare(t, a, name, toolkit, folder, display):
    """llvmpipe's picture beside those of the chips. -> {who: picture or None}"""
    more = dict(DISPLAY=display, XDG_RUNTIME_DIR=folder, HOME=folder)
    there = toolkit._replace(command=toolkit.peer or toolkit.command)
    pictures = {'llvmpipe': picture(name, there, dict(harness.mesa_env(), **more), folder, t)}
    for chip in a.chip or harness.CHIPS:
        capture = os.path.join(folder, chip + re.sub(r'\W+', '-', name))
        pictures[chip] = picture(name, toolkit, dict(harness.teragl_env(a.build, chip, TERAGL_CAPTURE=capture + '-%p'), **more), folder, t)
        captured = sum(os.path.getsize(f) for f in glob.glob(capture + '*'))
        t.ok(captured > 1024, '%s on %s: it did not draw with TeraGL: %d bytes of streams' % (name, chip, captured))
        if pictures['llvmpipe'] and pictures[chip]:
            apart = [abs(x - y) for x, y in zip(pictures['llvmpipe'], pictures[chip])]
            beyond = sum(d > toolkit.bound for d in apart)
            t.ok(beyond <= toolkit.share * len(apart), '%s on %s: components are up to %d apart, %d of %d by more than %d' % (
                name, chip, max(apart), beyond, len(apart), toolkit.bound))
    return pictures


def main():
    p = harness.parser(__doc__)
    p.add_argument('--only', choices=sorted(TOOLKITS), help='one of them')
    a = p.parse_args()
    t = harness.Tally('toolkits')
    with tempfile.TemporaryDirectory() as folder, harness.xvfb() as display:
        for name in [a.only] if a.only else TOOLKITS:
            compare(t, a, name, TOOLKITS[name], folder, display)
    t.finish()


if __name__ == '__main__':
    main()
