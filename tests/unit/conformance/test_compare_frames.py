#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tolerances of compare_frames.py: which picture passes, and that scenes which amplify rounding have an upper bound."""
import os
import sys
import unittest

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), *['..'] * 3))
sys.path.insert(0, os.path.join(TOP, 'tests', 'conformance'))
from compare_frames import AMPLIFYING, COARSE_POSITIONS, MAX_OVER, MAX_RMSE, verdict  # noqa: E402


def difference(over, rmse):
    return {'over': over, 'worst': 255, 'rmse': rmse}


FAR = difference(0.9, 90.0)


class Tolerance(unittest.TestCase):
    def test_every_scene(self):
        self.assertEqual(verdict('jellyfish', 'rv770', difference(MAX_OVER, MAX_RMSE), None), '')
        self.assertTrue(verdict('jellyfish', 'rv770', difference(MAX_OVER * 1.01, 0), None))
        self.assertTrue(verdict('jellyfish', 'rv770', difference(0, MAX_RMSE * 1.01), None))
        self.assertTrue(verdict('jellyfish', 'rv770', difference(0.01, 2), FAR), 'softpipe is no excuse for a scene that amplifies nothing')

    def test_scenes_that_amplify_rounding(self):
        for scene, (over, rmse) in AMPLIFYING.items():
            self.assertEqual(verdict(scene, 'rv770', difference(over, rmse), FAR), '')
            self.assertTrue(verdict(scene, 'rv770', difference(over * 1.01, rmse), FAR), 'a bound of its own')
            self.assertTrue(verdict(scene, 'rv770', difference(over, rmse * 1.01), FAR))
            self.assertTrue(verdict(scene, 'rv770', difference(over, rmse), difference(over * 0.9, rmse)), 'no farther than softpipe')
            self.assertTrue(verdict(scene, 'rv770', difference(over, rmse), difference(over, rmse * 0.9)))
            self.assertIn('softpipe drew no picture', verdict(scene, 'rv770', difference(over, rmse), None))

    def test_chips_with_coarse_positions(self):
        for (chip, scene), (over, rmse) in COARSE_POSITIONS.items():
            self.assertEqual(verdict(scene, chip, difference(over, rmse), None), '')
            self.assertTrue(verdict(scene, chip, difference(over * 1.01, rmse), None))
            self.assertTrue(verdict(scene, 'rv770', difference(over, rmse), None), 'an excuse for that chip alone')
            self.assertTrue(verdict('jellyfish', chip, difference(over, rmse), None), 'an excuse for that scene alone')

    def test_what_was_measured_passes(self):
        """rv770 and cypress, and softpipe beside them."""
        self.assertEqual(verdict('terrain', 'rv770', difference(0.41268, 6.615), difference(0.45166, 7.823)), '')
        self.assertEqual(verdict('refract', 'rv770', difference(0.05090, 3.580), difference(0.06034, 3.885)), '')


if __name__ == '__main__':
    unittest.main()
