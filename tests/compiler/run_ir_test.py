#!/usr/bin/env python3
"""Runs the RUN lines of one test file, as LLVM's tests have them.

    run_ir_test.py --scratch DIR --tool NAME=COMMAND... FILE

A line `; RUN: COMMAND` or `// RUN: COMMAND` is run by bash with pipefail; a trailing backslash joins
it with the next one. In commands %s is the file, %S its folder, %t a path in a folder that is this
test's own and empty at the start, and %NAME a tool. The test fails with its first failing command.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys


def run_lines(text):
    """The commands of a test file, joined over backslashes."""
    commands = []
    joining = False
    for line in re.findall(r"^(?:;|//|#) *RUN: *(.*)$", text, re.MULTILINE):
        if joining:
            commands[-1] += " " + line.rstrip("\\").strip()
        else:
            commands.append(line.rstrip("\\").strip())
        joining = line.endswith("\\")
    return commands


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scratch", required=True, type=pathlib.Path)
    parser.add_argument("--tool", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("file", type=pathlib.Path)
    options = parser.parse_args()

    shutil.rmtree(options.scratch, ignore_errors=True)
    options.scratch.mkdir(parents=True)
    names = dict(tool.split("=", 1) for tool in options.tool)
    names.update({"s": str(options.file), "S": str(options.file.parent),
                  "t": str(options.scratch / "t")})
    pattern = re.compile("%(" + "|".join(sorted(names, key=len, reverse=True)) + r")(?![A-Za-z0-9])")

    commands = run_lines(options.file.read_text())
    if not commands:
        print(f"{options.file}: no RUN line")
        return 1
    for command in commands:
        command = pattern.sub(lambda match: names[match.group(1)], command)
        result = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=options.scratch,
                                stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                check=False)
        if result.returncode != 0:
            print(f"$ {command}\n{result.stdout}{result.stderr}\n"
                  f"{options.file}: the command above exited with status {result.returncode}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
