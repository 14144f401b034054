#!/usr/bin/env python3
"""Compiles programs that include the public headers: each alone, in pairs, all, twice, and used.

    check_consumer.py COMPILER c|c++
"""

import argparse
import itertools
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ("ur_api.h", "ur_ddi.h", "ursa.h", "ursa_devices.h", "ursa_images.h", "ursa_bundles.h", "ur_print.h")
STANDARDS = {"c": ("c99", "c11", "c17"), "c++": ("c++11", "c++17", "c++20")}
WARNINGS = {"c": ["-Wstrict-prototypes", "-Wmissing-prototypes"], "c++": ["-Wnon-virtual-dtor"]}

# Code of a consumer: it must compile without casts in both languages.
USE = """
ur_result_t firstAdapter(ur_adapter_handle_t *phAdapter);
ur_result_t firstAdapter(ur_adapter_handle_t *phAdapter) {
  ur_device_init_flags_t flags = UR_DEVICE_INIT_FLAG_CPU | UR_DEVICE_INIT_FLAG_GPU;
  ur_result_t result = urLoaderInit(flags, NULL);
  if (result != UR_RESULT_SUCCESS)
    return result;
  return urAdapterGet(1, phAdapter, NULL);
}
"""

USE_PRINT = """
size_t describe(const ur_image_desc_t *desc, char *text, size_t size);
size_t describe(const ur_image_desc_t *desc, char *text, size_t size) {
  size_t needed = 0;
  if (urPrintImageDesc(*desc, text, size, &needed) != UR_RESULT_SUCCESS)
    return 0;
  if (urPrintMapFlags(UR_MAP_FLAG_READ, NULL, 0, NULL) != UR_RESULT_SUCCESS)
    return 0;
  return needed;
}
"""


def sources():
    # A header that leans on another shows alone, one that disturbs another in a pair.
    orders = [*itertools.permutations(HEADERS, 1), *itertools.permutations(HEADERS, 2), HEADERS, HEADERS[::-1]]
    for order in orders:
        yield order, "".join(f'#include "{h}"\n' for h in order) + USE
    yield ("ur_print.h and a call",), '#include "ur_print.h"\n' + USE_PRINT
    yield ("twice",), "".join(f'#include "{h}"\n' for h in HEADERS * 2) + USE


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("compiler")
    parser.add_argument("language", choices=STANDARDS)
    options = parser.parse_args()
    failed = 0
    for standard in STANDARDS[options.language]:
        command = [options.compiler, "-x", options.language, f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic",
                   "-Wundef", "-Wshadow", *WARNINGS[options.language], "-Werror", "-fsyntax-only",
                   f"-I{ROOT / 'include' / 'ur'}", "-"]
        for order, source in sources():
            done = subprocess.run(command, input=source, capture_output=True, text=True)
            if done.returncode:
                failed += 1
                print(f"{options.compiler} -std={standard} refuses {', '.join(order)}:\n{done.stderr}")
    sys.exit(f"{failed} programs do not compile." if failed else 0)


if __name__ == "__main__":
    main()
