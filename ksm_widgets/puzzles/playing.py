"""Playing a puzzle: the question in a sentence without spoilers, and the assessment of answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.puzzle import Question
from ksm_widgets.puzzles.puzzle_reading import PuzzleError
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.tiles import Group, Power
from ksm_widgets.rules.values import in_coins
from ksm_widgets.solver import Grade, slots_dug
from ksm_widgets.solver.answer import plan_of
from ksm_widgets.words import Term, counted, enumerated, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.puzzles.puzzle import Puzzle, PuzzleTheme
    from ksm_widgets.rules.edition_rules import Edition
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver import Plan, Slot


def goal(puzzle: Puzzle, language: str = "en", of: Edition | None = None) -> str:
    """The question in one sentence, without grade, themes, net or number of moves.

    The magic objects are named as in the edition `of`, by default that of the language.
    """
    named = of or edition(language)
    problem = puzzle.problem
    spent = [named.power_term(power) for power in Power if power in problem.powers]
    key = f"puzzle_goal.{puzzle.question.value}"
    if spent and puzzle.question in (Question.DIG, Question.KNOWN, Question.WANTED):
        key += "_with"
    if puzzle.question is Question.WANTED:
        key = counted(key, len(problem.wanted))
    return sentence(
        key,
        language,
        powers=Term(f"objects.{len(spent)}", enumerated(spent)) if spent else "",
        held=[named.power_term(power) for power in puzzle.held],
        cards=[card.number for card in puzzle.hand],
        wanted=[
            sentence("puzzle_goal.slot", language, **slot_told(problem.position, slot))
            for slot in problem.wanted
        ],
        money=problem.money,
        turn=_turn(puzzle, language),
    )


def objects_told(
    puzzle: Puzzle, language: str = "en", of: Edition | None = None
) -> tuple[str, ...]:
    """A sentence for each magic object that the question names: what spending it does."""
    named = of or edition(language)
    spent = {*puzzle.problem.powers, *puzzle.held}
    return tuple(
        sentence(f"puzzle_object.{power.value}", language, object=named.power_term(power))
        for power in Power
        if power in spent
    )


def theme_name(theme: PuzzleTheme, language: str = "en") -> str:
    """The name of a theme."""
    return sentence(theme_key(theme), language)


def told_themes(themes: Iterable[PuzzleTheme]) -> tuple[PuzzleTheme, ...]:
    """Themes without those that another one names too: a mirror, of mirror and carpet."""
    said = tuple(themes)
    parts = {part for theme in said if "+" in theme.value for part in theme.value.split("+")}
    return tuple(theme for theme in said if theme.value not in parts)


def theme_key(theme: PuzzleTheme) -> str:
    """The catalogue key of a theme's name."""
    return f"puzzle_theme.{theme.value.replace('+', '_')}"


def worths(puzzle: Puzzle, language: str = "en") -> str:
    """A sentence on the worth of the kinds of tiles on the board; empty if it does not matter.

    It does not where moves are counted, or where the question is whether a turn can be paid.
    Curses cost nothing with the amulet.
    """
    if puzzle.question in (Question.WANTED, Question.PAYABLE):
        return ""
    values, there = puzzle.problem.values, _there(puzzle)
    single = dict(values.single)
    cost = "worth_curse"
    if Power.AMULET in puzzle.problem.powers:
        cost = "worth_curse_free"
    elif Power.AMULET in puzzle.held:
        cost = "worth_curse_unless"
    parts = special_worths(puzzle, language)
    for group, worth in (
        (Group.PARCHMENT, values.parchment),
        (Group.MAGIC, values.magic),
        (Group.CURSE, values.curse),
    ):
        kinds = {tile for tile in there if tile.group is group}
        if kinds - single.keys():
            others = "other_" if kinds & single.keys() else ""
            told = cost if group is Group.CURSE else "worth"
            parts.append(_worth(f"puzzle_group.{others}{group.value}", worth, language, told))
    return sentence("puzzle_goal.worths", language, worths=", ".join(parts)) if parts else ""


def special_worths(puzzle: Puzzle, language: str = "en") -> list[str]:
    """The kinds of tiles that are worth something else than others of their group, with that.

    Whoever misses it has another problem before them; none where `worths` says nothing.
    """
    if puzzle.question in (Question.WANTED, Question.PAYABLE):
        return []
    there = _there(puzzle)
    return [
        _worth(f"tile.{tile.letter}", worth, language)
        for tile, worth in puzzle.problem.values.single
        if tile in there
    ]


