"""Before a game: who sits at the table, a game that was kept, mistakes that wait, a record."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.players import CARDS_EACH
from ksm_widgets.rules.rulebooks import editions
from ksm_widgets.tutor.table.seats import LONGEST_NAME
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.parts.at_table import fault
from ksm_widgets.widgets.parts.controls import (
    button,
    choice,
    file_button,
    folded,
    group,
    note,
    section,
)
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.rules.scoring import Score
    from ksm_widgets.tutor.table.match import Match
    from ksm_widgets.tutor.table.seats import Seat
    from ksm_widgets.widgets.table_page import TablePage

__all__ = ["LEVELS", "seating"]

LEVELS = (
    "random",
    "cautious",
    "thrifty",
    "solitary",
    "level1",
    "careless",
    "greedy",
    "level2",
    "level3",
    "steady",
    "watchful",
    "strong",
)
"""The artificial players to choose from, weakest first; `seating.<level>` says what they do."""
_PERSON = "person"
_FEWEST, _MOST = min(CARDS_EACH), max(CARDS_EACH)


def seating(page: TablePage) -> Markup:
    """All there is to settle before a game; whoever has one kept goes on with it first."""
    return joined(
        [
            fault(page),
            _refused(page),
            _kept(page),
            _noted(page),
            _missed(page),
            _seats(page),
            _own_table(page),
            _about(page),
            _others(page),
            _import(page),
        ]
    )


def _refused(page: TablePage) -> Markup | None:
    """Why no game could begin so."""
    if page.told is None:
        return None
    words = " ".join(page.sentences(page.told))
    return element("p", words, class_="ksm-notice ksm-tone-warning", role="alert")


def _kept(page: TablePage) -> Markup | None:
    match, text = page.under_way(), page.text
    if match is None:
        return None
    return section(
        text("seating.kept"),
        note(_stands(page, match)),
        button(text("seating.go_on"), "go-on", match.begun, class_="ksm-main ksm-wide"),
        class_="ksm-start-part",
    )


def _stands(page: TablePage, match: Match) -> str:
    """Who plays a game that is kept, and how far it has come."""
    rounds = CARDS_EACH[len(match.seats)]
    players = [seat.name for seat in match.seats]
    return page.text("seating.kept_what", players=players, round=match.game.round, rounds=rounds)


def _missed(page: TablePage) -> Markup | None:
    """How many mistakes wait to be tried again, and the way to them."""
    if not page.due:
        return None
    return section(
        page.text("seating.missed"),
        note(page.text(counted("seating.missed_what", page.due), count=page.due)),
        button(page.text("seating.missed_try"), "again", class_="ksm-main ksm-wide"),
        class_="ksm-start-part",
    )


def _about(page: TablePage) -> Markup:
    """What the game is about, open for whoever has no game under way."""
    paragraphs = (note(each) for each in page.text("seating.about_what").strip().splitlines())
    told = folded(page.text("seating.about"), *paragraphs, id_="ksm-about", open_=not page.shelved)
    return element("section", told, class_="ksm-section ksm-start-part")


def _seats(page: TablePage) -> Markup:
    text, sitters = page.text, page.seating.sitters
    rows = [_seat(page, seat) for seat in range(len(sitters))]
    more = button(text("seating.more"), "seat-more", disabled=len(sitters) == _MOST)
    played = group(
        text("seating.edition"),
        *(
            button(
                text(f"seating.edition_{name}"),
                "edition",
                name,
                pressed=page.seating.edition == name,
            )
            for name in editions()
        ),
        class_="ksm-segments",
    )
    beginner = element(
        "label",
        element(
            "input",
            type="checkbox",
            checked=page.seating.variant is Variant.BEGINNER,
            data_act="variant",
            data_value="",
        ),
        element("span", text("seating.beginner")),
        class_="ksm-tick",
    )
    return section(
        text("seating.title"),
        note(text("seating.what")),
        element("div", *rows, class_="ksm-seats"),
        more,
        element(
            "div",
            element("span", text("seating.edition"), class_="ksm-label"),
            played,
            class_="ksm-group",
        ),
        note(text("seating.edition_what")),
        beginner,
        button(text("seating.begin"), "begin", class_="ksm-main ksm-wide"),
        class_="ksm-start-part",
    )


def _seat(page: TablePage, seat: int) -> Markup:
    """A seat: the name, who plays there, and a way to take the seat from the table."""
    text, sitters = page.text, page.seating.sitters
    name, level = sitters[seat]
    field = element(
        "input",
        type="text",
        name=f"ksm-name-{seat}",
        value=name,
        maxlength=LONGEST_NAME,
        autocomplete="off",
        data_act=f"name:{seat}",
        aria_label=text("seating.name", number=seat + 1),
        class_="ksm-field ksm-name",
    )
    options = [(_PERSON, text("seating.person"))]
    options += [
        (each, text(f"seating.{each}", number=number, levels=len(LEVELS)))
        for number, each in enumerate(LEVELS, start=1)
    ]
    who = choice(
        text("seating.who", number=seat + 1),
        f"level:{seat}",
        options,
        level or _PERSON,
        id_=f"ksm-level-{seat}",
    )
    less = None
    if len(sitters) > _FEWEST:
        label = text("seating.less", name=name)
        less = button("×", "seat-less", seat, label=label, class_="ksm-round")
    return element("div", field, who, less, class_="ksm-seat")


def _noted(page: TablePage) -> Markup | None:
    """The game of people's own that is being noted, to go on with."""
    text, match = page.text, page.under_way(noted=True)
    if match is None:
        return None
    return section(
        text("noting.title"),
        note(_stands(page, match)),
        button(text("noting.go_on"), "note-on", match.begun, class_="ksm-main ksm-wide"),
        class_="ksm-start-part",
    )


