# SPDX-License-Identifier: MIT
"""Programs of OpenGL ES 3.0 that need nothing from outside: random calls (tests/fuzz/gl_differential) and random shaders (tests/fuzz/glsl_random), as one
digest of all that they draw, capture and read back."""
import hashlib
import os
import subprocess

COMMANDS = (('gl_differential/gl_differential', '--es3', '--draw', '1', '20', '{extensions}'), ('glsl_random', '--es3', '1', '6'))


def digest(build, env):
    """The programs are of \\p build, the library is the environment's. -> 64 hexadecimal digits, or what went wrong"""
    folder = os.path.join(os.path.abspath(build), 'tests', 'fuzz')
    try:
        extensions = subprocess.run([os.path.join(folder, COMMANDS[0][0]), '--es3', '--extensions'], env=env, stdout=subprocess.PIPE, timeout=60).stdout
        h = hashlib.sha256()
        for command in COMMANDS:
            arguments = [word.format(extensions=extensions.decode().strip()) for word in command[1:]]
            r = subprocess.run([os.path.join(folder, command[0])] + arguments, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
            if r.returncode or not r.stdout or r.stderr:
                return '%s: status %d, %s' % (command[0], r.returncode, r.stderr.decode(errors='replace')[-300:])
            h.update(r.stdout)
    except (OSError, subprocess.TimeoutExpired) as e:
        return str(e)
    return h.hexdigest()
