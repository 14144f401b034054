#!/usr/bin/env python3
"""Runs the built programs of the SYCL conformance suite on libursa_sycl and one adapter.

    sycl.py --binaries DIR --libraries DIR [--adapter NAME] [--specialization MODE] ...

Prints a table and the differences from the expectations file of the adapter, in which '_' stands for the white space of
names. Exit status: 0 no differences; 1 a failure or skip that is not listed, or a listed one that does not happen; 2
the run could not start.
"""

import argparse
import json
import pathlib
import resource
import sys

import catch_program
import expectations
import report
from run import CannotRun, environment, existing, known_outcomes, programs

HERE = pathlib.Path(__file__).resolve().parent


def arguments():
    parser = argparse.ArgumentParser(prog="ursa sycl-cts", description=__doc__.splitlines()[0])
    parser.add_argument("--binaries", required=True, type=pathlib.Path, metavar="DIR",
                        help="folder of the suite's programs; all executable files test_* are run")
    parser.add_argument("--libraries", required=True, type=pathlib.Path, metavar="DIR",
                        help="folder of libursa_sycl.so.0")
    parser.add_argument("--adapter", default="host", metavar="NAME", help="adapter to test (default: host)")
    parser.add_argument("--library", type=pathlib.Path, metavar="FILE",
                        help="library of the adapter (default: libur_adapter_NAME.so.0 beside libursa_sycl)")
    parser.add_argument("--specialization", choices=("auto", "native", "emulated", "tiered"), default="auto",
                        help="how specialization constants reach kernels (default: auto)")
    parser.add_argument("--expectations", type=pathlib.Path, metavar="FILE",
                        help="known failures and skips (default: expectations/sycl-NAME.txt beside this program)")
    parser.add_argument("--only", action="append", default=[], metavar="BINARY",
                        help="run this program only; may be given several times")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="tests that run at once (default: 1)")
    parser.add_argument("--timeout", type=float, default=300, metavar="S",
                        help="seconds after which a test counts as crashed (default: 300)")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE",
                        help="environment variable for the programs; may be given several times")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all results to a file")
    parser.add_argument("--update", action="store_true",
                        help="print an expectations file for the results, in which new entries still need a text "
                             "and a reason; the table goes to standard error")
    return parser.parse_args()


def run(options):
    binaries = existing(options.binaries, "folder of programs")
    libraries = existing(options.libraries, "folder of libraries")
    existing(libraries / "libursa_sycl.so.0", "library")
    library = options.library or libraries / f"libur_adapter_{options.adapter}.so.0"
    variables = environment(libraries, existing(library, "adapter"), options.env,
                            URSA_SPECIALIZATION=options.specialization)
    chosen = programs(binaries, options.only, "test_*")
    entries = known_outcomes(options.expectations or HERE / "expectations" / f"sycl-{options.adapter}.txt")
    if options.only:
        entries = [entry for entry in entries if entry.program in chosen]
    results = {}
    for name, path in chosen.items():
        results[name] = catch_program.Program(path, variables, options.timeout, max(1, options.jobs)).run()
        print(f"{name}: {len(results[name])} tests", file=sys.stderr)
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
