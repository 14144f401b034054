#!/usr/bin/env python3
"""Tests of the runner of the SYCL conformance suite, with programs that replace the suite's."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import catch_program
import expectations
from gtest_program import CRASHED, FAILED, LISTING, PASSED, SKIPPED

HERE = pathlib.Path(__file__).resolve().parent


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, plan, name="test_one"):
        """Creates a program that follows the plan."""
        path = self.folder / name
        shutil.copy(HERE / "fake_catch.py", path)
        path.chmod(0o755)
        path.with_suffix(".plan").write_text(plan)
        return path


class Programs(InFolder):
    def outcomes(self, plan, timeout=60):
        return catch_program.Program(self.program(plan), timeout=timeout).run()

    def test_each_test_has_an_outcome(self):
        outcomes = self.outcomes("pass a, [b] \"c\"\nfail d e\nskip f\nabort g\nsilent h\nexit:3 i\npass j\n")
        self.assertEqual([(o.test, o.status) for o in outcomes],
                         [('a,_[b]_"c"', PASSED), ("d_e", FAILED), ("f", SKIPPED), ("g", CRASHED), ("h", CRASHED),
                          ("i", FAILED), ("j", PASSED)])
        self.assertIn("doing fail", outcomes[1].detail)
        self.assertIn("SIGABRT", outcomes[3].detail)
        self.assertIn("ended with status 3", outcomes[5].detail)

    def test_a_test_that_hangs_is_killed(self):
        outcomes = self.outcomes("hang a\npass b\n", timeout=5)
        self.assertEqual([(o.test, o.status) for o in outcomes], [("a", CRASHED), ("b", PASSED)])
        self.assertIn("not complete after 5 s", outcomes[0].detail)

    def test_a_program_without_a_list(self):
        outcomes = self.outcomes("exit:2 list\npass a\n")
        self.assertEqual([(o.test, o.status) for o in outcomes], [(LISTING, CRASHED)])
        self.assertIn("status 2 while it listed", outcomes[0].detail)


class Runs(InFolder):
    def run_suite(self, known, *more):
        libraries = self.folder / "lib"
        libraries.mkdir(exist_ok=True)
        for name in ("libursa_sycl.so.0", "libur_adapter_host.so.0"):
            (libraries / name).touch()
        listed = self.folder / "listed.txt"
        listed.write_text(known)
        return subprocess.run(
            [sys.executable, HERE / "sycl.py", "--binaries", self.folder, "--libraries", libraries, "--expectations", listed,
             *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, check=False)

    def test_differences_are_named(self):
        self.program("pass a b\nfail c d\nskip e\n")
        report = self.folder / "out.json"
        done = self.run_suite("", "--json", str(report))
        self.assertEqual(done.returncode, 1)
        self.assertIn("test_one c_d: failed", done.stdout)
        self.assertIn("test_one e: skipped without a reason", done.stdout)
        self.assertEqual(json.loads(report.read_text())["total"]["passed"], 1)

    def test_a_run_as_expected(self):
        self.program("pass a b\nfail c d\nskip e\n")
        done = self.run_suite("program test_one\nfail test_one c_d doing fail  # known\n"
                              "skip-device test_one e  # not there\n")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("0 differences", done.stdout)

    def test_a_program_that_no_expectation_names(self):
        self.program("pass a\n")
        self.program("pass a\n", "test_two")
        for known in ("", "program test_two\n"):
            for arguments in ((), ("--only", "test_one")):
                done = self.run_suite(known, *arguments)
                self.assertEqual(done.returncode, 1)
                self.assertIn("test_one *: the program is not listed", done.stdout)
        self.assertEqual(self.run_suite("program test_two\n", "--only", "test_two").returncode, 0)

    def test_committed_expectations_name_each_program_of_the_results(self):
        page = (HERE.parents[1] / "docs/results/sycl-conformance.md").read_text()
        listed = set(re.findall(r"`(\w+)`", page))
        entries = expectations.read(HERE / "expectations/sycl-common.txt")
        named = {entry.program.removeprefix("test_") for entry in entries if entry.kind == "program"}
        self.assertTrue(named)
        self.assertEqual(sorted(named - listed), [])

    def test_runs_that_cannot_start(self):
        done = self.run_suite("")
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no program 'test_*'", done.stderr)
        self.program("pass a\n")
        for arguments in (["--adapter", "none"], ["--only", "test_two"], ["--env", "x"]):
            self.assertEqual(self.run_suite("", *arguments).returncode, 2)
        self.assertEqual(self.run_suite("nonsense\n").returncode, 2)


if __name__ == "__main__":
    unittest.main()
