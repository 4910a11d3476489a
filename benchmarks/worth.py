"""Measure in whole games what players still collect: `python -m benchmarks.worth`.

From that follows what tiles are worth before the last dig: the means are written to
`ksm_widgets/rules/data/prospects.toml`, and how well they predict the points that games ended with,
beside a simpler model, to RESULTS.md.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import exp, fsum, prod, sqrt
from pathlib import Path
from statistics import fmean, pvariance, stdev
from typing import Any, Literal, NamedTuple

from benchmarks.sections import put_section, table
from ksm_widgets.players import get_bot, play_on
from ksm_widgets.players.arena import Fixture
from ksm_widgets.rules import CARDS_EACH, Game, Setting, Tile, curse_points, magic_objects
from ksm_widgets.rules.prospects import Prospects, likely_numbers
from ksm_widgets.rules.scoring import BONUSES, BonusKind
from ksm_widgets.workers import get_workers

_HERE = Path(__file__).parent
_DATA = _HERE.parent / "ksm_widgets" / "rules" / "data" / "prospects.toml"
Kind = Literal["parchments"] | BonusKind
Points = Literal["sets"] | BonusKind
_KINDS: tuple[Kind, ...] = ("parchments", "curses", "magic")
_POINTS: tuple[Points, ...] = ("sets", "curses", "magic")
_SEEDS_APART = 10_000
_SYMBOLS = tuple(Tile(letter) for letter in "abcd")


class Held(NamedTuple):
    """The number of parchments of each symbol, points of curses, magic objects."""

    symbols: tuple[int, ...]
    curses: int
    magic: int

    def of(self, kind: BonusKind) -> int:
        """The size of a collection that may earn a bonus."""
        return self.curses if kind == "curses" else self.magic


@dataclass(frozen=True, slots=True)
class Collecting:
    """One player's holding at the beginning and after each round, and the points at the end."""

    held: tuple[Held, ...]
    sets: int
    curses: int
    magic: int

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return len(self.held) - 1

    def before(self, rounds_left: int) -> Held:
        """What was held when so many rounds were still to come."""
        return self.held[self.rounds - rounds_left]

    def still(self, kind: Kind, rounds_left: int) -> int:
        """What was still collected of a kind."""
        end, now = self.held[-1], self.before(rounds_left)
        if kind == "parchments":
            return sum(end.symbols) - sum(now.symbols)
        return end.of(kind) - now.of(kind)

    def brought(self, kind: Points) -> int:
        """The points of sets or of a bonus."""
        if kind == "sets":
            return self.sets
        return self.curses if kind == "curses" else self.magic


def collecting(fixture: Fixture) -> list[Collecting]:
    """Play a game and note what everyone holds after each round."""
    bots = [get_bot(name) for name in fixture.players]
    game = Game.begin(Setting(len(bots), fixture.seed))
    rounds = [_holdings(game)]
    while not game.over:
        game = play_on(game, bots)
        if game.current is None and len(game.records) % len(bots) == 0:
            rounds.append(_holdings(game))
    # After cards are laid down somebody is to dig; so each round was noted once.
    return [
        Collecting(tuple(held), score.parchments, score.curses, score.magic)
        for held, score in zip(zip(*rounds, strict=True), game.scores, strict=True)
    ]


def _holdings(game: Game) -> list[Held]:
    held = [player.holding.tiles for player in game.players]
    return [
        Held(tuple(map(tiles.count, _SYMBOLS)), curse_points(tiles), magic_objects(tiles))
        for tiles in held
    ]


def measured(games: dict[int, list[Collecting]], lacking: float) -> Prospects:
    """The prospects that follow from these games, by the number of players."""

    def means(kind: Kind) -> dict[int, tuple[float, ...]]:
        return {
            players: tuple(
                max(0.0, round(fmean(one.still(kind, left) for one in played), 2))
                for left in range(CARDS_EACH[players] + 1)
            )
            for players, played in games.items()
        }

    def spread(kind: BonusKind) -> float:
        """The variance of what is still collected, as a multiple of its mean, over all moments."""
        still = [
            [one.still(kind, left) for one in played]
            for players, played in games.items()
            for left in range(1, CARDS_EACH[players] + 1)
        ]
        whole = fsum(fmean(numbers) for numbers in still)
        return (
            max(1.0, round(fsum(pvariance(numbers) for numbers in still) / whole, 2))
            if whole > 0
            else 1.0
        )

    def ends(kind: BonusKind) -> dict[int, tuple[float, ...]]:
        """The shares of the players who end with 0, 1, 2, ... of a kind."""
        sizes = {
            players: Counter(one.before(0).of(kind) for one in played)
            for players, played in games.items()
        }
        return {
            players: tuple(
                round(counts[size] / counts.total(), 4) for size in range(max(counts) + 1)
            )
            for players, counts in sizes.items()
        }

    return Prospects(
        lacking,
        means("parchments"),
        means("curses"),
        means("magic"),
        spread={kind: spread(kind) for kind in BONUSES},
        ends={kind: ends(kind) for kind in BONUSES},
    )


