#!/usr/bin/env python3
"""Tests of tools/progress.py: progress_test.py PROGRESS.PY"""

import importlib.util
import io
import subprocess
import sys
import unittest

PATH = sys.argv.pop()


def load():
    spec = importlib.util.spec_from_file_location("progress", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Lines(unittest.TestCase):
    def setUp(self):
        self.now = 0
        self.out = io.StringIO()
        self.progress = load().Progress(self.out, False, lambda: self.now)

    def text(self):
        return self.out.getvalue().splitlines()

    def test_a_line_for_each_tenth(self):
        for i in range(1, 401):
            self.progress.line(f"[{i}/400] Building CXX object core/loader/CMakeFiles/x.dir/a.cpp.o")
        self.assertEqual(self.text(), [f"Building [{i}/400] core/loader" for i in range(40, 401, 40)])

    def test_a_line_after_30_seconds(self):
        self.progress.line("[1/400] Linking CXX shared library lib/libx.so.0")
        self.now = 29
        self.progress.idle()
        self.assertEqual(self.text(), [])
        self.now = 30
        self.progress.idle()
        self.assertEqual(self.text(), ["Building [1/400] linking lib/libx.so.0"])

    def test_what_steps_print_is_kept(self):
        for line in ("[1/2] Compiling a.cl", "FAILED: a.o ", "c++ a.cpp", "a.cpp:1: error: no", "-- Configuring done",
                     "ninja: build stopped: subcommand failed."):
            self.progress.line(line)
        self.assertEqual(self.text(), ["Building [1/2] Compiling a.cl", "FAILED: a.o ", "c++ a.cpp", "a.cpp:1: error: no",
                                       "ninja: build stopped: subcommand failed."])

    def test_a_terminal_has_one_line(self):
        progress = load().Progress(self.out, True, lambda: 0)
        progress.line("[1/2] Compiling a.cl")
        progress.line("error: no")
        progress.line("[2/2] Compiling b.cl")
        self.assertEqual(self.out.getvalue(), "\r\033[KBuilding [1/2] Compiling a.cl\r\033[Kerror: no\n"
                                              "\r\033[KBuilding [2/2] Compiling b.cl")

    def test_the_status_is_that_of_the_command(self):
        done = subprocess.run([sys.executable, PATH, "sh", "-c", "echo '[1/1] Compiling a.cl'; echo problem >&2; exit 3"],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (3, "Building [1/1] Compiling a.cl\nproblem\n"))


if __name__ == "__main__":
    unittest.main()
