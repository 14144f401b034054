#!/usr/bin/env python3
"""Writes the results of ursa-bench as pages: performance.md with SVG plots beside it, and, with --html, one file that
holds its plots itself.

    report.py --bench URSA-BENCH --output FOLDER [--html FILE] [--no-wait] [--json FILE] [ARGUMENTS of ursa-bench]
    report.py --from FILE --output FOLDER [--html FILE]

The first form runs the benchmarks, after a wait for an idle machine (--no-wait: at once; --json keeps the results in a
file), the second one reads results of an earlier run. Equal results make equal pages.
"""
import argparse
import html
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({
    "svg.hashsalt": "ursa",  # the same identifiers each time
    "svg.fonttype": "path",  # the same letters on each machine
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
})
from matplotlib import pyplot  # noqa: E402  (the settings come first)

WAIT = 600  # seconds
GROUPS = ["kernel", "size", "launch_empty", "launch_constants", "dispatch", "copy_64m", "second_process",
          "specialize_new_value", "seen_values_threads"]
OURS, PLAIN, POCL, GOAL = "#1f5fa8", "#7a7a7a", "#d9822b", "#b02a2a"


class Failure(Exception):
    """A sentence for the user."""


# ---- values as text

def significant(value):
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def duration(seconds):
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if abs(seconds) >= unit:
            return f"{significant(seconds / unit)} {name}"
    return f"{significant(seconds * 1e9)} ns"


def between(summary, form=significant):
    return f"{form(summary['min'])} to {form(summary['max'])}"


def reached(one):
    goal = one.get("goal")
    return "" if not goal else "yes" if goal["isReached"] else "no"


def goal_text(one):
    text = one.get("goal", {}).get("text", "")
    return text.replace("<=", "≤").replace(">=", "≥").replace("us", "µs")


def has_times(one, peer):
    return len(one["peers"]) > peer and "seconds" in one["peers"][peer]


def share(one, peer):
    return one["peers"][peer]["share"] if has_times(one, peer) else None


# ---- tables: a head and rows of text

def kernel_table(kernels):
    rows = []
    for one in kernels:
        row = [one["title"]]
        for peer in range(2):
            values = share(one, peer)
            row += [significant(values["median"]), between(values)] if values else ["–", ""]
        rate = one["work"]["amount"] / one["seconds"]["median"] * 1e-9
        rows.append(row + [f"{significant(rate)} {one['work']['unit']}", goal_text(one), reached(one)])
    return ["kernel", "of plain C++", "spread", "of PoCL", "spread", "rate", "goal", "reached"], rows


def other_table(others):
    rows = []
    for one in others:
        row = [one["title"], duration(one["seconds"]["median"]), between(one["seconds"], duration)]
        if has_times(one, 0):
            peer = one["peers"][0]
            row += [duration(peer["seconds"]["median"]), significant(peer["ratio"]["median"]), between(peer["ratio"])]
        else:
            row += ["–", "–", ""]
        rows.append(row + [one["peers"][0]["name"], goal_text(one), reached(one)])
    return ["what", "Ursa", "spread", "peer", "ratio", "spread", "peer is", "goal", "reached"], rows


def machine_table(results):
    machine = results["machine"]
    rows = [["processor", f"{machine['processor']}, {machine['processors']} processors"],
            ["memory", f"{machine['memoryGiB']:.0f} GiB"],
            ["system", machine["system"]],
            ["plain C++", f"{machine['plainCompiler']}, -O3 -march=native, {machine['plainInstructions']}, "
                          f"{machine['plainThreads']} threads"],
            ["load before", load_sentence(machine)],
            ["load meanwhile", f"other processes used {machine['othersDuring'] * 100:.0f} % of the processors"]]
    return ["the machine", ""], rows


def load_sentence(machine):
    text = f"other processes used {machine['othersBefore'] * 100:.0f} % of the processors"
    if machine["waitedSeconds"]:
        text += f" after a wait of {machine['waitedSeconds']:.0f} s"
    return text + (": idle" if machine["wasIdle"] else ": NOT idle")


