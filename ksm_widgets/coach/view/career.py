"""A person's statistics over all their games, on the page where games begin."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING

from ksm_widgets.coach.career_telling import (
    habit_told,
    lesson_told,
    level_told,
    mean_told,
    mistakes_told,
    practice_told,
    summary_told,
)
from ksm_widgets.coach.patterns import PRACTICES
from ksm_widgets.draw.charts import results_scene
from ksm_widgets.game.standing import figure_told, tenth
from ksm_widgets.game.view.parts import figures, table
from ksm_widgets.mine.view import small_card, tile_face
from ksm_widgets.page.html import (
    Child,
    Markup,
    bar,
    button,
    choice,
    element,
    folded,
    joined,
    note,
    picture,
    row,
    section,
)
from ksm_widgets.page.sharing import beside
from ksm_widgets.players.rating import FEWEST_RATED, levels_within
from ksm_widgets.puzzles.playing import theme_key
from ksm_widgets.words import rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ksm_widgets.coach.career import CardUse, Career, Opponents
    from ksm_widgets.coach.patterns import Pattern
    from ksm_widgets.coach.view.page import CoachedPage

_SHOWN = 40
"""Games in the chart."""
_PUZZLES = "puzzles.ipynb"


def career_shown(page: CoachedPage, career: Career) -> Markup:
    """All of the statistics; with few games, that there are too few to tell."""
    enough = bool(career.games) and not career.early
    more = (_opponents, _parts, _digging) if enough else ()
    return joined(
        section(
            page.text("career.title"),
            _whose(page, career),
            _told(page, career) if not enough else _heads(page, career),
            _curve(page, career) if len(career.games) > 1 else None,
            row(button(page.text("career.back"), "career-away")),
            class_="ksm-start-part",
        ),
        _practice(page, career),
        _costs(page, career),
        *(part(page, career) for part in more),
    )


def _part(title: str, *children: Child) -> Markup:
    return section(title, children, class_="ksm-start-part")


def _table(title: str, heads: Sequence[str], rows: Iterable[Child]) -> Markup:
    return table(title, heads, rows, "ksm-career-table")


def _told(page: CoachedPage, career: Career) -> Child:
    return [note(page.reader.say(phrase)) for phrase in summary_told(career)]


def _whose(page: CoachedPage, career: Career) -> Markup | None:
    """The person, if games of several are known."""
    if len(career.names) < 2:
        return None
    names = [(one, one) for one in career.names]
    return choice(page.text("career.whose"), "career-of", names, career.name, id_="ksm-career")


def _heads(page: CoachedPage, career: Career) -> Markup:
    """The most important figures: games, points, rating."""
    text, say, games = page.text, page.reader.say, career.games
    best, rating = max(one.own for one in games), career.rating
    figure, means = text("career.too_few"), text("career.rating_need", fewest=FEWEST_RATED)
    if rating is not None:
        figure = f"{rating.mean:.0f} ± {rating.error:.0f}"
        within = levels_within(rating)
        key = "career.rating_like" if len(within) > 1 else "career.rating_like_one"
        means = text(key, low=level_told(within[0]), high=level_told(within[-1]))
    won = text("career.played_what", games=len(games), won=career.won)
    heads = (
        _head(text("career.played"), str(len(games)), won),
        _head(
            text("career.points_head"),
            say(mean_told(career.points)),
            text("career.points_best", best=best),
        ),
        _head(text("career.rating_head"), figure, means),
    )
    return element("dl.ksm-career-heads", heads)


def _head(title: str, figure: str, what: str) -> Markup:
    return element("div", element("dt", title), element("dd", figure), element("dd.ksm-note", what))


def _curve(page: CoachedPage, career: Career) -> Child:
    games = career.games[-_SHOWN:]
    scene = results_scene(games, theme=page.theme, language=page.language)
    what = page.text("career.curve_what", games=len(games))
    return (
        element("div.ksm-curve", picture(scene, decorative=False)),
        note(what),
    )


def _practice(page: CoachedPage, career: Career) -> Markup | None:
    """The next things to practise, with links where the page knows its own address."""
    if not career.games:
        return None
    text, said = page.text, []
    for one in career.habits:
        said.append(
            element("li", element("b", text(f"career.habit_{one.habit.value}")), _ways(page, one))
        )
    again = None
    if page.due:
        due = text("career.again", count=page.due)
        again = row(button(due, "again", class_="ksm-main"))
    words = practice_told(career) if not said else ()
    return _part(
        text("career.next"),
        again,
        element("ul.ksm-career-next", said) if said else None,
        [note(page.reader.say(phrase)) for phrase in words],
        note(text("career.drill")) if said else None,
    )


def _ways(page: CoachedPage, one: Pattern) -> Markup:
    """The lessons and puzzles that fit a habit."""
    practice, say = PRACTICES[one.habit], page.reader.say
    ways = [
        _way(page, say(lesson_told(name)), f"{page.language}/{name}.ipynb")
        for name in practice.lessons
    ]
    ways += [
        _way(
            page,
            page.text("career.puzzles", theme=page.text(theme_key(theme))),
            _PUZZLES,
            f"?theme={theme.value}",
        )
        for theme in practice.themes
    ]
    if practice.cards:
        ways.append(note(page.text("career.cards_hint")))
    return element("div.ksm-group", ways)


def _way(page: CoachedPage, words: str, path: str, query: str = "") -> Markup:
    """A link to another page; a page in a notebook does not know where that is."""
    if not page.address:
        return element("span.ksm-note", words)
    return element("a.ksm-button", words, href=beside(page.address, path) + query)


def _costs(page: CoachedPage, career: Career) -> Markup | None:
    """The kinds of mistakes, and what they cost."""
    if not career.games:
        return None
    text, say = page.text, page.reader.say
    title = text("career.costs")
    if not career.patterns:
        return _part(title, [note(say(phrase)) for phrase in mistakes_told(career)])
    sizes = [
        figures(text(f"career.size_{size.value}"), (_number(page, number), _number(page, points)))
        for size, number, points in career.mistakes
    ]
    most = max(1.0, *(one.cost.mean for one in career.patterns))
    rows = [
        figures(
            (say(habit_told(one.habit)), bar(max(0, round(100 * one.cost.mean / most)))),
            (say(figure_told(one.cost)) if one.choices else "–", str(one.choices)),
        )
        for one in career.patterns
    ]
    return _part(
        title,
        note(say(mistakes_told(career)[0])),
        _table(title, [text(f"career.{key}") for key in ("kind", "cost", "choices")], rows),
        note(text("career.costs_what")),
        _table(title, [text(f"career.{key}") for key in ("size", "number", "cost")], sizes),
    )


def _opponents(page: CoachedPage, career: Career) -> Markup:
    text = page.text
    heads = [text(f"career.{key}") for key in ("against", "won", "lead")]

    def line(one: Opponents) -> Markup:
        won = text("career.won_of", won=one.won, games=one.games)
        lead = page.reader.say(mean_told(one.lead))
        return figures(page.reader.say(level_told(one.level)), (won, lead))

    title = text("career.opponents")
    return _part(
        title, _table(title, heads, map(line, career.opponents)), note(text("career.lead_what"))
    )


def _parts(page: CoachedPage, career: Career) -> Markup:
    text, title = page.text, page.text("career.parts")
    most = max(1.0, *(points for _, points in career.parts))

    def line(part: str, points: float) -> Markup:
        name = text(f"career.part_{part}"), bar(max(0, round(100 * points / most)))
        return figures(name, [_number(page, points)])

    heads = ["", text("career.points_head")]
    return _part(title, _table(title, heads, starmap(line, career.parts)))


def _digging(page: CoachedPage, career: Career) -> Markup:
    """The cards played, and the objects dug and spent; folded, as there are many."""
    text = page.text
    objects = [
        figures(
            (
                tile_face(power.tile, page.theme, page.edition),
                text("career.object_name", power=power),
            ),
            (_number(page, dug), _number(page, spent)),
        )
        for power, dug, spent in career.objects
    ]
    deck = {card.number: card for card in page.start.deck}

    def line(one: CardUse) -> Markup:
        card = deck.get(one.card)
        face = None if card is None else small_card(card, page.theme)
        dug = text("career.won_of", won=one.dug, games=one.played)
        return figures(
            (face, str(one.card)),
            (dug, *(_number(page, value) if one.dug else "–" for value in one.means)),
        )

    card_heads = [text(f"career.{key}") for key in ("card", "dug", "tiles", "treasure", "paid")]
    object_heads = [text(f"career.{key}") for key in ("object", "found", "spent")]
    cards, title = map(line, career.cards), text("career.cards")
    return element(
        "section.ksm-section.ksm-start-part",
        folded(
            text("career.objects"),
            _table(text("career.objects"), object_heads, objects),
            id_="ksm-career-objects",
        ),
        folded(
            title,
            note(text("career.cards_what")),
            _table(title, card_heads, cards),
            id_="ksm-career-cards",
        ),
    )


def _number(page: CoachedPage, value: float) -> str:
    return rounded(float(tenth(value)), 1, page.language)
