"""The panels of Kings under Mountains for a question: what it asks, and the options compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.answering import (
    FoundChances,
    FoundFewest,
    FoundOpenings,
    FoundPlans,
)
from ksm_widgets.companions.kings.naming import numbers_phrase, place_phrase, races_phrase
from ksm_widgets.companions.kings.reasons import brought_phrase
from ksm_widgets.companions.kings.telling import act_phrase
from ksm_widgets.companions.telling import numeral, percent
from ksm_widgets.companions.view.comparing import Row, chance_figure, compared, figure
from ksm_widgets.companions.view.parts import lines_of
from ksm_widgets.page.html import note
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from ksm_widgets.companions.answering import Looked
    from ksm_widgets.companions.kings.answering import Found
    from ksm_widgets.companions.kings.finding import MineFinding
    from ksm_widgets.companions.kings.search.chances import Chance
    from ksm_widgets.companions.kings.search.fewest import Fewest
    from ksm_widgets.companions.kings.search.openings import Opening
    from ksm_widgets.companions.kings.view.page import Page
    from ksm_widgets.page.html import Child


_MOST_NAMED = 3
"""Plays of a row that its label names."""


def question(page: Page) -> Child:
    """The note on the question."""
    return note(page.text(f"kings_page.what_{page.query.question}"))


def comparison(page: Page, looked: Looked[Found]) -> Child:
    """The options compared, and the one looked at step by step."""
    heads: Sequence[str]
    found = looked.found
    match found:
        case FoundPlans():
            heads, rows = ("plan", "change", "acts"), _plans(page, found)
        case FoundFewest():
            heads, rows = ("mine", "fewest", "missing"), _fewest(page, found)
        case FoundChances():
            heads, rows = ("mine", "chance", "within"), _chances(page, found)
        case FoundOpenings():
            heads, rows = ("play", "take", "push", "gets"), _openings(page, found)
    return compared(page, looked, heads, [*rows], in_steps=True)


def _plans(page: Page, found: FoundPlans) -> Iterator[Row]:
    for plan in found.rows:
        label = page.text(counted("kings_page.in_turns", plan.within), turns=plan.within)
        change = figure(numeral(plan.change, "+d") if plan.change else "0")
        yield Row(label, [change, figure(str(len(plan.acts)))])


def _fewest(page: Page, found: FoundFewest) -> Iterator[Row]:
    for finding in found.rows:
        fewest = finding.result
        told = f"≥ {fewest.at_least}" if fewest.turns is None else str(fewest.turns)
        turns = figure("–" if fewest.turns is None and fewest.proven else told)
        yield Row(_mine(page, finding), [turns, figure(str(finding.missing))])


def _chances(page: Page, found: FoundChances) -> Iterator[Row]:
    for finding in found.rows:
        chance, turns = _chance(page, finding.result.chance), figure(str(finding.result.turns))
        yield Row(_mine(page, finding), [chance, turns])


def _openings(page: Page, found: FoundOpenings) -> Iterator[Row]:
    for alike in found.groups:
        opening = alike[0]
        effect: Child = "–"
        if opening.mine is not None:
            asker = found.position.asker
            effect = page.reader.say(brought_phrase("kings_page.", opening, opening.mine, asker))
        chances = (_chance(page, chance) for chance in (opening.take, opening.push))
        yield Row(_plays(page, found, alike), [*chances, effect], _opened(page, opening))


def _mine(page: Page, finding: MineFinding[Fewest] | MineFinding[Chance]) -> str:
    """The place and the numbers of a mine."""
    params = {"place": place_phrase(finding.place), "mine": numbers_phrase(finding.mine)}
    return page.reader.say(Phrase("kings_page.target", params))


def _plays(page: Page, found: FoundOpenings, alike: Sequence[Opening]) -> str:
    """The plays of a row, as far as there is room for their names."""
    plays = [page.reader.say(act_phrase(found.position, one.play)) for one in alike]
    more = len(plays) - _MOST_NAMED
    if more < 1:
        return "; ".join(plays)
    named = "; ".join(plays[:_MOST_NAMED])
    return page.text(counted("kings_page.and_more", more), plays=named, count=more)


def _chance(page: Page, chance: Fraction) -> Child:
    return chance_figure(page, percent(chance), str(chance))


def _opened(page: Page, opening: Opening) -> Child:
    """The chance of a fitting unit of each race on the mines that a play leaves open."""
    chances = tuple(
        Phrase(
            "kings_page.opens_race",
            {
                "place": place_phrase(opened.place),
                "race": races_phrase(race),
                "chance": percent(chance),
            },
        )
        for opened in opening.opened
        for race, chance in opened.races
        if chance
    )
    return lines_of(page, chances)
