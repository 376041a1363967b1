# SPDX-License-Identifier: MIT
"""The corpus of the shader statistics: every program that glmark2's scenes link, and piglit's GLSL ES 1.00 shaders.

glmark2's come from a run of each scene on Mesa's llvmpipe, which writes every program it links to MESA_SHADER_CAPTURE_PATH;
piglit's are files of the installed package. Which scenes and files: the names in tests/golden/mesa-r600-shaders.csv. Of OpenGL ES
3.0: tests/conformance/es3-shaders, written for this, as engines have them: uniform blocks, integers, fetches of texels, arrays.
"""
import csv
import glob
import os
import re
import shutil

import harness

PIGLIT = '/usr/lib/*/piglit/tests/spec/glsl-es-1.00'
# What the one stage of a parser test is linked with.
OTHER = {'vert': '[fragment shader]\nvoid main() { gl_FragColor = vec4(0.5); }\n',
         'frag': '[vertex shader]\nattribute vec4 p;\nvoid main() { gl_Position = p; }\n'}


def peer():
    """Mesa's figures -> {(shader, chip, stage): {'alu_groups': n, ...}}"""
    with open(os.path.join(harness.TOP, 'tests', 'golden', 'mesa-r600-shaders.csv')) as f:
        rows = csv.DictReader(line for line in f if not line.startswith('#'))
        return {(r['shader'], r['chip'], r['stage']): r for r in rows}


def peer_es3():
    """The same of the programs of OpenGL ES 3.0, with 'fetches'"""
    with open(os.path.join(harness.TOP, 'tests', 'golden', 'mesa-r600-es3.csv')) as f:
        rows = csv.DictReader(line for line in f if not line.startswith('#'))
        return {(r['shader'], r['chip'], r['stage']): r for r in rows}


def es3():
    """-> {shader name: file}"""
    folder = os.path.join(harness.TOP, 'tests', 'conformance', 'es3-shaders')
    return {'es3/' + f[:-len('.shader_test')]: os.path.join(folder, f) for f in sorted(os.listdir(folder))}


def peer_r300():
    """Mesa's r300 -> {(shader, chip, stage): instructions, None if it refuses the shader}"""
    with open(os.path.join(harness.TOP, 'tests', 'golden', 'mesa-r300-shaders.csv')) as f:
        rows = csv.DictReader(line for line in f if not line.startswith('#'))
        return {(r['shader'], r['chip'], r['stage']): None if r['instructions'] == 'refused' else int(r['instructions']) for r in rows}


def scene_of(name):
    """'effect2d.kernel_0_1_0+1_1_1+' -> 'effect2d:kernel=0,1,0;1,1,1;'"""
    scene, *options = re.split(r'\.(?=[a-z])', name)
    words = [scene]
    for o in options:
        key, value = o.split('_', 1)
        words.append(key + '=' + value.replace('_', ',').replace('+', ';'))
    return ':'.join(words)


def capture(scene, folder, display):
    """Programs that the scene links, as folder/N.shader_test."""
    os.makedirs(folder, exist_ok=True)
    env = harness.mesa_env('llvmpipe', DISPLAY=display, MESA_SHADER_CAPTURE_PATH=folder)
    status, out = harness.run(['glmark2-es2', '--off-screen', '-s', '64x64', '-b', scene_of(scene) + ':duration=0.05'], env, 300)
    if status != 0:
        raise SystemExit('glmark2-es2 -b %s: status %s\n%s' % (scene_of(scene), status, out[-2000:]))


def piglit_text(name):
    m = re.fullmatch(r'parser-(.*)_(vert|frag)', name)
    pattern = '%s/**/%s' % (PIGLIT, m.group(1) + '.' + m.group(2) if m else name + '.shader_test')
    found = sorted(glob.glob(pattern, recursive=True))
    if not found:
        raise SystemExit('piglit has no %s: is the package piglit installed?' % pattern)
    with open(found[0], encoding='utf-8', errors='replace') as f:
        text = f.read()
    if m:
        mine = {'vert': '[vertex shader]\n', 'frag': '[fragment shader]\n'}[m.group(2)] + text + '\n'
        text = mine + OTHER[m.group(2)] if m.group(2) == 'vert' else OTHER[m.group(2)] + mine
    return text


def corpus(out):
    """Makes what is not there yet -> {shader name: file}"""
    names = sorted({k[0] for k in peer()})
    files = {n: os.path.join(out, n + '.shader_test') for n in names}
    missing = [n for n in names if not os.path.exists(files[n])]
    for n in names:
        os.makedirs(os.path.dirname(files[n]), exist_ok=True)
    scenes = sorted({n.split('/')[1].rsplit('-', 1)[0] for n in missing if n.startswith('glmark2/')})
    if scenes:
        with harness.xvfb() as display:
            for s in scenes:
                folder = os.path.join(out, 'capture')
                shutil.rmtree(folder, ignore_errors=True)
                capture(s, folder, display)
                for n in missing:
                    scene, _, number = n.split('/')[1].rpartition('-')
                    source = os.path.join(folder, number + '.shader_test')
                    if scene == s and os.path.exists(source):
                        shutil.copy(source, files[n])
                shutil.rmtree(folder)
    for n in missing:
        if n.startswith('piglit/'):
            with open(files[n], 'w', encoding='utf-8') as f:
                f.write(piglit_text(n.split('/')[1]))
    lost = [n for n in names if not os.path.exists(files[n])]
    if lost:
        raise SystemExit('no such programs: %s' % ', '.join(lost))
    return files
