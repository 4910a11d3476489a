"""Tasks about the end of Kings under Mountains (K19)."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import UNSEEN
from ksm_widgets.companions.kings.places import DECK
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.practice.positions import capturing_plays, position_where
from ksm_widgets.companions.kings.practice.table import because, table
from ksm_widgets.companions.kings.rules import Draw, Play, apply, legal
from ksm_widgets.companions.kings.telling import did_phrase
from ksm_widgets.companions.tasks import only
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import chosen
from ksm_widgets.tasks.choose import Choose

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.tasks import Topic

_MINE_EVERY = 4
"""One card in this many that are gone is a finished mine, the others are units."""


def _nearly_over(position: Position, left: int) -> Position:
    """The position with few cards `left` in the deck; the others are finished or discarded."""
    gone = position.deck[:-left]
    finished = [card.mine for card in gone[::_MINE_EVERY] if card.mine is not UNSEEN]
    done = tuple(
        (*mines, *finished[seat - 1 :: position.players])
        for seat, mines in zip(position.seats, position.done, strict=True)
    )
    units = [
        card.unit for at, card in enumerate(gone) if at % _MINE_EVERY and card.unit is not UNSEEN
    ]
    return replace(
        position, deck=position.deck[-left:], done=done, discard=(*position.discard, *units)
    )


class _NearEnd(StrEnum):
    """A turn near the end: how its last card goes, or that one is left."""

    DECK = "deck"
    CAPTURE = "capture"
    CAMP = "camp"
    GOES_ON = "goes_on"


def _last_turn(rng: Random, case: _NearEnd) -> tuple[Position, Play, Draw] | None:
    """A turn near the end, and the position before; None if it can't be one of this case."""
    position = position_where(rng, lambda one: any(one.camp) and len(one.deck) > 3)
    plays = capturing_plays(position)
    if case is not _NearEnd.CAPTURE:
        plays = [play for play in only(Play, legal(position)) if play not in plays]
    if not plays:
        return None
    position = _nearly_over(position, 2 if case is _NearEnd.GOES_ON else 1)
    play = chosen(rng, plays)
    if case in (_NearEnd.DECK, _NearEnd.GOES_ON):
        return position, play, Draw(DECK)
    draws = only(Draw, legal(apply(position, play)))
    camps = [draw for draw in draws if draw.place is not DECK]
    return (position, play, chosen(rng, camps)) if camps else None


def the_end(rng: Random, topic: Topic) -> Choose:
    """Whether the game is over after a turn (K19)."""
    case = chosen(rng, (*_NearEnd,))
    position, play, draw = until(lambda: _last_turn(rng, case))
    played = apply(position, play)
    after = apply(played, draw)
    right = "over" if after.is_over else "on"
    names = ("over", "on", "last", "now")
    return Choose(
        **topic.ask(
            f"end_{case}",
            1,
            seat=position.turn,
            play=did_phrase(position, play),
            draw=did_phrase(played, draw),
        ),
        table=table(position, play.place),
        options=topic.options(
            "end_as",
            names,
            right,
            why=lambda name: because(f"end_{case}_{'why' if name == right else 'hint1'}", "K19"),
        ),
    )
