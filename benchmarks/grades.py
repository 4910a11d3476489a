"""What the grades of puzzles are worth, measured on shipped ones: `python -m benchmarks.grades`.

It writes a line for each puzzle to grades.jsonl, and runs grades.ipynb, which shows what is in
them. `--notebook` only does the latter. `--new` measures only puzzles that have not been measured:
nothing but the grade of the others changes with the grading.

A grade says how many simulated people solve a puzzle (`ksm_widgets.puzzles.difficulty`), who choose
from the plans of its proof. So other things are measured that have no part in it, above all another
crowd, who search for themselves.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from statistics import StatisticsError, correlation, fmean, median, quantiles

from benchmarks.sections import put_section, table
from ksm_widgets.players import Planner, get_bot
from ksm_widgets.puzzles import Puzzle, Question
from ksm_widgets.puzzles.pack import shipped_pack
from ksm_widgets.puzzles.proof import Rung, prove, solve_within
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.rules import QUARRIES, Group, Quarry, Tile
from ksm_widgets.solver import Plan, Problem, origins_of, solve
from ksm_widgets.solver.answer import plan_of

_HERE = Path(__file__).parent
DATA = _HERE / "grades.jsonl"
NOTEBOOK = _HERE / "grades.ipynb"
_RESULTS = _HERE / "RESULTS.md"

PLAYERS = tuple(f"level{moves}" for moves in range(4))
_QUESTIONS = (Question.DIG, Question.KNOWN)
_EACH = 100
"""Puzzles of each grade, if there are so many; more only if grades have changed."""
_PATIENCE = 10**8
"""Aims and boards: what is measured here may take longer than a proof for a puzzle."""
_BELIEFS = 20
_SEEN = (0, 1, 2, 3, 5, 8)
"""The moves that people of the other crowd see ahead."""
_SLIPS = (0, 750, 1500)
"""By how many thousandths they misjudge each kind of tile at most, each of them once."""
_BLIND = (0.0, 0.04, 0.12)
_KNOWN_DIGS = 5
"""So many digs they compare."""
_TOO_MUCH = 100_000
"""Aims and boards: who would have to look at more gives up."""
_DRAWS = 400


@dataclass(frozen=True, slots=True)
class Measured:
    """The measurements of one puzzle.

    `solved` is the share of the other crowd who solve it, `greed` how many coins one nets less who
    makes move after move, each the best by itself. `rungs` is whether each solver of the ladder
    gets it, the weakest first, `margin` the lead over the next dig in coins, `players` the share of
    the best net that players of the arena get who see 0, 1, 2, 3 moves in all, `misjudged` how
    often somebody takes the right dig who sees everything and is up to a coin wrong about each kind
    of tile, `work` how many aims and boards the proof took.
    """

    puzzle: str
    grade: int
    solved: float
    greed: float
    rungs: tuple[bool, ...]
    margin: float | None
    players: tuple[float, ...]
    moves: int
    misjudged: float
    work: int

    @classmethod
    def from_line(cls, line: str) -> Measured:
        """The inverse of `line`."""
        data = json.loads(line)
        return cls(**data | {name: tuple(data[name]) for name in ("rungs", "players")})

    @property
    def line(self) -> str:
        """As a line of the data."""
        return json.dumps(asdict(self))


def chosen() -> list[Puzzle]:
    """The puzzles that are measured: so many of each grade, where the best dig is asked.

    Those that were measured before stay, if they are still offered; others are drawn at random.
    """
    rng, before = Random("grades"), {one.puzzle for one in read()}
    found = []
    for grade in GRADES:
        of_grade = [
            puzzle
            for puzzle in shipped_pack("puzzles")
            if puzzle.grade == grade
            and puzzle.question in _QUESTIONS
            and puzzle.solution.turn.dig is not None
        ]
        stay = [puzzle for puzzle in of_grade if puzzle.id in before]
        others = [puzzle for puzzle in of_grade if puzzle.id not in before]
        missing = max(0, _EACH - len(stay))
        drawn = rng.sample(others, min(missing, len(others)))
        found += sorted([*stay, *drawn], key=lambda puzzle: puzzle.id)
    return found


def measured(puzzle: Puzzle) -> Measured:
    """Measure a puzzle; the same on every machine."""
    seen = prove(puzzle)
    assert seen is not None, f"{puzzle.id} is proven no more"
    problem, best = puzzle.problem, puzzle.solution.net
    climbed = seen.rungs[""]
    statistics = solve(problem).statistics
    return Measured(
        puzzle=puzzle.id,
        grade=puzzle.grade,
        solved=_solved(puzzle),
        greed=float(best - climbed[Rung.GREEDY].net),
        rungs=tuple(climbed[rung].net == best for rung in Rung),
        margin=None if seen.margin is None else float(seen.margin),
        players=tuple(round(_share(problem, best, name), 4) for name in PLAYERS),
        moves=len(puzzle.solution.turn.moves),
        misjudged=_misjudged(puzzle),
        work=statistics.aims + statistics.boards,
    )


def _share(problem: Problem, best: Decimal, name: str) -> float:
    """Of the best net, what a player gets who sees as many moves as the one of that name.

    He is told which objects are spent and what tiles are worth, as whoever solves the puzzle is.
    """
    player = get_bot(name)
    assert isinstance(player, Planner)
    answer = solve_within(replace(problem, max_moves=player.max_moves), _PATIENCE)
    assert answer is not None
    assert answer.plan is not None
    return float(max(answer.plan.net, Decimal(0)) / best)


def _solved(puzzle: Puzzle) -> float:
    """The share of people who solve it, each by a search of their own.

    They see only so many moves, search with wrong worths, and give up each dig for which they would
    have to use a tile of a quarry that they overlook.
    """
    rng, problem, right = Random(f"crowd {puzzle.id}"), puzzle.problem, 0
    searches = list(product(_SEEN, _SLIPS))
    for ahead, slip in searches:
        told = replace(_misjudging(problem, rng, slip), max_moves=ahead, best=_KNOWN_DIGS)
        answer = solve_within(told, _TOO_MUCH)
        for blind in _BLIND:
            overlooked = {one for one in QUARRIES if rng.random() < blind}
            plans = () if answer is None else answer.best
            seen = (one for one in plans if not overlooked & _used(problem, one))
            found = next(seen, None)
            right += found is not None and plan_of(problem, found.turn).net == puzzle.solution.net
    return round(right / (len(searches) * len(_BLIND)), 4)


def _used(problem: Problem, plan: Plan) -> set[Quarry]:
    origins = origins_of(problem.position, plan.turn)
    return {slot.quarry for slot in (*origins.steps, *origins.dug.values())}


def _misjudging(problem: Problem, rng: Random, slip: int) -> Problem:
    """The problem with the worth of each kind of tile up to `slip` thousandths off."""
    believed = tuple(
        (tile, worth + round(rng.uniform(-slip, slip)))
        for tile in Tile
        if tile.group is not Group.UNSEEN and (worth := problem.values.of(tile)) is not None
    )
    return replace(problem, values=replace(problem.values, single=believed))


def _misjudged(puzzle: Puzzle) -> float:
    """How often the right dig is taken in spite of wrong beliefs about what tiles are worth."""
    rng, problem = Random(puzzle.id), puzzle.problem
    right = 0
    for _ in range(_BELIEFS):
        answer = solve_within(_misjudging(problem, rng, 1000), _PATIENCE)
        # What takes too long to prove so, nobody who believes it finds.
        plan = None if answer is None else answer.plan
        right += plan is not None and plan.dig == puzzle.solution.turn.dig
    return right / _BELIEFS


def read() -> list[Measured]:
    """The last measurement."""
    return [Measured.from_line(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def by_grade(every: Iterable[Measured]) -> list[list[Measured]]:
    """Those of each grade, the easiest first."""
    listed = list(every)
    return [[one for one in listed if one.grade == grade] for grade in GRADES]


Reading = Callable[[Measured], float]

MEASURES: dict[str, Reading] = {
    "people who solve it": lambda one: one.solved,
    "coins that greed loses": lambda one: one.greed,
    "net of who sees 0 moves": lambda one: one.players[0],
    "net of who sees 1 move": lambda one: one.players[1],
    "net of who sees 2 moves": lambda one: one.players[2],
    "net of who sees 3 moves": lambda one: one.players[3],
    "moves of the answer": lambda one: one.moves,
    "margin": lambda one: one.margin if one.margin is not None else 99.0,
    "right dig of who misjudges tiles": lambda one: one.misjudged,
    "work of the proof": lambda one: one.work,
}
"""What a grade may go along with; nobody's net is his share of the best."""


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Spearman's, equal ones sharing their places; 0 where all are equal.

    >>> rank_correlation([(1, 10), (2, 100), (2, 100), (3, 1000)])
    1.0
    """
    try:
        return round(correlation(*(_ranks(side) for side in zip(*pairs, strict=True))), 12)
    except StatisticsError:
        return 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered)))}
    last = {value: place for place, value in enumerate(ordered)}
    return [(first[value] + last[value]) / 2 for value in values]


def likely_range(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Where 95 of 100 rank correlations lie if as many puzzles are drawn anew from these."""
    rng = Random("bootstrap")
    drawn = [rank_correlation(rng.choices(pairs, k=len(pairs))) for _ in range(_DRAWS)]
    cuts = quantiles(drawn, n=40)
    return cuts[0], cuts[-1]


