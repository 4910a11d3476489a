"""Before a game: who plays, games to resume, a game at a real table, a record to open."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from ksm_widgets.game.keeping import LONGEST_SOUGHT, LONGEST_TITLE
from ksm_widgets.game.seats import FEWEST, LEVELS, LONGEST_NAME, MOST, PERSON
from ksm_widgets.game.view.added import PagePlace
from ksm_widgets.page.html import (
    Child,
    Markup,
    button,
    choice,
    element,
    fault,
    file_button,
    folded,
    joined,
    note,
    row,
    section,
    segments,
    tick,
)
from ksm_widgets.rules.dealing import CARDS_EACH
from ksm_widgets.rules.edition_rules import editions
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.telling.phrases import Tone
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.game.match import Match
    from ksm_widgets.game.view.page import TablePage
    from ksm_widgets.telling.phrases import Reader


def seating(page: TablePage) -> Markup:
    """Everything to settle before a game; one to resume comes first."""
    return joined(
        fault(page),
        _refused(page),
        _resume(page, "seating.kept", "go-on"),
        _resume(page, "noting.title", "note-on"),
        page.added(PagePlace.START),
        _seats(page),
        _own_table(page),
        _about(page),
        _saved(page),
        page.added(PagePlace.GAMES),
        _left_out(page),
        _import(page),
    )


def _part(title: str, *children: Child) -> Markup:
    return section(title, children, class_="ksm-start-part")


def _folded(title: str, *children: Child, id_: str, open_: bool = False) -> Markup:
    told = folded(title, children, id_=id_, open_=open_)
    return element("section.ksm-section.ksm-start-part", told)


def _refused(page: TablePage) -> Markup | None:
    """The reason why no game could begin, or what was done to the seats."""
    if page.told is None:
        return None
    words = " ".join(page.told.sentences(page.reader))
    tone = "good" if page.told.tone is Tone.GOOD else "warning"
    return element("p.ksm-notice", words, role="alert", class_=f"ksm-tone-{tone}")


def _resume(page: TablePage, title: str, act: str) -> Markup | None:
    """The last game that can be resumed, played here or noted."""
    noted = act == "note-on"
    match = page.start.under_way(noted=noted)
    if match is None:
        return None
    words = page.text("noting.go_on" if noted else "seating.go_on")
    resume = button(words, act, match.begun, class_="ksm-main ksm-wide")
    return _part(page.text(title), note(_progress(page, match)), resume)


def _progress(page: TablePage, match: Match) -> str:
    """The players of a saved game, and its round."""
    rounds = CARDS_EACH[len(match.seats)]
    players = [seat.name for seat in match.seats]
    return page.text("seating.kept_what", players=players, round=match.game.round, rounds=rounds)


def _about(page: TablePage) -> Markup:
    """A short introduction to the game, unfolded for a new player."""
    paragraphs = (note(each) for each in page.text("seating.about_what").strip().splitlines())
    title, new = page.text("seating.about"), not page.start.shelved
    return _folded(title, paragraphs, id_="ksm-about", open_=new)


def _seats(page: TablePage) -> Markup:
    text, table = page.text, page.start.seating
    played = segments(
        text("seating.edition"),
        "edition",
        [(name, text(f"seating.edition_{name}")) for name in editions()],
        table.edition,
    )
    beginner = table.variant is Variant.BEGINNER
    other = Variant.STANDARD if beginner else Variant.BEGINNER
    seats = range(len(table.sitters))
    return _part(
        text("seating.title"),
        note(text("seating.what")),
        element("div.ksm-seats", (_seat(page, seat) for seat in seats)),
        row(
            button(text("seating.more"), "seat-more", disabled=len(seats) == MOST),
            page.added(PagePlace.SEATS),
        ),
        row(element("span.ksm-label", text("seating.edition")), played),
        note(text("seating.edition_what")),
        tick(text("seating.beginner"), "variant", other.value, on=beginner),
        button(text("seating.begin"), "begin", class_="ksm-main ksm-wide"),
    )


def _seat(page: TablePage, seat: int) -> Markup:
    """A seat: its name, who plays there, and a button to remove it."""
    text, sitters = page.text, page.start.seating.sitters
    name, level = sitters[seat]
    field = element(
        "input.ksm-field.ksm-name",
        type="text",
        name=f"ksm-name-{seat}",
        value=name,
        maxlength=LONGEST_NAME,
        autocomplete="off",
        data_act=f"name:{seat}",
        aria_label=text("seating.name", number=seat + 1),
    )
    who = choice(
        text("seating.who", number=seat + 1),
        f"level:{seat}",
        [(PERSON, text("seating.person")), *bots_told(page.reader)],
        level or PERSON,
        id_=f"ksm-level-{seat}",
    )
    less = None
    if len(sitters) > FEWEST:
        label = text("seating.less", name=name)
        less = button("×", "seat-less", seat, label=label, class_="ksm-round")
    return element("div.ksm-seat", field, who, less)


def bots_told(reader: Reader) -> list[tuple[str, str]]:
    """The levels of bots, the weakest first, with what is said of each."""
    return [
        (each, reader.text(f"seating.{each}", number=number, levels=len(LEVELS)))
        for number, each in enumerate(LEVELS, start=1)
    ]


def _own_table(page: TablePage) -> Markup:
    """A game at a real table to note, or whose mine is half entered."""
    text, laid_out = page.text, page.start.laid_out
    words = text("noting.begin_on" if laid_out else "noting.begin")
    return _part(
        text("noting.title"),
        note(text("noting.what")),
        note(text("noting.tops_kept", count=laid_out)) if laid_out else None,
        button(words, "note", class_="ksm-wide"),
    )


_MANY = 6
"""Saved games from which on one may be looked for."""


def _saved(page: TablePage) -> Markup | None:
    """All saved games, the last one first: to resume or look at again, to name and to delete."""
    text, start = page.text, page.start
    if not start.shelved:
        return None
    words = start.sought.casefold().split()
    found = [one for one in start.shelved if _fits(_dated(page, one).casefold(), words)]
    seeking = None
    if len(start.shelved) >= _MANY:
        seeking = element(
            "input.ksm-field.ksm-seek",
            type="search",
            name="ksm-seek",
            value=start.sought,
            maxlength=LONGEST_SOUGHT,
            autocomplete="off",
            placeholder=text("seating.seek"),
            data_act="seek",
            aria_label=text("seating.seek"),
        )
    listed = element("ul.ksm-saved", (_shelved(page, match) for match in found))
    none = None if found else note(text("seating.seek_none", words=start.sought))
    used = bool(start.sought) or start.naming is not None or start.doomed is not None
    return _folded(text("seating.saved"), seeking, listed, none, id_="ksm-others", open_=used)


def _fits(told: str, words: Iterable[str]) -> bool:
    """Whether a game's row has all the words looked for: of its name, players, date, points."""
    return all(word in told for word in words)


