"""Proving a puzzle again: its answer, that it is fair, its grade and its themes."""

from __future__ import annotations

from ksm_widgets.puzzles.fairness import complaints, needless, not_unique
from ksm_widgets.puzzles.grading import grade_of, themes_of
from ksm_widgets.puzzles.puzzle import Puzzle, PuzzleError
from ksm_widgets.puzzles.sight import sight
from ksm_widgets.rules.errors import KsmError

__all__ = ["faults"]


def faults(puzzle: Puzzle, *, thorough: bool = False) -> tuple[KsmError, ...]:
    """What does not hold of a puzzle when it is solved again; empty if all does.

    `thorough` looks for idle decoration too, which takes a solve for every quarry.
    """
    seen = sight(puzzle)
    if seen is None:
        return (PuzzleError("puzzle_fault.unproven"),)
    found: list[KsmError] = []
    said = puzzle.solution
    if (seen.solution.net, seen.solution.gains) != (said.net, said.gains):
        found.append(PuzzleError("puzzle_fault.net", found=seen.solution.net, said=said.net))
    if seen.solution.turn.dig != said.turn.dig:
        found.append(PuzzleError("puzzle_fault.dig", found=seen.solution.turn.dig or ()))
    if thorough:
        told = [complaint.sentence() for complaint in complaints(puzzle)]
    else:
        told = ["…"] if not_unique(puzzle, seen) or needless(puzzle, seen) else []
    if told:
        found.append(PuzzleError("puzzle_fault.unfair", reasons=" ".join(told)))
    grade, themes = grade_of(puzzle, seen), themes_of(puzzle, seen)
    if grade != puzzle.grade:
        found.append(PuzzleError("puzzle_fault.grade", found=grade, said=puzzle.grade))
    if themes != puzzle.themes:
        names = [theme.value for theme in themes]
        found.append(PuzzleError("puzzle_fault.themes", found=names))
    return tuple(found)
