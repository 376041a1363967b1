# SPDX-License-Identifier: MIT
"""Runs dEQP binaries over lists of cases, in several processes, and lives on when they crash or hang.

A Plan says how the binary is started; run() deals the cases out in batches and returns a Result for each. A case in which the
binary dies, or says nothing for the plan's timeout, counts as Crash or Timeout, and the rest of its batch goes to a new process.
What the binary prints is the interface: "Test case 'NAME'.." and "  Status (message)".
"""
import collections
import os
import queue
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

FINE = ('Pass', 'NotSupported', 'QualityWarning', 'CompatibilityWarning', 'Waived')
CASE = re.compile(r"Test case '(.*)'\.\.")
RESULT = re.compile(r'  (\w+) \((.*)\)')
BATCH = 400

Result = collections.namedtuple('Result', 'status message seconds')


class Plan:
    """How a binary is started: path, arguments, environment; the timeout in seconds without a word; processes at a time."""

    def __init__(self, binary, arguments, env, timeout=60, jobs=2):
        self.binary, self.arguments, self.env, self.timeout, self.jobs = os.path.abspath(binary), arguments, env, timeout, jobs

    def command(self, names, log):
        return [self.binary, '--deqp-caselist-file=' + names, '--deqp-log-filename=' + log, '--deqp-watchdog=disable'] + self.arguments


class Watchdog:
    """Ends a process group when nobody has called feed() for a while."""

    def __init__(self, process, seconds):
        self.process, self.seconds, self.fired = process, seconds, False
        self.end = time.monotonic() + seconds
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def feed(self):
        self.end = time.monotonic() + self.seconds

    def watch(self):
        while not self.stop.wait(min(1.0, self.seconds / 4)):
            if time.monotonic() > self.end:
                self.fired = True
                os.killpg(self.process.pid, signal.SIGKILL)
                return

    def close(self):
        self.stop.set()
        self.thread.join()


def run_once(plan, cases, report):
    """Runs the binary over the cases. -> those of which it said nothing, because it ended before them"""
    with tempfile.TemporaryDirectory() as tmp:
        names = os.path.join(tmp, 'cases')
        with open(names, 'w') as f:
            f.write('\n'.join(cases) + '\n')
        p = subprocess.Popen(plan.command(names, os.path.join(tmp, 'log.qpa')), env=plan.env, cwd=os.path.dirname(plan.binary),
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             errors='replace', bufsize=1, start_new_session=True)
        dog = Watchdog(p, plan.timeout)
        left = dict.fromkeys(cases)
        current, start, tail = None, 0.0, collections.deque(maxlen=5)
        try:
            for line in p.stdout:
                dog.feed()
                tail.append(line.rstrip())
                m = CASE.match(line)
                if m:
                    current, start = m[1], time.monotonic()
                    continue
                m = RESULT.match(line)
                if m and current in left:
                    del left[current]
                    report(current, Result(m[1], m[2], time.monotonic() - start))
                    current = None
            p.wait()
        finally:
            dog.close()
            if p.poll() is None:
                os.killpg(p.pid, signal.SIGKILL)
                p.wait()
            p.stdout.close()
    why = 'status %s: %s' % (p.returncode, ' | '.join(tail))
    died = 'Timeout' if dog.fired else 'Crash'
    if current in left:
        del left[current]
        report(current, Result(died, why, time.monotonic() - start))
    elif len(left) == len(cases):
        # It does not get as far as a first case: not the fault of any one of them.
        sys.stderr.write('%s ran no case (%s)\n' % (plan.binary, why))
        for c in left:
            report(c, Result(died, why, 0.0))
        return []
    elif p.returncode == 0:
        for c in left:  # not in the binary, or not said how it went
            report(c, Result('Missing', '', 0.0))
        return []
    return list(left)


def children_cpu():
    r = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r.ru_utime + r.ru_stime


def run(plan, cases, title=''):
    """-> ({case: Result}, CPU seconds of the processes, elapsed seconds)"""
    results, lock, start, cpu = {}, threading.Lock(), time.monotonic(), children_cpu()
    batches, shown, bad = queue.Queue(), [0.0], [0]
    size = max(1, min(BATCH, -(-len(cases) // (4 * plan.jobs))))
    for i in range(0, len(cases), size):
        batches.put(cases[i:i + size])
    terminal = sys.stderr.isatty()

    def report(case, result):
        with lock:
            results[case] = result
            bad[0] += result.status not in FINE
            now = time.monotonic()
            # A log gets a line every half minute, a terminal one line that changes.
            if now > shown[0] + (0.5 if terminal else 30) and (terminal or shown[0]):
                sys.stderr.write('%s%s%d of %d, %d not passed, %d s%s' % ('\r' if terminal else '', title, len(results), len(cases),
                                                                         bad[0], now - start, ' ' if terminal else '\n'))
                sys.stderr.flush()
                shown[0] = now
            shown[0] = shown[0] or now

    def work():
        while True:
            try:
                part = batches.get_nowait()
            except queue.Empty:
                return
            while part:
                part = run_once(plan, part, report)

    # Daemons: when the script is ended, they do not go on with the list.
    threads = [threading.Thread(target=work, daemon=True) for _ in range(plan.jobs)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if terminal:
        sys.stderr.write('\n')
    return results, children_cpu() - cpu, time.monotonic() - start
