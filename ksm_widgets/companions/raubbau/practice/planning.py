"""Tasks about the planning phase of Raubbau: digs, passes, stairs and spiders (B5-B19)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.naming import card_phrase
from ksm_widgets.companions.raubbau.places import ENTRY, Field
from ksm_widgets.companions.raubbau.planning import (
    kept_plan,
    legal_moves,
    move_fault,
    move_made,
)
from ksm_widgets.companions.raubbau.plans import Dig, Leave, Pass, Scare
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.raubbau.practice.positions import (
    fault_of,
    fields_shown,
    in_stacks,
    position_where,
    small,
    ways_or_any,
    with_cards,
)
from ksm_widgets.companions.raubbau.practice.table import because, table
from ksm_widgets.companions.raubbau.rules import new_match
from ksm_widgets.companions.raubbau.telling import act_phrase
from ksm_widgets.companions.tasks import player_option, players_in_order
from ksm_widgets.companions.telling import player_phrase
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import between, chosen, shuffled
from ksm_widgets.tasks.choose import Choose, Option, Order
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.tasks.task import Sheet
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.raubbau.plans import Move
    from ksm_widgets.companions.tasks import Topic


def _without_drift(position: Position) -> Position:
    """The position in which the seat whose turn it is has no drift set left."""
    return position.with_drift(position.turn, 0)


def where_to_dig(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The fields where a player may dig (B12-B14)."""

    def fits(position: Position) -> bool:
        if not small(position):
            return False
        bare = _without_drift(position)
        faults = {field: fault_of(bare, field) for field in fields_shown(bare)}
        rules = {fault.rule for fault in faults.values() if fault}
        return {"B12", "B13", "B14"} <= rules and sum(not fault for fault in faults.values()) >= 2

    position = _without_drift(position_where(rng, fits))
    seat = position.turn

    def why_not(field: Field) -> Phrase:
        fault = fault_of(position, field)
        assert fault is not None
        return Phrase.why(fault)

    return MarkPlaces(
        **topic.ask("dig", 3, seat=seat),
        table=table(position, markable=True),
        right_ones=frozenset(
            field for field in fields_shown(position) if not fault_of(position, field)
        ),
        why_not=why_not,
    )


def passing(rng: Random, topic: Topic) -> Choose:
    """The plan of somebody who passes (B9, B11, B14)."""
    names = ("free", "drift", "must", "wait")
    # Positions in which somebody may wait are too rare to look for one.
    wanted = chosen(rng, names[:3])

    def outcome(position: Position) -> str:
        seat = position.turn
        plan = kept_plan(position, seat)
        if plan is None:
            return "wait" if Pass() in legal_moves(position) else "must"
        assert not isinstance(plan, Leave), "the meeple is in the mine, or without a plan"
        return "drift" if position.knows(seat, plan.field) else "free"

    def fits(one: Position) -> bool:
        field = one.target(one.turn)
        at = None if field is None else one.mine.get(field)
        stands = one.plan(one.turn) is None or isinstance(at, Treasure)
        return small(one, 2) and stands and outcome(one) == wanted

    position = position_where(rng, fits)
    seat = position.turn
    if wanted == "drift" and rng.random() < 0.4:
        position = _without_drift(position)
    right = outcome(position)
    here = position.target(seat) or ENTRY
    card = position.mine.get(here)
    named: dict[str, object] = {}
    if isinstance(card, Treasure):
        named = {"place": str(here), "card": card_phrase(card)}
    key = "on" if named else "entry"
    reasons = {"free": "B9", "drift": "B14", "must": "B11", "wait": "B11"}
    drift_out = right == "must" and key == "on"
    why = because("pass_no_drift" if drift_out else f"pass_{right}_why", reasons[right])
    return Choose(
        **topic.ask(f"pass_{key}", seat=seat, **named),
        table=table(position, here),
        options=topic.options("pass", names, right, why=lambda _: why),
    )


def turn_order(rng: Random, topic: Topic) -> Order:
    """The order of turns (B5, B10)."""
    players = between(rng, 4, 5)
    out = tuple(shuffled(rng, range(1, players + 1))[: between(rng, 0, players - 3)])
    position = replace(new_match(rng, players, start=between(rng, 1, players)), out=out)
    params = {"start": position.start, "players": players, "out": sorted(out)}
    asked = topic.ask("order_out" if out else "order", 1, **params)
    why = because("order_why", "B5", **params)
    return players_in_order(rng, asked, position.inside, why)


