#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The WebGL conformance suite of Khronos (github.com/KhronosGroup/WebGL) in a browser on TeraGL, beside Mesa's llvmpipe or softpipe.

SUITE is the folder sdk/tests of that repository; --webgl says which version's list of pages is meant. Pages are loaded one after the other, in WebKitGTK on a
private X server or in Chromium without a window; a page passes when all of its checks do. With --peer pages that fail run there, too, and a page that fails on both
is no failure of TeraGL. A peer whose name ends in -es2 or -es3 offers no more than OpenGL ES 2.0 or 3.0: ANGLE itself fails some pages on such a driver.
Chromium says what draws, and has to name TeraGL or the peer. Results go to OUT/webgl-NAME.json, or webgl2-NAME.json; --known takes such files for peers' that need
not run again. Videos play without sound, since not every machine can. Debian packages: chromium, or gir1.2-webkit2-4.1 python3-gi xvfb.
"""
import contextlib
import fnmatch
import functools
import http.server
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import harness

LISTS = {1: (1, 0, 4), 2: (2, 0, 1)} # versions of the lists of pages
PEERS = {p + limit: (p, override) for p in ('llvmpipe', 'softpipe') for limit, override in (('', None), ('-es2', '2.0'), ('-es3', '3.0'))}
# Without a device for sound WebKit's player gives a video up, or not, as it happens.
NO_SOUND = ','.join(d + ':NONE' for d in ('vorbisdec', 'opusdec', 'avdec_aac', 'faad', 'fdkaacdec', 'mpg123audiodec', 'avdec_mp3'))


# ---- the suite's lists -----------------------------------------------------------------------------------------------------------------

def read_list(folder, name, version, least=(1,)):
    """Pages of a list and of those it names, for that version of the list."""
    pages = []
    for line in open(os.path.join(folder, name)):
        words = re.sub(r'^\s*(//|#|;).*', '', line).split()
        path, wanted, most = '', least, None
        while words:
            word = words.pop(0)
            if word in ('--min-version', '--max-version'):
                limit = tuple(int(n) for n in words.pop(0).split('.'))
                wanted, most = (limit, most) if word == '--min-version' else (wanted, limit)
            elif not word.startswith('--'):
                path = os.path.normpath(os.path.join(os.path.dirname(name), word))
        if not path or wanted > version or (most and most < version) or not os.path.exists(os.path.join(folder, path)):
            continue # lists may name parts that a checkout leaves out
        pages += read_list(folder, path, version, wanted) if path.endswith('.txt') else [path]
    return pages


class Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *args): # pylint: disable=arguments-differ
        pass

    def handle_one_request(self):
        with contextlib.suppress(ConnectionError): # the browser went away
            super().handle_one_request()


@contextlib.contextmanager
def served(folder):
    """-> address of a web server for the folder, here only"""
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Quiet, directory=folder))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield 'http://127.0.0.1:%d/' % server.server_port
    finally:
        server.shutdown()


# ---- outside ---------------------------------------------------------------------------------------------------------------------------

def good(result):
    return result['end'] == 'done' and not result['failed']


def start(a, env, display, address, pages):
    """-> the process of the browser, which prints what webgl_page.py says"""
    e = dict(env, WEBGL_CONSOLE='1') if a.verbose else dict(env)
    python = sys.executable
    if a.browser == 'webkit':
        e.update(DISPLAY=display, GDK_BACKEND='x11', WEBKIT_DISABLE_COMPOSITING_MODE='0', GTK_USE_PORTAL='0', NO_AT_BRIDGE='1', LC_ALL='C.UTF-8',
                 GST_PLUGIN_FEATURE_RANK=NO_SOUND)
        e.setdefault('GST_GL_API', 'gles2') # videos go through GStreamer's GL, which asks for desktop OpenGL first
        python = a.python
    p = subprocess.Popen([*a.wrap.split(), python, os.path.join(harness.HERE, 'webgl_%s.py' % a.browser), address, str(a.patience)], env=e, stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, stderr=None if a.verbose else subprocess.DEVNULL, text=True, start_new_session=True)
    p.stdin.write('\n'.join(pages))
    p.stdin.close()
    return p


def browse(a, name, env, renderer, pages):
    """Runs the pages, writes what they reported to a file of that name. -> {page: result}"""
    results, last, query = {}, time.monotonic(), '?webglVersion=%d' % a.webgl
    with harness.xvfb() if a.browser == 'webkit' else contextlib.nullcontext() as display, served(a.suite) as address:
        left = list(pages)
        while left:
            p = start(a, env, display, address, [page + query for page in left])
            for line in p.stdout:
                if not line.startswith('{"'):
                    sys.stdout.write(line)
                    continue
                result = json.loads(line)
                if 'renderer' in result:
                    if renderer not in result['renderer']:
                        os.killpg(p.pid, signal.SIGTERM)
                        sys.exit('%s: %s draws' % (name, result['renderer']))
                    continue
                result['page'] = result['page'][:-len(query)]
                results[result['page']] = result
                if a.verbose or not good(result) or time.monotonic() > last + 30:
                    last = time.monotonic()
                    harness.progress('%s %d/%d: %s: %s, %d passed, %d failed %s' % (name, len(results), len(pages), result['page'], result['end'],
                                                                                  result['passed'], result['failed'], result['said'][:2]))
            p.wait()
            unfinished = [page for page in left if page not in results]
            if len(unfinished) == len(left):
                sys.exit('the browser ends before its first page (status %d); --verbose shows what it says' % p.returncode)
            if unfinished: # the browser itself ended, not one of its processes
                results[unfinished[0]] = {'page': unfinished[0], 'end': 'crashed', 'passed': 0, 'failed': 0, 'skipped': 0, 'said': []}
            left = unfinished[1:]
    os.makedirs(a.out, exist_ok=True)
    with open(os.path.join(a.out, 'webgl%s-%s.json' % ('' if a.webgl == 1 else a.webgl, name)), 'w') as f:
        json.dump(results, f, indent=1)
    harness.progress('%s: %d of %d pages pass wholly; checks: %d passed, %d failed, %d skipped' % (
        name, sum(good(r) for r in results.values()), len(results), *(sum(r[k] for r in results.values()) for k in ('passed', 'failed', 'skipped'))))
    return results


def peer(a, name, pages):
    driver, override = PEERS[name]
    return browse(a, name, harness.mesa_env(driver, **({'MESA_GLES_VERSION_OVERRIDE': override} if override else {})), driver, pages)


def choose(a):
    pages = read_list(a.suite, '00_test_list.txt', LISTS[a.webgl])
    if a.pages:
        pages = [p for p in pages if any(fnmatch.fnmatch(p, glob) for glob in a.pages)]
    k, n = (int(x) for x in a.part.split('/'))
    pages = pages[k - 1::n]
    if not pages:
        sys.exit('no page of %s is meant' % a.suite)
    return pages


def compare(t, chip, results, peers):
    """Counts; what fails on a peer, too, apart."""
    for page, result in results.items():
        there = {name: known[page] for name, known in peers.items() if page in known and not good(known[page])}
        if not good(result) and there:
            harness.progress('%s: fails elsewhere, too: %s: %d failed; %s' % (
                chip, page, result['failed'], ', '.join('%s %s, %d failed' % (name, r['end'], r['failed']) for name, r in there.items())))
            t.expect()
        else:
            t.ok(good(result), '%s: %s: %s %s' % (chip, page, result['end'], result['said']))


def main():
    p = harness.parser(__doc__)
    p.add_argument('suite', metavar='SUITE', help='folder sdk/tests of the WebGL repository')
    p.add_argument('--browser', choices=('webkit', 'chromium'), default='webkit', help='what loads the pages (default: webkit)')
    p.add_argument('--webgl', type=int, choices=sorted(LISTS), default=1, help='version of WebGL (default: 1)')
    p.add_argument('--peer', choices=sorted(PEERS), action='append', default=[], help='run there, too, what fails; may be repeated')
    p.add_argument('--peer-all', action='store_true', help='... every page')
    p.add_argument('--known', metavar='FILE', action='append', default=[], help="a peer's results of an earlier run; may be repeated")
    p.add_argument('--pages', metavar='GLOB', action='append', help='only pages like this (conformance/textures/*); may be repeated')
    p.add_argument('--part', metavar='K/N', default='1/1', help='every N-th page from the K-th')
    p.add_argument('--patience', type=int, default=1, help='times as long as usual a page may take, on a busy machine')
    p.add_argument('--wrap', metavar='COMMAND', default='', help='starts the browser through this ("nice -n 10")')
    p.add_argument('--python', default='/usr/bin/python3', help='interpreter that has PyGObject (default: /usr/bin/python3)')
    p.add_argument('--peer-only', action='store_true', help='the peer alone')
    p.add_argument('--verbose', action='store_true', help='every page, and what the browser says')
    a = p.parse_args()
    pages = choose(a)
    if a.peer_only:
        for name in a.peer:
            peer(a, name, pages)
        return
    t = harness.Tally('webgl')
    peers = {f: json.load(open(f)) for f in a.known}
    for chip in a.chip or harness.CHIPS:
        results = browse(a, chip, harness.teragl_env(a.build, chip), 'TeraGL', pages)
        for name in a.peer:
            wanted = [page for page in pages if page not in peers.setdefault(name, {}) and (a.peer_all or not good(results[page]))]
            if wanted:
                peers[name].update(peer(a, name, wanted))
        compare(t, chip, results, peers)
    t.finish()


if __name__ == '__main__':
    main()
