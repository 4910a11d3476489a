"""The record of a game of Raubbau as text, to keep and replay.

The first line is the setting; each further line is an act, in order:

    raubbau players 3 seed 7
    dig n1 s
    pass
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.raubbau.acts import act_text, read_act
from ksm_widgets.companions.raubbau.position import Phase
from ksm_widgets.companions.raubbau.rules import apply, match_after, new_game
from ksm_widgets.companions.replaying import record_text, replay

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.box import Box
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.rules import Act

_HEAD = re.compile(r"raubbau players ([3-5]) seed ([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Game:
    """A game under way: how it was dealt, every act, the position now.

    A match that is over is followed by the next; `ended` are the positions at their ends.

    >>> game = Game.begin(players=3, seed=7)
    >>> print(game.after(read_act("dig n1 s")).text())
    raubbau players 3 seed 7
    dig n1 s
    <BLANKLINE>
    """

    seed: int
    position: Position
    acts: tuple[Act, ...] = ()
    ended: tuple[Position, ...] = ()

    @classmethod
    def begin(cls, players: int, seed: int, box: Box | None = None) -> Self:
        """A game before its first act; raises PlanRefused for too few players or too many."""
        return cls(seed, new_game(seed, players, box))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.phase is Phase.END

    def after(self, act: Act) -> Game:
        """The game after an act; raises as `apply` does."""
        position = apply(self.position, act)
        ended = self.ended
        if position.phase is Phase.OVER:
            ended = (*ended, position)
            position = match_after(position, self.seed)
        return Game(self.seed, position, (*self.acts, act), ended)

    def text(self) -> str:
        """The record."""
        head = f"raubbau players {self.position.players} seed {self.seed}"
        return record_text(head, [*map(act_text, self.acts)])

    @classmethod
    def parse(cls, text: str, box: Box | None = None) -> Game:
        """Replay a record; raises RecordError with the line that cannot be read or is refused."""
        return replay(
            text,
            _HEAD,
            "raubbau players 3 seed 7",
            lambda match: cls.begin(int(match[1]), int(match[2]), box),
            read_act,
        )
