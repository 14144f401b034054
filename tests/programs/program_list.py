"""Lists of programs: names, flags, arguments and expectations; the programs themselves are elsewhere.

A list is a TOML file about one repository:

    repository = "BabelStream"              # its folder in the folder of sources
    origin = "https://github.com/UoB-HPC/BabelStream"
    flags = ["-O3"]                         # of all programs; gpu_flags and cpu_flags likewise

    [[program]]
    name = "sycl2020-usm"                   # unique in the list
    folder = "src"                          # in which it is compiled and run; "." unless given
    sources = ["main.cpp", "sycl2020/*.cpp"]
    flags = ["-DSYCL2020", "-Isycl2020"]
    arguments = ["-n", "10"]
    output = "Triad"                        # a regular expression that must be found in the output, if given
    status = 0                              # exit status, or the negative number of a signal; 0 unless given
    needs = "gpu"                           # is run on GPUs only; "cpu": on CPUs only; "input": is not run, because the
                                            # repository lacks its input
    gpu_flags = ["-DUSE_GPU"]               # where it runs on GPUs
    cpu_flags = ["-DSIZE=64"]               # where it runs on CPUs
    cpu_arguments = ["-n", "2"]             # instead of the arguments where it runs on CPUs: smaller sizes
    timeout = 900                           # seconds that it may run, if the runner's option --timeout is less
    fails.compile = "uses extension X"      # known failures: when compiled, or when run on an adapter
    fails.vulkan = "needs aspect Y"
"""

import dataclasses
import re
import tomllib

COMPILE = "compile"
GPU = "gpu"
CPU = "cpu"
INPUT = "input"

_TYPES = {"name": str, "folder": str, "sources": list, "flags": list, "arguments": list, "output": str, "status": int,
          "needs": str, "gpu_flags": list, "cpu_flags": list, "cpu_arguments": list, "timeout": int,
          "fails": dict}


class BadList(Exception):
    """An invalid list. The message names the file and the entry."""


@dataclasses.dataclass(frozen=True)
class Program:
    repository: str
    name: str
    sources: list
    folder: str = "."
    flags: list = dataclasses.field(default_factory=list)
    arguments: list = dataclasses.field(default_factory=list)
    output: str = ""
    status: int = 0
    needs: str = ""
    gpu_flags: list = dataclasses.field(default_factory=list)
    cpu_flags: list = dataclasses.field(default_factory=list)
    cpu_arguments: list | None = None  # None: as on GPUs
    timeout: int = 0
    fails: dict = dataclasses.field(default_factory=dict)  # stage -> reason


def parse(text, source):
    """Returns the programs of a list's text. source: the name of its file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadList(f"{source}: {error}") from error
    repository = data.get("repository")
    if not isinstance(repository, str):
        raise BadList(f"{source}: the key 'repository' is missing.")
    common = {key: data.get(key, []) for key in ("flags", "gpu_flags", "cpu_flags")}
    programs = {}
    for entry in data.get("program", []):
        name = entry.get("name", "")
        where = f"{source}: program '{name}'"
        for key, value in entry.items():
            if key not in _TYPES:
                raise BadList(f"{where} has the unknown key '{key}'.")
            if not isinstance(value, _TYPES[key]):
                raise BadList(f"{where}: the value of '{key}' is no {_TYPES[key].__name__}.")
        if not name or not entry.get("sources"):
            raise BadList(f"{where} needs the keys 'name' and 'sources'.")
        if entry.get("needs", GPU) not in (GPU, CPU, INPUT):
            raise BadList(f"{where}: the value of 'needs' is '{entry['needs']}', not '{GPU}', '{CPU}' or '{INPUT}'.")
        if name in programs:
            raise BadList(f"{where} is listed twice.")
        try:
            re.compile(entry.get("output", ""))
        except re.error as error:
            raise BadList(f"{where}: 'output' is no regular expression: {error}.") from error
        programs[name] = Program(repository, **{
            **entry, **{key: [*values, *entry.get(key, [])] for key, values in common.items()}})
    return list(programs.values())