# ---- plots: each returns a figure

def plot_shares(kernels):
    kernels = [one for one in reversed(kernels) if has_times(one, 0)]
    figure, axes = pyplot.subplots(figsize=(7.2, 0.42 * len(kernels) + 1.3))
    for place, one in enumerate(kernels):
        values = share(one, 0)
        median = values["median"]
        axes.barh(place + 0.18, median, 0.34, color=OURS, label="Ursa" if place == 0 else None)
        axes.plot([values["lowerQuartile"], values["upperQuartile"]], [place + 0.18] * 2, color="black", linewidth=1)
        axes.annotate(significant(median), (max(median, values["upperQuartile"]), place + 0.18), (4, 0), textcoords="offset points", va="center",
                      fontsize=8)
        if has_times(one, 1):
            pocl = one["peers"][0]["seconds"]["median"] / one["peers"][1]["seconds"]["median"]
            axes.barh(place - 0.18, pocl, 0.34, color=POCL, label=label_once(axes, "PoCL"))
            axes.annotate(significant(pocl), (pocl, place - 0.18), (4, 0), textcoords="offset points", va="center",
                          fontsize=8)
        if one.get("goal", {}).get("kind") == "share":
            axes.plot([one["goal"]["value"]] * 2, [place, place + 0.37], color=GOAL, linewidth=2,
                      label=label_once(axes, "goal"))
    axes.axvline(1, color=PLAIN, linewidth=1, linestyle="--", label="plain C++")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: significant(value))
    left, right = axes.get_xlim()
    axes.set_xlim(left, right * 1.6)  # room for the figures
    axes.set_yticks(range(len(kernels)), [one["title"] for one in kernels])
    axes.set_xlabel("share of the rate of plain C++ (thin line: middle half of the pairs)")
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncol=4, frameon=False)
    return figure


def label_once(axes, text):
    return None if text in axes.get_legend_handles_labels()[1] else text


def plot_first_result(others):
    chosen = [one for one in reversed(others)
              if "first result" in one["title"] and not one["name"].startswith("seen_values_threads")]
    figure, axes = pyplot.subplots(figsize=(7.2, 0.5 * len(chosen) + 1.2))
    for place, one in enumerate(chosen):
        bars = [(place + 0.18, one["seconds"], OURS, "Ursa")]
        if has_times(one, 0):
            bars.append((place - 0.18, one["peers"][0]["seconds"], POCL, "PoCL, built again"))
        for at, summary, colour, name in bars:
            seconds = summary["median"]
            axes.barh(at, seconds, 0.34, color=colour, label=label_once(axes, name))
            axes.plot([summary["lowerQuartile"], summary["upperQuartile"]], [at] * 2, color="black", linewidth=1)
            axes.annotate(duration(seconds), (summary["upperQuartile"], at), (4, 0), textcoords="offset points",
                          va="center", fontsize=8)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: duration(value))
    left, right = axes.get_xlim()
    axes.set_xlim(left / 2, right * 3)
    axes.set_yticks(range(len(chosen)), [re.sub(r"(, start)? to first result|, of PoCL's rebuild", "", one["title"])
                                         for one in chosen])
    axes.set_xlabel("time to the first result")
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncol=2, frameon=False)
    return figure


