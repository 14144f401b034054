"""The failures and skips that are known, and what a run makes of them.

A line of an expectations file is one of

    program PROGRAM
    fail PROGRAM PATTERN TEXT  # REASON
    maybe PROGRAM PATTERN TEXT  # REASON
    crash PROGRAM PATTERN TEXT  # REASON
    skip-device PROGRAM PATTERN  # REASON
    skip-adapter PROGRAM PATTERN  # REASON
    skip-test PROGRAM PATTERN  # REASON
    without LAYER PROGRAM PATTERN  # REASON

'program' names a program of the suite: if it is missing, or another is there that is not named, the run fails. The
pattern is the name of a test, in which '*' stands for any text and '?' for any character. A test of a 'fail' line
fails, and prints the text; one of a 'crash' line ends its process instead. Those of a 'maybe' line fail on some
machines only: they may also pass or be skipped. Each test that is skipped needs a line that says who lacks what it
needs: the device or its driver, the adapter, or nobody, because the test is about other devices. Tests of a 'without'
line run apart, without a layer of the loader that refuses what they do; they have to pass. Each entry has a reason.
Empty lines, and lines that begin with '#', are comments.
"""

import collections
import dataclasses
import re

from gtest_program import CRASHED, FAILED, PASSED, SKIPPED

# The suite appends the device to a test's name after a slash; another machine has another name.
_DEVICE = re.compile(r"/UR_BACKEND_\w*?_ID\d+(?:ID\d*_)?")


class BadExpectations(Exception):
    """A file that is not as described above; the text names file and line."""


# What lacks the feature that a skipped test needs.
SKIPS = {"skip-device": "the device or its driver", "skip-adapter": "the adapter", "skip-test": "nobody: other devices"}

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
        """Whether a test ended badly as this entry says."""
        return outcome.status in _BAD.get(self.kind, ()) and self.text in outcome.detail

    def __str__(self):
        words = [self.kind, self.layer, self.program, self.pattern, self.text]
        return " ".join(word for word in words if word) + f"  # {self.reason}"


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
    """The entry that a line is; none when it is none."""
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
    """The layers that a test runs without."""
    return ";".join(e.layer for e in entries if e.kind == "without" and e.matches(program, test))


def compare(results, entries):
    """What is not as expected. results: program -> outcomes."""
    surprises = []
    named = {entry.program for entry in entries if entry.kind == "program"}
    for program in sorted(named - set(results)):
        surprises.append(Surprise(program, "*", "listed, but there is no such program"))
    for program, outcomes in results.items():
        if named and program not in named:
            surprises.append(Surprise(program, "*", "a program that is not listed"))
        for outcome in outcomes:
            fitting = [entry for entry in entries if entry.kind != "program" and entry.matches(program, outcome.test)]
            failures = [entry for entry in fitting if entry.failure]
            if outcome.bad and not any(entry.explains(outcome) for entry in failures):
                what = f"{outcome.status}, but not as it is listed" if failures else outcome.status
                surprises.append(Surprise(program, outcome.test, what, outcome.detail))
            elif outcome.status == PASSED and any(not entry.maybe for entry in failures):
                surprises.append(Surprise(program, outcome.test, "passed, but is listed as a failure"))
            elif outcome.status == PASSED and any(entry.skip for entry in fitting):
                surprises.append(Surprise(program, outcome.test, "passed, but is listed as skipped"))
            elif outcome.status == SKIPPED and not any(e.skip or e.maybe for e in fitting):
                surprises.append(Surprise(program, outcome.test, "skipped without a reason", outcome.detail))
    for entry in entries:
        if entry.kind == "program":
            continue
        statuses = {o.status for o in results.get(entry.program, []) if entry.matches(entry.program, o.test)}
        if not statuses:
            surprises.append(Surprise(entry.program, entry.pattern, "listed, but there is no such test"))
        elif entry.failure and not entry.maybe and statuses == {SKIPPED}:
            surprises.append(Surprise(entry.program, entry.pattern, "listed as a failure, but skipped"))
    return surprises


def skip_reasons(results, entries):
    """How many tests are skipped for each pair of who lacks something and the reason, the most first. The first entry
    that fits a test counts."""
    counts = collections.Counter()
    skips = [entry for entry in entries if entry.skip]
    for program, outcomes in results.items():
        for outcome in outcomes:
            if outcome.status == SKIPPED:
                counts.update((SKIPS[entry.kind], entry.reason) for entry in [e for e in skips if e.matches(program, outcome.test)][:1])
    return counts.most_common()


def _holds(entry, outcomes):
    """Whether an entry of a program still says what is so."""
    fitting = [o for o in outcomes if matches(entry.pattern, o.test)]
    statuses = {o.status for o in fitting}
    if entry.skip:
        return SKIPPED in statuses
    if entry.maybe or entry.kind == "without":
        return bool(statuses)
    return bool(statuses) and all(entry.explains(o) or o.status == SKIPPED for o in fitting) and statuses != {SKIPPED}


def candidates(results, entries):
    """The lines of a file that fits the results: the entries that still hold with their reasons, and one
    without text and reason for each further failure and skip."""
    lines = [f"program {program}" for program in results]
    for program, outcomes in results.items():
        kept = [e for e in entries if e.program == program and e.kind != "program" and _holds(e, outcomes)]
        lines += [str(entry) for entry in kept]
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
