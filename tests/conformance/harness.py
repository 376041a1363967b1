# SPDX-License-Identifier: MIT
"""What the conformance and benchmark scripts share: environments, a private X server, running programs, counting.

Every script is a program of its own and ends with the line "NAME: N passed, N failed" (", N failed as expected" and
", N skipped" may follow), which scripts/test adds up. Only Python's standard library is used.
"""
import argparse
import contextlib
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.join(TOP, 'tests', 'conformance')
CHIPS = ('rv770', 'cypress')

# A terminated script ends its X server and programs too.
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(143))


def parser(doc):
    p = argparse.ArgumentParser(description=doc.strip().split('\n')[0])
    p.add_argument('--build', default=os.path.join(TOP, 'build'), help='build directory (default: build)')
    p.add_argument('--chip', action='append', help='chip to emulate; may be repeated (default: rv770 and cypress)')
    p.add_argument('--out', default=os.path.join(TOP, 'out'), help='where pictures and reports go (default: out)')
    p.add_argument('--jobs', type=int, default=os.cpu_count() or 1, help='programs at a time')
    return p


def base_env():
    """The caller's environment without anything that chooses or adjusts a GL driver; TERAGL_STRICT stays."""
    drop = re.compile(r'^(TERAGL_(?!STRICT$)|MESA_|GALLIUM_|LIBGL_|EGL_|LP_|__EGL_|FRAMEDUMP_|PIGLIT_)|^(DISPLAY|WAYLAND_DISPLAY|LD_PRELOAD)$')
    return {k: v for k, v in os.environ.items() if not drop.match(k)}


def teragl_env(build, chip, **more):
    """Programs started with this use TeraGL on the emulated chip."""
    lib = os.path.join(os.path.abspath(build), 'src', 'api')
    if not os.path.exists(os.path.join(lib, 'libEGL.so.1')):
        sys.exit('%s/libEGL.so.1 is missing: build first (ninja -C %s)' % (lib, build))
    e = base_env()
    e['LD_LIBRARY_PATH'] = lib + (':' + e['LD_LIBRARY_PATH'] if e.get('LD_LIBRARY_PATH') else '')
    e.update(TERAGL_WINSYS='emulator', TERAGL_CHIP=chip, TERAGL_SHADER_CACHE='0')
    if os.environ.get('TERAGL_SANITIZE_PRELOAD'):
        e['LD_PRELOAD'] = os.environ['TERAGL_SANITIZE_PRELOAD']
    e.update({k: str(v) for k, v in more.items()})
    return e


def mesa_env(driver='llvmpipe', **more):
    """Programs started with this use the distribution's Mesa; its shader cache is off, as in every comparison."""
    e = base_env()
    e.update(LIBGL_ALWAYS_SOFTWARE='1', GALLIUM_DRIVER=driver, MESA_SHADER_CACHE_DISABLE='true')
    e.update({k: str(v) for k, v in more.items()})
    return e


def add_threads(p):
    p.add_argument('--threads', type=int, help='rendering threads of TeraGL and of llvmpipe, 1: the calling thread alone (default: their own, one per CPU)')


def threads(n):
    """-> settings of TeraGL and of Mesa's llvmpipe for n rendering threads; llvmpipe's 0 draws on the calling thread, as TeraGL's 1 does."""
    return ({'TERAGL_THREADS': n}, {'LP_NUM_THREADS': 0 if n == 1 else n}) if n else ({}, {})


def virtual_radeon_env(build, chip, **more):
    """Programs started with this use the distribution's Mesa, whose r600 finds a radeon: TeraGL's virtual device."""
    preload = os.path.join(os.path.abspath(build), 'src', 'kernel', 'libteragl-vradeon.so')
    if not os.path.exists(preload):
        sys.exit('%s is missing: build first (ninja -C %s)' % (preload, build))
    e = base_env()
    e.update(LD_PRELOAD=preload, TERAGL_CHIP=chip, MESA_SHADER_CACHE_DISABLE='true')
    e.update({k: str(v) for k, v in more.items()})
    return e


def r600_driver():
    """Path of Mesa's r600_dri.so, None if it is not installed."""
    for folder in os.environ.get('LIBGL_DRIVERS_PATH', '').split(':') + sorted(glob.glob('/usr/lib/*/dri')) + ['/usr/lib/dri', '/usr/lib64/dri']:
        path = os.path.join(folder, 'r600_dri.so')
        if folder and os.path.exists(path):
            return path
    return None


def run(command, env, timeout, cwd=None, merge=True):
    """Runs in a process group of its own, which a timeout ends. -> (status or 'timeout', output)"""
    with tempfile.TemporaryFile() as out:
        p = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=out,
                             stderr=subprocess.STDOUT if merge else subprocess.DEVNULL, cwd=cwd,
                             start_new_session=True)
        try:
            status = p.wait(timeout)
        except subprocess.TimeoutExpired:
            status = 'timeout'
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(p.pid, signal.SIGKILL)
            p.wait()
        out.seek(0)
        return status, out.read().decode(errors='replace')


@contextlib.contextmanager
def xvfb(size='1024x768x24'):
    """A private X server on a display number that the server itself finds free. -> ':N'"""
    if not shutil.which('Xvfb'):
        sys.exit('Xvfb is missing (Debian package xvfb)')
    r, w = os.pipe()
    p = subprocess.Popen(['Xvfb', '-displayfd', str(w), '-screen', '0', size, '-nolisten', 'tcp', '-noreset'],
                         pass_fds=(w,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(w)
    try:
        with os.fdopen(r) as f:
            number = f.readline().strip()
        if not number:
            sys.exit('Xvfb did not start')
        yield ':' + number
    finally:
        p.terminate()
        p.wait()


class Tally:
    """Counts and, at the end, the line that scripts/test reads."""

    def __init__(self, name):
        self.name, self.passed, self.failed, self.expected, self.skipped = name, 0, 0, 0, 0

    def ok(self, good, what=''):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print('FAILED %s: %s' % (self.name, what), flush=True)
        return good

    def expect(self):
        """A failure that a list of expectations names: neither passed nor failed."""
        self.expected += 1

    def add(self, other):
        self.passed, self.failed = self.passed + other.passed, self.failed + other.failed
        self.expected, self.skipped = self.expected + other.expected, self.skipped + other.skipped

    def skip(self, what=None):
        self.skipped += 1
        if what:
            print('skipped %s: %s' % (self.name, what), flush=True)

    def finish(self):
        print(summary(self.name, self.passed, self.failed, self.expected, self.skipped), flush=True)
        sys.exit(1 if self.failed or not self.passed else 0)


def summary(name, passed, failed, expected=0, skipped=0):
    """The closing line."""
    return '%s: %d passed, %d failed' % (name, passed, failed) + (', %d failed as expected' % expected if expected else '') + \
        (', %d skipped' % skipped if skipped else '')


def progress(text):
    print(text, flush=True)
