#!/usr/bin/env python3
"""Runs the built programs of a Unified Runtime conformance suite on Ursa's loader and one adapter.

    run.py --binaries DIR --kernels DIR [--adapter NAME] [--jobs N] ...
    run.py --binaries DIR --kernels DIR --sources DIR --adapter vulkan ...

Prints a table and the differences from the expectations file of the adapter. Exit status: 0 no differences; 1 a failure
or skip that is not listed, or a listed one that does not happen; 2 the run could not start.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import resource
import subprocess
import sys

import expectations
import gtest_program
import kernels
import report

HERE = pathlib.Path(__file__).resolve().parent

# The backend that an adapter reports to the suite, which has no device programs for Ursa's backends, and the target
# of --sources. Adapters that accept SPIR-V report OpenCL, adapters that accept binaries report CUDA.
BACKENDS = {"cuda": "cuda", "vulkan": "cuda"}
TARGETS = {"cuda": "nvptx64", "vulkan": "vulkan1.2", "host": "host-x86_64"}

# Variables of the caller that would change what is tested.
REMOVED = ("UR_", "URSA_", "GTEST_", "ONEAPI_DEVICE_SELECTOR")


class CannotRun(Exception):
    pass


def arguments():
    parser = argparse.ArgumentParser(prog="ursa cts", description=__doc__.splitlines()[0])
    parser.add_argument("--binaries", required=True, type=pathlib.Path, metavar="DIR",
                        help="folder of the suite's programs; all executable files test-* are run")
    parser.add_argument("--kernels", required=True, type=pathlib.Path, metavar="DIR",
                        help="folder of the suite's device programs")
    parser.add_argument("--sources", type=pathlib.Path, metavar="DIR",
                        help="folder of the device programs in OpenCL C, NAME.cl, which are first compiled to the "
                             "folder of --kernels")
    parser.add_argument("--target", metavar="NAME", help="target of --sources (default: the adapter's)")
    parser.add_argument("--compiler", type=pathlib.Path, metavar="FILE",
                        help="path of ursac (default: ../bin/ursac beside the folder of --libraries)")
    parser.add_argument("--backend", choices=sorted(kernels.TRIPLES), metavar="NAME",
                        help="backend that the adapter reports, by which the suite chooses its device programs: "
                             f"{', '.join(sorted(kernels.TRIPLES))} (default: cuda for cuda and vulkan, else opencl)")
    parser.add_argument("--adapter", default="host", metavar="NAME", help="adapter to test (default: host)")
    parser.add_argument("--library", type=pathlib.Path, metavar="FILE",
                        help="library of the adapter (default: libur_adapter_NAME.so.0 beside the loader)")
    parser.add_argument("--libraries", required=True, type=pathlib.Path, metavar="DIR",
                        help="folder of libur_loader.so.0")
    parser.add_argument("--expectations", type=pathlib.Path, metavar="FILE",
                        help="known failures and skips (default: expectations/NAME.txt beside this program)")
    parser.add_argument("--only", action="append", default=[], metavar="BINARY",
                        help="run this program only; may be given several times")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="programs that run at once (default: 1)")
    parser.add_argument("--timeout", type=float, default=120, metavar="S",
                        help="seconds of silence after which a test counts as crashed (default: 120)")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE",
                        help="environment variable for the programs; may be given several times")
    parser.add_argument("--forbid", action="append", default=[], metavar="TEXT",
                        help="a test that prints a line with this text fails; may be given several times")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all results to a file")
    parser.add_argument("--update", action="store_true",
                        help="print an expectations file for the results, in which new entries still need a text "
                             "and a reason; the table goes to standard error")
    return parser.parse_args()


def existing(path, what):
    if not path.exists():
        raise CannotRun(f"There is no {what} '{path}'.")
    return path.resolve()


def programs(folder, only, pattern="test-*"):
    found = {p.name: p for p in sorted(folder.glob(pattern)) if p.is_file() and os.access(p, os.X_OK)}
    if unknown := [name for name in only if name not in found]:
        raise CannotRun(f"There is no program '{unknown[0]}' in '{folder}'.")
    if not found:
        raise CannotRun(f"The folder '{folder}' has no program '{pattern}'.")
    return {name: path for name, path in found.items() if not only or name in only}


def make_kernels(options, backend, libraries):
    """Compiles the suite's device programs."""
    compiler = existing(options.compiler or libraries.parent / "bin" / "ursac", "compiler")
    target = options.target or TARGETS.get(options.adapter)
    if not target:
        raise CannotRun(f"--sources needs a --target for the adapter '{options.adapter}'.")
    sources = existing(options.sources, "folder of sources")
    try:
        refused = kernels.compile_all(compiler, target, sources, backend, options.kernels)
    except (kernels.NoSources, subprocess.TimeoutExpired) as error:
        raise CannotRun(str(error)) from error
    for name, reason in refused.items():
        print(f"not compiled for {target}: {name}: {reason}", file=sys.stderr)


def environment(libraries, adapter, extra, **more):
    """Returns the variables of the programs. extra: settings of the caller, NAME=VALUE."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(REMOVED)}
    variables.update(LD_LIBRARY_PATH=str(libraries), UR_ADAPTERS_FORCE_LOAD=str(adapter), **more)
    for setting in extra:
        name, equals, value = setting.partition("=")
        if not name or not equals:
            raise CannotRun(f"--env: NAME=VALUE was expected, not '{setting}'.")
        variables[name] = value
    return variables


def known_outcomes(path):
    if not path.exists():
        return []
    try:
        return expectations.read(path)
    except expectations.BadExpectations as error:
        raise CannotRun(str(error)) from error


def run(options):
    binaries = existing(options.binaries, "folder of programs")
    libraries = existing(options.libraries, "folder of libraries")
    existing(libraries / "libur_loader.so.0", "loader")
    backend = options.backend or BACKENDS.get(options.adapter, "opencl")
    if options.sources:
        make_kernels(options, backend, libraries)
    device_programs = existing(options.kernels, "folder of device programs")
    library = options.library or libraries / f"libur_adapter_{options.adapter}.so.0"
    # Without the last variable the suite leaves out the known failures of other adapters.
    variables = environment(libraries, existing(library, "adapter"), options.env, URSA_REPORT_BACKEND=backend,
                            UR_CTS_ALSO_RUN_KNOWN_FAILURES="1")
    chosen = programs(binaries, options.only)
    entries = known_outcomes(options.expectations or HERE / "expectations" / f"{options.adapter}.txt")
    if options.only:
        entries = [entry for entry in entries if entry.program in chosen]

    def run_one(path):
        def variables_of(test):
            layers = expectations.layers_to_disable(entries, path.name, test)
            return (("URSA_DISABLE_LAYERS", layers),) if layers else ()

        return gtest_program.Program(path, [f"--kernel_directory={device_programs}"], variables, options.timeout,
                                     options.forbid).run(variables_of)

    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        results = dict(zip(chosen, pool.map(run_one, chosen.values())))

    differences = expectations.compare(results, entries)
    if options.json:
        options.json.write_text(json.dumps(report.as_json(options.adapter, results, differences), indent=1) + "\n")
    return report.conclude(results, entries, differences, options.update)


def main():
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    try:
        return run(arguments())
    except (CannotRun, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
