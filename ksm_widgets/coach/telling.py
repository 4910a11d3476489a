"""A review in sentences and as data for a chart: each choice, the whole game, turning points.

Figures are rounded first and added up then, so the sums that a player reads are right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING

from ksm_widgets.analysis.effort import THOROUGH
from ksm_widgets.analysis.knowledge import card_to_play, without_needless
from ksm_widgets.analysis.options import to_a_look
from ksm_widgets.coach.reasons import reasons, signed_told
from ksm_widgets.game.standing import is_as_good, tenth
from ksm_widgets.game.telling import outcome
from ksm_widgets.rules import Card, Power, Turn
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import move_told, turn_told
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.analysis.effort import Thought
    from ksm_widgets.analysis.figures import Figure
    from ksm_widgets.analysis.review import Finding, Moment, Review
    from ksm_widgets.analysis.weighing import AnyOption
    from ksm_widgets.game.match import Match
    from ksm_widgets.rules import View


class Size(Enum):
    """The class of what a choice cost.

    By luck alone, the difference between equal players varies by some 13 points. Among that a slip
    hardly shows; a mistake is worth about a tile, and three costly ones are worth as much as luck.
    """

    GOOD = "good"
    """Nothing better was found, or nothing that is better beyond the error."""
    SLIP = "slip"
    """Less than 2 points."""
    MISTAKE = "mistake"
    """Less than 5 points."""
    COSTLY = "costly"
    """5 points or more."""


_LESS_THAN = ((Size.SLIP, 2.0), (Size.MISTAKE, 5.0), (Size.COSTLY, float("inf")))


@dataclass(frozen=True, slots=True)
class Spot:
    """A choice on the curve of a game, or its end: expected points ahead of the others' mean.

    `before` is with the best choice, `after` with the one made: the way down between them is the
    cost, the way to the next spot is luck. `finding` is the number of the choice in the review,
    None for the end of the game, where both are the result.
    """

    finding: int | None
    round: int
    before: float
    after: float
    flawed: bool


@dataclass(frozen=True, slots=True)
class Turning:
    """The turning point of a game: a finding's number, its cost, and the luck until the next."""

    finding: int
    cost: float
    luck: float


def size_of(finding: Finding) -> Size:
    """The class of a choice's cost."""
    if not finding.flawed:
        return Size.GOOD
    return next(size for size, limit in _LESS_THAN if finding.cost.mean < limit)


def heading(finding: Finding) -> Phrase:
    """The name of a choice: 'Round 3, card'."""
    moment = finding.moment
    if isinstance(moment.choice, Card):
        key = "heading_last" if is_last_card(finding) else "heading_card"
        return Phrase.of(f"coaching.{key}", round=moment.round)
    card = card_to_play(moment.view).number
    key = "coaching.heading_rest" if moment.made else "coaching.heading_turn"
    key = counted(key, moment.made) if moment.made else key
    return Phrase.of(key, round=moment.round, number=card, made=moment.made)


def is_last_card(finding: Finding) -> bool:
    """Whether it is the last card of a hand, so that there was no other to choose."""
    return isinstance(finding.moment.choice, Card) and len(finding.moment.view.hand) == 1


def size_told(finding: Finding) -> Phrase:
    """The size of a mistake, if it was one, and its cost: '4.1 ± 0.8 points'."""
    if is_last_card(finding):
        return Phrase.of("coaching.only")
    if finding.suspected:
        return Phrase.of("coaching.suspected", cost=_about(finding))
    size = size_of(finding)
    if size is Size.GOOD:
        if not is_good(finding):
            return Phrase.of("coaching.not_clear")
        if finding.options[0] != finding.made:
            return Phrase.of("coaching.good")
        alone = not any(is_as_good(one, finding.options) for one in finding.options)
        return Phrase.of("coaching.best" if alone else "coaching.best_as_good")
    return Phrase.of(f"coaching.{size.value}", cost=cost_told(finding.cost))


def is_good(finding: Finding) -> bool:
    """Whether a choice, looked into in depth, is known to be about as good as the best one."""
    if finding.early or finding.flawed:
        return False
    return finding.options[0] == finding.made or standing(finding) == "as_good"


def cost_told(cost: Figure) -> Phrase:
    """A cost, and the range it is in two times out of three: 'about 4 points (…)'."""
    points, error = tenth(cost.mean), tenth(cost.error)
    about = Phrase.of(f"coaching.about{'_one' if points == 1 else ''}", points=points)
    low, high = points - error, points + error
    return Phrase.of("coaching.within", about=about, low=low, high=high) if error else about


