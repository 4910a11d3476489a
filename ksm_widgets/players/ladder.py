"""The players by name, from the one who knows the rules to those who play well."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.players.chance import Chance
from ksm_widgets.players.contender import Contender
from ksm_widgets.players.foresight import Foresight
from ksm_widgets.players.planner import Planner, Worths
from ksm_widgets.rules import ArgumentError
from ksm_widgets.rules.arguments import found

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.players.minds import Mind

__all__ = ["MINDS", "mind"]

_LOOKS = 4

MINDS: Mapping[str, Mind] = MappingProxyType(
    {
        "random": Chance(),
        "cautious": Planner(Worths.USUAL, max_moves=0, spends=False),
        **{f"level{moves}": Planner(Worths.HOLDING, max_moves=moves) for moves in range(_LOOKS)},
        "careless": Planner(Worths.NO_SETS),
        "solitary": Planner(Worths.NO_BONUSES),
        "greedy": Planner(Worths.USUAL),
        "thrifty": Planner(Worths.HOLDING, spends=False),
        "steady": Planner(Worths.HOLDING),
        "watchful": Planner(Worths.HOLDING, looks=True),
        "strong": Contender(),
        "master": Foresight(),
    }
)
"""Who can be asked to play, the weaker first as far as that was measured (benchmarks/RESULTS.md).

`level2` is `steady` who sees no more than two moves ahead; `careless` forgets sets, `solitary` what
the others collect, `thrifty` the magic objects; `watchful` plans again whenever a tile has shown.
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
