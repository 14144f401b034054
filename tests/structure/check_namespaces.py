#!/usr/bin/env python3
"""Checks that the namespaces of sources are those of their folders.

    check_namespaces.py ROOT TABLE

TABLE is namespaces.txt. In the sources of each folder that has a namespace

- every block of a namespace of Ursa is the folder's or one inside of it, or has forward declarations only;
- a class is in a namespace; the ABI's types of handles, which must be global, derive from one and have no members;
- a `using namespace` comes before all declarations, and not in headers.

Exit status 1 with a line for each finding.
"""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
from check_includes import holder, sources  # noqa: E402

SUFFIXES = (".h", ".hpp", ".cpp")
RULELESS = "any"
NOISE = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r'|R"(\w*)\(.*?\)\1"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<!\w)'(?:\\[^\n']+|[^'\\\n])'",
    re.DOTALL,
)
NAMESPACE = re.compile(r"\b(?:inline )?namespace\b([^;={}]*)$")
# Forward declarations, and lists of declarations by macros.
FORWARD = re.compile(
    r"(?:\s*(?:(?:template <[^<>]*>\s*)?(?:class|struct|union|enum(?: class)?) \w+(?: : [\w:]+)?;|#[^\n]*|URSA_\w+\(\w+\)))+\s*"
)
CLASS = re.compile(r"^(?:template <[^\n]*>\s*)?(?:class|struct|union) (\w+)\b(?!::)([^;{]*)\{(.*?)\};$", re.MULTILINE | re.DOTALL)
HANDLE = re.compile(r"ur_\w+_handle_t_")
FOREIGN = re.compile(r"Vk|CU|cl_")  # types of other ABIs, for headers that lack them
INHERITED = re.compile(r"(\s*using (?:\w+::)+\w+;)*\s*")
DIRECTIVE = re.compile(r"^using namespace [^\n]*;$", re.MULTILINE)  # not those in functions
BEFORE_DIRECTIVES = re.compile(r"(?:\s*(?:#[^\n]*|using [^\n;]*;|namespace [^\n{;]*=[^\n;]*;|namespace [^\n{]*\{))*\s*")


def read_table(path):
    table = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        folder, colon, namespace = (part.strip() for part in line.partition(":"))
        if not colon or not re.fullmatch(r"any|\w+(::(inline )?\w+)*", namespace) or folder in table:
            sys.exit(f"{path}:{number}: 'FOLDER: NAMESPACE' was expected, once for each folder.")
        table[folder] = namespace
    return table


def blank(text):
    """Spaces in place of a text, so that what follows keeps its line and place."""
    return re.sub(r"[^\n]", " ", text)


def without_noise(text):
    """Without comments and literals."""
    return NOISE.sub(lambda match: blank(match.group()), text)


def namespaces(text):
    """The outermost blocks of namespaces in a text without noise: name, begin, begin of the body, its end, end."""
    depth, block, last = 0, None, 0
    for brace in re.finditer(r"[{};]", text):
        at = brace.start()
        if brace.group() == "{":
            if depth == 0 and (opens := NAMESPACE.search(text, last, at)):
                block = (opens.group(1).strip(), opens.start(), at + 1)
            depth += 1
        elif brace.group() == "}":
            depth -= 1
            if depth == 0 and block:
                yield *block, at, at + 1
                block = None
        last = at + 1


def namespace_of(table, path):
    folder = path.rpartition("/")[0]
    name = holder(table, folder)
    return table[name] if name else "::".join(["ursa", *folder.split("/")]) if folder else RULELESS


def is_inside(name, outer):
    return name == outer or name.startswith(outer + "::")


def findings(table, path, text, others):
    own = namespace_of(table, path)
    if own == RULELESS:
        return
    text = without_noise(text)
    outside = text

    def line(position):
        return text.count("\n", 0, position) + 1

    for name, begin, body, body_end, end in namespaces(text):
        outside = outside[:begin] + blank(outside[begin:end]) + outside[end:]
        if name.split("::")[0] != "ursa" or FORWARD.fullmatch(text, body, body_end):
            continue
        if not is_inside(name, own) or any(is_inside(name, other) and is_inside(other, own) for other in others - {own}):
            yield f"{path}:{line(begin)}: the namespace {name} is not this folder's, which is {own}."
    if path.endswith(".cpp") or 'extern "C"' not in outside:
        for match in CLASS.finditer(outside):
            name, bases, body = match.groups()
            if not HANDLE.fullmatch(name):
                if not path.endswith(".cpp") and not FOREIGN.match(name):
                    yield f"{path}:{line(match.start())}: {name} is in no namespace."
            elif not bases.strip().startswith(":") or not INHERITED.fullmatch(body):
                yield f"{path}:{line(match.start())}: {name} has members, which belong into a class of {own}."
    for match in DIRECTIVE.finditer(text):
        if not path.endswith(".cpp"):
            yield f"{path}:{line(match.start())}: 'using namespace' in a header."
        elif not BEFORE_DIRECTIVES.fullmatch(text[: match.start()]):
            yield f"{path}:{line(match.start())}: 'using namespace' in the middle of a file."


def problems(root, table):
    for folder in table:
        if not (root / folder).is_dir():
            yield f"The table names {folder}, which is no folder."
    files = [p for p in sources(root) if p.suffix in SUFFIXES]
    names = [p.relative_to(root).as_posix() for p in files]
    others = {namespace_of(table, name) for name in names} - {RULELESS}
    for file, name in zip(files, names):
        yield from findings(table, name, file.read_text(errors="replace"), others)


def main():
    root, path = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    found = list(problems(root, read_table(path)))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
