#!/usr/bin/env python3
"""What the dynamic linker sees of libur_loader.so.0: its name, what it exports and what it needs.

    check_library.py LIBRARY
"""

import argparse
import pathlib
import re
import subprocess
import sys
import unittest

import facts

RECORDED = facts.Recorded()
LIBRARY = None

# A program with precompiled images must start quickly and install small: neither a compiler nor a
# driver may come with the loader.
ALLOWED = ("libfmt", "libspdlog", "libxxhash", "libstdc++", "libgcc_s", "libm", "libc", "ld-linux-x86-64",
           "libasan", "libubsan", "libtsan", "libclang_rt")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        text = output("nm", "-D", "--defined-only", "--with-symbol-versions", LIBRARY)
        symbols = [line.split() for line in text.splitlines()]
        cls.node = RECORDED.ddi["loader"]["symbol_version"]["loader"]
        cls.functions = [name for _, kind, name in symbols if kind == "T"]
        cls.others = [(kind, name) for _, kind, name in symbols if kind != "T"]

    def test_all_have_the_version(self):
        without = [name for name in self.functions if not name.endswith(f"@@{self.node}")]
        self.assertEqual(without, [])

    def test_unified_runtime(self):
        names = sorted(name.split("@")[0] for name in self.functions)
        exports = RECORDED.ddi["loader_exports"]
        want = sorted([*exports["api"], *exports["tables"], *exports["print"]])
        self.assertEqual(len(want), 686)
        self.assertEqual([name for name in names if not name.startswith("ursa")], want)

    def test_nothing_else(self):
        self.assertEqual([(k, n) for k, n in self.others if n != self.node], [])


class Dynamic(unittest.TestCase):
    def entries(self, tag):
        return re.findall(rf"\({tag}\).*\[(.*)\]", output("readelf", "-dW", LIBRARY))

    def test_name(self):
        self.assertEqual(self.entries("SONAME"), [RECORDED.ddi["loader"]["libraries"]["loader"]])

    def test_needs_neither_compiler_nor_driver(self):
        needed = self.entries("NEEDED")
        self.assertIn("libc.so.6", needed)
        self.assertEqual([n for n in needed if n.split(".so")[0] not in ALLOWED], [])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("library", type=pathlib.Path)
    LIBRARY = parser.parse_args().library
    if not LIBRARY.exists():
        sys.exit(f"There is no library {LIBRARY}.")
    unittest.main(argv=sys.argv[:1])
