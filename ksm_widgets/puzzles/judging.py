"""Judging a puzzle: whether it is fair.

A fair puzzle has one best dig: no other set of quarries comes within a coin of it, and the same
quarries dug for tiles of other worth net less, whatever the order of moves and whichever of two
tiles of equal worth is taken. It needs what it is about: each
power spent, each wanted tile, unusual worths and unusual money change the answer. And it has no
idle tiles, which could go without changing the answer, its margin, or the plans of the ladder, and
without taking away what makes it a choice (`interest.offers_choice`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.puzzles.interest import offers_choice
from ksm_widgets.puzzles.proof import prove, prove_answer, solve_within
from ksm_widgets.puzzles.puzzle import Puzzle, Question
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.quarries import QUARRIES, Quarry
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.rules.values import USUAL_VALUES
from ksm_widgets.solver import origins_of
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solver.problem import DEFAULT_MONEY
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ksm_widgets.puzzles.proof import Proof
    from ksm_widgets.solver import Plan, Problem


MARGIN = Decimal(1)
"""Coins (or moves) by which the best answer must beat the next best."""
_TRIFLE = 1
"""Thousandths of a coin: so little that no worse plan becomes the best."""
_TEMPTING = Decimal(-6)
"""A dig that nets less tempts nobody."""


class Unfair(Enum):
    """A reason why a puzzle is unfair."""

    TOO_HARD = "too_hard"
    """There is no answer, or proving it takes too much work."""
    SEVERAL = "several"
    """Several answers are equally good."""
    CLOSE = "close"
    """The next best answer is less than a coin worse."""
    NO_TEMPTATION = "no_temptation"
    """The answer is not to dig, and no dig tempts."""
    NEEDLESS = "needless"
    """The answer would be the same without a power, a wanted tile, the money or the worths."""
    IDLE = "idle"
    """Some tiles could go without changing anything."""
    REPEAT = "repeat"
    """There is such a puzzle already, perhaps turned, mirrored or with other symbols."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """A reason why a puzzle is unfair, and the quarries it is about.

    `detail` says more: the key of a sentence, and its parameters.
    """

    reason: Unfair
    quarries: tuple[Quarry, ...] = ()
    detail: tuple[str, Mapping[str, object]] | None = None

    def sentence(self, language: str = "en") -> str:
        """The reason as a sentence, and what is missing in particular."""
        told = sentence(f"unfair.{self.reason.value}", language, quarries=self.quarries)
        if self.detail is None:
            return told
        key, params = self.detail
        named = {
            name: edition(language).power_term(one) if isinstance(one, Power) else one
            for name, one in params.items()
        }
        return f"{told} {sentence(f'unfair.{key}', language, **named)}"


def complaints(puzzle: Puzzle) -> tuple[Complaint, ...]:
    """Everything unfair about a puzzle, whatever solution it has; empty for a fair one.

    >>> from ksm_widgets.puzzles import Puzzle
    >>> puzzle = Puzzle.from_dict({"puzzle": 1, "question": "dig", "grade": 1,
    ...     "problem": {"board": "-,-,-,-,-,5/" + "-,-,-,-,-,-/" * 4 + "5,4,3z,-,-,-",
    ...                 "shape": "###"},
    ...     "answer": {"net": 11, "turn": "moves c1-d1 dig a1 b1 c1"}})
    >>> for complaint in complaints(puzzle):
    ...     print(complaint.sentence())
    Some tiles make no difference and could be removed: f6.
    """
    proof = prove(puzzle)
    if proof is None:
        return (Complaint(Unfair.TOO_HARD),)
    return tuple(unfairness(puzzle, proof, thorough=True))


def unfairness(puzzle: Puzzle, proof: Proof, *, thorough: bool) -> Iterator[Complaint]:
    """Everything unfair about a puzzle with this proof; idle tiles only if `thorough`."""
    reason = not_unique(puzzle, proof)
    if reason is not None:
        yield Complaint(reason, detail=_rival(puzzle, proof, reason))
    less = next(_needless_parts(puzzle, proof), None)
    if less is not None:
        yield Complaint(Unfair.NEEDLESS, detail=less)
    if thorough and (tiles := idle(puzzle, proof)):
        yield Complaint(Unfair.IDLE, tiles)


def not_unique(puzzle: Puzzle, proof: Proof) -> Unfair | None:
    """The reason why the answer is not clearly the best; None if it is."""
    if puzzle.question is Question.PAYABLE:
        return None
    plan = proof.plan
    if puzzle.question in (Question.DIG, Question.KNOWN) and plan is not None and plan.dig is None:
        tempting = any(
            rival.net >= _TEMPTING and rival.played.account.treasures > 0 for rival in proof.rivals
        )
        if not tempting:
            return Unfair.NO_TEMPTATION
    if proof.margin is not None and proof.margin < MARGIN:
        return Unfair.SEVERAL if proof.margin <= 0 else Unfair.CLOSE
    # What tiles are worth to who holds some depends on the others taken: a trifle less is nothing.
    fixed = puzzle.problem.stakes is None
    if fixed and puzzle.question in (Question.DIG, Question.KNOWN) and plan is not None:
        found = _with_other_tiles(puzzle.problem, plan)
        return found if found is None or isinstance(found, Unfair) else Unfair.SEVERAL
    return None


def _with_other_tiles(problem: Problem, best: Plan) -> Plan | Unfair | None:
    """A plan of the same net for tiles of other worth, mostly from the same quarries; None if none.

    A search in which tiles of one worth count a trifle less finds any such plan that takes fewer
    of them, and every other plan takes fewer of some.
    """
    amulet = Power.AMULET in problem.powers
    values: dict[Tile, int] = {
        tile: value
        for tile in Tile
        if tile is not Tile.UNSEEN and (value := problem.values.of(tile)) is not None
    }
    worths = {tile: value - (0 if amulet else 1000 * tile.curse) for tile, value in values.items()}
    for worth in {worths[tile] for tile in best.taken if tile in worths}:
        less = {tile: values[tile] - _TRIFLE for tile, one in worths.items() if one == worth}
        single = tuple({**dict(problem.values.single), **less}.items())
        answer = solve_within(replace(problem, values=replace(problem.values, single=single)))
        if answer is None or answer.plan is None:
            return Unfair.TOO_HARD
        other = plan_of(problem, answer.plan.turn)
        if other.net == best.net and _worths(other, worths) != _worths(best, worths):
            return other
    return None


def _worths(plan: Plan, worths: Mapping[Tile, int]) -> list[int]:
    return sorted(worths[tile] for tile in plan.taken if tile in worths)


def _rival(puzzle: Puzzle, proof: Proof, reason: Unfair) -> tuple[str, Mapping[str, object]] | None:
    """The other answer that is as good or almost as good, in words; None with choices."""
    best = proof.plan
    if reason not in (Unfair.SEVERAL, Unfair.CLOSE) or puzzle.choices or best is None:
        return None
    if proof.margin is not None and proof.margin < MARGIN:
        wanted = puzzle.question is Question.WANTED
        rivals = [one for one in proof.rivals if wanted or best.net - one.net == proof.margin]
        if not rivals:
            return "rival_rest", {"net": best.net}
        told = {"quarries": rivals[0].dig or (), "net": rivals[0].net}
        return ("rival_wanted" if wanted else "rival"), told
    other = _with_other_tiles(puzzle.problem, best)
    if other is None or isinstance(other, Unfair):
        return None
    return "rival_tiles", {"turn": str(other.turn)}


def needless(puzzle: Puzzle, proof: Proof) -> bool:
    """Whether the answer is as good without something that the puzzle is about."""
    return next(_needless_parts(puzzle, proof), None) is not None


def _needless_parts(puzzle: Puzzle, proof: Proof) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The things that a puzzle is about and that change nothing, in words."""
    for part, less in _with_less(puzzle, proof):
        if _as_good(puzzle, proof, less):
            yield part


