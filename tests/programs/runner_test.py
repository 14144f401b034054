#!/usr/bin/env python3
"""Tests of the runner of programs, with a compiler that copies scripts."""

import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

import program_list

HERE = pathlib.Path(__file__).resolve().parent

# Copies the only source to the output; "error" in it fails.
COMPILER = """\
#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
  -o) output=$2; shift ;;
  -*) flags="$flags $1" ;;
  *) source=$1 ;;
  esac
  shift
done
if grep -q '#error' "$source"; then echo "$PWD/$source:3:1: error: the header is missing"; exit 1; fi
{ echo '#!/bin/sh'; echo "flags='$flags'"; cat "$source"; } >"$output"
chmod +x "$output"
"""


class Lists(unittest.TestCase):
    def parse(self, text):
        return program_list.parse(textwrap.dedent(text), "a.toml")

    def test_flags_of_all_programs_come_first(self):
        programs = self.parse("""
            repository = "r"
            flags = ["-O2"]
            [[program]]
            name = "a"
            sources = ["a.cpp"]
            flags = ["-DA"]
            fails.host = "no reason"
            """)
        self.assertEqual([(p.repository, p.name, p.flags, p.folder, p.fails) for p in programs],
                         [("r", "a", ["-O2", "-DA"], ".", {"host": "no reason"})])

    def test_bad_lists(self):
        program = 'repository = "r"\n[[program]]\nname = "a"\nsources = ["a.cpp"]\n'
        for text, message in [("repository =", "a.toml: "), ("flags = []", "'repository' is missing"),
                              (program + "speed = 1", "unknown key 'speed'"), (program + 'flags = "-O2"', "'flags'"),
                              (program + 'output = "("', "no regular expression"),
                              (program + 'needs = "fpga"', "'needs' is 'fpga', not 'gpu', 'cpu' or 'input'"),
                              (program + '[[program]]\nname = "a"\nsources = ["b.cpp"]', "listed twice"),
                              ('repository = "r"\n[[program]]\nname = "a"', "'sources'")]:
            with self.assertRaisesRegex(program_list.BadList, message):
                self.parse(text)

    def test_the_lists_of_the_project(self):
        for file in sorted((HERE / "lists").glob("*.toml")):
            self.assertTrue(program_list.parse(file.read_text(), file), file)


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "repository").mkdir()
        self.list = 'repository = "repository"\nflags = ["-x"]\n'
        compiler = self.folder / "compiler"
        compiler.write_text(COMPILER)
        compiler.chmod(0o755)

    def program(self, name, script, more=""):
        (self.folder / "repository" / f"{name}.cpp").write_text(script)
        self.list += f'[[program]]\nname = "{name}"\nsources = ["{name}.cpp"]\n{more}\n'

    def run_all(self, *more):
        listed = self.folder / "list.toml"
        listed.write_text(self.list)
        return subprocess.run([sys.executable, HERE / "run.py", "--sources", self.folder, "--compiler",
                               self.folder / "compiler", "--list", listed, *more],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, check=False)

    def test_each_outcome(self):
        self.program("right", 'echo "$1 $flags $ONEAPI_DEVICE_SELECTOR"', 'arguments = ["7"]\noutput = "7  -x opencl:"')
        self.program("status", "echo failed; exit 3")
        self.program("three", "exit 3", "status = 3")
        self.program("wrong", "echo no", 'output = "^yes"')
        self.program("crash", "kill -SEGV $$")
        self.program("hangs", "while true; do :; done")
        self.program("compile", "#error")
        self.program("absent", "exit 0")
        (self.folder / "repository" / "absent.cpp").unlink()
        done = self.run_all("--adapter", "opencl", "--timeout", "2")
        self.assertEqual(done.returncode, 1, done.stderr)
        for line in ("| repository | 8 | 6 (75%) | 2 of 8 (25%) |", "repository/status on opencl: failed: exit status 3: failed",
                     "repository/wrong on opencl: failed: the output has no '^yes'",
                     "repository/crash on opencl: failed: ended by SIGSEGV", "repository/hangs on opencl: failed: not complete after 2 s",
                     "repository/compile: not compiled: the header is missing",
                     "repository/absent: not compiled: there is no file 'absent.cpp'"):
            self.assertIn(line, done.stdout)
        self.assertIn("6 differences", done.stdout)

    def test_known_failures(self):
        self.program("device", "exit 1", 'fails.host = "needs images"')
        self.program("source", "#error", 'fails.compile = "needs a library"')
        done = self.run_all()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("| `repository/device on host` | failed | needs images |", done.stdout)
        self.assertIn("| `repository/source` | not compiled | needs a library |", done.stdout)

    def test_a_known_failure_that_passes(self):
        self.program("device", "exit 0", 'fails.host = "needs images"')
        done = self.run_all()
        self.assertEqual(done.returncode, 1)
        self.assertIn("repository/device on host: passed, but is listed as a failure", done.stdout)
        self.assertEqual(self.run_all("--compile-only").returncode, 0)

    def test_programs_for_gpus_run_on_gpus(self):
        self.program("any", "exit 0")
        self.program("gpu", "exit 1", 'needs = "gpu"')
        done = self.run_all("--adapter", "opencl")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("repository/gpu: opencl not run (0.0 s): needs a GPU", done.stderr)
        self.assertIn("| repository | 2 | 2 (100%) | 1 of 1 (100%) |", done.stdout)
        for arguments in (("--adapter", "opencl", "--gpu"), ("--adapter", "cuda")):
            done = self.run_all(*arguments)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(f"repository/gpu on {arguments[1]}: failed: exit status 1", done.stdout)

    def test_programs_for_cpus_run_on_cpus(self):
        self.program("cpu", "exit 0", 'needs = "cpu"')
        done = self.run_all("--adapter", "host", "--adapter", "cuda")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("host passed", done.stderr)
        self.assertIn("cuda not run (0.0 s): needs a CPU", done.stderr)
        self.assertIn("| repository | 1 | 1 (100%) | 1 of 1 (100%) | 0 of 0 (0%) |", done.stdout)

    def test_programs_without_their_input_are_compiled_only(self):
        self.program("any", "exit 0")
        self.program("input", "exit 1", 'needs = "input"')
        done = self.run_all("--adapter", "cuda")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("repository/input: cuda not run (0.0 s): needs input", done.stderr)
        self.assertIn("| repository | 2 | 2 (100%) | 1 of 1 (100%) |", done.stdout)

    def test_flags_for_gpus(self):
        self.program("cpu", 'test "$flags" = " -x"', 'gpu_flags = ["-y"]\nfails.cuda = "has the flag"')
        self.program("gpu", 'test "$flags" = " -x -y"', 'gpu_flags = ["-y"]\nfails.host = "has not the flag"')
        done = self.run_all("--adapter", "host", "--adapter", "cuda")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("| repository | 2 | 2 (100%) | 1 of 2 (50%) | 1 of 2 (50%) |", done.stdout)

    def test_longer_programs(self):
        self.program("hangs", "while true; do :; done", "timeout = 2")
        self.assertIn("not complete after 2 s", self.run_all("--timeout", "1").stdout)

    def test_flags_for_cpus(self):
        self.program("cpu", 'test "$flags" = " -x -y"', 'cpu_flags = ["-y"]\nfails.cuda = "has not the flag"')
        self.program("both", 'test "$flags" = " -x -$1"',
                     'gpu_flags = ["-g"]\ncpu_flags = ["-c"]\narguments = ["g"]\ncpu_arguments = ["c"]')
        done = self.run_all("--adapter", "host", "--adapter", "cuda")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("| repository | 2 | 2 (100%) | 2 of 2 (100%) | 1 of 2 (50%) |", done.stdout)

    def test_arguments_for_cpus(self):
        self.program("small", 'test "$#$1" = 12', 'arguments = ["9", "9"]\ncpu_arguments = ["2"]\nfails.cuda = "is large"')
        self.program("none", 'test $# = 0', 'arguments = ["9"]\ncpu_arguments = []\nfails.cuda = "has an argument"')
        self.program("same", 'test "$1" = 9', 'arguments = ["9"]')
        done = self.run_all("--adapter", "host", "--adapter", "cuda")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("| repository | 3 | 3 (100%) | 3 of 3 (100%) | 1 of 3 (33%) |", done.stdout)

    def test_several_adapters(self):
        self.program("a", 'test "$ONEAPI_DEVICE_SELECTOR" = "host:*"', 'fails.vulkan = "needs images"')
        self.program("b", "#error", 'fails.compile = "needs a library"')
        done = self.run_all("--adapter", "host", "--adapter", "vulkan")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("| repository | programs | compiled | right on host | right on vulkan |", done.stdout)
        self.assertIn("| repository | 2 | 1 (50%) | 1 of 2 (50%) | 0 of 2 (0%) |", done.stdout)
        self.assertIn("| `repository/a on vulkan` | failed | needs images |", done.stdout)

    def test_runs_that_cannot_start(self):
        self.program("a", "exit 0")
        for arguments, message in [(["--only", "none"], "no program that matches 'none'"),
                                   (["--sources", self.folder / "no"], "there is no folder"),
                                   (["--compiler", self.folder / "no"], "is no program"),
                                   (["--list", self.folder / "no.toml"], "cannot be read")]:
            done = self.run_all(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
