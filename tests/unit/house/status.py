#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/status.md is what scripts/status makes of docs/figures/*.csv, and can be scanned: three columns, a short line a row.

usage: status.py TOP
"""
import os
import subprocess
import sys

LONGEST = 210  # characters of a row


def main(top):
    made = subprocess.run([sys.executable, os.path.join(top, 'scripts', 'status'), '--check'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True)
    print(made.stdout.strip())
    bad, rows = made.returncode, 0
    with open(os.path.join(top, 'docs', 'status.md')) as f:
        for n, line in enumerate(f, 1):
            if line.startswith('|'):
                rows += 1
                if line.count('|') != 4 or len(line) > LONGEST:
                    print('docs/status.md:%d: %d columns, %d characters' % (n, line.count('|') - 1, len(line)))
                    bad = 1
    print('%d rows' % rows)
    return 1 if bad or rows < 50 else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
