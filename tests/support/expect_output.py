#!/usr/bin/env python3
"""Runs a program whose exit status and output are known.

    expect_output.py STATUS PATTERN COMMAND...

The regular expression PATTERN is to fit the whole of standard output and standard error together. Exit status: 0 the
program ended with STATUS and printed that; 1 it did not.
"""

import re
import subprocess
import sys


def main():
    status, pattern, *command = sys.argv[1:]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         errors="replace", check=False)
    if run.returncode == int(status) and re.fullmatch(pattern, run.stdout):
        return 0
    print(f"{run.stdout}\nThe program ended with status {run.returncode}; {status} and output that fits '{pattern}' were "
          "expected.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
