#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glmark2-es2 --validate under Xvfb: each scene that has a validation is one test, on each chip."""
import re

import harness

# Scenes of glmark2 2023.01 that judge their own picture; the others answer "Unknown". Fewer means that scenes did not run.
VALIDATIONS = 27


def main():
    a = harness.parser(__doc__).parse_args()
    t = harness.Tally('validate')
    with harness.xvfb() as display:
        for chip in a.chip or harness.CHIPS:
            status, out = harness.run(['glmark2-es2', '--validate'], harness.teragl_env(a.build, chip, DISPLAY=display), 300)
            verdicts = re.findall(r'^\[(\w+)\] (.*?): Validation: (\w+)', out, re.M)
            judged = [v for v in verdicts if v[2] != 'Unknown']
            for scene, options, verdict in judged:
                t.ok(verdict == 'Success', '%s: [%s] %s: %s' % (chip, scene, options, verdict))
            t.ok(status == 0 and len(judged) >= VALIDATIONS and re.search(r'GL_RENDERER: +TeraGL', out),
                 '%s: glmark2-es2 --validate ended with %s after %d validations\n%s' % (chip, status, len(judged), out[-2000:]))
            print('%s: %d of %d validations succeed, %d scenes have none' %
                  (chip, sum(v[2] == 'Success' for v in judged), len(judged), len(verdicts) - len(judged)))
    t.finish()


if __name__ == '__main__':
    main()
