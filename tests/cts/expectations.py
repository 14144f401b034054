"""Known failures and skips, and the comparison of a run with them.

A line of an expectations file is one of

    include FILE
    program PROGRAM
    fail PROGRAM PATTERN TEXT  # REASON
    maybe PROGRAM PATTERN TEXT  # REASON
    crash PROGRAM PATTERN TEXT  # REASON
    skip-device PROGRAM PATTERN  # REASON
    skip-adapter PROGRAM PATTERN  # REASON
    skip-test PROGRAM PATTERN  # REASON
    without LAYER PROGRAM PATTERN  # REASON

'include' stands for the lines of another file of the same folder. 'program' names a program of the suite. The run fails
if a named program is missing or an unnamed one is run. The pattern is the name of a test, in which '*' matches any text
and '?' any character. A test of a 'fail' line fails and prints the text; a test of a 'crash' line ends its process.
Tests of a 'maybe' line fail on some machines only: they may also pass or be skipped. Each skipped test needs a line that
says what lacks the required feature: the device or its driver, the adapter, or neither, because the test is for other
devices. Tests of a 'without' line run one by one, without a layer of the loader that rejects their calls; they must
pass. Each entry has a reason. Empty lines and lines that begin with '#' are comments.
"""

import collections
import dataclasses
import re

from gtest_program import CRASHED, FAILED, PASSED, SKIPPED

# The suite appends the device to a test's name after a slash; another machine has another name.
_DEVICE = re.compile(r"/UR_BACKEND_\w*?_ID\d+(?:ID\d*_)?")


class BadExpectations(Exception):
    """An invalid file. The message names the file and the line."""


# Why a test is skipped.
SKIPS = {"skip-device": "the device or its driver lacks the feature", "skip-adapter": "the adapter lacks the feature",
         "skip-test": "the test is for other devices"}

# The statuses of failed tests that an entry allows.
_BAD = {"fail": {FAILED}, "maybe": {FAILED}, "crash": {CRASHED}}


@dataclasses.dataclass(frozen=True)
class Entry:
    kind: str
    program: str
    pattern: str = ""
    text: str = ""
    reason: str = ""
    layer: str = ""
    included: bool = dataclasses.field(default=False, compare=False)

    @property
    def maybe(self):
        return self.kind == "maybe"

    @property
    def skip(self):
        return self.kind in SKIPS

    @property
    def failure(self):
        return self.kind in _BAD

    def matches(self, program, test):
        return program == self.program and matches(self.pattern, test)

    def explains(self, outcome):
        """Returns whether this entry describes the failure."""
        return outcome.status in _BAD.get(self.kind, ()) and self.text in outcome.detail

    def __str__(self):
        words = [self.kind, self.layer, self.program, self.pattern, self.text]
        return " ".join(word for word in words if word) + f"  # {self.reason}"


@dataclasses.dataclass(frozen=True)
class Difference:
    """A difference between a run and the expectations."""

    program: str
    test: str
    what: str
    detail: str = ""


