"""What the comparisons of random kernels share: their options, and the walk over kept kernels and seeds."""

import argparse
import concurrent.futures
import pathlib
import re
import time


def resolved(text):
    return pathlib.Path(text).resolve()


def parser(kinds):
    made = argparse.ArgumentParser()
    made.add_argument("--bin", type=resolved, required=True)
    made.add_argument("--scratch", type=resolved, required=True)
    made.add_argument("--kinds", default=",".join(kinds))
    made.add_argument("--seeds", nargs=2, type=int, default=(0, -1), metavar=("FIRST", "LAST"))
    made.add_argument("--files", nargs="*", type=pathlib.Path, default=[])
    made.add_argument("--keep", type=resolved)
    made.add_argument("--jobs", type=int, default=1)
    return made


class Checker:
    """A runner has problems(name, text, kernels, level); subclasses have batch(kind, seeds), which returns the failures:
    (seed, what)."""

    def __init__(self, runner, keep):
        self.runner = runner
        self.keep = keep

    def file(self, path):
        text = path.read_text()
        level = re.search(r"-O\d", text).group(0)
        problems = self.runner.problems(path.stem, text, re.findall(r"kernel void (\w+)", text), level)
        if problems is None:
            return [(path.name, "it is no program")]
        return [(path.name, f"{level}: {what}") for what in problems.values()]

    def write_kept(self, name, level, text):
        self.keep.mkdir(parents=True, exist_ok=True)
        (self.keep / f"{name}.cl").write_text(f"// Reduced from a random kernel; {level}.\n{text}")

    def summary(self, kind):
        """Words behind the number of kernels, and words behind the number of failures."""
        return "", ""


def check(checker, options, batch_size):
    """Checks the files, or kernels of all kinds. Returns the exit status."""
    failed = 0
    for path in options.files:
        for name, what in checker.file(path):
            print(f"{name}: {what}")
            failed += 1
    if options.files:
        print(f"kept: {len(options.files)} kernels, {failed} failed")
        return 1 if failed else 0
    seeds = list(range(options.seeds[0], options.seeds[1] + 1))
    batches = [seeds[begin:begin + batch_size] for begin in range(0, len(seeds), batch_size)]
    for kind in options.kinds.split(","):
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            failures = [failure for some in pool.map(lambda batch, kind=kind: checker.batch(kind, batch), batches)
                        for failure in some]
        for seed, what in failures:
            print(f"{kind} {seed}: {what}")
        how, more = checker.summary(kind)
        print(f"{kind}: {len(seeds)} kernels{how}, {len(failures)} failed,{more} {time.monotonic() - start:.1f} s", flush=True)
        failed += len(failures)
    return 1 if failed else 0
