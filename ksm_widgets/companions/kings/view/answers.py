"""The panels that show what was found about a table, and step through a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.figures import percent
from ksm_widgets.companions.kings.chances import Chance
from ksm_widgets.companions.kings.fewest import Fewest
from ksm_widgets.companions.kings.links import OPEN, QUESTIONS, SURE
from ksm_widgets.companions.kings.opening import Opening
from ksm_widgets.companions.kings.questions import Target
from ksm_widgets.companions.kings.sure import SurePlan
from ksm_widgets.companions.kings.telling import act_phrase, mine_phrase, place_phrase
from ksm_widgets.companions.view import comparing
from ksm_widgets.companions.view.comparing import compared_row, compared_table, figure, stepped
from ksm_widgets.companions.view.panels import lines_of
from ksm_widgets.page.html import element, folded, note, section
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from ksm_widgets.companions.kings.answering import Found, Row
    from ksm_widgets.companions.kings.view.page import Page
    from ksm_widgets.page.html import Child


def asking(page: Page) -> Child:
    """The question, and the button that asks it."""
    return comparing.asking(page, QUESTIONS)


def answers(page: Page) -> Iterator[Child]:
    """The search while it runs, and what was found."""
    return comparing.answers(page, _found)


def options(page: Page) -> Child:
    """The options of the question."""
    return note(page.text(f"kings_page.what_{page.query.question}"))


def _found(page: Page, found: Found) -> Child:
    text = page.text
    title = text("shelf_page.compared")
    heads = [text(f"kings_page.head_{name}") for name in _HEADS[found.query.question]]
    at = min(page.row, len(found.rows) - 1)
    rows = (
        compared_row(page, _label(page, found, number), number, _cells(page, one))
        for number, one in enumerate(found.rows)
    )
    reasons, plan = found.reasons(at), _label(page, found, at)
    return section(
        title,
        compared_table(title, heads, rows),
        element("h3", text("kings_page.plan_of", plan=plan)),
        _steps(page, found, at),
        folded(text("kings_page.why"), lines_of(reasons, page), id_="ksm-why", open_=True),
        folded(
            text("shelf_page.assuming"),
            lines_of(found.assuming, page),
            id_="ksm-assuming",
            open_=True,
        ),
        class_="ksm-found",
    )


_HEADS = {
    SURE: ("turns", "change", "acts"),
    "fewest": ("mine", "fewest", "missing"),
    "chance": ("mine", "chance", "within"),
    OPEN: ("play", "take", "push", "gets"),
}


def _label(page: Page, found: Found, at: int) -> str:
    one = found.rows[at]
    match one:
        case SurePlan():
            turns = at + 1
            return page.text(counted("kings_page.in_turns", turns), turns=turns)
        case Target():
            place = place_phrase(str(one.place))
            phrase = Phrase("kings_page.target", {"place": place, "mine": str(one.mine)})
            return page.reader.say(phrase)
    return page.reader.say(act_phrase(found.position, one.play))


def _cells(page: Page, one: Row) -> Iterator[Child]:
    match one:
        case SurePlan():
            yield figure(f"{one.change:+d}".replace("-", "−") if one.change else "0")
            yield figure(str(len(one.acts)))
        case Target(found=Fewest() as found):
            told = f"≥ {found.at_least}" if found.turns is None else str(found.turns)
            yield figure("–" if found.turns is None and found.proven else told)
            yield figure(str(one.missing))
        case Target(found=Chance() as found):
            yield _chance(page, found.chance)
            yield figure(str(found.turns))
        case Opening():
            yield _chance(page, one.take)
            yield _chance(page, one.push)
            key = "finished" if one.finished else "captured"
            mine = mine_phrase(one.mine)
            phrase = Phrase(f"kings_page.{key}", {"seat": one.owner or 0, "mine": mine})
            yield "–" if one.mine is None else page.reader.say(phrase)


def _chance(page: Page, chance: Fraction) -> Child:
    exact = "" if chance.denominator == 1 else str(chance)
    return figure(percent(chance, page.language), exact)


def _steps(page: Page, found: Found, at: int) -> Child:
    """The acts of a plan, one by one, and the buttons that show them on the table."""
    acts = found.acts(at)
    if not acts:
        one = found.rows[at]
        shown = page.text("kings_page.no_plan")
        return (note(shown), _opened(page, one))
    lines = [
        page.reader.say(act_phrase(found.after(at, number), act)) for number, act in enumerate(acts)
    ]
    return (stepped(page, lines), _opened(page, found.rows[at]))


def _opened(page: Page, one: Row) -> Child:
    """The openings that a play leaves, mine by mine."""
    if not isinstance(one, Opening):
        return None
    lines = tuple(
        Phrase(
            "kings_page.opens",
            {
                "place": place_phrase(str(opened.place)),
                "take": f"{opened.take} ({percent(opened.take, page.language)})",
                "push": f"{opened.push} ({percent(opened.push, page.language)})",
            },
        )
        for opened in one.opened
    )
    races = tuple(
        Phrase(
            "kings_page.opens_race",
            {
                "place": place_phrase(str(opened.place)),
                "race": Phrase(f"kings_race_many.{race}"),
                "chance": f"{chance} ({percent(chance, page.language)})",
            },
        )
        for opened in one.opened
        for race, chance in opened.races.items()
        if chance
    )
    return lines_of(lines, page), lines_of(races, page)
