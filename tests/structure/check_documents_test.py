#!/usr/bin/env python3
"""check_documents.py on small trees that are right and wrong."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("check_documents.py")
TABLE = "core/low: the ground\nadapters/one: a device\n  core/low\ncore/low/single.cpp: one file\n"
FILES = "Every adapter has a header and a source file of these names: `queue`, `event`.\n"
MAP = f"""# Map

## Components

| component | purpose |
|---|---|
| `core/low` | the ground: `core/low/a` |
| `adapters/one` | a device |
| `tests` | tests |

{FILES}
`Pool::mutex_` is a lock.
"""
TREE = {
    "README.md": "[map](docs/ARCHITECTURE.md#components), [`self`](#a-title-it-is), [out](https://example.org/#x)\n\n# A `title`: it is\n",
    "CONTRIBUTING.md": "`core/low/a.h` `core/*/a.h` `NAME/x` `./run` `build/x/y` `one/two.h`\n",
    "docs/ARCHITECTURE.md": MAP,
    "docs/CHANGING.md": "```\n[no](link.md) `core/no`\n```\n",
    "core/low/a.h": "class Pool final : Base {\n  std::mutex mutex_;\n};\n",
    "core/low/single.cpp": "",
    "tests/a.cpp": "",
    "adapters/one/CMakeLists.txt": "",
    "adapters/one/queue.h": "",
    "adapters/one/part/queue.cpp": "",
    "adapters/one/event.h": "",
    "adapters/one/event.cpp": "",
    "build/generated.md": "[no](link.md)\n",
}


class CheckDocuments(unittest.TestCase):
    def expect(self, *findings, table=TABLE, **changes):
        """Changes: the text of files by their names, with '__' for '/' and 'MD' for '.md'; None removes one."""
        files = dict(TREE)
        for name, text in changes.items():
            name = name.replace("__", "/").replace("MD", ".md").replace("_cpp", ".cpp")
            files[name] = text
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                if text is not None:
                    (root / name).parent.mkdir(parents=True, exist_ok=True)
                    (root / name).write_text(text)
            (root / "table.txt").write_text(table)
            done = subprocess.run([sys.executable, SCRIPT, root, root / "table.txt"], capture_output=True, text=True)
        self.assertEqual((done.stdout, done.stderr), ("".join(f"{f}\n" for f in findings), ""))
        self.assertEqual(done.returncode, 1 if findings else 0)

    def test_right(self):
        self.expect()

    def test_link_to_no_file(self):
        self.expect("docs/more.md:3: the link ../gone.md leads to no file.",
                    docs__moreMD="[two\nlines](../README.md)\n[other](../gone.md)\n")

    def test_link_to_no_heading(self):
        self.expect("README.md:1: the link docs/ARCHITECTURE.md#part leads to no heading.",
                    READMEMD="[map](docs/ARCHITECTURE.md#part)\n")

    def test_link_within_the_page(self):
        self.expect("README.md:3: the link #b leads to no heading.", READMEMD="# A\n[x](#a)\n[y](#b)\n")

    def test_second_heading_of_a_name(self):
        self.expect("README.md:4: the link #a-2 leads to no heading.", READMEMD="# A\n## A\n[x](#a-1)\n[y](#a-2)\n")

    def test_link_by_reference(self):
        self.expect("README.md:1: the link gone.md leads to no file.", READMEMD="[x]: gone.md\n")

    def test_link_out_of_the_tree(self):
        self.expect("README.md:1: the link .. leads out of the tree.", READMEMD="[x](..)\n")

    def test_code_has_no_links(self):
        self.expect(READMEMD="`[=](sycl::id<1> i)`\n\n    ```\n    [x](y)\n    ```\n")

    def test_path_that_is_not_there(self):
        self.expect("docs/CHANGING.md:2: there is no core/low/b.h.", "docs/CHANGING.md:2: there is no core/*/b.h.",
                    docs__CHANGINGMD="\n`core/low/b.h` `core/*/b.h` `core/low`\n")

    def test_component_that_the_map_lacks(self):
        self.expect("docs/ARCHITECTURE.md: the table of components has no core/low, which is one of components.txt.",
                    docs__ARCHITECTUREMD=MAP.replace("| `core/low` |", "| ground |"))

    def test_row_that_is_no_component(self):
        self.expect("docs/ARCHITECTURE.md:7: core/low/a.h is no component of components.txt, but a part of core/low.",
                    docs__ARCHITECTUREMD=MAP.replace("| `core/low` |", "| `core/low`, `core/low/a.h` |"))

    def test_row_of_nothing(self):
        self.expect("docs/ARCHITECTURE.md:9: gone is no component of components.txt, but no folder of the tree.",
                    docs__ARCHITECTUREMD=MAP.replace("| `tests` |", "| `gone` |"))

    def test_file_that_an_adapter_lacks(self):
        self.expect("docs/ARCHITECTURE.md:11: one has no event.cpp, which every adapter has.", adapters__one__event_cpp=None)

    def test_map_without_the_files_of_adapters(self):
        self.expect("docs/ARCHITECTURE.md: no sentence says 'Every adapter has a header and a source file of these names:'.",
                    docs__ARCHITECTUREMD=MAP.replace(FILES, "\n"))

    def test_member_that_is_not_there(self):
        self.expect("docs/ARCHITECTURE.md:13: no file of core and support defines Pool with lock_.",
                    docs__ARCHITECTUREMD=MAP.replace("mutex_", "lock_"))

    def test_document_that_is_not_there(self):
        self.expect("docs/CHANGING.md is not there.", docs__CHANGINGMD=None)


if __name__ == "__main__":
    unittest.main()
