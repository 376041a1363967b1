#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Statistics of the code for glmark2's and piglit's shaders: a table that may only improve, and a comparison with Mesa's r600.

For every shader, stage and chip teragl-compile counts ALU groups, ALU instructions, GPRs and dwords. tests/golden/shader-stats.csv
has what was recorded last (--record writes it); of each chip no column's sum may grow, and no shader may disappear. Against Mesa
(tests/golden/mesa-r600-shaders.csv): at least 90% of the shaders take as few ALU groups or fewer, and the geometric mean of the
quotients is at most 0.90; shaders for which either makes no group at all have no quotient and count only in the first figure.
The losers are printed with the reason, which LOSERS must have for each.

Programs of OpenGL ES 3.0 (tests/conformance/es3-shaders) are in the same table, and beside Mesa (tests/golden/mesa-r600-es3.csv) by
themselves: the geometric mean at most 0.92, no more fetches, and no more than 1.25 times the GPRs where these let fewer waves run.

R300 to R500 are compared with Mesa's r300 alone (tests/golden/mesa-r300-shaders.csv): the geometric mean of instructions is at most
0.95, and a shader that Mesa compiles is refused only with a reason in REFUSED.
"""
import concurrent.futures
import csv
import math
import os
import subprocess
import sys

import harness
import shader_corpus

CHIPS = ('RV670', 'RV770', 'CYPRESS', 'CAYMAN')
COLUMNS = ('alu_groups', 'alu_insts', 'gprs', 'dwords')
GOLDEN = os.path.join(harness.TOP, 'tests', 'golden', 'shader-stats.csv')
SHARE, MEAN = 0.90, 0.90
ES3_MEAN, ES3_GPRS, FREE_GPRS = 0.92, 1.25, 16
R300_CHIPS, R300_MEAN = ('RV530', 'R300', 'R420'), 0.95
# Why a shader exceeds the chip that Mesa's r300 compiles for it
REFUSED = {}
# Why Mesa needs fewer fetches or GPRs for a stage
MORE_FETCHES = {
    ('es3/lights_block', 'ps'): 'Mesa computes the loop over 16 lights 16 times, in eight times as many groups, and so knows the addresses',
}
MORE_GPRS = {
    ('es3/skinning', 'vs', 'CAYMAN'): '16 vectors of four bones come by one clause of fetches, as in Mesa\'s other mode, which takes 22 GPRs',
}
# Why Mesa needs fewer groups for a shader
LOSERS = {
    'glmark2/terrain.bloom_false.tilt-shift_false-1':
        'four simplex noises, 1170 operations that fill nearly every slot: read ports and dot products, which take four units, leave '
        '4% of our slots empty',
    'glmark2/effect2d.kernel_0_1_0+1_-4_1+0_1_0+-1':
        'Cayman has four units: one copy of a coordinate shared by samples falls into a group of its own',
}


def count(build, chip, files):
    """-> {(shader, stage): [groups, instructions, gprs, dwords, fetches]}"""
    tool = os.path.join(os.path.abspath(build), 'tools', 'teragl-compile')
    p = subprocess.run([tool, '--chip', chip, '--stats', '--link'] + list(files.values()), stdout=subprocess.PIPE, text=True)
    name_of = {f: n for n, f in files.items()}
    result = {}
    for line in p.stdout.splitlines():
        w = line.rsplit(',', 10)
        if len(w) == 11 and w[0] in name_of:
            result[name_of[w[0]], w[2]] = [int(w[3]), int(w[4]), int(w[5]), int(w[10]), int(w[8]) + int(w[9])]
        else:
            print(line)
    if p.returncode:
        print('teragl-compile --chip %s: status %d' % (chip, p.returncode))
    return result


def read_golden():
    """-> {(shader, chip, stage): [..]}"""
    if not os.path.exists(GOLDEN):
        return {}
    with open(GOLDEN) as f:
        rows = csv.DictReader(line for line in f if not line.startswith('#'))
        return {(r['shader'], r['chip'], r['stage']): [int(r[c]) for c in COLUMNS] for r in rows}


def write_golden(stats):
    with open(GOLDEN, 'w') as f:
        f.write('# Code for glmark2\'s and piglit\'s shaders, as shader_stats.py --record counted it last; may only improve.\n')
        f.write('shader,chip,stage,' + ','.join(COLUMNS) + '\n')
        for k in sorted(stats, key=lambda k: (CHIPS.index(k[1]), k[0], k[2])):
            f.write(','.join(list(k) + [str(v) for v in stats[k][:len(COLUMNS)]]) + '\n')


def against_mesa(chip, stats, peer, t):
    rows = [(stats[n, c, s][0], int(r['alu_groups']), n, s) for (n, c, s), r in peer.items() if c == chip and (n, c, s) in stats]
    worse = sorted((r for r in rows if r[0] > r[1]), key=lambda r: r[1] / r[0])
    logs = [math.log(a / b) for a, b, _, _ in rows if a and b]
    mean = math.exp(sum(logs) / len(logs)) if logs else 9.0
    good = 1 - len(worse) / max(len(rows), 1)
    print('%s against Mesa r600: %d shaders, fewer groups on %d, as many on %d, more on %d; groups %d to %d; geometric mean %.4f' %
          (chip, len(rows), sum(a < b for a, b, _, _ in rows), sum(a == b for a, b, _, _ in rows), len(worse),
           sum(r[0] for r in rows), sum(r[1] for r in rows), mean))
    for a, b, n, s in worse:
        print('   more groups: %-3s %4d to %4d  %s: %s' % (s, a, b, n, LOSERS.get(n, 'nobody said why')))
        t.ok(n in LOSERS, '%s: %s has more groups than Mesa and no reason in LOSERS' % (chip, n))
    t.ok(good >= SHARE, '%s: as few groups as Mesa on %.1f%% of the shaders, wanted %.0f%%' % (chip, 100 * good, 100 * SHARE))
    t.ok(mean <= MEAN, '%s: geometric mean %.4f, wanted at most %.4f' % (chip, mean, MEAN))


def against_mesa_es3(chip, stats, peer, t):
    rows = {(n, s): (stats[n, c, s], r) for (n, c, s), r in peer.items() if c == chip and (n, c, s) in stats}
    t.ok(len(rows) == sum(c == chip for _, c, _ in peer), '%s: figures for all programs of OpenGL ES 3.0' % chip)
    pairs = [(v[0], int(r['alu_groups'])) for v, r in rows.values()]
    logs = [math.log(a / b) for a, b in pairs if a and b]
    mean = math.exp(sum(logs) / len(logs)) if logs else 9.0
    print('%s against Mesa r600, OpenGL ES 3.0: %d stages, fewer groups on %d, more on %d; groups %d to %d; geometric mean %.4f' %
          (chip, len(rows), sum(a < b for a, b in pairs), sum(a > b for a, b in pairs), sum(a for a, _ in pairs),
           sum(b for _, b in pairs), mean))
    t.ok(mean <= ES3_MEAN, '%s: OpenGL ES 3.0: geometric mean %.4f, wanted at most %.2f' % (chip, mean, ES3_MEAN))
    for (n, s), (v, r) in sorted(rows.items()):
        gprs, fetches = int(r['gprs']), int(r['fetches'])
        t.ok(v[4] <= fetches or (n, s) in MORE_FETCHES, '%s: %s %s: %d fetches, Mesa %d' % (chip, n, s, v[4], fetches))
        t.ok(v[2] <= max(FREE_GPRS, ES3_GPRS * gprs) or (n, s, chip) in MORE_GPRS,
             '%s: %s %s: %d GPRs, Mesa %d' % (chip, n, s, v[2], gprs))


def against_r300(chip, stats, t):
    """\p stats: {(shader, stage): [instructions, ...]}"""
    peer = {(n, s): v for (n, c, s), v in shader_corpus.peer_r300().items() if c == chip}
    pairs = [(stats[k][0], v) for k, v in peer.items() if v and k in stats and stats[k][0]]
    mean = math.exp(sum(math.log(a / b) for a, b in pairs) / max(len(pairs), 1))
    print('%s against Mesa r300: %d shaders, fewer instructions on %d, more on %d; %d to %d; geometric mean %.4f; %d that Mesa refuses' %
          (chip, len(pairs), sum(a < b for a, b in pairs), sum(a > b for a, b in pairs), sum(a for a, _ in pairs), sum(b for _, b in pairs),
           mean, sum(v is None and k in stats for k, v in peer.items())))
    t.ok(pairs and mean <= R300_MEAN, '%s: geometric mean %.4f, wanted at most %.4f' % (chip, mean, R300_MEAN))
    for k in sorted(k for k, v in peer.items() if v is not None and k not in stats):
        why = REFUSED.get((k[0], chip))
        print('   refused: %s %s: %s' % (k[1], k[0], why or 'nobody said why'))
        t.ok(why, '%s: %s %s is refused' % (chip, k[1], k[0]))
    for n, c in REFUSED:
        t.ok(c != chip or any(k[0] == n for k in peer if k not in stats), '%s: %s is in REFUSED, and compiles' % (c, n))


def main():
    p = harness.parser(__doc__)
    p.add_argument('--record', action='store_true', help='write tests/golden/shader-stats.csv')
    p.add_argument('--list', action='store_true', help='print every shader beside Mesa\'s figure')
    a = p.parse_args()
    files = shader_corpus.corpus(os.path.join(a.out, 'shaders'))
    golden, peer, peer_es3 = read_golden(), shader_corpus.peer(), shader_corpus.peer_es3()
    with_es3 = {**files, **shader_corpus.es3()}
    t, all_stats = harness.Tally('stats'), {}
    chips, r300_chips = tuple(c.upper() for c in a.chip) if a.chip else CHIPS, () if a.chip or a.record else R300_CHIPS
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        counted = dict(zip(chips + r300_chips, pool.map(lambda c: count(a.build, c, with_es3 if c in chips else files), chips + r300_chips)))
    for chip in chips:
        now = {(n, chip, s): v for (n, s), v in counted[chip].items()}
        all_stats.update(now)
        before = {k: v for k, v in golden.items() if k[1] == chip}
        if a.list:
            for k in sorted(now):
                m = peer.get(k) or peer_es3.get(k)
                print('%s %s %-3s %s  Mesa %s' % (k[0], chip, k[2], ' '.join('%5d' % v for v in now[k]), m['alu_groups'] if m else '-'))
        if not a.record:
            lost = sorted(set(before) - set(now))
            t.ok(before and not lost, '%s: no figures for %s' % (chip, lost[:5] if before else 'anything'))
            for i, column in enumerate(COLUMNS):
                x, y = sum(v[i] for v in before.values()), sum(now[k][i] for k in before if k in now)
                helped = sum(now[k][i] < before[k][i] for k in before if k in now)
                hurt = [k for k in before if k in now and now[k][i] > before[k][i]]
                print('%-8s %-10s %6d -> %6d   helped %d, hurt %d' % (chip, column, x, y, helped, len(hurt)))
                for k in hurt if i == 0 else ():
                    print('   hurt: %-3s %4d -> %4d  %s' % (k[2], before[k][0], now[k][0], k[0]))
                t.ok(y <= x, '%s: the sum of %s grew from %d to %d' % (chip, column, x, y))
        against_mesa(chip, now, peer, t)
        against_mesa_es3(chip, now, peer_es3, t)
    for chip in r300_chips:
        against_r300(chip, counted[chip], t)
    if a.record:
        missing = {k for k in {**peer, **peer_es3} if k[1] in CHIPS} - set(all_stats) if not a.chip else set()
        if missing:
            sys.exit('not recorded: no figures for %s' % sorted(missing)[:5])
        write_golden({**golden, **all_stats})
    t.finish()


if __name__ == '__main__':
    main()
