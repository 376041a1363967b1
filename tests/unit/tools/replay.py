# SPDX-License-Identifier: MIT
"""teragl-replay: a capture of a triangle, run again, gives the pictures that it gave, as text and as a page.

The virtual radeon's captures are taken of a program of the kernel's interface that copies between buffers.

replay.py TERAGL_RUN TERAGL_REPLAY TERAGL_INFO TERAGL_DUMP TEST_VRADEON PRELOAD TEXTURED
"""
import base64
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib


def check(ok, what):
   if not ok:
      sys.exit('replay.py: ' + what)


def decode(png):
   """Width, height and rows of RGBA bytes of a PNG; only what libpng writes for pictures of 8-bit RGBA."""
   at, data = 8, b''
   while at < len(png):
      n, kind = struct.unpack('>I4s', png[at:at + 8])
      if kind == b'IHDR':
         w, h, depth, color = struct.unpack('>IIBB', png[at + 8:at + 18])
         check((depth, color) == (8, 6), 'a picture is not RGBA')
      elif kind == b'IDAT':
         data += png[at + 8:at + 8 + n]
      at += 12 + n
   raw, rows, before = zlib.decompress(data), [], bytes(4 * w)
   for y in range(h):
      kind, line = raw[y * (4 * w + 1)], bytearray(raw[y * (4 * w + 1) + 1:(y + 1) * (4 * w + 1)])
      for i in range(4 * w):
         a, b, c = (line[i - 4] if i >= 4 else 0), before[i], (before[i - 4] if i >= 4 else 0)
         paeth = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
         line[i] = line[i] + (0, a, b, (a + b) // 2, paeth)[kind] & 255
      rows.append(bytes(line))
      before = bytes(line)
   return w, h, rows


def replay(*args):
   return subprocess.run([sys.argv[2], *args], capture_output=True, text=True)


def read_page(page):
   """-> texts, pictures, lines that stand for draws"""
   data = [line for line in open(page).read().split('<script>')[-1].split('\n') if re.match('[TPD]\\(', line)]
   return ([json.loads(line[2:-1]) for line in data if line[0] == 'T'],
           [decode(base64.b64decode(re.match('P\\("([^"]*)"', line)[1])) for line in data if line[0] == 'P'], [line for line in data if line[0] == 'D'])


def textures(chip, folder):
   """The page shows the texels that a draw could read."""
   cap, page = os.path.join(folder, 't.cap'), os.path.join(folder, 't.html')
   subprocess.run([sys.argv[1], '--chip', chip, '--capture', cap, sys.argv[7]], check=True, env=dict(os.environ, EGL_PLATFORM='surfaceless'))
   check(replay('--html', page, cap).returncode == 0, chip + ': no page of a texture')
   _, pictures, draws = read_page(page)
   for line in draws:
      seen = re.search(r'\["pixel","texture",\d+,"2D, 4x2x1, 8_8_8_8, 1 level","0x[0-9A-F]+",\d+,(\d+),', line)
      check(seen, '%s: no texture: %s' % (chip, line))
      check(pictures[int(seen[1])] == (4, 2, [bytes.fromhex('ff0000ff00ff00ff0000ffffffffffff'), bytes.fromhex('000000ff808080ffffff00ffff00ffff')]),
            '%s: the texture shows %s' % (chip, pictures[int(seen[1])]))


def one_chip(chip, folder):
   cap, page = os.path.join(folder, 'a.cap'), os.path.join(folder, 'a.html')
   environment = dict(os.environ, EGL_PLATFORM='surfaceless')
   made = subprocess.run([sys.argv[1], '--chip', chip, '--capture', cap, sys.argv[3], '--brief'], capture_output=True,
                         text=True, env=environment)
   check(made.returncode == 0, '%s: the program failed: %s' % (chip, made.stderr))
   text = replay(cap)
   check(text.returncode == 0, '%s: %s' % (chip, text.stderr))
   pictures = re.findall(r'^submission 0 draw (\d+): 64x64 at 0x[0-9A-F]+, picture ([0-9a-f]{16})$', text.stdout, re.M)
   check([n for n, _ in pictures] == ['0', '1'], '%s: not two draws: %s' % (chip, text.stdout))
   check(pictures[0][1] != pictures[1][1], chip + ': the triangle is not seen')
   check(replay('--draws', '1', cap).stdout.count('\n') == 1, '--draws 1 tells of another number')
   open(page, 'w').write('an older page')
   for broken in (os.path.join(folder, 'none.cap'), page):
      check(replay('--html', page, broken).returncode == 1 and open(page).read() == 'an older page', chip + ': an older page is lost')
   done = replay('--html', page, cap)
   check(done.returncode == 0, '%s: %s' % (chip, done.stderr))
   texts, pictures_there, draws = read_page(page)
   shown = [pictures_there[int(re.search(r',a:(\d+)', line)[1])] for line in draws]
   check([(w, h) for w, h, _ in shown] == [(64, 64)] * 2, chip + ': pictures of other sizes')
   check(replay('--draws', '1', '--html', page, cap).returncode == 0 and 'note("The first 1 of 2 draws are shown (--draws).")' in open(page).read(),
         'a page that was cut does not say so')
   blue, green = b'\0\0\xff\xff', b'\0\xff\0\xff' # teragl-info clears and draws over the first corner
   check(shown[0][2] == [blue * 64] * 64, chip + ': the first draw is not a clear to blue')
   check(shown[1][2][0][:4] == green and shown[1][2][63][-4:] == blue, chip + ': no green triangle in the first corner')
   triangle = shown[1][2] # what changed are the pixels that are not blue, and those the third picture marks
   changed = sum(row[4 * x:4 * x + 4] != blue for row in triangle for x in range(64))
   marks = pictures_there[int(re.search(r',m:(\d+)', draws[1])[1])][2]
   check(re.search(r',c:(\d+),', draws[1])[1] == str(changed), '%s: %d pixels changed: %s' % (chip, changed, draws[1]))
   check([[row[4 * x + 3] == 255 for x in range(64)] for row in marks] == [[row[4 * x:4 * x + 4] != blue for x in range(64)] for row in triangle],
         chip + ': the marks are not the changed pixels')
   shaders = [int(n) for line in draws for n in re.findall(r'\["(?:pixel|vertex|fetch)",(\d+)\]', line)]
   check(len(shaders) == 6, chip + ': a shader is missing')
   check(all('EXPORT' in texts[n] or 'RET' in texts[n] for n in shaders), chip + ': a shader is not listed')
   check(any(t.startswith('CB_COLOR0_BASE = ') for t in texts), chip + ': no registers')
   check(re.search(r'\["fetch","vertices",\d+,"2 x 32 bits, float, stride 8 bytes","0x', draws[1]), chip + ': no vertex buffer: ' + draws[1])
   return cap, pictures


def virtual_radeon(chip, folder):
   cap = os.path.join(folder, 'v.cap')
   environment = dict(os.environ, TERAGL_CHIP=chip, TERAGL_CAPTURE=cap, LD_PRELOAD=sys.argv[6])
   made = subprocess.run([sys.argv[5]], capture_output=True, text=True, env=environment)
   check(made.returncode == 0, '%s: the program fails while it is recorded: %s' % (chip, made.stderr))
   done = replay(cap)
   check(done.returncode == 0, '%s: %s' % (chip, done.stderr))
   text = subprocess.run([sys.argv[4], cap], capture_output=True, text=True)
   check(text.returncode == 0 and 'CP_DMA' in text.stdout and ': freed' in text.stdout, '%s: %s' % (chip, text))
   check(re.search(r'^buffer \d+: \d+ new bytes at', text.stdout, re.M), chip + ': no contents of buffers')
   check(re.search(r'^buffer \d+: \d+ bytes, .*, alignment 4096$', text.stdout, re.M), chip + ': no alignment of buffers')


def virtual_display(chip, folder):
   """The device in the program's reach draws nothing of its own: the capture is the program's."""
   cap = os.path.join(folder, 'd.cap')
   environment = dict(os.environ, EGL_PLATFORM='surfaceless')
   for winsys in ('emulator', 'drm'):
      made = subprocess.run([sys.argv[1], '--chip', chip, '--winsys', winsys, '--virtual-display', '--capture', cap, sys.argv[3], '--brief'],
                            capture_output=True, text=True, env=environment)
      check(made.returncode == 0, '%s: the program failed beside a display: %s' % (chip, made.stderr))
      text = subprocess.run([sys.argv[4], '--summary', cap], capture_output=True, text=True)
      check(text.returncode == 0 and re.search(r'^submission 0: ring 0', text.stdout, re.M), '%s, %s: %s' % (chip, winsys, text))


def main():
   with tempfile.TemporaryDirectory() as folder:
      sums = []
      for chip in ('rv670', 'rv770', 'cypress', 'cayman'):
         cap, pictures = one_chip(chip, folder)
         sums.append([s for _, s in pictures])
         virtual_radeon(chip, folder)
         textures(chip, folder)
      virtual_display('cypress', folder)
      check(all(s == sums[0] for s in sums), 'the chips draw different pictures')
      whole = open(cap, 'rb').read()
      for cut in (0, 7, 9, len(whole) // 2, len(whole) - 1):
         short = os.path.join(folder, 'short.cap')
         open(short, 'wb').write(whole[:cut])
         done = replay(short)
         check(done.returncode == 1 and done.stderr.count('\n') == 1, 'cut at %d: %s' % (cut, done))
      for wrong in ([], [cap, cap], ['--nothing', cap], ['--draws', 'x', cap]):
         done = replay(*wrong)
         check(done.returncode == 2 and done.stderr.count('\n') == 1, 'not refused: %s: %s' % (wrong, done.stderr))


main()
