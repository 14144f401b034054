#!/usr/bin/env python3
"""Writes a test file of IR in which a function stands for many that differ in an operation and a type.

    expand_ir.py FILE OUTPUT

The function behind a line

    ; EACH smax uadd.sat ON i8 v4i32 f32

is written once for each name and each type. In it $NAME is the name, $SUFFIX the type as in the names of intrinsics
(v4i32), $TYPE the type (<4 x i32>), and $KERNEL both names as one identifier (uadd_sat_v4i32).
"""

import pathlib
import re
import string
import sys

FUNCTION = re.compile(r"^; EACH (.*) ON (.*)\n(define (?:.*\n)*?}\n)", re.MULTILINE)
FLOATS = {"f16": "half", "f32": "float", "f64": "double"}


def type_of(suffix):
    vector = re.fullmatch(r"v(\d+)(\w+)", suffix)
    return f"<{vector[1]} x {type_of(vector[2])}>" if vector else FLOATS.get(suffix, suffix)


def expand(match):
    names, suffixes, function = match.groups()
    return "\n".join(
        string.Template(function).substitute(NAME=name, SUFFIX=suffix, TYPE=type_of(suffix),
                                             KERNEL=f"{name.replace('.', '_')}_{suffix}")
        for name in names.split() for suffix in suffixes.split())


def main():
    source, output = sys.argv[1:]
    pathlib.Path(output).write_text(FUNCTION.sub(expand, pathlib.Path(source).read_text()))


if __name__ == "__main__":
    main()
