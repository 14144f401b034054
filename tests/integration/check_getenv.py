#!/usr/bin/env python3
"""Fails when an object file of ours reads the environment with getenv, not secure_getenv. The variables as
a whole are for the object only that has secure_getenv.

    check_getenv.py NM OBJECT...
"""

import subprocess
import sys

nm, *objects = sys.argv[1:]
secure, plain = [], []
for path in objects:
    symbols = subprocess.run([nm, "--undefined-only", "--format=posix", path], check=True,
                             capture_output=True, text=True).stdout.split()
    if "secure_getenv" in symbols:
        secure.append(path)
    whole = "__environ" in symbols or "environ" in symbols
    if "getenv" in symbols or (whole and "secure_getenv" not in symbols):
        plain.append(path)
if plain or not secure:
    sys.exit(f"getenv in {plain}; secure_getenv in {secure}.")
print(f"{len(objects)} objects, {len(secure)} of them with secure_getenv, none with getenv.")
