#!/usr/bin/env python3
"""Compiles and runs SYCL programs that others wrote, which are in a folder of repositories.

    run.py --sources DIR --compiler FILE [--list FILE...] [--adapter NAME...] ...

Lists of programs say how each is compiled and run, and what is known to fail; see program_list.py. Prints a table by
repository, the kinds of failures, and each difference from the expectations. Programs run in the folder of their
sources, and may write files there.

Exit status: 0 no differences; 1 a failure that is not listed, or a listed one that does not happen; 2 the run could
not start.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import resource
import sys
import tempfile

import outcomes
import program_list

HERE = pathlib.Path(__file__).resolve().parent


class CannotRun(Exception):
    """The run cannot start. The message says why."""


def arguments():
    parser = argparse.ArgumentParser(prog="ursa programs", description=__doc__.splitlines()[0])
    parser.add_argument("--sources", required=True, type=pathlib.Path, metavar="DIR",
                        help="folder with a folder for each repository")
    parser.add_argument("--compiler", required=True, type=pathlib.Path, metavar="FILE", help="the program ursac++")
    parser.add_argument("--list", action="append", default=[], type=pathlib.Path, metavar="FILE",
                        help="list of programs; may be given several times (default: all in lists/ beside this program)")
    parser.add_argument("--adapter", action="append", metavar="NAME",
                        help="adapter to run on: host, opencl, vulkan, cuda; may be given several times (default: host)")
    parser.add_argument("--gpu", action="store_true",
                        help="the adapters' devices are GPUs; those of cuda are always (default: programs for GPUs are not run; with it those for CPUs are not)")
    parser.add_argument("--only", default="", metavar="REGEX",
                        help="only programs for which REPOSITORY/NAME contains a match")
    parser.add_argument("--compile-only", action="store_true", help="do not run the programs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N",
                        help="programs that are compiled at once (default: number of processors)")
    parser.add_argument("--compile-timeout", type=float, default=600, metavar="S",
                        help="seconds after which a compilation fails (default: 600)")
    parser.add_argument("--timeout", type=float, default=120, metavar="S",
                        help="seconds after which a program that runs fails, unless the list gives it more (default: 120)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all results to a file")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE",
                        help="write the table and the failures to a file")
    options = parser.parse_args()
    options.adapter = options.adapter or ["host"]
    return options


def chosen(options):
    lists = options.list or sorted((HERE / "lists").glob("*.toml"))
    programs = []
    for file in lists:
        try:
            programs += program_list.parse(file.read_text(), file)
        except OSError as error:
            raise CannotRun(f"the list cannot be read: {error}") from error
    programs = [p for p in programs if outcomes.contains(options.only, f"{p.repository}/{p.name}")]
    if not programs:
        raise CannotRun(f"the lists name no program that matches '{options.only}'.")
    for repository in sorted({p.repository for p in programs}):
        if not (options.sources / repository).is_dir():
            raise CannotRun(f"there is no folder '{options.sources / repository}'.")
    return programs


def build_for(program, adapter, options):
    """Whether a program's build for the adapter has the flags for GPUs; one build serves a program without such flags."""
    return program.gpu_flags != program.cpu_flags and outcomes.is_gpu(adapter, options)


def start_builds(program, options, executable, pool):
    """Starts to compile a program; one whose flags for GPUs and CPUs differ once for each kind of device. Returns
    executables and futures by whether they are for GPUs."""
    kinds = {build_for(program, adapter, options) for adapter in options.adapter}
    files = {for_gpu: executable.with_suffix(".gpu" if for_gpu else "") for for_gpu in kinds}
    return {for_gpu: (file, pool.submit(outcomes.compile_program, program, options, file, for_gpu))
            for for_gpu, file in files.items()}


def outcomes_of(program, options, build):
    """Waits for the builds of a program, and runs it on each adapter."""
    compiled = [job.result() for _, job in build.values()]
    failed = [outcome for outcome in compiled if outcome.failed]
    if failed or options.compile_only:
        return (failed or compiled)[:1]
    return [outcomes.run_program(program, adapter, options,
                                 build[build_for(program, adapter, options)][0])
            for adapter in options.adapter]


def run(options):
    if not os.access(options.compiler, os.X_OK):
        raise CannotRun(f"the compiler '{options.compiler}' is no program.")
    programs = chosen(options)
    results = []
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        builds = [start_builds(program, options, pathlib.Path(scratch, str(number)), pool)
                  for number, program in enumerate(programs)]
        for number, (program, build) in enumerate(zip(programs, builds), 1):
            mine = outcomes_of(program, options, build)
            for executable, _ in build.values():
                executable.unlink(missing_ok=True)
            results += mine
            print(f"{number}/{len(programs)} {program.repository}/{program.name}: " + ", ".join(
                f"{o.adapter}{' ' if o.adapter else ''}{o.status} ({o.seconds:.1f} s){': ' if o.reason else ''}{o.reason}"
                for o in mine), file=sys.stderr, flush=True)
    if options.json:
        options.json.write_text(json.dumps([outcome.as_json() for outcome in results], indent=1) + "\n")
    report = outcomes.report(results, options)
    if options.markdown:
        options.markdown.write_text(report)
    print(report)
    differences = outcomes.differences(results, options)
    for line in differences:
        print(line)
    print(f"{len(differences)} differences from the expectations.")
    return 1 if differences else 0


def main():
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    try:
        return run(arguments())
    except (CannotRun, program_list.BadList, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
