"""Making puzzles: how many a minute and core, where the time goes, what two workers are worth.

`python -m benchmarks.puzzles` prints it; `--count` says how many puzzles each run makes.
"""

from __future__ import annotations

import cProfile
from argparse import ArgumentParser
from collections import Counter
from itertools import count
from math import fsum
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from types import CodeType

from ksm_widgets.puzzles.finding import GamePuzzles, game_line
from ksm_widgets.puzzles.making import Batch, Recipe, make
from ksm_widgets.solver.json_lines import parsed
from ksm_widgets.workers import Pool

_STEPS = {
    "playing the games": ("finding.py", "turns_of_game"),
    "the answer, its rivals": ("proof.py", "prove_answer"),
    "climbing the ladder": ("proof.py", "with_ladder"),
    "what could go without a loss": ("judging.py", "needless"),
    "removing idle tiles, ladder and answer included": ("judging.py", "without_idle_tiles"),
}


def rate(wanted: int, seed: int = 1) -> tuple[Batch, float]:
    """Puzzles made by this process alone, and the seconds of its core that it took."""
    recipe, batch = Recipe(seed), Batch(wanted)
    game_line(seed, 10**6, recipe.wanted.to_dict())  # what is loaded or compiled once
    started = process_time()
    for game in count():
        _add(batch, game, recipe)
        if batch.complete:
            return batch, process_time() - started
    raise AssertionError("games never end")


def _add(batch: Batch, game: int, recipe: Recipe) -> None:
    line = game_line(recipe.seed, game, recipe.wanted.to_dict())
    data = parsed(line.encode(), len(line))
    assert isinstance(data, dict)
    batch.add(GamePuzzles.from_dict(data))


def where_time_goes(wanted: int) -> dict[str, float]:
    """The share of the time that each step takes; some are parts of others."""
    profile = cProfile.Profile(process_time)
    profile.enable()
    rate(wanted)
    profile.disable()
    spent = [
        (one.code.co_name, Path(one.code.co_filename).name, one.totaltime)
        for one in profile.getstats()
        if isinstance(one.code, CodeType)
    ]
    whole = max(seconds for _, _, seconds in spent)
    return {
        step: fsum(seconds for name, file, seconds in spent if (name, file) == (function, module))
        / whole
        for step, (module, function) in _STEPS.items()
    }


def efficiency(wanted: int) -> float:
    """How much two workers do in the time of one, of the twice as much that they might."""
    seconds = []
    with TemporaryDirectory() as folder:
        for workers in (1, 2):
            started = perf_counter()
            make(Recipe(1), wanted, Path(folder) / str(workers), Pool(workers))
            seconds.append(perf_counter() - started)
    return seconds[0] / (2 * seconds[1])


def main() -> None:
    """Measure, and print the tables."""
    parser = ArgumentParser(prog="python -m benchmarks.puzzles", description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--no-workers", action="store_true", help="leave two workers out")
    given = parser.parse_args()
    batch, seconds = rate(given.count)
    made = len(batch.puzzles)
    fallen = Counter({"kept": made}) + batch.rejected
    print(f"{60 * made / seconds:.0f} puzzles a minute and core, from {batch.games} games")
    print("\nOf the questions asked")
    for reason, number in fallen.most_common():
        print(f"  {reason:16} {number:6}  {number / fallen.total():4.0%}")
    print("\nWhere the time goes; some steps are parts of others")
    for step, part in where_time_goes(min(given.count, 60)).items():
        print(f"  {step:36} {part:4.0%}")
    if not given.no_workers:
        print(f"\nEfficiency of two workers: {efficiency(given.count):.2f}")


if __name__ == "__main__":
    main()
