"""The checks of a Kingdom position: everything that box or rules do not allow, together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ksm_widgets.companions.items import Checks
from ksm_widgets.companions.kingdom.box import LEVELS
from ksm_widgets.companions.kingdom.fortune import UNSEEN
from ksm_widgets.companions.kingdom.goods import GOODS, total
from ksm_widgets.companions.kingdom.naming import fortune_phrase, good_phrase, place_phrase
from ksm_widgets.companions.kingdom.places import (
    TEMPLE,
    Action,
    Bonus,
    OwnCard,
    SeatBoard,
    Shown,
    Stall,
)
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.rules.errors import PositionFault, RuleError
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.kingdom.places import Place
    from ksm_widgets.companions.kingdom.position import Pawn, Position


def _fault(why: str, rule: str, *places: Place, **params: object) -> PositionFault:
    return PositionFault(f"kingdom_fault.{why}", rule, places, **params)


def _sites(position: Position) -> Iterator[RuleError]:
    lands = position.box.lands
    counts = Counter(place for place, _ in position.sites)
    for place, count in counts.items():
        if place not in lands:
            yield _fault("no_place", "S6", place, place=place)
        elif not lands[place].site:
            yield _fault("no_site", "S6", place, place=place)
        if count > 1:
            yield _fault("site_twice", "S27", place, place=place)
    most = position.box.most_buildings
    for seat in position.seats:
        found = position.buildings(seat)
        if found > most:
            yield _fault("buildings", "S2", SeatBoard(seat), seat=seat, found=found, most=most)
    for place, seat in position.sites:
        if seat > position.players:
            yield _fault("seat", "S2", place, found=seat)


def _cards(position: Position) -> Iterator[RuleError]:
    buildings = position.box.buildings
    counts = Counter((*position.display, *(card for cards in position.own for card in cards)))
    for card, count in sorted(counts.items()):
        if card not in buildings:
            yield _fault("no_card", "S2", found=card)
        elif count > 1:
            yield _fault("card_twice", "S2", Shown(card), card=card)
    if len(position.display) > position.box.display:
        yield _fault("display", "S5", found=len(position.display), most=position.box.display)


def _own(position: Position) -> Iterator[RuleError]:
    """Each card that builds has put a building on the map, unless it came after the trigger."""
    builds = {number for number, card in position.box.buildings.items() if card.builds}
    for seat in position.seats:
        due = sum(card in builds for card in position.own_cards(seat))
        found = position.buildings(seat)
        if found > due or (found < due and not position.ending):
            key = counted("own", found)
            yield _fault(key, "S27", SeatBoard(seat), seat=seat, found=found, due=due)


def _roads(position: Position) -> Iterator[RuleError]:
    lands, owners = position.box.lands, dict(position.sites)
    counts = Counter(position.roads)
    for (one, other), count in counts.items():
        why = None
        if one not in lands or other not in lands[one].neighbours:
            why = "no_neighbours"
        elif count > 1:
            why = "road_twice"
        elif one not in owners and other not in owners:
            why = "no_end"
        elif len({owners[end] for end in (one, other) if end in owners}) > 1:
            why = "foreign_road"
        elif any(lands[end].site and end not in owners for end in (one, other)):
            why = "empty_site"
        if why is not None:
            yield _fault(why, "S26", one, other, one=one, other=other)
    if len(position.roads) > position.box.roads:
        yield _fault("roads", "S26", found=len(position.roads), most=position.box.roads)


def _spots(position: Position) -> Iterator[RuleError]:
    """Where pawns stand, each on a spot that it may stand on, no two on the same."""
    lands, bonuses = position.box.lands, position.box.bonuses(position.players)
    for spot, count in Counter(pawn.spot for pawn in position.pawns).items():
        if count > 1:
            yield _fault("pawns_there", "S10", spot, place=place_phrase(position, spot))
    for pawn in position.pawns:
        spot, seat = pawn.spot, pawn.seat
        if seat > position.players:
            yield _fault("seat", "S2", spot, found=seat)
        elif isinstance(spot, Bonus) and spot not in bonuses:
            yield _fault(
                "no_bonus", "S4", spot, place=place_phrase(position, spot), players=position.players
            )
        elif not (spot in lands or isinstance(spot, Action | Bonus) or _is_card(position, pawn)):
            yield _fault("no_spot", "S9", spot, place=place_phrase(position, spot), seat=seat)
        if seat <= position.players and pawn.size > 1 and not isinstance(spot, Bonus):
            yield _fault("several", "S11", spot, place=place_phrase(position, spot))


def _guests(position: Position) -> Iterator[RuleError]:
    """Only the favoured seat has a pawn on another's place, and only one."""
    guests: Counter[int] = Counter()
    for spot, seat, _ in position.pawns:
        owner = position.owner(spot)
        if seat <= position.players and owner not in (None, seat):
            guests[seat] += 1
            if position.favour != seat or guests[seat] > 1:
                yield _fault(
                    "foreign_pawn",
                    "S33",
                    spot,
                    place=place_phrase(position, spot),
                    seat=seat,
                    owner=owner,
                )


