#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same frame for every number of threads and every SIMD width: one hash per scene and chip."""
import hashlib
import os

import frames
import harness

SCENES = ['build:use-vbo=true', 'shading:shading=phong', 'bump:bump-render=high-poly', 'jellyfish', 'shadow']
THREADS = (1, 2, 7)


def simd_levels():
    flags = open('/proc/cpuinfo').read().split()
    return ['sse2'] + [level for level, flag in (('avx2', 'avx2'), ('avx512', 'avx512bw')) if flag in flags]


def main():
    a = harness.parser(__doc__).parse_args()
    t = harness.Tally('determinism')
    out = os.path.join(a.out, 'determinism')
    os.makedirs(out, exist_ok=True)
    levels = simd_levels()
    print('SIMD levels of this CPU: ' + ' '.join(levels))
    variants = [(n, levels[-1]) for n in THREADS] + [(2, level) for level in levels[:-1]]
    with harness.xvfb() as display:
        for chip in a.chip or harness.CHIPS:
            for scene in SCENES:
                first = None
                for threads, simd in variants:
                    path = os.path.join(out, '%s-%s-%d-%s.pam' % (chip, frames.file_name(scene), threads, simd))
                    env = harness.teragl_env(a.build, chip, DISPLAY=display, TERAGL_THREADS=threads, TERAGL_SIMD=simd)
                    wrong = frames.dump(scene, env, a.build, path)
                    name = '%s %s, %d threads, %s' % (chip, scene, threads, simd)
                    if not t.ok(not wrong, name + ': ' + str(wrong)):
                        continue
                    digest = hashlib.sha256(open(path, 'rb').read()).hexdigest()
                    os.unlink(path)
                    first = first or digest
                    t.ok(digest == first, name + ': another picture than with %d threads, %s' % variants[0])
                print('%s %s: %s' % (chip, scene, (first or 'no picture')[:16]), flush=True)
    t.finish()


if __name__ == '__main__':
    main()
