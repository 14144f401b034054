#!/usr/bin/env python3
"""Runs one test of a GoogleTest program that is known to fail.

    expected_failure.py PROGRAM TEST STATUS TEXT REASON

STATUS is the exit status of the program, or the name of the signal that ends it. TEXT is part of what the program
prints. Exit status: 0 the test failed like that; 1 it passed, failed in another way, or does not exist.
"""

import signal
import subprocess
import sys


def status_of(process):
    """Returns the exit status, or the name of the signal that ended the process."""
    return str(process.returncode) if process.returncode >= 0 else signal.Signals(-process.returncode).name


def main():
    program, test, status, text, reason = sys.argv[1:]
    names = subprocess.run([program, f"--gtest_filter={test}", "--gtest_list_tests"], capture_output=True, text=True)
    if names.returncode != 0 or not any(line.startswith("  ") for line in names.stdout.splitlines()):
        print(f"There is no test {test}.")
        return 1
    run = subprocess.run([program, f"--gtest_filter={test}"], capture_output=True, text=True, errors="replace",
                         timeout=120)
    if run.returncode == 0:
        print(f"{test} passed, but was expected to fail: {reason}.")
        return 1
    output = run.stdout + run.stderr
    if status_of(run) != status or text not in output:
        print(f"{output}\n{test} failed differently than expected: status {status_of(run)}, not {status}, or without "
              f"'{text}' ({reason}).")
        return 1
    print(f"{test} failed, as expected: {reason}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
