#!/usr/bin/env python3
"""check_dialect.py on sources that are right and wrong."""

import unittest

from check_dialect import deviations

RIGHT = '#include "llvm/IR/Module.h"\n\nusing namespace llvm;\n\nllvm::Error check(Module &module);\n'


class Dialect(unittest.TestCase):
    def check(self, name, text, *expected):
        found = list(deviations(name, text))
        self.assertEqual(len(found), len(expected), found)
        for sentence, part in zip(found, expected):
            self.assertIn(part, sentence)

    def test_right(self):
        self.check("compiler/passes/a.cpp", RIGHT)
        self.check("compiler/passes/a.h", "llvm::Value *first(); // Result<int> is for others\n")
        self.check("compiler/frontend/sycl/a.cpp", "using namespace clang;\nllvm::StringRef name;\n")
        self.check("compiler/targets/host/passes/a.cpp", "Result<void> run();\n")

    def test_wrong(self):
        self.check("compiler/passes/a.cpp", "llvm::Value *first();\n", "without 'using namespace llvm'")
        self.check("compiler/passes/a.h", "using namespace llvm;\n", "in a header")
        self.check("compiler/passes/a.cpp", "#include <llvm/IR/Module.h>\n", "angle brackets")
        self.check("compiler/passes/a.cpp", "Result<int> first();\n", "'Result'")


if __name__ == "__main__":
    unittest.main()
