"""How the options of a choice stand to the best one, in figures and words.

Hints, the table of cards and the coach all tell it so.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.game.telling import names
from ksm_widgets.rules import Card, Turn
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import move_told, turn_told
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.analysis.figures import Figure
    from ksm_widgets.analysis.weighing import AnyOption


def tenth(number: float) -> Decimal:
    """A number rounded to a tenth."""
    return Decimal(f"{number:.1f}")


def figure_told(figure: Figure) -> Phrase:
    """A figure and its error, to the tenth: '4.1 ± 0.8'."""
    return Phrase.of("match_advice.figure", mean=tenth(figure.mean), error=tenth(figure.error))


def ahead_told(figure: Figure) -> Phrase:
    """Points ahead or behind: '4.1 ± 0.8 points ahead'."""
    key = "match_advice.behind" if figure.mean < 0 else "match_advice.in_front"
    return Phrase.of(key, points=figure_told(replace(figure, mean=abs(figure.mean))))


def expected_told(ahead: Figure) -> list[Phrase]:
    """The lead to expect, in the words of the table of cards, and what may come of luck, if any."""
    told = [Phrase.of("match_advice.expect", ahead=ahead_told(ahead))]
    return [*told, Phrase("match_advice.expect_within")] if tenth(ahead.error) else told


def equal_to_best(options: Sequence[AnyOption]) -> list[AnyOption]:
    """The other options whose lead is that of the first, as it is told."""
    best, *others = options
    lead = tenth(best.ahead.mean)
    return [one for one in others if one.closely and tenth(one.ahead.mean) == lead]


def is_as_good(option: AnyOption, options: Sequence[AnyOption]) -> bool:
    """Whether another option is about as good as the first: known to be, or with the same lead."""
    return option != options[0] and (option.as_good or option in equal_to_best(options))


def as_good_told(options: Sequence[AnyOption]) -> list[Phrase]:
    """Sentences on the options that are about as good as the first, or may be, if there are any.

    Those that came out better within their error are told apart: a plan told before comes first
    if its loss may be luck, and what was picked by some games may be second by others.
    """
    first, *others = options
    better = [one for one in others if _came_out_better(one, options)]
    others = [one for one in others if one not in better]
    as_good = [one for one in others if is_as_good(one, options)]
    unsure = [one for one in others if one.is_open and one.closely and one not in as_good]
    turn = first.choice
    cheaper = _cheaper_told(turn, as_good) if isinstance(turn, Turn) else []
    return [
        *_better_told(first, better),
        *_named("as_good", as_good),
        *cheaper,
        *_named("open", unsure),
        *_named("unchecked", [one for one in others if not one.closely]),
    ]


def _came_out_better(option: AnyOption, options: Sequence[AnyOption]) -> bool:
    """Whether an option that was weighed closely leads the first, as they are told."""
    first = options[0]
    ahead = option.ahead.mean > first.ahead.mean
    known = option.closely and not option.is_worse
    return known and ahead and option not in equal_to_best(options)


def _better_told(first: AnyOption, better: Sequence[AnyOption]) -> list[Phrase]:
    """A sentence on the options that came out better: by how much, and of turns the best one."""
    if not better:
        return []
    best = max(better, key=lambda one: one.ahead.mean)
    more = tenth(best.ahead.mean) - tenth(first.ahead.mean)
    what = {"what": turn_told(best.choice)} if isinstance(best.choice, Turn) else {}
    return _named("better", better, more=more, **what)


def _named(kind: str, options: Sequence[AnyOption], **params: object) -> list[Phrase]:
    """A sentence of that kind on these options: cards by number, of turns how many; or none."""
    if not options:
        return []
    cards = sorted(one.choice.number for one in options if isinstance(one.choice, Card))
    key = counted(f"match_advice.{'' if cards else 'turns_'}{kind}", len(options))
    if cards:
        return [Phrase.of(key, others=names([*map(str, cards)]), **params)]
    return [Phrase.of(key, count=len(options), **params)]


def _cheaper_told(first: Turn, others: Sequence[AnyOption]) -> list[Phrase]:
    """Name the turn with the fewest moves of those as good as the first, if it needs fewer.

    It spends no other objects. Of equals it is the best; doing nothing comes last.
    """
    turns = [one.choice for one in others if isinstance(one.choice, Turn)]
    cheaper = [
        one for one in turns if len(one.moves) < len(first.moves) and one.powers <= first.powers
    ]
    if not cheaper:
        return []
    least = min(cheaper, key=lambda one: (one.dig is None, len(one.moves)))
    if least.dig is None:
        return [Phrase("match_advice.saves_dig")] if not least.moves else []
    moves, quarries = [*map(move_told, least.moves)], list(least.dig)
    if not moves:
        return [Phrase.of("match_advice.saves_all", quarries=quarries)]
    counts = {"count": len(moves), "more": len(first.moves)}
    return [Phrase.of("match_advice.saves", moves=moves, quarries=quarries, **counts)]
