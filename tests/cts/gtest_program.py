"""Runs all tests of a GoogleTest program, even if some end the process.

A test that ends the process, or that prints nothing for too long, is recorded as crashed; the tests after it run in
another process. Results are read from the program's output while it runs, because GoogleTest writes its report only at
the end, which a crashed process does not reach.
"""

import dataclasses
import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import tempfile
import threading

PASSED, FAILED, SKIPPED, CRASHED = "passed", "failed", "skipped", "crashed"
STATUSES = (PASSED, FAILED, SKIPPED, CRASHED)

# Names for failures outside of the tests.
LISTING = "<list-of-tests>"
BETWEEN = "<between-tests>"
END = "<end-of-program>"

_STARTED = re.compile(r"\[ RUN      \] (\S+)")
_ENDED = re.compile(r"\[(       OK |  FAILED  |  SKIPPED )\] ([^\s,]+)")
_STATUS = {"       OK ": PASSED, "  FAILED  ": FAILED, "  SKIPPED ": SKIPPED}
_KEPT_LINES = 60  # of the output of a test
_LIST_SECONDS = 120


@dataclasses.dataclass
class Outcome:
    """The result of a test. The detail is its output, or what ended its process."""

    test: str
    status: str
    detail: str = ""

    @property
    def bad(self):
        return self.status in (FAILED, CRASHED)


class Progress:
    """Parses the output of one process, line by line.

    forbidden: texts that must not be printed.
    """

    def __init__(self, forbidden=()):
        self.outcomes = []
        self.running = None
        self.stray = ""  # a forbidden line outside of the tests
        self._forbidden = list(forbidden)
        self._lines = []
        self._found = False  # whether the running test printed a forbidden line

    def see(self, line):
        if started := _STARTED.search(line):
            self.running = started[1]
            self._lines = []
            self._found = False
        elif self.running and (ended := _ENDED.search(line)) and ended[2] == self.running:
            status = FAILED if self._found else _STATUS[ended[1]]
            self.outcomes.append(Outcome(self.running, status, "" if status == PASSED else self.text()))
            self.running = None
            self._lines = []
        else:
            self._lines = self._lines[1 - _KEPT_LINES:] + [line]
            if any(text in line for text in self._forbidden):
                self._found = self._found or self.running is not None
                self.stray = self.stray or ("" if self.running else line)

    def text(self):
        return "\n".join(self._lines)


def reason_of(status):
    """Describes how a process ended unexpectedly."""
    if status >= 0:
        return f"the process ended with status {status}"
    try:
        return f"the process was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"the process was ended by signal {-status}"


class Program:
    """A GoogleTest program, and the way to run it.

    timeout: seconds without output after which the process is killed.
    forbidden: a test that prints a line with one of these texts fails.
    """

    def __init__(self, path, arguments=(), environment=None, timeout=120, forbidden=()):
        self.path = pathlib.Path(path).absolute()
        self.arguments = list(arguments)
        self.environment = environment
        self.timeout = timeout
        self.forbidden = forbidden

    def tests(self, folder):
        """Returns the names of the enabled tests in the order in which they run."""
        report = pathlib.Path(folder, "tests.json")
        done = subprocess.run(
            [self.path, *self.arguments, "--gtest_list_tests", f"--gtest_output=json:{report}"],
            env=self.environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", timeout=_LIST_SECONDS, check=False)
        if done.returncode != 0 or not report.exists():
            raise ValueError(f"{reason_of(done.returncode)} while it listed its tests.\n{done.stdout[-2000:]}")
        suites = json.loads(report.read_text(errors="replace")).get("testsuites", [])
        names = [f"{suite['name']}.{test['name']}" for suite in suites for test in suite["testsuite"]]
        return [name for name in names if not re.search(r"(^|[./])DISABLED_", name)]

    def run(self, variables_of=lambda test: ()):
        """Returns the outcome of each test. variables_of: returns additional environment variables of a test, as pairs.
        A test that has some runs in a process of its own, because what a layer refuses otherwise may damage the process."""
        with tempfile.TemporaryDirectory() as folder:
            try:
                remaining = self.tests(folder)
            except (ValueError, OSError, subprocess.TimeoutExpired) as error:
                return [Outcome(LISTING, CRASHED, str(error))]
            alone = {test: dict(variables) for test in remaining if (variables := variables_of(test))}
            together = [test for test in remaining if test not in alone]
            outcomes = self._run_group(folder, together, together if alone else None, {}) if together else []
            for test, variables in alone.items():
                outcomes += self._run_group(folder, [test], [test], variables)
            return outcomes

    def _run_group(self, folder, remaining, listed, variables):
        """Runs tests until all have an outcome. listed: None for all tests of the program."""
        outcomes = []
        while remaining:
            done = self._process(folder, listed, variables)
            if not any(outcome.test in remaining for outcome in done):
                reason = done[-1].detail if done else "the process ran none of the requested tests"
                return outcomes + [Outcome(test, CRASHED, reason) for test in remaining]
            outcomes += done
            seen = {outcome.test for outcome in done}
            remaining = listed = [test for test in remaining if test not in seen]
        return outcomes

    def _process(self, folder, tests, variables):
        """Runs some tests in one process. The last outcome is a failure if the process ended unexpectedly."""
        command = [self.path, *self.arguments]
        if tests is not None:
            # A file, because an argument has at most 128 KiB. '-' and ':' are special in filters.
            flags = pathlib.Path(folder, "flags")
            flags.write_text("--gtest_filter=" + ":".join(re.sub("[-:]", "?", test) for test in tests) + "\n")
            command.append(f"--gtest_flagfile={flags}")
        progress = Progress(self.forbidden)
        status, timed_out = self._follow(command, folder, progress, variables)
        outcomes = progress.outcomes
        reason = f"nothing was written for {self.timeout} s" if timed_out else reason_of(status)
        text = f"{progress.text()}\n{reason}".strip()
        if progress.running:
            outcomes.append(Outcome(progress.running, CRASHED, text))
        elif timed_out or status < 0:
            whole = tests is None or len(outcomes) == len(tests)
            outcomes.append(Outcome(END if whole else BETWEEN, CRASHED, text))
        elif status != 0 and not any(outcome.bad for outcome in outcomes):
            outcomes.append(Outcome(END, FAILED, text))
        elif progress.stray:
            outcomes.append(Outcome(END, FAILED, progress.stray))
        return outcomes

    def _follow(self, command, folder, progress, variables):
        """Runs a process until it ends. Returns its exit status, and whether it was killed because it printed nothing."""
        environment = {**(os.environ if self.environment is None else self.environment), **variables}
        process = subprocess.Popen(
            command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
        lines = queue.Queue()

        def read():
            for line in process.stdout:
                lines.put(line.rstrip("\n"))
            lines.put(None)

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        timed_out = False
        try:
            while (line := lines.get(timeout=self.timeout)) is not None:
                progress.see(line)
            process.wait(timeout=self.timeout)
        except (queue.Empty, subprocess.TimeoutExpired):
            timed_out = True
            os.killpg(process.pid, signal.SIGKILL)  # and its children, which keep the output open
            process.wait()
        reader.join()
        process.stdout.close()
        return process.returncode, timed_out
