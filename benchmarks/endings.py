"""Whether what the coach says of choices comes true: `python -m benchmarks.endings`.

Choices of whole games are taken at random. The choice made, and the best other one by a glance in
haste, are both played on to the end by players who plan every turn, with tiles and cards dealt
anew: that is the *real* difference in points. Beside it stands what the judge tells of it, by other
games than those of the glance. Each choice is kept as soon as it is known, so that a run that was
stopped goes on; real differences stay true whatever the judge becomes, and `--again` has it tell
anew of the choices kept.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from math import hypot, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

from benchmarks.sections import put_section, table
from ksm_widgets.analysis.endings import ending
from ksm_widgets.analysis.figures import figure, less
from ksm_widgets.analysis.review import Moment, moments
from ksm_widgets.analysis.rollouts import margins
from ksm_widgets.analysis.weighing import HASTE, PLANNED_HASTE, Weighing
from ksm_widgets.players import get_bot, played
from ksm_widgets.rules import CARDS_EACH, Card, Game, Setting, Turn
from ksm_widgets.rules.chance import chosen, shuffled

_HERE = Path(__file__).parent
_SEED = 31_000_000
"""The mines: nothing else has them."""
_BOTS = ("level1", "level2", "steady", "watchful")
_PLAYERS = (2, 2, 2, 3, 4, 5)
_EACH = 3
"""Choices of a game."""
_GLANCE, _LOOK = 48, 256
_NEW = 30
"""The number of the first game by which nothing was tuned."""
_LATE = 2
"""Rounds to come, at most, where a choice counts as late."""


@dataclass(frozen=True, slots=True)
class Told:
    """A choice made against another: what the other brings more, as told and in real endings.

    `hasty` is what games in haste alone tell, with its error, as far as that was kept.
    """

    seed: int
    players: int
    seat: int
    record: int
    moves: int
    kind: str
    rounds_left: int
    made: str
    other: str
    told: float
    error: float
    real: tuple[float, ...]
    haste: float = HASTE
    planned: bool = False
    hasty: tuple[float, float] | None = None

    @property
    def is_clear(self) -> bool:
        """Whether the coach would call one of them better, haste allowed for."""
        return abs(self.told) > 2 * hypot(self.error, self.haste)


def main() -> int:
    """Add choices to the file, and write the section."""
    parser = ArgumentParser(prog="python -m benchmarks.endings", description=__doc__)
    parser.add_argument("--games", type=int, default=0, help="how many games more to look at")
    parser.add_argument("--deals", type=int, default=8, help="how often each choice is played on")
    parser.add_argument("--kept", type=Path, default=_HERE / "endings.jsonl")
    parser.add_argument("--to", type=Path, default=_HERE / "RESULTS.md", help="the file to write")
    parser.add_argument(
        "--rounds", type=int, default=11, help="only choices with so many rounds to come, at most"
    )
    parser.add_argument("--turns", action="store_true", help="only turns")
    parser.add_argument(
        "--again", action="store_true", help="have the judge tell anew of the turns kept"
    )
    given = parser.parse_args()
    done = [*_kept(given.kept)]
    first = max((one.seed for one in done), default=-1) + 1
    wanted = _Wanted(given.rounds, given.turns)
    with given.kept.open("a", encoding="utf-8") as lines:
        for number in range(first, first + given.games):
            for one in _told(number, given.deals, wanted):
                done.append(one)
                lines.write(json.dumps(asdict(one)) + "\n")
                lines.flush()
    if given.again:
        done = [*_told_anew(done, wanted, given.kept)]
    put_section(given.to, "Whether it comes true", _section(done))
    return 0


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The choices to look at."""

    rounds_left: int
    turns: bool

    def has(self, one: Told) -> bool:
        return one.rounds_left <= self.rounds_left and not (self.turns and one.kind == "card")


def _told_anew(done: Sequence[Told], wanted: _Wanted, file: Path) -> Iterator[Told]:
    """The choices kept, those that are wanted as the judge tells of them now; the file follows."""
    again = [*done]
    for at, one in enumerate(done):
        if wanted.has(one) and not one.planned and one.kind == "turn":
            moment = _moment_of(one)
            told = _judged(moment, Turn.parse(one.other))
            again[at] = replace(one, **told, hasty=(one.told, one.error))
            text = "".join(json.dumps(asdict(line)) + "\n" for line in again)
            file.write_text(text, encoding="utf-8")
    yield from again


def _moment_of(one: Told) -> Moment:
    """The moment of a choice that was kept."""
    return next(
        moment
        for moment in moments(_game(one.seed), one.seat)
        if (moment.record, moment.made) == (one.record, one.moves)
        and isinstance(moment.choice, Turn)
    )


@lru_cache(maxsize=1)
def _game(number: int) -> Game:
    """The game with that number, played by its bots."""
    rng = Random(f"endings {number}")
    players = _PLAYERS[number % len(_PLAYERS)]
    bots = [get_bot(chosen(rng, _BOTS)) for _ in range(players)]
    return played(Setting(players, _SEED + number), bots)


def _kept(file: Path) -> Iterator[Told]:
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        data: dict[str, Any] = json.loads(line)
        hasty = data.get("hasty")
        tuples = {"real": tuple(data["real"]), "hasty": hasty and tuple(hasty)}
        yield Told(**(data | tuples))


