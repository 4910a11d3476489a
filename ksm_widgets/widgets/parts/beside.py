"""Below the board: what there is to say, the account of the turn, and the board as a table."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ksm_widgets.draw.purse import balance_scene
from ksm_widgets.rules.quarries import COLUMNS, QUARRIES, ROWS, SIDE
from ksm_widgets.tutor.coach.gains import gain_phrases
from ksm_widgets.tutor.phrases import Notice, Tone
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.reading_out import read_out
from ksm_widgets.tutor.sitting.playing import balance, ghost_notice, weighed
from ksm_widgets.tutor.sitting.session import Mode
from ksm_widgets.widgets.markup import Markup, element, joined, picture
from ksm_widgets.widgets.parts.controls import folded, note
from ksm_widgets.widgets.parts.own_turn import tool_words
from ksm_widgets.widgets.parts.tiles import loot
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from ksm_widgets.draw import Theme
    from ksm_widgets.rules.balance import Balance
    from ksm_widgets.rules.position import Position, Stack
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.widgets.page import Page

__all__ = ["announcement", "aside", "mine_table", "notices", "reckoning", "text_table"]


def announcement(page: Page) -> Notice | None:
    """What there is to say now: the last command's words, faults, or what the ghost lacks."""
    session = page.session
    if session.notice is not None:
        return session.notice
    if session.faults:
        return Notice(session.faults, Tone.WARNING)
    return _at_pointer(page)


def aside(page: Page) -> Markup | None:
    """What there is to say of the place pointed at, below an answer, which stays meanwhile."""
    session = page.session
    if not session.holds_card or (session.notice is None and not session.faults):
        return None
    told = _at_pointer(page)
    words = tool_words(page) if told is None else told.text(page.language)
    return element("p", words, class_="ksm-note ksm-aside")


def _at_pointer(page: Page) -> Notice | None:
    session = page.session
    if not session.holds_card or session.pointed is None:
        return None
    return ghost_notice(session, session.pointed)


def notices(page: Page, told: Notice | None) -> Markup:
    """What there is to say now, and the faults of the mine, in words."""
    session = page.session
    parts = []
    if page.trouble is not None:
        title = element("b", page.text("solve.fault_title"), ": ")
        words = page.text("solve.fault_what", error=page.trouble)
        parts.append(element("p", title, words, class_="ksm-notice ksm-tone-warning", role="alert"))
    tone = told.tone if told is not None else Tone.INFO
    rule = None
    if told is not None and told.rule is not None:
        rule = element("span", told.rule, class_="ksm-rule")
    sentences = told.sentences(page.language) if told is not None else (_resting(page),)
    words = joined(element("span", sentence, " ") for sentence in sentences)
    # More than two sentences, such as a verdict, stand one below the other.
    lines = " ksm-lines" if len(sentences) > 2 else ""
    parts.append(element("p", words, rule, class_=f"ksm-notice ksm-tone-{tone.value}{lines}"))
    if session.faults and told is session.notice:
        rows = (element("li", fault.sentence(page.language)) for fault in session.faults)
        parts.append(element("ul", *rows, class_="ksm-faults"))
    return joined(parts)


def _resting(page: Page) -> str:
    """What can be done next, where there is no news: the box under the board is never empty."""
    state = page.session.state
    if state.mode is Mode.EDIT:
        return page.text("tell.opening")
    if state.plan is not None:
        return page.text("own.watching")
    return page.text("tell.turn_over") if state.dig is not None else tool_words(page)


def reckoning(page: Page) -> Markup | None:
    """The account of the turn as a picture, while one is played, and how its two sums differ."""
    if page.session.mode is not Mode.PLAY:
        return None
    state = page.session.state
    taken = state.attempt.taken
    if state.plan is not None:
        taken = state.plan.taken if state.dug else ()
    return element(
        "div",
        loot(page, taken),
        _account(balance(page.session), page.theme, page.language),
        _gains(page),
        note(page.text("own.net_what")),
        class_="ksm-account",
    )


def _gains(page: Page) -> Markup | None:
    """What is dug brings to who holds what the player holds: sets completed, bonuses won."""
    situation, _, taken = weighed(page.session)
    told = gain_phrases(situation.problem(), taken) if taken else ()
    if not told:
        return None
    rows = (element("li", phrase.say(page.language)) for phrase in told)
    return element("ul", *rows, class_="ksm-gains")


@lru_cache(maxsize=4096)
def _cell(quarry: Quarry, stack: Stack, language: str) -> Markup:
    """A quarry in the table: its letters, and what is read out instead of them."""
    letters = "".join(tile.letter for tile in stack) or "-"
    return element(
        "td",
        element("span", letters, aria_hidden="true"),
        element("span", read_out(quarry, stack, Reader(language)), class_="ksm-unseen"),
    )


@lru_cache(maxsize=64)
def _account(reckoned: Balance, theme: Theme, language: str) -> Markup:
    return picture(balance_scene(reckoned, theme=theme, language=language), decorative=False)


def text_table(page: Page) -> Markup:
    """The board as a table, for who cannot see it."""
    return mine_table(page.session.seen_position, page.language)


def mine_table(position: Position, language: str) -> Markup:
    """A mine as a table, folded away."""
    title = sentence("explorer.as_text", language)
    head = element("tr", element("td"), *(element("th", column, scope="col") for column in COLUMNS))
    rows = []
    for row in reversed(range(SIDE)):
        cells = [
            _cell(quarry, position.stack(quarry), language)
            for quarry in QUARRIES[row * SIDE : (row + 1) * SIDE]
        ]
        rows.append(element("tr", element("th", ROWS[row], scope="row"), *cells))
    table = element(
        "table",
        element("caption", title, class_="ksm-unseen"),
        head,
        *rows,
        class_="ksm-table",
    )
    return folded(title, table, id_="ksm-text-board")
