#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Debian packages of scripts/package: lintian finds no error, they install beside the system's packages, change no program's EGL, draw
where asked (a real X program through libglvnd's vendor file, by teragl-run), and leave nothing behind.

They are installed by dpkg into an empty folder with books of its own. --debs takes packages that are built already; --root installs by
apt into a Debian system in that folder, as root, with Mesa and mesa-utils in it, and asks dpkg there what remains."""
import glob
import os
import re
import subprocess
import sys
import tempfile

import harness

NAMES = {'libegl-teragl0', 'libegl-teragl-dev', 'teragl', 'libteragl-emulator0', 'libteragl-emulator-dev'}
VENDOR = 'usr/share/teragl/egl_vendor.d/40_teragl.json'


def said(*command, env=None):
    """-> what a command prints that has to succeed"""
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit('%s: status %d\n%s' % (' '.join(command), done.returncode, done.stdout))
    return done.stdout


def build(t, debs):
    """-> {name: path} of the packages without those of debug symbols"""
    if not debs:
        script = os.path.join(harness.TOP, 'scripts', 'package')
        done = subprocess.run([script, '--no-install'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(done.stdout)
        t.ok(done.returncode == 0 and not re.search('^E:', done.stdout, re.M), 'scripts/package ended with %d' % done.returncode)
        debs = os.path.join(harness.TOP, 'out', 'package')
    found = {os.path.basename(p).split('_')[0]: p for p in glob.glob(os.path.join(debs, '*.deb')) if '-dbgsym_' not in p}
    if not t.ok(set(found) == NAMES, 'packages: %s' % sorted(found)):
        t.finish()
    return found


def contents(deb):
    """Files and links of a package, from the root."""
    return [re.sub(' -> .*', '', line.split(None, 5)[5])[2:] for line in said('dpkg-deb', '-c', deb).splitlines() if not line.startswith('d')]


def below(root):
    """What is there but the books of dpkg."""
    return [os.path.join(folder, n) for folder, folders, names in os.walk(root) for n in folders + names
            if not re.match(r'/var(/lib(/dpkg(/|$)|$)|$)', os.path.join(folder, n)[len(root):])]


def owners(paths):
    """Packages of this machine that have one of the files."""
    done = subprocess.run(['dpkg-query', '-S', '--', *('/' + p for p in paths)], capture_output=True, text=True)
    return {name for line in done.stdout.splitlines() for name in re.split(r', ', line.split(': /')[0])}


class Folder:
    """An empty folder in which dpkg installs without root."""

    def __init__(self, root):
        self.root = root
        for d in ('updates', 'info', 'triggers'):
            os.makedirs(os.path.join(root, 'var/lib/dpkg', d))
        open(os.path.join(root, 'var/lib/dpkg/status'), 'w').close()
        self.dpkg = ['fakeroot', 'dpkg', '--root=' + root, '--log=/dev/null', '--no-triggers', '--force-depends,bad-path,not-root', '--force-script-chrootless']
        lib = os.path.dirname(glob.glob('/usr/lib/*/libEGL.so.1')[0])
        self.vendor_env = {'LD_LIBRARY_PATH': root + lib}  # the vendor file names the library alone, as in the packages

    def install(self, debs):
        said(*self.dpkg, '-i', *debs)

    def remove(self):
        said(*self.dpkg, '-P', *NAMES)

    def command(self, *words, env):
        env = dict(env, **{k: v.replace('ROOT/', self.root + '/') for k, v in env.items()})
        return ([self.root + '/' + words[0] if words[0].startswith('usr/bin/teragl') else words[0], *words[1:]], env)


class System(Folder):
    """A whole system in a folder: chroot and apt."""

    def __init__(self, root):
        self.root, self.vendor_env = root, {}

    def install(self, debs):
        said('cp', *debs, self.root)
        said('chroot', self.root, 'apt-get', 'install', '-y', '--no-install-recommends', *('/' + os.path.basename(d) for d in debs))
        said('rm', *(os.path.join(self.root, os.path.basename(d)) for d in debs))

    def remove(self):
        said('chroot', self.root, 'apt-get', 'purge', '-y', *NAMES)

    def command(self, *words, env):
        return (['chroot', self.root, *words], dict(env, **{k: v.replace('ROOT/', '/') for k, v in env.items()}))


def draws(t, place):
    """Who answers EGL: by default Mesa, by the vendor file and by teragl-run TeraGL."""
    with harness.xvfb() as display:
        base = dict(harness.base_env(), DISPLAY=display, LIBGL_ALWAYS_SOFTWARE='1')
        ours = dict(base, TERAGL_CHIP='rv770', TERAGL_SHADER_CACHE='0')
        for what, words, env, vendor in (
                ('without a word', ['es2_info'], base, 'Mesa Project'),
                ('by the vendor file', ['es2_info'], dict(ours, __EGL_VENDOR_LIBRARY_FILENAMES='ROOT/' + VENDOR, **place.vendor_env), 'TeraGL'),
                ('by teragl-run', ['usr/bin/teragl-run', 'es2_info'], ours, 'TeraGL')):
            command, env = place.command(*words, env=env)
            status, out = harness.run(command, env, 60)
            t.ok(status == 0 and 'EGL_VENDOR: %s\n' % vendor in out and (vendor != 'TeraGL' or 'TeraGL (RV770, emulated)' in out),
                 'es2_info %s: %s, %s' % (what, status, out[-600:]))
        command, env = place.command('usr/bin/teragl-info', '--brief', env=base)
        status, out = harness.run(command, env, 60)
        t.ok(status == 0 and 'self-test: passed' in out, 'teragl-info: %s, %s' % (status, out))


def main():
    p = harness.parser(__doc__)
    p.add_argument('--debs', help='folder with packages that are built already')
    p.add_argument('--root', help='folder with a Debian system to install into, as root')
    a = p.parse_args()
    t = harness.Tally('package')
    debs = build(t, a.debs)
    files = [f for d in debs.values() for f in contents(d)]
    t.ok(len(files) == len(set(files)), 'a file is in two packages')
    strangers = {o for o in owners(files) if o.split(':')[0] not in NAMES}
    t.ok(not strangers, 'files of ours belong to %s, too' % sorted(strangers))
    caught = [f for f in files if re.search(r'glvnd|/etc/|^usr/lib/[^/]*/libE?GL[^/_]*$', f)]
    t.ok(not caught, 'these would change the EGL of all programs: %s' % caught)
    pages = {f for f in files if f.startswith('usr/share/man/man1/')}
    tools = {f for f in files if f.startswith('usr/bin/')}
    t.ok(len(tools) > 5 and pages == {'usr/share/man/man1/%s.1.gz' % os.path.basename(f) for f in tools}, 'tools %s, pages %s' % (tools, pages))
    with tempfile.TemporaryDirectory() as root:
        place = System(a.root) if a.root else Folder(root)
        before = set(below(place.root)) if not a.root else set()
        place.install(list(debs.values()))
        gone = [f for f in files if not os.path.lexists(os.path.join(place.root, f)) and not f.startswith('usr/share/doc/')]
        t.ok(not gone, 'not installed: %s' % gone)  # a small system leaves documents out
        draws(t, place)
        place.remove()
        left = [f for f in files if os.path.lexists(os.path.join(place.root, f))] + ([] if a.root else sorted(set(below(place.root)) - before))
        t.ok(not left, 'left behind: %s' % left)
    t.finish()


if __name__ == '__main__':
    main()
