# SPDX-License-Identifier: MIT
"""isa-words-*.xml -> packs, getters and enum values of instruction words: gen_words.py IN.xml OUT.h"""
import os
import sys
import dbxml


def main(src, dst):
   f = dbxml.words(src)
   guard = 'DB_' + dbxml.c_ident(os.path.basename(dst)).upper()
   out = [dbxml.banner('Instruction words (%s).' % f.doc, os.path.basename(src)),
          '#ifndef %s\n#define %s\n#include "db/db_pack.h"\n' % (guard, guard)]
   for r in f.records:
      dbxml.emit_record(out, f.prefix, r)
   open(dst, 'w').write('\n'.join(out + ['\n#endif']) + '\n')


main(*sys.argv[1:3])
