"""The players by name, from the one who knows the rules to those who play well."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.players.chance import Chance
from ksm_widgets.players.contender import Contender
from ksm_widgets.players.planner import Planner, Worths
from ksm_widgets.rules import ArgumentError
from ksm_widgets.rules.arguments import found

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.players.minds import Mind

__all__ = ["MINDS", "mind"]

MINDS: Mapping[str, Mind] = MappingProxyType(
    {
        "random": Chance(),
        "cautious": Planner(Worths.USUAL, max_moves=0, spends=False),
        "level0": Planner(Worths.HOLDING, max_moves=0),
        "thrifty": Planner(Worths.HOLDING, max_moves=1, spends=False),
        "solitary": Planner(Worths.NO_BONUSES, max_moves=1),
        "level1": Planner(Worths.HOLDING, max_moves=1),
        "careless": Planner(Worths.NO_SETS, max_moves=2, spends=False),
        "greedy": Planner(Worths.USUAL),
        "level2": Planner(Worths.HOLDING, max_moves=2),
        "level3": Planner(Worths.HOLDING, max_moves=3),
        "steady": Planner(Worths.HOLDING),
        "watchful": Planner(Worths.HOLDING, looks=True),
        "strong": Contender(),
    }
)
"""Who can be asked to play, the weaker first, as far as that was measured (docs/players.md).

`level2` is `steady` who sees no more than two moves ahead. The others below him see as few, and
forget something besides: `thrifty` the magic objects, `solitary` what the others collect,
`careless` sets and objects.
"""


def mind(name: str) -> Mind:
    """The player of that name; raises ArgumentError for one that nobody knows.

    >>> from ksm_widgets.players import mind
    >>> mind("level2").max_moves
    2
    """
    if name not in MINDS:
        raise ArgumentError("argument.choice", name="player", found=found(name), expected=[*MINDS])
    return MINDS[name]
