# SPDX-License-Identifier: MIT
"""Plots of bench/run: a bar a row and driver, how many times as fast as the peer, on a scale of powers of two around 1."""
import math
import os
from xml.sax.saxutils import escape

LEFT, WIDE, BAR, GAP = 300, 560, 11, 8
COLOURS = ('#3367b0', '#c46a1b', '#4c9a52', '#8a4fa8')


def ratios(rows, part, peer, more_is_better):
    """-> {row: {driver: times as good as the peer}}"""
    base = {r['row']: float(r['best']) for r in rows if r['part'] == part and r['driver'] == peer}
    result = {}
    for r in rows:
        if r['part'] == part and r['driver'] != peer and r['row'] in base:
            q = float(r['best']) / base[r['row']]
            result.setdefault(r['row'], {})[r['driver']] = q if r['unit'] in more_is_better else 1 / q
    return result


def svg(title, values):
    drivers = list(dict.fromkeys(d for row in values.values() for d in row))
    logs = [math.log2(q) for row in values.values() for q in row.values()]
    low, high = min(0, math.floor(min(logs))), max(1, math.ceil(max(logs)))
    scale = WIDE / (high - low)
    step = BAR * len(drivers) + GAP
    top = 52
    height = top + step * len(values) + 12
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="11" fill="#222">' % (
        LEFT + WIDE + 60, height, LEFT + WIDE + 60, height), '<rect width="100%" height="100%" fill="#fff"/>',
        '<text x="10" y="16" font-size="13" font-weight="bold">%s</text>' % escape(title)]
    for i, d in enumerate(drivers):
        out.append('<rect x="%d" y="24" width="10" height="10" fill="%s"/><text x="%d" y="33">%s</text>' % (10 + 130 * i, COLOURS[i % 4], 24 + 130 * i, escape(d)))
    for e in range(low, high + 1):
        x = LEFT + (e - low) * scale
        out.append('<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="%s"/><text x="%.1f" y="%d" text-anchor="middle">%g</text>' % (
            x, top - 4, x, height - 8, '#000' if e == 0 else '#ddd', x, top - 8, 2.0 ** e))
    for n, (row, found) in enumerate(values.items()):
        y = top + n * step
        name = row if len(row) <= 46 else row[:45] + '\u2026'
        out.append('<text x="%d" y="%.1f" text-anchor="end"><title>%s</title>%s</text>' % (LEFT - 8, y + step / 2, escape(row), escape(name)))
        for i, d in enumerate(drivers):
            if d in found:
                q = math.log2(found[d])
                out.append('<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"/><text x="%.1f" y="%.1f">%.2f</text>' % (
                    LEFT + (min(q, 0) - low) * scale, y + i * BAR, abs(q) * scale, BAR - 1, COLOURS[i % 4],
                    LEFT + (max(q, 0) - low) * scale + 4, y + i * BAR + BAR - 2, found[d]))
    return '\n'.join(out) + '\n</svg>\n'


def write(rows, part, peer, more_is_better, folder):
    """-> the files that were written: none for a part without the peer"""
    values = ratios(rows, part, peer, more_is_better)
    if not values:
        return []
    path = os.path.join(folder, part + '.svg')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(svg('%s: times as good as %s' % (part, peer), values))
    return [path]
