"""Whether what the coach says of choices comes true: `python -m benchmarks.endings`.

Choices of whole games are taken at random. The choice made, and the best other one by a glance in
haste, are both played on to the end by players who plan every turn, with tiles and cards dealt
anew: that is the *real* difference in points. Beside it stands what the judge tells of it, by other
games than those of the glance. With `--clear` it is only the choices that the coach calls mistakes,
each against the one it calls best, and what the coach itself tells.

Each choice is kept as soon as it is known, so that a run that was stopped goes on, and the record
of its game with it. What is real changes with the players, too: in a last round one other dig can
make ten points. So after a change to the judge or to the bots, what was kept says nothing of it;
`--again` has the choices kept told and played on anew.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import hypot, nan, sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, mean, stdev
from time import process_time
from typing import Any

from benchmarks.sections import put_section, table
from ksm_widgets.analysis.endings import RememberingPlanner, ending
from ksm_widgets.analysis.figures import Figure, allowing_for_haste, figure, less
from ksm_widgets.analysis.planning import Planner, Worths
from ksm_widgets.analysis.review import Moment, moments
from ksm_widgets.analysis.rollouts import margins
from ksm_widgets.analysis.weighing import (
    GLANCE,
    HASTE,
    LUCK,
    PLANNED_HASTE,
    Weighing,
)
from ksm_widgets.players import get_bot, played
from ksm_widgets.rules import CARDS_EACH, Card, Game, Setting, Turn
from ksm_widgets.rules.chance import chosen, shuffled
from ksm_widgets.rules.playthrough import playthrough_text, replayed

_HERE = Path(__file__).parent
_SEED = 31_000_000
"""The mines: nothing else has them."""
_BOTS = ("level1", "level2", "steady", "watchful")
_PLAYERS = (2, 2, 2, 3, 4, 5)
_EACH = 3
"""Choices of a game."""
_GLANCE, _LOOK = 48, 256
_NEW = 56
"""The number of the first game by which nothing was tuned."""
_LATE = 2
"""Rounds to come, at most, where a choice counts as late."""
_JUDGE = 5
"""The number of judge and players: one more after each change to what they tell or do."""
_FAINT = 1.0
"""Points that a choice costs at a glance, at least, for the coach to be asked for more."""
_PATIENCE = 3
"""How many times as many deals a mistake gets, until its real cost is known to a third."""
_GOALS = 0.8, 0.6, 0.8
"""Real points per point told, r, and the share of right signs, of what is told as clear."""


@dataclass(frozen=True, slots=True)
class Told:
    """A choice made against another: what the other brings more, as told and in real endings.

    `hasty` is what games in haste alone tell, with its error, as far as that was kept. `judge` is
    the number of the judge that told it and of the players who ended it; `mistake` is whether the
    coach was asked, and called it one.
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
    judge: int = 1
    mistake: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether the coach would call one of them better, haste allowed for."""
        told = allowing_for_haste(Figure(abs(self.told), self.error), self.haste)
        return told.is_clear

    @property
    def real_error(self) -> float:
        """The standard error of the mean real difference."""
        return stdev(self.real) / sqrt(len(self.real))

    @property
    def right(self) -> bool:
        """Whether the better one is the one that is told."""
        return self.told * mean(self.real) > 0

    @property
    def luck_allows(self) -> float:
        """The probability that real endings have the sign told, if what is told is true."""
        error = hypot(self.real_error, self.error)
        if not self.told or not error:
            return float(self.told != 0)
        return NormalDist().cdf(abs(self.told) / error)


@dataclass(slots=True)
class Kept:
    """The choices kept, and the records of their games by number, in their file."""

    file: Path
    games: dict[int, str] = field(default_factory=dict)
    told: list[Told] = field(default_factory=list)

    @classmethod
    def read(cls, file: Path) -> Kept:
        """The games and choices of a file; none if there is no file."""
        kept = cls(file)
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            data: dict[str, Any] = json.loads(line)
            if "game" in data:
                kept.games[data["seed"]] = data["game"]
                continue
            for name in {"real", "hasty"} & data.keys():
                data[name] = data[name] and tuple(data[name])
            kept.told.append(Told(**data))
        return kept

    def write(self) -> None:
        """Write the file, each game before its choices."""
        lines: list[object] = []
        for seed in sorted({*self.games, *(one.seed for one in self.told)}):
            if seed in self.games:
                lines.append({"seed": seed, "game": self.games[seed]})
            lines += [asdict(one) for one in self.told if one.seed == seed]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        self.file.write_text(text, encoding="utf-8")

    def moment(self, one: Told) -> Moment:
        """The moment of a choice that is kept."""
        found = moments(replayed(self.games[one.seed], standings=False), one.seat)
        return next(
            moment
            for moment in found
            if (moment.record, moment.made) == (one.record, one.moves)
            and isinstance(moment.choice, Card) is (one.kind == "card")
        )


def main(args: Sequence[str] | None = None) -> int:
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
        "--clear", action="store_true", help="only what the coach calls a mistake, all of a game"
    )
    parser.add_argument(
        "--again", action="store_true", help="have choices kept told and played on anew"
    )
    parser.add_argument(
        "--seconds", type=float, default=1e9, help="of the processor, after which to stop"
    )
    given = parser.parse_args(args)
    kept = Kept.read(given.kept)
    wanted = _Wanted(given.rounds, given.turns, given.clear)
    first = max(kept.games, default=-1) + 1
    for number in range(first, first + given.games):
        if process_time() > given.seconds:
            break
        game = _game(number)
        kept.games[number] = playthrough_text(game, standings=False)
        told = _mistakes if given.clear else _told
        for one in told(number, game, given.deals, wanted):
            kept.told.append(one)
            kept.write()
    if given.again:
        for at, one in enumerate(kept.told):
            if process_time() > given.seconds:
                break
            if wanted.has(one) and one.judge != _JUDGE and one.seed in kept.games:
                kept.told[at] = _told_anew(one, kept.moment(one))
                kept.write()
    put_section(given.to, "Whether it comes true", _section(kept.told))
    return 0


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The choices to look at."""

    rounds_left: int
    turns: bool
    clear: bool = False

    def has(self, one: Told) -> bool:
        """Whether a choice that is kept is one of them."""
        kind = one.kind == "turn" or not self.turns
        return kind and one.rounds_left <= self.rounds_left and (one.is_clear or not self.clear)

    def of(self, game: Game) -> list[Moment]:
        """Those of a game."""
        players = len(game.players)
        return [
            one
            for seat in range(players)
            for one in moments(game, seat)
            if CARDS_EACH[players] - one.round <= self.rounds_left
            and not (self.turns and isinstance(one.choice, Card))
        ]


