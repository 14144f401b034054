#!/usr/bin/env python3
"""The pages that bench/report.py writes of known results: report_test.py REPORT.PY RESULTS.JSON FOLDER"""
import collections
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

FILES = ["performance-first-result.svg", "performance-shares.svg", "performance-sizes.svg", "performance.md"]
LINES = """\
| processor | Processor <1>, 2 processors |
| plain C++ | clang 22.1.8, -O3 -march=native, AVX-512, 2 threads |
| load before | other processes used 31 % of the processors after a wait of 12 s: NOT idle |
| load meanwhile | other processes used 5 % of the processors |
**The machine was not idle: read the spreads before the figures.**
**Not measured:** kernel/nbody: Ursa differs from plain C++ in 7 of 16384 elements.
| SGEMM, naive | 1.2 | 1.08 to 1.44 | 8 | 7.2 to 9.6 | 125 GFLOP/s | ≥ 1.10 | yes |
| exp of an array | 3 | 2.7 to 3.6 | – |  | 1 Gvalue/s | ≥ 5.00 | no |
| the demo's blur: uchar4, 7×7, clamped | 0.5 | 0.45 to 0.6 | 20 | 18 to 24 | 198 Mpixel/s | ≥ 300 Mpixel/s | no |
| values seen before to first result, native | 4.4 µs | 3.96 µs to 5.28 µs | 20 ms | 0.00022 | 0.000198 to 0.000264 | \
PoCL 3.1+debian, rebuilt with -D | ≤ 5.00 µs | yes |
| loader over a direct call, launch, 1 adapter | 3.1 ns | 2.79 ns to 3.72 ns | 1.9 ns | 1.63 | 1.47 to 1.96 | \
direct call of the adapter | ≤ +2.00 ns | yes |
![Shares of the rate of plain C++](performance-shares.svg)
![Time to the first result](performance-first-result.svg)
![Time of a launch by its size](performance-sizes.svg)""".splitlines()


def require(condition, what):
    if not condition:
        sys.exit(what)


class Page(html.parser.HTMLParser):
    """Counts elements and identifiers; elements are closed in order."""

    VOID = {"meta", "use", "path", "rect", "br"}

    def __init__(self):
        super().__init__()
        self.open, self.count, self.ids, self.links = [], collections.Counter(), [], []

    def handle_starttag(self, tag, attrs):
        self.count[tag] += 1
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            elif name in ("href", "xlink:href", "src"):
                self.links.append(value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            require(self.open and self.open.pop() == tag, f"</{tag}> closes nothing.")


def run(report, *arguments):
    return subprocess.run([sys.executable, report, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)


def check_page(text):
    page = Page()
    page.feed(text)
    require(page.open == [], f"The elements {page.open} are not closed.")
    require(page.count["svg"] == 3 and page.count["table"] == 3, f"The page has the elements {page.count}.")
    doubled = [name for name, count in collections.Counter(page.ids).items() if count > 1]
    require(not doubled, f"These identifiers stand for several elements: {doubled}")
    for link in page.links:
        require(link.startswith("#") and link[1:] in page.ids, f"The page has a link to {link}.")
    for target in re.findall(r"url\(#([^)]*)\)", text):
        require(target in page.ids, f"A picture of the page uses {target}, which is missing.")
    require("Processor &lt;1&gt;" in text, "The text of the page is not escaped.")


def main():
    report, source, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("one", "two"):
        done = run(report, "--from", source, "--output", folder / name, "--html", folder / f"{name}.html")
        require(done.returncode == 1, f"A benchmark failed, so the status is 1, not {done.returncode}:\n{done.stdout}")
    written = sorted(file.name for file in (folder / "one").iterdir())
    require(written == FILES, f"The files are {written}.")
    for name in FILES:
        require((folder / "one" / name).read_bytes() == (folder / "two" / name).read_bytes(),
                f"{name} is another one the second time.")
        if name.endswith(".svg"):
            xml.etree.ElementTree.parse(folder / "one" / name)
    lines = (folder / "one" / "performance.md").read_text(encoding="utf-8").splitlines()
    for line in LINES:
        require(line in lines, "This line is missing in performance.md:\n" + line)
    html_page = (folder / "one.html").read_text(encoding="utf-8")
    check_page(html_page)
    require(html_page == (folder / "two.html").read_text(encoding="utf-8"), "The page is another one the second time.")

    results = json.loads(source.read_text(encoding="utf-8"))
    part = folder / "part.json"
    kernels = [one for one in results["benchmarks"] if one["isKernel"]]
    part.write_text(json.dumps({**results, "failures": [], "benchmarks": kernels}), encoding="utf-8")
    done = run(report, "--from", part, "--output", folder / "part")
    require(done.returncode == 0, f"A part of the results is no page:\n{done.stdout}")
    part.write_text(json.dumps({**results, "format": 2}), encoding="utf-8")
    done = run(report, "--from", part, "--output", folder / "none")
    require(done.returncode == 1 and "error: The results have the format 2; this program reads format 1." in done.stdout,
            f"Results of another format:\n{done.stdout}")
    require(not (folder / "none").exists(), "Pages were written of results of another format.")


if __name__ == "__main__":
    main()
