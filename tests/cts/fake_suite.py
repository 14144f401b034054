#!/usr/bin/env python3
"""Replaces a program of the suite, with GoogleTest's command line and output.

The file PROGRAM.plan beside it says what it does. A line is 'TEST ACTION', or '@PLACE ACTION', where the place is list,
start or end. An action is pass, fail, skip, abort, hang, exit:N or needs-variable:NAME=VALUE. The program appends the
tests that it should run to PROGRAM.log.
"""

import json
import os
import pathlib
import re
import signal
import sys

SELF = pathlib.Path(sys.argv[0])


def say(text):
    print(text, flush=True)


def act(action):
    """Ends the process, or does nothing."""
    if action == "abort":
        os.kill(os.getpid(), signal.SIGABRT)
    elif action == "hang":
        signal.pause()
    elif action.startswith("exit"):
        os._exit(int(action.split(":")[1]))


def plan():
    lines = [line.split() for line in SELF.with_suffix(".plan").read_text().splitlines()]
    places = {name[1:]: action for name, action in lines if name.startswith("@")}
    return places, [(name, action) for name, action in lines if not name.startswith("@")]


def option(name):
    found = [a.partition("=")[2] for a in sys.argv[1:] if a.startswith(f"--{name}=")]
    return found[-1] if found else None


def chosen(tests):
    if not (flags := option("gtest_flagfile")):
        return [t for t in tests if "DISABLED_" not in t[0]]
    patterns = pathlib.Path(flags).read_text().strip().removeprefix("--gtest_filter=").split(":")
    expressions = [re.compile(re.escape(p).replace(r"\?", ".").replace(r"\*", ".*")) for p in patterns]
    return [t for t in tests if any(e.fullmatch(t[0]) for e in expressions)]


def list_tests(tests):
    suites = {}
    for name, _ in tests:
        suite, _, test = name.partition(".")
        suites.setdefault(suite, []).append({"name": test})
    report = {"testsuites": [{"name": n, "testsuite": t} for n, t in suites.items()]}
    pathlib.Path(option("gtest_output").removeprefix("json:")).write_text(json.dumps(report))


def main():
    places, tests = plan()
    if "--gtest_list_tests" in sys.argv:
        act(places.get("list", ""))
        return list_tests(tests)
    tests = chosen(tests)
    with SELF.with_suffix(".log").open("a") as log:
        log.write(" ".join(name for name, _ in tests) + f" | {option('kernel_directory')}\n")
    act(places.get("start", ""))
    failed = False
    for name, action in tests:
        say(f"[ RUN      ] {name}")
        say(f"doing {action}")
        act(action)
        if action.startswith("needs-variable:"):
            variable, _, value = action.partition(":")[2].partition("=")
            action = "pass" if os.environ.get(variable) == value else "fail"
        failed = failed or action == "fail"
        word = {"fail": "  FAILED  ", "skip": "  SKIPPED "}.get(action, "       OK ")
        # A test may leave a line open, and GoogleTest appends the parameter.
        sys.stdout.write("an open line ")
        say(f"[{word}] {name}{', where GetParam() = 7' if action == 'fail' else ''} (0 ms)")
    say(f"[==========] {len(tests)} tests ran.")
    for name, action in tests:
        if action in ("fail", "skip"):
            say(f"[  {action.upper()}ED ] {name}")
    act(places.get("end", ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
