"""The panels of Raubbau for a question: its options, and the plans compared."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.answering import amount, chance, exact, others_wake, span
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.chances import Worth
from ksm_widgets.companions.raubbau.last_round import MODELS
from ksm_widgets.companions.raubbau.links import LEAVE, TURN
from ksm_widgets.companions.raubbau.questions import AIMS
from ksm_widgets.companions.raubbau.telling import act_phrase, ends_phrase
from ksm_widgets.companions.view.comparing import because, compared, figure, listed
from ksm_widgets.page.html import choice, note, tick
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.raubbau.answering import Found
    from ksm_widgets.companions.raubbau.questions import Option
    from ksm_widgets.companions.raubbau.turning import Turned
    from ksm_widgets.companions.raubbau.view.page import Page
    from ksm_widgets.page.html import Child

    _Columns = tuple[tuple[str, ...], Iterable[Iterable[Child]]]
    """The heads of the columns, and the figures of each row."""


def options(page: Page) -> Child:
    """The controls for what the question counts and assumes."""
    text, query = page.text, page.query
    if query.question == TURN:
        return note(text("raubbau_page.turn_what"))
    trusting = tick(text("raubbau_page.trusting"), "trusting", on=query.trusting)
    if query.question != LEAVE:
        return trusting
    aims = [
        ("", text("raubbau_page.aim_match")),
        *((a, text(f"raubbau_page.aim_{a}")) for a in AIMS),
    ]
    aim = choice(text("raubbau_page.aim"), "aim", aims, query.aim or "", id_="ksm-aim")
    return aim, trusting


def comparison(page: Page, found: Found) -> Child:
    """The plans compared, and why the one looked at has its figures."""
    columns = _turns if found.turned else _odds if found.leave is None else _worths
    heads, figures = columns(page, found)
    unseen = page.text("raubbau_page.unseen")
    return compared(
        page,
        found,
        heads,
        [_label(page, found, at) for at in range(len(found.rows))],
        figures,
        because(page, found),
        listed(page, unseen, found.unseen, id_="ksm-unseen-cards") if found.unseen else None,
    )


def _label(page: Page, found: Found, at: int) -> str:
    if found.turned:
        ends = ends_phrase(found.turned[at].act.ends)
        return page.reader.say(Phrase("raubbau_page.ends", {"ends": ends}))
    return page.reader.say(act_phrase(found.seen, found.options[at].turn))


def _chance(worth: Worth) -> Child:
    if worth.low == worth.high and worth.low in (0, 1):
        return figure(chance(worth))
    return figure(chance(worth), exact(worth))


def _odds(page: Page, found: Found) -> _Columns:
    def cells(option: Option) -> Iterator[Child]:
        assert option.odds is not None
        gem = option.odds.faces.get(Face.GEM, Fraction(0))
        for worth in (
            option.odds.wakes,
            Worth.sure(gem),
            others_wake(option.odds),
            option.odds.skipped,
        ):
            yield _chance(worth)

    return ("plan", "wakes", "gem", "others", "skipped"), map(cells, found.options)


def _worths(page: Page, found: Found) -> _Columns:
    assert found.leave is not None
    aim = found.leave.aim
    models = [model for model in MODELS if any(model in option.worths for option in found.options)]
    worths = [f"model_{model}" for model in models] or [f"worth_{aim}"]

    def cells(option: Option) -> Iterator[Child]:
        for model in models or [""]:
            worth = option.worths.get(model, option.worth)
            yield figure(amount(worth, aim, page.language), exact(worth))
        odds = found.odds_of(option)
        if odds is not None and odds.odds is not None:
            yield _chance(odds.odds.wakes)
            yield _chance(others_wake(odds.odds))

    return ("plan", *worths, "wakes", "others"), map(cells, found.options)


def _turns(page: Page, found: Found) -> _Columns:
    def cells(one: Turned) -> Iterator[Child]:
        cave_in, gems = Worth.sure(one.cave_in), Worth.sure(one.gems)
        yield str(one.draws)
        yield _chance(cave_in)
        yield str(one.stands)
        mean = span(gems, lambda number: rounded(float(number), 2, page.language))
        yield figure(mean, exact(gems))
        yield ", ".join(map(str, one.hit)) or "–"

    heads = ("lay", "draws", "cave_in", "stands", "gems", "hit")
    return heads, map(cells, found.turned)
