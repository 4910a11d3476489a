"""What a dig brings to who holds something, in words: `completes a set: 10`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.tiles import Tile
from ksm_widgets.solver.gains import Purpose, gains_of, idle_parchments
from ksm_widgets.solver.unseen import unseen_worth
from ksm_widgets.tutor.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from ksm_widgets.solver.gains import Gain, Idle
    from ksm_widgets.solver.problem import Problem

__all__ = ["gain_phrases", "unseen_mean", "unseen_phrase"]

_MOST_ORDINALS = 10
"""There are ten parchments of a kind at most (R2): so far the catalogues count."""


def gain_phrases(problem: Problem, taken: Iterable[Tile]) -> tuple[Phrase, ...]:
    """What a dig of these tiles brings besides treasures, for whom the problem is about.

    Nothing where tiles are worth the usual, since there is nothing to explain.
    """
    tiles = tuple(taken)
    if problem.stakes is None:
        return ()
    last = problem.stakes.others is not None
    told = [_gain_phrase(gain, last=last) for gain in gains_of(problem, tiles)]
    return (*told, *map(_idle_phrase, idle_parchments(problem.stakes, tiles)))


def _gain_phrase(gain: Gain, *, last: bool) -> Phrase:
    match gain.purpose:
        case Purpose.UNSEEN:
            key = "unseen"
        case Purpose.SETS if last:
            key = "completes" if gain.size == 1 else "completes_more"
        case Purpose.SETS:
            key = "sets_complete" if gain.size else "sets"
        case _ if gain.place is None:
            key = f"{gain.purpose.value}_expected"
        case _ if gain.amount:
            key = f"{gain.purpose.value}_{gain.place.value}"
        case _:
            key = f"{gain.purpose.value}_same"
    return Phrase.of(f"gain.{key}", worth=gain.amount, size=gain.size)


def _idle_phrase(idle: Idle) -> Phrase:
    parchment = Phrase.of(f"symbol.{idle.tile.letter}")
    amount = "some" if idle.amount else "none"
    if idle.count == 1 and idle.held <= _MOST_ORDINALS:
        which = Phrase.of(f"ordinal.{idle.held}")
        return Phrase.of(f"gain.idle_{amount}", which=which, tile=parchment, worth=idle.amount)
    return Phrase.of(
        f"gain.idle_more_{amount}", count=idle.count, tile=parchment, worth=idle.amount
    )


def unseen_mean(problem: Problem) -> Decimal | None:
    """What a `?` counts in a problem, its cost paid; None if none lies there or none is dug."""
    if problem.unseen is None or not problem.position.counts()[Tile.UNSEEN]:
        return None
    return unseen_worth(problem).coins


def unseen_phrase(problem: Problem) -> Phrase | None:
    """With which tiles an answer was reckoned where some are unseen, and what those count."""
    mean = unseen_mean(problem)
    return None if mean is None else Phrase.of("gain.with_seen", worth=mean)
