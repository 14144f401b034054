#!/usr/bin/env python3
"""Every kernel of the benchmarks gives the result of plain C++, the benchmarks of launches run, and the JSON that is
written of the run has the form that readers expect: kernels_test.py URSA-BENCH FOLDER"""
import json
import pathlib
import subprocess
import sys

KERNELS = ["convolution_7x7", "convolution_3x3", "sgemm_tiled", "sgemm", "nbody", "reduction", "mandelbrot", "exp",
           "sin", "vector_add_16m", "vector_add_128k", "blend", "blur", "sgemm_tiled8", "int8_rows", "matrix_vector",
           "sparse", "particles", "stencil", "transpose", "jacobi", "histogram", "tree",
           "nearest", "strided_sums", "black_scholes", "double_mix", "collatz", "raytrace"]
OTHERS = ["launch_empty", "launch_constants/native", "launch_constants/emulated", "launch_constants/tiered",
          "specialize_new_value/tiered/changed", "seen_values_threads", "copy_64m", "second_process",
          "specialize_new_value/native/seen", "specialize_new_value/native/changed", "dispatch/launch/1", "size/1",
          "size/4096"]
SUMMARY = ["median", "lowerQuartile", "upperQuartile", "min", "max"]


def require(condition, what):
    if not condition:
        sys.exit(what)


def check_summary(values, where):
    require(list(values) == SUMMARY, f"{where} has {list(values)}, not {SUMMARY}.")
    require(0 < values["min"] <= values["lowerQuartile"] <= values["median"] <= values["upperQuartile"] <= values["max"],
            f"{where} is not in order: {values}")


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    written = folder / "kernels.json"
    written.unlink(missing_ok=True)
    run = subprocess.run([program, "kernel", *OTHERS, "--tiny", "--json", written], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
    require(run.returncode == 0, f"ursa-bench ended with status {run.returncode}:\n{run.stdout}")
    results = json.loads(written.read_text())
    require(results["format"] == 1 and results["isTiny"] and not results["failures"],
            "The head of the results is wrong.")
    names = [one["name"] for one in results["benchmarks"]]
    require(sorted(names) == sorted(["kernel/" + name for name in KERNELS] + OTHERS), f"The benchmarks are {names}.")
    machine = results["machine"]
    require(machine["processors"] >= 1 and machine["system"] and 0 <= machine["othersDuring"] <= 1,
            f"The machine is {machine}.")
    for one in results["benchmarks"]:
        name = one["name"]
        require(f"\n{name} " in run.stdout, f"{name} is missing in the tables.")
        check_summary(one["seconds"], f"{name}'s time")
        if not one["isKernel"]:
            require("size" in one or one["goal"]["text"], f"{name} has no goal.")
            check_summary(one["peers"][0]["ratio"], f"{name}'s ratio")
            continue
        require(one["title"] and one["pairs"] == 1, f"The head of {name} is wrong.")
        require(one["work"]["amount"] > 0 and one["work"]["unit"], f"{name} has no work.")
        plain, pocl = one["peers"]
        require(plain["name"] == "plain C++" and pocl["name"].startswith("PoCL"), f"The peers of {name} are wrong.")
        for peer in (plain, pocl):
            check_summary(peer["seconds"], f"{name}'s peer {peer['name']}")
            check_summary(peer["share"], f"{name}'s share of {peer['name']}")
        # PoCL's own rounding is no failure of ours, but the table says it.
        require(("note" in one) == ("PoCL differs" in one.get("note", "")), f"{name} has the note {one.get('note')}.")


if __name__ == "__main__":
    main()
