"""What the panels around the board show, and what of the page each of them is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ksm_widgets.solver.unseen import holds_unseen
from ksm_widgets.tutor.sitting.session import Mode, Tool
from ksm_widgets.widgets.markup import Markup, joined
from ksm_widgets.widgets.page import Page
from ksm_widgets.widgets.parts.beside import announcement, aside, notices, text_table
from ksm_widgets.widgets.parts.cards import editor, gallery
from ksm_widgets.widgets.parts.conditions import worth
from ksm_widgets.widgets.parts.head import head
from ksm_widgets.widgets.parts.holding import holding
from ksm_widgets.widgets.parts.keys import keys
from ksm_widgets.widgets.parts.own_turn import own_turn
from ksm_widgets.widgets.parts.pad import asked_about, naming, pad
from ksm_widgets.widgets.parts.setting_up import examples, palette, saving, setting_up
from ksm_widgets.widgets.parts.solving import hand, plans, side, turn, walk

__all__ = ["PARTS", "Part", "said"]


@dataclass(frozen=True, slots=True)
class Part:
    """A panel's HTML, and all of the page that it is made of.

    As long as that is the same the HTML is too, so that it need not be made again. What is left
    out of it by mistake shows as a panel that is behind the page; a test looks for that.
    """

    html: Callable[[Page], Markup]
    made_of: Callable[[Page], tuple[object, ...]]


def said(page: Page) -> Markup:
    """What there is to say now, and the way through the plan that is chosen."""
    return joined([notices(page, announcement(page)), aside(page), walk(page)])


def _editing(page: Page) -> bool:
    return page.session.mode is Mode.EDIT


def _of_head(page: Page) -> tuple[object, ...]:
    session = page.session
    history = bool(session.past), bool(session.future)
    return page.language, page.look, session.mode, session.covered, page.keys, *history


def _hand(page: Page) -> Markup:
    if page.session.tool is Tool.TABLE:
        return pad(page)
    return joined([naming(page), palette(page) if _editing(page) else own_turn(page)])


def _of_hand(page: Page) -> tuple[object, ...]:
    session, idle = page.session, page.running is None
    look = page.language, page.theme.name, session.tool
    if session.tool is Tool.TABLE:
        return *look, session.usual, session.high
    if _editing(page):
        return *look, session.brush, asked_about(page)
    return *look, session.state, session.covered, session.loss, idle, asked_about(page)


def _set(page: Page) -> Markup:
    return joined([setting_up(page) if _editing(page) else examples(page), saving(page)])


def _of_set(page: Page) -> tuple[object, ...]:
    if _editing(page):
        session = page.session
        return page.language, session.position, session.situation, page.seed, page.here
    return (page.language,)


def _of_turn(page: Page) -> tuple[object, ...]:
    session, situation = page.session, page.session.situation
    card = situation.deck, situation.number, session.turned, situation.powers, situation.money
    return page.language, page.theme.name, page.running, bool(session.faults), *card


def _of_side(page: Page) -> tuple[object, ...]:
    session, state, situation = page.session, page.session.state, page.session.situation
    held = situation.hand, situation.powers
    begun = len(state.moves), state.dig is None, state.anew
    searching = page.running is not None
    asked = session.question.situation
    looks = holds_unseen(asked.position), asked.unseen is not None
    look = page.language, page.theme.name, searching, bool(session.faults)
    return *look, *held, *begun, *looks


def _of_plans(page: Page) -> tuple[object, ...]:
    session, idle = page.session, page.running is None
    return page.language, page.theme.name, session.state, session.covered, page.options, idle


def _of_holding(page: Page) -> tuple[object, ...]:
    situation = page.session.situation
    surplus = situation.screen.surplus(situation.position)
    return page.language, page.theme.name, situation.screen, surplus


def _of_gallery(page: Page) -> tuple[object, ...]:
    situation = page.session.situation
    cards = situation.deck, situation.number, situation.hand
    return page.language, page.theme.name, page.sizes, page.gathering, *cards


PARTS: Mapping[str, Part] = MappingProxyType(
    {
        "head": Part(head, _of_head),
        "words": Part(text_table, lambda page: (page.language, page.session.seen_position)),
        "hand": Part(_hand, _of_hand),
        "plans": Part(lambda page: joined([plans(page), hand(page)]), _of_plans),
        "set": Part(_set, _of_set),
        "turn": Part(turn, _of_turn),
        "side": Part(side, _of_side),
        "holding": Part(holding, _of_holding),
        "gallery": Part(gallery, _of_gallery),
        "worth": Part(
            worth, lambda page: (page.language, page.session.state, page.session.covered)
        ),
        "editor": Part(editor, lambda page: (page.language, page.drawn)),
        "keys": Part(keys, lambda page: (page.language, page.keys)),
    }
)
"""The panels by name, but for `said` and `under`, which have something new to say each time."""
