"""What the controls of the game's page do that changes the page alone: seats, hand, replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.rulebooks import edition
from ksm_widgets.tutor.phrases import Notice
from ksm_widgets.tutor.table.match import Phase
from ksm_widgets.widgets.parts.seating import LEVELS
from ksm_widgets.widgets.table_page import Seating, TablePage
from ksm_widgets.words import sentence

__all__ = ["PAGE_ACTS", "first_seating", "perform"]

Act = Callable[[TablePage, str], TablePage]

_USUAL_LEVEL = "level1"
"""Who sits opposite somebody who has settled nothing: no more than a beginner can take on."""


def perform(page: TablePage, act: str, value: str) -> TablePage:
    """The page after an act; a seat it is about stands in its name: `name:0`.

    Raises LookupError or ValueError for what no control of the page sends.
    """
    name, colon, seat = act.partition(":")
    return SEAT_ACTS[name](page, int(seat), value) if colon else PAGE_ACTS[name](page, value)


def first_seating(language: str) -> Seating:
    """Somebody alone against one artificial player."""
    names = _names(language)
    return Seating(((names[0], None), (names[1], _USUAL_LEVEL)), language)


def _names(language: str) -> list[str]:
    return sentence("seating.names", language).split(", ")


# Before a game.


def _name(page: TablePage, seat: int, name: str) -> TablePage:
    return replace(page, seating=page.seating.named(seat, name.strip()))


def _level(page: TablePage, seat: int, level: str) -> TablePage:
    level_or_person = level if level in LEVELS else None
    return replace(page, seating=page.seating.levelled(seat, level_or_person))


def _one_more(page: TablePage, _: str) -> TablePage:
    """A seat more, if there is room, under a name that nobody has."""
    sitters, names = page.seating.sitters, _names(page.language)
    taken = {name for name, _ in sitters}
    free = next((name for name in names if name not in taken), None)
    if free is None or len(sitters) == len(names):
        return page
    seating = replace(page.seating, sitters=(*sitters, (free, _USUAL_LEVEL)))
    return replace(page, seating=seating)


def _one_less(page: TablePage, seat: str) -> TablePage:
    if len(page.seating.sitters) == 2:
        return page
    return replace(page, seating=page.seating.without(int(seat)))


def _edition(page: TablePage, name: str) -> TablePage:
    return replace(page, seating=replace(page.seating, edition=edition(name).name))


def _variant(page: TablePage, _: str) -> TablePage:
    beginner = page.seating.variant is Variant.BEGINNER
    wanted = Variant.STANDARD if beginner else Variant.BEGINNER
    return replace(page, seating=replace(page.seating, variant=wanted))


# In a player's own turn.


def _try_card(page: TablePage, number: str) -> TablePage:
    """Think of a card of the hand: it hangs over the mine until it is laid down."""
    if page.seen is None or page.phase is not Phase.CHOOSE:
        return page
    card = {card.number: card for card in page.seen.hand}[int(number)]
    hand = replace(page.hand, thought_of=card, lays=True, marked=(), notice=None)
    return replace(page, hand=hand)


def _tool(page: TablePage, tool: str) -> TablePage:
    return replace(page, hand=page.hand.take_up(lays=tool == "card"))


def _turn_card(page: TablePage, _: str) -> TablePage:
    return replace(page, hand=page.hand.turn_card())


def _spend(page: TablePage, power: str) -> TablePage:
    return replace(page, hand=page.hand.spend(Power(power)))


def _add_tile(page: TablePage, letter: str) -> TablePage:
    """Choose a tile to be added (R26), or when there are no more of its kind none of them."""
    adding = None if page.match is None else page.match.adding
    if adding is None:
        return page
    tile = {tile.letter: tile for tile in adding.held}[letter]
    chosen = (*page.adding, tile)
    if Counter(chosen)[tile] > Counter(adding.held)[tile] or len(chosen) > adding.count:
        chosen = tuple(one for one in page.adding if one is not tile)
    return replace(page, adding=chosen)


# Looking at a game again, and the rest.


def _at(page: TablePage, step: str) -> TablePage:
    if page.match is None or not page.match.over:
        return page
    return replace(page, at=max(0, min(int(step), len(page.match.steps) - 1)), coach=None)


def _at_by(page: TablePage, steps: str) -> TablePage:
    return page if page.at is None else _at(page, str(page.at + int(steps)))


SEAT_ACTS: Mapping[str, Callable[[TablePage, int, str], TablePage]] = MappingProxyType(
    {"name": _name, "level": _level}
)
PAGE_ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "seat-more": _one_more,
        "seat-less": _one_less,
        "edition": _edition,
        "variant": _variant,
        "card": _try_card,
        "tool": _tool,
        "turn-card": _turn_card,
        "spend": _spend,
        "add-tile": _add_tile,
        "concede": lambda page, _: replace(page, asks="concede"),
        "unsure": lambda page, _: replace(page, asks=""),
        "replay": lambda page, _: _at(page, "0"),
        "at": _at,
        "at-by": _at_by,
        "end-replay": lambda page, _: replace(page, at=None),
        "copied": lambda page, _: replace(page, told=Notice.of("at_table.copied")),
    }
)
"""The acts by name; those that change the match, keep or think are the table's own."""
