"""The measurements as Markdown tables."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from benchmarks.sections import table

if TYPE_CHECKING:
    from benchmarks.contest import Bout
    from benchmarks.peers.common import Verdict

__all__ = [
    "Row",
    "contest_tables",
    "explorer_table",
    "group_table",
    "kernel_told",
    "missed_goals",
    "slices_table",
]

Row = dict[str, Any]

_WITHIN, _AT_WORST = 0.1, 2.0
"""Goals for each family: 99 % of the proofs within so many seconds, all of them within so many."""


def slices_table(measured: dict[str, Row]) -> str:
    """A line for each slice of the benchmark: how many are proven, and how fast."""
    head = ["", "problems", "proven", "median", "99 %", "worst", "median CPU", "99 % CPU"]
    head += ["× looking", "memory"]
    rows = []
    for name, data in measured.items():
        done: list[Row] = data["rows"]
        seconds, cpu = [row["seconds"] for row in done], [row["cpu"] for row in done]
        rows.append(
            [
                name,
                str(len(done)),
                str(sum(_proven(row) for row in done)),
                _time(median(seconds)),
                _time(_percentile(seconds)),
                _time(max(seconds)),
                _time(median(cpu)),
                _time(_percentile(cpu)),
                f"{median(row['seconds'] / row['look'] for row in done):.0f}",
                f"{data['peak_mb']:.0f} MB",
            ]
        )
    return table(head, rows)


def kernel_told(done: list[Row]) -> str:
    """A sentence on how much of the time is the kernel's, and what Python around it takes."""
    seconds, kernel = sum(row["seconds"] for row in done), sum(row["kernel"] for row in done)
    each = median(row["kernel"] / row["seconds"] for row in done)
    around = median(row["seconds"] - row["kernel"] for row in done)
    return (
        f"Compiled, the kernel has {kernel / seconds:.0%} of the time of all these problems, and"
        f" {each:.0%} of the median one, where Python around it takes {_time(around)}. Goals: at"
        " least 60 %, and 0.15 ms."
    )


def missed_goals(families: dict[str, Row]) -> str:
    """The goals for families of problems, and which families miss them, the farthest first."""
    seconds = {name: [row["seconds"] for row in data["rows"]] for name, data in families.items()}
    unproven = [
        f"{name} ({count} of {len(data['rows'])})"
        for name, data in families.items()
        if (count := sum(not _proven(row) for row in data["rows"]))
    ]
    late = _later(_WITHIN, {name: _percentile(each) for name, each in seconds.items()})
    last = _later(_AT_WORST, {name: max(each) for name, each in seconds.items()})
    missed = [
        ("Not proven", unproven),
        (f"99 % take longer than {_time(_WITHIN)}", late),
        (f"The worst takes longer than {_time(_AT_WORST)}", last),
    ]
    return " ".join(
        [
            f"Goals for each of these {len(families)} families: all proven, 99 % within"
            f" {_time(_WITHIN)}, the worst within {_time(_AT_WORST)}.",
            *(f"{what}: {'; '.join(names) or 'none'}." for what, names in missed),
            "[How the solver works](../docs/how-the-solver-works.md) says which bounds they lack.",
        ]
    )


def _later(goal: float, seconds: dict[str, float]) -> list[str]:
    """The families that take longer, and how long, the longest first."""
    longest = sorted(seconds, key=seconds.__getitem__, reverse=True)
    return [f"{name} ({_time(seconds[name])})" for name in longest if seconds[name] > goal]


def explorer_table(rows: list[Row]) -> str:
    """A line for each measurement of the explorer: what is asked, what was found."""
    head = ["", "asked", "median", "longest", "messages"]
    return table(
        head,
        (
            [
                row["what"],
                row["asked"],
                _time(median(row["times"])),
                _time(max(row["times"])),
                "" if row["messages"] is None else str(row["messages"]),
            ]
            for row in rows
        ),
    )


def group_table(first: str, done: list[Row], group: Callable[[Row], Any]) -> str:
    """A line for each group of problems: time, aims taken up and boards visited."""
    head = [first, "problems", "proven", "median", "worst", "aims, median", "boards, median"]
    head += ["boards, most", "× looking"]
    groups: dict[Any, list[Row]] = {}
    for row in done:
        groups.setdefault(group(row), []).append(row)
    return table(
        head,
        (
            [
                str(name),
                str(len(rows)),
                str(sum(_proven(row) for row in rows)),
                _time(median(row["seconds"] for row in rows)),
                _time(max(row["seconds"] for row in rows)),
                f"{median(row['aims'] for row in rows):,.0f}",
                f"{median(row['boards'] for row in rows):,.0f}",
                f"{max(row['boards'] for row in rows):,}",
                f"{median(row['seconds'] / row['look'] for row in rows):.0f}",
            ]
            for name, rows in sorted(groups.items())
        ),
    )


def contest_tables(bouts: list[Bout]) -> str:
    """Who proves how many in what time, by moves allowed or family, then every single problem."""
    peers = list(dict.fromkeys(name for bout in bouts for name in bout.verdicts))
    kinds: dict[str, list[Bout]] = {}
    for bout in bouts:
        kinds.setdefault(bout.kind, []).append(bout)
    summary = []
    for kind, group in [*kinds.items(), ("all", bouts)]:
        row = [kind, str(len(group))]
        for name in peers:
            took = [bout.verdicts[name] for bout in group if name in bout.verdicts]
            proven = [seconds for verdict, seconds in took if verdict.proven]
            row.append(
                f"{len(proven)}/{len(took)}" + (f", {_time(median(proven))}" if proven else "")
                if took
                else "–"
            )
        row.append(f"{median(bout.verdicts['ksm_widgets'][1] / bout.look for bout in group):.0f}")
        summary.append(row)
    head = ["moves allowed, or family", "problems", *peers, "ksm_widgets × looking"]
    single = [
        [
            bout.instance.name,
            *(_outcome(*bout.verdicts[name]) if name in bout.verdicts else "–" for name in peers),
        ]
        for bout in bouts
    ]
    disagreements = [text for bout in bouts for text in bout.disagreements]
    return "\n\n".join(
        [
            table(head, summary),
            "Every proof agrees with every other."
            if not disagreements
            else "**Proofs that disagree:**\n\n" + "\n".join(f"- {text}" for text in disagreements),
            "Each problem: the time of a proof, and net and moves of the plan; *in italics* the "
            "best plan so far, where the time did not suffice for a proof.",
            table(["problem", *peers], single),
        ]
    )


def _outcome(verdict: Verdict, seconds: float) -> str:
    if verdict.moves is None:
        plan = "none" if verdict.proven else "no plan"
    else:
        net = "" if verdict.net is None else f"{verdict.net.normalize():f} in "
        plan = f"{net}{verdict.moves}"
    return f"{_time(seconds)}: {plan}" if verdict.proven else f"*{plan}*"


def _proven(row: Row) -> bool:
    return row["status"] in ("optimal", "infeasible")


def _percentile(values: list[float]) -> float:
    return quantiles(values, n=100, method="inclusive")[98]


def _time(seconds: float) -> str:
    if seconds < 0.0995:
        return f"{seconds * 1000:.2g} ms" if seconds < 0.00995 else f"{seconds * 1000:.0f} ms"
    return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"
