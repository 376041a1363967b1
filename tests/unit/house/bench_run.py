#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench/run's verdicts and plots on figures made up for it: what counts as slower, what as noise, that a busier machine does not count.

usage: bench_run.py TOP
"""
import importlib.machinery
import importlib.util
import os
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

TOP = sys.argv.pop()
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader('bench_run_tool', os.path.join(TOP, 'bench', 'run'))
run = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(run)


def rows(ours, peer, noise=0.0, unit='ms', part='passes'):
    r = [{'part': part, 'row': 'a', 'driver': 'cypress', 'unit': unit, 'best': str(ours), 'noise': str(noise), 'runs': 3}]
    return r + ([{'part': part, 'row': 'a', 'driver': run.PEER, 'unit': unit, 'best': str(peer), 'noise': '0', 'runs': 3}] if peer else [])


def word(now, before):
    key = now[0]['part'], 'a', 'cypress'
    return run.verdict(run.beside(now)[key], run.beside(before)[key])[1]


class Verdicts(unittest.TestCase):
    def test_slower_and_faster(self):
        self.assertEqual(word(rows(2, 4), rows(1, 4)), 'slower')
        self.assertEqual(word(rows(1, 4), rows(2, 4)), 'faster')
        self.assertEqual(word(rows(100, 50, unit='frames/s'), rows(90, 50, unit='frames/s')), 'faster')

    def test_a_busier_machine_does_not_count(self):
        self.assertEqual(word(rows(2, 8), rows(1, 4)), 'same')

    def test_without_a_peer(self):
        self.assertEqual(word(rows(3.2, None, unit='MB', part='sizes'), rows(4.5, None, unit='MB', part='sizes')), 'faster')

    def test_noise(self):
        self.assertEqual(word(rows(1.1, 4, 0.04), rows(1, 4, 0.04)), 'same')
        self.assertEqual(word(rows(1.1, 4, 0.01), rows(1, 4, 0.01)), 'slower')
        self.assertEqual(word(rows(1.02, 4), rows(1, 4)), 'same')

    def test_against_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'bench.csv')
            with open(path, 'w', newline='') as f:
                w = run.csv.DictWriter(f, run.COLUMNS)
                w.writeheader()
                w.writerows(rows(1, 4))
            self.assertEqual(run.compare(rows(2, 4), path), 1)
            self.assertEqual(run.compare(rows(1, 4), path), 0)

    def test_repetitions(self):
        r = run.Run(None)
        r.add('passes', 'a', 'cypress', 'ms', [3, None, 2, 4])
        r.add('glmark2', 'b', 'cypress', 'frames/s', [30, 20])
        r.add('glmark2', 'c', 'cypress', 'frames/s', [None])
        self.assertEqual([(x['best'], x['noise'], x['runs']) for x in r.rows], [('2', '0.5000', 3), ('30', '0.1667', 2)])

    def test_plot(self):
        with tempfile.TemporaryDirectory() as folder:
            path, = run.plot.write(rows(1, 4), 'passes', run.PEER, run.MORE_IS_BETTER, folder)
            bars = [r.get('width') for r in ET.parse(path).iter('{http://www.w3.org/2000/svg}rect')]
            self.assertEqual(bars[-1], '560.0')  # four times: the whole scale from 1 to 4
            self.assertEqual(run.plot.write(rows(1, None), 'passes', run.PEER, run.MORE_IS_BETTER, folder), [])


unittest.main()
