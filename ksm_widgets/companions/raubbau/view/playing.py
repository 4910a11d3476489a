"""The panels of a game of Raubbau: its start, what happens, one's acts, replay and record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import MOST_PLAYERS
from ksm_widgets.companions.raubbau.planning import Pass
from ksm_widgets.companions.raubbau.rules import FEWEST_PLAYERS
from ksm_widgets.companions.raubbau.telling import act_phrase, touch_places
from ksm_widgets.page.html import (
    button,
    element,
    fault,
    folded,
    note,
    row,
    section,
    segments,
    told,
)
from ksm_widgets.telling.phrases import Tone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.raubbau.match import Match
    from ksm_widgets.companions.raubbau.view.page import Page
    from ksm_widgets.page.html import Child


def said(page: Page, match: Match) -> Iterator[Child]:
    """What has happened, and whose turn it is."""
    yield fault(page)
    if page.notice is not None:
        yield told(page.notice.sentences(page.reader), page.notice.tone, page.notice.rule)
        return
    if match.at is not None:
        params = {"at": match.at, "count": len(match.game.acts)}
        yield told((page.text("raubbau_play.replaying", **params),))
        return
    lines = tuple(map(page.reader.say, match.told[-_MOST:]))
    if match.waits:
        now = page.text("raubbau_play.pass_on", seat=match.actor)
    elif match.actor is None:
        now = page.text("raubbau_play.over")
    else:
        phase = match.view.phase.value
        now = page.text(f"raubbau_play.turn_{phase}", seat=match.actor)
    yield told((now, *lines), Tone.GOOD if match.actor is None else Tone.INFO)


_MOST = 5
"""What happened last, as far as it is told at the foot; all of it is below."""


def main(page: Page) -> Child:
    """The main button: begin, take over the device, or the act that changes nothing."""
    match, text = page.match, page.text
    if match is None:
        return note(text("raubbau_play.start_what"))
    if match.waits:
        words = text("raubbau_play.ready", seat=match.actor)
        return button(words, "ready", class_="ksm-main")
    acts = match.acts
    plain = [at for at, act in enumerate(acts) if isinstance(act, Pass) or len(acts) == 1]
    return element(
        "div.ksm-asking",
        [_act(page, match, at, "ksm-main") for at in plain],
        button(text("raubbau_play.study"), "study", disabled=match.actor is None),
    )


def acts(page: Page) -> Child:
    """Everything that one may do now; before a game, its start."""
    match, text = page.match, page.text
    if match is None:
        return _start(page)
    if match.waits or not match.acts:
        return None
    here = [
        at
        for at, act in enumerate(match.acts)
        if match.place is None or match.place in touch_places(match.view, act)
    ]
    whole = button(text("raubbau_play.all"), "all", class_="ksm-small")
    return section(
        text("raubbau_play.acts"),
        element("div.ksm-plans.ksm-acts", (_act(page, match, at) for at in here)),
        None if match.place is None else whole,
    )


def _act(page: Page, match: Match, at: int, class_: str = "") -> Child:
    words = page.reader.say(act_phrase(match.view, match.acts[at]))
    return button(words, "do", at, class_=class_)


def _start(page: Page) -> Child:
    text = page.text
    players = [(n, str(n)) for n in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)]
    people = [(n, str(n)) for n in range(1, page.players + 1)]
    return section(
        text("raubbau_play.new"),
        element("h4", text("raubbau_play.players")),
        segments(text("raubbau_play.players"), "seats", players, page.players),
        element("h4", text("raubbau_play.people")),
        segments(text("raubbau_play.people"), "people", people, min(page.people, page.players)),
        note(text("raubbau_play.people_what")),
        row(
            button(text("raubbau_play.begin"), "new", class_="ksm-main"),
            button(text("raubbau_play.resume"), "resume"),
        ),
    )


def history(page: Page) -> Child:
    """What has happened, the replay, and the record once the game is over."""
    match, text = page.match, page.text
    if match is None:
        return _record(page, "")
    count = len(match.game.acts)
    at = count if match.at is None else match.at
    steps = (("«", "first", 0), ("‹", "back", at - 1), ("›", "on", at + 1), ("»", "last", count))
    buttons = [
        button(
            sign, "at", max(0, min(to, count)), label=text(f"raubbau_play.{name}"),
            disabled=max(0, min(to, count)) == at, class_="ksm-round",
        )
        for sign, name, to in steps
    ]  # fmt: skip
    lines = (element("li", page.reader.say(one)) for one in match.told)
    return (
        section(
            text("raubbau_play.replay"),
            row(buttons, element("span.ksm-label", f"{at} / {count}")),
        ),
        folded(text("raubbau_play.happened"), element("ul.ksm-reasons", lines), id_="ksm-happened"),
        _record(page, match.text() if match.actor is None else ""),
        button(text("raubbau_play.end"), "end", class_="ksm-small"),
    )


def _record(page: Page, record: str) -> Child:
    text = page.text
    return folded(
        text("raubbau_play.record"),
        element("label.ksm-label", text("raubbau_play.record_field"), for_="ksm-record"),
        element(
            "textarea.ksm-field.ksm-text", record, id="ksm-record", name="record", rows=6,
            spellcheck="false",
        ),
        row(
            button(text("raubbau_play.open"), "record", from_="record"),
            button(text("share.copy"), "copied", copy="record"),
        ),
        note(text("raubbau_play.record_what")),
        id_="ksm-record-part",
    )  # fmt: skip
