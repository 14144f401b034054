#!/usr/bin/env python3
"""Checks that components include each other only as components.txt allows.

    check_includes.py ROOT TABLE

Exit status 1 with each include that goes against the table, each file that no component holds, and each
circle of components.
"""

import os
import pathlib
import re
import sys

SUFFIXES = {".c", ".cpp", ".h", ".hpp", ".inc"}
IGNORED = {"build", "tests", "third_party"}  # tests may include everything
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def read_table(path):
    """Component -> what it may include: components, or single files of them."""
    table, component = {}, None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            table[component] += line.split()
            continue
        component, colon, about = line.partition(":")
        if not colon or not about.strip() or component in table:
            sys.exit(f"{path}:{number}: 'FOLDER: WHAT IT HOLDS' was expected, once for each folder.")
        table[component] = []
    return table


def holder(table, file):
    """The component that a file belongs to: the longest name that the path begins with."""
    parts = file.split("/")
    for length in range(len(parts), 0, -1):
        name = "/".join(parts[:length])
        if name in table:
            return name
    return None


def circle(table):
    """Components that lead back to the first of them, or None."""
    done, path = set(), []

    def visit(component):
        if component in path:
            return path[path.index(component) :] + [component]
        if component in done:
            return None
        path.append(component)
        for allowed in table[component]:
            target = holder(table, allowed)
            if target and target != component and (found := visit(target)):
                return found
        path.pop()
        done.add(component)
        return None

    return next((found for component in table if (found := visit(component))), None)


def sources(root):
    for top in sorted(root.iterdir()):
        if top.is_dir() and top.name not in IGNORED and not top.name.startswith("."):
            yield from sorted(p for p in top.rglob("*") if p.suffix in SUFFIXES and p.is_file())


def included(root, file, name):
    """The path of an included file from the root; None when it is not of this tree."""
    for path in (root / name, root / "include/ur" / name, file.parent / name):
        path = pathlib.Path(os.path.normpath(path))
        if path.is_file() and path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return None


def problems(root, table):
    for component, allowed in table.items():
        for name in [component, *allowed]:
            if not (root / name).exists():
                yield f"The table names {name}, which is not there."
    if found := circle(table):
        yield f"The table has a circle: {' -> '.join(found)}."
    for file in sources(root):
        path = file.relative_to(root).as_posix()
        component = holder(table, path)
        if component is None:
            yield f"{path} belongs to no component of the table."
            continue
        text = file.read_text(errors="replace")
        for match in INCLUDE.finditer(text):
            target = included(root, file, match.group(1))
            if target is None or target.startswith("include/"):
                continue
            to = holder(table, target)
            if to in (component, None) or to in table[component] or target in table[component]:
                continue
            line = text.count("\n", 0, match.start(1)) + 1
            yield f"{path}:{line}: {component} may not include {target} ({to})."


def main():
    root, path = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    found = list(problems(root, read_table(path)))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