def _pawns(position: Position) -> Iterator[RuleError]:
    """Each seat has its pawns, and on the map only as long as they are there."""
    placed: Counter[int] = Counter()
    for pawn in position.pawns:
        placed[pawn.seat] += pawn.size
    whole = position.box.pawns_of(position.players)
    for seat in position.seats:
        found = placed[seat] + position.pawns_left(seat)
        # Once pawns are resolved, those that are home again are counted nowhere.
        if found > whole or (found < whole and position.phase is Phase.PLACE):
            yield _fault("pawns", "S3", SeatBoard(seat), seat=seat, found=found, whole=whole)
    if position.pawns and position.phase not in (Phase.PLACE, Phase.RESOLVE):
        yield _fault("pawns_home", "S13", *dict.fromkeys(pawn.spot for pawn in position.pawns))


def _turn(position: Position) -> Iterator[RuleError]:
    """The player in turn has a pawn to place, unless nobody has any."""
    seat = position.turn
    if position.phase is Phase.PLACE and any(position.left) and not position.pawns_left(seat):
        yield _fault("all_placed", "S8", SeatBoard(seat), seat=seat)


def _is_card(position: Position, pawn: Pawn) -> bool:
    """Whether a pawn stands on a building card of its own."""
    spot = pawn.spot
    return isinstance(spot, OwnCard) and spot.number in position.own_cards(pawn.seat)


def _goods(position: Position) -> Iterator[RuleError]:
    used = total((*position.goods, position.market))
    whole = position.box.cubes_of(position.players)
    for good, found, most in zip(GOODS, used, whole, strict=True):
        if found > most:
            yield _fault("goods", "S1", Stall(good), good=good_phrase(good), found=found, most=most)


def _market(position: Position) -> Iterator[RuleError]:
    for good, level in zip(GOODS, position.market, strict=True):
        if level > LEVELS:
            yield _fault(
                "level", "S23", Stall(good), good=good_phrase(good), found=level, most=LEVELS
            )


def _fortune(position: Position) -> Iterator[RuleError]:
    known = Counter((*position.discards, *(card for hand in position.fortune for card in hand)))
    unseen = known.pop(UNSEEN, 0)
    for card, found in sorted(known.items()):
        most = position.box.fortune.get(card, 0)
        if found > most:
            yield _fault("fortune", "S2", card=fortune_phrase(card), found=found, most=most)
    found, most = known.total() + unseen, position.box.fortune.total()
    if found > most:
        yield _fault("fortunes", "S2", found=found, most=most)


def _temple(position: Position) -> Iterator[RuleError]:
    if sum(position.tokens) > position.temple:
        found = sum(position.tokens)
        yield _fault("tokens", "S29", TEMPLE, found=found, steps=position.temple)


def _favour(position: Position) -> Iterator[RuleError]:
    tokens, holder = position.tokens, position.favour
    most = max(tokens)
    if holder is None:
        if most and tokens.count(most) == 1:
            yield _fault("no_favour", "S31", TEMPLE, seat=tokens.index(most) + 1)
    elif not (found := position.token_count(holder)) or found < most:
        yield _fault("favour", "S31", SeatBoard(holder), seat=holder, found=found)


def _seats(position: Position) -> Iterator[RuleError]:
    for seat in {*position.done, *position.owing} - {*position.seats}:
        yield _fault("seat", "S2", found=seat)
    if position.is_over and not position.ending:
        yield _fault("not_over", "S34", most=position.box.most_buildings)


def _owing(position: Position) -> Iterator[RuleError]:
    """A player who owes cubes has them, the next of these is in turn, and somebody collects."""
    if not position.owing:
        return
    if position.phase is not Phase.RESOLVE:
        yield _fault("owing", "S19")
        return
    for seat in position.seats:
        found, least = sum(position.cubes(seat)), position.box.tax
        if seat in position.owing and found < least:
            yield _fault("owing_few", "S19", SeatBoard(seat), seat=seat, found=found, least=least)
    payer = position.owing[0]
    if payer in position.seats and position.turn != payer:
        yield _fault("payer", "S19", SeatBoard(payer), seat=payer)
    if position.collector is None:
        yield _fault("collector", "S19")


def _discarding(position: Position) -> Iterator[RuleError]:
    """A player who must discard has too many cards."""
    seat, most = position.turn, position.box.hand_limit
    found = len(position.hand(seat))
    if position.phase is Phase.DISCARD and found <= most:
        yield _fault("few_cards", "S30", SeatBoard(seat), seat=seat, found=found, most=most)


faults_of = Checks(
    (
        ("sites", _sites),
        ("cards own", _cards),
        ("own sites temple", _own),
        ("roads sites", _roads),
        ("pawns own", _spots),
        ("pawns sites favour", _guests),
        ("pawns left phase", _pawns),
        ("pawns left phase turn order", _turn),
        ("goods market", _goods),
        ("market", _market),
        ("fortune discard me", _fortune),
        ("tokens temple", _temple),
        ("tokens favour", _favour),
        ("done owing phase sites temple", _seats),
        ("owing phase goods turn order done own", _owing),
        ("fortune phase turn order done", _discarding),
    ),
    always="players",
).faults_of
"""All faults of a position."""
