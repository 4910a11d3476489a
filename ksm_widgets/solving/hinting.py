"""The hints to a puzzle, each with something that its question does not say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ksm_widgets.puzzles import PuzzleTheme, Question
from ksm_widgets.puzzles.playing import slot_told
from ksm_widgets.rules.position import legal_digs, takings
from ksm_widgets.rules.tiles import Group, Power, Tile
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.gains import completes_set
from ksm_widgets.solver.ideas import Idea
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.solver.turn_parts import origin_of, origins_of
from ksm_widgets.telling.hints import HintLevel, hint
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import idea_phrase, objects_phrase, the_tile, tiles_phrase
from ksm_widgets.words import Term, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.puzzles import Puzzle
    from ksm_widgets.solver import Plan, Problem


_BOTH = 2
_OF_POWERS = frozenset(power.value for power in Power)


def hints_to(puzzle: Puzzle, refused: frozenset[str] = frozenset()) -> tuple[Phrase, ...]:
    """The hints: a wrong choice, what the answer rests on, where to dig, and which tiles.

    No choice that is `refused` already is named, nor the only wrong one. Where tiles are named,
    what is told is how they are paid, if the dig has to help, and whether they are carried, rather
    than where they are. Whether a turn can be paid has no theme: to say that the dig helps to pay
    would sound like a yes.
    """
    if puzzle.question is Question.PAYABLE:
        return (Phrase("puzzle_play.add_up"),)
    problem = puzzle.problem_for(puzzle.right[0] if puzzle.right else None)
    plan = plan_of(problem, puzzle.solution.turn)
    if plan.dig is None:
        return (Phrase("puzzle_play.hint_costs"), Phrase("puzzle_play.hint_dont_dig"))
    theme = theme_to_tell(puzzle, problem, plan)
    told = []
    known = refused.union(puzzle.right)
    wrong = next((name for name in puzzle.choices if name not in known), None)
    if wrong is not None and len(puzzle.choices) > 2:
        told.append(Phrase("puzzle_play.not_this", {"choice": _named(puzzle, wrong)}))
    if theme is not None:
        told.append(_theme_told(theme, problem, plan))
    if puzzle.question is not Question.WANTED:
        told += [hint(problem, plan, level) for level in (HintLevel.WHERE, HintLevel.TILES)]
        return tuple(told)
    if theme is not PuzzleTheme.PAY_FROM_DIG and plan.played.account.due > problem.money:
        told.append(_theme_told(PuzzleTheme.PAY_FROM_DIG, problem, plan))
    return (*told, *_named_told(puzzle, plan))


def _theme_told(theme: PuzzleTheme, problem: Problem, plan: Plan) -> Phrase:
    """A theme with a fact of this answer: how many moves serve it, its price, or its tile."""
    key = f"puzzle_play.hint_{theme.value}"
    match theme:
        case PuzzleTheme.PAY_FROM_DIG:
            return Phrase(key, {"due": plan.played.account.due, "money": problem.money})
        case PuzzleTheme.COMPLETE_SET if problem.stakes is not None:
            return idea_phrase(Idea.COMPLETE)
        case PuzzleTheme.COMPLETE_SET:
            return Phrase(key, {"tile": the_tile(_dearest(problem, plan))})
        case PuzzleTheme.LEAVE_TREASURE:
            digs = legal_digs(problem.position, problem.shape, problem.powers)
            there = (tile.treasure for dig in digs for tile in takings(problem.position, dig))
            return Phrase(key, {"coins": max(there)})
        case PuzzleTheme.NO_MOVE | PuzzleTheme.ONE_STEP:
            return Phrase(key)
        case _:
            served, moves = _moves_for(problem, plan)[theme], len(plan.moves)
            if served < moves:
                key = counted(f"{key}_some", served)
            else:
                key = f"{key}_both" if moves == _BOTH else counted(key, moves)
            return Phrase(key, {"served": served, "moves": moves})


def _dearest(problem: Problem, plan: Plan) -> Tile:
    """The parchment of a dig that is worth most."""
    symbols = [tile for tile in plan.taken if tile.group is Group.PARCHMENT]
    return max(symbols, key=lambda tile: problem.values.of(tile) or 0)


def _named_told(puzzle: Puzzle, plan: Plan) -> Iterator[Phrase]:
    """The named tiles that are carried elsewhere, if any, and what the dig takes besides."""
    mine, wanted = puzzle.problem.position, puzzle.problem.wanted
    origins = origins_of(mine, plan.turn)
    carried = [slot for slot in wanted if slot in origins.steps]
    if carried:
        slots = [Phrase("puzzle_goal.slot", slot_told(mine, slot)) for slot in carried]
        yield Phrase("puzzle_play.hint_carried", {"slots": slots})
    else:
        yield Phrase(counted("puzzle_play.hint_stays", len(wanted)))
    others = [slot for slot in origins.dug.values() if slot not in wanted]
    if others:
        tiles = tiles_phrase(mine.stack(slot.quarry)[slot.level - 1] for slot in others)
        yield Phrase("puzzle_play.hint_besides", {"tiles": tiles})


def theme_to_tell(puzzle: Puzzle, problem: Problem, plan: Plan) -> PuzzleTheme | None:
    """The theme that a hint tells: what the answer rests on; None if no theme says that.

    It is no magic object: either the question names it, or it is the answer. A set is told only
    where one counts. Of what the moves do, it is what most of them do; and where moves are counted,
    that matters more than how they are paid.
    """
    left = [theme for theme in puzzle.themes if _OF_POWERS.isdisjoint(theme.value.split("+"))]
    if not completes_set(problem, plan):
        left = [theme for theme in left if theme is not PuzzleTheme.COMPLETE_SET]
    served = _moves_for(problem, plan)
    if puzzle.question is Question.WANTED and any(theme in served for theme in left):
        left = [theme for theme in left if theme is not PuzzleTheme.PAY_FROM_DIG]
    first = next(iter(left), None)
    if first not in served:
        return first
    return max((theme for theme in left if theme in served), key=lambda theme: served[theme])


def _moves_for(problem: Problem, plan: Plan) -> Counter[PuzzleTheme]:
    """The number of moves of a plan that serve each theme about moves."""
    mine, moves = problem.position, plan.moves
    if plan.dig is None:
        return Counter()
    origins = origins_of(mine, plan.turn)
    taken, before = frozenset(origins.dug.values()), plan.positions[len(moves)]
    found: Counter[PuzzleTheme] = Counter()
    for slot, steps in origins.steps.items():
        covers = any(one.quarry == slot.quarry and one.level < slot.level for one in taken)
        found[PuzzleTheme.UNCOVER] += steps if covers else 0
        if slot in taken:
            found[PuzzleTheme.LONG_CARRY] += steps if steps > 1 else 0
        else:
            found[PuzzleTheme.CLEAR_WAY] += steps if slot.quarry in plan.dig else 0
    # With the carpet no quarry is too low.
    level = Power.CARPET not in problem.powers
    raised = [one for one in plan.dig if level and before.height(one) > mine.height(one)]
    laid = {
        origin_of(mine, moves, Slot(one, level))
        for one in raised
        for level in range(1, before.height(one) + 1)
    }
    found[PuzzleTheme.FILL_GAP] += sum(origins.steps[slot] for slot in laid & origins.steps.keys())
    return +found


def _named(puzzle: Puzzle, name: str) -> Term:
    """One of a puzzle's choices as the subject of a sentence."""
    if puzzle.question is not Question.MAGIC:
        return choice_phrase(puzzle, name)
    if name == "none":
        return Phrase("puzzle_play.not_spending")
    return the_tile(Power(name).tile)


def choice_phrase(puzzle: Puzzle, name: str) -> Phrase:
    """One of a puzzle's choices as a phrase."""
    match puzzle.question:
        case Question.CARD:
            return Phrase("mine_view.card", {"number": name})
        case Question.MAGIC if name != "none":
            return Phrase("puzzle_play.spend", {"power": objects_phrase((Power(name),))})
        case _:
            return Phrase(f"puzzle_play.choice_{name}")