def told(
    finding: Finding,
    thought: Thought = THOROUGH,
    *,
    long_ago: bool = False,
    answer: AnyOption | None = None,
    equal: bool = False,
) -> tuple[Phrase, ...]:
    """The verdict on a choice, and the reasons for a better one; finding these takes a moment.

    `long_ago` words it as something done in the past, after a new answer to the same question. For
    a right `answer` the reasons come first; it may be only `equal` to the best option.
    """
    named = answer is not None and not equal
    said = verdict(finding, long_ago=long_ago, answer=answer if equal else None, named=named)
    if not finding.flawed or finding.options[0] == finding.made:
        return said
    if answer is None:
        return (*said, *reasons(finding, thought))
    if not equal:
        return (*reasons(finding, thought), *said)
    why = reasons(replace(finding, options=(answer,)), thought)
    # How the cost is made up is known for the best option alone.
    return (*(one for one in why if ".split_" not in one.key), *said)


def verdict(
    finding: Finding,
    *,
    long_ago: bool = False,
    answer: AnyOption | None = None,
    named: bool = False,
) -> tuple[Phrase, ...]:
    """The choice made, its cost, and a better or equally good one, unless that was just named.

    A right `answer` is told to be as good, if that is known.
    """
    best = finding.options[0]
    done = "coaching.done_then" if long_ago else "coaching.done"
    made = part_told(finding.moment.view, finding.made.choice)
    said = [Phrase.of(done, what=made), size_told(finding), *_needless_told(finding.moment)]
    if best != finding.made and not named:
        key = "better"
        if answer is not None or not finding.flawed:
            key = standing(finding, answer) + ("" if answer is None else "_answer")
            if finding.suspected and key == "open":  # It is still to be checked closely.
                key = "perhaps"
        said.append(Phrase.of(f"coaching.{key}", what=option_told(best)))
    return tuple(said)


def _needless_told(moment: Moment) -> list[Phrase]:
    """A sentence on the magic objects that the turn spent for nothing, if there are any."""
    made = moment.choice
    if isinstance(made, Card):
        return []
    needless = made.powers - without_needless(moment.view, made).powers
    powers = [one for one in Power if one in needless]
    return [Phrase.of(counted("coaching.needless", len(powers)), powers=powers)] if powers else []


def standing(finding: Finding, answer: AnyOption | None = None) -> str:
    """How the best option stands to an answer or the choice made, if it is not clearly better.

    As everywhere, it is `as_good` if the leads told are the same or it is known to be hardly
    better, and else `open`.
    """
    one = finding.made if answer is None else answer
    same = tenth(one.ahead.mean) == tenth(finding.options[0].ahead.mean)
    loss = finding.cost if answer is None else answer.loss
    return "as_good" if same or loss.is_small else "open"


def option_told(option: AnyOption) -> Phrase:
    """A card or a turn in a few words: 'c3→d4, then dig a1, b1'."""
    return choice_told(option.choice)


def choice_told(choice: Card | Turn) -> Phrase:
    """A chosen card or turn in a few words."""
    if isinstance(choice, Card):
        return Phrase.of("coaching.card", number=choice.number)
    return turn_told(choice)


def part_told(view: View, choice: Card | Turn) -> Phrase:
    """A choice in a few words: of a turn no more than is judged, up to its first look."""
    look = to_a_look(view, choice.moves) if isinstance(choice, Turn) else ()
    if not look:
        return choice_told(choice)
    moves = [*map(move_told, look)]
    return Phrase.of("coaching.to_a_look", moves=moves, quarry=look[-1].source)


def summary(review: Review, match: Match) -> tuple[Phrase, ...]:
    """The whole game in short: the result, the good choices, the mistakes and the costliest."""
    if not review.findings:
        return (Phrase.of("coaching.nothing"),)
    if match.over:
        result = outcome(match, review.player)
    else:
        result = Phrase.of("coaching.about_now", ahead=_ahead(Decimal(round(_at_end(review)))))
    return (result, *_good(review), *_mistakes_told(review))


def _good(review: Review) -> Iterator[Phrase]:
    """The number of choices that cost nothing measurable."""
    sure = [one for one in review.findings if not one.suspected]
    choices, good = len(sure), sum(not one.flawed for one in sure)
    if good:
        key = "coaching.good_all" if good == choices else "coaching.good_of"
        yield Phrase.of(counted(key, good), good=good, choices=choices)


def _mistakes_told(review: Review) -> Iterator[Phrase]:
    """The number of mistakes, and what the costliest cost in whole points."""
    flawed = mistakes(review)
    if flawed:
        which, key = heading(flawed[0]), counted("coaching.mistakes", len(flawed))
        yield Phrase.of(key, count=len(flawed), which=which, cost=_about(flawed[0]))
    count = sum(one.flawed for one in review.findings) - len(flawed)
    if count:
        yield Phrase.of(counted("coaching.same_turn", count), count=count)


