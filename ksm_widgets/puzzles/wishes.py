"""What puzzles are wished for: filters by size, powers, moves, theme, grade and question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from ksm_widgets.puzzles.puzzle import GRADES, Question
from ksm_widgets.puzzles.themes import Theme
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.shapes import MAX_SIZE

if TYPE_CHECKING:
    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.solver import Problem

__all__ = ["Wish"]

_MOST_MOVES = 99


@dataclass(frozen=True, slots=True)
class Wish:
    """What a puzzle must be to be kept; as it stands, anything.

    `sizes` are of the card in quarries, `moves` of the answer; both from and to. `powers` are
    exactly those spent, None for any. A puzzle must have one of the `themes`, if any are named.
    """

    sizes: tuple[int, int] = (1, MAX_SIZE)
    moves: tuple[int, int] = (0, _MOST_MOVES)
    powers: frozenset[Power] | None = None
    themes: frozenset[Theme] = field(default_factory=frozenset)
    grades: frozenset[int] = field(default_factory=lambda: frozenset(GRADES))
    questions: frozenset[Question] = field(default_factory=lambda: frozenset(Question))

    def allows_answer(self, problem: Problem, moves: int) -> bool:
        """Whether a problem with so many moves in its answer may do."""
        return (
            self.sizes[0] <= problem.shape.size <= self.sizes[1]
            and self.moves[0] <= moves <= self.moves[1]
            and self.powers in (None, problem.powers)
        )

    def granted_by(self, puzzle: Puzzle) -> bool:
        """Whether a finished puzzle is what was wished for."""
        return (
            self.allows_answer(puzzle.problem, len(puzzle.solution.turn.moves))
            and puzzle.grade in self.grades
            and puzzle.question in self.questions
            and (not self.themes or bool(self.themes & set(puzzle.themes)))
        )

    def to_dict(self) -> dict[str, object]:
        """The wish as JSON data, for a recipe; what is as usual is left out."""
        usual = Wish()
        told: dict[str, object] = {
            "sizes": list(self.sizes),
            "moves": list(self.moves),
            "powers": None if self.powers is None else sorted(one.value for one in self.powers),
            "themes": sorted(theme.value for theme in self.themes),
            "grades": sorted(self.grades),
            "questions": sorted(question.value for question in self.questions),
        }
        return {
            name: value
            for name, value in told.items()
            if getattr(self, name) != getattr(usual, name)
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, list[object]]) -> Self:
        """The wish that `to_dict` tells; raises ValueError or TypeError for anything else."""
        made: dict[str, Any] = {}
        for name, value in data.items():
            match name:
                case "sizes" | "moves":
                    least, most = map(int, map(str, value))
                    made[name] = (least, most)
                case "powers":
                    made[name] = frozenset(map(Power, value))
                case "themes":
                    made[name] = frozenset(map(Theme, value))
                case "grades":
                    made[name] = frozenset(map(int, map(str, value)))
                case "questions":
                    made[name] = frozenset(map(Question, value))
                case _:
                    raise ValueError(name)
        return cls(**made)
