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


def check_known_results(bundle, build, generator, environment):
    """The random kernels for CUDA, with a host image in place of theirs: pack_run finds the expected results, and what differs."""
    checks = (bundle / "share/kernels/checks").read_text()
    kinds = re.findall(r"^cuda/random-([a-z]+)\.0-0\trandom-cuda\t", checks, re.M)
    if sorted(kinds) != ["barriers", "control", "loops", "pointers", "types"]:
        sys.exit(f"These kinds of random kernels are there for CUDA: {kinds}")
    folder = bundle.parent / "known"
    folder.mkdir()
    (folder / "types.cl").write_text(run(sys.executable, generator, "--kind", "types", "--seeds", "0", "0"))
    run(build / "bin/ursac", "types.cl", "-w", "--targets=host-x86_64-aot", "-o", "types.ursa", cwd=folder)
    expected = (bundle / "share/kernels/random-cuda/types.0-0.expected").read_text()
    command = [bundle / "run", "pack_run", "types.ursa", "f0", "--expect", "expected"]
    environment = {**environment, "UR_ADAPTERS_FORCE_LOAD": str(bundle / "lib/host/libur_adapter_host.so.0")}
    (folder / "expected").write_text(expected)
    if not run(*command, cwd=folder, env=environment).endswith("\n2 launches, 0 wrote other values\n"):
        sys.exit("pack_run does not say how many launches it compared.")
    others, last = expected.rstrip().rsplit("\n", 1)
    wrong = last[:-1] + ("1" if last[-1] == "0" else "0")
    (folder / "expected").write_text(f"{others}\n{wrong}\n")
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 1 or not re.search(rf"^kernel f0, shape 1: expected {wrong}, found {last}$", done.stdout, re.M):
        sys.exit(f"Wrong expectations exit with {done.returncode}:\n{done.stdout}{done.stderr}")


def check_cuda_table(bundle, results, environment):
    """The tables of a run on a machine with CUDA."""
    copy = results.with_name("with-cuda")
    shutil.copytree(results, copy)
    with (copy / "info.txt").open("a") as info:
        info.write("\ndevice cuda:0\n  name  A device\n")
    with (copy / "tests.txt").open("a") as tests:
        tests.write("passed kernels cuda/random-types cuda/random-types.0-24\n"
                    "failed kernels cuda/random-types cuda/random-types.25-49\n")
    done = subprocess.run([bundle / "run-all", "--tables", copy], env=environment, capture_output=True, text=True, check=False)
    table = (copy / "table-cuda.md").read_text()
    rows = re.findall(r"^\| cuda/random-types .*$", done.stdout, re.M)
    if done.returncode != 1 or rows != ["| cuda/random-types | 2 | 1 | 1 | 0 |"] or "- cuda/random-types.25-49: failed\n" not in table:
        sys.exit(f"A failed test of CUDA exits with {done.returncode}:\n{done.stdout}{done.stderr}")


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
    if (bundle / "share/kernels/random-cuda").exists():
        check_cuda_table(bundle, folder / "results", environment)
        if (bundle / "lib/host").exists():
            generator = script.parent.parent.parent / "tests/fuzz-kernels/generate.py"
            check_known_results(bundle, build, generator, environment)
    if "Demo: passed" not in table:
        sys.exit(table)
    if run(bundle / "run-all", "--tables", "results", cwd=folder, env=environment) != table:
        sys.exit("The tables are not the same when they are printed again.")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
