"""The hints to a puzzle: its theme, then a wrong choice, where to dig, and which tiles."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ksm_widgets.puzzles import PuzzleTheme, Question
from ksm_widgets.puzzles.judging import SET_WORTH
from ksm_widgets.puzzles.playing import theme_key
from ksm_widgets.rules.tiles import Group, Power
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.gains import sets_completed
from ksm_widgets.solver.turns import origins_of
from ksm_widgets.telling.hints import HintLevel, hint
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from ksm_widgets.puzzles import Puzzle
    from ksm_widgets.solver import Plan, Problem


_OF_POWERS = frozenset(power.value for power in Power)


def hints_to(puzzle: Puzzle, refused: frozenset[str] = frozenset()) -> tuple[Phrase, ...]:
    """The hints: the theme, then a wrong choice, where to dig, and which tiles.

    No choice that is `refused` already is named, nor the only wrong one. Whether a turn can be paid
    has no theme: to say that the dig helps to pay would sound like a yes.
    """
    if puzzle.question is Question.PAYABLE:
        return (Phrase("puzzle_play.add_up"),)
    problem = puzzle.problem_for(puzzle.right[0] if puzzle.right else None)
    plan = plan_of(problem, puzzle.solution.turn)
    theme = theme_to_tell(puzzle, problem, plan)
    told = [] if theme is None else [Phrase("puzzle_play.theme", {"theme": Term(theme_key(theme))})]
    known = refused.union(puzzle.right)
    wrong = next((name for name in puzzle.choices if name not in known), None)
    if wrong is not None and len(puzzle.choices) > 2:
        told.append(Phrase("puzzle_play.not_this", {"choice": choice_phrase(puzzle, wrong)}))
    if plan.dig is None:
        return (Phrase("puzzle_play.best_dig"), *told)
    told += [hint(problem, plan, level) for level in (HintLevel.WHERE, HintLevel.TILES)]
    return tuple(told)


def theme_to_tell(puzzle: Puzzle, problem: Problem, plan: Plan) -> PuzzleTheme | None:
    """The theme that a hint tells: what the answer rests on; None if no theme says that.

    It is no magic object: either the question names it, or it is the answer. A set is told only
    where one counts. Of what the moves do, it is what most of them do; and where moves are counted,
    that matters more than how they are paid.
    """
    left = [theme for theme in puzzle.themes if _OF_POWERS.isdisjoint(theme.value.split("+"))]
    if not _completes(problem, plan):
        left = [theme for theme in left if theme is not PuzzleTheme.COMPLETE_SET]
    served = _moves_for(problem, plan)
    if puzzle.question is Question.WANTED and any(theme in served for theme in left):
        left = [theme for theme in left if theme is not PuzzleTheme.PAY_FROM_DIG]
    first = next(iter(left), None)
    if first not in served:
        return first
    return max((theme for theme in left if theme in served), key=lambda theme: served[theme])


def _completes(problem: Problem, plan: Plan) -> bool:
    """Whether a dig takes a parchment that completes a set, as far as tiles are worth that."""
    if problem.stakes is not None:
        return sets_completed(problem.stakes, plan.taken) > 0
    symbols = {tile for tile in plan.taken if tile.group is Group.PARCHMENT}
    return any((problem.values.of(symbol) or 0) >= SET_WORTH for symbol in symbols)


def _moves_for(problem: Problem, plan: Plan) -> Counter[PuzzleTheme]:
    """How many moves of a plan serve each theme that is about moves."""
    mine, moves = problem.position, plan.moves
    if plan.dig is None:
        return Counter()
    origins = origins_of(mine, plan.turn)
    taken, before = frozenset(origins.dug.values()), plan.positions[len(moves)]
    found: Counter[PuzzleTheme] = Counter()
    for slot, steps in origins.steps.items():
        if slot in taken:
            found[PuzzleTheme.LONG_CARRY] += steps if steps > 1 else 0
            continue
        found[PuzzleTheme.CLEAR_WAY] += steps if slot.quarry in plan.dig else 0
        covers = any(one.quarry == slot.quarry and one.level < slot.level for one in taken)
        found[PuzzleTheme.UNCOVER] += steps if covers else 0
    raised = {one for one in plan.dig if before.height(one) > mine.height(one)}
    found[PuzzleTheme.FILL_GAP] += sum(move.target in raised for move in moves)
    return +found


def choice_phrase(puzzle: Puzzle, name: str) -> Phrase:
    """One of a puzzle's choices as a phrase."""
    match puzzle.question:
        case Question.CARD:
            return Phrase("mine_view.card", {"number": name})
        case Question.MAGIC if name != "none":
            return Phrase("puzzle_play.spend", {"power": Power(name)})
        case _:
            return Phrase(f"puzzle_play.choice_{name}")