def _about(finding: Finding) -> Phrase:
    """The cost in whole points."""
    points = round(finding.cost.mean)
    return Phrase.of(counted("coaching.about", points), points=points)


def adding_up(review: Review) -> tuple[Phrase, ...]:
    """The sum of a game: points expected, brought by luck, lost by mistakes, and the result.

    What is within the error counts as luck, as on the curve. The rounded figures add up: start +
    luck - lost = end.
    """
    if not review.findings:
        return ()
    found = mistakes(review)
    start, end = tenth(review.findings[0].best), tenth(_at_end(review))
    lost = sum((tenth(one.cost.mean) for one in found), Decimal())
    luck = end - start + lost
    key = counted("coaching.lost", len(found)) if found else "coaching.lost_none"
    sums = {"start": start, "luck": signed_told(luck), "lost": signed_told(-lost), "end": end}
    return (
        Phrase.of("coaching.start", ahead=_ahead(start)),
        Phrase.of(f"coaching.luck_{'bad' if luck < 0 else 'good'}", luck=abs(luck)),
        Phrase.of(key, lost=lost),
        Phrase.of("coaching.now" if review.ended is None else "coaching.end", ahead=_ahead(end)),
        Phrase.of("coaching.sum" if found else "coaching.sum_level", **sums),
    )


def _told_cost(review: Review, finding: Finding) -> float:
    """The points that a choice cost, as they are told: 0 within the error, once for a turn."""
    return finding.cost.mean if is_listed(review, finding) else 0.0


def _after(review: Review, finding: Finding) -> float:
    """The lead expected after a choice, as it is told of the whole game."""
    return finding.best - _told_cost(review, finding)


def _at_end(review: Review) -> float:
    """The lead at the end; while the game goes on, the one expected after the last choice."""
    return _after(review, review.findings[-1]) if review.ended is None else review.ended


def _ahead(points: Decimal) -> Phrase:
    if not points:
        return Phrase.of("coaching.level")
    key = "ahead" if points > 0 else "behind"
    one = "_one" if abs(points) == 1 else ""
    return Phrase.of(f"coaching.{key}{one}", points=abs(points))


def curve(review: Review) -> tuple[Spot, ...]:
    """The curve of a game: a spot for each choice, and for the end if it is over."""
    spots = [
        Spot(at, one.moment.round, one.best, _after(review, one), is_listed(review, one))
        for at, one in enumerate(review.findings)
    ]
    if review.ended is not None and spots:
        spots.append(Spot(None, spots[-1].round, review.ended, review.ended, flawed=False))
    return tuple(spots)


def turning_points(review: Review, few: int = 3) -> tuple[Turning, ...]:
    """The few choices after which most changed, by their cost and the luck after; in order.

    Costs within the error count as 0; a choice after which nothing changed is none of them.
    """
    turnings = [
        Turning(at, _told_cost(review, one), later - _after(review, one))
        for at, (one, later) in enumerate(zip(review.findings, review.later, strict=False))
    ]
    turned = [one for one in turnings if tenth(one.luck - one.cost)]
    most = sorted(turned, key=lambda one: -abs(one.luck - one.cost))[:few]
    return tuple(sorted(most, key=lambda one: one.finding))


def turning_told(review: Review, turning: Turning) -> Phrase:
    """A turning point: the choice, its cost, and the luck after it."""
    cost, luck = tenth(turning.cost), tenth(turning.luck)
    key = f"coaching.turning_{'cost_' if cost else ''}{'bad' if luck < 0 else 'good'}"
    if cost and not luck:
        key = "coaching.turning_cost"
    which = heading(review.findings[turning.finding])
    return Phrase.of(key, which=which, cost=cost, luck=abs(luck))


def mistakes(review: Review) -> tuple[Finding, ...]:
    """The choices that cost something beyond the error, the costliest first.

    Of those in one turn only the costliest: the later ones often follow from it.
    """
    flawed = sorted((one for one in review.findings if one.flawed), key=lambda one: -one.cost.mean)
    costliest: dict[object, Finding] = {}
    for one in flawed:
        costliest.setdefault((one.moment.record, isinstance(one.moment.choice, Card)), one)
    return tuple(costliest.values())


def is_listed(review: Review, finding: Finding) -> bool:
    """Whether a choice is one of the mistakes, and not only part of one in the same turn."""
    return any(one is finding for one in mistakes(review))
