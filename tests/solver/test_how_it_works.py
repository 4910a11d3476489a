"""The page on how the solver works: the search it tells is the one that runs, its names exist."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.rules import QUARRIES, Move, Position, Shape, Tile, moved
from ksm_widgets.solver import Problem, solve, solve_covered
from ksm_widgets.solver.ceilings import ceilings_apart
from ksm_widgets.solver.engine import interpreted_engine
from ksm_widgets.solver.kernel import aims as heap
from ksm_widgets.solver.kernel import bound, priced, search
from ksm_widgets.solver.kernel import layout as at
from ksm_widgets.solver.peeking import Peeking
from ksm_widgets.solver.state import TIE, SearchState
from tests.solver.laid_out import LaidOut
from tests.solver.small import PICTURES, Picture

if TYPE_CHECKING:
    from ksm_widgets.solver.kernel.layout import Ints

PAGE = (Path(__file__).parents[2] / "docs" / "how-the-solver-works.md").read_text(encoding="utf-8")
KERNEL = Path(search.__file__).parent
A1 = QUARRIES[0]
MINE, LINES = re.findall(r"(?:^    .*\n)+", PAGE.partition("### A search")[2], re.MULTILINE)[:2]
FILES = re.findall(r"^\| (`.+?`) \|.*\| (`.+`) \|$", PAGE, re.MULTILINE)


def test_the_search_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    near, names = MINE.splitlines()
    stacks = dict(zip(names.split(), near.split()[1:], strict=True))
    row = ",".join(stacks.get(column, "-") for column in "abcdef")
    mine = Position.parse("-,-,-,-,-,-/" * 5 + row)
    state = SearchState(Problem(mine, Shape.parse("##")), interpreted_engine(), 1)
    letters = [tile.letter for quarry in QUARRIES for tile in mine.stack(quarry)]
    told: list[str] = []

    def coins(score: int) -> str:
        return f"{-(-score // TIE) / 1000:g}"

    def aim_bound(m: Ints, places: Ints, aims: Ints, aim: int, enough: int) -> int:
        most = bounded(m, places, aims, aim, enough)
        place = state.placements[aims[aim + at.AIM_PLACE]]
        tiles = [letters[aims[aim + at.AIM_TILE + i]] for i in range(len(place))]
        told.append(
            f"{' '.join(map(str, place))} · level {aims[aim + at.AIM_LEVEL]} · "
            f"takes {' '.join(tiles)} · promises {coins(most)}"
        )
        return most

    def count_moves(m: Ints, places: Ints, aims: Ints, aim: int) -> int:
        score = counted_moves(m, places, aims, aim)
        told[-1] += f" · counted {coins(score)}"
        return score

    def push(m: Ints, queue: Ints, most: int, aim: int) -> None:
        told[-1] += " · goes back"
        pushed(m, queue, most, aim)

    bounded, counted_moves, pushed = bound.aim_bound, search.count_moves, heap.push
    monkeypatch.setattr(priced, "aim_bound", aim_bound)
    for name, spy in (("count_moves", count_moves), ("push", push)):
        monkeypatch.setattr(search, name, spy)
    while not state.run():
        pass
    (turn,) = state.found
    told[-1] += f" · carried out in {len(turn.moves)} moves, {state.board_count} boards"
    state.close()
    assert told == [line.strip() for line in LINES.splitlines()]
    assert state.aim_count == len(told)


def test_the_bound_of_an_aim_misses_the_rooms_that_the_page_says_it_does() -> None:
    said = re.search(r"bound of the\s+aim says (\d) moves, the count with rooms (\d)", PAGE)
    assert said is not None
    picture = Picture.read((PICTURES[0].parent / "07-room-travels.txt").read_text(encoding="utf-8"))
    with LaidOut(picture.problem) as laid:
        tiles = [laid.tile(*picture.slot(letter)) for letter in picture.letters]
        most = laid.aim_bound(picture.placement, picture.level, dict(enumerate(tiles)))
        moves = (laid.worth(tiles) - most) // laid.step
    assert (moves, picture.rooms) == (int(said[1]), int(said[2]))


def drawn(text: str) -> Position:
    """The mine of the first picture in a text, and what comes after it."""
    near, names = re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)[0].splitlines()
    stacks = dict(zip(names.split(), near.split()[1:], strict=True))
    return Position.near(",".join(stacks.get(column, "-") for column in "abcdef"))


def test_the_levels_that_are_told() -> None:
    part = PAGE.partition("For example, you hold")[2].partition("**The scout**")[0]
    problem = Problem.of(drawn(part), "##", holding="abc", others=["x"])
    counts = problem.position.counts()
    found = [(one.most(problem, counts), len(one.needs)) for one in ceilings_apart(problem)]
    answer = solve(problem)
    best, told = max(found), " ".join(map(str, answer.dig or ()))
    assert f"one set · promises {best[0] // 1000} · found {told}, net {answer.net}" in part
    rest = [most for most, needs in found if not needs]
    assert f"no set · promises {rest[0] // 1000} · less than {answer.net}" in part
    assert len(found) == 2


def test_the_look_that_is_told() -> None:
    part = PAGE.partition("### Looking,")[2].partition("In a real mine")[0]
    problem = Problem.of(drawn(part), "#", unseen={"5": 1, "z": 1}, reactions=1)
    assert f"you dig `b1`: {solve(replace(problem, reactions=None)).net}." in part
    peeking = Peeking(
        problem, solve_covered(replace(problem, reactions=0)), lambda asked, _: solve(asked)
    )
    told = []
    for moves, said in ((0, "nothing moved"), (1, "one move, uncovered")):
        board = moved(problem.position, [Move.parse("a1-a2")] * moves)
        nets = [
            solve(board.with_stack(A1, (Tile(letter), *board.stack(A1)[1:])), "#").net
            for letter in "5z"
        ]
        assert None not in nets
        five, mummy = (net - moves for net in nets if net is not None)
        mean = (five + mummy) / 2
        told.append(
            (f"{said} · with a 5: {five} · with a mummy: {mummy} · on average {mean}", mean)
        )
    bounds: list[object] = []
    while not peeking.settled:
        looks = peeking.step(lambda: False)
        bounds.append(peeking.bound)
        if any(len(look.moves) == 1 for look in looks) and bounds[-1] == 2:
            break
    for line, mean in told:
        assert line in part
        assert mean in bounds
    assert solve_covered(problem).net == told[1][1]


def test_every_file_of_the_kernel_has_its_line() -> None:
    named = {name for files, _ in FILES for name in re.findall("`(.+?)`", files)}
    assert named == {path.name for path in KERNEL.glob("*.py")} - {"__init__.py"}


@pytest.mark.parametrize(("files", "functions"), FILES)
def test_what_to_begin_with_stands_in_its_file(files: str, functions: str) -> None:
    there: dict[str, Any] = {}
    for name in re.findall(r"`(\w+)\.py`", files):
        there |= vars(import_module(f"ksm_widgets.solver.kernel.{name}"))
    for name in re.findall("`(.+?)`", functions):
        assert there[name].__module__.split(".")[-1] in files


def test_every_name_of_the_kernel_that_is_told_exists() -> None:
    engineer = PAGE.partition("## For the engineer")[2]
    there = set(vars(at))
    for path in KERNEL.glob("*.py"):
        there |= set(vars(import_module(f"ksm_widgets.solver.kernel.{path.stem}")))
    calls = re.findall(r"`(\w+)\(", engineer)
    words = re.findall(r"`([a-z]+_\w+|P_\w+)`", engineer)
    rows = re.findall(r"`\w+\[(?:aim \+ )?([A-Z]\w*)", engineer)
    assert len(calls) > 3
    assert len(words) > 10
    assert len(rows) > 3
    assert {*calls, *words, *rows} <= there
