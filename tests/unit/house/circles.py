# SPDX-License-Identifier: MIT
"""Circles of files: a.c uses what b.c defines and b.c what a.c defines, over however many files.

Read from the object files with nm, so that a header cannot hide one. There must be none but those that
`circles.txt` knows: a line gives the rooms (folders) of a circle and how many files it may have at most. The
list may only shrink: lines without a circle are named, so that they can be taken out.

usage: circles.py SOURCE-DIR BUILD-DIR NM [--list]
"""
import ctypes
import json
import os
import subprocess
import sys

LEAST_FILES = 200  # fewer object files: the build folder was not understood


def objects(source, build):
    """Object file -> source file below src/ (several objects of one source are one file)."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as f:
        commands = json.load(f)
    found = {}
    for c in commands:
        folder = c["directory"]
        name = os.path.relpath(os.path.join(folder, c["file"]), source)
        path = os.path.join(folder, c["output"])
        if name.startswith("src" + os.sep) and name.endswith(".c") and os.path.exists(path):
            found[path] = name[4:]
    return found


def symbols(nm, paths):
    """Object file -> (defined, undefined) external symbols."""
    out = subprocess.run([nm, "-A", "-g", "-P", *paths], check=True, capture_output=True, text=True).stdout
    result = {p: (set(), set()) for p in paths}
    for line in out.splitlines():
        path, rest = line.split(": ", 1)
        symbol, kind = rest.split()[:2]
        result[path][kind in "Uwv"].add(symbol)
    return result


def uses(source, build, nm):
    """File -> {file it uses: symbols}."""
    files = objects(source, build)
    if len(files) < LEAST_FILES:
        sys.exit(f"{len(files)} object files of src/ in {build}: not built, or not understood")
    syms = symbols(nm, sorted(files))
    home = {}
    libc = ctypes.CDLL(None)
    for path, (defined, _) in syms.items():
        for s in defined:
            if not hasattr(libc, s):  # src/kernel/device has open, read, ... of its own, which nothing here calls
                home.setdefault(s, set()).add(files[path])
    graph = {name: {} for name in files.values()}
    for path, (_, undefined) in syms.items():
        for s in undefined:
            for target in home.get(s, ()):
                if target != files[path]:
                    graph[files[path]].setdefault(target, set()).add(s)
    return graph


def components(graph):
    """Strongly connected components of two files and more (Tarjan, without recursion)."""
    index, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in sorted(graph):
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        work = [(root, iter(sorted(graph[root])))]
        while work:
            node, rest = work[-1]
            for n in rest:
                if n not in index:
                    index[n] = low[n] = len(index)
                    stack.append(n)
                    on_stack.add(n)
                    work.append((n, iter(sorted(graph[n]))))
                    break
                if n in on_stack:
                    low[node] = min(low[node], index[n])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    circle = set()
                    while True:
                        n = stack.pop()
                        on_stack.discard(n)
                        circle.add(n)
                        if n == node:
                            break
                    if len(circle) > 1:
                        found.append(circle)
    return found


def edges(graph, circle):
    """The calls that close a circle, as lines."""
    for a in sorted(circle):
        for b, names in sorted(graph[a].items()):
            if b in circle:
                yield f"   {a} -> {b}: {', '.join(sorted(names))}"


def known_circles(path):
    """(rooms, most files) of each line."""
    known = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            words = line.split("#")[0].split()
            if words:
                known.append((set(words[1:]), int(words[0])))
    return known


def main():
    source, build = map(os.path.abspath, sys.argv[1:3])
    assert components({"a": {"b": 0}, "b": {"c": 0}, "c": {"b": 0}, "d": {"a": 0}}) == [{"b", "c"}]
    graph = uses(source, build, sys.argv[3])
    circles = sorted(components(graph), key=sorted)
    if "--list" in sys.argv:
        for circle in circles:
            rooms = sorted({os.path.dirname(f) for f in circle})
            print(f"{len(circle)} files in {', '.join(rooms)}", *edges(graph, circle), sep="\n")
        return
    known = known_circles(os.path.join(os.path.dirname(os.path.abspath(__file__)), "circles.txt"))
    bad = 0
    for circle in circles:
        rooms = {os.path.dirname(f) for f in circle}
        line = next((k for k in known if rooms <= k[0] and len(circle) <= k[1]), None)
        if line:
            known.remove(line)
            continue
        bad += 1
        print(f"{len(circle)} files stand in a circle:", *edges(graph, circle), sep="\n")
    for rooms, _ in known:
        print(f"circles.txt: no circle in {', '.join(sorted(rooms))} any more: its line can go")
    if bad:
        sys.exit(1)
    print(f"{len(graph)} files, {len(circles)} circles, all of them known")


if __name__ == "__main__":
    main()
