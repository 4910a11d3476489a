"""The cards of Raubbau on the table: treasures, tunnels (B2, B3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ksm_widgets.companions.raubbau.box import KINDS, SIDES, Face

ENDS = "n?e?s?w?"
"""A pattern of a tunnel's open ends in order."""


@dataclass(frozen=True, slots=True)
class Treasure:
    """A treasure card: its set (empty if unseen), its face, the seats who know it (B3, B24).

    `kept` says that it is from an earlier match, and so known to all (B45).
    """

    set: str
    face: Face = Face.UNSEEN
    known: tuple[int, ...] = ()
    kept: bool = False

    def __str__(self) -> str:
        known = "".join(map(str, self.known))
        return f"{self.set}{self.face.value}{known}{'+' if self.kept else ''}"

    def known_to(self, *seats: int) -> Treasure:
        """The same card, known to these seats too."""
        return replace(self, known=tuple(sorted({*self.known, *seats})))


class Tunnel(str):
    """A tunnel card by its open ends, such as `nes`; empty for one that is face down."""

    __slots__ = ()

    def rotations(self) -> tuple[Tunnel, ...]:
        """All ways to rotate it, each once."""
        rotated = [
            Tunnel("".join(side for at, side in enumerate(SIDES) if SIDES[at - by] in self))
            for by in range(len(SIDES))
        ]
        return tuple(dict.fromkeys(rotated))

    @property
    def kind(self) -> str | None:
        """The kind of the card, whatever way it is rotated; None for one that is face down."""
        return _KIND_OF.get(self)


_KIND_OF = {rotated: kind for kind, ends in KINDS.items() for rotated in Tunnel(ends).rotations()}
FACE_DOWN = Tunnel("")
Thing = Tunnel | Treasure
"""A card on a field; a treasure with the face of a cave-in is face up."""
