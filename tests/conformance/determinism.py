#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same frame for 1, 2 and 7 threads, for every SIMD level of this CPU, interpreted and as machine code, and by another build: equal to the last
bit, on each chip. So are random programs of OpenGL ES 3.0 (es3_programs.py)."""
import concurrent.futures
import hashlib
import os
import platform
import re
import tempfile

import es3_programs
import frames
import harness

# threads, TERAGL_JIT
VARIANTS = ((1, 'always'), (2, 'always'), (2, '0'), (7, '1'))
# Together: vertex and fragment work, blending, depth, cube and mipmapped textures, filters of many taps, render to texture, loops, discard
# of precision.
SCENES = ('build', 'texture:texture-filter=mipmap', 'effect2d', 'desktop:effect=blur:passes=1:separable=true:windows=4',
          'bump:bump-render=high-poly', 'desktop:effect=shadow:windows=4', 'ideas', 'jellyfish', 'shadow', 'refract', 'loop:fragment-steps=5:fragment-uniform=true:vertex-steps=5')
ES3 = 'programs of OpenGL ES 3.0'


def simd_levels():
    """Names that TERAGL_SIMD takes, by what the CPU says of itself."""
    if platform.machine() == 'aarch64':
        return ['neon']
    with open('/proc/cpuinfo') as f:
        flags = set(re.search(r'^flags\s*: (.*)$', f.read(), re.M).group(1).split())
    levels = ['sse2']
    if 'avx2' in flags:
        levels.append('avx2')
    if {'avx512f', 'avx512bw', 'avx512dq', 'avx512vl'} <= flags:
        levels.append('avx512')
    return levels


def main():
    p = harness.parser(__doc__)
    p.add_argument('--frame', type=int, default=4)
    p.add_argument('--other', metavar='BUILD', help='a build folder with other options, whose libraries draw each frame once')
    a = p.parse_args()
    t = harness.Tally('determinism')
    levels = simd_levels()
    print('threads and TERAGL_JIT %s, SIMD levels %s' % (' '.join('%d/%s' % v for v in VARIANTS), ' '.join(levels)))

    def digest(scene, chip, variant, simd, build, display, folder):
        threads, jit = variant
        path = os.path.join(folder, '%s-%s-%d-%s-%s-%s.pam' % (frames.file_name(scene), chip, threads, jit, simd, os.path.basename(build)))
        env = harness.teragl_env(build, chip, DISPLAY=display, TERAGL_THREADS=threads, TERAGL_SIMD=simd, TERAGL_JIT=jit)
        if scene == ES3:
            return es3_programs.digest(a.build, env)
        error = frames.dump(scene, env, a.build, path, frame=a.frame, size='400x300')
        if error:
            return error
        with open(path, 'rb') as f:
            h = hashlib.sha256(f.read()).hexdigest()
        os.unlink(path)
        return h

    with harness.xvfb() as display, tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        jobs = {}
        for scene in SCENES + (ES3,):
            for chip in a.chip or harness.CHIPS:
                for simd in levels:
                    for variant in VARIANTS:
                        jobs[scene, chip, simd, variant, ''] = pool.submit(digest, scene, chip, variant, simd, a.build, display, folder)
                if a.other:
                    jobs[scene, chip, levels[-1], VARIANTS[-1], ' by ' + a.other] = pool.submit(digest, scene, chip, VARIANTS[-1], levels[-1], a.other,
                                                                                                 display, folder)
        for scene in SCENES + (ES3,):
            for chip in a.chip or harness.CHIPS:
                digests = {k[2:]: f.result() for k, f in jobs.items() if k[:2] == (scene, chip)}
                equal = len(set(digests.values())) == 1 and all(re.fullmatch('[0-9a-f]{64}', d) for d in digests.values())
                t.ok(equal, '%s on %s: %s' % (scene, chip, ', '.join('%s/%d threads/JIT %s%s %s' % (s, n, j, b, d[:300]) for (s, (n, j), b), d in digests.items())))
                if equal:
                    print('%-8s %s  %s' % (chip, next(iter(digests.values()))[:16], scene), flush=True)
    t.finish()


if __name__ == '__main__':
    main()