def _own_table(page: TablePage) -> Markup:
    """A game of people's own to be noted, or whose mine is half laid out."""
    text = page.text
    told, begin = None, text("noting.begin")
    if page.laid_out:
        told = note(text("noting.tops_kept", count=page.laid_out))
        begin = text("noting.begin_on")
    return section(
        text("noting.title"),
        note(text("noting.what")),
        told,
        button(begin, "note", class_="ksm-wide"),
        class_="ksm-start-part",
    )


def _others(page: TablePage) -> Markup | None:
    """Other games that are kept, the last one first: to go on with, or to be looked at again."""
    offered = (page.under_way(), page.under_way(noted=True))
    rows = []
    for match in page.shelved:
        if match in offered:
            continue
        words = _stands(page, match)
        if match.over:
            scores = zip(match.seats, match.scores, strict=True)
            words = page.text("seating.over", points=[_points(page, *one) for one in scores])
        began = datetime.fromtimestamp(match.begun / 1000).astimezone().date().isoformat()
        rows.append(element("li", button(f"{began} · {words}", "sit-at", match.begun)))
    if not rows:
        return None
    return element(
        "section",
        folded(page.text("seating.others"), element("ul", *rows), id_="ksm-others"),
        class_="ksm-section ksm-start-part",
    )


def _points(page: TablePage, seat: Seat, score: Score) -> str:
    return page.text("seating.points", who=seat.name, points=score.total)


def _import(page: TablePage) -> Markup:
    text = page.text
    return element(
        "section",
        folded(
            text("seating.import"),
            note(text("seating.import_what")),
            element(
                "textarea",
                name="record",
                rows=5,
                spellcheck="false",
                aria_label=text("seating.import"),
                class_="ksm-field ksm-text",
            ),
            element(
                "div",
                button(text("seating.read"), "import", from_="record"),
                file_button(text("seating.open"), "import", ".txt,text/plain"),
                class_="ksm-group",
            ),
            id_="ksm-import",
        ),
        class_="ksm-section ksm-start-part",
    )
