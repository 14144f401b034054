#!/usr/bin/env python3
"""A bundle runs where it was moved to, with an empty environment, from its own libraries and those of a base
system: bundle_test.py BUNDLE.PY BUILD FOLDER"""
import pathlib
import re
import shutil
import subprocess
import sys

# Of a base system, and the C++ library, which drivers share with us.
SYSTEM = re.compile(r"^(linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s)\.so)")
FILTER = "Launch.OneDimension:DeviceQueries.*:*DefaultsHold*"


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def check_libraries(bundle):
    environment = {"LD_LIBRARY_PATH": str(bundle / "lib")}
    files = [file for file in (bundle / "bin").iterdir()] + list((bundle / "lib").glob("*.so*"))
    for file in files:
        for line in run("ldd", file, env={**environment, "PATH": "/usr/bin:/bin"}).splitlines():
            name = line.split()[0].rsplit("/", 1)[-1]
            if str(bundle) not in line and not SYSTEM.match(name):
                sys.exit(f"{file.name} loads {line.strip()}")


def main():
    script, build, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run(sys.executable, script, "--build", build, "-o", folder / "made")
    bundle = folder / "moved" / "here"
    bundle.parent.mkdir()
    shutil.move(folder / "made", bundle)
    check_libraries(bundle)
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "URSA_TEST_FILTER": FILTER, "URSA_TEST_JOBS": "2"}
    table = run(bundle / "run-all", "results", cwd=folder, env=environment)
    if not re.search(r"^\| \*\*all\*\* \| [1-9]\d* \| [1-9]\d* \| 0 \| 0 \|$", table, re.M) or "Demo: passed" not in table:
        sys.exit(table)
    if (folder / "results" / "table.md").read_text() != table:
        sys.exit("The table in the folder is not the one that was printed.")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
