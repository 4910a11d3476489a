"""Reasons why one choice was better than another, each with a computed figure.

The cost of a choice has three parts: what it nets straight away, as far as its player could know
(R33); what it leaves to the others; and the rest, which shows in later rounds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.analysis.effort import THOROUGH, thought_over
from ksm_widgets.analysis.knowledge import card_to_play, option_problem, powers_held, purses, stakes
from ksm_widgets.analysis.options import to_a_look
from ksm_widgets.game.standing import tenth
from ksm_widgets.game.telling import names
from ksm_widgets.rules import Card, Holding, RuleError, Turn, TurnRecord, Unaffordable
from ksm_widgets.rules.scoring import Place, curse_points, magic_objects, place
from ksm_widgets.rules.values import in_coins
from ksm_widgets.solver import Problem, Status
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.gains import sets_completed
from ksm_widgets.solver.judging import differences
from ksm_widgets.solver.turn_parts import rest_of, whole_turn
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import parts_phrases
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.analysis.effort import Thought
    from ksm_widgets.analysis.review import Finding
    from ksm_widgets.rules import Power, Quarry, Stakes, View
    from ksm_widgets.solver.answer import Plan


_THOUSANDTH = Decimal("0.001")
_WORTH_TELLING = Decimal("0.5")
"""Points below which a part of a last turn's cost, or of the next player's net, is not told."""


class Unpayable(Exception):
    """A turn that could not be paid, by what was known then (R25)."""


@dataclass(frozen=True, slots=True)
class TurnGain:
    """The gain of a turn straight away: the net of `plan`, and the worth of a look.

    If the turn uncovers an unseen tile, at `look`, the plan is the best one without knowing that
    tile, and `look_worth` is what knowing it adds on average. `as_said` is whether the plan is the
    turn that was played, which may have reacted to the tile.
    """

    plan: Plan
    look: Quarry | None = None
    look_worth: Decimal = Decimal(0)
    as_said: bool = True

    @property
    def net(self) -> Decimal:
        """Plan and look together."""
        return self.plan.net + self.look_worth


@dataclass(frozen=True, slots=True)
class Next:
    """The best dig of the next player in the round: the card, and what it nets."""

    card: Card
    net: Decimal


def gain_of(view: View, turn: Turn, thought: Thought = THOROUGH) -> TurnGain | None:
    """The gain of a turn straight away, from its player's view.

    None if no plan was found after a look in the time allowed; raises Unpayable if there is none.
    """
    problem = option_problem(view, card_to_play(view), turn.powers)
    made = tuple(to_a_look(view, turn.moves))
    if not made:
        try:
            return TurnGain(plan_of(problem, turn))
        except Unaffordable as error:
            raise Unpayable from error
    left, quarry = rest_of(problem, made), made[-1].source
    answer = thought_over(left, thought)
    if answer.status is Status.INFEASIBLE:
        raise Unpayable
    try:
        plan = plan_of(problem, turn)
    except RuleError:  # By what was known, it could not be paid.
        plan = None
    fixed = None if answer.plan is None else whole_turn(problem, made, answer.plan)
    plans = [one for one in (plan, fixed) if one is not None]
    if not plans:
        return None
    best = max(plans, key=lambda one: one.net)
    return TurnGain(best, quarry, look_worth(left, quarry, thought), as_said=best is plan)


def look_worth(problem: Problem, quarry: Quarry, thought: Thought = THOROUGH) -> Decimal:
    """The worth of seeing the topmost tile of a quarry before playing on.

    It is the mean of the best nets for each tile that may be there, less the best net without
    knowing the tile; never below 0, as the player can ignore it.
    """
    unseen = dict(problem.unseen or ())
    blind = _net(problem, thought)
    total, below = Fraction(0), problem.position.stack(quarry)[:-1]
    for tile, number in unseen.items():
        shown = replace(
            problem,
            position=problem.position.with_stack(quarry, (*below, tile)),
            unseen=tuple((one, left - (one is tile)) for one, left in unseen.items()),
        )
        total += number * _net(shown, thought)
    worth = max(Fraction(0), total / sum(unseen.values()) - blind)
    return (Decimal(worth.numerator) / worth.denominator).quantize(_THOUSANDTH)


def _net(problem: Problem, thought: Thought) -> Fraction:
    """The net of the best plan; 0 if none can be paid, as nothing is dug then."""
    plan = thought_over(problem, thought).plan
    return Fraction(0) if plan is None else Fraction(plan.net)


def dig_with(view: View, card: Card, thought: Thought = THOROUGH) -> Plan:
    """The best turn with a card on this mine, without objects."""
    plan = thought_over(option_problem(view, card), thought).plan
    assert plan is not None, "before the first move, doing nothing is always possible"
    return plan


def next_dig(view: View, plan: Plan, thought: Thought = THOROUGH) -> Next | None:
    """The highest net of the next player in the round after a turn, without objects.

    None if nobody digs after it in this round.
    """
    following = view.waiting[view.waiting.index(view.player) + 1 :]
    if not following:
        return None
    card, purse = card_to_play(view, following[0]), purses(view)[following[0]]
    due = plan.played.account.due
    dug = TurnRecord(view.player, card_to_play(view), plan.turn, plan.taken, due)
    theirs = replace(
        view,
        player=following[0],
        position=plan.played.position,
        holding=Holding(purse.money, purse.tiles),
        waiting=following,
        begun=(),
        records=(*view.records, dug),
    )
    answer = thought_over(option_problem(theirs, card), thought)
    assert answer.plan is not None, "before the first move, doing nothing is always possible"
    return Next(card, answer.plan.net)


_TENTH = Decimal("0.1")


@dataclass(frozen=True, slots=True)
class Shares:
    """The cost of a choice in points, to the tenth, and its parts, which add up to it.

    Each part is how much better the best choice was: `at_once` in what it nets straight away,
    `others` in what the others end with, `later` in all the rest.
    """

    cost: Decimal
    at_once: Decimal
    others: Decimal

    @property
    def own(self) -> Decimal:
        """All of the cost but what the others end with."""
        return self.cost - self.others

    @property
    def later(self) -> Decimal:
        """The rest of the cost."""
        return self.cost - self.at_once - self.others


def shares(finding: Finding, at_once: Decimal) -> Shares:
    """The parts of the cost, if the best one nets `at_once` more straight away."""
    return Shares(
        tenth(finding.cost.mean), at_once.quantize(_TENTH), tenth(-finding.options[0].others.mean)
    )


def reasons(finding: Finding, thought: Thought = THOROUGH) -> tuple[Phrase, ...]:
    """The reasons why the best option was better than the choice made."""
    made, best = finding.made.choice, finding.options[0].choice
    if isinstance(made, Card):
        assert isinstance(best, Card), "cards are weighed with cards"
        told = _of_cards(finding, made, best, thought)
    else:
        assert isinstance(best, Turn), "turns are weighed with turns"
        told = _of_turns(finding, made, best, thought)
    return tuple(map(_in_tenths, told))


def _in_tenths(phrase: Phrase) -> Phrase:
    """A phrase with all amounts rounded to the tenth: they come from means."""
    return replace(phrase, params={name: _tenths(one) for name, one in phrase.params.items()})


def _tenths(value: object) -> object:
    match value:
        case Decimal():
            return value.quantize(_TENTH)
        case Phrase():
            return _in_tenths(value)
        case list():
            return list(map(_tenths, value))
        case _:
            return value


def _of_cards(finding: Finding, made: Card, best: Card, thought: Thought) -> Iterator[Phrase]:
    view = finding.moment.view
    own, theirs = (dig_with(view, card, thought).net.quantize(_TENTH) for card in (made, best))
    # The explorer counts on objects, too: its figure may be higher.
    key = "coaching.digs_unspent" if powers_held(view) else "coaching.digs"
    yield Phrase.of(key, made=made.number, own=own, best=best.number, more=theirs)
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
    """The share of cards nobody has shown that dig before this one, the hand apart (R6).

    It is the chance that another's card digs first, if the others choose at random.
    """
    seen = {record.card.number for record in view.records} | {one.number for one in view.hand}
    hidden = [one.number for one in view.deck if one.number not in seen]
    return sum(number < card.number for number in hidden) / len(hidden)


def _of_turns(finding: Finding, made: Turn, best: Turn, thought: Thought) -> Iterator[Phrase]:
    view = finding.moment.view
    theirs = gain_of(view, best, thought)
    try:
        own = gain_of(view, made, thought)
    except Unpayable:
        yield Phrase("coaching.unpayable", {}, "R26")
        return
    if own is None or theirs is None:
        return
    told, now = _gains_told(view, own, theirs)
    parts, last = shares(finding, now), not view.hand
    if last:
        told = [*_at_the_end(told, parts)]
    yield from told
    if own.as_said and theirs.as_said:
        yield from _collected(stakes(view), own.plan, theirs.plan)
    yield from _objects(made.powers, best.powers, last=last)
    if own.look is None and theirs.look is None:
        yield from _next_one(view, own.plan, theirs.plan, thought)
    # After one's last turn there is no later: what is not the others' is one's own final score.
    if last:
        yield from _rest_last(parts, alone=len(view.waiting) == 1) if told else ()
        yield from _split_last(parts)
    else:
        yield _split("coaching.split_turn", parts)


_NOT_LATER = {
    f"coaching.{key}": f"coaching.{key}_last"
    for key in ("gains", "gives_up", "nets_more", "nets_less")
}
"""Words for a last turn: nothing follows it, so none says "straight away" or "later"."""


def _at_the_end(told: Iterable[Phrase], parts: Shares) -> Iterator[Phrase]:
    """The words for a last turn; no lower net is told where the own final score is higher."""
    for phrase in told:
        if phrase.key == "coaching.nets_less" and parts.own > 0:
            continue
        yield replace(phrase, key=_NOT_LATER.get(phrase.key, phrase.key))


def _gains_told(view: View, own: TurnGain, best: TurnGain) -> tuple[list[Phrase], Decimal]:
    """The parts in which the best one nets more straight away, or less; the worth of looks.

    With them comes how much more it nets. The parts are rounded first, so a reader who adds them up
    finds that.
    """
    looks = [one.look_worth.quantize(_TENTH) for one in (best, own)]
    if own.as_said and best.as_said:
        problem = option_problem(view, card_to_play(view))
        parts = [
            replace(one, amount=one.amount.quantize(_TENTH))
            for one in differences(problem, own.plan, best.plan)
        ]
        keys = {"misses": "coaching.gains", "gains": "coaching.gives_up"}
        told = [*parts_phrases(parts, **keys, listed=names)]
        more = sum((one.amount for one in parts), looks[0] - looks[1])
    else:
        more = (best.net - own.net).quantize(_TENTH)
        key = f"coaching.nets_{'less' if more < 0 else 'more'}"
        told = [Phrase.of(key, amount=abs(more))] if more else []
    for whose, one, worth in zip(("best", "made"), (best, own), looks, strict=True):
        if one.look is not None and worth:
            params = {"quarry": one.look, "worth": worth}
            told.append(Phrase(f"coaching.look_{whose}", params, "R33", (one.look,)))
    return told, more


def _collected(held: Stakes, own: Plan, best: Plan) -> Iterator[Phrase]:
    """Sets that only the best one completes; on the last dig, also bonuses that only it wins."""
    more = sets_completed(held, best.taken) - sets_completed(held, own.taken)
    if more > 0:
        yield Phrase(counted("coaching.completes", more), {"count": more}, "R18")
    if held.others is None or not held.settled:
        return
    assert own.worth is not None, "with tiles held, a plan has a worth"
    assert best.worth is not None, "with tiles held, a plan has a worth"
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
            worth = in_coins(points)
            yield Phrase(f"coaching.first_{name}", {"worth": worth}, "R29")


def _spent(name: str, plan: Plan) -> int:
    """The loss in a collection from which objects are spent (R19)."""
    return len(plan.turn.powers) if name == "magic" else 0


def _objects(made: frozenset[Power], best: frozenset[Power], *, last: bool) -> Iterator[Phrase]:
    """Objects that only one of the turns spends; those kept in the last one count for the bonus."""
    for key, powers in (("keeps_last" if last else "keeps", made - best), ("spends", best - made)):
        if powers:
            named = sorted(powers, key=lambda power: power.value)
            yield Phrase.of(f"coaching.{key}", powers=named)


def _next_one(view: View, own: Plan, best: Plan, thought: Thought) -> Iterator[Phrase]:
    """The net of the next player after each of the two turns."""
    after, instead = (next_dig(view, plan, thought) for plan in (own, best))
    if after is None or instead is None or abs(after.net - instead.net) < _WORTH_TELLING:
        return
    key = "coaching.next_less" if instead.net < after.net else "coaching.next_more"
    yield Phrase.of(key, number=after.card.number, own=after.net, best=instead.net)


def _rest_last(parts: Shares, *, alone: bool) -> Iterator[Phrase]:
    """By how much the own final score differs from the parts told, which end with the own dig.

    Nobody digs after it if the player is `alone` in that.
    """
    rest = parts.own - parts.at_once
    if abs(rest) >= _WORTH_TELLING:
        key = f"rest_{'more' if rest > 0 else 'less'}{'_alone' if alone else ''}"
        yield Phrase.of(f"coaching.{key}", rest=abs(rest))


def _split_last(parts: Shares) -> Iterator[Phrase]:
    """The parts of a last turn's cost, if there are two: a tenth, or less than 0, only confuses."""
    if min(parts.own, parts.others) >= _WORTH_TELLING:
        yield Phrase.of("coaching.split_last", cost=parts.cost, own=parts.own, others=parts.others)


def _split(key: str, parts: Shares) -> Phrase:
    """The parts of the cost; with signs, if some are in favour of the choice made."""
    each = {"at_once": parts.at_once, "others": parts.others, "later": parts.later}
    if min(each.values()) < 0:
        signed = {name: signed_told(points) for name, points in each.items()}
        return Phrase.of("coaching.split_sum", cost=parts.cost, **signed)
    return Phrase.of(key, cost=parts.cost, **each)


def signed_told(amount: Decimal) -> Phrase:
    """An amount in a sum: '+ 3' or '− 3'."""
    return Phrase.of("coaching.minus" if amount < 0 else "coaching.plus", amount=abs(amount))