def plot_sizes(sizes):
    sizes = sorted(sizes, key=lambda one: one["size"])
    figure, axes = pyplot.subplots(figsize=(7.2, 3.6))
    lines = [("Ursa", OURS, "o", [(one["size"], one["seconds"]) for one in sizes])]
    for peer, name, colour, marker in ((0, "plain C++", PLAIN, "s"), (1, "PoCL", POCL, "^")):
        lines.append((name, colour, marker, [(one["size"], one["peers"][peer]["seconds"]) for one in sizes
                                             if has_times(one, peer)]))
    for name, colour, marker, points in lines:
        if not points:
            continue
        places = [size for size, _ in points]
        axes.plot(places, [summary["median"] for _, summary in points], color=colour, marker=marker, markersize=4,
                  label=name)
        axes.fill_between(places, [summary["lowerQuartile"] for _, summary in points],
                          [summary["upperQuartile"] for _, summary in points], color=colour, alpha=0.2, linewidth=0)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: duration(value))
    axes.set_xticks([one["size"] for one in sizes], [size_text(one["size"]) for one in sizes])
    axes.set_xlabel("work-items of a vector add")
    axes.set_ylabel("launch and wait")
    axes.grid(True, color="#e4e4e4", linewidth=0.6)
    axes.legend(frameon=False)
    return figure


def size_text(size):
    for unit, name in ((1 << 20, "M"), (1 << 10, "K")):
        if size >= unit:
            return f"{size // unit} {name}"
    return str(size)


def svg_of(figure):
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


# ---- pages

INTRODUCTION = """Everything here was measured in one run of `./ursa bench --report`, on the machine below: Ursa and its
peers take turns, so that whatever else the machine does meets all of them. A figure is the median of the pairs; its
spread is the smallest and the largest."""

SHARES = """Kernels on the host device: the rate as a share of the rate of the same work in plain C++ on all processors, which
clang compiles for this processor in the order of loops that vectorizes, without fast-math; and of the rate of PoCL,
which compiles the same OpenCL C. All results are the same bit for bit as plain C++'s; `exp` and `sin` differ in the last
places. Above 1, Ursa is faster."""

FIRST = """From a change of values to the result of the first launch with them. PoCL, without specialization constants,
builds the program again with another `-D`."""

SIZES = """What a launch costs, with the wait for it, by its number of work-items."""

OTHERS = """Times; a ratio is ours over the peer's: below 1, Ursa is faster."""


def sections(results):
    """Pairs of kind and content: title, text, table, plot (name, title, SVG)."""
    benchmarks = results["benchmarks"]
    kernels = [one for one in benchmarks if one["isKernel"]]
    sizes = [one for one in benchmarks if "size" in one]
    others = [one for one in benchmarks if not one["isKernel"] and "size" not in one]
    yield "title", "Performance"
    yield "text", INTRODUCTION
    yield "table", machine_table(results)
    if results["isTiny"]:
        yield "text", "**The run was a test with small sizes: its times mean nothing.**"
    elif not results["machine"]["wasIdle"]:
        yield "text", "**The machine was not idle: read the spreads before the figures.**"
    for failure in results["failures"]:
        yield "text", f"**Not measured:** {failure}"
    if kernels:
        yield "heading", "Shares of the ceiling"
        yield "text", SHARES
        yield "plot", ("performance-shares", "Shares of the rate of plain C++", svg_of(plot_shares(kernels)))
        yield "table", kernel_table(kernels)
        for one in kernels:
            if "note" in one:
                yield "text", f"{one['title']}: {one['note']}."
    if any("first result" in one["title"] for one in others):
        yield "heading", "First result after a change"
        yield "text", FIRST
        yield "plot", ("performance-first-result", "Time to the first result", svg_of(plot_first_result(others)))
    if sizes:
        yield "heading", "Cost by size"
        yield "text", SIZES
        yield "plot", ("performance-sizes", "Time of a launch by its size", svg_of(plot_sizes(sizes)))
    if others:
        yield "heading", "Launches, changes and copies"
        yield "text", OTHERS
        yield "table", other_table(others)


def markdown(parts):
    lines = []
    for kind, content in parts:
        if kind == "title":
            lines += [f"# {content}", ""]
        elif kind == "heading":
            lines += [f"## {content}", ""]
        elif kind == "text":
            lines += [content, ""]
        elif kind == "plot":
            name, title, _ = content
            lines += [f"![{title}]({name}.svg)", ""]
        else:
            head, rows = content
            for row in [head, ["---"] * len(head), *rows]:
                lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |")
            lines.append("")
    return "\n".join(lines[:-1]) + "\n"


