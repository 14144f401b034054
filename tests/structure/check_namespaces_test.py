#!/usr/bin/env python3
"""check_namespaces.py on small trees that are right and wrong."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("check_namespaces.py")
TABLE = "# a comment\nlow/words: ursa::inline words\nlow/free: any\nhigh: ursa::high\n"
LOW = "// of ursa\nnamespace ursa::low::a {\nint f() {\n  return '{';\n}\n} // namespace ursa::low::a\n"
TREE = {
    "low/a/a.h": LOW,
    "low/words/w.h": "namespace ursa::inline words {\nclass Word {};\nnamespace detail {\n}\n} // namespace ursa::inline words\n",
    "low/free/f.h": "namespace anything {}\nstruct Free {};\n",
    "high/room/b.cpp": '#include "low/a/a.h"\n\nusing namespace std;\n\nnamespace ursa::high {\n} // namespace ursa::high\n',
    "high/b.h": "namespace ursa::low::a {\nclass C;\nstruct D;\n}\n\nnamespace std {\ntemplate <> struct hash<int> {};\n}\n",
    "high/queue.h": "struct ur_queue_handle_t_ : ursa::high::Queue {\n  using Queue::Queue;\n};\n",
}


class CheckNamespaces(unittest.TestCase):
    def expect(self, *findings, table=TABLE, **changes):
        """Changes: the text of files by their names, with '__' for '/' and '_dot_' for '.'."""
        files = {**TREE, **{name.replace("__", "/").replace("_dot_", "."): text for name, text in changes.items()}}
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            (root / "table.txt").write_text(table)
            done = subprocess.run([sys.executable, SCRIPT, root, root / "table.txt"], capture_output=True, text=True)
            self.assertEqual(done.stderr, "")
            self.assertEqual(done.stdout.splitlines(), list(findings))
            self.assertEqual(done.returncode, 1 if findings else 0)

    def test_right(self):
        self.expect()

    def test_other_namespace(self):
        self.expect(
            "low/a/b.h:3: the namespace ursa is not this folder's, which is ursa::low::a.",
            low__a__b_dot_h="\n\nnamespace ursa {\nclass B {};\n}\n",
        )

    def test_namespace_of_a_folder_inside(self):
        self.expect(
            "low/b.h:1: the namespace ursa::low::a is not this folder's, which is ursa::low.",
            low__b_dot_h="namespace ursa::low::a {\nclass B {};\n}\n",
        )

    def test_inline_is_part_of_the_name(self):
        self.expect(
            "low/words/v.h:1: the namespace ursa::words is not this folder's, which is ursa::inline words.",
            low__words__v_dot_h="namespace ursa::words {\nint v();\n}\n",
        )

    def test_comments_and_literals_hold_no_braces(self):
        self.expect(low__a__b_dot_cpp='namespace ursa::low::a {\n// }\nconst char *text = "}";\nauto raw = R"(})";\n/* } */\n} // namespace\n')

    def test_class_without_namespace(self):
        self.expect("low/a/b.h:1: B is in no namespace.", low__a__b_dot_h="class B {\n  int b;\n};\n")

    def test_handle_with_members(self):
        self.expect(
            "high/event.h:1: ur_event_handle_t_ has members, which belong into a class of ursa::high.",
            high__event_dot_h="struct ur_event_handle_t_ : ursa::high::Event {\n  int member;\n};\n",
        )

    def test_directive_in_a_header(self):
        self.expect("low/a/b.h:1: 'using namespace' in a header.", low__a__b_dot_h="using namespace std;\n")

    def test_directive_in_the_middle(self):
        self.expect(
            "low/a/b.cpp:3: 'using namespace' in the middle of a file.",
            low__a__b_dot_cpp="int f();\n\nusing namespace std;\n",
        )

    def test_directive_in_a_function(self):
        self.expect(low__a__b_dot_cpp="int f() {\n  using namespace std;\n}\n")

    def test_folder_that_is_not_there(self):
        self.expect("The table names gone, which is no folder.", table=TABLE + "gone: ursa::gone\n")


if __name__ == "__main__":
    unittest.main()
