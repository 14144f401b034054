#!/usr/bin/env python3
"""Compares the C ABI, as a program sees it that uses an installed tree, with the committed dump (libabigail).

    check_abi.py ABIDW ABIDIFF COMPILER INCLUDE LIBRARY DUMP [--update]

A small C library is made that refers to every function that LIBRARY exports by its declaration in the
headers of INCLUDE. Its debug information has their types, and nothing of what is inside LIBRARY. The dump
says what programs were built against: --update is for a change that is meant.
"""

import argparse
import pathlib
import shlex
import subprocess
import sys
import tempfile


def exported_functions(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return sorted(line.split()[2].split("@")[0] for line in lines if line.split()[1] == "T")


def source(include, library):
    headers = sorted(p.name for p in include.glob("*.h"))
    functions = exported_functions(library)
    if "ur_api.h" not in headers or "urLoaderInit" not in functions:
        sys.exit(f"{include} or {library} is not Ursa's.")
    return "".join([f"#include <{h}>\n" for h in headers]
                   + [f"__typeof__(&{f}) const abi_of_{f} = &{f};\n" for f in functions]
                   + ["ur_dditable_t abi_of_tables;\n"])


def dump(options, folder):
    """Writes the dump of the present ABI and returns its path."""
    (folder / "abi.c").write_text(source(options.include, options.library))
    # Names without folders: places differ from machine to machine and are no part of the ABI.
    subprocess.run([options.compiler, "-std=gnu99", "-g", "-O0", "-shared", "-fPIC", "-I", options.include,
                    f"-ffile-prefix-map={folder}=.", "abi.c", "-o", "libabi.so", options.library],
                   check=True, cwd=folder)
    subprocess.run([options.abidw, "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--no-elf-needed",
                    "--type-id-style", "hash", "--out-file", "present.abi", "libabi.so"], check=True, cwd=folder)
    return folder / "present.abi"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("abidw")
    parser.add_argument("abidiff")
    parser.add_argument("compiler")
    parser.add_argument("include", type=pathlib.Path)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("dump", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    options.include, options.library = options.include.resolve(), options.library.resolve()
    with tempfile.TemporaryDirectory() as name:
        present = dump(options, pathlib.Path(name).resolve())
        if options.update:
            options.dump.write_bytes(present.read_bytes())
        elif subprocess.run([options.abidiff, options.dump, present]).returncode:
            sys.exit(f"The ABI is not the committed one. If that is meant: {shlex.join(sys.argv)} --update")


if __name__ == "__main__":
    main()
