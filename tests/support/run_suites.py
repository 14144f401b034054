#!/usr/bin/env python3
"""Runs the tests of a build with one process for each test suite of GoogleTest, where ctest starts one for each test.

    run_suites.py --build DIR [--label LABEL] [--jobs N] [--only REGEX]

The start and the end of a process take longer than most tests. Programs, environment, folders and
timeouts are those that ctest knows. Tests that are no test of GoogleTest run as ctest would run them. A test in which a
process ends has failed; those behind it run in processes of their own.
Prints "N passed, N failed, N skipped". Exit status: 0 all passed or were skipped; 1 a test failed; 2 no test was found.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

PASSED, FAILED, SKIPPED = "Passed", "Failed", "Skipped"
FILTER = "--gtest_filter="


class Test:
    """A test as ctest lists it."""

    def __init__(self, entry):
        values = {item["name"]: item["value"] for item in entry.get("properties", [])}
        self.name = entry["name"]
        self.command = entry["command"]
        self.environment = values.get("ENVIRONMENT", [])
        self.folder = values.get("WORKING_DIRECTORY")
        self.timeout = values.get("TIMEOUT", 300)
        self.skip_status = values.get("SKIP_RETURN_CODE")
        self.cost = values.get("COST", 1)
        self.is_serial = values.get("RUN_SERIAL", False)
        filters = [argument for argument in self.command if argument.startswith(FILTER)]
        is_wrapped = filters and not self.command[1].startswith("--gtest")
        self.filter = filters[0].removeprefix(FILTER) if filters and not is_wrapped else None

    def group(self):
        """Tests with the same key run in one process."""
        if self.filter is None:
            return self.name
        suite = self.filter.split(".", maxsplit=1)[0]
        return (self.command[0], suite, self.folder, tuple(self.environment))


def tests_of(build, label):
    """The tests of a build, as ctest lists them."""
    command = ["ctest", "--test-dir", build, "--show-only=json-v1", *(["-L", label] if label else [])]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    entries = json.loads(listed.stdout)["tests"]
    if missing := [entry["name"] for entry in entries if "command" not in entry]:
        sys.exit(f"error: the program of the test '{missing[0]}' is missing.")
    return [Test(entry) for entry in entries]


def run(test, command, timeout):
    """The exit status of a command in the surroundings of a test, and its output. No status: it took too long."""
    environment = os.environ | {"URSA_CACHE": "0"} | dict(item.split("=", maxsplit=1) for item in test.environment)
    try:
        done = subprocess.run(command, cwd=test.folder, env=environment, timeout=timeout, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace")
    except OSError as error:
        return 127, f"{error}\n"
    return done.returncode, done.stdout.decode(errors="replace")


def results_of(report):
    """The results in a report of GoogleTest by the names of the tests: those that ran to their end."""
    try:
        suites = json.loads(pathlib.Path(report).read_text(errors="replace"))["testsuites"]
    except (OSError, ValueError, KeyError):
        return {}
    results = {}
    for suite in suites:
        for case in suite["testsuite"]:
            result = FAILED if case.get("failures") else SKIPPED if case["result"] == "SKIPPED" else PASSED
            results[f"{suite['name']}.{case['name']}"] = result
    return results


def run_alone(test):
    """The result and the output of a test in a process of its own."""
    status, output = run(test, test.command, test.timeout)
    if status is None:
        return FAILED, f"{output}\nIt took more than {test.timeout:.0f} s.\n"
    if status == 0:
        return (SKIPPED if test.filter and "[  SKIPPED ]" in output else PASSED), output
    if test.skip_status is not None and status == test.skip_status:
        return SKIPPED, output
    return FAILED, f"{output}\nExit status {status}.\n"


def run_group(group):
    """Results and outputs of tests that share a process."""
    if len(group) == 1:
        return {group[0].name: run_alone(group[0])}
    first = group[0]
    with tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "report.json")
        command = [FILTER + ":".join(test.filter for test in group) if argument.startswith(FILTER) else argument
                   for argument in first.command]
        limit = max(test.timeout for test in group)
        status, output = run(first, [*command, f"--gtest_output=json:{report}"], limit)
        results = results_of(report)
    results |= {name: FAILED for name in re.findall(r"^\[  FAILED  \] (\S+?),? ", output + " ", re.MULTILINE)}
    begun = re.findall(r"^\[ RUN      \] (\S+)", output, re.MULTILINE)
    if begun and begun[-1] not in results:
        results[begun[-1]] = FAILED  # the process ended in it
    elif status != 0 and FAILED not in results.values():
        results[group[-1].filter] = FAILED  # behind all tests: a sanitizer's report, or a crash
        output += f"\nExit status {status} behind the tests of the process.\n"
    return {test.name: (results[test.filter], output) if test.filter in results else run_alone(test)
            for test in group}


def main():
    parser = argparse.ArgumentParser(prog="run_suites.py", description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, metavar="DIR", help="build folder")
    parser.add_argument("--label", metavar="REGEX", help="tests with such a label only")
    parser.add_argument("--only", metavar="REGEX", help="tests with such a name only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="processes at once")
    options = parser.parse_args()

    groups = collections.defaultdict(list)
    for test in tests_of(options.build, options.label):
        if not options.only or re.search(options.only, test.name):
            groups[test.group()].append(test)
    total = sum(len(group) for group in groups.values())
    if not total:
        print("error: the build has no such test.", file=sys.stderr)
        return 2

    counts = collections.Counter()
    failed = []
    lock = threading.Lock()

    def finish(group):
        start = time.monotonic()
        done = run_group(group)
        with lock:
            for name, (result, output) in done.items():
                counts[result] += 1
                if result == FAILED:
                    failed.append(name)
                    print(f"{name}: failed\n{output}", flush=True)
            suite = group[0].filter.split(".", maxsplit=1)[0] if group[0].filter else group[0].name
            print(f"{sum(counts.values())}/{total} {pathlib.Path(group[0].command[0]).name} {suite}: {len(group)} in "
                  f"{time.monotonic() - start:.1f} s", flush=True)

    # The largest first, so that none of them is left at the end. Serial ones have the machine for themselves.
    ordered = sorted(groups.values(), key=lambda group: sum(test.cost for test in group), reverse=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(finish, [group for group in ordered if not group[0].is_serial]))
    for group in ordered:
        if group[0].is_serial:
            finish(group)

    for name in sorted(failed):
        print(f"failed: {name}")
    print(f"{counts[PASSED]} passed, {counts[FAILED]} failed, {counts[SKIPPED]} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
