"""Records of games as text: the first line is the setting, each further line an act, in order."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Self

from ksm_widgets.companions.position import ActRefused, ActT, PositionT
from ksm_widgets.rules.arguments import beginning, expect, expect_whole
from ksm_widgets.rules.errors import KsmError, TextError

MAX_TEXT = 200_000
"""Characters of a record: far more than those of any game."""
_MAX_LINE = 1_000
"""Characters of an act."""
SEEDS = 1_000_000_000
"""The number of seeds, from 0 on: each has nine digits at most."""


class RecordError(TextError):
    """A record that cannot be read or replayed; the sentence names the line."""


class ActTextError(TextError):
    """An act in text that cannot be read."""


@dataclass(frozen=True, slots=True)
class ShelfRecord(ABC, Generic[PositionT, ActT]):
    """A game as it is recorded: how it was dealt, every act, the position now.

    A game says in a subclass its name, the numbers of its players, and its rules.
    """

    name: ClassVar[str]
    sizes: ClassVar[range]
    sizes_rule: ClassVar[str]
    """The number of the rule about how many can play."""

    seed: int
    position: PositionT
    acts: tuple[ActT, ...] = ()

    # What a game must say.

    @staticmethod
    @abstractmethod
    def dealt(seed: int, players: int, box: Any, /) -> PositionT:
        """The position before the first act."""

    @staticmethod
    @abstractmethod
    def apply(position: PositionT, act: ActT, /) -> PositionT:
        """The position after an act."""

    @staticmethod
    @abstractmethod
    def act_of(words: list[str], /) -> ActT | None:
        """The act that the words of a line mean; None, or a KsmError, if they are none."""

    @staticmethod
    @abstractmethod
    def act_text(act: ActT, /) -> str:
        """An act in one line."""

    # What a game may say.

    def after(self, act: ActT) -> Self:
        """The game after an act; raises as `apply` does."""
        return replace(self, position=self.apply(self.position, act), acts=(*self.acts, act))

    # What all games share.

    @classmethod
    def begin(cls, players: int, seed: int, box: Any = None) -> Self:
        """A game before its first act.

        Raises ActRefused for too few players or too many, ArgumentError for a seed that is none.
        """
        expect_whole("seed", seed, 0, SEEDS - 1)
        if players not in cls.sizes:
            least, most = cls.sizes[0], cls.sizes[-1]
            params = {"found": players, "least": least, "most": most}
            raise ActRefused("shelf_record.players", cls.sizes_rule, **params)
        return cls(seed, cls.dealt(seed, players, box))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    @classmethod
    def read_act(cls, text: str) -> ActT:
        """Read an act, the inverse of `act_text`; raises ActTextError."""
        expect("text", text, str)
        act = None
        if len(text) <= _MAX_LINE:
            with suppress(KsmError):
                act = cls.act_of(text.split())
        if act is None:
            raise ActTextError(f"{cls.name}_text.act", found=beginning(text))
        return act

    def up_to(self, count: int) -> Self:
        """The game after the first `count` of its acts."""
        game = self.begin(self.position.players, self.seed, self.position.box)
        for act in self.acts[:count]:
            game = game.after(act)
        return game

    def text(self) -> str:
        """The record."""
        head = f"{self.name} players {self.position.players} seed {self.seed}"
        return "".join(f"{line}\n" for line in [head, *map(self.act_text, self.acts)])

    @classmethod
    def parse(cls, text: str, box: Any = None, *, above: int = 0) -> Self:
        """Replay a record; raises RecordError with the line that cannot be read or is refused.

        `above` are the lines of a longer text above it.
        """
        if len(text) > MAX_TEXT:
            raise RecordError("shelf_record.long", most=MAX_TEXT)
        first, *lines = text.rstrip().splitlines() or [""]
        sizes = "|".join(map(str, cls.sizes))
        head = rf"{cls.name} players ({sizes}) seed ([0-9]{{1,9}})"
        found = re.fullmatch(head, first.strip())
        if found is None:
            example = f"{cls.name} players {cls.sizes[0]} seed 7"
            raise RecordError("shelf_record.head", found=beginning(first), example=example)
        game = cls.begin(int(found[1]), int(found[2]), box)
        for number, line in enumerate(lines, start=above + 2):
            try:
                game = game.after(cls.read_act(line))
            except KsmError as error:
                raise RecordError("shelf_record.refused", line=number, reason=error) from error
        return game
