#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does the GLSL front end judge the shaders of dEQP's data/gles3/shaders as the suite does?

The suite's files hold some thousand shaders of GLSL ES 3.00 with the outcome that each must have: compiled and linked,
refused when compiled, refused when linked. Each is written out as the suite writes it (its own variables declared, one
shader for both stages tried in each) and given to teragl-compile. Shaders of GLSL ES 1.00 are left out: their verdicts
are those of a context of ES 3.0 without extensions.

With --run the shaders that have values are run, too: as IR, by glsl_run.c, before and after the optimiser, and what
comes out is compared with the values, as closely as the suite does (0.05 for floats). Nothing is drawn: run_deqp.py
does that.

usage: glsl_judge.py TERAGL-COMPILE SHADERS-FOLDER [--run GLSL-RUN] [--verbose] [NAME-PART]
"""
import argparse
import os
import re
import struct
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
        self.data = {}    # name: one list of numbers each run
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
                i = self.parse_value(t, i)
            elif kind == "word" and word in ("vertex", "fragment", "both") and t[i + 1][0] == "text":
                self.shaders[word] = t[i + 1][1]
                i += 1
            i += 1


    def parse_value(self, t, i):
        """storage type name "=" ( value | "[" value { "|" value } "]" ) ";": the values as numbers."""
        storage, kind, name = (x[1] for x in t[i:i + 3])
        i += 3
        while t[i][1] in ("[", "]") or (t[i - 1][1] == "[" and t[i][1].isdigit() and t[i + 1][1] == "]"):
            name += t[i][1] # of an array
            i += 1
        if t[i][1] == ".":
            return i
        sets = [[]]
        while t[i][1] != ";":
            word = t[i][1]
            if word == "|":
                sets.append([])
            elif word in ("true", "false"):
                sets[-1].append(float(word == "true"))
            elif re.fullmatch(r"-?(\d|\.\d)[\w.+-]*", word):
                word = word.rstrip("uU")
                sets[-1].append(float(int(word, 0)) if re.fullmatch(r"-?(0x[0-9a-fA-F]+|\d+)", word)
                                else float(word.rstrip("fF")))
            i += 1
        self.values.append((storage, kind, name))
        self.data[name] = sets
        return i


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
    decl, assign, _ = results(case)
    passing = "".join("%sout highp %s %s%s;\n" % ("flat " if is_integer(t) else "", no_bool(t),
                                                  "a_" if t.startswith("b") else "", n)
                      for s, t, n in case.values if s == "input")
    # inputs arrive as attributes i_..., which the vertex shader hands on
    arriving = "".join("in highp %s i_%s;\n" % (no_bool(t), n) for s, t, n in case.values if s == "input")
    handing = "".join("%s%s = i_%s; " % ("a_" if t.startswith("b") else "", n, n)
                      for s, t, n in case.values if s == "input")
    plain_vs = ("#version 300 es\nin highp vec4 dEQP_Position;\n%s%svoid main() { %sgl_Position = dEQP_Position; }\n" %
                (arriving, passing, handing))
    plain_fs = ("#version 300 es\nlayout(location = 0) out mediump vec4 dEQP_FragColor;\n"
                "void main() { dEQP_FragColor = vec4(1.0); }\n")
    old_vs = "attribute highp vec4 dEQP_Position;\nvoid main() { gl_Position = dEQP_Position; }\n"
    old_fs = "void main() { gl_FragColor = vec4(1.0); }\n"
    is_300 = case.version != "100"
    vertex_words = {"DECLARATIONS": as_vertex(case, ""), "SETUP": "", "OUTPUT": "gl_Position = dEQP_Position;\n",
                    "POSITION_FRAG_COLOR": "gl_Position"}
    setup = "".join("%s = %s(a_%s);\n" % (n, t, n) for s, t, n in case.values if s == "input" and t.startswith("b"))
    fragment_words = {"DECLARATIONS": as_fragment(case) + decl, "SETUP": setup,
                      "OUTPUT": "dEQP_FragColor = vec4(1.0);\n" + assign,
                      "POSITION_FRAG_COLOR": "dEQP_FragColor"}
    if "both" in case.shaders:
        yield "vertex", fill(case, case.shaders["both"], vertex_words), plain_fs if is_300 else old_fs
        yield "fragment", plain_vs if is_300 else old_vs, fill(case, case.shaders["both"], fragment_words)
        return
    words = {"VERTEX_DECLARATIONS": "in highp vec4 dEQP_Position;\n" + "".join(
                 "in highp %s %s;\n" % (t, n) for s, t, n in case.values if s == "input"),
             "VERTEX_SETUP": "", "VERTEX_OUTPUT": "gl_Position = dEQP_Position;\n",
             "FRAGMENT_DECLARATIONS": "layout(location = 0) out mediump vec4 dEQP_FragColor;\n" + "".join(
                 "%s%s %s;\n" % ("" if t.startswith("b") else "highp ", t, n) for s, t, n in case.values if s == "output") + decl,
             "FRAGMENT_OUTPUT": "dEQP_FragColor = vec4(1.0);\n" + assign, "FRAG_COLOR": "dEQP_FragColor"}
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


def size(kind):
    """Columns and rows of a type."""
    m = re.fullmatch(r"mat(\d)(?:x(\d))?", kind)
    if m:
        return int(m.group(1)), int(m.group(2) or m.group(1))
    m = re.fullmatch(r"[biu]?vec(\d)", kind)
    return 1, int(m.group(1)) if m else 1


def results(case):
    """Declarations of the fragment shader's outputs for the case's, and their assignments; matrices by columns."""
    decl, assign, names, location = "", "", [], 1
    for s, kind, name in case.values:
        if s != "output":
            continue
        cols, rows = size(kind)
        base = "uint" if kind.startswith("b") else "int" if re.match(r"int|ivec", kind) else \
            "uint" if re.match(r"uint|uvec", kind) else "float"
        vec = base if rows == 1 else {"float": "", "int": "i", "uint": "u"}[base] + "vec%d" % rows
        for c in range(cols):
            out = "r_%s_%d" % (name, c)
            decl += "layout(location = %d) out highp %s %s;\n" % (location, vec, out)
            assign += "%s = %s(%s%s);\n" % (out, vec, name, "[%d]" % c if cols > 1 else "")
            names.append((out, base, name, c * rows, rows))
            location += 1
    return decl, assign, names


def encode(kind, numbers):
    cols, rows = size(kind)
    if len(numbers) == 1 and cols * rows > 1:
        numbers = numbers * (cols * rows)
    is_float = not re.match(r"[biu]", kind) or kind.startswith("bvec_")
    return " ".join("%08x" % (struct.unpack("<I", struct.pack("<f", x))[0] if is_float else int(x) & 0xffffffff)
                    for x in numbers)


def decode(base, bits):
    v = int(bits, 16)
    if base == "float":
        return struct.unpack("<f", struct.pack("<I", v))[0]
    return v - (1 << 32) if base == "int" and v >> 31 else v


def same(kind, want, got):
    return abs(want - got) <= (0.05 if kind == "float" else 0) or want == got


def run_values(tool, folder, case, names, optimise):
    """The first difference between what comes out and the case's values; None: there is none."""
    paths = [os.path.join(folder, "a.vert"), os.path.join(folder, "a.frag")]
    runs = max((len(x) for x in case.data.values()), default=0)
    text = ""
    for i in range(runs):
        for s, kind, name in case.values:
            if s != "output":
                numbers = case.data[name][min(i, len(case.data[name]) - 1)]
                given = no_bool(kind) if s == "input" else kind
                for prefix in ("i_", "") if s == "input" else ("",):
                    text += "%s %s%s %s\n" % (s, prefix, name, encode(given, numbers))
        text += "run\n"
    p = subprocess.run([tool, *paths] + (["optimise"] if optimise else []), input=text, capture_output=True, text=True,
                       check=False)
    blocks = p.stdout.split("done\n")
    if p.returncode or len(blocks) != runs + 1:
        return "glsl_run: " + p.stdout + p.stderr
    for i, block in enumerate(blocks[:runs]):
        lines = dict(x.split(" ", 1) for x in block.splitlines() if " " in x)
        if "error" in lines:
            return lines["error"]
        for out, base, name, first, rows in names:
            want = case.data[name][min(i, len(case.data[name]) - 1)]
            want = want * rows if len(want) == 1 else want
            got = [decode(base, b) for b in lines.get(out, "").split()]
            if len(got) != rows or not all(same(base, w, g) for w, g in zip(want[first:first + rows], got)):
                return "run %d: %s is %s, expected %s" % (i, name, got, want[first:first + rows])
    return None


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
    p.add_argument("--run")
    p.add_argument("--verbose", action="store_true")
    args = p.parse_args()
    passed = failed = run_cases = 0
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
                        difference = None
                        if args.run and case.expect == "pass" and what != "vertex" and case.data:
                            difference = (run_values(args.run, folder, case, results(case)[2], False) or
                                          run_values(args.run, folder, case, results(case)[2], True))
                            run_cases += 1
                        if not difference:
                            passed += 1
                            continue
                        got, log = difference, ""
                    failed += 1
                    print("%s_%s: %s, expected %s" % (case.path, what, got, case.expect))
                    if args.verbose:
                        print(log, vertex, fragment, sep="\n----\n")
    if args.run:
        print("%d were run" % run_cases)
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
