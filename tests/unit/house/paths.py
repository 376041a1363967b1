#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every path that a document names exists: in links, and in backticks where it looks like a file of this repository.

A path from the root (src/..., docs/...) must be there, a pattern (*, {a,b}) must fit something; a shorter name that ends like a source
file must be the end of some file's path, or be made by the build, which then names it in a meson.build. Built things (build/...) and
other people's paths are not looked at.

usage: paths.py TOP
"""
import fnmatch
import os
import re
import sys

ROOT = re.compile(r'(?:src|db|tests|tools|docs|bench|examples|scripts|include|\.ci)(?:/|$)')
SOURCE = re.compile(r'[\w./*{},-]+\.(?:h|py|xml)|[\w./*{},-]*[_/*][\w./*{},-]*\.c')  # R1.c is a channel
LINK = re.compile(r'\]\(([^)\s]+)\)')
CODE = re.compile(r'`([^`\n]+)`')
PLACEHOLDER = re.compile(r'<\w+>|\b[A-Z]+\b')  # tests/unit/<room>, gl_X


def documents(top):
    for folder in ('', 'docs'):
        for name in sorted(os.listdir(os.path.join(top, folder))):
            if name.endswith('.md'):
                yield os.path.join(folder, name)


def tree(top):
    """Files and folders, from the root; and what the build files say."""
    paths, build = set(), ''
    for folder, folders, names in os.walk(top):
        folders[:] = [d for d in folders if not (d.startswith(('build', '.git')) or d in ('out', '__pycache__')) or d == '.ci']
        for name in names + folders:
            path = os.path.relpath(os.path.join(folder, name), top)
            paths.add(path)
            if name == 'meson.build' or path.startswith('db/gen/'):
                with open(os.path.join(top, path), errors='replace') as f:
                    build += f.read()
    return paths, build


def alternatives(pattern):
    """a.{c,h} -> a.c, a.h"""
    m = re.search(r'\{([^{}]*)\}', pattern)
    return [pattern] if not m else [x for a in m[1].split(',') for x in alternatives(pattern[:m.start()] + a + pattern[m.end():])]


def there(name, paths, build):
    if ROOT.match(name) and not re.match(r'db/\w+\.h$', name):  # headers of db are made by the build
        return any(fnmatch.fnmatch(p, name) for p in paths) if '*' in name else name.rstrip('/') in paths
    if any(fnmatch.fnmatch(p, name) or fnmatch.fnmatch(p, '*/' + name) for p in paths):
        return True
    # eg_regs.h is made by a foreach over eg and its like: '_regs.h' is all that stands there
    last = name.split('/')[-1]
    return re.search(r'\b%s\b' % re.escape(last), build) or re.search(r"['+]%s'" % re.escape('_' + last.split('_')[-1]), build)


def main(top):
    paths, build = tree(top)
    bad, looked = 0, 0
    for doc in documents(top):
        with open(os.path.join(top, doc)) as f:
            lines = f.read().split('\n')
        for n, line in enumerate(lines, 1):
            targets = [t.split('#')[0] for t in LINK.findall(line) if not re.match(r'[a-z]+:', t)]
            missing = [t for t in targets if t and not os.path.exists(os.path.join(top, os.path.dirname(doc), t))]
            looked += len(targets)
            for code in CODE.findall(line):
                for word in re.split(r'[\s:;,]+(?![^{]*\})', code):
                    word = word.strip('.,()\'"')
                    if PLACEHOLDER.search(word) or not (ROOT.match(word) and '/' in word or SOURCE.fullmatch(word)):
                        continue
                    looked += 1
                    missing += [w for w in alternatives(word) if not there(w, paths, build)]
            for m in missing:
                print('%s:%d: there is no %s' % (doc, n, m))
            bad += len(missing)
    print('%d paths in documents, %d of them lead nowhere' % (looked, bad))
    return 1 if bad or looked < 100 else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
