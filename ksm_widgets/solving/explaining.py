"""A finished puzzle explained: the best plan, what an answer missed, its trap, what else loses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.puzzles import Question
from ksm_widgets.puzzles.proof import climb, prove, solve_within
from ksm_widgets.puzzles.puzzle import carry_out
from ksm_widgets.solver import origins_of
from ksm_widgets.solver.ideas import Idea, ideas_of
from ksm_widgets.solver.judging import Difference, Reason
from ksm_widgets.solver.problem import MOST_MONEY
from ksm_widgets.solving.hinting import choice_phrase
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import (
    apart_phrases,
    idea_phrase,
    move_told,
    step_phrases,
    tiles_phrase,
    turn_phrases,
)
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ksm_widgets.puzzles import Puzzle
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver import Plan, Problem
    from ksm_widgets.solving.task import SolvePuzzle


_MOST_TEMPTING = 2
_RIVALS = 3
"""So many of the best digs are looked at for one that tempts."""
_DEARER = 1
"""Nobody is tempted by a turn with more moves than the best and so many."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The answer and its idea in words, its steps, and what the player's own answer missed."""

    answer: tuple[Phrase, ...]
    steps: tuple[Phrase, ...]
    missed: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Tempting:
    """A turn that looks good but is not the best: its moves and dig, and why it loses, in words."""

    told: Phrase
    why: tuple[Phrase, ...]
    plan: Plan


def explain(task: SolvePuzzle, own: Plan | None = None, solved: Turn | None = None) -> Explanation:
    """The explanation of a puzzle.

    `own` is the wrong turn on the board when it was given up, `solved` the turn that was right.
    """
    puzzle, best = task.puzzle, task.best
    if best is None:
        return _payable(puzzle)
    nothing = Phrase("puzzle_play.best_pass", {"net": best.net})
    key = "fewest" if puzzle.question is Question.WANTED else "best"
    answer = [nothing if best.dig is None else _dig_phrase(f"puzzle_play.{key}", best)]
    if solved is not None and not puzzle.choices:
        # The same moves in another order may move other tiles.
        if _differs(task.problem, solved, best):
            answer.insert(0, Phrase("puzzle_play.as_good"))
        elif Counter(solved.moves) != Counter(best.moves):
            answer.insert(0, Phrase("puzzle_play.put_aside"))
    if puzzle.solution.gains:
        right = [choice_phrase(puzzle, name) for name in puzzle.right]
        answer.insert(0, Phrase("puzzle_play.right_choice", {"choices": right}))
        kept = puzzle.kept(task.problem.powers)
        if kept:
            params = {"kept": kept, "gain": puzzle.solution.net}
            answer.append(Phrase("puzzle_play.kept", params))
        gains = [
            Phrase("puzzle_play.gain", {"choice": choice_phrase(puzzle, name), "gain": gain})
            for name, gain in puzzle.solution.gains
        ]
        answer.append(Phrase("puzzle_play.gains", {"gains": gains}))
    answer += _ideas_told(task.problem, best)
    return Explanation(tuple(answer), step_phrases(best), _missed(task, own, best))


_OF_OBJECTS = {Idea.COMPLETE, Idea.BONUS, Idea.LEVELS, Idea.TURN, Idea.RESHAPE, Idea.SHIELD}
"""Ideas that no move shows."""
_ROLES = ("swung", "shifted", "under", "carried", "aside", "room")
"""The reasons to move a tile, those that take most looking first."""


def _ideas_told(problem: Problem, best: Plan) -> Iterator[Phrase]:
    """The ideas behind the answer: what objects are for, why each tile moves, how it is paid."""
    ideas = ideas_of(problem, best)
    idea = next((one for one in ideas if one in _OF_OBJECTS), None)
    if idea is not None or not best.moves:
        yield idea_phrase(idea or ideas[0])
    for role, tiles in _roles_of(problem, best).items():
        if tiles:
            yield Phrase(f"puzzle_play.moved_{role}", {"tiles": tiles_phrase(tiles)})
    cost = best.played.account
    if best.dig is not None and cost.due > problem.money:
        params = {"due": cost.due, "money": problem.money, "treasures": cost.treasures}
        yield Phrase("puzzle_play.dig_pays", params)


