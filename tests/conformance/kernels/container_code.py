#!/usr/bin/env python3
"""Extracts the code of the first image from a container of images (docs/formats/container.md).

Usage: container_code.py CONTAINER OUT

Tests of adapters pass code to the adapter itself, as the loader does with the code of a container.
"""
import struct
import sys

MAGIC = 0xAD10FF10


def main():
    source, destination = sys.argv[1:]
    with open(source, "rb") as file:
        data = file.read()
    magic, version, _, entry, _ = struct.unpack_from("<IIQQQ", data)
    if magic != MAGIC or version != 1:
        sys.exit(f"{source}: not a container of version 1")
    code, size = struct.unpack_from("<QQ", data, entry + 24)
    with open(destination, "wb") as file:
        file.write(data[code:code + size])


main()
