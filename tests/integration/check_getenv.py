#!/usr/bin/env python3
"""Fails when an object file of ours reads the environment with getenv, not secure_getenv.

The one that starts child processes may hand the whole environment to them.

    check_getenv.py NM OBJECT...
"""

import os
import subprocess
import sys

nm, *objects = sys.argv[1:]
secure, plain = [], []
for path in objects:
    symbols = subprocess.run([nm, "--undefined-only", "--format=posix", path], check=True,
                             capture_output=True, text=True).stdout.split()
    if "secure_getenv" in symbols:
        secure.append(path)
    hands_on = os.path.basename(path) == "child_process.cpp.o"
    if "getenv" in symbols or "__environ" in symbols or ("environ" in symbols and not hands_on):
        plain.append(path)
if plain or not secure:
    sys.exit(f"getenv in {plain}; secure_getenv in {secure}.")
print(f"{len(objects)} objects, {len(secure)} of them with secure_getenv, none with getenv.")
