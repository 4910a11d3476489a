"""Positions of Kings under Mountains in text, read and written.

A position is items `key value`, one per line or joined by ` | `:

    kings D1 O2 | me 1 | turn 1 | deck 52 | next 2.2.3
    centre 2.3.5!:O2 ; 1.1.1 ; 3.4.6:G0,T4 ; 2.2.3:D9
    camp D3,D8 O1 T9
    hand D2 D5 O7 G0 G6 T5
    own 1.2.2:G3 ; -
    done - ; 1.1.1 | discard T2 | others 6
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.companions.items import Items, joined, lines_text, parted, words_of
from ksm_widgets.companions.kings import NAME
from ksm_widgets.companions.kings.box import FEWEST_PLAYERS, MOST_HAND, MOST_PLAYERS, Box, the_box
from ksm_widgets.companions.kings.cards import RACES, UNSEEN, AnyCard, Mine, Race, Unit
from ksm_widgets.companions.kings.checking import faults_of
from ksm_widgets.companions.kings.position import (
    Hand,
    Phase,
    Position,
    Site,
    Units,
    deck_of,
    usual_phase,
)

if TYPE_CHECKING:
    from collections.abc import Callable

ThingT = TypeVar("ThingT")
_KING = re.compile(rf"([{''.join(RACES)}])([1-{MOST_PLAYERS}])")
_OTHER = re.compile(rf"([0-{MOST_HAND}])(?::(.*))?")


@dataclass
class _Reading(Items[Position]):
    """A text being read, item by item."""

    name = NAME
    the_box = staticmethod(the_box)
    checked = staticmethod(faults_of)
    needed = ("kings", "turn", "deck", "centre", "camp", "hand", "own", "others")
    keys = (*needed, "me", "next", "done", "discard", "phase")
    players_key = "kings"

    box: Box

    def made(self) -> Position:
        kings = self._kings()
        self.players = len(kings)
        me = self.number("me", 1, self.players, None)
        turn = self.number("turn", 1, self.players, 1)
        hands, shown = self._hands(me)
        deck = self._deck()
        phase = usual_phase(len(hands[turn - 1]), len(deck), self.box)
        return Position(
            box=self.box,
            kings=kings,
            turn=turn,
            me=me,
            phase=self.word("phase", Phase, phase),
            deck=deck,
            centre=self._centre(),
            camp=self._camp(),
            hands=hands,
            shown=shown,
            own=self._by_seat("own", self._site),
            done=self._by_seat("done", self._mine),
            discard=self._units("discard", self.words("discard")),
        )

    def _kings(self) -> tuple[Race, ...]:
        """The race of each seat's king; any if that can't be read."""
        words = self.items.get("kings", "").split()
        found = [match for word in words if (match := _KING.fullmatch(word))]
        by_seat = {int(match[2]): Race(match[1]) for match in found}
        players = len(words)
        races = tuple(by_seat[seat] for seat in sorted(by_seat))
        if (
            sorted(by_seat) == [*range(1, players + 1)]
            and len(set(races)) == players >= FEWEST_PLAYERS
        ):
            return races
        if "kings" in self.items:
            self.refuse("kings", "kings", self.items["kings"])
        self.unread.add("kings")
        # As many seats as another item has, so that the faults of the others are found, too.
        seats = len(self.items.get("own", "").split(";"))
        return RACES[: max(FEWEST_PLAYERS, seats)]

    def _deck(self) -> tuple[AnyCard, ...]:
        """The deck, with the mine on top of it if that is given."""
        cards = self.number("deck", 0, len(self.box.cards), 0)
        text = self.items.get("next", "-")
        mine = None if text == "-" else self._mine("next", text)
        if mine is not None and not cards and "deck" not in self.unread:
            self.refuse("no_deck", "next", text)
        return deck_of(cards, UNSEEN if mine is None else mine)

    def _mine(self, key: str, text: str) -> Mine | None:
        """Read a mine, such as `2.3.5!`; None if it isn't one."""
        mine = Mine.parse(text)
        if mine is None:
            self.refuse("mine", key, text)
        return mine

    def _site(self, key: str, text: str) -> Site | None:
        """Read a mine with its units; None without a mine."""
        name, colon, units = text.partition(":")
        mine = self._mine(key, name.strip())
        found = self._units(key, units.split(",")) if colon else ()
        return None if mine is None else Site(mine, found)

    def _centre(self) -> tuple[Site | None, ...]:
        """The mines of the centre, None for a gap."""
        text = self.items.get("centre")
        if text is None:
            return ()
        parts = [part.strip() for part in text.split(";")]
        if len(parts) != self.box.centre:
            self.refuse("centre", "centre", text, count=self.box.centre)
        parts = parts[: self.box.centre]
        return tuple(None if part == "-" else self._site("centre", part) for part in parts)

    def _by_seat(
        self, key: str, read: Callable[[str, str], ThingT | None]
    ) -> tuple[tuple[ThingT, ...], ...]:
        """The things of each seat, with blanks between them."""
        found = ([read(key, word) for word in words_of(part)] for part in self.parts(key))
        return tuple(tuple(thing for thing in things if thing is not None) for things in found)

    def _camp(self) -> tuple[Units, ...]:
        """The pile of each race, written from the top down."""
        piles: dict[Race, Units] = {}
        for word in self.words("camp"):
            pile = self._units("camp", word.split(","))
            races = {unit.race for unit in pile}
            if len(races) > 1 or races & piles.keys():
                self.refuse("pile", "camp", word)
            for race in races:
                piles[race] = pile[::-1]
        return tuple(piles.get(race, ()) for race in RACES)

    def _hands(self, me: int | None) -> tuple[tuple[Hand, ...], tuple[Units, ...]]:
        """Every hand, and the units in others' hands that all have seen."""
        seats = range(1, self.players + 1)
        hands: dict[int, Hand] = {}
        shown: dict[int, Units] = {}
        words = self.items.get("others", "").split()
        others = [seat for seat in seats if seat != me]
        if "others" in self.items and len(words) != len(others):
            if not {"kings", "me"} & self.unread:
                self.refuse("others", "others", self.items["others"], count=len(others))
            self.unread.add("others")
        for seat, word in zip(others, words, strict=False):
            count, shown[seat] = self._other(word)
            hands[seat] = (*shown[seat], *[UNSEEN] * (count - len(shown[seat])))
        if me is not None:
            hands[me] = self._units("hand", self.words("hand"))
        elif self.words("hand") and "me" not in self.unread:
            self.refuse("no_hand", "hand", self.items["hand"])
        return (
            tuple(hands.get(seat, ()) for seat in seats),
            tuple(shown.get(seat, ()) for seat in seats),
        )

    def _other(self, word: str) -> tuple[int, Units]:
        """The number of cards in another seat's hand, and the units that all have seen."""
        match = _OTHER.fullmatch(word)
        if match is None:
            self.refuse("other", "others", word)
            return 0, ()
        count = int(match[1])
        shown = self._units("others", match[2].split(",")) if match[2] is not None else ()
        if len(shown) > count:
            self.refuse("other", "others", word)
        return count, shown

    def _units(self, key: str, words: list[str]) -> Units:
        """Read units; words that aren't units are refused and left out."""
        found = []
        for word in map(str.strip, words):
            unit = Unit.parse(word)
            if unit is None:
                self.refuse("unit", key, word)
            else:
                found.append(unit)
        return tuple(found)


