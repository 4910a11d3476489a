"""Whether the coach is right, and how quick he is: `python -m benchmarks.coach`.

Players of whom others measured who is better meet on mines that nothing was tuned to, and every
choice of both is reviewed. What choices cost must add up to the difference in points, apart from
luck. Each game is kept as soon as it is reviewed, so that a run that was stopped goes on.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from statistics import correlation, linear_regression, mean, stdev
from time import process_time
from typing import Any

from benchmarks.sections import put_section, table
from ksm_widgets.analysis.review import Review, review
from ksm_widgets.analysis.rollouts import played_on, table_of
from ksm_widgets.analysis.weighing import GLANCE, LONG_LOOK
from ksm_widgets.players import get_bot, played
from ksm_widgets.rules import CARDS_EACH, Game, Setting, view
from ksm_widgets.solver.engine import engine

_HERE = Path(__file__).parent
_SEED = 9_000_000
"""The mines: no arena and no table of worths has them."""
_PAIRS = (("level1", "steady"), ("greedy", "steady"), ("cautious", "greedy"), ("level2", "strong"))


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A game and its reviews: everybody's points, what choices cost, and luck, the first first.

    `showed` is the part of the luck that came by tiles that showed in one's own turns.
    """

    players: tuple[str, str]
    seed: int
    ahead: float
    cost: tuple[float, float]
    luck: tuple[float, float]
    showed: tuple[float, float]
    seconds: float


def main() -> int:
    """Review games and write the section."""
    parser = ArgumentParser(prog="python -m benchmarks.coach", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="of each pair of players")
    parser.add_argument(
        "--look", type=int, default=GLANCE, help="games by which a choice is weighed"
    )
    parser.add_argument("--kept", type=Path, default=Path("build") / "coach.jsonl")
    parser.add_argument(
        "--no-games", action="store_true", help="only write what was reviewed so far"
    )
    parser.add_argument("--to", type=Path, default=_HERE / "RESULTS.md", help="the file to write")
    given = parser.parse_args()
    given.kept.parent.mkdir(parents=True, exist_ok=True)
    done = [*_kept(given.kept, given.look)]
    if not given.no_games:
        known = {(one.players, one.seed) for one in done}
        for number in range(given.games):
            for place, pair in enumerate(_PAIRS):
                players = pair if number % 2 == 0 else (pair[1], pair[0])
                seed = _SEED + 10 * (number // 2) + place
                if (players, seed) not in known:
                    done.append(_reviewed(players, seed, given.look))
                    _keep(given.kept, given.look, done[-1])
    put_section(given.to, "The coach", _section(done, given.look))
    return 0


def _reviewed(players: tuple[str, str], seed: int, look: int) -> Reviewed:
    game = played(Setting(2, seed), [get_bot(name) for name in players])
    start = process_time()
    first, second = ([*review(game, player, look=look)][-1] for player in (0, 1))
    assert first.ended is not None, "the game is over"
    seconds = process_time() - start
    both = first, second
    return Reviewed(
        players,
        seed,
        first.ended,
        (first.lost.mean, second.lost.mean),
        (sum(first.luck), sum(second.luck)),
        (_showed(both[0]), _showed(both[1])),
        seconds,
    )


def _showed(found: Review) -> float:
    """The luck of what showed in one's own turns: between two parts of one."""
    parts = [one.moment.made > 0 for one in found.findings[1:]]
    return sum(luck for luck, part in zip(found.luck, parts, strict=False) if part)


def _kept(file: Path, look: int) -> Iterator[Reviewed]:
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        data: dict[str, Any] = json.loads(line)
        if data.pop("look") == look:
            lists = {name: tuple(one) for name, one in data.items() if isinstance(one, list)}
            yield Reviewed(**{**data, **lists})


def _keep(file: Path, look: int, one: Reviewed) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps({"look": look, **asdict(one)}) + "\n")


def _section(done: Sequence[Reviewed], look: int) -> str:
    rows = []
    told = costs = 0.0
    for pair in _PAIRS:
        games = [one for one in done if set(one.players) == set(pair)]
        if len(games) < 2:
            continue
        # All from the side of the second of the pair, who is the better.
        sides = [1 if one.players == pair else 0 for one in games]
        ahead = [one.ahead * (2 * (side == 0) - 1) for one, side in zip(games, sides, strict=True)]
        less = [one.cost[1 - side] - one.cost[side] for one, side in zip(games, sides, strict=True)]
        told += mean(ahead)
        costs += mean(less)
        rows.append(
            [
                f"{pair[1]} against {pair[0]}",
                str(len(games)),
                _figure(ahead),
                _figure(less),
                f"{mean(one.cost[side] for one, side in zip(games, sides, strict=True)):.1f}",
                f"{mean(one.cost[1 - side] for one, side in zip(games, sides, strict=True)):.1f}",
            ]
        )
    ahead = [one.ahead for one in done]
    less = [one.cost[1] - one.cost[0] for one in done]
    with_luck = [lost + one.showed[0] - one.showed[1] for lost, one in zip(less, done, strict=True)]
    in_all = [(lost + one.luck[0] - one.luck[1]) / 2 for lost, one in zip(less, done, strict=True)]
    slope = linear_regression(in_all, ahead).slope
    head = ["players", "games", "points ahead", "choices cost less by", "its own", "the other's"]
    return "\n\n".join(
        [
            f"From every option {look} games are played on; both players are reviewed by"
            " what they knew. Points per game, with standard errors.",
            table(head, rows),
            f"Over all pairs {told / costs:.2f} points ahead for each point that choices cost less."
            " Game by game the points ahead go with what choices cost at r = "
            f"{correlation(less, ahead):.2f}, and with that and the luck of what showed in either's"
            f" turns at r = {correlation(with_luck, ahead):.2f}. With all luck, of both and halved,"
            " as both say the same of the game, at r ="
            f" {correlation(in_all, ahead):.2f} and a slope of {slope:.2f}: they add up by"
            " construction, except for what the players don't know of each other at the start.",
            f"Reviewing both took {mean(one.seconds for one in done):.0f} s of CPU a game. "
            + _speed(),
        ]
    )


def _figure(values: Sequence[float]) -> str:
    return f"{mean(values):.1f} ± {stdev(values) / sqrt(len(values)):.1f}"


def _speed() -> str:
    """How many games from the middle on are played a second and core."""
    game = Game.begin(Setting(2, _SEED))
    bots = [get_bot("cautious")] * 2
    while game.round <= CARDS_EACH[2] // 2:
        game = _round(game, bots)
    laid = table_of(view(game, 0))
    number = 400 if engine().compiled else 20
    played_on(laid, 1)
    start = process_time()
    played_on(laid, number)
    speed = number / (process_time() - start)
    how = "compiled" if engine().compiled else "interpreted"
    return (
        f"From the middle of a game to its end: {speed:.0f} games per second and core, {how}. A"
        f" whole review looks more closely at the costly choices, with {LONG_LOOK} games."
    )


def _round(game: Game, bots: Sequence[Any]) -> Game:
    for player, one in enumerate(bots):
        game = game.choose(player, one.card(view(game, player)))
    while game.waiting:
        game = game.play(game.waiting[0], bots[game.waiting[0]].turn(view(game, game.waiting[0])))
    return game


if __name__ == "__main__":
    sys.exit(main())
