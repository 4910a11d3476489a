"""The acts of a game's page: setting up, the player's turn, the replay."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.game.keeping import LONGEST_SOUGHT
from ksm_widgets.game.match import Phase
from ksm_widgets.game.notes import Tops
from ksm_widgets.game.own_turn import Confirm
from ksm_widgets.game.seats import LEVELS, LONGEST_NAME, MOST
from ksm_widgets.page.state import ForgedValue, among, item, member, number
from ksm_widgets.rules.edition_rules import edition, editions
from ksm_widgets.rules.given import Given
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.rules.turns import Turn
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.game.match import Match
    from ksm_widgets.game.notes import Notes
    from ksm_widgets.game.seats import Seating
    from ksm_widgets.game.view.page import TablePage
    from ksm_widgets.page.state import Act


_TILES = {tile.letter: tile for tile in Tile if tile is not Tile.UNSEEN}


# Before a game.


def _seat(page: TablePage, text: str) -> int:
    return item(range(len(page.start.seating.sitters)), text)


def _seated(page: TablePage, seating: Seating) -> TablePage:
    return replace(page, start=replace(page.start, seating=seating))


def _name(seat: str) -> Act[TablePage]:
    def act(page: TablePage, name: str) -> TablePage:
        if len(name) > LONGEST_NAME:
            raise ForgedValue("the field takes no longer name")
        return _seated(page, page.start.seating.named(_seat(page, seat), name.strip()))

    return act


def _level(seat: str) -> Act[TablePage]:
    def act(page: TablePage, level: str) -> TablePage:
        bot = level if level in LEVELS else None
        return _seated(page, page.start.seating.levelled(_seat(page, seat), bot))

    return act


def _variant(page: TablePage, name: str) -> TablePage:
    return _seated(page, replace(page.start.seating, variant=member(Variant, name)))


def _edition(page: TablePage, name: str) -> TablePage:
    return _seated(page, replace(page.start.seating, edition=among(editions(), name)))


def _saved(page: TablePage, begun: str) -> Match:
    found = page.start.saved(begun)
    if found is None:
        raise ForgedValue("no game began then")
    return found


def _go_on(page: TablePage, begun: str) -> TablePage:
    """Resume a saved match, or show it if it is over."""
    return page.sitting(_saved(page, begun))


def _forget(page: TablePage, begun: str) -> TablePage:
    """Ask whether to delete a saved match."""
    doomed = _saved(page, begun).begun
    return replace(page, start=replace(page.start, doomed=doomed, naming=None))


def _naming(page: TablePage, begun: str) -> TablePage:
    """Ask for the name of a saved match; the empty text asks no more."""
    naming = _saved(page, begun).begun if begun else None
    return replace(page, start=replace(page.start, naming=naming, doomed=None))


def _seek(page: TablePage, words: str) -> TablePage:
    """List only the saved matches with these words."""
    if len(words) > LONGEST_SOUGHT:
        raise ForgedValue("the field takes no longer text")
    return replace(page, start=replace(page.start, sought=words.strip()))


# In the player's turn.


def _try_card(page: TablePage, name: str) -> TablePage:
    """Try a card of the hand on the mine, before it is laid down."""
    if page.seen is None or page.phase is not Phase.CHOOSE:
        return page
    cards = {str(card.number): card for card in page.seen.hand}
    return replace(page, turn=page.turn.try_card(cards[among(cards, name)]))


def _tool(page: TablePage, tool: str) -> TablePage:
    return replace(page, turn=page.turn.take_up(lays=among(("card", "tile"), tool) == "card"))


def _turn_card(page: TablePage, _: str) -> TablePage:
    return page if page.seen is None else replace(page, turn=page.turn.turn_card(page.seen))


def _add_tile(page: TablePage, letter: str) -> TablePage:
    """Choose one more tile of a kind to add (R26), or none of it if there are no more."""
    adding = None if page.match is None else page.match.adding
    if adding is None:
        return page
    held = {tile.letter: tile for tile in adding.held}
    tile = held[among(held, letter)]
    chosen = (*page.turn.adding, tile)
    if Counter(chosen)[tile] > Counter(adding.held)[tile] or len(chosen) > adding.count:
        chosen = tuple(one for one in page.turn.adding if one is not tile)
    return replace(page, turn=replace(page.turn, adding=chosen))


def _add(page: TablePage, _: str) -> TablePage:
    if page.notes is not None:
        return page.noting(page.notes.add(page.turn.adding))
    return page.arriving(page.played.add(page.turn.adding))


def _concede(page: TablePage, _: str) -> TablePage:
    if page.notes is not None or page.match is None:
        raise ForgedValue("no game to give up")
    return page.asking(Confirm.CONCEDE)


def _sure(page: TablePage, what: str) -> TablePage:
    """Do what was asked about."""
    asked = member(Confirm, what)
    if page.turn.asks is not asked:
        raise ForgedValue(what)
    page = replace(page, turn=replace(page.turn, asks=None, adding=()))
    if asked is Confirm.CLEAR:
        return page.noting(_notes(page).lay(Tops()))
    if page.seen is None:
        return page
    if asked is Confirm.CONCEDE:
        return page.arriving(page.played.concede())
    if asked is Confirm.NO_DIG:
        return page.end_turn(Turn())
    turn = page.turn.rest(page.seen)
    if page.notes is not None:
        return page.noting(page.notes.unpaid(turn))
    return page.arriving(page.played.play(turn, unpaid=True))


# A game at a real table.


def _notes(page: TablePage) -> Notes:
    """The notes; ForgedValue if there are none."""
    if page.notes is None:
        raise ForgedValue("nothing is noted")
    return page.notes


def _note(entered: Callable[[Notes, str], Notes]) -> Act[TablePage]:
    """The act of entering something."""
    return lambda page, value: page.noting(entered(_notes(page), value))


def _read(notes: Notes, letters: str) -> Notes:
    """Enter all topmost tiles, as letters from a6 to f1."""
    return notes.lay(Tops.of_mine(Given.beginning(letters).mine))


def _which(page: TablePage, slot: str) -> TablePage:
    """Choose the tile to correct; the empty text chooses none."""
    notes = _notes(page)
    known = {str(one): one for one in notes.noted.known} if notes.noted is not None else {}
    chosen = known[among(known, slot)] if slot else None
    return replace(page, notes=replace(notes, correcting=chosen))


def _correct(page: TablePage, letter: str) -> TablePage:
    notes, tile = _notes(page), _TILES[among(_TILES, letter)]
    corrected = page.noting(notes.corrected(tile))
    slot = notes.correcting
    assert slot is not None, "a tile has been corrected"
    named = edition(page.edition).tile_term(tile)
    told = Notice.of("noting.corrected", tile=named, quarry=slot.quarry, level=slot.level)
    return corrected.telling(told)


def _deal(page: TablePage, _: str) -> TablePage:
    return page.noting(_notes(page).deal(page.start.seating, page.start.deck))


def _end_notes(page: TablePage, _: str) -> TablePage:
    """End the notes, and show the final score."""
    match = _notes(page).match
    if match is None or not match.over:
        raise ForgedValue("the game is not over")
    return page.arriving(match)


# In a replay.


def _at(page: TablePage, step: str) -> TablePage:
    if page.match is None or not page.match.over:
        return page
    at = max(0, min(number(step), len(page.match.steps) - 1))
    return replace(page.at_rest(), at=at)


def _at_by(page: TablePage, steps: str) -> TablePage:
    return page if page.at is None else _at(page, str(page.at + number(steps)))


ACTS: Mapping[str, Act[TablePage]] = MappingProxyType(
    {
        **{f"name:{seat}": _name(str(seat)) for seat in range(MOST)},
        **{f"level:{seat}": _level(str(seat)) for seat in range(MOST)},
        "seat-more": lambda page, _: _seated(page, page.start.seating.one_more(page.language)),
        "seat-less": lambda page, seat: _seated(
            page, page.start.seating.without(_seat(page, seat))
        ),
        "edition": _edition,
        "variant": _variant,
        **dict.fromkeys(("go-on", "note-on", "sit-at"), _go_on),
        "forget": _forget,
        "naming": _naming,
        "seek": _seek,
        "forget-not": lambda page, _: replace(page, start=replace(page.start, doomed=None)),
        "card": _try_card,
        "choose": lambda page, _: page.choose(),
        "tool": _tool,
        "turn-card": _turn_card,
        "spend": lambda page, power: replace(page, turn=page.turn.spend(member(Power, power))),
        "dig": lambda page, _: page.dig(),
        "no-dig": lambda page, _: page.pass_up(),
        "back": lambda page, _: page.take_back(),
        "add-tile": _add_tile,
        "add": _add,
        "sit": lambda page, _: page.arriving(page.played.sit_down()),
        "concede": _concede,
        "unsure": lambda page, _: page.asking(None),
        "sure": _sure,
        "replay": lambda page, _: _at(page, "0"),
        "at": _at,
        "at-by": _at_by,
        "end-replay": lambda page, _: replace(page, at=None),
        "copied": lambda page, _: page.telling(Notice.of("at_table.copied")),
        "note-read": _note(_read),
        "note-tile": _note(lambda notes, letter: notes.name(_TILES[among(_TILES, letter)])),
        "note-which": _which,
        "note-correct": _correct,
        "note-clear": lambda page, _: page.asking(None if _notes(page).noted else Confirm.CLEAR),
        "note-deal": _deal,
        "note-card": _note(lambda notes, card: notes.card(number(card))),
        "note-got": _note(lambda notes, seat: notes.got(number(seat) if seat else None)),
        "note-unseen": _note(lambda notes, _: notes.got_by_chance()),
        "note-end": _end_notes,
    }
)
"""The acts that only change the page."""
