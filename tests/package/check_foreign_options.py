#!/usr/bin/env python3
"""Compares the options of other compilers in the man page of ursac++ with the table in the program.

    check_foreign_options.py PROGRAM PAGE           # fails if they differ
    check_foreign_options.py PROGRAM PAGE --write   # writes that part of the page
"""

import pathlib
import re
import subprocess
import sys

BEGIN = '.\\" Begin of what tests/package/check_foreign_options.py writes.\n'
END = '.\\" End of what tests/package/check_foreign_options.py writes.\n'


def quoted(text):
    """Text for groff."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")


def bold(name):
    """An option in bold, and the names of its values in italics."""
    parts = re.split(r"(\b[A-Z][A-Z0-9]+\b)", name)
    # Capitals within words, as in -xCORE-, belong to the option.
    marked = "".join(f"\\fI{quoted(p)}\\fB" if i % 2 and not parts[i - 1].endswith("-x") else quoted(p)
                     for i, p in enumerate(parts))
    return f"\\fB{marked}\\fR"


def section(listing):
    """The part of the man page for what --list-foreign-options prints."""
    lines = []
    names = []
    for line in listing.splitlines():
        if line.startswith("      "):
            lines += [".TP" if i == 0 else ".TQ" + "\n" + bold(n) for i, n in enumerate(names)]
            lines[-len(names)] += "\n" + bold(names[0])
            lines.append(quoted(line.strip()))
            names = []
        elif line.startswith("  "):
            names.append(line.strip())
        elif line:
            lines.append(f".SS {quoted(line.rstrip(':'))}")
    return BEGIN + "\n".join(lines) + "\n" + END


def main():
    program, page = sys.argv[1], pathlib.Path(sys.argv[2])
    listing = subprocess.run([program, "--list-foreign-options"], capture_output=True, text=True,
                             check=True).stdout
    text = page.read_text()
    if BEGIN not in text or END not in text:
        sys.exit(f"{page} has no part that begins with {BEGIN}")
    before, rest = text.split(BEGIN)
    written, after = rest.split(END)
    expected = section(listing)
    if expected.count(".TP") < 50:
        sys.exit(f"{program} lists too few options:\n{listing}")
    if "--write" in sys.argv[3:]:
        page.write_text(before + expected + after)
    elif BEGIN + written + END != expected:
        sys.exit(f"{page} does not have the options of '{program} --list-foreign-options'. "
                 f"'{sys.argv[0]} {program} docs/man/ursac++.1 --write' writes them.")


if __name__ == "__main__":
    main()