def simplest(games: dict[int, list[Collecting]]) -> float:
    """The smallest share of the parchments for what is lacking that predicts well.

    So well that its square error on the points of sets is no further than one standard error, over
    games, from that of the best: the share is what goes beyond chance, so less assumes less.
    """
    errors = {share / 20: _square_errors(games, share / 20) for share in range(21)}
    best = min(errors.values(), key=fmean)
    most = fmean(best) + (stdev(best) / sqrt(len(best)) if len(best) > 1 else 0)
    return next(share for share, found in errors.items() if fmean(found) <= most)


def _square_errors(games: dict[int, list[Collecting]], share: float) -> list[float]:
    """The mean square error of each game: its players and moments are no samples apart."""
    prospects = measured(games, share)
    return [
        fmean(
            (prospects.of_sets(one.before(left).symbols, left, players) - one.sets) ** 2
            for one in played[at : at + players]
            for left in range(1, CARDS_EACH[players])
        )
        for players, played in games.items()
        for at in range(0, len(played), players)
    ]


class Simple:
    """The simpler model: one rate a turn for each kind, each symbol drawn by itself."""

    def __init__(self, games: dict[int, list[Collecting]]) -> None:
        self._rates: dict[Kind, float] = {
            kind: fmean(
                one.still(kind, CARDS_EACH[players]) / CARDS_EACH[players]
                for players, played in games.items()
                for one in played
            )
            for kind in _KINDS
        }
        linear = {
            kind: {
                players: tuple(rate * left for left in range(CARDS_EACH[players] + 1))
                for players in CARDS_EACH
            }
            for kind, rate in self._rates.items()
        }
        self._bonuses = Prospects(
            0.0,
            linear["parchments"],
            linear["curses"],
            linear["magic"],
            spread=dict.fromkeys(BONUSES, 1.0),
            ends={
                kind: {players: likely_numbers(linear[kind][players][-1]) for players in CARDS_EACH}
                for kind in BONUSES
            },
        )
        self.of_bonus = self._bonuses.of_bonus

    def of_sets(self, held: tuple[int, ...], rounds_left: int, players: int) -> float:
        """10 · E[min(held + Poisson)]: a further set for each number that all four reach."""
        del players
        reached = _at_least(self._rates["parchments"] * rounds_left / 4)
        return 10 * sum(
            prod(reached[max(0, sets - number)] for number in held)
            for sets in range(1, min(held) + len(reached))
        )


@cache
def _at_least(mean: float) -> tuple[float, ...]:
    """The chances of at least 0, 1, 2, ... where so many are expected."""
    chance, left, chances = exp(-mean), 1.0, []
    for number in range(60):
        chances.append(max(0.0, left))
        left -= chance
        chance *= mean / (number + 1)
    return tuple(chances)


