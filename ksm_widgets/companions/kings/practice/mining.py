"""Tasks about the Camp, draws and own mines of Kings under Mountains (K2, K11-K16)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import Status
from ksm_widgets.companions.kings.box import RACES, Race
from ksm_widgets.companions.kings.naming import onto, races_phrase, unit_phrase
from ksm_widgets.companions.kings.places import Numbered, Row
from ksm_widgets.companions.kings.position import Phase, Position
from ksm_widgets.companions.kings.practice.arranged import with_a_mine_begun
from ksm_widgets.companions.kings.practice.positions import (
    captures,
    held,
    position_where,
    random_game,
    without_own,
)
from ksm_widgets.companions.kings.practice.table import because, cards_for, mines_of_centre, table
from ksm_widgets.companions.kings.questions import ask_fewest
from ksm_widgets.companions.kings.rules import Draw, Play, apply, legal, play_fault
from ksm_widgets.companions.kings.search.unseen import unseen_units
from ksm_widgets.companions.kings.telling import act_phrase
from ksm_widgets.course.material import disordered, until
from ksm_widgets.rules.chance import below, between, chosen, shuffled
from ksm_widgets.tasks.choose import Choose, Option, Order
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from ksm_widgets.companions.kings.box import Unit
    from ksm_widgets.companions.kings.places import Place
    from ksm_widgets.companions.tasks import Topic


def the_pile(rng: Random, topic: Topic) -> Order:
    """The order of a pile of the Camp after a capture (K11)."""

    def piles(position: Position) -> list[tuple[Play, Race]]:
        made = []
        for play in captures(position):
            after = apply(position, play)
            for race in RACES:
                pile = after.pile(race)
                grown = len(pile) - len(position.pile(race))
                if grown and 2 <= len(pile) <= 5 and len(set(pile)) == len(pile):
                    made.append((play, race))
        return made

    position = position_where(rng, lambda one: bool(piles(one)))
    play, race = chosen(rng, piles(position))
    pile = apply(position, play).pile(race)[::-1]
    names = [str(unit) for unit in pile]
    shown = disordered(rng, names)
    return Order(
        **topic.ask(
            "pile",
            3,
            seat=position.turn,
            unit=unit_phrase(play.unit),
            place=onto(play.place),
            race=races_phrase(race),
        ),
        table=table(position, play.place),
        options=tuple(
            Option(str(unit), unit_phrase(unit), True, because("pile_why", "K11")) for unit in pile
        ),
        shown=tuple(shown),
    )


def what_to_draw(rng: Random, topic: Topic) -> Choose:
    """The cards that may be drawn (K16)."""

    def fits(position: Position) -> bool:
        deep = any(len(pile) > 1 for pile in position.camp)
        return position.phase is Phase.DRAW and deep and bool(position.deck)

    def make() -> Position | None:
        for position in random_game(rng, between(rng, 2, 3)):
            # Mostly there are several: the first one is not always taken.
            if fits(position) and rng.random() < 0.4:
                return position
        return None

    position = until(make)
    draws = [act for act in legal(position) if isinstance(act, Draw)]
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
    """The number of units of a race that are stronger than so much."""
    return sum(
        count for unit, count in units.items() if unit.race == race and unit.strength > least
    )


def _wanted_card(rng: Random) -> tuple[Position, Race, int] | None:
    """A race and a strength, if the deck's next card may have a stronger unit of that race."""
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
                {
                    Fraction(box, len(position.box.cards)): "box",
                    Fraction(box, total): "seen",
                    Fraction(fitting, max(1, len(position.deck))): "deck",
                },
                f"{fitting}/{total}",
                total=total,
            ),
        ),
    )


# Own mines.


def _last_own(position: Position) -> Numbered:
    """The place of the last own mine of the seat whose turn it is."""
    return Numbered(Row.OWN, len(position.own_of(position.turn)))


def _mining(rng: Random, *, full: bool) -> Position:
    """A position with an own mine, on which some of the hand may be played and some not."""

    def make() -> Position | None:
        start = without_own(rng)
        miners = None if full else below(rng, 3)
        overseer = True if full else None
        position = with_a_mine_begun(rng, start, miners, overseer=overseer, size=2)
        if position is None:
            return None
        place = _last_own(position)
        right = [unit for _, unit in held(position) if play_fault(position, unit, place) is None]
        return position if 1 <= len(right) <= 4 else None

    return until(make)


