"""The panels of Raubbau for a question: what else it asks, and the options compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.answering import (
    FoundOdds,
    FoundRotations,
    FoundWorths,
)
from ksm_widgets.companions.raubbau.figures import amount, chance, exact, mean
from ksm_widgets.companions.raubbau.links import Question
from ksm_widgets.companions.raubbau.naming import ends_phrases
from ksm_widgets.companions.raubbau.questions import Aim
from ksm_widgets.companions.raubbau.search.worth import Worth
from ksm_widgets.companions.raubbau.telling import act_phrase
from ksm_widgets.companions.view.comparing import Row, chance_figure, compared, figure, listed
from ksm_widgets.page.html import choice, note, tick
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.answering import Looked
    from ksm_widgets.companions.raubbau.answering import Found
    from ksm_widgets.companions.raubbau.ask_rotate import Rotation
    from ksm_widgets.companions.raubbau.search.odds import Odds
    from ksm_widgets.companions.raubbau.search.weighing import Option
    from ksm_widgets.companions.raubbau.view.page import Page
    from ksm_widgets.page.html import Child

    _Columns = tuple[tuple[str, ...], Iterable[Iterable[Child]]]
    """The heads of the columns, and the figures of each row."""


def question(page: Page) -> Child:
    """The controls for what the question counts and assumes."""
    text, query = page.text, page.query
    if query.question is Question.ROTATE:
        return note(text("raubbau_page.turn_what"))
    trusting = tick(text("raubbau_page.trusting"), "trusting", on=query.trusting)
    if query.question is not Question.LEAVE:
        return trusting
    aims = [
        ("", text("raubbau_page.aim_match")),
        *((aim, text(f"raubbau_page.aim_{aim}")) for aim in Aim),
    ]
    chosen = choice(text("raubbau_page.aim"), "aim", aims, query.aim or "", id_="ksm-aim")
    return chosen, trusting


def comparison(page: Page, looked: Looked[Found]) -> Child:
    """The options compared, and why the one looked at has its figures."""
    unseen: Child = None
    found = looked.found
    match found:
        case FoundRotations():
            heads, figures = _rotations(page, found)
            ends = (ends_phrases(one.act.ends) for one in found.rows)
            labels = [Phrase("raubbau_page.ends", {"ends": sides}) for sides in ends]
        case FoundOdds() | FoundWorths():
            columns = _odds(page, found) if isinstance(found, FoundOdds) else _worths(page, found)
            heads, figures = columns
            labels = [act_phrase(found.asked, one.act) for one in found.rows]
            title = page.text("raubbau_page.unseen")
            unseen = listed(page, title, found.unseen, id_="ksm-unseen-cards")
    rows = [*map(Row, map(page.reader.say, labels), figures)]
    return compared(page, looked, heads, rows, in_steps=False, below=unseen)


def _chance(page: Page, worth: Worth) -> Child:
    return chance_figure(page, chance(worth), exact(worth))


def _odds(page: Page, found: FoundOdds) -> _Columns:
    def cells(odds: Odds) -> Iterator[Child]:
        for worth in (odds.wakes, Worth.sure(odds.gem), odds.others, odds.skipped):
            yield _chance(page, worth)

    return ("plan", "wakes", "gem", "others", "skipped"), map(cells, found.rows)


def _worths(page: Page, found: FoundWorths) -> _Columns:
    aim = found.answer.aim
    models = found.answer.models
    worths = [f"model_{model}" for model in models] or [f"worth_{found.counted_as}"]

    def cells(option: Option, odds: Odds) -> Iterator[Child]:
        for worth in [option.worths[model] for model in models] or [option.worth]:
            yield figure(amount(worth, aim).say(page.language), exact(worth))
        yield _chance(page, odds.wakes)
        yield _chance(page, odds.others)

    odds = map(found.odds, range(len(found.rows)))
    return ("plan", *worths, "wakes", "others"), map(cells, found.rows, odds)


def _rotations(page: Page, found: FoundRotations) -> _Columns:
    def cells(one: Rotation) -> Iterator[Child]:
        cave_in, gems = Worth.sure(one.cave_in), Worth.sure(one.gems)
        yield str(one.draws)
        yield _chance(page, cave_in)
        yield str(one.stands)
        yield figure(mean(gems).say(page.language), exact(gems))
        yield ", ".join(map(str, one.hit)) or "–"

    heads = ("lay", "draws", "cave_in", "stands", "gems", "hit")
    return heads, map(cells, found.rows)
