"""Tasks about own mines of Kings under Mountains, and what a play brings (K2, K11-K15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import Status
from ksm_widgets.companions.kings.naming import onto_phrase, races_phrase, unit_phrase
from ksm_widgets.companions.kings.places import Numbered, Row
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.practice.arranged import with_a_mine_begun
from ksm_widgets.companions.kings.practice.positions import fitting_cards, without_own
from ksm_widgets.companions.kings.practice.table import because, cards_for, mines_of_centre, table
from ksm_widgets.companions.kings.questions import ask_fewest
from ksm_widgets.companions.kings.rules import Brought, Play, brought, legal
from ksm_widgets.companions.tasks import only
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import below, chosen
from ksm_widgets.tasks.choose import Choose
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.kings.places import Place
    from ksm_widgets.companions.tasks import Topic


def _last_own(position: Position) -> Numbered:
    """The place of the last own mine of the seat whose turn it is."""
    return Numbered(Row.OWN, len(position.own_of(position.turn)))


def _position_with_own(rng: Random, *, full: bool) -> Position:
    """A position with an own mine, on which some of the hand may be played and some not.

    If it is `full`, it has all its miners, and an overseer is missing.
    """

    def make() -> Position | None:
        start = without_own(rng)
        miners = None if full else below(rng, 3)
        overseer = True if full else None
        position = with_a_mine_begun(rng, start, miners, overseer=overseer)
        if position is None:
            return None
        right = fitting_cards(position, _last_own(position))
        return position if 1 <= len(right) <= 4 else None

    return until(make)


def _own_cards(topic: Topic, key: str, position: Position) -> MarkPlaces[Numbered]:
    race = races_phrase(position.race(position.turn))
    asked = topic.ask(key, seat=position.turn, race=race)
    return cards_for(position, _last_own(position), asked)


def miners(rng: Random, topic: Topic) -> MarkPlaces[Numbered]:
    """The cards that may be miners (K12)."""
    return _own_cards(topic, "miners", _position_with_own(rng, full=False))


def overseers(rng: Random, topic: Topic) -> MarkPlaces[Numbered]:
    """The cards that may be the overseer (K13)."""
    return _own_cards(topic, "overseer", _position_with_own(rng, full=True))


def to_finish(rng: Random, topic: Topic) -> Numbers:
    """The units that an own mine still needs (K12-K14)."""

    def make() -> Position | None:
        start = without_own(rng)
        return with_a_mine_begun(
            rng, start, below(rng, 3), overseer=chosen(rng, (True, True, False))
        )

    position = until(make)
    place = _last_own(position)
    site = position.known_site(place, position.turn)
    mine, laid = site.mine, len(site.units)
    return Numbers(
        **topic.ask("finish"),
        table=table(position, place),
        fields=(
            topic.field(
                "units",
                "finish",
                site.to_finish,
                "K13",
                mistakes={
                    mine.size - laid: "overseer",
                    mine.defence: ("defence", "K12"),
                    mine.crew: ("laid", "K12"),
                },
                working=f"{mine.size} + {int(mine.overseer)} − {laid}",
            ),
        ),
    )


def soonest(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The mine that can be finished soonest, undisturbed (K2, K12)."""

    def make() -> tuple[Position, dict[Numbered, int]] | None:
        position = without_own(rng)
        answer = ask_fewest(position.seen(position.turn))
        turns = {
            one.place: one.result.turns for one in answer.options if one.result.turns is not None
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


_BRINGS = {Brought.CAPTURED: "K11", Brought.FINISHED: "K14", Brought.NOTHING: "K15"}


def _why_brings(name: str, right: Brought, play: Play) -> tuple[str, str]:
    """The reason why an answer is right, or for a wrong one where to look, with its rule."""
    if name == right:
        return f"brings_{right}_why", _BRINGS[right]
    if name == "both":
        return "brings_both_why", "K15"
    return ("brings_hint1", "K9") if play.place.row is Row.CENTRE else ("brings_hint2", "K13")


def _play_that_brings(rng: Random, wanted: Brought) -> tuple[Position, Play] | None:
    """A play that brings about what is wanted, and the position before; None if there is none."""
    start = without_own(rng)
    position = (
        with_a_mine_begun(rng, start, None, overseer=True, size=1)
        if wanted is Brought.FINISHED
        else start
    )
    if position is None:
        return None
    fitting = [play for play in only(Play, legal(position)) if brought(position, play) is wanted]
    return (position, chosen(rng, fitting)) if fitting else None


def what_happens(rng: Random, topic: Topic) -> Choose:
    """The effect of a play (K11, K14, K15)."""
    wanted = chosen(rng, (*Brought,))
    position, play = until(lambda: _play_that_brings(rng, wanted))
    return Choose(
        **topic.mainly(_BRINGS[wanted]).ask(
            "brings", seat=position.turn, unit=unit_phrase(play.unit), place=onto_phrase(play.place)
        ),
        table=table(position, play.place),
        options=topic.options(
            "brings",
            (*Brought, "both"),
            wanted,
            why=lambda name: because(*_why_brings(name, wanted, play)),
        ),
    )