read_position, read_draft = _Reading.read, _Reading.draft


def position_text(position: Position) -> str:
    """A position as text, as far as a seat sees it; of the whole table what all see.

    After acts that are only looked at, cards that nobody has seen yet are `?`, in the seat's hand
    or in the centre. Such a text is for readers; it can't be read back.
    """
    me = position.me
    piles = map(position.pile, RACES)
    phase = usual_phase(len(position.hand(position.turn)), len(position.deck), position.box)
    first: dict[str, object] = {
        "kings": joined(f"{race}{seat}" for seat, race in enumerate(position.kings, start=1)),
        "me": me or "-",
        "turn": position.turn,
        "phase": None if position.phase is phase else position.phase.value,
        "deck": len(position.deck),
        "next": "-" if position.next_mine is UNSEEN else position.next_mine,
    }
    centre = parted("-" if site is None else str(site) for site in position.centre)
    others = (
        f"{len(hand)}{':' if shown else ''}{','.join(map(str, shown))}"
        for seat, hand, shown in zip(position.seats, position.hands, position.shown, strict=True)
        if seat != me
    )
    return lines_text(
        first,
        {"centre": centre},
        {"camp": joined(",".join(map(str, pile[::-1])) for pile in piles if pile)},
        {"hand": "-" if me is None else joined(position.hand(me))},
        {"own": parted(map(joined, position.own))},
        {
            "done": parted(map(joined, position.done)),
            "discard": joined(position.discard),
            "others": joined(others),
        },
    )
