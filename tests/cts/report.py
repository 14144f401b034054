"""The reports of a run: a table, and JSON."""

import sys

import expectations
from gtest_program import CRASHED, FAILED, PASSED, SKIPPED, STATUSES


def counts(outcomes):
    number = {status: sum(o.status == status for o in outcomes) for status in STATUSES}
    return {"run": len(outcomes), **number}


def pass_ratio(number):
    """Returns the ratio of passed tests to tests that were not skipped, or None if all were skipped."""
    counted = number["run"] - number[SKIPPED]
    return number[PASSED] / counted if counted else None


def table(results):
    """Returns a table with a row for each program and one for the total."""
    columns = ("binary", "run", PASSED, FAILED, SKIPPED, CRASHED)
    rows = [(program, counts(outcomes)) for program, outcomes in results.items()]
    rows.append(("total", counts([o for outcomes in results.values() for o in outcomes])))
    cells = [columns] + [(name, *(str(number[column]) for column in columns[1:])) for name, number in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
    lines = ["  ".join([row[0].ljust(widths[0])] + [c.rjust(w) for c, w in zip(row[1:], widths[1:])])
             for row in cells]
    ratio = pass_ratio(rows[-1][1])
    lines.append("" if ratio is None else f"{ratio:.2%} of those not skipped passed.")
    return "\n".join(lines)


def as_json(adapter, results, differences):
    total = counts([o for outcomes in results.values() for o in outcomes])
    return {
        "adapter": adapter,
        "total": {**total, "pass_ratio": pass_ratio(total)},
        "binaries": [
            {"name": program, **counts(outcomes),
             "tests": [{"name": o.test, "status": o.status, "detail": o.detail} for o in outcomes]}
            for program, outcomes in results.items()],
        "surprises": [{"binary": s.program, "test": s.test, "what": s.what} for s in differences],
    }


def conclude(results, entries, differences, update):
    """Prints a run. Returns the exit status. update: whether to print an expectations file for the results."""
    print(table(results), file=sys.stderr if update else sys.stdout)
    if update:
        for line in expectations.candidates(results, entries):
            print(line)
        return 0
    for difference in differences:
        print(f"\n{difference.program} {difference.test}: {difference.what}")
        for line in difference.detail.splitlines():
            print(f"  {line}")
    if reasons := expectations.skip_reasons(results, entries):
        for kind in expectations.SKIPS.values():
            print(f"\nskipped  {kind}")
            for reason, number in [(r, n) for (k, r), n in reasons if k == kind]:
                print(f"{number:7}  {reason}")
    failures = sum(entry.failure for entry in entries)
    print(f"\n{len(differences)} differences from the expectations; {failures} known failures are listed.")
    return 1 if differences else 0
