#!/usr/bin/env python3
"""Compares random kernels on the host device at every vector width with width 1, bit for bit.

    run_packs.py --bin build/release/bin --scratch DIR [--kinds KIND,...] --seeds FIRST LAST [--keep DIR]
    run_packs.py --bin build/release/bin --scratch DIR --files FILE...

The kinds are those of packs.py and generate.py. Prints one line for each
kind and the seeds that failed; exits with 1 when any did. With --keep what failed is reduced and put into a folder, as
packs-KIND-SEED.cl. Files are such kernels.
"""

import os
import re
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
import campaign  # noqa: E402  (beside this file)
import generate  # noqa: E402
import packs  # noqa: E402
import reduce  # noqa: E402

BATCH = 10  # kernels in a source
WIDTHS = (1, 4, 8, 16, 32, 64, 0)  # 0: what the compiler chooses
KINDS = packs.KINDS + generate.KINDS
PROCESSOR_SECONDS = 240  # of a process: a loaded machine does not change what fails
TIMEOUT = 1800


def run(command, folder, width=None, timeout=TIMEOUT):
    command = ["prlimit", f"--cpu={PROCESSOR_SECONDS}:{PROCESSOR_SECONDS + 10}", *command]
    environment = dict(os.environ, URSA_HOST_VECTOR_WIDTH=str(width)) if width else None
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False,
                              timeout=timeout, env=environment)
    except subprocess.TimeoutExpired as expired:
        output = (expired.stdout or b"").decode(errors="replace")
        return subprocess.CompletedProcess(command, 124, output, f"It took more than {timeout} s.")


def last_line(result):
    if result.returncode == -signal.SIGXCPU:
        return f"status {result.returncode} It took more than {PROCESSOR_SECONDS} s of processor time."
    lines = [line for line in result.stderr.strip().splitlines() if line] or [""]
    return f"status {result.returncode} {lines[-1][:200]}"


def kernel(kind, seed):
    """The name and the text of a kernel."""
    if kind in packs.KINDS:
        return packs.kernel(kind, seed)
    return f"f{seed}", generate.kernel(kind, seed)


def launches(output):
    """What each launch wrote: {"KERNEL SHAPE": its lines, sorted}, of those that ended."""
    result = {}
    for part in re.split(r"^= ", output, flags=re.MULTILINE)[1:]:
        name, _, text = part.partition("\n")
        if "hash " in text:
            result[name] = sorted(text.splitlines())
    return result


class Runner:
    """Compiles and runs sources in a scratch folder."""

    def __init__(self, options):
        self.bin = options.bin
        self.scratch = options.scratch
        self.widths = [int(width) for width in options.widths.split(",")]
        self.scratch.mkdir(parents=True, exist_ok=True)

    def problems(self, name, text, kernels, level, widths=None):
        """What is wrong with each of the kernels of a source; {} when all agree, None when it is no program."""
        (self.scratch / f"{name}.cl").write_text(packs.PRELUDE + text)
        compiled = run([self.bin / "ursac", f"{name}.cl", level, "--targets=host-x86_64", "-o", f"{name}.ursa"],
                       self.scratch)
        if compiled.returncode != 0:
            if re.search(r"\.cl:\d+:\d+: error:", compiled.stderr):
                return None
            return {kernel: "compiling: " + last_line(compiled) for kernel in kernels}
        command = [self.bin / "pack_run", f"{name}.ursa", ",".join(kernels)]
        scalar = run(command, self.scratch, 1)
        if scalar.returncode != 0:
            return {kernel: f"at width 1: {last_line(scalar)}" for kernel in kernels}
        expected = launches(scalar.stdout)
        problems = {}
        for width in widths or self.widths:
            result = run(command, self.scratch, width)
            found = launches(result.stdout)
            for launch, lines in expected.items():
                where, shape = launch.split()
                if launch not in found:
                    problems.setdefault(where, f"at width {width}: launch {shape}: {last_line(result)}")
                    break
                if found[launch] != lines:
                    problems.setdefault(where, f"at width {width}: launch {shape} wrote other values")
        return problems


def class_of(problem):
    """What a smaller kernel has to have in common with the one that failed."""
    return re.sub(r"\d+", "", problem)[:60]


class Checker(campaign.Checker):
    def batch(self, kind, seeds):
        """Failures: (seed, what)."""
        level = f"-O{seeds[0] // BATCH % 4}"
        named = {seed: kernel(kind, seed) for seed in seeds}
        problems = self.runner.problems(f"{kind}-{seeds[0]}", "".join(text for _, text in named.values()),
                                        [name for name, _ in named.values()], level)
        if problems is None:
            return [(seeds[0], "the generated source is no program")]
        # A process that ends early says nothing about the kernels behind.
        is_short = any("status" in what for what in problems.values())
        failures = []
        for seed, (name, text) in named.items():
            if name not in problems and not is_short:
                continue
            alone = self.runner.problems(f"{kind}-{seed}-alone", text, [name], level)
            if alone:
                failures.append((seed, f"{level}: {alone[name]}"))
                self.reduced(kind, seed, level, alone[name])
            elif name in problems and not is_short:
                failures.append((seed, f"{level}, not alone: {problems[name]}"))
        if is_short and not failures:
            failures.append((seeds[0], f"together with those up to {seeds[-1]}: {next(iter(problems.values()))}"))
        return failures

    def reduced(self, kind, seed, level, problem):
        """Keeps a small kernel that fails as this one does."""
        at_width = re.search(r"width (\d+)", problem)
        if not self.keep or not at_width:  # a kernel that does not compile fails at no width
            return
        name, text = kernel(kind, seed)
        width = [int(at_width.group(1))]
        wanted = class_of(problem)

        def is_interesting(candidate):
            found = self.runner.problems(f"{kind}-{seed}-reduced", candidate, [name], level, width)
            return bool(found) and class_of(found[name]) == wanted

        small = reduce.reduce(text, is_interesting)
        self.write_kept(f"packs-{kind}-{seed}", level, small)

    def summary(self, kind):
        return f" at widths {','.join(map(str, self.runner.widths))}", ""


def main():
    parser = campaign.parser(KINDS)
    parser.add_argument("--widths", default=",".join(str(width) for width in WIDTHS[1:]))
    options = parser.parse_args()
    return campaign.check(Checker(Runner(options), options.keep), options, BATCH)


if __name__ == "__main__":
    sys.exit(main())
