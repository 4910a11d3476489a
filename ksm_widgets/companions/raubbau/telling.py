"""Places and acts of Raubbau in words, for readers and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.deeds import Draw, Go, Lay, Put, Stand, Take
from ksm_widgets.companions.raubbau.naming import (
    back_phrase,
    card_phrase,
    ends_phrases,
    side_phrase,
    thing_phrase,
)
from ksm_widgets.companions.raubbau.places import ENTRY, GONE, STAIRS, TUNNELS, Area, Beside, Field
from ksm_widgets.companions.raubbau.plans import Blast, Dig, Leave, Pass, Reached, Scare
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.telling import counted_phrase, with_things
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.companions.raubbau.places import Place
    from ksm_widgets.companions.raubbau.rules import Act


def place_told(position: Position, place: Place, language: str) -> str:
    """Everything at a place: the thing there, who knows it, whose meeple, the plan."""
    if isinstance(place, Field):
        return with_things(str(place), _on_field(position, place), language)
    things = [*_beside(position, place)] or [Phrase("shelf_told.nothing")]
    name = Phrase(f"raubbau_told.place_{place.area}", {"number": place.number})
    return with_things(name.say(language), things, language)


def _on_field(position: Position, field: Field) -> Iterator[Phrase]:
    thing = position.mine.get(field)
    yield thing_phrase(position, field)
    if isinstance(thing, Treasure) and thing.known and position.has_face_down_treasure(field):
        yield Phrase("raubbau_told.known", {"seats": list(thing.known)})
    for seat in position.seats:
        plan = position.plan(seat)
        if isinstance(plan, Reached) and plan.field == field:
            yield _meeple(seat, plan)
        elif field == ENTRY and plan is None and seat not in position.out:
            yield Phrase("raubbau_told.meeple", {"seat": seat})


def _beside(position: Position, place: Beside) -> Iterator[Phrase]:
    if place == STAIRS:
        left = [seat for seat in position.seats if seat in position.out]
        going = [seat for seat in position.seats if position.leaves(seat)]
        yield from (Phrase("raubbau_told.left", {"seat": seat}) for seat in left)
        yield from (Phrase("raubbau_told.leaving", {"seat": seat}) for seat in going)
    elif place == TUNNELS:
        count = len(position.tunnels)
        yield counted_phrase("raubbau_told.tunnels", count)
        if position.tunnel_drawn is not None:
            yield Phrase("raubbau_told.drawn", {"ends": ends_phrases(position.tunnel_drawn)})
    elif place == GONE:
        yield from map(card_phrase, position.gone)
    elif place.area is Area.STACK:
        stack = position.stack(place.number)
        if stack:
            count = len(stack)
            yield counted_phrase("shelf_told.cards", count)
            yield Phrase("raubbau_told.top", {"card": back_phrase(stack[-1].set)})
    else:
        yield from _player(position, place.number)


def _meeple(seat: int, plan: Dig | Blast) -> Phrase:
    key = "raubbau_told.blasting" if isinstance(plan, Blast) else "raubbau_told.digging"
    if not plan.way:
        return Phrase("raubbau_told.meeple", {"seat": seat})
    return Phrase(key, {"seat": seat, "way": side_phrase(plan.way)})


def _player(position: Position, seat: int) -> Iterator[Phrase]:
    """A player's points, drift sets and cards, and whether they have left."""
    drift = position.drift_of(seat)
    points = position.points_of(seat)
    cards = position.front(seat)
    yield counted_phrase("shelf_told.points", points)
    yield counted_phrase("raubbau_told.drift", drift)
    if cards:
        yield Phrase("raubbau_told.front", {"cards": list(map(card_phrase, cards))})
    if seat == position.start:
        yield Phrase("raubbau_told.starts")
    if seat in position.out:
        yield Phrase("raubbau_told.has_left")


# Acts.


def act_phrase(position: Position, act: Act) -> Phrase:
    """An act in a few words, for a button or a row of a table."""
    match act:
        case Dig() | Blast():
            return _planned(position, act)
        case Scare(victim, way):
            dug = position.target(victim) or ENTRY
            params = {"seat": victim, "place": str(dug), "way": side_phrase(way)}
            return Phrase("raubbau_act.scare", params)
        case Leave():
            return Phrase("raubbau_act.leave")
        case Pass():
            return _kept(position)
        case Go():
            plan = position.plan(position.turn)
            if not isinstance(plan, Reached):
                return Phrase("raubbau_act.go")
            return Phrase("raubbau_act.go_plan", {"plan": _planned(position, plan)})
        case Lay(ends, unlooked):
            key = "raubbau_act.lay_unlooked" if unlooked else "raubbau_act.lay"
            fields = [*map(str, sorted(unlooked))]
            return Phrase(key, {"ends": ends_phrases(ends), "places": fields})
        case Draw(stack, field):
            top = position.top(stack).set
            key = "raubbau_act.draw" if field is None else "raubbau_act.draw_for"
            card = back_phrase(top)
            return Phrase(key, {"stack": stack, "card": card, "place": str(field)})
        case Put(fields):
            pairs = [
                Phrase("raubbau_act.put_one", {"card": card_phrase(card), "place": str(field)})
                for card, field in zip(position.cards_drawn, fields, strict=False)
            ]
            return Phrase("raubbau_act.put", {"pairs": pairs})
        case Stand(field) | Take(field):
            key = "raubbau_act.stand" if isinstance(act, Stand) else "raubbau_act.take"
            return Phrase(key, {"place": str(field), "card": thing_phrase(position, field)})


def _planned(position: Position, plan: Dig | Blast) -> Phrase:
    """A plan to dig or to blast, in a few words."""
    key, field = "blast" if isinstance(plan, Blast) else "dig", plan.field
    thing = position.mine.get(field)
    if thing is None:
        key += "_empty"
    if len(position.ways(field)) > 1:
        key += "_way"
    params = {
        "place": str(field),
        "way": side_phrase(plan.way),
        "card": thing_phrase(position, field),
    }
    return Phrase(f"raubbau_act.{key}", params)


def _kept(position: Position) -> Phrase:
    plan = position.plan(position.turn)
    if plan is None:
        return Phrase("raubbau_act.wait")
    if isinstance(plan, Leave):
        return Phrase("raubbau_act.keep_leaving")
    return Phrase("raubbau_act.keep", {"plan": _planned(position, plan)})


def act_places(position: Position, act: Act) -> tuple[Field, ...]:
    """The fields of an act, to point them out."""
    match act:
        case Dig() | Blast():
            return act.fields()
        case Scare(victim):
            plan = position.plan(victim)
            return () if plan is None else plan.fields()
        case Pass():
            plan = position.plan(position.turn)
            return () if plan is None else plan.fields()
        case Put(fields):
            return fields
        case Stand(field) | Take(field):
            return (field,)
        case Draw(_, field):
            return () if field is None else (field,)
    return ()


def touch_places(position: Position, act: Act) -> tuple[Place, ...]:
    """The places whose touch means an act."""
    match act:
        case Leave():
            return (STAIRS,)
        case Draw(stack):
            return (Beside(Area.STACK, stack), *act_places(position, act))
        case Lay() | Go() | Pass():
            field = position.target(position.turn)
            return () if field is None else (field,)
        case Blast(field, _) | Dig(field, _):
            return (field,)
    return act_places(position, act)
