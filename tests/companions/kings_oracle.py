"""An oracle for Kings under Mountains: all plays and draws by the rules alone, one after another.

It shares with the answers only the rules and their values: no memo, no bound, no play left out. A
unit from the deck is each of the unseen ones in turn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import UNSEEN, Card
from ksm_widgets.companions.kings.places import DECK, Numbered, Row
from ksm_widgets.companions.kings.position import Phase
from ksm_widgets.companions.kings.rules import Draw, Play, apply, legal
from ksm_widgets.companions.kings.scoring import score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ksm_widgets.companions.kings.cards import Unit
    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.companions.kings.rules import Act

Drawn = list[tuple[Draw | None, "Position | None"]]


def _plays(position: Position) -> list[Play]:
    return [act for act in legal(position) if isinstance(act, Play)]


def _drawn(position: Position, seat: int) -> Iterator[tuple[Draw | None, Position | None]]:
    """Every draw after a play, with the seat's next turn; None if the game is over then."""
    if position.phase is not Phase.DRAW:
        yield None, None
        return
    for act in legal(position):
        assert isinstance(act, Draw)
        after = apply(position, act)
        yield act, None if after.phase is Phase.END else replace(after, turn=seat)


def change(position: Position, seat: int, turns: int) -> int:
    """The largest change of a seat's score in so many turns."""
    if not turns:
        return 0
    found = []
    for play in _plays(position):
        after = apply(position, play)
        gain = score(after, seat) - score(position, seat)
        rest = [
            0 if following is None else change(following, seat, turns - 1)
            for _, following in (_drawn(after, seat) if turns > 1 else [(None, None)])
        ]
        found.append(gain + max(rest))
    return max(found, default=0)


def plan(position: Position, seat: int, turns: int, length: int, wanted: int) -> list[Act] | None:
    """The first acts of so many turns that change the score so, the turns after not less."""
    if not length:
        return [] if not wanted and change(position, seat, turns) >= 0 else None
    for play in _plays(position):
        after = apply(position, play)
        rest = wanted - score(after, seat) + score(position, seat)
        for draw, following in _drawn(after, seat) if turns > 1 else [(None, None)]:
            if following is None:
                if length == 1 and not rest:
                    return [play]
                continue
            found = plan(following, seat, turns - 1, length - 1, rest)
            if found is not None:
                return [play] if length == 1 else [play, *([draw] if draw else []), *found]
    return None


def followed(position: Position, play: Play, place: Numbered, seat: int) -> Numbered | None:
    """The place of a mine after a play; None if it is finished, or another seat's now."""
    after = apply(position, play)
    if play.place == place:
        if place.row is Row.OWN:
            finished = len(after.done_of(seat)) > len(position.done_of(seat))
            return None if finished else place
        if position.known_site(place, seat).to_capture > 1:
            return place
        own = len(after.own_of(seat))
        return Numbered(Row.OWN, own) if own > len(position.own_of(seat)) else None
    shorter = len(after.own_of(seat)) < len(position.own_of(seat))
    if shorter and place.row is Row.OWN and play.place.number < place.number:
        return Numbered(Row.OWN, place.number - 1)
    return place


def finishes(position: Position, play: Play, place: Numbered, seat: int) -> bool:
    """Whether a play finishes the mine at a place."""
    after = apply(position, play)
    return play.place == place and len(after.done_of(seat)) > len(position.done_of(seat))


def chance(
    position: Position, seat: int, place: Numbered, turns: int, pack: Sequence[Unit] | None
) -> Fraction:
    """The greatest chance to finish a mine; `pack` is what is unseen, None if it is of no use."""
    best = Fraction(0)
    for play in _plays(position):
        if finishes(position, play, place, seat):
            return Fraction(1)
        target = followed(position, play, place, seat)
        if target is None or turns == 1:
            continue
        after = apply(position, play)
        if after.phase is not Phase.DRAW:
            continue
        for draw in legal(after):
            assert isinstance(draw, Draw)
            worlds = [(after, pack)]
            if draw.place is DECK and pack is not None:
                worlds = [
                    (
                        replace(after, deck=(*after.deck[:-1], Card(unit, after.next_mine))),
                        (*pack[:at], *pack[at + 1 :]),
                    )
                    for at, unit in enumerate(pack)
                ]
            total = Fraction(0)
            for world, rest in worlds:
                following = apply(world, draw)
                if following.phase is not Phase.END:
                    following = replace(following, turn=seat)
                    total += chance(following, seat, target, turns - 1, rest)
            best = max(best, total / len(worlds))
    return best


def pack_of(position: Position) -> list[Unit]:
    """The units that a seat has not seen."""
    left = Counter(card.unit for card in position.box.cards)
    left.subtract(unit for unit in position.units() if unit is not UNSEEN)
    return list(left.elements())


def opened(position: Position, play: Play) -> dict[tuple[int | None, str], Fraction]:
    """The chances that the next player can take or push a mine, for each number and for any."""
    seat, following = position.turn, position.following(position.turn)
    after = apply(position, play)
    if all(apply(after, draw).phase is Phase.END for draw in legal(after)):
        return {}
    after = replace(after, turn=following, phase=Phase.PLAY)
    known = after.known_hand(following)
    unknown = len(after.hand(following)) - len(known)
    hands = list(combinations(pack_of(position), unknown))
    counts: Counter[tuple[int | None, str]] = Counter()
    for hand in hands:
        hands_now = list(after.hands)
        hands_now[following - 1] = (*known, *hand)
        world = replace(after, hands=tuple(hands_now))
        can = set()
        for act in _plays(world):
            if act.place.row is Row.CENTRE:
                then = apply(world, act)
                for owner, kind in ((following, "take"), (seat, "push")):
                    if len(then.own_of(owner)) > len(world.own_of(owner)):
                        can |= {(act.place.number, kind), (None, kind)}
        counts.update(can)
    return {key: Fraction(count, len(hands)) for key, count in counts.items()}
