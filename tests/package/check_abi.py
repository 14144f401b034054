#!/usr/bin/env python3
"""Compares the types and functions of the loader's C ABI with the committed dump (libabigail).

    check_abi.py ABIDW ABIDIFF LIBRARY DUMP [--update]

Only types of the public headers count. The dump says what programs were built against: --update is for
a change that is meant.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

HEADERS = pathlib.Path(__file__).resolve().parents[2] / "include" / "ur"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("abidw")
    parser.add_argument("abidiff")
    parser.add_argument("library")
    parser.add_argument("dump", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        present = options.dump if options.update else pathlib.Path(folder) / "present.abi"
        # Without places and paths: they differ from machine to machine and say nothing about the ABI.
        subprocess.run([options.abidw, "--headers-dir", HEADERS, "--no-show-locs", "--no-corpus-path",
                        "--no-comp-dir-path", "--type-id-style", "hash", "--no-elf-needed", "--out-file", present,
                        options.library], check=True)
        if "ur_dditable_t" not in present.read_text() or "ursa_kernel_arg_t" not in present.read_text():
            sys.exit(f"The debug information of {options.library} lacks the types of the ABI.")
        if not options.update:
            done = subprocess.run([options.abidiff, options.dump, present])
            if done.returncode:
                sys.exit("The ABI is not the committed one; if that is meant, use --update.")


if __name__ == "__main__":
    main()
