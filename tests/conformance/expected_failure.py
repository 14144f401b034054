#!/usr/bin/env python3
"""Runs one test of a GoogleTest program that is known to fail, in whatever way.

    expected_failure.py PROGRAM TEST REASON

Exit status: 0 the test failed; 1 it passed, or there is no such test.
"""

import subprocess
import sys


def main():
    program, test, reason = sys.argv[1:]
    names = subprocess.run([program, f"--gtest_filter={test}", "--gtest_list_tests"], capture_output=True, text=True)
    if names.returncode != 0 or not any(line.startswith("  ") for line in names.stdout.splitlines()):
        print(f"There is no test {test}.")
        return 1
    run = subprocess.run([program, f"--gtest_filter={test}"], capture_output=True, text=True, timeout=120)
    if run.returncode == 0:
        print(f"{test} passed, but was expected to fail: {reason}.")
        return 1
    print(f"{test} failed, as expected: {reason}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
