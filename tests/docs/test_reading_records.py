"""A record is read by what `docs/formats.md` says of it alone, as another program would."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ksm_widgets.game.match import Match
from ksm_widgets.game.record import match_text
from ksm_widgets.game.seats import Seat
from ksm_widgets.players import get_bot, played
from ksm_widgets.rules import Setting
from ksm_widgets.rules.edition_rules import edition
from tests.game.people import random_match, until

FORMATS = Path(__file__).parents[2] / "docs" / "formats.md"
CURSES = {"x": 1, "y": 2, "z": 3}
OBJECTS = {"mirror": "M", "carpet": "C", "seal": "S", "amulet": "A"}
WORDS = ("moves", "dig", "with", "add", "shares")


@dataclass
class Reader:
    """What is known of a game after some lines of its record; no rule of the project's is used."""

    mine: dict[str, str] = field(default_factory=dict)
    names: list[tuple[str, str]] = field(default_factory=list)
    held: dict[int, tuple[int, str]] = field(default_factory=dict)
    hands: dict[int, list[int]] = field(default_factory=dict)
    taken: str = ""
    due: int = 0
    player: int = 0
    spent: str = ""
    checked: set[str] = field(default_factory=set)

    def read(self, line: str) -> None:
        """Take in an act, or compare how things stand with what the acts came to."""
        word, *rest = line.split()
        stands = line.startswith("  ")
        if stands:
            self.checked.add(word)
        match word:
            case "seat":
                self.names.append((rest[1], " ".join(rest[2:])))
            case "game":
                self.held = dict.fromkeys(range(1, int(rest[1]) + 1), (10, ""))
            case "hand" if stands:
                self.hands[int(rest[0])] = [*map(int, rest[1:])]
            case "cards":
                for player, card in enumerate(rest, start=1):
                    self.hands[player].remove(int(card))
            case "turn":
                self.turn(int(rest[0]), rest[1:])
            case "board":
                mine = board(rest[0])
                assert self.mine in ({}, mine)
                self.mine = mine
            case "dug":
                assert rest[0] == (self.taken or "-")
                assert int(rest[2]) == self.due
                self.paid(rest[3:])
            case "added":
                self.shared(rest[0], rest[2:-2], rest[-1])
            case "holds":
                self.holds(int(rest[0]), int(rest[1]), rest[2].strip("-"))
            case "scores":
                assert [*map(int, rest)] == self.points()
            case "won":
                points = self.points()
                most = [at for at, one in enumerate(points, start=1) if one == max(points)]
                assert [*map(int, rest[1:])] == most
            case _:
                assert word == "bank", line

    def turn(self, player: int, words: list[str]) -> None:
        """Carry out a turn: the moves in order, then the dig."""
        parts: dict[str, list[str]] = {one: [] for one in WORDS}
        part = ""
        for word in words:
            if word in parts:
                part = word
            else:
                parts[part].append(word)
        for move in parts["moves"]:
            here, there = move.split("-")
            self.mine[there] += self.mine[here][-1]
            self.mine[here] = self.mine[here][:-1]
        self.taken = "".join(self.mine[one][-1] for one in parts["dig"])
        for one in parts["dig"]:
            self.mine[one] = self.mine[one][:-1]
        curses = 0 if "amulet" in parts["with"] else sum(CURSES.get(one, 0) for one in self.taken)
        self.due = len(parts["moves"]) + curses
        self.player, self.spent = player, "".join(OBJECTS[one] for one in parts["with"])

    def paid(self, outcome: list[str]) -> None:
        """Who pays keeps the tiles; who doesn't has them shared out in the next line."""
        coins, tiles = self.held[self.player]
        tiles = without(tiles, self.spent)
        self.held[self.player] = coins, tiles + (self.taken if outcome == ["paid"] else "")

    def shared(self, added: str, shares: list[str], spare: str) -> None:
        """Nothing is lost and nothing comes from nowhere."""
        out = "".join([*shares, spare]).replace("-", "")
        assert sorted(out) == sorted(self.taken + added.strip("-"))
        coins, tiles = self.held[self.player]
        self.held[self.player] = coins, without(tiles, added.strip("-"))
        players = len(self.held)
        for step, share in enumerate(shares, start=1):
            other = (self.player - 1 + step) % players + 1
            coins, tiles = self.held[other]
            self.held[other] = coins, tiles + share.strip("-")

    def holds(self, player: int, coins: int, tiles: str) -> None:
        """Coins and treasures change by what was paid, the other tiles don't."""
        before = self.held[player][1]
        assert sorted(one for one in tiles if one not in "12345") == sorted(
            one for one in before if one not in "12345"
        )
        self.held[player] = coins, tiles

    def points(self) -> list[int]:
        """Everybody's points by what they hold at the end."""
        points = [
            coins + money(tiles) + 10 * min(map(tiles.count, "abcd"))
            for coins, tiles in self.held.values()
        ]
        tiles_of = [tiles for _, tiles in self.held.values()]
        curses = [sum(CURSES.get(one, 0) for one in tiles) for tiles in tiles_of]
        objects = [sum(one in "MCSA" for one in tiles) for tiles in tiles_of]
        for sizes, first, second in ((curses, 24, 12), (objects, 16, 8)):
            most = max(sizes)
            others = [size for size in sizes if size < most]
            next_ = max(others, default=0)
            for at, size in enumerate(sizes):
                if most and size == most and sizes.count(most) > 1:
                    points[at] += (first + second) // sizes.count(most)
                elif most and size == most:
                    points[at] += first
                elif sizes.count(most) == 1 and size and size == next_ and 2 * size >= most:
                    points[at] += second // sizes.count(next_)
        return points