def _with_less(
    puzzle: Puzzle, proof: Proof
) -> Iterator[tuple[tuple[str, Mapping[str, object]], Problem]]:
    """The problem without one of the things it is about, for each of them, and that in words."""
    problem = puzzle.problem
    if puzzle.question is Question.PAYABLE:
        return
    for power in problem.powers:
        yield (
            ("needless_power", {"power": power}),
            replace(problem, powers=problem.powers - {power}),
        )
    if len(problem.wanted) > 1:
        for slot in problem.wanted:
            others = tuple(one for one in problem.wanted if one != slot)
            yield ("needless_wanted", {"slot": str(slot)}), replace(problem, wanted=others)
    if problem.values != USUAL_VALUES:
        yield ("needless_values", {}), replace(problem, values=USUAL_VALUES)
    helped = proof.plan is not None and proof.plan.played.account.due > problem.money
    if problem.money != DEFAULT_MONEY and not helped:
        yield (
            ("needless_money", {"money": problem.money, "usual": DEFAULT_MONEY}),
            replace(problem, money=DEFAULT_MONEY),
        )


def _as_good(puzzle: Puzzle, proof: Proof, less: Problem) -> bool:
    """Whether the answer to a lesser problem is the same or as good; False if it is too hard."""
    if puzzle.choices:
        other = prove_answer(replace(puzzle, problem=less))
        return other is not None and other.solution.right == proof.solution.right
    answer, plan = solve_within(less), proof.plan
    if answer is None or answer.plan is None or plan is None:
        return False
    if puzzle.question is Question.WANTED:
        return len(answer.plan.moves) >= len(plan.moves)
    if less.powers == puzzle.problem.powers:  # other worths or other money
        return answer.plan.dig == plan.dig
    return answer.plan.net > plan.net - MARGIN


