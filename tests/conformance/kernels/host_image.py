#!/usr/bin/env python3
"""Converts clang's LLVM IR for OpenCL C on a CPU target to a host image (docs/formats/host-code.md).

Usage: host_image.py IN.ll OUT.ll

Kernels get the attribute "ursa-kernel", their __local pointers "ursa-local", and local variables the
section "ursa.local". With it, tests of the adapter do not depend on the compiler.
"""
import re
import sys


def split_parameters(text):
    """Splits at commas that are not inside parentheses."""
    parts, depth, start = [], 0, 0
    for i, character in enumerate(text):
        depth += (character in "({[<") - (character in ")}]>")
        if character == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return parts + [text[start:]] if text.strip() else []


def main(source, target):
    text = open(source).read()
    spaces = {
        node: re.findall(r"i32 (\d+)", body)
        for node, body in re.findall(r"^(!\d+) = !\{((?:i32 \d+(?:, )?)+)\}$", text, re.M)
    }

    def kernel(match):
        node = re.search(r"!kernel_arg_addr_space (!\d+)", match.group("rest"))
        kinds = spaces.get(node.group(1), []) if node else []
        parameters = split_parameters(match.group("parameters"))
        for i, parameter in enumerate(parameters):
            if i < len(kinds) and kinds[i] == "3":
                parameters[i] = re.sub(r" (%[\w.]+)$", r' "ursa-local" \1', parameter)
        return (f"define {match.group('linkage')}void {match.group('name')}({','.join(parameters)}) "
                f'"ursa-kernel"{match.group("rest")}')

    text = re.sub(
        r"^define (?P<linkage>(?:\w+ )*?)spir_kernel void (?P<name>@[\w.]+)\((?P<parameters>.*)\)(?P<rest> .*\{)$",
        kernel, text, flags=re.M)
    text = re.sub(r"^(@[\w.]+ = internal (?:unnamed_addr )?global .* (?:undef|poison))(, align)",
                  r'\1, section "ursa.local"\2', text, flags=re.M)
    open(target, "w").write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
