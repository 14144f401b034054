#!/usr/bin/env python3
"""Checks what the documents say of the tree: links, paths, components, files of adapters, names of members.

    check_documents.py ROOT TABLE

- Every relative link of a Markdown file leads to a file, and its anchor to a heading.
- Every path between backticks in ARCHITECTURE.md, CHANGING.md and CONTRIBUTING.md is there. Headers may be
  named without their suffix.
- The table of components in ARCHITECTURE.md names the folders that TABLE (components.txt) has, and no others
  with sources of a component.
- Every adapter has the files that ARCHITECTURE.md says every adapter has, in whatever folder.
- A member between backticks in ARCHITECTURE.md, such as `Bundle::mutex_`, is in a file that defines its type.

Exit status 1 with a line for each finding.
"""

import functools
import pathlib
import re
import sys
import urllib.parse

sys.dont_write_bytecode = True
from check_includes import holder, read_table  # noqa: E402

MAP = "docs/ARCHITECTURE.md"
PATHS_CHECKED = (MAP, "docs/CHANGING.md", "CONTRIBUTING.md")
IGNORED = {"build", "third_party"}  # what nobody commits, or others wrote
SUFFIXES = ("", ".h", ".hpp")
FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2[^\n]*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\(\s*<?([^()\s<>]+)>?(?:\s+\"[^\"]*\")?\s*\)|^\[[^\]\n]+\]:\s*(\S+)", re.MULTILINE)
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)
ADAPTER_FILES = re.compile(r"Every adapter has a header and a source file of these names: ([^.]+)\.")
MEMBER = re.compile(r"([A-Z]\w*)::(\w+)(?:\(\))?")


def blank(match):
    """Spaces in place of the text, so that lines keep their numbers."""
    return re.sub(r"[^\n]", " ", match.group())


@functools.cache
def text_of(path):
    """A document without its blocks of code."""
    return FENCE.sub(blank, path.read_text())


@functools.cache
def anchors(path):
    """The anchors of the headings, as GitHub makes them."""
    found = {}
    for title in HEADING.findall(text_of(path)):
        title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "").lower()
        name = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
        found[name] = found.get(name, -1) + 1
    return {f"{name}-{i}" if i else name for name, last in found.items() for i in range(last + 1)}


def documents(root):
    yield from sorted(root.glob("*.md"))
    for top in sorted(root.iterdir()):
        if top.is_dir() and top.name not in IGNORED and not top.name.startswith("."):
            yield from sorted(top.rglob("*.md"))


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def wrong_links(root, document):
    name, text = document.relative_to(root), CODE.sub(blank, text_of(document))
    for match in LINK.finditer(text):
        target = match.group(1) or match.group(2)
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        path, _, anchor = urllib.parse.unquote(target).partition("#")
        at = f"{name}:{line_of(text, match.start())}"
        file = (document.parent / path).resolve() if path else document
        if not file.exists():
            yield f"{at}: the link {target} leads to no file."
        elif not file.is_relative_to(root):
            yield f"{at}: the link {target} leads out of the tree."
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            yield f"{at}: the link {target} leads to no heading."


def wrong_paths(root, document):
    """Paths from the root of the tree: their first part is a folder of it."""
    tops = {p.name for p in root.iterdir() if p.is_dir()} - IGNORED
    text = text_of(document)
    for match in CODE.finditer(text):
        path = match.group(1)
        if not re.fullmatch(r"[\w.+*-]+(/[\w.+*-]+)*/?", path) or "/" not in path or path.split("/")[0] not in tops:
            continue
        there = any(root.glob(path)) if "*" in path else any((root / (path + suffix)).exists() for suffix in SUFFIXES)
        if not there:
            yield f"{document.relative_to(root)}:{line_of(text, match.start())}: there is no {path}."


def wrong_components(root, table):
    text = text_of(root / MAP)
    section = re.search(r"^## Components\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    rows = re.finditer(r"^\|([^|\n]*)\|", section.group(1), re.MULTILINE) if section else ()
    named = {}
    for row in rows:
        for name in CODE.findall(row.group(1)):
            named.setdefault(name, line_of(text, section.start(1) + row.start()))
    for component in table:
        if component not in named and (root / component).is_dir():  # single files belong to a row of a folder
            yield f"{MAP}: the table of components has no {component}, which is one of components.txt."
    for name, line in named.items():
        if name not in table and ((within := holder(table, name)) or not (root / name).exists()):
            where = f"a part of {within}" if within else "no folder of the tree"
            yield f"{MAP}:{line}: {name} is no component of components.txt, but {where}."


def wrong_adapter_files(root):
    text = text_of(root / MAP)
    claim = ADAPTER_FILES.search(text)
    if not claim:
        yield f"{MAP}: no sentence says '{ADAPTER_FILES.pattern.split('(')[0].strip()}'."
        return
    for adapter in sorted(p for p in (root / "adapters").iterdir() if (p / "CMakeLists.txt").exists()):
        files = {p.name for p in adapter.rglob("*") if "jit" not in p.relative_to(adapter).parts}
        for name in CODE.findall(claim.group(1)) if adapter.name != "common" else ():
            for file in (name + ".h", name + ".cpp"):
                if file not in files:
                    yield f"{MAP}:{line_of(text, claim.start())}: {adapter.name} has no {file}, which every adapter has."


def wrong_members(root):
    text = text_of(root / MAP)
    members = [(m, *found.groups()) for m in CODE.finditer(text) if (found := MEMBER.fullmatch(m.group(1)))]
    parts = [root / "core", root / "support"]
    files = [p.read_text(errors="replace") for part in parts for p in part.rglob("*") if members and p.suffix in (".h", ".cpp")]
    for match, owner, member in members:
        defines = re.compile(rf"\b(class|struct) {owner}\b[^;{{]*\{{")
        if not any(defines.search(file) and re.search(rf"\b{member}\b", file) for file in files if owner in file):
            yield f"{MAP}:{line_of(text, match.start())}: no file of core and support defines {owner} with {member}."


def problems(root, table):
    for document in documents(root):
        yield from wrong_links(root, document)
    for name in PATHS_CHECKED:
        if (root / name).is_file():
            yield from wrong_paths(root, root / name)
        else:
            yield f"{name} is not there."
    if (root / MAP).is_file():
        yield from wrong_components(root, table)
        yield from wrong_adapter_files(root)
        yield from wrong_members(root)


def main():
    root, path = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    found = list(problems(root, read_table(path)))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
