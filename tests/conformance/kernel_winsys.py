#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The kernel winsys on the virtual radeon draws what the emulator winsys draws: frames of glmark2's scenes are equal to the last bit on
four chips, so are those of two scenes and of large_targets.c that are large enough for fast clears and programs of OpenGL ES 3.0 (es3_programs.py; not on
R300 to R500), all of glmark2's validations succeed, and no stream is refused.

With --deqp BINARY LIST the cases of the list are compared as well: every picture that dEQP logs."""
import concurrent.futures
import hashlib
import os
import re
import tempfile

import determinism
import es3_programs
import frames
import glmark2_validate
import harness

CHIPS = ('rv670', 'rv770', 'cypress', 'cayman')
# From 512 x 512 samples on clears are fast ones (src/terascale/blit/fast_clear.c).
LARGE_SCENES, LARGE = ('build', 'refract'), '1024x768'
BEFORE_R500, R500 = re.compile(r'r[cs]?[34]|rv[34]|rs6|rs74'), re.compile(r'rv?5')
COMPLAINT = re.compile(r'refuse|the emulator stopped|could not be submitted|GPU hangs|internal error')


def kernel_env(build, chip, **more):
    e = harness.teragl_env(build, chip, **more)
    radeon = harness.virtual_radeon_env(build, chip)['LD_PRELOAD']
    e['LD_PRELOAD'] = e['LD_PRELOAD'] + ':' + radeon if e.get('LD_PRELOAD') else radeon
    e['TERAGL_WINSYS'] = 'drm'
    return e


def frame_digest(scene, env, build, path, size='400x300'):
    error = frames.dump(scene, env, build, path, frame=4, size=size)
    if error:
        return error
    with open(path, 'rb') as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    os.unlink(path)
    return digest


def large_targets(env, build):
    """-> (sums of the pictures, kinds of fast clears in the streams)"""
    status, out = harness.run([os.path.join(build, 'tests', 'conformance', 'large_targets')], dict(env, TERAGL_DEBUG='cs'), 120)
    kinds = {kind for kind, field in (('colour', r'\bFAST_CLEAR = 1'), ('depth', r'\bDEPTH_CLEAR_ENABLE = 1|\b3D_CLEAR_ZMASK\b')) if re.search(field, out)}
    pictures = re.findall(r'^([a-z-]+ [0-9a-f]{16})$', out, re.M)
    if status != 0 or len(pictures) != 4 or COMPLAINT.search(out):
        pictures = ['status %s: %s' % (status, out[-500:])]
    return pictures, kinds


def check_large_targets(t, build, chip):
    want, _ = large_targets(harness.teragl_env(build, chip), build)
    got, kinds = large_targets(kernel_env(build, chip), build)
    t.ok(want == got and len(got) == 4, 'large targets on %s: %s, through the kernel interface %s' % (chip, want, got))
    wanted = set() if BEFORE_R500.match(chip) else {'depth'} if R500.match(chip) or chip[:2] in ('r6', 'rv', 'rs') else {'colour', 'depth'}
    t.ok(kinds == wanted, 'large targets on %s: fast clears of %s, not of %s' % (chip, sorted(kinds), sorted(wanted)))


def deqp_pictures(binary, cases, env, log):
    """-> {case: (status, digest of its pictures)}"""
    command = [binary, '--deqp-caselist-file=' + cases, '--deqp-log-filename=' + log, '--deqp-surface-type=pbuffer',
               '--deqp-surface-width=256', '--deqp-surface-height=256', '--deqp-gl-config-name=rgba8888d24s8ms0', '--deqp-visibility=hidden',
               '--deqp-log-shader-sources=disable']
    status, out = harness.run(command, dict(env, EGL_PLATFORM='surfaceless'), 3000, cwd=os.path.dirname(os.path.abspath(binary)))
    found = {}
    with open(log, errors='replace') as f:
        for case in re.split(r'^#beginTestCaseResult ', f.read(), flags=re.M)[1:]:
            pictures = ''.join(re.findall(r'<Image [^>]*>(.*?)</Image>', case, re.S))
            verdict = re.search(r'StatusCode="(\w+)"', case)
            found[case.split('\n', 1)[0]] = (verdict.group(1) if verdict else 'Crash', hashlib.sha256(pictures.encode()).hexdigest())
    return found, COMPLAINT.search(out)


def main():
    p = harness.parser(__doc__)
    p.add_argument('--deqp', nargs=2, metavar=('BINARY', 'LIST'), help='compare the pictures of these cases, too')
    a = p.parse_args()
    t = harness.Tally('kernel-winsys')
    chips = a.chip or CHIPS
    with harness.xvfb() as display, tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        jobs = {}
        scenes = [(scene, '400x300') for scene in determinism.SCENES] + [(scene, LARGE) for scene in LARGE_SCENES]
        for chip in chips:
            for scene, size in scenes:
                for name, env in (('emulator', harness.teragl_env), ('drm', kernel_env)):
                    path = os.path.join(folder, '%s-%s-%s-%s.pam' % (frames.file_name(scene), size, chip, name))
                    jobs[chip, scene, size, name] = pool.submit(frame_digest, scene, env(a.build, chip, DISPLAY=display), a.build, path, size)
        for chip in chips:
            for scene, size in scenes:
                one, two = jobs[chip, scene, size, 'emulator'].result(), jobs[chip, scene, size, 'drm'].result()
                t.ok(one == two and re.fullmatch('[0-9a-f]{64}', one), '%s (%s) on %s: %s, %s' % (scene, size, chip, one[:300], two[:300]))
            check_large_targets(t, a.build, chip)
            if BEFORE_R500.match(chip) or R500.match(chip):
                continue
            one, two = (es3_programs.digest(a.build, env(a.build, chip)) for env in (harness.teragl_env, kernel_env))
            t.ok(one == two and re.fullmatch('[0-9a-f]{64}', one), 'programs of OpenGL ES 3.0 on %s: %s, %s' % (chip, one, two))
        for chip in chips:
            status, out = harness.run(['glmark2-es2', '--validate'], kernel_env(a.build, chip, DISPLAY=display), 400)
            good = re.findall(r'Validation: Success', out)
            renderer = re.search(r'GL_RENDERER: +TeraGL \(%s\)' % chip.upper(), out) # without ", emulated"
            t.ok(status == 0 and len(good) >= glmark2_validate.VALIDATIONS and renderer and not COMPLAINT.search(out),
                 '%s: glmark2-es2 --validate: status %s, %d succeed\n%s' % (chip, status, len(good), out[-2000:]))
        if a.deqp:
            for chip in chips:
                log = os.path.join(folder, 'log.qpa')
                want, _ = deqp_pictures(a.deqp[0], a.deqp[1], harness.teragl_env(a.build, chip), log)
                got, complaint = deqp_pictures(a.deqp[0], a.deqp[1], kernel_env(a.build, chip), log)
                t.ok(want and not complaint, '%s: %d cases, %s' % (chip, len(want), complaint and complaint.group(0)))
                for case, result in want.items():
                    t.ok(got.get(case) == result, '%s: %s: %s, through the kernel interface %s' % (chip, case, result, got.get(case)))
    t.finish()


if __name__ == '__main__':
    main()
