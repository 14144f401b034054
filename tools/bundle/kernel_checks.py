"""Kernels that ran on Vulkan and the host side by side where they were written, packed to do the same elsewhere:
the RUN lines of tests/compiler/vulkan/run, and random kernels of tests/fuzz-kernels. The host's images are
machine code, so that no compiler is needed there. Random kernels for CUDA are bitcode, and what they write on the
host comes along. And the math functions, for math_ulps to compare with exact results."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

HOST = "host-x86_64-aot"
BATCH = 25  # random kernels in an image for CUDA
# Launches have no global offset; a kernel that reads it would be twice in its image.
WITHOUT_OFFSET = "#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))\n"


def commands_of(source):
    """The commands of RUN lines; one may go over several."""
    lines = re.findall(r"^// RUN: (.*)$", source.read_text(), re.MULTILINE)
    return [command.strip() for command in "\n".join(lines).replace("\\\n", " ").splitlines()]


def run(command, folder, **variables):
    """What a command printed."""
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False,
                            shell=isinstance(command, str), env={**os.environ, **variables})
    if result.returncode != 0:
        sys.exit(f"error: {command}:\n{result.stdout}{result.stderr}")
    return result.stdout


def written_kernels(build, tests, folder, checks):
    for source in sorted(tests.glob("*.cl*")):
        # Workarounds for faulty drivers are not for all.
        for number, command in enumerate(commands_of(source), 1):
            if "%FileCheck" in command:  # a tool that is not there
                continue
            if "%ursac" in command:
                command = re.sub(r"-Xursa-target=vulkan1\.2 --(fma=double|relaxed-fences)", "", command)
                command = command.replace("host-x86_64", HOST).replace("%ursac", str(build / "bin" / "ursac"))
                made = folder / source.stem
                made.mkdir(parents=True, exist_ok=True)
                run(command.replace("%s", str(source)), made)
            else:
                # Results of functions are within OpenCL's bounds on both sides, of which that of pow is the widest.
                command = re.sub("--ulps [0-9]+", "--ulps 16", command)
                # Addresses in memory are the application's to translate: the check puts them there itself.
                if "--adapter" not in command and "'ref[" not in command:
                    command = command.replace("%vulkan_run", "%vulkan_run --adapter")
                command = command.replace("%vulkan_run", "vulkan_run")
                checks.append(f"{source.stem}.{number}\t{source.stem}\t{command}")


def generator_in(folder):
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(folder))
    import generate  # pylint: disable=import-outside-toplevel
    return generate


def random_kernels(build, generate, folder, count, checks):
    made = folder / "random"
    made.mkdir(parents=True)
    kinds = [kind for kind in generate.KINDS if kind != "loops"]  # which some drivers end
    for level, kind in enumerate(kinds):
        source = made / f"{kind}.cl"
        source.write_text("".join(generate.kernel(kind, seed) for seed in range(count)))
        run([build / "bin" / "ursac", source.name, f"-O{level % 4}", f"--targets=vulkan1.2,{HOST}", "-o",
             f"{kind}.ursa"], made)
        source.unlink()
        for seed in range(count):
            checks.append(f"random-{kind}.{seed}\trandom\tvulkan_run --adapter {kind}.ursa f{seed} 'uint[256]' 'uint[512]=0' "
                          "uint=6 --global 256 --local 64")


def cuda_kernels(build, generate, folder, count, checks):
    """Checks named cuda/random-KIND.FIRST-LAST: an image of many kernels, and what pack_run printed of them on the host."""
    made = folder / "random-cuda"
    made.mkdir(parents=True)

    def batch(number, kind, first):
        seeds = range(first, min(first + BATCH, count))
        name = f"{kind}.{first}-{seeds[-1]}"
        level = f"-O{(number + first // BATCH) % 4}"
        source, host = made / f"{name}.cl", made / f"{name}-host.ursa"
        source.write_text(WITHOUT_OFFSET + "".join(generate.kernel(kind, seed) for seed in seeds))
        ursac = [build / "bin" / "ursac", source.name, level, "-w"]
        run([*ursac, "--targets=nvptx64", "-o", f"{name}.ursa"], made)
        run([*ursac, "--targets=host-x86_64", "-o", host.name], made)
        kernels = ",".join(f"f{seed}" for seed in seeds)
        adapter = build / "lib" / "libur_adapter_host.so.0"
        expected = run([build / "bin" / "pack_run", host.name, kernels, "--device", "host"], made,
                       UR_ADAPTERS_FORCE_LOAD=str(adapter), URSA_HOST_VECTOR_WIDTH="1", URSA_CACHE="0")
        (made / f"{name}.expected").write_text(expected)
        source.unlink()
        host.unlink()
        return (f"cuda/random-{name}\trandom-cuda\tpack_run {name}.ursa {kernels} --device cuda:0 --expect "
                f"{name}.expected")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        checks += pool.map(lambda what: batch(*what), [(number, kind, first) for number, kind in enumerate(generate.KINDS)
                                                      for first in range(0, count, BATCH)])


def math_functions(build, sources, folder, checks):
    """Checks named ulps/ADAPTER.TYPE."""
    made = folder / "ulps"
    made.mkdir(parents=True)
    ursac = build / "bin" / "ursac"
    for kind in ("float", "double", "half", "fast"):
        source = sources / f"{kind}.cl"
        type_name = "float --fast" if kind == "fast" else kind
        options = ["-cl-fast-relaxed-math"] if kind == "fast" else []
        adapters = ["vulkan"] if kind == "half" else ["vulkan", "opencl"]  # PTX has no functions of halves
        targets = ["vulkan1.2", "vulkan1.2+fma=double"] + ["nvcl64-sm_70"] * ("opencl" in adapters)
        run([ursac, source, *options, "--targets=" + ",".join(targets), "-o", f"{kind}.ursa"], made)
        for adapter in adapters:
            checks.append(f"ulps/{adapter}.{kind}\tulps\tmath_ulps {kind}.ursa --type {type_name} --device {adapter}")


def has_vulkan(build):
    return (build / "bin" / "vulkan_run").exists()


def has_cuda(build):
    files = ("bin/pack_run", "lib/libur_adapter_cuda.so.0", "lib/static/libursa_nvptx_jit.so.0")
    return all((build / file).exists() for file in files)


def make_checks(build, root, folder, random_count):
    """Images below folder, random_count random kernels of each kind among them, and folder/checks: name, folder and command
    of each, a line. Nothing, if this build has neither Vulkan nor CUDA."""
    checks = []
    generate = generator_in(root / "tests/fuzz-kernels")
    if has_vulkan(build):
        math_functions(build, root / "tests/compiler/math", folder, checks)
        written_kernels(build, root / "tests/compiler/vulkan/run", folder, checks)
        random_kernels(build, generate, folder, random_count, checks)
    if has_cuda(build):
        cuda_kernels(build, generate, folder, random_count, checks)
    if checks:
        (folder / "checks").write_text("".join(check + "\n" for check in checks))
