#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two builds draw the same: every frame of glmark2's default scenes, and with --deqp every picture that dEQP logs, equal to the last bit.

usage: same_pictures.py --old BUILD --build BUILD [--chip CHIP ...] [--deqp BINARY LIST [--every N]]

For changes that may not change a picture."""
import concurrent.futures
import hashlib
import os
import sys
import tempfile

import frames
import harness
import kernel_winsys

CHIPS = ('rv670', 'rv770', 'cypress', 'cayman')


def frame(scene, env, build, path):
    error = frames.dump(scene, env, build, path, frame=3, size='320x240')
    if error:
        return error
    with open(path, 'rb') as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    os.unlink(path)
    return digest


def main():
    p = harness.parser(__doc__)
    p.add_argument('--old', required=True, help='the build directory to compare with')
    p.add_argument('--deqp', nargs=2, metavar=('BINARY', 'LIST'), help='compare the pictures of these cases, too')
    p.add_argument('--every', type=int, default=1, metavar='N', help='only every N-th case of LIST')

    a = p.parse_args()
    t = harness.Tally('same-pictures')
    builds = (a.old, a.build)
    with harness.xvfb() as display, tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        scenes = frames.default_scenes(a.build, (a.chip or CHIPS)[0], display)
        jobs = {}
        for chip in a.chip or CHIPS:
            for i, build in enumerate(builds):
                for scene in scenes:
                    env = harness.teragl_env(build, chip, DISPLAY=display)
                    path = os.path.join(folder, '%s-%s-%d.pam' % (frames.file_name(scene), chip, i))
                    jobs[chip, scene, i] = pool.submit(frame, scene, env, a.build, path)
        for chip in a.chip or CHIPS:
            for scene in scenes:
                old, new = jobs[chip, scene, 0].result(), jobs[chip, scene, 1].result()
                t.ok(old == new and len(new) == 64, '%s on %s: %s, %s' % (scene, chip, old[:300], new[:300]))
            print('%s: %d frames compared' % (chip, len(scenes)), flush=True)
        if a.deqp:
            with open(a.deqp[1]) as f:
                cases = f.read().split()[::a.every]
            part = os.path.join(folder, 'cases.txt')
            with open(part, 'w') as f:
                f.write('\n'.join(cases) + '\n')
            for chip in a.chip or CHIPS:
                pictures = list(pool.map(lambda i: kernel_winsys.deqp_pictures(a.deqp[0], part, harness.teragl_env(builds[i], chip),
                                                                              os.path.join(folder, 'log%d.qpa' % i))[0], (0, 1)))
                for case in cases:
                    old, new = pictures[0].get(case), pictures[1].get(case)
                    t.ok(new is not None and old == new, '%s: %s: %s, %s' % (chip, case, old, new))
                print('%s: %d cases compared' % (chip, len(cases)), flush=True)
    t.finish()


if __name__ == '__main__':
    sys.exit(main())
