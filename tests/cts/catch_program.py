"""Runs the tests of a Catch2 program, each in a process of its own: a test that ends its process, or that runs too
long, is recorded as crashed."""

import concurrent.futures
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree

from gtest_program import CRASHED, FAILED, LISTING, PASSED, SKIPPED, Outcome, reason_of

_KEPT_CHARACTERS = 4000  # of the output of a test
_LIST_SECONDS = 120


def name_of(test):
    """Returns a test's name without white space, as expectations files have it."""
    return re.sub(r"\s+", "_", test.strip())


class Program:
    """A Catch2 program, and the way to run it.

    timeout: seconds after which a test is killed.
    """

    def __init__(self, path, environment=None, timeout=300, jobs=1):
        self.path = pathlib.Path(path).absolute()
        self.environment = environment
        self.timeout = timeout
        self.jobs = jobs

    def tests(self):
        """Returns the names of the tests that are not hidden."""
        done = self._run(["--list-tests", "--verbosity", "quiet"], _LIST_SECONDS)
        if done.returncode != 0:
            raise ValueError(f"{reason_of(done.returncode)} while it listed its tests.\n{done.stdout[-2000:]}")
        return [line for line in done.stdout.splitlines() if line.strip()]

    def run(self):
        """Returns the outcome of each test."""
        try:
            tests = self.tests()
        except (ValueError, OSError, subprocess.TimeoutExpired) as error:
            return [Outcome(LISTING, CRASHED, str(error))]
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(self._outcome, tests))

    def _run(self, arguments, seconds):
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run([self.path, *arguments], env=self.environment, cwd=folder, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                  timeout=seconds, check=False)

    def _outcome(self, test):
        # Commas and brackets are special in the names that the program takes.
        pattern = re.sub(r"([\\,\[\]*~\"])", r"\\\1", test)
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, "report.xml")
            try:
                done = self._run([pattern, "--reporter", f"xml::out={report}", "--reporter", "console"], self.timeout)
            except subprocess.TimeoutExpired as error:
                text = (error.stdout or b"").decode(errors="replace")[-_KEPT_CHARACTERS:]
                return Outcome(name_of(test), CRASHED, f"{text}\nit was not complete after {self.timeout:g} s".strip())
            text = done.stdout[-_KEPT_CHARACTERS:]
            status = _status(report)
            if status is None or done.returncode < 0:
                return Outcome(name_of(test), CRASHED, f"{text}\n{reason_of(done.returncode)}".strip())
            if status == PASSED and done.returncode != 0:
                return Outcome(name_of(test), FAILED, f"{text}\n{reason_of(done.returncode)}".strip())
            return Outcome(name_of(test), status, "" if status == PASSED else text)


def _status(report):
    """Returns the status of the only test of a report; None if the report is not complete."""
    try:
        totals = xml.etree.ElementTree.parse(report).getroot().find("OverallResultsCases")
    except (OSError, xml.etree.ElementTree.ParseError):
        return None
    if totals is None:
        return None
    number = {name: int(totals.get(name, 0)) for name in ("successes", "failures", "expectedFailures", "skips")}
    if number["failures"]:
        return FAILED
    if number["skips"]:
        return SKIPPED
    return PASSED if number["successes"] + number["expectedFailures"] else None
