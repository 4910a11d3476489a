"""The question of Kingdom of Solomon where all pawns go, and which first.

Others are taken to leave the places alone; what they could spoil is told beside. While the answer
is searched for, `pulse` is called now and then, and may raise to stop.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import NoAnswer
from ksm_widgets.companions.kingdom.acts import Put
from ksm_widgets.companions.kingdom.goods import added, least, total
from ksm_widgets.companions.kingdom.naming import (
    cubes_phrase,
    effect_phrase,
    phase_phrase,
    spot_phrase,
)
from ksm_widgets.companions.kingdom.places import Action, Bonus, CardAction, OwnCard, Spot
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.questions.asking import (
    answered,
    asking_seat,
    counted_already,
    objective,
)
from ksm_widgets.companions.kingdom.questions.options import BoundedAnswer, Option, SpotPlan
from ksm_widgets.companions.kingdom.search.pawns.best_spots import MOST_LOOKS, best_spots
from ksm_widgets.companions.kingdom.search.pawns.prospects import Prospects
from ksm_widgets.companions.kingdom.search.round.rest import Rest
from ksm_widgets.companions.kingdom.spots import effect_of, free_spots
from ksm_widgets.companions.kingdom.worths import Worths, int_if_whole, number_phrase
from ksm_widgets.companions.pulse import Pulse, no_pulse
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.places import LandName
    from ksm_widgets.companions.kingdom.search.pawns.best_spots import BestSpots
    from ksm_widgets.companions.kingdom.worths import Number


def ask_pawns(
    position: Position,
    worths: Worths | None = None,
    *,
    pulse: Pulse = no_pulse,
    most_looks: int = MOST_LOOKS,
) -> BoundedAnswer:
    """The best spots for all pawns that `me` has left, and how urgent each is; raises NoAnswer.

    A search is cut short after `most_looks`.
    """
    seat = _placer(position)
    worths = replace(worths or Worths(), last=position.ending)
    prospects = Prospects(position, seat, worths, pulse=pulse)
    wanted = _wanted(position, seat, pulse)
    found = best_spots(prospects, wanted=wanted, most_looks=most_looks)
    before = counted_already(position, seat, worths)
    reasons: list[Phrase] = []
    if found.uncontested is not None:
        params: dict[str, object] = {
            "places": [spot_phrase(position, spot) for spot in wanted],
            "value": number_phrase(found.uncontested - before),
        }
        reasons.append(Phrase("kingdom_ask.contested", params))
    assuming = ["free", objective(position, worths), "cards"]
    if found.bound is not None:
        assuming.append("cut_short")
    elif not found.is_sure:
        assuming.append("urgency_cut_short")
    bound = None if found.bound is None else found.bound - float(before)
    return answered(_options(prospects, found, before), reasons, assuming, bound=bound)


def _placer(position: Position) -> int:
    """The seat that asks about placing pawns; raises NoAnswer if it can't place any."""
    seat = asking_seat(position)
    if position.phase is not Phase.PLACE or not position.pawns_left(seat):
        raise NoAnswer(
            "kingdom_ask.no_pawns",
            "S8",
            place=phase_phrase(Phase.PLACE),
            phase=phase_phrase(position.phase),
            left=position.pawns_left(seat),
        )
    if not free_spots(position, seat):
        raise NoAnswer("kingdom_ask.no_place", "S8")
    return seat


def _options(prospects: Prospects, found: BestSpots, before: int) -> list[Option]:
    """The plan for all pawns, then one for each spot, the most urgent first.

    A bonus place comes last, as it takes all pawns that are left.
    """
    position, value = prospects.position, int_if_whole(found.worth - before)
    urgency = {spot: int_if_whole(found.worth - worth) for spot, worth in found.without.items()}
    spots = sorted(found.spots, key=lambda spot: (isinstance(spot, Bonus), -urgency[spot]))
    told = _told(prospects, (*prospects.yields.fixed, *spots))
    why = [*told.values()]
    if any(isinstance(spot, Bonus) for spot in spots):
        why.append(Phrase("kingdom_ask.bonus_last", {"place": spot_phrase(position, spots[-1])}))
    options = [Option(SpotPlan(None), value, tuple(map(Put, spots)), tuple(why))]
    for spot in spots:
        without = int_if_whole(value - urgency[spot])
        options.append(Option(SpotPlan(spot), without, (Put(spot),), (told[spot],), urgency[spot]))
    return options


def _told(prospects: Prospects, spots: tuple[Spot, ...]) -> dict[Spot, Phrase]:
    """The gain of each of these spots; of an Artisan also the places that it best copies."""
    told = {spot: _told_of(prospects, spot) for spot in spots}
    for spot in spots:
        if effect_of(prospects.position, spot) in (Action.ARTISAN, CardAction.ARTISAN):
            told[spot] = _repeats(prospects, spot, [*spots]) or told[spot]
    return told


def _told_of(prospects: Prospects, spot: Spot) -> Phrase:
    """The yield of a spot: goods, or the effect of an action."""
    position = prospects.position
    brought, place = prospects.yields.goods(spot), _named(prospects, spot)
    if any(brought):
        return Phrase("kingdom_ask.part", {"place": place, "goods": cubes_phrase(brought)})
    effect = effect_of(position, spot)
    assert effect is not None
    what = effect_phrase(position.box, effect)
    return Phrase("kingdom_ask.does", {"place": place, "what": what})


def _repeats(prospects: Prospects, spot: Spot, spots: list[Spot]) -> Phrase | None:
    """The places that an Artisan best brings once more, by what the cubes of all others make."""
    position, seat = prospects.position, prospects.seat
    lands = position.box.lands
    places = [one for one in spots if isinstance(one, str)]
    if not places:
        return None
    goods = total((position.cubes(seat), *map(prospects.yields.goods, spots)))
    count = position.box.master_artisan if isinstance(spot, OwnCard) else 1
    chosen: list[LandName] = []

    def worth(place: LandName) -> Number:
        more = least(added(goods, lands[place].goods), prospects.caps)
        after = position.with_cubes(seat, more)
        use = Rest(after, seat, prospects.worths, prospects.pulse).best()
        assert use is not None  # Cubes can always be kept.
        return use.worth

    for _ in range(count):
        best = max(places, key=worth)
        goods = added(goods, lands[best].goods)
        chosen.append(best)
    return Phrase("kingdom_ask.repeats", {"place": _named(prospects, spot), "places": chosen})


def _wanted(position: Position, seat: int, pulse: Pulse) -> tuple[Spot, ...]:
    """The places that the others would most want for a single pawn, by what all can see."""
    found: list[Spot] = []
    worths = Worths(last=position.ending)  # What others give for goods kept is not known.
    for other in position.others(seat):
        if not position.pawns_left(other):
            continue
        view = replace(position, fortune=position.hands_seen(0))
        barred = (*Bonus, *found)
        prospects = Prospects(view, other, worths, count=1, pulse=pulse, barred=barred)
        found += best_spots(prospects, only_best=True).spots
    free = free_spots(position, seat)
    return tuple(spot for spot in found if spot in free)


def _named(prospects: Prospects, spot: Spot) -> Phrase | str:
    """The name of a spot, and whether a pawn is there already."""
    place = spot_phrase(prospects.position, spot)
    return (
        Phrase("kingdom_ask.placed", {"place": place}) if spot in prospects.yields.fixed else place
    )
