"""A puzzle as a task: the board it is played on, its ladder of hints, its answer step by step.

Any best answer counts. Nothing here says beforehand what the puzzle is about: neither the rule nor
the theme, until a hint is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.draw import balance_scene
from ksm_widgets.puzzles import Mark, Puzzle, Question, Theme, goal, mark
from ksm_widgets.puzzles.goals import worths
from ksm_widgets.rules.balance import Balance
from ksm_widgets.rules.deck import Card, cards
from ksm_widgets.rules.errors import RuleError
from ksm_widgets.rules.moves import moved
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.turns import Turn
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.tutor.coach.hints import Rung, hint
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.reader import plain
from ksm_widgets.tutor.tasks.form import Form, Pick
from ksm_widgets.tutor.tasks.mine.playing import TurnLaidOut, turn_hands
from ksm_widgets.tutor.tasks.mine.seat import MineSeat
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.mine.task import MineTask
from ksm_widgets.tutor.tasks.task import Feedback
from ksm_widgets.words import Term

if TYPE_CHECKING:
    from ksm_widgets.draw import Scene
    from ksm_widgets.draw import Theme as Colours
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.solver import Plan, Problem
    from ksm_widgets.tutor.reader import Reader

__all__ = ["NO_DIG", "Response", "SolvePuzzle", "Solving", "choice_told", "puzzle_task"]

NO_DIG = "rest"
"""What is chosen where the best is thought to be no dig at all (R11)."""
_MAY_REST = (Question.DIG, Question.KNOWN)


@dataclass(frozen=True, slots=True)
class Response:
    """What a puzzle is answered with: a turn, a choice, or NO_DIG for a choice."""

    turn: Turn = Turn()  # noqa: RUF009 it is frozen
    choice: str | None = None


def puzzle_task(puzzle: Puzzle, reader: Reader) -> SolvePuzzle:
    """A puzzle as a task for a reader; its question is the puzzle's goal in one sentence."""
    return SolvePuzzle(
        question=plain(goal(puzzle, reader.language, reader.edition)),
        rules=("R8",),
        table=_table(puzzle),
        hints=_ladder(puzzle),
        puzzle=puzzle,
        terms=worths(puzzle, reader.language),
    )


@dataclass(frozen=True, kw_only=True)
class SolvePuzzle(MineTask[Response]):
    """A puzzle to be solved; `terms` says what tiles are worth in it, if that is unusual."""

    puzzle: Puzzle
    terms: str = ""

    @property
    def problem(self) -> Problem:
        """The dig problem of a right answer."""
        choice = self.puzzle.right[0] if self.puzzle.right else None
        return self.puzzle.problem_for(choice)

    @property
    def best(self) -> Plan | None:
        """A best turn as a plan; None where it was asked whether a turn can be paid."""
        if self.puzzle.question is Question.PAYABLE:
            return None
        return plan_of(self.problem, self.puzzle.solution.turn)

    def solution(self) -> Response:
        """One best answer."""
        turn, right = self.puzzle.solution.turn, self.puzzle.right
        if self.puzzle.question is Question.PAYABLE:
            return Response(choice=right[0])
        if turn.dig is None and not right:
            return Response(turn, NO_DIG)
        return Response(turn, right[0] if right else None)

    def about(self, remark: Phrase) -> Phrase:
        """A remark as it is: the rule it is about would be a hint."""
        return remark

    def marked(self, answer: Response) -> Mark:
        """What an answer is worth; raises RuleError and PuzzleError as `mark` does."""
        if self.puzzle.choices:
            return mark(self.puzzle, choice=answer.choice)
        return mark(self.puzzle, Turn() if answer.choice == NO_DIG else answer.turn)

    def check(self, answer: Response) -> Feedback:
        """Right if nothing beats it; else how near it came, in coins and stars."""
        missing = self._missing(answer)
        if missing is not None:
            return replace(self.unanswered(missing), remarks=(Phrase(missing),))
        try:
            found = self.marked(answer)
        except RuleError as error:
            return self.wrong(Phrase.why(error))
        if found.best:
            return self.right(found.stars)
        return replace(self.wrong(self._short(found)), stars=found.stars)

    def _missing(self, answer: Response) -> str | None:
        """The key of what is not answered yet."""
        if self.puzzle.choices:
            return "feedback.nothing_chosen" if answer.choice is None else None
        if answer.choice == NO_DIG or answer.turn.dig is not None:
            return None
        return "puzzle_play.no_dig" if answer.turn.moves else "puzzle_play.nothing"

    def _short(self, found: Mark) -> Phrase:
        """By what an answer is not the best, without a word on which is."""
        question = self.puzzle.question
        if found.missed:
            slots = [str(slot) for slot in found.missed]
            return Phrase("puzzle_play.missed", {"slots": slots})
        if found.lost is None:
            return Phrase("puzzle_play.wrong_yes_no")
        if question is Question.WANTED:
            return Phrase("puzzle_play.over", {"over": found.lost})
        if found.plan is None:
            return Phrase("puzzle_play.wrong_choice", {"lost": found.lost})
        return Phrase("puzzle_play.short", {"net": found.plan.net, "lost": found.lost})

    def begun(self) -> Solving:
        """The board untouched, and nothing chosen."""
        seat, table = self.table.seat(), self.table
        if self.puzzle.question is Question.PAYABLE:
            turn = self.puzzle.solution.turn
            return Solving(
                task=self, seat=replace(seat, moves=turn.moves, marked=turn.dig or ()), pays=False
            )
        if table.card is not None:
            seat = table.seat(turn_hands(table))
        return Solving(task=self, seat=seat, pays=table.card is not None)


