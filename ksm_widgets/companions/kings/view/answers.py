"""The panels of Kings under Mountains for a question: a note on it, and the options compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.links import Question
from ksm_widgets.companions.kings.naming import numbers_phrase, place_phrase, races_phrase
from ksm_widgets.companions.kings.options import MineFinding
from ksm_widgets.companions.kings.reasons import brought_phrase
from ksm_widgets.companions.kings.search.chances import Chance
from ksm_widgets.companions.kings.search.fewest import Fewest
from ksm_widgets.companions.kings.search.openings import Opening
from ksm_widgets.companions.kings.search.sure import SurePlan
from ksm_widgets.companions.kings.telling import act_phrase
from ksm_widgets.companions.telling import numeral, percent
from ksm_widgets.companions.view.comparing import Row, chance_figure, compared, figure
from ksm_widgets.companions.view.parts import lines_of
from ksm_widgets.page.html import note
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from ksm_widgets.companions.kings.answering import Found
    from ksm_widgets.companions.kings.options import Option
    from ksm_widgets.companions.kings.rules import Play
    from ksm_widgets.companions.kings.view.page import Page
    from ksm_widgets.companions.view.page import Looked
    from ksm_widgets.page.html import Child


_HEADS = {
    Question.SURE: ("plan", "change", "acts"),
    Question.FEWEST: ("mine", "fewest", "missing"),
    Question.CHANCE: ("mine", "chance", "within"),
    Question.OPENS: ("play", "take", "push", "gets"),
}
"""The columns of each question's table."""
_MOST_NAMED = 3
"""Plays of a row that its label names."""


def question(page: Page) -> Child:
    """The note on the question."""
    return note(page.text(f"kings_page.what_{page.query.question}"))


def comparison(page: Page, looked: Looked[Found]) -> Child:
    """The options compared, and the one looked at step by step."""
    found = looked.found
    rows = [
        Row(_label(page, found, at), _cells(page, found, one.option), _opened(page, one.option))
        for at, one in enumerate(found.rows)
    ]
    return compared(page, looked, _HEADS[found.query.question], rows, in_steps=True)


def _label(page: Page, found: Found, at: int) -> str:
    """The name of a row: its number of turns, its mine, or its plays."""
    one = found.rows[at].option
    match one:
        case SurePlan(within=turns):
            return page.text(counted("kings_page.in_turns", turns), turns=turns)
        case MineFinding():
            place = place_phrase(one.place)
            params = {"place": place, "mine": numbers_phrase(one.mine)}
            return page.reader.say(Phrase("kings_page.target", params))
    plays = [page.reader.say(act_phrase(found.position, play)) for play in _alike(found, at)]
    more = len(plays) - _MOST_NAMED
    if more < 1:
        return "; ".join(plays)
    named = "; ".join(plays[:_MOST_NAMED])
    return page.text(counted("kings_page.and_more", more), plays=named, count=more)


def _alike(found: Found, at: int) -> Iterator[Play]:
    """The plays of a row."""
    return (one.option.play for one in found.groups[at] if isinstance(one.option, Opening))


def _cells(page: Page, found: Found, one: Option) -> Iterator[Child]:
    """The figures of a row, in the order of its columns."""
    match one:
        case SurePlan():
            yield figure(numeral(one.change, "+d") if one.change else "0")
            yield figure(str(len(one.acts)))
        case MineFinding(result=Fewest() as fewest):
            told = f"≥ {fewest.at_least}" if fewest.turns is None else str(fewest.turns)
            yield figure("–" if fewest.turns is None and fewest.proven else told)
            yield figure(str(one.missing))
        case MineFinding(result=Chance() as chance):
            yield _chance(page, chance.chance)
            yield figure(str(chance.turns))
        case Opening():
            yield _chance(page, one.take)
            yield _chance(page, one.push)
            if one.mine is None:
                yield "–"
                return
            asker = found.position.asker
            yield page.reader.say(brought_phrase("kings_page.", one, one.mine, asker))


def _chance(page: Page, chance: Fraction) -> Child:
    return chance_figure(page, percent(chance), str(chance))


def _opened(page: Page, one: Option) -> Child:
    """The chance of a fitting unit of each race on the mines that a play leaves open."""
    if not isinstance(one, Opening):
        return None
    races = tuple(
        Phrase(
            "kings_page.opens_race",
            {
                "place": place_phrase(opened.place),
                "race": races_phrase(race),
                "chance": percent(chance),
            },
        )
        for opened in one.opened
        for race, chance in opened.races.items()
        if chance
    )
    return lines_of(page, races)
