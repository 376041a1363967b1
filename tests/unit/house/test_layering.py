# SPDX-License-Identifier: MIT
"""layering.py finds what is planted in a made-up tree, and nothing in a clean one.

usage: test_layering.py
"""
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import layering  # noqa: E402

CLEAN = {
    'util/u_a.h': '/* R600, TeraScale, R6_CB_COLOR0_INFO: comments may name what they are about */\n',
    'util/u_b.c': '// EG_DB_Z_INFO\n#include <stdio.h>\n#include "util/u_a.h"\n#include "util/missing.h"\n',
    'terascale/ts_a.c': '#include "db/terascale/ts_regs.h"\n#include "winsys/winsys.h"\nint x = TS_VGT_PRIMITIVE_TYPE;\n',
    'r600/chip.c': '#include "terascale/screen.h"\n',
    'target/family.c': '#include "terascale/public.h"\nconst char *n = "terascale";\n',
    'emulator/terascale/cp/packets.c': '#include "db/terascale/pm4.h"\n#include "emulator/raster/raster.h"\n',
    'emulator/raster/raster.h': '#include "emulator/core/memory.h"\n',
    'winsys/emulator/ws_emulator.c': 'bool f(struct winsys *ws) { return ws->info.emulated; }\n',
    'winsys/radeon/cs.c': '#include "db/terascale/db_print.h"\n',
    'api/gles/draw/gl_draw.c': 'const char *s = "it\\"s /* no comment";\n#include "state_tracker/draw/st_draw.h"\n',
}
# file, its text, the rule, the line, and what the sentence has
PLANTED = [
    ('util/u_c.c', '\n#include "pipe/p_screen.h"\n', 'include', 2, 'util may not include pipe/p_screen.h'),
    ('pipe/p_a.h', '#include "winsys/winsys.h"\n', 'include', 1, 'winsys/winsys.h'),
    ('r600/a.c', '#include "evergreen/chip.h"\n', 'include', 1, 'r600 may not include evergreen/chip.h'),
    ('kernel/device/a.c', '#include "kernel/radeon/radeon.h"\n', 'include', 1, 'kernel/radeon/radeon.h'),
    ('kernel/device/b.c', '#include "db/terascale/db_chips.h"\n', 'include', 1, 'db/terascale/db_chips.h'),
    ('kernel/device/c.c', '#include "emulator/terascale/look.h"\n', 'include', 1, 'emulator/terascale/look.h'),
    ('emulator/pixel/a.c', '#include "emulator/terascale/front.h"\n', 'include', 1, 'emulator/terascale/front.h'),
    ('emulator/simd/a.h', '  #  include "db/terascale/pm4.h"\n', 'include', 1, 'db/terascale/pm4.h'),
    ('emulator/terascale/a.c', '#include "terascale/screen.h"\n', 'include', 1, 'terascale/screen.h'),
    ('emulator/terascale/b.c', '#include "compiler/terascale/vliw.h"\n', 'include', 1, 'vliw.h'),
    ('api/egl/a.c', '#include "terascale/public.h"\n', 'include', 1, 'terascale/public.h'),
    ('api/egl/b.c', '#include "winsys/winsys.h"\n', 'include', 1, 'winsys/winsys.h'),
    ('emulator/raster/a.c', '/* */\nuint32_t v = R6_PA_SC_MODE(.A = 1);\n', 'register', 2, 'R6_PA_SC_MODE'),
    ('winsys/null/a.c', 'x = DB_PKT3(DB_PKT3_NOP, 1);\n', 'register', 1, 'DB_PKT3'),
    ('state_tracker/a.c', 'if (gen >= DB_EVERGREEN)\n', 'register', 1, 'DB_EVERGREEN'),
    ('compiler/ir/a.c', 'x = /* the back end: */ EG_SQ_ALU_WORD0;\n', 'register', 1, 'EG_SQ_ALU_WORD0'),
    ('state_tracker/b.c', 'vliw_compile(s);\n', 'family', 1, 'vliw_'),
    ('api/egl/c.c', 'u_log("a TeraScale GPU");\n', 'family', 1, 'TeraScale'),
    ('capture/a.c', 'if (is_cayman)\n', 'family', 1, 'cayman'),
    ('terascale/a.c', 'if (screen->ws->info.emulated)\n', 'emulated', 1, 'emulated'),
    ('api/gles/a.c', 'x = info . emulated;\n', 'emulated', 1, 'emulated'),
    ('terascale/b.c', 'if (chip->gen >= x)\n', 'class', 1, 'chip class'),
    ('terascale/c.c', 'case DB_FAMILY_RV770:\n', 'class', 1, 'chip class'),
    ('elsewhere/a.c', '', 'room', 1, 'stands in no known room'),
]


def write(folder, path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as f:
        f.write(text)


def check(ok, what):
    if not ok:
        sys.exit('test_layering.py: %s' % (what,))


def main():
    with tempfile.TemporaryDirectory() as src:
        for path, text in CLEAN.items():
            write(src, path, text)
        bad, files = layering.check_tree(src, set())
        check(bad == [] and files == len(CLEAN), 'found in a clean tree: %s' % bad)
        for path, text, rule, line, what in PLANTED:
            write(src, path, text)
            bad, _ = layering.check_tree(src, set())
            check(len(bad) == 1 and bad[0].startswith('%s: %s:%d: ' % (rule, path, line)) and what in bad[0],
                  'planted %s in %s, found %s' % (rule, path, bad))
            bad, _ = layering.check_tree(src, {(rule, path)})
            check(bad == [], 'an exception does not hold: %s' % bad)
            bad, _ = layering.check_tree(src, {(rule, os.path.dirname(path) + '/')})
            check(bad == [], 'an exception of a folder does not hold: %s' % bad)
            other = 'include' if rule != 'include' else 'register'
            bad, _ = layering.check_tree(src, {(other, path)})
            check(len(bad) == 2 and 'no longer needed' in bad[1], 'one rule excepts another: %s' % bad)
            os.remove(os.path.join(src, path))
        bad, _ = layering.check_tree(src, {('family', 'util/u_a.h')})
        check(bad == ['layering.txt: "family util/u_a.h" is no longer needed'], bad)
    print('%d planted violations found' % len(PLANTED))


main()