def matches(pattern, test):
    parts = (".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern)
    return re.fullmatch("".join(parts), test) is not None


def read(path):
    """Returns the entries of a file."""
    return parse(path.read_text(), path, lambda name: read(path.with_name(name)))


def parse(text, source, include=None):
    """Returns the entries of a file's text. include: returns the entries of another file, given its name."""
    entries = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if found := re.fullmatch(r"include\s+(\S+)\s*", line):
            entries += [dataclasses.replace(entry, included=True) for entry in include(found[1])]
            continue
        entry = _entry(line)
        if not entry:
            raise BadExpectations(f"{source}:{number}: 'KIND PROGRAM PATTERN TEXT  # REASON' was expected, not '{line}'.")
        if not entry.reason and entry.kind != "program":
            raise BadExpectations(f"{source}:{number}: the entry '{entry.pattern}' has no reason.")
        if any((e.program, e.pattern) == (entry.program, entry.pattern) for e in entries):
            raise BadExpectations(f"{source}:{number}: '{entry.pattern}' is listed twice.")
        entries.append(entry)
    return entries


def _entry(line):
    """Returns the entry of a line, or None if the line is invalid."""
    if found := re.fullmatch(r"program\s+(\S+)\s*", line):
        return Entry("program", found[1])
    found = re.fullmatch(r"(\S+)\s+(.*?)\s+#\s*(.*?)\s*", line)
    if not found:
        return None
    kind, reason = found[1], found[3]
    words = found[2].split(maxsplit=2)
    if kind in _BAD and len(words) == 3:
        return Entry(kind, words[0], words[1], text=words[2], reason=reason)
    if kind in SKIPS and len(words) == 2:
        return Entry(kind, words[0], words[1], reason=reason)
    if kind == "without" and len(words) == 3:
        return Entry(kind, words[1], words[2], reason=reason, layer=words[0])
    return None


def layers_to_disable(entries, program, test):
    """Returns the layers that a test runs without."""
    return ";".join(e.layer for e in entries if e.kind == "without" and e.matches(program, test))


def compare(results, entries):
    """Returns the differences from the expectations. results: program -> outcomes."""
    differences = []
    named = {entry.program for entry in entries if entry.kind == "program"}
    for program in sorted(named - set(results)):
        differences.append(Difference(program, "*", "listed, but there is no such program"))
    for program, outcomes in results.items():
        if program not in named:
            differences.append(Difference(program, "*", "the program is not listed"))
        for outcome in outcomes:
            matching = [entry for entry in entries if entry.kind != "program" and entry.matches(program, outcome.test)]
            failures = [entry for entry in matching if entry.failure]
            if outcome.bad and not any(entry.explains(outcome) for entry in failures):
                what = f"{outcome.status}, but not as listed" if failures else outcome.status
                differences.append(Difference(program, outcome.test, what, outcome.detail))
            elif outcome.status == PASSED and any(not entry.maybe for entry in failures):
                differences.append(Difference(program, outcome.test, "passed, but is listed as a failure"))
            elif outcome.status == PASSED and any(entry.skip for entry in matching):
                differences.append(Difference(program, outcome.test, "passed, but is listed as skipped"))
            elif outcome.status == SKIPPED and not any(e.skip or e.maybe for e in matching):
                differences.append(Difference(program, outcome.test, "skipped without a reason", outcome.detail))
    for entry in entries:
        if entry.kind == "program":
            continue
        statuses = {o.status for o in results.get(entry.program, []) if entry.matches(entry.program, o.test)}
        if not statuses:
            differences.append(Difference(entry.program, entry.pattern, "listed, but there is no such test"))
        elif entry.failure and not entry.maybe and statuses == {SKIPPED}:
            differences.append(Difference(entry.program, entry.pattern, "listed as a failure, but skipped"))
    return differences


def skip_reasons(results, entries):
    """Returns the number of skipped tests for each pair of kind and reason, in descending order.
    The first matching entry of a test counts."""
    counts = collections.Counter()
    skips = [entry for entry in entries if entry.skip]
    for program, outcomes in results.items():
        for outcome in outcomes:
            if outcome.status == SKIPPED:
                counts.update((SKIPS[entry.kind], entry.reason) for entry in [e for e in skips if e.matches(program, outcome.test)][:1])
    return counts.most_common()


def _holds(entry, outcomes):
    """Returns whether an entry still describes all outcomes of its program."""
    matching = [o for o in outcomes if matches(entry.pattern, o.test)]
    statuses = {o.status for o in matching}
    if entry.skip:
        return SKIPPED in statuses
    if entry.maybe or entry.kind == "without":
        return bool(statuses)
    return bool(statuses) and all(entry.explains(o) or o.status == SKIPPED for o in matching) and statuses != {SKIPPED}


def candidates(results, entries):
    """Returns the lines of an expectations file for the results: the entries that still hold, and one without text and
    reason for each other failure and skip. Those of included files are left out."""
    elsewhere = {e.program for e in entries if e.kind == "program" and e.included}
    lines = [f"program {program}" for program in results if program not in elsewhere]
    for program, outcomes in results.items():
        kept = [e for e in entries if e.program == program and e.kind != "program" and _holds(e, outcomes)]
        lines += [str(entry) for entry in kept if not entry.included]
        seen = set()
        for outcome in outcomes:
            covers = [e for e in kept if e.matches(program, outcome.test)]
            if outcome.status == SKIPPED:
                known = any(e.skip or e.maybe for e in covers)
            else:
                known = not outcome.bad or any(e.explains(outcome) for e in covers)
            if known:
                continue
            pattern = _DEVICE.sub("/*", outcome.test)
            if any(matches(pattern, o.test) for o in outcomes if o.status != outcome.status):
                pattern = outcome.test
            if pattern not in seen:
                seen.add(pattern)
                kind = {CRASHED: "crash", SKIPPED: "skip-device"}.get(outcome.status, "fail")
                lines.append(f"{kind} {program} {pattern}  # ")
    return lines
