"""A place for one tile, and the error of a problem's data, such as a place that means nothing."""

from __future__ import annotations

from dataclasses import dataclass

from ksm_widgets.rules.arguments import expect
from ksm_widgets.rules.errors import TextError
from ksm_widgets.rules.quarries import Quarry


class ProblemError(TextError):
    """A dig problem's data does not have the right format; the sentence names the key."""


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place for one tile: a quarry and a level, 1 the floor; written `c3:2`.

    >>> import ksm_widgets as ksm
    >>> ksm.Slot.parse("c3:2"), ksm.Slot.parse("c3:2").level
    (Slot.parse('c3:2'), 2)
    """

    quarry: Quarry
    level: int

    def __post_init__(self) -> None:
        expect("quarry", self.quarry, Quarry)
        expect("level", self.level, int)

    @classmethod
    def parse(cls, text: str) -> Slot:
        """Parse a slot like `c3:2`; raises ProblemError for anything else."""
        expect("text", text, str)
        quarry, colon, level = text.partition(":")
        if not (colon and len(level) == 1 and level in "1234"):
            raise ProblemError("problem.slot", found=text[:20])
        return cls(Quarry.parse(quarry), int(level))

    def __str__(self) -> str:
        return f"{self.quarry}:{self.level}"

    def __repr__(self) -> str:
        return f"Slot.parse({str(self)!r})"
