#!/usr/bin/env python3
"""A bundle runs where it was moved to, with an empty environment, from its own libraries and those of a base
system: bundle_test.py BUNDLE.PY BUILD FOLDER"""
import pathlib
import re
import shutil
import subprocess
import sys

# Of a base system, and the C++ library, which drivers share with us.
# And the Vulkan loader, which the bundle has for systems without one.
SYSTEM = re.compile(r"^(linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s|vulkan)\.so)")
KERNELS = "(variants|work-items|random-[a-z]+|ulps/vulkan.half).*"  # that drivers with quirks do right
FILTER = "Launch.OneDimension:DeviceQueries.*:*DefaultsHold*"
SYCL = "example_(vector_add|convolution)|usm"


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{command[0]} exits with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


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
    run(sys.executable, script, "--build", build, "-o", folder / "made", "--random", "1")
    bundle = folder / "moved" / "here"
    bundle.parent.mkdir()
    shutil.move(folder / "made", bundle)
    check_libraries(bundle)
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "URSA_TEST_FILTER": FILTER,
                   "URSA_KERNEL_FILTER": KERNELS, "URSA_SYCL_FILTER": SYCL, "URSA_TEST_JOBS": "2"}
    table = run(bundle / "run-all", "results", cwd=folder, env=environment)
    tables = sorted((folder / "results").glob("table-*.md"), key=lambda file: ("math" in file.name, file.name))
    if table != "\n".join(file.read_text() for file in tables) or not tables:
        sys.exit("The tables in the folder are not those that were printed.")
    math = [file for file in tables if file.name == "table-math.md"]
    if math and not re.search(r"^\| fma \| 0\.5 \| 0\.5 \|$", math[0].read_text(), re.M):
        sys.exit(math[0].read_text())
    for file in set(tables) - set(math):
        if not re.search(r"^\| \*\*all\*\* \| [1-9]\d* \| [1-9]\d* \| 0 \| 0 \|$", file.read_text(), re.M):
            sys.exit(f"{file.name}:\n{file.read_text()}")
    if "Demo: passed" not in table:
        sys.exit(table)
    if run(bundle / "run-all", "--tables", "results", cwd=folder, env=environment) != table:
        sys.exit("The tables are not the same when they are printed again.")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
