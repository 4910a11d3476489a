"""A puzzle as a task: its board, its hints, its answer step by step.

Any best answer is right. Rule and theme are not mentioned before a hint is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.draw import balance_scene
from ksm_widgets.mine.hand import HandMode
from ksm_widgets.mine.table import MineSeat, MineTable
from ksm_widgets.mine.tasks import MineTask, TurnLaidOut, turn_modes
from ksm_widgets.progress import MOST_STARS
from ksm_widgets.puzzles import Assessment, Puzzle, Question, assess, goal
from ksm_widgets.puzzles.playing import objects_told, slot_told, special_worths, worths
from ksm_widgets.rules.deck import Card, cards
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.errors import DigError, RuleError
from ksm_widgets.rules.position import dig_fault, moved, takings
from ksm_widgets.rules.turns import Balance, Turn, account, cost_fault
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.solving.hinting import choice_phrase, hints_to
from ksm_widgets.tasks.task import Feedback, Form, Pick
from ksm_widgets.telling.phrases import Notice, Phrase, plain
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.rules.quarries import Move
    from ksm_widgets.solver import Plan, Problem
    from ksm_widgets.telling.phrases import Reader

TRY_CARDS = Phrase("puzzle_play.try_cards")
LAY = Phrase("puzzle_play.lay")
NO_DIG = "rest"
"""The choice not to dig (R11)."""
_MAY_REST = (Question.DIG, Question.KNOWN)
"""The questions for which that can be right."""


@dataclass(frozen=True, slots=True)
class Response:
    """An answer to a puzzle: a turn, and a choice, which may be NO_DIG."""

    turn: Turn = Turn()  # noqa: RUF009 it is frozen
    choice: str | None = None

    def __str__(self) -> str:
        """The choice or, without one, the turn, as `Solving.response` reads it."""
        return str(self.turn) if self.choice is None else self.choice


def puzzle_task(puzzle: Puzzle, reader: Reader) -> SolvePuzzle:
    """The task of a puzzle, its question in the reader's language."""
    (price, brief), special = _price(puzzle, reader), special_worths(puzzle, reader.language)
    return SolvePuzzle(
        question=plain(goal(puzzle, reader.language, edition(reader.played))),
        rules=("R8",),
        table=_table(puzzle),
        hints=hints_to(puzzle),
        puzzle=puzzle,
        terms=" ".join(filter(None, (price, worths(puzzle, reader.language)))),
        special=tuple(filter(None, (brief, *special))),
        objects=objects_told(puzzle, reader.language, edition(reader.played)),
    )


def _price(puzzle: Puzzle, reader: Reader) -> tuple[str, str]:
    """A sentence on what it costs to spend an object, and in brief; empty for other questions."""
    if puzzle.question is not Question.MAGIC:
        return "", ""
    kept = {puzzle.kept((power,)) for power in puzzle.held}
    if len(kept) > 1:  # Then their worths are said one by one.
        return reader.text("puzzle_play.spending_costs_each"), ""
    each = kept.pop()
    brief = reader.text("puzzle_play.spending_costs_brief", kept=each)
    return reader.text("puzzle_play.spending_costs", kept=each), brief


