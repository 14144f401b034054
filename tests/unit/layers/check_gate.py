#!/usr/bin/env python3
"""Compares the entry points with a second compilation of them without layers.

    check_gate.py OBJDUMP GATED.o... -- UNGATED.o...

While no layer is active, a call must not execute more instructions than without layers. Compares, for
each function, the number of instructions on its hot path, which are in .text: the compiler puts unlikely
code into separate sections. Exit status 1 with the functions that have more.
"""

import re
import subprocess
import sys

FUNCTIONS = 240  # at least so many entry points go to adapters
PADDING = re.compile(r":\s+(nop|xchg +%ax,%ax|cs nop|data16)")


def hot_instructions(objdump, path):
    """Symbol of an entry point or intercept -> number of its instructions in .text."""
    text = subprocess.run([objdump, "-d", "--no-show-raw-insn", "--section=.text", path],
                          check=True, capture_output=True, text=True).stdout
    counts, name = {}, None
    for line in text.splitlines():
        if match := re.fullmatch(r"[0-9a-f]+ <(\w+)>:", line):
            name = match.group(1)
        elif name and re.match(r"\s+[0-9a-f]+:\s+\S", line) and not PADDING.search(line):
            counts[name] = counts.get(name, 0) + 1
    return {name: count for name, count in counts.items()
            if re.match(r"ur[A-Z]", name) or "9Intercept" in name}


def main():
    objdump, *rest = sys.argv[1:]
    middle = rest.index("--")
    ungated_paths = rest[middle + 1 :]
    names = {path.rsplit("/", 1)[-1] for path in ungated_paths}
    gated, ungated = {}, {}
    for path in rest[:middle]:
        if path.rsplit("/", 1)[-1] in names:
            gated |= hot_instructions(objdump, path)
    for path in ungated_paths:
        ungated |= hot_instructions(objdump, path)
    entries = [name for name in ungated if name.startswith("ur")]
    if gated.keys() != ungated.keys() or len(entries) < FUNCTIONS:
        sys.exit(f"check_gate.py: {sorted(gated.keys() ^ ungated.keys())} cannot be compared.")
    worse = sorted(name for name in gated if gated[name] > ungated[name])
    for name in worse:
        print(f"{name}: {gated[name]} instructions while layers are off, {ungated[name]} without layers")
    print(f"{len(gated)} functions: {sum(ungated.values())} instructions without layers, "
          f"{sum(gated.values())} while they are off")
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
