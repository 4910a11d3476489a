"""Puzzles small enough to be understood at a glance, one for each question, as their data."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from ksm_widgets.puzzles import Puzzle, Question, Solution
from ksm_widgets.rules import Position, Turn
from ksm_widgets.solver import Problem

__all__ = ["ALL", "asked", "line", "pack_bytes", "puzzle"]

_EMPTY = "-,-,-,-,-,-/" * 5


def _data(
    question: str, board: str, shape: str, answer: dict[str, Any], /, **more: Any
) -> dict[str, Any]:
    problem = {"board": _EMPTY + board, "shape": shape, **more.pop("problem", {})}
    told = {"puzzle": 1, "question": question, "problem": problem, "answer": answer}
    return {**told, "grade": 2, "themes": [], **more}


def dig() -> dict[str, Any]:
    """A mummy lies on the 3: away with it."""
    answer = {"net": 11, "turn": "moves c1-d1 dig a1 b1 c1"}
    return _data("dig", "5,4,3z,-,-,-", "###", answer, themes=["clear_way", "uncover", "one_step"])


def wanted() -> dict[str, Any]:
    """The 3 below the mummy, whatever else comes with it."""
    answer = {"net": 11, "turn": "moves c1-d1 dig a1 b1 c1"}
    return _data("wanted", "5,4,3z,-,-,-", "###", answer, problem={"wanted": ["c1:1"]})


def magic() -> dict[str, Any]:
    """The amulet, worth 2 if kept, takes the mummy for nothing instead of 3."""
    gains = {"none": 3.5, "amulet": 4.5}
    answer = {"net": 4.5, "turn": "dig a1 b1 with amulet", "gains": gains}
    return _data("magic", "5,z,-,-,-,-", "##", answer, held=["amulet"])


def card() -> dict[str, Any]:
    """Three in a row lie ready; for a square there are no four."""
    hand = [{"card": 1, "shape": "###"}, {"card": 7, "shape": "##/##"}]
    answer = {"net": 12, "turn": "dig a1 b1 c1", "gains": {"1": 12, "7": 0}}
    return _data("card", "5,4,3,-,-,-", "###", answer, hand=hand)


def payable() -> dict[str, Any]:
    """A mummy and a move make four; there are two coins, and one is dug."""
    turn = "moves b1-b2 dig a1 b1"
    answer = {"net": -1, "turn": turn}
    return _data("payable", "z,11,-,-,-,-", "##", answer, turn=turn, problem={"money": 2})


def known() -> dict[str, Any]:
    """What lies on c1 nobody knows."""
    return _data("known", "5,4,?,2,1,-", "##", {"net": 9, "turn": "dig a1 b1"})


ALL = {one.__name__: one for one in (dig, wanted, magic, card, payable, known)}


def puzzle(name: str) -> Puzzle:
    """One of them, read."""
    return Puzzle.from_dict(ALL[name]())


def line(data: object) -> bytes:
    """An object as a line of JSON."""
    return json.dumps(data).encode() + b"\n"


def pack_bytes(*lines: dict[str, Any] | bytes) -> bytes:
    """A pack with these lines; an object becomes JSON."""
    head = {"pack": 1, "title": "Few", "author": "nobody", "licence": "CC0-1.0"}
    return b"".join(one if isinstance(one, bytes) else line(one) for one in (head, *lines))


def asked(mine: str, shape: str, question: Question = Question.DIG, **more: Any) -> Puzzle:
    """A puzzle about a mine of its own whose answer nobody has looked for yet."""
    problem = Problem.of(Position.near(mine), shape, **more)
    return Puzzle(question, problem, Solution(Decimal(0), Turn()), 1)
