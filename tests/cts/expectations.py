"""The failures and skips that are known, and what a run makes of them.

A line of an expectations file is

    PROGRAM PATTERN  # REASON

The pattern is the name of a test, in which '*' stands for any text and '?' for any character. Each entry
has a reason. A line that begins with 'maybe ' is of tests that fail on some machines only: whether they fail,
pass or are skipped, all is as expected. A line that begins with 'skip ' says why tests are skipped. In a file
with such lines each test that is skipped needs one. Empty lines, and lines that begin with '#', are comments.
"""

import collections
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
    kind: str = ""  # "maybe": it depends on the machine; "skip"; else a failure

    @property
    def maybe(self):
        return self.kind == "maybe"

    @property
    def skip(self):
        return self.kind == "skip"

    def matches(self, program, test):
        return program == self.program and matches(self.pattern, test)

    def __str__(self):
        return f"{self.kind} {self.program} {self.pattern}  # {self.reason}".lstrip()


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
        found = re.fullmatch(r"(?:(maybe|skip)\s+)?(\S+)\s+(\S+)\s+#\s*(.*?)\s*", line)
        if not found:
            raise BadExpectations(f"{source}:{number}: 'PROGRAM PATTERN  # REASON' was expected, not '{line}'.")
        entry = Entry(*found.groups()[1:], kind=found[1] or "")
        if not entry.reason:
            raise BadExpectations(f"{source}:{number}: the {'skip' if entry.skip else 'failure'} '{entry.pattern}' "
                                  "has no reason.")
        if any((e.program, e.pattern) == (entry.program, entry.pattern) for e in entries):
            raise BadExpectations(f"{source}:{number}: '{entry.pattern}' is listed twice.")
        entries.append(entry)
    return entries


def compare(results, entries):
    """What is not as expected. results: program -> outcomes."""
    surprises = []
    explains = any(entry.skip for entry in entries)
    for program, outcomes in results.items():
        for outcome in outcomes:
            fitting = [entry for entry in entries if entry.matches(program, outcome.test)]
            failures = [entry for entry in fitting if not entry.skip]
            if outcome.bad and not failures:
                surprises.append(Surprise(program, outcome.test, outcome.status, outcome.detail))
            elif outcome.status == PASSED and any(not entry.maybe for entry in failures):
                surprises.append(Surprise(program, outcome.test, "passed, but is listed as a failure"))
            elif outcome.status == SKIPPED and explains and not any(e.skip or e.maybe for e in fitting):
                surprises.append(Surprise(program, outcome.test, "skipped without a reason", outcome.detail))
    for entry in entries:
        statuses = {o.status for o in results.get(entry.program, []) if entry.matches(entry.program, o.test)}
        if not statuses:
            surprises.append(Surprise(entry.program, entry.pattern, "listed, but there is no such test"))
        elif entry.skip and SKIPPED not in statuses:
            surprises.append(Surprise(entry.program, entry.pattern, "listed as skipped, but ran"))
        elif not entry.kind and statuses == {SKIPPED}:
            surprises.append(Surprise(entry.program, entry.pattern, "listed as a failure, but skipped"))
    return surprises


def skip_reasons(results, entries):
    """How many tests are skipped for each reason that is listed, the most first. The first entry that fits a
    test counts."""
    counts = collections.Counter()
    skips = [entry for entry in entries if entry.skip]
    for program, outcomes in results.items():
        for outcome in outcomes:
            if outcome.status == SKIPPED:
                counts.update(entry.reason for entry in [e for e in skips if e.matches(program, outcome.test)][:1])
    return counts.most_common()


def _holds(entry, outcomes):
    """Whether an entry of a program still says what is so."""
    statuses = {o.status for o in outcomes if matches(entry.pattern, o.test)}
    if entry.skip:
        return SKIPPED in statuses
    return bool(statuses) if entry.maybe else PASSED not in statuses and statuses != {SKIPPED} and bool(statuses)


def candidates(results, entries):
    """The lines of a file that fits the results: the entries that still hold with their reasons, and one
    without a reason for each further failure."""
    lines = []
    for program, outcomes in results.items():
        passed = [o.test for o in outcomes if o.status == PASSED]
        kept = [e for e in entries if e.program == program and _holds(e, outcomes)]
        lines += [str(entry) for entry in kept]
        seen = set()
        for outcome in outcomes:
            if not outcome.bad or any(not e.skip and e.matches(program, outcome.test) for e in kept):
                continue
            pattern = _DEVICE.sub("/*", outcome.test)
            if any(matches(pattern, test) for test in passed):
                pattern = outcome.test
            if pattern not in seen:
                seen.add(pattern)
                lines.append(f"{program} {pattern}  # ")
    return lines
