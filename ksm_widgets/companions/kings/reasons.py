"""The reasons for an answer about Kings under Mountains, and what it assumes, as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.naming import (
    numbers_phrase,
    onto_phrase,
    place_phrase,
    unit_phrase,
)
from ksm_widgets.companions.kings.search.chances import MOST_CHANCE_TURNS, SURE
from ksm_widgets.companions.telling import numeral, percent
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.companions.kings.cards import Mine
    from ksm_widgets.companions.kings.finding import MineFinding
    from ksm_widgets.companions.kings.position import Position
    from ksm_widgets.companions.kings.search.chances import Chance
    from ksm_widgets.companions.kings.search.fewest import Fewest
    from ksm_widgets.companions.kings.search.openings import Opening
    from ksm_widgets.companions.kings.search.sure import SurePlan


STUCK = Phrase("kings_ask.stuck")
"""Nothing can be played: a new hand comes first (K17)."""


def sure_reasons(plan: SurePlan) -> tuple[Phrase, ...]:
    """Each change of score in a plan, or that there is none in its turns."""
    if not plan.changes:
        turns = plan.within
        return (Phrase(counted("kings_ask.no_change", turns), {"turns": turns}),)
    return tuple(
        Phrase(
            f"kings_ask.{'finishes' if change.gain > 0 else 'captures'}",
            {
                "turn": change.turn,
                "unit": unit_phrase(change.play.unit),
                "place": onto_phrase(change.play.place),
                "mine": numbers_phrase(change.mine),
                "gain": numeral(change.gain, "+d"),
            },
        )
        for change in plan.changes
    )


def fewest_reasons(finding: MineFinding[Fewest], left: int) -> tuple[Phrase, ...]:
    """The turns that a mine takes, and its points if `left` turns are left."""
    mine, fewest = finding.mine, finding.result
    params = _mine_params(finding)
    if fewest.turns is not None:
        late = fewest.turns > left
        key = counted(f"kings_ask.{'late' if late else 'in_time'}", fewest.turns)
        gain = numeral(-mine.penalty if late else mine.value, "+d")
        params |= {"turns": fewest.turns, "gain": gain}
    elif fewest.proven:
        key = "kings_ask.never"
    else:
        key = "kings_ask.at_least"
        params |= {"turns": fewest.at_least}
    return (Phrase(key, params),)


def chance_reasons(finding: MineFinding[Chance]) -> tuple[Phrase, ...]:
    """The chance to finish a mine, or why there is none."""
    found = finding.result
    if finding.missing > found.turns:
        key = "too_many"
    elif not found.chance:
        key = "no_chance"
    else:
        key = "sure" if found.chance == SURE else "chance"
    params = {"turns": found.turns, "chance": percent(found.chance)}
    told = Phrase(counted(f"kings_ask.{key}", found.turns), _mine_params(finding) | params)
    if not found.chance and found.turns == MOST_CHANCE_TURNS:
        return told, Phrase("kings_ask.no_further")
    return (told,)


def _mine_params(finding: MineFinding[Fewest] | MineFinding[Chance]) -> dict[str, object]:
    """The place and the numbers of a mine, and how many units it needs."""
    return {
        "place": place_phrase(finding.place),
        "mine": numbers_phrase(finding.mine),
        "missing": finding.missing,
    }


def brought_phrase(keys: str, option: Opening, mine: Mine, seat: int) -> Phrase:
    """The sentence on what a play does to a mine; `keys` is the start of its key."""
    to_self = option.owner == seat
    key = f"{keys}{option.brought}{'_self' if to_self else ''}"
    return Phrase(key, {"seat": option.owner, "mine": numbers_phrase(mine)})


def opening_reasons(option: Opening, seat: int) -> tuple[Phrase, ...]:
    """The mine that a play captures or finishes, and the next player's chances on each mine."""
    told = []
    if option.mine is not None:
        told.append(brought_phrase("kings_ask.now_", option, option.mine, seat))
    for one in option.opened:
        chances = {"take": percent(one.take), "push": percent(one.push)}
        told.append(Phrase("kings_ask.opens", {"place": place_phrase(one.place), **chances}))
    return tuple(told) or (Phrase("kings_ask.opens_nothing"),)


def assumptions(position: Position, names: Iterable[str]) -> tuple[Phrase, ...]:
    """The assumptions by name, and one more if mines on the table are not in the box."""
    assumed = [Phrase(f"kings_ask.{name}") for name in names]
    unlisted = sorted({*position.known_mines()} - position.box.mines.keys())
    if unlisted:
        assumed.append(Phrase("kings_ask.unlisted", {"mines": [*map(str, unlisted)]}))
    return tuple(assumed)
