#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glmark2's and piglit's shaders on a target that no chip is: no integers, loops, branches or dynamic elements, floats of 24 bits.

tests/unit/compiler/ir/test_ir_narrow.c lowers each shader for it and runs it beside the unlowered one; its head says what is
compared and what is not judged. A stage may be refused only for a loop whose end nobody knows: how many are is printed.
"""
import os
import re
import subprocess

import harness
import shader_corpus


def main():
    a = harness.parser(__doc__).parse_args()
    t = harness.Tally('narrow')
    files = shader_corpus.corpus(os.path.join(a.out, 'shaders'))
    tool = os.path.join(os.path.abspath(a.build), 'tests', 'unit', 'compiler', 'ir', 'test_ir_narrow')
    p = subprocess.run([tool] + list(files.values()), stdout=subprocess.PIPE, text=True)
    print(p.stdout, end='')
    m = re.search(r'^(\d+) stages, (\d+) refused, (\d+) wrong', p.stdout, re.M)
    t.ok(m, 'test_ir_narrow ended with status %d and no result' % p.returncode)
    if m:
        for _ in range(int(m.group(1)) - int(m.group(3))):
            t.ok(True)
        for _ in range(int(m.group(3))):
            t.ok(False, 'a stage has other results than the bound allows, see above')
        t.ok(p.returncode == 0 or int(m.group(3)), 'too little was judged')
    t.finish()


if __name__ == '__main__':
    main()
