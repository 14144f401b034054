#!/usr/bin/env python3
"""Checks a program's man page: groff has no warnings, and every option that --help names is described.

    check_man.py GROFF PROGRAM PAGE
"""

import os
import re
import subprocess
import sys


def options_of(text):
    """The options at the start of help lines: -o, --json, -v,--verbose, --spec-const=<value>."""
    found = set()
    for line in text.splitlines():
        if match := re.match(r"\s{1,6}(-\S+)", line):
            words = match.group(1).split(",")
            found.update(re.match(r"-{1,2}[A-Za-z#][A-Za-z0-9_-]*|-###", w).group(0) for w in words
                         if w.startswith("-"))
    return found


def main():
    groff, program, page = sys.argv[1:]
    done = subprocess.run([groff, "-ww", "-man", "-Tutf8", "-P-c", page], capture_output=True, text=True)
    if done.returncode or done.stderr:
        sys.exit(f"groff on {page} (exit status {done.returncode}): {done.stderr}")
    text = re.sub(".\b", "", done.stdout)
    text = text.replace("\u2010", "-").replace("\u2212", "-")
    helped = subprocess.run([program, "--help"], capture_output=True, text=True, check=True,
                            env={**os.environ, "COLUMNS": "80"}).stdout
    options = options_of(helped)
    if len(options) < 2:
        sys.exit(f"No options were found in the help of {program}:\n{helped}")
    # LLVM's option parser takes one dash for two.
    missing = [o for o in sorted(options)
               if not re.search(rf"(?<![\w-])--?{re.escape(o.lstrip('-'))}(?![\w-])", text)]
    if missing:
        sys.exit(f"{page} does not describe {', '.join(missing)}.")


if __name__ == "__main__":
    main()
