"""Choices made up for tests: a view of a small mine, and what was found of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.review import Finding, Moment, Review
from ksm_widgets.analysis.weighing import AnyOption, WeighedOption
from ksm_widgets.rules import (
    QUARRIES,
    Card,
    Holding,
    Position,
    Shape,
    Tile,
    Turn,
    new_game,
    view,
)
from ksm_widgets.rules.game import TurnRecord
from tests.course.naive import everywhere, may_step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.rules import View

__all__ = ["card", "choice", "digs", "finding", "of_costs", "scored", "seen", "sequences", "tiles"]


def tiles(letters: str) -> tuple[Tile, ...]:
    """Tiles by their letters."""
    return tuple(map(Tile, letters))


def card(number: int, shape: str) -> Card:
    """A card that need not be in any deck."""
    return Card(number, Shape.parse(shape))


def seen(
    mine: str,
    *cards: Card,
    held: str = "",
    coins: int = 10,
    theirs: str = "",
    unseen: str = "",
    round_: int = 12,
    hand: Sequence[Card] = (),
) -> View:
    """What the first of two players knows who digs with the first card, the other after that.

    With one card alone it is the last dig of the round, in round 12 of the game; `theirs` was dug
    by the other before.
    """
    known = view(new_game(2, seed=1), 0)
    dug = TurnRecord(1, card(99, "#"), Turn(), tiles(theirs), 0)
    return replace(
        known,
        round=round_,
        position=Position.near(mine),
        unseen=Counter(tiles(unseen)),
        hand=tuple(hand),
        holding=Holding(coins, tiles(held)),
        revealed=(*cards, *[None] * (2 - len(cards))),
        waiting=tuple(range(len(cards))),
        records=(dug,) if theirs else (),
    )


GAMES = 8


def choice(made: Card | Turn, ahead: float, best: float = 0.0, others: float = 0.0) -> AnyOption:
    """An option by which one is so far ahead, with errors of half a point."""
    return WeighedOption(
        made,
        Figure(ahead, 0.5),
        Figure(best - ahead, 0.5 if best > ahead else 0.0),
        Figure(others, 0.3),
        GAMES,
    )


def finding(
    known: View,
    made: Card | Turn | str,
    best: Card | Turn | str,
    *,
    cost: float = 4.0,
    error: float = 0.5,
    others: float = 0.0,
    more: Sequence[AnyOption] = (),
    games: int = GAMES,
) -> Finding:
    """What was found of a choice; turns may be given as text."""
    done, better = (Turn.parse(one) if isinstance(one, str) else one for one in (made, best))
    own = choice(done, -cost)
    ideal = choice(better, 0.0, others=others)
    options = (own,) if done == better else (ideal, own)
    ranked = sorted((*options, *more), key=lambda one: -one.ahead.mean)
    moves_made = len(known.begun)
    moment = Moment(0, known.round, len(known.records), moves_made, known, done)
    return Finding(moment, tuple(ranked), own, Figure(cost, error), error, 0.0, games)


def of_costs(*costs: float, ended: float | None = None, error: float = 0.5) -> Review:
    """A review of choices of cards that cost so much, each 10 ahead before it was made."""
    first, second = card(1, "#"), card(2, "##")
    known = seen("5,4", round_=3, hand=[first, second])
    found = []
    for number, cost in enumerate(costs):
        one = finding(known, first, second, cost=cost, error=error)
        found.append(replace(one, moment=replace(one.moment, record=number), best=10.0))
    return Review(0, tuple(found), ended)


def scored(coins: int, held: Sequence[Tile], theirs: Sequence[Tile]) -> int:
    """The points of the first of two players at the end, counted by the rulebook (R28-R31)."""
    points = coins + sum(int(tile.letter) for tile in held if tile.letter in "12345")
    points += 10 * min(sum(tile.letter == letter for tile in held) for letter in "abcd")
    worth = {"x": 1, "y": 2, "z": 3}
    for (first, second), sizes in (
        ((24, 12), [sum(worth.get(one.letter, 0) for one in each) for each in (held, theirs)]),
        ((16, 8), [sum(one.letter in "MCSA" for one in each) for each in (held, theirs)]),
    ):
        own, other = sizes
        if own == other:
            points += (first + second) // 2 if own else 0
        elif own > other:
            points += first
        elif own and 2 * own >= other:
            points += second
    return points


def sequences(position: Position, most: int) -> Iterator[tuple[int, Position]]:
    """Every mine that so many moves or fewer lead to, with how many they were."""
    yield 0, position
    if not most:
        return
    quarries = [q for q in QUARRIES if position.height(q)]
    for source in quarries:
        for target in QUARRIES:
            if may_step(position, source, target):
                stack = position.stack(source)
                after = position.with_stack(source, stack[:-1]).with_stack(
                    target, (*position.stack(target), stack[-1])
                )
                for moves, found in sequences(after, most - 1):
                    yield moves + 1, found


def digs(position: Position, shape: Shape) -> Iterator[tuple[tuple[Tile, ...], Position]]:
    """Every dig of a shape, what it takes and how the mine lies then."""
    for place in everywhere(shape):
        heights = {position.height(quarry) for quarry in place}
        if len(heights) == 1 and heights != {0}:
            taken = tuple(position.stack(quarry)[-1] for quarry in sorted(place))
            after = position
            for quarry in place:
                after = after.with_stack(quarry, position.stack(quarry)[:-1])
            yield taken, after