@dataclass(frozen=True, kw_only=True)
class Solving(TurnLaidOut[Response]):
    """A puzzle being solved: the turn on the board, what is chosen, how many steps were shown."""

    task: SolvePuzzle
    chosen: str | None = None
    steps: int = 0

    @property
    def answer(self) -> Response:
        """The turn and the choice so far."""
        return Response(self.turn, self.chosen)

    @property
    def helped(self) -> int:
        """How many hints were asked for and steps shown."""
        return self.hints + self.steps

    def form(self) -> Form:
        """What is chosen from, and the tools of the board where there is a turn to play."""
        form = super().form() if self.seat.hands else Form()
        return replace(form, picks=self._picks())

    def _account_scene(self, reader: Reader, theme: Colours) -> Scene:
        """What the turn comes to; where a net is asked for, that too."""
        if self.task.puzzle.question is Question.WANTED:
            return super()._account_scene(reader, theme)
        balance = Balance.of(self.account, self.taken, self.task.problem.values.of)
        return balance_scene(balance, theme=theme, language=reader.language)

    def _picks(self) -> tuple[Pick, ...]:
        puzzle = self.task.puzzle
        names = puzzle.choices or ((NO_DIG,) if puzzle.question in _MAY_REST else ())
        return tuple(
            Pick(name, choice_told(puzzle, name), chosen=name == self.chosen) for name in names
        )

    def answered(self, answer: Response) -> Self:
        """With this turn laid out, and this chosen."""
        after = self._choosing(answer.choice)
        seat = replace(after.seat, moves=answer.turn.moves, marked=answer.turn.dig or ())
        if self.task.puzzle.question is Question.PAYABLE:
            seat = after.seat
        return replace(after, seat=seat, feedback=None)

    def cleared(self) -> Self:
        """As it was at first; what was told is not forgotten."""
        fresh: Self = self.task.begun()  # type: ignore[assignment] # our task begins what we are
        return replace(fresh, hints=self.hints, tries=self.tries, steps=self.steps)

    def acted(self, name: str, value: str) -> Self:
        """`choose` one of the choices, or let it go; `step` has a step of a best turn shown."""
        match name:
            case "choose" if value in {pick.name for pick in self._picks()}:
                return self._choosing(None if value == self.chosen else value)
            case "choose":
                return self
            case "step":
                return self.stepped()
            case _:
                return super().acted(name, value)

    def seated(self, seat: object) -> Self:
        """After something was done on the board: a dig that is laid speaks against none at all."""
        assert isinstance(seat, MineSeat)
        after = super().seated(seat)
        if after.chosen == NO_DIG and seat.marked:
            return replace(after, chosen=None)
        return after

    def _choosing(self, choice: str | None) -> Self:
        """With another choice; the board is laid out for it, and the moves made stay."""
        puzzle = self.task.puzzle
        if choice == NO_DIG:
            seat = replace(self.seat.at_rest(), marked=())
            return replace(self, chosen=choice, seat=seat, feedback=None)
        after = replace(self, chosen=choice, feedback=None)
        if choice is None or puzzle.question is Question.PAYABLE or not puzzle.choices:
            return after
        table = _table(puzzle, choice)
        seat = replace(
            table.seat(turn_hands(table)), moves=self.seat.moves, cursor=self.seat.cursor
        )
        return replace(after, seat=seat, pays=True)

    def stepped(self) -> Self:
        """Show one step of a best turn; the player goes on from there.

        Own moves that lead to the same dig stay; else the board goes back to where a best turn
        parts from them. What the last step shows is the whole answer.
        """
        best = self.task.best
        if best is None or self.shown:
            return self
        right = self.task.solution()
        after = replace(self._choosing(right.choice), steps=self.steps + 1)
        if not right.turn.moves and right.turn.dig is None:
            return replace(after, shown=True)
        made, rest = _on_the_way(best, self.seat.moves, self.task.problem)
        if rest:
            seat = replace(after.seat.at_rest(), moves=(*made, rest[0]), marked=())
            return replace(after, seat=seat)
        seat = replace(after.seat.at_rest(), moves=made, marked=right.turn.dig or ())
        return replace(after, seat=seat, shown=True)


