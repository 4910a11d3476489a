"""The worth of a Raubbau position where too much can happen to walk through all of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ksm_widgets.companions.raubbau.search.digging import Digging
from ksm_widgets.companions.raubbau.search.walking import LIMIT, TooLong, Walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.companions.raubbau.deeds import Draw
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.search.worth import Worth


def worth_found(walk: Walk, position: Position, *, rough: bool = False) -> tuple[Worth, bool]:
    """The worth of a position, and whether it is only known roughly; `rough` asks for no more.

    Raises TooLong if even a rough walk takes too many steps.
    """
    if not rough:
        try:
            return walk.worth(position), False
        except TooLong:
            pass
    return RoughWalk.of(walk).worth(position), True


@dataclass
class RoughWalk(Walk):
    """A walk that leaves much out.

    It does not ask which cards a digger lays on a field that somebody else has planned, what is on
    the stacks after a dig, or what I choose by the cards I see.
    """

    detailed: ClassVar[bool] = False

    limit: int = 40 * LIMIT

    @classmethod
    def of(cls, walk: Walk) -> RoughWalk:
        """The rough walk for the same seat and the same assumptions as a walk."""
        return cls(walk.me, walk.settling, walk.onward, walk.safe, walk.acting, pulse=walk.pulse)

    def dig_worth(self, position: Position) -> Worth:
        """The worth of a dig, by no more than the chance of a cave-in."""
        return Digging(self, position).worth()

    def next_back(self, position: Position) -> int | None:
        """The first stack with an unseen back on top, if there is no other to draw from."""
        seen = any(stack[-1].set for stack in position.stacks if stack)
        return None if seen else super().next_back(position)

    def differing_draws(self, position: Position) -> Sequence[Draw]:
        """The safest draw, and the most dangerous one if it is somebody else who draws."""
        cards = self.unseen(position)
        safest, *others = sorted(
            super().differing_draws(position),
            key=lambda act: cards[position.top(act.stack).set].danger(),
        )
        return (safest,) if position.turn == self.me else (safest, *others[-1:])
