"""A situation as a query string and back, so that a link opens this very position."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from ksm_widgets.rules.deck import Card
from ksm_widgets.rules.errors import TextError
from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.shapes import Shape
from ksm_widgets.solver.problem import Problem
from ksm_widgets.tutor.sitting.screen import MOST_COLLECTED, Screen
from ksm_widgets.tutor.sitting.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.rules.stakes import Stakes

__all__ = ["LinkError", "link_of", "situation_of"]

_LONGEST = 4000
_VALUES = ("parchment", "magic", "curse", "unseen")
_STAKES = ("holding", "others", "rounds_left", "players")
_KEYS = ("board", "card", "shape", "powers", "money", "variant", *_VALUES, *_STAKES)
_NEVER = "never"
"""Stands for what an unseen tile counts where none may be dug."""
_MOST_MONEY = 999
_MAX_DIGITS = 20


class LinkError(TextError):
    """A link is not what link_of writes; the sentence names the part."""


def link_of(situation: Situation) -> str:
    """The query string of a situation, without what is as it usually is.

    >>> link_of(Situation())
    'board=-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-&card=1'
    """
    usual = Situation()
    parts: dict[str, str] = {
        "board": situation.position.text,
        "card": str(situation.number),
    }
    if situation.card not in usual.deck:
        parts["shape"] = str(situation.card.shape)
    if situation.powers:
        parts["powers"] = ",".join(power.value for power in Power if power in situation.powers)
    if situation.money != usual.money:
        parts["money"] = str(situation.money)
    for name in _VALUES:
        worth = getattr(situation.values, name)
        if worth != getattr(usual.values, name):
            parts[name] = f"{Decimal(worth) / 1000:f}"
    if not situation.digs_unseen:
        parts["unseen"] = _NEVER
    if situation.screen.stakes is not None:
        parts |= _told_stakes(situation.screen.stakes)
    if situation.variant is not usual.variant:
        parts["variant"] = situation.variant.value
    return urlencode(parts, safe=",/?:")


def _told_stakes(stakes: Stakes) -> dict[str, str]:
    """What a player holds and what is known of the end, as parts of a link."""
    told = {"holding": "".join(tile.letter for tile in stakes.holding)}
    if stakes.others is not None:
        told["others"] = ",".join(f"{other.curses}:{other.magic}" for other in stakes.others)
        return told
    return told | {"rounds_left": str(stakes.rounds_left), "players": str(stakes.players)}


def situation_of(query: str) -> Situation:
    """The situation of a query string; a part left out is as usual.

    Raises LinkError, or the error of the board, card, shape or value at fault. A mine with faults
    is taken: it can be edited on.
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
        money=min(problem.money, _MOST_MONEY),
        values=problem.values,
        variant=problem.variant,
        screen=Screen() if problem.stakes is None else Screen.of(problem.stakes),
        digs_unseen=parts.get("unseen") != _NEVER,
    )
    number = _whole(parts, "card", situation.number)
    if "shape" in parts:
        situation = situation.with_card(Card(number, problem.shape))
    return replace(situation, number=number)


def _problem(parts: Mapping[str, str]) -> Problem:
    """The parts but the board, read as a dig problem is, with the same checks."""
    usual = Situation()
    data: dict[str, object] = {
        "board": Position().text,
        "money": _whole(parts, "money", usual.money),
        "powers": [name for name in parts.get("powers", "").split(",") if name],
        "variant": parts.get("variant", Variant.STANDARD.value),
        **_stakes(parts),
    }
    values = {
        "?" if name == "unseen" else name: _number(parts, name)
        for name in _VALUES
        if name in parts and parts[name] != _NEVER
    }
    if values:
        data["values"] = values
    if "shape" in parts:
        data["shape"] = str(Shape.parse(parts["shape"]))
        if not 1 <= _whole(parts, "card", 1) <= len(usual.deck):
            raise LinkError("link.number", name="card", found=parts["card"][:20])
    else:
        data["card"] = _whole(parts, "card", usual.number)
    return Problem.from_dict(data, usual.deck)


def _stakes(parts: Mapping[str, str]) -> dict[str, object]:
    """What the player holds, and what is known of the end, as a dig problem has it."""
    data: dict[str, object] = {name: parts[name] for name in ("holding",) if name in parts}
    for name in ("rounds_left", "players"):
        if name in parts:
            data[name] = _whole(parts, name, 0)
    if "others" in parts:
        data["others"] = [_collected(text) for text in parts["others"].split(",")]
    return data


def _collected(text: str) -> dict[str, int]:
    """Another player's collection, written as points and objects: `7:2`."""
    curses, colon, magic = text.partition(":")
    if not colon:
        raise LinkError("link.other", found=text[:_MAX_DIGITS])
    sizes = {"curses": curses, "magic": magic}
    return {name: min(_whole(sizes, name, 0), MOST_COLLECTED) for name in sizes}


def _whole(parts: Mapping[str, str], name: str, usual: int) -> int:
    text = parts.get(name)
    if text is None:
        return usual
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