STYLE = """body { font: 16px/1.5 system-ui, sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; color: #1c1c1c }
table { border-collapse: collapse; font-size: 14px; margin: 1em 0 }
th, td { text-align: left; padding: .25em .8em .25em 0; border-bottom: 1px solid #ddd; vertical-align: top }
svg { max-width: 100%; height: auto } code { background: #f2f2f2; padding: 0 .2em }
.no { color: #b02a2a; font-weight: 600 } .yes { color: #1d7a3a }"""


def inline(text):
    text = html.escape(text, quote=False)
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text, flags=re.S)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", text)


def embedded(svg, place):
    """The SVG element alone; identifiers of one picture do not meet those of another."""
    svg = svg[svg.index("<svg"):]
    svg = re.sub(r'\bid="', f'id="p{place}-', svg)
    svg = re.sub(r'(xlink:href="#|url\(#)', rf"\g<1>p{place}-", svg)
    return re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)


def page(parts):
    lines = ["<!DOCTYPE html>", '<html lang="en">', '<meta charset="utf-8">', "<title>Ursa: performance</title>",
             '<meta name="viewport" content="width=device-width">', f"<style>{STYLE}</style>"]
    for place, (kind, content) in enumerate(parts):
        if kind in ("title", "heading"):
            level = 1 if kind == "title" else 2
            lines.append(f"<h{level}>{inline(content)}</h{level}>")
        elif kind == "text":
            lines.append(f"<p>{inline(content)}</p>")
        elif kind == "plot":
            _, title, svg = content
            lines.append(f'<figure role="img" aria-label="{html.escape(title)}">{embedded(svg, place)}</figure>')
        else:
            head, rows = content
            lines.append("<table><tr>" + "".join(f"<th>{inline(cell)}</th>" for cell in head) + "</tr>")
            for row in rows:
                cells = "".join(f'<td class="{cell}">{cell}</td>' if cell in ("yes", "no") else f"<td>{inline(cell)}</td>"
                                for cell in row)
                lines.append(f"<tr>{cells}</tr>")
            lines.append("</table>")
    return "\n".join(lines) + "\n</html>\n"


def write_pages(results, folder, html_file):
    if results.get("format") != 1:
        raise Failure(f"The results have the format {results.get('format')}; this program reads format 1.")
    parts = list(sections(results))
    files = {folder / "performance.md": markdown(parts)}
    files.update({folder / f"{content[0]}.svg": content[2] for kind, content in parts if kind == "plot"})
    if html_file:
        files[html_file] = page(parts)
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return list(files)


def measure(bench, wait, kept, arguments):
    with tempfile.TemporaryDirectory() as folder:
        written = kept or pathlib.Path(folder) / "results.json"
        written.unlink(missing_ok=True)
        names = [argument for argument in arguments if not argument.startswith("-")]
        command = [str(bench), *([] if names else GROUPS), *arguments, "--wait", str(WAIT if wait else 0), "--json",
                   str(written)]
        status = subprocess.run(command, check=False).returncode
        if not written.exists():
            raise Failure(f"The benchmarks ended with status {status} and wrote no results.")
        return json.loads(written.read_text(encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=pathlib.Path)
    parser.add_argument("--from", dest="source", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--html", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--no-wait", action="store_true")
    options, arguments = parser.parse_known_args()
    if bool(options.bench) == bool(options.source):
        parser.error("one of --bench and --from is needed")
    try:
        if options.source:
            results = json.loads(options.source.read_text(encoding="utf-8"))
        else:
            results = measure(options.bench, not options.no_wait, options.json, arguments)
        for file in write_pages(results, options.output, options.html):
            print(f"wrote {file}")
    except (Failure, OSError, json.JSONDecodeError) as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    return 1 if results["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