def _told_anew(one: Told, moment: Moment) -> Told:
    """A choice that is kept, as today's judge tells of it and today's players end it."""
    other = _option(one.other, moment)
    real = _really(moment, other, range(len(one.real)))
    return replace(one, real=tuple(real), hasty=None, **_judged(moment, other))


def _game(number: int) -> Game:
    """The game with that number, played by its bots."""
    rng = Random(f"endings {number}")
    players = _PLAYERS[number % len(_PLAYERS)]
    bots = [get_bot(chosen(rng, _BOTS)) for _ in range(players)]
    return played(Setting(players, _SEED + number), bots)


def _told(number: int, game: Game, deals: int, wanted: _Wanted) -> Iterator[Told]:
    """A few choices of a game, each against the best other one."""
    rng = Random(f"choices {number}")
    for moment in shuffled(rng, tuple(wanted.of(game)))[:_EACH]:
        glance = Weighing(moment.view, 1, moment.choice)
        glance.play(_GLANCE)
        others = glance.options()[1:]
        if others:
            other = max(others, key=lambda one: one.ahead.mean).choice
            real = _really(moment, other, range(deals))
            yield _compared(number, moment, other, real, _judged(moment, other))


def _mistakes(number: int, game: Game, deals: int, wanted: _Wanted) -> Iterator[Told]:
    """The choices of a game that the coach calls mistakes, against what it calls best."""
    for moment in wanted.of(game):
        weighing = Weighing(moment.view, LUCK, moment.choice)
        weighing.play(GLANCE)
        if weighing.cost()[0].mean < _FAINT:
            continue
        for _ in weighing.looking():
            pass
        if not weighing.verdict().is_clear:
            continue
        cost, best = weighing.cost()[0], weighing.ranked()[0].choice
        real = _really(moment, best, range(deals))
        while len(real) < _PATIENCE * deals and figure(real).error > cost.mean / 3:
            real += _really(moment, best, range(len(real), len(real) + deals))
        told = _figures(cost, weighing) | {"mistake": True}
        yield _compared(number, moment, best, real, told)


def _really(moment: Moment, other: Card | Turn, deals: Sequence[int]) -> list[float]:
    """The points that another choice brings more, in the real ending of each deal."""
    bot = RememberingPlanner(Planner(Worths.HOLDING, looks=True))  # as `watchful`

    def leads(option: Card | Turn) -> list[float]:
        ended = [ending(moment.view, option, _SEED, deal, bot) for deal in deals]
        return margins(ended, moment.player)

    return less(leads(other), leads(moment.choice))


def _compared(
    number: int, moment: Moment, other: Card | Turn, real: Sequence[float], told: dict[str, Any]
) -> Told:
    """A choice against another, with what is real and what is told of it."""
    made, players = moment.choice, len(moment.view.cards_left)
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
        **told,
    )


def _judged(moment: Moment, other: Card | Turn) -> dict[str, Any]:
    """The judge's figure for a choice against another, by games of its own."""
    judge = Weighing(moment.view, 2, moment.choice, only=[other])
    for _ in judge.judging(_GLANCE, _LOOK):
        pass
    leads = judge.leads()
    return _figures(figure(less(leads[1], leads[0])), judge)


