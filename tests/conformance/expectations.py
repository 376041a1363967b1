# SPDX-License-Identifier: MIT
"""What is expected of a chip in dEQP's suites: lists in the format of deqp-runner, in the folder expectations/.

    CHIP-fails.txt    "case,Status": must end with this status, until it is mended and taken out
    CHIP-flakes.txt   regular expressions, searched in the case's name: may fail or pass
    CHIP-skips.txt    regular expressions: are not run
    not-supported.txt (not of deqp-runner) regular expressions, searched in "case (the suite's message)": the only ones that may
                      end as NotSupported
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


class Expectations:
    def __init__(self, folder, chip, fails=None, not_supported=True):
        def path(kind):
            return os.path.join(folder, '%s-%s.txt' % (chip.lower(), kind))
        self.fails = {}
        for line in lines(fails or path('fails')):
            case, comma, status = line.rpartition(',')
            if not comma:
                sys.exit('%s: "%s" has no status' % (fails or path('fails'), line))
            self.fails[case] = status
        self.flakes = patterns(path('flakes'))
        self.skips = patterns(path('skips'))
        self.not_supported = patterns(os.path.join(folder, 'not-supported.txt')) if not_supported else None

    def skipped(self, case):
        return any(p.search(case) for p in self.skips)

    def flaky(self, case):
        return any(p.search(case) for p in self.flakes)

    def difference(self, case, result):
        """-> None, or a line that says how the result differs from the expectation"""
        want = self.fails.get(case, 'Pass')
        status = result.status
        if self.flaky(case):
            return None
        if status == 'NotSupported' and self.not_supported is not None and want == 'Pass':
            text = '%s (%s)' % (case, result.message)
            if not any(p.search(text) for p in self.not_supported):
                return '%s,NotSupported (not among the expected ones: %s)' % (case, result.message)
        if status not in FINE:
            return None if want == status else '%s,%s (expected: %s) %s' % (case, status, want, result.message)
        return None if want in FINE else '%s,%s (expected: %s; take it out of the list)' % (case, status, want)
