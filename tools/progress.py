#!/usr/bin/env python3
"""Runs a build and shows one line of progress instead of a line for each step.

    progress.py COMMAND...

The command is ninja, or cmake --build on ninja. On a terminal the line is updated in place. Elsewhere a line is
written for each tenth of the steps, and after 30 seconds without one. What compilers and failed steps print is
shown in full. The exit status is that of the command.
"""

import os
import re
import select
import shutil
import subprocess
import sys
import time

SECONDS = 30  # between lines, when no tenth is reached
STEP = re.compile(r"\[(\d+)/(\d+)\] (.*)")


def label(step):
    """What a step is about: the folder of a compiled file, the file that is linked, else what it says itself."""
    if match := re.match(r"Building \w+ object (.+?)/CMakeFiles/", step):
        return match[1]
    if match := re.match(r"Linking .* (\S+)$", step):
        return f"linking {match[1]}"
    return step


class Progress:
    """out: a stream; isTerminal: whether its last line can be rewritten."""

    def __init__(self, out, is_terminal, clock=time.monotonic):
        self.out = out
        self.is_terminal = is_terminal
        self.clock = clock
        self.text = ""
        self.tenth = 0
        self.last = clock()

    def line(self, line):
        """Takes a line of the build's output."""
        if match := STEP.match(line):
            done, total = int(match[1]), int(match[2])
            self.text = f"Building [{done}/{total}] {label(match[3])}"
            self.show(done * 10 // max(total, 1))
        elif line.startswith("-- "):  # CMake, which is run again when its files have changed
            self.text = "Configuring"
            self.show(self.tenth)
        elif line and line != "ninja: no work to do." and not line.startswith("ninja: Entering directory"):
            self.clear()
            print(line, file=self.out, flush=True)

    def show(self, tenth):
        if self.is_terminal:
            width = shutil.get_terminal_size().columns
            print(f"\r\033[K{self.text[:width - 1]}", end="", file=self.out, flush=True)
        elif tenth > self.tenth or self.clock() - self.last >= SECONDS:
            self.tenth = max(tenth, self.tenth)
            self.last = self.clock()
            print(self.text, file=self.out, flush=True)

    def idle(self):
        """Is called while the build writes nothing."""
        if not self.is_terminal and self.text and self.clock() - self.last >= SECONDS:
            self.show(self.tenth)

    def clear(self):
        if self.is_terminal:
            print("\r\033[K", end="", file=self.out, flush=True)


def main():
    environment = {**os.environ, "NINJA_STATUS": "[%f/%t] "}
    build = subprocess.Popen(sys.argv[1:], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    progress = Progress(sys.stderr, sys.stderr.isatty())
    pipe = build.stdout.fileno()
    rest = b""
    try:
        while True:
            if not select.select([pipe], [], [], 1)[0]:
                progress.idle()
                continue
            read = os.read(pipe, 65536)
            *lines, rest = (rest + read).split(b"\n")
            for line in lines:
                progress.line(line.decode(errors="replace").rstrip("\r"))
            if not read:
                break
        if rest:
            progress.line(rest.decode(errors="replace"))
        status = build.wait()
    except KeyboardInterrupt:  # the terminal has told the build too
        status = build.wait()
    progress.clear()
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())
