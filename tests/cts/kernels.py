"""Makes the folder of device programs that the suite reads, of sources in OpenCL C.

The suite looks for DIR/NAME/TRIPLE.bin.0, where the triple goes with the backend that the adapter reports.
What is written there is a container of Ursa's with an image for one target.
"""

import subprocess

# The backends for which the suite has device programs. The suite passes them as intermediate language to "opencl" and
# "level_zero", and as binaries to the others.
TRIPLES = {"opencl": "spir64", "level_zero": "spir64", "cuda": "nvptx64-nvidia-cuda", "hip": "amdgcn-amd-amdhsa"}

_SECONDS = 120  # per program


class NoSources(Exception):
    """A folder without sources; the text names it."""


def compile_all(compiler, target, sources, backend, folder):
    """Compiles each SOURCES/NAME.cl. Those that the compiler refuses are left out: a test that needs one
    fails, or is one of a backend that has no such program. Returns the refused: name -> what was said."""
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
            refused[source.stem] = (done.stderr.strip().splitlines() or ["the compiler said nothing"])[0]
    return refused
