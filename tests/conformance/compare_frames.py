#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares a frame of every default glmark2 scene on the emulated chips with Mesa's llvmpipe.

Both draw the same moment, because the clock is faked. Tolerance "glmark2-frame": a pixel counts as different when a channel differs
by more than THRESHOLD of 255; at most MAX_OVER of the pixels may be different, and the root mean square difference
of all channels must be at most MAX_RMSE of 255. Edges that two correct rasterisers sample at other sub-pixel positions fit in it;
a missing object, a wrong texture or a wrong light does not.

Two scenes (terrain's noise, refract) blow the last bit of a float up to another picture, so that Mesa's two software
drivers do not agree either. They pass if TeraGL is no farther from llvmpipe than softpipe is, and within AMPLIFYING, a bound of their own; the
table says so. PICA200 has a bound of its own for one scene. llvmpipe runs without 16-bit floats (it would use them for mediump).
Writes out/frames/index.html with both pictures and the difference.
"""
import concurrent.futures
import functools
import html
import os
import re
import shutil
import subprocess

import frames
import harness

THRESHOLD = 3
MAX_OVER = 0.001
MAX_RMSE = 1.5
# Scenes that amplify rounding: share of the pixels over THRESHOLD, RMSE. Measured, on both chips: terrain 0.41268 and 6.615, refract 0.05090
# and 3.580; these are 5% more, for another Mesa.
AMPLIFYING = {'terrain': (0.4334, 6.946), 'refract': (0.0535, 3.759)}
# Chips that put vertices on 1/16 pixel, where llvmpipe has 1/256: an unfiltered texture shows other texels where the shift passes a texel's edge. Measured:
# 0.405% and 0.802, and with 1/256 in the emulator 0.029% and 0.447; these are 5% more.
COARSE_POSITIONS = {('pica200', 'texture:texture-filter=nearest'): (0.00426, 0.843)}


def compare(build, a, b, *out):
    r = subprocess.run([os.path.join(build, 'tests', 'conformance', 'framediff'), a, b, str(THRESHOLD), *out],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    m = re.match(r'pixels (\d+)x(\d+) over (\d+) worst (\d+) rmse ([\d.]+)', r.stdout)
    if r.returncode or not m:
        return None, r.stdout
    w, h, over, worst = map(int, m.groups()[:4])
    return {'over': over / (w * h), 'worst': worst, 'rmse': float(m.group(5))}, ''


def peer_picture(folder, scene, env, build, path):
    """A peer's picture of the scene: drawn, or taken from the folder of an earlier report. -> None, or what went wrong"""
    if not folder:
        return frames.dump(scene, env, build, path)
    kept = os.path.join(folder, 'frames', os.path.basename(path))
    if not os.path.exists(kept):
        return '%s is missing' % kept
    shutil.copyfile(kept, path)
    return None


@functools.lru_cache()
def peers_spread(folder, build, scene, peer, display):
    """How far softpipe's picture is from llvmpipe's."""
    path = peer.replace('-llvmpipe.pam', '-softpipe.pam')
    if peer_picture(folder, scene, harness.mesa_env('softpipe', DISPLAY=display), build, path):
        return None
    return compare(build, peer, path)[0]


def verdict(scene, chip, d, spread):
    """-> '' if the difference \p d from llvmpipe's picture is within the scene's tolerance, else what is wrong. \p spread is softpipe's, if asked."""
    over, rmse = COARSE_POSITIONS.get((chip, scene), (MAX_OVER, MAX_RMSE))
    if d['over'] <= over and d['rmse'] <= rmse:
        return ''
    text = 'different %.3f%%, RMSE %.3f' % (d['over'] * 100, d['rmse'])
    if scene not in AMPLIFYING:
        return text
    if not spread:
        return text + ', and softpipe drew no picture to compare with'
    over, rmse = AMPLIFYING[scene]
    return text if d['over'] > min(over, spread['over']) or d['rmse'] > min(rmse, spread['rmse']) else ''


def write_report(path, rows):
    with open(path, 'w') as f:
        f.write('<!DOCTYPE html><meta charset="utf-8"><title>TeraGL and llvmpipe</title>'
                '<style>body{font:14px sans-serif;margin:2em}img{width:400px}td,th{padding:.3em;text-align:left;vertical-align:top}'
                '.bad{background:#fdd}</style><h1>glmark2 scenes: TeraGL and llvmpipe</h1>'
                '<p>Frame %d, 800x600. Different: a channel differs by more than %d of 255; allowed: %.1f%% of the pixels, '
                'RMSE %.1f; terrain and refract: no more than between llvmpipe and softpipe, and than a bound of their own.</p><table><tr><th>scene<th>llvmpipe<th>TeraGL<th>difference, times 8</tr>\n' %
                (frames.FRAME, THRESHOLD, MAX_OVER * 100, MAX_RMSE))
        for scene, chip, name, d, error in rows:
            text = html.escape('%s, %s' % (scene, chip))
            if d:
                text += '<br>different %.3f%%, largest %d, RMSE %.3f' % (d['over'] * 100, d['worst'], d['rmse'])
                pictures = ''.join('<td><a href="%s-%s.png"><img src="%s-%s.png"></a>' % (name, s, name, s) for s in ('a', 'b', 'diff'))
            else:
                pictures = '<td colspan=3><pre>%s</pre>' % html.escape(error)
            f.write('<tr%s><td>%s%s</tr>\n' % ('' if d and not error else ' class=bad', text, pictures))
        f.write('</table>\n')


def main():
    p = harness.parser(__doc__)
    p.add_argument('--only', default='', help='regular expression: scenes to compare')
    p.add_argument('--keep', action='store_true', help="keep the pictures of llvmpipe and softpipe in the folder of the report")
    p.add_argument('--peers', metavar='DIR', help='take them from the report that was made with --keep in this folder')
    a = p.parse_args()
    chips = a.chip or harness.CHIPS
    out = os.path.join(a.out, 'frames')
    os.makedirs(out, exist_ok=True)
    t = harness.Tally('frames')
    rows = []
    with harness.xvfb() as display, concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        envs = {'llvmpipe': harness.mesa_env('llvmpipe', DISPLAY=display, LP_NUM_THREADS=1, GALLIUM_OVERRIDE_CPU_CAPS='sse4.1')}
        for chip in chips:
            envs[chip] = harness.teragl_env(a.build, chip, DISPLAY=display, TERAGL_THREADS=1)
        scenes = [s for s in frames.default_scenes(a.build, chips[0], display) if re.search(a.only, s)]
        jobs = {}
        for scene in scenes:
            for driver, env in envs.items():
                path = os.path.join(out, '%s-%s.pam' % (frames.file_name(scene), driver))
                make = functools.partial(peer_picture, a.peers) if driver == 'llvmpipe' else frames.dump
                jobs[scene, driver] = path, pool.submit(make, scene, env, a.build, path)
        for scene in scenes:
            peer, f = jobs[scene, 'llvmpipe']
            peer_error = f.result()
            for chip in chips:
                path, f = jobs[scene, chip]
                error, d = f.result() or peer_error, None
                name = '%s-%s' % (frames.file_name(scene), chip)
                if not error:
                    d, error = compare(a.build, peer, path, os.path.join(out, name))
                note = ''
                if d and verdict(scene, chip, d, None):
                    spread = peers_spread(a.peers, a.build, scene, peer, display) if scene in AMPLIFYING else None
                    error = verdict(scene, chip, d, spread)
                    if spread:
                        note = '  (softpipe: %.3f%%, %.3f)' % (spread['over'] * 100, spread['rmse'])
                t.ok(not error, '%s, %s: %s' % (scene, chip, error))
                if d:
                    print('%-8s %7.3f%% over, largest %3d, RMSE %6.3f  %s%s' %
                          (chip, d['over'] * 100, d['worst'], d['rmse'], scene, note), flush=True)
                rows.append((scene, chip, name, d, error))
            for driver in list(chips) + ([] if a.keep else ['llvmpipe', 'softpipe']):
                path = os.path.join(out, '%s-%s.pam' % (frames.file_name(scene), driver))
                if os.path.exists(path):
                    os.unlink(path)
    measured = [r for r in rows if r[3]]
    if measured:
        worst = max(measured, key=lambda r: r[3]['rmse'])
        print('tolerance glmark2-frame: at most %.1f%% of pixels over %d/255, RMSE at most %.1f; worst: %s on %s: %.3f%%, RMSE %.3f' %
              (MAX_OVER * 100, THRESHOLD, MAX_RMSE, worst[0], worst[1], worst[3]['over'] * 100, worst[3]['rmse']))
    write_report(os.path.join(out, 'index.html'), sorted(rows, key=lambda r: -(r[3] or {'rmse': 999})['rmse']))
    print('report: %s' % os.path.join(out, 'index.html'))
    t.finish()


if __name__ == '__main__':
    main()