def _told(number: int, deals: int, wanted: _Wanted) -> Iterator[Told]:
    """A few choices of a game, each against the best other one."""
    rng = Random(f"choices {number}")
    game = _game(number)
    players = len(game.players)
    choices = [
        one
        for seat in range(players)
        for one in moments(game, seat)
        if CARDS_EACH[players] - one.round <= wanted.rounds_left
        and not (wanted.turns and isinstance(one.choice, Card))
    ]
    for moment in shuffled(rng, tuple(choices))[:_EACH]:
        made = moment.choice
        glance = Weighing(moment.view, 1, made)
        glance.play(_GLANCE)
        others = glance.options()[1:]
        if others:
            best = max(others, key=lambda one: one.ahead.mean)
            yield _compared(number, moment, best.choice, deals)


def _compared(number: int, moment: Moment, other: Card | Turn, deals: int) -> Told:
    made, bot = moment.choice, get_bot("watchful")

    def leads(option: Card | Turn) -> list[float]:
        ended = [ending(moment.view, option, _SEED, deal, bot) for deal in range(deals)]
        return margins(ended, moment.player)

    real = less(leads(other), leads(made))
    players = len(moment.view.cards_left)
    return Told(
        seed=number,
        players=players,
        seat=moment.player,
        record=moment.record,
        moves=moment.made,
        kind="card" if isinstance(made, Card) else "turn",
        rounds_left=CARDS_EACH[players] - moment.round,
        made=_text(made),
        other=_text(other),
        real=tuple(real),
        **_judged(moment, other),
    )


def _judged(moment: Moment, other: Card | Turn) -> dict[str, Any]:
    """The judge's figure for a choice against another, by games of its own."""
    judge = Weighing(moment.view, 2, moment.choice, only=[other])
    for _ in judge.judging(_GLANCE, _LOOK):
        pass
    leads = judge.leads()
    told = figure(less(leads[1], leads[0]))
    return {
        "told": round(told.mean, 4),
        "error": round(told.error, 4),
        "haste": judge.haste,
        "planned": judge.planned,
    }


def _text(option: Card | Turn) -> str:
    return f"card {option.number}" if isinstance(option, Card) else str(option)


def _section(done: Sequence[Told]) -> str:
    planned = [one for one in done if one.planned]
    groups = (
        ("all", done),
        ("cards", [one for one in done if one.kind == "card"]),
        ("turns", [one for one in done if one.kind == "turn"]),
        ("turns of the last round", [one for one in planned if not one.rounds_left]),
        ("turns before, the round planned", [one for one in planned if one.rounds_left]),
        ("both on new mines", [one for one in planned if one.seed >= _NEW]),
        ("both on the first mines", [one for one in planned if one.hasty is not None]),
        ("the same, in haste alone", [_in_haste(one) for one in planned if one.hasty is not None]),
        ("two players", [one for one in done if one.players == 2]),
        ("three to five", [one for one in done if one.players > 2]),
        (f"at most {_LATE} rounds to come", [one for one in done if one.rounds_left <= _LATE]),
        ("earlier", [one for one in done if one.rounds_left > _LATE]),
        ("**told as clear**", [one for one in done if one.is_clear]),
        ("beyond two errors of luck", [one for one in done if abs(one.told) > 2 * one.error]),
    )
    head = ["choices", "number", "real points per point told", "r", "sign right", "off by"]
    rows = [[name, str(len(some)), *_row(some)] for name, some in groups if len(some) > 1]
    deals = max(len(one.real) for one in done)
    return "\n\n".join(
        [
            "Choices in games of bots, each against the best other one: the difference that the"
            " judge tells, and the real one, when players who plan every turn go on from there"
            f" ({deals} deals of what is unknown, whose mean has an error of {_typical(done):.1f}"
            " points, so that even what is told truly has r well below 1 and some signs wrong)."
            " *Off by* is the standard deviation of what is told from what is real, apart from"
            f" luck in either: hints and verdicts allow for {HASTE} points where only haste was"
            f" asked, for {PLANNED_HASTE} where the rest of the round was planned, and for none at"
            f" the last dig of a game. The new mines are those from number {_NEW} on.",
            table(head, rows),
        ]
    )


def _in_haste(one: Told) -> Told:
    """A choice as games in haste alone tell of it."""
    assert one.hasty is not None, "it was kept"
    told, error = one.hasty
    return replace(one, told=told, error=error, haste=HASTE)


def _row(some: Sequence[Told]) -> list[str]:
    """The slope of real on told, the share of right signs, and by how much haste is off."""
    weights = [1 / (_real_error(one) ** 2 + PLANNED_HASTE**2) for one in some]
    reals = [mean(one.real) for one in some]
    square = sum(w * one.told**2 for w, one in zip(weights, some, strict=True))
    slope = sum(w * one.told * real for w, one, real in zip(weights, some, reals, strict=True))
    slope /= square
    residuals = (
        (w * one.told * (real - slope * one.told)) ** 2
        for w, one, real in zip(weights, some, reals, strict=True)
    )
    right = sum(one.told * real > 0 for one, real in zip(some, reals, strict=True))
    excess = sum(
        w**2 * ((real - one.told) ** 2 - _real_error(one) ** 2 - one.error**2)
        for w, one, real in zip(weights, some, reals, strict=True)
    ) / sum(w**2 for w in weights)
    off = f"{sqrt(excess):.1f}" if excess > 0 else "0"
    error = sqrt(sum(residuals)) / square
    real_square = sum(w * real**2 for w, real in zip(weights, reals, strict=True))
    r = slope * sqrt(square / real_square)
    return [f"{slope:.2f} ± {error:.2f}", f"{r:.2f}", f"{right} of {len(some)}", off]


def _real_error(one: Told) -> float:
    return stdev(one.real) / sqrt(len(one.real))


def _typical(done: Sequence[Told]) -> float:
    return sorted(map(_real_error, done))[len(done) // 2]


if __name__ == "__main__":
    sys.exit(main())