def _figures(told: Figure, weighing: Weighing) -> dict[str, Any]:
    """The figure told, in the form in which it is kept."""
    return {
        "told": round(told.mean, 4),
        "error": round(told.error, 4),
        "haste": weighing.haste,
        "planned": weighing.planned,
        "judge": _JUDGE,
    }


def _option(text: str, moment: Moment) -> Card | Turn:
    """The card of the hand, or the turn, that was kept as this text."""
    if not text.startswith("card "):
        return Turn.parse(text)
    return next(card for card in moment.view.hand if _text(card) == text)


def _text(option: Card | Turn) -> str:
    return f"card {option.number}" if isinstance(option, Card) else str(option)


def _section(done: Sequence[Told]) -> str:
    planned = [one for one in done if one.planned]
    clear = [one for one in done if one.is_clear]
    now = [one for one in done if one.judge == _JUDGE]
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
        ("**told as clear**", clear),
        ("of these turns, the round planned", [one for one in clear if one.planned]),
        ("of these mistakes that the coach names", [one for one in clear if one.mistake]),
        ("beyond two errors of luck", [one for one in done if abs(one.told) > 2 * one.error]),
        ("told by today's judge, ended by today's players", now),
    )
    head = ["choices", "number", "real points per point told", "r", "sign right", "luck allows"]
    rows = [[name, str(len(some)), *_row(some)] for name, some in groups if len(some) > 1]
    deals = min(len(one.real) for one in done)
    return "\n\n".join(
        [
            "Choices in games of bots, each against the best other one: the difference that the"
            " judge tells, and the real one, when players who plan every turn go on from there"
            f" (at least {deals} deals of what is unknown; the mean has an error of"
            f" {_typical(done):.1f} points, so that even what is told truly has r well below 1 and"
            " some signs wrong: *luck allows* is how many would be right if what is told were"
            " true). *Off by* is the standard deviation of what is told from what is real, apart"
            f" from luck in either: hints and verdicts allow for {HASTE} points where only haste"
            " was asked, or two players have rounds to come, for"
            f" {PLANNED_HASTE} where the rest of the round was planned, and for none at the last"
            f" dig of a game. The new mines are those from number {_NEW} on.",
            f"{len(now)} of the {len(done)} choices were told by today's judge and ended by today's"
            " players, the others by earlier ones, who also differ in what is real.",
            _goals(clear),
            table([*head, "off by"], rows),
        ]
    )


def _goals(clear: Sequence[Told]) -> str:
    """The goals beside what was found; nothing if there is too little."""
    if len(clear) < 2:
        return "Too few are told as clear to say whether they come true."
    slope, _, r = _slope(clear)
    right = sum(one.right for one in clear) / len(clear)
    found = [
        f"{name} {value:.2f} ({'reached' if value >= goal else '**not reached**'}: {goal})"
        for name, value, goal in zip(
            ("real points per point told", "r", "share of right signs"),
            (slope, r, right),
            _GOALS,
            strict=True,
        )
    ]
    return f"Goals for what is told as clear, {len(clear)} choices so far: {', '.join(found)}."


def _in_haste(one: Told) -> Told:
    """A choice as games in haste alone tell of it."""
    assert one.hasty is not None, "it was kept"
    told, error = one.hasty
    return replace(one, told=told, error=error, haste=HASTE)


def _slope(some: Sequence[Told]) -> tuple[float, float, float]:
    """The slope of real on told with its error, and r."""
    sums = [0.0] * 3
    weighed = [(_weight(one), one.told, mean(one.real)) for one in some]
    for weight, told, real in weighed:
        for at, product in enumerate((told**2, told * real, real**2)):
            sums[at] += weight * product
    square, both, real_square = sums
    if not square or not real_square:
        return nan, nan, nan
    slope = both / square
    off = sum((weight * told * (real - slope * told)) ** 2 for weight, told, real in weighed)
    return slope, sqrt(off) / square, slope * sqrt(square / real_square)


def _weight(one: Told) -> float:
    return 1 / (one.real_error**2 + PLANNED_HASTE**2)


def _row(some: Sequence[Told]) -> list[str]:
    """The slope of real on told, r, right signs, and by how much what is told is off."""
    slope, error, r = _slope(some)
    right = sum(one.right for one in some)
    allowed = sum(one.luck_allows for one in some)
    squares = [_weight(one) ** 2 for one in some]
    excess = sum(
        square * ((mean(one.real) - one.told) ** 2 - one.real_error**2 - one.error**2)
        for square, one in zip(squares, some, strict=True)
    ) / sum(squares)
    off = f"{sqrt(excess):.1f}" if excess > 0 else "0"
    return [f"{slope:.2f} ± {error:.2f}", f"{r:.2f}", f"{right}", f"{allowed:.1f}", off]


def _typical(done: Sequence[Told]) -> float:
    return sorted(one.real_error for one in done)[len(done) // 2]


if __name__ == "__main__":
    sys.exit(main())
