"""The failures that are known, and what a run makes of them.

A line of an expectations file is

    PROGRAM PATTERN  # REASON

The pattern is the name of a test, in which '*' stands for any text and '?' for any character. Each entry
has a reason. A line that begins with 'maybe ' is of tests that fail on some machines only: whether they fail,
pass or are skipped, all is as expected. Empty lines, and lines that begin with '#', are comments.
"""

import dataclasses
import re

from gtest_program import PASSED, SKIPPED

# The suite names the device of a test behind a slash, in words that another machine does not have.
_DEVICE = re.compile(r"/UR_BACKEND_\w*?_ID\d+(?:ID\d*_)?")


class BadExpectations(Exception):
    """A file that is not as described above; the text names file and line."""


@dataclasses.dataclass(frozen=True)
class Entry:
    program: str
    pattern: str
    reason: str
    maybe: bool = False  # it depends on the machine

    def matches(self, program, test):
        return program == self.program and matches(self.pattern, test)

    def __str__(self):
        return f"{'maybe ' * self.maybe}{self.program} {self.pattern}  # {self.reason}"


@dataclasses.dataclass(frozen=True)
class Surprise:
    """Something that a run did not do as expected."""

    program: str
    test: str
    what: str
    detail: str = ""


def matches(pattern, test):
    parts = (".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern)
    return re.fullmatch("".join(parts), test) is not None


def parse(text, source):
    """The entries of a file's text."""
    entries = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = re.fullmatch(r"(maybe\s+)?(\S+)\s+(\S+)\s+#\s*(.*?)\s*", line)
        if not found:
            raise BadExpectations(f"{source}:{number}: 'PROGRAM PATTERN  # REASON' was expected, not '{line}'.")
        entry = Entry(*found.groups()[1:], maybe=found[1] is not None)
        if not entry.reason:
            raise BadExpectations(f"{source}:{number}: the failure '{entry.pattern}' has no reason.")
        if any((e.program, e.pattern) == (entry.program, entry.pattern) for e in entries):
            raise BadExpectations(f"{source}:{number}: '{entry.pattern}' is listed twice.")
        entries.append(entry)
    return entries


def compare(results, entries):
    """What is not as expected. results: program -> outcomes."""
    surprises = []
    for program, outcomes in results.items():
        for outcome in outcomes:
            fitting = [entry for entry in entries if entry.matches(program, outcome.test)]
            if outcome.bad and not fitting:
                surprises.append(Surprise(program, outcome.test, outcome.status, outcome.detail))
            elif outcome.status == PASSED and any(not entry.maybe for entry in fitting):
                surprises.append(Surprise(program, outcome.test, "passed, but is listed as a failure"))
    for entry in entries:
        statuses = {o.status for o in results.get(entry.program, []) if entry.matches(entry.program, o.test)}
        if not statuses:
            surprises.append(Surprise(entry.program, entry.pattern, "listed, but there is no such test"))
        elif statuses == {SKIPPED} and not entry.maybe:
            surprises.append(Surprise(entry.program, entry.pattern, "listed as a failure, but skipped"))
    return surprises


def candidates(results, entries):
    """The lines of a file that fits the results: the entries that still hold with their reasons, and one
    without a reason for each further failure."""
    lines = []
    for program, outcomes in results.items():
        passed = [o.test for o in outcomes if o.status == PASSED]
        kept = [e for e in entries if e.program == program
                and any((o.bad or e.maybe) and e.matches(program, o.test) for o in outcomes)
                and (e.maybe or not any(matches(e.pattern, test) for test in passed))]
        lines += [str(entry) for entry in kept]
        seen = set()
        for outcome in outcomes:
            if not outcome.bad or any(entry.matches(program, outcome.test) for entry in kept):
                continue
            pattern = _DEVICE.sub("/*", outcome.test)
            if any(matches(pattern, test) for test in passed):
                pattern = outcome.test
            if pattern not in seen:
                seen.add(pattern)
                lines.append(f"{program} {pattern}  # ")
    return lines
