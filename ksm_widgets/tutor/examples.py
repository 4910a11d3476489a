"""Positions to begin with, each with an idea to find; written as links are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.tutor.links import situation_of

if TYPE_CHECKING:
    from ksm_widgets.tutor.situation import Situation

__all__ = ["EXAMPLES", "Example", "example"]


@dataclass(frozen=True, slots=True)
class Example:
    """A position worth a look; its name is in the catalogue under `example.` and its key."""

    key: str
    link: str

    @property
    def situation(self) -> Situation:
        """The situation it shows."""
        return situation_of(self.link)


# fmt: off
EXAMPLES: tuple[Example, ...] = (
    Example(
        "early",
        "board=x44,bzbb,124,4My,yx5x,bd4d/Cxac,1x3,db1,c3A,a55b,axax/11d4,5cb,3S1,z2z,23M4,acMy/ax53,yxyz,5cS,A4y,b4zx,xz1c/cbdx,M2c,21y,a34,C1yA,c25z/S23z,bz3C,z5a2,y1y3,z2y4,aSM3"
        "&card=9",
    ),
    Example(
        "midway",
        "board=bx2a,x32,34,cxb,zayS,S1b/y2b2,dySy,c5C,xd,azc,4yzx/aM4d,a,Aby,2dy3,Mb1,1c2c/5a4x,-,z,-,c1z,c41/51C4,y,-,z,z3,4C/d1,-,y,-,1dxz,MA"
        "&card=15",
    ),
    Example(
        "late",
        "board=bx,S5b,zd1c,-,-,-/4Mzd,x,-,-,-,-/C,x,242,-,-,bA/cx5,xC,ydzx,ybM,-,42/51A3,ax31,5z,2a5,-,3y2/12z,3cc2,M3y,2142,2,ySa"
        "&card=5",
    ),
)
# fmt: on


def example(key: str) -> Example:
    """The example of a key; KeyError if there is none."""
    for found in EXAMPLES:
        if found.key == key:
            return found
    raise KeyError(key)
