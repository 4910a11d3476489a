"""Who notes a game that people play at a table of their own, on the page of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.errors import GameError, KsmError, Unaffordable
from ksm_widgets.rules.given import Given
from ksm_widgets.rules.moves import Move
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.turns import Turn
from ksm_widgets.tutor.table.match import Adding
from ksm_widgets.tutor.table.noting import Noting
from ksm_widgets.tutor.table.seats import Seat, check_seats
from ksm_widgets.tutor.table.sharing_out import SharingOut
from ksm_widgets.tutor.table.tops import Tops
from ksm_widgets.tutor.table.touching import HandOnMine, moved_notice
from ksm_widgets.widgets.note_page import Asked, Notes
from ksm_widgets.widgets.table_page import Seating

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.tutor.table.match import Match
    from ksm_widgets.tutor.table.shelf import Shelf
    from ksm_widgets.widgets.table_page import PlayedTable

__all__ = ["Notetaker"]


class Notetaker:
    """Who notes; the acts of the page that are his are `acts`, while he notes the hand's too.

    Tiles told before the game begins are kept on `shelf`, too.
    """

    def __init__(self, table: PlayedTable, shelf: Shelf) -> None:
        self._table, self._shelf = table, shelf

    @property
    def acts(self) -> Mapping[str, Callable[[str], None]]:
        """What the controls do, by the name of their act."""
        if self._table.page.notes is None:
            return {"note": lambda _: self._begin()}
        return {
            "note-at": lambda quarry: self._at(Quarry.parse(quarry)),
            "note-read": self._read,
            "note-tile": self._name,
            "note-move": lambda move: self._move(Move.parse(move)),
            "note-anew": lambda _: self._table.become(replace(self._table.page, asks="anew")),
            "note-deal": lambda _: self._deal(),
            "note-card": lambda number: self._card(int(number)),
            "note-got": lambda seat: self._got(int(seat) if seat else None),
            "note-unseen": lambda _: self._by_chance(),
            "note-end": lambda _: self._end(),
            "dig": lambda _: self._play(self._table.page.laid_turn),
            "no-dig": lambda _: self._play(Turn()),
            "sure": self._sure,
            "add": lambda _: self._share(self._table.page.adding),
            "back": lambda _: self._take_back(),
        }

    @property
    def _notes(self) -> Notes:
        notes = self._table.page.notes
        if notes is None:
            raise ValueError("nothing is noted")
        return notes

    @property
    def _noting(self) -> Noting:
        noting = self._notes.noting
        if noting is None:
            raise ValueError("no game is noted yet")
        return noting

    # The beginning.

    def _begin(self) -> None:
        """Lay the mine out first; who sits there has been settled."""
        page = self._table.page
        check_seats(self._seats, len(self._seats))
        self._shelf.keep_seating(page.seating.text)
        tops = Tops.of(self._shelf.laid_out)
        notes = Notes(self._shelf.clock(), tops)
        self._table.become(replace(page, notes=notes, hand=HandOnMine(cursor=tops.at)))

    def go_on(self, match: Match) -> None:
        """Go on with a match that was noted."""
        self._arrive(Notes(match.begun, noting=Noting.of(match)))

    @property
    def _seats(self) -> list[Seat]:
        """Whoever is settled sits there in person."""
        return [Seat(name) for name, _ in self._table.page.seating.sitters]

    def _deal(self) -> None:
        """The topmost tiles are told, and the first round begins; a mine there cannot be raises."""
        seating = self._table.page.seating
        noting = Noting.begin(
            self._seats,
            self._notes.tops.text,
            edition_name=seating.edition,
            variant=seating.variant,
        )
        self._shelf.keep_laid_out("")
        self._arrive(self._notes.noted(noting))

    def _lay(self, tops: Tops) -> None:
        page = self._table.page
        hand = replace(page.hand, cursor=tops.at)
        self._shelf.keep_laid_out(tops.text)
        self._table.become(replace(page, notes=replace(self._notes, tops=tops), hand=hand))

    def _lay_out_again(self, noting: Noting) -> None:
        """Before the first note: back to the mine laid out, and to who sits there."""
        setting, page = noting.game.setting, self._table.page
        sitters = tuple((seat.name, None) for seat in noting.seats)
        seating = Seating(sitters, setting.edition.name, setting.variant)
        notes = replace(self._notes, noting=None, tops=Tops.of_mine(noting.given.mine))
        self._table.become(replace(page, match=None, seating=seating, notes=notes))
        self._lay(notes.tops)

    # On the mine.

    def _at(self, quarry: Quarry) -> None:
        """Another quarry is asked about while the mine is laid out."""
        if self._notes.asked is Asked.TOPS:
            self._lay(replace(self._notes.tops, at=quarry))

    def _read(self, letters: str) -> None:
        """All topmost tiles at once, as letters from a6 to f1."""
        if self._notes.asked is Asked.TOPS:
            given = Given.beginning(letters)
            self._lay(Tops.of_mine(given.mine))

    def _name(self, letter: str) -> None:
        """The tile that lies, or has shown, where it is asked for."""
        tile = Tile(letter)
        if tile is Tile.UNSEEN:
            raise ValueError(letter)
        if self._notes.asked is Asked.TOPS:
            tops = self._notes.tops.named(tile)
            tops.mine.check()
            self._lay(tops)
        else:
            self._note(self._noting.name(tile))

    def _move(self, move: Move) -> None:
        """The one who digs has moved a tile."""
        self._note(self._noting.move(move))

    # Cards and turns.

    def _card(self, number: int) -> None:
        """The next in the order of the seats has laid down this card; the last one reveals all."""
        notes, noting = self._notes, self._noting
        if number in notes.cards:
            raise GameError("game.card_twice", "R4", number=number)
        cards = (*notes.cards, number)
        if len(cards) < len(noting.seats):
            self._become(replace(notes, cards=cards))
            return
        try:
            self._note(noting.cards(cards))
        except KsmError:
            self._become(replace(notes, cards=()))
            raise

    def _play(self, turn: Turn) -> None:
        """The turn has ended so; about one that cannot be paid the page asks first."""
        try:
            self._note(self._noting.play(turn))
        except Unaffordable:
            self._table.become(self._table.page.in_doubt(turn))

    def _sure(self, what: str) -> None:
        page = self._table.page
        if page.asks != what:
            raise ValueError(what)
        self._table.become(replace(page, asks="", adding=()))
        if what == "anew":
            self._lay(Tops())
        elif page.seen is not None:
            self._unpaid(page.hand.turn(page.seen))

    def _unpaid(self, turn: Turn) -> None:
        """It could not be paid: which earlier tiles went with it, if there was a choice (R26)."""
        game = self._noting.game
        adding = Adding.to(turn, game)
        if adding.choice:
            self._become(replace(self._notes, adding=adding))
        else:
            self._shared(SharingOut.of(game, adding.turn, adding.held[: adding.count]))

    def _share(self, added: tuple[Tile, ...]) -> None:
        adding = self._notes.adding
        if adding is None or len(added) != adding.count:
            raise ValueError(added)
        self._shared(SharingOut.of(self._noting.game, adding.turn, added))

    def _got(self, seat: int | None) -> None:
        self._shared(self._sharing.went(seat))

    @property
    def _sharing(self) -> SharingOut:
        if self._notes.sharing is None:
            raise ValueError("nothing is shared out")
        return self._notes.sharing

    def _shared(self, sharing: SharingOut) -> None:
        """Ask who got the next tile, or note the turn if all is told."""
        if sharing.tile is not None:
            self._become(replace(self._notes, adding=None, sharing=sharing))
            return
        noting, added, shares = self._noting, sharing.added, sharing.shares
        self._note(noting.play(sharing.turn, unpaid=True, added=added, shares=shares))

    def _by_chance(self) -> None:
        """Nobody saw who got the rest: chance says it, the same each time."""
        game = self._noting.game
        self._shared(self._sharing.by_chance(game.setting.chance(f"turn {len(game.records)}")))

    def _take_back(self) -> None:
        """The last thing told is taken back, as far as one likes."""
        notes = self._notes
        if notes.noting is None:
            self._lay(notes.tops.back())
        elif notes.blank:
            self._lay_out_again(notes.noting)
        elif notes.sharing is not None and notes.sharing.got:
            self._become(replace(notes, sharing=notes.sharing.back()))
        elif notes.sharing is not None or notes.adding is not None:
            self._become(replace(notes, sharing=None, adding=None))
        elif notes.cards:
            self._become(replace(notes, cards=notes.cards[:-1]))
        else:
            noting = notes.noting.take_back()
            self._arrive(notes.noted(noting), since=len(noting.match.steps))

    def _end(self) -> None:
        """The last card is used: the points are counted, and there is no way back."""
        match = self._notes.match
        if match is None or self._notes.asked is not Asked.OVER:
            raise ValueError("the game is not over")
        self._table.arrive(match)

    # From one note to the next.

    def _note(self, noting: Noting) -> None:
        """Something more is noted; what happened is told once all that shows has its name."""
        page, before = self._table.page, self._notes
        hid = before.noting is not None and bool(before.noting.asked)
        steps = 0 if page.match is None else len(page.match.steps)
        self._arrive(before.noted(noting), since=page.since if hid else steps)

    def _arrive(self, notes: Notes, *, since: int | None = None) -> None:
        match, cursor = notes.match, self._table.page.hand.cursor
        assert match is not None, "a game is noted"
        if since is None:
            since = max(0, len(match.steps) - 1)
        hand = HandOnMine(cursor=cursor, lays=match.nothing_moves)
        if match.view is not None and match.view.begun:
            notice, powers = moved_notice(match.view), self._table.page.hand.powers
            hand = replace(hand, notice=notice, powers=powers)
        self._table.arrive(match, since=since, hand=hand, notes=notes)

    def _become(self, notes: Notes) -> None:
        """Nothing more is noted, but something else is asked."""
        self._table.become(replace(self._table.page, notes=notes, match=notes.match))
