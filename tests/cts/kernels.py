"""Compiles OpenCL C to the folder of device programs that the suite reads.

The suite opens DIR/NAME/TRIPLE.bin.0, where the triple depends on the backend that the adapter reports. Each file is an
Ursa container with an image for one target.
"""

import subprocess

# The backends for which the suite has device programs. The suite passes them as intermediate language to "opencl" and
# "level_zero", and as binaries to the others.
TRIPLES = {"opencl": "spir64", "level_zero": "spir64", "cuda": "nvptx64-nvidia-cuda", "hip": "amdgcn-amd-amdhsa"}

_SECONDS = 120  # per program


class NoSources(Exception):
    """A folder without sources. The message names it."""


def compile_all(compiler, target, sources, backend, folder):
    """Compiles each SOURCES/NAME.cl. Sources that fail to compile are left out: tests that need them fail, or are for
    another backend. Returns the failures: name -> message of the compiler."""
    found = sorted(sources.glob("*.cl"))
    if not found:
        raise NoSources(f"The folder '{sources}' has no source '*.cl'.")
    refused = {}
    for source in found:
        output = folder / source.stem / f"{TRIPLES[backend]}.bin.0"
        output.parent.mkdir(parents=True, exist_ok=True)
        output.unlink(missing_ok=True)
        done = subprocess.run([compiler, f"--fsycl-targets={target}", source, "-o", output], check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_SECONDS)
        if done.returncode != 0:
            refused[source.stem] = (done.stderr.strip().splitlines() or ["the compiler printed no message"])[0]
    return refused
