#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run_deqp.py against a binary that passes, fails, crashes, hangs, stops early and forgets as its cases' names say."""
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), *['..'] * 3))
sys.path.insert(0, os.path.join(TOP, 'tests', 'conformance'))
import deqp_process  # noqa: E402
import deqp_report  # noqa: E402

FAKE = r'''#!%s
import os, sys, time
option = dict(a.lstrip('-').split('=', 1) for a in sys.argv[1:])
print('dEQP Core unknown'); sys.stdout.flush()
log = open(option['deqp-log-filename'], 'w')
if 'deqp-log-images' in option and option['deqp-log-images'] == 'enable':
    log.write('<Image Name="Result" Width="1" Height="1" Format="RGBA8888" CompressionMode="PNG" Description="x">\naGFsbG8=\n</Image>')
    log.write('<Text>no &lt;good&gt;</Text>')
for case in open(option['deqp-caselist-file']).read().split():
    kind = case.split('.')[1]
    if kind == 'forget': continue
    print("Test case '%%s'.." %% case); sys.stdout.flush()
    if kind == 'crash': os.abort()
    if kind == 'hang': time.sleep(100)
    if kind == 'flake':
        here = os.path.join(os.path.dirname(os.path.abspath(__file__)), case)
        if os.path.exists(here): kind = 'pass'
        open(here, 'w').close()
    print('  ' + {'pass': 'Pass (Pass)', 'ns': 'NotSupported (no such thing)', 'warn': 'QualityWarning (so so)'}.get(kind, 'Fail (broken)'))
    sys.stdout.flush()
    if kind == 'stop': os._exit(1)
''' % sys.executable


class RunDeqp(unittest.TestCase):
    def setUp(self):
        self.tmp = tempfile.TemporaryDirectory()
        self.binary = self.file('deqp-fake', FAKE)
        os.chmod(self.binary, 0o755)
        os.makedirs(os.path.join(self.tmp.name, 'src', 'api'))
        self.file('src/api/libEGL.so.1', '')
        self.lists = os.path.join(self.tmp.name, 'lists')
        os.makedirs(self.lists)

    def tearDown(self):
        self.tmp.cleanup()

    def file(self, name, text):
        path = os.path.join(self.tmp.name, name)
        with open(path, 'w') as f:
            f.write(text)
        return path

    def plan(self, jobs=1):
        return deqp_process.Plan(self.binary, [], dict(os.environ), 3, jobs)

    def script(self, cases, *options):
        r = subprocess.run([sys.executable, os.path.join(TOP, 'tests', 'conformance', 'run_deqp.py'), '--build', self.tmp.name,
                            '--expected', self.lists, self.binary, self.file('cases', '\n'.join(cases) + '\n'), *options],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
        return r.returncode, r.stdout

    def test_every_case_gets_its_result(self):
        cases = ['t.pass.%d' % i for i in range(20)]
        cases[3], cases[4], cases[9], cases[12], cases[15], cases[19] = 't.crash.a', 't.crash.b', 't.hang.a', 't.fail.a', 't.stop.a', 't.forget.a'
        for jobs in (1, 3):
            results, cpu, seconds = deqp_process.run(self.plan(jobs), cases)
            self.assertEqual(set(results), set(cases))
            self.assertEqual({c: r.status for c, r in results.items() if r.status != 'Pass'},
                             {'t.crash.a': 'Crash', 't.crash.b': 'Crash', 't.hang.a': 'Timeout', 't.fail.a': 'Fail', 't.stop.a': 'Fail',
                              't.forget.a': 'Missing'})
            self.assertGreater(results['t.hang.a'].seconds, 1)
            self.assertGreater(cpu, 0)

    def test_a_binary_that_cannot_start(self):
        broken = self.file('deqp-broken', '#!/bin/sh\nexit 3\n')
        os.chmod(broken, 0o755)
        results, _, _ = deqp_process.run(deqp_process.Plan(broken, [], dict(os.environ), 1.5, 1), ['t.pass.a', 't.pass.b'])
        self.assertEqual({r.status for r in results.values()}, {'Crash'})

    def test_expectations(self):
        with open(os.path.join(self.lists, 'rv770-fails.txt'), 'w') as f:
            f.write('# known\nt.fail.known,Fail\nt.crash.other,Fail\nt.pass.mended,Fail\n')
        with open(os.path.join(self.lists, 'rv770-flakes.txt'), 'w') as f:
            f.write('^t\\.fail\\.at_times$\n')
        with open(os.path.join(self.lists, 'rv770-skips.txt'), 'w') as f:
            f.write('\\.never\n')
        with open(os.path.join(self.lists, 'not-supported.txt'), 'w') as f:
            f.write('^t\\.ns\\.fine \\(no such')
        status, out = self.script(['t.fail.known', 't.pass.a', 't.ns.fine', 't.fail.at_times', 't.hang.never'])
        self.assertEqual((status, out.splitlines()[-1]), (0, 'run_deqp: 1 passed, 0 failed, 2 failed as expected, 2 skipped'))
        status, out = self.script(['t.pass.mended', 't.pass.a', 't.ns.new'])
        self.assertEqual((status, out.splitlines()[-1]), (1, 'run_deqp: 1 passed, 2 failed'))

    def test_flakes_and_reports(self):
        junit, page, table, fails = (os.path.join(self.tmp.name, n) for n in ('j.xml', 'p.html', 'r.csv', 'f.txt'))
        status, out = self.script(['t.flake.a', 't.fail.a', 't.pass.a'], '--junit', junit, '--html', page, '--results', table, '--fails', fails)
        self.assertEqual(status, 1)
        self.assertIn('t.flake.a,Flake (expected: Pass)', out)
        suite = xml.etree.ElementTree.parse(junit).getroot()[0]
        self.assertEqual((suite.get('tests'), suite.get('failures')), ('3', '2'))
        with open(page) as f:
            text = f.read()
        self.assertIn('data:image/png;base64,aGFsbG8=', text)
        self.assertIn('no &lt;good&gt;', text)
        with open(table) as f:
            self.assertEqual([line.split(',')[:2] for line in f.read().splitlines()],
                             [['t.fail.a', 'Fail'], ['t.flake.a', 'Flake'], ['t.pass.a', 'Pass']])
        with open(fails) as f:
            self.assertEqual(f.read(), 't.fail.a,Fail\nt.flake.a,Flake\n')

    def test_shards_cover_the_list_once(self):
        cases = ['t.pass.%d' % i for i in range(7)]
        seen = []
        for k in (1, 2, 3):
            table = os.path.join(self.tmp.name, 's.csv')
            self.assertEqual(self.script(cases, '--shard', '%d/3' % k, '--results', table)[0], 0)
            with open(table) as f:
                seen += [line.split(',')[0] for line in f]
        self.assertEqual(sorted(seen), cases)
        self.assertNotEqual(self.script(cases, '--shard', '4/3')[0], 0)

    def test_xml_without_control_characters(self):
        self.assertEqual(deqp_report.attribute('a\x01<b>'), '"a?&lt;b&gt;"')


if __name__ == '__main__':
    unittest.main()