def at_equal_moves(every: Iterable[Measured], reading: Reading) -> list[tuple[float, float]]:
    """Grade and measure, each less its mean among the answers of as many moves.

    What is left of their correlation is not owed to the number of moves.
    """
    groups: dict[int, list[tuple[float, float]]] = {}
    for one in every:
        groups.setdefault(one.moves, []).append((one.grade, reading(one)))
    return list(_without_means(groups.values()))


def _without_means(groups: Iterable[list[tuple[float, float]]]) -> Iterator[tuple[float, float]]:
    for group in groups:
        ranked = list(zip(*(_ranks(side) for side in zip(*group, strict=True)), strict=True))
        middle = (len(group) - 1) / 2
        scale = max(middle, 1)
        yield from (((one - middle) / scale, (other - middle) / scale) for one, other in ranked)


def ladder_table(every: Iterable[Measured]) -> str:
    """How many of a hundred puzzles of each grade each solver of the ladder gets."""
    grades = by_grade(every)
    rows = [
        [
            rung.name.lower(),
            *(f"{fmean(one.rungs[rung.value] for one in those):.0%}" for those in grades),
        ]
        for rung in Rung
    ]
    return table(["solver", *(f"grade {grade}" for grade in GRADES)], rows)


def measures_table(every: Iterable[Measured]) -> str:
    """The means by grade, and how each measure goes along with the grade."""
    listed = list(every)
    grades = by_grade(listed)
    rows = []
    for name, reading in MEASURES.items():
        pairs = [(float(one.grade), reading(one)) for one in listed]
        equal = at_equal_moves(listed, reading)
        rows.append(
            [
                name,
                *(f"{median(map(reading, those)):.3g}" for those in grades),
                _correlation(pairs),
                _correlation(equal) if name != "moves of the answer" else "",
            ]
        )
    head = ["median of", *map(str, GRADES), "rank correlation", "at equal moves"]
    return table(head, rows)