def idle(puzzle: Puzzle, proof: Proof) -> tuple[Quarry, ...]:
    """The quarries whose tiles could go, one quarry at a time, without changing the proof."""
    same = _Same(proof, offers_choice(puzzle, proof))
    return tuple(
        quarry for quarry in _movable(puzzle, proof) if same.holds(_without(puzzle, [quarry]))
    )


def without_idle_tiles(puzzle: Puzzle, proof: Proof) -> Puzzle:
    """The puzzle without idle tiles: stacks are removed as long as the proof stays the same.

    All are tried together, then halves, down to single quarries, and again until none can go.
    """
    same = _Same(proof, offers_choice(puzzle, proof))
    while True:
        less = _stripped(puzzle, same, _movable(puzzle, proof))
        if less.problem.position == puzzle.problem.position:
            return less
        puzzle = less


class _Same(NamedTuple):
    """The proof of a puzzle, which fewer tiles must not change, and whether it offers a choice."""

    proof: Proof
    choice: bool

    def holds(self, less: Puzzle) -> bool:
        """Whether all of it is still so."""
        found = prove(less, self.proof)
        return found is not None and (not self.choice or offers_choice(less, found))


def _stripped(puzzle: Puzzle, same: _Same, quarries: list[Quarry]) -> Puzzle:
    if not quarries:
        return puzzle
    less = _without(puzzle, quarries)
    if same.holds(less):
        return less
    if len(quarries) == 1:
        return puzzle
    middle = len(quarries) // 2
    return _stripped(_stripped(puzzle, same, quarries[:middle]), same, quarries[middle:])


def _movable(puzzle: Puzzle, proof: Proof) -> list[Quarry]:
    """The quarries with tiles that no answer moves or digs, the farthest from it first."""
    needed = {slot.quarry for slot in puzzle.problem.wanted}
    turns = [plan.turn for plan in proof.plans.values()] or [proof.solution.turn]
    for turn in turns:
        origins = origins_of(puzzle.problem.position, turn)
        needed |= {slot.quarry for slot in (*origins.steps, *origins.dug.values())}
    away = {
        quarry: min(quarry.distance(one) for one in needed) if needed else 0
        for quarry in QUARRIES
        if puzzle.problem.position.height(quarry) and quarry not in needed
    }
    return sorted(away, key=lambda quarry: -away[quarry])


def _without(puzzle: Puzzle, quarries: list[Quarry]) -> Puzzle:
    position = puzzle.problem.position
    for quarry in quarries:
        position = position.with_stack(quarry, ())
    return replace(puzzle, problem=replace(puzzle.problem, position=position))
