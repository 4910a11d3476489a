"""Shared by the questions of Kingdom of Solomon: answers, the seat that asks, plans, remarks.

Others are taken to leave the market alone; what they could spoil is told beside. An answer names
what it assumes, and says why. While it is searched for, `pulse` is called now and then, and may
raise to stop. Each question has a file of its own: `ask_round`, `ask_block`, `ask_pawns`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import Answer, NoAnswer, Status
from ksm_widgets.companions.kingdom.acts import Build
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.naming import building_phrase, good_phrase, phase_phrase
from ksm_widgets.companions.kingdom.places import Spot
from ksm_widgets.companions.kingdom.planning import acts_of
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.search.round.rest import Rest
from ksm_widgets.companions.kingdom.worths import Number, Worths, int_if_whole
from ksm_widgets.companions.telling import numeral
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.box import Box
    from ksm_widgets.companions.kingdom.search.round.costs import Built
    from ksm_widgets.companions.kingdom.search.round.spending import Spend
    from ksm_widgets.companions.kingdom.search.round.trading import Trade
    from ksm_widgets.companions.pulse import Pulse


@dataclass(frozen=True, slots=True)
class CardPlan:
    """A plan with a building card, or with none."""

    card: int | None

    def __str__(self) -> str:
        return "none" if self.card is None else str(self.card)


@dataclass(frozen=True, slots=True)
class TokenPlan:
    """A plan with a number of tokens."""

    count: int

    def __str__(self) -> str:
        return str(self.count)


@dataclass(frozen=True, slots=True)
class SpotPlan:
    """A plan for the pawn on a spot, or for all pawns."""

    spot: Spot | None

    def __str__(self) -> str:
        return "all" if self.spot is None else str(self.spot)


@dataclass(frozen=True, slots=True)
class Option:
    """A plan: its worth, its acts, and why, in parts that add up.

    Of a spot, `urgency` is what is lost if it is taken.
    """

    about: CardPlan | TokenPlan | SpotPlan
    value: Number
    acts: tuple[Act, ...]
    why: tuple[Phrase, ...] = ()
    urgency: Number | None = None

    @property
    def name(self) -> str:
        """The subject of the plan, in text."""
        return str(self.about)


@dataclass(frozen=True, slots=True)
class BoundedAnswer(Answer[Option]):
    """An answer; if it is not proven, no plan is worth more than `bound`.

    `bare` if the favour, which a token could bring, is left out of the figures.
    """

    bound: float | None = None
    bare: bool = False

    @property
    def value(self) -> Number:
        """The worth of the best plan."""
        return self.options[0].value


def answered(
    options: list[Option],
    reasons: list[Phrase],
    assuming: list[str],
    *,
    bound: float | None = None,
    bare: bool = False,
) -> BoundedAnswer:
    """An answer from its options, the best one first, and the keys of what it assumes."""
    return BoundedAnswer(
        status=Status.OPTIMAL if bound is None else Status.FEASIBLE,
        options=tuple(options),
        reasons=tuple(reasons),
        assuming=tuple(Phrase(f"kingdom_ask.{key}") for key in assuming),
        bound=bound,
        bare=bare,
    )


# Who asks, and the plan for the round.


def asking_seat(position: Position) -> int:
    """The seat that asks; raises NoAnswer if nobody does, or their round is over."""
    seat = position.me
    if seat is None:
        raise NoAnswer("kingdom_ask.no_seat", "S7")
    if position.phase in (Phase.DISCARD, Phase.END):
        raise NoAnswer("kingdom_ask.over", "S30")
    if position.phase is Phase.BUILD and seat in position.done:
        raise NoAnswer("kingdom_ask.built", "S25", seat=seat)
    return seat


def _builder(position: Position) -> int:
    """The seat that asks about trading and building; raises NoAnswer while its pawns are out."""
    seat = asking_seat(position)
    if position.phase is Phase.PLACE:
        others = {phase.value: phase_phrase(phase) for phase in (Phase.MARKET, Phase.BUILD)}
        raise NoAnswer("kingdom_ask.placing", "S7", phase=phase_phrase(position.phase), **others)
    spots = tuple(pawn.spot for pawn in position.pawns if pawn.seat == seat)
    if spots:  # What they bring depends on choices that are still to be made.
        raise NoAnswer("kingdom_ask.resolving", "S13", spots)
    return seat


def begun(position: Position, worths: Worths | None, pulse: Pulse) -> tuple[Rest, Spend]:
    """The rest of the round of the seat that asks, and the best use; raises NoAnswer.

    The final score counts if the game ends with this round (S34): also if the best use itself
    brings the end about.
    """
    seat = _builder(position)
    rest = Rest(position, seat, replace(worths or Worths(), last=position.ending), pulse)
    best = rest.best()
    assert best is not None
    if not rest.worths.last and rest.ends(best):
        final = rest.counting(last=True)
        use = final.best()
        if use is not None and final.ends(use):
            return final, use
    return rest, best


def plan_of(rest: Rest, use: Spend, firsts: Sequence[int] = ()) -> Option:
    """A use as a plan; `firsts` are the kinds to trade, the most urgent first."""
    position, value = rest.position, int_if_whole(use.worth)
    if rest.worths.last:  # The final score has these cubes in it already.
        value -= position.box.cube * sum(position.cubes(rest.seat))
    left = value - use.built.points - sum(trade.points for trade in use.trades)
    acts = acts_of(position, rest.seat, use, firsts)
    why = [*_trades_told(use.trades), *_built_told(position.box, use.built)]
    if left:
        key = "rest_last" if rest.worths.last else "rest"
        why.append(Phrase(f"kingdom_ask.{key}", {"worth": numeral(left)}))
    sites = [act.site for act in acts if isinstance(act, Build) and act.site is not None]
    why += (Phrase("kingdom_ask.site", {"site": site}) for site in sites)
    if use.within:
        why.append(Phrase("kingdom_ask.short"))
    return Option(CardPlan(use.built.card), value, acts, tuple(why))


# The parts that the worth of a plan is the sum of.


def _trades_told(trades: Sequence[Trade]) -> Iterator[Phrase]:
    """The points for the cubes of each kind that are sold, and the cost of those bought."""
    for good, trade in zip(GOODS, trades, strict=True):
        if trade.sold:
            key = "sell" if trade.sold > 0 else "buy"
            count, points = abs(trade.sold), abs(trade.points)
            params = {"count": count, "good": good_phrase(good), "points": points}
            yield Phrase(f"kingdom_ask.{key}", params)


def _built_told(box: Box, built: Built) -> Iterator[Phrase]:
    """The things built, with the points that they bring at once."""
    points = built.points
    if built.card is not None:
        card = box.buildings[built.card]
        points -= card.points
        yield Phrase("kingdom_ask.card", {"card": building_phrase(card), "points": card.points})
    blocks = built.blocks - built.tokens
    if blocks > 0:
        yield Phrase(counted("kingdom_ask.blocks", blocks), {"count": blocks, "points": points})
    if built.tokens:
        yield Phrase(counted("kingdom_ask.tokens", built.tokens), {"count": built.tokens})
    if built.roads:
        yield Phrase(counted("kingdom_ask.roads", built.roads), {"count": built.roads})


# What an answer says besides.


def objective(position: Position, worths: Worths) -> str:
    """The assumption that says what counts: `ends` if the best plan itself ends the game."""
    if not worths.last:
        return "worths"
    return "last" if position.ending else "ends"


def tokens_short(position: Position, seat: int) -> int:
    """The fewest tokens that would bring a seat the favour; 0 if it has it (S31)."""
    if position.favour == seat:
        return 0
    others = (count for other, count in enumerate(position.tokens, start=1) if other != seat)
    return max(0, *others) + 1 - position.token_count(seat)


def favour_told(position: Position, count: int) -> Phrase:
    """The remark that the favour is left out of the figures, which a seat could have."""
    last = position.temple + count >= len(position.box.steps)
    key = counted(f"kingdom_ask.favour{'_ends' if last else ''}", count)
    return Phrase(key, {"count": count, "points": position.box.favour})
