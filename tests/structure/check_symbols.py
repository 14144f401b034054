#!/usr/bin/env python3
"""Checks that each component of core, and format, links with nothing but what components.txt lets it include.

    check_symbols.py NM TABLE FOLDER=ARCHIVE...

A component may have several archives. Exit status 1 with each symbol of Ursa that a component uses and
that neither it nor one of the components that it may use, directly or through these, defines: such a
component cannot be tested alone.
"""

import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from check_includes import read_table  # noqa: E402


def symbols(nm, archive):
    """The symbols of Ursa that an archive defines, and those that it needs."""
    text = subprocess.run([nm, archive], check=True, capture_output=True, text=True).stdout
    defined, needed = set(), set()
    for line in text.splitlines():
        *_, kind, name = line.split() if len(line.split()) >= 2 else ("", "", "")
        if (name.startswith("_Z") and "4ursa" in name) or re.match(r"ur(sa)?[A-Z]", name):
            (needed if kind == "U" else defined).add(name)
    return defined, needed - defined


def main():
    nm, table, *pairs = sys.argv[1:]
    table = read_table(pathlib.Path(table))
    known = {}
    for folder, archive in (pair.split("=", 1) for pair in pairs):
        defined, needed = symbols(nm, archive)
        before = known.get(folder, (set(), set()))
        known[folder] = before[0] | defined, before[1] | needed

    def reachable(folder):
        found, rest = set(), [folder]
        while rest:
            if (here := rest.pop()) not in found:
                found.add(here)
                rest += table[here]
        return found

    failed = False
    for folder, (_, needed) in known.items():
        there = set().union(*(known[other][0] for other in reachable(folder) if other in known))
        for name in sorted(needed - there):
            print(f"{folder} needs {name}, which no component defines that it may use.")
            failed = True
    if not any(needed for _, needed in known.values()):
        sys.exit("check_symbols.py: no component needs another; the archives hold no symbols.")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
