"""Positions of Kingdom of Solomon for tasks, from games played at random."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import NAME
from ksm_widgets.companions.kingdom.acts import Block, Build, Pass, Pave, Score
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.rules import apply, legal, new_game
from ksm_widgets.companions.tasks import only
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import below, between, chosen

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.kingdom.acts import Act

_GAMES, _MOST_ACTS = 60, 500
"""Games for each number of players, and the most acts of one."""
_LIKED: tuple[tuple[type[Build | Pave | Block], float], ...] = (
    (Build, 1.0),
    (Pave, 1.0),
    (Block, 0.3),
)
"""The works that players like to build, and how often they do if they can."""
_PASSING = 0.5
"""How often they leave the market instead of trading, which could go on for long."""


@lru_cache(maxsize=3 * _GAMES)
def _game(seed: int, players: int) -> tuple[Position, ...]:
    """A game act by act, played at random by players who like to build."""
    rng = Random(f"{NAME} tasks {seed}")
    position = new_game(seed, players)
    met = [position]
    while not position.is_over and len(met) < _MOST_ACTS:
        position = apply(position, _some_act(rng, position))
        met.append(position)
    return tuple(met)


def _some_act(rng: Random, position: Position) -> Act:
    acts = [act for act in legal(position) if not isinstance(act, Score)]
    if position.phase is Phase.MARKET and rng.random() < _PASSING:
        return Pass()
    if position.phase is Phase.BUILD:
        for kind, often in _LIKED:
            fitting = only(kind, acts)
            if fitting and rng.random() < often:
                return chosen(rng, fitting)
        return Pass()
    return chosen(rng, acts)


def position_where(
    rng: Random,
    phase: Phase,
    wanted: Callable[[Position], bool] = lambda position: True,
    *,
    players: tuple[int, int] = (2, 4),
) -> Position:
    """A position of a game in a phase that is as wanted."""

    def make() -> Position | None:
        game = _game(below(rng, _GAMES), between(rng, *players))
        fitting = [one for one in game if one.phase is phase and not one.owing and wanted(one)]
        return chosen(rng, fitting) if fitting else None

    return until(make)
