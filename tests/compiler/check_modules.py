#!/usr/bin/env python3
"""Validates the SPIR-V modules below a folder, in files of their own and in containers.

    check_modules.py --validator SPIRV_VAL FOLDER

Each is checked for the version that it says is its own. A module of a container has also no scalar
OpConstantNull and one specialization constant for each id. Scratch folders of tests are left out:
their tests look at them, at the same time as this one.
"""

import argparse
import pathlib
import struct
import subprocess
import sys

SPIRV_MAGIC = 0x07230203
CONTAINER_MAGIC = b"\x10\xff\x10\xad"
OP_TYPE_BOOL, OP_TYPE_INT, OP_TYPE_FLOAT, OP_CONSTANT_NULL, OP_DECORATE = 20, 21, 22, 46, 71
SPEC_ID = 1


def images(data):
    """The code of each image of a container."""
    at = 0
    while data[at:at + 4] == CONTAINER_MAGIC:
        size, entry = struct.unpack_from("<QQ", data, at + 8)
        image, length = struct.unpack_from("<QQ", data, at + entry + 24)
        yield data[at + image:at + image + length]
        at += (size + 7) // 8 * 8


def is_spirv(data):
    return len(data) >= 20 and struct.unpack_from("<I", data)[0] == SPIRV_MAGIC


def own_rules(data):
    """What is wrong with a module that the validator lets pass."""
    words = struct.unpack(f"<{len(data) // 4}I", data)
    scalars, spec_ids, problems = set(), set(), []
    at = 5
    while at < len(words):
        length, opcode = words[at] >> 16, words[at] & 0xffff
        if opcode in (OP_TYPE_BOOL, OP_TYPE_INT, OP_TYPE_FLOAT):
            scalars.add(words[at + 1])
        elif opcode == OP_CONSTANT_NULL and words[at + 1] in scalars:
            problems.append("a scalar OpConstantNull")
        elif opcode == OP_DECORATE and words[at + 2] == SPEC_ID:
            if words[at + 3] in spec_ids:
                problems.append(f"two specialization constants with id {words[at + 3]}")
            spec_ids.add(words[at + 3])
        at += length
    return problems


def check(validator, data):
    """The problems of one module."""
    minor = data[5]
    result = subprocess.run([validator, "--target-env", f"spv1.{minor}", "-"], input=data,
                            capture_output=True, check=False)
    return [] if result.returncode == 0 else [(result.stdout + result.stderr).decode().strip()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--validator", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()

    count, failed = 0, 0
    for path in sorted(options.folder.rglob("*")):
        if path.suffix not in (".spv", ".ursa") or any(p.suffix == ".scratch" for p in path.parents):
            continue
        data = path.read_bytes()
        modules = [m for m in images(data) if is_spirv(m)] if path.suffix == ".ursa" else [data]
        for module in modules:
            count += 1
            problems = check(options.validator, module)
            if path.suffix == ".ursa":
                problems += own_rules(module)
            for problem in problems:
                print(f"{path}: {problem}")
            failed += bool(problems)
    print(f"{count} modules, {failed} not valid")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
