# SPDX-License-Identifier: MIT
"""Chromium without a window, spoken to through its debugging pipe (JSON texts, each ended by a 0)."""
import json
import os
import shutil
import subprocess
import time


class Browser:
   """What the page at an address says to JavaScript, and what it wrote to the console or threw (errors)."""

   def __init__(self, address, seconds=120):
      commands, answers = os.pipe(), os.pipe()

      def pipes(): # the child's descriptors 3 and 4
         high = os.dup(commands[0]), os.dup(answers[1])
         os.dup2(high[0], 3)
         os.dup2(high[1], 4)

      self.until, self.errors, self.number, self.rest, self.session = time.monotonic() + seconds, [], 0, b'', None
      self.process = subprocess.Popen([shutil.which('chromium'), '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--remote-debugging-pipe'],
                                      close_fds=False, preexec_fn=pipes, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      os.close(commands[0])
      os.close(answers[1])
      self.out, self.answers = commands[1], answers[0]
      target = self.call('Target.createTarget', url='about:blank')['targetId']
      self.session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
      for domain in ('Runtime', 'Log', 'Page'):
         self.call(domain + '.enable')
      self.call('Page.navigate', url=address)
      while self.run('document.readyState') != 'complete':
         time.sleep(0.05)

   def message(self):
      while b'\0' not in self.rest:
         more = os.read(self.answers, 1 << 16)
         if not more or time.monotonic() > self.until:
            raise RuntimeError('chromium does not answer')
         self.rest += more
      text, _, self.rest = self.rest.partition(b'\0')
      return json.loads(text)

   def call(self, method, **params):
      self.number += 1
      message = {'id': self.number, 'method': method, 'params': params}
      if self.session:
         message['sessionId'] = self.session
      os.write(self.out, json.dumps(message).encode() + b'\0')
      while True:
         answer = self.message()
         if answer.get('method') in ('Runtime.exceptionThrown', 'Log.entryAdded', 'Runtime.consoleAPICalled'):
            self.errors.append(json.dumps(answer['params'])[:400])
         if answer.get('id') == self.number:
            if 'error' in answer:
               raise RuntimeError('%s: %s' % (method, answer['error']))
            return answer['result']

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
      self.process.kill()
      self.process.wait()
      os.close(self.out)
      os.close(self.answers)
