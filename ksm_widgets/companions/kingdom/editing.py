"""A position of Kingdom of Solomon being set up by touch: tools, and what they do.

A draft may break every rule; its faults are listed together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from ksm_widgets.companions.drafting import ERASE, Drafted
from ksm_widgets.companions.kingdom.box import LEVELS, the_box
from ksm_widgets.companions.kingdom.checking import faults_of
from ksm_widgets.companions.kingdom.goods import GOODS, NONE, added, less, one_cube, read_cubes
from ksm_widgets.companions.kingdom.places import (
    TEMPLE,
    Action,
    Bonus,
    OwnCard,
    SeatBoard,
    Shown,
    Stall,
    Temple,
)
from ksm_widgets.companions.kingdom.position import (
    UNSEEN,
    Pawn,
    Phase,
    Position,
    road_between,
    standing,
)
from ksm_widgets.companions.kingdom.record import Game
from ksm_widgets.companions.kingdom.text import position_text, read_draft, turn_of, with_piles
from ksm_widgets.companions.kingdom.works import with_building, with_road
from ksm_widgets.companions.tuples import resized, with_item, without
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.kingdom.places import LandName, Place


EXAMPLES = {
    "trade": (
        "players 2 | me 1 | order 1 2 | phase market | score 20 14\n"
        "goods ssswwwwf ; ccf | fortune f ; 2 | tokens 0 1 | favour 2\n"
        "market g0 c1 s2 w1 f3 | cards 1 4 11 12 | own 7 10 ; 3 | temple 2\n"
        "sites Bashan:1 Tob:1 Judah:2 | roads Bashan-Tob | pawns -"
    ),
    "place": (
        "players 4 | me 3 | order 2 3 1 4 | phase place | score 31 28 35 12\n"
        "goods w ; - ; gs ; ff | fortune 0 ; 1 ; ap3 ; 2 | tokens 2 0 2 0 | favour 1\n"
        "market g1 c0 s4 w2 f2 | cards 5 9 17 18 | own 2 ; 8 ; 6 11 ; - | temple 4\n"
        "sites Samaria:1 Dan:2 Aram:3 Bashan:3 | roads Aram-Bashan\n"
        "pawns Edom:1 Trader:2 Prophet:4 Judah:3 | left 4 4 4 4"
    ),
}
"""Positions to begin with, by name."""
BUILDING, PAWN, ROAD, CUBE = "building", "pawn", "road", "cube"
TOKEN, CARD, FORTUNE = "token", "card", "fortune"
"""The tools by name; there is `ERASE`, too."""


def blank(players: int) -> Position:
    """A table before anything is on it, as seat 1 sees it."""
    box = the_box()
    order = tuple(range(1, players + 1))
    return Position(
        box=box,
        order=order,
        turn=1,
        me=1,
        phase=Phase.MARKET,
        scores=(box.start_score,) * players,
        goods=(NONE,) * players,
        fortune=((),) * players,
        tokens=(0,) * players,
        market=NONE,
        display=(),
        own=((),) * players,
        left=(0,) * players,
        pile=(UNSEEN,) * box.fortune.total(),
        deck=(0,) * len(box.buildings),
    )


def with_players(position: Position, players: int) -> Position:
    """The position with another number of players."""
    order = (*position.order, *range(position.players + 1, players + 1))
    if position.me is not None and position.me > players:
        position = with_me(position, players)
    favour = position.favour
    return with_phase(
        replace(
            position,
            order=tuple(seat for seat in order if seat <= players),
            turn=1,
            scores=resized(position.scores, players, position.box.start_score),
            goods=resized(position.goods, players, NONE),
            fortune=resized(position.fortune, players, ()),
            tokens=resized(position.tokens, players, 0),
            favour=favour if favour is not None and favour <= players else None,
            own=resized(position.own, players, ()),
            left=resized(position.left, players, 0),
            sites=tuple(pair for pair in position.sites if pair[1] <= players),
            pawns=tuple(pawn for pawn in position.pawns if pawn.seat <= players),
        ),
        position.phase,
    )


def with_phase(position: Position, phase: Phase) -> Position:
    """The position in another phase: pawns that are not placed are left, or all are home."""
    whole = position.box.pawns_of(position.players)
    pawns = position.pawns if phase in (Phase.PLACE, Phase.RESOLVE) else ()
    placed = [sum(pawn.size for pawn in pawns if pawn.seat == seat) for seat in position.seats]
    left = tuple(max(0, whole - count) if phase is Phase.PLACE else 0 for count in placed)
    stood = standing(position.box, pawns) if phase is Phase.RESOLVE else ()
    changes: dict[str, Any] = {"pawns": pawns, "left": left, "stood": stood, "done": ()}
    position = replace(position, phase=phase, bought=False, owing=(), collector=None, **changes)
    return replace(position, turn=turn_of(position))


def with_me(position: Position, seat: int) -> Position:
    """The position as another seat sees it: its hand is to be set up, the old one is hidden."""
    hidden = replace(position, me=seat, fortune=position.hands_seen(seat))
    return hidden.with_hand(seat, position.known(seat))


def balanced(_: Position, after: Position) -> Position:
    """The position with as many cards left in its piles as are nowhere else."""
    return with_piles(after)


def with_first(position: Position, seat: int) -> Position:
    """The position with a seat first in the order of play, the others as they were."""
    order = (seat, *position.others(seat))
    return with_phase(replace(position, order=order), position.phase)


def with_score(position: Position, seat: int, change: int) -> Position:
    """The position with more or fewer points of a seat."""
    return position.with_points(seat, max(0, min(999, position.points(seat) + change)))


def with_temple(position: Position, steps: int) -> Position:
    """The position with so many steps of the temple."""
    return replace(position, temple=max(0, min(len(position.box.steps), steps)))


# What the tools do; None where a tool has no use.


def _building(draft: Draft, place: Place) -> Position | None:
    position = draft.position
    if not isinstance(place, str) or not position.box.lands[place].site:
        return None
    kept = tuple(pair for pair in position.sites if pair[0] != place)
    return with_building(replace(position, sites=kept), draft.seat, place)


def _pawn(draft: Draft, place: Place) -> Position | None:
    position, seat = draft.position, draft.seat
    if position.phase not in (Phase.PLACE, Phase.RESOLVE):
        return None
    if not isinstance(place, str | Action | Bonus | OwnCard):
        return None
    kept = tuple(pawn for pawn in position.pawns if pawn.spot != place)
    size = max(1, position.pawns_left(seat)) if isinstance(place, Bonus) else 1
    changed = replace(position, pawns=(*kept, Pawn(place, seat, size)))
    return with_phase(changed, position.phase)


def _road(draft: Draft, place: Place) -> Position | None:
    position, end = draft.position, draft.end
    if not isinstance(place, str) or end is None or end == place:
        return None
    road = road_between(position.box, end, place)
    if road in position.roads:
        return replace(position, roads=tuple(one for one in position.roads if one != road))
    return with_road(position, road)


def _cube(draft: Draft, place: Place) -> Position | None:
    position, cube = draft.position, read_cubes(draft.good)
    match place:
        case SeatBoard(seat):
            return position.with_cubes(seat, added(position.cubes(seat), cube))
        case Stall(good):
            kind = GOODS.index(good)
            level = (position.market[kind] + 1) % (LEVELS + 1)
            return replace(position, market=with_item(position.market, kind + 1, level))
    return None


def _token(draft: Draft, place: Place) -> Position | None:
    position = draft.position
    if place == TEMPLE:
        return with_temple(position, position.temple + 1)
    if not isinstance(place, SeatBoard):
        return None
    seat = place.seat
    return position.with_tokens(seat, position.token_count(seat) + 1)


def _card(draft: Draft, place: Place) -> Position | None:
    """Put the card with a player, or on display; where it was it is taken away."""
    position, card = draft.position, draft.card
    kept = _own_without(position, card)
    display = tuple(other for other in position.display if other != card)
    match place:
        case SeatBoard(seat):
            return replace(position, own=kept, display=display).with_own_card(seat, card)
        case Shown() | Temple():
            shown = tuple(other for other in display if place != Shown(other))
            return replace(position, own=kept, display=tuple(sorted((*shown, card))))
    return None


def _own_without(position: Position, card: int) -> tuple[tuple[int, ...], ...]:
    """The building cards of every seat without one."""
    return tuple(tuple(other for other in cards if other != card) for cards in position.own)


def _fortune(draft: Draft, place: Place) -> Position | None:
    position = draft.position
    if not isinstance(place, SeatBoard):
        return None
    seat = place.seat
    card = draft.fortune if seat == position.me else UNSEEN
    return position.with_hand(seat, (*position.hand(seat), card))


def _erase(draft: Draft, place: Place) -> Position | None:
    """Take away what is there: a pawn, then a building with its roads; of a seat the last thing."""
    position = draft.position
    if position.pawn_at(place) is not None:
        kept = tuple(pawn for pawn in position.pawns if pawn.spot != place)
        return with_phase(replace(position, pawns=kept), position.phase)
    match place:
        case str():
            sites = tuple(pair for pair in position.sites if pair[0] != place)
            roads = tuple(road for road in position.roads if place not in road)
            return replace(position, sites=sites, roads=roads)
        case Stall(good):
            kind = GOODS.index(good)
            level = max(0, position.market[kind] - 1)
            return replace(position, market=with_item(position.market, kind + 1, level))
        case Temple():
            return with_temple(position, position.temple - 1)
        case Shown(card):
            return replace(position, display=without(position.display, card))
        case OwnCard(card):
            return replace(position, own=_own_without(position, card))
        case SeatBoard(seat):
            return _seat_less(position, seat)
    return None


def _seat_less(position: Position, seat: int) -> Position:
    """Of a seat take away the last fortune card, then a cube, then a token."""
    hand, goods = position.hand(seat), position.cubes(seat)
    if hand:
        return position.with_hand(seat, without(hand, hand[-1]))
    if any(goods):
        kind = max(kind for kind in range(len(GOODS)) if goods[kind])
        return position.with_cubes(seat, less(goods, one_cube(kind)))
    return position.with_tokens(seat, max(0, position.token_count(seat) - 1))


_USES: dict[str, Callable[[Draft, Place], Position | None]] = {
    BUILDING: _building,
    PAWN: _pawn,
    ROAD: _road,
    CUBE: _cube,
    TOKEN: _token,
    CARD: _card,
    FORTUNE: _fortune,
    ERASE: _erase,
}


@dataclass(frozen=True, slots=True)
class Draft(Drafted[Position]):
    """A position being set up, with the tool in hand and what can be undone.

    `seat`, `good`, `card` and `fortune` are what a tool puts down, `end` is where a road begins.
    """

    examples = EXAMPLES
    tools = _USES.keys()
    sizes = Game.sizes
    written = staticmethod(position_text)
    parsed = staticmethod(read_draft)
    checked = staticmethod(faults_of)
    balanced = staticmethod(balanced)
    blank = staticmethod(blank)
    with_players = staticmethod(with_players)
    with_me = staticmethod(with_me)

    tool: str = CUBE
    seat: int = 1
    good: str = "s"
    card: int = 1
    fortune: str = "f"
    end: LandName | None = None

    def __post_init__(self) -> None:
        """Put down nothing of a player whom the table no longer has."""
        if self.seat > self.position.players:
            object.__setattr__(self, "seat", self.position.players)

    def used(self, place: Place) -> Position | Notice:
        """The position after the tool in hand was used on a place, or why it has no use there."""
        after = _USES[self.tool](self, place)
        most = self.position.box.display
        return Notice.of(f"kingdom_edit.{self.tool}", count=most) if after is None else after

    def touched(self, place: Place) -> Self:
        """The draft after a touch of a place; the first touch for a road says where it begins."""
        if self.tool == ROAD and isinstance(place, str) and self.end is None:
            return replace(self, end=place, notice=Notice.of("kingdom_edit.road_end", place=place))
        return replace(super(Draft, self).touched(place), end=None)
