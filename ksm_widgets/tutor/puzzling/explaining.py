"""A puzzle explained once it is over: the best plan, what an answer missed, what tempts and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.puzzles import Question
from ksm_widgets.puzzles.ladder import climb
from ksm_widgets.rules.moves import moved
from ksm_widgets.rules.turns import carried_out
from ksm_widgets.solver.ideas import ideas_of
from ksm_widgets.tutor.coach.ideas import idea_phrase
from ksm_widgets.tutor.coach.steps import step_phrases, turn_phrases
from ksm_widgets.tutor.coach.verdicts import apart_phrases
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.puzzling.task import choice_told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.puzzles import Puzzle
    from ksm_widgets.rules.position import Position
    from ksm_widgets.solver import Plan
    from ksm_widgets.tutor.puzzling.task import SolvePuzzle

__all__ = ["Explanation", "Tempting", "explain", "temptations", "tempting_digs"]

_MOST_TEMPTING = 2
_CLIMBED = (Question.DIG, Question.MAGIC, Question.CARD)
"""Questions whose temptations weaker solvers find."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The answer and its idea in words, its steps, and what the player's own answer missed."""

    answer: tuple[Phrase, ...]
    steps: tuple[Phrase, ...]
    missed: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Tempting:
    """A dig that looks good and is not the best: what it is, and why it loses."""

    told: Phrase
    why: tuple[Phrase, ...]
    plan: Plan


def explain(task: SolvePuzzle, own: Plan | None = None) -> Explanation:
    """A puzzle explained; `own` is the plan of the player's last answer, if it was a turn."""
    puzzle, best = task.puzzle, task.best
    if best is None:
        return _payable(puzzle)
    answer = [_nets(best)]
    if puzzle.solution.gains:
        gains = [
            Phrase("puzzle_play.gain", {"choice": choice_told(puzzle, name), "gain": gain})
            for name, gain in puzzle.solution.gains
        ]
        answer.append(Phrase("puzzle_play.gains", {"gains": gains}))
        kept = puzzle.kept(task.problem.powers)
        if kept:
            answer.append(Phrase("puzzle_play.kept", {"kept": kept}))
    answer.append(idea_phrase(ideas_of(task.problem, best)[0]))
    return Explanation(tuple(answer), step_phrases(best), _missed(task, own, best))


def tempting_digs(task: SolvePuzzle) -> tuple[Tempting, ...]:
    """The digs that tempt: what weaker solvers find. It takes a search or a few.

    None of them where tiles are wanted, some are unseen, or a turn is only to be paid.
    """
    best = task.best
    if best is None or task.puzzle.question not in _CLIMBED:
        return ()
    found = climb(task.problem, best)
    return () if found is None else temptations(task, found.values())


def temptations(task: SolvePuzzle, found: Iterable[Plan]) -> tuple[Tempting, ...]:
    """Of the plans that weaker solvers found those that lose, the least bad first."""
    best = task.best
    if best is None:
        return ()
    by_dig: dict[object, Plan] = {}
    for plan in sorted(found, key=lambda plan: -plan.net):
        if plan.net < best.net and plan.dig is not None:
            by_dig.setdefault((plan.dig, plan.taken), plan)
    worse = list(by_dig.values())[:_MOST_TEMPTING]
    return tuple(
        Tempting(_tempting(plan, best), apart_phrases(task.problem, plan, best), plan)
        for plan in worse
    )


def _nets(best: Plan) -> Phrase:
    if best.dig is None:
        return Phrase("plan.told_pass", {"net": best.net})
    params = {"net": best.net, "moves": len(best.moves), "quarries": list(best.dig)}
    return Phrase("puzzle_play.best", params)


def _missed(task: SolvePuzzle, own: Plan | None, best: Plan) -> tuple[Phrase, ...]:
    """What an answer that was no best one falls short by; nothing of one that was."""
    if own is None:
        return ()
    if task.puzzle.question is Question.WANTED:
        over = len(own.moves) - len(best.moves)
        return (Phrase("puzzle_play.yours_over", {"over": over}),) if over > 0 else ()
    if own.net >= best.net:
        return ()
    lost = best.net - own.net
    told = Phrase("puzzle_play.yours", {"net": own.net, "lost": lost})
    return (told, *apart_phrases(task.problem, own, best))


def _tempting(plan: Plan, best: Plan) -> Phrase:
    """A dig that tempts: as the mine lies, or after so many moves."""
    params = {"net": plan.net, "lost": best.net - plan.net, "moves": len(plan.moves)}
    key = "tempting_moves" if plan.moves else "tempting"
    return Phrase(f"puzzle_play.{key}", {**params, "quarries": list(plan.dig or ())})


def _payable(puzzle: Puzzle) -> Explanation:
    """What the turn costs and what there is to pay with (R25), then the turn step by step."""
    problem, turn = puzzle.problem, puzzle.solution.turn
    played = carried_out(
        problem.position, turn, problem.shape, money=problem.money, variant=problem.variant
    )
    spent = played.account
    left = spent.left
    params = {
        "moves": spent.moves,
        "curses": spent.curses,
        "due": spent.due,
        "money": problem.money,
        "treasures": spent.treasures,
        "there": problem.money + spent.treasures,
    }
    key = "enough" if left >= 0 else "short_of"
    answer = (
        Phrase("puzzle_play.reckoned", params),
        Phrase(f"puzzle_play.{key}", {"left": abs(left)}),
    )
    steps = turn_phrases(_positions(puzzle), turn, played.taken, spent.curses)
    return Explanation(answer, steps)


def _positions(puzzle: Puzzle) -> tuple[Position, ...]:
    problem, moves = puzzle.problem, puzzle.solution.turn.moves
    return tuple(
        moved(problem.position, moves[:count], problem.variant) for count in range(len(moves) + 1)
    )
