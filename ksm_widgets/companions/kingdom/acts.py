"""Acts of Kingdom of Solomon, and each of them in one line of text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.fortune import can_pay, is_card
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.places import read_spot

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.fortune import Paid
    from ksm_widgets.companions.kingdom.places import LandName, Spot


@dataclass(frozen=True, slots=True)
class Put:
    """Place a pawn, on a bonus place all that are left (S8-S11)."""

    spot: Spot


@dataclass(frozen=True, slots=True)
class Steal:
    """Take a cube from a player (S18)."""

    seat: int
    good: str

    def __str__(self) -> str:
        return f"{self.seat} {self.good}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Give a cube for others, the letters of which are `got` (S18, S19)."""

    give: str
    got: str

    def __str__(self) -> str:
        return f"{self.give} {self.got}"


@dataclass(frozen=True, slots=True)
class Copy:
    """Bring the goods of places once more (S18, S19)."""

    places: tuple[LandName, ...]

    def __str__(self) -> str:
        return " ".join(self.places)


How = Steal | Swap | Copy | None
"""The choice at a spot; None where there is none, and to go without a swap."""


@dataclass(frozen=True, slots=True)
class Use:
    """Resolve the pawn on a spot (S13-S20)."""

    spot: Spot
    how: How = None


@dataclass(frozen=True, slots=True)
class Give:
    """Give a cube to the Tax Collector (S19)."""

    good: str


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell a cube (S23)."""

    good: str


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy a cube (S23)."""

    good: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the market (S24), or stop building (S25)."""


@dataclass(frozen=True, slots=True)
class Pave:
    """Build a road; `cards` of fortune help to pay, as `fortune` writes them (S26)."""

    one: LandName
    other: LandName
    cards: Paid = ()


@dataclass(frozen=True, slots=True)
class Block:
    """Add the next block to the temple, for its points or a token; `free` are its `?` (S29)."""

    token: bool
    free: str = ""
    cards: Paid = ()


@dataclass(frozen=True, slots=True)
class Build:
    """Get a building card, and put a building on a site if its card and the game allow (S27)."""

    card: int
    site: LandName | None = None
    cards: Paid = ()


@dataclass(frozen=True, slots=True)
class Score:
    """Play a fortune card of points (S22)."""

    card: str


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a fortune card at the end of a round (S21)."""

    card: str


Act = Put | Use | Give | Sell | Buy | Pass | Pave | Block | Build | Score | Discard

TRADES: tuple[Sell | Buy, ...] = (*map(Sell, GOODS), *map(Buy, GOODS))
"""The trades of all goods."""
_MOST_CHOSEN = 4
"""The most words of a choice at a spot: text may come from anywhere, and no choice has more."""


def act_text(act: Act) -> str:
    """An act in one line.

    >>> act_text(Block(token=True, free="w", cards=("s", "a:w")))
    'block token w with s a:w'
    """
    match act:
        case Use(spot, how):
            return f"use {spot}" if how is None else f"use {spot} {how}"
        case Pass():
            return "pass"
        case Pave(one, other, cards):
            return f"road {one} {other}{_with(cards)}"
        case Block(token, free, cards):
            kind = "token" if token else "points"
            return f"block {kind}{' ' if free else ''}{free}{_with(cards)}"
        case Build(card, site, cards):
            return f"build {card} {site or '-'}{_with(cards)}"
        case Put(spot):
            return f"put {spot}"
        case Give(good):
            return f"give {good}"
        case Sell(good):
            return f"sell {good}"
        case Buy(good):
            return f"buy {good}"
        case Score(card):
            return f"play {card}"
        case Discard(card):
            return f"discard {card}"


def _with(cards: Paid) -> str:
    """The end of a line: the fortune cards that pay, if any do."""
    return f" with {' '.join(cards)}" if cards else ""


def act_of(words: list[str]) -> Act | None:
    """The act that the words of a line mean, the inverse of `act_text`; None if they are none.

    >>> act_of("build 1 Judah with f".split()), act_of(["use", "Tob"])
    (Build(card=1, site='Judah', cards=('f',)), Use(spot='Tob', how=None))
    """
    at = words.index("with") if "with" in words else len(words)
    act = _act(words[:at], tuple(words[at + 1 :]))
    # What is left over, or can't be paid with, is no act.
    whole = act is not None and act_text(act).split() == words
    return act if whole and all(map(can_pay, words[at + 1 :])) else None


def _act(words: list[str], cards: Paid) -> Act | None:
    """The act that these words mean, of which those after `with` are `cards`."""
    match words:
        case ["put", spot]:
            return Put(read_spot(spot))
        case ["use", spot, *how] if len(how) <= _MOST_CHOSEN:
            return Use(read_spot(spot), _how(how))
        case ["pass"]:
            return Pass()
        case ["road", one, other]:
            return Pave(one, other, cards)
        case ["block", ("token" | "points") as taken, *free] if {*"".join(free)} <= {*GOODS}:
            return Block(taken == "token", "".join(free), cards)
        case ["build", card, site] if card.isdecimal() and len(card) < 3:
            return Build(int(card), None if site == "-" else site, cards)
        case ["give", good] if good in {*GOODS}:
            return Give(good)
        case ["sell", good] if good in {*GOODS}:
            return Sell(good)
        case ["buy", good] if good in {*GOODS}:
            return Buy(good)
        case ["play", card] if is_card(card):
            return Score(card)
        case ["discard", card] if is_card(card):
            return Discard(card)
    return None


def _how(words: list[str]) -> How:
    """The choice at a spot that these words mean; names of any places are those to copy."""
    match words:
        case []:
            return None
        case [seat, good] if re.fullmatch("[1-9]", seat) and re.fullmatch(f"[{GOODS}]", good):
            return Steal(int(seat), good)
        case [give, got] if re.fullmatch(f"[{GOODS}]", give) and {*got} <= {*GOODS}:
            return Swap(give, got)
    return Copy(tuple(words))
