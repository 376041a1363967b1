#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds and runs the tests that a change can touch: scripts/test --changed.

    run_changed.py [--list] FILE ...

FILEs are the changed ones. What depends on them is read from the build itself: ninja's edges and its log of included headers say which
programs they end up in, meson says which tests run these programs or get a changed file, or a folder that holds one, as an argument or in
the environment; a Python test depends on the modules beside it that it imports. A program that holds several tests (tests/programs.c)
counts as changed for those whose objects are, for all only when what they share is. No list is kept by hand.

Only these programs are built. When the build has taken most of --budget, the tests known to be long are left out, by name, and count as
skipped: "scripts/test unit" runs them. A changed file that no test depends on is named, too.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import time

import harness
import run_unit

EDGE = re.compile(r'build ((?:[^:$]|\$.)*): (\S+)(.*)')
# the object of a test that shares its program, by the test's name there
OWN_OBJECT = re.compile(r'/libtest_(\w+)\.a\.p/')
IMPORT = re.compile(r'^\s*(?:import|from)\s+(\w+)', re.M)


class Graph:
    """What is made of what, by absolute path."""

    def __init__(self, build):
        self.build = build
        self.users = collections.defaultdict(set)  # a file: what is made of it directly
        self.parts = collections.defaultdict(set)  # and what it is made of
        with open(os.path.join(build, 'build.ninja')) as f:
            for line in f.read().replace('$\n', '').split('\n'):
                m = EDGE.match(line)
                if m and m[2] not in ('phony', 'REGENERATE_BUILD', 'CUSTOM_COMMAND_DEP') and not m[1].startswith('meson-'):
                    # order-only inputs (behind ||) are headers made first: the log says who includes them
                    self.add(self.words(m[1]), self.words(m[3].split('||')[0]))
        log = subprocess.run(['ninja', '-C', build, '-t', 'deps'], stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout
        self.objects, out = 0, None
        for line in log.split('\n'):
            if line[:1] not in ('', ' '):
                out = line.split(': #deps')[0]
                self.objects += 1
            elif line.strip():
                self.add([out], [line.strip()])

    def words(self, text):
        return [w.replace('\0', ' ') for w in text.replace('$ ', '\0').replace('$:', ':').replace(' | ', ' ').split()]

    def add(self, outs, ins):
        outs, ins = [self.path(o) for o in outs], [self.path(i) for i in ins]
        for i in ins:
            self.users[i].update(outs)
        for o in outs:
            self.parts[o].update(ins)

    def path(self, name):
        return os.path.normpath(os.path.join(self.build, name))

    def made_of(self, files):
        """All that is made of these files, and they themselves."""
        todo, found = list(files), set(files)
        while todo:
            new = self.users.get(todo.pop(), set()) - found
            found |= new
            todo += new
        return found


def introspect(build, what):
    return json.loads(subprocess.run(['meson', 'introspect', '--' + what, build], stdout=subprocess.PIPE, check=True).stdout)


def with_imports(path, seen=None):
    """A Python file and the modules of this repository that it imports, at any depth."""
    seen = set() if seen is None else seen
    if path in seen or not os.path.isfile(path):
        return seen
    seen.add(path)
    with open(path, errors='replace') as f:
        names = set(IMPORT.findall(f.read()))
    for folder in (os.path.dirname(path), harness.HERE, os.path.join(harness.TOP, 'db', 'gen')):
        for name in names:
            with_imports(os.path.join(folder, name + '.py'), seen)
    return seen


def arguments(test, build):
    """Paths that a test is given."""
    for word in test['cmd'] + [w for v in test['env'].values() for w in v.split(':')]:
        path = os.path.normpath(os.path.join(build, word))
        if os.path.isabs(word) or os.path.exists(path):
            yield path


def of_another(graph, program, names):
    """-> the objects in a program that are those of its tests but for the named ones"""
    owners = {p: OWN_OBJECT.search(p) for p in graph.parts[program]}
    mine = {m[1] for m in owners.values() if m} & set(names)
    return {p for p, m in owners.items() if m and m[1] not in mine} if mine else set()


def touched(test, graph, dirty, changed, made, outputs):
    """-> the changed files, targets made in another way (made) or products of either by which this test is touched; empty if it is not"""
    build = graph.build
    why = {o for d in test['depends'] for o in outputs.get(d, ()) if o in dirty}
    for path in arguments(test, build):
        if os.path.isdir(path):
            why |= {c for c in changed if c.startswith(path + os.sep)} if path != build else set()
        else:
            why |= {p for p in (with_imports(path) if path.endswith('.py') else [path]) if p in dirty}
    return {w for w in why if w in changed | made or graph.parts[w] & dirty - of_another(graph, w, test['cmd'])}


def durations_file(build):
    return os.path.join(build, 'meson-logs', 'durations.json')


def durations(build):
    """Seconds that each test took when it ran last."""
    known = {}
    for path, read in ((durations_file(build), json.load),
                       (os.path.join(build, 'meson-logs', 'testlog.json'),
                        lambda f: {r['name']: r['duration'] for r in map(json.loads, f)})):
        if os.path.exists(path):
            with open(path) as f:
                known.update(read(f))
    return known


def choose(tests, seconds, known, jobs):
    """-> tests that fit into the time, shortest first, and those that do not"""
    fit, rest, load = [], [], 0.0
    for t in sorted(tests, key=lambda t: known.get(t['name'], 1.0)):
        d = known.get(t['name'], 1.0)
        if load + d <= seconds * jobs and d <= seconds:
            fit.append(t)
            load += d
        else:
            rest.append(t)
    return fit, rest


def parse():
    p = argparse.ArgumentParser(description=__doc__.strip().split('\n')[0])
    p.add_argument('file', nargs='*', help='a changed file')
    p.add_argument('--build', default=os.path.join(harness.TOP, 'build'), help='build directory (default: build)')
    p.add_argument('--budget', type=float, default=110, help='seconds for building and testing (default: 110)')
    p.add_argument('--jobs', type=int, default=os.cpu_count() or 1, help='programs at a time')
    p.add_argument('--list', action='store_true', help='say what would run, and why, and run nothing')
    return p.parse_args()


def select(build, files):
    """-> (tests that the files touch, targets to build for them, files that no test depends on)"""
    changed = {os.path.abspath(f) for f in files}
    graph = Graph(build)
    if not graph.objects:
        print('nothing is built yet, so nobody knows who includes what: building everything once', flush=True)
        subprocess.run(['ninja', '-C', build], stdout=subprocess.DEVNULL, check=True)
        graph = Graph(build)
    targets = introspect(build, 'targets')
    outputs = {t['id']: t['filename'] for t in targets}
    made = {o for t in targets if t['defined_in'] in changed for o in t['filename']}
    dirty = graph.made_of(changed | made)
    tests, needed, reasons = [], set(), set()
    for t in introspect(build, 'tests'):
        why = touched(t, graph, dirty, changed, made, outputs)
        if why:
            tests.append(dict(t, why=sorted(os.path.relpath(w, harness.TOP) for w in why)))
            needed |= {o for d in t['depends'] for o in outputs.get(d, ())}
            # a test of the whole tree looks at names and documents, and says little about any one file
            reasons |= why if harness.TOP not in arguments(t, build) else set()
    alone = [c for c in sorted(changed) if not graph.made_of({c}) & reasons and not os.path.basename(c).startswith('meson')]
    return tests, needed, alone


def main():
    a = parse()
    build, start = os.path.abspath(a.build), time.monotonic()
    t = harness.Tally('changed')
    if not a.file:
        print('nothing is changed')
        print('changed: 1 passed, 0 failed')
        return
    subprocess.run(['ninja', '-C', build, 'build.ninja'], stdout=subprocess.DEVNULL, check=True)
    tests, needed, alone = select(build, a.file)
    for f in alone:
        print('no unit test depends on %s' % os.path.relpath(f, harness.TOP))
    if a.list:
        for x in tests:
            print('%-28s %s' % (x['name'], ', '.join(x['why'][:4]) + (', ...' if len(x['why']) > 4 else '')))
        return
    if needed:
        status = subprocess.run(['ninja', '-C', build] + sorted(os.path.relpath(n, build) for n in needed), stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, universal_newlines=True)
        if not t.ok(status.returncode == 0, 'the build: ' + status.stdout[-4000:]):
            t.finish()
    built = time.monotonic() - start
    known = durations(build)
    fit, rest = choose(tests, max(a.budget - built, 20), known, a.jobs)
    print('%d files changed, %d tests are touched, %d programs built in %d s' % (len(a.file), len(tests), len(needed), built), flush=True)
    for x in rest:
        t.skip('%s takes about %d s, which is left to "scripts/test unit"' % (x['name'], known.get(x['name'], 1)))
    if fit:
        run_unit.run_tests(t, build, sorted({x['name'] for x in fit}), a.jobs)
        known.update(durations(build))
        with open(durations_file(build), 'w') as f:
            json.dump(known, f, indent=0, sort_keys=True)
    t.finish()


if __name__ == '__main__':
    sys.exit(main())
