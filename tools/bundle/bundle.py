#!/usr/bin/env python3
"""Packs the programs, adapters, images and tests that need neither LLVM nor the compiler, with every shared
library that is not of a base system, into one folder that runs anywhere (`./ursa bundle`)."""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

sys.dont_write_bytecode = True
import kernel_checks  # noqa: E402  (beside this file)

PROGRAMS = ["ursa-info", "ursa-run", "ursa-cache", "ursa-demo", "ursa-bench", "ursa-bench-pocl", "ursa-bench-probe",
            "opencl_conformance_tests", "ursa_specialization_tests", "ursa_tier_exit"]
LIBRARIES = ["libur_loader.so.0", "libur_adapter_opencl.so.0"]
# Those of adapters that this build may have.
IF_BUILT = ["lib/libur_adapter_cuda.so.0", "lib/libur_adapter_vulkan.so.0", "lib/ursa-opencl-probe",
            "bin/cuda_conformance_tests", "bin/vulkan_conformance_tests", "bin/vulkan_run", "bin/math_ulps", "bin/pack_run"]
# The host, which some kernels are compared with, in a folder where other programs do not look for adapters.
HOST = "libur_adapter_host.so.0"
# Programs in SYCL, which the bundle calls sycl_NAME, without those for drivers of their own.
SYCL = "tests/sycl"
NOT_SYCL = {"no_image", "refused_kernel"}
IMAGES = ["share/ursa"]
SCRIPTS = ["run", "run-all"]
# The code generator of the CUDA adapter with LLVM linked into it.
NVPTX_JIT = {"lib/libursa_nvptx_jit.so.0": "lib/static/libursa_nvptx_jit.so.0"}

# Libraries that every glibc system has, in its own version; and those packed because old systems have older ones.
BASE = re.compile(r"^(linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|resolv)\.so)")
RUNTIME = re.compile(r"^lib(stdc\+\+|gcc_s)\.so")
# Libraries that come with drivers, packed for systems that have only a driver: name and folder.
FOR_DRIVERS = {"libvulkan.so.1": "vulkan"}
# Bitcode is what SPIR-V was made of.
LEFT_OUT = ("*.bc", "*.ll")


def needed(file):
    """Name and path of each shared library that `file` loads, those of libraries included."""
    output = subprocess.run(["ldd", file], check=True, capture_output=True, text=True).stdout
    for line in output.splitlines():
        missing = re.match(r"\s*(\S+) => not found", line)
        if missing:
            sys.exit(f"error: {file} needs {missing[1]}, which is not found.")
        found = re.match(r"\s*(\S+) => (/\S+)", line)
        if found:
            yield found[1], pathlib.Path(found[2])


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source.resolve(), target)
    target.chmod(0o755)
    subprocess.run(["strip", "--strip-unneeded", target], check=True)


def make_bundle(build, folder, random_count):
    here = pathlib.Path(__file__).resolve().parent
    own = {}
    for name in PROGRAMS:
        own[folder / "bin" / name] = build / "bin" / name
    for name in LIBRARIES:
        own[folder / "lib" / name] = build / "lib" / name
    for name in IF_BUILT:
        if (build / name).exists():
            own[folder / name] = build / name
    for name, source in NVPTX_JIT.items():
        if (build / source).exists():
            own[folder / name] = build / source
    for program in (build / SYCL).glob("*"):
        if program.is_file() and not program.suffix and program.name not in NOT_SYCL and program.stat().st_mode & 0o100:
            own[folder / "bin" / f"sycl_{program.name}"] = program
    if kernel_checks.has_vulkan(build):
        own[folder / "lib" / "host" / HOST] = build / "lib" / HOST
    others = {}
    for target, source in own.items():
        if not source.exists():
            sys.exit(f"error: {source} is not built.")
        copy(source, target)
        others.update(needed(source))
    for name, path in sorted(others.items()):
        if BASE.match(name) or folder / "lib" / name in own:
            continue
        place = "runtime" if RUNTIME.match(name) else FOR_DRIVERS.get(name, "")
        copy(path, folder / "lib" / place / name)
    for name in IMAGES:
        shutil.copytree(build / name, folder / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    kernel_checks.make_checks(build, here.parent.parent, folder / "share" / "kernels", random_count)
    for name in SCRIPTS:
        shutil.copy(here / name, folder / name)


def main():
    parser = argparse.ArgumentParser(prog="ursa bundle", description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder that the project was built in")
    parser.add_argument("-o", dest="folder", type=pathlib.Path, default=pathlib.Path("ursa-bundle"),
                        help="folder to make; FOLDER.tar.gz is made beside it (default: %(default)s)")
    parser.add_argument("--random", type=int, default=25, metavar="N",
                        help="random kernels of each kind to check, on Vulkan and on CUDA (default: %(default)s)")
    options = parser.parse_args()
    folder = options.folder.resolve()
    if folder.exists():
        if not (folder / "run-all").exists():
            sys.exit(f"error: {folder} exists and is no bundle.")
        shutil.rmtree(folder)
    options.build = options.build.resolve()
    make_bundle(options.build, folder, options.random)
    archive = folder.with_name(folder.name + ".tar.gz")
    with tarfile.open(archive, "w:gz", compresslevel=6) as tar:
        tar.add(folder, folder.name)
    files = [file for file in folder.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    print(f"{folder}: {len(files)} files, {size / 2**20:.1f} MiB; {archive.name}: "
          f"{archive.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
