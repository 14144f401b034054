#!/usr/bin/env python3
"""Compares what a library exports with a committed list in the form of Debian's symbols files.

    check_library.py LIBRARY LIST [--update VERSION] [--without WORD...]

A new symbol is added with --update, which gives it VERSION; a symbol that goes is a break of the ABI.
--without: the library must need no library whose name has one of the words.
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys


def exported(library):
    """The symbols with their version nodes, as Debian writes them: name@NODE. Some linkers add a symbol for each node."""
    lines = subprocess.run(["nm", "-D", "--defined-only", "--with-symbol-versions", library], check=True,
                           capture_output=True, text=True).stdout.splitlines()
    symbols = set()
    for line in lines:
        kind, symbol = line.split()[-2:]
        if kind != "A":
            symbols.add(symbol.replace("@@", "@"))
    return symbols


def dynamic(library, tag):
    text = subprocess.run(["readelf", "-d", "-W", library], check=True, capture_output=True, text=True).stdout
    return re.findall(rf"\({tag}\).*\[(.*)\]", text)


def read_list(path):
    """symbol -> the version that it is in since"""
    lines = [line.split() for line in path.read_text().splitlines() if line.startswith(" ")]
    return {symbol: version for symbol, version in lines}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("list", type=pathlib.Path)
    parser.add_argument("--update", metavar="VERSION")
    parser.add_argument("--without", nargs="*", default=[])
    options = parser.parse_args()

    symbols = exported(options.library)
    soname = dynamic(options.library, "SONAME")[0]
    if options.update:
        old = read_list(options.list) if options.list.exists() else {}
        package = soname.replace(".so.", "-").replace("_", "-")
        lines = [f"{soname} {package} #MINVER#"]
        lines += [f" {s} {old.get(s, options.update)}" for s in sorted(symbols)]
        options.list.write_text("\n".join(lines) + "\n")
        return

    problems = []
    listed = read_list(options.list)
    if not options.list.read_text().startswith(soname + " "):
        problems.append(f"The SONAME is {soname}, which is not what {options.list.name} is about.")
    problems += [f"{s} is exported no longer." for s in sorted(listed.keys() - symbols)]
    problems += [f"{s} is new." for s in sorted(symbols - listed.keys())]
    if problems:
        problems.append(f"If that is meant: {shlex.join(sys.argv[:3])} --update VERSION")
    needed = dynamic(options.library, "NEEDED")
    problems += [f"The library needs {name}." for name in needed for word in options.without if word in name]
    problems += [f"The run path {path} is not relative to the library."
                 for path in dynamic(options.library, "RUNPATH") if not path.startswith("$ORIGIN")]
    sys.exit("\n".join(problems) if problems else 0)


if __name__ == "__main__":
    main()
