"""Positions of Kings under Mountains for tasks, from games played at random, and their table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ksm_widgets.companions.kings import NAME
from ksm_widgets.companions.kings.box import STRONGEST, UNSEEN
from ksm_widgets.companions.kings.naming import place_phrase
from ksm_widgets.companions.kings.places import Numbered, Place, Row
from ksm_widgets.companions.kings.position import HIDDEN, Phase, Position, Site
from ksm_widgets.companions.kings.rules import Play, apply, legal, new_game, play_fault
from ksm_widgets.companions.kings.scene import KingsPicture
from ksm_widgets.companions.kings.telling import place_told
from ksm_widgets.companions.kings.text import position_text
from ksm_widgets.companions.marking import Marks
from ksm_widgets.companions.places_table import PlacesTable
from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.tasks import between, picked, reasons_of
from ksm_widgets.companions.tuples import with_item
from ksm_widgets.draw import DARK
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from ksm_widgets.companions.kings.box import AnyCard, Mine, Race, Unit
    from ksm_widgets.companions.tasks import RuledWording
    from ksm_widgets.draw import Theme
    from ksm_widgets.telling.phrases import Reader

T = TypeVar("T")
_MOST_ACTS = 60

because = reasons_of(NAME)


def refused(fault: ActRefused, place: Numbered) -> Phrase:
    """The reason why what was marked is refused; of a mine, with its name."""
    why = replace(Phrase.why(fault), places=(place,))
    return why if place.row is Row.HAND else at_place(place, why)


def at_place(place: Place, why: Phrase) -> Phrase:
    """A reason with the place it is about."""
    return Phrase("kings_task.at", {"place": place_phrase(place), "why": why}, why.rule, (place,))


@dataclass(frozen=True, slots=True)
class KingsTable(PlacesTable[Position]):
    """A position on the table of a task."""

    name = "companion_kings.name"
    told_at = staticmethod(place_told)
    written = staticmethod(position_text)

    def text(self, reader: Reader) -> str:
        """The table in words, place by place."""
        places = self.picture(DARK, Marks()).places
        return "\n".join(self.told(place, reader) for place in places)

    def picture(self, theme: Theme, marks: Marks[Place], language: str = "en") -> KingsPicture:
        """The picture of the position with marks."""
        return KingsPicture(self.position, theme, marks, language=language)


table = KingsTable.of


def playing(rng: Random, players: int) -> Iterator[Position]:
    """A game act by act, played at random."""
    position = new_game(below(rng, 10**6), players)
    for _ in range(_MOST_ACTS):
        yield position
        acts = legal(position)
        if not acts:
            return
        position = apply(position, chosen(rng, acts))


def position_where(
    rng: Random,
    wanted: Callable[[Position], bool],
    *,
    players: tuple[int, int] = (2, 3),
) -> Position:
    """A position before a play that is as wanted; of several in a game, one at random."""
    return picked(
        rng,
        lambda: playing(rng, between(rng, *players)),
        lambda one: one.phase is Phase.PLAY and wanted(one),
        chance=0.3,
    )


def without_own(rng: Random) -> Position:
    """A position before a play of a seat that has no mine of its own."""
    return position_where(rng, lambda one: not one.own[one.turn - 1])


def held(position: Position) -> list[tuple[Numbered, Unit]]:
    """The places of the hand with their units."""
    hand = position.named(position.turn)
    return [(Numbered(Row.HAND, at), unit) for at, unit in enumerate(hand, start=1)]


def cards_for(position: Position, place: Numbered, asked: RuledWording) -> MarkPlaces[Numbered]:
    """The task to mark the cards in hand that may go on a mine."""
    faults = {name: play_fault(position, unit, place) for name, unit in held(position)}

    def why_not(name: Numbered) -> Phrase:
        fault = faults.get(name)
        return because("not_in_hand", "K6") if fault is None else refused(fault, name)

    return MarkPlaces(
        **asked,
        table=table(position, place, marks=True),
        right_ones=frozenset(name for name, fault in faults.items() if fault is None),
        why_not=why_not,
    )


def mines_of_centre(
    position: Position,
    asked: RuledWording,
    wrong: Mapping[Numbered, Phrase],
    elsewhere: str,
    *,
    one: bool = False,
) -> MarkPlaces[Place]:
    """The task to mark the mines of the centre, except the wrong ones, each with its reason.

    `elsewhere` is the rule that forbids all other places.
    """
    other = because("play_place", elsewhere)
    return MarkPlaces(
        **asked,
        table=table(position, marks=True),
        right_ones=frozenset(place for place, _ in position.centre_sites() if place not in wrong),
        why_not=lambda place: wrong.get(place, other) if isinstance(place, Numbered) else other,
        one=one,
    )


def from_deck(position: Position, fits: Callable[[AnyCard], T | None]) -> tuple[T, Position] | None:
    """A unit or mine that `fits`, from below the deck's top, and the position without its card."""
    for depth, card in enumerate(position.deck[:-1]):
        found = fits(card)
        if found is not None:
            rest = (*position.deck[:depth], *position.deck[depth + 1 :])
            return found, replace(position, deck=rest)
    return None


