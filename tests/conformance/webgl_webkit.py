#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Loads pages of Khronos' WebGL suite in WebKitGTK, one after the other: webgl_webkit.py ADDRESS PATIENCE, their names on standard input.

Prints a line of JSON for each (webgl_page.py). Wants PyGObject and an X server."""
import collections
import os
import sys

import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import GLib, Gtk, WebKit2 as W # pylint: disable=wrong-import-position

import webgl_page # pylint: disable=wrong-import-position


class Browser:
    def __init__(self, address, patience, pages):
        self.address, self.patience, self.pages, self.view, self.page = address, patience, collections.deque(pages), None, None
        self.window = Gtk.Window(default_width=900, default_height=700)
        self.open_view()
        self.window.show_all()
        GLib.timeout_add(500, self.watch)
        self.next()
        Gtk.main()

    def open_view(self):
        if self.view:
            self.view.destroy()
        manager = W.UserContentManager()
        report = webgl_page.REPORT.replace('SEND', 'window.webkit.messageHandlers.report.postMessage')
        manager.add_script(W.UserScript(report, W.UserContentInjectedFrames.TOP_FRAME, W.UserScriptInjectionTime.START, None, None))
        manager.register_script_message_handler('report')
        manager.connect('script-message-received::report', lambda m, message: self.hear(message.get_js_value().to_string()))
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
            Gtk.main_quit()
            return
        self.page = webgl_page.Run(self.pages.popleft(), self.patience)
        self.view.load_uri(self.address + self.page.name)

    def end(self, how, fresh=False):
        if self.page:
            self.page.tell(how)
            self.page = None
            GLib.idle_add(self.go_on, fresh)

    def go_on(self, fresh):
        if fresh:
            self.open_view()
        self.next()
        return False

    def hear(self, text):
        if self.page:
            self.page.hear(text)
            if self.page.ended:
                self.end('done')

    def watch(self):
        if self.page and self.page.late():
            self.end('stalled', True)
        return True


if __name__ == '__main__':
    Browser(sys.argv[1], int(sys.argv[2]), sys.stdin.read().split())
