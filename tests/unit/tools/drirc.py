# SPDX-License-Identifier: MIT
"""An option in a drirc file reaches the program that it names, the environment goes before it, and a file that is wrong is named with its
line and does not count.

drirc.py TERAGL-INFO
"""
import os
import subprocess
import sys
import tempfile

CONF = '''<driconf>
  <device driver="teragl">
    <application name="TeraGL's own" executable="%s">
      <option name="teragl_hide" value="%s"/>
    </application>
  </device>
</driconf>
'''


def check(ok, what):
    if not ok:
        sys.exit('drirc.py: %s' % (what,))


def extensions(folder, **more):
    """-> the extensions that teragl-info prints, and what it complains of"""
    env = dict({k: v for k, v in os.environ.items() if k != 'TERAGL_HIDE'}, DRIRC_CONFIGDIR=folder, TERAGL_WINSYS='null', EGL_PLATFORM='surfaceless', **more)
    done = subprocess.run([sys.argv[1]], capture_output=True, text=True, env=env)
    return done.stdout.split(), [line for line in done.stderr.split('\n') if 'drirc' in line or '.conf' in line]


def main():
    with tempfile.TemporaryDirectory() as folder:
        def write(name, *values):
            with open(os.path.join(folder, name), 'w') as f:
                f.write(CONF % values)
        all_names, said = extensions(folder)
        check('GL_EXT_sRGB' in all_names and 'GL_OES_texture_npot' in all_names and not said, said)
        write('10-other.conf', 'teragl-other', 'GL_OES_texture_npot')
        write('20-this.conf', 'teragl-info', 'GL_EXT_sRGB')
        names, said = extensions(folder)
        check(set(all_names) - set(names) == {'GL_EXT_sRGB'} and not said, 'hidden: %s, %s' % (set(all_names) - set(names), said))
        names, said = extensions(folder, TERAGL_HIDE='')
        check(names == all_names and not said, 'TERAGL_HIDE, empty, goes before files: %s' % said)
        write('30-wrong.conf', 'teragl-info', 'GL_OES_texture_npot"')
        names, said = extensions(folder)
        check(set(all_names) - set(names) == {'GL_EXT_sRGB'}, 'a file that is wrong counts: %s' % said)
        check(len(said) == 1 and os.path.join(folder, '30-wrong.conf') + ': line 4: ' in said[0], said)
        write('30-wrong.conf', 'teragl-info', 'GL_OES_nothing')
        names, said = extensions(folder)
        check(names == all_names and len(said) == 1 and 'GL_OES_nothing' in said[0], 'the last file counts: %s' % said)


main()
