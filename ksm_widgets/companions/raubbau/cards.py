"""The cards of Raubbau on the table: treasures, tunnels (B2, B3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ksm_widgets.companions.raubbau.box import KINDS, SIDES, Face


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

    @classmethod
    def parse(cls, ends: str) -> Tunnel | None:
        """Read the ends of a tunnel, in the order of the sides; None if no tunnel has them.

        >>> Tunnel.parse("nes"), Tunnel.parse("sen"), Tunnel.parse("n")
        ('nes', None, None)
        """
        tunnel = cls(ends)
        return None if tunnel.kind is None else tunnel

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


def stack_of(name: str, size: int) -> tuple[Treasure, ...]:
    """A stack of this size with a card of this set on top, the others unknown."""
    return (*(Treasure("") for _ in range(size - 1)), Treasure(name)) if size else ()


def even_sizes(cards: int, stacks: int) -> list[int]:
    """The sizes of stacks that share cards as evenly as can be, the first ones higher (B4)."""
    return [(cards + stacks - 1 - at) // stacks for at in range(stacks)]
