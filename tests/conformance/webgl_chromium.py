#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Loads pages of Khronos' WebGL suite in Chromium without a window, one after the other: webgl_chromium.py ADDRESS PATIENCE, their names on
standard input.

Prints a line of JSON for each (webgl_page.py), and first one that names what draws: {"renderer": ...}. After a crash, of the page's process or of
the GPU's, Chromium is started anew, so that no page pays for another."""
import json
import os
import sys
import tempfile

import chromium
import webgl_page

FLAGS = (*chromium.GLES, '--autoplay-policy=no-user-gesture-required', '--mute-audio', '--js-flags=--expose-gc')
RENDERER = '''(() => { const gl = document.createElement('canvas').getContext('webgl');
  return gl ? gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL) : 'none' })()'''


class Page(chromium.Page):
    """A tab that runs one page of the suite."""

    def __init__(self, browser, name, patience):
        self.crashed = False
        super().__init__(browser)
        self.result = webgl_page.Run(name, patience)
        self.call('Inspector.enable')
        self.call('Runtime.addBinding', name='webglReport')
        self.call('Page.addScriptToEvaluateOnNewDocument', source=webgl_page.REPORT.replace('SEND', 'window.webglReport'))

    def hear(self, method, params):
        if method == 'Runtime.bindingCalled':
            self.result.hear(params['payload'])
        elif method == 'Inspector.targetCrashed':
            self.crashed = True
        elif method in ('Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded') and os.environ.get('WEBGL_CONSOLE'):
            print('%s: %s' % (self.result.name, json.dumps(params)[:1000]), flush=True)


class Browser:
    def __init__(self):
        self.log = tempfile.TemporaryFile() # pylint: disable=consider-using-with
        self.chromium = chromium.Chromium(FLAGS, stderr=self.log)
        page = chromium.Page(self.chromium) # stays open, since the last tab that closes ends Chromium
        print(json.dumps({'renderer': page.run(RENDERER)}), flush=True)

    def gpu_ended(self):
        self.log.seek(0)
        return b'GPU process exited unexpectedly' in self.log.read()

    def load(self, address, patience, name):
        """-> whether the browser is as good as before"""
        page = Page(self.chromium, name, patience)
        try:
            page.call('Page.navigate', url=address + name)
            while not (page.result.ended or page.crashed or page.result.late()):
                self.chromium.listen(1)
            crashed = page.crashed or self.gpu_ended()
        except chromium.Gone:
            crashed = True
        page.result.tell('crashed' if crashed else 'done' if page.result.ended else 'stalled')
        if page.result.ended and not crashed:
            page.close()
            return True
        return False

    def close(self):
        if os.environ.get('WEBGL_CONSOLE'):
            self.log.seek(0)
            sys.stdout.write(self.log.read().decode(errors='replace'))
        self.chromium.close()


def main():
    browser = Browser()
    try:
        for name in sys.stdin.read().split():
            if not browser.load(sys.argv[1], int(sys.argv[2]), name):
                browser.close()
                browser = Browser()
    finally:
        browser.close()


if __name__ == '__main__':
    main()
