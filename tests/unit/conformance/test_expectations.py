#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""expectations.py: common lists and a chip's own, what a flaky case may do, what counts as an expected failure; and the closing line."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(TOP, 'tests', 'conformance'))
import harness  # noqa: E402
from deqp_process import Result  # noqa: E402
from expectations import FOLDER, Expectations, lines, groups  # noqa: E402


class Lists(unittest.TestCase):
    def setUp(self):
        self.tmp = tempfile.TemporaryDirectory()
        for name, text in (('common-fails', '# why\nt.known,Fail\nt.dies,Crash\nt.mended,Fail\n'), ('rv770-fails', '# why\nt.own,Fail\nt.mended,Pass\n'),
                           ('common-flakes', '# why\n^t\\.flaky'), ('rv770-flakes', '# why\n^t\\.shaky$\n'),
                           ('common-skips', '# why\n\\.never\n'), ('rv770-skips', '# why\n\\.hardly\n')):
            self.file(name + '.txt', text)

    def tearDown(self):
        self.tmp.cleanup()

    def file(self, name, text):
        path = os.path.join(self.tmp.name, name)
        with open(path, 'w') as f:
            f.write(text)
        return path

    def verdict(self, e, case, status):
        """(as expected, counts as an expected failure)"""
        r = Result(status, 'message', 0.0)
        return e.difference(case, r) is None, e.failure(case, r)

    def test_a_chip_adds_to_the_common_lists(self):
        rv770, cypress = Expectations(self.tmp.name, 'RV770'), Expectations(self.tmp.name, 'cypress')
        for e in (rv770, cypress):
            self.assertEqual(self.verdict(e, 't.known', 'Fail'), (True, True))
            self.assertEqual(self.verdict(e, 't.known', 'Pass'), (False, False))
            self.assertEqual(self.verdict(e, 't.known', 'Crash'), (False, False))
            self.assertEqual(self.verdict(e, 't.dies', 'Crash'), (True, True))
            self.assertEqual(self.verdict(e, 't.other', 'Pass'), (True, False))
            self.assertTrue(e.skipped('t.never'))
        self.assertEqual(self.verdict(rv770, 't.own', 'Fail'), (True, True))
        self.assertEqual(self.verdict(cypress, 't.own', 'Fail'), (False, False))
        self.assertEqual([e.skipped('t.hardly') for e in (rv770, cypress)], [True, False])
        self.assertEqual([e.flaky('t.shaky') for e in (rv770, cypress)], [True, False])

    def test_a_chip_takes_a_common_failure_back(self):
        self.assertEqual(self.verdict(Expectations(self.tmp.name, 'rv770'), 't.mended', 'Pass'), (True, False))
        self.assertEqual(self.verdict(Expectations(self.tmp.name, 'rv770'), 't.mended', 'Fail'), (False, False))
        self.assertEqual(self.verdict(Expectations(self.tmp.name, 'cypress'), 't.mended', 'Fail'), (True, True))

    def test_a_flaky_case_fails_or_passes_and_no_more(self):
        e = Expectations(self.tmp.name, 'rv770')
        for status, fine in (('Pass', True), ('QualityWarning', True), ('Fail', True), ('Crash', False), ('Timeout', False), ('Missing', False),
                             ('Flake', False), ('InternalError', False)):
            self.assertEqual(self.verdict(e, 't.flaky.a', status)[0], fine, status)
        self.assertEqual(self.verdict(e, 't.flaky.a', 'Fail'), (True, True))
        self.assertEqual(self.verdict(e, 't.flaky.a', 'Pass'), (True, False))

    def test_not_supported(self):
        self.file('not-supported.txt', '# why\n^t\\.ns \\(no such')
        e = Expectations(self.tmp.name, 'rv770')
        self.assertEqual(self.verdict(e, 't.ns', 'NotSupported')[0], False)
        self.assertIsNone(e.difference('t.ns', Result('NotSupported', 'no such thing', 0.0)))
        self.assertIsNone(Expectations(self.tmp.name, 'rv770', not_supported=False).difference('t.x', Result('NotSupported', '', 0.0)))

    def test_a_family_and_a_generation_add_to_the_lists(self):
        self.file('family-r300-not-supported.txt', '# why\n^t\\.lacks \\(none')
        self.file('gen-r500-fails.txt', '# why\nt.gen,Fail')
        rv530, r300, rv770 = (Expectations(self.tmp.name, c) for c in ('rv530', 'R300', 'rv770'))
        none = Result('NotSupported', 'none', 0.0)
        self.assertEqual([e.difference('t.lacks', none) is None for e in (rv530, r300, rv770)], [True, True, False])
        self.assertEqual([e.failure('t.gen', Result('Fail', '', 0.0)) for e in (rv530, r300, rv770)], [True, False, False])

    def test_a_list_of_failures_alone(self):
        e = Expectations(self.tmp.name, 'rv770', self.file('mine.txt', 't.mine,Fail\n'))
        self.assertEqual(self.verdict(e, 't.mine', 'Fail'), (True, True))
        self.assertEqual(self.verdict(e, 't.known', 'Fail'), (False, False))

    def test_a_broken_list_is_named(self):
        for name, text in (('rv770-fails.txt', 't.no_status\n'), ('rv770-flakes.txt', '(\n')):
            path = self.file(name, text)
            with self.assertRaisesRegex(SystemExit, re.escape(path)):
                Expectations(self.tmp.name, 'rv770')
            os.unlink(path)


