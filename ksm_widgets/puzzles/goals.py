"""What a puzzle asks, in one sentence that gives nothing away."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.puzzle import Question
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.rulebooks import edition
from ksm_widgets.rules.tiles import Group
from ksm_widgets.words import Term, sentence

if TYPE_CHECKING:
    from ksm_widgets.puzzles.puzzle import Puzzle
    from ksm_widgets.puzzles.themes import Theme
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.rulebooks import Edition
    from ksm_widgets.solver import Slot

__all__ = ["goal", "theme_told", "worths"]


def goal(puzzle: Puzzle, language: str = "en", of: Edition | None = None) -> str:
    """What is asked, in one sentence: never the grade, a theme, the net or the number of moves.

    `of` is the edition that names the objects, by default that of the language.
    """
    named = of or edition(language)
    problem = puzzle.problem
    spent = [named.power_term(power) for power in Power if power in problem.powers]
    key = f"puzzle_goal.{puzzle.question.value}"
    if spent and puzzle.question in (Question.DIG, Question.KNOWN, Question.WANTED):
        key += "_with"
    return sentence(
        key,
        language,
        powers=spent,
        held=[named.power_term(power) for power in puzzle.held],
        cards=[card.number for card in puzzle.hand],
        wanted=[_wanted(problem.position, slot, language) for slot in problem.wanted],
        money=problem.money,
        turn=_turn_told(puzzle, language),
    )


def theme_told(theme: Theme, language: str = "en") -> str:
    """A theme in a few words."""
    return sentence(f"puzzle_theme.{theme.value.replace('+', '_')}", language)


def worths(puzzle: Puzzle, language: str = "en") -> str:
    """What tiles are worth in this puzzle, of the kinds that are there; empty if it is no matter.

    Treasures are worth what they show. Where moves are counted or a turn is only to be paid,
    nothing is reckoned with worths.
    """
    if puzzle.question in (Question.WANTED, Question.PAYABLE):
        return ""
    values = puzzle.problem.values
    there = {tile for tile, count in puzzle.problem.position.counts().items() if count}
    there |= {power.tile for power in puzzle.held}
    told: list[str] = []
    single = dict(values.single)
    for tile, worth in values.single:
        if tile in there:
            told.append(_worth(f"tile.{tile.letter}", worth, language))
    for group, worth in (
        (Group.PARCHMENT, values.parchment),
        (Group.MAGIC, values.magic),
        (Group.CURSE, values.curse),
    ):
        kinds = {tile for tile in there if tile.group is group}
        if kinds - single.keys():
            others = "other_" if kinds & single.keys() else ""
            told.append(_worth(f"puzzle_group.{others}{group.value}", worth, language))
    return sentence("puzzle_goal.worths", language, worths=", ".join(told)) if told else ""


def _wanted(position: Position, slot: Slot, language: str) -> str:
    tile = position.stack(slot.quarry)[slot.level - 1]
    return sentence("puzzle_goal.slot", language, tile=Term(f"tile.{tile.letter}"), slot=str(slot))


def _worth(key: str, thousandths: int, language: str) -> str:
    coins = Decimal(thousandths) / 1000
    return sentence("puzzle_goal.worth", language, tile=Term(key), coins=coins)


def _turn_told(puzzle: Puzzle, language: str) -> str:
    """The turn that is to be paid; of other questions it would be the answer."""
    if puzzle.question is not Question.PAYABLE:
        return ""
    turn = puzzle.solution.turn
    return sentence(
        "puzzle_goal.turn",
        language,
        moves=turn.moves or Term("told.none"),
        dig=turn.dig or Term("told.none"),
    )
