#!/usr/bin/env python3
"""Compares kernels in SYCL with the same kernels in CUDA C++.

    pairs.py --compiler URSACXX [--nvcc NVCC] [--rounds N] [--json FILE] [NAME...]

Each pair is a file NAME.cpp and a file NAME.cu here, which print lines `KERNEL RATE UNIT CHECK`. Both are
compiled, and run in turn; prints a table with the median of the ratios, their spread, and the geometric mean.

Exit status: 0 all ran with the same results; 1 some did not; 2 the run could not start.
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOLERANCE = 1e-2  # of the values that both sides print: functions of half and sums in another order


class CannotRun(Exception):
    """The run cannot start. The message says why."""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="pairs (default: all)")
    parser.add_argument("--compiler", required=True, metavar="FILE", help="the program ursac++")
    parser.add_argument("--nvcc", default="nvcc", metavar="FILE", help="CUDA's compiler (default: nvcc)")
    parser.add_argument("--arch", default="native", help="its architecture, as sm_90 (default: native)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="runs of each side (default: 3)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all rates to a file")
    options = parser.parse_args()
    known = sorted(file.stem for file in HERE.glob("*.cu"))
    options.names = options.names or known
    for name in options.names:
        if name not in known:
            raise CannotRun(f"there is no pair '{name}'; there are {', '.join(known)}.")
    for program in (options.compiler, options.nvcc):
        if not shutil.which(program):
            raise CannotRun(f"the program '{program}' cannot be run.")
    return options


def compile_pair(name, options, folder):
    """Returns the two executables, for SYCL and for CUDA."""
    sycl, cuda = folder / f"{name}.sycl", folder / f"{name}.cuda"
    for command in ([options.compiler, "-std=c++20", "-O3", "--targets=nvptx64-sm_70", HERE / f"{name}.cpp", "-o", sycl],
                    [options.nvcc, "-std=c++20", "-O3", "--extended-lambda", f"-arch={options.arch}", HERE / f"{name}.cu",
                     "-o", cuda]):
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            raise CannotRun(f"'{' '.join(map(str, command))}' failed: {result.stderr.strip()}")
    return sycl, cuda


def run(program):
    """Returns rate, unit and value by kernel."""
    environment = {**os.environ, "ONEAPI_DEVICE_SELECTOR": "cuda:*"}
    result = subprocess.run([program], capture_output=True, text=True, env=environment)
    if result.returncode:
        raise CannotRun(f"'{program.name}' ended with status {result.returncode}: {result.stderr.strip()[-500:]}")
    lines = [line.split() for line in result.stdout.splitlines()]
    try:
        return {kernel: (float(rate), unit, float(check)) for kernel, rate, unit, check in lines}
    except ValueError as error:
        raise CannotRun(f"'{program.name}' printed another line than 'KERNEL RATE UNIT CHECK': {error}.") from error


def measure(options):
    """Returns, by kernel, its unit, the rates of both sides, and whether the results are the same."""
    kernels = {}
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        pairs = list(pool.map(lambda name: compile_pair(name, options, pathlib.Path(scratch)), options.names))
        for name, programs in zip(options.names, pairs):
            for _ in range(options.rounds):
                ours, theirs = (run(program) for program in programs)
                if ours.keys() != theirs.keys():
                    raise CannotRun(f"the sides of '{name}' have different kernels: {sorted(ours.keys() ^ theirs.keys())}.")
                for kernel, (rate, unit, check) in ours.items():
                    entry = kernels.setdefault(kernel, {"pair": name, "unit": unit, "sycl": [], "cuda": [], "same": True})
                    entry["sycl"].append(rate)
                    entry["cuda"].append(theirs[kernel][0])
                    entry["same"] &= math.isclose(check, theirs[kernel][2], rel_tol=TOLERANCE, abs_tol=1e-6)
    return kernels


def report(kernels):
    print("| kernel | SYCL | CUDA C++ | share | spread |\n|---|---:|---:|---:|---:|")
    shares = []
    for kernel, entry in kernels.items():
        ratios = [ours / theirs for ours, theirs in zip(entry["sycl"], entry["cuda"])]
        shares.append(statistics.median(ratios))
        print(f"| {kernel} | {statistics.median(entry['sycl']):.4g} {entry['unit']} | {statistics.median(entry['cuda']):.4g}"
              f" | {shares[-1]:.3f} | {min(ratios):.3f} to {max(ratios):.3f} |" + ("" if entry["same"] else " results differ"))
    print(f"\nGeometric mean of {len(shares)} kernels: {statistics.geometric_mean(shares):.3f}.")


def main():
    try:
        options = arguments()
        kernels = measure(options)
    except (CannotRun, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if options.json:
        options.json.write_text(json.dumps(kernels, indent=1) + "\n")
    report(kernels)
    return 0 if all(entry["same"] for entry in kernels.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