def _own_cards(topic: Topic, key: str, position: Position) -> MarkPlaces[Numbered]:
    race = races_phrase(position.race(position.turn))
    asked = topic.ask(key, seat=position.turn, race=race)
    return cards_for(position, _last_own(position), asked)


def miners(rng: Random, topic: Topic) -> MarkPlaces[Numbered]:
    """The cards that may be miners (K12)."""
    return _own_cards(topic, "miners", _mining(rng, full=False))


def overseers(rng: Random, topic: Topic) -> MarkPlaces[Numbered]:
    """The cards that may be the overseer (K13)."""
    return _own_cards(topic, "overseer", _mining(rng, full=True))


def to_finish(rng: Random, topic: Topic) -> Numbers:
    """The units that an own mine still needs (K12-K14)."""

    def make() -> Position | None:
        start = without_own(rng)
        return with_a_mine_begun(
            rng, start, below(rng, 3), overseer=chosen(rng, (True, True, False)), size=2
        )

    position = until(make)
    place = _last_own(position)
    site = position.site(place, position.turn)
    assert site is not None
    mine, laid = site.mine, len(site.units)
    return Numbers(
        **topic.ask("finish"),
        table=table(position, place),
        fields=(
            topic.field(
                "units",
                "finish",
                site.to_finish,
                "K12",
                {
                    mine.size - laid: ("overseer", "K13"),
                    mine.defence: "defence",
                    mine.crew: "laid",
                },
                f"{mine.size} + {int(mine.overseer)} − {laid}",
            ),
        ),
    )


def soonest(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The mine that can be finished soonest, undisturbed (K2, K12)."""

    def make() -> tuple[Position, dict[Numbered, int]] | None:
        position = without_own(rng)
        answer = ask_fewest(position.seen(position.turn))
        turns = {
            one.option.place: one.option.result.turns
            for one in answer.options
            if one.option.result.turns is not None
        }
        few = sorted(turns.values())
        fits = len(few) > 1 and few[0] < few[1] and few[0] <= 4
        return (position, turns) if fits and answer.status is Status.OPTIMAL else None

    position, turns = until(make)
    best = min(turns, key=lambda place: turns[place])
    wrong = {
        place: because("soonest_not", "K12", turns=turns[place], best=turns[best])
        if place in turns
        else because("soonest_never", "K12", best=turns[best])
        for place, _ in position.centre_sites()
        if place != best
    }
    asked = topic.ask("soonest", 3, seat=position.turn)
    return mines_of_centre(position, asked, wrong, "K2", one=True)


_BRINGS = {"captured": "K11", "finished": "K14", "nothing": "K15"}


def _why_brings(name: str, right: str, play: Play) -> tuple[str, str]:
    """The reason why an answer is right, or for a wrong one where to look, with its rule."""
    if name == right:
        return f"brings_{right}_why", _BRINGS[right]
    if name == "both":
        return "brings_both_why", "K15"
    return ("brings_hint1", "K9") if play.place.row is Row.CENTRE else ("brings_hint2", "K13")


def _brought(position: Position, play: Play) -> str:
    """The effects of a play."""
    seat = position.turn
    after = apply(position, play)
    if len(after.done_of(seat)) > len(position.done_of(seat)):
        return "finished"
    captured = sum(map(len, after.own)) > sum(map(len, position.own))
    return "captured" if captured else "nothing"


def _play_that(rng: Random, wanted: str) -> tuple[Position, Play] | None:
    """A play that brings about what is wanted, and the position before; None if there is none."""
    start = without_own(rng)
    position = (
        with_a_mine_begun(rng, start, None, overseer=True, size=1)
        if wanted == "finished"
        else start
    )
    if position is None:
        return None
    plays = [act for act in legal(position) if isinstance(act, Play)]
    fitting = [play for play in plays if _brought(position, play) == wanted]
    return (position, chosen(rng, fitting)) if fitting else None


def what_happens(rng: Random, topic: Topic) -> Choose:
    """The effect of a play (K11, K14, K15)."""
    wanted = chosen(rng, ("captured", "finished", "nothing"))
    position, play = until(lambda: _play_that(rng, wanted))
    names = ("captured", "finished", "nothing", "both")
    return Choose(
        **topic.mainly(_BRINGS[wanted]).ask(
            "brings", seat=position.turn, unit=unit_phrase(play.unit), place=onto(play.place)
        ),
        table=table(position, play.place),
        options=topic.options(
            "brings",
            names,
            wanted,
            why=lambda name: because(*_why_brings(name, wanted, play)),
        ),
    )
