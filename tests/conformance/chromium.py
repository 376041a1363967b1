# SPDX-License-Identifier: MIT
"""Chromium without a window, spoken to through its debugging pipe (the DevTools protocol: JSON texts, each ended by a 0)."""
import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import time

# OpenGL ES through ANGLE by the libEGL that the environment finds, and nothing else if that fails.
GLES = ('--use-gl=angle', '--use-angle=gles-egl', '--ignore-gpu-blocklist', '--disable-software-rasterizer', '--disable-gpu-watchdog',
        '--disable-domain-blocking-for-3d-apis')


class Gone(RuntimeError):
    """Chromium has ended, or does not answer in time."""


class Chromium:
    """A process of Chromium. \\p stderr is a file for what it says, None for nowhere; \\p wrap are the words of a command that starts it."""

    def __init__(self, arguments=('--disable-gpu',), env=None, wrap=(), stderr=None):
        commands, answers = os.pipe(), os.pipe()

        def pipes(): # the child's descriptors 3 and 4
            high = os.dup(commands[0]), os.dup(answers[1])
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.number, self.rest, self.pages = 0, b'', {}
        self.process = subprocess.Popen([*wrap, shutil.which('chromium'), '--headless', '--no-sandbox', '--disable-dev-shm-usage', '--remote-debugging-pipe',
                                         '--window-size=1024,768', *arguments], env=env, close_fds=False, preexec_fn=pipes, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=stderr or subprocess.DEVNULL, start_new_session=True)
        os.close(commands[0])
        os.close(answers[1])
        self.out, self.answers = commands[1], answers[0]

    def message(self, seconds):
        """-> the next message, None when none comes in that time"""
        until = time.monotonic() + seconds
        while b'\0' not in self.rest:
            if not select.select([self.answers], [], [], max(0, until - time.monotonic()))[0]:
                return None
            more = os.read(self.answers, 1 << 16)
            if not more:
                raise Gone('chromium has ended')
            self.rest += more
        text, _, self.rest = self.rest.partition(b'\0')
        return json.loads(text)

    def listen(self, seconds):
        """Lets pages hear one message, which is the result."""
        message = self.message(seconds)
        if message and message.get('sessionId') in self.pages and 'method' in message:
            self.pages[message['sessionId']].hear(message['method'], message['params'])
        return message

    def call(self, method, session=None, seconds=120, **params):
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': params}
        if session:
            message['sessionId'] = session
        try:
            os.write(self.out, json.dumps(message).encode() + b'\0')
        except BrokenPipeError:
            raise Gone('chromium has ended') from None
        until = time.monotonic() + seconds
        while True:
            answer = self.listen(until - time.monotonic())
            if not answer:
                raise Gone('chromium does not answer')
            if answer.get('id') == self.number:
                if 'error' in answer:
                    raise RuntimeError('%s: %s' % (method, answer['error']))
                return answer['result']

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.out)
        os.close(self.answers)


class Page:
    """A tab: what it says to JavaScript, and what it wrote to the console or threw (errors)."""

    def __init__(self, chromium):
        self.chromium, self.errors = chromium, []
        self.target = chromium.call('Target.createTarget', url='about:blank')['targetId']
        self.session = chromium.call('Target.attachToTarget', targetId=self.target, flatten=True)['sessionId']
        chromium.pages[self.session] = self
        for domain in ('Runtime', 'Log', 'Page'):
            self.call(domain + '.enable')

    def call(self, method, **params):
        return self.chromium.call(method, self.session, **params)

    def hear(self, method, params):
        """An event; whoever wants others than these overrides it."""
        if method in ('Runtime.exceptionThrown', 'Log.entryAdded', 'Runtime.consoleAPICalled'):
            self.errors.append(json.dumps(params)[:400])

    def open(self, address):
        self.call('Page.navigate', url=address)
        while self.run('document.readyState') != 'complete':
            time.sleep(0.05)

    def run(self, text):
        """The value of an expression of JavaScript; a promise's when it is kept."""
        result = self.call('Runtime.evaluate', expression=text, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(json.dumps(result['exceptionDetails'])[:600])
        return result['result'].get('value')

    def press(self, key):
        for kind in ('keyDown', 'keyUp'):
            self.call('Input.dispatchKeyEvent', type=kind, key=key, **({'text': key} if len(key) == 1 and kind == 'keyDown' else {}))

    def close(self):
        """(The last tab that closes ends Chromium.)"""
        self.chromium.pages.pop(self.session, None)
        self.chromium.call('Target.closeTarget', targetId=self.target)
