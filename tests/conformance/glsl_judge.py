#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does the GLSL front end judge the shaders of dEQP's data/gles3/shaders as the suite does?

The suite's files hold some thousand shaders of GLSL ES 3.00 with the outcome that each must have: compiled and linked,
refused when compiled, refused when linked. Each is written out as the suite writes it (its own variables declared, one
shader for both stages tried in each) and given to teragl-compile. Nothing is drawn: run_deqp.py does that. Shaders of
GLSL ES 1.00 are left out: their verdicts are those of a context of ES 3.0 without extensions.

usage: glsl_judge.py TERAGL-COMPILE SHADERS-FOLDER [--verbose] [NAME-PART]
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r'""(.*?)""|"((?:[^"\\]|\\.)*)"|#[^\n]*|([\[\]{}|;=,()]|[^\s\[\]{}|;=,()"#]+)', re.S)


def tokens(text):
    """Words, and the texts of shaders as ("text", ...)."""
    for m in TOKEN.finditer(text):
        if m.group(1) is not None:
            yield ("text", m.group(1))
        elif m.group(2) is not None:
            yield ("string", m.group(2))
        elif m.group(3) is not None:
            yield ("word", m.group(3))


class Case:
    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.expect = "pass"
        self.version = None
        self.values = []  # (storage, type, name)
        self.shaders = {}
        self.parse(list(tokens(text)))

    def parse(self, t):
        i = 0
        while i < len(t):
            kind, word = t[i]
            if kind == "word" and word == "expect":
                self.expect = t[i + 1][1]
                i += 1
            elif kind == "word" and word == "version":
                self.version = t[i + 1][1]
                i += 1
            elif kind == "word" and word in ("input", "output", "uniform") and i + 2 < len(t):
                self.values.append((word, t[i + 1][1], t[i + 2][1]))
                i += 2
            elif kind == "word" and word in ("vertex", "fragment", "both") and t[i + 1][0] == "text":
                self.shaders[word] = t[i + 1][1]
                i += 1
            i += 1


def cases(path):
    """The cases of a file, with the groups they stand in."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    groups = [os.path.splitext(os.path.basename(path))[0]]
    pos = 0
    for m in re.finditer(r'""(?:.*?)""|^[ \t]*(group|case|end)\b[ \t]*([^\s"]*)', text, re.S | re.M):
        if m.group(1) == "group":
            groups.append(m.group(2))
        elif m.group(1) == "case":
            groups.append(m.group(2))
            pos = m.end()
        elif m.group(1) == "end":
            if pos:
                yield Case(".".join(groups), text[pos:m.start()])
                pos = 0
            if len(groups) > 1:
                groups.pop()


def dedent(text):
    """A shader begins with its first line that is not empty: #version must come first."""
    lines = text.split("\n")
    while lines and not lines[0].strip():
        lines.pop(0)
    indent = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    return "\n".join(x[min(indent, len(x) - len(x.lstrip())):] for x in lines) + "\n"


def is_integer(t):
    return t.startswith(("int", "uint", "ivec", "uvec"))


def no_bool(t):
    """Bools travel between stages as floats."""
    return {"bool": "float", "bvec2": "vec2", "bvec3": "vec3", "bvec4": "vec4"}.get(t, t)


def as_vertex(case, text):
    """A shader for both stages, or the vertex shader of a pair."""
    decl = "in highp vec4 dEQP_Position;\n"
    decl += "".join("in highp %s %s%s;\n" % (no_bool(t), "a_" if t.startswith("b") else "", n)
                    for s, t, n in case.values if s == "input")
    decl += "".join("%s %s;\n" % (t, n) for s, t, n in case.values if s == "input" and t.startswith("b"))
    decl += "".join("%s%s %s;\n" % ("" if t.startswith("b") else "highp ", t, n)
                    for s, t, n in case.values if s == "output")
    return decl


def as_fragment(case):
    decl = "layout(location = 0) out mediump vec4 dEQP_FragColor;\n"
    decl += "".join("%sin highp %s %s%s;\n" % ("flat " if is_integer(t) else "", no_bool(t),
                                               "a_" if t.startswith("b") else "", n)
                    for s, t, n in case.values if s == "input")
    decl += "".join("%s %s;\n" % (t, n) for s, t, n in case.values if s == "input" and t.startswith("b"))
    decl += "".join("%s%s %s;\n" % ("" if t.startswith("b") else "highp ", t, n)
                    for s, t, n in case.values if s == "output")
    return decl


def missing_uniforms(case, text):
    """Uniforms that the values name and the shader uses but does not declare."""
    return "".join("uniform %s%s %s;\n" % ("" if t.startswith("b") else "highp ", t, n)
                   for s, t, n in case.values
                   if s == "uniform" and re.fullmatch(r"\w+", n) and re.search(r"\b%s\b" % n, text)
                   and not re.search(r"\buniform\b[^;{]*\b%s\b" % n, text))