def unit_of(fits: Callable[[Unit], bool]) -> Callable[[AnyCard], Unit | None]:
    """A function for `from_deck`: the unit of a card, if it fits."""
    return lambda card: card.unit if card.unit is not UNSEEN and fits(card.unit) else None


def mine_of(fits: Callable[[Mine], bool]) -> Callable[[AnyCard], Mine | None]:
    """A function for `from_deck`: the mine of a card, if it fits."""
    return lambda card: card.mine if card.mine is not UNSEEN and fits(card.mine) else None


def put_under(position: Position, count: int) -> Position:
    """The position with so many cards more below its deck: what has left the table goes there."""
    return replace(position, deck=(*[HIDDEN] * count, *position.deck))


def with_a_mine_begun(
    rng: Random,
    position: Position,
    miners: int | None,
    *,
    overseer: bool | None = None,
    size: int = 2,
) -> Position | None:
    """The position with one more captured mine of the seat whose turn it is.

    The mine is of this size at least; on it are so many miners, but not the last one, or all of
    them if `miners` is None. None if the deck lacks the cards.
    """
    seat = position.turn
    race = position.race(seat)
    taken = from_deck(
        position,
        mine_of(lambda mine: mine.size >= size and overseer in (None, mine.overseer)),
    )
    if taken is None:
        return None
    mine, position = taken
    count = mine.size if miners is None else min(miners, mine.size - 1)
    low = chosen(rng, (0, 1, 2))
    units: list[Unit] = []
    for _ in range(count):
        least = low if not units else units[-1].strength + 1
        step = from_deck(position, unit_of(partial(_miner, race, least)))
        if step is None:
            return None
        unit, position = step
        units.append(unit)
    own = (*position.own[seat - 1], Site(mine, tuple(units)))
    return replace(position, own=with_item(position.own, seat, own))


def _miner(race: Race, least: int, unit: Unit) -> bool:
    """Whether a unit can be the next miner of a race's king, not far above the one below."""
    return unit.race != race and least <= unit.strength <= least + 2


def _is_nine(unit: Unit) -> bool:
    return unit.strength == STRONGEST


def _is_low(unit: Unit) -> bool:
    return 1 <= unit.strength <= 6


def stuck_centre(rng: Random, position: Position, nines: int) -> Position | None:
    """The position with so many mines of the centre whose chain ends on a 9, and no other."""
    centre = []
    gone = sum(1 + len(site.units) for _, site in position.centre_sites())
    for number, there in enumerate(shuffled(rng, position.centre)):
        taken = from_deck(position, mine_of(lambda mine: mine.defence > 1))
        if there is None or taken is None:
            return None
        mine, position = taken
        step = from_deck(position, unit_of(_is_nine if number < nines else _is_low))
        if step is None:
            return None
        unit, position = step
        centre.append(Site(mine, (unit,)))
    return put_under(replace(position, centre=tuple(shuffled(rng, centre))), gone)


def one_short(position: Position) -> dict[Numbered, Site]:
    """The mines of the centre that the next unit captures."""
    return {place: site for place, site in position.centre_sites() if site.to_capture == 1}


def captures(position: Position) -> list[Play]:
    """The plays that capture a mine of the centre."""
    ready = one_short(position)
    return [act for act in legal(position) if isinstance(act, Play) and act.place in ready]