def _correlation(pairs: Sequence[tuple[float, float]]) -> str:
    low, high = likely_range(pairs)
    return f"{rank_correlation(pairs):+.2f} ({low:+.2f} to {high:+.2f})"


def run_notebook() -> None:
    """Run the notebook and keep what it shows."""
    nbformat = import_module("nbformat")  # measuring needs none of Jupyter
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    client = import_module("nbclient").NotebookClient
    client(notebook, resources={"metadata": {"path": _HERE.parent}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # the clock's times would differ each time
    nbformat.write(notebook, NOTEBOOK)


def main() -> None:
    """Measure, write, run."""
    parser = ArgumentParser(prog="python -m benchmarks.grades", description=__doc__)
    parser.add_argument("--notebook", action="store_true", help="only run the notebook again")
    parser.add_argument("--new", action="store_true", help="only measure what was not measured yet")
    args = parser.parse_args()
    if not args.notebook:
        puzzles = chosen()
        known = {one.puzzle: one for one in read()} if args.new else {}
        lines = []
        for number, puzzle in enumerate(puzzles, 1):
            there = known.get(puzzle.id)
            one = measured(puzzle) if there is None else replace(there, grade=puzzle.grade)
            lines.append(f"{one.line}\n")
            sys.stderr.write(f"\r{number} of {len(puzzles)}")
        sys.stderr.write("\n")
        DATA.write_text("".join(lines), encoding="utf-8")
    lost = ", ".join(f"{fmean(one.greed for one in those):.2f}" for those in by_grade(read()))
    told = (
        f"{len(read())} puzzles; `benchmarks/grades.ipynb` says what each line means. "
        f"On average greed loses {lost} coins at the five grades."
    )
    put_section(_RESULTS, "Grades of puzzles", f"{told}\n\n{measures_table(read())}")
    run_notebook()


if __name__ == "__main__":
    main()
