"""The rest of a round of Kingdom of Solomon as plans: what `round` and `block` share.

The worth of a plan is told in parts that add up to it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import NoAnswer
from ksm_widgets.companions.kingdom.acts import Build
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.naming import building_phrase, good_phrase, phase_phrase
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.questions.asking import asking_seat, counted_already
from ksm_widgets.companions.kingdom.questions.options import CardPlan, Option
from ksm_widgets.companions.kingdom.questions.planning import acts_of
from ksm_widgets.companions.kingdom.search.round.rest import Rest
from ksm_widgets.companions.kingdom.worths import Worths, int_if_whole, number_phrase
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.companions.kingdom.box import Box
    from ksm_widgets.companions.kingdom.search.round.costs import Built
    from ksm_widgets.companions.kingdom.search.round.market import Trade
    from ksm_widgets.companions.kingdom.search.round.spending import Spend
    from ksm_widgets.companions.pulse import Pulse


def _builder(position: Position) -> int:
    """The seat that asks about trading and building; raises NoAnswer while its pawns are out."""
    seat = asking_seat(position)
    if position.phase is Phase.PLACE:
        raise NoAnswer(
            "kingdom_ask.placing",
            "S7",
            phase=phase_phrase(Phase.PLACE),
            market=phase_phrase(Phase.MARKET),
            build=phase_phrase(Phase.BUILD),
        )
    spots = tuple(pawn.spot for pawn in position.pawns if pawn.seat == seat)
    if spots:  # What they bring depends on choices that are still to be made.
        raise NoAnswer("kingdom_ask.resolving", "S13", spots)
    return seat


def rest_and_best(position: Position, worths: Worths | None, pulse: Pulse) -> tuple[Rest, Spend]:
    """The rest of the round of the seat that asks, and the best use; raises NoAnswer.

    The final score counts if the game ends with this round (S34): also if the best use itself
    brings the end about.
    """
    seat = _builder(position)
    rest = Rest(position, seat, replace(worths or Worths(), last=position.ending), pulse)
    best = rest.best()
    assert best is not None
    if not rest.worths.last and rest.ends(best):
        final = rest.at_the_end()
        use = final.best()
        if use is not None and final.ends(use):
            return final, use
    return rest, best


def plan_of(rest: Rest, use: Spend, firsts: Sequence[int] = ()) -> Option:
    """A use as a plan; `firsts` are the kinds to trade, the most urgent first."""
    position = rest.position
    value = int_if_whole(use.worth) - counted_already(position, rest.seat, rest.worths)
    kept = value - use.built.points - sum(trade.points for trade in use.trades)
    acts = acts_of(position, rest.seat, use, firsts)
    why = [*_trades_told(use.trades), *_built_told(position.box, use.built)]
    if kept:
        key = "rest_last" if rest.worths.last else "rest"
        why.append(Phrase(f"kingdom_ask.{key}", {"worth": number_phrase(kept)}))
    sites = [act.site for act in acts if isinstance(act, Build) and act.site is not None]
    why += (Phrase("kingdom_ask.site", {"site": site}) for site in sites)
    if use.is_short:
        why.append(Phrase("kingdom_ask.short"))
    return Option(CardPlan(use.built.card), value, acts, tuple(why))


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


# The favour of the High Priestess, which the figures leave out.


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
    return Phrase(key, {"count": count, "points": position.box.favour_points})
