"""The questions of Raubbau about plans: the odds of each, and leave or once more.

All arrangements of the unseen cards are equally likely (see `search.unseen`); others carry out the
plans that they show. An answer names what it assumes, compares the plans, and says why.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.companions.answering import Answer, NoAnswer, Status
from ksm_widgets.companions.pulse import Pulse, no_pulse
from ksm_widgets.companions.raubbau.naming import adjective_of_set
from ksm_widgets.companions.raubbau.planning import kept_plan, legal_moves
from ksm_widgets.companions.raubbau.plans import Scare
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.raubbau.scoring import points_after
from ksm_widgets.companions.raubbau.search.last_round import Model
from ksm_widgets.companions.raubbau.search.odds import Odds, odds_of
from ksm_widgets.companions.raubbau.search.settling import Settling
from ksm_widgets.companions.raubbau.search.unseen import not_dragons, unseen_cards
from ksm_widgets.companions.raubbau.search.walking import LIMIT
from ksm_widgets.companions.raubbau.search.weighing import Option, Weighing, is_best
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ksm_widgets.companions.raubbau.places import Field
    from ksm_widgets.companions.raubbau.plans import Move
    from ksm_widgets.companions.raubbau.search.settling import Value


class Aim(StrEnum):
    """The aim that plans are compared by: points in this match, or the chance to win the game.

    Before the last match the latter is the chance to lead after this one.
    """

    POINTS = "points"
    WIN = "win"


ROUGHLY = Phrase("raubbau_ask.roughly")
"""What is left out of an answer that is only rough."""


OptionT_co = TypeVar("OptionT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class PlansAnswer(Answer[OptionT_co]):
    """An answer about plans; `safe` are the fields whose card is trusted not to be a dragon."""

    safe: frozenset[Field]


@dataclass(frozen=True, slots=True)
class LeaveAnswer(PlansAnswer[Option]):
    """The answer in worths; `aim` says of what.

    It is optimal if the first option is best whatever others choose by what is assumed; that is
    only known in the last phase. `models` are those of the last round that make a difference: all
    that were asked for, or none.
    """

    aim: Aim
    models: Sequence[Model]


def ask_odds(
    position: Position, *, trusting: bool = True, pulse: Pulse = no_pulse
) -> PlansAnswer[Odds]:
    """The odds of every plan that `me` may make now; others carry out those they show (B12-B36).

    The plans with the fewest dragons come first; if they tie, those with the most gems, then those
    least likely to be skipped. `trusting` assumes that nobody digs a card they know to be a dragon.
    What takes too many steps is answered roughly, and says so. `pulse` is called now and then, and
    may raise to stop. Raises NoAnswer, or TooLong.
    """
    position, safe = _asked(position, trusting=trusting)
    moves = _moves(position)
    compared = [odds_of(position, move, safe, pulse) for move in moves]
    compared.sort(key=lambda odds: (odds.wakes.high, -odds.gem, odds.skipped.high))
    roughly = any(odds.roughly for odds in compared)
    return PlansAnswer(
        Status.FEASIBLE if roughly else Status.OPTIMAL,
        tuple(compared),
        _reasons(position, safe),
        _assuming(position, moves, safe, roughly=roughly),
        safe,
    )


def ask_leave(
    position: Position,
    *,
    aim: Aim | None = None,
    trusting: bool = True,
    models: Sequence[Model] = (*Model,),
    limit: int | None = None,
    pulse: Pulse = no_pulse,
) -> LeaveAnswer:
    """The worth of every plan in the last action phase, or in the one before (B37-B44).

    In the last phase it is exact. One phase earlier, it is given for `models` of what the others do
    then; each digger, I too, takes one card then that they don't know. The aim is the points of
    this match, in the last match the chance to win the game. What takes more than `limit` steps is
    answered roughly, and says so. `pulse` is called now and then, and may raise to stop. Raises
    NoAnswer, or TooLong.
    """
    position, safe = _asked(position, trusting=trusting)
    if limit is None:
        limit = LIMIT if position.rounds_left == 0 else LIMIT // 2
    if aim is None:
        aim = Aim.WIN if position.match == position.box.matches else Aim.POINTS
    weighing = Weighing(position, Settling(_value(position, aim)), safe, models, limit, pulse)
    moves = _moves(position)
    options = [weighing.option(move) for move in moves]
    options.sort(key=lambda option: option.worth.low + option.worth.high, reverse=True)
    sure = is_best(options[0], options[1:])
    modelled = models if any(option.modelled for option in options) else ()
    roughly = any(option.roughly for option in options)
    assuming = _assuming(position, moves, safe, roughly=roughly)
    return LeaveAnswer(
        Status.OPTIMAL if sure else Status.FEASIBLE,
        tuple(options),
        _reasons(position, safe),
        (*assuming, *_modelled(modelled), *_winning(position, aim)),
        safe,
        aim,
        modelled,
    )


def _asked(position: Position, *, trusting: bool) -> tuple[Position, frozenset[Field]]:
    """The position as if it were the asker's turn, and the fields trusted to have no dragon.

    Raises NoAnswer if that cannot be, or if no arrangement of the unseen cards is possible.
    """
    if position.me is None or position.me in position.out or position.phase is not Phase.PLAN:
        raise NoAnswer("raubbau_ask.not_planning", "B10")
    safe = not_dragons(position) if trusting else frozenset()
    for name, unseen in unseen_cards(position, safe).items():
        if not unseen.is_possible:
            raise NoAnswer("raubbau_ask.no_filling", "B3", sorted(safe), set=name)
    return position.for_asker, safe


def _moves(position: Position) -> tuple[Move, ...]:
    """The plans to compare: keeping the shown one is a move too."""
    # They are compared even when it is too late to change one (B18).
    return legal_moves(replace(position, lap=1))


def _value(position: Position, aim: Aim) -> Value:
    """The worth of a match's end for the asker: points won, or the chance to win the game."""
    me, box = position.turn, position.box

    def value(gems: Mapping[int, int], waker: int | None) -> Fraction | int:
        points = points_after(box, position.match, position.points, gems, waker)
        if aim is Aim.POINTS:
            return points[me - 1] - position.points_of(me)
        leaders = [seat for seat in position.seats if points[seat - 1] == max(points)]
        return Fraction(1, len(leaders)) if me in leaders else 0

    return value


