"""Positions of Kingdom of Solomon in text, read and written.

A position is items `key value`, one per line or joined by ` | `:

    players 2 | me 1 | order 1 2 | phase market | score 20 14
    goods ssswwwwf ; ccf | fortune f ; 2 | tokens 0 1 | favour 2
    market g0 c1 s2 w1 f3 | cards 1 4 11 12 | own 7 10 ; 3 | temple 2
    sites Bashan:1 Tob:1 Judah:2 | roads Bashan-Tob | pawns -
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.items import Items, joined, lines_text, parted, words_of
from ksm_widgets.companions.kingdom import NAME
from ksm_widgets.companions.kingdom.box import FEWEST_PLAYERS, MOST_PLAYERS, Box, the_box
from ksm_widgets.companions.kingdom.checking import faults_of
from ksm_widgets.companions.kingdom.fortune import ANY, UNSEEN, points_of, sorted_card
from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, cubes_text, read_cubes
from ksm_widgets.companions.kingdom.implied import collector_of, turn_of, with_piles
from ksm_widgets.companions.kingdom.places import read_spot
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position, road_between, standing
from ksm_widgets.rules.arguments import beginning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.places import Owners
    from ksm_widgets.companions.kingdom.position import Road

MOST_SCORE = 999
"""The most points of a seat that a position can have."""
_MOST = 200
"""Cards of a hand, pawns or roads that are looked at."""
_SEAT = f"([1-{MOST_PLAYERS}])"
_PAWN = re.compile(rf"([A-Z][a-z]+|[0-9]{{1,2}}):{_SEAT}(?:\*([1-9]))?")
_PAIR = re.compile(f"([A-Z][a-z]+):{_SEAT}")
_ROAD = re.compile(r"([A-Z][a-z]+)-([A-Z][a-z]+)")
_LEVEL = re.compile(rf"([{GOODS}])([0-9])")
_NUMBER = re.compile("[0-9]{1,3}")
_CARDS = re.compile(rf"p[1-9]|[{UNSEEN}]|[{GOODS}{ANY}]+")


@dataclass
class _Reading(Items[Position]):
    """A text being read, item by item."""

    name = NAME
    the_box = staticmethod(the_box)
    checked = staticmethod(faults_of)
    needed = ("players", "order", "phase", "score", "goods", "cards", "own", "temple", "sites")
    keys = (
        *needed, "me", "turn", "fortune", "tokens", "favour", "market", "roads", "pawns",
        "left", "done", "stood", "bought", "owing", "discard",
    )  # fmt: skip

    box: Box

    def made(self) -> Position:
        """The position, with what its items imply."""
        told = self._told()
        return replace(
            with_piles(told),
            turn=told.turn or turn_of(told),
            collector=collector_of(told) if told.owing else None,
        )

    def _told(self) -> Position:
        """The position as far as the items tell it; its turn is 0 where they don't."""
        self.players = self.number("players", FEWEST_PLAYERS, MOST_PLAYERS, 2)
        me = self.number("me", 1, self.players, None)
        order = self._order()
        phase = self.word("phase", Phase, Phase.PLACE)
        pawns = self._pawns()
        whole = self.box.pawns_of(self.players) if phase is Phase.PLACE else 0
        return Position(
            box=self.box,
            order=order,
            turn=self.number("turn", 1, self.players, None) or 0,
            me=me,
            phase=phase,
            scores=self.numbers("score", 0, MOST_SCORE),
            goods=tuple(map(self._cubes, self.parts("goods"))),
            fortune=tuple(self._hand("fortune", part) for part in self.parts("fortune")),
            tokens=self.numbers("tokens", 0, 999),
            favour=self.number("favour", 1, self.players, None),
            market=self._market(),
            display=tuple(sorted(self._counted("cards"))),
            own=tuple(map(self._cards, self.parts("own"))),
            temple=self.number("temple", 0, len(self.box.steps), 0),
            sites=self._pairs("sites"),
            roads=self._roads(),
            pawns=pawns,
            left=self.numbers("left", 0, 999, whole),
            done=self._counted("done"),
            stood=self._stood(phase, pawns),
            bought=self._bought(),
            owing=self._counted("owing"),
            discards=self._hand("discard", self.items.get("discard", "-")),
        )

    def _pawns(self) -> tuple[Pawn, ...]:
        """The pawns on the table, from words like `Edom:1` and `Altar:2*3`."""
        return tuple(
            Pawn(read_spot(match[1]), int(match[2]), int(match[3] or 1))
            for match in self._matched("pawns", _PAWN)
        )

    def _bought(self) -> bool:
        """Whether the seat in turn has got a card."""
        text = self.items.get("bought", "-")
        if text not in ("yes", "no", "-"):
            self.wrong("shelf_text.word", "bought", found=beginning(text), expected=["yes", "no"])
        return text == "yes"

    def _matched(self, key: str, form: re.Pattern[str], fault: str = "") -> list[re.Match[str]]:
        """The words of an item that have a form; the others are noted by the key of a fault."""
        found = []
        for word in self.words(key)[:_MOST]:
            match = form.fullmatch(word)
            if match is None:
                self.refuse(fault or key, key, word)
            else:
                found.append(match)
        return found

    def _counted(self, key: str) -> tuple[int, ...]:
        """The numbers of an item."""
        return tuple(int(match[0]) for match in self._matched(key, _NUMBER, "numbers"))

    def _order(self) -> tuple[int, ...]:
        """The seats in their order of play; as they sit, if the item is wrong."""
        order = self._counted("order")
        if sorted(order) == [*range(1, self.players + 1)]:
            return order
        if not {"order", "players"} & self.unread:
            self.refuse("order", "order", self.items["order"], players=self.players)
        return tuple(range(1, self.players + 1))

    def _cubes(self, text: str) -> Cubes:
        """The cubes of a seat, from letters, or `-` for none."""
        letters = "" if text == "-" else text
        if {*letters} - {*GOODS}:
            self.refuse("goods", "goods", text)
        return read_cubes(letters)

    def _cards(self, text: str) -> tuple[int, ...]:
        """The building cards of a seat, by their numbers, or `-` for none."""
        words = words_of(text)
        if not all(map(_NUMBER.fullmatch, words)):
            self.refuse("cards", "own", text)
            return ()
        return tuple(sorted(map(int, words)))

    def _hand(self, key: str, text: str) -> tuple[str, ...]:
        """Fortune cards, or how many a hand has; `?` is one drawn in a view that is played on.

        Letters joined are one card if the box has it, or else cards of one letter each.
        """
        if _NUMBER.fullmatch(text) and key == "fortune":
            return (UNSEEN,) * min(int(text), _MOST)
        cards: list[str] = []
        for word in [] if text == "-" else text.replace(",", " ").split()[:_MOST]:
            parts = _CARDS.findall(word)
            if "".join(parts) != word:
                self.refuse("fortune", key, word)
            for part in parts:
                cards += self._read_cards(part)
        return tuple(cards)

    def _read_cards(self, letters: str) -> list[str]:
        """The card of these letters if there is one, or else a card of each letter."""
        if letters == UNSEEN or points_of(letters):
            return [letters]
        card = sorted_card(letters)
        if card in self.box.fortune:
            return [card]
        return [*letters[:_MOST]]

    def _market(self) -> Cubes:
        """The cubes of each kind on the market, from words like `g0`."""
        levels = {match[1]: int(match[2]) for match in self._matched("market", _LEVEL)}
        return tuple(levels.get(good, 0) for good in GOODS)

    def _pairs(self, key: str) -> Owners:
        """The resource places with their seats, from words like `Tob:1`."""
        pairs = [(match[1], int(match[2])) for match in self._matched(key, _PAIR)]
        return self.box.sorted_sites(pairs)

    def _stood(self, phase: Phase, pawns: tuple[Pawn, ...]) -> Owners:
        """The places where pawns stood first; unless it is told, those where they stand."""
        if phase is Phase.RESOLVE and "stood" not in self.items:
            return standing(self.box, pawns)
        return self._pairs("stood")

    def _roads(self) -> tuple[Road, ...]:
        """The roads, from words like `Bashan-Tob`, also those between no neighbours."""
        matches = self._matched("roads", _ROAD)
        return tuple(sorted(road_between(self.box, match[1], match[2]) for match in matches))