def _shelved(page: TablePage, match: Match) -> Markup:
    """A saved game to resume, to name or to delete."""
    text, dated = page.text, _dated(page, match)
    if match.begun == page.start.doomed:
        sure = button(text("seating.forget_sure"), "forget-sure", class_="ksm-small")
        keep = button(text("seating.forget_not"), "forget-not", class_="ksm-small")
        return element("li", dated, note(text("seating.forget_what")), row(sure, keep))
    if match.begun == page.start.naming:
        return element("li", dated, _title_field(page, match))
    forget, name = text("seating.forget", game=dated), text("seating.title_of", game=dated)
    return element(
        "li.ksm-shelved",
        button(dated, "sit-at", match.begun),
        button("✎", "naming", match.begun, label=name, class_="ksm-round"),
        button("×", "forget", match.begun, label=forget, class_="ksm-round"),
    )


def _title_field(page: TablePage, match: Match) -> Markup:
    """The field for a game's name."""
    text = page.text
    field = element(
        "input.ksm-field",
        type="text",
        name="ksm-title",
        value=match.title,
        maxlength=LONGEST_TITLE,
        autocomplete="off",
        autofocus=True,
        aria_label=text("seating.game_title"),
        placeholder=text("seating.game_title"),
    )
    save = button(text("seating.title_save"), "title", from_="ksm-title", class_="ksm-small")
    return row(field, save, button(text("seating.title_not"), "naming", "", class_="ksm-small"))


def _left_out(page: TablePage) -> Markup | None:
    """Say how many saved games cannot be read."""
    count = page.start.left_out
    return note(page.text(counted("seating.left_out", count), count=count)) if count else None


def _dated(page: TablePage, match: Match) -> str:
    """The start time of a game, and its players with their points or how far it is."""
    words = _progress(page, match)
    if match.over:
        scores = zip(match.seats, match.scores, strict=True)
        points = [
            page.text("seating.points", who=seat.name, points=score.total) for seat, score in scores
        ]
        words = page.text("seating.over", points=points)
    began = datetime.fromtimestamp(match.begun / 1000).astimezone()
    parts = {"year": f"{began:%Y}", "month": f"{began:%m}", "day": f"{began:%d}"}
    parts["time"] = f"{began:%H:%M}"
    dated = f"{page.text('seating.date', **parts)} · {words}"
    return f"{match.title} · {dated}" if match.title else dated


def _import(page: TablePage) -> Markup:
    text = page.text
    field = element(
        "textarea.ksm-field.ksm-text",
        name="record",
        rows=5,
        spellcheck="false",
        aria_label=text("seating.import"),
    )
    return _folded(
        text("seating.import"),
        note(text("seating.import_what")),
        field,
        row(
            button(text("seating.read"), "import", from_="record"),
            file_button(text("seating.open"), "import", ".txt,text/plain"),
        ),
        id_="ksm-import",
    )
