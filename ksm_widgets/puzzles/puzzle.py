"""A puzzle: a position, a question about it, the proven answer, a grade and themes.

As text it is one line of JSON, with its version and the dig problem as `ksm solve` takes it:

    {"puzzle": 1, "question": "dig", "problem": {"board": …, "shape": …, …},
     "answer": {"net": 7, "turn": "moves c1-d1 dig a1 b1 c1"}, "grade": 2, "themes": ["clear_way"]}

It is independent of language. Every value read is checked and limited in size.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum
from hashlib import sha256
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.puzzle_reading import (
    PuzzleError,
    read_card,
    read_coins,
    read_list,
    read_mapping,
    read_member,
    read_members,
    read_problem,
    read_source,
    read_turn,
    read_whole,
)
from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.deck import CARD_COUNT, Card
from ksm_widgets.rules.json_text import json_number
from ksm_widgets.rules.tiles import Power
from ksm_widgets.rules.turns import Turn, carried_out, cost_fault
from ksm_widgets.rules.values import in_coins
from ksm_widgets.solver import Problem, slots_dug
from ksm_widgets.solver.answer import plan_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules.turns import Played


class PuzzleTheme(Enum):
    """An idea in the answer; a puzzle may have several, the most characteristic one first."""

    DONT_DIG = "dont_dig"
    """No dig is worth its cost (R11)."""
    COMPLETE_SET = "complete_set"
    """A set of parchments is completed (R18, R28)."""
    PAY_FROM_DIG = "pay_from_dig"
    """The turn can only be paid with what it digs (R25)."""
    LEAVE_TREASURE = "leave_treasure"
    """The best treasure that can be dug without a move is better left alone."""
    MIRROR_CARPET = "mirror+carpet"
    MIRROR_AMULET = "mirror+amulet"
    CARPET_SEAL = "carpet+seal"
    CARPET_AMULET = "carpet+amulet"
    SEAL_AMULET = "seal+amulet"
    MIRROR = "mirror"
    """The card is turned (R21)."""
    CARPET = "carpet"
    """Tiles of different levels are dug (R22)."""
    SEAL = "seal"
    """Another shape is dug (R23)."""
    AMULET = "amulet"
    """Curses are dug for free (R24)."""
    LONG_CARRY = "long_carry"
    """A tile is carried two steps or more (R14)."""
    FILL_GAP = "fill_gap"
    """A quarry that is too low is raised to the level of the dig (R9, R12)."""
    CLEAR_WAY = "clear_way"
    """Tiles in the way are moved aside (R12, R13)."""
    UNCOVER = "uncover"
    """A covered tile is dug."""
    ONE_STEP = "one_step"
    """One move is enough."""
    NO_MOVE = "no_move"
    """The best dig needs no move."""

    @property
    def pair(self) -> bool:
        """Whether it combines two powers."""
        return "+" in self.value


VERSION = 1
GRADES = range(1, 6)
"""From obvious to hard."""
_MOST_CARDS = 12
"""A player never holds more (R4)."""
NONE, _YES, _NO = "none", "yes", "no"


class Question(Enum):
    """The question of a puzzle."""

    DIG = "dig"
    """The best dig with this card and these powers."""
    WANTED = "wanted"
    """The cheapest way to these tiles: the fewest moves."""
    MAGIC = "magic"
    """Which magic object to spend, or none; one that is kept counts at its worth."""
    CARD = "card"
    """Which card of the hand nets most now."""
    PAYABLE = "payable"
    """Whether a turn can be paid (R25)."""
    KNOWN = "known"
    """The best dig of known tiles, while others are unseen (R33)."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The proven answer: its net, and one of the turns that reach it.

    `gains` is the net of each choice, less the worth of the object it spends. For
    Question.PAYABLE, `turn` is the turn in question and `net` the money left. `lead` is by how many
    coins (moves for Question.WANTED) the next best dig is worse; None if there is no other, if it
    is not known, and where choices are offered.
    """

    net: Decimal
    turn: Turn
    gains: tuple[tuple[str, Decimal], ...] = ()
    lead: Decimal | None = None

    @property
    def right(self) -> tuple[str, ...]:
        """The choices that gain most; empty if the puzzle offers none."""
        most = max((gain for _, gain in self.gains), default=None)
        return tuple(choice for choice, gain in self.gains if gain == most)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle with its answer; players see all but `solution`, `grade` and `themes`.

    `number` is the number of the card with the problem's shape, if there is one. `held` are the
    magic objects to choose from (Question.MAGIC), `hand` the cards (Question.CARD). `source` says
    which seed and game it was made from.

    >>> from ksm_widgets.puzzles import Puzzle
    >>> puzzle = Puzzle.from_dict({"puzzle": 1, "question": "dig", "grade": 1,
    ...     "problem": {"board": "-,-,-,-,-,-/" * 5 + "5,4,3z,-,-,-", "shape": "###"},
    ...     "answer": {"net": 11, "turn": "moves c1-d1 dig a1 b1 c1"}, "themes": ["clear_way"]})
    >>> puzzle.solution.net, puzzle.id
    (Decimal('11'), '8a2d51bbdd')
    >>> Puzzle.from_dict(puzzle.to_dict()) == puzzle
    True
    """

    question: Question
    problem: Problem
    solution: Solution
    grade: int
    themes: tuple[PuzzleTheme, ...] = ()
    number: int | None = None
    held: tuple[Power, ...] = ()
    hand: tuple[Card, ...] = ()
    source: str = ""
    _id: str = field(default="", init=False, repr=False, compare=False)

    @property
    def id(self) -> str:
        """A short hash of the question alone, for links and files: no spoiler."""
        if not self._id:
            # Once: of a large pack, a page asks for each of them several times at every click.
            text = json.dumps(self._asked(), sort_keys=True, separators=(",", ":"))
            object.__setattr__(self, "_id", sha256(text.encode()).hexdigest()[:10])
        return self._id

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices: powers and "none", card numbers, yes and no; empty for other questions."""
        match self.question:
            case Question.MAGIC:
                return (NONE, *(power.value for power in self.held))
            case Question.CARD:
                return tuple(str(card.number) for card in self.hand)
            case Question.PAYABLE:
                return (_YES, _NO)
            case _:
                return ()

    @property
    def right(self) -> tuple[str, ...]:
        """The right choices; empty if the answer is a turn."""
        if self.question is Question.PAYABLE:
            return (_YES if self.solution.net >= 0 else _NO,)
        return self.solution.right

    def problem_for(self, choice: str | None = None) -> Problem:
        """The dig problem after a choice, or the puzzle's own; raises PuzzleError."""
        if choice is None:
            return self.problem
        if choice not in self.choices:
            raise PuzzleError("puzzle.choice", found=choice[:20], expected=self.choices)
        if self.question is Question.MAGIC and choice != NONE:
            return replace(self.problem, powers=self.problem.powers | {Power(choice)})
        if self.question is Question.CARD:
            shape = next(card.shape for card in self.hand if str(card.number) == choice)
            return replace(self.problem, shape=shape)
        return self.problem

    def kept(self, powers: Iterable[Power]) -> Decimal:
        """The worth in coins, if kept, of those `powers` that the player chooses from."""
        worths = (self.problem.values.of(power.tile) or 0 for power in powers if power in self.held)
        return in_coins(sum(worths))

    def to_dict(self) -> dict[str, object]:
        """The puzzle as JSON data, which `from_dict` reads."""
        answer: dict[str, object] = {
            "net": json_number(self.solution.net),
            "turn": str(self.solution.turn),
        }
        if self.solution.gains:
            answer["gains"] = {choice: json_number(gain) for choice, gain in self.solution.gains}
        if self.solution.lead is not None:
            answer["lead"] = json_number(self.solution.lead)
        data = self._asked() | {"answer": answer, "grade": self.grade}
        data["themes"] = [theme.value for theme in self.themes]
        if self.source:
            data["source"] = self.source
        return data

    def _asked(self) -> dict[str, object]:
        """The part of the data that the player sees."""
        data: dict[str, object] = {"puzzle": VERSION, "question": self.question.value}
        data["problem"] = self.problem.to_dict()
        if self.number is not None:
            data["card"] = self.number
        if self.held:
            data["held"] = [power.value for power in self.held]
        if self.hand:
            data["hand"] = [{"card": card.number, "shape": str(card.shape)} for card in self.hand]
        if self.question is Question.PAYABLE:
            data["turn"] = str(self.solution.turn)
        return data

    @classmethod
    def from_dict(cls, data: object, *, replay: bool = True) -> Puzzle:
        """Make a puzzle from the data of its line; its turn must be legal and net what it says.

        It does not check that nothing beats it: see `ksm_widgets.puzzles.authoring.faults`, and
        without `replay` it does not play the turn either. Raises
        PuzzleError, or the error of the problem, turn, card or rule at fault.
        """
        if not isinstance(data, Mapping):
            raise PuzzleError("puzzle.object")
        if data.get("puzzle") != VERSION:
            found = beginning(data.get("puzzle"))
            raise PuzzleError("puzzle.version", found=found, known=VERSION)
        unknown = sorted(str(key)[:20] for key in data if key not in _KEYS)
        if unknown:
            raise PuzzleError("puzzle.keys", found=unknown, known=sorted(_KEYS))
        question = read_member("question", data.get("question"), Question)
        problem = read_problem(data.get("problem"))
        answer = data.get("answer")
        if not isinstance(answer, Mapping) or not answer.keys() <= _ANSWER_KEYS:
            raise PuzzleError("puzzle.answer")
        puzzle = cls(
            question=question,
            problem=problem,
            solution=Solution(
                net=read_coins("net", answer.get("net")),
                turn=read_turn(answer.get("turn"), problem),
                gains=tuple(
                    (str(choice)[:20], read_coins("gains", gain))
                    for choice, gain in read_mapping("gains", answer.get("gains", {})).items()
                ),
                lead=read_coins("lead", answer["lead"]) if "lead" in answer else None,
            ),
            grade=read_whole("grade", data.get("grade"), min(GRADES), max(GRADES)),
            themes=read_members("themes", data, PuzzleTheme),
            number=None if "card" not in data else read_whole("card", data["card"], 1, CARD_COUNT),
            held=read_members("held", data, Power),
            hand=tuple(map(read_card, read_list("hand", data.get("hand", []), _MOST_CARDS))),
            source=read_source(data.get("source", "")),
        )
        puzzle._check_asked(data)
        if replay:
            puzzle._check_turn()
        return puzzle

    def _check_asked(self, data: Mapping[str, object]) -> None:
        """Raise PuzzleError unless all the question needs is there, and nothing else."""
        question, problem = self.question, self.problem
        needed = {
            "held": (bool(self.held), question is Question.MAGIC),
            "hand": (len(self.hand) > 1, question is Question.CARD),
            "wanted": (bool(problem.wanted), question is Question.WANTED),
            "?": (problem.position.holds_unseen, question is Question.KNOWN),
            "turn": ("turn" in data, question is Question.PAYABLE),
        }
        for name, (there, expected) in needed.items():
            if there != expected:
                key = "puzzle.lacks" if expected else "puzzle.foreign"
                raise PuzzleError(key, name=name, question=question.value)
        if "turn" in data and data["turn"] != str(self.solution.turn):
            raise PuzzleError("puzzle.other_turn")
        if len({card.number for card in self.hand}) != len(self.hand):
            raise PuzzleError("puzzle.card_twice")
        if len(set(self.held) | problem.powers) != len(self.held) + len(problem.powers):
            raise PuzzleError("puzzle.held_twice")
        choices = self.choices if question in (Question.MAGIC, Question.CARD) else ()
        if sorted(choice for choice, _ in self.solution.gains) != sorted(choices):
            raise PuzzleError("puzzle.gains", expected=list(choices))

    def _check_turn(self) -> None:
        """Replay the answer's turn by the rules; raises if it is illegal or nets something else."""
        turn, said = self.solution.turn, self.solution.net
        if self.question is Question.PAYABLE:
            found = Decimal(carry_out(self.problem, turn).account.left)
        else:
            choice = self.right[0] if self.right else None
            problem = self.problem_for(choice)
            if turn.dig is not None and turn.powers != problem.powers:
                raise PuzzleError("puzzle.other_powers")
            played = carry_out(problem, turn)
            fault = cost_fault(turn.dig or (), played.taken, played.account, unseen=False)
            if fault is not None:
                raise fault
            if not set(problem.wanted) <= slots_dug(problem.position, turn):
                raise PuzzleError("puzzle.not_taken")
            found = plan_of(problem, turn).net - self.kept(turn.powers)
            gains = [gain for _, gain in self.solution.gains]
            if gains and max(gains) != said:
                raise PuzzleError("puzzle.net", found=max(gains), said=said)
        if found != said:
            raise PuzzleError("puzzle.net", found=found, said=said)


def carry_out(problem: Problem, turn: Turn) -> Played:
    """The turn played, whether or not it can be paid; raises RuleError at an illegal step."""
    return carried_out(
        problem.position, turn, problem.shape, money=problem.money, variant=problem.variant
    )


_KEYS = frozenset(
    {"puzzle", "question", "problem", "card", "held", "hand", "turn", "answer", "grade", "themes"}
    | {"source"}
)
_ANSWER_KEYS = frozenset({"net", "turn", "gains", "lead"})
