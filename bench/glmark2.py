#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glmark2's default scenes off-screen at 800x600: TeraGL beside llvmpipe and softpipe, paired, with peak memory.

Each scene runs on every driver in turn before the next scene starts, so that a machine whose speed drifts drifts for all. Prints a
Markdown table of frames per second, ratios to softpipe and llvmpipe, and peak resident memory. Ratios of one run hold; absolute
figures do not."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'tests', 'conformance'))
import frames
import harness


def fps(scene, env, seconds):
    """-> (frames per second or None, peak memory in MiB)"""
    script = ('import resource,subprocess,sys;'
              'p=subprocess.run(sys.argv[1:],stdout=subprocess.PIPE,stderr=subprocess.DEVNULL,timeout=300);'
              'sys.stdout.write(p.stdout.decode()+"PEAK %d" % resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)')
    p = subprocess.run([sys.executable, '-c', script, 'glmark2-es2', '--off-screen', '-s', '800x600', '-b',
                        '%s:duration=%g' % (scene, seconds)], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    out = p.stdout.decode()
    f = re.search(r'FPS: (\d+)', out)
    m = re.search(r'PEAK (\d+)', out)
    return (int(f.group(1)) if f else None), (int(m.group(1)) // 1024 if m else 0)


def ratio(a, b):
    return '%.1f' % (a / b) if a and b else '-'


def main():
    p = harness.parser(__doc__)
    p.add_argument('--seconds', type=float, default=2, help='per scene and driver (default 2)')
    p.add_argument('--scene', action='append', help='only these scenes')
    harness.add_threads(p)
    a = p.parse_args()
    ours, peer = harness.threads(a.threads)
    chips = tuple(a.chip or harness.CHIPS)
    peers = ('llvmpipe', 'softpipe')
    slower, memory = [], {}
    with harness.xvfb() as display:
        scenes = a.scene or frames.default_scenes(a.build, chips[0], display)
        print('| scene | ' + ' | '.join(chips + peers) + ' | ' +
              ' | '.join('%s / %s' % (c, q) for c in chips for q in peers) + ' |')
        print('|' + ' --- |' * (1 + len(chips) + len(peers) + len(chips) * len(peers)))
        for scene in scenes:
            r = {}
            for d in chips + peers:
                env = (harness.teragl_env(a.build, d, DISPLAY=display, **ours) if d in chips else
                       harness.mesa_env(d, DISPLAY=display, **peer))
                r[d], m = fps(scene, env, a.seconds)
                memory[d] = max(memory.get(d, 0), m)
            print('| %s | %s | %s |' % (scene, ' | '.join(str(r[d]) for d in chips + peers),
                                        ' | '.join(ratio(r[c], r[q]) for c in chips for q in peers)), flush=True)
            slower += ['%s on %s' % (scene, c) for c in chips if r['softpipe'] and (r[c] or 0) < r['softpipe']]
    print('\nPeak memory, MiB: ' + ', '.join('%s %d' % (d, memory[d]) for d in chips + peers))
    print('Slower than softpipe: ' + (', '.join(slower) or 'none'))
    return 1 if slower or any(memory[c] > memory['llvmpipe'] for c in chips) else 0


if __name__ == '__main__':
    sys.exit(main())