def _roles_of(problem: Problem, best: Plan) -> dict[str, list[Tile]]:
    """The tiles moved, by the reason why each of them is."""
    mine, origins = problem.position, origins_of(problem.position, best.turn)
    taken, dig = frozenset(origins.dug.values()), best.dig or ()
    roles: dict[str, list[Tile]] = {role: [] for role in _ROLES}
    for slot in sorted(origins.steps):
        above = any(one.quarry == slot.quarry and one.level < slot.level for one in taken)
        in_the_way = above or slot.quarry in dig
        if slot in taken:
            role = "swung" if in_the_way else "carried"
        elif slot in origins.below:
            role = "shifted" if in_the_way else "under"
        else:
            role = "aside" if in_the_way else "room"
        roles[role].append(mine.stack(slot.quarry)[slot.level - 1])
    return roles


def _differs(problem: Problem, turn: Turn, best: Plan) -> bool:
    """Whether a turn is another answer: not just with tiles put aside elsewhere."""
    mine, right = problem.position, origins_of(problem.position, best.turn)
    own = origins_of(mine, turn)
    return (own.dug, own.steps, own.below) != (right.dug, right.steps, right.below)


def tempting_digs(task: SolvePuzzle) -> tuple[Tempting, ...]:
    """The trap, then the other choices, or the digs that weaker solvers find.

    It takes a few searches. Empty for Question.PAYABLE; for Question.KNOWN there is only the trap.
    """
    best = task.best
    if best is None:
        return ()
    sprung = trap(task)
    traps = () if sprung is None else (sprung,)
    if best.dig is None and not task.puzzle.choices:
        proof = prove(task.puzzle)
        least = () if proof is None else proof.rivals[:1]
        return tuple(_tempting(task.problem, one, best) for one in least)
    if task.puzzle.question is Question.WANTED:
        return (*traps, *next_best(task))
    if task.puzzle.question is not Question.DIG:
        return (*traps, *other_choices(task))
    found = climb(task.problem, best)
    if found is None:
        return traps
    answer = solve_within(replace(task.problem, best=_RIVALS))
    rivals = () if answer is None else answer.best
    return (*traps, *temptations(task, (*found.values(), *rivals)))


def other_choices(task: SolvePuzzle) -> tuple[Tempting, ...]:
    """The best turn of each choice that is not right, and why it falls short."""
    puzzle, best = task.puzzle, task.best
    if best is None:
        return ()
    found = []
    for name, gain in puzzle.solution.gains:
        problem = puzzle.problem_for(name)
        answer = None if name in puzzle.right else solve_within(problem)
        if answer is None or answer.plan is None:
            continue
        plan = answer.plan
        if (plan.moves, plan.dig, plan.net) == (best.moves, best.dig, best.net):
            params = {"choice": choice_phrase(puzzle, name), "lost": puzzle.solution.net - gain}
            found.append(Tempting(Phrase("puzzle_play.option_idle", params), (), plan))
            continue
        spent = puzzle.kept(problem.powers) - puzzle.kept(task.problem.powers)
        more = (Difference(Reason.SPENT, spent),) if spent else ()
        params = {"choice": choice_phrase(puzzle, name), "gain": gain}
        told = _turn_phrase("puzzle_play.option", plan, lost=puzzle.solution.net - gain, **params)
        found.append(Tempting(told, apart_phrases(task.problem, plan, best, more=more), plan))
    return tuple(found)


def next_best(task: SolvePuzzle) -> tuple[Tempting, ...]:
    """The dig of other tiles that takes the wanted tiles after the fewest moves."""
    proof = prove(task.puzzle)
    if proof is None or proof.plan is None:
        return ()
    fewest = len(proof.plan.moves)
    others = [one for one in proof.rivals[:1] if len(one.moves) > fewest]
    return tuple(Tempting(_turn_phrase("puzzle_play.next_best", one), (), one) for one in others)