@dataclass(frozen=True, kw_only=True)
class SolvePuzzle(MineTask[Response]):
    """A puzzle to be solved.

    `terms` says what its tiles are worth, `special` which of them are worth something special, and
    what spending one costs, `objects` what the magic objects it names do.
    """

    puzzle: Puzzle
    terms: str = ""
    special: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()

    @property
    def problem(self) -> Problem:
        """The dig problem of a right answer."""
        choice = self.puzzle.right[0] if self.puzzle.right else None
        return self.puzzle.problem_for(choice)

    @property
    def best(self) -> Plan | None:
        """A best turn as a plan; None for Question.PAYABLE."""
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
        """The remark without the rule it is about, which would be a hint."""
        return remark

    def assessed(self, answer: Response) -> Assessment:
        """Assess an answer; raises RuleError and PuzzleError as `assess` does."""
        if self.puzzle.choices:
            return assess(self.puzzle, choice=answer.choice)
        return assess(self.puzzle, Turn() if answer.choice == NO_DIG else answer.turn)

    def check(self, answer: Response) -> Feedback:
        """Right if no answer is better, else how near it came, in coins and stars."""
        missing = self._missing(answer)
        if missing is not None:
            return replace(self.unanswered(missing), remarks=(Phrase(missing),))
        try:
            found = self.assessed(answer)
        except RuleError as error:  # What is not allowed is no answer yet.
            refused = self.wrong(Phrase.why(error))
            remarks = (*refused.remarks, Phrase("puzzle_play.no_try"))
            return replace(refused, remarks=remarks, given=False)
        if found.best:
            return self.right(found.stars)
        return replace(self.wrong(self._short(found)), stars=found.stars)

    def _missing(self, answer: Response) -> str | None:
        """The key of the sentence for an unfinished answer; None for a finished one."""
        if self.puzzle.choices:
            return "feedback.nothing_chosen" if answer.choice is None else None
        if answer.choice == NO_DIG or answer.turn.dig is not None:
            return None
        # Where tiles are wanted, not to dig is no answer.
        kind = "_wanted" if self.puzzle.question is Question.WANTED else ""
        return f"puzzle_play.{'no_dig' if answer.turn.moves else 'nothing'}{kind}"

    def _short(self, found: Assessment) -> Phrase:
        """The gap between an answer and the best, without revealing it."""
        question = self.puzzle.question
        if found.missed:
            mine = self.puzzle.problem.position
            slots = [Phrase("puzzle_goal.slot", slot_told(mine, slot)) for slot in found.missed]
            return Phrase("puzzle_play.missed", {"slots": slots})
        if found.lost is None:
            return Phrase("puzzle_play.wrong_yes_no")
        if question is Question.WANTED:
            return Phrase(counted("puzzle_play.over", int(found.lost)), {"over": found.lost})
        if found.plan is None:
            return Phrase("puzzle_play.wrong_choice", {"lost": found.lost})
        return Phrase("puzzle_play.short", {"net": found.plan.net, "lost": found.lost})

    @property
    def target(self) -> Phrase | None:
        """The target: what a best answer reaches; None for a question of yes or no."""
        puzzle = self.puzzle
        match puzzle.question:
            case Question.PAYABLE:
                return None
            case Question.WANTED:
                moves = len(puzzle.solution.turn.moves)
                return Phrase(counted("puzzle_play.target_moves", moves), {"moves": moves})
            case Question.MAGIC | Question.CARD:
                return Phrase("puzzle_play.target_gain", {"gain": puzzle.solution.net})
            case _:
                return Phrase("puzzle_play.target", {"net": puzzle.solution.net})

    def begun(self) -> Solving:
        """The puzzle with the board untouched and nothing chosen."""
        seat, table = self.table.seat(), self.table
        if self.puzzle.question is Question.PAYABLE:
            turn = self.puzzle.solution.turn
            return Solving(task=self, seat=seat.laid(turn.moves, turn.dig or ()), pays=False)
        if table.card is not None:
            seat = table.seat(turn_modes(table))
        return Solving(task=self, seat=seat, pays=table.card is not None)


