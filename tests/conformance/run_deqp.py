#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a dEQP binary over a list of cases and compares with what is expected of the chip.

    run_deqp.py --chip rv770 --jobs 2 path/to/deqp-gles2 cases.txt

The list has one case a line; '#' begins a comment. It is dealt out in batches to --jobs processes. A case in which
the binary dies or says nothing for --timeout seconds counts as Crash or Timeout, and the rest of its batch runs in a
new process. Cases that are not Pass, NotSupported or a warning must be in deqp-CHIP-fails.txt next to this script
("case,Status", the format of deqp-runner), and those that are in it must fail; otherwise the exit status is 1.
--shard K/N takes every N-th case of the list from the K-th on, so that N machines share the work evenly.
"""
import argparse
import collections
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

import harness

FINE = ('Pass', 'NotSupported', 'QualityWarning', 'CompatibilityWarning', 'Waived')
CASE = re.compile(r"Test case '(.*)'\.\.")
RESULT = re.compile(r'  (\w+) \(')
BATCH = 400


def read_list(path):
    with open(path) as f:
        return [c for c in (line.split('#')[0].strip() for line in f) if c]


def read_expectations(path):
    """-> {case: status}; none without the file."""
    if not os.path.exists(path):
        return {}
    return dict(line.rsplit(',', 1) for line in read_list(path))


def shard(cases, text):
    m = re.fullmatch(r'(\d+)/(\d+)', text)
    if not m or not 1 <= int(m[1]) <= int(m[2]):
        sys.exit('--shard %s: K/N with 1 <= K <= N is expected' % text)
    return cases[int(m[1]) - 1::int(m[2])]


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


def run_once(args, env, cases, report):
    """Runs the binary over the cases. -> those of which it said nothing, because it ended before them"""
    with tempfile.TemporaryDirectory() as tmp:
        names = os.path.join(tmp, 'cases')
        with open(names, 'w') as f:
            f.write('\n'.join(cases) + '\n')
        command = [os.path.abspath(args.binary), '--deqp-caselist-file=' + names,
                   '--deqp-log-filename=' + os.path.join(tmp, 'log.qpa'), '--deqp-surface-width=256',
                   '--deqp-surface-height=256', '--deqp-surface-type=pbuffer', '--deqp-gl-config-name=' + args.config,
                   '--deqp-visibility=hidden', '--deqp-log-images=disable', '--deqp-log-shader-sources=disable',
                   '--deqp-watchdog=disable'] + args.option
        p = subprocess.Popen(command, env=env, cwd=os.path.dirname(os.path.abspath(args.binary)),
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             errors='replace', bufsize=1, start_new_session=True)
        dog = Watchdog(p, args.timeout)
        left = dict.fromkeys(cases)
        current, tail = None, collections.deque(maxlen=5)
        try:
            for line in p.stdout:
                dog.feed()
                tail.append(line.rstrip())
                m = CASE.match(line)
                if m:
                    current = m[1]
                    continue
                m = RESULT.match(line)
                if m and current in left:
                    del left[current]
                    report(current, m[1])
                    current = None
            p.wait()
        finally:
            dog.close()
            if p.poll() is None:
                os.killpg(p.pid, signal.SIGKILL)
                p.wait()
    if current in left:
        del left[current]
        report(current, 'Timeout' if dog.fired else 'Crash')
    elif len(left) == len(cases):
        # It does not get as far as a first case: not the fault of any one of them.
        sys.stderr.write('%s ran no case (status %s): %s\n' % (args.binary, p.returncode, ' | '.join(tail)))
        for c in left:
            report(c, 'Timeout' if dog.fired else 'Crash')
        return []
    elif p.returncode == 0:
        for c in left:  # not in the binary, or not said how it went
            report(c, 'Missing')
        return []
    return list(left)


class Run:
    def __init__(self, args, cases):
        self.args, self.cases, self.results = args, cases, {}
        self.lock, self.shown, self.start = threading.Lock(), 0.0, time.monotonic()
        self.env = harness.teragl_env(args.build, args.chip[0], EGL_PLATFORM='surfaceless')
        self.env.setdefault('TERAGL_THREADS', '1')
        self.batches = queue.Queue()
        size = max(1, min(BATCH, -(-len(cases) // (4 * args.jobs))))
        for i in range(0, len(cases), size):
            self.batches.put(cases[i:i + size])

    def report(self, case, status):
        with self.lock:
            self.results[case] = status
            now = time.monotonic()
            if sys.stderr.isatty() and now > self.shown + 0.5:
                self.shown = now
                bad = sum(s not in FINE for s in self.results.values())
                sys.stderr.write('\r%d of %d, %d not passed, %d s ' % (len(self.results), len(self.cases), bad,
                                                                       now - self.start))

    def work(self):
        while True:
            try:
                cases = self.batches.get_nowait()
            except queue.Empty:
                return
            while cases:
                cases = run_once(self.args, self.env, cases, self.report)

    def all(self):
        # Daemons: when the script is ended, they do not go on with the list.
        threads = [threading.Thread(target=self.work, daemon=True) for _ in range(self.args.jobs)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        if sys.stderr.isatty():
            sys.stderr.write('\n')
        return self.results


def compare(results, expected):
    """-> lines that say what differs from the expectation"""
    lines = []
    for case, status in sorted(results.items()):
        want = expected.get(case, 'Pass')
        fails = status not in FINE
        if fails and want != status:
            lines.append('%s,%s (expected: %s)' % (case, status, want))
        elif not fails and want not in FINE:
            lines.append('%s,%s (expected: %s; take it out of the list)' % (case, status, want))
    return lines


def main():
    p = argparse.ArgumentParser(description=__doc__.strip().split('\n')[0])
    p.add_argument('binary', help='deqp-gles2 or deqp-egl, built for the target "surfaceless"')
    p.add_argument('list', help='file with one case a line')
    p.add_argument('--build', default=os.path.join(harness.TOP, 'build'), help='build directory (default: build)')
    p.add_argument('--chip', action='append', help='chip to emulate (default: rv770)')
    p.add_argument('--jobs', type=int, default=2, help='processes at a time (default: 2)')
    p.add_argument('--shard', default='1/1', help='K/N: the K-th of N parts of the list')
    p.add_argument('--timeout', type=float, default=60, help='seconds without a word after which a case hangs')
    p.add_argument('--config', default='rgba8888d24s8ms0', help='the framebuffer configuration')
    p.add_argument('--option', action='append', default=[], help='one more argument for the binary')
    p.add_argument('--expected', help='list of failures (default: deqp-CHIP-fails.txt, for deqp-gles2 only)')
    p.add_argument('--fails', help='write the failures here, in the format of the lists')
    args = p.parse_args()
    args.chip = args.chip or ['rv770']
    if len(args.chip) > 1 or args.jobs < 1:
        p.error('one chip and at least one job')
    cases = shard(list(dict.fromkeys(read_list(args.list))), args.shard)
    name = os.path.basename(args.binary)
    file = 'deqp-%s-fails.txt' % args.chip[0].lower()
    if name != 'deqp-gles2':
        file = '%s-%s-fails.txt' % (name, args.chip[0].lower())
    expected = read_expectations(args.expected or os.path.join(harness.HERE, file))
    run = Run(args, cases)
    results = run.all()
    if args.fails:
        with open(args.fails, 'w') as f:
            f.writelines('%s,%s\n' % (c, s) for c, s in sorted(results.items()) if s not in FINE)
    different = compare(results, expected)
    for line in different:
        print(line)
    counts = collections.Counter(results.values())
    print('%s on %s, %d s: %s' % (name, args.chip[0], time.monotonic() - run.start,
                                  ', '.join('%s %d' % x for x in counts.most_common())))
    skipped = counts['NotSupported']
    missing = len(cases) - len(results)
    print('run_deqp: %d passed, %d failed, %d skipped' % (len(results) - skipped - len(different),
                                                          len(different) + missing, skipped))
    return 1 if different or missing else 0


if __name__ == '__main__':
    sys.exit(main())
