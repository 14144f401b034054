#!/usr/bin/env python3
"""Tests of the runner, with programs that replace the suite's."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import expectations
import gtest_program
from gtest_program import CRASHED, FAILED, PASSED, SKIPPED

HERE = pathlib.Path(__file__).resolve().parent
DEVICE = "/UR_BACKEND_OPENCL__Ursa_host__Some_CPU_ID0ID_"


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, plan, name="test-one"):
        """Creates a program that follows the plan."""
        path = self.folder / name
        shutil.copy(HERE / "fake_suite.py", path)
        path.chmod(0o755)
        path.with_suffix(".plan").write_text(plan)
        return path

    def outcomes(self, plan, timeout=60):
        return gtest_program.Program(self.program(plan), timeout=timeout).run()

    def statuses(self, plan, timeout=60):
        return [(o.test, o.status) for o in self.outcomes(plan, timeout)]

    def runs(self):
        """Returns the tests that each process should run."""
        return [line.split(" | ")[0].split() for line in (self.folder / "test-one.log").read_text().splitlines()]


class Programs(InFolder):
    def test_each_test_has_an_outcome(self):
        outcomes = self.outcomes("A.a pass\nA.b fail\nB.c/0 skip\nB.DISABLED_d pass\n")
        self.assertEqual([(o.test, o.status) for o in outcomes],
                         [("A.a", PASSED), ("A.b", FAILED), ("B.c/0", SKIPPED)])
        self.assertIn("doing fail", outcomes[1].detail)
        self.assertNotIn("doing pass", outcomes[1].detail)
        self.assertEqual(len(self.runs()), 1)

    def test_tests_after_a_crash_run_in_another_process(self):
        outcomes = self.outcomes("A.a pass\nA.b abort\nA.c fail\nA.d exit:0\nA.e pass\n")
        self.assertEqual([(o.test, o.status) for o in outcomes],
                         [("A.a", PASSED), ("A.b", CRASHED), ("A.c", FAILED), ("A.d", CRASHED), ("A.e", PASSED)])
        self.assertIn("doing abort", outcomes[1].detail)
        self.assertIn("SIGABRT", outcomes[1].detail)
        self.assertIn("ended with status 0", outcomes[3].detail)
        self.assertEqual(self.runs(), [["A.a", "A.b", "A.c", "A.d", "A.e"], ["A.c", "A.d", "A.e"], ["A.e"]])

    def test_a_test_without_output_times_out(self):
        outcomes = self.outcomes("A.a hang\nA.b pass\n", timeout=3)
        self.assertEqual([(o.test, o.status) for o in outcomes], [("A.a", CRASHED), ("A.b", PASSED)])
        self.assertIn("nothing was written for 3 s", outcomes[0].detail)

    def test_names_with_filter_characters(self):
        self.assertEqual(self.statuses("A.a abort\nA.b-c:d pass\n"), [("A.a", CRASHED), ("A.b-c:d", PASSED)])

    def test_more_tests_than_fit_in_an_argument(self):
        names = [f"Suite.{'long' * 40}{i}" for i in range(1500)]
        outcomes = self.outcomes("A.a abort\n" + "".join(f"{name} pass\n" for name in names))
        self.assertEqual([o.test for o in outcomes if o.status == PASSED], names)

    def test_forbidden_text_is_a_failure(self):
        program = gtest_program.Program(self.program("A.a pass\nA.b fail\n"), forbidden=["doing pass"])
        self.assertEqual([(o.test, o.status) for o in program.run()], [("A.a", FAILED), ("A.b", FAILED)])
        program = gtest_program.Program(self.program("A.a pass\n"), forbidden=["tests ran"])
        outcomes = program.run()
        self.assertEqual([(o.test, o.status) for o in outcomes], [("A.a", PASSED), (gtest_program.END, FAILED)])
        self.assertIn("1 tests ran", outcomes[1].detail)

    def test_an_unexpected_exit_is_an_outcome(self):
        self.assertEqual(self.statuses("@end abort\nA.a pass\n"),
                         [("A.a", PASSED), (gtest_program.END, CRASHED)])
        self.assertEqual(self.statuses("@end exit:1\nA.a pass\n"),
                         [("A.a", PASSED), (gtest_program.END, FAILED)])
        self.assertEqual(self.statuses("@end exit:1\nA.a fail\n"), [("A.a", FAILED)])

    def test_all_tests_fail_if_the_program_does_not_start(self):
        outcomes = self.outcomes("@start exit:3\nA.a pass\nA.b pass\n")
        self.assertEqual([(o.test, o.status) for o in outcomes], [("A.a", CRASHED), ("A.b", CRASHED)])
        self.assertIn("status 3", outcomes[0].detail)

    def test_a_program_that_cannot_list_its_tests(self):
        outcomes = self.outcomes("@list abort\nA.a pass\n")
        self.assertEqual([(o.test, o.status) for o in outcomes], [(gtest_program.LISTING, CRASHED)])
        self.assertIn("SIGABRT", outcomes[0].detail)


class Expectations(unittest.TestCase):
    def parse(self, text):
        return expectations.parse(text, "file.txt")

    def differences(self, text, *outcomes):
        """Returns the differences of program p, which is named unless the text names others."""
        results = {"p": [gtest_program.Outcome(*outcome) for outcome in outcomes]}
        entries = self.parse(text if "program" in text else "program p\n" + text)
        return [(s.test, s.what) for s in expectations.compare(results, entries)]

    def test_comments_and_entries(self):
        entries = self.parse("# A comment\n\nfail p A.b/* two words  # why: '#' and all\nprogram p\n"
                             "skip-device p A.c  # x\nwithout LAYER p A.d  # y\n")
        self.assertEqual(entries, [
            expectations.Entry("fail", "p", "A.b/*", "two words", "why: '#' and all"), expectations.Entry("program", "p"),
            expectations.Entry("skip-device", "p", "A.c", reason="x"),
            expectations.Entry("without", "p", "A.d", reason="y", layer="LAYER")])
        self.assertEqual([str(entry) for entry in entries[2:]], ["skip-device p A.c  # x", "without LAYER p A.d  # y"])

    def test_invalid_lines_are_named(self):
        for line, word in (("fail p A.b t", "expected"), ("fail p A.b t  # ", "no reason"), ("fail p A.b  # x", "expected"),
                           ("skip p A.b  # x", "expected"), ("skip-test p A.b t  # x", "expected")):
            with self.subTest(line), self.assertRaisesRegex(expectations.BadExpectations, f"file.txt:2.*{word}"):
                self.parse("\n" + line)
        with self.assertRaisesRegex(expectations.BadExpectations, "twice"):
            self.parse("fail p A.b t  # x\nfail p A.b t  # y")

    def test_patterns(self):
        for pattern, name in (("A.*", "A.b/c"), ("A.b/?", "A.b/1"), ("A.b[1]", "A.b[1]")):
            self.assertTrue(expectations.matches(pattern, name))
        for pattern, name in (("A.*", "AAb"), ("A.b", "A.bc"), ("A.b[1]", "A.b1")):
            self.assertFalse(expectations.matches(pattern, name))

    def test_committed_files(self):
        for file in sorted(pathlib.Path(expectations.__file__).with_name("expectations").glob("*.txt")):
            with self.subTest(file.name):
                self.assertTrue(expectations.read(file))

    def test_included_files(self):
        text = "include other.txt\nfail p A.a t  # x\n"
        other = "program p\nfail p A.b t  # y\n"
        entries = expectations.parse(text, "file.txt", {"other.txt": self.parse(other)}.get)
        self.assertEqual(entries, self.parse(other) + self.parse("fail p A.a t  # x\n"))
        results = {"p": [gtest_program.Outcome(f"A.{test}", FAILED, "t") for test in "abc"]}
        self.assertEqual([s.test for s in expectations.compare(results, entries)], ["A.c"])
        self.assertEqual(expectations.candidates(results, entries), ["fail p A.a t  # x", "fail p A.c  # "])
        with self.assertRaisesRegex(expectations.BadExpectations, "file.txt:2.*twice"):
            expectations.parse("include other.txt\nfail p A.b t  # x\n", "file.txt", {"other.txt": self.parse(other)}.get)

    def test_listed_failures_are_expected(self):
        self.assertEqual(self.differences("fail p A.*  bad code  # x\ncrash p B.*  SIGABRT  # x\nskip-test p A.c  # x\n",
                                        ("A.a", FAILED, "a bad code"), ("B.b", CRASHED, "by SIGABRT"), ("A.c", SKIPPED)), [])

    def test_failures_of_another_kind_are_differences(self):
        for status, detail in ((CRASHED, "a bad code"), (FAILED, "another code")):
            self.assertEqual(self.differences("fail p A.a bad code  # x\n", ("A.a", status, detail)),
                             [("A.a", f"{status}, but not as listed")])
        self.assertEqual(self.differences("crash p A.a SIGABRT  # x\n", ("A.a", FAILED, "SIGABRT")),
                         [("A.a", "failed, but not as listed")])

    def test_differences(self):
        self.assertEqual(self.differences("", ("A.a", FAILED)), [("A.a", FAILED)])
        self.assertEqual(self.differences("crash q A.a t  # x\n", ("A.a", CRASHED, "t"))[0], ("A.a", CRASHED))
        self.assertEqual(self.differences("fail p A.* t  # x\n", ("A.a", FAILED, "t"), ("A.b", PASSED)),
                         [("A.b", "passed, but is listed as a failure")])
        self.assertEqual(self.differences("fail p A.b t  # x\n", ("A.a", PASSED)),
                         [("A.b", "listed, but there is no such test")])
        self.assertEqual(self.differences("fail p A.a t  # x\nskip-device p A.a*  # x\n", ("A.a", SKIPPED)),
                         [("A.a", "listed as a failure, but skipped")])

    def test_programs(self):
        self.assertEqual(self.differences("program p\nprogram gone\n", ("A.a", PASSED)),
                         [("*", "listed, but there is no such program")])
        self.assertEqual(self.differences("program q\n", ("A.a", PASSED)),
                         [("*", "listed, but there is no such program"), ("*", "the program is not listed")])
        results = {"p": [gtest_program.Outcome("A.a", PASSED)]}
        self.assertEqual([s.what for s in expectations.compare(results, [])], ["the program is not listed"])

    def test_failures_on_some_machines(self):
        text = "maybe p A.* t  # needs a large device\n"
        self.assertEqual(self.parse(text), [expectations.Entry("maybe", "p", "A.*", "t", "needs a large device")])
        for status in (gtest_program.PASSED, gtest_program.SKIPPED, gtest_program.FAILED):
            results = {"p": [gtest_program.Outcome("A.a", status, "t")]}
            self.assertEqual(self.differences(text, ("A.a", status, "t")), [], status)
            self.assertEqual(expectations.candidates(results, self.parse(text)), ["program p", text.strip()], status)
        self.assertEqual(self.differences(text), [("A.*", "listed, but there is no such test")])
        self.assertEqual(self.differences(text, ("A.a", CRASHED, "t")), [("A.a", "crashed, but not as listed")])

    def test_skip_reasons(self):
        text = "skip-device p A.a  # no such feature\nfail p A.b t  # it fails\n"
        self.assertEqual(self.differences(text, ("A.a", SKIPPED), ("A.b", FAILED, "t"), ("A.c", PASSED)), [])
        self.assertEqual(self.differences(text, ("A.a", SKIPPED), ("A.b", FAILED, "t"), ("B.a", SKIPPED)),
                         [("B.a", "skipped without a reason")])
        self.assertEqual(self.differences("", ("B.a", SKIPPED)), [("B.a", "skipped without a reason")])
        self.assertEqual(self.differences("skip-device p A.*  # x\n", ("A.a", PASSED), ("A.b", SKIPPED)),
                         [("A.a", "passed, but is listed as skipped")])
        with self.assertRaisesRegex(expectations.BadExpectations, "'A.b' has no reason"):
            self.parse("skip-device p A.b  # ")

    def test_skips_are_counted_by_kind_and_reason(self):
        entries = self.parse("skip-adapter p A.a*  # why\nskip-device p A.*  # else\n")
        results = {"p": [gtest_program.Outcome(test, SKIPPED) for test in ("A.a", "A.aa", "A.b")]}
        self.assertEqual(expectations.skip_reasons(results, entries),
                         [(("the adapter lacks the feature", "why"), 2),
                          (("the device or its driver lacks the feature", "else"), 1)])
        self.assertEqual(expectations.candidates(results, entries), ["program p"] + [str(entry) for entry in entries])

    def test_layers_to_disable(self):
        entries = self.parse("without L1 p A.*  # x\nwithout L2 p A.b  # y\n")
        self.assertEqual([expectations.layers_to_disable(entries, *of) for of in (("p", "A.a"), ("p", "A.b"), ("q", "A.a"))],
                         ["L1", "L1;L2", ""])
        self.assertEqual(self.differences("without L1 p A.*  # x\n", ("A.a", FAILED)), [("A.a", FAILED)])

    def test_candidates(self):
        results = {"p": [gtest_program.Outcome(*o) for o in (
            ("A.kept" + DEVICE, FAILED, "t"), ("A.now" + DEVICE, PASSED), ("A.new" + DEVICE + "__mode_1", CRASHED),
            ("A.other" + DEVICE, FAILED, "u"), ("A.skipped" + DEVICE, SKIPPED),
            ("A.half" + DEVICE, FAILED), ("A.half" + DEVICE.replace("ID0ID", "ID1ID"), PASSED))]}
        entries = self.parse("fail p A.kept* t  # why\nfail p A.now* t  # was\nfail p A.gone t  # was\nfail p A.other* t  # was\n")
        self.assertEqual(expectations.candidates(results, entries), [
            "program p", "fail p A.kept* t  # why", "crash p A.new/*__mode_1  # ", "fail p A.other/*  # ",
            "skip-device p A.skipped/*  # ", f"fail p A.half{DEVICE}  # "])


class CommandLine(InFolder):
    def setUp(self):
        super().setUp()
        for name in ("libur_loader.so.0", "libur_adapter_host.so.0", "README"):
            (self.folder / name).touch()
        (self.folder / "kernels").mkdir()

    def run_it(self, *arguments):
        return subprocess.run(
            [sys.executable, HERE / "run.py", "--binaries", self.folder, "--libraries", self.folder,
             "--kernels", self.folder / "kernels", "--expectations", self.folder / "known.txt", *arguments],
            capture_output=True, text=True, check=False, timeout=120)

    def known(self, text):
        """Writes the expectations, which name test-one unless the text names others."""
        (self.folder / "known.txt").write_text(text if text.startswith("program") else text + "\nprogram test-one\n")

    def test_table_and_status(self):
        self.program("A.a pass\nA.b skip\nA.c abort\n")
        self.program("A.a pass\nA.b fail\n", "test-other")
        self.known("program test-one\nprogram test-other\ncrash test-one A.c SIGABRT  # it ends the process\n"
                   "skip-device test-one A.b  # it lacks it\nfail test-other A.b doing fail  # it fails\n")
        done = self.run_it("--jobs", "2")
        self.assertEqual(done.returncode, 0, done)
        rows = [line.split() for line in done.stdout.splitlines()]
        self.assertEqual(rows[:5], [["binary", "run", "passed", "failed", "skipped", "crashed"],
                                    ["test-one", "3", "1", "0", "1", "1"], ["test-other", "2", "1", "1", "0", "0"],
                                    ["total", "5", "2", "1", "1", "1"], "50.00% of those not skipped passed.".split()])
        self.assertIn(str(self.folder / "kernels"), (self.folder / "test-one.log").read_text())

    def test_a_difference_fails_the_run(self):
        self.program("A.a pass\nA.b fail\n")
        done = self.run_it()
        self.assertEqual(done.returncode, 1)
        self.assertIn("test-one A.b: failed\n  doing fail\n", done.stdout)
        self.known("fail test-one A.? doing fail  # it fails\n")
        done = self.run_it()
        self.assertEqual(done.returncode, 1)
        self.assertIn("test-one A.a: passed, but is listed as a failure\n", done.stdout)
        self.assertNotIn("A.b", done.stdout)

    def test_a_listed_program_that_is_missing(self):
        self.program("A.a pass\n")
        self.known("program test-gone\nprogram test-one\n")
        done = self.run_it()
        self.assertEqual(done.returncode, 1)
        self.assertIn("test-gone *: listed, but there is no such program", done.stdout)
        self.assertEqual(self.run_it("--only", "test-one").returncode, 0)

    def test_a_program_that_is_not_listed(self):
        self.program("A.a pass\n")
        for known in (None, "program test-other\n"):
            if known:
                self.program("A.a pass\n", "test-other")
                self.known(known)
            for arguments in ((), ("--only", "test-one")):
                done = self.run_it(*arguments)
                self.assertEqual(done.returncode, 1)
                self.assertIn("test-one *: the program is not listed", done.stdout)

    def test_json(self):
        self.program("A.a pass\nA.b fail\n")
        self.known("")
        self.assertEqual(self.run_it("--json", self.folder / "out.json").returncode, 1)
        written = json.loads((self.folder / "out.json").read_text())
        self.assertEqual(written["total"], {"run": 2, "passed": 1, "failed": 1, "skipped": 0, "crashed": 0,
                                            "pass_ratio": 0.5})
        self.assertEqual(written["binaries"][0]["tests"][1]["status"], "failed")
        self.assertEqual(written["surprises"], [{"binary": "test-one", "test": "A.b", "what": "failed"}])

    def compiler(self, text):
        path = self.folder / "compiler"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def test_sources_are_compiled_first(self):
        self.program("A.a pass\n")
        self.known("")
        sources = self.folder / "sources"
        sources.mkdir()
        (sources / "good.cl").touch()
        (sources / "bad.cl").touch()
        compiler = self.compiler('case $2 in *bad.cl) echo "no good" >&2; exit 1;; esac; echo "$1" > "$4"\n')
        arguments = ("--compiler", compiler, "--sources", sources)
        done = self.run_it(*arguments, "--target", "some", "--backend", "cuda")
        self.assertEqual(done.returncode, 0, done)
        made = [str(p.relative_to(self.folder / "kernels")) for p in (self.folder / "kernels").rglob("*.bin.0")]
        self.assertEqual(made, ["good/nvptx64-nvidia-cuda.bin.0"])
        self.assertEqual((self.folder / "kernels" / made[0]).read_text(), "--fsycl-targets=some\n")
        self.assertIn("not compiled for some: bad: no good", done.stderr)
        self.assertEqual(self.run_it(*arguments).returncode, 0)
        self.assertTrue((self.folder / "kernels/good/spir64.bin.0").exists())

    def test_skip_reasons_are_printed(self):
        self.program("A.a skip\nA.b skip\n")
        self.known("skip-adapter test-one A.*  # there is none\n")
        done = self.run_it()
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("the adapter lacks the feature\n      2  there is none\n", done.stdout)
        self.known("skip-adapter test-one A.a  # there is none\n")
        self.assertIn("A.b: skipped without a reason", self.run_it().stdout)

    def test_some_tests_run_separately_without_a_layer(self):
        self.program("A.a pass\nA.b needs-variable:URSA_DISABLE_LAYERS=SOME\nA.c pass\nA.d pass\n")
        self.assertEqual(self.run_it().returncode, 1)
        self.known("without SOME test-one A.b  # the layer refuses it\nwithout SOME test-one A.d  # this one too\n")
        done = self.run_it()
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(self.runs()[-3:], [["A.a", "A.c"], ["A.b"], ["A.d"]])

    def test_update_prints_an_expectations_file(self):
        self.program("A.a fail\nA.b fail\nA.c pass\n")
        self.known("fail test-one A.a doing fail  # why\nfail test-one A.c doing fail  # was\n")
        done = self.run_it("--update")
        self.assertEqual((done.returncode, done.stdout), (0, "program test-one\nfail test-one A.a doing fail  # why\nfail test-one A.b  # \n"))

    def test_a_run_that_cannot_start_names_the_cause(self):
        done = self.run_it()
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no program 'test-*'", done.stderr)
        self.program("A.a pass\n")
        for arguments, word in ((("--only", "test-two"), "test-two"), (("--adapter", "none"), "none.so.0"),
                                (("--env", "X"), "NAME=VALUE"), (("--sources", "/nowhere"), "compiler"), (("--kernels", "/nowhere"), "/nowhere")):
            done = self.run_it(*arguments)
            self.assertEqual(done.returncode, 2, done)
            self.assertRegex(done.stderr, f"^error: .*{word}")
        self.known("nonsense\n")
        self.assertIn("known.txt:1", self.run_it().stderr)


if __name__ == "__main__":
    unittest.main()
