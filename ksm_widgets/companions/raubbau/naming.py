"""Names of cards, sets, faces, tunnels and sides of Raubbau, as words in any sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import NAMED_SETS, Face, Points
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.places import ENTRY
from ksm_widgets.companions.raubbau.scoring import Gain
from ksm_widgets.companions.telling import counted_phrase, numeral
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.raubbau.places import Field
    from ksm_widgets.companions.raubbau.position import Position


def card_phrase(card: Treasure) -> Phrase:
    """A treasure by its set and its face: a red gem, an unknown red card."""
    if card.set not in NAMED_SETS:
        return Phrase("raubbau_told.other_card", {"card": f"{card.set}{card.face.value}"})
    return Phrase(f"raubbau_told.{card.face.key}", {"set": _adjective(card)})


def back_phrase(name: str) -> Phrase:
    """A card of a set of which only the back is seen."""
    return card_phrase(Treasure(name))


def _adjective(card: Treasure) -> Phrase:
    return Phrase(f"raubbau_card.{_GENDERS[card.face]}_{card.set}")


_GENDERS = {face: "f" if face in (Face.SPIDER, Face.UNSEEN) else "m" for face in Face}
"""The gender of each face, which German adjectives follow."""


def face_word(face: Face) -> Phrase:
    """A face's name alone."""
    return Phrase(f"raubbau_face.{face.key}")


def gain_phrase(gain: Gain, points: Points, rule: str = "") -> Phrase:
    """A gain or a loss after a match, with its reason and the points of the box."""
    numbers = {
        Gain.MOST: points.most,
        Gain.TIED: points.tied,
        Gain.WAKER: -points.awakened,
        Gain.CAUGHT: -points.inside,
    }
    params = {
        "points": counted_phrase("raubbau_gain.points", numbers.get(gain, 0)),
        "last": points.most_last,
        "floor": numeral(points.floor),
    }
    return Phrase(f"raubbau_gain.{gain}", params, rule)


def side_phrase(side: str) -> Phrase:
    """A side of a field."""
    return Phrase(f"raubbau_told.side_{side}")


def ends_phrases(ends: Iterable[str]) -> list[Phrase]:
    """The sides of a tunnel's ends."""
    return [*map(side_phrase, ends)]


def thing_phrase(position: Position, field: Field) -> Phrase:
    """The thing on a field."""
    thing = position.mine.get(field)
    if field == ENTRY:
        return Phrase("raubbau_told.entry")
    if thing is None:
        return Phrase("raubbau_told.empty")
    if isinstance(thing, Tunnel):
        if not thing:
            return Phrase("raubbau_told.face_down")
        return Phrase("raubbau_told.tunnel", {"ends": ends_phrases(thing)})
    return card_phrase(thing)


def adjective_of_set(name: str) -> Phrase | str:
    """The word for a set before its cards (in German, declined), or its letter if it has none."""
    return Phrase(f"raubbau_set.{name}") if name in NAMED_SETS else name


def term_of_set(name: str) -> Phrase | str:
    """The word for a set, or its letter if it has none."""
    return Phrase(f"raubbau_set_name.{name}") if name in NAMED_SETS else name
