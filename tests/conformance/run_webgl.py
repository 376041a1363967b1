#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The WebGL 1 conformance suite of Khronos (github.com/KhronosGroup/WebGL) in WebKitGTK on TeraGL, beside Mesa's llvmpipe or softpipe.

SUITE is the folder sdk/tests of that repository. Pages are loaded one after the other in a WebKit window on a private X server; a page passes
when all of its checks do. With --peer the pages run there, too, and a page that fails on both is no failure of TeraGL. A peer whose name ends in -es2 offers no more than
OpenGL ES 2.0, as TeraGL does: WebKit's ANGLE itself fails some pages on such a driver. Results go to OUT/webgl-NAME.json; --known takes such
files for peers' that need not run again. Videos play without sound, since not every machine can. Debian packages: gir1.2-webkit2-4.1 python3-gi
xvfb.
"""
import collections
import contextlib
import fnmatch
import functools
import http.server
import json
import os
import re
import subprocess
import sys
import threading
import time

import harness

VERSION = (1, 0, 4)
PEERS = ('llvmpipe', 'softpipe', 'llvmpipe-es2', 'softpipe-es2')
# Without a device for sound WebKit's player gives a video up, or not, as it happens.
NO_SOUND = ','.join(d + ':NONE' for d in ('vorbisdec', 'opusdec', 'avdec_aac', 'faad', 'fdkaacdec', 'mpg123audiodec', 'avdec_mp3'))
STALL_S, LONGEST_S = 60, 400 # without a report; in all
# What the pages find as window.parent.webglTestHarness; messages are JSON.
REPORT = '''if (window.parent === window) window.webglTestHarness = {
  reportResults: (url, ok, text, skipped) => window.webkit.messageHandlers.report.postMessage(JSON.stringify([ok, !!skipped, '' + text])),
  notifyFinished: url => window.webkit.messageHandlers.report.postMessage('"end"')};'''


# ---- the suite's lists -----------------------------------------------------------------------------------------------------------------

def read_list(folder, name, least=(1,)):
    """Pages of a list and of those it names, for WebGL 1."""
    pages = []
    for line in open(os.path.join(folder, name)):
        words = re.sub(r'^\s*(//|#|;).*', '', line).split()
        path, wanted, most = '', least, None
        while words:
            word = words.pop(0)
            if word in ('--min-version', '--max-version'):
                version = tuple(int(n) for n in words.pop(0).split('.'))
                wanted, most = (version, most) if word == '--min-version' else (wanted, version)
            elif not word.startswith('--'):
                path = os.path.normpath(os.path.join(os.path.dirname(name), word))
        if not path or wanted > VERSION or (most and most < VERSION) or not os.path.exists(os.path.join(folder, path)):
            continue # lists may name parts that a checkout leaves out
        pages += read_list(folder, path, wanted) if path.endswith('.txt') else [path]
    return pages


class Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *args): # pylint: disable=arguments-differ
        pass


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


# ---- inside: the browser ---------------------------------------------------------------------------------------------------------------

class Browser:
    """Loads pages in turn; a line of JSON for each: name, end ("done", "stalled", "crashed"), checks passed, failed, skipped, first complaints."""

    def __init__(self, address, pages):
        import gi
        gi.require_version('Gtk', '3.0')
        gi.require_version('WebKit2', '4.1')
        from gi.repository import GLib, Gtk, WebKit2
        self.GLib, self.Gtk, self.WebKit2 = GLib, Gtk, WebKit2
        self.address, self.pages, self.view, self.page = address, collections.deque(pages), None, None
        self.window = Gtk.Window(default_width=900, default_height=700)
        self.open_view()
        self.window.show_all()
        GLib.timeout_add(500, self.watch)
        self.next()
        Gtk.main()

    def open_view(self):
        W = self.WebKit2
        if self.view:
            self.view.destroy()
        manager = W.UserContentManager()
        manager.add_script(W.UserScript(REPORT, W.UserContentInjectedFrames.TOP_FRAME, W.UserScriptInjectionTime.START, None, None))
        manager.register_script_message_handler('report')
        manager.connect('script-message-received::report', lambda m, message: self.hear(json.loads(message.get_js_value().to_string())))
        self.view = W.WebView(user_content_manager=manager)
        settings = self.view.get_settings()
        settings.set_enable_webgl(True)
        settings.set_hardware_acceleration_policy(W.HardwareAccelerationPolicy.ALWAYS)
        settings.set_enable_write_console_messages_to_stdout(bool(os.environ.get('WEBGL_CONSOLE')))
        self.view.connect('web-process-terminated', lambda view, why: self.end('crashed', True))
        self.window.add(self.view)
        self.view.show()

    def next(self):
        if not self.pages:
            self.Gtk.main_quit()
            return
        self.page = {'page': self.pages.popleft(), 'passed': 0, 'failed': 0, 'skipped': 0, 'said': []}
        self.begun = self.heard = time.monotonic()
        self.view.load_uri(self.address + self.page['page'])

    def end(self, how, fresh=False):
        if self.page:
            print(json.dumps(dict(self.page, end=how, seconds=round(time.monotonic() - self.begun, 1))), flush=True)
            self.page = None
            self.GLib.idle_add(self.go_on, fresh)

    def go_on(self, fresh):
        if fresh:
            self.open_view()
        self.next()
        return False

    def hear(self, message):
        self.heard = time.monotonic()
        if message == 'end':
            self.end('done')
        elif self.page:
            ok, skipped, text = message
            self.page['skipped' if skipped else 'passed' if ok else 'failed'] += 1
            if not ok and not skipped and len(self.page['said']) < 8:
                self.page['said'].append(text[:300])

    def watch(self):
        now = time.monotonic()
        if self.page and (now - self.heard > STALL_S or now - self.begun > LONGEST_S):
            self.end('stalled', True)
        return True


# ---- outside ---------------------------------------------------------------------------------------------------------------------------

def good(result):
    return result['end'] == 'done' and not result['failed']


def browse(a, name, env, pages, path):
    """Runs the pages, writes what they reported to \\p path. -> {page: result}"""
    results, last = {}, time.monotonic()
    with harness.xvfb() as display, served(a.suite) as address:
        left = list(pages)
        while left:
            e = dict(env, DISPLAY=display, GDK_BACKEND='x11', WEBKIT_DISABLE_COMPOSITING_MODE='0', GTK_USE_PORTAL='0',
                     NO_AT_BRIDGE='1', LC_ALL='C.UTF-8', GST_PLUGIN_FEATURE_RANK=NO_SOUND)
            e.setdefault('GST_GL_API', 'gles2') # videos go through GStreamer's GL, which asks for desktop OpenGL first
            p = subprocess.Popen(a.wrap.split() + [a.python, os.path.abspath(__file__), '--browse', address], env=e, stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=None if a.verbose else subprocess.DEVNULL, text=True, start_new_session=True)
            p.stdin.write('\n'.join(left))
            p.stdin.close()
            for line in p.stdout:
                if not line.startswith('{"page"'):
                    sys.stdout.write(line)
                    continue
                result = json.loads(line)
                results[result['page']] = result
                if a.verbose or not good(result) or time.monotonic() > last + 30:
                    last = time.monotonic()
                    harness.progress('%s %d/%d: %s: %s, %d passed, %d failed %s' % (name, len(results), len(pages), result['page'], result['end'],
                                                                                  result['passed'], result['failed'], result['said'][:2]))
            p.wait()
            unfinished = [page for page in left if page not in results]
            if len(unfinished) == len(left):
                sys.exit('the browser ends before its first page (status %d); --verbose shows what it says' % p.returncode)
            if unfinished: # the browser itself, not its web process, ended
                results[unfinished[0]] = {'page': unfinished[0], 'end': 'crashed', 'passed': 0, 'failed': 0, 'skipped': 0, 'said': []}
            left = unfinished[1:]
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as f:
        json.dump(results, f, indent=1)
    harness.progress('%s: %d of %d pages pass wholly; checks: %d passed, %d failed, %d skipped' % (
        name, sum(good(r) for r in results.values()), len(results), *(sum(r[k] for r in results.values()) for k in ('passed', 'failed', 'skipped'))))
    return results


def peer_env(name):
    return harness.mesa_env(name.split('-')[0], **({'MESA_GLES_VERSION_OVERRIDE': '2.0'} if name.endswith('-es2') else {}))


def choose(a):
    pages = read_list(a.suite, '00_test_list.txt')
    if a.pages:
        pages = [p for p in pages if any(fnmatch.fnmatch(p, glob) for glob in a.pages)]
    k, n = (int(x) for x in a.part.split('/'))
    pages = pages[k - 1::n]
    if not pages:
        sys.exit('no page of %s is meant' % a.suite)
    return pages


def main():
    if sys.argv[1:2] == ['--browse']:
        Browser(sys.argv[2], sys.stdin.read().split())
        return
    p = harness.parser(__doc__)
    p.add_argument('suite', metavar='SUITE', help='folder sdk/tests of the WebGL repository')
    p.add_argument('--peer', choices=PEERS, action='append', default=[], help='run there, too, and compare; may be repeated')
    p.add_argument('--known', metavar='FILE', action='append', default=[], help="a peer's results of an earlier run; may be repeated")
    p.add_argument('--pages', metavar='GLOB', action='append', help='only pages like this (conformance/textures/*); may be repeated')
    p.add_argument('--part', metavar='K/N', default='1/1', help='every N-th page from the K-th')
    p.add_argument('--wrap', metavar='COMMAND', default='', help='starts the browser through this ("nice -n 10")')
    p.add_argument('--python', default='/usr/bin/python3', help='interpreter that has PyGObject (default: /usr/bin/python3)')
    p.add_argument('--peer-only', action='store_true', help='the peer alone')
    p.add_argument('--verbose', action='store_true', help='every page, and what the browser says')
    a = p.parse_args()
    pages = choose(a)
    t = harness.Tally('webgl')
    peers = [json.load(open(f)) for f in a.known]
    peers += [browse(a, name, peer_env(name), pages, os.path.join(a.out, 'webgl-%s.json' % name)) for name in a.peer]
    for chip in () if a.peer_only else a.chip or harness.CHIPS:
        for page, result in browse(a, chip, harness.teragl_env(a.build, chip), pages, os.path.join(a.out, 'webgl-%s.json' % chip)).items():
            same = [peer[page] for peer in peers if page in peer and not good(peer[page])]
            if not good(result) and same:
                harness.progress('%s: fails on a peer, too: %s: %d failed, there %s' % (chip, page, result['failed'], [r['failed'] for r in same]))
                t.expect()
            else:
                t.ok(good(result), '%s: %s: %s %s' % (chip, page, result['end'], result['said']))
    if a.peer_only:
        return
    t.finish()


if __name__ == '__main__':
    main()
