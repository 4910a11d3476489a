"""What the panels around the board show, and what of the page each of them is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ksm_widgets.tutor.sitting.session import Mode
from ksm_widgets.widgets.markup import Markup, joined
from ksm_widgets.widgets.page import Page
from ksm_widgets.widgets.parts.beside import text_table
from ksm_widgets.widgets.parts.cards import editor, gallery
from ksm_widgets.widgets.parts.conditions import worth
from ksm_widgets.widgets.parts.head import head
from ksm_widgets.widgets.parts.holding import holding
from ksm_widgets.widgets.parts.own_turn import own_turn
from ksm_widgets.widgets.parts.setting_up import examples, palette, saving, setting_up
from ksm_widgets.widgets.parts.solving import hand, plans, side

__all__ = ["PARTS", "Part"]


@dataclass(frozen=True, slots=True)
class Part:
    """A panel's HTML, and all of the page that it is made of.

    As long as that is the same the HTML is too, so that it need not be made again. What is left
    out of it by mistake shows as a panel that is behind the page; a test looks for that.
    """

    html: Callable[[Page], Markup]
    made_of: Callable[[Page], tuple[object, ...]]


def _editing(page: Page) -> bool:
    return page.session.mode is Mode.EDIT


def _of_head(page: Page) -> tuple[object, ...]:
    session = page.session
    history = bool(session.past), bool(session.future)
    return page.language, page.look, session.mode, session.covered, *history


def _hand(page: Page) -> Markup:
    return palette(page) if _editing(page) else own_turn(page)


def _of_hand(page: Page) -> tuple[object, ...]:
    session, idle = page.session, page.running is None
    if _editing(page):
        return page.language, page.theme.name, session.tool, session.brush
    return page.language, session.state, session.covered, session.tool, session.loss, idle


def _set(page: Page) -> Markup:
    return joined([setting_up(page) if _editing(page) else examples(page), saving(page)])


def _of_set(page: Page) -> tuple[object, ...]:
    if _editing(page):
        return page.language, page.session.position, page.session.situation, page.seed
    return (page.language,)


def _of_side(page: Page) -> tuple[object, ...]:
    session, state, situation = page.session, page.session.state, page.session.situation
    card = situation.deck, situation.number, session.turned
    held = situation.hand, situation.money, situation.powers
    begun = len(state.moves), state.dig is None, state.anew
    return page.language, page.theme.name, page.running, bool(session.faults), *card, *held, *begun


def _of_plans(page: Page) -> tuple[object, ...]:
    session = page.session
    return page.language, page.theme.name, session.state, session.covered, page.options


def _of_holding(page: Page) -> tuple[object, ...]:
    situation = page.session.situation
    surplus = situation.screen.surplus(situation.position)
    return page.language, page.theme.name, situation.screen, surplus


def _of_gallery(page: Page) -> tuple[object, ...]:
    situation = page.session.situation
    cards = situation.deck, situation.number, situation.hand
    return page.language, page.theme.name, page.sizes, *cards


PARTS: Mapping[str, Part] = MappingProxyType(
    {
        "head": Part(head, _of_head),
        "words": Part(text_table, lambda page: (page.language, page.session.seen_position)),
        "hand": Part(_hand, _of_hand),
        "plans": Part(lambda page: joined([plans(page), hand(page)]), _of_plans),
        "set": Part(_set, _of_set),
        "side": Part(side, _of_side),
        "holding": Part(holding, _of_holding),
        "gallery": Part(gallery, _of_gallery),
        "worth": Part(
            worth, lambda page: (page.language, page.session.state, page.session.covered)
        ),
        "editor": Part(editor, lambda page: (page.language, page.drawn)),
    }
)
"""The panels by name, but for the one under the board, which has something new to say each time."""