def _reasons(position: Position, safe: frozenset[Field]) -> tuple[Phrase, ...]:
    """The reasons for the odds: what is unseen of each set that can be dug."""
    cards = unseen_cards(position, safe)
    shown = {card.set for _field, card in position.unseen_in_mine()}
    found = [
        Phrase(
            counted("raubbau_ask.dragons", unseen.dragons)
            if unseen.dragons
            else "raubbau_ask.dragons_none",
            {
                "count": unseen.dragons,
                "total": unseen.not_cave_ins,
                "set": adjective_of_set(name),
            },
        )
        for name, unseen in cards.items()
        if name in shown
    ]
    if any(cards[name].cave_ins for name in shown):
        found.append(Phrase("raubbau_ask.no_cave_ins"))
    if any(cards[name].safe for name in shown):
        found.append(Phrase("raubbau_ask.no_safe"))
    return tuple(found)


def _assuming(
    position: Position, moves: Sequence[Move], safe: frozenset[Field], *, roughly: bool
) -> tuple[Phrase, ...]:
    found = [Phrase("raubbau_ask.equally")]
    if safe:
        found.append(Phrase("raubbau_ask.safe", {"places": [str(field) for field in sorted(safe)]}))
    idle = [
        seat
        for seat in position.inside
        if seat != position.me and kept_plan(position, seat) is None
    ]
    if idle:
        found.append(Phrase("raubbau_ask.idle", {"seats": idle}))
    if any(isinstance(move, Scare) for move in moves):
        found.append(Phrase("raubbau_ask.scared"))
    if roughly:
        found.append(ROUGHLY)
    return tuple(found)


def _modelled(models: Sequence[Model]) -> Iterator[Phrase]:
    """The models of the last round behind worths, if there are any."""
    if models:
        named = f"_{models[0]}" if len(models) == 1 else ""
        yield Phrase(f"raubbau_ask.last_round{named}")


def _winning(position: Position, aim: Aim) -> Iterator[Phrase]:
    """The assumption behind the chance to win the game."""
    if aim is Aim.WIN:
        last = position.match == position.box.matches
        yield Phrase("raubbau_ask.draw_shared" if last else "raubbau_ask.lead")
