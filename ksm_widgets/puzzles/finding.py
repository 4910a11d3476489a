"""From a seed to puzzles: a game is played, its moments are asked about, what is fair is kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from ksm_widgets.puzzles.asking import asked
from ksm_widgets.puzzles.fairness import Unfair, bared, needless, not_unique
from ksm_widgets.puzzles.grading import grade_of, themes_of
from ksm_widgets.puzzles.positions import moments
from ksm_widgets.puzzles.puzzle import Puzzle, Question
from ksm_widgets.puzzles.sight import answer_of, sight, with_ladder
from ksm_widgets.puzzles.wishes import Wish
from ksm_widgets.solver import holds_unseen
from ksm_widgets.solver.engine import compiled_at_once
from ksm_widgets.solver.json_lines import written

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["OTHER", "Haul", "made_of", "mined", "mined_line"]

OTHER = "other"
"""A puzzle may be fair and yet not what was wished for."""
_QUESTIONS_EACH = 2
"""Questions asked about each moment."""


@dataclass(frozen=True, slots=True)
class Haul:
    """What one game gave: the puzzles kept, and how many questions fell for which reason."""

    game: int
    puzzles: tuple[Puzzle, ...]
    fell: Counter[str]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Haul:
        """The haul that `line` tells; raises KeyError, TypeError or KsmError for anything else."""
        fell = Counter({str(reason): int(count) for reason, count in data["fell"].items()})
        return cls(int(data["game"]), tuple(map(Puzzle.from_dict, data["puzzles"])), fell)

    @property
    def line(self) -> str:
        """The haul as one line of JSON, the same wherever it was made."""
        told = {"game": self.game, "puzzles": [puzzle.to_dict() for puzzle in self.puzzles]}
        return written({**told, "fell": dict(sorted(self.fell.items()))})


def mined(seed: int, game: int, wish: Wish) -> Haul:
    """The puzzles of one game: the same for the same seed, game and wish, wherever it is played."""
    rng = Random(f"puzzles {seed} {game}")
    kept: list[Puzzle] = []
    turns: set[str] = set()
    fell: Counter[str] = Counter()
    for number, moment in enumerate(moments(rng)):
        for _ in range(_QUESTIONS_EACH):
            question = asked(rng, moment, wish)
            if question is None:
                continue
            found = made_of(question, wish)
            if isinstance(found, Puzzle):
                # The next moment of a game may still hold the same turn.
                turn = f"{found.question.value} {found.solution.turn}"
                if turn in turns:
                    found = Unfair.REPEAT.value
                else:
                    turns.add(turn)
                    kept.append(replace(found, source=f"seed {seed} game {game} turn {number}"))
                    continue
            fell[found] += 1
    return Haul(game, tuple(kept), fell)


def mined_line(seed: int, game: int, wish: Mapping[str, Any]) -> str:
    """What a worker does: the line of a game's haul, found with the compiled kernel if it can be.

    All that goes to a worker and comes back is plain data.
    """
    with compiled_at_once():
        return mined(seed, game, Wish.from_dict(wish)).line


def made_of(question: Puzzle, wish: Wish) -> Puzzle | str:
    """The puzzle that a question becomes: bared, proven, graded; or why it fell.

    What costs least to find out comes first.
    """
    answered = answer_of(question)
    if answered is None:
        return Unfair.TOO_HARD.value
    reason = not_unique(question, answered)
    if reason is not None:
        return reason.value
    if not wish.allows_answer(question.problem, len(answered.solution.turn.moves)):
        return OTHER
    if wish.themes and not wish.themes & set(themes_of(question, answered)):
        return OTHER
    if needless(question, answered):
        return Unfair.NEEDLESS.value
    seen = with_ladder(question, answered)
    if seen is None:
        return Unfair.TOO_HARD.value
    question = bared(question, seen)
    if question.question is Question.KNOWN and not holds_unseen(question.problem.position):
        return Unfair.NEEDLESS.value
    seen = sight(question)
    if seen is None:
        return Unfair.TOO_HARD.value
    if needless(question, seen):  # a power may have been good for what has just gone
        return Unfair.NEEDLESS.value
    number = question.number
    if question.question is Question.CARD:
        shape = question.problem_for(seen.solution.right[0]).shape
        question = replace(question, problem=replace(question.problem, shape=shape))
    puzzle = replace(
        question,
        solution=seen.solution,
        grade=grade_of(question, seen),
        themes=themes_of(question, seen),
        number=number,
    )
    return puzzle if wish.granted_by(puzzle) else OTHER