def _there(puzzle: Puzzle) -> set[Tile]:
    """The kinds of tiles on the board, and the objects held."""
    counts = puzzle.problem.position.counts()
    return {tile for tile, count in counts.items() if count} | {one.tile for one in puzzle.held}


def slot_told(position: Position, slot: Slot) -> dict[str, object]:
    """The words for a tile at a level of a quarry, as `puzzle_goal.slot` says them."""
    tile = position.stack(slot.quarry)[slot.level - 1]
    return {"tile": Term(f"tile.{tile.letter}"), "quarry": slot.quarry, "level": slot.level}


def _worth(key: str, thousandths: int, language: str, told: str = "worth") -> str:
    coins, sign = in_coins(thousandths), "+" if thousandths > 0 else ""
    return sentence(f"puzzle_goal.{told}", language, tile=Term(key), sign=sign, coins=coins)


def _turn(puzzle: Puzzle, language: str) -> str:
    """The turn that is to be paid; for other questions it would be the answer."""
    if puzzle.question is not Question.PAYABLE:
        return ""
    turn = puzzle.solution.turn
    return sentence(
        "puzzle_goal.turn",
        language,
        moves=turn.moves or Term("told.none"),
        dig=turn.dig or Term("told.none"),
    )


_STARS = {Grade.BEST: 3, Grade.CLOSE: 2, Grade.FAIR: 1, Grade.WEAK: 0}
"""For an answer as good as the best, up to a coin worse, up to three coins, and more."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The assessment of an answer: how much less it gains than the best, and its stars.

    `lost` is in coins, in moves for Question.WANTED, and None for a wrong yes or no, or if wanted
    tiles were `missed`. `plan` is the turn as it was played, None for a choice alone.
    """

    lost: Decimal | None
    plan: Plan | None = None
    missed: tuple[Slot, ...] = ()

    @property
    def best(self) -> bool:
        """Whether no answer is better."""
        return self.lost is not None and self.lost <= 0

    @property
    def stars(self) -> int:
        """Three stars for a best answer, down to none.

        Doing nothing earns none where there is something to gain.
        """
        idle = self.plan is not None and self.plan.dig is None and not self.best
        return 0 if self.lost is None or idle else _STARS[Grade.of(self.lost)]


def assess(puzzle: Puzzle, turn: Turn | None = None, choice: str | None = None) -> Assessment:
    """Assess an answer: a turn, a choice, or both; without a search.

    For Question.MAGIC the choice may be left to the powers of the turn; else a turn is played with
    the powers of the puzzle and the choice. Raises RuleError for a turn that is illegal or cannot
    be paid, and PuzzleError for an answer to another question.

    >>> from ksm_widgets.puzzles import Puzzle, assess
    >>> from ksm_widgets.rules import Turn
    >>> puzzle = Puzzle.from_dict({"puzzle": 1, "question": "dig", "grade": 1,
    ...     "problem": {"board": "-,-,-,-,-,-/" * 5 + "5,4,3z,-,-,-", "shape": "###"},
    ...     "answer": {"net": 11, "turn": "moves c1-d1 dig a1 b1 c1"}})
    >>> assess(puzzle, Turn.parse("moves c1-c2 dig a1 b1 c1")).stars
    3
    >>> assess(puzzle, Turn.parse("moves c1-d1 d1-e1 dig a1 b1 c1")).stars
    2
    """
    if puzzle.question is Question.MAGIC and choice is None and turn is not None:
        spent = [power for power in puzzle.held if power in turn.powers]
        if len(spent) > 1:
            raise PuzzleError("puzzle.one_object")
        choice = spent[0].value if spent else "none"
    if choice is None and (puzzle.choices or turn is None):
        raise PuzzleError("puzzle.no_answer", question=puzzle.question.value)
    problem = puzzle.problem_for(choice)
    if puzzle.question is Question.PAYABLE:
        return Assessment(Decimal(0) if choice in puzzle.right else None)
    if turn is None:
        return Assessment(puzzle.solution.net - dict(puzzle.solution.gains)[str(choice)])
    turn = replace(turn, powers=problem.powers)
    plan = plan_of(problem, turn)
    missed = tuple(sorted(set(problem.wanted) - slots_dug(problem.position, turn)))
    if missed:
        return Assessment(None, plan, missed)
    if puzzle.question is Question.WANTED:
        fewest = len(puzzle.solution.turn.moves)
        return Assessment(Decimal(len(turn.moves) - fewest), plan)
    gain = plan.net - puzzle.kept(problem.powers)
    return Assessment(max(Decimal(0), puzzle.solution.net - gain), plan)
