#!/usr/bin/env python3
"""Compiles a call of each function that clang's header of OpenCL C declares, so that the module declares all by
their mangled names.

    declare_all.py CLANG OUTPUT.bc
"""

import re
import subprocess
import sys
import tempfile

OPTIONS = ["-cl-std=CL3.0", "--target=spirv64-unknown-unknown", "-x", "cl", "-Xclang", "-cl-ext=+all"]
HEADER = "#include <opencl-c.h>\n"
TYPES = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
ATTRIBUTES = re.compile(r"__attribute__\(\((?!ext_vector)[^()]*(\([^()]*\))?\)\)")
PROTOTYPE = re.compile(r"\s*(?P<result>[\w ]+?\s*\*?)\s*\b(?P<name>\w+)\s*\((?P<parameters>[^()]*)\)\s*")
NAMED = re.compile(r"(?P<type>.*[\s*])(?P<name>[a-z]\w*)")
TYPE = re.compile(r"((u?(char|short|int|long)|float|double|half)\d*|void|memory_\w+|atomic_\w+|cl_\w+|\w+_t)")


def type_of(parameter):
    """'const int4 *' of 'const int4 *values'."""
    named = NAMED.fullmatch(parameter)
    return named["type"] if named and not TYPE.fullmatch(named["name"]) else parameter


def call(number, declaration):
    """A function that calls the declared one; None for other declarations, and for variable arguments."""
    found = PROTOTYPE.fullmatch(declaration)
    if not found or "typedef" in found["result"] or "..." in found["parameters"] or "[" in found["parameters"]:
        return None
    types = [type_of(p.strip()) for p in found["parameters"].split(",") if p.strip() not in ("", "void")]
    names = [f"p{i}" for i in range(len(types))]
    parameters = ", ".join(f"{t} {n}" for t, n in zip(types, names)) or "void"
    returned = "" if found["result"].strip() == "void" else "return "
    return f"{found['result']} call{number}({parameters}) {{ {returned}{found['name']}({', '.join(names)}); }}"


def main():
    clang, output = sys.argv[1:]
    header = subprocess.run(
        [clang, *OPTIONS, "-E", "-P", "-"], input=HEADER, capture_output=True, text=True, check=True
    ).stdout
    declarations = ATTRIBUTES.sub("", header).replace("\n", " ").split(";")
    calls = [c for c in (call(i, d) for i, d in enumerate(declarations)) if c]
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as source:
        source.write(HEADER + TYPES + "\n".join(calls) + "\n")
        source.flush()
        subprocess.run([clang, *OPTIONS, "-w", "-O0", "-emit-llvm", "-c", source.name, "-o", output], check=True)


if __name__ == "__main__":
    main()
