#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A browser draws a page with WebGL 2. usage: browser.py chromium|webkit FILE (raw RGBA, from the bottom) [PAGE [FOLDER]]

PAGE is scene.html, or that of an engine, three.html or babylon.html; FOLDER has the engine's files, which the page finds below engine/.

The page posts its picture to a web server that lives as long as this does."""
import contextlib
import glob
import http.server
import os
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'conformance'))
import chromium # pylint: disable=wrong-import-position

SECONDS = 100


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *args): # pylint: disable=arguments-differ
        pass

    def do_GET(self):
        name = os.path.basename(self.path)
        path = os.path.join(self.server.engine, name) if self.path == '/engine/' + name else self.server.page
        page = b''
        if self.path in ('/', '/engine/' + name) and os.path.isfile(path):
            with open(path, 'rb') as f:
                page = f.read()
        self.send_response(200 if page else 404)
        self.send_header('Content-Type', 'text/javascript' if name else 'text/html')
        self.send_header('Content-Length', str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def do_POST(self):
        self.server.picture = self.rfile.read(int(self.headers['Content-Length']))
        self.send_response(204)
        self.end_headers()


def command(name, path, address):
    if name == 'chromium':
        return [name, '--headless', '--no-sandbox', *chromium.GLES, '--remote-debugging-port=0', '--user-data-dir=%s.profile' % path, address]
    return [(glob.glob('/usr/lib/*/webkit2gtk-4.1/MiniBrowser') or ['MiniBrowser'])[0], address]


def main():
    name, path = sys.argv[1:3]
    server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
    server.page = os.path.join(HERE, sys.argv[3] if len(sys.argv) > 3 else 'scene.html')
    server.engine = sys.argv[4] if len(sys.argv) > 4 else ''
    server.timeout, server.picture = 1, None
    p = subprocess.Popen(command(name, path, 'http://127.0.0.1:%d/' % server.server_port), start_new_session=True, stdin=subprocess.DEVNULL)
    try:
        for _ in range(SECONDS):
            server.handle_request()
            if server.picture is not None:
                break
    finally:
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            p.terminate() # so that its other processes end by themselves, too, and write out what TeraGL captured
            p.wait(5)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(p.pid, signal.SIGKILL)
        p.wait()
    if server.picture is None or len(server.picture) != 128 * 128 * 4:
        sys.exit('%s: %s' % (name, (server.picture or b'no picture').decode(errors='replace')[:300]))
    with open(path, 'wb') as f:
        f.write(server.picture)


if __name__ == '__main__':
    main()
