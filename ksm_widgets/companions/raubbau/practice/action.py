"""Tasks about the action phase of Raubbau: digs (B20-B27)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.action import open_ends, standings
from ksm_widgets.companions.raubbau.box import DANGERS, KINDS, Face
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.deeds import Draw, Go, Lay, Put
from ksm_widgets.companions.raubbau.naming import card_phrase, ends_phrases, side_phrase
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.plans import Dig
from ksm_widgets.companions.raubbau.position import Position, StepKind
from ksm_widgets.companions.raubbau.practice.positions import (
    ALL,
    acting,
    last_tunnel_drawn,
    position_where,
    with_card_drawn,
    with_face,
)
from ksm_widgets.companions.raubbau.practice.table import because, table
from ksm_widgets.companions.raubbau.rules import apply, legal
from ksm_widgets.companions.tasks import only, players_in_order
from ksm_widgets.rules.chance import between, chosen
from ksm_widgets.tasks.choose import Choose, Option, Order
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.tasks import Topic


def acting_order(rng: Random, topic: Topic) -> Order:
    """The order of the action phase (B20)."""

    def fits(one: Position) -> bool:
        return acting(one, None, 3) and not one.acted and len(one.planned) > 2

    position = position_where(rng, fits, players=(4, 5))
    why = because("acting_why", "B20", start=position.start)
    asked = topic.ask("acting", 1, start=position.start)
    return players_in_order(rng, asked, position.planned, why, table(position))


def _first_step(position: Position) -> str:
    """The first thing that happens when the dig of the seat whose turn it is is carried out."""
    seat, after = position.turn, apply(position, Go())
    if after.waker is not None:
        return "dragon"
    if after.tunnel_drawn is None or after.turn != seat:
        return "entry"
    return "treasure" if len(after.front(seat)) > len(position.front(seat)) else "bare"


def carried_out(rng: Random, topic: Topic) -> Choose:
    """The first step of a dig (B21, B22, B37)."""
    names = ("dragon", "treasure", "bare", "entry")
    wanted = chosen(rng, names)

    def ready(position: Position) -> Position:
        field = position.acting_plan.field
        if wanted == "dragon" and isinstance(position.mine.get(field), Treasure):
            return with_face(position, field, Face.DRAGON)
        return position

    def fits(one: Position) -> bool:
        most = ALL if wanted == "entry" else 11
        if not acting(one, None, 0 if wanted == "bare" else 2, most):
            return False
        bare = one.acting_plan.field not in one.mine
        if not isinstance(one.acting_plan, Dig) or (wanted == "entry" and bare):
            return False
        return _first_step(ready(one)) == wanted

    if wanted == "entry":
        position = last_tunnel_drawn(rng, fits)
    else:
        position = ready(position_where(rng, fits, chance=0.5))
    seat, field = position.turn, position.acting_plan.field
    card = position.mine.get(field)
    rules = {"dragon": "B37", "treasure": "B21", "bare": "B22", "entry": "B22"}
    why = because(f"go_{wanted}_why", rules[wanted])
    named = {"card": card_phrase(card)} if isinstance(card, Treasure) else {}
    key = "go_last" if wanted == "entry" else "go_card" if named else "go_field"
    return Choose(
        **topic.ask(key, seat=seat, place=str(field), **named),
        table=table(position, field),
        options=topic.options("go", names, wanted, why=lambda _: why),
    )


def rotating(rng: Random, topic: Topic) -> Choose:
    """The ways to lay a tunnel (B22, B2)."""

    def fits(one: Position) -> bool:
        drawn = one.tunnel_drawn
        return acting(one, StepKind.ROTATE) and drawn is not None and len(drawn.rotations()) > 1

    position = position_where(rng, fits)
    plan = position.acting_plan
    field = plan.field
    assert position.tunnel_drawn is not None
    rotations = position.tunnel_drawn.rotations()
    way = side_phrase(plan.way)
    lays = {lay.ends for lay in only(Lay, legal(position))}
    others = [Tunnel(kind) for kind in KINDS.values() if kind not in rotations and plan.way in kind]
    shown = sorted((*rotations, *others[:1]), key=lambda ends: (len(ends), ends))

    def why(ends: str) -> Phrase:
        if ends in rotations:
            return because("turn_why", "B22", way=way)
        return because("turn_other", "B2", count=len(rotations[0]))

    return Choose(
        **topic.ask("turn", place=str(field), way=way),
        table=table(position, field),
        options=tuple(
            Option(
                str(ends),
                Phrase("raubbau_task.turn_to", {"ends": ends_phrases(ends)}),
                ends in lays,
                why(ends),
            )
            for ends in shown
        ),
        several=True,
    )


def new_treasures(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The fields that get a treasure (B23, B6)."""

    def fits(one: Position) -> bool:
        if not acting(one, StepKind.DRAW):
            return False
        field = one.acting_plan.field
        ends = one.tunnel(field)
        return len(ends) > len(open_ends(one, field)) + 1 and len(open_ends(one, field)) > 0

    position = position_where(rng, fits, chance=0.5)
    field = position.acting_plan.field

    def why_not(marked: Field) -> Phrase:
        key = "new_full" if marked in position.mine else "new_none"
        return because(key, "B6", place=str(marked))

    shown = replace(table(position, field, markable=True), room=1)
    return MarkPlaces(
        **topic.ask("new", place=str(field)),
        table=shown,
        right_ones=frozenset(open_ends(position, field)),
        why_not=why_not,
    )