def prediction_table(fitted: Prospects, simple: Simple, games: dict[int, list[Collecting]]) -> str:
    """Predicted and actual points by players and rounds left, in games not measured before."""
    rows = []
    for players, played in games.items():
        rounds = CARDS_EACH[players]
        for left in sorted({1, rounds // 4, rounds // 2, rounds - 1} - {0}, reverse=True):
            for kind in _POINTS:
                actual = [one.brought(kind) for one in played]
                row = [f"{players} players, {left} rounds left, {kind}", f"{fmean(actual):.1f}"]
                for model in (fitted, simple):
                    told = [
                        _predicted(model, kind, one.before(left), left, players) for one in played
                    ]
                    error = sqrt(fmean((a - b) ** 2 for a, b in zip(told, actual, strict=True)))
                    row.append(f"{fmean(told):.1f}, {error:.1f}")
                rows.append(row)
    head = ["points in the end", "actual", "predicted, error", "one rate each, error"]
    return table(head, rows)


def _predicted(
    model: Prospects | Simple, kind: Points, now: Held, left: int, players: int
) -> float:
    if kind == "sets":
        return model.of_sets(now.symbols, left, players)
    return model.of_bonus(kind, now.of(kind), left, players)


def data_file(prospects: Prospects, games: dict[int, int], player: str, seed: int) -> str:
    """The data file: what it holds, what is known and what is assumed, and the numbers."""
    played = ", ".join(f"{count} with {players}" for players, count in games.items())
    lines = [
        "# What a player may expect to collect by the end of the game, from which follows what",
        "# tiles are worth before the last dig (R28, R29); `python -m benchmarks.worth` writes it.",
        "#",
        "# Known: how many rounds are played (R4), and what sets and bonuses pay.",
        f"# Measured: the numbers, in games that `{player}` played against itself (seed {seed};",
        f"# {played} players; with the worths that this file",
        "# gave before, and with those that followed from these games), with this project's split",
        "# of tiles and shapes of cards, both assumed.",
        "# Assumed: that what is still to come varies as in a negative binomial distribution, one",
        "# kind independent of another and of what is held, but for the symbols: this share of the",
        "# parchments is of the symbol held least, the others are of any. It is the least share",
        "# that predicts the points of sets no worse, by a standard error, than the best.",
        "",
        f"lacking = {prospects.lacking:.2f}",
        "",
        "# The variance of what is still to come, as a multiple of its mean.",
        "[spread]",
        *(f"{kind} = {spread:.2f}" for kind, spread in prospects.spread.items()),
    ]
    for players in games:
        lines += [
            "",
            "# What is still kept of all that is dug with 0, 1, 2, ... rounds to come: parchments,",
            "# points of curses, magic objects less those spent.",
            f"[players.{players}]",
        ]
        for kind in _KINDS:
            means = ", ".join(f"{mean:.2f}" for mean in getattr(prospects, kind)[players])
            lines.append(f"{kind} = [{means}]")
        lines.append("# The shares of the players who end with 0, 1, 2, ... of them.")
        for kind, ends in prospects.ends.items():
            shares = ", ".join(f"{share:.4f}" for share in ends[players])
            lines.append(f"{kind}_in_the_end = [{shares}]")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Play, measure, predict and write; every second game is kept for the prediction."""
    parser = ArgumentParser(prog="python -m benchmarks.worth", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="for each number of players")
    parser.add_argument("--player", default="steady", help="who plays")
    parser.add_argument("--seed", type=int, default=11, help="which mines")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--keep",
        type=Path,
        action="append",
        help="keep the games here, and go on with them; repeat it for games that were kept when "
        "players believed in other worths, to count as well",
    )
    parser.add_argument("--data", type=Path, default=_DATA, help="the data file to write")
    parser.add_argument("--to", type=Path, default=_HERE / "RESULTS.md", help="the table's file")
    given = parser.parse_args()
    games = {
        players: [
            game
            for folder in given.keep or [None]
            for game in _games(
                players, given.player, given.games, given.seed, given.processes, folder
            )
        ]
        for players in CARDS_EACH
    }

    def every_second(first: int) -> dict[int, list[Collecting]]:
        return {
            players: [one for game in played[first::2] for one in game]
            for players, played in games.items()
        }

    learnt, kept = every_second(0), every_second(1)
    share = simplest(learnt)
    tables = prediction_table(measured(learnt, share), Simple(learnt), kept)
    both = {players: [one for game in played for one in game] for players, played in games.items()}
    share = simplest(both)
    counts = {players: len(played) for players, played in games.items()}
    shipped = measured(both, share)
    given.data.write_text(data_file(shipped, counts, given.player, given.seed), encoding="utf-8")
    put_section(
        given.to,
        "Worth from holdings",
        f"What `{given.player}` collects, measured in every second of "
        f"{sum(counts.values())} games against itself, predicts how the others end: for each "
        "player and moment the points of sets and bonuses, from what they hold then. The *error* "
        "is the root of the mean square, chance included. *One rate each* has one rate a turn for "
        "each kind whatever the number of players, lets all numbers vary as in a Poisson "
        "distribution and draws each symbol by itself; the table has means by players and rounds "
        "left, lets the others end as players did, and players seek what they lack.\n\n" + tables,
    )
    print(json.dumps({"games": counts, "lacking": share}))
    return 0


def _games(
    players: int, player: str, count: int, seed: int, processes: int, folder: Path | None
) -> list[list[Collecting]]:
    """So many games of a player against himself, in order; those kept are not played again."""
    fixtures = [
        Fixture((player,) * players, seed * _SEEDS_APART + number, 0) for number in range(count)
    ]
    known: dict[int, list[Collecting]] = {}
    file = None if folder is None else folder / f"{player}-{players}-{seed}.jsonl"
    if file is not None and file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            known[data["seed"]] = [_read(one) for one in data["players"]]
    left = [one for one in fixtures if one.seed not in known]
    for fixture, game in get_workers(processes).results(left, _numbered):
        known[fixture.seed] = game
        print(f"{players} players: {len(known)} of {count} games", file=sys.stderr)
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as book:
                book.write(json.dumps({"seed": fixture.seed, "players": list(map(_told, game))}))
                book.write("\n")
    return [known[one.seed] for one in fixtures]


def _numbered(fixture: Fixture) -> tuple[Fixture, list[Collecting]]:
    return fixture, collecting(fixture)


def _told(one: Collecting) -> dict[str, Any]:
    return {"held": one.held, "sets": one.sets, "curses": one.curses, "magic": one.magic}


def _read(data: dict[str, Any]) -> Collecting:
    held = tuple(Held(tuple(symbols), *rest) for symbols, *rest in data["held"])
    return Collecting(held, data["sets"], data["curses"], data["magic"])


if __name__ == "__main__":
    sys.exit(main())
