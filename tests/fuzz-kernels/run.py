#!/usr/bin/env python3
"""Compiles random kernels and compares them on Vulkan and the host.

    run.py --bin build/release/bin --scratch DIR [--kinds KIND,...] --seeds FIRST LAST

Prints one line for each kind and the seeds that failed; exits with 1 when any did. What failed is in the
scratch folder.
"""

import argparse
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import generate  # noqa: E402  (beside this file)

BATCH = 25  # kernels in a source


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def check(options, kind, seeds):
    """Failures of one batch: (seed, what)."""
    name = f"{kind}-{seeds[0]}"
    source = options.scratch / f"{name}.cl"
    source.write_text("".join(generate.kernel(kind, seed) for seed in seeds))
    level = f"-O{seeds[0] // BATCH % 4}"
    compiled = run([options.bin / "ursac", source.name, level, "--targets=vulkan1.2,host-x86_64",
                    "-Xursa-target=vulkan1.2", "--relaxed-fences", "-o", f"{name}.ursa"], options.scratch)
    if compiled.returncode != 0:
        lines = compiled.stderr.strip().splitlines() or [f"status {compiled.returncode}"]
        if len(seeds) > 1:  # which one?
            return [failure for seed in seeds for failure in check(options, kind, [seed])] or [
                (seeds[0], f"together with those up to {seeds[-1]}: {lines[-1]}")]
        return [(seeds[0], f"{level}: {lines[-1]}")]
    result = run([options.bin / "vulkan_run", f"{name}.ursa", ",".join(f"f{seed}" for seed in seeds), "uint[256]",
                  "uint[512]=0", "uint=6", "--global", "256", "--local", "64"], options.scratch)
    lines = re.findall(r"^f(\d+): (.*)$", result.stdout, re.MULTILINE)
    failures = [(int(seed), f"{level}: {what}") for seed, what in lines if what != "same"]
    if len(lines) != len(seeds):
        failures.append((seeds[len(lines)], f"{level}: {result.stderr.strip()[-300:]} (status {result.returncode})"))
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=lambda text: pathlib.Path(text).resolve(), required=True)
    parser.add_argument("--scratch", type=pathlib.Path, required=True)
    parser.add_argument("--kinds", default=",".join(generate.KINDS))
    parser.add_argument("--seeds", nargs=2, type=int, required=True, metavar=("FIRST", "LAST"))
    options = parser.parse_args()
    options.scratch.mkdir(parents=True, exist_ok=True)
    failed = 0
    for kind in options.kinds.split(","):
        seeds = list(range(options.seeds[0], options.seeds[1] + 1))
        failures = []
        for begin in range(0, len(seeds), BATCH):
            failures += check(options, kind, seeds[begin:begin + BATCH])
        for seed, what in failures:
            print(f"{kind} {seed}: {what}")
        print(f"{kind}: {len(seeds)} kernels, {len(failures)} failed", flush=True)
        failed += len(failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
