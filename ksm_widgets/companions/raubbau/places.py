"""The places of Raubbau: fields of the mine, and what else is to be seen on the table."""

from __future__ import annotations

from typing import NamedTuple

from ksm_widgets.companions.raubbau.position import Field


class Beside(NamedTuple):
    """A place beside the mine: of a stack or a seat, with its number, or of what there is once.

    >>> str(Beside("stack", 2)), str(STAIRS)
    ('stack2', 'stairs')
    """

    kind: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.kind}{self.number or ''}"


Place = Field | Beside
STAIRS, GONE, TUNNELS = Beside("stairs"), Beside("gone"), Beside("tunnels")
"""The places of which the table has one each."""