def fill(case, text, words):
    words = dict(words)
    for name in words:
        if name.endswith("DECLARATIONS"):
            words[name] += missing_uniforms(case, text)
    for name, value in words.items():
        text = text.replace("${%s}" % name, value)
    text = re.sub(r"\$\{([A-Z_]+):single-line\}", lambda m: words[m.group(1)].replace("\n", " "), text)
    return dedent(text.replace("\\\\", "\\"))


def variants(case):
    """Pairs of a vertex and a fragment shader, with the name of what is tried."""
    passing = "".join("%sout highp %s %s%s;\n" % ("flat " if is_integer(t) else "", no_bool(t),
                                                  "a_" if t.startswith("b") else "", n)
                      for s, t, n in case.values if s == "input")
    plain_vs = "#version 300 es\nin highp vec4 dEQP_Position;\n%svoid main() { gl_Position = dEQP_Position; }\n" % passing
    plain_fs = ("#version 300 es\nlayout(location = 0) out mediump vec4 dEQP_FragColor;\n"
                "void main() { dEQP_FragColor = vec4(1.0); }\n")
    old_vs = "attribute highp vec4 dEQP_Position;\nvoid main() { gl_Position = dEQP_Position; }\n"
    old_fs = "void main() { gl_FragColor = vec4(1.0); }\n"
    is_300 = case.version != "100"
    vertex_words = {"DECLARATIONS": as_vertex(case, ""), "SETUP": "", "OUTPUT": "gl_Position = dEQP_Position;\n",
                    "POSITION_FRAG_COLOR": "gl_Position"}
    fragment_words = {"DECLARATIONS": as_fragment(case), "SETUP": "", "OUTPUT": "dEQP_FragColor = vec4(1.0);\n",
                      "POSITION_FRAG_COLOR": "dEQP_FragColor"}
    if "both" in case.shaders:
        yield "vertex", fill(case, case.shaders["both"], vertex_words), plain_fs if is_300 else old_fs
        yield "fragment", plain_vs if is_300 else old_vs, fill(case, case.shaders["both"], fragment_words)
        return
    words = {"VERTEX_DECLARATIONS": "in highp vec4 dEQP_Position;\n" + "".join(
                 "in highp %s %s;\n" % (t, n) for s, t, n in case.values if s == "input"),
             "VERTEX_SETUP": "", "VERTEX_OUTPUT": "gl_Position = dEQP_Position;\n",
             "FRAGMENT_DECLARATIONS": "layout(location = 0) out mediump vec4 dEQP_FragColor;\n" + "".join(
                 "highp %s %s;\n" % (t, n) for s, t, n in case.values if s == "output"),
             "FRAGMENT_OUTPUT": "dEQP_FragColor = vec4(1.0);\n", "FRAG_COLOR": "dEQP_FragColor"}
    if "${" in case.shaders.get("vertex", "") and "VERTEX_DECL" not in case.shaders.get("vertex", ""):
        words.update(vertex_words)
    yield "pair", fill(case, case.shaders["vertex"], words), fill(case, case.shaders["fragment"], words)


def run(tool, folder, vertex, fragment):
    """"pass", "compile_fail" or "link_fail", and what the compiler said."""
    paths = [os.path.join(folder, "a.vert"), os.path.join(folder, "a.frag")]
    for path, text in zip(paths, (vertex, fragment)):
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    p = subprocess.run([tool, *paths], capture_output=True, text=True, check=False)
    if p.returncode < 0:
        return "crash", p.stderr
    if p.returncode:
        return "compile_fail", p.stdout + p.stderr
    p = subprocess.run([tool, "--link", *paths], capture_output=True, text=True, check=False)
    if p.returncode < 0:
        return "crash", p.stderr
    return ("link_fail" if p.returncode else "pass"), p.stdout + p.stderr


def agrees(expect, got):
    if expect == "compile_or_link_fail":
        return got in ("compile_fail", "link_fail")
    if expect in ("pass", "build_successful"):
        return got == "pass"
    if expect == "validation_fail":
        return True
    return got == expect


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("tool")
    p.add_argument("folder")
    p.add_argument("part", nargs="?", default="")
    p.add_argument("--verbose", action="store_true")
    args = p.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in sorted(os.listdir(args.folder)):
            if not name.endswith(".test"):
                continue
            for case in cases(os.path.join(args.folder, name)):
                if args.part not in case.path or not case.shaders or case.version == "100":
                    continue
                for what, vertex, fragment in variants(case):
                    got, log = run(args.tool, folder, vertex, fragment)
                    if agrees(case.expect, got):
                        passed += 1
                        continue
                    failed += 1
                    print("%s_%s: %s, expected %s" % (case.path, what, got, case.expect))
                    if args.verbose:
                        print(log, vertex, fragment, sep="\n----\n")
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
