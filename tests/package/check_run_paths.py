#!/usr/bin/env python3
"""Checks where the dynamic linker looks for the libraries of every ELF file below some folders.

    check_run_paths.py FOLDER...

Each entry of a run path must be absolute or begin with $ORIGIN. An empty or relative one depends on the
folder that a program is started in, whose owner could have it load another library.
"""

import pathlib
import re
import subprocess
import sys

BATCH = 100


def elf_files(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def run_paths(files):
    """Pairs of a file and its run path, as readelf shows it."""
    # With one file alone readelf does not print the name.
    text = subprocess.run(["readelf", "--dynamic", "--wide", *files, files[0]], check=True,
                          capture_output=True, text=True).stdout
    name = None
    for line in text.splitlines():
        if line.startswith("File: "):
            name = line.removeprefix("File: ")
        elif match := re.search(r"\((?:RPATH|RUNPATH)\)[^\[]*\[(.*)\]$", line):
            yield name, match.group(1)


def main():
    files = [path for folder in sys.argv[1:] for path in elf_files(pathlib.Path(folder))]
    found = {pair for start in range(0, len(files), BATCH) for pair in run_paths(files[start:start + BATCH])}
    if not found:
        sys.exit(f"No file with a run path is in {', '.join(sys.argv[1:])}.")
    bad = [f"The run path of {name} is '{path}'." for name, path in sorted(found)
           if not all(re.match(r"/|\$ORIGIN(/|$)", entry) for entry in path.split(":"))]
    sys.exit("\n".join(bad) if bad else 0)


if __name__ == "__main__":
    main()
