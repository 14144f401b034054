"""Compiles and runs programs, and reports what came of it."""

import collections
import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import time

from program_list import COMPILE, CPU, GPU, INPUT, Program

PASSED = "passed"
COMPILED = "compiled"
NOT_COMPILED = "not compiled"
FAILED = "failed"
NOT_RUN = "not run"  # the program needs input or other devices

_NEEDS = {GPU: "needs a GPU", CPU: "needs a CPU", INPUT: "needs input"}
_KEPT_CHARACTERS = 6000  # of the output


@dataclasses.dataclass(frozen=True)
class Outcome:
    program: Program
    status: str
    reason: str = ""  # one line
    output: str = ""
    seconds: float = 0
    adapter: str = ""  # on which the program ran; empty of what is known when it is compiled

    @property
    def failed(self):
        return self.status in (NOT_COMPILED, FAILED)

    @property
    def compiled(self):
        return self.status != NOT_COMPILED

    def as_json(self):
        return {"repository": self.program.repository, "program": self.program.name, "adapter": self.adapter,
                "status": self.status, "reason": self.reason, "seconds": round(self.seconds, 2), "output": self.output}


def contains(expression, text):
    return re.search(expression, text) is not None


def _execute(command, folder, seconds, environment=None):
    """Returns exit status (None: killed after so many seconds), output, and duration of a command."""
    begin = time.monotonic()
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=seconds)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            status = None
    return status, output, time.monotonic() - begin


def _kept(output):
    return output if len(output) <= _KEPT_CHARACTERS else (
        output[:_KEPT_CHARACTERS // 2] + "\n[...]\n" + output[-_KEPT_CHARACTERS // 2:])


def _first_error(output, root):
    """Returns the first line of an output that names an error, without the path of the file."""
    for line in output.splitlines():
        if found := re.search(r"\b(?:fatal )?error: (.*)|undefined (?:reference|symbol).*", line):
            return (found[1] or found[0]).replace(str(root), "").strip()
    lines = output.strip().splitlines()
    return lines[-1] if lines else "no output"


def compile_program(program, options, executable, for_gpu=False):
    """Compiles a program to the file @p executable."""
    root = options.sources.absolute() / program.repository
    folder = root / program.folder
    sources = []
    for pattern in program.sources:
        found = sorted(folder.glob(pattern)) if ".." not in pattern else [folder / pattern]
        if not found or not all(file.is_file() for file in found):
            return Outcome(program, NOT_COMPILED, f"there is no file '{pattern}'")
        sources += found
    flags = [*program.flags, *(program.gpu_flags if for_gpu else program.cpu_flags)]
    command = [options.compiler.absolute(), *flags, *(os.path.relpath(file, folder) for file in sources), "-o", executable]
    # Libraries follow the sources that need them.
    libraries = [flag for flag in command if isinstance(flag, str) and flag.startswith("-l")]
    command = [flag for flag in command if flag not in libraries] + libraries
    status, output, seconds = _execute(command, folder, options.compile_timeout)
    if status == 0 and pathlib.Path(executable).exists():
        return Outcome(program, COMPILED, seconds=seconds)
    reason = f"not compiled after {options.compile_timeout:.0f} s" if status is None else _first_error(output, root)
    return Outcome(program, NOT_COMPILED, reason, _kept(output), seconds)


def environment(adapter):
    """Returns the environment in which programs run on the devices of one adapter."""
    return {**os.environ, "ONEAPI_DEVICE_SELECTOR": f"{adapter}:*"}


def is_gpu(adapter, options):
    """Whether the adapter's devices are GPUs."""
    return options.gpu or adapter == "cuda"


def can_run(program, adapter, options):
    """Whether the adapter's devices are those that the program asks for, and its input is there."""
    return program.needs != INPUT and program.needs != (CPU if is_gpu(adapter, options) else GPU)


def arguments(program, adapter, options):
    """Returns a program's arguments on the adapter's devices."""
    return program.arguments if program.cpu_arguments is None or is_gpu(adapter, options) else program.cpu_arguments


def run_program(program, adapter, options, executable):
    if not can_run(program, adapter, options):
        return Outcome(program, NOT_RUN, _NEEDS[program.needs], adapter=adapter)
    folder = options.sources.absolute() / program.repository / program.folder
    command = [executable, *arguments(program, adapter, options)]
    limit = max(options.timeout, program.timeout)
    status, output, seconds = _execute(command, folder, limit, environment(adapter))
    if status is None:
        reason = f"not complete after {limit:.0f} s"
    elif status < 0 and status != program.status:
        reason = f"ended by {signal.Signals(-status).name}"
        if found := re.search(r"what\(\): +(.*)", output):
            reason += f": {found[1]}"
    elif status != program.status:
        lines = output.strip().splitlines()
        reason = f"exit status {status}: {lines[-1] if lines else 'no output'}"
    elif program.output and not contains(program.output, output):
        reason = f"the output has no '{program.output}'"
    else:
        return Outcome(program, PASSED, "", _kept(output), seconds, adapter)
    return Outcome(program, FAILED, reason, _kept(output), seconds, adapter)


def _expected(outcome, options):
    """Returns why the outcome's program is known to fail, or None."""
    fails = outcome.program.fails
    return fails.get(COMPILE) or (None if options.compile_only else fails.get(outcome.adapter))


def _name(outcome):
    return f"{outcome.program.repository}/{outcome.program.name}" + (f" on {outcome.adapter}" if outcome.adapter else "")


def _share(part, whole):
    return f"{part} of {whole} ({part / max(1, whole):.0%})"


def report(results, options):
    """Returns tables in Markdown: by repository, and of failures."""
    adapters = [] if options.compile_only else options.adapter
    by_repository = collections.defaultdict(list)
    for outcome in results:
        by_repository[outcome.program.repository].append(outcome)
    lines = ["| repository | programs | compiled |" + "".join(f" right on {adapter} |" for adapter in adapters),
             "|---|---:|---:|" + "---:|" * len(adapters)]
    for name, group in [*sorted(by_repository.items()), ("**all**", results)]:
        programs = {id(outcome.program): outcome.program for outcome in group}
        compiled = {id(outcome.program) for outcome in group if outcome.compiled}
        row = f"| {name} | {len(programs)} | {len(compiled)} ({len(compiled) / len(programs):.0%}) |"
        for adapter in adapters:
            right = sum(outcome.status == PASSED and outcome.adapter == adapter for outcome in group)
            row += f" {_share(right, sum(can_run(program, adapter, options) for program in programs.values()))} |"
        lines.append(row)
    failures = [outcome for outcome in results if outcome.failed]
    if failures:
        lines += ["", "| failure | what | why |", "|---|---|---|"]
        lines += [f"| `{_name(o)}` | {o.status} | "
                  f"{(_expected(o, options) or o.reason).replace('|', chr(92) + '|')[:300]} |" for o in failures]
    return "\n".join(lines) + "\n"


def differences(results, options):
    """Returns a line for each difference from the expectations."""
    lines = []
    for outcome in results:
        if outcome.failed and not _expected(outcome, options):
            lines.append(f"{_name(outcome)}: {outcome.status}: {outcome.reason}")
        elif not outcome.failed and outcome.status != NOT_RUN and _expected(outcome, options):
            lines.append(f"{_name(outcome)}: {outcome.status}, but is listed as a failure: {_expected(outcome, options)}")
    return lines
