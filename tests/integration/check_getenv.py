#!/usr/bin/env python3
"""Fails if an object file of Ursa reads the environment with getenv instead of secure_getenv. Only an object that
uses secure_getenv may use environ.

    check_getenv.py NM OBJECT...
"""

import collections
import subprocess
import sys

nm, *objects = sys.argv[1:]
lines = subprocess.run([nm, "--undefined-only", "--format=posix", "--print-file-name", *objects], check=True,
                       capture_output=True, text=True).stdout.splitlines()
undefined = collections.defaultdict(set)
for line in lines:
    path, symbol = line.rsplit(": ", 1)
    undefined[path].add(symbol.split()[0])
secure, plain = [], []
for path in objects:
    symbols = undefined[path]
    if "secure_getenv" in symbols:
        secure.append(path)
    whole = "__environ" in symbols or "environ" in symbols
    if "getenv" in symbols or (whole and "secure_getenv" not in symbols):
        plain.append(path)
if plain or not secure:
    sys.exit(f"getenv in {plain}; secure_getenv in {secure}.")
print(f"{len(objects)} objects, {len(secure)} of them with secure_getenv, none with getenv.")
