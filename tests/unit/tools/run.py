# SPDX-License-Identifier: MIT
"""teragl-run: signals reach the program, the screenshot is its last picture however it ends, and a program that never
drew with TeraGL is told so in one sentence.

run.py TERAGL_RUN FRAMES [SCANOUT]
"""
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib

RUN, FRAMES, SCANOUT = (sys.argv[1:] + [None])[:3]
ENV = dict(os.environ, EGL_PLATFORM='surfaceless')


def check(ok, what):
    if not ok:
        sys.exit('run.py: %s' % (what,))


def undo_nohup():
    """Signals that the test's own caller ignores, under nohup for one, would be ignored by all its children."""
    for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1):
        signal.signal(s, signal.SIG_DFL)


def start(*args):
    return subprocess.Popen([RUN, *args], env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=undo_nohup)


def end(process, expected, what):
    out, err = process.communicate(timeout=60)
    check(process.returncode == expected, '%s: status %d, %s' % (what, process.returncode, err))
    return out, err


def gone(pid):
    """No orphan: the process ends within a few seconds."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def first_pixel(path):
    """Size and first pixel of a PNG of 8-bit RGB."""
    png = open(path, 'rb').read()
    at, data, size = 8, b'', None
    while at < len(png):
        n, kind = int.from_bytes(png[at:at + 4], 'big'), png[at + 4:at + 8]
        if kind == b'IHDR':
            size = int.from_bytes(png[at + 8:at + 12], 'big'), int.from_bytes(png[at + 12:at + 16], 'big')
        elif kind == b'IDAT':
            data += png[at + 8:at + 8 + n]
        at += 12 + n
    return size, tuple(zlib.decompress(data)[1:4])  # the filters leave the first pixel as it is


def signals(folder):
    script = 'trap "echo got; exit 7" %s; echo $$; while :; do sleep 0.05; done'
    for s, name in ((signal.SIGTERM, 'TERM'), (signal.SIGINT, 'INT'), (signal.SIGHUP, 'HUP'), (signal.SIGUSR1, 'USR1')):
        p = start('sh', '-c', script % name)
        p.stdout.readline()
        p.send_signal(s)
        out, _ = end(p, 7, name)
        check(out == 'got\n', out)
    p = start('sh', '-c', 'echo $$; exec sleep 100')
    pid = int(p.stdout.readline())
    p.terminate()
    end(p, 128 + signal.SIGTERM, 'default action')
    check(gone(pid), 'an orphan is left')
    p = start('sh', '-c', 'echo $$; exec sleep 100')
    pid = int(p.stdout.readline())
    p.kill()  # it cannot tidy up
    p.communicate()
    for left in glob.glob(os.path.join(folder, 'teragl-run-*')):
        shutil.rmtree(left)
    check(gone(pid), 'an orphan of a killed teragl-run is left')


def screenshots(folder):
    png = os.path.join(folder, 'shot.png')
    for frames in (1, 2, 7):
        for s in (signal.SIGTERM, signal.SIGINT):
            p = start('--screenshot', png, FRAMES, str(frames))
            check(p.stdout.readline() == 'ready\n', 'frames does not run: ' + ENV.get('LD_LIBRARY_PATH', ''))
            p.send_signal(s)
            _, err = end(p, 128 + s, 'frames')
            check(not err, err)
            check(first_pixel(png) == ((8, 4), (0, frames, 0)), 'frame %d: %s' % (frames, first_pixel(png)))
            os.unlink(png)
    # two processes: the last picture, and whose it is
    script = ('trap "kill \\$a \\$b" TERM; "$0" 3 > "$1/first" & a=$!; while ! grep -qs ready "$1/first"; do sleep 0.05; done; '
              '"$0" 5 & b=$!; wait; wait')
    p = start('--screenshot', png, 'sh', '-c', script, FRAMES, folder)
    check(p.stdout.readline() == 'ready\n', 'two processes')
    p.terminate()
    _, err = p.communicate(timeout=60)
    check(err.count('\n') == 1 and '2 processes' in err and 'of frames, process' in err, err)
    check(first_pixel(png)[1] == (0, 5, 0), first_pixel(png))
    p = start('--screenshot', png, 'true')
    _, err = end(p, 1, 'no picture')
    check('no picture' in err, err)
    p = start('--screenshot', '/nonexistent/shot.png', FRAMES, '1')
    p.stdout.readline()
    p.terminate()
    _, err = end(p, 128 + signal.SIGTERM, 'no folder')
    check("can't be written" in err, err)


def displays(folder):
    """What a virtual display showed last, however the program ended; it goes before what was drawn in windows."""
    png = os.path.join(folder, 'display.png')
    for mode, status, pixel in (('end', 0, (0, 255, 0)), ('off', 0, (0, 255, 0)), ('part', 0, (64, 128, 192)), ('small', 0, (0, 255, 0)),
                                ('kill', 128 + signal.SIGKILL, (0, 255, 0))):
        _, err = end(start('--virtual-display', '--screenshot', png, SCANOUT, mode), status, 'scanout ' + mode)
        check(first_pixel(png) == ((800, 600), pixel), 'scanout %s: %s, %s' % (mode, first_pixel(png), err))
        os.unlink(png)
    script = '"$0" end; "$1" 3 & a=$!; sleep 1; kill $a; wait'
    p = start('--virtual-display', '--screenshot', png, 'sh', '-c', script, SCANOUT, FRAMES)
    out, err = p.communicate(timeout=60)
    check(out == 'ready\n' and first_pixel(png)[0] == (800, 600), 'a window beside it: %s, %s' % (out, err))
    p = start('--virtual-display', '--screenshot', png, FRAMES, '4')
    p.stdout.readline()
    p.terminate()
    p.communicate(timeout=60)
    check(first_pixel(png) == ((8, 4), (0, 4, 0)), 'a display that shows nothing: %s' % (first_pixel(png),))


def explained(folder):
    _, err = end(start('true'), 0, 'true')
    check(err.count('\n') == 1 and 'true never initialised TeraGL' in err, err)
    _, err = end(start('false'), 1, 'false')
    check(err.count('\n') == 1, err)


def main():
    with tempfile.TemporaryDirectory() as folder:
        ENV['TMPDIR'] = folder
        signals(folder)
        screenshots(folder)
        if SCANOUT:
            displays(folder)
        explained(folder)
        left = [n for n in os.listdir(folder) if n.startswith('teragl-run-')]
        check(not left, left)
    print('signals, screenshots, explanations; displays:', 'yes' if SCANOUT else 'not tried')


main()
