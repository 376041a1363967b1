# SPDX-License-Identifier: MIT
"""Command lines of the tools: --help names every option and ends with 0; what is wrong gets one sentence and the
tool's exit status. Every word of --help is in the manual page.

options.py FOLDER-OF-TOOLS
"""
import os
import re
import shutil
import subprocess
import sys

# tool: exit status of wrong usage, options without and with a value, further wrong command lines with a word of the answer
TOOLS = {
    'teragl-run': (125, ['--x', '--virtual-display', '--virtual-gpu', '--virtual-radeon'],
                   ['--chip', '--winsys', '--threads', '--screenshot', '--capture', '--debug'],
                   [([], 'no program'), (['--chip', 'voodoo2', 'true'], 'rv770'), (['--chip=voodoo2', 'true'], 'aruba (TeraScale)'), (['--chip', 'voodoo2', 'true'], 'rv570 (R300 to R500)'),
                    (['--virtual-gpu=voodoo2', 'true'], 'voodoo2'), (['--x', 'true'], '--virtual-gpu'),
                    (['--x=1', 'true'], 'modesetting nor radeon'), (['--x=radeon', 'true'], '--virtual-gpu'), (['/nonexistent/program'], "can't be started"), (['--', '/nonexistent/p'], "can't be started")]),
    'teragl-info': (2, ['--brief'], [], [(['word'], 'word')]),
    'teragl-compile': (2, ['--ir', '--link', '--isa', '--stats', '--compare'], ['--stage', '--chip'],
                       [([], 'no file'), (['--stage', 'gs', 'a.vert'], "'gs'"), (['--chip', 'voodoo2', 'a.vert'], 'rv770'),
                        (['--isa', '--link', 'a.vert', 'a.frag'], '--chip'), (['--chip', 'rv770', 'a.vert'], '--link'),
                        (['--link', 'a.vert'], 'two shaders'), (['--compare', 'a'], 'two files')]),
    'teragl-dis': (2, ['--binary'], ['--chip'], [([], '--chip'), (['--chip', 'voodoo2'], 'rv770'), (['--chip', 'rv515', '--kind', 'alu2'], 'pvs us alu tex'), (['--chip', 'rv770', 'a', 'b'], 'b')]),
    'teragl-asm': (2, ['--binary'], ['--chip'], [([], '--chip'), (['--chip', 'voodoo2'], 'rv770'), (['--chip', 'rv515', '--kind', 'alu2'], 'pvs us alu tex'), (['--chip', 'rv770', 'a', 'b'], 'b')]),
    'teragl-dump': (2, ['--summary'], [], [([], 'no capture'), (['a', 'b'], 'b')]),
    'teragl-replay': (2, [], ['--html', '--draws'], [([], 'one capture'), (['a', 'b'], 'one capture'), (['--draws', 'x', 'a'], "'x'")]),
}


def check(ok, what):
    if not ok:
        sys.exit('options.py: %s' % (what,))


def run(tool, *args):
    return subprocess.run([os.path.join(sys.argv[1], tool), *args], capture_output=True, text=True, stdin=subprocess.DEVNULL)


def words(text):
    """Words in order; a line of --help and a paragraph of the page break them differently."""
    return re.findall(r'[^\s|\[\]]+', text)


def check_page(tool, text):
    """The page says all that --help says, in its order, and roff finds no fault in it."""
    path = os.path.join(sys.argv[1], tool + '.1')
    page = re.sub(r'\\f[BIR]', '', open(path).read()).replace('\\-', '-').replace('\\e', '\\').replace('\\&', '')
    said = iter(w.lower() for w in words(page))
    for word in words(re.sub('(usage|Exit status): ', '', text)):
        check(word.lower() in said, '"%s" of %s --help is not in its place in %s' % (word, tool, path))
    if shutil.which('groff'):
        done = subprocess.run(['groff', '-man', '-ww', '-z', path], capture_output=True, text=True)
        check(not done.stderr and not done.returncode, done)


def refused(tool, status, args, word):
    done = run(tool, *args)
    check(done.returncode == status and done.stderr.count('\n') == 1 and not done.stdout and word in done.stderr and
          done.stderr.startswith(tool + ': '), '%s %s: %s' % (tool, args, done))


def fed(tool, text, *args):
    return subprocess.run([os.path.join(sys.argv[1], tool), *args], capture_output=True, text=True, input=text)


def check_rules():
    """What breaks a chip's rules is shown with a sentence, and not assembled; what keeps them comes back."""
    chip = ['--chip', 'rv515', '--kind', 'us']
    for dwords, kept in ((6 * ['00000000'], False), (['00078005', '08020080', '08020080', '00920490', '00490000', '20490000'], True)):
        shown = fed('teragl-dis', ' '.join(dwords), *chip)
        check(shown.returncode == 0 and ('breaks a rule of ' in shown.stdout) != kept, shown)
        done = fed('teragl-asm', shown.stdout, *chip)
        if kept:
            check(done.returncode == 0 and done.stdout.split() == dwords and not done.stderr, done)
        else:
            check(done.returncode == 1 and not done.stdout and 'breaks a rule of ' in done.stderr, done)


def main():
    check_rules()
    for tool, (status, flags, values, wrong) in TOOLS.items():
        for args in (['--help'], flags[:1] + ['--help'] if flags else ['--help', 'more']):
            done = run(tool, *args)
            check(done.returncode == 0 and done.stdout.startswith('usage: %s ' % tool) and not done.stderr, '%s: %s' % (tool, done))
            for option in flags + values + ['--help']:
                check(option in done.stdout, '%s --help does not name %s' % (tool, option))
            check(max(map(len, done.stdout.split('\n'))) <= 125, '%s --help is too wide' % tool)
        check_page(tool, done.stdout)
        for args, word in wrong + [(['--nothing'], '--nothing'), (['-q'], '-q')] + [([v], v) for v in values]:
            refused(tool, status, args, word)
    listed = run('teragl-run', '--chip', 'help')
    check(listed.returncode == 0 and listed.stdout.startswith('r600 ') and ' aruba (TeraScale) r300 ' in listed.stdout and
          listed.stdout.endswith(' rv570 (R300 to R500) pica200 (Nintendo 3DS)\n'), listed)
    print('%d tools' % len(TOOLS))


main()
