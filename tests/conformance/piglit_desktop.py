# SPDX-License-Identifier: MIT
"""piglit's profiles quick_gl and quick_shader, restricted to OpenGL 2.1 and below, for run_piglit.py.

The restriction has two parts. Mesa is told to be an OpenGL 2.1 driver with GLSL 1.20 (ENVIRONMENT), so a test that wants more skips,
and a test of an extension that 2.1 can have runs. And what names its demand in the profile is left out when that is beyond 2.1: shader
tests for the core profile, for OpenGL ES, GLSL above 1.20 or GL above 2.1; tests that need GLX or a window system by name; and
programs for OpenGL ES, which have a list of their own. Of quick_gl also whole folders, those of later versions and of extensions
that are written against OpenGL 3.0 or later (ABOVE), in which a 2.1 driver skips every test.

Shader tests run many in a process, as piglit's own "no isolation" does; one that ends the process is judged by itself, and the
rest goes on in another. A test on whose way the virtual radeon stopped or refused a stream has the status "Stopped" whatever
it says of itself.
"""
import ast
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import harness

ENVIRONMENT = {'MESA_GL_VERSION_OVERRIDE': '2.1', 'MESA_GLSL_VERSION_OVERRIDE': '120', 'PIGLIT_PLATFORM': 'surfaceless_egl'}
PROFILES = ('quick_gl', 'quick_shader')
ABOVE = re.compile(r'spec@(glsl-1\.[3-9]0|glsl-[34]\.|!opengl (3\.[1-9]|4\.)|!opengl es |arb_(bindless_texture|direct_state_access|'
                   r'draw_indirect|enhanced_layouts|framebuffer_no_attachments|geometry_shader4|gpu_shader5|gpu_shader_fp64|multi_draw_indirect|'
                   r'pipeline_statistics_query|program_interface_query|shader_atomic_counters|shader_draw_parameters|'
                   r'shader_image_load_store|shader_storage_buffer_object|shader_texture_image_samples|stencil_texturing|'
                   r'tessellation_shader|texture_barrier|texture_gather|vertex_attrib_64bit))(@|\.|[0-9])')
GROUP = 60  # shader tests in a process
GOOD = ('pass', 'warn')
STOPPED = re.compile(r'^.*virtual radeon: (?:the GPU stopped|the DMA engine stopped|the kernel would refuse|not implemented).*$', re.M)


def root():
    """Folder of piglit's programs and tests."""
    piglit = shutil.which('piglit')
    if not piglit:
        sys.exit('piglit is missing (Debian package piglit)')
    here = os.path.dirname(os.path.realpath(piglit))
    for folder in [os.path.dirname(here)] + [os.path.join(os.path.dirname(here), 'lib', d, 'piglit') for d in ('x86_64-linux-gnu', '')] + \
            ['/usr/lib/%s/piglit' % os.uname().machine.replace('x86_64', 'x86_64-linux-gnu')]:
        if os.path.isfile(os.path.join(folder, 'tests', 'quick_gl.xml.gz')):
            return folder
    sys.exit("piglit's test profiles (tests/quick_gl.xml.gz) are missing")


def options(node):
    return {o.get('name'): ast.literal_eval(o.get('value')) for o in node.findall('option')}


def beyond(o):
    """Whether a shader test says that it wants more than OpenGL 2.1."""
    return o.get('api') in ('core', 'gles2') or (o.get('shader_version') or 0) > 1.2 or (o.get('api_version') or 0) > 2.1


def elsewhere(o, program):
    """Whether a program is for another API or needs a window system that is not there."""
    return re.search(r'[-_](gles|essl)\d', program) or 'surfaceless_egl' in o.get('exclude_platforms', []) or \
        'surfaceless_egl' not in o.get('require_platforms', ['surfaceless_egl'])


def tests(profile):
    """-> [(name, program, [argument])], in the profile's order."""
    top = root()
    with gzip.open(os.path.join(top, 'tests', profile + '.xml.gz')) as f:
        nodes = xml.etree.ElementTree.parse(f).getroot().findall('Test')
    result = []
    for node in nodes:
        o = options(node)
        program, arguments = o['command'][0], o['command'][1:]
        kind = node.get('type')
        if beyond(o) or elsewhere(o, program) or ABOVE.match(node.get('name')):
            continue
        if kind == 'shader':
            arguments = [os.path.join(top, arguments[0])]
        elif kind == 'gl_builtin':
            arguments = [os.path.join(top, 'tests', arguments[0])] + arguments[1:]
        result.append((node.get('name').replace(',', ';'), program, arguments))
    return result


