# SPDX-License-Identifier: MIT
"""What run_webgl.py's browsers share: a page of Khronos' suite while it runs, and the line of JSON that tells of it in the end."""
import json
import time

STALL_S, LONGEST_S = 60, 400 # without a report; in all; times the patience of Run
# What the pages find as window.parent.webglTestHarness. SEND takes JSON: [checks passed, failed, skipped], complaints, whether the page has ended;
# there is one a second at most, since some pages have 100,000 checks.
REPORT = '''if (window.parent === window) window.webglTestHarness = (() => {
  let counts = [0, 0, 0], said = [], sent = 0;
  const send = end => { SEND(JSON.stringify([counts, said, end])); counts = [0, 0, 0]; said = []; sent = Date.now(); };
  return {
    reportResults: (url, ok, text, skipped) => {
      counts[skipped ? 2 : ok ? 0 : 1]++;
      if (!ok && !skipped && said.length < 8) said.push(('' + text).slice(0, 300));
      if (Date.now() > sent + 1000) send(false);
    },
    notifyFinished: url => send(true)
  };
})();'''


class Run:
    """One page from its start on."""

    def __init__(self, name, patience):
        self.patience = patience
        self.name, self.counts, self.said, self.ended = name, [0, 0, 0], [], False
        self.begun = self.heard = time.monotonic()

    def hear(self, text):
        """A report of the page."""
        counts, said, self.ended = json.loads(text)
        self.counts = [a + b for a, b in zip(self.counts, counts)]
        self.said = (self.said + said)[:8]
        self.heard = time.monotonic()

    def late(self):
        now = time.monotonic()
        return now - self.heard > STALL_S * self.patience or now - self.begun > LONGEST_S * self.patience

    def tell(self, end):
        """\\p end is "done", "stalled" or "crashed"."""
        print(json.dumps(dict(zip(('passed', 'failed', 'skipped'), self.counts), page=self.name, said=self.said, end=end,
                              seconds=round(time.monotonic() - self.begun, 1))), flush=True)