def money(tiles: str) -> int:
    return sum(int(one) for one in tiles if one in "12345")


def without(tiles: str, gone: str) -> str:
    for one in gone:
        tiles = tiles.replace(one, "", 1)
    return tiles


def board(text: str) -> dict[str, str]:
    """The quarries of a board in one line, the far row first."""
    rows = [row.split(",") for row in text.split("/")]
    return {
        f"{column}{6 - at}": stack.strip("-")
        for at, row in enumerate(rows)
        for column, stack in zip("abcdef", row, strict=True)
    }


@pytest.mark.parametrize(
    ("levels", "seed", "language"),
    [
        (("random", "cautious"), 3, "en"),
        (("random", "cautious", "random"), 5, "de"),
        (("random", "random", "cautious", "random"), 6, "en"),
        (("random", "cautious", "random", "random", "random"), 7, "en"),
    ],
)
def test_a_record_is_read_by_its_description_alone(
    levels: tuple[str, ...], seed: int, language: str
) -> None:
    game = played(Setting(len(levels), seed, edition(language)), [*map(get_bot, levels)])
    named = [Seat(f"Bot {at}", one) for at, one in enumerate(levels[1:])]
    reader = Reader()
    for line in match_text(Match.of([Seat("Anna of the Hill"), *named], game)).splitlines():
        reader.read(line)
    names = [(one.level, one.name) for one in named]
    assert reader.names == [("person", "Anna of the Hill"), *names]
    assert reader.points() == [score.total for score in game.scores]
    assert {"board", "hand", "dug", "holds", "bank", "scores", "won"} <= reader.checked
    assert all(not hand for hand in reader.hands.values())


@pytest.mark.long
def test_turns_that_could_not_be_paid_are_read_by_their_description() -> None:
    """People by chance make more moves than they can pay for, and add tiles."""
    seen: set[str] = set()
    for players in (2, 3, 5):
        reader = Reader()
        match = until(random_match(players, 1), lambda match: match.over)
        for line in match_text(match).splitlines():
            reader.read(line)
        seen |= reader.checked
    assert "added" in seen


def test_every_line_there_is_has_its_row_in_the_description() -> None:
    text = FORMATS.read_text(encoding="utf-8")
    section = text[text.index("## The record of a game") : text.index("## Questions about other")]
    rows = {
        line.split("`")[1].split()[0] for line in section.splitlines() if line.startswith("| `")
    }
    acts = {"seat", "conceded", "game", "shapes", "mine", "hand", "cards", "turn", "begun"}
    stands = {"board", "hand", "dug", "added", "holds", "bank", "scores", "won"}
    assert rows == acts | stands