def batches(profile, only, shard):
    """-> [[(name, program, arguments)]]: what runs in one process. \\p shard is (k, n): every n-th batch, beginning with the k-th."""
    todo = [t for t in tests(profile) if not only or re.search(only, t[0])]
    result, open_batch = [], None
    for t in todo:
        folder = os.path.dirname(t[2][0]) if t[1] == 'shader_runner' and len(t[2]) == 1 else None
        if folder and open_batch and open_batch[0] == folder and len(open_batch[1]) < GROUP:
            open_batch[1].append(t)
            continue
        result.append([t])
        open_batch = (folder, result[-1]) if folder else None
    return result[shard[0] - 1::shard[1]]


def run(argv, env, timeout):
    """-> (status or 'timeout', stdout, stderr)"""
    with tempfile.TemporaryDirectory() as folder:
        out, err = os.path.join(folder, 'out'), os.path.join(folder, 'err')
        with open(err, 'wb') as f:
            status, text = harness.run(['sh', '-c', 'exec "$@" 2>"$ERRORS_TO"', 'sh'] + argv, dict(env, ERRORS_TO=err, PIGLIT_SOURCE_DIR=root()), timeout,
                                       cwd=folder)
        with open(err, errors='replace') as f:
            return status, text, f.read()


def word(result):
    return 'Pass' if result in GOOD else result.capitalize()


def results_of(text):
    """What a program says of itself: (result or None, {subtest: result})"""
    whole, sub = None, {}
    for m in re.finditer(r'^PIGLIT: (\{.*\})\s*$', text, re.M):
        try:
            data = json.loads(m.group(1))
        except ValueError:
            continue
        whole = data.get('result', whole)
        for k, v in data.get('subtest', {}).items():
            sub[re.sub(r'[,\s]+', ' ', k)] = v
    return whole, sub


def run_alone(test, env, timeout):
    name, program, arguments = test
    argv = [os.path.join(root(), 'bin', program)] + arguments
    argv += [a for a in ('-auto', '-fbo') if a not in argv]
    status, out, err = run(argv, env, timeout)
    whole, sub = results_of(out)
    stopped = STOPPED.search(err)
    if status == 'timeout':
        r = {name: 'Timeout'}
    elif status < 0 or status >= 128 or (whole is None and not sub):
        r = {name: 'Crash'}
    elif stopped:
        r = {name: 'Stopped'}
    elif sub:
        r = {'%s@%s' % (name, k): word(v) for k, v in sub.items()}
    else:
        r = {name: word(whole)}
    return r, {k: (out + err)[-4000:] for k, v in r.items() if v not in ('Pass', 'Skip')}


def sections(text):
    """Text of each test of a process of many: {number: text}; 0 is what came before the first."""
    parts = re.split(r'^PIGLIT TEST: (\d+) - .*$', text, flags=re.M)
    result = {0: parts[0]}
    for number, body in zip(parts[1::2], parts[2::2]):
        result[int(number)] = result.get(int(number), '') + body
    return result


def run_many(batch, env, timeout):
    results, logs = {}, {}
    program = os.path.join(root(), 'bin', batch[0][1])
    while batch:
        if len(batch) == 1:  # so that nobody resumes for ever
            r, l = run_alone(batch[0], env, timeout)
            results.update(r)
            logs.update(l)
            break
        status, out, err = run([program] + [t[2][0] for t in batch] + ['-auto', '-fbo', '-report-subtests'], env, timeout)
        told, said = sections(out), sections(err)
        last = max(max(told), 1)
        for number in range(1, last + 1):
            name = batch[number - 1][0]
            whole, sub = results_of(told.get(number, ''))
            verdict = next(iter(sub.values()), None)
            if number == last and verdict is None:
                if status == 'timeout':
                    verdict = 'timeout'
                elif whole is not None:
                    verdict = whole
                else:
                    verdict = 'crash' if status < 0 or status >= 128 else 'fail'
            if STOPPED.search(said.get(number, '')):
                verdict = 'stopped'
            results[name] = word(verdict or 'crash')
            if results[name] not in ('Pass', 'Skip'):
                logs[name] = (told.get(number, '') + said.get(number, ''))[-4000:]
        batch = batch[last:]
    return results, logs


def run_batch(batch, env, timeout):
    """-> {test: status}, {test that is not good: its output}. \\p timeout in seconds, of a process."""
    return (run_many if len(batch) > 1 else lambda b, e, t: run_alone(b[0], e, t))(batch, env, timeout)
