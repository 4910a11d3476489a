"""The record of a game of Kingdom of Solomon as text, to keep and replay.

The first line is the setting; each further line is an act, in order:

    kingdom players 2 seed 7
    put Bashan
    put Altar
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.kingdom.acts import act_text, read_act
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.rules import apply, new_game
from ksm_widgets.companions.replaying import record_text, replay

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.box import Box
    from ksm_widgets.companions.kingdom.position import Position

_HEAD = re.compile(r"kingdom players ([2-4]) seed ([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Game:
    """A game under way: how it was dealt, every act, the position now.

    >>> from ksm_widgets.companions.kingdom.rules import legal
    >>> game = Game.begin(players=2, seed=7)
    >>> print(game.after(legal(game.position)[0]).text())
    kingdom players 2 seed 7
    put Lebanon
    <BLANKLINE>
    """

    seed: int
    position: Position
    acts: tuple[Act, ...] = ()

    @classmethod
    def begin(cls, players: int, seed: int, box: Box | None = None) -> Self:
        """A game before its first act; raises ActRefused for too few players or too many."""
        return cls(seed, new_game(seed, players, box))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.phase is Phase.END

    def after(self, act: Act) -> Game:
        """The game after an act; raises as `apply` does."""
        return Game(self.seed, apply(self.position, act), (*self.acts, act))

    def text(self) -> str:
        """The record."""
        head = f"kingdom players {self.position.players} seed {self.seed}"
        return record_text(head, [*map(act_text, self.acts)])

    @classmethod
    def parse(cls, text: str, box: Box | None = None) -> Game:
        """Replay a record; raises RecordError with the line that cannot be read or is refused."""
        return replay(
            text,
            _HEAD,
            "kingdom players 2 seed 7",
            lambda match: cls.begin(int(match[1]), int(match[2]), box),
            read_act,
        )
