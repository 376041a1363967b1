# SPDX-License-Identifier: MIT
"""What is expected of a chip in dEQP's suites: lists in the format of deqp-runner, in the folder expectations/.

    common-fails.txt    "case,Status": must end with this status on every chip, until it is mended and taken out
    common-flakes.txt   regular expressions, searched in the case's name: may fail or pass; never crash or hang
    common-skips.txt    regular expressions: are not run
    not-supported.txt   (not of deqp-runner) regular expressions, searched in "case (the suite's message)": the only ones that may
                        end as NotSupported
    CHIP-fails.txt, CHIP-flakes.txt, CHIP-skips.txt   what one chip adds to the common lists. "case,Pass" takes a common failure back
    family-F-fails.txt, gen-G-fails.txt, ... -not-supported.txt   what a family's chips, a generation's add (db/F/chips.xml)
'#' begins a comment line. Cases of all suites are in one list, as their names tell them apart.
"""
import os
import re
import sys

import harness
from deqp_process import FINE

FOLDER = os.path.join(harness.HERE, 'expectations')


def lines(path):
    """Lines without comments; none without the file."""
    if not os.path.exists(path):
        return []
    with open(path) as f:
        return [c for c in (line.strip() for line in f) if c and not c.startswith('#')]


def patterns(path):
    out = []
    for line in lines(path):
        try:
            out.append(re.compile(line))
        except re.error as e:
            sys.exit('%s: "%s" is no regular expression: %s' % (path, line, e))
    return out


def statuses(path):
    """{case: status} of a list of failures."""
    out = {}
    for line in lines(path):
        case, comma, status = line.rpartition(',')
        if not comma:
            sys.exit('%s: "%s" has no status' % (path, line))
        out[case] = status
    return out


def groups(chip):
    """-> whose lists are a chip's, beside its own and the common ones: its family's and its generation's"""
    out = []
    for family in sorted(os.listdir(os.path.join(harness.TOP, 'db'))):
        path = os.path.join(harness.TOP, 'db', family, 'chips.xml')
        if os.path.exists(path):
            with open(path) as f:
                for name, gen in re.findall(r'<chip name="(\w+)" gen="(\w+)"', f.read()):
                    if name.lower() == chip.lower():
                        out += ['family-' + family, 'gen-' + gen]
    return out


class Expectations:
    """What is expected of \p chip by the lists of \p folder, or with \p fails by that list of failures in place of the folder's."""

    def __init__(self, folder, chip, fails=None, not_supported=True):
        def paths(kind):
            return [os.path.join(folder, '%s-%s.txt' % (whose, kind)) for whose in ['common', *groups(chip), chip.lower()]]
        self.fails = {}
        for path in [fails] if fails else paths('fails'):
            self.fails.update(statuses(path))
        self.flakes = [p for path in paths('flakes') for p in patterns(path)]
        self.skips = [p for path in paths('skips') for p in patterns(path)]
        self.not_supported = None
        if not_supported:
            self.not_supported = patterns(os.path.join(folder, 'not-supported.txt'))
            self.not_supported += [p for path in paths('not-supported') for p in patterns(path)]

    def skipped(self, case):
        return any(p.search(case) for p in self.skips)

    def flaky(self, case):
        return any(p.search(case) for p in self.flakes)

    def failure(self, case, result):
        """Whether the result is no pass, and this was expected."""
        return result.status not in FINE and self.difference(case, result) is None

    def difference(self, case, result):
        """-> None, or a line that says how the result differs from the expectation"""
        want = self.fails.get(case, 'Pass')
        status = result.status
        if self.flaky(case) and (status in FINE or status == 'Fail'):
            return None
        if status == 'NotSupported' and self.not_supported is not None and want == 'Pass':
            text = '%s (%s)' % (case, result.message)
            if not any(p.search(text) for p in self.not_supported):
                return '%s,NotSupported (not among the expected ones: %s)' % (case, result.message)
        if status not in FINE:
            return None if want == status else '%s,%s (expected: %s) %s' % (case, status, want, result.message)
        return None if want in FINE else '%s,%s (expected: %s; take it out of the list)' % (case, status, want)
