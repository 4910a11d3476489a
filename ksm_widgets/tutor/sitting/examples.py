"""Positions to begin with, each with one idea to find; written as links are.

What is said of each was found with the solver, and a test solves it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.tutor.sitting.links import situation_of

if TYPE_CHECKING:
    from ksm_widgets.tutor.sitting.situation import Situation

__all__ = ["EXAMPLES", "Example", "example"]


@dataclass(frozen=True, slots=True)
class Example:
    """A position worth a look; its name, and what one sees there, stand under `example.`."""

    key: str
    link: str

    @property
    def situation(self) -> Situation:
        """The situation it shows."""
        return situation_of(self.link)


# fmt: off
EXAMPLES: tuple[Example, ...] = (
    Example(
        "bridge",
        "board=a2dx,5M,c,5,y2a,y3/1Cx,M,A5,z,dy2,bz33/b2M2,5d,A2,d41,C1,5z/2M,43,azcx,xa,xb2,xd3S/cc2,4c,zzc,5x3,cb,z5a/az,aa,3d,44,y24z,cAc3"
        "&card=20",
    ),
    Example(
        "lid",
        "board=44b,xzx,3xcy,x22z,34Ca,dzc2/aS3,3dM,b4a,15a,xM5,355/MSc,415,M4Aa,1c2x,bz2,yyc/dzdx,4b3,Ayx,dzC,yd3b,dbC/1d11,1S2,1za3,x5y2,xbAx,y1az/c4da,M2a,y2yx,zbAC,b51z,3c5z"
        "&card=15",
    ),
    Example(
        "tower",
        "board=yC4d,2bzz,5c31,xza,ddb,dxx/ca4A,a2cz,31a2,233,2y54,A13/xyx,5ab,45y,dcx,5dM,1cbb/ySbd,ac1x,zAxz,S11d,3xxA,4212/b4az,b4x3,x5M2,zaCd,12cy,y5zy/4b4y,y2z,yaM,5Cz,5Sb,3M41"
        "&card=12",
    ),
    Example(
        "halves",
        "board=x44,bzbb,124,4My,yx5x,bd4d/Cxac,1x3,db1,c3A,a55b,axax/11d4,5cb,3S1,z2z,23M4,acMy/ax53,yxyz,5cS,A4y,b4zx,xz1c/cbdx,M2c,21y,a34,C1yA,c25z/S23z,bz3C,z5a2,y1y3,z2y4,aSM3"
        "&card=9",
    ),
    Example(
        "steps",
        "board=bx,S5b,zd1c,-,-,-/4Mzd,x,-,-,-,-/C,x,242,-,-,bA/cx5,xC,ydzx,ybM,-,42/51A3,ax31,5z,2a5,-,3y2/12z,3cc2,M3y,2142,2,ySa"
        "&card=5",
    ),
    Example(
        "walk",
        "board=4za,c4b,34cz,1cb,2d1,4c/13,bd,by,z,2y2M,x3/5d24,S5,512,-,x,dS/S4za,c1y,xaxA,c,-,y/aday,yz,yx,-,xxbx,-/xMb3,5,4,-,-,22z"
        "&card=1",
    ),
    Example(
        "carpet",
        "board=bx2a,x32,34,cxb,zayS,S1b/y2b2,dySy,c5C,xd,azc,4yzx/aM4d,a,Aby,2dy3,Mb1,1c2c/5a4x,-,z,-,c1z,c41/51C4,y,-,z,z3,4C/d1,-,y,-,1dxz,MA"
        "&card=15",
    ),
    Example(
        "seal",
        "board=MbCC,2443,1d5y,dC,aya,1y/a5bz,44Az,y3,z5,x2z,bx/yA4a,1aS1,5,1,d4c,xz5/4Mc,xSM,x,4,2,5z5/5b1,cx2x,b5az,5,ddyy,A23S/34,bC,z3,33,2ydc,M3Az"
        "&card=6",
    ),
    Example(
        "mirror",
        "board=1cy,MM,MC,ay3x,b5c,byzb/c1,bda,y4xz,xd,x31x,x5d/4cy1,cb,5,5x2,z1,xcxz/z1,a,d,4,3,5/SC,ba,yz,bAa3,d,4A22/42z,MCAy,24y,c45A,121,523"
        "&card=2",
    ),
    Example(
        "amulet",
        "board=5z12,aA4,3xS1,b2z,4b,a5y/yy,az,x5,3My,d3,c5/242,14,5x3y,1b,SCx,d5/3z3,1a,a2cA,xcxy,4z,cMba/b52,1d,1c2c,zxz,AMd,CCy/dc2z,5c,x5,4M,ba,d1"
        "&card=30",
    ),
)
# fmt: on


def example(key: str) -> Example:
    """The example of a key; KeyError if there is none."""
    for found in EXAMPLES:
        if found.key == key:
            return found
    raise KeyError(key)