def looking(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The treasures that a digger may look at (B24)."""

    def unlooked(one: Position) -> list[Lay]:
        return [lay for lay in only(Lay, legal(one)) if lay.unlooked]

    def fits(one: Position) -> bool:
        return acting(one, StepKind.ROTATE, 4) and bool(unlooked(one))

    position = position_where(rng, fits)
    seat = position.turn
    field = position.acting_plan.field
    act = max(unlooked(position), key=lambda one: len(one.unlooked))
    laid = apply(position, act)
    reached = {field.next(side) for side in act.ends}

    def why_not(marked: Field) -> Phrase:
        if not laid.has_face_down_treasure(marked):
            return because("no_treasure", "B24", place=str(marked))
        key = "look_known" if marked in reached else "look_end"
        return because(key, "B24", place=str(marked))

    return MarkPlaces(
        **topic.ask("look", place=str(field)),
        table=table(laid, field, markable=True, seat=seat),
        right_ones=act.unlooked,
        why_not=why_not,
    )


def short_stacks(rng: Random, topic: Topic) -> Numbers:
    """The treasures that are laid when the stacks run out (B25)."""

    def least(one: Position) -> int:
        """The cards that nobody can have in front: these stay in the stacks."""
        return sum(card.face in DANGERS for stack in one.stacks for card in stack)

    def ends_of(one: Position) -> int:
        return len(open_ends(one, one.acting_plan.field))

    def fits(one: Position) -> bool:
        ends = ends_of(one) if acting(one, StepKind.DRAW, 12, ALL) else 0
        return ends > 1 and least(one) <= ends

    position = position_where(rng, fits, players=(4, 5), most=ALL)
    field = position.acting_plan.field
    ends = ends_of(position)
    position = _with_left(position, between(rng, max(1, least(position)), ends))
    after = position
    while after.step is not None and after.step.kind is StepKind.DRAW:
        after = apply(after, only(Draw, legal(after))[0])
    laid = ends if after.step is None else len(after.step.cards)
    shown = replace(table(position, field), room=1)
    return Numbers(
        **topic.ask("short", 1, place=str(field)),
        table=shown,
        fields=(topic.field("laid", "short", laid, "B25", {ends: "all", 0: "none"}),),
    )


def _with_left(position: Position, left: int) -> Position:
    """The position with so many cards in two stacks; gems go to a player, the rest is spent."""
    cards = sorted(
        (card for stack in position.stacks for card in stack),
        key=lambda card: card.face not in DANGERS,
    )
    kept, rest = cards[:left], cards[left:]
    gems = [card.known_to(position.turn) for card in rest if card.face is Face.GEM]
    spent = [card.known_to(*position.seats) for card in rest if card.face is not Face.GEM]
    position = position.with_front(position.turn, (*position.front(position.turn), *gems))
    stacks = (tuple(kept[1:]), tuple(kept[:1]), *((),) * (len(position.stacks) - 2))
    return replace(position, stacks=stacks, gone=(*position.gone, *spent))


def laying(rng: Random, topic: Topic) -> Choose:
    """The effect of a dragon or a cave-in that is laid (B26, B31)."""
    wanted = chosen(rng, (Face.DRAGON, Face.CAVE_IN, Face.GEM))

    def fits(one: Position) -> bool:
        return acting(one, StepKind.LAY) and with_card_drawn(one, wanted) is not None

    position = with_card_drawn(position_where(rng, fits), wanted)
    assert position is not None
    after = apply(position, only(Put, legal(position))[0])
    falls = any(position.is_open(field) and not after.is_open(field) for field in position.mine)
    right = "ends" if after.waker else "falls" if falls else "known"
    rule = "B31" if falls else "B26"
    card = next(card for card in position.cards_drawn if card.face is wanted)
    names = ("known", "falls", "ends", "front")
    return Choose(
        **topic.ask("lay", card=card_phrase(card)),
        table=replace(table(position, position.acting_plan.field), room=1),
        options=topic.options("lay", names, right, why=lambda _: because(f"lay_{right}_why", rule)),
    )


def moving_on(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The treasures where a meeple may go after its dig (B27)."""

    def ends(one: Position) -> list[Field]:
        field = one.acting_plan.field
        return [field.next(side) for side in one.tunnel(field)]

    def fits(one: Position) -> bool:
        if not acting(one, StepKind.STAND, 3):
            return False
        free = standings(one, one.turn)
        taken = [field for field in ends(one) if isinstance(one.mine.get(field), Treasure)]
        return bool(free) and len(taken) > len(free)

    position = position_where(rng, fits, chance=0.6)
    seat = position.turn
    field = position.acting_plan.field

    def why_not(marked: Field) -> Phrase:
        if not position.has_face_down_treasure(marked):
            return because("no_treasure", "B27", place=str(marked))
        if marked not in ends(position):
            return because("stand_end", "B27", place=str(marked))
        return because("stand_taken", "B13", place=str(marked))

    return MarkPlaces(
        **topic.ask("stand", place=str(field)),
        table=table(position, field, markable=True),
        right_ones=frozenset(standings(position, seat)),
        why_not=why_not,
    )
