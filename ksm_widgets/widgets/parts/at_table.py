"""At the table: the round, what has happened, and the way through the others' turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.draw import THEMES
from ksm_widgets.rules.players import CARDS_EACH
from ksm_widgets.tutor.phrases import Notice, Tone
from ksm_widgets.tutor.table.match import Phase
from ksm_widgets.tutor.table.steps import Kind
from ksm_widgets.tutor.table.telling import told
from ksm_widgets.widgets.markup import Markup, element, joined
from ksm_widgets.widgets.note_page import Asked
from ksm_widgets.widgets.page import AUTO
from ksm_widgets.widgets.parts.acting import tiles_dug
from ksm_widgets.widgets.parts.coaching import coach_said, coach_tone
from ksm_widgets.widgets.parts.controls import button, choice, languages
from ksm_widgets.widgets.parts.noting import asked_for
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.tutor.table.steps import Steps
    from ksm_widgets.widgets.table_page import TablePage

__all__ = ["announced", "fault", "head", "said", "settings"]


def head(page: TablePage) -> Markup:
    """Which round it is, and the themes' colours as CSS; before a game how the page looks."""
    css = Markup("".join(f".ksm-theme-{theme.name}{{{theme.css}}}" for theme in THEMES.values()))
    title = page.text("at_table.title" if page.notes is None else "noting.title")
    looks = None if page.at_table else settings(page)
    if page.match is not None and page.step is not None:
        rounds = CARDS_EACH[len(page.match.seats)]
        title = page.text("at_table.round", round=page.round, rounds=rounds)
    heading = element("h2", title, class_="ksm-round-told")
    return joined([element("style", css), element("div", heading, looks, class_="ksm-header")])


def settings(page: TablePage) -> Markup:
    """Colours and language."""
    text = page.text
    looks = [(look, text(f"explorer.{look}")) for look in (AUTO, "light", "dark", "contrast")]
    return element(
        "div",
        choice(text("explorer.theme"), "look", looks, page.look, id_="ksm-look"),
        languages(page.language),
        class_="ksm-group ksm-settings",
    )


# What has happened.


def announced(page: TablePage) -> tuple[str, ...]:
    """What there is to say now, sentence by sentence: what happened last, and what is asked."""
    notice, notes = _notice(page), page.notes
    if notice is not None:
        told = (*page.sentences(notice), *((_rule(notice),) if notice.rule else ()))
        if notes is None or notes.asked is Asked.TURN:
            return told
        return (*told, asked_for(page, notes))
    if notes is not None:
        return (asked_for(page, notes), *_happened(page))
    if page.coach is not None:
        return coach_said(page, page.coach)
    return (*_happened(page), *filter(None, [_asked(page)]))


def _rule(notice: Notice) -> str:
    return f"({notice.rule})"


def _notice(page: TablePage) -> Notice | None:
    """Words of the hand's own, which go before what happened last."""
    if page.told is not None:
        return page.told
    seen = page.seen
    if seen is None or page.phase not in (Phase.CHOOSE, Phase.DIG):
        return None
    return page.hand.at_hand(seen, keyboard=page.keyboard)


def _happened(page: TablePage) -> tuple[str, ...]:
    """What was done since the last act of whoever sits here, or in a replay in this step."""
    match = page.match
    if match is None:
        return ()
    eyes = match.eyes if page.at is None else None
    return tuple(
        page.reader.say(phrase)
        for step in _steps_told(page)
        for phrase in told(step, match.seats, eyes)
    )


def _steps_told(page: TablePage) -> Steps:
    """The steps that are told now; who laid a card down is told only if that is all.

    Of a turn that is told as a whole its moves are left out: the dig is what it came to.
    """
    match, notes = page.match, page.notes
    # What is noted is told once all that belongs to it is.
    half_told = notes is not None and notes.asked in (Asked.TILE, Asked.ADDED, Asked.SHARED)
    if match is None or half_told:
        return ()
    at = len(match.steps) - 1 if page.at is None else page.at
    # Of a game that is over its end is told first, not the last turn.
    since = min(page.since, at) if page.at is None and not match.over else at
    steps = match.steps[since : at + 1]
    if steps and steps[-1].kind is not Kind.CHOSEN:
        steps = tuple(step for step in steps if step.kind is not Kind.CHOSEN)
    return tuple(
        step
        for number, step in enumerate(steps)
        if step.kind is not Kind.MOVED
        or not any(later.kind is Kind.DUG for later in steps[number + 1 :])
    )


def _dug(page: TablePage) -> Markup | None:
    """The tiles of the last dig that is told, as one sees them go behind a screen."""
    if _notice(page) is not None:
        return None
    digs = [step for step in _steps_told(page) if step.kind is Kind.DUG]
    taken = digs[-1].game.records[-1].taken if digs else ()
    return tiles_dug(page, taken) if taken else None


def _asked(page: TablePage) -> str | None:
    """What whoever sits here is asked to do."""
    match, phase = page.match, page.phase
    if match is None or phase is None or match.actor is None:
        return None
    name = match.seats[match.actor].name
    match phase:
        case Phase.CHOOSE:
            thought = page.hand.thought_of
            if thought is None:
                return page.text("at_table.choose")
            return page.text("at_table.try_card", number=thought.number)
        case Phase.DIG:
            if match.nothing_moves:
                return page.text("at_table.move_none")
            return page.text("at_table.lay" if page.hand.lays else "at_table.move")
        case Phase.ADD:
            assert match.adding is not None
            return page.text(counted("at_table.add", match.adding.count), count=match.adding.count)
        case Phase.HAND_OVER:
            return page.text("at_table.hand_over", name=name)
        case Phase.WATCH if page.thinking:
            return page.text("at_table.thinks", name=name)
        case _:
            return None


def fault(page: TablePage) -> Markup | None:
    """What went wrong that nobody expected."""
    if page.trouble is None:
        return None
    title = element("b", page.text("solve.fault_title"), ": ")
    words = page.text("solve.fault_what", error=page.trouble)
    return element("p", title, words, class_="ksm-notice ksm-tone-warning", role="alert")


def said(page: TablePage) -> Markup:
    """What there is to say now, and the way through the others' turns."""
    notice = _notice(page)
    tone = Tone.INFO
    if notice is not None:
        tone = notice.tone
    elif page.coach is not None:
        tone = coach_tone(page.coach)
    sentences = announced(page) or (page.text("at_table.welcome"),)
    lines = (element("span", each, " ") for each in sentences)
    class_ = f"ksm-notice ksm-tone-{tone.value}" + (" ksm-told" if len(sentences) > 1 else "")
    # Beside the next one's question they would look like his.
    taken = _dug(page) if page.coach is None and page.notes is None else None
    told_now = element("div", element("p", *lines), taken, class_=class_)
    return joined([fault(page), told_now, _way(page)])


def _way(page: TablePage) -> Markup | None:
    """On through the others' turns: by oneself, or as they come; never both at a time."""
    match, text = page.match, page.text
    if match is None or page.phase not in (Phase.WATCH, Phase.REVEAL):
        return None
    alone = len(match.persons) == 1
    skip = button(text("at_table.skip" if alone else "at_table.skip_people"), "skip")
    if page.going:
        ways = [button(text("at_table.pause"), "going", ""), skip]
    else:
        next_ = button(text("at_table.next"), "next", class_="ksm-main", disabled=page.thinking)
        ways = [next_, button(text("at_table.going"), "going", "on"), skip]
    return element("div", *ways, class_="ksm-group ksm-way")
