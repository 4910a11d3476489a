"""The options of one choice: the cards of a hand, or the turns that may be worth weighing.

`weighing` plays on from each and tells what it is worth.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING

from ksm_widgets.analysis.effort import safe_plans, thought_over
from ksm_widgets.analysis.knowledge import (
    card_to_play,
    dearest_unseen,
    option_problem,
    powers_held,
    without_needless,
)
from ksm_widgets.analysis.rollouts import MOST_STEPS, table_of
from ksm_widgets.rules import Card, Tile, Turn, moved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.analysis.effort import Thought
    from ksm_widgets.analysis.rollouts import RolloutTable
    from ksm_widgets.rules import Move, View


_DIGS = 3
"""Digs without an object that are considered."""
Points = list[tuple[float, ...]]
"""Everyone's points at the end of each game, or their means for each deal."""


@dataclass(slots=True, eq=False)
class Candidate:
    """An option, its table for the kernel, and the points of all games played on from it.

    `played` is the choice as it is played on from: of turns that come to the same, always the same
    one. `place` is that among the options listed. `planned` are the points of the games in which
    the rest of the round was planned.
    """

    choice: Card | Turn
    played: Card | Turn
    table: RolloutTable
    place: int
    hasty: Points = field(default_factory=list)
    planned: Points = field(default_factory=list)


def options_of(
    view: View, first: Card | Turn | None, only: Sequence[Card | Turn], thought: Thought
) -> tuple[list[Candidate], Candidate | None]:
    """The options listed, and that of the choice that is always weighed, None if there is none.

    A turn may be one that nobody listed. With `only` no others are listed besides these.
    """
    if not view.waiting:
        hand = [card for card in view.hand if not only or card in (first, *only)]
        cards = _cards(view, hand, thought)
        return cards, next((one for one in cards if one.choice == first), None)
    options = _with_tables(view, [first, *only] if only else _turns(view, thought))
    return options, _given(view, first, options)


def _plans_with(view: View, card: Card, thought: Thought) -> tuple[Turn, ...]:
    """The turn considered when a card is chosen: the best dig in the mine as it is, if any."""
    plan = thought_over(option_problem(view, card), thought).plan
    return () if plan is None or too_long(plan.turn) else (plan.turn,)


def _cards(view: View, hand: Sequence[Card], thought: Thought) -> list[Candidate]:
    """These cards of the hand, each with the best dig in the mine as it is."""
    options = []
    for card in sorted(hand, key=lambda card: card.number):
        plans = _plans_with(view, card, thought)
        table = table_of(view, chosen={view.player: card}, plans=plans)
        options.append(Candidate(card, card, table, card.number))
    return options


def _turns(view: View, thought: Thought) -> list[Turn]:
    """Doing nothing, the best digs without objects, and the best dig with each set of objects.

    None spends an object that brings it nothing.
    """
    turns = [Turn()] if len(view.begun) <= view.holding.money else []
    held = powers_held(view)
    for size in range(len(held) + 1):
        for spent in combinations(held, size):
            problem = option_problem(view, card_to_play(view), frozenset(spent))
            most = _DIGS if size == 0 else 1
            plans = safe_plans(replace(problem, best=most), dearest_unseen(view), thought)
            turns += [without_needless(view, plan.turn) for plan in plans]
    return [turn for turn in turns if not too_long(turn)]


def _with_tables(view: View, given: Sequence[Card | Turn | None]) -> list[Candidate]:
    """Each turn with a table: it is played until a tile is uncovered, and then reconsidered."""
    different: dict[object, Turn] = {}
    for one in given:
        if isinstance(one, Turn):
            different.setdefault(turn_key(view, one), one)
    turns = [*different.values()]
    return [
        Candidate(turn, turn, _table(view, turn, turns), place) for place, turn in enumerate(turns)
    ]


def _table(view: View, turn: Turn, turns: Sequence[Turn]) -> RolloutTable:
    others = [one for one in turns if one is not turn]
    return table_of(view, plans=[turn, *others], bound=True)


def _given(view: View, turn: Card | Turn | None, listed: Sequence[Candidate]) -> Candidate | None:
    """A turn that is always weighed: the one listed that comes to the same, or one of its own."""
    if not isinstance(turn, Turn):
        return None
    key = turn_key(view, turn)
    for one in listed:
        assert isinstance(one.played, Turn), "turns are weighed with turns"
        if turn_key(view, one.played) == key:
            one.choice = turn
            return one
    turns = [one.played for one in listed if isinstance(one.played, Turn)]
    return Candidate(turn, turn, _table(view, turn, turns), len(listed))


def too_long(turn: Turn) -> bool:
    """Whether a turn has more moves than the kernel's tables have room for."""
    return len(turn.moves) > MOST_STEPS


def to_a_look(view: View, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves up to the first that uncovers an unseen tile; none if none does."""
    position = view.position
    for number, move in enumerate(moves, start=1):
        position = moved(position, move, view.variant)
        if position.top(move.source) is Tile.UNSEEN:
            return moves[:number]
    return ()


def turn_key(view: View, turn: Turn) -> object:
    """A key that is equal for turns that come to the same.

    The order of moves does not matter, and after one that uncovers an unseen tile, the rest of the
    turn does not count: it will be decided then.
    """
    made = to_a_look(view, turn.moves)
    if made:
        return len(made), moved(view.position, made, view.variant)
    after = moved(view.position, turn.moves, view.variant)
    return len(turn.moves), after, frozenset(turn.dig or ()), turn.powers
