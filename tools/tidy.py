#!/usr/bin/env python3
"""Runs clang-tidy on the source files that have changed.

    tidy.py --build DIR [--since COMMIT] [--within SECONDS] [FILE...]

DIR is a build folder in which each file is compiled for itself, with its compile_commands.json. Without FILEs those
are checked that differ from COMMIT, or whose header does, those of the latest commits first. The default for COMMIT is
where the branch left the one that it was cloned from; on that branch the latest tag, and without tags 20 commits ago.
After SECONDS (default: 600) no further file is begun.

Exit status: 0 nothing was found; 1 clang-tidy found something; 2 it could not run.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLANG_TIDY = "clang-tidy-14"
COMMITS = 20


def git(*arguments):
    """The output of a git command, or nothing when it fails."""
    done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def base():
    """The commit before the changes to check."""
    head = git("rev-parse", "HEAD")
    for upstream in ("@{upstream}", "origin/HEAD"):
        fork = git("merge-base", "HEAD", upstream)
        if fork and fork != head:
            return fork
    tag = git("describe", "--tags", "--abbrev=0", "HEAD~1")
    if tag:
        return tag
    history = git("rev-list", "--first-parent", f"--max-count={COMMITS + 1}", "HEAD").split()
    return history[-1] if history else ""


def changed_files(since):
    """Changed .cpp files and those of changed headers, the latest changes first."""
    names = git("diff", "--name-only", "HEAD").split()  # not committed yet
    names += git("log", "--format=", "--name-only", "-m", "--first-parent", f"{since}..HEAD").split()
    files = {}
    for name in names:
        path = ROOT / name
        source = path.with_suffix(".cpp") if path.suffix in (".h", ".hpp") else path
        if source.suffix == ".cpp" and source.exists():
            files[source] = None
    return list(files)


def needs_gcc(file):
    """Whether a file uses libquadmath, directly or through the header of its folder, or names of processors' features
    that clang 14 does not know."""
    return file.parent == ROOT / "tests/compiler/math" or file == ROOT / "format/host/isa.cpp"


def check(build, file):
    """What clang-tidy finds in a file."""
    # Clang 14 has the type _Float16, which sycl::half is made of, only for processors with instructions for it.
    done = subprocess.run([CLANG_TIDY, "-p", build, "--quiet", "--extra-arg=-mavx512fp16", file], capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip() if done.returncode != 0 else ""


def main():
    parser = argparse.ArgumentParser(prog="ursa tidy", description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=pathlib.Path, metavar="DIR", help="build folder")
    parser.add_argument("--since", metavar="COMMIT", help="check the files that have changed since this commit")
    parser.add_argument("--within", type=float, default=600, metavar="S", help="seconds (default: 600)")
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILE", help="check these files instead")
    options = parser.parse_args()

    try:
        commands = json.loads((options.build / "compile_commands.json").read_text())
    except (OSError, ValueError) as error:
        print(f"error: the compile commands cannot be read: {error}", file=sys.stderr)
        return 2
    compiled = {pathlib.Path(command["directory"], command["file"]) for command in commands}
    if options.files:
        files = [file.resolve() for file in options.files]
        if unknown := [file for file in files if file not in compiled]:
            print(f"error: the build does not compile '{unknown[0]}'.", file=sys.stderr)
            return 2
        print(f"clang-tidy: {len(files)} files")
    else:
        since = options.since or base()
        if not git("rev-parse", "--verify", "--quiet", f"{since}^{{commit}}"):
            print(f"error: there is no commit '{since}'.", file=sys.stderr)
            return 2
        files = [file for file in changed_files(since) if file in compiled and not needs_gcc(file)]
        print(f"clang-tidy: {len(files)} files have changed since {git('describe', '--always', '--tags', since)}",
              flush=True)

    end = time.monotonic() + options.within
    checked, bad = 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(lambda f=file: check(options.build, f) if time.monotonic() < end else None) for file in files]
        for job in concurrent.futures.as_completed(jobs):
            found = job.result()
            checked += found is not None
            if found:
                bad += 1
                print(found, flush=True)
    late = f"; {len(files) - checked} were left out, since {options.within:.0f} s had passed" if checked < len(files) else ""
    print(f"clang-tidy: {checked} files checked, {bad} with findings{late}")
    return 1 if bad else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FileNotFoundError as error:
        print(f"error: {error.filename} is not installed.", file=sys.stderr)
        sys.exit(2)