read_position, read_draft = _Reading.read, _Reading.draft


def position_text(position: Position) -> str:
    """A position as text, as far as a seat sees it; of the whole table what all see."""
    phase, turn = position.phase, position.turn
    hands = (
        joined(hand) if seat == position.me else str(len(hand))
        for seat, hand in zip(position.seats, position.fortune, strict=True)
    )
    market = (f"{good}{level}" for good, level in zip(GOODS, position.market, strict=True))
    return lines_text(
        {
            "players": position.players,
            "me": position.me or "-",
            "order": joined(position.order),
            "phase": phase.value,
            "turn": None if turn == turn_of(position) else turn,
            "score": joined(position.scores),
        },
        {
            "goods": parted(map(cubes_text, position.goods)),
            "fortune": parted(hands),
            "tokens": joined(position.tokens),
            "favour": position.favour or "-",
        },
        {
            "market": joined(market),
            "cards": joined(position.display),
            "own": parted(map(joined, position.own)),
            "temple": position.temple,
        },
        {
            "sites": joined(_pairs_text(position.sites)),
            "roads": joined("-".join(road) for road in position.roads),
        },
        {
            "pawns": joined(position.pawns),
            "left": joined(position.left) if phase is Phase.PLACE else None,
            "done": _some(position.done),
            "stood": _stood_text(position),
            "bought": "yes" if position.bought else None,
            "owing": _some(position.owing),
            "discard": _some(position.discards),
        },
    )


def _some(items: tuple[object, ...]) -> str | None:
    """Items in text; None, which is left out, for none."""
    return joined(items) if items else None


def _stood_text(position: Position) -> str | None:
    """The places where pawns stood, if those that still stand don't tell it."""
    still = standing(position.box, position.pawns)
    told = position.phase is not Phase.RESOLVE or position.stood == still
    return None if told else joined(_pairs_text(position.stood))


def _pairs_text(pairs: Owners) -> Iterator[str]:
    """Resource places with their seats, as words."""
    return (f"{place}:{seat}" for place, seat in pairs)
