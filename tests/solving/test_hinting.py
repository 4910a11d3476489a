"""The first hint: over all built-in puzzles it says what their answer rests on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ksm_widgets.puzzles import Puzzle, PuzzleTheme, Question
from ksm_widgets.puzzles.pack import PACKS, shipped_pack
from ksm_widgets.rules import Position, Turn
from ksm_widgets.rules.position import legal_digs, takings
from ksm_widgets.rules.tiles import Group, Power
from ksm_widgets.rules.turns import carried_out
from ksm_widgets.solver import Problem, slots_dug
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.solver.turn_parts import origin_of
from ksm_widgets.solving.hinting import hints_to
from ksm_widgets.telling.phrases import Reader
from tests.puzzles import samples

_THEMES = {f"puzzle_play.hint_{theme.value}": theme for theme in PuzzleTheme}
_THEMES["idea.complete"] = PuzzleTheme.COMPLETE_SET  # of what the player holds


_OBJECTS = {
    theme
    for theme in PuzzleTheme
    if set(theme.value.split("+")) <= set(map(str.lower, Power.__members__))
}


def told_theme(puzzle: Puzzle) -> PuzzleTheme | None:
    """The theme that the hints tell, if they do."""
    keys = [
        hint.key.removesuffix("_one").removesuffix("_some").removesuffix("_both")
        for hint in hints_to(puzzle)
    ]
    return next((_THEMES[key] for key in keys if key in _THEMES), None)


def moves_for(problem: Problem, turn: Turn) -> Counter[PuzzleTheme]:
    """How many moves each theme accounts for, counted move by move."""
    mine, dug = problem.position, set(turn.dig or ())
    taken = slots_dug(mine, turn)
    played = carried_out(mine, turn, problem.shape, money=problem.money, variant=problem.variant)
    before = played.positions[len(turn.moves)]
    found: Counter[PuzzleTheme] = Counter()
    tiles: Counter[Slot] = Counter()
    filling = {
        origin_of(mine, turn.moves, Slot(one, level))
        for one in dug
        if Power.CARPET not in problem.powers and before.height(one) > mine.height(one)
        for level in range(1, before.height(one) + 1)
    }
    for number, move in enumerate(turn.moves):
        top = Slot(move.source, played.positions[number].height(move.source))
        slot = origin_of(mine, turn.moves[:number], top)
        if slot in taken:
            tiles[slot] += 1
        elif slot.quarry in dug:
            found[PuzzleTheme.CLEAR_WAY] += 1
        if any(one.quarry == slot.quarry and one.level < slot.level for one in taken):
            found[PuzzleTheme.UNCOVER] += 1
        found[PuzzleTheme.FILL_GAP] += slot in filling
    found[PuzzleTheme.LONG_CARRY] = sum(steps for steps in tiles.values() if steps > 1)
    return found


def holds(puzzle: Puzzle, theme: PuzzleTheme) -> bool:
    """Whether a puzzle is about a theme that its first hint may tell."""
    problem = puzzle.problem_for(puzzle.right[0] if puzzle.right else None)
    turn, values = puzzle.solution.turn, problem.values
    played = carried_out(
        problem.position, turn, problem.shape, money=problem.money, variant=problem.variant
    )
    match theme:
        case PuzzleTheme.DONT_DIG:
            return turn.dig is None
        case PuzzleTheme.NO_MOVE:
            return not turn.moves
        case PuzzleTheme.ONE_STEP:
            return len(turn.moves) == 1
        case PuzzleTheme.COMPLETE_SET:
            usual = values.parchment
            return any(
                (values.of(tile) or 0) > 2 * usual
                for tile in played.taken
                if tile.group is Group.PARCHMENT
            )
        case PuzzleTheme.PAY_FROM_DIG:
            return problem.money < played.account.due
        case PuzzleTheme.LEAVE_TREASURE:
            digs = legal_digs(problem.position, problem.shape, problem.powers)
            there = [tile.treasure for dig in digs for tile in takings(problem.position, dig)]
            return max(there) > max(tile.treasure for tile in played.taken)
        case _:
            counted = moves_for(problem, turn)
            return counted[theme] == max(counted.values()) > 0


@pytest.mark.parametrize("pack", PACKS)
def test_the_first_hint_is_true_of_every_built_in_puzzle(pack: str) -> None:
    told = {puzzle: told_theme(puzzle) for puzzle in shipped_pack(pack)}
    off = {puzzle.id: theme for puzzle, theme in told.items() if theme and not holds(puzzle, theme)}
    assert off == {}
    without = [puzzle for puzzle, theme in told.items() if theme is None]
    # There it would sound like a yes; or all that is said is that the objects help.
    assert all(
        puzzle.question is Question.PAYABLE or set(puzzle.themes) <= _OBJECTS for puzzle in without
    )


@pytest.mark.parametrize("pack", PACKS)
def test_each_hint_tells_what_the_question_does_not(pack: str) -> None:
    """A named tile is not said to be where the question says; numbers are those of the answer."""
    reader = Reader("en")
    for puzzle in shipped_pack(pack):
        hints = hints_to(puzzle)
        assert len({reader.say(hint) for hint in hints}) == len(hints), puzzle.id
        if puzzle.question is Question.PAYABLE:
            continue
        problem = puzzle.problem_for(puzzle.right[0] if puzzle.right else None)
        turn = puzzle.solution.turn
        cost = carried_out(
            problem.position, turn, problem.shape, money=problem.money, variant=problem.variant
        ).account
        said = {hint.key.removeprefix("puzzle_play."): hint for hint in hints}
        counts = moves_for(problem, turn)
        for name, hint in said.items():
            told = hint.params
            if "served" in told:
                kind = name.removesuffix("_one").removesuffix("_both")
                theme = PuzzleTheme(kind.removesuffix("_some").removeprefix("hint_"))
                assert (told["served"], told["moves"]) == (counts[theme], len(turn.moves))
                assert kind.endswith("_some") == (counts[theme] < len(turn.moves))
                assert name.endswith("_one") == (counts[theme] == 1)
                assert name.endswith("_both") == (counts[theme] == len(turn.moves) == 2)
            if "due" in told:
                assert (told["due"], told["money"]) == (cost.due, problem.money)
                assert cost.due > problem.money
        if puzzle.question is Question.WANTED:
            assert not any(name.startswith("hint.") for name in said), puzzle.id
            assert ("hint_pay_from_dig" in said) == (cost.due > problem.money)
            carried = {one.quarry for one in problem.wanted} - set(turn.dig or ())
            assert not carried or "hint_carried" in said, puzzle.id
            assert ("hint_besides" in said) == (len(turn.dig or ()) > len(problem.wanted))


def test_the_only_hints_where_no_dig_pays_are_about_what_it_costs() -> None:
    rest = replace(samples.asked("z,z,1", "###"), themes=(PuzzleTheme.DONT_DIG,))
    said = [Reader("en").say(hint) for hint in hints_to(rest)]
    assert said == [
        "The dig that looks best here gains less than it seems: add up its moves and curses.",
        "No dig here is worth what it costs.",
    ]


def test_no_object_is_told_for_the_question_names_it_or_it_is_the_answer() -> None:
    themes = (PuzzleTheme.CARPET_AMULET, PuzzleTheme.CARPET, PuzzleTheme.AMULET)
    puzzle = replace(samples.puzzle("magic"), themes=(*themes, PuzzleTheme.NO_MOVE))
    assert told_theme(puzzle) is PuzzleTheme.NO_MOVE
    assert told_theme(replace(puzzle, themes=themes)) is None


def test_a_set_is_told_to_who_completes_one() -> None:
    puzzle = samples.asked("a,b,c,d,-,-", "####", holding="abc", others=["x"])
    puzzle = replace(puzzle, themes=(PuzzleTheme.COMPLETE_SET, PuzzleTheme.NO_MOVE))
    whole = replace(puzzle.solution, turn=Turn.parse("dig a1 b1 c1 d1"))
    whole_set = replace(puzzle, solution=whole)
    assert told_theme(whole_set) is PuzzleTheme.COMPLETE_SET
    flat = replace(whole_set, problem=Problem.of(Position.near("a,b,c,d,-,-"), "####"))
    assert told_theme(flat) is PuzzleTheme.NO_MOVE


def test_where_moves_are_counted_they_matter_more_than_paying() -> None:
    puzzle = samples.puzzle("wanted")
    poor = replace(puzzle, problem=replace(puzzle.problem, money=0))
    themes = (PuzzleTheme.PAY_FROM_DIG, PuzzleTheme.CLEAR_WAY, PuzzleTheme.ONE_STEP)
    assert told_theme(replace(poor, themes=themes)) is PuzzleTheme.CLEAR_WAY
    assert told_theme(replace(poor, themes=themes[:1])) is PuzzleTheme.PAY_FROM_DIG
    asked = replace(poor, question=Question.DIG, problem=replace(poor.problem, wanted=()))
    assert told_theme(replace(asked, themes=themes)) is PuzzleTheme.PAY_FROM_DIG


def test_whether_a_turn_can_be_paid_has_one_hint_that_is_no_answer() -> None:
    said = [Reader("en").say(hint) for hint in hints_to(samples.puzzle("payable"))]
    assert said == [
        "Add up what the moves and curses cost, then your money and the treasures you dig."
    ]
