#!/usr/bin/env python3
"""Checks how the sources of compiler/ use LLVM: CONTRIBUTING.md, "How the code reads".

    check_dialect.py ROOT

Exit status 1 with each file that deviates.
"""

import pathlib
import re
import sys

ANGLES = re.compile(r"^\s*#\s*include\s+<(llvm|llvm-c|clang)/", re.MULTILINE)
LLVM = re.compile(r"\bllvm::")
COMMENTS = re.compile(r"//.*")
USING = re.compile(r"^using namespace llvm;$", re.MULTILINE)
ANY_USING = re.compile(r"^\s*using namespace ", re.MULTILINE)
RESULT = re.compile(r"\bResult<")

# Where names of LLVM are written in full: clang and LLVM share names, and the run time knows no LLVM.
IN_FULL = ("compiler/frontend/sycl/", "compiler/targets/host/runtime/")
# What programs run as well, and whose errors are codes of UR for them.
RESULTS = (
    "compiler/targets/host/",
    "compiler/targets/common/fold_constants",
    "compiler/targets/common/llvm_recovery",
    "compiler/image/output_files",  # over a Result of support
)


def deviations(name, text):
    """What a file does in another way, in sentences."""
    if ANGLES.search(text):
        yield "includes a header of LLVM in angle brackets."
    code = COMMENTS.sub("", text)
    if name.endswith(".h"):
        if ANY_USING.search(code):
            yield "has 'using namespace' in a header."
    elif LLVM.search(code) and not USING.search(code) and not name.startswith(IN_FULL):
        yield "uses LLVM without 'using namespace llvm'."
    if RESULT.search(code) and not name.startswith(RESULTS):
        yield "returns 'Result', where the compiler returns 'llvm::Expected' and 'llvm::Error'."


def main():
    root = pathlib.Path(sys.argv[1])
    failed = False
    for path in sorted((root / "compiler").rglob("*")):
        if path.suffix not in {".h", ".cpp"} or "device_library" in path.parts:
            continue
        name = path.relative_to(root).as_posix()
        for deviation in deviations(name, path.read_text()):
            print(f"{name} {deviation}")
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
