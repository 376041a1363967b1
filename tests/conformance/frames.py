# SPDX-License-Identifier: MIT
"""glmark2's default scenes, and one frame of a scene under a clock that advances by 1/60 s a frame (framedump.c)."""
import os
import re

import harness

FRAME = 12  # a fifth of a second: every scene has moved, and the slowest take seconds only


def default_scenes(build, chip, display):
    """The default benchmark list as glmark2 itself prints it -> ['scene:option=value...']"""
    status, out = harness.run(['glmark2-es2', '--validate'], harness.teragl_env(build, chip, DISPLAY=display), 300)
    scenes = []
    for scene, options in re.findall(r'^\[(\w+)\] (.*?): Validation', out, re.M):
        scenes.append(scene if options == '<default>' else scene + ':' + options)
    if status != 0 or not scenes:
        raise SystemExit('glmark2-es2 --validate: status %s\n%s' % (status, out))
    return scenes


def dump(scene, env, build, path, frame=FRAME, size='800x600', timeout=300):
    """Draws the scene up to the frame. -> None, or what went wrong"""
    env = dict(env, FRAMEDUMP_FILE=path, FRAMEDUMP_FRAME=str(frame))
    preload = os.path.join(os.path.abspath(build), 'tests', 'conformance', 'framedump.so')
    env['LD_PRELOAD'] = env['LD_PRELOAD'] + ':' + preload if env.get('LD_PRELOAD') else preload
    if not os.path.exists(preload):
        raise SystemExit('%s is missing: build first' % preload)
    if os.path.exists(path):
        os.unlink(path)
    status, out = harness.run(['glmark2-es2', '-s', size, '-b', scene + ':duration=5'], env, timeout)
    if status != 0 or not os.path.exists(path):
        return 'status %s\n%s' % (status, out[-3000:])
    return None


def file_name(scene):
    """Short, unique, fit for a file."""
    return re.sub(r'-+', '-', re.sub(r'[^A-Za-z0-9.=]+', '-', scene)).strip('-')