def _on_the_way(
    best: Plan, made: tuple[Move, ...], problem: Problem
) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """Which of the moves made may stay, and what is left of the best plan's after them."""
    moves = list(best.moves)
    for move in made:
        if move not in moves:
            break
        moves.remove(move)
    else:
        rest = tuple(moves)
        try:
            after = moved(problem.position, (*made, *rest), problem.variant)
        except RuleError:
            pass
        else:
            if after == best.positions[len(best.moves)]:
                return made, rest
    kept = 0
    for own, theirs in zip(made, best.moves, strict=False):
        if own != theirs:
            break
        kept += 1
    return best.moves[:kept], best.moves[kept:]


def _table(puzzle: Puzzle, choice: str | None = None) -> MineTable:
    """What a puzzle lays before the player, once something is chosen with that card or object."""
    problem = puzzle.problem_for(choice)
    wanted = tuple(sorted({slot.quarry for slot in problem.wanted}))
    card: Card | None = Card(_number(puzzle), problem.shape)
    if puzzle.question is Question.CARD:
        card = next((card for card in puzzle.hand if str(card.number) == choice), None)
    return MineTable(
        position=problem.position,
        card=card,
        powers=problem.powers,
        money=problem.money,
        variant=problem.variant,
        marked=wanted,
        open=True,
    )


def _number(puzzle: Puzzle) -> int:
    """The card's number; a shape by itself gets that of a card of the game, or 0."""
    if puzzle.number is not None:
        return puzzle.number
    shape = puzzle.problem.shape
    return next((card.number for card in cards() if card.shape == shape), 0)


def choice_told(puzzle: Puzzle, name: str) -> Phrase:
    """One of a puzzle's choices in words."""
    if name == NO_DIG:
        return Phrase("puzzle_play.rest")
    match puzzle.question:
        case Question.CARD:
            return Phrase("lesson_view.card", {"number": name})
        case Question.MAGIC if name != "none":
            return Phrase("puzzle_play.spend", {"power": Power(name)})
        case _:
            return Phrase(f"puzzle_play.choice_{name}")


def _ladder(puzzle: Puzzle) -> tuple[Phrase, ...]:
    """Hints: the theme first, then what is not right, where to look, and what is dug."""
    told = [
        Phrase("puzzle_play.theme", {"theme": Term(_theme_key(theme))})
        for theme in puzzle.themes[:1]
    ]
    wrong = next((name for name in puzzle.choices if name not in puzzle.right), None)
    if puzzle.question is Question.PAYABLE:
        told.append(Phrase("puzzle_play.reckon"))
        return tuple(told)
    if wrong is not None and len(puzzle.choices) > 2:
        told.append(Phrase("puzzle_play.not_this", {"choice": choice_told(puzzle, wrong)}))
    choice = puzzle.right[0] if puzzle.right else None
    problem = puzzle.problem_for(choice)
    plan = plan_of(problem, puzzle.solution.turn)
    if plan.dig is None:
        return (Phrase("puzzle_play.reckon_best"), *told)
    told += [hint(problem, plan, rung) for rung in (Rung.WHERE, Rung.TILES)]
    return tuple(told)


def _theme_key(theme: Theme) -> str:
    return f"puzzle_theme.{theme.value.replace('+', '_')}"
