"""The bots' ratings, fitted to all meetings of two: `python -m benchmarks.ratings`.

The ladder of `benchmarks.games` has everybody against `steady`, whom the weaker ones hardly ever
beat. So each meets its neighbours too. Every pair that met gets half a tie more, so that whoever
lost every game has a finite rating. Games of `benchmarks.games` are taken from its logbooks.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from math import log, log10, sqrt
from pathlib import Path

from benchmarks.games import LADDER, MEETINGS, Hall
from benchmarks.sections import put_section, table

NEIGHBOURS = (
    ("random", "cautious", 12),
    ("level0", "cautious", 40),
    ("thrifty", "level0", 40),
    ("solitary", "level0", 30),
    ("solitary", "thrifty", 40),
    ("level1", "thrifty", 30),
    ("level1", "solitary", 40),
    ("careless", "level1", 40),
    ("level2", "level1", 30),
    ("level2", "careless", 40),
    ("greedy", "careless", 30),
)
"""The meetings, with their numbers of games."""
_AGAINST_STEADY = 40
_ANCHOR, _ANCHORED = "steady", 1500
_TIE = 0.25
_ROUNDS = 5000
_HERE = Path(__file__).parent

Met = dict[tuple[str, str], float]
"""How often one beat another, a tie counting half."""


def main(arguments: list[str] | None = None) -> int:
    """Play what is missing, and write the table."""
    parser = ArgumentParser(prog="python -m benchmarks.ratings", description=__doc__)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--logbooks", type=Path, default=Path("build") / "arena", help="a folder")
    parser.add_argument("--to", type=Path, default=_HERE / "RESULTS.md", help="the file to write")
    given = parser.parse_args(arguments)
    given.logbooks.mkdir(parents=True, exist_ok=True)
    hall, met = Hall(given.logbooks, 1, given.processes), Met()
    meetings: dict[tuple[str, ...], int] = {(one, other): games for one, other, games in NEIGHBOURS}
    meetings |= {(name, _ANCHOR): _AGAINST_STEADY for name in LADDER}
    meetings |= {each.players: each.games for each in MEETINGS if len(each.players) == 2}
    for (one, other), games in meetings.items():
        for result in hall.results_of((one, other), games):
            won = result.points[0] - result.points[1]
            met[one, other] = met.get((one, other), 0.0) + ((won > 0) + (won >= 0)) / 2
            met[other, one] = met.get((other, one), 0.0) + ((won < 0) + (won <= 0)) / 2
    put_section(given.to, "The bots' ratings", told(met))
    return 0


def told(met: Met) -> str:
    """The table of the ratings that make these results most likely, with standard errors."""
    above = {pair: won + _TIE for pair, won in met.items()}
    rated = fitted(above)
    rows = [
        [name, f"{rated[name]:.0f} ± {_error(name, rated, above):.0f}"]
        for name in sorted(rated, key=rated.__getitem__)
    ]
    return (
        "Elo's scale, in games of two; `steady` has 1500. Fitted to all meetings at once.\n\n"
        + table(["", "rating"], rows)
    )


def fitted(above: Met) -> dict[str, float]:
    """Everybody's rating by Bradley and Terry, found by iteration."""
    names = sorted({name for pair in above for name in pair})
    strength = dict.fromkeys(names, 1.0)
    for _ in range(_ROUNDS):
        for one in names:
            others = [other for other in names if (one, other) in above]
            won = sum(above[one, other] for other in others)
            met = sum(
                (above[one, other] + above[other, one]) / (strength[one] + strength[other])
                for other in others
            )
            strength[one] = won / met
    base = log10(strength[_ANCHOR])
    return {one: _ANCHORED + 400 * (log10(value) - base) for one, value in strength.items()}


def _error(name: str, rated: dict[str, float], above: Met) -> float:
    """The standard error if the others' ratings were known for sure."""
    known = 0.0
    for (one, other), won in above.items():
        if one == name:
            chance = 1 / (1 + 10 ** ((rated[other] - rated[one]) / 400))
            known += (won + above[other, one]) * chance * (1 - chance)
    return 400 / log(10) / sqrt(known)


if __name__ == "__main__":
    sys.exit(main())
