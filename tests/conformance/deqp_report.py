# SPDX-License-Identifier: MIT
"""Reports of a dEQP run: results.csv as deqp-runner writes it, JUnit for CI systems, and a page with the failures' pictures."""
import collections
import csv
import html
import os
import re
import subprocess
import tempfile
import xml.sax.saxutils

import harness
from deqp_process import FINE

NAMES = {'NotSupported': 'Skip', 'QualityWarning': 'Warn', 'CompatibilityWarning': 'Warn', 'InternalError': 'Fail', 'ResourceError': 'Fail',
         'Waived': 'Pass'}


def write_csv(path, results):
    """case,status,seconds in deqp-runner's words"""
    with open(path, 'w', newline='') as f:
        w = csv.writer(f)
        for case, r in sorted(results.items()):
            w.writerow((case, NAMES.get(r.status, r.status), '%.6f' % r.seconds))


def attribute(text):
    """Quoted for XML, without the control characters that it does not know."""
    return xml.sax.saxutils.quoteattr(re.sub(r'[^\t\n\x20-\uD7FF\uE000-\uFFFD]', '?', text))


def write_junit(path, suite, results, different, seconds):
    """One testcase a case; a failure is what differs from the expectations."""
    skipped = sum(r.status == 'NotSupported' for r in results.values())
    with open(path, 'w') as f:
        f.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name=%s tests="%d" failures="%d" skipped="%d" '
                'time="%.3f">\n' % (attribute(suite), len(results), len(different), skipped, seconds))
        for case, r in sorted(results.items()):
            group, _, name = case.rpartition('.')
            f.write('<testcase classname=%s name=%s time="%.6f"' % (attribute(group), attribute(name), r.seconds))
            if case in different:
                f.write('><failure message=%s/></testcase>\n' % attribute(different[case]))
            elif r.status == 'NotSupported':
                f.write('><skipped message=%s/></testcase>\n' % attribute(r.message))
            else:
                f.write('/>\n')
        f.write('</testsuite>\n</testsuites>\n')


Log = collections.namedtuple('Log', 'text images')  # images: (name, PNG in base64)


def read_log(text):
    """What a case wrote to its .qpa log: sentences and pictures."""
    images = re.findall(r'<Image Name="([^"]*)"[^>]*CompressionMode="PNG"[^>]*>([^<]*)</Image>', text)
    words = re.findall(r'<(?:Text|Result)[^>]*>([^<]*)</', text)
    return Log([html.unescape(w) for w in words], [(html.unescape(n), ''.join(d.split())) for n, d in images])


def log_of(plan, case):
    """Runs a case once more by itself, with pictures. -> Log"""
    with tempfile.TemporaryDirectory() as tmp:
        names, log = os.path.join(tmp, 'cases'), os.path.join(tmp, 'log.qpa')
        with open(names, 'w') as f:
            f.write(case + '\n')
        command = [a for a in plan.command(names, log) if not a.startswith('--deqp-log-images')]
        try:
            subprocess.run(command + ['--deqp-log-images=enable'], env=plan.env, cwd=os.path.dirname(plan.binary), stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=plan.timeout)
        except subprocess.TimeoutExpired:
            pass
        if not os.path.exists(log):
            return Log([], [])
        with open(log, errors='replace') as f:
            return read_log(f.read())


STYLE = 'body{font:14px sans-serif}img{image-rendering:pixelated;min-width:128px;border:1px solid #888}figure{display:inline-block;margin:4px}'


def write_html(path, plan, title, results, different, most=100):
    """A page with the sentences and pictures of what differs from the expectations (of the first `most` cases)."""
    counts = collections.Counter(r.status for r in results.values())
    with open(path, 'w') as f:
        f.write('<!doctype html><meta charset="utf-8"><title>%s</title><style>%s</style><h1>%s</h1><p>%s</p><p>%d differ from the '
                'expectations%s.</p>\n' % (html.escape(title), STYLE, html.escape(title),
                                           ', '.join('%s %d' % x for x in counts.most_common()), len(different),
                                           '' if len(different) <= most else '; the first %d are shown' % most))
        for case in sorted(different)[:most]:
            log = log_of(plan, case) if results[case].status not in FINE else Log([], [])
            f.write('<h2>%s</h2><p>%s</p>\n' % (html.escape(case), html.escape(different[case])))
            f.write('<pre>%s</pre>\n' % html.escape('\n'.join(log.text)))
            for name, data in log.images:
                f.write('<figure><img alt="" src="data:image/png;base64,%s"><figcaption>%s</figcaption></figure>\n' % (data, html.escape(name)))
    harness.progress('report: ' + path)
