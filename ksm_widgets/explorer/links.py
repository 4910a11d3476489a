"""A situation as a link's query string and back, and example positions written as links."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from ksm_widgets.explorer.screen import MOST_COLLECTED, Other, Screen
from ksm_widgets.explorer.situation import Situation
from ksm_widgets.mine.links import letters, question_link
from ksm_widgets.rules.deck import CARD_COUNT, Card, card
from ksm_widgets.rules.errors import TextError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.rules.shapes import Shape
from ksm_widgets.rules.tiles import Tile, tile_counts
from ksm_widgets.rules.values import Values
from ksm_widgets.solver.problem import MOST_MONEY, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping


_LONGEST = 4000
LONGEST_PROBLEM = 10_000
"""Bytes of a dig problem in JSON that is pasted in place of a link."""
_VALUES = ("parchment", "magic", "curse", "unseen")
_STAKES = ("holding", "others", "rounds_left", "players")
_KEYS = (
    *("board", "card", "shape", "hand", "shapes", "powers", "money", "variant", "gone"),
    *(*_VALUES, *_STAKES),
)
_NEVER = "never"
"""The worth of an unseen tile where none may be dug."""
_MISSING = "?"
"""The sign for what another player has, where that is not entered."""
_MAX_DIGITS = 20


@cache
def _standard() -> Situation:
    return Situation()


class LinkError(TextError):
    """A link is not one of `link_of`; the sentence names the part."""


def link_of(situation: Situation) -> str:
    """The query string of a situation, without the parts that have their standard values.

    >>> link_of(Situation())
    'board=-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-&card=1'
    """
    parts: dict[str, str] = {}
    for name in _VALUES:
        worth = getattr(situation.values, name)
        if worth != getattr(_standard().values, name):
            parts[name] = f"{Decimal(worth) / 1000:f}"
    if not situation.digs_unseen:
        parts["unseen"] = _NEVER
    if situation.screen.used:
        parts |= _screen_parts(situation.screen)
    return question_link(
        situation.position,
        situation.card,
        hand=[card(number, situation.deck) for number in situation.hand],
        powers=situation.powers,
        money=situation.money,
        variant=situation.variant,
        more=parts,
    )


def _screen_parts(screen: Screen) -> dict[str, str]:
    """The parts of a link for what a player holds and how near the end is."""
    parts = {"holding": letters(screen.tiles)}
    if screen.gone:
        parts["gone"] = letters(screen.gone)
    if screen.last:
        parts["others"] = ",".join(
            f"{_size(other.curses)}:{_size(other.magic)}" for other in screen.others
        )
        return parts
    return parts | {"rounds_left": str(screen.rounds_left), "players": str(screen.players)}


def _size(entered: int | None) -> str:
    return _MISSING if entered is None else str(entered)


def situation_of(query: str) -> Situation:
    """Parse a query string; a part left out has its standard value.

    Raises LinkError, or the error of the board, card, shape or value. A mine with faults is
    accepted: it can be edited.
    """
    query = query.strip().removeprefix("?")
    if len(query) > _LONGEST:
        raise LinkError("link.long", found=len(query), most=_LONGEST)
    parts: dict[str, str] = {}
    for name, text in parse_qsl(query, keep_blank_values=True):
        if name in parts:
            raise LinkError("link.twice", found=name[:20])
        if name not in _KEYS:
            raise LinkError("link.unknown", found=name[:20])
        parts[name] = text
    problem = _problem(parts)
    situation = Situation(
        position=Position.parse(parts.get("board", Position().text)),
        powers=problem.powers,
        money=min(problem.money, MOST_MONEY),
        values=_values(parts),
        variant=problem.variant,
        screen=_screen(parts, problem),
        digs_unseen=parts.get("unseen") != _NEVER,
    )
    number = _whole(parts, "card", situation.number)
    for own in _shapes(parts):
        situation = situation.with_card(own)
    if "shape" in parts:
        situation = situation.with_card(Card(number, problem.shape))
    hand = _hand(parts, situation.deck)
    if hand and "card" not in parts:
        number = hand[0]  # None is chosen yet: the first one is there to try.
    return replace(situation, number=number, hand=hand)


def _hand(parts: Mapping[str, str], deck: tuple[Card, ...]) -> tuple[int, ...]:
    """Parse the numbers of the hand, each a card of the deck; raises CardError if it has none."""
    texts = [text for text in parts.get("hand", "").split(",") if text]
    numbers = {_whole({"hand": text}, "hand", 0) for text in texts}
    return tuple(sorted(card(number, deck).number for number in numbers))


def _shapes(parts: Mapping[str, str]) -> tuple[Card, ...]:
    """Parse the cards of the hand that are not the built-in ones: `3:##.#,9:###`."""
    numbers = {str(number): number for number in range(1, CARD_COUNT + 1)}
    own: list[Card] = []
    for text in filter(None, parts.get("shapes", "").split(",")):
        written, colon, shape = text.partition(":")
        number = numbers.pop(written, None)
        if number is None or not colon:
            raise LinkError("link.shapes", found=text[:_MAX_DIGITS])
        own.append(Card(number, Shape.parse(shape)))
    return tuple(own)


def _gone(parts: Mapping[str, str]) -> tuple[Tile, ...]:
    """Parse the tiles that have left the mine; the box has each of them so often at most."""
    letters = Counter(parts.get("gone", ""))
    left = {tile.letter: (tile, count) for tile, count in tile_counts().items()}
    for letter, count in letters.items():
        if count > left.get(letter, (None, 0))[1]:
            raise LinkError("link.gone", found=letter)
    return tuple(tile for letter, count in letters.items() for tile in [left[letter][0]] * count)


def _values(parts: Mapping[str, str]) -> Values:
    """Parse the values; beside a screen, for which no problem has any, they are those of later."""
    return Values.parse(
        {
            "?" if name == "unseen" else name: _number(parts, name)
            for name in _VALUES
            if name in parts and parts[name] != _NEVER
        }
    )


def _problem(parts: Mapping[str, str]) -> Problem:
    """Parse all parts but the board and the values as a dig problem, with its checks."""
    data: dict[str, object] = {
        "board": Position().text,
        "money": _whole(parts, "money", _standard().money),
        "powers": [name for name in parts.get("powers", "").split(",") if name],
        "variant": parts.get("variant", Variant.STANDARD.value),
        **_stakes(parts),
    }
    if "shape" in parts:
        data["shape"] = str(Shape.parse(parts["shape"]))
        if not 1 <= _whole(parts, "card", 1) <= len(_standard().deck):
            raise LinkError("link.number", name="card", found=parts["card"][:20])
    else:
        data["card"] = _whole(parts, "card", _standard().number)
    return Problem.from_dict(data, _standard().deck)


def _screen(parts: Mapping[str, str], problem: Problem) -> Screen:
    """The screen of a link; its problem has the stakes."""
    if problem.stakes is None:
        return Screen()
    screen = replace(Screen.of(problem.stakes), gone=_gone(parts))
    if "others" not in parts:
        return screen
    others = tuple(map(_other, parts["others"].split(",")))
    return replace(screen, last=True, players=len(others) + 1, others=others)


def _stakes(parts: Mapping[str, str]) -> dict[str, object]:
    """The stakes of a dig problem: what the player holds and how near the end is."""
    data: dict[str, object] = {name: parts[name] for name in ("holding",) if name in parts}
    for name in ("rounds_left", "players"):
        if name in parts:
            data[name] = _whole(parts, name, 0)
    if "others" in parts:
        others = [_other(text).collected for text in parts["others"].split(",")]
        data["others"] = [{"curses": one.curses, "magic": one.magic} for one in others]
    return data


def _other(text: str) -> Other:
    """Parse another player's collection, curse points and objects: `7:2`, or `7:?`."""
    curses, colon, magic = text.partition(":")
    if not colon:
        raise LinkError("link.other", found=text[:_MAX_DIGITS])
    sizes = {"curses": curses, "magic": magic}
    return Other(
        **{
            name: None if size == _MISSING else min(_whole(sizes, name, 0), MOST_COLLECTED)
            for name, size in sizes.items()
        }
    )


def _whole(parts: Mapping[str, str], name: str, default: int) -> int:
    text = parts.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise LinkError("link.number", name=name, found=text[:20])
    return int(text)


def _number(parts: Mapping[str, str], name: str) -> Decimal:
    text = parts[name]
    try:
        if len(text) <= _MAX_DIGITS:
            return Decimal(text)
    except InvalidOperation:
        pass
    raise LinkError("link.amount", name=name, found=text[:_MAX_DIGITS])


@dataclass(frozen=True, slots=True)
class Example:
    """An example position; the catalogue has its name and idea under `example.`."""

    key: str
    link: str

    @property
    def situation(self) -> Situation:
        """The situation of the example."""
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
    """The example of a key; raises KeyError if there is none."""
    return {found.key: found for found in EXAMPLES}[key]
