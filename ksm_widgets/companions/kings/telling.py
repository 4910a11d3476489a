"""Places, pieces and acts of Kings under Mountains in words, for readers and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import UNSEEN
from ksm_widgets.companions.kings.naming import (
    mine_phrase,
    onto_phrase,
    place_phrase,
    races_phrase,
    unit_phrase,
)
from ksm_widgets.companions.kings.places import Numbered, Pile, Room, Row, Single
from ksm_widgets.companions.kings.rules import Draw, Play, Swap
from ksm_widgets.companions.kings.scoring import score
from ksm_widgets.companions.telling import counted_phrase, with_things
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.kings.cards import Unseen
    from ksm_widgets.companions.kings.places import Place
    from ksm_widgets.companions.kings.position import Position, Site
    from ksm_widgets.companions.kings.rules import Act


def _site(site: Site | Unseen | None) -> list[Phrase]:
    """A mine and the units on it."""
    if site is None:
        return [Phrase("kings_told.gap")]
    if site is UNSEEN:
        return [mine_phrase(site)]
    units = Phrase("kings_told.units", {"units": [*map(unit_phrase, site.units)]})
    return [mine_phrase(site.mine), *([units] if site.units else [])]


def place_told(position: Position, place: Place, language: str) -> str:
    """All things at a place."""
    things = _things(position, place) or [Phrase("shelf_told.nothing")]
    return with_things(place_phrase(place).say(language), things, language)


def _things(position: Position, place: Place) -> list[Phrase]:
    """Each thing at a place; there may be less there than before."""
    match place:
        case Numbered(Row.SEAT, seat):
            return _seat(position, seat) if seat in position.seats else []
        case Numbered(Row.HAND, number):
            hand = position.hand(position.asker)
            return [unit_phrase(unit) for unit in hand[number - 1 : number]]
        case Numbered(row, number):
            own = position.own_of(position.asker)
            sites = position.centre if row is Row.CENTRE else own
            return _site(sites[number - 1]) if number <= len(sites) else []
        case Room():
            return []
        case Pile(race):
            return [unit_phrase(unit) for unit in reversed(position.pile(race))]
        case Single.DISCARD:
            return [unit_phrase(unit) for unit in reversed(position.discard)]
        case Single.DECK:
            return _deck(position)


def _deck(position: Position) -> list[Phrase]:
    """The cards left, and the mine on top."""
    count = len(position.deck)
    parts = [counted_phrase("shelf_told.cards", count)]
    if count:
        parts.append(Phrase("kings_told.next", {"mine": mine_phrase(position.next_mine)}))
    return parts


def _seat(position: Position, seat: int) -> list[Phrase]:
    """A player's king, points, cards and mines."""
    points = score(position, seat)
    cards = len(position.hand(seat))
    parts = [
        Phrase("kings_told.king", {"race": races_phrase(position.race(seat))}),
        counted_phrase("shelf_told.points", points),
        counted_phrase("kings_told.hand", cards),
    ]
    if position.done_of(seat):
        mines = [*map(mine_phrase, position.done_of(seat))]
        parts.append(Phrase("kings_told.done", {"mines": mines}))
    for site in position.own_of(seat):
        parts.append(Phrase("kings_told.own", {"things": _site(site)}))
    return parts


# Acts.


def act_phrase(position: Position, act: Act) -> Phrase:
    """An act in a few words, for a button or a row of a table."""
    return _act(position, act, "kings_act")


def did_phrase(position: Position, act: Act) -> Phrase:
    """An act as what a player does, for a sentence about the player."""
    return _act(position, act, "kings_did")


def _act(position: Position, act: Act, table: str) -> Phrase:
    """An act in the words of a table of sentences."""
    match act:
        case Play(unit, place):
            params = {"unit": unit_phrase(unit), "place": onto_phrase(place)}
            return Phrase(f"{table}.play", params)
        case Draw(Pile(race)):
            pile = position.pile(race)
            card = unit_phrase(pile[-1] if pile else UNSEEN)
            return Phrase(f"{table}.draw", {"unit": card})
        case Draw():
            return Phrase(f"{table}.draw_deck")
        case Swap():
            return Phrase(f"{table}.swap")
