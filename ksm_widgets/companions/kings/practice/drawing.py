"""Tasks about the Camp and draws of Kings under Mountains (K11, K16)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import RACES, Race
from ksm_widgets.companions.kings.naming import onto_phrase, races_phrase, unit_phrase
from ksm_widgets.companions.kings.position import Phase, Position
from ksm_widgets.companions.kings.practice.positions import (
    capturing_plays,
    offered,
    position_where,
    random_game,
)
from ksm_widgets.companions.kings.practice.table import because, table
from ksm_widgets.companions.kings.rules import Draw, Play, apply, legal
from ksm_widgets.companions.kings.search.unseen import unseen_units
from ksm_widgets.companions.kings.telling import act_phrase
from ksm_widgets.companions.tasks import only
from ksm_widgets.course.material import disordered, until
from ksm_widgets.rules.chance import between, chosen, shuffled
from ksm_widgets.tasks.choose import Choose, Option, Order
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from ksm_widgets.companions.kings.cards import Unit
    from ksm_widgets.companions.tasks import Topic


def the_pile(rng: Random, topic: Topic) -> Order:
    """The order of a pile of the Camp after a capture (K11)."""

    def piles(position: Position) -> list[tuple[Play, Race]]:
        made = []
        for play in capturing_plays(position):
            after = apply(position, play)
            for race in RACES:
                pile = after.pile(race)
                grown = len(pile) - len(position.pile(race))
                if grown and 2 <= len(pile) <= 5 and len(set(pile)) == len(pile):
                    made.append((play, race))
        return made

    position, (play, race) = offered(rng, piles)
    pile = apply(position, play).pile(race)[::-1]
    names = [str(unit) for unit in pile]
    shown = disordered(rng, names)
    return Order(
        **topic.ask(
            "pile",
            3,
            seat=position.turn,
            unit=unit_phrase(play.unit),
            place=onto_phrase(play.place),
            race=races_phrase(race),
        ),
        table=table(position, play.place),
        options=tuple(
            Option(str(unit), unit_phrase(unit), True, because("pile_why", "K11")) for unit in pile
        ),
        shown=tuple(shown),
    )


def _before_a_draw(rng: Random) -> Position | None:
    """A position of a random game before a draw, with a unit below another one in the Camp.

    Each that fits is taken or passed by at random; None if all are passed by. `wanted_position`
    always takes one, so with that some seeds would draw other tasks than in earlier versions.
    """
    for position in random_game(rng, between(rng, 2, 3)):
        deep = any(len(pile) > 1 for pile in position.camp)
        fits = position.phase is Phase.DRAW and deep and bool(position.deck)
        if fits and rng.random() < 0.4:
            return position
    return None


def what_to_draw(rng: Random, topic: Topic) -> Choose:
    """The cards that may be drawn (K16)."""
    position = until(lambda: _before_a_draw(rng))
    draws = only(Draw, legal(position))
    options = [
        Option(str(act.place), act_phrase(position, act), True, because("draw_why", "K16"))
        for act in draws
    ]
    tops = {pile[-1] for pile in position.camp if pile}
    buried = {unit for pile in position.camp for unit in pile[:-1]} - tops
    for unit in sorted(buried)[:2]:
        label = Phrase("kings_act.draw", {"unit": unit_phrase(unit)})
        options.append(Option(str(unit), label, False, because("draw_buried", "K16")))
    discard = Phrase("kings_task.draw_discard")
    options.append(Option("discard", discard, False, because("draw_no_discard", "K14")))
    return Choose(
        **topic.ask("draw", 1),
        table=table(position),
        options=tuple(shuffled(rng, options)),
        several=True,
    )


def _stronger(units: Mapping[Unit, int], race: Race, least: int) -> int:
    """The number of units of a race that are stronger than `least`."""
    return sum(
        count for unit, count in units.items() if unit.race == race and unit.strength > least
    )


def _wanted_card(rng: Random) -> tuple[Position, Race, int] | None:
    """A position, and a race and a strength to ask about; None if no unseen unit is stronger."""
    position = position_where(rng, lambda one: len(one.deck) > 5).seen(1)
    race, least = chosen(rng, RACES), between(rng, 3, 7)
    fits = _stronger(unseen_units(position), race, least) > 0
    return (position, race, least) if fits else None


def deck_odds(rng: Random, topic: Topic) -> Numbers:
    """The chance that the unit on the deck's next card fits (K16)."""
    position, race, least = until(lambda: _wanted_card(rng))
    unseen = unseen_units(position)
    fitting, total = _stronger(unseen, race, least), unseen.total()
    box = _stronger(position.box.units, race, least)
    wanted = Phrase(f"kings_race_one.{race}")
    return Numbers(
        **topic.ask("odds", race=wanted, least=least, total=total, box=box),
        table=table(replace(position, turn=1)),
        fields=(
            topic.field(
                "odds",
                "odds",
                Fraction(fitting, total),
                "K16",
                mistakes={
                    Fraction(box, len(position.box.cards)): "box",
                    Fraction(box, total): "seen",
                    Fraction(fitting, max(1, len(position.deck))): "deck",
                },
                working=f"{fitting}/{total}",
                total=total,
            ),
        ),
    )
