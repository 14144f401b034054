#!/usr/bin/env python3
"""Compiles traits of an adapter that lack a member: the only error is at the line where the adapter
uses them, and tells the concept and the member.

    check_concepts.py COMPILER [OPTION...]
"""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = pathlib.Path(__file__).resolve().parent
COMPILER = []


def compile_traits(change):
    """Compiles the traits with one change, WITHOUT_member or WRONG_member; returns the messages, empty if there is
    no error."""
    command = [*COMPILER, "-std=c++20", "-fsyntax-only", "-fno-diagnostics-color", f"-I{ROOT}", f"-I{ROOT / 'include'}",
               f"-I{ROOT / 'include' / 'ur'}", *([f"-D{change}"] if change else []), str(FOLDER / "queue_traits.cpp")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode != 0) == bool(done.stderr), done.stderr
    return done.stderr


class QueueTraits(unittest.TestCase):
    def check_error(self, change, member):
        messages = compile_traits(change)
        errors = [line for line in messages.splitlines() if re.search(r"\berror: ", line)]
        self.assertEqual(len(errors), 1, messages)
        source = (FOLDER / "queue_traits.cpp").read_text().splitlines()
        line = 1 + next(i for i, text in enumerate(source) if "the line of the error" in text)
        self.assertIn(f"queue_traits.cpp:{line}:", errors[0])
        self.assertRegex(messages, r"\bQueueTraits\b")
        self.assertRegex(messages, rf"\bTraits::{member}\b")

    def test_complete_traits_compile(self):
        self.assertEqual(compile_traits(None), "")

    def test_an_optional_member_may_be_missing(self):
        self.assertEqual(compile_traits("WITHOUT_flush"), "")

    def test_a_missing_member_is_one_error(self):
        for member in ["checkDeviceInContext", "make", "isEmpty", "finish", "references"]:
            with self.subTest(member=member):
                self.check_error(f"WITHOUT_{member}", member)

    def test_a_member_with_a_wrong_result_is_one_error(self):
        self.check_error("WRONG_finish", "finish")


if __name__ == "__main__":
    COMPILER = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
