# SPDX-License-Identifier: MIT
"""teragl-replay's page in Chromium: no error, every draw's picture is there, keys step, searches find, marks mark.

Without Chromium it says so and is counted as skipped; what the page is made of, replay.py looks at without a browser.

replay_page.py TERAGL_RUN TERAGL_REPLAY TEXTURED
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance'))
from chromium import Chromium, Page # pylint: disable=wrong-import-position

SKIP = 77 # meson's number
# Shows every draw with each of its tabs and decodes every picture. -> [draws, pictures, those that are broken or missing]
EVERY = '''(async () => {
   let seen = 0, broken = 0
   const decode = img => { img.loading = 'eager'; return img.decode().then(() => { seen++; broken += img.naturalWidth === 0 }, () => { broken++ }) }
   for (let i = 0; i < draws.length; i++) {
      show(i)
      const cell = $('strip').children[i].querySelector('img'), after = $('picture').querySelectorAll('.shot')[1].querySelector('img')
      broken += !cell + !after
      await Promise.all([cell, ...$('picture').querySelectorAll('img')].filter(Boolean).map(decode))
      for (tab = 0; tab <= draws[i].h.length; tab++) {
         showRight(draws[i])
         await Promise.all([...$('shown').querySelectorAll('img')].map(decode))
         broken += $('shown').textContent.length < 20
      }
   }
   return [draws.length, seen, broken]
})()'''
PIXELS = '''(async img => { await img.decode(); const c = document.createElement('canvas'); c.width = img.naturalWidth; c.height = img.naturalHeight
   const g = c.getContext('2d'); g.drawImage(img, 0, 0); return [c.width, c.height, ...g.getImageData(0, 0, c.width, c.height).data] })'''


def check(ok, what):
   if not ok:
      sys.exit('replay_page.py: ' + what)


def look(page):
   chromium = Chromium()
   try:
      b = Page(chromium)
      b.open('file://' + page)
      check(b.run(EVERY)[0] == 2 and b.run(EVERY)[2] == 0, 'not every picture is there: %s' % b.run(EVERY))
      check(b.run('document.title') == '2 draws on CYPRESS', 'the title is ' + b.run('document.title'))
      b.press('Home')
      check(b.run('at') == 0, 'Home does not show the first draw')
      b.press('ArrowRight')
      check(b.run('at') == 1 and b.run("document.querySelector('#picture h2').textContent") == 'Draw 1', 'the arrow does not step')
      check('224 pixels, rows 0 to 15, columns 0 to 15' in b.run("$('picture').textContent"), 'what changed: ' + b.run("$('picture').textContent"))
      marks = b.run(PIXELS + "(document.querySelector('img.marks'))")
      check(marks[:2] == [32, 32] and sum(a > 0 for a in marks[5::4]) == 224, 'the marks are not the changed pixels')
      check(b.run("$('state').textContent").find('SQ sequencer') > 0, 'no state by block')
      b.run("tab = 9, showRight(draws[at])")
      check('texture 16' in b.run("$('shown').textContent") and '4x2x1' in b.run("$('shown').textContent"), 'no texture: ' + b.run("$('shown').textContent"))
      texture = b.run(PIXELS + "($('shown').querySelector('img'))")
      check(texture[:2] == [4, 2] and texture[2:10] == [255, 0, 0, 255, 0, 255, 0, 255], 'the texture shows %s' % texture)
      b.press('/')
      for key in 'texture 16':
         b.press(key)
      check(b.run('query') == 'texture 16' and b.run("document.querySelectorAll('.hit').length") >= 2, 'the search finds nothing')
      check(not b.errors, 'the console says %s' % b.errors)
   finally:
      chromium.close()


def main():
   if not shutil.which('chromium'):
      print('chromium is missing (Debian package chromium): the page was not looked at in a browser')
      sys.exit(SKIP)
   with tempfile.TemporaryDirectory() as folder:
      cap, page = os.path.join(folder, 'a.cap'), os.path.join(folder, 'a.html')
      subprocess.run([sys.argv[1], '--chip', 'cypress', '--capture', cap, sys.argv[3]], check=True, env=dict(os.environ, EGL_PLATFORM='surfaceless'))
      subprocess.run([sys.argv[2], '--html', page, cap], check=True)
      look(page)


main()
