#!/usr/bin/env python3
"""Compiles random kernels and compares them on Vulkan, the host and PoCL.

    run.py --bin build/release/bin --scratch DIR [--kinds KIND,...] --seeds FIRST LAST [--keep DIR]
    run.py --bin build/release/bin --scratch DIR --files FILE...

Kernels of the kind "loops" run through the adapters, on Vulkan and the host: a driver may end their loops early,
and the launch fails then.

Prints one line for each kind and the seeds that failed; exits with 1 when any did. What failed is in the
scratch folder; with --keep it is reduced and put into a folder, as KIND-SEED.cl. Files are such kernels.
"""

import os
import random
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
import campaign  # noqa: E402  (beside this file)
import generate  # noqa: E402
import reduce  # noqa: E402

BATCH = 25  # kernels in a source
TARGETS = ("vulkan1.2", "host-x86_64", "spirv64")
TIMEOUT = 300


def run(command, folder):
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"It took more than {TIMEOUT} s.")


def last_line(result):
    lines = result.stderr.strip().splitlines() or [f"status {result.returncode}"]
    return lines[-1][:300]


class Runner:
    """Compiles and runs sources in a scratch folder."""

    def __init__(self, options):
        self.bin = options.bin
        self.scratch = options.scratch
        self.pocl = not options.without_pocl
        self.ended = 0  # launches whose loops the driver ended
        self.scratch.mkdir(parents=True, exist_ok=True)

    def launched(self, name, kernel, device):
        """What a kernel wrote on a device, or None when its loops were ended; and what was wrong."""
        numbers = random.Random(name).sample(range(1 << 32), 256)
        (self.scratch / "in.bin").write_bytes(struct.pack("<256I", *numbers))
        (self.scratch / "zeros.bin").write_bytes(bytes(4 * 512))
        out = self.scratch / f"{name}-{device.replace(':', '-')}.bin"
        result = run([self.bin / "ursa-run", f"{name}.ursa", "--kernel", kernel, "--device", device, "--global", "256",
                      "--local", "64", "--arg", "in:in.bin", "--arg", f"inout:zeros.bin:{out.name}", "--arg", "u32:6"],
                     self.scratch)
        if result.returncode == 0:
            return out.read_bytes(), ""
        is_ended = device.startswith("vulkan") and "its loops have more iterations than the" in result.stderr
        return None, "" if is_ended else f"running: {device}: {last_line(result)}"

    def loop_problem(self, name, text, kernel, level):
        """What is wrong with a kernel with long loops, which is alone in its source; "" when all agree."""
        (self.scratch / f"{name}.cl").write_text(text)
        compiled = run([self.bin / "ursac", f"{name}.cl", level, "--targets=vulkan1.2,host-x86_64", "-o", f"{name}.ursa"],
                       self.scratch)
        if compiled.returncode != 0:
            return "compiling: " + last_line(compiled)
        expected, problem = self.launched(name, kernel, "host:0")
        if problem:
            return problem
        found, problem = self.launched(name, kernel, "vulkan:0")
        if problem:
            return problem
        self.ended += found is None
        return "" if found in (expected, None) else "values for vulkan and host differ"

    def problems(self, name, text, kernels, level):
        """What is wrong with each of the kernels of a source; {} when all agree, None when it is no program."""
        (self.scratch / f"{name}.cl").write_text(text)
        targets = ",".join(TARGETS if self.pocl else TARGETS[:2])
        compiled = run([self.bin / "ursac", f"{name}.cl", level, f"--targets={targets}",
                        "-Xursa-target=vulkan1.2", "--relaxed-fences", "-o", f"{name}.ursa"], self.scratch)
        if compiled.returncode != 0:
            if re.search(r"\.cl:\d+:\d+: error:", compiled.stderr):
                return None
            return {kernel: "compiling: " + last_line(compiled) for kernel in kernels}
        result = run([self.bin / "vulkan_run", f"{name}.ursa", ",".join(kernels), "uint[256]", "uint[512]=0",
                      "uint=6", "--global", "256", "--local", "64"] + (["--also", "opencl"] if self.pocl else []),
                     self.scratch)
        found = dict(re.findall(r"^(\w+): (.*)$", result.stdout, re.MULTILINE))
        problems = {kernel: what for kernel, what in found.items() if what != "same"}
        for kernel in kernels:
            if kernel not in found:  # where it ended
                problems[kernel] = "running: " + last_line(result)
                break
        return problems


def class_of(problem):
    """What a smaller kernel has to have in common with the one that failed."""
    devices = re.findall(r" for ([\w:]+) and ", problem)
    return ",".join(devices) if devices else re.sub(r"[\d'%].*", "", problem)


class Checker(campaign.Checker):
    def batch(self, kind, seeds):
        """Failures: (seed, what)."""
        name = f"{kind}-{seeds[0]}"
        level = f"-O{seeds[0] // BATCH % 4}"
        kernels = [f"f{seed}" for seed in seeds]
        if kind == "loops":
            found = ((seed, self.runner.loop_problem(f"loops-{seed}", generate.kernel(kind, seed), f"f{seed}",
                                                     f"-O{seed % 4}")) for seed in seeds)
            return [(seed, f"-O{seed % 4}: {problem}") for seed, problem in found if problem]
        source = "".join(generate.kernel(kind, seed) for seed in seeds)
        problems = self.runner.problems(name, source, kernels, level)
        if not problems:
            return [] if problems is not None else [(seeds[0], "the generated source is no program")]
        if len(seeds) > 1 and any(what.startswith(("compiling", "running")) for what in problems.values()):
            return [failure for seed in seeds for failure in self.single(kind, seed, level)] or [
                (seeds[0], f"together with those up to {seeds[-1]}: {next(iter(problems.values()))}")]
        failures = [(int(kernel[1:]), f"{level}: {what}") for kernel, what in problems.items()]
        for seed, _ in failures:
            self.reduced(kind, seed, level)
        return failures

    def single(self, kind, seed, level):
        problems = self.runner.problems(f"{kind}-{seed}-alone", generate.kernel(kind, seed), [f"f{seed}"], level)
        if not problems:
            return []
        self.reduced(kind, seed, level)
        return [(seed, f"{level}: {what}") for what in problems.values()]

    def reduced(self, kind, seed, level):
        """Keeps a small kernel that fails as this one does."""
        if not self.keep:
            return
        name, kernel, text = f"{kind}-{seed}-reduced", f"f{seed}", generate.kernel(kind, seed)
        problems = self.runner.problems(name, text, [kernel], level)
        if not problems:
            return
        wanted = class_of(problems[kernel])

        def is_interesting(candidate):
            found = self.runner.problems(name, candidate, [kernel], level)
            return bool(found) and class_of(found[kernel]) == wanted

        small = reduce.reduce(text, is_interesting)
        self.write_kept(f"{kind}-{seed}", level, small)

    def summary(self, kind):
        return "", f" {self.runner.ended} launches whose loops the driver ended," if kind == "loops" else ""


def main():
    parser = campaign.parser(generate.KINDS)
    parser.add_argument("--without-pocl", action="store_true")
    options = parser.parse_args()
    os.environ.setdefault("POCL_CACHE_DIR", str(options.scratch / "pocl"))
    return campaign.check(Checker(Runner(options), options.keep), options, BATCH)


if __name__ == "__main__":
    sys.exit(main())
