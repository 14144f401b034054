#!/usr/bin/env python3
"""check_includes.py on small trees that are right and wrong."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("check_includes.py")
TABLE = "low: the ground\nhigh: what stands on it\n  low\n"
TREE = {"low/a.h": "", "low/a.cpp": '#include "low/a.h"\n', "high/b.cpp": '#include "low/a.h"\n#include <vector>\n'}


class CheckIncludes(unittest.TestCase):
    def run_on(self, table=TABLE, **changes):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {**TREE, **{n.replace("__", "/").replace("_dot_", "."): t for n, t in changes.items()}}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            (root / "table.txt").write_text(table)
            done = subprocess.run([sys.executable, SCRIPT, root, root / "table.txt"], capture_output=True, text=True)
            return done.returncode, done.stdout

    def test_allowed(self):
        self.assertEqual(self.run_on(), (0, ""))

    def test_against_the_arrow(self):
        code, text = self.run_on(high__b_dot_h="", low__c_dot_cpp='\n#include "high/b.h"\n')
        self.assertEqual((code, text), (1, "low/c.cpp:2: low may not include high/b.h (high).\n"))

    def test_relative_to_the_file(self):
        code, text = self.run_on(low__c_dot_cpp='#include "../high/b.cpp"\n')
        self.assertEqual(code, 1)
        self.assertIn("low/c.cpp:1: low may not include", text)

    def test_circle(self):
        code, text = self.run_on(table=TABLE.replace("ground\n", "ground\n  high\n"))
        self.assertEqual((code, text), (1, "The table has a circle: low -> high -> low.\n"))

    def test_file_of_no_component(self):
        code, text = self.run_on(other__d_dot_cpp="")
        self.assertEqual((code, text), (1, "other/d.cpp belongs to no component of the table.\n"))

    def test_name_that_is_not_there(self):
        code, text = self.run_on(table=TABLE + "gone: nothing\n")
        self.assertEqual((code, text), (1, "The table names gone, which is not there.\n"))


if __name__ == "__main__":
    unittest.main()
