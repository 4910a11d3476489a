"""Make the built-in packs: `python -m ksm_widgets.puzzles`.

The puzzles of each recipe are kept in `build/puzzles` until all are finished, so the command may be
stopped and resumed. Of all that were made, as many of each grade are chosen as `of_each_grade`
says. At the end it prints how many there are of each kind.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.finding import MOST_OF_GAME, alike
from ksm_widgets.puzzles.making import Recipe, make
from ksm_widgets.puzzles.pack import PACKS, Pack, read_pack, recipes, write_pack
from ksm_widgets.puzzles.puzzle import GRADES, Puzzle
from ksm_widgets.puzzles.questions import Filter
from ksm_widgets.workers import Pool, cores

if TYPE_CHECKING:
    from collections.abc import Iterable

_AUTHOR = "the ksm_widgets authors"
_LICENCE = "CC0-1.0"
_HOME = Path(__file__).parent / "data"
_MANY = 25
"""A theme that so many puzzles of a grade have is not rare."""


def main(build: Path = Path("build") / "puzzles", home: Path = _HOME) -> None:
    """Make both packs, on all cores."""
    build.mkdir(parents=True, exist_ok=True)
    data, known = recipes(), list[Puzzle]()
    made: dict[str, list[Puzzle]] = {name: [] for name in PACKS}
    games, rejected = 0, Counter[str]()
    for recipe in data["recipes"]:
        part = build / f"{recipe['seed']}.jsonl"
        counts = part.with_suffix(".json")
        if not counts.exists():
            part.unlink(missing_ok=True)
            one = Recipe(recipe["seed"], Filter.from_dict(recipe["wish"]))
            batch = make(one, recipe["count"], part, Pool(cores()), known=known)
            counts.write_text(json.dumps({"games": batch.games, "rejected": batch.rejected}))
        counted = json.loads(counts.read_text())
        games += counted["games"]
        rejected += Counter(counted["rejected"])
        puzzles = list(read_pack(part))
        sys.stderr.write(f"{part.name}: {len(puzzles)}\n")
        made[recipe["pack"]] += puzzles
        known += puzzles
    gone = {one for group in data["retired"] for one in group["ids"]}
    known = []
    for name, puzzles in made.items():
        offered = [puzzle for puzzle in puzzles if puzzle.id not in gone]
        each = data["packs"][name].get("of_each_grade")
        if each is not None:
            offered = choice(offered, each)
        known += offered
        shipped = [*offered, *(puzzle for puzzle in puzzles if puzzle.id in gone)]
        ordered = sorted(shipped, key=lambda puzzle: (puzzle.grade, puzzle.id))
        title = data["packs"][name]["title"]
        write_pack(Pack(tuple(ordered), title, _AUTHOR, _LICENCE), home / f"{name}.jsonl")
    sys.stdout.write(f"{len(known)} puzzles of {games} games\n")
    _count("rejected", rejected)
    _count("grade", Counter(str(puzzle.grade) for puzzle in known))
    _count("theme", Counter(theme.value for puzzle in known for theme in puzzle.themes))


def choice(puzzles: Iterable[Puzzle], each: int) -> list[Puzzle]:
    """The given number of puzzles of each grade, those with the rarest themes first.

    No more are taken of one game than a game may give, none of them alike.
    """
    every = list(puzzles)
    often = Counter((theme, one.grade) for one in every for theme in one.themes)
    taken: dict[int, list[Puzzle]] = {grade: [] for grade in GRADES}
    of_game: dict[str, list[Puzzle]] = {}

    def rarity(puzzle: Puzzle) -> int:
        return min((often[theme, puzzle.grade] for theme in puzzle.themes), default=_MANY)

    for puzzle in sorted(every, key=lambda puzzle: min(rarity(puzzle), _MANY)):
        others = of_game.setdefault(puzzle.source.rpartition(" turn")[0], [])
        if (
            len(taken[puzzle.grade]) < each
            and len(others) < MOST_OF_GAME
            and not any(alike(puzzle, other) for other in others)
        ):
            taken[puzzle.grade].append(puzzle)
            others.append(puzzle)
    return [puzzle for those in taken.values() for puzzle in those]


def _count(name: str, counts: Counter[str]) -> None:
    """Print counts as a table for the docs."""
    sys.stdout.write(f"\n| {name} | |\n| --- | ---: |\n")
    sys.stdout.write("".join(f"| {one} | {count} |\n" for one, count in counts.most_common()))


if __name__ == "__main__":
    main()