@dataclass(frozen=True, kw_only=True)
class Solving(TurnLaidOut[Response]):
    """A puzzle being solved: the turn on the board, the choice, and the steps shown."""

    task: SolvePuzzle
    chosen: str | None = None
    steps: int = 0

    @property
    def answer(self) -> Response:
        """The turn and the choice so far."""
        return Response(self.turn, self.chosen)

    @property
    def helped(self) -> int:
        """The number of hints and steps shown."""
        return self.hints + self.steps

    @property
    def wrong_plan(self) -> Plan | None:
        """The plan of the answer just checked, if it was a legal turn but not a best one."""
        said = self.feedback
        if said is None or said.right or not self.known or self.task.puzzle.choices:
            return None
        return self.task.assessed(self.answer).plan

    def response(self, text: str) -> Response:
        """The answer that reads like this; raises RuleError or TextError for what is none."""
        if text in {pick.name for pick in self._picks()}:
            return Response(choice=text)
        turn, problem = Turn.parse(text), self.task.puzzle.problem
        moved(problem.position, turn.moves, problem.variant)
        return Response(turn)

    def _alike(self, answer: Response) -> object:
        """The same for two answers that come to the same: moves in another order, for example."""
        turn, problem = answer.turn, self.task.puzzle.problem
        if self.task.puzzle.choices or answer.choice == NO_DIG:
            return (answer.choice,)
        after = moved(problem.position, turn.moves, problem.variant)
        return after, len(turn.moves), turn.dig

    def checked(self) -> Self:
        """The same with the answer checked; it is said why a right one earned fewer stars."""
        after = super().checked()
        said = after.feedback
        if said is not None and said.right and 0 < said.stars < MOST_STARS:
            remarks = (*said.remarks, Phrase("puzzle_play.fewer_stars"))
            return replace(after, feedback=replace(said, remarks=remarks))
        return after

    def hinted(self) -> Self:
        """The same with one more hint, which never names a choice that was refused before."""
        wrong = frozenset(one.choice for one in self.refused if one.choice is not None)
        hints = hints_to(self.task.puzzle, wrong)
        shown = self.task.hints[: self.hints]
        left = tuple(hint for hint in hints if hint.key not in {one.key for one in shown})
        task = replace(self.task, hints=(*shown, *left))
        return super(Solving, replace(self, task=task)).hinted()

    def _stars(self, stars: int) -> int:
        return 0 if self.shown else self.task.earned(stars, self.missed, self.helped)

    def at_step(self, step: int) -> Self:
        """The board after so many steps of the answer; its last step is the dig."""
        right, turn = self.task.solution(), self.task.puzzle.solution.turn
        after = self._choosing(right.choice)
        dug = turn.dig if step > len(turn.moves) else None
        seat = after.seat.laid(turn.moves[:step], dug or ())
        return replace(after, seat=seat, feedback=self.feedback)

    def form(self) -> Form:
        """The choices, and the tools of the board if there is a turn to play.

        There is no account of a dig that is not allowed: it would look as if it could be paid.
        """
        form = super().form() if self.seat.modes else Form(how=self._how)
        refused = isinstance(self._dig_refusal(self.seat), DigError)
        picture = None if refused else form.picture
        return replace(
            form, how=() if self.seat.modes else self._how, picks=self._picks(), picture=picture
        )

    @property
    def _how(self) -> tuple[Phrase, ...]:
        """The advice to try a card, as long as none is chosen."""
        return (TRY_CARDS,) if self.task.puzzle.question is Question.CARD else ()

    def _dig_refusal(self, seat: MineSeat) -> RuleError | None:
        """The reason why the quarries marked cannot be dug, None if they can or are too few yet."""
        table, marked = seat.table, tuple(sorted(seat.marked))
        if not seat.modes or table.card is None or not marked:
            return None
        if HandMode.MARK in seat.modes and len(marked) < table.card.shape.size:
            return None
        fault = dig_fault(seat.position, marked, table.card.shape, table.powers)
        if fault is not None:
            return fault
        taken = takings(seat.position, marked)
        cost = account(len(seat.moves), taken, table.powers, table.coins)
        return cost_fault(marked, taken, cost, unseen=self.task.problem.values.unseen is not None)

    @property
    def so_far(self) -> Phrase | None:
        """The net of the turn so far, or how to lay the card; None where there is no turn yet."""
        if not self.seat.modes:
            return next(iter(self._how), None)
        if self.seat.mode is HandMode.LAY and not self.seat.marked and not self.shown:
            return LAY
        tried = self.seat.moves or self.seat.marked or not self.task.puzzle.choices
        if self.seat.table.money is None or not tried:
            return None
        if isinstance(self._dig_refusal(self.seat), DigError):
            return None
        cost, moves = self.account, len(self.seat.moves)
        there = self.seat.table.coins + cost.treasures
        params = {"due": cost.due, "there": there, "moves": moves}
        if self.task.puzzle.question is Question.WANTED:
            return Phrase(counted("puzzle_play.so_far_moves", moves), params)
        balance = Balance.of(cost, self.taken, self.task.problem.values.of)
        return Phrase("puzzle_play.so_far", {"net": balance.net, **params})

    def _account_scene(self, reader: Reader, theme: Theme) -> Scene:
        """The account of the turn, with its net unless only moves count."""
        if self.task.puzzle.question is Question.WANTED:
            return super()._account_scene(reader, theme)
        balance = Balance.of(self.account, self.taken, self.task.problem.values.of)
        return balance_scene(balance, theme=theme, language=reader.language)

    def _picks(self) -> tuple[Pick, ...]:
        puzzle = self.task.puzzle
        names = puzzle.choices or ((NO_DIG,) if puzzle.question in _MAY_REST else ())
        return tuple(
            Pick(
                name,
                Phrase("puzzle_play.rest") if name == NO_DIG else choice_phrase(puzzle, name),
                chosen=name == self.chosen,
            )
            for name in names
        )

    def answered(self, answer: Response) -> Self:
        """With this turn on the board, and this choice."""
        after = self._choosing(answer.choice)
        seat = after.seat.laid(answer.turn.moves, answer.turn.dig or ())
        if self.task.puzzle.question is Question.PAYABLE:
            seat = after.seat
        return replace(after, seat=seat, feedback=None)

    def cleared(self) -> Self:
        """The puzzle as at the start; hints, tries and steps are kept."""
        fresh: Self = self.task.begun()  # type: ignore[assignment] # our task begins what we are
        return replace(
            fresh,
            task=self.task,
            hints=self.hints,
            tries=self.tries,
            missed=self.missed,
            steps=self.steps,
            refused=self.refused,
        )

    def acted(self, name: str, value: str) -> Self:
        """After a control: `choose` sets or clears a choice, `step` shows a step of a best turn."""
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
        """After something was done on the board; a marked dig clears the choice NO_DIG.

        A dig that is not allowed is refused as soon as it is marked, before anything is checked.
        """
        assert isinstance(seat, MineSeat)
        new = seat.marked and (seat.marked, seat.moves) != (self.seat.marked, self.seat.moves)
        refusal = self._dig_refusal(seat) if new and not self.shown else None
        if refusal is not None:
            seat = replace(seat, notice=Notice.refusal(refusal))
        after = super().seated(seat)
        if after.chosen == NO_DIG and seat.marked:
            return replace(after, chosen=None)
        return after

    def _choosing(self, choice: str | None) -> Self:
        """With another choice and its card or powers; moves already made stay."""
        puzzle = self.task.puzzle
        if choice == NO_DIG:
            seat = self.seat.laid(self.seat.moves)
            return replace(self, chosen=choice, seat=seat, feedback=None)
        after = replace(self, chosen=choice, feedback=None)
        if choice is None or puzzle.question is Question.PAYABLE or not puzzle.choices:
            return after
        table, cursor = _table(puzzle, choice), self.seat.hand.cursor
        fresh = table.seat(turn_modes(table))
        seat = replace(fresh, moves=self.seat.moves, hand=replace(fresh.hand, cursor=cursor))
        return replace(after, seat=seat, pays=True)

    def stepped(self) -> Self:
        """With one more step of a best turn on the board.

        The player's moves stay if they lead to the same dig; else the board goes back to where the
        best turn differs. The last step shows the whole answer, which a step before has announced.
        """
        best = self.task.best
        if best is None or self.shown:
            return self
        right, more = self.task.solution(), self.steps + 1
        made, rest = _on_the_way(best, self.seat.moves, self.task.problem)
        if self.gives_away:
            after = replace(self._choosing(right.choice), steps=more)
            return replace(after, seat=after.seat.laid(made, right.turn.dig or ()), shown=True)
        after = replace(self, steps=more, feedback=None, chosen=None)
        if rest:
            return replace(after, seat=after.seat.laid((*made, rest[0])))
        told = Notice.of("puzzle_play.no_more_moves")
        return replace(after, seat=replace(after.seat.laid(made), notice=told))

    @property
    def gives_away(self) -> bool:
        """Whether the next step is the whole answer.

        Where there is something to choose it is. Elsewhere the first step never is: the words on
        its button would say that no move is needed.
        """
        if self.task.best is None or self.task.puzzle.choices:
            return True
        return (
            bool(self.steps)
            and not _on_the_way(self.task.best, self.seat.moves, self.task.problem)[1]
        )


def _on_the_way(
    best: Plan, made: tuple[Move, ...], problem: Problem
) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """The moves made that may stay, and the moves of the best plan that are left after them."""
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
    """The table of a puzzle, with the card or powers of a choice."""
    problem = puzzle.problem_for(choice)
    card: Card | None = Card(_number(puzzle), problem.shape)
    if puzzle.question is Question.CARD:
        card = next((card for card in puzzle.hand if str(card.number) == choice), None)
    return MineTable(
        position=problem.position,
        card=card,
        powers=problem.powers,
        money=problem.money,
        variant=problem.variant,
        wanted=tuple(sorted(problem.wanted)),
        open=True,
        snaps=True,
    )


def _number(puzzle: Puzzle) -> int:
    """The number of the card; for a bare shape that of a card with this shape, or 0."""
    if puzzle.number is not None:
        return puzzle.number
    shape = puzzle.problem.shape
    return next((card.number for card in cards() if card.shape == shape), 0)