def until_binding(rng: Random, topic: Topic) -> Numbers:
    """The passes that are missing until plans are binding (B10)."""
    begun = position_where(
        rng,
        lambda position: (
            small(position, 2, 8)
            and position.lap == 1
            and position.turn == position.inside[0]
            and not position.passed
            and kept_plan(position, position.turn) is not None
        ),
    )

    def play() -> tuple[Position, list[tuple[Phrase, ...]], int] | None:
        position, passes = begun, 0
        phrases: list[tuple[Phrase, ...]] = []
        for _step in range(between(rng, 3, 6)):
            moves = [move for move in legal_moves(position) if isinstance(move, (Pass, Dig, Leave))]
            move: Move = Pass() if Pass() in moves and rng.random() < 0.65 else chosen(rng, moves)
            phrases.append((player_phrase(position.turn), act_phrase(position.seen(0), move)))
            position = move_made(position, move)
            passes += move == Pass()
            if position.phase is not Phase.PLAN:
                return None
        return (position, phrases, passes) if 0 < passes < len(phrases) else None

    position, phrases, passes = until(play)
    missing = len(position.inside) - position.passed
    head = (Phrase("raubbau_task.head_player"), Phrase("raubbau_task.binding_turn"))
    return Numbers(
        **topic.ask("binding", players=len(position.inside)),
        table=table(position),
        sheet=Sheet(head, tuple(phrases)),
        fields=(
            topic.field(
                "passes",
                "binding",
                missing,
                "B10",
                {len(position.inside) - passes: "row", missing - 1: "own"},
            ),
        ),
    )


def on_the_stairs(rng: Random, topic: Topic) -> Choose:
    """The choices on the stairs before plans are binding (B17)."""

    def there(position: Position) -> Position:
        return position.with_plan(position.turn, Leave())

    def digs(position: Position) -> tuple[list[Field], list[Field]]:
        treasures = [field for field, thing in position.mine.items() if isinstance(thing, Treasure)]
        may = [field for field in treasures if not fault_of(position, field)]
        return may, [field for field in treasures if field not in may]

    position = there(
        position_where(rng, lambda one: small(one, 3, 9) and all(map(bool, digs(there(one)))))
    )
    seat = position.turn
    may, may_not = digs(position)
    moves: list[tuple[str, Move]] = [("pass", Pass()), ("leave", Leave())]
    for name, fields in (("dig", may), ("no", may_not)):
        field = chosen(rng, fields)
        moves.append((name, Dig(field, ways_or_any(position, field)[0])))
    options = []
    for name, move in shuffled(rng, moves):
        fault = move_fault(position, move)
        why = because(f"stairs_{name}_why", "B17") if fault is None else Phrase.why(fault)
        label = (
            Phrase("raubbau_task.stairs_leave")
            if name == "leave"
            else act_phrase(position.seen(seat), move)
        )
        options.append(Option(name, label, fault is None, why))
    return Choose(
        **topic.ask("stairs", seat=seat),
        table=table(position),
        options=tuple(options),
        several=True,
    )


_ROUND = {"turns": "B8", "bound": "B10", "drift": "B19", "act": "B20", "token": "B5"}
"""The parts of a round with their rules."""


def a_round(rng: Random, topic: Topic) -> Order:
    """The parts of a round, of which one may be left out (B8, B19)."""
    left_out = chosen(rng, [*_ROUND])
    names = [name for name in _ROUND if name != left_out] if rng.random() < 0.5 else [*_ROUND]
    return topic.order(rng, "round", _ROUND, names)


def scaring(rng: Random, topic: Topic) -> Choose:
    """The players whose place a spider takes (B16)."""

    def with_spider(position: Position) -> Position:
        position = with_cards(position, position.turn, (Face.SPIDER,))
        leaver = [seat for seat in position.inside if seat != position.turn][-1]
        return position.with_plan(leaver, Leave())

    def scares(position: Position) -> dict[int, Phrase | None]:
        found: dict[int, Phrase | None] = {}
        for victim in position.inside:
            if victim != position.turn:
                field = position.target(victim)
                # Whoever has planned no field can't be scared away, whatever the way.
                ways = ways_or_any(position, ENTRY if field is None else field)
                faults = [move_fault(position, Scare(victim, way)) for way in ways]
                first = faults[0]
                found[victim] = None if None in faults or first is None else Phrase.why(first)
        return found

    def fits(one: Position) -> bool:
        if not small(one, 3, 10) or in_stacks(one, Face.SPIDER) is None:
            return False
        reasons = scares(with_spider(one)).values()
        return None in reasons and len(set(map(bool, reasons))) > 1

    position = with_spider(position_where(rng, fits, players=(4, 5)))
    return Choose(
        **topic.ask("spider", seat=position.turn),
        table=table(position),
        options=tuple(
            player_option(victim, reason or because("spider_why", "B16"), right=reason is None)
            for victim, reason in scares(position).items()
        ),
        several=True,
    )