class Repository(unittest.TestCase):
    def test_what_stands_in_the_lists_is_explained(self):
        """There are the common lists; others are named after a chip; each line has a reason above it."""
        names = set(os.listdir(FOLDER))
        self.assertLessEqual({'common-fails.txt', 'common-flakes.txt', 'common-skips.txt', 'not-supported.txt'}, names)
        chips, whose = set(), set()
        for family in ('terascale', 'r300'):
            with open(os.path.join(TOP, 'db', family, 'chips.xml')) as f:
                chips |= {c.lower() for c in re.findall(r'<chip name="(\w+)"', f.read())}
        self.assertEqual(len(chips), 25 + 23)
        for chip in chips:
            whose |= {chip, *groups(chip)}
        whose.add('pica200')  # the only chip of its family, which has no chips.xml
        for name in names - {'not-supported.txt'}:
            m = re.fullmatch(r'([\w-]+?)-(fails|flakes|skips|not-supported)\.txt', name)
            self.assertTrue(m and (m[1] == 'common' or m[1] in whose), name)
        for name in names:
            explained = False
            with open(os.path.join(FOLDER, name)) as f:
                for line in f.read().split('\n')[1:]:
                    explained = line.startswith('#') or (explained and bool(line))
                    self.assertTrue(explained or not line, '%s: no reason above "%s"' % (name, line))
        for chip in sorted(chips) + ['pica200']:
            Expectations(FOLDER, chip)
        self.assertTrue(lines(os.path.join(FOLDER, 'not-supported.txt')))


class Sums(unittest.TestCase):
    def tally(self, code):
        r = subprocess.run([sys.executable, '-c', 'import sys; sys.path.insert(0, %r); import harness; t = harness.Tally("x")\n%s\nt.finish()'
                            % (harness.HERE, code)], stdout=subprocess.PIPE, universal_newlines=True)
        return r.returncode, r.stdout.splitlines()[-1]

    def test_a_tally_tells_four_things_apart(self):
        self.assertEqual(self.tally('t.ok(True)'), (0, 'x: 1 passed, 0 failed'))
        self.assertEqual(self.tally('t.ok(True); t.expect(); t.skip()'), (0, 'x: 1 passed, 0 failed, 1 failed as expected, 1 skipped'))
        self.assertEqual(self.tally('t.ok(True); t.ok(False)'), (1, 'x: 1 passed, 1 failed'))
        self.assertEqual(self.tally('t.expect()'), (1, 'x: 0 passed, 0 failed, 1 failed as expected'))

    def test_scripts_test_reads_the_closing_line(self):
        """run_part of scripts/test, with its sums before and after."""
        with open(os.path.join(TOP, 'scripts', 'test')) as f:
            text = f.read()
        functions = text[text.index('passed=0'):text.index('if [ $install = yes ]')]
        for parts, status, end in (((('a', 3, 0, 2, 1), ('b', 4, 0, 0, 5)), 0, ['2 failed as expected', '6 skipped', '7 passed, 0 failed']),
                                   ((('a', 3, 1, 0, 0),), 1, ['3 passed, 1 failed']),
                                   ((('a', 3, 0, 4, 0),), 0, ['4 failed as expected', '3 passed, 0 failed'])):
            script = 'say() { :; }\n' + functions + ''.join("run_part x echo '%s'\n" % harness.summary(*p) for p in parts) + 'finish\n'
            r = subprocess.run(['bash', '-c', script], stdout=subprocess.PIPE, universal_newlines=True)
            self.assertEqual((r.returncode, r.stdout.splitlines()[len(parts):]), (status, end))


if __name__ == '__main__':
    unittest.main()
