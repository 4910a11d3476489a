"""Why one choice was better than another: reasons, each of them reckoned, with its figure.

What a choice cost falls into three parts, which add up: what it brings at once, as far as one could
reckon then; what it leaves to the others; and the rest, which shows in rounds to come.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.players.effort import THOROUGH
from ksm_widgets.players.knowledge import card_to_play, stakes
from ksm_widgets.players.review import option_problem
from ksm_widgets.rules.scoring import Place, curse_points, magic_objects, place
from ksm_widgets.solver.comparing import differences
from ksm_widgets.solver.gains import sets_completed
from ksm_widgets.tutor.coach.verdicts import difference_phrase
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.table.at_once import Unpayable, at_once, dig_with, next_dig
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.players.effort import Thought
    from ksm_widgets.players.review import Finding
    from ksm_widgets.rules import Card, Power, Stakes, Turn, View
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.tutor.table.at_once import AtOnce

__all__ = ["Shares", "lower_cards", "reasons", "shares"]

_TENTH = Decimal("0.1")


@dataclass(frozen=True, slots=True)
class Shares:
    """What a choice cost, in points told to the tenth: its parts add up to `cost`.

    Each says by how much the best was better: `at_once` by what it nets, `others` by what they get
    less of the mine in the end, `later` by all the rest.
    """

    cost: Decimal
    at_once: Decimal
    others: Decimal

    @property
    def later(self) -> Decimal:
        """What is left of the cost."""
        return self.cost - self.at_once - self.others


def shares(finding: Finding, at_once: Decimal) -> Shares:
    """The parts of what a choice cost, when the best nets so much more at once."""
    return Shares(
        Decimal(f"{finding.cost.mean:.1f}"),
        at_once.quantize(_TENTH),
        Decimal(f"{-finding.options[0].others.mean:.1f}"),
    )


def reasons(finding: Finding, thought: Thought = THOROUGH) -> tuple[Phrase, ...]:
    """Why the best choice found was better than the one made."""
    made, best = finding.made, finding.options[0]
    if made.card is not None:
        assert best.card is not None, "cards are weighed with cards"
        return tuple(_of_cards(finding, made.card, best.card, thought))
    assert made.turn is not None, "an option is a card or a turn"
    assert best.turn is not None, "turns are weighed with turns"
    return tuple(_of_turns(finding, made.turn, best.turn, thought))


def _of_cards(finding: Finding, made: Card, best: Card, thought: Thought) -> Iterator[Phrase]:
    view = finding.moment.view
    own, theirs = (dig_with(view, card, thought).net for card in (made, best))
    yield Phrase.of("coaching.digs", made=made.number, own=own, best=best.number, more=theirs)
    parts = shares(finding, theirs - own)
    before, after = (lower_cards(view, card) for card in (made, best))
    if before != after:
        yield Phrase.of(
            "coaching.order",
            made=made.number,
            own=round(100 * before),
            best=best.number,
            more=round(100 * after),
        )
    yield _split("coaching.split_card", parts)


def lower_cards(view: View, card: Card) -> float:
    """The part of all cards nobody has shown yet, one's own aside, that dig before this one (R6).

    It is the chance that another's card does so, as long as others choose theirs blindly.
    """
    seen = {record.card.number for record in view.records} | {one.number for one in view.hand}
    hidden = [one.number for one in view.deck if one.number not in seen]
    return sum(number < card.number for number in hidden) / len(hidden)


def _of_turns(finding: Finding, made: Turn, best: Turn, thought: Thought) -> Iterator[Phrase]:
    view = finding.moment.view
    theirs = at_once(view, best, thought)
    try:
        own = at_once(view, made, thought)
    except Unpayable:
        yield Phrase("coaching.unpayable", {}, "R26")
        return
    if own is None or theirs is None:
        return
    yield from _at_once(view, own, theirs)
    if own.as_said and theirs.as_said:
        yield from _collected(stakes(view), own.plan, theirs.plan)
    yield from _objects(made.powers, best.powers)
    if own.look is None and theirs.look is None:
        yield from _next_one(view, own.plan, theirs.plan, thought)
    yield _split("coaching.split_turn", shares(finding, theirs.net - own.net))


def _at_once(view: View, own: AtOnce, best: AtOnce) -> Iterator[Phrase]:
    """By what the best nets more at once, and by what less, looks apart."""
    if own.as_said and best.as_said:
        problem = option_problem(view, card_to_play(view))
        apart = differences(problem, own.plan, best.plan)
        for side, parts in (
            ("gains", [part for part in apart if part.amount > 0]),
            ("gives_up", [part for part in apart if part.amount < 0]),
        ):
            if parts:
                said = [difference_phrase(part) for part in parts]
                yield Phrase.of(f"coaching.{side}", parts=said)
    else:
        more = best.net - own.net
        yield Phrase.of(f"coaching.nets_{'less' if more < 0 else 'more'}", amount=abs(more))
    for whose, one in (("best", best), ("made", own)):
        if one.look is not None and one.look_worth >= _TENTH:
            key, at = f"coaching.look_{whose}", one.look
            yield Phrase(key, {"quarry": at, "worth": one.look_worth}, "R33", (at,))


def _collected(held: Stakes, own: Plan, best: Plan) -> Iterator[Phrase]:
    """A set that the best completes and the other does not; on the last dig a bonus likewise."""
    more = sets_completed(held, best.taken) - sets_completed(held, own.taken)
    if more > 0:
        yield Phrase(counted("coaching.completes", more), {"count": more}, "R18")
    if held.others is None:
        return
    assert own.worth is not None, "worth is told to who holds something"
    assert best.worth is not None, "worth is told to who holds something"
    for name, size, theirs, points in (
        (
            "curses",
            curse_points,
            [one.curses for one in held.others],
            best.worth.curses - own.worth.curses,
        ),
        (
            "magic",
            magic_objects,
            [one.magic for one in held.others],
            best.worth.magic - own.worth.magic,
        ),
    ):
        ours, ideal = (
            place(size((*held.holding, *plan.taken)) - _spent(name, plan), theirs)
            for plan in (own, best)
        )
        if ideal is Place.FIRST is not ours:
            worth = Decimal(points) / 1000
            yield Phrase(f"coaching.first_{name}", {"worth": worth}, "R29")


def _spent(name: str, plan: Plan) -> int:
    """How much smaller the objects spent make a collection (R19)."""
    return len(plan.turn.powers) if name == "magic" else 0


def _objects(made: frozenset[Power], best: frozenset[Power]) -> Iterator[Phrase]:
    """Objects that only one of the turns spends."""
    for key, powers in (("keeps", made - best), ("spends", best - made)):
        if powers:
            named = sorted(powers, key=lambda power: power.value)
            yield Phrase.of(f"coaching.{key}", powers=named)


def _next_one(view: View, own: Plan, best: Plan, thought: Thought) -> Iterator[Phrase]:
    """Who digs next nets less after the best: that is taken from under their nose."""
    after, instead = (next_dig(view, plan.played.position, thought) for plan in (own, best))
    if after is None or instead is None or after.net == instead.net:
        return
    key = "coaching.next_less" if instead.net < after.net else "coaching.next_more"
    yield Phrase.of(key, number=after.card.number, own=after.net, best=instead.net)


def _split(key: str, parts: Shares) -> Phrase:
    """What the cost consists of; figures with signs, for some parts may speak for the other."""
    return Phrase.of(
        key, cost=parts.cost, at_once=parts.at_once, others=parts.others, later=parts.later
    )