def trap(task: SolvePuzzle) -> Tempting | None:
    """The turn that would be better than the best if only it could be paid (R25)."""
    best, problem = task.best, task.problem
    if best is None:
        return None
    answer = solve_within(replace(problem, money=MOST_MONEY))
    if answer is None or answer.plan is None:
        return None
    plan, cost = answer.plan, carry_out(problem, answer.plan.turn).account
    if cost.affordable:
        return None
    wanted = task.puzzle.question is Question.WANTED
    better = len(plan.moves) < len(best.moves) if wanted else plan.net > best.net
    if not better:
        return None
    key = "puzzle_play.trap_moves" if wanted else "puzzle_play.trap"
    there = problem.money + cost.treasures
    return Tempting(_turn_phrase(key, plan, due=cost.due, there=there), (), plan)


def temptations(task: SolvePuzzle, found: Iterable[Plan]) -> tuple[Tempting, ...]:
    """The plans that lose and yet look good, the least bad first: they net half of the best."""
    best = task.best
    if best is None:
        return ()
    by_dig: dict[object, Plan] = {}
    most = len(best.moves) + _DEARER
    for plan in sorted(found, key=lambda plan: -plan.net):
        tempts = best.net / 2 <= plan.net < best.net and len(plan.moves) <= most
        tempts = tempts and Counter(plan.taken) != Counter(best.taken)  # just a longer way
        if tempts and plan.dig is not None:
            by_dig.setdefault(plan.dig, plan)
    several = list(by_dig.values())[:_MOST_TEMPTING]
    return tuple(_tempting(task.problem, plan, best) for plan in several)


def _tempting(problem: Problem, plan: Plan, best: Plan) -> Tempting:
    told = _turn_phrase("puzzle_play.tempting", plan, lost=best.net - plan.net)
    return Tempting(told, apart_phrases(problem, plan, best), plan)


def _missed(task: SolvePuzzle, own: Plan | None, best: Plan) -> tuple[Phrase, ...]:
    """The player's plan against the best, in words; empty if it is a best one."""
    if own is None:
        return ()
    if task.puzzle.question is Question.WANTED:
        over = len(own.moves) - len(best.moves)
        return (
            (Phrase(counted("puzzle_play.yours_over", over), {"over": over}),) if over > 0 else ()
        )
    if own.net >= best.net:
        return ()
    lost = best.net - own.net
    told = Phrase("puzzle_play.yours", {"net": own.net, "lost": lost})
    return (told, *apart_phrases(task.problem, own, best))


def _dig_phrase(key: str, plan: Plan, **more: object) -> Phrase:
    """A sentence about a dig and the moves before it."""
    moves = len(plan.moves)
    key = counted(key, moves) if moves else f"{key}_none"
    return Phrase(key, {"net": plan.net, "moves": moves, "quarries": list(plan.dig or ()), **more})


def _turn_phrase(key: str, plan: Plan, **more: object) -> Phrase:
    """A sentence about a dig that names the moves before it, so that one can follow them."""
    if plan.dig is None:
        return Phrase(f"{key}_pass", more)
    steps = [move_told(move) for move in plan.moves]
    told = {"net": plan.net, "steps": steps, "quarries": list(plan.dig), **more}
    return Phrase(key if steps else f"{key}_none", told)


def _payable(puzzle: Puzzle) -> Explanation:
    """The cost of the turn and the money there is (R25), then the turn step by step."""
    problem, turn = puzzle.problem, puzzle.solution.turn
    played = carry_out(problem, turn)
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
        Phrase("puzzle_play.account", params),
        Phrase(f"puzzle_play.{key}", {"left": abs(left)}),
    )
    before_dig = played.positions[: len(turn.moves) + 1]
    steps = turn_phrases(before_dig, turn, played.taken, spent.curses)
    return Explanation(answer, steps)
