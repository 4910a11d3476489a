"""Names of goods, cards, places, actions and phases of Kingdom of Solomon, as phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.fortune import ANY, UNSEEN, points_of
from ksm_widgets.companions.kingdom.goods import GOODS, Cubes, read_cubes
from ksm_widgets.companions.kingdom.places import (
    Action,
    Bonus,
    CardAction,
    OwnCard,
    SeatBoard,
    Shown,
    Stall,
    Temple,
)
from ksm_widgets.companions.telling import player_phrase
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import catalogue, counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.kingdom.box import Box, Building, Step
    from ksm_widgets.companions.kingdom.places import Effect, Place, Spot
    from ksm_widgets.companions.kingdom.position import Phase, Position


def good_phrase(good: str) -> Phrase:
    """The name of a good."""
    return Phrase(f"kingdom_good.{good}")


def cubes_phrase(cubes: Cubes) -> Phrase:
    """Cubes in words: `2 wood, 1 food`."""
    parts = [
        Phrase("kingdom_told.amount", {"count": count, "good": good_phrase(good)})
        for good, count in zip(GOODS, cubes, strict=True)
        if count
    ]
    return Phrase("kingdom_told.list", {"parts": parts}) if parts else Phrase("kingdom_told.none")


def letters_phrase(letters: str) -> Phrase:
    """Goods in letters as words."""
    return cubes_phrase(read_cubes(letters))


def fortune_phrase(card: str) -> Phrase:
    """A fortune card."""
    if card == UNSEEN:
        return Phrase("kingdom_told.unseen")
    if points_of(card):
        return Phrase("kingdom_told.points_card", {"points": points_of(card)})
    if card == ANY:
        return Phrase("kingdom_told.any_card")
    return Phrase("kingdom_told.goods_card", {"goods": letters_phrase(card)})


def step_phrase(step: Step) -> Phrase:
    """A step of the temple: what it costs, and its points."""
    params = {"goods": cubes_phrase(step.cost), "free": step.free, "points": step.points}
    return Phrase("kingdom_told.step_free" if step.free else "kingdom_told.step", params)


def building_phrase(card: Building) -> Phrase | str:
    """The name of a building card; one of an owner's own stays as it is."""
    key = f"kingdom_building.{card.name.lower().replace(' ', '_')}"
    return Phrase(key) if key in catalogue("en") else card.name


def card_phrase(position: Position, number: int) -> Phrase:
    """A building card by number and name."""
    card = position.box.buildings.get(number)
    if card is None:
        return Phrase("kingdom_told.no_card", {"number": number})
    return Phrase("kingdom_told.card", {"number": number, "name": building_phrase(card)})


def effect_phrase(box: Box, effect: Effect) -> Phrase:
    """The effect of an action in this box."""
    if isinstance(effect, CardAction):
        return _effect(box, effect, f"kingdom_told.action_{effect.value}")
    return effect_label(box, effect)


def effect_label(box: Box, effect: Effect) -> Phrase:
    """The effect of an action in this box in few words, for the picture."""
    if isinstance(effect, CardAction):
        return _effect(box, effect, f"kingdom_label.{effect.value}")
    return _effect(box, effect, f"kingdom_place.{effect.value}_what")


def _effect(box: Box, effect: Effect, key: str) -> Phrase:
    """A sentence about an effect, with the number that it has in this box."""
    numbers: Mapping[Effect, int] = {
        Bonus.ALTAR: box.altar,
        Bonus.ARK: box.ark,
        Action.MINISTER: box.minister,
        CardAction.TRADER: box.master_trader,
        CardAction.ARTISAN: box.master_artisan,
        CardAction.TAX: box.tax,
    }
    if effect not in numbers:
        return Phrase(key)
    return Phrase(counted(key, numbers[effect]), {"count": numbers[effect]})


def place_phrase(position: Position, place: Place) -> Phrase:
    """The name of a place."""
    match place:
        case Stall(good):
            return Phrase("kingdom_told.market", {"good": good_phrase(good)})
        case Temple():
            return Phrase("kingdom_told.temple")
        case SeatBoard(seat):
            return player_phrase(seat)
        case Shown(card) | OwnCard(card):
            return card_phrase(position, card)
        case Action() | Bonus():
            return Phrase(f"kingdom_place.{place}")
        case str():
            return Phrase("kingdom_told.name", {"name": place})


def spot_phrase(position: Position, spot: Spot) -> Phrase | str:
    """The name of a spot within a sentence; of a building card without its number."""
    if isinstance(spot, OwnCard):
        return building_phrase(position.box.buildings[spot.number])
    return spot if isinstance(spot, str) else Phrase(f"kingdom_spot.{spot}")


def phase_phrase(phase: Phase) -> Phrase:
    """The name of a phase."""
    return Phrase(f"kingdom_page.phase_{phase.value}")
