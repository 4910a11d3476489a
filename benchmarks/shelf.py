"""Measure how long answers about the games on the shelf take: `python -m benchmarks.shelf`.

The positions are from games of random players, from seeds, as the seat in turn sees them. Of each
question the CPU time is noted, and how many answers are proven. Games that are named are measured,
or else all.
"""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.sections import put_section, table
from ksm_widgets.companions.kingdom import position as kingdom
from ksm_widgets.companions.kingdom.questions.block import ask_block
from ksm_widgets.companions.kingdom.questions.pawns import ask_pawns
from ksm_widgets.companions.kingdom.questions.round import ask_round
from ksm_widgets.companions.kings import position as kings
from ksm_widgets.companions.kings.questions import ask_chance, ask_fewest, ask_sure
from ksm_widgets.companions.raubbau import position as raubbau
from ksm_widgets.companions.raubbau.questions import ask_leave, ask_odds
from ksm_widgets.companions.shelf import companion, part_of
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from enum import Enum

_RESULTS = Path(__file__).parent / "RESULTS.md"
_AGAIN = 100_000
"""From a seed to the next one, where a game ends before what is wanted."""


class _Asked(NamedTuple):
    """A question: the goal (median / worst in ms, `–` if none), the phase in which it is asked."""

    name: str
    ask: Callable[[Any], Any]
    phase: Enum
    goal: str


class _Dealt(NamedTuple):
    """A game, and when in it a position is taken.

    That is after a number of turns up to the last one, a turn being over when `begins` comes again;
    in a game whose phase never changes, `range(1)`: at its start.
    """

    begins: Enum
    turns: range
    asked: Sequence[_Asked]


_PLACE, _MARKET = kingdom.Phase.PLACE, kingdom.Phase.MARKET
_PLAN, _PLAY = raubbau.Phase.PLAN, kings.Phase.PLAY
_DEALT = {
    "raubbau": _Dealt(
        _PLAN,
        range(1, 6),
        (
            _Asked("odds", ask_odds, _PLAN, "100 / 1000 ms"),
            _Asked("leave", ask_leave, _PLAN, "100 / 1000 ms"),
        ),
    ),
    "kings": _Dealt(
        _PLAY,
        range(1, 31),
        (
            _Asked("sure, 3 turns", partial(ask_sure, turns=3), _PLAY, "50 / 500 ms"),
            _Asked("sure, 4 turns", partial(ask_sure, turns=4), _PLAY, "1000 / – ms"),
            _Asked("fewest", ask_fewest, _PLAY, "50 / 2000 ms"),
            _Asked("chance, 3 turns", partial(ask_chance, turns=3), _PLAY, "– / 1000 ms"),
        ),
    ),
    "kingdom": _Dealt(
        _PLACE,
        range(2, 9),
        (
            _Asked("round", ask_round, _MARKET, "10 / 100 ms"),
            _Asked("block", ask_block, _MARKET, "–"),
            _Asked("pawns", ask_pawns, _PLACE, "100 / 500 ms"),
        ),
    ),
}


def _position(game: str, seed: int, phase: Enum) -> Any:
    """A position of a random game in a phase, as the seat in turn sees it."""
    rng, dealt, rules = Random(seed), _DEALT[game], companion(game)
    games = part_of(game, "record").Game
    position = games.begin(rng.choice(games.sizes), seed).position
    turns, wanted = 0, rng.choice(dealt.turns)
    while turns < wanted or position.phase is not phase:
        before, acts = position.phase, rules.legal(position)
        if not acts:
            return _position(game, seed + _AGAIN, phase)
        position = rules.apply(position, rng.choice(acts))
        turns += before is not dealt.begins and position.phase is dealt.begins
    return position.seen(position.turn)


def _measured(game: str, asked: _Asked, count: int) -> tuple[str, ...]:
    """A row of the table."""
    times, proven = [], 0
    for seed in range(count):
        position = _position(game, seed, asked.phase)
        start = process_time()
        answer = asked.ask(position)
        times.append(1000 * (process_time() - start))
        proven += answer.status in ("optimal", "infeasible")
    figures = f"{median(times):.1f} ms", f"{max(times):.0f} ms"
    return f"`{asked.name}`", str(count), str(proven), asked.goal, *figures


def main() -> None:
    """Measure, and write the part of each game in RESULTS.md."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*_DEALT], help="names of games; default all")
    parser.add_argument("--count", type=int, default=60, help="positions for each question")
    args = parser.parse_args()
    for game in args.games:
        head = ("question", "positions", "proven", "goal: median / worst", "median", "worst")
        rows = [_measured(game, asked, args.count) for asked in _DEALT[game].asked]
        put_section(_RESULTS, sentence(f"companion_{game}.name"), table(head, rows))


if __name__ == "__main__":
    main()
