"""What a player may know: nothing hidden gets into a view, and nothing seen is lost (R33)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.rules import (
    QUARRIES,
    Position,
    Tile,
    covered,
    only_tops_seen,
    tile_counts,
    uncovered_by,
    view,
)
from ksm_widgets.rules.game import Game
from tests.rules.tables import mine, otherwise, played_at_random, table, turn
from tests.strategies import coverings, positions

GAMES = [(players, name) for players in (2, 3, 5) for name in ("en", "de")]
"""Games of so many players, in that edition."""


@cache
def states_of(players: int, edition: str) -> list[Game]:
    """Every state of one of these games."""
    return played_at_random(players, 7, edition)


@given(st.data())
def test_a_covered_position_shows_what_was_seen_and_no_more(data: st.DataObject) -> None:
    position = data.draw(positions())
    covering = data.draw(coverings(position))
    shown = covered(position, covering)
    for hidden, stack, known in zip(covering, position.stacks, shown.stacks, strict=True):
        assert known == tuple(
            Tile.UNSEEN if level < hidden else tile for level, tile in enumerate(stack)
        )
    assert covered(position) == covered(position, only_tops_seen(position))


def test_tiles_come_to_light_once_they_were_topmost() -> None:
    start = mine("123,4,-,-,-,-")
    begun = only_tops_seen(start)
    assert covered(start, begun).text.endswith("??3,4,-,-,-,-")
    after = Position.parse(start.text.replace("123,4,-", "12,4,3"))
    seen = uncovered_by(begun, [after])
    assert covered(after, seen).text.endswith("?2,4,3,-,-,-")
    back = Position.parse(start.text.replace("123,4,-", "123,4,-"))
    assert covered(back, uncovered_by(seen, [back])).text.endswith("?23,4,-,-,-,-")


class Memory:
    """Somebody who marks each single tile and watches which ones come to light."""

    def __init__(self, position: Position) -> None:
        numbers = iter(range(200))
        self.kinds: dict[int, Tile] = {}
        self.stacks: list[list[int]] = []
        for stack in position.stacks:
            self.stacks.append([])
            for tile in stack:
                number = next(numbers)
                self.kinds[number] = tile
                self.stacks[-1].append(number)
        self.seen: set[int] = set()
        self.look()

    def look(self) -> None:
        self.seen.update(stack[-1] for stack in self.stacks if stack)

    def watch(self, game: Game) -> None:
        done = game.records[-1].turn
        for move in done.moves:
            tile = self.stacks[move.source.index].pop()
            self.stacks[move.target.index].append(tile)
            self.look()
        for quarry in done.dig or ():
            self.stacks[quarry.index].pop()
        self.look()

    def board(self) -> Position:
        return Position(
            tuple(
                tuple(self.kinds[tile] if tile in self.seen else Tile.UNSEEN for tile in stack)
                for stack in self.stacks
            )
        )


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_a_view_remembers_all_that_was_seen(players: int, edition: str) -> None:
    states = states_of(players, edition)
    memory = Memory(states[0].position)
    for before, game in pairwise(states):
        if len(game.records) > len(before.records):
            memory.watch(game)
        known = view(game, 0)
        assert known.position == memory.board()
        assert known.unseen == Counter(
            memory.kinds[tile]
            for stack in memory.stacks
            for tile in stack
            if tile not in memory.seen
        )
        dug = {tile for stack in memory.stacks for tile in stack}
        lifted = Counter(memory.kinds[tile] for tile in memory.kinds if tile not in dug)
        assert known.unseen + lifted + (game.position.counts() - known.unseen) == tile_counts()


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_no_view_tells_what_is_hidden(players: int, edition: str) -> None:
    """Whatever lies covered, behind screens or in hands: what a player sees is the same."""
    rng = Random(4)
    for game in rng.sample(states_of(players, edition), 12):
        for player in range(players):
            other = otherwise(game, player, rng)
            assert view(other, player) == view(game, player)
            assert repr(view(other, player)) == repr(view(game, player))


@given(st.data())
def test_no_view_reveals_a_covered_tile(data: st.DataObject) -> None:
    """Any mine whatever: what lies covered is neither in the view's mine nor in its text."""
    position = data.draw(positions())
    game = table(position, "##", (1, ""), (2, ""))
    known = view(game, data.draw(st.integers(0, 1)))
    for quarry in QUARRIES:
        height = position.height(quarry)
        assert known.position.stack(quarry)[: max(0, height - 1)] == (Tile.UNSEEN,) * (height - 1)
        assert known.position.top(quarry) == position.top(quarry)
    assert position.text not in repr(known) or known.unseen == Counter()


def test_an_open_view_shows_the_mine_but_no_hand() -> None:
    game = states_of(3, "en")[4]
    known = view(game, 1, open_mine=True)
    assert known.position == game.position
    assert known.unseen == Counter()
    assert known.hand == game.players[1].hand
    assert replace(known, position=covered(game.position, game.covering), unseen=Counter()) == (
        replace(view(game, 1), unseen=Counter())
    )


def test_cards_are_hidden_until_all_are_revealed() -> None:
    game = states_of(3, "en")[0]
    numbers = [player.hand[0].number for player in game.players]
    game = game.choose(0, numbers[0]).choose(1, numbers[1])
    known = view(game, 1)
    assert known.revealed == (None, None, None)
    assert known.chosen is not None
    assert known.chosen.number == numbers[1]
    assert known.has_chosen == (True, True, False)
    assert known.cards_left == (7, 7, 8)
    revealed = view(game.choose(2, numbers[2]), 1).revealed
    assert [card and card.number for card in revealed] == numbers


@pytest.mark.parametrize(("edition_name", "shown"), [("en", True), ("de", False)])
def test_shares_are_shown_to_all_in_one_edition_only(edition_name: str, shown: bool) -> None:
    purses = (0, "5a"), *[(0, "")] * 3
    game = table(mine("1,a,-,-,-,S"), "##", *purses, edition_name=edition_name)
    game = game.play(0, turn("f1-e1" + " e1-d1 d1-e1" * 7, "a1 b1"))
    whole = game.records[-1].settlement
    assert whole is not None
    for player in range(4):
        part = view(game, player).records[-1].settlement
        assert part is not None
        if shown:
            assert part == whole
        elif player == 0:
            assert (part.added, part.shares) == (whole.added, ((), (), ()))
        else:
            assert part.added == ()
            assert [bool(share) for share in part.shares] == [
                other == player for other in (1, 2, 3)
            ]
            assert part.shares[player - 1] == whole.shares[player - 1]
