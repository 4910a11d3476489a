"""The panels of a game that is played: its start, what happens, one's acts, replay and record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.view.numbers import counts, titled
from ksm_widgets.companions.view.parts import lines_of, steps, text_area
from ksm_widgets.companions.view.rules import noticed
from ksm_widgets.page.html import button, element, fault, folded, note, row, section, told
from ksm_widgets.telling.phrases import Phrase, Tone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.companions.match import AnyMatch
    from ksm_widgets.companions.narrating import Outcome
    from ksm_widgets.companions.view.page import AnyPage
    from ksm_widgets.page.html import Child, Markup


def said(page: AnyPage, match: AnyMatch) -> Iterator[Child]:
    """Whose turn it is, and the last event; after the end, who has won."""
    yield fault(page)
    if page.notice is not None:
        yield noticed(page, page.notice)
        return
    if match.at is not None:
        params = {"at": match.at, "count": len(match.game.acts)}
        yield told((page.text("shelf_play.replaying", **params),))
        return
    if match.outcome is not None:
        yield _ending(page, match, match.outcome)
        return
    if match.waits:
        now = page.text("shelf_play.pass_on", seat=match.actor)
    else:
        phase = match.view.phase.value
        key = f"{page.name}_play.turn_{phase}"
        now = page.reader.say(Phrase(key, {"seat": match.actor, **match.moment}))
    yield told((now, *map(page.reader.say, match.news[-1:])))


def _ending(page: AnyPage, match: AnyMatch, outcome: Outcome) -> Child:
    """The winner and the points; it is good news if one of the people has won."""
    won, points = map(page.reader.say, (outcome.won, outcome.points))
    glad = min(match.winners(match.game.position)) <= match.people
    words = (won, points, page.text("shelf_play.over"))
    return told(words, Tone.GOOD if glad else Tone.INFO)


def main(page: AnyPage) -> Child:
    """The foot: take over the device; or the acts that are always at hand, and to ask about it."""
    match, text = page.match, page.text
    if match is None:
        return None
    if match.waits:
        words = text("shelf_play.ready", seat=match.actor)
        return button(words, "ready", class_="ksm-main")
    open_acts = match.open_acts
    only = len(open_acts) == 1
    at_foot = [(at, act) for at, act in enumerate(open_acts) if only or match.at_foot(act)]
    return element(
        "div.ksm-asking",
        _buttons(page, match, at_foot, "ksm-main"),
        button(
            text("shelf_play.study"),
            "study",
            disabled=match.actor is None or match.pause is not None,
        ),
    )


def acts(page: AnyPage) -> Child:
    """All acts open now."""
    match, text = page.match, page.text
    if match is None or match.waits or not (open_acts := match.open_acts):
        return None
    view = match.view
    here = [
        (at, act)
        for at, act in enumerate(open_acts)
        if match.place is None or match.place in match.places(view, act)
    ]
    every = button(text("shelf_play.all"), "all", class_="ksm-small")
    return section(
        text("shelf_play.acts"),
        element("div.ksm-plans.ksm-acts", _buttons(page, match, here)),
        None if match.place is None else every,
    )


def _buttons(
    page: AnyPage, match: AnyMatch, numbered: Iterable[tuple[int, Any]], class_: str = ""
) -> list[Markup]:
    """A button for each of some acts, with its number among all that are open now."""
    view = match.view
    return [
        act_button(match, at, page.reader.say(match.phrase(view, act)), class_=class_)
        for at, act in numbered
    ]


def act_button(match: AnyMatch, at: int, words: str, class_: str = "") -> Markup:
    """The button of an act, by its number among all that are open at this stage of the game.

    If the game has gone on before the page is shown again, a second tap does nothing.
    """
    return button(words, "do", f"{match.stage},{at}", class_=class_)


def start(page: AnyPage) -> Child:
    """The start of a game, where the board will be."""
    if page.match is not None:
        return None
    text = page.text
    seats, people = counts(page.sizes), counts(range(1, page.players + 1))
    return section(
        text("shelf_play.new"),
        titled(text("shelf_play.players"), "seats", seats, page.players),
        titled(text("shelf_play.people"), "people", people, min(page.people, page.players)),
        note(text("shelf_play.people_what")),
        row(
            button(text("shelf_play.begin"), "new", class_="ksm-main"),
            button(text("shelf_play.resume"), "resume") if page.resumable else None,
        ),
    )


def history(page: AnyPage) -> Child:
    """The events so far, the replay, and the record once the game is over."""
    match, text = page.match, page.text
    if match is None:
        return _record(page, "")
    count = len(match.game.acts)
    at = count if match.at is None else match.at
    return (
        section(
            text("shelf_play.replay"),
            row(steps(page, "at", at, count), element("span.ksm-label", f"{at} / {count}")),
        ),
        _happened(page, match),
        _record(page, match.text() if match.actor is None else ""),
        button(text("shelf_play.end"), "end", class_="ksm-small"),
    )


def _happened(page: AnyPage, match: AnyMatch) -> Child:
    """The last turn of each other player, unfolded; and everything so far, folded."""
    last, title = match.news, page.text("shelf_play.happened")
    events = tuple(event.sentence for event in match.events)
    every = folded(page.text("shelf_play.all_happened"), lines_of(page, events), id_="ksm-all")
    if not events:
        return None
    return folded(title, lines_of(page, last), every, id_="ksm-happened", open_=True)


def _record(page: AnyPage, record: str) -> Child:
    text = page.text
    return folded(
        text("shelf_play.record"),
        text_area("record", text("shelf_play.record_field"), record),
        row(
            button(text("shelf_play.open"), "record", from_="record"),
            button(text("share.copy"), "copied", copy="record"),
        ),
        note(text("shelf_play.record_what")),
        id_="ksm-record-part",
    )  # fmt: skip
